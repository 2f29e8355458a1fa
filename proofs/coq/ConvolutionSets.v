(** * What a set of products of a convolution needs (proofs/conv-segments.md, section 1)

    Products (b, c, o, row meeting, column meeting), their input, weight and output; what they are worth at prices of the residues
    of their taps. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import LoomisWhitney Window.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** Cauchy and Schwarz without roots. *)
Lemma cauchy_schwarz_products (J : finType) (P : {set J}) (f A B : J -> nat) : (forall j, j \in P -> f j ^ 2 <= A j * B j) ->
  (\sum_(j in P) f j) ^ 2 <= (\sum_(j in P) A j) * \sum_(j in P) B j.
Proof.
move=> h; rewrite -(leq_pmul2l (isT : 0 < 2)) -mulnn !big_distrlr /=.
have -> : 2 * (\sum_(i in P) \sum_(j in P) A i * B j) = \sum_(i in P) \sum_(j in P) (A i * B j + A j * B i).
  rewrite mul2n -addnn {2}exchange_big -big_split /=; apply: eq_bigr => i _; by rewrite -big_split.
rewrite big_distrr; apply: leq_sum => i iP; rewrite big_distrr; apply: leq_sum => j jP /=.
rewrite -leq_sqr; apply: leq_trans (nat_AGM2 _ _); rewrite !expnMn; rewrite [2 ^ 2]/=  leq_pmul2l //.
have -> : A i * B j * (A j * B i) = A i * B i * (A j * B j) by ring.
by rewrite leq_mul ?h.
Qed.

(** Points that agree in their word agree in what follows from it. *)
Lemma card_follows (T I J : finType) (f : T -> I) (g : T -> J) (U : {set T}) :
  (forall x y, x \in U -> y \in U -> f x = f y -> g x = g y) -> #|g @: U| <= #|f @: U|.
Proof.
move=> h; have [->|[x0 x0U]] := set_0Vmem U; first by rewrite !imset0 !cards0.
pose back i := g (odflt x0 [pick x in U | f x == i]).
rewrite (_ : g @: U = back @: (f @: U)) ?leq_imset_card // -imset_comp; apply: eq_in_imset => x xU.
rewrite /back /=; case: pickP => [y /andP[yU /eqP fyx]|/(_ x)] /=; first by rewrite (h _ _ yU xU fyx).
by rewrite xU eqxx.
Qed.

(** Loomis and Whitney for points that their coordinates tell apart within the set. *)
Lemma loomis_whitney_in (T I J K : finType) (i : T -> I) (j : T -> J) (q : T -> K) (U : {set T}) :
  {in U &, injective (fun x => (i x, j x, q x))} ->
  #|U| ^ 2 <= #|[set (i x, q x) | x in U]| * #|[set (q x, j x) | x in U]| * #|[set (i x, j x) | x in U]|.
Proof.
move=> inj; pose S := {x : T | x \in U}.
have image (L : finType) (f : T -> L) : [set f x | x in U] = [set f (val y) | y in [set: S]].
  apply/setP => l; apply/imsetP/imsetP => [[x xU ->]|[y _ ->]]; first by exists (Sub x xU); rewrite ?in_setT ?SubK.
  by exists (val y) => //; exact: valP y.
rewrite (image _ (fun x => (i x, q x))) (image _ (fun x => (q x, j x))) (image _ (fun x => (i x, j x))).
have -> : #|U| = #|[set: S]| by rewrite cardsT card_sig; apply: eq_card => x; rewrite inE.
apply: (@loomis_whitney [finType of S] _ _ _ (fun y => i (val y)) (fun y => j (val y)) (fun y => q (val y))) => y y' h.
by apply: val_inj; apply: inj h; apply: valP.
Qed.

Section Parts.
Variables (T K : finType) (part : T -> K) (U : {set T}).
Definition cell (k : K) : {set T} := [set x in U | part x == k].

Lemma sum_parts (y : T -> nat) : \sum_(x in U) y x = \sum_(k in part @: U) \sum_(x in cell k) y x.
Proof. by rewrite (partition_big_imset part) /=; apply: eq_bigr => k _; apply: eq_bigl => x; rewrite inE. Qed.

Lemma cell_image (A : finType) (f : T -> A) k : f @: cell k \subset f @: U.
Proof. by apply: imsetS; apply/subsetP => x; rewrite inE => /andP[]. Qed.

