(** * Do v second-stage products fit a weight of X? (proofs/chain-fused.md, certificate)

    s, D, E are what transient elements of H, words of D and sums of E weigh, with s^2 D E at least [product] and each at least
    its floor (s^2 at least [ss]). Every set of floors that binds gives a least weight where that set is the right one; all of
    these are necessary, and one of them is the least. As in WaterFilling.v only necessity is proven. *)
From Coq Require Import ZArith Lia Bool.
From Redblue Require Import WaterFilling.
Open Scope Z_scope.

Definition root_at_most (x bound : Z) : bool := (0 <=? bound) && (x <=? bound * bound).

(** [level3] = product/ss, [level4] = product/(ss high), [square] = product/(high low). *)
Definition transient_test (ss high low product level3 level4 square budget : Z) : bool :=
  let rest := budget - high in
  let room := budget * budget - ss - 4 * level3 in
  (64 * product <=? budget * budget * budget * budget)
  && ((4 * (high * high * high * high) <? product)
      || (0 <=? rest) && (27 * product <=? 4 * high * (rest * rest * rest)))
  && ((ss * ss <? 4 * product) || (0 <=? room) && (16 * ss * level3 <=? room * room))
  && ((high <? level4) || (ss <? 4 * level4 * level4) || root_at_most ss (rest - level4))
  && root_at_most ss (rest - low)
  && ((4 * low * low <? square) || root_at_most square (rest - low)).

(** s at any weight, D = E. *)
Lemma four_terms s D E : 0 <= s -> 0 <= D -> 0 <= E ->
  64 * (s * s * D * E) <= (s + D + E) * (s + D + E) * (s + D + E) * (s + D + E).
Proof.
intros s0 D0 E0.
assert (p : 0 <= D * E) by (apply Z.mul_nonneg_nonneg; lia).
assert (h1 : 4 * (D * E) <= (D + E) * (D + E)) by (pose proof (Z.square_nonneg (D - E)); lia).
assert (h2 : 4 * (s * (D + E)) <= (s + (D + E)) * (s + (D + E))) by (pose proof (Z.square_nonneg (s - (D + E))); lia).
assert (h3 : (4 * (s * (D + E))) * (4 * (s * (D + E))) <= ((s + (D + E)) * (s + (D + E))) * ((s + (D + E)) * (s + (D + E)))).
{ apply Z.mul_le_mono_nonneg; try assumption; apply Z.mul_nonneg_nonneg; try lia; apply Z.mul_nonneg_nonneg; lia. }
assert (h4 : (s * s) * (4 * (D * E)) <= (s * s) * ((D + E) * (D + E))) by (apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | assumption]).
lia.
Qed.

Lemma three_terms s E : 0 <= s -> 0 <= E -> 27 * (s * s * E) <= 4 * ((s + E) * (s + E) * (s + E)).
Proof.
intros s0 E0.
assert (0 <= (s - 2 * E) * (s - 2 * E) * (4 * s + E)) by (apply Z.mul_nonneg_nonneg; [apply Z.square_nonneg | lia]).
lia.
Qed.

(** One of D, E at its floor [high]; the other one and s free. *)
Lemma high_binds high product s D E budget :
  0 <= high -> high <= D -> 0 <= s -> 0 <= E -> 0 <= product -> product <= s * s * D * E -> s + D + E <= budget ->
  product <= 4 * (high * high * high * high) ->
  27 * product <= 4 * high * ((budget - high) * (budget - high) * (budget - high)).
