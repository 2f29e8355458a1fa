import { einsumComputation } from "../../computation/einsum.js";
import { InputError } from "../../errors.js";
import { expand } from "../../pebble/expand.js";
import type { Move } from "../../pebble/rules.js";
import { slideMove, twoLevelGame } from "../../pebble/rules.js";
import type { WordSyrk } from "../../schedules/two-level/gemm/syrk.js";
import { cutOfRows, wordSyrkTotal } from "../../schedules/two-level/gemm/syrk.js";
import type { LiftedReplay } from "../lifted.js";
import { MAXIMUM_LIFTED_PRODUCTS, MAXIMUM_LIFTED_VERTICES, range, runs, vertexNamed } from "../lifted.js";

/**
 * The moves of a product of an array with itself in the two-level memory model.
 *
 * @throws InputError when it has too many products to list.
 */
export function liftWordSyrk(schedule: WordSyrk): LiftedReplay {
  const { workload, product, fastWords } = schedule;
  const { size, depth } = product;
  if (size * size * depth > MAXIMUM_LIFTED_PRODUCTS) {
    throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} products to list moves`, `${size * size * depth}`);
  }
  const graph = expand(einsumComputation(workload), { maximumVertices: MAXIMUM_LIFTED_VERTICES });
  const named = vertexNamed(graph);
  const moves: Move[] = [];
  const list = new SyrkLister(schedule, named, moves);
  if (schedule.id === "held-rows") list.heldRows();
  else list.pairsOf(range(0, size));
  return {
    interface: "slow-fast",
    graph,
    game: twoLevelGame(fastWords),
    moves,
    unit: "words",
    replayed: wordSyrkTotal(schedule),
  };
}

class SyrkLister {
  readonly #schedule: WordSyrk;
  readonly #named: (name: string) => number;
  readonly #moves: Move[];

  constructor(schedule: WordSyrk, named: (name: string) => number, moves: Move[]) {
    this.#schedule = schedule;
    this.#named = named;
    this.#moves = moves;
  }

  /** All pairs of some rows, both orders, each row with itself. */
  pairsOf(rows: readonly number[]): void {
    const cut = cutOfRows(rows.length, this.#schedule.fastWords);
    const all = (own: readonly number[], other: readonly number[]): readonly (readonly [number, number])[] =>
      own.flatMap((i) => other.map((j) => [i, j] as const));
    if (cut.kind === "square") {
      this.#stay(rows, all(rows, rows));
      return;
    }
    if (cut.kind === "parts") {
      const parts = runs(rows.length, cut.side).map(([first, beyond]) => rows.slice(first, beyond));
      parts.forEach((part, p) => {
        this.#stay(part, all(part, part));
        for (const other of parts.slice(p + 1)) this.#stay([...part, ...other], [...all(part, other), ...all(other, part)]);
      });
      return;
    }
    const groups = runs(rows.length, cut.prime).map(([first, beyond]) => rows.slice(first, beyond));
    for (const x of range(0, cut.prime)) {
      for (const y of range(0, cut.prime)) {
        const set = groups.flatMap((group, u) => group[(x + y * u) % cut.prime] ?? []);
        if (set.length > 1)
          this.#stay(
            set,
            all(set, set).filter(([i, j]) => i !== j),
          );
      }
    }
    for (const group of groups) this.pairsOf(group);
  }

  /** The sums of some pairs stay while the words of their rows pass column by column. */
  #stay(rows: readonly number[], pairs: readonly (readonly [number, number])[]): void {
    const { depth } = this.#schedule.product;
    for (const q of range(0, depth)) {
      for (const row of rows) this.#moves.push(["load", this.#word(row, q)]);
      for (const [i, j] of pairs) this.#multiplyAdd(i, j, q);
      for (const row of rows) this.#moves.push(["delete", this.#word(row, q)]);
    }
    for (const [i, j] of pairs) this.#finish(i, j);
  }

  heldRows(): void {
    const { product, rows, fastWords } = this.#schedule;
    const { size, depth } = product;
    const columns = range(0, depth);
    const wordByWord = rows * (depth + 2) + 1 <= fastWords;
    for (const [first, beyond] of runs(size, rows)) {
      const held = range(first, beyond);
      for (const i of held) for (const q of columns) this.#moves.push(["load", this.#word(i, q)]);
      for (const i of held) for (const j of held) this.#whole(i, j);
      for (const j of range(beyond, size)) {
        const pairs = held.flatMap((i) => [[i, j] as const, [j, i] as const]);
        if (wordByWord) {
          for (const q of columns) {
            this.#moves.push(["load", this.#word(j, q)]);
            for (const [x, y] of pairs) this.#multiplyAdd(x, y, q);
            this.#moves.push(["delete", this.#word(j, q)]);
          }
          for (const [x, y] of pairs) this.#finish(x, y);
        } else {
          for (const q of columns) this.#moves.push(["load", this.#word(j, q)]);
          for (const [x, y] of pairs) this.#whole(x, y);
          for (const q of columns) this.#moves.push(["delete", this.#word(j, q)]);
        }
      }
      for (const i of held) for (const q of columns) this.#moves.push(["delete", this.#word(i, q)]);
    }
  }

  /** One sum from its first product to its last. */
  #whole(i: number, j: number): void {
    for (const q of range(0, this.#schedule.product.depth)) this.#multiplyAdd(i, j, q);
    this.#finish(i, j);
  }

  #finish(i: number, j: number): void {
    const sum = this.#sum(i, j, this.#schedule.product.depth - 1);
    this.#moves.push(["store", sum], ["delete", sum]);
  }

  #multiplyAdd(i: number, j: number, q: number): void {
    const next = this.#sum(i, j, q);
    this.#moves.push(q === 0 ? ["compute", next] : slideMove(next, this.#sum(i, j, q - 1), undefined));
  }

  #word(row: number, q: number): number {
    const { input, transposed } = this.#schedule.product;
    return this.#named(transposed ? `${input}[${q},${row}]` : `${input}[${row},${q}]`);
  }

  #sum(i: number, j: number, q: number): number {
    const { output, depth } = this.#schedule.product;
    return this.#named(q === depth - 1 ? `${output}[${i},${j}]` : `${output}[${i},${j}]#${q}`);
  }
}
