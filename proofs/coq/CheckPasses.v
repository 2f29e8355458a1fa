(** * A checked checker: certificates of whole passes over one array of a matrix product

    The rules of `redblue verify` (src/verify/shared/whole-passes.ts, src/verify/gemm/whole-passes.ts) over binary integers, and that they
    are sound. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product PassesParts Whole CheckProduct.
From Redblue Require Export CheckSegment PassesProduct.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** ** The least weight of rows and columns that have so many cells, in parts of 1 / 2^20, rounded down *)
Definition parts_of_unit : Z := 1048576.
Lemma parts_pos : 0 < parts_of_unit. Proof. by []. Qed.

Definition covering (across wide along deep cells : Z) : Z :=
  if deep * along * along <? cells * wide then parts_of_unit * (deep * along * along + wide * cells) / along
  else if wide * across * across <? cells * deep then parts_of_unit * (wide * across * across + deep * cells) / across
  else Z.sqrt (4 * wide * deep * cells * parts_of_unit * parts_of_unit).

(** What the lines of whole parts of [fits] cells, and of the cells left over, weigh at least. *)
Definition least_of_parts (across wide along deep fits : Z) : Z :=
  let cells := across * along in
  cells / fits * covering across wide along deep fits + covering across wide along deep (cells mod fits).

Section Covering.
Variables across wide along deep cells : Z.
Hypotheses (across_pos : 1 <= across) (wide_pos : 1 <= wide) (along_pos : 1 <= along) (deep_pos : 1 <= deep).
Hypotheses (cells_nonneg : 0 <= cells) (cells_le : cells <= across * along).
Notation least := (covering across wide along deep cells).

Lemma covering_nonneg : 0 <= least.
Proof.
have u0 := parts_pos.
rewrite /covering; case: ifP => _; [|case: ifP => _]; last exact: Z.sqrt_nonneg.
all: apply: Z.div_pos; try lia; apply: Z.mul_nonneg_nonneg => //; apply: Z.add_nonneg_nonneg; do ?apply: Z.mul_nonneg_nonneg; lia.
Qed.

(** A root lies below all lines. *)
Lemma root_below w d c : 1 <= w -> 1 <= d -> 0 <= c ->
  c * Z.sqrt (4 * w * d * cells * parts_of_unit * parts_of_unit) <= parts_of_unit * (d * (c * c) + w * cells).
Proof.
have u0 := parts_pos.
move=> w1 d1 c0; set x := 4 * w * d * cells * parts_of_unit * parts_of_unit.
have x0 : 0 <= x by rewrite /x; do ?apply: Z.mul_nonneg_nonneg; lia.
have [sq _] := Z.sqrt_spec x x0; have s0 := Z.sqrt_nonneg x.
apply: Z.square_le_simpl_nonneg.
  by apply: Z.mul_nonneg_nonneg => //; apply: Z.add_nonneg_nonneg; do ?apply: Z.mul_nonneg_nonneg; lia.
have -> : c * Z.sqrt x * (c * Z.sqrt x) = c * c * (Z.sqrt x * Z.sqrt x) by ring.
apply: Z.le_trans (Z.mul_le_mono_nonneg_l _ _ _ (Z.mul_nonneg_nonneg _ _ c0 c0) sq) _.
have -> : c * c * x = parts_of_unit * parts_of_unit * (4 * (d * (c * c)) * (w * cells)) by rewrite /x; ring.
have -> : parts_of_unit * (d * (c * c) + w * cells) * (parts_of_unit * (d * (c * c) + w * cells))
    = parts_of_unit * parts_of_unit * ((d * (c * c) + w * cells) * (d * (c * c) + w * cells)) by ring.
apply: Z.mul_le_mono_nonneg_l; first by apply: Z.mul_nonneg_nonneg; lia.
by have := Z.square_nonneg (d * (c * c) - w * cells); lia.
Qed.

(** So does the line of all there are of a kind, for fewer. *)
Lemma line_below w d n c : 1 <= w -> 1 <= d -> 1 <= c -> c <= n -> d * n * n < cells * w ->
  c * (parts_of_unit * (d * n * n + w * cells) / n) <= parts_of_unit * (d * (c * c) + w * cells).
