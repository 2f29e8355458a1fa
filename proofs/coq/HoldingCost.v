(** * What all slices pay (proofs/gemm-holding-cost.md, "The count")

    Each word belongs to one slice, as a row or as a column, and each group has a product in at most [depth] slices. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Origins Trace Intervals Clock Needs Segments WorthSegments Residencies SliceGame Departures Compulsory.
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

(** Each slice has words and prices of its own. A word may be of several slices, its parts there together [fine] times its size. *)
Variables (X K fine wg whole : nat) (rate : nat -> nat) (wr wc Lam share loss : S -> nat) (due : S -> nat -> nat).
Variable Phi : S -> nat -> nat -> nat -> nat.
Hypothesis partial_at_least : forall g, g \in outputs C -> wg <= partial_size z g.
Hypothesis pot : forall s, potential X K (wr s) (wc s) (Lam s) rate (due s) (Phi s).
Hypothesis word_parts : forall w : word C,
  \sum_s (wr s * (w \in row_of @: slice s) + wc s * (w \in column_of @: slice s)) <= fine * word_size z w.

(** What a set of words weighs in all slices. *)
Lemma slices_weight (W : {set word C}) :
  \sum_s (wr s * #|[set w in row_of @: slice s | w \in W]| + wc s * #|[set w in column_of @: slice s | w \in W]|)
  <= fine * \sum_(w in W) word_size z w.
Proof.
have count c (A : {set word C}) : c * #|[set w in A | w \in W]| = \sum_(w in W) c * (w \in A).
  rewrite -big_distrr /= -sum1_card (eq_bigl (fun w => (w \in W) && (w \in A))) => [|w]; last by rewrite inE andbC.
  by rewrite big_mkcondr; congr (_ * _); apply: eq_bigr => w _; case: (w \in A).
under eq_bigr do rewrite !count -big_split /=.
by rewrite exchange_big big_distrr; apply: leq_sum => w _ /=; apply: word_parts.
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

Lemma over_slices (P : pred (point C)) (f : S -> nat) :
  \sum_s #|[set x in good e p (slice s) | P x]| * f s = \sum_(x | mine p x && P x) f (slice_of x).
Proof.
rewrite (partition_big slice_of predT) //=; apply: eq_bigr => s _; rewrite -sum_nat_const.
rewrite [RHS](eq_bigr (fun=> f s)) => [|x /andP[_ /eqP ->] //]; apply: eq_bigl => x; by rewrite !inE [RHS]andbC andbA.
Qed.

(** Residencies of products in the slices [J] pay at each event at most what stands here: [share] for each slice that they miss, [loss]
    for each that they meet. *)
Hypothesis worth : forall a (J : {set S}), a <= X -> J != set0 -> (exists g : group C, J \subset slice_of @: terms g) ->
  rate a * (fine * (wg * a)) + \sum_(s in J) share s <= whole + \sum_(s in J) (loss s + due s a).

Notation held_in s t := (held e p (slice s) row_of column_of (wr s) (wc s) t).
Notation come_in s t := (come e p (slice s) row_of column_of (wr s) (wc s) t).
Notation starts_in s t := (starts e p (slice s) t).
Notation stops_in s t := (stops e p (slice s) t).

Lemma all_held t : \sum_s held_in s t <= fine * \sum_(w in present p t) word_size z w.
Proof.
apply: leq_trans (slices_weight _); apply: leq_sum => s _; rewrite /held /rows /columns.
by apply: eq_leq; congr (wr s * _ + wc s * _); apply: eq_card => w; rewrite !inE.
Qed.

Lemma all_come t : t < N -> \sum_s come_in s t <= fine * word_load p (act e t).
Proof.
move=> tN; have h := newcomers p tN; apply: (@leq_trans (fine * \sum_(w in present p t.+1 :\: present p t) word_size z w));
  last by rewrite leq_mul2l h orbT.
apply: leq_trans (slices_weight _); apply: leq_sum => s _.
rewrite /come /rows /columns; apply: eq_leq; congr (wr s * _ + wc s * _); apply: eq_card => w; rewrite !inE;
  by case: (w \in _ @: _); rewrite ?andbF ?andbT.
Qed.

Definition at_event (f : point C -> nat) t : {set point C} := [set x | mine p x && (f x == t)].

Lemma event_worth (f : point C -> nat) t : t < N -> (forall s, #|[set x in good e p (slice s) | f x == t]| <= 1) ->
  {in at_event f t &, forall x y, group_of x = group_of y} -> let n s := #|[set x in good e p (slice s) | f x == t]| in
  \sum_s n s * (rate (free t) * held_in s t) + \sum_s n s * share s
  <= (0 < #|at_event f t|) * whole + \sum_s n s * (loss s + due s (free t)).
Proof.
move=> tN one same; cbv zeta; set n := fun s => #|_|; pose J := slice_of @: at_event f t.
have nJ s : n s = (s \in J).
  have : (0 < n s) = (s \in J).
    apply/card_gt0P/imsetP => [[x]|[x]]; rewrite !inE; first by case/andP=> /andP[/eqP sx mx] fx; exists x; rewrite ?inE ?mx.
    by case/andP=> mx fx ->; exists x; rewrite !inE eqxx mx.
  by case: (n s) (one s : n s <= 1) => [|[|//]] _ <-.
have over (h : S -> nat) : \sum_s n s * h s = \sum_(s in J) h s.
  by rewrite [RHS]big_mkcond; apply: eq_bigr => s _; rewrite nJ; case: (s \in J); rewrite ?mul0n ?mul1n.
rewrite !over; have [A0|[x xA]] := set_0Vmem (at_event f t).
  by rewrite (_ : J = set0) ?big_set0 // /J A0 imset0.
have -> : 0 < #|at_event f t| by apply/card_gt0P; exists x.
rewrite mul1n; apply: leq_trans (worth (leq_subr #|busy t| X) _ _); last 2 first.
- by apply/set0Pn; exists (slice_of x); apply: imset_f.
- by exists (group_of x); apply: imsetS; apply/subsetP => y yA; rewrite inE (same y x).
rewrite leq_add2r; apply: (@leq_trans (rate (free t) * \sum_s held_in s t)).
  by rewrite big_distrr [leqRHS](bigID (mem J)) leq_addr.
rewrite leq_mul2l; apply/orP; right; apply: leq_trans (all_held t) _.
by rewrite leq_mul2l (proj2 (words_fit tN)) orbT.
Qed.

Lemma step_worth t : t < N ->
  \sum_s (starts_in s t + stops_in s t) * (rate (free t) * held_in s t) + \sum_s (starts_in s t + stops_in s t) * share s
  <= ((0 < #|at_event start t|) + (0 < #|at_event stop t|)) * whole + \sum_s (starts_in s t + stops_in s t) * (loss s + due s (free t)).
Proof.
move=> tN.
have h1 := event_worth tN (fun s => starts_one leg all_outputs p (@one_a_group s) t).
have h2 := event_worth tN (fun s => stops_one leg all_outputs p (@one_a_group s) t).
have {}h1 : _ := h1 _; have {}h2 : _ := h2 _.
under eq_bigr do rewrite mulnDl; under [X in _ + X <= _]eq_bigr do rewrite mulnDl; under [X in _ <= _ + X]eq_bigr do rewrite mulnDl.
rewrite !big_split /= mulnDl addnACA [leqRHS]addnACA leq_add //; [apply: h1 | apply: h2] => x y; rewrite !inE.
  by case/andP=> mx /eqP sx /andP[my /eqP sy]; have [] := same_start leg all_outputs mx my (etrans sx (esym sy)).
by case/andP=> mx /eqP sx /andP[my /eqP sy]; exact: (same_stop leg all_outputs mx my (etrans sx (esym sy))).
Qed.

Lemma each_time (h : point C -> nat) (f : S -> nat) : (forall x, mine p x -> h x < N) ->
  \sum_(t < N) \sum_s #|[set x in good e p (slice s) | h x == t]| * f s = \sum_(x in own e p) f (slice_of x).
Proof.
move=> lt; rewrite (eq_bigr (fun t : 'I_N => \sum_(x | mine p x && (h x == t)) f (slice_of x))) => [|t _]; last first.
  exact: (over_slices (fun x => h x == t) f).
rewrite (exchange_big_dep (fun x => x \in own e p)) /=; last first.
  by move=> t x _; rewrite !inE => /andP[-> _]; rewrite (all_tracked_points all_outputs).
apply: eq_bigr => x; rewrite inE => /andP[_ mx]; rewrite (big_pred1 (Ordinal (lt x mx))) // => t.
by rewrite /= mx eq_sym.
Qed.

(** What all products of the memory come to, at both events. *)
Notation own_sum f := (\sum_(x in own e p) f (slice_of x)).

Lemma both_events (f : S -> nat) : \sum_(t < N) \sum_s (starts_in s t + stops_in s t) * f s = 2 * own_sum f.
Proof.
rewrite (eq_bigr (fun t : 'I_N => \sum_s starts_in s t * f s + \sum_s stops_in s t * f s)) => [|t _]; last first.
  by rewrite -big_split; apply: eq_bigr => s _; rewrite mulnDl.
rewrite big_split /= mul2n -addnn; congr (_ + _); apply: each_time => x mx; last exact: (stop_lt leg all_outputs mx).
by apply: leq_ltn_trans (start_stop mx) (stop_lt leg all_outputs mx).
Qed.

Notation events := (\sum_(t < N) ((0 < #|at_event start t|) + (0 < #|at_event stop t|))).

Lemma memory_pays : 2 * own_sum Lam + 2 * own_sum share
  <= K * (fine * \sum_(t < N) word_load p (act e t)) + events * whole + 2 * own_sum loss.
Proof.
have fits_ t (tN : t < N) := proj1 (words_fit tN).
have pays s := slice_pays leg all_outputs (@one_a_group s) (@one_a_pair s) reads_row reads_column (pot s) fits_.
have : \sum_s owed e p (slice s) X (Lam s) (due s) N <= \sum_s paid e p (slice s) row_of column_of X K (wr s) (wc s) rate N.
  by apply: leq_sum => s _; apply: pays.
rewrite /owed /paid exchange_big [leqRHS]exchange_big /=.
have two (f g : 'I_N -> S -> nat) (n : 'I_N -> S -> nat) : \sum_(t < N) \sum_s n t s * (f t s + g t s)
    = \sum_(t < N) \sum_s n t s * f t s + \sum_(t < N) \sum_s n t s * g t s.
  by rewrite -big_split; apply: eq_bigr => t _; rewrite -big_split; apply: eq_bigr => s _; rewrite mulnDr.
rewrite (two (fun _ s => Lam s) (fun (t : 'I_N) s => due s (free t)) (fun (t : 'I_N) s => starts_in s t + stops_in s t)) (both_events Lam).
under [leqRHS]eq_bigr => t _ do rewrite big_split /= -big_distrr /=.
rewrite big_split /= -big_distrr /= => all_slices.
have loads_ : K * (\sum_(t < N) \sum_s come_in s t) <= K * (fine * \sum_(t < N) word_load p (act e t)).
  by rewrite leq_mul2l; apply/orP; right; rewrite big_distrr; apply: leq_sum => t _; apply: all_come.
have events_ : \sum_(t < N) (\sum_s (starts_in s t + stops_in s t) * (rate (free t) * held_in s t) + \sum_s (starts_in s t + stops_in s t) * share s)
    <= \sum_(t < N) (((0 < #|at_event start t|) + (0 < #|at_event stop t|)) * whole + \sum_s (starts_in s t + stops_in s t) * (loss s + due s (free t))).
  by apply: leq_sum => t _; apply: step_worth.
rewrite big_split [leqRHS]big_split /= -big_distrl (both_events share) /= in events_.
rewrite (two (fun _ s => loss s) (fun (t : 'I_N) s => due s (free t)) (fun (t : 'I_N) s => starts_in s t + stops_in s t)) (both_events loss) in events_.
move: all_slices events_ loads_; move: (K * (fine * _)) (K * _) => L1 L0.
move: (\sum_(t < N) \sum_s _ * due s _) (\sum_(t < N) \sum_s _ * (rate _ * _)) (_ * whole) => D H W.
by move: (2 * _) (2 * _) (2 * _) => A B E *; nlia.
Qed.

Definition intervals : nat := \sum_(t < N) begin_price e (fun=> 1) p t.

Lemma starts_intervals : \sum_(t < N) (0 < #|at_event start t|) <= intervals.
Proof.
apply: leq_sum => t _; have [->|[x]] := set_0Vmem (at_event start t); first by rewrite cards0.
rewrite inE => /andP[mx /eqP sx]; apply: (@leq_trans 1); first by case: (0 < _).
rewrite /begin_price (bigD1 (group_of x)) /= ?leq_addr // all_outputs /= -sx.
exact: (start_begins leg all_outputs mx).
Qed.

Lemma stops_starts : \sum_(t < N) (0 < #|at_event stop t|) <= \sum_(t < N) (0 < #|at_event start t|).
Proof.
have -> : \sum_(t < N) (0 < #|at_event stop t|) = \sum_(t in [set t : 'I_N | 0 < #|at_event stop t|]) 1.
  by rewrite [RHS]big_mkcond; apply: eq_bigr => t _; rewrite inE; case: (0 < _).
apply: (injective_payment (P := fun i j : 'I_N => exists x, [/\ mine p x, stop x = i & start x = j])).
  move=> t; rewrite inE => /card_gt0P[x]; rewrite inE => /andP[mx /eqP sx].
  have lt : start x < N by apply: leq_ltn_trans (start_stop mx) (stop_lt leg all_outputs mx).
  exists (Ordinal lt); first by exists x.
  by have -> // : 0 < #|at_event start (Ordinal lt)|; apply/card_gt0P; exists x; rewrite inE mx /=.
move=> t t' s _ _ [x [mx xt sx]] [y [my yt sy]]; apply: val_inj; rewrite /= -xt -yt.
by have [] := same_start leg all_outputs mx my (etrans sx (esym sy)).
Qed.

Lemma own_pays : 2 * own_sum Lam + 2 * own_sum share
  <= K * (fine * \sum_(t < N) word_load p (act e t)) + 2 * intervals * whole + 2 * own_sum loss.
Proof.
apply: leq_trans memory_pays _; rewrite leq_add2r leq_add2l leq_mul2r; apply/orP; right.
by rewrite big_split mul2n -addnn leq_add ?starts_intervals // (leq_trans stops_starts starts_intervals).
Qed.
End Memory.

(** ** All memories *)
Section All.
Variable unit : nat.
Hypothesis wg_pos : 0 < wg.
Hypothesis unit_word : forall w, unit %| word_size z w.
Hypothesis unit_sum : unit %| wg.
Hypothesis enough : rounded capacity unit + wg <= wg * X.
Hypothesis worth : forall a (J : {set S}), a <= X -> J != set0 -> (exists g : group C, J \subset slice_of @: terms g) ->
  rate a * (fine * (wg * a)) + \sum_(s in J) share s <= whole + \sum_(s in J) (loss s + due s a).
(** A residency's two events pay no more than a load and a store of an accumulator. *)
Hypothesis whole_paid : whole <= K * (fine * wg).
Hypothesis nonempty : forall g : group C, terms g != set0.
Hypothesis fast_adds : no_slow_adds e.

Let price (i : word C + group C) : nat := match i with inl w => word_size z w | inr _ => wg end.
Notation groups := #|outputs C|.

Lemma interval_prices : \sum_p \sum_(t < N) begin_price e price p t = wg * \sum_p intervals p.
Proof.
rewrite big_distrr; apply: eq_bigr => p _; rewrite big_distrr; apply: eq_bigr => t _ /=.
by rewrite /begin_price !sum_nat_const /= muln1 mulnC.
Qed.

Notation all_sum f := (\sum_x f (slice_of x)).

Theorem holding_cost : 2 * all_sum Lam + 2 * all_sum share + K * (fine * \sum_(g in outputs C) output_size z g)
  <= K * (fine * traffic z e) + 2 * all_sum loss + 2 * groups * whole.
Proof.
have total : 2 * all_sum Lam + 2 * all_sum share <= K * (fine * \sum_p \sum_(t < N) word_load p (act e t))
    + 2 * (\sum_p intervals p) * whole + 2 * all_sum loss.
  have own_all (f : S -> nat) : all_sum f = \sum_p \sum_(x in own e p) f (slice_of x).
    rewrite (total_worth leg (fun x => f (slice_of x))); apply: eq_bigl => x; by rewrite (all_tracked_points all_outputs).
  rewrite !own_all !big_distrr !big_distrl -!big_split; apply: leq_sum => p _ /=.
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
move: (loads z e) (stores z e) (\sum_(g in outputs C) output_size z g) groups => Ld St O G.
move: (all_sum Lam) (all_sum share) (all_sum loss) => LL SS OO total stored back least loaded.
have paid := whole_paid; move: whole paid total => ds paid total.
have scaled a b : a <= b -> K * (fine * a) <= K * (fine * b) by move=> ab; rewrite !leq_mul2l ab !orbT.
have key : 2 * R * ds + K * (fine * Lw) + K * (fine * O) <= K * (fine * (Ld + St)) + 2 * G * ds.
  have [RG|/ltnW GR] := leqP R G.
    have h1 : R * ds <= G * ds by rewrite leq_mul2r RG orbT.
    have h2 := scaled _ _ least; have h3 := scaled _ _ (leq_trans (leq_addr _ _) loaded).
    by rewrite -!mulnA !mulnDr; nlia.
  have h1 : (R - G) * ds <= (R - G) * (K * (fine * wg)) by rewrite leq_mul2l paid orbT.
  have [a aE] : exists a, R = G + a by exists (R - G); rewrite subnKC.
  have h4 : Lw + wg * a + wg * a + O <= Ld + St by rewrite aE mulnDr in stored back; nlia.
  have h5 := scaled _ _ h4.
  rewrite aE addKn in h1; rewrite aE; nlia.
by move: key total; move: (K * _) (K * _) (K * _) (2 * R * ds) (2 * G * ds) => *; nlia.
Qed.
End All.
End Count.
