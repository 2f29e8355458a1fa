(** * A checked checker: certificates of whole passes over the filters of a convolution

    The rules of `redblue verify` (src/verify/conv/whole-passes.ts) over binary integers, and that they are sound. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Window ConvolutionSets Convolution PassesParts PassesConvolution Whole CheckProduct CheckPasses.
From Redblue Require Export CheckConvolution.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** ** How many outputs of an axis are met by how many taps *)
Definition tally (found : Z * Z) : seq (Z * Z) -> seq (Z * Z) :=
  fix add l := match l with
  | [::] => [:: found]
  | h :: t => if h.1 =? found.1 then (h.1, h.2 + found.2) :: t else h :: add t
  end.
Definition total (F : Z -> Z) (l : seq (Z * Z)) : Z := foldr (fun x s => x.2 * F x.1 + s) 0 l.

Definition taps_met (a : conv_axis) (p : Z) : Z :=
  Z.min (axis_kernel a) (axis_extent a + axis_padding a - axis_stride a * p) - Z.max 0 (axis_padding a - axis_stride a * p).

(** So many different numbers of taps are told apart, and the whole kernel. *)
Definition tap_numbers : Z := 64.
Definition taps_counted (a : conv_axis) (p : Z) : Z :=
  let step := (axis_kernel a + tap_numbers - 1) / tap_numbers in
  let taps := taps_met a p in
  if taps =? axis_kernel a then taps else Z.max 1 (taps / step * step).

(** All taps meet the outputs from [first_full] to before [past_full]. *)
Definition first_full (a : conv_axis) : Z := Z.min (axis_places a) ((axis_padding a + axis_stride a - 1) / axis_stride a).
Definition past_full (a : conv_axis) : Z :=
  Z.max (first_full a) (Z.min (axis_places a) ((axis_extent a + axis_padding a - axis_kernel a) / axis_stride a + 1)).

Definition one_by_one (a : conv_axis) (first number : Z) (l : seq (Z * Z)) : seq (Z * Z) :=
  foldr (fun p => tally (taps_counted a (Z.of_nat p), 1)) l (iota (Z.to_nat first) (Z.to_nat number)).
Definition outputs_by_taps (a : conv_axis) : seq (Z * Z) :=
  let full := past_full a - first_full a in
  one_by_one a 0 (first_full a) (one_by_one a (past_full a) (axis_places a - past_full a)
    (if 0 <? full then [:: (axis_kernel a, full)] else [::])).

Lemma total_tally F found l : total F (tally found l) = found.2 * F found.1 + total F l.
Proof.
elim: l => [|h t IH] //=; case: Z.eqb_spec => [same|_] /=; first by rewrite same; lia.
by rewrite IH; lia.
Qed.

Lemma total_one_by_one F a first number l : total F (one_by_one a first number l)
  = foldr (fun p s => F (taps_counted a (Z.of_nat p)) + s) 0 (iota (Z.to_nat first) (Z.to_nat number)) + total F l.
Proof. by rewrite /one_by_one; elim: (iota _ _) => [|p s IH] //=; rewrite total_tally IH [(_, _).2]/= Z.mul_1_l Z.add_assoc. Qed.

Section Axis.
Variable a : conv_axis.
Hypothesis ok : check_axis a = true.
Notation N := (axis_for a).

