import { checkLimit, currentLimits } from "../budget.js";
import { arrayWords, type Computation, extentOf, indicesOf, pointCount, type Statement } from "../computation/computation.js";
import { InputError } from "../errors.js";

/** Indices of a statement's iteration box: those of the output first, then the reduced ones in order of appearance. */
export function iterationIndices(statement: Statement): readonly string[] {
  return [...new Set([statement.output, ...statement.operands].flatMap(indicesOf))];
}

/** Visits the points of the box in lexicographic order. The map handed over is reused. */
export function forEachPoint(
  computation: Computation,
  indices: readonly string[],
  visit: (point: ReadonlyMap<string, number>) => void,
): void {
  const point = new Map<string, number>();
  const walk = (depth: number): void => {
    const index = indices[depth];
    if (index === undefined) {
      visit(point);
      return;
    }
    const extent = extentOf(computation, index);
    for (let value = 0; value < extent; value++) {
      point.set(index, value);
      walk(depth + 1);
    }
  };
  walk(0);
}

/**
 * Refuses a computation whose expansion may have more than `maximumVertices` vertices.
 *
 * @throws InputError with the count.
 */
export function checkExpansionSize(computation: Computation, verticesAPoint: number, maximumVertices: number): void {
  let vertices = 0n;
  for (const statement of computation.statements) vertices += BigInt(verticesAPoint) * pointCount(computation, statement);
  for (const array of computation.arrays) if (array.role === "input") vertices += arrayWords(array);
  checkVertexCount(computation.name, vertices, maximumVertices);
}

/** @throws InputError with the count when it is more than `maximumVertices`. */
export function checkVertexCount(computation: string, vertices: bigint, maximumVertices: number): void {
  if (vertices > BigInt(maximumVertices)) {
    if (maximumVertices === currentLimits().vertices) checkLimit("vertices", vertices, `the expansion of ${computation}`);
    throw new InputError(
      `computation ${computation}`,
      `an expansion of at most ${maximumVertices} vertices`,
      `up to ${vertices}`,
    );
  }
}
