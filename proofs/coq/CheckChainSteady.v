(** * A checked checker: certificates of `chain-fused`, amortized

    Without the first segment: what a weight of Y can hold is at most Y / X of what X can (SteadySegments.v). The rule of
    `redblue verify` over binary integers, and that it is sound. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Chain WaterFilling TransientFilling Whole CheckChain.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Definition check_steady_chain_segment (i : chain_instance) (x : Z) (s : chain_segment) : bool :=
  largest_fitting (stored_fits i) x (stored s) && largest_fitting (transient_fits i) x (transient s).

Section Rate.
Variable i : chain_instance.
Hypothesis ok : check_chain_instance i = true.

Lemma chain_rate_sound x s : 0 <= x -> check_steady_chain_segment i x s -> 0 <= most_in s /\
  chain_holds_at_rate (Z.to_nat (chain_m i)) (Z.to_nat (chain_k i)) (Z.to_nat (chain_l i)) (Z.to_nat (chain_n i)) (Z.to_nat (chain_factors i))
    (Z.to_nat (chain_size_a i)) (Z.to_nat (chain_size_b i)) (Z.to_nat (chain_size_d i)) (Z.to_nat (chain_size_h i))
    (Z.to_nat (chain_size_partial i)) (Z.to_nat x) (Z.to_nat (most_in s + 1)).
Proof.
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
move=> x0 /andP[/and3P[/Z.leb_le st0 _ /negbTE st] /and3P[/Z.leb_le tr0 _ /negbTE tr]].
split=> [|v y h r c d g]; first by rewrite /most_in; lia.
move=> /z_le + /z_le + /z_le + /z_le + /z_le + /z_le; rewrite z_square !z_add !z_mul !Z2Nat.id; try lia.
move=> vol vy vd vg yh sum; apply: n_le; rewrite z_mul z_mul !z_add !z_mul !Z2Nat.id /most_in; try lia.
move: vol vy vd vg yh sum.
set V := Z.of_nat v; set Y := Z.of_nat y; set H := Z.of_nat h; set R := Z.of_nat r; set K := Z.of_nat c; set D := Z.of_nat d; set G := Z.of_nat g.
have [V0 [Y0 [H0 [R0 [K0 [D0 G0]]]]]] : 0 <= V /\ 0 <= Y /\ 0 <= H /\ 0 <= R /\ 0 <= K /\ 0 <= D /\ 0 <= G by rewrite /V /Y /H /R /K /D /G; lia.
move=> vol vy vd vg yh sum.
set S := chain_size_a i * (R * chain_k i) + chain_size_b i * (K * (chain_factors i * chain_k i)) in sum *.
have s0 : 0 <= S by apply: Z.add_nonneg_nonneg; do ?apply: Z.mul_nonneg_nonneg; lia.
have fk0 : 0 <= four_k2 i by rewrite /four_k2; do ?apply: Z.mul_nonneg_nonneg; lia.
have amgm : four_k2 i * (R * K) <= S * S.
  have := Z.square_nonneg (chain_size_a i * (R * chain_k i) - chain_size_b i * (K * (chain_factors i * chain_k i))).
  by rewrite /S /four_k2; clear; lia.
have h0 : 0 <= chain_size_h i by lia.
have dd : 0 <= chain_size_d i * D by apply: Z.mul_nonneg_nonneg; lia.
have gg : 0 <= chain_size_partial i * G by apply: Z.mul_nonneg_nonneg; lia.
have hh : 0 <= chain_size_h i * H by apply: Z.mul_nonneg_nonneg; lia.
set W := S + _ + _ + _ in sum *; have W0 : 0 <= W by rewrite /W; clear -s0 dd gg hh; lia.
have enough most weight : 0 <= most -> most <= Z.max (stored s) (transient s) -> weight <= W -> 
    V * x <= (most + 1) * weight -> V * x <= (Z.max (stored s) (transient s) + 1) * W.
  move=> m0 mm ww h'; apply: (Z.le_trans _ _ _ h').
  apply: (Z.le_trans _ ((most + 1) * W)); first by apply: Z.mul_le_mono_nonneg_l => //; lia.
  by apply: Z.mul_le_mono_nonneg_r => //; lia.
have [whole|part] := stored_or_transient h0 s0 (Z.mul_nonneg_nonneg _ _ R0 K0) H0 fk0 yh amgm.
  have le : chain_size_h i * Y + chain_size_d i * D + chain_size_partial i * G <= W by rewrite /W; clear -whole; lia.
  apply: (enough (stored s) (chain_size_h i * Y + chain_size_d i * D + chain_size_partial i * G)) => //; first exact: Z.le_max_l.
  apply: (@weighs_in_proportion (chain_m i) (chain_n i) (chain_l i)) => //; lia.
