(** * The matrix product with a holding cost (proofs/gemm-holding-cost.md)

    Slices are the inner indices of each batch element, their rows words of A, their columns words of B. *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product HoldingCost RealPotential SlicePotentials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Local Open Scope nat_scope.

Section ProductHolding.
Variables batch m n k : nat.
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.
Notation product := (product batch m n k).
Variables (M : finType) (wA wB wC wO capacity unit X : nat) (e : execution M product).
Notation z := (product_sizes _ _ _ _ wA wB wC wO).
Hypothesis leg : legal z capacity e.
Hypothesis fast_adds : no_slow_adds e.
Hypotheses (k_pos : 0 < k) (a_pos : 0 < wA) (b_pos : 0 < wB) (c_pos : 0 < wC).
Hypotheses (unit_A : unit %| wA) (unit_B : unit %| wB) (unit_C : unit %| wC).
Hypothesis enough : capacity %/ unit * unit + wC <= wC * X.

Definition slice_of (x : point product) : 'I_batch * 'I_k := ((x : triple).1.1.1, (x : triple).2).
Definition row_of (x : point product) : word product := inl (word_a (x : triple)).
Definition column_of (x : point product) : word product := inr (word_b (x : triple)).

(** A word is of one slice. *)
Lemma product_word_parts (w : word product) :
  \sum_s (wA * (w \in row_of @: slice slice_of s) + wB * (w \in column_of @: slice slice_of s)) <= 1 * word_size z w.
Proof.
have no_row w' (A : {set point product}) : (inr w' \in row_of @: A) = false by apply/imsetP => -[].
have no_column w' (A : {set point product}) : (inl w' \in column_of @: A) = false by apply/imsetP => -[].
rewrite mul1n; case: w => w /=.
  under eq_bigr do rewrite no_column muln0 addn0.
  apply: (one_slice (C := product) (f := row_of)) => -[[[b i] j] c] [[[b' i'] j'] c'].
  by rewrite /row_of /slice_of /word_a /= => -[-> _ ->].
under eq_bigr do rewrite no_row muln0 add0n.
apply: (one_slice (C := product) (f := column_of)) => -[[[b i] j] c] [[[b' i'] j'] c'].
by rewrite /column_of /slice_of /word_b /= => -[-> -> _].
Qed.

Lemma product_slices (g : group product) (J : {set 'I_batch * 'I_k}) : J \subset slice_of @: terms g -> \sum_(s in J) 1 <= k.
Proof.
move=> sub; rewrite sum1_card -[leqRHS]card_ord -cardsT.
apply: leq_trans (leq_imset_card (fun q => (g.1.1, q)) _); apply: subset_leq_card; apply: subset_trans sub _.
apply/subsetP => _ /imsetP[x + ->]; rewrite inE => /eqP <-; apply/imsetP; by exists (x : triple).2; rewrite ?in_setT.
Qed.

Local Open Scope Q_scope.
Variables (Lam : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q) (root gain : Q).
Hypothesis pot : real_potential Lam P E F.
Hypothesis E_respects : forall v v', v == v' -> E v == E v'.
Hypothesis P_range : forall v, 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= 2#1.
Hypothesis E_nonneg : forall v, 0 <= v -> v <= 1 -> 0 <= E v.
Hypothesis Lam_nonneg : 0 <= Lam.

(** [root] is at most what an operand's word weighs in a slice: its square is at most wA * wB / X. *)
Hypothesis root_pos : 0 < root.
Hypothesis root_least : root * root * q X <= q wA * q wB.
Hypothesis gain_least : forall v, 0 <= v -> v <= 1 -> gain + q wC * P v <= q k * root * (Lam + E v).
Hypothesis gain_Lam : gain <= q k * root * Lam.

(** ** `gemm-holding-cost` for any potential: the statement of the paper, with any number below the square root. *)
Theorem product_holding_cost : q (batch * m * n) * (gain + q wO) <= q (traffic z e).
Proof.
have nonempty := product_groups_computed (batch := batch) (m := m) (n := n) k_pos.
have g1 s : {in slice slice_of s &, injective (@group_of product)}.
  move=> x y; rewrite !inE => /eqP + /eqP; case: x => [[[b i] j] c]; case: y => [[[b' i'] j'] c'] /=.
  by rewrite /slice_of /group_c /= => <- [_ ->] ->.
have g2 s : {in slice slice_of s &, injective (fun x => (row_of x, column_of x))}.
  move=> x y _ _; case: x => [[[b i] j] c]; case: y => [[[b' i'] j'] c'] /=.
  by rewrite /row_of /column_of /word_a /word_b /= => -[-> -> -> _ _ ->].
have r1 (x : point product) : inl (row_of x) \in reads x by apply: set21.
have r2 (x : point product) : inl (column_of x) \in reads x by apply: set22.
have u1 (w : word product) : (unit %| word_size z w)%N by case: w.
have root1 (s : 'I_batch * 'I_k) : q 1 * root * (q 1 * root) * q X <= q wA * q wB by have -> : q 1 == 1 by []; rewrite !Qmult_1_l.
have gain1 v : 0 <= v -> v <= 1 -> gain + q (1 * wC) * P v <= q k * root * (Lam + E v) by rewrite mul1n; apply: gain_least.
have two : 2#1 <= 2#1 by lra.
have := slices_potential leg fast_adds (fun g => in_setT g) nonempty g1 g2 r1 r2 product_word_parts product_slices (fun _ => a_pos)
  (fun _ => b_pos) (fun _ => isT) k_pos isT c_pos (fun _ _ => leqnn wC) u1 unit_C enough pot E_respects P_range two E_nonneg Lam_nonneg
  root_pos root1 gain1 gain_Lam.
have nE : all_sizes (C := product) slice_of (fun _ => 1%N) = (batch * m * n * k)%N by rewrite /all_sizes sum1_card !card_prod !card_ord.
have gE : #|outputs product| = (batch * m * n)%N by rewrite cardsT !card_prod !card_ord.
rewrite nE gE sum_nat_const gE [(_ * wO)%N]mulnC !q_mul; have -> : q 1 == 1 by [].
set G := q batch * q m * q n; have K0 : 0 < q k by rewrite -[0]/(q 0) /q -Zlt_Qlt; move/ltP: k_pos; lia.
by move=> h; apply: (Qmult_lt_0_le_reg_r _ _ (q k)) => //; lra.
Qed.
End ProductHolding.
