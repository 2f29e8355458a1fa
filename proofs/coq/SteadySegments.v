(** * Segments of T, without the first one

    Segments.v where what fits grows no faster than the weight: the first and the last segment are then charged for what they need
    themselves, and nothing is given away for each memory (proofs/amortized.md). *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Segments WorthSegments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Steady.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Variable price : word C + group C -> nat.
Hypothesis price_word : forall w, price (inl w) <= word_size z w.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Variables (T unit widest : nat).
Hypothesis T_pos : 0 < T.
Hypothesis widest_pos : 0 < widest.
Hypothesis unit_price : forall i, unit %| price i.
Hypothesis unit_T : unit %| T.
Hypothesis unit_widest : unit %| widest.
Hypothesis widest_output : forall g, g \in outputs C -> price (inr g) <= widest.
Notation clock := (clock e price).
Notation X := (rounded capacity unit + T + widest - unit).

(** What a product is worth; what fits a weight of Y <= X is worth at most Y / X of v. *)
Variables (gain : point C -> nat) (v : nat).
Hypothesis rate : forall p t0 t1, t1 <= N -> \sum_(i in needs e p t0 t1) price i <= X ->
  gains_of gain (during e p t0 t1) * X <= v * \sum_(i in needs e p t0 t1) price i.

Lemma segment_rate p s : gains_of gain (segment e price T p s) * X
  <= v * ((if s == 0 then 0 else rounded capacity unit) + minn (T + widest - unit) (clock p N - s * T)).
Proof.
have uw : unit <= T + widest by apply: leq_trans (dvdn_leq T_pos unit_T) (leq_addr _ _).
have split_off r : r + T + widest - unit = r + (T + widest - unit) by rewrite -addnA -addnBA.
have [->|] := eqVneq (segment e price T p s) set0; first by rewrite /gains_of big_set0.
case/(segment_needs_left leg price_word price_inner price_output T_pos unit_price unit_T unit_widest widest_output).
move=> t0 [t1 [-> tN h1 h2]]; rewrite split_off in h1.
apply: (leq_trans (rate tN _)); last by rewrite leq_mul2l addn_minr leq_min h1 h2 orbT.
by apply: leq_trans h1 _; rewrite split_off leq_add2r; case: ifP.
Qed.

Lemma own_steady p : gains_of gain (own e p) * T <= v * clock p N.
Proof.
set E := clock p N; set K := E %/ T; set R := rounded capacity unit.
have lt x : x \in own e p -> clock p (useful e x) %/ T < K.+1.
  by rewrite inE => /andP[tx _]; rewrite ltnS leq_div2r // clock_mono // ltnW // (useful_lt_len leg tx).
have parts : gains_of gain (own e p) = \sum_(s < K.+1) gains_of gain (segment e price T p s).
  rewrite /gains_of (partition_big (fun x => inord (clock p (useful e x) %/ T) : 'I_K.+1) predT) //=.
  apply: eq_bigr => s _; apply: eq_bigl => x.
  have [xo|] := boolP (x \in own e p); last by rewrite !inE andbA => /negPf ->.
  by rewrite -val_eqE /= inordK ?lt //; move: xo; rewrite !inE andbA => ->.
have uw : unit <= widest := dvdn_leq widest_pos unit_widest.
have XE : X = R + (T + widest - unit) by rewrite -addnA -addnBA // (leq_trans uw) // leq_addl.
have TW : T <= T + widest - unit by rewrite -addnBA // leq_addr.
have TX : T <= X by rewrite XE (leq_trans TW) // leq_addl.
have rest : E = K * T + E %% T by exact: divn_eq.
have left : E - K * T = E %% T by rewrite {1}rest addKn.
(* All but the last segment need X together with the resident words of the next one. *)
have total : gains_of gain (own e p) * X <= v * (K * X + E %% T).
  rewrite parts big_distrl /= big_ord_recr /=.
  apply: (@leq_trans (\sum_(s < K) v * ((if nat_of_ord s == 0 then 0 else R) + (T + widest - unit))
      + v * ((if K == 0 then 0 else R) + E %% T))).
    apply: leq_add.
      by apply: leq_sum => s _; apply: leq_trans (segment_rate p s) _; rewrite leq_mul2l leq_add2l geq_minl orbT.
    by apply: leq_trans (segment_rate p K) _; rewrite leq_mul2l leq_add2l -left geq_minr orbT.
  rewrite -big_distrr /= -mulnDr leq_mul2l; apply/orP; right; case: (K) => [|k]; first by rewrite big_ord0.
  rewrite big_ord_recl /= (eq_bigr (fun=> X)) => [|s _]; last by rewrite XE.
  by rewrite sum_nat_const card_ord mulSn add0n addnACA addnA [_ - unit + R]addnC -XE.
rewrite -(@leq_pmul2r X); last exact: leq_trans T_pos TX.
apply: (@leq_trans (v * (K * X + E %% T) * T)); first by rewrite mulnAC leq_mul2r total orbT.
rewrite -!mulnA leq_mul2l; apply/orP; right; rewrite {2}rest !mulnDl -mulnA [X * T]mulnC mulnA leq_add2l.
by rewrite leq_mul2l TX orbT.
Qed.

Theorem steady_segments : (\sum_(x : point C | tracked x) gain x) * T <= v * elapsed e price.
Proof.
rewrite -(total_worth leg) big_distrl /elapsed big_distrr; apply: leq_sum => p _; exact: own_steady.
Qed.
End Steady.
