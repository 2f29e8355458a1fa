import { SLICE_POTENTIALS, type SlicePotential } from "../slice-potentials.js";

/** What a checked potential proves; fractions of whole numbers, prices in 2⁻²⁰. */
export interface CheckedPotential {
  readonly rowCost: 1 | 2;
  readonly rent: readonly [bigint, bigint];
  readonly waiting: readonly [bigint, bigint];
  readonly price: bigint;
  readonly reloadPrice: bigint;
}

const ONE = 2 ** 20;
const KNOT = 20;
/** A wait's byte squared is a slope in these parts. */
const WAIT = 4096;
const checked = new WeakMap<SlicePotential, CheckedPotential | string>();

/** The potential of that name once its inequalities hold (proofs/chain-slices.md, section 5), or why not. */
export function potentialNamed(id: string): CheckedPotential | string {
  const potential = SLICE_POTENTIALS.find((candidate) => candidate.id === id);
  if (potential === undefined) return "no such potential";
  const known = checked.get(potential) ?? checkPotential(potential);
  checked.set(potential, known);
  return known;
}

/** Every inequality of section 5, in whole numbers. Returns what is wrong, if anything. */
export function checkPotential(potential: SlicePotential): CheckedPotential | string {
  const { rowCost, rent, waiting, price, reloadPrice, rows, columns, sums } = potential;
  const whole = [...rent, ...waiting, price, reloadPrice, ...rows, ...columns, ...sums, potential.reach, potential.ceiling];
  if (!whole.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 24)) return "not whole numbers";
  if (rent[0] < rent[1] || rent[1] < 1 || waiting[0] < 0 || waiting[1] < 1) return "rent below 1";
  for (const knots of [rows, columns, sums]) {
    if (knots[0] !== 0 || knots.some((knot, i) => i > 0 && knot <= (knots[i - 1] as number))) return "knots out of order";
  }
  if (rowCost === 1 && rows.join() !== columns.join()) return "rows and columns differ";
  const grid = new Grid(potential);
  if (grid.at(0, 0, 0) !== 0) return "no zero at the beginning";
  return (
    farAway(potential) ??
    grid.cells((cell) => slopes(cell, rowCost) ?? times(cell, potential) ?? edges(cell, grid, potential)) ?? {
      rowCost,
      rent: [BigInt(rent[0]), BigInt(rent[1])],
      waiting: [BigInt(waiting[0]), BigInt(waiting[1])],
      price: BigInt(price),
      reloadPrice: BigInt(reloadPrice),
    }
  );
}

/** A box of the grid with the 27 Bernstein coefficients of the potential on it. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly s: readonly [number, number];
  /** The waiting counted here is a linear function of u with this slope, in 4096ths, below ρu⁺ as far as u = 1. */
  readonly slope: number;
  readonly value: (a: number, b: number, c: number) => number;
}

class Grid {
  private readonly potential: SlicePotential;
  private readonly values: Int32Array;
  private readonly waits: Uint8Array;

  constructor(potential: SlicePotential) {
    this.potential = potential;
    this.waits = bytes(potential.waits);
    const raw = bytes(potential.values);
    // The third byte carries the sign.
    this.values = Int32Array.from({ length: Math.floor(raw.length / 3) }, (_, i) => {
      const [low, middle, high] = [raw[3 * i], raw[3 * i + 1], raw[3 * i + 2]] as [number, number, number];
      return ((high << 24) >> 8) | (middle << 8) | low;
    });
  }

  /** A coefficient; NaN, which no comparison accepts, where there is none. */
  at(row: number, column: number, sum: number): number {
    const place = this.place(row, column, 2 * this.potential.columns.length - 1);
    return this.values[place * (2 * this.potential.sums.length - 1) + sum] ?? Number.NaN;
  }

  active(row: number, column: number): boolean {
    const { rows, columns, reach } = this.potential;
    return row < rows.length - 1 && column < columns.length - 1 && (rows[row] as number) + (columns[column] as number) < reach;
  }

  cells(visit: (cell: Cell) => string | undefined): string | undefined {
    const { rows, columns, sums } = this.potential;
    for (let row = 0; row < rows.length - 1; row++) {
      for (let column = 0; column < columns.length - 1; column++) {
        if (!this.active(row, column)) continue;
        for (let sum = 0; sum < sums.length - 1; sum++) {
          const place = this.place(row, column, columns.length - 1) * (sums.length - 1) + sum;
          const wrong = visit({
            row,
            column,
            x: [rows[row], rows[row + 1]] as [number, number],
            y: [columns[column], columns[column + 1]] as [number, number],
            s: [sums[sum], sums[sum + 1]] as [number, number],
            slope: (this.waits[place] ?? Number.NaN) ** 2,
            value: (a, b, c) => this.at(2 * row + a, 2 * column + b, 2 * sum + c),
          });
          if (wrong !== undefined) return `${wrong} in cell ${row}, ${column}, ${sum}`;
        }
      }
    }
    return undefined;
  }

