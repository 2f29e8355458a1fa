import { count, type Fields, list, names, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { type Fraction, isLess, whole } from "../shared/fraction.js";
import { areSameNames, type CheckedGraph } from "./graph.js";
import { objectionTo } from "./legality.js";

/** What a plan of a layer costs, by what searches make least; undefined where its document does not say. */
export interface PlanCosts {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly kernels: readonly (readonly string[])[];
  readonly isLegal: boolean;
  readonly costs: Readonly<Record<string, Fraction | bigint | undefined>>;
}

/** As titles of the plans found here say it. */
const OBJECTIVES: ReadonlyMap<string, string> = new Map([
  ["l2-sm", "traffic into the SMs"],
  ["dram-l2", "DRAM traffic"],
  ["time", "time, kernel after kernel"],
]);

/** Objections to a plan's kernels, in their order, are those that there are. */
export function checkObjections(
  graph: CheckedGraph,
  machine: Fields,
  plan: Fields,
  kernels: PlanCosts["kernels"],
  path: string,
): boolean {
  const right = kernels.flatMap((kernel) => objectionTo(graph, machine, inOrder(graph, kernel)) ?? []);
  const printed = plan["objections"] === undefined ? [] : names(plan["objections"], `${path}.objections`);
  if (!areSameNames(printed, right))
    throw new Refused(`${path}.objections`, `${right.length} kernel(s) of the plan go beyond what fits: ${right[0]}`);
  return right.length === 0;
}

/** Operators as the graph orders them. */
function inOrder(graph: CheckedGraph, operators: readonly string[]): readonly string[] {
  const ranks = RANKS.get(graph) ?? new Map([...graph.operators.keys()].map((name, rank) => [name, rank]));
  RANKS.set(graph, ranks);
  return [...new Set(operators)].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

const RANKS = new WeakMap<CheckedGraph, ReadonlyMap<string, number>>();

/**
 * The objective, the numbers of legal kernels and launch sequences counted anew, the titles of plans found here; and no legal plan of the
 * document is better than the one that is said to be best. Returns what is left to trust.
 */
export function checkSearch(
  graph: CheckedGraph,
  machine: Fields,
  document: Fields,
  plans: readonly PlanCosts[],
): readonly string[] {
  const objective = text(document, "objective", "document");
  const least = OBJECTIVES.get(objective);
  if (least === undefined || (machine["kind"] !== "gpu" && objective !== "dram-l2"))
    throw new Refused("objective", "nothing that a search on this machine makes least");
  const titles = new Map([
    ["best", `found here: the legal plan with the least ${least}`],
    ["best-known", `found here: the least ${least} by the schedules known`],
  ]);
  const found = plans.filter(({ title }) => title.startsWith("found here"));
  for (const { id, title, isLegal, path } of found) {
    requireEqual(title, titles.get(id) ?? "as given", `${path}.title`, "the title");
    if (!isLegal) throw new Refused(`${path}.objections`, "a legal plan without any");
  }
  const best = found.filter(({ id }) => id === "best");
  const left = found.some(({ id }) => id === "best-known")
    ? ["that no legal plan's known schedules move less than best-known's"]
    : [];
  if (document["search"] === undefined) {
    if (best[0] !== undefined) throw new Refused("search", `none, beside the plan ${best[0].id}`);
    return left;
  }
  const search = record(document["search"], "search");
  requireOnly(search, ["legalKernels", "legalPlans", "proven"], "search");
  if (typeof search["proven"] !== "boolean") throw new Refused("search.proven", "not true or false");
  if (best.length !== 1) throw new Refused("search", "of no plan, or of several");
  const counted = countLegal(graph, machine);
  if (counted !== undefined) {
    requireEqual(count(search, "legalKernels", "search"), counted.kernels, "search.legalKernels", "the number of legal kernels");
    requireEqual(count(search, "legalPlans", "search"), counted.sequences, "search.legalPlans", "the number of launch sequences");
  }
  const uncounted = counted === undefined ? ["the numbers of legal kernels and plans: too many to count again"] : [];
  if (!search["proven"]) return [...uncounted, ...left];
  const costOf = ({ path, costs }: PlanCosts): Fraction | bigint => {
    const cost = costs[objective];
    if (cost === undefined) throw new Refused(path, `nothing of its ${least}, which the best plan is said to have least`);
    return cost;
  };
  const own = asFraction(costOf(best[0] as PlanCosts));
  for (const plan of plans) {
    if (plan.isLegal && isLess(asFraction(costOf(plan)), own))
      throw new Refused(`${plan.path}.kernels`, "a legal plan that costs less than the one said to be best");
  }
  return [`that no legal plan but those in the document has less ${least} than best`, ...uncounted, ...left];
}

const asFraction = (cost: Fraction | bigint): Fraction => (typeof cost === "bigint" ? whole(cost) : cost);

/** Sets of finished operators beyond which documents speak of no search, and operators of all kernels together that are judged here. */
const [MOST_SETS, MOST_JUDGED] = [1500, 5_000_000];

/** Legal kernels, and legal plans as launch sequences; undefined where there are too many. @throws Refused where there is no search over so many. */
function countLegal(graph: CheckedGraph, machine: Fields): { readonly kernels: bigint; readonly sequences: bigint } | undefined {
  const operators = [...graph.operators];
  const bit = new Map(operators.map(([name], i) => [name, 1n << BigInt(i)]));
  const needs = operators.map(([, { inputs }]) =>
    inputs.reduce((mask, tensor) => mask | (bit.get(graph.makers.get(tensor) ?? "") ?? 0n), 0n),
  );
  // Every set with the makers of its operands, by the number of operators in it.
  const sets = new Map<bigint, number>([[0n, 0]]);
  for (const [set, size] of sets) {
    for (const [i, need] of needs.entries()) {
      const own = 1n << BigInt(i);
      if ((set & own) === 0n && (set & need) === need) sets.set(set | own, size + 1);
    }
    if (sets.size > MOST_SETS) throw new Refused("search", "over more sets of finished operators than are searched");
  }
  const judged = new Map<bigint, boolean>();
  let work = 0;
  const isLegal = (kernel: bigint, size: number): boolean => {
    const known = judged.get(kernel);
    if (known !== undefined) return known;
    work += size;
    const own = operators.flatMap(([name], i) => ((kernel >> BigInt(i)) & 1n ? [name] : []));
    const legal = objectionTo(graph, machine, own) === undefined;
    judged.set(kernel, legal);
    return legal;
  };
  const ordered = [...sets].sort(([, x], [, y]) => x - y);
  const sequences = new Map<bigint, bigint>([[0n, 1n]]);
  for (const [set, size] of ordered.slice(1)) {
    let ways = 0n;
    for (const [before, done] of ordered) {
      if (done >= size) break;
      if ((before & set) === before && isLegal(set ^ before, size - done)) ways += sequences.get(before) ?? 0n;
      if (work > MOST_JUDGED) return undefined;
    }
    sequences.set(set, ways);
  }
  const kernels = [...judged.values()].filter((legal) => legal).length;
  return { kernels: BigInt(kernels), sequences: sequences.get(ordered.at(-1)?.[0] ?? 0n) ?? 0n };
}

/** Pairs of neighbours of the detailed plan, what fusing them may save at most, and why it is not done. */
export function checkFusions(
  graph: CheckedGraph,
  machine: Fields,
  plan: Fields,
  kernels: PlanCosts["kernels"],
  movedOf: (kernel: number, certificate: unknown, at: string) => bigint,
  boundOf: (certificate: unknown, operators: readonly string[], at: string) => bigint,
  path: string,
): void {
  const steps = list(plan["fusions"], `${path}.fusions`);
  requireEqual(BigInt(steps.length), BigInt(Math.max(0, kernels.length - 1)), `${path}.fusions`, "the number of neighbours");
  steps.forEach((entry, i) => {
    const at = `${path}.fusions[${i}]`;
    const step = record(entry, at);
    requireOnly(step, ["first", "second", "gainAtMostBytes", "objection", "certificates"], at);
    const pair = [kernels[i] ?? [], kernels[i + 1] ?? []] as const;
    ["first", "second"].forEach((name, j) => {
      if (!areSameNames(names(step[name], `${at}.${name}`), pair[j] ?? []))
        throw new Refused(`${at}.${name}`, "not the plan's kernel");
    });
    const certificates = record(step["certificates"], `${at}.certificates`);
    requireOnly(certificates, ["first", "second", "fused"], `${at}.certificates`);
    const both = inOrder(graph, pair.flat());
    const moved = ["first", "second"].map((name, j) => movedOf(i + j, certificates[name], `${at}.certificates.${name}`));
    const gain = moved.reduce((sum, bytes) => sum + bytes, -boundOf(certificates["fused"], both, `${at}.certificates.fused`));
    requireEqual(count(step, "gainAtMostBytes", at), gain > 0n ? gain : 0n, `${at}.gainAtMostBytes`, "what fusing saves at most");
    const right = objectionTo(graph, machine, both) ?? "";
    requireEqual(step["objection"] === undefined ? "" : text(step, "objection", at), right, `${at}.objection`, "the objection");
  });
}
