import { count, type Fields, Refused, text } from "../shared/fields.js";

/** Values in layers, as a workload or a certificate has them. */
export type LayeredSubject =
  | {
      readonly kind: "stencil";
      readonly dims: readonly bigint[];
      readonly steps: bigint;
      readonly radius: bigint;
      readonly neighbours: string;
    }
  | { readonly kind: "fft"; readonly points: bigint };

/** The extents of a stencil or a transform; undefined for another kind. @throws Refused */
export function readLayeredSubject(kind: string, fields: Fields, path: string): LayeredSubject | undefined {
  if (kind === "fft") {
    const points = count(fields, "points", path, 2n);
    if ((points & (points - 1n)) !== 0n) throw new Refused(`${path}.points`, "no power of two");
    return { kind, points };
  }
  if (kind !== "stencil") return undefined;
  const list = fields["dims"];
  if (!Array.isArray(list) || list.length < 1 || list.length > 3)
    throw new Refused(`${path}.dims`, "not a list of one to three extents");
  const dims = list.map((_, i) => count({ [i]: list[i] }, `${i}`, `${path}.dims`, 1n));
  const neighbours = text(fields, "neighbours", path);
  if (neighbours !== "star" && neighbours !== "box") throw new Refused(`${path}.neighbours`, "neither star nor box");
  return { kind, dims, steps: count(fields, "steps", path, 1n), radius: count(fields, "radius", path, 1n), neighbours };
}

/** Values of a layer, and layers that are computed. */
export function layersOf(subject: LayeredSubject): { readonly width: bigint; readonly layers: bigint } {
  if (subject.kind === "stencil") return { width: volume(subject.dims), layers: subject.steps };
  let layers = 0n;
  while (1n << layers < subject.points) layers++;
  return { width: subject.points, layers };
}

function volume(sides: readonly bigint[]): bigint {
  return sides.reduce((all, side) => all * side, 1n);
}