Proof.
have u0 := parts_pos.
move=> w1 d1 c1 cn big; have n0 : 0 < n by lia.
set q := _ / n; have qn : n * q <= parts_of_unit * (d * n * n + w * cells) by apply: Z.mul_div_le.
apply/(Z.mul_le_mono_pos_l _ _ n n0).
have -> : n * (c * q) = c * (n * q) by ring.
apply: Z.le_trans (Z.mul_le_mono_nonneg_l _ _ c _ qn) _; first lia.
have -> : c * (parts_of_unit * (d * n * n + w * cells)) = parts_of_unit * (c * (d * n * n + w * cells)) by ring.
have -> : n * (parts_of_unit * (d * (c * c) + w * cells)) = parts_of_unit * (n * (d * (c * c) + w * cells)) by ring.
apply: Z.mul_le_mono_nonneg_l => //.
have slack : 0 <= (n - c) * (w * cells - d * (c * n)).
  apply: Z.mul_nonneg_nonneg; first lia.
  have : d * (c * n) <= d * (n * n) by apply: Z.mul_le_mono_nonneg_l; [lia | apply: Z.mul_le_mono_nonneg_r; lia].
  lia.
lia.
Qed.

Lemma covering_below_columns c : deep * along <= wide * across -> 1 <= c <= along ->
  c * least <= parts_of_unit * (deep * (c * c) + wide * cells).
Proof.
have u0 := parts_pos.
move=> less [c1 cn]; rewrite /covering; case: Z.ltb_spec => [big|_]; first exact: line_below.
case: Z.ltb_spec => [big|_]; last by apply: root_below; lia.
have : cells * deep <= across * along * deep by apply: Z.mul_le_mono_nonneg_r; lia.
have : across * (deep * along) <= across * (wide * across) by apply: Z.mul_le_mono_nonneg_l; lia.
lia.
Qed.

Lemma covering_below_rows r : wide * across < deep * along -> 1 <= r <= across ->
  r * least <= parts_of_unit * (wide * (r * r) + deep * cells).
Proof.
have u0 := parts_pos.
move=> less [r1 rn]; rewrite /covering; case: Z.ltb_spec => [big|_]; last first.
  case: Z.ltb_spec => [big|_]; first exact: line_below.
  have -> : 4 * wide * deep * cells * parts_of_unit * parts_of_unit = 4 * deep * wide * cells * parts_of_unit * parts_of_unit by ring.
  by apply: root_below; lia.
have : cells * wide <= across * along * wide by apply: Z.mul_le_mono_nonneg_r; lia.
have : along * (wide * across) <= along * (deep * along) by apply: Z.mul_le_mono_nonneg_l; lia.
lia.
Qed.
End Covering.

Section Parts.
Variables across wide along deep fits : Z.
Hypotheses (across_pos : 1 <= across) (wide_pos : 1 <= wide) (along_pos : 1 <= along) (deep_pos : 1 <= deep) (fits_pos : 1 <= fits).
Notation cells := (across * along).
Notation some := (covering across wide along deep (cells mod fits)).

(** Nothing is paid for whole parts where there are none. *)
Definition full_part : Z := if cells / fits =? 0 then 0 else covering across wide along deep fits.

Lemma full_part_nonneg : 0 <= full_part.
Proof. by rewrite /full_part; case: ifP => // _; apply: covering_nonneg; lia. Qed.

Lemma some_nonneg : 0 <= some.
Proof. by apply: covering_nonneg => //; have := Z.mod_pos_bound cells fits ltac:(lia); lia. Qed.

Lemma least_of_partsE : least_of_parts across wide along deep fits = cells / fits * full_part + some.
Proof. by rewrite /least_of_parts /full_part; case: Z.eqb_spec => [->|_]; lia. Qed.

Let N := Z.to_nat.

Lemma whole_cells : (N across * N along = N (cells / fits) * N fits + N (cells mod fits))%N.
Proof.
have u0 := parts_pos.
have cells0 : 0 <= cells by apply: Z.mul_nonneg_nonneg; lia.
have m := Z.mod_pos_bound cells fits ltac:(lia); have d0 : 0 <= cells / fits by apply: Z.div_pos; lia.
by apply: Nat2Z.inj; rewrite /N z_add !z_mul !Z2Nat.id; try lia; have := Z.div_mod cells fits; lia.
Qed.

