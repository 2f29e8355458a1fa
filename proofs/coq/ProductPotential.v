(** * The matrix product with a holding cost, by potentials over rational numbers (proofs/gemm-holding-cost.md, "Statement") *)
From Coq Require Import ZArith QArith Qround Qminmax Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product SliceGame ProductHolding RealPotential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

(** The largest whole number up to a rational one, and one above it. *)
Definition down (x : Q) : nat := Z.to_nat (Qfloor x).

Lemma down_le x : 0 <= x -> q (down x) <= x.
Proof.
move=> x0; rewrite /q Z2Nat.id; first exact: Qfloor_le.
by apply: (@floor_le 0%Z x).
Qed.

Lemma down_gt x : x < q (down x) + 1.
Proof.
have h := Qlt_floor x; rewrite inject_Z_plus in h; change (inject_Z 1) with 1 in h; have : inject_Z (Qfloor x) <= q (down x).
  by rewrite /q /down -Zle_Qle; lia.
by move=> ?; lra.
Qed.

(** What holds up to a constant, however finely counted, holds. *)
Lemma archimedes (x y c : Q) : (forall K : nat, q K.+1 * x <= q K.+1 * y + c) -> x <= y.
Proof.
move=> h; apply: Qnot_lt_le => lt; have d : 0 < x - y by lra.
pose K := down (c / (x - y)); have := h K; have := down_gt (c / (x - y)); rewrite -/K q_succ => h1 h2.
have : c / (x - y) * (x - y) == c by field; lra.
by nra.
Qed.

Lemma q_worth r c w j s k l d : q r * q w * q c + q j * q s <= q k * q s + q j * (q l + q d) ->
  (r * (c * w) + j * s <= k * s + j * (l + d))%N.
Proof. by move=> h; apply: q_ge; rewrite !(q_add, q_mul); lra. Qed.

Lemma q_total t g k L K o T l : (t * (g * k) * L + K * (o * g) <= K * T + t * (g * k) * l)%N ->
  q t * q g * q k * q L + q K * q o * q g <= q K * q T + q t * q g * q k * q l.
Proof. by move/q_le; rewrite !(q_add, q_mul) => h; lra. Qed.

Section ProductPotential.
Variables batch m n k : nat.
Notation product := (product batch m n k).
Variables (M : finType) (wA wB wC wO capacity unit X : nat) (e : execution M product).
Notation z := (product_sizes _ _ _ _ wA wB wC wO).
Hypothesis leg : legal z capacity e.
Hypothesis fast_adds : no_slow_adds e.
Hypotheses (k_pos : (0 < k)%N) (a_pos : (0 < wA)%N) (b_pos : (0 < wB)%N) (c_pos : (0 < wC)%N).
Hypotheses (unit_A : (unit %| wA)%N) (unit_B : (unit %| wB)%N) (unit_C : (unit %| wC)%N).
Hypothesis enough : (capacity %/ unit * unit + wC <= wC * X)%N.

Variables (Lam : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q) (root gain : Q).
Hypothesis pot : real_potential Lam P E F.
Hypothesis E_respects : forall v v', v == v' -> E v == E v'.
Hypothesis P_range : forall v, 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= 2#1.
Hypothesis E_nonneg : forall v, 0 <= v -> v <= 1 -> 0 <= E v.
Hypothesis Lam_nonneg : 0 <= Lam.

