(** * A checked checker: compulsory traffic

    A certificate lists arrays with their words and word sizes. It speaks about every computation of which these are the arrays. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Compulsory Product Chain Whole CheckProduct CheckChain.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Record array := Array { words_of : Z; word_size_of : Z }.

Record compulsory_certificate := CompulsoryCertificate {
  input_arrays : seq array; output_arrays : seq array;
  compulsory_reads : Z; compulsory_writes : Z; compulsory_value : Z }.

Definition total (arrays : seq array) : Z := foldr (fun a sum => words_of a * word_size_of a + sum) 0 arrays.
Definition check_array (a : array) : bool := (1 <=? words_of a) && (1 <=? word_size_of a).

Definition check_compulsory (c : compulsory_certificate) : bool :=
  [&& all check_array (input_arrays c), all check_array (output_arrays c),
      compulsory_reads c =? total (input_arrays c), compulsory_writes c =? total (output_arrays c)
    & compulsory_value c =? compulsory_reads c + compulsory_writes c].

(** The arrays of a computation: every word is needed, every output has products, and the sizes add up. *)
Record has_arrays (C : computation) (z : sizes C) (inputs outputs_ : seq array) : Prop := HasArrays {
  words_needed : forall w : word C, exists2 x, needed x & inl w \in reads x;
  outputs_computed : forall g, g \in outputs C -> terms g != set0;
  inputs_total : Z.of_nat (\sum_(w : word C) word_size z w) = total inputs;
  outputs_total : Z.of_nat (\sum_(g in outputs C) output_size z g) = total outputs_ }.

Theorem check_compulsory_sound c : check_compulsory c = true ->
  forall (M : finType) (C : computation) (z : sizes C) capacity (e : execution M C),
  has_arrays z (input_arrays c) (output_arrays c) -> legal z capacity e ->
  [/\ compulsory_reads c <= Z.of_nat (loads z e), compulsory_writes c <= Z.of_nat (stores z e)
    & compulsory_value c <= Z.of_nat (traffic z e)].
Proof.
case/and5P => _ _ /Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE M C z capacity e [needs computed inputs outs] leg.
have /z_le l : (\sum_(w : word C) word_size z w <= loads z e)%N.
  rewrite -(eq_bigl _ _ (fun w => in_setT w)); exact: compulsory_loads leg _ (fun w _ => needs w).
have /z_le s := compulsory_stores leg computed.
by rewrite vE /traffic z_add rE wE; split; lia.
Qed.

(** The arrays of a batch of products. *)
Lemma product_has_arrays i : check_instance i = true -> has_arrays (sizes_for i)
  [:: Array (batch_of i * m_of i * k_of i) (size_a i); Array (batch_of i * k_of i * n_of i) (size_b i)]
  [:: Array (groups_of i) (size_output i)].
Proof.
move=> ok; have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] _]] := instance_ok ok.
have pos x : 1 <= x -> (0 < Z.to_nat x)%N by move=> h; apply: n_lt; rewrite Z2Nat.id; lia.
split.
- exact: product_words_needed (pos _ m1) (pos _ n1).
- by move=> g _; apply: (@product_groups_computed _ _ _ _ (pos _ k1) g).
- rewrite big_sumType /= !sum_nat_const !card_prod !card_ord z_add !z_mul !Z2Nat.id; lia.
- rewrite sum_nat_const cardsT !card_prod !card_ord !z_mul /= /groups_of !Z2Nat.id; lia.
Qed.

(** The arrays of a batch of chains in which every row and every column of H has an element. *)
Lemma chain_has_arrays i (pairs : {set elements_type i}) : check_chain_instance i = true ->
  (forall r, exists p, (r, p) \in pairs) -> (forall c, exists r, (c.1, r, c.2) \in pairs) ->
  has_arrays (chain_sizes_for pairs)
    [:: Array (chain_batch i * chain_m i * chain_k i) (chain_size_a i);
        Array (chain_batch i * chain_l i * (chain_factors i * chain_k i)) (chain_size_b i);
        Array (chain_batch i * chain_l i * chain_n i) (chain_size_d i)]
    [:: Array (chain_groups i) (chain_size_output i)].
Proof.
move=> ok rows columns; have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] _]]] := chain_instance_ok ok.
have pos x : 1 <= x -> (0 < Z.to_nat x)%N by move=> h; apply: n_lt; rewrite Z2Nat.id; lia.
split.
- exact: chain_words_needed (pos _ f1) rows columns (pos _ n1).
- exact: chain_groups_computed rows.
- by rewrite !big_sumType /= !sum_nat_const !card_prod !card_ord !z_add !z_mul !Z2Nat.id; lia.
- rewrite chain_outputs_size z_mul /= /chain_groups !z_mul !Z2Nat.id; lia.
Qed.
