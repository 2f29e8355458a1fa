(** * What all slices pay (proofs/gemm-holding-cost.md, "The count")

    Each word belongs to one slice, as a row or as a column, and each group has a product in at most [depth] slices. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Origins Trace Intervals Clock Needs Segments Residencies SliceGame Departures Compulsory.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Count.
Variables (M S : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Hypothesis all_outputs : forall g : group C, g \in outputs C.
Notation N := (len e).
Implicit Types (x y : point C) (t : nat) (s : S) (p : M) (w : word C).
Variables (slice_of : point C -> S) (row_of column_of : point C -> word C).
Definition slice s : {set point C} := [set x | slice_of x == s].
Hypothesis one_a_group : forall s, {in slice s &, injective (@group_of C)}.
Hypothesis one_a_pair : forall s, {in slice s &, injective (fun x => (row_of x, column_of x))}.
Hypothesis reads_row : forall x, inl (row_of x) \in reads x.
Hypothesis reads_column : forall x, inl (column_of x) \in reads x.
Hypothesis row_once : forall x y, row_of x = row_of y -> slice_of x = slice_of y.
Hypothesis column_once : forall x y, column_of x = column_of y -> slice_of x = slice_of y.
Hypothesis row_or_column : forall x y, row_of x != column_of y.

Variables (X K wr wc wg Lam depth : nat) (rate due : nat -> nat) (Phi : nat -> nat -> nat -> nat).
Hypothesis row_size : forall x, wr <= word_size z (row_of x).
Hypothesis column_size : forall x, wc <= word_size z (column_of x).
Hypothesis partial_at_least : forall g, g \in outputs C -> wg <= partial_size z g.
Hypothesis pot : potential X K wr wc Lam rate due Phi.
Hypothesis terms_at_most : forall g : group C, #|terms g| <= depth.

(** What a set of words weighs in all slices. *)
Lemma slices_weight (W : {set word C}) :
  \sum_s (wr * #|[set w in row_of @: slice s | w \in W]| + wc * #|[set w in column_of @: slice s | w \in W]|)
  <= \sum_(w in W) word_size z w.
Proof.
have count c (A : {set word C}) : c * #|[set w in A | w \in W]| = \sum_(w in W) (if w \in A then c else 0).
  rewrite -big_mkcondr sum_nat_const mulnC; congr (_ * _); apply: eq_card => w.
  by rewrite [in LHS]inE -topredE /= andbC.
under eq_bigr do rewrite !count -big_split /=.
rewrite exchange_big; apply: leq_sum => w _ /=.
have [/existsP[x /eqP xw]|nrow] := boolP [exists x, row_of x == w].
  rewrite (bigD1 (slice_of x)) //= big1 => [|s ns]; last first.
    have -> : (w \in row_of @: slice s) = false.
      apply/imsetP => -[y]; rewrite inE => /eqP yE wy; case/eqP: ns; rewrite -yE; by apply: row_once; rewrite xw.
    have -> // : (w \in column_of @: slice s) = false.
    by apply/imsetP => -[y _ wy]; have := row_or_column x y; rewrite xw wy eqxx.
  have -> : (w \in column_of @: slice (slice_of x)) = false.
    by apply/imsetP => -[y _ wy]; have := row_or_column x y; rewrite xw wy eqxx.
  by rewrite !addn0; case: ifP => // _; rewrite -xw row_size.
have norow s : (w \in row_of @: slice s) = false.
  by apply/imsetP => -[y _ wy]; case/existsP: nrow; exists y; rewrite wy.
under eq_bigr do rewrite norow add0n.
have [/existsP[x /eqP xw]|ncol] := boolP [exists x, column_of x == w].
  rewrite (bigD1 (slice_of x)) //= big1 => [|s ns]; last first.
    have -> // : (w \in column_of @: slice s) = false.
    apply/imsetP => -[y]; rewrite inE => /eqP yE wy; case/eqP: ns; rewrite -yE; by apply: column_once; rewrite xw.
  by rewrite addn0; case: ifP => // _; rewrite -xw column_size.
rewrite big1 // => s _; have -> // : (w \in column_of @: slice s) = false.
by apply/imsetP => -[y _ wy]; case/existsP: ncol; exists y; rewrite wy.
Qed.

(** Loads of words of the input. *)
Definition word_load p (o : step_kind M C) : nat :=
  if o is Load q (Word w) then (if q == p then word_size z w else 0) else 0.

Definition present p t : {set word C} := [set w | Word w \in fast (at_time e t) p].

Lemma newcomers p t : t < N -> \sum_(w in present p t.+1 :\: present p t) word_size z w <= word_load p (act e t).
Proof.
move=> tN; have new w : w \in present p t.+1 :\: present p t -> act e t = Load p (Word w).
  rewrite !inE => /andP[nw w1]; have := new_in_fast leg tN w1 nw.
  by case: (act e t) => //= [q u [-> ->] //|q x A []|q g A B []].
have [->|[w ww]] := set_0Vmem (present p t.+1 :\: present p t); first by rewrite big_set0.
rewrite (new _ ww) /= eqxx (big_pred1 w) // => v; apply/idP/eqP => [/new|->//].
by rewrite (new _ ww) => -[].
Qed.

Section Memory.
Variable p : M.
Hypothesis X_pos : 0 < wg.
Variable unit : nat.
Hypothesis unit_word : forall w, unit %| word_size z w.
Hypothesis unit_sum : unit %| wg.
Hypothesis enough : rounded capacity unit + wg <= wg * X.
Notation start := (start e p). Notation stop := (stop e p). Notation busy := (busy e p). Notation mine := (mine e).
Notation free := (free e p X).

(** Words in memory at an event weigh no more than the accumulators that there is room for. *)
Lemma words_fit t : t < N -> #|busy t| <= X /\ \sum_(w in present p t) word_size z w <= wg * free t.
Proof.
move=> tN; pose price (i : word C + group C) := match i with inl w => word_size z w | inr _ => wg end.
have unit_price i : unit %| price i by case: i.
have := open_fits leg all_outputs p (price := price) (fun w => leqnn (word_size z w)) partial_at_least unit_price (ltnW tN).
rewrite /= sum_nat_const (eq_bigl (fun w => w \in present p t)) => [fits_|w]; last by rewrite inE.
have := busy_open leg all_outputs p t; rewrite /free; move: fits_ enough X_pos.
move: (rounded _ _) (\sum_(w in _) _) (#|open e p t|) (#|busy t|) => R H o b h1 h2 h3 h4.
have h5 : H + wg * b <= wg * X.
  by have : wg * b <= wg * o.+1 by [rewrite leq_mul2l h4 orbT]; rewrite mulnS => h5; nlia.
split; first by rewrite -(leq_pmul2l h3); nlia.
by rewrite mulnBr; nlia.
Qed.

Definition started t : {set point C} := [set x | mine p x && (start x == t)].
Definition stopped t : {set point C} := [set x | mine p x && (stop x == t)].

Lemma over_slices (P : pred (point C)) : \sum_s #|[set x in good e p (slice s) | P x]| = #|[set x | mine p x && P x]|.
Proof.
under eq_bigr do rewrite -sum1_card.
rewrite -sum1_card (exchange_big_dep (fun x => x \in [set x | mine p x && P x])) /=; last first.
  by move=> s x _; rewrite !inE => /andP[/andP[_ ->] ->].
apply: eq_bigr => x; rewrite inE => /andP[mx Px]; rewrite (big_pred1 (slice_of x)) // => s.
by rewrite !inE mx Px !andbT eq_sym.
Qed.

Lemma event_at_most (A : {set point C}) : (forall x y, x \in A -> y \in A -> group_of x = group_of y) -> #|A| <= depth.
Proof.
move=> same; have [->|[x xA]] := set_0Vmem A; first by rewrite cards0.
apply: leq_trans (terms_at_most (group_of x)); apply: subset_leq_card; apply/subsetP => y yA.
by rewrite inE (same y x).
Qed.

Lemma started_at_most t : #|started t| <= depth.
Proof.
apply: event_at_most => x y; rewrite !inE => /andP[mx /eqP sx] /andP[my /eqP sy].
by have [] := same_start leg all_outputs mx my (etrans sx (esym sy)).
Qed.

Lemma stopped_at_most t : #|stopped t| <= depth.
Proof.
apply: event_at_most => x y; rewrite !inE => /andP[mx /eqP sx] /andP[my /eqP sy].
exact: (same_stop leg all_outputs mx my (etrans sx (esym sy))).
Qed.

(** Residencies of [j] products pay at each event at most what stands here: [share] for each slice that they miss, [loss] for each that they meet. *)
Variables share loss : nat.
Hypothesis worth : forall a j, a <= X -> 0 < j <= depth -> rate a * (wg * a) + j * share <= depth * share + j * (loss + due a).

Notation held_in s t := (held e p (slice s) row_of column_of wr wc t).
Notation come_in s t := (come e p (slice s) row_of column_of wr wc t).
Notation starts_in s t := (starts e p (slice s) t).
Notation stops_in s t := (stops e p (slice s) t).

Lemma all_held t : \sum_s held_in s t <= \sum_(w in present p t) word_size z w.
Proof.
apply: leq_trans (slices_weight _); apply: leq_sum => s _; rewrite /held /rows /columns.
by apply: eq_leq; congr (wr * _ + wc * _); apply: eq_card => w; rewrite !inE.
Qed.

Lemma all_come t : t < N -> \sum_s come_in s t <= word_load p (act e t).
Proof.
move=> tN; apply: leq_trans (newcomers p tN); apply: leq_trans (slices_weight _); apply: leq_sum => s _.
rewrite /come /rows /columns; apply: eq_leq; congr (wr * _ + wc * _); apply: eq_card => w; rewrite !inE;
  by case: (w \in _ @: _); rewrite ?andbF ?andbT.
Qed.

Lemma event_worth t (n : S -> nat) : t < N -> (forall s, n s <= 1) -> \sum_s n s <= depth ->
  \sum_s n s * (rate (free t) * held_in s t) + (\sum_s n s) * share
  <= (0 < \sum_s n s) * (depth * share) + (\sum_s n s) * (loss + due (free t)).
Proof.
move=> tN one few; have [/eqP|some] := posnP (\sum_s n s).
  rewrite sum_nat_eq0 => /forallP no; have {}no s : n s = 0 by apply/eqP; apply: (implyP (no s)).
  by rewrite !big1 // => s _; rewrite no.
rewrite mul1n; apply: leq_trans (worth (leq_subr _ _) _); last by rewrite some few.
rewrite leq_add2r; apply: (@leq_trans (rate (free t) * \sum_s held_in s t)).
  by rewrite big_distrr; apply: leq_sum => s _ /=; rewrite -[leqRHS]mul1n leq_mul2r one orbT.
by rewrite leq_mul2l; apply/orP; right; apply: leq_trans (all_held t) (proj2 (words_fit tN)).
Qed.

Lemma step_worth t : t < N -> \sum_s (starts_in s t + stops_in s t) * (rate (free t) * held_in s t) + (#|started t| + #|stopped t|) * share
  <= ((0 < #|started t|) + (0 < #|stopped t|)) * (depth * share) + (#|started t| + #|stopped t|) * (loss + due (free t)).
Proof.
move=> tN; have := @event_worth t (fun s => starts_in s t) tN; have := @event_worth t (fun s => stops_in s t) tN.
rewrite !over_slices -/(started t) -/(stopped t) => h1 h2.
have {}h1 := h1 (fun s => stops_one leg all_outputs p (@one_a_group s) t) (stopped_at_most t).
have {}h2 := h2 (fun s => starts_one leg all_outputs p (@one_a_group s) t) (started_at_most t).
under eq_bigr do rewrite mulnDl; rewrite big_split /= !mulnDl.
by rewrite addnACA [leqRHS]addnACA leq_add.
Qed.

Lemma memory_pays : (\sum_(t < N) (#|started t| + #|stopped t|)) * (Lam + share)
  <= K * (\sum_(t < N) word_load p (act e t)) + (\sum_(t < N) ((0 < #|started t|) + (0 < #|stopped t|))) * (depth * share)
     + (\sum_(t < N) (#|started t| + #|stopped t|)) * loss.
Proof.
have fits_ t (tN : t < N) := proj1 (words_fit tN).
have pays s := slice_pays leg all_outputs (@one_a_group s) (@one_a_pair s) reads_row reads_column pot fits_.
have : \sum_s owed e p (slice s) X Lam due N <= \sum_s paid e p (slice s) row_of column_of X K wr wc rate N.
  by apply: leq_sum => s _; apply: pays.
rewrite /owed /paid exchange_big [leqRHS]exchange_big /=.
under eq_bigr => t _ do rewrite -big_distrl big_split /= !over_slices -/(started t) -/(stopped t).
under [leqRHS]eq_bigr => t _ do rewrite big_split /= -big_distrr /=.
rewrite big_split /= -big_distrr /= => all_slices.
have loads_ : \sum_(t < N) \sum_s come_in s t <= \sum_(t < N) word_load p (act e t).
  by apply: leq_sum => t _; apply: all_come.
have events_ : \sum_(t < N) (\sum_s (starts_in s t + stops_in s t) * (rate (free t) * held_in s t) + (#|started t| + #|stopped t|) * share)
    <= \sum_(t < N) (((0 < #|started t|) + (0 < #|stopped t|)) * (depth * share) + (#|started t| + #|stopped t|) * (loss + due (free t))).
  by apply: leq_sum => t _; apply: step_worth.
rewrite big_split [leqRHS]big_split /= -!big_distrl /= in events_.
have split_due a : \sum_(t < N) (#|started t| + #|stopped t|) * (a + due (free t))
    = (\sum_(t < N) (#|started t| + #|stopped t|)) * a + \sum_(t < N) (#|started t| + #|stopped t|) * due (free t).
  by rewrite big_distrl -big_split; apply: eq_bigr => t _; rewrite mulnDr.
rewrite split_due in all_slices; rewrite split_due in events_.
have loads' : K * (\sum_(t < N) \sum_s come_in s t) <= K * (\sum_(t < N) word_load p (act e t)) by rewrite leq_mul2l loads_ orbT.
rewrite mulnDr; move: all_slices events_ loads'.
move: (K * _) (K * _) => L0 L1; move: (\sum_(t < N) \sum_s _) => H.
move: (_ * Lam) (_ * share) (_ * loss) (_ * (depth * share)) (\sum_(t < N) _ * due _) => A1 A2 A3 A4 A5.
move=> *; nlia.
Qed.

Lemma each_time (f : point C -> nat) : (forall x, mine p x -> f x < N) ->
  \sum_(t < N) #|[set x | mine p x && (f x == t)]| = #|own e p|.
Proof.
move=> lt; under eq_bigr do rewrite -sum1_card.
rewrite -sum1_card (exchange_big_dep (fun x => x \in own e p)) /=; last first.
  by move=> t x _; rewrite !inE => /andP[-> _]; rewrite (all_tracked_points all_outputs).
apply: eq_bigr => x; rewrite inE => /andP[_ mx]; rewrite (big_pred1 (Ordinal (lt x mx))) // => t.
by rewrite !inE mx -val_eqE /= eq_sym.
Qed.

Lemma started_sum : \sum_(t < N) #|started t| = #|own e p|.
Proof. by apply: each_time => x mx; apply: leq_ltn_trans (start_stop mx) (stop_lt leg all_outputs mx). Qed.

Lemma stopped_sum : \sum_(t < N) #|stopped t| = #|own e p|.
Proof. by apply: each_time => x mx; exact: (stop_lt leg all_outputs mx). Qed.

Definition intervals : nat := \sum_(t < N) begin_price e (fun=> 1) p t.

Lemma starts_intervals : \sum_(t < N) (0 < #|started t|) <= intervals.
Proof.
apply: leq_sum => t _; have [->|[x]] := set_0Vmem (started t); first by rewrite cards0.
rewrite inE => /andP[mx /eqP sx]; apply: (@leq_trans 1); first by case: (0 < _).
rewrite /begin_price (bigD1 (group_of x)) /= ?leq_addr // all_outputs /= -sx.
exact: (start_begins leg all_outputs mx).
Qed.

Lemma stops_starts : \sum_(t < N) (0 < #|stopped t|) <= \sum_(t < N) (0 < #|started t|).
Proof.
have -> : \sum_(t < N) (0 < #|stopped t|) = \sum_(t in [set t : 'I_N | 0 < #|stopped t|]) 1.
  by rewrite [RHS]big_mkcond; apply: eq_bigr => t _; rewrite inE; case: (0 < _).
apply: (injective_payment (P := fun i j : 'I_N => exists x, [/\ mine p x, stop x = i & start x = j])).
  move=> t; rewrite inE => /card_gt0P[x]; rewrite inE => /andP[mx /eqP sx].
  have lt : start x < N by apply: leq_ltn_trans (start_stop mx) (stop_lt leg all_outputs mx).
  exists (Ordinal lt); first by exists x.
  by have -> // : 0 < #|started (Ordinal lt)|; apply/card_gt0P; exists x; rewrite inE mx /=.
move=> t t' s _ _ [x [mx xt sx]] [y [my yt sy]]; apply: val_inj; rewrite /= -xt -yt.
by have [] := same_start leg all_outputs mx my (etrans sx (esym sy)).
Qed.

Lemma own_pays : 2 * #|own e p| * (Lam + share)
  <= K * (\sum_(t < N) word_load p (act e t)) + 2 * intervals * (depth * share) + 2 * #|own e p| * loss.
Proof.
have h1 := starts_intervals; have h2 := stops_starts; have := memory_pays; rewrite !big_split /= started_sum stopped_sum.
move=> h; rewrite !mul2n -!addnn; apply: leq_trans h _; rewrite leq_add2r leq_add2l leq_mul2r; apply/orP; right.
by apply: (leq_add h1); apply: leq_trans h2 h1.
Qed.
End Memory.

(** ** All memories *)
Section All.
Variables (unit share loss : nat).
Hypothesis wg_pos : 0 < wg.
Hypothesis unit_word : forall w, unit %| word_size z w.
Hypothesis unit_sum : unit %| wg.
Hypothesis enough : rounded capacity unit + wg <= wg * X.
Hypothesis worth : forall a j, a <= X -> 0 < j <= depth -> rate a * (wg * a) + j * share <= depth * share + j * (loss + due a).
(** A residency's two events pay no more than a load and a store of an accumulator. *)
Hypothesis share_paid : depth * share <= K * wg.
Hypothesis nonempty : forall g : group C, terms g != set0.
Hypothesis fast_adds : no_slow_adds e.

Let price (i : word C + group C) : nat := match i with inl w => word_size z w | inr _ => wg end.
Notation groups := #|outputs C|.

Lemma interval_prices : \sum_p \sum_(t < N) begin_price e price p t = wg * \sum_p intervals p.
Proof.
rewrite big_distrr; apply: eq_bigr => p _; rewrite big_distrr; apply: eq_bigr => t _ /=.
by rewrite /begin_price !sum_nat_const /= muln1 mulnC.
Qed.

Theorem holding_cost : 2 * #|{: point C}| * (Lam + share) + K * (\sum_(g in outputs C) output_size z g)
  <= K * traffic z e + 2 * #|{: point C}| * loss + 2 * groups * (depth * share).
Proof.
have total : 2 * #|{: point C}| * (Lam + share)
    <= K * (\sum_p \sum_(t < N) word_load p (act e t)) + 2 * (\sum_p intervals p) * (depth * share) + 2 * #|{: point C}| * loss.
  have -> : #|{: point C}| = \sum_p #|own e p|.
    rewrite (own_total leg) -cardsT; apply: eq_card => x; by rewrite !inE (all_tracked_points all_outputs).
  rewrite !big_distrr !big_distrl -!big_split; apply: leq_sum => p _ /=.
  exact: (own_pays p wg_pos unit_word unit_sum enough worth).
have stored := intervals_stored leg (price := price) partial_at_least (fun g _ => nonempty g).
have back := intervals_load leg (price := price) partial_at_least fast_adds.
rewrite interval_prices sum_nat_const /= in stored; rewrite interval_prices sum_nat_const /= in back.
have stores_least : \sum_(g in outputs C) output_size z g <= stores z e.
  exact: (compulsory_stores leg (fun g _ => nonempty g)).
have loaded : \sum_p \sum_(t < N) word_load p (act e t) + \sum_p \sum_(t < N) sum_price z p (act e t) <= loads z e.
  rewrite /loads /loads_of -big_split; apply: leq_sum => p _; rewrite -big_split; apply: leq_sum => t _ /=.
  by case: (act e t) => //= q [w|g Y]; case: (q == p) => //=; rewrite ?addn0 ?all_outputs.
move: total stored back stores_least loaded; rewrite /traffic.
move: (\sum_p \sum_(t < N) word_load p (act e t)) (\sum_p \sum_(t < N) sum_price z p (act e t)) (\sum_p intervals p) => Lw Ls R.
move: (loads z e) (stores z e) (\sum_(g in outputs C) output_size z g) groups #|{: point C}| => L St O G n total stored back least loaded.
have paid := share_paid; move: (depth * share) paid total => ds paid total.
have key : 2 * R * ds + K * Lw + K * O <= K * (L + St) + 2 * G * ds.
  have [RG|/ltnW GR] := leqP R G.
    have h1 : R * ds <= G * ds by rewrite leq_mul2r RG orbT.
    have h2 : K * O <= K * St by rewrite leq_mul2l least orbT.
    have h3 : K * Lw <= K * L by rewrite leq_mul2l (leq_trans (leq_addr _ _) loaded) orbT.
    rewrite -!mulnA mulnDr; nlia.
  have h1 : (R - G) * ds <= (R - G) * (K * wg) by rewrite leq_mul2l paid orbT.
  have [a aE] : exists a, R = G + a by exists (R - G); rewrite subnKC.
  have h4 : Lw + wg * a + wg * a + O <= L + St by rewrite aE mulnDr in stored back; nlia.
  have h5 : K * (Lw + wg * a + wg * a + O) <= K * (L + St) by rewrite leq_mul2l h4 orbT.
  rewrite aE addKn in h1; rewrite aE; nlia.
by move: key total; rewrite mulnDr; move=> *; nlia.
Qed.
End All.
End Count.
