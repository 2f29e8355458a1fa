import type { AskedResident, Resident } from "../computation/resident.js";
import { InputError, shown } from "../errors.js";
import { ceilDivide, maximum } from "../exact/integer.js";
import { bytesOnChip } from "../machines/levels.js";
import { cacheBytes, type Machine } from "../machines/machine.js";
import type { Bound, Certificate, ColdCertificate } from "./bound.js";
import type { CompulsoryCertificate } from "./certificates/others.js";
import type { WarmStartCertificate } from "./certificates/warm-start.js";
import { countingCertificate } from "./finer-units.js";
import type { Theorem } from "./theorem.js";

/** Words that the kernel before left in the fast memory. */
export const WARM_START: Theorem = {
  id: "warm-start",
  title: "Words of inputs in the fast memory at the start",
  statement: "L ≥ l − R, Q ≥ q − R where another theorem proves l and q and R bytes of inputs lie in the one fast memory",
  scope: "total",
  proof: "proofs/warm-start.md",
  status: "paper proof",
  source: "this project",
  requires: [],
};

/** Interfaces whose fast memory an earlier kernel may have left words in. */
const WARM_INTERFACES: ReadonlySet<string> = new Set(["dram-l2", "slow-fast"]);

/** Machines with one fast memory that outlives a kernel. */
type WarmMachine = Exclude<Machine, { readonly kind: "tree" }>;

/**
 * The bounds of an empty start, those of DRAM (or of the two-level memory model) from a start with the words asked for.
 *
 * @throws InputError naming `resident` for an array that is no input, one named twice, or more words than it or the L2 has
 */
export function warmBounds(bounds: readonly Bound[], asked: readonly AskedResident[], machine: Machine): readonly Bound[] {
  if (asked.length === 0) return bounds;
  if (machine.kind === "tree") throw new InputError("resident", "a GPU, another accelerator or --fast-words", machine.id);
  const resident = residentsOf(asked, bounds, machine);
  // The L2 of each die may hold a copy of the residents.
  const alike = bounds.filter((bound) => bound.interface !== "l3-l2");
  return alike.map((bound) => (WARM_INTERFACES.has(bound.interface) ? fromWarmStart(bound, resident) : bound));
}

/** What the bounds take to be in the fast memory at the start; undefined where nothing. */
export function residentOf(bounds: readonly Bound[]): readonly Resident[] | undefined {
  for (const { certificate } of bounds) if (certificate.theorem === "warm-start") return certificate.resident;
  return undefined;
}

/** What the bound proves of executions that start with `resident` in the fast memory. */
export function fromWarmStart(bound: Bound, resident: readonly Resident[]): Bound {
  const certificate = warmStartCertificate(bound.certificate as ColdCertificate, resident);
  const { reads, writes, value } = certificate;
  const parts = reads === undefined || writes === undefined ? {} : { reads, writes };
  const { proof, status } = WARM_START;
  return { ...bound, id: `${bound.id}-warm-start`, ...parts, value, proof, status, certificate };
}

function warmStartCertificate(inner: ColdCertificate, resident: readonly Resident[]): WarmStartCertificate<ColdCertificate> {
  const total = resident.reduce((sum, { size }) => sum + size, 0n);
  const less = (amount: bigint): bigint => maximum(0n, amount - total);
  const { reads, writes } = "reads" in inner ? inner : {};
  if (reads === undefined || writes === undefined) return { theorem: "warm-start", resident, inner, value: less(inner.value) };
  const loads = less(reads);
  return { theorem: "warm-start", resident, inner, reads: loads, writes, value: maximum(less(inner.value), loads + writes) };
}

function residentsOf(asked: readonly AskedResident[], bounds: readonly Bound[], machine: WarmMachine): readonly Resident[] {
  const { inputs, outputs } = arraysOf(bounds);
  const sameName = (name: string) => (one: { readonly array: string }) => one.array.toLowerCase() === name.trim().toLowerCase();
  const unit = machine.kind === "abstract" ? "words" : "bytes";
  const resident = asked.map(({ array, size }): Resident => {
    const input = inputs.find(sameName(array));
    if (input === undefined) {
      const found = outputs.some(sameName(array)) ? `${shown(array)}, an output` : shown(array);
      throw new InputError("resident", `an input array: ${inputs.map((one) => one.array).join(", ")}`, found);
    }
    if (asked.filter((one) => sameName(array)(one)).length > 1) throw new InputError("resident", "each array once", shown(array));
    if (size !== undefined && !(size >= 1n && size <= input.size))
      throw new InputError("resident", `1 to ${input.size} ${unit} of ${input.array}, those that are used`, String(size));
    return { array: input.array, size: size ?? input.size };
  });
  const total = resident.reduce((sum, { size }) => sum + size, 0n);
  const most = capacityOf(machine);
  if (total > most) throw new InputError("resident", `at most ${most} ${unit}, what ${holderOf(machine)} holds`, String(total));
  return resident;
}

/** The arrays that every kernel loads and stores, with the whole bytes (or words) of each. */
function arraysOf(bounds: readonly Bound[]): Readonly<Record<"inputs" | "outputs", readonly Resident[]>> {
  const compulsory = bounds.find(
    ({ interface: id, certificate }) => WARM_INTERFACES.has(id) && countingCertificate(certificate).theorem === "compulsory",
  )?.certificate;
  if (compulsory === undefined) throw new RangeError("warmBounds: no compulsory bound");
  const { inputs, outputs } = countingCertificate(compulsory) as CompulsoryCertificate;
  const sized = (arrays: CompulsoryCertificate["inputs"]): readonly Resident[] =>
    arrays.map(({ array, words, wordSize }) => ({ array, size: ceilDivide(words * wordSize, unitsOf(compulsory)) }));
  return { inputs: sized(inputs), outputs: sized(outputs) };
}

const unitsOf = (certificate: Certificate): bigint => (certificate.theorem === "finer-units" ? certificate.units : 1n);

/** Bytes of the caches: what SMs hold does not outlive a kernel. */
function capacityOf(machine: WarmMachine): bigint {
  switch (machine.kind) {
    case "gpu":
      return BigInt(cacheBytes(machine));
    case "abstract":
      return BigInt(machine.fastWords);
    case "accelerator":
      return BigInt(bytesOnChip(machine));
  }
}

const holderOf = ({ kind }: WarmMachine): string => (kind === "gpu" ? "the L2" : "the fast memory");
