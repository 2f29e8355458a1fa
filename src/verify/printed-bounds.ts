import type { BestBound } from "./beside.js";
import { checkPrinted } from "./bound.js";
import { verifyCertificate } from "./certificate.js";
import { memoryOf } from "./memory.js";
import { isMet, type Required } from "./required.js";
import { type Fields, list, Refused, record, text } from "./shared/fields.js";
import { checkSpread } from "./spread-arrays.js";
import { checkSpeaksAbout } from "./subject.js";
import { type BoundOfDocument, checkResidents } from "./warm-start.js";

/** The bounds of a document, each proven and about its workload and machine. */
export interface CheckedBounds {
  readonly workload: Fields;
  readonly machine: Fields;
  readonly bounds: readonly Fields[];
  /** By interface, the first of the strongest bounds on all traffic that hold for every kernel. */
  readonly best: ReadonlyMap<string, BestBound>;
  /** All of them, in the document's order. */
  readonly proven: readonly ProvenBound[];
}

/** A bound on traffic over an interface, with what it requires. */
export interface ProvenBound extends BestBound, Required {
  readonly interfaceId: string;
  readonly scope: string;
  readonly reads?: bigint | undefined;
}

const NONE_MET: ReadonlySet<string> = new Set();

/** Checks every certificate and what is printed beside it. @throws Refused */
export function checkBounds(document: Fields): CheckedBounds {
  const bounds = list(document["bounds"], "bounds").map((entry, index) => record(entry, `bounds[${index}]`));
  if (bounds.length === 0) throw new Refused("bounds", "empty");
  const workload = record(document["workload"], "workload");
  const machine = record(document["machine"], "machine");
  const proven: ProvenBound[] = [];
  const verifiedBounds: (BoundOfDocument & { readonly scope: string })[] = [];
  bounds.forEach((bound, index) => {
    const path = `bounds[${index}]`;
    const verified = verifyCertificate(bound["certificate"], `${path}.certificate`);
    const memory = memoryOf(verified, machine, text(bound, "interface", path), path);
    const printed = checkPrinted(bound, verified, workload, memory, path);
    checkSpeaksAbout(verified, workload, printed.interfaceId === "slow-fast", memory, path);
    const { value, reads } = verified;
    const id = text(bound, "id", path);
    proven.push({ ...printed, id, value, reads });
    verifiedBounds.push({ verified, interfaceId: printed.interfaceId, path, scope: printed.scope });
  });
  checkResidents(document, verifiedBounds, machine);
  checkSpread(verifiedBounds, machine);
  return { workload, machine, bounds, best: strongestOf(proven, NONE_MET), proven };
}

/** By interface, the first of the strongest bounds on all traffic of kernels that meet the conditions `met`. */
export function strongestOf(proven: readonly ProvenBound[], met: ReadonlySet<string>): ReadonlyMap<string, ProvenBound> {
  const best = new Map<string, ProvenBound>();
  for (const bound of proven) {
    if (bound.scope !== "total" || !isMet(bound.requires, met)) continue;
    if (bound.value > (best.get(bound.interfaceId)?.value ?? -1n)) best.set(bound.interfaceId, bound);
  }
  return best;
}

/** The most that bounds on all traffic of an interface prove of loads alone, for kernels that meet the conditions `met`. */
export function mostReads(proven: readonly ProvenBound[], interfaceId: string, met: ReadonlySet<string>): bigint {
  return proven.reduce((most, bound) => {
    const applies =
      bound.interfaceId === interfaceId && bound.scope === "total" && isMet([...bound.requires, ...bound.readsRequire], met);
    return applies && (bound.reads ?? 0n) > most ? (bound.reads ?? 0n) : most;
  }, 0n);
}

export function strongest(best: ReadonlyMap<string, BestBound>, interfaceId: string, path: string): BestBound {
  const bound = best.get(interfaceId);
  if (bound === undefined) throw new Refused(path, "no bound of this interface");
  return bound;
}
