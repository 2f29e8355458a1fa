import type { Bound } from "../bounds/bound.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import type { Requirement } from "../bounds/requirements.js";
import { areMet, EVERY_KERNEL } from "../bounds/requirements.js";
import { residentOf } from "../bounds/warm-start.js";
import type { DataType } from "../computation/data-types.js";
import { productTypeOf, unitTypeOf } from "../computation/operand-types.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Rational } from "../exact/rational.js";
import { add, compare, divide, multiply, rational } from "../exact/rational.js";
import { bytesOnChip } from "../machines/levels.js";
import { type Accelerator, cacheBytes, type Gpu, type TreeMachine } from "../machines/machine.js";
import type { OperationCounts } from "./operation-counts.js";
import { operationCounts } from "./operation-counts.js";
import { peakDramRate, peakMatrixRate, peakSmRate, perSecondOfSms, smClock } from "./peak-rates.js";
import type { SkippedTerm, TimeOutcome, TimeTerm, TimeTermId } from "./time-term.js";
import { treeTerms } from "./tree-terms.js";

type AnyMachine = Gpu | Accelerator | TreeMachine;

/** A lower bound on the duration of any kernel, or kernels, that do the workload from cold caches. */
export interface TimeBound {
  readonly workload: Workload;
  readonly machine: Gpu | Accelerator | TreeMachine;
  readonly terms: readonly TimeTerm[];
  /** Terms that nothing is said about, and why. */
  readonly leftOut: readonly SkippedTerm[];
  /** The term with the longest time. */
  readonly binding: TimeTerm;
  readonly bounds: readonly Bound[];
}

const NO_CLOCK = "no clock of this GPU is known";

/**
 * The least duration of a workload on a GPU or another accelerator: for each resource the least amount over the peak rate, exactly. Peaks are ceilings (highest
 * clock that the driver allows, width of the memory bus), not rated or sustained figures, so that no run can be shorter.
 *
 * Up to the size of the L2 of stored outputs may still be dirty in it when a kernel ends, so DRAM counts reads, or loads and
 * stores less that. Into the SMs reads count: they have a port of their own.
 *
 * @param bounds what `boundWorkload` proves of them, where that is known already
 */
export function timeBound(
  workload: Workload,
  gpu: AnyMachine,
  bounds: readonly Bound[] = boundWorkload(workload, gpu).bounds,
): TimeBound {
  const operations = operationTerms(productTypeOf(workload), workload.accumulator, operationCounts(workload), gpu);
  if (gpu.kind === "tree") {
    const outcomes = [...treeTerms(bounds, gpu), ...operations];
    const first = outcomes.find((outcome): outcome is TimeTerm => "seconds" in outcome);
    if (first === undefined) throw new InputError("gpu", "a machine with the rate of a port or of products", gpu.id);
    const others = outcomes.filter((outcome) => outcome !== first);
    return { workload, machine: gpu, ...boundOf(first, others), bounds };
  }
  const dram = dramTerm(bounds, gpu);
  const outcomes = [smTerm(bounds, gpu), ...operations];
  return { workload, machine: gpu, ...boundOf(dram, outcomes), bounds };
}

/** The terms that are known beside the first, DRAM's where there is one, those that are not, and the longest. */
export function boundOf(first: TimeTerm, outcomes: readonly TimeOutcome[]): Pick<TimeBound, "terms" | "leftOut" | "binding"> {
  const terms = [first, ...outcomes.filter((outcome) => "seconds" in outcome)];
  const leftOut = outcomes.filter((outcome) => "reason" in outcome);
  const binding = terms.reduce((longest, term) => (compare(term.seconds, longest.seconds) > 0 ? term : longest));
  return { terms, leftOut, binding };
}

