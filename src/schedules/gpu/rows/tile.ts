import { checkInteger, InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { type Residency, residency } from "../../tiles/residency.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { wholeWarps } from "../gemm/block.js";

/** What a block of a kernel of rows reads in a step. */
export interface RowTile {
  readonly rows: number;
  readonly columns: number;
}

/** Tile and resources of the block. */
export interface RowKernelOptions {
  readonly tile?: RowTile | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** Reads a tile of a kernel of rows, `4x1024`. @throws InputError naming `tile`. */
export function parseRowTile(text: string): RowTile {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text);
  if (match === null) throw new InputError("tile", "ROWSxCOLUMNS of a step such as 4x1024", shown(text));
  const [rows, columns] = match.slice(1).map(Number) as [number, number];
  return checkedRowTile({ rows, columns });
}

/** @throws InputError naming `tile`. */
export function checkedRowTile(tile: RowTile): RowTile {
  for (const side of [tile.rows, tile.columns]) checkInteger("tile", side, 1, 65536);
  return tile;
}

/** `4x1024`. */
export function formatRowTile({ rows, columns }: RowTile): string {
  return `${rows}x${columns}`;
}

/** Words that a step of a usual tile has. */
const USUAL_WORDS = 4096;
const MOST_ROWS = 64;

/** Whole rows, as many as make about 4096 words; of longer rows 4096 columns. */
export function usualRowTile(rows: number, columns: number): RowTile {
  const width = Math.min(columns, USUAL_WORDS);
  return { rows: Math.max(1, Math.min(rows, MOST_ROWS, Math.floor(USUAL_WORDS / width))), columns: width };
}

/** Addresses, masks and statistics beside the words that a thread holds. */
const REGISTERS_BESIDE_WORDS = 32;
const USUAL_THREADS: readonly number[] = [128, 256, 512, 1024];
/** Words a thread that leave room for several blocks. */
const EASY_WORDS = 64;

/** Registers of a word: values are kept in the accumulator's type. */
interface HeldWords {
  readonly words: number;
  readonly registersPerWord: number;
}

/** A block that holds words in registers; the fewest threads with at most 64 words each, else the most threads. @throws InputError */
export function blockInRegisters(held: HeldWords, gpu: Gpu, tile: string, options: RowKernelOptions): BlockOnSm {
  const registers = (threads: number): number => Math.ceil((held.words * held.registersPerWord) / threads);
  const counts = USUAL_THREADS.filter((threads) => threads <= gpu.maximumThreadsPerBlock);
  const usual = counts.find((threads) => registers(threads) <= EASY_WORDS) ?? (counts.at(-1) as number);
  const threads = wholeWarps(options.threads ?? usual, gpu);
  const block = { threads, registersPerThread: REGISTERS_BESIDE_WORDS + registers(threads), sharedMemoryBytes: 0 };
  return { block, residency: residency(block, gpu, tile, options.ctasPerSm) };
}

/** A block that holds bytes in shared memory. @throws InputError */
export function blockInSharedMemory(bytes: number, gpu: Gpu, tile: string, options: RowKernelOptions): BlockOnSm {
  const threads = wholeWarps(options.threads ?? 256, gpu);
  const block = { threads, registersPerThread: 2 * REGISTERS_BESIDE_WORDS, sharedMemoryBytes: bytes };
  return { block, residency: residency(block, gpu, tile, options.ctasPerSm) };
}

export interface BlockOnSm {
  readonly block: BlockResources;
  readonly residency: Residency;
}
