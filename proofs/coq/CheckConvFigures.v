(** * A checked checker: instances of the convolution, what its prices come to

    The parts that the certificates of CheckConvolution.v share: classes of taps, the figures of Convolution.v (`priced`, `total_price`)
    over binary integers, with the rules of src/verify/conv/segments.ts. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model WaterFilling Whole Window ConvolutionSets Convolution.
From Redblue Require Export CheckWindow.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** What a certificate speaks about (`ConvolutionInstance` in src/bounds/certificates/conv.ts). *)
Record conv_instance := ConvInstance {
  conv_batch : Z; conv_channels : Z; conv_filters : Z; conv_rows : conv_axis; conv_cols : conv_axis;
  conv_input : Z; conv_filter : Z; conv_partial : Z; conv_output : Z;
  conv_capacity : Z; conv_memories : Z }.

Definition check_conv_instance (i : conv_instance) : bool :=
  [&& 1 <=? conv_batch i, 1 <=? conv_channels i, 1 <=? conv_filters i, check_axis (conv_rows i), check_axis (conv_cols i),
      1 <=? conv_input i, 1 <=? conv_filter i, 1 <=? conv_partial i, 1 <=? conv_output i, 0 <=? conv_capacity i & 1 <=? conv_memories i].

(** The executions that it speaks about. *)
Notation conv_memories_type i := ('I_(Z.to_nat (conv_memories i))).
Notation conv_type i := (conv (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i))
  (axis_for (conv_rows i)) (axis_for (conv_cols i))).
Definition conv_sizes_for (i : conv_instance) : sizes (conv_type i) := conv_sizes _ _ _ _ _
  (Z.to_nat (conv_input i)) (Z.to_nat (conv_filter i)) (Z.to_nat (conv_partial i)) (Z.to_nat (conv_output i)).
Definition conv_legal (i : conv_instance) (e : execution [finType of conv_memories_type i] (conv_type i)) : Prop :=
  legal (conv_sizes_for i) (Z.to_nat (conv_capacity i)) e.
Definition conv_parts_at_least (i : conv_instance) (reads writes value : Z) : Prop := forall e, conv_legal (i := i) e ->
  [/\ no_slow_adds e -> reads <= Z.of_nat (loads (conv_sizes_for i) e), writes <= Z.of_nat (stores (conv_sizes_for i) e)
    & value <= Z.of_nat (traffic (conv_sizes_for i) e)].
Definition conv_moved_by_one_memory (i : conv_instance) (x : Z) : Prop :=
  forall e, conv_legal (i := i) e -> exists p, x <= Z.of_nat (traffic_of (conv_sizes_for i) e p).

(** ** Residues of taps along an axis, and classes of equal reuse *)
Record tap_residue := TapResidue { entry_reuse : Z; entry_uses : Z; entry_taps : Z; entry_pairs : Z }.
Definition entry (a : conv_axis) (e : nat) : tap_residue :=
  TapResidue (residue_reuse a (Z.of_nat e)) (residue_uses a (Z.of_nat e)) (residue_taps a (Z.of_nat e)) (residue_pairs a (Z.of_nat e)).
Definition listed (a : conv_axis) (e : nat) : bool :=
  if Z.of_nat e <? axis_stride a then 0 <? residue_taps a (Z.of_nat e) else false.
Definition entries (a : conv_axis) : seq tap_residue := [seq entry a e | e <- iota 0 (taps_number a) & listed a e].

Definition sum_over (F : tap_residue -> Z) (s : seq tap_residue) : Z := foldr (fun x t => F x + t) 0 s.
Definition maximum_over (F : tap_residue -> Z) (s : seq tap_residue) : Z := foldr (fun x t => Z.max (F x) t) 0 s.

(** Reuses in falling order, each once. *)
Fixpoint insert_falling (r : Z) (l : seq Z) : seq Z :=
  match l with
  | [::] => [:: r]
  | h :: t => if r =? h then l else if h <? r then r :: l else h :: insert_falling r t
  end.
