(** * A checked checker: certificates of `product-intervals`

    The rule of `redblue verify` (src/verify/certificate.ts) over binary integers, and that it is sound. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product Whole Tangents ProductIntervals IntervalsSteady CheckProduct.
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

(** The whole numbers of windows next to k / sqrt (x / 3), the cheapest real one, are dearer than num / den. *)
Definition near (k x : Z) : Z := Z.min k (Z.sqrt (3 * (k * k) / x)).
Definition near_above (k x num den : Z) : bool :=
  ((near k x =? 0) || above x k (near k x) num den) && ((k <=? near k x) || above x k (near k x + 1) num den).

(** They are too dear for so few windows. This follows from [reaches] failing for the cheapest number, by convexity; it is checked, not
    proven. *)
Definition too_few (k x groups memories cut windows : Z) : bool :=
  (0 <=? windows) && near_above k x (windows * x + memories * cut) (groups * x).

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

Lemma near_nonneg k x : 0 <= k -> 0 <= near k x.
Proof. by move=> k0; have := Z.sqrt_nonneg (3 * (k * k) / x); rewrite /near; lia. Qed.

(** What the theorems ask of the whole number [near]. *)
Lemma near_sound k x num den : 1 <= k -> 0 < x -> near_above k x num den -> let J := Z.to_nat (near k x) in
  [/\ (0 < J -> above x k (Z.of_nat J) num den)%N, Z.of_nat (J * J) * x <= 3 * (k * k),
      (J < Z.to_nat k -> above x k (Z.of_nat J.+1) num den)%N &
      (J < Z.to_nat k)%N -> 3 * (k * k) <= Z.of_nat (J.+1 * J.+1) * x].
Proof.
move=> k1 x0 /andP[atJ atJ1]; cbv zeta; have few0 : 0 <= near k x by apply: near_nonneg; lia.
have sq0 : 0 <= 3 * (k * k) / x by apply: Z.div_pos; [sign | exact: x0].
have [lo hi] := Z.sqrt_spec _ sq0; have root0 := Z.sqrt_nonneg (3 * (k * k) / x).
have div := Z.mul_div_le (3 * (k * k)) x x0; have div' := Z.mul_succ_div_gt (3 * (k * k)) x x0.
set few := near k x in few0 atJ atJ1 *.
have sq1 : few * few <= 3 * (k * k) / x.
  by apply: Z.le_trans lo; apply: Z.square_le_mono_nonneg => //; rewrite /few /near; lia.
split.
- move=> pos; rewrite Z2Nat.id //; case/orP: atJ => // /Z.eqb_eq z; by rewrite z in pos.
- rewrite !z_mul Z2Nat.id //; have := Z.mul_le_mono_nonneg_l _ _ x (Z.lt_le_incl _ _ x0) sq1; lia.
- move=> lt; rewrite Nat2Z.inj_succ Z2Nat.id //; case/orP: atJ1 => [/Z.leb_le kf|]; last by rewrite Z.add_1_r.
  by move: (z_lt lt); rewrite !Z2Nat.id; lia.
- move=> lt; have := z_lt lt; rewrite !Z2Nat.id; try lia; move=> fk.
  have fE : few = Z.sqrt (3 * (k * k) / x) by move: fk; rewrite /few /near; lia.
  rewrite !z_mul Nat2Z.inj_succ Z2Nat.id //; rewrite -fE in hi.
  have {}hi : Z.succ (3 * (k * k) / x) <= Z.succ few * Z.succ few by apply/Z.le_succ_l.
  have := Z.mul_le_mono_nonneg_l _ _ x (Z.lt_le_incl _ _ x0) hi; clear -div'; lia.
Qed.

Section Words.
Variable i : product_instance.
Hypothesis ok : check_instance i = true.
Let word := Z.min (Z.min (size_a i) (size_b i)) (Z.min (size_partial i) (size_output i)).

Lemma word_ok : 1 <= word /\ [/\ (0 < Z.to_nat word)%N, (Z.to_nat word <= Z.to_nat (size_a i))%N, (Z.to_nat word <= Z.to_nat (size_b i))%N,
  (Z.to_nat word <= Z.to_nat (size_partial i))%N & (Z.to_nat word <= Z.to_nat (size_output i))%N].
Proof.
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have word1 : 1 <= word by rewrite /word; lia.
have nat_le a b : 0 <= b -> a <= b -> (Z.to_nat a <= Z.to_nat b)%N by move=> b0 ab; apply: n_le; lia.
split=> //; split; first by apply: n_lt; lia.
all: by apply: nat_le; rewrite ?/word; lia.
Qed.

Lemma room_ok T : 1 <= T -> 0 < capacity_of i / word + T /\
  Z.of_nat (Z.to_nat (capacity_of i) %/ Z.to_nat word + Z.to_nat T) = capacity_of i / word + T.
Proof.
have [_ [_ [c1 _]]] := instance_ok ok; have [word1 _] := word_ok => T1.
have room0 : 0 <= capacity_of i / word by apply: Z.div_pos; lia.
by split; [lia | rewrite z_add z_div !Z2Nat.id; lia].
Qed.

(** The parts of a certificate, from [spent] words of the clock. *)
Lemma words_parts (e : execution [finType of memories_type i] (product_type i)) spent clock : legal_for e -> clock = Z.of_nat spent ->
  (Z.to_nat word * spent + Z.to_nat (size_output i) * Z.to_nat (groups_of i)
    <= traffic (sizes_for i) e + Z.to_nat word * Z.to_nat (groups_of i))%N
  /\ (no_slow_adds e -> Z.to_nat word * spent <= loads (sizes_for i) e + Z.to_nat word * Z.to_nat (groups_of i))%N ->
  let reads := Z.max 0 (word * (clock - groups_of i)) in let writes := size_output i * groups_of i in
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (sizes_for i) e), writes <= Z.of_nat (stores (sizes_for i) e)
    & reads + writes <= Z.of_nat (traffic (sizes_for i) e)].
