(** * The price of a group in a window, without square roots (proofs/product-intervals.md, sections 4 and 5)

    Where windows have X words, a group with p products in one has the price h(p) = ((p + sqrt (p^2 + X)) / X)^2 there. Below h lies,
    for each rational r = x/y, a line of slope [gradient] and value [intercept] at 0, in units of 1 / (X * [scale]). It touches h where
    r = sqrt (p^2 + X) - p. *)
From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Whole.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** The sign of a product or a sum whose parts have one. *)
Ltac sign := cbv beta; match goal with
  | |- 0 <= ?a * ?a => apply: Z.square_nonneg
  | |- 0 <= _ * _ => apply: Z.mul_nonneg_nonneg; sign
  | |- 0 < _ * _ => apply: Z.mul_pos_pos; sign
  | |- 0 <= _ + _ => apply: Z.add_nonneg_nonneg; sign
  | |- 0 < _ + _ => apply: Z.add_pos_pos; sign
  | |- 0 <= _ => first [assumption | apply: Z.lt_le_incl; assumption | done | lia]
  | |- 0 < _ => first [assumption | done | lia]
  end.

Definition intercept (X x y : Z) : Z := X * (y * y) * (3 * (x * x) - X * (y * y)).
Definition gradient (X x y : Z) : Z := 4 * X * x * (y * y * y).
Definition scale (X x y : Z) : Z := x * x * (X * (y * y) + x * x).

Lemma intercept_scale X x y : intercept X x y <= scale X x y.
Proof. rewrite /intercept /scale; have := Z.square_nonneg (x * x - X * (y * y)); lia. Qed.

(** What a slice can hold: f products from w words of A and B, in a window with W of them and room for Y - W groups. *)
Definition fair (X a b d : Z) : Prop := a <= d /\ forall f w W Y, 0 < f -> 0 < w -> 4 * f <= w * w -> 0 <= W -> W + f <= Y -> Y <= X ->
  f * (w * a + W * b) <= w * (d * Y).

Lemma tangent_fair X x y : 0 < X -> 0 < x -> 0 < y -> fair X (intercept X x y) (gradient X x y) (scale X x y).
Proof.
move=> X0 x0 y0; split; first exact: intercept_scale.
move=> f w W Y f0 w0 fw W0 WY YX; rewrite /intercept /gradient /scale.
have amgm : 4 * (x * y) * f <= w * (f * (y * y) + x * x).
  apply: (Zmult_le_reg_r _ _ w); first lia.
  have := Z.square_nonneg (2 * f * y - w * x); have := Z.mul_le_mono_nonneg_r _ _ (f * (y * y)) (ltac:(nia)) fw; lia.
have step1 : f * (w * (X * (y * y) * (3 * (x * x) - X * (y * y))) + W * (4 * X * x * (y * y * y)))
    <= w * (X * (y * y)) * ((3 * (x * x) - X * (y * y)) * f + W * (f * (y * y) + x * x)).
  have h : 0 <= X * (y * y) * W by nia.
  have := Z.mul_le_mono_nonneg_l _ _ _ h amgm; lia.
apply: (Z.le_trans _ _ _ step1).
have step2 : (3 * (x * x) - X * (y * y)) * f + W * (f * (y * y) + x * x)
    <= (3 * (x * x) - X * (y * y)) * f + (Y - f) * (f * (y * y) + x * x).
  by apply: Zplus_le_compat_l; apply: Z.mul_le_mono_nonneg_r; nia.
