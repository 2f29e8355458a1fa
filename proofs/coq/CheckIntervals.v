(** * A checked checker: certificates of `product-intervals`

    The rule of `redblue verify` (src/bounds/verify/certificate.ts) over binary integers, and that it is sound. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product Whole Tangents ProductIntervals CheckProduct.
From Redblue Require Export CheckSegment.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Record intervals_certificate := IntervalsCertificate {
  intervals_instance : product_instance; intervals_word : Z; intervals_capacity : Z; intervals_cut : Z;
  windows_of_group : Z; intervals_windows : Z; intervals_clock : Z;
  intervals_reads : Z; intervals_writes : Z; intervals_value : Z }.

Definition root_at_most (square bound : Z) : bool := (0 <=? bound) && (square <=? bound * bound).
Definition root_below (square bound : Z) : bool := (0 <? bound) && (square <? bound * bound).

(** Is j * h (k / j) greater than i * h (k / i)? Brought to r + sqrt s > sqrt t. *)
Definition price_exceeds (k x j i : Z) : bool :=
  let r := (2 * k * k + j * j * x) * i - (2 * k * k + i * i * x) * j in
  let s := 4 * k * k * i * i * (k * k + j * j * x) in
  let t := 4 * k * k * j * j * (k * k + i * i * x) in
  if 0 <=? r then (t <? r * r + s) || ~~ root_at_most (4 * r * r * s) (t - r * r - s)
  else (0 <? s - t - r * r) && root_below (4 * r * r * t) (s - t - r * r).

(** [windows] is at least groups * j * h (k / j) - memories * cut / x. *)
Definition reaches (k x groups memories cut j windows : Z) : bool :=
  let alpha := groups * (2 * k * k + j * j * x) - j * x * memories * cut in
  let beta := 4 * k * k * groups * groups * (k * k + j * j * x) in
  root_at_most beta (windows * j * x * x - alpha).

(** The whole numbers of windows next to k / sqrt (x / 3), the cheapest real one, are too dear for so few windows. This follows from
    [reaches] failing for the cheapest number, by convexity; it is checked, not proven. *)
Definition too_few (k x groups memories cut windows : Z) : bool :=
  let few := Z.min k (Z.sqrt (3 * (k * k) / x)) in
  let num := windows * x + memories * cut in
  let den := groups * x in
  [&& 0 <=? windows, (few =? 0) || above x k few num den & (k <=? few) || above x k (few + 1) num den].

Definition check_product_intervals (c : intervals_certificate) : bool :=
  let i := intervals_instance c in
  let k := k_of i in
  let word := Z.min (Z.min (size_a i) (size_b i)) (Z.min (size_partial i) (size_output i)) in
  let cut := intervals_cut c in
  let x := capacity_of i / word + cut in
  let j := windows_of_group c in
  let windows := intervals_windows c in
  if [&& check_instance i, 1 <=? cut, 1 <=? j & j <=? k] then
  [&& intervals_word c =? word, intervals_capacity c =? capacity_of i / word,
      (j =? 1) || ~~ price_exceeds k x j (j - 1), (j =? k) || ~~ price_exceeds k x j (j + 1),
      0 <=? windows, reaches k x (groups_of i) (memories_of i) cut j windows,
      (windows =? 0) || ~~ reaches k x (groups_of i) (memories_of i) cut j (windows - 1)
        && too_few k x (groups_of i) (memories_of i) cut (windows - 1),
      intervals_clock c =? (if windows =? 0 then 0 else cut * windows + 1),
      intervals_reads c =? Z.max 0 (word * (intervals_clock c - groups_of i)),
      intervals_writes c =? size_output i * groups_of i
    & intervals_value c =? intervals_reads c + intervals_writes c] else false.

Theorem check_product_intervals_sound c : check_product_intervals c = true ->
  [/\ read_at_least (intervals_instance c) (intervals_reads c), written_at_least (intervals_instance c) (intervals_writes c)
    & moved_at_least (intervals_instance c) (intervals_value c)].
Proof.
rewrite /check_product_intervals; cbv zeta; rewrite guardE; set i := intervals_instance c; set word := Z.min _ _.
case/andP => /and4P[ok /Z.leb_le T1 _ _] /and5P[_ _ _ _ /and5P[_ _ few /Z.eqb_eq clockE /and3P[/Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE]]].
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [g0 p0] := counts_pos ok.
have word1 : 1 <= word by rewrite /word; lia.
have reads_ok : read_at_least i (intervals_reads c).
  move=> e leg; rewrite rE clockE; case: (Z.eqb_spec (intervals_windows c) 0) few => [_ _|ne /= /andP[_]].
    by have : 0 <= word * groups_of i by [sign]; lia.
  rewrite /too_few; cbv zeta; set few := Z.min _ _.
  case/and3P => /Z.leb_le w1 atJ atJ1.
  set T := intervals_cut c in T1 atJ atJ1 *; set W := intervals_windows c in ne w1 atJ atJ1 *.
  set x := _ / word + T in few atJ atJ1.
  have room0 : 0 <= capacity_of i / word by apply: Z.div_pos; lia.
  have x0 : 0 < x by rewrite /x; lia.
  have roomE : Z.of_nat (Z.to_nat (capacity_of i) %/ Z.to_nat word) = capacity_of i / word by rewrite z_div !Z2Nat.id; lia.
  have xE : Z.of_nat (Z.to_nat (capacity_of i) %/ Z.to_nat word + Z.to_nat T) = x by rewrite z_add roomE Z2Nat.id; lia.
  have sq0 : 0 <= 3 * (k_of i * k_of i) / x by apply: Z.div_pos; [sign | exact: x0].
  have [lo hi] := Z.sqrt_spec _ sq0; have root0 := Z.sqrt_nonneg (3 * (k_of i * k_of i) / x).
  have few0 : 0 <= few by rewrite /few; lia.
  have div := Z.mul_div_le (3 * (k_of i * k_of i)) x x0.
  have div' := Z.mul_succ_div_gt (3 * (k_of i * k_of i)) x x0.
  have kE : Z.of_nat (Z.to_nat (k_of i)) = k_of i by rewrite Z2Nat.id; lia.
  have numE : Z.of_nat (Z.to_nat (W - 1) * (Z.to_nat (capacity_of i) %/ Z.to_nat word + Z.to_nat T)
      + #|[finType of memories_type i]| * Z.to_nat T)
      = (W - 1) * x + memories_of i * T.
    by rewrite card_memories z_add !z_mul xE !Z2Nat.id; lia.
  have denE : Z.of_nat (Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i)
      * (Z.to_nat (capacity_of i) %/ Z.to_nat word + Z.to_nat T))
      = groups_of i * x.
    by rewrite z_mul groups_nat // xE Z2Nat.id; lia.
  have nat_le a b : 0 <= b -> a <= b -> (Z.to_nat a <= Z.to_nat b)%N by move=> b0 ab; apply: n_le; lia.
  have [w_pos wA wB [wC wO]] : [/\ (0 < Z.to_nat word)%N, (Z.to_nat word <= Z.to_nat (size_a i))%N, (Z.to_nat word <= Z.to_nat (size_b i))%N
      & (Z.to_nat word <= Z.to_nat (size_partial i))%N /\ (Z.to_nat word <= Z.to_nat (size_output i))%N].
    by split; [apply: n_lt; lia | | | split]; do ?[apply: nat_le; rewrite ?/word; lia].
  have groups_pos : (0 < Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i))%N by rewrite groups_nat //; apply: n_lt; lia.
  have := @intervals_at _ _ _ _ _ _ _ _ _ (Z.to_nat word) _ (Z.to_nat T) (Z.to_nat (W - 1)) e leg w_pos wA wB wC wO.
  rewrite numE denE xE kE => /(_ _ groups_pos _ (Z.to_nat few)) main.
  have {main} : (Z.to_nat word * (Z.to_nat T * (Z.to_nat (W - 1)).+1 + 1) <=
      loads (sizes_for i) e + Z.to_nat word * (Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i)))%N.
    have sq1 : few * few <= 3 * (k_of i * k_of i) / x.
      by apply: Z.le_trans lo; apply: Z.square_le_mono_nonneg => //; rewrite /few; lia.
    apply: main.
    - by apply: n_lt; lia.
    - by apply: n_lt; lia.
    - move=> pos; rewrite Z2Nat.id //; case/orP: atJ => // /Z.eqb_eq z; by rewrite z in pos.
    - rewrite !z_mul kE Z2Nat.id //; have := Z.mul_le_mono_nonneg_l _ _ x (Z.lt_le_incl _ _ x0) sq1; lia.
    - move=> lt; rewrite Nat2Z.inj_succ Z2Nat.id //; case/orP: atJ1 => [/Z.leb_le kf|]; last by rewrite Z.add_1_r.
      by move: (z_lt lt); rewrite !Z2Nat.id; lia.
    - move=> lt; have := z_lt lt; rewrite !Z2Nat.id; try lia; move=> fk.
      have fE : few = Z.sqrt (3 * (k_of i * k_of i) / x) by rewrite /few; lia.
      rewrite !z_mul kE Nat2Z.inj_succ Z2Nat.id //; rewrite -fE in hi.
      have {}hi : Z.succ (3 * (k_of i * k_of i) / x) <= Z.succ few * Z.succ few by apply/Z.le_succ_l.
      have := Z.mul_le_mono_nonneg_l _ _ x (Z.lt_le_incl _ _ x0) hi; clear -div'; lia.
  rewrite groups_nat // => /z_le; rewrite z_add !z_mul z_add z_mul Nat2Z.inj_succ !Z2Nat.id; try lia.
  have -> : T * Z.succ (W - 1) = T * W by congr (_ * _); lia.
  have : 0 <= Z.of_nat (loads (sizes_for i) e) by lia.
  by rewrite -/T -/W => l0 le; apply: Z.max_lub => //; rewrite Z.mul_sub_distr_l; apply/Z.le_sub_le_add_r.
have writes_ok : written_at_least i (intervals_writes c).
  move=> e leg; have k0 : (0 < Z.to_nat (k_of i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
  by have := product_stores leg k0; rewrite groups_nat // -/(sizes_for i) => /z_le; rewrite wE z_mul !Z2Nat.id; lia.
split=> // e leg; rewrite vE /traffic z_add.
by have := reads_ok e leg; have := writes_ok e leg; lia.
Qed.
