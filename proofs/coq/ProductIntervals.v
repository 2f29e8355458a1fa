(** * The matrix product by residency intervals (proofs/product-intervals.md)

    The clock counts the loads of A and B and the beginnings of intervals, every word as 1; a window has T of them. *)
From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Relax Product Whole Tangents WindowPrices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** ** Windows of an execution *)
Section Execution.
Variables batch m n k : nat.
Notation product := (product batch m n k).
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.
Notation unit_sizes := (product_sizes batch m n k 1 1 1 1).
Variables (M : finType) (S : nat) (e : execution M product).
Hypothesis leg : legal unit_sizes S e.
Notation N := (len e).
Notation price := (@product_price batch m n k 1 1 1).
Notation clock := (clock e price).
Variable T : nat.
Hypothesis T_pos : (0 < T)%N.
Local Open Scope nat_scope.
Implicit Types (p : M) (x : triple).

Let price_word (w : word product) : price (inl w) <= word_size unit_sizes w := price_word 1 1 1 1 1 w.
Let price_inner (g : group product) (h : g \notin outputs product) :
  price (inr g) <= minn (partial_size unit_sizes g) (output_size unit_sizes g) := price_inner 1 1 1 1 1 h.
Let price_output (g : group product) (h : g \in outputs product) : price (inr g) <= partial_size unit_sizes g :=
  price_output 1 1 1 (leqnn 1) h.

(** The clock after a step in window s is between s T + 1 and s T + T. *)
Definition index p t : nat := (clock p t.+1).-1 %/ T.
Definition products_in p s : {set triple} := [set x | mine e p x && (index p (useful e x) == s)].

Lemma index_mono p t0 t1 : t0 <= t1 -> index p t0 <= index p t1.
Proof. by move=> le; rewrite leq_div2r // -!subn1 leq_sub2r // clock_mono. Qed.

(** What the window has room for: the resident words at its start and its events. *)
Definition room_of p s : nat := (if s == 0 then 0 else S) + minn T (clock p N - s * T).