have h : 0 <= w * (X * (y * y)) by nia.
apply: (Z.le_trans _ _ _ (Z.mul_le_mono_nonneg_l _ _ _ h step2)).
have core : X * (y * y) * ((3 * (x * x) - X * (y * y)) * f + (Y - f) * (f * (y * y) + x * x)) <= x * x * (X * (y * y) + x * x) * Y.
  set L := X * _ * _; set R := _ * Y.
  have [Xf|fX] : X = f \/ f < X by lia.
    have YE : Y = X by lia.
    rewrite /L /R YE -Xf; have := Z.mul_nonneg_nonneg _ _ (Z.lt_le_incl _ _ X0) (Z.square_nonneg (x * x - X * (y * y))); lia.
  suff : 0 <= (X - f) * (R - L) by nia.
  have -> : (X - f) * (R - L) = (X - Y) * (f * ((x * x - X * (y * y)) * (x * x - X * (y * y))))
      + (Y - f) * (X * ((x * x - y * y * f) * (x * x - y * y * f))) by rewrite /L /R; ring.
  by apply: Z.add_nonneg_nonneg; apply: Z.mul_nonneg_nonneg; try lia;
    apply: Z.mul_nonneg_nonneg; try lia; apply: Z.square_nonneg.
have w1 : 0 <= w by lia.
have := Z.mul_le_mono_nonneg_l _ _ _ w1 core; lia.
Qed.

Lemma fair_scale X a b d u : 0 < u -> fair X a b d -> fair X (u * a) (u * b) (u * d).
Proof.
move=> u0 [ad h]; split; first by apply: Z.mul_le_mono_nonneg_l; lia.
move=> f w W Y f0 w0 fw W0 WY YX; have u1 : 0 <= u by lia.
have := Z.mul_le_mono_nonneg_l _ _ _ u1 (h f w W Y f0 w0 fw W0 WY YX); lia.
Qed.

(** [above X k j num den]: j * h (k / j) > num / den, where X^2 * (j * h (k / j)) = (2 k^2 + j^2 X + 2 k sqrt (k^2 + j^2 X)) / j. *)
Definition rest (X k j num den : Z) : Z := num * (j * (X * X)) - den * (2 * (k * k) + j * j * X).
Definition above (X k j num den : Z) : bool :=
  let c := rest X k j num den in (c <=? 0) || (c * c <? 4 * (k * k) * (den * den) * (k * k + j * j * X)).

(** A root rounded down is enough where N is large. *)
Lemma rounded_root c u D N S : 0 < u -> 0 < c -> 0 <= S -> N = 4 * (c * u) + 4 * (u * u) + 2 ->
  N * N * D < (S + 1) * (S + 1) -> c * c < 4 * (u * u) * D -> N * c < 2 * u * S.
