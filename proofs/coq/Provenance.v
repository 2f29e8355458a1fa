(** * Provenance of a sum in fast memory (proofs/chain-births.md, sections 2 and 3)

    A sum [Sum g X] in memory [p0] at time [fin] is followed backwards, product by product, by the rule of Trace.v: to the step at
    which the product was multiplied, through every load and store on the way. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Moves.
Variables (M : finType) (C : computation).

(** A load into memory p, or also a store from it, of a sum of group g. *)
Definition loads_sum (p : M) (g : group C) (o : step_kind M C) : bool :=
  if o is Load q (Sum g' _) then (q == p) && (g' == g) else false.
Definition moves_sum (p : M) (g : group C) (o : step_kind M C) : bool :=
  match o with Load q (Sum g' _) | Store q (Sum g' _) => (q == p) && (g' == g) | _ => false end.

Lemma loads_moves p g o : loads_sum p g o -> moves_sum p g o.
Proof. by case: o => //= q []. Qed.

(** Some sum of the group is in memory p. *)
Definition resident_sum (e : execution M C) (p : M) (t : nat) (g : group C) : bool :=
  [exists X, Sum g X \in fast (at_time e t) p].
End Moves.

Section Provenance.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation resident := (resident_sum e).
Variables (fin : nat) (p0 : M) (g : group C) (X0 : {set point C}).
Hypothesis fin_in : fin <= N.
Hypothesis sum_in : Sum g X0 \in fast (at_time e fin) p0.
Implicit Types (x : point C) (p : M) (t s : nat).

Fixpoint walk (d : nat) x : place M C :=
  if d is d'.+1 then back (act e (fin - d)) x (walk d' x) else Some (Some p0, X0).
Definition trail t x : place M C := walk (fin - t) x.

Lemma trail_end x : trail fin x = Some (Some p0, X0).
Proof. by rewrite /trail subnn. Qed.

Lemma trail_step t x : t < fin -> trail t x = back (act e t) x (trail t.+1 x).
Proof. by move=> lt; rewrite /trail -subnSK //= subnSK // subKn // ltnW. Qed.

Lemma trail_holds t x : x \in X0 -> group_of x = g -> t <= fin -> holds (at_time e t) x (trail t x).
Proof.
move=> xX gx; have [d] := ubnP (fin - t); elim: d t => // d IH t; rewrite ltnS => le; rewrite leq_eqVlt => /predU1P[->|lt].
  by rewrite trail_end /= xX gx.
rewrite trail_step //; apply: back_holds (steps leg (leq_trans lt fin_in)) (IH _ _ lt).
by rewrite (leq_trans _ le) // ltn_sub2l.
Qed.

Lemma trail_none_before t t' x : t <= t' -> t' <= fin -> trail t' x = None -> trail t x = None.
Proof.
move=> tt'; rewrite -(subnKC tt'); elim: (t' - t) => [|d IH]; first by rewrite addn0.
by rewrite addnS => le h; apply: IH (ltnW le) _; rewrite trail_step // h.
Qed.

(** Where the product [x] was multiplied: at step [s], in memory [p]. *)
Definition made_at x s p : Prop := [/\ s < fin, exists Y, act e s = Multiply p x Y,
  [forall r in reads x, operand r \in fast (at_time e s) p], within p (trail s.+1 x)
  & forall t, t <= fin -> (trail t x == None) = (t <= s)].

Lemma origin x : x \in X0 -> group_of x = g -> exists s p, made_at x s p.
Proof.
move=> xX gx; have ex : exists t, (t <= fin) && (trail t x != None) by exists fin; rewrite leqnn trail_end.
case: (ex_minnP ex) => -[|s] /andP[sf ns] min.
  have := trail_holds xX gx sf; case: (trail 0 x) ns => // -[[p|] X] _ /= /andP[xX'].
    by rewrite (starts_empty leg) inE.
  by move/(starts_with_input leg) => /eqP X0'; rewrite X0' inE in xX'.
have none : trail s x = None.
  apply/eqP; case: eqP => // /eqP h; have := min s; by rewrite h (ltnW sf) ltnn => /(_ isT).
have := none; rewrite trail_step // => back_is.
have [p [Y [aE wp ok]]] := back_none (steps leg (leq_trans sf fin_in)) (trail_holds xX gx sf) ns back_is.
exists s, p; split=> //; first by exists Y.
move=> t tf; apply/eqP/idP => [h|ts]; last exact: trail_none_before ts (ltnW sf) none.
by rewrite leqNgt; apply/negP => lt; have := trail_none_before lt tf h; apply/eqP.
Qed.

Lemma within_resident x p t : x \in X0 -> group_of x = g -> t <= fin -> within p (trail t x) -> resident p t g.
Proof.
move=> xX gx tf; have := trail_holds xX gx tf; case: (trail t x) => // -[b X] /= /andP[_ h] /eqP bE.
by subst b; apply/existsP; exists X; rewrite -gx.
Qed.

Lemma within_same p q (l : place M C) : within p l -> within q l -> p = q.
Proof. by case: l => [[b X]|] //= /eqP -> /eqP[]. Qed.

(** What is in p was there at [t0], came by a load since, or was multiplied there since. *)
Lemma enters x s p1 p t0 t : group_of x = g -> made_at x s p1 -> t0 <= t -> t <= fin -> within p (trail t x) ->
  [\/ within p (trail t0 x), exists2 r, t0 <= r < t & loads_sum p g (act e r) | t0 <= s < t /\ p1 = p].
Proof.
move=> gx [sf _ _ ws none] t0t; rewrite -(subnKC t0t); elim: (t - t0) => [|d IH]; first by rewrite addn0; constructor 1.
rewrite addnS => le h; have lt : t0 + d < fin by [].
have := trail_step x lt; case: (back_within (act e (t0 + d)) x h) => [-> nE|hb tE|[X [aE _ _]] _].
- have sE : s = t0 + d.
    apply/eqP; rewrite eqn_leq -(none _ (ltnW lt)) nE eqxx andbT -ltnS ltnNge -(none _ le).
    by case: (trail _ x) h.
  constructor 3; rewrite sE leq_addr leqnn; split=> //.
  by move: ws; rewrite sE => /within_same; apply.
- have w' : within p (trail (t0 + d) x) by rewrite tE.
  have [|[r /andP[a b] aE]|[/andP[a b] pE]] := IH (ltnW le) w'; first by constructor 1.
    by constructor 2; exists r; rewrite // a ltnS ltnW.
  by constructor 3; rewrite a ltnS (ltnW b).
- by constructor 2; exists (t0 + d); rewrite ?leq_addr ?leqnn // aE /= gx !eqxx.
Qed.

(** What is in p stays there until it is stored from there. *)
Lemma stays_in x p t t' : group_of x = g -> t <= t' -> t' <= fin -> within p (trail t x) ->
  (forall r, t <= r < t' -> ~~ moves_sum p g (act e r)) -> within p (trail t' x).
Proof.
move=> gx tt'; rewrite -(subnKC tt'); elim: (t' - t) => [|d IH]; first by rewrite addn0.
rewrite addnS => le h quiet; have {IH} hd : within p (trail (t + d) x).
  by apply: IH (ltnW le) h _ => r /andP[a b]; apply: quiet; rewrite a ltnS ltnW.
have [//|out] := boolP (within p (trail (t + d).+1 x)).
move: hd; rewrite trail_step // => /back_into/(_ out)[X [aE _ _]].
by have := quiet (t + d); rewrite leq_addr leqnn aE /= gx !eqxx => /(_ isT).
Qed.

(** ** Fragments are paid *)
Section Fragments.
Variables (x x' : point C) (s s' t0 : nat) (p p' : M).
Hypotheses (xX : x \in X0) (gx : group_of x = g) (xX' : x' \in X0) (gx' : group_of x' = g).
Hypotheses (made : made_at x s p) (made' : made_at x' s' p').
Hypothesis (after : t0 <= s).
Hypothesis apart : (s' < t0) || (p' != p).
Hypothesis absent : ~~ resident p t0 g.

Lemma fragment_moves : exists2 r, t0 <= r < fin & moves_sum p g (act e r).
Proof.
have [h|none] := boolP [exists r : 'I_fin, (t0 <= r) && moves_sum p g (act e r)].
  by have [r /andP[a b]] := existsP h; exists r; rewrite // a ltn_ord.
have quiet r : t0 <= r < fin -> ~~ moves_sum p g (act e r).
  case/andP => a b; apply: contra none => h; apply/existsP; by exists (Ordinal b); rewrite /= a.
have [sf _ _ ws _] := made.
have at_end : within p (trail fin x).
  by apply: (stays_in gx sf (leqnn _) ws) => r /andP[a b]; apply: quiet; rewrite b (leq_trans after) // ltnW.
have pE : p0 = p by move: at_end; rewrite trail_end => /eqP[].
have at_end' : within p (trail fin x') by rewrite trail_end pE /=.
have t0f : t0 <= fin := leq_trans after (ltnW sf).
have [h|[r rt h]|[/andP[h _] pE']] := enters gx' made' t0f (leqnn _) at_end'.
- by case/negP: absent; apply: within_resident h.
- by have := quiet r rt; rewrite loads_moves.
- by move: apart; rewrite pE' eqxx ltnNge h.
Qed.

Lemma fragment_stays t : s < t -> (forall r, t0 <= r < t -> ~~ moves_sum p g (act e r)) -> resident p t g.
Proof.
move=> st quiet; have [sf _ _ ws _] := made.
have tf : t <= fin.
  rewrite leqNgt; apply/negP => lt; have [r /andP[a b] h] := fragment_moves.
  by have := quiet r; rewrite a (ltn_trans b lt) h => /(_ isT).
apply: (within_resident xX gx tf); apply: (stays_in gx st tf ws) => r /andP[a b]; apply: quiet.
by rewrite b andbT (leq_trans after) // ltnW.
Qed.
End Fragments.
End Provenance.