Lemma window_room p s : products_in p s != set0 -> words (products_in p s) + groups (products_in p s) <= room_of p s.
Proof.
set U := products_in p s => /set0Pn[x xs].
have [x1 x1s max1] := arg_maxnP (P := fun y => y \in U) (useful e) xs.
have [x0 x0s min0] := arg_minnP (P := fun y => y \in U) (useful e) xs.
move: (x0s) (x1s); rewrite !inE => /andP[mx0 /eqP s0] /andP[mx1 /eqP s1].
have N1 : useful e x1 < N := useful_lt_len leg (trackedT x1).
pose t0 := if s == 0 then 0 else useful e x0.
have t01 : t0 <= useful e x1 by rewrite /t0; case: ifP => // _; exact: min0.
have UE : U = during e p t0 (useful e x1).
  apply/setP => y; rewrite !inE trackedT /=; case: (boolP (mine e p y)) => //= my; apply/idP/idP => [/eqP ys|/andP[a b]].
    have yU : y \in U by rewrite inE my ys eqxx.
    by apply/andP; split; [rewrite /t0; case: ifP => // _; exact: min0 | exact: max1].
  rewrite eqn_leq -{1}s1 index_mono //=; move: a; rewrite /t0; case: eqP => [-> //|_ a].
  by rewrite -s0 index_mono.
have := during_weight leg 1 p t0 (useful e x1); rewrite -UE /weight !mul1n -/(words U) -/(groups U) => le.
apply: leq_trans le _; apply: leq_trans (needs_paid leg price p t01 N1) _.
have late : clock p (useful e x1).+1 <= s * T + T.
  have : index p (useful e x1) < s.+1 by rewrite s1.
  by rewrite /index ltn_divLR // mulSn addnC; case: (clock _ _).
apply: leq_add.
  rewrite /t0; case: ifP => _; last first.
    by apply: (resident_capacity leg price_word price_inner price_output); apply: ltnW (useful_lt_len leg (trackedT x0)).
  by rewrite /resident (starts_empty leg) big_pred0 // => v; rewrite inE.
have early : s * T <= clock p t0.
  rewrite /t0; case: eqP => [->//|/eqP nz].
  have : s * T <= (clock p (useful e x0).+1).-1 by rewrite -leq_divRL // -/(index p (useful e x0)) s0.
  have N0 : useful e x0 < N := useful_lt_len leg (trackedT x0).
  rewrite (clock_next price p N0).
  have tick1 : tick e price p (useful e x0) <= 1 by apply: (tick_useful leg) => //; exact: trackedT.
  have : 0 < s * T by rewrite muln_gt0 lt0n nz.
  move: tick1; case: (tick _ _ _ _) => [|[|//]] _ sT le'; last by rewrite addn1 in le'.
  by rewrite addn0 in le'; apply: leq_trans le' (leq_pred _).
rewrite leq_min leq_sub ?clock_mono // andbT leq_subLR; apply: leq_trans late _; by rewrite leq_add2r.
Qed.

(** Windows of a memory after its first, and of all. *)
Definition later_of p : nat := (clock p N).-1 %/ T.
Definition later : nat := \sum_p later_of p.

Lemma index_later p x : mine e p x -> index p (useful e x) <= later_of p.
Proof. by move=> _; rewrite leq_div2r // -!subn1 leq_sub2r // clock_mono // (useful_lt_len leg (trackedT x)). Qed.

Lemma later_elapsed : 0 < later -> T * later + 1 <= elapsed e price.
Proof.
move=> pos; have [p p0] : exists p, 0 < later_of p.
  apply/existsP; apply: contraLR pos => /existsPn none; rewrite -leqNgt leqn0 /later big1 // => p _.
  by apply/eqP; rewrite -leqn0 leqNgt none.
have le q : T * later_of q <= (clock q N).-1 by rewrite mulnC leq_trunc_div.
rewrite /later (bigD1 p) //= /elapsed [X in _ <= X](bigD1 p) //= mulnDr addnAC leq_add //.
  by rewrite addn1; move: p0 (le p); rewrite /later_of; case: (clock p N) => //=; rewrite div0n.
by rewrite big_distrr /=; apply: leq_sum => q _; apply: leq_trans (le q) (leq_pred _).
Qed.

Lemma ex_home x : exists p, mine e p x.
Proof. by have [p [Y [aY _ _]]] := useful_step leg (trackedT x); exists p; rewrite /mine aY. Qed.
Definition home x : M := xchoose (ex_home x).
Definition of_window x : M * 'I_later.+1 := (home x, inord (index (home x) (useful e x))).

Lemma mine_home p x : mine e p x = (home x == p).
Proof.
have := xchooseP (ex_home x); rewrite -/(home x) /mine; case: (act e _) => // q y Y /eqP ->.
by [].
Qed.

Lemma later_of_le p : later_of p <= later.
Proof. by rewrite /later (bigD1 p) //= leq_addr. Qed.

Lemma window_products p (s : 'I_later.+1) : window of_window (p, s) = products_in p s.
Proof.
apply/setP => x; rewrite !inE mine_home /of_window xpair_eqE; case: eqP => //= <-.
rewrite -val_eqE /= inordK // ltnS; apply: leq_trans (later_of_le (home x)).
by apply: index_later; rewrite mine_home.
Qed.

(** What all windows of a memory have room for, with its first or with its last one apart. *)
Definition rooms p : nat := \sum_(s < (later_of p).+1) room_of p s.
Definition in_last p : nat := clock p N - later_of p * T.

Lemma rooms_first p : rooms p <= T + (S + T) * later_of p.
Proof.
rewrite /rooms big_ord_recl /room_of /= add0n leq_add ?geq_minl // mulnC -[X in X * _]card_ord -sum_nat_const.
by apply: leq_sum => s _; rewrite leq_add2l geq_minl.
Qed.

Lemma in_last_pos p : 0 < clock p N -> 0 < in_last p.
Proof.
move=> pos; rewrite subn_gt0; apply: leq_ltn_trans (leq_trunc_div _ _) _; by rewrite prednK.
Qed.

Lemma rooms_last p : T * rooms p + S * in_last p <= (S + T) * clock p N.
Proof.
rewrite /rooms big_ord_recr /=; set K := later_of p; set r := in_last p.
have E : clock p N = K * T + r by rewrite addnC subnK // (leq_trans (leq_trunc_div _ _)) // leq_pred.
have before : \sum_(s < K) room_of p s + (if K == 0 then 0 else S) <= K * (S + T).
  case: (K) => [|k']; first by rewrite big_ord0.
  rewrite big_ord_recl /= /room_of /= add0n addnAC mulSn leq_add //; first by rewrite addnC leq_add2l geq_minl.
  rewrite -[X in X * _]card_ord -sum_nat_const; by apply: leq_sum => s _; rewrite leq_add2l geq_minl.
rewrite [room_of p K]/room_of addnA mulnDr -addnA.
have last : T * minn T (clock p N - K * T) + S * r <= (S + T) * r.
  by rewrite addnC mulnDl leq_add2l leq_mul2l geq_minr orbT.
apply: leq_trans (leq_add (leqnn _) last) _; rewrite E [(S + T) * (_ + _)]mulnDr leq_add2r.
by rewrite [_ * (K * T)]mulnA [_ * K]mulnC [T * _]mulnC leq_mul2r before orbT.
Qed.

Section Lines.
Local Open Scope Z_scope.
Variables (d : Z) (a b : nat -> Z).
Hypothesis d0 : 0 <= d.
Notation X := (Z.of_nat (S + T)).
Hypothesis lines : forall j, fair X (a j) (b j) d.
Let windows (g : group product) : nat := #|windows_of of_window g|.

Lemma one_window p (s : 'I_later.+1) :
  (\zsum_(g in @group_c batch m n k @: window of_window (p, s)) a (windows g))
    + (\zsum_(x in window of_window (p, s)) b (windows (group_c x)))
  <= if (s < (later_of p).+1)%N then d * Z.of_nat (room_of p s) else 0.
Proof.
rewrite window_products; set U := products_in p s; have [U0|ne] := eqVneq U set0.
  rewrite U0 imset0 !big_set0 /=; case: ifP => _ //; apply: Z.mul_nonneg_nonneg => //; lia.
have room := window_room ne; have [x] := set0Pn _ ne; rewrite inE => /andP[mx /eqP ix].
have -> : (s < (later_of p).+1)%N by rewrite ltnS -ix index_later.
apply: (@window_price batch m n k U X _ d (fun g => a (windows g)) (fun g => b (windows g))) => //.
move: (z_le room); rewrite z_add => h; split=> //; apply: z_le; apply: leq_add; first by case: ifP.
exact: geq_minl.
Qed.

Lemma windows_room lo den : 0 <= den -> (0 < k)%N -> (forall j, (0 < j <= k)%N -> lo < den * (Z.of_nat j * a j + Z.of_nat k * b j)) ->
  Z.of_nat (batch * m * n) * (lo + 1) <= den * (d * Z.of_nat (\sum_p rooms p)).
Proof.
move=> den0 k0 dear.
apply: (Z.le_trans _ (den * (\zsum_(g : group product) (Z.of_nat (windows g) * a (windows g) + Z.of_nat k * b (windows g))))).
  have -> : Z.of_nat (batch * m * n) * (lo + 1) = \zsum_(g : group product) (lo + 1).
    by rewrite zsum_const -cardsT [in RHS]cardsT !card_prod !card_ord.
  rewrite big_distrr; apply: zsum_le => g _ /=.
  have := dear _ (windows_of_range of_window g k0); rewrite -/(windows g); lia.
apply: Z.mul_le_mono_nonneg_l => //.
rewrite -(all_prices of_window (fun g => a (windows g)) (fun g => b (windows g))).
rewrite (eq_bigr (fun w => (\zsum_(g in @group_c batch m n k @: window of_window (w.1, w.2)) a (windows g))
  + (\zsum_(x in window of_window (w.1, w.2)) b (windows (group_c x))))) => [|[p s] _ //].
rewrite -(pair_bigA _ (fun p s => (\zsum_(g in @group_c batch m n k @: window of_window (p, s)) a (windows g))
  + (\zsum_(x in window of_window (p, s)) b (windows (group_c x))))) /= zsum_nat big_distrr.
apply: zsum_le => p _; refine (Z.le_trans _ _ _ (zsum_le (fun s _ => @one_window p s)) _).
rewrite -big_mkcond (big_ord_narrow (later_of_le p : ((later_of p).+1 <= later.+1)%N)) /rooms zsum_nat big_distrr.
exact: Z.le_refl.
Qed.

Lemma windows_price lo den : 0 <= den -> (0 < k)%N -> (forall j, (0 < j <= k)%N -> lo < den * (Z.of_nat j * a j + Z.of_nat k * b j)) ->
  Z.of_nat (batch * m * n) * (lo + 1) <= den * (d * (Z.of_nat (#|M| * T) + X * Z.of_nat later)).
Proof.
move=> den0 k0 dear; apply: (Z.le_trans _ _ _ (windows_room den0 k0 dear)); do 2?apply: Z.mul_le_mono_nonneg_l => //.
rewrite -z_mul -z_add; apply: z_le; rewrite -sum_nat_const big_distrr -big_split /=; apply: leq_sum => p _.
exact: rooms_first.
Qed.
End Lines.
End Execution.

(** ** `product-intervals` *)
Section Bound.
Variables batch m n k : nat.
Notation product := (product batch m n k).
Variables (M : finType) (wA wB wC wO w capacity T windows : nat) (e : execution M product).
Notation z := (product_sizes batch m n k wA wB wC wO).
Notation unit_sizes := (product_sizes batch m n k 1 1 1 1).
Hypothesis leg : legal z capacity e.
Hypotheses (w_pos : (0 < w)%N) (w_A : (w <= wA)%N) (w_B : (w <= wB)%N) (w_C : (w <= wC)%N) (w_O : (w <= wO)%N).
Notation room := (capacity %/ w)%N.

(** Every word counted as one of w. *)
Lemma space_unit v : (w * space_of unit_sizes v <= space_of z v)%N.
Proof. by case: v => [[]|g Y] /= *; rewrite ?minnn ?if_same ?muln1 //; case: ifP => // _; rewrite leq_min w_C w_O. Qed.

Lemma legal_unit : legal unit_sizes room e.
Proof.
case: leg => h1 h2 h3 h4 h5; split=> // t p tN; rewrite leq_divRL // mulnC big_distrr /=.
by apply: leq_trans (h4 t p tN); apply: leq_sum => v _; apply: space_unit.
Qed.

(** What [units] of the clock cost, whoever adds, and in loads, where only fast memories add. *)
Lemma units_paid units : (0 < k)%N -> (units <= elapsed e (@product_price batch m n k 1 1 1))%N ->
  (w * units + wO * (batch * m * n) <= traffic z e + w * (batch * m * n))%N
  /\ (no_slow_adds e -> w * units <= loads z e + w * (batch * m * n))%N.
Proof.
move=> k_pos le; pose price i := (w * @product_price batch m n k 1 1 1 i)%N.
have spent : (w * units <= elapsed e price)%N by rewrite elapsed_scale leq_mul2l le orbT.
have price_word i : (price (inl i) <= word_size z i)%N by case: i => i; rewrite /price muln1.
have price_inner g : g \notin outputs product -> (price (inr g) <= minn (partial_size z g) (output_size z g))%N by rewrite in_setT.
have price_output g : g \in outputs product -> (price (inr g) <= partial_size z g)%N by rewrite /price muln1.
have priceE : \sum_(g in outputs product) price (inr g) = (w * (batch * m * n))%N.
  by rewrite /price /= muln1 sum_nat_const cardsT !card_prod !card_ord mulnC.
split=> [|fast]; last by apply: leq_trans spent _; rewrite -priceE; apply: (elapsed_loads leg).
rewrite -priceE; apply: leq_trans (elapsed_traffic leg price_word price_inner price_output (fun g _ => product_groups_computed k_pos g)).
by rewrite sum_nat_const cardsT !card_prod !card_ord [(_ * wO)%N]mulnC leq_add2r.
Qed.

Hypotheses (k_pos : (0 < k)%N) (groups_pos : (0 < batch * m * n)%N) (T_pos : (0 < T)%N).
Notation X := (Z.of_nat (room + T)).
Let num := Z.of_nat (windows * (room + T) + #|M| * T).
Let den := Z.of_nat (batch * m * n * (room + T)).

Lemma room_pos : 0 < X. Proof. by apply: (@z_lt 0); rewrite addn_gt0 T_pos orbT. Qed.
Lemma den_pos : 0 < den. Proof. by apply: (@z_lt 0); rewrite muln_gt0 groups_pos addn_gt0 T_pos orbT. Qed.

(** [J] and [J.+1] are next to the real number of windows that is cheapest for a group. *)
Lemma intervals_at (J : nat) : (0 < J -> above X (Z.of_nat k) (Z.of_nat J) num den)%N -> Z.of_nat (J * J) * X <= 3 * Z.of_nat (k * k) ->
  (J < k -> above X (Z.of_nat k) (Z.of_nat J.+1) num den)%N ->
  ((J < k)%N -> 3 * Z.of_nat (k * k) <= Z.of_nat (J.+1 * J.+1) * X) ->
  (w * (T * windows.+1 + 1) + wO * (batch * m * n) <= traffic z e + w * (batch * m * n))%N
  /\ (no_slow_adds e -> w * (T * windows.+1 + 1) <= loads z e + w * (batch * m * n))%N.
Proof.
move=> fewJ few manyJ many; have X0 := room_pos; have D0 := den_pos; have leg1 := legal_unit.
have [d [a [b [d0 lines dear]]]] := dear_lines X0 D0 k_pos fewJ few manyJ many.
have lt : (windows < later e T)%N.
  rewrite ltnNge; apply/negP => le.
  have := windows_price leg1 T_pos (Z.lt_le_incl _ _ d0) lines (Z.lt_le_incl _ _ D0) k_pos dear.
  have : Z.of_nat (#|M| * T) + X * Z.of_nat (later e T) <= num.
    have -> : num = Z.of_nat windows * X + Z.of_nat (#|M| * T) by rewrite /num z_add z_mul.
    have := Z.mul_le_mono_nonneg_r _ _ X (Z.lt_le_incl _ _ X0) (z_le le); lia.
  move=> h1 h2; have := Z.mul_le_mono_nonneg_l _ _ (den * d) ltac:(sign) h1.
  have G0 : 0 < Z.of_nat (batch * m * n) := z_lt groups_pos.
  have denE : den = Z.of_nat (batch * m * n) * X by rewrite /den z_mul.
  by move: h2; rewrite denE; clear -G0; lia.
have pos : (0 < later e T)%N by apply: leq_trans lt.
apply: units_paid => //; apply: leq_trans (later_elapsed pos); by rewrite leq_add2r leq_mul2l lt orbT.
Qed.

(** windows < G mu - P T / X, where mu is the least of j * h (k / j). *)
Theorem product_intervals : (forall j, (0 < j <= k)%N -> above X (Z.of_nat k) (Z.of_nat j) num den) ->
  (w * (T * windows.+1 + 1) + wO * (batch * m * n) <= traffic z e + w * (batch * m * n))%N
  /\ (no_slow_adds e -> w * (T * windows.+1 + 1) <= loads z e + w * (batch * m * n))%N.
Proof.
move=> all; have ex : exists J, (J <= k)%N && (J * J * (room + T) <= 3 * (k * k))%N by exists 0%N.
have bound J : (J <= k)%N && (J * J * (room + T) <= 3 * (k * k))%N -> (J <= k)%N by case/andP.
case: (ex_maxnP ex bound) => J /andP[Jk few] max; apply: (@intervals_at J).
- by move=> J0; apply: all; rewrite J0.
- by have := z_le few; rewrite !z_mul; lia.
- by move=> lt; apply: all.
- move=> lt; have : ~~ (J.+1 * J.+1 * (room + T) <= 3 * (k * k))%N.
    by apply/negP => h; have := max J.+1; rewrite lt h ltnn => /(_ isT).
  by rewrite -ltnNge => /z_lt; rewrite !z_mul; lia.
Qed.
End Bound.
