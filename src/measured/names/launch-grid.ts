/** Blocks along x, y and z of `(256, 50, 1)`, or threads of a block; undefined where the profile has no grid. */
export function dimensions(text: string): readonly [x: number, y: number, z: number] | undefined {
  const sides = [...text.matchAll(/\d+/g)].map(Number);
  const [x, y = 1, z = 1] = sides;
  return x === undefined || sides.some((side) => side === 0) ? undefined : [x, y, z];
}

/** Threads of a block `(384, 1, 1)`; undefined where the profile does not say. */
export function threadsOfBlock(text: string): number | undefined {
  const sides = dimensions(text);
  return sides && sides[0] * sides[1] * sides[2];
}

/**
 * How CUTLASS 2 has laid out so many tiles over a grid: panels of 1, 2, 4 or 8 columns swept downwards, its identity swizzle; undefined
 * where the grid is no such.
 *
 * Source: NVIDIA/cutlass, include/cutlass/gemm/threadblock/threadblock_swizzle.h, GemmIdentityThreadblockSwizzle.
 */
export function identitySwizzle(x: number, y: number, rows: number, columns: number): string | undefined {
  const width = [1, 2, 4, 8].find((panel) => x === rows * panel && y === Math.ceil(columns / panel));
  return width === undefined ? undefined : width === 1 ? "col" : `identity:${width}`;
}
