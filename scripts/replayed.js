// Replays the measured launches of test/measured/replayed.json again and rewrites the file: what tests hold against counters without replaying every row
// each time; they replay some rows again (all of them in npm run verify). Nothing but the replay decides what is written. `node scripts/replayed.js [FILE…]`
import { readFileSync, writeFileSync } from "node:fs";
import { gpuNamed } from "../build/machines/registry.js";
import { parseMeasuredLaunches, REPLAYABLE_KINDS, validateLaunch } from "../build/measured/index.js";
import { lruL2, partitionedL2 } from "../build/replay/l2/l2-model.js";

const path = new URL("../test/measured/replayed.json", import.meta.url);
const { columns, files } = JSON.parse(readFileSync(path, "utf8"));
const asked = process.argv.slice(2);

function numbers(row) {
  const { dram, sm } = row;
  const traffic = [dram.reads, dram.writes, sm.reads, sm.writes].map(Number);
  return [...traffic, ...columns.slice(traffic.length).map((name) => row[name] ?? null)];
}

const rewritten = files.map(({ file, gpu: id, rows: known }) => {
  const written = (rows) => `{"file":${JSON.stringify(file)},"gpu":${JSON.stringify(id)},"rows":[\n${rows.join(",\n")}\n]}`;
  if (asked.length > 0 && !asked.includes(file)) return written(known.map((row) => JSON.stringify(row)));
  const gpu = gpuNamed(id);
  const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const launches = parseMeasuredLaunches(text, file).filter(({ kind }) => REPLAYABLE_KINDS.includes(kind));
  const rows = launches.map((launch) =>
    JSON.stringify([
      launch.label,
      numbers(validateLaunch(launch, gpu, partitionedL2(gpu))),
      numbers(validateLaunch(launch, gpu, lruL2(gpu))),
    ]),
  );
  console.log(`${file}: ${rows.length} launches on ${id}`);
  return written(rows);
});
writeFileSync(path, `{"columns":${JSON.stringify(columns)},"files":[\n${rewritten.join(",\n")}\n]}\n`);
