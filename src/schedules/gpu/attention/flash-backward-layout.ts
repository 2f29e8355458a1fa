import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { forwardOf } from "../../../computation/fused/attention-backward.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import { type BlockWriter, kernelAfterKernel, layOutBlocks, type TileGrid, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { keyGrids, keyHeadOf, sequenceOf } from "./arrays.js";
import { type FlashBackward, flashBackwardArrays } from "./flash-backward.js";
import type { FlashTile } from "./flash-tile.js";
import { type KeyRun, keyRuns, onceASequence, queryTilesOf, writeKeys } from "./key-runs.js";

/** The schedule as tiles for the replay. @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutFlashBackward(schedule: FlashBackward): TileSchedule {
  const { workload: w, stages, queryGradient, groups } = schedule;
  const arrays = flashBackwardArrays(schedule);
  const own = tileGrids(arrays).grids as Grids;
  const [k, n] = [w.dim, valueDimOf(w)];
  const operationsOfPair = queryGradient === "l2-adds" ? 6 * k + 4 * n : 4 * k + 3 * n;
  const work = {
    kind: "attention",
    operandType: productTypeOf(w),
    stages,
    exponentialsPerOperation: 1 / operationsOfPair,
  } as const;
  const kernels: number[] = [];
  return layOutBlocks(
    arrays,
    work,
    (writer) => {
      const layout = new Layout(schedule, own, writer);
      kernels.push(layout.clear(), layout.byKeys());
      kernels.push(queryGradient === "l2-adds" ? layout.convertQueries() : layout.byQueries());
      if (groups !== "in-cta") kernels.push(layout.joinHeads());
    },
    () => kernelAfterKernel(kernels.filter((blocks) => blocks > 0)),
  );
}

type Grids = Readonly<Record<"q" | "k" | "v" | "dO" | "l" | "d" | "dQ" | "dK" | "dV", TileGrid>> &
  Readonly<Record<"sumsOfQ" | "sumsOfK" | "sumsOfV", TileGrid | undefined>>;

/** Writes the blocks of each kernel, and says how many they are. */
class Layout {
  readonly #schedule: FlashBackward;
  readonly #forward: AttentionWorkload;
  readonly #grids: Grids;
  readonly #writer: BlockWriter;

  constructor(schedule: FlashBackward, grids: Grids, writer: BlockWriter) {
    this.#schedule = schedule;
    this.#forward = forwardOf(schedule.workload);
    this.#grids = grids;
    this.#writer = writer;
  }

