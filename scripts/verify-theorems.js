// Every theorem against the cheapest schedule known of random instances: npm run build && node scripts/verify-theorems.js [--cases N] [--seed S] [--jobs J] [theorem …]
//
// In each case the bound must be at most the cost of a schedule (or of the optimum, where one is at hand), its certificate must pass the
// checker as JSON, and the same certificate with one number changed must not. With --jobs the cases are dealt out to J processes; which
// cases there are does not depend on it.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { certificateToJson } from "../build/bounds/certificates/json.js";
import { verifyCertificate } from "../build/verify/certificate.js";
import { layeredCase } from "./theorems/layered.js";
import { graphCase, OTHER_CASES } from "./theorems/others.js";
import { PART_CASES } from "./theorems/parts.js";
import { PLAN_CASES } from "./theorems/plans.js";
import { PRODUCT_CASES } from "./theorems/products.js";
import { Random } from "./theorems/random.js";
import { scanCase } from "./theorems/scans.js";
import { commonColumnsCase, sharedWordsCase } from "./theorems/shared-words.js";
import { SPARSE_CASES } from "./theorems/sparse.js";
import { spreadArraysCase } from "./theorems/spread-arrays.js";
import { TRIANGULAR_CASES } from "./theorems/triangles.js";
import { warmStartCase } from "./theorems/warm-start.js";

/** All bounds of explicit graphs together. */
const GRAPHS = "graph-bounds";

const WRAPPERS = {
  "finer-units": sharedWordsCase,
  "finer-units:key-columns": commonColumnsCase,
  "warm-start": warmStartCase,
  "spread-arrays": spreadArraysCase,
};
const CASES = {
  ...PRODUCT_CASES,
  ...SPARSE_CASES,
  ...OTHER_CASES,
  ...TRIANGULAR_CASES,
  "layered-segments": (random) => layeredCase("layered-segments", random),
  "layered-without-recomputation": (random) => layeredCase("layered-without-recomputation", random),
  "scan-states": scanCase,
  ...WRAPPERS,
  ...PART_CASES,
  ...PLAN_CASES,
};

const { values, positionals } = parseArgs({
  options: {
    cases: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "1" },
    // Which of the cases this process has, of those that leave this remainder by `jobs`: how the processes are called.
    remainder: { type: "string" },
  },
  allowPositionals: true,
});
for (const name of ["cases", "seed", "jobs"]) {
  if (!/^\d{1,9}$/.test(values[name])) fail(`--${name}: expected a whole number, found '${values[name]}'`, 2);
}
const KNOWN = [...Object.keys(CASES), GRAPHS];
for (const name of positionals) if (!KNOWN.includes(name)) fail(`expected one of ${KNOWN.join(", ")}, found '${name}'`, 2);

/** What the checker must find wrong when changed: numbers that the rest of the certificate settles (`segmentLoads` is chosen, as cuts are). */
const SETTLED =
  /^(value|reads|writes|clock|clockWords|share|laterSegments|laterWindows|capacityWords|wordSize|firstSegment\w+|segment(?!Loads)\w+|outputs|blockOutputs|born)$/;

const MOST_JOBS = 256;
const JOBS = Number(values.jobs);
if (JOBS < 1 || JOBS > MOST_JOBS) fail(`--jobs: expected 1 to ${MOST_JOBS}, found '${values.jobs}'`, 2);

if (values.remainder === undefined) {
  console.log("theorem                           cases  nothing claimed  met exactly  within 1 %  seconds");
  if (JOBS === 1) runHere();
  else await runJobs();
} else runAll(Number(values.remainder), (_, counts) => console.log(JSON.stringify(counts)));

function runHere() {
  let last = process.hrtime.bigint();
  runAll(0, (theorem, counts) => {
    const now = process.hrtime.bigint();
    print(theorem, counts, Number(now - last) / 1e9);
    last = now;
  });
}

/** Starts the processes and adds their counts up, theorem by theorem. The first that fails ends the others, and this one as it did. */
async function runJobs() {
  const theorems = KNOWN.filter((name) => positionals.length === 0 || positionals.includes(name));
  const start = process.hrtime.bigint();
  const counts = theorems.map(() => ({ processes: 0, sums: [0, 0, 0, 0], seconds: 0 }));
  let printed = 0;
  const children = Array.from({ length: JOBS }, (_, remainder) => {
    const words = [process.argv[1], "--cases", values.cases, "--seed", values.seed, "--jobs", values.jobs];
    return spawn(process.execPath, [...words, "--remainder", String(remainder), ...positionals], {
      stdio: ["ignore", "pipe", "inherit"],
    });
  });
  const ends = children.map(async (child) => {
    const ended = new Promise((resolve) => child.on("close", resolve));
    let next = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const count = counts[next++];
      JSON.parse(line).forEach((number, column) => {
        count.sums[column] += number;
      });
      count.processes++;
      count.seconds = Number(process.hrtime.bigint() - start) / 1e9;
      for (; counts[printed]?.processes === JOBS; printed++)
        print(theorems[printed], counts[printed].sums, counts[printed].seconds - (counts[printed - 1]?.seconds ?? 0));
    }
    const status = await ended;
    if (status === 0) return;
    for (const other of children) other.kill();
    process.exit(status ?? 1);
  });
  await Promise.all(ends);
}

