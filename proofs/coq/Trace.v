(** * Traces (proofs/model.md, section 2)

    Every product of an output is followed backwards from the first time at which the complete sum is in slow memory. Its
    trace ends at one step that multiplies it: its useful step. Read forwards it has a place at each time. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Origins.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Back.
Variables (M : finType) (C : computation).
Implicit Types (x y : point C) (p : M) (X Y Z : {set point C}).

(** The sum that carries a product, in memory p, [Some (Some p, X)], or in slow memory, [Some (None, X)]; [None] before its useful step. *)
Definition place := option (option M * {set point C}).
Definition within p (l : place) : bool := if l is Some (b, _) then b == Some p else false.
Definition in_slow (l : place) : bool := if l is Some (None, _) then true else false.

(** Where Y of memory d and Z of memory c were added in memory c: the place in the one of the two that carries the product. *)
Definition summand (d c : option M) g Y Z x (b : option M) X : place :=
  if (b == c) && (Sum g (Y :|: Z) == Sum (group_of x) X) then
    (if (Z == terms g) || (x \notin Y) then Some (c, Z) else Some (d, Y)) else Some (b, X).

(** The place before a step, from the place after it. *)
Definition back (o : step_kind M C) x (l : place) : place :=
  if l isn't Some (b, X) then None else
  let v := Sum (group_of x) X in
  match o with
  | Load p u => if (b == Some p) && (u == v) then Some (None, X) else l
  | Store p u => if (b == None) && (u == v) then Some (Some p, X) else l
  | Multiply p y Y =>
      if (b == Some p) && (Sum (group_of y) (y |: Y) == v) then (if x \in Y then Some (Some p, Y) else None) else l
  | Add p g Y Z => summand (Some p) (Some p) g Y Z x b X
  | Accumulate p g Y Z => summand (Some p) None g Y Z x b X
  | Forget => l
  end.

Definition memory (s : state M C) (b : option M) := if b is Some p then fast s p else slow s.
Definition holds (s : state M C) x (l : place) : bool :=
  if l is Some (b, X) then (x \in X) && (Sum (group_of x) X \in memory s b) else true.

Lemma gainsP (s s' : state M C) p v w b : gains s s' p v -> slow s' \subset slow s -> w \in memory s' b ->
  (w \in memory s b) || (b == Some p) && (w == v).
Proof.
move=> /forallP g /subsetP W; case: b => [p'|] /=; last by move=> /W ->.
have := g p'; rewrite (inj_eq Some_inj); case: eqP => _ /subsetP h /h; last by move=> ->.
by rewrite !inE orbC.
Qed.

Lemma summand_holds s s' d c g Y Z x b X : Sum g Y \in memory s d -> Sum g Z \in memory s c ->
  (forall w, w \in memory s' b -> (w \in memory s b) || (b == c) && (w == Sum g (Y :|: Z))) ->
  holds s' x (Some (b, X)) -> holds s x (summand d c g Y Z x b X).
Proof.
move=> inY inZ new /andP[qX /new h]; rewrite /summand.
case: ifP => [/andP[_ /eqP[gE XE]]|c'] /=; last by rewrite qX; move: h; rewrite [_ == Sum g _]eq_sym c' orbF.
subst g; case: ifP => [yZ|/norP[_]] /=; last by rewrite negbK => ->.
by rewrite inZ andbT; case/orP: yZ => [/eqP ->|nY]; [rewrite inE | move: qX; rewrite -XE inE (negPf nY)].
Qed.

Lemma back_holds s o s' x l : step s o s' -> holds s' x l -> holds s x (back o x l).
Proof.
case: l => [[b X]|] //; case: o => [p v|p v|p y Y|p g Y Z|p g Y Z|] /=.
- move=> /and3P[vs g W] /andP[qX /(gainsP g W) h].
  case: ifP => [/andP[_ /eqP vE]|c] /=; rewrite qX /=; first by rewrite -vE.
  by move: h; rewrite [_ == v]eq_sym c orbF.
- move=> /and3P[vs /forallP g /subsetP W] /andP[qX h].
  case: ifP => [/andP[_ /eqP vE]|c] /=; rewrite qX /=; first by rewrite -vE.
  case: b h c => [p'|] /=; first by move/(subsetP (g p')).
  by move/W; rewrite !inE eq_sym => /orP[->|].
- move=> /and4P[_ inY g W] /andP[qX /(gainsP g W) h].
  case: ifP => [/andP[_ /eqP[gE _]]|c] /=.
    case: ifP => //= qY; rewrite qY -gE; case/orP: inY => // /eqP Y0; by rewrite Y0 inE in qY.
  by rewrite qX; move: h; rewrite [_ == Sum _ (y |: Y)]eq_sym c orbF.
- move=> /and4P[inY inZ h W]; apply: (summand_holds (s' := s')) => // w; exact: gainsP h W.
- move=> /and4P[inY inZ /forallP f /subsetP W]; apply: (summand_holds (s' := s')) => // w.
  by case: b => [p'|] /=; [move/(subsetP (f p')) => -> | move/W; rewrite !inE orbC].
- move=> /andP[/forallP g /subsetP W] /andP[qX h]; rewrite qX /=.
  by case: b h => [p'|] /= h; [apply: (subsetP (g p')) | apply: W].