  /** Where a row's part begins: with rowCost 1 rows and columns change places, and only one half is there. */
  private place(row: number, column: number, width: number): number {
    if (this.potential.rowCost === 2) return row * width + column;
    const [low, high] = row < column ? [row, column] : [column, row];
    return low * width - (low * (low - 1)) / 2 + high - low;
  }
}

const SIXES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES: ReadonlyMap<string, number> = new Map([...SIXES].map((letter, value) => [letter, value]));

/** Base64, read here: browsers and Node have `atob`, other engines do not. */
function bytes(base64: string): Uint8Array {
  const letters = base64.replace(/=+$/, "");
  const read = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let [held, bits, filled] = [0, 0, 0];
  for (const letter of letters) {
    held = ((held << 6) | (VALUES.get(letter) ?? 0)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    read[filled++] = (held >> bits) & 0xff;
  }
  return read;
}

/** Loads: F_x ≥ −rowCost, F_y ≥ −1, F_s ≥ 0. Drops: F_x + y·F_s ≤ 0, F_y + x·F_s ≤ 0. */
function slopes({ x, y, s, value }: Cell, rowCost: number): string | undefined {
  const [hx, hy, hs] = [x[1] - x[0], y[1] - y[0], s[1] - s[0]];
  const alongX = (a: number, b: number, c: number) => value(a + 1, b, c) - value(a, b, c);
  const alongY = (a: number, b: number, c: number) => value(b, a + 1, c) - value(b, a, c);
  const alongS = (a: number, b: number, c: number) => value(a, b, c + 1) - value(a, b, c);
  const alongSTurned = (a: number, b: number, c: number) => alongS(b, a, c);
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2]) {
      for (const c of [0, 1]) {
        if (!(2 * KNOT * alongX(c, a, b) >= -rowCost * ONE * hx)) return "a row's word gains more than it costs";
        if (!(2 * KNOT * alongY(c, a, b) >= -ONE * hy)) return "a column's word gains more than it costs";
        if (!(alongS(a, b, c) >= 0)) return "a fall with the sums";
      }
    }
  }
  if (!dropsLose(alongX, alongS, hx, hs, y) || !dropsLose(alongY, alongSTurned, hy, hs, x)) return "a word dropped gains";
  return undefined;
}

/**
 * Is F_x + y·F_s ≤ 0? `along` has degrees 1, 2, 2, `inSums` 2, 2, 1; their sum is written with degrees 2, 3, 2, six times itself,
 * and times hx·hs/2.
 */
function dropsLose(
  along: (a: number, b: number, c: number) => number,
  inSums: (a: number, b: number, c: number) => number,
  hx: number,
  hs: number,
  [y0, y1]: readonly [number, number],
): boolean {
  const raised = (b: number, of: (b: number) => number) => b * (b > 0 ? of(b - 1) : 0) + (3 - b) * (b < 3 ? of(b) : 0);
  const times = (b: number, of: (b: number) => number) => y1 * b * (b > 0 ? of(b - 1) : 0) + y0 * (3 - b) * (b < 3 ? of(b) : 0);
  const doubled = (a: number, of: (a: number) => number) => (a === 0 ? 2 * of(0) : a === 2 ? 2 * of(1) : of(0) + of(1));
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2, 3]) {
      for (const c of [0, 1, 2]) {
        const x = doubled(a, (i) => raised(b, (j) => along(i, j, c)));
        const sums = doubled(c, (k) => times(b, (j) => inSums(a, j, k)));
        if (!(KNOT * hs * x + hx * sums <= 0)) return false;
      }
    }
  }
  return true;
}

/**
 * A birth: F_s + θ(x + y) + βu − α ≥ Λ for the rent and, at rent 1, F_s + x + y + (βu − α)/θ ≥ Λ' for the price after a load of H,
 * α the least with βu − α ≤ ρu⁺ for all u of the box up to 1: u⁺ is convex, so at its ends and at 0.
 */
