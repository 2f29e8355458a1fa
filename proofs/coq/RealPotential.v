(** * Potentials over rational numbers (proofs/gemm-holding-cost.md, "Potentials")

    The potentials of the paper are functions of real numbers: rows and columns in units of a square root, sums in units of X. Here
    conditions are about increments, so nothing is differentiated, and the square root is any rational number that is large enough. *)
From Coq Require Import ZArith QArith Qround Qminmax Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model SliceGame.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

(** A share v of the memory without accumulators: words that fill it pay [P v] while 2X events pass, a slice is credited [E v]. [s] is the
    sum of U and xy, and U is at most 1. *)
Record real_potential (Lam : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q) : Prop := RealPotential {
  potential_respects : forall x x' y y' s s', x == x' -> y == y' -> s == s' -> F x y s == F x' y' s';
  sum_raises : forall x y s t, 0 <= x -> 0 <= y -> 0 <= s -> s <= t -> t <= 1 + x * y -> F x y s <= F x y t;
  row_costs : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y -> F x y s <= F (x + h) y s + h;
  column_costs : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y -> F x y s <= F x (y + h) s + h;
  row_drops : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y -> F (x + h) y (s + h * y) <= F x y s;
  column_drops : forall x y s h, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= h -> s <= 1 + x * y -> F x (y + h) (s + h * x) <= F x y s;
  event_rises : forall x y s h v, 0 <= x -> 0 <= y -> 0 <= h -> 0 < v -> v <= 1 -> v <= (2#1) * s ->
    v <= (2#1) * (1 + x * y - s - h) -> F x y s + h * (Lam + E v) <= F x y (s + h) + h * (x + y) * (P v / v);
  empty_rises : forall s h, 0 <= s -> 0 <= h -> s + h <= 1 -> F 0 0 s + h * (Lam + E 0) <= F 0 0 (s + h) }.

(** ** Floors *)
Lemma floor_le n q : inject_Z n <= q -> (n <= Qfloor q)%Z.
Proof. by move=> h; rewrite -[n]Qfloor_Z; apply: Qfloor_resp_le. Qed.

Lemma floor_shift q r n : q + inject_Z n <= r -> (Qfloor q + n <= Qfloor r)%Z.
Proof. by move=> h; apply: floor_le; rewrite inject_Z_plus; have := Qfloor_le q; lra. Qed.

Definition q (n : nat) : Q := inject_Z (Z.of_nat n).
Lemma q_add m n : q (m + n)%N == q m + q n. Proof. by rewrite /q -plusE Nat2Z.inj_add inject_Z_plus. Qed.
Lemma q_mul m n : q (m * n)%N == q m * q n. Proof. by rewrite /q -multE Nat2Z.inj_mul inject_Z_mult. Qed.
Lemma q_succ n : q n.+1 == q n + 1. Proof. by rewrite -addn1 q_add. Qed.
Lemma q_nonneg n : 0 <= q n. Proof. by rewrite /q -[0]/(inject_Z 0) -Zle_Qle; lia. Qed.
Arguments q_nonneg : clear implicits.
Lemma q_le m n : (m <= n)%N -> q m <= q n. Proof. by move/leP => h; rewrite /q -Zle_Qle; lia. Qed.
Lemma q_ge m n : q m <= q n -> (m <= n)%N. Proof. by rewrite /q -Zle_Qle => h; apply/leP; lia. Qed.

Section Counted.
Variables (Lam : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q).
Hypothesis pot : real_potential Lam P E F.
Hypothesis E_respects : forall v v', v == v' -> E v == E v'.
Hypothesis P_nonneg : forall v, 0 <= v -> v <= 1 -> 0 <= P v.

(** A row is [a] of its units, a column [b], a word's unit of loads [unit] counts; an event is 1/2X of its unit. *)
Variables (X K wr wc : nat) (a b scale : Q).
Hypothesis X_pos : (0 < X)%N.
Hypotheses (a_pos : 0 <= a) (b_pos : 0 <= b) (scale_pos : 0 <= scale).
Hypothesis units : 1 <= a * b * q X.
Hypothesis row_unit : scale * a <= q K * q wr.
Hypothesis column_unit : scale * b <= q K * q wc.

Let step := 1 / (q 2 * q X).
Definition room_of (r c u : nat) : Q := Qmin (q u * step) (1 + a * q r * (b * q c)).
Definition level (r c u : nat) : Z := Qfloor (scale * F (a * q r) (b * q c) (room_of r c u)).

Variables (Lam_counted : nat) (rate due : nat -> nat).
Hypothesis event_counted : forall w, (w <= X)%N -> q Lam_counted + q (due w) <= scale * step * (Lam + E (q w / q X)).
Hypothesis rate_counted : forall w, (0 < w)%N -> (w <= X)%N -> q K * step * (P (q w / q X) / (q w / q X)) <= q (rate w).
Hypothesis rate_empty : (Lam_counted + due 0 <= rate 0)%N.
Hypotheses (wr_pos : (0 < wr)%N) (wc_pos : (0 < wc)%N).

Definition Phi (r c u : nat) : nat := Z.to_nat (level r c u + Z.of_nat (K * (wr * r + wc * c))%N - level 0 0 0).

Lemma qX_pos : 0 < q X.
Proof. by rewrite /q -[0]/(inject_Z 0) -Zlt_Qlt; move/ltP: X_pos; lia. Qed.

Lemma twice_pos : 0 < q 2 * q X.
Proof. by have h := qX_pos; have -> : q 2 == 2#1 by []; nra. Qed.

Lemma step_pos : 0 < step.
Proof. by rewrite /step; apply: Qlt_shift_div_l; rewrite ?Qmult_0_l //; exact: twice_pos. Qed.

Lemma step_X : step * (q 2 * q X) == 1.
Proof. by rewrite /step Qmult_comm Qmult_div_r //; have := twice_pos; move=> h h0; rewrite h0 in h. Qed.

Lemma x_nonneg r : 0 <= a * q r. Proof. by have := q_nonneg r; nra. Qed.
Arguments x_nonneg : clear implicits.
Lemma y_nonneg c : 0 <= b * q c. Proof. by have := q_nonneg c; nra. Qed.
Arguments y_nonneg : clear implicits.
Lemma x_succ r : a * q r.+1 == a * q r + a. Proof. by rewrite q_succ; ring. Qed.
Lemma y_succ c : b * q c.+1 == b * q c + b. Proof. by rewrite q_succ; ring. Qed.

Lemma room_top r c u : room_of r c u <= 1 + a * q r * (b * q c). Proof. exact: Q.le_min_r. Qed.
Arguments room_top : clear implicits.
Lemma room_nonneg r c u : 0 <= room_of r c u.
Proof.
have [hx hy] := (x_nonneg r, y_nonneg c); have := step_pos; have := q_nonneg u => hu hs.
by apply: Q.min_glb; nra.
Qed.
Arguments room_nonneg : clear implicits.

Lemma room_more r c u r' c' v : (r <= r')%N -> (c <= c')%N -> (u <= v)%N -> room_of r c u <= room_of r' c' v.
Proof.
move=> /q_le rr /q_le cc /q_le uv; have hs := step_pos; apply: Q.min_glb.
  by apply: Qle_trans (Q.le_min_l _ _) _; nra.
apply: Qle_trans (room_top _ _ _) _; have [h1 h2] := (x_nonneg r, y_nonneg c).
have h3 : a * q r <= a * q r' by nra.
have h4 : b * q c <= b * q c' by nra.
by nra.
Qed.

(** Levels where a move leads, and how much a load counts at most. *)
Lemma level_move r c u r' c' v n : scale * F (a * q r) (b * q c) (room_of r c u) + inject_Z n
    <= scale * F (a * q r') (b * q c') (room_of r' c' v) -> (level r c u + n <= level r' c' v)%Z.
Proof. exact: floor_shift. Qed.

Lemma level_sum r c u v : (u <= v)%N -> (level r c u <= level r c v)%Z.
Proof.
move=> uv; rewrite -[level r c u]Z.add_0_r; apply: level_move; rewrite Qplus_0_r.
have h := sum_raises pot (x_nonneg r) (y_nonneg c) (room_nonneg r c u) (room_more (leqnn r) (leqnn c) uv) (room_top r c v).
by nra.
Qed.
Arguments level_sum : clear implicits.

Lemma level_row r c u : (level r c u <= level r.+1 c u + Z.of_nat (K * wr))%Z.
Proof.
suff : (level r c u + - Z.of_nat (K * wr) <= level r.+1 c u)%Z by lia.
apply: level_move; have h1 := row_costs pot (x_nonneg r) (y_nonneg c) (room_nonneg r c u) a_pos (room_top r c u).
have top : room_of r.+1 c u <= 1 + (a * q r + a) * (b * q c) by rewrite -x_succ; apply: room_top.
have x1 : 0 <= a * q r + a by have := x_nonneg r; lra.
have h2 := sum_raises pot x1 (y_nonneg c) (room_nonneg r c u) (room_more (leqnSn r) (leqnn c) (leqnn u)) top.
have h3 := potential_respects pot (x_succ r) (Qeq_refl (b * q c)) (Qeq_refl (room_of r.+1 c u)).
have -> : inject_Z (- Z.of_nat (K * wr)) == - (q K * q wr) by rewrite inject_Z_opp -/(q _) q_mul.
by rewrite h3; nra.
Qed.
Arguments level_row : clear implicits.

Lemma level_column r c u : (level r c u <= level r c.+1 u + Z.of_nat (K * wc))%Z.
Proof.
suff : (level r c u + - Z.of_nat (K * wc) <= level r c.+1 u)%Z by lia.
apply: level_move; have h1 := column_costs pot (x_nonneg r) (y_nonneg c) (room_nonneg r c u) b_pos (room_top r c u).
have top : room_of r c.+1 u <= 1 + a * q r * (b * q c + b) by rewrite -y_succ; apply: room_top.
have y1 : 0 <= b * q c + b by have := y_nonneg c; lra.
have h2 := sum_raises pot (x_nonneg r) y1 (room_nonneg r c u) (room_more (leqnn r) (leqnSn c) (leqnn u)) top.
have h3 := potential_respects pot (Qeq_refl (a * q r)) (y_succ c) (Qeq_refl (room_of r c.+1 u)).
have -> : inject_Z (- Z.of_nat (K * wc)) == - (q K * q wc) by rewrite inject_Z_opp -/(q _) q_mul.
by rewrite h3; nra.
Qed.
Arguments level_column : clear implicits.

(** A pair is 1/X at most of a row's unit times a column's. *)
Lemma pair_unit : q 2 * step <= a * b.
Proof.
have h := step_X; have hs := step_pos; have hX := qX_pos.
have : q 2 * step * q X <= a * b * q X by rewrite -Qmult_assoc [step * _]Qmult_comm; lra.
by move/(Qmult_le_r _ _ _ hX).
Qed.

Lemma level_drop_row r c u : (level r.+1 c (u + 2 * c)%N <= level r c u)%Z.
Proof.
rewrite -[level r.+1 c _]Z.add_0_r; apply: level_move; rewrite Qplus_0_r.
have hp := pair_unit; have hc := q_nonneg c; have [hx hy] := (x_nonneg r, y_nonneg c).
have lower : room_of r.+1 c (u + 2 * c) <= room_of r c u + a * (b * q c).
  have h1 : room_of r.+1 c (u + 2 * c) <= q u * step + a * (b * q c).
    apply: Qle_trans (Q.le_min_l _ _) _; rewrite q_add q_mul.
    have : q 2 * step * q c <= a * b * q c by nra.
    by lra.
  have h2 : room_of r.+1 c (u + 2 * c) <= 1 + a * q r * (b * q c) + a * (b * q c).
    by apply: Qle_trans (room_top _ _ _) _; rewrite x_succ; lra.
  by rewrite /room_of; case: (Q.min_spec (q u * step) (1 + a * q r * (b * q c))) => -[_ ->]; rewrite -/(room_of _ _ _).
have x1 : 0 <= a * q r + a by lra.
have top : room_of r c u + a * (b * q c) <= 1 + (a * q r + a) * (b * q c) by have := room_top r c u; lra.
have h1 := sum_raises pot x1 hy (room_nonneg _ _ _) lower top.
have h2 := row_drops pot hx hy (room_nonneg r c u) a_pos (room_top r c u).
have h3 := potential_respects pot (x_succ r) (Qeq_refl (b * q c)) (Qeq_refl (room_of r.+1 c (u + 2 * c))).
by rewrite h3; nra.
Qed.
Arguments level_drop_row : clear implicits.

Lemma level_drop_column r c u : (level r c.+1 (u + 2 * r)%N <= level r c u)%Z.
Proof.
rewrite -[level r c.+1 _]Z.add_0_r; apply: level_move; rewrite Qplus_0_r.
have hp := pair_unit; have hr := q_nonneg r; have [hx hy] := (x_nonneg r, y_nonneg c).
have lower : room_of r c.+1 (u + 2 * r) <= room_of r c u + b * (a * q r).
  have h1 : room_of r c.+1 (u + 2 * r) <= q u * step + b * (a * q r).
    apply: Qle_trans (Q.le_min_l _ _) _; rewrite q_add q_mul.
    have : q 2 * step * q r <= a * b * q r by nra.
    by lra.
  have h2 : room_of r c.+1 (u + 2 * r) <= 1 + a * q r * (b * q c) + b * (a * q r).
    by apply: Qle_trans (room_top _ _ _) _; rewrite y_succ; lra.
  by rewrite /room_of; case: (Q.min_spec (q u * step) (1 + a * q r * (b * q c))) => -[_ ->]; rewrite -/(room_of _ _ _).
have y1 : 0 <= b * q c + b by lra.
have top : room_of r c u + b * (a * q r) <= 1 + a * q r * (b * q c + b) by have := room_top r c u; lra.
have h1 := sum_raises pot hx y1 (room_nonneg _ _ _) lower top.
have h2 := column_drops pot hx hy (room_nonneg r c u) b_pos (room_top r c u).
have h3 := potential_respects pot (Qeq_refl (a * q r)) (y_succ c) (Qeq_refl (room_of r c.+1 (u + 2 * r))).
by rewrite h3; nra.
Qed.
Arguments level_drop_column : clear implicits.

Lemma level_event r c u w : (w <= X)%N -> (w <= u)%N -> (u + 1 + w <= 2 * X + 2 * (r * c))%N ->
  (level r c u + Z.of_nat (Lam_counted + due w) <= level r c u.+1 + Z.of_nat (rate w * (wr * r + wc * c)))%Z.
Proof.
move=> wX wu ux; have hs := step_pos; have hX := qX_pos; have hp := pair_unit; have sX := step_X.
have [hx hy] := (x_nonneg r, y_nonneg c); have [hr hc] := (q_nonneg r, q_nonneg c).
have ux' : q u + 1 + q w <= q 2 * q X + q 2 * (q r * q c).
  by move: (q_le ux); rewrite !q_add !q_mul; have -> : q 1 == 1 by []; have -> : q 2 == 2#1 by []; have -> : q 0 == 0 by []; move=> h; lra.
have pairs : q 2 * step * (q r * q c) <= a * q r * (b * q c).
  have rc : 0 <= q r * q c by nra.
  by have h : q 2 * step * (q r * q c) <= a * b * (q r * q c); [nra | lra].
have below : q u * step + step + q w * step <= 1 + a * q r * (b * q c).
  have h : (q u + 1 + q w) * step <= (q 2 * q X + q 2 * (q r * q c)) * step by nra.
  by lra.
have hw := q_nonneg w; have hu := q_nonneg u.
have room_u : room_of r c u == q u * step by apply: Q.min_l; nra.
have room_u1 : room_of r c u.+1 == q u * step + step.
  have -> : q u * step + step == q u.+1 * step by rewrite q_succ; ring.
  by apply: Q.min_l; rewrite q_succ; nra.
have F0 := potential_respects pot (Qeq_refl (a * q r)) (Qeq_refl (b * q c)) room_u.
have F1 := potential_respects pot (Qeq_refl (a * q r)) (Qeq_refl (b * q c)) room_u1.
suff : (level r c u + (Z.of_nat (Lam_counted + due w) - Z.of_nat (rate w * (wr * r + wc * c))) <= level r c u.+1)%Z by lia.
apply: level_move; rewrite F0 F1 inject_Z_plus inject_Z_opp -!/(q _) !q_add !q_mul !q_add !q_mul.
have hK := q_nonneg K; have [hwr hwc] := (q_nonneg wr, q_nonneg wc).
have [w0|wpos] := posnP w.
  have rise : scale * F (a * q r) (b * q c) (q u * step) <= scale * F (a * q r) (b * q c) (q u * step + step).
    have h1 : 0 <= q u * step by nra.
    have h2 : q u * step <= q u * step + step by lra.
    have h3 : q u * step + step <= 1 + a * q r * (b * q c) by nra.
    by have := sum_raises pot hx hy h1 h2 h3; nra.
  subst w; have e0 := event_counted (leq0n X); have r0 := q_le rate_empty; rewrite q_add in r0.
  have [/eqP|some] := posnP (r + c)%N; last first.
    have weighty : 1 <= q wr * q r + q wc * q c.
      rewrite -!q_mul -q_add -[1]/(q 1); apply: q_le; move: some; by rewrite !addn_gt0 !muln_gt0 wr_pos wc_pos.
    by have := q_nonneg (rate 0) => hr0; nra.
  rewrite addn_eq0 => /andP[/eqP r00 /eqP c00]; subst r c.
  have zero (d : Q) : d * q 0 == 0 by have -> : q 0 == 0 by []; ring.
  have top : q u * step + step <= 1 by move: below; rewrite !zero; have -> : q 0 == 0 by []; move=> ?; lra.
  have h0 : 0 <= q u * step by nra.
  have h1 := empty_rises pot h0 (Qlt_le_weak _ _ hs) top.
  have h2 := potential_respects pot (zero a) (zero b) (Qeq_refl (q u * step)).
  have h3 := potential_respects pot (zero a) (zero b) (Qeq_refl (q u * step + step)).
  have h4 : E (q 0 / q X) == E 0 by apply: E_respects.
  have h5 : q 0 == 0 by [].
  rewrite h4 in e0; rewrite h2 h3 h5.
  have : scale * (F 0 0 (q u * step) + step * (Lam + E 0)) <= scale * F 0 0 (q u * step + step) by nra.
  by move=> ?; lra.
set v := q w / q X; have vX : v * q X == q w by rewrite Qmult_comm Qmult_div_r // => h; rewrite h in hX.
have vE : v == (2#1) * step * q w.
  rewrite -vX; have -> : (2#1) * step * (v * q X) == v * (step * (q 2 * q X)) by have -> : q 2 == 2#1 by []; ring.
  by rewrite sX; ring.
have w1 : 1 <= q w by apply: (q_le wpos).
have v0 : 0 < v by rewrite vE; nra.
have v1 : v <= 1.
  have : v * q X <= 1 * q X by rewrite vX; have := q_le wX; lra.
  by move/(Qmult_le_r _ _ _ hX).
have s0 : 0 <= q u * step by nra.
have vs : v <= (2#1) * (q u * step) by rewrite vE; have := q_le wu; nra.
have vU : v <= (2#1) * (1 + a * q r * (b * q c) - q u * step - step) by rewrite vE; lra.
have h1 := event_rises pot hx hy (Qlt_le_weak _ _ hs) v0 v1 vs vU.
have h2 := event_counted wX; have h3 := rate_counted wpos wX; rewrite -/v in h2 h3.
set D := P v / v in h1 h3; have D0 : 0 <= D by apply: Qle_shift_div_l => //; rewrite Qmult_0_l; apply: P_nonneg; lra.
set W := q wr * q r + q wc * q c; have W0 : 0 <= W by rewrite /W; nra.
have words : scale * (a * q r + b * q c) <= q K * W by rewrite /W; nra.
have h4 : scale * (a * q r + b * q c) * (step * D) <= q K * W * (step * D) by apply: Qmult_le_compat_r => //; nra.
have h5 : q K * step * D * W <= q (rate w) * W by apply: Qmult_le_compat_r.
have h6 : scale * (F (a * q r) (b * q c) (q u * step) + step * (Lam + E v))
    <= scale * (F (a * q r) (b * q c) (q u * step + step) + step * (a * q r + b * q c) * D).
  by rewrite ![scale * _]Qmult_comm; apply: Qmult_le_compat_r.
by lra.
Qed.

Lemma level_least r c u : (level 0 0 0 <= level r c u + Z.of_nat (K * (wr * r + wc * c)))%Z.
Proof.
have columns d : (level 0 0 u <= level 0 d u + Z.of_nat (K * wc * d))%Z.
  elim: d => [|d IH]; first by rewrite muln0; lia.
  by have := level_column 0%N d u; rewrite mulnS -plusE Nat2Z.inj_add; lia.
have rows d : (level 0 c u <= level d c u + Z.of_nat (K * wr * d))%Z.
  elim: d => [|d IH]; first by rewrite muln0; lia.
  by have := level_row d c u; rewrite mulnS -plusE Nat2Z.inj_add; lia.
have := level_sum 0%N 0%N 0%N u (leq0n u); have := columns c; have := rows r.
by rewrite mulnDr !mulnA -plusE Nat2Z.inj_add; lia.
Qed.
Arguments level_least : clear implicits.

Lemma Phi_le r c u r' c' v n n' : (level r c u + Z.of_nat (K * (wr * r + wc * c) + n)
    <= level r' c' v + Z.of_nat (K * (wr * r' + wc * c') + n'))%Z -> (Phi r c u + n <= Phi r' c' v + n')%N.
Proof.
move: (level_least r c u) (level_least r' c' v); rewrite /Phi; move: (K * _)%N (K * _)%N => k k'.
by rewrite -!plusE !Nat2Z.inj_add => h h' le; apply/leP; lia.
Qed.

(** The potential of the game in whole numbers. *)
Theorem counted_potential : potential X K wr wc Lam_counted rate due Phi.
Proof.
split=> [r c u v uv|r c u|r c u|r c u|r c u|r c u w wX wu ux].
- by rewrite -[Phi r c u]addn0 -[Phi r c v]addn0; apply: Phi_le; have := level_sum r c u v uv; lia.
- rewrite -[Phi r c u]addn0 -[Phi r.+1 c u]addn0; apply: Phi_le; have := level_row r c u.
  by rewrite mulnS -!plusE -!multE !(Nat2Z.inj_add, Nat2Z.inj_mul); nia.
- rewrite -[Phi r c u]addn0 -[Phi r c.+1 u]addn0; apply: Phi_le; have := level_column r c u.
  by rewrite mulnS -!plusE -!multE !(Nat2Z.inj_add, Nat2Z.inj_mul); nia.
- rewrite -[Phi r.+1 c _]addn0; apply: Phi_le; have := level_drop_row r c u.
  by rewrite mulnS -!plusE -!multE !(Nat2Z.inj_add, Nat2Z.inj_mul); nia.
- rewrite -[Phi r c.+1 _]addn0; apply: Phi_le; have := level_drop_column r c u.
  by rewrite mulnS -!plusE -!multE !(Nat2Z.inj_add, Nat2Z.inj_mul); nia.
- by apply: Phi_le; have := level_event wX wu ux; rewrite -!plusE !Nat2Z.inj_add; lia.
Qed.
End Counted.
