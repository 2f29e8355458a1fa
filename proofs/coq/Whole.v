(** * From natural numbers to binary integers

    The machine counts in [nat]; certificates are computed in [Z]. *)
From Coq Require Import ZArith Lia Bool.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope Z_scope.

Lemma z_add a b : Z.of_nat (a + b)%N = Z.of_nat a + Z.of_nat b. Proof. by rewrite -plusE Nat2Z.inj_add. Qed.
Lemma z_mul a b : Z.of_nat (a * b)%N = Z.of_nat a * Z.of_nat b. Proof. by rewrite -multE Nat2Z.inj_mul. Qed.
Lemma z_sub a b : (b <= a)%N -> Z.of_nat (a - b)%N = Z.of_nat a - Z.of_nat b.
Proof. by move=> /leP h; rewrite -minusE Nat2Z.inj_sub. Qed.
Lemma z_le a b : (a <= b)%N -> Z.of_nat a <= Z.of_nat b. Proof. by move/leP => h; lia. Qed.
Lemma z_lt a b : (a < b)%N -> Z.of_nat a < Z.of_nat b. Proof. by move/ltP => h; lia. Qed.
Lemma n_le a b : Z.of_nat a <= Z.of_nat b -> (a <= b)%N. Proof. by move=> h; apply/leP; lia. Qed.
Lemma n_lt a b : Z.of_nat a < Z.of_nat b -> (a < b)%N. Proof. by move=> h; apply/ltP; lia. Qed.
Lemma z_square a : Z.of_nat (a ^ 2)%N = Z.of_nat a * Z.of_nat a. Proof. by rewrite -mulnn z_mul. Qed.

Lemma z_div a b : Z.of_nat (a %/ b)%N = Z.of_nat a / Z.of_nat b.
Proof.
have [->|b0] := posnP b; first by rewrite divn0 Zdiv_0_r.
apply: (Z.div_unique _ _ _ (Z.of_nat (a %% b))); last by rewrite [X in Z.of_nat X = _](divn_eq a b) z_add z_mul; lia.
by left; split; [lia | apply/z_lt/ltn_pmod].
Qed.

Lemma z_monus a b : Z.of_nat (a - b)%N = Z.max 0 (Z.of_nat a - Z.of_nat b). Proof. by rewrite -minusE Nat2Z.inj_sub_max. Qed.
Lemma z_max a b : Z.of_nat (maxn a b) = Z.max (Z.of_nat a) (Z.of_nat b). Proof. by case: leqP => [/z_le|/z_lt] h; lia. Qed.
Lemma z_min a b : Z.of_nat (minn a b) = Z.min (Z.of_nat a) (Z.of_nat b). Proof. by case: leqP => [/z_le|/z_lt] h; lia. Qed.

Lemma n_div d a : (Z.of_nat d | Z.of_nat a) -> (d %| a)%N.
Proof.
case=> q h; have [d0|dpos] := posnP d.
  by have -> : a = 0%N by [lia]; rewrite dvdn0.
apply/dvdnP; exists (Z.to_nat q); apply: Nat2Z.inj; rewrite z_mul Z2Nat.id //.
have : 0 < Z.of_nat d by apply: (z_lt dpos). nia.
Qed.

Lemma n_to_nat_div d a : 0 <= d -> 0 <= a -> (d | a) -> (Z.to_nat d %| Z.to_nat a)%N.
Proof. by move=> d0 a0 h; apply: n_div; rewrite !Z2Nat.id. Qed.

(** Reads, writes and value of a certificate whose clock counts [w] for each of [groups], of which a final store pays for one. *)
Lemma parts_hold (M : finType) (C : computation) (z : sizes C) (e : execution M C) clock output w groups claimed :
  claimed <= Z.of_nat clock ->
  (clock + output * groups <= traffic z e + w * groups)%N -> (no_slow_adds e -> clock <= loads z e + w * groups)%N ->
  (output * groups <= stores z e)%N ->
  let least := Z.max 0 (claimed - Z.of_nat w * Z.of_nat groups) in let stored := Z.of_nat output * Z.of_nat groups in
  [/\ no_slow_adds e -> least <= Z.of_nat (loads z e), stored <= Z.of_nat (stores z e) & least + stored <= Z.of_nat (traffic z e)].
