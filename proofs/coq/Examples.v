(** * Bounds of concrete instances, by the checkers and computation

    What a file for one certificate looks like. Extents and sizes stay binary: [Z.to_nat] is never computed. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product CheckProduct.
Local Open Scope Z_scope.

(** C (8192 x 8192) = A B, inner extent 8192, words of 2 bytes, sums of 4 while unfinished, on one fast memory of 60 MiB. *)
Definition gemm_8192 : segments_certificate :=
  SegmentsCertificate (ProductInstance 1 8192 8192 8192 2 2 4 2 62914560 1)
    (CutCertificate 153241886 Real Real 91269226015 152828861598 4 612967544) 344532088 134217728 478749816.

Theorem gemm_8192_bytes
  (e : execution [finType of 'I_(Z.to_nat 1)] (product (Z.to_nat 1) (Z.to_nat 8192) (Z.to_nat 8192) (Z.to_nat 8192))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  legal sizes (Z.to_nat 62914560) e -> 478749816 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_product_segments gemm_8192 = true by vm_compute.
have [_ _ sound] := check_product_segments_sound check; exact: sound e.
Qed.

Print Assumptions gemm_8192_bytes.
