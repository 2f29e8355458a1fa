(** * A checked checker: tables of potentials (proofs/gemm-holding-cost.md, "Certified potentials")

    A table that passes is a potential over rational numbers. Every value is Bernstein's of a box, boxes of no coefficients of their own
    have any at or above the ceiling less the words. *)
From Coq Require Import ZArith QArith Qminmax Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import RealPotential CellPotential BoxPotential BoxPolynomials TableBoxes Splines CellValues CellPays.
From Redblue Require Export CheckTable TableNumbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.
Notation z := inject_Z.

Section Check.
Variable t : potential_table.

(** A box is halved so often at most. *)
Definition cuts : nat := 12.
Definition places : list nat := [:: 0; 1; 2]%N.
Definition value_of (i j k a b c : nat) : Z := stored t (2 * i + a) (2 * j + b) (2 * k + c).
(** Twice the place of a coefficient. *)
Definition twice_at (i a : nat) : Z :=
  match a with 0%N => 2 * row_knot t i | 1%N => row_knot t i + row_knot t i.+1 | _ => 2 * row_knot t i.+1 end%Z.
Definition above_ceiling (i j k a b c : nat) : Z :=
  (2 * knot * (value_of i j k a b c - ceiling t) + value_unit * (twice_at i a + twice_at j b))%Z.
Definition each_place (f : nat -> nat -> nat -> bool) : bool := all (fun a => all (fun b => all (f a b) places) places) places.

Definition over (i j k : nat) : bool := each_place (fun a b c => 0 <=? above_ceiling i j k a b c)%Z.
Definition under (i j k : nat) : bool := each_place (fun a b c => above_ceiling i j k a b c <=? 0)%Z.
(** The same at the last column alone. *)
Definition edge_over (i j k : nat) : bool := all (fun a => all (fun c => 0 <=? above_ceiling i j k a 2 c)%Z places) places.

Definition box_passes (i j k : nat) : bool :=
  let x0 := row_knot t i in let x1 := row_knot t i.+1 in
  let y0 := row_knot t j in let y1 := row_knot t j.+1 in
  let s0 := sum_knot t k in let s1 := sum_knot t k.+1 in
  let p := cell t i j k in
  if moves_settled x0 x1 y0 y1 s0 s1 p cuts then
    if events_settled t x0 x1 y0 y1 s0 s1 p cuts then
      if (if 0 <? x0 + y0 then true else knot <=? s0)%Z then true else
        empty_pays t s0 s1 (power (value_of i j k)) 0 && empty_pays t s0 s1 (power (value_of i j k)) side
    else false
  else false.

Definition cell_passes (i j k : nat) : bool :=
  if (if j.+1 == last_row t then edge_over i j k else true) then
    if words_pay t (row_knot t i + row_knot t j) then if over i j k then true else box_passes i j k
    else if under i j k then box_passes i j k else false
  else false.

Definition knots_pass (ks : list Z) : bool := [&& (1 < size ks)%N, nth 0%Z ks 0 =? 0 & ordered ks]%Z.

(** Rows up to their column: the table is the same with both changed. *)
Definition check_potential_table : bool :=
  if numbers_pass t && knots_pass (knots t) && knots_pass (sum_knots t) then
    all (fun i => all (fun j => all (cell_passes i j) (iota 0 (last_sum t))) (iota i (last_row t - i))) (iota 0 (last_row t))
  else false.

(** ** What it means *)
Definition top : Q := z (ceiling t) / z value_unit.
Definition spread_out (x y s : Q) : Q :=
  spline (knots t) (fun a => spline (knots t) (fun b => spline (sum_knots t) (fun c => z (stored t a b c)) s) y) x / z value_unit.
Definition table_potential (x y s : Q) : Q := Qmin (spread_out x y s) (top - x - y).

Hypothesis pass : check_potential_table.
Notation R := (last_row t). Notation K := (last_sum t).
Notation pays := (pays (table_price t) (cost t) (credit t)).

Lemma passes : [/\ numbers_pass t, knots_pass (knots t), knots_pass (sum_knots t)
  & forall i j k, (i <= j)%N -> (j < R)%N -> (k < K)%N -> cell_passes i j k].
Proof.
move: pass; rewrite /check_potential_table; case: ifP => // /andP[/andP[n k] s] /allP cells; split=> // i j m ij jR mK.
have iR : i \in iota 0 R by rewrite mem_iota /=; apply: leq_ltn_trans jR.
have /allP row := cells i iR; have ji : j \in iota i (R - i) by rewrite mem_iota ij subnKC // (leq_trans ij (ltnW jR)).
by have /allP column := row j ji; apply: column; rewrite mem_iota.
Qed.

Lemma numbers_hold : numbers_pass t. Proof. by have [] := passes. Qed.

