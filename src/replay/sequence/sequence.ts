import type { CacheTraffic } from "../../caches/index.js";
import { createCache } from "../../caches/index.js";
import { InputError } from "../../errors.js";
import type { EvictionHint, TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { arrayOfTile, collectTraffic, wholeBytes } from "../collect.js";
import type { TouchedArray } from "../companion-tiles.js";
import { companionTiles } from "../companion-tiles.js";
import type { ExecutionParameters } from "../event-driven/parameters.js";
import { leastEntries, runThrough } from "../event-driven/replay.js";
import { checkExecution, stepsOfTurn } from "../execution.js";
import type { L2Model, PartitionedL2Model, PlainL2Model } from "../l2/l2-model.js";
import { checkOneL2 } from "../l2/l2-model.js";
import { PartitionedL2 } from "../l2/partitioned-l2.js";
import { lastSixteenths } from "../l2/partitioned-l2-shape.js";
import type { TimedL2 } from "../l2/timed-l2.js";
import type { SlotCache, SmTraffic } from "../lock-step.js";
import { replayLockStep } from "../lock-step.js";
import { issued } from "../longest-first.js";
import type { PrefetchQueue } from "../prefetch-queue.js";
import { allAt } from "../prefetch-queue.js";
import { withSeconds } from "../replay.js";
import { smTraffic } from "../sm-traffic.js";
import { cutTouched, touchedArrays } from "../tile-pieces.js";
import type { ReplayedTraffic, Traffic } from "../traffic.js";
import { hintsOfArrays, setAside } from "./kernel-hints.js";
import type { PrefetchedCells, PrefetchingSchedule } from "./prefetched-cells.js";
import { prefetchedCells, prefetchesOf } from "./prefetched-cells.js";
import type { CellsOfTiles, SharedCells } from "./shared-cells.js";
import { shareCells } from "./shared-cells.js";

/** A kernel of a sequence. */
export interface SequencedKernel extends PrefetchingSchedule {
  /** Blocks that run at once on the whole GPU. */
  readonly slots: number;
  /** Its rates; absent where there is no estimate of its duration. */
  readonly timing?: ExecutionParameters | undefined;
}

/** What a sequence of kernels moves through one L2 that starts empty. */
export interface SequenceTraffic {
  /**
   * Of each kernel; at `dram-l2` what moved while it ran, with the write-backs of what earlier ones wrote, and `dirtyAtEnd` what was then
   * still dirty, of earlier kernels too; and what came meanwhile for the next one.
   */
  readonly kernels: readonly ReplayedTraffic[];
  /** At `dram-l2`; `dirtyAtEnd` is what the last kernel leaves. */
  readonly total: Traffic;
  /** The same of every array. */
  readonly byArray: ReadonlyMap<string, Traffic>;
  /** One kernel after another, each launched when the one before has ended; absent where one has no estimate. */
  readonly seconds?: number;
}

/** What the L2 counted until a kernel ended, and the seconds since its launch where it keeps time. */
interface Ended {
  readonly counted: () => CacheTraffic;
  readonly sm: SmTraffic;
  readonly seconds?: number | undefined;
}

/**
 * Replays kernels one after the other through one L2, which keeps what the kernel before left. Dirty bytes are written back when they are
 * evicted, in whichever kernel that is. What a kernel prefetches comes from DRAM while the one before it runs, from when that one's last
 * block starts or has done a share of its steps, one tile after another as DRAM gets to it; through a cache without a clock at once. What
 * is left when its own loads begin is not prefetched.
 *
 * @throws InputError naming `plan` or `prefetch`, or `hint` and `resident`, of which a sequence knows none
 */
export function replaySequence(kernels: readonly SequencedKernel[], model: L2Model): SequenceTraffic {
  checkOneL2(model, "kernels in sequence");
  const launched = kernels.map((kernel) => ({ ...kernel, schedule: issued(kernel.schedule, model.execution) }));
  for (const { schedule } of launched) {
    if (schedule.hints !== undefined && model.policy !== "partitioned")
      throw new InputError("hint", "--cache partitioned, of which rules are known", model.policy);
    if (schedule.resident !== undefined)
      throw new InputError("resident", "none in a sequence, whose kernels find what those before left", "residents");
  }
  const shared = shareCells(launched);
  const ahead = prefetchedCells(launched, shared);
  const ended =
    model.policy === "partitioned"
      ? throughPartitions(launched, shared, ahead, model)
      : throughCache(launched, shared, ahead, model);
  const counts = ended.map(({ counted }) => counted());
  const replayed = launched.map((kernel, at): ReplayedTraffic => {
    const { sm, seconds } = ended[at] as Ended;
    const traffic = withDram(kernel.schedule, sm, counts[at] as CacheTraffic, counts[at - 1]);
    if (seconds !== undefined) return { ...traffic, seconds, blocks: kernel.schedule.blockCount };
    // What it reads may lie in the L2.
    const warm = at === 0 ? kernel.schedule : { ...kernel.schedule, resident: new Int32Array() };
    return withSeconds(traffic, warm, kernel.slots, kernel.timing);
  });
  const seconds = replayed.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.seconds === undefined ? undefined : sum + one.seconds),
    0,
  );
  const last = counts.at(-1);
  const byArray = new Map(
    last === undefined ? [] : shared.arrays.map((name, array) => [name, trafficOf(last, [array])] as const),
  );
  const total = last === undefined ? { reads: 0n, writes: 0n, dirtyAtEnd: 0n } : trafficOf(last, [...shared.arrays.keys()]);
  return { kernels: replayed, total, byArray, ...(seconds === undefined ? {} : { seconds }) };
}

