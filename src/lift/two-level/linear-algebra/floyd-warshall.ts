import { type Cell, range, runs } from "../../lifted.js";
import { type FastMemory, passTerms } from "./fast-memory.js";

/** Steps `[first, beyond)`. */
type Steps = readonly [first: number, beyond: number];

/** The word at a place before a step: after the last one that is neither its row nor its column. */
function before(step: number, [i, j]: Cell): string {
  let last = step - 1;
  while (last === i || last === j) last--;
  return last < 0 ? `D[${i},${j}]` : `D${last + 1}[${i},${j}]`;
}

/**
 * The moves of floyd-warshall by tiles that wait: for the steps of a tile on the diagonal it is brought up to date, then those in its rows and
 * in its columns, and in the end all.
 */
export function listLazyTiles(memory: FastMemory, n: number, rows: number): void {
  const tiles = new Tiles(memory, n, runs(n, rows));
  const all = range(0, Math.ceil(n / rows));
  for (const k of all) {
    tiles.advance(k, k, (k + 1) * rows);
    for (const other of all.filter((tile) => tile !== k)) {
      tiles.advance(k, other, (k + 1) * rows);
      tiles.advance(other, k, (k + 1) * rows);
    }
  }
  for (const i of all) for (const j of all) tiles.advance(i, j, n);
}

class Tiles {
  readonly #stored = new Set<string>();
  /** Steps that a tile has taken. */
  readonly #taken = new Map<string, number>();
  constructor(
    private readonly memory: FastMemory,
    private readonly n: number,
    private readonly sides: readonly Steps[],
  ) {}

  /** A tile takes all steps before `step` that it has not, and leaves. */
  advance(row: number, column: number, step: number): void {
    const [ofRow, ofColumn] = [this.sides[row] as Steps, this.sides[column] as Steps];
    const [from, to] = [this.#taken.get(`${row},${column}`) ?? 0, Math.min(step, this.n)];
    const cells = range(...ofRow)
      .flatMap((i) => range(...ofColumn).map((j): Cell => [i, j]))
      .filter(([i, j]) => i !== j);
    if (from === to || cells.length === 0) return;
    for (const cell of cells) this.memory.load(before(from, cell));
    for (const k of range(from, to)) this.#take(cells, k);
    for (const cell of cells) {
      this.#keep(before(to, cell));
      this.memory.drop(before(to, cell));
    }
    this.#taken.set(`${row},${column}`, to);
  }

  #take(cells: readonly Cell[], k: number): void {
    const { memory } = this;
    // One tile alone has no readers.
    if (this.sides.length > 1) for (const cell of cells) if (cell.includes(k)) this.#keep(before(k, cell));
    const changed = cells.filter((cell) => !cell.includes(k));
    passTerms(
      memory,
      changed.map((cell) => ({
        left: before(k, [cell[0], k]),
        right: before(k, [k, cell[1]]),
        add: () => memory.compute(before(k + 1, cell), before(k, cell)),
      })),
    );
  }

  /** Inputs are in slow memory, and no word is stored twice. */
  #keep(word: string): void {
    if (word.startsWith("D[") || this.#stored.has(word)) return;
    this.#stored.add(word);
    this.memory.store(word);
  }
}