Proof.
move=> u0 c0 S0 NE hi cD; have [//|le] : N * c < 2 * u * S \/ 2 * u * S <= N * c by lia.
have N0 : 0 < N by rewrite NE; nia.
have up : 2 * u * (S + 1) <= N * c + 2 * u by lia.
have sq : 2 * u * (S + 1) * (2 * u * (S + 1)) <= (N * c + 2 * u) * (N * c + 2 * u) by apply: Z.square_le_mono_nonneg; nia.
have big := proj1 (Z.mul_lt_mono_pos_l (4 * (u * u)) _ _ ltac:(clear -u0; nia)) hi.
have cD' : c * c + 1 <= 4 * (u * u) * D by lia.
have NN := Z.mul_le_mono_nonneg_l _ _ (N * N) ltac:(clear -N0; nia) cD'.
have small : N * N < 4 * N * (c * u) + 4 * (u * u) by clear -sq big NN; lia.
have uu : 4 * (u * u) <= N * (4 * (u * u)) by clear -N0 u0; nia.
have : N * N = N * (4 * (c * u)) + N * (4 * (u * u)) + N * 2 by rewrite {2}NE; ring.
clear -small uu N0; lia.
Qed.

Section Above.
Variables X k j num den : Z.
Hypotheses (X0 : 0 < X) (k0 : 0 < k) (j0 : 0 < j) (den0 : 0 < den).
Let D := k * k + j * j * X.

Lemma D_pos : 0 < D. Proof. rewrite /D; nia. Qed.

(** A rational S / N just below the root of D that shows it. *)
Lemma above_root : above X k j num den -> exists N S,
  [/\ 0 < N, 0 < S, 0 <= N * N * D - S * S <= S * N & N * rest X k j num den < 2 * (den * k) * S].
Proof.
rewrite /above; cbv zeta; set c := rest _ _ _ _ _ => h; have D0 := D_pos; rewrite -/D in h.
have [u uE] : exists u, u = den * k by exists (den * k).
have u0 : 0 < u by rewrite uE; apply: Z.mul_pos_pos.
rewrite -uE; have {}h : c <= 0 \/ 0 < c /\ c * c < 4 * (u * u) * D.
  case/orP: h => [/Z.leb_le|/Z.ltb_lt]; first by left.
  have -> : 4 * (k * k) * (den * den) * D = 4 * (u * u) * D by rewrite uE; ring.
  by clear; lia.
clearbody D c; clear uE den0 k0 j0 X0.
pose N := 4 * (Z.abs c * u) + 4 * (u * u) + 2; have N0 : 2 <= N by rewrite /N; clear -u0; nia.
have ND : 0 <= N * N * D by clear -D0 N0; nia.
have [] := Z.sqrt_spec _ ND; set S := Z.sqrt _; rewrite -Z.add_1_r => lo hi.
have NS : N <= S by apply/Z.sqrt_le_square; clear -N0 D0; nia.
clearbody S; exists N, S; split; [lia | lia | |].
  by split; [lia | clear -hi NS N0; nia].
case: h => [c0|[c0 cD]]; first by clear -c0 u0 N0 NS; nia.
by apply: (rounded_root u0 c0 _ _ hi cD); [lia | rewrite /N Z.abs_eq //; lia].
Qed.

Section Root.
Variables N S : Z.
Hypotheses (N0 : 0 < N) (S0 : 0 < S) (SN : 0 <= N * N * D - S * S <= S * N).
Hypothesis shown : N * rest X k j num den < 2 * (den * k) * S.

(** The line for r = j X u / (v + k u), at j windows of k products, against num / den. *)
Lemma line_value u v : let x := j * X * u in let y := v + k * u in
  let kappa := 2 * (den * k) * v - u * rest X k j num den in let e := v * v - D * (u * u) in
  den * (j * intercept X x y + k * gradient X x y) - num * X * scale X x y
  = j * (X * X) * (2 * v * y * (u * kappa) - e * (den * (2 * k * y * u + e) + u * kappa)).
Proof. by cbv zeta; rewrite /intercept /gradient /scale /rest /D; ring. Qed.

(** r a little above that of k / j: the line for many windows. *)
Lemma line_above : let x := j * X * N in let y := S + k * N in
  [/\ 0 < x, 0 < y, num * X * scale X x y < den * (j * intercept X x y + k * gradient X x y)
    & 3 * (k * k) <= j * j * X -> 0 <= intercept X x y].
Proof.
move=> x y; have x0 : 0 < x by rewrite /x; sign.
have y0 : 0 < y by rewrite /y; sign.
split=> //.
  have := line_value N S; cbv zeta; rewrite -/x -/y.
  set K := 2 * (den * k) * S - _; have K0 : 0 < K by rewrite /K; apply/Z.lt_0_sub.
  set e := S * S - _ => vE; have eE : e = - (N * N * D - S * S) by rewrite /e; ring.
  have [e0 e1] : 0 <= - e /\ - e <= S * N by rewrite eE Z.opp_involutive.
  apply/Z.lt_0_sub; rewrite {}vE; apply: Z.mul_pos_pos; first by sign.
  rewrite -Z.add_opp_r -Z.mul_opp_l; apply: Z.add_pos_nonneg; first by sign.
  apply: Z.mul_nonneg_nonneg => //; apply: Z.add_nonneg_nonneg; last by sign.
  apply: Z.mul_nonneg_nonneg; first exact: Z.lt_le_incl.
  have kSN : 1 * (S * N) <= (2 * k) * (S * N) by apply: Z.mul_le_mono_nonneg_r; [sign | clear -k0; lia].
  have : 0 <= 2 * k * (k * N) * N by sign.
  by rewrite /y; clear -kSN e1; lia.
move=> many; rewrite /intercept.
suff h : X * (y * y) <= 3 * (x * x) by apply: Z.mul_nonneg_nonneg; [sign | clear -h; lia].
have amgm : 2 * (2 * (k * S * N)) <= S * S + 4 * (k * k) * (N * N) by have := Z.square_nonneg (S - 2 * k * N); clear; lia.
have main : y * y <= 3 * (j * j * X) * (N * N).
  have : 0 <= (j * j * X - 3 * (k * k)) * (N * N) by apply: Z.mul_nonneg_nonneg; [clear -many; lia | sign].
  have := proj1 SN; rewrite /y /D; clear -amgm; lia.
rewrite /x; have := Z.mul_le_mono_nonneg_l _ _ X (Z.lt_le_incl _ _ X0) main; clear; lia.
Qed.

(** r a little below: the line for few windows. *)
Lemma line_below : let x := j * X * S in let y := D * N + k * S in
  [/\ 0 < x, 0 < y, num * X * scale X x y < den * (j * intercept X x y + k * gradient X x y)
    & j * j * X <= 3 * (k * k) -> intercept X x y <= 0].
Proof.
have D0 := D_pos; move=> x y; have x0 : 0 < x by rewrite /x; sign.
have DN : 0 < D * N by sign.
have y0 : 0 < y by rewrite /y; sign.
split=> //.
  have := line_value S (D * N); cbv zeta; rewrite -/x -/y.
  set kappa := 2 * (den * k) * (D * N) - _; set e := D * N * (D * N) - _ => vE.
  have [E [EE [E0 E1]]] : exists E, E = N * N * D - S * S /\ 0 <= E <= S * N by exists (N * N * D - S * S).
  have [K [KE K0]] : exists K, K = 2 * (den * k) * S - N * rest X k j num den /\ 0 < K.
    by exists (2 * (den * k) * S - N * rest X k j num den); split=> //; apply/Z.lt_0_sub.
  have eE : e = D * E by rewrite /e EE; ring.
  have kE : N * kappa = S * K + 2 * (den * k) * E by rewrite /kappa KE EE; ring.
  have yN : E + E <= y * N.
    have -> : y * N = (E + S * S) + k * (S * N) by rewrite /y EE; ring.
    have : 1 * (S * N) <= k * (S * N) by apply: Z.mul_le_mono_nonneg_r; [sign | clear -k0; lia].
    have : 0 <= S * S by sign.
    by clear -E1; lia.
  have h1 : N * D * E <= k * y * S * N.
    apply: (Z.le_trans _ (N * D * (S * N))); first by apply: Z.mul_le_mono_nonneg_l => //; sign.
    have -> : k * y * S * N = k * (y * (S * N)) by ring.
    apply: (Z.le_trans _ (y * (S * N))).
      by rewrite [N * D]Z.mul_comm; apply: Z.mul_le_mono_nonneg_r; [sign | have : 0 <= k * S by [sign]; rewrite /y; clear; lia].
    rewrite -{1}[y * (S * N)]Z.mul_1_l; apply: Z.mul_le_mono_nonneg_r; [sign | clear -k0; lia].
  have h2 : 2 * k * E * S <= k * y * S * N.
    have := Z.mul_le_mono_nonneg_l _ _ (k * S) ltac:(sign) yN; clear; lia.
  apply/Z.lt_0_sub; rewrite {}vE; apply: Z.mul_pos_pos; first by sign.
  apply/(Z.mul_pos_cancel_l N _ N0).
  have -> : N * (2 * (D * N) * y * (S * kappa) - e * (den * (2 * k * y * S + e) + S * kappa))
    = D * (S * S) * K * (2 * (N * y) - E) + D * E * (den * (2 * (k * y * S * N) - N * D * E - 2 * k * E * S)).
    transitivity (2 * (D * N) * y * S * (N * kappa) - e * (den * (2 * k * y * S * N + N * e) + S * (N * kappa))); first ring.
    by rewrite kE eE; ring.
  have yN0 : 0 < y * N by sign.
  apply: Z.add_pos_nonneg.
    by apply: Z.mul_pos_pos; [sign | clear -yN yN0 E0; lia].
  apply: Z.mul_nonneg_nonneg; first by sign.
  by apply: Z.mul_nonneg_nonneg; [sign | clear -h1 h2; lia].
move=> few; rewrite /intercept.
suff h : 3 * (x * x) <= X * (y * y).
  have : 0 <= X * (y * y) * (X * (y * y) - 3 * (x * x)) by apply: Z.mul_nonneg_nonneg; [sign | clear -h; lia].
  by clear; lia.
have [zz zzE] : exists zz, zz = j * j * X by exists (j * j * X).
have zz0 : 0 < zz by rewrite zzE; sign.
have DE : D = k * k + zz by rewrite zzE.
have a1 : 4 * zz * (S * S) <= 3 * (D * N * (D * N)).
  have h1 : (4 * zz) * (S * S) <= (3 * D) * (S * S) by apply: Z.mul_le_mono_nonneg_r; [sign | rewrite -zzE in few; clear -few DE; lia].
  have h2 : D * (S * S) <= D * (N * N * D) by apply: Z.mul_le_mono_nonneg_l; [sign | have := proj1 SN; clear; lia].
  by clear -h1 h2; lia.
have a2 : zz * (S * S) <= 3 * (k * S * (k * S)).
  have := Z.mul_le_mono_nonneg_r _ _ (S * S) ltac:(sign) few; rewrite -zzE; clear; lia.
have main : 3 * (zz * (S * S)) <= y * y.
  have [P PE] : exists P, P = D * N by exists (D * N).
  have [R RE] : exists R, R = k * S by exists (k * S).
  have R0 : 0 < R by rewrite RE; sign.
  have [w wE] : exists w, w = zz * (S * S) by exists (zz * (S * S)).
  have w0 : 0 < w by rewrite wE; sign.
  rewrite /y -PE -RE -wE; rewrite -PE in a1 DN; rewrite -RE -wE in a2; have {}a1 : 4 * w <= 3 * (P * P) by rewrite wE; clear -a1; lia.
  have a3 : 2 * w <= 3 * (P * R).
    apply: Z.square_le_simpl_nonneg; first by sign.
    have := Z.mul_le_mono_nonneg (4 * w) (3 * (P * P)) w (3 * (R * R)) ltac:(sign) a1 ltac:(sign) a2.
    by clear; lia.
  by clear -a1 a2 a3; lia.
rewrite /x; have := Z.mul_le_mono_nonneg_l _ _ X (Z.lt_le_incl _ _ X0) main; rewrite zzE; clear; lia.
Qed.
End Root.
End Above.

(** ** Lines that are dear for every whole number of windows *)
Section DearLines.
Variables (X num den : Z) (k : nat).
Hypotheses (X0 : 0 < X) (den0 : 0 < den) (k_pos : (0 < k)%N).

Definition shows (j : nat) (l : Z * Z * Z) : Prop :=
  num * X * l.2 < den * (Z.of_nat j * l.1.1 + Z.of_nat k * l.1.2).
Definition a_line (l : Z * Z * Z) : Prop := 0 < l.2 /\ fair X l.1.1 l.1.2 l.2.

Lemma scale_pos x y : 0 < x -> 0 < y -> 0 < scale X x y.
Proof. by move=> x0 y0; rewrite /scale; sign. Qed.

Lemma few_line (J : nat) : (0 < J -> above X (Z.of_nat k) (Z.of_nat J) num den)%N -> Z.of_nat (J * J) * X <= 3 * Z.of_nat (k * k) ->
  exists2 l, a_line l & forall j, (0 < j <= J)%N -> shows j l.
Proof.
have K0 : 0 < Z.of_nat k by apply: (@z_lt 0).
have [->|J0] := posnP J.
  by move=> _ _; exists (intercept X 1 1, gradient X 1 1, scale X 1 1); [split; [exact: scale_pos | exact: tangent_fair] | case].
have Jp : 0 < Z.of_nat J by apply: (@z_lt 0).
move=> /(_ isT)/(above_root X0 K0 Jp den0)[N [S [N0 S0 SN]]] shown; rewrite !z_mul => few.
have := line_below X0 K0 Jp den0 N0 S0 SN shown; cbv zeta; set x := _ * S; set y := _ + _ * S; case=> x0 y0 value sign.
exists (intercept X x y, gradient X x y, scale X x y); first by split; [exact: scale_pos | exact: tangent_fair].
move=> j /andP[j0 jJ]; rewrite /shows /=; apply: Z.lt_le_trans value _; apply: Z.mul_le_mono_nonneg_l; first exact: Z.lt_le_incl den0.
apply: (proj1 (Z.add_le_mono_r _ _ _)); have := sign few; have := z_le jJ; nia.
Qed.

Lemma many_line (J : nat) : (J < k -> above X (Z.of_nat k) (Z.of_nat J.+1) num den)%N ->
  ((J < k)%N -> 3 * Z.of_nat (k * k) <= Z.of_nat (J.+1 * J.+1) * X) ->
  exists2 l, a_line l & forall j, (J < j <= k)%N -> shows j l.
Proof.
have K0 : 0 < Z.of_nat k by apply: (@z_lt 0).
have [kJ|Jk] := leqP k J.
  move=> _ _; exists (intercept X 1 1, gradient X 1 1, scale X 1 1); first by split; [exact: scale_pos | exact: tangent_fair].
  by move=> j /andP[Jj jk]; have := leq_trans Jj (leq_trans jk kJ); rewrite ltnn.
have Jp : 0 < Z.of_nat J.+1 by apply: (@z_lt 0).
move=> /(_ isT)/(above_root X0 K0 Jp den0)[N [S [N0 S0 SN]]] shown /(_ isT); rewrite !z_mul => many.
have := line_above X0 K0 Jp den0 N0 S0 SN shown; cbv zeta; set x := _ * N; set y := _ + _ * N; case=> x0 y0 value sign.
exists (intercept X x y, gradient X x y, scale X x y); first by split; [exact: scale_pos | exact: tangent_fair].
move=> j /andP[j0 jJ]; rewrite /shows /=; apply: Z.lt_le_trans value _; apply: Z.mul_le_mono_nonneg_l; first exact: Z.lt_le_incl den0.
apply: (proj1 (Z.add_le_mono_r _ _ _)); have := sign many; have := z_le j0; nia.
Qed.

(** [J] and [J.+1] are next to the real number of windows that is cheapest for a group. *)
Lemma dear_lines (J : nat) : (0 < J -> above X (Z.of_nat k) (Z.of_nat J) num den)%N -> Z.of_nat (J * J) * X <= 3 * Z.of_nat (k * k) ->
  (J < k -> above X (Z.of_nat k) (Z.of_nat J.+1) num den)%N ->
  ((J < k)%N -> 3 * Z.of_nat (k * k) <= Z.of_nat (J.+1 * J.+1) * X) ->
  exists d (a b : nat -> Z), [/\ 0 < d, forall j, fair X (a j) (b j) d
    & forall j, (0 < j <= k)%N -> num * X * d < den * (Z.of_nat j * a j + Z.of_nat k * b j)].
Proof.
move=> fewJ few manyJ many.
have [[[a1 b1] d1] [/= p1 fair1] show1] := few_line fewJ few.
have [[[a2 b2] d2] [/= p2 fair2] show2] := many_line manyJ many.
exists (d1 * d2), (fun j => if (j <= J)%N then d2 * a1 else d1 * a2), (fun j => if (j <= J)%N then d2 * b1 else d1 * b2); split.
- by sign.
- by move=> j; case: ifP => _; [rewrite [d1 * d2]Z.mul_comm|]; apply: fair_scale.
- move=> j /andP[j0 jk]; case: leqP => jJ.
    have := show1 j; rewrite j0 jJ => /(_ isT); rewrite /shows /= => h.
    have := proj1 (Z.mul_lt_mono_pos_l _ _ _ p2) h; clear; lia.
  have := show2 j; rewrite jJ jk => /(_ isT); rewrite /shows /= => h.
  have := proj1 (Z.mul_lt_mono_pos_l _ _ _ p1) h; clear; lia.
Qed.
End DearLines.