Definition classes (s : seq tap_residue) : seq Z := foldr (fun x l => insert_falling (entry_reuse x) l) [::] s.
Fixpoint position (r : Z) (l : seq Z) : nat := if l is h :: t then (if r =? h then O else S (position r t)) else O.

(** The price of a class of rows and one of columns. *)
Definition price_in (prices rows cols : seq Z) (x y : Z) : Z := nth 0 prices (position x rows * size cols + position y cols)%N.

(** What follows from instance and prices. *)
Record figures := Figures { all_worth : Z; beta_of : Z; of_input : Z; of_filter : Z; of_output : Z }.

Definition figures_of (i : conv_instance) (prices : seq Z) : figures :=
  let rows := entries (conv_rows i) in
  let cols := entries (conv_cols i) in
  let rows_classes := classes rows in
  let cols_classes := classes cols in
  let price x y := price_in prices rows_classes cols_classes (entry_reuse x) (entry_reuse y) in
  let uses := tap_uses (conv_rows i) * tap_uses (conv_cols i) in
  Figures
    (conv_batch i * conv_channels i * conv_filters i
      * sum_over (fun x => sum_over (fun y => price x y * (entry_pairs x * entry_pairs y)) cols) rows)
    (maximum_over (fun x => maximum_over (fun y => price x y * price x y * (entry_reuse x * entry_reuse y)) cols) rows)
    (maximum_over (fun x => maximum_over (fun y => price x y * (conv_filters i * (entry_uses x * entry_uses y))) cols) rows)
    (maximum_over (fun x => maximum_over (fun y => price x y * (conv_batch i * uses)) cols) rows)
    (conv_channels i * sum_over (fun x => sum_over (fun y => price x y * (entry_taps x * entry_taps y)) cols) rows).

Definition check_prices (i : conv_instance) (prices : seq Z) : bool :=
  [&& (size prices == size (classes (entries (conv_rows i))) * size (classes (entries (conv_cols i))))%N,
      all (fun y => 0 <=? y) prices & has (fun y => 0 <? y) prices].

Definition positive_figures (f : figures) : bool :=
  [&& 0 <? beta_of f, 0 <? of_input f, 0 <? of_filter f & 0 <? of_output f].

Section Lists.
Variable a : conv_axis.
Hypothesis ok : check_axis a = true.
Notation N := (axis_for a).

