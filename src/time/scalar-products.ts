import type { Access, Computation, Statement } from "../computation/computation.js";
import { extentOf, indicesOf } from "../computation/computation.js";
import { ceilDivide, maximum, minimum } from "../exact/integer.js";

/**
 * The least number of scalar products of statements (docs/time.md): one at every point, each a multiplication and an addition however
 * many operands it has, with what a kernel may share taken off:
 *
 * - an index of one operand alone that is summed over may be summed first, so it counts once;
 * - points at which the same words of the same arrays meet count once between them;
 * - of statements that multiply the same inputs with each other, directly or through intermediates, only the largest counts.
 *
 * Presumes that nothing else is factored. A statement of one operand has no products. Accesses are of plain indices.
 */
export function leastScalarProducts(computation: Computation): bigint {
  const origins = originsOf(computation);
  const most = new Map<string, bigint>();
  for (const statement of computation.statements) {
    const origin = origins.get(statement.output.array) ?? "";
    most.set(origin, maximum(most.get(origin) ?? 0n, productsOf(computation, statement, origins)));
  }
  return [...most.values()].reduce((sum, products) => sum + products, 0n);
}

/** What each array is made from: an input from itself. Arrays of one origin may hold the same values. */
function originsOf({ statements }: Computation): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { output, operands } of statements) {
    const parts = operands.map(({ array }) => origins.get(array) ?? array);
    origins.set(output.array, `(${parts.sort().join("*")})`);
  }
  return origins;
}

/** An access without the indices that are summed first. */
interface Factor {
  readonly array: string;
  readonly origin: string;
  readonly dimensions: readonly (string | undefined)[];
}

function productsOf(computation: Computation, { output, operands }: Statement, origins: ReadonlyMap<string, string>): bigint {
  if (operands.length < 2) return 0n;
  const read = operands.flatMap(indicesOf);
  const stays = (index: string): boolean => indicesOf(output).includes(index) || read.indexOf(index) !== read.lastIndexOf(index);
  const kept = [...new Set(read)].filter(stays);
  const extents = new Map(kept.map((index) => [index, BigInt(extentOf(computation, index))]));
  const points = [...extents.values()].reduce((product, extent) => product * extent, 1n);
  const factors = operands.map((access) => factorOf(access, origins, stays));
  const groups = alike(factors);
  const orders = groups.reduce((product, group) => product * factorial(group.length), 1n);
  if (orders === 1n) return points;
  // Where words may agree by value, or with unlike powers, no two orders are told apart.
  const known = groups.every(
    (group) => group.length === 1 || (group.every(({ array }) => array === group[0]?.array) && !repeated(group, factors)),
  );
  if (!known) return ceilDivide(points, orders);
  let [everywhere, elsewhere] = [0n, 0n];
  for (const order of ordersOf(groups)) {
    const met = pointsMet(order, extents);
    if (met === points) everywhere++;
    else elsewhere += met;
  }
  // Off the points that some order maps only by chance, at most as many share their words as orders map every point.
  const chance = minimum(points, elsewhere);
  return ceilDivide((points - chance) * orders + chance * everywhere, everywhere * orders);
}

function factorOf(
  { array, dimensions }: Access,
  origins: ReadonlyMap<string, string>,
  stays: (index: string) => boolean,
): Factor {
  const indices = dimensions.map(({ terms }) => terms[0]?.index).map((index = "") => (stays(index) ? index : undefined));
  return { array, origin: origins.get(array) ?? array, dimensions: indices };
}

function shown({ array, dimensions }: Factor): string {
  return JSON.stringify([array, ...dimensions.map((index) => index ?? null)]);
}

function repeated(group: readonly Factor[], factors: readonly Factor[]): boolean {
  return group.some((factor) => factors.filter((other) => shown(other) === shown(factor)).length > 1);
}

/** Different factors, those that range over the same words together: of one array, the same dimensions summed; or of one origin. */
function alike(factors: readonly Factor[]): readonly (readonly Factor[])[] {
  const groups = new Map<string, Factor[]>();
  for (const factor of new Map(factors.map((one) => [shown(one), one])).values()) {
    const { array, origin, dimensions } = factor;
    const sole = factors.every((other) => other.origin !== origin || other.array === array);
    const range = sole ? JSON.stringify([array, ...dimensions.map((index) => index !== undefined)]) : origin;
    groups.set(range, [...(groups.get(range) ?? []), factor]);
  }
  return [...groups.values()];
}

/** Every way to take the factors of each group for one another: pairs of a factor and the one whose word it takes. */
function ordersOf(groups: readonly (readonly Factor[])[]): readonly (readonly (readonly [Factor, Factor])[])[] {
  return groups.reduce<readonly (readonly (readonly [Factor, Factor])[])[]>(
    (orders, group) =>
      permutations(group).flatMap((taken) =>
        orders.map((order) => [...order, ...group.map((factor, at) => [factor, taken[at] as Factor] as const)]),
      ),
    [[]],
  );
}

function permutations<T>(values: readonly T[]): readonly (readonly T[])[] {
  if (values.length === 0) return [[]];
  return values.flatMap((first, at) => permutations(values.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

/** Points whose words, taken so, are the words of a point: an index takes one value, so the indices that it takes it from agree. */
function pointsMet(order: readonly (readonly [Factor, Factor])[], extents: ReadonlyMap<string, bigint>): bigint {
  const one = new Map([...extents.keys()].map((index) => [index, index]));
  const takenBy = new Map<string, string>();
  for (const [factor, from] of order) {
    factor.dimensions.forEach((index, dimension) => {
      const source = from.dimensions[dimension];
      if (index === undefined || source === undefined) return;
      const [first, second] = [one.get(takenBy.get(index) ?? source), one.get(source)];
      takenBy.set(index, source);
      for (const [name, same] of one) if (same === second) one.set(name, first ?? same);
    });
  }
  return [...new Set(one.values())].reduce((product, index) => product * (extents.get(index) ?? 1n), 1n);
}

function factorial(n: number): bigint {
  return n < 2 ? 1n : BigInt(n) * factorial(n - 1);
}
