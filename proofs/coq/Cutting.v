(** * Cutting by a cost that knows where its segment began (proofs/chain-recomputation.md, section 3) *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** Whatever grows by at most [widest], in multiples of [g], can be cut at every T. *)
Lemma cutting (cost : nat -> nat -> nat) T N g widest : 0 < T -> g %| T -> (forall t t', g %| cost t t') -> (forall t, cost t t = 0) ->
  (forall t0 t1, t0 <= t1 -> t1 < N -> cost t0 t1.+1 <= cost t0 t1 + widest) ->
  exists (I : nat) (cut : nat -> nat), [/\ cut 0 = 0, cut I = N, forall i, i < I -> cut i < cut i.+1,
    forall i, i < I -> cost (cut i) (cut i.+1) <= T - g + widest & T * I <= T + \sum_(i < I) cost (cut i) (cut i.+1)].
Proof.
move=> T0 gT gc none next; suff main d t0 : t0 <= N -> N - t0 < d ->
  exists (I : nat) (cut : nat -> nat), [/\ cut 0 = t0, cut I = N, forall i, i < I -> cut i < cut i.+1,
    forall i, i < I -> cost (cut i) (cut i.+1) <= T - g + widest & T * I <= T + \sum_(i < I) cost (cut i) (cut i.+1)].
  exact: (main N.+1 0 (leq0n N) (leq_subr 0 N)).
elim: d t0 => // d IH t0; rewrite leq_eqVlt => /predU1P[->|lt]; rewrite ltnS => le.
  by exists 0, (fun=> N); rewrite muln0.
have ex : exists t1, [&& t0 < t1, t1 <= N & (t1 == N) || (T <= cost t0 t1)] by exists N; rewrite lt leqnn eqxx.
case: (ex_minnP ex) => -[//|t] /and3P[t0t tN end_] min.
have small : cost t0 t < T.
  have [tE|ne] := eqVneq t t0; first by rewrite tE none.
  rewrite ltnNge; apply/negP => big; have := min t; rewrite big orbT ltnn (ltnW tN) andbT.
  by rewrite ltn_neqAle eq_sym ne -ltnS t0t => /(_ isT).
have below : cost t0 t <= T - g.
  have g0 : 0 < g := dvdn_gt0 T0 gT.
  move: small; case/dvdnP: (gT) => a ->; case/dvdnP: (gc t0 t) => c ->; rewrite ltn_pmul2r // => ca.
  by rewrite -{3}[g]mul1n -mulnBl leq_pmul2r // subn1; case: a ca.
have atmost : cost t0 t.+1 <= T - g + widest.
  by apply: leq_trans (next _ _ _ tN) _; [rewrite -ltnS | rewrite leq_add2r].
have [|I [cut [c0 cI inc most all]]] := IH t.+1 tN; first by rewrite (leq_trans _ le) // ltn_sub2l.
exists I.+1, (fun i => if i is i'.+1 then cut i' else t0); split=> //.
- by case=> [|i] h; [rewrite c0 | apply: inc].
- by case=> [|i] h; [rewrite c0 | apply: most].
rewrite big_ord_recl /= c0 mulnS leq_add2l.
have [I0|Ipos] := posnP I; first by rewrite I0 muln0.
apply: leq_trans all _; rewrite leq_add2r; case/orP: end_ => // /eqP tE.
have late i : i <= I -> t.+1 <= cut i by elim: i => [|i H] h; [rewrite c0 | apply: leq_trans (H (ltnW h)) (ltnW (inc _ h))].
have := inc I.-1; rewrite prednK // cI leqnn => /(_ isT) lastlt.
have := late I.-1; rewrite leq_pred => /(_ isT) h; have := leq_ltn_trans h lastlt; by rewrite tE ltnn.
Qed.
