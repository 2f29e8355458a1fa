(** * The matrix product by residency intervals, without the first window (proofs/amortized.md)

    The first and the last window of a memory are charged for the words that there is room for in them: nothing is given away for each
    memory. *)
From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Relax Product Whole Tangents WindowPrices ProductIntervals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Execution.
Variables batch m n k : nat.
Notation product := (product batch m n k).
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.
Notation unit_sizes := (product_sizes batch m n k 1 1 1 1).
Variables (M : finType) (S : nat) (e : execution M product).
Hypothesis leg : legal unit_sizes S e.
Notation N := (len e).
Notation price := (@product_price batch m n k 1 1 1).
Variable T : nat.
Implicit Types (p : M) (x : triple).

Lemma rooms_total : T * (\sum_p rooms S e T p) + S * (\sum_p in_last e T p) <= (S + T) * elapsed e price.
Proof. by rewrite /elapsed !big_distrr -big_split /=; apply: leq_sum => p _; apply: rooms_last. Qed.

(** A memory with a useful product has room, and its clock has moved. *)
Lemma some_room x : 0 < S.
Proof.
have [p [Y [_ _ /forallP/(_ (inl (inl (word_a x))))]]] := useful_step leg (trackedT x); rewrite set21 /= => inp.
apply: leq_trans (fits leg p (ltnW (useful_lt_len leg (trackedT x)))).
by rewrite (bigD1 _ inp).
Qed.

Lemma some_in_last x : 0 < \sum_p in_last e T p.
Proof.
have [p mp] := ex_home leg x; rewrite (bigD1 p) //=; apply: ltn_addr; apply: in_last_pos.
apply: leq_trans (needs_from_start leg price p).
apply: leq_trans (during_weight leg 1 p 0 N.-1); rewrite -(own_during leg p) /weight !mul1n !addn_gt0; apply/orP; left; apply/orP; left.
by apply/card_gt0P; exists (word_a x); apply: imset_f; rewrite inE trackedT mp.
Qed.
End Execution.

(** ** `product-intervals-steady` *)
Section Bound.
Variables batch m n k : nat.
Notation product := (product batch m n k).
Variables (M : finType) (wA wB wC wO w capacity T less : nat) (e : execution M product).
Notation z := (product_sizes batch m n k wA wB wC wO).
Notation unit_sizes := (product_sizes batch m n k 1 1 1 1).
Hypothesis leg : legal z capacity e.
Hypotheses (w_pos : (0 < w)%N) (w_A : (w <= wA)%N) (w_B : (w <= wB)%N) (w_C : (w <= wC)%N) (w_O : (w <= wO)%N).
Hypotheses (k_pos : (0 < k)%N) (groups_pos : (0 < batch * m * n)%N) (T_pos : (0 < T)%N).
Notation room := (capacity %/ w)%N.
Notation price := (@product_price batch m n k 1 1 1).
Local Open Scope Z_scope.
Notation X := (Z.of_nat (room + T)).
Notation G := (Z.of_nat (batch * m * n)).

(** [less] - 1 / (2 X) over T G: whatever is at least [less] / (T G) is above it. *)
Let num := 2 * (Z.of_nat less * X) - 1.
Let den := 2 * (Z.of_nat T * (G * X)).

Lemma intervals_steady_at (J : nat) : (0 < J -> above X (Z.of_nat k) (Z.of_nat J) num den)%N -> Z.of_nat (J * J) * X <= 3 * Z.of_nat (k * k) ->
  (J < k -> above X (Z.of_nat k) (Z.of_nat J.+1) num den)%N ->
  ((J < k)%N -> 3 * Z.of_nat (k * k) <= Z.of_nat (J.+1 * J.+1) * X) ->
  (w * (less + 1) + wO * (batch * m * n) <= traffic z e + w * (batch * m * n))%N
  /\ (no_slow_adds e -> w * (less + 1) <= loads z e + w * (batch * m * n))%N.
Proof.
move=> fewJ few manyJ many; have leg1 := legal_unit leg w_pos w_A w_B w_C w_O.
have T0 : 0 < Z.of_nat T := z_lt T_pos; have G0 : 0 < G := z_lt groups_pos.
have X0 : 0 < X by rewrite z_add; lia.
have D0 : 0 < den by rewrite /den; sign.
have [d [a [b [d0 lines dear]]]] := dear_lines X0 D0 k_pos fewJ few manyJ many.
have [g _] : exists g : group product, true by have /card_gt0P[g] : (0 < #|{: group product}|)%N; [rewrite !card_prod !card_ord | exists g].
pose x : point product := (g, Ordinal k_pos).
have lt : (less < elapsed e price)%N.
  rewrite ltnNge; apply/negP => le.
  have paid := windows_room leg1 T_pos (Z.lt_le_incl _ _ d0) lines (Z.lt_le_incl _ _ D0) k_pos dear.
  have L1 := z_lt (some_in_last leg1 T x); have S1 := z_lt (some_room leg1 x).
  have := z_le (rooms_total room e T); rewrite z_add !z_mul.
  set R := Z.of_nat (\sum_p rooms _ _ _ _)%N in paid *; set L := Z.of_nat (\sum_p in_last _ _ _)%N in L1 *; set E := Z.of_nat (elapsed _ _) => all.
  have EX : X * E <= X * Z.of_nat less by apply: Z.mul_le_mono_nonneg_l; [lia | apply: z_le].
  have SL : 1 <= Z.of_nat room * L by nia.
  have most : Z.of_nat T * R <= X * Z.of_nat less - 1 by lia.
  have priced : (2 * (G * X) * d) * (Z.of_nat T * R) <= (2 * (G * X) * d) * (X * Z.of_nat less - 1).
    by apply: Z.mul_le_mono_nonneg_l => //; sign.
  have GX : 0 < G * X * d by sign.
  clearbody R; move: paid priced GX G0; rewrite /den /num; clear.
  by move: X G (Z.of_nat T) (Z.of_nat less) => x y t v; lia.
by apply: (units_paid leg) => //; rewrite addn1.
Qed.

(** less <= T G mu, where mu is the least of j * h (k / j): the clock is more. *)
Theorem product_intervals_steady : (forall j, (0 < j <= k)%N -> above X (Z.of_nat k) (Z.of_nat j) num den) ->
  (w * (less + 1) + wO * (batch * m * n) <= traffic z e + w * (batch * m * n))%N
  /\ (no_slow_adds e -> w * (less + 1) <= loads z e + w * (batch * m * n))%N.
Proof.
move=> all; have ex : exists J, (J <= k)%N && (J * J * (room + T) <= 3 * (k * k))%N by exists 0%N.
have bound J : (J <= k)%N && (J * J * (room + T) <= 3 * (k * k))%N -> (J <= k)%N by case/andP.
case: (ex_maxnP ex bound) => J /andP[Jk few] max; apply: (@intervals_steady_at J).
- by move=> J0; apply: all; rewrite J0.
- by have := z_le few; rewrite !z_mul; lia.
- by move=> lt; apply: all.
- move=> lt; have : ~~ (J.+1 * J.+1 * (room + T) <= 3 * (k * k))%N.
    by apply/negP => h; have := max J.+1; rewrite lt h ltnn => /(_ isT).
  by rewrite -ltnNge => /z_lt; rewrite !z_mul; lia.
Qed.
End Bound.