Proof.
move=> some /z_le total reads /z_le writes; cbv zeta; move: total writes; rewrite /traffic !z_add !z_mul => total writes.
by split=> [/reads/z_le|//|]; rewrite ?z_add ?z_mul; lia.
Qed.

(** A check that is computed only where a condition holds ([&&] computes both sides). *)
Definition guardE (a b : bool) : (if a then b else false) = a && b := match a with true => erefl | false => erefl end.

(** The largest value of [f] on 1, ..., n; 0 if there is none above. *)
Definition maximum_to (f : Z -> Z) (n : Z) : Z :=
  match n with
  | Zpos p => snd (Pos.iter (fun ib : Z * Z => (fst ib + 1, Z.max (snd ib) (f (fst ib)))) (1, 0) p)
  | _ => 0
  end.

Lemma maximum_to_ge f n i : 1 <= i <= n -> f i <= maximum_to f n.
Proof.
case: n => [|p|p] h; rewrite /maximum_to; try lia.
rewrite Pos2Nat.inj_iter; set step := fun ib : Z * Z => _.
have inv d : fst (nat_rect (fun _ => (Z * Z)%type) (1, 0) (fun _ => step) d) = Z.of_nat d + 1
    /\ forall i, 1 <= i <= Z.of_nat d -> f i <= snd (nat_rect (fun _ => (Z * Z)%type) (1, 0) (fun _ => step) d).
  elim: d => [|d [IH1 IH2]]; first by split=> // j; lia.
  rewrite Nat2Z.inj_succ /=; split; first by rewrite IH1; lia.
  move=> j hj; have [jd|jd] : j <= Z.of_nat d \/ j = Z.of_nat d + 1 by lia.
    by have := IH2 j; lia.
  by rewrite jd -IH1; lia.
by apply: (proj2 (inv _)); lia.
Qed.

Lemma maximum_to_nonneg f n : 0 <= maximum_to f n.
Proof.
case: n => // p; rewrite /maximum_to Pos2Nat.inj_iter.
by elim: (Pos.to_nat p) => //= d IH; lia.
Qed.

(** [count] is the least number of lots of [each] that hold [left]; 0 where nothing is left or a lot holds nothing. *)
Definition least_count (left each count : Z) : bool :=
  if (left <=? 0) || (each =? 0) then count =? 0 else (left <=? count * each) && ((count - 1) * each <? left).

Lemma least_count_sound left each count q : 0 <= each -> 0 <= q -> left <= q * each -> least_count left each count -> count <= q.
Proof.
rewrite /least_count => e0 q0 h; case: ifP => _; first by move/Z.eqb_eq => ->.
by case/andP => _ /Z.ltb_lt lt; nia.
Qed.

(** a / b, rounded up. *)
Definition divided_up (a b : Z) : Z := (a + b - 1) / b.

Lemma divided_up_least a b q : 0 < b -> a <= b * q -> divided_up a b <= q.
Proof.
move=> b0 h; suff : divided_up a b < q + 1 by lia.
by apply: Z.div_lt_upper_bound; lia.
Qed.

(** [v] fits a weight of [x], and [v + 1] does not. *)
Definition largest_fitting (fits : Z -> Z -> bool) (x v : Z) : bool :=
  [&& 0 <=? v, (v =? 0) || fits v x & ~~ fits (v + 1) x].

(** [claimed] is exactly the largest v up to [all] that fits a weight of [x]; 0 if not even one does. *)
Definition exact_maximum (fits : Z -> Z -> bool) (all x claimed : Z) : bool :=
  [&& 0 <=? claimed, claimed <=? all, (claimed =? 0) || (0 <? x) && fits claimed x
    & ~~ [&& claimed <? all, 0 <? x & fits (claimed + 1) x]].

Lemma exact_maximum_sound fits all x claimed v : exact_maximum fits all x claimed -> 0 < x -> v <= all ->
  (claimed + 1 <= v -> fits (claimed + 1) x) -> v <= claimed.
Proof.
case/and4P => _ _ _ no x0 va h; have [//|lt] : v <= claimed \/ claimed + 1 <= v by lia.
by case/negP: no; rewrite (h lt) andbT; apply/andP; split; apply/Z.ltb_lt; lia.
Qed.

Lemma exact_maximum_nonneg fits all x claimed : exact_maximum fits all x claimed -> 0 <= claimed.
Proof. by case/and4P => /Z.leb_le. Qed.
