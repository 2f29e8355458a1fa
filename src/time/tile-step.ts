import type { DataType } from "../computation/data-types.js";
import { BITS_OF } from "../computation/data-types.js";
import type { Rational } from "../exact/rational.js";
import { divide, multiply, rational, rationalFromDouble } from "../exact/rational.js";
import type { Gpu } from "../machines/machine.js";

/** One k step of a tiled product on one SM, in cycles of the SM: what it computes, and what it fetches from where. */
export interface TileStep {
  readonly operations: bigint;
  /** Operand bytes into the SM. */
  readonly bytes: bigint;
  readonly computeCycles: Rational;
  /** The operand bytes over an equal share of a chip-wide rate in bytes a second. */
  readonly cyclesAt: (chipBytesPerSecond: number) => Rational;
}

/** Undefined where the GPU's clock or its rate for the type is not known. */
export function tileStep(
  tile: { readonly bm: number; readonly bn: number; readonly bk: number },
  type: DataType,
  gpu: Gpu,
): TileStep | undefined {
  const [clock, rate] = [gpu.clockHz, gpu.operationsPerSmCycle[type]];
  if (clock === undefined || rate === undefined) return undefined;
  const [bm, bn, bk] = [BigInt(tile.bm), BigInt(tile.bn), BigInt(tile.bk)];
  const operations = 2n * bm * bn * bk;
  const bytes = ((bm + bn) * bk * BigInt(BITS_OF[type])) / 8n;
  const smCycles = multiply(rational(gpu.sms), rationalFromDouble(clock));
  return {
    operations,
    bytes,
    computeCycles: divide(rational(operations), rationalFromDouble(rate)),
    cyclesAt: (chipBytesPerSecond) => divide(multiply(rational(bytes), smCycles), rationalFromDouble(chipBytesPerSecond)),
  };
}