function times({ x, y, s, slope, value }: Cell, { rent, waiting, price, reloadPrice }: SlicePotential): string | undefined {
  const unit = KNOT * KNOT;
  const [least, most] = [s[0] * KNOT - x[1] * y[1], Math.min(unit, s[1] * KNOT - x[0] * y[0])];
  if (least >= unit) return undefined;
  if (!Number.isSafeInteger(slope)) return "no value";
  const [rentTop, rentBelow, waitTop, waitBelow] = [...rent, ...waiting].map(BigInt) as [bigint, bigint, bigint, bigint];
  const knot = BigInt(KNOT);
  const hs = BigInt(s[1] - s[0]);
  // α, times 4096·20²·waitBelow.
  const intercept = [least, most, ...(least < 0 && most > 0 ? [0] : [])]
    .map((u) => BigInt(slope * u) * waitBelow - BigInt(WAIT * Math.max(0, u)) * waitTop)
    .reduce((p, q) => (p > q ? p : q));
  const scale = 4n * knot * knot * hs * BigInt(WAIT) * rentBelow * rentTop * waitBelow;
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2]) {
      for (const c of [0, 1]) {
        const rise = value(a, b, c + 1) - value(a, b, c);
        if (!Number.isSafeInteger(rise)) return "no value";
        const [twiceX, twiceY] = [BigInt(2 * x[0] + a * (x[1] - x[0])), BigInt(2 * y[0] + b * (y[1] - y[0]))];
        // Times the scale, all in 2⁻²⁰.
        const steep = (2n * knot * BigInt(rise) * scale) / hs;
        const held = 2n * knot * (twiceX + twiceY) * hs * BigInt(WAIT) * waitBelow * BigInt(ONE);
        const waits = BigInt(slope) * (4n * knot * BigInt(s[c] as number) - twiceX * twiceY) * waitBelow - 4n * intercept;
        const late = waits * hs * BigInt(ONE);
        if (steep + held * rentTop * rentTop + late * rentBelow * rentTop < BigInt(price) * scale) return "a birth gains";
        if (steep + held * rentTop * rentBelow + late * rentBelow * rentBelow < BigInt(reloadPrice) * scale) {
          return "a load of H gains";
        }
      }
    }
  }
  return undefined;
}

/** Where words alone pay for every birth the potential is `ceiling` − rowCost·x − y: below it near, above it at the last faces. */
function edges({ row, column, x, y, value }: Cell, grid: Grid, potential: SlicePotential): string | undefined {
  const { rowCost, rent, price, reloadPrice, ceiling } = potential;
  const corner = x[0] + y[0];
  const near = rent[0] * corner * ONE < price * KNOT * rent[1] || corner * ONE < reloadPrice * KNOT;
  const farRow = !grid.active(row + 1, column);
  const farColumn = !grid.active(row, column + 1);
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2]) {
      const [twiceX, twiceY] = [2 * x[0] + a * (x[1] - x[0]), 2 * y[0] + b * (y[1] - y[0])];
      for (const c of [0, 1, 2]) {
        const above = 2 * KNOT * (value(a, b, c) - ceiling) + ONE * (rowCost * twiceX + twiceY);
        if (near && !(above <= 0)) return "above the ceiling";
        if (((farRow && a === 2) || (farColumn && b === 2)) && !(above >= 0)) return "below the ceiling at the edge";
      }
    }
  }
  return undefined;
}

/** Beyond the last knots: words, or what is left to serve, pay the price of every birth. */
function farAway({ rent, waiting, price, reloadPrice, rows, columns, sums, reach }: SlicePotential): string | undefined {
  const far = Math.min(rows.at(-1) as number, columns.at(-1) as number, reach);
  if (rent[0] * far * ONE < price * KNOT * rent[1] || far * ONE < reloadPrice * KNOT) return "reach too short";
  const last = BigInt(sums.at(-1) as number);
  if (last < BigInt(KNOT)) return "too few sums";
  const [rentTop, rentBelow, waitTop, waitBelow] = [...rent, ...waiting].map(BigInt) as [bigint, bigint, bigint, bigint];
  /** 2·(top/below)·√(sums/20) ≥ paid, of 2⁻²⁰, by squaring. */
  const pays = (top: bigint, below: bigint, elements: bigint, owed: bigint, share: bigint): boolean =>
    owed <= 0n || 4n * top * top * elements * share * share * BigInt(ONE) ** 2n >= owed * owed * below * below * BigInt(KNOT);
  const [own, reload] = [BigInt(price), BigInt(reloadPrice)];
  const knot = BigInt(KNOT);
  const enough =
    pays(rentTop, rentBelow, last, own, 1n) &&
    pays(1n, 1n, last, reload, 1n) &&
    pays(rentTop, rentBelow, last - knot, own * waitBelow - waitTop * BigInt(ONE), waitBelow) &&
    pays(1n, 1n, last - knot, reload * waitBelow * rentTop - waitTop * rentBelow * BigInt(ONE), waitBelow * rentTop);
  return enough ? undefined : "too few sums";
}
