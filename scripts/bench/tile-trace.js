/**
 * The reference trace: a tiled product of 128 × 128 output tiles with 304 steps, launched in groups of 8 tile rows (rows
 * fastest), 132 blocks a wave. In a wave all blocks read their tiles of A and B step by step, then write their tiles of C.
 */
const ROWS = 128;
const COLUMNS = 128;
const STEPS = 304;
const GROUP = 8;
const WAVE = 132;

const TRACE_HASH = 4_290_625_536;

/** Ids: A row by row, then B row by row, then C; `firstWrite` is the first id of C, the only tiles that are written. */
export function tileTrace() {
  const firstB = ROWS * STEPS;
  const firstWrite = firstB + STEPS * COLUMNS;
  const blocks = launchOrder();
  const ids = new Int32Array(blocks.length * (2 * STEPS + 1));
  let touches = 0;
  for (let first = 0; first < blocks.length; first += WAVE) {
    const wave = blocks.slice(first, first + WAVE);
    for (let step = 0; step < STEPS; step++) {
      for (const { row, column } of wave) {
        ids[touches++] = row * STEPS + step;
        ids[touches++] = firstB + step * COLUMNS + column;
      }
    }
    for (const { row, column } of wave) ids[touches++] = firstWrite + row * COLUMNS + column;
  }
  const hash = rollingHash(ids);
  if (hash !== TRACE_HASH) throw new Error(`the trace has hash ${hash}, not ${TRACE_HASH}`);
  return { ids, firstWrite, tiles: firstWrite + ROWS * COLUMNS };
}

function launchOrder() {
  const blocks = [];
  for (let first = 0; first < ROWS; first += GROUP) {
    for (let column = 0; column < COLUMNS; column++) {
      for (let row = first; row < first + GROUP; row++) blocks.push({ row, column });
    }
  }
  return blocks;
}

/** h = 31·h + id mod 2^32. */
function rollingHash(ids) {
  let hash = 0;
  for (const id of ids) hash = (Math.imul(hash, 31) + id) >>> 0;
  return hash;
}
