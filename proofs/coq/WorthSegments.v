(** * Segments of T, products at prices

    Segments.v with products that are worth different amounts: bounds on what one segment can be worth bound the clock
    (proofs/conv-segments.md, section 2). *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Segments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Worth.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Variable price : word C + group C -> nat.
Hypothesis price_word : forall w, price (inl w) <= word_size z w.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Variables (T unit widest : nat).
Hypothesis T_pos : 0 < T.
Hypothesis unit_price : forall i, unit %| price i.
Hypothesis unit_T : unit %| T.
Hypothesis unit_widest : unit %| widest.
Hypothesis widest_output : forall g, g \in outputs C -> price (inr g) <= widest.

(** What a product is worth. *)
Variable gain : point C -> nat.
Definition gains_of (U : {set point C}) : nat := \sum_(x in U) gain x.

Variables V0 V1 : nat.
Hypothesis first_segment : forall p t0 t1, t1 <= N ->
  \sum_(i in needs e p t0 t1) price i <= T + widest - unit -> gains_of (during e p t0 t1) <= V0.
Hypothesis later_segment : forall p t0 t1, t1 <= N ->
  \sum_(i in needs e p t0 t1) price i <= rounded capacity unit + T + widest - unit -> gains_of (during e p t0 t1) <= V1.

Lemma segment_worth p s : gains_of (segment e price T p s) <= (if s == 0 then V0 else V1).
Proof.
have [->|] := eqVneq (segment e price T p s) set0; first by rewrite /gains_of big_set0.
case/(segment_needs leg price_word price_inner price_output T_pos unit_price unit_T unit_widest widest_output) => t0 [t1 [-> tN]].
by case: ifP => _; [apply: first_segment | apply: later_segment].
Qed.

Lemma own_worth p : gains_of (own e p) <= V0 + clock e price p N %/ T * V1.
Proof.
set K := clock e price p N %/ T.
have lt x : x \in own e p -> clock e price p (useful e x) %/ T < K.+1.
  by rewrite inE => /andP[tx _]; rewrite ltnS leq_div2r // clock_mono // ltnW // (useful_lt_len leg tx).
have -> : gains_of (own e p) = \sum_(s < K.+1) gains_of (segment e price T p s).
  rewrite /gains_of (partition_big (fun x => inord (clock e price p (useful e x) %/ T) : 'I_K.+1) predT) //=.
  apply: eq_bigr => s _; apply: eq_bigl => x.
  have [xo|] := boolP (x \in own e p); last by rewrite !inE andbA => /negPf ->.
  by rewrite -val_eqE /= inordK ?lt //; move: xo; rewrite !inE andbA => ->.
rewrite big_ord_recl leq_add ?(segment_worth p 0) //.
rewrite -[K in _ <= K * V1]card_ord -sum_nat_const; apply: leq_sum => s _; exact: (segment_worth p (lift ord0 s)).
Qed.

Lemma total_worth : \sum_p gains_of (own e p) = \sum_(x : point C | tracked x) gain x.
Proof.
rewrite /gains_of (exchange_big_dep (fun x => tracked x)) /=; last by move=> p x _; rewrite inE => /andP[].
apply: eq_bigr => x tx; have [p [Y [aY _ _]]] := useful_step leg tx.
by rewrite (big_pred1 p) // => q; rewrite inE tx /mine aY eq_sym.
Qed.

Theorem all_worth : \sum_(x : point C | tracked x) gain x <= #|M| * V0 + elapsed e price %/ T * V1.
Proof.
rewrite -total_worth; apply: (@leq_trans (\sum_p (V0 + clock e price p N %/ T * V1))).
  by apply: leq_sum => p _; apply: own_worth.
rewrite big_split /= sum_nat_const leq_add2l -big_distrl /= leq_mul2r; apply/orP; right.
rewrite leq_divRL // big_distrl /=; apply: leq_sum => p _; exact: leq_trunc_div.
Qed.
End Worth.
