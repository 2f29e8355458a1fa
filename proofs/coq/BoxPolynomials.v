(** * Polynomials on boxes by Bernstein coefficients (proofs/gemm-holding-cost.md, "Certified potentials")

    Polynomials in three variables with whole coefficients, lists of lists of lists, by powers of x, y and s. On a box that begins at 0 they
    are nowhere negative where their Bernstein coefficients are not. Nothing is rounded. *)
From Coq Require Import ZArith QArith Lqa.
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Q_scope.

(** ** In one variable, with coefficients of any kind *)
Section Polynomial.
Variables (R : Type) (add : R -> R -> R) (scale : Z -> R -> R) (times : R -> R -> R) (none : R).

Fixpoint plus (p r : list R) : list R :=
  match p, r with c :: p', d :: r' => add c d :: plus p' r' | [::], _ => r | _, [::] => p end.
Definition scaled (n : Z) (p : list R) : list R := map (scale n) p.
Fixpoint product (p r : list R) : list R :=
  if p is c :: p' then plus (map (times c) r) (none :: product p' r) else [::].
(** The polynomial from [h] on. *)
Fixpoint shifted (h : Z) (p : list R) : list R :=
  if p is c :: p' then let r := shifted h p' in plus [:: c] (plus (scaled h r) (none :: r)) else [::].
(** Its value at [h]. *)
Fixpoint value_at (h : Z) (p : list R) : R := if p is c :: p' then add c (scale h (value_at h p')) else none.
(** Multiples of the Bernstein coefficients on a side from 0 to [d]. *)
Definition bernstein (d : Z) (p : list R) : list R :=
  match p with
  | [:: a; b] => [:: a; add a (scale d b)]
  | [:: a; b; c] => let b' := scale d b in
    [:: a; add (scale 2 a) b'; add a (add b' (scale (d * d) c))]
  | [:: a; b; c; e] => let b' := scale d b in let c' := scale (d * d) c in
    [:: a; add (scale 3 a) b'; add (scale 3 a) (add (scale 2 b') c'); add a (add b' (add c' (scale (d * d * d) e)))]
  | _ => p
  end.

Variable ev : R -> Q.
Fixpoint at_ (p : list R) (t : Q) : Q := if p is c :: p' then ev c + t * at_ p' t else 0.

Hypothesis ev_add : forall a b, ev (add a b) == ev a + ev b.
Hypothesis ev_scale : forall n a, ev (scale n a) == inject_Z n * ev a.
Hypothesis ev_times : forall a b, ev (times a b) == ev a * ev b.
Hypothesis ev_none : ev none == 0.

Lemma plus_at p r t : at_ (plus p r) t == at_ p t + at_ r t.
Proof. by elim: p r => [|c p IH] [|d r] /=; rewrite ?IH ?ev_add; ring. Qed.
Lemma scaled_at n p t : at_ (scaled n p) t == inject_Z n * at_ p t.
Proof. by elim: p => [|c p IH] /=; rewrite ?IH ?ev_scale; ring. Qed.
Lemma product_at p r t : at_ (product p r) t == at_ p t * at_ r t.
Proof.
elim: p => [|c p IH]; first by rewrite /=; ring.
have -> : product (c :: p) r = plus (map (times c) r) (none :: product p r) by [].
rewrite plus_at /= IH ev_none; suff -> : at_ [seq times c i | i <- r] t == ev c * at_ r t by ring.
by elim: r {IH} => [|d r IH] /=; rewrite ?IH ?ev_times; ring.
Qed.
Lemma shifted_at h p t : at_ (shifted h p) t == at_ p (t + inject_Z h).
Proof.
elim: p => [|c p IH]; first by reflexivity.
have -> : shifted h (c :: p) = plus [:: c] (plus (scaled h (shifted h p)) (none :: shifted h p)) by [].
by rewrite !plus_at scaled_at /= IH ev_none; ring.
Qed.
Lemma value_at_at h p : ev (value_at h p) == at_ p (inject_Z h).
Proof. by elim: p => [|c p IH] /=; rewrite ?ev_none ?ev_add ?ev_scale ?IH; reflexivity. Qed.
Lemma at_at p t t' : t == t' -> at_ p t == at_ p t'.
Proof. by move=> tt; elim: p => [|c p IH] /=; rewrite ?IH ?tt; reflexivity. Qed.

Lemma bernstein_nonneg d p t : 0 <= t -> t <= inject_Z d -> (forall c, List.In c (bernstein d p) -> 0 <= ev c) -> 0 <= at_ p t.
Proof.
move=> t0 td.
have powers r : (forall c, List.In c r -> 0 <= ev c) -> 0 <= at_ r t.
  elim: r => [|c r IH] h /=; first lra.
  have := h c (or_introl erefl); have := Qmult_le_0_compat _ _ t0 (IH (fun c' i => h c' (or_intror i))); lra.
have [d0|dpos] : inject_Z d <= 0 \/ 0 < inject_Z d by have [|] := Qlt_le_dec 0 (inject_Z d); [right|left].
  have tz : t == 0 by lra.
  case: p => [|a p] h /=; first lra.
  have : 0 <= ev a by apply: h; case: p => [|? [|? [|? [|]]]]; left.
  by have := Qmult_comp _ _ tz _ _ (Qeq_refl (at_ p t)); lra.
set D := inject_Z d in td dpos; pose u := D - t; have u0 : 0 <= u by rewrite /u; lra.
have cut x : 0 <= D * x -> 0 <= x by move=> h; apply/Qnot_lt_le => lt; nra.
case: p => [|a [|b [|c [|e [|? ?]]]]] h; try exact: powers.
- have h0 := h _ (or_introl erefl); have h1 := h _ (or_intror (or_introl erefl)).
  rewrite !(ev_add, ev_scale) -/D in h0 h1; apply: cut.
  have -> : D * at_ [:: a; b] t == u * ev a + t * (ev a + D * ev b) by rewrite /= /u; ring.
  by have := Qmult_le_0_compat _ _ u0 h0; have := Qmult_le_0_compat _ _ t0 h1; lra.
- have h0 := h _ (or_introl erefl); have h1 := h _ (or_intror (or_introl erefl)); have h2 := h _ (or_intror (or_intror (or_introl erefl))).
  rewrite !(ev_add, ev_scale) ?inject_Z_mult -/D in h0 h1 h2; do 2 apply: (cut _).
  set h1' := _ + _ in h1; set h2' := _ + _ in h2.
  have -> : D * (D * at_ [:: a; b; c] t) == u * u * ev a + u * t * h1' + t * t * h2'.
    by rewrite /= /u /h1' /h2'; change (inject_Z 2) with (2#1); ring.
  have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ u0 u0) h0; have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ u0 t0) h1.
  by have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ t0 t0) h2; lra.
