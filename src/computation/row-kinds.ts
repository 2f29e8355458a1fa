import type { ElementwiseWorkload, NormWorkload, RotaryWorkload, SoftmaxWorkload } from "./row-workloads.js";
import { describeRows, elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "./row-workloads.js";
import type { WorkloadKind } from "./workload-kind.js";
import { sizedForm } from "./workload-kind.js";

const ROWS = [
  { flag: "rows", what: "rows of X and Y" },
  { flag: "columns", what: "words of a row" },
] as const;

export const elementwiseKind: WorkloadKind<ElementwiseWorkload> = {
  kind: "elementwise",
  extents: ["rows", "columns", "inputs"],
  describe: describeRows,
  form: sizedForm({
    name: "elementwise",
    summary: "elementwise Y = f(X1, …, Xn): a residual add, an activation, a gate",
    extents: [...ROWS, { flag: "inputs", what: "operands (default 2)", optional: true }],
    make: elementwiseWorkload,
  }),
};

export const softmaxKind: WorkloadKind<SoftmaxWorkload> = {
  kind: "softmax",
  extents: ["rows", "columns"],
  describe: describeRows,
  form: sizedForm({
    name: "softmax",
    summary: "softmax of each row",
    extents: ROWS,
    make: softmaxWorkload,
  }),
};

export const rmsNormKind: WorkloadKind<NormWorkload> = {
  kind: "rmsnorm",
  extents: ["rows", "columns"],
  describe: describeRows,
  form: sizedForm({
    name: "rmsnorm",
    summary: "RMSNorm of each row, times a gain",
    extents: ROWS,
    make: (options) => normWorkload("rmsnorm", options),
  }),
};

export const layerNormKind: WorkloadKind<NormWorkload> = {
  kind: "layernorm",
  extents: ["rows", "columns"],
  describe: describeRows,
  form: sizedForm({
    name: "layernorm",
    summary: "LayerNorm of each row, times a gain, plus a shift",
    extents: ROWS,
    make: (options) => normWorkload("layernorm", options),
  }),
};

export const rotaryKind: WorkloadKind<RotaryWorkload> = {
  kind: "rotary",
  extents: ["rows", "heads", "dim"],
  describe: describeRows,
  form: sizedForm({
    name: "rotary",
    summary: "rotary embedding of every head, from tables of cosines and sines",
    extents: [
      { flag: "rows", what: "rows of X and Y (tokens)" },
      { flag: "heads", what: "heads in a row (default 1)", optional: true },
      { flag: "dim", what: "head dimension, even" },
    ],
    make: rotaryWorkload,
  }),
};
