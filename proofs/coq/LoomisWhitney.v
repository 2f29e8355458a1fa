(** * The discrete inequality of Loomis and Whitney

    A finite set of points with three coordinates has at most the square root of the product of the sizes of its three
    projections onto coordinate planes (proofs/gemm-segments.md). *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Lemma cauchy_schwarz (J : finType) (K : {set J}) (r : J -> nat) :
  (\sum_(c in K) r c) ^ 2 <= #|K| * \sum_(c in K) r c ^ 2.
Proof.
have twice : 2 * (\sum_(c in K) r c) ^ 2 = \sum_(c in K) \sum_(d in K) 2 * (r c * r d).
  rewrite -mulnn big_distrlr big_distrr /=; apply: eq_bigr => c _; by rewrite big_distrr.
rewrite -(leq_pmul2l (isT : 0 < 2)) twice.
apply: (@leq_trans (\sum_(c in K) \sum_(d in K) (r c ^ 2 + r d ^ 2))).
  by apply: leq_sum => c _; apply: leq_sum => d _; apply: nat_Cauchy.
under eq_bigr do rewrite big_split /= sum_nat_const.
by rewrite big_split /= sum_nat_const -big_distrr /= addnn mul2n.
Qed.

(** Pairs of points that agree under [f] are at least what they would be if the fibres were equal. *)
Lemma agreeing_pairs (T J : finType) (f : T -> J) (U : {set T}) :
  #|U| ^ 2 <= #|f @: U| * #|[set z : T * T | [&& z.1 \in U, z.2 \in U & f z.1 == f z.2]]|.
Proof.
pose fibre c := \sum_(x in U | f x == c) 1.
have -> : #|U| = \sum_(c in f @: U) fibre c by rewrite -sum1_card (partition_big_imset f).
have -> : #|[set z : T * T | [&& z.1 \in U, z.2 \in U & f z.1 == f z.2]]| = \sum_(c in f @: U) fibre c ^ 2.
  transitivity (\sum_(x in U) fibre (f x)).
    rewrite -sum1_card /fibre pair_big_dep /=; apply: eq_bigl => -[x y].
    by rewrite inE /= [f x == _]eq_sym.
  rewrite (partition_big_imset f) /=; apply: eq_bigr => c _.
  rewrite -mulnn /fibre big_distrl /=; apply: eq_bigr => x /andP[_ /eqP ->]; by rewrite mul1n.
exact: cauchy_schwarz.
Qed.

Theorem loomis_whitney (T I J K : finType) (i : T -> I) (j : T -> J) (q : T -> K) (U : {set T}) :
  injective (fun x => (i x, j x, q x)) ->
  #|U| ^ 2 <= #|[set (i x, q x) | x in U]| * #|[set (q x, j x) | x in U]| * #|[set (i x, j x) | x in U]|.
Proof.
move=> inj; apply: leq_trans (agreeing_pairs (fun x => (i x, j x)) U) _; rewrite mulnC leq_mul2r; apply/orP; right.
set D := [set z | _]; rewrite -cardsX.
pose corners (z : T * T) := ((i z.1, q z.1), (q z.2, j z.2)).
have inD : {in D &, injective corners}.
  move=> [x y] [x' y']; rewrite !inE /= => /and3P[_ _ /eqP[ixy jxy]] /and3P[_ _ /eqP[ixy' jxy']].
  rewrite /corners /= => -[ix qx qy jy]; congr (_, _); apply: inj.
    by rewrite ix qx jxy jy -jxy'.
  by rewrite -ixy ix ixy' jy qy.
rewrite -(card_in_imset inD) subset_leq_card //; apply/subsetP => _ /imsetP[[x y] /[!inE] /= /and3P[xU yU _] ->].
by rewrite /corners /= !imset_f.
Qed.
