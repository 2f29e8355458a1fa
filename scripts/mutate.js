// Mutation testing with Stryker: npm run mutate [-- FOLDER...] [--sample N] [--seed S] [--tests "GLOB GLOB"] [--keep] [--table]
//
// Of each folder's mutants a sample, each tried against the tests that reach it; survivors are printed. --keep writes the scores to
// test/mutation/results.json, which --table prints as the table of docs/trust.md.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const ROOMS = ["verify", "bounds", "pebble", "caches", "replay", "schedules"].map((room) => `src/${room}`);
/** Folders of tests that start no process, which would load code without mutants. */
const TESTS =
  "bounds,caches,computation,exact,fuzz,gap,layers,machines,measured,mutation,pebble,properties,replay,report,schedules,text,time";
const RESULTS = "test/mutation/results.json";
const EQUIVALENTS = "test/mutation/equivalents.json";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: `test/{${TESTS}}/**/*.test.ts` },
    keep: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});
const whole = (name) => {
  if (/^[1-9]\d{0,8}$/.test(values[name])) return Number(values[name]);
  console.error(`--${name}: expected a whole number from 1, found ${values[name]}`);
  process.exit(2);
};
const size = whole("sample");
const seed = whole("seed");
const folders = positionals.length === 0 ? ROOMS : positionals.map((folder) => folder.replace(/\/$/, ""));
for (const folder of folders) {
  if (/^src(\/|$)/.test(folder) && existsSync(folder)) continue;
  console.error(`FOLDER: expected a folder or file of src, such as ${ROOMS[0]}, found ${folder}`);
  process.exit(2);
}
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

// Stryker and what it needs are not among the project's own packages: 64 MB that nobody else needs.
if (!existsSync("scripts/mutate/node_modules")) {
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: "scripts/mutate", stdio: "inherit" });
}
const { equivalence } = await import("./mutate/equivalents.js");
const { mutantsIn, sampled } = await import("./mutate/sample.js");
const { asDiff, resultsByKey, scoreOf, table } = await import("./mutate/score.js");

if (values.table) {
  console.log(table(read(RESULTS)));
  process.exit();
}
const isEquivalent = equivalence(EQUIVALENTS);
const samples = [];
for (const folder of folders) {
  const mutants = await mutantsIn(folder);
  const others = mutants.filter((mutant) => !isEquivalent(mutant));
  samples.push({
    folder,
    mutants: mutants.length,
    equivalent: mutants.length - others.length,
    chosen: sampled(others, size, seed),
  });
}

const { tried } = await import("./mutate/run.js");
const chosen = samples.flatMap((sample) => sample.chosen);
const results = resultsByKey(await tried(chosen, values.tests.split(" ")));
const scores = Object.fromEntries(samples.map((sample) => [sample.folder, { seed, ...scoreOf(sample, results) }]));
for (const { survivors } of Object.values(scores)) for (const survivor of survivors) console.log(asDiff(survivor));
console.log(table(scores));
if (values.keep) writeFileSync(RESULTS, `${JSON.stringify({ ...read(RESULTS), ...scores }, null, 2)}\n`);
