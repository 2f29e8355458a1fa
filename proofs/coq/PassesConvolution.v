(** * The convolution by whole passes over its filters (proofs/conv-whole-passes.md)

    A slice is an output pixel, with some of the pairs of taps that it meets: with fewer of them it costs no more. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Clock Segments Window ConvolutionSets Convolution Passes PassesParts PassesSlices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Passes.
Variables (batch channels filters : nat) (rows cols : axis).
Hypotheses (rows_ok : axis_ok rows) (cols_ok : axis_ok cols).
Notation conv := (conv batch channels filters rows cols).
Notation product := (conv_point batch channels filters rows cols).
Notation item := (word conv + group conv)%type.
Variables (M : finType) (wI wW wC wO capacity : nat) (e : execution M conv).
Notation z := (conv_sizes _ _ _ _ _ wI wW wC wO).
Hypothesis leg : legal z capacity e.
Hypothesis weight_pos : 0 < wW.
Variable unit : nat.
Hypotheses (unit_I : unit %| wI) (unit_W : unit %| wW) (unit_C : unit %| wC).
Notation price := (conv_price wI wW wC).

(** The meetings of an output that count, along each axis. *)
Variables (taps_row : 'I_(places rows) -> {set meeting rows}) (taps_col : 'I_(places cols) -> {set meeting cols}).
Hypothesis meets_row : forall p m, m \in taps_row p -> at_output m = p.
Hypothesis meets_col : forall p m, m \in taps_col p -> at_output m = p.

(** In how many products with one output channel an input is, at most. *)
Variable times : nat.
Hypothesis times_uses : forall m m', input_uses (@residue rows m) * input_uses (@residue cols m') <= times.

