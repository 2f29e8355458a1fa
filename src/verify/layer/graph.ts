import { readConvolution } from "../conv/instance.js";
import { readExtents, type ScanSubject } from "../recurrence/subject.js";
import { bitsOf, count, type Fields, list, names, Refused, record, requireOnly, text } from "../shared/fields.js";

export interface CheckedTensor {
  readonly words: bigint;
  readonly dataType: string;
  readonly bytes: bigint;
  readonly kind: string;
  readonly output: boolean;
}

export interface CheckedOperator {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly carries: readonly string[];
  /** Inputs of which words may stay unread. */
  readonly partial: readonly string[];
  readonly work: Fields;
}

/** A layer's graph as the checker reads it. */
export interface CheckedGraph {
  readonly tensors: ReadonlyMap<string, CheckedTensor>;
  /** In the document's order, in which each operator follows the makers of its operands. */
  readonly operators: ReadonlyMap<string, CheckedOperator>;
  readonly makers: ReadonlyMap<string, string>;
  /** By tensor, the operators that read it. */
  readonly readers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Compared one by one: joined by any character, names that contain it could pass for others. */
export function areSameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

/** Not empty: the empty name stands for none. */
function readName(fields: Fields, path: string): string {
  const name = text(fields, "name", path);
  if (name === "") throw new Refused(`${path}.name`, "empty");
  return name;
}

const TENSOR_KINDS: readonly string[] = ["activation", "weight", "cache"];

export function readGraph(value: unknown): CheckedGraph {
  const graph = record(value, "graph");
  requireOnly(graph, ["name", "tensors", "operators"], "graph");
  const tensors = new Map<string, CheckedTensor>();
  list(graph["tensors"], "graph.tensors").forEach((entry, i) => {
    const path = `graph.tensors[${i}]`;
    const tensor = record(entry, path);
    requireOnly(tensor, ["name", "kind", "words", "dataType", "output"], path);
    const [name, dataType, words] = [readName(tensor, path), text(tensor, "dataType", path), count(tensor, "words", path, 1n)];
    const bits = words * bitsOf(tensor, "dataType", path);
    const kind = text(tensor, "kind", path);
    if (!TENSOR_KINDS.includes(kind)) throw new Refused(`${path}.kind`, "no kind of tensor");
    if (typeof tensor["output"] !== "boolean") throw new Refused(`${path}.output`, "not true or false");
    if (tensors.has(name)) throw new Refused(`${path}.name`, "a second tensor of this name");
    tensors.set(name, { words, dataType, bytes: (bits + 7n) / 8n, kind, output: tensor["output"] });
  });
  const operators = new Map<string, CheckedOperator>();
  const makers = new Map<string, string>();
  const readers = new Map<string, Set<string>>();
  const all = list(graph["operators"], "graph.operators").map((entry, i) => record(entry, `graph.operators[${i}]`));
  const later = new Set(all.flatMap((operator, i) => names(operator["outputs"], `graph.operators[${i}].outputs`)));
  all.forEach((operator, i) => {
    const path = `graph.operators[${i}]`;
    requireOnly(operator, ["name", "inputs", "outputs", "carries", "partial", "work"], path);
    const name = readName(operator, path);
    const [inputs, outputs, carries] = (["inputs", "outputs", "carries"] as const).map((field) =>
      names(operator[field], `${path}.${field}`),
    ) as [readonly string[], readonly string[], readonly string[]];
    for (const tensor of [...inputs, ...outputs]) if (!tensors.has(tensor)) throw new Refused(path, `no tensor '${tensor}'`);
    const early = inputs.find((tensor) => later.has(tensor));
    if (early !== undefined) throw new Refused(path, `reads '${early}' before it is made`);
    for (const tensor of inputs) readers.set(tensor, (readers.get(tensor) ?? new Set()).add(name));
    for (const tensor of outputs) {
      if (makers.has(tensor)) throw new Refused(path, `makes '${tensor}' a second time`);
      makers.set(tensor, name);
      later.delete(tensor);
    }
    const work = record(operator["work"], `${path}.work`);
    const partial = readPartial(operator["partial"], inputs, work, path);
    checkCarried({ inputs, outputs, carries, partial, work }, tensors, path);
    if (operators.has(name)) throw new Refused(`${path}.name`, "a second operator of this name");
    operators.set(name, { inputs, outputs, carries, partial, work });
  });
  return { tensors, operators, makers, readers };
}

/** Operators that may leave words of all their operands unread, where the graph does not say of which. */
const PARTIAL_READERS: readonly unknown[] = ["lookup", "selection", "unsupported"];

/** Of products and convolutions every word is used, of what is not known nothing is known. */
function readPartial(value: unknown, inputs: readonly string[], work: Fields, path: string): readonly string[] {
  const kind = work["kind"];
  if (value === undefined) return PARTIAL_READERS.includes(kind) ? inputs : [];
  const partial = names(value, `${path}.partial`);
  const stray = partial.find((name) => !inputs.includes(name));
  if (stray !== undefined) throw new Refused(`${path}.partial`, `'${stray}' is no input`);
  if (kind === "unsupported" || EXTENTS.has(kind)) throw new Refused(`${path}.partial`, "of an operator that has none");
  return partial;
}

export const PRODUCTS: readonly unknown[] = ["product", "grouped-product", "scores", "values", "transposed-values"];

const ATTENTION = [
  "batch",
  "heads",
  "kvHeads",
  "queries",
  "keys",
  "dim",
  "causal",
  "window",
  "valueDim",
  "valuesInKeys",
  "sharedKeyColumns",
];

/** What operators with extents say of themselves: with a field that the checker does not know they would be others. */
const EXTENTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["product", ["batch", "rows", "inner", "columns", "leftTransposed"]],
  ["grouped-product", ["rows", "inner", "columns"]],
  ["grouped-gradient", ["rows", "inner", "columns"]],
  ["scores", ATTENTION],
  ["values", ATTENTION],
  ["transposed-values", ATTENTION],
  ["attention-backward", ATTENTION.filter((field) => field !== "valuesInKeys" && field !== "sharedKeyColumns")],
  [
    "convolution",
    ["batch", "inChannels", "outChannels", "height", "width", "kernel", "stride", "padding", "groups", "dilation", "pass"],
  ],
  ["scan", ["batch", "heads", "groups", "tokens", "state", "dim", "initialState"]],
]);

