(** * What a window costs (proofs/product-intervals.md, sections 3 to 5)

    A set of products that reads few words has room for few groups, and groups with few products each. Sums over sets, no execution. *)
From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Product Whole Tangents.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** ** Sums of integers *)
Canonical Zadd_monoid := Monoid.Law Z.add_assoc Z.add_0_l Z.add_0_r.
Canonical Zadd_comoid := Monoid.ComLaw Z.add_comm.
Canonical Zmul_muloid := Monoid.MulLaw Z.mul_0_l Z.mul_0_r.
Canonical Zadd_addoid := Monoid.AddLaw Z.mul_add_distr_r Z.mul_add_distr_l.

Local Open Scope Z_scope.
Notation "\zsum_ ( i | P ) F" := (\big[Z.add/0]_(i | P) F) (at level 41, F at level 41, i, P at level 50).
Notation "\zsum_ ( i 'in' A ) F" := (\big[Z.add/0]_(i in A) F) (at level 41, F at level 41, i, A at level 50).
Notation "\zsum_ ( i : t ) F" := (\big[Z.add/0]_(i : t) F) (at level 41, F at level 41, i at level 50).
Notation "\zsum_ i F" := (\big[Z.add/0]_i F) (at level 41, F at level 41, i at level 0).

Lemma zsum_le (I : finType) (P : pred I) (F G : I -> Z) : (forall i, P i -> F i <= G i) -> \zsum_(i | P i) F i <= \zsum_(i | P i) G i.
Proof. by move=> le; elim/big_ind2: _ => // *; lia. Qed.

Lemma zsum_const (I : finType) (P : pred I) (c : Z) : \zsum_(i | P i) c = Z.of_nat #|P| * c.
Proof. by rewrite big_const; elim: #|P| => [//|d IH]; rewrite Nat2Z.inj_succ iterS IH; ring. Qed.

Lemma zsum_nat (I : finType) (P : pred I) (F : I -> nat) : Z.of_nat (\sum_(i | P i) F i) = \zsum_(i | P i) Z.of_nat (F i).
Proof. by elim/big_ind2: _ => // a b c d <- <-; rewrite z_add. Qed.

