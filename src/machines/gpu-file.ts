import { InputError, refuseOlder, shown } from "../errors.js";
import { parseJson } from "../text/json-text.js";
import {
  CACHE_RANGES,
  ENERGY_FIELDS,
  FIGURE_RANGES,
  GPU_FIELDS,
  INTEGER_RANGES,
  type IntegerField,
  LATENCY_FIELDS,
  PEAK_FIELDS,
  PER_SM_CYCLE_FIELDS,
} from "./gpu-fields.js";
import {
  type FileFields,
  fieldsOf,
  figureField,
  figureFields,
  integerField,
  ONE_LINE,
  requiredFigureField,
  stringField,
} from "./gpu-file-reader.js";
import { sourcesOf } from "./gpu-file-sources.js";
import { checkGpuRelations } from "./gpu-relations.js";
import type { Gpu } from "./machine.js";
import { gpuNamed } from "./registry.js";

/**
 * Reads a user's GPU: a JSON object with the fields of `Gpu`, all but `kind`, `sources` and the optional figures required.
 * `base` names a known GPU whose figures stand wherever the file gives none, latencies and peak rates one by one. A figure that
 * neither the file's `sources` nor the base accounts for gets `origin` as its source. A `redblue.machines/2` document of one GPU is read too.
 *
 * @param origin the file's name, for errors.
 * @throws InputError whose subject is `origin: field`, or `origin: line L, column C` for a text that is not JSON.
 */
export function gpuFromJson(text: string, origin: string): Gpu {
  const fields = fieldsOf(oneOfList(parseJson(text, origin), origin), origin, "", [...GPU_FIELDS, "base"]);
  if (fields.has("kind")) stringField(fields, "kind", /^gpu$/, "'gpu'", undefined);
  const base = fields.has("base")
    ? gpuNamed(stringField(fields, "base", /./, "the name of a known GPU", undefined), fields.subject("base"))
    : undefined;
  const figures = figuresOf(fields, origin, base);
  checkGpuRelations(figures, origin);
  return { ...figures, ...namesOf(fields, base), sources: sourcesOf(fields, origin, figures, base) };
}

/** The machine inside what `redblue gpus NAME --json` prints; anything else as it is. */
export function oneOfList(json: unknown, origin: string): unknown {
  const { schema, machines } = (json ?? {}) as { readonly schema?: unknown; readonly machines?: unknown };
  refuseOlder(origin, schema);
  if (schema !== "redblue.machines/2") return json;
  if (Array.isArray(machines) && machines.length === 1) return machines[0];
  throw new InputError(
    `${origin}: machines`,
    "a list of one machine",
    Array.isArray(machines) ? `${machines.length}` : shown(machines),
  );
}

/** The text of a GPU file that `gpuFromJson` reads back as the same GPU. */
export function gpuToJson(gpu: Gpu): string {
  const inOrder = (record: object, order: readonly string[]): object => {
    const entries = new Map<string, unknown>(Object.entries(record));
    return Object.fromEntries(order.filter((field) => entries.has(field)).map((field) => [field, entries.get(field)]));
  };
  const record = {
    ...gpu,
    latencyCycles: inOrder(gpu.latencyCycles, LATENCY_FIELDS),
    peakOperationsPerSecond: inOrder(gpu.peakOperationsPerSecond, PEAK_FIELDS),
    perSmCycle: inOrder(gpu.perSmCycle, PER_SM_CYCLE_FIELDS),
    operationsPerSmCycle: inOrder(gpu.operationsPerSmCycle, PEAK_FIELDS),
    picojoulesPerByte: inOrder(gpu.picojoulesPerByte, ENERGY_FIELDS),
  };
  return `${JSON.stringify(inOrder(record, GPU_FIELDS), undefined, 2)}\n`;
}

/** A changed GPU must not pass under the base's name: where the file gives no other, the name tells what was changed. */
function namesOf(fields: FileFields, base: Gpu | undefined): Pick<Gpu, "id" | "name"> {
  const changed = fields.names.filter((field) => !["kind", "id", "name", "base", "sources"].includes(field));
  const isChanged = base !== undefined && changed.length > 0;
  const id = isChanged ? `${base.id}-changed` : base?.id;
  const name = isChanged ? `${base.name}, changed: ${changed.join(", ")}` : base?.name;
  return {
    id: stringField(fields, "id", ONE_LINE, "one line of text", id),
    name: stringField(fields, "name", ONE_LINE, "one line of text", name),
  };
}