const WINDOWS: readonly unknown[] = ["convolution", "other-convolution", "pooling"];

/** Operators whose results are forms of nothing that they read. */
const CARRY_NOTHING: readonly unknown[] = [
  ...[...PRODUCTS, ...PARTIAL_READERS, ...WINDOWS],
  ...["attention-backward", "grouped-gradient", "scan", "row-statistics", "gather", "combine"],
];

const CARRY: readonly unknown[] = [
  ...["elementwise", "rotary", "normalisation", "group-normalisation"],
  ...["reshape", "transpose", "copy"],
];

/** A carried input is an operand with a word for each word of the result; products, statistics and the unknown carry nothing. */
function checkCarried(operator: CheckedOperator, tensors: ReadonlyMap<string, CheckedTensor>, path: string): void {
  const kind = operator.work["kind"];
  const none = CARRY_NOTHING.includes(kind);
  if (!none && !CARRY.includes(kind)) throw new Refused(`${path}.work.kind`, "no kind of operator");
  requireOnly(operator.work, ["kind", ...(EXTENTS.get(kind) ?? [])], `${path}.work`);
  for (const name of operator.carries) {
    const same = tensors.get(name)?.words === tensors.get(operator.outputs[0] ?? "")?.words;
    if (none || !operator.inputs.includes(name) || operator.partial.includes(name) || !same)
      throw new Refused(`${path}.carries`, `'${name}' is not carried word by word`);
  }
  if (PRODUCTS.includes(kind)) checkSides(operator, tensors, path);
  if (kind === "attention-backward") checkGradientSides(operator, tensors, path);
  if (kind === "grouped-gradient") checkGroupedSides(operator, tensors, path);
  if (kind === "convolution") checkConvolutionSides(operator, tensors, path);
  if (kind === "scan") checkScanSides(operator, tensors, path);
}

/** A scan of a layer has a decay a token and head, and stores its last states. */
export function scanOf(work: Fields): ScanSubject {
  return readExtents({ ...work, decay: "head", finalState: true });
}

