/** The one that costs least, the first of equals; undefined where there is none. */
export function cheapestOf<One>(all: readonly One[], cost: (one: One) => bigint): One | undefined {
  return all.reduce<One | undefined>((best, next) => (best === undefined || cost(next) < cost(best) ? next : best), undefined);
}

/** Schedules, with the next one where there is one that moves less than all of them. */
export function withBetter<One>(all: readonly One[], next: One | undefined, cost: (one: One) => bigint): readonly One[] {
  return next !== undefined && all.every((one) => cost(next) < cost(one)) ? [...all, next] : all;
}

/** Words moved by two parts, array by array. */
export function sumOfWords<Words extends { readonly [array: string]: bigint }>(x: Words, y: Words): Words {
  return Object.fromEntries(Object.entries(x).map(([array, words]) => [array, words + (y[array] as bigint)])) as Words;
}