Notation pixel := ('I_batch * 'I_(places rows) * 'I_(places cols))%type.
Definition of_pixel (d : pixel) : {set point conv} :=
  [set x : product | [&& image x == d.1.1, row x \in taps_row d.1.2 & col x \in taps_col d.2]].
Definition pixel_taps (d : pixel) : nat := #|taps_row d.1.2| * #|taps_col d.2|.

Lemma of_pixelP d x : x \in of_pixel d -> [/\ image x = d.1.1, row x \in taps_row d.1.2 & col x \in taps_col d.2].
Proof. by rewrite inE => /and3P[/eqP]. Qed.

Lemma pixel_of d x : x \in of_pixel d -> d = (image x, at_output (row x), at_output (col x)).
Proof. by case: d => [[b p] q] /of_pixelP[/= -> /meets_row -> /meets_col ->]. Qed.

Lemma pixel_cells d : #|of_pixel d| = filters * (channels * pixel_taps d).
Proof.
pose make (y : 'I_channels * 'I_filters * meeting rows * meeting cols) : product := (d.1.1, y.1.1.1, y.1.1.2, y.1.2, y.2).
have -> : of_pixel d = make @: setX (setX [set: 'I_channels * 'I_filters] (taps_row d.1.2)) (taps_col d.2).
  apply/setP => x; rewrite inE; apply/and3P/imsetP => [[/eqP bE mr mc]|[[[[c o] m] m']]].
    exists (channel x, filter x, row x, col x); first by rewrite !in_setX in_setT mr mc.
    by apply: same_point.
  by rewrite !in_setX in_setT /= => /andP[mr mc] ->.
rewrite card_in_imset => [|[[[c o] m] m'] [[[c' o'] n] n'] _ _ [-> -> -> ->] //].
by rewrite !cardsX cardsT card_prod !card_ord /pixel_taps !mulnA [channels * _]mulnC.
Qed.

(** An input is a column of as many pixels as it has meetings. *)
Lemma pixels_of_input (i : item) : #|[set d | i \in (fun x : product => inl (inl (word_input x)) : item) @: of_pixel d]| <= times.
Proof.
set A := [set d | _]; have [->|[d0 d0A]] := set_0Vmem A; first by rewrite cards0.
have := d0A; rewrite inE => /imsetP[x0 _ iE].
apply: leq_trans (times_uses (row x0) (col x0)).
apply: leq_trans (leq_mul (input_meetings rows_ok (row x0)) (input_meetings cols_ok (col x0))); rewrite -cardsX.
pose back (m : meeting rows * meeting cols) : pixel := (image x0, at_output m.1, at_output m.2).
apply: leq_trans (leq_imset_card back _); apply/subset_leq_card/subsetP => d; rewrite inE => /imsetP[x xd].
rewrite iE => -[bE _ ry cx]; apply/imsetP; exists (row x, col x); first by rewrite in_setX !inE ry cx !eqxx.
by rewrite (pixel_of xd) /back bE.
Qed.

Lemma pixel_of_group (i : item) : #|[set d | i \in (fun x : product => inr (group_output x) : item) @: of_pixel d]| <= 1.
Proof.
apply/card_le1P => d; rewrite inE => /imsetP[x xd ->] d'; rewrite !inE; apply/idP/eqP => [/imsetP[y yd [bE _ pE qE]]|->].
  by rewrite (pixel_of yd) (pixel_of xd) bE pE qE.
by apply/imsetP; exists x.
Qed.

Variables (P s : nat) (whole rest full some : nat -> nat).
Hypothesis fill : capacity %/ unit * unit <= s * wW.
Hypothesis cells : forall d, filters * (channels * pixel_taps d) = whole (pixel_taps d) * s + rest (pixel_taps d).
Hypothesis rest_s : forall d, rest (pixel_taps d) < s.
Hypothesis none : forall d, rest (pixel_taps d) = 0 -> some (pixel_taps d) = 0.
Hypothesis covered : forall d, covers P s (rest (pixel_taps d)) filters (times * wC) (channels * pixel_taps d) wI
  (full (pixel_taps d)) (some (pixel_taps d)).

Definition is_weight (i : item) : bool := if i is inl (inr _) then true else false.
Definition is_input (i : item) : bool := if i is inl (inl _) then true else false.
Definition is_group (i : item) : bool := if i is inr _ then true else false.

Theorem pixels_cost : \sum_(d : pixel) (whole (pixel_taps d) * full (pixel_taps d) + some (pixel_taps d)) <= P * (times * elapsed e price).
Proof.
have lines (T : finType) (I : finType) (f : product -> T) (g : I -> T) (A : {set I}) d :
    (forall x, x \in of_pixel d -> exists2 y, y \in A & f x = g y) -> #|f @: of_pixel d| <= #|A|.
  move=> h; apply: leq_trans (leq_imset_card g A); apply/subset_leq_card/subsetP => _ /imsetP[x /h[y yA ->] ->]; exact: imset_f.
apply: (slices_cost leg (conv_price_word _ _ _ _ _) (conv_price_inner _ _ _ _ _) (conv_price_output _ _ _ (leqnn wC))
  (conv_unit unit_I unit_W unit_C) (K := is_weight) (w := wW) (s := s) weight_pos _ fill _ (D := of_pixel)
  (stays := fun x => inl (inr (word_weight x))) (row := fun x => inr (group_output x)) (col := fun x => inl (inl (word_input x)))
  _ _ _ _ (rows := is_group) (cols := is_input) (times := times) (wr := wC) (wc := wI) _ _ _ _ _ _ _ pixel_of_group pixels_of_input
  (P := P) (whole := fun d => whole (pixel_taps d)) (rest := fun d => rest (pixel_taps d)) (across := fun=> filters)
  (along := fun d => channels * pixel_taps d) (full := fun d => full (pixel_taps d)) (some := fun d => some (pixel_taps d))) => //.
- by case=> [[]|].
- by move=> d x _; apply: conv_trackedT.
- by move=> x; split; [exact: set22 | exact: eqxx | exact: set21].
- move=> d x y xd yd [oE cE rE kE]; have := pixel_of xd; rewrite (pixel_of yd) => -[bE pE qE].
  apply: same_point => //; [exact: by_output_tap (esym pE) rE | exact: by_output_tap (esym qE) kE].
- by case=> [[]|].
- by case=> [[]|].
- by case=> [[]|].
- by case=> [[]|].
- by case=> [[]|].
- move=> d x y _ _ [bE oE pE qE [_ cE yE xE]].
  by apply: same_point => //; [exact: by_output_input pE yE | exact: by_output_input qE xE].
- by move=> d; rewrite pixel_cells cells.
- move=> d; rewrite -[leqRHS]card_ord -cardsT.
  apply: (lines _ _ _ (fun o => inr (d.1.1, o, d.1.2, d.2))) => x xd; exists (filter x); first by rewrite in_setT.
  by rewrite (pixel_of xd).
- move=> d; have -> : channels * pixel_taps d = #|setX (setX [set: 'I_channels] (taps_row d.1.2)) (taps_col d.2)|.
    by rewrite !cardsX cardsT card_ord /pixel_taps mulnA.
  apply: (lines _ _ _ (fun y => inl (inl (d.1.1, y.1.1, at_input y.1.2, at_input y.2)))) => x /of_pixelP[bE mr mc].
  by exists (channel x, row x, col x); rewrite ?in_setX ?in_setT ?mr ?mc //= -bE.
Qed.

(** ** `convolution-whole-passes`, for any of the taps of each pixel *)
Theorem convolution_whole_passes : 0 < channels ->
  \sum_(d : pixel) (whole (pixel_taps d) * full (pixel_taps d) + some (pixel_taps d)) + P * times * (wO * conv_outputs batch filters rows cols)
  <= P * times * (traffic z e + wC * conv_outputs batch filters rows cols).
Proof.
move=> c0; have [paid _] := conv_paid rows_ok cols_ok leg c0.
apply: leq_trans (leq_mul (leqnn (P * times)) paid); rewrite mulnDr leq_add2r -mulnA; exact: pixels_cost.
Qed.
End Passes.
