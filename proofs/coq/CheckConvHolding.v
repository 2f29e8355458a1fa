(** * A checked checker: certificates of a holding cost for resident words of a convolution

    The rules of `redblue verify` (src/verify/conv/holding-cost.ts) over binary integers, and that they are sound once the tables that a
    certificate names pass. *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Window ConvolutionSets Convolution Whole RealPotential SlicePotentials ConvHolding.
From Redblue Require Import CheckHoldingCost.
From Redblue Require Export CheckConvolution CheckSlices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** Shares are of [conv_holding_whole]. *)
Record conv_holding_cost_certificate := ConvHoldingCostCertificate {
  conv_holding_instance : conv_instance; conv_holding_room : Z; conv_holding_whole : Z; conv_holding_parts : list potential_share;
  conv_holding_value : Z }.

(** Sizes of the words of a slice are whole numbers of these parts, rounded down. *)
Definition size_parts : Z := 2 ^ 40.

(** Residues with the most uses of their class. *)
Definition class_uses (l : seq tap_residue) (r : Z) : Z := maximum_over (fun x => if entry_reuse x =? r then entry_uses x else 0) l.
Definition in_class (l : seq tap_residue) (x : tap_residue) : tap_residue :=
  TapResidue (entry_reuse x) (class_uses l (entry_reuse x)) (entry_taps x) (entry_pairs x).

(** So many slices share an input at most, and so much their words weigh. *)
Definition shared_by (x y : tap_residue) : Z := Z.max 1 (entry_uses x * entry_uses y).
Definition word_parts_of (i : conv_instance) (x y : tap_residue) : Z :=
  Z.sqrt (size_parts * size_parts * conv_input i * conv_filter i / shared_by x y).

Definition conv_sliced (i : conv_instance) : sliced :=
  let rows := entries (conv_rows i) in
  let cols := entries (conv_cols i) in
  let rows := [seq in_class rows x | x <- rows] in
  let cols := [seq in_class cols x | x <- cols] in
  let products := conv_batch i * conv_channels i * conv_filters i
    * sum_over (fun x => sum_over (fun y => word_parts_of i x y * (entry_pairs x * entry_pairs y)) cols) rows in
  let slices := conv_channels i * sum_over (fun x => sum_over (fun y => word_parts_of i x y * (entry_taps x * entry_taps y)) cols) rows in
  Sliced products size_parts 1 products slices (conv_outputs_of i) (conv_partial i) (conv_output i).

Definition check_convolution_holding_cost (c : conv_holding_cost_certificate) : bool :=
  let i := conv_holding_instance c in
  if check_conv_instance i then
    let s := conv_sliced i in
    [&& 0 <? words_top s, 0 <? full_below s,
        conv_holding_room c =? room_of (conv_capacity i) (conv_unit_of i (conv_partial i)) (conv_partial i)
      & check_slices s (conv_holding_room c) (conv_holding_whole c) (conv_holding_parts c) (conv_holding_value c)]
  else false.

Definition conv_moved_without_adders (i : conv_instance) (value : Z) : Prop :=
  forall e, conv_legal (i := i) e -> no_slow_adds e -> value <= Z.of_nat (traffic (conv_sizes_for i) e).

Lemma sum_over_map (g : tap_residue -> tap_residue) F l : sum_over F [seq g x | x <- l] = sum_over (fun x => F (g x)) l.
Proof. by elim: l => //= x l ->. Qed.

Lemma sum_over_same F G l : (forall x, F x = G x) -> sum_over F l = sum_over G l.
Proof. by move=> e; elim: l => //= x l ->; rewrite e. Qed.

Section Figures.
Variable i : conv_instance.
Hypothesis ok : check_conv_instance i = true.
Notation rows := (axis_for (conv_rows i)).
Notation cols := (axis_for (conv_cols i)).
Let at_row x := in_class (entries (conv_rows i)) x.
Let at_col y := in_class (entries (conv_cols i)) y.

