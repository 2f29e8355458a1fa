(** * What an interval of time needs

    The words and sums that the useful steps of a memory use were there when the interval began or are paid by the clock. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Origins Clock.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Needs.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Notation N := (len e).
Notation useful := (useful e).
Notation active := (active e). Notation begins := (begins e). Notation mine := (mine e). Notation during := (during e).
Notation item := (word C + group C)%type.
Implicit Types (x y : point C) (g : group C) (p q : M) (t s : nat) (v : value C) (i : item).

Variable price : item -> nat.
Hypothesis price_word : forall w, price (inl w) <= word_size z w.
Hypothesis price_inner : forall g, g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Notation tick := (tick e price). Notation clock := (clock e price).

(** Words that are there at some time, inner sums that are there at the start or loaded, groups with a useful step. *)
Definition needs p t0 t1 : {set item} := [set i | match i with
  | inl w => [exists t : 'I_t1.+1, (t0 <= t) && (Word w \in fast (at_time e t) p)]
  | inr g => if g \in outputs C then [exists x in during p t0 t1, group_of x == g]
             else [exists X, Sum g X \in fast (at_time e t0) p]
                  || [exists t : 'I_t1, (t0 <= t) && (if act e t is Load q (Sum g' _) then (q == p) && (g' == g) else false)]
  end].

(** Values that count at the start of an interval: complete outputs do not, no useful step of theirs is to come. *)
Definition counts v : bool := ~~ (of_output v && complete v).
Definition resident p t : nat := \sum_(v in fast (at_time e t) p | counts v) price (item_of v).

Lemma resident_capacity p t : t <= N -> resident p t <= capacity.
Proof.
move=> tN; apply: leq_trans (fits leg p tN); rewrite /resident big_mkcondr /=; apply: leq_sum => v _.
case: v => [w|g X]; rewrite /counts /=; first exact: price_word.
case: (boolP (g \in outputs C)) => [go|/price_inner h] /=; last first.
  by case: ifP => _ //; apply: leq_trans h (geq_minl _ _).
by case: (X == terms g) => //=; apply: price_output.
Qed.

Lemma needs_paid p t0 t1 : t0 <= t1 -> t1 < N ->
  \sum_(i in needs p t0 t1) price i <= resident p t0 + (clock p t1.+1 - clock p t0).
Proof.
move=> t01 t1N; rewrite (clock_between e price p (leqW t01)) addKn.
pose cost (j : value C + 'I_N) := match j with
  | inl v => if (v \in fast (at_time e t0) p) && counts v then price (item_of v) else 0
  | inr t => if t0 <= t < t1.+1 then tick p t else 0 end.
have -> : resident p t0 + \sum_(s < N | t0 <= s < t1.+1) tick p s = \sum_j cost j.
  by rewrite big_sumType /= -!big_mkcond.
pose P i (j : value C + 'I_N) := match j with
  | inl v => item_of v = i
  | inr t => (exists v, [/\ act e t = Load p v, ~~ of_output v & item_of v = i])
             \/ exists g, [/\ g \in outputs C, begins p g t & i = inr g] end.
have load t v i : t0 <= t <= t1 -> act e t = Load p v -> ~~ of_output v -> item_of v = i -> exists2 j, P i j & price i <= cost j.
  case/andP => a b aE nv iE; have tN : t < N by apply: leq_ltn_trans t1N.
  exists (inr (Ordinal tN)); first by left; exists v.
  by rewrite /= a ltnS b /tick aE /= eqxx nv iE leq_addr.
apply: (injective_payment (P := P)) => [i|i i' j].
- rewrite inE; case: i => [w|g].
    case/existsP => t /andP[a h]; have tt1 : t <= t1 by rewrite -ltnS.
    have [|h0|[s /andP[c d] aE]] := @word_origin _ _ _ _ _ leg p w t0 t _ h; first by rewrite a (leq_trans tt1) // ltnW.
      by exists (inl (Word w)); rewrite //= h0.
    by apply: (load s) aE _ _ => //; rewrite c ltnW // (leq_trans d).
  case: (boolP (g \in outputs C)) => [go|ngo].
    case/existsP => x /andP[]; rewrite inE => /and4P[tx mx a b] /eqP gx.
    have [Y [_ wx _]] := mine_step leg tx mx.
    have act1 : active p g (useful x).+1 by apply/activeP; exists x.
    have [a0|[s /andP[c d] bs]] := active_origin (leqW a) act1.
      case/activeP: a0 => y gy; case ly: (loc e t0 y) => [[o X]|] //= /eqP oE; subst o.
      have ty : tracked y by rewrite /tracked gy.
      have xy : group_of x = group_of y by rewrite gx gy.
      have nX := incomplete_before_useful leg ty ly xy a.
      have t0f : t0 <= final e (group_of y) by rewrite -xy; apply: leq_trans a (ltnW (useful_lt leg tx)).
      have := loc_holds leg ty t0f; rewrite ly => /andP[_ /= inX].
      exists (inl (Sum g X)) => //=.
      by rewrite -gy inX /counts /= negb_and nX orbT.
    have sN : s < N by apply: leq_trans (begins_lt bs) (proj1 (finalP leg go)).
    exists (inr (Ordinal sN)); first by right; exists g.
    rewrite /= c ltnS (leq_trans _ b) // /tick /begin_price (bigD1 g) ?go ?bs //=.
    by rewrite addnCA leq_addr.
  case/orP => [/existsP[X h]|/existsP[t /andP[a]]].
    by exists (inl (Sum g X)); rewrite //= h /counts /= (negPf ngo).
  case aE: (act e t) => [q u|q u|q x X|q g' X Y|q g' X Y|] //; case: u aE => [//|g' X] aE /andP[/eqP qp /eqP gg]; subst q g'.
  by apply: (load t (Sum g X)) => //; rewrite a ltnW.
- move=> _ _; case: j => [v <- //|t] /= [[v [aE nv <-]]|[g [go b ->]]] [[v' [aE' nv' <-]]|[g' [go' b' ->]]].
  + by move: aE'; rewrite aE => -[->].
  + have [[X aX _]|[x [Y [_ aY _ _]]]] := begins_cause leg go' b'; last by move: aY; rewrite aE.
    by move: aX; rewrite aE => -[vE]; rewrite vE /= go' in nv.
  + have [[X aX _]|[x [Y [_ aY _ _]]]] := begins_cause leg go b; last by move: aY; rewrite aE'.
    by move: aX; rewrite aE' => -[vE]; rewrite vE /= go in nv'.
  + by have [_ ->] := begins_once leg go go' b b'.
Qed.

(** All useful products of a memory, from the start. *)
Definition own p : {set point C} := [set x | tracked x && mine p x].

Lemma own_during p : own p = during p 0 N.-1.
Proof.
apply/setP => x; rewrite !inE /=; case: (boolP (tracked x)) => //= tx; case: (mine p x) => //=.
by have := useful_lt_len leg tx; case: N => // n; rewrite ltnS => ->.
Qed.

Lemma needs_from_start p : \sum_(i in needs p 0 N.-1) price i <= clock p N.
Proof.
have [N0|Npos] := posnP N.
  rewrite big_pred0 // => i; rewrite inE N0 /=; case: i => [w|g].
    by apply/existsP => -[[[|//] lt]] /=; rewrite (starts_empty leg) inE.
  case: ifP => _; first by apply/existsP => -[x /andP[]]; rewrite inE => /and3P[tx]; have := useful_lt_len leg tx; rewrite N0.
  apply/negbTE/norP; split; apply/existsP => -[X].
    by rewrite (starts_empty leg) inE.
  by case: X.
have := @needs_paid p 0 N.-1 (leq0n _); rewrite prednK // => /(_ (leqnn _)) h; apply: leq_trans h _.
rewrite {1}/resident (starts_empty leg) big_pred0 => [|v]; last by rewrite inE.
exact: leq_subr.
Qed.
End Needs.