/** The seconds of a theorem: from the end of the one before it, in all processes, to its own. */
function print(theorem, [cases, silent, met, near], seconds) {
  const columns = [String(cases).padStart(9), String(silent).padStart(17), String(met).padStart(13), String(near).padStart(12)];
  console.log(`${theorem.padEnd(30)}${columns.join("")}${seconds.toFixed(0).padStart(9)}`);
}

/** This process's cases of every theorem, and what it counted of each told as the theorem is done. */
function runAll(remainder, tell) {
  for (const [theorem, draw] of Object.entries(CASES)) {
    if (positionals.length > 0 && !positionals.includes(theorem)) continue;
    const counts = run(remainder, theorem, (random, where) => {
      const { certificates = [], claims = certificates.map(claimOf), cost } = draw(random);
      for (const claim of claims) checkClaim(claim, cost, random, where);
      return { values: claims.map(({ value }) => value), cost };
    });
    tell(theorem, counts);
  }
  if (positionals.length === 0 || positionals.includes(GRAPHS)) {
    const counts = run(remainder, GRAPHS, (random, where) => {
      const { bounds, cost } = graphCase(random);
      for (const { bound, holds } of bounds) {
        const at = `${where}, ${bound.id}`;
        if (bound.value > cost) fail(`${at}: ${bound.value} is above the optimum ${cost}`, 1);
        if (!holds(bound)) fail(`${at}: the checker refuses its certificate`, 1);
        if (holds({ ...bound, value: bound.value + BigInt(random.whole(1, 3)) }))
          fail(`${at}: the checker accepts a larger value`, 1);
      }
      return { values: bounds.map(({ bound }) => bound.value), cost };
    });
    tell(GRAPHS, counts);
  }
}

/** Runs the cases of one theorem that leave a remainder by JOBS. How many there were, without a claim, met exactly and nearly. */
function run(remainder, theorem, check) {
  let [cases, met, near, silent] = [0, 0, 0, 0];
  for (let i = remainder; i < Number(values.cases); i += JOBS) {
    cases++;
    // A seed for each case, so that one can be drawn again.
    const random = new Random(Math.imul(Number(values.seed), 0x9e3779b1) + Math.imul(i, 0x85ebca6b));
    const { values: proven, cost } = check(random, `${theorem}, --seed ${values.seed}, case ${i}`);
    const best = proven.reduce((x, y) => (y > x ? y : x), -1n);
    if (best < 0n) silent++;
    else if (best === cost) met++;
    if (best >= 0n && best * 100n >= cost * 99n) near++;
  }
  return [cases, silent, met, near];
}

/** A certificate as JSON: its value, where its numbers are, and what the checker says it proves (undefined where it refuses). */
function claimOf(certificate) {
  const json = JSON.parse(JSON.stringify(certificateToJson(certificate)));
  return { value: certificate.value, json, settled: json, accepts: () => accepted(json)?.value };
}

/** At most the cost; accepted by the checker as JSON; refused with one number changed. */
function checkClaim({ value, json, settled, also, up, accepts }, cost, random, where) {
  const shown = JSON.stringify(json);
  if (value > cost) fail(`${where}: ${value} is above a schedule of ${cost}\n${shown}`, 1);
  if (accepts() !== value) fail(`${where}: the checker refuses its certificate\n${shown}`, 1);
  const { holder, name } = random.of(settledNumbers(settled, also));
  holder[name] = edited(holder[name], random, up);
  if (accepts() !== undefined) fail(`${where}: the checker accepts ${name} = ${holder[name]}\n${shown}`, 1);
}

/**
 * Where the settled numbers of a certificate are, those of certificates inside it too. `also` names more: those that a document settles,
 * and with them all of the instance.
 */
function settledNumbers(holder, also) {
  return Object.keys(holder).flatMap((name) => {
    if (name === "instance" && also === undefined) return [];
    if (typeof holder[name] === "object") return settledNumbers(holder[name], also);
    const isSettled = SETTLED.test(name) || also?.test(name);
    return isSettled && /^\d+$/.test(String(holder[name])) ? [{ holder, name }] : [];
  });
}

function accepted(json) {
  try {
    return verifyCertificate(json);
  } catch (error) {
    if (error.path === undefined) throw error;
    return undefined;
  }
}

/** Another count, a larger one with `up`: some checkers accept that less is claimed. Large ones are texts. */
function edited(count, random, up = false) {
  const next = BigInt(count) + random.of([1n, up ? 1n : -1n, 2n, BigInt(random.whole(3, 1000))]);
  return next > 9007199254740991n ? String(next) : Number(next);
}

function fail(message, status) {
  console.error(`verify-theorems: ${message}`);
  process.exit(status);
}
