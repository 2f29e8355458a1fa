(** * Polynomials of degree 2 between knots, joined (proofs/gemm-holding-cost.md, "Certified potentials")

    Knots are in eightieths. Neighbours share the Bernstein coefficient of the knot between them, beyond the last knot its coefficient is
    the value. *)
From Coq Require Import ZArith QArith Lqa Lia List.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import CellPotential CheckTable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.
Notation z := inject_Z.

Lemma z_lt_pos a b : (a < b)%Z -> 0 < z (b - a).
Proof. by move=> h; rewrite -[0]/(z 0) -Zlt_Qlt; lia. Qed.

(** A knot as a number. *)
Definition at_knot (a : Z) : Q := z a / z knot.
Lemma knot_at a : z knot * at_knot a == z a. Proof. by rewrite /at_knot; field. Qed.
Lemma at_knot_le a x : at_knot a <= x <-> z a <= z knot * x.
Proof. by have := knot_at a; change (z knot) with (80#1); split=> h; lra. Qed.
Lemma at_knot_ge a x : x <= at_knot a <-> z knot * x <= z a.
Proof. by have := knot_at a; change (z knot) with (80#1); split=> h; lra. Qed.

Definition bern (a b : Z) (g0 g1 g2 x : Q) : Q :=
  let t := (z knot * x - z a) / z (b - a) in (1 - t) * (1 - t) * g0 + (2#1) * (1 - t) * t * g1 + t * t * g2.

Lemma bern_start a b g0 g1 g2 x : z knot * x == z a -> bern a b g0 g1 g2 x == g0.
Proof.
move=> e; rewrite /bern; have -> : (z knot * x - z a) / z (b - a) == 0 by rewrite e /Qdiv; ring.
by ring.
Qed.

Lemma bern_end a b g0 g1 g2 x : (a < b)%Z -> z knot * x == z b -> bern a b g0 g1 g2 x == g2.
Proof.
move=> /z_lt_pos h e; rewrite /bern; have -> : (z knot * x - z a) / z (b - a) == 1.
  have d : z knot * x - z a == z (b - a) by rewrite e /Z.sub inject_Z_plus inject_Z_opp; ring.
  by rewrite d; field; lra.
by ring.
Qed.

Lemma bern_same a b g0 g1 g2 h0 h1 h2 x x' : g0 == h0 -> g1 == h1 -> g2 == h2 -> x == x' -> bern a b g0 g1 g2 x == bern a b h0 h1 h2 x'.
Proof. by rewrite /bern => -> -> -> ->; reflexivity. Qed.

Section Within.
Variables (a b : Z) (x : Q).
Hypotheses (ab : (a < b)%Z) (low : at_knot a <= x) (high : x <= at_knot b).

Lemma part_within : 0 <= (z knot * x - z a) / z (b - a) /\ (z knot * x - z a) / z (b - a) <= 1.
Proof.
have d := z_lt_pos ab; move/at_knot_le: low => l; move/at_knot_ge: high => h.
have s : z (b - a) == z b - z a by rewrite /Z.sub inject_Z_plus inject_Z_opp; reflexivity.
by split; [apply: Qle_shift_div_l | apply: Qle_shift_div_r] => //; lra.
Qed.

Lemma bern_le g0 g1 g2 h0 h1 h2 : g0 <= h0 -> g1 <= h1 -> g2 <= h2 -> bern a b g0 g1 g2 x <= bern a b h0 h1 h2 x.
Proof.
rewrite /bern; have [t0 t1] := part_within; move: (_ / _) t0 t1 => t t0 t1 l0 l1 l2.
have u0 : 0 <= 1 - t by lra.
have e0 := Qmult_le_0_compat _ (h0 - g0) (Qmult_le_0_compat _ _ u0 u0) ltac:(lra).
have e1 := Qmult_le_0_compat _ (h1 - g1) (Qmult_le_0_compat _ _ u0 t0) ltac:(lra).
have e2 := Qmult_le_0_compat _ (h2 - g2) (Qmult_le_0_compat _ _ t0 t0) ltac:(lra).
by lra.
Qed.

(** A line has its values at the knots and halfway for coefficients. *)
Lemma bern_line c : bern a b (c - at_knot a) (c - (at_knot a + at_knot b) * (1#2)) (c - at_knot b) x == c - x.
Proof.
have d := z_lt_pos ab; rewrite /bern /at_knot.
have s : z b == z (b - a) + z a by rewrite -inject_Z_plus; have -> : (b - a + a = b)%Z by lia. 
by rewrite s; field; split; [change (z knot) with (80#1) |]; lra.
Qed.

Lemma bern_const c : bern a b c c c x == c.
Proof. by rewrite /bern; ring. Qed.
End Within.

Fixpoint spline (ks : list Z) (g : nat -> Q) (x : Q) : Q :=
  match ks with
  | a :: ((b :: _) as rest) =>
    if Qle_bool (z knot * x) (z b) then bern a b (g 0%N) (g 1%N) (g 2%N) x else spline rest (fun n => g n.+2) x
  | _ => g 0%N
  end.

Fixpoint ordered (ks : list Z) : bool := if ks is a :: ((b :: _) as rest) then if (a <? b)%Z then ordered rest else false else true.

Lemma spline_first a ks g x : ordered (a :: ks) -> z knot * x == z a -> spline (a :: ks) g x == g 0%N.
Proof.
case: ks => [|b ks]; first by move=> _ _; reflexivity.
rewrite /=; case: Z.ltb_spec => // ab _ e.
have -> : Qle_bool (z knot * x) (z b) = true by apply/Qle_bool_iff; rewrite e -Zle_Qle; lia.
exact: bern_start.
Qed.

Lemma spline_respects ks g g' x x' : (forall n, g n == g' n) -> x == x' -> spline ks g x == spline ks g' x'.
Proof.
elim: ks g g' => [|a ks IH] g g' gg xx /=; first exact: gg.
case: ks IH => [|b ks] IH; first exact: gg.
have -> : Qle_bool (z knot * x) (z b) = Qle_bool (z knot * x') (z b) by rewrite xx.
by case: ifP => _; [apply: bern_same | apply: IH].
Qed.

Notation knots_of ks := (List.map at_knot ks).

(** Between any two points with no knot between them a spline is one polynomial, or a constant beyond the last knot. *)
Theorem spline_between ks x x' : (0 < size ks)%N -> ordered ks -> at_knot (nth 0%Z ks 0) <= x -> x <= x' -> clear_of (knots_of ks) x x' ->
  (exists i, [/\ (i.+1 < size ks)%N /\ (nth 0%Z ks i < nth 0%Z ks i.+1)%Z, at_knot (nth 0%Z ks i) <= x, x' <= at_knot (nth 0%Z ks i.+1)
     & forall g t, x <= t -> t <= x' ->
         spline ks g t == bern (nth 0%Z ks i) (nth 0%Z ks i.+1) (g (2 * i + 0)%N) (g (2 * i + 1)%N) (g (2 * i + 2)%N) t])
  \/ at_knot (nth 0%Z ks (size ks).-1) <= x /\ forall g t, x <= t -> spline ks g t == g (2 * (size ks).-1)%N.
Proof.
elim: ks => [//|a ks IH] _; case: ks IH => [|b ks] IH order ax xx clear.
  by right; split=> // g t xt; reflexivity.
have [ab order'] : (a < b)%Z /\ ordered (b :: ks) by move: order => /=; case: Z.ltb_spec.
have [hi|lo] := Qlt_le_dec (at_knot b) x'; last first.
  left; exists 0%N; split=> // g t xt tx.
  have tb : Qle_bool (z knot * t) (z b) = true by apply/Qle_bool_iff/at_knot_ge; lra.
  have -> : spline (a :: b :: ks) g t = if Qle_bool (z knot * t) (z b) then bern a b (g 0%N) (g 1%N) (g 2%N) t
    else spline (b :: ks) (fun n => g n.+2) t by [].
  by rewrite tb; reflexivity.
have bx : at_knot b <= x by apply: Qnot_lt_le => lt; apply: (clear (at_knot b)); [right; left | split].
have tail g t : x <= t -> spline (a :: b :: ks) g t == spline (b :: ks) (fun n => g n.+2) t.
  move=> xt; have bt : z b <= z knot * t by apply/at_knot_le; lra.
  have -> : spline (a :: b :: ks) g t = if Qle_bool (z knot * t) (z b) then bern a b (g 0%N) (g 1%N) (g 2%N) t
    else spline (b :: ks) (fun n => g n.+2) t by [].
  case: ifP => [/Qle_bool_iff tb|_]; last exact: Qeq_refl.
  have e : z knot * t == z b by lra.
  by rewrite bern_end // spline_first //; reflexivity.
have clear' : clear_of (knots_of (b :: ks)) x x' by move=> c cin; apply: clear; right.
have [[i [[il ilt] xi xi' same]]|[last same]] := IH isT order' bx xx clear'.
- left; exists i.+1; split=> // g t xt tx; rewrite tail // same //.
  by rewrite mulnS; exact: Qeq_refl.
by right; split=> // g t xt; rewrite tail // same // mulnS; exact: Qeq_refl.
Qed.
