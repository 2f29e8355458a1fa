(** * Segments of T

    A segment ends when the clock has grown by T: bounds on what one can hold bound the clock (proofs/gemm-segments.md). *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Segments.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation useful := (useful e).
Notation active := (active e). Notation begins := (begins e). Notation mine := (mine e). Notation during := (during e).
Notation item := (word C + group C)%type.
Implicit Types (x y : point C) (g : group C) (p q : M) (t s : nat) (v : value C) (i : item).

Variable price : item -> nat.
Hypothesis price_word : forall w, price (inl w) <= word_size z w.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Notation tick := (tick e price). Notation clock := (clock e price).
Notation needs := (needs e). Notation resident := (resident e price). Notation own := (own e). Notation elapsed := (elapsed e price).

Variables (T unit room widest : nat).
Hypothesis T_pos : 0 < T.
Hypothesis unit_price : forall i, unit %| price i.
Hypothesis unit_T : unit %| T.
Hypothesis unit_widest : unit %| widest.
Hypothesis widest_output : forall g, g \in outputs C -> price (inr g) <= widest.

Definition segment p s : {set point C} := [set x | [&& tracked x, mine p x & clock p (useful x) %/ T == s]].

(** Capacity, rounded down to the unit. *)
Definition rounded : nat := capacity %/ unit * unit.

Lemma resident_rounded p t : t <= N -> resident p t <= rounded.
Proof.
move=> tN; have d : unit %| resident p t by apply: dvdn_sum => v _.
by rewrite /rounded -(divnK d) leq_mul2r leq_div2r ?orbT // (resident_capacity leg price_word price_inner price_output).
Qed.

Lemma below_by_unit a b : a < b -> unit %| a -> unit %| b -> a <= b - unit.
Proof.
move=> lt da db; have : unit <= b - a by rewrite dvdn_leq ?subn_gt0 // dvdn_sub.
by move=> h; rewrite leq_subRL ?(leq_trans h (leq_subr _ _)) // addnC -leq_subRL // ltnW.
Qed.

(** A segment needs little more than T; and no more than the clock has left at its end, what its last step begins included. *)
Lemma segment_needs_left p s : segment p s != set0 -> exists t0 t1, [/\ segment p s = during p t0 t1, t1 <= N,
  \sum_(i in needs p t0 t1) price i <= (if s == 0 then 0 else rounded) + T + widest - unit &
  \sum_(i in needs p t0 t1) price i <= (if s == 0 then 0 else rounded) + (clock p N - s * T)].
Proof.
case/set0Pn => x xs.
have [x1 x1s max1] := arg_maxnP (P := fun y => y \in segment p s) useful xs.
have [x0 x0s min0] := arg_minnP (P := fun y => y \in segment p s) useful xs.
move: (x0s) (x1s); rewrite !inE => /and3P[tx0 mx0 /eqP s0] /and3P[tx1 mx1 /eqP s1].
have c1 : clock p (useful x1) < s.+1 * T by rewrite -ltn_divLR // s1.
have c0 : s * T <= clock p (useful x0) by rewrite -s0 leq_trunc_div.
have N1 : useful x1 < N := useful_lt_len leg tx1.
have segE t0 : t0 <= useful x0 -> s * T <= clock p t0 -> segment p s = during p t0 (useful x1).
  move=> t00 ct0; apply/setP => y; apply/idP/idP => [ys|].
    have := ys; rewrite inE => /and3P[ty my _]; rewrite inE ty my /=.
    rewrite (leq_trans t00 (min0 _ ys)) /=; exact: max1.
  rewrite !inE => /and4P[-> -> a b] /=; rewrite eqn_leq leq_divRL // (leq_trans ct0) ?clock_mono // andbT.
  by rewrite -s1 leq_div2r // clock_mono.
pose r0 := if s == 0 then 0 else rounded.
have unit_rounded : unit %| r0 by rewrite /r0; case: ifP; rewrite ?dvdn0 ?dvdn_mull.
have main t0 : t0 <= useful x0 -> s * T <= clock p t0 -> resident p t0 <= r0 ->
    \sum_(i in needs p t0 (useful x1)) price i <= r0 + T + widest - unit /\
    \sum_(i in needs p t0 (useful x1)) price i <= r0 + (clock p N - s * T).
  move=> t00 ct0 rt0; have t01 : t0 <= useful x1 by apply: leq_trans t00 (min0 _ x1s).
  split; last first.
    by apply: leq_trans (needs_paid leg price p t01 N1) _; rewrite leq_add // leq_sub // clock_mono.
  apply: below_by_unit; [|by apply: dvdn_sum | by rewrite !dvdn_addr].
  apply: leq_ltn_trans (needs_paid leg price p t01 N1) _; rewrite -addnA; apply: (@leq_ltn_trans (r0 + (clock p (useful x1).+1 - clock p t0))).
    by rewrite leq_add2r.
  rewrite ltn_add2l ltn_subLR ?clock_mono ?leqW // clock_next // addnA.
  apply: leq_trans (_ : _ <= clock p (useful x1) + widest.+1) _.
    by rewrite addnS ltnS leq_add2l (tick_useful leg).
  rewrite addnS -addSn leq_add2r; apply: leq_trans c1 _; by rewrite mulSn addnC leq_add2r.
have [sz|nsz] := eqVneq s 0.
  exists 0, (useful x1); have c00 : s * T <= clock p 0 by rewrite sz.
  have r00 : resident p 0 <= r0 by rewrite /resident (starts_empty leg) big_pred0 // => v; rewrite inE.
  have [h1 h2] := main 0 (leq0n _) c00 r00; rewrite /r0 sz /= in h1 h2.
  by split; [exact: segE | exact: ltnW | |]; rewrite ?sz.
have rx0 : resident p (useful x0) <= r0.
  by rewrite /r0 (negPf nsz); apply: resident_rounded; apply: ltnW (useful_lt_len leg tx0).
have [h1 h2] := main (useful x0) (leqnn _) c0 rx0; rewrite /r0 (negPf nsz) in h1 h2.
by exists (useful x0), (useful x1); split; [exact: segE | exact: ltnW | |].
Qed.

Lemma segment_needs p s : segment p s != set0 -> exists t0 t1, [/\ segment p s = during p t0 t1, t1 <= N &
  \sum_(i in needs p t0 t1) price i <= (if s == 0 then 0 else rounded) + T + widest - unit].
Proof. by case/segment_needs_left => t0 [t1 [h1 h2 h3 _]]; exists t0, t1. Qed.

(** No interval of time that needs so little has more than V0, V1 useful products. *)
Variables V0 V1 : nat.
Hypothesis first_segment : forall p t0 t1, t1 <= N -> \sum_(i in needs p t0 t1) price i <= T + widest - unit -> #|during p t0 t1| <= V0.
Hypothesis later_segment : forall p t0 t1, t1 <= N -> \sum_(i in needs p t0 t1) price i <= rounded + T + widest - unit -> #|during p t0 t1| <= V1.

Lemma own_segments p : #|own p| <= V0 + clock p N %/ T * V1.
Proof.
set K := clock p N %/ T.
have lt x : x \in own p -> clock p (useful x) %/ T < K.+1.
  by rewrite inE => /andP[tx _]; rewrite ltnS leq_div2r // clock_mono // ltnW // (useful_lt_len leg tx).
have -> : #|own p| = \sum_(s < K.+1) #|segment p s|.
  rewrite -sum1_card (partition_big (fun x => inord (clock p (useful x) %/ T) : 'I_K.+1) predT) //=.
  apply: eq_bigr => s _; rewrite -sum1_card; apply: eq_bigl => x.
  have [xo|] := boolP (x \in own p); last by rewrite !inE andbA => /negPf ->.
  rewrite -val_eqE /= inordK ?lt //; by move: xo; rewrite !inE andbA => ->.
rewrite big_ord_recl leq_add //.
  have [->|/segment_needs[t0 [t1 [-> tN h]]]] := eqVneq (segment p (@ord0 K)) set0; first by rewrite cards0.
  exact: first_segment.
rewrite -[K in _ <= K * V1]card_ord -sum_nat_const; apply: leq_sum => s _.
have [->|/segment_needs[t0 [t1 [-> tN h]]]] := eqVneq (segment p (lift ord0 s)) set0; first by rewrite cards0.
exact: later_segment.
Qed.

Lemma own_total : \sum_p #|own p| = #|[set x : point C | tracked x]|.
Proof.
rewrite -sum1_card; under eq_bigr do rewrite -sum1_card.
rewrite (exchange_big_dep (fun x => x \in [set x | tracked x])) /=; last first.
  by move=> p x _; rewrite !inE => /andP[].
apply: eq_bigr => x; rewrite inE => tx; have [p [Y [aY _ _]]] := useful_step leg tx.
by rewrite (big_pred1 p) // => q; rewrite inE tx /mine aY eq_sym.
Qed.

Theorem all_segments : #|[set x : point C | tracked x]| <= #|M| * V0 + elapsed %/ T * V1.
Proof.
rewrite -own_total; apply: (@leq_trans (\sum_p (V0 + clock p N %/ T * V1))).
  by apply: leq_sum => p _; apply: own_segments.
rewrite big_split /= sum_nat_const leq_add2l -big_distrl /= leq_mul2r; apply/orP; right.
rewrite leq_divRL // big_distrl /=; apply: leq_sum => p _; exact: leq_trunc_div.
Qed.
End Segments.