function figuresOf(fields: FileFields, origin: string, base: Gpu | undefined): Omit<Gpu, "id" | "name" | "sources"> {
  const integer = (field: IntegerField): number => integerField(fields, field, INTEGER_RANGES[field], base?.[field]);
  const figure = (
    field: "clockHz" | "maximumClockHz" | "l2BytesPerSecond" | "l3BytesPerSecond" | "dramPeakBytesPerSecond",
  ): number | undefined => figureField(fields, field, FIGURE_RANGES[field], base?.[field]);
  const [clockHz, l2BytesPerSecond, l3BytesPerSecond] = [
    figure("clockHz"),
    figure("l2BytesPerSecond"),
    figure("l3BytesPerSecond"),
  ];
  // The driver's limit of the base says nothing about a GPU with another clock.
  const maximumClockHz = fields.has("clockHz")
    ? figureField(fields, "maximumClockHz", FIGURE_RANGES.maximumClockHz, undefined)
    : figure("maximumClockHz");
  const dramPeakBytesPerSecond = figure("dramPeakBytesPerSecond");
  const group = (
    name: "latencyCycles" | "peakOperationsPerSecond" | "perSmCycle" | "operationsPerSmCycle" | "picojoulesPerByte",
    known: readonly string[],
  ) => figureFields(fields, name, known, FIGURE_RANGES[name], origin, base?.[name] ?? {});
  const divided = (["dies", "l3Bytes", "l2Partitions"] as const).flatMap((field): readonly [string, number][] => {
    const value = fields.has(field) ? integerField(fields, field, CACHE_RANGES[field], undefined) : base?.[field];
    return value === undefined ? [] : [[field, value]];
  });
  return {
    kind: "gpu",
    computeCapability: stringField(
      fields,
      "computeCapability",
      /^(\d+\.\d+|gfx[\da-f]+)$/,
      "a string such as '9.0' or 'gfx942'",
      base?.computeCapability,
    ),
    sms: integer("sms"),
    ...(clockHz === undefined ? {} : { clockHz }),
    ...(maximumClockHz === undefined ? {} : { maximumClockHz }),
    sharedMemoryPerSmBytes: integer("sharedMemoryPerSmBytes"),
    sharedMemoryPerBlockBytes: integer("sharedMemoryPerBlockBytes"),
    reservedSharedMemoryPerBlockBytes: integer("reservedSharedMemoryPerBlockBytes"),
    l1AndSharedMemoryPerSmBytes: integer("l1AndSharedMemoryPerSmBytes"),
    registersPerSm: integer("registersPerSm"),
    maximumRegistersPerThread: integer("maximumRegistersPerThread"),
    maximumThreadsPerSm: integer("maximumThreadsPerSm"),
    maximumBlocksPerSm: integer("maximumBlocksPerSm"),
    maximumThreadsPerBlock: integer("maximumThreadsPerBlock"),
    tensorMemoryPerSmBytes: integer("tensorMemoryPerSmBytes"),
    maximumClusterSize: integer("maximumClusterSize"),
    l2Bytes: integer("l2Bytes"),
    ...Object.fromEntries(divided),
    l2LineBytes: integer("l2LineBytes"),
    l2SectorBytes: integer("l2SectorBytes"),
    dramBytes: integer("dramBytes"),
    dramBytesPerSecond: requiredFigureField(
      fields,
      "dramBytesPerSecond",
      FIGURE_RANGES.dramBytesPerSecond,
      base?.dramBytesPerSecond,
    ),
    ...(dramPeakBytesPerSecond === undefined ? {} : { dramPeakBytesPerSecond }),
    ...(l2BytesPerSecond === undefined ? {} : { l2BytesPerSecond }),
    ...(l3BytesPerSecond === undefined ? {} : { l3BytesPerSecond }),
    latencyCycles: group("latencyCycles", LATENCY_FIELDS),
    peakOperationsPerSecond: group("peakOperationsPerSecond", PEAK_FIELDS),
    perSmCycle: group("perSmCycle", PER_SM_CYCLE_FIELDS),
    operationsPerSmCycle: group("operationsPerSmCycle", PEAK_FIELDS),
    picojoulesPerByte: group("picojoulesPerByte", ENERGY_FIELDS),
  };
}