/** Q, K, V and D have the words of the scan, of D also those of the first token; so have the states before, if any, the results and the states after. */
function checkScanSides(
  { work, inputs, outputs }: CheckedOperator,
  tensors: ReadonlyMap<string, CheckedTensor>,
  path: string,
): void {
  const { extents, initialState } = scanOf(work);
  const { batch, heads, groups, tokens, state, dim } = extents;
  const [keys, values, states] = [groups * tokens * state, heads * tokens * dim, heads * state * dim];
  const wanted = [keys, keys, values, heads * tokens, ...(initialState ? [states] : []), values, states].map(
    (words) => batch * words,
  );
  const read = [...inputs.slice(0, 4), ...(initialState ? inputs.slice(4).slice(-1) : [])];
  const found = [...read, ...outputs].map((name) => tensors.get(name)?.words ?? 0n);
  if (wanted.join() !== found.join()) throw new Refused(path, "its tensors do not have the words of its extents");
}

/** Tensors of a convolution have the words of its extents, and each of them meets something. */
function checkConvolutionSides(operator: CheckedOperator, tensors: ReadonlyMap<string, CheckedTensor>, path: string): void {
  const { inputs, outputs } = readConvolution(operator.work);
  const found = [...operator.inputs.slice(0, 2), operator.outputs[0]].map((name) => tensors.get(name ?? "")?.words ?? 0n);
  if ([...inputs, ...outputs].join() !== found.join())
    throw new Refused(path, "its tensors do not have the words of its extents");
}

/** Q, K, V, dO, L and D have the words of the attention, and dQ, dK and dV those of what they are gradients of. */
function checkGradientSides(operator: CheckedOperator, tensors: ReadonlyMap<string, CheckedTensor>, path: string): void {
  const { batch, m, n: keys, k: dim } = sidesOf({ ...operator.work, kind: "scores" }, `${path}.work`);
  const valueDim = valueDimOf(operator.work, `${path}.work`);
  const [q, k, v] = [m * dim, keys * dim, keys * valueDim];
  const found = [...operator.inputs, ...operator.outputs].map((name) => tensors.get(name)?.words ?? 0n);
  const wanted = [q, k, v, m * valueDim, m, m, q, k, v].map((words) => batch * words);
  if (wanted.join() !== found.join()) throw new Refused(path, "its tensors do not have the words of its extents");
}

/** Rows of all experts on either side, and the weights of those that have any. */
function checkGroupedSides(operator: CheckedOperator, tensors: ReadonlyMap<string, CheckedTensor>, path: string): void {
  const { m, n, k, weights } = sidesOf(operator.work, `${path}.work`);
  const found = [...operator.inputs, ...operator.outputs].map((name) => tensors.get(name)?.words ?? 0n);
  if ([m * k, m * n, weights * k * n].join() !== found.join())
    throw new Refused(path, "its tensors do not have the words of its extents");
}

/** Tensors of a product have the words that its extents say. */
function checkSides(operator: CheckedOperator, tensors: ReadonlyMap<string, CheckedTensor>, path: string): void {
  const { batch, m, n, k, pairs, weights } = sidesOf(operator.work, `${path}.work`);
  const [left, ...others] = operator.inputs;
  const isProduct = isOfWeights(operator.work);
  const words = (name: string | undefined): bigint => tensors.get(name ?? "")?.words ?? 0n;
  const right = (isProduct ? others.slice(0, 1) : others).reduce((sum, name) => sum + words(name), 0n);
  const box = (rows: bigint, columns: bigint): bigint => batch * rows * columns;
  const wanted =
    operator.work["kind"] === "scores"
      ? [box(m, k), box(n, k) - sharedWords(operator.work, batch, `${path}.work`), pairs]
      : operator.work["kind"] === "values" || operator.work["kind"] === "transposed-values"
        ? [pairs, box(k, n), box(m, n)]
        : [box(m, k), weights * k * n, box(m, n)];
  const found = [words(left), right, words(operator.outputs[0])];
  if (wanted.join() !== found.join()) throw new Refused(path, "its tensors do not have the words of its extents");
}

