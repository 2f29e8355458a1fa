(** * Compulsory traffic (proofs/compulsory.md)

    Every word that some product of an output needs is loaded, every output that has products is stored, or completed by what is sent. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Origins.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** The products that an output is made of, directly or through inner stages. *)
Inductive needed (C : computation) : point C -> Prop :=
| NeededOutput x : group_of x \in outputs C -> needed x
| NeededInner x y : needed y -> inr (group_of x) \in reads y -> needed x.

Section Compulsory.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Implicit Types (x y : point C) (g : group C) (p q : M) (t s : nat) (v : value C).

Definition present t v : Prop := v \in slow (at_time e t) \/ exists p, v \in fast (at_time e t) p.

(** What is nowhere at the start is made, loaded or stored by the step before. *)
Lemma present_step t v : t < N -> present t.+1 v ->
  [\/ present t v, exists p x X, act e t = Multiply p x X /\ v = Sum (group_of x) (x |: X)
    | exists g X Y, [/\ v = Sum g (X :|: Y), present t (Sum g X) & present t (Sum g Y)]].
Proof.
move=> tN; have := steps leg tN.
have G p' u p : gains (at_time e t) (at_time e t.+1) p' u -> v \in fast (at_time e t.+1) p ->
    v \in fast (at_time e t) p \/ v = u.
  move=> /forallP/(_ p)/subsetP sub /sub; case: eqP => _; last by left.
  by rewrite !inE => /predU1P[]; [right | left].
case: (act e t) => [p' u|p' u|p' x X|p' g X Y|p' g X Y|] /=.
- by case/and3P => us gn /subsetP W [/W h|[p /(G _ _ _ gn)[h|->]]]; constructor 1; [left | right; exists p | left].
- case/and3P => us /forallP f /subsetP W [/W|[p /(subsetP (f p)) h]]; last by constructor 1; right; exists p.
  by rewrite !inE => /predU1P[->|h]; constructor 1; [right; exists p' | left].
- case/and4P => _ _ gn /subsetP W [/W h|[p hp]]; first by constructor 1; left.
  by have [h|vE] := G _ _ _ gn hp; [constructor 1; right; exists p | constructor 2; exists p', x, X].
- case/and4P => inX inY gn /subsetP W [/W h|[p hp]]; first by constructor 1; left.
  have [h|vE] := G _ _ _ gn hp; [by constructor 1; right; exists p | constructor 3; exists g, X, Y].
  by split=> //; right; exists p'.
- case/and4P => inX inY /forallP f /subsetP W [/W|[p /(subsetP (f p)) h]]; last by constructor 1; right; exists p.
  rewrite !inE => /predU1P[->|h]; [constructor 3; exists g, X, Y | by constructor 1; left].
  by split=> //; [right; exists p' | left].
- by case/andP => /forallP f /subsetP W [/W h|[p /(subsetP (f p)) h]]; constructor 1; [left | right; exists p].
Qed.

Lemma formed t g X x : t <= N -> present t (Sum g X) -> x \in X -> exists t' p Y, t' < t /\ act e t' = Multiply p x Y.
Proof.
elim: t g X => [|t IH] g X tN.
  case=> [/(starts_with_input leg) /eqP ->|[p]]; first by rewrite inE.
  by rewrite (starts_empty leg) inE.
have IH' g' X' : present t (Sum g' X') -> x \in X' -> exists t' p Y, t' < t.+1 /\ act e t' = Multiply p x Y.
  by move=> pr xX; have [t' [p [Y [lt aY]]]] := IH g' X' (ltnW tN) pr xX; exists t', p, Y; rewrite ltnS ltnW.
have st := steps leg tN.
case/(present_step tN) => [|[p [y [Y [aY [gE XE]]]]]|[g' [Y [Y' [[gE XE] pY pY']]]]]; first exact: IH'.
  subst g X; rewrite !inE => /predU1P[->|xY]; first by exists t, p, Y.
  move: st; rewrite aY /= => /and4P[_ /orP[/eqP Y0|inY] _ _]; first by rewrite Y0 inE in xY.
  exact: (IH' _ _ (or_intror (ex_intro _ p inY))).
by subst g X; rewrite inE => /orP[/(IH' _ _ pY)|/(IH' _ _ pY')].
Qed.

Lemma needed_formed x : needed x -> exists t p Y, t < N /\ act e t = Multiply p x Y.
Proof.
elim=> {x} [x go|x y _ [t [p [Y [tN aY]]]] r].
  apply: (@formed N (group_of x) (terms (group_of x))); rewrite ?inE //.
  by left; apply: finishes leg _ go.
have := steps leg tN; rewrite aY /= => /and4P[/forallP/(_ (inr (group_of x))) h _ _ _].
rewrite r /= in h; have [|t' [q [Z [lt aZ]]]] := @formed t _ _ x (ltnW tN) (or_intror (ex_intro _ p h)).
  by rewrite inE.
by exists t', q, Z; rewrite (ltn_trans lt tN).
Qed.

Lemma word_loaded w x : needed x -> inl w \in reads x -> exists t p, t < N /\ act e t = Load p (Word w).
Proof.
move=> /needed_formed[t [p [Y [tN aY]]]] r.
have := steps leg tN; rewrite aY /= => /and4P[/forallP/(_ (inl w)) + _ _ _]; rewrite r /= => h.
have [||[s /andP[_ st] aE]] := word_origin leg (t0 := 0) _ h; [exact: ltnW | by rewrite (starts_empty leg) inE |].
by exists s, p; rewrite (ltn_trans st tN).
Qed.

Theorem compulsory_loads (W : {set word C}) :
  (forall w, w \in W -> exists2 x, needed x & inl w \in reads x) -> \sum_(w in W) word_size z w <= loads z e.
Proof.
move=> used; rewrite /loads exchange_big /=.
apply: (injective_payment (P := fun w (t : 'I_N) => exists p, act e t = Load p (Word w))) => [w|w w' t _ _ [p ->] [q]].
  move=> /used[x nx r]; have [t [p [tN aE]]] := word_loaded nx r.
  exists (Ordinal tN); first by exists p.
  by rewrite (bigD1 p) //= aE /= eqxx leq_addr.
by case.
Qed.

Theorem compulsory_stores : (forall g, g \in outputs C -> terms g != set0) ->
  \sum_(g in outputs C) output_size z g <= stores z e.
Proof.
move=> nonempty; rewrite /stores exchange_big /=.
apply: (injective_payment (P := fun g (t : 'I_N) => completes e g t)) => [g go|g g' t _ _]; last exact: completes_inj.
have [t tN ct] := completed leg go (nonempty g go); exists (Ordinal tN) => //.
have [_ [p aE]] := ct; rewrite (bigD1 p) //=; apply: leq_trans (leq_addr _ _).
by case: aE => [->|[X [Y [-> XY]]]]; rewrite /= ?/addend_size ?XY !eqxx ?leq_maxr.
Qed.

Theorem compulsory (W : {set word C}) :
  (forall w, w \in W -> exists2 x, needed x & inl w \in reads x) ->
  (forall g, g \in outputs C -> terms g != set0) ->
  \sum_(w in W) word_size z w + \sum_(g in outputs C) output_size z g <= traffic z e.
Proof. by move=> used nonempty; rewrite leq_add ?compulsory_loads ?compulsory_stores. Qed.
End Compulsory.
