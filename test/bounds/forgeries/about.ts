import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import type { OutputStationaryRule } from "../../../src/bounds/prove.js";
import type { Workload } from "../../../src/computation/workload.js";
import type { Machine } from "../../../src/machines/machine.js";

export interface PrintedBound {
  readonly id: string;
  readonly interface: string;
  readonly scope: string;
  readonly value: Json;
  readonly requires: readonly string[];
  readonly fastMemory: string;
}

export type Fields = Readonly<Record<string, Json>>;

export const asRead = (document: Json): Fields => JSON.parse(JSON.stringify(document)) as Fields;

/** The document of one bound alone, the first of this id at the interface. */
export function alone(document: Fields, id: string, interfaceId: string): Fields {
  const bounds = document["bounds"] as unknown as readonly PrintedBound[];
  const bound = bounds.find((one) => one.id === id && one.interface === interfaceId);
  if (bound === undefined) throw new Error(`no bound ${id} among ${bounds.map((one) => one.id).join(", ")}`);
  const general = bound.scope === "total" && !["no-l2-adds", "wide-partial-sums"].some((one) => bound.requires.includes(one));
  const { [interfaceId]: definition } = document["interfaces"] as Fields;
  const best = general ? { [interfaceId]: { id, value: bound.value } } : {};
  const { fusion: _, ...rest } = document;
  return { ...rest, interfaces: { [interfaceId]: definition } as Json, bounds: [bound as unknown as Json], best };
}

/** One bound of a workload on a machine, as a document that holds. */
export const boundAlone = (
  workload: Workload,
  machine: Machine,
  id: string,
  interfaceId: string,
  rule?: OutputStationaryRule,
): Fields => alone(asRead(boundsDocument(boundWorkload(workload, machine, rule))), id, interfaceId);

/** That bound under another workload, or another machine whose memory is described as it is. */
export function statedAbout(
  document: Fields,
  workload: Json,
  machine: Json = document["machine"] as Json,
  fastMemory?: string,
): Fields {
  const [bound] = document["bounds"] as unknown as readonly PrintedBound[];
  const described = { ...bound, fastMemory: fastMemory ?? bound?.fastMemory } as unknown as Json;
  return { ...document, workload, machine, bounds: [described] };
}
