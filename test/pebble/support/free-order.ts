/**
 * A sum of products under the freedoms that proofs/model.md gives the theorems: products in any order, sums in any number of parts and by
 * any tree, a result in place of any words, every word at its size, one fast memory. At most 30 inputs and groups, 30 products.
 */
export interface FreeOrderProblem {
  readonly products: readonly { readonly operands: readonly number[]; readonly group: number }[];
  readonly inputSizes: readonly number[];
  readonly groups: number;
  /** Sizes of an incomplete sum and of a complete one, at most as large. */
  readonly partial: number;
  readonly output: number;
  readonly capacity: number;
  /** Whether stores cost nothing: then the least loads. */
  readonly loadsOnly?: boolean;
  /** Whether slow memory adds what is stored of a group: then no part of a sum comes back. Only where all sums have one size. */
  readonly slowAdds?: boolean;
}

/** Bits of `here`: inputs, then groups with a part in fast memory; `formed`: products; `parts`: those of each group in slow memory. */
interface State {
  readonly here: number;
  readonly formed: number;
  readonly parts: readonly number[];
}

/**
 * The least loads and stores; undefined where nothing legal ends. Without loss no product is formed twice, no part dropped, nothing
 * removed before its room is needed; a product whose operands and part are there is added at once, two parts in fast memory are one.
 * Where slow memory adds, a part that comes back saves no store that its coming does not cost.
 */
export function freeOrderOptimum(problem: FreeOrderProblem): number | undefined {
  const { products, inputSizes, groups, partial, output, capacity, loadsOnly = false, slowAdds = false } = problem;
  if (slowAdds && partial !== output) throw new RangeError("sums of two sizes where slow memory adds");
  const inputs = inputSizes.length;
  const sizes = [...inputSizes, ...new Array<number>(groups).fill(partial)];
  const storeCost = (size: number): number => (loadsOnly ? 0 : size);
  const productsWhere = (keep: (p: FreeOrderProblem["products"][number]) => boolean): number =>
    products.reduce((mask, product, p) => (keep(product) ? mask | (1 << p) : mask), 0);
  const uses = sizes.map((_, w) => productsWhere(({ operands, group }) => operands.includes(w) || group === w - inputs));
  const operands = products.map((product) => product.operands.reduce((mask, i) => mask | (1 << i), 0));
  const usesOf = (word: number): number => uses[word] as number;
  const used = (here: number): number => sizes.reduce((sum, size, w) => sum + (has(here, w) ? size : 0), 0);
  const changed = (parts: readonly number[], g: number, by: number): readonly number[] =>
    parts.map((n, other) => (other === g ? n + by : n));

  /** Adds and stores what can be, forgets inputs without further use; then what it cost and what must still be paid. */
  const settle = (state: State): readonly [State, paid: number, rest: number] => {
    let { here, formed } = state;
    let [paid, rest] = [0, 0];
    products.forEach(({ group }, p) => {
      if (has(here, inputs + group) && subset(operands[p] as number, here)) formed |= 1 << p;
    });
    sizes.forEach((size, w) => {
      const waiting = state.parts[w - inputs] ?? 0;
      const isOver = subset(usesOf(w), formed) && waiting === 0;
      if (w >= inputs && isOver && has(here, w)) paid += storeCost(output);
      if (w >= inputs && !isOver) rest += storeCost(output) + partial * waiting;
      if (w < inputs && !has(here, w) && (usesOf(w) & formed) === 0) rest += size;
      if (isOver) here &= ~(1 << w);
    });
    return [{ here, formed, parts: state.parts }, paid, rest];
  };

  /** Each least set of words whose leaving makes room, but for `kept`: sums are stored as parts, inputs dropped. */
  const withRoom = (state: State, size: number, kept = 0): readonly (readonly [State, number])[] => {
    if (used(state.here) + size <= capacity) return [[state, 0]];
    const found: (readonly [State, number])[] = [];
    const may = state.here & ~kept;
    for (let set = may; set > 0; set = (set - 1) & may) {
      const excess = used(state.here & ~set) + size - capacity;
      if (excess > 0 || sizes.some((own, w) => has(set, w) && own + excess <= 0)) continue;
      const parts = slowAdds ? state.parts : state.parts.map((n, g) => n + (has(set, inputs + g) ? 1 : 0));
      found.push([{ ...state, here: state.here & ~set, parts }, storeCost(partial) * count(set >> inputs)]);
    }
    return found;
  };

  const moves = (state: State): readonly (readonly [State, number])[] => {
    const found: (readonly [State, number])[] = [];
    sizes.forEach((size, w) => {
      const isSum = w >= inputs;
      if (isSum ? state.parts[w - inputs] === 0 : has(state.here, w) || subset(usesOf(w), state.formed)) return;
      for (const [s, paid] of withRoom(state, size, isSum ? 1 << w : 0))
        found.push([{ ...s, here: s.here | (1 << w), parts: changed(s.parts, w - inputs, -1) }, paid + size]);
    });
    products.forEach(({ group }, p) => {
      const w = inputs + group;
      if (has(state.formed, p) || has(state.here, w) || !subset(operands[p] as number, state.here)) return;
      // The sum may take the place of its operands.
      for (const [s, paid] of withRoom(state, usesOf(w) === 1 << p ? output : partial))
        found.push([{ ...s, here: s.here | (1 << w), formed: s.formed | (1 << p) }, paid]);
    });
    return found;
  };

  const least = new Map<string | number, number>();
  const open: [State, number][][] = [];
  // Without parts there is room for both in one number.
  const keyOf = ({ here, formed, parts }: State): string | number =>
    slowAdds ? here * 2 ** products.length + formed : `${here} ${formed} ${parts}`;
  const offer = (raw: State, before: number): void => {
    const [state, paid, rest] = settle(raw);
    const cost = before + paid;
    if (cost >= (least.get(keyOf(state)) ?? Number.POSITIVE_INFINITY)) return;
    least.set(keyOf(state), cost);
    open[cost + rest] ??= [];
    open[cost + rest]?.push([state, cost]);
  };
  offer({ here: 0, formed: 0, parts: new Array<number>(groups).fill(0) }, 0);
  for (let bound = 0; bound < open.length; bound++) {
    for (let next = open[bound]?.pop(); next !== undefined; next = open[bound]?.pop()) {
      const [state, cost] = next;
      if (cost > (least.get(keyOf(state)) as number)) continue;
      if (state.formed === 2 ** products.length - 1 && state.here === 0 && state.parts.every((n) => n === 0)) return cost;
      for (const [after, paid] of moves(state)) offer(after, cost + paid);
    }
  }
  return undefined;
}

const has = (mask: number, bit: number): boolean => ((mask >> bit) & 1) === 1;
const subset = (part: number, whole: number): boolean => (part & ~whole) === 0;
const count = (mask: number): number => mask.toString(2).replaceAll("0", "").length;
