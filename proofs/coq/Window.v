(** * One axis of a convolution: what meets what (proofs/conv-segments.md)

    Output p, tap r and input y meet when stride * p + r = y + padding. Any two of the three determine the third. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Record axis := Axis { extent : nat; kernel : nat; stride : nat; padding : nat }.

(** Every output meets something: see [output_meets]. *)
Definition axis_ok (a : axis) : bool := [&& 0 < stride a, 0 < extent a, padding a < kernel a & kernel a <= extent a + 2 * padding a].

Section Window.
Variable a : axis.

(** How many outputs there are along the axis. *)
Definition places : nat := ((extent a + 2 * padding a - kernel a) %/ stride a).+1.

Notation triple := ('I_places * 'I_(kernel a) * 'I_(extent a))%type.
Definition meets (m : triple) : bool := stride a * m.1.1 + m.1.2 == m.2 + padding a.
Definition meeting := {m : triple | meets m}.
Implicit Types (m : meeting) (r : 'I_(kernel a)).

Definition at_output m : 'I_places := (val m).1.1.
Definition at_tap m : 'I_(kernel a) := (val m).1.2.
Definition at_input m : 'I_(extent a) := (val m).2.

Hypothesis ok : axis_ok a.

Lemma meetsP m : stride a * at_output m + at_tap m = at_input m + padding a.
Proof. by apply/eqP; have := valP m. Qed.

Lemma same_meeting m m' : at_output m = at_output m' -> at_tap m = at_tap m' -> at_input m = at_input m' -> m = m'.
Proof.
move=> po pt pi; apply: val_inj; move: po pt pi; rewrite /at_output /at_tap /at_input.
by case: (val m) (val m') => [[p r] y] [[p' r'] y'] /= -> -> ->.
Qed.

Lemma by_output_tap m m' : at_output m = at_output m' -> at_tap m = at_tap m' -> m = m'.
Proof.
move=> po pt; apply: same_meeting => //; apply: val_inj; apply/eqP.
by rewrite -(eqn_add2r (padding a)) /= -!meetsP po pt.
Qed.

Lemma by_output_input m m' : at_output m = at_output m' -> at_input m = at_input m' -> m = m'.
Proof.
move=> po pi; apply: same_meeting => //; apply: val_inj; apply/eqP.
by rewrite -(eqn_add2l (stride a * at_output m)) /= meetsP {1}po meetsP pi.
Qed.

Lemma by_tap_input m m' : at_tap m = at_tap m' -> at_input m = at_input m' -> m = m'.
Proof.
move=> pt pi; apply: same_meeting => //; apply: val_inj; apply/eqP; have /and4P[s0 _ _ _] := ok.
by rewrite -(eqn_pmul2l s0) -(eqn_add2r (at_tap m)) /= meetsP {1}pt meetsP pi.
Qed.

(** Taps of one residue modulo the stride meet inputs of their own. *)
Definition residue_of r : 'I_(kernel a) := Ordinal (leq_ltn_trans (leq_mod r (stride a)) (ltn_ord r)).
Definition residue m : 'I_(kernel a) := residue_of (at_tap m).

Lemma residue_input m m' : at_input m = at_input m' -> residue m = residue m'.
Proof.
move=> pi; apply: val_inj => /=.
have mod_input m0 : (at_input m0 + padding a) %% stride a = at_tap m0 %% stride a.
  by rewrite -meetsP mulnC modnMDl.
by rewrite -!mod_input pi.
Qed.

Definition taps_of (e : 'I_(kernel a)) : {set 'I_(kernel a)} := [set at_tap m | m in [set m | residue m == e]].
Definition inputs_of (e : 'I_(kernel a)) : {set 'I_(extent a)} := [set at_input m | m in [set m | residue m == e]].
Definition outputs_of_tap r : {set meeting} := [set m | at_tap m == r].

(** How often an input can meet through taps of a residue; the reuse of the residue. *)
Definition input_uses (e : 'I_(kernel a)) : nat := minn #|taps_of e| places.
Definition reuse (e : 'I_(kernel a)) : nat := minn (input_uses e) #|inputs_of e|.

Lemma input_meetings m0 : #|[set m | at_input m == at_input m0]| <= input_uses (residue m0).
Proof.
set D := [set m | _]; have inD m : m \in D -> at_input m = at_input m0 by rewrite inE => /eqP.
rewrite leq_min; apply/andP; split.
  rewrite -(card_in_imset (f := at_tap) (D := D)) => [|m m' /inD h /inD h' pt]; last by apply: by_tap_input; rewrite ?h ?h'.
  apply/subset_leq_card/subsetP => _ /imsetP[m /inD h ->]; apply/imsetP; exists m => //.
  by rewrite inE (residue_input h).
rewrite -(card_in_imset (f := at_output) (D := D)) => [|m m' /inD h /inD h' po]; last by apply: by_output_input; rewrite ?h ?h'.
by apply: leq_trans (max_card _) _; rewrite card_ord.
Qed.

(** The coordinate with the fewest values. *)
Inductive side := ByOutput | ByTap | ByInput.

Definition coordinate (s : side) m : 'I_places + 'I_(kernel a) + 'I_(extent a) :=
  match s with ByOutput => inl (inl (at_output m)) | ByTap => inl (inr (at_tap m)) | ByInput => inr (at_input m) end.

Lemma side_of (e : 'I_(kernel a)) : exists s, #|[set coordinate s m | m in [set m | residue m == e]]| <= reuse e.
Proof.
have card s (T : finType) (f : meeting -> T) (g : T -> 'I_places + 'I_(kernel a) + 'I_(extent a)) :
    (forall m, coordinate s m = g (f m)) ->
    #|[set coordinate s m | m in [set m | residue m == e]]| <= #|[set f m | m in [set m | residue m == e]]|.
  by move=> gf; rewrite (eq_imset _ gf) imset_comp leq_imset_card.
have [t|[p|i]] : reuse e = #|taps_of e| \/ reuse e = places \/ reuse e = #|inputs_of e|.
  by rewrite /reuse /input_uses; case: (leqP #|taps_of e| places) => _; case: leqP => _; auto.
- by exists ByTap; rewrite t; exact: (card ByTap _ _ (fun r => inl (inr r)) (fun=> erefl)).
- exists ByOutput; rewrite p; apply: leq_trans (card ByOutput _ _ (fun o => inl (inl o)) (fun=> erefl)) _.
  by apply: leq_trans (max_card _) _; rewrite card_ord.
- by exists ByInput; rewrite i; exact: (card ByInput _ _ inr (fun=> erefl)).
Qed.

(** While that coordinate stays, the two others are one: which of the arrays share it. *)
Definition shared_output_input (s : side) m : option meeting := if s is ByTap then Some m else None.
Definition shared_tap_input (s : side) m : option meeting := if s is ByOutput then Some m else None.
Definition shared_output_tap (s : side) m : option meeting := if s is ByInput then Some m else None.

Section Shared.
Variables (s : side) (m m' : meeting).
Hypothesis stays : coordinate s m = coordinate s m'.

Lemma shared_input : at_input m = at_input m' ->
  shared_output_input s m = shared_output_input s m' /\ shared_tap_input s m = shared_tap_input s m'.
Proof. by case: s stays => /= -[st] pi; split=> //; congr Some; [apply: by_output_input | apply: by_tap_input]. Qed.

Lemma shared_tap : at_tap m = at_tap m' ->
  shared_tap_input s m = shared_tap_input s m' /\ shared_output_tap s m = shared_output_tap s m'.
Proof. by case: s stays => /= -[st] pt; split=> //; congr Some; [apply: by_output_tap | apply: by_tap_input]. Qed.

Lemma shared_output : at_output m = at_output m' ->
  shared_output_input s m = shared_output_input s m' /\ shared_output_tap s m = shared_output_tap s m'.
Proof. by case: s stays => /= -[st] po; split=> //; congr Some; [apply: by_output_tap | apply: by_output_input]. Qed.

Lemma shared_all : shared_output_input s m = shared_output_input s m' -> shared_tap_input s m = shared_tap_input s m' ->
  shared_output_tap s m = shared_output_tap s m' -> m = m'.
Proof. by case: s => /= h1 h2 h3; [case: h2 | case: h1 | case: h3]. Qed.
End Shared.

(** Along the axis every output meets something. *)
Lemma output_meets (p : 'I_places) : exists m, at_output m = p.
Proof.
have /and4P[s0 x0 zk kx] := ok.
have pmax : stride a * p <= extent a + 2 * padding a - kernel a by rewrite mulnC -leq_divRL // -ltnS.
have [zp|pz] := leqP (padding a) (stride a * p).
  have inside : stride a * p - padding a < extent a.
    rewrite ltn_subLR //; apply: leq_ltn_trans pmax _.
    by rewrite ltn_subLR // mul2n -addnn addnA [extent a + padding a]addnC [kernel a + _]addnC ltn_add2l.
  have h : meets (p, Ordinal (leq_ltn_trans (leq0n _) zk), Ordinal inside) by rewrite /meets /= addn0 subnK.
  by exists (Sub _ h); rewrite /at_output SubK.
have inside : padding a - stride a * p < kernel a by apply: leq_ltn_trans (leq_subr _ _) zk.
have h : meets (p, Ordinal inside, Ordinal x0) by rewrite /meets /= add0n subnKC // ltnW.
by exists (Sub _ h); rewrite /at_output SubK.
Qed.
End Window.