- have h0 := h _ (or_introl erefl); have h1 := h _ (or_intror (or_introl erefl)).
  have h2 := h _ (or_intror (or_intror (or_introl erefl))); have h3 := h _ (or_intror (or_intror (or_intror (or_introl erefl)))).
  rewrite !(ev_add, ev_scale) ?inject_Z_mult -/D in h0 h1 h2 h3; do 3 apply: (cut _).
  set h1' := _ + _ in h1; set h2' := _ + _ in h2; set h3' := _ + _ in h3.
  have -> : D * (D * (D * at_ [:: a; b; c; e] t)) == u * u * u * ev a + u * u * t * h1' + u * t * t * h2' + t * t * t * h3'.
    by rewrite /= /u /h1' /h2' /h3'; change (inject_Z 2) with (2#1); change (inject_Z 3) with (3#1); ring.
  have uu := Qmult_le_0_compat _ _ u0 u0; have tt := Qmult_le_0_compat _ _ t0 t0.
  have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ uu u0) h0; have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ uu t0) h1.
  have utt : 0 <= u * t * t by have := Qmult_le_0_compat _ _ u0 tt; lra.
  by have := Qmult_le_0_compat _ _ utt h2; have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ tt t0) h3; lra.
Qed.
End Polynomial.

(** ** In one, two and three variables *)
Notation poly1 := (list Z). Notation poly2 := (list poly1). Notation poly3 := (list poly2).
Definition add1 := plus Z.add. Definition add2 := plus add1. Definition add3 := plus add2.
Definition scale1 := scaled Z.mul. Definition scale2 := scaled scale1. Definition scale3 := scaled scale2.
Definition mul1 := product Z.add Z.mul 0%Z. Definition mul2 := product add1 mul1 [::]. Definition mul3 := product add2 mul2 [::].
Definition at1 (p : poly1) (w : Q) : Q := at_ inject_Z p w.
Definition at2 (p : poly2) (v w : Q) : Q := at_ (fun p' => at1 p' w) p v.
Definition at3 (p : poly3) (u v w : Q) : Q := at_ (fun p' => at2 p' v w) p u.