set y' := _ + _ in part.
have y0 : 0 <= y' by apply: Z.add_nonneg_nonneg.
have le : y' + chain_size_d i * D + chain_size_partial i * G <= W by rewrite /W /y'; clear; lia.
apply: (enough (transient s) (y' + chain_size_d i * D + chain_size_partial i * G)) => //; first exact: Z.le_max_r.
apply: (@transient_weighs_in_proportion (chain_m i) (chain_n i) (chain_l i) (four_k2 i) _ _ _ _ _ Y) => //; try lia.
  by rewrite /four_k2; do ?apply: Z.mul_pos_pos; lia.
Qed.
End Rate.

(** ** `chain-fused`, amortized *)

Record chain_steady_certificate := ChainSteadyCertificate {
  chain_steady_instance : chain_instance; chain_steady_cut : Z; chain_steady_later : chain_segment;
  chain_steady_clock : Z; chain_steady_reads : Z; chain_steady_writes : Z; chain_steady_value : Z }.

Definition check_chain_transients_steady (c : chain_steady_certificate) : bool :=
  let i := chain_steady_instance c in
  let unit := chain_unit i in
  let cut := chain_steady_cut c in
  [&& check_chain_instance i, 1 <=? cut, cut mod unit =? 0,
      check_steady_chain_segment i (chain_capacity i / unit * unit + cut + chain_size_partial i - unit) (chain_steady_later c),
      chain_steady_clock c =? divided_up (cut * (chain_pairs i * chain_n i)) (most_in (chain_steady_later c) + 1),
      chain_steady_reads c =? Z.max 0 (chain_steady_clock c - chain_size_partial i * chain_groups i),
      chain_steady_writes c =? chain_size_output i * chain_groups i
    & chain_steady_value c =? chain_steady_reads c + chain_steady_writes c].

Theorem check_chain_transients_steady_sound c : check_chain_transients_steady c = true ->
  chain_parts_at_least (chain_steady_instance c) (chain_steady_reads c) (chain_steady_writes c) (chain_steady_value c).
Proof.
rewrite /check_chain_transients_steady; cbv zeta; set i := chain_steady_instance c; set u := chain_unit i; set T := chain_steady_cut c.
case/and5P => ok /Z.leb_le T1 /Z.eqb_eq Tu later /and4P[/Z.eqb_eq clockE /Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE].
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
have [ua ub uh ud ue] := chain_unit_divides i; rewrite -/u in ua ub uh ud ue.
have u0 : 0 < u.
  have : 0 <= u by apply: Z.gcd_nonneg.
  have [z|] : u = 0 \/ u <> 0 by [lia]; last by lia.
  by move: ua; rewrite z => /Z.divide_0_l; lia.
have uT : (u | T) by apply/Z.mod_divide => //; lia.
have uleT : u <= T by apply: Z.divide_pos_le => //; lia.
have r0 : 0 <= chain_capacity i / u * u by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 <= chain_capacity i / u * u + T + chain_size_partial i - u by lia.
have [v0 rate] := chain_rate_sound ok x0 later.
have el : (Z.to_nat (chain_capacity i) %/ Z.to_nat u * Z.to_nat u + Z.to_nat T + Z.to_nat (chain_size_partial i) - Z.to_nat u)%N
    = Z.to_nat (chain_capacity i / u * u + T + chain_size_partial i - u).
  apply: Nat2Z.inj; rewrite z_sub; last by apply: n_le; rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
  by rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
rewrite -el in rate.
have dv x : 1 <= x -> (u | x) -> (Z.to_nat u %| Z.to_nat x)%N by move=> x_pos; apply: n_to_nat_div; lia.
have pos x : 1 <= x -> (0 < Z.to_nat x)%N by move=> x_pos; apply: n_lt; rewrite Z2Nat.id; lia.
have g0 : 0 <= chain_groups i by rewrite /chain_groups; do ?apply: Z.mul_nonneg_nonneg; lia.
move=> pairs e ex leg; rewrite vE rE wE; have [pE rows] := ex.
have [clock [formed total reads]] := chain_transients_steady leg (pos _ f1) rows (pos _ T1) (pos _ e1) (dv _ T1 uT) (dv _ a1 ua) (dv _ sb1 ub)
  (dv _ d1 ud) (dv _ h1 uh) (dv _ e1 ue) rate.
apply: (chain_parts ok ex leg _ total reads); move/z_le: formed; rewrite !z_mul pE !Z2Nat.id; try lia.
by move=> count; rewrite clockE -/T; apply: divided_up_least; lia.
Qed.
