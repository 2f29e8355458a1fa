(** * A checked checker: instances of the matrix product, what a segment holds, cuts

    The parts that the certificates of CheckProduct.v share, with the rules of src/verify/shared/segment-check.ts. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product WaterFilling Whole.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** What a certificate of a product speaks about (`ProductInstance` in src/bounds/bound.ts). *)
Record product_instance := ProductInstance {
  batch_of : Z; m_of : Z; n_of : Z; k_of : Z;
  size_a : Z; size_b : Z; size_partial : Z; size_output : Z;
  capacity_of : Z; memories_of : Z }.

Definition check_instance (i : product_instance) : bool :=
  [&& 1 <=? batch_of i, 1 <=? m_of i, 1 <=? n_of i, 1 <=? k_of i, 1 <=? size_a i, 1 <=? size_b i,
      1 <=? size_partial i, 1 <=? size_output i, 0 <=? capacity_of i & 1 <=? memories_of i].

Definition products_of (i : product_instance) : Z := batch_of i * m_of i * n_of i * k_of i.
Definition groups_of (i : product_instance) : Z := batch_of i * m_of i * n_of i.

(** The executions that it speaks about. *)
Notation memories_type i := ('I_(Z.to_nat (memories_of i))).
Notation product_type i := (product (Z.to_nat (batch_of i)) (Z.to_nat (m_of i)) (Z.to_nat (n_of i)) (Z.to_nat (k_of i))).
Definition sizes_for (i : product_instance) : sizes (product_type i) :=
  product_sizes _ _ _ _ (Z.to_nat (size_a i)) (Z.to_nat (size_b i)) (Z.to_nat (size_partial i)) (Z.to_nat (size_output i)).
Definition legal_for (i : product_instance) (e : execution [finType of memories_type i] (product_type i)) : Prop :=
  legal (sizes_for i) (Z.to_nat (capacity_of i)) e.
Definition parts_at_least (i : product_instance) (reads writes value : Z) : Prop := forall e, legal_for (i := i) e ->
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (sizes_for i) e), writes <= Z.of_nat (stores (sizes_for i) e)
    & value <= Z.of_nat (traffic (sizes_for i) e)].
Definition moved_by_one_memory (i : product_instance) (x : Z) : Prop :=
  forall e, legal_for (i := i) e -> exists p, x <= Z.of_nat (traffic_of (sizes_for i) e p).

(** ** V: how many products a segment can hold *)

(** How it was maximised: over real or over whole words and groups. *)
Inductive segment_method := Real | OverWhole.
Definition same_method (x y : segment_method) : bool :=
  match x, y with Real, Real | OverWhole, OverWhole => true | _, _ => false end.

Section Segment.
Variables (i : product_instance) (w : Z).     (* [w]: what a group counts *)

Definition whole_pairs : Z := 20000.
Definition method_for (x : Z) : segment_method := if x * x / (2 * size_b i * w) <=? whole_pairs then OverWhole else Real.

(** The most products over whole a, b, c of weight at most x. *)
Definition most_over_whole (x : Z) : Z :=
  let words_a := batch_of i * m_of i * k_of i in
  let words_b := batch_of i * k_of i * n_of i in
  maximum_to (fun c => maximum_to (fun b =>
      let a := Z.min words_a ((x - size_b i * b - w * c) / size_a i) in
      Z.min (Z.min (Z.sqrt (a * b * c)) (n_of i * a)) (Z.min (m_of i * b) (k_of i * c)))
    (Z.min words_b ((x - size_a i - w * c) / size_b i)))
  (Z.min (groups_of i) ((x - size_a i - size_b i) / w)).

Definition fits_real (v x : Z) : bool := weighs_at_most (m_of i) (n_of i) (k_of i) (size_a i) (size_b i) w v x.

Definition check_segment (x claimed : Z) (method : segment_method) : bool :=
  if same_method method (method_for x) then match method with
  | OverWhole => claimed =? (if x <=? 0 then 0 else most_over_whole x)
  | Real => exact_maximum fits_real (products_of i) x claimed
  end else false.

Hypothesis ok : check_instance i = true.
Hypothesis w_pos : 0 < w.

Lemma instance_ok : [/\ 1 <= batch_of i, 1 <= m_of i, 1 <= n_of i & 1 <= k_of i] /\
  [/\ 1 <= size_a i, 1 <= size_b i, 1 <= size_partial i & 1 <= size_output i] /\ 0 <= capacity_of i /\ 1 <= memories_of i.
Proof.
move: ok; rewrite /check_instance => /and5P[b m n k /and5P[a sb p o /andP[c q]]].
by do !split; apply/Z.leb_le.
Qed.

Lemma holds_segment x claimed method : 0 < x -> check_segment x claimed method = true -> 0 <= claimed /\
  holds_at_most (Z.to_nat (batch_of i)) (Z.to_nat (m_of i)) (Z.to_nat (n_of i)) (Z.to_nat (k_of i))
    (Z.to_nat (size_a i)) (Z.to_nat (size_b i)) (Z.to_nat w) (Z.to_nat x) (Z.to_nat claimed).
