From Redblue Require Import Model Product CheckProduct.
Local Open Scope Z_scope.

(** ** gemm-segments *)

Definition gemm_segments_bound_certificate : segments_certificate :=
  (SegmentsCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) (CutCertificate 31 OverWhole Real 37 41 43 47) 83 89 97).

Theorem gemm_segments_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  [/\ no_slow_adds e -> 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_product_segments gemm_segments_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_segments_sound check leg).
Qed.


From Redblue Require Import Model Product CheckSteady.
Local Open Scope Z_scope.

(** ** gemm-segments *)

Definition gemm_segments_bound_certificate : steady_certificate :=
  (SteadyCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) 31 41 47 83 89 97).

Theorem gemm_segments_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  [/\ no_slow_adds e -> 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_product_steady gemm_segments_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_steady_sound check leg).
Qed.


From Redblue Require Import Model Product CheckProduct.
Local Open Scope Z_scope.

(** ** gemm-per-processor *)

Definition gemm_per_processor_bound_certificate : busiest_certificate :=
  (BusiestCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) (CutCertificate 31 OverWhole Real 37 41 43 47) 53 97).

Theorem gemm_per_processor_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  exists p, 97 <= Z.of_nat (traffic_of sizes e p).
Proof.
have check : check_product_busiest gemm_per_processor_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_busiest_sound check leg).
Qed.


From Redblue Require Import Model Product CheckProduct.
Local Open Scope Z_scope.

(** ** gemm-memory-independent *)

Definition gemm_memory_independent_bound_certificate : memory_independent_certificate :=
  (MemoryIndependentCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) 53 97).

Theorem gemm_memory_independent_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  exists p, 97 <= Z.of_nat (traffic_of sizes e p).
Proof.
have check : check_product_memory_independent gemm_memory_independent_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_memory_independent_sound check leg).
Qed.


From Redblue Require Import Model Product CheckPasses.
Local Open Scope Z_scope.

(** ** gemm-whole-passes *)

Definition gemm_whole_passes_bound_certificate : whole_passes_certificate :=
  (WholePassesCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) ResidentA 53 97).

Theorem gemm_whole_passes_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  97 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_product_whole_passes gemm_whole_passes_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_whole_passes_sound check leg).
Qed.


From Redblue Require Import Model Product CheckPasses.
Local Open Scope Z_scope.

(** ** gemm-whole-passes *)

Definition gemm_whole_passes_bound_certificate : whole_passes_certificate :=
  (WholePassesCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) ResidentB 53 97).

Theorem gemm_whole_passes_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  97 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_product_whole_passes gemm_whole_passes_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_whole_passes_sound check leg).
Qed.


From Redblue Require Import Model Product CheckPasses.
Local Open Scope Z_scope.

(** ** gemm-whole-passes *)

Definition gemm_whole_passes_bound_certificate : whole_passes_certificate :=
  (WholePassesCertificate (ProductInstance 2 3 5 7 11 13 17 19 23 29) ResidentC 53 97).

Theorem gemm_whole_passes_bound (e : execution [finType of 'I_(Z.to_nat 29)]
    (product (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Z.to_nat 7))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 11) (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) in
  legal sizes (Z.to_nat 23) e ->
  97 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_product_whole_passes gemm_whole_passes_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_product_whole_passes_sound check leg).
Qed.


From Redblue Require Import Model Chain CheckChain.
Local Open Scope Z_scope.

(** ** chain-fused *)

Definition chain_fused_bound_certificate : chain_transients_certificate :=
  (ChainTransientsCertificate (ChainInstance 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47) 53 (ChainSegment 59 61) (ChainSegment 67 71) 73 79 83 89 97).