Definition shared_z (r : 'I_(kernel rows)) (c : 'I_(kernel cols)) : Z := shared_by (at_row (entry (conv_rows i) r)) (at_col (entry (conv_cols i) c)).
Definition parts_z (r : 'I_(kernel rows)) (c : 'I_(kernel cols)) : Z := word_parts_of i (at_row (entry (conv_rows i) r)) (at_col (entry (conv_cols i) c)).
Definition shared_in r c : nat := Z.to_nat (shared_z r c).
Definition parts_in r c : nat := Z.to_nat (parts_z r c).

Lemma shared_pos r c : 1 <= shared_z r c. Proof. exact: Z.le_max_l. Qed.
Lemma shared_in_z r c : Z.of_nat (shared_in r c) = shared_z r c.
Proof. by rewrite Z2Nat.id //; have := @shared_pos r c; lia. Qed.
Lemma parts_in_z r c : Z.of_nat (parts_in r c) = parts_z r c.
Proof. by rewrite Z2Nat.id //; apply: Z.sqrt_nonneg. Qed.

(** A class has no more uses than the axis has taps. *)
Lemma class_uses_most a (ax : check_axis a = true) r : 0 <= class_uses (entries a) r <= longest_kernel.
Proof.
have kernel_most : axis_kernel a <= longest_kernel by move: ax; rewrite /check_axis => /and5P[_ _ /Z.leb_le].
have taps_most e : residue_taps a e <= axis_kernel a.
  have [[_ k _] _] := axis_facts ax; rewrite /residue_taps /sum_below.
  have : forall l, foldr (fun j s => (if of_residue a e (Z.of_nat j) then 1 else 0) + s) 0 l <= Z.of_nat (size l).
    by elim=> [//|j l IH]; rewrite [foldr _ _ _]/= [size _]/= Nat2Z.inj_succ; case: (of_residue _ _ _); lia.
  by move/(_ (iota 0 (taps_number a))); rewrite size_iota /taps_number Z2Nat.id; lia.
rewrite /class_uses /entries; elim: [seq e <- _ | _] => [|e l IH]; first by rewrite /= /longest_kernel; lia.
rewrite [map _ _]/= [maximum_over _ _]/=; case: Z.eqb => //; last by lia.
have := taps_most (Z.of_nat e); rewrite /= /residue_uses; have [lt|ge] := Z.le_gt_cases 0 (axis_places a); last by lia.
by lia.
Qed.

Lemma parts_pos r c : (0 < parts_in r c)%N.
Proof.
have [_ [[okr okc] [[i1 f1 _ _] _]]] := conv_instance_ok ok.
apply: n_lt; rewrite parts_in_z; have u0 := @shared_pos r c.
have most : shared_z r c <= longest_kernel * longest_kernel.
  have h1 := class_uses_most okr (entry_reuse (entry (conv_rows i) r)); have h2 := class_uses_most okc (entry_reuse (entry (conv_cols i) c)).
  by apply: Z.max_lub => //; case: h1 h2 => [l1 h1] [l2 h2]; apply: Z.mul_le_mono_nonneg.
suff : 1 <= size_parts * size_parts * conv_input i * conv_filter i / shared_z r c.
  by move/(Z.sqrt_le_mono 1); rewrite /parts_z /word_parts_of -/(shared_z r c); change (Z.sqrt 1) with 1; change (Z.of_nat 0) with 0; lia.
by apply: Z.div_le_lower_bound; [lia | rewrite /size_parts /longest_kernel in most *; nia].
Qed.

Lemma shared_least (m : meeting rows) (m' : meeting cols) :
  (input_uses (residue m) * input_uses (residue m') <= shared_in (residue m) (residue m'))%N.
Proof.
have [_ [[okr okc] _]] := conv_instance_ok ok.
apply: n_le; rewrite shared_in_z z_mul; apply: Z.le_trans (Z.le_max_r 1 _).
have own a (ax : check_axis a = true) (k : meeting (axis_for a)) : Z.of_nat (input_uses (residue k))
    <= class_uses (entries a) (entry_reuse (entry a (residue k))).
  apply: Z.le_trans (@uses_z _ ax (residue k)) _.
  have := maximum_entries (F := fun x => if entry_reuse x =? entry_reuse (entry a (residue k)) then entry_uses x else 0) (meeting_listed ax k).
  by rewrite Z.eqb_refl.
by apply: Z.mul_le_mono_nonneg; [lia | exact: own | lia | exact: own].
Qed.
End Figures.

Theorem check_convolution_holding_cost_sound c : tables_hold (conv_holding_parts c) -> check_convolution_holding_cost c = true ->
  conv_moved_without_adders (conv_holding_instance c) (conv_holding_value c).
Proof.
rewrite /check_convolution_holding_cost; set i := conv_holding_instance c; move=> tables; case: ifP => // ok.
cbv zeta; set s := conv_sliced i; case/and4P => /Z.ltb_lt words0 /Z.ltb_lt slices0 /Z.eqb_eq room pass e leg fast.
have [v_le|v0] := Z.le_gt_cases (conv_holding_value c) 0; first by lia.
have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] [q0 m1]]]] := conv_instance_ok ok.
have w0 : 0 < conv_partial i by lia.
have [u0 [ui [uf up]]] := conv_unit_ok i w0; set u := conv_unit_of i (conv_partial i) in room u0 ui uf up.
have nat_pos x : 1 <= x -> (0 < Z.to_nat x)%N by move=> x1; apply: n_lt; rewrite Z2Nat.id; lia.
have dv y : 1 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y0; apply: n_to_nat_div; lia.
have [X1 enough] := room_enough q0 u0 w0 room.
have X0 : 0 < conv_holding_room c by lia.
have [//|//|//|//|//|Lam [top [P [E [F [root [gain b]]]]]]] := slices_proven tables pass v0 X0 words0.
pose rows := axis_for (conv_rows i); pose cols := axis_for (conv_cols i).
pose fine := (\prod_(rc : 'I_(kernel rows) * 'I_(kernel cols)) @shared_in i rc.1 rc.2)%N.
have shared0 r k : (0 < @shared_in i r k)%N by apply: n_lt; rewrite shared_in_z; have := @shared_pos i r k; lia.
have fine0 : (0 < fine)%N by apply: prodn_gt0.
have uses_fine r k : (@shared_in i r k %| fine)%N by rewrite /fine (bigD1 (r, k)) //= dvdn_mulr.
pose size := @parts_in i.
pose at_class (x y : tap_residue) := word_parts_of i (in_class (entries (conv_rows i)) x) (in_class (entries (conv_cols i)) y).
have sizeE r k : Z.of_nat (size r k) = at_class (entry (conv_rows i) r) (entry (conv_cols i) k) by apply: parts_in_z.
have all_z : Z.of_nat (total_price (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i)) size) = words_top s.
  rewrite (total_price_z ok sizeE) /s /conv_sliced /= sum_over_map; congr (_ * _).
  by apply: sum_over_same => x; rewrite sum_over_map.