Lemma rest_lt : (N (cells mod fits) < N fits)%N.
Proof. by have m := Z.mod_pos_bound cells fits ltac:(lia); apply: n_lt; rewrite /N !Z2Nat.id; lia. Qed.

Lemma some_none : N (cells mod fits) = 0%N -> N some = 0%N.
Proof.
have u0 := parts_pos.
move=> none; have m := Z.mod_pos_bound cells fits ltac:(lia).
have -> : cells mod fits = 0 by move: none; rewrite /N; lia.
have h1 : 0 <= deep * along * along by do ?apply: Z.mul_nonneg_nonneg; lia.
have h2 : 0 <= wide * across * across by do ?apply: Z.mul_nonneg_nonneg; lia.
rewrite /covering !Z.mul_0_l; case: Z.ltb_spec => ?; first lia.
case: Z.ltb_spec => ?; first lia.
by rewrite Z.mul_0_r !Z.mul_0_l.
Qed.

Lemma parts_covered :
  covers (N parts_of_unit) (N fits) (N (cells mod fits)) (N across) (N wide) (N along) (N deep) (N full_part) (N some).
Proof.
have u0 := parts_pos.
have cells0 : 0 <= cells by apply: Z.mul_nonneg_nonneg; lia.
have m := Z.mod_pos_bound cells fits ltac:(lia); have d := Z.div_mod cells fits ltac:(lia).
have d0 : 0 <= cells / fits by apply: Z.div_pos; lia.
have mle : cells mod fits <= cells by apply: Z.mod_le; lia.
have s0 := some_nonneg; have f0 := full_part_nonneg.
have fits_le : cells / fits <> 0 -> fits <= cells by move=> ne; nia.
have below_of w' d' n v least : 1 <= w' -> 1 <= d' -> 1 <= n -> 0 <= v -> 0 <= least ->
    (forall c, 1 <= c <= n -> c * least <= parts_of_unit * (d' * (c * c) + w' * v)) ->
    below (N parts_of_unit) (N w') (N d') (N n) (N v) (N least).
  move=> w1 d1 n1 v0 l0 h c /andP[c0 cn]; apply: n_le; rewrite !z_mul z_add !z_mul /N !Z2Nat.id //; try lia.
  by apply: h; split; [have := z_lt c0 | have := z_le cn; rewrite /N Z2Nat.id]; lia.
have [le|lt] := Z.le_gt_cases (deep * along) (wide * across); [left | right]; split; apply: below_of; try lia; move=> c c1.
- rewrite /full_part; case: Z.eqb_spec => [_|/fits_le h]; last by apply: covering_below_columns; lia.
  by rewrite Z.mul_0_r; do ?[apply: Z.mul_nonneg_nonneg | apply: Z.add_nonneg_nonneg]; lia.
- by apply: covering_below_columns; lia.
- rewrite /full_part; case: Z.eqb_spec => [_|/fits_le h]; last by apply: covering_below_rows; lia.
  by rewrite Z.mul_0_r; do ?[apply: Z.mul_nonneg_nonneg | apply: Z.add_nonneg_nonneg]; lia.
- by apply: covering_below_rows; lia.
Qed.
End Parts.

(** What slices pay and the stores come to: [paid] is in parts of [times] units. *)
Definition passes_value (times paid stores : Z) : Z := divided_up paid (times * parts_of_unit) + stores.

(** [fits] words fill [used], one less does not. *)
Definition fills (used word fits : Z) : bool := [&& 1 <=? fits, used <=? fits * word & (fits - 1) * word <? used].

(** ** `product-whole-passes` *)

Record whole_passes_certificate := WholePassesCertificate {
  passes_instance : product_instance; passes_resident : resident; passes_fits : Z; whole_passes_value : Z }.

Definition moved_at_least (i : product_instance) (value : Z) : Prop :=
  forall e, legal_for (i := i) e -> value <= Z.of_nat (traffic (sizes_for i) e).

Definition passes_slices (i : product_instance) (r : resident) : Z :=
  batch_of i * match r with ResidentA => n_of i | ResidentB => m_of i | ResidentC => k_of i end.
Definition passes_word (i : product_instance) (r : resident) : Z :=
  match r with ResidentA => size_a i | ResidentB => size_b i | ResidentC => size_partial i end.
