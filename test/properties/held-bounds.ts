import type { Bound } from "../../src/bounds/bound.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { areMet } from "../../src/bounds/requirements.js";
import type { ReplayedTraffic, Traffic } from "../../src/replay/traffic.js";
import { totalTraffic } from "../../src/replay/traffic.js";

/** A part of a bound beside what was moved of it. */
export interface Comparison {
  readonly what: string;
  readonly claimed: bigint;
  readonly moved: bigint;
}

/** The parts of a bound, over all memories, that hold under the conditions met, beside what was moved. */
export function comparisonsOf(bound: Bound, traffic: Traffic, met: ReadonlySet<Condition>): readonly Comparison[] {
  const { id, value, reads, writes, requires, readsRequire = [] } = bound;
  if (bound.scope !== "total" || !areMet(requires, met)) return [];
  const total = totalTraffic(traffic);
  const found: Comparison[] = [{ what: `${id} total`, claimed: value, moved: total }];
  if (writes !== undefined) found.push({ what: `${id} writes`, claimed: writes, moved: total - traffic.reads });
  if (reads === undefined || !areMet(readsRequire, met)) return found;
  return [...found, { what: `${id} reads`, claimed: reads, moved: traffic.reads }];
}

/** The same on every interface that a replay counts; the busiest memory moves at most all there is. */
export function comparisonsOfTraffic(
  bounds: readonly Bound[],
  { total }: Pick<ReplayedTraffic, "total">,
  met: ReadonlySet<Condition>,
): readonly Comparison[] {
  return bounds.flatMap((bound): readonly Comparison[] => {
    const traffic = total.get(bound.interface);
    if (traffic === undefined) return [];
    if (bound.scope !== "busiest") return comparisonsOf(bound, traffic, met);
    if (!areMet(bound.requires, met)) return [];
    return [{ what: `${bound.id} busiest`, claimed: bound.value, moved: totalTraffic(traffic) }];
  });
}
