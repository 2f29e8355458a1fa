(** * The arithmetic of births (proofs/chain-births.md, sections 5, 8), without square roots

    [a] at most the square root of D times [b] is said as a a <= D b b. *)
From Coq Require Import ZArith Lia.
Local Open Scope Z_scope.

(** No segment brings more than the square root of 3X times X/9, but for what its births are charged. *)
Lemma most_of_births X h u : 0 <= h <= X -> 0 <= u ->
  1728 * ((h + u) * ((X - h) * (X - h))) <= X * ((16 * X + 27 * u) * (16 * X + 27 * u)).
Proof.
intros [h0 hX] u0.
assert (X0 : 0 <= X) by lia.
set (L := X * X - 2 * ((X - h) * (X - h))).
assert (split : X * ((16 * X + 27 * u) * (16 * X + 27 * u)) - 1728 * ((h + u) * ((X - h) * (X - h)))
  = 64 * ((X - 3 * h) * (X - 3 * h) * (4 * X - 3 * h)) + 864 * (u * L) + 729 * (X * (u * u))) by (unfold L; ring).
assert (s0 : 0 <= (X - 3 * h) * (X - 3 * h) * (4 * X - 3 * h)).
{ apply Z.mul_nonneg_nonneg; [apply Z.square_nonneg | lia]. }
assert (q0 : 0 <= X * (u * u)) by (apply Z.mul_nonneg_nonneg; [lia | apply Z.square_nonneg]).
destruct (Z.le_gt_cases 0 L) as [L0|L0].
- assert (0 <= u * L) by (apply Z.mul_nonneg_nonneg; lia). lia.
- assert (h5 : 16 * h <= 5 * X).
  { destruct (Z.le_gt_cases (16 * h) (5 * X)) as [|big]; [assumption|].
    assert (d : 0 <= 16 * (X - h) <= 11 * X) by lia.
    assert ((16 * (X - h)) * (16 * (X - h)) <= (11 * X) * (11 * X)) by (apply Z.mul_le_mono_nonneg; lia).
    pose proof (Z.square_nonneg X). unfold L in L0. lia. }
  destruct (Z.eq_dec X 0) as [->|Xn]; [lia|].
  assert (square : 729 * X * (64 * ((X - 3 * h) * (X - 3 * h) * (4 * X - 3 * h)) + 864 * (u * L) + 729 * (X * (u * u)))
    = (729 * X * u + 432 * L) * (729 * X * u + 432 * L) + 46656 * (h * ((X - h) * (X - h)) * (5 * X - 16 * h))).
  { unfold L. ring. }
  assert (0 <= (729 * X * u + 432 * L) * (729 * X * u + 432 * L)) by apply Z.square_nonneg.
  assert (0 <= h * ((X - h) * (X - h)) * (5 * X - 16 * h)).
  { apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg; [lia | apply Z.square_nonneg] | lia]. }
  assert (0 <= 64 * ((X - 3 * h) * (X - 3 * h) * (4 * X - 3 * h)) + 864 * (u * L) + 729 * (X * (u * u))); [|lia].
  apply (Z.mul_le_mono_pos_l _ _ (729 * X)); lia.
Qed.

Lemma square_le a b : 0 <= b -> a * a <= b * b -> a <= b.
Proof. intros. apply Z.square_le_simpl_nonneg; lia. Qed.

Lemma geometric x y : 4 * (x * y) <= (x + y) * (x + y).
Proof. pose proof (Z.square_nonneg (x - y)). lia. Qed.

(** Loomis and Whitney for both stages on [v] words of H: P1, P2 products. *)
Lemma both_stages P1 P2 v a b d g : 0 <= P1 -> 0 <= P2 -> 0 <= v -> 0 <= a -> 0 <= b -> 0 <= d -> 0 <= g ->
  P1 * P1 <= v * a * b -> P2 * P2 <= v * d * g ->
  4 * ((P1 + P2) * (P1 + P2)) <= v * ((a + b + d + g) * (a + b + d + g)).
Proof.
intros P10 P20 v0 a0 b0 d0 g0 h1 h2.
assert (ag : 0 <= a * g) by (apply Z.mul_nonneg_nonneg; lia).
assert (db : 0 <= d * b) by (apply Z.mul_nonneg_nonneg; lia).
assert (cross : 2 * (P1 * P2) <= v * (a * g + d * b)).
{ apply square_le; [apply Z.mul_nonneg_nonneg; lia|].
  assert ((P1 * P1) * (P2 * P2) <= (v * a * b) * (v * d * g)).
  { apply Z.mul_le_mono_nonneg; try assumption; apply Z.square_nonneg. }
  pose proof (geometric (a * g) (d * b)).
  assert ((v * v) * (4 * (a * g * (d * b))) <= (v * v) * ((a * g + d * b) * (a * g + d * b))).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | assumption]. }
  lia. }
pose proof (geometric (a + d) (b + g)).
assert (v * (4 * ((a + d) * (b + g))) <= v * ((a + d + (b + g)) * (a + d + (b + g)))) by (apply Z.mul_le_mono_nonneg_l; lia).
lia.
Qed.

