import type { Command } from "commander";
import { attentionWorkload } from "../computation/attention.js";
import type { BlockScalesOption } from "../computation/block-scales.js";
import { chainWorkload } from "../computation/chain.js";
import type { SidesOption } from "../computation/conv.js";
import { convWorkload } from "../computation/conv.js";
import { einsumWorkload } from "../computation/einsum.js";
import { ffnWorkload } from "../computation/ffn.js";
import { gemmWorkload } from "../computation/gemm.js";
import { chainOfWidths } from "../computation/long-chain.js";
import { normGemmWorkload } from "../computation/norm-gemm.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../computation/row-workloads.js";
import type { Workload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import { addedEntries, once } from "./list-flags.js";
import { renamed, wholeNumber } from "./options.js";

/** Flags of a workload as commander hands them over: camel-cased names, undefined where not given. */
export type WorkloadFlags = Readonly<Record<string, unknown>>;

interface ExtentFlag {
  readonly flag: string;
  readonly what: string;
  readonly optional?: true;
}

/** One kind of workload on the command line. */
export interface WorkloadKind {
  readonly name: Workload["kind"];
  readonly summary: string;
  /** Extents in the order of the help; the ones marked optional have defaults in the library. */
  readonly extents: readonly ExtentFlag[];
  readonly switches: readonly { readonly flag: string; readonly what: string }[];
  /** Flags of one number or two with an x between; in a file also a list. */
  readonly sides?: readonly { readonly flag: string; readonly what: string }[];
  /** A flag of whole numbers with commas between; in a file also a list. */
  readonly numbers?: { readonly flag: string; readonly what: string };
  /** Flags of a text; in a file a text too, or an object as our documents have it. */
  readonly texts?: readonly { readonly flag: string; readonly value: string; readonly what: string }[];
  /** A text after the name of the workload; a field of that name in a file. */
  readonly argument?: { readonly name: string; readonly what: string };
  /** A flag `i=64,j=64`, repeatable; an object in a file. */
  readonly record?: { readonly flag: string; readonly what: string };
  readonly make: (flags: WorkloadFlags) => Workload;
}

/** `kv-heads` as commander and the library name it: `kvHeads`. */
type CamelCase<Flag extends string> = Flag extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Flag;

/** The library's options that the flags of these extents give. */
type Sizes<Extent extends ExtentFlag> = {
  readonly [E in Extent as CamelCase<E["flag"]>]: E extends { readonly optional: true } ? number | undefined : number;
};

/** A kind whose options are its extents and word types, and what `make` takes from the other flags. */
function sized<const Extent extends ExtentFlag>(
  kind: Omit<WorkloadKind, "extents" | "switches" | "make"> & {
    readonly extents: readonly Extent[];
    readonly switches?: WorkloadKind["switches"];
    readonly make: (options: Sizes<Extent> & TypeNames, flags: WorkloadFlags) => Workload;
  },
): WorkloadKind {
  const make = (flags: WorkloadFlags): Workload => kind.make({ ...sizes(flags, kind.extents), ...types(flags) }, flags);
  return { switches: [], ...kind, make };
}

const ROWS = [
  { flag: "rows", what: "rows of X and Y" },
  { flag: "columns", what: "words of a row" },
] as const;

const CHAIN = [
  { flag: "m", what: "rows of A, H and E" },
  { flag: "k", what: "columns of A, rows of B" },
  { flag: "l", what: "columns of B and H, rows of D" },
  { flag: "n", what: "columns of D and E" },
] as const;

export const WORKLOADS: readonly WorkloadKind[] = [
  sized({
    name: "gemm",
    summary: "matrix product C (m×n) = A (m×k) · B (k×n)",
    extents: [
      { flag: "m", what: "rows of C and A" },
      { flag: "n", what: "columns of C and B" },
      { flag: "k", what: "columns of A, rows of B" },
      { flag: "batch", what: "independent products (default 1)", optional: true },
    ],
    texts: [
      { flag: "scales", value: "blocks", what: "operands scaled in blocks of rows × columns, such as a:1x128,b:128x128" },
      { flag: "scale-dtype", value: "type", what: "type of a scale: fp32, bf16, fp16, fp8, e8m0 (default fp32)" },
    ],
    make: (options, flags) =>
      gemmWorkload({
        ...options,
        scales: flags["scales"] as BlockScalesOption | undefined,
        scaleType: flags["scaleDtype"] as string | undefined,
      }),
  }),
  {
    name: "chain",
    summary: "chained products H (m×l) = A (m×k) · B (k×l), E (m×n) = φ(H) · D (l×n), or more of them by --widths",
    extents: CHAIN,
    numbers: { flag: "widths", what: "in place of k, l and n: columns w0,w1,… of X0, X1, …, Xq = φ(X(q−1)) · Wq" },
    switches: [],
    make: (flags) => {
      const { m } = sizes(flags, [CHAIN[0]]);
      const widths = flags["widths"] as readonly number[] | undefined;
      if (widths === undefined) return chainWorkload({ ...sizes(flags, CHAIN), ...types(flags) });
      const beside = ["k", "l", "n"].find((flag) => flags[flag] !== undefined);
      if (beside !== undefined) throw new InputError(beside, "--widths or --k, --l and --n", "both");
      return chainOfWidths({ m, widths, ...types(flags) });
    },
  },
  sized({
    name: "ffn",
    summary: "feed-forward block of a transformer, plain or gated",
    extents: [
      { flag: "tokens", what: "rows of the input" },
      { flag: "model", what: "model dimension" },
      { flag: "hidden", what: "hidden dimension" },
    ],
    switches: [{ flag: "gated", what: "SwiGLU: silu(X·Wg) ⊙ (X·Wu) in place of φ(X·Wu)" }],
    make: (options, flags) => ffnWorkload({ ...options, gated: flags["gated"] === true }),
  }),
  sized({
    name: "attention",
    summary: "attention softmax(Q·Kᵀ)·V over batch and heads",
    extents: [
      { flag: "batch", what: "sequences (default 1)", optional: true },
      { flag: "heads", what: "query heads" },
      { flag: "kv-heads", what: "key-value heads (default: --heads)", optional: true },
      { flag: "queries", what: "query rows a head" },
      { flag: "keys", what: "key rows a head (default: --queries)", optional: true },
      { flag: "dim", what: "head dimension" },
    ],
    switches: [{ flag: "causal", what: "query i sees keys up to i + keys − queries" }],
    make: (options, flags) => attentionWorkload({ ...options, causal: flags["causal"] === true }),
  }),
  sized({
    name: "conv",
    summary: "two-dimensional convolution over batch and channels",
    extents: [
      { flag: "batch", what: "images (default 1)", optional: true },
      { flag: "in-channels", what: "channels of the input" },
      { flag: "out-channels", what: "channels of the output" },
      { flag: "height", what: "rows of the input" },
      { flag: "width", what: "columns of the input (default: --height)", optional: true },
    ],
    sides: [
      { flag: "kernel", what: "rows and columns of the kernel" },
      { flag: "stride", what: "steps of the window (default 1)" },
      { flag: "padding", what: "rows and columns of zeros on either side (default 0)" },
    ],
    make: (options, flags) => {
      const kernel = flags["kernel"] as SidesOption | undefined;
      if (kernel === undefined) throw new InputError("kernel", "rows and columns such as 3x3", "nothing");
      const [stride, padding] = [flags["stride"], flags["padding"]] as (SidesOption | undefined)[];
      return convWorkload({ ...options, kernel, stride, padding });
    },
  }),
  sized({
    name: "elementwise",
    summary: "elementwise Y = f(X1, …, Xn): a residual add, an activation, a gate",
    extents: [...ROWS, { flag: "inputs", what: "operands (default 2)", optional: true }],
    make: elementwiseWorkload,
  }),
  sized({
    name: "softmax",
    summary: "softmax of each row",
    extents: ROWS,
    make: softmaxWorkload,
  }),
  sized({
    name: "rmsnorm",
    summary: "RMSNorm of each row, times a gain",
    extents: ROWS,
    make: (options) => normWorkload("rmsnorm", options),
  }),
  sized({
    name: "layernorm",
    summary: "LayerNorm of each row, times a gain, plus a shift",
    extents: ROWS,
    make: (options) => normWorkload("layernorm", options),
  }),
  sized({
    name: "rotary",
    summary: "rotary embedding of every head, from tables of cosines and sines",
    extents: [
      { flag: "rows", what: "rows of X and Y (tokens)" },
      { flag: "heads", what: "heads in a row (default 1)", optional: true },
      { flag: "dim", what: "head dimension, even" },
    ],
    make: rotaryWorkload,
  }),
  sized({
    name: "norm-gemm",
    summary: "product of a normalised operand, C = (RMSNorm(A) ⊙ gain) · B, if asked with a rotary embedding of C",
    extents: [
      { flag: "m", what: "rows of C and A" },
      { flag: "n", what: "columns of C and B" },
      { flag: "k", what: "columns of A, rows of B" },
      { flag: "head-dim", what: "head dimension of a rotary embedding of C (default: none)", optional: true },
    ],
    make: normGemmWorkload,
  }),
  {
    name: "einsum",
    summary: "einsum-like statements, as text",
    extents: [],
    switches: [],
    argument: { name: "text", what: 'statements with ; between, e.g. "C[i,j] += A[i,k] * B[k,j]"' },
    record: { flag: "extent", what: "extent of every index, e.g. i=64,j=64,k=32" },
    make: (flags) => {
      const [text, extents] = [flags["text"], flags["extent"] ?? {}];
      if (typeof text !== "string") throw new InputError("text", 'a statement such as "C[i,j] += A[i,k] * B[k,j]"', shown(text));
      return einsumWorkload({ text, extents: extents as Readonly<Record<string, number>>, ...types(flags) });
    },
  },
];

/** Those with schedules to replay. */
export const REPLAYED: readonly WorkloadKind[] = WORKLOADS.filter(({ name }) => name !== "einsum");

/** Adds a workload's own flags and the word types to a command. */
export function addWorkloadFlags(command: Command, kind: WorkloadKind): Command {
  for (const { flag, what } of kind.extents) command.option(`--${flag} <count>`, what, wholeNumber(`--${flag}`));
  for (const { flag, what } of kind.sides ?? []) command.option(`--${flag} <RxS>`, what);
  for (const { flag, value, what } of kind.texts ?? []) command.option(`--${flag} <${value}>`, what);
  for (const { flag, what } of kind.switches) command.option(`--${flag}`, what);
  if (kind.numbers !== undefined) {
    const { flag, what } = kind.numbers;
    const numbers = (text: string): readonly number[] => text.split(",").map((part) => wholeNumber(`--${flag}`)(part.trim()));
    command.option(`--${flag} <list>`, what, once(`--${flag}`, numbers));
  }
  if (kind.record !== undefined) {
    const { flag, what } = kind.record;
    command.option(`--${flag} <list>`, what, extentList(`--${flag}`));
  }
  return command
    .option("--dtype <type>", "type of the operands: bf16, fp16, fp8, int8, tf32, fp32, fp64 (default bf16)")
    .option("--output-dtype <type>", "type in which outputs are stored (default: --dtype)")
    .option(
      "--accumulator <type>",
      "type of unfinished sums: fp32, fp16, int32, fp64 (default fp32; int32 for int8, fp64 for fp64)",
    );
}

/** Reads `i=64,j=64`, repeatable. @throws InputError naming the flag, and the index where its extent is wrong. */
export function extentList(
  flag: string,
): (text: string, before?: Readonly<Record<string, number>>) => Readonly<Record<string, number>> {
  return (text, before) => {
    const entries = text.split(",").map((entry) => {
      const [, index, digits] = /^\s*([A-Za-z][A-Za-z0-9_]*)\s*=(.*)$/.exec(entry) ?? [];
      if (index === undefined || digits === undefined) throw new InputError(flag, "a list such as i=64,j=64", shown(text));
      return [index, wholeNumber(`${flag} ${index}`)(digits.trim())] as const;
    });
    return addedEntries(flag, before, entries);
  };
}

/** The workload the flags describe. @throws InputError naming the flag that is missing or wrong. */
export function workloadFromFlags(kind: WorkloadKind, flags: WorkloadFlags): Workload {
  return renamed(() => kind.make(flags));
}

/** The flags that a workload has of its own, beside the word types. */
export function workloadFlags({ extents, switches, sides, texts, numbers, record }: WorkloadKind): readonly string[] {
  const lists = [...extents, ...switches, ...(sides ?? []), ...(texts ?? [])].map(({ flag }) => flag);
  return [...lists, ...[numbers, record].flatMap((one) => (one === undefined ? [] : [one.flag]))];
}

/** Commander's name of a flag: `kv-heads` is `kvHeads`. */
export function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The extents among the flags. @throws InputError naming the first that is missing. */
function sizes<Extent extends ExtentFlag>(flags: WorkloadFlags, extents: readonly Extent[]): Sizes<Extent> {
  const entries = extents.map(({ flag, optional }) => {
    const value = flags[camelCase(flag)];
    if (value === undefined && optional === undefined) throw new InputError(flag, "a whole number of at least 1", "nothing");
    return [camelCase(flag), value];
  });
  return Object.fromEntries(entries) as Sizes<Extent>;
}

interface TypeNames {
  readonly dataType?: string;
  readonly outputType?: string;
  readonly accumulator?: string;
}

function types(flags: WorkloadFlags): TypeNames {
  const given = { dataType: flags["dtype"], outputType: flags["outputDtype"], accumulator: flags["accumulator"] };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as TypeNames;
}
