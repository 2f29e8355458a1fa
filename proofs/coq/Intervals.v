(** * Residency intervals (proofs/model.md, section 3)

    A group is active in a memory while a trace of it is there; an interval begins when it becomes active. Each interval
    pays a load or store of its own (Lemma 1), and, where only fast memories add, all but one of a group cost a load of an incomplete
    sum (Lemma 2): else a part of the sum can be stored and never come back. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** Different payers with different payments, none above its price: the total is at most all that was spent. *)
Lemma injective_payment (I J : finType) (A : {set I}) (w : I -> nat) (c : J -> nat) (P : I -> J -> Prop) :
  (forall i, i \in A -> exists2 j, P i j & w i <= c j) ->
  (forall i i' j, i \in A -> i' \in A -> P i j -> P i' j -> i = i') ->
  \sum_(i in A) w i <= \sum_j c j.
Proof.
move=> ex inj; have [->|[i0 /ex[j0 _ _]]] := set_0Vmem A; first by rewrite big_set0.
have [f fP] : exists f : I -> J, forall i, i \in A -> P i (f i) /\ w i <= c (f i).
  have h i : exists j : J, i \in A -> P i j /\ w i <= c j.
    by case: (boolP (i \in A)) => [/ex[j]|_]; [exists j | exists j0].
  exact: fin_all_exists h.
have fI : {in A &, injective f}.
  move=> i i' iA i'A ff; have [Pi _] := fP i iA; have [Pi' _] := fP i' i'A.
  by apply: (inj _ _ (f i)) => //; rewrite ff.
apply: (@leq_trans (\sum_(i in A) c (f i))); first by apply: leq_sum => i /fP[].
by rewrite -(big_imset c fI) /= [leqRHS](bigID (mem (f @: A))) leq_addr.
Qed.

Section Intervals.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation loc := (loc e). Notation useful := (useful e). Notation final := (final e).
Implicit Types (x y : point C) (g : group C) (p q : M) (t s : nat).

Definition active p g t : bool := [exists x, (group_of x == g) && within p (loc t x)].
Definition begins p g t : bool := ~~ active p g t && active p g t.+1.

Lemma within_inj p q (l : place M C) : within p l -> within q l -> p = q.
Proof. by case: l => [[b X]|] //= /eqP -> /eqP[]. Qed.

Lemma within_lt p t x : within p (loc t x) -> t < final (group_of x).
Proof. by rewrite ltnNge; case: leqP => // /loc_end ->. Qed.

Lemma activeP p g t : reflect (exists2 x, group_of x = g & within p (loc t x)) (active p g t).
Proof.
by apply: (iffP existsP) => [[x /andP[/eqP gx h]]|[x gx h]]; exists x; rewrite ?gx ?eqxx.
Qed.

Lemma begins_lt p g t : begins p g t -> t < final g.
Proof. by case/andP => _ /activeP[x <- /within_lt/ltnW]. Qed.

Lemma active0 p g : g \in outputs C -> active p g 0 = false.
Proof. by move=> go; apply/activeP => -[x gx]; rewrite (loc0 leg) ?/tracked ?gx. Qed.

Lemma active_origin p g t0 t : t0 <= t -> active p g t -> active p g t0 \/ exists2 s, t0 <= s < t & begins p g s.
Proof.
move=> t0t; rewrite -(subnKC t0t); elim: (t - t0) => [|d IH]; first by rewrite addn0; left.
rewrite addnS => h; have [a|na] := boolP (active p g (t0 + d)); last first.
  by right; exists (t0 + d); [rewrite leq_addr leqnn | rewrite /begins na].
by case: (IH a) => [|[s /andP[s1 s2] b]]; [left | right; exists s; rewrite // s1 ltnW].
Qed.

(** An interval begins with a load on a trace or with a useful step. *)
Lemma begins_cause p g t : g \in outputs C -> begins p g t ->
  (exists2 X, act e t = Load p (Sum g X) & X != terms g) \/
  (exists x Y, [/\ group_of x = g, act e t = Multiply p x Y, useful x = t & within p (loc t.+1 x)]).
Proof.
move=> go /andP[na /activeP[x gx h]]; have tx : tracked x by rewrite /tracked gx.
have lt : t < final (group_of x) by apply: ltnW (within_lt h).
have := loc_step lt; case: (back_within (act e t) x h) => [-> l|hb l|[X [aX _ ->]] l].
- have ux : useful x = t.
    apply/eqP; rewrite eqn_leq -(loc_none leg _ tx) l eqxx andbT -ltnS ltnNge -(loc_none leg _ tx).
    by case: (loc t.+1 x) h.
  have [q [Y [aY wq _]]] := useful_step leg tx; rewrite ux in aY wq.
  by right; exists x, Y; split=> //; rewrite aY (within_inj wq h).
- by case/negP: na; apply/activeP; exists x; rewrite // l.
- by left; exists X; rewrite -gx //; apply: (incomplete_in_slow leg tx l).
Qed.

Lemma begins_once p q g g' t : g \in outputs C -> g' \in outputs C -> begins p g t -> begins q g' t -> p = q /\ g = g'.
Proof.
by move=> go go' /(begins_cause go)[[X aX _]|[x [Y [gx aY _ _]]]] /(begins_cause go')[[X' aX' _]|[x' [Y' [gx' aY' _ _]]]];
  [move: aX'; rewrite aX => -[] | move: aY'; rewrite aX | move: aX'; rewrite aY
  | move: aY'; rewrite aY => -[-> xx _]; rewrite -gx -gx' xx].