Proof.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok.
move=> x0; rewrite /check_segment guardE => /andP[_ h].
suff main : 0 <= claimed /\ forall v a b c, 0 <= v -> 0 <= a -> 0 <= b -> 0 <= c -> v * v <= a * b * c ->
    v <= n_of i * a -> v <= m_of i * b -> v <= k_of i * c ->
    a <= batch_of i * m_of i * k_of i -> b <= batch_of i * k_of i * n_of i -> c <= groups_of i -> v <= products_of i ->
    size_a i * a + size_b i * b + w * c <= x -> v <= claimed.
  have [c0 {}main] := main; split=> // v a b c vol va vb vc al bl cl vl sum; apply: n_le; rewrite Z2Nat.id //.
  move: vol va vb vc al bl cl vl sum => /z_le + /z_le + /z_le + /z_le + /z_le + /z_le + /z_le + /z_le + /z_le.
  rewrite z_square !z_add !z_mul !Z2Nat.id; try lia.
  by move=> *; apply: (main _ (Z.of_nat a) (Z.of_nat b) (Z.of_nat c)) => //; lia.
case: method h => [h|/Z.eqb_eq].
  split; first exact: exact_maximum_nonneg h.
  move=> v a b c v0 a0 b0 c0' vol va vb vc _ _ _ vl sum.
  have c0 := exact_maximum_nonneg h; apply: exact_maximum_sound h x0 vl _ => lt.
  apply: (@weighs_at_most_complete _ _ _ _ _ _ _ _ a b c) => //; try lia.
  by apply: Z.le_trans vol; apply: Z.mul_le_mono_nonneg; lia.
have -> : (x <=? 0) = false by apply/Z.leb_gt.
move=> ->; split; first exact: maximum_to_nonneg.
move=> v a b c v0 a0 b0 c0 vol va vb vc al bl cl vl sum.
have [->|vpos] : v = 0 \/ 1 <= v by [lia]; first exact: maximum_to_nonneg.
have [apos bpos cpos] : [/\ 1 <= a, 1 <= b & 1 <= c] by split; nia.
have aw : size_a i * 1 <= size_a i * a by apply: Z.mul_le_mono_nonneg_l; lia.
have bw : size_b i * 1 <= size_b i * b by apply: Z.mul_le_mono_nonneg_l; lia.
have le_div d y q : 0 < d -> d * q <= y -> q <= y / d by move=> d0 hq; apply: Z.div_le_lower_bound.
pose inner c' b' := let a := Z.min (batch_of i * m_of i * k_of i) ((x - size_b i * b' - w * c') / size_a i) in
      Z.min (Z.min (Z.sqrt (a * b' * c')) (n_of i * a)) (Z.min (m_of i * b') (k_of i * c')).
apply: Z.le_trans (_ : v <= inner c b) _.
  rewrite /inner; set a' := Z.min _ (_ / _).
  have aa : a <= a' by apply: Z.min_glb => //; apply: le_div; lia.
  have bc : 0 <= b * c by apply: Z.mul_nonneg_nonneg.
  apply: Z.min_glb; apply: Z.min_glb => //.
    apply/Z.sqrt_le_square => //; first by rewrite -Z.mul_assoc; apply: Z.mul_nonneg_nonneg; lia.
    apply: (Z.le_trans _ _ _ vol); rewrite -!Z.mul_assoc; exact: Z.mul_le_mono_nonneg_r.
  apply: (Z.le_trans _ _ _ va); apply: Z.mul_le_mono_nonneg_l; lia.
apply: Z.le_trans (_ : inner c b <= maximum_to (inner c) (Z.min (batch_of i * k_of i * n_of i) ((x - size_a i - w * c) / size_b i))) _.
  apply: maximum_to_ge; split=> //; apply: Z.min_glb => //; apply: le_div; lia.
apply: (@maximum_to_ge (fun c => maximum_to (inner c) (Z.min (batch_of i * k_of i * n_of i) ((x - size_a i - w * c) / size_b i)))).
split=> //; apply: Z.min_glb => //; apply: le_div; lia.
Qed.
End Segment.

(** ** The clock of a cut *)

Record cut_certificate := CutCertificate {
  cut : Z; method : segment_method; first_method : segment_method;
  first_segment_products : Z; segment_products : Z; later_segments : Z; clock_at_least : Z }.

Definition unit_of (i : product_instance) (w : Z) : Z := Z.gcd (Z.gcd (size_a i) (size_b i)) w.

Definition check_cut (i : product_instance) (w products memories : Z) (c : cut_certificate) : bool :=
  let unit := unit_of i w in
  [&& 1 <=? cut c, cut c mod unit =? 0,
      check_segment i w (cut c + w - unit) (first_segment_products c) (first_method c),
      check_segment i w (capacity_of i / unit * unit + cut c + w - unit) (segment_products c) (method c),
      least_count (products - memories * first_segment_products c) (segment_products c) (later_segments c)
    & clock_at_least c =? cut c * later_segments c].

