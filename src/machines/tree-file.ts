import { InputError, shown } from "../errors.js";
import { withLevelsById } from "./figures.js";
import { FIGURE_RANGES, PEAK_FIELDS } from "./gpu-fields.js";
import { fieldsOf, figureField, figureFields, integerField, ONE_LINE, stringField } from "./gpu-file-reader.js";
import { sourcesOf } from "./gpu-file-sources.js";
import { bytesInside, levelBytes } from "./levels.js";
import type { MemoryKind, TreeLevel, TreeMachine } from "./machine.js";

// Records, so that the compiler asks for every field of the types.
const FIELDS: Readonly<Record<keyof TreeMachine, true>> = {
  ...{ kind: true, id: true, name: true, clockHz: true, levels: true, home: true, peakOperationsPerSecond: true, sources: true },
};
const LEVEL_FIELDS: Readonly<Record<keyof TreeLevel, true>> = {
  ...{ id: true, memories: true, bytes: true, lineBytes: true, sectorBytes: true, bytesPerSecond: true },
  ...{ latencyCycles: true, adds: true, multicasts: true, siblings: true },
};
const KINDS: Readonly<Record<MemoryKind, true>> = {
  ...{ dram: true, cache: true, scratchpad: true, registers: true, tensorMemory: true },
};

const MOST_LEVELS = 12;
const RANGES = {
  memories: [1, 2 ** 24],
  bytes: [1, 2 ** 50],
  lineBytes: [1, 2 ** 20],
  bytesPerSecond: [1, 1e17],
  latencyCycles: [1, 1e6],
} as const;

/**
 * Reads a machine of kind `tree`: an object with the fields of `TreeMachine`, of which `clockHz`, `home`, the peak rates and the sources
 * may be absent. A figure without a source in the file gets `origin` as its source.
 *
 * @throws InputError whose subject is `origin: field`
 */
export function treeFromFields(value: unknown, origin: string): TreeMachine {
  const fields = fieldsOf(value, origin, "", Object.keys(FIELDS));
  const id = stringField(fields, "id", /^[a-z0-9][a-z0-9.-]{0,63}$/, "lower-case letters, digits, '.' and '-'", "own-tree");
  const levels = levelsIn(fields.get("levels"), origin);
  const clockHz = figureField(fields, "clockHz", FIGURE_RANGES.clockHz, undefined);
  const ids = levels.slice(0, 2).map((level) => level.id);
  const home = fields.has("home") ? stringField(fields, "home", /./, ids.join(" or "), undefined) : undefined;
  if (home !== undefined && !ids.includes(home)) throw new InputError(fields.subject("home"), ids.join(" or "), shown(home));
  const peaks = figureFields(fields, "peakOperationsPerSecond", PEAK_FIELDS, FIGURE_RANGES.peakOperationsPerSecond, origin, {});
  const figures = {
    ...(clockHz === undefined ? {} : { clockHz }),
    levels,
    ...(home === undefined ? {} : { home }),
    peakOperationsPerSecond: peaks,
  };
  const sources = sourcesOf(fields, origin, withLevelsById(figures), undefined);
  return { kind: "tree", id, name: stringField(fields, "name", ONE_LINE, "one line of text", id), ...figures, sources };
}

function levelsIn(value: unknown, origin: string): readonly TreeLevel[] {
  const subject = `${origin}: levels`;
  if (!Array.isArray(value) || value.length < 2 || value.length > MOST_LEVELS)
    throw new InputError(subject, `a list of 2 to ${MOST_LEVELS} levels, from the outside in`, shown(value));
  const levels = value.map((entry: unknown, i) => levelIn(entry, origin, `levels[${i}]`));
  levels.forEach((level, i) => {
    const at = `${subject}[${i}]`;
    if (levels.findIndex(({ id }) => id === level.id) < i) throw new InputError(`${at}.id`, "another id", shown(level.id));
    const around = i === 0 ? undefined : levels[i - 1];
    if (around === undefined) {
      if (level.memories !== 1) throw new InputError(`${at}.memories`, "1, outermost", String(level.memories));
    } else if (level.memories % around.memories !== 0) {
      const expected = `a multiple of ${around.memories}, the memories of ${around.id}, which share them evenly`;
      throw new InputError(`${at}.memories`, expected, String(level.memories));
    }
    if (level.lineBytes !== undefined && level.lineBytes % (level.sectorBytes ?? 1) !== 0)
      throw new InputError(`${at}.sectorBytes`, `a divisor of lineBytes (${level.lineBytes})`, String(level.sectorBytes));
  });
  const [innermost, all] = [levels.at(-1), bytesInside(levels, 0)];
  if (innermost === undefined || levelBytes(innermost) === 0)
    throw new InputError(`${subject}[${levels.length - 1}].bytes`, "a memory, in front of the units that compute", "none");
  if (!Number.isSafeInteger(all)) throw new InputError(subject, "fewer than 2^53 bytes in all", String(all));
  return levels;
}

function levelIn(entry: unknown, origin: string, path: string): TreeLevel {
  const fields = fieldsOf(entry, origin, path, Object.keys(LEVEL_FIELDS));
  const kinds = Object.keys(KINDS);
  const held = fieldsOf(fields.get("bytes") ?? {}, origin, `${path}.bytes`, kinds);
  const bytes = held.names.map((kind) => [kind, integerField(held, kind, RANGES.bytes, undefined)] as const);
  const whole = (["lineBytes", "sectorBytes"] as const).flatMap((field) =>
    fields.has(field) ? [[field, integerField(fields, field, RANGES.lineBytes, undefined)] as const] : [],
  );
  const figures = (["bytesPerSecond", "latencyCycles"] as const).flatMap((field) => {
    const figure = figureField(fields, field, RANGES[field], undefined);
    return figure === undefined ? [] : [[field, figure] as const];
  });
  const flags = (["adds", "multicasts", "siblings"] as const).flatMap((field) => {
    if (!fields.has(field)) return [];
    const flag = fields.get(field);
    if (typeof flag !== "boolean") throw new InputError(fields.subject(field), "true or false", shown(flag));
    return [[field, flag] as const];
  });
  return {
    id: stringField(
      fields,
      "id",
      /^(?!slow$)[a-z][a-z0-9]{0,31}$/,
      "lower-case letters and digits, a letter first, not slow",
      undefined,
    ),
    memories: integerField(fields, "memories", RANGES.memories, undefined),
    bytes: Object.fromEntries(bytes),
    ...Object.fromEntries([...whole, ...figures, ...flags]),
  };
}