Qed.

(** A trace ends only at a step that multiplies the product. *)
Lemma back_none s o s' x l : step s o s' -> holds s' x l -> l != None -> back o x l = None ->
  exists p Y, [/\ o = Multiply p x Y, within p l & [forall r in reads x, operand r \in fast s p]].
Proof.
case: l => [[b X]|] //; case: o => [p v|p v|p y Y|p g Y Z|p g Y Z|] //=; rewrite /summand; try by move=> _ _ _; do 2?case: ifP.
move=> /and4P[ok _ _ _] /andP[qX _] _; case: ifP => // /andP[/eqP bE /eqP[_ XE]]; case: ifP => // qY _.
by move: qX ok; rewrite -XE !inE qY orbF => /eqP -> ok; exists p, Y; rewrite bE eqxx.
Qed.

(** Out of slow memory, backwards: by a store; where slow memory does not add, whoever else is there in the same sum goes along. *)
Lemma back_slow o x X : (forall p g Y Z, o <> Accumulate p g Y Z) -> back o x (Some (None, X)) =
  if o is Store p u then (if u == Sum (group_of x) X then Some (Some p, X) else Some (None, X)) else Some (None, X).
Proof. by case: o => // p g Y Z no; case: (no p g Y Z). Qed.

(** Out of memory p, backwards: by a load, unless the product is formed here. *)
Lemma back_within o x p l : within p l -> [\/ back o x l = None, within p (back o x l)
  | exists X, [/\ o = Load p (Sum (group_of x) X), l = Some (Some p, X) & back o x l = Some (None, X)]].
Proof.
case: l => [[b X]|] //= /eqP ->; case: o => [p' v|p' v|p' y Y|p' g Y Z|p' g Y Z|]; rewrite /= /summand ?(inj_eq Some_inj).
- case: ifP => [/andP[/eqP <- /eqP ->]|_]; last by constructor 2; rewrite /= eqxx.
  by constructor 3; exists X.
- by constructor 2; rewrite /= eqxx.
- by case: ifP => [/andP[/eqP <- _]|_]; [case: ifP; [constructor 2 | constructor 1] | constructor 2]; rewrite /= ?eqxx.
- by case: ifP => [/andP[/eqP <- _]|_]; [case: ifP => _ | ]; constructor 2; rewrite /= eqxx.
- by constructor 2; rewrite /= eqxx.
- by constructor 2; rewrite /= eqxx.
Qed.

(** Memory p stores the sum X of the group, or sends it to be added. *)
Definition sends p g X (o : step_kind M C) : bool :=
  match o with
  | Store q v => (q == p) && (v == Sum g X)
  | Accumulate q g' Y _ => [&& q == p, g' == g & Y == X]
  | _ => false
  end.

Lemma sends_inj p q g g' X X' o : sends p g X o -> sends q g' X' o -> [/\ p = q, g = g' & X = X'].
Proof.
case: o => //= [r v|r h Y Z]; first by case/andP => /eqP <- /eqP -> /andP[/eqP <- /eqP[-> ->]].
by case/and3P => /eqP <- /eqP <- /eqP <- /and3P[/eqP <- /eqP <- /eqP <-].
Qed.

(** Into memory p, backwards, from elsewhere: it was sent. *)
Lemma back_into o x p l : within p (back o x l) -> ~~ within p l ->
  exists X Y, [/\ sends p (group_of x) X o, l = Some (None, Y) & back o x l = Some (Some p, X)].