Lemma at1_add p r w : at1 (add1 p r) w == at1 p w + at1 r w. Proof. by apply: plus_at => a b; rewrite inject_Z_plus; reflexivity. Qed.
Lemma at1_scale n p w : at1 (scale1 n p) w == inject_Z n * at1 p w. Proof. by apply: scaled_at => m a; rewrite inject_Z_mult; reflexivity. Qed.
Lemma at1_mul p r w : at1 (mul1 p r) w == at1 p w * at1 r w.
Proof. by apply: product_at => [a b|a b|]; rewrite ?inject_Z_plus ?inject_Z_mult; reflexivity. Qed.
Lemma at2_add p r v w : at2 (add2 p r) v w == at2 p v w + at2 r v w. Proof. by apply: plus_at => a b; apply: at1_add. Qed.
Lemma at2_scale n p v w : at2 (scale2 n p) v w == inject_Z n * at2 p v w. Proof. by apply: scaled_at => m a; apply: at1_scale. Qed.
Lemma at2_mul p r v w : at2 (mul2 p r) v w == at2 p v w * at2 r v w.
Proof. by apply: product_at => [a b|a b|]; [apply: at1_add | apply: at1_mul | reflexivity]. Qed.
Lemma at3_add p r u v w : at3 (add3 p r) u v w == at3 p u v w + at3 r u v w. Proof. by apply: plus_at => a b; apply: at2_add. Qed.
Lemma at3_scale n p u v w : at3 (scale3 n p) u v w == inject_Z n * at3 p u v w.
Proof. by apply: scaled_at => m a; apply: at2_scale. Qed.
Lemma at3_mul p r u v w : at3 (mul3 p r) u v w == at3 p u v w * at3 r u v w.
Proof. by apply: product_at => [a b|a b|]; [apply: at2_add | apply: at2_mul | reflexivity]. Qed.

(** ** Signs *)
Definition coefficients (dx dy ds : Z) (p : poly3) : list Z :=
  flatten [seq flatten [seq bernstein Z.add Z.mul ds p1 | p1 <- bernstein add1 scale1 dy p2] | p2 <- bernstein add2 scale2 dx p].
Definition nonneg (coefs : list Z) : bool := all (Z.leb 0) coefs.
Definition nonpos (coefs : list Z) : bool := all (fun c => Z.leb c 0) coefs.

(** What is in the rows of a list of lists. *)
Lemma in_flatten (T S : Type) (f : T -> list S) (l : list T) x y : List.In x l -> List.In y (f x) -> List.In y (flatten (map f l)).
Proof. by elim: l => [|z l IH] //= [->|i] j; apply: List.in_or_app; [left | right; apply: IH]. Qed.

Lemma all_in (T : Type) (f : T -> bool) (l : list T) x : all f l -> List.In x l -> f x.
Proof. by elim: l => [|z l IH] //= /andP[fz fl] [<-|] //; apply: IH. Qed.

Lemma nonneg_at dx dy ds p u v w : nonneg (coefficients dx dy ds p) ->
  0 <= u -> u <= inject_Z dx -> 0 <= v -> v <= inject_Z dy -> 0 <= w -> w <= inject_Z ds -> 0 <= at3 p u v w.
Proof.
move=> signs u0 u1 v0 v1 w0 w1.
apply: (@bernstein_nonneg _ add2 scale2 _ _ _ dx p u u0 u1) => [a b|n a|p2 i2]; [exact: at2_add | exact: at2_scale |].
apply: (@bernstein_nonneg _ add1 scale1 _ _ _ dy p2 v v0 v1) => [a b|n a|p1 i1]; [exact: at1_add | exact: at1_scale |].
apply: (@bernstein_nonneg _ Z.add Z.mul _ _ _ ds p1 w w0 w1) => [a b|n a|c ic]; [by rewrite inject_Z_plus; reflexivity | by rewrite inject_Z_mult; reflexivity |].
rewrite -[0]/(inject_Z 0) -Zle_Qle; apply/Z.leb_le; apply: (all_in signs).
by apply: (in_flatten i2); apply: (in_flatten i1).
Qed.
