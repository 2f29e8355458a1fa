import { type AttentionOptions, attentionWorkload } from "../../computation/attention.js";
import { type ChainOptions, chainComputation, chainWorkload } from "../../computation/chain.js";
import type { Computation } from "../../computation/computation.js";
import { type ConvOptions, convComputation, convWorkload } from "../../computation/conv.js";
import { type EinsumOptions, einsumComputation, einsumWorkload } from "../../computation/einsum.js";
import { type GroupedGemmOptions, groupedGemmWorkload } from "../../computation/experts/grouped-gemm.js";
import { type MoeOptions, moeWorkload } from "../../computation/experts/moe.js";
import { type FfnOptions, ffnComputation, ffnWorkload } from "../../computation/ffn.js";
import { type AttentionBackwardOptions, attentionBackwardWorkload } from "../../computation/fused/attention-backward.js";
import { type EpilogueGemmOptions, epilogueGemmWorkload } from "../../computation/fused/epilogue-gemm.js";
import { type GemmOptions, gemmComputation, gemmWorkload } from "../../computation/gemm.js";
import { type TriangularKind, type TriangularOptions, triangularWorkload } from "../../computation/linear-algebra/triangular.js";
import {
  type MultilayerChainOptions,
  multilayerChainComputation,
  multilayerChainWorkload,
} from "../../computation/multilayer-chain.js";
import { type NormGemmOptions, normGemmWorkload } from "../../computation/norm-gemm.js";
import {
  type ElementwiseOptions,
  elementwiseWorkload,
  normWorkload,
  type RotaryOptions,
  type RowOptions,
  type RowWorkload,
  rotaryWorkload,
  softmaxWorkload,
} from "../../computation/row-workloads.js";
import { type SparseGemmOptions, sparseGemmWorkload } from "../../computation/sparse/sparse-gemm.js";
import { InputError } from "../../errors.js";
import type { Cdag } from "../../pebble/cdag.js";
import { expand } from "../../pebble/expand.js";
import { type AttentionExpansion, expandAttention } from "../../pebble/expand-attention.js";
import { expandAttentionBackward } from "../../pebble/expand-attention-backward.js";
import { expandEpilogueGemm } from "../../pebble/expand-epilogue-gemm.js";
import { expandGroups } from "../../pebble/expand-groups.js";
import { expandNormGemm } from "../../pebble/expand-norm-gemm.js";
import { expandRows } from "../../pebble/expand-rows.js";
import { expandTriangular } from "../../pebble/expand-triangular.js";
import { cdagFromDocument, cdagToDocument } from "../../pebble/formats/json.js";
import { sparseProductGraph } from "../../pebble/product-kernels.js";
import { type Fields, Refused, requireOnly, text } from "../shared/fields.js";
import { workloadKind } from "../workload-fields.js";
import { layeredGraph } from "./layered.js";

/** The graph of a document's workload, expanded as the document says. @throws Refused */
export function expandAgain(workload: Fields, expansion: Fields, graph: Cdag): Cdag {
  const kind = workloadKind(workload, "workload");
  const softmax = kind === "attention" ? ["keyBlock", "keyOrder"] : kind === "softmax" ? ["keyBlock"] : [];
  requireOnly(expansion, ["reduction", "products", ...softmax], "expansion");
  // Limits are held against estimates from above.
  const maximumVertices = Math.min(4_000_000, 4 * graph.vertexCount + 1000);
  const options = { ...expansion, maximumVertices } as AttentionExpansion;
  try {
    return cdagFromDocument(cdagToDocument(expandKind(kind, workload, options)));
  } catch (error) {
    // Fields of a wrong type may break the expansion: they are not checked one by one before it.
    if (error instanceof InputError || error instanceof TypeError || error instanceof RangeError)
      throw new Refused("workload", error.message);
    throw error;
  }
}

function expandKind(kind: string, workload: Fields, options: AttentionExpansion): Cdag {
  if (kind === "attention") return expandAttention(attentionWorkload(workload as unknown as AttentionOptions), options);
  if (kind === "attention-backward") {
    return expandAttentionBackward(attentionBackwardWorkload(workload as unknown as AttentionBackwardOptions), options);
  }
  if (kind === "epilogue-gemm")
    return expandEpilogueGemm(epilogueGemmWorkload(workload as unknown as EpilogueGemmOptions), options);
  if (kind === "sparse-gemm") return sparseProductGraph(sparseGemmWorkload(workload as unknown as SparseGemmOptions), options);
  if (kind === "norm-gemm") return expandNormGemm(normGemmWorkload(workload as unknown as NormGemmOptions), options);
  if (kind === "grouped-gemm") return expandGroups(groupedGemmWorkload(workload as unknown as GroupedGemmOptions), options);
  if (kind === "moe") return expandGroups(moeWorkload(workload as unknown as MoeOptions), options);
  if (isTriangular(kind)) return expandTriangular(triangularWorkload(kind, workload as unknown as TriangularOptions), options);
  const layered = layeredGraph(kind, workload, options);
  if (layered !== undefined) return layered;
  const rows = rowsOf(kind, workload);
  return rows === undefined ? expand(computationOf(workload), options) : expandRows(rows, options);
}

const isTriangular = (kind: string): kind is TriangularKind =>
  ["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu", "gram-schmidt", "floyd-warshall"].includes(kind);

function rowsOf(kind: string, workload: Fields): RowWorkload | undefined {
  const options = workload as unknown as RowOptions;
  switch (kind) {
    case "elementwise":
      return elementwiseWorkload(workload as unknown as ElementwiseOptions);
    case "softmax":
      return softmaxWorkload(options);
    case "rmsnorm":
    case "layernorm":
      return normWorkload(kind, options);
    case "rotary":
      return rotaryWorkload(workload as unknown as RotaryOptions);
    default:
      return undefined;
  }
}

function computationOf(workload: Fields): Computation {
  switch (text(workload, "kind", "workload")) {
    case "gemm":
      return gemmComputation(gemmWorkload(workload as unknown as GemmOptions));
    case "chain":
      return chainComputation(chainWorkload(workload as unknown as ChainOptions));
    case "multilayer-chain":
      return multilayerChainComputation(multilayerChainWorkload(workload as unknown as MultilayerChainOptions));
    case "ffn":
      return ffnComputation(ffnWorkload(workload as unknown as FfnOptions));
    case "conv":
      return convComputation(convWorkload(workload as unknown as ConvOptions));
    // An einsum: `workloadKind` knows no other kind.
    default:
      return einsumComputation(einsumWorkload(workload as unknown as EinsumOptions));
  }
}