(** Parts that can be read off a word have words of their own. *)
Lemma parts_apart (A : finType) (f : T -> A) : (forall x x', x \in U -> x' \in U -> f x = f x' -> part x = part x') ->
  \sum_(k in part @: U) #|f @: cell k| <= #|f @: U|.
Proof.
move=> h; under eq_bigr do rewrite -sum1_card.
pose P k w := w \in f @: cell k.
rewrite -[X in _ <= X]sum1_card (exchange_big_dep (mem (f @: U))) /=; last first.
  by move=> k w _; apply: (subsetP (cell_image f k)).
apply: leq_sum => w /imsetP[x xU ->]; rewrite sum1_card.
rewrite -(cards1 (part x)); apply/subset_leq_card/subsetP => k; rewrite !inE => /andP[_ /imsetP[x']].
by rewrite inE => /andP[x'U /eqP <-] fxx; apply/eqP/esym/h.
Qed.

Lemma square_parts (A : finType) (f : T -> A) n : (forall x x', x \in U -> x' \in U -> f x = f x' -> part x = part x') ->
  (forall k, #|cell k| ^ 2 <= n * #|f @: cell k|) -> #|U| ^ 2 <= #|part @: U| * n * #|f @: U|.
Proof.
move=> apart h; rewrite -[#|U|]sum1_card (sum_parts (fun=> 1)).
under eq_bigr do rewrite sum1_card.
apply: leq_trans (cauchy_schwarz_products (fun k _ => h k)) _.
by rewrite sum_nat_const leq_mul // parts_apart.
Qed.

(** No word serves more than [n]. *)
Lemma served (A : finType) (f : T -> A) (y : T -> nat) n :
  (forall x0, x0 \in U -> \sum_(x in [set x in U | f x == f x0]) y x <= n) -> \sum_(x in U) y x <= n * #|f @: U|.
Proof.
move=> h; rewrite (partition_big_imset f) mulnC -sum_nat_const /=.
apply: leq_sum => _ /imsetP[x0 x0U ->]; apply: leq_trans (h x0 x0U).
by apply: eq_leq; apply: eq_bigl => x; rewrite inE.
Qed.
End Parts.

Section Sets.
Variables (batch channels filters : nat) (rows cols : axis).
Hypotheses (rows_ok : axis_ok rows) (cols_ok : axis_ok cols).

Definition conv_point := ('I_batch * 'I_channels * 'I_filters * meeting rows * meeting cols)%type.
Implicit Types (x : conv_point).

Definition image x : 'I_batch := x.1.1.1.1.
Definition channel x : 'I_channels := x.1.1.1.2.
Definition filter x : 'I_filters := x.1.1.2.
Definition row x : meeting rows := x.1.2.
Definition col x : meeting cols := x.2.

(** What a product multiplies, and the sum that it belongs to. *)
Definition word_input x : 'I_batch * 'I_channels * 'I_(extent rows) * 'I_(extent cols) :=
  (image x, channel x, at_input (row x), at_input (col x)).
Definition word_weight x : 'I_filters * 'I_channels * 'I_(kernel rows) * 'I_(kernel cols) :=
  (filter x, channel x, at_tap (row x), at_tap (col x)).
Definition group_output x : 'I_batch * 'I_filters * 'I_(places rows) * 'I_(places cols) :=
  (image x, filter x, at_output (row x), at_output (col x)).

Lemma same_point x x' : image x = image x' -> channel x = channel x' -> filter x = filter x' -> row x = row x' ->
  col x = col x' -> x = x'.
Proof.
rewrite /image /channel /filter /row /col.
by case: x x' => [[[[b c] o] m] m'] [[[[b' c'] o'] n] n'] /= -> -> -> -> ->.
Qed.

Notation volume U := (#|word_input @: U| * #|word_weight @: U| * #|group_output @: U|).

Lemma volume_mono (U V : {set conv_point}) : U \subset V -> volume U <= volume V.
Proof. by move=> s; rewrite !leq_mul // subset_leq_card // imsetS. Qed.

(** One coordinate of each axis fixed: a matrix product. *)
Lemma square_fixed (s s' : side) (U : {set conv_point}) :
  (forall x x', x \in U -> x' \in U -> coordinate s (row x) = coordinate s (row x')) ->
  (forall x x', x \in U -> x' \in U -> coordinate s' (col x) = coordinate s' (col x')) ->
  #|U| ^ 2 <= volume U.
Proof.
move=> hr hc.
pose i x := (image x, shared_output_input s (row x), shared_output_input s' (col x)).
pose q x := (channel x, shared_tap_input s (row x), shared_tap_input s' (col x)).
pose j x := (filter x, shared_output_tap s (row x), shared_output_tap s' (col x)).
apply: leq_trans (@loomis_whitney_in _ _ _ _ i j q U _) _ => [x x' xU xU'|].
  move=> [b r1 c1 o r2 c2 c r3 c3]; apply: same_point => //.
    exact: shared_all r1 r3 r2.
  exact: shared_all c1 c3 c2.
rewrite !leq_mul //; apply: card_follows => x x' xU xU' [].
- move=> b c r k; have [r1 r2] := shared_input rows_ok (hr _ _ xU xU') r; have [c1 c2] := shared_input cols_ok (hc _ _ xU xU') k.
  by rewrite /i /q b c r1 r2 c1 c2.
- move=> o c r k; have [r1 r2] := shared_tap rows_ok (hr _ _ xU xU') r; have [c1 c2] := shared_tap cols_ok (hc _ _ xU xU') k.
  by rewrite /j /q o c r1 r2 c1 c2.
- move=> b o r k; have [r1 r2] := shared_output (hr _ _ xU xU') r; have [c1 c2] := shared_output (hc _ _ xU xU') k.
  by rewrite /i /j b o r1 r2 c1 c2.
Qed.

(** A cut by something that some array shows multiplies by the number of its values. *)
Lemma square_cut (K : finType) (part : conv_point -> K) (U : {set conv_point}) n :
  (forall k, #|cell part U k| ^ 2 <= n * volume (cell part U k)) ->
  (forall x x', word_input x = word_input x' -> part x = part x') \/
    (forall x x', word_weight x = word_weight x' -> part x = part x') \/
    (forall x x', group_output x = group_output x' -> part x = part x') ->
  #|U| ^ 2 <= #|part @: U| * n * volume U.
Proof.
move=> h; set a := #|word_input @: U|; set w := #|word_weight @: U|; set c := #|group_output @: U|.
have le (A : finType) (f : conv_point -> A) k : #|f @: cell part U k| <= #|f @: U| by rewrite subset_leq_card // cell_image.
case=> [v|[v|v]].
- have -> : #|part @: U| * n * (a * w * c) = #|part @: U| * (n * (w * c)) * a by ring.
  apply: square_parts => [x x' _ _|k]; first exact: v.
  apply: leq_trans (h k) _; rewrite -!mulnA [#|word_input @: _| * _]mulnC leq_mul2l; apply/orP; right.
  by rewrite mulnA leq_mul ?leq_mul ?le.
- have -> : #|part @: U| * n * (a * w * c) = #|part @: U| * (n * (a * c)) * w by ring.
  apply: square_parts => [x x' _ _|k]; first exact: v.
  apply: leq_trans (h k) _; rewrite -!mulnA leq_mul2l; apply/orP; right.
  by rewrite [#|word_weight @: _| * #|_|]mulnC !leq_mul ?le.
- have -> : #|part @: U| * n * (a * w * c) = #|part @: U| * (n * (a * w)) * c by ring.
  apply: square_parts => [x x' _ _|k]; first exact: v.
  apply: leq_trans (h k) _; rewrite -!mulnA leq_mul2l; apply/orP; right.
  by rewrite !leq_mul ?le.
Qed.

(** Lemma 1: one residue along each axis. *)
Lemma square_residue (e : 'I_(kernel rows)) (e' : 'I_(kernel cols)) (U : {set conv_point}) :
  (forall x, x \in U -> residue (row x) = e /\ residue (col x) = e') ->
  #|U| ^ 2 <= reuse e * reuse e' * volume U.
Proof.
move=> res; have [s hs] := side_of e; have [s' hs'] := side_of e'.
have cut_rows : #|(fun x => coordinate s (row x)) @: U| <= reuse e.
  apply: leq_trans hs; apply/subset_leq_card/subsetP => _ /imsetP[x xU ->]; apply/imsetP; exists (row x) => //.
  by rewrite inE; have [-> _] := res x xU.
have cut_cols (V : {set conv_point}) : V \subset U -> #|(fun x => coordinate s' (col x)) @: V| <= reuse e'.
  move=> VU; apply: leq_trans hs'; apply/subset_leq_card/subsetP => _ /imsetP[x xV ->]; apply/imsetP; exists (col x) => //.
  by rewrite inE; have [_ ->] := res x (subsetP VU _ xV).
have sub (K : finType) (part : conv_point -> K) (V : {set conv_point}) k : cell part V k \subset V.
  by apply/subsetP => x; rewrite inE => /andP[].
apply: (@leq_trans (#|(fun x => coordinate s (row x)) @: U| * reuse e' * volume U)); last by rewrite !leq_mul.
apply: square_cut => [k|]; last first.
  case: s {hs cut_rows} => /=; [right; right | right; left | left] => x x'.
  - by case=> _ _ -> _.
  - by case=> _ _ -> _.
  - by case=> _ _ -> _.
set V := cell _ U k; apply: (@leq_trans (#|(fun x => coordinate s' (col x)) @: V| * 1 * volume V)); last first.
  by rewrite muln1 leq_mul // cut_cols // sub.
apply: square_cut => [k'|]; last first.
  case: s' {hs' cut_cols} => /=; [right; right | right; left | left] => x x'.
  - by case=> _ _ _ ->.
  - by case=> _ _ _ ->.
  - by case=> _ _ _ ->.
rewrite mul1n; apply: (square_fixed (s := s) (s' := s')) => x x'; rewrite !inE.
  by move=> /andP[/andP[_ /eqP ->] _] /andP[/andP[_ /eqP ->] _].
by move=> /andP[_ /eqP ->] /andP[_ /eqP ->].
Qed.

(** Prices of products, by the residues of their taps. *)
Variable price : 'I_(kernel rows) -> 'I_(kernel cols) -> nat.
Definition worth_of x : nat := price (residue (row x)) (residue (col x)).
Definition worth (U : {set conv_point}) : nat := \sum_(x in U) worth_of x.

(** Lemma 2: priced, all residues together. *)
Lemma square_worth beta (U : {set conv_point}) :
  (forall m m', price (@residue rows m) (@residue cols m') ^ 2 * (reuse (residue m) * reuse (residue m')) <= beta) ->
  worth U ^ 2 <= beta * volume U.
Proof.
move=> hb; pose res x := (residue (row x), residue (col x)).
have visible_input x x' : word_input x = word_input x' -> res x = res x'.
  by case=> _ _ r c; rewrite /res (residue_input r) (residue_input c).
have visible_weight x x' : word_weight x = word_weight x' -> res x = res x'.
  by case=> _ _ r c; rewrite /res /residue r c.
rewrite /worth (sum_parts res).
set c := #|group_output @: U|.
apply: leq_trans (cauchy_schwarz_products (A := fun k => beta * c * #|word_input @: cell res U k|)
  (B := fun k => #|word_weight @: cell res U k|) _) _ => [k /imsetP[x0 x0U kE]|]; last first.
  rewrite -big_distrr /=; have -> : forall a w, beta * (a * w * c) = beta * c * a * w by move=> a w; ring.
  by rewrite !leq_mul ?leq_mul ?parts_apart // => x x' _ _; [exact: visible_input | exact: visible_weight].
have inV x : x \in cell res U k -> residue (row x) = k.1 /\ residue (col x) = k.2 by rewrite inE => /andP[_ /eqP <-].
have -> : \sum_(x in cell res U k) worth_of x = price k.1 k.2 * #|cell res U k|.
  by rewrite mulnC -sum_nat_const; apply: eq_bigr => x /inV[h1 h2]; rewrite /worth_of h1 h2.
rewrite expnMn; apply: (@leq_trans (price k.1 k.2 ^ 2 * (reuse k.1 * reuse k.2 * volume (cell res U k)))).
  by rewrite leq_mul2l (square_residue inV) orbT.
rewrite mulnA -[X in _ <= X]mulnA; set a := #|word_input @: _|; set w := #|word_weight @: _|.
apply: (@leq_trans (beta * (a * w * c))); last by apply: eq_leq; ring.
rewrite leq_mul //; last by rewrite leq_mul // subset_leq_card // cell_image.
by rewrite kE; apply: hb.
Qed.

(** Lemma 3: each word. *)
Lemma worth_inputs n (U : {set conv_point}) :
  (forall m m', price (@residue rows m) (@residue cols m') * (filters * (input_uses (residue m) * input_uses (residue m'))) <= n) ->
  worth U <= n * #|word_input @: U|.
Proof.
move=> hn; apply: served => x0 x0U; apply: leq_trans (hn (row x0) (col x0)).
set D := [set x in U | word_input x == word_input x0].
have inD x : x \in D -> word_input x = word_input x0 by rewrite inE => /andP[_ /eqP].
rewrite (eq_bigr (fun=> price (residue (row x0)) (residue (col x0)))) => [|x /inD[_ _ r c]]; last first.
  by rewrite /worth_of (residue_input r) (residue_input c).
rewrite sum_nat_const mulnC leq_mul2l; apply/orP; right.
rewrite -(card_in_imset (f := fun x => (filter x, (row x, col x))) (D := D)) => [|x x' /inD h /inD h' [o r c]]; last first.
  by move: h h' => [b ch _ _] [b' ch' _ _]; apply: same_point => //; rewrite ?b ?b' ?ch ?ch'.
apply: (@leq_trans #|setX [set: 'I_filters] (setX [set m | at_input m == at_input (row x0)] [set m | at_input m == at_input (col x0)])|).
  apply/subset_leq_card/subsetP => _ /imsetP[x /inD[_ _ r c] ->]; by rewrite !inE /= r c !eqxx.
by rewrite !cardsX cardsT card_ord !leq_mul // input_meetings.
Qed.

Lemma worth_weights n (U : {set conv_point}) :
  (forall m m', price (@residue rows m) (@residue cols m')
    * (batch * (#|outputs_of_tap (at_tap m)| * #|outputs_of_tap (at_tap m')|)) <= n) ->
  worth U <= n * #|word_weight @: U|.
Proof.
move=> hn; apply: served => x0 x0U; apply: leq_trans (hn (row x0) (col x0)).
set D := [set x in U | word_weight x == word_weight x0].
have inD x : x \in D -> word_weight x = word_weight x0 by rewrite inE => /andP[_ /eqP].
rewrite (eq_bigr (fun=> price (residue (row x0)) (residue (col x0)))) => [|x /inD[_ _ r c]]; last first.
  by rewrite /worth_of /residue r c.
rewrite sum_nat_const mulnC leq_mul2l; apply/orP; right.
rewrite -(card_in_imset (f := fun x => (image x, (row x, col x))) (D := D)) => [|x x' /inD h /inD h' [o r c]]; last first.
  by move: h h' => [b ch _ _] [b' ch' _ _]; apply: same_point => //; rewrite ?b ?b' ?ch ?ch'.
apply: (@leq_trans #|setX [set: 'I_batch] (setX (outputs_of_tap (at_tap (row x0))) (outputs_of_tap (at_tap (col x0))))|).
  apply/subset_leq_card/subsetP => _ /imsetP[x /inD[_ _ r c] ->]; by rewrite !inE /= r c !eqxx.
by rewrite !cardsX cardsT card_ord !leq_mul.
Qed.

(** Taps that meet something. *)
Definition used_taps (a : axis) : {set 'I_(kernel a)} := [set at_tap m | m : meeting a].

Lemma worth_outputs n (U : {set conv_point}) :
  channels * (\sum_(r in used_taps rows) \sum_(r' in used_taps cols) price (residue_of r) (residue_of r')) <= n ->
  worth U <= n * #|group_output @: U|.
Proof.
move=> hn; apply: served => x0 x0U; apply: leq_trans hn.
set D := [set x in U | group_output x == group_output x0].
have inD x : x \in D -> group_output x = group_output x0 by rewrite inE => /andP[_ /eqP].
pose taps x := (channel x, (at_tap (row x), at_tap (col x))).
have tapsI : {in D &, injective taps}.
  move=> x x' /inD h /inD h' [ch r c]; move: h h' => [b o p q] [b' o' p' q'].
  apply: same_point => //; rewrite ?b ?b' ?o ?o' //; apply: by_output_tap => //; by rewrite ?p ?p' ?q ?q'.
pose paid (t : 'I_channels * ('I_(kernel rows) * 'I_(kernel cols))) := price (residue_of t.2.1) (residue_of t.2.2).
rewrite (eq_bigr (fun x => paid (taps x))) // -(big_imset paid tapsI) /=.
apply: (@leq_trans (\sum_(t in setX [set: 'I_channels] (setX (used_taps rows) (used_taps cols))) paid t)).
  rewrite [X in _ <= X](big_setID (taps @: D)) /= (setIidPr _) ?leq_addr //.
  by apply/subsetP => _ /imsetP[x _ ->]; rewrite !inE /= !imset_f.
set total := \sum_(r in used_taps rows) _.
have -> : channels * total = \sum_(ch : 'I_channels) total by rewrite sum_nat_const card_ord.
have -> : total = \sum_(rr in setX (used_taps rows) (used_taps cols)) price (residue_of rr.1) (residue_of rr.2).
  by rewrite /total pair_big_dep; apply: eq_bigl => rr; rewrite !inE.
by rewrite pair_big_dep /=; apply: eq_leq; apply: eq_bigl => t; rewrite !inE.
Qed.
End Sets.
