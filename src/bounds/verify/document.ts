import { InputError } from "../../errors.js";
import { checkPrinted } from "./bound.js";
import type { Verified } from "./certificate.js";
import { verifyCertificate } from "./certificate.js";
import type { Fields } from "./fields.js";
import { count, list, Refused, record, requireEqual, requireOnly, text } from "./fields.js";
import { verifyLayer } from "./layer.js";
import { clusterSize, fastMemory } from "./memory.js";
import { verifyPebbling } from "./pebbling.js";
import type { CheckedMemory } from "./subject.js";
import { checkSpeaksAbout } from "./subject.js";
import type { CheckedSumsInPlace } from "./sums-in-place.js";

const SCHEMAS: readonly string[] = [
  ...["redblue.certificate/1", "redblue.bounds/1", "redblue.gap/1", "redblue.curve/1"],
  "redblue.pebbling/1",
  "redblue.layer/1",
];

/** Outcome of a check: all that was checked holds, or the first thing that does not and why. */
export type Verdict =
  | { readonly valid: true; readonly certificates: number }
  | { readonly valid: false; readonly path: string; readonly reason: string };

/**
 * Checks a parsed document: one certificate (`redblue.certificate/1`), a pebbling (`redblue.pebbling/1`), or the bounds of a
 * `redblue.bounds/1` or `redblue.gap/1` document, each certificate, each number printed beside it, and that it speaks about the document's workload and machine;
 * of a `redblue.curve/1` document the bounds of every point, on the machine with that point's fast memory.
 *
 * @throws InputError when the value is no document of these kinds.
 */
export function verifyDocument(json: unknown, origin = "document"): Verdict {
  const schema = typeof json === "object" && json !== null ? (json as Fields)["schema"] : undefined;
  if (typeof schema !== "string" || !SCHEMAS.includes(schema)) {
    throw new InputError(origin, `schema ${SCHEMAS.join(", ")}`, typeof schema === "string" ? `'${schema}'` : "no schema");
  }
  try {
    if (schema === "redblue.certificate/1") {
      verifyCertificate(json, "certificate");
      return { valid: true, certificates: 1 };
    }
    const document = json as Fields;
    if (schema === "redblue.curve/1") return { valid: true, certificates: verifyCurve(document) };
    if (schema === "redblue.layer/1") return { valid: true, certificates: verifyLayer(document) };
    return { valid: true, certificates: schema === "redblue.pebbling/1" ? verifyPebbling(document) : verifyBounds(document) };
  } catch (error) {
    if (error instanceof Refused) return { valid: false, path: error.path, reason: error.reason };
    throw error;
  }
}

function verifyBounds(document: Fields): number {
  const bounds = list(document["bounds"], "bounds");
  if (bounds.length === 0) throw new Refused("bounds", "empty");
  const workload = record(document["workload"], "workload");
  const machine = record(document["machine"], "machine");
  const best = new Map<string, bigint>();
  bounds.forEach((entry, index) => {
    const path = `bounds[${index}]`;
    const bound = record(entry, path);
    const verified = verifyCertificate(bound["certificate"], `${path}.certificate`);
    const { face, scope } = checkPrinted(bound, verified, workload, path);
    checkSpeaksAbout(verified, workload, face === "slow-fast", memoryOf(verified, machine, face, path), path);
    if (scope === "total") {
      const previous = best.get(face) ?? -1n;
      best.set(face, verified.value > previous ? verified.value : previous);
    }
  });
  if (document["best"] !== undefined || document["schema"] === "redblue.bounds/1") checkBest(document, best, bounds);
  return bounds.length;
}

/** The bounds of every point of a curve, each on the machine with the point's fast memory. */
function verifyCurve(document: Fields): number {
  const machine = record(document["machine"], "machine");
  const proven = new Map<string, bigint>();
  let certificates = 0;
  list(document["points"], "points").forEach((entry, index) => {
    const path = `points[${index}]`;
    const { bounds, ...capacity } = record(entry, path);
    requireOnly(capacity, [machine["kind"] === "abstract" ? "fastWords" : "l2Bytes"], path);
    try {
      certificates += verifyBounds({ workload: document["workload"], machine: { ...machine, ...capacity }, bounds });
    } catch (error) {
      throw error instanceof Refused ? new Refused(`${path}.${error.path}`, error.reason) : error;
    }
    for (const bound of bounds as readonly Fields[]) {
      proven.set(`${Object.values(capacity)[0]} ${bound["id"]}`, count(bound, "value", path));
    }
  });
  if (certificates === 0) throw new Refused("points", "empty");
  list(document["curves"], "curves").forEach((entry, index) => {
    const points = list(record(entry, `curves[${index}]`)["points"], `curves[${index}].points`);
    points.forEach((point, at) => {
      const path = `curves[${index}].points[${at}]`;
      const fields = record(point, path);
      const right = proven.get(`${fields["l2Bytes"] ?? fields["fastWords"]} ${fields["boundId"]}`);
      if (right === undefined) throw new Refused(`${path}.boundId`, "no such bound at this capacity");
      requireEqual(count(fields, "bound", path), right, `${path}.bound`, "the bound");
    });
  });
  return certificates;
}

/** The memory that a bound must speak about: for a class of kernels a cache of at least the L2, else all that is behind the interface. */
function memoryOf(verified: Verified, machine: Fields, face: string, path: string): CheckedMemory {
  if (verified.sums !== undefined) return homeOfSums(verified.sums, machine, face, path);
  if (verified.kernel === undefined || verified.instance === undefined) return fastMemory(machine, face, path);
  requireEqual(face, "dram-l2", `${path}.interface`, "the interface");
  const { capacity } = verified.instance;
  if (capacity < count(machine, "l2Bytes", "machine")) {
    throw new Refused(`${path}.certificate.instance.capacity`, "less than the L2 of the machine");
  }
  return { capacity, memories: 1n };
}

/** The registers or the tensor memory of each SM; stages stand in what the machine lets a block use. */
function homeOfSums(sums: CheckedSumsInPlace, machine: Fields, face: string, path: string): CheckedMemory {
  const figure = (name: string): bigint => count(machine, name, "machine");
  if (face !== "l2-sm" && face !== "l2-cluster") throw new Refused(`${path}.interface`, "neither l2-sm nor l2-cluster");
  const size = face === "l2-sm" ? 1n : clusterSize(machine);
  requireEqual(sums.sms, size, `${path}.certificate.sms`, "the number of SMs of a block");
  requireEqual(sums.sharedMemory, size * figure("sharedMemoryPerSmBytes"), `${path}.certificate.sharedMemory`, "shared memory");
  const home = sums.home === "registers" ? 4n * figure("registersPerSm") : figure("tensorMemoryPerSmBytes");
  return { capacity: size * home, memories: (figure("sms") + size - 1n) / size };
}

function checkBest(document: Fields, best: ReadonlyMap<string, bigint>, bounds: readonly unknown[]): void {
  const claimed = record(document["best"], "best");
  for (const face of new Set([...Object.keys(claimed), ...best.keys()])) {
    const path = `best.${face}`;
    const right = best.get(face);
    if (right === undefined) throw new Refused(path, "no bound of this interface");
    const entry = record(claimed[face], path);
    requireEqual(count(entry, "value", path), right, `${path}.value`, "the largest bound");
    const id = text(entry, "id", path);
    const there = bounds.some((b) => {
      const bound = b as Fields;
      return bound["interface"] === face && bound["id"] === id && count(bound, "value", path) === right;
    });
    if (!there) throw new Refused(`${path}.id`, `no bound '${id}' of this value`);
  }
}
