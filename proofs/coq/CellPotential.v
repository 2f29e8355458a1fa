(** * Potentials cell by cell (proofs/gemm-holding-cost.md, "Certified potentials")

    A potential is a table of polynomials on boxes. Here is why it is enough to look at moves within a box: a longer move is cut where it
    crosses a knot. Within a box a polynomial of degree 2 in each variable rises as its derivative says. *)
From Coq Require Import QArith Lqa List.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import RealPotential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

(** No knot lies strictly between two numbers. *)
Definition clear_of (knots : list Q) (a b : Q) : Prop := forall c, List.In c knots -> ~ (a < c /\ c < b).

(** What does not fall between knots does not fall. *)
Lemma rises_between (f : Q -> Q) (knots : list Q) (a b : Q) : a <= b ->
  (forall t t', a <= t -> t <= t' -> t' <= b -> clear_of knots t t' -> f t <= f t') -> f a <= f b.
Proof.
move=> ab; elim: knots => [|c knots IH] rises; first by apply: rises => //; lra.
apply: IH => t t' at_ tt tb clear.
have [tc|ct] := Qlt_le_dec t c; last by apply: rises => // k [<-|/clear //] [h _]; lra.
have [ct|tc'] := Qlt_le_dec c t'; last by apply: rises => // k [<-|/clear //] [_ h]; lra.
apply: Qle_trans (_ : f c <= _); apply: rises => //; try lra.
- by move=> k [<-|/clear h] [h1 h2]; [lra | apply: h; split; lra].
- by move=> k [<-|/clear h] [h1 h2]; [lra | apply: h; split; lra].
Qed.

(** Knots of a line through a point: where it meets those of a coordinate that grows [slope] a unit. *)
Definition met (knots : list Q) (start slope : Q) : list Q := List.map (fun c => (c - start) / slope) knots.

Lemma clear_met knots start slope t t' : 0 < slope -> clear_of (met knots start slope) t t' ->
  clear_of knots (start + t * slope) (start + t' * slope).
Proof.
move=> pos clear c cin [h1 h2]; apply: (clear ((c - start) / slope)); first exact: (List.in_map (fun c => (c - start) / slope)).
by split; [apply: Qlt_shift_div_l | apply: Qlt_shift_div_r] => //; lra.
Qed.

Lemma clear_same knots a a' b b' : a == a' -> b == b' -> clear_of knots a b -> clear_of knots a' b'.
Proof. by move=> ha hb clear c cin; rewrite -ha -hb; apply: clear. Qed.

Lemma clear_point knots a b : b <= a -> clear_of knots a b.
Proof. by move=> h c _ [h1 h2]; lra. Qed.

Section Cells.
Variables (rows columns sums : list Q).
Variables (Lam : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q).

(** The conditions of a potential, of moves that cross no knot. *)
Record cell_potential : Prop := CellPotential {
  cell_respects : forall x x' y y' s s', x == x' -> y == y' -> s == s' -> F x y s == F x' y' s';
  cell_sum : forall x y s t, 0 <= x -> 0 <= y -> 0 <= s -> s <= t -> t <= 1 + x * y -> clear_of sums s t -> F x y s <= F x y t;
  cell_row : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y -> clear_of rows x (x + h) ->
    F x y s <= F (x + h) y s + h;
  cell_column : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y -> clear_of columns y (y + h) ->
    F x y s <= F x (y + h) s + h;
  cell_row_drop : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y ->
    clear_of rows x (x + h) -> clear_of sums s (s + h * y) -> F (x + h) y (s + h * y) <= F x y s;
  cell_column_drop : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y ->
    clear_of columns y (y + h) -> clear_of sums s (s + h * x) -> F x (y + h) (s + h * x) <= F x y s;
  cell_event : forall x y s h v, 0 <= x -> 0 <= y -> 0 <= h -> 0 < v -> v <= 1 -> v <= (2#1) * s ->
    v <= (2#1) * (1 + x * y - s - h) -> clear_of sums s (s + h) -> F x y s + h * (Lam + E v) <= F x y (s + h) + h * (x + y) * (P v / v);
  cell_empty : forall s h, 0 <= s -> 0 <= h -> s + h <= 1 -> clear_of sums s (s + h) -> F 0 0 s + h * (Lam + E 0) <= F 0 0 (s + h) }.

Hypothesis cells : cell_potential.

(** A move along a line, in units of its length, cut where it meets knots of a coordinate of slope 1 and of one of another slope. *)
Lemma along_line (f : Q -> Q) (ones others : list Q) (at1 at2 slope h : Q) : 0 <= slope -> 0 <= h ->
  (forall t t', 0 <= t -> t <= t' -> t' <= h -> clear_of ones (at1 + t) (at1 + t') ->
    clear_of others (at2 + t * slope) (at2 + t' * slope) -> f t <= f t') -> f 0 <= f h.
Proof.
move=> slope0 h0 rises.
have [flat|pos] : slope == 0 \/ 0 < slope by have [|] := Qlt_le_dec 0 slope; [right | left; lra].
  apply: (rises_between (knots := met ones at1 1)) => // t t' t0 tt th clear; apply: rises => //.
    by apply: clear_same (clear_met (slope := 1) _ clear); lra.
  by apply: clear_point; rewrite flat; lra.
apply: (rises_between (knots := met ones at1 1 ++ met others at2 slope)) => // t t' t0 tt th clear; apply: rises => //.
  have {}clear : clear_of (met ones at1 1) t t' by move=> c cin; apply: clear; apply: List.in_or_app; left.
  by apply: clear_same (clear_met (slope := 1) _ clear); lra.
have {}clear : clear_of (met others at2 slope) t t' by move=> c cin; apply: clear; apply: List.in_or_app; right.
exact: clear_met.
Qed.

Theorem cells_make_potential : real_potential Lam P E F.
Proof.
have same := cell_respects cells.
have next t t' : t + (t' - t) == t' by lra.
split=> [|x y s t x0 y0 s0 st top|x y s h x0 y0 s0 h0 top|x y s h x0 y0 s0 h0 top|x y s h x0 y0 s0 h0 top|x y s h x0 y0 s0 h0 top
  |x y s h v x0 y0 h0 v0 v1 vs vU|s h s0 h0 top].
- exact: same.
- apply: (rises_between (knots := sums)) => // a b sa ab bt clear.
  by apply: (cell_sum cells) => //; lra.
- suff : F x y s + (x - x) <= F (x + h) y s + (x + h - x) by lra.
  apply: (rises_between (f := fun z => F z y s + (z - x)) (knots := rows)) => [|a b xa ab bh clear]; first lra.
  have a0 : 0 <= a by lra.
  have top' : s <= 1 + a * y by nra.
  have := cell_row cells a0 y0 s0 (_ : 0 <= b - a) top' (clear_same (Qeq_refl a) (Qeq_sym _ _ (next a b)) clear).
  by rewrite (same _ _ _ _ _ _ (next a b) (Qeq_refl y) (Qeq_refl s)) => h1; have := h1 ltac:(lra); lra.
- suff : F x y s + (y - y) <= F x (y + h) s + (y + h - y) by lra.
  apply: (rises_between (f := fun z => F x z s + (z - y)) (knots := columns)) => [|a b ya ab bh clear]; first lra.
  have a0 : 0 <= a by lra.
  have top' : s <= 1 + x * a by nra.
  have := cell_column cells x0 a0 s0 (_ : 0 <= b - a) top' (clear_same (Qeq_refl a) (Qeq_sym _ _ (next a b)) clear).
  by rewrite (same _ _ _ _ _ _ (Qeq_refl x) (next a b) (Qeq_refl s)) => h1; have := h1 ltac:(lra); lra.
- suff : - F (x + 0) y (s + 0 * y) <= - F (x + h) y (s + h * y).
    have zx : x + 0 == x by lra.
    have zs : s + 0 * y == s by lra.
    by rewrite (same _ _ _ _ _ _ zx (Qeq_refl y) zs); lra.
  apply: (along_line (f := fun t => - F (x + t) y (s + t * y)) (ones := rows) (others := sums) (at1 := x) (at2 := s) (slope := y)) => //.
  move=> a b a0 ab bh clear1 clear2.
  have nx : x + a + (b - a) == x + b by lra.
  have ns : s + a * y + (b - a) * y == s + b * y by lra.
  have x1 : 0 <= x + a by lra.
  have s1 : 0 <= s + a * y by nra.
  have h1 : 0 <= b - a by lra.
  have top' : s + a * y <= 1 + (x + a) * y by lra.
  have := cell_row_drop cells x1 y0 s1 h1 top' (clear_same (Qeq_refl _) (Qeq_sym _ _ nx) clear1)
    (clear_same (Qeq_refl _) (Qeq_sym _ _ ns) clear2).
  by rewrite (same _ _ _ _ _ _ nx (Qeq_refl y) ns); lra.
- suff : - F x (y + 0) (s + 0 * x) <= - F x (y + h) (s + h * x).
    have zy : y + 0 == y by lra.
    have zs : s + 0 * x == s by lra.
    by rewrite (same _ _ _ _ _ _ (Qeq_refl x) zy zs); lra.
  apply: (along_line (f := fun t => - F x (y + t) (s + t * x)) (ones := columns) (others := sums) (at1 := y) (at2 := s) (slope := x)) => //.
  move=> a b a0 ab bh clear1 clear2.
  have ny : y + a + (b - a) == y + b by lra.
  have ns : s + a * x + (b - a) * x == s + b * x by lra.
  have y1 : 0 <= y + a by lra.
  have s1 : 0 <= s + a * x by nra.
  have h1 : 0 <= b - a by lra.
  have top' : s + a * x <= 1 + x * (y + a) by lra.
  have := cell_column_drop cells x0 y1 s1 h1 top' (clear_same (Qeq_refl _) (Qeq_sym _ _ ny) clear1)
    (clear_same (Qeq_refl _) (Qeq_sym _ _ ns) clear2).
  by rewrite (same _ _ _ _ _ _ (Qeq_refl x) ny ns); lra.
- set D := P v / v; suff : F x y s - s * (Lam + E v) + s * (x + y) * D <= F x y (s + h) - (s + h) * (Lam + E v) + (s + h) * (x + y) * D by lra.
  apply: (rises_between (f := fun z => F x y z - z * (Lam + E v) + z * (x + y) * D) (knots := sums)) => [|a b sa ab bh clear]; first lra.
  have h1 : 0 <= b - a by lra.
  have va : v <= (2#1) * a by lra.
  have vb : v <= (2#1) * (1 + x * y - a - (b - a)) by lra.
  have := cell_event cells x0 y0 h1 v0 v1 va vb (clear_same (Qeq_refl _) (Qeq_sym _ _ (next a b)) clear).
  by rewrite (same _ _ _ _ _ _ (Qeq_refl x) (Qeq_refl y) (next a b)) -/D; lra.
- suff : F 0 0 s - s * (Lam + E 0) <= F 0 0 (s + h) - (s + h) * (Lam + E 0) by lra.
  apply: (rises_between (f := fun z => F 0 0 z - z * (Lam + E 0)) (knots := sums)) => [|a b sa ab bh clear]; first lra.
  have a0 : 0 <= a by lra.
  have h1 : 0 <= b - a by lra.
  have top' : a + (b - a) <= 1 by lra.
  have := cell_empty cells a0 h1 top' (clear_same (Qeq_refl _) (Qeq_sym _ _ (next a b)) clear).
  by rewrite (same _ _ _ _ _ _ (Qeq_refl 0) (Qeq_refl 0) (next a b)); lra.
Qed.
End Cells.
