import { requireRequirements } from "../required.js";
import { count, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { by, type Fraction, isLess, requireFraction, times, whole } from "../shared/fraction.js";
import { capacityOf } from "../warm-start.js";
import type { Rates } from "./rates.js";

/** A resource as it must be printed: the least amount over the most in a second, or why nothing is said about it. */
export type Due =
  | {
      readonly id: string;
      readonly unit: "bytes" | "operations";
      readonly amount: bigint;
      readonly rate: Fraction;
      readonly boundId?: string;
      readonly assumption: string;
      readonly requires: readonly string[];
    }
  | { readonly id: string; readonly reason: string };

/** What a workload or a layer must compute, by the unit that does it. */
export interface Counts {
  readonly matrix: bigint;
  /** What the count of matrix operations presumes. */
  readonly formed: string;
  readonly special: bigint;
  readonly plain: bigint;
  readonly functions: string;
}

export const CLASSICAL = "every scalar product of the classical algorithm";

/** Bytes over DRAM, of which the L2 may keep results at the end. */
export function dramDue(amount: bigint, boundId: string, given: readonly string[], machine: Fields, rates: Rates): Due {
  const known = Object.hasOwn(machine, "dramPeakBytesPerSecond");
  const rate = known ? "DRAM at the peak of its bus" : "DRAM at its rated bandwidth: no higher peak is known";
  const host =
    machine["kind"] === "accelerator" && Object.hasOwn(machine, "hostBytesPerSecond") ? ", and the host's link beside it" : "";
  const own = `${rate}${host}; cold caches; up to ${capacityOf(machine)} bytes of output may stay ${keptWhere(machine)}`;
  return { id: "dram-l2", unit: "bytes", amount, rate: rates.dram, boundId, assumption: own, requires: given };
}

function keptWhere(machine: Fields): string {
  if (machine["kind"] === "accelerator") return "on the chip";
  return machine["l3Bytes"] === undefined ? "in the L2" : "in the caches";
}

/** Why a rate is not known. */
export function unknown(machine: Fields, what: string): string {
  if (machine["kind"] !== "gpu") return `${what} is not known for this machine`;
  return clockOf(machine) === undefined ? "no clock of this GPU is known" : `${what} is not known for this GPU`;
}

/** The clock that the rates take, as assumptions name it. */
export function clockOf(machine: Fields): string | undefined {
  const of = (field: string, which: string): string => `${Number(machine[field]) / 1e6} MHz (${which})`;
  if (Object.hasOwn(machine, "maximumClockHz")) return of("maximumClockHz", "the highest clock that the driver allows");
  return Object.hasOwn(machine, "clockHz") ? of("clockHz", "nominal: the driver's limit is not confirmed") : undefined;
}

/** Products on the fastest unit of the type, functions and plain operations in 32 bits. */
export function operationDues(type: string, accumulator: string, counts: Counts, machine: Fields, rates: Rates): readonly Due[] {
  const due = (id: string, amount: bigint, rate: Fraction | undefined, none: string, what: string, assumption: string): Due => {
    if (amount === 0n) return { id, reason: none };
    if (rate === undefined) return { id, reason: unknown(machine, what) };
    const requires = id === "matrix" ? ["classical-algebra", "native-types"] : [];
    return { id, unit: "operations", amount, rate, assumption, requires };
  };
  const [fast, clock] = [accumulator === "fp16" ? ", twice the rate with fp32 sums," : "", clockOf(machine)];
  const unit = rates.unit(type);
  const held = unit === type ? "" : `, that of ${unit},`;
  const most = machine["kind"] !== "gpu" ? " at the rated peak: no higher one is known" : `${fast} at ${clock}`;
  const onProducts = `${counts.formed} on the fastest unit for ${type}${held}${most}`;
  const counted = "a function counts as 4 plain operations, the least that it takes outside the special-function units";
  const onSpecial = `${counts.functions} in 32 bits; ${counted}; at ${clock}`;
  const onPlain = `${counts.functions} in 32 bits as its formula has it, none of it on the tensor cores, at ${clock}`;
  const none = "none in this workload that its formula names";
  // A function on its own unit or in four plain operations at least: the two kinds of units share the work at best.
  const functions = counts.special === 0n ? 0n : 4n * counts.special + counts.plain;
  return [
    due("matrix", counts.matrix, rates.matrix(type, accumulator), "none in this workload", `a rate for ${type}`, onProducts),
    due("special", functions, rates.functions, none, "a rate of special operations", onSpecial),
    due("plain", counts.plain, rates.plain, none, "a rate of plain operations", onPlain),
  ];
}

export const TIME_FIELDS: readonly string[] = ["terms", "leftOut", "binds", "seconds", "nanoseconds"];

/** Terms, what is skipped, the term that binds (the first of the longest), its time and the whole nanoseconds in it. */
export function checkTimes(fields: Fields, dues: readonly Due[], path: string): void {
  const within = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const known = dues.filter((due) => "rate" in due);
  const absent = dues.filter((due) => "reason" in due);
  const rows = (name: string, right: number): readonly unknown[] => {
    const found = list(fields[name], within(name));
    requireEqual(BigInt(found.length), BigInt(right), within(name), "the number of rows");
    return found;
  };
  const proven = known.map(({ id, amount, rate }) => ({ id, seconds: by(whole(amount), rate) }));
  rows("terms", known.length).forEach((entry, i) => {
    const at = `${within("terms")}[${i}]`;
    checkTerm(record(entry, at), known[i] as (typeof known)[number], (proven[i] as (typeof proven)[number]).seconds, at);
  });
  if (proven.length === 0) throw new Refused(within("terms"), "no resource of the machine has a rate");
  const binding = proven.reduce((longest, one) => (isLess(longest.seconds, one.seconds) ? one : longest));
  rows("leftOut", absent.length).forEach((entry, i) => {
    const [at, due] = [`${within("leftOut")}[${i}]`, absent[i] as (typeof absent)[number]];
    const row = record(entry, at);
    requireOnly(row, ["id", "reason"], at);
    requireEqual(text(row, "id", at), due.id, `${at}.id`, "the resource");
    requireEqual(text(row, "reason", at), due.reason, `${at}.reason`, "the reason");
  });
  requireEqual(text(fields, "binds", within("binds")), binding.id, within("binds"), "the longest term");
  requireFraction(fields, "seconds", binding.seconds, path === "" ? "document" : path, "the longest time");
  const { over, under } = times(binding.seconds, whole(10n ** 9n));
  requireEqual(count(fields, "nanoseconds", within("nanoseconds")), over / under, within("nanoseconds"), "whole nanoseconds");
}

function checkTerm(term: Fields, due: Extract<Due, { rate: Fraction }>, seconds: Fraction, at: string): void {
  const cited = due.boundId === undefined ? [] : ["boundId"];
  requireOnly(term, ["id", "amount", "unit", "perSecond", "seconds", "assumption", "requires", ...cited], at);
  requireEqual(text(term, "id", at), due.id, `${at}.id`, "the resource");
  requireEqual(text(term, "unit", at), due.unit, `${at}.unit`, "the unit");
  requireEqual(count(term, "amount", at), due.amount, `${at}.amount`, "the least amount");
  requireFraction(term, "perSecond", due.rate, at, "the peak");
  requireFraction(term, "seconds", seconds, at, "the amount over the peak");
  if (due.boundId !== undefined) requireEqual(text(term, "boundId", at), due.boundId, `${at}.boundId`, "the theorem");
  requireEqual(text(term, "assumption", at), due.assumption, `${at}.assumption`, "what the rate presumes");
  requireRequirements(term, "requires", due.requires, at);
}
