(** * Segments whose births are charged (proofs/chain-births.md, sections 3 and 4)

    The cost of an interval of time in a memory: the words loaded, the intervals of E begun, and the units of H that were not there
    at its start but are loaded, or are formed in part while another part of the same value was formed elsewhere. It grows by at
    most one at a step, so an execution can be cut at every T; all segments together cost at most what is loaded and stored. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Chain Provenance ElementTrees.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** Whatever grows by at most one can be cut at every T. *)
Lemma cutting (cost : nat -> nat -> nat) T N : 0 < T -> (forall t, cost t t = 0) ->
  (forall t0 t1, t0 <= t1 -> t1 < N -> cost t0 t1.+1 <= (cost t0 t1).+1) ->
  exists (I : nat) (cut : nat -> nat), [/\ cut 0 = 0, cut I = N, forall i, i < I -> cut i < cut i.+1,
    forall i, i < I -> cost (cut i) (cut i.+1) <= T & T * I <= T + \sum_(i < I) cost (cut i) (cut i.+1)].
Proof.
move=> T0 none next; suff main d t0 : t0 <= N -> N - t0 < d ->
  exists (I : nat) (cut : nat -> nat), [/\ cut 0 = t0, cut I = N, forall i, i < I -> cut i < cut i.+1,
    forall i, i < I -> cost (cut i) (cut i.+1) <= T & T * I <= T + \sum_(i < I) cost (cut i) (cut i.+1)].
  exact: (main N.+1 0 (leq0n N) (leq_subr 0 N)).
elim: d t0 => // d IH t0; rewrite leq_eqVlt => /predU1P[->|lt]; rewrite ltnS => le.
  by exists 0, (fun=> N); rewrite muln0.
