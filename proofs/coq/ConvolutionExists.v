(** * Convolutions have legal executions

    With room for an input, a weight and a sum: the theorems of Convolution.v do not hold for want of executions. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Exists ChainExists Window ConvolutionSets Convolution.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Exists.
Variables (batch channels filters : nat) (rows cols : axis) (wI wW wC wO capacity : nat).
Hypotheses (rows_ok : axis_ok rows) (cols_ok : axis_ok cols) (channels_pos : 0 < channels).
Hypothesis room : wI + wW + wC <= capacity.
Notation conv := (conv batch channels filters rows cols).
Notation z := (@conv_sizes batch channels filters rows cols wI wW wC wO).
Variables (M : finType) (p : M).

Lemma conv_space_two (v v' : value conv) : space z [set v; v'] <= space_of z v + space_of z v'.
Proof. by apply: leq_trans (spaceU _ _ _) _; rewrite /space !big_set1. Qed.

Theorem conv_exists : exists2 e : execution M conv, legal z capacity e & no_slow_adds e.
Proof.
pose input : {set value conv} := [set v | if v is Word _ then true else false].
have [W [r sub all_]] : exists W', [/\ reached z capacity p set0 W', input \subset W'
    & forall g, g \in enum (group conv) -> Sum g (terms g) \in W'].
  apply: (reach_sums (widest := fun=> wC) (reached_start _ _ _)) => g _; split=> [|X||].
  - exact: (conv_computed rows_ok cols_ok channels_pos g).
  - by rewrite /=; case: ifP => // _; apply: geq_minl.
  - by move=> x i _ /set2P[] ->; rewrite inE.
  - move=> x _; apply: leq_trans room; rewrite leq_add2r /= imsetU1 imset_set1.
    exact: conv_space_two.
by apply: reached_legal r _ => g _; apply: all_; rewrite mem_enum.
Qed.
End Exists.