/** Words of keys that heads share, for all heads of a sequence but one. */
function sharedWords(work: Fields, batch: bigint, path: string): bigint {
  if (work["sharedKeyColumns"] === undefined) return 0n;
  const [shared, keys, dim, sequences] = ["sharedKeyColumns", "keys", "dim", "batch"].map((name) =>
    count(work, name, path, 1n),
  ) as [bigint, bigint, bigint, bigint];
  if (shared >= dim || work["valuesInKeys"] !== undefined)
    throw new Refused(`${path}.sharedKeyColumns`, "not fewer than the columns of the keys, or beside values in keys");
  return (batch - sequences) * keys * shared;
}

/** Products whose second operand alone is the right one. */
export function isOfWeights(work: Fields): boolean {
  return work["kind"] === "product" || work["kind"] === "grouped-product";
}

/** Rows of every expert of a grouped product, in order. */
export function rowsOfExperts(work: Fields, path: string): readonly bigint[] {
  const rows = list(work["rows"], `${path}.rows`);
  return rows.map((_, i) => count(rows as unknown as Fields, `${i}`, `${path}.rows`));
}

/** Columns of V, in words of its own or of K. */
export function valueDimOf(work: Fields, path: string): bigint {
  return count(work, work["valueDim"] === undefined ? "dim" : "valueDim", path, 1n);
}

/**
 * Extents of a product, scores or values as a batched product; `pairs` of query and key that are seen, and the boxes of weights: of a
 * grouped product, all rows under one another, one for each expert that has any.
 */
export function sidesOf(work: Fields, path: string): Readonly<Record<"batch" | "m" | "n" | "k" | "pairs" | "weights", bigint>> {
  const extent = (name: string): bigint => count(work, name, path, 1n);
  if (work["kind"] === "grouped-product" || work["kind"] === "grouped-gradient") {
    const rows = rowsOfExperts(work, path).filter((own) => own > 0n);
    const [m, n, k] = [rows.reduce((sum, own) => sum + own, 0n), extent("columns"), extent("inner")];
    if (m === 0n) throw new Refused(`${path}.rows`, "no rows");
    return { batch: 1n, m, n, k, pairs: m * n, weights: BigInt(rows.length) };
  }
  if (work["kind"] === "product") {
    const [batch, m, n, k] = [extent("batch"), extent("rows"), extent("columns"), extent("inner")];
    if (![undefined, true].includes(work["leftTransposed"] as undefined)) throw new Refused(`${path}.leftTransposed`, "not true");
    return { batch, m, n, k, pairs: batch * m * n, weights: batch };
  }
  const [sequences, heads, kvHeads] = [extent("batch"), extent("heads"), extent("kvHeads")];
  const [queries, keys, dim] = [extent("queries"), extent("keys"), extent("dim")];
  if (heads % kvHeads !== 0n) throw new Refused(`${path}.kvHeads`, "does not divide the heads");
  if (typeof work["causal"] !== "boolean") throw new Refused(`${path}.causal`, "not true or false");
  if (work["causal"] && keys < queries) throw new Refused(`${path}.keys`, "fewer than the queries under a causal mask");
  const window = work["window"] === undefined ? keys : extent("window");
  if (work["window"] !== undefined && (!work["causal"] || window >= keys))
    throw new Refused(`${path}.window`, "no window that hides keys under a causal mask");
  const triangle = (side: bigint): bigint => (side > 1n ? (side * (side - 1n)) / 2n : 0n);
  // Beside what a causal mask hides: of the last row the keys before its window, of each row above one less.
  const [before, above] = [keys - window + 1n, keys - queries - window + 1n];
  const seen = work["causal"] ? queries * keys - triangle(queries) - triangle(before) + triangle(above) : queries * keys;
  const batch = sequences * kvHeads;
  const m = (heads / kvHeads) * queries;
  const valueDim = valueDimOf(work, path);
  if (work["valuesInKeys"] !== undefined && (work["valuesInKeys"] !== true || valueDim > dim))
    throw new Refused(`${path}.valuesInKeys`, "not true of columns that the keys have");
  const [n, k] = work["kind"] === "scores" ? [keys, dim] : [valueDim, keys];
  if (work["kind"] === "transposed-values") return { batch, m: keys, n, k: m, pairs: sequences * heads * seen, weights: batch };
  return { batch, m, n, k, pairs: sequences * heads * seen, weights: batch };
}