Definition passes_across (i : product_instance) (r : resident) : Z := if r is ResidentB then n_of i else m_of i.
Definition passes_along (i : product_instance) (r : resident) : Z := if r is ResidentC then n_of i else k_of i.
Definition passes_wide (i : product_instance) (r : resident) : Z := if r is ResidentC then size_a i else size_partial i.
Definition passes_deep (i : product_instance) (r : resident) : Z := if r is ResidentB then size_a i else size_b i.
Definition passes_free (i : product_instance) (r : resident) : Z := if r is ResidentC then 0 else size_partial i * passes_across i r.
Definition passes_stores (i : product_instance) (r : resident) : Z := if r is ResidentC then 0 else size_output i * groups_of i.

Definition passes_paid_for (i : product_instance) (r : resident) (fits : Z) : Z :=
  passes_slices i r * (least_of_parts (passes_across i r) (passes_wide i r) (passes_along i r) (passes_deep i r) fits
    - passes_free i r * parts_of_unit).

Definition check_product_whole_passes (c : whole_passes_certificate) : bool :=
  let i := passes_instance c in
  let r := passes_resident c in
  let fits := passes_fits c in
  let unit := unit_of i (size_partial i) in
  if check_instance i then
  [&& if r is ResidentC then size_partial i <=? size_output i else true,
      fills (capacity_of i / unit * unit) (passes_word i r) fits,
      fits <=? passes_across i r * passes_along i r,
      0 <? passes_paid_for i r fits
    & whole_passes_value c =? passes_value 1 (passes_paid_for i r fits) (passes_stores i r)] else false.

Lemma passes_value_least times paid stores moved : 0 < times ->
  paid + times * parts_of_unit * stores <= times * parts_of_unit * moved -> passes_value times paid stores <= moved.
Proof.
move=> t0 h; rewrite /passes_value; suff : divided_up paid (times * parts_of_unit) <= moved - stores by lia.
by apply: divided_up_least; [apply: Z.mul_pos_pos; have := parts_pos | ]; lia.
Qed.

(** What slices pay, from natural numbers to integers. *)
Lemma slices_z slices whole full some parts stored moved free : 0 <= slices -> 0 <= whole -> 0 <= full -> 0 <= some -> 0 <= parts ->
  0 <= stored -> 0 <= free ->
  (Z.to_nat slices * (Z.to_nat whole * Z.to_nat full + Z.to_nat some) + Z.to_nat parts * Z.to_nat stored
    <= Z.to_nat parts * (moved + Z.to_nat slices * Z.to_nat free))%N ->
  slices * (whole * full + some) + parts * stored <= parts * (Z.of_nat moved + slices * free).
Proof. by move=> sl wh fu so pa st fr /z_le; rewrite !(z_add, z_mul) !Z2Nat.id. Qed.

Theorem check_product_whole_passes_sound c : check_product_whole_passes c = true ->
  moved_at_least (passes_instance c) (whole_passes_value c).
Proof.
rewrite /check_product_whole_passes; cbv zeta; rewrite guardE.
case: c => i r s v; rewrite [passes_instance _]/= [passes_resident _]/= [passes_fits _]/= [whole_passes_value _]/=.
case/and5P => ok narrow /and3P[/Z.leb_le s1 /Z.leb_le fill _] _ /andP[_ /Z.eqb_eq ->] e leg.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok; have [g0 _] := counts_pos ok.
have w0 : 0 < size_partial i by lia.
have [u0 [ua [ub uw]]] := unit_ok i w0; set u := unit_of i (size_partial i) in fill u0 ua ub uw.
have nat_pos x : 1 <= x -> (0 < Z.to_nat x)%N by move=> x1; apply: n_lt; rewrite Z2Nat.id; lia.
have dv y : 1 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y0; apply: n_to_nat_div; lia.
have sides : [/\ 1 <= passes_across i r, 1 <= passes_wide i r, 1 <= passes_along i r & 1 <= passes_deep i r].
  by rewrite /passes_across /passes_wide /passes_along /passes_deep; case: (r).
have [x1 wd1 l1 d1] := sides; have u1 := parts_pos.
have room : (Z.to_nat (capacity_of i) %/ Z.to_nat u * Z.to_nat u <= Z.to_nat s * Z.to_nat (passes_word i r))%N.
  by apply: n_le; rewrite !z_mul z_div !Z2Nat.id; try lia; rewrite /passes_word; case: (r); lia.
