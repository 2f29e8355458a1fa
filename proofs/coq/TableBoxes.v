(** * A box whose tests pass fulfils the conditions of the paper (proofs/gemm-holding-cost.md, "Certified potentials") *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import BoxPotential BoxPolynomials BoxSigns CheckTable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.
Notation z := inject_Z.

(** ** Coefficients where a variable is [o] and [r] times another *)
Definition placed (o r : Q) (g : nat -> Q) (i : nat) : Q :=
  match i with 0%N => g 0%N + g 1%N * o + g 2%N * (o * o) | 1%N => g 1%N * r + (2#1) * g 2%N * o * r | _ => g 2%N * r * r end.

Ltac unfold_all := rewrite /value /value_x /value_y /value_s /of_columns /of_columns_y /of_columns_s /of_sums /of_sums_s /quadratic /slope.

Section Placed.
Variables (o r : Q) (d : nat -> nat -> nat -> Q).
Let cx i j k := placed o r (fun i' => d i' j k) i.
Let cy i j k := placed o r (fun j' => d i j' k) j.
Let cs i j k := placed o r (fun k' => d i j k') k.
Variables x y s : Q.
Ltac solve_it := unfold_all; rewrite /cx /cy /cs /placed; ring.
Lemma placed_x_x : value_x cx x y s == r * value_x d (o + r * x) y s. Proof. solve_it. Qed.
Lemma placed_x_y : value_y cx x y s == value_y d (o + r * x) y s. Proof. solve_it. Qed.
Lemma placed_x_s : value_s cx x y s == value_s d (o + r * x) y s. Proof. solve_it. Qed.
Lemma placed_y_x : value_x cy x y s == value_x d x (o + r * y) s. Proof. solve_it. Qed.
Lemma placed_y_y : value_y cy x y s == r * value_y d x (o + r * y) s. Proof. solve_it. Qed.
Lemma placed_y_s : value_s cy x y s == value_s d x (o + r * y) s. Proof. solve_it. Qed.
Lemma placed_s_x : value_x cs x y s == value_x d x y (o + r * s). Proof. solve_it. Qed.
Lemma placed_s_y : value_y cs x y s == value_y d x y (o + r * s). Proof. solve_it. Qed.
Lemma placed_s_s : value_s cs x y s == r * value_s d x y (o + r * s). Proof. solve_it. Qed.
End Placed.

(** Coefficients by powers on a box, in whole numbers, and their derivatives. *)
Section Cube.
Variables (f : nat -> nat -> nat -> Z) (u v w : Q).
Let d i j k := z (f i j k).
Ltac finish := rewrite /at1; cbn [at_]; rewrite ?inject_Z_mult; change (z 2) with (2#1); unfold_all; rewrite /d; ring.
Lemma cube_x : at3 (by_x (cube f)) u v w == value_x d u v w.
Proof. rewrite /at3; cbn [by_x cube slope_of map at_]; rewrite at2_scale /at2; cbn [at_]; finish. Qed.
Lemma cube_y : at3 (by_y (cube f)) u v w == value_y d u v w.
Proof. rewrite /at3 /at2; cbn [by_y cube slope_of map at_]; rewrite !at1_scale; finish. Qed.
Lemma cube_s : at3 (by_s (cube f)) u v w == value_s d u v w.
Proof. rewrite /at3 /at2; cbn [by_s cube slope_of map at_]; finish. Qed.
End Cube.

(** ** From parts of a box to units *)
Section Scaling.
Variables (per dx ds n unit e : Q).
Hypotheses (per_pos : 0 < per) (dx_pos : 0 < dx) (ds_pos : 0 < ds) (n_pos : 0 < n) (unit_pos : 0 < unit) (e_pos : 0 < e).

Lemma times_nonneg a b : 0 < a -> 0 <= a * b -> 0 <= b.
Proof. by move=> a0 h; apply/Qnot_lt_le => lt; have := proj2 (Qmult_lt_l _ _ _ a0) lt; lra. Qed.

Lemma sum_in_units g : 0 <= g -> 0 <= per / ds * (g / (n * unit)).
Proof.
move=> g0; have nu : 0 < n * unit * ds by do 2?apply: Qmult_lt_0_compat.
apply: (times_nonneg nu); have -> : n * unit * ds * (per / ds * (g / (n * unit))) == per * g by field; repeat split; lra.
by apply: Qmult_le_0_compat => //; lra.
Qed.

Lemma load_in_units g : 0 <= per * g + n * unit * dx -> - (1) <= per / dx * (g / (n * unit)).
Proof.
move=> h; have nu : 0 < n * unit * dx by do 2?apply: Qmult_lt_0_compat.
suff : 0 <= per / dx * (g / (n * unit)) + 1 by lra.
apply: (times_nonneg nu); have -> : n * unit * dx * (per / dx * (g / (n * unit)) + 1) == per * g + n * unit * dx by field; repeat split; lra.
by [].
Qed.

Lemma drop_in_units gx gs y : per * ds * gx + dx * (per * y * gs) <= 0 -> per / dx * (gx / (n * unit)) + y * (per / ds * (gs / (n * unit))) <= 0.
Proof.
move=> h; have nu : 0 < n * unit * dx * ds by do 3?apply: Qmult_lt_0_compat.
suff : 0 <= - (per / dx * (gx / (n * unit)) + y * (per / ds * (gs / (n * unit)))) by lra.
apply: (times_nonneg nu).
have -> : n * unit * dx * ds * - (per / dx * (gx / (n * unit)) + y * (per / ds * (gs / (n * unit)))) == - (per * ds * gx + dx * (per * y * gs)).
  by field; repeat split; lra.
by lra.
Qed.

Lemma event_in_units gs x y v c l a b : 0 < v ->
  0 <= v * (e * per * (per * gs - l * (ds * n))) + (a + b * v) * (ds * n * (e * (per * x + per * y) - c * per * v)) ->
  l / unit + c / e * ((a + b * v) / unit) <= per / ds * (gs / (n * unit)) + (x + y) * ((a + b * v) / unit / v).
Proof.
move=> v0 h; have k0 : 0 < e * per * ds * n * unit * v by do 5?apply: Qmult_lt_0_compat.
suff : 0 <= per / ds * (gs / (n * unit)) + (x + y) * ((a + b * v) / unit / v) - l / unit - c / e * ((a + b * v) / unit) by lra.
apply: (times_nonneg k0); set r := _ * _; have -> // : r == v * (e * per * (per * gs - l * (ds * n)))
  + (a + b * v) * (ds * n * (e * (per * x + per * y) - c * per * v)).
by rewrite /r; field; repeat split; lra.
Qed.

Lemma empty_in_units gs c l a : (e * l + c * a) * (ds * n) <= e * per * gs -> l / unit + c / e * (a / unit) <= per / ds * (gs / (n * unit)).
Proof.
move=> h; have k0 : 0 < e * ds * n * unit by do 3?apply: Qmult_lt_0_compat.
suff : 0 <= per / ds * (gs / (n * unit)) - l / unit - c / e * (a / unit) by lra.
apply: (times_nonneg k0); set r := _ * _; have -> : r == e * per * gs - (e * l + c * a) * (ds * n) by rewrite /r; field; repeat split; lra.
by lra.
Qed.
End Scaling.

(** ** A box of a table *)
Section Box.
Variables (t : potential_table) (x0 x1 y0 y1 s0 s1 : Z) (f : nat -> nat -> nat -> Z) (cuts : nat).
Hypotheses (x0_nonneg : (0 <= x0)%Z) (y0_nonneg : (0 <= y0)%Z) (x_side : (x0 < x1)%Z) (y_side : (y0 < y1)%Z) (s_side : (s0 < s1)%Z).
Hypothesis moves_pass : moves_settled x0 x1 y0 y1 s0 s1 (cube f) cuts.
Hypothesis events_pass : events_settled t x0 x1 y0 y1 s0 s1 (cube f) cuts.
(** Where there are no words an event is a rise of F alone: at both ends of the box. *)
Definition empty_pays (w : Z) : bool :=
  ((credit_below t * price t + credit_top t * holding t 0) * ((s1 - s0) * side ^ 6)
    <=? credit_below t * parts * (f 0%N 0%N 1%N + 2 * f 0%N 0%N 2%N * w))%Z.
Hypothesis empty_passes : (x0 = 0 -> y0 = 0 -> s0 < knot -> empty_pays 0 && empty_pays side)%Z.

Hypotheses (below_pos : (0 < credit_below t)%Z) (top_nonneg : (0 <= credit_top t)%Z).
Hypotheses (flat_nonneg : (0 <= flat t 0)%Z) (rises : forall j, List.In j [:: 0; 1; 2]%N -> (0 <= steep t j)%Z).

Variables (Lam : Q) (P E : Q -> Q).
Hypothesis Lam_is : Lam == z (price t) / z value_unit.
Hypothesis P_is : forall j v, List.In j [:: 0; 1; 2]%N -> z (quarters j) < (4#1) * v -> (4#1) * v <= z (quarters j.+1) ->
  P v == (z (flat t j) + z (steep t j) * v) / z value_unit.
Hypothesis P_0 : P 0 == z (flat t 0) / z value_unit.
Hypothesis E_is : forall v, E v == z (credit_top t) / z (credit_below t) * P v.

(** Coordinates on the box are these and so many times those of the plane. *)
Definition origin (from to : Z) : Q := - z (side * from) / z (to - from).
Definition fold (from to : Z) : Q := z parts / z (to - from).
Definition coefficient (i j k : nat) : Q :=
  placed (origin x0 x1) (fold x0 x1) (fun i' => placed (origin y0 y1) (fold y0 y1)
    (fun j' => placed (origin s0 s1) (fold s0 s1) (fun k' => z (f i' j' k')) k) j) i / (z (side ^ 6) * z value_unit).

Notation on_x x := (origin x0 x1 + fold x0 x1 * x).
Notation on_y y := (origin y0 y1 + fold y0 y1 * y).
Notation on_s s := (origin s0 s1 + fold s0 s1 * s).
Let d i j k := z (f i j k).
Let all := z (side ^ 6) * z value_unit.

Lemma divided (c c' : nat -> nat -> nat -> Q) (a x y s : Q) : (forall i j k, c i j k = c' i j k / a) ->
  [/\ value_x c x y s == value_x c' x y s / a, value_y c x y s == value_y c' x y s / a & value_s c x y s == value_s c' x y s / a].
Proof. by move=> e; split; unfold_all; rewrite !e /Qdiv; ring. Qed.

Lemma coefficient_is x y s : [/\ value_x coefficient x y s == fold x0 x1 * (value_x d (on_x x) (on_y y) (on_s s) / all),
  value_y coefficient x y s == fold y0 y1 * (value_y d (on_x x) (on_y y) (on_s s) / all)
  & value_s coefficient x y s == fold s0 s1 * (value_s d (on_x x) (on_y y) (on_s s) / all)].
Proof.
have [e1 e2 e3] := @divided coefficient _ all x y s (fun _ _ _ => erefl).
split.
- rewrite e1 placed_x_x placed_y_x placed_s_x; apply: (@Qeq_trans _ (fold x0 x1 * value_x d (on_x x) (on_y y) (on_s s) / all)).
    by reflexivity.
  by rewrite /Qdiv; ring.
- rewrite e2 placed_x_y placed_y_y placed_s_y; apply: (@Qeq_trans _ (fold y0 y1 * value_y d (on_x x) (on_y y) (on_s s) / all)).
    by reflexivity.
  by rewrite /Qdiv; ring.
rewrite e3 placed_x_s placed_y_s placed_s_s; apply: (@Qeq_trans _ (fold s0 s1 * value_s d (on_x x) (on_y y) (on_s s) / all)).
    by reflexivity.
  by rewrite /Qdiv; ring.
Qed.

Lemma z_pos n : (0 < n)%Z -> 0 < z n. Proof. by move=> h; rewrite -[0]/(z 0) -Zlt_Qlt. Qed.
Lemma z_nonneg n : (0 <= n)%Z -> 0 <= z n. Proof. by move=> h; rewrite -[0]/(z 0) -Zle_Qle. Qed.

Lemma on_side from to c : (from < to)%Z -> z from / z knot <= c -> c <= z to / z knot ->
  [/\ 0 <= origin from to + fold from to * c, origin from to + fold from to * c <= z side
    & place from to (origin from to + fold from to * c) == z parts * c].
Proof.
move=> h low high; have w0 : 0 < z (to - from) by apply: z_pos; lia.
have e : z (to - from) * (origin from to + fold from to * c) == z parts * c - z (side * from) by rewrite /origin /fold; field; lra.
have t' : z (to - from) == z to - z from by rewrite /Z.sub inject_Z_plus inject_Z_opp; reflexivity.
have k0 : 0 < z knot by [].
have l' : z from <= z knot * c.
  have := proj2 (Qmult_le_l _ _ _ k0) low; have -> : z knot * (z from / z knot) == z from by field. by [].
have h' : z knot * c <= z to.
  have := proj2 (Qmult_le_l _ _ _ k0) high; have -> : z knot * (z to / z knot) == z to by field. by [].
have p : z parts == z knot * z side by [].
have sf : z (side * from) == z side * z from by rewrite inject_Z_mult; reflexivity.
have s0' : 0 <= z side by [].
split.
- apply: (times_nonneg w0); rewrite e p sf.
  by have := Qmult_le_0_compat (z side) (z knot * c - z from) s0' ltac:(lra); lra.
- suff : 0 <= z side - (origin from to + fold from to * c) by lra.
  apply: (times_nonneg w0).
  have -> : z (to - from) * (z side - (origin from to + fold from to * c)) == z (to - from) * z side - z (to - from) * (origin from to + fold from to * c) by ring.
  rewrite e p sf t'; by have := Qmult_le_0_compat (z side) (z to - z knot * c) s0' ltac:(lra); lra.
by rewrite /place e; ring.
Qed.

Theorem box_pays : pays Lam P E coefficient (z x0 / z knot) (z x1 / z knot) (z y0 / z knot) (z y1 / z knot) (z s0 / z knot) (z s1 / z knot).
Proof.
have p0 : 0 < z parts by []. have n0 : 0 < z (side ^ 6) by []. have un0 : 0 < z value_unit by [].
have dx0 : 0 < z (x1 - x0) by apply: z_pos; lia.
have dy0 : 0 < z (y1 - y0) by apply: z_pos; lia.
have ds0 : 0 < z (s1 - s0) by apply: z_pos; lia.
have e0 := z_pos below_pos. have c0 := z_nonneg top_nonneg.
have base x y s : inside (z x0 / z knot) (z x1 / z knot) (z y0 / z knot) (z y1 / z knot) (z s0 / z knot) (z s1 / z knot) x y s ->
  [/\ 0 <= on_x x /\ on_x x <= z side, 0 <= on_y y /\ on_y y <= z side, 0 <= on_s s /\ on_s s <= z side,
    [/\ place x0 x1 (on_x x) == z parts * x, place y0 y1 (on_y y) == z parts * y & place s0 s1 (on_s s) == z parts * s]
    & z parts * place s0 s1 (on_s s) <= z parts * z parts + place x0 x1 (on_x x) * place y0 y1 (on_y y)].
  case=> [[a1 a2] [b1 b2] [c1 c2] top].
  have [h1 h2 h3] := on_side x_side a1 a2; have [i1 i2 i3] := on_side y_side b1 b2; have [k1 k2 k3] := on_side s_side c1 c2.
  split=> //; rewrite h3 i3 k3.
  have pp : 0 <= z parts * z parts by [].
  by have := Qmult_le_0_compat _ (1 + x * y - s) pp ltac:(lra); lra.
have moved x y s (i : inside (z x0 / z knot) (z x1 / z knot) (z y0 / z knot) (z y1 / z knot) (z s0 / z knot) (z s1 / z knot) x y s) :
  [/\ 0 <= value_s d (on_x x) (on_y y) (on_s s), 0 <= z parts * value_x d (on_x x) (on_y y) (on_s s) + z (side ^ 6) * z value_unit * z (x1 - x0),
    0 <= z parts * value_y d (on_x x) (on_y y) (on_s s) + z (side ^ 6) * z value_unit * z (y1 - y0),
    z parts * z (s1 - s0) * value_x d (on_x x) (on_y y) (on_s s) + z (x1 - x0) * (z parts * y * value_s d (on_x x) (on_y y) (on_s s)) <= 0
  & z parts * z (s1 - s0) * value_y d (on_x x) (on_y y) (on_s s) + z (y1 - y0) * (z parts * x * value_s d (on_x x) (on_y y) (on_s s)) <= 0].
  have [iu iv iw [px py ps] top] := base _ _ _ i.
  have [m1 m2 m3 m4 m5] := moves_hold iu iv iw top moves_pass; rewrite cube_s cube_x cube_y px py in m1 m2 m3 m4 m5.
  by split=> //; rewrite -?Qmult_assoc ?Qmult_assoc in m2 m3 m4 m5 *; rewrite -?Qmult_assoc -?inject_Z_mult.
split.
- move=> x y s i; have [_ _ es] := coefficient_is x y s; rewrite es; have [m _ _ _ _] := moved _ _ _ i; exact: sum_in_units.
- move=> x y s i; have [ex _ _] := coefficient_is x y s; rewrite ex; have [_ m _ _ _] := moved _ _ _ i; exact: load_in_units.
- move=> x y s i; have [_ ey _] := coefficient_is x y s; rewrite ey; have [_ _ m _ _] := moved _ _ _ i; exact: load_in_units.
- move=> x y s i; rewrite /along_row; have [ex _ es] := coefficient_is x y s; rewrite ex es; have [_ _ _ m _] := moved _ _ _ i; exact: drop_in_units.
- move=> x y s i; rewrite /along_column; have [_ ey es] := coefficient_is x y s; rewrite ey es; have [_ _ _ _ m] := moved _ _ _ i; exact: drop_in_units.
- move=> x y s v i v0 v1 vs vU; have [iu iv iw [px py ps] top] := base _ _ _ i.
  have [j [ji over upto]] : exists j, [/\ List.In j [:: 0; 1; 2]%N, z (quarters j) < (4#1) * v & (4#1) * v <= z (quarters j.+1)].
    have [le|lt] := Qlt_le_dec ((2#1)) ((4#1) * v).
      have [le'|lt'] := Qlt_le_dec ((3#1)) ((4#1) * v).
        by exists 2%N; split; [do 2?right; left | exact: le' | change (z (quarters 3)) with (4#1); lra].
      by exists 1%N; split; [right; left | exact: le | exact: lt'].
    by exists 0%N; split; [left | change (z (quarters 0)) with 0; lra | exact: lt].
  have [[a1 _] [b1 _] _ _] := i.
  have k0 : 0 <= / z knot by [].
  have x_nn : 0 <= x by have := Qmult_le_0_compat _ _ (z_nonneg x0_nonneg) k0; rewrite /Qdiv in a1; lra.
  have y_nn : 0 <= y by have := Qmult_le_0_compat _ _ (z_nonneg y0_nonneg) k0; rewrite /Qdiv in b1; lra.
  have rs : z parts * v <= (2#1) * place s0 s1 (on_s s).
    by rewrite ps; have := Qmult_le_0_compat _ ((2#1) * s - v) (Qlt_le_weak _ _ p0) ltac:(lra); lra.
  have ru : z parts * z parts * v <= (2#1) * (z parts * z parts + place x0 x1 (on_x x) * place y0 y1 (on_y y) - z parts * place s0 s1 (on_s s)).
    have pp : 0 <= z parts * z parts by [].
    by rewrite px py ps; have := Qmult_le_0_compat _ ((2#1) * (1 + x * y - s) - v) pp ltac:(lra); lra.
  have words_nn : 0 <= place x0 x1 (on_x x) + place y0 y1 (on_y y).
    by rewrite px py; have := Qmult_le_0_compat _ (x + y) (Qlt_le_weak _ _ p0) ltac:(lra); lra.
  have side_nn : 0 <= z ((s1 - s0) * side ^ 6) by rewrite inject_Z_mult; apply: Qmult_le_0_compat; lra.
  have b := event_holds iu iv iw words_nn (z_nonneg flat_nonneg) c0 (Qlt_le_weak _ _ e0) side_nn events_pass ji (z_nonneg (rises ji)) over upto rs ru.
  have [_ _ es] := coefficient_is x y s; rewrite es Lam_is E_is (P_is ji over upto).
  apply: event_in_units => //; move: b; rewrite /brings cube_s px py !(inject_Z_mult (price t * (s1 - s0))) !(inject_Z_mult (price t)) !(inject_Z_mult (s1 - s0)).
  by rewrite -!Qmult_assoc.
move=> s i below; have [iu iv iw [px py ps] top] := base _ _ _ i; have [[a1 _] [b1 _] [c1 _] _] := i.
have k0 : 0 < z knot by [].
have zero n : (0 <= n)%Z -> z n / z knot <= 0 -> n = 0%Z.
  move=> nn h; have := proj2 (Qmult_le_l _ _ _ k0) h; have -> : z knot * (z n / z knot) == z n by field.
  have -> : z knot * 0 == z 0 by []. by rewrite -Zle_Qle; lia.
have xz := zero _ x0_nonneg a1; have yz := zero _ y0_nonneg b1.
have [_ _ es] := coefficient_is 0 0 s; rewrite es Lam_is E_is P_0; apply: empty_in_units => //.
have sz : (s0 < knot)%Z.
  rewrite Zlt_Qlt; have e : z knot * (z s0 / z knot) == z s0 by field.
  by rewrite -e; change (z knot) with (80#1) in c1 |- *; lra.
have /andP[/Z.leb_le h1 /Z.leb_le h2] := empty_passes xz yz sz.
have side_is : z side == 16#1 by [].
have owed_is : z ((credit_below t * price t + credit_top t * holding t 0) * ((s1 - s0) * side ^ 6))
  == (z (credit_below t) * z (price t) + z (credit_top t) * z (flat t 0)) * (z (s1 - s0) * z (side ^ 6)).
  rewrite (inject_Z_mult (credit_below t * price t + credit_top t * holding t 0)) (inject_Z_mult (s1 - s0)).
  by rewrite (inject_Z_plus (credit_below t * price t)) (inject_Z_mult (credit_below t)) (inject_Z_mult (credit_top t)); reflexivity.
have paid_is n : z (credit_below t * parts * (f 0%N 0%N 1%N + 2 * f 0%N 0%N 2%N * n))
  == z (credit_below t) * z parts * (z (f 0%N 0%N 1%N) + (2#1) * z (f 0%N 0%N 2%N) * z n).
  rewrite (inject_Z_mult (credit_below t * parts)) (inject_Z_mult (credit_below t) parts) (inject_Z_plus (f 0%N 0%N 1%N)).
  by rewrite (inject_Z_mult (2 * f 0%N 0%N 2%N)) (inject_Z_mult 2); reflexivity.
rewrite Zle_Qle owed_is paid_is in h1; rewrite Zle_Qle owed_is paid_is in h2; move: h1 h2; change (z 0) with 0 => h1 h2.
have ox : on_x 0 == 0 by rewrite /origin /fold xz /Qdiv; change (z (side * 0)) with 0; ring.
have oy : on_y 0 == 0 by rewrite /origin /fold yz /Qdiv; change (z (side * 0)) with 0; ring.
have v_is : value_s d (on_x 0) (on_y 0) (on_s s) == z (f 0%N 0%N 1%N) + (2#1) * z (f 0%N 0%N 2%N) * on_s s by unfold_all; rewrite ox oy /d; ring.
rewrite v_is; move: (on_s s) iw {ps v_is} => at_ [at0 at1]; move: h1 h2 at1; move: (z (f _ _ _)) (z (f _ _ _)) (z side) side_is => b a n n16 h1 h2 at1.
have n_pos : 0 < n by lra.
move: h1 h2; move: (z (credit_below t) * z parts) ((z (credit_below t) * _ + _) * _) => k owed h1 h2.
suff : 0 <= k * (a + (2#1) * b * at_) - owed by lra.
apply: (times_nonneg n_pos).
have -> : n * (k * (a + (2#1) * b * at_) - owed) == (n - at_) * (k * (a + (2#1) * b * 0) - owed) + at_ * (k * (a + (2#1) * b * n) - owed) by ring.
have r1 : 0 <= k * (a + (2#1) * b * 0) - owed by lra.
have r2 : 0 <= k * (a + (2#1) * b * n) - owed by lra.
have := Qmult_le_0_compat (n - at_) _ ltac:(lra) r1; have := Qmult_le_0_compat at_ _ at0 r2; lra.
Qed.
End Box.