/** The least times of counted operations, each over its own peak: matrix units, special functions, plain arithmetic. */
export function operationTerms(
  type: DataType,
  accumulator: DataType,
  counts: OperationCounts,
  gpu: AnyMachine,
): readonly TimeOutcome[] {
  return [matrixTerm(type, accumulator, counts, gpu), specialTerm(counts, gpu), plainTerm(counts, gpu)];
}

function dramTerm(bounds: readonly Bound[], gpu: Gpu | Accelerator): TimeTerm {
  const kept = BigInt(keptBytes(gpu));
  const { amount, boundId, given } = largest(bounds, "dram-l2", ({ reads, value }) =>
    reads !== undefined && reads >= value - kept ? reads : value - kept,
  );
  const start = residentOf(bounds) === undefined ? "cold caches" : "the residents in the L2 at the start";
  return dramTime(amount, boundId, given, gpu, start);
}

/** Bytes over DRAM that are proven, less what may stay in the L2, over the peak of its bus. */
export function dramTime(
  amount: bigint,
  boundId: string,
  given: readonly Requirement[],
  gpu: Gpu | Accelerator,
  start: string = "cold caches",
): TimeTerm {
  const known = gpu.kind === "gpu" ? gpu.dramPeakBytesPerSecond : undefined;
  const perSecond = peakDramRate(gpu);
  const rate = known === undefined ? "DRAM at its rated bandwidth: no higher peak is known" : "DRAM at the peak of its bus";
  const host = gpu.kind === "accelerator" && gpu.hostBytesPerSecond !== undefined ? ", and the host's link beside it" : "";
  const own = `${rate}${host}; ${start}; up to ${keptBytes(gpu)} bytes of output may stay ${keptWhere(gpu)}`;
  const seconds = divide(rational(amount), perSecond);
  return { id: "dram-l2", amount, unit: "bytes", perSecond, seconds, boundId, assumption: own, requires: given };
}

/** Bytes of output that may not have reached DRAM when a kernel ends. */
function keptBytes(machine: Gpu | Accelerator): number {
  return machine.kind === "gpu" ? cacheBytes(machine) : bytesOnChip(machine);
}

function keptWhere(machine: Gpu | Accelerator): string {
  if (machine.kind === "accelerator") return "on the chip";
  return machine.l3Bytes === undefined ? "in the L2" : "in the caches";
}

function smTerm(bounds: readonly Bound[], gpu: Gpu | Accelerator): TimeOutcome {
  if (gpu.kind === "accelerator") return { id: "l2-sm", reason: "no interface of this machine" };
  const perSecond = peakSmRate(gpu);
  if (perSecond === undefined) return missing("l2-sm", gpu, "the width of the SMs' port to the L2");
  const { amount, boundId, given } = largest(bounds, "l2-sm", ({ reads, readsRequire = [] }) =>
    reads !== undefined && areMet(readsRequire, EVERY_KERNEL) ? reads : 0n,
  );
  const apart =
    gpu.maximumClusterSize > 1 ? "; nothing comes from other SMs' shared memory, which may have paths of its own" : "";
  const own = `${gpu.perSmCycle.l2ReadBytes} bytes a cycle into each SM at ${smClock(gpu)?.name}; SMs start empty${apart}`;
  const seconds = divide(rational(amount), perSecond);
  return { id: "l2-sm", amount, unit: "bytes", perSecond, seconds, boundId, assumption: own, requires: given };
}

const ON_MATRIX_UNITS: readonly Requirement[] = ["classical-algebra", "native-types"];

