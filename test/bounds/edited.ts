import type { Json } from "../../src/bounds/certificate-json.js";

export type Path = readonly (string | number)[];

/** Paths of every leaf of a document. */
export function leaves(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner as Json, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A copy of the document with one leaf changed. */
export function edited(document: Json, path: Path, change: (leaf: Json) => Json): Json {
  const copy = structuredClone(document);
  let at = copy as unknown as Record<string | number, Record<string | number, unknown>>;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  const last = path.at(-1) as string;
  (at as Record<string | number, unknown>)[last] = change((at as Record<string | number, unknown>)[last] as Json);
  return copy;
}