Section Cut.
Variables (i : product_instance) (w : Z) (c : cut_certificate).
Hypothesis ok : check_instance i = true.
Hypothesis w_pos : 0 < w.

Let nat_unit := Z.to_nat (unit_of i w).
Let holds x v := holds_at_most (Z.to_nat (batch_of i)) (Z.to_nat (m_of i)) (Z.to_nat (n_of i)) (Z.to_nat (k_of i))
    (Z.to_nat (size_a i)) (Z.to_nat (size_b i)) (Z.to_nat w) x (Z.to_nat v).

Lemma unit_ok : 0 < unit_of i w /\ (unit_of i w | size_a i) /\ (unit_of i w | size_b i) /\ (unit_of i w | w).
Proof.
have g := Z.gcd_divide_l (Z.gcd (size_a i) (size_b i)) w; have gw := Z.gcd_divide_r (Z.gcd (size_a i) (size_b i)) w.
split; last first.
  split; first exact: Z.divide_trans g (Z.gcd_divide_l _ _).
  by split=> //; exact: Z.divide_trans g (Z.gcd_divide_r _ _).
have := Z.gcd_nonneg (Z.gcd (size_a i) (size_b i)) w; rewrite -/(unit_of i w) => g0.
have [z|//] : unit_of i w = 0 \/ 0 < unit_of i w by lia.
by move: gw; rewrite -/(unit_of i w) z => /Z.divide_0_l; lia.
Qed.

(** What the segment theorems ask of a cut, and what they give in return. *)
Lemma cut_sound products memories : check_cut i w products memories c ->
  [/\ (0 < Z.to_nat (cut c))%N, (nat_unit %| Z.to_nat (cut c))%N & (nat_unit %| Z.to_nat (size_a i))%N /\
      (nat_unit %| Z.to_nat (size_b i))%N /\ (nat_unit %| Z.to_nat w)%N] /\
  [/\ holds (Z.to_nat (cut c) + Z.to_nat w - nat_unit)%N (first_segment_products c),
      holds (Z.to_nat (capacity_of i) %/ nat_unit * nat_unit + Z.to_nat (cut c) + Z.to_nat w - nat_unit)%N (segment_products c)
    & forall elapsed, products <= memories * Z.of_nat (Z.to_nat (first_segment_products c))
                       + Z.of_nat (elapsed %/ Z.to_nat (cut c)) * Z.of_nat (Z.to_nat (segment_products c)) ->
        clock_at_least c <= Z.of_nat elapsed].
Proof.
have [u0 [ua [ub uw]]] := unit_ok; have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
case/and5P => /Z.leb_le T1 /Z.eqb_eq Tu first later /andP[least /Z.eqb_eq clockE].
have uT : (unit_of i w | cut c) by apply/Z.mod_divide => //; lia.
have uleT : unit_of i w <= cut c by apply: Z.divide_pos_le => //; lia.
have ulew : unit_of i w <= w by apply: Z.divide_pos_le.
have r0 : 0 <= capacity_of i / unit_of i w * unit_of i w.
  by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 < cut c + w - unit_of i w by lia.
have x1 : 0 < capacity_of i / unit_of i w * unit_of i w + cut c + w - unit_of i w by lia.
have [v0 h0] := holds_segment ok w_pos x0 first.
have [v1 h1] := holds_segment ok w_pos x1 later.
split; split=> //.
- by apply: n_lt; rewrite Z2Nat.id //; lia.
- by apply: n_to_nat_div => //; lia.
- by do !split; apply: n_to_nat_div => //; lia.
- rewrite /holds; have -> : (Z.to_nat (cut c) + Z.to_nat w - nat_unit)%N = Z.to_nat (cut c + w - unit_of i w).
    apply: Nat2Z.inj; rewrite z_sub; last by apply: n_le; rewrite z_add !Z2Nat.id; lia.
    by rewrite z_add !Z2Nat.id; lia.
  exact: h0.
- rewrite /holds.
  have -> : (Z.to_nat (capacity_of i) %/ nat_unit * nat_unit + Z.to_nat (cut c) + Z.to_nat w - nat_unit)%N
      = Z.to_nat (capacity_of i / unit_of i w * unit_of i w + cut c + w - unit_of i w).
    apply: Nat2Z.inj; rewrite z_sub; last first.
      by apply: n_le; rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
    by rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
  exact: h1.
- move=> elapsed; rewrite !(Z2Nat.id _ v0) !(Z2Nat.id _ v1) => h; rewrite clockE.
  have le : later_segments c <= Z.of_nat (elapsed %/ Z.to_nat (cut c)).
    by apply: least_count_sound least; lia.
  apply: (Z.le_trans _ (cut c * Z.of_nat (elapsed %/ Z.to_nat (cut c)))).
    by apply: Z.mul_le_mono_nonneg_l; lia.
  by rewrite z_div Z2Nat.id; [apply: Z.mul_div_le; lia | lia].
Qed.
End Cut.
