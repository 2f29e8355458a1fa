(** * What all slices pay, by potentials over rational numbers (proofs/gemm-holding-cost.md, "Statement"; conv-holding-cost.md)

    Words of a slice [s] weigh [size s] times a number below a square root, those of all slices of a group at most [whole_size] times. *)
From Coq Require Import ZArith QArith Qround Qminmax Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Segments SliceGame HoldingCost RealPotential.
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

Lemma q_worth r w j s k l d : q r * q w + q j * q s <= q k * q s + q j * (q l + q d) -> (r * w + j * s <= k * s + j * (l + d))%N.
Proof. by move=> h; apply: q_ge; rewrite !(q_add, q_mul); lra. Qed.

Lemma q_total n L s K f o T l g k : (2 * (n * L) + 2 * (n * s) + K * (f * o) <= K * (f * T) + 2 * (n * l) + 2 * g * (k * s))%N ->
  (2#1) * (q n * q L) + (2#1) * (q n * q s) + q K * (q f * q o) <= q K * (q f * q T) + (2#1) * (q n * q l) + (2#1) * q g * (q k * q s).
Proof. by move/q_le; rewrite !(q_add, q_mul); have -> : q 2 == 2#1 by []; move=> h; lra. Qed.

(** A word that is of one slice, whatever its product. *)
Lemma one_slice (C : computation) (S : finType) (slice_of : point C -> S) (f : point C -> word C) c w :
  (forall x y, f x = f y -> slice_of x = slice_of y) -> (\sum_s c * (w \in f @: slice slice_of s) <= c)%N.
Proof.
move=> once; have [/existsP[x /eqP <-]|none] := boolP [exists x, f x == w]; last first.
  rewrite big1 // => s _; have -> : (w \in f @: slice slice_of s) = false; last by rewrite muln0.
  by apply/imsetP => -[y _ wy]; case/existsP: none; exists y; rewrite wy.
rewrite (bigD1 (slice_of x)) //= big1 => [|s ns]; first by case: (_ \in _); rewrite addn0 ?muln1 ?muln0.
have -> : (f x \in f @: slice slice_of s) = false; last by rewrite muln0.
by apply/imsetP => -[y]; rewrite inE => /eqP ys /once xy; case/eqP: ns; rewrite xy.
Qed.

Section Slices.
Variables (M S : finType) (C : computation) (z : sizes C) (capacity unit X fine wg : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Hypothesis fast_adds : no_slow_adds e.
Hypothesis all_outputs : forall g : group C, g \in outputs C.
Hypothesis nonempty : forall g : group C, terms g != set0.
Variables (slice_of : point C -> S) (row_of column_of : point C -> word C).
Notation slice := (slice slice_of).
Hypothesis one_a_group : forall s, {in slice s &, injective (@group_of C)}.
Hypothesis one_a_pair : forall s, {in slice s &, injective (fun x => (row_of x, column_of x))}.
Hypothesis reads_row : forall x, inl (row_of x) \in reads x.
Hypothesis reads_column : forall x, inl (column_of x) \in reads x.
Variables (wr wc size : S -> nat) (whole_size : nat).
Hypothesis word_parts : forall w : word C,
  (\sum_s (wr s * (w \in row_of @: slice s) + wc s * (w \in column_of @: slice s)) <= fine * word_size z w)%N.
Hypothesis sizes_whole : forall (g : group C) (J : {set S}), J \subset slice_of @: terms g -> (\sum_(s in J) size s <= whole_size)%N.
Hypotheses (r_pos : forall s, (0 < wr s)%N) (c_pos : forall s, (0 < wc s)%N) (size_pos : forall s, (0 < size s)%N).
Hypotheses (whole_pos : (0 < whole_size)%N) (fine_pos : (0 < fine)%N) (g_pos : (0 < wg)%N).
Hypothesis partial_at_least : forall g, g \in outputs C -> (wg <= partial_size z g)%N.
Hypotheses (unit_word : forall w, (unit %| word_size z w)%N) (unit_sum : (unit %| wg)%N).
Hypothesis enough : (capacity %/ unit * unit + wg <= wg * X)%N.

Variables (Lam top : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q) (root gain : Q).
Hypothesis pot : real_potential Lam P E F.
Hypothesis E_respects : forall v v', v == v' -> E v == E v'.
Hypothesis P_range : forall v, 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= top.
Hypothesis top_most : top <= 2#1.
Hypothesis E_nonneg : forall v, 0 <= v -> v <= 1 -> 0 <= E v.
Hypothesis Lam_nonneg : 0 <= Lam.

(** A word weighs at least [root] in a slice of size 1, times [fine] like all here. *)
Hypothesis root_pos : 0 < root.
Hypothesis root_least : forall s, q (size s) * root * (q (size s) * root) * q X <= q (wr s) * q (wc s).
Hypothesis gain_least : forall v, 0 <= v -> v <= 1 -> gain + q (fine * wg) * P v <= q whole_size * root * (Lam + E v).
Hypothesis gain_Lam : gain <= q whole_size * root * Lam.

Notation k := whole_size.
Notation wC := (fine * wg)%N.
Let sum_pos : (0 < wC)%N. Proof. by rewrite muln_gt0 fine_pos. Qed.

Section Counted.
Variable K : nat.
Hypothesis K_pos : (0 < K)%N.
Let half := q K * root / (2#1).
Definition Lam_in := down (half * Lam).
Definition due_in w := down (half * E (q w / q X)).
Definition most_in := (\max_s size s * (Lam_in + due_in 0))%N.
Definition rate_in w := if w is 0%N then most_in else (down (q K * P (q w / q X) / ((2#1) * q w))).+1.
Definition share_in := down (q K * q wC * top / ((2#1) * q k)).
Definition loss_in := (down (q K * (q k * root * Lam - gain) / ((2#1) * q k)) + 2 + wC * X + k)%N.

Lemma X_pos : (0 < X)%N.
Proof. by move: enough; case: (X) => // h; move: (leq_trans (leq_addl _ _) h); rewrite muln0 leqn0 => /eqP w0; move: g_pos; rewrite w0. Qed.

Lemma qpos j : (0 < j)%N -> 0 < q j.
Proof. by move=> h; have := q_le h; have -> : q 1 == 1 by []; move=> ?; lra. Qed.

Lemma half_pos : 0 < half.
Proof. by rewrite /half; have := qpos K_pos; move=> h; apply: Qlt_shift_div_l => //; nra. Qed.

Lemma top_nonneg : 0 <= top. Proof. by have [] := @P_range 0; lra. Qed.

Lemma share_of w : (w <= X)%N -> 0 <= q w / q X /\ q w / q X <= 1.
Proof.
move=> wX; have hX := qpos X_pos; split; first by apply: Qle_shift_div_l => //; rewrite Qmult_0_l; apply: q_nonneg.
by apply: Qle_shift_div_r => //; rewrite Qmult_1_l; apply: q_le.
Qed.

Lemma rate_succ w : q (rate_in w.+1) == q (down (q K * P (q w.+1 / q X) / ((2#1) * q w.+1))) + 1.
Proof. exact: q_succ. Qed.

Lemma potential_in s : exists Phi, potential X K (wr s) (wc s) (size s * Lam_in)%N rate_in (fun w => size s * due_in w)%N Phi.
Proof.
have hX := qpos X_pos; have hA := qpos (r_pos s); have hB := qpos (c_pos s); have hK := qpos K_pos; have hh := half_pos.
have hs := qpos (size_pos s); pose R := q (size s) * root; have R0 : 0 < R by apply: Qmult_lt_0_compat.
have rX : 0 < R * q X by apply: Qmult_lt_0_compat.
pose a := q (wr s) / (R * q X); pose b := q (wc s) / (R * q X); pose scale := q K * (R * q X).
have aE : a * (R * q X) == q (wr s) by rewrite /a; field; split; lra.
have bE : b * (R * q X) == q (wc s) by rewrite /b; field; split; lra.
have step_scale : scale * (1 / (q 2 * q X)) == q (size s) * half.
  by rewrite /scale /half /R; have -> : q 2 == 2#1 by []; field; lra.
have P0 v : 0 <= v -> v <= 1 -> 0 <= P v by move=> v0 v1; have [] := P_range v0 v1.
have a0 : 0 <= a by rewrite /a; apply: Qle_shift_div_l => //; lra.
have b0 : 0 <= b by rewrite /b; apply: Qle_shift_div_l => //; lra.
have s0 : 0 <= scale by rewrite /scale; nra.
have ab : 1 <= a * b * q X.
  have h : R * R * q X * 1 <= R * R * q X * (a * b * q X).
    have -> : R * R * q X * (a * b * q X) == a * (R * q X) * (b * (R * q X)) by ring.
    by rewrite aE bE; have := @root_least s; rewrite -/R => h; lra.
  have r2 : 0 < R * R * q X by nra.
  by move: h; rewrite ![R * R * q X * _]Qmult_comm => /(Qmult_le_r _ _ _ r2).
have rA : scale * a <= q K * q (wr s) by rewrite -aE /scale; lra.
have rB : scale * b <= q K * q (wc s) by rewrite -bE /scale; lra.
have counted w : (w <= X)%N -> q (size s * Lam_in) + q (size s * due_in w) <= scale * (1 / (q 2 * q X)) * (Lam + E (q w / q X)).
  move=> /share_of[v0 v1]; rewrite step_scale !q_mul; have e0 := E_nonneg v0 v1.
  have h1 : q Lam_in <= half * Lam by apply: down_le; nra.
  have h2 : q (due_in w) <= half * E (q w / q X) by apply: down_le; nra.
  by have := Qmult_le_0_compat _ (half * Lam + half * E (q w / q X) - q Lam_in - q (due_in w)) (Qlt_le_weak _ _ hs) ltac:(lra); lra.
have rated w : (0 < w)%N -> (w <= X)%N -> q K * (1 / (q 2 * q X)) * (P (q w / q X) / (q w / q X)) <= q (rate_in w).
  case: w => // w _ wX; have hw := qpos (ltn0Sn w); rewrite rate_succ.
  have h := down_gt (q K * P (q w.+1 / q X) / ((2#1) * q w.+1)).
  suff -> : q K * (1 / (q 2 * q X)) * (P (q w.+1 / q X) / (q w.+1 / q X)) == q K * P (q w.+1 / q X) / ((2#1) * q w.+1) by lra.
  by have -> : q 2 == 2#1 by []; field; split; lra.
have empty : (size s * Lam_in + size s * due_in 0 <= rate_in 0)%N.
  by rewrite -mulnDr; apply: (leq_bigmax_cond (F := fun s => (size s * (Lam_in + due_in 0))%N)).
exists (Phi F X K (wr s) (wc s) a b scale).
exact: (counted_potential pot E_respects P0 X_pos a0 b0 s0 ab rA rB counted rated empty (r_pos s) (c_pos s)).
Qed.

Lemma worth_in w j : (w <= X)%N -> (0 < j <= k)%N ->
  (rate_in w * (wC * w) + j * share_in <= k * share_in + j * (loss_in + due_in w))%N.
Proof.
move=> wX /andP[j0 jk]; case: w wX => [|w] wX.
  by rewrite !muln0 add0n; apply: leq_trans (leq_addr _ _); rewrite leq_mul2r jk orbT.
have [v0 v1] := share_of wX; set v := q w.+1 / q X in v0 v1.
have [p0 p2] := P_range v0 v1; have e0 := E_nonneg v0 v1; have g := gain_least v0 v1.
have hw := qpos (ltn0Sn w); have hk := qpos whole_pos; have hK := qpos K_pos; have hC := qpos sum_pos; have hX := qpos X_pos.
have j1 : 1 <= q j by apply: (q_le j0).
have jk' := q_le jk; have wX' := q_le wX.
have rate_le : q (rate_in w.+1) * q w.+1 <= q K * P v / (2#1) + q X.
  have h : q (rate_in w.+1) <= q K * P v / ((2#1) * q w.+1) + 1.
    have d0 : 0 <= q K * P v / ((2#1) * q w.+1) by apply: Qle_shift_div_l; nra.
    by have := down_le d0; rewrite rate_succ -/v; move=> h; lra.
  have -> : q K * P v / (2#1) == q K * P v / ((2#1) * q w.+1) * q w.+1 by field; lra.
  by nra.
have share_ge := down_gt (q K * q wC * top / ((2#1) * q k)); rewrite -/share_in in share_ge.
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
  apply: (Qle_trans _ (q K * q wC * top / ((2#1) * q k))); last by apply: Qlt_le_weak.
  apply: Qle_shift_div_l; first by lra.
  by rewrite BE; have := Qmult_le_0_compat (q K * q wC) (top - P v) ltac:(nra) ltac:(lra); lra.
apply: q_worth; rewrite [q (wC * _)]q_mul.
have L : q loss_in >= q K * (q k * root * Lam - gain) / ((2#1) * q k) + 1 + q wC * q X + q k.
  by rewrite /loss_in !q_add [q (wC * X)]q_mul; have -> : q 2 == 2#1 by []; lra.
have total : q loss_in + q (due_in w.+1) >= B + q wC * q X + q k by lra.
have h1 : (B + q wC * q X + q k) * q j <= (q loss_in + q (due_in w.+1)) * q j by apply: Qmult_le_compat_r; lra.
have h2 : (B - 1) * (q k - q j) <= q share_in * (q k - q j) by apply: Qmult_le_compat_r; lra.
have h3 : q (rate_in w.+1) * q w.+1 * q wC <= (q K * P v / (2#1) + q X) * q wC by apply: Qmult_le_compat_r; lra.
have h4 : q wC * (q K * P v / (2#1)) == B * q k by have -> : B * q k == B * ((2#1) * q k) / (2#1) by [field]; rewrite BE; field.
have h5 : 0 <= (q j - 1) * (q wC * q X) by apply: Qmult_le_0_compat; [lra | nra].
have h6 : 0 <= (q j - 1) * q k by apply: Qmult_le_0_compat; lra.
by lra.
Qed.

(** Sizes of all products, of all groups. *)
Definition all_sizes : nat := \sum_x size (slice_of x).
Notation N := all_sizes.
Notation G := #|outputs C|.

Lemma sizes_groups : (N <= G * k)%N.
Proof.
rewrite /all_sizes (partition_big (@group_of C) (fun g => g \in outputs C)) => [|x _]; last exact: all_outputs.
rewrite -sum_nat_const; apply: leq_sum => g _; apply: leq_trans (sizes_whole (subxx (slice_of @: terms g))).
rewrite big_imset /= => [|x y]; last first.
  by rewrite !inE => /eqP gx /eqP gy sxy; apply: (@one_a_group (slice_of x)); rewrite ?inE ?sxy ?gx ?gy.
by apply: eq_leq; apply: eq_bigl => x; rewrite inE.
Qed.

Lemma counted_bound : q K * (q N * gain + q k * (q fine * q (\sum_(g in outputs C) output_size z g)))
  <= q K * (q k * (q fine * q (traffic z e)) + q wC * top * (q G * q k - q N))
    + (2#1) * q N * q k * ((3#1) + q wC * q X + q k).
Proof.
have [Phi0 pot0] := fin_all_exists potential_in.
have hk := qpos whole_pos; have hK := qpos K_pos; have hh := half_pos; have hC := qpos sum_pos; have t0 := top_nonneg.
have share_le : q share_in <= q K * q wC * top / ((2#1) * q k).
  by apply: down_le; apply: Qle_shift_div_l; [lra | have := Qmult_le_0_compat (q K * q wC) top ltac:(nra) t0; lra].
have share2 : q share_in * ((2#1) * q k) <= q K * q wC * top.
  have -> : q K * q wC * top == q K * q wC * top / ((2#1) * q k) * ((2#1) * q k) by field; lra.
  by apply: Qmult_le_compat_r; lra.
have paid : (k * share_in <= K * (fine * wg))%N.
  by apply: q_ge; rewrite q_mul [q (K * _)]q_mul; have := Qmult_le_0_compat (q K * q wC) ((2#1) - top) ltac:(nra) ltac:(lra); lra.
have worth a (J : {set S}) : (a <= X)%N -> J != set0 -> (exists g : group C, J \subset slice_of @: terms g) ->
    (rate_in a * (fine * (wg * a)) + \sum_(s in J) size s * share_in
    <= k * share_in + \sum_(s in J) (size s * loss_in + size s * due_in a))%N.
  move=> aX /set0Pn[s sJ] [g sub]; rewrite [X in (_ <= _ + X)%N](eq_bigr (fun s => size s * (loss_in + due_in a))%N) => [|? _]; last by rewrite mulnDr.
  rewrite -!big_distrl /= [(fine * (wg * a))%N]mulnA; apply: worth_in => //; rewrite (sizes_whole sub) andbT.
  by rewrite (bigD1 s) //= ltn_addr.
have := holding_cost leg all_outputs one_a_group one_a_pair reads_row reads_column partial_at_least pot0 word_parts g_pos unit_word
  unit_sum enough worth paid nonempty fast_adds.
rewrite -!big_distrl /= -/N; move/q_total.
have Lam_ge := down_gt (half * Lam); rewrite -/Lam_in in Lam_ge.
have hN := q_nonneg N; have NG : q N <= q G * q k by rewrite -q_mul; apply: q_le; apply: sizes_groups.
set O := q (\sum_(g in outputs C) output_size z g); set T := q (traffic z e); move=> h.
pose Y := q K * (q k * root * Lam - gain) / ((2#1) * q k).
have YE : Y * ((2#1) * q k) == q K * (q k * root * Lam - gain) by rewrite /Y; field; lra.
have rest : 0 <= Y by apply: Qle_shift_div_l; nra.
have loss_le : q loss_in <= Y + (2#1) + q wC * q X + q k.
  by rewrite /loss_in !q_add [q (wC * X)]q_mul; have -> : q 2 == 2#1 by []; have := down_le rest; rewrite -/Y => h'; lra.
have Nk : 0 <= q N * q k by nra.
have h1 : half * Lam * (q N * q k) <= (q Lam_in + 1) * (q N * q k) by apply: Qmult_le_compat_r; lra.
have h2 : q loss_in * (q N * q k) <= (Y + (2#1) + q wC * q X + q k) * (q N * q k) by apply: Qmult_le_compat_r.
have h3 : (2#1) * (half * Lam * (q N * q k)) == q N * (q K * (q k * root * Lam)) by rewrite /half; field.
have h4 : (2#1) * (Y * (q N * q k)) == q N * (q K * (q k * root * Lam - gain)) by rewrite -YE; ring.
have h5 : q share_in * ((2#1) * q k) * (q G * q k - q N) <= q K * q wC * top * (q G * q k - q N) by apply: Qmult_le_compat_r; lra.
have := Qmult_le_compat_r _ _ _ h (Qlt_le_weak _ _ hk); clear -h1 h2 h3 h4 h5; clearbody half Y O T.
move: (half * Lam) (q Lam_in) (q loss_in) h1 h2 h3 => hL Li lo h1 h2 h3 h6; lra.
Qed.
End Counted.

(** What a potential over rational numbers proves of all slices, with any number below the square root. *)
Theorem slices_potential : q all_sizes * gain + q k * (q fine * q (\sum_(g in outputs C) output_size z g))
  <= q k * (q fine * q (traffic z e)) + q wC * top * (q #|outputs C| * q k - q all_sizes).
Proof. by apply: archimedes => K; apply: counted_bound. Qed.
End Slices.
