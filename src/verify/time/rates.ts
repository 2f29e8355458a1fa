import { type Fields, Refused } from "../shared/fields.js";
import { type Fraction, figure, isLess, NONE, plus, times, whole } from "../shared/fraction.js";

/** What the machine's resources do in a second at most, from its own figures; undefined where one of them is not known. */
export interface Rates {
  /** Nothing on a tree, whose ports have rates of their own. */
  readonly dram: Fraction;
  readonly sms: Fraction | undefined;
  /** Special functions, which count 4 each, and plain operations together. */
  readonly functions: Fraction | undefined;
  readonly plain: Fraction | undefined;
  /** Operations of products of a type; sums in fp16 come at twice the rate where they differ. */
  readonly matrix: (type: string, accumulator: string) => Fraction | undefined;
  /** The type whose unit forms these products fastest: a packed type's own, or one of those that hold all its values. */
  readonly unit: (type: string) => string;
}

/** Types that hold every value of a packed type, up to a power of two. */
const HOLDING: ReadonlyMap<string, readonly string[]> = new Map([
  ["int4", ["int8", "fp8", "fp16"]],
  ["fp4", ["fp8", "int8", "fp16"]],
  ["fp6", ["fp8", "fp16"]],
]);

export function ratesOf(machine: Fields): Rates {
  const rated = figure(machine, "dramPeakBytesPerSecond") ?? figure(machine, "dramBytesPerSecond");
  const dram = machine["kind"] === "tree" ? NONE : rated;
  const host = figure(machine, "hostBytesPerSecond") ?? whole(0n);
  if (dram === undefined) throw new Refused("machine.dramBytesPerSecond", "not a positive figure");
  const [sms, nominal, highest] = ["sms", "clockHz", "maximumClockHz"].map((name) => figure(machine, name));
  const clock = highest ?? nominal;
  const ofSms = (perCycle: Fraction | undefined): Fraction | undefined =>
    sms === undefined || clock === undefined || perCycle === undefined ? undefined : times(times(sms, clock), perCycle);
  const isGpu = machine["kind"] === "gpu";
  const cycle = (name: string): Fraction | undefined => (isGpu ? ofSms(figure(machine, `perSmCycle.${name}`)) : undefined);
  const table = isGpu ? "operationsPerSmCycle" : "peakOperationsPerSecond";
  const unit = (type: string): string => {
    let [best, most] = [type, figure(machine, `${table}.${type}`)];
    for (const other of HOLDING.get(type) ?? []) {
      const rate = figure(machine, `${table}.${other}`);
      if (rate !== undefined && (most === undefined || isLess(most, rate))) [best, most] = [other, rate];
    }
    return best;
  };
  const [special, plain] = [cycle("specialOperations"), cycle("plainOperations")];
  return {
    dram: machine["kind"] === "accelerator" ? plus(dram, host) : dram,
    unit,
    sms: cycle("l2ReadBytes"),
    functions: special === undefined || plain === undefined ? undefined : plus(times(whole(4n), special), plain),
    plain,
    matrix: (type, accumulator) => {
      const listed = figure(machine, `${table}.${unit(type)}`);
      if (!isGpu) return listed;
      const rate = ofSms(listed);
      return rate === undefined || accumulator !== "fp16" ? rate : times(whole(2n), rate);
    },
  };
}
