(** * A checked checker: certificates of `chain-recomputation`

    The rule of src/verify/chain/recomputation.ts over binary integers, and that it is sound. Its two square roots are
    decided by squaring twice. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Chain BirthsArithmetic BirthsWhole BirthsSegments ChainBirths CheckChain Whole.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Record chain_births_weighted_certificate := ChainBirthsWeightedCertificate {
  weighted_instance : chain_instance; weighted_cut : Z; weighted_later_segments : Z; weighted_clock : Z; weighted_value : Z }.

Definition widest_counted (i : chain_instance) : Z :=
  Z.max (chain_size_a i) (Z.max (chain_size_b i) (Z.max (chain_size_d i) (Z.max (chain_size_partial i) (chain_size_h i)))).

(** What segments of T hold, in whole units of all sizes. *)
Definition weighted_segment (i : chain_instance) (cut : Z) : Z :=
  chain_capacity i / chain_unit i * chain_unit i + (cut - chain_unit i + widest_counted i).

(** The square roots of [p] and [q] together are at most [bound]. *)
Definition roots_fit (p q bound : Z) : bool :=
  (p + q <=? bound * bound) && (4 * (p * q) <=? (bound * bound - p - q) * (bound * bound - p - q)).

(** So many segments that hold [x] can do all the work. *)
Definition weighted_reach (i : chain_instance) (x segments : Z) : bool :=
  let s := chain_size_partial i in
  let first := 16 * chain_pairs i * chain_factors i * chain_k i in
  let second := 16 * chain_pairs i * chain_n i in
  roots_fit (27 * x * chain_size_a i * chain_size_b i * s * (first * first))
    (27 * x * chain_size_d i * s * Z.min (chain_size_h i) s * (second * second))
    (segments * (16 * x * x) + 27 * chain_factors i * s * x * chain_pairs i).

(** What final stores are narrower than unfinished sums. *)
Definition narrower_outputs (i : chain_instance) : Z := Z.max 0 (chain_size_partial i - chain_size_output i) * chain_groups i.

Definition check_chain_births_weighted (c : chain_births_weighted_certificate) : bool :=
  let i := weighted_instance c in
  let x := weighted_segment i (weighted_cut c) in
  let later := weighted_later_segments c in
  [&& check_chain_instance i, 1 <=? weighted_cut c, weighted_cut c mod chain_unit i =? 0, 0 <=? later,
      (if 256 * chain_k i * chain_k i * chain_size_a i * chain_size_b i <? 27 * chain_size_partial i * x then later =? 0 else
        weighted_reach i x (later + chain_memories i) && ((later =? 0) || ~~ weighted_reach i x (later + chain_memories i - 1))),
      weighted_clock c =? weighted_cut c * later
    & weighted_value c =? Z.max 0 (weighted_clock c - narrower_outputs i)].

(** Of every chain with this many elements of H, whichever they are; unfinished sums of both stages are of one size. *)
Definition chain_sums_sizes_for (i : chain_instance) (pairs : {set elements_type i}) : sizes (chain_type i pairs) :=
  @chain_sums_sizes _ _ _ _ _ _ pairs (Z.to_nat (chain_size_a i)) (Z.to_nat (chain_size_b i)) (Z.to_nat (chain_size_d i))
    (Z.to_nat (chain_size_h i)) (Z.to_nat (chain_size_partial i)) (Z.to_nat (chain_size_output i)).
Definition weighted_move_at_least (i : chain_instance) (x : Z) : Prop :=
  forall (pairs : {set elements_type i}) (e : execution [finType of 'I_(Z.to_nat (chain_memories i))] (chain_type i pairs)),
  Z.of_nat #|pairs| = chain_pairs i -> legal (chain_sums_sizes_for pairs) (Z.to_nat (chain_capacity i)) e ->
  x <= Z.of_nat (traffic (chain_sums_sizes_for pairs) e).

Lemma roots_fit_more p q b b' : 0 <= b <= b' -> roots_fit p q b -> roots_fit p q b'.
Proof.
case=> b0 bb' /andP[/Z.leb_le h1 /Z.leb_le h2]; have sq : b * b <= b' * b' by apply: Z.mul_le_mono_nonneg; lia.
apply/andP; split; apply/Z.leb_le; first by lia.
by apply: Z.le_trans h2 _; apply: Z.mul_le_mono_nonneg; lia.
Qed.

Lemma weighted_reach_more i x s s' : 0 <= 27 * chain_factors i * chain_size_partial i * x * chain_pairs i -> 0 <= s <= s' ->
  weighted_reach i x s -> weighted_reach i x s'.
Proof.
move=> g0 [s0 ss']; apply: roots_fit_more; have := Z.square_nonneg x; set d := 16 * x * x => d0.
have sd : s * d <= s' * d by apply: Z.mul_le_mono_nonneg_r; rewrite /d; lia.
have : 0 <= s * d by apply: Z.mul_nonneg_nonneg; rewrite /d; lia.
lia.
Qed.

(** The theorem's roots are three times those of the certificate. *)
Lemma weighted_reach_of_work x a b d s h p f k n N :
  BirthsArithmetic.roots_at_most (3 * x * (a * b * s) * ((144 * (p * f * k)) * (144 * (p * f * k))))
    (3 * x * (d * s * h) * ((144 * (p * n)) * (144 * (p * n)))) (3 * x * (16 * x * N + 27 * (s * (f * p)))) ->
  roots_fit (27 * x * a * b * s * ((16 * p * f * k) * (16 * p * f * k))) (27 * x * d * s * h * ((16 * p * n) * (16 * p * n)))
    (N * (16 * x * x) + 27 * f * s * x * p).
Proof.
set P := 27 * x * a * b * s * _; set Q := 27 * x * d * s * h * _; set B := N * _ + _; case.
have -> : 3 * x * (a * b * s) * (144 * (p * f * k) * (144 * (p * f * k))) = 9 * P by rewrite /P; ring.
have -> : 3 * x * (d * s * h) * (144 * (p * n) * (144 * (p * n))) = 9 * Q by rewrite /Q; ring.
have -> : 3 * x * (16 * x * N + 27 * (s * (f * p))) = 3 * B by rewrite /B; ring.
clearbody P Q B => h1 h2; apply/andP; split; apply/Z.leb_le; first by lia.
by move: h2; set L := B * B - P - Q; have -> : 3 * B * (3 * B) - 9 * P - 9 * Q = 9 * L by [rewrite /L; ring]; lia.
Qed.

Lemma z_weighted_condition s x k a b :
  27 * Z.of_nat s * Z.of_nat x <= 256 * Z.of_nat k * Z.of_nat k * Z.of_nat a * Z.of_nat b -> (27 * (s * x) <= 256 * k ^ 2 * (a * b))%N.
Proof.
set c256 := 256%N; set c27 := 27%N; have [e256 e27] : Z.of_nat c256 = 256 /\ Z.of_nat c27 = 27 by [].
by move=> h; apply: n_le; rewrite !(z_square, z_mul) e256 e27; lia.
Qed.

Lemma z_weighted_reach x a b d s h p f k n N :
  roots_at_most (3 * x * (a * b * s) * (144 * (p * f * k)) ^ 2) (3 * x * (d * s * minn s h) * (144 * (p * n)) ^ 2)
    (3 * x * (16 * x * N + 27 * (s * (f * p)))) ->
  let z := Z.of_nat in
  roots_fit (27 * z x * z a * z b * z s * ((16 * z p * z f * z k) * (16 * z p * z f * z k)))
    (27 * z x * z d * z s * Z.min (z h) (z s) * ((16 * z p * z n) * (16 * z p * z n)))
    (z N * (16 * z x * z x) + 27 * z f * z s * z x * z p).
Proof.
set c144 := 144%N; set c27 := 27%N; set c16 := 16%N; set c3 := 3%N.
have [e144 [e27 [e16 e3]]] : Z.of_nat c144 = 144 /\ Z.of_nat c27 = 27 /\ Z.of_nat c16 = 16 /\ Z.of_nat c3 = 3 by [].
move=> /nat_roots; rewrite !(z_square, z_mul, z_add, z_min) e144 e27 e16 e3 Z.min_comm; exact: weighted_reach_of_work.
Qed.

Theorem check_chain_births_weighted_sound c : check_chain_births_weighted c = true ->
  weighted_move_at_least (weighted_instance c) (weighted_value c).
Proof.
rewrite /check_chain_births_weighted; cbv zeta; set i := weighted_instance c; set u := chain_unit i; set T := weighted_cut c.
set later := weighted_later_segments c; set x := weighted_segment i T.
case/and5P => ok /Z.leb_le T1 /Z.eqb_eq Tu /Z.leb_le l0 /and3P[enough /Z.eqb_eq clockE /Z.eqb_eq vE].
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
have [ua ub uh ud ue] := chain_unit_divides i; rewrite -/u in ua ub uh ud ue.
have u0 : 0 < u.
  have : 0 <= u by apply: Z.gcd_nonneg.
  have [z|] : u = 0 \/ u <> 0 by [lia]; last by lia.
  by move: ua; rewrite z => /Z.divide_0_l; lia.
have uT : (u | T) by apply/Z.mod_divide => //; lia.
have uleT : u <= T by apply: Z.divide_pos_le => //; lia.
have g0 : 0 <= chain_groups i by rewrite /chain_groups; do ?apply: Z.mul_nonneg_nonneg; lia.
have lost0 : 0 <= narrower_outputs i by apply: Z.mul_nonneg_nonneg; lia.
move=> pairs e pE leg; rewrite vE clockE; set moved := Z.of_nat _.
have moved0 : 0 <= moved by apply: Nat2Z.is_nonneg.
suff : T * later <= moved + narrower_outputs i by lia.
have [->|lpos] : later = 0 \/ 1 <= later by lia.
  by rewrite Z.mul_0_r; lia.
move: enough; case: Z.ltb_spec => [_ /Z.eqb_eq|cond /andP[_ /orP[/Z.eqb_eq|few]]]; try lia.
have to a : 0 <= a -> Z.of_nat (Z.to_nat a) = a := @Z2Nat.id a.
have pos a : 1 <= a -> (0 < Z.to_nat a)%N by move=> h; apply: n_lt; rewrite to; lia.
have dv y : 1 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y_pos; apply: n_to_nat_div; lia.
have r0 : 0 <= chain_capacity i / u * u by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 <= x by rewrite /x /weighted_segment -/u /widest_counted; lia.
set X := births_weight (Z.to_nat (chain_size_a i)) (Z.to_nat (chain_size_b i)) (Z.to_nat (chain_size_d i)) (Z.to_nat (chain_size_h i))
  (Z.to_nat (chain_size_partial i)) (Z.to_nat (chain_capacity i)) (Z.to_nat u) (Z.to_nat T).
have xE : Z.of_nat X = x.
  rewrite /X /births_weight /BirthsSegments.widest z_add z_mul z_div z_add z_monus !z_max !to; try lia.
  by rewrite /x /weighted_segment -/u /widest_counted; lia.
have cond' : (27 * (Z.to_nat (chain_size_partial i) * X) <= 256 * Z.to_nat (chain_k i) ^ 2
    * (Z.to_nat (chain_size_a i) * Z.to_nat (chain_size_b i)))%N.
  by apply: z_weighted_condition; rewrite xE !to; lia.
have := z_weighted_reach (chain_births_weighted leg (pos _ k1) (pos _ n1) (pos _ f1) (pos _ T1) (dv _ T1 uT) (dv _ a1 ua) (dv _ sb1 ub)
  (dv _ d1 ud) (dv _ h1 uh) (dv _ e1 ue) cond').
rewrite /= -/X xE card_ord pE z_add z_div z_add !z_mul z_monus -/(chain_sums_sizes_for pairs) -/moved !to; try lia.
set q := _ / _; rewrite -/(weighted_reach i x (chain_memories i + q)) => reached.
have lostE : Z.max 0 (chain_size_partial i - chain_size_output i) * (chain_batch i * chain_m i * chain_n i) = narrower_outputs i by [].
rewrite lostE in q reached *.
have q0 : 0 <= q by apply: Z.div_pos; lia.
apply: Z.le_trans (_ : T * q <= _); last by apply: Z.mul_div_le; lia.
apply: Z.mul_le_mono_nonneg_l; first lia.
have [//|qs] : later <= q \/ q < later by lia.
case/negP: few; apply: weighted_reach_more reached; last lia.
by do ?apply: Z.mul_nonneg_nonneg; lia.
Qed.

(** ** `chain-recomputation`, amortized: no segment of each memory is given away *)

Record chain_births_weighted_steady_certificate := ChainBirthsWeightedSteadyCertificate {
  weighted_steady_instance : chain_instance; weighted_steady_cut : Z; weighted_steady_clock : Z; weighted_steady_value : Z }.

(** So much moved can do all the work in segments that hold [x], of which the capacity and [cut] for [cut] that are paid. *)
Definition weighted_clock_reach (i : chain_instance) (x cut clock : Z) : bool :=
  let s := chain_size_partial i in
  let paid := chain_capacity i / chain_unit i * chain_unit i + cut in
  let first := 16 * cut * chain_pairs i * chain_factors i * chain_k i in
  let second := 16 * cut * chain_pairs i * chain_n i in
  roots_fit (27 * x * chain_size_a i * chain_size_b i * s * (first * first))
    (27 * x * chain_size_d i * s * Z.min (chain_size_h i) s * (second * second))
    (clock * (16 * x * paid) + 27 * chain_factors i * s * x * cut * chain_pairs i).

Definition check_chain_births_weighted_steady (c : chain_births_weighted_steady_certificate) : bool :=
  let i := weighted_steady_instance c in
  let cut := weighted_steady_cut c in
  let x := weighted_segment i cut in
  let clock := weighted_steady_clock c in
  [&& check_chain_instance i, 1 <=? cut, cut mod chain_unit i =? 0, 0 <=? clock,
      (if 256 * chain_k i * chain_k i * chain_size_a i * chain_size_b i <? 27 * chain_size_partial i * x then clock =? 0 else
        weighted_clock_reach i x cut clock && ((clock =? 0) || ~~ weighted_clock_reach i x cut (clock - 1)))
    & weighted_steady_value c =? Z.max 0 (clock - narrower_outputs i)].

Lemma weighted_clock_reach_more i x cut s s' : 0 <= 27 * chain_factors i * chain_size_partial i * x * cut * chain_pairs i ->
  0 <= 16 * x * (chain_capacity i / chain_unit i * chain_unit i + cut) -> 0 <= s <= s' ->
  weighted_clock_reach i x cut s -> weighted_clock_reach i x cut s'.
Proof.
move=> g0 d0 [s0 ss']; apply: roots_fit_more; move: d0; set d := 16 * x * _ => d0.
have sd : s * d <= s' * d by apply: Z.mul_le_mono_nonneg_r.
have : 0 <= s * d by apply: Z.mul_nonneg_nonneg.
lia.
Qed.

Lemma z_weighted_clock_reach x a b d s h t p f k n W :
  roots_at_most (3 * x * (a * b * s) * (144 * (t * p * f * k)) ^ 2) (3 * x * (d * s * minn s h) * (144 * (t * p * n)) ^ 2)
    (3 * x * (16 * W + 27 * (s * (f * (t * p))))) ->
  let z := Z.of_nat in
  roots_fit (27 * z x * z a * z b * z s * ((16 * z t * z p * z f * z k) * (16 * z t * z p * z f * z k)))
    (27 * z x * z d * z s * Z.min (z h) (z s) * ((16 * z t * z p * z n) * (16 * z t * z p * z n)))
    (16 * z x * z W + 27 * z f * z s * z x * z t * z p).
Proof.
set c144 := 144%N; set c27 := 27%N; set c16 := 16%N; set c3 := 3%N.
have [e144 [e27 [e16 e3]]] : Z.of_nat c144 = 144 /\ Z.of_nat c27 = 27 /\ Z.of_nat c16 = 16 /\ Z.of_nat c3 = 3 by [].
move=> /nat_roots; rewrite !(z_square, z_mul, z_add, z_min) e144 e27 e16 e3 Z.min_comm; cbv zeta.
set X := Z.of_nat x; set A := Z.of_nat a; set B := Z.of_nat b; set D := Z.of_nat d; set S := Z.of_nat s; set H := Z.min _ S.
set T := Z.of_nat t; set P := Z.of_nat p; set F := Z.of_nat f; set K := Z.of_nat k; set Q := Z.of_nat n; set V := Z.of_nat W.
set U1 := 27 * X * A * B * S * _; set U2 := 27 * X * D * S * H * _; set U3 := 16 * X * V + _; case.
have -> : 3 * X * (A * B * S) * (144 * (T * P * F * K) * (144 * (T * P * F * K))) = 9 * U1 by rewrite /U1; ring.
have -> : 3 * X * (D * S * H) * (144 * (T * P * Q) * (144 * (T * P * Q))) = 9 * U2 by rewrite /U2; ring.
have -> : 3 * X * (16 * V + 27 * (S * (F * (T * P)))) = 3 * U3 by rewrite /U3; ring.
clearbody U1 U2 U3 => h1 h2; apply/andP; split; apply/Z.leb_le; first by lia.
by move: h2; set L := U3 * U3 - U1 - U2; have -> : 3 * U3 * (3 * U3) - 9 * U1 - 9 * U2 = 9 * L by [rewrite /L; ring]; lia.
Qed.

Theorem check_chain_births_weighted_steady_sound c : check_chain_births_weighted_steady c = true ->
  weighted_move_at_least (weighted_steady_instance c) (weighted_steady_value c).
Proof.
rewrite /check_chain_births_weighted_steady; cbv zeta; set i := weighted_steady_instance c; set u := chain_unit i.
set T := weighted_steady_cut c; set clock := weighted_steady_clock c; set x := weighted_segment i T.
case/and5P => ok /Z.leb_le T1 /Z.eqb_eq Tu /Z.leb_le l0 /andP[enough /Z.eqb_eq vE].
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
have [ua ub uh ud ue] := chain_unit_divides i; rewrite -/u in ua ub uh ud ue.
have u0 : 0 < u.
  have : 0 <= u by apply: Z.gcd_nonneg.
  have [z|] : u = 0 \/ u <> 0 by [lia]; last by lia.
  by move: ua; rewrite z => /Z.divide_0_l; lia.
have uT : (u | T) by apply/Z.mod_divide => //; lia.
have uleT : u <= T by apply: Z.divide_pos_le => //; lia.
have g0 : 0 <= chain_groups i by rewrite /chain_groups; do ?apply: Z.mul_nonneg_nonneg; lia.
have lost0 : 0 <= narrower_outputs i by apply: Z.mul_nonneg_nonneg; lia.
move=> pairs e pE leg; rewrite vE; set moved := Z.of_nat _.
have moved0 : 0 <= moved by apply: Nat2Z.is_nonneg.
suff : clock <= moved + narrower_outputs i by lia.
have [->|lpos] : clock = 0 \/ 1 <= clock by [lia]; first by lia.
move: enough; case: Z.ltb_spec => [_ /Z.eqb_eq|cond /andP[_ /orP[/Z.eqb_eq|few]]]; try lia.
have to a : 0 <= a -> Z.of_nat (Z.to_nat a) = a := @Z2Nat.id a.
have pos a : 1 <= a -> (0 < Z.to_nat a)%N by move=> h; apply: n_lt; rewrite to; lia.
have dv y : 1 <= y -> (u | y) -> (Z.to_nat u %| Z.to_nat y)%N by move=> y_pos; apply: n_to_nat_div; lia.
have r0 : 0 <= chain_capacity i / u * u by apply: Z.mul_nonneg_nonneg; [apply: Z.div_pos; lia | lia].
have x0 : 0 <= x by rewrite /x /weighted_segment -/u /widest_counted; lia.
set X := births_weight (Z.to_nat (chain_size_a i)) (Z.to_nat (chain_size_b i)) (Z.to_nat (chain_size_d i)) (Z.to_nat (chain_size_h i))
  (Z.to_nat (chain_size_partial i)) (Z.to_nat (chain_capacity i)) (Z.to_nat u) (Z.to_nat T).
have xE : Z.of_nat X = x.
  rewrite /X /births_weight /BirthsSegments.widest z_add z_mul z_div z_add z_monus !z_max !to; try lia.
  by rewrite /x /weighted_segment -/u /widest_counted; lia.
have cond' : (27 * (Z.to_nat (chain_size_partial i) * X) <= 256 * Z.to_nat (chain_k i) ^ 2
    * (Z.to_nat (chain_size_a i) * Z.to_nat (chain_size_b i)))%N.
  by apply: z_weighted_condition; rewrite xE !to; lia.
pose all := (traffic (chain_sums_sizes_for pairs) e + (Z.to_nat (chain_size_partial i) - Z.to_nat (chain_size_output i))
  * (Z.to_nat (chain_batch i) * Z.to_nat (chain_m i) * Z.to_nat (chain_n i)))%N.
have allE : Z.of_nat all = moved + narrower_outputs i.
  by rewrite /all z_add !z_mul z_monus -/moved /narrower_outputs /chain_groups !to; lia.
have := z_weighted_clock_reach (chain_births_weighted_steady leg (pos _ k1) (pos _ n1) (pos _ f1) (pos _ T1) (dv _ T1 uT) (dv _ a1 ua)
  (dv _ sb1 ub) (dv _ d1 ud) (dv _ h1 uh) (dv _ e1 ue) cond').
cbv zeta; rewrite -/X xE pE -/(chain_sums_sizes_for pairs) -/all z_mul allE z_add z_mul z_div !to; try lia; move=> most.
have reached : weighted_clock_reach i x T (moved + narrower_outputs i).
  rewrite /weighted_clock_reach -/u; move: most; set a := _ + 27 * _ * _ * _ * _ * _; set b := _ + _; have -> : a = b by rewrite /a /b; ring.
  exact.
have [//|qs] : clock <= moved + narrower_outputs i \/ moved + narrower_outputs i < clock by lia.
case/negP: few; apply: weighted_clock_reach_more reached; last lia.
  by do ?apply: Z.mul_nonneg_nonneg; lia.
by rewrite -/u; do ?apply: Z.mul_nonneg_nonneg; lia.
Qed.