function trafficOf({ readBytes, writeBytes, dirtyAtEndBytes }: CacheTraffic, arrays: readonly number[]): Required<Traffic> {
  const sum = (bytes: Float64Array): bigint => arrays.reduce((all, array) => all + wholeBytes(bytes[array]), 0n);
  return { reads: sum(readBytes), writes: sum(writeBytes), dirtyAtEnd: sum(dirtyAtEndBytes) };
}

/** The kernel's own arrays at the SMs, and at DRAM all that moved while it ran. */
function withDram(schedule: TileSchedule, sm: SmTraffic, until: CacheTraffic, before: CacheTraffic | undefined): ReplayedTraffic {
  const none = new Float64Array(schedule.arrays.length);
  const alone = collectTraffic(schedule, { readBytes: none, writeBytes: none, dirtyAtEndBytes: none }, sm);
  const arrays = [...until.readBytes.keys()];
  const [now, then] = [trafficOf(until, arrays), before === undefined ? undefined : trafficOf(before, arrays)];
  const dram = { ...now, reads: now.reads - (then?.reads ?? 0n), writes: now.writes - (then?.writes ?? 0n) };
  const byArray = [...alone.byArray].map(
    ([name, interfaceIds]) => [name, new Map([...interfaceIds].filter(([id]) => id !== "dram-l2"))] as const,
  );
  return { total: new Map(alone.total).set("dram-l2", dram), byArray: new Map(byArray) };
}

/** Plain caches, blocks in turns. */
function throughCache(
  kernels: readonly SequencedKernel[],
  shared: SharedCells,
  ahead: readonly PrefetchedCells[],
  model: PlainL2Model,
): readonly Ended[] {
  if (model.execution !== undefined) checkExecution(model.execution);
  const cache = createCache(model, shared.cellBytes, shared.arrayOfCell, shared.arrays.length);
  const entriesOfCell = cache.entriesOf?.bind(cache);
  return kernels.map(({ schedule, slots }, kernel) => {
    const { cellStart, cells } = shared.kernels[kernel] as CellsOfTiles;
    const each = (tile: number, touch: (cell: number) => void): void => {
      for (let at = cellStart[tile] as number; at < (cellStart[tile + 1] as number); at++) touch(cells[at] as number);
    };
    const ofCells: SlotCache = {
      read: (tile) => each(tile, (cell) => cache.read(cell)),
      write: (tile) => each(tile, (cell) => cache.write(cell)),
      entriesOf: (tile) => entriesOf(shared.kernels[kernel] as CellsOfTiles, tile, entriesOfCell),
      ...(cache.bytesATouch === undefined ? {} : { bytesATouch: cache.bytesATouch }),
      ...allAt(
        schedule,
        prefetchesOf(ahead[kernel], (cell) => Number(cache.read(cell))),
      ),
    };
    const sm = replayLockStep(schedule, slots, arrayOfTile(schedule), ofCells, undefined, stepsOfTurn(model.execution));
    const now = cache.trafficLater?.() ?? constant(cache.traffic());
    return { counted: now, sm };
  });
}

function constant<T>(value: T): () => T {
  return () => value;
}

function entriesOf({ cellStart, cells }: CellsOfTiles, tile: number, entries: (cell: number) => number = () => 1): number {
  let sum = 0;
  for (let at = cellStart[tile] as number; at < (cellStart[tile + 1] as number); at++) sum += entries(cells[at] as number);
  return sum;
}

