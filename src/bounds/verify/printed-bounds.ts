import type { BestBound } from "./beside.js";
import { checkPrinted } from "./bound.js";
import { verifyCertificate } from "./certificate.js";
import type { Fields } from "./fields.js";
import { list, names, Refused, record, text } from "./fields.js";
import { memoryOf } from "./memory.js";
import { checkSpeaksAbout } from "./subject.js";

/** The bounds of a document, each proven and about its workload and machine. */
export interface CheckedBounds {
  readonly workload: Fields;
  readonly machine: Fields;
  readonly bounds: readonly Fields[];
  /** By interface, the first of the strongest bounds on all traffic. */
  readonly best: ReadonlyMap<string, BestBound>;
  /** Bounds on all traffic, in the document's order. */
  readonly totals: readonly ProvenTotal[];
}

/** A bound on all traffic over an interface, with what it presumes. */
export interface ProvenTotal extends BestBound {
  readonly face: string;
  readonly reads?: bigint | undefined;
  readonly assumptions: readonly string[];
}

/** Checks every certificate and what is printed beside it. @throws Refused */
export function checkBounds(document: Fields): CheckedBounds {
  const bounds = list(document["bounds"], "bounds").map((entry, index) => record(entry, `bounds[${index}]`));
  if (bounds.length === 0) throw new Refused("bounds", "empty");
  const workload = record(document["workload"], "workload");
  const machine = record(document["machine"], "machine");
  const best = new Map<string, BestBound>();
  const totals: ProvenTotal[] = [];
  bounds.forEach((bound, index) => {
    const path = `bounds[${index}]`;
    const verified = verifyCertificate(bound["certificate"], `${path}.certificate`);
    const memory = memoryOf(verified, machine, text(bound, "interface", path), path);
    const { face, scope } = checkPrinted(bound, verified, workload, memory, path);
    checkSpeaksAbout(verified, workload, face === "slow-fast", memory, path);
    if (scope !== "total") return;
    const { value, reads } = verified;
    const id = text(bound, "id", path);
    totals.push({ face, id, value, reads, assumptions: names(bound["assumptions"], `${path}.assumptions`) });
    if (value > (best.get(face)?.value ?? -1n)) best.set(face, { id, value });
  });
  return { workload, machine, bounds, best, totals };
}

export function strongest(best: ReadonlyMap<string, BestBound>, face: string, path: string): BestBound {
  const bound = best.get(face);
  if (bound === undefined) throw new Refused(path, "no bound of this interface");
  return bound;
}
