import { type Fields, Refused, requireOnly, text } from "./shared/fields.js";

const TYPES = ["kind", "dataType", "outputType", "accumulator"];

/** What a workload of each kind may say. The checker reads all of it: a mask, a group or a stride that it does not know would make the work another. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["gemm", ["batch", "m", "n", "k", "scales", "rightType"]],
  ["epilogue-gemm", ["m", "n", "k", "epilogue"]],
  ["sparse-gemm", ["m", "n", "k", "sparse"]],
  ["chain", ["m", "k", "l", "n", "rightType"]],
  ["multilayer-chain", ["m", "widths"]],
  ["grouped-gemm", ["rows", "n", "k", "topK", "scales", "rightType"]],
  ["moe", ["rows", "topK", "model", "hidden", "gated", "scales", "rightType"]],
  ["ffn", ["tokens", "model", "hidden", "gated", "rightType"]],
  [
    "attention",
    [
      ...["batch", "heads", "kvHeads", "queries", "keys", "dim", "causal", "valueDim", "valuesInKeys", "rightType"],
      ...["window", "sinks", "lengths", "queryLengths", "sharedPrefix", "sharedKeyColumns"],
    ],
  ],
  [
    "attention-backward",
    [
      ...["batch", "heads", "kvHeads", "queries", "keys", "dim", "causal", "valueDim"],
      ...["window", "sinks", "lengths", "queryLengths"],
    ],
  ],
  [
    "conv",
    ["batch", "inChannels", "outChannels", "height", "width", "kernel", "stride", "padding", "groups", "dilation", "pass"],
  ],
  ["einsum", ["text", "extents"]],
  ["norm-gemm", ["m", "n", "k", "headDim"]],
  ["elementwise", ["rows", "columns", "inputs"]],
  ["softmax", ["rows", "columns"]],
  ["rmsnorm", ["rows", "columns"]],
  ["layernorm", ["rows", "columns"]],
  ["rotary", ["rows", "heads", "dim"]],
  ["stencil", ["dims", "steps", "radius", "neighbours"]],
  ["fft", ["points"]],
  ["scan", ["batch", "heads", "groups", "tokens", "state", "dim", "decay", "initialState", "finalState"]],
  ...[...["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu"], "gram-schmidt", "floyd-warshall"].map(
    (kind): [string, readonly string[]] => [kind, ["n", "m"]],
  ),
]);

/** The workload's kind; refuses kinds and fields that are not known. */
export function workloadKind(workload: Fields, path: string): string {
  const kind = text(workload, "kind", path);
  const known = FIELDS.get(kind);
  if (known === undefined) throw new Refused(`${path}.kind`, "no theorem here is about it");
  requireOnly(workload, [...TYPES, ...known], path);
  return kind;
}
