import { BYTES_OF } from "../../src/computation/data-types.js";
import type { WordTypes } from "../../src/computation/word-types.js";
import type { SumWidth } from "./port-workloads.js";

/** What a kernel moves, and whether slow memory adds. It does not matter how many memories share its blocks. */
export interface Cost {
  readonly reads: number;
  readonly writes: number;
  readonly adds: boolean;
}

/** Sizes of words: operands, partial sums in a memory and at a port, results. */
export interface Sizes {
  readonly a: number;
  readonly b: number;
  readonly held: number;
  readonly moved: number;
  readonly result: number;
}

interface Extents {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** Whole numbers from 1 to `most`, closer to each other where they are small. */
function sides(most: number): readonly number[] {
  const found: number[] = [];
  for (let side = 1; side <= most; side = Math.max(side + 1, Math.floor(1.05 * side))) found.push(side);
  return most >= 1 ? [...found, Math.floor(most)] : [];
}

const parts = (whole: number, side: number): number => Math.ceil(whole / side);

/** What is sent for a result that comes in so many parts: itself, or parts that are added in its place. */
const sent = (count: number, { moved, result }: Sizes): number => (count === 1 ? result : count * Math.max(moved, result));

/** A tile of B stays with the sums of a row of C and a word of A; A passes it, and C is added in slow memory. */
function inputStays({ m, n, k }: Extents, sizes: Sizes, capacity: number): readonly Cost[] {
  const { a, b, held } = sizes;
  return sides(n).flatMap((columns) => {
    const rows = Math.min(k, Math.floor((capacity - a - held * columns) / (b * columns)));
    if (rows < 1) return [];
    const [passes, slices] = [parts(n, columns), parts(k, rows)];
    return [{ reads: a * m * k * passes + b * k * n, writes: m * n * sent(slices, sizes), adds: slices > 1 }];
  });
}

/** A tile of C stays, with a row of the tile of B and a word of A. */
function sumsStay({ m, n, k }: Extents, { a, b, held, result }: Sizes, capacity: number): readonly Cost[] {
  return sides(n).flatMap((columns) => {
    const rows = Math.min(m, Math.floor((capacity - a - b * columns) / (held * columns)));
    if (rows < 1) return [];
    return [{ reads: a * m * k * parts(n, columns) + b * k * n * parts(m, rows), writes: m * n * result, adds: false }];
  });
}

export function productKernels({ m, n, k }: Extents, sizes: Sizes, capacity: number): readonly Cost[] {
  const turned = { ...sizes, a: sizes.b, b: sizes.a };
  return [
    ...inputStays({ m, n, k }, sizes, capacity),
    ...inputStays({ m: n, n: m, k }, turned, capacity),
    ...sumsStay({ m, n, k }, sizes, capacity),
    ...sumsStay({ m: n, n: m, k }, turned, capacity),
  ];
}

/** Sizes of a chain: of the first product, whose results are H, and of the second. */
interface ChainSizes {
  readonly first: Sizes;
  readonly second: Sizes;
}

type ChainExtents = Readonly<Record<"m" | "k" | "l" | "n", number>>;

export function chainKernels({ m, k, l, n }: ChainExtents, { first, second }: ChainSizes, capacity: number): readonly Cost[] {
  const { a, b, held: heldH } = first;
  const { b: d, held: heldE, result } = second;
  // Columns of B stay with their rows of D, and what a row of H needs; every row of A passes them, and E is added in slow memory.
  const weightsStay = sides(l).flatMap((columns) => {
    if (columns * (b * k + d * n + heldH) + Math.max(a, heldE) > capacity) return [];
    const slices = parts(l, columns);
    return [{ reads: a * m * k * slices + b * k * l + d * l * n, writes: m * n * sent(slices, second), adds: slices > 1 }];
  });
  // Rows of A stay with their sums of E; B and D pass them, and a column of H is used at once.
  const rowsStay = sides(m).flatMap((rows) => {
    if (rows * (a * k + heldE * n + heldH) + Math.max(b, d) > capacity) return [];
    return [{ reads: a * m * k + (b * k * l + d * l * n) * parts(m, rows), writes: result * m * n, adds: false }];
  });
  // A tile of H is made and used at once; what it adds to E is added in slow memory.
  const tileOfH = sides(l).flatMap((columns) => {
    const beside = Math.max(b * columns + a, d * columns + heldE);
    const rows = Math.min(m, Math.floor((capacity - beside) / (heldH * columns)));
    if (rows < 1) return [];
    const [across, down] = [parts(l, columns), parts(m, rows)];
    const reads = a * m * k * across + (b * k * l + d * l * n) * down;
    return [{ reads, writes: m * n * sent(across, second), adds: across > 1 }];
  });
  // One product after the other.
  const least = (kernels: readonly Cost[]): readonly Cost[] => [
    ...byParts(kernels),
    ...byParts(kernels.filter(({ adds }) => !adds)),
  ];
  const apart = least(productKernels({ m, n: l, k }, first, capacity)).flatMap((one) =>
    least(productKernels({ m, n, k: l }, second, capacity)).map((other) => ({
      reads: one.reads + other.reads,
      writes: one.writes + other.writes,
      adds: one.adds || other.adds,
    })),
  );
  return [...weightsStay, ...rowsStay, ...tileOfH, ...apart];
}

/** Those that read least, write least and move least. */
export function byParts(kernels: readonly Cost[]): readonly Cost[] {
  const measures: readonly ((cost: Cost) => number)[] = [
    ({ reads }) => reads,
    ({ writes }) => writes,
    ({ reads, writes }) => reads + writes,
  ];
  return measures.flatMap((measure) =>
    kernels.reduce<readonly Cost[]>(([best], one) => (best === undefined || measure(one) < measure(best) ? [one] : [best]), []),
  );
}

export function sizesOf({ dataType, outputType, accumulator }: WordTypes, width: SumWidth, isIntermediate: boolean): Sizes {
  const [operand, wide] = [BYTES_OF[dataType], BYTES_OF[accumulator]];
  const result = isIntermediate ? Math.min(operand, wide) : BYTES_OF[outputType];
  const narrow = Math.min(wide, result);
  return {
    a: operand,
    b: operand,
    held: width === "narrow" ? narrow : wide,
    moved: width === "wide" ? wide : narrow,
    result,
  };
}