function matrixTerm(type: DataType, accumulator: DataType, counts: OperationCounts, gpu: AnyMachine): TimeOutcome {
  if (counts.matrix === 0n) return { id: "matrix", reason: "none in this workload" };
  const perSecond = peakMatrixRate(gpu, type, accumulator);
  if (perSecond === undefined) return missing("matrix", gpu, `a rate for ${type}`);
  const fast = accumulator === "fp16" ? ", twice the rate with fp32 sums," : "";
  const formed = counts.formed ?? "every scalar product of the classical algorithm";
  const unit = unitTypeOf(gpu.kind === "gpu" ? gpu.operationsPerSmCycle : gpu.peakOperationsPerSecond, type);
  const held = unit === type ? "" : `, that of ${unit},`;
  const most = gpu.kind === "gpu" ? `${fast} at ${smClock(gpu)?.name}` : " at the rated peak: no higher one is known";
  const assumption = `${formed} on the fastest unit for ${type}${held}${most}`;
  const seconds = divide(rational(counts.matrix), perSecond);
  return { id: "matrix", amount: counts.matrix, unit: "operations", perSecond, seconds, assumption, requires: ON_MATRIX_UNITS };
}

/**
 * Plain operations that one function takes at least where the special-function units do not compute it. For an exponential in 32 bits: a
 * polynomial of degree 2 and as much again to split its argument and to set the exponent (FlashAttention-4, arXiv:2603.05451, takes degree 3).
 */
const PLAIN_OF_SPECIAL = 4n;

const NO_FUNCTIONS = "none in this workload that its formula names";

/** Functions on either kind of unit beside the plain operations: 4·special + plain ≤ seconds·(4·rate of special + rate of plain). */
function specialTerm(counts: OperationCounts, gpu: AnyMachine): TimeOutcome {
  if (counts.special === 0n) return { id: "special", reason: NO_FUNCTIONS };
  const [special, plain] = [functionRate("specialOperations", gpu), functionRate("plainOperations", gpu)];
  const both = special && plain && add(multiply(rational(PLAIN_OF_SPECIAL), special), plain);
  const amount = PLAIN_OF_SPECIAL * counts.special + counts.plain;
  const where = `a function counts as ${PLAIN_OF_SPECIAL} plain operations, the least that it takes outside the special-function units`;
  return countedTerm("special", amount, both, `${counts.functions} in 32 bits; ${where};`, gpu);
}

function plainTerm(counts: OperationCounts, gpu: AnyMachine): TimeOutcome {
  if (counts.plain === 0n) return { id: "plain", reason: NO_FUNCTIONS };
  const where = `${counts.functions} in 32 bits as its formula has it, none of it on the tensor cores,`;
  return countedTerm("plain", counts.plain, functionRate("plainOperations", gpu), where, gpu);
}

function functionRate(figure: "specialOperations" | "plainOperations", gpu: AnyMachine): Rational | undefined {
  return gpu.kind === "gpu" ? perSecondOfSms(gpu, gpu.perSmCycle[figure]) : undefined;
}

function countedTerm(
  id: "special" | "plain",
  amount: bigint,
  perSecond: Rational | undefined,
  where: string,
  gpu: AnyMachine,
): TimeOutcome {
  if (gpu.kind !== "gpu" || perSecond === undefined) return missing(id, gpu, `a rate of ${id} operations`);
  const assumption = `${where} at ${smClock(gpu)?.name}`;
  return { id, amount, unit: "operations", perSecond, seconds: divide(rational(amount), perSecond), assumption, requires: [] };
}

function missing(id: TimeTermId, gpu: AnyMachine, figure: string): SkippedTerm {
  if (gpu.kind !== "gpu") return { id, reason: `${figure} is not known for this machine`, unknown: true };
  return { id, reason: smClock(gpu) === undefined ? NO_CLOCK : `${figure} is not known for this GPU`, unknown: true };
}

function largest(
  bounds: readonly Bound[],
  interfaceId: "dram-l2" | "l2-sm",
  amountOf: (bound: Bound) => bigint,
): { readonly amount: bigint; readonly boundId: string; readonly given: readonly Requirement[] } {
  const proven = bounds
    .filter((bound) => bound.interface === interfaceId && bound.scope === "total" && areMet(bound.requires, EVERY_KERNEL))
    .map((bound) => ({ amount: amountOf(bound), boundId: bound.id, given: bound.requires }));
  return proven.reduce((most, one) => (one.amount > most.amount ? one : most));
}
