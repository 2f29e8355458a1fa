import type { ChainWorkload } from "../../computation/chain.js";
import { BYTES_OF } from "../../computation/data-types.js";
import type { FfnWorkload } from "../../computation/ffn.js";
import { checkInteger, InputError } from "../../errors.js";
import { bigints, ceilDivide } from "../../exact/integer.js";
import { bytesOnChip } from "../../machines/levels.js";
import type { Accelerator } from "../../machines/machine.js";
import { stagesOf } from "../gpu/chain/two-stages.js";
import type { ScheduleEntry } from "../schedule-entry.js";

export const STREAMED_BLOCK_ENTRY: ScheduleEntry = {
  id: "streamed-block",
  workload:
    "chain, ffn: rows pass all stages on the chip, H never leaves; weights stay where they fit, else they pass again for every band of rows",
  machine: "sn40l",
  parameters: "--band ROWS in flight, as many as fit unless given",
  source: "Prabhakar et al., SambaNova SN40L, MICRO'24; every move is refereed",
};

/** What a streamed block leaves open. */
export interface StreamedBlockOptions {
  /** Rows in flight; default as many as fit. */
  readonly band?: number | undefined;
}

/**
 * A chain or feed-forward block as one streaming kernel of a dataflow machine: rows pass all stages on the chip, H never leaves. The
 * weights stay where they fit beside a row in flight; else they are read again for every band of rows. Source: Prabhakar et al.,
 * MICRO'24, for the machine, which runs whole decoder blocks so.
 */
export interface StreamedBlock {
  readonly id: "streamed-block";
  readonly workload: ChainWorkload | FfnWorkload;
  readonly machine: Accelerator;
  readonly weights: "resident" | "streamed";
  /** Rows in flight. */
  readonly rows: number;
  /** Of all memory on the chip: weights that stay, rows of the input and of H, and sums. */
  readonly heldBytes: bigint;
  /** Read: the input, each first matrix, the second; written: the output. */
  readonly bytes: { readonly input: bigint; readonly first: bigint; readonly second: bigint; readonly output: bigint };
}

/**
 * Plans a block on a machine with one kind of memory, weights staying where they fit.
 *
 * @throws InputError naming `band`, or `workload` when not one row fits the chip.
 */
export function streamedBlock(
  workload: ChainWorkload | FfnWorkload,
  machine: Accelerator,
  options: StreamedBlockOptions = {},
): StreamedBlock {
  const { m, k, l, n, names } = stagesOf(workload);
  const [operand, output] = [BigInt(BYTES_OF[workload.dataType]), BigInt(BYTES_OF[workload.outputType])];
  const sum = BigInt(Math.max(BYTES_OF[workload.accumulator], BYTES_OF[workload.outputType], BYTES_OF[workload.dataType]));
  if (workload.rightType !== undefined)
    throw new InputError("weight-dtype", `operands of one type on ${machine.id}`, workload.rightType);
  const [rows, inner, hidden, columns, fronts] = bigints(m, k, l, n, names.b.length);
  const capacity = BigInt(bytesOnChip(machine));
  const [first, second] = [inner * hidden * operand, hidden * columns * operand];
  const all = fronts * first + second;
  const row = (inner + hidden) * operand;
  // With the weights there a row's sums are finished one after the other; streamed weights meet a sum of every row.
  const [besideWeights, streaming] = [(capacity - all - fronts * sum) / row, (capacity - operand) / (row + fronts * sum)];
  const weights = capacity >= all + fronts * sum + row ? "resident" : "streamed";
  const fitting = weights === "resident" ? besideWeights : streaming;
  if (fitting < 1n) {
    const needed = row + fronts * sum + operand;
    throw new InputError("workload", `a row of the block within the ${capacity} bytes on ${machine.id}`, `${needed} bytes`);
  }
  const most = Number(fitting < rows ? fitting : rows);
  const band = checkInteger("band", options.band ?? most, 1, most);
  const held = BigInt(band);
  const passes = weights === "resident" ? 1n : ceilDivide(rows, held);
  return {
    id: "streamed-block",
    workload,
    machine,
    weights,
    rows: band,
    heldBytes: weights === "resident" ? all + fronts * sum + held * row : operand + held * (row + fronts * sum),
    bytes: {
      input: rows * inner * operand,
      first: passes * first,
      second: passes * second,
      output: rows * columns * output,
    },
  };
}

/** The parameters as a traffic document prints them. */
export function describeStreamedBlock(schedule: StreamedBlock): Readonly<Record<string, string | number>> {
  const { id, weights, rows, heldBytes } = schedule;
  const held = heldBytes <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(heldBytes) : `${heldBytes}`;
  return { id, weights, band: rows, heldBytes: held };
}
