(** * Signs of polynomials on boxes: a search with a multiplier, and cuts (proofs/gemm-holding-cost.md, "Where it is asked for") *)
From Coq Require Import ZArith QArith Lqa.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import BoxPolynomials.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

(** A box that begins at 0; [above] is not negative where the conditions are asked for, [guards] are positive there; [any] of the
    polynomials has to be nowhere negative, here or there. *)
Record question := Question { side_x : Z; side_y : Z; side_s : Z; above : poly3; guards : list poly3; any : list poly3 }.

Definition signs (a : question) (p : poly3) : list Z := coefficients (side_x a) (side_y a) (side_s a) p.

(** Parts of 1 of a multiplier. *)
Definition fine : Z := 1024%Z.

(** The least multiple of [above] to take away that lifts every coefficient that can be lifted. *)
Fixpoint least_multiple (own over : list Z) (found : Z) : Z :=
  match own, over with
  | f :: own', g :: over' => least_multiple own' over' (if (g <? 0)%Z then Z.max found (- ((f * fine) / (- g)))%Z else found)
  | _, _ => found
  end.

(** [p - n * above], in [fine] parts. *)
Definition without (a : question) (n : Z) (p : poly3) : poly3 := add3 (scale3 fine p) (scale3 (- n) (above a)).

(** [if] rather than [||]: a virtual machine evaluates both sides of that. *)
Definition answered (a : question) (p : poly3) : bool :=
  let own := signs a p in
  if nonneg own then true else
  let n := least_multiple own (signs a (add3 (scale3 0 p) (above a))) 0 in
  if (0 <? n)%Z then nonneg (signs a (without a n p)) else false.

Definition each (f : poly3 -> poly3) (x y s : Z) (a : question) : question := Question x y s (f (above a)) (map f (guards a)) (map f (any a)).
Definition shift_x (h : Z) : poly3 -> poly3 := shifted add2 scale2 [::] h.
Definition shift_y (h : Z) : poly3 -> poly3 := map (shifted add1 scale1 [::] h).
Definition shift_s (h : Z) : poly3 -> poly3 := map (map (shifted Z.add Z.mul 0%Z h)).
Definition half (n : Z) : Z := (n / 2)%Z.
Inductive axis := AlongX | AlongY | AlongS.

Definition low (along : axis) (a : question) : question :=
  let: Question x y s g l f := a in
  match along with
  | AlongX => Question (half x) y s g l f | AlongY => Question x (half y) s g l f | AlongS => Question x y (half s) g l f
  end.
Definition high (along : axis) (a : question) : question :=
  let: Question x y s _ _ _ := a in
  match along with
  | AlongX => each (shift_x (half x)) (x - half x) y s a
  | AlongY => each (shift_y (half y)) x (y - half y) s a
  | AlongS => each (shift_s (half s)) x y (s - half s) a
  end.
Definition next (along : axis) : axis := match along with AlongX => AlongY | AlongY => AlongS | AlongS => AlongX end.

(** [has] that stops at the first; a virtual machine evaluates all that [||] asks for. *)
Fixpoint some (T : Type) (f : T -> bool) (l : list T) : bool := if l is x :: l' then if f x then true else some f l' else false.

Fixpoint settled (cuts : nat) (along : axis) (a : question) : bool :=
  if some (answered a) (any a) then true else
  if some (fun g => nonpos (signs a g)) (guards a) then true else
  if cuts is c.+1 then if settled c (next along) (low along a) then settled c (next along) (high along a) else false else false.

Lemma at3_shift_x h p u v w : at3 (shift_x h p) u v w == at3 p (u + inject_Z h) v w.
Proof. by apply: shifted_at => [a b|n a|]; [apply: at2_add | apply: at2_scale | reflexivity]. Qed.

Lemma at_map (R : Type) (ev ev' : R -> Q) (f : R -> R) p t : (forall c, ev (f c) == ev' c) -> at_ ev (map f p) t == at_ ev' p t.
Proof. by move=> e; elim: p => [|c p IH] /=; rewrite ?e ?IH; reflexivity. Qed.

Lemma at3_shift_y h p u v w : at3 (shift_y h p) u v w == at3 p u (v + inject_Z h) w.
Proof.
apply: at_map => p2; rewrite /at2; apply: shifted_at => [a b|n a|]; [apply: at1_add | apply: at1_scale | reflexivity].
Qed.

