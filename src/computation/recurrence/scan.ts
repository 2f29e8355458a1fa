import { InputError, shown } from "../../errors.js";
import { checkExtent } from "../computation.js";
import type { DataType } from "../data-types.js";
import type { WordTypeOptions, WordTypes } from "../word-types.js";
import { describeTypes, wordTypes } from "../word-types.js";
import { BATCH_NAMES, sizedForm, type WorkloadKind } from "../workload-kind.js";

/**
 * What a state is multiplied by before a token is added to it: nothing, or a constant of the head (linear attention, RetNet); a word a
 * token and head (Mamba-2); a word a token, head and row of the state (GLA); or exp(D[t,j]·A[i,j]) from a step size a token, head and column
 * and a table of each head, the step size also multiplying V (Mamba's selective scan).
 */
export type ScanDecay = "none" | "head" | "state" | "channel";

/**
 * A linear recurrence whose state is a sum of outer products, for every sequence and head:
 * H_t[i,j] = decay·H_{t−1}[i,j] + K[t,i]·V[t,j] and Y[t,j] = Σ_i Q[t,i]·H_t[i,j], over `tokens` tokens, `state` rows i and `dim` columns j.
 * Heads of a group share the words of Q and K, which Mamba calls C and B. States in memory have the type of the accumulators.
 */
export interface ScanWorkload extends WordTypes {
  readonly kind: "scan";
  readonly batch: number;
  readonly heads: number;
  /** Groups of heads; each has a Q and a K. */
  readonly groups: number;
  readonly tokens: number;
  /** Rows of a state, the columns of Q and K. */
  readonly state: number;
  /** Columns of a state, of V and of Y. */
  readonly dim: number;
  readonly decay: ScanDecay;
  /** Whether a state before the first token is an input, `H0`, and the one after the last an output, `HT`. */
  readonly initialState: boolean;
  readonly finalState: boolean;
}

/** Extents of a scan. */
export interface ScanOptions extends WordTypeOptions {
  /** Default 1. */
  readonly batch?: number | undefined;
  /** Default 1. */
  readonly heads?: number | undefined;
  /** A divisor of the heads; default: as many as heads. */
  readonly groups?: number | undefined;
  readonly tokens: number;
  readonly state: number;
  readonly dim: number;
  /** Default `head`. */
  readonly decay?: string | undefined;
  readonly initialState?: boolean | undefined;
  readonly finalState?: boolean | undefined;
}

const DECAYS: readonly ScanDecay[] = ["none", "head", "state", "channel"];

/** A checked scan: extents from 1 to 2^53 - 1. @throws InputError naming the option. */
export function scanWorkload(options: ScanOptions): ScanWorkload {
  const heads = checkExtent("heads", options.heads ?? 1);
  const workload: ScanWorkload = {
    kind: "scan",
    batch: checkExtent("batch", options.batch ?? 1),
    heads,
    groups: checkExtent("groups", options.groups ?? heads),
    tokens: checkExtent("tokens", options.tokens),
    state: checkExtent("state", options.state),
    dim: checkExtent("dim", options.dim),
    decay: (options.decay ?? "head") as ScanDecay,
    initialState: options.initialState ?? false,
    finalState: options.finalState ?? false,
    ...wordTypes(options),
  };
  checkScan(workload);
  return workload;
}

function checkScan({ heads, groups, decay, initialState, finalState }: ScanWorkload): void {
  if (heads % groups !== 0) throw new InputError("groups", `a divisor of the ${heads} heads`, String(groups));
  if (!DECAYS.includes(decay)) throw new InputError("decay", `one of ${DECAYS.join(", ")}`, shown(decay));
  for (const [name, value] of [
    ["initial-state", initialState],
    ["final-state", finalState],
  ] as const)
    if (typeof value !== "boolean") throw new InputError(name, "true or false", shown(value));
}

/** Matrices of one array of a scan. */
export interface ScanArray {
  readonly name: "Q" | "K" | "V" | "D" | "A" | "H0" | "Y" | "HT";
  readonly role: "input" | "output";
  /** Whose matrices they are: one for each group or head of a sequence, or for each head of the model. */
  readonly of: "group" | "head" | "model-head";
  readonly rows: number;
  readonly columns: number;
  readonly type: keyof Pick<WordTypes, "dataType" | "outputType" | "accumulator">;
}

/**
 * The arrays read, then those written: D has the decays or step sizes, A the table of a head. D's first row is not used where no state comes
 * before it, except to scale V.
 */
export function scanArrays(w: ScanWorkload): readonly ScanArray[] {
  const { tokens: rows, state, dim, decay } = w;
  const input = (name: ScanArray["name"], of: ScanArray["of"], columns: number): ScanArray => ({
    ...{ name, role: "input", of, rows, columns, type: "dataType" },
  });
  const ofState = (name: "H0" | "HT", role: ScanArray["role"]): ScanArray => ({
    ...{ name, role, of: "head", rows: state, columns: dim, type: "accumulator" },
  });
  const width = decayWidth(w);
  return [
    input("Q", "group", state),
    input("K", "group", state),
    input("V", "head", dim),
    ...(width === 0 ? [] : [input("D", "head", width)]),
    ...(decay === "channel" ? [{ ...input("A", "model-head", dim), rows: state }] : []),
    ...(w.initialState ? [ofState("H0", "input")] : []),
    { name: "Y", role: "output", of: "head", rows, columns: dim, type: "outputType" },
    ...(w.finalState ? [ofState("HT", "output")] : []),
  ];
}

