import { bytesOf, count, type Fields, record } from "../shared/fields.js";
import { by, type Fraction, isLess, NONE, plus, whole } from "../shared/fraction.js";
import { type CheckedGraph, type CheckedOperator, PRODUCTS } from "./graph.js";
import { rowsOf } from "./operator-work.js";

/** Rows of the smallest operand tile of a tensor core. */
const STRIP_ROWS = 16n;

/** Operators whose every operand is read whole, over all rows. */
const OVER_ROWS: readonly unknown[] = [
  ...["group-normalisation", "convolution", "other-convolution", "pooling"],
  ...["gather", "combine", "transposed-values", "attention-backward", "grouped-gradient", "scan"],
];

/** Why a kernel of these operators is thought not to be built, as documents say it (docs/layers.md); undefined where it may be. */
export function objectionTo(graph: CheckedGraph, machine: Fields, names: readonly string[]): string | undefined {
  const inside = new Set(names);
  const kernel = [...inside].flatMap((name) => {
    const operator = graph.operators.get(name);
    return operator === undefined ? [] : [{ name, ...operator }];
  });
  const unknown = kernel.find(({ work }) => work["kind"] === "unsupported");
  if (unknown !== undefined && kernel.length > 1) return `${unknown.name} is not known`;
  // A form of what comes from memory is not made here; every operator follows the makers of its operands.
  const made = new Set<string>();
  // What follows from a scan's results is in some block a part of a row, for no block has all heads.
  const parted = new Set<string>();
  for (const { name, work, inputs, outputs, carries } of kernel) {
    const everyRow = OVER_ROWS.includes(work["kind"]) || work["leftTransposed"] === true;
    const isProduct = PRODUCTS.includes(work["kind"]);
    const whole = everyRow ? inputs : isProduct ? inputs.slice(1) : [];
    if (whole.some((tensor) => made.has(tensor))) return `${name} needs all rows of a tensor that the kernel makes`;
    const readsParts = inputs.some((tensor) => parted.has(tensor));
    if (readsParts && (isProduct || work["kind"] === "normalisation"))
      return `${name} needs whole rows of a tensor that the kernel makes`;
    if (readsParts || work["kind"] === "scan") for (const tensor of outputs) parted.add(tensor);
    if (carries.length === 0 || carries.some((tensor) => made.has(tensor))) for (const tensor of outputs) made.add(tensor);
  }
  if (!isConnected(kernel)) return "nothing passes between its operators";
  const held = stripBytes(graph, kernel, inside);
  const capacity = capacityOf(machine);
  return held > capacity ? `a strip of ${STRIP_ROWS} rows takes ${held} bytes of ${capacity}` : undefined;
}

/** Bytes of one SM, or of all memories of another chip. */
function capacityOf(machine: Fields): bigint {
  const own = (name: string): bigint => count(machine, name, "machine");
  if (machine["kind"] === "gpu") {
    return 4n * own("registersPerSm") + own("l1AndSharedMemoryPerSmBytes") + own("tensorMemoryPerSmBytes");
  }
  const memories = record(machine["onChipBytes"], "machine.onChipBytes");
  return Object.keys(memories).reduce((sum, name) => sum + count(memories, name, "machine.onChipBytes"), 0n);
}

/** Through tensors that one makes and another reads, or that both read. */
function isConnected(kernel: readonly CheckedOperator[]): boolean {
  let waiting = kernel.slice(1);
  const reached = new Set(kernel.slice(0, 1).flatMap(({ inputs, outputs }) => [...inputs, ...outputs]));
  for (let before = -1; kernel.length > 0 && waiting.length !== before; ) {
    before = waiting.length;
    waiting = waiting.filter(({ inputs, outputs }) => {
      const tensors = [...inputs, ...outputs];
      const isReached = tensors.some((name) => reached.has(name));
      if (isReached) for (const name of tensors) reached.add(name);
      return !isReached;
    });
  }
  return kernel.length > 0 && waiting.length === 0;
}

/**
 * What a strip of rows holds between two products: the panel between them or, if less, sums and operand while it streams by; before
 * a normalisation the panel.
 */
function stripBytes(graph: CheckedGraph, kernel: readonly CheckedOperator[], inside: ReadonlySet<string>): bigint {
  const row = (name: string | undefined, rows: bigint, width?: bigint): Fraction => {
    const tensor = graph.tensors.get(name ?? "");
    if (tensor === undefined) return NONE;
    return by(whole(tensor.words * (width ?? bytesOf({ ...tensor }, "dataType", "graph.tensors"))), whole(rows));
  };
  let held = NONE;
  for (const operator of kernel) {
    const maker = productBefore(graph, operator, inside);
    if (maker === undefined) continue;
    const makerRows = rowsOf(maker.work);
    if (PRODUCTS.includes(operator.work["kind"])) {
      const rows = rowsOf(operator.work);
      const panel = row(operator.inputs[0], rows);
      const streamed = plus(row(operator.outputs[0], rows, 4n), row(maker.inputs[0], makerRows));
      held = plus(held, isLess(panel, streamed) ? panel : streamed);
    } else if (operator.work["kind"] === "normalisation") held = plus(held, row(maker.outputs[0], makerRows, 4n));
  }
  const { over, under } = held;
  return (over * STRIP_ROWS + under - 1n) / under;
}

/** The nearest product of the kernel whose result reaches the first operand through carried forms. */
function productBefore(graph: CheckedGraph, operator: CheckedOperator, inside: ReadonlySet<string>): CheckedOperator | undefined {
  const seen = new Set(operator.inputs.slice(0, 1));
  for (const name of seen) {
    const maker = graph.makers.get(name) ?? "";
    const producer = inside.has(maker) ? graph.operators.get(maker) : undefined;
    if (producer === undefined) continue;
    if (PRODUCTS.includes(producer.work["kind"])) return producer;
    for (const carried of producer.carries) seen.add(carried);
  }
  return undefined;
}
