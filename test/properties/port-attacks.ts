import type { Bound } from "../../src/bounds/bound.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { areMet } from "../../src/bounds/requirements.js";
import type { Comparison } from "./held-bounds.js";
import { comparisonsOf } from "./held-bounds.js";
import type { Executed } from "./port-kernels.js";
import { execute } from "./port-kernels.js";
import type { PortProblem } from "./port-machine.js";
import type { Draw, Kernel } from "./port-orders.js";
import { anyKernel, changedKernel, changedTurns, turnsOf } from "./port-orders.js";
import type { ExpandedWorkload, ProductWorkload, SumWidth } from "./port-workloads.js";
import { boundsWithAdders, expandWorkload, SUM_WIDTHS } from "./port-workloads.js";

/** What an execution is held against: every part of every bound whose conditions it meets. */
export function comparisonsOfPorts(
  bounds: readonly Bound[],
  { ports }: Pick<Executed, "ports">,
  met: ReadonlySet<Condition>,
): readonly Comparison[] {
  const sum = (values: readonly number[]): bigint => BigInt(values.reduce((total, value) => total + value, 0));
  const traffic = { reads: sum(ports.map(({ reads }) => reads)), writes: sum(ports.map(({ writes }) => writes)) };
  const busiest = BigInt(Math.max(...ports.map(({ reads, writes }) => reads + writes)));
  return bounds.flatMap((bound): readonly Comparison[] => {
    if (bound.scope !== "busiest") return comparisonsOf(bound, traffic, met);
    return areMet(bound.requires, met) ? [{ what: `${bound.id} busiest`, claimed: bound.value, moved: busiest }] : [];
  });
}

/** The conditions of bounds that an execution meets. */
function conditionsOf({ groups }: PortProblem, accumulator: number, { slowAdds }: Executed): ReadonlySet<Condition> {
  const areWide = groups.every(({ held, moved }) => held === accumulator && moved === accumulator);
  const met: Condition[] = [];
  if (slowAdds === 0) met.push("no-l2-adds");
  if (areWide) met.push("wide-partial-sums");
  return new Set(met);
}

/** A workload on memories of some size. */
export interface Target {
  readonly workload: ProductWorkload;
  readonly expanded: ExpandedWorkload;
  readonly bounds: readonly Bound[];
  readonly capacity: number;
  readonly memories: number;
}

/** `fill`: 0 for what a product needs at least, 1 for all words of the workload in one memory. */
export function targetOf(workload: ProductWorkload, fill: number, memories: number): Target {
  const expanded = expandWorkload(workload);
  const { leastBytes, bytes } = expanded;
  const capacity = Math.round(leastBytes + fill * fill * Math.max(0, bytes - leastBytes));
  return { workload, expanded, capacity, memories, bounds: boundsWithAdders(workload, capacity, memories) };
}

/** What a search lowers. */
type Aim = (executed: Executed) => number;

const AIMS: readonly Aim[] = [
  ({ ports }) => ports.reduce((total, { reads, writes }) => total + reads + writes, 0),
  ({ ports }) => ports.reduce((total, { reads, writes }) => total + reads + writes, 0),
  ({ ports }) => ports.reduce((total, { reads }) => total + reads, 0),
  ({ ports }) => Math.max(...ports.map(({ reads, writes }) => reads + writes)),
];

/**
 * Runs `executions` kernels of a target, a few random ones and what a search makes of them, and shows each to `onExecution`.
 * Returns how many there were: kernels for which a memory has too little room do not count.
 */
export function attack(
  { expanded, capacity, memories }: Target,
  draw: Draw,
  executions: number,
  onExecution: (executed: Executed, met: ReadonlySet<Condition>, kernel: Kernel, width: SumWidth) => void,
): number {
  const extents = extentsOf(expanded.points);
  const setting = { capacity: BigInt(capacity), memories: BigInt(memories) };
  let done = 0;
  for (let start = 0; start < STARTS; start++) {
    const width = SUM_WIDTHS[draw(SUM_WIDTHS.length)] as SumWidth;
    const problem = expanded.problem(setting, width);
    const aim = AIMS[draw(AIMS.length)] as Aim;
    let kernel = anyKernel(draw, extents);
    let turns = turnsOf(expanded.points, kernel.loops, memories);
    let least = Number.POSITIVE_INFINITY;
    const until = Math.ceil(((start + 1) * executions) / STARTS);
    for (let tries = 0; done < until && tries < 4 * executions; tries++) {
      const isTurns = tries > 0 && draw(3) === 0;
      const next = tries === 0 || isTurns ? kernel : changedKernel(draw, kernel, extents);
      const order = isTurns
        ? changedTurns(draw, turns, memories)
        : next.loops === kernel.loops
          ? turns
          : turnsOf(expanded.points, next.loops, memories);
      const executed = execute(problem, order, next.habits);
      if (executed === undefined) continue;
      done++;
      onExecution(executed, conditionsOf(problem, expanded.accumulator, executed), next, width);
      const cost = aim(executed);
      if (cost <= least) [kernel, turns, least] = [next, order, cost];
    }
  }
  return done;
}

/** Searches of one attack. */
const STARTS = 4;

function extentsOf(points: readonly (readonly number[])[]): readonly number[] {
  return (points[0] ?? []).map((_, i) => points.reduce((most, point) => Math.max(most, (point[i] as number) + 1), 1));
}
