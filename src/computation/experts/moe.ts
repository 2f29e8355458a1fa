import { InputError, shown } from "../../errors.js";
import type { BlockScales } from "../block-scales.js";
import { checkRowScales, describeScales } from "../block-scales.js";
import { checkExtent } from "../computation.js";
import type { ScaledOptions } from "../scaled-formats.js";
import { GROUP_SIZE_FIELD, SCALE_FIELDS, scalesIn, withFormats } from "../scaled-formats.js";
import type { WordTypes } from "../word-types.js";
import { describeTypes, mixedTypes } from "../word-types.js";
import type { WorkloadKind } from "../workload-kind.js";
import { sizedForm, WEIGHT_TYPE } from "../workload-kind.js";
import type { RoutingOptions } from "./routing.js";
import { checkedRows, describeRows, ROUTING_FIELDS, ROWS_FIELD, routing, routingIn, SKEW_FIELD, tokensOf } from "./routing.js";

/**
 * The feed-forward block of a mixture of experts. Each token is a row of X (tokens×model) and passes through `topK` experts, each a block of
 * its own weights (`ffn`); Y (tokens×model) is the sum of their results, each times a combine weight of the token and the expert.
 */
export interface MoeWorkload extends WordTypes {
  readonly kind: "moe";
  /** Tokens of each expert, in order; 0 for one without, whose weights are not read. */
  readonly rows: readonly number[];
  /** Experts of a token. */
  readonly topK: number;
  readonly model: number;
  readonly hidden: number;
  readonly gated: boolean;
  /** Scales of rows of X, and of H where it is stored (`a`, one row a block), and of the weights (`b`); absent where there are none. */
  readonly scales?: BlockScales;
}

/** Extents of a mixture of experts. */
export interface MoeOptions extends ScaledOptions, RoutingOptions {
  readonly model: number;
  readonly hidden: number;
  /** Default true: SwiGLU, as all mixtures of today have it. */
  readonly gated?: boolean | undefined;
}

/** A checked mixture of experts. @throws InputError naming the option. */
export function moeWorkload(options: MoeOptions): MoeWorkload {
  const gated: unknown = options.gated ?? true;
  if (typeof gated !== "boolean") throw new InputError("gated", "true or false", shown(gated));
  const { rows, topK } = routing(options);
  const { operands, scales } = withFormats(options);
  const workload: MoeWorkload = {
    kind: "moe",
    rows,
    topK,
    model: checkExtent("model", options.model),
    hidden: checkExtent("hidden", options.hidden),
    gated,
    ...mixedTypes(operands, WEIGHT_TYPE),
    ...(scales === undefined ? {} : { scales }),
  };
  checkRouted(workload);
  return workload;
}

/** @throws InputError naming `rows` or `scales` */
function checkRouted(workload: MoeWorkload): void {
  tokensOf(workload);
  checkRowScales(workload, "X");
}

/** One line for people: `Y = Σ_e p_e·(silu(X·Wg_e) ⊙ X·Wu_e) · Wd_e, 4096 tokens, 8 of 256 experts each, 128 rows an expert, …`. */
function describeMoe(w: MoeWorkload): string {
  const formula = w.gated ? "Y = Σ_e p_e·(silu(X·Wg_e) ⊙ X·Wu_e) · Wd_e" : "Y = Σ_e p_e·φ(X·Wu_e) · Wd_e";
  const routed = `${tokensOf(w)} tokens to ${w.topK} experts each, ${describeRows(w.rows, "experts")}`;
  return `${formula}, ${routed}, model ${w.model}, hidden ${w.hidden}, ${describeTypes(w)}${describeScales(w, ["X", "weights"])}`;
}

/** How the workload is named, checked and described. */
export const moeKind: WorkloadKind<MoeWorkload> = {
  kind: "moe",
  extents: ["topK", "model", "hidden"],
  check: (workload) => {
    checkedRows(workload.rows);
    checkRouted(workload);
  },
  describe: describeMoe,
  form: sizedForm({
    name: "moe",
    summary: "feed-forward block of a mixture of experts, tokens gathered and results summed",
    extents: [
      { flag: "model", what: "model dimension", also: ["d-model", "dim", "embed-dim", "n-embd", "hidden-size"] },
      {
        flag: "hidden",
        what: "hidden dimension of an expert",
        also: ["moe-intermediate-size", "intermediate-size", "d-ff", "ffn-dim"],
      },
      ...ROUTING_FIELDS,
      GROUP_SIZE_FIELD,
    ],
    rightType: WEIGHT_TYPE,
    numbers: [{ ...ROWS_FIELD, what: "tokens of each expert in order, such as 128,64,0" }],
    texts: [SKEW_FIELD, ...SCALE_FIELDS],
    switches: [
      { flag: "gated", what: "silu(X·Wg) ⊙ (X·Wu), the default", also: ["swiglu", "glu"] },
      { flag: "plain", what: "φ(X·Wu) in its place", also: ["ungated"] },
    ],
    spellings: {
      names: Object.fromEntries(
        ["mixture-of-experts", "fused-moe", "moe-ffn", "moe-layer", "sparse-moe", "experts"].map((name) => [name, {}]),
      ),
      refused: { "shared-experts": { instead: "shared experts are an ffn of all tokens, of their own", unless: "0" } },
    },
    make: (options, flags) =>
      moeWorkload({
        ...options,
        ...routingIn(flags),
        ...scalesIn(flags),
        gated: (flags["gated"] as boolean | undefined) ?? flags["plain"] !== true,
      }),
  }),
};
