// Replays every launch of data/h200.csv whose schedule is known and prints it beside the hardware's counters.
// Then what replays put first among the launches of one computation, and what that costs beside the best measured one: the regret. Also the
// printed range of DRAM reads beside each counter, the share of counters inside, and its width. `validate.js [FILE [GPU]]`
import { readFileSync } from "node:fs";
import { gpuNamed } from "../build/machines/registry.js";
import {
  errorTable,
  parseMeasuredLaunches,
  REPLAYABLE_KINDS,
  rangeOfLaunch,
  rangeTable,
  rankings,
  rankingTable,
  scheduleOfLaunch,
  validateLaunch,
} from "../build/measured/index.js";
import { lruL2, partitionedL2 } from "../build/replay/l2/l2-model.js";

const args = process.argv.slice(2);
const path = args[0] ?? new URL("../data/h200.csv", import.meta.url).pathname;
const gpu = gpuNamed(args[1] ?? "h200");
const launches = parseMeasuredLaunches(readFileSync(path, "utf8"), path).filter(({ kind }) => REPLAYABLE_KINDS.includes(kind));

const percent = (x) => (x === undefined ? "" : `${(100 * x).toFixed(2)}%`);
const megabytes = (x) => (Number(x) / 1e6).toFixed(1);
const microseconds = (x) => (x === undefined ? "" : (1e6 * x).toFixed(1));
const line = (...cells) => console.log(cells.map((cell, i) => (i === cells.length - 1 ? cell : cell.padStart(9))).join(" "));

const lru = launches.map((launch) => validateLaunch(launch, gpu, lruL2(gpu)));
const started = performance.now();
const events = launches.map((launch) => validateLaunch(launch, gpu, partitionedL2(gpu)));
const seconds = (performance.now() - started) / 1000;
const lockStep = launches.map((launch) => validateLaunch(launch, gpu, partitionedL2(gpu, { kind: "lock-step" })));

console.log("DRAM in MB; errors are replayed / measured - 1; writes during the run, where the hardware wrote 1 MB or more");
console.log("estimated and measured time in µs");
const titles = ["reads", "measured", "error", "LRU error", "writes", "measured", "error", "into SMs", "fabric"];
line(...titles, "time", "measured", "error", "LRU error", "launch");
events.forEach((row, i) => {
  const counter = (name) => megabytes(row.launch.counters.get(name));
  line(
    ...[megabytes(row.dram.reads), counter("dram_read_bytes"), percent(row.dramReadError), percent(lru[i].dramReadError)],
    ...[megabytes(row.dram.writes), counter("dram_write_bytes"), percent(row.dramWriteError), percent(row.smReadError)],
    ...[percent(row.fabricError), microseconds(row.seconds), microseconds(row.launch.counters.get("duration_ns") / 1e9)],
    ...[percent(row.durationError), percent(lru[i].durationError), row.launch.label],
  );
});
console.log("\nAbsolute errors in per cent, median / 90th percentile / worst:\n");
const models = [
  { name: "event-driven, two partitions", rows: events },
  { name: "lock step, one LRU", rows: lru },
];
console.log(errorTable(models));
console.log(`\n${errorTable([{ name: "lock step, two partitions", rows: lockStep }])}`);
const layouts = launches.map((launch) => scheduleOfLaunch(launch, gpu));
const touches = layouts.reduce((sum, { layout }) => sum + layout.touches, 0);
console.log(`\nevent-driven: ${(touches / 1e6).toFixed(1)} M tile touches in ${seconds.toFixed(1)} s, layout included`);

const groups = rankings(events);
console.log("\nlaunches of one computation: the choice by replay, where another one was measured better by more than 1 %");
for (const { computation, launches, dram, time } of groups) {
  for (const [what, choice] of [
    ["DRAM bytes", dram],
    ["time", time],
  ]) {
    if (choice === undefined || choice.regret <= 0.01) continue;
    const { chosen, best, regret } = choice;
    console.log(
      `${percent(regret).padStart(9)} in ${what}, ${computation}, ${launches.length} launches: chosen ${chosen.launch.label}, best ${best.launch.label}`,
    );
  }
}
console.log(`\n${rankingTable(groups)}`);

const rows = launches.map((launch) => rangeOfLaunch(launch, gpu));
console.log("\nprinted range of DRAM reads in MB");
line("least", "most", "measured", "inside", "launch");
for (const { launch, range, measuredBytes, inside } of rows) {
  line(...[range.leastBytes, range.mostBytes, measuredBytes].map(megabytes), inside ? "yes" : "no", launch.label);
}
console.log(`\n${rangeTable(rows)}`);