Lemma entries_ord : entries a = [seq entry a (val e) | e <- enum 'I_(kernel N) & listed a (val e)].
Proof. by rewrite /entries -[taps_number a]/(kernel N) -val_enum_ord filter_map -map_comp. Qed.

Lemma sum_entries (G : 'I_(kernel N) -> nat) F :
  (forall e, Z.of_nat (G e) = F (entry a e)) -> Z.of_nat (\sum_(e | listed a (val e)) G e)%N = sum_over F (entries a).
Proof.
move=> GF; rewrite entries_ord.
have -> : (\sum_(e | listed a (val e)) G e = \sum_(e <- enum 'I_(kernel N) | listed a (val e)) G e)%N by rewrite big_enum_cond.
by elim: (enum 'I_(kernel N)) => [|e s IH] /=; rewrite ?big_nil // big_cons; case: ifP => _ //=; rewrite z_add GF IH.
Qed.

Lemma maximum_entries F (e : 'I_(kernel N)) : listed a (val e) -> F (entry a e) <= maximum_over F (entries a).
Proof.
move=> le; have : e \in [seq e <- enum 'I_(kernel N) | listed a (val e)] by rewrite mem_filter le mem_enum.
rewrite entries_ord /maximum_over; elim: [seq e <- _ | _] => //= j s IH; rewrite inE => /predU1P[<-|/IH]; lia.
Qed.

Lemma meeting_listed (m : meeting N) : listed a (val (residue m)).
Proof.
have [[x k s] _] := axis_facts ok; rewrite /listed.
have -> : Z.of_nat (val (residue m)) <? axis_stride a.
  by apply/Z.ltb_lt; rewrite (residue_z ok (at_tap m)); have := Z.mod_pos_bound (Z.of_nat (at_tap m)) (axis_stride a); lia.
apply/Z.ltb_lt; apply: Z.lt_le_trans (@taps_z _ ok (residue m)); apply: (@z_lt 0).
by apply/card_gt0P; exists (at_tap m); apply/imsetP; exists m; rewrite ?inE.
Qed.

(** Sums over meetings and over taps that are used, residue by residue. *)
Lemma sum_meetings (F : 'I_(kernel N) -> nat) :
  (\sum_(m : meeting N) F (residue m) = \sum_(e | listed a (val e)) F e * #|[set m : meeting N | residue m == e]|)%N.
Proof.
rewrite (partition_big (@residue N) (fun e => listed a (val e))) /= => [|m _]; last exact: meeting_listed.
apply: eq_bigr => e _; rewrite (eq_bigr (fun=> F e)) => [|m /eqP -> //].
by rewrite sum_nat_const mulnC; congr (_ * _)%N; apply: eq_card => m; rewrite inE.
Qed.

Lemma sum_used_taps (F : 'I_(kernel N) -> nat) :
  (\sum_(r in used_taps N) F (residue_of r) = \sum_(e | listed a (val e)) F e * #|taps_of e|)%N.
Proof.
rewrite (partition_big (@residue_of N) (fun e => listed a (val e))) /= => [|_ /imsetP[m _ ->]]; last exact: meeting_listed.
apply: eq_bigr => e _; rewrite (eq_bigr (fun=> F e)) => [|r /andP[_ /eqP ->] //].
rewrite sum_nat_const mulnC; congr (_ * _)%N; apply: eq_card => r; apply/andP/imsetP => [[/imsetP[m _ ->] /eqP h]|[m]].
  by exists m; rewrite // inE; apply/eqP.
by rewrite inE => /eqP h ->; rewrite imset_f // -h.
Qed.
End Lists.

Section Figures.
Variables (i : conv_instance) (prices : seq Z).
Hypothesis ok : check_conv_instance i = true.
Hypothesis prices_ok : check_prices i prices = true.
Notation rows := (axis_for (conv_rows i)).
Notation cols := (axis_for (conv_cols i)).
Notation f := (figures_of i prices).

Lemma conv_instance_ok : [/\ 1 <= conv_batch i, 1 <= conv_channels i & 1 <= conv_filters i] /\
  (check_axis (conv_rows i) = true /\ check_axis (conv_cols i) = true) /\
  [/\ 1 <= conv_input i, 1 <= conv_filter i, 1 <= conv_partial i & 1 <= conv_output i] /\ 0 <= conv_capacity i /\ 1 <= conv_memories i.
Proof.
move: ok; rewrite /check_conv_instance.
move=> /and5P[/Z.leb_le b /Z.leb_le c /Z.leb_le o r /and5P[s /Z.leb_le wi /Z.leb_le ww /Z.leb_le wp /and3P[/Z.leb_le wo /Z.leb_le q /Z.leb_le m]]].
by do !split.
Qed.

Lemma le_mul a b c d : 0 <= a -> 0 <= b -> a <= c -> b <= d -> a * b <= c * d.
Proof. by move=> a0 b0 ac bd; apply: Z.mul_le_mono_nonneg. Qed.

(** A sum over residues of rows and of columns. *)
Lemma sum_pairs (G : 'I_(kernel rows) -> 'I_(kernel cols) -> nat) (F : tap_residue -> tap_residue -> Z) :
  (forall e e', Z.of_nat (G e e') = F (entry (conv_rows i) e) (entry (conv_cols i) e')) ->
  Z.of_nat (\sum_(e | listed (conv_rows i) (val e)) \sum_(e' | listed (conv_cols i) (val e')) G e e')%N
  = sum_over (fun x => sum_over (F x) (entries (conv_cols i))) (entries (conv_rows i)).
Proof.
move=> GF; apply: (sum_entries (F := fun x => sum_over (F x) (entries (conv_cols i)))) => e.
by apply: (sum_entries (F := F (entry (conv_rows i) e))) => e'; apply: GF.
Qed.

(** What all products come to, and the products of one sum at most, where what one comes to follows from the entries of its residues. *)
Section Sums.
Variables (P : 'I_(kernel rows) -> 'I_(kernel cols) -> nat) (F : tap_residue -> tap_residue -> Z).
Hypothesis PF : forall e e', Z.of_nat (P e e') = F (entry (conv_rows i) e) (entry (conv_cols i) e').

Lemma total_price_z : Z.of_nat (total_price (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i)) P)
  = conv_batch i * conv_channels i * conv_filters i
    * sum_over (fun x => sum_over (fun y => F x y * (entry_pairs x * entry_pairs y)) (entries (conv_cols i))) (entries (conv_rows i)).
Proof.
have [[b1 c1 o1] [[okr okc] _]] := conv_instance_ok.
rewrite /total_price !z_mul !Z2Nat.id; try lia; congr (_ * _).
rewrite (sum_meetings okr (fun e => \sum_(m' : meeting cols) P e (residue m'))%N).
rewrite (eq_bigr (fun e => \sum_(e' | listed (conv_cols i) (val e'))
    P e e' * (#|[set m : meeting rows | residue m == e]| * #|[set m : meeting cols | residue m == e']|))%N) => [|e _].
  apply: (sum_pairs (F := fun x y => F x y * (entry_pairs x * entry_pairs y))) => e e'.
  by rewrite !z_mul PF (pairs_z okr) (pairs_z okc).
rewrite (sum_meetings okc (P e)) big_distrl; apply: eq_bigr => e' _ /=.
by rewrite -mulnA; congr (_ * _)%N; rewrite mulnC.
Qed.

Lemma used_price_z :
  Z.of_nat (\sum_(r in used_taps rows) \sum_(r' in used_taps cols) P (residue_of r) (residue_of r'))%N
  <= sum_over (fun x => sum_over (fun y => F x y * (entry_taps x * entry_taps y)) (entries (conv_cols i))) (entries (conv_rows i)).
Proof.
have [[b1 c1 o1] [[okr okc] _]] := conv_instance_ok.
rewrite (sum_used_taps okr (fun e => \sum_(r' in used_taps cols) P e (residue_of r'))%N).
apply: Z.le_trans (_ : Z.of_nat (\sum_(e | listed (conv_rows i) (val e)) \sum_(e' | listed (conv_cols i) (val e'))
  P e e' * (Z.to_nat (residue_taps (conv_rows i) (Z.of_nat e)) * Z.to_nat (residue_taps (conv_cols i) (Z.of_nat e'))))%N <= _).
  apply: z_le; apply: leq_sum => e _; rewrite (sum_used_taps okc (P e)) big_distrl; apply: leq_sum => e' _ /=.
  rewrite -mulnA leq_mul2l; apply/orP; right; rewrite mulnC leq_mul //; apply: n_le.
    by have h := @taps_z _ okr e; rewrite Z2Nat.id; [exact: h | exact: Z.le_trans (Nat2Z.is_nonneg _) h].
  by have h := @taps_z _ okc e'; rewrite Z2Nat.id; [exact: h | exact: Z.le_trans (Nat2Z.is_nonneg _) h].
apply: Z.eq_le_incl; apply: (sum_pairs (F := fun x y => F x y * (entry_taps x * entry_taps y))) => e e'.
rewrite !z_mul PF !Z2Nat.id //.
  exact: Z.le_trans (Nat2Z.is_nonneg _) (@taps_z _ okc e').
exact: Z.le_trans (Nat2Z.is_nonneg _) (@taps_z _ okr e).
Qed.
End Sums.

Let price x y := price_in prices (classes (entries (conv_rows i))) (classes (entries (conv_cols i))) x y.

Lemma price_nonneg x y : 0 <= price x y.
Proof.
case/and3P: prices_ok => _ /(all_nthP 0) nonneg _; rewrite /price /price_in.
set k := (_ + _)%N; case: (ltnP k (size prices)) => h; last by rewrite nth_default.
exact/Z.leb_le/nonneg.
Qed.

(** The price of a residue of rows and one of columns, for the theorem. *)
Definition price_of (e : 'I_(kernel rows)) (e' : 'I_(kernel cols)) : nat :=
  Z.to_nat (price (residue_reuse (conv_rows i) (Z.of_nat e)) (residue_reuse (conv_cols i) (Z.of_nat e'))).

Lemma price_z e e' : Z.of_nat (price_of e e') = price (entry_reuse (entry (conv_rows i) e)) (entry_reuse (entry (conv_cols i) e')).
Proof. by rewrite /price_of Z2Nat.id //; apply: price_nonneg. Qed.

Lemma maximum_pairs (F : tap_residue -> tap_residue -> Z) (m : meeting rows) (m' : meeting cols) :
  F (entry (conv_rows i) (residue m)) (entry (conv_cols i) (residue m'))
  <= maximum_over (fun x => maximum_over (F x) (entries (conv_cols i))) (entries (conv_rows i)).
Proof.
have [_ [[okr okc] _]] := conv_instance_ok.
apply: Z.le_trans (maximum_entries (F := F (entry (conv_rows i) (residue m))) (meeting_listed okc m')) _.
exact: (maximum_entries (F := fun x => maximum_over (F x) (entries (conv_cols i))) (meeting_listed okr m)).
Qed.

Lemma all_worth_z : Z.of_nat (total_price (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i)) (Z.to_nat (conv_filters i)) price_of)
  = all_worth f.
Proof. exact: (total_price_z (F := fun x y => price (entry_reuse x) (entry_reuse y)) price_z). Qed.

Lemma figures_priced : positive_figures f = true -> priced (Z.to_nat (conv_batch i)) (Z.to_nat (conv_channels i))
  (Z.to_nat (conv_filters i)) price_of (Z.to_nat (beta_of f)) (Z.to_nat (of_input f)) (Z.to_nat (of_filter f)) (Z.to_nat (of_output f)).
Proof.
case/and4P => /Z.ltb_lt fb /Z.ltb_lt fi /Z.ltb_lt fw /Z.ltb_lt fo.
have [[b1 c1 o1] [[okr okc] _]] := conv_instance_ok.
split=> [m m'|m m'|m m'|].
- apply: n_le; rewrite z_mul z_square z_mul price_z Z2Nat.id; last lia.
  apply: Z.le_trans (@maximum_pairs (fun x y => price (entry_reuse x) (entry_reuse y) * price (entry_reuse x) (entry_reuse y)
    * (entry_reuse x * entry_reuse y)) m m').
  apply: Z.mul_le_mono_nonneg_l; first by apply: Z.mul_nonneg_nonneg; apply: price_nonneg.
  by apply: le_mul; try lia; [exact: (@reuse_z _ okr) | exact: (@reuse_z _ okc)].
- apply: n_le; rewrite z_mul price_z !z_mul !Z2Nat.id; try lia.
  apply: Z.le_trans (@maximum_pairs (fun x y => price (entry_reuse x) (entry_reuse y)
    * (conv_filters i * (entry_uses x * entry_uses y))) m m').
  apply: Z.mul_le_mono_nonneg_l; first exact: price_nonneg.
  apply: Z.mul_le_mono_nonneg_l; first lia.
  by apply: le_mul; try lia; [exact: (@uses_z _ okr) | exact: (@uses_z _ okc)].
- apply: n_le; rewrite z_mul price_z !z_mul !Z2Nat.id; try lia.
  apply: Z.le_trans (@maximum_pairs (fun x y => price (entry_reuse x) (entry_reuse y)
    * (conv_batch i * (tap_uses (conv_rows i) * tap_uses (conv_cols i)))) m m').
  apply: Z.mul_le_mono_nonneg_l; first exact: price_nonneg.
  apply: Z.mul_le_mono_nonneg_l; first lia.
  by apply: le_mul; try lia; [exact: (@tap_uses_z _ okr) | exact: (@tap_uses_z _ okc)].
- apply: n_le; rewrite z_mul !Z2Nat.id; try lia.
  apply: Z.mul_le_mono_nonneg_l; first lia.
  exact: (used_price_z (F := fun x y => price (entry_reuse x) (entry_reuse y)) price_z).
Qed.
End Figures.
