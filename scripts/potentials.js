// Searches potentials and rewrites the tables in src/bounds/potentials: npm run potentials [-- NAME...] [--to FOLDER]
//
// Nothing rests on the search: what it finds in floating point is rounded, and written once the checker accepts it. Potentials that are
// not named stay as they are. --coarse, which wants a folder of its own, searches one of each table on a few boxes.
//
// Measured, one processor: row cost 1 in two minutes, 197,000 rows at last; row cost 5/4 two minutes for the first of three programs,
// 244,000 rows. The first program of credit 1/12, 471,000 rows in half a gigabyte, was not solved within four minutes and a half, and no
// potential of accumulators has been searched to its end with this solver: a run of all is estimated to take hours.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { shapeOf, writeCoefficients } from "../build/bounds/potentials/coefficients.js";
import { loadPotentials, table } from "../build/bounds/potentials/tables.js";
import * as accumulators from "./potentials/accumulators.js";
import * as intermediates from "./potentials/intermediates.js";
import { UNIT } from "./potentials/program.js";
import { Search } from "./potentials/search.js";

const TABLES = { accumulators, intermediates };
/** The largest coefficient that is written. */
const MOST = 2 ** 23 - 1;

const { values, positionals } = parseArgs({
  options: {
    coarse: { type: "boolean", default: false },
    to: { type: "string" },
  },
  allowPositionals: true,
});
const ids = Object.values(TABLES).flatMap(({ WANTED }) => WANTED.map(({ id }) => id));
for (const name of positionals) if (!ids.includes(name)) fail(`expected one of ${ids.join("; ")}, found '${name}'`, 2);

if (values.coarse && values.to === undefined) fail("--coarse: expected --to FOLDER, not to write over the tables", 2);

const folder = values.to ?? fileURLToPath(new URL("../src/bounds/potentials", import.meta.url));
const fileOf = (name) => join(folder, `${name}.bin`);
await loadPotentials(async (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : packed([])));
for (const [name, { WANTED, COARSE, CUTS, header, check }] of Object.entries(TABLES)) {
  const entries = new Map(table(name).map((entry) => [entry.id, entry]));
  for (const wanted of values.coarse ? [COARSE] : WANTED) {
    if (positionals.length > 0 && !positionals.includes(wanted.id)) continue;
    const found = await search(wanted, values.coarse ? [] : CUTS);
    entries.set(wanted.id, accepted(wanted, found, header, check));
    const inOrder = WANTED.flatMap(({ id }) => entries.get(id) ?? []);
    // Beside the file first, so that none is ever half written.
    writeFileSync(`${fileOf(name)}.part`, packed(inOrder));
    renameSync(`${fileOf(name)}.part`, fileOf(name));
  }
}

/** Solves as often as boxes are cut; the solver fails on some programs, and what it found before stands. */
async function search(wanted, cuts) {
  const searched = new Search(wanted);
  let best;
  for (const least of [...cuts, Number.POSITIVE_INFINITY]) {
    const began = performance.now();
    const found = await searched.solve();
    const spent = `${found?.height ?? "no solution"} rows, ${((performance.now() - began) / 1000).toFixed(0)} s`;
    console.log(`${wanted.id}: ${found?.price.toFixed(5)}, ${spent}`);
    if (found === undefined) break;
    best = found;
    searched.cut(found.parts, least);
  }
  return best ?? fail(`nothing found for ${wanted.id}`, 1);
}

/** Rounded, as an entry of its table, once the checker accepts it. */
function accepted(wanted, found, header, check) {
  const { id, rows, columns = rows, sums, rowCost = 1, reach } = wanted;
  // Where no condition is a coefficient may be anything.
  const rounded = (value = 0) => Math.max(-MOST, Math.min(MOST, Math.round(value * UNIT)));
  const places = ({ length }, from = 0) => Array.from({ length: 2 * length - 1 - from }, (_, i) => from + i);
  const coefficients = places(rows).flatMap((i) =>
    places(columns, rowCost === 1 ? i : 0).flatMap((j) => places(sums).map((k) => rounded(found.at(i, j, k)))),
  );
  const values = Int32Array.from(coefficients);
  const entry = { id, ...header(wanted, found, rounded), rows, sums, reach, ceiling: rounded(found.ceiling), values };
  const checked = check(entry);
  return typeof checked === "string" ? fail(`the checker refuses ${id}: ${checked}`, 1) : entry;
}

/** A table as src/bounds/potentials/tables.ts reads it. */
function packed(entries) {
  const header = Buffer.from(JSON.stringify(entries.map(({ values: _, ...rest }) => rest)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, ...entries.map((entry) => writeCoefficients(entry.values, shapeOf(entry)))]);
}

function fail(message, status) {
  console.error(`potentials: ${message}`);
  process.exit(status);
}
