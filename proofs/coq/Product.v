(** * The matrix product by segments (proofs/gemm-segments.md)

    [batch] independent products C (m x n) = A (m x k) B (k x n) on the fast memories [M] of [capacity] each. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model LoomisWhitney Trace Clock Needs Segments WorthSegments SteadySegments Compulsory.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Product.
Variables batch m n k : nat.

Notation wordA := ('I_batch * 'I_m * 'I_k)%type.
Notation wordB := ('I_batch * 'I_k * 'I_n)%type.
Notation wordC := ('I_batch * 'I_m * 'I_n)%type.
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.

(** The words and the group of a product (b, i, j, q). *)
Definition word_a (x : triple) : wordA := (x.1.1.1, x.1.1.2, x.2).
Definition word_b (x : triple) : wordB := (x.1.1.1, x.2, x.1.2).
Definition group_c (x : triple) : wordC := x.1.

Definition product : computation := {|
  word := [finType of wordA + wordB];
  group := [finType of wordC];
  point := [finType of triple];
  group_of := group_c;
  reads x := [set inl (inl (word_a x)); inl (inr (word_b x))];
  outputs := setT |}.

(** Sizes of a word of A, of B, of an unfinished sum, of an output. *)
Definition product_sizes (wA wB wC wO : nat) : sizes product := {|
  word_size := fun w : word product => match w with inl _ => wA | inr _ => wB end;
  partial_size := fun _ => wC;
  output_size := fun _ => wO |}.

(** V is at least what whole a, b, c of weight at most X can hold, in products. *)
Definition holds_at_most (wA wB wC X V : nat) : Prop := forall v a b c : nat,
  v ^ 2 <= a * b * c -> v <= n * a -> v <= m * b -> v <= k * c ->
  a <= batch * m * k -> b <= batch * k * n -> c <= batch * m * n -> v <= batch * m * n * k ->
  wA * a + wB * b + wC * c <= X -> v <= V.

(** What needs a weight of Y <= X holds at most Y / X of V products. *)
Definition holds_at_rate (wA wB wC X V : nat) : Prop := forall v a b c : nat,
  v ^ 2 <= a * b * c -> v <= n * a -> v <= m * b -> v <= k * c ->
  wA * a + wB * b + wC * c <= X -> v * X <= V * (wA * a + wB * b + wC * c).

Lemma card_triple : #|{: triple}| = batch * m * n * k.
Proof. by rewrite !card_prod !card_ord. Qed.

(** What a set of products needs (Loomis-Whitney, and how often one word can serve). *)
Lemma product_set (U : {set triple}) :
  let a := #|word_a @: U| in let b := #|word_b @: U| in let c := #|group_c @: U| in
  [/\ #|U| ^ 2 <= a * b * c, #|U| <= n * a, #|U| <= m * b & #|U| <= k * c].
Proof.
have serve (T I : finType) (w : triple -> T) (o : triple -> I) : injective (fun x => (w x, o x)) ->
    #|U| <= #|I| * #|w @: U|.
  move=> inj; rewrite -(card_imset U inj) -[#|I|]cardsT mulnC -cardsX subset_leq_card //.
  by apply/subsetP => _ /imsetP[x xU ->]; rewrite in_setX imset_f ?in_setT.
split.
- have LW := @loomis_whitney [finType of triple] _ _ _ (fun x => (x.1.1.1, x.1.1.2)) (fun x => (x.1.1.1, x.1.2)) (fun x => (x.1.1.1, x.2)) U.
  apply: leq_trans (LW _) _ => [[[[? ?] ?] ?] [[[? ?] ?] ?] [-> -> _ -> _ ->] //|].
  rewrite !leq_mul //.
  + rewrite (_ : [set _ | x in U] = (fun w : wordA => (w.1.1, w.1.2, (w.1.1, w.2))) @: (word_a @: U)) ?leq_imset_card //.
    by rewrite -imset_comp.
  + rewrite (_ : [set _ | x in U] = (fun w : wordB => (w.1.1, w.1.2, (w.1.1, w.2))) @: (word_b @: U)) ?leq_imset_card //.
    by rewrite -imset_comp.
  + rewrite (_ : [set _ | x in U] = (fun w : wordC => (w.1.1, w.1.2, (w.1.1, w.2))) @: (group_c @: U)) ?leq_imset_card //.
    by rewrite -imset_comp.
- rewrite -[n in n * _]card_ord; apply: (serve _ _ word_a (fun x => x.1.2)) => -[[[? ?] ?] ?] [[[? ?] ?] ?] [-> -> -> ->] //.
- rewrite -[m in m * _]card_ord; apply: (serve _ _ word_b (fun x => x.1.1.2)) => -[[[? ?] ?] ?] [[[? ?] ?] ?] [-> -> -> ->] //.
- rewrite -[k in k * _]card_ord; apply: (serve _ _ group_c (fun x => x.2)) => -[[[? ?] ?] ?] [[[? ?] ?] ?] [-> -> -> ->] //.
Qed.

Lemma card_all (T : finType) (U : {set T}) c : #|T| = c -> #|U| <= c.
Proof. by move=> <-; apply: max_card. Qed.

Lemma product_groups_computed : 0 < k -> forall g : group product, terms g != set0.
Proof. by move=> k0 g; apply/set0Pn; exists (g, Ordinal k0); rewrite inE. Qed.

Variables (M : finType) (wA wB wC wO capacity : nat) (e : execution M product).
Notation z := (product_sizes wA wB wC wO).
Hypothesis leg : legal z capacity e.

(** A and B count at their size, groups at [w]. *)
Definition product_price w (i : word product + group product) : nat :=
  match i with inl (inl _) => wA | inl (inr _) => wB | inr _ => w end.

Section Price.
Variable w : nat.
Hypothesis w_partial : w <= wC.
Notation price := (product_price w).

Lemma price_word (i : word product) : price (inl i) <= word_size z i.
Proof. by case: i. Qed.
Lemma price_inner (g : group product) : g \notin outputs product -> price (inr g) <= minn (partial_size z g) (output_size z g).
Proof. by rewrite in_setT. Qed.
Lemma price_output (g : group product) : g \in outputs product -> price (inr g) <= partial_size z g.
Proof. by []. Qed.

Lemma trackedT (x : point product) : tracked x. Proof. by rewrite /tracked in_setT. Qed.

(** What the useful products of an interval of time need weighs at least as much as their projections. *)
Definition weight (U : {set triple}) : nat := wA * #|word_a @: U| + wB * #|word_b @: U| + w * #|group_c @: U|.

Lemma during_weight p t0 t1 : weight (during e p t0 t1) <= \sum_(i in needs e p t0 t1) price i.
Proof.
set U := during e p t0 t1.
have [A B G] : [/\ forall a, a \in word_a @: U -> inl (inl a) \in needs e p t0 t1,
    forall b, b \in word_b @: U -> inl (inr b) \in needs e p t0 t1 & forall c, c \in group_c @: U -> inr c \in needs e p t0 t1].
  have read x r : x \in U -> r \in reads x -> exists t : 'I_t1.+1, (t0 <= t) && (operand r \in fast (at_time e t) p).
    rewrite inE => /and4P[tx mx a b] rx; have [Y [_ _ /forallP/(_ r)]] := mine_step leg tx mx.
    rewrite rx /= => h; have lt : useful e x < t1.+1 by rewrite ltnS.
    by exists (Ordinal lt); rewrite /= a.
  split=> _ /imsetP[x xU ->]; rewrite inE.
  - by apply/existsP; apply: (read x (inl (inl (word_a x))) xU); apply: set21.
  - by apply/existsP; apply: (read x (inl (inr (word_b x))) xU); apply: set22.
  - by rewrite in_setT; apply/existsP; exists x; rewrite xU eqxx.
have part (T : finType) (P : pred T) (Y : {set T}) c : (forall y, y \in Y -> P y) -> c * #|Y| <= \sum_(y | P y) c.
  by move=> sub; rewrite sum_nat_const mulnC leq_mul2r subset_leq_card ?orbT //; apply/subsetP.
rewrite !big_sumType /=; rewrite !leq_add // part //.
Qed.

Lemma during_holds p t0 t1 X V : holds_at_most wA wB w X V ->
  \sum_(i in needs e p t0 t1) price i <= X -> #|during e p t0 t1| <= V.
Proof.
move=> hV hX; have [h1 h2 h3 h4] := product_set (during e p t0 t1).
apply: hV h1 h2 h3 h4 _ _ _ _ _; try by apply: card_all; rewrite !card_prod !card_ord.
exact: leq_trans (during_weight p t0 t1) hX.
Qed.

Lemma during_rate p t0 t1 X V : holds_at_rate wA wB w X V -> \sum_(i in needs e p t0 t1) price i <= X ->
  #|during e p t0 t1| * X <= V * \sum_(i in needs e p t0 t1) price i.
Proof.
move=> hV hX; have [h1 h2 h3 h4] := product_set (during e p t0 t1); have wt := during_weight p t0 t1.
by apply: leq_trans (hV _ _ _ _ h1 h2 h3 h4 (leq_trans wt hX)) _; rewrite leq_mul2l wt orbT.
Qed.

Lemma all_tracked : #|[set x : point product | tracked x]| = batch * m * n * k.
Proof. by rewrite -card_triple -cardsT; apply: eq_card => x; rewrite !inE trackedT. Qed.

Lemma price_outputs : \sum_(g in outputs product) price (inr g) = w * (batch * m * n).
Proof. by rewrite sum_nat_const cardsT !card_prod !card_ord mulnC. Qed.

(** What the clock costs, whoever adds, and in loads, where only fast memories add. *)
Lemma price_paid : 0 < k -> elapsed e price + wO * (batch * m * n) <= traffic z e + w * (batch * m * n)
  /\ (no_slow_adds e -> elapsed e price <= loads z e + w * (batch * m * n)).
Proof.
move=> k0; rewrite -price_outputs; split; last exact: (elapsed_loads leg price_word price_inner price_output).
have := elapsed_traffic leg price_word price_inner price_output (fun g _ => product_groups_computed k0 g).
by rewrite sum_nat_const cardsT !card_prod !card_ord [_ * wO]mulnC.
Qed.

Section Segments.
Variables (T unit V0 V1 : nat).
Hypothesis T_pos : 0 < T.
Hypotheses (unit_T : unit %| T) (unit_A : unit %| wA) (unit_B : unit %| wB) (unit_w : unit %| w).
Hypothesis first : holds_at_most wA wB w (T + w - unit) V0.
Hypothesis later : holds_at_most wA wB w (rounded capacity unit + T + w - unit) V1.

Lemma unit_price (i : word product + group product) : unit %| price i.
Proof. by case: i => [[]|]. Qed.

Lemma own_products p : #|own e p| <= V0 + clock e price p (len e) %/ T * V1.
Proof.
apply: (own_segments leg price_word price_inner price_output T_pos unit_price unit_T unit_w) => // q t0 t1 _.
  exact: during_holds.
exact: during_holds.
Qed.

Lemma all_products : batch * m * n * k <= #|M| * V0 + elapsed e price %/ T * V1.
Proof.
rewrite -all_tracked.
apply: (all_segments leg price_word price_inner price_output T_pos unit_price unit_T unit_w) => // q t0 t1 _.
  exact: during_holds.
exact: during_holds.
Qed.
End Segments.

Section Steady.
Variables (T unit V : nat).
Hypotheses (T_pos : 0 < T) (w_pos : 0 < w).
Hypotheses (unit_T : unit %| T) (unit_A : unit %| wA) (unit_B : unit %| wB) (unit_w : unit %| w).
Hypothesis rate : holds_at_rate wA wB w (rounded capacity unit + T + w - unit) V.

Let one (x : point product) : nat := 1.
Let during_one p t0 t1 : t1 <= len e -> \sum_(i in needs e p t0 t1) price i <= rounded capacity unit + T + w - unit ->
  gains_of one (during e p t0 t1) * (rounded capacity unit + T + w - unit) <= V * \sum_(i in needs e p t0 t1) price i.
Proof. by move=> _; rewrite /gains_of sum1_card; apply: during_rate. Qed.

Lemma own_products_steady p : #|own e p| * T <= V * clock e price p (len e).
Proof.
have := own_steady leg price_word price_inner price_output T_pos w_pos (unit_price unit_A unit_B unit_w) unit_T unit_w
  (fun _ _ => leqnn w) during_one p.
by rewrite /gains_of sum1_card.
Qed.

Lemma all_products_steady : batch * m * n * k * T <= V * elapsed e price.
Proof.
rewrite -all_tracked -(own_total leg) big_distrl /elapsed big_distrr; apply: leq_sum => p _; exact: own_products_steady.
Qed.
End Steady.
End Price.

(** ** `product-segments`, `product-segments-wide-sums` *)
Theorem product_segments T unit V0 V1 : 0 < k ->
  0 < T -> unit %| T -> unit %| wA -> unit %| wB -> unit %| wC ->
  holds_at_most wA wB wC (T + wC - unit) V0 ->
  holds_at_most wA wB wC (capacity %/ unit * unit + T + wC - unit) V1 ->
  exists clock, [/\ batch * m * n * k <= #|M| * V0 + clock %/ T * V1,
    clock + wO * (batch * m * n) <= traffic z e + wC * (batch * m * n)
    & no_slow_adds e -> clock <= loads z e + wC * (batch * m * n)].
Proof.
move=> k0 T0 uT uA uB uC h0 h1; exists (elapsed e (product_price wC)); have [total reads] := price_paid (leqnn wC) k0.
by split=> //; apply: (all_products (leqnn wC) T0 uT uA uB uC h0 h1).
Qed.

(** ** `product-steady`, `product-steady-wide-sums` *)
Theorem product_steady T unit V : 0 < k ->
  0 < T -> 0 < wC -> unit %| T -> unit %| wA -> unit %| wB -> unit %| wC ->
  holds_at_rate wA wB wC (capacity %/ unit * unit + T + wC - unit) V ->
  exists clock, [/\ batch * m * n * k * T <= V * clock,
    clock + wO * (batch * m * n) <= traffic z e + wC * (batch * m * n)
    & no_slow_adds e -> clock <= loads z e + wC * (batch * m * n)].
Proof.
move=> k0 T0 w0 uT uA uB uC h; exists (elapsed e (product_price wC)); have [total reads] := price_paid (leqnn wC) k0.
by split=> //; apply: (all_products_steady (leqnn wC) T0 w0 uT uA uB uC h).
Qed.

(** ** `compulsory` *)
Lemma product_words_needed : 0 < m -> 0 < n -> forall w : word product, exists2 x : point product, needed x & inl w \in reads x.
Proof.
move=> m0 n0; have nd (x : point product) : needed x by apply: NeededOutput; rewrite in_setT.
case=> [[[b i] q]|[[b q] j]].
  by exists (b, i, Ordinal n0, q); last exact: set21.
by exists (b, Ordinal m0, j, q); last exact: set22.
Qed.

Theorem product_loads : 0 < m -> 0 < n -> wA * (batch * m * k) + wB * (batch * k * n) <= loads z e.
Proof.
move=> m0 n0; have := compulsory_loads leg (fun w (_ : w \in setT) => product_words_needed m0 n0 w).
by rewrite (eq_bigl predT) => [|i]; rewrite ?in_setT // big_sumType /= !sum_nat_const !card_prod !card_ord mulnC addnC mulnC addnC.
Qed.

Theorem product_stores : 0 < k -> wO * (batch * m * n) <= stores z e.
Proof.
move=> k0; have := compulsory_stores leg (fun g _ => product_groups_computed k0 g).
by rewrite sum_nat_const cardsT !card_prod !card_ord mulnC.
Qed.

(** ** The busiest memory: it has at least its share of the products *)
Lemma busiest_share : 0 < #|M| -> exists p, batch * m * n * k <= #|M| * #|own e p|.
Proof.
move=> /card_gt0P[p0 _]; have [p _ max] := arg_maxnP (P := predT) (fun p => #|own e p|) (isT : predT p0).
exists p; rewrite -all_tracked -(own_total leg) -sum_nat_const; apply: leq_sum => q _; exact: max.
Qed.

(** `product-busiest` *)
Theorem product_busiest T unit V0 V1 : 0 < #|M| ->
  0 < T -> unit %| T -> unit %| wA -> unit %| wB -> unit %| minn wC wO ->
  holds_at_most wA wB (minn wC wO) (T + minn wC wO - unit) V0 ->
  holds_at_most wA wB (minn wC wO) (capacity %/ unit * unit + T + minn wC wO - unit) V1 ->
  exists p, batch * m * n * k <= #|M| * (V0 + traffic_of z e p %/ T * V1).
Proof.
move=> M0 T0 uT uA uB uC h0 h1; have [p share] := busiest_share M0; exists p; apply: leq_trans share _.
rewrite leq_mul2l; apply/orP; right.
apply: leq_trans (own_products (geq_minl wC wO) T0 uT uA uB uC h0 h1 p) _.
rewrite leq_add2l leq_mul2r; apply/orP; right; rewrite leq_div2r //.
apply: (clock_traffic leg (@price_word _) (@price_inner _) (price_output (geq_minl wC wO))) => g _; exact: geq_minr.
Qed.

(** The same without the first segment. *)
Theorem product_busiest_steady T unit V : 0 < #|M| ->
  0 < T -> 0 < minn wC wO -> unit %| T -> unit %| wA -> unit %| wB -> unit %| minn wC wO ->
  holds_at_rate wA wB (minn wC wO) (capacity %/ unit * unit + T + minn wC wO - unit) V ->
  exists p, batch * m * n * k * T <= #|M| * (V * traffic_of z e p).
Proof.
move=> M0 T0 w0 uT uA uB uC h; have [p share] := busiest_share M0; exists p.
apply: (@leq_trans (#|M| * (#|own e p| * T))); first by rewrite mulnA leq_mul2r share orbT.
rewrite leq_mul2l; apply/orP; right.
apply: leq_trans (own_products_steady (geq_minl wC wO) T0 w0 uT uA uB uC h p) _; rewrite leq_mul2l; apply/orP; right.
apply: (clock_traffic leg (@price_word _) (@price_inner _) (price_output (geq_minl wC wO))) => g _; exact: geq_minr.
Qed.

(** `product-memory-independent`: whatever the capacity, the projections of a share of the products are moved. *)
Theorem product_memory_independent : 0 < #|M| ->
  exists p (U : {set triple}), batch * m * n * k <= #|M| * #|U| /\ weight (minn wC wO) U <= traffic_of z e p.
Proof.
move=> M0; have [p share] := busiest_share M0; exists p, (own e p); split=> //.
have [w1 w2] := (geq_minl wC wO, geq_minr wC wO).
apply: (@leq_trans (clock e (product_price (minn wC wO)) p (len e))); last first.
  by apply: (clock_traffic leg (@price_word _) (@price_inner _) (price_output w1)) => g _.
rewrite (own_during leg p); apply: leq_trans (during_weight _ _ _ _) _.
exact: (needs_from_start leg).
Qed.
End Product.
