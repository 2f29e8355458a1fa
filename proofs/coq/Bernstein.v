(** * Signs of polynomials on boxes, by Bernstein coefficients (proofs/gemm-holding-cost.md, "Where it is asked for") *)
From Coq Require Import QArith Lqa.
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

(** The polynomial of degree n with coefficients f 0, ..., f n, by de Casteljau. *)
Fixpoint bernstein (n : nat) (f : nat -> Q) (u : Q) : Q :=
  if n is n'.+1 then (1 - u) * bernstein n' f u + u * bernstein n' (fun i => f i.+1) u else f 0%N.

Lemma bernstein_ext n f g u : (forall i, (i <= n)%N -> f i == g i) -> bernstein n f u == bernstein n g u.
Proof.
elim: n f g => [|n IH] f g fg /=; first exact: fg.
rewrite (IH f g) => [|i le]; last by apply: fg; apply: leqW.
by rewrite (IH (fun i => f i.+1) (fun i => g i.+1)) => [|i le]; [reflexivity | apply: fg].
Qed.

Lemma bernstein_at n f u v : u == v -> bernstein n f u == bernstein n f v.
Proof. by move=> uv; elim: n f => [|n IH] f /=; [reflexivity | rewrite !IH uv; reflexivity]. Qed.

Lemma bernstein_nonneg n f u : 0 <= u -> u <= 1 -> (forall i, (i <= n)%N -> 0 <= f i) -> 0 <= bernstein n f u.
Proof.
move=> u0 u1; elim: n f => [|n IH] f f0 /=; first exact: f0.
have h1 : 0 <= bernstein n f u by apply: IH => i le; apply: f0; apply: leqW.
have h2 : 0 <= bernstein n (fun i => f i.+1) u by apply: IH => i le; apply: f0.
by have := Qmult_le_0_compat (1 - u) _ ltac:(lra) h1; have := Qmult_le_0_compat u _ u0 h2; lra.
Qed.

Lemma bernstein_mix n f g a b u : bernstein n (fun i => a * f i + b * g i) u == a * bernstein n f u + b * bernstein n g u.
Proof. by elim: n f g => [|n IH] f g /=; [reflexivity | rewrite !IH; ring]. Qed.

(** The part up to [a] has the polynomials of degree i at [a] for coefficients; the other part is that of the polynomial turned round. *)
Lemma bernstein_part n f a u : bernstein n f (a * u) == bernstein n (fun i => bernstein i f a) u.
Proof.
elim: n f => [|n IH] f; first by reflexivity.
rewrite /= (IH f) (IH (fun i => f i.+1)).
by rewrite (bernstein_mix n (fun i => bernstein i f a) (fun i => bernstein i (fun j => f j.+1) a) (1 - a) a u); ring.
Qed.

Lemma bernstein_turned n f u : bernstein n (fun i => f (n - i)%N) (1 - u) == bernstein n f u.
Proof.
elim: n f => [|n IH] f; first by reflexivity.
rewrite /= -(IH f) -(IH (fun i => f i.+1)).
rewrite (@bernstein_ext n (fun i => f (n.+1 - i)%N) (fun i => f (n - i).+1) (1 - u)) => [|i le]; last by rewrite subSn //; reflexivity.
rewrite (@bernstein_ext n (fun i => f (n.+1 - i.+1)%N) (fun i => f (n - i)%N) (1 - u)) => [|i le]; last by rewrite subSS; reflexivity.
by ring.
Qed.

Lemma bernstein_swap n m g u v :
  bernstein n (fun i => bernstein m (fun j => g i j) v) u == bernstein m (fun j => bernstein n (fun i => g i j) u) v.
Proof.
elim: n g => [|n IH] g /=; first by reflexivity.
by rewrite (IH g) (IH (fun i => g i.+1)) -bernstein_mix; reflexivity.
Qed.

