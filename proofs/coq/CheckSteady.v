(** * A checked checker: certificates of `product-steady`

    No segment is apart from the others: what a weight of Y can hold is at most Y / X of what X can (SteadySegments.v). The rule of
    `redblue verify` over binary integers, and that it is sound. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product WaterFilling Whole CheckProduct.
From Redblue Require Export CheckSegment.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** What the needs of a segment after the first weigh at most. *)
Definition segment_weight (i : product_instance) (w cut : Z) : Z :=
  capacity_of i / unit_of i w * unit_of i w + cut + w - unit_of i w.

Section Rate.
Variables (i : product_instance) (w : Z).
Hypothesis ok : check_instance i = true.
Hypothesis w_pos : 0 < w.

Lemma rate_sound x v : 0 <= x -> 0 <= v -> fits_real i w v x = false ->
  holds_at_rate (Z.to_nat (m_of i)) (Z.to_nat (n_of i)) (Z.to_nat (k_of i))
    (Z.to_nat (size_a i)) (Z.to_nat (size_b i)) (Z.to_nat w) (Z.to_nat x) (Z.to_nat v).
Proof.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] _]] := instance_ok ok.
move=> x0 v0 no u a b c /z_le + /z_le + /z_le + /z_le + /z_le.
rewrite z_square !z_add !z_mul !Z2Nat.id; try lia.
move=> vol ua ub uc sum; apply: n_le; rewrite !z_mul !z_add !z_mul !Z2Nat.id; try lia.
by apply: (@weighs_in_proportion (m_of i) (n_of i) (k_of i)) => //; lia.
Qed.

(** What the theorems ask of a cut. *)
Lemma steady_sound T v : 1 <= T -> T mod unit_of i w = 0 -> 0 <= v -> fits_real i w (v + 1) (segment_weight i w T) = false ->
  let unit := Z.to_nat (unit_of i w) in
  [/\ (0 < Z.to_nat T)%N, (0 < Z.to_nat w)%N, [/\ (unit %| Z.to_nat T)%N, (unit %| Z.to_nat (size_a i))%N,
    (unit %| Z.to_nat (size_b i))%N & (unit %| Z.to_nat w)%N] &
  holds_at_rate (Z.to_nat (m_of i)) (Z.to_nat (n_of i)) (Z.to_nat (k_of i)) (Z.to_nat (size_a i)) (Z.to_nat (size_b i)) (Z.to_nat w)
    (Z.to_nat (capacity_of i) %/ unit * unit + Z.to_nat T + Z.to_nat w - unit) (Z.to_nat (v + 1))].
Proof.
move=> T1 Tu v0 no unit; rewrite /unit; have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [u0 [ua [ub uw]]] := unit_ok i w_pos; set u := unit_of i w in Tu u0 ua ub uw.
have uT : (u | T) by apply/Z.mod_divide => //; lia.
have uleT : u <= T by apply: Z.divide_pos_le => //; lia.
have r0 : 0 <= capacity_of i / u * u by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 <= segment_weight i w T by rewrite /segment_weight -/u; lia.
have v1 : 0 <= v + 1 by lia.
have rate := rate_sound x0 v1 no.
have xE : Z.to_nat (segment_weight i w T)
    = (Z.to_nat (capacity_of i) %/ Z.to_nat u * Z.to_nat u + Z.to_nat T + Z.to_nat w - Z.to_nat u)%N.
  apply: Nat2Z.inj; rewrite z_sub; last by apply: n_le; rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
  by rewrite !z_add !z_mul z_div !Z2Nat.id; rewrite /segment_weight -/u; lia.
rewrite xE in rate.
have dv y : 0 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y0; apply: n_to_nat_div; lia.
have uw' := Z.divide_pos_le _ _ w_pos uw.
by do !split => //; first [apply: dv => //; lia | apply: n_lt; rewrite Z2Nat.id; lia].
Qed.
End Rate.

(** ** `product-steady`, `product-steady-wide-sums` *)

Record steady_certificate := SteadyCertificate {
  steady_instance : product_instance; steady_cut : Z; steady_segment_products : Z; steady_clock : Z;
  steady_reads : Z; steady_writes : Z; steady_value : Z }.

