// Has coqchk check the compiled proofs, holds every theorem against schedules, and runs the property tests with many cases: npm run verify -- [--cases N] [--seed S] [name of a test file]; npm run verify -- refusals: refusals of the checker that no test reaches
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { cases: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
for (const name of ["cases", "seed"]) {
  if (!/^\d{1,9}$/.test(values[name])) {
    console.error(`verify: --${name}: expected a whole number, found '${values[name]}'`);
    process.exit(2);
  }
}
if (positionals[0] === "refusals") {
  const script = fileURLToPath(new URL("refusals.js", import.meta.url));
  process.exit(spawnSync(process.execPath, [script], { stdio: "inherit" }).status ?? 1);
}
if (positionals.length === 0) {
  if (spawnSync("coqc", ["--version"]).status !== 0) {
    console.warn("SKIPPED: proofs/coq and the checked checkers (apt-get install coq libcoq-mathcomp make)");
  } else {
    const { status } = spawnSync("sh", ["proofs/coq/build.sh"], { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}
if (positionals.length === 0) {
  // Each theorem against the cheapest schedule known, in plain JavaScript: many cases a second.
  const theorems = ["--cases", values.cases, "--seed", values.seed, "--jobs", String(Math.min(256, availableParallelism()))];
  // The schedule that gap names first against the fastest known: a few seconds a case.
  const ranking = ["--cases", String(Math.min(200, Number(values.cases))), "--seed", values.seed];
  for (const script of [["scripts/build.js"], ["scripts/verify-theorems.js", ...theorems], ["scripts/ranking.js", ...ranking]]) {
    const { status } = spawnSync(process.execPath, script, { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}
// Its exports name no file to run.
const vitest = fileURLToPath(new URL("vitest.mjs", pathToFileURL(createRequire(import.meta.url).resolve("vitest/package.json"))));
// Schedules refereed move by move: a thousand cases of each take a long while.
const REFEREED = ["test/schedules", "test/replay", "test/gap"];

function runTests(cases, names) {
  console.log(`property tests with ${cases} cases each, seed ${values.seed}`);
  const { status } = spawnSync(process.execPath, [vitest, "run", "--testTimeout", "86400000", ...names], {
    stdio: "inherit",
    env: { ...process.env, REDBLUE_CASES: cases, REDBLUE_SEED: values.seed, REDBLUE_SLOW: "1" },
  });
  return status ?? 1;
}

let status;
if (positionals.length > 0) status = runTests(values.cases, positionals);
else {
  status = runTests(
    values.cases,
    REFEREED.flatMap((folder) => ["--exclude", `${folder}/**`]),
  );
  status ||= runTests(String(Math.min(1000, Number(values.cases))), REFEREED);
}
process.exit(status);
