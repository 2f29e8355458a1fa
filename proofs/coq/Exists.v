(** * The machine is not empty

    With room for one word of A, one of B and one sum every batch of products has a legal execution, in which only fast memories add: the
    theorems do not hold for want of executions. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Reach.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (p : M).
Implicit Types (F W : {set value C}) (v : value C).

Definition not_slow (o : step_kind M C) : bool := if o is Accumulate _ _ _ _ then false else true.

(** Everything happens in memory p. *)
Definition at_p F W : state M C := State (fun q => if q == p then F else set0) W.

Definition reached F W : Prop := exists e : execution M C, [/\ at_time e 0 = at_p set0 [set v | if v is Word _ then true else false],
  at_time e (len e) = at_p F W, forall t, t < len e -> step (at_time e t) (act e t) (at_time e t.+1) && not_slow (act e t)
  & forall t q, t <= len e -> \sum_(v in fast (at_time e t) q) space_of z v <= capacity].

Lemma reached_start : reached set0 [set v | if v is Word _ then true else false].
Proof.
exists (Execution 0 (fun _ => at_p set0 [set v | if v is Word _ then true else false]) (fun _ => Forget)); split=> // t q _ /=.
by rewrite (_ : (if q == p then set0 else set0) = set0) ?big_set0 //; case: ifP.
Qed.

Lemma reached_step F W o F' W' : not_slow o -> reached F W -> step (at_p F W) o (at_p F' W') ->
  \sum_(v in F') space_of z v <= capacity -> reached F' W'.
Proof.
move=> fast_ [e [e0 eN est ecap]] st cap.
exists (Execution (len e).+1 (fun t => if t <= len e then at_time e t else at_p F' W') (fun t => if t < len e then act e t else o)).
split=> //=; first by rewrite ltnn.
- move=> t; rewrite ltnS => tN; rewrite tN; case: (ltnP t (len e)) => [lt|ge]; first exact: est.
  by have -> : t = len e; [apply/eqP; rewrite eqn_leq tN | rewrite eN st].
- move=> t q _; case: ifP => [tN|_]; first exact: ecap.
  by rewrite /=; case: ifP; rewrite ?big_set0.
Qed.

(** What is reached from the start is a legal execution, if all outputs are there. *)
Lemma reached_legal W : reached set0 W -> (forall g, g \in outputs C -> Sum g (terms g) \in W) ->
  exists2 e : execution M C, legal z capacity e & no_slow_adds e.
Proof.
move=> [e [e0 eN est ecap]] all_; exists e; last by move=> t q g X Y /est /andP[_] /[swap] ->.
split=> // [q|v|t /est /andP[]|g /all_] //; last by rewrite eN.
- by rewrite e0 /=; case: ifP.
- by rewrite e0 inE; case: v.
Qed.

Lemma gains_p F W F' W' v : F' \subset v |: F -> gains (at_p F W) (at_p F' W') p v.
Proof. by move=> sub; apply/forallP => q /=; case: ifP => // _; apply: sub0set. Qed.

Lemma forgets_p F W F' W' : F' \subset F -> forgets (at_p F W) (at_p F' W').
Proof. by move=> sub; apply/forallP => q /=; case: ifP => // _; apply: sub0set. Qed.
End Reach.

Section Product.
Variables batch m n k wA wB wC wO capacity : nat.
Hypothesis k_pos : 0 < k.
Hypothesis room : wA + wB + wC <= capacity.
Notation product := (product batch m n k).
Notation z := (@product_sizes batch m n k wA wB wC wO).
Variables (M : finType) (p : M).
Notation reached := (reached z capacity p).
Implicit Types (W : {set value product}) (x : point product) (g : group product).

Definition input : {set value product} := [set v | if v is Word _ then true else false].

Lemma space_sum g X : space_of z (Sum g X) <= wC.
Proof. by rewrite /=; case: ifP => // _; apply: geq_minl. Qed.

Lemma space_le (F : {set value product}) (vs : seq (value product)) c :
  F \subset vs -> \sum_(v <- vs) space_of z v <= c -> c <= capacity -> \sum_(v in F) space_of z v <= capacity.
Proof.
move=> sub le lec; apply: leq_trans lec; apply: leq_trans le.
rewrite -big_enum /=; apply: leq_trans (_ : \sum_(v <- undup vs) space_of z v <= _).
  rewrite [leqRHS](bigID (mem F)) /=; apply: leq_trans (leq_addr _ _).
  rewrite -[leqRHS]big_filter; apply: eq_leq; apply: perm_big; apply: uniq_perm; rewrite ?enum_uniq ?filter_uniq ?undup_uniq // => v.
  by rewrite mem_enum mem_filter mem_undup; case: (boolP (v \in F)) => //= /(subsetP sub) ->.
elim: vs {sub} => //= v vs IH; case: ifP => _; rewrite !big_cons ?leq_add2l //.
by apply: leq_trans IH _; rewrite leq_addl.
Qed.

(** One product more: load its two words, multiply in place. *)
Lemma reach_product W g (xs : seq (point product)) x (F : {set value product}) :
  input \subset W -> group_of x = g -> F \subset [:: Sum g [set y in xs]] -> (xs != [::] -> Sum g [set y in xs] \in F) ->
  reached F W -> reached [set Sum g [set y in x :: xs]] W.
Proof.
move=> inW gx sub has r; set P := Sum g [set y in xs] in sub has *.
pose a : value product := @Word product (inl (word_a x)); pose b : value product := @Word product (inr (word_b x)).
have aW : a \in W by apply: (subsetP inW); rewrite inE.
have bW : b \in W by apply: (subsetP inW); rewrite inE.
have sizeP : space_of z P <= wC := space_sum _ _.
have r1 : reached (a |: F) W.
  apply: (reached_step (o := Load p a) isT r) => /=; first by rewrite aW subxx gains_p.
  apply: (@space_le _ [:: a; P] (wA + wC)); rewrite ?big_cons ?big_nil /= ?addn0 ?leq_add2l //.
    apply/subsetP => v /setU1P[->|/(subsetP sub)]; first exact: mem_head.
    by rewrite mem_seq1 => /eqP ->; rewrite !in_cons eqxx orbT.
  by apply: leq_trans room; rewrite -addnA leq_add2l leq_addl.
have r2 : reached (b |: (a |: F)) W.
  apply: (reached_step (o := Load p b) isT r1) => /=; first by rewrite bW subxx gains_p.
  apply: (@space_le _ [:: b; a; P] (wA + wB + wC)); rewrite ?big_cons ?big_nil /= ?addn0 //; last first.
    by rewrite [wA + wB]addnC -addnA !leq_add2l.
  apply/subsetP => v /setU1P[->|/setU1P[->|/(subsetP sub)]]; first exact: mem_head.
    by rewrite !in_cons eqxx orbT.
  by rewrite mem_seq1 => /eqP ->; rewrite !in_cons eqxx !orbT.
apply: (reached_step (o := Multiply p x [set y in xs]) isT r2) => /=; last first.
  rewrite big_set1; apply: leq_trans (space_sum _ _) (leq_trans _ room); exact: leq_addl.
have {}gx : group_c x = g by exact: gx.
apply/and4P; split=> //.
- apply/forallP => r'; apply/implyP; rewrite eqxx => /set2P[] ->; last exact: setU11.
  by apply/setU1P; right; apply: setU11.
- rewrite eqxx; case: xs @P has {sub sizeP r r1 r2} => [|y ys] P has.
    by apply/orP; left; apply/eqP/setP => w; rewrite !inE.
  by apply/orP; right; rewrite gx; apply/setU1P; right; apply/setU1P; right; apply: has.
- apply: gains_p; rewrite sub1set gx; apply/setU1P; left; congr Sum.
  by apply/setP => w; rewrite !inE.
Qed.

Lemma reach_group W g : input \subset W -> reached set0 W -> reached set0 (Sum g (terms g) |: W).
Proof.
move=> inW r; have [x0 gx0] : exists x0 : point product, group_of x0 = g by exists (g, Ordinal k_pos).
have all (xs : seq (point product)) : all (fun x => group_of x == g) xs -> xs != [::] -> reached [set Sum g [set y in xs]] W.
  elim: xs => // x xs IH /andP[/eqP gx gxs] _; have [xs0|ne] := eqVneq xs [::].
    by apply: (reach_product inW gx _ _ r); [apply/subsetP => v; rewrite inE | rewrite xs0].
  apply: (reach_product inW gx _ _ (IH gxs ne)) => [|_]; last exact: set11.
  by apply/subsetP => v /set1P ->; rewrite mem_seq1.
have T : [set y in enum (terms g)] = terms g by apply/setP => y; rewrite inE mem_enum.
have r1 : reached [set Sum g (terms g)] W.
  rewrite -{1}T; apply: all.
    by apply/allP => y; rewrite mem_enum inE.
  by rewrite -size_eq0 -cardE -lt0n; apply/card_gt0P; exists x0; rewrite inE gx0.
have cap : \sum_(v in [set Sum g (terms g)]) space_of z v <= capacity.
  by rewrite big_set1; apply: leq_trans (space_sum _ _) (leq_trans _ room); apply: leq_addl.
have r2 : reached [set Sum g (terms g)] (Sum g (terms g) |: W).
  by apply: (reached_step (o := Store p (Sum g (terms g))) isT r1 _ cap) => /=; rewrite eqxx set11 forgets_p ?subxx.
by apply: (reached_step (o := Forget) isT r2) => /=; rewrite ?big_set0 // forgets_p ?sub0set ?subxx.
Qed.

Theorem product_exists : exists2 e : execution M product, legal z capacity e & no_slow_adds e.
Proof.
have [W r sub] : exists2 W, reached set0 W & input :|: [set Sum g (terms g) | g in [set: group product]] \subset W.
  have h (gs : seq (group product)) : exists2 W, reached set0 W & input :|: [set Sum g (terms g) | g in gs] \subset W.
    elim: gs => [|g gs [W r sub]]; first by exists input; [exact: reached_start | apply/subsetP => v /setUP[//|/imsetP[]]].
    exists (Sum g (terms g) |: W); first by apply: reach_group r; apply: subset_trans sub; apply: subsetUl.
    apply/subsetP => v /setUP[vi|/imsetP[h]]; first by rewrite in_setU (subsetP sub) ?orbT // in_setU vi.
    rewrite in_cons => /predU1P[-> ->|hg ->]; first exact: setU11.
    by rewrite in_setU (subsetP sub) ?orbT // in_setU imset_f ?orbT.
  have [W r sub] := h (enum (group product)); exists W => //; apply: subset_trans sub; apply: setUS.
  by apply/subsetP => _ /imsetP[g _ ->]; rewrite imset_f ?mem_enum.
by apply: reached_legal r _ => g _; apply: (subsetP sub); rewrite in_setU imset_f ?orbT.
Qed.
End Product.