Definition taps_of_output (p : 'I_(places N)) : nat := Z.to_nat (taps_counted a (Z.of_nat p)).

Lemma taps_counted_pos p : 1 <= taps_counted a p.
Proof. by have [[x k s] _] := axis_facts ok; rewrite /taps_counted; case: Z.eqb_spec => [->|_]; [exact: k | exact: Z.le_max_l]. Qed.

Lemma taps_met_z (p : 'I_(places N)) : Z.max 0 (taps_met a (Z.of_nat p)) = Z.of_nat #|[set m : meeting N | at_output m == p]|.
Proof.
have [[x k s] [z zk kx]] := axis_facts ok; rewrite /taps_met -(@card_range (kernel N)); last 2 first.
- by lia.
- by rewrite /= Z2Nat.id; lia.
rewrite -(card_in_imset (f := @at_tap N)) => [|m m']; last first.
  by rewrite !inE => /eqP h /eqP h' rr; apply: by_output_tap => //; rewrite h h'.
congr Z.of_nat; apply: eq_card => r; have rk : Z.of_nat r < axis_kernel a by have := z_lt (ltn_ord r); rewrite /= Z2Nat.id; lia.
rewrite inE; apply/andP/imsetP => [[/Z.leb_le h1 /Z.ltb_lt h2]|[m]].
  by have [|m mr mp] := proj2 (meets_inside ok p r); [lia | exists m; rewrite ?inE ?mp].
rewrite inE => /eqP mp rE; have := proj1 (meets_inside ok p r); case; first by exists m.
by move=> h1 h2; split; [apply/Z.leb_le; lia | apply/Z.ltb_lt; lia].
Qed.

Lemma taps_of_output_le (p : 'I_(places N)) : (taps_of_output p <= #|[set m : meeting N | at_output m == p]|)%N.
Proof.
have [[x k s] _] := axis_facts ok; have met := taps_met_z p.
have [m0 m0p] := output_meets (axis_for_ok ok) p.
have one : 1 <= Z.of_nat #|[set m : meeting N | at_output m == p]|.
  by have : (0 < #|[set m : meeting N | at_output m == p]|)%N by [apply/card_gt0P; exists m0; rewrite inE m0p]; move/z_lt; lia.
have := @taps_counted_pos (Z.of_nat p); rewrite /taps_of_output /taps_counted.
set t := taps_met _ _ in met *; set step := (_ + _ - 1) / _ => pos.
apply: n_le; rewrite Z2Nat.id; last lia; case: Z.eqb_spec pos => [tk|_] pos; first lia.
have step0 : 0 < step by apply: Z.div_str_pos; rewrite /tap_numbers; lia.
by have := Z.mul_div_le t step step0; lia.
Qed.

(** As many meetings of each output as count. *)
Definition meetings_of_output (p : 'I_(places N)) : {set meeting N} :=
  [set m in take (taps_of_output p) (enum [set m : meeting N | at_output m == p])].

Lemma meetings_of_output_at p m : m \in meetings_of_output p -> at_output m = p.
Proof. by rewrite inE => /mem_take; rewrite mem_enum inE => /eqP. Qed.

Lemma meetings_of_output_card p : #|meetings_of_output p| = taps_of_output p.
Proof.
rewrite cardsE; have /card_uniqP -> : uniq (take (taps_of_output p) (enum [set m : meeting N | at_output m == p])).
  by rewrite take_uniq ?enum_uniq.
by rewrite size_takel // -cardE taps_of_output_le.
Qed.

Lemma full_between p : first_full a <= p < past_full a -> taps_counted a p = axis_kernel a.
Proof.
have [[x k s] [z zk kx]] := axis_facts ok; rewrite /past_full /first_full => h.
have above := ceil_le (axis_padding a) p (d := axis_stride a) ltac:(lia).
have below : p < (axis_extent a + axis_padding a - axis_kernel a) / axis_stride a + 1 by lia.
have mul := Z.mul_div_le (axis_extent a + axis_padding a - axis_kernel a) (axis_stride a) ltac:(lia).
have pad : axis_padding a <= axis_stride a * p by apply/above; lia.
have room : axis_stride a * p <= axis_extent a + axis_padding a - axis_kernel a.
  by apply: Z.le_trans mul; apply: Z.mul_le_mono_nonneg_l; lia.
by rewrite /taps_counted /taps_met; case: Z.eqb_spec => ?; lia.
Qed.

(** Sums over outputs. *)
Lemma sum_by_taps (G : nat -> nat) (F : Z -> Z) : (forall t, 1 <= t -> Z.of_nat (G (Z.to_nat t)) = F t) ->
  Z.of_nat (\sum_p G (taps_of_output p))%N = total F (outputs_by_taps a).
Proof.
move=> GF; have [[x k s] [z zk kx]] := axis_facts ok.
rewrite (@sum_below_ord _ _ (fun p => F (taps_counted a p))) => [|p]; last by apply/GF/taps_counted_pos.
have pl := places_z ok; have pl0 : 0 <= axis_places a by lia.
have first0 : 0 <= first_full a by apply: Z.min_glb => //; apply: Z.div_pos; lia.
have order : first_full a <= past_full a <= axis_places a by rewrite /past_full /first_full; lia.
have -> : places N = (Z.to_nat (first_full a) + (Z.to_nat (past_full a - first_full a) + Z.to_nat (axis_places a - past_full a)))%N.
  by apply: Nat2Z.inj; rewrite pl !z_add !Z2Nat.id; lia.
rewrite /sum_below !iotaD !foldr_cat /outputs_by_taps !total_one_by_one.
have -> : (0 + Z.to_nat (first_full a) + Z.to_nat (past_full a - first_full a) = Z.to_nat (past_full a))%N.
  by apply: Nat2Z.inj; rewrite !z_add !Z2Nat.id; lia.
have add (f : nat -> Z) l c : foldr (fun p s => f p + s) c l = foldr (fun p s => f p + s) 0 l + c.
  by elim: l => [|p l IH] //=; rewrite IH; lia.
rewrite add [X in _ + X]add Z.add_assoc; set tail := foldr _ 0 (iota (Z.to_nat (past_full a)) _); set head := foldr _ 0 (iota 0 _).
have same l : (forall p, p \in l -> taps_counted a (Z.of_nat p) = axis_kernel a) ->
    foldr (fun p s => F (taps_counted a (Z.of_nat p)) + s) 0 l = Z.of_nat (size l) * F (axis_kernel a).
  elim: l => [|p l IH] // all; rewrite [LHS]/= IH => [|q ql]; last by apply: all; rewrite inE ql orbT.
  by rewrite all ?mem_head // [size _]/= Nat2Z.inj_succ Z.mul_succ_l Z.add_comm.
rewrite same ?size_iota ?Z2Nat.id; [|lia|]; last first.
  move=> p; rewrite mem_iota => /andP[/z_le h1 /z_lt h2]; apply: full_between.
  by rewrite !z_add !Z2Nat.id in h1 h2; lia.
move: head tail => head tail; case: Z.ltb_spec => h; rewrite [total _ _]/=; first lia.
by have -> : past_full a - first_full a = 0 by [lia]; lia.
Qed.
End Axis.

(** ** `convolution-whole-passes` *)
Record conv_whole_passes_certificate := ConvWholePassesCertificate {
  conv_passes_instance : conv_instance; conv_passes_fits : Z; conv_passes_value : Z }.

Definition conv_moved_at_least (i : conv_instance) (value : Z) : Prop :=
  forall e, conv_legal (i := i) e -> value <= Z.of_nat (traffic (conv_sizes_for i) e).

(** In how many products with one output channel an input is, at most. *)
Definition axis_times (a : conv_axis) : Z :=
  Z.max 1 (maximum_below (fun e => if e <? axis_stride a then residue_uses a e else 0) (taps_number a)).
Definition conv_times (i : conv_instance) : Z := axis_times (conv_rows i) * axis_times (conv_cols i).

(** What a pixel met by so many taps pays, and all of them, less a partial sum of each output. *)
Definition pixel_least (i : conv_instance) (fits taps : Z) : Z :=
  least_of_parts (conv_filters i) (conv_times i * conv_partial i) (conv_channels i * taps) (conv_input i) fits.
Definition conv_passes_paid (i : conv_instance) (fits : Z) (rows cols : seq (Z * Z)) : Z :=
  conv_batch i * total (fun t => total (fun t' => pixel_least i fits (t * t')) cols) rows
  - conv_times i * parts_of_unit * (conv_partial i * conv_outputs_of i).

Definition check_convolution_whole_passes (c : conv_whole_passes_certificate) : bool :=
  let i := conv_passes_instance c in
  let fits := conv_passes_fits c in
  let unit := conv_unit_of i (conv_partial i) in
  if check_conv_instance i then
  let rows := outputs_by_taps (conv_rows i) in
  let cols := outputs_by_taps (conv_cols i) in
  let paid := conv_passes_paid i fits rows cols in
  [&& fills (conv_capacity i / unit * unit) (conv_filter i) fits,
      has (fun x => has (fun y => fits <=? conv_filters i * (conv_channels i * (x.1 * y.1))) cols) rows,
      0 <? paid
    & conv_passes_value c =? passes_value (conv_times i) paid (conv_output i * conv_outputs_of i)] else false.

Section Instance.
Variable i : conv_instance.
Hypothesis ok : check_conv_instance i = true.
Notation rows := (axis_for (conv_rows i)).
Notation cols := (axis_for (conv_cols i)).

Lemma conv_times_uses (m : meeting rows) (m' : meeting cols) :
  (input_uses (residue m) * input_uses (residue m') <= Z.to_nat (conv_times i))%N.
Proof.
have [_ [[okr okc] _]] := conv_instance_ok ok.
have of_axis a (oka : check_axis a = true) (x : meeting (axis_for a)) : Z.of_nat (input_uses (residue x)) <= axis_times a.
  have := @maximum_below_ge (fun e => if e <? axis_stride a then residue_uses a e else 0) (taps_number a) (residue x).
  have := @uses_z _ oka (residue x); have := meeting_listed oka x; rewrite /listed /axis_times; case: Z.ltb_spec => // _ _.
  by move=> h1 h2; apply: Z.le_trans h1 _; apply: Z.le_trans h2 _; apply: Z.le_max_r.
have := of_axis _ okr m; have := of_axis _ okc m'; rewrite /conv_times => hc hr.
by apply: n_le; rewrite z_mul Z2Nat.id; [apply: Z.mul_le_mono_nonneg; lia | apply: Z.mul_nonneg_nonneg; lia].
Qed.

Lemma conv_times_pos : 1 <= conv_times i.
Proof. by apply: (Z.mul_le_mono_nonneg 1 _ 1); rewrite /axis_times; lia. Qed.

(** All pixels, by the taps that count of each. *)
Lemma sum_pixels (H : nat -> nat) (F : Z -> Z) : (forall t, 1 <= t -> Z.of_nat (H (Z.to_nat t)) = F t) ->
  Z.of_nat (\sum_(d : 'I_(Z.to_nat (conv_batch i)) * 'I_(places rows) * 'I_(places cols))
    H (taps_of_output d.1.2 * taps_of_output d.2)%N)%N
  = conv_batch i * total (fun t => total (fun t' => F (t * t')) (outputs_by_taps (conv_cols i))) (outputs_by_taps (conv_rows i)).
Proof.
move=> HF; have [[b1 c1 o1] [[okr okc] _]] := conv_instance_ok ok.
rewrite -(pair_bigA _ (fun (x : 'I_(Z.to_nat (conv_batch i)) * 'I_(places rows)) (q : 'I_(places cols)) =>
  H (taps_of_output x.2 * taps_of_output q)%N)) /=.
rewrite -(pair_bigA _ (fun (b : 'I_(Z.to_nat (conv_batch i))) (p : 'I_(places rows)) =>
  \sum_(q : 'I_(places cols)) H (taps_of_output p * taps_of_output q)%N)%N) /=.
rewrite sum_nat_const card_ord z_mul Z2Nat.id; last lia.
congr (_ * _); apply: (sum_by_taps okr (G := fun t => (\sum_(q : 'I_(places cols)) H (t * taps_of_output q))%N)) => t t1.
apply: (sum_by_taps okc (G := fun t' => H (Z.to_nat t * t')%N)) => t' t1'.
by rewrite -HF; [rewrite to_nat_mul; lia | nia].
Qed.
End Instance.

Lemma pixels_z parts times output partial all outs moved : (all + Z.to_nat parts * Z.to_nat times * (Z.to_nat output * outs)
    <= Z.to_nat parts * Z.to_nat times * (moved + Z.to_nat partial * outs))%N ->
  0 <= parts -> 0 <= times -> 0 <= output -> 0 <= partial ->
  Z.of_nat all + parts * times * (output * Z.of_nat outs) <= parts * times * (Z.of_nat moved + partial * Z.of_nat outs).
Proof. by move/z_le; rewrite !(z_add, z_mul) => h p0 t0 o0 w0; rewrite !Z2Nat.id in h. Qed.

Theorem check_convolution_whole_passes_sound c : check_convolution_whole_passes c = true ->
  conv_moved_at_least (conv_passes_instance c) (conv_passes_value c).
Proof.
rewrite /check_convolution_whole_passes; cbv zeta; rewrite guardE.
case: c => i s v; rewrite [conv_passes_instance _]/= [conv_passes_fits _]/= [conv_passes_value _]/=.
case/and3P => ok /and3P[/Z.leb_le s1 /Z.leb_le fill _] /and3P[_ _ /Z.eqb_eq ->] e leg.
have [[b1 c1 o1] [[okr okc] [[i1 f1 p1 u1] [cap0 q1]]]] := conv_instance_ok ok.
have w0 : 0 < conv_partial i by lia.
have [u0 [ui [uf up]]] := conv_unit_ok i w0; set u := conv_unit_of i (conv_partial i) in fill u0 ui uf up.
have dv y : 1 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y0; apply: n_to_nat_div; lia.
have nat_pos x : 1 <= x -> (0 < Z.to_nat x)%N by move=> x1; apply: n_lt; rewrite Z2Nat.id; lia.
have t1 : 1 <= conv_times i by exact: conv_times_pos.
set tau := conv_times i in t1.
have wide1 : 1 <= tau * conv_partial i by have := Z.mul_le_mono_nonneg 1 tau 1 (conv_partial i); lia.
have room : (Z.to_nat (conv_capacity i) %/ Z.to_nat u * Z.to_nat u <= Z.to_nat s * Z.to_nat (conv_filter i))%N.
  by apply: n_le; rewrite !z_mul z_div !Z2Nat.id; lia.
pose along (t : nat) := conv_channels i * Z.of_nat t.
pose cells t := conv_filters i * along t.
pose whole t := Z.to_nat (cells t / s).
pose rest t := Z.to_nat (cells t mod s).
pose full t := Z.to_nat (full_part (conv_filters i) (tau * conv_partial i) (along t) (conv_input i) s).
pose some t := Z.to_nat (covering (conv_filters i) (tau * conv_partial i) (along t) (conv_input i) (cells t mod s)).
pose taps (d : 'I_(Z.to_nat (conv_batch i)) * 'I_(places (axis_for (conv_rows i))) * 'I_(places (axis_for (conv_cols i)))) :=
  pixel_taps (@meetings_of_output (conv_rows i)) (@meetings_of_output (conv_cols i)) d.
have tapsE d : taps d = (taps_of_output d.1.2 * taps_of_output d.2)%N by rewrite /taps /pixel_taps !meetings_of_output_card.
have taps1 d : 1 <= Z.of_nat (taps d).
  rewrite tapsE z_mul; apply: (Z.mul_le_mono_nonneg 1 _ 1) => //.
    by rewrite /taps_of_output Z2Nat.id; have := @taps_counted_pos _ okr (Z.of_nat d.1.2); lia.
  by rewrite /taps_of_output Z2Nat.id; have := @taps_counted_pos _ okc (Z.of_nat d.2); lia.
have along1 t : 1 <= Z.of_nat t -> 1 <= along t by move=> h; apply: (Z.mul_le_mono_nonneg 1 _ 1).
have alongE t : (Z.to_nat (conv_channels i) * t = Z.to_nat (along t))%N by rewrite -{1}(Nat2Z.id t) to_nat_mul //; lia.
have wideE : (Z.to_nat tau * Z.to_nat (conv_partial i) = Z.to_nat (tau * conv_partial i))%N by rewrite to_nat_mul; lia.
have c0 := nat_pos _ c1.
have cells0 t : 0 <= cells t by rewrite /cells /along; do 2 (apply: Z.mul_nonneg_nonneg; first lia); lia.
have split_cells d : (Z.to_nat (conv_filters i) * (Z.to_nat (conv_channels i) * taps d)
    = whole (taps d) * Z.to_nat s + rest (taps d))%N.
  by rewrite alongE (whole_cells o1 (along1 _ (taps1 d)) s1).
have few d : (rest (taps d) < Z.to_nat s)%N by exact: rest_lt.
have none d : rest (taps d) = 0%N -> some (taps d) = 0%N by exact: some_none (along1 _ (taps1 d)) _ s1.
have covered d : covers (Z.to_nat parts_of_unit) (Z.to_nat s) (rest (taps d)) (Z.to_nat (conv_filters i))
    (Z.to_nat tau * Z.to_nat (conv_partial i)) (Z.to_nat (conv_channels i) * taps d) (Z.to_nat (conv_input i))
    (full (taps d)) (some (taps d)).
  by rewrite alongE wideE; exact: parts_covered (along1 _ (taps1 d)) _ s1.
have := @convolution_whole_passes _ _ _ _ _ (axis_for_ok okr) (axis_for_ok okc) _ _ _ _ _ _ e leg (nat_pos _ f1) (Z.to_nat u)
  (dv _ i1 ui) (dv _ f1 uf) (dv _ p1 up) _ _ (@meetings_of_output_at (conv_rows i)) (@meetings_of_output_at (conv_cols i))
  (Z.to_nat tau) (conv_times_uses ok) (Z.to_nat parts_of_unit) (Z.to_nat s) whole rest full some
  room split_cells few none covered c0.
have paid : forall t, 1 <= t -> Z.of_nat (whole (Z.to_nat t) * full (Z.to_nat t) + some (Z.to_nat t))%N = pixel_least i s t.
  move=> t t0; have a1 : 1 <= conv_channels i * t by apply: (Z.mul_le_mono_nonneg 1 _ 1).
  rewrite /pixel_least least_of_partsE z_add z_mul /whole /full /some /cells /along !Z2Nat.id //; try lia.
  - exact: some_nonneg.
  - exact: full_part_nonneg.
  - by apply: Z.div_pos; [apply: Z.mul_nonneg_nonneg; [|apply: Z.mul_nonneg_nonneg] |]; lia.
have sumE := @sum_pixels i ok (fun t => whole t * full t + some t)%N (pixel_least i s) paid.
have outsE := conv_outputs_z ok.
rewrite (eq_bigr (fun d => whole (taps_of_output d.1.2 * taps_of_output d.2) * full (taps_of_output d.1.2 * taps_of_output d.2)
  + some (taps_of_output d.1.2 * taps_of_output d.2))%N) => [|d _]; last by rewrite -/(taps d) tapsE.
move: sumE outsE; move: (\sum_d _)%N (conv_outputs _ _ _ _) (traffic _ e) => all outs moved allE outsE.
move/pixels_z => bound; apply: passes_value_least; first lia.
by rewrite /conv_passes_paid -/tau -allE -outsE; have := bound (Z.lt_le_incl _ _ parts_pos); lia.
Qed.
