(** * What is tested of a table of a potential (proofs/gemm-holding-cost.md, "Certified potentials") *)
From Coq Require Import ZArith QArith Lqa Lia.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import BoxPolynomials BoxSigns.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

(** Knots are in eightieths; prices, holding costs, the ceiling and values in 2⁻²⁰. The holding cost P is straight between 0, 1/2, 3/4 and
    1. Values: Bernstein coefficients of degree 2 in each variable by rows, columns (from the row's own on) and sums. *)
Record potential_table := PotentialTable {
  price : Z; credit_top : Z; credit_below : Z; holding_0 : Z; holding_1 : Z; holding_2 : Z; holding_3 : Z;
  knots : list Z; sum_knots : list Z; ceiling : Z; values : list (list (list Z)) }.

Definition value_unit : Z := 1048576.
Definition knot : Z := 80.
(** Parts of a box's side, and of a knot on it. *)
Definition side : Z := 16.
Definition parts : Z := knot * side.

Section Table.
Variable t : potential_table.

Definition holding (j : nat) : Z := nth 0 [:: holding_0 t; holding_1 t; holding_2 t; holding_3 t] j.
(** Quarters of the memory where P has its knots. *)
Definition quarters (j : nat) : Z := nth 0 [:: 0; 2; 3; 4] j.
(** P is [flat] and [steep] times v between knots j and j + 1. *)
Definition steep (j : nat) : Z := nth 0 [:: 2; 4; 4] j * (holding j.+1 - holding j).
Definition flat (j : nat) : Z := nth 0 [:: holding 0; holding 1 - 2 * (holding 2 - holding 1); holding 2 - 3 * (holding 3 - holding 2)] j.

Definition row_knot (i : nat) : Z := nth 0 (knots t) i.
Definition sum_knot (k : nat) : Z := nth 0 (sum_knots t) k.
Definition last_row : nat := (size (knots t)).-1.
Definition last_sum : nat := (size (sum_knots t)).-1.

(** ** Polynomials on a box *)
Definition stored (i j k : nat) : Z :=
  if (i <= j)%N then nth 0 (nth [::] (nth [::] (values t) i) (j - i)) k else nth 0 (nth [::] (nth [::] (values t) j) (i - j)) k.

(** From Bernstein coefficients to powers on a side from 0 to [side], [side]² fold. *)
Definition powers (f : nat -> Z) (i : nat) : Z :=
  match i with 0%N => side * side * f 0%N | 1%N => 2 * side * (f 1%N - f 0%N) | _ => f 0%N - 2 * f 1%N + f 2%N end.
Definition power (f : nat -> nat -> nat -> Z) (i j k : nat) : Z :=
  powers (fun i' => powers (fun j' => powers (fun k' => f i' j' k') k) j) i.
Definition cube (f : nat -> nat -> nat -> Z) : poly3 :=
  [seq [seq [seq f i j k | k <- [:: 0; 1; 2]%N] | j <- [:: 0; 1; 2]%N] | i <- [:: 0; 1; 2]%N].

(** Derivatives of polynomials of degree 2. *)
Definition slope_of (R : Type) (twice : R -> R) (p : list R) : list R := if p is [:: _; b; c] then [:: b; twice c] else [::].
Definition by_x (p : poly3) : poly3 := slope_of (scale2 2) p.
Definition by_y (p : poly3) : poly3 := map (slope_of (scale1 2)) p.
Definition by_s (p : poly3) : poly3 := map (map (slope_of (Z.mul 2))) p.

Section Box.
Variables x0 x1 y0 y1 s0 s1 : Z.
Variable p : poly3.

(** Coordinates of a point in parts of 1. *)
Definition along_x : poly3 := [:: [:: [:: side * x0]]; [:: [:: x1 - x0]]].
Definition along_y : poly3 := [:: [:: [:: side * y0]; [:: y1 - y0]]].
Definition along_s : poly3 := [:: [:: [:: side * s0; s1 - s0]]].
Definition number (n : Z) : poly3 := [:: [:: [:: n]]].
Definition minus (p r : poly3) : poly3 := add3 p (scale3 (-1) r).
Definition words : poly3 := add3 along_x along_y.

(** 1 - U, in parts² of 1. *)
Definition below_one : poly3 := add3 (number (parts * parts)) (minus (mul3 along_x along_y) (scale3 parts along_s)).

(** A value of 1. *)
Definition whole : Z := side ^ 6 * value_unit.

Definition question_of (guards : list poly3) (any : list poly3) : question := Question side side side below_one guards any.
Definition moves : list poly3 :=
  [:: by_s p;
      add3 (scale3 parts (by_x p)) (number (whole * (x1 - x0)));
      add3 (scale3 parts (by_y p)) (number (whole * (y1 - y0)));
      scale3 (-1) (add3 (scale3 (parts * (s1 - s0)) (by_x p)) (scale3 (x1 - x0) (mul3 along_y (by_s p))));
      scale3 (-1) (add3 (scale3 (parts * (s1 - s0)) (by_y p)) (scale3 (y1 - y0) (mul3 along_x (by_s p))))].
Definition moves_settled (cuts : nat) : bool := all (fun f => settled cuts AlongX (question_of [::] [:: f])) moves.

(** v (F_s - price) + (x + y) P(v) - credit v P(v) for v = [v]/[w], P by its line after knot j. *)
Definition event (j : nat) (v : poly3) (w : Z) : poly3 :=
  let all := add3 (number (flat j * w)) (scale3 (steep j) v) in
  let per := (s1 - s0) * credit_below t in
  add3 (mul3 (scale3 (w * credit_below t * parts) v) (minus (scale3 parts (by_s p)) (number (price t * (s1 - s0) * side ^ 6))))
    (mul3 all (minus (scale3 (w * per * side ^ 6) words) (scale3 (credit_top t * (s1 - s0) * parts * side ^ 6) v))).

Definition room_s : poly3 := scale3 2 along_s.
Definition room_u : poly3 := scale3 2 below_one.
(** Rooms less than that of knot j leave nothing to ask. *)
Definition guards_of (j : nat) : list poly3 :=
  [:: minus (scale3 4 room_s) (number (quarters j * parts)); minus (scale3 4 room_u) (number (quarters j * parts * parts))].
Definition above_of (j : nat) : poly3 := minus (scale3 4 room_u) (number (quarters j * parts * parts)).
Definition event_at (j : nat) (i : nat) : poly3 := event j (number (quarters i)) 4.
Definition rooms (j : nat) : list poly3 := [:: event j room_u (parts * parts); event j room_s parts; event_at j j.+1].
Definition asked (j : nat) (any : list poly3) : question := Question side side side (above_of j) (guards_of j) any.
Definition events_settled (cuts : nat) : bool :=
  all (fun j => if settled cuts AlongX (asked j (rooms j))
    then (if j is 0%N then true else settled cuts AlongX (asked j [:: event_at j j])) else false)
    [:: 0; 1; 2]%N.
End Box.

Definition cell (i j k : nat) : poly3 := cube (power (fun a b c => stored (2 * i + a) (2 * j + b) (2 * k + c))).
End Table.

(** ** What the tests prove of a box *)
Local Open Scope Q_scope.
Notation z := inject_Z.

Lemma at3_number n u v w : at3 (number n) u v w == z n.
Proof. by rewrite /at3 /at2 /at1 /=; ring. Qed.
Lemma at3_minus p r u v w : at3 (minus p r) u v w == at3 p u v w - at3 r u v w.
Proof. by rewrite /minus at3_add at3_scale; change (z (-1)) with (-(1)); ring. Qed.

(** A coordinate in parts of 1. *)
Definition place (from to : Z) (u : Q) : Q := z (side * from) + z (to - from) * u.
Lemma at3_along_x x0 x1 u v w : at3 (along_x x0 x1) u v w == place x0 x1 u. Proof. by rewrite /at3 /at2 /at1 /place /=; ring. Qed.
Lemma at3_along_y y0 y1 u v w : at3 (along_y y0 y1) u v w == place y0 y1 v. Proof. by rewrite /at3 /at2 /at1 /place /=; ring. Qed.
Lemma at3_along_s s0 s1 u v w : at3 (along_s s0 s1) u v w == place s0 s1 w. Proof. by rewrite /at3 /at2 /at1 /place /=; ring. Qed.

Definition spread := (at3_add, at3_minus, at3_scale, at3_mul, at3_number, at3_along_x, at3_along_y, at3_along_s).

Section Proven.
Variables (t : potential_table) (x0 x1 y0 y1 s0 s1 : Z) (p : poly3) (u v w : Q).
Hypotheses (in_x : 0 <= u /\ u <= z side) (in_y : 0 <= v /\ v <= z side) (in_s : 0 <= w /\ w <= z side).
Notation x := (place x0 x1 u). Notation y := (place y0 y1 v). Notation s := (place s0 s1 w).
Notation fx := (at3 (by_x p) u v w). Notation fy := (at3 (by_y p) u v w). Notation fs := (at3 (by_s p) u v w).
(** U is at most 1. *)
Hypothesis top : z parts * s <= z parts * z parts + x * y.

Lemma at3_below_one : at3 (below_one x0 x1 y0 y1 s0 s1) u v w == z parts * z parts + x * y - z parts * s.
Proof. by rewrite /below_one !spread inject_Z_mult; ring. Qed.

Lemma move_holds cuts f : moves_settled x0 x1 y0 y1 s0 s1 p cuts -> List.In f (moves x0 x1 y0 y1 s0 s1 p) -> 0 <= at3 f u v w.
Proof.
move=> all i; have settles := all_in all i.
have over : 0 <= at3 (below_one x0 x1 y0 y1 s0 s1) u v w by have := at3_below_one; lra.
have asked_ : asks (question_of x0 x1 y0 y1 s0 s1 [::] [:: f]) u v w by [].
by have [g [<-|[]] h] := settled_holds settles asked_.
Qed.

(** The conditions on sums, loads and drops. *)
Theorem moves_hold cuts : moves_settled x0 x1 y0 y1 s0 s1 p cuts ->
  [/\ 0 <= fs, 0 <= z parts * fx + z whole * z (x1 - x0), 0 <= z parts * fy + z whole * z (y1 - y0),
    z parts * z (s1 - s0) * fx + z (x1 - x0) * (y * fs) <= 0 & z parts * z (s1 - s0) * fy + z (y1 - y0) * (x * fs) <= 0].
Proof.
move=> all; have h f := @move_holds cuts f all; split.
- by apply: h; left.
- by have := h _ (or_intror (or_introl erefl)); rewrite !spread inject_Z_mult.
- by have := h _ (or_intror (or_intror (or_introl erefl))); rewrite !spread inject_Z_mult.
- have := h _ (or_intror (or_intror (or_intror (or_introl erefl)))).
  by rewrite !spread inject_Z_mult; change (z (-1)) with (-(1)); lra.
have := h _ (or_intror (or_intror (or_intror (or_intror (or_introl erefl))))).
by rewrite !spread inject_Z_mult; change (z (-1)) with (-(1)); lra.
Qed.

(** What an event with a share r of the memory free brings, times r, by the line of P after knot j. *)
Definition brings (j : nat) (r : Q) : Q :=
  r * (z (credit_below t) * z parts * (z parts * fs - z (price t * (s1 - s0) * side ^ 6)))
  + (z (flat t j) + z (steep t j) * r) * (z ((s1 - s0) * side ^ 6) * (z (credit_below t) * (x + y) - z (credit_top t) * z parts * r)).

Lemma at3_event j f n r : at3 f u v w == z n * r ->
  at3 (event t x0 x1 y0 y1 s0 s1 p j f n) u v w == z n * z n * brings j r.
Proof. by move=> fr; rewrite /event /words !spread fr /brings !inject_Z_mult; ring. Qed.

Lemma brings_between j l r r' : l <= r -> r <= r' -> l < r' -> 0 <= z (steep t j) -> 0 <= z (credit_top t) -> 0 <= z ((s1 - s0) * side ^ 6) ->
  0 <= brings j l -> 0 <= brings j r' -> 0 <= brings j r.
Proof.
move=> lr rr lr' b0 c0 d0 hl hr'.
have : 0 <= (r' - l) * brings j r.
  have -> : (r' - l) * brings j r == (r' - r) * brings j l + (r - l) * brings j r'
    + z (steep t j) * (z ((s1 - s0) * side ^ 6) * (z (credit_top t) * z parts)) * ((r' - l) * ((r - l) * (r' - r))) by rewrite /brings; ring.
  have p0 : 0 <= z parts by [].
  have h1 := Qmult_le_0_compat (r' - r) _ ltac:(lra) hl; have h2 := Qmult_le_0_compat (r - l) _ ltac:(lra) hr'.
  have h3 := Qmult_le_0_compat _ _ b0 (Qmult_le_0_compat _ _ d0 (Qmult_le_0_compat _ _ c0 p0)).
  have h4 : 0 <= (r' - l) * ((r - l) * (r' - r)) by do 2?apply: Qmult_le_0_compat; lra.
  by have := Qmult_le_0_compat _ _ h3 h4; lra.
by move=> h; apply/Qnot_lt_le => lt; nra.
Qed.

Hypotheses (words_nonneg : 0 <= x + y) (flat_nonneg : 0 <= z (flat t 0)) (credit_nonneg : 0 <= z (credit_top t)).
Hypotheses (below_nonneg : 0 <= z (credit_below t)) (side_nonneg : 0 <= z ((s1 - s0) * side ^ 6)).

Lemma guard_u j r : z (quarters j) < (4#1) * r -> z parts * z parts * r <= (2#1) * (z parts * z parts + x * y - z parts * s) ->
  0 < at3 (minus (scale3 4 (room_u x0 x1 y0 y1 s0 s1)) (number (quarters j * parts * parts))) u v w.
Proof.
move=> over ru; have b := at3_below_one; rewrite /room_u; move: (below_one x0 x1 y0 y1 s0 s1) b => B b; rewrite !spread (inject_Z_mult (quarters j * parts) parts) (inject_Z_mult (quarters j) parts); change (z 4) with (4#1); change (z 2) with (2#1).
have p2 : 0 < z parts * z parts by [].
have h := proj2 (Qmult_lt_r _ _ _ p2) over; move: (z parts) b h ru => P b h ru; lra.
Qed.
Lemma above_room j r : z (quarters j) < (4#1) * r -> z parts * z parts * r <= (2#1) * (z parts * z parts + x * y - z parts * s) ->
  0 <= at3 (above_of x0 x1 y0 y1 s0 s1 j) u v w.
Proof. by move=> over ru; apply: Qlt_le_weak; apply: guard_u over ru. Qed.
Lemma guard_s j r : z (quarters j) < (4#1) * r -> z parts * r <= (2#1) * s ->
  0 < at3 (minus (scale3 4 (room_s s0 s1)) (number (quarters j * parts))) u v w.
Proof.
move=> over rs; rewrite /room_s !spread (inject_Z_mult (quarters j) parts); change (z 4) with (4#1); change (z 2) with (2#1).
have p1 : 0 < z parts by [].
have h := proj2 (Qmult_lt_r _ _ _ p1) over; move: (z parts) h rs => P h rs; lra.
Qed.

(** Condition 3 for every share of the memory that may be free. *)
Theorem event_holds cuts j r : events_settled t x0 x1 y0 y1 s0 s1 p cuts -> List.In j [:: 0; 1; 2]%N -> 0 <= z (steep t j) ->
  z (quarters j) < (4#1) * r -> (4#1) * r <= z (quarters j.+1) -> z parts * r <= (2#1) * s ->
  z parts * z parts * r <= (2#1) * (z parts * z parts + x * y - z parts * s) -> 0 <= brings j r.
Proof.
move=> all ji b0 over upto rs ru; have := all_in all ji => /=; case: ifP => // first_ second.
have p1 : 0 < z parts by [].
have inside : asks (asked x0 x1 y0 y1 s0 s1 j (rooms t x0 x1 y0 y1 s0 s1 p j)) u v w.
  by split=> // [|g [<-|[<-|[]]]]; [apply: above_room over ru | apply: guard_s over rs | apply: guard_u over ru].
have upper : exists2 r', r <= r' & 0 <= brings j r'.
  have unscale n r' : 0 < n -> 0 <= n * n * brings j r' -> 0 <= brings j r'.
    move=> n0 h; apply/Qnot_lt_le => lt; have nn : 0 < n * n by nra.
    by have := proj2 (Qmult_lt_l _ _ _ nn) lt; lra.
  have [f [<-|[<-|[<-|[]]]]] := settled_holds first_ inside.
  - pose r' := (2#1) * (z parts * z parts + x * y - z parts * s) / (z parts * z parts).
    have e : at3 (room_u x0 x1 y0 y1 s0 s1) u v w == z (parts * parts) * r'.
      have b := at3_below_one; rewrite /room_u; move: (below_one x0 x1 y0 y1 s0 s1) b => B b; rewrite !spread /r' (inject_Z_mult parts parts); change (z 2) with (2#1).
      have -> : z parts * z parts * ((2#1) * (z parts * z parts + x * y - z parts * s) / (z parts * z parts)) == (2#1) * (z parts * z parts + x * y - z parts * s) by field.
      by lra.
    rewrite (at3_event j e) => /unscale h; exists r'; last by apply: h.
    by apply: Qle_shift_div_l => //; lra.
  - pose r' := (2#1) * s / z parts; have e : at3 (room_s s0 s1) u v w == z parts * r'.
      by rewrite /room_s !spread /r'; change (z 2) with (2#1); field.
    rewrite (at3_event j e) => /unscale h; exists r'; last by apply: h.
    by apply: Qle_shift_div_l => //; lra.
  pose r' := z (quarters j.+1) / (4#1); have e : at3 (number (quarters j.+1)) u v w == z 4 * r'.
    by rewrite !spread /r'; change (z 4) with (4#1); field.
  rewrite /event_at (at3_event j e) => /unscale h; exists r'; last by apply: h.
  by apply: Qle_shift_div_l => //; lra.
have [r' rr' hr'] := upper.
apply: (@brings_between j (z (quarters j) / (4#1)) r r') => //; rewrite ?/Qdiv; change (/ (4#1)) with (1#4); try lra.
case: j ji b0 over upto second {all first_ inside upper hr'} => [|j] ji b0 over upto second.
  rewrite /brings; change (z (quarters 0)) with 0.
  have h := Qmult_le_0_compat _ _ flat_nonneg (Qmult_le_0_compat _ _ side_nonneg (Qmult_le_0_compat _ _ below_nonneg words_nonneg)).
  by lra.
have inside : asks (asked x0 x1 y0 y1 s0 s1 j.+1 [:: event_at t x0 x1 y0 y1 s0 s1 p j.+1 j.+1]) u v w.
  by split=> // [|g [<-|[<-|[]]]]; [apply: above_room over ru | apply: guard_s over rs | apply: guard_u over ru].
have [f [<-|[]]] := settled_holds second inside.
have e : at3 (number (quarters j.+1)) u v w == z 4 * (z (quarters j.+1) * (1#4)) by rewrite !spread; change (z 4) with (4#1); ring.
by rewrite /event_at (at3_event j.+1 e); change (z 4) with (4#1); lra.
Qed.
End Proven.
