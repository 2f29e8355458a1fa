import type { FigureSource, Machine, TreeMachine } from "./machine.js";

/** Paths of all numbers in a record of records, such as `l2Bytes` and `latencyCycles.l1`; arrays are passed over. */
export function numberPaths(record: object, prefix: string = ""): readonly string[] {
  return Object.entries(record).flatMap(([key, value]): readonly string[] => {
    if (typeof value === "number") return [`${prefix}${key}`];
    return typeof value === "object" && value !== null && !Array.isArray(value) ? numberPaths(value, `${prefix}${key}.`) : [];
  });
}

/** The levels of a tree as fields by their ids, so that their figures have paths. */
export function withLevelsById<T extends Pick<TreeMachine, "levels">>(machine: T): object {
  return { ...machine, levels: Object.fromEntries(machine.levels.map((level) => [level.id, level])) };
}

/** Paths of all figures of a machine, those of a tree as `levels.l2.bytes.cache`. */
export function figurePaths(machine: Machine): readonly string[] {
  return numberPaths(machine.kind === "tree" ? withLevelsById(machine) : machine);
}

/** The paths that one source covers. */
export function pathsOf(source: FigureSource): readonly string[] {
  return source.field.split(", ");
}