Lemma bernstein_line n a b u : bernstein n (fun i => a + b * inject_Z (Z.of_nat i)) u == a + b * inject_Z (Z.of_nat n) * u.
Proof.
have next n' : inject_Z (Z.of_nat n'.+1) == inject_Z (Z.of_nat n') + 1 by rewrite Nat2Z.inj_succ /Z.succ inject_Z_plus; reflexivity.
elim: n a => [|n IH] a; first by rewrite /=; ring.
have -> : bernstein n.+1 (fun i => a + b * inject_Z (Z.of_nat i)) u = (1 - u) * bernstein n (fun i => a + b * inject_Z (Z.of_nat i)) u
  + u * bernstein n (fun i => a + b * inject_Z (Z.of_nat i.+1)) u by [].
rewrite (@bernstein_ext n (fun i => a + b * inject_Z (Z.of_nat i.+1)) (fun i => a + b + b * inject_Z (Z.of_nat i)) u) => [|i _].
  by rewrite !IH next; ring.
by rewrite next; ring.
Qed.

(** ** On a box: degrees, and corners from which a point is so many parts of the way to the other *)
Section Box.
Variables dx dy ds : nat.

Definition on_box (f : nat -> nat -> nat -> Q) (u v w : Q) : Q :=
  bernstein dx (fun i => bernstein dy (fun j => bernstein ds (fun k => f i j k) w) v) u.
Definition between (side : Q * Q) (u : Q) : Q := side.1 + (side.2 - side.1) * u.
Definition middle (side : Q * Q) : Q := (side.1 + side.2) * (1#2).

(** Coefficients of half of the box, from the first corner on or, turned round, from the other. *)
Definition half_x (f : nat -> nat -> nat -> Q) (i j k : nat) : Q := bernstein i (fun i' => f i' j k) (1#2).
Definition half_y (f : nat -> nat -> nat -> Q) (i j k : nat) : Q := bernstein j (fun j' => f i j' k) (1#2).
Definition half_s (f : nat -> nat -> nat -> Q) (i j k : nat) : Q := bernstein k (fun k' => f i j k') (1#2).
Definition turned_x (f : nat -> nat -> nat -> Q) (i j k : nat) : Q := f (dx - i)%N j k.
Definition turned_y (f : nat -> nat -> nat -> Q) (i j k : nat) : Q := f i (dy - j)%N k.
Definition turned_s (f : nat -> nat -> nat -> Q) (i j k : nat) : Q := f i j (ds - k)%N.

Lemma on_half_x f u v w : on_box (half_x f) u v w == on_box f ((1#2) * u) v w.
Proof.
rewrite /on_box bernstein_part; apply: bernstein_ext => i _; rewrite [X in _ == X]bernstein_swap.
by apply: bernstein_ext => j _; rewrite [X in _ == X]bernstein_swap; reflexivity.
Qed.

Lemma on_half_y f u v w : on_box (half_y f) u v w == on_box f u ((1#2) * v) w.
Proof.
apply: bernstein_ext => i _; rewrite bernstein_part; apply: bernstein_ext => j _.
by rewrite [X in _ == X]bernstein_swap; reflexivity.
Qed.

Lemma on_half_s f u v w : on_box (half_s f) u v w == on_box f u v ((1#2) * w).
Proof. by apply: bernstein_ext => i _; apply: bernstein_ext => j _; rewrite bernstein_part; reflexivity. Qed.

Lemma on_turned_x f u v w : on_box (turned_x f) u v w == on_box f (1 - u) v w.
Proof.
rewrite /on_box -(bernstein_turned dx _ (1 - u)); apply: bernstein_at; ring.
Qed.

Lemma on_turned_y f u v w : on_box (turned_y f) u v w == on_box f u (1 - v) w.
Proof.
apply: bernstein_ext => i _; rewrite -(bernstein_turned dy _ (1 - v)); apply: bernstein_at; ring.
Qed.

Lemma on_turned_s f u v w : on_box (turned_s f) u v w == on_box f u v (1 - w).
Proof.
by apply: bernstein_ext => i _; apply: bernstein_ext => j _; rewrite -(bernstein_turned ds _ (1 - w)); apply: bernstein_at; ring.
Qed.

(** What a program tests: no coefficient is negative once a multiple of U - 1 is added, U = s - xy, on the box or on its halves. *)
Inductive settled : Q * Q -> Q * Q -> Q * Q -> (nat -> nat -> nat -> Q) -> Prop :=
| Signs x y s f (above : nat -> nat -> nat -> Q) :
    (forall u v w, on_box above u v w == between s w - between x u * between y v - 1) ->
    forall slope, 0 <= slope -> (forall i j k, (i <= dx)%N -> (j <= dy)%N -> (k <= ds)%N -> 0 <= f i j k + slope * above i j k) ->
    settled x y s f
| HalvesX x y s f : settled (x.1, middle x) y s (half_x f) -> settled (x.2, middle x) y s (half_x (turned_x f)) -> settled x y s f
| HalvesY x y s f : settled x (y.1, middle y) s (half_y f) -> settled x (y.2, middle y) s (half_y (turned_y f)) -> settled x y s f
| HalvesS x y s f : settled x y (s.1, middle s) (half_s f) -> settled x y (s.2, middle s) (half_s (turned_s f)) -> settled x y s f.

Lemma on_box_at f u u' v v' w w' : u == u' -> v == v' -> w == w' -> on_box f u v w == on_box f u' v' w'.
Proof.
move=> uu vv ww; rewrite /on_box (bernstein_at _ _ uu); apply: bernstein_ext => i _; rewrite (bernstein_at _ _ vv).
by apply: bernstein_ext => j _; apply: bernstein_at.
Qed.

Lemma halves side u :
  exists t, [/\ 0 <= u -> u <= (1#2) -> 0 <= t /\ t <= 1, (1#2) * t == u & between (side.1, middle side) t == between side u].
Proof. by exists ((2#1) * u); split; [lra | ring | rewrite /between /middle /=; ring]. Qed.

Theorem settled_nonneg x y s f : settled x y s f -> forall u v w, 0 <= u -> u <= 1 -> 0 <= v -> v <= 1 -> 0 <= w -> w <= 1 ->
  between s w <= 1 + between x u * between y v -> 0 <= on_box f u v w.
Proof.
elim=> {x y s f} [x y s f above aboveE slope slope0 signs|x y s f _ IH1 _ IH2|x y s f _ IH1 _ IH2|x y s f _ IH1 _ IH2]
  u v w u0 u1 v0 v1 w0 w1 top.
- have sum : on_box (fun i j k => 1 * f i j k + slope * above i j k) u v w == on_box f u v w + slope * on_box above u v w.
    rewrite /on_box -[bernstein dx (fun i => bernstein dy (fun j => bernstein ds (f i j) w) v) u]Qmult_1_l -bernstein_mix.
    apply: bernstein_ext => i _; rewrite -bernstein_mix; apply: bernstein_ext => j _; by rewrite -bernstein_mix; reflexivity.
  have : 0 <= on_box (fun i j k => 1 * f i j k + slope * above i j k) u v w.
    do 3 (apply: bernstein_nonneg => // ? ?); by rewrite Qmult_1_l; apply: signs.
  rewrite sum aboveE => h; have : slope * (between s w - between x u * between y v - 1) <= 0 by nra.
  by lra.
- have [low|high] := Qlt_le_dec u (1#2).
    have [t [range tu bt]] := halves x u; have [t0 t1] := range u0 (Qlt_le_weak _ _ low).
    by have := IH1 t v w t0 t1 v0 v1 w0 w1; rewrite bt on_half_x (on_box_at f tu (Qeq_refl v) (Qeq_refl w)); apply.
  have [t [range tu bt]] := halves (x.2, x.1) (1 - u); have [t0 t1] := range ltac:(lra) ltac:(lra).
  have := IH2 t v w t0 t1 v0 v1 w0 w1; rewrite on_half_x on_turned_x.
  have -> : between (x.2, middle x) t == between x u by rewrite /between /middle /= in bt *; lra.
  have back : 1 - (1#2) * t == u by lra.
  by rewrite (on_box_at f back (Qeq_refl v) (Qeq_refl w)); apply.
- have [low|high] := Qlt_le_dec v (1#2).
    have [t [range tv bt]] := halves y v; have [t0 t1] := range v0 (Qlt_le_weak _ _ low).
    by have := IH1 u t w u0 u1 t0 t1 w0 w1; rewrite bt on_half_y (on_box_at f (Qeq_refl u) tv (Qeq_refl w)); apply.
  have [t [range tv bt]] := halves (y.2, y.1) (1 - v); have [t0 t1] := range ltac:(lra) ltac:(lra).
  have := IH2 u t w u0 u1 t0 t1 w0 w1; rewrite on_half_y on_turned_y.
  have -> : between (y.2, middle y) t == between y v by rewrite /between /middle /= in bt *; lra.
  have back : 1 - (1#2) * t == v by lra.
  by rewrite (on_box_at f (Qeq_refl u) back (Qeq_refl w)); apply.
- have [low|high] := Qlt_le_dec w (1#2).
    have [t [range tw bt]] := halves s w; have [t0 t1] := range w0 (Qlt_le_weak _ _ low).
    by have := IH1 u v t u0 u1 v0 v1 t0 t1; rewrite bt on_half_s (on_box_at f (Qeq_refl u) (Qeq_refl v) tw); apply.
  have [t [range tw bt]] := halves (s.2, s.1) (1 - w); have [t0 t1] := range ltac:(lra) ltac:(lra).
  have := IH2 u v t u0 u1 v0 v1 t0 t1; rewrite on_half_s on_turned_s.
  have -> : between (s.2, middle s) t == between s w by rewrite /between /middle /= in bt *; lra.
  have back : 1 - (1#2) * t == w by lra.
  by rewrite (on_box_at f (Qeq_refl u) (Qeq_refl v) back); apply.
Qed.
End Box.
