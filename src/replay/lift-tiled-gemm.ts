import { BYTES_OF } from "../computation/data-types.js";
import { InputError } from "../errors.js";
import type { Move } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import { launchOrder } from "../schedules/launch-order.js";
import type { TiledGemm } from "../schedules/tiled-gemm.js";
import type { L2Model } from "./l2-model.js";
import type { LiftedReplay } from "./lifted.js";
import { ProductGraph, range } from "./lifted.js";
import type { ReplayedTraffic } from "./traffic.js";
import { totalTraffic } from "./traffic.js";

/** One block of the tiled product: which batch element and tile of C. */
interface Block {
  readonly batch: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/**
 * The replay of a tiled product as moves, once per interface. Into the SMs: every resident block is a processor with room for its
 * tiles, everything else is slow memory. From DRAM: one fast memory that is the L2 and all blocks' room; the L2 keeps single words
 * in recency order, as the line-by-line twin of the tile cache does.
 *
 * @throws InputError unless operands, sums and outputs have one width (fp32 or fp64), or when the product is too large to list.
 */
export function liftTiledGemm(
  schedule: TiledGemm,
  slots: number,
  l2: L2Model,
  replayed: ReplayedTraffic,
): readonly [dram: LiftedReplay, sm: LiftedReplay] {
  const { workload, tile } = schedule;
  if (l2.policy !== "lru")
    throw new InputError("cache", "lru to lift a replay to moves, which follow it in lock step", l2.policy);
  const word = BYTES_OF[workload.dataType];
  if (BYTES_OF[workload.outputType] !== word || BYTES_OF[workload.accumulator] !== word) {
    throw new InputError("dtype", "one width for operands, sums and outputs to lift a replay (fp32 or fp64)", workload.dataType);
  }
  const product = new ProductGraph(workload);
  const blocks = blocksOf(schedule);
  const used = Math.min(slots, blocks.length);
  const blockWords = tile.bm * tile.bn + (tile.bm + tile.bn) * tile.bk;
  const inSm: Move[] = [];
  const onChip = new ChipMoves(Math.floor(l2.bytes / word));
  for (let first = 0; first < blocks.length; first += used) {
    const wave = blocks.slice(first, first + used);
    for (let q0 = 0; q0 < workload.k; q0 += tile.bk) {
      const steps = range(q0, Math.min(workload.k, q0 + tile.bk));
      wave.forEach((block, slot) => {
        const operands = [
          ...block.rows.flatMap((i) => steps.map((q) => product.a(block.batch, i, q))),
          ...steps.flatMap((q) => block.columns.map((j) => product.b(block.batch, q, j))),
        ];
        const place = used > 1 ? slot : undefined;
        for (const operand of operands) {
          inSm.push(move("load", operand, place));
          onChip.read(operand);
        }
        for (const q of steps) {
          for (const i of block.rows) {
            for (const j of block.columns) {
              inSm.push(product.multiplyAdd(block.batch, i, j, q, place));
              onChip.moves.push(product.multiplyAdd(block.batch, i, j, q));
            }
          }
        }
        for (const operand of operands) {
          inSm.push(move("delete", operand, place));
          onChip.release(operand);
        }
      });
    }
    wave.forEach((block, slot) => {
      for (const i of block.rows) {
        for (const j of block.columns) {
          const output = product.sum(block.batch, i, j, workload.k - 1);
          const place = used > 1 ? slot : undefined;
          inSm.push(move("store", output, place), move("delete", output, place));
          onChip.write(output);
        }
      }
    });
  }
  onChip.flush();
  const { graph } = product;
  const words = (face: "dram-l2" | "l2-sm"): bigint => {
    const traffic = replayed.total.get(face);
    return traffic === undefined ? -1n : totalTraffic(traffic) / BigInt(word);
  };
  const chipWords = Math.floor(l2.bytes / word) + used * blockWords;
  return [
    { interface: "dram-l2", graph, game: twoLevelGame(chipWords), moves: onChip.moves, replayedWords: words("dram-l2") },
    {
      interface: "l2-sm",
      graph,
      game: twoLevelGame(blockWords, { processors: used }),
      moves: inSm,
      replayedWords: words("l2-sm"),
    },
  ];
}

function blocksOf(schedule: TiledGemm): readonly Block[] {
  const { workload: w, tile } = schedule;
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  return range(0, w.batch).flatMap((batch) =>
    [...launchOrder(schedule.order, rows, columns)].map((at) => {
      const [i, j] = [Math.floor(at / columns), at % columns];
      return {
        batch,
        rows: range(i * tile.bm, Math.min(w.m, (i + 1) * tile.bm)),
        columns: range(j * tile.bn, Math.min(w.n, (j + 1) * tile.bn)),
      };
    }),
  );
}

function move(kind: "load" | "store" | "delete", vertex: number, place: number | undefined): Move {
  return place === undefined ? [kind, vertex] : [kind, vertex, place];
}

/** Moves between DRAM and the chip: an LRU of words, and the words that running blocks hold beside it. */
class ChipMoves {
  readonly moves: Move[] = [];
  readonly #capacity: number;
  /** Words of the L2 from least to most recent, and whether they are dirty. */
  readonly #l2 = new Map<number, boolean>();
  /** How many running blocks hold a word. */
  readonly #held = new Map<number, number>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  read(word: number): void {
    const dirty = this.#l2.get(word);
    if (dirty === undefined) {
      this.#makeRoom();
      this.moves.push(["load", word]);
    }
    this.#l2.delete(word);
    this.#l2.set(word, dirty ?? false);
    this.#held.set(word, (this.#held.get(word) ?? 0) + 1);
  }

  /** A block is done with a word; it leaves the chip unless the L2 or another block has it. */
  release(word: number): void {
    const holders = (this.#held.get(word) ?? 0) - 1;
    if (holders > 0) this.#held.set(word, holders);
    else this.#held.delete(word);
    if (holders <= 0 && !this.#l2.has(word)) this.moves.push(["delete", word]);
  }

  /** An output passes from a block to the L2: on the chip it stays the same red pebble. */
  write(word: number): void {
    this.#makeRoom();
    this.#l2.set(word, true);
  }

  flush(): void {
    for (const [word, dirty] of this.#l2) if (dirty) this.moves.push(["store", word]);
  }

  #makeRoom(): void {
    while (this.#l2.size >= this.#capacity) {
      const [victim, dirty] = this.#l2.entries().next().value as [number, boolean];
      this.#l2.delete(victim);
      if (dirty) this.moves.push(["store", victim]);
      if (!this.#held.has(victim)) this.moves.push(["delete", victim]);
    }
  }
}
