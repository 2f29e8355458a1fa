(** * The machine and what it computes

    Read this file to know what the theorems claim: everything else is proof.

    A [computation] is a set of sums of products. A _product_ (a [point]) reads operands: words of the input and complete
    sums of an earlier stage (to which a function may have been applied); it belongs to one sum (a [group]). Which
    computations are meant stands in Product.v (a batch of matrix products) and Chain.v (fused chains, attention, feed-forward).

    A [machine state] is a family of private fast memories, each of bounded size, around one slow memory without limit. Values
    are symbolic: [Sum g X] is the sum of the products [X] of the group [g], in whatever order, tree or scale it was formed.

    The machine is as permissive as a program can be. Any product may be formed any number of times, in any memory; any
    sums of a group may be added, in any order; sums may overlap (so idempotent sums like max are covered); a result
    may take the place of anything; any step may forget anything. Nothing is assumed about schedules.

    Slow memory may add a sum that a fast memory sends to a sum of the same group that it holds, as the L2 of a GPU does. A claim that
    holds only where slow memory never adds says so ([no_slow_adds]). *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Record computation := Computation {
  word : finType;                          (* words of the input arrays *)
  group : finType;                         (* sums *)
  point : finType;                         (* products *)
  group_of : point -> group;               (* the sum that a product belongs to *)
  reads : point -> {set word + group};     (* what a product multiplies: words, complete sums *)
  outputs : {set group} }.                 (* the sums that must be in slow memory at the end *)

Section Values.
Variable C : computation.

Definition terms (g : group C) : {set point C} := [set x | group_of x == g].

Inductive value := Word of word C | Sum of group C & {set point C}.

Definition complete (v : value) : bool := if v is Sum g X then X == terms g else false.

Definition operand (r : word C + group C) : value :=
  match r with inl w => Word w | inr g => Sum g (terms g) end.

(* [value] is a finite type with decidable equality. *)
Definition value_encode (v : value) : word C + group C * {set point C} :=
  match v with Word w => inl w | Sum g X => inr (g, X) end.
Definition value_decode (r : word C + group C * {set point C}) : value :=
  match r with inl w => Word w | inr (g, X) => Sum g X end.
Lemma value_encodeK : cancel value_encode value_decode. Proof. by case. Qed.
Definition value_eqMixin := CanEqMixin value_encodeK.
Canonical value_eqType := EqType value value_eqMixin.
Definition value_choiceMixin := CanChoiceMixin value_encodeK.
Canonical value_choiceType := ChoiceType value value_choiceMixin.
Definition value_countMixin := CanCountMixin value_encodeK.
Canonical value_countType := CountType value value_countMixin.
Definition value_finMixin := CanFinMixin value_encodeK.
Canonical value_finType := FinType value value_finMixin.

(** Sizes, in any unit (words, bytes): of the words of the input, of an unfinished sum of a group, of a complete one. *)
Record sizes := Sizes { word_size : word C -> nat; partial_size : group C -> nat; output_size : group C -> nat }.

(** What it costs to move a value. *)
Definition size_of (z : sizes) (v : value) : nat :=
  match v with
  | Word w => word_size z w
  | Sum g X => if X == terms g then output_size z g else partial_size z g
  end.

(** The space a value takes in fast memory. A complete sum may be kept in either width. *)
Definition space_of (z : sizes) (v : value) : nat :=
  match v with
  | Word w => word_size z w
  | Sum g X => if X == terms g then minn (partial_size z g) (output_size z g) else partial_size z g
  end.

(** What slow memory may hold at the start: the input, and empty sums (so that C += A B is covered). *)
Definition is_source (v : value) : bool := if v is Sum _ X then X == set0 else true.

End Values.
Arguments Word {C}. Arguments Sum {C}.

Section Machine.
Variables (M : finType) (C : computation).     (* the fast memories *)
Notation value := (value C).

Record state := State { fast : M -> {set value}; slow : {set value} }.

Inductive step_kind :=
| Load of M & value                                  (* slow memory to fast memory p *)
| Store of M & value                                 (* fast memory p to slow memory *)
| Multiply of M & point C & {set point C}            (* form a product, alone (X empty) or into the sum of X *)
| Add of M & group C & {set point C} & {set point C} (* add two sums of a group *)
| Accumulate of M & group C & {set point C} & {set point C} (* send a sum, which slow memory adds to one it has *)
| Forget.

(* At most [v] is new in memory [p], nothing in the others; what is not new may have been forgotten. *)
Definition gains (s s' : state) p v : bool :=
  [forall p', fast s' p' \subset (if p' == p then v |: fast s p' else fast s p')].
Definition forgets (s s' : state) : bool := [forall p', fast s' p' \subset fast s p'].

Definition step (s : state) (o : step_kind) (s' : state) : bool :=
  match o with
  | Load p v => [&& v \in slow s, gains s s' p v & slow s' \subset slow s]
  | Store p v => [&& v \in fast s p, forgets s s' & slow s' \subset v |: slow s]
  | Multiply p x X =>
      [&& [forall r in reads x, operand r \in fast s p],
          (X == set0) || (Sum (group_of x) X \in fast s p),
          gains s s' p (Sum (group_of x) (x |: X)) & slow s' \subset slow s]
  | Add p g X Y =>
      [&& Sum g X \in fast s p, Sum g Y \in fast s p, gains s s' p (Sum g (X :|: Y)) & slow s' \subset slow s]
  | Accumulate p g X Y =>
      [&& Sum g X \in fast s p, Sum g Y \in slow s, forgets s s' & slow s' \subset Sum g (X :|: Y) |: slow s]
  | Forget => forgets s s' && (slow s' \subset slow s)
  end.

(** [len] steps; [act t] leads from [at_time t] to [at_time t.+1]. *)
Record execution := Execution { len : nat; at_time : nat -> state; act : nat -> step_kind }.

Record legal (z : sizes C) (capacity : nat) (e : execution) : Prop := Legal {
  starts_empty : forall p, fast (at_time e 0) p = set0;
  starts_with_input : forall v, v \in slow (at_time e 0) -> is_source v;
  steps : forall t, t < len e -> step (at_time e t) (act e t) (at_time e t.+1);
  fits : forall t p, t <= len e -> \sum_(v in fast (at_time e t) p) space_of z v <= capacity;
  finishes : forall g, g \in outputs C -> Sum g (terms g) \in slow (at_time e (len e)) }.

(** Only fast memories add. *)
Definition no_slow_adds (e : execution) : Prop := forall t p g X Y, t < len e -> act e t <> Accumulate p g X Y.

(** The cost of sending X to be added to Y: the size of X, and at least that of an output where the result is complete, because slow
    memory adds in the format of the word that it adds to. *)
Definition addend_size (z : sizes C) (g : group C) (X Y : {set point C}) : nat :=
  maxn (size_of z (Sum g X)) (if X :|: Y == terms g then output_size z g else 0).

(** Traffic of one memory, and of all. A transfer between two fast memories is a store and a load. *)
Definition load_cost (z : sizes C) p (o : step_kind) : nat :=
  if o is Load p' v then (if p' == p then size_of z v else 0) else 0.
Definition store_cost (z : sizes C) p (o : step_kind) : nat :=
  match o with
  | Store p' v => if p' == p then size_of z v else 0
  | Accumulate p' g X Y => if p' == p then addend_size z g X Y else 0
  | _ => 0
  end.

Definition loads_of z e p : nat := \sum_(t < len e) load_cost z p (act e t).
Definition stores_of z e p : nat := \sum_(t < len e) store_cost z p (act e t).
Definition traffic_of z e p : nat := loads_of z e p + stores_of z e p.
Definition loads z e : nat := \sum_p loads_of z e p.
Definition stores z e : nat := \sum_p stores_of z e p.
Definition traffic z e : nat := loads z e + stores z e.

End Machine.
Arguments Load {M C}. Arguments Store {M C}. Arguments Multiply {M C}. Arguments Add {M C}. Arguments Accumulate {M C}.
Arguments Forget {M C}.
