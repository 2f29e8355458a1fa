// Mutation testing with Stryker's mutants: npm run mutate [-- FOLDER...] [--sample N] [--seed S] [--tests "PATH PATH"] [--jobs J] [--keep] [--table]
//
// Of each folder's mutants a sample, each tried against the tests that reach it; survivors are printed. A run that was stopped goes on where
// it was. --keep writes the scores to test/mutation/results.json, which --table prints as the table of docs/trust.md.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const ROOMS = ["verify", "bounds", "pebble", "caches", "replay", "schedules"].map((room) => `src/${room}`);
/** Folders of tests that start no process, which would load code without mutants. */
const TESTS =
  "bounds caches computation coq exact fuzz gap layers machines measured mutation pebble properties replay report schedules text time";
const RESULTS = "test/mutation/results.json";
const EQUIVALENTS = "test/mutation/equivalents.json";

const OPTIONS = {
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: TESTS.replace(/\S+/g, "test/$&") },
    jobs: { type: "string", default: "1" },
    keep: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
};
const parsed = () => {
  try {
    return parseArgs(OPTIONS);
  } catch (error) {
    console.error(`mutate: ${error.message.split("\n")[0]}`);
    process.exit(2);
  }
};
const { values, positionals } = parsed();
const whole = (name) => {
  if (/^[1-9]\d{0,8}$/.test(values[name])) return Number(values[name]);
  console.error(`--${name}: expected a whole number from 1, found ${values[name]}`);
  process.exit(2);
};
const size = whole("sample");
const seed = whole("seed");
const jobs = whole("jobs");
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
const { asDiff, scoreOf, table } = await import("./mutate/score.js");

if (values.table) {
  console.log(table(read(RESULTS)));
  process.exit();
}
const { instrumented, sampled } = await import("./mutate/sample.js");
const { tried } = await import("./mutate/run.js");

const isTest = (name) => name.endsWith(".test.ts");
const tests = values.tests.split(" ").flatMap((path) => {
  if (isTest(path)) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  return names.filter(isTest).map((name) => `${path}/${name}`);
});
const isEquivalent = equivalence(EQUIVALENTS);
const scores = {};
for (const folder of folders) {
  const { mutants, code } = await instrumented(folder);
  const chosen = sampled(mutants, size, seed).filter((mutant) => !isEquivalent(mutant));
  let count = 0;
  const verdicts = await tried({ folder, chosen, mutants, code }, { paths: tests.sort(), jobs }, (mutant, { status }) => {
    count++;
    if (status !== "killed") console.log(asDiff(mutant, status));
    if (count % 50 === 0) console.error(`${folder}: ${count} of ${chosen.length} mutants`);
  });
  scores[folder] = {
    seed,
    ...scoreOf({ mutants: mutants.length, equivalent: mutants.filter(isEquivalent).length, chosen }, verdicts),
  };
}
console.log(table(scores));
if (values.keep) writeFileSync(RESULTS, `${JSON.stringify({ ...read(RESULTS), ...scores }, null, 2)}\n`);
process.exit();
