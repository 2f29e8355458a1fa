import { BYTES_OF } from "../../computation/data-types.js";
import { bytesOnChip } from "../../machines/levels.js";
import { type Accelerator, bytesPerSm, type Gpu } from "../../machines/machine.js";
import { type GraphIndex, type Operator, tensorNamed, type Work } from "../operator-graph.js";

/** How an operator's output elements depend on its input elements; the classes of DNNFusion (Niu et al., PLDI 2021). */
export type MappingKind = "one-to-one" | "one-to-many" | "many-to-many" | "reorganise" | "shuffle";

export function mappingKind({ work }: Operator): MappingKind {
  switch (work.kind) {
    case "elementwise":
    case "selection":
    case "copy":
    case "rotary":
      return "one-to-one";
    case "lookup":
    case "gather":
      return "one-to-many";
    case "reshape":
      return "reorganise";
    case "transpose":
      return "shuffle";
    default:
      return "many-to-many";
  }
}

/** Rows of the smallest operand tile of a tensor core: a strip narrower than this wastes the core. */
const STRIP_ROWS = 16;

/** Why a kernel of these operators is not built, or undefined where it may be. */
export function objection(index: GraphIndex, machine: Gpu | Accelerator, kernel: readonly Operator[]): string | undefined {
  const unsupported = kernel.find(({ work }) => work.kind === "unsupported");
  if (unsupported !== undefined && kernel.length > 1) return `${unsupported.name} is not known`;
  const inside = new Set(kernel.map(({ name }) => name));
  const waiting = firstWaiting(kernel);
  if (waiting !== undefined) return `${waiting} of a tensor that the kernel makes`;
  if (!isConnected(kernel)) return "nothing passes between its operators";
  const heldBytes = stripBytes(index, kernel, inside);
  const capacity = machine.kind === "gpu" ? bytesPerSm(machine) : bytesOnChip(machine);
  return heldBytes > capacity ? `a strip of ${STRIP_ROWS} rows takes ${heldBytes} bytes of ${capacity}` : undefined;
}

/**
 * A right operand (K, V, a weight) or a statistic over more than a row is read whole: it must come from another kernel. Forms of
 * what comes from memory are not made in the kernel, whose operators are in the graph's order. A block of a scan has columns of one head.
 */
function firstWaiting(kernel: readonly Operator[]): string | undefined {
  const made = new Set<string>();
  const ofHeads = new Set<string>();
  for (const operator of kernel) {
    const { work, inputs, outputs, carries } = operator;
    const whole = readsRowsWhole(work) ? inputs : PRODUCTS.includes(work.kind) ? inputs.slice(1) : [];
    if (whole.some((tensor) => made.has(tensor))) return `${operator.name} needs all rows`;
    const isOfHeads = inputs.some((tensor) => ofHeads.has(tensor));
    if (isOfHeads && (work.kind === "normalisation" || PRODUCTS.includes(work.kind))) return `${operator.name} needs whole rows`;
    if (isOfHeads || work.kind === "scan") for (const tensor of outputs) ofHeads.add(tensor);
    if (carries.length === 0 || carries.some((tensor) => made.has(tensor))) for (const tensor of outputs) made.add(tensor);
  }
  return undefined;
}

function readsRowsWhole(work: Work): boolean {
  return OVER_ROWS.includes(work.kind) || (work.kind === "product" && work.leftTransposed === true);
}

/**
 * Operators that read every operand whole (rows of experts are anywhere among those of tokens, queries are summed over), and those that
 * read their right ones so.
 */
const OVER_ROWS: readonly Work["kind"][] = [
  ...(["group-normalisation", "convolution", "other-convolution", "pooling"] as const),
  ...(["gather", "combine", "transposed-values", "attention-backward", "grouped-gradient", "scan"] as const),
];
const PRODUCTS: readonly Work["kind"][] = ["product", "grouped-product", "scores", "values", "transposed-values"];

/** Operators hang together through tensors that one makes and another reads, or that both read. */
function isConnected(kernel: readonly Operator[]): boolean {
  const [first, ...rest] = kernel;
  if (first === undefined) return false;
  const reached = new Set([...first.inputs, ...first.outputs]);
  let left = rest;
  for (let before = -1; left.length !== before; ) {
    before = left.length;
    left = left.filter(({ inputs, outputs }) => {
      const isReached = [...inputs, ...outputs].some((tensor) => reached.has(tensor));
      if (isReached) for (const tensor of [...inputs, ...outputs]) reached.add(tensor);
      return !isReached;
    });
  }
  return left.length === 0;
}

/**
 * Bytes that a strip of rows holds between dependent many-to-many operators: the row panel that passes between two products, or,
 * if less, the sums of the second one with the operand of the first, while the panel streams by. A normalisation after a product
 * needs the whole panel; one before a product none, as its statistics can be taken along.
 */
function stripBytes(index: GraphIndex, kernel: readonly Operator[], inside: ReadonlySet<string>): number {
  const row = (tensor: string, rows: number, wide: boolean): number => {
    const { words, dataType } = tensorNamed(index, tensor);
    return (words / rows) * (wide ? 4 : BYTES_OF[dataType]);
  };
  let bytes = 0;
  if (kernel.every((operator) => rowsOf(operator) === undefined)) return 0;
  for (const operator of kernel) {
    const rows = rowsOf(operator);
    const maker = makerOf(index, operator, inside);
    if (maker === undefined) continue;
    const panel = row(maker.outputs[0] ?? "", rowsOf(maker) ?? rows ?? 1, true);
    if (rows === undefined) {
      if (operator.work.kind === "normalisation") bytes += panel;
      continue;
    }
    const streamed = row(operator.outputs[0] ?? "", rows, true) + row(maker.inputs[0] ?? "", rowsOf(maker) ?? rows, false);
    bytes += Math.min(row(operator.inputs[0] ?? "", rows, false), streamed);
  }
  return Math.ceil(bytes * STRIP_ROWS);
}

/** Rows of a product, scores or values, over all batches and heads. */
function rowsOf({ work }: Operator): number | undefined {
  if (work.kind === "product") return work.batch * work.rows;
  if (work.kind === "grouped-product") return work.rows.reduce((sum, rows) => sum + rows, 0);
  if (work.kind === "transposed-values") return work.batch * work.kvHeads * work.keys;
  return work.kind === "scores" || work.kind === "values" ? work.batch * work.heads * work.queries : undefined;
}

/** The product of the kernel whose result reaches the operator's first input through carried forms. */
function makerOf(index: GraphIndex, operator: Operator, inside: ReadonlySet<string>): Operator | undefined {
  const forms = new Set(operator.inputs.slice(0, 1));
  for (const tensor of forms) {
    const producer = index.producer.get(tensor);
    if (producer === undefined || !inside.has(producer.name)) continue;
    if (rowsOf(producer) !== undefined) return producer;
    for (const carried of producer.carries) forms.add(carried);
  }
  return undefined;
}
