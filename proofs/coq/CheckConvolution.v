(** * A checked checker: certificates of the convolution

    The rules of `redblue verify` (src/verify/conv/segments.ts) over binary integers, and that they are sound: if
    [check c = true], every legal execution costs at least the value of [c]. Nothing unary but taps of one axis is ever computed. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model WaterFilling Whole Window ConvolutionSets Convolution.
From Redblue Require Export CheckConvFigures.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** Do words of products worth v fit a weight of x? With v and x times beta, beta a, beta b, beta c words of three arrays serve
    v * v <= (beta a)(beta b)(beta c). *)
Definition worth_fits (i : conv_instance) (w : Z) (f : figures) (v x : Z) : bool :=
  weighs_at_most (of_filter f) (of_input f) (of_output f) (conv_input i) (conv_filter i) w (beta_of f * v) (beta_of f * x).

Definition check_worth (i : conv_instance) (w : Z) (f : figures) (x claimed : Z) : bool :=
  exact_maximum (worth_fits i w f) (all_worth f) x claimed.

(** ** The clock of a cut *)
Record conv_cut := ConvCut {
  conv_cut_at : Z; first_segment_worth : Z; segment_worth : Z; conv_later_segments : Z; conv_clock : Z }.

Definition conv_unit_of (i : conv_instance) (w : Z) : Z := Z.gcd (Z.gcd (conv_input i) (conv_filter i)) w.

Definition check_conv_cut (i : conv_instance) (w : Z) (f : figures) (worth memories : Z) (c : conv_cut) : bool :=
  let unit := conv_unit_of i w in
  [&& 1 <=? conv_cut_at c, conv_cut_at c mod unit =? 0,
      check_worth i w f (conv_cut_at c + w - unit) (first_segment_worth c),
      check_worth i w f (conv_capacity i / unit * unit + conv_cut_at c + w - unit) (segment_worth c),
      least_count (worth - memories * first_segment_worth c) (segment_worth c) (conv_later_segments c)
    & conv_clock c =? conv_cut_at c * conv_later_segments c].

Section Cut.
Variables (i : conv_instance) (prices : seq Z) (w : Z).
Hypothesis ok : check_conv_instance i = true.
Hypothesis prices_ok : check_prices i prices = true.
Hypothesis w_pos : 0 < w.
Notation f := (figures_of i prices).
Hypothesis positive : positive_figures f = true.

Let holds x v := conv_holds_at_most (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i))
  (price_of (i := i) prices) (Z.to_nat (beta_of f)) (Z.to_nat (of_input f)) (Z.to_nat (of_filter f)) (Z.to_nat (of_output f))
  (Z.to_nat (conv_input i)) (Z.to_nat (conv_filter i)) (Z.to_nat w) x (Z.to_nat v).

(** A set worth v over a inputs, b weights, c groups passes the test. *)
Lemma worth_fits_complete v a b c x : 0 <= v -> 0 <= a -> 0 <= b -> 0 <= c ->
  v * v <= beta_of f * (a * b * c) -> v <= of_input f * a -> v <= of_filter f * b -> v <= of_output f * c ->
  conv_input i * a + conv_filter i * b + w * c <= x -> worth_fits i w f v x = true.
Proof.
have [_ [_ [[i1 f1 _ _] _]]] := conv_instance_ok ok.
case/and4P: positive => /Z.ltb_lt fb /Z.ltb_lt fi /Z.ltb_lt fw /Z.ltb_lt fo.
set beta := beta_of f in fb *; move=> v0 a0 b0 c0 vol va vb vc sum.
have pos y : 0 <= y -> 0 <= beta * y by move=> y0; apply: Z.mul_nonneg_nonneg; lia.
have scaled y n u : y <= n * u -> beta * y <= n * (beta * u).
  by move=> h; have -> : n * (beta * u) = beta * (n * u) by [ring]; apply: Z.mul_le_mono_nonneg_l; lia.
apply: (@weighs_at_most_complete _ _ _ _ _ _ _ _ (beta * a) (beta * b) (beta * c)); rewrite -/beta; try lia; try exact: pos; try exact: scaled.
  have -> : beta * v * (beta * v) = beta * beta * (v * v) by ring.
  have -> : beta * a * (beta * b) * (beta * c) = beta * beta * (beta * (a * b * c)) by ring.
  by apply: Z.mul_le_mono_nonneg_l => //; apply: pos; lia.