Theorem chain_fused_bound (pairs : {set 'I_(Z.to_nat 2) * 'I_(Z.to_nat 3) * 'I_(Z.to_nat 7)})
    (e : execution [finType of 'I_(Z.to_nat 47)] (chain (Z.to_nat 5) (Z.to_nat 11) (Z.to_nat 17) pairs)) :
  Z.of_nat #|pairs| = 13 -> (forall row, exists column, (row, column) \in pairs) ->
  let sizes := chain_sizes pairs (Z.to_nat 19) (Z.to_nat 23) (Z.to_nat 31) (Z.to_nat 29) (Z.to_nat 37) (Z.to_nat 41) in
  legal sizes (Z.to_nat 43) e ->
  [/\ no_slow_adds e -> 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_chain_transients chain_fused_bound_certificate = true by vm_compute.
move=> count rows sizes leg; exact: (check_chain_transients_sound check (conj count rows) leg).
Qed.


From Redblue Require Import Model Chain CheckChain CheckChainSteady.
Local Open Scope Z_scope.

(** ** chain-fused *)

Definition chain_fused_bound_certificate : chain_steady_certificate :=
  (ChainSteadyCertificate (ChainInstance 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47) 53 (ChainSegment 67 71) 79 83 89 97).

Theorem chain_fused_bound (pairs : {set 'I_(Z.to_nat 2) * 'I_(Z.to_nat 3) * 'I_(Z.to_nat 7)})
    (e : execution [finType of 'I_(Z.to_nat 47)] (chain (Z.to_nat 5) (Z.to_nat 11) (Z.to_nat 17) pairs)) :
  Z.of_nat #|pairs| = 13 -> (forall row, exists column, (row, column) \in pairs) ->
  let sizes := chain_sizes pairs (Z.to_nat 19) (Z.to_nat 23) (Z.to_nat 31) (Z.to_nat 29) (Z.to_nat 37) (Z.to_nat 41) in
  legal sizes (Z.to_nat 43) e ->
  [/\ no_slow_adds e -> 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_chain_transients_steady chain_fused_bound_certificate = true by vm_compute.
move=> count rows sizes leg; exact: (check_chain_transients_steady_sound check (conj count rows) leg).
Qed.


From Redblue Require Import Model Chain CheckChain CheckBirthsWeighted.
Local Open Scope Z_scope.

(** ** chain-recomputation *)

Definition chain_recomputation_bound_certificate : chain_births_weighted_steady_certificate :=
  (ChainBirthsWeightedSteadyCertificate (ChainInstance 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47) 53 79 97).

Theorem chain_recomputation_bound (pairs : {set 'I_(Z.to_nat 2) * 'I_(Z.to_nat 3) * 'I_(Z.to_nat 7)})
    (e : execution [finType of 'I_(Z.to_nat 47)] (chain (Z.to_nat 5) (Z.to_nat 11) (Z.to_nat 17) pairs)) :
  Z.of_nat #|pairs| = 13 ->
  let sizes := chain_sums_sizes pairs (Z.to_nat 19) (Z.to_nat 23) (Z.to_nat 31) (Z.to_nat 29) (Z.to_nat 37) (Z.to_nat 41) in
  legal sizes (Z.to_nat 43) e ->
  97 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_chain_births_weighted_steady chain_recomputation_bound_certificate = true by vm_compute.
move=> count sizes leg; have moves := check_chain_births_weighted_steady_sound check.
exact: (moves pairs e count leg).
Qed.


From Redblue Require Import Model Window Convolution CheckConvolution.
Local Open Scope Z_scope.

(** ** conv-segments *)

Definition conv_segments_bound_certificate : convolution_certificate :=
  (ConvolutionCertificate (ConvInstance 2 3 5 (ConvAxis 7 3 1 1) (ConvAxis 11 5 2 0) 13 17 19 23 29 31) [:: 2; 3; 5; 7] (ConvCut 31 37 41 43 47) 83 89 97).

Theorem conv_segments_bound (e : execution [finType of 'I_(Z.to_nat 31)]
    (conv (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Axis (Z.to_nat 7) (Z.to_nat 3) (Z.to_nat 1) (Z.to_nat 1)) (Axis (Z.to_nat 11) (Z.to_nat 5) (Z.to_nat 2) (Z.to_nat 0)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) (Z.to_nat 23) in
  legal sizes (Z.to_nat 29) e ->
  [/\ no_slow_adds e -> 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_convolution conv_segments_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_convolution_sound check leg).
Qed.


From Redblue Require Import Model Window Convolution CheckConvolution.
Local Open Scope Z_scope.

(** ** conv-segments *)

Definition conv_segments_bound_certificate : convolution_steady_certificate :=
  (ConvolutionSteadyCertificate (ConvInstance 2 3 5 (ConvAxis 7 3 1 1) (ConvAxis 11 5 2 0) 13 17 19 23 29 31) [:: 2; 3; 5; 7] 31 41 47 83 89 97).

Theorem conv_segments_bound (e : execution [finType of 'I_(Z.to_nat 31)]
    (conv (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Axis (Z.to_nat 7) (Z.to_nat 3) (Z.to_nat 1) (Z.to_nat 1)) (Axis (Z.to_nat 11) (Z.to_nat 5) (Z.to_nat 2) (Z.to_nat 0)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) (Z.to_nat 23) in
  legal sizes (Z.to_nat 29) e ->
  [/\ no_slow_adds e -> 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_convolution_steady conv_segments_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_convolution_steady_sound check leg).
Qed.


From Redblue Require Import Model Window Convolution CheckConvolution.
Local Open Scope Z_scope.

(** ** conv-per-processor *)

Definition conv_per_processor_bound_certificate : convolution_busiest_certificate :=
  (ConvolutionBusiestCertificate (ConvInstance 2 3 5 (ConvAxis 7 3 1 1) (ConvAxis 11 5 2 0) 13 17 19 23 29 31) [:: 2; 3; 5; 7] (ConvCut 31 37 41 43 47) 53 97).

Theorem conv_per_processor_bound (e : execution [finType of 'I_(Z.to_nat 31)]
    (conv (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Axis (Z.to_nat 7) (Z.to_nat 3) (Z.to_nat 1) (Z.to_nat 1)) (Axis (Z.to_nat 11) (Z.to_nat 5) (Z.to_nat 2) (Z.to_nat 0)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) (Z.to_nat 23) in
  legal sizes (Z.to_nat 29) e ->
  exists p, 97 <= Z.of_nat (traffic_of sizes e p).
Proof.
have check : check_convolution_busiest conv_per_processor_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_convolution_busiest_sound check leg).
Qed.


From Redblue Require Import Model Window Convolution CheckConvolution.
Local Open Scope Z_scope.

(** ** conv-memory-independent *)

Definition conv_memory_independent_bound_certificate : convolution_memory_independent_certificate :=
  (ConvolutionMemoryIndependentCertificate (ConvInstance 2 3 5 (ConvAxis 7 3 1 1) (ConvAxis 11 5 2 0) 13 17 19 23 29 31) [:: 2; 3; 5; 7] 53 97).

Theorem conv_memory_independent_bound (e : execution [finType of 'I_(Z.to_nat 31)]
    (conv (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Axis (Z.to_nat 7) (Z.to_nat 3) (Z.to_nat 1) (Z.to_nat 1)) (Axis (Z.to_nat 11) (Z.to_nat 5) (Z.to_nat 2) (Z.to_nat 0)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) (Z.to_nat 23) in
  legal sizes (Z.to_nat 29) e ->
  exists p, 97 <= Z.of_nat (traffic_of sizes e p).
Proof.
have check : check_convolution_memory_independent conv_memory_independent_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_convolution_memory_independent_sound check leg).
Qed.


From Redblue Require Import Model CheckCompulsory.
Local Open Scope Z_scope.

(** ** compulsory *)

Definition compulsory_bound_certificate : compulsory_certificate :=
  (CompulsoryCertificate [:: (Array 2 3); (Array 5 7)] [:: (Array 11 13)] 83 89 97).

Theorem compulsory_bound (M : finType) (C : computation) (sizes : sizes C) (capacity : nat) (e : execution M C) :
  has_arrays sizes [:: (Array 2 3); (Array 5 7)]
    [:: (Array 11 13)] ->
  legal sizes capacity e ->
  [/\ 83 <= Z.of_nat (loads sizes e), 89 <= Z.of_nat (stores sizes e)
    & 97 <= Z.of_nat (traffic sizes e)].
Proof.
have check : check_compulsory compulsory_bound_certificate = true by vm_compute.
move=> arrays leg; exact: (check_compulsory_sound check arrays leg).
Qed.


From Redblue Require Import Model Window Convolution CheckConvPasses.
Local Open Scope Z_scope.

(** ** conv-whole-passes *)

Definition conv_whole_passes_bound_certificate : conv_whole_passes_certificate :=
  (ConvWholePassesCertificate (ConvInstance 2 3 5 (ConvAxis 7 3 1 1) (ConvAxis 11 5 2 0) 13 17 19 23 29 31) 53 97).

Theorem conv_whole_passes_bound (e : execution [finType of 'I_(Z.to_nat 31)]
    (conv (Z.to_nat 2) (Z.to_nat 3) (Z.to_nat 5) (Axis (Z.to_nat 7) (Z.to_nat 3) (Z.to_nat 1) (Z.to_nat 1)) (Axis (Z.to_nat 11) (Z.to_nat 5) (Z.to_nat 2) (Z.to_nat 0)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 13) (Z.to_nat 17) (Z.to_nat 19) (Z.to_nat 23) in
  legal sizes (Z.to_nat 29) e ->
  97 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_convolution_whole_passes conv_whole_passes_bound_certificate = true by vm_compute.
move=> sizes leg; exact: (check_convolution_whole_passes_sound check leg).
Qed.
