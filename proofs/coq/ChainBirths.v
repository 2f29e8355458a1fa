(** * Fused chains whose births are charged (proofs/chain-recomputation.md, sections 4 and 5)

    Every element of H is born somewhere: where its first-stage products begin to be formed. A segment that forms many
    elements it did not hold pays for their births, and so little is left of what it could do. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Relax LoomisWhitney Trace Clock Needs Product Chain.
From Redblue Require Import Cutting BirthsWhole Provenance ElementTrees BirthsSegments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** Pairs counted by either side. *)
Lemma double_count (S J : finType) (P : pred J) (F : J -> {set S}) :
  \sum_s #|[set j | P j && (s \in F j)]| = \sum_(j | P j) #|F j|.
Proof.
under eq_bigr do rewrite -sum1_card; under [RHS]eq_bigr do rewrite -sum1_card.
rewrite [RHS](exchange_big_dep predT) //=; apply: eq_bigr => s _; apply: eq_bigl => j; by rewrite in_set.
Qed.

Section Births.
Variables batch m k l n factors : nat.
Notation element := ('I_batch * 'I_m * 'I_l)%type.
Variable pairs : {set element}.
Notation chain := (@chain batch m k l n factors pairs).
Notation second_stage := (@second_stage batch m l n pairs).
Notation factor := (element * 'I_factors)%type.
Notation unit := ((factor + element) * bool)%type.
Variables (M : finType) (wA wB wD wH wS wO capacity : nat) (e : execution M chain).
Notation z := (chain_sums_sizes pairs wA wB wD wH wS wO).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Hypotheses (k_pos : 0 < k) (n_pos : 0 < n) (factors_pos : 0 < factors).

Section Count.
Variable at_ : second_stage -> 'I_factors * 'I_k -> nat * M.
Hypothesis trees : forall y, tree e y (at_ y).
Notation held := (held e at_). Notation cost := (cost wA wB wD wH wS wO e at_).
Notation unit_price := (@unit_price batch m l factors wH wS). Notation births_price := (@births_price batch m k l n factors pairs wA wB wD wH wS wO).

Variables (g most_cost : nat).
Hypotheses (g_A : g %| wA) (g_B : g %| wB) (g_D : g %| wD) (g_H : g %| wH) (g_S : g %| wS).
Notation X := (capacity %/ g * g + most_cost).

Variables (I : M -> nat) (cut : M -> nat -> nat).
Hypothesis cut_start : forall p, cut p 0 = 0.
Hypothesis cut_end : forall p, cut p (I p) = N.
Hypothesis cut_next : forall p i, i < I p -> cut p i < cut p i.+1.
Hypothesis cut_cost : forall p i, i < I p -> cost p (cut p i) (cut p i.+1) <= most_cost.

Notation segment := {p : M & 'I_(I p)}.
Implicit Type s : segment.
Definition start s : nat := cut (tag s) (tagged s).
Definition stop s : nat := cut (tag s) (tagged s).+1.
Definition holds_step s (tp : nat * M) : bool := (tag s == tp.2) && (start s <= tp.1 < stop s).

Lemma start_stop s : start s < stop s /\ stop s <= N.
Proof. by split; [exact: cut_next | rewrite -(cut_end (tag s)) (cut_mono (@cut_next _))]. Qed.

Lemma one_segment tp : tp.1 < N -> #|[set s | holds_step s tp]| = 1.
Proof.
case: tp => t p /= tN.
have ex : exists i, t < cut p i by exists (I p); rewrite cut_end.
case: (ex_minnP ex) => -[|i] ti min; first by rewrite cut_start in ti.
have iI : i < I p by apply: min; rewrite cut_end.
have it : cut p i <= t by rewrite leqNgt; apply/negP => /min; rewrite ltnn.
rewrite (_ : [set s | _] = [set (existT (fun q => 'I_(I q)) p (Ordinal iI) : segment)]) ?cards1 //.
apply/setP => s; rewrite in_set in_set1; apply/idP/eqP => [|->]; last by rewrite /holds_step /start /stop /= eqxx it ti.
case: s => q j; rewrite /holds_step /start /stop /= => /andP[/eqP qp /andP[a b]].
subst q; congr (existT _ _ _); apply: val_inj => /=.
have [lt|lt|//] := ltngtP (val j) i.
  by have := leq_trans b (leq_trans (cut_mono (@cut_next p) lt (ltnW iI)) it); rewrite ltnn.
by have := leq_trans ti (leq_trans (cut_mono (@cut_next p) lt (ltnW (ltn_ord j))) a); rewrite ltnn.
Qed.

(** ** What is counted *)

(** All products of some value of the element are formed in the segment. *)
Definition full s (h : element) : bool := [exists y : second_stage, (element_read y == h) && [forall rq, holds_step s (at_ y rq)]].
Definition full_in (h : element) : {set segment} := [set s | full s h].
Definition chosen (h : element) : option second_stage := [pick y : second_stage | element_read y == h].
Definition first_of (y : second_stage) (r : 'I_factors) : nat * M :=
  at_ y (r, [arg min_(q < Ordinal k_pos) (at_ y (r, q)).1]).

(** Where a first-stage product counts: wherever its element is full; if nowhere, in the tree of the chosen value. Where a birth does. *)
Definition counts_in (x : factor * 'I_k) : {set segment} :=
  if full_in x.1.1 != set0 then full_in x.1.1 else
  if chosen x.1.1 is Some y then [set s | holds_step s (at_ y (x.1.2, x.2))] else set0.
Definition born_in (f : factor) : {set segment} :=
  if full_in f.1 != set0 then full_in f.1 else
  if chosen f.1 is Some y then [set s | holds_step s (first_of y f.2)] else set0.

Definition products s : {set factor * 'I_k} := [set x | (x.1.1 \in pairs) && (s \in counts_in x)].
Definition births s : {set factor} := [set f | (f.1 \in pairs) && (s \in born_in f)].
Definition second_in s := second e (tag s) (start s) (stop s).-1.

Definition times (h : element) : nat := if full_in h != set0 then #|full_in h| else 1.

Lemma read_exists h : h \in pairs -> exists y : second_stage, element_read y = h.
Proof.
move=> hp; have hp' : word_a ((h.1, Ordinal n_pos), h.2) \in pairs by rewrite /word_a /= -!surjective_pairing.
by exists (Sub ((h.1, Ordinal n_pos), h.2) hp'); rewrite /element_read SubK /word_a /= -!surjective_pairing.
Qed.

Lemma chosenP h : h \in pairs -> exists2 y, chosen h = Some y & element_read y = h.
Proof.
move=> /read_exists[y0 y0h]; rewrite /chosen; case: pickP => [y /eqP yh|no]; first by exists y.
by have := no y0; rewrite y0h eqxx.
Qed.

Lemma at_lt y rq : (at_ y rq).1 < N.
Proof. by have [] := tree_step (trees y) rq. Qed.

Lemma card_counts x : x.1.1 \in pairs -> #|counts_in x| = times x.1.1.
Proof.
rewrite /counts_in /times => hp; case: ifP => // _; have [y -> _] := chosenP hp; exact: one_segment (at_lt _ _).
Qed.

Lemma card_born f : f.1 \in pairs -> #|born_in f| = times f.1.
Proof.
rewrite /born_in /times => hp; case: ifP => // _; have [y -> _] := chosenP hp; exact: one_segment (at_lt _ _).
Qed.

Lemma times_pos h : 0 < times h.
Proof. by rewrite /times; case: ifP => //; rewrite -card_gt0. Qed.

Definition all_births : nat := \sum_(f : factor | f.1 \in pairs) times f.1.

Lemma sum_births : \sum_s #|births s| = all_births.
Proof. by rewrite double_count; apply: eq_bigr => f; apply: card_born. Qed.

Lemma sum_products : \sum_s #|products s| = all_births * k.
Proof.
rewrite double_count (eq_bigr (fun x => times x.1.1)) => [|x]; last exact: card_counts.
transitivity (\sum_(f : factor | f.1 \in pairs) \sum_(q : 'I_k) times f.1).
  by rewrite pair_big_dep /=; apply: eq_bigl => x; rewrite andbT.
by rewrite /all_births big_distrl /=; apply: eq_bigr => f _; rewrite sum_nat_const card_ord mulnC.
Qed.

Lemma births_least : #|pairs| * factors <= all_births.
Proof.
have -> : #|pairs| * factors = #|setX pairs [set: 'I_factors]| by rewrite cardsX cardsT card_ord.
rewrite -sum1_card (eq_bigl (fun f : factor => f.1 \in pairs)) => [|[h r]]; last by rewrite in_setX in_setT andbT.
by apply: leq_sum => f _; apply: times_pos.
Qed.

Lemma sum_second : \sum_s #|second_in s| = #|pairs| * n.
Proof.
rewrite -(card_tracked k n factors pairs); transitivity (\sum_s #|during e (tag s) (start s) (stop s).-1|).
  by apply: eq_bigr => s _; rewrite card_second.
rewrite -sum1_card; under eq_bigr do rewrite -sum1_card.
rewrite (exchange_big_dep (fun x => x \in [set x : point chain | tracked x])) /=; last first.
  by move=> s x _; rewrite !in_set => /andP[].
apply: eq_bigr => x; rewrite in_set => tx; have [p [Y [aE _ _]]] := useful_step leg tx.
rewrite sum1_card -[RHS](one_segment (tp := (useful e x, p)) (useful_lt_len leg tx)); apply: eq_card => s.
rewrite -[LHS]/(x \in during e (tag s) (start s) (stop s).-1).
have [lt _] := start_stop s; rewrite !in_set tx /mine aE /holds_step /= [p == _]eq_sym.
by case: (stop s) lt => // t _; rewrite /= ltnS.
Qed.

(** ** What a segment needs *)

(** Units that the useful steps of a segment touch. *)
Definition units s : {set unit} := [set (inl f, false) | f in births s] :|: held (tag s) (start s) (stop s).
Definition unfinished s : {set factor} := [set f | (inl f, false) \in held (tag s) (start s) (stop s)].
Definition held_unfinished s : {set unit} := [set u in held (tag s) (start s) (stop s) | ~~ u.2].
Definition held_complete s : {set unit} := [set u in held (tag s) (start s) (stop s) | u.2].

Lemma held_parts s f : \sum_(u in held (tag s) (start s) (stop s)) f u
  = \sum_(u in held_unfinished s) f u + \sum_(u in held_complete s) f u.
Proof.
rewrite (bigID (fun u : unit => ~~ u.2)) /=; congr (_ + _); apply: eq_bigl => u; rewrite !in_set //.
by rewrite negbK.
Qed.

Lemma card_units s : #|units s| <= #|held_unfinished s| + #|held_complete s| + #|births s|.
Proof.
apply: leq_trans (leq_card_setU _ _) _; rewrite addnC leq_add ?leq_imset_card //.
by rewrite -!sum1_card held_parts.
Qed.

Lemma card_unfinished s : #|births s :|: unfinished s| <= #|held_unfinished s| + #|births s|.
Proof.
apply: leq_trans (leq_card_setU _ _) _; rewrite addnC leq_add2r.
rewrite -(card_imset (f := fun f => (inl f, false) : unit)) => [|f f' [] //].
by apply/subset_leq_card/subsetP => _ /imsetP[f + ->]; rewrite !in_set andbT.
Qed.

Lemma weight_held s : \sum_(u in held (tag s) (start s) (stop s)) unit_price u
  = wS * #|held_unfinished s| + minn wS wH * #|held_complete s|.
Proof.
rewrite held_parts !(mulnC _ #|_|) -!sum_nat_const; congr (_ + _); apply: eq_bigr => u; rewrite in_set /BirthsSegments.unit_price.
  by case/andP => _ /negPf ->.
by case/andP => _ ->.
Qed.

Lemma holds_later s t p t0 : holds_step s (t, p) -> t0 <= t -> ~~ holds_step s (t0, p) -> t0 < start s.
Proof.
rewrite /holds_step /= => /andP[-> /andP[a b]] t0t; rewrite (leq_ltn_trans t0t b) andbT /=; by rewrite ltnNge.
Qed.

Lemma counted s x : x \in products s -> x.1 \in births s :|: unfinished s /\ exists2 y, element_read y = x.1.1 & holds_step s (at_ y (x.1.2, x.2)).
Proof.
rewrite in_set => /andP[hp]; rewrite /counts_in; case: (boolP (full_in x.1.1 != set0)) => [some_full sf|no_full].
  split; first by rewrite in_setU [_ \in births s]in_set hp /born_in some_full sf.
  by have := sf; rewrite in_set => /existsP[y /andP[/eqP yh /forallP all_]]; exists y.
have [y cy yh] := chosenP hp; rewrite cy in_set => here; split; last by exists y.
rewrite in_setU; apply/orP; have [born|nb] := boolP (holds_step s (first_of y x.1.2)); [left | right].
  by rewrite in_set hp /born_in (negPf no_full) cy in_set.
rewrite !in_set; apply/orP; right; apply/hitsP; have /andP[/eqP sp ab] := here.
exists (at_ y (x.1.2, x.2)).1; first exact: ab.
apply/orP; right; apply/crossesP.
move: nb; rewrite /first_of; case: arg_minnP => // q _ /(_ x.2 isT) first_le nb.
exists y, x.1.2, x.2, q; split.
- by rewrite yh -surjective_pairing.
- by rewrite sp -surjective_pairing.
- have [qp|ne] := eqVneq (at_ y (x.1.2, q)).2 (tag s); [apply/orP; left | by rewrite orbT].
  apply: (@holds_later s (at_ y (x.1.2, x.2)).1 (tag s)) => //; first by rewrite sp -surjective_pairing.
  by rewrite -qp -surjective_pairing.
Qed.

(** An element that is read is there, loaded, or full. *)
Lemma read_units s h : h \in (@word_a batch m n l) @: second_in s -> h \in (@element_of batch m l factors) @: units s.
Proof.
case/imsetP => _ /imsetP[y + ->] ->; rewrite in_set => yd; have := yd; rewrite inE => /and4P[ty my a b].
have [lt _] := start_stop s.
have {}b : use e y < stop s by move: b lt; rewrite /use; case: (stop s).
have [[u uh there_]|all_] := tree_read (trees y) my a.
  apply/imsetP; exists u => //; rewrite in_setU in_set; apply/orP; right; case: there_ => [-> //|[r /andP[c d] ld]].
  by apply/orP; right; apply/hitsP; exists r; rewrite ?c ?(ltn_trans d) // /hit ld.
have hp : element_read y \in pairs := valP y.
have isfull : s \in full_in (element_read y).
  rewrite in_set; apply/existsP; exists y; rewrite eqxx; apply/forallP => rq; have [/andP[c d] pE] := all_ rq.
  by rewrite /holds_step pE eqxx c (ltn_trans d b).
apply/imsetP; exists (inl (element_read y, Ordinal factors_pos), false) => //; rewrite in_setU imset_f // in_set hp /born_in /=.
by rewrite ifT //; apply/set0Pn; exists s.
Qed.

Definition words_a s := [set (x.1.1.1, x.2) | x in products s].
Definition words_b s := [set (x.2, (column_of x.1.1, x.1.2)) | x in products s].

Lemma products_most s : #|products s| ^ 2 <= #|births s :|: unfinished s| * #|words_a s| * #|words_b s|.
Proof.
have LW := @loomis_whitney [finType of factor * 'I_k] _ _ _ (fun x => x.1.1.1) (fun x => (column_of x.1.1, x.1.2)) (fun x => x.2)
  (products s).
apply: leq_trans (LW _) _ => [[[[[? ?] ?] ?] ?] [[[[? ?] ?] ?] ?] [-> -> _ -> -> ->] //|].
rewrite -/(words_a s) -/(words_b s) mulnC mulnA leq_mul2r; apply/orP; right; rewrite leq_mul2r; apply/orP; right.
rewrite (_ : [set _ | x in products s] = (fun f : factor => (f.1.1, (column_of f.1, f.2))) @: (fst @: products s)).
  apply: leq_trans (leq_imset_card _ _) _.
  by apply/subset_leq_card/subsetP => _ /imsetP[x xs ->]; have [] := counted xs.
by rewrite -imset_comp.
Qed.

Lemma second_most s : #|second_in s| ^ 2
  <= #|units s| * #|(@word_b batch m n l) @: second_in s| * #|(@group_c batch m n l) @: second_in s|.
Proof.
have [h1 _ _ _] := product_set (second_in s); apply: leq_trans h1 _; rewrite !leq_mul2r; apply/orP; right; apply/orP; right.
apply: leq_trans (leq_imset_card (@element_of batch m l factors) _); apply/subset_leq_card/subsetP => h; exact: read_units.
Qed.

Lemma words_needed s : wA * #|words_a s| + wB * #|words_b s| + wD * #|(@word_b batch m n l) @: second_in s|
    + wS * #|(@group_c batch m n l) @: second_in s| <= \sum_(i in needs e (tag s) (start s) (stop s).-1) births_price i.
Proof.
have part (J : finType) (P : pred J) (Y : {set J}) c : (forall y, y \in Y -> P y) -> c * #|Y| <= \sum_(y | P y) c.
  by move=> sub; rewrite sum_nat_const mulnC leq_mul2r subset_leq_card ?orbT //; apply/subsetP.
have [lt stopN] := start_stop s.
have in_stop t : (t <= (stop s).-1) = (t < stop s) by case: (stop s) lt.
have formed x r : x \in products s -> inl r \in reads (product_of n pairs x.1 x.2) -> inl r \in needs e (tag s) (start s) (stop s).-1.
  move=> /counted[_ [y yh /andP[/eqP sp /andP[a b]]]] rr.
  have [tN [Y aE]] := tree_step (trees y) (x.1.2, x.2).
  rewrite yh /= -surjective_pairing -sp in aE.
  apply: (word_needed (t := (at_ y (x.1.2, x.2)).1)); first by rewrite a in_stop.
  by have := steps leg tN; rewrite aE /= => /and4P[/forallP/(_ (inl r))]; rewrite rr.
rewrite !big_sumType /= [X in _ <= _ + (X + _)](_ : _ = 0); last by rewrite !sum_nat_const !muln0.
rewrite add0n -!addnA.
apply: leq_add; last apply: leq_add; last apply: leq_add.
- by apply: part => _ /imsetP[x xs ->]; apply: formed xs _; rewrite /= set21.
- pose swap (v : 'I_k * ('I_batch * 'I_l * 'I_factors)) : 'I_batch * 'I_l * ('I_factors * 'I_k) := (v.2.1, (v.2.2, v.1)).
  have swapI : injective swap by move=> [? [? ?]] [? [? ?]] [-> -> ->].
  rewrite -(card_imset _ swapI); apply: part => _ /imsetP[_ /imsetP[x xs ->] ->]; apply: formed xs _; by rewrite /= set22.
- apply: part => _ /imsetP[_ /imsetP[y yd ->] ->]; rewrite in_set in yd; have := yd; rewrite in_set => /and4P[ty my a b].
  have [Y [_ _ /forallP/(_ (inl (inr (word_b (val y)))))]] := mine_step leg ty my.
  by rewrite set22 /=; apply: word_needed; rewrite a.
- apply: part => _ /imsetP[_ /imsetP[y yd ->] ->]; rewrite in_set in yd; rewrite in_set output_group.
  by apply/existsP; exists (inr y); rewrite yd eqxx.
Qed.

(** What there is room for in a segment. *)
Definition weight_of s : nat := room_at capacity g (start s) + cost (tag s) (start s) (stop s).

Lemma weight_of_le s : weight_of s <= X.
Proof. by apply: leq_add; [rewrite /room_at; case: ifP | exact: cut_cost (ltn_ord (tagged s))]. Qed.

Lemma segment_most s A A' q : A ^ 2 <= 3 * X * (wA * wB * wS) * q ^ 2 -> A' ^ 2 <= 3 * X * (wD * wS * minn wS wH) * q ^ 2 ->
  144 * (A * #|products s| + A' * #|second_in s|) <= 3 * X * q * (16 * weight_of s + 27 * (wS * #|births s|)).
Proof.
have [lt stopN] := start_stop s.
have := segment_weight leg at_ g_A g_B g_D g_H g_S (tag s) lt stopN; rewrite weight_held => fits.
have {}fits := leq_trans (leq_add (words_needed s) (leqnn _)) fits.
exact: nat_segment (geq_minl _ _) (products_most s) (second_most s) (card_unfinished s) (card_units s) fits (weight_of_le s).
Qed.

Lemma segments_most W : 27 * (wS * X) <= 256 * k ^ 2 * (wA * wB) -> \sum_s weight_of s <= W ->
  roots_at_most (3 * X * (wA * wB * wS) * (144 * (#|pairs| * factors * k)) ^ 2) (3 * X * (wD * wS * minn wS wH) * (144 * (#|pairs| * n)) ^ 2)
    (3 * X * (16 * W + 27 * (wS * (factors * #|pairs|)))).
Proof.
move=> cond few; apply: (nat_total factors_pos k_pos n_pos cond births_least) => A A' q hA hA'.
rewrite -sum_products -sum_second.
have -> : 144 * (A * (\sum_s #|products s|) + A' * (\sum_s #|second_in s|))
    = \sum_s 144 * (A * #|products s| + A' * #|second_in s|) by rewrite -big_distrr big_split /= -!big_distrr.
apply: (@leq_trans (\sum_s 3 * X * q * (16 * weight_of s + 27 * (wS * #|births s|)))).
  by apply: leq_sum => s _; apply: segment_most hA hA'.
rewrite -big_distrr leq_mul2l; apply/orP; right; rewrite big_split /= -!big_distrr /= sum_births leq_add2r.
by rewrite leq_mul2l few orbT.
Qed.

(** All segments hold at most X each. Those of a memory have room for the resident words of all but the first and for what they cost. *)
Lemma weights_each N' : #|{: segment}| <= N' -> \sum_s weight_of s <= X * N'.
Proof.
move=> few; apply: (@leq_trans (X * #|{: segment}|)); last by rewrite leq_mul2l few orbT.
by rewrite mulnC -sum_nat_const; apply: leq_sum => s _; apply: weight_of_le.
Qed.

Lemma weights_total T : (forall p, T * I p <= T + \sum_(i < I p) cost p (cut p i) (cut p i.+1)) ->
  T * (\sum_s weight_of s) <= (capacity %/ g * g + T) * (\sum_p \sum_(i < I p) cost p (cut p i) (cut p i.+1)).
Proof.
move=> all; set R := capacity %/ g * g.
have -> : \sum_s weight_of s = \sum_p \sum_(i < I p) (room_at capacity g (cut p i) + cost p (cut p i) (cut p i.+1)).
  by rewrite (sig_big_dep _ (fun _ _ => true)).
rewrite !big_distrr; apply: leq_sum => p _ /=; rewrite big_split /=; set c := \sum_(i < I p) cost _ _ _.
rewrite mulnDr mulnDl leq_add2r.
have rooms : \sum_(i < I p) room_at capacity g (cut p i) <= R * (I p).-1.
  case: (I p) => [|d]; first by rewrite big_ord0.
  rewrite big_ord_recl cut_start /= add0n mulnC -[X in X * _]card_ord -sum_nat_const.
  by apply: leq_sum => i _; rewrite /room_at; case: ifP.
apply: (@leq_trans (T * (R * (I p).-1))); first by rewrite leq_mul2l rooms orbT.
rewrite mulnCA leq_mul2l; apply/orP; right; have := all p; rewrite -/c; case: (I p) => [|d]; first by rewrite muln0.
by rewrite mulnS leq_add2l.
Qed.
End Count.

(** ** `chain-recomputation`, per memory *)

(** X: the capacity in whole units of all sizes, and what a segment costs at most. *)
Definition births_weight g T : nat := capacity %/ g * g + (T - g + widest wA wB wD wH wS).

Lemma births_cuts g T : 0 < T -> g %| T -> g %| wA -> g %| wB -> g %| wD -> g %| wH -> g %| wS ->
  27 * (wS * births_weight g T) <= 256 * k ^ 2 * (wA * wB) -> let moved := traffic z e + (wS - wO) * (batch * m * n) in
  exists W, [/\ W <= births_weight g T * (#|M| + moved %/ T), T * W <= (capacity %/ g * g + T) * moved &
  roots_at_most (3 * births_weight g T * (wA * wB * wS) * (144 * (#|pairs| * factors * k)) ^ 2)
    (3 * births_weight g T * (wD * wS * minn wS wH) * (144 * (#|pairs| * n)) ^ 2)
    (3 * births_weight g T * (16 * W + 27 * (wS * (factors * #|pairs|))))].
Proof.
move=> T0 gT gA gB gD gH gS cond moved; pose cost := cost wA wB wD wH wS wO e.
have [at_ trees] : exists at_ : second_stage -> 'I_factors * 'I_k -> nat * M, forall y, tree e y (at_ y).
  by apply: fin_all_exists => y; apply: tree_exists leg y.
pose most := T - g + widest wA wB wD wH wS.
have [f fP] : exists f : M -> nat * (nat -> nat), forall p, [/\ (f p).2 0 = 0, (f p).2 (f p).1 = N,
    forall i, i < (f p).1 -> (f p).2 i < (f p).2 i.+1, forall i, i < (f p).1 -> cost at_ p ((f p).2 i) ((f p).2 i.+1) <= most
    & T * (f p).1 <= T + \sum_(i < (f p).1) cost at_ p ((f p).2 i) ((f p).2 i.+1)].
  apply: (@fin_all_exists _ _ (fun p f => [/\ f.2 0 = 0, f.2 f.1 = N, forall i, i < f.1 -> f.2 i < f.2 i.+1,
    forall i, i < f.1 -> cost at_ p (f.2 i) (f.2 i.+1) <= most & T * f.1 <= T + \sum_(i < f.1) cost at_ p (f.2 i) (f.2 i.+1)])) => p.
  have [I [cut cutP]] := cutting T0 gT (fun t t' => cost_unit wO e at_ p t t' gA gB gD gH gS)
    (cost_none wA wB wD wH wS wO e at_ p) (@cost_next _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ leg at_ trees p).
  by exists (I, cut).
pose I p := (f p).1; pose cut p := (f p).2.
have c0 p : cut p 0 = 0 by have [] := fP p.
have cN p : cut p (I p) = N by have [] := fP p.
have ci p i : i < I p -> cut p i < cut p i.+1 by have [_ _ + _ _] := fP p; apply.
have cc p i : i < I p -> cost at_ p (cut p i) (cut p i.+1) <= most by have [_ _ _ + _] := fP p; apply.
have call p : T * I p <= T + \sum_(i < I p) cost at_ p (cut p i) (cut p i.+1) by have [] := fP p.
have paid : \sum_p \sum_(i < I p) cost at_ p (cut p i) (cut p i.+1) <= moved.
  apply: leq_trans (io_traffic wA wB wD wH wS wO e); apply: leq_sum => p _.
  exact: (segments_pay leg trees p (c0 p) (cN p) (ci p)).
exists (\sum_(s : {p : M & 'I_(I p)}) weight_of at_ g cut s); split; last exact: (segments_most trees gA gB gD gH gS c0 cN ci cc cond).
  apply: (weights_each g cc).
  rewrite card_tagged sumnE big_map enumT -leq_subLR leq_divRL // mulnC mulnBr leq_subLR.
  apply: (@leq_trans (T * #|M| + \sum_p \sum_(i < I p) cost at_ p (cut p i) (cut p i.+1))); last by rewrite leq_add2l.
  rewrite big_distrr /= [T * #|M|]mulnC -sum_nat_const -big_split /=; apply: leq_sum => p _; rewrite card_ord; exact: call.
by apply: leq_trans (weights_total g c0 call) _; rewrite leq_mul2l paid orbT.
Qed.

Theorem chain_births_weighted g T : 0 < T -> g %| T -> g %| wA -> g %| wB -> g %| wD -> g %| wH -> g %| wS ->
  27 * (wS * births_weight g T) <= 256 * k ^ 2 * (wA * wB) ->
  roots_at_most (3 * births_weight g T * (wA * wB * wS) * (144 * (#|pairs| * factors * k)) ^ 2)
    (3 * births_weight g T * (wD * wS * minn wS wH) * (144 * (#|pairs| * n)) ^ 2)
    (3 * births_weight g T * (16 * births_weight g T * (#|M| + (traffic z e + (wS - wO) * (batch * m * n)) %/ T)
      + 27 * (wS * (factors * #|pairs|)))).
Proof.
move=> T0 gT gA gB gD gH gS cond; have [W [few _]] := births_cuts T0 gT gA gB gD gH gS cond.
move/(@nat_roots_scale 1 _ _ _); rewrite !exp1n !mul1n; apply.
by rewrite leq_mul2l leq_add2r -mulnA leq_mul2l few !orbT.
Qed.

(** ** `chain-recomputation`, amortized *)
Theorem chain_births_weighted_steady g T : 0 < T -> g %| T -> g %| wA -> g %| wB -> g %| wD -> g %| wH -> g %| wS ->
  27 * (wS * births_weight g T) <= 256 * k ^ 2 * (wA * wB) ->
  roots_at_most (3 * births_weight g T * (wA * wB * wS) * (144 * (T * #|pairs| * factors * k)) ^ 2)
    (3 * births_weight g T * (wD * wS * minn wS wH) * (144 * (T * #|pairs| * n)) ^ 2)
    (3 * births_weight g T * (16 * ((capacity %/ g * g + T) * (traffic z e + (wS - wO) * (batch * m * n)))
      + 27 * (wS * (factors * (T * #|pairs|))))).
Proof.
move=> T0 gT gA gB gD gH gS cond; have [W [_ all /(@nat_roots_scale T _ _ _)]] := births_cuts T0 gT gA gB gD gH gS cond.
have square a b : T ^ 2 * (a * (144 * b) ^ 2) = a * (144 * (T * b)) ^ 2.
  by rewrite mulnCA -expnMn [in LHS]mulnCA.
rewrite !square -!(mulnA T); apply.
rewrite mulnCA leq_mul2l mulnDr ![T * (_ * _)]mulnCA leq_add ?orbT //; first by rewrite leq_mul2l all orbT.
Qed.
End Births.
