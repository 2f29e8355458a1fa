import { einsumComputation } from "../computation/einsum.js";
import { gemmComputation } from "../computation/gemm.js";
import type { AskedResident, Resident } from "../computation/resident.js";
import { checkWorkload, type Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { definitionsOf } from "../machines/interfaces.js";
import type { Interface, Machine } from "../machines/machine.js";
import type { Bound } from "./bound.js";
import { boundToJson, type Json, toJson } from "./certificates/json.js";
import { fusionCriteria } from "./chain/fusion-criterion.js";
import { bestBounds, type OutputStationaryRule, proveBounds, proveOutputStationaryBounds } from "./prove.js";
import { commonRequirements } from "./requirements.js";
import { residentOf } from "./warm-start.js";

/** Bounds of a workload on a machine, in memory. */
export interface BoundsReport {
  readonly workload: Workload;
  readonly machine: Machine;
  /** What lies in the fast memory at the start; absent where nothing does. */
  readonly resident?: readonly Resident[];
  readonly bounds: readonly Bound[];
}

/**
 * Proves every bound that applies to the workload on the machine. With a rule for sums also the bound of the products that follow it, of
 * scope `class`.
 *
 * @throws InputError naming `assume` where the rule does not apply to the workload, `resident` as `proveBounds`.
 */
export function boundWorkload(
  workload: Workload,
  machine: Machine,
  rule?: OutputStationaryRule,
  asked?: readonly AskedResident[],
): BoundsReport {
  checkWorkload(workload);
  checkHoldsOneProduct(workload, machine);
  const bounds = proveBounds(workload, machine, asked);
  const resident = residentOf(bounds);
  const all = rule === undefined ? bounds : [...bounds, ...ruledBounds(workload, machine, rule)];
  return { workload, machine, ...(resident === undefined ? {} : { resident }), bounds: all };
}

/** @throws InputError naming `fast-words` when the operands of one product do not fit: nothing can be computed then. */
function checkHoldsOneProduct(workload: Workload, machine: Machine): void {
  if (machine.kind !== "abstract" || workload.kind !== "einsum") return;
  for (const { operands, output } of einsumComputation(workload).statements) {
    // Accesses to one array may meet in one word.
    const words = new Set(operands.map(({ array }) => array)).size;
    if (machine.fastWords < words) {
      throw new InputError(
        "fast-words",
        `at least ${words} words, the operands of one product of ${output.array}`,
        `${machine.fastWords}`,
      );
    }
  }
}

function ruledBounds(workload: Workload, machine: Machine, rule: OutputStationaryRule): readonly Bound[] {
  const computation =
    workload.kind === "gemm" ? gemmComputation(workload) : workload.kind === "einsum" ? einsumComputation(workload) : undefined;
  const bounds =
    computation === undefined || machine.kind !== "gpu" ? [] : proveOutputStationaryBounds(computation, machine, rule);
  if (bounds.length === 0) {
    throw new InputError("assume", "a matrix product on a GPU that holds a stage of it", workload.kind);
  }
  return bounds;
}

/** What a document says once for all its bounds: what interfaces count, and what every bound on the machine requires. */
export function modelFields(
  machine: Machine,
  interfaceIds: Iterable<Interface>,
  isWarm = false,
): Record<"interfaces" | "requires", Json> {
  return { interfaces: toJson(definitionsOf(interfaceIds, machine.kind)), requires: toJson(commonRequirements(machine, isWarm)) };
}

/** The `redblue.bounds/2` document: its `requires` holds for every bound, `best` are those of every kernel. */
export function boundsDocument(report: BoundsReport): Json {
  const best = [...bestBounds(report.bounds)].map(
    ([interfaceId, { id, value }]) => [interfaceId, toJson({ id, value })] as const,
  );
  // Which intermediates pay for themselves is known of an empty start.
  const criteria = report.resident === undefined ? fusionCriteria(report.workload, report.machine) : [];
  const fusion = [...criteria].map(([interfaceId, one]) => [interfaceId, toJson(one)] as const);
  return {
    schema: "redblue.bounds/2",
    workload: toJson(report.workload),
    machine: toJson(report.machine),
    ...(report.resident === undefined ? {} : { resident: toJson(report.resident) }),
    ...modelFields(
      report.machine,
      report.bounds.map((bound) => bound.interface),
      report.resident !== undefined,
    ),
    bounds: report.bounds.map(boundToJson),
    best: Object.fromEntries(best),
    ...(fusion.length === 0 ? {} : { fusion: Object.fromEntries(fusion) }),
  };
}