Lemma sorted_knots ks : knots_pass ks -> forall i, (i.+1 < size ks)%N -> (0 <= nth 0 ks i)%Z /\ (nth 0 ks i < nth 0 ks i.+1)%Z.
Proof.
case/and3P => _ /Z.eqb_eq first order.
have : forall l, ordered l -> (0 <= nth 0 l 0)%Z -> forall i, (i.+1 < size l)%N -> (0 <= nth 0 l i)%Z /\ (nth 0 l i < nth 0 l i.+1)%Z.
  elim=> [//|a [//|b l] IH] /=; case: Z.ltb_spec => // ab order' a0 [//|i] il.
  by apply: IH => //=; lia.
by apply=> //; lia.
Qed.

Lemma row_sorted i : (i < R)%N -> (0 <= row_knot t i)%Z /\ (row_knot t i < row_knot t i.+1)%Z.
Proof.
have [_ kp _ _] := passes => iR; apply: (sorted_knots kp); move: iR; rewrite /last_row; case/and3P: kp => + _ _.
by case: (size _) => [|n] //; rewrite ltnS.
Qed.
Lemma sum_sorted k : (k < K)%N -> (0 <= sum_knot t k)%Z /\ (sum_knot t k < sum_knot t k.+1)%Z.
Proof.
have [_ _ kp _] := passes => kK; apply: (sorted_knots kp); move: kK; rewrite /last_sum; case/and3P: kp => + _ _.
by case: (size _) => [|n] //; rewrite ltnS.
Qed.

Lemma stored_changed a b c : stored t a b c = stored t b a c.
Proof. by rewrite /stored; case: (ltngtP a b) => // ->. Qed.

Lemma value_changed i j k a b c : value_of i j k a b c = value_of j i k b a c.
Proof. exact: stored_changed. Qed.

Lemma each_placeP f : each_place f -> forall a b c, (a < 3)%N -> (b < 3)%N -> (c < 3)%N -> f a b c.
Proof.
have at_place n : (n < 3)%N -> n \in places by case: n => [|[|[|]]].
by move=> /allP h a b c /at_place/h/allP + /at_place bp /at_place cp => /(_ b bp)/allP/(_ c cp).
Qed.

(** ** A box passes, or its potential is the ceiling less the words *)
Definition box_of (i j k : nat) : nat -> nat -> nat -> Q :=
  coefficient (row_knot t i) (row_knot t i.+1) (row_knot t j) (row_knot t j.+1) (sum_knot t k) (sum_knot t k.+1) (power (value_of i j k)).
Definition pays_box (i j k : nat) : Prop := pays (box_of i j k) (at_knot (row_knot t i)) (at_knot (row_knot t i.+1))
  (at_knot (row_knot t j)) (at_knot (row_knot t j.+1)) (at_knot (sum_knot t k)) (at_knot (sum_knot t k.+1)).
Definition is_over (i j k : nat) : Prop := forall a b c, (a < 3)%N -> (b < 3)%N -> (c < 3)%N -> (0 <= above_ceiling i j k a b c)%Z.
Definition is_under (i j k : nat) : Prop := forall a b c, (a < 3)%N -> (b < 3)%N -> (c < 3)%N -> (above_ceiling i j k a b c <= 0)%Z.

Lemma box_passes_pays i j k : (i < R)%N -> (j < R)%N -> (k < K)%N -> box_passes i j k -> pays_box i j k.
Proof.
move=> iR jR kK; have [x0 x1] := row_sorted iR; have [y0 y1] := row_sorted jR; have [_ s1] := sum_sorted kK.
have ok := numbers_ok numbers_hold; rewrite /box_passes; case: ifP => // moves; case: ifP => // events empty.
apply: (box_pays (cuts := cuts) (f := power (value_of i j k)) x0 y0 x1 y1 s1 moves events) => //.
- by move=> xz yz sz; move: empty; rewrite xz yz /=; case: Z.leb_spec => // le; lia.
- exact: n_below ok.
- exact: n_top ok.
- exact: flat_nonneg numbers_hold.
- exact: steep_nonneg numbers_hold.
- exact: cost_is.
exact: cost_0.
Qed.

Lemma above_changed i j k a b c : above_ceiling i j k a b c = above_ceiling j i k b a c.
Proof. by rewrite /above_ceiling value_changed [(twice_at i a + _)%Z]Z.add_comm. Qed.

Lemma cell_cases i j k : (i < R)%N -> (j < R)%N -> (k < K)%N ->
  [\/ words_pay t (row_knot t i + row_knot t j) /\ is_over i j k, words_pay t (row_knot t i + row_knot t j) /\ pays_box i j k
    | is_under i j k /\ pays_box i j k].
Proof.
have half i' j' : (i' <= j')%N -> (i' < R)%N -> (j' < R)%N -> (k < K)%N ->
  [\/ words_pay t (row_knot t i' + row_knot t j') /\ is_over i' j' k, words_pay t (row_knot t i' + row_knot t j') /\ pays_box i' j' k
    | is_under i' j' k /\ pays_box i' j' k].
  move=> ij iR jR kK; have [_ _ _ cells] := passes; move: (cells _ _ _ ij jR kK); rewrite /cell_passes; case: ifP => // _.
  case: ifP => words; case: ifP => // h1; first by move=> _; constructor 1; split=> // a b c a3 b3 c3; apply/Z.leb_le/(each_placeP h1).
    by constructor 2; split=> //; apply: box_passes_pays.
  by constructor 3; split; [move=> a b c a3 b3 c3; apply/Z.leb_le/(each_placeP h1) | apply: box_passes_pays].
move=> iR jR kK; have [ij|/ltnW ji] := leqP i j; first exact: half.
have pays_other : pays_box j i k -> pays_box i j k.
  move/pays_changed; apply: pays_same => a b c; apply: coefficient_changed => a' b' c'; exact: value_changed.
rewrite [(row_knot t i + _)%Z]Z.add_comm; have [[w o]|[w p]|[u p]] := half _ _ ji jR iR kK.
- by constructor 1; split=> // a b c a3 b3 c3; rewrite above_changed; apply: o.
- by constructor 2; split=> //; apply: pays_other.
by constructor 3; split; [move=> a b c a3 b3 c3; rewrite above_changed; apply: u | apply: pays_other].
Qed.

(** ** Values near the ceiling *)
Definition part_at (i a : nat) : Q :=
  match a with
  | 0%N => at_knot (row_knot t i) | 1%N => (at_knot (row_knot t i) + at_knot (row_knot t i.+1)) * (1#2) | _ => at_knot (row_knot t i.+1)
  end.

Lemma unit_pos : 0 < z value_unit. Proof. by []. Qed.

Lemma above_is i j k a b c : z (above_ceiling i j k a b c)
  == z (2 * knot) * (z (value_of i j k a b c) - z value_unit * (top - part_at i a - part_at j b)).
Proof.
have twice n d : z (twice_at n d) == z (2 * knot) * part_at n d.
  have kn x : z (2 * knot) * at_knot x == (2#1) * z x by have := knot_at x; rewrite inject_Z_mult; change (z 2) with (2#1) => <-; ring.
  have := kn (row_knot t n); have := kn (row_knot t n.+1).
  move: (z (2 * knot)) => kk.
  by case: d => [|[|d]]; rewrite /twice_at /part_at ?inject_Z_plus ?inject_Z_mult; change (z 2) with (2#1); lra.
rewrite /above_ceiling inject_Z_plus !(inject_Z_mult (2 * knot)) (inject_Z_mult value_unit) z_sub inject_Z_plus !twice.
have u0 := unit_pos; have tE : z value_unit * top == z (ceiling t) by rewrite /top; field; lra.
by rewrite -tE; ring.
Qed.

Lemma over_is i j k a b c : (0 <= above_ceiling i j k a b c)%Z -> z value_unit * (top - part_at i a - part_at j b) <= z (value_of i j k a b c).
Proof. by move/z_below; rewrite above_is; change (z (2 * knot)) with (160#1); change (z 0) with 0 => h; lra. Qed.
Lemma under_is i j k a b c : (above_ceiling i j k a b c <= 0)%Z -> z (value_of i j k a b c) <= z value_unit * (top - part_at i a - part_at j b).
Proof. by move/z_below; rewrite above_is; change (z (2 * knot)) with (160#1); change (z 0) with 0 => h; lra. Qed.

(** The coefficients of a line are those of the ceiling. *)
Lemma line_at u c i x : (i < R)%N ->
  bern (row_knot t i) (row_knot t i.+1) (u * (c - part_at i 0)) (u * (c - part_at i 1)) (u * (c - part_at i 2)) x == u * (c - x).
Proof. by move=> /row_sorted[_ ab]; rewrite bern_scale bern_line. Qed.

Section InCell.
Variables (i j k : nat) (x y s : Q).
Hypotheses (iR : (i < R)%N) (jR : (j < R)%N) (kK : (k < K)%N).
Hypotheses (in_x : at_knot (row_knot t i) <= x /\ x <= at_knot (row_knot t i.+1)).
Hypotheses (in_y : at_knot (row_knot t j) <= y /\ y <= at_knot (row_knot t j.+1)).
Hypotheses (in_s : at_knot (sum_knot t k) <= s /\ s <= at_knot (sum_knot t k.+1)).
Notation all_of := (tensor (row_knot t i) (row_knot t i.+1) (row_knot t j) (row_knot t j.+1) (sum_knot t k) (sum_knot t k.+1)
  (fun a b c => z (value_of i j k a b c)) x y s).
Notation sum_bern := (bern (sum_knot t k) (sum_knot t k.+1)).

Lemma cell_over : is_over i j k -> z value_unit * (top - x - y) <= all_of.
Proof.
have [x1 x2] := in_x; have [y1 y2] := in_y; have [s1 s2] := in_s.
have [_ xl] := row_sorted iR; have [_ yl] := row_sorted jR; have [_ sl] := sum_sorted kK; move=> o; rewrite /tensor.
have at_a a : (a < 3)%N -> z value_unit * (top - part_at i a - y) <= bern (row_knot t j) (row_knot t j.+1)
    (sum_bern (z (value_of i j k a 0 0)) (z (value_of i j k a 0 1)) (z (value_of i j k a 0 2)) s)
    (sum_bern (z (value_of i j k a 1 0)) (z (value_of i j k a 1 1)) (z (value_of i j k a 1 2)) s)
    (sum_bern (z (value_of i j k a 2 0)) (z (value_of i j k a 2 1)) (z (value_of i j k a 2 2)) s) y.
  move=> a3; rewrite -(line_at _ (top - part_at i a) y jR).
  by apply: (bern_le yl y1 y2); rewrite -[X in X <= _](bern_const (sum_knot t k) (sum_knot t k.+1) s);
    apply: (bern_le sl s1 s2); apply: over_is; apply: o.
have -> : top - x - y == top - y - x by ring.
rewrite -(line_at _ (top - y) x iR).
by apply: (bern_le xl x1 x2); [have := at_a 0%N isT | have := at_a 1%N isT | have := at_a 2%N isT];
  move=> h; apply: Qle_trans h; apply/Qle_lteq; right; ring.
Qed.

Lemma cell_under : is_under i j k -> all_of <= z value_unit * (top - x - y).
Proof.
have [x1 x2] := in_x; have [y1 y2] := in_y; have [s1 s2] := in_s.
have [_ xl] := row_sorted iR; have [_ yl] := row_sorted jR; have [_ sl] := sum_sorted kK; move=> o; rewrite /tensor.
have at_a a : (a < 3)%N -> bern (row_knot t j) (row_knot t j.+1)
    (sum_bern (z (value_of i j k a 0 0)) (z (value_of i j k a 0 1)) (z (value_of i j k a 0 2)) s)
    (sum_bern (z (value_of i j k a 1 0)) (z (value_of i j k a 1 1)) (z (value_of i j k a 1 2)) s)
    (sum_bern (z (value_of i j k a 2 0)) (z (value_of i j k a 2 1)) (z (value_of i j k a 2 2)) s) y <= z value_unit * (top - part_at i a - y).
  move=> a3; rewrite -(line_at _ (top - part_at i a) y jR).
  by apply: (bern_le yl y1 y2); rewrite -[X in _ <= X](bern_const (sum_knot t k) (sum_knot t k.+1) s);
    apply: (bern_le sl s1 s2); apply: under_is; apply: o.
have -> : top - x - y == top - y - x by ring.
rewrite -(line_at _ (top - y) x iR).
by apply: (bern_le xl x1 x2); [have := at_a 0%N isT | have := at_a 1%N isT | have := at_a 2%N isT];
  move=> h; apply: Qle_trans h _; apply/Qle_lteq; right; ring.
Qed.
End InCell.

(** ** Where a point and its neighbours are *)
Lemma rows_between x x' : 0 <= x -> x <= x' -> clear_of (knots_of (knots t)) x x' ->
  (exists i, [/\ (i < R)%N, at_knot (row_knot t i) <= x, x' <= at_knot (row_knot t i.+1)
    & forall g u, x <= u -> u <= x' ->
        spline (knots t) g u == bern (row_knot t i) (row_knot t i.+1) (g (2 * i + 0)%N) (g (2 * i + 1)%N) (g (2 * i + 2)%N) u])
  \/ at_knot (row_knot t R) <= x /\ forall g u, x <= u -> spline (knots t) g u == g (2 * R)%N.
Proof.
move=> x0 xx clear; have [_ /and3P[two /Z.eqb_eq first order] _ _] := passes.
have low : at_knot (nth 0%Z (knots t) 0) <= x by rewrite first; change (at_knot 0) with (0 / z knot); rewrite /Qdiv Qmult_0_l.
have [[i [[il _] l h same]]|[l same]] := spline_between (ltnW two) order low xx clear; last by right.
by left; exists i; split=> //; move: il; rewrite /last_row; case: (size _) => [|n] //; rewrite ltnS.
Qed.

(** Beyond the last sum a potential is what it is there. *)
Lemma sums_between s s' : 0 <= s -> s <= s' -> clear_of (knots_of (sum_knots t)) s s' -> exists k place,
  [/\ (k < K)%N, place = (fun u => u) \/ place = (fun _ => at_knot (last_sum_knot t)) /\ at_knot (last_sum_knot t) <= s /\ k.+1 = K,
    forall u, s <= u -> u <= s' -> at_knot (sum_knot t k) <= place u /\ place u <= at_knot (sum_knot t k.+1)
  & forall g u, s <= u -> u <= s' -> spline (sum_knots t) g u
      == bern (sum_knot t k) (sum_knot t k.+1) (g (2 * k + 0)%N) (g (2 * k + 1)%N) (g (2 * k + 2)%N) (place u)].
Proof.
move=> s0 ss clear; have [_ _ /and3P[two /Z.eqb_eq first order] _] := passes.
have low : at_knot (nth 0%Z (sum_knots t) 0) <= s by rewrite first; change (at_knot 0) with (0 / z knot); rewrite /Qdiv Qmult_0_l.
have [[k [[kl _] l h same]]|[l same]] := spline_between (ltnW two) order low ss clear.
  exists k, (fun u => u); split=> //; [|by left|by move=> u su us; rewrite /sum_knot; split; lra].
  by move: kl; rewrite /last_sum; case: (size _) => [|n] //; rewrite ltnS.
have [k kK] : exists k, K = k.+1 by rewrite /last_sum; case: (size _) two => [|[|n]] // _; exists n.
have kK' : (k < K)%N by rewrite kK.
have [_ kk] := sum_sorted kK'.
have e : at_knot (last_sum_knot t) = at_knot (sum_knot t k.+1) by rewrite /last_sum_knot kK.
exists k, (fun _ => at_knot (last_sum_knot t)); split=> //; [by right; split=> //; split=> // | | ].
- move=> u _ _; rewrite e; split; last by lra.
  by apply/at_knot_le; rewrite knot_at; apply: z_below; lia.
move=> g u su _; rewrite same // bern_end //; last by rewrite e knot_at; reflexivity.
by rewrite -[(size _).-1]/K kK mulnS addnC; reflexivity.
Qed.

(** ** Beyond the last row or column *)
Definition edge_value (y s : Q) : Q := spline (knots t) (fun a => spline (sum_knots t) (fun c => z (stored t a (2 * R) c)) s) y.

Lemma edge_cells i k a c : (i < R)%N -> (k < K)%N -> (a < 3)%N -> (c < 3)%N ->
  z value_unit * (top - at_knot (row_knot t R) - part_at i a) <= z (stored t (2 * i + a) (2 * R) (2 * k + c)).
Proof.
move=> iR kK a3 c3; have [_ _ _ cells] := passes; have [r rR] : exists r, R = r.+1 by case: R iR => [//|n] _; exists n.
have ir : (i <= r)%N by rewrite -ltnS -rR.
have at_place n : (n < 3)%N -> n \in places by case: n => [|[|[|]]].
move: (cells i r k ir ltac:(by rewrite rR) kK); rewrite /cell_passes rR eqxx; case: ifP => // /allP edge _.
have /allP column := edge a (at_place a a3); have /Z.leb_le o := column c (at_place c c3).
have -> : (2 * r.+1 = 2 * r + 2)%N by rewrite mulnS addnC.
have := over_is o; rewrite /value_of {2}/part_at.
by move=> h; apply: Qle_trans h; apply/Qle_lteq; right; ring.
Qed.

Lemma edge_above y s : 0 <= y -> 0 <= s -> z value_unit * (top - at_knot (row_knot t R) - y) <= edge_value y s.
Proof.
move=> y0 s0; rewrite /edge_value.
have [k [place [kK _ inside same]]] := sums_between s0 (Qle_refl s) (clear_point (Qle_refl s)).
have [_ sl] := sum_sorted kK; have [s1 s2] := inside s (Qle_refl s) (Qle_refl s).
have column i a : (i < R)%N -> (a < 3)%N -> z value_unit * (top - at_knot (row_knot t R) - part_at i a)
    <= spline (sum_knots t) (fun c => z (stored t (2 * i + a) (2 * R) c)) s.
  move=> iR a3; rewrite same; try exact: Qle_refl.
  by rewrite -[X in X <= _](bern_const (sum_knot t k) (sum_knot t k.+1) (place s)); apply: (bern_le sl s1 s2); apply: edge_cells.
have [[i [iR l h at_]]|[l at_]] := rows_between y0 (Qle_refl y) (clear_point (Qle_refl y)).
  have [_ yl] := row_sorted iR; rewrite at_; try exact: Qle_refl.
  by rewrite -(line_at _ _ y iR); apply: (bern_le yl l h); apply: column.
rewrite at_; last exact: Qle_refl.
have [r rR] : exists r, R = r.+1.
  by have [_ /and3P[two _ _] _ _] := passes; move: two; rewrite /last_row; case: (size _) => [|[|n]] // _; exists n.
have := column r 2%N ltac:(by rewrite rR) isT; rewrite /part_at -rR.
have -> : (2 * r + 2 = 2 * R)%N by rewrite rR mulnS addnC.
by move=> h; apply: Qle_trans h; rewrite ![z value_unit * _]Qmult_comm; apply: Qmult_le_compat_r; [lra | apply: Qlt_le_weak unit_pos].
Qed.

Lemma spline_last y : at_knot (row_knot t R) <= y -> forall g, spline (knots t) g y == g (2 * R)%N.
Proof.
move=> far g; have [_ /and3P[two /Z.eqb_eq first order] _ _] := passes.
have y0 : 0 <= y.
  have [r rR] : exists r, R = r.+1 by move: two; rewrite /last_row; case: (size _) => [|[|n]] // _; exists n.
  have [r0 r1] := row_sorted (i := r) ltac:(by rewrite rR).
  move/at_knot_le: far; rewrite rR => far; have := z_below (Z.le_trans _ _ _ r0 (Z.lt_le_incl _ _ r1)).
  by change (z knot) with (80#1) in far; change (z 0) with 0; lra.
have [[i [iR l h at_]]|[l at_]] := rows_between y0 (Qle_refl y) (clear_point (Qle_refl y)); last by apply: at_; lra.
have [[r rR]|iE] : (exists r, R = (i.+1 + r.+1)%N) \/ R = i.+1.
  by move: iR; rewrite leq_eqVlt => /orP[/eqP <-|lt]; [right | left; exists (R - i.+2)%N; rewrite addnS -addSn subnKC].
  exfalso; suff : (row_knot t i.+1 < row_knot t R)%Z by move/(conj far): h; rewrite Zlt_Qlt => -[h1 /at_knot_ge h2] h3; move/at_knot_le: h1; lra.
  have grows n : (i.+1 + n.+1 <= R)%N -> (row_knot t i.+1 < row_knot t (i.+1 + n.+1))%Z.
    elim: n => [|n IH]; rewrite addnS => le; first by move: le; rewrite addn0 => /row_sorted[].
    by have [_ step] := row_sorted le; have := IH (ltnW le); lia.
  by rewrite rR; apply: grows; rewrite rR.
have [_ ab] := row_sorted iR; rewrite at_; try lra.
rewrite bern_end //; first by rewrite iE mulnS addnC; reflexivity.
by move/at_knot_ge: h => h; move/at_knot_le: far; rewrite iE => far; lra.
Qed.

Lemma spread_column x y s : at_knot (row_knot t R) <= y -> spread_out x y s == edge_value x s / z value_unit.
Proof.
move=> far; rewrite /spread_out /edge_value; apply: Qmult_comp; last by reflexivity.
by apply: spline_respects; [move=> a; exact: (spline_last far) | reflexivity].
Qed.

Lemma spread_row x y s : at_knot (row_knot t R) <= x -> spread_out x y s == edge_value y s / z value_unit.
Proof.
move=> far; rewrite /spread_out /edge_value; apply: Qmult_comp; last by reflexivity.
rewrite (spline_last far); apply: spline_respects; last by reflexivity.
by move=> a; apply: spline_respects; [move=> c; rewrite stored_changed; reflexivity | reflexivity].
Qed.

(** ** One polynomial, or the lesser of two, between any two points *)
Lemma ceiling_pays words x0 x1 y0 y1 s0 s1 : words_pay t words -> z words <= z knot * (x0 + y0) -> 0 <= x0 -> 0 <= y0 ->
  pays (ceiling_of top) x0 x1 y0 y1 s0 s1.
Proof.
move=> words_ enough xn yn; have num := numbers_hold; have wn : 0 <= x0 + y0 by lra.
apply: pays_ceiling => // [v v0 v1|v v0 v1|none]; first exact: (words_pay_event num words_).
  by have [c _] := cost_range num (Qlt_le_weak _ _ v0) v1; apply: Qle_shift_div_l => //; lra.
have one : 0 < 1 by []. have := words_pay_event num words_ enough wn one (Qle_refl 1).
have wz : x0 + y0 == 0 by lra.
rewrite wz Qmult_0_l => paid; apply: Qle_trans paid; rewrite /credit; apply: Qplus_le_compat; first exact: Qle_refl.
have ok := numbers_ok num.
have rise : cost t 0 <= cost t 1.
  have [_ hi] := cost_lines num (Qle_refl 0) (Qlt_le_weak _ _ one); have c1 : z value_unit * cost t 1 == z (holding_3 t).
    rewrite /cost /= /line_of /flat /steep /holding; cbn [nth]; rewrite ?inject_Z_mult ?z_sub ?inject_Z_mult ?z_sub.
    by have u0 := unit_pos; change (z 3) with (3#1); change (z 4) with (4#1); field; lra.
  have h3 : z (holding_0 t) <= z (holding_3 t) by apply: z_below; have := n_01 ok; have := n_12 ok; have := n_23 ok; lia.
  have : z value_unit * cost t 0 <= z value_unit * cost t 1 by rewrite c1; lra.
  by rewrite ![z value_unit * _]Qmult_comm; move/(Qmult_le_r _ _ _ unit_pos).
rewrite ![z (credit_top t) / _ * _]Qmult_comm; apply: Qmult_le_compat_r => //.
have e0 : 0 < z (credit_below t) by rewrite -[0]/(z 0) -Zlt_Qlt; exact: n_below ok.
by apply: Qle_shift_div_l => //; rewrite Qmult_0_l; apply: (z_below (n_top ok)).
Qed.

Lemma beyond_ceiling x y s : 0 <= x -> 0 <= y -> 0 <= s -> at_knot (row_knot t R) <= x \/ at_knot (row_knot t R) <= y ->
  table_potential x y s == top - x - y.
Proof.
move=> x0 y0 s0 far; rewrite /table_potential; apply: Q.min_r.
have over_edge w : 0 <= w -> top - at_knot (row_knot t R) - w <= edge_value w s / z value_unit.
  by move=> w0; apply: Qle_shift_div_l => //; rewrite Qmult_comm; apply: edge_above.
case: far => far; first by rewrite (spread_row _ _ far); have := over_edge y y0; lra.
by rewrite (spread_column _ _ far); have := over_edge x x0; lra.
Qed.

Lemma table_polynomials x x' y y' s s' : 0 <= x -> x <= x' -> 0 <= y -> y <= y' -> 0 <= s -> s <= s' -> s' <= 1 + x' * y' ->
  clear_of (knots_of (knots t)) x x' -> clear_of (knots_of (knots t)) y y' -> clear_of (knots_of (sum_knots t)) s s' -> exists c d,
    [/\ pays c x x' y y' s s', pays d x x' y y' s s', table_potential x y s == Qmin (value c x y s) (value d x y s)
      & table_potential x' y' s' == Qmin (value c x' y' s') (value d x' y' s')].
Proof.
move=> x0 xx y0 yy s0 ss top_ cx cy cs; have num := numbers_hold; have ok := numbers_ok num.
have ceiling_both u v w : Qmin (value (ceiling_of top) u v w) (value (ceiling_of top) u v w) == top - u - v.
  by rewrite Q.min_id ceiling_value; reflexivity.
have beyond : at_knot (row_knot t R) <= x \/ at_knot (row_knot t R) <= y -> exists c d,
    [/\ pays c x x' y y' s s', pays d x x' y y' s s', table_potential x y s == Qmin (value c x y s) (value d x y s)
      & table_potential x' y' s' == Qmin (value c x' y' s') (value d x' y' s')].
  move=> far; have p : pays (ceiling_of top) x x' y y' s s'.
    apply: (ceiling_pays (words := row_knot t R)) => //; first exact: n_words ok.
    by case: (far) => /at_knot_le; change (z knot) with (80#1) => h; lra.
  exists (ceiling_of top), (ceiling_of top); split=> //; rewrite ceiling_both; apply: beyond_ceiling => //; try lra.
have [[i [iR xl xh at_x]]|[far _]] := rows_between x0 xx cx; last by apply: beyond; left.
have [[j [jR yl yh at_y]]|[far _]] := rows_between y0 yy cy; last by apply: beyond; right.
have [k [place [kK where_ within at_s]]] := sums_between s0 ss cs.
have [xi0 xi1] := row_sorted iR; have [yj0 yj1] := row_sorted jR; have [_ sk1] := sum_sorted kK.
pose in_x u := x <= u /\ u <= x'; pose in_y v := y <= v /\ v <= y'; pose in_s w := s <= w /\ w <= s'.
have is_tensor u v w : in_x u -> in_y v -> in_s w -> spread_out u v w == tensor (row_knot t i) (row_knot t i.+1) (row_knot t j)
    (row_knot t j.+1) (sum_knot t k) (sum_knot t k.+1) (fun a b c => z (value_of i j k a b c)) u v (place w) / z value_unit.
  move=> [u1 u2] [v1 v2] [w1 w2]; rewrite /spread_out at_x // /tensor; apply: Qmult_comp; last by reflexivity.
  have line a : spline (knots t) (fun b => spline (sum_knots t) (fun c => z (stored t (2 * i + a) b c)) w) v
      == bern (row_knot t j) (row_knot t j.+1)
        (bern (sum_knot t k) (sum_knot t k.+1) (z (value_of i j k a 0 0)) (z (value_of i j k a 0 1)) (z (value_of i j k a 0 2)) (place w))
        (bern (sum_knot t k) (sum_knot t k.+1) (z (value_of i j k a 1 0)) (z (value_of i j k a 1 1)) (z (value_of i j k a 1 2)) (place w))
        (bern (sum_knot t k) (sum_knot t k.+1) (z (value_of i j k a 2 0)) (z (value_of i j k a 2 1)) (z (value_of i j k a 2 2)) (place w)) v.
    by rewrite at_y //; apply: bern_same; [exact: at_s | exact: at_s | exact: at_s | reflexivity].
  by apply: bern_same; [exact: line | exact: line | exact: line | reflexivity].
have [s1 _] := within s (Qle_refl s) ss; have [_ s2] := within s' ss (Qle_refl s').
have [own [own_value own_pays]] : exists own, (forall u v w, value own u v w == value (box_of i j k) u v (place w))
    /\ (pays_box i j k -> pays own x x' y y' s s').
  case: where_ => [e|[e [far last]]]; rewrite e /= in s1 s2 *.
    by exists (box_of i j k); split=> [u v w|p]; [reflexivity | apply: (pays_within p)].
  exists (frozen (box_of i j k) (at_knot (last_sum_knot t))); split=> [u v w|p]; first exact: frozen_value.
  have lastE : last_sum_knot t = sum_knot t k.+1 by rewrite /last_sum_knot last.
  apply: (pays_within (x0 := at_knot (row_knot t i)) (x1 := at_knot (row_knot t i.+1)) (y0 := at_knot (row_knot t j))
    (y1 := at_knot (row_knot t j.+1)) (s0 := s) (s1 := s')) => //; try exact: Qle_refl.
  have knot0 n : (0 <= n)%Z -> 0 <= at_knot n.
    by move=> n0; apply: Qle_shift_div_l => //; rewrite Qmult_0_l; apply: (z_below n0).
  apply: (pays_frozen (s0 := at_knot (sum_knot t k))) => //; try exact: knot0.
  - by apply: Qlt_shift_div_l => //; rewrite Qmult_1_l -Zlt_Qlt; exact: n_last ok.
  - by move=> u v w r u0 v0 w0 r0 r1 rw; apply: (sums_pay_event num w0).
  by rewrite {1}lastE.
have F_is u v w : in_x u -> in_y v -> in_s w -> table_potential u v w == Qmin (value own u v w) (top - u - v).
  move=> iu iv iw; rewrite /table_potential own_value is_tensor //.
  by rewrite /box_of (tensor_value _ _ _ _ xi1 yj1 sk1); reflexivity.
have in_box u v w : in_x u -> in_y v -> in_s w -> [/\ at_knot (row_knot t i) <= u /\ u <= at_knot (row_knot t i.+1),
    at_knot (row_knot t j) <= v /\ v <= at_knot (row_knot t j.+1) & at_knot (sum_knot t k) <= place w /\ place w <= at_knot (sum_knot t k.+1)].
  by move=> [u1 u2] [v1 v2] [w1 w2]; split; [split; lra | split; lra | apply: within].
have own_is u v w : value own u v w * z value_unit == tensor (row_knot t i) (row_knot t i.+1) (row_knot t j) (row_knot t j.+1) (sum_knot t k)
    (sum_knot t k.+1) (fun a b c => z (value_of i j k a b c)) u v (place w).
  by rewrite own_value /box_of (tensor_value _ _ _ _ xi1 yj1 sk1); have u0 := unit_pos; field; lra.
have px : in_x x by split; lra. have px' : in_x x' by split; lra.
have py : in_y y by split; lra. have py' : in_y y' by split; lra.
have ps : in_s s by split; lra. have ps' : in_s s' by split; lra.
have words_over : words_pay t (row_knot t i + row_knot t j) -> pays (ceiling_of top) x x' y y' s s'.
  move=> w; apply: (ceiling_pays (words := (row_knot t i + row_knot t j)%Z)) => //; rewrite inject_Z_plus.
  by move/at_knot_le: xl; move/at_knot_le: yl; change (z knot) with (80#1); lra.
have [[w o]|[w p]|[un p]] := cell_cases iR jR kK.
- exists (ceiling_of top), (ceiling_of top); have pc := words_over w.
  have reached u v w' : in_x u -> in_y v -> in_s w' -> table_potential u v w' == top - u - v.
    move=> iu iv iw; rewrite F_is //; apply: Q.min_r; have [b1 b2 b3] := in_box _ _ _ iu iv iw.
    by have := cell_over iR jR kK b1 b2 b3 o; rewrite -own_is ![z value_unit * _]Qmult_comm => /(Qmult_le_r _ _ _ unit_pos).
  by split=> //; rewrite ceiling_both; apply: reached.
- exists own, (ceiling_of top); split; [exact: own_pays | exact: words_over | |]; rewrite F_is // ceiling_value; reflexivity.
exists own, own; have below u v w : in_x u -> in_y v -> in_s w -> table_potential u v w == Qmin (value own u v w) (value own u v w).
  move=> iu iv iw; rewrite F_is // Q.min_id; apply: Q.min_l; have [b1 b2 b3] := in_box _ _ _ iu iv iw.
  by have := cell_under iR jR kK b1 b2 b3 un; rewrite -own_is ![z value_unit * _]Qmult_comm => /(Qmult_le_r _ _ _ unit_pos).
by split; [exact: own_pays | exact: own_pays | exact: below | exact: below].
Qed.

Theorem table_makes_potential : real_potential (table_price t) (cost t) (credit t) table_potential.
Proof.
apply: (boxes_make_potential (rows := knots_of (knots t)) (columns := knots_of (knots t)) (sums := knots_of (sum_knots t))).
  move=> x x' y y' s s' ex ey es; rewrite /table_potential; apply: Q.min_compat; last by rewrite ex ey; reflexivity.
  rewrite /spread_out; apply: Qmult_comp; last by reflexivity.
  by apply: spline_respects => // a; apply: spline_respects => // b; apply: spline_respects => // c; reflexivity.
exact: table_polynomials.
Qed.
End Check.

(** A table that passes is a potential. *)
Theorem check_potential_table_sound t : check_potential_table t = true ->
  real_potential (table_price t) (cost t) (credit t) (table_potential t).
Proof. exact: table_makes_potential. Qed.
