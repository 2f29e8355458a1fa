import { cacheBytes, fastMemory } from "../memory.js";
import { type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { by, type Fraction, isLess, NONE, plus, requireFraction, times, whole } from "../shared/fraction.js";
import { atLeastZero } from "../shared/integers.js";
import { type Rates, ratesOf } from "../time/rates.js";
import { checkTimes, dramDue, operationDues, TIME_FIELDS } from "../time/time-terms.js";
import type { CheckedGraph } from "./graph.js";
import { type CheckedKernel, checkKernel, readKernel } from "./kernel.js";
import { layerCounts, matrixOperations } from "./operator-work.js";
import { type CheckedPlan, requireOperators } from "./plan.js";

/** The least time of each resource whatever the plan: the floor less results that the L2 keeps, and the operators' operations. */
export function checkLayerTime(graph: CheckedGraph, machine: Fields, floor: bigint, value: unknown): void {
  const time = record(value, "time");
  requireOnly(time, TIME_FIELDS, "time");
  const rates = ratesOf(machine);
  const tensors = [...graph.tensors.values()];
  const type = typeOfProducts(graph, rates);
  const results = tensors.reduce((sum, { output, bytes }) => (output ? sum + bytes : sum), 0n);
  const amount = atLeastZero(floor - heldOf(machine, results));
  const dram = dramDue(amount, "fusion-plan", [], machine, rates);
  checkTimes(time, [dram, ...operationDues(type, "fp32", layerCounts(graph), machine, rates)], "time");
}

/** The fastest type among the products' left operands; before all one whose rate is unknown. */
function typeOfProducts(graph: CheckedGraph, rates: Rates): string {
  let fastest: { readonly type: string; readonly rate: Fraction } | undefined;
  for (const operator of graph.operators.values()) {
    const type = graph.tensors.get(operator.inputs[0] ?? "")?.dataType;
    if (type === undefined || matrixOperations(operator) === 0n) continue;
    const rate = rates.matrix(type, "fp32");
    if (rate === undefined) return type;
    if (fastest === undefined || isLess(fastest.rate, rate)) fastest = { type, rate };
  }
  return fastest?.type ?? "bf16";
}

/** What of so many bytes the L2 may hold. */
function heldOf(machine: Fields, bytes: bigint): bigint {
  const l2 = cacheBytes(machine);
  return bytes < l2 ? bytes : l2;
}

/** A kernel of a plan on a GPU: what it must move, and its least time in a plan. */
export interface TimedKernel {
  readonly operators: readonly string[];
  readonly chip: CheckedKernel;
  readonly reads: bigint;
  readonly seconds: Fraction;
}

const TERMS = ["matrix", "dram-l2", "l2-sm"] as const;

/** Kernel after kernel the longest of loads, DRAM bytes and products, or the plan's DRAM traffic if longer (proofs/fusion-plan.md, Theorem 4). */
export function checkLeastTime(graph: CheckedGraph, machine: Fields, plan: CheckedPlan, value: unknown): readonly TimedKernel[] {
  const path = `${plan.path}.leastTime`;
  const fields = record(value, path);
  requireOnly(fields, ["seconds", "kernels"], path);
  const { sms, dram } = plan;
  if (sms === undefined || dram === undefined) throw new Refused(`${plan.path}.bounds`, "lack an interface that times rest on");
  const rates = ratesOf(machine);
  const entries = list(fields["kernels"], `${path}.kernels`);
  requireEqual(BigInt(entries.length), BigInt(plan.kernels.length), `${path}.kernels`, "the number of kernels");
  const kernels = plan.kernels.map((operators, i): TimedKernel => {
    const at = `${path}.kernels[${i}]`;
    const entry = record(entries[i], at);
    requireOnly(entry, ["certificate", "binds", "seconds", "terms"], at);
    requireOperators(entry["certificate"], operators, `${at}.certificate`);
    const chip = checkKernel(graph, entry["certificate"], fastMemory(machine, "dram-l2", at), `${at}.certificate`);
    const { inputs, outputs } = readKernel(graph, operators);
    const kept = heldOf(machine, bytesOf(graph, inputs)) + heldOf(machine, bytesOf(graph, outputs));
    const reads = sms[i]?.reads ?? 0n;
    const right = timesOf(graph, rates, operators, atLeastZero(chip.value - kept), reads);
    const terms = record(entry["terms"], `${at}.terms`);
    requireOnly(terms, TERMS, `${at}.terms`);
    for (const term of TERMS) requireFraction(terms, term, right[term], `${at}.terms`, "the amount over the peak");
    const binds = longestOf(right);
    requireEqual(text(entry, "binds", at), binds, `${at}.binds`, "the longest term");
    requireFraction(entry, "seconds", right[binds], at, "the longest term");
    return { operators, chip, reads, seconds: right[binds] };
  });
  const inTurn = secondsInTurn(kernels);
  const { outputs } = readKernel(graph, [...graph.operators.keys()]);
  const overDram = by(whole(atLeastZero(dram - heldOf(machine, bytesOf(graph, outputs)))), rates.dram);
  requireFraction(fields, "seconds", isLess(inTurn, overDram) ? overDram : inTurn, path, "the least time of the plan");
  return kernels;
}

export function secondsInTurn(kernels: readonly TimedKernel[]): Fraction {
  return kernels.reduce((sum, { seconds }) => plus(sum, seconds), NONE);
}

type KernelTimes = Readonly<Record<(typeof TERMS)[number], Fraction>>;

/** The first of the longest terms. */
function longestOf(right: KernelTimes): (typeof TERMS)[number] {
  return TERMS.reduce((longest, term) => (isLess(right[longest], right[term]) ? term : longest));
}

/** Amounts over peaks; a rate that is not known takes no time, and of types of products the longest counts alone. */
function timesOf(graph: CheckedGraph, rates: Rates, operators: readonly string[], dram: bigint, reads: bigint): KernelTimes {
  const products = new Map<string, bigint>();
  for (const name of operators) {
    const operator = graph.operators.get(name);
    const type = graph.tensors.get(operator?.inputs[0] ?? "")?.dataType;
    if (operator !== undefined && type !== undefined) products.set(type, (products.get(type) ?? 0n) + matrixOperations(operator));
  }
  const matrix = [...products].reduce((longest, [type, operations]) => {
    const rate = operations === 0n ? undefined : rates.matrix(type, type === "fp64" ? "fp64" : "fp32");
    const seconds = rate === undefined ? NONE : by(whole(operations), rate);
    return isLess(longest, seconds) ? seconds : longest;
  }, NONE);
  return {
    matrix,
    "dram-l2": by(whole(dram), rates.dram),
    "l2-sm": rates.sms === undefined ? NONE : by(whole(reads), rates.sms),
  };
}

function bytesOf(graph: CheckedGraph, tensors: Iterable<string>): bigint {
  return [...tensors].reduce((sum, name) => sum + (graph.tensors.get(name)?.bytes ?? 0n), 0n);
}

/** A plan's time with all DRAM bytes counted, by what it goes into: of a kernel that bytes bind like the bytes at its boundary. */
export function checkTimeShares(
  graph: CheckedGraph,
  machine: Fields,
  value: unknown,
  plans: readonly { readonly id: string; readonly timed: readonly TimedKernel[] | undefined }[],
): void {
  const shares = record(value, "timeShares");
  requireOnly(shares, ["plan", "weights", "cache", "activations", "arithmetic"], "timeShares");
  const id = text(shares, "plan", "timeShares");
  const timed = plans.find((plan) => plan.id === id)?.timed;
  if (timed === undefined) throw new Refused("timeShares.plan", `no plan '${id}' with least times`);
  const rates = ratesOf(machine);
  const right = { weights: NONE, cache: NONE, activations: NONE, arithmetic: NONE };
  for (const { operators, chip, reads } of timed) {
    const own = timesOf(graph, rates, operators, chip.value, reads);
    const binds = longestOf(own);
    if (binds === "matrix") {
      right.arithmetic = plus(right.arithmetic, own.matrix);
      continue;
    }
    const { inputs, outputs } = readKernel(graph, operators);
    const crossing = [...inputs, ...outputs];
    const all = bytesOf(graph, crossing);
    for (const name of crossing) {
      const part = shareOf(graph, name);
      right[part] = plus(right[part], by(times(own[binds], whole(bytesOf(graph, [name]))), whole(all)));
    }
  }
  for (const [name, seconds] of Object.entries(right)) requireFraction(shares, name, seconds, "timeShares");
}

/** Keys and values are those in the cache and those appended to it. */
export function shareOf(graph: CheckedGraph, name: string): "weights" | "cache" | "activations" {
  const kind = graph.tensors.get(name)?.kind;
  if (kind === "weight") return "weights";
  const isAppended = graph.operators.get(graph.makers.get(name) ?? "")?.work["kind"] === "copy";
  return kind === "cache" || isAppended ? "cache" : "activations";
}