have -> : conv_input i * (beta * a) + conv_filter i * (beta * b) + w * (beta * c) = beta * (conv_input i * a + conv_filter i * b + w * c) by ring.
by apply: Z.mul_le_mono_nonneg_l; lia.
Qed.

Lemma holds_worth x claimed : 0 < x -> check_worth i w f x claimed = true -> 0 <= claimed /\ holds (Z.to_nat x) claimed.
Proof.
have [_ [_ [[i1 f1 _ _] _]]] := conv_instance_ok ok.
case/and4P: positive => /Z.ltb_lt fb /Z.ltb_lt fi /Z.ltb_lt fw /Z.ltb_lt fo.
move=> x0 h; have c0 := exact_maximum_nonneg h; split=> // v a b c /z_le + /z_le + /z_le + /z_le + /z_le + /z_le.
rewrite (all_worth_z ok prices_ok) z_square !z_add !z_mul !Z2Nat.id; try lia.
move=> vol va vb vc vl sum; apply: n_le; rewrite Z2Nat.id //.
apply: exact_maximum_sound h x0 vl _ => lt.
apply: (@worth_fits_complete _ (Z.of_nat a) (Z.of_nat b) (Z.of_nat c)) => //; try lia.
by apply: Z.le_trans vol; apply: Z.mul_le_mono_nonneg; lia.
Qed.

Lemma conv_unit_ok : 0 < conv_unit_of i w /\ (conv_unit_of i w | conv_input i) /\ (conv_unit_of i w | conv_filter i) /\ (conv_unit_of i w | w).
Proof.
have g := Z.gcd_divide_l (Z.gcd (conv_input i) (conv_filter i)) w; have gw := Z.gcd_divide_r (Z.gcd (conv_input i) (conv_filter i)) w.
split; last first.
  split; first exact: Z.divide_trans g (Z.gcd_divide_l _ _).
  by split=> //; exact: Z.divide_trans g (Z.gcd_divide_r _ _).