have ex : exists t1, [&& t0 < t1, t1 <= N & (t1 == N) || (T <= cost t0 t1)] by exists N; rewrite lt leqnn eqxx.
case: (ex_minnP ex) => -[//|t] /and3P[t0t tN end_] min.
have small : cost t0 t < T.
  have [tE|ne] := eqVneq t t0; first by rewrite tE none.
  rewrite ltnNge; apply/negP => big; have := min t; rewrite big orbT ltnn (ltnW tN) andbT.
  by rewrite ltn_neqAle eq_sym ne -ltnS t0t => /(_ isT).
have atmost : cost t0 t.+1 <= T by apply: leq_trans (next _ _ _ tN) small; rewrite -ltnS.
have [|I [cut [c0 cI inc most all]]] := IH t.+1 tN; first by rewrite (leq_trans _ le) // ltn_sub2l.
exists I.+1, (fun i => if i is i'.+1 then cut i' else t0); split=> //.
- by case=> [|i] h; [rewrite c0 | apply: inc].
- by case=> [|i] h; [rewrite c0 | apply: most].
rewrite big_ord_recl /= c0 mulnS leq_add2l.
have [I0|Ipos] := posnP I; first by rewrite I0 muln0.
apply: leq_trans all _; rewrite leq_add2r; case/orP: end_ => // /eqP tE.
have late i : i <= I -> t.+1 <= cut i by elim: i => [|i H] h; [rewrite c0 | apply: leq_trans (H (ltnW h)) (ltnW (inc _ h))].
have := inc I.-1; rewrite prednK // cI leqnn => /(_ isT) lastlt.
have := late I.-1; rewrite leq_pred => /(_ isT) h; have := leq_ltn_trans h lastlt; by rewrite tE ltnn.
Qed.

Section Births.
Variables batch m k l n factors : nat.
Notation element := ('I_batch * 'I_m * 'I_l)%type.
Variable pairs : {set element}.
Notation chain := (@chain batch m k l n factors pairs).
Notation second_stage := (@second_stage batch m l n pairs).
Notation unit := (element * 'I_factors + element)%type.
Variables (M : finType) (wA wB wD wH wE wO capacity : nat) (e : execution M chain).
Notation z := (chain_sizes pairs wA wB wD wH wE wO).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation resident p t u := (resident_sum e p t (group_of_unit k n pairs u)).
Notation loads p u o := (loads_sum p (group_of_unit k n pairs u) o).
Notation moves p u o := (moves_sum p (group_of_unit k n pairs u) o).

Variable at_ : second_stage -> 'I_factors * 'I_k -> nat * M.
Hypothesis trees : forall y, tree e y (at_ y).

Definition births_price (i : word chain + group chain) : nat := match i with inr (inl _) => 0 | _ => 1 end.
Notation tick := (tick e births_price). Notation clock := (clock e births_price).

(** A product of a tree is formed here while another one of the same sum is formed before [t0], or elsewhere. *)
Definition crosses p t0 t (u : unit) : bool :=
  if u is inl f then [exists y : second_stage, exists q, exists q', [&& element_read y == f.1, at_ y (f.2, q) == (t, p)
    & ((at_ y (f.2, q')).1 < t0) || ((at_ y (f.2, q')).2 != p)]] else false.
Definition hit p t0 t (u : unit) : bool := loads p u (act e t) || crosses p t0 t u.
Definition hits p t0 t1 (u : unit) : bool := [exists s : 'I_t1, (t0 <= s) && hit p t0 s u].

Definition charged p t0 t1 : {set unit} := [set u | ~~ resident p t0 u && hits p t0 t1 u].
Definition held p t0 t1 : {set unit} := [set u | resident p t0 u || hits p t0 t1 u].
Definition cost p t0 t1 : nat := clock p t1 - clock p t0 + #|charged p t0 t1|.

Lemma hitsP p t0 t1 u : reflect (exists2 s, t0 <= s < t1 & hit p t0 s u) (hits p t0 t1 u).
Proof.
apply: (iffP existsP) => [[s /andP[a h]]|[s /andP[a b] h]]; first by exists s; rewrite // a ltn_ord.
by exists (Ordinal b); rewrite /= a.
Qed.

Lemma crossesP p t0 t u : reflect (exists y r q q', [/\ u = inl (element_read y, r), at_ y (r, q) = (t, p)
  & ((at_ y (r, q')).1 < t0) || ((at_ y (r, q')).2 != p)]) (crosses p t0 t u).
Proof.
apply: (iffP idP) => [|[y [r [q [q' [-> aE apart]]]]]]; last first.
  by apply/existsP; exists y; apply/existsP; exists q; apply/existsP; exists q'; rewrite /= eqxx aE eqxx.
case: u => // -[h r] /= /existsP[y /existsP[q /existsP[q' /and3P[/eqP <- /eqP aE apart]]]].
by exists y, r, q, q'.
Qed.

Lemma loadsP (p : M) u (o : step_kind M chain) : reflect (exists X, o = Load p (Sum (group_of_unit k n pairs u) X)) (loads p u o).
Proof.
apply: (iffP idP) => [|[X ->]]; last by rewrite /= !eqxx.
by case: o => //= q [//|g X] /andP[/eqP -> /eqP ->]; exists X.
Qed.

Lemma hit_step p t0 t u : hit p t0 t u -> (exists X, act e t = Load p (Sum (group_of_unit k n pairs u) X))
  \/ exists f q Y, u = inl f /\ act e t = Multiply p (product_of n pairs f q) Y.
Proof.
case/orP => [/loadsP[X aE]|/crossesP[y [r [q [q' [uE aE _]]]]]]; first by left; exists X.
have [_ [Y]] := tree_step (trees y) (r, q); rewrite aE /= => aY.
by right; exists (element_read y, r), q, Y.
Qed.

Lemma hit_once p t0 t u u' : hit p t0 t u -> hit p t0 t u' -> u = u'.
Proof.
move=> /hit_step[[X aE]|[f [q [Y [-> aE]]]]] /hit_step[[X' aE']|[f' [q' [Y' [-> aE']]]]]; move: aE'; rewrite aE.
- by case.
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

Lemma begin_price_le p t : begin_price e births_price p t <= 1.
Proof.
rewrite /begin_price; have [/existsP[g /andP[go b]]|none] := boolP [exists g, (g \in outputs chain) && begins e p g t].
  rewrite (big_pred1 g) => [|g']; first by case: (g) go => [g'|g'] //; rewrite output_group.
  apply/andP/eqP => [[go' b']|->]; last by split.
  by have [] := begins_once leg go go' b b'.
by rewrite big_pred0 // => g; have /existsPn/(_ g)/negPf := none.
Qed.

Lemma no_begin p t : (forall g, g \in outputs chain -> ~~ begins e p g t) -> begin_price e births_price p t = 0.
Proof. by move=> no; rewrite /begin_price big_pred0 // => g; case: (boolP (g \in _)) => //= /no/negPf. Qed.

Lemma tick_le p t : tick p t <= 1.
Proof.
rewrite /Clock.tick; case aE: (act e t) => [q v|q v|q x X|q g X Y|]; rewrite /= ?add0n ?begin_price_le //.
case: ifP => [/andP[/eqP qp nv]|_]; last by rewrite add0n begin_price_le.
rewrite no_begin ?addn0; first by case: v {aE} nv => [w|[g|g] X].
move=> g go; apply/negP => /(begins_step go)[[X]|[x [Y [_]]]]; rewrite aE // => -[_ vE].
by move: nv; rewrite vE /= go.
Qed.

Lemma hit_tick p t0 t u : hit p t0 t u -> tick p t = 0.
Proof.
move=> ht; rewrite /Clock.tick; have [[X aE]|[f [q [Y [_ aE]]]]] := hit_step ht; rewrite aE /= ?eqxx ?output_group /=.
  rewrite add0n no_begin // => g go; apply/negP => /(begins_step go)[[X']|[x [Y [_]]]]; rewrite aE // => -[gE _].
  by move: go; rewrite -gE output_group.
rewrite add0n no_begin // => g go; apply/negP => /(begins_step go)[[X']|[x [Z [gx]]]]; rewrite aE // => -[xE _].
by move: go; rewrite -gx -xE output_group.
Qed.

Lemma cost_none p t : cost p t t = 0.
Proof.
rewrite /cost subnn add0n; apply: eq_card0 => u; rewrite in_set; apply/negP => /andP[_ /hitsP[s /andP[a b] _]].
by move: b; rewrite ltnNge a.
Qed.

Lemma cost_next p t0 t1 : t0 <= t1 -> t1 < N -> cost p t0 t1.+1 <= (cost p t0 t1).+1.
Proof.
move=> t01 t1N; rewrite /cost clock_next // -addnBAC ?clock_mono //.
have sub : charged p t0 t1.+1 \subset charged p t0 t1 :|: [set u | hit p t0 t1 u].
  apply/subsetP => u; rewrite in_setU !in_set => /andP[-> /hitsP[s /andP[a]]]; rewrite ltnS leq_eqVlt => /predU1P[-> ->|b h].
    by rewrite orbT.
  by apply/orP; left; apply/hitsP; exists s; rewrite ?a.
have le := leq_trans (subset_leq_card sub) (leq_card_setU _ _).
rewrite -addnA -addnS leq_add2l; apply: leq_trans (leq_add (leqnn _) le) _; rewrite addnCA -addn1 leq_add2l.
have [->|[u]] := set_0Vmem [set u | hit p t0 t1 u]; first by rewrite cards0 addn0 tick_le.
rewrite in_set => hu; rewrite (hit_tick hu) add0n -(cards1 u); apply/subset_leq_card/subsetP => u'; rewrite in_set in_set1 => hu'.
by apply/eqP; apply: hit_once hu' hu.
Qed.

(** ** All segments of a memory together cost at most what it loads and stores *)
Definition io_word (p : M) (o : step_kind M chain) : nat := if o is Load q (Word _) then q == p : nat else 0.
Definition io_output (p : M) (o : step_kind M chain) : nat :=
  match o with Load q (Sum (inr _) _) | Store q (Sum (inr _) _) => q == p : nat | _ => 0 end.
Definition io_unit (p : M) (o : step_kind M chain) : nat :=
  match o with Load q (Sum (inl _) _) | Store q (Sum (inl _) _) => q == p : nat | _ => 0 end.
Definition io (p : M) (o : step_kind M chain) : nat := match o with Load q _ | Store q _ => q == p : nat | _ => 0 end.
Definition io_of p : nat := \sum_(t < N) io p (act e t).

Lemma io_parts p o : io_word p o + io_output p o + io_unit p o <= io p o.
Proof. by case: o => //= q; case=> [w|[g|g] X] //=; rewrite ?addn0. Qed.

Lemma words_pay p : \sum_(t < N) input_price births_price p (act e t) <= \sum_(t < N) io_word p (act e t).
Proof.
apply: leq_sum => t _; case: (act e t) => //= q; case=> [w|[g|g] X] /=; rewrite ?andbT ?output_group ?andbF //; by case: eqP.
Qed.

Lemma begins_pay p : \sum_(t < N) begin_price e births_price p t <= \sum_(t < N) io_output p (act e t).
Proof.
have -> : \sum_(t < N) begin_price e births_price p t
    = \sum_(k in [set k : 'I_N * group chain | (k.2 \in outputs chain) && begins e p k.2 k.1]) births_price (inr k.2).
  by rewrite pair_big_dep /=; apply: eq_bigl => i; rewrite inE.
pose P (j : 'I_N * group chain) (s : 'I_N) := pays e p j.2 j.1 s.
apply: (injective_payment (P := P)) => [[t g]|[t g] [t' g'] s]; rewrite !inE /P /=.
  case/andP => go b; have [s sN ps] := interval_pays leg go b; exists (Ordinal sN) => //=.
  rewrite output_group in go; case: g go b ps => // g _ _.
  by case=> [[X [aX ->]]|[[X ->] _]]; rewrite ?aX /= eqxx.
by case/andP => _ b /andP[_ b'] ps ps'; have [-> tt] := pays_inj b b' ps ps'; congr (_, _); apply: val_inj.
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
  [/\ t0 <= t, moves p u (act e t) & forall s, t0 <= s < t -> ~~ moves p u (act e s)].

Lemma charged_moves t0 t1 u : t1 <= N -> u \in charged p t0 t1 -> exists2 t, t < N & first_move u t0 t.
Proof.
move=> t1N; rewrite in_set => /andP[absent /hitsP[s /andP[a b] h]].
have ex : exists t, [&& t0 <= t, t < N & moves p u (act e t)].
  case/orP: h => [h|/crossesP[y [r [q [q' [uE aE apart]]]]]].
    by exists s; rewrite a (leq_trans b) //= loads_moves.
  have := tree_moves (trees y) (r := r) (q := q) (q' := q') (t0 := t0); rewrite aE /= => /(_ a apart).
  by rewrite uE in absent * => /(_ absent)[t /andP[c d] mv]; exists t; rewrite c d.
case: (ex_minnP ex) => t /and3P[c d mv] min; exists t => //; split=> // r /andP[r1 r2]; apply/negP => mr.
by have := min r; rewrite r1 (ltn_trans r2 d) mr leqNgt r2 => /(_ isT).
Qed.

Lemma charged_stays t0 t1 u t : u \in charged p t0 t1 -> first_move u t0 t -> forall t2, t1 <= t2 <= t -> resident p t2 u.
Proof.
rewrite in_set => /andP[absent /hitsP[s /andP[a b] h]] [_ _ quiet] t2 /andP[c d].
have st : s < t := leq_trans b (leq_trans c d).
case/orP: h => [h|/crossesP[y [r [q [q' [uE aE apart]]]]]].
  by have := quiet s; rewrite a st loads_moves // => /(_ isT).
have := tree_stays (trees y) (r := r) (q := q) (q' := q') (t0 := t0); rewrite aE /= => /(_ a apart).
rewrite uE in absent quiet * => /(_ absent t2 (leq_trans b c)); apply=> s' /andP[c' d'].
by apply: quiet; rewrite c' (leq_trans d').
Qed.

Lemma units_pay : \sum_(i < I) #|charged p (cut i) (cut i.+1)| <= \sum_(t < N) io_unit p (act e t).
Proof.
have -> : \sum_(i < I) #|charged p (cut i) (cut i.+1)|
    = \sum_(j in [set j : 'I_I * unit | j.2 \in charged p (cut j.1) (cut j.1.+1)]) 1.
  transitivity (\sum_(i < I) \sum_(u in charged p (cut i) (cut i.+1)) 1); first by apply: eq_bigr => i _; rewrite sum1_card.
  by rewrite pair_big_dep /=; apply: eq_bigl => j; rewrite [in RHS]in_set.
apply: (injective_payment (P := fun (j : 'I_I * unit) (t : 'I_N) => first_move j.2 (cut j.1) t)) => [[i u]|[i u] [i' u'] t];
    rewrite !(in_set (fun j : 'I_I * unit => _)) /=.
  move=> ch; have [|t tN fm] := charged_moves _ ch; first by rewrite -cut_end cut_mono.
  exists (Ordinal tN) => //=; case: fm => _ + _; case: (act e t) => //= q; case=> // g X /andP[/eqP -> /eqP ->]; by rewrite eqxx.
move=> ch ch' fm fm'; have uE : u = u'.
  have [[_ mv _] [_ mv' _]] := (fm, fm'); move: mv mv'.
  by case: (act e t) => //= q; case=> // g X /andP[_ /eqP ->] /andP[_ /eqP[]].
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
rewrite clock_end; apply: leq_trans (leq_add (leq_add (words_pay p) (begins_pay p)) (leqnn _)) _.
by rewrite -!big_split /=; apply: leq_sum => t _; apply: io_parts.
Qed.
End Cuts.

(** Every load and store moves a word, of [w] at least. *)
Lemma io_traffic w : w <= wA -> w <= wB -> w <= wD -> w <= wH -> w <= wE -> w <= wO -> w * (\sum_p io_of p) <= traffic z e.
Proof.
move=> hA hB hD hH hE hO; have size v : w <= size_of z v.
  by case: v => [[[?|?]|?]|[[?|?]|?] X] //=; case: ifP.
have -> : traffic z e = \sum_p \sum_(t < N) (load_cost z p (act e t) + store_cost z p (act e t)).
  by rewrite /traffic /Model.loads /stores -big_split; apply: eq_bigr => p _; rewrite big_split.
rewrite big_distrr /=; apply: leq_sum => p _; rewrite /io_of big_distrr /=; apply: leq_sum => t _.
by case: (act e t) => /= *; rewrite ?muln0 //; case: eqP; rewrite ?muln1 ?muln0 ?addn0 ?add0n.
Qed.

(** ** What a segment holds: its words, its groups and its units of H fit in the capacity and the cost *)
Section Weight.
Variable w : nat.
Hypothesis w_pos : 0 < w.
Hypotheses (w_A : w <= wA) (w_B : w <= wB) (w_D : w <= wD) (w_H : w <= wH) (w_E : w <= wE) (w_O : w <= wO).

Definition there p t : {set unit} := [set u | resident p t u].

Lemma fits_in_capacity p t : t <= N -> Needs.resident e births_price p t + #|there p t| <= capacity %/ w.
Proof.
move=> tN; rewrite leq_divRL //; apply: leq_trans (fits leg p tN).
have units : #|there p t| <= \sum_(v in fast (at_time e t) p) (if v is Sum (inl _) _ then 1 else 0).
  rewrite -sum1_card [leqRHS]big_mkcond /=.
  pose P (u : unit) (v : value chain) := v \in fast (at_time e t) p /\ exists X, v = Sum (group_of_unit k n pairs u) X.
  apply: (injective_payment (P := P)) => [u|u u' v _ _ [_ [X ->]] [_ [X' []]] //].
  rewrite in_set => /existsP[X h]; exists (Sum (group_of_unit k n pairs u) X); first by split=> //; exists X.
  by rewrite h.
apply: (leq_trans (leq_mul (leq_add (leqnn _) units) (leqnn w))).
rewrite /Needs.resident big_mkcondr -big_split big_distrl /=; apply: leq_sum => v _.
have space : w <= space_of z v by case: v => [[[?|?]|?]|[[?|?]|?] X] //=; rewrite ?minnn; case: ifP => // _; rewrite leq_min w_E w_O.
apply: leq_trans (leq_mul (_ : _ <= 1) (leqnn w)) _; last by rewrite mul1n.
by case: v {space} => [v|[g|g] X] //=; case: ifP.
Qed.

Lemma held_charged p t0 t1 : #|held p t0 t1| <= #|there p t0| + #|charged p t0 t1|.
Proof.
apply: leq_trans (leq_card_setU _ _); apply/subset_leq_card/subsetP => u.
by rewrite in_setU !in_set; case: (resident p t0 u).
Qed.

Lemma segment_weight p t0 t1 : t0 < t1 -> t1 <= N ->
  \sum_(i in needs e p t0 t1.-1) births_price i + #|held p t0 t1| <= capacity %/ w + cost p t0 t1.
Proof.
case: t1 => // t1 t01 t1N; have := @needs_paid _ _ _ _ _ leg births_price p t0 t1 t01 t1N => paid.
have := fits_in_capacity p (ltnW (leq_trans t01 t1N : t0 < N)) => fit.
apply: leq_trans (leq_add paid (held_charged _ _ _)) _.
by rewrite addnACA leq_add.
Qed.
End Weight.
End Births.
