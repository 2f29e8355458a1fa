(** * Do v products fit a weight of X? (proofs/gemm-segments.md, Exact evaluation)

    Whole-number tests of the least x + y + z with xyz at least [volume] and each of the three at least its floor. Only
    one direction is proven, the one that bounds need: what fits passes the test. *)
From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

(** Floors in falling order: none, one, two or all three of them bind. *)
Definition level_test (f1 f2 f3 volume limit : Z) : bool :=
  if f1 * f1 * f1 <=? volume then 27 * volume <=? limit * limit * limit
  else if f1 * f2 * f2 <=? volume then (f1 <=? limit) && (4 * volume <=? f1 * (limit - f1) * (limit - f1))
  else if f1 * f2 * f3 <=? volume then volume <=? f1 * f2 * (limit - f1 - f2)
  else f1 + f2 + f3 <=? limit.

Lemma arithmetic_geometric x y z : 0 <= x -> 0 <= y -> 0 <= z -> 27 * (x * y * z) <= (x + y + z) * (x + y + z) * (x + y + z).
Proof.
intros x0 y0 z0.
assert (h : forall u v, 0 <= u -> 0 <= u * (v * v)) by (intros; apply Z.mul_nonneg_nonneg; [|apply Z.square_nonneg]; lia).
pose proof (h x (y - z) x0). pose proof (h y (y - z) y0). pose proof (h z (y - z) z0).
pose proof (h x (x - z) x0). pose proof (h y (x - z) y0). pose proof (h z (x - z) z0).
pose proof (h x (x - y) x0). pose proof (h y (x - y) y0). pose proof (h z (x - y) z0).
lia.
Qed.

Lemma level_test_complete f1 f2 f3 volume limit x y z :
  0 <= f3 <= f2 -> f2 <= f1 -> f1 <= x -> f2 <= y -> f3 <= z -> 0 <= volume -> volume <= x * y * z -> x + y + z <= limit ->
  level_test f1 f2 f3 volume limit = true.
Proof.
intros [f30 f32] f21 fx fy fz v0 vol sum; unfold level_test.
destruct (Z.leb_spec (f1 * f1 * f1) volume) as [_|none].
- apply Z.leb_le. pose proof (arithmetic_geometric x y z ltac:(lia) ltac:(lia) ltac:(lia)).
  assert ((x + y + z) * (x + y + z) * (x + y + z) <= limit * limit * limit).
  { apply Z.mul_le_mono_nonneg; try lia; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg; lia]. }
  lia.
