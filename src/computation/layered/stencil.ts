import { checkInteger, InputError, shown } from "../../errors.js";
import { checkExtent } from "../computation.js";
import type { WordTypeOptions, WordTypes } from "../word-types.js";
import { describeTypes, wordTypes } from "../word-types.js";
import { sizesIn, typesIn, type WorkloadKind } from "../workload-kind.js";

/**
 * A stencil over time: `steps` times every cell of a grid is computed from its neighbours one step before. A box has all neighbours within
 * the radius in each dimension, a star those along one axis. Neighbours outside the grid do not exist; fixed values there change no bound.
 */
export interface StencilWorkload extends WordTypes {
  readonly kind: "stencil";
  /** Cells along each of one to three dimensions. */
  readonly dims: readonly number[];
  readonly steps: number;
  readonly radius: number;
  readonly neighbours: "star" | "box";
}

/** Extents of a stencil; the neighbours by their number with the cell itself, by the radius of a star, or by both. */
export interface StencilOptions extends WordTypeOptions {
  readonly dims: readonly number[];
  readonly steps: number;
  readonly points?: number | undefined;
  readonly radius?: number | undefined;
}

/** A checked stencil: extents from 1 to 2^53 - 1. @throws InputError naming the option. */
export function stencilWorkload(options: StencilOptions): StencilWorkload {
  const dims = checkDims(options.dims);
  return {
    kind: "stencil",
    dims,
    steps: checkExtent("steps", options.steps),
    ...neighboursOf(dims.length, options),
    ...wordTypes(options),
  };
}

function checkDims(dims: unknown): readonly number[] {
  if (!Array.isArray(dims) || dims.length < 1 || dims.length > 3)
    throw new InputError("dims", "one to three extents, such as 1024x1024", shown(dims));
  return dims.map((extent) => checkInteger("dims", extent, 1, Number.MAX_SAFE_INTEGER));
}

const LARGEST_RADIUS = 1024;

/** The least radius with so many points, as a box rather than as a star. */
function neighboursOf(
  dimensions: number,
  { points, radius }: Pick<StencilOptions, "points" | "radius">,
): Pick<StencilWorkload, "radius" | "neighbours"> {
  if (radius !== undefined) checkInteger("radius", radius, 1, LARGEST_RADIUS);
  if (points === undefined) return { radius: radius ?? 1, neighbours: "star" };
  for (let r = radius ?? 1; r <= (radius ?? LARGEST_RADIUS); r++) {
    if ((2 * r + 1) ** dimensions === points && dimensions > 1) return { radius: r, neighbours: "box" };
    if (2 * dimensions * r + 1 === points) return { radius: r, neighbours: "star" };
  }
  const some = dimensions === 1 ? "3, 5, 7" : dimensions === 2 ? "5, 9, 13, 25" : "7, 13, 19, 27";
  throw new InputError("points", `those of a star or a box: ${some}, …, the cell itself counted`, shown(points));
}

/** Neighbours of a cell inside the grid, itself among them, where it has them all. */
function stencilPoints({ dims, radius, neighbours }: StencilWorkload): bigint {
  const across = 2n * BigInt(radius);
  return neighbours === "box" ? (across + 1n) ** BigInt(dims.length) : across * BigInt(dims.length) + 1n;
}

/** Cells of the grid. */
export function stencilCells({ dims }: Pick<StencilWorkload, "dims">): bigint {
  return dims.reduce((all, extent) => all * BigInt(extent), 1n);
}

function describe(w: StencilWorkload): string {
  const of = `${w.dims.join("×")} cells, ${w.steps} steps, ${stencilPoints(w)} points`;
  return `stencil of ${of} (${w.neighbours}, radius ${w.radius}), ${describeTypes(w)}`;
}

const COUNTS = [
  { flag: "steps", what: "steps in time", also: ["time-steps", "t"] },
  { flag: "points", what: "cells that a cell is computed from, itself counted: 5, 9, … (default: a star)", optional: true },
  { flag: "radius", what: "how far neighbours are (default 1, or what the points say)", optional: true },
] as const;

/** How the workload is named, checked and described. */
export const stencilKind: WorkloadKind<StencilWorkload> = {
  kind: "stencil",
  extents: ["steps", "radius"],
  check: ({ dims, radius, neighbours }) => {
    checkDims(dims);
    checkInteger("radius", radius, 1, LARGEST_RADIUS);
    if (neighbours !== "star" && neighbours !== "box") throw new InputError("neighbours", "star or box", shown(neighbours));
  },
  describe,
  form: {
    name: "stencil",
    summary: "stencil over time: every cell of a grid from its neighbours, step after step",
    extents: COUNTS,
    switches: [],
    numbers: [{ flag: "dims", what: "cells along each of one to three dimensions: 1024x1024" }],
    spellings: { names: { jacobi: {} } },
    make: (fields) => {
      const dims = fields["dims"] as readonly number[];
      return stencilWorkload({ ...sizesIn(fields, COUNTS), ...typesIn(fields), dims });
    },
  },
};
