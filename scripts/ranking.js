// Whether the fastest schedule that `redblue gap` shows is nearly the fastest known: npm run build && node scripts/ranking.js [--cases N] [--seed S] [--seconds T] [--gpu NAME]
//
// Products, attentions and convolutions of real layers are drawn from the model cards, in all phases. Beside the schedule that gap names first
// stand those of --all and of a search that replays only what could win by more than 3 %, for T seconds at most. Then every measured group of
// launches: one computation with several kernels, tiles or orders, the choice by estimated time against the best by measured time.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readScheduleFields } from "../build/cli/input/schedule-fields.js";
import { describeWorkload } from "../build/computation/workload.js";
import { gapReport } from "../build/gap/gap.js";
import { leastCost, replayCost } from "../build/gap/search/choice-cost.js";
import { searchSchedules } from "../build/gap/search/schedule-search.js";
import { gpuNamed } from "../build/machines/registry.js";
import { parseMeasuredLaunches, REPLAYABLE_KINDS, validateLaunch } from "../build/measured/index.js";
import { planOne } from "../build/plan/plan-one.js";
import { scheduleSpace } from "../build/plan/schedule-space.js";
import { withUsualChoices } from "../build/plan/usual-choice.js";
import { defaultL2, partitionedL2 } from "../build/replay/l2/l2-model.js";
import { drawLayerWorkload } from "./ranking/layer-workloads.js";
import { Random } from "./theorems/random.js";

/** A recommendation may be so much slower than the fastest known. */
const NEAR = 1.03;

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
    gpu: { type: "string", default: "h100" },
  },
});
for (const name of ["cases", "seed", "seconds"]) {
  if (/^\d{1,9}$/.test(values[name])) continue;
  console.error(`ranking: --${name}: expected a whole number, found '${values[name]}'`);
  process.exit(2);
}
const gpu = gpuNamed(values.gpu);

/** The seconds of the first row of gap, and of the fastest schedule that it, --all and a search know. */
async function compare(workload) {
  const [first] = gapReport(workload, gpu).rows;
  const setting = { workload, gpu, l2: defaultL2(gpu, workload.dataType), objective: "time" };
  const own = { choice: { schedule: first.label }, cost: { time: first.time } };
  let best = own;
  for (const row of gapReport(workload, gpu, { all: true }).rows)
    if (row.time.seconds < best.cost.time.seconds) best = { choice: { schedule: row.label }, cost: { time: row.time } };
  const end = Date.now() + 1000 * Number(values.seconds);
  const planOf = (choice) => {
    const { id, options } = readScheduleFields("schedule", choice);
    return () => planOne(id, workload, gpu, options);
  };
  const proven = { bytes: 0n, reads: 0n };
  const found = await searchSchedules(withUsualChoices(scheduleSpace(workload), workload, gpu, true).shown, {
    costOf: (choice) => replayCost(planOf(choice), setting),
    leastOf: (choice) => leastCost(planOf(choice), setting, proven),
    compare: (one, other) => one.time.seconds - other.time.seconds,
    isGoal: () => false,
    mayWin: (least, cost) => NEAR * least < Math.min(cost.time.seconds, best.cost.time.seconds),
    stopped: () => Date.now() > end,
  });
  if (found.best !== undefined && found.best.cost.time.seconds < best.cost.time.seconds) best = found.best;
  return { own, best, stopped: found.end === "stopped", factor: own.cost.time.seconds / best.cost.time.seconds };
}

const random = new Random(Number(values.seed));
const seen = new Set();
const results = [];
while (results.length < Number(values.cases)) {
  const { workload, layer } = drawLayerWorkload(random);
  const text = describeWorkload(workload);
  if (seen.has(text)) continue;
  seen.add(text);
  const { own, best, stopped, factor } = await compare(workload);
  results.push({ factor, stopped });
  if (factor > NEAR)
    console.log(
      `${factor.toFixed(3)} ${layer}: ${text}: ${own.choice.schedule} ${(1e6 * own.cost.time.seconds).toFixed(1)} us; ` +
        `${Object.values(best.choice).join(" ")} ${(1e6 * best.cost.time.seconds).toFixed(1)} us`,
    );
}
const near = results.filter(({ factor }) => factor <= NEAR).length;
const worst = results.reduce((most, { factor }) => Math.max(most, factor), 1);
const stopped = results.filter((one) => one.stopped).length;
console.log(
  `${values.gpu}, seed ${values.seed}: within 3 % of the fastest known in ${near} of ${results.length} workloads, worst ${worst.toFixed(3)}` +
    `${stopped === 0 ? "" : `; ${stopped} searches stopped after ${values.seconds} s`}`,
);

/** What a launch computes, without how. */
function computationOf({ kind, parameters }) {
  const family = kind.includes("flash") ? "attention" : kind.replace(/-(mm|persistent|stream-k|split-k)$/, "-product");
  const sizes = [...parameters].filter(([name]) => ["M", "N", "K", "N1", "N2", "BH", "S", "D", "causal"].includes(name));
  return [family, ...sizes.map((pair) => pair.join("="))].join(" ");
}

const DATA = new URL("../data/", import.meta.url);
const h200 = gpuNamed("h200");
const groups = new Map();
for (const file of readdirSync(DATA).filter((name) => /^h200.*\.csv$/.test(name))) {
  for (const launch of parseMeasuredLaunches(readFileSync(new URL(file, DATA), "utf8"), file)) {
    if (!REPLAYABLE_KINDS.includes(launch.kind) || launch.counters.get("duration_ns") === undefined) continue;
    // Durations of one file stand beside each other: clocks differ between days.
    const key = `${file} ${computationOf(launch)}`;
    groups.set(key, [...(groups.get(key) ?? []), launch]);
  }
}
let within = 0;
let compared = 0;
let most = 1;
for (const [key, launches] of groups) {
  if (launches.length < 2) continue;
  const timed = launches.flatMap((launch) => {
    const { durationError } = validateLaunch(launch, h200, partitionedL2(h200));
    const measured = launch.counters.get("duration_ns");
    return durationError === undefined ? [] : [{ launch, measured, estimated: (1 + durationError) * measured }];
  });
  const chosen = timed.reduce((least, one) => (one.estimated < least.estimated ? one : least));
  const best = timed.reduce((least, one) => (one.measured < least.measured ? one : least));
  const factor = chosen.measured / best.measured;
  compared++;
  most = Math.max(most, factor);
  if (factor <= NEAR) within++;
  else console.log(`${factor.toFixed(3)} ${key}: chosen ${chosen.launch.label}, fastest ${best.launch.label}`);
}
console.log(
  `measured groups of h200: the choice is within 3 % of the best measured one in ${within} of ${compared}, worst ${most.toFixed(3)}`,
);