Section Product.
Variables batch m n k : nat.
Notation wordA := ('I_batch * 'I_m * 'I_k)%type.
Notation wordB := ('I_batch * 'I_k * 'I_n)%type.
Notation wordC := ('I_batch * 'I_m * 'I_n)%type.
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.
Implicit Types (x : triple) (g : wordC).

(** ** What the products of a window cost *)
Section Window.
Variable U : {set triple}.

(** Products with the same inner index of the same batch element, and the words that they read. *)
Definition slice x : 'I_batch * 'I_k := (x.1.1.1, x.2).
Definition in_slice s : {set triple} := [set x in U | slice x == s].
Definition words_of_slice s : nat :=
  #|[set a : wordA in @word_a batch m n k @: U | (a.1.1, a.2) == s]| + #|[set b : wordB in @word_b batch m n k @: U | b.1 == s]|.
Definition words : nat := #|@word_a batch m n k @: U| + #|@word_b batch m n k @: U|.
Definition groups : nat := #|@group_c batch m n k @: U|.

Lemma words_slices : words = (\sum_s words_of_slice s)%N.
Proof.
have part (T : finType) (A : {set T}) (f : T -> 'I_batch * 'I_k) : #|A| = (\sum_s #|[set y in A | f y == s]|)%N.
  rewrite -sum1_card (partition_big f predT) //=; apply: eq_bigr => s _.
  by rewrite -sum1_card; apply: eq_bigl => y; rewrite inE.
by rewrite /words [in LHS](part _ _ (fun a => (a.1.1, a.2))) [in X in (_ + X)%N](part _ _ (fun b => b.1)) -big_split.
Qed.

Lemma slice_products s : (4 * #|in_slice s| <= words_of_slice s ^ 2)%N.
Proof.
apply: leq_trans (nat_AGM2 _ _); rewrite leq_mul2l -cardsX /=.
have inj : {in in_slice s &, injective (fun x => (@word_a batch m n k x, @word_b batch m n k x))}.
  by move=> [[[? ?] ?] ?] [[[? ?] ?] ?] _ _ [-> -> -> _ _ ->].
rewrite -(card_in_imset inj) subset_leq_card //; apply/subsetP => _ /imsetP[x + ->].
by rewrite !inE /= => /andP[xU /eqP <-]; rewrite !imset_f //= /slice !eqxx.
Qed.

Lemma slice_groups s : {in in_slice s &, injective (@group_c batch m n k)}.
Proof.
by move=> [c q] [c' q']; rewrite !inE /slice /= => /andP[_ /eqP <-] /andP[_ /eqP[_ ->]] ->.
Qed.

Variables (X Y d : Z) (a b : wordC -> Z).
Hypothesis d0 : 0 <= d.
Hypothesis lines : forall g, fair X (a g) (b g) d.
Hypothesis room : Z.of_nat words + Z.of_nat groups <= Y <= X.

Lemma slice_price s : let w := Z.of_nat (words_of_slice s) in
  (w * (\zsum_(g in @group_c batch m n k @: U) a g) + Z.of_nat words * (\zsum_(x in in_slice s) b (group_c x)) <= w * (d * Y))%Z.
Proof.
cbv zeta; set w := Z.of_nat _; set W := Z.of_nat words; set f := #|in_slice s|; have := slice_products s.
move=> /z_le; rewrite z_mul z_square -/f -/w => fw.
have sub : @group_c batch m n k @: in_slice s \subset @group_c batch m n k @: U.
  by apply: imsetS; apply/subsetP => x; rewrite inE => /andP[].
have fg : #|@group_c batch m n k @: in_slice s| = f by rewrite card_in_imset //; apply: slice_groups.
have -> : \zsum_(g in @group_c batch m n k @: U) a g = (\zsum_(x in in_slice s) a (group_c x))
    + (\zsum_(g in @group_c batch m n k @: U :\: @group_c batch m n k @: in_slice s) a g).
  rewrite (big_setID (@group_c batch m n k @: in_slice s)) /= (setIidPr sub) big_imset //; exact: slice_groups.
have others : \zsum_(g in @group_c batch m n k @: U :\: @group_c batch m n k @: in_slice s) a g <= (Z.of_nat groups - Z.of_nat f) * d.
  apply: Z.le_trans (zsum_le _) _ => [g _|]; first exact: (proj1 (lines g)).
  rewrite zsum_const; have -> : #|[pred g | g \in @group_c batch m n k @: U :\: @group_c batch m n k @: in_slice s]| = (groups - f)%N.
    by rewrite -fg -(cardsDS sub).
  by rewrite z_sub; [exact: Z.le_refl | rewrite -fg subset_leq_card].
have w0 : 0 <= w by rewrite /w; lia.
have W0 : 0 <= W by rewrite /W; lia.
have own : w * (\zsum_(x in in_slice s) a (group_c x)) + W * (\zsum_(x in in_slice s) b (group_c x))
    <= w * (d * (Y - Z.of_nat groups + Z.of_nat f)).
  rewrite !big_distrr -big_split /=; have [f0|fpos] := posnP f.
    rewrite big_pred0 => [|x]; last by have /eqP := f0; rewrite cards_eq0 => /eqP ->; rewrite inE.
    by have := room; rewrite f0 /= => *; do !apply: Z.mul_nonneg_nonneg => //; lia.
  have f1 : 0 < Z.of_nat f by apply: (z_lt fpos).
  have w1 : 0 < w by nia.
  apply: (Zmult_le_reg_r _ _ (Z.of_nat f)); first lia.
  have -> : w * (d * (Y - Z.of_nat groups + Z.of_nat f)) * Z.of_nat f
      = \zsum_(x in in_slice s) (w * (d * (Y - Z.of_nat groups + Z.of_nat f))).
    by rewrite zsum_const Z.mul_comm.
  rewrite big_distrl; apply: zsum_le => x _ /=; have [_ h] := lines (group_c x).
  have fc : Z.of_nat f <= Z.of_nat groups by apply: z_le; rewrite -fg subset_leq_card.
  have := room; rewrite -/W Z.mul_comm => room'; apply: h => //; clear -fw fc room'; lia.
have := Z.mul_le_mono_nonneg_l _ _ w w0 others; clear -own; lia.
Qed.

Lemma window_price : U != set0 ->
  (\zsum_(g in @group_c batch m n k @: U) a g) + (\zsum_(x in U) b (group_c x)) <= d * Y.
Proof.
case/set0Pn => x0 x0U; have W0 : 0 < Z.of_nat words.
  apply: (@z_lt 0); rewrite /words ltn_addr //; apply/card_gt0P; exists (word_a x0); exact: imset_f.
apply: (Zmult_le_reg_r _ _ (Z.of_nat words)); first lia.
have parts : \zsum_(x in U) b (group_c x) = \zsum_s \zsum_(x in in_slice s) b (group_c x).
  by rewrite (partition_big slice predT) //=; apply: eq_bigr => s _; apply: eq_bigl => x; rewrite inE.
have wE : Z.of_nat words = \zsum_s Z.of_nat (words_of_slice s) by rewrite -zsum_nat -words_slices.
set A := \zsum_(g in _) _; set B := \zsum_(x in _) _.
have -> : (A + B) * Z.of_nat words
    = \zsum_s (Z.of_nat (words_of_slice s) * A + Z.of_nat words * (\zsum_(x in in_slice s) b (group_c x))).
  by rewrite big_split /= -big_distrl -big_distrr /= -wE -parts -/B; ring.
have -> : d * Y * Z.of_nat words = \zsum_s (Z.of_nat (words_of_slice s) * (d * Y)).
  by rewrite -big_distrl /= -wE; ring.
by apply: zsum_le => s _; apply: slice_price.
Qed.
End Window.

(** ** What the groups pay in all windows together *)
Section Windows.
Variables (W : finType) (of_window : triple -> W) (a b : wordC -> Z).

Definition window (w : W) : {set triple} := [set x | of_window x == w].
Definition products g : {set triple} := [set x | group_c x == g].
Definition windows_of g : {set W} := of_window @: products g.

Lemma card_products g : #|products g| = k.
Proof.
have -> : products g = [set (g, q) | q : 'I_k].
  apply/setP => x; rewrite inE; apply/eqP/imsetP => [<-|[q _ -> //]].
  by exists x.2; rewrite // /group_c -surjective_pairing.
by rewrite card_imset ?card_ord // => q q' [].
Qed.

Lemma windows_of_range g : (0 < k)%N -> (0 < #|windows_of g| <= k)%N.
Proof.
move=> k0; apply/andP; split; last by apply: leq_trans (leq_imset_card _ _) _; rewrite card_products.
by apply/card_gt0P; exists (of_window (g, Ordinal k0)); apply: imset_f; rewrite inE.
Qed.

Lemma all_prices : \zsum_w ((\zsum_(g in @group_c batch m n k @: window w) a g) + (\zsum_(x in window w) b (group_c x)))
  = \zsum_g (Z.of_nat #|windows_of g| * a g + Z.of_nat k * b g).
Proof.
rewrite !big_split /=; congr (_ + _).
  rewrite (exchange_big_dep predT) //=; apply: eq_bigr => g _; rewrite zsum_const; congr (Z.of_nat _ * _).
  apply: eq_card => w; rewrite unfold_in /=.
  by apply/imsetP/imsetP => -[x]; rewrite inE => /eqP xE yE; exists x; rewrite ?inE ?xE // yE.
transitivity (\zsum_x b (@group_c batch m n k x)).
  rewrite (exchange_big_dep predT) //=; apply: eq_bigr => x _; rewrite (big_pred1 (of_window x)) // => w.
  by rewrite inE eq_sym.
rewrite (partition_big (@group_c batch m n k) predT) //=; apply: eq_bigr => g _.
have -> : Z.of_nat k * b g = \zsum_(x in products g) b g by rewrite zsum_const card_products.
by apply: eq_big => [x|x /eqP -> //]; rewrite inE.
Qed.
End Windows.
End Product.
