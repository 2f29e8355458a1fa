import type { Access, ArraySpecification, Computation, IndexExpression, Statement } from "../../computation/computation.js";
import { extentOf } from "../../computation/computation.js";
import { ceilDivide, maximum } from "../../exact/integer.js";

/** Indices that share a dimension are walked point by point up to here; beyond, none of their words are counted. */
const MOST_POINTS = 2 ** 20;

/**
 * Words of an input that needed statements read, or of an output that they write: all of the array where one access takes each of
 * its words, else as many as the best access certainly takes. A stride may pass words over, and padding leaves products out.
 */
export function usedWords(computation: Computation, array: ArraySpecification): bigint {
  const counts = neededStatements(computation).flatMap((statement) =>
    (array.role === "output" ? [statement.output] : statement.operands)
      .filter((reference) => reference.array === array.name)
      .map((reference) => wordsOfAccess(computation, statement, reference)),
  );
  return counts.reduce(maximum, 0n);
}

/** Those that some output depends on. */
function neededStatements({ statements, arrays }: Computation): readonly Statement[] {
  const wanted = new Set(arrays.filter(({ role }) => role === "output").map(({ name }) => name));
  const needed: Statement[] = [];
  for (const statement of statements.toReversed()) {
    if (!wanted.has(statement.output.array)) continue;
    needed.push(statement);
    for (const { array } of statement.operands) wanted.add(array);
  }
  return needed;
}

function wordsOfAccess(computation: Computation, statement: Statement, reference: Access): bigint {
  const padded = [statement.output, ...statement.operands].flatMap(({ array, dimensions }) =>
    dimensions.flatMap((dimension, d) => {
      const extent = computation.arrays.find(({ name }) => name === array)?.shape[d] ?? 0;
      return dimension.padding === undefined ? [] : [{ dimension, extent }];
    }),
  );
  const groups = linkedIndices([...reference.dimensions, ...padded.map(({ dimension }) => dimension)]);
  let words = 1n;
  for (const group of groups) {
    const inGroup = (dimension: IndexExpression): boolean => dimension.terms.some(({ index }) => group.has(index));
    const own = reference.dimensions.filter(inGroup);
    const limits = padded.filter(({ dimension }) => inGroup(dimension));
    words *= positions(computation, [...group], own, limits);
  }
  return words;
}

/** Sets of indices that occur together in some dimension. */
function linkedIndices(dimensions: readonly IndexExpression[]): readonly ReadonlySet<string>[] {
  let groups: Set<string>[] = [];
  for (const { terms } of dimensions) {
    const here = new Set(terms.map(({ index }) => index));
    const touched = groups.filter((group) => [...here].some((index) => group.has(index)));
    groups = [
      ...groups.filter((group) => !touched.includes(group)),
      new Set([...here, ...touched.flatMap((group) => [...group])]),
    ];
  }
  return groups;
}

/** Different positions in some dimensions over all values of their indices that keep to the limits. */
function positions(
  computation: Computation,
  indices: readonly string[],
  own: readonly IndexExpression[],
  limits: readonly { readonly dimension: IndexExpression; readonly extent: number }[],
): bigint {
  const extents = indices.map((index) => extentOf(computation, index));
  if (limits.length === 0 && indices.length === 1) {
    const [only] = own;
    const extent = BigInt(extents[0] as number);
    if (own.every(({ block }) => block === undefined)) return extent;
    // Neighbours share a word.
    if (own.length === 1 && only?.terms[0]?.stride === 1) return ceilDivide(extent, BigInt(only.block ?? 1));
  }
  const points = extents.reduce((product, extent) => product * BigInt(extent), 1n);
  if (points > BigInt(MOST_POINTS)) return 0n;
  const at = (dimension: IndexExpression, values: readonly number[]): number =>
    Math.floor(
      dimension.terms.reduce(
        (sum, { index, stride }) => sum + stride * (values[indices.indexOf(index)] as number),
        -(dimension.padding ?? 0),
      ) / (dimension.block ?? 1),
    );
  const met = new Set<string>();
  const values = extents.map(() => 0);
  for (let point = 0; point < Number(points); point++) {
    let rest = point;
    extents.forEach((extent, i) => {
      values[i] = rest % extent;
      rest = Math.floor(rest / extent);
    });
    const inside = limits.every(({ dimension, extent }) => {
      const position = at(dimension, values);
      return position >= 0 && position < extent;
    });
    if (inside) met.add(own.map((dimension) => at(dimension, values)).join());
  }
  return BigInt(met.size);
}