have least : (Z.to_nat (conv_channels i) * (\sum_(r in used_taps rows) \sum_(k in used_taps cols) size (residue_of r) (residue_of k))
    <= Z.to_nat (full_below s))%N.
  apply: n_le; rewrite z_mul !Z2Nat.id; [|lia|lia]; rewrite /s /conv_sliced /= sum_over_map.
  apply: Z.mul_le_mono_nonneg_l; first lia; apply: Z.le_trans (used_price_z ok sizeE) _; apply: Z.eq_le_incl.
  by apply: sum_over_same => x; rewrite sum_over_map.
have outsE : (q (conv_outputs (Z.to_nat (conv_batch i)) (Z.to_nat (conv_filters i)) (axis_for (conv_rows i)) (axis_for (conv_cols i)))
    == z (conv_outputs_of i))%Q by rewrite /q conv_outputs_z //; reflexivity.
move: (Z.to_nat (full_below s)) (fun y => Z2Nat.id (full_below s) y) least => slices slices_z least.
have {}slices_z := slices_z ltac:(lia).
have qE n : 1 <= n -> (q (Z.to_nat n) == z n)%Q by move=> n1'; rewrite /q Z2Nat.id; [reflexivity | lia].
have pos n : 0 < n -> (0 < z n)%Q by move=> n1'; rewrite -[0%Q]/(z 0) -Zlt_Qlt.
have slicesE : (q slices == z (full_below s))%Q by rewrite /q slices_z; reflexivity.
have allE : (q (total_price (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i)) size) == z (words_top s))%Q.
  by rewrite /q all_z; reflexivity.
