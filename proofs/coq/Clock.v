(** * The clock of a memory (proofs/model.md, section 3; proofs/gemm-segments.md)

    It counts the loads of inputs (words, and sums of inner stages) and the beginnings of intervals, at given prices. *)
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

(** What is loaded and stored of sums of outputs, and how much less than its price a final store may cost. *)
Definition output_cost p (o : step_kind M C) : nat :=
  match o with
  | Load q v | Store q v => if (q == p) && of_output v then size_of z v else 0
  | Accumulate q g X Y => if (q == p) && (g \in outputs C) then addend_size z g X Y else 0
  | _ => 0
  end.
Definition narrowed p t : nat :=
  match act e t with
  | Store q (Sum g _) | Accumulate q g _ _ => if [&& q == p, g \in outputs C & t.+1 == final e g] then price (inr g) - output_size z g else 0
  | _ => 0
  end.

Lemma sends_cost p g X o : g \in outputs C -> sends p g X o -> size_of z (Sum g X) <= output_cost p o.
Proof.
move=> go; case: o => // [q v|q h Y Z]; first by case/andP => /eqP -> /eqP ->; rewrite /= eqxx go.
by case/and3P => /eqP -> /eqP -> /eqP ->; rewrite /output_cost eqxx go leq_maxl.
Qed.

Lemma price_traffic p o : input_price p o + output_cost p o <= load_cost z p o + store_cost z p o.
Proof.
case: o => //= [q v|q v|q g X Y]; case: eqP => //= _; last by case: ifP.
  all: by case: (boolP (of_output v)) => //= h; rewrite ?addn0 ?price_size.
Qed.

