(** * Each interval is left by a store or an addend of its own (proofs/model.md, Lemma 2)

    Whether it began with a load or not. Where only fast memories add, loads pay for all intervals but one of a group
    ([intervals_load] in Clock.v), and stores pay for them once more. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Departures.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation active := (active e). Notation begins := (begins e). Notation final := (final e).
Implicit Types (g : group C) (p : M) (t s : nat).

Definition leaves p g t s : Prop := (exists X, sends p g X (act e s)) /\ t < s /\ forall r, t < r <= s -> active p g r.

Lemma interval_leaves p g t : g \in outputs C -> begins p g t ->
  exists2 s, s < N & leaves p g t s /\ forall X, sends p g X (act e s) -> X != terms g \/ s.+1 = final g.
Proof.
move=> go bt; have fN : final g <= N by have [] := finalP leg go.
have /andP[_ /activeP[x gx h]] := bt; have tx : tracked x by rewrite /tracked gx.
have ex : exists s, (t < s) && ~~ within p (loc e s.+1 x).
  by exists (final g); rewrite (begins_lt bt) loc_end // gx.
case: (ex_minnP ex) => s /andP[ts out] min.
have inside r : t < r <= s -> within p (loc e r x).
  case: r => // r /andP[tr rs]; move: tr; rewrite ltnS leq_eqVlt => /predU1P[<- //|tr].
  by case: (boolP (within _ _)) => // o; have := min r; rewrite tr o leqNgt rs => /(_ isT).
have sf : s < final (group_of x) by apply: (@within_lt _ _ _ p); apply: inside; rewrite ts leqnn.
have [X [Z [sX lY bX]]] : exists X Z, [/\ sends p (group_of x) X (act e s), loc e s.+1 x = Some (None, Z)
                                & back (act e s) x (loc e s.+1 x) = Some (Some p, X)].
  by apply: back_into out; rewrite -loc_step //; apply: inside; rewrite ts leqnn.
exists s; first by apply: leq_trans fN; rewrite -gx.
split.
  split; first by exists X; rewrite -gx.
  by split=> // r /inside h'; apply/activeP; exists x.
move=> X' sX'; rewrite -gx in sX' *; have [_ _ <-] := sends_inj sX sX'.
have [XT|nX] := eqVneq X (terms (group_of x)); [right | by left].
apply/eqP; rewrite eqn_leq sf leqNgt; apply/negP => lt.
have := incomplete_in_slow leg tx lY lt; rewrite lY in bX.
by rewrite eqEsubset (loc_sub lY) -XT (back_sub bX).
Qed.

Lemma sent_size p g X o : sends p g X o -> size_of z (Sum g X) <= store_cost z p o.
Proof.
case: o => // [q v|q h Y Z]; first by case/andP => /eqP -> /eqP ->; rewrite /= eqxx.
by case/and3P => /eqP -> /eqP -> /eqP ->; rewrite /= eqxx leq_maxl.
Qed.

(** All intervals but at most one of a group are paid by stores, and what completes the group costs an output's size. *)
Theorem intervals_stored (price : word C + group C -> nat) :
  (forall g, g \in outputs C -> price (inr g) <= partial_size z g) -> (forall g, g \in outputs C -> terms g != set0) ->
  \sum_p \sum_(t < N) begin_price e price p t + \sum_(g in outputs C) output_size z g
  <= stores z e + \sum_(g in outputs C) price (inr g).
Proof.
move=> price_output nonempty; pose interval := (M * 'I_N * group C)%type.
pose A := [set k : interval | (k.2 \in outputs C) && begins k.1.1 k.2 k.1.2].
have -> : \sum_p \sum_(t < N) begin_price e price p t = \sum_(k in A) price (inr k.2).
  by rewrite pair_bigA pair_big_dep /=; apply: eq_bigl => k; rewrite inE.
have [f fP] : exists f : interval -> nat, forall k, k \in A ->
    f k < N /\ leaves k.1.1 k.2 k.1.2 (f k) /\ forall X, sends k.1.1 k.2 X (act e (f k)) -> X != terms k.2 \/ (f k).+1 = final k.2.
  apply: (@fin_all_exists _ _ (fun k s => k \in A -> s < N /\ leaves k.1.1 k.2 k.1.2 s /\
    forall X, sends k.1.1 k.2 X (act e s) -> X != terms k.2 \/ s.+1 = final k.2)) => k.
  have [|_] := boolP (k \in A); last by exists 0.
  by rewrite inE => /andP[go b]; have [s sN h] := interval_leaves go b; exists s.
have same k k' : k \in A -> k' \in A -> f k = f k' -> k = k'.
  move=> kA k'A ff; have [_ [ps _]] := fP k kA; have [_ [ps' _]] := fP k' k'A.
  move: kA k'A; rewrite !inE => /andP[_ b] /andP[_ b']; rewrite -ff in ps'.
  have [pp gg tt] := pays_inj b b' (or_intror ps) (or_intror ps').
  case: k k' pp gg tt {ps ps' b b' ff} => [[p t] g] [[p' t'] g'] /= -> -> tt.
  by congr (_, _, _); apply: val_inj.
pose last k := (f k).+1 == final k.2.
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
rewrite /stores /stores_of exchange_big /=.
pose P (j : interval + group C) (s : 'I_N) := match j with inl k => f k = s | inr g => completes e g s end.
apply: (injective_payment (P := P)) => [[k|g]|[k|g] [k'|g'] s]; rewrite !inE /=.
- case/andP => kA nl; have [sN [[[X sX] _] sent]] := fP k kA; exists (Ordinal sN) => //=.
  move: kA; rewrite inE => /andP[go _]; rewrite (bigD1 k.1.1) //=; apply: leq_trans (leq_addr _ _).
  have nX : X != terms k.2 by case: (sent X sX) => // sE; rewrite /last sE eqxx in nl.
  by apply: leq_trans (sent_size sX); rewrite /= (negPf nX) price_output.
- move=> go; have [s sN cs] := completed leg go (nonempty g go); exists (Ordinal sN) => //.
  have [_ [p aE]] := cs; rewrite (bigD1 p) //=; apply: leq_trans (leq_addr _ _).
  by case: aE => [->|[X [Y [-> XY]]]]; rewrite /= ?/addend_size ?XY !eqxx ?leq_maxr.
- by move=> /andP[kA _] /andP[k'A _] <- /esym ff; congr inl; apply: same.
- move=> /andP[kA nl] _ fs cs; have [_ [ps _]] := fP k kA; rewrite fs in ps.
  have gg := pays_completes (or_intror ps) cs; case: cs => sE _; by rewrite /last fs sE gg eqxx in nl.
- move=> _ /andP[kA nl] cs fs; have [_ [ps _]] := fP k' kA; rewrite fs in ps.
  have gg := pays_completes (or_intror ps) cs; case: cs => sE _; by rewrite /last fs sE gg eqxx in nl.
- by move=> _ _ cs cs'; congr inr; apply: completes_inj cs cs'.
Qed.
End Departures.
