(** * Holding costs of a table, and what words alone pay (proofs/gemm-holding-cost.md, "Far away") *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import RealPotential BoxPotential BoxPolynomials CheckTable TableBoxes Splines CellValues.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.
Notation z := inject_Z.

Lemma z_below a b : (a <= b)%Z -> z a <= z b. Proof. by rewrite Zle_Qle. Qed.

Lemma square_nonneg (a : Q) : 0 <= a * a. Proof. by nra. Qed.
Arguments square_nonneg : clear implicits.

Section Table.
Variable t : potential_table.

(** ** What is tested *)
(** What a word costs at least, half in [value_unit], times so many words in eightieths, pays for any event. *)
Definition owed (j : nat) : Z := (credit_below t * price t + credit_top t * holding t j)%Z.
Definition words_pay (words : Z) : bool := (owed 3 * knot <=? 2 * credit_below t * holding_1 t * words)%Z.
Definition last_sum_knot : Z := sum_knot t (last_sum t).
Definition sums_pay (above : Z) (j : nat) : bool :=
  (knot * (owed j * owed j) <=? 16 * (credit_below t * credit_below t) * (holding_1 t * holding_1 t) * above)%Z.
Definition numbers_pass : bool :=
  [&& (0 <=? price t)%Z, (0 <=? credit_top t)%Z, (0 <? credit_below t)%Z, (0 <=? holding_0 t)%Z, (holding_0 t <=? holding_1 t)%Z,
      (holding_1 t <=? holding_2 t)%Z, (holding_2 t <=? holding_3 t)%Z, (holding_3 t <=? 2 * value_unit)%Z,
      (2 * holding_1 t <=? holding_0 t + holding_3 t)%Z, (4 * holding_2 t <=? holding_0 t + 3 * holding_3 t)%Z,
      (3 * holding_1 t <=? 2 * holding_2 t)%Z, (2 * holding_1 t <=? holding_3 t)%Z, (knot <? last_sum_knot)%Z,
      sums_pay (last_sum_knot - knot) 0, sums_pay (last_sum_knot - 40) 3 & words_pay (row_knot t (last_row t))].

(** ** What it means *)
Definition line_of (j : nat) (v : Q) : Q := (z (flat t j) + z (steep t j) * v) / z value_unit.
Definition cost (v : Q) : Q :=
  if Qle_bool ((4#1) * v) (2#1) then line_of 0 v else if Qle_bool ((4#1) * v) (3#1) then line_of 1 v else line_of 2 v.
Definition credit (v : Q) : Q := z (credit_top t) / z (credit_below t) * cost v.
Definition table_price : Q := z (price t) / z value_unit.

Hypothesis pass : numbers_pass.

Record numbers : Prop := Numbers {
  n_price : (0 <= price t)%Z; n_top : (0 <= credit_top t)%Z; n_below : (0 < credit_below t)%Z; n_0 : (0 <= holding_0 t)%Z;
  n_01 : (holding_0 t <= holding_1 t)%Z; n_12 : (holding_1 t <= holding_2 t)%Z; n_23 : (holding_2 t <= holding_3 t)%Z;
  n_3 : (holding_3 t <= 2 * value_unit)%Z; n_chord1 : (2 * holding_1 t <= holding_0 t + holding_3 t)%Z;
  n_chord2 : (4 * holding_2 t <= holding_0 t + 3 * holding_3 t)%Z; n_word2 : (3 * holding_1 t <= 2 * holding_2 t)%Z;
  n_word3 : (2 * holding_1 t <= holding_3 t)%Z; n_last : (knot < last_sum_knot)%Z;
  n_sums0 : sums_pay (last_sum_knot - knot) 0; n_sums3 : sums_pay (last_sum_knot - 40) 3; n_words : words_pay (row_knot t (last_row t)) }.

Lemma numbers_ok : numbers.
Proof.
move: pass; rewrite /numbers_pass => /and5P[h1 h2 h3 h4 /and5P[h5 h6 h7 h8 /and5P[h9 h10 h11 h12 /and4P[h13 h14 h15 h16]]]].
by split=> //; (apply/Z.leb_le || apply/Z.ltb_lt).
Qed.

Lemma flat_nonneg : (0 <= flat t 0)%Z. Proof. exact: n_0 numbers_ok. Qed.
Lemma steep_nonneg j : List.In j [:: 0; 1; 2]%N -> (0 <= steep t j)%Z.
Proof.
have [_ _ _ h0 h1 h2 h3 _ _ _ _ _ _ _ _ _] := numbers_ok.
by case=> [<-|[<-|[<-|[]]]]; rewrite /steep /holding; cbn [nth]; lia.
Qed.

Lemma cost_respects v v' : v == v' -> cost v == cost v'.
Proof.
move=> e; rewrite /cost; have same c : Qle_bool ((4#1) * v) c = Qle_bool ((4#1) * v') c by rewrite e.
by rewrite !same /line_of; case: ifP => _; [|case: ifP => _]; rewrite e; reflexivity.
Qed.
Lemma credit_respects v v' : v == v' -> credit v == credit v'.
Proof. by move=> e; rewrite /credit (cost_respects e); reflexivity. Qed.

Lemma cost_is j v : List.In j [:: 0; 1; 2]%N -> z (quarters j) < (4#1) * v -> (4#1) * v <= z (quarters j.+1) -> cost v == line_of j v.
Proof.
rewrite /cost; case=> [<-|[<-|[<-|[]]]] /= lo hi; case: ifP => [/Qle_bool_iff h|/negP h]; try reflexivity.
- by case: h; apply/Qle_bool_iff; exact: hi.
- by change (z (quarters 1)) with (2#1) in lo; lra.
- case: ifP => [_|/negP h']; first by reflexivity.
  by case: h'; apply/Qle_bool_iff; exact: hi.
- by change (z (quarters 2)) with (3#1) in lo; lra.
case: ifP => [/Qle_bool_iff h'|_]; last by reflexivity.
by change (z (quarters 2)) with (3#1) in lo; lra.
Qed.

Lemma cost_0 : cost 0 == z (flat t 0) / z value_unit.
Proof. by have -> : cost 0 = line_of 0 0 by []; rewrite /line_of /Qdiv; ring. Qed.

(** A number between two knots of the holding cost, and its cost times their distance. *)
Lemma cost_between v : 0 <= v -> v <= 1 -> exists lo hi Hlo Hhi, [/\ (lo, hi, Hlo, Hhi) = (0, 1#2, holding_0 t, holding_1 t)
    \/ (lo, hi, Hlo, Hhi) = (1#2, 3#4, holding_1 t, holding_2 t) \/ (lo, hi, Hlo, Hhi) = (3#4, 1, holding_2 t, holding_3 t),
    lo <= v, v <= hi & (hi - lo) * (z value_unit * cost v) == (hi - v) * z Hlo + (v - lo) * z Hhi].
Proof.
move=> v0 v1; have u0 : 0 < z value_unit by [].
have line j : z value_unit * line_of j v == z (flat t j) + z (steep t j) * v by rewrite /line_of; field; lra.
rewrite /cost; case: ifP => [/Qle_bool_iff h|/negP h].
  exists 0, (1#2), (holding_0 t), (holding_1 t); split; [by left | lra | lra |].
  rewrite line; have -> : z (flat t 0) = z (holding_0 t) by [].
  by have -> : z (steep t 0) == (2#1) * (z (holding_1 t) - z (holding_0 t)) by [rewrite /steep /holding; cbn [nth]; rewrite inject_Z_mult z_sub; reflexivity]; ring.
have {}h : (2#1) < (4#1) * v by apply: Qnot_le_lt => le; apply: h; apply/Qle_bool_iff.
case: ifP => [/Qle_bool_iff h'|/negP h'].
  exists (1#2), (3#4), (holding_1 t), (holding_2 t); split; [by right; left | lra | lra |].
  rewrite line; have -> : z (flat t 1) == z (holding_1 t) - (2#1) * (z (holding_2 t) - z (holding_1 t)).
    by rewrite /flat /holding; cbn [nth]; rewrite z_sub inject_Z_mult z_sub; reflexivity.
  by have -> : z (steep t 1) == (4#1) * (z (holding_2 t) - z (holding_1 t)) by [rewrite /steep /holding; cbn [nth]; rewrite inject_Z_mult z_sub; reflexivity]; ring.
have {}h' : (3#1) < (4#1) * v by apply: Qnot_le_lt => le; apply: h'; apply/Qle_bool_iff.
exists (3#4), 1, (holding_2 t), (holding_3 t); split; [by right; right | lra | lra |].
rewrite line; have -> : z (flat t 2) == z (holding_2 t) - (3#1) * (z (holding_3 t) - z (holding_2 t)).
  by rewrite /flat /holding; cbn [nth]; rewrite z_sub inject_Z_mult z_sub; reflexivity.
by have -> : z (steep t 2) == (4#1) * (z (holding_3 t) - z (holding_2 t)) by [rewrite /steep /holding; cbn [nth]; rewrite inject_Z_mult z_sub; reflexivity]; ring.
Qed.

(** The holding cost lies above the line of a word's least cost, and below its chord. *)
Lemma cost_lines v : 0 <= v -> v <= 1 ->
  (2#1) * z (holding_1 t) * v <= z value_unit * cost v /\ z value_unit * cost v <= (1 - v) * z (holding_0 t) + v * z (holding_3 t).
Proof.
move=> v0 v1; have [_ _ _ /z_below h0 /z_below h1 /z_below h2 /z_below h3 _ /z_below c1 /z_below c2 /z_below w2 /z_below w3 _ _ _ _] := numbers_ok.
rewrite !inject_Z_plus !inject_Z_mult in c1 c2 w2 w3.
change (z 2) with (2#1) in *; change (z 3) with (3#1) in *; change (z 4) with (4#1) in *; change (z 0) with 0 in *.
have [lo [hi [Hlo [Hhi [[e|[e|e]] lv vh c]]]]] := cost_between v0 v1; case: e lv vh c => -> -> -> -> lv vh c.
- have a1 := Qmult_le_0_compat ((1#2) - v) (z (holding_0 t)) ltac:(lra) h0.
  have a2 := Qmult_le_0_compat v (z (holding_0 t) + z (holding_3 t) - (2#1) * z (holding_1 t)) v0 ltac:(lra).
  by split; lra.
- have a1 := Qmult_le_0_compat (v - (1#2)) ((2#1) * z (holding_2 t) - (3#1) * z (holding_1 t)) ltac:(lra) ltac:(lra).
  have a2 := Qmult_le_0_compat ((3#4) - v) (z (holding_0 t) + z (holding_3 t) - (2#1) * z (holding_1 t)) ltac:(lra) ltac:(lra).
  have a3 := Qmult_le_0_compat (v - (1#2)) (z (holding_0 t) + (3#1) * z (holding_3 t) - (4#1) * z (holding_2 t)) ltac:(lra) ltac:(lra).
  by split; lra.
have a1 := Qmult_le_0_compat (1 - v) ((2#1) * z (holding_2 t) - (3#1) * z (holding_1 t)) ltac:(lra) ltac:(lra).
have a2 := Qmult_le_0_compat (v - (3#4)) (z (holding_3 t) - (2#1) * z (holding_1 t)) ltac:(lra) ltac:(lra).
have a3 := Qmult_le_0_compat (1 - v) (z (holding_0 t) + (3#1) * z (holding_3 t) - (4#1) * z (holding_2 t)) ltac:(lra) ltac:(lra).
by split; lra.
Qed.

Lemma cost_range v : 0 <= v -> v <= 1 -> 0 <= cost v /\ cost v <= 2#1.
Proof.
move=> v0 v1; have [lo hi] := cost_lines v0 v1; have ok := numbers_ok; have u0 : z value_unit == 1048576#1 by [].
have /z_below h0 := n_0 ok; have /z_below h1 := n_01 ok; have /z_below h2 := n_12 ok; have /z_below h3 := n_23 ok; have /z_below top := n_3 ok.
rewrite inject_Z_mult in top; change (z 2) with (2#1) in top; change (z 0) with 0 in h0; rewrite u0 in lo hi top.
have a1 := Qmult_le_0_compat v (z (holding_1 t)) v0 ltac:(lra).
have a2 := Qmult_le_0_compat (1 - v) (z (holding_3 t) - z (holding_0 t)) ltac:(lra) ltac:(lra).
by split; lra.
Qed.

Lemma credit_nonneg v : 0 <= v -> v <= 1 -> 0 <= credit v.
Proof.
move=> v0 v1; have [c _] := cost_range v0 v1; rewrite /credit; apply: Qmult_le_0_compat => //.
have e0 : 0 < z (credit_below t) by rewrite -[0]/(z 0) -Zlt_Qlt; exact: n_below numbers_ok.
by apply: Qle_shift_div_l => //; rewrite Qmult_0_l -[0]/(z 0) -Zle_Qle; exact: n_top numbers_ok.
Qed.

(** What is owed for an event, in units, is at most that of the chord. *)
Lemma owed_chord v : 0 <= v -> v <= 1 ->
  z (credit_below t) * z value_unit * (table_price + credit v) <= (1 - v) * z (owed 0) + v * z (owed 3).
Proof.
move=> v0 v1; have [_ hi] := cost_lines v0 v1.
have e0 : 0 < z (credit_below t) by rewrite -[0]/(z 0) -Zlt_Qlt; exact: n_below numbers_ok.
have c0 : 0 <= z (credit_top t) by rewrite -[0]/(z 0) -Zle_Qle; exact: n_top numbers_ok.
have u0 : 0 < z value_unit by [].
have -> : z (credit_below t) * z value_unit * (table_price + credit v) == z (credit_below t) * z (price t) + z (credit_top t) * (z value_unit * cost v).
  by rewrite /table_price /credit; field; split; lra.
rewrite /owed /holding; cbn [nth]; rewrite !inject_Z_plus !inject_Z_mult.
have := Qmult_le_0_compat _ ((1 - v) * z (holding_0 t) + v * z (holding_3 t) - z value_unit * cost v) c0 ltac:(lra).
by lra.
Qed.

(** Words pay for every event: [words] in eightieths. *)
Lemma words_pay_event words w v : words_pay words -> z words <= z knot * w -> 0 <= w -> 0 < v -> v <= 1 ->
  table_price + credit v <= w * (cost v / v).
Proof.
rewrite /words_pay => /Z.leb_le/z_below pays enough w0 v0 v1.
have [lo _] := cost_lines (Qlt_le_weak _ _ v0) v1; have owes := owed_chord (Qlt_le_weak _ _ v0) v1.
have e0 : 0 < z (credit_below t) by rewrite -[0]/(z 0) -Zlt_Qlt; exact: n_below numbers_ok.
have h1 : 0 <= z (holding_1 t) by rewrite -[0]/(z 0) -Zle_Qle; have := n_0 numbers_ok; have := n_01 numbers_ok; lia.
have rise : z (owed 0) <= z (owed 3).
  rewrite -Zle_Qle /owed /holding; cbn [nth]; have ok := numbers_ok.
  have := n_top ok; have := n_01 ok; have := n_12 ok; have := n_23 ok; move: (credit_top t) (holding_0 t) (holding_3 t) (holding_2 t) => c a b m.
  by move=> *; nia.
have d0 : (2#1) * z (holding_1 t) <= z value_unit * (cost v / v).
  have -> : z value_unit * (cost v / v) == z value_unit * cost v / v by field; lra.
  by apply: Qle_shift_div_l.
rewrite !inject_Z_mult in pays; change (z 2) with (2#1) in pays.
have k0 : 0 < z knot by []. have u0 : 0 < z value_unit by [].
have o3 : z (credit_below t) * z value_unit * (table_price + credit v) <= z (owed 3).
  by have := Qmult_le_0_compat (1 - v) (z (owed 3) - z (owed 0)) ltac:(lra) ltac:(lra); lra.
have eh := Qmult_le_0_compat _ _ (Qlt_le_weak _ _ e0) h1.
have a1 := Qmult_le_0_compat _ (z knot * w - z words) eh ltac:(lra).
have a2 := Qmult_le_0_compat _ (z value_unit * (cost v / v) - (2#1) * z (holding_1 t)) (Qmult_le_0_compat _ _ (Qlt_le_weak _ _ e0) w0) ltac:(lra).
have eu : 0 < z knot * (z (credit_below t) * z value_unit) by do 2?apply: Qmult_lt_0_compat.
suff : 0 <= w * (cost v / v) - (table_price + credit v) by lra.
apply: (times_nonneg eu); change (z knot) with (80#1) in pays, a1 |- *.
by move: (cost v / v) (table_price + credit v) o3 a2 => d o o3 a2; lra.
Qed.

(** So do they where there are many sums. *)
Lemma sums_pay_event x y s v : at_knot last_sum_knot <= s -> 0 <= x -> 0 <= y -> 0 < v -> v <= 1 -> v <= (2#1) * (1 + x * y - s) ->
  table_price + credit v <= (x + y) * (cost v / v).
Proof.
move=> far x0 y0 v0 v1 room; have ok := numbers_ok.
have [lo _] := cost_lines (Qlt_le_weak _ _ v0) v1; have owes := owed_chord (Qlt_le_weak _ _ v0) v1.
have e0 : 0 < z (credit_below t) by rewrite -[0]/(z 0) -Zlt_Qlt; exact: n_below ok.
have h1 : 0 <= z (holding_1 t) by rewrite -[0]/(z 0) -Zle_Qle; have := n_0 ok; have := n_01 ok; lia.
have u0 : 0 < z value_unit by [].
have d0 : (2#1) * z (holding_1 t) <= z value_unit * (cost v / v).
  have -> : z value_unit * (cost v / v) == z value_unit * cost v / v by field; lra.
  by apply: Qle_shift_div_l.
have w0 : 0 <= x + y by lra.
have /Z.leb_le/z_below s0 := n_sums0 ok; have /Z.leb_le/z_below s3 := n_sums3 ok.
rewrite !inject_Z_mult !z_sub in s0 s3; change (z 16) with (16#1) in s0, s3; change (z knot) with (80#1) in s0, s3; change (z 40) with (40#1) in s3.
move/at_knot_le: far; change (z knot) with (80#1) => far.
set H := z (credit_below t) * z (holding_1 t).
have H0 : 0 <= H by apply: Qmult_le_0_compat; lra.
set o := (1 - v) * z (owed 0) + v * z (owed 3) in owes.
have covered : o <= (2#1) * H * (x + y).
  apply: Qnot_lt_le => lt.
  have hw : 0 <= (2#1) * H * (x + y) by apply: Qmult_le_0_compat; lra.
  have sq : (2#1) * H * (x + y) * ((2#1) * H * (x + y)) < o * o.
    by move: ((2#1) * H * (x + y)) hw lt => b hw lt; clear -hw lt; nra.
  have convex : o * o <= (1 - v) * (z (owed 0) * z (owed 0)) + v * (z (owed 3) * z (owed 3)).
    have sq0 := square_nonneg (z (owed 3) - z (owed 0)).
    by have := Qmult_le_0_compat _ _ (Qmult_le_0_compat (1 - v) v ltac:(lra) ltac:(lra)) sq0; rewrite /o; lra.
  have HH : 0 <= H * H by apply: Qmult_le_0_compat.
  have a0 := Qmult_le_0_compat (1 - v) _ ltac:(lra) (proj1 (Qle_minus_iff _ _) s0).
  have a3 := Qmult_le_0_compat v _ ltac:(lra) (proj1 (Qle_minus_iff _ _) s3).
  have areas : 0 <= H * H * ((x + y) * (x + y) - (4#1) * (s - 1 + v * (1#2))).
    apply: Qmult_le_0_compat => //; have apart := square_nonneg (x - y).
    by lra.
  have last : 0 <= H * H * ((80#1) * s - z last_sum_knot) by apply: Qmult_le_0_compat => //; lra.
  by rewrite /H in areas last sq; lra.
have a2 := Qmult_le_0_compat _ (z value_unit * (cost v / v) - (2#1) * z (holding_1 t)) (Qmult_le_0_compat _ _ (Qlt_le_weak _ _ e0) w0) ltac:(lra).
have eu : 0 < z (credit_below t) * z value_unit by apply: Qmult_lt_0_compat.
suff : 0 <= (x + y) * (cost v / v) - (table_price + credit v) by lra.
apply: (times_nonneg eu); rewrite /H in covered; move: (cost v / v) (table_price + credit v) owes a2 => d p owes a2; lra.
Qed.
End Table.
