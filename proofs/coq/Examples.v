(** * Bounds of concrete instances, by the checkers and computation

    What a file for one certificate looks like. Extents and sizes stay binary: [Z.to_nat] is never computed. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From Redblue Require Import Model Product Chain CheckProduct CheckSteady CheckChain CheckChainSteady CheckBirthsWeighted.
From Redblue Require Import PassesProduct CheckPasses.
From Redblue Require Import Window Convolution CheckConvolution.
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
move=> sizes leg; have [_ _ moves] := check_product_segments_sound check leg; exact: moves.
Qed.

(** The same on 132 memories of 227 KiB, none of which begins with a segment of its own. *)
Definition gemm_8192_steady : steady_certificate :=
  SteadyCertificate (ProductInstance 1 8192 8192 8192 2 2 4 2 232448 132) 464894 28017457 9122104488 8853669032 134217728 8987886760.

Theorem gemm_8192_steady_bytes
  (e : execution [finType of 'I_(Z.to_nat 132)] (product (Z.to_nat 1) (Z.to_nat 8192) (Z.to_nat 8192) (Z.to_nat 8192))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  legal sizes (Z.to_nat 232448) e -> 8987886760 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_product_steady gemm_8192_steady = true by vm_compute.
move=> sizes leg; have [_ _ moves] := check_product_steady_sound check leg; exact: moves.
Qed.

(** One of these memories moves so much. *)
Definition gemm_8192_busiest : busiest_steady_certificate :=
  BusiestSteadyCertificate (ProductInstance 1 8192 8192 8192 2 2 4 2 232448 132) 464900 39623009 48866135.

Theorem gemm_8192_busiest_bytes
  (e : execution [finType of 'I_(Z.to_nat 132)] (product (Z.to_nat 1) (Z.to_nat 8192) (Z.to_nat 8192) (Z.to_nat 8192))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  legal sizes (Z.to_nat 232448) e -> exists p, 48866135 <= Z.of_nat (traffic_of sizes e p).
Proof.
have check : check_product_busiest_steady gemm_8192_busiest = true by vm_compute.
have moves := check_product_busiest_steady_sound check; move=> sizes; exact: moves e.
Qed.

(** Causal attention, 8 key-value heads of dimension 128 with 4 query heads each, 131072 queries and keys, 132 memories of 512 KiB:
    a bound for every mask with this many pairs and a key for every query. *)
Definition attention_131072 : chain_transients_certificate :=
  ChainTransientsCertificate (ChainInstance 8 524288 128 131072 128 274880004096 1 2 2 2 2 4 2 524288 132) 524266
    (ChainSegment 16776362 23724756) (ChainSegment 40909385 94902645) 370712 194351697392 192204213744 1073741824 193277955568.

Theorem attention_131072_bytes
  (pairs : {set 'I_(Z.to_nat 8) * 'I_(Z.to_nat 524288) * 'I_(Z.to_nat 131072)})
  (e : execution [finType of 'I_(Z.to_nat 132)] (chain (Z.to_nat 128) (Z.to_nat 128) (Z.to_nat 1) pairs)) :
  let sizes := chain_sizes pairs (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  Z.of_nat #|pairs| = 274880004096 -> (forall query, exists key, (query, key) \in pairs) ->
  legal sizes (Z.to_nat 524288) e -> 193277955568 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_chain_transients attention_131072 = true by vm_compute.
move=> sizes count rows leg; have [_ _ moves] := check_chain_transients_sound check (conj count rows) leg; exact: moves.
Qed.

(** The same without the first segments of 132 memories. *)
Definition attention_131072_steady : chain_steady_certificate :=
  ChainSteadyCertificate (ChainInstance 8 524288 128 131072 128 274880004096 1 2 2 2 2 4 2 524288 132) 524302
    (ChainSegment 40911130 94909161) 194368773335 192221289687 1073741824 193295031511.

Theorem attention_131072_steady_bytes
  (pairs : {set 'I_(Z.to_nat 8) * 'I_(Z.to_nat 524288) * 'I_(Z.to_nat 131072)})
  (e : execution [finType of 'I_(Z.to_nat 132)] (chain (Z.to_nat 128) (Z.to_nat 128) (Z.to_nat 1) pairs)) :
  let sizes := chain_sizes pairs (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  Z.of_nat #|pairs| = 274880004096 -> (forall query, exists key, (query, key) \in pairs) ->
  legal sizes (Z.to_nat 524288) e -> 193295031511 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_chain_transients_steady attention_131072_steady = true by vm_compute.
move=> sizes count rows leg; have [_ _ moves] := check_chain_transients_steady_sound check (conj count rows) leg; exact: moves.
Qed.

(** A gated feed-forward block: 8192 tokens of 4096, 14336 hidden, words of 2 bytes and accumulators of 4, on 132 memories of 512 KiB. *)
Definition feed_forward_8192_wide : chain_births_weighted_certificate :=
  ChainBirthsWeightedCertificate (ChainInstance 1 8192 4096 14336 4096 117440512 2 2 2 2 2 4 2 524288 132) 957118 15434 14772159212
    14705050348.

Theorem feed_forward_8192_wide_bytes (pairs : {set 'I_(Z.to_nat 1) * 'I_(Z.to_nat 8192) * 'I_(Z.to_nat 14336)})
  (e : execution [finType of 'I_(Z.to_nat 132)] (chain (Z.to_nat 4096) (Z.to_nat 4096) (Z.to_nat 2) pairs)) :
  let sizes := chain_sums_sizes pairs (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  Z.of_nat #|pairs| = 117440512 -> legal sizes (Z.to_nat 524288) e -> 14705050348 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_chain_births_weighted feed_forward_8192_wide = true by vm_compute.
have moves := check_chain_births_weighted_sound check; move=> sizes; exact: moves pairs e.
Qed.

Definition feed_forward_8192_wide_steady : chain_births_weighted_steady_certificate :=
  ChainBirthsWeightedSteadyCertificate (ChainInstance 1 8192 4096 14336 4096 117440512 2 2 2 2 2 4 2 524288 132) 980600 14899128806 14832019942.

Theorem feed_forward_8192_wide_steady_bytes (pairs : {set 'I_(Z.to_nat 1) * 'I_(Z.to_nat 8192) * 'I_(Z.to_nat 14336)})
  (e : execution [finType of 'I_(Z.to_nat 132)] (chain (Z.to_nat 4096) (Z.to_nat 4096) (Z.to_nat 2) pairs)) :
  let sizes := chain_sums_sizes pairs (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 4) (Z.to_nat 2) in
  Z.of_nat #|pairs| = 117440512 -> legal sizes (Z.to_nat 524288) e -> 14832019942 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_chain_births_weighted_steady feed_forward_8192_wide_steady = true by vm_compute.
have moves := check_chain_births_weighted_steady_sound check; move=> sizes; exact: moves pairs e.
Qed.

(** A convolution of 32 images, 56 x 56, 256 channels to 512, kernel 3 x 3 of stride 2 with padding 1, every word 1, on 65536 words: four
    classes of taps, of reuse 4, 2, 2 and 1. *)
Definition strided_convolution : convolution_certificate :=
  ConvolutionCertificate (ConvInstance 32 256 512 (ConvAxis 56 3 2 1) (ConvAxis 56 3 2 1) 1 1 1 1 65536 1) [:: 5000; 7071; 7071; 10000]
    (ConvCut 131312 91574539211 168079453730 1117 146675504) 133830448 12845056 146675504.

Theorem strided_convolution_words
  (e : execution [finType of 'I_(Z.to_nat 1)] (conv (Z.to_nat 32) (Z.to_nat 256) (Z.to_nat 512)
    (Axis (Z.to_nat 56) (Z.to_nat 3) (Z.to_nat 2) (Z.to_nat 1)) (Axis (Z.to_nat 56) (Z.to_nat 3) (Z.to_nat 2) (Z.to_nat 1)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 1) (Z.to_nat 1) (Z.to_nat 1) (Z.to_nat 1) in
  legal sizes (Z.to_nat 65536) e -> 146675504 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_convolution strided_convolution = true by vm_compute.
move=> sizes leg; have [_ _ moves] := check_convolution_sound check leg; exact: moves.
Qed.

(** The same on 16 memories of 4096 words. *)
Definition strided_convolution_steady : convolution_steady_certificate :=
  ConvolutionSteadyCertificate (ConvInstance 32 256 512 (ConvAxis 56 3 2 1) (ConvAxis 56 3 2 1) 1 1 1 1 4096 16) [:: 5000; 7071; 7071; 10000]
    8192 2621440000 586464363 573619307 12845056 586464363.

Theorem strided_convolution_steady_words
  (e : execution [finType of 'I_(Z.to_nat 16)] (conv (Z.to_nat 32) (Z.to_nat 256) (Z.to_nat 512)
    (Axis (Z.to_nat 56) (Z.to_nat 3) (Z.to_nat 2) (Z.to_nat 1)) (Axis (Z.to_nat 56) (Z.to_nat 3) (Z.to_nat 2) (Z.to_nat 1)))) :
  let sizes := conv_sizes _ _ _ _ _ (Z.to_nat 1) (Z.to_nat 1) (Z.to_nat 1) (Z.to_nat 1) in
  legal sizes (Z.to_nat 4096) e -> 586464363 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_convolution_steady strided_convolution_steady = true by vm_compute.
move=> sizes leg; have [_ _ moves] := check_convolution_steady_sound check leg; exact: moves.
Qed.

(** A of 1.25 memories beside a long B, on 132 memories of 32 KiB, every word of 2 bytes: three times the square root of a memory's words
    for each output. *)
Definition short_gemm_passes : whole_passes_certificate :=
  WholePassesCertificate (ProductInstance 1 128 131072 160 2 2 2 2 32768 132) ResidentA 16384 100663296.

Theorem short_gemm_passes_bytes
  (e : execution [finType of 'I_(Z.to_nat 132)] (product (Z.to_nat 1) (Z.to_nat 128) (Z.to_nat 131072) (Z.to_nat 160))) :
  let sizes := product_sizes _ _ _ _ (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) (Z.to_nat 2) in
  legal sizes (Z.to_nat 32768) e -> 100663296 <= Z.of_nat (traffic sizes e).
Proof.
have check : check_product_whole_passes short_gemm_passes = true by vm_compute.
move=> sizes leg; exact: (check_product_whole_passes_sound check leg).
Qed.

Print Assumptions gemm_8192_bytes.
Print Assumptions gemm_8192_steady_bytes.
Print Assumptions gemm_8192_busiest_bytes.
Print Assumptions short_gemm_passes_bytes.
Print Assumptions attention_131072_bytes.
Print Assumptions attention_131072_steady_bytes.
Print Assumptions feed_forward_8192_wide_bytes.
Print Assumptions feed_forward_8192_wide_steady_bytes.
Print Assumptions strided_convolution_words.
Print Assumptions strided_convolution_steady_words.
