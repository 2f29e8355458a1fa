import { type CheckedBounds, checkBounds, type ProvenBound, strongest } from "../printed-bounds.js";
import { checkModelFields, isMet } from "../required.js";
import { bitsOf, count, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { by, type Fraction, NONE, plus, positive, requireFraction, times, whole } from "../shared/fraction.js";
import { capacityOf } from "../warm-start.js";
import { countsOf } from "./operation-counts.js";
import { type Rates, ratesOf } from "./rates.js";
import { type Counts, checkTimes, clockOf, type Due, dramDue, operationDues, TIME_FIELDS, unknown } from "./time-terms.js";
import { treeDues } from "./tree-terms.js";

/**
 * Checks a `redblue.time/2` document: its bounds, every term, what is skipped, what binds, the energies. Returns the certificates
 * checked, and what is not.
 */
export function verifyTime(document: Fields): { readonly certificates: number; readonly notChecked?: readonly string[] } {
  requireOnly(
    document,
    ["schema", "workload", "machine", "interfaces", "requires", "bounds", ...TIME_FIELDS, "energy", "estimate"],
    "document",
  );
  const checked = checkBounds(document);
  const { workload, machine, bounds } = checked;
  checkModelFields(
    document,
    machine,
    checked.proven.map(({ interfaceId }) => interfaceId),
  );
  const totals = checked.proven.filter(({ scope, requires }) => scope === "total" && isMet(requires, NONE_MET));
  const kind = text(machine, "kind", "machine");
  if (!["gpu", "accelerator", "tree"].includes(kind)) throw new Refused("machine.kind", "no machine with times");
  const rates = ratesOf(machine);
  const counts = countsOf(workload);
  const types = [productType(workload), text(workload, "accumulator", "workload")] as const;
  const through = kind === "tree" ? treeDues(checked.proven, machine) : throughChip(totals, machine, rates);
  const dues = [...through, ...operationDues(...types, counts, machine, rates)];
  checkTimes(document, dues, "");
  const isGiven = checkEnergy(record(document["energy"], "energy"), checked, counts);
  const notChecked = [
    ...(isGiven ? ["energies that were given"] : []),
    ...(document["estimate"] === undefined ? [] : ["the estimated time of the schedule"]),
  ];
  return { certificates: bounds.length, ...(notChecked.length === 0 ? {} : { notChecked }) };
}

/** DRAM and the way into the SMs. */
function throughChip(totals: readonly ProvenBound[], machine: Fields, rates: Rates): readonly Due[] {
  const l2 = capacityOf(machine);
  // Reads, or loads and stores less what may stay in the L2 when the kernel ends.
  const overDram = largest(totals, "dram-l2", ({ reads, value }) =>
    reads === undefined || reads < value - l2 ? value - l2 : reads,
  );
  return [dramDue(overDram.amount, overDram.id, overDram.requires, machine, rates), intoSms(totals, machine, rates.sms)];
}

/** What holds values of two types of so many bits. */
const MEETING: ReadonlyMap<bigint, string> = new Map([
  [4n, "fp8"],
  [8n, "fp16"],
  [16n, "bf16"],
  [32n, "fp32"],
]);

/** The type in which products of both operands are formed: the wider, or one that holds both. */
function productType(workload: Fields): string {
  const left = text(workload, "dataType", "workload");
  const right = workload["rightType"] === undefined ? left : text(workload, "rightType", "workload");
  const [leftBits, rightBits] = [
    bitsOf(workload, "dataType", "workload"),
    right === left ? 0n : bitsOf(workload, "rightType", "workload"),
  ];
  if (leftBits !== rightBits) return leftBits > rightBits ? left : right;
  return left === right ? left : (MEETING.get(leftBits) ?? left);
}

function intoSms(totals: readonly ProvenBound[], machine: Fields, rate: Fraction | undefined): Due {
  if (machine["kind"] === "accelerator") return { id: "l2-sm", reason: "no interface of this machine" };
  if (rate === undefined) return { id: "l2-sm", reason: unknown(machine, "the width of the SMs' port to the L2") };
  const { amount, id, requires } = largest(totals, "l2-sm", ({ reads, readsRequire }) =>
    isMet(readsRequire, NONE_MET) ? (reads ?? 0n) : 0n,
  );
  const port = record(machine["perSmCycle"], "machine.perSmCycle")["l2ReadBytes"];
  const hasClusters = count(machine, "maximumClusterSize", "machine") > 1n;
  const apart = hasClusters ? "; nothing comes from other SMs' shared memory, which may have paths of its own" : "";
  const own = `${port} bytes a cycle into each SM at ${clockOf(machine)}; SMs start empty${apart}`;
  return { id: "l2-sm", unit: "bytes", amount, rate, boundId: id, assumption: own, requires };
}

const NONE_MET: ReadonlySet<string> = new Set();

/** The first of the largest amounts that bounds of an interface prove. */
function largest(
  totals: readonly ProvenBound[],
  interfaceId: string,
  amountOf: (bound: ProvenBound) => bigint,
): ProvenBound & { readonly amount: bigint } {
  const proven = totals
    .filter((bound) => bound.interfaceId === interfaceId)
    .map((bound) => ({ ...bound, amount: amountOf(bound) }));
  const [first, ...others] = proven;
  if (first === undefined) throw new Refused("bounds", `none of interface ${interfaceId}`);
  return others.reduce((most, one) => (one.amount > most.amount ? one : most), first);
}

const PICO = 10n ** 12n;

/** Amounts are proven, figures those of the machine with their source, or given; the sum is theirs. Returns whether any was given. */
function checkEnergy(energy: Fields, { machine, best }: CheckedBounds, counts: Counts): boolean {
  requireOnly(energy, ["estimate", "joules", "terms"], "energy");
  if (energy["estimate"] !== true) throw new Refused("energy.estimate", "energies are not proven");
  const figures = record(machine["picojoulesPerByte"] ?? {}, "machine.picojoulesPerByte");
  const interfaceIds = ["dram-l2", "l2-sm"];
  const order = [...interfaceIds, "operation"];
  let [sum, last, given] = [NONE, -1, false];
  const found = new Set<string>();
  list(energy["terms"], "energy.terms").forEach((entry, i) => {
    const at = `energy.terms[${i}]`;
    const term = record(entry, at);
    requireOnly(term, ["id", "amount", "picojoules", "joules", "source"], at);
    const id = text(term, "id", at);
    if (order.indexOf(id) <= last) throw new Refused(`${at}.id`, "no interface with an energy, or twice");
    last = order.indexOf(id);
    found.add(id);
    const amount = id === "operation" ? counts.matrix : strongest(best, id, `${at}.id`).value;
    requireEqual(count(term, "amount", at), amount, `${at}.amount`, "the amount");
    const isGiven = text(term, "source", at) === "given";
    given ||= isGiven;
    if (!isGiven) {
      if (id === "operation" || !Object.hasOwn(figures, id) || term["picojoules"] !== figures[id])
        throw new Refused(`${at}.picojoules`, "not the machine's figure");
      requireEqual(text(term, "source", at), sourceOf(machine, id), `${at}.source`, "the source");
    }
    const each = term["picojoules"] === 0 && isGiven ? NONE : positive(term["picojoules"], `${at}.picojoules`);
    const joules = by(times(whole(amount), each), whole(PICO));
    requireFraction(term, "joules", joules, at, "the energy");
    sum = plus(sum, joules);
  });
  const absent = interfaceIds.find(
    (interfaceId) => !found.has(interfaceId) && best.has(interfaceId) && Object.hasOwn(figures, interfaceId),
  );
  if (absent !== undefined) throw new Refused("energy.terms", `lack ${absent}`);
  requireFraction(energy, "joules", sum, "energy", "the sum");
  return given;
}

function sourceOf(machine: Fields, interfaceId: string): string {
  const listed = list(machine["sources"], "machine.sources").map((entry, i) => record(entry, `machine.sources[${i}]`));
  const source = listed.find(
    ({ field }) => typeof field === "string" && field.split(", ").includes(`picojoulesPerByte.${interfaceId}`),
  );
  return source === undefined ? "the GPU's file" : text(source, "source", "machine.sources");
}
