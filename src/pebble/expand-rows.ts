import type {
  ElementwiseWorkload,
  NormWorkload,
  RotaryWorkload,
  RowWorkload,
  SoftmaxWorkload,
} from "../computation/row-workloads.js";
import { rowInputs, rowWords } from "../computation/row-workloads.js";
import { checkInteger } from "../errors.js";
import { checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { WordWriter } from "./word-writer.js";

/** How the statistics of a row are evaluated, and what is in memory between kernels. */
export interface RowExpansion extends ExpansionOptions {
  /**
   * Neighbouring columns that enter a row's maximum and sum together: 1 (the default) is online softmax word by word, all columns the
   * softmax that finishes the maximum first.
   */
  readonly keyBlock?: number;
  /** LayerNorm: sums of x and x² in one sweep (default), or the mean first and then squared deviations from it. */
  readonly deviations?: boolean;
  /** Softmax: the first maximum is a word of its own, `M[i]@0`, not the first word of X, which may then leave and come again; default false. */
  readonly ownMaximum?: boolean;
  /** Statistics as words of their own, in memory between two kernels: `M[i,0]`, `L[i,0]` (softmax), `V[i,0]`, `S[i,0]`. */
  readonly storedStatistics?: boolean;
  /** Elementwise: the first operand goes through a function of its own before it meets the others: `T1[i,j]`, `T2[i,j]`, … */
  readonly separate?: boolean;
}

/**
 * Expands a kernel of rows into its CDAG at word level, row by row:
 *
 * * elementwise: `Y[i,j]` from X1, then X2, …; alone, a function of X1;
 * * softmax: `M[i]@t`, the maximum so far, `R[i]@t` = exp(M before − M now), `E[i,j]` = exp(X − M), `L[i]@t`, the sum of E so far, block
 *   of columns by block; then `Y[i,j]` = exp(X − M) / L from X, M and L;
 * * rmsnorm: `V[i]`, the sum of squares; `Y[i,j]` from X, V and the gain;
 * * layernorm: `S[i]`, the sum, and `V[i]`, the sum of squares (or of squared deviations); `Y[i,j]` from X, S, V, gain and shift;
 * * rotary: `Y[i,c]` and `Y[i,c+dim/2]` of a head, each from both words of X, cosine and sine.
 *
 * Scale factors and roots are evaluated with the last addition of their sum and have no vertex.
 *
 * @throws InputError when the expansion would pass `maximumVertices`, or for a block of no columns.
 */
export function expandRows(workload: RowWorkload, options: RowExpansion = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  checkInteger("softmax-block", options.keyBlock ?? 1, 1);
  if (workload.kind === "elementwise") checkInteger("inputs", workload.inputs, 1);
  const words = BigInt(workload.rows) * BigInt(rowWords(workload));
  checkVertexCount(workload.kind, words * (workload.kind === "elementwise" ? 2n * BigInt(workload.inputs) : 9n), maximumVertices);
  const writer = new RowsWriter(workload, how, weights);
  for (let row = 0; row < workload.rows; row++) {
    switch (workload.kind) {
      case "elementwise":
        writeElementwise(writer, workload, row, options.separate === true);
        break;
      case "softmax":
        writeSoftmax(writer, workload, row, options);
        break;
      case "rotary":
        writeRotary(writer, workload, row);
        break;
      default:
        writeNorm(writer, workload, row, options.deviations === true, options.storedStatistics === true);
    }
  }
  return writer.build();
}

function writeElementwise(graph: RowsWriter, w: ElementwiseWorkload, row: number, separate: boolean): void {
  const names = rowInputs(w).map(({ name }) => name);
  for (let j = 0; j < w.columns; j++) {
    const terms = names.map((name) => graph.read(name, row, j));
    const [first, ...rest] = terms as [number, ...number[]];
    if (rest.length === 0) {
      graph.result(row, j, [first]);
      continue;
    }
    let value = separate ? graph.add(`T1[${row},${j}]`, graph.bytes.output, [first]) : first;
    rest.forEach((term, at) => {
      if (at === rest.length - 1) graph.result(row, j, [value, term]);
      else value = graph.add(`T${at + 2}[${row},${j}]`, separate ? graph.bytes.output : graph.bytes.sum, [value, term]);
    });
  }
}

function writeSoftmax(graph: RowsWriter, w: SoftmaxWorkload, row: number, options: RowExpansion): void {
  const { keyBlock: block = 1, ownMaximum = false, storedStatistics = false } = options;
  const x = Array.from({ length: w.columns }, (_, j) => graph.read("X", row, j));
  let [maximum, total]: [number | undefined, number | undefined] = [undefined, undefined];
  for (let first = 0, t = 0; first < x.length; first += block, t++) {
    const words = x.slice(first, first + block);
    const before = maximum;
    const now = graph.maximum(`M[${row}]@${t}`, before, words, ownMaximum);
    const factor = before === undefined ? undefined : graph.add(`R[${row}]@${t}`, graph.bytes.sum, [before, now]);
    const powers = words.map((word, at) => graph.add(`E[${row},${first + at}]`, graph.bytes.sum, [word, now]));
    const carried = total === undefined || factor === undefined ? undefined : { value: total, factor };
    total = graph.terms(`L[${row}]@${t}`, powers, carried);
    maximum = now;
  }
  const statistics = graph.statistics(row, { M: maximum as number, L: total as number }, storedStatistics);
  for (const [j, word] of x.entries()) graph.result(row, j, [word, ...statistics]);
}

function writeNorm(graph: RowsWriter, w: NormWorkload, row: number, deviations: boolean, stored: boolean): void {
  const x = Array.from({ length: w.columns }, (_, j) => graph.read("X", row, j));
  const shared = rowInputs(w)
    .slice(1)
    .map(({ name }) => name);
  const squares = (others: readonly number[]): number =>
    graph.functions(
      `V[${row}]`,
      x.map((word) => [word, ...others]),
    );
  let found: Readonly<Record<string, number>>;
  if (w.kind === "rmsnorm") found = { V: squares([]) };
  else {
    const sum = graph.functions(
      `S[${row}]`,
      x.map((word) => [word]),
    );
    found = { S: sum, V: squares(deviations ? [sum] : []) };
  }
  const statistics = graph.statistics(row, found, stored);
  for (const [j, word] of x.entries()) {
    graph.result(row, j, [word, ...statistics, ...shared.map((name) => graph.read(name, 0, j))]);
  }
}

function writeRotary(graph: RowsWriter, w: RotaryWorkload, row: number): void {
  const half = w.dim / 2;
  for (let head = 0; head < w.heads; head++) {
    for (let c = 0; c < half; c++) {
      const pair = [head * w.dim + c, head * w.dim + c + half];
      const operands = pair.map((column) => graph.read("X", row, column));
      const angle = [graph.read("cos", row, c), graph.read("sin", row, c)];
      for (const column of pair) graph.result(row, column, [...operands, ...angle]);
    }
  }
}

class RowsWriter extends WordWriter {
  read(array: string, row: number, column: number): number {
    return this.input(`${array}[${row},${column}]`);
  }

  result(row: number, column: number, operands: readonly number[]): void {
    this.output(this.add(`Y[${row},${column}]`, this.bytes.output, operands));
  }

  /** The maximum so far, from the one before. */
  maximum(word: string, before: number | undefined, values: readonly number[], own: boolean): number {
    if (before !== undefined) return this.terms(word, [before, ...values]);
    const [first, ...rest] = values as [number, ...number[]];
    if (!own) return this.terms(word, values);
    const copy = this.add(`${word}#0`, this.bytes.sum, [first]);
    return rest.length === 0 ? copy : this.terms(word, [copy, ...rest]);
  }

  /** The statistics themselves, or copies of them that memory holds. */
  statistics(row: number, found: Readonly<Record<string, number>>, stored: boolean): readonly number[] {
    if (!stored) return Object.values(found);
    return Object.entries(found).map(([name, vertex]) => this.add(`${name}[${row},0]`, this.bytes.sum, [vertex]));
  }
}
