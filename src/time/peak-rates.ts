import type { DataType } from "../computation/data-types.js";
import { rateOf } from "../computation/operand-types.js";
import type { Rational } from "../exact/rational.js";
import { multiply, rational, rationalFromDouble } from "../exact/rational.js";
import type { Accelerator, Gpu, TreeMachine } from "../machines/machine.js";

/** Bytes a second that no kernel passes at DRAM: width of the bus times its rate; the rated figure where no higher peak is known. */
export function peakDramRate(machine: Gpu | Accelerator): Rational {
  if (machine.kind === "accelerator") return rationalFromDouble(machine.dramBytesPerSecond + (machine.hostBytesPerSecond ?? 0));
  return rationalFromDouble(machine.dramPeakBytesPerSecond ?? machine.dramBytesPerSecond);
}

/** The clock that no kernel passes, for people too: the nominal boost clock where the driver's limit is not known. */
export interface SmClock {
  readonly hertz: number;
  readonly name: string;
  readonly isNominal: boolean;
}

/** The highest clock of the SMs that is known; undefined where none is. */
export function smClock({ maximumClockHz, clockHz }: Gpu): SmClock | undefined {
  const hertz = maximumClockHz ?? clockHz;
  if (hertz === undefined) return undefined;
  const isNominal = maximumClockHz === undefined;
  const which = isNominal ? "nominal: the driver's limit is not confirmed" : "the highest clock that the driver allows";
  return { hertz, name: `${hertz / 1e6} MHz (${which})`, isNominal };
}

/** Bytes a second into all SMs at the highest clock; undefined where the port or the clock is not known. */
export function peakSmRate(gpu: Gpu): Rational | undefined {
  return perSecondOfSms(gpu, gpu.perSmCycle.l2ReadBytes);
}

/**
 * Operations a second of the fastest unit for the type at the highest clock, of a packed type perhaps that of a wider one. Where sums
 * in fp32 run at half the rate of sums in fp16 (GeForce), the figure of a GPU is that of fp32. Of other machines the rated peak.
 */
export function peakMatrixRate(
  gpu: Gpu | Accelerator | TreeMachine,
  type: DataType,
  accumulator: DataType,
): Rational | undefined {
  if (gpu.kind !== "gpu") {
    const rated = rateOf(gpu.peakOperationsPerSecond, type);
    return rated === undefined ? undefined : rationalFromDouble(rated);
  }
  const rate = rateOf(gpu.operationsPerSmCycle, type);
  return perSecondOfSms(gpu, rate === undefined ? undefined : (accumulator === "fp16" ? 2 : 1) * rate);
}

/** What every SM does in a cycle, a second; undefined where the figure or the clock is not known. */
export function perSecondOfSms(gpu: Gpu, perSmCycle: number | undefined): Rational | undefined {
  const clock = smClock(gpu);
  if (perSmCycle === undefined || clock === undefined) return undefined;
  return multiply(rational(gpu.sms), multiply(rationalFromDouble(perSmCycle), rationalFromDouble(clock.hertz)));
}

/**
 * The clock that estimates of time presume, in one sentence for people. Tensor cores are taken at their rated peak, which stands for
 * the clock that the power limit leaves them: on an H100 of 700 W products ran at 1.56 to 1.85e9 Hz (median 1.76e9), kernels without
 * products at 1.97e9 (cycles over seconds of data/h100-times.csv as the profiler read them).
 */
export function estimateClockSentence(gpu: Gpu): string {
  const clock = gpu.clockHz === undefined ? "an H200's clock" : `the nominal boost clock of ${gpu.clockHz / 1e6} MHz`;
  return `Estimates presume ${clock}, and the rated peak of the matrix units, which is about what a power limit leaves them.`;
}
