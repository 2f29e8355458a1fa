(** * A checked checker: certificates of the matrix product

    The rules of `redblue verify` (src/verify/certificate.ts) over binary integers, and that they are sound: if
    [check c = true], every legal execution costs at least the value of [c], whoever adds; its reads are at least those of [c] where only
    fast memories add. Nothing unary is ever computed. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product WaterFilling Whole.
From Redblue Require Export CheckSegment.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Lemma to_nat_mul a b : 0 <= a -> 0 <= b -> (Z.to_nat a * Z.to_nat b)%N = Z.to_nat (a * b).
Proof. by move=> a0 b0; apply: Nat2Z.inj; rewrite z_mul !Z2Nat.id; try lia; apply: Z.mul_nonneg_nonneg. Qed.

Section Counts.
Variable i : product_instance.
Hypothesis ok : check_instance i = true.

Lemma groups_nat : (Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i))%N = Z.to_nat (groups_of i).
Proof. by have [[b1 m1 n1 k1] _] := instance_ok ok; rewrite /groups_of !to_nat_mul //; do ?apply: Z.mul_nonneg_nonneg; lia. Qed.

Lemma products_nat : (Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i) * Z.to_nat (k_of i))%N = Z.to_nat (products_of i).
Proof.
have [[b1 m1 n1 k1] _] := instance_ok ok.
by rewrite groups_nat /products_of -/(groups_of i) to_nat_mul //; rewrite ?/groups_of; do ?apply: Z.mul_nonneg_nonneg; lia.
Qed.

Lemma counts_pos : 0 < groups_of i /\ 0 < products_of i.
Proof. by have [[b1 m1 n1 k1] _] := instance_ok ok; rewrite /products_of /groups_of; split; do ?apply: Z.mul_pos_pos; lia. Qed.

(** The parts of a certificate, from what the theorems say. *)
Lemma product_parts w claimed (e : execution [finType of memories_type i] (product_type i)) clock : 0 <= w -> legal_for e ->
  claimed <= Z.of_nat clock ->
  (clock + Z.to_nat (size_output i) * Z.to_nat (groups_of i) <= traffic (sizes_for i) e + Z.to_nat w * Z.to_nat (groups_of i))%N ->
  (no_slow_adds e -> clock <= loads (sizes_for i) e + Z.to_nat w * Z.to_nat (groups_of i))%N ->
  let reads := Z.max 0 (claimed - w * groups_of i) in let writes := size_output i * groups_of i in
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (sizes_for i) e), writes <= Z.of_nat (stores (sizes_for i) e)
    & reads + writes <= Z.of_nat (traffic (sizes_for i) e)].
