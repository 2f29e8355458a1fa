(** * Segments whose births are charged (proofs/chain-recomputation.md, sections 2 and 3)

    The cost of an interval of time in a memory: the words loaded, the intervals of E begun, and the units of H that were not there
    at its start but are loaded, or are formed in part while another part of the same value was formed elsewhere, each at its size. It
    grows by at most the widest size at a step, so an execution can be cut at every T; all segments together cost at most what is loaded
    and stored, where final stores count as unfinished sums. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Chain Provenance ElementTrees.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Births.
Variables batch m k l n factors : nat.
Notation element := ('I_batch * 'I_m * 'I_l)%type.
Variable pairs : {set element}.
Notation chain := (@chain batch m k l n factors pairs).
Notation second_stage := (@second_stage batch m l n pairs).
Notation unit := ((element * 'I_factors + element) * bool)%type.
Variables (M : finType) (wA wB wD wH wS wO capacity : nat) (e : execution M chain).
Notation z := (chain_sums_sizes pairs wA wB wD wH wS wO).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation sum_of u := (inner_sum k n pairs u.1).
Notation resident p t u := (resident_sum e p t (sum_of u) u.2).
Notation loads p u o := (loads_sum p (sum_of u) u.2 o).
Notation moves p u o := (moves_sum p (sum_of u) u.2 o).

Variable at_ : second_stage -> 'I_factors * 'I_k -> nat * M.
Hypothesis trees : forall y, tree e y (at_ y).

Definition births_price (i : word chain + group chain) : nat :=
  match i with inl w => word_size z w | inr (inl _) => 0 | inr (inr _) => wS end.
Definition unit_price (u : unit) : nat := if u.2 then minn wS wH else wS.
Definition widest : nat := maxn wA (maxn wB (maxn wD (maxn wS wH))).
Notation tick := (tick e births_price). Notation clock := (clock e births_price).

(** A product of a tree is formed here while another one of the same sum is formed before [t0], or elsewhere. *)
Definition crosses p t0 t (u : unit) : bool :=
  if u is (inl f, false) then [exists y : second_stage, exists q, exists q', [&& element_read y == f.1, at_ y (f.2, q) == (t, p)
    & ((at_ y (f.2, q')).1 < t0) || ((at_ y (f.2, q')).2 != p)]] else false.
Definition hit p t0 t (u : unit) : bool := loads p u (act e t) || crosses p t0 t u.
Definition hits p t0 t1 (u : unit) : bool := [exists r : 'I_t1, (t0 <= r) && hit p t0 r u].

Definition charged p t0 t1 : {set unit} := [set u | ~~ resident p t0 u && hits p t0 t1 u].
Definition held p t0 t1 : {set unit} := [set u | resident p t0 u || hits p t0 t1 u].
Definition cost p t0 t1 : nat := clock p t1 - clock p t0 + \sum_(u in charged p t0 t1) unit_price u.

Lemma hitsP p t0 t1 u : reflect (exists2 r, t0 <= r < t1 & hit p t0 r u) (hits p t0 t1 u).
Proof.
apply: (iffP existsP) => [[s /andP[a h]]|[s /andP[a b] h]]; first by exists s; rewrite // a ltn_ord.
by exists (Ordinal b); rewrite /= a.
Qed.

Lemma crossesP p t0 t u : reflect (exists y r q q', [/\ u = (inl (element_read y, r), false), at_ y (r, q) = (t, p)
  & ((at_ y (r, q')).1 < t0) || ((at_ y (r, q')).2 != p)]) (crosses p t0 t u).
Proof.
apply: (iffP idP) => [|[y [r [q [q' [-> aE apart]]]]]]; last first.
  by apply/existsP; exists y; apply/existsP; exists q; apply/existsP; exists q'; rewrite /= eqxx aE eqxx.
case: u => -[[f r]|x] [] //= /existsP[y /existsP[q /existsP[q' /and3P[/eqP <- /eqP aE apart]]]].
by exists y, r, q, q'.
Qed.

Lemma loadsP (p : M) u (o : step_kind M chain) : reflect (exists2 X, o = Load p (Sum (sum_of u) X) & (X == terms (sum_of u)) = u.2) (loads p u o).
Proof.
apply: (iffP idP) => [|[X -> <-]]; last by rewrite /= !eqxx.
by case: o => //= q v /andP[/eqP -> /is_sumP[X -> XE]]; exists X.
Qed.

Lemma hit_step p t0 t u : hit p t0 t u -> (exists2 X, act e t = Load p (Sum (sum_of u) X) & (X == terms (sum_of u)) = u.2)
  \/ exists f q Y, u = (inl f, false) /\ act e t = Multiply p (product_of n pairs f q) Y.
Proof.
case/orP => [/loadsP[X aE XE]|/crossesP[y [r [q [q' [uE aE _]]]]]]; first by left; exists X.
have [_ [Y]] := tree_step (trees y) (r, q); rewrite aE /= => aY.
by right; exists (element_read y, r), q, Y.
Qed.

Lemma hit_once p t0 t u u' : hit p t0 t u -> hit p t0 t u' -> u = u'.
Proof.
move=> /hit_step[[X aE XE]|[f [q [Y [-> aE]]]]] /hit_step[[X' aE' XE']|[f' [q' [Y' [-> aE']]]]]; move: aE'; rewrite aE.
- case=> gg XX; case: u u' gg XE XE' {aE} => [u b] [u' b'] /= gg; subst u'; by rewrite XX => -> <-.
- by [].
- by [].
- by case=> ->.
Qed.

Lemma begins_step p t (g : group chain) : g \in outputs chain -> begins e p g t ->
  (exists X, act e t = Load p (Sum g X)) \/ exists x Y, group_of x = g /\ act e t = Multiply p x Y.
Proof.
move=> go b; have [[X aE _]|[x [Y [gx aE ux wx]]]] := begins_cause leg go b; first by left; exists X.
by right; exists x, Y.
Qed.

Lemma begin_price_le p t : begin_price e births_price p t <= wS.
Proof.
rewrite /begin_price; have [/existsP[g /andP[go b]]|none] := boolP [exists g, (g \in outputs chain) && begins e p g t].
  rewrite (big_pred1 g) => [|g']; first by case: (g) go => [g'|g'] //; rewrite output_group.
  apply/andP/eqP => [[go' b']|->]; last by split.
  by have [] := begins_once leg go go' b b'.
by rewrite big_pred0 // => g; have /existsPn/(_ g)/negPf := none.
Qed.

Lemma widestE : [/\ wA <= widest, wB <= widest, wD <= widest & wS <= widest].
Proof. by rewrite /widest !leq_max !leqnn !orbT. Qed.

Lemma no_begin p t : (forall g, g \in outputs chain -> ~~ begins e p g t) -> begin_price e births_price p t = 0.
Proof. by move=> no; rewrite /begin_price big_pred0 // => g; case: (boolP (g \in _)) => //= /no/negPf. Qed.

Lemma tick_le p t : tick p t <= widest.
Proof.
have [a b d sw] := widestE; have begin := leq_trans (begin_price_le p t) sw.
rewrite /Clock.tick; case aE: (act e t) => [q v|q v|q x X|q g X Y|q g X Y|]; rewrite /= ?add0n //.
case: ifP => [/andP[/eqP qp nv]|_]; last by rewrite add0n.
rewrite no_begin ?addn0; first by case: v {aE} nv => [[[w|w]|w]|[g|g] X].
move=> g go; apply/negP => /(begins_step go)[[X]|[x [Y [_]]]]; rewrite aE // => -[_ vE].
by move: nv; rewrite vE /= go.
Qed.

Lemma hit_tick p t0 t u : hit p t0 t u -> tick p t = 0.
Proof.
move=> ht; rewrite /Clock.tick; have [[X aE XE]|[f [q [Y [_ aE]]]]] := hit_step ht; rewrite aE /= ?eqxx ?output_group /=.
  rewrite add0n no_begin // => g go; apply/negP => /(begins_step go)[[X']|[x [Y [_]]]]; rewrite aE // => -[gE _].
  by move: go; rewrite -gE output_group.
rewrite add0n no_begin // => g go; apply/negP => /(begins_step go)[[X']|[x [Z [gx]]]]; rewrite aE // => -[xE _].
by move: go; rewrite -gx -xE output_group.
Qed.

Lemma cost_none p t : cost p t t = 0.
Proof.
rewrite /cost subnn add0n big_pred0 // => u; rewrite in_set; apply/negP => /andP[_ /hitsP[r /andP[a b] _]].
by move: b; rewrite ltnNge a.
Qed.

Lemma sum_subset (J : finType) (A B : {set J}) f : A \subset B -> \sum_(j in A) f j <= \sum_(j in B) f j.
Proof. by move=> sub; rewrite [leqRHS](big_setID A) /= (setIidPr sub) leq_addr. Qed.

Lemma sum_union (J : finType) (A B : {set J}) f : \sum_(j in A :|: B) f j <= \sum_(j in A) f j + \sum_(j in B) f j.
Proof.
rewrite (big_setID A) /= (setIidPr (subsetUl A B)) leq_add2l; apply: sum_subset.
by apply/subsetP => j; rewrite in_setD in_setU => /andP[/negPf ->].
Qed.

Lemma unit_price_le u : unit_price u <= wS.
Proof. by rewrite /unit_price; case: ifP; rewrite ?geq_minl. Qed.

Lemma cost_next p t0 t1 : t0 <= t1 -> t1 < N -> cost p t0 t1.+1 <= cost p t0 t1 + widest.
Proof.
move=> t01 t1N; rewrite /cost clock_next // -addnBAC ?clock_mono //.
have sub : charged p t0 t1.+1 \subset charged p t0 t1 :|: [set u | hit p t0 t1 u].
  apply/subsetP => u; rewrite in_setU !in_set => /andP[-> /hitsP[r /andP[a]]]; rewrite ltnS leq_eqVlt => /predU1P[-> ->|b h'].
    by rewrite orbT.
  by apply/orP; left; apply/hitsP; exists r; rewrite ?a.
have le := leq_trans (sum_subset unit_price sub) (sum_union _ _ _).
rewrite -[leqLHS]addnA -[leqRHS]addnA leq_add2l; apply: (leq_trans (leq_add (leqnn (tick p t1)) le)); rewrite addnCA leq_add2l.
have [->|[u]] := set_0Vmem [set u | hit p t0 t1 u]; first by rewrite big_set0 addn0 tick_le.
rewrite in_set => hu; rewrite (hit_tick hu) add0n (big_pred1 u) => [|u'].
  by apply: leq_trans (unit_price_le u) _; have [] := widestE.
by rewrite in_set; apply/idP/eqP => [hu'|-> //]; apply: hit_once hu' hu.
Qed.

(** Everything is counted in multiples of a unit [g]. *)
Lemma cost_unit p g t0 t1 : g %| wA -> g %| wB -> g %| wD -> g %| wH -> g %| wS -> g %| cost p t0 t1.
Proof.
move=> ga gb gd gh gs; have gi i : g %| births_price i by case: i => [[[w|w]|w]|[v|v]].
have gt r : g %| tick p r.
  apply: dvdn_add; last by apply: dvdn_sum.
  by rewrite /input_price; case: (act e r) => // q v; case: ifP.
apply: dvdn_add; first by apply: dvdn_sub; apply: dvdn_sum.
by apply: dvdn_sum => u _; rewrite /unit_price /minn; case: ifP => // _; case: ifP.
Qed.

(** ** All segments of a memory together cost at most what it loads and stores *)
Definition io_word (p : M) (o : step_kind M chain) : nat :=
  if o is Load q (Word w) then (if q == p then word_size z w else 0) else 0.
Definition io_unit (p : M) (o : step_kind M chain) : nat :=
  match o with
  | Load q (Sum (inl _) _ as v) | Store q (Sum (inl _) _ as v) => if q == p then size_of z v else 0
  | Accumulate q (inl _ as h) X Y => if q == p then addend_size z h X Y else 0
  | _ => 0
  end.
Notation narrowed := (narrowed z e births_price).
(** A final store counts as much as an unfinished sum. *)
Definition io_of p : nat := \sum_(t < N) (load_cost z p (act e t) + store_cost z p (act e t) + narrowed p t).

Lemma io_parts p o : io_word p o + output_cost z p o + io_unit p o <= load_cost z p o + store_cost z p o.
Proof.
case: o => //= [q|q|q [g|g] X Y]; rewrite ?output_group ?andbT ?andbF ?addn0 //;
  by case=> [w|[g|g] X] //=; rewrite ?output_group ?andbT ?andbF ?addn0.
Qed.

Lemma words_pay p : \sum_(t < N) input_price births_price p (act e t) <= \sum_(t < N) io_word p (act e t).
Proof.
apply: leq_sum => t _; case: (act e t) => //= q; case=> [w|[g|g] X] /=; rewrite ?andbT ?output_group ?andbF //; by case: eqP.
Qed.

Section Cuts.
Variables (p : M) (I : nat) (cut : nat -> nat).
Hypothesis cut_start : cut 0 = 0.
Hypothesis cut_end : cut I = N.
Hypothesis cut_next : forall i, i < I -> cut i < cut i.+1.

Lemma cut_mono i j : i <= j -> j <= I -> cut i <= cut j.
Proof.
move=> ij; rewrite -(subnKC ij); elim: (j - i) => [|d IH]; first by rewrite addn0.
by rewrite addnS => h; apply: leq_trans (IH (ltnW h)) (ltnW (cut_next h)).
Qed.

(** The first load or store of a charged unit since its segment began. *)
Definition first_move (u : unit) t0 t : Prop :=
  [/\ t0 <= t, moves p u (act e t) & forall r, t0 <= r < t -> ~~ moves p u (act e r)].

Lemma charged_moves t0 t1 u : t1 <= N -> u \in charged p t0 t1 -> exists2 t, t < N & first_move u t0 t.
Proof.
move=> t1N; rewrite in_set => /andP[absent /hitsP[r /andP[a b] ht]].
have ex : exists t, [&& t0 <= t, t < N & moves p u (act e t)].
  case/orP: ht => [ld|/crossesP[y [r' [q [q' [uE aE apart]]]]]].
    by exists r; rewrite a (leq_trans b) //= loads_moves.
  have := tree_moves (trees y) (r := r') (q := q) (q' := q') (t0 := t0); rewrite aE /= => /(_ a apart).
  by rewrite uE in absent * => /(_ absent)[t /andP[c d] mv]; exists t; rewrite c d.
case: (ex_minnP ex) => t /and3P[c d mv] min; exists t => //; split=> // r' /andP[r1 r2]; apply/negP => mr.
by have := min r'; rewrite r1 (ltn_trans r2 d) mr leqNgt r2 => /(_ isT).
Qed.

Lemma charged_stays t0 t1 u t : u \in charged p t0 t1 -> first_move u t0 t -> forall t2, t1 <= t2 <= t -> resident p t2 u.
Proof.
rewrite in_set => /andP[absent /hitsP[r /andP[a b] ht]] [_ _ quiet] t2 /andP[c d].
have rt : r < t := leq_trans b (leq_trans c d).
case/orP: ht => [ld|/crossesP[y [r' [q [q' [uE aE apart]]]]]].
  by have := quiet r; rewrite a rt loads_moves // => /(_ isT).
have := tree_stays (trees y) (r := r') (q := q) (q' := q') (t0 := t0); rewrite aE /= => /(_ a apart).
rewrite uE in absent quiet * => /(_ absent t2 (leq_trans b c)); apply=> r1 /andP[c' d'].
by apply: quiet; rewrite c' (leq_trans d').
Qed.

Lemma unit_size u (v : value chain) : is_sum (sum_of u) u.2 v -> unit_price u <= size_of z v.
Proof. by case/is_sumP => X -> /= ->; rewrite /unit_price; case: ifP => // _; apply: geq_minr. Qed.

Lemma units_pay : \sum_(i < I) \sum_(u in charged p (cut i) (cut i.+1)) unit_price u <= \sum_(t < N) io_unit p (act e t).
Proof.
have -> : \sum_(i < I) \sum_(u in charged p (cut i) (cut i.+1)) unit_price u
    = \sum_(j in [set j : 'I_I * unit | j.2 \in charged p (cut j.1) (cut j.1.+1)]) unit_price j.2.
  by rewrite pair_big_dep /=; apply: eq_bigl => j; rewrite [in RHS]in_set.
apply: (injective_payment (P := fun (j : 'I_I * unit) (t : 'I_N) => first_move j.2 (cut j.1) t)) => [[i u]|[i u] [i' u'] t];
    rewrite !(in_set (fun j : 'I_I * unit => _)) /=.
  move=> ch; have [|t tN fm] := charged_moves _ ch; first by rewrite -cut_end cut_mono.
  exists (Ordinal tN) => //=; case: fm => _ + _; case: (act e t) => // [q v|q v|q h X Y] /andP[/eqP -> isu].
  1,2: by have := unit_size isu; case/is_sumP: isu => X -> _; rewrite /= eqxx.
  by have := unit_size isu; case/is_sumP: isu => Z [-> ->] _; rewrite /= eqxx leq_max => ->.
move=> ch ch' fm fm'; have uE : u = u'.
  have [[_ mv _] [_ mv' _]] := (fm, fm'); have := moves_inj mv mv'; clear.
  by case: u u' => [u b] [u' b'] /= [[->] ->].
subst u'; congr (_, _); apply: val_inj => /=.
have [lt|lt|//] := ltngtP (val i) (val i').
  have [b _ _] := fm'; have := ch'; rewrite in_set => /andP[/negP no _]; case: no.
  by apply: (charged_stays ch fm); rewrite b cut_mono // ltnW.
have [b _ _] := fm; have := ch; rewrite in_set => /andP[/negP no _]; case: no.
by apply: (charged_stays ch' fm'); rewrite b cut_mono // ltnW.
Qed.

Lemma segments_pay : \sum_(i < I) cost p (cut i) (cut i.+1) <= io_of p.
Proof.
rewrite /cost big_split /=.
have clocks j : j <= I -> \sum_(i < j) (clock p (cut i.+1) - clock p (cut i)) = clock p (cut j) - clock p (cut 0).
  elim: j => [|j IH] h; first by rewrite big_ord0 subnn.
  rewrite big_ord_recr /= IH ?(ltnW h) // addnC addnBA ?clock_mono ?cut_mono ?(ltnW h) // subnK // clock_mono //.
  exact: ltnW (cut_next h).
rewrite clocks // cut_end cut_start.
apply: leq_trans (leq_add (leq_subr _ _) units_pay) _.
have priced g : g \in outputs chain -> births_price (inr g) <= partial_size z g by rewrite output_group; case: g.
rewrite clock_end; apply: leq_trans (leq_add (leq_add (words_pay p) (intervals_pay leg priced p)) (leqnn _)) _.
rewrite -!big_split /=; apply: leq_sum => t _.
by rewrite addnA addnAC leq_add2r; apply: io_parts.
Qed.
End Cuts.

(** All memories: what final stores are narrower than unfinished sums comes on top. *)
Lemma io_traffic : \sum_p io_of p <= traffic z e + (wS - wO) * (batch * m * n).
Proof.
have -> : traffic z e = \sum_p \sum_(t < N) (load_cost z p (act e t) + store_cost z p (act e t)).
  by rewrite /traffic /Model.loads /stores -big_split; apply: eq_bigr => p _; rewrite big_split.
rewrite /io_of; under eq_bigr do rewrite big_split /=.
rewrite big_split leq_add2l /=; apply: leq_trans (narrowed_total _ _ _) _.
by rewrite big_imset => [|g g' _ _ [->] //]; rewrite /= sum_nat_const !card_prod !card_ord mulnC.
Qed.

(** ** What a segment holds: its words, its groups and its units of H fit in the capacity and the cost *)
Section Weight.
Variable g : nat.
Hypotheses (g_A : g %| wA) (g_B : g %| wB) (g_D : g %| wD) (g_H : g %| wH) (g_S : g %| wS).

Definition there p t : {set unit} := [set u | resident p t u].

Lemma fits_in_capacity p t : t <= N ->
  Needs.resident e births_price p t + \sum_(u in there p t) unit_price u <= capacity %/ g * g.
Proof.
move=> tN; have whole : g %| Needs.resident e births_price p t + \sum_(u in there p t) unit_price u.
  apply: dvdn_add; first by apply: dvdn_sum => v _; case: v => [[[w|w]|w]|[v|v] X].
  by apply: dvdn_sum => u _; rewrite /unit_price /minn; case: ifP => // _; case: ifP.
rewrite -(divnK whole) leq_mul2r; apply/orP; right; apply: leq_div2r; apply: leq_trans (fits leg p tN).
have units : \sum_(u in there p t) unit_price u
    <= \sum_(v in fast (at_time e t) p) (if v is Sum (inl _) _ then space_of z v else 0).
  rewrite [leqRHS]big_mkcond /=.
  pose P (u : unit) (v : value chain) := v \in fast (at_time e t) p /\ is_sum (sum_of u) u.2 v.
  apply: (injective_payment (P := P)) => [u|u u' v _ _ [_ /is_sumP[X -> XE]] [_ /is_sumP[X' [gE <-] XE']]].
    rewrite in_set => /residentP[X hX XE]; exists (Sum (sum_of u) X); first by split=> //; apply/is_sumP; exists X.
    by rewrite hX /= XE /unit_price.
  by case: u u' gE XE XE' => [u b] [u' b'] /= <- -> <-.
apply: (leq_trans (leq_add (leqnn _) units)).
rewrite /Needs.resident big_mkcondr -big_split /=; apply: leq_sum => v _.
case: v => [v|[v|v] X] //=; rewrite /counts /= ?output_group ?if_same ?add0n ?addn0 //.
by case: (X == _).
Qed.

Lemma held_charged p t0 t1 : \sum_(u in held p t0 t1) unit_price u
  <= \sum_(u in there p t0) unit_price u + \sum_(u in charged p t0 t1) unit_price u.
Proof.
apply: leq_trans (sum_union _ _ _); apply/sum_subset/subsetP => u.
by rewrite in_setU !in_set; case: (resident p t0 u).
Qed.

(** Nothing is there at the start. *)
Definition room_at t : nat := if t == 0 then 0 else capacity %/ g * g.

Lemma fits_at p t : t <= N -> Needs.resident e births_price p t + \sum_(u in there p t) unit_price u <= room_at t.
Proof.
rewrite /room_at; case: eqP => [-> _|_]; last exact: fits_in_capacity.
rewrite /Needs.resident (starts_empty leg) !big_pred0 // => [u|v]; last by rewrite in_set0.
by rewrite in_set; case: residentP => // -[Y]; rewrite (starts_empty leg) in_set0.
Qed.

Lemma segment_weight p t0 t1 : t0 < t1 -> t1 <= N ->
  \sum_(i in needs e p t0 t1.-1) births_price i + \sum_(u in held p t0 t1) unit_price u <= room_at t0 + cost p t0 t1.
Proof.
case: t1 => // t1 t01 t1N; have := @needs_paid _ _ _ _ _ leg births_price p t0 t1 t01 t1N => paid.
have := fits_at p (ltnW (leq_trans t01 t1N : t0 < N)) => fit.
apply: leq_trans (leq_add paid (held_charged _ _ _)) _.
by rewrite addnACA leq_add.
Qed.
End Weight.
End Births.
