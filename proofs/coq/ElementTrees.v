(** * Trees of the elements of H (proofs/chain-recomputation.md, sections 1 and 2)

    A useful second-stage step reads a complete element of H. Its _tree_ says when and where each first-stage product of that value
    was multiplied. An element that several steps read may have several trees (recomputation). *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Clock Chain Provenance.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Trees.
Variables batch m k l n factors : nat.
Notation element := ('I_batch * 'I_m * 'I_l)%type.
Variable pairs : {set element}.
Notation chain := (@chain batch m k l n factors pairs).
Notation second_stage := (@second_stage batch m l n pairs).
(** What is stored or formed of H: sums of one factor of an element, and elements, each unfinished or complete. *)
Notation inner := (element * 'I_factors + element)%type.
Notation unit := (inner * bool)%type.

Variables (M : finType) (z : sizes chain) (capacity : nat) (e : execution M chain).
Hypothesis leg : legal z capacity e.
Notation N := (len e).

Definition inner_sum (u : inner) : group chain := inl u.
Definition element_of (u : unit) : element := match u.1 with inl f => f.1 | inr h => h end.

(** The element that a second-stage product reads, and the step of its useful product. *)
Definition element_read (y : second_stage) : element := Product.word_a (val y).
Definition use (y : second_stage) : nat := useful e (inr y : point chain).
Definition product_of (f : element * 'I_factors) (q : 'I_k) : point chain := inl (inl (f, q)).

Notation place_in_time := (nat * M)%type.
Notation resident p t u := (resident_sum e p t (inner_sum u.1) u.2).
Notation loads p u o := (loads_sum p (inner_sum u.1) u.2 o).
Notation moves p u o := (moves_sum p (inner_sum u.1) u.2 o).
Notation unfinished y r := (inl (element_read y, r) : inner, false).
Notation at_type := ('I_factors * 'I_k -> place_in_time).

(** In memory p from [t0] on: some value of the element was there or is loaded, or its whole tree is formed there. *)
Definition touched p t0 t (h : element) : Prop :=
  exists2 u, element_of u = h & resident p t0 u \/ exists2 r, t0 <= r < t & loads p u (act e r).

Record tree (y : second_stage) (at_ : at_type) : Prop := Tree {
  tree_step : forall rq, (at_ rq).1 < N /\ exists Y, act e (at_ rq).1 = Multiply (at_ rq).2 (product_of (element_read y, rq.1) rq.2) Y;
  tree_read : forall p t0, mine e p (inr y : point chain) -> t0 <= use y ->
    touched p t0 (use y) (element_read y) \/ forall rq, t0 <= (at_ rq).1 < use y /\ (at_ rq).2 = p;
  (* A product of the tree in p, another one before [t0] or elsewhere, no unfinished sum there at [t0]: one is loaded or stored, and
     until then one is there. *)
  tree_moves : forall r q q' t0, t0 <= (at_ (r, q)).1 -> ((at_ (r, q')).1 < t0) || ((at_ (r, q')).2 != (at_ (r, q)).2) ->
    ~~ resident (at_ (r, q)).2 t0 (unfinished y r) ->
    exists2 s, t0 <= s < N & moves (at_ (r, q)).2 (unfinished y r) (act e s);
  tree_stays : forall r q q' t0, t0 <= (at_ (r, q)).1 -> ((at_ (r, q')).1 < t0) || ((at_ (r, q')).2 != (at_ (r, q)).2) ->
    ~~ resident (at_ (r, q)).2 t0 (unfinished y r) ->
    forall t, (at_ (r, q)).1 < t -> (forall s, t0 <= s < t -> ~~ moves (at_ (r, q)).2 (unfinished y r) (act e s)) ->
    resident (at_ (r, q)).2 t (unfinished y r) }.

Lemma tracked_use (y : second_stage) : tracked (inr y : point chain).
Proof. by rewrite tracked_second. Qed.

Theorem tree_exists (y : second_stage) : exists at_, tree y at_.
Proof.
set h := element_read y; have ty := tracked_use y.
have uN : use y < N := useful_lt_len leg ty.
have [p0 [Y0 [aU _ /forallP reads_ok]]] := useful_step leg ty.
pose eg : group chain := inner_sum (inr h); pose ex : point chain := element_step k n factors pairs h.
have in_p0 : Sum eg (terms eg) \in fast (at_time e (use y)) p0.
  by have := reads_ok (inr eg); rewrite /= set21.
have [E [pE madeE]] := origin leg (ltnW uN) in_p0 (erefl _ : group_of ex = eg).
have [EU [YE aE] /forallP readsE _ _] := madeE.
have EN : E < N := ltn_trans EU uN.
have sums r : Sum (inner_sum (inl (h, r))) (terms (inner_sum (inl (h, r)))) \in fast (at_time e E) pE.
  by have := readsE (inr (inner_sum (inl (h, r)))); rewrite /= imset_f.
have gX r q : group_of (product_of (h, r) q) = inner_sum (inl (h, r)) :> group chain by [].
pose made (rq : 'I_factors * 'I_k) (sp : place_in_time) :=
  made_at e E pE (inner_sum (inl (h, rq.1))) (product_of (h, rq.1) rq.2) sp.1 sp.2.
have [at_ atP] : exists at_ : at_type, forall rq, made rq (at_ rq).
  apply: (@fin_all_exists _ _ made) => -[r q].
  have [s [p made_here]] := origin leg (ltnW EN) (sums r) (gX r q).
  by exists (s, p).
exists at_; split.
- move=> rq; have [sE [Y aY] _ _ _] := atP rq; split; [exact: ltn_trans sE EN | by exists Y].
- move=> p t0 mp t0u; have pp0 : p0 = p.
    by move: mp; rewrite /mine -/(use y) aU => /eqP.
  subst p0; have at_use : within p (trail e (use y) p eg (use y) ex) by rewrite trail_end /=.
  have [/withinP[X XE]|[r [X [rt ld _]]]|[/andP[t0E _] pEp]] := enters (erefl _ : group_of ex = eg) madeE t0u (leqnn _) at_use.
  + left; exists (inr h, X == terms eg); first by [].
    by left; apply: (trail_resident leg (ltnW uN) in_p0 (erefl _ : group_of ex = eg) t0u XE).
  + left; exists (inr h, X == terms eg); first by [].
    by right; exists r; rewrite // ld /= !eqxx.
  subst pE; have [bad|good] := boolP [exists rq, ~~ ((t0 <= (at_ rq).1 < use y) && ((at_ rq).2 == p))]; last first.
    right=> rq; have := existsPn good rq; rewrite negbK => /andP[a /eqP b]; by split.
  have [[r q] /negP no] := existsP bad; have made_q := atP (r, q).
  have at_E : within p (trail e E p (inner_sum (inl (h, r))) E (product_of (h, r) q)) by rewrite trail_end /=.
  left; have [/withinP[X XE]|[s [X [/andP[a b] ld _]]]|[/andP[a b] pq]] := enters (gX r q) made_q t0E (leqnn _) at_E.
  + exists (inl (h, r), X == terms (inner_sum (inl (h, r)))); first by [].
    by left; apply: (trail_resident leg (ltnW EN) (sums r) (gX r q) t0E XE).
  + exists (inl (h, r), X == terms (inner_sum (inl (h, r)))); first by [].
    by right; exists s; [rewrite a (ltn_trans b) | rewrite ld /= !eqxx].
  + by case: no; rewrite a (ltn_trans b EU) pq eqxx.
- move=> r q q' t0 after apart absent.
  have [s /andP[a b] mv] := fragment_moves leg (ltnW EN) (sums r) (gX r q) (gX r q') (atP (r, q)) (atP (r, q'))
    after apart absent.
  by exists s; rewrite // a (ltn_trans b EN).
- move=> r q q' t0 after apart absent t lt quiet.
  exact: (fragment_stays leg (ltnW EN) (sums r) (gX r q) (gX r q') (atP (r, q)) (atP (r, q'))
    after apart absent lt quiet).
Qed.
End Trees.