have := Z.gcd_nonneg (Z.gcd (conv_input i) (conv_filter i)) w; rewrite -/(conv_unit_of i w) => g0.
have [z|//] : conv_unit_of i w = 0 \/ 0 < conv_unit_of i w by lia.
by move: gw; rewrite -/(conv_unit_of i w) z => /Z.divide_0_l; lia.
Qed.

Let nat_unit := Z.to_nat (conv_unit_of i w).

(** What the segment theorems ask of a cut, and what they give in return. *)
Lemma conv_cut_sound worth memories c : 0 <= memories -> check_conv_cut i w f worth memories c ->
  [/\ (0 < Z.to_nat (conv_cut_at c))%N, (nat_unit %| Z.to_nat (conv_cut_at c))%N & (nat_unit %| Z.to_nat (conv_input i))%N /\
      (nat_unit %| Z.to_nat (conv_filter i))%N /\ (nat_unit %| Z.to_nat w)%N] /\
  [/\ holds (Z.to_nat (conv_cut_at c) + Z.to_nat w - nat_unit)%N (first_segment_worth c),
      holds (Z.to_nat (conv_capacity i) %/ nat_unit * nat_unit + Z.to_nat (conv_cut_at c) + Z.to_nat w - nat_unit)%N (segment_worth c)
    & forall elapsed, worth <= memories * Z.of_nat (Z.to_nat (first_segment_worth c))
                       + Z.of_nat (elapsed %/ Z.to_nat (conv_cut_at c)) * Z.of_nat (Z.to_nat (segment_worth c)) ->
        conv_clock c <= Z.of_nat elapsed].
Proof.
have [u0 [ua [ub uw]]] := conv_unit_ok; have [_ [_ [[i1 f1 p1 o1] [c1 q1]]]] := conv_instance_ok ok.
move=> m0 /and5P[/Z.leb_le T1 /Z.eqb_eq Tu first later /andP[least /Z.eqb_eq clockE]].
have uT : (conv_unit_of i w | conv_cut_at c) by apply/Z.mod_divide => //; lia.
have uleT : conv_unit_of i w <= conv_cut_at c by apply: Z.divide_pos_le => //; lia.
have ulew : conv_unit_of i w <= w by apply: Z.divide_pos_le.
have r0 : 0 <= conv_capacity i / conv_unit_of i w * conv_unit_of i w.
  by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 < conv_cut_at c + w - conv_unit_of i w by lia.
have x1 : 0 < conv_capacity i / conv_unit_of i w * conv_unit_of i w + conv_cut_at c + w - conv_unit_of i w by lia.
have [v0 h0] := holds_worth x0 first.
have [v1 h1] := holds_worth x1 later.
split; split=> //.
- by apply: n_lt; rewrite Z2Nat.id //; lia.
- by apply: n_to_nat_div => //; lia.
- by do !split; apply: n_to_nat_div => //; lia.
- have -> : (Z.to_nat (conv_cut_at c) + Z.to_nat w - nat_unit)%N = Z.to_nat (conv_cut_at c + w - conv_unit_of i w).
    apply: Nat2Z.inj; rewrite z_sub; last by apply: n_le; rewrite z_add !Z2Nat.id; lia.
    by rewrite z_add !Z2Nat.id; lia.
  exact: h0.
- have -> : (Z.to_nat (conv_capacity i) %/ nat_unit * nat_unit + Z.to_nat (conv_cut_at c) + Z.to_nat w - nat_unit)%N
      = Z.to_nat (conv_capacity i / conv_unit_of i w * conv_unit_of i w + conv_cut_at c + w - conv_unit_of i w).
    apply: Nat2Z.inj; rewrite z_sub; last first.
      by apply: n_le; rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
    by rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
  exact: h1.
- move=> elapsed; rewrite !(Z2Nat.id _ v0) !(Z2Nat.id _ v1) => h; rewrite clockE.
  have le : conv_later_segments c <= Z.of_nat (elapsed %/ Z.to_nat (conv_cut_at c)).
    by apply: least_count_sound least; lia.
  apply: (Z.le_trans _ (conv_cut_at c * Z.of_nat (elapsed %/ Z.to_nat (conv_cut_at c)))).
    by apply: Z.mul_le_mono_nonneg_l; lia.
  by rewrite z_div Z2Nat.id; [apply: Z.mul_div_le; lia | lia].
Qed.
End Cut.

(** How many outputs there are. *)
Definition conv_outputs_of (i : conv_instance) : Z :=
  conv_batch i * conv_filters i * axis_places (conv_rows i) * axis_places (conv_cols i).

Lemma conv_outputs_z i : check_conv_instance i = true ->
  Z.of_nat (conv_outputs (Z.to_nat (conv_batch i)) (Z.to_nat (conv_filters i)) (axis_for (conv_rows i)) (axis_for (conv_cols i)))
  = conv_outputs_of i.
Proof.
move=> ok; have [[b1 c1 o1] [[okr okc] _]] := conv_instance_ok ok.
by rewrite /conv_outputs /conv_outputs_of !z_mul (places_z okr) (places_z okc) !Z2Nat.id; lia.
Qed.

(** The parts of a certificate, from what the theorems say. *)
Lemma conv_parts i e claimed clock :
  let groups := conv_outputs (Z.to_nat (conv_batch i)) (Z.to_nat (conv_filters i)) (axis_for (conv_rows i)) (axis_for (conv_cols i)) in
  check_conv_instance i = true -> conv_legal (i := i) e -> claimed <= Z.of_nat clock ->
  (clock + Z.to_nat (conv_output i) * groups <= traffic (conv_sizes_for i) e + Z.to_nat (conv_partial i) * groups)%N ->
  (no_slow_adds e -> clock <= loads (conv_sizes_for i) e + Z.to_nat (conv_partial i) * groups)%N ->
  let reads := Z.max 0 (claimed - conv_partial i * conv_outputs_of i) in let writes := conv_output i * conv_outputs_of i in
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (conv_sizes_for i) e), writes <= Z.of_nat (stores (conv_sizes_for i) e)
    & reads + writes <= Z.of_nat (traffic (conv_sizes_for i) e)].
