(** * The game of a slice (proofs/gemm-holding-cost.md, "The game of a slice", "Potentials")

    A slice is a set of products of different groups, each with a row's word and a column's. A potential bounds what the slice loads
    into a memory and what its words pay at the events of residencies there. In whole numbers: [r] rows, [c] columns and
    [u], 2X times the sum of U and xy. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Residencies.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(** From ssreflect's operations to those that [lia] knows. *)
Ltac nlia :=
  repeat match goal with H : is_true (_ <= _) |- _ => apply (elimT leP) in H end;
  try apply/leP; change addn with Nat.add in *; change muln with Nat.mul in *; change subn with Nat.sub in *; lia.

(** [X] accumulators; a load of a row costs [K * wr], of a column [K * wc]; an event pays [Lam] and [due w] where [w] accumulators' room
    is free, and each word [rate w] times its weight. *)
Record potential (X K wr wc Lam : nat) (rate due : nat -> nat) (Phi : nat -> nat -> nat -> nat) : Prop := Potential {
  grows_sum : forall r c u v, u <= v -> Phi r c u <= Phi r c v;
  grows_row : forall r c u, Phi r c u <= Phi r.+1 c u;
  grows_column : forall r c u, Phi r c u <= Phi r c.+1 u;
  drops_row : forall r c u, Phi r.+1 c (u + 2 * c) <= Phi r c u + K * wr;
  drops_column : forall r c u, Phi r c.+1 (u + 2 * r) <= Phi r c u + K * wc;
  event_pays : forall r c u w, w <= X -> w <= u -> u + 1 + w <= 2 * X + 2 * (r * c) ->
    Phi r c u + (Lam + due w) <= Phi r c u.+1 + rate w * (wr * r + wc * c) }.

Section Potential.
Variables (X K wr wc Lam : nat) (rate due : nat -> nat) (Phi : nat -> nat -> nat -> nat).
Hypothesis pot : potential X K wr wc Lam rate due Phi.

Lemma grows r c u r' c' v : r <= r' -> c <= c' -> u <= v -> Phi r c u <= Phi r' c' v.
Proof.
move=> rr cc uv; apply: leq_trans (grows_sum pot _ _ uv); rewrite -(subnKC rr) -(subnKC cc).
elim: (c' - c) => [|d IH]; last by rewrite addnS; apply: leq_trans IH (grows_column pot _ _ _).
by rewrite addn0; elim: (r' - r) => [|d IH]; rewrite ?addn0 // addnS; apply: leq_trans IH (grows_row pot _ _ _).
Qed.

Lemma drops r c a b u : Phi (r + a) (c + b) (u + 2 * ((r + a) * (c + b) - r * c)) <= Phi r c u + K * (wr * a + wc * b).
Proof.
have rows d : Phi (r + d) (c + b) (u + 2 * (r * (c + b) - r * c) + 2 * (d * (c + b)))
    <= Phi r (c + b) (u + 2 * (r * (c + b) - r * c)) + K * wr * d.
  elim: d => [|d IH]; first by rewrite !addn0 muln0 addn0.
  rewrite addnS [d.+1 * _]mulSn [c + b + _]addnC [2 * (d * _ + _)]mulnDr [_ + (2 * (d * _) + _)]addnA; apply: leq_trans (drops_row pot _ _ _) _.
  by rewrite mulnS [K * wr + _]addnC addnA leq_add2r.
have columns d : Phi r (c + d) (u + 2 * (r * d)) <= Phi r c u + K * wc * d.
  elim: d => [|d IH]; first by rewrite !addn0 !muln0 !addn0.
  rewrite addnS [r * _.+1]mulnS [r + _]addnC [2 * (r * d + _)]mulnDr [_ + (2 * (r * d) + _)]addnA; apply: leq_trans (drops_column pot _ _ _) _.
  by rewrite mulnS [K * wc + _]addnC addnA leq_add2r.
have E : u + 2 * ((r + a) * (c + b) - r * c) = u + 2 * (r * (c + b) - r * c) + 2 * (a * (c + b)) by nlia.
rewrite E; apply: leq_trans (rows a) _; have -> : r * (c + b) - r * c = r * b by nlia.
have := columns b; rewrite mulnDr !mulnA; move: (Phi _ _ _) (Phi _ _ _) => A1 A2 h; nlia.
Qed.

(** One step: events first, then what comes, then what goes. *)
Lemma one_step r c u nb ne w lr lc r' c' v : nb <= 1 -> ne <= 1 -> w <= X ->
  (0 < nb -> w <= u /\ u + 1 + w <= 2 * X + 2 * (r * c)) ->
  (0 < ne -> w <= u + nb /\ u + nb + 1 + w <= 2 * X + 2 * (r * c)) ->
  r' <= r + lr -> c' <= c + lc -> u + nb + ne <= v + 2 * ((r + lr) * (c + lc) - r' * c') ->
  Phi r c u + (nb + ne) * (Lam + due w) + K * (wr * r' + wc * c')
  <= Phi r' c' v + (nb + ne) * (rate w * (wr * r + wc * c)) + K * (wr * (r + lr) + wc * (c + lc)).
Proof.
move=> nb1 ne1 wX hb he rr cc uv.
have first : Phi r c u + nb * (Lam + due w) <= Phi r c (u + nb) + nb * (rate w * (wr * r + wc * c)).
  case: nb nb1 hb {he uv} => [|[|//]] _ hb; first by rewrite !mul0n !addn0.
  by rewrite !mul1n addn1; have [h1 h2] := hb isT; exact: (event_pays pot).
have second : Phi r c (u + nb) + ne * (Lam + due w) <= Phi r c (u + nb + ne) + ne * (rate w * (wr * r + wc * c)).
  case: ne ne1 he {uv} => [|[|//]] _ he; first by rewrite !mul0n !addn0.
  by rewrite !mul1n addn1; have [h1 h2] := he isT; exact: (event_pays pot).
have third := grows (leq_addr lr r) (leq_addr lc c) uv.
have := drops r' c' (r + lr - r') (c + lc - c') v; rewrite !subnKC // => fourth.
have weights : K * (wr * r' + wc * c') + K * (wr * (r + lr - r') + wc * (c + lc - c')) = K * (wr * (r + lr) + wc * (c + lc)).
  by rewrite -mulnDr addnACA -!mulnDr !subnKC.
rewrite !(mulnDl nb ne); move: first second third fourth weights.
move: (Phi _ _ _) (Phi _ _ _) (Phi _ _ _) (Phi _ _ _) (Phi _ _ _) => A1 A2 A3 A4 A5.
move: (K * _) (K * _) (K * _) => B1 B2 B3; move: (nb * _) (ne * _) (nb * _) (ne * _) => E1 E2 E3 E4.
move=> *; nlia.
Qed.
End Potential.

Section Slice.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Hypothesis all_outputs : forall g : group C, g \in outputs C.
Notation N := (len e).
Notation useful := (useful e). Notation mine := (mine e).
Implicit Types (x y : point C) (t : nat).
Variables (p : M) (slice : {set point C}) (row_of column_of : point C -> word C).
Hypothesis one_a_group : {in slice &, injective (@group_of C)}.
Hypothesis one_a_pair : {in slice &, injective (fun x => (row_of x, column_of x))}.
Hypothesis reads_row : forall x, inl (row_of x) \in reads x.
Hypothesis reads_column : forall x, inl (column_of x) \in reads x.
Notation start := (start e p). Notation stop := (stop e p). Notation busy := (busy e p).

Let tr := all_tracked_points all_outputs.

Definition good : {set point C} := [set x in slice | mine p x].
Definition rows t : {set word C} := [set w in row_of @: slice | Word w \in fast (at_time e t) p].
Definition columns t : {set word C} := [set w in column_of @: slice | Word w \in fast (at_time e t) p].
Definition starts t : nat := #|[set x in good | start x == t]|.
Definition stops t : nat := #|[set x in good | stop x == t]|.

(** Pairs of open residencies still to be met, pairs that will be met while both words stay, open residencies. *)
Definition kept x t : bool := [forall r : 'I_N.+1, (t <= r <= useful x) ==>
  ((Word (row_of x) \in fast (at_time e r) p) && (Word (column_of x) \in fast (at_time e r) p))].
Definition unmet t : nat := #|[set x in good | start x < t <= useful x]|.
Definition certain t : nat := #|[set x in good | (t <= useful x) && kept x t]|.
Definition opened t : nat := #|[set x in good | start x < t <= stop x]|.
Definition met t : nat := #|[set x in good | useful x == t]|.
Definition fresh t : nat := #|[set x in good | [&& t < useful x, kept x t.+1 & ~~ kept x t]]|.

Lemma goodP x : x \in good -> x \in slice /\ mine p x. Proof. by rewrite inE => /andP[]. Qed.

Lemma card_sum (P : pred (point C)) : #|[set x in good | P x]| = \sum_(x in good) P x.
Proof.
rewrite -sum1_card (eq_bigl (fun x => (x \in good) && P x)) => [|x]; last by rewrite in_set.
by rewrite big_mkcondr; apply: eq_bigr => x _; case: (P x).
Qed.

Lemma passing a b t : a <= b -> (a < t <= b) + (a == t) = (a < t.+1 <= b) + (b == t) :> nat.
Proof.
rewrite ltnS => ab; case: (ltngtP a t) => [lt|gt|aE] /=.
- by case: (ltngtP b t).
- by have := leq_trans gt ab; case: (ltngtP b t).
- by move: ab; rewrite aE; case: (ltngtP b t).
Qed.

Lemma unmet_next t : unmet t + starts t = unmet t.+1 + met t.
Proof. by rewrite /unmet /starts /met !card_sum -!big_split; apply: eq_bigr => x _; apply: passing (start_useful _ _ _). Qed.

Lemma opened_next t : opened t + starts t = opened t.+1 + stops t.
Proof.
rewrite /opened /starts /stops !card_sum -!big_split; apply: eq_bigr => x /goodP[_ mx]; apply: passing.
exact: (start_stop mx).
Qed.

Lemma kept_now x : x \in good -> kept x (useful x).
Proof.
case/goodP => _ mx; apply/forallP => r; apply/implyP; rewrite -eqn_leq => /eqP <-.
have [Y [_ _ /forallP ok]] := mine_step leg (tr x) mx.
by have := ok (inl (row_of x)); have := ok (inl (column_of x)); rewrite reads_row reads_column /= => -> ->.
Qed.

Lemma kept_next x t : kept x t -> kept x t.+1.
Proof.
move=> /forallP k; apply/forallP => r; apply/implyP => /andP[tr_ ru]; apply: (implyP (k r)).
by rewrite ltnW.
Qed.

Lemma certain_next t : certain t.+1 + met t = certain t + fresh t.
Proof.
rewrite /certain /met /fresh !card_sum -!big_split; apply: eq_bigr => x xg /=.
have next := @kept_next x t; case: (ltngtP t (useful x)) => [lt|lt|tE] //=.
  by case: (kept x t) next => [-> //|_]; case: (kept x t.+1).
by rewrite tE kept_now.
Qed.

Lemma useful_index x t : t <= useful x -> t < N.+1.
Proof. by move=> tu; apply: leq_ltn_trans tu _; rewrite ltnS ltnW // (useful_lt_len leg (tr x)). Qed.

Lemma kept_words x t : x \in good -> t <= useful x -> kept x t -> (row_of x, column_of x) \in setX (rows t) (columns t).
Proof.
move=> /goodP[xs _] tu /forallP/(_ (Ordinal (useful_index tu)))/implyP; rewrite /= leqnn tu => /(_ isT)/andP[h1 h2].
by rewrite inE /= !inE h1 h2 !imset_f.
Qed.

Lemma certain_pairs t : certain t <= #|rows t| * #|columns t|.
Proof.
rewrite -cardsX /certain; set A := [set x in good | _].
have inj : {in A &, injective (fun x => (row_of x, column_of x))}.
  by move=> x y; rewrite !inE => /andP[/andP[xs _] _] /andP[/andP[ys _] _]; apply: one_a_pair.
rewrite -(card_in_imset inj); apply: subset_leq_card; apply/subsetP => _ /imsetP[x + ->].
by rewrite in_set => /and3P[xg tu k]; apply: kept_words.
Qed.

Lemma fresh_pairs t : fresh t + #|rows t| * #|columns t| <= #|rows t :|: rows t.+1| * #|columns t :|: columns t.+1|.
Proof.
rewrite -!cardsX /fresh; set A := [set x in good | _].
have inj : {in A &, injective (fun x => (row_of x, column_of x))}.
  by move=> x y; rewrite !inE => /andP[/andP[xs _] _] /andP[/andP[ys _] _]; apply: one_a_pair.
rewrite -(card_in_imset inj) -cardsUI.
have -> : [set (row_of x, column_of x) | x in A] :&: setX (rows t) (columns t) = set0.
  apply/setP => w; rewrite in_set0 inE; apply/negbTE/negP => /andP[/imsetP[x + ->]].
  rewrite in_set => /and4P[xg lt k nk]; rewrite inE /= !inE => /andP[/andP[_ h1] /andP[_ h2]].
  case/negP: nk; apply/forallP => r; apply/implyP => /andP[tr_ ru].
  move: tr_; rewrite leq_eqVlt => /predU1P[<-|tr_]; first by rewrite h1 h2.
  by have /forallP/(_ r)/implyP := k; apply; rewrite tr_ ru.
rewrite cards0 addn0; apply: subset_leq_card; rewrite subUset; apply/andP; split; last by apply: setXS; apply: subsetUl.
apply/subsetP => _ /imsetP[x + ->]; rewrite in_set => /and4P[xg lt k _].
have := kept_words xg lt k; apply: subsetP; apply: setXS; exact: subsetUr.
Qed.

Lemma unmet_opened t : unmet t <= opened t.
Proof.
apply: subset_leq_card; apply/subsetP => x; rewrite in_set => /and3P[xg st tu].
by rewrite in_set xg st (leq_trans tu) // useful_stop //; case/goodP: xg.
Qed.

Lemma met_certain t : met t <= certain t.
Proof.
apply: subset_leq_card; apply/subsetP => x; rewrite in_set => /andP[xg /eqP tE].
by rewrite in_set xg -tE leqnn kept_now.
Qed.

Lemma at_most_one (A : {set point C}) : {in A &, forall x y, x = y} -> #|A| <= 1.
Proof.
move=> same; have [->|[x xA]] := set_0Vmem A; first by rewrite cards0.
by rewrite -(cards1 x); apply: subset_leq_card; apply/subsetP => y yA; rewrite inE (same y x).
Qed.

Lemma starts_one t : starts t <= 1.
Proof.
apply: at_most_one => x y; rewrite !inE => /andP[/andP[xs mx] /eqP sx] /andP[/andP[ys my] /eqP sy].
by apply: one_a_group => //; have [] := same_start leg all_outputs mx my (etrans sx (esym sy)).
Qed.

Lemma stops_one t : stops t <= 1.
Proof.
apply: at_most_one => x y; rewrite !inE => /andP[/andP[xs mx] /eqP sx] /andP[/andP[ys my] /eqP sy].
by apply: one_a_group => //; apply: (same_stop leg all_outputs mx my); rewrite sx.
Qed.

Lemma opened_busy t : opened t + starts t <= #|busy t|.
Proof.
have -> : opened t + starts t = #|[set x in good | start x <= t <= stop x]|.
  rewrite /opened /starts !card_sum -big_split; apply: eq_bigr => x /goodP[_ mx] /=.
  by have h := start_stop mx; case: (ltngtP (start x) t) => [lt|lt|sE] /=; rewrite ?addn0 // -sE h.
set A := [set x in good | _]; have inj : {in A &, injective (@group_of C)}.
  by move=> x y; rewrite !inE => /andP[/andP[xs _] _] /andP[/andP[ys _] _]; apply: one_a_group.
rewrite -(card_in_imset inj); apply: subset_leq_card; apply/subsetP => _ /imsetP[x + ->].
rewrite !inE => /andP[/andP[_ mx] /andP[h1 h2]]; apply/existsP; exists x; by rewrite eqxx mx h1 h2.
Qed.

(** ** What a slice pays *)

Variables (X K wr wc Lam : nat) (rate due : nat -> nat) (Phi : nat -> nat -> nat -> nat).
Hypothesis pot : potential X K wr wc Lam rate due Phi.
Hypothesis enough : forall t, t < N -> #|busy t| <= X.

(** Accumulators that a step's event leaves room for; what the words weigh; the words that come in a step. *)
Definition free t : nat := X - #|busy t|.
Definition held t : nat := wr * #|rows t| + wc * #|columns t|.
Definition come t : nat := wr * #|rows t.+1 :\: rows t| + wc * #|columns t.+1 :\: columns t|.
Definition place_of t : nat := 2 * unmet t + 2 * (#|rows t| * #|columns t| - certain t) + (X - opened t).

Definition owed t : nat := \sum_(s < t) (starts s + stops s) * (Lam + due (free s)).
Definition paid t : nat := \sum_(s < t) (K * come s + (starts s + stops s) * (rate (free s) * held s)).

Lemma card_came (A B : {set word C}) : #|A :|: B| = #|A| + #|B :\: A|.
Proof. by rewrite -{1}(setID B A) setUA [A :|: _](setUidPl (subsetIr _ _)) -cardsUI; rewrite (_ : A :&: _ = set0) ?cards0 ?addn0 //;
  apply/setP => w; rewrite !inE; case: (w \in A). Qed.

Lemma slice_step t : t < N ->
  Phi #|rows t| #|columns t| (place_of t) + (starts t + stops t) * (Lam + due (free t)) + K * held t.+1
  <= Phi #|rows t.+1| #|columns t.+1| (place_of t.+1) + (starts t + stops t) * (rate (free t) * held t) + K * (held t + come t).
Proof.
move=> tN; have -> : held t + come t = wr * (#|rows t| + #|rows t.+1 :\: rows t|) + wc * (#|columns t| + #|columns t.+1 :\: columns t|).
  by rewrite /held /come !mulnDr addnACA.
have fr := fresh_pairs t; rewrite !card_came in fr.
have ct := certain_pairs t; have ct1 := certain_pairs t.+1.
have un := unmet_next t; have on := opened_next t; have cn := certain_next t.
have uo := unmet_opened t; have uo1 := unmet_opened t.+1; have mc := met_certain t.
have ob := opened_busy t; have bx := enough tN; have fE : free t = X - #|busy t| by [].
have s1 := starts_one t; have s2 := stops_one t.
have less : #|rows t.+1| <= #|rows t| + #|rows t.+1 :\: rows t| by rewrite -card_came subset_leq_card ?subsetUr.
have less' : #|columns t.+1| <= #|columns t| + #|columns t.+1 :\: columns t| by rewrite -card_came subset_leq_card ?subsetUr.
apply: (one_step pot) => //; rewrite ?leq_subr // /place_of.
- by move=> nb; split; nlia.
- by move=> ne; split; nlia.
- nlia.
Qed.

Lemma slice_upto t : t <= N -> owed t + K * held t + Phi 0 0 X <= paid t + Phi #|rows t| #|columns t| (place_of t).
Proof.
elim: t => [|t IH] tN.
  have r0 : #|rows 0| = 0 by apply/eqP; rewrite cards_eq0; apply/eqP/setP => w; rewrite !inE (starts_empty leg) inE andbF.
  have c0 : #|columns 0| = 0 by apply/eqP; rewrite cards_eq0; apply/eqP/setP => w; rewrite !inE (starts_empty leg) inE andbF.
  have u0 : unmet 0 = 0 by apply/eqP; rewrite cards_eq0; apply/eqP/setP => x; rewrite in_set in_set0 andbF.
  have o0 : opened 0 = 0 by apply/eqP; rewrite cards_eq0; apply/eqP/setP => x; rewrite in_set in_set0 andbF.
  by rewrite /owed /paid /held /place_of !big_ord0 r0 c0 u0 o0 !muln0 subn0 !add0n.
have := slice_step tN; have := IH (ltnW tN); rewrite /owed /paid !big_ord_recr /= mulnDr.
by move=> h1 h2; nlia.
Qed.

(** All events are paid by what comes and by the words held. *)
Theorem slice_pays : owed N <= paid N.
Proof.
have done a : a \in good -> useful a < N by case/goodP => _ _; apply: (useful_lt_len leg (tr _)).
have empty (P : pred (point C)) : (forall x, x \in good -> ~~ P x) -> #|[set x in good | P x]| = 0.
  move=> no; apply/eqP; rewrite cards_eq0; apply/eqP/setP => x; rewrite in_set in_set0.
  by apply/negbTE/negP => /andP[/no/negP].
have u0 : unmet N = 0 by apply: empty => x /done lt; rewrite [N <= _]leqNgt lt andbF.
have o0 : opened N = 0.
  by apply: empty => x /goodP[_ mx]; rewrite [N <= _]leqNgt (stop_lt leg all_outputs mx) andbF.
have k0 : certain N = 0 by apply: empty => x /done lt; rewrite [N <= _]leqNgt lt.
have := slice_upto (leqnn N); have := drops pot 0 0 #|rows N| #|columns N| X.
rewrite /place_of u0 o0 k0 !add0n muln0 !subn0 [X + _]addnC -/(held N).
by move=> h1 h2; nlia.
Qed.
End Slice.
