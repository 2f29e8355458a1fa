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

/** Fused operations that join the operands of all values; at cells of a stencil that have all neighbours. */
export function layeredOperations(subject: LayeredSubject): bigint {
  const { width, layers } = layersOf(subject);
  if (subject.kind === "fft") return width * layers;
  const { dims, radius, neighbours } = subject;
  const reach = dims.map(() => 2n * radius);
  const others = neighbours === "box" ? volume(reach.map((cells) => cells + 1n)) - 1n : reach.reduce((x, y) => x + y, 0n);
  const inside = dims.map((extent) => (extent > 2n * radius ? extent - 2n * radius : 0n));
  return volume(inside) * layers * others;
}

function volume(sides: readonly bigint[]): bigint {
  return sides.reduce((all, side) => all * side, 1n);
}
