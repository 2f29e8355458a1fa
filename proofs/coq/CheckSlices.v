(** * A checked checker: what a mixture of potentials proves of all slices

    The rules of `redblue verify` (src/verify/shared/holding-cost.ts) over binary integers, for products and for convolutions, and what
    follows once the tables that a certificate names pass. *)
From Coq Require Import ZArith QArith Qminmax Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Whole RealPotential PotentialMixture TableBoxes Splines CellValues.
From Redblue Require Export CheckPotential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Record potential_share := PotentialShare { share_of : Z; table_of : potential_table }.

(** All tables of a mixture pass. *)
Fixpoint tables_hold (parts : list potential_share) : Prop :=
  if parts is p :: rest then check_potential_table (table_of p) = true /\ tables_hold rest else True.

(** Accumulators that a memory holds, and one more. *)
Definition room_of (capacity unit partial : Z) : Z := (capacity / unit * unit + partial - 1) / partial + 1.

(** What is owed for an event at a knot of the holding costs, and the holding cost there, in parts of [value_unit] and all shares. *)
Definition price_at (parts : list potential_share) (j : nat) : Z * Z :=
  foldr (fun p sum => (share_of p * owed (table_of p) j * sum.2 + sum.1 * credit_below (table_of p), credit_below (table_of p) * sum.2))
    (0, 1) parts.
Definition cost_at (parts : list potential_share) (j : nat) : Z := foldr (fun p sum => share_of p * holding (table_of p) j + sum) 0 parts.
Definition all_shares (parts : list potential_share) : Z := foldr (fun p sum => share_of p + sum) 0 parts.

(** All slices' words over all products weigh words / below / sqrt (under) where one accumulator fits; so many outputs count as meeting all
    slices as full_top / full_below says. *)
Record sliced : Type := Sliced {
  words_top : Z; words_below : Z; words_under : Z; full_top : Z; full_below : Z; sliced_outputs : Z; sliced_partial : Z; sliced_output : Z }.

(** Is more than [least] moved, as far as knot [j] says? The root is squared away. *)
Definition above (s : sliced) (room whole : Z) (parts : list potential_share) (least : Z) (j : nat) : bool :=
  let price := price_at parts j in
  let rest := sliced_outputs s * full_below s - full_top s in
  let owes := sliced_partial s * (full_top s * cost_at parts j + rest * cost_at parts 3)
    + (least - sliced_output s * sliced_outputs s) * full_below s * (whole * value_unit) in
  if owes <? 0 then true else
    (owes * price.2 * words_below s) * (owes * price.2 * words_below s) * (room * words_under s)
      <? (price.1 * words_top s * full_below s) * (price.1 * words_top s * full_below s).

Definition corners : list nat := [:: 0; 1; 2; 3]%N.

Definition check_slices (s : sliced) (room whole : Z) (parts : list potential_share) (value : Z) : bool :=
  let least := above s room whole parts in
  [&& 0 <? all_shares parts, all_shares parts =? whole, all (fun p => 0 <? share_of p) parts, 0 <=? value,
      (if value =? 0 then true else all (least (value - 1)) corners) & ~~ all (least value) corners].

Local Open Scope Q_scope.
Notation z := inject_Z.

(** ** Mixtures of any number of tables *)
Definition sum_of (f : potential_table -> Q) (parts : list potential_share) : Q :=
  foldr (fun p sum => z (share_of p) * f (table_of p) + sum) 0 parts.

Lemma sum_line (f g h : potential_table -> Q) a b c parts : (forall p, List.In p parts -> a * f (table_of p) == b * g (table_of p) + c * h (table_of p)) ->
  a * sum_of f parts == b * sum_of g parts + c * sum_of h parts.
Proof.
elim: parts => [|p parts IH] e; first by rewrite /=; ring.
have {}IH := IH (fun q i => e q (or_intror i)); have {}e := e p (or_introl erefl).
have next k : sum_of k (p :: parts) = z (share_of p) * k (table_of p) + sum_of k parts by [].
rewrite !next; have -> : a * (z (share_of p) * f (table_of p) + sum_of f parts) == z (share_of p) * (a * f (table_of p)) + a * sum_of f parts by ring.
by rewrite e IH; ring.
Qed.

Lemma sum_least (f : potential_table -> Q) parts : (forall p, List.In p parts -> 0 <= z (share_of p) /\ 0 <= f (table_of p)) -> 0 <= sum_of f parts.
Proof.
elim: parts => [|p parts IH] h /=; first by lra.
have [s0 f0] := h p (or_introl erefl); have := Qmult_le_0_compat _ _ s0 f0; have := IH (fun q i => h q (or_intror i)); lra.
Qed.

Lemma sum_same f g parts : (forall p, List.In p parts -> f (table_of p) == g (table_of p)) -> sum_of f parts == sum_of g parts.
Proof.
elim: parts => [|p parts IH] e /=; first by reflexivity.
by rewrite (e p (or_introl erefl)) (IH (fun q i => e q (or_intror i))); reflexivity.
Qed.

Lemma sum_const c parts : sum_of (fun _ => c) parts == z (all_shares parts) * c.
Proof. by elim: parts => [|p parts IH] /=; [change (z 0) with 0 | rewrite IH inject_Z_plus]; ring. Qed.

