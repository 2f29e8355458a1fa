import type { FigureSource, Machine } from "./machine.js";

/** Paths of all numbers in a record of records, such as `l2Bytes` and `latencyCycles.l1`; arrays are passed over. */
export function numberPaths(record: object, prefix: string = ""): readonly string[] {
  return Object.entries(record).flatMap(([key, value]): readonly string[] => {
    if (typeof value === "number") return [`${prefix}${key}`];
    return typeof value === "object" && value !== null && !Array.isArray(value) ? numberPaths(value, `${prefix}${key}.`) : [];
  });
}

/** Paths of all figures of a machine. */
export function figurePaths(machine: Machine): readonly string[] {
  return numberPaths(machine);
}

/** The paths that one source covers. */
export function pathsOf(source: FigureSource): readonly string[] {
  return source.field.split(", ");
}