- destruct (Z.leb_spec (f1 * f2 * f2) volume) as [_|one].
  + apply andb_true_intro; split; apply Z.leb_le; [lia|].
    (* s = y + z is left over; moving x down to f1 gives it more *)
    assert (exists d, x = f1 + d /\ 0 <= d) as (d & -> & d0) by (exists (x - f1); lia).
    assert (exists s, s = y + z) as (s & sE) by (exists (y + z); reflexivity).
    assert (4 * volume <= (f1 + d) * (s * s)).
    { assert (4 * (y * z) <= s * s) by (pose proof (Z.square_nonneg (y - z)); subst s; lia).
      assert ((f1 + d) * (4 * (y * z)) <= (f1 + d) * (s * s)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    assert (f1 * (s + d) * (s + d) <= f1 * (limit - f1) * (limit - f1)).
    { apply Z.mul_le_mono_nonneg; try lia; [apply Z.mul_nonneg_nonneg; lia | apply Z.mul_le_mono_nonneg_l; lia]. }
    assert (s0 : 0 <= s) by lia.
    destruct (Z_le_gt_dec (2 * f1) s) as [big|small].
    * assert (4 * (f1 * f1) <= s * s) by nia.
      assert (f1 * (4 * (f1 * f1)) <= f1 * (s * s)) by (apply Z.mul_le_mono_nonneg_l; lia).
      assert (0 <= f1 * s * d) by (apply Z.mul_nonneg_nonneg; nia).
      assert (0 <= f1 * d * d) by (apply Z.mul_nonneg_nonneg; nia). lia.
    * assert (d * s * s <= d * s * (2 * f1)) by (apply Z.mul_le_mono_nonneg_l; nia).
      assert (0 <= f1 * d * d) by (apply Z.mul_nonneg_nonneg; nia). lia.
  + destruct (Z.leb_spec (f1 * f2 * f3) volume) as [_|two].
    * apply Z.leb_le. assert (exists d, x = f1 + d /\ 0 <= d) as (d & -> & d0) by (exists (x - f1); lia).
      assert (exists d', y = f2 + d' /\ 0 <= d') as (d' & -> & d0') by (exists (y - f2); lia).
      assert (f1 * f2 * (z + d + d') <= f1 * f2 * (limit - f1 - f2)) by (apply Z.mul_le_mono_nonneg_l; nia).
      destruct (Z_le_gt_dec f2 (z + d)) as [big|small].
      { assert (f1 * f2 * f2 <= f1 * f2 * (z + d)) by (apply Z.mul_le_mono_nonneg_l; nia).
        assert (0 <= f1 * f2 * d') by (apply Z.mul_nonneg_nonneg; nia). lia. }
      (* first x goes down to f1 and z up, then y *)
      assert ((f1 + d) * z <= f1 * (z + d)) by nia.
      assert ((f2 + d') * ((f1 + d) * z) <= (f2 + d') * (f1 * (z + d))) by (apply Z.mul_le_mono_nonneg_l; lia).
      assert ((f2 + d') * (z + d) <= f2 * (z + d + d')) by nia.
      assert (f1 * ((f2 + d') * (z + d)) <= f1 * (f2 * (z + d + d'))) by (apply Z.mul_le_mono_nonneg_l; lia).
      lia.
    * apply Z.leb_le; lia.
Qed.

(** The same with the floors in any order. *)
Definition fits_above (f1 f2 f3 volume limit : Z) : bool :=
  if f2 <=? f1 then
    if f3 <=? f2 then level_test f1 f2 f3 volume limit
    else if f3 <=? f1 then level_test f1 f3 f2 volume limit else level_test f3 f1 f2 volume limit
  else
    if f3 <=? f1 then level_test f2 f1 f3 volume limit
    else if f3 <=? f2 then level_test f2 f3 f1 volume limit else level_test f3 f2 f1 volume limit.

Lemma fits_above_complete f1 f2 f3 volume limit x y z :
  0 <= f1 <= x -> 0 <= f2 <= y -> 0 <= f3 <= z -> 0 <= volume -> volume <= x * y * z -> x + y + z <= limit ->
  fits_above f1 f2 f3 volume limit = true.
Proof.
intros; unfold fits_above.
destruct (Z.leb_spec f2 f1), (Z.leb_spec f3 f2), (Z.leb_spec f3 f1); try lia.
- apply (level_test_complete _ _ _ _ _ x y z); lia.
- apply (level_test_complete _ _ _ _ _ x z y); lia.
- apply (level_test_complete _ _ _ _ _ z x y); lia.
- apply (level_test_complete _ _ _ _ _ y x z); lia.
- apply (level_test_complete _ _ _ _ _ y z x); lia.
- apply (level_test_complete _ _ _ _ _ z y x); lia.
Qed.

(** v products of a product m x n x k: a words of weight wa that serve n each, b of wb that serve m, c of wc that serve k.
    Scaled by mnk, so that the floors are whole. *)
Definition weighs_at_most (m n k wa wb wc v limit : Z) : bool :=
  let scale := m * n * k in
  fits_above (wa * v * m * k) (wb * v * n * k) (wc * v * m * n) (wa * wb * wc * v * v * (scale * scale * scale)) (limit * scale).

Lemma weighs_at_most_complete m n k wa wb wc v limit a b c :
  0 < m -> 0 < n -> 0 < k -> 0 < wa -> 0 < wb -> 0 < wc -> 0 <= v -> 0 <= a -> 0 <= b -> 0 <= c ->
  v * v <= a * b * c -> v <= n * a -> v <= m * b -> v <= k * c -> wa * a + wb * b + wc * c <= limit ->
  weighs_at_most m n k wa wb wc v limit = true.
Proof.
intros m0 n0 k0 wa0 wb0 wc0 v0 a0 b0 c0 vol va vb vc sum; unfold weighs_at_most.
assert (mk : 0 < m * k) by nia. assert (nk : 0 < n * k) by nia. assert (mn : 0 < m * n) by nia.
assert (s0 : 0 < m * n * k) by nia.
set (s := m * n * k) in *.
apply (fits_above_complete _ _ _ _ _ (wa * a * s) (wb * b * s) (wc * c * s)).
- split; [nia|]. replace (wa * v * m * k) with (wa * (m * k) * v) by ring.
  replace (wa * a * s) with (wa * (m * k) * (n * a)) by (unfold s; ring). apply Z.mul_le_mono_nonneg_l; nia.
- split; [nia|]. replace (wb * v * n * k) with (wb * (n * k) * v) by ring.
  replace (wb * b * s) with (wb * (n * k) * (m * b)) by (unfold s; ring). apply Z.mul_le_mono_nonneg_l; nia.
- split; [nia|]. replace (wc * v * m * n) with (wc * (m * n) * v) by ring.
  replace (wc * c * s) with (wc * (m * n) * (k * c)) by (unfold s; ring). apply Z.mul_le_mono_nonneg_l; nia.
- assert (0 < wa * wb * wc) by nia. assert (0 < s * s * s) by nia. nia.
- replace (wa * wb * wc * v * v * (s * s * s)) with (wa * wb * wc * (s * s * s) * (v * v)) by ring.
  replace (wa * a * s * (wb * b * s) * (wc * c * s)) with (wa * wb * wc * (s * s * s) * (a * b * c)) by ring.
  apply Z.mul_le_mono_nonneg_l; [|assumption].
  assert (0 < wa * wb * wc) by nia. assert (0 < s * s * s) by nia. nia.
- replace (wa * a * s + wb * b * s + wc * c * s) with ((wa * a + wb * b + wc * c) * s) by ring.
  apply Z.mul_le_mono_nonneg_r; lia.
Qed.

(** ** What fits less than X, in proportion *)

Lemma leb_scale d a b : 0 < d -> (d * a <=? d * b) = (a <=? b).
Proof. intros d0; destruct (Z.leb_spec a b); [apply Z.leb_le | apply Z.leb_gt]; nia. Qed.

Lemma level_test_scale d f1 f2 f3 volume limit : 0 < d ->
  level_test (d * f1) (d * f2) (d * f3) (d * d * d * volume) (d * limit) = level_test f1 f2 f3 volume limit.
Proof.
intros d0; assert (c0 : 0 < d * d * d) by (repeat apply Z.mul_pos_pos; assumption); unfold level_test.
replace (d * f1 * (d * f1) * (d * f1)) with (d * d * d * (f1 * f1 * f1)) by ring.
replace (d * f1 * (d * f2) * (d * f2)) with (d * d * d * (f1 * f2 * f2)) by ring.
replace (d * f1 * (d * f2) * (d * f3)) with (d * d * d * (f1 * f2 * f3)) by ring.
replace (27 * (d * d * d * volume)) with (d * d * d * (27 * volume)) by ring.
replace (d * limit * (d * limit) * (d * limit)) with (d * d * d * (limit * limit * limit)) by ring.
replace (4 * (d * d * d * volume)) with (d * d * d * (4 * volume)) by ring.
replace (d * f1 * (d * limit - d * f1) * (d * limit - d * f1)) with (d * d * d * (f1 * (limit - f1) * (limit - f1))) by ring.
replace (d * f1 * (d * f2) * (d * limit - d * f1 - d * f2)) with (d * d * d * (f1 * f2 * (limit - f1 - f2))) by ring.
replace (d * f1 + d * f2 + d * f3) with (d * (f1 + f2 + f3)) by ring.
rewrite !leb_scale by assumption; reflexivity.
Qed.

Lemma fits_above_scale d f1 f2 f3 volume limit : 0 < d ->
  fits_above (d * f1) (d * f2) (d * f3) (d * d * d * volume) (d * limit) = fits_above f1 f2 f3 volume limit.
Proof. intros d0; unfold fits_above; rewrite !leb_scale, !level_test_scale by assumption; reflexivity. Qed.

(** Where v products do not fit X, a need of at most X has fewer than in proportion: made larger by a factor it would show v to fit. *)
Lemma weighs_in_proportion m n k wa wb wc v limit u a b c :
  0 < m -> 0 < n -> 0 < k -> 0 < wa -> 0 < wb -> 0 < wc -> 0 <= v -> 0 <= u -> 0 <= a -> 0 <= b -> 0 <= c ->
  weighs_at_most m n k wa wb wc v limit = false ->
  u * u <= a * b * c -> u <= n * a -> u <= m * b -> u <= k * c -> wa * a + wb * b + wc * c <= limit ->
  u * limit <= v * (wa * a + wb * b + wc * c).
Proof.
intros m0 n0 k0 wa0 wb0 wc0 v0 u0 a0 b0 c0 no vol ua ub uc sum.
destruct (Z_le_gt_dec (u * limit) (v * (wa * a + wb * b + wc * c))) as [|big]; [assumption|exfalso].
assert (ya : 0 <= wa * a) by (apply Z.mul_nonneg_nonneg; lia).
assert (yb : 0 <= wb * b) by (apply Z.mul_nonneg_nonneg; lia).
assert (yc : 0 <= wc * c) by (apply Z.mul_nonneg_nonneg; lia).
remember (wa * a + wb * b + wc * c) as y eqn:yE.
assert (vy : 0 <= v * y) by (apply Z.mul_nonneg_nonneg; lia).
assert (upos : 0 < u) by nia. assert (apos : 0 < a) by nia.
assert (y0 : 0 < y) by nia. assert (x0 : 0 < limit) by lia.
enough (h : weighs_at_most m n k wa wb wc v limit = true) by congruence.
unfold weighs_at_most; rewrite <- (fits_above_scale y) by assumption.
assert (mk : 0 < m * k) by nia. assert (nk : 0 < n * k) by nia. assert (mn : 0 < m * n) by nia.
assert (s0 : 0 < m * n * k) by nia.
remember (m * n * k) as s eqn:sE.
assert (floor : forall w r q, 0 < w -> 0 < r -> u <= q -> w * r * (v * y) <= w * r * (q * limit)).
{ intros w r q w0 r0 uq. apply Z.mul_le_mono_nonneg_l; [nia|]. assert (u * limit <= q * limit) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
apply (fits_above_complete _ _ _ _ _ (wa * a * limit * s) (wb * b * limit * s) (wc * c * limit * s)).
- split; [repeat apply Z.mul_nonneg_nonneg; lia|]. pose proof (floor wa (m * k) (n * a) wa0 mk ua). rewrite sE; lia.
- split; [repeat apply Z.mul_nonneg_nonneg; lia|]. pose proof (floor wb (n * k) (m * b) wb0 nk ub). rewrite sE; lia.
- split; [repeat apply Z.mul_nonneg_nonneg; lia|]. pose proof (floor wc (m * n) (k * c) wc0 mn uc). rewrite sE; lia.
- repeat apply Z.mul_nonneg_nonneg; lia.
- assert (h1 : v * y * (v * y) <= u * limit * (u * limit)) by (apply Z.mul_le_mono_nonneg; lia).
  assert (h2 : u * limit * (u * limit) <= a * b * c * (limit * limit)).
  { replace (u * limit * (u * limit)) with (u * u * (limit * limit)) by ring. apply Z.mul_le_mono_nonneg_r; [nia | assumption]. }
  assert (abc : 0 <= a * b * c * (limit * limit)) by (repeat apply Z.mul_nonneg_nonneg; lia).
  assert (h3 : y * (v * y * (v * y)) <= limit * (a * b * c * (limit * limit))) by (apply Z.mul_le_mono_nonneg; nia).
  assert (c0' : 0 <= wa * wb * wc * (s * s * s)) by (repeat apply Z.mul_nonneg_nonneg; lia).
  pose proof (Z.mul_le_mono_nonneg_l _ _ _ c0' h3); lia.
- replace (wa * a * limit * s + wb * b * limit * s + wc * c * limit * s) with (limit * s * (wa * a + wb * b + wc * c)) by ring.
  rewrite <- yE; lia.
Qed.
