(** * Provenance of a sum in fast memory (proofs/chain-recomputation.md, sections 1 and 2)

    A complete sum of [g] in memory [p0] at time [fin] is followed backwards, product by product, by the rule of Trace.v: to the step at
    which the product was multiplied, through every load and store on the way. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Moves.
Variables (M : finType) (C : computation).

(** A sum of group g, unfinished or, where [whole], complete; a load of one into memory p, or also a store from it, or one sent to be added. *)
Definition is_sum (g : group C) (whole : bool) (v : value C) : bool :=
  if v is Sum g' X then (g' == g) && ((X == terms g') == whole) else false.
Definition loads_sum (p : M) (g : group C) (whole : bool) (o : step_kind M C) : bool :=
  if o is Load q v then (q == p) && is_sum g whole v else false.
Definition moves_sum (p : M) (g : group C) (whole : bool) (o : step_kind M C) : bool :=
  match o with
  | Load q v | Store q v => (q == p) && is_sum g whole v
  | Accumulate q g' X _ => (q == p) && is_sum g whole (Sum g' X)
  | _ => false
  end.

Lemma loads_moves p g whole o : loads_sum p g whole o -> moves_sum p g whole o.
Proof. by case: o. Qed.

Lemma is_sumP g whole v : reflect (exists2 X, v = Sum g X & (X == terms g) = whole) (is_sum g whole v).
Proof.
apply: (iffP idP) => [|[X -> <-]]; last by rewrite /= !eqxx.
by case: v => //= g' X /andP[/eqP -> /eqP]; exists X.
Qed.

Lemma sends_moves p g X o : sends p g X o -> moves_sum p g (X == terms g) o.
Proof.
case: o => //= [q v|q g' Y Z]; first by case/andP => -> /eqP -> /=; rewrite !eqxx.
by case/and3P => -> /eqP -> /eqP ->; rewrite !eqxx.
Qed.

Lemma moves_inj p g g' whole whole' o : moves_sum p g whole o -> moves_sum p g' whole' o -> g = g' /\ whole = whole'.
Proof.
have same v : is_sum g whole v -> is_sum g' whole' v -> g = g' /\ whole = whole'.
  by move=> /is_sumP[X -> <-] /is_sumP[Y [<- <-] <-].
by case: o => // [q v|q v|q h X Y] /andP[_ a] /andP[_ b]; apply: same a b.
Qed.

(** Some sum of the group, unfinished or complete, is in memory p. *)
Definition resident_sum (e : execution M C) (p : M) (t : nat) (g : group C) (whole : bool) : bool :=
  [exists v in fast (at_time e t) p, is_sum g whole v].

Lemma residentP e p t g whole : reflect (exists2 X, Sum g X \in fast (at_time e t) p & (X == terms g) = whole)
  (resident_sum e p t g whole).
Proof.
apply: (iffP existsP) => [[v /andP[h /is_sumP[X vE XE]]]|[X h XE]]; first by exists X; rewrite -?vE.
by exists (Sum g X); rewrite h; apply/is_sumP; exists X.
Qed.
End Moves.

Section Provenance.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation resident := (resident_sum e).
Variables (fin : nat) (p0 : M) (g : group C).
Hypothesis fin_in : fin <= N.
Hypothesis sum_in : Sum g (terms g) \in fast (at_time e fin) p0.
Implicit Types (x : point C) (p : M) (t s : nat).

Fixpoint walk (d : nat) x : place M C :=
  if d is d'.+1 then back (act e (fin - d)) x (walk d' x) else Some (Some p0, terms g).
Definition trail t x : place M C := walk (fin - t) x.

Lemma trail_end x : trail fin x = Some (Some p0, terms g).
Proof. by rewrite /trail subnn. Qed.

Lemma trail_step t x : t < fin -> trail t x = back (act e t) x (trail t.+1 x).
Proof. by move=> lt; rewrite /trail -subnSK //= subnSK // subKn // ltnW. Qed.

