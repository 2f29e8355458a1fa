import type { DataType } from "../../computation/data-types.js";

/** An operator of PyTorch around a kernel, as `torch.autograd.profiler.emit_nvtx(record_shapes=True)` names its NVTX range. */
export interface OperatorCall {
  /** Without its namespace: `mm` of `aten::mm`. */
  readonly name: string;
  /** Extents of each argument; empty for scalars, lists of numbers and absent tensors. Tensors of a list stand one by one. */
  readonly sizes: readonly (readonly number[])[];
  /** Number of the call, where the range has one. */
  readonly id?: number;
  /** For each argument the call and the place among its results that made it, or undefined: an input of the step. */
  readonly producers: readonly (Producer | undefined)[];
  /** What a trace says beside: the type of each argument, words between neighbours along each axis, and the text of what is no tensor. */
  readonly types?: readonly (DataType | undefined)[];
  readonly strides?: readonly (readonly number[])[];
  readonly values?: readonly string[];
}

export interface Producer {
  readonly id: number;
  readonly place: number;
}

const RANGE = /^([\w:]+(?:\.\w+)?)((?:, (?:seq|op_id) = \d+)*)(?:, sizes = (\[.*?\]))?(?:, input_op_ids = (\[.*\]))?$/;
const PAIR = /\((\d+),(-?\d+)\)/g;

/** The operator that a range names; undefined for a range of another kind (a module's, a library's, a user's own). */
export function readOperatorRange(range: string): OperatorCall | undefined {
  const [, path = "", numbers = "", sizes, producers] = RANGE.exec(range) ?? [];
  if (path === "" || (sizes === undefined && numbers === "")) return undefined;
  const id = /op_id = (\d+)/.exec(numbers)?.[1];
  return {
    name: path.slice(path.lastIndexOf(":") + 1),
    sizes: sizes === undefined ? [] : knownSizes(sizes),
    ...(id === undefined ? {} : { id: Number(id) }),
    producers: [...(producers ?? "").matchAll(PAIR)].map(([, call, place]) =>
      Number(place) < 0 ? undefined : { id: Number(call), place: Number(place) },
    ),
  };
}

/** Sizes that were read before: a step has the same ones again and again. */
const KNOWN = new Map<string, OperatorCall["sizes"]>();
const MOST_KNOWN = 4096;

function knownSizes(text: string): OperatorCall["sizes"] {
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  if (KNOWN.size === MOST_KNOWN) KNOWN.clear();
  const sizes = sizesFrom(text);
  KNOWN.set(text, sizes);
  return sizes;
}

/** `[[2048, 4096], [], [[2, 3], [4]]]`: extents, and lists of extents, which are flattened. */
function sizesFrom(text: string): readonly (readonly number[])[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const flat: number[][] = [];
  const walk = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    if (value.every((one) => Number.isSafeInteger(one) && one >= 0)) flat.push(value as number[]);
    else for (const one of value) walk(one);
  };
  if (Array.isArray(parsed)) for (const one of parsed) walk(one);
  return flat;
}

/** Words of a tensor. */
export function wordsOf(size: readonly number[]): number {
  return size.reduce((product, extent) => product * extent, 1);
}
