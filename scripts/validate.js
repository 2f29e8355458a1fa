// Replays every launch of data/h200.csv whose schedule is known and prints it beside the hardware's counters.
// `validate.js [FILE] [--seeds N]`: with seeds, also how far the timing noise of N seeds moves each row's DRAM reads.
import { readFileSync } from "node:fs";
import { gpuNamed } from "../dist/machines/registry.js";
import { errorTable, parseMeasuredLaunches, REPLAYABLE_KINDS, scheduleOfLaunch, validateLaunch } from "../dist/measured/index.js";
import { replaySpread } from "../dist/replay/event-driven/index.js";
import { lruL2, partitionedL2 } from "../dist/replay/l2-model.js";

const args = process.argv.slice(2);
const seedFlag = args.indexOf("--seeds");
const seeds = seedFlag < 0 ? 0 : Number(args.splice(seedFlag, 2)[1]);
const path = args[0] ?? new URL("../data/h200.csv", import.meta.url).pathname;
const gpu = gpuNamed("h200");
const launches = parseMeasuredLaunches(readFileSync(path, "utf8"), path).filter(({ kind }) => REPLAYABLE_KINDS.includes(kind));

const percent = (x) => (x === undefined ? "" : `${(100 * x).toFixed(2)}%`);
const megabytes = (x) => (Number(x) / 1e6).toFixed(1);
const line = (...cells) => console.log(cells.map((cell, i) => (i === cells.length - 1 ? cell : cell.padStart(9))).join(" "));

const lru = launches.map((launch) => validateLaunch(launch, gpu, lruL2(gpu)));
const started = performance.now();
const events = launches.map((launch) => validateLaunch(launch, gpu, partitionedL2(gpu)));
const seconds = (performance.now() - started) / 1000;
const lockStep = launches.map((launch) => validateLaunch(launch, gpu, partitionedL2(gpu, { kind: "lock-step" })));

console.log("DRAM in MB; errors are replayed / measured - 1; writes during the run, where the hardware wrote 1 MB or more");
line("reads", "measured", "error", "LRU error", "writes", "measured", "error", "into SMs", "fabric", "time", "launch");
events.forEach((row, i) => {
  const counter = (name) => megabytes(row.launch.counters.get(name));
  line(
    ...[megabytes(row.dram.reads), counter("dram_read_bytes"), percent(row.dramReadError), percent(lru[i].dramReadError)],
    ...[megabytes(row.dram.writes), counter("dram_write_bytes"), percent(row.dramWriteError), percent(row.smReadError)],
    ...[percent(row.fabricError), percent(row.durationError), row.launch.label],
  );
});
console.log("\nAbsolute errors in per cent, median / 90th percentile / worst:\n");
const models = [
  { name: "events, two partitions", rows: events },
  { name: "lock step, one LRU", rows: lru },
];
console.log(errorTable(models));
console.log(`\n${errorTable([{ name: "lock step, two partitions", rows: lockStep }])}`);
const layouts = launches.map((launch) => scheduleOfLaunch(launch, gpu));
const touches = layouts.reduce((sum, { layout }) => sum + layout.touches, 0);
console.log(`\nevents: ${(touches / 1e6).toFixed(1)} M tile touches in ${seconds.toFixed(1)} s, layout included`);

if (seeds > 0) {
  const { parameters } = partitionedL2(gpu);
  const chosen = Array.from({ length: seeds }, (_, seed) => seed);
  console.log(`\nDRAM reads in MB over ${seeds} seeds and lock step`);
  line("least", "most", "measured", "launch");
  let inRange = 0;
  launches.forEach((launch, i) => {
    const { dramReads } = replaySpread(layouts[i].layout, gpu.sms * layouts[i].ctasPerSm, parameters, chosen);
    const measured = launch.counters.get("dram_read_bytes");
    if (measured >= 0.98 * Number(dramReads.least) && measured <= 1.02 * Number(dramReads.most)) inRange++;
    line(...[dramReads.least, dramReads.most, measured].map(megabytes), launch.label);
  });
  console.log(`${inRange} of ${launches.length} measured within the range or 2 % of it`);
}
