(** * Whole passes: what rows and columns cover (proofs/gemm-whole-passes.md, the lemma)

    The cells of a matrix lie in parts of at most [s] cells; a part pays for its rows and columns. Without roots: the least price of u cells
    lies below every line [(deep c c + wide u) / c], c a number of columns, and such lines are all that the proof needs. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Ltac nat_goal := apply/leP; rewrite -?plusE -?multE -?minusE.

(** Parts of at most [s] cells that cost at least what lines say, lines above [full] at [s] cells and above [some] at [rest]. *)
Section Fill.
Variables (P L s rest whole full some : nat).
Hypotheses (L_pos : 0 < L) (rest_s : rest < s) (none : rest = 0 -> some = 0).

Definition line (i d : nat) : Prop := L * full <= P * (i + d * s) /\ L * some <= P * (i + d * rest).

Definition last_part (r price : nat) : Prop := (r = 0 /\ price = 0) \/ exists i d, line i d /\ price = i + d * r.

Lemma fill (T : Type) (l : seq T) (cost u : T -> nat) :
  (forall a, u a <= s) -> (forall a, u a = 0 \/ exists i d, line i d /\ i + d * u a <= L * cost a) ->
  exists q r price, [/\ \sum_(a <- l) u a = q * s + r, r <= s, last_part r price
    & q * (L * full) + P * price <= P * (L * \sum_(a <- l) cost a)].
Proof.
move=> us lines; elim: l => [|a l [q [r [price [sumE rs lastp le]]]]].
  by exists 0, 0, 0; split=> //; [rewrite big_nil | left | rewrite muln0].
rewrite !big_cons; set U := \sum_(a <- l) u a in sumE *; set Z := \sum_(a <- l) cost a in le *.
have add x : x <= L * cost a -> q * (L * full) + P * (price + x) <= P * (L * (cost a + Z)).
  by move=> h; rewrite mulnDr addnA [_ + Z]addnC mulnDr [P * (_ + _)]mulnDr leq_add // leq_mul2l h orbT.
have [u0|[i' [d' [line' ge]]]] := lines a.
  exists q, r, price; rewrite u0 add0n; split=> //.
  by have := add 0 (leq0n _); rewrite addn0.
case: lastp add => [[r0 p0]|[i [d [lined ->]]]] add.
  exists q, (u a), (i' + d' * u a); rewrite sumE r0 p0 in add *; rewrite addn0 addnC; split=> //; first by right; exists i', d'.
  exact: add ge.
have {}add := add _ ge; have ua := us a; have [fit|over] := leqP (r + u a) s.
  have sumE' : u a + U = q * s + (r + u a) by rewrite sumE addnC -addnA.
  have [dd|/ltnW dd] := leqP d d'.
    exists q, (r + u a), (i + d * (r + u a)); split=> //; first by right; exists i, d.
    apply: leq_trans add; rewrite leq_add2l leq_mul2l; apply/orP; right.
    by move/leP: dd => dd; nat_goal; nia.
  exists q, (r + u a), (i' + d' * (r + u a)); split=> //; first by right; exists i', d'.
  apply: leq_trans add; rewrite leq_add2l leq_mul2l; apply/orP; right.
  by move/leP: dd => dd; nat_goal; nia.
have sumE' : u a + U = q.+1 * s + (r + u a - s).
  by rewrite sumE addnC -addnA mulSn [s + _]addnC -[RHS]addnA subnKC // ltnW.
have rest' : r + u a - s <= s by rewrite leq_subLR leq_add.
have [k [m [sE uE]]] : exists k m, s = r + k /\ u a = k + m.
  exists (s - r), (u a - (s - r)); rewrite !subnKC // leq_subLR; exact: ltnW.
have mE : r + u a - s = m by rewrite sE uE addnA addKn.
rewrite mE in sumE' rest' *; rewrite uE in add.
have spare x y x' y' : L * full <= P * (x + y * s) -> x + y * s + (x' + y' * m) <= i + d * r + (i' + d' * (k + m)) ->
    q.+1 * (L * full) + P * (x' + y' * m) <= P * (L * (cost a + Z)).
  move=> lf h; apply: leq_trans add; rewrite mulSn addnAC addnC leq_add2l.
  by apply: leq_trans (leq_add lf (leqnn _)) _; rewrite -mulnDr leq_mul2l h orbT.
have [dd|/ltnW dd] := leqP d d'.
  exists q.+1, m, (i' + d' * m); split=> //; first by right; exists i', d'.
  apply: (spare i d) (proj1 lined) _; rewrite sE; move/leP: dd => dd; nat_goal; nia.
exists q.+1, m, (i + d * m); split=> //; first by right; exists i, d.
have mr : m <= r by move: ua; rewrite sE uE addnC leq_add2r.
apply: (spare i' d') (proj1 line') _; rewrite sE; move/leP: dd => dd; move/leP: mr => mr; nat_goal; nia.
Qed.

Lemma fill_whole (T : finType) (cost u : T -> nat) :
  (forall a, u a <= s) -> (forall a, u a = 0 \/ exists i d, line i d /\ i + d * u a <= L * cost a) ->
  \sum_a u a = whole * s + rest -> whole * full + some <= P * \sum_a cost a.
Proof.
move=> us lines all; have s0 : 0 < s by apply: leq_ltn_trans rest_s.
have [q [r [price [sumE rs lastp le]]]] := fill (index_enum T) us lines; rewrite all in sumE.
rewrite -(leq_pmul2l L_pos) mulnCA; apply: leq_trans le; rewrite mulnDr mulnCA.
move: rs; rewrite leq_eqVlt => /predU1P[rE|rs].
  rewrite rE [q * s + s]addnC -mulSn in sumE; have [wE rest0] : whole = q.+1 /\ rest = 0.
    have := congr1 (fun x => x %/ s) sumE; have := congr1 (fun x => x %% s) sumE.
    by rewrite modnMDl modnMl modn_small // divnMDl // mulnK // divn_small // addn0 => -> ->.
  rewrite wE none // muln0 addn0 mulSn addnC leq_add2l.
  case: lastp => [[r0 _]|[i [d [[lf _] ->]]]]; last by rewrite rE.
  by rewrite rE in r0; rewrite r0 in s0.
have [wE rE] : whole = q /\ rest = r.
  have := congr1 (fun x => x %/ s) sumE; have := congr1 (fun x => x %% s) sumE.
  by rewrite !modnMDl !modn_small // !divnMDl // !divn_small // !addn0 => -> ->.
rewrite wE leq_add2l; case: lastp => [[r0 _]|[i [d [[_ ls] ->]]]]; last by rewrite -rE.
by rewrite none ?muln0 // rE.
Qed.
End Fill.

(** [v] cells at [wide] a row and [deep] a column, of which there are at most [along], cost [least] or more, in parts of 1 / P. *)
Definition below (P wide deep along v least : nat) : Prop :=
  forall c, 0 < c <= along -> c * least <= P * (deep * (c * c) + wide * v).

(** [full] lies below the price of [s] cells, [some] below that of [rest], by columns or by rows. *)
Definition covers (P s rest across wide along deep full some : nat) : Prop :=
  (below P wide deep along s full /\ below P wide deep along rest some) \/
  (below P deep wide across s full /\ below P deep wide across rest some).

Section Slice.
Variables (X R K A : finType) (D : {set X}) (row : X -> R) (col : X -> K) (part : A -> {set X}).
Variables (P s rest whole across wide along deep full some : nat).
Hypothesis cells : {in D &, injective (fun x => (row x, col x))}.
Hypothesis inside : forall a, part a \subset D.
Hypothesis few : forall a, #|part a| <= s.
Hypothesis rest_s : rest < s.
Hypothesis all : \sum_a #|part a| = whole * s + rest.
Hypotheses (row_count : #|row @: D| <= across) (col_count : #|col @: D| <= along).
Hypothesis none : rest = 0 -> some = 0.
Hypothesis covered : covers P s rest across wide along deep full some.

Lemma part_cells a : #|part a| <= #|row @: part a| * #|col @: part a|.
Proof.
rewrite -cardsX -(card_in_imset (f := fun x => (row x, col x)) (D := part a)) => [|x y xa ya]; last first.
  by apply: cells; apply: (subsetP (inside a)).
by apply/subset_leq_card/subsetP => _ /imsetP[x xa ->]; rewrite in_setX !imset_f.
Qed.

Lemma by_lines c r u w' d' : 0 < c -> u <= r * c -> forall L, c %| L ->
  L %/ c * (d' * (c * c)) + L %/ c * w' * u <= L * (w' * r + d' * c).
Proof.
move=> c0 ur L cL; rewrite -mulnA -mulnDr -{2}(divnK cL) -mulnA leq_mul2l; apply/orP; right.
rewrite mulnDr addnC mulnCA leq_add ?(mulnCA c) // leq_mul2l [c * r]mulnC ur; exact: orbT.
Qed.

Lemma line_of c w' d' n L : 0 < c <= n -> c %| L -> below P w' d' n s full -> below P w' d' n rest some ->
  line P L s rest full some (L %/ c * (d' * (c * c))) (L %/ c * w').
Proof.
move=> cn cL b1 b2; have h v least : below P w' d' n v least -> L * least <= P * (L %/ c * (d' * (c * c)) + L %/ c * w' * v).
  move/(_ c cn) => le; rewrite -mulnA -mulnDr mulnCA -{1}(divnK cL) -mulnA leq_mul2l; by rewrite le orbT.
by split; apply: h.
Qed.

Theorem slice_pays : whole * full + some <= P * \sum_a (wide * #|row @: part a| + deep * #|col @: part a|).
Proof.
have pos (T : finType) (f : X -> T) a : #|part a| != 0 -> 0 < #|f @: part a|.
  by rewrite cards_eq0 => /set0Pn[x xa]; apply/card_gt0P; exists (f x); apply: imset_f.
have sub (T : finType) (f : X -> T) n a : #|f @: D| <= n -> #|f @: part a| <= n.
  by move=> h; apply: leq_trans h; apply/subset_leq_card/imsetS.
have divides c n : 0 < c <= n -> c %| n`! by move=> cn; apply: dvdn_fact.
case: covered => -[full_below some_below].
  apply: (fill_whole (L := along`!) (fact_gt0 _) rest_s none few _ all) => a.
  have [->|ne] := eqVneq #|part a| 0; [by left | right]; have c0 := pos _ col a ne.
  have cn : 0 < #|col @: part a| <= along by rewrite c0 sub.
  exists (along`! %/ #|col @: part a| * (deep * (#|col @: part a| * #|col @: part a|))), (along`! %/ #|col @: part a| * wide).
  split; first exact: (line_of cn (divides _ _ cn) full_below some_below).
  exact: (by_lines _ _ c0 (part_cells a) (divides _ _ cn)).
apply: (fill_whole (L := across`!) (fact_gt0 _) rest_s none few _ all) => a.
have [->|ne] := eqVneq #|part a| 0; [by left | right]; have c0 := pos _ row a ne.
have cn : 0 < #|row @: part a| <= across by rewrite c0 sub.
exists (across`! %/ #|row @: part a| * (wide * (#|row @: part a| * #|row @: part a|))), (across`! %/ #|row @: part a| * deep).
split; first exact: (line_of cn (divides _ _ cn) full_below some_below).
by rewrite [X in _ <= _ * X]addnC; apply: (by_lines _ _ c0 _ (divides _ _ cn)); rewrite mulnC part_cells.
Qed.
End Slice.
