(** * Convex combinations of potentials are potentials (proofs/gemm-holding-cost.md): certificates name their parts and shares *)
From Coq Require Import QArith Lqa.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import RealPotential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

Section Mixture.
Variables (t Lam Lam' : Q) (P P' E E' : Q -> Q) (F F' : Q -> Q -> Q -> Q).
Hypotheses (t_least : 0 <= t) (t_most : t <= 1).
Hypotheses (pot : real_potential Lam P E F) (pot' : real_potential Lam' P' E' F').

Definition mixed (x x' : Q) : Q := t * x + (1 - t) * x'.

Lemma mixed_le x x' y y' : x <= y -> x' <= y' -> mixed x x' <= mixed y y'.
Proof. by rewrite /mixed => h h'; nra. Qed.

Theorem mixture : real_potential (mixed Lam Lam') (fun v => mixed (P v) (P' v)) (fun v => mixed (E v) (E' v))
  (fun x y s => mixed (F x y s) (F' x y s)).
Proof.
split=> [x x' y y' s s' hx hy hs|x y s u h1 h2 h3 h4 h5|x y s h h1 h2 h3 h4 h5|x y s h h1 h2 h3 h4 h5|x y s h h1 h2 h3 h4 h5
  |x y s h h1 h2 h3 h4 h5|x y s h v h1 h2 h3 h4 h5 h6 h7|s h h1 h2 h3].
- by rewrite /mixed (potential_respects pot hx hy hs) (potential_respects pot' hx hy hs).
- exact: mixed_le (sum_raises pot h1 h2 h3 h4 h5) (sum_raises pot' h1 h2 h3 h4 h5).
- by have := mixed_le (row_costs pot h1 h2 h3 h4 h5) (row_costs pot' h1 h2 h3 h4 h5); rewrite /mixed => ?; lra.
- by have := mixed_le (column_costs pot h1 h2 h3 h4 h5) (column_costs pot' h1 h2 h3 h4 h5); rewrite /mixed => ?; lra.
- exact: mixed_le (row_drops pot h1 h2 h3 h4 h5) (row_drops pot' h1 h2 h3 h4 h5).
- exact: mixed_le (column_drops pot h1 h2 h3 h4 h5) (column_drops pot' h1 h2 h3 h4 h5).
- have := mixed_le (event_rises pot h1 h2 h3 h4 h5 h6 h7) (event_rises pot' h1 h2 h3 h4 h5 h6 h7).
  by rewrite /mixed /Qdiv => ?; lra.
- by have := mixed_le (empty_rises pot h1 h2 h3) (empty_rises pot' h1 h2 h3); rewrite /mixed => ?; lra.
Qed.
End Mixture.
