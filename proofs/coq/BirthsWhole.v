(** * The inequalities of births over natural numbers

    Those of BirthsArithmetic.v, which are about [Z], as the machine counts. *)
From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Whole BirthsArithmetic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** The square roots of [p] and [q] together are at most [bound]. *)
Definition roots_at_most (p q bound : nat) : bool := (p + q <= bound ^ 2) && (4 * (p * q) <= (bound ^ 2 - (p + q)) ^ 2).

Lemma nat_roots p q bound :
  BirthsArithmetic.roots_at_most (Z.of_nat p) (Z.of_nat q) (Z.of_nat bound) <-> roots_at_most p q bound.
Proof.
rewrite /BirthsArithmetic.roots_at_most /roots_at_most; set c4 := 4; have e4 : Z.of_nat c4 = 4%Z by [].
split=> [[h1 h2]|/andP[h1 /z_le]].
  have le : p + q <= bound ^ 2 by apply: n_le; rewrite !(z_square, z_add).
  rewrite le; apply: n_le; rewrite z_square z_sub // !(z_square, z_add, z_mul) e4; lia.
rewrite z_square z_sub // !(z_square, z_add, z_mul) e4; have := z_le h1; rewrite z_square z_add; lia.
Qed.

Lemma nat_segment n1 n2 v1 v2 a b d g wA wB wD s h i c u r x q A A' : h <= s -> n1 ^ 2 <= v1 * a * b -> n2 ^ 2 <= v2 * d * g ->
  v1 <= i + u -> v2 <= i + c + u -> wA * a + wB * b + wD * d + s * g + (s * i + h * c) <= r -> r <= x ->
  A ^ 2 <= 3 * x * (wA * wB * s) * q ^ 2 -> A' ^ 2 <= 3 * x * (wD * s * h) * q ^ 2 ->
  144 * (A * n1 + A' * n2) <= 3 * x * q * (16 * r + 27 * (s * u)).
Proof.
set c144 := 144; set c16 := 16; set c27 := 27; set c3 := 3.
have [e144 [e16 [e27 e3]]] : Z.of_nat c144 = 144%Z /\ Z.of_nat c16 = 16%Z /\ Z.of_nat c27 = 27%Z /\ Z.of_nat c3 = 3%Z by [].
move=> /z_le h0 /z_le h1 /z_le h2 /z_le h3 /z_le h4 /z_le h5 /z_le rx /z_le h6 /z_le h7; move: h0 h1 h2 h3 h4 h5 h6 h7.
rewrite !(z_square, z_mul, z_add) e3 => h0 h1 h2 h3 h4 h5 h6 h7.
apply: n_le; rewrite !(z_square, z_mul, z_add) e144 e16 e27 e3.
apply: (segment_at_sizes _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ h1 h2 h3 h4 _ rx h6 h7);
  try exact: Nat2Z.is_nonneg; clear h1 h2 h6 h7; lia.
Qed.

Lemma nat_total P f k n B N s x w w' : 0 < f -> 0 < k -> 0 < n -> 27 * (s * x) <= 256 * k ^ 2 * w -> P * f <= B ->
  (forall A A' q, A ^ 2 <= 3 * x * (w * s) * q ^ 2 -> A' ^ 2 <= 3 * x * w' * q ^ 2 ->
    144 * (A * (B * k) + A' * (P * n)) <= 3 * x * q * (16 * N + 27 * (s * B))) ->
  roots_at_most (3 * x * (w * s) * (144 * (P * f * k)) ^ 2) (3 * x * w' * (144 * (P * n)) ^ 2)
    (3 * x * (16 * N + 27 * (s * (f * P)))).
Proof.
set c144 := 144; set c16 := 16; set c27 := 27; set c3 := 3; set c256 := 256.
have [e144 [e16 [e27 [e3 e256]]]] : Z.of_nat c144 = 144%Z /\ Z.of_nat c16 = 16%Z /\ Z.of_nat c27 = 27%Z /\ Z.of_nat c3 = 3%Z
  /\ Z.of_nat c256 = 256%Z by do !split.
move=> /z_lt f0 /z_lt k0 /z_lt n0 /z_le cond /z_le least most; apply/nat_roots; move: cond least.
rewrite !(z_square, z_mul, z_add) e144 e16 e27 e3 e256 => cond least.
apply: (roots_of_births _ _ _ _ (Z.of_nat B) _ _ _ _ _ _ f0 k0 n0 _ _ _ _ _ _ cond least); try by apply: Nat2Z.is_nonneg.
move=> A A' q A0 A'0 q0; rewrite -(Z2Nat.id _ A0) -(Z2Nat.id _ A'0) -(Z2Nat.id _ q0) => hA hA'.
have := z_le (most (Z.to_nat A) (Z.to_nat A') (Z.to_nat q) _ _); rewrite !(z_square, z_mul, z_add) e144 e16 e27 e3; apply.
  by apply: n_le; rewrite !(z_square, z_mul) e3.
by apply: n_le; rewrite !(z_square, z_mul) e3.
Qed.

Lemma nat_roots_scale t p q b b' : t * b <= b' -> roots_at_most p q b -> roots_at_most (t ^ 2 * p) (t ^ 2 * q) b'.
Proof.
move=> /z_le; rewrite z_mul => more /nat_roots h; apply/nat_roots; rewrite !(z_mul, z_square).
by apply: roots_scale more h; apply: Nat2Z.is_nonneg.
Qed.

Lemma nat_roots_of_one D a b bound : roots_at_most (D * a ^ 2) (D * b ^ 2) bound -> D * (a + b) ^ 2 <= bound ^ 2.
Proof.
move/nat_roots; rewrite !(z_mul, z_square) => h; apply: n_le; rewrite !(z_mul, z_square, z_add).
by apply: roots_of_one h; apply: Nat2Z.is_nonneg.
Qed.

Lemma nat_births_of_one_size w x N P f k n : 0 < w -> 0 < x ->
  3 * (w * x) * (w * w * w) * (144 * (P * f * k) + 144 * (P * n)) ^ 2 <= (3 * (w * x) * (16 * (w * N) + 27 * (w * (f * P)))) ^ 2 ->
  (144 * (P * (f * k + n))) ^ 2 <= 3 * x * (16 * N + 27 * (f * P)) ^ 2.
Proof.
set c144 := 144; set c16 := 16; set c27 := 27; set c3 := 3.
have [e144 [e16 [e27 e3]]] : Z.of_nat c144 = 144%Z /\ Z.of_nat c16 = 16%Z /\ Z.of_nat c27 = 27%Z /\ Z.of_nat c3 = 3%Z by [].
move=> /z_lt w0 /z_lt x0 /z_le; rewrite !(z_square, z_mul, z_add) e144 e16 e27 e3 => h.
by apply: n_le; rewrite !(z_square, z_mul, z_add) e144 e16 e27 e3; apply: births_of_one_size w0 x0 h.
Qed.

Lemma nat_births_by_words w a b x : 0 < w -> (w * a) ^ 2 <= 3 * x * (w * b) ^ 2 -> a ^ 2 <= 3 * x * b ^ 2.
Proof.
set c3 := 3; have e3 : Z.of_nat c3 = 3%Z by [].
move=> /z_lt w0 /z_le; rewrite !(z_square, z_mul) e3 => h; apply: n_le; rewrite !(z_square, z_mul) e3.
exact: births_by_words w0 h.
Qed.
