// Replays every launch of data/h200.csv whose schedule is known and prints it beside the hardware's counters.
import { readFileSync } from "node:fs";
import { defaultL2, gpuNamed, parseMeasuredLaunches, REPLAYABLE_KINDS, summarizeErrors, validateLaunch } from "../dist/index.js";

const path = process.argv[2] ?? new URL("../data/h200.csv", import.meta.url).pathname;
const gpu = gpuNamed("h200");
const l2 = defaultL2(gpu);
const rows = parseMeasuredLaunches(readFileSync(path, "utf8"), path)
  .filter((launch) => REPLAYABLE_KINDS.includes(launch.kind))
  .map((launch) => validateLaunch(launch, gpu, l2));

const percent = (x) => `${(100 * x).toFixed(2)}%`;
const megabytes = (x) => (Number(x) / 1e6).toFixed(1);
console.log(`L2 model: ${l2.policy.toUpperCase()} of ${l2.bytes} bytes, lock step; DRAM reads in MB`);
console.log("replayed  measured     error  l2-sm error  launch");
for (const row of rows) {
  const cells = [megabytes(row.dram.reads), megabytes(row.launch.counters.get("dram_read_bytes")), percent(row.dramReadError)];
  console.log(
    `${cells[0].padStart(8)}  ${cells[1].padStart(8)}  ${cells[2].padStart(8)}  ${percent(row.smReadError).padStart(11)}  ${row.launch.label}`,
  );
}
for (const [name, errors] of [
  ["DRAM reads", rows.map((row) => row.dramReadError)],
  ["l2-sm reads", rows.map((row) => row.smReadError)],
]) {
  const s = summarizeErrors(errors);
  console.log(
    `${name}: ${s.count} rows, median ${percent(s.median)}, 90th percentile ${percent(s.ninetiethPercentile)}, worst ${percent(s.worst)}`,
  );
}
