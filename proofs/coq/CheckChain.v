(** * A checked checker: certificates of `chain-fused`, per memory

    The rule of src/verify/chain/chain.ts over binary integers, and that it is sound: its value whoever adds, its reads where only fast
    memories add. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Chain WaterFilling TransientFilling Whole.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** What a certificate of a chain speaks about (`ChainInstance` in src/bounds/bound.ts). *)
Record chain_instance := ChainInstance {
  chain_batch : Z; chain_m : Z; chain_k : Z; chain_l : Z; chain_n : Z; chain_pairs : Z; chain_factors : Z;
  chain_size_a : Z; chain_size_b : Z; chain_size_h : Z; chain_size_d : Z; chain_size_partial : Z; chain_size_output : Z;
  chain_capacity : Z; chain_memories : Z }.

Definition check_chain_instance (i : chain_instance) : bool :=
  [&& 1 <=? chain_batch i, 1 <=? chain_m i, 1 <=? chain_k i, 1 <=? chain_l i, 1 <=? chain_n i, 1 <=? chain_pairs i, 1 <=? chain_factors i,
      1 <=? chain_size_a i, 1 <=? chain_size_b i, 1 <=? chain_size_h i, 1 <=? chain_size_d i, 1 <=? chain_size_partial i, 1 <=? chain_size_output i,
      0 <=? chain_capacity i, 1 <=? chain_memories i & chain_pairs i <=? chain_batch i * chain_m i * chain_l i].

