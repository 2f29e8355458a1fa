(** * Residencies (proofs/gemm-holding-cost.md, "Slices and residencies")

    A residency is an interval of a group in a memory in which useful steps of the group are executed. It starts with its interval and
    stops with the last of these steps. While it lasts an unfinished sum of the group is in the memory. *)
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Trace Intervals Clock Needs Segments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Residencies.
Variables (M : finType) (C : computation) (z : sizes C) (capacity : nat) (e : execution M C).
Hypothesis leg : legal z capacity e.
Hypothesis all_outputs : forall g : group C, g \in outputs C.
Notation N := (len e).
Notation useful := (useful e). Notation active := (active e). Notation begins := (begins e). Notation mine := (mine e).
Implicit Types (x y : point C) (g : group C) (t r : nat).
Variable p : M.

Lemma all_tracked_points x : tracked x. Proof. exact: all_outputs. Qed.
Let tr := all_tracked_points.

(** The interval that the useful step of a product lies in. *)
Definition start x : nat := \max_(t < (useful x).+1 | begins p (group_of x) t) t.

Lemma start_useful x : start x <= useful x.
Proof. by apply/bigmax_leqP => t _; rewrite -ltnS. Qed.

Lemma useful_active x : mine p x -> active p (group_of x) (useful x).+1.
Proof. by move=> mx; have [Y [_ wx _]] := mine_step leg (tr x) mx; apply/activeP; exists x. Qed.

Lemma start_begins x : mine p x -> begins p (group_of x) (start x).
Proof.
move=> mx; have [|[s /andP[_ su] bs]] := active_origin (leq0n _) (useful_active mx).
  by rewrite (active0 leg).