function throughPartitions(
  kernels: readonly SequencedKernel[],
  shared: SharedCells,
  ahead: readonly PrefetchedCells[],
  { parameters, execution }: PartitionedL2Model,
): readonly Ended[] {
  checkExecution(execution);
  const { cellBytes, arrayOfCell, arrays } = shared;
  const touched = touchedCells(kernels, shared);
  const tiles = {
    tileBytes: cellBytes,
    arrayOfTile: arrayOfCell,
    touched,
    companionOf: companionCells(kernels, shared, touched),
  };
  const pieces = cutTouched(tiles, parameters.partitions, parameters.partitionBytes, leastEntries(parameters));
  const shape = { ...parameters, ...lastSixteenths({ persistingBytes: setAside(kernels) }, parameters) };
  const hinted = kernels.some(({ schedule }) => schedule.hints !== undefined);
  const none = arrays.map((): EvictionHint => "normal");
  const l2 = new PartitionedL2(shape, pieces, arrays.length, 0, hinted ? none : undefined);
  const placing = (next?: PrefetchedCells): PrefetchQueue | undefined =>
    prefetchesOf(next, (cell) => {
      l2.place(cell, "dram");
      return l2.dramFree;
    });
  return kernels.map(({ schedule, slots, timing = parameters }, kernel) => {
    if (hinted) l2.carry(hintsOfArrays(schedule, shared.kernels[kernel] as CellsOfTiles, arrayOfCell, none));
    const own = new CellsOfL2(l2, shared.kernels[kernel] as CellsOfTiles);
    const seconds = runThrough(schedule, slots, timing, own, execution, placing(ahead[kernel]));
    const counted = constant(l2.traffic());
    l2.restart(seconds ?? 0);
    return { counted, sm: smTraffic(schedule, arrayOfTile(schedule)), seconds };
  });
}

/** The L2 as one kernel touches it, tile by tile. */
class CellsOfL2 implements TimedL2 {
  readonly times: Float64Array;
  readonly #l2: PartitionedL2;
  readonly #cellStart: Int32Array;
  readonly #cells: Int32Array;

  constructor(l2: PartitionedL2, { cellStart, cells }: CellsOfTiles) {
    this.times = l2.times;
    this.#l2 = l2;
    this.#cellStart = cellStart;
    this.#cells = cells;
  }

  read(tile: number, side: number): void {
    const end = this.#cellStart[tile + 1] as number;
    for (let at = this.#cellStart[tile] as number; at < end; at++) this.#l2.read(this.#cells[at] as number, side);
  }

  write(tile: number, side: number): void {
    const end = this.#cellStart[tile + 1] as number;
    for (let at = this.#cellStart[tile] as number; at < end; at++) this.#l2.write(this.#cells[at] as number, side);
  }

  entriesOf(tile: number): number {
    return entriesOf({ cellStart: this.#cellStart, cells: this.#cells }, tile, (cell) => this.#l2.entriesOf(cell));
  }
}

/** Of every shared array the bytes of its largest cell, and how often its cells are touched. */
function touchedCells(kernels: readonly SequencedKernel[], shared: SharedCells): readonly TouchedArray[] {
  const { cellBytes, arrayOfCell, arrays } = shared;
  const [bytes, touches] = [new Int32Array(arrays.length), new Float64Array(arrays.length)];
  cellBytes.forEach((size, cell) => {
    const array = arrayOfCell[cell] as number;
    bytes[array] = Math.max(bytes[array] as number, size);
  });
  kernels.forEach(({ schedule }, kernel) => {
    const { cellStart, cells } = shared.kernels[kernel] as CellsOfTiles;
    const ofKernel = touchedArrays(schedule, arrayOfTile(schedule));
    schedule.arrays.forEach(({ firstTile, tileCount }, array) => {
      const [from, end] = [cellStart[firstTile] as number, cellStart[firstTile + tileCount] as number];
      const share = (ofKernel[array]?.touches ?? 0) / tileCount;
      for (let at = from; at < end; at++) {
        const own = arrayOfCell[cells[at] as number] as number;
        touches[own] = (touches[own] as number) + share;
      }
    });
  });
  return arrays.map((_, array) => ({ bytes: bytes[array] as number, touches: Math.round(touches[array] as number) }));
}

/** The companion of each cell: of kernels' tiles that are cells alone. */
function companionCells(
  kernels: readonly SequencedKernel[],
  { cellBytes, wholeTiles }: SharedCells,
  touched: readonly TouchedArray[],
): Int32Array | undefined {
  if (touched.length === 0) return undefined;
  const companionOf = new Int32Array(cellBytes.length).fill(-1);
  let found = false;
  kernels.forEach(({ schedule }, kernel) => {
    const own = wholeTiles[kernel] as ReadonlyMap<number, number>;
    const arrayOf = arrayOfTile(schedule);
    const cellOf = (tile: number): number | undefined => {
      const array = arrayOf[tile] as number;
      const first = own.get(array);
      return first === undefined ? undefined : first + tile - (schedule.arrays[array]?.firstTile ?? 0);
    };
    companionTiles(schedule, arrayOf, touchedArrays(schedule, arrayOf))?.forEach((companion, tile) => {
      const [cell, small] = companion < 0 ? [] : [cellOf(tile), cellOf(companion)];
      if (cell === undefined || small === undefined) return;
      companionOf[cell] = small;
      found = true;
    });
  });
  return found ? companionOf : undefined;
}
