// Searches prices and T/S of the tables of src/bounds/chain/mixed/tables.ts, in floating point: cutting planes over segments that a random
// climb finds. Prints the rows of a table, in ten-thousandths. Nothing rests on them: the bound certifies whatever prices it is given. `chain-prices.js ENTRY [SIDE]`
import solver from "javascript-lp-solver";

/** What an interval of E costs: 1 or 2. */
const ENTRY = Number(process.argv[2]);
/** The shorter of m and l, in √S. */
const SIDE = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const RATIOS =
  ENTRY === 2 ? [0.25, 0.5, Math.SQRT1_2, 1, Math.SQRT2, 2, 4] : [0.25, 1 / 3, 0.5, Math.SQRT1_2, 1, Math.SQRT2, 2, 3, 4];
/** (k + n)/√S and a T/S from which the search for the best one starts. */
const SUMS = ENTRY === 2 ? [0.9, 1.05, 1.2, 1.4, 1.6, 1.8, 2, 2.4, 3, 3.6, 4.4] : [0.9, 1.05, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const CUTS = ENTRY === 2 ? [1, 1, 1.1, 1.3, 1.5, 1.65, 1.75, 2, 2, 2, 2] : [1, 1.1, 1.3, 1.45, 1.55, 1.6, 1.7, 1.7, 1.8, 1.8];
const NAMES = ["first", "second", "birth", "stay"];

let seed = 12345;
const random = () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};

/** Products, births and stays of the best segment with these old elements, words of A and B, births, residents and stores of H. */
function segment(k, n, budget, [h, alpha, u, residents, stored]) {
  const resident = Math.min(residents, h, 1);
  const left = budget - h - alpha - stored;
  if (left < 0) return undefined;
  // The largest √(de) with d + e ≤ left, or d + 2e − min(e, 1 − resident) ≤ left.
  const room = 1 - resident;
  let root = left / 2;
  if (ENTRY === 2 && root > room) root = left <= 3 * room ? Math.sqrt((left - room) * room) : (left + room) / (2 * Math.SQRT2);
  const full = alpha > 2 * k * SIDE ? SIDE * (alpha / k - SIDE) : (alpha / (2 * k)) ** 2;
  const staying = Math.max(0, u - Math.min(full, u, (root * Math.sqrt(full)) / n) - stored);
  if (staying > 1) return undefined;
  return {
    first: Math.min(
      h + u > SIDE ** 2 ? (alpha * SIDE * (h + u)) / (SIDE ** 2 + h + u) : (alpha / 2) * Math.sqrt(h + u),
      k * (h + u),
    ),
    second: Math.min(
      ENTRY === 1 && h + full > SIDE ** 2 ? (2 * root * SIDE * (h + full)) / (SIDE ** 2 + h + full) : root * Math.sqrt(h + full),
      n * (h + full),
    ),
    birth: -u,
    stay: resident - staying,
  };
}

const payoff = (prices, found) => (found ? NAMES.reduce((sum, name) => sum + prices[name] * found[name], 0) : -1);

function climb(prices, k, n, budget, start, steps) {
  let [point, value, reach] = [start, payoff(prices, segment(k, n, budget, start)), 0.25];
  for (let step = 0; step < steps; step++) {
    const next = [...point];
    for (const chance of [1, 0.7]) {
      const axis = Math.floor(random() * 5);
      if (random() < chance) next[axis] = Math.max(0, next[axis] + (random() * 2 - 1) * reach);
    }
    if (random() < 0.08) next[3] = next[0];
    if (random() < 0.08) next[4] = 0;
    if (random() < 0.05) next[2] = (next[1] / 2 / k) ** 2;
    if (random() < 0.05) next[0] = 0;
    const there = payoff(prices, segment(k, n, budget, next));
    if (there > value) [point, value, reach] = [next, there, Math.min(0.4, reach * 1.3)];
    else reach = Math.max(1e-5, reach * 0.96);
  }
  return { point, value };
}

