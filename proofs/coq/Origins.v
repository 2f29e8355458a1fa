(** * Where the values of fast memories and of slow memory come from *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Origins.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Implicit Types (x : point C) (g : group C) (p : M) (t s : nat) (v : value C).

(** What is new in memory [p] after a step was loaded or made by it. *)
Lemma new_in_fast p t v : t < N -> v \in fast (at_time e t.+1) p -> v \notin fast (at_time e t) p ->
  match act e t with
  | Load q u => q = p /\ u = v
  | Multiply q x X => q = p /\ v = Sum (group_of x) (x |: X)
  | Add q g X Y => q = p /\ v = Sum g (X :|: Y)
  | _ => False
  end.
Proof.
move=> tN h nh; have := steps leg tN.
have G q u : gains (at_time e t) (at_time e t.+1) q u -> q = p /\ v = u.
  move=> /forallP/(_ p)/subsetP/(_ _ h); case: eqP => [<-|_]; last by rewrite (negPf nh).
  by rewrite !inE (negPf nh) orbF => /eqP.
case: (act e _) => /= [q u|q u|q x X|q g X Y|q g X Y|].
- by case/and3P => _ /G[-> ->].
- by case/and3P => _ /forallP/(_ p)/subsetP/(_ _ h); rewrite (negPf nh).
- by case/and4P => _ _ /G.
- by case/and4P => _ _ /G.
- by case/and4P => _ _ /forallP/(_ p)/subsetP/(_ _ h); rewrite (negPf nh).
- by case/andP => /forallP/(_ p)/subsetP/(_ _ h); rewrite (negPf nh).
Qed.

(** What is new in slow memory was stored, or added there. *)
Lemma new_in_slow t v : t < N -> v \in slow (at_time e t.+1) -> v \notin slow (at_time e t) ->
  (exists p, act e t = Store p v) \/ exists p g X Y, act e t = Accumulate p g X Y /\ v = Sum g (X :|: Y).
Proof.
move=> tN h /negPf nh; have := steps leg tN; case: (act e t) => [p u|p u|p x X|p g X Y|p g X Y|] /=.
- by case/and3P => _ _ /subsetP/(_ _ h); rewrite nh.
- by case/and3P => _ _ /subsetP/(_ _ h); rewrite !inE nh orbF => /eqP ->; left; exists p.
- by case/and4P => _ _ _ /subsetP/(_ _ h); rewrite nh.
- by case/and4P => _ _ _ /subsetP/(_ _ h); rewrite nh.
- by case/and4P => _ _ _ /subsetP/(_ _ h); rewrite !inE nh orbF => /eqP ->; right; exists p, g, X, Y.
- by case/andP => _ /subsetP/(_ _ h); rewrite nh.
Qed.

Lemma word_origin p w t0 t : t0 <= t <= N -> Word w \in fast (at_time e t) p ->
  Word w \in fast (at_time e t0) p \/ exists2 s, t0 <= s < t & act e s = Load p (Word w).
Proof.
case/andP => t0t; rewrite -(subnKC t0t); elim: (t - t0) => [|d IH]; first by rewrite addn0; left.
rewrite addnS => dN h; have [h'|nh] := boolP (Word w \in fast (at_time e (t0 + d)) p).
  have [|[s /andP[a b] c]] := IH (ltnW dN) h'; [by left | right].
  by exists s; rewrite ?a ?(leq_trans b) ?leqnSn.
right; exists (t0 + d); first by rewrite leq_addr leqnn.
by have := new_in_fast dN h nh; case: (act e _) => //= [q u [-> ->]|q x X []|q g X Y []].
Qed.

(** Sums in fast memory: some sum of the group was there, or was loaded, or every product in it was formed there since. *)
Lemma sum_origin p g X t0 t : t0 <= t <= N -> Sum g X \in fast (at_time e t) p ->
  [\/ exists X', Sum g X' \in fast (at_time e t0) p,
      exists s X', t0 <= s < t /\ act e s = Load p (Sum g X')
    | forall x, x \in X -> exists s Y, t0 <= s < t /\ act e s = Multiply p x Y].
Proof.
case/andP => t0t; rewrite -(subnKC t0t); elim: (t - t0) X => [|d IH] X.
  by rewrite addn0 => _ h; constructor 1; exists X.
rewrite addnS => dN h; have later s : t0 <= s < t0 + d -> t0 <= s < (t0 + d).+1.
  by case/andP => -> lt; rewrite ltnS ltnW.
have {}IH X' : Sum g X' \in fast (at_time e (t0 + d)) p -> _ := fun h' => IH X' (ltnW dN) h'.
have [h'|nh] := boolP (Sum g X \in fast (at_time e (t0 + d)) p).
  have [?|[s [X' [/later ? ?]]]|m] := IH X h'; [by constructor 1 | by constructor 2; exists s, X' | constructor 3].
  by move=> x /m[s [Y [/later ? ?]]]; exists s, Y.
have now : t0 <= t0 + d < (t0 + d).+1 by rewrite leq_addr leqnn.
have := new_in_fast dN h nh; have := steps leg dN; case aE: (act e _) => [q u|q u|q y Y|q g' Y Z|q g' Y Z|] //=.
- by move=> _ [qp uE]; constructor 2; exists (t0 + d), X; rewrite aE qp uE.
- move=> st [qp [gE XE]]; subst q g X; case/and4P: st => _ /orP[/eqP Y0|inY] _ _.
    by constructor 3 => x; rewrite Y0 !inE orbF => /eqP ->; exists (t0 + d), Y.
  have [?|[s [X' [/later ? ?]]]|m] := IH Y inY; [by constructor 1 | by constructor 2; exists s, X' | constructor 3].
  move=> x; rewrite !inE => /predU1P[->|/m[s [Z [/later ? ?]]]]; [by exists (t0 + d), Y | by exists s, Z].
- move=> st [qp [gE XE]]; subst q g' X; case/and4P: st => inY inZ _ _.
  have [?|[s [X' [/later ? ?]]]|m] := IH Y inY; [by constructor 1 | by constructor 2; exists s, X' |].
  have [?|[s [X' [/later ? ?]]]|m'] := IH Z inZ; [by constructor 1 | by constructor 2; exists s, X' | constructor 3].
  by move=> x; rewrite inE => /orP[/m|/m'] [s [W [/later ? ?]]]; exists s, W.
Qed.
End Origins.
