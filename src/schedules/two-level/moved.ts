/** Loads and stores by array. */
export type Moved = ReadonlyMap<string, readonly [loads: bigint, stores: bigint]>;

/** What tiles along an extent move, the last one smaller where it must be; `at` is a polynomial of the number of a tile behind the first. */
export function sumOfTiles(extent: bigint, side: bigint, at: (tile: bigint, part: bigint) => Moved): Moved {
  if (extent === 0n) return new Map();
  const [whole, rest] = [extent / side, extent % side];
  if (whole === 0n) return at(0n, rest);
  const all = plus(
    at(0n, side),
    sumOf(whole - 1n, (tile) => at(tile + 1n, side)),
  );
  return rest === 0n ? all : plus(all, at(whole, rest));
}

/** The sum of f(0) to f(count − 1), f a polynomial of degree 2 at most: by its differences at 0. */
export function sumOf(count: bigint, f: (i: bigint) => Moved): Moved {
  if (count === 0n) return new Map();
  if (count === 1n) return f(0n);
  const [first, second, third] = [f(0n), f(1n), f(2n)];
  const pairs = (count * (count - 1n)) / 2n;
  const triples = (pairs * (count - 2n)) / 3n;
  return plus(plus(times(first, count - pairs + triples), times(second, pairs - 2n * triples)), times(third, triples));
}

function times(moved: Moved, by: bigint): Moved {
  return new Map([...moved].map(([array, [loads, stores]]) => [array, [loads * by, stores * by]]));
}

export function plus(x: Moved, y: Moved): Moved {
  const both = new Map(x);
  for (const [array, [loads, stores]] of y) {
    const [before, left] = both.get(array) ?? [0n, 0n];
    both.set(array, [before + loads, left + stores]);
  }
  return both;
}
