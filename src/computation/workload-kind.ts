import { checkInteger, InputError, shown } from "../errors.js";
import type { Computation } from "./computation.js";
import { BYTES_OF, type DataType, isPacked } from "./data-types.js";

/** Fields of a workload by the camel-cased names of its flags, undefined where not given. */
export type WorkloadFields = Readonly<Record<string, unknown>>;

/** A whole number of at least 1, or `least`; the ones marked optional have defaults in the library. */
export interface ExtentField extends FlagField {
  readonly least?: 0;
  readonly optional?: true;
  /** Another field of the form, which this one may be left to. */
  readonly unless?: string;
}

/** A flag of a workload with its help. */
interface FlagField {
  readonly flag: string;
  readonly what: string;
  /** Other names of the flag, as libraries have them. */
  readonly also?: readonly string[];
}

/** The flag of the right operand's type, and other names of `dtype` beside it. */
export interface RightTypeField extends FlagField {
  readonly left?: readonly string[];
  /** Whether the left operand may be packed too. */
  readonly packsLeft?: true;
}

/** Of chains and feed-forward blocks. */
export const WEIGHT_TYPE: RightTypeField = {
  flag: "weight-dtype",
  what: "type of the weights where it is another than the activations' (default: --dtype)",
  also: ["b-dtype", "w-dtype"],
  left: ["activation-dtype", "a-dtype"],
};

/** What libraries call a batch. */
export const BATCH_NAMES: readonly string[] = ["batch-size", "bs", "b"];

/** Names that are no form's own, and that its command takes all the same, or refuses with what to type instead. */
export interface Spellings {
  /** Other names of the workload, each with the fields that it sets. */
  readonly names?: Readonly<Record<string, WorkloadFields>>;
  /** Those of the names whose fields are only usual: each may be given otherwise. */
  readonly usual?: readonly string[];
  /** Extents that bare numbers give, in order: `gemm 8192 8192 4096`. */
  readonly shape?: readonly string[];
  /** Flags that change no count here, with the reason. */
  readonly idle?: Readonly<Record<string, string>>;
  /** Flags of other tools that no bound here covers, with what to type instead. */
  readonly refused?: Readonly<Record<string, Refusal>>;
}

/** What to type instead of a flag; `unless` is the one value that says what is counted anyway. */
interface Refusal {
  readonly instead: string;
  readonly unless?: string;
}

/** Fields of a workload as its command, its files and its help have them. */
export interface WorkloadForm<Made> {
  readonly name: string;
  readonly summary: string;
  /** Extents in the order of the help. */
  readonly extents: readonly ExtentField[];
  readonly switches: readonly FlagField[];
  /** Fields of one number or two with an x between; in a file also a list. */
  readonly sides?: readonly FlagField[];
  /** Fields of whole numbers, of at least 1 unless given, with commas between; in a file lists. */
  readonly numbers?: readonly (FlagField & { readonly least?: number })[];
  /** Fields of a text; in a file a text too, or an object as our documents have it. */
  readonly texts?: readonly { readonly flag: string; readonly value: string; readonly what: string }[];
  /** The type of the right operand, where it may have one of its own; absent where every operand has `dtype`. */
  readonly rightType?: RightTypeField;
  /** A text after the name of the workload; a field of that name in a file. */
  readonly argument?: { readonly name: string; readonly what: string };
  /** A field `i=64,j=64`, repeatable; an object in a file. */
  readonly record?: { readonly flag: string; readonly what: string };
  readonly spellings?: Spellings;
  /** @throws InputError naming the field that is missing or wrong */
  readonly make: (fields: WorkloadFields) => Made;
}

/**
 * One kind of workload: what a user names, what is checked of it, what it says of itself. Bounds, graphs and counts of operations follow
 * from its `computation`, where no theorem of its own says more.
 */
