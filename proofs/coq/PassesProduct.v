(** * The matrix product by whole passes over one array (proofs/gemm-whole-passes.md) *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Clock Segments Product Passes PassesParts PassesSlices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** The array by whose words a memory's course is cut. *)
Inductive resident := ResidentA | ResidentB | ResidentC.

Section Passes.
Variables batch m n k : nat.
Notation product := (product batch m n k).
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.
Notation item := (word product + group product)%type.
Variables (M : finType) (wA wB wC wO capacity : nat) (e : execution M product).
Notation z := (product_sizes _ _ _ _ wA wB wC wO).
Hypothesis leg : legal z capacity e.
Hypotheses (a_pos : 0 < wA) (b_pos : 0 < wB) (c_pos : 0 < wC).
Variable unit : nat.
Hypotheses (unit_A : unit %| wA) (unit_B : unit %| wB) (unit_C : unit %| wC).
Notation price := (product_price wA wB wC).
Notation room := (capacity %/ unit * unit).

(** The array of an item, and what its items weigh. *)
Definition array_of (i : item) : nat := match i with inl (inl _) => 0 | inl (inr _) => 1 | inr _ => 2 end.
Definition weight_of (array : nat) : nat := nth 0 [:: wA; wB; wC] array.

Lemma price_array (i : item) : price i = weight_of (array_of i).
Proof. by case: i => [[]|]. Qed.

(** Slices of one kind, each with the same rows and columns, while the third array stays. *)
Section Resident.
Variables (slice : finType) (across along : nat).
Variables (cut : triple -> slice) (at_row : triple -> 'I_across) (at_col : triple -> 'I_along).
Variable build : slice -> 'I_across -> 'I_along -> triple.
Variables (stays : triple -> item) (row : slice -> 'I_across -> item) (col : slice -> 'I_along -> item).
Hypothesis buildK : forall x, build (cut x) (at_row x) (at_col x) = x.
Hypothesis built : forall d i j, [/\ cut (build d i j) = d, at_row (build d i j) = i & at_col (build d i j) = j].
Hypothesis row_inj : forall d d' i i', row d i = row d' i' -> d = d' /\ i = i'.
Hypothesis col_inj : forall d d' j j', col d j = col d' j' -> d = d' /\ j = j'.
Hypothesis stays_inj : forall x y, cut x = cut y -> stays x = stays y -> x = y.
Hypothesis used : forall x : point product, [/\ uses x (stays x), uses x (row (cut x) (at_row x)) & uses x (col (cut x) (at_col x))].
Variables kept across_by along_by : nat.
Hypotheses (kept_of : forall x, array_of (stays x) = kept) (row_of : forall d i, array_of (row d i) = across_by)
  (col_of : forall d j, array_of (col d j) = along_by).
Hypothesis distinct : uniq [:: kept; across_by; along_by].
Hypothesis kept_lt : kept < 3.

Variables (P s whole rest full some : nat).
Hypothesis fill : room <= s * weight_of kept.
Hypothesis rest_s : rest < s.
Hypothesis cells : across * along = whole * s + rest.
Hypothesis none : rest = 0 -> some = 0.
Hypothesis covered : covers P s rest across (weight_of across_by) along (weight_of along_by) full some.

Theorem resident_passes : #|slice| * (whole * full + some) <= P * elapsed e price.
Proof.
pose D d : {set point product} := [set x | cut x == d].
have inD d x : x \in D d -> cut x = d by rewrite inE => /eqP.
have array i : (fun a : nat => price i = weight_of a) (array_of i) := price_array i.
have /and3P[] : [&& kept != across_by, kept != along_by & across_by != along_by].
  by move: distinct; rewrite /= !inE negb_or andbT => /andP[/andP[-> ->] ->].
move=> /negPf ka /negPf kl /negPf al.
have pos : 0 < weight_of kept by case: (kept) kept_lt => [|[|[|]]].
have operand (x : point product) : array_of (inr (group_of x)) == kept ->
    exists v, [/\ inl v \in reads x, array_of (inl v) != kept & 0 < price (inl v)].
  by move/eqP => <-; exists (inl (word_a x)); split=> //; apply: set21.
have once (T : Type) (line : slice -> T -> item) (at_line : triple -> T) (i : item) :
    (forall d d' y y', line d y = line d' y' -> d = d' /\ y = y') -> #|[set d | i \in (fun x => line (cut x) (at_line x)) @: D d]| <= 1.
  move=> inj; apply/card_le1P => d; rewrite inE => /imsetP[x /inD <- ->] d'.
  by rewrite !inE; apply/idP/eqP => [/imsetP[y /inD <- /inj[]]|->] //; apply: imset_f; rewrite inE.
have lines (I : finType) (line : slice -> I -> item) (at_line : triple -> I) d :
    #|(fun x => line (cut x) (at_line x)) @: D d| <= #|I|.
  apply: leq_trans (leq_imset_card (line d) I); apply/subset_leq_card/subsetP => _ /imsetP[x /inD <- ->]; exact: imset_f.
have size d : #|D d| = whole * s + rest.
  rewrite -cells -[across in RHS]card_ord -[along in RHS]card_ord -card_prod -cardsT.
  rewrite -(card_imset (f := fun y : 'I_across * 'I_along => build d y.1 y.2)) => [|[i j] [i' j'] /= h]; last first.
    have [_ ri ci] := built d i j; have [_ ri' ci'] := built d i' j'.
    by congr (_, _); [rewrite -ri h ri' | rewrite -ci h ci'].
  apply: eq_card => x; rewrite inE; apply/eqP/imsetP => [<-|[[i j] _ ->]]; last by have [] := built d i j.
  by exists (at_row x, at_col x); rewrite ?buildK ?in_setT.
have := slices_cost leg (price_word _ _ _ _ _) (price_inner _ _ _ _ _) (price_output _ _ _ (leqnn wC))
  (Product.unit_price unit_A unit_B unit_C) (K := fun i => array_of i == kept) pos _ fill operand (D := D) (stays := stays)
  (row := fun x => row (cut x) (at_row x)) (col := fun x => col (cut x) (at_col x)) _ used _ _
  (rows := fun i => array_of i == across_by) (cols := fun i => array_of i == along_by) (times := 1)
  (wr := weight_of across_by) (wc := weight_of along_by) _ _ _ _ _ _ _ (fun i => once _ _ _ i row_inj) (fun i => once _ _ _ i col_inj)
  (P := P) (whole := fun=> whole) (rest := fun=> rest) (across := fun=> across) (along := fun=> along) (full := fun=> full) (some := fun=> some).
rewrite sum_nat_const !mul1n; apply=> //.
- by move=> i /eqP <-; apply: array.
- by move=> d x _; apply: trackedT.
- by move=> x; rewrite kept_of.
- by move=> d x y /inD xd /inD yd; apply: stays_inj; rewrite xd yd.
- by move=> x; rewrite row_of.
- by move=> x; rewrite col_of.
- by move=> i; apply/negP => /andP[/eqP -> /eqP h]; rewrite h eqxx in al.
- by move=> i /eqP ->; rewrite eq_sym ka.
- by move=> i /eqP ->; rewrite eq_sym kl.
- by move=> i /eqP <-; apply: array.
- by move=> i /eqP <-; apply: array.
- move=> d x y _ _ [/row_inj[cc rr] /col_inj[_ ll]]; by rewrite -(buildK x) cc rr ll buildK.
- by move=> d; rewrite -[leqRHS]card_ord; apply: lines.
- by move=> d; rewrite -[leqRHS]card_ord; apply: lines.
Qed.
End Resident.

Variables (P s whole rest full some : nat).
Hypothesis rest_s : rest < s.
Hypothesis none : rest = 0 -> some = 0.

(** A stays: columns of C. *)
Lemma passes_of_a : room <= s * wA -> m * k = whole * s + rest -> covers P s rest m wC k wB full some ->
  batch * n * (whole * full + some) <= P * elapsed e price.
Proof.
have -> : batch * n = #|[finType of 'I_batch * 'I_n]| by rewrite card_prod !card_ord.
move=> fill cells covered; apply: (resident_passes (cut := fun x => (x.1.1.1, x.1.2)) (at_row := fun x => x.1.1.2) (at_col := fun x => x.2)
  (build := fun d i q => (d.1, i, d.2, q)) (stays := fun x => inl (inl (word_a x)))
  (row := fun d i => inr (d.1, i, d.2)) (col := fun d q => inl (inr (d.1, q, d.2))) _ _ _ _ _ _ (kept := 0) (across_by := 2) (along_by := 1) _ _ _ _ _
  fill rest_s cells none covered) => //.
- by case=> [[[? ?] ?] ?].
- by case.
- by move=> [? ?] [? ?] ? ? [-> -> ->].
- by move=> [? ?] [? ?] ? ? [-> -> ->].
- by move=> [[[? ?] ?] ?] [[[? ?] ?] ?] [-> ->] [-> ->].
- by move=> [[[? ?] ?] ?]; rewrite /= !inE !eqxx orbT.
Qed.

(** B stays: rows of C. *)
Lemma passes_of_b : room <= s * wB -> n * k = whole * s + rest -> covers P s rest n wC k wA full some ->
  batch * m * (whole * full + some) <= P * elapsed e price.
Proof.
have -> : batch * m = #|[finType of 'I_batch * 'I_m]| by rewrite card_prod !card_ord.
move=> fill cells covered; apply: (resident_passes (cut := fun x => (x.1.1.1, x.1.1.2)) (at_row := fun x => x.1.2) (at_col := fun x => x.2)
  (build := fun d j q => (d.1, d.2, j, q)) (stays := fun x => inl (inr (word_b x)))
  (row := fun d j => inr (d.1, d.2, j)) (col := fun d q => inl (inl (d.1, d.2, q))) _ _ _ _ _ _ (kept := 1) (across_by := 2) (along_by := 0) _ _ _ _ _
  fill rest_s cells none covered) => //.
- by case=> [[[? ?] ?] ?].
- by case.
- by move=> [? ?] [? ?] ? ? [-> -> ->].
- by move=> [? ?] [? ?] ? ? [-> -> ->].
- by move=> [[[? ?] ?] ?] [[[? ?] ?] ?] [-> ->] [-> ->].
- by move=> [[[? ?] ?] ?]; rewrite /= !inE !eqxx orbT.
Qed.

(** C stays: inner indices. *)
Lemma passes_of_c : room <= s * wC -> m * n = whole * s + rest -> covers P s rest m wA n wB full some ->
  batch * k * (whole * full + some) <= P * elapsed e price.
Proof.
have -> : batch * k = #|[finType of 'I_batch * 'I_k]| by rewrite card_prod !card_ord.
move=> fill cells covered; apply: (resident_passes (cut := fun x => (x.1.1.1, x.2)) (at_row := fun x => x.1.1.2) (at_col := fun x => x.1.2)
  (build := fun d i j => (d.1, i, j, d.2)) (stays := fun x => inr (group_c x))
  (row := fun d i => inl (inl (d.1, i, d.2))) (col := fun d j => inl (inr (d.1, d.2, j))) _ _ _ _ _ _ (kept := 2) (across_by := 0) (along_by := 1) _ _ _ _ _
  fill rest_s cells none covered) => //.
- by case=> [[[? ?] ?] ?].
- by case.
- by move=> [? ?] [? ?] ? ? [-> -> ->].
- by move=> [? ?] [? ?] ? ? [-> -> ->].
- by move=> [[[? ?] ?] ?] [[[? ?] ?] ?] [-> ->] [-> ->].
- by move=> [[[? ?] ?] ?]; rewrite /= !inE !eqxx orbT.
Qed.

(** ** `product-whole-passes` *)
Theorem product_whole_passes (r : resident) : 0 < k ->
  let across := if r is ResidentB then n else m in
  let along := if r is ResidentC then n else k in
  let slices := batch * (match r with ResidentA => n | ResidentB => m | ResidentC => k end) in
  let wide := if r is ResidentC then wA else wC in
  let deep := if r is ResidentB then wA else wB in
  let free := if r is ResidentC then 0 else wC * across in
  let stored := if r is ResidentC then 0 else wO * (batch * m * n) in
  (if r is ResidentC then wC <= wO else true) ->
  room <= s * (match r with ResidentA => wA | ResidentB => wB | ResidentC => wC end) ->
  across * along = whole * s + rest -> covers P s rest across wide along deep full some ->
  slices * (whole * full + some) + P * stored <= P * (traffic z e + slices * free).
Proof.
move=> k0; have [paid _] := price_paid leg (leqnn wC) k0; have {}paid := leq_mul (leqnn P) paid; rewrite 2!mulnDr in paid.
case: r => /= narrow fill cells covered; rewrite [leqRHS]mulnDr.
- have -> : batch * n * (wC * m) = wC * (batch * m * n) by rewrite mulnCA mulnAC.
  by apply: leq_trans paid; rewrite leq_add2r passes_of_a.
- have -> : batch * m * (wC * n) = wC * (batch * m * n) by rewrite mulnCA.
  by apply: leq_trans paid; rewrite leq_add2r passes_of_b.
rewrite !muln0 !addn0; apply: leq_trans (passes_of_c fill cells covered) _; rewrite leq_mul2l; apply/orP; right.
have [{}paid _] := price_paid leg (leqnn wC) k0; rewrite -(leq_add2r (wO * (batch * m * n))); apply: leq_trans paid _.
by rewrite leq_add2l leq_mul2r narrow orbT.
Qed.
End Passes.