Lemma trail_holds t x : group_of x = g -> t <= fin -> holds (at_time e t) x (trail t x).
Proof.
move=> gx; have xX : x \in terms g by rewrite inE gx.
have [d] := ubnP (fin - t); elim: d t => // d IH t; rewrite ltnS => le; rewrite leq_eqVlt => /predU1P[->|lt].
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

Lemma origin x : group_of x = g -> exists s p, made_at x s p.
Proof.
move=> gx; have ex : exists t, (t <= fin) && (trail t x != None) by exists fin; rewrite leqnn trail_end.
case: (ex_minnP ex) => -[|s] /andP[sf ns] min.
  have := trail_holds gx sf; case: (trail 0 x) ns => // -[[p|] X] _ /= /andP[xX'].
    by rewrite (starts_empty leg) inE.
  by move/(starts_with_input leg) => /eqP X0'; rewrite X0' inE in xX'.
have none : trail s x = None.
  apply/eqP; case: eqP => // /eqP h; have := min s; by rewrite h (ltnW sf) ltnn => /(_ isT).
have := none; rewrite trail_step // => back_is.
have [p [Y [aE wp ok]]] := back_none (steps leg (leq_trans sf fin_in)) (trail_holds gx sf) ns back_is.
exists s, p; split=> //; first by exists Y.
move=> t tf; apply/eqP/idP => [h|ts]; last exact: trail_none_before ts (ltnW sf) none.
by rewrite leqNgt; apply/negP => lt; have := trail_none_before lt tf h; apply/eqP.
Qed.

Lemma trail_resident x p X t : group_of x = g -> t <= fin -> trail t x = Some (Some p, X) -> resident p t g (X == terms g).
Proof.
by move=> gx tf tx; have := trail_holds gx tf; rewrite tx /= => /andP[_ h]; apply/residentP; exists X; rewrite // -gx.
Qed.

