import { InputError, refuseOlder } from "../errors.js";
import { BESIDE_FIELDS, type BestBound, checkBeside, checkFusion } from "./beside.js";
import { verifyCertificate } from "./certificate.js";
import { verifyLayer } from "./layer/layer.js";
import { verifyTraining } from "./layer/training.js";
import { checkBreakdown } from "./pebbling/breakdown.js";
import { verifyPebbling } from "./pebbling/pebbling.js";
import { checkBounds, mostReads, strongest, strongestOf } from "./printed-bounds.js";
import { checkModelFields, conditionsMetBy } from "./required.js";
import { bytesOf, count, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "./shared/fields.js";
import { verifyTime } from "./time/time-document.js";
import { withLevelBytes } from "./tree.js";

const SCHEMAS: readonly string[] = [
  ...["redblue.certificate/2", "redblue.bounds/2", "redblue.gap/2", "redblue.curve/2"],
  ...["redblue.time/2", "redblue.layer/2", "redblue.training/2", "redblue.pebbling/2"],
];

/** Outcome of a check: all that was checked holds, or the first thing that does not and why. */
export type Verdict =
  | {
      readonly valid: true;
      readonly certificates: number;
      /** What the document says beside and nothing here confirms; absent where all of it is confirmed. */
      readonly notChecked?: readonly string[];
    }
  | { readonly valid: false; readonly path: string; readonly reason: string };

/**
 * Checks a parsed document: one certificate (`redblue.certificate/2`), a pebbling (`redblue.pebbling/2`), or the bounds of a
 * `redblue.bounds/2` or `redblue.gap/2` document, each certificate, each number printed beside it, and that it is about the
 * document's workload and machine;
 * of a `redblue.curve/2` document the bounds of every point, on the machine with that point's fast memory; of a `redblue.time/2` document its
 * bounds and every amount, rate, time and energy. Traffic of schedules beside bounds is
 * held against them; that a schedule moves so much is not checked.
 *
 * @throws InputError when the value is no document of these kinds.
 */
export function verifyDocument(json: unknown, origin = "document"): Verdict {
  const schema = typeof json === "object" && json !== null ? (json as Fields)["schema"] : undefined;
  refuseOlder(origin, schema);
  if (typeof schema !== "string" || !SCHEMAS.includes(schema)) {
    throw new InputError(origin, `schema ${SCHEMAS.join(", ")}`, typeof schema === "string" ? `'${schema}'` : "no schema");
  }
  try {
    if (schema === "redblue.certificate/2") {
      verifyCertificate(json, "certificate");
      return { valid: true, certificates: 1 };
    }
    const document = json as Fields;
    if (schema === "redblue.curve/2") return { valid: true, ...verifyCurve(document) };
    if (schema === "redblue.time/2") return { valid: true, ...verifyTime(document) };
    if (schema === "redblue.layer/2") return { valid: true, ...verifyLayer(document) };
    if (schema === "redblue.training/2") return { valid: true, ...verifyTraining(document) };
    if (schema === "redblue.pebbling/2") return { valid: true, ...verifyPebbling(document) };
    return { valid: true, ...verifyBounds(document) };
  } catch (error) {
    if (error instanceof Refused) return { valid: false, path: error.path, reason: error.reason };
    throw error;
  }
}

/** The outcome of a document that holds. */
type Checked = Omit<Extract<Verdict, { readonly valid: true }>, "valid">;

const checkedBut = (certificates: number, notChecked: readonly string[]): Checked => ({
  certificates,
  ...(notChecked.length === 0 ? {} : { notChecked }),
});

/** Only a replay can say these: `redblue verify --replay`. */
export const UNREPLAYED = "that the schedules move the traffic beside the bounds";
const UNEXPLAINED = "why kernels were skipped";
export const UNRANGED = "ranges of DRAM reads";
const UNTIMED = "estimated times and the least time (redblue time --json has its terms)";

function verifyBounds(document: Fields): Checked {
  const isGap = document["schema"] === "redblue.gap/2";
  requireOnly(document, [...DOCUMENT_FIELDS, ...(isGap ? GAP_FIELDS : [])], "document");
  const checked = checkBounds(document);
  const { workload, machine, bounds, best, proven } = checked;
  checkModelFields(
    document,
    machine,
    proven.map(({ interfaceId }) => interfaceId),
  );
  if (document["best"] !== undefined || !isGap) checkBest(document, best, bounds);
  if (document["fusion"] !== undefined && document["resident"] !== undefined)
    throw new Refused("fusion", "nothing is known of it from a warm start");
  if (document["fusion"] !== undefined) checkFusion(document["fusion"], workload, machine);
  if (!isGap) return checkedBut(bounds.length, []);
  const unit = unitOf(machine);
  const rows = list(document["rows"], "rows");
  rows.forEach((entry, index) => {
    const path = `rows[${index}]`;
    const row = record(entry, path);
    requireOnly(row, ["schedule", "interface", "range", ...TIME_FIELDS, ...BESIDE_FIELDS(unit)], path);
    const interfaceId = text(row, "interface", path);
    const met = conditionsMetBy(row["schedule"], workload, (name) => bytesOf(workload, name, "workload"));
    const bound = strongest(strongestOf(proven, met), interfaceId, `${path}.interface`);
    checkBeside(row, { ...bound, leastReads: mostReads(proven, interfaceId, met) }, unit, path);
  });
  const breakdowns = document["breakdown"] === undefined ? [] : list(document["breakdown"], "breakdown");
  breakdowns.forEach((breakdown, i) => {
    checkBreakdown(record(breakdown, `breakdown[${i}]`), checked, unit, `breakdown[${i}]`);
  });
  return checkedBut(bounds.length, [
    ...(rows.length > 0 ? [UNREPLAYED] : []),
    ...(rows.some((row) => record(row, "rows")["range"] !== undefined) ? [UNRANGED] : []),
    ...(isTimed(document, rows) ? [UNTIMED] : []),
    ...(document["attainable"] === undefined ? [] : ["what the widest tile moves"]),
    ...(breakdowns.length > 0 ? ["amounts of breakdowns that are replayed or measured; advice"] : []),
    ...(document["leftOut"] === undefined ? [] : [UNEXPLAINED]),
  ]);
}

const DOCUMENT_FIELDS = ["schema", "workload", "machine", "resident", "interfaces", "requires", "bounds", "best", "fusion"];
const LEAST_FIELDS = ["leastSeconds", "leastBinds"];
const GAP_FIELDS = ["cache", "rows", "leftOut", "breakdown", "attainable", ...LEAST_FIELDS];
/** Estimates of a schedule's duration: no certificate says any of them. */
const TIME_FIELDS = ["estimatedSeconds", "binds", "busiest", "percentOfPeak", "operationsPerSecond"];

const isTimed = (document: Fields, rows: readonly unknown[]): boolean =>
  LEAST_FIELDS.some((field) => document[field] !== undefined) ||
  rows.some((row) => TIME_FIELDS.some((field) => (row as Fields)[field] !== undefined));

const unitOf = (machine: Fields): "Words" | "Bytes" => (machine["kind"] === "abstract" ? "Words" : "Bytes");

const CURVE_FIELDS = [
  "schema",
  "workload",
  "machine",
  "interfaces",
  "requires",
  "interface",
  "cache",
  "points",
  "curves",
  "leftOut",
  ...LEAST_FIELDS,
];

/** The bounds of every point of a curve, each on the machine with the point's fast memory, and the traffic beside them. */
function verifyCurve(document: Fields): Checked {
  requireOnly(document, CURVE_FIELDS, "document");
  const machine = record(document["machine"], "machine");
  const interfaceId = text(document, "interface", "document");
  checkModelFields(document, machine, [interfaceId]);
  const unit = unitOf(machine);
  const isTree = machine["kind"] === "tree";
  const field = unit === "Words" ? "fastWords" : isTree ? "levelBytes" : "l2Bytes";
  const proven = new Map<bigint, BestBound & { readonly leastReads: bigint }>();
  const curves = list(document["curves"], "curves");
  const workload = record(document["workload"], "workload");
  const sizes = (name: string): bigint => bytesOf(workload, name, "workload");
  const sets = curves.map((curve, i) => conditionsMetBy(record(curve, `curves[${i}]`)["schedule"], workload, sizes));
  const met = new Set(sets[0] ?? []);
  for (const other of sets) for (const condition of met) if (!other.has(condition)) met.delete(condition);
  let certificates = 0;
  list(document["points"], "points").forEach((entry, index) => {
    const path = `points[${index}]`;
    const point = record(entry, path);
    requireOnly(point, [field, "bounds"], path);
    const capacity = count(point, field, path);
    try {
      const { bounds, proven: provenHere } = checkBounds({
        workload: document["workload"],
        machine: isTree ? withLevelBytes(machine, interfaceId, capacity) : { ...machine, [field]: point[field] },
        bounds: point["bounds"],
      });
      bounds.forEach((bound, at) => {
        requireEqual(
          text(bound, "interface", `bounds[${at}]`),
          interfaceId,
          `bounds[${at}].interface`,
          "the interface of the curve",
        );
      });
      const bound = strongest(strongestOf(provenHere, met), interfaceId, "bounds");
      proven.set(capacity, { ...bound, leastReads: mostReads(provenHere, interfaceId, met) });
      certificates += bounds.length;
    } catch (error) {
      throw error instanceof Refused ? new Refused(`${path}.${error.path}`, error.reason) : error;
    }
  });
  if (certificates === 0) throw new Refused("points", "empty");
  const points: unknown[] = [];
  curves.forEach((entry, index) => {
    const curve = record(entry, `curves[${index}]`);
    requireOnly(curve, ["label", "schedule", "points"], `curves[${index}]`);
    const own = list(curve["points"], `curves[${index}].points`);
    points.push(...own);
    own.forEach((point, at) => {
      const path = `curves[${index}].points[${at}]`;
      const fields = record(point, path);
      requireOnly(fields, [field, ...TIME_FIELDS, ...BESIDE_FIELDS(unit)], path);
      const best = proven.get(count(fields, field, path));
      if (best === undefined) throw new Refused(`${path}.${field}`, "no point of this capacity");
      checkBeside(fields, best, unit, path);
    });
  });
  return checkedBut(certificates, [
    ...(curves.length > 0 ? [UNREPLAYED] : []),
    ...(isTimed(document, points) ? [UNTIMED] : []),
    ...(document["leftOut"] === undefined ? [] : [UNEXPLAINED]),
  ]);
}

function checkBest(document: Fields, best: ReadonlyMap<string, BestBound>, bounds: readonly Fields[]): void {
  const claimed = record(document["best"], "best");
  for (const interfaceId of new Set([...Object.keys(claimed), ...best.keys()])) {
    const path = `best.${interfaceId}`;
    const right = strongest(best, interfaceId, path).value;
    const entry = record(claimed[interfaceId], path);
    requireOnly(entry, ["id", "value"], path);
    requireEqual(count(entry, "value", path), right, `${path}.value`, "the largest bound");
    const id = text(entry, "id", path);
    const there = bounds.some(
      (bound) => bound["interface"] === interfaceId && bound["id"] === id && count(bound, "value", path) === right,
    );
    if (!there) throw new Refused(`${path}.id`, `no bound '${id}' of this value`);
  }
}
