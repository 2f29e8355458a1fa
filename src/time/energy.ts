import type { Bound } from "../bounds/bound.js";
import { bestBounds } from "../bounds/prove.js";
import type { Rational } from "../exact/rational.js";
import { add, divide, multiply, rational, rationalFromDouble } from "../exact/rational.js";
import type { Accelerator, EnergyInterface, Gpu, TreeMachine } from "../machines/machine.js";
import type { OperationCounts } from "./operation-counts.js";

/** Picojoules for a byte over an interface, and for an operation of a matrix product. */
export type EnergyFigures = Readonly<Partial<Record<EnergyInterface | "operation", number>>>;

/** What one kind of work costs at least: its amount, and the energy of one. */
export interface EnergyTerm {
  readonly id: EnergyInterface | "operation";
  readonly amount: bigint;
  readonly picojoules: number;
  readonly joules: Rational;
  readonly source: string;
}

/**
 * Proven bytes (loads and stores) times energy a byte. An estimate: the bytes are proven, the energies are not. A term counts
 * what its interface alone dissipates; interfaces without a figure are skipped.
 */
export interface EnergyEstimate {
  readonly terms: readonly EnergyTerm[];
  readonly joules: Rational;
}

const ENERGY_INTERFACES: readonly EnergyInterface[] = ["dram-l2", "l2-sm"];

/** `own` figures replace the GPU's, one by one; operations count where `own` gives their energy. */
export function energyEstimate(
  bounds: readonly Bound[],
  counts: OperationCounts,
  gpu: Gpu | Accelerator | TreeMachine,
  own: EnergyFigures = {},
): EnergyEstimate {
  const best = bestBounds(bounds);
  const interfaceIds = ENERGY_INTERFACES.flatMap((id): EnergyTerm[] => {
    const [amount, picojoules] = [best.get(id)?.value, own[id] ?? (gpu.kind === "gpu" ? gpu.picojoulesPerByte[id] : undefined)];
    if (amount === undefined || picojoules === undefined) return [];
    const listed = gpu.sources.find(({ field }) => field.split(", ").includes(`picojoulesPerByte.${id}`))?.source;
    return [energyTerm(id, amount, picojoules, own[id] === undefined ? (listed ?? "the GPU's file") : "given")];
  });
  const operations = own.operation === undefined ? [] : [energyTerm("operation", counts.matrix, own.operation, "given")];
  const terms = [...interfaceIds, ...operations];
  return { terms, joules: terms.reduce((sum, { joules }) => add(sum, joules), rational(0)) };
}

function energyTerm(id: EnergyTerm["id"], amount: bigint, picojoules: number, source: string): EnergyTerm {
  const joules = divide(multiply(rational(amount), rationalFromDouble(picojoules)), rational(10n ** 12n));
  return { id, amount, picojoules, joules, source };
}