Lemma withinP p (l : place M C) : reflect (exists X, l = Some (Some p, X)) (within p l).
Proof. by apply: (iffP idP) => [|[X ->]]; [case: l => // -[b X] /eqP ->; exists X | rewrite /= eqxx]. Qed.

Lemma within_same p q (l : place M C) : within p l -> within q l -> p = q.
Proof. by case: l => [[b X]|] //= /eqP -> /eqP[]. Qed.

(** A sum is complete or not for all its products at once, backwards too. *)
Lemma trail_sub x t b X : group_of x = g -> t <= fin -> trail t x = Some (b, X) -> X \subset terms g.
Proof.
move=> gx; have [d] := ubnP (fin - t); elim: d t b X => // d IH t b X; rewrite ltnS => le; rewrite leq_eqVlt.
case/predU1P => [->|lt]; first by rewrite trail_end => -[_ <-].
rewrite trail_step //; case l: (trail t.+1 x) => [[c Y]|] // /back_sub /subset_trans; apply.
by apply: (IH _ _ _ _ lt l); rewrite (leq_trans _ le) // ltn_sub2l.
Qed.

Lemma trail_complete x y t b : group_of x = g -> group_of y = g -> t <= fin -> trail t x = Some (b, terms g) ->
  trail t y = Some (b, terms g).
Proof.
move=> gx gy; have [d] := ubnP (fin - t); elim: d t b => // d IH t b; rewrite ltnS => le; rewrite leq_eqVlt.
case/predU1P => [->|lt]; first by rewrite !trail_end.
have xy : group_of y = group_of x by rewrite gx gy.
rewrite (trail_step x lt) (trail_step y lt); have := @back_complete _ _ (act e t) x y b (trail t.+1 x) (trail t.+1 y) xy.
rewrite gx; apply=> [c X l|c]; first exact: (trail_sub gx lt l).
by apply: (IH _ _ _ lt); rewrite (leq_trans _ le) // ltn_sub2l.
Qed.

(** What is in p was there at [t0], came by a load since, or was multiplied there since. *)
Lemma enters x s p1 p t0 t : group_of x = g -> made_at x s p1 -> t0 <= t -> t <= fin -> within p (trail t x) ->
  [\/ within p (trail t0 x),
      exists r X, [/\ t0 <= r < t, act e r = Load p (Sum g X) & trail r.+1 x = Some (Some p, X)] | t0 <= s < t /\ p1 = p].
Proof.
move=> gx [sf _ _ ws none] t0t; rewrite -(subnKC t0t); elim: (t - t0) => [|d IH]; first by rewrite addn0; constructor 1.
rewrite addnS => le h; have lt : t0 + d < fin by [].
have := trail_step x lt; case: (back_within (act e (t0 + d)) x h) => [-> nE|hb tE|[X [aE tE _]] _].
- have sE : s = t0 + d.
    apply/eqP; rewrite eqn_leq -(none _ (ltnW lt)) nE eqxx andbT -ltnS ltnNge -(none _ le).
    by case: (trail _ x) h.
  constructor 3; rewrite sE leq_addr leqnn; split=> //.
  by move: ws; rewrite sE => /within_same; apply.
- have w' : within p (trail (t0 + d) x) by rewrite tE.
  have [|[r [X [/andP[a b] aE rE]]]|[/andP[a b] pE]] := IH (ltnW le) w'; first by constructor 1.
    by constructor 2; exists r, X; rewrite a ltnS ltnW.
  by constructor 3; rewrite a ltnS (ltnW b).
- by constructor 2; exists (t0 + d), X; rewrite -gx leq_addr leqnn.
Qed.

(** What is in p stays there until it is sent from there. *)
Lemma stays_in x p t t' : group_of x = g -> t <= t' -> t' <= fin -> within p (trail t x) ->
  (forall r X, t <= r < t' -> trail r x = Some (Some p, X) -> ~~ sends p g X (act e r)) -> within p (trail t' x).
Proof.
move=> gx tt'; rewrite -(subnKC tt'); elim: (t' - t) => [|d IH]; first by rewrite addn0.
rewrite addnS => le h quiet; have {IH} hd : within p (trail (t + d) x).
  by apply: IH (ltnW le) h _ => r X /andP[a b]; apply: quiet; rewrite a ltnS ltnW.
have [//|out] := boolP (within p (trail (t + d).+1 x)).
have back_is := trail_step x le; have := hd; rewrite back_is => /back_into/(_ out)[X [Y [sX _ bE]]].
by have := quiet (t + d) X; rewrite leq_addr leqnn back_is bE -gx sX => /(_ isT erefl).
Qed.

(** ** Fragments are paid: two products of a sum meet before it is complete *)
Section Fragments.
Variables (x x' : point C) (s s' t0 : nat) (p p' : M).
Hypotheses (gx : group_of x = g) (gx' : group_of x' = g).
Hypotheses (made : made_at x s p) (made' : made_at x' s' p').
Hypothesis after : t0 <= s.
Hypothesis apart : (s' < t0) || (p' != p).
Hypothesis absent : ~~ resident p t0 g false.

(** The sum that carries [x] is complete from [done] on. *)
Lemma completed : exists2 done, s < done <= fin &
  (exists b, trail done x = Some (b, terms g)) /\ forall t b X, t < done -> trail t x = Some (b, X) -> X != terms g.
Proof.
pose ready t := if trail t x is Some (_, X) then X == terms g else false.
have ex : exists t, (t <= fin) && ready t by exists fin; rewrite leqnn /ready trail_end eqxx.
have [_ _ _ _ none] := made; case: (ex_minnP ex) => t /andP[tf rt] min; exists t.
  by rewrite tf andbT ltnNge -none //; move: rt; rewrite /ready; case: (trail t x).
split; first by move: rt; rewrite /ready; case: (trail t x) => // -[b X] /eqP ->; exists b.
move=> r b X rt' rE; apply/negP => XE; have := min r.
by rewrite (leq_trans (ltnW rt') tf) /ready rE XE leqNgt rt' => /(_ isT).
Qed.

Lemma fragment_kept done t : (forall r b X, r < done -> trail r x = Some (b, X) -> X != terms g) -> t <= done -> t <= fin ->
  s < t -> (forall r, t0 <= r < t -> ~~ moves_sum p g false (act e r)) -> within p (trail t x).
Proof.
move=> before td tf st quiet; have [_ _ _ ws _] := made.
apply: (stays_in gx st tf ws) => r X /andP[a b] rE; have := quiet r; rewrite b (leq_trans after (ltnW a)) => /(_ isT).
by apply: contra => /sends_moves; rewrite (negPf (before r _ _ (leq_trans b td) rE)).
Qed.

Lemma fragment_meets done : s < done <= fin -> (exists b, trail done x = Some (b, terms g)) ->
  (forall t b X, t < done -> trail t x = Some (b, X) -> X != terms g) ->
  exists2 r, t0 <= r < done & moves_sum p g false (act e r).
Proof.
case/andP => sd df [b dE] before.
have [h|none] := boolP [exists r : 'I_done, (t0 <= r) && moves_sum p g false (act e r)].
  by have [r /andP[a h']] := existsP h; exists r; rewrite // a ltn_ord.
have quiet r : t0 <= r < done -> ~~ moves_sum p g false (act e r).
  case/andP => a c; apply: contra none => h; apply/existsP; by exists (Ordinal c); rewrite /= a.
have [_ [Ys aS] _ _ nx] := made; have tx0 : trail t0 x = None.
  by apply/eqP; rewrite nx // (leq_trans after) // (leq_trans (ltnW sd)).
have := fragment_kept before (leqnn _) df sd quiet; rewrite dE => /eqP bE; subst b.
have at_done' : within p (trail done x') by rewrite (trail_complete gx gx' df dE) /=.
have t0d : t0 <= done := leq_trans after (ltnW sd).
have [/withinP[X XE]|[r [X [/andP[r0 rd] aE rE]]]|[/andP[h _] pE']] := enters gx' made' t0d df at_done'.
- have t0f := leq_trans t0d df; case: (eqVneq X (terms g)) => [XT|nX].
    by rewrite XT in XE; rewrite (trail_complete gx' gx t0f XE) in tx0.
  by case/negP: absent; have := trail_resident gx' t0f XE; rewrite (negPf nX).
- have rf : r.+1 <= fin := leq_trans rd df; case: (eqVneq X (terms g)) => [XT|nX]; last first.
    by have := quiet r; rewrite r0 rd aE /= !eqxx (negPf nX) => /(_ isT).
  rewrite XT in rE aE; have rE' := trail_complete gx' gx rf rE; have bE := trail_step x rf.
  rewrite rE' aE /= eqxx gx eqxx /= in bE; have := before r _ _ rd bE; by rewrite eqxx.
- by move: apart; rewrite pE' eqxx ltnNge h.
Qed.

Lemma fragment_moves : exists2 r, t0 <= r < fin & moves_sum p g false (act e r).
Proof.
have [done sd [whole before]] := completed; have [r /andP[a b] h] := fragment_meets sd whole before.
by exists r => //; rewrite a; case/andP: sd => _; apply: leq_trans.
Qed.

Lemma fragment_stays t : s < t -> (forall r, t0 <= r < t -> ~~ moves_sum p g false (act e r)) -> resident p t g false.
Proof.
move=> st quiet; have [done sd [whole before]] := completed.
have td : t < done.
  rewrite ltnNge; apply/negP => le; have [r /andP[a b] h] := fragment_meets sd whole before.
  by have := quiet r; rewrite a (leq_trans b le) h => /(_ isT).
have tf : t <= fin by case/andP: sd => _; apply: leq_trans (ltnW td).
have /withinP[X XE] := fragment_kept before (ltnW td) tf st quiet.
by have := trail_resident gx tf XE; rewrite (negPf (before _ _ _ td XE)).
Qed.
End Fragments.
End Provenance.
