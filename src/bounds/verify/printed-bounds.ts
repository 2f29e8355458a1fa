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
  /** All of them, in the document's order. */
  readonly proven: readonly ProvenBound[];
}

/** A bound on traffic over an interface, with what it presumes. */
export interface ProvenBound extends BestBound {
  readonly face: string;
  readonly scope: string;
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
  const proven: ProvenBound[] = [];
  bounds.forEach((bound, index) => {
    const path = `bounds[${index}]`;
    const verified = verifyCertificate(bound["certificate"], `${path}.certificate`);
    const memory = memoryOf(verified, machine, text(bound, "interface", path), path);
    const { face, scope } = checkPrinted(bound, verified, workload, memory, path);
    checkSpeaksAbout(verified, workload, face === "slow-fast", memory, path);
    const { value, reads } = verified;
    const id = text(bound, "id", path);
    proven.push({ face, scope, id, value, reads, assumptions: names(bound["assumptions"], `${path}.assumptions`) });
    if (scope === "total" && value > (best.get(face)?.value ?? -1n)) best.set(face, { id, value });
  });
  return { workload, machine, bounds, best, proven };
}

export function strongest(best: ReadonlyMap<string, BestBound>, face: string, path: string): BestBound {
  const bound = best.get(face);
  if (bound === undefined) throw new Refused(path, "no bound of this interface");
  return bound;
}