/** Words of D a token and head. */
function decayWidth({ decay, state, dim }: Pick<ScanWorkload, "decay" | "state" | "dim">): number {
  return { none: 0, head: 1, state, channel: dim }[decay];
}

/** The first indices of the words of each matrix: sequence and head or group; of a table, its head. */
export function scanLeads({ batch, heads, groups }: ScanWorkload, { of }: Pick<ScanArray, "of">): readonly string[] {
  const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
  if (of === "model-head") return range(heads).map((head) => `${head},`);
  return range(batch).flatMap((b) => range(of === "head" ? heads : groups).map((one) => `${b},${one},`));
}

/** The group of a head, both counted over the batch. */
export function groupOf({ heads, groups }: Pick<ScanWorkload, "heads" | "groups">, head: number): number {
  return Math.floor(head / heads) * groups + Math.floor((head % heads) / (heads / groups));
}

/** Words of an array that the recurrence uses, exactly. */
export function scanWords(w: ScanWorkload, array: ScanArray): bigint {
  const multiplied = w.tokens - (w.initialState ? 0 : 1);
  const rows = array.name === "D" && w.decay !== "channel" ? multiplied : array.rows;
  if (array.name === "A" && multiplied === 0) return 0n;
  const matrices = array.of === "model-head" ? 1n : BigInt(w.batch);
  return matrices * BigInt(array.of === "group" ? w.groups : w.heads) * BigInt(rows) * BigInt(array.columns);
}

/** The type of an array's words. */
export function scanType(w: ScanWorkload, { type }: Pick<ScanArray, "type">): DataType {
  return w[type];
}

const DECAY_TEXTS: Readonly<Record<ScanDecay, string>> = {
  none: "no decays",
  head: "a decay a token and head",
  state: "decays of rows",
  channel: "step sizes of columns",
};

function describe(w: ScanWorkload): string {
  const groups = w.groups === w.heads ? "" : ` in ${w.groups} group${w.groups === 1 ? "" : "s"}`;
  const ends = [w.initialState ? "initial" : "", w.finalState ? "final" : ""].filter((one) => one !== "");
  const states = ends.length === 0 ? "" : `, ${ends.join(" and ")} state`;
  const of = `${w.tokens} tokens, ${w.heads} head${w.heads === 1 ? "" : "s"}${groups}, state ${w.state}×${w.dim}`;
  return `scan of ${w.batch === 1 ? "" : `${w.batch} × `}${of}, ${DECAY_TEXTS[w.decay]}${states}, ${describeTypes(w)}`;
}

const STATES = [
  { flag: "initial-state", what: "a state before the first token is read" },
  { flag: "final-state", what: "the state after the last token is stored" },
] as const;

/** How the workload is named, checked and described. */
export const scanKind: WorkloadKind<ScanWorkload> = {
  kind: "scan",
  extents: ["batch", "heads", "groups", "tokens", "state", "dim"],
  check: checkScan,
  describe,
  form: sizedForm({
    name: "scan",
    summary: "linear recurrence with a state of outer products: Mamba's scans, linear attention, GLA, RetNet",
    extents: [
      { flag: "batch", what: "sequences (default 1)", also: BATCH_NAMES, optional: true },
      { flag: "heads", what: "heads (default 1)", also: ["num-heads", "n-heads", "h"], optional: true },
      {
        flag: "groups",
        what: "groups of heads that share Q and K (default: every head its own)",
        also: ["n-groups"],
        optional: true,
      },
      { flag: "tokens", what: "tokens of a sequence", also: ["seq", "seq-len", "t", "l"] },
      { flag: "state", what: "rows of a state, columns of Q and K", also: ["d-state", "key-dim", "head-k-dim", "n"] },
      { flag: "dim", what: "columns of a state, of V and Y", also: ["head-dim", "value-dim", "head-v-dim", "p"] },
    ],
    switches: STATES,
    texts: [
      {
        flag: "decay",
        value: "OF",
        what: "none, head (a word a token and head), state (also a row), channel (step sizes of columns) (default head)",
      },
    ],
    spellings: {
      names: {
        ...Object.fromEntries(["mamba2", "ssd"].map((name) => [name, { decay: "head" }])),
        ...Object.fromEntries(["mamba", "selective-scan"].map((name) => [name, { decay: "channel" }])),
        ...Object.fromEntries(["linear-attention", "retnet"].map((name) => [name, { decay: "none" }])),
        gla: { decay: "state" },
      },
    },
    make: (options, { decay, initialState, finalState }) =>
      scanWorkload({
        ...options,
        ...(decay === undefined ? {} : { decay: decay as string }),
        ...{ initialState: initialState as boolean | undefined, finalState: finalState as boolean | undefined },
      }),
  }),
};