Lemma potential_same Lam Lam' (P P' E E' : Q -> Q) F F' : real_potential Lam P E F -> (forall v, Lam + E v == Lam' + E' v) ->
  (forall v, P v == P' v) -> (forall x y s, F x y s == F' x y s) -> real_potential Lam' P' E' F'.
Proof.
move=> p le pp ff; split=> [x x' y y' s s' hx hy hs|x y s u|x y s h|x y s h|x y s h|x y s h|x y s h v|s h].
- by rewrite -!ff; apply: (potential_respects p).
- by rewrite -!ff; apply: (sum_raises p).
- by rewrite -!ff; apply: (row_costs p).
- by rewrite -!ff; apply: (column_costs p).
- by rewrite -!ff; apply: (row_drops p).
- by rewrite -!ff; apply: (column_drops p).
- by rewrite -!ff -le -pp; apply: (event_rises p).
by rewrite -!ff -le; apply: (empty_rises p).
Qed.

Lemma mixture_of parts : parts <> [::] -> (forall p, List.In p parts -> (0 < share_of p)%Z /\ check_potential_table (table_of p)) ->
  0 < z (all_shares parts) /\ exists F, real_potential (sum_of table_price parts / z (all_shares parts))
    (fun v => sum_of (fun t => cost t v) parts / z (all_shares parts)) (fun v => sum_of (fun t => credit t v) parts / z (all_shares parts)) F.
Proof.
elim: parts => [//|p parts IH] _ h; have [s0 pass] := h p (or_introl erefl); have pot := check_potential_table_sound pass.
have s0' : 0 < z (share_of p) by rewrite -[0]/(z 0) -Zlt_Qlt.
case: parts IH h => [|p' parts] IH h.
  have w : z (all_shares [:: p]) == z (share_of p) by rewrite /= inject_Z_plus; change (z 0) with 0; ring.
  split; first by rewrite w.
  by exists (table_potential (table_of p)); apply: (potential_same pot) => [v|v|x y s]; rewrite /= ?w; try reflexivity; field; lra.
have [w0 [F potF]] := IH ltac:(done) (fun q i => h q (or_intror i)).
have w : z (all_shares [:: p, p' & parts]) == z (share_of p) + z (all_shares (p' :: parts)) by rewrite /= inject_Z_plus; reflexivity.
split; first by rewrite w; lra.
pose u := z (share_of p) / (z (share_of p) + z (all_shares (p' :: parts))).
have u0 : 0 <= u by apply: Qle_shift_div_l; lra.
have u1 : u <= 1 by apply: Qle_shift_div_r; lra.
have mix f : mixed u (f (table_of p)) (sum_of f (p' :: parts) / z (all_shares (p' :: parts)))
    == sum_of f [:: p, p' & parts] / z (all_shares [:: p, p' & parts]).
  have -> : sum_of f [:: p, p' & parts] = z (share_of p) * f (table_of p) + sum_of f (p' :: parts) by [].
  by rewrite w /mixed /u; field; lra.
exists (fun x y s => mixed u (table_potential (table_of p) x y s) (F x y s)).
apply: (potential_same (mixture u0 u1 pot potF)) => [v|v|x y s]; last by reflexivity.
  by rewrite (mix table_price) (mix (fun t => credit t v)); reflexivity.
exact: (mix (fun t => cost t v)).
Qed.

(** ** Between two knots of the holding cost, of all tables at once *)
Lemma cost_piece v : 0 <= v -> v <= 1 -> exists j, [/\ (j < 3)%N, 0 <= (4#1) * v - z (quarters j), 0 <= z (quarters j.+1) - (4#1) * v,
  0 < z (quarters j.+1) - z (quarters j) & forall t, (z (quarters j.+1) - z (quarters j)) * (z value_unit * cost t v)
      == (z (quarters j.+1) - (4#1) * v) * z (holding t j) + ((4#1) * v - z (quarters j)) * z (holding t j.+1)].
Proof.
move=> v0 v1; have u0 : 0 < z value_unit by [].
have line t j : z value_unit * line_of t j v == z (flat t j) + z (steep t j) * v by rewrite /line_of /value_unit; field.
have q0 : z (quarters 0) == 0 by []. have q1 : z (quarters 1) == (2#1) by [].
have q2 : z (quarters 2) == (3#1) by []. have q3 : z (quarters 3) == (4#1) by [].
case le2 : (Qle_bool ((4#1) * v) (2#1)).
  move/Qle_bool_iff: (le2) => le; exists 0%N; split=> //; rewrite ?q0 ?q1; try lra.
  move=> t; rewrite q0 q1 /cost le2 line /flat /steep /holding; cbn [nth]; rewrite (inject_Z_mult 2) z_sub; change (z 2) with (2#1); ring.
have lt2 : (2#1) < (4#1) * v by apply: Qnot_le_lt => /Qle_bool_iff; rewrite le2.
case le3 : (Qle_bool ((4#1) * v) (3#1)).
  move/Qle_bool_iff: (le3) => le; exists 1%N; split=> //; rewrite ?q1 ?q2; try lra.
  move=> t; rewrite q1 q2 /cost le2 le3 line /flat /steep /holding; cbn [nth].
  rewrite z_sub (inject_Z_mult 2) (inject_Z_mult 4) z_sub; change (z 2) with (2#1); change (z 4) with (4#1); ring.
have lt3 : (3#1) < (4#1) * v by apply: Qnot_le_lt => /Qle_bool_iff; rewrite le3.
exists 2%N; split=> //; rewrite ?q2 ?q3; try lra.
move=> t; rewrite q2 q3 /cost le2 le3 line /flat /steep /holding; cbn [nth].
rewrite z_sub (inject_Z_mult 3) (inject_Z_mult 4) z_sub; change (z 3) with (3#1); change (z 4) with (4#1); ring.
Qed.

(** ** A number below a square root that is enough wherever the root itself is *)
Lemma root_above (l : list (Q * Q)) (n X : Q) : 0 < n -> 0 < X ->
  (forall o p, List.In (o, p) l -> 0 <= p /\ (o < 0 \/ o * o * X < p * p * n)) ->
  exists root, [/\ 0 < root, root * root * X <= n & forall o p, List.In (o, p) l -> o < p * root].
Proof.
move=> n0 X0 h.
have [r [r0 rn below]] : exists r, [/\ 0 <= r, r * r * X < n & forall o p, List.In (o, p) l -> o <= p * r].
  elim: l h => [|[o p] l IH] h; first by exists 0; split=> //; lra.
  have [r [r0 rn below]] := IH (fun o' p' i => h o' p' (or_intror i)); have [p0 [neg|sq]] := h o p (or_introl erefl).
    exists r; split=> // o' p' [[<- <-]|i]; last exact: below.
    by have := Qmult_le_0_compat _ _ p0 r0; lra.
  have ppos : 0 < p.
    have [//|le] := Qlt_le_dec 0 p; have pz : p == 0 by lra.
    by rewrite pz in sq; have s := Qmult_le_0_compat _ _ (square_nonneg o) (Qlt_le_weak _ _ X0); exfalso; lra.
  have oE : p * (o / p) == o by field; lra.
  have [le|lt] := Qlt_le_dec r (o / p); last first.
    exists r; split=> // o' p' [[<- <-]|i]; last exact: below.
    by have := Qmult_le_0_compat _ (r - o / p) p0 ltac:(lra); lra.
  exists (o / p); split; first by lra.
    have pp : 0 < p * p by nra.
    suff : 0 < p * p * (n - o / p * (o / p) * X) by move=> m; apply: Qnot_le_lt => c; nra.
    have -> : p * p * (n - o / p * (o / p) * X) == p * p * n - p * (o / p) * (p * (o / p)) * X by ring.
    by rewrite oE; lra.
  move=> o' p' [[<- <-]|i]; first by lra.
  have b := below _ _ i; have [p1 _] := h _ _ (or_intror i); have := Qmult_le_0_compat _ (o / p - r) p1 ltac:(lra); lra.
have d0 : 0 < X * ((2#1) * r + 1) by apply: Qmult_lt_0_compat; lra.
pose e := Qmin 1 ((n - r * r * X) / (X * ((2#1) * r + 1))).
have e0 : 0 < e by apply: Q.min_glb_lt => //; apply: Qlt_shift_div_l => //; lra.
have e1 : e <= 1 by apply: Q.le_min_l.
have e2 : e * (X * ((2#1) * r + 1)) <= n - r * r * X.
  have := Q.le_min_r 1 ((n - r * r * X) / (X * ((2#1) * r + 1))); rewrite -/e => le.
  have -> : n - r * r * X == (n - r * r * X) / (X * ((2#1) * r + 1)) * (X * ((2#1) * r + 1)) by field; lra.
  by apply: Qmult_le_compat_r; lra.
exists (r + e); split; first by lra.
  have := Qmult_le_0_compat _ _ (Qmult_le_0_compat _ _ (Qlt_le_weak _ _ e0) (Qlt_le_weak _ _ X0)) (_ : 0 <= 1 - e).
  by move/(_ ltac:(lra)); lra.
move=> o p i; have b := below _ _ i; have [p0 c] := h _ _ i.
have [pz|ppos] : p == 0 \/ 0 < p by have [|] := Qlt_le_dec 0 p; [right | left; lra].
  case: c => [neg|]; first by rewrite pz; lra.
  by rewrite pz => sq; have s := Qmult_le_0_compat _ _ (square_nonneg o) (Qlt_le_weak _ _ X0); exfalso; lra.
by have := Qmult_lt_0_compat _ _ ppos e0; lra.
Qed.

(** ** What follows *)
Section Slices.
Variables (s : sliced) (X whole : Z) (parts : list potential_share) (value : Z).
Hypotheses (tables : tables_hold parts) (pass : check_slices s X whole parts value = true).

Record accepted : Prop := Accepted {
  a_whole : all_shares parts = whole; a_some : (0 < whole)%Z;
  a_parts : forall p, List.In p parts -> (0 < share_of p)%Z /\ check_potential_table (table_of p);
  a_above : (0 < value)%Z -> forall j, (j < 4)%N -> above s X whole parts (value - 1) j }.

Lemma all_in_list T (f : T -> bool) (l : list T) x : all f l -> List.In x l -> f x.
Proof. by elim: l => [//|y l IH] /= /andP[fy fl] [<-|]; [| exact: IH]. Qed.

Lemma accepts : accepted.
Proof.
move: pass; rewrite /check_slices => /and5P[/Z.ltb_lt some /Z.eqb_eq sums shares /Z.leb_le v0 /andP[least _]].
split=> //; first by lia.
  move=> p ip; split; first by apply/Z.ltb_lt/(all_in_list shares ip).
  by elim: parts tables ip => [//|r l IH] /= [h hs] [<-|]; [exact: h | exact: IH].
move=> vpos j j4; move: least; case: Z.eqb_spec => [|_]; first by lia.
by move/allP; apply; case: j j4 => [|[|[|[|]]]].
Qed.

Let W := z whole.
Let price_of (j : nat) : Q := sum_of (fun t => z (owed t j) / z (credit_below t)) parts.
Let paid_of (j : nat) : Q := sum_of (fun t => z (holding t j)) parts.

Lemma price_at_is j : z (price_at parts j).1 == z (price_at parts j).2 * price_of j /\ (0 < (price_at parts j).2)%Z.
Proof.
rewrite /price_of; have := a_parts accepts; elim: parts => [|p l IH] h; first by split; [rewrite /=; reflexivity |].
have [IH1 IH2] := IH (fun q iq => h q (or_intror iq)); have [_ ok] := h p (or_introl erefl).
have [num _ _ _] := passes ok; have e0 := n_below (numbers_ok num).
have e0' : 0 < z (credit_below (table_of p)) by rewrite -[0]/(z 0) -Zlt_Qlt.
split; last by apply: Z.mul_pos_pos.
have -> : price_at (p :: l) j = ((share_of p * owed (table_of p) j * (price_at l j).2 + (price_at l j).1 * credit_below (table_of p))%Z,
  (credit_below (table_of p) * (price_at l j).2)%Z) by [].
have -> : sum_of (fun t => z (owed t j) / z (credit_below t)) (p :: l)
  = z (share_of p) * (z (owed (table_of p) j) / z (credit_below (table_of p))) + sum_of (fun t => z (owed t j) / z (credit_below t)) l by [].
rewrite [_.1]/= [_.2]/= inject_Z_plus !inject_Z_mult IH1; field; lra.
Qed.

Lemma cost_at_is j : z (cost_at parts j) == paid_of j.
Proof. by rewrite /paid_of; elim: parts => [|p l IH] /=; [reflexivity | rewrite inject_Z_plus inject_Z_mult IH; reflexivity]. Qed.

(** Sums of what holds for all tables. *)
Lemma listed p : List.In p parts -> [/\ 0 < z (share_of p), numbers_pass (table_of p) & 0 < z (credit_below (table_of p))].
Proof.
move=> ip; have [s0 ok] := a_parts accepts ip; have [num _ _ _] := passes ok.
by split=> //; rewrite -[0]/(z 0) -Zlt_Qlt //; exact: n_below (numbers_ok num).
Qed.

Lemma sum_nonneg f : (forall p, List.In p parts -> 0 <= f (table_of p)) -> 0 <= sum_of f parts.
Proof. by move=> h; apply: sum_least => p ip; have [s0 _ _] := listed ip; split; [apply: Qlt_le_weak | exact: h]. Qed.

Lemma W_pos : 0 < W. Proof. by rewrite /W -[0]/(z 0) -Zlt_Qlt; exact: a_some accepts. Qed.
Lemma value_unit_pos : 0 < z value_unit. Proof. by []. Qed.

Lemma holding_nonneg p j : List.In p parts -> 0 <= z (holding (table_of p) j).
Proof.
move=> ip; have [_ num _] := listed ip; have ok := numbers_ok num; apply: (@z_below 0).
have := n_0 ok; have := n_01 ok; have := n_12 ok; have := n_23 ok; rewrite /holding.
by case: j => [|[|[|[|j]]]]; cbn [nth]; rewrite ?nth_nil; lia.
Qed.

Lemma owed_is p j : List.In p parts -> z (owed (table_of p) j) / z (credit_below (table_of p))
  == z value_unit * table_price (table_of p) + z (credit_top (table_of p)) / z (credit_below (table_of p)) * z (holding (table_of p) j).
Proof.
move=> ip; have [_ num e0] := listed ip; have u0 := value_unit_pos.
rewrite /owed inject_Z_plus !inject_Z_mult /table_price; field; split; lra.
Qed.

Lemma credit_parts p : List.In p parts -> 0 <= z (credit_top (table_of p)) / z (credit_below (table_of p)).
Proof.
move=> ip; have [_ num e0] := listed ip; apply: Qle_shift_div_l => //; rewrite Qmult_0_l.
exact: (z_below (n_top (numbers_ok num))).
Qed.

Lemma price_of_nonneg j : 0 <= price_of j.
Proof.
apply: sum_nonneg => p ip; rewrite (@owed_is p j ip); have u0 := value_unit_pos; have [_ num _] := listed ip.
have h := Qmult_le_0_compat _ _ (credit_parts ip) (@holding_nonneg p j ip).
have pr : 0 <= z value_unit * table_price (table_of p).
  rewrite /table_price; have -> : z value_unit * (z (price (table_of p)) / z value_unit) == z (price (table_of p)) by field; lra.
  exact: (z_below (n_price (numbers_ok num))).
by lra.
Qed.
Lemma paid_of_nonneg j : 0 <= paid_of j. Proof. by apply: sum_nonneg => p ip; apply: holding_nonneg. Qed.

(** What the mixture owes and is paid between two knots. *)
Lemma mixture_piece v : 0 <= v -> v <= 1 -> exists j A B, [/\ (j < 3)%N, [/\ 0 <= A, 0 <= B & 0 < A + B],
    (A + B) * (z value_unit * sum_of (fun t => cost t v) parts) == A * paid_of j + B * paid_of j.+1
  & (A + B) * (z value_unit * (sum_of table_price parts + sum_of (fun t => credit t v) parts)) == A * price_of j + B * price_of j.+1].
Proof.
move=> v0 v1; have [j [j3 b0 a0 d0 line]] := cost_piece v0 v1.
exists j, (z (quarters j.+1) - (4#1) * v), ((4#1) * v - z (quarters j)); split=> //; first by split=> //; lra.
  have -> : z (quarters j.+1) - (4#1) * v + ((4#1) * v - z (quarters j)) == z (quarters j.+1) - z (quarters j) by ring.
  rewrite Qmult_assoc; apply: sum_line => p ip; rewrite -Qmult_assoc; exact: line.
have -> : z (quarters j.+1) - (4#1) * v + ((4#1) * v - z (quarters j)) == z (quarters j.+1) - z (quarters j) by ring.
have -> : sum_of table_price parts + sum_of (fun t => credit t v) parts == sum_of (fun t => table_price t + credit t v) parts.
  have := @sum_line (fun t => table_price t + credit t v) table_price (fun t => credit t v) 1 1 1 parts; move/(_ ltac:(move=> p _; ring)); lra.
rewrite Qmult_assoc; apply: sum_line => p ip; rewrite (@owed_is p j ip) (@owed_is p j.+1 ip) /credit; have l := line (table_of p).
have -> : (z (quarters j.+1) - z (quarters j)) * z value_unit * (table_price (table_of p) + z (credit_top (table_of p)) / z (credit_below (table_of p)) * cost (table_of p) v)
  == (z (quarters j.+1) - z (quarters j)) * z value_unit * table_price (table_of p)
    + z (credit_top (table_of p)) / z (credit_below (table_of p)) * ((z (quarters j.+1) - z (quarters j)) * (z value_unit * cost (table_of p) v)) by ring.
by rewrite l; ring.
Qed.

Lemma cost_least t v : numbers_pass t -> 0 <= v -> v <= 1 -> cost t 0 <= cost t v.
Proof.
move=> num v0 v1; have [j [j3 b0 a0 d0 line]] := cost_piece v0 v1; have ok := numbers_ok num.
have c0 : z value_unit * cost t 0 == z (holding_0 t).
  by rewrite cost_0; have -> : flat t 0 = holding_0 t by []; have u0 := value_unit_pos; field; lra.
have least n : (n < 4)%N -> z (holding_0 t) <= z (holding t n).
  move=> n4; apply: z_below; have := n_01 ok; have := n_12 ok; have := n_23 ok; rewrite /holding.
  by case: n n4 => [|[|[|[|]]]] // _; cbn [nth]; lia.
have h1 := Qmult_le_0_compat _ (z (holding t j) - z (holding_0 t)) a0 ltac:(have := least j (ltnW j3); lra).
have h2 := Qmult_le_0_compat _ (z (holding t j.+1) - z (holding_0 t)) b0 ltac:(have := least j.+1 j3; lra).
have l := line t; rewrite -c0 in h1 h2.
have du : 0 < (z (quarters j.+1) - z (quarters j)) * z value_unit by apply: Qmult_lt_0_compat.
suff : 0 <= cost t v - cost t 0 by lra.
by apply: (times_nonneg du); lra.
Qed.

Lemma cost_most t v : numbers_pass t -> 0 <= v -> v <= 1 -> z value_unit * cost t v <= z (holding t 3).
Proof.
move=> num v0 v1; have [j [j3 b0 a0 d0 line]] := cost_piece v0 v1; have ok := numbers_ok num.
have most n : (n < 4)%N -> z (holding t n) <= z (holding t 3).
  move=> n4; apply: z_below; have := n_01 ok; have := n_12 ok; have := n_23 ok; rewrite /holding.
  by case: n n4 => [|[|[|[|]]]] // _; cbn [nth]; lia.
have h1 := Qmult_le_0_compat _ (z (holding t 3) - z (holding t j)) a0 ltac:(have := most j (ltnW j3); lra).
have h2 := Qmult_le_0_compat _ (z (holding t 3) - z (holding t j.+1)) b0 ltac:(have := most j.+1 j3; lra).
have l := line t; suff : 0 <= z (holding t 3) - z value_unit * cost t v by lra.
by apply: (times_nonneg d0); lra.
Qed.


Notation g := (z (sliced_outputs s)). Notation wC := (z (sliced_partial s)). Notation wO := (z (sliced_output s)).
Notation full := (z (full_top s)). Notation per := (z (full_below s)).
Hypotheses (value_pos : (0 < value)%Z) (X_pos : (0 < X)%Z) (words_pos : (0 < words_top s)%Z) (below_pos : (0 < words_below s)%Z).
Hypotheses (under_pos : (0 < words_under s)%Z) (full_pos : (0 < full_top s)%Z) (per_pos : (0 < full_below s)%Z).
Hypotheses (partial_pos : (0 < sliced_partial s)%Z).

Let owes j := wC * (full * paid_of j + (g * per - full) * paid_of 3) + (z value - 1 - wO * g) * per * (W * z value_unit).
Let brought j := z (words_top s) * per * price_of j / z (words_below s).

(** What a knot owes is more than the root brings, so [least] is not all that is moved. *)
Lemma above_is j : (j < 4)%N -> owes j < 0 \/ owes j * owes j * (z X * z (words_under s)) < brought j * brought j * 1.
Proof.
move=> j4; have v0 := value_pos; have := a_above accepts v0 j4; rewrite /above; have [p1 p2] := price_at_is j.
set o := (_ + _)%Z; have oE : z o == owes j.
  rewrite /o /owes /W inject_Z_plus !inject_Z_mult inject_Z_plus !inject_Z_mult !cost_at_is !z_sub !inject_Z_mult; change (z 1) with 1; ring.
case: Z.ltb_spec => [neg _|_ /Z.ltb_lt]; first by left; rewrite -oE -[0]/(z 0) -Zlt_Qlt.
have pos : 0 < z (price_at parts j).2 by rewrite -[0]/(z 0) -Zlt_Qlt.
have b0 : 0 < z (words_below s) by rewrite -[0]/(z 0) -Zlt_Qlt.
rewrite Zlt_Qlt !inject_Z_mult oE p1 => lt; right.
have sq : 0 < z (price_at parts j).2 * z (price_at parts j).2 * (z (words_below s) * z (words_below s)).
  by do !apply: Qmult_lt_0_compat.
apply: (proj1 (Qmult_lt_l _ _ _ sq)); have bE : z (words_below s) * brought j == z (words_top s) * per * price_of j.
  by rewrite /brought; field; lra.
have -> : z (price_at parts j).2 * z (price_at parts j).2 * (z (words_below s) * z (words_below s)) * (brought j * brought j * 1)
  == z (price_at parts j).2 * z (price_at parts j).2 * (z (words_below s) * brought j) * (z (words_below s) * brought j) by ring.
by rewrite bE; move: (z (price_at parts j).2) (owes j) lt => d o' lt; lra.
Qed.

(** What the words of all slices of a group bring at a root. *)
Definition slices_bring (root : Q) : Q := z (words_top s) * per / (z (words_below s) * full) * root.

Record mixture_brings (Lam top : Q) (P E : Q -> Q) (F : Q -> Q -> Q -> Q) (root gain : Q) : Prop := MixtureBrings {
  b_potential : real_potential Lam P E F; b_respects : forall v v', v == v' -> E v == E v';
  b_range : forall v, 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= top; b_top : top <= 2#1;
  b_nonneg : forall v, 0 <= v -> v <= 1 -> 0 <= E v; b_Lam : 0 <= Lam; b_root : 0 < root;
  b_least : root * root * (z X * z (words_under s)) <= 1;
  b_gain : forall v, 0 <= v -> v <= 1 -> gain + wC * P v <= slices_bring root * (Lam + E v);
  b_gain_Lam : gain <= slices_bring root * Lam;
  b_value : (z value - 1) * per < full * gain + wO * g * per - wC * top * (g * per - full) }.

Theorem slices_proven : exists Lam top P E F root gain, mixture_brings Lam top P E F root gain.
Proof.
have some : parts <> [::] by move: (a_some accepts); rewrite -(a_whole accepts); case: parts.
have [_ [F pot]] := mixture_of some (a_parts accepts); rewrite (a_whole accepts) -/W in pot.
have W0 := W_pos; have U0 := value_unit_pos; have WU : 0 < W * z value_unit by apply: Qmult_lt_0_compat.
have pos n : (0 < n)%Z -> 0 < z n by move=> n1'; rewrite -[0]/(z 0) -Zlt_Qlt; lia.
have full0 := pos _ full_pos; have per0 := pos _ per_pos; have below0 := pos _ below_pos; have words0 := pos _ words_pos.
have wC0 := pos _ partial_pos.
have [root [root0 root2 reach]] : exists root, [/\ 0 < root, root * root * (z X * z (words_under s)) <= 1
    & forall o' p', List.In (o', p') [:: (owes 0%N, brought 0%N); (owes 1%N, brought 1%N); (owes 2%N, brought 2%N); (owes 3%N, brought 3%N)]
        -> o' < p' * root].
  apply: root_above => // [|o' p']; first by apply: Qmult_lt_0_compat; apply: pos.
  have one j : (j < 4)%N -> 0 <= brought j /\ (owes j < 0 \/ owes j * owes j * (z X * z (words_under s)) < brought j * brought j * 1).
    move=> j4; split; last by apply: above_is.
    apply: Qle_shift_div_l => //; rewrite Qmult_0_l.
    by do ?apply: Qmult_le_0_compat; [apply: Qlt_le_weak | apply: Qlt_le_weak | apply: price_of_nonneg].
  by case=> [[<- <-]|[[<- <-]|[[<- <-]|[[<- <-]|[]]]]]; apply: one.
have {}reach j : (j < 4)%N -> owes j < brought j * root.
  by case: j => [|[|[|[|]]]] // _; apply: reach; [left | right; left | right; right; left | right; right; right; left].
pose Br := slices_bring root; pose top := paid_of 3 / (W * z value_unit).
have Br0 : 0 <= Br by apply: Qmult_le_0_compat; [apply: Qle_shift_div_l; [exact: Qmult_lt_0_compat | nra] | lra].
have broughtE j : brought j * root == full * (Br * price_of j) by rewrite /brought /Br /slices_bring; field; lra.
have topE : W * z value_unit * top == paid_of 3 by rewrite /top; field; lra.
pose brings j := (Br * price_of j - wC * paid_of j) / (W * z value_unit).
have brings_WU j : W * z value_unit * brings j == Br * price_of j - wC * paid_of j by rewrite /brings; field; lra.
pose theta := ((z value - 1 - wO * g) * per + wC * top * (g * per - full)) / full.
have thetaE : full * theta == (z value - 1 - wO * g) * per + wC * top * (g * per - full) by rewrite /theta; field; lra.
have beats j : (j < 4)%N -> theta < brings j.
  move=> j4; have r := reach j j4; rewrite broughtE /owes in r.
  have fw : 0 < full * (W * z value_unit) by apply: Qmult_lt_0_compat.
  apply: (proj1 (Qmult_lt_l _ _ _ fw)).
  have -> : full * (W * z value_unit) * theta == (W * z value_unit) * (full * theta) by ring.
  have -> : full * (W * z value_unit) * brings j == full * (W * z value_unit * brings j) by ring.
  rewrite thetaE brings_WU; have -> : W * z value_unit * ((z value - 1 - wO * g) * per + wC * top * (g * per - full))
    == (z value - 1 - wO * g) * per * (W * z value_unit) + wC * (g * per - full) * (W * z value_unit * top) by ring.
  by rewrite topE; lra.
pose gain := Qmin (Qmin (brings 0%N) (brings 1%N)) (Qmin (brings 2%N) (brings 3%N)).
have gain_theta : theta < gain by do ?apply: Q.min_glb_lt; apply: beats.
have gain_le j : (j < 4)%N -> gain <= brings j.
  case: j => [|[|[|[|]]]] // _; rewrite /gain.
  - by apply: Qle_trans (Q.le_min_l _ _) (Q.le_min_l _ _).
  - by apply: Qle_trans (Q.le_min_l _ _) (Q.le_min_r _ _).
  - by apply: Qle_trans (Q.le_min_r _ _) (Q.le_min_l _ _).
  by apply: Qle_trans (Q.le_min_r _ _) (Q.le_min_r _ _).
pose Lam := sum_of table_price parts / W; pose P v := sum_of (fun t => cost t v) parts / W; pose E v := sum_of (fun t => credit t v) parts / W.
rewrite -/Lam in pot.
have whole_gain v : 0 <= v -> v <= 1 -> gain + wC * P v <= Br * (Lam + E v).
  move=> v0' v1; have [j [A [B [j3 [A0 B0 AB] paid owed_]]]] := mixture_piece v0' v1.
  have h1 := Qmult_le_0_compat _ (brings j - gain) A0 ltac:(have := gain_le j (ltnW j3); lra).
  have h2 := Qmult_le_0_compat _ (brings j.+1 - gain) B0 ltac:(have := gain_le j.+1 j3; lra).
  have all : 0 < (A + B) * (W * z value_unit) by apply: Qmult_lt_0_compat.
  suff : 0 <= Br * (Lam + E v) - (gain + wC * P v) by lra.
  apply: (times_nonneg all).
  have -> : (A + B) * (W * z value_unit) * (Br * (Lam + E v) - (gain + wC * P v))
      == Br * ((A + B) * (z value_unit * (sum_of table_price parts + sum_of (fun t => credit t v) parts)))
        - wC * ((A + B) * (z value_unit * sum_of (fun t => cost t v) parts)) - (A + B) * (W * z value_unit) * gain.
    by rewrite /Lam /E /P; field; lra.
  rewrite paid owed_; have h1' := Qmult_le_0_compat _ _ (Qlt_le_weak _ _ WU) h1; have h2' := Qmult_le_0_compat _ _ (Qlt_le_weak _ _ WU) h2.
  have e1 : W * z value_unit * (A * (brings j - gain)) == A * (W * z value_unit * brings j) - A * (W * z value_unit) * gain by ring.
  have e2 : W * z value_unit * (B * (brings j.+1 - gain)) == B * (W * z value_unit * brings j.+1) - B * (W * z value_unit) * gain by ring.
  by rewrite e1 brings_WU in h1'; rewrite e2 brings_WU in h2'; lra.
have num p' : List.In p' parts -> numbers_pass (table_of p') by case/listed.
have least_price : W * z value_unit * (Lam + E 0) == price_of 0.
  have -> : W * z value_unit * (Lam + E 0) == z value_unit * (1 * sum_of table_price parts + 1 * sum_of (fun t => credit t 0) parts).
    by rewrite /Lam /E; field; lra.
  have <- := @sum_line (fun t => table_price t + credit t 0) table_price (fun t => credit t 0) 1 1 1 parts ltac:(move=> p' _; cbv beta; ring).
  rewrite Qmult_1_l; have := @sum_line (fun t => table_price t + credit t 0) (fun t => z (owed t 0) / z (credit_below t)) (fun _ => 0) (z value_unit) 1 0 parts.
  have zero p' : List.In p' parts -> z value_unit * (table_price (table_of p') + credit (table_of p') 0)
      == 1 * (z (owed (table_of p') 0) / z (credit_below (table_of p'))) + 0 * 0.
    move=> ip; rewrite (@owed_is p' 0 ip) /credit cost_0; have -> : flat (table_of p') 0 = holding (table_of p') 0 by [].
    by have [_ _ e0] := listed ip; field; lra.
  by move=> /(_ zero) ->; rewrite /price_of; ring.
pose Lam' := Lam + E 0; pose E' v := E v - E 0.
have pot' : real_potential Lam' P E' F.
  apply: (potential_same pot) => [v|v|x y u]; try reflexivity; rewrite /Lam' /E'.
  change (sum_of (fun t => credit t v) parts / W) with (E v); by move: (E v) (E 0) => a b; ring.
have E'_respects v v' : v == v' -> E' v == E' v'.
  move=> vv; rewrite /E' /E; have -> : sum_of (fun t => credit t v) parts == sum_of (fun t => credit t v') parts.
    by apply: sum_same => p' _; apply: credit_respects.
  by reflexivity.
have P_range v : 0 <= v -> v <= 1 -> 0 <= P v /\ P v <= top.
  move=> v0' v1; split.
    by apply: Qle_shift_div_l => //; rewrite Qmult_0_l; apply: sum_nonneg => p' ip; have [] := cost_range (num p' ip) v0' v1.
  have rest : 0 <= sum_of (fun t => z (holding t 3) - z value_unit * cost t v) parts.
    by apply: sum_nonneg => p' ip; have := cost_most (num p' ip) v0' v1; lra.
  have := @sum_line (fun t => z (holding t 3) - z value_unit * cost t v) (fun t => z (holding t 3)) (fun t => cost t v) 1 1 (- z value_unit) parts
    ltac:(move=> p' _; cbv beta; ring).
  rewrite -/(paid_of 3) -topE => sums; apply: Qle_shift_div_r => //.
  by suff : 0 <= top * W - sum_of (fun t => cost t v) parts by [lra]; apply: (times_nonneg U0); lra.
have top2 : top <= 2#1.
  apply: Qle_shift_div_r => //; have rest : 0 <= sum_of (fun t => (2#1) * z value_unit - z (holding t 3)) parts.
    apply: sum_nonneg => p' ip; have := z_below (n_3 (numbers_ok (num p' ip))); rewrite inject_Z_mult; change (z 2) with (2#1).
    by have -> : holding_3 (table_of p') = holding (table_of p') 3 by []; lra.
  have := @sum_line (fun t => (2#1) * z value_unit - z (holding t 3)) (fun _ => (2#1) * z value_unit) (fun t => z (holding t 3)) 1 1 (- (1)) parts
    ltac:(move=> p' _; cbv beta; ring).
  by rewrite sum_const (a_whole accepts) -/W -/(paid_of 3); lra.
have E'_nonneg v : 0 <= v -> v <= 1 -> 0 <= E' v.
  move=> v0' v1; have rest : 0 <= sum_of (fun t => credit t v - credit t 0) parts.
    apply: sum_nonneg => p' ip; rewrite /credit; have := Qmult_le_0_compat _ (cost (table_of p') v - cost (table_of p') 0) (credit_parts ip).
    by move/(_ ltac:(have := cost_least (num p' ip) v0' v1; lra)); lra.
  have := @sum_line (fun t => credit t v - credit t 0) (fun t => credit t v) (fun t => credit t 0) 1 1 (- (1)) parts ltac:(move=> p' _; cbv beta; ring).
  move=> sums; rewrite /E' /E; have -> : sum_of (fun t => credit t v) parts / W - sum_of (fun t => credit t 0) parts / W
    == (1 * sum_of (fun t => credit t v - credit t 0) parts) / W by rewrite sums; field; lra.
  by apply: Qle_shift_div_l => //; lra.
have Lam'E : W * z value_unit * Lam' == price_of 0 by [].
have Lam'_nonneg : 0 <= Lam' by apply: (times_nonneg WU); rewrite Lam'E; apply: price_of_nonneg.
have gain_Lam : gain <= Br * Lam'.
  have := gain_le 0%N isT; have b0 := brings_WU 0%N; have pd := @paid_of_nonneg 0%N.
  have sp := Qmult_le_0_compat _ _ (Qlt_le_weak _ _ wC0) pd.
  move=> le; apply: Qle_trans le _; suff : 0 <= Br * Lam' - brings 0%N by lra.
  apply: (times_nonneg WU); have -> : W * z value_unit * (Br * Lam' - brings 0%N)
    == Br * (W * z value_unit * Lam') - W * z value_unit * brings 0%N by ring.
  by rewrite Lam'E b0; lra.
exists Lam', top, P, E', F, root, gain; split=> //.
- move=> v v0' v1; have -> : Lam' + E' v == Lam + E v by rewrite /Lam' /E'; move: (E v) (E 0) => a b; ring.
  exact: whole_gain.
by have := proj2 (Qmult_lt_l _ _ _ full0) gain_theta; rewrite thetaE; lra.
Qed.
End Slices.