  /** Accumulators in the L2 are set to zero. */
  clear(): number {
    const { sumsOfQ, sumsOfK, sumsOfV } = this.#grids;
    let blocks = 0;
    if (sumsOfQ !== undefined) {
      for (const [head, row] of this.#queryTiles()) blocks += this.#block([], [tileAt(sumsOfQ, head, row, 0)]);
    }
    if (this.#schedule.groups !== "l2-adds") return blocks;
    for (const sums of [sumsOfK, sumsOfV]) {
      for (const [head, column] of this.#keyTiles()) blocks += this.#block([], [tileAt(sums as TileGrid, head, column, 0)]);
    }
    return blocks;
  }

  /** A CTA a tile of keys and head, or key-value head: dK and dV, and shares of dQ that are added in the L2. */
  byKeys(): number {
    const { workload: w, tile, queryGradient, groups } = this.#schedule;
    const { k, v, dK, dV, sumsOfK, sumsOfV } = this.#grids;
    const [dim, valueDim] = [w.dim, valueDimOf(w)];
    const operations = tile.bm * tile.bn * (queryGradient === "l2-adds" ? 6 * dim + 4 * valueDim : 4 * dim + 4 * valueDim);
    const runsOf = queryRuns(this.#forward, tile);
    const inGroup = groups === "in-cta" ? w.heads / w.kvHeads : 1;
    let blocks = 0;
    for (const first of this.#heads(inGroup)) {
      const keyHead = keyHeadOf(this.#forward, first);
      for (let column = 0; column < this.#keyTilesOf(first); column++) {
        const runs = runsOf(first, column);
        // Accumulators that nothing is added to stay as they are.
        if (runs.length === 0 && groups === "l2-adds") continue;
        if (runs.length > 0) {
          this.#writer
            .phase(1, 0)
            .read(tileAt(k, keyHead, column, 0), 0)
            .read(tileAt(v, keyHead, column, 0), 0);
          for (let head = first; head < first + inGroup; head++) this.#walkQueries(head, runs, operations);
        }
        const at = (grid: TileGrid, head: number): number => tileAt(grid, head, column, 0);
        const last = this.#writer.phase(1, 0);
        if (groups === "in-cta") last.write(at(dK, keyHead), 0).write(at(dV, keyHead), 0);
        if (groups === "expanded") last.write(at(sumsOfK as TileGrid, first), 0).write(at(sumsOfV as TileGrid, first), 0);
        if (groups === "l2-adds") last.add(at(sumsOfK as TileGrid, keyHead), 0).add(at(sumsOfV as TileGrid, keyHead), 0);
        last.endBlock();
        blocks++;
      }
    }
    return blocks;
  }

  #walkQueries(head: number, runs: readonly KeyRun[], operations: number): void {
    const { backwards } = this.#schedule;
    const { q, dO, l, d, sumsOfQ } = this.#grids;
    for (const { first, count } of backwards ? [...runs].reverse() : runs) {
      const [start, step] = backwards ? [first + count - 1, -1] : [first, 1];
      const walk = this.#writer.phase(count, operations);
      for (const grid of [q, dO, l, d]) walk.read(tileAt(grid, head, start, 0), step);
      if (sumsOfQ !== undefined) walk.add(tileAt(sumsOfQ, head, start, 0), step);
    }
  }

  /** Accumulators of dQ become words of it. */
  convertQueries(): number {
    const { sumsOfQ, dQ } = this.#grids;
    let blocks = 0;
    for (const [head, row] of this.#queryTiles())
      blocks += this.#block([tileAt(sumsOfQ as TileGrid, head, row, 0)], [tileAt(dQ, head, row, 0)]);
    return blocks;
  }

  /** A CTA a tile of queries: dQ, from P made anew. */
  byQueries(): number {
    const { workload: w, tile } = this.#schedule;
    const { q, k, v, dO, l, d, dQ } = this.#grids;
    const walk = { workload: this.#forward, tile };
    const operations = tile.bm * tile.bn * (4 * w.dim + 2 * valueDimOf(w));
    const runsOf = onceASequence(this.#forward, (head, row) =>
      keyRuns(this.#forward, tile, sequenceOf(this.#forward, head), row),
    );
    let blocks = 0;
    for (const [head, row] of this.#queryTiles()) {
      const runs = runsOf(head, row);
      if (runs.length > 0) {
        const held = this.#writer.phase(1, 0);
        for (const grid of [q, dO, l, d]) held.read(tileAt(grid, head, row, 0), 0);
        writeKeys(this.#writer, walk, keyGrids(w, { k, v }), { head, runs, backwards: false }, operations);
      }
      this.#writer
        .phase(1, 0)
        .write(tileAt(dQ, head, row, 0), 0)
        .endBlock();
      blocks++;
    }
    return blocks;
  }

  /** What each head has of dK and dV, or what all of them added up to, becomes words of these. */
  joinHeads(): number {
    const { workload: w, groups } = this.#schedule;
    const { sumsOfK, sumsOfV, dK, dV } = this.#grids;
    const group = w.heads / w.kvHeads;
    let blocks = 0;
    for (const [sums, grid] of [[sumsOfK as TileGrid, dK] as const, [sumsOfV as TileGrid, dV] as const]) {
      for (const [head, column] of this.#keyTiles()) {
        const heads = groups === "l2-adds" ? [head] : Array.from({ length: group }, (_, at) => head * group + at);
        const reads = heads.map((one) => tileAt(sums, one, column, 0));
        blocks += this.#block(reads, [tileAt(grid, head, column, 0)]);
      }
    }
    return blocks;
  }

  #block(reads: readonly number[], writes: readonly number[]): 1 {
    this.#writer.phase(1, 0);
    for (const tile of reads) this.#writer.read(tile, 0);
    for (const tile of writes) this.#writer.write(tile, 0);
    this.#writer.endBlock();
    return 1;
  }

  /** Query heads counted over the batch in launch order, the first of every `group`. */
  *#heads(group: number): Generator<number> {
    const { batch, heads } = this.#forward;
    for (let at = 0; at < batch * heads; at++) {
      const sequencesInside = this.#schedule.launch === "heads-first";
      const head = sequencesInside ? (at % batch) * heads + Math.floor(at / batch) : at;
      if (head % group === 0) yield head;
    }
  }

  *#queryTiles(): Generator<readonly [head: number, row: number]> {
    for (const head of this.#heads(1)) {
      const rows = queryTilesOf(this.#forward, this.#schedule.tile.bm, head);
      for (let row = 0; row < rows; row++) yield [head, row];
    }
  }

  /** Of key-value heads counted over the batch. */
  *#keyTiles(): Generator<readonly [keyHead: number, column: number]> {
    const group = this.#forward.heads / this.#forward.kvHeads;
    for (const head of this.#heads(group)) {
      for (let column = 0; column < this.#keyTilesOf(head); column++) yield [head / group, column];
    }
  }

  #keyTilesOf(head: number): number {
    return Math.ceil(sequenceOf(this.#forward, head).keys / this.#schedule.tile.bn);
  }
}

/** Runs of query tiles, upwards, that hold a row which sees a key of a tile; by head counted over the batch and tile of keys. */
function queryRuns(w: AttentionWorkload, tile: FlashTile): (head: number, column: number) => readonly KeyRun[] {
  const known = new Map<number, (readonly KeyRun[])[]>();
  return (head, column) => {
    const at = w.lengths === undefined ? 0 : Math.floor(head / w.heads);
    const found = known.get(at) ?? runsOfColumns(w, tile, head);
    known.set(at, found);
    return found[column] ?? [];
  };
}

function runsOfColumns(w: AttentionWorkload, tile: FlashTile, head: number): KeyRun[][] {
  const sequence = sequenceOf(w, head);
  const columns: { first: number; count: number }[][] = Array.from({ length: Math.ceil(sequence.keys / tile.bn) }, () => []);
  for (let row = 0; row < queryTilesOf(w, tile.bm, head); row++) {
    for (const { first, count } of keyRuns(w, tile, sequence, row)) {
      for (let column = first; column < first + count; column++) {
        const runs = columns[column] ?? [];
        const last = runs.at(-1);
        if (last !== undefined && last.first + last.count === row) last.count++;
        else runs.push({ first: row, count: 1 });
      }
    }
  }
  return columns;
}
