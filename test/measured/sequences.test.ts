import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import { planReplays } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { replaySequence } from "../../src/replay/sequence/sequence.js";
import { parseLaunchOrder } from "../../src/schedules/tiles/launch-order.js";

const FILE = "data/h100-sequences-kernels.csv";
const launches = parseMeasuredLaunches(readFileSync(new URL(`../../${FILE}`, import.meta.url), "utf8"), FILE);

/** Two products, H = A·B and E = H·D, one after the other without emptying the L2 between them. */
const PAIRS: readonly (readonly [MeasuredLaunch, MeasuredLaunch])[] = launches
  .filter(({ kind, parameters }) => kind === "triton-pair" && parameters.get("part") === "1")
  .map((first) => {
    const second = launches.find(({ label }) => label === first.label.replace(/part=1$/, "part=2"));
    if (second === undefined) throw new Error(`no second launch of ${first.label}`);
    return [first, second];
  });

const extent = ({ parameters }: MeasuredLaunch, name: string): number => Number(parameters.get(name));
const products = (launch: MeasuredLaunch): number =>
  extent(launch, "M") * extent(launch, "N1") * (extent(launch, "K1") + extent(launch, "N2"));

/** How far the second kernel's DRAM reads and writes are from the counters, as shares of these. */
function errors([first, second]: readonly [MeasuredLaunch, MeasuredLaunch]): { readonly reads: number; readonly writes: number } {
  const [m, k, l, n] = ["M", "K1", "N1", "N2"].map((name) => extent(first, name)) as [number, number, number, number];
  const order = parseLaunchOrder((first.parameters.get("order") ?? "").replace(/^group(\d+)$/, "group:$1"));
  const kernel = (inner: number, columns: number, shared: string) => {
    const workload = gemmWorkload({ m, n: columns, k: inner });
    const options = { schedule: "tiled-gemm", orders: [order], tile: "128x128x64", ctasPerSm: extent(first, "ctas") };
    const planned = planReplays(workload, H100, options)[0];
    if (planned === undefined) throw new Error("no plan");
    return { schedule: planned.layOut(), slots: planned.slots, places: new Map([[shared, [{ name: "H" }]]]) };
  };
  const { kernels } = replaySequence([kernel(k, l, "C"), kernel(l, n, "A")], partitionedL2(H100));
  const replayed = kernels[1]?.total.get("dram-l2");
  const off = (bytes: bigint | undefined, counter: string): number =>
    Math.abs(Number(bytes) / (second.counters.get(counter) ?? 0) - 1);
  return { reads: off(replayed?.reads, "dram_read_bytes"), writes: off(replayed?.writes, "dram_write_bytes") };
}

test("the second of two products reads and writes what counters say, where the first left its result in the L2", () => {
  expect(PAIRS).toHaveLength(8);
  const slow = process.env["REDBLUE_SLOW"] !== undefined;
  const tried = slow ? PAIRS : PAIRS.filter(([first]) => products(first) <= 2 ** 35);
  expect(tried.length).toBeGreaterThan(1);
  const found = tried.map(errors);
  for (const { reads, writes } of found) {
    expect(reads).toBeLessThan(0.06);
    expect(writes).toBeLessThan(0.13);
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
  if (slow) {
    expect(median(found.map(({ reads }) => reads))).toBeLessThan(0.03);
    expect(median(found.map(({ writes }) => writes))).toBeLessThan(0.03);
  }
});