(** The executions that it speaks about: those of any chain with this many elements of H, at least one in each row. *)
Notation elements_type i := ('I_(Z.to_nat (chain_batch i)) * 'I_(Z.to_nat (chain_m i)) * 'I_(Z.to_nat (chain_l i)))%type.
Notation chain_type i pairs := (@chain (Z.to_nat (chain_batch i)) (Z.to_nat (chain_m i)) (Z.to_nat (chain_k i)) (Z.to_nat (chain_l i))
  (Z.to_nat (chain_n i)) (Z.to_nat (chain_factors i)) pairs).
Definition chain_sizes_for (i : chain_instance) (pairs : {set elements_type i}) : sizes (chain_type i pairs) :=
  @chain_sizes _ _ _ _ _ _ pairs (Z.to_nat (chain_size_a i)) (Z.to_nat (chain_size_b i)) (Z.to_nat (chain_size_d i)) (Z.to_nat (chain_size_h i))
    (Z.to_nat (chain_size_partial i)) (Z.to_nat (chain_size_output i)).
Definition exists_in_chain (i : chain_instance) (pairs : {set elements_type i}) : Prop :=
  Z.of_nat #|pairs| = chain_pairs i /\ forall r, exists p, (r, p) \in pairs.
Definition chain_parts_at_least (i : chain_instance) (reads writes value : Z) : Prop :=
  forall (pairs : {set elements_type i}) (e : execution [finType of 'I_(Z.to_nat (chain_memories i))] (chain_type i pairs)),
  exists_in_chain pairs -> legal (chain_sizes_for pairs) (Z.to_nat (chain_capacity i)) e ->
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (chain_sizes_for pairs) e), writes <= Z.of_nat (stores (chain_sizes_for pairs) e)
    & value <= Z.of_nat (traffic (chain_sizes_for pairs) e)].

(** ** V: the larger of what fits with H stored and with H transient *)

Record chain_segment := ChainSegment { stored : Z; transient : Z }.

Definition most_in (s : chain_segment) : Z := Z.max (stored s) (transient s).
Definition four_k2 (i : chain_instance) : Z := 4 * chain_k i * chain_k i * chain_factors i * chain_size_a i * chain_size_b i.
Definition second_stage_products (i : chain_instance) : Z := chain_batch i * chain_m i * chain_n i * chain_l i.
Definition stored_fits (i : chain_instance) (v x : Z) : bool :=
  weighs_at_most (chain_m i) (chain_n i) (chain_l i) (chain_size_h i) (chain_size_d i) (chain_size_partial i) v x.
Definition transient_fits (i : chain_instance) (v x : Z) : bool :=
  transient_weighs_at_most (chain_m i) (chain_n i) (chain_l i) (four_k2 i) (chain_size_d i) (chain_size_partial i) v x.

Definition check_chain_segment (i : chain_instance) (x : Z) (s : chain_segment) : bool :=
  exact_maximum (stored_fits i) (second_stage_products i) x (stored s) && exact_maximum (transient_fits i) (second_stage_products i) x (transient s).

(** Stored or transient, never a mixture: x elements of H, h of them there and the others from words that weigh s. *)
Lemma stored_or_transient w q s t h x : 0 <= w -> 0 <= s -> 0 <= t -> 0 <= h -> 0 <= q -> x <= h + t -> q * t <= s * s ->
  w * x <= s + w * h \/ q * x <= (s + w * h) * (s + w * h).
Proof.
move=> w0 s0 t0 h0 q0 xh qt; have [|lt] : w * x <= s + w * h \/ s + w * h < w * x by lia.
  by left.
right; have wx : w * x <= w * (h + t) by apply: Z.mul_le_mono_nonneg_l.
have swt : s < w * t by lia.
have tpos : 0 < t by nia.
have qs : q <= s * w.
  apply/(Z.mul_le_mono_pos_r _ _ t) => //; apply: (Z.le_trans _ _ _ qt).
  by rewrite -Z.mul_assoc; apply: Z.mul_le_mono_nonneg_l; lia.
have : q * h <= s * w * h by apply: Z.mul_le_mono_nonneg_r.
have : q * x <= q * (h + t) by apply: Z.mul_le_mono_nonneg_l.
have : 0 <= (w * h) * (w * h) by apply: Z.square_nonneg.
have : 0 <= s * w * h by do 2?apply: Z.mul_nonneg_nonneg.
lia.
Qed.

Section Segment.
Variable i : chain_instance.
Hypothesis ok : check_chain_instance i = true.

Lemma chain_instance_ok : [/\ 1 <= chain_batch i, 1 <= chain_m i, 1 <= chain_k i, 1 <= chain_l i & 1 <= chain_n i] /\
  [/\ 1 <= chain_pairs i, 1 <= chain_factors i, 1 <= chain_size_a i & 1 <= chain_size_b i] /\
  [/\ 1 <= chain_size_h i, 1 <= chain_size_d i, 1 <= chain_size_partial i & 1 <= chain_size_output i] /\ 0 <= chain_capacity i /\ 1 <= chain_memories i.
Proof.
move: ok; rewrite /check_chain_instance => /and5P[h1 h2 h3 h4 /and5P[h5 h6 h7 h8 /and5P[h9 h10 h11 h12 /and4P[h13 h14 h15 _]]]].
by do !split; apply/Z.leb_le.
Qed.

Definition chain_holds x v := chain_holds_at_most (Z.to_nat (chain_batch i)) (Z.to_nat (chain_m i)) (Z.to_nat (chain_k i)) (Z.to_nat (chain_l i))
  (Z.to_nat (chain_n i)) (Z.to_nat (chain_factors i)) (Z.to_nat (chain_size_a i)) (Z.to_nat (chain_size_b i)) (Z.to_nat (chain_size_d i)) (Z.to_nat (chain_size_h i))
  (Z.to_nat (chain_size_partial i)) x (Z.to_nat v).

Lemma chain_holds_segment x s : 0 < x -> check_chain_segment i x s -> 0 <= most_in s /\ chain_holds (Z.to_nat x) (most_in s).
Proof.
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok.
move=> x0 /andP[st tr]; have st0 := exact_maximum_nonneg st; have tr0 := exact_maximum_nonneg tr.
split=> [|v y h r c d g]; first by rewrite /most_in; lia.
move=> /z_le + /z_le + /z_le + /z_le + /z_le + /z_le + /z_le; rewrite z_square !z_add !z_mul !Z2Nat.id; try lia.
set V := Z.of_nat v; set Y := Z.of_nat y; set H := Z.of_nat h; set R := Z.of_nat r; set K := Z.of_nat c; set D := Z.of_nat d; set G := Z.of_nat g.
have [V0 [Y0 [H0 [R0 [K0 [D0 G0]]]]]] : 0 <= V /\ 0 <= Y /\ 0 <= H /\ 0 <= R /\ 0 <= K /\ 0 <= D /\ 0 <= G by rewrite /V /Y /H /R /K /D /G; lia.
move=> vol vy vd vg va yh sum; apply: n_le; rewrite Z2Nat.id -/V /most_in; last by lia.
have s0 : 0 <= chain_size_a i * (R * chain_k i) + chain_size_b i * (K * (chain_factors i * chain_k i)).
  by apply: Z.add_nonneg_nonneg; do ?apply: Z.mul_nonneg_nonneg; lia.
have fk0 : 0 <= four_k2 i by rewrite /four_k2; do ?apply: Z.mul_nonneg_nonneg; lia.
have amgm : four_k2 i * (R * K) <= (chain_size_a i * (R * chain_k i) + chain_size_b i * (K * (chain_factors i * chain_k i)))
    * (chain_size_a i * (R * chain_k i) + chain_size_b i * (K * (chain_factors i * chain_k i))).
  have := Z.square_nonneg (chain_size_a i * (R * chain_k i) - chain_size_b i * (K * (chain_factors i * chain_k i))); rewrite /four_k2; lia.
have smaller w : 0 <= w -> w <= V -> w * w <= Y * D * G.
  by move=> w0 wV; apply: (Z.le_trans _ (V * V)) => //; apply: Z.mul_le_mono_nonneg; lia.
have va' : V <= second_stage_products i by [].
have h0 : 0 <= chain_size_h i by lia.
have [whole|part] := stored_or_transient h0 s0 (Z.mul_nonneg_nonneg _ _ R0 K0) H0 fk0 yh amgm.
  apply: Z.le_trans (Z.le_max_l _ _); apply: exact_maximum_sound st x0 va' _ => lt.
  apply: (@weighs_at_most_complete _ _ _ _ _ _ _ _ Y D G) => //; try lia.
  by apply: smaller; lia.
apply: Z.le_trans (Z.le_max_r _ _); apply: exact_maximum_sound tr x0 va' _ => lt.
set y' := _ + _ in part.
have y0 : 0 <= y' by apply: Z.add_nonneg_nonneg => //; apply: Z.mul_nonneg_nonneg.
apply: (@transient_weighs_at_most_complete _ _ _ _ _ _ _ _ Y y' D G) => //; try lia.
- by rewrite /four_k2; do ?apply: Z.mul_pos_pos; lia.
- by apply: smaller; lia.
Qed.
End Segment.

(** ** `chain-fused`, per memory *)

Record chain_transients_certificate := ChainTransientsCertificate {
  transients_instance : chain_instance; transients_cut : Z; transients_first : chain_segment; transients_later : chain_segment;
  transients_later_segments : Z; transients_clock : Z; transients_reads : Z; transients_writes : Z; transients_value : Z }.

Definition chain_groups (i : chain_instance) : Z := chain_batch i * chain_m i * chain_n i.
Definition chain_unit (i : chain_instance) : Z :=
  Z.gcd (chain_size_a i) (Z.gcd (chain_size_b i) (Z.gcd (chain_size_h i) (Z.gcd (chain_size_d i) (chain_size_partial i)))).

Definition check_chain_transients (c : chain_transients_certificate) : bool :=
  let i := transients_instance c in
  let unit := chain_unit i in
  [&& check_chain_instance i, 1 <=? transients_cut c, transients_cut c mod unit =? 0,
      check_chain_segment i (transients_cut c + chain_size_partial i - unit) (transients_first c),
      check_chain_segment i (chain_capacity i / unit * unit + transients_cut c + chain_size_partial i - unit) (transients_later c),
      least_count (chain_pairs i * chain_n i - chain_memories i * most_in (transients_first c)) (most_in (transients_later c))
        (transients_later_segments c),
      transients_clock c =? transients_cut c * transients_later_segments c,
      transients_reads c =? Z.max 0 (transients_clock c - chain_size_partial i * chain_groups i),
      transients_writes c =? chain_size_output i * chain_groups i
    & transients_value c =? transients_reads c + transients_writes c].

Lemma chain_unit_divides i : [/\ (chain_unit i | chain_size_a i), (chain_unit i | chain_size_b i), (chain_unit i | chain_size_h i),
  (chain_unit i | chain_size_d i) & (chain_unit i | chain_size_partial i)].
Proof.
have l := Z.gcd_divide_l; have r := Z.gcd_divide_r; rewrite /chain_unit; set x3 := Z.gcd (chain_size_d i) _.
set x2 := Z.gcd (chain_size_h i) x3; set x1 := Z.gcd (chain_size_b i) x2; set x0 := Z.gcd (chain_size_a i) x1.
have d1 : (x0 | x1) := r _ _; have d2 : (x0 | x2) := Z.divide_trans _ _ _ d1 (r _ _).
have d3 : (x0 | x3) := Z.divide_trans _ _ _ d2 (r _ _).
split; [exact: l | exact: Z.divide_trans d1 (l _ _) | exact: Z.divide_trans d2 (l _ _) | exact: Z.divide_trans d3 (l _ _)
  | exact: Z.divide_trans d3 (r _ _)].
Qed.

(** The parts of a certificate, from what the theorems say. *)
Lemma chain_parts i (pairs : {set elements_type i}) (e : execution [finType of 'I_(Z.to_nat (chain_memories i))] (chain_type i pairs))
    claimed clock : let groups := (Z.to_nat (chain_batch i) * Z.to_nat (chain_m i) * Z.to_nat (chain_n i))%N in
  check_chain_instance i = true -> exists_in_chain pairs -> legal (chain_sizes_for pairs) (Z.to_nat (chain_capacity i)) e ->
  claimed <= Z.of_nat clock ->
  (clock + Z.to_nat (chain_size_output i) * groups
    <= traffic (chain_sizes_for pairs) e + Z.to_nat (chain_size_partial i) * groups)%N ->
  (no_slow_adds e -> clock <= loads (chain_sizes_for pairs) e + Z.to_nat (chain_size_partial i) * groups)%N ->
  let reads := Z.max 0 (claimed - chain_size_partial i * chain_groups i) in let writes := chain_size_output i * chain_groups i in
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (chain_sizes_for pairs) e), writes <= Z.of_nat (stores (chain_sizes_for pairs) e)
    & reads + writes <= Z.of_nat (traffic (chain_sizes_for pairs) e)].
Proof.
move=> groups ok [_ rows] leg some total reads; have [[b1 m1 k1 l1 n1] [_ [[h1 d1 e1 o1] _]]] := chain_instance_ok ok.
have groupsE : Z.of_nat groups = chain_groups i by rewrite /chain_groups !z_mul !Z2Nat.id; lia.
by have := parts_hold some total reads (chain_stores leg rows); rewrite groupsE !Z2Nat.id; try lia.
Qed.

Theorem check_chain_transients_sound c : check_chain_transients c = true ->
  chain_parts_at_least (transients_instance c) (transients_reads c) (transients_writes c) (transients_value c).
Proof.
rewrite /check_chain_transients; cbv zeta; set i := transients_instance c; set u := chain_unit i; set T := transients_cut c.
case/and5P => ok /Z.leb_le T1 /Z.eqb_eq Tu first /and5P[later least /Z.eqb_eq clockE /Z.eqb_eq rE /andP[/Z.eqb_eq wE /Z.eqb_eq vE]].
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
have [ua ub uh ud ue] := chain_unit_divides i; rewrite -/u in ua ub uh ud ue.
have u0 : 0 < u.
  have : 0 <= u by apply: Z.gcd_nonneg.
  have [z|] : u = 0 \/ u <> 0 by [lia]; last by lia.
  by move: ua; rewrite z => /Z.divide_0_l; lia.
have uT : (u | T) by apply/Z.mod_divide => //; lia.
have uleT : u <= T by apply: Z.divide_pos_le => //; lia.
have r0 : 0 <= chain_capacity i / u * u by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 < T + chain_size_partial i - u by lia.
have x1 : 0 < chain_capacity i / u * u + T + chain_size_partial i - u by lia.
have [v0 h0] := chain_holds_segment ok x0 first.
have [v1 hl] := chain_holds_segment ok x1 later.
have e0 : (Z.to_nat T + Z.to_nat (chain_size_partial i) - Z.to_nat u)%N = Z.to_nat (T + chain_size_partial i - u).
  by apply: Nat2Z.inj; rewrite z_sub; [rewrite z_add !Z2Nat.id; lia | apply: n_le; rewrite z_add !Z2Nat.id; lia].
have el : (Z.to_nat (chain_capacity i) %/ Z.to_nat u * Z.to_nat u + Z.to_nat T + Z.to_nat (chain_size_partial i) - Z.to_nat u)%N
    = Z.to_nat (chain_capacity i / u * u + T + chain_size_partial i - u).
  apply: Nat2Z.inj; rewrite z_sub; last by apply: n_le; rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
  by rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
rewrite /chain_holds -e0 in h0; rewrite /chain_holds -el in hl.
have dv x : 1 <= x -> (u | x) -> (Z.to_nat u %| Z.to_nat x)%N by move=> x_pos; apply: n_to_nat_div; lia.
have factors_pos : (0 < Z.to_nat (chain_factors i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have T0 : (0 < Z.to_nat T)%N by apply: n_lt; rewrite Z2Nat.id; lia.
have g0 : 0 <= chain_groups i by rewrite /chain_groups; do ?apply: Z.mul_nonneg_nonneg; lia.
move=> pairs e ex leg; rewrite vE rE wE; have [pE rows] := ex.
have [clock [formed total reads]] := chain_transients leg factors_pos rows T0 (dv _ T1 uT) (dv _ a1 ua) (dv _ sb1 ub) (dv _ d1 ud)
  (dv _ h1 uh) (dv _ e1 ue) h0 hl.
apply: (chain_parts ok ex leg _ total reads); move: formed.
move/z_le; rewrite card_ord z_add !z_mul pE (Z2Nat.id (chain_n i)) ?(Z2Nat.id (chain_memories i)) ?(Z2Nat.id _ v0) ?(Z2Nat.id _ v1); try lia.
set q := (_ %/ _)%N => count.
have le : transients_later_segments c <= Z.of_nat q by apply: least_count_sound least; lia.
have Tq : T * transients_later_segments c <= T * Z.of_nat q by apply: Z.mul_le_mono_nonneg_l; lia.
have : T * Z.of_nat q <= Z.of_nat clock by rewrite /q z_div (Z2Nat.id T); [apply: Z.mul_div_le; lia | lia].
by rewrite clockE -/T; lia.
Qed.
