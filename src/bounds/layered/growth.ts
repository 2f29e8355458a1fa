import type { LayeredWorkload } from "../../computation/layered/layered.js";
import { layerCount } from "../../computation/layered/layered.js";
import type { StencilWorkload } from "../../computation/layered/stencil.js";
import { ceilDivide, ceilRoot, floorRoot, maximum, minimum } from "../../exact/integer.js";

/** How many values of a layered computation can be computed from few words (proofs/layered-segments.md). */
export interface Growth {
  /** Cells nearer than this to a border are not counted. */
  readonly margin: bigint;
  /** Values that are counted. */
  readonly counted: bigint;
  /** The most counted values that follow from so many words, or fewer. */
  readonly most: (words: bigint) => bigint;
}

/** Every way to count that holds for up to `words` words. */
export function growths(w: LayeredWorkload, words: bigint): readonly Growth[] {
  if (w.kind === "stencil") return stencilGrowths(w, words);
  return [{ margin: 0n, counted: BigInt(w.points) * BigInt(layerCount(w)), most: butterflyValues }];
}

/** 2·(ones in the binary digits of all numbers below `words`). */
function butterflyValues(words: bigint): bigint {
  let sum = 0n;
  for (let one = 1n; one < words; one *= 2n) {
    const over = words % (2n * one);
    sum += (words / (2n * one)) * one + maximum(0n, over - one);
  }
  return 2n * sum;
}

/** The d-th power of a least boundary, as a quotient: a set of n cells in d dimensions has κ·n^((d − 1)/d) neighbours outside. */
interface Boundary {
  readonly margin: bigint;
  readonly over: bigint;
  readonly under: bigint;
}

function stencilGrowths(w: StencilWorkload, words: bigint): readonly Growth[] {
  const dims = w.dims.map(BigInt);
  const d = BigInt(dims.length);
  return [withBorders(w, words), inside(w, words)].flatMap((boundary) => {
    if (boundary === undefined) return [];
    const { margin, over, under } = boundary;
    const most = (x: bigint): bigint => floorRoot((d ** d * x ** (d + 1n) * under) / ((d + 1n) ** d * over), Number(d));
    return [{ margin, counted: dims.reduce((all, extent) => all * (extent - 2n * margin), BigInt(w.steps)), most }];
  });
}

/** κ^d of a set of cells far from every border. */
export function freeBoundary({ dims, radius, neighbours }: StencilWorkload): bigint {
  const [d, r] = [BigInt(dims.length), BigInt(radius)];
  if (dims.length === 1 || neighbours === "box") return (2n * r * d) ** d;
  return radius === 1 ? 2n ** (d + 1n) : (2n * r) ** d;
}

/** By dimension: how wide the margin is at least, (κ·k)^d over the words. */
const WIDEST: readonly bigint[] = [1n, 12n, 216n];

/** A margin of k radii. */
function inside(w: StencilWorkload, words: bigint): Boundary | undefined {
  const [d, over] = [w.dims.length, freeBoundary(w)];
  const least = ceilRoot(ceilDivide((WIDEST[d - 1] as bigint) * words, over), d);
  const margin = BigInt(w.radius) * (d === 1 ? least : maximum(4n, least));
  return smallest(w) > 2n * margin ? { margin, over, under: 1n } : undefined;
}

/** All cells: a set in a corner has a boundary on one side only, and none where it fills the grid. */
function withBorders(w: StencilWorkload, words: bigint): Boundary | undefined {
  const [d, r, least] = [BigInt(w.dims.length), BigInt(w.radius), smallest(w)];
  const side = ceilRoot(words, w.dims.length);
  if (side >= least || r > least) return undefined;
  if (d === 1n) return { margin: 0n, over: r, under: 1n };
  const [over, under] = w.neighbours === "box" ? [r * d * (least - side), least + r * d] : [r * (least - side), least];
  return { margin: 0n, over: over ** d, under: under ** d };
}

function smallest({ dims }: StencilWorkload): bigint {
  return dims.map(BigInt).reduce(minimum);
}