(** [root] is at most what an operand's word weighs in a slice: its square is at most wA * wB / X. *)
Hypothesis root_pos : 0 < root.
Hypothesis root_least : root * root * q X <= q wA * q wB.
Hypothesis gain_least : forall v, 0 <= v -> v <= 1 -> gain + q wC * P v <= q k * root * (Lam + E v).
Hypothesis gain_Lam : gain <= q k * root * Lam.

Section Counted.
Variable K : nat.
Hypothesis K_pos : (0 < K)%N.
Let half := q K * root / (2#1).
Definition Lam_in := down (half * Lam).
Definition due_in w := down (half * E (q w / q X)).
Definition rate_in w := if w is 0%N then (Lam_in + due_in 0)%N else (down (q K * P (q w / q X) / ((2#1) * q w))).+1.
Definition share_in := (K * wC %/ k)%N.
Definition loss_in := (down (q K * (q k * root * Lam - gain) / ((2#1) * q k)) + 2 + wC * X + k)%N.

Lemma X_pos : (0 < X)%N.
Proof. by move: enough; case: (X) => // h; move: (leq_trans (leq_addl _ _) h); rewrite muln0 leqn0 => /eqP w0; move: c_pos; rewrite w0. Qed.

Lemma qpos j : (0 < j)%N -> 0 < q j.
Proof. by move=> h; have := q_le h; have -> : q 1 == 1 by []; move=> ?; lra. Qed.

Lemma half_pos : 0 < half.
Proof. by rewrite /half; have := qpos K_pos; move=> h; apply: Qlt_shift_div_l => //; nra. Qed.

Lemma share_of w : (w <= X)%N -> 0 <= q w / q X /\ q w / q X <= 1.
Proof.
move=> wX; have hX := qpos X_pos; split; first by apply: Qle_shift_div_l => //; rewrite Qmult_0_l; apply: q_nonneg.
by apply: Qle_shift_div_r => //; rewrite Qmult_1_l; apply: q_le.
Qed.

Lemma rate_succ w : q (rate_in w.+1) == q (down (q K * P (q w.+1 / q X) / ((2#1) * q w.+1))) + 1.
Proof. exact: q_succ. Qed.

Lemma potential_in : exists Phi, potential X K wA wB Lam_in rate_in due_in Phi.
Proof.
have hX := qpos X_pos; have hA := qpos a_pos; have hB := qpos b_pos; have hK := qpos K_pos; have hh := half_pos.
have rX : 0 < root * q X by nra.
pose a := q wA / (root * q X); pose b := q wB / (root * q X); pose scale := q K * (root * q X).
have aE : a * (root * q X) == q wA by rewrite /a; field; split; lra.
have bE : b * (root * q X) == q wB by rewrite /b; field; split; lra.
have step_scale : scale * (1 / (q 2 * q X)) == half.
  by rewrite /scale /half; have -> : q 2 == 2#1 by []; field; lra.
have P0 v : 0 <= v -> v <= 1 -> 0 <= P v by move=> v0 v1; have [] := P_range v0 v1.
have a0 : 0 <= a by rewrite /a; apply: Qle_shift_div_l => //; lra.
have b0 : 0 <= b by rewrite /b; apply: Qle_shift_div_l => //; lra.
have s0 : 0 <= scale by rewrite /scale; nra.
have ab : 1 <= a * b * q X.
  have h : root * root * q X * 1 <= root * root * q X * (a * b * q X).
    have -> : root * root * q X * (a * b * q X) == a * (root * q X) * (b * (root * q X)) by ring.
    by rewrite aE bE; lra.
  have r2 : 0 < root * root * q X by nra.
  by move: h; rewrite ![root * root * q X * _]Qmult_comm => /(Qmult_le_r _ _ _ r2).
have rA : scale * a <= q K * q wA by rewrite -aE /scale; lra.
have rB : scale * b <= q K * q wB by rewrite -bE /scale; lra.
have counted w : (w <= X)%N -> q Lam_in + q (due_in w) <= scale * (1 / (q 2 * q X)) * (Lam + E (q w / q X)).
  move=> /share_of[v0 v1]; rewrite step_scale; have e0 := E_nonneg v0 v1.
  have h1 : q Lam_in <= half * Lam by apply: down_le; nra.
  have h2 : q (due_in w) <= half * E (q w / q X) by apply: down_le; nra.
  by lra.
have rated w : (0 < w)%N -> (w <= X)%N -> q K * (1 / (q 2 * q X)) * (P (q w / q X) / (q w / q X)) <= q (rate_in w).
  case: w => // w _ wX; have hw := qpos (ltn0Sn w); rewrite rate_succ.
  have h := down_gt (q K * P (q w.+1 / q X) / ((2#1) * q w.+1)).
  suff -> : q K * (1 / (q 2 * q X)) * (P (q w.+1 / q X) / (q w.+1 / q X)) == q K * P (q w.+1 / q X) / ((2#1) * q w.+1) by lra.
  by have -> : q 2 == 2#1 by []; field; split; lra.
exists (Phi F X K wA wB a b scale).
exact: (counted_potential pot E_respects P0 X_pos a0 b0 s0 ab rA rB counted rated (leqnn _) a_pos b_pos).
Qed.

Lemma worth_in w j : (w <= X)%N -> (0 < j <= k)%N ->
  (rate_in w * (wC * w) + j * share_in <= k * share_in + j * (loss_in + due_in w))%N.
Proof.
move=> wX /andP[j0 jk]; case: w wX => [|w] wX.
  by rewrite !muln0 add0n; apply: leq_trans (leq_addr _ _); rewrite leq_mul2r jk orbT.
have [v0 v1] := share_of wX; set v := q w.+1 / q X in v0 v1.
have [p0 p2] := P_range v0 v1; have e0 := E_nonneg v0 v1; have g := gain_least v0 v1.
have hw := qpos (ltn0Sn w); have hk := qpos k_pos; have hK := qpos K_pos; have hC := qpos c_pos; have hX := qpos X_pos.
have j1 : 1 <= q j by apply: (q_le j0).
have jk' := q_le jk; have wX' := q_le wX.
have rate_le : q (rate_in w.+1) * q w.+1 <= q K * P v / (2#1) + q X.
  have h : q (rate_in w.+1) <= q K * P v / ((2#1) * q w.+1) + 1.
    have d0 : 0 <= q K * P v / ((2#1) * q w.+1) by apply: Qle_shift_div_l; nra.
    by have := down_le d0; rewrite rate_succ -/v; move=> h; lra.
  have -> : q K * P v / (2#1) == q K * P v / ((2#1) * q w.+1) * q w.+1 by field; lra.
  by nra.
have share_ge : q K * q wC <= (q share_in + 1) * q k.
  by have h := q_le (ltnW (ltn_ceil (K * wC) k_pos)); rewrite !q_mul q_succ in h.
have loss_ge := down_gt (q K * (q k * root * Lam - gain) / ((2#1) * q k)).
have due_ge := down_gt (half * E v); rewrite -/(due_in w.+1) in due_ge.
pose B := q K * q wC * P v / ((2#1) * q k).
have BE : B * ((2#1) * q k) == q K * q wC * P v by rewrite /B; field; lra.
have B1 : q K * (q k * root * Lam - gain) / ((2#1) * q k) + half * E v >= B.
  have -> : half * E v == q K * (q k * root * E v) / ((2#1) * q k) by rewrite /half; field; lra.
  have -> : q K * (q k * root * Lam - gain) / ((2#1) * q k) + q K * (q k * root * E v) / ((2#1) * q k)
    == q K * (q k * root * (Lam + E v) - gain) / ((2#1) * q k) by field; lra.
  by apply: Qle_shift_div_l; [lra | rewrite BE; nra].
have B2 : B <= q share_in + 1.
  have kc : 0 <= q K * q wC by nra.
  have kp : q K * q wC * P v <= q K * q wC * (2#1) by nra.
  have : B * q k <= (q share_in + 1) * q k by lra.
  by move/(Qmult_le_r _ _ _ hk).
apply: q_worth.
have L : q loss_in >= q K * (q k * root * Lam - gain) / ((2#1) * q k) + 1 + q wC * q X + q k.
  by rewrite /loss_in !q_add q_mul; have -> : q 2 == 2#1 by []; lra.
have total : q loss_in + q (due_in w.+1) >= B + q wC * q X + q k by lra.
have h1 : (B + q wC * q X + q k) * q j <= (q loss_in + q (due_in w.+1)) * q j by apply: Qmult_le_compat_r; lra.
have h2 : (B - 1) * (q k - q j) <= q share_in * (q k - q j) by apply: Qmult_le_compat_r; lra.
have h3 : q (rate_in w.+1) * q w.+1 * q wC <= (q K * P v / (2#1) + q X) * q wC by apply: Qmult_le_compat_r; lra.
have h4 : q wC * (q K * P v / (2#1)) == B * q k by have -> : B * q k == B * ((2#1) * q k) / (2#1) by [field]; rewrite BE; field.
have h5 : 0 <= (q j - 1) * (q wC * q X) by apply: Qmult_le_0_compat; [lra | nra].
have h6 : 0 <= (q j - 1) * q k by apply: Qmult_le_0_compat; lra.
by lra.
Qed.

Lemma counted_bound : q K * (q (batch * m * n) * (gain + q wO))
  <= q K * q (traffic z e) + (2#1) * q (batch * m * n) * q k * ((3#1) + q wC * q X + q k).
Proof.
have [Phi0 pot0] := potential_in; have hk := qpos k_pos; have hK := qpos K_pos; have hh := half_pos.
have paid : (k * share_in <= K * wC)%N by rewrite mulnC leq_trunc_div.
have := product_holding_cost leg k_pos c_pos unit_A unit_B unit_C enough pot0 worth_in paid fast_adds.
set G := (batch * m * n)%N; move/(@q_total 2) => /=; have -> : q 2 == 2#1 by [].
have Lam_ge := down_gt (half * Lam); rewrite -/Lam_in in Lam_ge.
have hG := q_nonneg G; move=> h.
pose Y := q K * (q k * root * Lam - gain) / ((2#1) * q k).
have YE : Y * ((2#1) * q k) == q K * (q k * root * Lam - gain) by rewrite /Y; field; lra.
have rest : 0 <= Y by apply: Qle_shift_div_l; nra.
have loss_le : q loss_in <= Y + (2#1) + q wC * q X + q k.
  by rewrite /loss_in !q_add q_mul; have -> : q 2 == 2#1 by []; have := down_le rest; rewrite -/Y => h'; lra.
have Gk : 0 <= q G * q k by nra.
have h1 : half * Lam * (q G * q k) <= (q Lam_in + 1) * (q G * q k) by apply: Qmult_le_compat_r; lra.
have h2 : q loss_in * (q G * q k) <= (Y + (2#1) + q wC * q X + q k) * (q G * q k) by apply: Qmult_le_compat_r.
have h3 : (2#1) * (half * Lam * (q G * q k)) == q G * (q K * (q k * root * Lam)) by rewrite /half; field.
have h4 : (2#1) * (Y * (q G * q k)) == q G * (q K * (q k * root * Lam - gain)) by rewrite -YE; ring.
by lra.
Qed.
End Counted.

(** ** `gemm-holding-cost` for any potential: the statement of the paper, with any number below the square root. *)
Theorem product_potential : q (batch * m * n) * (gain + q wO) <= q (traffic z e).
Proof. by apply: archimedes => K; apply: counted_bound. Qed.
End ProductPotential.
