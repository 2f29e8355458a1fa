// Searches potentials and rewrites the tables of src/bounds/potentials: npm run potentials [-- NAME...] [--coarse] [--to FOLDER]
//
// A linear program in floating point (scripts/potentials/search.js), its solution rounded to 2⁻²⁰; nothing rests on it, as a potential
// is written only once the checker accepts it. Those not named keep their values. --coarse: one potential of each table on a few boxes.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { shapeOf, writeCoefficients } from "../dist/bounds/potentials/coefficients.js";
import { loadPotentials, table } from "../dist/bounds/potentials/tables.js";
import * as accumulators from "./potentials/accumulators.js";
import * as intermediates from "./potentials/intermediates.js";
import { UNIT } from "./potentials/program.js";
import { Search } from "./potentials/search.js";

const TABLES = { accumulators, intermediates };
/** Shares of a potential given up for a steady fall with its words, where rounding takes more than its margins. */
const GIVEN = [0, 1e-5, 2e-5, 4e-5, 8e-5];
const EMPTY = new Uint8Array([2, 0, 0, 0, 0x5b, 0x5d]);

const { values, positionals } = parseArgs({
  options: {
    coarse: { type: "boolean", default: false },
    to: { type: "string", default: fileURLToPath(new URL("../src/bounds/potentials", import.meta.url)) },
  },
  allowPositionals: true,
});
const known = Object.values(TABLES).flatMap(({ WANTED }) => WANTED.map(({ id }) => id));
for (const name of positionals) if (!known.includes(name)) fail(`expected one of ${known.join("; ")}, found '${name}'`, 2);

const place = (name) => join(values.to, `${name}.bin`);
await loadPotentials(async (file) => (existsSync(join(values.to, file)) ? readFileSync(join(values.to, file)) : EMPTY));
for (const [name, own] of Object.entries(TABLES)) {
  const { WANTED, COARSE, searched } = own;
  const entries = new Map(table(name).map((entry) => [entry.id, entry]));
  const order = WANTED.map(({ id }) => id);
  for (const wanted of values.coarse ? [COARSE] : WANTED) {
    if (positionals.length > 0 && !positionals.includes(wanted.id)) continue;
    const found = await best(wanted, new Search(searched(wanted)));
    entries.set(wanted.id, rounded(own, wanted, found));
    write(name, [...entries.values()].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id)));
  }
}

/** Solves as often as conditions are cut; the solver fails on some programs, and what it found before stands. */
async function best({ id, cuts }, search) {
  let best;
  for (const least of [...cuts, undefined]) {
    const began = performance.now();
    const found = await search.solve();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${id}: ${found === undefined ? "no solution" : `price ${found.price.toFixed(5)}, ${found.rows} rows`}, ${seconds} s`);
    if (found === undefined) break;
    best = found;
    if (least !== undefined) search.cut(found.binding, least);
  }
  return best ?? fail(`no potential for ${id}`, 1);
}

/** The first rounding that the checker accepts. */
function rounded({ header, check, KNOT }, wanted, found) {
  let wrong;
  for (const given of GIVEN) {
    const entry = header(wanted, found, given);
    entry.values = coefficients(entry, KNOT, found, given);
    wrong = check(entry);
    if (typeof wrong !== "string") return entry;
    console.log(`${entry.id}: ${wrong}`);
  }
  return fail(`the checker refuses ${wanted.id}`, 1);
}

/** (1 − given)·F − given·(rowCost·x + y) at every place; 0 where no condition is. */
function coefficients({ rows, columns = rows, sums, rowCost = 1 }, knot, found, given) {
  const middle = (knots, i) => (knots[i >> 1] + knots[(i + 1) >> 1]) / 2 / knot;
  const list = [];
  for (let i = 0; i < 2 * rows.length - 1; i++)
    for (let j = rowCost === 1 ? i : 0; j < 2 * columns.length - 1; j++)
      for (let k = 0; k < 2 * sums.length - 1; k++) {
        const own = found.at(`${i} ${j} ${k}`);
        const words = rowCost * middle(rows, i) + middle(columns, j);
        list.push(own === undefined ? 0 : Math.round(((1 - given) * own - given * words) * UNIT));
      }
  return Int32Array.from(list);
}

/** Beside the old file first, so that none is ever half written. */
function write(name, entries) {
  const header = new TextEncoder().encode(JSON.stringify(entries.map(({ values: _, ...rest }) => rest)));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, header.length, true);
  const raw = Buffer.concat([length, header, ...entries.map((entry) => writeCoefficients(entry.values, shapeOf(entry)))]);
  writeFileSync(`${place(name)}.part`, raw);
  renameSync(`${place(name)}.part`, place(name));
}

function fail(message, status) {
  console.error(`potentials: ${message}`);
  process.exit(status);
}
