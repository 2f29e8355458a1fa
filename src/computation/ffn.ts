import { InputError, shown } from "../errors.js";
import type { ArraySpecification, Computation, Statement } from "./computation.js";
import { access, checkExtent } from "./computation.js";
import { rightTypeOf } from "./operand-types.js";
import type { MixedTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, mixedTypes } from "./word-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { sizedForm, WEIGHT_TYPE } from "./workload-kind.js";

/**
 * The feed-forward block of a transformer. Plain: H = φ(X·Wu), Y = H·Wd. Gated (SwiGLU): H = silu(X·Wg) ⊙ (X·Wu), Y = H·Wd.
 * X and Y are tokens × model, H is tokens × hidden.
 */
export interface FfnWorkload extends WordTypes {
  readonly kind: "ffn";
  readonly tokens: number;
  readonly model: number;
  readonly hidden: number;
  readonly gated: boolean;
}

/** Extents of a feed-forward block, plain or gated. */
export interface FfnOptions extends MixedTypeOptions {
  readonly tokens: number;
  readonly model: number;
  readonly hidden: number;
  /** Default false. */
  readonly gated?: boolean | undefined;
}

/** A checked feed-forward block: extents from 1 to 2^53 - 1. @throws InputError naming the option. */
export function ffnWorkload(options: FfnOptions): FfnWorkload {
  const gated: unknown = options.gated ?? false;
  if (typeof gated !== "boolean") throw new InputError("gated", "true or false", shown(gated));
  return {
    kind: "ffn",
    tokens: checkExtent("tokens", options.tokens),
    model: checkExtent("model", options.model),
    hidden: checkExtent("hidden", options.hidden),
    gated,
    ...mixedTypes(options, WEIGHT_TYPE),
  };
}

/** Indices: t token, d model in, h hidden, o model out. G and U are the gated block's two halves. */
export function ffnComputation(workload: FfnWorkload): Computation {
  const { tokens, model, hidden, dataType, outputType } = workload;
  const front = workload.gated ? gatedFront(workload) : plainFront(workload);
  return {
    name: "ffn",
    statements: [
      ...front.statements,
      { output: access("Y", "t", "o"), operands: [access("H", "t", "h"), access("Wd", "h", "o")] },
    ],
    arrays: [
      { name: "X", role: "input", dataType, shape: [tokens, model] },
      ...front.arrays,
      { name: "H", role: "intermediate", dataType, shape: [tokens, hidden] },
      { name: "Wd", role: "input", dataType: rightTypeOf(workload), shape: [hidden, model] },
      { name: "Y", role: "output", dataType: outputType, shape: [tokens, model] },
    ],
    extents: { t: tokens, d: model, h: hidden, o: model },
    accumulator: workload.accumulator,
  };
}

/** The first half alone, which ends in H: what a kernel computes that stores H. */
export function ffnFrontComputation(workload: FfnWorkload): Computation {
  const { tokens, model, hidden, dataType } = workload;
  const front = workload.gated ? gatedFront(workload) : plainFront(workload);
  return {
    name: "ffn",
    statements: front.statements,
    arrays: [
      { name: "X", role: "input", dataType, shape: [tokens, model] },
      ...front.arrays,
      { name: "H", role: "output", dataType, shape: [tokens, hidden] },
    ],
    extents: { t: tokens, d: model, h: hidden },
    accumulator: workload.accumulator,
  };
}

interface Front {
  readonly statements: readonly Statement[];
  readonly arrays: readonly ArraySpecification[];
}

function plainFront({ model, hidden, ...types }: FfnWorkload): Front {
  return {
    statements: [{ output: access("H", "t", "h"), operands: [access("X", "t", "d"), access("Wu", "d", "h")], epilogue: "phi" }],
    arrays: [{ name: "Wu", role: "input", dataType: rightTypeOf(types), shape: [model, hidden] }],
  };
}

function gatedFront({ tokens, model, hidden, ...types }: FfnWorkload): Front {
  const { dataType } = types;
  return {
    statements: [
      { output: access("G", "t", "h"), operands: [access("X", "t", "d"), access("Wg", "d", "h")], epilogue: "silu" },
      { output: access("U", "t", "h"), operands: [access("X", "t", "d"), access("Wu", "d", "h")] },
      { output: access("H", "t", "h"), operands: [access("G", "t", "h"), access("U", "t", "h")] },
    ],
    arrays: [
      { name: "Wg", role: "input", dataType: rightTypeOf(types), shape: [model, hidden] },
      { name: "Wu", role: "input", dataType: rightTypeOf(types), shape: [model, hidden] },
      { name: "G", role: "intermediate", dataType, shape: [tokens, hidden] },
      { name: "U", role: "intermediate", dataType, shape: [tokens, hidden] },
    ],
  };
}

/** One line for people: `Y = (silu(X·Wg) ⊙ X·Wu) · Wd, 4096 tokens, model 4096, hidden 11008, bf16, fp32 accumulators`. */
export function describeFfn(w: FfnWorkload): string {
  const formula = w.gated ? "Y = (silu(X·Wg) ⊙ X·Wu) · Wd" : "Y = φ(X·Wu) · Wd";
  return `${formula}, ${w.tokens} tokens, model ${w.model}, hidden ${w.hidden}, ${describeTypes(w)}`;
}

/** How the workload is named, checked and described. */
export const ffnKind: WorkloadKind<FfnWorkload> = {
  kind: "ffn",
  extents: ["tokens", "model", "hidden"],
  describe: describeFfn,
  computation: ffnComputation,
  form: sizedForm({
    name: "ffn",
    summary: "feed-forward block of a transformer, plain or gated",
    extents: [
      { flag: "tokens", what: "rows of the input", also: ["seq", "seqlen", "m", "rows", "num-tokens"] },
      { flag: "model", what: "model dimension", also: ["d-model", "dim", "embed-dim", "n-embd"] },
      { flag: "hidden", what: "hidden dimension", also: ["d-ff", "intermediate-size", "intermediate", "ffn-dim", "hidden-dim"] },
    ],
    rightType: WEIGHT_TYPE,
    switches: [
      { flag: "gated", what: "SwiGLU: silu(X·Wg) ⊙ (X·Wu) in place of φ(X·Wu)", also: ["swiglu", "geglu", "glu", "gate"] },
    ],
    spellings: {
      names: { mlp: {}, "feed-forward": {}, swiglu: { gated: true }, geglu: { gated: true }, "gated-mlp": { gated: true } },
      shape: ["tokens", "model", "hidden"],
      refused: {
        "hidden-size": { instead: "--model: model cards call its width so; their intermediate_size is --hidden" },
        bias: { instead: "no bias here: leave it out (biases add one row of words each to what must be read)" },
      },
    },
    make: (options, flags) => ffnWorkload({ ...options, gated: flags["gated"] === true }),
  }),
};
