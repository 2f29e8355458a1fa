import { type Fields, Refused } from "../shared/fields.js";
import { type Fraction, figure, times, whole } from "../shared/fraction.js";

/** What the machine's resources do in a second at most, from its own figures; undefined where one of them is not known. */
export interface Rates {
  readonly dram: Fraction;
  readonly sms: Fraction | undefined;
  readonly special: Fraction | undefined;
  readonly plain: Fraction | undefined;
  /** Operations of products of a type; sums in fp16 come at twice the rate where they differ. */
  readonly matrix: (type: string, accumulator: string) => Fraction | undefined;
}

export function ratesOf(machine: Fields): Rates {
  const dram = figure(machine, "dramPeakBytesPerSecond") ?? figure(machine, "dramBytesPerSecond");
  if (dram === undefined) throw new Refused("machine.dramBytesPerSecond", "not a positive figure");
  const [sms, nominal, highest] = ["sms", "clockHz", "maximumClockHz"].map((name) => figure(machine, name));
  const clock = highest ?? nominal;
  const ofSms = (perCycle: Fraction | undefined): Fraction | undefined =>
    sms === undefined || clock === undefined || perCycle === undefined ? undefined : times(times(sms, clock), perCycle);
  const cycle = (name: string): Fraction | undefined => ofSms(figure(machine, `perSmCycle.${name}`));
  return {
    dram,
    sms: cycle("l2ReadBytes"),
    special: cycle("specialOperations"),
    plain: cycle("plainOperations"),
    matrix: (type, accumulator) => {
      const rate = ofSms(figure(machine, `operationsPerSmCycle.${type}`));
      return rate === undefined || accumulator !== "fp16" ? rate : times(whole(2n), rate);
    },
  };
}
