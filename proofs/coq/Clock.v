(** * The clock of a memory and its segments (proofs/product-segments.md, section 2)

    The clock of a memory counts its loads of inputs (words, and sums of inner stages) and the beginnings of its intervals, at
    given prices. What a segment of the clock needs was there when it began or is paid by the clock. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Clock.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation useful := (useful e).
Notation active := (active e). Notation begins := (begins e).
Notation item := (word C + group C)%type.
Implicit Types (x y : point C) (g : group C) (p q : M) (t s : nat) (v : value C) (i : item).

Definition item_of v : item := match v with Word w => inl w | Sum g _ => inr g end.
Definition of_output v : bool := if v is Sum g _ then g \in outputs C else false.

(** What is counted for an item, at most its size. *)
Variable price : item -> nat.
Hypothesis price_word : forall w, price (inl w) <= word_size z w.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.

Definition input_price p (o : step_kind M C) : nat :=
  if o is Load q v then (if (q == p) && ~~ of_output v then price (item_of v) else 0) else 0.
Definition sum_price p (o : step_kind M C) : nat :=
  if o is Load q v then (if (q == p) && of_output v then size_of z v else 0) else 0.
Definition begin_price p t : nat := \sum_(g in outputs C | begins p g t) price (inr g).

Lemma price_size v : ~~ of_output v -> price (item_of v) <= size_of z v.
Proof.
case: v => [w|g X] /= h; first exact: price_word.
by have := price_inner h; rewrite leq_min => /andP[h1 h2]; case: ifP.
Qed.

Lemma price_load p o : input_price p o + sum_price p o <= load_cost z p o.
Proof.
case: o => //= q v; case: eqP => //= _; case: (boolP (of_output v)) => //= h; by rewrite addn0 price_size.
Qed.

(** Lemma 1 of proofs/model.md, summed over one memory. *)
Lemma intervals_pay p : (forall g, g \in outputs C -> price (inr g) <= output_size z g) ->
  \sum_(t < N) begin_price p t <= \sum_(t < N) (sum_price p (act e t) + store_cost z p (act e t)).
Proof.
move=> narrow; have -> : \sum_(t < N) begin_price p t
    = \sum_(k in [set k : 'I_N * group C | (k.2 \in outputs C) && begins p k.2 k.1]) price (inr k.2).
  by rewrite pair_big_dep /=; apply: eq_bigl => k; rewrite inE.
apply: (injective_payment (P := fun (k : 'I_N * group C) (s : 'I_N) => pays e p k.2 k.1 s)) => [[t g]|[t g] [t' g'] s]; rewrite !inE /=.
  case/andP => go b; have [s sN ps] := interval_pays leg go b; exists (Ordinal sN) => //=.
  have [w1 w2] := (price_output go, narrow g go).
  case: ps => [[X [aX sE]]|[[X aX] _]]; rewrite ?aX /= ?eqxx ?go /=.
    by rewrite sE aX /= eqxx go /= addn0; case: ifP.
  by case: ifP.
by case/andP => _ b /andP[_ b'] ps ps'; have [-> tt] := pays_inj b b' ps ps'; congr (_, _); apply: val_inj.
Qed.

(** Lemma 2 of proofs/model.md, summed over all memories. *)
Lemma intervals_load : \sum_p \sum_(t < N) begin_price p t
  <= \sum_(g in outputs C) price (inr g) + \sum_p \sum_(t < N) sum_price p (act e t).
Proof.
have -> : \sum_p \sum_(t < N) begin_price p t
    = \sum_(k in [set k : M * 'I_N * group C | (k.2 \in outputs C) && begins k.1.1 k.2 k.1.2]) price (inr k.2).
  by rewrite pair_bigA pair_big_dep /=; apply: eq_bigl => k; rewrite inE.
pose cost (j : group C + 'I_N) := match j with inl g => (if g \in outputs C then price (inr g) else 0)
                                             | inr t => \sum_p sum_price p (act e t) end.
have -> : \sum_(g in outputs C) price (inr g) + \sum_p \sum_(t < N) sum_price p (act e t) = \sum_j cost j.
  by rewrite big_sumType /= big_mkcond exchange_big.
pose P (k : M * 'I_N * group C) (j : group C + 'I_N) := match j with
  | inl g => g = k.2 /\ returns e k.1.1 g k.1.2 (final e g)
  | inr s => s < final e k.2 /\ returns e k.1.1 k.2 k.1.2 s end.
apply: (injective_payment (P := P)) => [[[p t] g]|[[p t] g] [[p' t'] g'] j]; rewrite !inE /=.
  case/andP => go b; have [s sf rs] := interval_returns go b; have [fN _] := finalP leg go.
  have [sE|ne] := eqVneq s (final e g).
    by exists (inl g); rewrite /P /= ?go -?sE.
  have lt : s < final e g by rewrite ltn_neqAle ne.
  exists (inr (Ordinal (leq_trans lt fN))) => //=.
  have [x [X [[gx _ _ lX _] [[sE _]|[_ [q aX]]]]]] := rs; first by rewrite sE eqxx in ne.
  rewrite aX (bigD1 q) //= eqxx go /=; apply: leq_trans (leq_addr _ _).
  have tx : tracked x by rewrite /tracked gx.
  by have := incomplete_in_slow leg tx lX; rewrite gx => /(_ lt)/negPf ->; apply: price_output.
case/andP => go b /andP[go' b']; case: j => [g0|s] /= [h rs] [h' rs'].
  subst g0; move: h' rs' b' => <- rs' b'; have [-> tt] := returns_inj go b b' rs rs'.
  by congr (_, _, _); apply: val_inj.
have gg : g = g'.
  have [x [X [_ [[sE _]|[_ [q aX]]]]]] := rs; first by rewrite sE ltnn in h.
  have [x' [X' [_ [[sE _]|[_ [q' aX']]]]]] := rs'; first by rewrite sE ltnn in h'.
  by move: aX'; rewrite aX => -[].
subst g'; have [-> tt] := returns_inj go b b' rs rs'.
by congr (_, _, _); apply: val_inj.
Qed.

(** The clock. *)
Definition tick p t : nat := input_price p (act e t) + begin_price p t.
Definition clock p t : nat := \sum_(s < N | s < t) tick p s.
Definition elapsed : nat := \sum_p clock p N.

Lemma clock_end p : clock p N = \sum_(t < N) input_price p (act e t) + \sum_(t < N) begin_price p t.
Proof. by rewrite /clock (eq_bigl predT) => [|t]; [rewrite big_split | rewrite ltn_ord]. Qed.

Theorem elapsed_loads : elapsed <= loads z e + \sum_(g in outputs C) price (inr g).
Proof.
rewrite /elapsed; under eq_bigr do rewrite clock_end; rewrite big_split /=.
apply: (leq_trans (leq_add (leqnn _) intervals_load)).
rewrite addnCA addnC leq_add2r -big_split /=; apply: leq_sum => p _.
by rewrite -big_split /=; apply: leq_sum => t _; apply: price_load.
Qed.

Theorem clock_traffic p : (forall g, g \in outputs C -> price (inr g) <= output_size z g) -> clock p N <= traffic_of z e p.
Proof.
move=> narrow; rewrite clock_end; apply: (leq_trans (leq_add (leqnn _) (intervals_pay p narrow))).
rewrite /traffic_of -!big_split /=; apply: leq_sum => t _.
by rewrite addnA leq_add2r price_load.
Qed.

Lemma clock_between p t0 t1 : t0 <= t1 -> clock p t1 = clock p t0 + \sum_(s < N | t0 <= s < t1) tick p s.
Proof.
move=> t01; rewrite /clock (bigID (fun s : 'I_N => s < t0)) /=; congr (_ + _).
  by apply: eq_bigl => s; case: (ltnP s t0) => [/leq_trans ->|]; rewrite ?andbF.
by apply: eq_bigl => s; rewrite -leqNgt andbC.
Qed.

Lemma clock_mono p t0 t1 : t0 <= t1 -> clock p t0 <= clock p t1.
Proof. by move=> t01; rewrite (clock_between p t01) leq_addr. Qed.

Lemma clock_next p t : t < N -> clock p t.+1 = clock p t + tick p t.
Proof.
move=> tN; rewrite (clock_between p (leqnSn t)) (big_pred1 (Ordinal tN)) // => s.
by rewrite ltnS -eqn_leq eq_sym.
Qed.

(** The products whose useful step is in memory p; those of an interval of time. *)
Definition mine p x : bool := if act e (useful x) is Multiply q _ _ then q == p else false.
Definition during p t0 t1 : {set point C} := [set x | [&& tracked x, mine p x & t0 <= useful x <= t1]].

Lemma mine_step p x : tracked x -> mine p x -> exists Y, [/\ act e (useful x) = Multiply p x Y,
  within p (loc e (useful x).+1 x) & [forall r in reads x, operand r \in fast (at_time e (useful x)) p]].
Proof. by move=> tx; have [q [Y [aY h ok]]] := useful_step leg tx; rewrite /mine aY => /eqP <-; exists Y. Qed.

Lemma tick_useful p x c : (forall g, g \in outputs C -> price (inr g) <= c) -> tracked x -> mine p x -> tick p (useful x) <= c.
Proof.
move=> pc tx mx; have [Y [aY _ _]] := mine_step tx mx; rewrite /tick aY /= add0n /begin_price.
have [b|nb] := boolP (begins p (group_of x) (useful x)).
  rewrite (big_pred1 (group_of x)) ?pc // => g; apply/andP/eqP => [[go bg]|->]; last by split.
  by have [] := begins_once leg go tx bg b.
rewrite big_pred0 // => g; apply/andP => -[go bg].
have [[X aX _]|[y [Z [gy aZ _ _]]]] := begins_cause leg go bg; first by move: aX; rewrite aY.
by move: aZ; rewrite aY => -[xy _]; subst y; rewrite gy bg in nb.
Qed.

(** ** What an interval of time needs *)

(** Words that are there at some time, inner sums that are there at the start or loaded, groups with a useful step. *)
Definition needs p t0 t1 : {set item} := [set i | match i with
  | inl w => [exists t : 'I_t1.+1, (t0 <= t) && (Word w \in fast (at_time e t) p)]
  | inr g => if g \in outputs C then [exists x in during p t0 t1, group_of x == g]
             else [exists X, Sum g X \in fast (at_time e t0) p]
                  || [exists t : 'I_t1, (t0 <= t) && (if act e t is Load q (Sum g' _) then (q == p) && (g' == g) else false)]
  end].

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
case: (act e _) => /= [q u|q u|q x X|q g X Y|].
- by case/and3P => _ /G[-> ->].
- by case/and3P => _ /forallP/(_ p)/subsetP/(_ _ h); rewrite (negPf nh).
- by case/and4P => _ _ /G.
- by case/and4P => _ _ /G.
- by case/andP => /forallP/(_ p)/subsetP/(_ _ h); rewrite (negPf nh).
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
have := new_in_fast dN h nh; have := steps leg dN; case aE: (act e _) => [q u|q u|q y Y|q g' Y Z|] //=.
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

(** Values that count at the start of an interval: complete outputs do not, no useful step of theirs is to come. *)
Definition counts v : bool := ~~ (of_output v && complete v).
Definition resident p t : nat := \sum_(v in fast (at_time e t) p | counts v) price (item_of v).

Lemma resident_capacity p t : t <= N -> resident p t <= capacity.
Proof.
move=> tN; apply: leq_trans (fits leg p tN); rewrite /resident big_mkcondr /=; apply: leq_sum => v _.
case: v => [w|g X]; rewrite /counts /=; first exact: price_word.
case: (boolP (g \in outputs C)) => [go|/price_inner h] /=; last first.
  by case: ifP => _ //; apply: leq_trans h (geq_minl _ _).
by case: (X == terms g) => //=; apply: price_output.
Qed.

Lemma needs_paid p t0 t1 : t0 <= t1 -> t1 < N ->
  \sum_(i in needs p t0 t1) price i <= resident p t0 + (clock p t1.+1 - clock p t0).
Proof.
move=> t01 t1N; rewrite (clock_between p (leqW t01)) addKn.
pose cost (j : value C + 'I_N) := match j with
  | inl v => if (v \in fast (at_time e t0) p) && counts v then price (item_of v) else 0
  | inr t => if t0 <= t < t1.+1 then tick p t else 0 end.
have -> : resident p t0 + \sum_(s < N | t0 <= s < t1.+1) tick p s = \sum_j cost j.
  by rewrite big_sumType /= -!big_mkcond.
pose P i (j : value C + 'I_N) := match j with
  | inl v => item_of v = i
  | inr t => (exists v, [/\ act e t = Load p v, ~~ of_output v & item_of v = i])
             \/ exists g, [/\ g \in outputs C, begins p g t & i = inr g] end.
have load t v i : t0 <= t <= t1 -> act e t = Load p v -> ~~ of_output v -> item_of v = i -> exists2 j, P i j & price i <= cost j.
  case/andP => a b aE nv iE; have tN : t < N by apply: leq_ltn_trans t1N.
  exists (inr (Ordinal tN)); first by left; exists v.
  by rewrite /= a ltnS b /tick aE /= eqxx nv iE leq_addr.
apply: (injective_payment (P := P)) => [i|i i' j].
- rewrite inE; case: i => [w|g].
    case/existsP => t /andP[a h]; have tt1 : t <= t1 by rewrite -ltnS.
    have [|h0|[s /andP[c d] aE]] := @word_origin p w t0 t _ h; first by rewrite a (leq_trans tt1) // ltnW.
      by exists (inl (Word w)); rewrite //= h0.
    by apply: (load s) aE _ _ => //; rewrite c ltnW // (leq_trans d).
  case: (boolP (g \in outputs C)) => [go|ngo].
    case/existsP => x /andP[]; rewrite inE => /and4P[tx mx a b] /eqP gx.
    have [Y [_ wx _]] := mine_step tx mx.
    have act1 : active p g (useful x).+1 by apply/activeP; exists x.
    have [a0|[s /andP[c d] bs]] := active_origin (leqW a) act1.
      case/activeP: a0 => y gy; case ly: (loc e t0 y) => [[o X]|] //= /eqP oE; subst o.
      have ty : tracked y by rewrite /tracked gy.
      have xy : group_of x = group_of y by rewrite gx gy.
      have nX := incomplete_before_useful leg ty ly xy a.
      have t0f : t0 <= final e (group_of y) by rewrite -xy; apply: leq_trans a (ltnW (useful_lt leg tx)).
      have := loc_holds leg ty t0f; rewrite ly => /andP[_ /= inX].
      exists (inl (Sum g X)) => //=.
      by rewrite -gy inX /counts /= negb_and nX orbT.
    have sN : s < N by apply: leq_trans (begins_lt bs) (proj1 (finalP leg go)).
    exists (inr (Ordinal sN)); first by right; exists g.
    rewrite /= c ltnS (leq_trans _ b) // /tick /begin_price (bigD1 g) ?go ?bs //=.
    by rewrite addnCA leq_addr.
  case/orP => [/existsP[X h]|/existsP[t /andP[a]]].
    by exists (inl (Sum g X)); rewrite //= h /counts /= (negPf ngo).
  case aE: (act e t) => [q u|q u|q x X|q g' X Y|] //; case: u aE => [//|g' X] aE /andP[/eqP qp /eqP gg]; subst q g'.
  by apply: (load t (Sum g X)) => //; rewrite a ltnW.
- move=> _ _; case: j => [v <- //|t] /= [[v [aE nv <-]]|[g [go b ->]]] [[v' [aE' nv' <-]]|[g' [go' b' ->]]].
  + by move: aE'; rewrite aE => -[->].
  + have [[X aX _]|[x [Y [_ aY _ _]]]] := begins_cause leg go' b'; last by move: aY; rewrite aE.
    by move: aX; rewrite aE => -[vE]; rewrite vE /= go' in nv.
  + have [[X aX _]|[x [Y [_ aY _ _]]]] := begins_cause leg go b; last by move: aY; rewrite aE'.
    by move: aX; rewrite aE' => -[vE]; rewrite vE /= go in nv'.
  + by have [_ ->] := begins_once leg go go' b b'.
Qed.

(** All useful products of a memory, from the start. *)
Definition own p : {set point C} := [set x | tracked x && mine p x].

Lemma own_during p : own p = during p 0 N.-1.
Proof.
apply/setP => x; rewrite !inE /=; case: (boolP (tracked x)) => //= tx; case: (mine p x) => //=.
by have := useful_lt_len leg tx; case: N => // n; rewrite ltnS => ->.
Qed.

Lemma needs_from_start p : \sum_(i in needs p 0 N.-1) price i <= clock p N.
Proof.
have [N0|Npos] := posnP N.
  rewrite big_pred0 // => i; rewrite inE N0 /=; case: i => [w|g].
    by apply/existsP => -[[[|//] lt]] /=; rewrite (starts_empty leg) inE.
  case: ifP => _; first by apply/existsP => -[x /andP[]]; rewrite inE => /and3P[tx]; have := useful_lt_len leg tx; rewrite N0.
  apply/negbTE/norP; split; apply/existsP => -[X].
    by rewrite (starts_empty leg) inE.
  by case: X.
have := @needs_paid p 0 N.-1 (leq0n _); rewrite prednK // => /(_ (leqnn _)) h; apply: leq_trans h _.
rewrite {1}/resident (starts_empty leg) big_pred0 => [|v]; last by rewrite inE.
exact: leq_subr.
Qed.

(** ** Segments of T *)
Section Segments.
Variables (T unit room widest : nat).
Hypothesis T_pos : 0 < T.
Hypothesis unit_price : forall i, unit %| price i.
Hypothesis unit_T : unit %| T.
Hypothesis unit_widest : unit %| widest.
Hypothesis widest_output : forall g, g \in outputs C -> price (inr g) <= widest.

Definition segment p s : {set point C} := [set x | [&& tracked x, mine p x & clock p (useful x) %/ T == s]].

(** Capacity, rounded down to the unit. *)
Definition rounded : nat := capacity %/ unit * unit.

Lemma resident_rounded p t : t <= N -> resident p t <= rounded.
Proof.
move=> tN; have d : unit %| resident p t by apply: dvdn_sum => v _.
by rewrite /rounded -(divnK d) leq_mul2r leq_div2r ?orbT // resident_capacity.
Qed.

Lemma below_by_unit a b : a < b -> unit %| a -> unit %| b -> a <= b - unit.
Proof.
move=> lt da db; have : unit <= b - a by rewrite dvdn_leq ?subn_gt0 // dvdn_sub.
by move=> h; rewrite leq_subRL ?(leq_trans h (leq_subr _ _)) // addnC -leq_subRL // ltnW.
Qed.

Lemma segment_needs p s : segment p s != set0 -> exists t0 t1, [/\ segment p s = during p t0 t1, t1 <= N &
  \sum_(i in needs p t0 t1) price i <= (if s == 0 then 0 else rounded) + T + widest - unit].
Proof.
case/set0Pn => x xs.
have [x1 x1s max1] := arg_maxnP (P := fun y => y \in segment p s) useful xs.
have [x0 x0s min0] := arg_minnP (P := fun y => y \in segment p s) useful xs.
move: (x0s) (x1s); rewrite !inE => /and3P[tx0 mx0 /eqP s0] /and3P[tx1 mx1 /eqP s1].
have c1 : clock p (useful x1) < s.+1 * T by rewrite -ltn_divLR // s1.
have c0 : s * T <= clock p (useful x0) by rewrite -s0 leq_trunc_div.
have N1 : useful x1 < N := useful_lt_len leg tx1.
have segE t0 : t0 <= useful x0 -> s * T <= clock p t0 -> segment p s = during p t0 (useful x1).
  move=> t00 ct0; apply/setP => y; apply/idP/idP => [ys|].
    have := ys; rewrite inE => /and3P[ty my _]; rewrite inE ty my /=.
    rewrite (leq_trans t00 (min0 _ ys)) /=; exact: max1.
  rewrite !inE => /and4P[-> -> a b] /=; rewrite eqn_leq leq_divRL // (leq_trans ct0) ?clock_mono // andbT.
  by rewrite -s1 leq_div2r // clock_mono.
pose r0 := if s == 0 then 0 else rounded.
have unit_rounded : unit %| r0 by rewrite /r0; case: ifP; rewrite ?dvdn0 ?dvdn_mull.
have main t0 : t0 <= useful x0 -> s * T <= clock p t0 -> resident p t0 <= r0 ->
    \sum_(i in needs p t0 (useful x1)) price i <= r0 + T + widest - unit.
  move=> t00 ct0 rt0; have t01 : t0 <= useful x1 by apply: leq_trans t00 (min0 _ x1s).
  apply: below_by_unit; [|by apply: dvdn_sum | by rewrite !dvdn_addr].
  apply: leq_ltn_trans (needs_paid p t01 N1) _; rewrite -addnA; apply: (@leq_ltn_trans (r0 + (clock p (useful x1).+1 - clock p t0))).
    by rewrite leq_add2r.
  rewrite ltn_add2l ltn_subLR ?clock_mono ?leqW // clock_next // addnA.
  apply: leq_trans (_ : _ <= clock p (useful x1) + widest.+1) _.
    by rewrite addnS ltnS leq_add2l tick_useful.
  rewrite addnS -addSn leq_add2r; apply: leq_trans c1 _; by rewrite mulSn addnC leq_add2r.
have [sz|nsz] := eqVneq s 0.
  exists 0, (useful x1); have c00 : s * T <= clock p 0 by rewrite sz.
  split; [exact: segE | exact: ltnW |].
  have := main 0 (leq0n _) c00; rewrite /r0 sz /=; apply.
  by rewrite /resident (starts_empty leg) big_pred0 // => v; rewrite inE.
exists (useful x0), (useful x1); split; [exact: segE | exact: ltnW |].
have := main (useful x0) (leqnn _) c0; rewrite /r0 (negPf nsz); apply.
by apply: resident_rounded; apply: ltnW (useful_lt_len leg tx0).
Qed.

(** No interval of time that needs so little has more than V0, V1 useful products. *)
Variables V0 V1 : nat.
Hypothesis first_segment : forall p t0 t1, t1 <= N -> \sum_(i in needs p t0 t1) price i <= T + widest - unit -> #|during p t0 t1| <= V0.
Hypothesis later_segment : forall p t0 t1, t1 <= N -> \sum_(i in needs p t0 t1) price i <= rounded + T + widest - unit -> #|during p t0 t1| <= V1.

Lemma own_segments p : #|own p| <= V0 + clock p N %/ T * V1.
Proof.
set K := clock p N %/ T.
have lt x : x \in own p -> clock p (useful x) %/ T < K.+1.
  by rewrite inE => /andP[tx _]; rewrite ltnS leq_div2r // clock_mono // ltnW // (useful_lt_len leg tx).
have -> : #|own p| = \sum_(s < K.+1) #|segment p s|.
  rewrite -sum1_card (partition_big (fun x => inord (clock p (useful x) %/ T) : 'I_K.+1) predT) //=.
  apply: eq_bigr => s _; rewrite -sum1_card; apply: eq_bigl => x.
  have [xo|] := boolP (x \in own p); last by rewrite !inE andbA => /negPf ->.
  rewrite -val_eqE /= inordK ?lt //; by move: xo; rewrite !inE andbA => ->.
rewrite big_ord_recl leq_add //.
  have [->|/segment_needs[t0 [t1 [-> tN h]]]] := eqVneq (segment p (@ord0 K)) set0; first by rewrite cards0.
  exact: first_segment.
rewrite -[K in _ <= K * V1]card_ord -sum_nat_const; apply: leq_sum => s _.
have [->|/segment_needs[t0 [t1 [-> tN h]]]] := eqVneq (segment p (lift ord0 s)) set0; first by rewrite cards0.
exact: later_segment.
Qed.

Lemma own_total : \sum_p #|own p| = #|[set x : point C | tracked x]|.
Proof.
rewrite -sum1_card; under eq_bigr do rewrite -sum1_card.
rewrite (exchange_big_dep (fun x => x \in [set x | tracked x])) /=; last first.
  by move=> p x _; rewrite !inE => /andP[].
apply: eq_bigr => x; rewrite inE => tx; have [p [Y [aY _ _]]] := useful_step leg tx.
by rewrite (big_pred1 p) // => q; rewrite inE tx /mine aY eq_sym.
Qed.

Theorem all_segments : #|[set x : point C | tracked x]| <= #|M| * V0 + elapsed %/ T * V1.
Proof.
rewrite -own_total; apply: (@leq_trans (\sum_p (V0 + clock p N %/ T * V1))).
  by apply: leq_sum => p _; apply: own_segments.
rewrite big_split /= sum_nat_const leq_add2l -big_distrl /= leq_mul2r; apply/orP; right.
rewrite leq_divRL // big_distrl /=; apply: leq_sum => p _; exact: leq_trunc_div.
Qed.
End Segments.
End Clock.