have narrow' : is_true (if r is ResidentC then (Z.to_nat (size_partial i) <= Z.to_nat (size_output i))%N else true).
  by case: (r) narrow => //; move/Z.leb_le => h; apply: n_le; rewrite !Z2Nat.id; lia.
have whole0 : 0 <= passes_across i r * passes_along i r / s.
  by apply: Z.div_pos; [apply: Z.mul_nonneg_nonneg |]; lia.
have full0 := full_part_nonneg x1 wd1 l1 d1 s1; have some0 := some_nonneg x1 wd1 l1 d1 s1.
have cells := whole_cells x1 l1 s1; have covered := parts_covered x1 wd1 l1 d1 s1.
have none := some_none x1 wd1 l1 d1 s1.
have slices0 : 0 <= passes_slices i r by rewrite /passes_slices; apply: Z.mul_nonneg_nonneg; [lia | case: (r); lia].
have free0 : 0 <= passes_free i r by rewrite /passes_free; case: (r) x1 => // x1; apply: Z.mul_nonneg_nonneg; lia.
have stores0 : 0 <= passes_stores i r by rewrite /passes_stores; case: (r) => //; apply: Z.mul_nonneg_nonneg; lia.
have slicesE : (Z.to_nat (batch_of i) * match r with
    | ResidentA => Z.to_nat (n_of i) | ResidentB => Z.to_nat (m_of i) | ResidentC => Z.to_nat (k_of i) end)%N
    = Z.to_nat (passes_slices i r) by rewrite /passes_slices; case: (r); rewrite to_nat_mul; lia.
have acrossE : (if r is ResidentB then Z.to_nat (n_of i) else Z.to_nat (m_of i)) = Z.to_nat (passes_across i r) by case: (r).
have freeE : (if r is ResidentC then 0 else Z.to_nat (size_partial i) * Z.to_nat (passes_across i r))%N
    = Z.to_nat (passes_free i r) by rewrite /passes_free; case: (r) x1 => // x1; rewrite to_nat_mul; lia.
have storesE : (if r is ResidentC then 0 else Z.to_nat (size_output i) * Z.to_nat (groups_of i))%N
    = Z.to_nat (passes_stores i r) by rewrite /passes_stores; case: (r) => //; rewrite to_nat_mul; lia.
have alongE : (if r is ResidentC then Z.to_nat (n_of i) else Z.to_nat (k_of i)) = Z.to_nat (passes_along i r) by case: (r).
have wideE : (if r is ResidentC then Z.to_nat (size_a i) else Z.to_nat (size_partial i)) = Z.to_nat (passes_wide i r) by case: (r).
have deepE : (if r is ResidentB then Z.to_nat (size_a i) else Z.to_nat (size_b i)) = Z.to_nat (passes_deep i r) by case: (r).
have wordE : match r with ResidentA => Z.to_nat (size_a i) | ResidentB => Z.to_nat (size_b i) | ResidentC => Z.to_nat (size_partial i) end
    = Z.to_nat (passes_word i r) by case: (r).
have := @product_whole_passes _ _ _ _ _ _ _ _ _ _ _ leg (nat_pos _ a1) (nat_pos _ sb1) (nat_pos _ p1) (Z.to_nat u)
  (dv _ a1 ua) (dv _ sb1 ub) (dv _ p1 uw) (Z.to_nat parts_of_unit) _ (Z.to_nat (passes_across i r * passes_along i r / s)) _
  (Z.to_nat (full_part (passes_across i r) (passes_wide i r) (passes_along i r) (passes_deep i r) s)) _
  (rest_lt _ _ s1) none r (nat_pos _ k1).
cbv zeta; rewrite groups_nat // slicesE acrossE freeE storesE alongE wideE deepE wordE -/(sizes_for i).
move=> /(_ narrow' room cells covered) /(slices_z slices0 whole0 full0 some0 (Z.lt_le_incl _ _ u1) stores0 free0).
rewrite -least_of_partsE {cells covered none room narrow' narrow fill sides} => bound.
apply: passes_value_least => //; rewrite /passes_paid_for; lia.
Qed.
