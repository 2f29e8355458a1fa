// Tries mutants: each against the tests that reach it, the fastest first, until one fails.
import { readFileSync } from "node:fs";
import { start } from "./process.js";
import { hashOf, recordIn } from "./record.js";
import { load, loaded, measured, TREE } from "./suite.js";
import { writeTree } from "./tree.js";

/** Of the tests that reach a mutant those are run that take so many milliseconds together, the fastest first. */
const BUDGET = 3_000;
/** Tests that killed the last mutants of a file and are tried first on its next. */
const RECENT = 4;
/** Milliseconds of a processor after which a test is taken for one that never ends, beside ten times what it takes. */
const PATIENCE = 20_000;
/** Files that are loaded anew for a mutant that changes what modules compute when they are loaded. */
const FILES = 16;

/**
 * What becomes of the chosen mutants of a folder, by key: its `status` is killed, survived, or unreached where no test runs it. Verdicts of
 * earlier runs hold while the mutated file and the test that killed the mutant are as they were.
 */
export async function tried({ folder, chosen, mutants, code }, { paths, jobs }, report) {
  await writeTree(TREE, code);
  const suite = await measured(paths, folder);
  const verdicts = recordIn("coverage/mutate/verdicts.jsonl");
  const results = new Map();
  const verdictKey = (mutant) => `${mutant.key}|${textHash(mutant.file)}`;
  const left = [...chosen].reverse();
  const judgeAll = async (worker) => {
    const judge = new Judge({ ...suite, worker }, mutants);
    for (let mutant = left.pop(); mutant !== undefined; mutant = left.pop()) {
      const key = verdictKey(mutant);
      const earlier = verdicts.get(key);
      const holds = earlier !== undefined && earlier.status === "killed" && earlier.test === textHash(earlier.by);
      const result = holds ? earlier : await judge.verdict(mutant);
      if (!holds) verdicts.set(key, { ...result, test: result.by && textHash(result.by) });
      results.set(mutant.key, result);
      report(mutant, result);
    }
    judge.worker?.end();
  };
  const others = Array.from({ length: jobs - 1 }, async () => judgeAll(await loaded(suite.loaded)));
  await Promise.all([judgeAll(suite.worker), ...others]);
  return results;
}

const hashes = new Map();
function textHash(path) {
  if (!hashes.has(path)) hashes.set(path, hashOf(readFileSync(path, "utf8")));
  return hashes.get(path);
}

class Judge {
  #files;
  #loaded;
  #tests;
  #fileOf;
  #recent = new Map();
  #reloaded = new Map();

  constructor({ worker, files, tests, loaded: paths }, mutants) {
    this.worker = worker;
    this.#files = files;
    this.#loaded = paths;
    this.#tests = tests;
    this.#fileOf = new Map(mutants.map(({ id, file }) => [id, file]));
  }

  async verdict(mutant) {
    const reaching = this.#tests.filter(({ counts }) => counts.has(mutant.id));
    const atLoad = this.#files.filter(({ counts }) => counts.has(mutant.id)).map(({ path }) => path);
    if (reaching.length + atLoad.length === 0) return { status: "unreached" };
    const killed = await this.#together(mutant, this.#inOrder(reaching, mutant));
    if (killed !== undefined) return killed;
    // What tests reach is no code that only runs when modules are loaded.
    return reaching.length > 0 ? { status: "survived" } : await this.#alone(mutant, atLoad);
  }

  /**
   * In the process of all tests. A test that kills the mutant must pass again without it; one that does not, since it or a module remembers
   * what it saw, is not run any more.
   */
  async #together(mutant, tests) {
    if (tests.length === 0) return undefined;
    this.worker ??= await loaded(this.#loaded);
    const asked = tests.map(({ index, counts }) => ({ test: index, limit: 100 * counts.get(mutant.id) + 10_000 }));
    const answer = await this.worker.ask({ action: "attempt", id: mutant.id, tests: asked }, PATIENCE + 10 * sum(tests));
    if (answer === undefined) {
      this.worker = undefined;
      return { status: "killed", by: tests[0].file, failure: "no end" };
    }
    if (answer.test === undefined) return undefined;
    const test = tests.find(({ index }) => index === answer.test);
    if (answer.clean) return this.#killed(mutant, test, answer.failure);
    console.error(`${test.file}, test ${test.place + 1}: not run any more, since it fails again without a mutant`);
    this.#tests = this.#tests.filter((one) => one !== test);
    return this.#together(mutant, tests.slice(tests.indexOf(test) + 1));
  }

  /** In a process of its own, where the mutant is active from the start: what modules and files compute when they are loaded differs too. */
  async #alone(mutant, atLoad) {
    const isNear = ({ counts }) => [...counts.keys()].some((id) => this.#fileOf.get(id) === mutant.file);
    const near = new Set(this.#tests.filter((test) => atLoad.includes(test.file) || isNear(test)).map(({ file }) => file));
    const worker = start();
    try {
      for (const path of this.#filesInOrder(near, mutant)) {
        const found = await load(worker, path, { id: mutant.id, ms: 3 * PATIENCE });
        if (found?.failure !== undefined) return { status: "killed", by: path, failure: found.failure };
        const inFile = withinBudget(this.#tests.filter(({ file }) => file === path));
        const asked = inFile.map(({ place }) => ({ test: found?.first + place, limit: Number.MAX_SAFE_INTEGER }));
        const answer = await worker.ask({ action: "attempt", id: mutant.id, tests: asked }, PATIENCE + 10 * sum(inFile));
        if (answer !== undefined && answer.test === undefined) continue;
        this.#reloaded.set(mutant.file, path);
        return { status: "killed", by: path, failure: answer?.failure ?? "no end" };
      }
      return { status: "survived" };
    } finally {
      worker.end();
    }
  }

  /** The file that killed the last such mutant of this file, those near it, and others; those whose tests take the least time first. */
  #filesInOrder(near, { file }) {
    const last = this.#reloaded.get(file);
    const all = [...new Set(this.#tests.map((test) => test.file))].map((path) => {
      const rank = path === last ? 0 : near.has(path) ? 1 : 2;
      return { path, rank, ms: sum(this.#tests.filter((test) => test.file === path)) };
    });
    const byTime = all.sort((x, y) => x.rank - y.rank || x.ms - y.ms);
    const others = byTime.filter(({ rank }) => rank === 2);
    return [...byTime.filter(({ rank }) => rank < 2).slice(0, FILES / 2), ...others.slice(0, FILES / 2)].map(({ path }) => path);
  }

  #inOrder(tests, { file }) {
    const first = (this.#recent.get(file) ?? []).filter((test) => tests.includes(test));
    return withinBudget([...first, ...tests.filter((test) => !first.includes(test)).sort((x, y) => x.ms - y.ms)]);
  }

  #killed({ file }, test, failure) {
    const others = (this.#recent.get(file) ?? []).filter((one) => one !== test);
    this.#recent.set(file, [test, ...others].slice(0, RECENT));
    return { status: "killed", by: test.file, failure };
  }
}

function withinBudget(tests) {
  let ms = 0;
  return tests.filter((test, i) => {
    ms += test.ms;
    return i === 0 || ms <= BUDGET;
  });
}

const sum = (tests) => tests.reduce((total, { ms }) => total + ms, 0);
