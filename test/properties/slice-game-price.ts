/**
 * The least that a play of a slice's game pays for a start, in the units of a potential's price: value iteration over words of rows and
 * columns and what is open less what is certain, in whole words and elements, memories of `side`² of them.
 */
export function leastPrice(side: number, rowCost: number, birthCosts: (x: number, y: number, u: number) => number): number {
  const elements = side * side;
  const most = 2 * side;
  const at = (x: number, y: number, u: number) => (x * (most + 1) + y) * (most * most + elements + 1) + most * most + u;
  let ahead = new Float64Array((most + 1) * (most + 1) * (most * most + elements + 1));
  const starts = 4 * elements;
  const begun: number[] = [];
  for (let start = 0; start <= 2 * starts; start++) {
    const next = new Float64Array(ahead.length).fill(Number.POSITIVE_INFINITY);
    for (let x = 0; x <= most; x++) {
      for (let y = 0; y <= most; y++) {
        for (let u = -x * y; u < elements; u++) {
          next[at(x, y, u)] = birthCosts(x, y, u) + (ahead[at(x, y, u + 1)] as number);
        }
      }
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (let x = most; x >= 0; x--) {
        for (let y = most; y >= 0; y--) {
          for (let u = -x * y; u <= elements; u++) {
            const here = at(x, y, u);
            const ways = [
              x < most ? rowCost + (next[at(x + 1, y, u - y)] as number) : Number.POSITIVE_INFINITY,
              y < most ? 1 + (next[at(x, y + 1, u - x)] as number) : Number.POSITIVE_INFINITY,
              x > 0 ? (next[at(x - 1, y, Math.max(u, -(x - 1) * y))] as number) : Number.POSITIVE_INFINITY,
              y > 0 ? (next[at(x, y - 1, Math.max(u, -x * (y - 1)))] as number) : Number.POSITIVE_INFINITY,
            ];
            const least = Math.min(...ways);
            if (least < (next[here] as number) - 1e-12) {
              next[here] = least;
              changed = true;
            }
          }
        }
      }
    }
    begun.push(next[at(0, 0, 0)] as number);
    ahead = next;
  }
  // From one long game to a longer one; a game cut off at its end has paid at most a potential less.
  return (side * ((begun.at(-1) as number) - (begun[starts] as number))) / starts;
}
