(** * Fused chains: stored and transient intermediates (proofs/chain-fused.md)

    [batch] chains H (m x l) = A (m x k) B (k x l), E (m x n) = phi(H) D (l x n), on the fast memories [M]. An element of H
    is a function of [factors] sums (2 for a gated front, else 1), each with its own B. The elements in [pairs] exist (fewer
    than all under a causal mask). Attention is k = n; the query heads that share a key-value head are rows of one chain. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model LoomisWhitney Trace Origins Clock Needs Segments WorthSegments SteadySegments Compulsory Product.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Chain.
Variables batch m k l n factors : nat.

Notation row := ('I_batch * 'I_m)%type.
Notation column := ('I_batch * 'I_l)%type.
Notation element := ('I_batch * 'I_m * 'I_l)%type.
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_l)%type.

Variable pairs : {set element}.

Definition column_of (h : element) : column := (h.1.1, h.2).

(** Second-stage products (b, i, j, p): those whose element of H exists. *)
Definition second_stage := {x : triple | word_a x \in pairs}.

Notation wordA := (row * 'I_k)%type.
Notation wordB := (column * ('I_factors * 'I_k))%type.
Notation wordD := ('I_batch * 'I_l * 'I_n)%type.
Notation factor := (element * 'I_factors)%type.
Notation groupE := ('I_batch * 'I_m * 'I_n)%type.

(** Three stages: the sums of the first products; one step for an element of H, phi of its factors; the sums of E. *)
Definition chain : computation := {|
  word := [finType of wordA + wordB + wordD];
  group := [finType of factor + element + groupE];
  point := [finType of factor * 'I_k + element + second_stage];
  group_of x := match x with
    | inl (inl (f, q)) => inl (inl f)
    | inl (inr h) => inl (inr h)
    | inr y => inr (group_c (val y)) end;
  reads x := match x with
    | inl (inl (f, q)) => [set inl (inl (inl (f.1.1, q))); inl (inl (inr (column_of f.1, (f.2, q))))]
    | inl (inr h) => [set inr (inl (inl (h, r))) | r : 'I_factors]
    | inr y => [set inr (inl (inr (word_a (val y)))); inl (inr (word_b (val y)))] end;
  outputs := [set inr g | g : groupE] |}.

Definition factor_sum (f : factor) : group chain := inl (inl f).
Definition element_sum (h : element) : group chain := inl (inr h).
Definition factor_product (f : factor) (q : 'I_k) : point chain := inl (inl (f, q)).
Definition element_step (h : element) : point chain := inl (inr h).

(** Sizes of words of A, B, D, of an element of H in any form, of an unfinished and of a complete element of E. *)
Definition chain_sizes (wA wB wD wH wE wO : nat) : sizes chain := {|
  word_size := fun w : word chain => match w with inl (inl _) => wA | inl (inr _) => wB | inr _ => wD end;
  partial_size := fun g : group chain => match g with inr _ => wE | _ => wH end;
  output_size := fun g : group chain => match g with inr _ => wO | _ => wH end |}.

(** The same with unfinished sums of both stages of one size: of words of A, B, D, of a complete sum of the first stage or element of H, of
    an unfinished sum, of a complete element of E. *)
Definition chain_sums_sizes (wA wB wD h s wO : nat) : sizes chain := {|
  word_size := fun w : word chain => match w with inl (inl _) => wA | inl (inr _) => wB | inr _ => wD end;
  partial_size := fun _ : group chain => s;
  output_size := fun g : group chain => match g with inr _ => wO | _ => h end |}.

(** V is at least what a segment of weight X can hold, in second-stage products: [h] elements of H are there, the other
    at most [r * c] are formed from [r] rows of A and [c] columns of B. *)
Definition chain_holds_at_most (wA wB wD wH wE X V : nat) : Prop := forall v x h r c d g : nat,
  v ^ 2 <= x * d * g -> v <= n * x -> v <= m * d -> v <= l * g -> v <= batch * m * n * l -> x <= h + r * c ->
  wA * (r * k) + wB * (c * (factors * k)) + wD * d + wH * h + wE * g <= X -> v <= V.

(** What needs a weight of Y <= X holds at most Y / X of V second-stage products. *)
Definition chain_holds_at_rate (wA wB wD wH wE X V : nat) : Prop := forall v x h r c d g : nat,
  v ^ 2 <= x * d * g -> v <= n * x -> v <= m * d -> v <= l * g -> x <= h + r * c ->
  wA * (r * k) + wB * (c * (factors * k)) + wD * d + wH * h + wE * g <= X ->
  v * X <= V * (wA * (r * k) + wB * (c * (factors * k)) + wD * d + wH * h + wE * g).

Variables (M : finType) (wA wB wD wH wE wO capacity : nat) (e : execution M chain).
Notation z := (chain_sizes wA wB wD wH wE wO).
Hypothesis leg : legal z capacity e.
Hypothesis factors_pos : 0 < factors.

Lemma output_group (g : group chain) : (g \in outputs chain) = if g is inr _ then true else false.
Proof.
case: g => [g|g]; last by rewrite imset_f.
by apply/imsetP => -[].
Qed.

Definition chain_price (i : word chain + group chain) : nat :=
  match i with
  | inl (inl (inl _)) => wA | inl (inl (inr _)) => wB | inl (inr _) => wD
  | inr (inl _) => wH | inr (inr _) => wE end.

Lemma chain_price_word (w : word chain) : chain_price (inl w) <= word_size z w.
Proof. by case: w => [[]|]. Qed.
Lemma chain_price_inner (g : group chain) : g \notin outputs chain -> chain_price (inr g) <= minn (partial_size z g) (output_size z g).
Proof. by rewrite output_group; case: g => [g|] // _; rewrite /= minnn. Qed.
Lemma chain_price_output (g : group chain) : g \in outputs chain -> chain_price (inr g) <= partial_size z g.
Proof. by rewrite output_group; case: g. Qed.

Lemma tracked_second (x : point chain) : tracked x = if x is inr _ then true else false.
Proof. by rewrite /tracked output_group; case: x => [[[f q]|h]|y]. Qed.

(** ** What an interval of time needs *)
Section Interval.
Variables (p : M) (t0 t1 : nat).
Notation needed_items := (needs e p t0 t1).

(** The second-stage products of the interval, as points of the box. *)
Definition second : {set triple} := [set val y | y : second_stage & inr y \in during e p t0 t1].

Definition there : {set element} := [set h | (inr (inl (inr h)) \in needed_items)
  || [exists r : 'I_factors, inr (inl (inl (h, r))) \in needed_items]].
Definition rows : {set row} := [set i | [forall q : 'I_k, inl (inl (inl (i, q))) \in needed_items]].
Definition columns : {set column} := [set c | [forall f : 'I_factors * 'I_k, inl (inl (inr (c, f))) \in needed_items]].

Lemma card_second : #|during e p t0 t1| = #|second|.
Proof.
rewrite /second card_in_imset => [|y y' _ _ /val_inj //].
rewrite -(card_in_imset (f := inr : second_stage -> point chain)) => [|y y' _ _ [->] //].
apply: eq_card => x; apply/idP/imsetP => [xd|[y]]; last by rewrite in_set => yd ->.
have := xd; rewrite inE tracked_second => /and3P[]; case: x xd => // y xd _ _ _.
by exists y; last by []; rewrite in_set.
Qed.

Lemma word_needed w t : t0 <= t <= t1 -> Word w \in fast (at_time e t) p -> inl w \in needed_items.
Proof.
case/andP => a b h; rewrite inE; apply/existsP; have lt : t < t1.+1 by [].
by exists (Ordinal lt); rewrite /= a.
Qed.

(** A complete inner sum in fast memory: some sum of it is needed, or all its products were formed in the interval. *)
Lemma sum_needed (g : group chain) t : g \notin outputs chain -> t0 <= t <= t1 -> t1 <= len e ->
  Sum g (terms g) \in fast (at_time e t) p ->
  inr g \in needed_items \/ forall x, x \in terms g -> exists s Y, t0 <= s < t /\ act e s = Multiply p x Y.
Proof.
move=> ng /andP[a b] tN h; rewrite inE (negPf ng).
have [|[X hX]|[s [X [/andP[c d] aE]]]|m'] := sum_origin leg (t0 := t0) _ h; last by right.
- by rewrite a (leq_trans b).
- by left; apply/orP; left; apply/existsP; exists X.
- left; apply/orP; right; apply/existsP; exists (Ordinal (leq_trans d b)).
  by rewrite /= c aE !eqxx.
Qed.

Lemma multiplied s x Y r : t0 <= s -> s < len e -> act e s = Multiply p x Y -> r \in reads x -> operand r \in fast (at_time e s) p.
Proof.
by move=> _ sN aE rx; have := steps leg sN; rewrite aE /= => /and4P[/forallP/(_ r)]; rewrite rx.
Qed.

Lemma element_covered h t : t0 <= t <= t1 -> t1 <= len e ->
  Sum (element_sum h) (terms (element_sum h)) \in fast (at_time e t) p ->
  (h \in there) || (h.1 \in rows) && (column_of h \in columns).
Proof.
move=> tt tN hin; have [a b] := andP tt; have tlen := leq_trans b tN.
have ng : element_sum h \notin outputs chain by rewrite output_group.
have [hn|m1] := sum_needed ng tt tN hin; first by rewrite in_set hn.
have [s1 [Y1 [/andP[a1 b1] aE1]]] : exists s Y, t0 <= s < t /\ act e s = Multiply p (element_step h) Y.
  by apply: m1; rewrite inE.
have s1N := ltn_trans b1 (leq_ltn_trans tlen (ltnSn _)).
have s1len : s1 < len e := leq_trans b1 tlen.
have s1t : t0 <= s1 <= t1 by rewrite a1 (leq_trans (ltnW b1)).
have [hth|nth] := boolP (h \in there) => //=.
have formed (r : 'I_factors) (q : 'I_k) : exists s Y, t0 <= s < s1 /\ act e s = Multiply p (factor_product (h, r) q) Y.
  have inr1 : Sum (factor_sum (h, r)) (terms (factor_sum (h, r))) \in fast (at_time e s1) p.
    by apply: (multiplied (r := inr (factor_sum (h, r))) a1 s1len aE1); rewrite imset_f.
  have ngr : factor_sum (h, r) \notin outputs chain by rewrite output_group.
  have [hn|m2] := sum_needed ngr s1t tN inr1.
    by case/negP: nth; rewrite in_set; apply/orP; right; apply/existsP; exists r.
  by apply: m2; rewrite inE.
have word_in (r : 'I_factors) (q : 'I_k) w : inl w \in reads (factor_product (h, r) q) -> inl w \in needed_items.
  have [s [Y [/andP[c d] aE]]] := formed r q; move=> rw.
  have sN : s < len e := ltn_trans d s1len.
  apply: (@word_needed w s); last exact: multiplied c sN aE rw.
  by rewrite c (leq_trans (ltnW d)) // (leq_trans (ltnW b1)).
apply/andP; split; rewrite inE; apply/forallP.
  by move=> q; apply: (word_in (Ordinal factors_pos) q); apply: set21.
by case=> r q; apply: (word_in r q); apply: set22.
Qed.

Lemma elements_covered : t1 <= len e -> #|(@word_a batch m n l) @: second| <= #|there| + #|rows| * #|columns|.
Proof.
move=> tN; pose pair (h : element) := (h.1, column_of h).
have pI : injective pair by move=> [[b i] q] [[b' i'] q'] [-> -> _ ->].
apply: (@leq_trans #|there :|: [set h | (h.1 \in rows) && (column_of h \in columns)]|); last first.
  apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2l -cardsX -(card_imset _ pI).
  by apply/subset_leq_card/subsetP => _ /imsetP[h + ->]; rewrite inE in_setX.
apply/subset_leq_card/subsetP => _ /imsetP[_ /imsetP[y yd ->] ->]; rewrite in_setU [X in _ || X]inE.
rewrite inE in yd; have := yd; rewrite inE => /and4P[ty my a b].
have [Y [_ _ /forallP/(_ (inr (inl (inr (word_a (val y))))))]] := mine_step leg ty my.
rewrite set21 /= => hin; apply: (element_covered (t := useful e (inr y : point chain))) hin => //.
by rewrite a.
Qed.

Definition chain_weight : nat := wA * (#|rows| * k) + wB * (#|columns| * (factors * k))
  + wD * #|(@word_b batch m n l) @: second| + wH * #|there| + wE * #|(@group_c batch m n l) @: second|.

Lemma needs_weight : chain_weight <= \sum_(i in needed_items) chain_price i.
Proof.
have part (T : finType) (P : pred T) (Y : {set T}) c : (forall y, y \in Y -> P y) -> c * #|Y| <= \sum_(y | P y) c.
  by move=> sub; rewrite sum_nat_const mulnC leq_mul2r subset_leq_card ?orbT //; apply/subsetP.
have rows_in : #|rows| * k = #|setX rows [set: 'I_k]| by rewrite cardsX cardsT card_ord.
have columns_in : #|columns| * (factors * k) = #|setX columns [set: 'I_factors * 'I_k]|.
  by rewrite cardsX cardsT card_prod !card_ord.
pose elements : {set element} := [set h | inr (element_sum h) \in needed_items].
pose sums : {set factor} := [set f | inr (factor_sum f) \in needed_items].
have there_in : #|there| <= #|sums| + #|elements|.
  apply: leq_trans (leq_add (leq_imset_card fst sums) (leqnn _)); apply: leq_trans (leq_card_setU _ _).
  apply/subset_leq_card/subsetP => h; rewrite in_set in_setU => /orP[hin|/existsP[r hin]]; apply/orP.
    by right; rewrite in_set.
  by left; apply/imsetP; exists (h, r); rewrite // in_set.
rewrite !big_sumType /= /chain_weight rows_in columns_in.
apply: (@leq_trans (wA * #|setX rows [set: 'I_k]| + wB * #|setX columns [set: 'I_factors * 'I_k]|
    + wD * #|(@word_b batch m n l) @: second| + (wH * #|sums| + wH * #|elements|) + wE * #|(@group_c batch m n l) @: second|)).
  by rewrite leq_add2r leq_add2l -mulnDr leq_mul2l there_in orbT.
rewrite -!addnA; do 5?[apply: leq_add; first apply: part]; last apply: part.
- by case=> i q; rewrite in_setX in_set => /andP[/forallP].
- by case=> c f; rewrite in_setX in_set => /andP[/forallP].
- move=> _ /imsetP[_ /imsetP[y yd ->] ->]; rewrite in_set in yd; have := yd; rewrite in_set => /and4P[ty my a b].
  have [Y [_ _ /forallP/(_ (inl (inr (word_b (val y)))))]] := mine_step leg ty my.
  by rewrite set22 /=; apply: word_needed; rewrite a.
- by move=> f; rewrite in_set.
- by move=> h; rewrite in_set.
- move=> _ /imsetP[_ /imsetP[y yd ->] ->]; rewrite in_set in yd; rewrite in_set output_group.
  by apply/existsP; exists (inr y); rewrite yd eqxx.
Qed.

Lemma during_chain X V : t1 <= len e -> chain_holds_at_most wA wB wD wH wE X V ->
  \sum_(i in needed_items) chain_price i <= X -> #|during e p t0 t1| <= V.
Proof.
move=> tN hV hX; have [h1 h2 h3 h4] := product_set second; rewrite card_second.
apply: hV h1 h2 h3 h4 _ (elements_covered tN) (leq_trans needs_weight hX).
by rewrite -card_triple max_card.
Qed.

Lemma during_chain_rate X V : t1 <= len e -> chain_holds_at_rate wA wB wD wH wE X V ->
  \sum_(i in needed_items) chain_price i <= X -> #|during e p t0 t1| * X <= V * \sum_(i in needed_items) chain_price i.
Proof.
move=> tN hV hX; have [h1 h2 h3 h4] := product_set second; have wt := needs_weight; rewrite card_second.
by apply: leq_trans (hV _ _ _ _ _ _ _ h1 h2 h3 h4 (elements_covered tN) (leq_trans wt hX)) _; rewrite leq_mul2l wt orbT.
Qed.
End Interval.

(** Every element of H in [pairs] has n products. *)
Lemma card_tracked : #|[set x : point chain | tracked x]| = #|pairs| * n.
Proof.
have -> : [set x : point chain | tracked x] = [set inr y | y : second_stage].
  apply/setP => x; rewrite in_set tracked_second; apply/idP/imsetP => [|[y _ -> //]]; by case: x => // y _; exists y.
rewrite card_imset => [|y y' [->] //].
have -> : #|pairs| * n = #|setX pairs [set: 'I_n]| by rewrite cardsX cardsT card_ord.
pose cell (y : second_stage) := (word_a (val y), (val y).1.2).
have cellI : injective cell.
  by move=> y y' eq_cell; apply: val_inj; move: eq_cell; rewrite /cell; case: (val y) (val y') => [[[b i] j] q] [[[b' i'] j'] q'] [-> -> -> ->].
transitivity #|cell @: [set: second_stage]|; first by rewrite card_imset // cardsT.
apply: eq_card => -[h j]; rewrite in_setX in_setT andbT.
apply/imsetP/idP => [[y _ [-> _]]|hp]; first exact: (valP y).
have hp' : word_a ((h.1, j), h.2) \in pairs by rewrite /word_a /= -!surjective_pairing.
by exists (Sub ((h.1, j), h.2) hp'); rewrite ?in_setT // /cell SubK /word_a /= -!surjective_pairing.
Qed.

Lemma outputs_price : \sum_(g in outputs chain) chain_price (inr g) = wE * (batch * m * n).
Proof. by rewrite big_imset => [|g g' _ _ [->] //]; rewrite sum_nat_const !card_prod !card_ord mulnC. Qed.

Lemma chain_outputs_size : \sum_(g in outputs chain) output_size z g = wO * (batch * m * n).
Proof. by rewrite big_imset => [|g g' _ _ [->] //]; rewrite sum_nat_const !card_prod !card_ord mulnC. Qed.

(** Every row of H has an element, so every output has products. *)
Hypothesis rows_used : forall i : row, exists p, (i, p) \in pairs.

Lemma chain_groups_computed (g : group chain) : g \in outputs chain -> terms g != set0.
Proof.
rewrite output_group; case: g => // -[i j] _; have [p ip] := rows_used i; apply/set0Pn.
have h : word_a ((i, j), p) \in pairs by rewrite /word_a /= -surjective_pairing.
by exists (inr (Sub ((i, j), p) h)); rewrite in_set; apply/eqP.
Qed.

(** What the clock costs, whoever adds, and in loads, where only fast memories add. *)
Lemma chain_paid : elapsed e chain_price + wO * (batch * m * n) <= traffic z e + wE * (batch * m * n)
  /\ (no_slow_adds e -> elapsed e chain_price <= loads z e + wE * (batch * m * n)).
Proof.
rewrite -outputs_price; split; last exact: (elapsed_loads leg chain_price_word chain_price_inner chain_price_output).
by rewrite -chain_outputs_size; apply: (elapsed_traffic leg chain_price_word chain_price_inner chain_price_output chain_groups_computed).
Qed.

(** ** `chain-fused`, per memory *)
Theorem chain_transients T unit V0 V1 :
  0 < T -> unit %| T -> unit %| wA -> unit %| wB -> unit %| wD -> unit %| wH -> unit %| wE ->
  chain_holds_at_most wA wB wD wH wE (T + wE - unit) V0 ->
  chain_holds_at_most wA wB wD wH wE (capacity %/ unit * unit + T + wE - unit) V1 ->
  exists clock, [/\ #|pairs| * n <= #|M| * V0 + clock %/ T * V1,
    clock + wO * (batch * m * n) <= traffic z e + wE * (batch * m * n)
    & no_slow_adds e -> clock <= loads z e + wE * (batch * m * n)].
Proof.
move=> T0 uT uA uB uD uH uE h0 h1; exists (elapsed e chain_price); have [total reads] := chain_paid; split=> //.
have unit_price i : unit %| chain_price i by case: i => [[[]|]|[]].
have widest g : g \in outputs chain -> chain_price (inr g) <= wE by rewrite output_group; case: g.
rewrite -card_tracked; apply: (all_segments leg chain_price_word chain_price_inner chain_price_output T0 unit_price uT uE widest) => p t0 t1 tN.
  exact: during_chain tN h0.
exact: during_chain tN h1.
Qed.

(** ** `chain-fused`, amortized *)
Theorem chain_transients_steady T unit V :
  0 < T -> 0 < wE -> unit %| T -> unit %| wA -> unit %| wB -> unit %| wD -> unit %| wH -> unit %| wE ->
  chain_holds_at_rate wA wB wD wH wE (capacity %/ unit * unit + T + wE - unit) V ->
  exists clock, [/\ #|pairs| * n * T <= V * clock,
    clock + wO * (batch * m * n) <= traffic z e + wE * (batch * m * n)
    & no_slow_adds e -> clock <= loads z e + wE * (batch * m * n)].
Proof.
move=> T0 w0 uT uA uB uD uH uE rate; exists (elapsed e chain_price); have [total reads] := chain_paid; split=> //.
have unit_price i : unit %| chain_price i by case: i => [[[]|]|[]].
have widest g : g \in outputs chain -> chain_price (inr g) <= wE by rewrite output_group; case: g.
pose one (x : point chain) : nat := 1.
have during_one p t0 t1 : t1 <= len e -> \sum_(i in needs e p t0 t1) chain_price i <= capacity %/ unit * unit + T + wE - unit ->
    gains_of one (during e p t0 t1) * (capacity %/ unit * unit + T + wE - unit) <= V * \sum_(i in needs e p t0 t1) chain_price i.
  by move=> tN; rewrite /gains_of sum1_card; apply: during_chain_rate.
have := steady_segments leg chain_price_word chain_price_inner chain_price_output T0 w0 unit_price uT uE widest during_one.
rewrite (eq_bigl (fun x => x \in [set x : point chain | tracked x])) => [|x]; last by rewrite inE.
by rewrite sum1_card card_tracked.
Qed.

(** ** Compulsory traffic: rows and columns of H that have an element, outputs *)
Theorem chain_stores : wO * (batch * m * n) <= stores z e.
Proof. by rewrite -chain_outputs_size; apply: compulsory_stores leg chain_groups_computed. Qed.

Hypothesis columns_used : forall c : column, exists i, ((c.1, i), c.2) \in pairs.
Hypothesis n_pos : 0 < n.

Lemma chain_words_needed (w : word chain) : exists2 x : point chain, needed x & inl w \in reads x.
Proof.
have second_needed (h : element) (j : 'I_n) (hp : h \in pairs) : exists2 x : point chain, needed x
    & (inr (element_sum h) \in reads x) && (inl (inr (h.1.1, h.2, j)) \in reads x).
  have hE : word_a ((h.1, j), h.2) = h by rewrite /word_a /= -!surjective_pairing.
  have hp' : word_a ((h.1, j), h.2) \in pairs by rewrite hE.
  exists (inr (Sub ((h.1, j), h.2) hp')); first by apply: NeededOutput; rewrite output_group.
  by rewrite /= hE set21 set22.
have element_needed (h : element) : h \in pairs -> needed (element_step h).
  by case/(second_needed h (Ordinal n_pos)) => x nx /andP[hx _]; apply: (@NeededInner _ (element_step h) _ nx hx).
have factor_needed (h : element) r q : h \in pairs -> needed (factor_product (h, r) q).
  by move=> hp; apply: (@NeededInner _ (factor_product (h, r) q) _ (element_needed h hp)); rewrite /= imset_f.
case: w => [[[i q]|[c [r q]]]|[c j]].
- have [p ip] := rows_used i; exists (factor_product ((i, p), Ordinal factors_pos) q); first exact: factor_needed.
  exact: set21.
- have [i ic] := columns_used c; exists (factor_product ((c.1, i, c.2), r) q); first exact: factor_needed.
  by rewrite /= /column_of /= -surjective_pairing; apply: set22.
- have [i ic] := columns_used c; have [x nx /andP[_ rx]] := second_needed _ j ic; exists x => //.
  by move: rx; rewrite /= -surjective_pairing.
Qed.
End Chain.
Arguments chain_sizes {batch m k l n factors} pairs wA wB wD wH wE wO.
Arguments chain_sums_sizes {batch m k l n factors} pairs wA wB wD h s wO.