Proof.
have [word1 _] := word_ok => leg -> [total reads]; rewrite Z.mul_sub_distr_l.
by apply: (product_parts ok _ leg _ total reads); rewrite ?z_mul ?Z2Nat.id; lia.
Qed.
End Words.

Theorem check_product_intervals_sound c : check_product_intervals c = true ->
  parts_at_least (intervals_instance c) (intervals_reads c) (intervals_writes c) (intervals_value c).
Proof.
rewrite /check_product_intervals; cbv zeta; rewrite guardE; set i := intervals_instance c; set word := Z.min _ _.
case/andP => /and4P[ok /Z.leb_le T1 _ _] /and5P[_ _ _ _ /and5P[_ _ few /Z.eqb_eq clockE /and3P[/Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE]]].
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [g0 p0] := counts_pos ok.
have word1 : 1 <= word by rewrite /word; lia.
move=> e leg; rewrite vE rE wE.
rewrite clockE; case: (Z.eqb_spec (intervals_windows c) 0) few => [_ _|ne /= /andP[_]].
  have wg0 : 0 <= word * groups_of i by sign.
  have k0 : (0 < Z.to_nat (k_of i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
  have := product_stores leg k0; rewrite groups_nat // -/(sizes_for i) => /z_le; rewrite z_mul !Z2Nat.id; try lia.
  by rewrite /traffic z_add; split; lia.
case/andP => /Z.leb_le w1 dear.
set T := intervals_cut c in T1 dear *; set W := intervals_windows c in ne w1 dear *.
have [_ [w_pos wA wB wC wO]] := word_ok ok; have [x0 xE] := room_ok ok T1; rewrite -/word in x0 xE w_pos wA wB wC wO.
set x := _ / word + T in dear x0 xE.
have kE : Z.of_nat (Z.to_nat (k_of i)) = k_of i by rewrite Z2Nat.id; lia.
have numE : Z.of_nat (Z.to_nat (W - 1) * (Z.to_nat (capacity_of i) %/ Z.to_nat word + Z.to_nat T)
    + #|[finType of memories_type i]| * Z.to_nat T)
    = (W - 1) * x + memories_of i * T.
  by rewrite card_memories z_add !z_mul xE !Z2Nat.id; lia.
have denE : Z.of_nat (Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i)
    * (Z.to_nat (capacity_of i) %/ Z.to_nat word + Z.to_nat T))
    = groups_of i * x.
  by rewrite z_mul groups_nat // xE Z2Nat.id; lia.
have groups_pos : (0 < Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i))%N by rewrite groups_nat //; apply: n_lt; lia.
have [dear1 few dear2 many] := near_sound k1 x0 dear.
have k_pos : (0 < Z.to_nat (k_of i))%N by apply: n_lt; lia.
have T_pos : (0 < Z.to_nat T)%N by apply: n_lt; lia.
have := @intervals_at _ _ _ _ _ _ _ _ _ (Z.to_nat word) _ (Z.to_nat T) (Z.to_nat (W - 1)) e leg w_pos wA wB wC wO.
rewrite numE denE xE [Z.of_nat (_ * Z.to_nat (k_of i))]z_mul kE.
move=> /(_ k_pos groups_pos T_pos _ dear1 few dear2 many); rewrite groups_nat //; apply: (words_parts ok leg).
by rewrite z_add z_mul Nat2Z.inj_succ !Z2Nat.id; try lia; congr (_ * _ + 1); lia.
Qed.

(** ** `product-intervals-steady` *)

Record intervals_steady_certificate := IntervalsSteadyCertificate {
  steady_intervals_instance : product_instance; steady_intervals_word : Z; steady_intervals_capacity : Z; steady_intervals_cut : Z;
  steady_windows_of_group : Z; steady_intervals_clock : Z;
  steady_intervals_reads : Z; steady_intervals_writes : Z; steady_intervals_value : Z }.

(** [clock] is greater than cut * groups * j * h (k / j). *)
Definition passes (k x groups cut j clock : Z) : bool :=
  let all := cut * groups in
  let alpha := all * (2 * k * k + j * j * x) in
  let beta := 4 * k * k * all * all * (k * k + j * j * x) in
  root_below beta (clock * j * x * x - alpha).

(** The least whole number that does; that the one before does not, for any number of windows, is seen at the two numbers next to
    k / sqrt (x / 3). *)
Definition check_product_intervals_steady (c : intervals_steady_certificate) : bool :=
  let i := steady_intervals_instance c in
  let k := k_of i in
  let word := Z.min (Z.min (size_a i) (size_b i)) (Z.min (size_partial i) (size_output i)) in
  let cut := steady_intervals_cut c in
  let x := capacity_of i / word + cut in
  let j := steady_windows_of_group c in
  let clock := steady_intervals_clock c in
  if [&& check_instance i, 1 <=? cut, 1 <=? j & j <=? k] then
  [&& steady_intervals_word c =? word, steady_intervals_capacity c =? capacity_of i / word,
      (j =? 1) || ~~ price_exceeds k x j (j - 1), (j =? k) || ~~ price_exceeds k x j (j + 1),
      1 <=? clock, passes k x (groups_of i) cut j clock, ~~ passes k x (groups_of i) cut j (clock - 1),
      near_above k x (2 * ((clock - 1) * x) - 1) (2 * (cut * (groups_of i * x))),
      steady_intervals_reads c =? Z.max 0 (word * (clock - groups_of i)),
      steady_intervals_writes c =? size_output i * groups_of i
    & steady_intervals_value c =? steady_intervals_reads c + steady_intervals_writes c] else false.

Theorem check_product_intervals_steady_sound c : check_product_intervals_steady c = true ->
  parts_at_least (steady_intervals_instance c) (steady_intervals_reads c) (steady_intervals_writes c) (steady_intervals_value c).
Proof.
rewrite /check_product_intervals_steady; cbv zeta; rewrite guardE; set i := steady_intervals_instance c; set word := Z.min _ _.
set T := steady_intervals_cut c; set W := steady_intervals_clock c.
case/andP => /and4P[ok /Z.leb_le T1 _ _] /and5P[_ _ _ _ /and5P[/Z.leb_le w1 _ _ dear /and3P[/Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE]]].
have [[b1 m1 n1 k1] [[a1 sb1 p1 o1] [c1 q1]]] := instance_ok ok.
have [g0 p0] := counts_pos ok; have [word1 [w_pos wA wB wC wO]] := word_ok ok; have [x0 xE] := room_ok ok T1.
rewrite -/word in word1 x0 xE w_pos wA wB wC wO; set x := _ / word + T in dear x0 xE.
move=> e leg; rewrite vE rE wE.
have kE : Z.of_nat (Z.to_nat (k_of i)) = k_of i by rewrite Z2Nat.id; lia.
have groupsE : Z.of_nat (Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i)) = groups_of i.
  by rewrite groups_nat // Z2Nat.id; lia.
have lessE : Z.of_nat (Z.to_nat (W - 1)) = W - 1 by rewrite Z2Nat.id; lia.
have TE : Z.of_nat (Z.to_nat T) = T by rewrite Z2Nat.id; lia.
have groups_pos : (0 < Z.to_nat (batch_of i) * Z.to_nat (m_of i) * Z.to_nat (n_of i))%N by apply: n_lt; rewrite groupsE.
have k_pos : (0 < Z.to_nat (k_of i))%N by apply: n_lt; lia.
have T_pos : (0 < Z.to_nat T)%N by apply: n_lt; lia.
have [dear1 few dear2 many] := near_sound k1 x0 dear.
have := @intervals_steady_at _ _ _ _ _ _ _ _ _ (Z.to_nat word) _ (Z.to_nat T) (Z.to_nat (W - 1)) e leg w_pos wA wB wC wO k_pos groups_pos T_pos.
rewrite xE lessE TE groupsE [Z.of_nat (_ * Z.to_nat (k_of i))]z_mul kE.
move=> /(_ _ dear1 few dear2 many); rewrite groups_nat //; apply: (words_parts ok leg).
by rewrite z_add lessE; lia.
Qed.