export interface WorkloadKind<Own extends { readonly kind: string } = never, Made extends { readonly kind: string } = Own> {
  readonly kind: Own["kind"];
  /** Names of fields that are whole numbers of at least 1. */
  readonly extents: readonly string[];
  /** What else the constructor asks for. @throws InputError naming the field */
  readonly check?: (workload: Own) => void;
  /** One line for people. */
  readonly describe: (workload: Own) => string;
  /** Its statements, where it has statements. */
  readonly computation?: (workload: Own) => Computation;
  /** Undefined where the form of another kind makes it. */
  readonly form?: WorkloadForm<Made>;
}

/** `kv-heads` as the library names it: `kvHeads`. */
type CamelCase<Flag extends string> = Flag extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Flag;

/** The library's options that these extents give. */
type Sizes<Extent extends ExtentField> = {
  readonly [E in Extent as CamelCase<E["flag"]>]: E extends { readonly optional: true } | { readonly unless: string }
    ? number | undefined
    : number;
};

interface TypeNames {
  readonly dataType?: string;
  readonly outputType?: string;
  readonly accumulator?: string;
  readonly rightType?: string;
}

/** A form whose options are its extents and word types, and what `make` takes from the other fields. */
export function sizedForm<const Extent extends ExtentField, Made>(
  form: Omit<WorkloadForm<Made>, "extents" | "switches" | "make"> & {
    readonly extents: readonly Extent[];
    readonly switches?: WorkloadForm<Made>["switches"];
    readonly make: (options: Sizes<Extent> & TypeNames, fields: WorkloadFields) => Made;
  },
): WorkloadForm<Made> {
  return {
    switches: [],
    ...form,
    make: (fields) => form.make({ ...sizesIn(fields, form.extents), ...typesIn(fields, form.rightType) }, fields),
  };
}

/** A name without case, hyphens and underscores: `kvHeads`, `KV_HEADS` and `kv-heads` have one key. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** `kv-heads` is `kvHeads`. */
export function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The extents among the fields. @throws InputError naming the first that is missing */
export function sizesIn<Extent extends ExtentField>(fields: WorkloadFields, extents: readonly Extent[]): Sizes<Extent> {
  const entries = extents.map(({ flag, optional, unless }) => {
    const value = fields[camelCase(flag)];
    const isOptional = optional ?? (unless !== undefined && fields[camelCase(unless)] !== undefined);
    if (value === undefined && !isOptional) throw new InputError(flag, "a whole number of at least 1", "nothing");
    return [camelCase(flag), value];
  });
  return Object.fromEntries(entries) as Sizes<Extent>;
}

/** The word types among the fields, by the names of the library's options. */
export function typesIn(fields: WorkloadFields, right?: RightTypeField): TypeNames {
  const given = {
    dataType: fields["dtype"],
    ...(right === undefined ? {} : { rightType: fields[camelCase(right.flag)] }),
    outputType: fields["outputDtype"],
    accumulator: fields["accumulator"],
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as TypeNames;
}

/** @throws InputError naming the first extent that is no whole number of at least 1 */
export function checkExtents(workload: object, extents: readonly string[]): void {
  const fields = workload as Readonly<Record<string, unknown>>;
  for (const name of extents) checkInteger(asFlag(name), fields[name], 1);
}

const TYPES = [
  ["dataType", "dtype"],
  ["outputType", "output-dtype"],
  ["accumulator", "accumulator"],
] as const;

/**
 * Operands may differ, and the right one be packed, only where the workload has a right operand with a type of its own.
 *
 * @throws InputError naming the first type that is none
 */
export function checkTypes(workload: object, right: RightTypeField | undefined): void {
  const fields = workload as Readonly<Record<string, unknown>>;
  const types = Object.keys(BYTES_OF) as DataType[];
  const check = (name: string, flag: string, accepted: readonly DataType[]): void => {
    const type = fields[name];
    if (!accepted.some((one) => one === type)) throw new InputError(flag, `one of ${accepted.join(", ")}`, shown(type));
  };
  const whole = types.filter((type) => !isPacked(type));
  for (const [name, flag] of TYPES) check(name, flag, name === "dataType" && right?.packsLeft ? types : whole);
  if (fields["rightType"] !== undefined) check("rightType", right?.flag ?? "right-dtype", right === undefined ? [] : types);
}

/** `inChannels` as `in-channels`. */
function asFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
