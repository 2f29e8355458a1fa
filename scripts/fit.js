// Fits what the event-driven replay takes from counters to one part of the measured launches, and judges it on the others, by coordinate descent:
// each round tries every parameter one step up and down, and halves the steps that did not help. `npm run build` first, then
// `fit.js [ROUNDS [MOST_TOUCHES]]` prints the parameters, and the errors of DRAM reads and durations before and after, file by file. Launches of more tile
// touches than MOST_TOUCHES are skipped in the fit, never in the judgement.
import { readFileSync } from "node:fs";
import { gpuNamed } from "../build/machines/registry.js";
import {
  parseMeasuredLaunches,
  REPLAYABLE_KINDS,
  scheduleOfLaunch,
  summarizeErrors,
  validateLaunch,
} from "../build/measured/index.js";
import { partitionedL2 } from "../build/replay/l2/l2-model.js";

const FITTED = ["h200", "h200-times", "h100", "h100-times"];
const JUDGED = [
  ...["h200-unseen", "h200-products", "h200-sawtooth", "h200-times-drawn", "h200-times-after", "h200-times-unseen"],
  ...["h100-unseen", "h100-times-unseen", "h100-times-drawn", "h100-times-after"],
];

/** Name, first step, and where a value stands: of the rate of kernels, of how requests meet, of the rest; of one GPU alone where it is named. */
const FREE = [
  { name: "pauseSeconds", step: 0.02e-6, within: "rate" },
  { name: "matrixShare", step: 0.02, within: "rate" },
  { name: "arrivalShare", step: 0.1, within: "rate" },
  { name: "specialShare", step: 0.05, within: "rate" },
  { name: "softmaxChainSeconds", step: 0.1e-6, within: "rate" },
  { name: "softmaxJoinSeconds", step: 0.1e-6, within: "rate" },
  { name: "maskShare", step: 0.1, within: "rate" },
  { name: "bufferShare", step: 0.1, within: "rate" },
  { name: "ownWeight", step: 0.1, within: "coalescing" },
  { name: "leavingBytesPerSecond", step: 0.3e12, within: "coalescing", gpu: "h100" },
  { name: "leavingBytesPerSecond", step: 0.3e12, within: "coalescing", gpu: "h200" },
  { name: "readNoise", step: 0.05, within: "coalescing", gpu: "h100" },
  { name: "readNoise", step: 0.05, within: "coalescing", gpu: "h200" },
  { name: "missSeconds", step: 0.06e-6 },
  { name: "busyMissSeconds", step: 0.1e-6 },
  { name: "turnaroundSeconds", step: 1e-6 },
];

const [rounds = 2, mostTouches = 1e6] = process.argv.slice(2).map(Number);
const models = Object.fromEntries(["h100", "h200"].map((id) => [id, partitionedL2(gpuNamed(id))]));

function launchesOf(name) {
  const path = new URL(`../data/${name}.csv`, import.meta.url);
  return parseMeasuredLaunches(readFileSync(path, "utf8"), name).filter(({ kind }) => REPLAYABLE_KINDS.includes(kind));
}

const at = (parameters, { name, within }) => (within === undefined ? parameters : parameters[within])[name];

function moved(all, { name, within, gpu }, by) {
  const change = (parameters) =>
    within === undefined
      ? { ...parameters, [name]: parameters[name] + by }
      : { ...parameters, [within]: { ...parameters[within], [name]: parameters[within][name] + by } };
  return Object.fromEntries(Object.entries(all).map(([id, one]) => [id, gpu === undefined || gpu === id ? change(one) : one]));
}

function replayed(all, name, launches) {
  const id = name.slice(0, 4);
  return launches.map((launch) => validateLaunch(launch, gpuNamed(id), { ...models[id], parameters: all[id] }));
}

/** Mean error of DRAM reads and of durations, as logarithms, none beyond 0.5, each file counting as much. */
function loss(all) {
  const off = (error) => Math.min(0.5, Math.abs(Math.log1p(error)));
  const ofFile = ([name, launches]) =>
    replayed(all, name, launches).reduce((sum, row) => sum + off(row.dramReadError) + off(row.durationError), 0) /
    launches.length;
  return fitted.reduce((sum, file) => sum + ofFile(file), 0) / fitted.length;
}

function print(title, all) {
  console.log(`\n${title}: median / 90th percentile / worst, %`);
  for (const name of [...FITTED, ...JUDGED]) {
    const rows = replayed(all, name, launchesOf(name));
    const shown = (errors) => {
      const { median, ninetiethPercentile, worst } = summarizeErrors(errors);
      return [median, ninetiethPercentile, worst].map((error) => (100 * error).toFixed(1)).join(" / ");
    };
    const [reads, durations] = [rows.map((row) => row.dramReadError), rows.flatMap((row) => row.durationError ?? [])];
    console.log(
      `${FITTED.includes(name) ? "fitted" : "judged"} ${name}: DRAM reads ${shown(reads)}, durations ${shown(durations)}`,
    );
  }
}

const fitted = FITTED.map((name) => {
  const gpu = gpuNamed(name.slice(0, 4));
  return [name, launchesOf(name).filter((launch) => scheduleOfLaunch(launch, gpu).layout.touches <= mostTouches)];
});
let best = Object.fromEntries(Object.entries(models).map(([id, { parameters }]) => [id, parameters]));
print("before", best);
let least = loss(best);
console.log(`\nloss ${least.toFixed(5)}`);
const steps = FREE.map(({ step }) => step);
for (let round = 0; round < rounds; round++) {
  FREE.forEach((free, i) => {
    const tried = [1, -1].map((sign) => moved(best, free, sign * steps[i]));
    const losses = tried.map(loss);
    const one = losses[0] <= losses[1] ? 0 : 1;
    if (losses[one] >= least) {
      steps[i] /= 2;
      return;
    }
    [best, least] = [tried[one], losses[one]];
    console.log(`${free.gpu ?? "both"} ${free.name} ${at(best[free.gpu ?? "h200"], free)}: loss ${least.toFixed(5)}`);
  });
}
print("after", best);