Qed.

(** ** Lemma 1 *)

(** The event that pays for an interval of g in p begun at t: the load it begins with, or the store (or addend) by which it is left. *)
Definition pays p g t s : Prop :=
  (exists X, act e t = Load p (Sum g X) /\ s = t) \/
  (exists X, sends p g X (act e s)) /\ t < s /\ forall r, t < r <= s -> active p g r.

(** It moves an unfinished sum, or it is the final store. *)
Definition moves_late p g s : Prop := (forall X, act e s = Load p (Sum g X) -> X != terms g)
  /\ forall X, sends p g X (act e s) -> X != terms g \/ s.+1 = final g.

Lemma interval_pays p g t : g \in outputs C -> begins p g t -> exists2 s, s < N & pays p g t s /\ moves_late p g s.
Proof.
move=> go bt; have fN : final g <= N by have [] := finalP leg go.
case: (begins_cause go bt) => [[X aX nX]|[x [Y [gx _ _ h]]]].
  exists t; [exact: leq_trans (begins_lt bt) fN | split; first by left; exists X].
  by split=> X'; rewrite aX // => -[<-].
have ex : exists s, (t < s) && ~~ within p (loc s.+1 x).
  by exists (final g); rewrite (begins_lt bt) loc_end // gx.
case: (ex_minnP ex) => s /andP[ts out] min.
have inside r : t < r <= s -> within p (loc r x).
  case: r => // r /andP[tr rs]; move: tr; rewrite ltnS leq_eqVlt => /predU1P[<- //|tr].
  by case: (boolP (within _ _)) => // o; have := min r; rewrite tr o leqNgt rs => /(_ isT).
have sf : s < final (group_of x) by apply: (@within_lt p); apply: inside; rewrite ts leqnn.
have [X [Z [sX lY bX]]] : exists X Z, [/\ sends p (group_of x) X (act e s), loc s.+1 x = Some (None, Z)
                                & back (act e s) x (loc s.+1 x) = Some (Some p, X)].
  by apply: back_into out; rewrite -loc_step //; apply: inside; rewrite ts leqnn.
exists s; first by apply: leq_trans fN; rewrite -gx.
split.
  right; split; first by exists X; rewrite -gx.
  by split=> // r /inside h'; apply/activeP; exists x.
split=> X' => [aX'|sX']; first by move: sX; rewrite aX'.
rewrite -gx in sX' *; have [_ _ <-] := sends_inj sX sX'; have [XT|nX] := eqVneq X (terms (group_of x)); [right | by left].
apply/eqP; rewrite eqn_leq sf leqNgt; apply/negP => lt; have tx : tracked x by rewrite /tracked gx.
have := incomplete_in_slow leg tx lY lt; rewrite lY in bX.
by rewrite eqEsubset (loc_sub lY) -XT (back_sub bX).
Qed.

Lemma pays_completes p g g' t s : pays p g t s -> completes e g' s -> g = g'.
Proof.
move=> ps [_ [q act_]]; case: ps => [[X [aX sE]]|[[X sX] _]].
  by case: act_ => [|[Y [Z []]]]; rewrite sE aX.
by case: act_ sX => [|[Y [Z []]]] -> /=; [case/andP => _ /eqP[] | move=> _ /and3P[_ /eqP]].
Qed.

