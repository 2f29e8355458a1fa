(** * The convolution with a holding cost (proofs/conv-holding-cost.md)

    A slice is an input channel and a pair of taps: its rows are inputs, its columns weights of the filter. *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Window ConvolutionSets Convolution HoldingCost RealPotential SlicePotentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope nat_scope.

Section ConvHolding.
Variables (batch channels filters : nat) (rows cols : axis).
Hypotheses (rows_ok : axis_ok rows) (cols_ok : axis_ok cols) (channels_pos : 0 < channels).
Notation conv := (conv batch channels filters rows cols).
Notation product := (conv_point batch channels filters rows cols).
Variables (M : finType) (wI wW wC wO capacity unit X fine : nat) (e : execution M conv).
Notation z := (conv_sizes _ _ _ _ _ wI wW wC wO).
Hypothesis leg : legal z capacity e.
Hypothesis fast_adds : no_slow_adds e.
Hypotheses (i_pos : 0 < wI) (w_pos : 0 < wW) (c_pos : 0 < wC) (fine_pos : 0 < fine).
Hypotheses (unit_I : unit %| wI) (unit_W : unit %| wW) (unit_C : unit %| wC).
Hypothesis enough : capacity %/ unit * unit + wC <= wC * X.

(** Of residues of taps: so many slices share an input at most, and so much their words weigh. *)
Variables uses size : 'I_(kernel rows) -> 'I_(kernel cols) -> nat.
Hypothesis uses_least : forall m m', input_uses (@residue rows m) * input_uses (@residue cols m') <= uses (residue m) (residue m').
Hypotheses (uses_fine : forall r c, uses r c %| fine) (size_pos : forall r c, 0 < size r c).

Notation kind := ('I_channels * 'I_(kernel rows) * 'I_(kernel cols))%type.
Definition kind_of (x : point conv) : kind := (channel x, at_tap (row x), at_tap (col x)).
Definition input_of (x : point conv) : word conv := inl (word_input x).
Definition weight_of (x : point conv) : word conv := inr (word_weight x).
Definition size_at (s : kind) : nat := size (residue_of s.1.2) (residue_of s.2).
Definition input_at (s : kind) : nat := fine %/ uses (residue_of s.1.2) (residue_of s.2) * wI.
(** At least what the words of all slices of a group weigh. *)
Variable group_size : nat.
Hypothesis group_least : channels * (\sum_(r in used_taps rows) \sum_(r' in used_taps cols) size (residue_of r) (residue_of r')) <= group_size.
Hypothesis group_pos : 0 < group_size.

Lemma uses_pos r c : 0 < uses r c.
Proof. by apply: dvdn_gt0 (uses_fine r c). Qed.

(** An input is of as many slices as it has pairs of meetings, a weight of one. *)
Lemma input_parts (i : 'I_batch * 'I_channels * 'I_(extent rows) * 'I_(extent cols)) :
  \sum_s input_at s * (inl i \in input_of @: slice kind_of s) <= fine * wI.
Proof.
pose A := [set s | inl i \in input_of @: slice kind_of s].
have [A0|[s0 s0A]] := set_0Vmem A.
  by rewrite big1 // => s _; have : s \in A = false by [rewrite A0 inE]; rewrite inE => ->; rewrite muln0.
move: s0A; rewrite inE => /imsetP[x0 _ [iE]].
pose u := uses (residue (row x0)) (residue (col x0)).
have mine s : s \in A -> exists m m', [/\ s = (channel x0, at_tap m, at_tap m'), at_input m = at_input (row x0) & at_input m' = at_input (col x0)].
  rewrite inE => /imsetP[x xs [jE]]; have [_ cE yE wE] : word_input x0 = word_input x by rewrite -iE.
  by exists (row x), (col x); move: xs; rewrite inE => /eqP <-; rewrite /kind_of cE.
have each s : s \in A -> input_at s = fine %/ u * wI.
  by case/mine=> m [m' [-> my mx]]; rewrite /input_at /= -/(residue m) -/(residue m') (residue_input my) (residue_input mx).
have few : #|A| <= u.
  apply: leq_trans (uses_least _ _); apply: leq_trans (leq_mul (input_meetings rows_ok _) (input_meetings cols_ok _)).
  rewrite -cardsX; apply: leq_trans (leq_imset_card (fun mm => (channel x0, at_tap mm.1, at_tap mm.2)) _).
  apply/subset_leq_card/subsetP => s /mine[m [m' [-> my mx]]]; apply/imsetP; exists (m, m') => //.
  by rewrite in_setX !inE my mx !eqxx.
apply: (@leq_trans (\sum_(s in A) fine %/ u * wI)).
  rewrite [leqRHS]big_mkcond; apply: leq_sum => s _; have := each s; rewrite inE; case: (inl i \in _) => [->//|_]; by rewrite ?muln1 ?muln0.
rewrite sum_nat_const mulnA leq_mul2r; apply/orP; right; apply: leq_trans (leq_mul few (leqnn _)) _.
by rewrite mulnC divnK ?uses_fine.
Qed.

Lemma conv_word_parts (w : word conv) :
  \sum_s (input_at s * (w \in input_of @: slice kind_of s) + fine * wW * (w \in weight_of @: slice kind_of s)) <= fine * word_size z w.
Proof.
have no_input w' (A : {set point conv}) : (inr w' \in input_of @: A) = false by apply/imsetP => -[].
have no_weight w' (A : {set point conv}) : (inl w' \in weight_of @: A) = false by apply/imsetP => -[].
case: w => w /=; first by under eq_bigr do rewrite no_weight muln0 addn0; apply: input_parts.
under eq_bigr do rewrite no_input muln0 add0n.
apply: (one_slice (C := conv) (f := weight_of)) => x y [_ cE rE kE].
by rewrite /kind_of cE rE kE.
Qed.

Lemma conv_slices (g : group conv) (J : {set kind}) : J \subset kind_of @: terms g -> \sum_(s in J) size_at s <= group_size.
Proof.
move=> sub; apply: leq_trans group_least.
have -> : channels * (\sum_(r in used_taps rows) \sum_(r' in used_taps cols) size (residue_of r) (residue_of r'))
    = \sum_(s in setX (setX [set: 'I_channels] (used_taps rows)) (used_taps cols)) size_at s.
  rewrite -[channels in LHS]card_ord -cardsT -sum_nat_const.
  rewrite (eq_bigl (fun s : kind => (s.1.1 \in [set: 'I_channels]) && (s.1.2 \in used_taps rows) && (s.2 \in used_taps cols)))
    => [|[[c r] r']]; last by rewrite !in_setX.
  rewrite -(pair_big (fun s : 'I_channels * 'I_(kernel rows) => (s.1 \in [set: 'I_channels]) && (s.2 \in used_taps rows))
    (fun r' => r' \in used_taps cols) (fun s r' => size_at (s, r'))) /=.
  by rewrite -(pair_big (fun c => c \in [set: 'I_channels]) (fun r => r \in used_taps rows)
    (fun c r => \sum_(r' in used_taps cols) size_at (c, r, r'))).
rewrite [leqRHS](big_setID J) /= (setIidPr _) ?leq_addr //.
apply/subsetP => s /(subsetP sub)/imsetP[x _ ->]; by rewrite !in_setX in_setT /= !imset_f.
Qed.

Local Open Scope Q_scope.
Variables (Lam top : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q) (root gain : Q).
Hypothesis pot : real_potential Lam P E F.
Hypothesis E_respects : forall v v', v == v' -> E v == E v'.
Hypothesis P_range : forall v, 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= top.
Hypothesis top_most : top <= 2#1.
Hypothesis E_nonneg : forall v, 0 <= v -> v <= 1 -> 0 <= E v.
Hypothesis Lam_nonneg : 0 <= Lam.
Hypothesis root_pos : 0 < root.
Hypothesis root_least : forall r c, q (size r c) * root * (q (size r c) * root) * q X <= q (fine %/ uses r c * wI) * q (fine * wW).
Hypothesis gain_least : forall v, 0 <= v -> v <= 1 -> gain + q (fine * wC) * P v <= q group_size * root * (Lam + E v).
Hypothesis gain_Lam : gain <= q group_size * root * Lam.
Notation outs := (conv_outputs batch filters rows cols).
Notation all := (total_price batch channels filters size).

(** ** `conv-holding-cost` for any potential: the statement of the paper, with any number below the square root. *)
Theorem convolution_holding_cost : q all * gain + q group_size * (q fine * q (wO * outs))
  <= q group_size * (q fine * q (traffic z e)) + q (fine * wC) * top * (q outs * q group_size - q all).
Proof.
have nonempty := conv_computed rows_ok cols_ok channels_pos (batch := batch) (filters := filters).
have g1 s : {in slice kind_of s &, injective (@group_of conv)}.
  move=> x y; rewrite !inE => /eqP <- /eqP [cE rE kE] [bE oE pE qE].
  by apply: same_point => //; [exact: by_output_tap pE (esym rE) | exact: by_output_tap qE (esym kE)].
have g2 s : {in slice kind_of s &, injective (fun x => (input_of x, weight_of x))}.
  move=> x y _ _ [bE cE yE xE oE _ rE kE].
  by apply: same_point => //; [exact: by_tap_input rE yE | exact: by_tap_input kE xE].
have r1 (x : point conv) : inl (input_of x) \in reads x by apply: set21.
have r2 (x : point conv) : inl (weight_of x) \in reads x by apply: set22.
have u1 (w : word conv) : (unit %| word_size z w)%N by case: w.
have input_pos s : (0 < input_at s)%N by rewrite muln_gt0 i_pos andbT divn_gt0 ?uses_pos // dvdn_leq.
have weight_pos (s : kind) : (0 < fine * wW)%N by rewrite muln_gt0 fine_pos.
have := slices_potential leg fast_adds (fun g => in_setT g) nonempty g1 g2 r1 r2 conv_word_parts conv_slices input_pos weight_pos
  (fun s => size_pos _ _) group_pos fine_pos c_pos (fun _ _ => leqnn wC) u1 unit_C enough pot E_respects P_range top_most E_nonneg
  Lam_nonneg root_pos (fun s => @root_least _ _) gain_least gain_Lam.
have nE : all_sizes (C := conv) kind_of size_at = all.
  by rewrite -all_worth_price /worth /all_sizes; apply: eq_big => [x|x _]; rewrite ?in_setT.
have gE : #|outputs conv| = outs by rewrite cardsT !card_prod !card_ord.
by rewrite nE gE sum_nat_const gE [(outs * wO)%N]mulnC.
Qed.
End ConvHolding.
