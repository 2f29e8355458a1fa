(** * A checked checker: what meets what along an axis, counted as runs of outputs

    The rules of src/verify/conv/window.ts over binary integers: each count is at least (the pairs exactly) what Window.v defines. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Window Whole.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** ** Sums and maxima over 0, ..., n - 1 *)
Definition sum_below (F : Z -> Z) (n : nat) : Z := foldr (fun i s => F (Z.of_nat i) + s) 0 (iota 0 n).
Definition maximum_below (F : Z -> Z) (n : nat) : Z := foldr (fun i s => Z.max (F (Z.of_nat i)) s) 0 (iota 0 n).

Lemma sum_below_ord n (G : 'I_n -> nat) F : (forall i : 'I_n, Z.of_nat (G i) = F (Z.of_nat i)) ->
  Z.of_nat (\sum_i G i)%N = sum_below F n.
Proof.
move=> GF; rewrite /sum_below -val_enum_ord -big_enum /=.
by elim: (enum 'I_n) => [|i s IH] /=; rewrite ?big_nil // big_cons z_add GF IH.
Qed.

Lemma maximum_below_ge F n (i : 'I_n) : F (Z.of_nat i) <= maximum_below F n.
Proof.
have : val i \in iota 0 n by rewrite mem_iota add0n ltn_ord.
rewrite /maximum_below; elim: (iota 0 n) => //= j s IH; rewrite inE => /predU1P[<-|/IH]; lia.
Qed.

Lemma maximum_below_nonneg F n : 0 <= maximum_below F n.
Proof. by rewrite /maximum_below; elim: (iota 0 n) => //= j s IH; lia. Qed.

Lemma card_below (T : finType) (A : {set T}) (f : T -> nat) n :
  {in A &, injective f} -> (forall x, x \in A -> (f x < n)%N) -> (#|A| <= n)%N.
Proof.
case: n => [|n] inj lt.
  by rewrite leqn0 cards_eq0; apply/eqP/setP => x; rewrite inE; apply/negP => /lt.
rewrite -(card_in_imset (f := fun x => inord (f x) : 'I_n.+1) (D := A)) => [|x y xA yA].
  by apply: leq_trans (max_card _) _; rewrite card_ord.
by move/(congr1 val); rewrite /= !inordK ?lt //; apply: inj.
Qed.

(** ** An axis *)
Record conv_axis := ConvAxis { axis_extent : Z; axis_kernel : Z; axis_stride : Z; axis_padding : Z }.

Definition longest_kernel : Z := 4096.
Definition check_axis (a : conv_axis) : bool :=
  [&& 1 <=? axis_extent a, 1 <=? axis_kernel a, axis_kernel a <=? longest_kernel, 1 <=? axis_stride a, 0 <=? axis_padding a,
      axis_padding a <? axis_kernel a & axis_kernel a <=? axis_extent a + 2 * axis_padding a].

Notation axis_for a := (Axis (Z.to_nat (axis_extent a)) (Z.to_nat (axis_kernel a)) (Z.to_nat (axis_stride a)) (Z.to_nat (axis_padding a))).

(** How many outputs; of a tap, the run of outputs that it meets, from [first_output] to before [past_output]. *)
Definition axis_places (a : conv_axis) : Z := (axis_extent a + 2 * axis_padding a - axis_kernel a + axis_stride a) / axis_stride a.
Definition first_output (a : conv_axis) (r : Z) : Z :=
  if r <? axis_padding a then (axis_padding a - r + axis_stride a - 1) / axis_stride a else 0.
Definition past_output (a : conv_axis) (r : Z) : Z :=
  let room := axis_extent a + axis_padding a - r in
  Z.min (if room <=? 0 then 0 else (room + axis_stride a - 1) / axis_stride a) (axis_places a).
Definition run_of (a : conv_axis) (r : Z) : Z := Z.max 0 (past_output a r - first_output a r).

(** Of a residue of taps: those that meet something, pairs of an output and a tap, a range of multiples of the stride in which the
    inputs met lie. *)
Definition taps_number (a : conv_axis) : nat := Z.to_nat (axis_kernel a).
Definition of_residue (a : conv_axis) (e r : Z) : bool := (r mod axis_stride a =? e) && (0 <? run_of a r).
Definition residue_taps (a : conv_axis) (e : Z) : Z := sum_below (fun r => if of_residue a e r then 1 else 0) (taps_number a).
Definition residue_pairs (a : conv_axis) (e : Z) : Z := sum_below (fun r => if of_residue a e r then run_of a r else 0) (taps_number a).
Definition highest_input (a : conv_axis) (e : Z) : Z :=
  maximum_below (fun r => if of_residue a e r then past_output a r + r / axis_stride a else 0) (taps_number a).
Definition lowest_input (a : conv_axis) (e : Z) : Z :=
  highest_input a e
  - maximum_below (fun r => if of_residue a e r then highest_input a e - (first_output a r + r / axis_stride a) else 0) (taps_number a).
Definition residue_uses (a : conv_axis) (e : Z) : Z := Z.min (residue_taps a e) (axis_places a).
Definition residue_reuse (a : conv_axis) (e : Z) : Z := Z.min (residue_uses a e) (highest_input a e - lowest_input a e).
Definition tap_uses (a : conv_axis) : Z := maximum_below (run_of a) (taps_number a).

Lemma ceil_le d x q : 0 < d -> ((x + d - 1) / d <= q <-> x <= d * q).
Proof.
move=> d0; have := Z.div_mod (x + d - 1) d ltac:(lia); have := Z.mod_pos_bound (x + d - 1) d d0.
by set k := (x + d - 1) / d => m h; split => le; nia.
Qed.

Section Axis.
Variable a : conv_axis.
Hypothesis ok : check_axis a = true.
Notation N := (axis_for a).

Lemma axis_facts : [/\ 1 <= axis_extent a, 1 <= axis_kernel a & 1 <= axis_stride a] /\
  [/\ 0 <= axis_padding a, axis_padding a < axis_kernel a & axis_kernel a <= axis_extent a + 2 * axis_padding a].
Proof.
move: ok; rewrite /check_axis => /and5P[/Z.leb_le x /Z.leb_le k _ /Z.leb_le s /and3P[/Z.leb_le p /Z.ltb_lt pk /Z.leb_le kx]].
by split; split.
Qed.

Lemma axis_for_ok : axis_ok N.
Proof.
have [[x k s] [p pk kx]] := axis_facts; rewrite /axis_ok /=; apply/and4P; split.
- by apply: n_lt; rewrite Z2Nat.id; lia.
- by apply: n_lt; rewrite Z2Nat.id; lia.
- by apply: n_lt; rewrite !Z2Nat.id; lia.
- by apply: n_le; rewrite z_add z_mul !Z2Nat.id; lia.
Qed.

Lemma stride_z : Z.of_nat (stride N) = axis_stride a.
Proof. by have [[_ _ s] _] := axis_facts; rewrite Z2Nat.id; lia. Qed.
Lemma padding_z : Z.of_nat (padding N) = axis_padding a.
Proof. by have [_ [z _ _]] := axis_facts; rewrite Z2Nat.id. Qed.

Lemma places_z : Z.of_nat (places N) = axis_places a.
Proof.
have [[x k s] [p pk kx]] := axis_facts; rewrite /places /axis_places Nat2Z.inj_succ z_div /= z_sub; last first.
  by apply: n_le; rewrite z_add z_mul !Z2Nat.id; lia.
rewrite z_add z_mul !Z2Nat.id; try lia.
have := Z.div_add (axis_extent a + 2 * axis_padding a - axis_kernel a) 1 (axis_stride a); rewrite Z.mul_1_l => ->; lia.
Qed.

Lemma run_nonneg r : 0 <= run_of a r. Proof. by rewrite /run_of; lia. Qed.

(** An output meets a tap if the input between them is there. *)
Lemma meets_inside (p : 'I_(places N)) (r : 'I_(kernel N)) : (exists2 m, at_tap m = r & at_output m = p)
  <-> axis_padding a <= axis_stride a * Z.of_nat p + Z.of_nat r < axis_extent a + axis_padding a.
Proof.
have [[x k s] [z zk kx]] := axis_facts; split=> [[m <- <-]|[lo hi]].
  have /(congr1 Z.of_nat) := meetsP m; rewrite !z_add z_mul stride_z padding_z.
  by have := z_lt (ltn_ord (at_input m)); rewrite /= Z2Nat.id; lia.
have yl : (Z.to_nat (axis_stride a * Z.of_nat p + Z.of_nat r - axis_padding a) < extent N)%N.
  by apply: n_lt; rewrite Z2Nat.id; [rewrite Z2Nat.id; lia | lia].
have h : meets (p, r, Ordinal yl : 'I_(extent N)).
  apply/eqP/Nat2Z.inj; move: lo hi; rewrite /= !z_add z_mul => lo hi.
  by rewrite !Z2Nat.id; lia.
by exists (Sub _ h); rewrite /at_tap /at_output SubK.
Qed.

(** It is in the tap's run. *)
Lemma in_run (p : 'I_(places N)) (r : 'I_(kernel N)) :
  (exists2 m, at_tap m = r & at_output m = p) <-> first_output a (Z.of_nat r) <= Z.of_nat p < past_output a (Z.of_nat r).
Proof.
have [[x k s] [z zk kx]] := axis_facts; rewrite meets_inside.
have pl : Z.of_nat p < axis_places a by rewrite -places_z; apply: z_lt.
rewrite /first_output /past_output; cbv zeta.
have c1 := ceil_le (axis_padding a - Z.of_nat r) (Z.of_nat p) (d := axis_stride a) ltac:(lia).
have c2 := ceil_le (axis_extent a + axis_padding a - Z.of_nat r) (Z.of_nat p) (d := axis_stride a) ltac:(lia).
have sp : 0 <= axis_stride a * Z.of_nat p by apply: Z.mul_nonneg_nonneg; lia.
case: Z.ltb_spec => h1; case: Z.leb_spec => h2; split; lia.
Qed.

Lemma card_range n f t : 0 <= f -> t <= Z.of_nat n ->
  Z.of_nat #|[set p : 'I_n | (f <=? Z.of_nat p) && (Z.of_nat p <? t)]| = Z.max 0 (t - f).
Proof.
move=> f0 tn; rewrite -sum1_card.
rewrite (eq_bigl (fun p : 'I_n => (p < Z.to_nat t)%N && (Z.to_nat f <= p)%N)) => [|p]; last first.
  rewrite inE andbC; congr (_ && _); apply/idP/idP.
  - by move/Z.ltb_lt => h; apply: n_lt; rewrite Z2Nat.id; lia.
  - by move/z_lt => h; apply/Z.ltb_lt; lia.
  - by move/Z.leb_le => h; apply: n_le; rewrite Z2Nat.id; lia.
  - by move/z_le => h; apply/Z.leb_le; lia.
rewrite -(big_geq_mkord _ _ (fun p => (p < Z.to_nat t)%N) (fun=> 1%N)) -(big_nat_widen _ _ _ predT) ?sum_nat_const_nat ?muln1.
  by rewrite z_monus; lia.
by apply: n_le; lia.
Qed.

Lemma run_card (r : 'I_(kernel N)) : Z.of_nat #|outputs_of_tap r| = run_of a (Z.of_nat r).
Proof.
have [[x k s] [z zk kx]] := axis_facts.
rewrite /run_of -(@card_range (places N)); last 2 first.
- by rewrite /first_output; case: Z.ltb_spec => h; try lia; apply: Z.div_pos; lia.
- by rewrite places_z /past_output; lia.
rewrite -(card_in_imset (f := @at_output N)) => [|m m']; last first.
  by rewrite !inE => /eqP h /eqP h' po; apply: by_output_tap => //; rewrite h h'.
congr Z.of_nat; apply: eq_card => p; rewrite inE; apply/imsetP/andP => [[m]|[/Z.leb_le h1 /Z.ltb_lt h2]].
  rewrite inE => /eqP mr ->; have [h1 h2] : first_output a (Z.of_nat r) <= Z.of_nat (at_output m) < past_output a (Z.of_nat r).
    by apply/in_run; exists m.
  by split; [apply/Z.leb_le | apply/Z.ltb_lt].
have [m mr mp] : exists2 m, at_tap m = r & at_output m = p by apply/in_run.
by exists m; rewrite ?inE ?mr.
Qed.

Lemma residue_z (r : 'I_(kernel N)) : Z.of_nat (residue_of r) = Z.of_nat r mod axis_stride a.
Proof.
have [[x k s] _] := axis_facts; rewrite /residue_of /=.
have := Nat2Z.inj_mod r (Z.to_nat (axis_stride a)); rewrite Z2Nat.id; last lia.
move=> <-; congr Z.of_nat; apply: (Nat.mod_unique _ _ (r %/ Z.to_nat (axis_stride a))).
  by apply/ltP/ltn_pmod/n_lt; rewrite Z2Nat.id; lia.
by rewrite {1}(divn_eq r (Z.to_nat (axis_stride a))) mulnC.
Qed.

Lemma same_residue (r e : 'I_(kernel N)) : (Z.of_nat r mod axis_stride a =? Z.of_nat e) = (residue_of r == e).
Proof.
rewrite -residue_z; apply/idP/eqP => [/Z.eqb_eq h|->]; last exact: Z.eqb_refl.
by apply: val_inj; exact: Nat2Z.inj h.
Qed.

(** A meeting at a tap of a residue. *)
Lemma meeting_of_residue (m : meeting N) : of_residue a (Z.of_nat (residue m)) (Z.of_nat (at_tap m)) = true.
Proof.
rewrite /of_residue same_residue eqxx -run_card /=; apply/Z.ltb_lt; apply: (@z_lt 0).
by apply/card_gt0P; exists m; rewrite inE.
Qed.

Lemma taps_z (e : 'I_(kernel N)) : Z.of_nat #|taps_of e| <= residue_taps a (Z.of_nat e).
Proof.
pose A := [set r : 'I_(kernel N) | of_residue a (Z.of_nat e) (Z.of_nat r)].
have <- : Z.of_nat #|A| = residue_taps a (Z.of_nat e).
  rewrite -sum1_card big_mkcond /=; apply: sum_below_ord => r; rewrite inE; by case: (of_residue _ _ _).
apply: z_le; apply/subset_leq_card/subsetP => _ /imsetP[m + ->]; rewrite !inE => /eqP <-; exact: meeting_of_residue.
Qed.

Lemma pairs_z (e : 'I_(kernel N)) : Z.of_nat #|[set m : meeting N | residue m == e]| = residue_pairs a (Z.of_nat e).
Proof.
rewrite -sum1_card (partition_big (@at_tap N) predT) //=; apply: sum_below_ord => r.
rewrite /of_residue same_residue -run_card.
case: eqP => [re|ne] /=; last first.
  rewrite big_pred0 // => m; rewrite inE; apply/negbTE/negP => /andP[/eqP h /eqP mr].
  by apply: ne; rewrite -mr.
case: Z.ltb_spec => h.
  rewrite -sum1_card; congr Z.of_nat; apply: eq_bigl => m; rewrite !inE.
  by apply: andb_idl => /eqP mr; rewrite /residue mr re.
rewrite big_pred0 // => m; rewrite inE; apply/negbTE/negP => /andP[_ /eqP mr].
have : (0 < #|@outputs_of_tap N r|)%N by apply/card_gt0P; exists m; rewrite inE mr.
by move/z_lt => /=; lia.
Qed.

Lemma inputs_z (e : 'I_(kernel N)) : Z.of_nat #|inputs_of e| <= highest_input a (Z.of_nat e) - lowest_input a (Z.of_nat e).
Proof.
have [[x k s] [z zk kx]] := axis_facts.
set hi := highest_input _ _; set lo := lowest_input _ _.
pose gap r := if of_residue a (Z.of_nat e) r then hi - (first_output a r + r / axis_stride a) else 0.
have loE : lo = hi - maximum_below gap (taps_number a) by [].
have span : 0 <= hi - lo by have := @maximum_below_nonneg gap (taps_number a); lia.
pose slot (y : 'I_(extent N)) := (Z.of_nat y + axis_padding a) / axis_stride a.
have met y : y \in inputs_of e -> lo <= slot y < hi /\ (Z.of_nat y + axis_padding a) mod axis_stride a = Z.of_nat e.
  case/imsetP => m; rewrite inE => /eqP me ->.
  have tapE : Z.of_nat (at_tap m) mod axis_stride a = Z.of_nat e by rewrite -me residue_z.
  have eqn : Z.of_nat (at_input m) + axis_padding a = Z.of_nat (at_tap m) + Z.of_nat (at_output m) * axis_stride a.
    by have /(congr1 Z.of_nat) := meetsP m; rewrite !z_add z_mul stride_z padding_z; lia.
  have slotE : slot (at_input m) = Z.of_nat (at_tap m) / axis_stride a + Z.of_nat (at_output m).
    by rewrite /slot eqn Z.div_add; lia.
  split; last by rewrite eqn Z.mod_add //; lia.
  have [h1 h2] : first_output a (Z.of_nat (at_tap m)) <= Z.of_nat (at_output m) < past_output a (Z.of_nat (at_tap m)).
    by apply/in_run; exists m.
  have here := meeting_of_residue m; rewrite me in here.
  have g1 : past_output a (Z.of_nat (at_tap m)) + Z.of_nat (at_tap m) / axis_stride a <= hi.
    have := @maximum_below_ge (fun r => if of_residue a (Z.of_nat e) r then past_output a r + r / axis_stride a else 0)
      (taps_number a) (at_tap m).
    by cbv beta; rewrite here.
  have g2 : lo <= first_output a (Z.of_nat (at_tap m)) + Z.of_nat (at_tap m) / axis_stride a.
    have gapE : gap (Z.of_nat (at_tap m)) = hi - (first_output a (Z.of_nat (at_tap m)) + Z.of_nat (at_tap m) / axis_stride a).
      by rewrite /gap here.
    have := @maximum_below_ge gap (taps_number a) (at_tap m); rewrite gapE loE.
    by move: (maximum_below gap _) (first_output _ _ + _) => top low; clear; lia.
  by rewrite slotE; lia.
rewrite -(Z2Nat.id (hi - lo)) //; apply: z_le; apply: (card_below (f := fun y => Z.to_nat (slot y - lo))) => [y y' /met[b r] /met[b' r'] h|y /met[b _]].
  have same : slot y = slot y' by lia.
  apply: val_inj; apply: Nat2Z.inj; move: same r r'; rewrite /slot => same r r'.
  have d := Z.div_mod (Z.of_nat y + axis_padding a) (axis_stride a) ltac:(lia).
  have d' := Z.div_mod (Z.of_nat y' + axis_padding a) (axis_stride a) ltac:(lia).
  by rewrite same r -r' in d; simpl in *; lia.
by apply: n_lt; rewrite !Z2Nat.id; lia.
Qed.

Lemma uses_z (e : 'I_(kernel N)) : Z.of_nat (input_uses e) <= residue_uses a (Z.of_nat e).
Proof. by have := @taps_z e; rewrite /input_uses /residue_uses z_min places_z; lia. Qed.

Lemma reuse_z (e : 'I_(kernel N)) : Z.of_nat (reuse e) <= residue_reuse a (Z.of_nat e).
Proof. by have := @uses_z e; have := @inputs_z e; rewrite /reuse /residue_reuse z_min; lia. Qed.

Lemma tap_uses_z (r : 'I_(kernel N)) : Z.of_nat #|outputs_of_tap r| <= tap_uses a.
Proof. by rewrite run_card; apply: (@maximum_below_ge (run_of a) _ r). Qed.
End Axis.
