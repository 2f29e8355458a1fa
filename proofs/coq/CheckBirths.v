(** * A checked checker: certificates of `chain-births`

    The rule of [checkChainBirths] in src/verify/chain/chain.ts over binary integers, and that it is sound. Its one square root is
    decided by squaring. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Chain ChainBirths CheckChain Whole.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Record chain_births_certificate := ChainBirthsCertificate {
  births_instance : chain_instance; births_word_size : Z; births_capacity_words : Z; births_cut : Z;
  births_later_segments : Z; births_clock_words : Z; births_value : Z }.

Definition narrowest (i : chain_instance) : Z :=
  Z.min (chain_size_a i) (Z.min (chain_size_b i) (Z.min (chain_size_h i)
    (Z.min (chain_size_d i) (Z.min (chain_size_partial i) (chain_size_output i))))).

(** So many segments of X = S + T words can do all the work. *)
Definition segments_reach (i : chain_instance) (x segments : Z) : bool :=
  let work := 16 * chain_pairs i * (chain_factors i * chain_k i + chain_n i) in
  let most := 27 * chain_factors i * x * chain_pairs i + segments * (16 * x * x) in
  27 * x * (work * work) <=? most * most.

Definition check_chain_births (c : chain_births_certificate) : bool :=
  let i := births_instance c in
  let x := births_capacity_words c + births_cut c in
  let later := births_later_segments c in
  [&& check_chain_instance i, births_word_size c =? narrowest i,
      births_capacity_words c =? chain_capacity i / births_word_size c, 1 <=? births_cut c, 0 <=? later,
      (if 256 * chain_k i * chain_k i <? 27 * x then later =? 0 else
        segments_reach i x (later + chain_memories i) && ((later =? 0) || ~~ segments_reach i x (later + chain_memories i - 1))),
      births_clock_words c =? births_cut c * later
    & births_value c =? births_word_size c * births_clock_words c].

(** Of every chain with this many elements of H, whichever they are. *)
Definition births_move_at_least (i : chain_instance) (x : Z) : Prop :=
  forall (pairs : {set elements_type i}) (e : execution [finType of 'I_(Z.to_nat (chain_memories i))] (chain_type i pairs)),
  Z.of_nat #|pairs| = chain_pairs i -> legal (chain_sizes_for pairs) (Z.to_nat (chain_capacity i)) e ->
  x <= Z.of_nat (traffic (chain_sizes_for pairs) e).

Lemma reach_more i x s s' : 0 <= 27 * chain_factors i * x * chain_pairs i -> 0 <= s <= s' ->
  segments_reach i x s -> segments_reach i x s'.
Proof.
rewrite /segments_reach => g0 [s0 ss'] /Z.leb_le h; apply/Z.leb_le; apply: Z.le_trans h _.
have : 0 <= 16 * x * x by have := Z.square_nonneg x; lia.
set d := 16 * x * x => d0; have sd : s * d <= s' * d by apply: Z.mul_le_mono_nonneg_r.
have : 0 <= s * d by apply: Z.mul_nonneg_nonneg.
by move=> ?; apply: Z.mul_le_mono_nonneg; lia.
Qed.

Lemma reach_of_work x a f p s : 0 <= x ->
  (144 * a) * (144 * a) <= 3 * x * ((16 * x * s + 27 * (f * p)) * (16 * x * s + 27 * (f * p))) ->
  27 * x * ((16 * a) * (16 * a)) <= (27 * f * x * p + s * (16 * x * x)) * (27 * f * x * p + s * (16 * x * x)).
Proof.
move=> x0; set y := 16 * x * s + 27 * (f * p) => h.
have -> : 27 * f * x * p + s * (16 * x * x) = x * y by rewrite /y; ring.
have : x * ((144 * a) * (144 * a)) <= x * (3 * x * (y * y)) by apply: Z.mul_le_mono_nonneg_l.
have -> : x * (144 * a * (144 * a)) = 3 * (27 * x * (16 * a * (16 * a))) by ring.
have -> : x * (3 * x * (y * y)) = 3 * (x * y * (x * y)) by ring.
lia.
Qed.

Lemma z_condition x k : 27 * Z.of_nat x <= 256 * Z.of_nat k * Z.of_nat k -> (27 * x <= 256 * k ^ 2)%N.
Proof.
set c256 := 256%N; set c27 := 27%N; have [e256 e27] : Z.of_nat c256 = 256 /\ Z.of_nat c27 = 27 by [].
by move=> h; apply: n_le; rewrite !(z_square, z_mul) e256 e27; lia.
Qed.

Lemma z_reach x a s g : ((144 * a) ^ 2 <= 3 * x * (16 * x * s + 27 * g) ^ 2)%N ->
  (144 * Z.of_nat a) * (144 * Z.of_nat a)
  <= 3 * Z.of_nat x * ((16 * Z.of_nat x * Z.of_nat s + 27 * Z.of_nat g) * (16 * Z.of_nat x * Z.of_nat s + 27 * Z.of_nat g)).
Proof.
set c144 := 144%N; set c27 := 27%N; set c16 := 16%N; set c3 := 3%N.
have [e144 [e27 [e16 e3]]] : Z.of_nat c144 = 144 /\ Z.of_nat c27 = 27 /\ Z.of_nat c16 = 16 /\ Z.of_nat c3 = 3 by [].
by move=> /z_le; rewrite !(z_square, z_mul, z_add) e144 e27 e16 e3.
Qed.

Theorem check_chain_births_sound c : check_chain_births c = true -> births_move_at_least (births_instance c) (births_value c).
Proof.
rewrite /check_chain_births; cbv zeta; set i := births_instance c; set w := births_word_size c; set T := births_cut c.
set later := births_later_segments c; set x := births_capacity_words c + T.
case/and5P => ok /Z.eqb_eq wE /Z.eqb_eq cE /Z.leb_le T1 /and4P[/Z.leb_le l0 enough /Z.eqb_eq clockE /Z.eqb_eq vE].
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
move=> pairs e pE leg; rewrite vE clockE.
have [w1 [wa [wb [wh [wd [we wo]]]]]] : 1 <= w /\ w <= chain_size_a i /\ w <= chain_size_b i /\ w <= chain_size_h i
    /\ w <= chain_size_d i /\ w <= chain_size_partial i /\ w <= chain_size_output i by rewrite wE /narrowest; lia.
have [->|lpos] : later = 0 \/ 1 <= later by lia.
  by rewrite !Z.mul_0_r; exact: Nat2Z.is_nonneg.
move: enough; case: Z.ltb_spec => [_ /Z.eqb_eq|cond /andP[_ /orP[/Z.eqb_eq|few]]]; try lia.
have w0 : 0 <= w by lia.
have cap0 : 0 <= births_capacity_words c by rewrite cE; apply: Z.div_pos; lia.
have x0 : 0 <= x by rewrite /x; lia.
have to a : 0 <= a -> Z.of_nat (Z.to_nat a) = a := @Z2Nat.id a.
have pos a : 1 <= a -> (0 < Z.to_nat a)%N by move=> h; apply: n_lt; rewrite to; lia.
have le a b : 0 <= a -> a <= b -> (Z.to_nat a <= Z.to_nat b)%N by move=> h h'; apply: n_le; rewrite !to; lia.
have xE : Z.of_nat (Z.to_nat (chain_capacity i) %/ Z.to_nat w + Z.to_nat T)%N = x.
  by rewrite z_add z_div !to /x ?cE //; lia.
have cond' : (27 * (Z.to_nat (chain_capacity i) %/ Z.to_nat w + Z.to_nat T) <= 256 * Z.to_nat (chain_k i) ^ 2)%N.
  by apply: z_condition; rewrite xE to; lia.
have := z_reach (chain_births leg (pos _ k1) (pos _ n1) (pos _ f1) (pos _ w1) (le _ _ w0 wa) (le _ _ w0 wb) (le _ _ w0 wd) (le _ _ w0 wh)
  (le _ _ w0 we) (le _ _ w0 wo) (pos _ T1) cond').
rewrite card_ord xE !(z_mul, z_add) pE z_div z_mul -/(chain_sizes_for pairs) !to; try lia.
move=> most; have := reach_of_work x0 most; set q := _ / _ => reached.
have q0 : 0 <= q by apply: Z.div_pos; [exact: Nat2Z.is_nonneg | apply: Z.mul_pos_pos; lia].
have {}reached : segments_reach i x (chain_memories i + q).
  rewrite /segments_reach; apply/Z.leb_le; apply: Z.le_trans reached; apply: Z.eq_le_incl; ring.
rewrite -/T Z.mul_assoc; have wT : 0 < w * T by apply: Z.mul_pos_pos; lia.
apply: Z.le_trans (_ : w * T * q <= _); last by rewrite -z_add; apply: Z.mul_div_le.
apply: Z.mul_le_mono_nonneg_l; first lia.
have [//|qs] : later <= q \/ q < later by lia.
case/negP: few; apply: reach_more reached; last lia.
by do ?apply: Z.mul_nonneg_nonneg; lia.
Qed.

(** ** `chain-births-steady`: no segment of each memory is given away *)

Record chain_births_steady_certificate := ChainBirthsSteadyCertificate {
  births_steady_instance : chain_instance; births_steady_word_size : Z; births_steady_capacity_words : Z; births_steady_cut : Z;
  births_steady_clock : Z; births_steady_value : Z }.

(** So many words can do all the work in segments of [x], of which [cut] are paid. *)
Definition words_reach (i : chain_instance) (x cut clock : Z) : bool :=
  let work := 16 * cut * chain_pairs i * (chain_factors i * chain_k i + chain_n i) in
  let most := 27 * chain_factors i * x * cut * chain_pairs i + clock * (16 * x * x) in
  27 * x * (work * work) <=? most * most.

Definition check_chain_births_steady (c : chain_births_steady_certificate) : bool :=
  let i := births_steady_instance c in
  let cut := births_steady_cut c in
  let x := births_steady_capacity_words c + cut in
  let clock := births_steady_clock c in
  [&& check_chain_instance i, births_steady_word_size c =? narrowest i,
      births_steady_capacity_words c =? chain_capacity i / births_steady_word_size c, 1 <=? cut, 0 <=? clock,
      (if 256 * chain_k i * chain_k i <? 27 * x then clock =? 0 else
        words_reach i x cut clock && ((clock =? 0) || ~~ words_reach i x cut (clock - 1)))
    & births_steady_value c =? births_steady_word_size c * clock].

Lemma words_reach_more i x cut s s' : 0 <= 27 * chain_factors i * x * cut * chain_pairs i -> 0 <= s <= s' ->
  words_reach i x cut s -> words_reach i x cut s'.
Proof.
rewrite /words_reach => g0 [s0 ss'] /Z.leb_le h; apply/Z.leb_le; apply: Z.le_trans h _.
have : 0 <= 16 * x * x by have := Z.square_nonneg x; lia.
set d := 16 * x * x => d0; have sd : s * d <= s' * d by apply: Z.mul_le_mono_nonneg_r.
have : 0 <= s * d by apply: Z.mul_nonneg_nonneg.
by move=> ?; apply: Z.mul_le_mono_nonneg; lia.
Qed.

Theorem check_chain_births_steady_sound c : check_chain_births_steady c = true ->
  births_move_at_least (births_steady_instance c) (births_steady_value c).
Proof.
rewrite /check_chain_births_steady; cbv zeta; set i := births_steady_instance c; set w := births_steady_word_size c.
set T := births_steady_cut c; set clock := births_steady_clock c; set x := births_steady_capacity_words c + T.
case/and5P => ok /Z.eqb_eq wE /Z.eqb_eq cE /Z.leb_le T1 /and3P[/Z.leb_le l0 enough /Z.eqb_eq vE].
have [[b1 m1 k1 l1 n1] [[p1 f1 a1 sb1] [[h1 d1 e1 o1] [c1 q1]]]] := chain_instance_ok ok.
move=> pairs e pE leg; rewrite vE.
have [w1 [wa [wb [wh [wd [we wo]]]]]] : 1 <= w /\ w <= chain_size_a i /\ w <= chain_size_b i /\ w <= chain_size_h i
    /\ w <= chain_size_d i /\ w <= chain_size_partial i /\ w <= chain_size_output i by rewrite wE /narrowest; lia.
have [->|lpos] : clock = 0 \/ 1 <= clock by lia.
  by rewrite !Z.mul_0_r; exact: Nat2Z.is_nonneg.
move: enough; case: Z.ltb_spec => [_ /Z.eqb_eq|cond /andP[_ /orP[/Z.eqb_eq|few]]]; try lia.
have w0 : 0 <= w by lia.
have cap0 : 0 <= births_steady_capacity_words c by rewrite cE; apply: Z.div_pos; lia.
have x0 : 0 <= x by rewrite /x; lia.
have to a : 0 <= a -> Z.of_nat (Z.to_nat a) = a := @Z2Nat.id a.
have pos a : 1 <= a -> (0 < Z.to_nat a)%N by move=> h; apply: n_lt; rewrite to; lia.
have le a b : 0 <= a -> a <= b -> (Z.to_nat a <= Z.to_nat b)%N by move=> h h'; apply: n_le; rewrite !to; lia.
have xE : Z.of_nat (Z.to_nat (chain_capacity i) %/ Z.to_nat w + Z.to_nat T)%N = x.
  by rewrite z_add z_div !to /x ?cE //; lia.
have cond' : (27 * (Z.to_nat (chain_capacity i) %/ Z.to_nat w + Z.to_nat T) <= 256 * Z.to_nat (chain_k i) ^ 2)%N.
  by apply: z_condition; rewrite xE to; lia.
have := z_reach (chain_births_steady leg (pos _ k1) (pos _ n1) (pos _ f1) (pos _ w1) (le _ _ w0 wa) (le _ _ w0 wb) (le _ _ w0 wd) (le _ _ w0 wh)
  (le _ _ w0 we) (le _ _ w0 wo) (pos _ T1) cond').
rewrite xE !(z_mul, z_add) pE z_div -/(chain_sizes_for pairs) !to; try lia.
move=> most; have := reach_of_work x0 most; set q := _ / _ => reached.
have q0 : 0 <= q by apply: Z.div_pos; [exact: Nat2Z.is_nonneg | lia].
have {}reached : words_reach i x T q.
  by rewrite /words_reach; apply/Z.leb_le; apply: Z.le_trans (Z.le_trans _ _ _ _ reached) _; apply: Z.eq_le_incl; ring.
apply: Z.le_trans (_ : w * q <= _); last by rewrite /q -z_add; apply: Z.mul_div_le; lia.
apply: Z.mul_le_mono_nonneg_l; first lia.
have [//|qs] : clock <= q \/ q < clock by lia.
case/negP: few; apply: words_reach_more reached; last lia.
by do ?apply: Z.mul_nonneg_nonneg; lia.
Qed.