have [t bt max] := arg_maxnP (P := fun i : 'I_(useful x).+1 => begins p (group_of x) i)
  (fun i : 'I_(useful x).+1 => val i) (i0 := Ordinal su) bs.
have -> : start x = t; last exact: bt.
apply/eqP; rewrite eqn_leq; apply/andP; split; first by apply/bigmax_leqP => i bi; apply: max.
exact: (leq_bigmax_cond (F := fun i : 'I_(useful x).+1 => val i) t bt).
Qed.

Lemma start_active x r : mine p x -> start x < r <= (useful x).+1 -> active p (group_of x) r.
Proof.
move=> mx /andP[sr ru]; have [//|[s /andP[rs su] bs]] := active_origin ru (useful_active mx).
have := leq_bigmax_cond (P := fun i : 'I_(useful x).+1 => begins p (group_of x) i) (F := fun i => val i) (Ordinal su) bs.
by rewrite -/(start x) leqNgt (leq_trans sr rs).
Qed.

Definition together x y : bool := [&& group_of y == group_of x, mine p y & start y == start x].
Definition stop x : nat := \max_(y | together x y) useful y.

Lemma useful_stop x : mine p x -> useful x <= stop x.
Proof. by move=> mx; apply: (leq_bigmax_cond (F := useful)); rewrite /together mx !eqxx. Qed.

Lemma start_stop x : mine p x -> start x <= stop x.
Proof. by move=> mx; apply: leq_trans (start_useful x) (useful_stop mx). Qed.

Lemma stop_attained x : mine p x -> exists y, [/\ group_of y = group_of x, mine p y, start y = start x & stop x = useful y].
Proof.
move=> mx; have xx : together x x by rewrite /together mx !eqxx.
have [y /and3P[/eqP gy my /eqP sy] max] := arg_maxnP (P := together x) useful xx.
exists y; split=> //; apply/eqP; rewrite eqn_leq; apply/andP; split; first by apply/bigmax_leqP => i bi; apply: max.
by apply: (leq_bigmax_cond (F := useful)); rewrite /together gy sy my !eqxx.
Qed.

Lemma stop_lt x : mine p x -> stop x < N.
Proof. by move=> mx; have [y [_ _ _ ->]] := stop_attained mx; exact: (useful_lt_len leg (tr y)). Qed.

Lemma stop_active x r : mine p x -> start x < r <= (stop x).+1 -> active p (group_of x) r.
Proof. by move=> mx; have [y [<- my <- ->]] := stop_attained mx; apply: start_active. Qed.

Lemma same_start x y : mine p x -> mine p y -> start x = start y -> group_of x = group_of y /\ stop x = stop y.
Proof.
move=> mx my sxy; have bx := start_begins mx; rewrite sxy in bx.
have [_ gxy] := begins_once leg (all_outputs _) (all_outputs _) bx (start_begins my); split=> //.
by apply: eq_bigl => i; rewrite /together gxy sxy.
Qed.

Lemma same_stop x y : mine p x -> mine p y -> stop x = stop y -> group_of x = group_of y.
Proof.
move=> mx my; have [x' [<- _ _ ->]] := stop_attained mx; have [y' [<- _ _ ->]] := stop_attained my.
by move/(useful_inj leg (tr _) (tr _)) => ->.
Qed.

(** Groups whose residency has started and not stopped; those of a step's own event included. *)
Definition open t : {set group C} := [set g | [exists x, [&& group_of x == g, mine p x, start x < t & t <= stop x]]].
Definition busy t : {set group C} := [set g | [exists x, [&& group_of x == g, mine p x, start x <= t & t <= stop x]]].

Lemma busy_open t : #|busy t| <= #|open t|.+1.
Proof.
have sub : busy t \subset open t :|: [set g | begins p g t].
  apply/subsetP => g; rewrite !inE => /existsP[x /and4P[/eqP gx mx sx tx]]; apply/orP.
  move: sx; rewrite leq_eqVlt => /predU1P[sE|lt]; [right | left].
    by rewrite -gx -sE start_begins.
  by apply/existsP; exists x; rewrite gx eqxx mx lt tx.
apply: leq_trans (subset_leq_card sub) _; apply: leq_trans (leq_card_setU _ _) _; rewrite -addn1 leq_add2l.
have [->|[g]] := set_0Vmem [set g | begins p g t]; first by rewrite cards0.
rewrite inE => bg; rewrite -(cards1 g); apply: subset_leq_card; apply/subsetP => h; rewrite !inE => bh.
by have [_ ->] := begins_once leg (all_outputs h) (all_outputs g) bh bg.
Qed.

(** Words and the unfinished sums of open residencies fit the memory together. *)
Variables (price : word C + group C -> nat) (unit : nat).
Hypothesis price_word : forall w, price (inl w) <= word_size z w.
Hypothesis price_output : forall g, g \in outputs C -> price (inr g) <= partial_size z g.
Hypothesis unit_price : forall i, unit %| price i.

Lemma open_fits t : t <= N ->
  \sum_(w | Word w \in fast (at_time e t) p) price (inl w) + \sum_(g in open t) price (inr g) <= rounded capacity unit.
Proof.
move=> tN; have price_inner g : g \notin outputs C -> price (inr g) <= minn (partial_size z g) (output_size z g).
  by rewrite all_outputs.
apply: leq_trans (resident_rounded leg price_word price_inner price_output unit_price p tN).
pose A := [set i : word C + group C | match i with inl w => Word w \in fast (at_time e t) p | inr g => g \in open t end].
have -> : \sum_(w | Word w \in fast (at_time e t) p) price (inl w) + \sum_(g in open t) price (inr g) = \sum_(i in A) price i.
  by rewrite [RHS]big_sumType /=; congr (_ + _); apply: eq_bigl => i; rewrite [in RHS]in_set.
rewrite /resident [leqRHS]big_mkcond.
apply: (injective_payment (P := fun i v => item_of v = i)) => [i|i i' v _ _ <- <- //].
rewrite inE; case: i => [w|g] h; first by exists (Word w); rewrite //= h.
move: h; rewrite inE => /existsP[x /and4P[/eqP gx mx sx tx]].
have [y' [gy' _ _ sE]] := stop_attained mx.
have /activeP[y gy wy] : active p g t by rewrite -gx stop_active // sx leqW.
case ly: (loc e t y) wy => [[o Y]|] //= /eqP oE; subst o.
have nY : Y != terms (group_of y) by apply: (incomplete_before_useful leg (tr y) ly (y := y')); rewrite ?gy' ?gx // -sE.
have lt : t <= final e (group_of y) by apply: ltnW; apply: (@within_lt _ _ e p); rewrite ly /= eqxx.
have := loc_holds leg (tr y) lt; rewrite ly => /andP[_ /= inY]; rewrite gy in nY inY.
by exists (Sum g Y) => //=; rewrite inY /counts /= (negPf nY) andbF.
Qed.
End Residencies.
