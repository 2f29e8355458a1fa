(** * The arithmetic of births (proofs/chain-recomputation.md, section 4 and machine check), without square roots

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

(** The same inequality, written differently. *)
Ltac by_ring H := match type of H with ?u <= ?v => match goal with |- ?a <= ?b =>
  replace a with u by ring; replace b with v by ring; exact H end end.

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

(** One segment with a weight of R <= X, both stages at their sizes: [i] units of unfinished sums, of size [s], [c] of complete ones, of size [h]; P1 and P2 are
    products times whole numbers whose squares are at most 3X wA wB s and 3X wD s h times [q q]. *)
Lemma segment_of_births P1 P2 v1 v2 a b d g s h i c u R X q :
  0 <= P1 -> 0 <= P2 -> 0 <= v1 -> 0 <= v2 -> 0 <= a -> 0 <= b -> 0 <= d -> 0 <= g -> 0 <= h <= s -> 0 <= i -> 0 <= c -> 0 <= u -> 0 <= q ->
  P1 * P1 <= 3 * X * (q * q) * (s * v1) * a * b -> P2 * P2 <= 3 * X * (q * q) * (h * v2) * d * g ->
  v1 <= i + u -> v2 <= i + c + u -> a + b + d + g + s * i + h * c <= R -> R <= X ->
  144 * (P1 + P2) <= 3 * X * q * (16 * R + 27 * (s * u)).
Proof.
intros P10 P20 v10 v20 a0 b0 d0 g0 hs i0 c0 u0 q0 h1 h2 v1u v2u sum RX.
assert (si : 0 <= s * i) by (apply Z.mul_nonneg_nonneg; lia).
assert (hi : 0 <= h * i) by (apply Z.mul_nonneg_nonneg; lia).
assert (hc : 0 <= h * c) by (apply Z.mul_nonneg_nonneg; lia).
assert (su : 0 <= s * u) by (apply Z.mul_nonneg_nonneg; lia).
assert (hu : 0 <= h * u <= s * u) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg_r]; lia).
assert (his : h * i <= s * i) by (apply Z.mul_le_mono_nonneg_r; lia).
assert (sv : 0 <= s * v1 <= s * i + s * u).
{ split; [apply Z.mul_nonneg_nonneg; lia|]. assert (s * v1 <= s * (i + u)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
assert (hv : 0 <= h * v2 <= h * i + h * c + h * u).
{ split; [apply Z.mul_nonneg_nonneg; lia|]. assert (h * v2 <= h * (i + c + u)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
assert (R0 : 0 <= R) by lia.
set (Y := a + b + d + g) in *.
set (most := 16 * R + 27 * (s * u)).
assert (most0 : 0 <= most) by (unfold most; lia).
assert (bounded : forall V, V = s * v1 \/ V = h * v2 -> 1728 * (V * (Y * Y)) <= X * (most * most)).
{ assert (step : forall V w t, 0 <= V <= w + t -> 0 <= w <= R - Y -> 0 <= t <= s * u -> 1728 * (V * (Y * Y)) <= X * (most * most)).
  { intros V w t hV hw ht. pose proof (most_of_births R w t ltac:(unfold Y in *; lia) ltac:(lia)) as m.
    assert (Y * Y <= (R - w) * (R - w)) by (apply Z.mul_le_mono_nonneg; unfold Y in *; lia).
    assert (V * (Y * Y) <= (w + t) * ((R - w) * (R - w))).
    { apply Z.mul_le_mono_nonneg; lia. }
    assert (R * ((16 * R + 27 * t) * (16 * R + 27 * t)) <= X * (most * most)); [|lia].
    apply Z.mul_le_mono_nonneg; [lia | exact RX | apply Z.square_nonneg |]. apply Z.mul_le_mono_nonneg; unfold most; lia. }
  intros V [->| ->]; [apply (step _ (s * i) (s * u)) | apply (step _ (h * i + h * c) (h * u))]; lia. }
set (V := Z.max (s * v1) (h * v2)).
assert (V0 : 0 <= V) by (unfold V; lia).
assert (VY : 1728 * (V * (Y * Y)) <= X * (most * most)) by (apply bounded; unfold V; lia).
set (D := 3 * X * (q * q)) in *.
assert (D0 : 0 <= D) by (unfold D; apply Z.mul_nonneg_nonneg; [lia | apply Z.square_nonneg]).
assert (ab : 0 <= a * b) by (apply Z.mul_nonneg_nonneg; lia).
assert (dg : 0 <= d * g) by (apply Z.mul_nonneg_nonneg; lia).
assert (both := both_stages P1 P2 (D * V) a b d g P10 P20 ltac:(apply Z.mul_nonneg_nonneg; lia) a0 b0 d0 g0).
assert (first : P1 * P1 <= D * V * a * b).
{ apply Z.le_trans with (1 := h1). rewrite <- !Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; [lia|].
  rewrite !Z.mul_assoc, <- !(Z.mul_assoc _ a b). apply Z.mul_le_mono_nonneg_r; [exact ab | apply Z.le_max_l]. }
assert (second : P2 * P2 <= D * V * d * g).
{ apply Z.le_trans with (1 := h2). rewrite <- !Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; [lia|].
  rewrite !Z.mul_assoc, <- !(Z.mul_assoc _ d g). apply Z.mul_le_mono_nonneg_r; [exact dg | apply Z.le_max_r]. }
specialize (both first second). fold Y in both.
apply square_le; [apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg; lia | exact most0]|].
replace (3 * X * q * most * (3 * X * q * most)) with (3 * D * (X * (most * most))) by (unfold D; ring).
assert (3 * D * (1728 * (V * (Y * Y))) <= 3 * D * (X * (most * most))) by (apply Z.mul_le_mono_nonneg_l; lia).
assert (D * V * (Y * Y) = D * (V * (Y * Y))) by ring.
lia.
Qed.

Lemma segment_at_sizes n1 n2 v1 v2 a b d g wA wB wD s h i c u R X q A A' :
  0 <= n1 -> 0 <= n2 -> 0 <= v1 -> 0 <= v2 -> 0 <= a -> 0 <= b -> 0 <= d -> 0 <= g -> 0 <= wA -> 0 <= wB -> 0 <= wD -> 0 <= h <= s ->
  0 <= i -> 0 <= c -> 0 <= u -> 0 <= q -> 0 <= A -> 0 <= A' ->
  n1 * n1 <= v1 * a * b -> n2 * n2 <= v2 * d * g -> v1 <= i + u -> v2 <= i + c + u ->
  wA * a + wB * b + wD * d + s * g + s * i + h * c <= R -> R <= X ->
  A * A <= 3 * X * (wA * wB * s) * (q * q) -> A' * A' <= 3 * X * (wD * s * h) * (q * q) ->
  144 * (A * n1 + A' * n2) <= 3 * X * q * (16 * R + 27 * (s * u)).
Proof.
intros n10 n20 v10 v20 a0 b0 d0 g0 wA0 wB0 wD0 hs i0 c0 u0 q0 A0 A'0 h1 h2 v1u v2u sum RX r1 r2.
assert (aw : 0 <= wA * a) by (apply Z.mul_nonneg_nonneg; lia).
assert (bw : 0 <= wB * b) by (apply Z.mul_nonneg_nonneg; lia).
assert (dw : 0 <= wD * d) by (apply Z.mul_nonneg_nonneg; lia).
assert (gw : 0 <= s * g) by (apply Z.mul_nonneg_nonneg; lia).
apply (segment_of_births (A * n1) (A' * n2) v1 v2 (wA * a) (wB * b) (wD * d) (s * g) s h i c u R X q); try lia;
  try (apply Z.mul_nonneg_nonneg; lia).
- assert ((A * A) * (n1 * n1) <= (3 * X * (wA * wB * s) * (q * q)) * (v1 * a * b)); [|lia].
  apply Z.mul_le_mono_nonneg; try lia; apply Z.square_nonneg.
- assert ((A' * A') * (n2 * n2) <= (3 * X * (wD * s * h) * (q * q)) * (v2 * d * g)); [|lia].
  apply Z.mul_le_mono_nonneg; try lia; apply Z.square_nonneg.
Qed.

(** All segments together, of weight N. [B] births of [P] elements with [f] factors of [k] products, some more than once: what such a repeated
    birth brings is at most what it is charged. [A] and [A'] are below the roots of 3X wA wB s and 3X wD s h, in parts of [q]. *)
Lemma total_of_births P f k n B N s X q w A A' : 0 <= P -> 0 <= f -> 0 < k -> 0 <= B -> 0 <= N -> 0 <= s -> 0 <= X -> 0 <= q -> 0 <= A ->
  27 * (s * X) <= 256 * (k * k) * w -> P * f <= B -> A * A <= 3 * X * (w * s) * (q * q) ->
  (forall a, 0 <= a -> a * a <= 3 * X * (w * s) * ((16 * k * q) * (16 * k * q)) ->
    144 * (a * (B * k) + 16 * k * A' * (P * n)) <= 3 * X * (16 * k * q) * (16 * N + 27 * (s * B))) ->
  144 * (A * (P * f * k) + A' * (P * n)) <= 3 * X * q * (16 * N + 27 * (s * (f * P))).
Proof.
intros P0 f0 k0 B0 N0 s0 X0 q0 A0 cond least small most.
set (r := 9 * (X * s) * q).
assert (Xs : 0 <= X * s) by (apply Z.mul_nonneg_nonneg; lia).
assert (r0 : 0 <= r) by (unfold r; apply Z.mul_nonneg_nonneg; lia).
assert (kA : 0 <= 16 * k * A) by (apply Z.mul_nonneg_nonneg; lia).
assert (rr : r * r <= 3 * X * (w * s) * ((16 * k * q) * (16 * k * q))).
{ assert ((3 * X * s * (q * q)) * (27 * (s * X)) <= (3 * X * s * (q * q)) * (256 * (k * k) * w)).
  { apply Z.mul_le_mono_nonneg_l; [|exact cond]. apply Z.mul_nonneg_nonneg; [lia | apply Z.square_nonneg]. }
  unfold r. lia. }
assert (kk : (16 * k * A) * (16 * k * A) <= 3 * X * (w * s) * ((16 * k * q) * (16 * k * q))).
{ assert (256 * (k * k) * (A * A) <= 256 * (k * k) * (3 * X * (w * s) * (q * q))).
  { apply Z.mul_le_mono_nonneg_l; [|exact small]. pose proof (Z.square_nonneg k). lia. }
  lia. }
set (a := Z.max r (16 * k * A)).
assert (am := most a ltac:(unfold a; lia) ltac:(unfold a; destruct (Z.max_spec r (16 * k * A)) as [[_ ->]|[_ ->]]; assumption)).
assert (extra : 144 * r * (k * (B - P * f)) <= 144 * a * (k * (B - P * f))).
{ apply Z.mul_le_mono_nonneg_r; [apply Z.mul_nonneg_nonneg; lia | unfold a; lia]. }
assert (rest : 144 * (16 * k * A) * (P * f * k) <= 144 * a * (P * f * k)).
{ apply Z.mul_le_mono_nonneg_r; [|unfold a; lia]. apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg; lia | lia]. }
apply (Z.mul_le_mono_pos_l _ _ (16 * k)); [lia|].
unfold r in extra. lia.
Qed.

(** What holds for all whole numbers below the roots of [p] and [q], in parts of [t], holds for the roots. *)
Definition roots_at_most (p q bound : Z) : Prop := p + q <= bound * bound /\ 4 * (p * q) <= (bound * bound - p - q) * (bound * bound - p - q).

Lemma roots_by_parts p q bound : 0 <= p -> 0 <= q -> 0 <= bound ->
  (forall a b t, 0 <= a -> 0 <= b -> 0 < t -> a * a <= p * (t * t) -> b * b <= q * (t * t) -> a + b <= bound * t) ->
  roots_at_most p q bound.
Proof.
intros p0 q0 bound0 parts.
set (D := bound * bound - p - q). set (K := 4 * bound + 4).
assert (K0 : 4 <= K) by (unfold K; lia).
assert (all : forall t, 0 < t -> 0 <= t * D + K /\ 4 * (p * q) * (t * t) <= (t * D + K) * (t * D + K)).
{ intros t t0.
  assert (tt : 0 < t * t) by (apply Z.mul_pos_pos; lia).
  assert (pt : 0 <= p * (t * t)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (qt : 0 <= q * (t * t)) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (Z.sqrt_spec _ pt) as [a1 a2]. destruct (Z.sqrt_spec _ qt) as [b1 b2].
  pose proof (Z.sqrt_nonneg (p * (t * t))) as a0. pose proof (Z.sqrt_nonneg (q * (t * t))) as b0.
  set (a := Z.sqrt (p * (t * t))) in *. set (b := Z.sqrt (q * (t * t))) in *. clearbody a b.
  pose proof (parts a b t a0 b0 t0 a1 b1) as ab.
  set (c := Z.succ a) in *. set (d := Z.succ b) in *.
  assert (cd : 0 <= c * d) by (apply Z.mul_nonneg_nonneg; unfold c, d; lia).
  assert (sum : (c + d) * (c + d) <= (bound * t + 2) * (bound * t + 2)).
  { apply Z.mul_le_mono_nonneg; unfold c, d; lia. }
  assert (near : 2 * (c * d) <= t * (t * D + K)).
  { replace (t * (t * D + K)) with ((bound * t + 2) * (bound * t + 2) - p * (t * t) - q * (t * t) + 4 * (t - 1)) by (unfold D, K; ring). lia. }
  assert (pos : 0 <= t * D + K).
  { destruct (Z.le_gt_cases 0 (t * D + K)) as [|neg]; [assumption|].
    assert (t * (t * D + K) < 0) by (apply Z.mul_pos_neg; lia). lia. }
  split; [exact pos|].
  apply (Z.mul_le_mono_pos_l _ _ (t * t) tt).
  assert ((p * (t * t)) * (q * (t * t)) <= (c * c) * (d * d)) by (apply Z.mul_le_mono_nonneg; lia).
  assert ((2 * (c * d)) * (2 * (c * d)) <= (t * (t * D + K)) * (t * (t * D + K))) by (apply Z.mul_le_mono_nonneg; lia).
  lia. }
assert (D0 : 0 <= D).
{ destruct (Z.le_gt_cases 0 D) as [|neg]; [assumption|].
  destruct (all (K + 1) ltac:(lia)) as [h _].
  assert ((K + 1) * D <= (K + 1) * -1) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
split; [unfold D in D0; lia|].
fold D. destruct (Z.le_gt_cases (4 * (p * q)) (D * D)) as [|more]; [assumption|exfalso].
assert (DK : 0 <= D * K) by (apply Z.mul_nonneg_nonneg; lia).
pose proof (Z.square_nonneg K) as KK.
set (t := 2 * (D * K) + K * K + 1).
assert (t0 : 0 < t) by (unfold t; lia).
destruct (all t t0) as [_ h].
assert ((D * D + 1) * (t * t) <= 4 * (p * q) * (t * t)) by (apply Z.mul_le_mono_nonneg_r; [apply Z.square_nonneg | lia]).
assert (t * t <= 2 * (D * K) * t + K * K) by lia.
assert (t * t = 2 * (D * K) * t + (K * K) * t + t) by (unfold t; ring).
assert (K * K * 1 <= K * K * t) by (apply Z.mul_le_mono_nonneg_l; lia).
lia.
Qed.

Lemma roots_of_births P f k n B N s X w w' : 0 <= P -> 0 < f -> 0 < k -> 0 < n -> 0 <= B -> 0 <= N -> 0 <= s -> 0 <= X -> 0 <= w -> 0 <= w' ->
  27 * (s * X) <= 256 * (k * k) * w -> P * f <= B ->
  (forall A A' q, 0 <= A -> 0 <= A' -> 0 <= q -> A * A <= 3 * X * (w * s) * (q * q) -> A' * A' <= 3 * X * w' * (q * q) ->
    144 * (A * (B * k) + A' * (P * n)) <= 3 * X * q * (16 * N + 27 * (s * B))) ->
  roots_at_most (3 * X * (w * s) * ((144 * (P * f * k)) * (144 * (P * f * k)))) (3 * X * w' * ((144 * (P * n)) * (144 * (P * n))))
    (3 * X * (16 * N + 27 * (s * (f * P)))).
Proof.
intros P0 f0 k0 n0 B0 N0 s0 X0 w0 w'0 cond least most.
remember (144 * (P * f * k)) as x eqn:xE. remember (144 * (P * n)) as y eqn:yE.
assert (fP : 0 <= f * P) by (apply Z.mul_nonneg_nonneg; lia).
assert (sfP : 0 <= s * (f * P)) by (apply Z.mul_nonneg_nonneg; lia).
assert (ws : 0 <= w * s) by (apply Z.mul_nonneg_nonneg; lia).
assert (x0 : 0 <= x) by (rewrite xE; assert (0 <= P * f * k) by (repeat apply Z.mul_nonneg_nonneg; lia); lia).
assert (y0 : 0 <= y) by (rewrite yE; assert (0 <= P * n) by (apply Z.mul_nonneg_nonneg; lia); lia).
assert (p0 : 0 <= 3 * X * (w * s)) by (apply Z.mul_nonneg_nonneg; lia).
assert (q0 : 0 <= 3 * X * w') by (apply Z.mul_nonneg_nonneg; lia).
apply roots_by_parts.
- apply Z.mul_nonneg_nonneg; [exact p0 | apply Z.square_nonneg].
- apply Z.mul_nonneg_nonneg; [exact q0 | apply Z.square_nonneg].
- apply Z.mul_nonneg_nonneg; lia.
- intros a b t a0 b0 t0 ha hb.
  destruct (Z.eq_dec P 0) as [PE|Pn].
  { assert (bound0 : 0 <= 3 * X * (16 * N + 27 * (s * (f * P))) * t) by (repeat apply Z.mul_nonneg_nonneg; lia).
    assert (x = 0) as x00 by (rewrite xE, PE; ring). assert (y = 0) as y00 by (rewrite yE, PE; ring).
    rewrite x00 in ha. rewrite y00 in hb. clear - ha hb bound0.
    assert (a <= 0) by (apply square_le; lia). assert (b <= 0) by (apply square_le; lia). lia. }
  assert (xp : 0 < x) by (clear - P0 Pn f0 k0 xE; rewrite xE; assert (0 < P * f * k) by (repeat apply Z.mul_pos_pos; lia); lia).
  assert (yp : 0 < y) by (clear - P0 Pn n0 yE; rewrite yE; assert (0 < P * n) by (apply Z.mul_pos_pos; lia); lia).
  assert (xy : 0 < x * y) by (apply Z.mul_pos_pos; assumption).
  assert (txy : 0 <= t * (x * y)) by (apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
  assert (kt : 0 <= 16 * k) by (clear - k0; lia).
  assert (both : 144 * (a * y * (P * f * k) + b * x * (P * n)) <= 3 * X * (t * (x * y)) * (16 * N + 27 * (s * (f * P)))).
  { refine (total_of_births P f k n B N s X (t * (x * y)) w (a * y) (b * x) P0 (Z.lt_le_incl _ _ f0) k0 B0 N0 s0 X0 txy _ cond least _ _).
    - apply Z.mul_nonneg_nonneg; assumption.
    - apply (Z.mul_le_mono_nonneg_r _ _ (y * y)) in ha; [by_ring ha | apply Z.square_nonneg].
    - intros c c0 hc. apply most; try assumption.
      + apply Z.mul_nonneg_nonneg; [exact kt | apply Z.mul_nonneg_nonneg; assumption].
      + apply Z.mul_nonneg_nonneg; assumption.
      + apply (Z.mul_le_mono_nonneg_r _ _ ((16 * k * x) * (16 * k * x))) in hb; [by_ring hb | apply Z.square_nonneg]. }
  apply (Z.mul_le_mono_pos_l _ _ (x * y) xy).
  replace (x * y * (a + b)) with (144 * (a * y * (P * f * k) + b * x * (P * n))) by (rewrite xE, yE; ring).
  by_ring both.
Qed.

Lemma roots_scale t p q b b' : 0 <= t -> 0 <= b -> t * b <= b' -> roots_at_most p q b -> roots_at_most (t * t * p) (t * t * q) b'.
Proof.
intros t0 b0 more [h1 h2]. assert (tt : 0 <= t * t) by apply Z.square_nonneg.
assert (tb : (t * b) * (t * b) <= b' * b') by (apply Z.mul_le_mono_nonneg; nia).
assert (d : t * t * (b * b - p - q) <= b' * b' - t * t * p - t * t * q) by lia.
assert (d0 : 0 <= t * t * (b * b - p - q)) by (apply Z.mul_nonneg_nonneg; lia).
split; [lia|].
assert ((t * t) * (t * t) * (4 * (p * q)) <= (t * t) * (t * t) * ((b * b - p - q) * (b * b - p - q))).
{ apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | exact h2]. }
assert ((t * t * (b * b - p - q)) * (t * t * (b * b - p - q)) <= (b' * b' - t * t * p - t * t * q) * (b' * b' - t * t * p - t * t * q)).
{ apply Z.mul_le_mono_nonneg; assumption. }
lia.
Qed.

(** Where both roots are whole multiples of one root. *)
Lemma roots_of_one D a b bound : 0 <= D -> 0 <= a -> 0 <= b -> roots_at_most (D * (a * a)) (D * (b * b)) bound ->
  D * ((a + b) * (a + b)) <= bound * bound.
Proof.
intros D0 a0 b0 [h1 h2].
assert (ab : 0 <= a * b) by (apply Z.mul_nonneg_nonneg; lia).
assert (2 * (D * (a * b)) <= bound * bound - D * (a * a) - D * (b * b)); [|lia].
apply square_le; lia.
Qed.

Lemma births_of_one_size w x N P f k n : 0 < w -> 0 < x ->
  3 * (w * x) * (w * w * w) * ((144 * (P * f * k) + 144 * (P * n)) * (144 * (P * f * k) + 144 * (P * n)))
    <= 3 * (w * x) * (16 * (w * N) + 27 * (w * (f * P))) * (3 * (w * x) * (16 * (w * N) + 27 * (w * (f * P)))) ->
  144 * (P * (f * k + n)) * (144 * (P * (f * k + n))) <= 3 * x * ((16 * N + 27 * (f * P)) * (16 * N + 27 * (f * P))).
Proof.
intros w0 x0 h. apply (Z.mul_le_mono_pos_l _ _ (3 * (w * x) * (w * w * w))); [|by_ring h].
repeat apply Z.mul_pos_pos; lia.
Qed.

Lemma births_by_words w a b x : 0 < w -> (w * a) * (w * a) <= 3 * x * ((w * b) * (w * b)) -> a * a <= 3 * x * (b * b).
Proof. intros w0 h. apply (Z.mul_le_mono_pos_l _ _ (w * w)); [|by_ring h]. apply Z.mul_pos_pos; assumption. Qed.
