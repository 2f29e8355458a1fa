(** * Whole passes: slices of products (proofs/gemm-whole-passes.md, "A slice"; proofs/conv-whole-passes.md)

    A slice is a set of products whose words of the array that stays are all different. Its rows and columns are items of the other arrays;
    an item may be a column of several slices. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Segments Passes PassesParts.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Slices.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation item := (word C + group C)%type.
Variable price : item -> nat.
Hypothesis price_word : forall v, price (inl v) <= word_size z v.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Variable unit : nat.
Hypothesis unit_price : forall i, unit %| price i.
Variables (K : pred item) (w s : nat).
Hypothesis w_pos : 0 < w.
Hypothesis K_price : forall i, K i -> price i = w.
Hypothesis K_fill : rounded capacity unit <= s * w.
Hypothesis K_operand : forall x : point C, K (inr (group_of x)) ->
  exists v, [/\ inl v \in reads x, ~~ K (inl v) & 0 < price (inl v)].

Notation segment := (M * 'I_N.+1)%type.
Notation sees := (fun a : segment => sees e K s a.1 a.2).

Variables (slice : finType) (D : slice -> {set point C}) (stays row col : point C -> item).
Hypothesis D_tracked : forall d x, x \in D d -> tracked x.
Hypothesis used : forall x, [/\ uses x (stays x), uses x (row x) & uses x (col x)].
Hypothesis stays_K : forall x, K (stays x).
Hypothesis stays_inj : forall d, {in D d &, injective stays}.

(** The part of a slice in a segment. *)
Definition part (d : slice) (a : segment) : {set point C} := [set x in D d | in_segment e K s a.1 a.2 x].

Lemma part_inside d a : part d a \subset D d.
Proof. by apply/subsetP => x; rewrite inE => /andP[]. Qed.

Lemma part_sees d a x i : x \in part d a -> uses x i -> sees a i.
Proof. by rewrite inE => /andP[_ xa] ux; apply/existsP; exists x; rewrite xa. Qed.

Lemma part_few d a : #|part d a| <= s.
Proof.
apply: leq_trans (segment_sees leg price_word price_inner price_output unit_price w_pos K_price K_fill K_operand a.1 a.2).
rewrite -(card_in_imset (f := stays) (D := part d a)) => [|x y xa ya]; last first.
  by apply: stays_inj; apply: (subsetP (part_inside d a)).
apply/subset_leq_card/subsetP => _ /imsetP[x xa ->]; rewrite inE stays_K.
by have [ux _ _] := used x; apply: part_sees xa ux.
Qed.

Lemma part_all d : \sum_a #|part d a| = #|D d|.
Proof.
under eq_bigr do rewrite -sum1_card; rewrite (exchange_big_dep (fun x => x \in D d)) /= => [|a x _]; last by rewrite inE => /andP[].
rewrite -[RHS]sum1_card; apply: eq_bigr => x xD; have tx := D_tracked xD.
have [p [Y [aY _ _]]] := useful_step leg tx.
have bN : began e K s p (useful e x) < N.+1 by apply: leq_ltn_trans (began_le e K s p _) _; rewrite ltnS; apply: useful_lt_len leg _ tx.
rewrite (big_pred1 (p, Ordinal bN)) // => -[q b]; rewrite inE xD /= /in_segment tx /mine aY /=.
rewrite -[RHS]/((q == p) && (b == Ordinal bN)) [q == p]eq_sym; case: eqP => [<-|_] //=.
by rewrite eq_sym.
Qed.

(** Items of one kind that are lines of at most [times] slices. *)
Lemma lines_seen (kind : pred item) (line : point C -> item) times a :
  (forall x, uses x (line x)) -> (forall x, kind (line x)) -> (forall i, #|[set d | i \in line @: D d]| <= times) ->
  \sum_d #|line @: part d a| <= times * #|[set i | kind i && sees a i]|.
Proof.
move=> ul kl few; under eq_bigr do rewrite -sum1_card.
rewrite (exchange_big_dep (fun i => i \in [set i | kind i && sees a i])) /= => [|d i _ /imsetP[x xa ->]]; last first.
  by rewrite inE kl; apply: part_sees xa (ul x).
rewrite mulnC -sum_nat_const; apply: leq_sum => i _; rewrite sum1_card; apply: leq_trans (few i).
apply/subset_leq_card/subsetP => d h; rewrite inE; move: h; rewrite -topredE /=.
exact: (subsetP (imsetS line (part_inside d a))).
Qed.

Variables (rows cols : pred item) (times wr wc : nat).
Hypothesis row_kind : forall x, rows (row x). Hypothesis col_kind : forall x, cols (col x).
Hypothesis apart : forall i, [&& rows i & cols i] = false.
Hypotheses (rows_K : forall i, rows i -> ~~ K i) (cols_K : forall i, cols i -> ~~ K i).
Hypotheses (rows_price : forall i, rows i -> price i = wr) (cols_price : forall i, cols i -> price i = wc).
Hypothesis row_once : forall i, #|[set d | i \in row @: D d]| <= 1.
Hypothesis col_times : forall i, #|[set d | i \in col @: D d]| <= times.

(** All slices, their columns counted in full wherever they are seen. *)
Theorem slices_paid :
  \sum_d \sum_a (times * wr * #|row @: part d a| + wc * #|col @: part d a|) <= times * elapsed e price.
Proof.
apply: leq_trans (leq_mul (leqnn times)
  (passes_paid leg price_word price_inner price_output unit_price w_pos K_price K_fill K_operand)).
rewrite exchange_big -(pair_bigA _ (fun p b => \sum_d (times * wr * #|row @: part d (p, b)| + wc * #|col @: part d (p, b)|))) /=.
rewrite big_distrr; apply: leq_sum => p _ /=.
have -> : \sum_(i | ~~ K i) price i * #|seen_in e K s p i|
    = \sum_(b < N.+1) \sum_(i | ~~ K i && sees (p, b) i) price i.
  under eq_bigr do rewrite mulnC -sum_nat_const.
  rewrite (exchange_big_dep predT) //=; apply: eq_bigr => b _; apply: eq_bigl => i; by rewrite inE.
rewrite big_distrr; apply: leq_sum => b _ /=; set a := (p, b); rewrite big_split -!big_distrr /=.
have [ul ur uc] : [/\ forall x, uses x (stays x), forall x, uses x (row x) & forall x, uses x (col x)].
  by split=> x; have [] := used x.
apply: leq_trans (leq_add (leq_mul (leqnn _) (lines_seen a ur row_kind row_once)) (leq_mul (leqnn _) (lines_seen a uc col_kind col_times))) _.
rewrite mul1n -mulnA [wc * (times * _)]mulnCA -mulnDr leq_mul2l; apply/orP; right.
rewrite [wr * _]mulnC [wc * _]mulnC -!sum_nat_const [leqRHS](bigID rows) /= leq_add //.
  apply: eq_leq; apply: congr_big => // [i|i]; first by rewrite inE; case: (boolP (rows i)) => [ri|]; rewrite ?andbF // (rows_K ri) andbT.
  by rewrite inE => /andP[/rows_price].
rewrite [leqRHS](bigID cols) /= -[leqLHS]addn0 leq_add //.
apply: eq_leq; apply: congr_big => // [i|i]; last by rewrite inE => /andP[/cols_price].
rewrite inE; case: (boolP (cols i)) => [ci|]; rewrite ?andbF // (cols_K ci) /= andbT.
by have := apart i; rewrite ci andbT => ->; rewrite andbT.
Qed.

(** Slices whose cells are [whole] times [s] and [rest] pay for [whole] times [full] and [some], in parts of 1 / P. *)
Theorem slices_cost P (whole rest across along full some : slice -> nat) :
  (forall d, {in D d &, injective (fun x => (row x, col x))}) ->
  (forall d, #|D d| = whole d * s + rest d) -> (forall d, rest d < s) -> (forall d, rest d = 0 -> some d = 0) ->
  (forall d, #|row @: D d| <= across d) -> (forall d, #|col @: D d| <= along d) ->
  (forall d, covers P s (rest d) (across d) (times * wr) (along d) wc (full d) (some d)) ->
  \sum_d (whole d * full d + some d) <= P * (times * elapsed e price).
Proof.
move=> cells size rest_s none across_le along_le covered.
apply: leq_trans (leq_mul (leqnn P) slices_paid); rewrite big_distrr; apply: leq_sum => d _ /=.
apply: (slice_pays (cells d) (part_inside d) (part_few d) (rest_s d) _ (across_le d) (along_le d) (none d) (covered d)).
by rewrite part_all size.
Qed.
End Slices.
