(** * Conditions on a box carry over: to parts of it, with rows and columns changed, beyond the last sum *)
From Coq Require Import ZArith QArith Qminmax Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import RealPotential CellPotential BoxPotential BoxPolynomials CheckTable TableBoxes Splines CellValues.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.
Notation z := inject_Z.

Section Pays.
Variables (Lam : Q) (P E : Q -> Q).
Notation pays := (pays Lam P E).

Lemma pays_within c x0 x1 y0 y1 s0 s1 a0 a1 b0 b1 c0 c1 : pays c x0 x1 y0 y1 s0 s1 ->
  x0 <= a0 -> a1 <= x1 -> y0 <= b0 -> b1 <= y1 -> s0 <= c0 -> c1 <= s1 -> pays c a0 a1 b0 b1 c0 c1.
Proof.
move=> p h1 h2 h3 h4 h5 h6.
have larger x y s : inside a0 a1 b0 b1 c0 c1 x y s -> inside x0 x1 y0 y1 s0 s1 x y s.
  by case=> [[? ?] [? ?] [? ?] ?]; split; try split; lra.
split=> [x y s /larger|x y s /larger|x y s /larger|x y s /larger|x y s /larger|x y s v /larger|s /larger] i.
- exact: (pays_sum p).
- exact: (pays_row p).
- exact: (pays_column p).
- exact: (pays_row_load p).
- exact: (pays_column_load p).
- exact: (pays_event p).
exact: (pays_empty p).
Qed.

Lemma values_same c d x y s : (forall i j k, c i j k == d i j k) ->
  [/\ value_x c x y s == value_x d x y s, value_y c x y s == value_y d x y s & value_s c x y s == value_s d x y s].
Proof. by move=> e; split; unfold_all; rewrite !e; reflexivity. Qed.

Lemma pays_same c d x0 x1 y0 y1 s0 s1 : (forall i j k, c i j k == d i j k) -> pays c x0 x1 y0 y1 s0 s1 -> pays d x0 x1 y0 y1 s0 s1.
Proof.
move=> e p; split=> [x y s|x y s|x y s|x y s|x y s|x y s v|s] i.
- by have [_ _ <-] := values_same x y s e; exact: (pays_sum p).
- by have [<- _ _] := values_same x y s e; exact: (pays_row p).
- by have [_ <- _] := values_same x y s e; exact: (pays_column p).
- by rewrite /along_row; have [<- _ <-] := values_same x y s e; exact: (pays_row_load p).
- by rewrite /along_column; have [_ <- <-] := values_same x y s e; exact: (pays_column_load p).
- by have [_ _ <-] := values_same x y s e; exact: (pays_event p).
by have [_ _ <-] := values_same 0 0 s e; exact: (pays_empty p).
Qed.

Lemma pays_changed c x0 x1 y0 y1 s0 s1 : pays c x0 x1 y0 y1 s0 s1 -> pays (changed c) y0 y1 x0 x1 s0 s1.
Proof.
move=> p; have other x y s : inside y0 y1 x0 x1 s0 s1 x y s -> inside x0 x1 y0 y1 s0 s1 y x s.
  by case=> [? ? ? ?]; split=> //; lra.
split=> [x y s /other i|x y s /other i|x y s /other i|x y s /other i|x y s /other i|x y s v /other i v0 v1 v2 v3|s /other i].
- by rewrite changed_s; exact: (pays_sum p).
- by rewrite changed_x; exact: (pays_column p).
- by rewrite changed_y; exact: (pays_row p).
- by rewrite /along_row changed_x changed_s; exact: (pays_column_load p).
- by rewrite /along_column changed_y changed_s; exact: (pays_row_load p).
- by rewrite changed_s [x + y]Qplus_comm; apply: (pays_event p) => //; lra.
by rewrite changed_s; exact: (pays_empty p).
Qed.

(** ** A polynomial that is what it is at [top] for all sums *)
Definition frozen (c : nat -> nat -> nat -> Q) (top : Q) (i j k : nat) : Q := if k is 0%N then of_sums c i j top else 0.
Section Frozen.
Variables (c : nat -> nat -> nat -> Q) (top : Q).
Ltac frozen_all := unfold_all; rewrite /frozen; unfold_all; ring.
Lemma frozen_value x y s : value (frozen c top) x y s == value c x y top. Proof. frozen_all. Qed.
Lemma frozen_x x y s : value_x (frozen c top) x y s == value_x c x y top. Proof. frozen_all. Qed.
Lemma frozen_y x y s : value_y (frozen c top) x y s == value_y c x y top. Proof. frozen_all. Qed.
Lemma frozen_s x y s : value_s (frozen c top) x y s == 0. Proof. frozen_all. Qed.