Lemma segment_of_births P1 P2 v a b d g h u X : 0 <= P1 -> 0 <= P2 -> 0 <= v -> 0 <= a -> 0 <= b -> 0 <= d -> 0 <= g -> 0 <= h -> 0 <= u ->
  P1 * P1 <= v * a * b -> P2 * P2 <= v * d * g -> v <= h + u -> a + b + d + g + h <= X ->
  (144 * (P1 + P2)) * (144 * (P1 + P2)) <= 3 * X * ((16 * X + 27 * u) * (16 * X + 27 * u)).
Proof.
intros P10 P20 v0 a0 b0 d0 g0 h0 u0 h1 h2 vh sum.
pose proof (both_stages P1 P2 v a b d g P10 P20 v0 a0 b0 d0 g0 h1 h2).
pose proof (most_of_births X h u ltac:(lia) u0).
assert ((a + b + d + g) * (a + b + d + g) <= (X - h) * (X - h)) by (apply Z.mul_le_mono_nonneg; lia).
assert (v * ((a + b + d + g) * (a + b + d + g)) <= (h + u) * ((X - h) * (X - h))).
{ apply Z.mul_le_mono_nonneg; try lia; apply Z.square_nonneg. }
lia.
Qed.

(** Such inequalities add up, and what is paid for may be taken away again. *)
Lemma root_add D a b c d : 0 <= D -> 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> a * a <= D * (b * b) -> c * c <= D * (d * d) ->
  (a + c) * (a + c) <= D * ((b + d) * (b + d)).
Proof.
intros D0 a0 b0 c0 d0 h1 h2.
assert (bd : 0 <= b * d) by (apply Z.mul_nonneg_nonneg; lia).
assert (a * c <= D * (b * d)); [|lia].
apply square_le; [apply Z.mul_nonneg_nonneg; lia|].
assert ((a * a) * (c * c) <= (D * (b * b)) * (D * (d * d))); [|lia].
apply Z.mul_le_mono_nonneg; try assumption; apply Z.square_nonneg.
Qed.

Lemma root_sub D a b c d : 0 <= D -> 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  (a + c) * (a + c) <= D * ((b + d) * (b + d)) -> D * (d * d) <= c * c -> a * a <= D * (b * b).
Proof.
intros D0 a0 b0 c0 d0 h1 h2.
destruct (Z.le_gt_cases (a * a) (D * (b * b))) as [|more]; [assumption|exfalso].
assert (bd : 0 <= b * d) by (apply Z.mul_nonneg_nonneg; lia).
assert (D * (b * d) <= a * c); [|lia].
apply square_le; [apply Z.mul_nonneg_nonneg; lia|].
assert ((D * (b * b)) * (D * (d * d)) <= (a * a) * (c * c)); [|lia].
apply Z.mul_le_mono_nonneg; try lia; repeat apply Z.mul_nonneg_nonneg; lia.
Qed.

(** All segments together. [B] births of [P] elements with [f] factors of [k] products, some more than once: what such a repeated
    birth brings is at most what it is charged. *)
Lemma total_of_births P f k n B s x : 0 <= P -> 0 <= f -> 0 <= k -> 0 <= n -> 0 <= s -> 0 <= x ->
  27 * x <= 256 * (k * k) -> P * f <= B ->
  (144 * (B * k + P * n)) * (144 * (B * k + P * n)) <= 3 * x * ((16 * x * s + 27 * B) * (16 * x * s + 27 * B)) ->
  (144 * (P * (f * k + n))) * (144 * (P * (f * k + n))) <= 3 * x * ((16 * x * s + 27 * (f * P)) * (16 * x * s + 27 * (f * P))).
Proof.
intros P0 f0 k0 n0 s0 x0 cond least most.
assert (Pf : 0 <= P * f) by (apply Z.mul_nonneg_nonneg; lia).
assert (xs : 0 <= x * s) by (apply Z.mul_nonneg_nonneg; lia).
assert (fkn : 0 <= P * (f * k + n)).
{ apply Z.mul_nonneg_nonneg; [lia|]. assert (0 <= f * k) by (apply Z.mul_nonneg_nonneg; lia). lia. }
assert (kr : 0 <= k * (B - P * f)) by (apply Z.mul_nonneg_nonneg; lia).
apply (root_sub (3 * x) _ _ (144 * (k * (B - P * f))) (27 * (B - P * f))); try lia.
assert (27 * x * ((B - P * f) * (B - P * f)) <= 256 * (k * k) * ((B - P * f) * (B - P * f))).
{ apply Z.mul_le_mono_nonneg_r; [apply Z.square_nonneg | exact cond]. }
set (r := B - P * f) in *. clearbody r. clear - H.
replace (3 * x * (27 * r * (27 * r))) with (81 * (27 * x * (r * r))) by ring.
replace (144 * (k * r) * (144 * (k * r))) with (81 * (256 * (k * k) * (r * r))) by ring.
lia.
Qed.