/** Prices with the largest payment for an element of H such that no segment found brings in more than T/S. */
function searchPrices(k, n, cut, initial) {
  const budget = 1 + cut;
  const births = 1 + budget + (budget / 2 / k) ** 2;
  const paid = { first: k, second: n, birth: -1, stay: 0 };
  const planes = [];
  let [prices, best, pool] = [initial, { value: 0, prices: initial }, []];
  for (let round = 0; round < 40; round++) {
    const starts = pool.slice(0, 30);
    for (let i = 0; i < (round < 3 ? 120 : 50); i++) {
      starts.push([random() * budget, random() * budget, random() * random() * births, random(), random() * random()]);
    }
    const climbed = starts.map((start) => climb(prices, k, n, budget, start, 260)).sort((x, y) => y.value - x.value);
    const top = climb(prices, k, n, budget, climbed[0].point, 1500);
    const scale = cut / Math.max(top.value, climbed[0].value, 1e-9);
    const value = NAMES.reduce((sum, name) => sum + prices[name] * paid[name], 0) * scale;
    if (value > best.value) best = { value, prices: Object.fromEntries(NAMES.map((name) => [name, prices[name] * scale])) };
    pool = [top, ...climbed.slice(0, 25)].map(({ point }) => point);
    for (const { point, value: brought } of [top, ...climbed.slice(0, 14)]) {
      if (brought > 0.97 * cut) planes.push(segment(k, n, budget, point));
    }
    const reach = round < 8 ? 0.5 : 0.12;
    const constraints = Object.fromEntries(planes.map((_, i) => [`plane${i}`, { max: cut }]));
    const variables = {};
    for (const name of NAMES) {
      constraints[`most-${name}`] = { max: Math.min(name === "stay" ? 1 : 4, prices[name] + reach) };
      constraints[`least-${name}`] = { min: Math.max(0, prices[name] - reach) };
      const rows = Object.fromEntries(planes.map((plane, i) => [`plane${i}`, plane[name]]));
      variables[name] = { objective: paid[name], ...rows, [`most-${name}`]: 1, [`least-${name}`]: 1 };
    }
    const solved = solver.Solve({ optimize: "objective", opType: "max", constraints, variables });
    if (solved.feasible && round > 8 && solved.result - best.value < 2e-4 * best.value) break;
    const towards = (name) => (round < 8 ? (solved[name] ?? 0) : ((solved[name] ?? 0) + best.prices[name]) / 2);
    prices = solved.feasible ? Object.fromEntries(NAMES.map((name) => [name, towards(name)])) : best.prices;
    if (planes.length > 400) planes.splice(0, planes.length - 300);
  }
  return best;
}

/** Steps of T/S from the first guess on, and at last. */
const [STRIDE, LAST] = [0.15, 0.07];

/** The best prices and their T/S, from guesses: T moves while that helps. */
function searchCell(k, n, first, guesses) {
  const seen = new Map();
  const keyOf = (cut) => cut.toFixed(3);
  const at = (cut, initials) => {
    const found = initials.map((initial) => ({ ...searchPrices(k, n, cut, initial), cut }));
    const before = seen.get(keyOf(cut));
    seen.set(keyOf(cut), (before === undefined ? found : [before, ...found]).reduce(better));
  };
  const better = (most, next) => (next.value > most.value ? next : most);
  const best = () => [...seen.values()].reduce(better);
  at(first, guesses);
  for (;;) {
    const { cut, prices } = best();
    for (const next of [cut - STRIDE, cut + STRIDE]) if (next > 0.4 && !seen.has(keyOf(next))) at(next, [prices]);
    if (best().cut === cut) break;
  }
  const { cut, prices } = best();
  for (const next of [cut - LAST, cut + LAST]) at(next, [prices]);
  at(best().cut, [best().prices, PLAIN]);
  return best();
}

const PLAIN = { first: 1, second: 1.9, birth: 0.05, stay: 0.3 };
const BORN = { first: 1.8, second: 1.95, birth: 0.75, stay: 0.02 };
for (const ratio of RATIOS) {
  console.log("  [");
  let before = PLAIN;
  SUMS.forEach((sum, column) => {
    const k = sum / (1 + ratio);
    const { value, prices, cut } = searchCell(k, sum - k, CUTS[column], [before, PLAIN, BORN]);
    before = prices;
    const row = [...NAMES.map((name) => Math.max(0, prices[name])), cut].map((price) => Math.round(10_000 * price));
    console.log(`    [${row.join(", ")}], // ${value.toFixed(4)}`);
  });
  console.log("  ],");
}
