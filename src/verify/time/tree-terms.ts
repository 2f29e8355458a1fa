import type { ProvenBound } from "../printed-bounds.js";
import { isMet } from "../required.js";
import { type Fields, Refused } from "../shared/fields.js";
import { by, isLess, positive, times, whole } from "../shared/fraction.js";
import { insideOf, isSpreadAt, levelsOf } from "../tree.js";
import type { Due } from "./time-terms.js";

const NONE_MET: ReadonlySet<string> = new Set();

/** Each interface of a tree: what must pass all its ports, or the busiest one, whichever takes longer at the rate of a port. @throws Refused */
export function treeDues(proven: readonly ProvenBound[], machine: Fields): readonly Due[] {
  const levels = levelsOf(machine);
  return levels.slice(1).map((level, i): Due => {
    const id = `${levels[i]?.id}-${level.id}`;
    if (level.fields["bytesPerSecond"] === undefined) return { id, reason: `the rate of a port of ${level.id} is not known` };
    const port = positive(level.fields["bytesPerSecond"], `machine.levels[${i + 1}].bytesPerSecond`);
    const [capacity, isSpread] = [insideOf(levels, i + 1), isSpreadAt(machine, levels, i + 1)];
    let longest: { readonly due: Due; readonly amount: bigint; readonly ports: bigint } | undefined;
    for (const bound of proven) {
      if (bound.interfaceId !== id || bound.scope === "class" || !isMet(bound.requires, NONE_MET)) continue;
      const ports = bound.scope === "busiest" ? 1n : level.memories;
      const kept = isSpread ? 0n : ports * capacity;
      const reads = isMet(bound.readsRequire, NONE_MET) ? (bound.reads ?? 0n) : 0n;
      const amount = [reads, bound.value - kept].reduce((most, one) => (one > most ? one : most), 0n);
      if (longest !== undefined && !isLess(by(whole(longest.amount), whole(longest.ports)), by(whole(amount), whole(ports))))
        continue;
      const where = bound.scope === "busiest" ? `the busiest port of ${level.id}` : `${level.memories} port(s) of ${level.id}`;
      const start = isSpread
        ? "arrays spread evenly at the start and the end"
        : `cold caches; up to ${kept} bytes of output may stay inside`;
      const assumption = `${where} at its rate, both ways together; ${start}`;
      const rate = times(whole(ports), port);
      const due: Due = { id, unit: "bytes", amount, rate, boundId: bound.id, assumption, requires: bound.requires };
      longest = { due, amount, ports };
    }
    if (longest === undefined) throw new Refused("bounds", `none of interface ${id}`);
    return longest.due;
  });
}
