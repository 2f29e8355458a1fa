import type { Access, Statement } from "../einsum/statement-chains.js";
import { Refused } from "../shared/fields.js";

/** More ways to take accesses to one array for one another are not walked. */
const MOST_ORDERS = 400_000n;

/** An operand without the indices that are summed first; `null` stands for one. */
interface Factor {
  readonly array: string;
  readonly origin: string;
  readonly indices: readonly (string | null)[];
}

/**
 * The least scalar products of statements as docs/time.md defines them: a product at every point, once where the same words meet again;
 * of statements that multiply the same inputs with each other the largest alone.
 */
export function scalarProducts(statements: readonly Statement[], extentOf: (index: string) => bigint): bigint {
  const origins = new Map<string, string>();
  const largest = new Map<string, bigint>();
  for (const { target, operands } of statements) {
    const factors = operands.map(({ array }) => origins.get(array) ?? array);
    const origin = `(${factors.sort().join("*")})`;
    const own = productsOf(target, operands, extentOf, (array) => origins.get(array) ?? array);
    if (own > (largest.get(origin) ?? 0n)) largest.set(origin, own);
    origins.set(target.array, origin);
  }
  return [...largest.values()].reduce((sum, own) => sum + own, 0n);
}

function productsOf(
  target: Access,
  operands: readonly Access[],
  extentOf: (index: string) => bigint,
  originOf: (array: string) => string,
): bigint {
  if (operands.length < 2) return 0n;
  const uses = (index: string): number => operands.filter((operand) => operand.indices.includes(index)).length;
  const isKept = (index: string): boolean => target.indices.includes(index) || uses(index) > 1;
  const kept = [...new Set(operands.flatMap(({ indices }) => indices))].filter(isKept);
  const all = kept.reduce((product, index) => product * extentOf(index), 1n);
  const factors = operands.map(
    ({ array, indices }): Factor => ({
      array,
      origin: originOf(array),
      indices: indices.map((index) => (isKept(index) ? index : null)),
    }),
  );
  const key = (factor: Factor): string => JSON.stringify([factor.array, factor.indices]);
  const different = factors.filter((factor, i) => factors.findIndex((other) => key(other) === key(factor)) === i);
  const isRepeated = (factor: Factor): boolean => factors.filter((other) => key(other) === key(factor)).length > 1;
  const ofArray = (factor: Factor): boolean =>
    different.every((other) => other.origin !== factor.origin || other.array === factor.array);
  const range = (factor: Factor): string =>
    ofArray(factor) ? JSON.stringify([factor.array, factor.indices.map((index) => index === null)]) : factor.origin;
  const groups = [...new Set(different.map(range))].map((name) => different.filter((factor) => range(factor) === name));
  const orders = groups.reduce((product, group) => product * group.reduce((f, _, i) => f * BigInt(i + 1), 1n), 1n);
  if (orders > MOST_ORDERS) throw new Refused("workload.text", "accesses to one array that can be taken in too many orders");
  const up = (x: bigint, y: bigint): bigint => (x + y - 1n) / y;
  const isPlain = groups.every((group) => group.length < 2 || (group.every(ofArray) && !group.some(isRepeated)));
  if (!isPlain) return up(all, orders);
  let [always, byChance] = [0n, 0n];
  for (const taken of ordersOf(groups)) {
    const met = pointsMapped(groups.flat(), taken, kept, extentOf);
    if (met === all) always++;
    else byChance += met;
  }
  if (byChance > all) byChance = all;
  return up((all - byChance) * orders + byChance * always, always * orders);
}

/** For the factors of all groups one after another, the factor that each is taken for: within its group, in every order. */
function* ordersOf(groups: readonly (readonly Factor[])[], before: readonly Factor[] = []): Generator<readonly Factor[]> {
  const [group, ...later] = groups;
  if (group === undefined) yield before;
  else for (const order of permutations(group)) yield* ordersOf(later, [...before, ...order]);
}

function* permutations(group: readonly Factor[]): Generator<readonly Factor[]> {
  if (group.length === 0) yield [];
  for (const [i, first] of group.entries()) {
    for (const rest of permutations(group.filter((_, j) => j !== i))) yield [first, ...rest];
  }
}

/** Points that an order maps to a point: those at which all indices that would give one index its value are equal. */
function pointsMapped(
  factors: readonly Factor[],
  taken: readonly Factor[],
  kept: readonly string[],
  extentOf: (index: string) => bigint,
): bigint {
  const sources = new Map<string, Set<string>>();
  factors.forEach(({ indices }, f) => {
    indices.forEach((index, d) => {
      const source = taken[f]?.indices[d] ?? null;
      if (index !== null && source !== null) sources.set(index, (sources.get(index) ?? new Set()).add(source));
    });
  });
  const free = new Set(kept);
  let points = 1n;
  for (const index of kept) {
    if (!free.delete(index)) continue;
    points *= extentOf(index);
    const equal = [index];
    for (const one of equal) {
      for (const group of sources.values()) {
        if (group.has(one)) for (const other of group) if (free.delete(other)) equal.push(other);
      }
    }
  }
  return points;
}
