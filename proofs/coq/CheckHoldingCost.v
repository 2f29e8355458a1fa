(** * A checked checker: certificates of a holding cost for resident words of a matrix product

    The rules of `redblue verify` (src/verify/gemm/holding-cost.ts) over binary integers, and that they are sound once the tables that a
    certificate names pass. *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product Whole RealPotential SlicePotentials ProductHolding Splines CheckProduct.
From Redblue Require Export CheckSegment CheckSlices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** Shares are of [holding_whole]. *)
Record holding_cost_certificate := HoldingCostCertificate {
  holding_instance : product_instance; holding_room : Z; holding_whole : Z; holding_parts : list potential_share; holding_value : Z }.

(** Every output meets all of k slices, whose words weigh sqrt (a * b) a product. *)
Definition product_sliced (i : product_instance) : sliced :=
  let ab := size_a i * size_b i in
  Sliced (groups_of i * k_of i * ab) 1 ab (groups_of i) 1 (groups_of i) (size_partial i) (size_output i).

Definition check_product_holding_cost (c : holding_cost_certificate) : bool :=
  let i := holding_instance c in
  if check_instance i then
    (holding_room c =? room_of (capacity_of i) (unit_of i (size_partial i)) (size_partial i))
      && check_slices (product_sliced i) (holding_room c) (holding_whole c) (holding_parts c) (holding_value c)
  else false.

Definition moved_without_adders (i : product_instance) (value : Z) : Prop :=
  forall e, legal_for (i := i) e -> no_slow_adds e -> (value <= Z.of_nat (traffic (sizes_for i) e))%Z.

Local Open Scope Q_scope.
Notation z := inject_Z.

(** A memory holds [room_of] accumulators less one, with the words that are there. *)
Lemma room_enough capacity unit partial room : (0 <= capacity)%Z -> (0 < unit)%Z -> (0 < partial)%Z ->
  room = room_of capacity unit partial -> (1 <= room)%Z
  /\ (Z.to_nat capacity %/ Z.to_nat unit * Z.to_nat unit + Z.to_nat partial <= Z.to_nat partial * Z.to_nat room)%N.
Proof.
rewrite /room_of => q0 u0 w0; pose used := (capacity / unit * unit)%Z; rewrite -/used => roomE.
have used0 : (0 <= used)%Z by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos | ]; lia.
have fills : (used + partial <= partial * room)%Z.
  by have := Z.mul_succ_div_gt (used + partial - 1) partial w0; rewrite roomE; lia.
have X1 : (1 <= room)%Z by nia.
by split=> //; apply: n_le; rewrite z_add !z_mul z_div !Z2Nat.id; rewrite -/used; lia.
Qed.

Theorem check_product_holding_cost_sound c : tables_hold (holding_parts c) -> check_product_holding_cost c = true ->
  moved_without_adders (holding_instance c) (holding_value c).
Proof.
rewrite /check_product_holding_cost; set i := holding_instance c; move=> tables; case: ifP => // ok /andP[/Z.eqb_eq room pass] e leg fast.
have [v_le|v0] := Z.le_gt_cases (holding_value c) 0; first by lia.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok; have [g0 _] := counts_pos ok.
have w0 : (0 < size_partial i)%Z by lia.
have [u0 [ua [ub uw]]] := unit_ok i w0; set u := unit_of i (size_partial i) in u0 ua ub uw.
have nat_pos x : (1 <= x)%Z -> (0 < Z.to_nat x)%N by move=> x1; apply: n_lt; rewrite Z2Nat.id; lia.
have dv y : (1 <= y)%Z -> (u | y)%Z -> (Z.to_nat u %| Z.to_nat y)%N by move=> y0; apply: n_to_nat_div; lia.
have [X1 enough] := room_enough c1 u0 w0 room.
have ab1 : (0 < size_a i * size_b i)%Z by nia.
have X0 : (0 < holding_room c)%Z by lia.
have words0 : (0 < words_top (product_sliced i))%Z by rewrite /=; nia.
have [|||||Lam [top [P [E [F [root [gain b]]]]]]] := slices_proven tables pass v0 X0 words0; try by rewrite /=; lia.
have qE n : (1 <= n)%Z -> q (Z.to_nat n) == z n by move=> n1'; rewrite /q Z2Nat.id; [reflexivity | lia].
have pos n : (1 <= n)%Z -> 0 < z n by move=> n1'; rewrite -[0]/(z 0) -Zlt_Qlt; lia.
have [gpos kpos apos bpos] : [/\ 0 < z (groups_of i), 0 < z (k_of i), 0 < z (size_a i) & 0 < z (size_b i)] by split; apply: pos; lia.
pose weight := z (size_a i) * z (size_b i) * root; have root0 := b_root b.
have weight0 : 0 < weight by do 2?apply: Qmult_lt_0_compat.
have bring : slices_bring (product_sliced i) root == z (k_of i) * weight.
  rewrite /slices_bring /weight /=; move: (groups_of i) gpos => g gpos; rewrite !inject_Z_mult; change (z 1) with 1; field; lra.
have weight_least : weight * weight * q (Z.to_nat (holding_room c)) <= q (Z.to_nat (size_a i)) * q (Z.to_nat (size_b i)).
  rewrite !qE //; have := b_least b; rewrite /= inject_Z_mult => le.
  have ab0 : 0 <= z (size_a i) * z (size_b i) by nra.
  have -> : weight * weight * z (holding_room c)
    == z (size_a i) * z (size_b i) * (root * root * (z (holding_room c) * (z (size_a i) * z (size_b i)))) by rewrite /weight; ring.
  by have := Qmult_le_0_compat _ (1 - root * root * (z (holding_room c) * (z (size_a i) * z (size_b i)))) ab0 ltac:(lra); lra.
have gain_least v : 0 <= v -> v <= 1 -> gain + q (Z.to_nat (size_partial i)) * P v <= q (Z.to_nat (k_of i)) * weight * (Lam + E v).
  by move=> v0' v1; rewrite !qE // -bring; apply: (b_gain b).
have gain_Lam : gain <= q (Z.to_nat (k_of i)) * weight * Lam by rewrite qE // -bring; apply: (b_gain_Lam b).
have range v : 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= 2#1 by move=> v0' v1; have [h1 h2] := b_range b v0' v1; have := b_top b; lra.
have := product_holding_cost leg fast (nat_pos _ k1) (nat_pos _ a1) (nat_pos _ sb1) (nat_pos _ p1) (dv _ a1 ua) (dv _ sb1 ub) (dv _ p1 uw)
  enough (b_potential b) (b_respects b) range (b_nonneg b) (b_Lam b) weight0 weight_least gain_least gain_Lam.
rewrite groups_nat // qE; last by lia.
rewrite qE //; move: (traffic _ e) => moved bound.
have := b_value b; rewrite /= -/i; change (z 1) with 1 => least.
have : z (holding_value c - 1) < z (Z.of_nat moved); last by rewrite -Zlt_Qlt; lia.
by rewrite inject_Z_plus inject_Z_opp; change (z 1) with 1; apply: Qlt_le_trans bound; lra.
Qed.
