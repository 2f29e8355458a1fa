(** * Potentials of polynomials on boxes (proofs/gemm-holding-cost.md, "Certified potentials")

    A polynomial of degree 2 in each variable fulfils the conditions of increments on a box where its derivatives fulfil those of the
    paper: along a variable the slope halfway is the mean slope, along a load Simpson's rule is exact. *)
From Coq Require Import QArith Qminmax Lqa.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import RealPotential CellPotential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

Definition quadratic (a b c t : Q) : Q := a + b * t + c * (t * t).
Definition slope (b c t : Q) : Q := b + (2#1) * c * t.

Section Polynomial.
(** Coefficients by the powers of x, y and s. *)
Variable c : nat -> nat -> nat -> Q.

Definition of_sums (i j : nat) (s : Q) : Q := quadratic (c i j 0) (c i j 1) (c i j 2) s.
Definition of_sums_s (i j : nat) (s : Q) : Q := slope (c i j 1) (c i j 2) s.
Definition of_columns (i : nat) (y s : Q) : Q := quadratic (of_sums i 0 s) (of_sums i 1 s) (of_sums i 2 s) y.
Definition of_columns_y (i : nat) (y s : Q) : Q := slope (of_sums i 1 s) (of_sums i 2 s) y.
Definition of_columns_s (i : nat) (y s : Q) : Q := quadratic (of_sums_s i 0 s) (of_sums_s i 1 s) (of_sums_s i 2 s) y.
Definition value (x y s : Q) : Q := quadratic (of_columns 0 y s) (of_columns 1 y s) (of_columns 2 y s) x.
Definition value_x (x y s : Q) : Q := slope (of_columns 1 y s) (of_columns 2 y s) x.
Definition value_y (x y s : Q) : Q := quadratic (of_columns_y 0 y s) (of_columns_y 1 y s) (of_columns_y 2 y s) x.
Definition value_s (x y s : Q) : Q := quadratic (of_columns_s 0 y s) (of_columns_s 1 y s) (of_columns_s 2 y s) x.

Ltac spread := rewrite /value /value_x /value_y /value_s /of_columns /of_columns_y /of_columns_s /of_sums /of_sums_s /quadratic /slope.

Lemma value_respects x x' y y' s s' : x == x' -> y == y' -> s == s' -> value x y s == value x' y' s'.
Proof. by spread => -> -> ->; reflexivity. Qed.

Lemma value_rows x y s h : value (x + h) y s == value x y s + h * value_x (x + h * (1#2)) y s.
Proof. by spread; ring. Qed.

Lemma value_columns x y s h : value x (y + h) s == value x y s + h * value_y x (y + h * (1#2)) s.
Proof. by spread; ring. Qed.

Lemma value_sums x y s h : value x y (s + h) == value x y s + h * value_s x y (s + h * (1#2)).
Proof. by spread; ring. Qed.

(** A column is loaded while rows stay, and a row while columns do. *)
Definition along_row (x y s : Q) : Q := value_x x y s + y * value_s x y s.
Definition along_column (x y s : Q) : Q := value_y x y s + x * value_s x y s.

Lemma value_row_load x y s h : value (x + h) y (s + h * y) == value x y s
  + h * (1#6) * (along_row x y s + (4#1) * along_row (x + h * (1#2)) y (s + h * (1#2) * y) + along_row (x + h) y (s + h * y)).
Proof. by rewrite /along_row; spread; ring. Qed.

Lemma value_column_load x y s h : value x (y + h) (s + h * x) == value x y s
  + h * (1#6) * (along_column x y s + (4#1) * along_column x (y + h * (1#2)) (s + h * (1#2) * x) + along_column x (y + h) (s + h * x)).
Proof. by rewrite /along_column; spread; ring. Qed.
End Polynomial.

Section Boxes.
Variables (Lam : Q) (P E : Q -> Q).

(** A point of a box with corners (x0, y0, s0) and (x1, y1, s1), where U = s - xy is at most 1. *)
Record inside (x0 x1 y0 y1 s0 s1 x y s : Q) : Prop := Inside {
  inside_x : x0 <= x /\ x <= x1; inside_y : y0 <= y /\ y <= y1; inside_s : s0 <= s /\ s <= s1; inside_top : s <= 1 + x * y }.

(** The conditions of the paper on a box. *)
Record pays (c : nat -> nat -> nat -> Q) (x0 x1 y0 y1 s0 s1 : Q) : Prop := Pays {
  pays_sum : forall x y s, inside x0 x1 y0 y1 s0 s1 x y s -> 0 <= value_s c x y s;
  pays_row : forall x y s, inside x0 x1 y0 y1 s0 s1 x y s -> - (1) <= value_x c x y s;
  pays_column : forall x y s, inside x0 x1 y0 y1 s0 s1 x y s -> - (1) <= value_y c x y s;
  pays_row_load : forall x y s, inside x0 x1 y0 y1 s0 s1 x y s -> along_row c x y s <= 0;
  pays_column_load : forall x y s, inside x0 x1 y0 y1 s0 s1 x y s -> along_column c x y s <= 0;
  pays_event : forall x y s v, inside x0 x1 y0 y1 s0 s1 x y s -> 0 < v -> v <= 1 -> v <= (2#1) * s -> v <= (2#1) * (1 + x * y - s) ->
    Lam + E v <= value_s c x y s + (x + y) * (P v / v);
  pays_empty : forall s, inside x0 x1 y0 y1 s0 s1 0 0 s -> s < 1 -> Lam + E 0 <= value_s c 0 0 s }.

Lemma least_of_both a b a' b' d : a + d <= a' -> b + d <= b' -> Qmin a b + d <= Qmin a' b'.
Proof.
by move=> ha hb; case: (Q.min_spec a b) => -[h ->]; case: (Q.min_spec a' b') => -[h' ->]; lra.
Qed.

Variables (rows columns sums : list Q) (F : Q -> Q -> Q -> Q).
Hypothesis respects : forall x x' y y' s s', x == x' -> y == y' -> s == s' -> F x y s == F x' y' s'.

(** Between any two points of a box F is one polynomial, or the lesser of two: of one found by a program and of C - x - y. *)
Hypothesis polynomials : forall x x' y y' s s', 0 <= x -> x <= x' -> 0 <= y -> y <= y' -> 0 <= s -> s <= s' -> s' <= 1 + x' * y' ->
  clear_of rows x x' -> clear_of columns y y' -> clear_of sums s s' -> exists c d,
    [/\ pays c x x' y y' s s', pays d x x' y y' s s', F x y s == Qmin (value c x y s) (value d x y s)
      & F x' y' s' == Qmin (value c x' y' s') (value d x' y' s')].

Lemma moved x x' y y' s s' gain : 0 <= x -> x <= x' -> 0 <= y -> y <= y' -> 0 <= s -> s <= s' -> s' <= 1 + x' * y' ->
  clear_of rows x x' -> clear_of columns y y' -> clear_of sums s s' ->
  (forall c, pays c x x' y y' s s' -> value c x y s + gain <= value c x' y' s') -> F x y s + gain <= F x' y' s'.
Proof.
move=> x0 xx y0 yy s0 ss top cx cy cs gains.
have [c [d [pc pd -> ->]]] := polynomials x0 xx y0 yy s0 ss top cx cy cs.
by apply: least_of_both; apply: gains.
Qed.

Lemma fallen x x' y y' s s' : 0 <= x -> x <= x' -> 0 <= y -> y <= y' -> 0 <= s -> s <= s' -> s' <= 1 + x' * y' ->
  clear_of rows x x' -> clear_of columns y y' -> clear_of sums s s' ->
  (forall c, pays c x x' y y' s s' -> value c x' y' s' <= value c x y s) -> F x' y' s' <= F x y s.
Proof.
move=> x0 xx y0 yy s0 ss top cx cy cs falls.
have [c [d [pc pd -> ->]]] := polynomials x0 xx y0 yy s0 ss top cx cy cs.
by have := @least_of_both (value c x' y' s') (value d x' y' s') (value c x y s) (value d x y s) 0; have := falls c pc; have := falls d pd; lra.
Qed.

Theorem boxes_make_potential : real_potential Lam P E F.
Proof.
apply: (cells_make_potential (rows := rows) (columns := columns) (sums := sums)).
split=> [|x y s t x0 y0 s0 st top cs|x y s h x0 y0 s0 h0 top cx|x y s h x0 y0 s0 h0 top cy|x y s h x0 y0 s0 h0 top cx cs
  |x y s h x0 y0 s0 h0 top cy cs|x y s h v x0 y0 h0 v0 v1 vs vU cs|s h s0 h0 top cs].
- exact: respects.
- rewrite -[F x y s]Qplus_0_r; apply: moved => //; try lra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; have half : inside x x y y s t x y (s + (t - s) * (1#2)) by split; try split; lra.
  have := pays_sum pc half; have := value_sums c x y s (t - s).
  have next : s + (t - s) == t by lra.
  rewrite (value_respects c (Qeq_refl x) (Qeq_refl y) next) => -> rise.
  have : 0 <= (t - s) * value_s c x y (s + (t - s) * (1#2)) by apply: Qmult_le_0_compat; lra.
  by lra.
- suff : F x y s + - h <= F (x + h) y s by lra.
  apply: moved => //; try lra; try nra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; have half : inside x (x + h) y y s s (x + h * (1#2)) y s by split; try split; nra.
  have rise := pays_row pc half; rewrite value_rows.
  have : 0 <= h * (value_x c (x + h * (1#2)) y s + 1) by apply: Qmult_le_0_compat; lra.
  by lra.
- suff : F x y s + - h <= F x (y + h) s by lra.
  apply: moved => //; try lra; try nra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; have half : inside x x y (y + h) s s x (y + h * (1#2)) s by split; try split; nra.
  have rise := pays_column pc half; rewrite value_columns.
  have : 0 <= h * (value_y c x (y + h * (1#2)) s + 1) by apply: Qmult_le_0_compat; lra.
  by lra.
- have hy : 0 <= h * y by nra.
  apply: fallen => //; try lra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; rewrite value_row_load.
  have a1 : along_row c x y s <= 0 by apply: (pays_row_load pc); split; try split; lra.
  have a2 : along_row c (x + h * (1#2)) y (s + h * (1#2) * y) <= 0 by apply: (pays_row_load pc); split; try split; lra.
  have a3 : along_row c (x + h) y (s + h * y) <= 0 by apply: (pays_row_load pc); split; try split; lra.
  have : 0 <= h * (1#6) * - (along_row c x y s + (4#1) * along_row c (x + h * (1#2)) y (s + h * (1#2) * y)
    + along_row c (x + h) y (s + h * y)).
    by apply: Qmult_le_0_compat; lra.
  by lra.
- have hx : 0 <= h * x by nra.
  apply: fallen => //; try lra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; rewrite value_column_load.
  have a1 : along_column c x y s <= 0 by apply: (pays_column_load pc); split; try split; lra.
  have a2 : along_column c x (y + h * (1#2)) (s + h * (1#2) * x) <= 0 by apply: (pays_column_load pc); split; try split; lra.
  have a3 : along_column c x (y + h) (s + h * x) <= 0 by apply: (pays_column_load pc); split; try split; lra.
  have : 0 <= h * (1#6) * - (along_column c x y s + (4#1) * along_column c x (y + h * (1#2)) (s + h * (1#2) * x)
    + along_column c x (y + h) (s + h * x)).
    by apply: Qmult_le_0_compat; lra.
  by lra.
- suff : F x y s + (h * (Lam + E v) - h * (x + y) * (P v / v)) <= F x y (s + h) by lra.
  apply: moved => //; try lra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; have half : inside x x y y s (s + h) x y (s + h * (1#2)) by split; try split; lra.
  have v2 : v <= (2#1) * (s + h * (1#2)) by lra.
  have v3 : v <= (2#1) * (1 + x * y - (s + h * (1#2))) by lra.
  have e := pays_event pc half v0 v1 v2 v3; rewrite value_sums.
  have : 0 <= h * (value_s c x y (s + h * (1#2)) + (x + y) * (P v / v) - (Lam + E v)) by apply: Qmult_le_0_compat; lra.
  by lra.
- apply: moved => //; try lra; do ?exact: clear_point (Qle_refl _).
  move=> c pc; have half : inside 0 0 0 0 s (s + h) 0 0 (s + h * (1#2)) by split; try split; lra.
  rewrite value_sums; suff : 0 <= h * (value_s c 0 0 (s + h * (1#2)) - (Lam + E 0)) by lra.
  have [hpos|hz] := Qlt_le_dec 0 h; last first.
    have hn : h == 0 by lra.
    by move: (value_s c 0 0 _ - _) => rise; rewrite hn; lra.
  have below : s + h * (1#2) < 1 by lra.
  by have rise := pays_empty pc half below; apply: Qmult_le_0_compat; lra.
Qed.
End Boxes.