Proof.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] _]] := instance_ok ok; have [g0 _] := counts_pos.
move=> w0 leg some total reads; have k0 : (0 < Z.to_nat (k_of i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have writes := product_stores leg k0; rewrite groups_nat in writes.
by have := parts_hold some total reads writes; rewrite !Z2Nat.id //; lia.
Qed.

Lemma card_memories : #|[finType of memories_type i]| = Z.to_nat (memories_of i).
Proof. by rewrite card_ord. Qed.
End Counts.

(** ** `product-segments`, `product-segments-wide-sums` *)

Record segments_certificate := SegmentsCertificate {
  segments_instance : product_instance; segments_cut : cut_certificate;
  segments_reads : Z; segments_writes : Z; segments_value : Z }.

Definition check_product_segments (c : segments_certificate) : bool :=
  let i := segments_instance c in
  if check_instance i then
  [&& check_cut i (size_partial i) (products_of i) (memories_of i) (segments_cut c),
      segments_reads c =? Z.max 0 (clock_at_least (segments_cut c) - size_partial i * groups_of i),
      segments_writes c =? size_output i * groups_of i
    & segments_value c =? segments_reads c + segments_writes c] else false.

Theorem check_product_segments_sound c : check_product_segments c = true ->
  parts_at_least (segments_instance c) (segments_reads c) (segments_writes c) (segments_value c).
Proof.
rewrite /check_product_segments; cbv zeta; rewrite guardE; set i := segments_instance c; case/and5P => ok cut_ok /Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [g0 p0] := counts_pos ok.
have w0 : 0 < size_partial i by lia.
have [[T0 uT [ua [ub uw]]] [h0 h1 clock_sound]] := cut_sound ok w0 cut_ok.
move=> e leg; rewrite vE rE wE; have k0 : (0 < Z.to_nat (k_of i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have [clock [formed total reads]] := product_segments leg k0 T0 uT ua ub uw h0 h1.
rewrite groups_nat // in total reads; apply: (product_parts ok _ leg _ total reads); first by lia.
apply: clock_sound; move: formed; rewrite products_nat // card_memories => /z_le.
by rewrite z_add !z_mul (Z2Nat.id (products_of i)) ?(Z2Nat.id (memories_of i)); lia.
Qed.

(** ** `product-busiest`, `product-memory-independent`: some memory forms at least its share of the products *)

Definition check_share (i : product_instance) (share : Z) : bool :=
  [&& 1 <=? share, products_of i <=? share * memories_of i & (share - 1) * memories_of i <? products_of i].

Lemma share_sound i share v : check_instance i -> check_share i share ->
  (Z.to_nat (products_of i) <= #|[finType of memories_type i]| * v)%N -> share <= Z.of_nat v.
Proof.
move=> ok /and3P[_ _ /Z.ltb_lt least]; have [_ [_ [_ q1]]] := instance_ok ok; have [_ p0] := counts_pos ok.
by rewrite card_memories => /z_le; rewrite z_mul !Z2Nat.id; try lia; nia.
Qed.

Record busiest_certificate := BusiestCertificate {
  busiest_instance : product_instance; busiest_cut : cut_certificate; busiest_share_at_least : Z; busiest_value : Z }.

Definition check_product_busiest (c : busiest_certificate) : bool :=
  let i := busiest_instance c in
  if check_instance i then
  [&& check_share i (busiest_share_at_least c),
      check_cut i (Z.min (size_partial i) (size_output i)) (busiest_share_at_least c) 1 (busiest_cut c)
    & busiest_value c =? clock_at_least (busiest_cut c)] else false.

Lemma to_nat_min a b : 0 <= a -> 0 <= b -> Z.to_nat (Z.min a b) = minn (Z.to_nat a) (Z.to_nat b).
Proof. by move=> a0 b0; rewrite /minn; case: ltP => h; lia. Qed.

Theorem check_product_busiest_sound c : check_product_busiest c = true ->
  moved_by_one_memory (busiest_instance c) (busiest_value c).
Proof.
rewrite /check_product_busiest; cbv zeta; rewrite guardE; set i := busiest_instance c; case/and4P => ok share_ok cut_ok /Z.eqb_eq vE e leg.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have w0 : 0 < Z.min (size_partial i) (size_output i) by lia.
have [[T0 uT [ua [ub uw]]] [h0 h1 clock_sound]] := cut_sound ok w0 cut_ok.
have memories : (0 < #|[finType of memories_type i]|)%N by rewrite card_memories; apply: n_lt; rewrite Z2Nat.id; lia.
rewrite to_nat_min in uw h0 h1; try lia.
have [p] := product_busiest leg memories T0 uT ua ub uw h0 h1.
rewrite products_nat // -/(sizes_for i) => /(share_sound ok share_ok); rewrite z_add z_mul => h; exists p; rewrite vE.
apply: clock_sound; lia.
Qed.

Record memory_independent_certificate := MemoryIndependentCertificate {
  independent_instance : product_instance; independent_share : Z; independent_value : Z }.

Definition check_product_memory_independent (c : memory_independent_certificate) : bool :=
  let i := independent_instance c in
  let w := Z.min (size_partial i) (size_output i) in
  [&& check_instance i, check_share i (independent_share c), 1 <=? independent_value c,
      fits_real i w (independent_share c) (independent_value c) & ~~ fits_real i w (independent_share c) (independent_value c - 1)].

Theorem check_product_memory_independent_sound c : check_product_memory_independent c = true ->
  moved_by_one_memory (independent_instance c) (independent_value c).
Proof.
rewrite /check_product_memory_independent; cbv zeta; set i := independent_instance c; set w := Z.min _ _; case/and5P => ok share_ok /Z.leb_le v1 _ nofit e leg.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have memories : (0 < #|[finType of memories_type i]|)%N by rewrite card_memories; apply: n_lt; rewrite Z2Nat.id; lia.
have [p [U [share wt]]] := product_memory_independent leg memories; exists p.
rewrite products_nat // in share; have {}share := share_sound ok share_ok share.
have /and3P[/Z.leb_le s1 _ _] := share_ok.
have [vol va vb vc] := product_set U.
have [//|lt] : independent_value c <= Z.of_nat (traffic_of (sizes_for i) e p)
  \/ Z.of_nat (traffic_of (sizes_for i) e p) <= independent_value c - 1 by lia.
case/negP: nofit; move: wt vol va vb vc => /z_le + /z_le + /z_le + /z_le + /z_le.
rewrite /weight -to_nat_min -?/(sizes_for i) -/w ?z_square ?z_add ?z_mul ?Z2Nat.id; try lia.
set a := Z.of_nat #|@word_a _ _ _ _ @: U|; set b := Z.of_nat #|@word_b _ _ _ _ @: U|; set g := Z.of_nat #|@group_c _ _ _ _ @: U|.
move=> wt vol va vb vc; apply: (@weighs_at_most_complete _ _ _ _ _ _ _ _ a b g) => //; try lia.
  by apply: Z.le_trans vol; apply: Z.mul_le_mono_nonneg; lia.
by move: lt; rewrite /traffic_of z_add; lia.
Qed.