have fullE : full_top s = words_top s by [].
have [fw fs fp] : [/\ (0 < z (words_top s))%Q, (0 < z (full_below s))%Q & (0 < z size_parts)%Q] by split; apply: pos.
have ffine : (0 < q fine)%Q by have := q_le fine0; have -> : q 1 = 1%Q by []; move=> ?; lra.
pose weight := (q fine * root / z size_parts)%Q; have root0 := b_root b.
have weight0 : (0 < weight)%Q by apply: Qlt_shift_div_l => //; rewrite Qmult_0_l; apply: Qmult_lt_0_compat.
have weightE : (z size_parts * weight == q fine * root)%Q by rewrite /weight; field; lra.
have bring : (q fine * slices_bring s root == q slices * weight)%Q.
  by rewrite /slices_bring slicesE fullE /weight; change (words_below s) with size_parts; field; split; lra.
have weight_least r k : (q (size r k) * weight * (q (size r k) * weight) * q (Z.to_nat (conv_holding_room c))
    <= q (fine %/ @shared_in i r k * Z.to_nat (conv_input i)) * q (fine * Z.to_nat (conv_filter i)))%Q.
  have sqr : (q (size r k) * q (size r k) * q (@shared_in i r k) <= z size_parts * z size_parts * z (conv_input i) * z (conv_filter i))%Q.
    rewrite /q -!inject_Z_mult -Zle_Qle shared_in_z parts_in_z /parts_z /word_parts_of -/(@shared_z i r k).
    have u1' := @shared_pos i r k; set n := size_parts * _ * _ * _; have n0 : 0 <= n by rewrite /n /size_parts; nia.
    have d0 : 0 <= n / @shared_z i r k by apply: Z.div_pos; lia.
    have le := Z.mul_div_le n (@shared_z i r k) ltac:(lia); have [sq _] := Z.sqrt_spec _ d0.
    by move: (n / shared_z r k) d0 le sq => d d0 le sq; move: (Z.sqrt d) sq => t sq; nia.
  have divE : (q (fine %/ @shared_in i r k) * q (@shared_in i r k) == q fine)%Q by rewrite -q_mul divnK //; reflexivity.
  have := b_least b; rewrite !q_mul (qE _ i1) (qE _ f1) (qE _ X1); change (z (words_under s)) with 1%Q => least1.
  have sh0 : (0 < q (@shared_in i r k))%Q by have := q_le (shared0 r k); have -> : q 1 = 1%Q by []; move=> ?; lra.
  have x0 : (0 <= z (conv_holding_room c))%Q by apply: Qlt_le_weak; apply: pos; lia.
  have iw : (0 <= z (conv_input i) * z (conv_filter i))%Q by apply: Qmult_le_0_compat; apply: Qlt_le_weak; apply: pos; lia.
  move: sqr divE sh0 weightE least1 x0 iw ffine fp; move: (q (size r k)) (q (fine %/ _)) (q (@shared_in i r k)) (q fine) (z size_parts).
  move: (z (conv_input i)) (z (conv_filter i)) (z (conv_holding_room c)) => wI wW x sz d sh f part sqr divE sh0 weightE least1 x0 iw f0 part0.
  have m0 : (0 < sh * (part * part))%Q by do 2?apply: Qmult_lt_0_compat.
  apply: (Qmult_lt_0_le_reg_r _ _ _ m0).
  have -> : (sz * weight * (sz * weight) * x * (sh * (part * part)) == sz * sz * sh * (part * weight * (part * weight) * x))%Q by ring.
  have -> : (d * wI * (f * wW) * (sh * (part * part)) == part * part * wI * wW * (d * sh) * f)%Q by ring.
  rewrite weightE divE; have t0 : (0 <= f * f * (root * root * x))%Q.
    by apply: Qmult_le_0_compat; [apply: Qmult_le_0_compat; lra | apply: Qmult_le_0_compat => //; apply: Qmult_le_0_compat; lra].
  have h1 := Qmult_le_0_compat _ _ t0 (_ : (0 <= part * part * wI * wW - sz * sz * sh)%Q); have {}h1 := h1 ltac:(lra).
  have h2 : (0 <= part * part * (wI * wW) * (f * f) * (1 - root * root * x))%Q.
    apply: Qmult_le_0_compat; last by lra.
    by apply: Qmult_le_0_compat; [apply: Qmult_le_0_compat => //; apply: Qmult_le_0_compat; lra | apply: Qmult_le_0_compat; lra].
  by lra.
have gain_least v : (0 <= v -> v <= 1 -> q fine * gain + q (fine * Z.to_nat (conv_partial i)) * P v <= q slices * weight * (Lam + E v))%Q.
  move=> v0' v1; rewrite -bring q_mul qE //; have := b_gain b v0' v1; change (sliced_partial s) with (conv_partial i) => le.
  by have := Qmult_le_0_compat _ (slices_bring s root * (Lam + E v) - (gain + z (conv_partial i) * P v)) (Qlt_le_weak _ _ ffine) ltac:(lra); lra.
have gain_Lam : (q fine * gain <= q slices * weight * Lam)%Q.
  rewrite -bring; have le := b_gain_Lam b.
  by have := Qmult_le_0_compat _ (slices_bring s root * Lam - gain) (Qlt_le_weak _ _ ffine) ltac:(lra); lra.
have slices_pos : (0 < slices)%N by apply: n_lt; rewrite slices_z.
have := convolution_holding_cost (axis_for_ok okr) (axis_for_ok okc) (nat_pos _ c1) leg fast (nat_pos _ i1) (nat_pos _ f1) (nat_pos _ p1) fine0
  (dv _ i1 ui) (dv _ f1 uf) (dv _ p1 up) enough (shared_least ok) uses_fine (parts_pos ok) least slices_pos (b_potential b) (b_respects b)
  (b_range b) (b_top b) (b_nonneg b) (b_Lam b) weight0 (fun r k => weight_least r k) gain_least gain_Lam.
rewrite allE slicesE [q (Z.to_nat (conv_output i) * _)]q_mul [q (fine * _)]q_mul outsE (qE _ p1) (qE _ u1); move: (traffic _ e) => moved bound.
have := b_value b; rewrite fullE; change (sliced_outputs s) with (conv_outputs_of i); change (sliced_partial s) with (conv_partial i).
change (sliced_output s) with (conv_output i) => value_least.
have : (z (conv_holding_value c - 1) < z (Z.of_nat moved))%Q; last by rewrite -Zlt_Qlt; lia.
rewrite inject_Z_plus inject_Z_opp; change (z 1) with 1%Q.
apply: (proj1 (Qmult_lt_r _ _ _ fs)); apply: (proj1 (Qmult_lt_l _ _ _ ffine)).
by have := proj2 (Qmult_lt_l _ _ _ ffine) value_least; change (z (Z.of_nat moved)) with (q moved); lra.
Qed.
