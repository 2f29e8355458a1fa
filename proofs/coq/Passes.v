(** * Whole passes: cuts by arrivals of the words that stay (proofs/gemm-whole-passes.md)

    One kind of items, [K], all of one price, fills [s] of a memory. The course of a memory is cut before the arrival of an item of K that
    would be one too many: what is held at the cut then costs no more than the arrivals of K until the next one. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Origins Clock Needs Segments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Passes.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation useful := (useful e).
Notation active := (active e). Notation begins := (begins e). Notation mine := (mine e).
Notation item := (word C + group C)%type.
Implicit Types (x y : point C) (g : group C) (p q : M) (t u : nat) (i j : item).

Variable price : item -> nat.
Hypothesis price_word : forall v, price (inl v) <= word_size z v.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Variable unit : nat.
Hypothesis unit_price : forall i, unit %| price i.
Notation room := (rounded capacity unit).
Notation clock := (clock e price). Notation tick := (tick e price). Notation elapsed := (elapsed e price).

(** ** Items in a memory *)

(** A sum of the group that still lacks products is there, on its traces. *)
Definition unfinished p g t : bool :=
  [exists x, (group_of x == g) && (if loc e t x is Some (b, X) then (b == Some p) && (X != terms g) else false)].

Definition present p i t : bool := match i with
  | inl v => Word v \in fast (at_time e t) p
  | inr g => (g \in outputs C) && unfinished p g t end.

Definition arrives p i t : bool := match i with
  | inl v => (Word v \notin fast (at_time e t) p) && (Word v \in fast (at_time e t.+1) p)
  | inr g => (g \in outputs C) && begins p g t end.

Definition uses x i : bool := match i with inl v => inl v \in reads x | inr g => group_of x == g end.

Lemma present0 p i : present p i 0 = false.
Proof.
case: i => [v|g] /=; first by rewrite (starts_empty leg) inE.
case: (boolP (g \in outputs C)) => //= go; apply/negbTE/existsPn => x; apply/negP => /andP[/eqP gx].
by rewrite (loc0 leg) // /tracked gx.
Qed.

Lemma present_weight p t : t <= N -> \sum_(i | present p i t) price i <= room.
Proof.
move=> tN; apply: leq_trans (resident_rounded leg price_word price_inner price_output unit_price p tN).
rewrite /resident big_mkcondr [leqRHS]big_mkcond /=.
rewrite (eq_bigl (fun i => i \in [set i | present p i t])) => [|i]; last by rewrite inE.
apply: (injective_payment (P := fun i (v : value C) => item_of v = i)) => [i|i i' v _ _ <- <- //].
rewrite inE; case: i => [v|g] /=; first by move=> h; exists (Word v); rewrite //= h.
case/andP => go /existsP[x /andP[/eqP gx]]; case lx: (loc e t x) => [[b X]|] // /andP[/eqP bE nX]; subst b.
have tx : tracked x by rewrite /tracked gx.
have tf : t <= final e (group_of x).
  by rewrite leqNgt; apply/negP => /ltnW ft; move: lx; rewrite loc_end.
have := loc_holds leg tx tf; rewrite lx /= gx => /andP[_ inX].
by exists (Sum g X); rewrite //= inX /counts /= negb_and nX orbT.
Qed.

(** An item arrives by a load, or as the group of a useful step. *)
Lemma arrives_cause p i t : t < N -> arrives p i t ->
  (exists v, [/\ act e t = Load p v, item_of v = i & present p i t.+1]) \/
  (exists x Y, [/\ i = inr (group_of x), act e t = Multiply p x Y, tracked x & useful x = t]).
Proof.
move=> tN; case: i => [v|g] /=.
  case/andP => nv inv; left; exists (Word v); split=> //.
  by have := new_in_fast leg tN inv nv; case: (act e t) => // [q w [-> ->]|q x X []|q g X Y []].
case/andP => go b; have [[X aX _]|[x [Y [gx aY ux _]]]] := begins_cause leg go b; last first.
  by right; exists x, Y; rewrite gx /tracked gx.
left; have /andP[na /activeP[x gx h]] := b; have tx : tracked x by rewrite /tracked gx.
have lt : t < final e (group_of x) by apply: ltnW (within_lt h).
have := loc_step lt; case: (back_within (act e t) x h) => [E|hb l|[X' [aX' lX' ->]] l].
- by move: E h; rewrite aX; case: (loc e t.+1 x) => [[c X']|] //=; case: ifP.
- by case/negP: na; apply/activeP; exists x; rewrite // l.
exists (Sum (group_of x) X'); split=> //=; first by rewrite gx.
rewrite go /=; apply/existsP; exists x; rewrite gx eqxx lX' eqxx /= -gx.
exact: (incomplete_in_slow leg tx l).
Qed.

Lemma arrives_once p i i' t : t < N -> arrives p i t -> arrives p i' t -> i = i'.
Proof.
move=> tN /(arrives_cause tN)[[v [av <- _]]|[x [Y [-> ax _ _]]]] /(arrives_cause tN)[[v' [av' <- _]]|[x' [Y' [-> ax' _ _]]]].
- by move: av'; rewrite av => -[->].
- by move: ax'; rewrite av.
- by move: av'; rewrite ax.
- by move: ax'; rewrite ax => -[->].
Qed.

(** What a useful step uses was there at an earlier time or has arrived since. *)
Lemma used_origin p x i t : tracked x -> mine p x -> uses x i -> t <= useful x ->
  present p i t \/ exists2 u, t <= u <= useful x & arrives p i u.
Proof.
move=> tx mx; have [Y [_ wx /forallP ok]] := mine_step leg tx mx; case: i => [v|g] /= ux tu.
  have := ok (inl v); rewrite ux /=; move: {ok wx}(useful x) tu => d tu; rewrite -(subnKC tu).
  elim: (d - t) => [|k IH]; first by rewrite addn0; left.
  rewrite addnS => inv; have [there|nv] := boolP (Word v \in fast (at_time e (t + k)) p).
    by case: (IH there) => [|[u /andP[a b] c]]; [left | right; exists u; rewrite // a ltnW].
  by right; exists (t + k); rewrite ?leq_addr ?leqnSn ?nv.
move/eqP: ux => gx; have go : g \in outputs C by rewrite -gx.
have act1 : active p g (useful x).+1 by apply/activeP; exists x.
have [a|[u /andP[a b] c]] := active_origin (leqW tu) act1; last by right; exists u; rewrite ?a ?go.
left; rewrite go; case/activeP: a => y gy; case ly: (loc e t y) => [[b X]|] //= /eqP bE; subst b.
apply/existsP; exists y; rewrite gy eqxx ly eqxx /= -gy; have ty : tracked y by rewrite /tracked gy.
by apply: (incomplete_before_useful leg ty ly _ tu); rewrite gx gy.
Qed.

Lemma arrivals_tick p t : t < N -> \sum_(i | arrives p i t) price i <= tick p t.
Proof.
move=> tN; rewrite /tick big_sumType /= addnC [X in _ <= X]addnC /begin_price leq_add //.
have [v hv|none] := pickP (fun v => arrives p (inl v) t); last by rewrite big_pred0.
rewrite (big_pred1 v) => [|v']; last first.
  by apply/idP/eqP => [h|->//]; have [->] : inl v' = inl v :> item := @arrives_once p (inl v') _ t tN h hv.
have [[u [au vE _]]|[x [Y [vE]]]] := arrives_cause tN hv; last by [].
by case: u au vE => // v' -> [->] /=; rewrite eqxx.
Qed.

(** ** Cuts *)
Variables (K : pred item) (w s : nat).
Hypothesis w_pos : 0 < w.
Hypothesis K_price : forall i, K i -> price i = w.
Hypothesis K_fill : room <= s * w.
(** Where groups stay, a product reads something that does not. *)
Hypothesis K_operand : forall x, K (inr (group_of x)) -> exists v, [/\ inl v \in reads x, ~~ K (inl v) & 0 < price (inl v)].

Definition brings p t : bool := [exists i, K i && arrives p i t].
(** When what is held at a cut is looked at: a load may throw out what it takes the place of. *)
Definition still t : nat := if act e t is Load _ _ then t.+1 else t.
Definition kept p i t : bool := present p i (still t) && ~~ arrives p i t.
Definition stay p t : nat := #|[set i | K i && kept p i t]|.
Definition held p t : nat := \sum_(i | ~~ K i && kept p i t) price i.

Lemma kept_weight p t : \sum_(i | kept p i t) price i = stay p t * w + held p t.
Proof.
rewrite (bigID K) /=; congr (_ + _); last by apply: eq_bigl => i; rewrite andbC.
rewrite /stay -sum_nat_const; apply: congr_big => // [i|i]; first by rewrite inE andbC.
by case/andP => _ /K_price.
Qed.

Lemma cut_room p t : t < N -> brings p t -> stay p t * w + held p t <= room /\ stay p t * w < room.
Proof.
move=> tN /existsP[j /andP[Kj aj]]; rewrite -kept_weight.
have [[v [aE vE pj]]|[x [Y [jE aE tx ux]]]] := arrives_cause tN aj.
  have sE : still t = t.+1 by rewrite /still aE.
  have le : w + \sum_(i | kept p i t) price i <= room.
    apply: leq_trans (present_weight p tN); rewrite [leqRHS](bigD1 j) //= (K_price Kj) leq_add2l.
    rewrite [leqRHS](bigID (fun i => kept p i t)) /= -[leqLHS]addn0 leq_add //; apply: eq_leq; apply: eq_bigl => i.
    rewrite /kept sE; case: (present p i t.+1) => //=; case: eqP => [->|_] /=; by rewrite ?aj ?andbT.
  split; first by apply: leq_trans le; rewrite leq_addl.
  by apply: leq_trans le; rewrite kept_weight addnCA -[X in X < _]addn0 ltn_add2l ltn_addr.
have sE : still t = t by rewrite /still aE.
have le : \sum_(i | kept p i t) price i <= room.
  apply: leq_trans (present_weight p (ltnW tN)); rewrite [leqRHS](bigID (fun i => kept p i t)) /= -[leqLHS]addn0 leq_add //.
  by apply: eq_leq; apply: eq_bigl => i; rewrite /kept sE; case: (present p i t).
split=> //; apply: leq_trans le; rewrite kept_weight -[X in X < _]addn0 ltn_add2l.
have [|v [vx nK v0]] := @K_operand x; first by rewrite -jE.
have [Z [Y' [aZ _ /forallP/(_ (inl v))]]] := useful_step leg tx; rewrite vx ux => /= inv.
have qp : Z = p by move: aZ; rewrite ux aE => -[].
rewrite /held (bigD1 (inl v)) /=; first by rewrite ltn_addr.
by rewrite nK /kept sE /= -qp inv.
Qed.

(** How many arrivals are left before the next cut; the segment of a step: one after the time of its cut, 0 where there was none. *)
Fixpoint left p t : nat := if t is u.+1 then
  (if brings p u then (if left p u is l.+1 then l else s.-1 - stay p u) else left p u) else s.
Definition cut p t : bool := brings p t && (left p t == 0).
Fixpoint began p t : nat := if cut p t then t.+1 else if t is u.+1 then began p u else 0.

Lemma left_le p t : left p t <= s.
Proof.
elim: t => //= t IH; case: ifP => // _; case: (left p t) IH => [_|l /ltnW //].
by rewrite (leq_trans (leq_subr _ _)) ?leq_pred.
Qed.

Lemma began_le p t : began p t <= t.+1.
Proof. by elim: t => [|t IH] /=; case: ifP => // _; apply: leqW. Qed.

Lemma began_cut p t c : began p t = c.+1 -> cut p c /\ c <= t.
Proof.
elim: t => [|t IH] /=; case: ifP => // h; first by case=> <-.
  by case=> <-.
by case/IH => -> /leqW.
Qed.

Lemma began_same p t u : u <= t -> (began p t).-1 <= u -> began p u = began p t.
Proof.
elim: t => [|t IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /predU1P[-> //|ut] /=; case: ifP => h.
  by rewrite /= leqNgt ut.
exact: IH.
Qed.

Lemma stay_lt p t : t < N -> brings p t -> stay p t < s.
Proof. by move=> tN bt; have [_ lt] := cut_room tN bt; rewrite -(ltn_pmul2r w_pos); apply: leq_trans lt K_fill. Qed.

(** A segment has [s] items of K: those that stay at its cut, those that have arrived, those that may still arrive. *)
Lemma spent p t : t < N -> (if began p t is c.+1 then stay p c else 0)
  + \sum_(u < t.+1 | (began p t).-1 <= u) brings p u + left p t.+1 = s.
Proof.
have one : began p 0 = if cut p 0 then 1 else 0 by [].
elim: t => [|t IH] tN.
  rewrite one /cut /=; case: (boolP (brings p 0)) => b0 /=; last first.
    by rewrite big_mkcond big_ord_recr big_ord0 /= (negPf b0).
  case: eqP => [s0|_]; first by have := stay_lt tN b0; rewrite s0.
  rewrite big_mkcond big_ord_recr big_ord0 /= b0 add0n add0n add1n.
  by have := stay_lt tN b0; case: (s).
have {}IH := IH (ltnW tN); rewrite big_mkcond big_ord_recr -big_mkcond /=.
have -> : (if cut p t.+1 then t.+2 else began p t) = began p t.+1 by [].
change (if brings p t then _ else _) with (left p t.+1); set l := left p t.+1 in IH *.
have bt := began_le p t; have pt : (began p t).-1 <= t.+1 by rewrite (leq_trans (leq_pred _)).
rewrite /= /cut -/l; case: (boolP (brings p t.+1)) => [b|nb] /=; last by rewrite if_same addn0.
case: l IH => [|l] IH /=; last by rewrite pt addn1 addnS addSn -addnS.
rewrite leqnn big_pred0 => [|u]; last by rewrite leqNgt ltn_ord.
by have := stay_lt tN b; case: (s) => // s' h; rewrite add0n addn1 addSn subnKC.
Qed.

(** What is held at cuts costs no more than the arrivals of K. *)
Lemma held_paid p t : t <= N -> \sum_(u < t | cut p u) held p u + s * w <= (\sum_(u < t) brings p u + left p t) * w.
Proof.
elim: t => [|t IH] tN; first by rewrite !big_ord0.
have {}IH := IH (ltnW tN); rewrite big_mkcond !big_ord_recr -big_mkcond /= /cut.
case: (boolP (brings p t)) => [b|_] /=; last by rewrite !addn0.
case lE: (left p t) => [|l] /=; rewrite lE in IH; last by rewrite !addn0 -addnA add1n.
have [le lt] := cut_room tN b; have sl := stay_lt tN b; rewrite addn0 in IH.
have -> : \sum_(u < t) brings p u + 1 + (s.-1 - stay p t) = \sum_(u < t) brings p u + (s - stay p t).
  by rewrite -addnA; congr (_ + _); case: (s) sl => // s' sl; rewrite add1n subSn.
rewrite addnAC mulnDl; apply: leq_add IH _.
by rewrite mulnBl leq_subRL ?leq_mul2r ?(ltnW sl) ?orbT // (leq_trans le).
Qed.

(** ** What a segment sees *)
Definition in_segment p b x : bool := [&& tracked x, mine p x & began p (useful x) == b].
Definition sees p b i : bool := [exists x, in_segment p b x && uses x i].

Lemma seen_origin p b i : sees p b i -> (exists2 c, b = c.+1 & cut p c && kept p i c)
  \/ exists u x, [/\ in_segment p b x, b.-1 <= u <= useful x & arrives p i u].
Proof.
case/existsP => x /andP[xb ux]; have /and3P[tx mx /eqP bE] := xb.
have later t : b.-1 <= t -> (exists2 u, t <= u <= useful x & arrives p i u) ->
    exists u x, [/\ in_segment p b x, b.-1 <= u <= useful x & arrives p i u].
  by move=> bt [u /andP[tu uu] a]; exists u, x; rewrite (leq_trans bt tu) uu.
case: b xb bE later => [|c] xb bE later.
  have [|h] := used_origin tx mx ux (leq0n _); first by rewrite present0.
  by right; apply: later h.
have [cc cu] := began_cut bE; have [Y [aY _ _]] := mine_step leg tx mx.
have su : still c <= useful x.
  rewrite /still; case aE: (act e c) => // [q v]; rewrite ltn_neqAle cu andbT.
  by apply/eqP => cE; move: aY; rewrite -cE aE.
have cs : c <= still c by rewrite /still; case: (act e c).
have [h|h] := used_origin tx mx ux su; last by right; apply: later h.
have [a|na] := boolP (arrives p i c); last by left; exists c; rewrite // cc /kept h.
by right; apply: (later c) => //; exists c; rewrite ?leqnn.
Qed.

Lemma in_segment_lt p b x u : in_segment p b x -> b.-1 <= u <= useful x -> u < N /\ began p u = b.
Proof.
case/and3P => tx mx /eqP bE /andP[bu ux]; split; first exact: leq_ltn_trans ux (useful_lt_len leg tx).
by rewrite -bE; apply: began_same => //; rewrite bE.
Qed.

Theorem segment_sees p b : #|[set i | K i && sees p b i]| <= s.
Proof.
have [->|/set0Pn[i0]] := eqVneq [set i | K i && sees p b i] set0; first by rewrite cards0.
rewrite inE => /andP[_ /existsP[x0 /andP[in0 _]]].
have [x xb max] := arg_maxnP (P := in_segment p b) useful in0.
have /and3P[tx _ /eqP bE] := xb; have uN := useful_lt_len leg tx; have := spent p uN; rewrite bE => <-.
apply: leq_trans (leq_addr _ _); set early := if b is c.+1 then _ else _.
pose cost (j : item + 'I_N) : nat := match j with
  | inl i => if b is c.+1 then K i && kept p i c else false
  | inr u => (b.-1 <= u <= useful x) && brings p u end.
have -> : early + \sum_(u < (useful x).+1 | b.-1 <= u) brings p u = \sum_j cost j.
  rewrite big_sumType /=; congr (_ + _).
    rewrite /early; case: (b) => [|c]; first by rewrite big1.
    by rewrite /stay -sum1_card big_mkcond; apply: eq_bigr => i _; rewrite inE; case: (_ && _).
  rewrite (big_ord_widen_cond _ (fun u => b.-1 <= u) (fun u => brings p u : nat) uN) big_mkcond /=.
  by apply: eq_bigr => u _; rewrite ltnS; case: (_ && _).
rewrite -sum1_card.
apply: (injective_payment (P := fun i (j : item + 'I_N) => match j with inl i' => i' = i | inr u => arrives p i u end)) => [i|i i' [j|u] _ _].
- rewrite inE => /andP[Ki /seen_origin[[c cE /andP[_ kc]]|[u [y [yb /andP[bu uy] a]]]]].
    by exists (inl i); rewrite //= cE Ki kc.
  have ux := leq_trans uy (max y yb); exists (inr (Ordinal (leq_ltn_trans ux uN))) => //=.
  by rewrite bu ux /= /brings; case: existsP => // -[]; exists i; rewrite Ki.
- by move=> -> ->.
- exact: arrives_once.
Qed.

(** What does not stay pays, in every segment that sees it. *)
Definition seen_in p i : {set 'I_N.+1} := [set b : 'I_N.+1 | sees p b i].

Lemma seen_paid p : \sum_(i | ~~ K i) price i * #|seen_in p i|
  <= \sum_(u < N) \sum_(i | ~~ K i && arrives p i u) price i + \sum_(u < N | cut p u) held p u.
Proof.
have -> : \sum_(i | ~~ K i) price i * #|seen_in p i|
    = \sum_(k in [set k : item * 'I_N.+1 | ~~ K k.1 && sees p k.2 k.1]) price k.1.
  under eq_bigr do rewrite mulnC -sum_nat_const.
  by rewrite pair_big_dep /=; apply: eq_bigl => k; rewrite !inE.
pose cost (j : 'I_N * item + 'I_N * item) := match j with
  | inl (u, i) => if ~~ K i && arrives p i u then price i else 0
  | inr (c, i) => if cut p c && (~~ K i && kept p i c) then price i else 0 end.
have -> : \sum_(u < N) \sum_(i | ~~ K i && arrives p i u) price i + \sum_(u < N | cut p u) held p u = \sum_j cost j.
  rewrite big_sumType /= [X in X + _]pair_big_dep [X in _ + X]pair_big_dep /= [X in X + _]big_mkcond [X in _ + X]big_mkcond.
  by congr (_ + _); apply: eq_bigr => -[u i].
pose P (k : item * 'I_N.+1) (j : 'I_N * item + 'I_N * item) := match j with
  | inl (u, i) => [/\ i = k.1, arrives p i u & began p u = k.2]
  | inr (c, i) => i = k.1 /\ c.+1 = k.2 :> nat end.
apply: (injective_payment (P := P)) => [[i b]|[i b] [i' b'] [[u j]|[c j]] _ _] /=.
- rewrite inE /= => /andP[nK /seen_origin[[c cE /andP[cc kc]]|[u [y [yb bu a]]]]].
    have cN : c < N by have := ltn_ord b; rewrite cE ltnS.
    by exists (inr (Ordinal cN, i)); rewrite /= ?cE // cc nK kc.
  have [uN uE] := in_segment_lt yb bu.
  by exists (inl (Ordinal uN, i)); rewrite /= ?nK ?a.
- by move=> [-> _ ->] [-> _ /val_inj ->].
- by move=> [-> ->] [-> /val_inj ->].
Qed.

Theorem passes_paid : \sum_p \sum_(i | ~~ K i) price i * #|seen_in p i| <= elapsed.
Proof.
apply: leq_sum => p _; apply: leq_trans (seen_paid p) _.
have held_le : \sum_(u < N | cut p u) held p u <= \sum_(u < N) \sum_(i | K i && arrives p i u) price i.
  rewrite -(leq_add2r (s * w)); apply: leq_trans (held_paid p (leqnn N)) _; rewrite mulnDl leq_add //; last first.
    by rewrite leq_mul2r left_le orbT.
  rewrite big_distrl; apply: leq_sum => u _; rewrite /brings; case: existsP => [[i /andP[Ki a]]|_] //=.
  by rewrite mul1n (bigD1 i) ?Ki // K_price // leq_addr.
apply: leq_trans (leq_add (leqnn _) held_le) _; rewrite addnC -big_split /=.
have -> : clock p N = \sum_(u < N) tick p u by rewrite /clock; apply: eq_bigl => u; rewrite ltn_ord.
apply: leq_sum => u _; apply: leq_trans (arrivals_tick p (ltn_ord u)); apply: eq_leq.
rewrite [RHS](bigID K) /=; congr (_ + _); apply: eq_bigl => i; by rewrite andbC.
Qed.
End Passes.