Lemma pays_inj p q g g' t t' s : begins p g t -> begins q g' t' -> pays p g t s -> pays q g' t' s -> [/\ p = q, g = g' & t = t'].
Proof.
move=> /andP[nt _] /andP[nt' _].
move=> [[X [aX ->]]|[[X sX] [ts inside]]] [[X' [aX' st]]|[[X' sX'] [ts' inside']]].
- by subst t'; move: aX'; rewrite aX => -[].
- by move: sX'; rewrite aX.
- by move: sX; rewrite st aX'.
have [pq gg _] := sends_inj sX sX'; subst q g'; split=> //.
have [lt|lt|//] := ltngtP t t'.
  by case/negP: nt'; apply: inside; rewrite lt ltnW.
by case/negP: nt; apply: inside'; rewrite lt ltnW.
Qed.

(** ** Lemma 2 *)

(** A trace that is in p just after t leaves slow memory again, for the first time, or for good, at s. *)
Definition returns p g t s : Prop := exists x X,
  [/\ group_of x = g, within p (loc t.+1 x), t < s, loc s x = Some (None, X)
    & forall r, t < r < s -> in_slow (loc r x) -> in_slow (loc r.+1 x)] /\
  (s = final g /\ X = terms g \/ s < final g /\ exists q, act e s = Load q (Sum g X)).

Lemma interval_returns p g t : g \in outputs C -> begins p g t -> exists2 s, s <= final g & returns p g t s.
Proof.
move=> go bt; have /andP[_ /activeP[x gx h]] := bt; have tx : tracked x by rewrite /tracked gx.
have ex : exists s, (t < s) && ((s == final g) || in_slow (loc s x) && ~~ in_slow (loc s.+1 x)).
  by exists (final g); rewrite (begins_lt bt) eqxx.
case: (ex_minnP ex) => s /andP[ts hs] min.
have sf : s <= final g by apply: min; rewrite (begins_lt bt) eqxx.
exists s => //; exists x.
have rest r : t < r < s -> in_slow (loc r x) -> in_slow (loc r.+1 x).
  case/andP => tr rs sl; apply: contraLR rs => ns; rewrite -leqNgt; apply: min.
  by rewrite tr sl ns orbT.
have [sE|sE] := eqVneq s (final g).
  by exists (terms g); split; [split=> //; rewrite sE -gx loc_end | left].
move: hs; rewrite (negPf sE) /= => /andP[sl nsl].
have lt : s < final (group_of x) by rewrite gx ltn_neqAle sE.
have ls := loc_step lt; case: (placeP (loc s.+1 x)) => [E|[q hq]|[X E]].
- by rewrite ls E in sl.
- case: (back_within (act e s) x hq) => [E|E|[X [aX _ E]]].
  + by rewrite ls E in sl.
  + by rewrite ls in sl; case: (back _ _ _) sl E => [[[]]|].
  + by exists X; split; [split=> //; rewrite ls | right; split; [rewrite -gx | exists q; rewrite -gx]].
- by rewrite E in nsl.
Qed.

Section FastAdds.
Hypothesis fast_adds : no_slow_adds e.

Section Twins.
Variables (x y : point C) (p p' : M) (t t' s : nat).
Hypotheses (tx : tracked x) (gxy : group_of y = group_of x) (t't : t' <= t).
Hypotheses (wx : within p (loc t.+1 x)) (wy : within p' (loc t'.+1 y)).
Hypothesis restx : forall r, t < r < s -> in_slow (loc r x) -> in_slow (loc r.+1 x).
Hypothesis resty : forall r, t' < r < s -> in_slow (loc r y) -> in_slow (loc r.+1 y).

(** Without a load a trace that is in q was there before. *)
Lemma stays a q b r : tracked a -> loc b.+1 a != None ->
  (forall r, b < r < s -> in_slow (loc r a) -> in_slow (loc r.+1 a)) ->
  b < r -> r < s -> within q (loc r.+1 a) -> within q (loc r a).
Proof.
move=> ta nb rest br rs h; have lt : r < final (group_of a) by apply: ltnW (within_lt h).
have := loc_step lt; case: (back_within (act e r) a h) => [-> l|E -> //|[X [_ lX ->]] l].
  by move: nb; rewrite (loc_none_before br l).
by have := rest r; rewrite br rs l lX => /(_ isT isT).
Qed.

Lemma together r : t < r <= s -> loc s x = loc s y -> in_slow (loc s x) ->
  (loc r x = loc r y /\ in_slow (loc r x)) \/ exists q, within q (loc r x) && within q (loc r y).
Proof.
move=> + sxy slx; case/andP => tr rs; rewrite -(subKn rs); move: (leq_subr r s) => ds.
have {tr} : t < s - (s - r) by rewrite subKn.
elim: (s - r) ds => [|d IH] ds; first by rewrite subn0; left.
move=> td; have dS : (s - d.+1).+1 = s - d by rewrite subnSK.
have ne a q b : tracked a -> within q (loc b a) -> loc b a != None by case: (loc b a).
have lts : s - d.+1 < s by rewrite ltn_subrL /= (leq_ltn_trans (leq0n d) ds).
case: (IH (ltnW ds)) => [|[E sl]|[q /andP[h h']]].
- by rewrite -dS ltnW.
- have [X lX] : exists X, loc (s - d) x = Some (None, X) by case: (loc _ x) sl => [[[]]|] // X _; exists X.
  have [ft|lt] := leqP (final (group_of x)) (s - d.+1).
    by left; rewrite !loc_end ?gxy.
  have no q g Y Z : act e (s - d.+1) <> Accumulate q g Y Z by apply: fast_adds; apply: leq_trans lt (proj1 (finalP leg tx)).
  rewrite (loc_step lt) (@loc_step _ _ e _ y) ?gxy // dS -E lX !back_slow // gxy.
  case: (act e _) => [q u|q u|*|*|*|]; try by left.
  by case: ifP => _; [right; exists q; rewrite /= eqxx | left].
- right; exists q; rewrite -dS in h h'.
  rewrite (stays tx (ne _ _ _ tx wx) restx td lts h).
  by rewrite (stays _ (ne _ _ _ _ wy) resty _ lts h') //; rewrite ?/tracked ?gxy // (leq_ltn_trans t't).
Qed.

Lemma stays_down a q b c r : tracked a -> loc b.+1 a != None ->
  (forall r, b < r < s -> in_slow (loc r a) -> in_slow (loc r.+1 a)) ->
  b < c <= r -> r <= s -> within q (loc r a) -> within q (loc c a).
Proof.
move=> ta nb rest /andP[bc cr]; rewrite -(subnKC cr); elim: (r - c) => [|d IH]; first by rewrite addn0.
rewrite addnS => ds h; apply: (IH (ltnW ds)).
by apply: (stays ta nb rest _ ds h); rewrite (leq_trans bc) ?leq_addr.
Qed.

Lemma same_interval : t < s -> loc s x = loc s y -> in_slow (loc s x) -> ~~ active p (group_of x) t -> p = p' /\ t = t'.
Proof.
move=> ts sxy slx na.
have wyt : within p (loc t.+1 y).
  case: (@together t.+1) => //; [by rewrite leqnn | |]; first by case=> _; case: (loc _ x) wx => [[[]]|].
  by case=> q /andP[/(within_inj wx) <-].
have nb : loc t'.+1 y != None by case: (loc t'.+1 y) wy.
have ty : tracked y by rewrite /tracked gxy.
have down c : t' < c <= t.+1 -> within p (loc c y).
  by move=> h; apply: (stays_down ty nb resty h) wyt.
split; first by apply: within_inj wy; apply: down; rewrite leqnn ltnS.
apply/eqP; rewrite eqn_leq t't andbT leqNgt; apply/negP => lt.
by case/negP: na; apply/activeP; exists y => //; apply: down; rewrite lt leqnSn.
Qed.
End Twins.

Lemma returns_inj p p' g t t' s : g \in outputs C -> begins p g t -> begins p' g t' ->
  returns p g t s -> returns p' g t' s -> p = p' /\ t = t'.
Proof.
move=> go /andP[na _] /andP[na' _] [x [X [[gx wx ts lx restx] hx]]] [y [Y [[gy wy ts' ly resty] hy]]].
have XY : X = Y.
  case: hx => [[sE ->]|[lt [q aX]]]; case: hy => [[sE' ->]|[lt' [q' aY]]] //.
  - by rewrite sE ltnn in lt'.
  - by rewrite sE' ltnn in lt.
  - by move: aY; rewrite aX => -[].
subst Y; have lxy : loc s x = loc s y by rewrite lx ly.
have slx : in_slow (loc s x) by rewrite lx.
have tx : tracked x by rewrite /tracked gx.
have ty : tracked y by rewrite /tracked gy.
have gyx : group_of y = group_of x by rewrite gx gy.
case: (leqP t' t) => [le|/ltnW le].
  by apply: (same_interval tx gyx le wx wy restx resty ts lxy slx); rewrite gx.
have [-> ->] // : p' = p /\ t' = t.
by apply: (same_interval ty (esym gyx) le wy wx resty restx ts' (esym lxy)); rewrite ?gy -?lxy.
Qed.
End FastAdds.
End Intervals.