Proof.
intros h0 hD s0 E0 p0 vol sum cond.
set (y := s + E). 
assert (exists d, D = high + d /\ 0 <= d) as (d & -> & d0) by (exists (D - high); lia).
assert (y0 : 0 <= y) by (unfold y; lia).
assert (t : 27 * product <= 4 * ((high + d) * (y * y * y))).
{ pose proof (three_terms s E s0 E0) as h. fold y in h.
  assert ((high + d) * (27 * (s * s * E)) <= (high + d) * (4 * (y * y * y))) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
assert (yd : y + d <= budget - high) by (unfold y; lia).
assert (c3 : forall u v, 0 <= u -> u <= v -> u * u * u <= v * v * v).
{ intros u v u0 uv. apply Z.mul_le_mono_nonneg; first [lia | apply Z.square_nonneg | apply Z.mul_le_mono_nonneg; lia]. }
assert (up : 4 * (high * ((y + d) * (y + d) * (y + d))) <= 4 * (high * ((budget - high) * (budget - high) * (budget - high)))).
{ apply Z.mul_le_mono_nonneg_l; [lia|]. apply Z.mul_le_mono_nonneg_l; [lia|]. apply c3; lia. }
assert (goal : 27 * product <= 4 * (high * ((y + d) * (y + d) * (y + d)))); [|lia].
destruct (Z_le_gt_dec (3 * high) y) as [big|small].
- assert (3 * high * (3 * high) * (3 * high) <= y * y * y) by (apply c3; lia).
  assert (y * y * y <= (y + d) * (y + d) * (y + d)) by (apply c3; lia).
  assert (high * (3 * high * (3 * high) * (3 * high)) <= high * ((y + d) * (y + d) * (y + d))) by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
- assert (yy : 0 <= y * y) by apply Z.square_nonneg.
  assert (d * (y * y) * y <= d * (y * y) * (3 * high)).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg|]; lia. }
  assert (0 <= high * (d * d) * (3 * y + d)).
  { apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg; [|apply Z.square_nonneg]|]; lia. }
  lia.
Qed.

(** s at its floor, D and E free. *)
Lemma s_binds ss level3 s D E budget :
  0 < ss -> 0 <= level3 -> 0 < s -> ss <= s * s -> 0 <= D -> 0 <= E -> ss * level3 <= s * s * D * E -> s + D + E <= budget ->
  4 * level3 <= ss ->
  0 <= budget * budget - ss - 4 * level3 /\
  16 * ss * level3 <= (budget * budget - ss - 4 * level3) * (budget * budget - ss - 4 * level3).
Proof.
intros ss0 l0 s0 sS D0 E0 vol sum cond.
set (u := D + E). set (q := 4 * level3).
assert (u0 : 0 <= u) by (unfold u; lia).
assert (v : ss * q <= (s * s) * (u * u)).
{ assert (h1 : 4 * (D * E) <= u * u) by (pose proof (Z.square_nonneg (D - E)); unfold u; lia).
  assert ((s * s) * (4 * (D * E)) <= (s * s) * (u * u)) by (apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | assumption]).
  unfold q; lia. }
assert (q0 : 0 <= q) by (unfold q; lia). assert (qs : q <= ss) by (unfold q; lia).
assert (s2 : 0 < s * s) by nia.
(* s^2 + u^2 >= ss + q *)
assert (far : ss + q <= s * s + u * u).
{ assert (0 <= (s * s - ss) * (s * s - q)) by (apply Z.mul_nonneg_nonneg; lia).
  assert ((s * s) * (ss + q) <= (s * s) * (s * s + u * u)) by lia.
  apply Z.mul_le_mono_pos_l with (p := s * s); assumption. }
assert (su : 0 <= s * u) by (apply Z.mul_nonneg_nonneg; lia).
assert (bb : (s + u) * (s + u) <= budget * budget) by (apply Z.mul_le_mono_nonneg; unfold u; lia).
assert (room : 2 * (s * u) <= budget * budget - ss - q) by lia.
replace (4 * level3) with q by reflexivity.
split; [lia|].
assert ((2 * (s * u)) * (2 * (s * u)) <= (budget * budget - ss - q) * (budget * budget - ss - q)) by (apply Z.mul_le_mono_nonneg; lia).
unfold q in *; lia.
Qed.

(** s and one of D, E at their floors. *)
Lemma s_and_high_bind ss high level4 s D E budget :
  0 < ss -> 0 < high -> 0 <= level4 -> 0 < s -> ss <= s * s -> high <= D -> 0 <= E ->
  ss * high * level4 <= s * s * D * E -> s + D + E <= budget ->
  level4 <= high -> 4 * level4 * level4 <= ss ->
  root_at_most ss (budget - high - level4) = true.