(** Lemma 1 of proofs/model.md, summed over one memory, whoever adds. *)
Lemma intervals_pay p : \sum_(t < N) begin_price p t <= \sum_(t < N) (output_cost p (act e t) + narrowed p t).
Proof.
have -> : \sum_(t < N) begin_price p t
    = \sum_(k in [set k : 'I_N * group C | (k.2 \in outputs C) && begins p k.2 k.1]) price (inr k.2).
  by rewrite pair_big_dep /=; apply: eq_bigl => k; rewrite inE.
apply: (injective_payment (P := fun (k : 'I_N * group C) (s : 'I_N) => pays e p k.2 k.1 s)) => [[t g]|[t g] [t' g'] s]; rewrite !inE /=.
  case/andP => go b; have [s sN [ps late]] := interval_pays leg go b; exists (Ordinal sN) => //=.
  have w := price_output go; case: late => load sent; case: ps => [[X [aX sE]]|[[X sX] _]].
    by rewrite sE /narrowed aX /= eqxx go (negPf (load X _)) ?addn0 ?sE.
  have cost := sends_cost go sX; have [nX|XT] := boolP (X != terms g).
    by apply: leq_trans (leq_trans cost (leq_addr _ _)); rewrite /= (negPf nX).
  have [|fE] := sent X sX; first by rewrite (negPf XT).
  apply: leq_trans (leq_add cost (leqnn _)); rewrite /= (eqP (negbNE XT)) eqxx -leq_subLR /narrowed.
  by move: sX; case: (act e s) => // [q v|q h Y Z]; [case/andP => /eqP -> /eqP -> | case/and3P => /eqP -> /eqP -> _]; rewrite eqxx go fE eqxx.
by case/andP => _ b /andP[_ b'] ps ps'; have [_ -> tt] := pays_inj b b' ps ps'; congr (_, _); apply: val_inj.
Qed.

Lemma narrowed_total : \sum_p \sum_(t < N) narrowed p t <= \sum_(g in outputs C) (price (inr g) - output_size z g).
Proof.
rewrite exchange_big /=; pose less g t := if t.+1 == final e g then price (inr g) - output_size z g else 0.
apply: (@leq_trans (\sum_(t < N) \sum_(g in outputs C) less g t)).
  have one t q g : \sum_p (if [&& q == p, g \in outputs C & t.+1 == final e g] then price (inr g) - output_size z g else 0)
      <= \sum_(g in outputs C) less g t.
    rewrite (bigD1 q) //= eqxx big1 ?addn0 => [|p /negPf pq]; last by rewrite eq_sym pq.
    by case: (boolP (g \in outputs C)) => //= go; rewrite (bigD1 g) //= leq_addr.
  apply: leq_sum => t _; rewrite /narrowed; case: (act e t) => [q v|q [w|g X]|*|*|q g X Y|]; first [exact: one | by rewrite big1].
rewrite exchange_big /=; apply: leq_sum => g _; rewrite /less -big_mkcond /=.
have [t0 /eqP tE|none] := pickP (fun t : 'I_N => t.+1 == final e g); last by rewrite big_pred0.
by rewrite (big_pred1 t0) // => t; rewrite -tE eqSS.
Qed.

(** Lemma 2 of proofs/model.md, summed over all memories, where only fast memories add. *)
Lemma intervals_load : no_slow_adds e -> \sum_p \sum_(t < N) begin_price p t
  <= \sum_(g in outputs C) price (inr g) + \sum_p \sum_(t < N) sum_price p (act e t).
Proof.
move=> fast; have -> : \sum_p \sum_(t < N) begin_price p t
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
  subst g0; move: h' rs' b' => <- rs' b'; have [-> tt] := returns_inj leg fast go b b' rs rs'.
  by congr (_, _, _); apply: val_inj.
have gg : g = g'.
  have [x [X [_ [[sE _]|[_ [q aX]]]]]] := rs; first by rewrite sE ltnn in h.
  have [x' [X' [_ [[sE _]|[_ [q' aX']]]]]] := rs'; first by rewrite sE ltnn in h'.
  by move: aX'; rewrite aX => -[].
subst g'; have [-> tt] := returns_inj leg fast go b b' rs rs'.
by congr (_, _, _); apply: val_inj.
Qed.

(** The clock. *)
Definition tick p t : nat := input_price p (act e t) + begin_price p t.
Definition clock p t : nat := \sum_(s < N | s < t) tick p s.
Definition elapsed : nat := \sum_p clock p N.

Lemma clock_end p : clock p N = \sum_(t < N) input_price p (act e t) + \sum_(t < N) begin_price p t.
Proof. by rewrite /clock (eq_bigl predT) => [|t]; [rewrite big_split | rewrite ltn_ord]. Qed.

Theorem elapsed_loads : no_slow_adds e -> elapsed <= loads z e + \sum_(g in outputs C) price (inr g).
Proof.
move=> fast; rewrite /elapsed; under eq_bigr do rewrite clock_end; rewrite big_split /=.
apply: (leq_trans (leq_add (leqnn _) (intervals_load fast))).
rewrite addnCA addnC leq_add2r -big_split /=; apply: leq_sum => p _.
by rewrite -big_split /=; apply: leq_sum => t _; apply: price_load.
Qed.

Lemma clock_paid p : clock p N <= traffic_of z e p + \sum_(t < N) narrowed p t.
Proof.
rewrite clock_end; apply: (leq_trans (leq_add (leqnn _) (intervals_pay p))).
rewrite /traffic_of -!big_split /=; apply: leq_sum => t _.
by rewrite addnA leq_add2r price_traffic.
Qed.

(** All intervals but at most one of a group pay their price, and what completes the group an output's size. *)
Lemma intervals_and_outputs : (forall g, g \in outputs C -> terms g != set0) ->
  \sum_p \sum_(t < N) begin_price p t + \sum_(g in outputs C) output_size z g
  <= \sum_p \sum_(t < N) output_cost p (act e t) + \sum_(g in outputs C) price (inr g).
Proof.
move=> nonempty; pose interval := (M * 'I_N * group C)%type.
pose A := [set k : interval | (k.2 \in outputs C) && begins k.1.1 k.2 k.1.2].
have -> : \sum_p \sum_(t < N) begin_price p t = \sum_(k in A) price (inr k.2).
  by rewrite pair_bigA pair_big_dep /=; apply: eq_bigl => k; rewrite inE.
have [f fP] : exists f : interval -> nat, forall k, k \in A ->
    f k < N /\ pays e k.1.1 k.2 k.1.2 (f k) /\ moves_late e k.1.1 k.2 (f k).
  apply: (@fin_all_exists _ _ (fun k s => k \in A -> s < N /\ pays e k.1.1 k.2 k.1.2 s /\ moves_late e k.1.1 k.2 s)) => k.
  have [|_] := boolP (k \in A); last by exists 0.
  by rewrite inE => /andP[go b]; have [s sN h] := interval_pays leg go b; exists s.
have same k k' : k \in A -> k' \in A -> f k = f k' -> k = k'.
  move=> kA k'A ff; have [_ [ps _]] := fP k kA; have [_ [ps' _]] := fP k' k'A.
  move: kA k'A; rewrite !inE => /andP[_ b] /andP[_ b']; rewrite -ff in ps'.
  have [pp gg tt] := pays_inj b b' ps ps'; case: k k' pp gg tt {ps ps' b b' ff} => [[p t] g] [[p' t'] g'] /= -> -> tt.
  by congr (_, _, _); apply: val_inj.
pose last k := (f k).+1 == final e k.2.
rewrite (bigID last) /= -addnA [leqRHS]addnC; apply: leq_add.
  have -> : \sum_(k in A | last k) price (inr k.2) = \sum_(k in [set k in A | last k]) price (inr k.2).
    by apply: eq_bigl => k; rewrite !inE.
  rewrite [leqRHS]big_mkcond; apply: (injective_payment (P := fun (k : interval) (g : group C) => k.2 = g)) => [k|k k' g].
    by rewrite !inE => /andP[/andP[go _] _]; exists k.2; rewrite ?go.
  rewrite !inE => /andP[kA /eqP lk] /andP[k'A /eqP lk'] gk gk'; apply: same; rewrite ?inE //.
  by apply: succn_inj; rewrite lk lk' gk gk'.
pose paid (j : interval + group C) := match j with inl k => (k \in A) && ~~ last k | inr g => g \in outputs C end.
pose worth (j : interval + group C) := match j with inl k => price (inr k.2) | inr g => output_size z g end.
have -> : \sum_(k in A | ~~ last k) price (inr k.2) + \sum_(g in outputs C) output_size z g = \sum_(j in [set j | paid j]) worth j.
  by rewrite (eq_bigl paid) ?big_sumType => // j; rewrite inE.
rewrite exchange_big /=.
pose P (j : interval + group C) (s : 'I_N) := match j with inl k => f k = s | inr g => completes e g s end.
apply: (injective_payment (P := P)) => [[k|g]|[k|g] [k'|g'] s]; rewrite !inE /=.
- case/andP => kA nl; have [sN [ps [load sent]]] := fP k kA; exists (Ordinal sN) => //=.
  move: kA; rewrite inE => /andP[go _]; have w := price_output go; rewrite (bigD1 k.1.1) //=; apply: leq_trans (leq_addr _ _).
  case: ps => [[X [aX sE]]|[[X sX] _]].
    by have := load X; rewrite sE aX /= eqxx go => /(_ erefl)/negPf ->.
  have nX : X != terms k.2 by case: (sent X sX) => // sE; rewrite /last sE eqxx in nl.
  by apply: leq_trans (sends_cost go sX); rewrite /= (negPf nX).
- move=> go; have [s sN cs] := completed leg go (nonempty g go); exists (Ordinal sN) => //.
  have [_ [p aE]] := cs; rewrite (bigD1 p) //=; apply: leq_trans (leq_addr _ _).
  by case: aE => [->|[X [Y [-> XY]]]]; rewrite /= ?/addend_size ?XY !eqxx go ?eqxx ?leq_maxr.
- by move=> /andP[kA _] /andP[k'A _] <- /esym ff; congr inl; apply: same.
- move=> /andP[kA nl] _ fs cs; have [_ [ps _]] := fP k kA; rewrite fs in ps.
  have gg := pays_completes ps cs; case: cs => sE _; by rewrite /last fs sE gg eqxx in nl.
- move=> _ /andP[kA nl] cs fs; have [_ [ps _]] := fP k' kA; rewrite fs in ps.
  have gg := pays_completes ps cs; case: cs => sE _; by rewrite /last fs sE gg eqxx in nl.
- by move=> _ _ cs cs'; congr inr; apply: completes_inj cs cs'.
Qed.

Theorem elapsed_traffic : (forall g, g \in outputs C -> terms g != set0) ->
  elapsed + \sum_(g in outputs C) output_size z g <= traffic z e + \sum_(g in outputs C) price (inr g).
Proof.
move=> nonempty; rewrite /elapsed; under eq_bigr do rewrite clock_end; rewrite big_split /= -addnA.
apply: (leq_trans (leq_add (leqnn _) (intervals_and_outputs nonempty))); rewrite addnA leq_add2r.
rewrite /traffic /loads /stores -!big_split /=; apply: leq_sum => p _; rewrite -!big_split /=; apply: leq_sum => t _.
exact: price_traffic.
Qed.

Theorem clock_traffic p : (forall g, g \in outputs C -> price (inr g) <= output_size z g) -> clock p N <= traffic_of z e p.
Proof.
move=> narrow; apply: leq_trans (clock_paid p) _; rewrite big1 ?addn0 // => t _; rewrite /narrowed.
have none q g : (if [&& q == p, g \in outputs C & t.+1 == final e g] then price (inr g) - output_size z g else 0) = 0.
  by case: and3P => // -[_ go _]; apply/eqP; rewrite subn_eq0 narrow.
by case: (act e t) => [q v|q [w|g X]|*|*|q g X Y|].
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
End Clock.

(** The clock at other prices. *)
Section Prices.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).

Lemma elapsed_scale c price : elapsed e (fun i => c * price i) = c * elapsed e price.
Proof.
rewrite /elapsed big_distrr; apply: eq_bigr => p _; rewrite /clock big_distrr; apply: eq_bigr => t _ /=.
rewrite /tick /begin_price mulnDr big_distrr; congr (_ + _).
by case: (act e t) => //= [q v|*|*|*|*|]; rewrite ?muln0 //; case: ifP; rewrite ?muln0.
Qed.
End Prices.