Proof.
move=> groups ok leg some total reads; have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] _]]] := conv_instance_ok ok.
have k0 : (0 < Z.to_nat (conv_channels i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have := parts_hold some total reads (convolution_stores (axis_for_ok okr) (axis_for_ok okc) leg k0).
by rewrite (conv_outputs_z ok) (Z2Nat.id (conv_partial i)) ?(Z2Nat.id (conv_output i)); try lia.
Qed.

(** ** `convolution`, `convolution-wide-sums` *)
Record convolution_certificate := ConvolutionCertificate {
  convolution_instance : conv_instance; convolution_prices : seq Z; convolution_cut : conv_cut;
  convolution_reads : Z; convolution_writes : Z; convolution_value : Z }.

Definition check_convolution (c : convolution_certificate) : bool :=
  let i := convolution_instance c in
  if check_conv_instance i then
  if check_prices i (convolution_prices c) then
  let f := figures_of i (convolution_prices c) in
  [&& positive_figures f, check_conv_cut i (conv_partial i) f (all_worth f) (conv_memories i) (convolution_cut c),
      convolution_reads c =? Z.max 0 (conv_clock (convolution_cut c) - conv_partial i * conv_outputs_of i),
      convolution_writes c =? conv_output i * conv_outputs_of i
    & convolution_value c =? convolution_reads c + convolution_writes c] else false else false.

Theorem check_convolution_sound c : check_convolution c = true ->
  conv_parts_at_least (convolution_instance c) (convolution_reads c) (convolution_writes c) (convolution_value c).
Proof.
rewrite /check_convolution; cbv zeta; rewrite !guardE; set i := convolution_instance c; set prices := convolution_prices c.
case/and3P => ok prices_ok /and5P[positive cut_ok /Z.eqb_eq rE /Z.eqb_eq wE /Z.eqb_eq vE].
have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] [s1 q1]]]] := conv_instance_ok ok.
have w0 : 0 < conv_partial i by lia.
have m0 : 0 <= conv_memories i by lia.
have [[T0 uT [ua [ub uw]]] [h0 h1 clock_sound]] := conv_cut_sound ok prices_ok w0 positive m0 cut_ok.
have outputs_z := conv_outputs_z ok.
move=> e leg; rewrite vE rE wE; have k0 : (0 < Z.to_nat (conv_channels i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have [clock [formed total reads]] := convolution (axis_for_ok okr) (axis_for_ok okc) leg (figures_priced ok prices_ok positive) k0 T0 uT ua ub uw
  h0 h1.
apply: (conv_parts ok leg _ total reads); apply: clock_sound; move/z_le: formed.
by rewrite (all_worth_z ok prices_ok) card_ord z_add !z_mul [Z.of_nat (Z.to_nat (conv_memories i))]Z2Nat.id.
Qed.

(** ** `convolution-busiest`, `convolution-memory-independent`: the products of some memory are worth at least their share *)
Definition check_conv_share (worth memories share : Z) : bool :=
  [&& 1 <=? share, worth <=? share * memories & (share - 1) * memories <? worth].

Lemma conv_share_sound i prices share v : check_conv_instance i = true -> check_prices i prices = true ->
  check_conv_share (all_worth (figures_of i prices)) (conv_memories i) share ->
  (total_price (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i)) (price_of (i := i) prices)
    <= #|[finType of conv_memories_type i]| * v)%N -> share <= Z.of_nat v.
Proof.
move=> ok prices_ok /and3P[_ _ /Z.ltb_lt least]; have [_ [_ [_ [_ q1]]]] := conv_instance_ok ok.
by rewrite card_ord => /z_le; rewrite (all_worth_z ok prices_ok) z_mul Z2Nat.id; try lia; nia.
Qed.

Lemma conv_narrow_z i : check_conv_instance i = true ->
  Z.to_nat (Z.min (conv_partial i) (conv_output i)) = minn (Z.to_nat (conv_partial i)) (Z.to_nat (conv_output i)).
Proof.
move=> ok; have [_ [_ [[_ _ p1 u1] _]]] := conv_instance_ok ok.
by apply: Nat2Z.inj; rewrite z_min !Z2Nat.id; lia.
Qed.

Record convolution_busiest_certificate := ConvolutionBusiestCertificate {
  conv_busiest_instance : conv_instance; conv_busiest_prices : seq Z; conv_busiest_cut : conv_cut;
  conv_busiest_share : Z; conv_busiest_value : Z }.

Definition check_convolution_busiest (c : convolution_busiest_certificate) : bool :=
  let i := conv_busiest_instance c in
  if check_conv_instance i then
  if check_prices i (conv_busiest_prices c) then
  let f := figures_of i (conv_busiest_prices c) in
  [&& positive_figures f, check_conv_share (all_worth f) (conv_memories i) (conv_busiest_share c),
      check_conv_cut i (Z.min (conv_partial i) (conv_output i)) f (conv_busiest_share c) 1 (conv_busiest_cut c)
    & conv_busiest_value c =? conv_clock (conv_busiest_cut c)] else false else false.

Theorem check_convolution_busiest_sound c : check_convolution_busiest c = true ->
  conv_moved_by_one_memory (conv_busiest_instance c) (conv_busiest_value c).
Proof.
rewrite /check_convolution_busiest; cbv zeta; rewrite !guardE; set i := conv_busiest_instance c; set prices := conv_busiest_prices c.
case/and3P => ok prices_ok /and4P[positive share_ok cut_ok /Z.eqb_eq vE] e leg.
have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] [s1 q1]]]] := conv_instance_ok ok.
have w0 : 0 < Z.min (conv_partial i) (conv_output i) by lia.
have [[T0 uT [ua [ub uw]]] [h0 h1 clock_sound]] := conv_cut_sound ok prices_ok w0 positive Z.le_0_1 cut_ok.
have memories : (0 < #|[finType of conv_memories_type i]|)%N by rewrite card_ord; apply: n_lt; rewrite Z2Nat.id; lia.
rewrite conv_narrow_z // in uw h0 h1.
have [p] := convolution_busiest (axis_for_ok okr) (axis_for_ok okc) leg (figures_priced ok prices_ok positive) memories T0 uT ua ub uw h0 h1.
move/(conv_share_sound ok prices_ok share_ok); rewrite -/(conv_sizes_for i) z_add z_mul => h; exists p; rewrite vE.
by apply: clock_sound; lia.
Qed.

Record convolution_memory_independent_certificate := ConvolutionMemoryIndependentCertificate {
  conv_independent_instance : conv_instance; conv_independent_prices : seq Z; conv_independent_share : Z; conv_independent_value : Z }.

Definition check_convolution_memory_independent (c : convolution_memory_independent_certificate) : bool :=
  let i := conv_independent_instance c in
  if check_conv_instance i then
  if check_prices i (conv_independent_prices c) then
  let f := figures_of i (conv_independent_prices c) in
  let fits := worth_fits i (Z.min (conv_partial i) (conv_output i)) f (conv_independent_share c) in
  [&& positive_figures f, check_conv_share (all_worth f) (conv_memories i) (conv_independent_share c),
      1 <=? conv_independent_value c, fits (conv_independent_value c) & ~~ fits (conv_independent_value c - 1)] else false else false.

Theorem check_convolution_memory_independent_sound c : check_convolution_memory_independent c = true ->
  conv_moved_by_one_memory (conv_independent_instance c) (conv_independent_value c).
Proof.
rewrite /check_convolution_memory_independent; cbv zeta; rewrite !guardE.
set i := conv_independent_instance c; set prices := conv_independent_prices c.
case/and3P => ok prices_ok /and5P[positive share_ok /Z.leb_le v1 _ nofit] e leg.
have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] [s1 q1]]]] := conv_instance_ok ok.
have memories : (0 < #|[finType of conv_memories_type i]|)%N by rewrite card_ord; apply: n_lt; rewrite Z2Nat.id; lia.
have [p [U [share wt]]] := convolution_memory_independent (price_of (i := i) prices) leg memories; exists p.
have {}share := conv_share_sound ok prices_ok share_ok share; have /and3P[/Z.leb_le least _ _] := share_ok.
have [vol va vb vc] := conv_set (axis_for_ok okr) (axis_for_ok okc) U (figures_priced ok prices_ok positive).
have [//|lt] : conv_independent_value c <= Z.of_nat (traffic_of (conv_sizes_for i) e p)
  \/ Z.of_nat (traffic_of (conv_sizes_for i) e p) <= conv_independent_value c - 1 by lia.
case/negP: nofit; case/and4P: (positive) => /Z.ltb_lt fb /Z.ltb_lt fi /Z.ltb_lt fw /Z.ltb_lt fo.
move: wt vol va vb vc lt share; rewrite /conv_weight -conv_narrow_z // -/(conv_sizes_for i).
move: (traffic_of _ _ _) #|@word_input _ _ _ _ _ @: U| #|@word_weight _ _ _ _ _ @: U| #|@group_output _ _ _ _ _ @: U| (worth _ U)
  => moved a b g v /z_le + /z_le + /z_le + /z_le + /z_le.
rewrite z_square !z_add !z_mul !Z2Nat.id; try lia.
move=> wt vol va vb vc lt share.
apply: (worth_fits_complete ok _ positive (a := Z.of_nat a) (b := Z.of_nat b) (c := Z.of_nat g)); try lia.
by apply: Z.le_trans vol; apply: Z.mul_le_mono_nonneg; lia.
Qed.

(** ** `convolution-steady`, `convolution-steady-wide-sums`: no segment of each memory is given away *)
Record convolution_steady_certificate := ConvolutionSteadyCertificate {
  conv_steady_instance : conv_instance; conv_steady_prices : seq Z; conv_steady_cut : Z; conv_steady_segment_worth : Z;
  conv_steady_clock : Z; conv_steady_reads : Z; conv_steady_writes : Z; conv_steady_value : Z }.

Definition check_convolution_steady (c : convolution_steady_certificate) : bool :=
  let i := conv_steady_instance c in
  let w := conv_partial i in
  let unit := conv_unit_of i w in
  let cut := conv_steady_cut c in
  let v := conv_steady_segment_worth c in
  if check_conv_instance i then
  if check_prices i (conv_steady_prices c) then
  let f := figures_of i (conv_steady_prices c) in
  [&& positive_figures f, 1 <=? cut, cut mod unit =? 0,
      largest_fitting (worth_fits i w f) (conv_capacity i / unit * unit + cut + w - unit) v,
      conv_steady_clock c =? divided_up (cut * all_worth f) (v + 1),
      conv_steady_reads c =? Z.max 0 (conv_steady_clock c - w * conv_outputs_of i),
      conv_steady_writes c =? conv_output i * conv_outputs_of i
    & conv_steady_value c =? conv_steady_reads c + conv_steady_writes c] else false else false.

Section Rate.
Variables (i : conv_instance) (prices : seq Z) (w : Z).
Hypothesis ok : check_conv_instance i = true.
Hypothesis w_pos : 0 < w.
Notation f := (figures_of i prices).
Hypothesis positive : positive_figures f = true.

Lemma conv_rate_sound x v : 0 <= x -> 0 <= v -> worth_fits i w f v x = false ->
  conv_holds_at_rate (Z.to_nat (beta_of f)) (Z.to_nat (of_input f)) (Z.to_nat (of_filter f)) (Z.to_nat (of_output f))
    (Z.to_nat (conv_input i)) (Z.to_nat (conv_filter i)) (Z.to_nat w) (Z.to_nat x) (Z.to_nat v).
Proof.
have [_ [_ [[i1 f1 _ _] _]]] := conv_instance_ok ok.
case/and4P: positive => /Z.ltb_lt fb /Z.ltb_lt fi /Z.ltb_lt fw /Z.ltb_lt fo.
move=> x0 v0 no u a b c /z_le + /z_le + /z_le + /z_le + /z_le.
rewrite z_square !z_add !z_mul !Z2Nat.id; try lia.
move=> vol ua ub uc sum; apply: n_le; rewrite !z_mul !z_add !z_mul !Z2Nat.id; try lia.
move: vol ua ub uc sum; set U := Z.of_nat u; set A := Z.of_nat a; set B := Z.of_nat b; set C := Z.of_nat c; move=> vol ua ub uc sum.
have [U0 [A0 [B0 C0]]] : 0 <= U /\ 0 <= A /\ 0 <= B /\ 0 <= C by rewrite /U /A /B /C; lia.
set beta := beta_of f in fb vol *.
have pos y : 0 <= y -> 0 <= beta * y by move=> y0; apply: Z.mul_nonneg_nonneg; lia.
have scaled y n t : y <= n * t -> beta * y <= n * (beta * t).
  by move=> h; have -> : n * (beta * t) = beta * (n * t) by [ring]; apply: Z.mul_le_mono_nonneg_l; lia.
have sumE : conv_input i * (beta * A) + conv_filter i * (beta * B) + w * (beta * C) = beta * (conv_input i * A + conv_filter i * B + w * C) by ring.
have := @weighs_in_proportion (of_filter f) (of_input f) (of_output f) (conv_input i) (conv_filter i) w (beta * v) (beta * x)
  (beta * U) (beta * A) (beta * B) (beta * C) fw fi fo ltac:(lia) ltac:(lia) w_pos (pos _ v0) (pos _ U0) (pos _ A0) (pos _ B0) (pos _ C0) no.
rewrite sumE => h; apply: (Zmult_le_reg_r _ _ (beta * beta)); first by apply: Z.lt_gt; apply: Z.mul_pos_pos.
have -> : U * x * (beta * beta) = beta * U * (beta * x) by ring.
have -> : v * (conv_input i * A + conv_filter i * B + w * C) * (beta * beta)
    = beta * v * (beta * (conv_input i * A + conv_filter i * B + w * C)) by ring.
apply: h; try exact: scaled.
  have -> : beta * U * (beta * U) = beta * beta * (U * U) by ring.
  have -> : beta * A * (beta * B) * (beta * C) = beta * beta * (beta * (A * B * C)) by ring.
  by apply: Z.mul_le_mono_nonneg_l => //; apply: pos; lia.
by apply: Z.mul_le_mono_nonneg_l; lia.
Qed.
End Rate.

Theorem check_convolution_steady_sound c : check_convolution_steady c = true ->
  conv_parts_at_least (conv_steady_instance c) (conv_steady_reads c) (conv_steady_writes c) (conv_steady_value c).
Proof.
rewrite /check_convolution_steady; cbv zeta; rewrite !guardE; set i := conv_steady_instance c; set prices := conv_steady_prices c.
set w := conv_partial i; set T := conv_steady_cut c; set v := conv_steady_segment_worth c.
case/and5P => ok prices_ok positive /Z.leb_le T1 /and5P[/Z.eqb_eq Tu /and3P[/Z.leb_le v0 _ /negbTE no] /Z.eqb_eq clockE /Z.eqb_eq rE
  /andP[/Z.eqb_eq wE /Z.eqb_eq vE]].
have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] [s1 q1]]]] := conv_instance_ok ok.
have w0 : 0 < w by rewrite /w; lia.
have [u0 [ua [ub uw]]] := conv_unit_ok i w0; set u := conv_unit_of i w in Tu no u0 ua ub uw.
have uT : (u | T) by apply/Z.mod_divide => //; lia.
have uleT : u <= T by apply: Z.divide_pos_le => //; lia.
have r0 : 0 <= conv_capacity i / u * u by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 <= conv_capacity i / u * u + T + w - u by lia.
have v1 : 0 <= v + 1 by lia.
have rate := conv_rate_sound ok w0 positive x0 v1 no.
have xE : Z.to_nat (conv_capacity i / u * u + T + w - u)
    = (Z.to_nat (conv_capacity i) %/ Z.to_nat u * Z.to_nat u + Z.to_nat T + Z.to_nat w - Z.to_nat u)%N.
  apply: Nat2Z.inj; rewrite z_sub; last by apply: n_le; rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
  by rewrite !z_add !z_mul z_div !Z2Nat.id; lia.
rewrite xE in rate.
have dv y : 0 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y0; apply: n_to_nat_div; lia.
have outputs_z := conv_outputs_z ok.
move=> e leg; rewrite vE rE wE; have k0 : (0 < Z.to_nat (conv_channels i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have T0 : (0 < Z.to_nat T)%N by apply: n_lt; rewrite Z2Nat.id; lia.
have w0' : (0 < Z.to_nat (conv_partial i))%N by apply: n_lt; rewrite Z2Nat.id; lia.
have [||||clock [formed total reads]] := convolution_steady (axis_for_ok okr) (axis_for_ok okc) leg (figures_priced ok prices_ok positive) k0 T0
  w0' (dv _ _ uT) (dv _ _ ua) (dv _ _ ub) (dv _ _ uw) rate; try lia.
apply: (conv_parts ok leg _ total reads); move/z_le: formed; rewrite z_mul (all_worth_z ok prices_ok) z_mul !Z2Nat.id; try lia.
by move=> h; rewrite clockE; apply: divided_up_least; lia.
Qed.