Proof.
case: l => [[[q|] X]|] //; last first.
  case: o => [p' v|p' v|p' y Y|p' g Y Z|p' g Y Z|] //=; rewrite /summand; case: ifP => //.
    by move/eqP => -> /= /eqP[->] _; exists X, X; rewrite !eqxx.
  by case/eqP => -> _; case: ifP => //= _ /eqP[->] _; exists Y, X; rewrite !eqxx.
move=> into out; have [E|h|[Y [_ _ E]]] := @back_within o x q (Some (Some q, X)) (eqxx _).
- by rewrite E in into.
- move: into out h; case: (back _ _ _) => [[b Y]|] //= /eqP ->; by rewrite !(inj_eq Some_inj) eq_sym => /negPf ->.
- by rewrite E in into.
Qed.

(** A trace is carried by smaller and smaller sums, backwards. *)
Lemma back_sub o x b X c Y : back o x (Some (b, X)) = Some (c, Y) -> Y \subset X.
Proof.
case: o => [p v|p v|p y Z|p g Y' Z|p g Y' Z|] /=.
- by case: ifP => _ [_ <-].
- by case: ifP => _ [_ <-].
- by case: ifP => [/andP[_ /eqP[_ <-]]|_ [_ <-//]]; case: ifP => // _ [_ <-]; rewrite subsetUr.
1,2: by rewrite /summand; case: ifP => [/andP[_ /eqP[_ <-]]|_ [_ <-//]]; case: ifP => _ [_ <-]; rewrite ?subsetUl ?subsetUr.
- by case=> _ <-.
Qed.

(** A complete sum carries every product of its group, backwards too. *)
Lemma summand_complete d c' g Y Z x y b c X (l' : place) : group_of y = group_of x -> X \subset terms (group_of x) ->
  (X = terms (group_of x) -> l' = Some (c, terms (group_of x))) -> summand d c' g Y Z x c X = Some (b, terms (group_of x)) ->
  (if l' is Some (a, X') then summand d c' g Y Z y a X' else None) = Some (b, terms (group_of x)).
Proof.
move=> yx inT all; have yT : y \in terms (group_of x) by rewrite inE yx.
rewrite {1}/summand; case: ifP => h; last by case=> <- XT; rewrite all // /summand yx -XT h.
have [XE gE] : Y :|: Z = X /\ g = group_of x by case/andP: h => _ /eqP[].
have XT W : W = terms (group_of x) -> W \subset X -> X = terms (group_of x).
  by move=> -> sub; apply/eqP; rewrite eqEsubset sub inT.
case: ifP => h' [bE WT].
  have {}XT : X = terms (group_of x) by apply: XT WT _; rewrite -XE subsetUr.
  by rewrite all // /summand yx; rewrite XT in h; rewrite h WT gE eqxx bE.
have {}XT : X = terms (group_of x) by apply: XT WT _; rewrite -XE subsetUl.
rewrite all // /summand yx; rewrite XT in h; rewrite h WT yT.
by case/negbT/norP: h' => /negPf -> _; rewrite bE.
Qed.

Lemma back_complete o x y b (l l' : place) : group_of y = group_of x ->
  (forall c X, l = Some (c, X) -> X \subset terms (group_of x)) ->
  (forall c, l = Some (c, terms (group_of x)) -> l' = Some (c, terms (group_of x))) ->
  back o x l = Some (b, terms (group_of x)) -> back o y l' = Some (b, terms (group_of x)).
Proof.
case: l => [[c X]|] // yx /(_ _ _ erefl) inT all_.
have all : X = terms (group_of x) -> l' = Some (c, terms (group_of x)) by move=> XT; apply: all_; rewrite XT.
have yT : y \in terms (group_of x) by rewrite inE yx.
case: o => [p v|p v|p a Y|p g Y Z|p g Y Z|] /=.
- by case: ifP => h [<- XT]; rewrite all //= yx -XT h.
- by case: ifP => h [<- XT]; rewrite all //= yx -XT h.
- case: ifP => h.
    case: ifP => // _ [<- YT]; have aT : a \in terms (group_of x) by rewrite inE; case/andP: h => _ /eqP[->].
    have XT : X = terms (group_of x).
      case/andP: h => _ /eqP[_ <-]; rewrite YT; by apply/setUidPr; rewrite sub1set.
    by rewrite all //= yx; rewrite XT in h; rewrite h YT yT.
  by case=> <- XT; rewrite all //= yx -XT h.
1,2: exact: (summand_complete yx inT all).
- by case=> <- XT; rewrite all //= XT.
Qed.

Lemma placeP (l : place) : [\/ l = None, exists p, within p l | exists X, l = Some (None, X)].
Proof.
case: l => [[[p|] X]|]; [by constructor 2; exists p; rewrite /= eqxx | by constructor 3; exists X | by constructor 1].
Qed.
End Back.

Section Trace.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Implicit Types (x y : point C) (g : group C) (p : M) (t s : nat).

(** The time of the final store: the complete sum is in slow memory for the first time. *)
Definition final g : nat := find (fun t => Sum g (terms g) \in slow (at_time e t)) (iota 0 N.+1).

Lemma finalP g : g \in outputs C -> final g <= N /\ Sum g (terms g) \in slow (at_time e (final g)).
Proof.
move=> go; have h : has (fun t => Sum g (terms g) \in slow (at_time e t)) (iota 0 N.+1).
  by apply/hasP; exists N; [rewrite mem_iota /= add0n ltnS | apply: finishes leg _ go].
have le : final g < N.+1 by rewrite -(size_iota 0 N.+1) -has_find.
by split=> //; have := nth_find 0 h; rewrite nth_iota.
Qed.

Lemma before_final g t : t < final g -> Sum g (terms g) \notin slow (at_time e t).
Proof.
move=> lt; have := before_find 0 lt; rewrite nth_iota ?add0n; first by move=> ->.
by apply: leq_trans lt _; rewrite -[leqRHS](size_iota 0) find_size.
Qed.

(** The step that makes it complete there. *)
Definition completes g s : Prop := s.+1 = final g /\
  exists p, act e s = Store p (Sum g (terms g)) \/ exists X Y, act e s = Accumulate p g X Y /\ X :|: Y = terms g.

Lemma completed g : g \in outputs C -> terms g != set0 -> exists2 s, s < N & completes g s.
Proof.
move=> go nonempty; have [fN h] := finalP go; case fE: (final g) fN h => [|s] fN h.
  by have := starts_with_input leg h; rewrite /= (negPf nonempty).
exists s => //; split=> //; have nh : Sum g (terms g) \notin slow (at_time e s) by apply: before_final; rewrite fE.
have [[p aE]|[p [g' [X [Y [aE [gE XE]]]]]]] := new_in_slow leg fN h nh; exists p; [by left | right].
by exists X, Y; rewrite aE -gE XE.
Qed.

Lemma completes_inj g g' s : completes g s -> completes g' s -> g = g'.
Proof.
by move=> [_ [p [aE|[X [Y [aE _]]]]]] [_ [q [aE'|[X' [Y' [aE' _]]]]]]; move: aE'; rewrite aE => // -[].
Qed.

Definition tracked x := group_of x \in outputs C.

Fixpoint follow (d : nat) x : place M C :=
  if d is d'.+1 then back (act e (final (group_of x) - d)) x (follow d' x) else Some (None, terms (group_of x)).
Definition loc t x : place M C := follow (final (group_of x) - t) x.

Lemma loc_end t x : final (group_of x) <= t -> loc t x = Some (None, terms (group_of x)).
Proof. by rewrite /loc -subn_eq0 => /eqP ->. Qed.

Lemma loc_step t x : t < final (group_of x) -> loc t x = back (act e t) x (loc t.+1 x).
Proof. by move=> lt; rewrite /loc -subnSK //= subnSK // subKn // ltnW. Qed.

Lemma loc_holds t x : tracked x -> t <= final (group_of x) -> holds (at_time e t) x (loc t x).
Proof.
move=> tx; have [fN fin] := finalP tx.
have [d] := ubnP (final (group_of x) - t); elim: d t => // d IH t; rewrite ltnS => le tf.
have [ft|lt] := leqP (final (group_of x)) t.
  by rewrite loc_end //= inE eqxx /=; have -> : t = final (group_of x) by apply/eqP; rewrite eqn_leq tf.
rewrite loc_step //; apply: back_holds (steps leg (leq_trans lt fN)) (IH _ _ lt).
by rewrite (leq_trans _ le) // ltn_sub2l.
Qed.

Lemma loc0 x : tracked x -> loc 0 x = None.
Proof.
move=> tx; have := loc_holds tx (leq0n _); case: (loc 0 x) => // -[[p|] X] /= /andP[xX].
  by rewrite (starts_empty leg) inE.
by move/(starts_with_input leg) => /eqP X0; rewrite X0 inE in xX.
Qed.

Lemma loc_none_before t t' x : t <= t' -> loc t' x = None -> loc t x = None.
Proof.
move=> tt'; rewrite -(subnKC tt'); elim: (t' - t) => [|d IH]; first by rewrite addn0.
rewrite addnS => h; apply: IH; have [ft|lt] := leqP (final (group_of x)) (t + d).
  by move: h; rewrite loc_end // leqW.
by rewrite loc_step // h.
Qed.

(** The useful step of a product. *)
Lemma ex_useful x : exists t, loc t.+1 x != None.
Proof. by exists (final (group_of x)); rewrite loc_end. Qed.
Definition useful x : nat := ex_minn (ex_useful x).

Lemma loc_useful x : tracked x -> loc (useful x) x = None.
Proof.
move=> tx; rewrite /useful; case: ex_minnP => -[|t] _ min; first exact: loc0.
by apply/eqP; case: eqP => // /eqP /min; rewrite ltnn.
Qed.

Lemma loc_none t x : tracked x -> (loc t x == None) = (t <= useful x).
Proof.
move=> tx; apply/eqP/idP => [h|tu]; last exact: loc_none_before tu (loc_useful tx).
rewrite leqNgt; apply/negP => lt; have := loc_none_before lt h.
by rewrite /useful; case: ex_minnP => t' /eqP.
Qed.

Lemma useful_lt x : tracked x -> useful x < final (group_of x).
Proof. by move=> tx; rewrite ltnNge; apply/negP => /loc_end; rewrite loc_useful. Qed.

Lemma useful_lt_len x : tracked x -> useful x < N.
Proof. by move=> tx; apply: leq_trans (useful_lt tx) (proj1 (finalP tx)). Qed.

Lemma useful_step x : tracked x -> exists p Y, [/\ act e (useful x) = Multiply p x Y,
  within p (loc (useful x).+1 x) & [forall r in reads x, operand r \in fast (at_time e (useful x)) p]].
Proof.
move=> tx; have lt := useful_lt tx.
apply: back_none (steps leg (useful_lt_len tx)) (loc_holds tx lt) _ _; first by rewrite loc_none // ltnn.
by rewrite -loc_step ?loc_useful.
Qed.

Lemma useful_inj x y : tracked x -> tracked y -> useful x = useful y -> x = y.
Proof.
move=> tx ty xy; have [p [X [px _ _]]] := useful_step tx; have [q [Y [qy _ _]]] := useful_step ty.
by move: px; rewrite xy qy => -[].
Qed.

Lemma loc_sub t x b X : loc t x = Some (b, X) -> X \subset terms (group_of x).
Proof.
have [d] := ubnP (final (group_of x) - t); elim: d t b X => // d IH t b X; rewrite ltnS => le.
have [ft|lt] := leqP (final (group_of x)) t; first by rewrite loc_end // => -[_ <-].
rewrite loc_step //; case l: (loc t.+1 x) => [[c Y]|] // /back_sub /subset_trans; apply.
by apply: IH l; rewrite (leq_trans _ le) // ltn_sub2l.
Qed.

(** A complete sum on a trace carries every product of its group, ... *)
Lemma loc_complete t x y b : loc t x = Some (b, terms (group_of x)) -> group_of y = group_of x ->
  loc t y = Some (b, terms (group_of x)).
Proof.
have [d] := ubnP (final (group_of x) - t); elim: d t b => // d IH t b; rewrite ltnS => le + yx.
have [ft|lt] := leqP (final (group_of x)) t; first by rewrite !loc_end ?yx.
rewrite (loc_step lt) (@loc_step t y) ?yx //; apply: back_complete => // [c X|c l]; first exact: loc_sub.
by apply: IH l yx; rewrite (leq_trans _ le) // ltn_sub2l.
Qed.

(** ... so before a useful step of a group no sum on its traces is complete, and slow memory holds none before the end. *)
Lemma incomplete_before_useful t x y b X : tracked x -> loc t x = Some (b, X) -> group_of y = group_of x -> t <= useful y ->
  X != terms (group_of x).
Proof.
move=> tx lx yx; rewrite -loc_none /tracked ?yx //; apply: contraL => /eqP XT.
by rewrite XT in lx; rewrite (loc_complete lx yx).
Qed.

Lemma incomplete_in_slow t x X : tracked x -> loc t x = Some (None, X) -> t < final (group_of x) -> X != terms (group_of x).
Proof.
move=> tx lx lt; have := loc_holds tx (ltnW lt); rewrite lx => /andP[_]; apply: contraL => /eqP ->.
exact: before_final.
Qed.
End Trace.