Lemma at3_shift_s h p u v w : at3 (shift_s h p) u v w == at3 p u v (w + inject_Z h).
Proof.
apply: at_map => p2; rewrite /at2; apply: at_map => p1; rewrite /at1.
by apply: shifted_at => [a b|n a|]; rewrite ?inject_Z_plus ?inject_Z_mult; reflexivity.
Qed.

Lemma at3_at p u u' v v' w w' : u == u' -> v == v' -> w == w' -> at3 p u v w == at3 p u' v' w'.
Proof.
move=> uu vv ww; rewrite /at3 (at_at _ _ uu); rewrite -[X in at_ _ X u' == _](map_id p); apply: at_map => p2 /=; rewrite /at2 (at_at _ _ vv).
by rewrite -[X in at_ _ X v' == _](map_id p2); apply: at_map => p1 /=; apply: at_at.
Qed.

(** A point of the box where the conditions are asked for. *)
Definition asks (a : question) (u v w : Q) : Prop :=
  [/\ 0 <= u /\ u <= inject_Z (side_x a), 0 <= v /\ v <= inject_Z (side_y a), 0 <= w /\ w <= inject_Z (side_s a),
      0 <= at3 (above a) u v w & forall g, List.In g (guards a) -> 0 < at3 g u v w].
Definition holds (a : question) (u v w : Q) : Prop := exists2 f, List.In f (any a) & 0 <= at3 f u v w.

Lemma some_in (T : Type) (f : T -> bool) (l : list T) : some f l -> exists2 x, List.In x l & f x.
Proof. by elim: l => [|z l IH] //=; case: ifP => [fz _|_ /IH[x i fx]]; [exists z; [left|] | exists x; [right|]]. Qed.

Lemma answered_at a p u v w : answered a p -> asks a u v w -> 0 <= at3 p u v w.
Proof.
move=> ans [[u0 u1] [v0 v1] [w0 w1] over _]; move: ans; rewrite /answered; case: ifP => [s _|_]; first exact: nonneg_at s _ _ _ _ _ _.
set n := least_multiple _ _ _; case: Z.ltb_spec => [npos|//] s.
have := nonneg_at s u0 u1 v0 v1 w0 w1; rewrite /without at3_add !at3_scale inject_Z_opp.
have n0 : 0 <= inject_Z n by rewrite -[0]/(inject_Z 0) -Zle_Qle; apply: Z.lt_le_incl.
have := Qmult_le_0_compat _ _ n0 over; rewrite /fine; change (inject_Z 1024) with (1024#1); lra.
Qed.

Lemma nonpos_at dx dy ds p u v w : nonpos (coefficients dx dy ds p) ->
  0 <= u -> u <= inject_Z dx -> 0 <= v -> v <= inject_Z dy -> 0 <= w -> w <= inject_Z ds -> at3 p u v w <= 0.
Proof.
move=> signs u0 u1 v0 v1 w0 w1; suff : 0 <= - at3 p u v w by lra.
have minus R (ev : R -> Q) r t : - at_ ev r t == at_ (fun c => - ev c) r t.
  by elim: r => [|c r IH] /=; [reflexivity | rewrite -IH; ring].
rewrite /at3 minus; apply: (@bernstein_nonneg _ add2 scale2 _ _ _ dx p u u0 u1) => [a b|n a|p2 i2]; rewrite ?at2_add ?at2_scale; try ring.
rewrite /at2 minus; apply: (@bernstein_nonneg _ add1 scale1 _ _ _ dy p2 v v0 v1) => [a b|n a|p1 i1]; rewrite ?at1_add ?at1_scale; try ring.
rewrite /at1 minus; apply: (@bernstein_nonneg _ Z.add Z.mul _ _ _ ds p1 w w0 w1) => [a b|n a|c ic]; rewrite ?inject_Z_plus ?inject_Z_mult; try ring.
suff : inject_Z c <= inject_Z 0 by change (inject_Z 0) with 0; lra.
by rewrite -Zle_Qle; apply/Z.leb_le; apply: (all_in signs); apply: (in_flatten i2); apply: (in_flatten i1).
Qed.

(** What is asked of a box is asked of the half in which a point is. *)
Lemma cut_side (n : Z) (u : Q) : 0 <= u -> u <= inject_Z n ->
  u <= inject_Z (half n) \/ 0 <= u - inject_Z (half n) /\ u - inject_Z (half n) <= inject_Z (n - half n).
Proof.
move=> u0 u1; have [lt|ge] := Qlt_le_dec (inject_Z (half n)) u; [right | by left].
by rewrite /Z.sub inject_Z_plus inject_Z_opp; lra.
Qed.

Lemma halves along a u v w : asks a u v w -> exists b, exists '(u', v', w'), [/\ b = low along a \/ b = high along a, asks b u' v' w'
  & holds b u' v' w' -> holds a u v w].
Proof.
case: a => x y s g l f [[u0 u1] [v0 v1] [w0 w1] over room]; rewrite /= in u1 v1 w1 over room.
have back (shift : poly3 -> poly3) u' v' w' x' y' s' : (forall p, at3 (shift p) u' v' w' == at3 p u v w) ->
    [/\ 0 <= u' /\ u' <= inject_Z x', 0 <= v' /\ v' <= inject_Z y' & 0 <= w' /\ w' <= inject_Z s'] ->
    asks (each shift x' y' s' (Question x y s g l f)) u' v' w' /\
    (holds (each shift x' y' s' (Question x y s g l f)) u' v' w' -> holds (Question x y s g l f) u v w).
  move=> same [? ? ?]; split.
    split=> //=; first by rewrite same.
    by move=> p /List.in_map_iff[p' [<- i]]; rewrite same; apply: room.
  by case=> p /= /List.in_map_iff[p' [<- i]]; rewrite same => h; exists p'.
have sub (h : Z) (z : Q) : z - inject_Z h + inject_Z h == z by lra.
case: along.
- have [le|[ge le]] := cut_side u0 u1.
    by exists (Question (half x) y s g l f), (u, v, w); split; [left | split=> /=|].
  exists (high AlongX (Question x y s g l f)), (u - inject_Z (half x), v, w).
  have same p : at3 (shift_x (half x) p) (u - inject_Z (half x)) v w == at3 p u v w by rewrite at3_shift_x; apply: at3_at; [apply: sub | reflexivity | reflexivity].
  have [h1 h2] := back _ _ _ _ _ _ _ same (And3 (conj ge le) (conj v0 v1) (conj w0 w1)).
  by split=> //; right.
- have [le|[ge le]] := cut_side v0 v1.
    by exists (Question x (half y) s g l f), (u, v, w); split; [left | split=> /=|].
  exists (high AlongY (Question x y s g l f)), (u, v - inject_Z (half y), w).
  have same p : at3 (shift_y (half y) p) u (v - inject_Z (half y)) w == at3 p u v w by rewrite at3_shift_y; apply: at3_at; [reflexivity | apply: sub | reflexivity].
  have [h1 h2] := back _ _ _ _ _ _ _ same (And3 (conj u0 u1) (conj ge le) (conj w0 w1)).
  by split=> //; right.
have [le|[ge le]] := cut_side w0 w1.
  by exists (Question x y (half s) g l f), (u, v, w); split; [left | split=> /=|].
exists (high AlongS (Question x y s g l f)), (u, v, w - inject_Z (half s)).
have same p : at3 (shift_s (half s) p) u v (w - inject_Z (half s)) == at3 p u v w by rewrite at3_shift_s; apply: at3_at; [reflexivity | reflexivity | apply: sub].
have [h1 h2] := back _ _ _ _ _ _ _ same (And3 (conj u0 u1) (conj v0 v1) (conj ge le)).
by split=> //; right.
Qed.

Theorem settled_holds cuts along a u v w : settled cuts along a -> asks a u v w -> holds a u v w.
Proof.
elim: cuts along a u v w => [|c IH] along a u v w; rewrite /=.
  case: ifP => [/some_in[p i ans] _ q|_]; first by exists p => //; apply: answered_at ans q.
  case: ifP => [/some_in[g i np] _ [[u0 u1] [v0 v1] [w0 w1] _ room]|//].
  by have := nonpos_at np u0 u1 v0 v1 w0 w1; have := room g i; lra.
case: ifP => [/some_in[p i ans] _ q|_]; first by exists p => //; apply: answered_at ans q.
case: ifP => [/some_in[g i np] _ [[u0 u1] [v0 v1] [w0 w1] _ room]|_].
  by have := nonpos_at np u0 u1 v0 v1 w0 w1; have := room g i; lra.
case: ifP => // sl sh q; have [b [[[u' v'] w'] [[->|->] q' up]]] := halves along q; apply: up.
  exact: IH sl q'.
exact: IH sh q'.
Qed.
