(** * Chains have legal executions

    With room for the operands of one step and one sum every chain has a legal execution: [chain_transients], [chain_births] and
    [chain_births_weighted] do not hold for want of executions. Sums are formed one after another and stored, factor by factor, element by element. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Relax Exists Product Chain.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Reach.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (p : M).
Notation reached := (reached z capacity p).
Implicit Types (F W : {set value C}) (v : value C) (g : group C) (x : point C).

Definition space F : nat := \sum_(v in F) space_of z v.

Lemma space_sub F F' : F \subset F' -> space F <= space F'.
Proof. by move=> sub; rewrite /space [leqRHS](big_setID F) /= (setIidPr sub) leq_addr. Qed.

Lemma spaceU F F' : space (F :|: F') <= space F + space F'.
Proof.
rewrite {1}/space (big_setID F') /= addnC.
have -> : (F :|: F') :&: F' = F' by rewrite setIUl setIid; apply/setUidPr; apply: subsetIr.
rewrite leq_add2r; apply: space_sub; by rewrite setDUl setDv setU0 subsetDl.
Qed.

(** Loads, one after another. *)
Lemma reach_loads F W (vs : seq (value C)) : {subset vs <= W} -> space ([set v in vs] :|: F) <= capacity ->
  reached F W -> reached ([set v in vs] :|: F) W.
Proof.
elim: vs => [|v vs IH] sub cap r.
  by rewrite (_ : [set v in [::]] = set0) ?set0U //; apply/setP => v; rewrite !inE.
have E : [set u in v :: vs] :|: F = v |: ([set u in vs] :|: F) by apply/setP => u; rewrite !inE orbA.
rewrite E in cap *; apply: (reached_step (o := Load p v) isT (IH _ _ r)) => //=.
- by move=> u uv; apply: sub; rewrite in_cons uv orbT.
- by apply: leq_trans (space_sub _) cap; apply: subsetUr.
- by rewrite sub ?mem_head // subxx gains_p.
Qed.

Section Group.
Variables (W : {set value C}) (g : group C) (widest : nat).
Hypothesis operands_there : forall x r, group_of x = g -> r \in reads x -> operand r \in W.
Hypothesis sums_fit : forall X, space_of z (Sum g X) <= widest.
Hypothesis room : forall x, group_of x = g -> space [set operand r | r in reads x] + widest <= capacity.

(** One product more: load its operands, multiply in place. *)
Lemma reach_point (xs : seq (point C)) x F : group_of x = g -> F \subset [set Sum g [set y in xs]] ->
  (xs != [::] -> Sum g [set y in xs] \in F) -> reached F W -> reached [set Sum g [set y in x :: xs]] W.
Proof.
move=> gx sub has r; set O := [set operand r | r in reads x].
have cap : space (O :|: F) <= capacity.
  apply: leq_trans (spaceU _ _) (leq_trans _ (room gx)); rewrite leq_add2l.
  by apply: leq_trans (space_sub sub) _; rewrite /space big_set1.
have oE : [set v in enum O] = O by apply/setP => v; rewrite inE mem_enum.
have r1 : reached (O :|: F) W.
  rewrite -oE; apply: reach_loads r; rewrite ?oE // => v; rewrite mem_enum => /imsetP[o ox ->].
  exact: operands_there gx ox.
apply: (reached_step (o := Multiply p x [set y in xs]) isT r1) => /=; last first.
  by rewrite big_set1; apply: leq_trans (sums_fit _) (leq_trans (leq_addl _ _) (room gx)).
rewrite eqxx; apply/and4P; split=> //.
- by apply/forallP => o; apply/implyP => ox; rewrite in_setU imset_f.
- case: xs has {sub} => [|y ys] has; first by apply/orP; left; apply/eqP/setP => y; rewrite !inE.
  by apply/orP; right; rewrite gx in_setU has // orbT.
- apply: gains_p; rewrite sub1set gx; apply/setU1P; left; congr Sum; by apply/setP => y; rewrite !inE.
Qed.

Lemma reach_sum : terms g != set0 -> reached set0 W -> reached set0 (Sum g (terms g) |: W).
Proof.
case/set0Pn => x0 x0g r; have gx0 : group_of x0 = g by move: x0g; rewrite inE => /eqP.
have all (xs : seq (point C)) : all (fun x => group_of x == g) xs -> xs != [::] -> reached [set Sum g [set y in xs]] W.
  elim: xs => // x xs IH /andP[/eqP gx gxs] _; have [xs0|ne] := eqVneq xs [::].
    by apply: (reach_point gx _ _ r); [apply: sub0set | rewrite xs0].
  apply: (reach_point gx _ _ (IH gxs ne)) => [|_]; [exact: subxx | exact: set11].
have T : [set y in enum (terms g)] = terms g by apply/setP => y; rewrite inE mem_enum.
have r1 : reached [set Sum g (terms g)] W.
  rewrite -{1}T; apply: all; first by apply/allP => y; rewrite mem_enum inE.
  by rewrite -size_eq0 -cardE -lt0n; apply/card_gt0P; exists x0.
have cap : space [set Sum g (terms g)] <= capacity.
  by rewrite /space big_set1; apply: leq_trans (sums_fit _) (leq_trans (leq_addl _ _) (room gx0)).
have r2 : reached [set Sum g (terms g)] (Sum g (terms g) |: W).
  by apply: (reached_step (o := Store p (Sum g (terms g))) isT r1 _ cap) => /=; rewrite eqxx set11 forgets_p ?subxx.
by apply: (reached_step (o := Forget) isT r2) => /=; rewrite ?big_set0 // forgets_p ?sub0set ?subxx.
Qed.
End Group.

(** Sums one after another, whose operands are all there before the first. *)
Lemma reach_sums W (gs : seq (group C)) (widest : group C -> nat) : reached set0 W ->
  (forall g, g \in gs -> [/\ terms g != set0, forall X, space_of z (Sum g X) <= widest g,
    forall x r, group_of x = g -> r \in reads x -> operand r \in W
    & forall x, group_of x = g -> space [set operand r | r in reads x] + widest g <= capacity]) ->
  exists W', [/\ reached set0 W', W \subset W' & forall g, g \in gs -> Sum g (terms g) \in W'].
Proof.
move=> r; elim: gs => [|g gs IH] ok; first by exists W.
have [|W' [r' sub all_]] := IH; first by move=> h hgs; apply: ok; rewrite in_cons hgs orbT.
have [nonempty fit there room] := ok g (mem_head _ _).
exists (Sum g (terms g) |: W'); split.
- apply: (reach_sum (widest := widest g)) r' => // x o gx ox; exact: (subsetP sub) (there x o gx ox).
- exact: subset_trans sub (subsetUr _ _).
- by move=> h; rewrite in_cons => /predU1P[->|/all_ hW]; [exact: setU11 | rewrite in_setU hW orbT].
Qed.
End Reach.

Section Chain.
Variables batch m k l n factors : nat.
Variable pairs : {set 'I_batch * 'I_m * 'I_l}.
Variables wA wB wD wH wE wO capacity : nat.
Hypotheses (k_pos : 0 < k).
Hypothesis rows_used : forall i, exists q, (i, q) \in pairs.
Hypotheses (room_first : wA + wB + wH <= capacity) (room_element : factors.+1 * wH <= capacity) (room_second : wH + wD + wE <= capacity).
Notation chain := (@chain batch m k l n factors pairs).
Notation z := (@chain_sizes batch m k l n factors pairs wA wB wD wH wE wO).
Variables (M : finType) (p : M).

Definition chain_widest (g : group chain) : nat := if g is inr _ then wE else wH.

Lemma chain_sum_fits (g : group chain) X : space_of z (Sum g X) <= chain_widest g.
Proof. by case: g => [g|g] /=; case: ifP => // _; apply: geq_minl. Qed.

Lemma space_two (v v' : value chain) : space z [set v; v'] <= space_of z v + space_of z v'.
Proof. by apply: leq_trans (spaceU _ _ _) _; rewrite /space !big_set1. Qed.

Lemma space_each (F : {set value chain}) c w : (forall v, v \in F -> space_of z v <= w) -> #|F| <= c -> space z F <= c * w.
Proof.
move=> each few; apply: (@leq_trans (\sum_(v in F) w)); first exact: leq_sum.
by rewrite sum_nat_const leq_mul2r few orbT.
Qed.

Theorem chain_exists : exists2 e : execution M chain, legal z capacity e & no_slow_adds e.
Proof.
pose input : {set value chain} := [set v | if v is Word _ then true else false].
pose factor_sums : seq (group chain) := [seq inl (inl f) | f : 'I_batch * 'I_m * 'I_l * 'I_factors].
pose elements : seq (group chain) := [seq inl (inr h) | h : 'I_batch * 'I_m * 'I_l].
pose outs : seq (group chain) := [seq inr g | g : 'I_batch * 'I_m * 'I_n].
have word_in (W : {set value chain}) (w : word chain) : input \subset W -> Word w \in W.
  by move=> sub; apply: (subsetP sub); rewrite inE.
have [W1 [r1 sub1 all1]] : exists W', [/\ reached z capacity p set0 W', input \subset W'
    & forall g, g \in factor_sums -> Sum g (terms g) \in W'].
  apply: (reach_sums (widest := chain_widest) (reached_start _ _ _)) => g /mapP[f _ ->]; split=> [|X||].
  - by apply/set0Pn; exists (inl (inl (f, Ordinal k_pos))); rewrite inE.
  - exact: chain_sum_fits.
  - by move=> [[[f' q]|h]|y] r // _ /set2P[] ->; apply: word_in (subxx _).
  - move=> [[[f' q]|h]|y] // _; apply: leq_trans room_first; rewrite leq_add2r /= imsetU1 imset_set1.
    exact: space_two.
have [W2 [r2 sub2 all2]] : exists W', [/\ reached z capacity p set0 W', W1 \subset W'
    & forall g, g \in elements -> Sum g (terms g) \in W'].
  apply: (reach_sums (widest := chain_widest) r1) => g /mapP[h _ ->]; split=> [|X||].
  - by apply/set0Pn; exists (inl (inr h)); rewrite inE.
  - exact: chain_sum_fits.
  - by move=> [[[f' q]|h']|y] r // _ /imsetP[i _ ->]; apply: all1; apply: map_f; rewrite mem_enum.
  - move=> [[[f' q]|h']|y] // _; apply: leq_trans room_element; rewrite mulSn addnC leq_add2l /=.
    apply: space_each => [_ /imsetP[_ /imsetP[i _ ->] ->]|]; first by rewrite /= minnn; case: ifP.
    apply: leq_trans (leq_imset_card _ _) _; apply: leq_trans (leq_imset_card _ _) _; by rewrite card_ord.
have [W3 [r3 sub3 all3]] : exists W', [/\ reached z capacity p set0 W', W2 \subset W'
    & forall g, g \in outs -> Sum g (terms g) \in W'].
  apply: (reach_sums (widest := chain_widest) r2) => g /mapP[c _ ->]; split=> [|X||].
  - have [q iq] := rows_used c.1; apply/set0Pn; have hp : word_a ((c.1, c.2), q) \in pairs by rewrite /word_a /= -surjective_pairing.
    by exists (inr (Sub ((c.1, c.2), q) hp)); rewrite inE /= /group_c -surjective_pairing.
  - exact: chain_sum_fits.
  - move=> [[[f' q]|h']|y] r // _ /set2P[] ->; first by apply: all2; apply: map_f; rewrite mem_enum.
    exact: word_in (subset_trans sub1 sub2).
  - move=> [[[f' q]|h']|y] // _; apply: leq_trans room_second; rewrite leq_add2r /= imsetU1 imset_set1.
    apply: leq_trans (space_two _ _) _; by rewrite leq_add2r /= minnn; case: ifP.
by apply: reached_legal r3 _ => g; rewrite output_group; case: g => // c _; apply: all3; apply: map_f; rewrite mem_enum.
Qed.
End Chain.

(** So have those whose unfinished sums are of another size than complete ones. *)
Corollary chain_sums_exist batch m k l n factors (pairs : {set 'I_batch * 'I_m * 'I_l}) wA wB wD h s wO capacity (M : finType) (p : M) :
  0 < k -> (forall i, exists q, (i, q) \in pairs) ->
  wA + wB + maxn h s <= capacity -> factors.+1 * maxn h s <= capacity -> maxn h s + wD + s <= capacity ->
  exists2 e : execution M (chain k n factors pairs), legal (chain_sums_sizes pairs wA wB wD h s wO) capacity e & no_slow_adds e.
Proof.
move=> k0 rows first element second; have [e leg fast] := @chain_exists _ _ _ _ n _ _ _ _ _ _ _ wO _ k0 rows first element second _ p.
exists e => //; apply: legal_narrow (leqnn _) leg => [w|g|g]; first by case: w => [[w|w]|w].
- by case: g => [[g|g]|g] //=; apply: leq_maxr.
- by case: g => [[g|g]|g] //=; apply: leq_maxl.
Qed.
