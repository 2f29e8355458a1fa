// The tests that mutants are tried against, and what each of them reaches.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "./process.js";
import { hashOf, recordIn } from "./record.js";

export const TREE = "coverage/mutate/tree";
const LOADING = 600_000;

const compiled = (path) => join(process.cwd(), TREE, path.replace(/ts$/, "js"));

/** Asks a worker to load a test file, with a mutant or none. */
export const load = (worker, path, { id = -1, ms = LOADING } = {}) =>
  worker.ask({ action: "load", file: compiled(path), id }, ms);

/** A process that has loaded the files. */
export async function loaded(paths) {
  const worker = start();
  for (const path of paths) await load(worker, path);
  return worker;
}

/**
 * Runs every test once without a mutant: `files` that reach any, with the mutants that loading each reaches, and `tests`, with their
 * milliseconds and how often they reach each mutant. What was measured of a file before is taken from there, while the code is as it was.
 */
export async function measured(paths, folder) {
  const known = recordIn("coverage/mutate/tests.jsonl");
  const sources = hashOf(folder, ...["src", "test"].flatMap(helpers).map((path) => readFileSync(path, "utf8")));
  const worker = start();
  const suite = { worker, loaded: [], files: [], tests: [] };
  for (const path of paths) {
    const key = `${path}|${sources}|${hashOf(readFileSync(path, "utf8"))}`;
    const before = known.get(key);
    if (before !== undefined && !isReaching(before)) continue;
    const { failure, first, names, counts } = await load(worker, path);
    suite.loaded.push(path);
    if (failure !== undefined) console.error(`${path} cannot be loaded: ${failure}`);
    const found = before ?? { counts, tests: await testsOf(worker, path, first, names) };
    if (before === undefined) known.set(key, found);
    if (!isReaching(found)) continue;
    suite.files.push({ path, counts: new Map(counts) });
    const ofFile = found.tests.map((test, i) => ({
      ...test,
      file: path,
      place: i,
      index: first + i,
      counts: new Map(test.counts),
    }));
    suite.tests.push(...ofFile.filter(({ sound }) => sound));
  }
  return suite;
}

const isReaching = ({ counts, tests }) => counts.length > 0 || tests.some((test) => test.counts.length > 0);

async function testsOf(worker, path, first, names) {
  const tests = [];
  for (const [i, name] of names.entries()) {
    const { failure, ms, counts } = await worker.ask({ action: "measure", test: first + i }, LOADING);
    if (failure !== undefined) console.error(`${path}: ${name} fails without a mutant: ${failure}`);
    tests.push({ sound: failure === undefined, ms: Math.ceil(ms), counts });
  }
  return tests;
}

const helpers = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .map((name) => `${folder}/${name}`);