Definition check_product_steady (c : steady_certificate) : bool :=
  let i := steady_instance c in
  let w := size_partial i in
  let x := segment_weight i w (steady_cut c) in
  let v := steady_segment_products c in
  if check_instance i then
  [&& 1 <=? steady_cut c, steady_cut c mod unit_of i w =? 0,
      largest_fitting (fits_real i w) x v,
      steady_clock c =? divided_up (steady_cut c * products_of i) (v + 1),
      steady_reads c =? Z.max 0 (steady_clock c - w * groups_of i),
      steady_writes c =? size_output i * groups_of i
    & steady_value c =? steady_reads c + steady_writes c] else false.

Theorem check_product_steady_sound c : check_product_steady c = true ->
  parts_at_least (steady_instance c) (steady_reads c) (steady_writes c) (steady_value c).
Proof.
rewrite /check_product_steady; cbv zeta; rewrite guardE; set i := steady_instance c; set w := size_partial i.
set T := steady_cut c; set v := steady_segment_products c.
case/and5P => ok /Z.leb_le T1 /Z.eqb_eq Tu /and3P[/Z.leb_le v0 _ /negbTE no] /and4P[/Z.eqb_eq clockE /Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE].
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [g0 p0] := counts_pos ok.
have w0 : 0 < w by rewrite /w; lia.
have [T0 w0' [uT ua ub uw] rate] := steady_sound ok w0 T1 Tu v0 no.
move=> e leg; rewrite vE rE wE; have k0 : (0 < Z.to_nat (k_of i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have [clock [formed total reads]] := product_steady leg k0 T0 w0' uT ua ub uw rate.
rewrite groups_nat // in total reads; apply: (product_parts ok _ leg _ total reads); first by lia.
move/z_le: formed; rewrite products_nat // !z_mul !Z2Nat.id; try lia.
by move=> h; rewrite clockE; apply: divided_up_least; lia.
Qed.

(** ** `product-busiest-steady` *)

Record busiest_steady_certificate := BusiestSteadyCertificate {
  busiest_steady_instance : product_instance; busiest_steady_cut : Z; busiest_steady_segment_products : Z; busiest_steady_value : Z }.

Definition check_product_busiest_steady (c : busiest_steady_certificate) : bool :=
  let i := busiest_steady_instance c in
  let w := Z.min (size_partial i) (size_output i) in
  let v := busiest_steady_segment_products c in
  let cut := busiest_steady_cut c in
  if check_instance i then
  [&& 1 <=? cut, cut mod unit_of i w =? 0, largest_fitting (fits_real i w) (segment_weight i w cut) v
    & busiest_steady_value c =? divided_up (cut * products_of i) (memories_of i * (v + 1))] else false.

Theorem check_product_busiest_steady_sound c : check_product_busiest_steady c = true ->
  moved_by_one_memory (busiest_steady_instance c) (busiest_steady_value c).
Proof.
rewrite /check_product_busiest_steady; cbv zeta; rewrite guardE; set i := busiest_steady_instance c; set w := Z.min _ _.
set T := busiest_steady_cut c; set v := busiest_steady_segment_products c.
case/and5P => ok /Z.leb_le T1 /Z.eqb_eq Tu /and3P[/Z.leb_le v0 _ /negbTE no] /Z.eqb_eq vE e leg.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [g0 p0] := counts_pos ok.
have w0 : 0 < w by rewrite /w; lia.
have [T0 w0' [uT ua ub uw] rate] := steady_sound ok w0 T1 Tu v0 no.
have memories : (0 < #|[finType of memories_type i]|)%N by rewrite card_memories; apply: n_lt; rewrite Z2Nat.id; lia.
rewrite to_nat_min in w0' uw rate; try lia.
have [p] := product_busiest_steady leg memories T0 w0' uT ua ub uw rate.
rewrite products_nat // card_memories -/(sizes_for i) => /z_le; rewrite !z_mul !Z2Nat.id; try lia; move=> h; exists p.
by rewrite vE; apply: divided_up_least; [apply: Z.mul_pos_pos|]; lia.
Qed.
