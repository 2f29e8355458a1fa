// On how many points of real workloads the best bound is machine-checked, or within 1 % of one that is: npm run build && node scripts/checked-share.js [--cases N] [--seed S] [FILE]
//
// A point is one interface of a workload on a GPU. Without FILE layers are drawn from the model cards, in all phases, each on a GPU drawn too.
// FILE is a module that exports `workloads`, each with a `workload` and the name of a `gpu`. The best bound is counted twice: the general one,
// of every kernel, and the sharper one, of kernels that meet all conditions. Where no checked bound is near, the theorem of the best is named.
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bestBounds, proveBounds } from "../build/bounds/prove.js";
import { CONDITIONS, EVERY_KERNEL } from "../build/bounds/requirements.js";
import { GPUS, gpuNamed } from "../build/machines/registry.js";
import { drawLayerWorkload } from "./ranking/layer-workloads.js";
import { Random } from "./theorems/random.js";

const INTERFACES = ["dram-l2", "l2-sm"];
/** A checked bound is near the best from this many hundredths of it on. */
const NEAR = 99n;

const { values, positionals } = parseArgs({
  options: { cases: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});
for (const name of ["cases", "seed"]) {
  if (/^\d{1,9}$/.test(values[name])) continue;
  console.error(`checked-share: --${name}: expected a whole number, found '${values[name]}'`);
  process.exit(2);
}

const counts = Object.fromEntries(
  ["general", "sharper"].map((kind) => [kind, { points: 0, checked: 0, near: 0, far: new Map() }]),
);
for (const { workload, gpu } of await given()) {
  const bounds = proveBounds(workload, gpu);
  const checked = bounds.filter(({ status }) => status === "machine-checked");
  for (const [kind, met] of [
    ["general", EVERY_KERNEL],
    ["sharper", new Set(CONDITIONS)],
  ]) {
    const [best, bestChecked] = [bounds, checked].map((some) => bestBounds(some, met));
    for (const at of INTERFACES) if (best.has(at)) note(counts[kind], best.get(at), bestChecked.get(at)?.value ?? 0n);
  }
}

function note(count, best, checked) {
  count.points++;
  if (checked === best.value) count.checked++;
  if (100n * checked >= NEAR * best.value) count.near++;
  else {
    const theorem = best.certificate.form === undefined ? best.id : `${best.id}, ${best.certificate.form}`;
    const far = count.far.get(theorem) ?? { points: 0, most: 0 };
    count.far.set(theorem, { points: far.points + 1, most: Math.max(far.most, Number(best.value) / Number(checked) - 1) });
  }
}

async function given() {
  if (positionals.length > 0) {
    const { workloads } = await import(pathToFileURL(positionals[0]).href);
    return workloads.map(({ workload, gpu }) => ({ workload, gpu: gpuNamed(gpu) }));
  }
  const random = new Random(Number(values.seed));
  return Array.from({ length: Number(values.cases) }, () => ({ ...drawLayerWorkload(random), gpu: random.of(GPUS) }));
}

for (const [kind, { points, checked, near, far }] of Object.entries(counts)) {
  const share = (some) => `${((100 * some) / points).toFixed(1)} %`;
  console.log(
    `${kind} bound: ${points} points; the best is machine-checked on ${share(checked)}, one within 1 % is on ${share(near)}`,
  );
  const rows = [...far].sort(([, x], [, y]) => y.points - x.points);
  for (const [theorem, { points: some, most }] of rows)
    console.log(
      `  ${theorem.padEnd(46)} ${String(some).padStart(5)} ${share(some).padStart(7)}  at most ${(100 * most).toFixed(1)} % above`,
    );
}
