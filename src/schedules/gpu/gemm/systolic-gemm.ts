import { BYTES_OF } from "../../../computation/data-types.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { checkInteger, InputError } from "../../../errors.js";
import { bigints, ceilDivide, maximum } from "../../../exact/integer.js";
import type { Accelerator } from "../../../machines/machine.js";

/** What a product on a systolic array leaves open. */
export interface SystolicOptions {
  /** Rows of A that pass a weight tile: at most the rows of the accumulators, half of them unless given. */
  readonly band?: number | undefined;
}

/**
 * A product on a weight-stationary systolic array (TPU v1). Rows of A wait in the unified buffer, `rows` at a time; tile by tile,
 * R×C words of B are shifted into the array, all waiting rows stream past, and their sums are added up in the accumulators until
 * all of k has passed; then a finished rows×C of C goes back through the buffer. With half the accumulators a time the other half
 * drains. Source: Jouppi et al., ISCA'17, section 2.
 */
export interface SystolicGemm {
  readonly id: "weight-stationary";
  readonly workload: GemmWorkload;
  readonly machine: Accelerator;
  /** Rows and columns of the array, and so of a weight tile. */
  readonly arrayRows: number;
  readonly arrayColumns: number;
  readonly accumulatorRows: number;
  /** Rows of A that pass a weight tile. */
  readonly rows: number;
  /** Of the unified buffer: the waiting rows of A and a finished tile of C. */
  readonly bufferBytes: number;
  /** Cycles of the array: a row a cycle, at least as many as a weight tile takes to shift in. */
  readonly arrayCycles: bigint;
  /** Bytes between DRAM (or host) and chip, and into and out of the array; the accumulators' sums are read to be added to and to drain. */
  readonly bytes: {
    readonly dram: { readonly a: bigint; readonly b: bigint; readonly c: bigint };
    readonly array: { readonly a: bigint; readonly b: bigint; readonly sumReads: bigint; readonly sumWrites: bigint };
  };
}

/**
 * Plans a product on a machine's systolic array.
 *
 * @throws InputError naming `gpu`, `dtype`, `accumulator`, `band` or `k` where the machine has no such array or it does not fit.
 */
export function systolicGemm(w: GemmWorkload, machine: Accelerator, options: SystolicOptions = {}): SystolicGemm {
  const { matrixUnit } = machine;
  const buffer = machine.onChipBytes["unifiedBuffer"];
  const accumulators = machine.onChipBytes["accumulators"];
  if (matrixUnit === undefined || buffer === undefined || accumulators === undefined) {
    throw new InputError("gpu", "a machine with a systolic array and its buffers, such as tpu-v1", machine.id);
  }
  if (machine.peakOperationsPerSecond[w.dataType] === undefined) {
    const types = Object.keys(machine.peakOperationsPerSecond).join(", ");
    throw new InputError("dtype", `${types}, the operands of ${machine.id}`, w.dataType);
  }
  if (w.rightType !== undefined) throw new InputError("b-dtype", `operands of one type on ${machine.id}`, w.rightType);
  const { rows: arrayRows, columns: arrayColumns } = matrixUnit;
  const [operand, output] = [BYTES_OF[w.dataType], BYTES_OF[w.outputType]];
  const accumulatorRows = Math.floor(accumulators / (arrayColumns * BYTES_OF[w.accumulator]));
  const width = Math.min(arrayColumns, w.n);
  const buffered = Math.floor(buffer / (w.k * operand + width * output));
  if (buffered < 1) {
    throw new InputError(
      "k",
      `a row of A and of a tile of C within the ${buffer} bytes of the unified buffer of ${machine.id}`,
      `${w.k * operand + width * output} bytes`,
    );
  }
  const most = Math.min(w.m, accumulatorRows, buffered);
  const usual = Math.min(most, Math.max(1, Math.floor(accumulatorRows / 2)));
  const rows = checkInteger("band", options.band ?? usual, 1, most);
  const [m, n, k, batch] = bigints(w.m, w.n, w.k, w.batch);
  const [chunks, across, down] = [
    ceilDivide(m, BigInt(rows)),
    ceilDivide(n, BigInt(arrayColumns)),
    ceilDivide(k, BigInt(arrayRows)),
  ];
  const [operandBytes, outputBytes, sumBytes] = [BigInt(operand), BigInt(output), BigInt(BYTES_OF[w.accumulator])];
  const [a, b, c] = [batch * m * k * operandBytes, chunks * batch * k * n * operandBytes, batch * m * n * outputBytes];
  const passes = batch * across * down;
  const cyclesOf = (passing: bigint): bigint => maximum(passing, BigInt(arrayRows));
  const arrayCycles = passes * ((chunks - 1n) * cyclesOf(BigInt(rows)) + cyclesOf(m - (chunks - 1n) * BigInt(rows)));
  const sums = batch * m * n * sumBytes;
  return {
    id: "weight-stationary",
    workload: w,
    machine,
    arrayRows,
    arrayColumns,
    accumulatorRows,
    rows,
    bufferBytes: rows * (w.k * operand + width * output),
    arrayCycles,
    bytes: {
      dram: { a, b, c },
      array: { a: across * a, b, sumReads: down * sums, sumWrites: down * sums },
    },
  };
}

/** The parameters as a traffic document prints them. */
export function describeSystolicGemm(schedule: SystolicGemm): Readonly<Record<string, string | number>> {
  const { id, arrayRows, arrayColumns, accumulatorRows, rows, bufferBytes, arrayCycles } = schedule;
  const cycles = arrayCycles <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(arrayCycles) : `${arrayCycles}`;
  return { id, array: `${arrayRows}x${arrayColumns}`, accumulatorRows, band: rows, bufferBytes, arrayCycles: cycles };
}
