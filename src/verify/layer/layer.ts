import { checkRequirements } from "../bound.js";
import { fastMemory } from "../memory.js";
import { checkModelFields } from "../required.js";
import { count, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { checkFacts } from "./facts.js";
import { type CheckedGraph, readGraph } from "./graph.js";
import { type CheckedKernel, checkKernel } from "./kernel.js";
import { checkLayerTime, checkLeastTime, checkTimeShares, secondsInTurn, type TimedKernel } from "./layer-time.js";
import { type CheckedPlan, checkPlan, checkWholeLayer, requiredOfPlan, requireOperators } from "./plan.js";
import { checkFusions, checkObjections, checkSearch, type PlanCosts } from "./search.js";

const CLAIMS = ["shares", "timeShares", "loopedBytes", "objective", "floor", "time", "cacheLeadsAt", "search", "unsupported"];
const FIELDS = ["schema", "workload", "machine", "interfaces", "requires", "graph", ...CLAIMS, "tensorParallel", "plans"];
const PLAN_FIELDS = ["id", "title", "kernels", "bounds", "objections", "traffic", "leastTime", "estimate", "fusions", "warm"];

/**
 * Checks a `redblue.layer/2` document: every plan, a partition in launch order, with its bounds, least times and objections; the
 * floor; shares and times of the whole; what the search says that can be counted again. Returns the certificates checked and what is not.
 */
export function verifyLayer(document: Fields): { readonly certificates: number; readonly notChecked: readonly string[] } {
  requireOnly(document, FIELDS, "document");
  const graph = readGraph(document["graph"]);
  const machine = record(document["machine"], "machine");
  if (machine["kind"] === "tree") throw new Refused("machine.kind", "a tree of memories, on which no layer is planned");
  checkModelFields(document, machine, machine["kind"] === "gpu" ? ["dram-l2", "l2-sm"] : ["dram-l2"]);
  const plans = list(document["plans"], "plans").map((entry, i) =>
    verifyPlan(graph, machine, record(entry, `plans[${i}]`), `plans[${i}]`),
  );
  let certificates = plans.reduce((sum, plan) => sum + plan.certificates, 0);
  if (certificates === 0) throw new Refused("plans", "no bound");
  checkFacts(graph, document);
  const floor = checkFloor(graph, machine, record(document["floor"], "floor"));
  certificates++;
  const isGpu = machine["kind"] === "gpu";
  if (document["time"] !== undefined) {
    if (!isGpu) throw new Refused("time", "of a machine whose peaks are not known here");
    checkLayerTime(graph, machine, floor, document["time"]);
  }
  if (document["timeShares"] !== undefined) checkTimeShares(graph, machine, document["timeShares"], plans);
  const left = checkSearch(graph, machine, document, plans);
  const replayed = plans.some(({ hasTraffic }) => hasTraffic) ? ["that known schedules move the traffic beside the plans"] : [];
  const told = "that the graph is a layer of the model named, and how many it has; titles and sources";
  const estimated = plans.some(({ hasEstimate }) => hasEstimate) ? ["estimated times of kernels"] : [];
  return { certificates, notChecked: [...left, ...replayed, ...estimated, told] };
}

/** A plan with what the whole document needs of it. */
interface VerifiedPlan extends PlanCosts {
  readonly certificates: number;
  readonly timed: readonly TimedKernel[] | undefined;
  readonly hasTraffic: boolean;
  readonly hasEstimate: boolean;
}

function verifyPlan(graph: CheckedGraph, machine: Fields, plan: Fields, path: string): VerifiedPlan {
  requireOnly(plan, PLAN_FIELDS, path);
  const checked = checkPlan(graph, machine, plan, path);
  const { id, kernels, dram, sms } = checked;
  const title = text(plan, "title", path);
  const isLegal = checkObjections(graph, machine, plan, kernels, path);
  if (plan["leastTime"] !== undefined && machine["kind"] !== "gpu")
    throw new Refused(`${path}.leastTime`, "of a machine whose peaks are not known here");
  const timed = plan["leastTime"] === undefined ? undefined : checkLeastTime(graph, machine, checked, plan["leastTime"]);
  const moved = plan["traffic"] === undefined ? undefined : checkTraffic(plan, checked, timed);
  const fusions = plan["fusions"] === undefined ? 0 : verifyFusions(graph, machine, plan, checked, moved);
  return {
    path,
    id,
    title,
    kernels,
    isLegal,
    costs: {
      "dram-l2": dram,
      "l2-sm": sms?.reduce((sum, { value }) => sum + value, 0n),
      time: timed === undefined ? undefined : secondsInTurn(timed),
    },
    certificates: checked.certificates + (timed?.length ?? 0) + fusions,
    timed,
    hasTraffic: moved !== undefined,
    hasEstimate: plan["estimate"] !== undefined,
  };
}

type Moved = readonly (Fields | undefined)[];

const TRAFFIC = ["schedule", "basis", "bytes", "replayedBytes", "smReadBytes", "recomputed", "phases"];

/** Bytes of known schedules, none below what the kernel must move. Returns them by kernel and interface. */
function checkTraffic(plan: Fields, { path, kernels, sms }: CheckedPlan, timed: readonly TimedKernel[] | undefined): Moved {
  const rows = list(plan["traffic"], `${path}.traffic`);
  requireEqual(BigInt(rows.length), BigInt(kernels.length), `${path}.traffic`, "the number of kernels");
  return rows.map((entry, i) => {
    const at = `${path}.traffic[${i}]`;
    const row = record(entry, at);
    requireOnly(row, TRAFFIC, at);
    if (Object.keys(row).length === 0) return undefined;
    const bytes = record(row["bytes"], `${at}.bytes`);
    const least = { "dram-l2": timed?.[i]?.chip.value ?? 0n, "l2-sm": sms?.[i]?.value ?? 0n };
    requireOnly(bytes, Object.keys(least), `${at}.bytes`);
    for (const [interfaceId, bound] of Object.entries(least))
      if (count(bytes, interfaceId, `${at}.bytes`) < bound)
        throw new Refused(`${at}.bytes.${interfaceId}`, `below the bound ${bound}`);
    if (count(row, "smReadBytes", at) < (sms?.[i]?.reads ?? 0n)) throw new Refused(`${at}.smReadBytes`, "below the bound");
    return bytes;
  });
}

/** Certificates of every pair of neighbours, where the chip has SMs into these. */
function verifyFusions(
  graph: CheckedGraph,
  machine: Fields,
  plan: Fields,
  { path, kernels }: CheckedPlan,
  moved: Moved | undefined,
): number {
  const interfaceId = machine["kind"] === "gpu" ? "l2-sm" : "dram-l2";
  let certificates = 0;
  const boundOf = (certificate: unknown, operators: readonly string[], at: string): bigint => {
    requireOperators(certificate, operators, at);
    certificates++;
    return checkKernel(graph, certificate, fastMemory(machine, interfaceId, at), at).value;
  };
  const movedOf = (kernel: number, certificate: unknown, at: string): bigint => {
    const bound = boundOf(certificate, kernels[kernel] ?? [], at);
    const known = moved?.[kernel];
    return known === undefined ? bound : count(known, interfaceId, `${path}.traffic[${kernel}].bytes`);
  };
  checkFusions(graph, machine, plan, kernels, movedOf, boundOf, path);
  return certificates;
}

/** What every plan must move over DRAM: the layer as one kernel on the whole chip. */
function checkFloor(graph: CheckedGraph, machine: Fields, floor: Fields): bigint {
  const interfaceId = text(floor, "interface", "floor");
  requireEqual(interfaceId, "dram-l2", "floor.interface", "the interface");
  requireOnly(floor, ["interface", "value", "requires", "fastMemory", "certificate"], "floor");
  const memory = fastMemory(machine, interfaceId, "floor");
  const layer: CheckedKernel = checkWholeLayer(graph, floor["certificate"], memory, "floor.certificate");
  requireEqual(count(floor, "value", "floor"), layer.value, "floor.value", "the proven value");
  checkRequirements(floor, requiredOfPlan(layer.requires), memory, "floor");
  return layer.value;
}