Lemma pays_frozen x0 x1 y0 y1 s0 a b : 0 <= x0 -> 0 <= y0 -> 1 < top -> s0 <= top -> top <= a ->
  (forall x y s v, 0 <= x -> 0 <= y -> top <= s -> 0 < v -> v <= 1 -> v <= (2#1) * (1 + x * y - s) -> Lam + E v <= (x + y) * (P v / v)) ->
  pays c x0 x1 y0 y1 s0 top -> pays (frozen c top) x0 x1 y0 y1 a b.
Proof.
move=> x0n y0n t1 st ta words p.
have below x y s : inside x0 x1 y0 y1 a b x y s -> inside x0 x1 y0 y1 s0 top x y top /\ [/\ 0 <= x, 0 <= y & top <= s].
  by case=> [[? ?] [? ?] [? ?] ?]; split; [split; try split | split]; lra.
split=> [x y s _|x y s /below[i _]|x y s /below[i _]|x y s /below[i [xn yn _]]|x y s /below[i [xn yn _]]|x y s v /below[i [xn yn ts]] v0 v1 v2 v3|s i].
- by rewrite frozen_s; lra.
- by rewrite frozen_x; exact: (pays_row p).
- by rewrite frozen_y; exact: (pays_column p).
- rewrite /along_row frozen_x frozen_s; have := pays_row_load p i; have := pays_sum p i; rewrite /along_row => g0 g1.
  by have := Qmult_le_0_compat _ _ yn g0; lra.
- rewrite /along_column frozen_y frozen_s; have := pays_column_load p i; have := pays_sum p i; rewrite /along_column => g0 g1.
  by have := Qmult_le_0_compat _ _ xn g0; lra.
- by rewrite frozen_s; have := words x y s v xn yn ts v0 v1 v3; lra.
by case: i => _ _ [h1 h2] h3 below'; lra.
Qed.
End Frozen.

(** ** A number less the words *)
Definition ceiling_of (top : Q) (i j k : nat) : Q :=
  match i, j, k with 0%N, 0%N, 0%N => top | 1%N, 0%N, 0%N => - (1) | 0%N, 1%N, 0%N => - (1) | _, _, _ => 0 end.
Lemma ceiling_value top x y s : value (ceiling_of top) x y s == top - x - y. Proof. by unfold_all; rewrite /ceiling_of; ring. Qed.

Lemma pays_ceiling top x0 x1 y0 y1 s0 s1 : (forall v, 0 < v -> v <= 1 -> Lam + E v <= (x0 + y0) * (P v / v)) ->
  (forall v, 0 < v -> v <= 1 -> 0 <= P v / v) -> 0 <= x0 -> 0 <= y0 -> (x0 + y0 <= 0 -> Lam + E 0 <= 0) ->
  pays (ceiling_of top) x0 x1 y0 y1 s0 s1.
Proof.
move=> words P0 x0n y0n empty.
have gx x y s : value_x (ceiling_of top) x y s == - (1) by unfold_all; rewrite /ceiling_of; ring.
have gy x y s : value_y (ceiling_of top) x y s == - (1) by unfold_all; rewrite /ceiling_of; ring.
have gs x y s : value_s (ceiling_of top) x y s == 0 by unfold_all; rewrite /ceiling_of; ring.
split=> [x y s _|x y s _|x y s _|x y s _|x y s _|x y s v [[hx _] [hy _] _ _] v0 v1 _ _|s [[hx _] [hy _] _ _] _].
- by rewrite gs; lra.
- by rewrite gx; lra.
- by rewrite gy; lra.
- by rewrite /along_row gx gs; lra.
- by rewrite /along_column gy gs; lra.
- rewrite gs; have w := words v v0 v1; have p := P0 v v0 v1.
  by have := Qmult_le_0_compat (x + y - (x0 + y0)) _ ltac:(lra) p; lra.
by rewrite gs; apply: empty; lra.
Qed.
End Pays.

(** ** Coefficients of a box with rows and columns changed *)
Lemma placed_placed o r o' r' (h : nat -> nat -> Q) i j :
  placed o r (fun a => placed o' r' (h a) j) i == placed o' r' (fun b => placed o r (fun a => h a b) i) j.
Proof. by case: i => [|[|i]]; case: j => [|[|j]]; rewrite /placed; ring. Qed.

Lemma placed_same o r g h i : (forall a, g a == h a) -> placed o r g i == placed o r h i.
Proof. by move=> e; case: i => [|[|i]]; rewrite /placed !e; reflexivity. Qed.

Lemma powers_powers (h : nat -> nat -> Z) i j : powers (fun a => powers (h a) j) i = powers (fun b => powers (fun a => h a b) i) j.
Proof. by case: i => [|[|i]]; case: j => [|[|j]]; rewrite /powers; ring. Qed.

Lemma power_changed f i j k : power f i j k = power (fun a b c => f b a c) j i k.
Proof. exact: (powers_powers (fun a b => powers (fun c => f a b c) k)). Qed.

Lemma coefficient_changed x0 x1 y0 y1 s0 s1 f g i j k : (forall a b c, f a b c = g b a c) ->
  changed (coefficient y0 y1 x0 x1 s0 s1 (power g)) i j k == coefficient x0 x1 y0 y1 s0 s1 (power f) i j k.
Proof.
move=> fg; rewrite /changed /coefficient; apply: Qmult_comp; last by reflexivity.
rewrite placed_placed; apply: placed_same => a; apply: placed_same => b; apply: placed_same => c.
rewrite power_changed; suff -> : power (fun a b c => g b a c) a b c = power f a b c by reflexivity.
by rewrite /power /powers; case: a => [|[|a]]; case: b => [|[|b]]; case: c => [|[|c]]; rewrite !fg.
Qed.
