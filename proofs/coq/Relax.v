(** * Counting words smaller only relaxes the machine

    An execution stays legal and costs no more when words are counted smaller or the memories larger. So a bound for the sizes
    of a certificate holds for every machine whose words are at least that wide: id `product-segments` counts unfinished sums at
    the narrower of accumulator and output, a chain counts an element of H at the narrowest of its forms. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Relax.
Variables (M : finType) (C : computation) (z narrow : sizes C) (capacity larger : nat) (e : execution M C).
Hypothesis narrow_word : forall w, word_size narrow w <= word_size z w.
Hypothesis narrow_partial : forall g, partial_size narrow g <= partial_size z g.
Hypothesis narrow_output : forall g, output_size narrow g <= output_size z g.
Hypothesis larger_capacity : capacity <= larger.

Lemma size_of_narrow v : size_of narrow v <= size_of z v.
Proof. by case: v => [w|g X] /=; [exact: narrow_word | case: ifP]. Qed.

Lemma space_of_narrow v : space_of narrow v <= space_of z v.
Proof.
case: v => [w|g X] /=; [exact: narrow_word | case: ifP => // _].
by rewrite leq_min !geq_min narrow_partial narrow_output orbT.
Qed.

Theorem legal_narrow : legal z capacity e -> legal narrow larger e.
Proof.
case=> h1 h2 h3 h4 h5; split=> // t p tN; apply: leq_trans larger_capacity; apply: leq_trans (h4 t p tN).
by apply: leq_sum => v _; apply: space_of_narrow.
Qed.

Lemma load_cost_narrow (p : M) o : load_cost narrow p o <= load_cost z p o.
Proof. by case: o => //= q v; case: ifP => // _; apply: size_of_narrow. Qed.

Lemma store_cost_narrow (p : M) o : store_cost narrow p o <= store_cost z p o.
Proof.
case: o => //= [q v|q g X Y]; case: ifP => // _; first exact: size_of_narrow.
by rewrite geq_max !leq_max size_of_narrow; case: ifP => // _; rewrite narrow_output orbT.
Qed.

Theorem loads_narrow : loads narrow e <= loads z e.
Proof. by apply: leq_sum => p _; apply: leq_sum => t _; apply: load_cost_narrow. Qed.

Theorem stores_narrow : stores narrow e <= stores z e.
Proof. by apply: leq_sum => p _; apply: leq_sum => t _; apply: store_cost_narrow. Qed.

Theorem traffic_narrow : traffic narrow e <= traffic z e.
Proof. by rewrite leq_add ?loads_narrow ?stores_narrow. Qed.

Theorem traffic_of_narrow p : traffic_of narrow e p <= traffic_of z e p.
Proof.
by apply: leq_add; apply: leq_sum => t _; [apply: load_cost_narrow | apply: store_cost_narrow].
Qed.
End Relax.
