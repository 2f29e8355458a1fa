import type { Trace } from "../../src/caches/trace.js";
import { traceOf, writesFrom } from "../../src/caches/trace.js";

const GROUP = 8;
const WAVE = 132;

interface Product {
  readonly rows: number;
  readonly columns: number;
  readonly steps: number;
  /** Lines of a tile of A or B, and of C. */
  readonly lines: number;
  readonly outputLines: number;
}

/**
 * The reference traces: a tiled product launched in groups of 8 tile rows, rows fastest, in waves of 132 blocks in lock step.
 * A wave reads its tiles of A and B step by step, then writes its tiles of C; ids run over A, B, C.
 */
function productTrace({ rows, columns, steps, lines, outputLines }: Product): Trace {
  const blocks: (readonly [row: number, column: number])[] = [];
  for (let first = 0; first < rows; first += GROUP) {
    for (let j = 0; j < columns; j++) for (let i = first; i < first + GROUP; i++) blocks.push([i, j]);
  }
  const ids = new Int32Array(blocks.length * (2 * steps * lines + outputLines));
  const firstB = rows * steps * lines;
  const firstC = firstB + steps * columns * lines;
  let length = 0;
  const touch = (base: number, tile: number, count: number): void => {
    for (let line = 0; line < count; line++) ids[length++] = base + tile * count + line;
  };
  for (let first = 0; first < blocks.length; first += WAVE) {
    const wave = blocks.slice(first, first + WAVE);
    for (let k = 0; k < steps; k++) {
      for (const [i, j] of wave) {
        touch(0, i * steps + k, lines);
        touch(firstB, k * columns + j, lines);
      }
    }
    for (const [i, j] of wave) touch(firstC, i * columns + j, outputLines);
  }
  return traceOf(ids, writesFrom(ids, firstC));
}

/** Trace T: one id a tile, 128 × 128 output tiles, 304 steps. */
export function traceT(): Trace {
  return productTrace({ rows: 128, columns: 128, steps: 304, lines: 1, outputLines: 1 });
}

/** Trace L: one id a 128-byte line, 32 × 32 output tiles, 38 steps. */
export function traceL(): Trace {
  return productTrace({ rows: 32, columns: 32, steps: 38, lines: 128, outputLines: 256 });
}

/** h = 31·h + id mod 2^32. */
export function rollingHash(ids: Int32Array): number {
  let hash = 0;
  for (const id of ids) hash = (Math.imul(31, hash) + id) | 0;
  return hash >>> 0;
}
