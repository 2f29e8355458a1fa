import type { ElementwiseWorkload, NormWorkload, RotaryWorkload, SoftmaxWorkload } from "./row-workloads.js";
import {
  checkInputs,
  describeRows,
  elementwiseWorkload,
  normWorkload,
  rotaryWorkload,
  softmaxWorkload,
} from "./row-workloads.js";
import type { WorkloadKind } from "./workload-kind.js";
import { sizedForm } from "./workload-kind.js";

const ROWS = [
  { flag: "rows", what: "rows of X and Y", also: ["tokens", "m", "seq"] },
  { flag: "columns", what: "words of a row", also: ["cols", "n", "dim", "hidden", "hidden-size"] },
] as const;

const SHAPE = ["rows", "columns"] as const;

export const elementwiseKind: WorkloadKind<ElementwiseWorkload> = {
  kind: "elementwise",
  extents: SHAPE,
  check: checkInputs,
  describe: describeRows,
  form: sizedForm({
    name: "elementwise",
    summary: "elementwise Y = f(X1, …, Xn): a residual add, an activation, a gate",
    extents: [...ROWS, { flag: "inputs", what: "operands (default 2; 0: a constant)", optional: true, least: 0 }],
    spellings: {
      names: {
        ...{ add: {}, mul: {}, residual: {}, "residual-add": {}, pointwise: {} },
        ...Object.fromEntries(["relu", "gelu", "silu", "copy"].map((name) => [name, { inputs: 1 }])),
        fill: { inputs: 0 },
      },
      shape: SHAPE,
    },
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
    spellings: { shape: SHAPE },
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
    spellings: { shape: SHAPE },
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
    spellings: { shape: SHAPE },
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
      { flag: "rows", what: "rows of X and Y (tokens)", also: ["tokens", "seq", "seqlen"] },
      { flag: "heads", what: "heads in a row (default 1)", also: ["num-heads", "n-heads"], optional: true },
      { flag: "dim", what: "head dimension, even", also: ["head-dim", "head-size"] },
    ],
    spellings: { names: { rope: {}, "rotary-embedding": {} } },
    make: rotaryWorkload,
  }),
};
