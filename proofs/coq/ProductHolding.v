(** * The matrix product with a holding cost (proofs/gemm-holding-cost.md)

    Slices are the inner indices of each batch element, their rows words of A, their columns words of B. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Segments Product SliceGame HoldingCost.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section ProductHolding.
Variables batch m n k : nat.
Notation triple := ('I_batch * 'I_m * 'I_n * 'I_k)%type.
Notation product := (product batch m n k).
Variables (M : finType) (wA wB wC wO capacity : nat) (e : execution M product).
Notation z := (product_sizes _ _ _ _ wA wB wC wO).
Hypothesis leg : legal z capacity e.

Definition slice_of (x : point product) : 'I_batch * 'I_k := ((x : triple).1.1.1, (x : triple).2).
Definition row_of (x : point product) : word product := inl (word_a (x : triple)).
Definition column_of (x : point product) : word product := inr (word_b (x : triple)).

Lemma card_terms (g : group product) : #|terms g| <= k.
Proof.
have inj : {in terms g &, injective (fun x : point product => (x : triple).2)}.
  by move=> x y; rewrite !inE => /eqP + /eqP; case: x => x q /= <-; case: y => y r /= -> ->.
by rewrite -(card_in_imset inj); apply: leq_trans (max_card _) _; rewrite card_ord.
Qed.

Variables (X K Lam unit share loss : nat) (rate due : nat -> nat) (Phi : nat -> nat -> nat -> nat).

(** ** `gemm-holding-cost` for any potential *)
Theorem product_holding_cost : 0 < k -> 0 < wC -> unit %| wA -> unit %| wB -> unit %| wC ->
  capacity %/ unit * unit + wC <= wC * X ->
  potential X K wA wB Lam rate due Phi ->
  (forall a j, a <= X -> 0 < j <= k -> rate a * (wC * a) + j * share <= k * share + j * (loss + due a)) ->
  k * share <= K * wC -> no_slow_adds e ->
  2 * (batch * m * n * k) * Lam + K * (wO * (batch * m * n)) <= K * traffic z e + 2 * (batch * m * n * k) * loss.
Proof.
move=> k0 w0 uA uB uC enough pot worth paid fast.
have nonempty := product_groups_computed (batch := batch) (m := m) (n := n) k0.
have g1 s : {in slice slice_of s &, injective (@group_of product)}.
  move=> x y; rewrite !inE => /eqP + /eqP; case: x => [[[b i] j] q]; case: y => [[[b' i'] j'] q'] /=.
  by rewrite /slice_of /group_c /= => <- [_ ->] ->.
have g2 s : {in slice slice_of s &, injective (fun x => (row_of x, column_of x))}.
  move=> x y _ _; case: x => [[[b i] j] q]; case: y => [[[b' i'] j'] q'] /=.
  by rewrite /row_of /column_of /word_a /word_b /= => -[-> -> -> _ _ ->].
have r1 (x : point product) : inl (row_of x) \in reads x by apply: set21.
have r2 (x : point product) : inl (column_of x) \in reads x by apply: set22.
have o1 x y : row_of x = row_of y -> slice_of x = slice_of y.
  case: x => [[[b i] j] q]; case: y => [[[b' i'] j'] q'].
  by rewrite /row_of /slice_of /word_a /= => -[-> _ ->].
have o2 x y : column_of x = column_of y -> slice_of x = slice_of y.
  case: x => [[[b i] j] q]; case: y => [[[b' i'] j'] q'].
  by rewrite /column_of /slice_of /word_b /= => -[-> -> _].
have rc x y : row_of x != column_of y by [].
have u1 (w : word product) : unit %| word_size z w by case: w.
have := holding_cost leg (fun g => in_setT g) g1 g2 r1 r2 o1 o2 rc (fun x => leqnn wA) (fun x => leqnn wB)
  (fun _ _ => leqnn wC) pot card_terms w0 u1 uC enough worth paid nonempty fast.
have -> : #|{: point product}| = batch * m * n * k by rewrite !card_prod !card_ord.
rewrite sum_nat_const cardsT !card_prod !card_ord [X in K * X]mulnC.
have -> : 2 * (batch * m * n) * (k * share) = 2 * (batch * m * n * k) * share by rewrite !mulnA.
by rewrite mulnDr [_ + _ * share]addnC -addnA addnC leq_add2r.
Qed.
End ProductHolding.
