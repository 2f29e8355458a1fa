(** * The convolution by segments (proofs/conv-segments.md)

    Out[b,o,p,q] += In[b,c,y,x] W[o,c,r,s] on the fast memories [M] of [capacity] each, where p, r, y meet along the rows and
    q, s, x along the columns: the zeros of the padding are not multiplied. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Clock Needs Segments Compulsory Window ConvolutionSets WorthSegments SteadySegments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Convolution.
Variables (batch channels filters : nat) (rows cols : axis).

Notation input := ('I_batch * 'I_channels * 'I_(extent rows) * 'I_(extent cols))%type.
Notation weight := ('I_filters * 'I_channels * 'I_(kernel rows) * 'I_(kernel cols))%type.
Notation output := ('I_batch * 'I_filters * 'I_(places rows) * 'I_(places cols))%type.
Notation product := (conv_point batch channels filters rows cols).

Definition conv : computation := {|
  word := [finType of input + weight];
  group := [finType of output];
  point := [finType of product];
  group_of := @group_output batch channels filters rows cols;
  reads x := [set inl (inl (word_input x)); inl (inr (word_weight x))];
  outputs := setT |}.

(** Sizes of an input, of a weight of the filter, of an unfinished sum, of an output. *)
Definition conv_sizes (wI wW wC wO : nat) : sizes conv := {|
  word_size := fun w : word conv => match w with inl _ => wI | inr _ => wW end;
  partial_size := fun _ => wC;
  output_size := fun _ => wO |}.

(** How many outputs there are. *)
Definition conv_outputs : nat := batch * filters * places rows * places cols.

Hypotheses (rows_ok : axis_ok rows) (cols_ok : axis_ok cols).

(** Every output has a product: padding is shorter than the kernel. *)
Lemma conv_computed : 0 < channels -> forall g : group conv, terms g != set0.
Proof.
move=> c0 [[[b o] p] q]; have [m mp] := output_meets rows_ok p; have [m' mq] := output_meets cols_ok q.
by apply/set0Pn; exists (b, Ordinal c0, o, m, m'); rewrite inE /= /group_output /row /col /= mp mq.
Qed.

(** What a product is worth, by the residues of its taps, with what follows from it: [beta] for prices and reuses, [nI], [nW], [nC]
    for the most that one input, weight or output can serve. *)
Variable price : 'I_(kernel rows) -> 'I_(kernel cols) -> nat.

Record priced (beta nI nW nC : nat) : Prop := Priced {
  priced_reuse : forall m m', price (@residue rows m) (@residue cols m') ^ 2 * (reuse (residue m) * reuse (residue m')) <= beta;
  priced_inputs : forall m m',
    price (@residue rows m) (@residue cols m') * (filters * (input_uses (residue m) * input_uses (residue m'))) <= nI;
  priced_weights : forall m m', price (@residue rows m) (@residue cols m')
    * (batch * (#|outputs_of_tap (at_tap m)| * #|outputs_of_tap (at_tap m')|)) <= nW;
  priced_outputs :
    channels * (\sum_(r in used_taps rows) \sum_(r' in used_taps cols) price (residue_of r) (residue_of r')) <= nC }.

(** What all products are worth. *)
Definition total_price : nat :=
  batch * channels * filters * \sum_(m : meeting rows) \sum_(m' : meeting cols) price (residue m) (residue m').

(** V is at least what whole a, b, c of weight at most X can be worth. *)
Definition conv_holds_at_most (beta nI nW nC wI wW wC X V : nat) : Prop := forall v a b c : nat,
  v ^ 2 <= beta * (a * b * c) -> v <= nI * a -> v <= nW * b -> v <= nC * c -> v <= total_price ->
  wI * a + wW * b + wC * c <= X -> v <= V.

(** What needs a weight of Y <= X is worth at most Y / X of V. *)
Definition conv_holds_at_rate (beta nI nW nC wI wW wC X V : nat) : Prop := forall v a b c : nat,
  v ^ 2 <= beta * (a * b * c) -> v <= nI * a -> v <= nW * b -> v <= nC * c ->
  wI * a + wW * b + wC * c <= X -> v * X <= V * (wI * a + wW * b + wC * c).

Lemma all_worth_price : worth price [set: product] = total_price.
Proof.
rewrite /worth /total_price (eq_bigl predT) => [|x]; last by rewrite in_setT.
have -> : batch * channels * filters = #|{: 'I_batch * 'I_channels * 'I_filters}| by rewrite !card_prod !card_ord.
by rewrite -sum_nat_const !pair_bigA /=.
Qed.

Lemma worth_at_most (U : {set product}) : worth price U <= total_price.
Proof. by rewrite -all_worth_price /worth [X in _ <= X](big_setID U) /= setTI leq_addr. Qed.

(** A set of products (section 1). *)
Lemma conv_set beta nI nW nC (U : {set product}) : priced beta nI nW nC ->
  let a := #|@word_input _ _ _ _ _ @: U| in let b := #|@word_weight _ _ _ _ _ @: U| in let c := #|@group_output _ _ _ _ _ @: U| in
  [/\ worth price U ^ 2 <= beta * (a * b * c), worth price U <= nI * a, worth price U <= nW * b & worth price U <= nC * c].
Proof.
case=> h1 h2 h3 h4; split.
- exact: square_worth.
- exact: worth_inputs.
- exact: worth_weights.
- exact: worth_outputs.
Qed.

Variables (M : finType) (wI wW wC wO capacity : nat) (e : execution M conv).
Notation z := (conv_sizes wI wW wC wO).
Hypothesis leg : legal z capacity e.

(** Inputs and weights count at their size, groups at [w]. *)
Definition conv_price w (i : word conv + group conv) : nat :=
  match i with inl (inl _) => wI | inl (inr _) => wW | inr _ => w end.

Lemma conv_price_word w (i : word conv) : conv_price w (inl i) <= word_size z i.
Proof. by case: i. Qed.
Lemma conv_price_inner w (g : group conv) : g \notin outputs conv ->
  conv_price w (inr g) <= minn (partial_size z g) (output_size z g).
Proof. by rewrite in_setT. Qed.

Lemma conv_trackedT (x : point conv) : tracked x. Proof. by rewrite /tracked in_setT. Qed.

(** What the useful products of an interval of time need weighs at least as much as their words and groups. *)
Definition conv_weight w (U : {set product}) : nat :=
  wI * #|@word_input _ _ _ _ _ @: U| + wW * #|@word_weight _ _ _ _ _ @: U| + w * #|@group_output _ _ _ _ _ @: U|.

Lemma conv_during_weight w p t0 t1 : conv_weight w (during e p t0 t1) <= \sum_(i in needs e p t0 t1) conv_price w i.
Proof.
set U := during e p t0 t1.
have read x r : x \in U -> r \in reads x -> exists t : 'I_t1.+1, (t0 <= t) && (operand r \in fast (at_time e t) p).
  rewrite inE => /and4P[tx mx a b] rx; have [Y [_ _ /forallP/(_ r)]] := mine_step leg tx mx.
  rewrite rx /= => h; have lt : useful e x < t1.+1 by rewrite ltnS.
  by exists (Ordinal lt); rewrite /= a.
have part (T : finType) (P : pred T) (Y : {set T}) c : (forall y, y \in Y -> P y) -> c * #|Y| <= \sum_(y | P y) c.
  by move=> sub; rewrite sum_nat_const mulnC leq_mul2r subset_leq_card ?orbT //; apply/subsetP.
rewrite !big_sumType /=; rewrite !leq_add // part // => _ /imsetP[x xU ->]; rewrite inE.
- by apply/existsP; apply: (read x (inl (inl (word_input x))) xU); apply: set21.
- by apply/existsP; apply: (read x (inl (inr (word_weight x))) xU); apply: set22.
- by rewrite in_setT; apply/existsP; exists x; rewrite xU eqxx.
Qed.

Lemma conv_price_outputs w : \sum_(g in outputs conv) conv_price w (inr g) = w * conv_outputs.
Proof. by rewrite sum_nat_const cardsT !card_prod !card_ord mulnC. Qed.

(** What the clock costs, whoever adds, and in loads, where only fast memories add. *)
Lemma conv_paid : 0 < channels -> elapsed e (conv_price wC) + wO * conv_outputs <= traffic z e + wC * conv_outputs
  /\ (no_slow_adds e -> elapsed e (conv_price wC) <= loads z e + wC * conv_outputs).
Proof.
have output_price (g : group conv) : g \in outputs conv -> conv_price wC (inr g) <= partial_size z g by [].
move=> c0; rewrite -(conv_price_outputs wC); split; last first.
  exact: (elapsed_loads leg (@conv_price_word wC) (@conv_price_inner wC) output_price).
have := elapsed_traffic leg (@conv_price_word wC) (@conv_price_inner wC) output_price (fun g _ => conv_computed c0 g).
by rewrite sum_nat_const cardsT !card_prod !card_ord [_ * wO]mulnC.
Qed.

Section Segments.
Variables (beta nI nW nC w T unit V0 V1 : nat).
Hypothesis prices : priced beta nI nW nC.
Hypothesis w_partial : w <= wC.
Hypothesis T_pos : 0 < T.
Hypotheses (unit_T : unit %| T) (unit_I : unit %| wI) (unit_W : unit %| wW) (unit_w : unit %| w).
Hypothesis first : conv_holds_at_most beta nI nW nC wI wW w (T + w - unit) V0.
Hypothesis later : conv_holds_at_most beta nI nW nC wI wW w (rounded capacity unit + T + w - unit) V1.

Lemma conv_price_output (g : group conv) : g \in outputs conv -> conv_price w (inr g) <= partial_size z g.
Proof. by []. Qed.

Lemma conv_during_holds p t0 t1 X V : conv_holds_at_most beta nI nW nC wI wW w X V ->
  \sum_(i in needs e p t0 t1) conv_price w i <= X -> worth price (during e p t0 t1) <= V.
Proof.
move=> hV hX; have [h1 h2 h3 h4] := conv_set (during e p t0 t1) prices.
by apply: hV h1 h2 h3 h4 (worth_at_most _) _; apply: leq_trans (conv_during_weight w p t0 t1) hX.
Qed.

Lemma conv_unit (i : word conv + group conv) : unit %| conv_price w i.
Proof. by case: i => [[]|]. Qed.

Lemma conv_own p : worth price (own e p) <= V0 + clock e (conv_price w) p (len e) %/ T * V1.
Proof.
apply: (own_worth leg (@conv_price_word w) (@conv_price_inner w) conv_price_output T_pos conv_unit unit_T unit_w) => // q t0 t1 _.
  exact: conv_during_holds.
exact: conv_during_holds.
Qed.

Lemma conv_all : total_price <= #|M| * V0 + elapsed e (conv_price w) %/ T * V1.
Proof.
rewrite -all_worth_price /worth (eq_bigl (fun x : point conv => tracked x)) => [|x]; last by rewrite in_setT conv_trackedT.
apply: (all_worth leg (@conv_price_word w) (@conv_price_inner w) conv_price_output T_pos conv_unit unit_T unit_w) => // q t0 t1 _.
  exact: conv_during_holds.
exact: conv_during_holds.
Qed.
End Segments.

Section Steady.
Variables (beta nI nW nC w T unit V : nat).
Hypothesis prices : priced beta nI nW nC.
Hypothesis w_partial : w <= wC.
Hypotheses (T_pos : 0 < T) (w_pos : 0 < w).
Hypotheses (unit_T : unit %| T) (unit_I : unit %| wI) (unit_W : unit %| wW) (unit_w : unit %| w).
Hypothesis rate : conv_holds_at_rate beta nI nW nC wI wW w (rounded capacity unit + T + w - unit) V.

Lemma conv_during_rate p t0 t1 : t1 <= len e -> \sum_(i in needs e p t0 t1) conv_price w i <= rounded capacity unit + T + w - unit ->
  worth price (during e p t0 t1) * (rounded capacity unit + T + w - unit) <= V * \sum_(i in needs e p t0 t1) conv_price w i.
Proof.
move=> _ hX; have [h1 h2 h3 h4] := conv_set (during e p t0 t1) prices; have wt := conv_during_weight w p t0 t1.
by apply: leq_trans (rate h1 h2 h3 h4 (leq_trans wt hX)) _; rewrite leq_mul2l wt orbT.
Qed.

Lemma conv_own_steady p : worth price (own e p) * T <= V * clock e (conv_price w) p (len e).
Proof.
exact: (own_steady leg (@conv_price_word w) (@conv_price_inner w) (conv_price_output w_partial) T_pos w_pos (conv_unit unit_I unit_W unit_w)
  unit_T unit_w (fun _ _ => leqnn w) conv_during_rate).
Qed.

Lemma conv_all_steady : total_price * T <= V * elapsed e (conv_price w).
Proof.
rewrite -all_worth_price /worth (eq_bigl (fun x : point conv => tracked x)) => [|x]; last by rewrite in_setT conv_trackedT.
rewrite -(total_worth leg (worth_of price)) big_distrl /elapsed big_distrr; apply: leq_sum => p _; exact: conv_own_steady.
Qed.
End Steady.

(** ** `convolution`, `convolution-wide-sums` *)
Theorem convolution beta nI nW nC T unit V0 V1 : priced beta nI nW nC -> 0 < channels ->
  0 < T -> unit %| T -> unit %| wI -> unit %| wW -> unit %| wC ->
  conv_holds_at_most beta nI nW nC wI wW wC (T + wC - unit) V0 ->
  conv_holds_at_most beta nI nW nC wI wW wC (capacity %/ unit * unit + T + wC - unit) V1 ->
  exists clock, [/\ total_price <= #|M| * V0 + clock %/ T * V1, clock + wO * conv_outputs <= traffic z e + wC * conv_outputs
    & no_slow_adds e -> clock <= loads z e + wC * conv_outputs].
Proof.
move=> prices c0 T0 uT uI uW uC h0 h1; exists (elapsed e (conv_price wC)); have [total reads] := conv_paid c0.
by split=> //; apply: (conv_all prices (leqnn wC) T0 uT uI uW uC h0 h1).
Qed.

(** ** `convolution-steady`, `convolution-steady-wide-sums` *)
Theorem convolution_steady beta nI nW nC T unit V : priced beta nI nW nC -> 0 < channels ->
  0 < T -> 0 < wC -> unit %| T -> unit %| wI -> unit %| wW -> unit %| wC ->
  conv_holds_at_rate beta nI nW nC wI wW wC (capacity %/ unit * unit + T + wC - unit) V ->
  exists clock, [/\ total_price * T <= V * clock, clock + wO * conv_outputs <= traffic z e + wC * conv_outputs
    & no_slow_adds e -> clock <= loads z e + wC * conv_outputs].
Proof.
move=> prices c0 T0 w0 uT uI uW uC h; exists (elapsed e (conv_price wC)); have [total reads] := conv_paid c0.
by split=> //; apply: (conv_all_steady prices (leqnn wC) T0 w0 uT uI uW uC h).
Qed.

Theorem convolution_stores : 0 < channels -> wO * conv_outputs <= stores z e.
Proof.
move=> c0; have := compulsory_stores leg (fun g _ => conv_computed c0 g).
by rewrite sum_nat_const cardsT !card_prod !card_ord mulnC.
Qed.

(** ** The busiest memory: its products are worth at least its share *)
Lemma conv_share : 0 < #|M| -> exists p, total_price <= #|M| * worth price (own e p).
Proof.
move=> /card_gt0P[p0 _]; have [p _ max] := arg_maxnP (P := predT) (fun p => worth price (own e p)) (isT : predT p0).
exists p; rewrite -all_worth_price /worth (eq_bigl (fun x : point conv => tracked x)) => [|x]; last by rewrite in_setT conv_trackedT.
rewrite -(total_worth leg (worth_of price)) -sum_nat_const; apply: leq_sum => q _; exact: max.
Qed.

(** `convolution-busiest` *)
Theorem convolution_busiest beta nI nW nC T unit V0 V1 : priced beta nI nW nC -> 0 < #|M| ->
  0 < T -> unit %| T -> unit %| wI -> unit %| wW -> unit %| minn wC wO ->
  conv_holds_at_most beta nI nW nC wI wW (minn wC wO) (T + minn wC wO - unit) V0 ->
  conv_holds_at_most beta nI nW nC wI wW (minn wC wO) (capacity %/ unit * unit + T + minn wC wO - unit) V1 ->
  exists p, total_price <= #|M| * (V0 + traffic_of z e p %/ T * V1).
Proof.
move=> prices M0 T0 uT uI uW uC h0 h1; have [p share] := conv_share M0; exists p; apply: leq_trans share _.
rewrite leq_mul2l; apply/orP; right.
apply: leq_trans (conv_own prices (geq_minl wC wO) T0 uT uI uW uC h0 h1 p) _.
rewrite leq_add2l leq_mul2r; apply/orP; right; rewrite leq_div2r //.
apply: (clock_traffic leg (@conv_price_word _) (@conv_price_inner _) (conv_price_output (geq_minl wC wO))) => g _; exact: geq_minr.
Qed.

(** `convolution-memory-independent`: whatever the capacity, the words and groups of a share are moved. *)
Theorem convolution_memory_independent : 0 < #|M| ->
  exists p (U : {set product}), total_price <= #|M| * worth price U /\ conv_weight (minn wC wO) U <= traffic_of z e p.
Proof.
move=> M0; have [p share] := conv_share M0; exists p, (own e p); split=> //.
have [w1 w2] := (geq_minl wC wO, geq_minr wC wO).
apply: (@leq_trans (clock e (conv_price (minn wC wO)) p (len e))); last first.
  by apply: (clock_traffic leg (@conv_price_word _) (@conv_price_inner _) (conv_price_output w1)) => g _.
rewrite (own_during leg p); apply: leq_trans (conv_during_weight _ _ _ _) _.
exact: (needs_from_start leg).
Qed.
End Convolution.
