import type { Bound } from "../bounds/bound.js";
import { areMet, EVERY_KERNEL } from "../bounds/requirements.js";
import { compare, divide, multiply, type Rational, rational, rationalFromDouble } from "../exact/rational.js";
import { interfacesOf, type MachineInterface } from "../machines/levels.js";
import type { TreeMachine } from "../machines/machine.js";
import type { SkippedTerm, TimeTerm } from "./time-term.js";

/**
 * The least time of each interface of a tree: bytes over all ports, or over the busiest one, over what ports pass. What the memories
 * inside hold may be output that has not left them at the end; where arrays lie spread over memories nothing is deducted for it.
 */
export function treeTerms(bounds: readonly Bound[], machine: TreeMachine): readonly (TimeTerm | SkippedTerm)[] {
  return interfacesOf(machine).map((at) => {
    const rate = at.inner.bytesPerSecond;
    if (rate === undefined) return { id: at.id, reason: `the rate of a port of ${at.inner.id} is not known`, unknown: true };
    const terms = bounds.flatMap((bound) => {
      const isHere = bound.interface === at.id && bound.scope !== "class" && areMet(bound.requires, EVERY_KERNEL);
      return isHere ? [termOf(bound, at, rationalFromDouble(rate))] : [];
    });
    return terms.reduce((longest, one) => (compare(one.seconds, longest.seconds) > 0 ? one : longest));
  });
}

function termOf(bound: Bound, at: MachineInterface, port: Rational): TimeTerm {
  const { memories, id: level } = at.inner;
  const isBusiest = bound.scope === "busiest";
  const ports = isBusiest ? 1n : BigInt(memories);
  const kept = at.isSpread ? 0n : ports * BigInt(at.capacity);
  const reads = bound.reads !== undefined && areMet(bound.readsRequire ?? [], EVERY_KERNEL) ? bound.reads : 0n;
  const left = bound.value > kept ? bound.value - kept : 0n;
  const amount = reads > left ? reads : left;
  const perSecond = multiply(rational(ports), port);
  const seconds = divide(rational(amount), perSecond);
  const where = isBusiest ? `the busiest port of ${level}` : `${memories} port(s) of ${level}`;
  const start = at.isSpread
    ? "arrays spread evenly at the start and the end"
    : `cold caches; up to ${kept} bytes of output may stay inside`;
  const assumption = `${where} at its rate, both ways together; ${start}`;
  return { id: at.id, amount, unit: "bytes", perSecond, seconds, boundId: bound.id, assumption, requires: bound.requires };
}
