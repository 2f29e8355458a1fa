(** * Values of a box's polynomial by its Bernstein coefficients, and with rows and columns changed *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import BoxPotential BoxPolynomials CheckTable TableBoxes Splines.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.
Notation z := inject_Z.

Section Placed.
Variables (o r : Q) (d : nat -> nat -> nat -> Q) (x y s : Q).
Ltac solve_it := unfold_all; rewrite /placed; ring.
Lemma placed_x : value (fun i j k => placed o r (fun i' => d i' j k) i) x y s == value d (o + r * x) y s. Proof. solve_it. Qed.
Lemma placed_y : value (fun i j k => placed o r (fun j' => d i j' k) j) x y s == value d x (o + r * y) s. Proof. solve_it. Qed.
Lemma placed_s : value (fun i j k => placed o r (fun k' => d i j k') k) x y s == value d x y (o + r * s). Proof. solve_it. Qed.
End Placed.

(** Coefficients by powers, of those of Bernstein, over rational numbers. *)
Definition powers_of (h : nat -> Q) (i : nat) : Q :=
  match i with 0%N => (256#1) * h 0%N | 1%N => (32#1) * (h 1%N - h 0%N) | _ => h 0%N - (2#1) * h 1%N + h 2%N end.

Lemma z_sub a b : z (a - b) == z a - z b.
Proof. by rewrite /Z.sub inject_Z_plus inject_Z_opp; reflexivity. Qed.

Lemma z_powers f i : z (powers f i) == powers_of (fun a => z (f a)) i.
Proof.
case: i => [|[|i]]; rewrite /powers /powers_of.
- by rewrite !inject_Z_mult.
- by rewrite (inject_Z_mult (2 * side)) z_sub.
by rewrite inject_Z_plus z_sub inject_Z_mult.
Qed.

Lemma powers_of_same h h' i : (forall a, h a == h' a) -> powers_of h i == powers_of h' i.
Proof. by move=> e; case: i => [|[|i]]; rewrite /powers_of !e; reflexivity. Qed.

Definition mixed_of (h : nat -> Q) (u : Q) : Q := ((16#1) - u) * ((16#1) - u) * h 0%N + (2#1) * ((16#1) - u) * u * h 1%N + u * u * h 2%N.

Lemma powers_value h u : quadratic (powers_of h 0) (powers_of h 1) (powers_of h 2) u == mixed_of h u.
Proof. by rewrite /quadratic /powers_of /mixed_of; ring. Qed.

Lemma mixed_same h h' u : (forall a, h a == h' a) -> mixed_of h u == mixed_of h' u.
Proof. by rewrite /mixed_of => e; rewrite !e; reflexivity. Qed.

Lemma quadratic_powers (h : nat -> nat -> Q) j t :
  quadratic (powers_of (h 0%N) j) (powers_of (h 1%N) j) (powers_of (h 2%N) j) t == powers_of (fun a => quadratic (h 0%N a) (h 1%N a) (h 2%N a) t) j.
Proof. by case: j => [|[|j]]; rewrite /quadratic /powers_of; ring. Qed.

Lemma quadratic_same a b c a' b' c' t : a == a' -> b == b' -> c == c' -> quadratic a b c t == quadratic a' b' c' t.
Proof. by rewrite /quadratic => -> -> ->; reflexivity. Qed.

Lemma power_value f u v w : value (fun i j k => z (power f i j k)) u v w
  == mixed_of (fun a => mixed_of (fun b => mixed_of (fun c => z (f a b c)) w) v) u.
Proof.
have z_power i j k : z (power f i j k) == powers_of (fun a => powers_of (fun b => powers_of (fun c => z (f a b c)) k) j) i.
  rewrite z_powers; apply: powers_of_same => a; rewrite z_powers; apply: powers_of_same => b; exact: z_powers.
have sums i j : of_sums (fun i j k => z (power f i j k)) i j w
    == powers_of (fun a => powers_of (fun b => mixed_of (fun c => z (f a b c)) w) j) i.
  apply: Qeq_trans (quadratic_same _ (z_power i j 0%N) (z_power i j 1%N) (z_power i j 2%N)) _.
  apply: Qeq_trans (quadratic_powers (fun k a => powers_of (fun b => powers_of (fun c => z (f a b c)) k) j) i w) _.
  apply: powers_of_same => a; apply: Qeq_trans (quadratic_powers (fun k b => powers_of (fun c => z (f a b c)) k) j w) _.
  by apply: powers_of_same => b; apply: powers_value.
have columns i : of_columns (fun i j k => z (power f i j k)) i v w
    == powers_of (fun a => mixed_of (fun b => mixed_of (fun c => z (f a b c)) w) v) i.
  apply: Qeq_trans (quadratic_same _ (sums i 0%N) (sums i 1%N) (sums i 2%N)) _.
  apply: Qeq_trans (quadratic_powers (fun j a => powers_of (fun b => mixed_of (fun c => z (f a b c)) w) j) i v) _.
  by apply: powers_of_same => a; apply: powers_value.
by apply: Qeq_trans (quadratic_same _ (columns 0%N) (columns 1%N) (columns 2%N)) _; apply: powers_value.
Qed.

(** [mixed_of] is [bern] on parts of a side. *)
Lemma mixed_bern a b h x : (a < b)%Z -> mixed_of h (origin a b + fold a b * x) == (256#1) * bern a b (h 0%N) (h 1%N) (h 2%N) x.
Proof.
move=> ab; have d := z_lt_pos ab; rewrite /mixed_of /bern /origin /fold.
have -> : z (side * a) == (16#1) * z a by rewrite inject_Z_mult; reflexivity.
have -> : z parts == (16#1) * z knot by [].
by field; lra.
Qed.

Lemma bern_scale a b k g0 g1 g2 x : bern a b (k * g0) (k * g1) (k * g2) x == k * bern a b g0 g1 g2 x.
Proof. by rewrite /bern; ring. Qed.

(** The polynomial of a box. *)
Definition tensor (x0 x1 y0 y1 s0 s1 : Z) (f : nat -> nat -> nat -> Q) (x y s : Q) : Q :=
  let line a b := bern s0 s1 (f a b 0%N) (f a b 1%N) (f a b 2%N) s in
  let sheet a := bern y0 y1 (line a 0%N) (line a 1%N) (line a 2%N) y in bern x0 x1 (sheet 0%N) (sheet 1%N) (sheet 2%N) x.

Lemma tensor_value x0 x1 y0 y1 s0 s1 f x y s : (x0 < x1)%Z -> (y0 < y1)%Z -> (s0 < s1)%Z ->
  value (coefficient x0 x1 y0 y1 s0 s1 (power f)) x y s == tensor x0 x1 y0 y1 s0 s1 (fun a b c => z (f a b c)) x y s / z value_unit.
Proof.
move=> xx yy ss.
have -> : value (coefficient x0 x1 y0 y1 s0 s1 (power f)) x y s
    == value (fun i j k => z (power f i j k)) (origin x0 x1 + fold x0 x1 * x) (origin y0 y1 + fold y0 y1 * y) (origin s0 s1 + fold s0 s1 * s)
      / (z (side ^ 6) * z value_unit).
  rewrite -placed_s -placed_y -placed_x /coefficient; unfold_all; rewrite /Qdiv; ring.
rewrite power_value mixed_bern // /tensor.
have line a b : mixed_of (fun c => z (f a b c)) (origin s0 s1 + fold s0 s1 * s) == (256#1) * bern s0 s1 (z (f a b 0%N)) (z (f a b 1%N)) (z (f a b 2%N)) s.
  exact: (mixed_bern (fun c => z (f a b c))).
have sheet a : mixed_of (fun b => mixed_of (fun c => z (f a b c)) (origin s0 s1 + fold s0 s1 * s)) (origin y0 y1 + fold y0 y1 * y)
    == (256#1) * (256#1) * bern y0 y1 (bern s0 s1 (z (f a 0%N 0%N)) (z (f a 0%N 1%N)) (z (f a 0%N 2%N)) s)
      (bern s0 s1 (z (f a 1%N 0%N)) (z (f a 1%N 1%N)) (z (f a 1%N 2%N)) s) (bern s0 s1 (z (f a 2%N 0%N)) (z (f a 2%N 1%N)) (z (f a 2%N 2%N)) s) y.
  apply: Qeq_trans (mixed_same _ (line a)) _; apply: Qeq_trans (mixed_bern _ _ yy) _; rewrite bern_scale; ring.
rewrite (bern_same _ _ (sheet 0%N) (sheet 1%N) (sheet 2%N) (Qeq_refl x)).
have -> : z (side ^ 6) == (256#1) * (256#1) * (256#1) by [].
have u0 : 0 < z value_unit by [].
rewrite bern_scale; move: (bern _ _ _ _ _ _) => all.
by field; lra.
Qed.

(** ** Rows and columns changed *)
Definition changed (c : nat -> nat -> nat -> Q) (i j k : nat) : Q := c j i k.

Lemma changed_value c x y s : value (changed c) x y s == value c y x s. Proof. by unfold_all; rewrite /changed; ring. Qed.
Lemma changed_x c x y s : value_x (changed c) x y s == value_y c y x s. Proof. by unfold_all; rewrite /changed; ring. Qed.
Lemma changed_y c x y s : value_y (changed c) x y s == value_x c y x s. Proof. by unfold_all; rewrite /changed; ring. Qed.
Lemma changed_s c x y s : value_s (changed c) x y s == value_s c y x s. Proof. by unfold_all; rewrite /changed; ring. Qed.
