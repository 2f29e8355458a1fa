import { interleave } from "./measure.js";
import { printRates } from "./print.js";

const ROWS = 16;
const COLUMNS = 16;
const STEPS = 12;
/** Sizes that have no common divisor, as edge tiles of odd extents have. */
const [A_BYTES, B_BYTES, C_BYTES] = [1023, 1021, 517];
const CAPACITIES = [40_000, 80_000, 160_000, 320_000];

/** Belady's MIN over tiles whose common unit is one byte, tile by tile beside byte by byte. */
export const oddTiles = {
  name: "odd-tiles",
  run: (redblue, repeats) => {
    const { cutIntoUnits, OptCache, simulateOptByArray, traceOf } = redblue;
    const { touches, writes, tileBytes } = product();
    const arrayOf = new Uint8Array(tileBytes.length);
    const trace = traceOf(Int32Array.from(touches), Uint8Array.from(writes));
    const byTile = (capacity) => {
      const cache = new OptCache(capacity, tileBytes, arrayOf, 1);
      touches.forEach((tile, t) => void (writes[t] === 1 ? cache.write(tile) : cache.read(tile)));
      const { readBytes, writeBytes, dirtyAtEndBytes } = cache.traffic();
      return [readBytes[0], writeBytes[0], dirtyAtEndBytes[0]];
    };
    const byByte = (capacity) => {
      const { trace: bytes, tileOfUnit } = cutIntoUnits(trace, tileBytes);
      const traffic = simulateOptByArray(bytes, capacity, new Uint8Array(tileOfUnit.length), 1);
      return [traffic.readMisses[0], traffic.dirtyEvictions[0], traffic.dirtyAtEnd[0]];
    };
    const all = (one) => CAPACITIES.map(one).join("; ");
    const contestants = [
      { name: "redblue OptCache", run: () => all(byTile) },
      { name: "byte by byte", run: () => all(byByte) },
    ];
    const found = new Set();
    console.log(`odd-tiles: MIN, ${touches.length} touches of ${tileBytes.length} tiles, ${CAPACITIES.length} capacities`);
    const results = interleave(contestants, repeats, (_, moved) => found.add(moved));
    if (found.size !== 1) throw new Error(`tiles and bytes differ: ${[...found].join(" or ")}`);
    printRates(results, touches.length * CAPACITIES.length, "touches");
  },
};

/** A tiled product, block by block. */
function product() {
  const firstB = ROWS * STEPS;
  const firstC = firstB + STEPS * COLUMNS;
  const tileBytes = Int32Array.from({ length: firstC + ROWS * COLUMNS }, (_, tile) =>
    tile < firstB ? A_BYTES : tile < firstC ? B_BYTES : C_BYTES,
  );
  const [touches, writes] = [[], []];
  for (let block = 0; block < ROWS * COLUMNS; block++) {
    const [row, column] = [Math.floor(block / COLUMNS), block % COLUMNS];
    for (let step = 0; step < STEPS; step++) {
      touches.push(row * STEPS + step, firstB + step * COLUMNS + column);
      writes.push(0, 0);
    }
    touches.push(firstC + block);
    writes.push(1);
  }
  return { touches, writes, tileBytes };
}
