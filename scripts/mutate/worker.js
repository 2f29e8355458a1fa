// Loads test files of the copy once and runs their tests again and again, with one mutant or none: suite.js and judge.js say which.
import { pathToFileURL } from "node:url";
import { configureGlobal } from "fast-check";
import { forget, hits, mutant } from "./state.js";
import { beginFile, collected, endings, runTest } from "./vitest.js";

// A mutant is dead at the first counterexample: none is made smaller. The cases are those of every other run.
configureGlobal({ endOnFailure: true, seed: 1 });

const tests = [];
/** Those that passed without a mutant. */
const ran = new Set();

/** Mutants reached since the last call, with their counts. */
function reached() {
  const counts = [];
  for (let id = 0; id < hits.length; id++) if (hits[id] > 0) counts.push([id, hits[id]]);
  hits.fill(0);
  return counts;
}

/** What `run` throws with the mutant active, if it does, and the milliseconds that it takes. */
async function failureOf(run, id, limit) {
  Object.assign(mutant, { id, left: limit, endless: false });
  const start = performance.now();
  let failure;
  try {
    await run();
    if (mutant.endless) failure = "endless";
  } catch (error) {
    failure = String(error?.message ?? error).slice(0, 200);
  }
  mutant.id = -1;
  forget();
  return { failure, ms: performance.now() - start };
}

const ACTIONS = {
  /** Loads a file: what loading it reaches, the place of its first test among all, and their names. */
  async load({ file, id }) {
    beginFile();
    const { failure } = await failureOf(() => import(pathToFileURL(file).href), id, Number.MAX_SAFE_INTEGER);
    const first = tests.push(...collected) - collected.length;
    return { failure, first, names: collected.map(({ name }) => name), counts: reached() };
  },
  /** Runs a test without a mutant: what it throws, its milliseconds, and how often it reaches each mutant. */
  async measure({ test }) {
    reached();
    const found = await failureOf(() => runTest(tests[test]), -1, 0);
    return { ...found, counts: reached() };
  },
  /** The first of the tests that fails with the mutant; `clean` says whether it passes again without. */
  async attempt({ id, tests: chosen }) {
    for (const { test, limit } of chosen) {
      const run = () => runTest(tests[test]);
      // Once without it first: what modules then remember, they need not compute for every mutant.
      if (!ran.has(test) && (await failureOf(run, -1, 0)).failure !== undefined) return { test, clean: false };
      ran.add(test);
      const { failure } = await failureOf(run, id, limit);
      if (failure === undefined) continue;
      return { test, failure, clean: (await failureOf(run, -1, 0)).failure === undefined };
    }
    return {};
  },
};

process.on("message", async ({ action, ...rest }) => process.send(await ACTIONS[action](rest)));
process.on("disconnect", async () => {
  for (const end of endings) await end();
  process.exit();
});