Proof.
intros ss0 h0 l0 s0 sS hD E0 vol sum c1 c2.
assert (easy : forall y, s <= y -> root_at_most ss y = true).
{ intros y sy. apply andb_true_intro; split; apply Z.leb_le; [lia|]. assert (s * s <= y * y) by (apply Z.mul_le_mono_nonneg; lia). lia. }
destruct (Z_le_gt_dec level4 E) as [big|small]; [apply easy; lia|].
assert (exists d, D = high + d /\ 0 <= d) as (d & -> & d0) by (exists (D - high); lia).
(* D goes down to [high], E up *)
set (E' := E + d).
assert (v : ss * level4 <= s * s * E').
{ assert (m : (high + d) * E <= high * E') by (unfold E'; nia).
  assert ((s * s) * ((high + d) * E) <= (s * s) * (high * E')) by (apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | assumption]).
  apply Z.mul_le_mono_pos_l with (p := high); lia. }
destruct (Z_le_gt_dec level4 E') as [big'|small']; [apply easy; unfold E' in *; lia|].
assert (exists x, level4 = E' + x /\ 0 < x) as (x & lE & x0) by (exists (level4 - E'); lia).
assert (E0' : 0 <= E') by (unfold E'; lia).
assert (yb : s - x <= budget - high - level4) by (unfold E' in *; lia).
assert (s2 : 2 * level4 <= s).
{ destruct (Z_le_gt_dec (2 * level4) s) as [|g]; [assumption|]. assert (s * s < 2 * level4 * (2 * level4)) by (apply Z.mul_lt_mono_nonneg; lia). lia. }
assert (k1 : s * s * x <= (s * s - ss) * level4) by (rewrite lE in *; lia).
assert (k2 : 2 * level4 * (s * x) <= s * (s * x)) by (apply Z.mul_le_mono_nonneg_r; [apply Z.mul_nonneg_nonneg|]; lia).
assert (k3 : 2 * (s * x) <= s * s - ss) by (apply Z.mul_le_mono_pos_r with (p := level4); lia).
assert (k4 : ss <= (s - x) * (s - x)) by (pose proof (Z.square_nonneg x); lia).
apply andb_true_intro; split; apply Z.leb_le; [lia|].
assert ((s - x) * (s - x) <= (budget - high - level4) * (budget - high - level4)) by (apply Z.mul_le_mono_nonneg; lia). lia.
Qed.

(** D and E at their floors. *)
Lemma both_bind high low square s D E budget :
  0 < low -> low <= high -> 0 <= s -> high <= D -> low <= E -> high * low * square <= s * s * D * E -> s + D + E <= budget ->
  square <= 4 * low * low -> root_at_most square (budget - high - low) = true.
Proof.
intros l0 lh s0 hD lE vol sum cond.
assert (exists d, D = high + d /\ 0 <= d) as (d & -> & d0) by (exists (D - high); lia).
assert (exists x, E = low + x /\ 0 <= x) as (x & -> & x0) by (exists (E - low); lia).
set (y := s + d + x).
assert (yb : y <= budget - high - low) by (unfold y; lia).
apply andb_true_intro; split; apply Z.leb_le; [unfold y in *; lia|].
assert (yy : y * y <= (budget - high - low) * (budget - high - low)) by (apply Z.mul_le_mono_nonneg; unfold y in *; lia).
assert (main : square <= y * y); [|lia].
destruct (Z_le_gt_dec (2 * low) y) as [big|small].
{ assert (2 * low * (2 * low) <= y * y) by (apply Z.mul_le_mono_nonneg; lia). lia. }
(* E goes down to [low] and s up, then D to [high] *)
assert (hl : 0 < high * low) by (apply Z.mul_pos_pos; lia).
assert (m1 : (s * s) * (low + x) <= low * ((s + x) * (s + x))).
{ assert (s * x * s <= s * x * (2 * low)) by (apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg|]; unfold y in *; lia).
  assert (0 <= low * (x * x)) by (apply Z.mul_nonneg_nonneg; [|apply Z.square_nonneg]; lia). lia. }
assert (m2 : ((s + x) * (s + x)) * (high + d) <= high * (y * y)).
{ assert ((s + x) * d * (s + x) <= (s + x) * d * (2 * high)) by (apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg|]; unfold y in *; lia).
  assert (0 <= high * (d * d)) by (apply Z.mul_nonneg_nonneg; [|apply Z.square_nonneg]; lia). unfold y; lia. }
assert (n1 : (high + d) * ((s * s) * (low + x)) <= (high + d) * (low * ((s + x) * (s + x)))) by (apply Z.mul_le_mono_nonneg_l; lia).
assert (n2 : low * (((s + x) * (s + x)) * (high + d)) <= low * (high * (y * y))) by (apply Z.mul_le_mono_nonneg_l; lia).
apply Z.mul_le_mono_pos_l with (p := high * low); lia.
Qed.

Lemma transient_test_complete ss high low product level3 level4 square budget s D E :
  0 < ss -> 0 < low -> low <= high -> 0 <= level3 -> 0 <= level4 ->
  product = ss * level3 -> product = ss * high * level4 -> product = high * low * square ->
  0 < s -> ss <= s * s -> high <= D -> low <= E -> product <= s * s * D * E -> s + D + E <= budget ->
  transient_test ss high low product level3 level4 square budget = true.
Proof.
intros ss0 l0 lh l3 l4 p3 p4 psq s0 sS hD lE vol sum.
assert (p0 : 0 <= product) by (rewrite p3; apply Z.mul_nonneg_nonneg; lia).
unfold transient_test; cbv zeta; rewrite !andb_true_iff; repeat split; try apply orb_true_intro.
- apply Z.leb_le. pose proof (four_terms s D E ltac:(lia) ltac:(lia) ltac:(lia)).
  assert (b2 : (s + D + E) * (s + D + E) <= budget * budget) by (apply Z.mul_le_mono_nonneg; lia).
  assert ((s + D + E) * (s + D + E) * ((s + D + E) * (s + D + E)) <= budget * budget * (budget * budget)).
  { apply Z.mul_le_mono_nonneg; try assumption; apply Z.square_nonneg. }
  lia.
- destruct (Z.ltb_spec (4 * (high * high * high * high)) product) as [|c]; [left; reflexivity | right].
  apply andb_true_intro; split; apply Z.leb_le; [lia|].
  apply (high_binds high product s D E budget); lia.
- destruct (Z.ltb_spec (ss * ss) (4 * product)) as [|c]; [left; reflexivity | right].
  assert (c3 : 4 * level3 <= ss) by (apply Z.mul_le_mono_pos_l with (p := ss); lia).
  destruct (s_binds ss level3 s D E budget) as [h1 h2]; [lia | lia | lia | lia | lia | lia | lia | lia | assumption |].
  apply andb_true_intro; split; apply Z.leb_le; assumption.
- destruct (Z.ltb_spec high level4) as [|c]; [left; reflexivity|].
  destruct (Z.ltb_spec ss (4 * level4 * level4)) as [|c']; [left; reflexivity | right].
  apply (s_and_high_bind ss high level4 s D E budget); lia.
- unfold root_at_most; apply andb_true_intro; split; apply Z.leb_le; [lia|].
  assert (s * s <= (budget - high - low) * (budget - high - low)) by (apply Z.mul_le_mono_nonneg; lia). lia.
- destruct (Z.ltb_spec (4 * low * low) square) as [|c]; [left; reflexivity | right].
  apply (both_bind high low square s D E budget); lia.
Qed.

(** v products of a second stage m x n, inner l, whose H is formed from words of A and B: a transient element of H serves n,
    a word of D serves m, a sum of E has l; [weight4] is 4 k^2 f wA wB. Scaled by mnl, so that the floors are whole. *)
Definition transient_weighs_at_most (m n l weight4 wd we v limit : Z) : bool :=
  let z := m * n * l in
  let ss := weight4 * v * z * m * l in
  let d := wd * v * n * l in
  let e := we * v * m * n in
  let test high low level4 := transient_test ss high low (weight4 * wd * we * v * v * (z * z * z * z)) (wd * we * v * n * (z * z))
                                level4 (weight4 * (z * z) * m * l) (limit * z) in
  if e <=? d then test d e (we * z * m * n) else test e d (wd * z * n * l).

Lemma transient_weighs_at_most_complete m n l weight4 wd we v limit x y d e :
  0 < m -> 0 < n -> 0 < l -> 0 < weight4 -> 0 < wd -> 0 < we -> 0 < v -> 0 <= x -> 0 <= y -> 0 <= d -> 0 <= e ->
  v * v <= x * d * e -> v <= n * x -> v <= m * d -> v <= l * e -> weight4 * x <= y * y -> y + wd * d + we * e <= limit ->
  transient_weighs_at_most m n l weight4 wd we v limit = true.
Proof.
intros m0 n0 l0 k0 wd0 we0 v0 x0 y0 d0 e0 vol vx vd ve xy sum.
unfold transient_weighs_at_most; cbv zeta.
assert (z0 : 0 < m * n * l) by (repeat apply Z.mul_pos_pos; assumption).
remember (m * n * l) as z eqn:zE.
assert (zz : 0 < z * z) by (apply Z.mul_pos_pos; assumption).
assert (ml : 0 < m * l) by (apply Z.mul_pos_pos; assumption).
assert (xpos : 0 < x) by nia.
assert (ypos : 0 < y) by nia.
assert (s_floor : weight4 * v * z * m * l <= (y * z) * (y * z)).
{ assert (h1 : weight4 * v <= n * (y * y)) by (assert (weight4 * v <= weight4 * (n * x)) by (apply Z.mul_le_mono_nonneg_l; lia); nia).
  assert ((z * (m * l)) * (weight4 * v) <= (z * (m * l)) * (n * (y * y))) by (apply Z.mul_le_mono_nonneg_l; [nia | assumption]).
  rewrite zE in *; lia. }
assert (d_floor : wd * v * n * l <= wd * d * z).
{ assert ((wd * n * l) * v <= (wd * n * l) * (m * d)) by (apply Z.mul_le_mono_nonneg_l; [repeat apply Z.mul_nonneg_nonneg; lia | assumption]). rewrite zE; lia. }
assert (e_floor : we * v * m * n <= we * e * z).
{ assert ((we * m * n) * v <= (we * m * n) * (l * e)) by (apply Z.mul_le_mono_nonneg_l; [repeat apply Z.mul_nonneg_nonneg; lia | assumption]). rewrite zE; lia. }
assert (vol' : weight4 * wd * we * v * v * (z * z * z * z) <= (y * z) * (y * z) * (wd * d * z) * (we * e * z)).
{ assert (h1 : weight4 * (v * v) <= weight4 * (x * d * e)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (de : 0 <= d * e) by (apply Z.mul_nonneg_nonneg; assumption).
  assert (h2 : (d * e) * (weight4 * x) <= (d * e) * (y * y)) by (apply Z.mul_le_mono_nonneg_l; assumption).
  assert (c0 : 0 <= wd * we * (z * z * (z * z))) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
  assert (h3 : weight4 * (v * v) <= (d * e) * (y * y)) by (clear - h1 h2; lia).
  pose proof (Z.mul_le_mono_nonneg_l _ _ _ c0 h3) as h4.
  eapply Z.le_trans; [apply Z.eq_le_incl | eapply Z.le_trans; [exact h4 | apply Z.eq_le_incl]]; ring. }
assert (sum' : y * z + wd * d * z + we * e * z <= limit * z).
{ replace (y * z + wd * d * z + we * e * z) with ((y + wd * d + we * e) * z) by ring. apply Z.mul_le_mono_nonneg_r; [apply Z.lt_le_incl|]; assumption. }
assert (dpos : 0 < wd * v * n * l) by (repeat apply Z.mul_pos_pos; assumption).
assert (epos : 0 < we * v * m * n) by (repeat apply Z.mul_pos_pos; assumption).
assert (sspos : 0 < weight4 * v * z * m * l) by (repeat apply Z.mul_pos_pos; assumption).
assert (yz : 0 < y * z) by (apply Z.mul_pos_pos; assumption).
assert (l3 : 0 <= wd * we * v * n * (z * z)) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
assert (le4 : 0 <= we * z * m * n) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
assert (ld4 : 0 <= wd * z * n * l) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
destruct (Z.leb_spec (we * v * m * n) (wd * v * n * l)).
- apply (transient_test_complete _ _ _ _ _ _ _ _ (y * z) (wd * d * z) (we * e * z));
    solve [assumption | rewrite zE; ring].
- apply (transient_test_complete _ _ _ _ _ _ _ _ (y * z) (we * e * z) (wd * d * z));
    first [assumption | apply Z.lt_le_incl; assumption | solve [rewrite zE; ring] | idtac].
  + eapply Z.le_trans; [exact vol' | apply Z.eq_le_incl; ring].
  + eapply Z.le_trans; [apply Z.eq_le_incl | exact sum']; ring.
Qed.

(** ** What fits less than X, in proportion *)

Lemma ltb_scale d a b : 0 < d -> (d * a <? d * b) = (a <? b).
Proof. intros d0; destruct (Z.ltb_spec a b); [apply Z.ltb_lt | apply Z.ltb_ge]; nia. Qed.

Lemma root_at_most_scale d x bound : 0 < d -> root_at_most (d * d * x) (d * bound) = root_at_most x bound.
Proof.
intros d0; assert (d2 : 0 < d * d) by (apply Z.mul_pos_pos; assumption); unfold root_at_most.
replace (d * bound * (d * bound)) with (d * d * (bound * bound)) by ring.
replace (0 <=? d * bound) with (d * 0 <=? d * bound) by (rewrite Z.mul_0_r; reflexivity).
rewrite !leb_scale by assumption; reflexivity.
Qed.

Lemma transient_test_scale d ss high low product level3 level4 square budget : 0 < d ->
  transient_test (d * d * ss) (d * high) (d * low) (d * d * d * d * product) (d * d * level3) (d * level4) (d * d * square) (d * budget)
  = transient_test ss high low product level3 level4 square budget.
Proof.
intros d0; assert (d2 : 0 < d * d) by (apply Z.mul_pos_pos; assumption).
assert (d4 : 0 < d * d * d * d) by (repeat apply Z.mul_pos_pos; assumption); unfold transient_test; cbv zeta.
replace (64 * (d * d * d * d * product)) with (d * d * d * d * (64 * product)) by ring.
replace (d * budget * (d * budget) * (d * budget) * (d * budget)) with (d * d * d * d * (budget * budget * budget * budget)) by ring.
replace (4 * (d * high * (d * high) * (d * high) * (d * high))) with (d * d * d * d * (4 * (high * high * high * high))) by ring.
replace (d * budget - d * high) with (d * (budget - high)) by ring.
replace (27 * (d * d * d * d * product)) with (d * d * d * d * (27 * product)) by ring.
replace (4 * (d * high) * (d * (budget - high) * (d * (budget - high)) * (d * (budget - high))))
  with (d * d * d * d * (4 * high * ((budget - high) * (budget - high) * (budget - high)))) by ring.
replace (d * d * ss * (d * d * ss)) with (d * d * d * d * (ss * ss)) by ring.
replace (4 * (d * d * d * d * product)) with (d * d * d * d * (4 * product)) by ring.
replace (d * budget * (d * budget) - d * d * ss - 4 * (d * d * level3)) with (d * d * (budget * budget - ss - 4 * level3)) by ring.
replace (16 * (d * d * ss) * (d * d * level3)) with (d * d * d * d * (16 * ss * level3)) by ring.
set (room := budget * budget - ss - 4 * level3).
replace (d * d * room * (d * d * room)) with (d * d * d * d * (room * room)) by ring.
replace (4 * (d * level4) * (d * level4)) with (d * d * (4 * level4 * level4)) by ring.
replace (d * (budget - high) - d * level4) with (d * (budget - high - level4)) by ring.
replace (d * (budget - high) - d * low) with (d * (budget - high - low)) by ring.
replace (4 * (d * low) * (d * low)) with (d * d * (4 * low * low)) by ring.
replace (0 <=? d * (budget - high)) with (d * 0 <=? d * (budget - high)) by (rewrite Z.mul_0_r; reflexivity).
replace (0 <=? d * d * room) with (d * d * 0 <=? d * d * room) by (rewrite Z.mul_0_r; reflexivity).
rewrite !(ltb_scale (d * d * d * d)), !(leb_scale (d * d * d * d)), !(ltb_scale (d * d)), !(leb_scale (d * d)) by assumption.
rewrite !(ltb_scale d), !(leb_scale d), !root_at_most_scale by assumption; reflexivity.
Qed.

(** Where v products do not fit X, a need of at most X has fewer than in proportion. *)
Lemma transient_weighs_in_proportion m n l weight4 wd we v limit u x y d e :
  0 < m -> 0 < n -> 0 < l -> 0 < weight4 -> 0 < wd -> 0 < we -> 0 < v -> 0 <= u -> 0 <= x -> 0 <= y -> 0 <= d -> 0 <= e ->
  transient_weighs_at_most m n l weight4 wd we v limit = false ->
  u * u <= x * d * e -> u <= n * x -> u <= m * d -> u <= l * e -> weight4 * x <= y * y -> y + wd * d + we * e <= limit ->
  u * limit <= v * (y + wd * d + we * e).
Proof.
intros m0 n0 l0 k0 wd0 we0 v0 u0 x0 y0 d0 e0 no vol ux ud ue xy sum.
destruct (Z_le_gt_dec (u * limit) (v * (y + wd * d + we * e))) as [|big]; [assumption|exfalso].
assert (wdd : 0 <= wd * d) by (apply Z.mul_nonneg_nonneg; lia).
assert (wee : 0 <= we * e) by (apply Z.mul_nonneg_nonneg; lia).
remember (y + wd * d + we * e) as t eqn:tE.
assert (vt : 0 <= v * t) by (apply Z.mul_nonneg_nonneg; lia).
assert (upos : 0 < u) by nia. assert (xpos : 0 < x) by nia. assert (ypos : 0 < y) by nia.
assert (t0 : 0 < t) by lia. assert (limit0 : 0 < limit) by lia.
enough (h : transient_weighs_at_most m n l weight4 wd we v limit = true) by congruence.
assert (z0 : 0 < m * n * l) by (repeat apply Z.mul_pos_pos; assumption).
unfold transient_weighs_at_most; cbv zeta; remember (m * n * l) as z eqn:zE.
assert (uw : v * t <= u * limit) by lia.
assert (floor : forall w r q, 0 <= w -> 0 <= r -> u <= q -> w * r * (v * t) <= w * r * (q * limit)).
{ intros w r q w0 r0 uq. apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg; assumption|].
  assert (u * limit <= q * limit) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
assert (ml : 0 <= m * l) by (apply Z.mul_nonneg_nonneg; lia).
assert (nl : 0 <= n * l) by (apply Z.mul_nonneg_nonneg; lia).
assert (mn : 0 <= m * n) by (apply Z.mul_nonneg_nonneg; lia).
assert (d_floor : t * (wd * v * n * l) <= wd * d * limit * z).
{ pose proof (floor wd (n * l) (m * d) ltac:(lia) nl ud). rewrite zE; lia. }
assert (e_floor : t * (we * v * m * n) <= we * e * limit * z).
{ pose proof (floor we (m * n) (l * e) ltac:(lia) mn ue). rewrite zE; lia. }
assert (yy : 0 <= y * y) by apply Z.square_nonneg.
assert (xlimit : 0 <= x * limit) by (apply Z.mul_nonneg_nonneg; lia).
assert (s_floor : t * t * (weight4 * v * z * m * l) <= (y * limit * z) * (y * limit * z)).
{ pose proof (floor weight4 (m * l) (n * x) ltac:(lia) ml ux) as h1.
  assert (h2 : weight4 * (x * limit) * t <= weight4 * (x * limit) * limit).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg; lia | lia]. }
  assert (h3 : limit * limit * (weight4 * x) <= limit * limit * (y * y)).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | assumption]. }
  assert (h4 : (z * t) * (weight4 * (m * l) * (v * t)) <= (z * t) * (weight4 * (m * l) * (n * x * limit))).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg; lia | assumption]. }
  assert (h5 : (z * z) * (weight4 * (x * limit) * t) <= (z * z) * (limit * limit * (y * y))).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg | clear - h2 h3; lia]. }
  replace (t * t * (weight4 * v * z * m * l)) with ((z * t) * (weight4 * (m * l) * (v * t))) by ring.
  apply Z.le_trans with (1 := h4).
  replace ((z * t) * (weight4 * (m * l) * (n * x * limit))) with ((z * z) * (weight4 * (x * limit) * t)) by (rewrite zE; ring).
  replace ((y * limit * z) * (y * limit * z)) with ((z * z) * (limit * limit * (y * y))) by ring; exact h5. }
assert (vol' : t * t * t * t * (weight4 * wd * we * v * v * (z * z * z * z))
  <= (y * limit * z) * (y * limit * z) * (wd * d * limit * z) * (we * e * limit * z)).
{ assert (de : 0 <= d * e) by (apply Z.mul_nonneg_nonneg; assumption).
  assert (h1 : (v * t) * (v * t) <= (u * limit) * (u * limit)) by (apply Z.mul_le_mono_nonneg; assumption).
  assert (ll : 0 <= limit * limit) by apply Z.square_nonneg.
  assert (tt : 0 <= t * t) by apply Z.square_nonneg.
  assert (h2 : (limit * limit) * (u * u) <= (limit * limit) * (x * d * e)) by (apply Z.mul_le_mono_nonneg_l; assumption).
  assert (h3 : (d * e) * (weight4 * x) <= (d * e) * (y * y)) by (apply Z.mul_le_mono_nonneg_l; assumption).
  assert (h4 : weight4 * ((v * t) * (v * t)) <= weight4 * ((limit * limit) * (x * d * e))).
  { apply Z.mul_le_mono_nonneg_l; [clear - k0; lia | clear - h1 h2; lia]. }
  assert (h5 : (limit * limit) * ((d * e) * (weight4 * x)) <= (limit * limit) * ((d * e) * (y * y))) by (apply Z.mul_le_mono_nonneg_l; assumption).
  assert (h6 : weight4 * ((v * t) * (v * t)) <= (limit * limit) * ((d * e) * (y * y))) by (clear - h4 h5; lia).
  assert (h7 : t * t <= limit * limit) by (clear - t0 sum tE limit0; apply Z.mul_le_mono_nonneg; lia).
  assert (r0 : 0 <= (limit * limit) * ((d * e) * (y * y))) by (repeat apply Z.mul_nonneg_nonneg; assumption || (clear - limit0; lia)).
  assert (h8 : (t * t) * (weight4 * ((v * t) * (v * t))) <= (limit * limit) * ((limit * limit) * ((d * e) * (y * y)))).
  { apply Z.mul_le_mono_nonneg; try assumption. apply Z.mul_nonneg_nonneg; [clear - k0; lia | apply Z.square_nonneg]. }
  assert (c0 : 0 <= wd * we * (z * z * (z * z))) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
  pose proof (Z.mul_le_mono_nonneg_l _ _ _ c0 h8) as h9.
  eapply Z.le_trans; [apply Z.eq_le_incl | eapply Z.le_trans; [exact h9 | apply Z.eq_le_incl]]; ring. }
assert (sum' : y * limit * z + wd * d * limit * z + we * e * limit * z = t * (limit * z)) by (rewrite tE; ring).
assert (dpos : 0 < t * (wd * v * n * l)) by (repeat apply Z.mul_pos_pos; assumption).
assert (epos : 0 < t * (we * v * m * n)) by (repeat apply Z.mul_pos_pos; assumption).
assert (sspos : 0 < t * t * (weight4 * v * z * m * l)) by (repeat apply Z.mul_pos_pos; assumption).
assert (yz : 0 < y * limit * z) by (repeat apply Z.mul_pos_pos; assumption).
assert (l3 : 0 <= t * t * (wd * we * v * n * (z * z))) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
assert (le4 : 0 <= t * (we * z * m * n)) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
assert (ld4 : 0 <= t * (wd * z * n * l)) by (repeat apply Z.mul_nonneg_nonneg; apply Z.lt_le_incl; assumption).
destruct (Z.leb_spec (we * v * m * n) (wd * v * n * l)) as [le|le];
  rewrite <- (transient_test_scale t) by assumption.
- assert (lt' : t * (we * v * m * n) <= t * (wd * v * n * l)) by (apply Z.mul_le_mono_nonneg_l; [apply Z.lt_le_incl|]; assumption).
  apply (transient_test_complete _ _ _ _ _ _ _ _ (y * limit * z) (wd * d * limit * z) (we * e * limit * z));
    first [assumption | solve [rewrite zE; ring] | idtac].
  apply Z.eq_le_incl; exact sum'.
- assert (lt' : t * (wd * v * n * l) <= t * (we * v * m * n)) by (apply Z.mul_le_mono_nonneg_l; apply Z.lt_le_incl; assumption).
  apply (transient_test_complete _ _ _ _ _ _ _ _ (y * limit * z) (we * e * limit * z) (wd * d * limit * z));
    first [assumption | apply Z.lt_le_incl; assumption | solve [rewrite zE; ring] | idtac].
  + eapply Z.le_trans; [exact vol' | apply Z.eq_le_incl; ring].
  + eapply Z.le_trans; [apply Z.eq_le_incl | apply Z.eq_le_incl; exact sum']; ring.
Qed.
