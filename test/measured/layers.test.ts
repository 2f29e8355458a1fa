import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Workload } from "../../src/computation/workload.js";
import { attentionWorkload, elementwiseWorkload, gemmWorkload, normWorkload, rotaryWorkload } from "../../src/index.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import type { PlanOptions } from "../../src/plan/planned.js";
import { executionOf, planReplays } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import type { ArrayPlace } from "../../src/replay/sequence/array-place.js";
import { replaySequence } from "../../src/replay/sequence/sequence.js";
import { parseLaunchOrder } from "../../src/schedules/tiles/launch-order.js";

const FILE = "data/h100-layers.csv";
const rows = parseMeasuredLaunches(readFileSync(new URL(`../../${FILE}`, import.meta.url), "utf8"), FILE);
const L2 = partitionedL2(H100);
const slow = process.env["REDBLUE_SLOW"] !== undefined;

/** Llama-3 8B. */
const [MODEL, HEADS, KV_HEADS, DIM, HIDDEN] = [4096, 32, 8, 128, 14336];
const WIDTH = (HEADS + 2 * KV_HEADS) * DIM;
const TURNED = (HEADS + KV_HEADS) * DIM;

interface Kernel {
  readonly workload: Workload;
  readonly options: PlanOptions;
  readonly places: Readonly<Record<string, ArrayPlace>>;
}

/** The kernels of scripts/counters/layer_kernels.py, two layers, in the order of their launches. */
function kernelsOf(tokens: number, orderName: string, ctas: readonly number[]): readonly Kernel[] {
  const order = parseLaunchOrder(orderName.replace(/^group(\d+)$/, "group:$1"));
  const kernels: Kernel[] = [];
  const add = (workload: Workload, options: PlanOptions, places: Kernel["places"]): void => {
    const ctasPerSm = workload.kind === "gemm" ? ctas[kernels.length] : undefined;
    kernels.push({ workload, options: { ...options, ctasPerSm }, places });
  };
  const product = (n: number, k: number, A: ArrayPlace, C: string): void =>
    add(
      gemmWorkload({ m: tokens, n, k }),
      { schedule: "tiled-gemm", orders: [order], tile: "128x128x64" },
      { A, C: { name: C } },
    );
  const norm = (X: string, Y: string): void =>
    add(
      normWorkload("rmsnorm", { rows: tokens, columns: MODEL }),
      { schedule: "row-one-pass", tile: `1x${MODEL}` },
      { X: { name: X }, Y: { name: Y } },
    );
  const sum = (one: string, other: string, Y: string): void =>
    add(
      elementwiseWorkload({ rows: (tokens * MODEL) / 1024, columns: 1024 }),
      { tile: "1x1024" },
      { X1: { name: one }, X2: { name: other }, Y: { name: Y } },
    );
  const part = (name: string, columns: number, from: number, interleaved: number): ArrayPlace => ({
    name,
    offset: 2 * from,
    pitch: 2 * columns,
    interleaved,
  });
  let x = "x";
  for (const layer of [0, 1]) {
    const own = (name: string): string => `${name}${layer}`;
    const [y, qkv, turned, o, z, r] = ["y", "qkv", "turned", "o", "z", "r"].map(own) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const [scaled, gu, h, d, out] = ["scaled", "gu", "h", "d", "out"].map(own) as [string, string, string, string, string];
    norm(x, y);
    product(WIDTH, MODEL, { name: y }, qkv);
    add(
      rotaryWorkload({ rows: tokens, heads: HEADS + KV_HEADS, dim: DIM }),
      { schedule: "rotary-rows", tile: `1x${TURNED}` },
      { X: part(qkv, WIDTH, 0, 1), Y: { name: turned } },
    );
    add(
      attentionWorkload({ heads: HEADS, kvHeads: KV_HEADS, queries: tokens, dim: DIM, causal: true }),
      { schedule: "flash-attention-2", tile: "128x64" },
      {
        Q: part(turned, TURNED, 0, HEADS),
        K: part(turned, TURNED, HEADS * DIM, KV_HEADS),
        V: part(qkv, WIDTH, TURNED, KV_HEADS),
        O: part(o, MODEL, 0, HEADS),
      },
    );
    product(MODEL, MODEL, part(o, MODEL, 0, 1), z);
    sum(z, x, r);
    norm(r, scaled);
    product(2 * HIDDEN, MODEL, { name: scaled }, gu);
    add(
      elementwiseWorkload({ rows: tokens, columns: HIDDEN }),
      { tile: "1x1024" },
      { X1: part(gu, 2 * HIDDEN, 0, 1), X2: part(gu, 2 * HIDDEN, HIDDEN, 1), Y: { name: h } },
    );
    product(MODEL, HIDDEN, { name: h }, d);
    sum(d, r, out);
    x = out;
  }
  return kernels;
}

interface Compared {
  readonly launch: MeasuredLaunch;
  readonly reads: number;
  readonly measured: number;
  /** DRAM reads of the kernel alone, from a cold L2. */
  readonly cold: number;
}

/** The first `count` kernels, replayed one after another through one L2, beside the counters. */
function compared(tokens: number, order: string, count: number): readonly Compared[] {
  const launches = rows.filter(({ label }) => label.startsWith(`llama3-8b-layers|T=${tokens}|order=${order}|`)).slice(0, count);
  const ctas = launches.map(({ parameters }) => Number(parameters.get("ctas")));
  const kernels = kernelsOf(tokens, order, ctas).slice(0, count);
  expect(launches).toHaveLength(kernels.length);
  const planned = kernels.map(({ workload, options, places }) => {
    const one = planReplays(workload, H100, options)[0];
    if (one === undefined) throw new Error(`no plan of ${workload.kind}`);
    const shared = new Map(Object.entries(places).map(([name, place]) => [name, [place]]));
    return { schedule: one.layOut(), slots: one.slots, timing: executionOf(one, L2), places: shared };
  });
  const readsOf = (some: typeof planned): readonly number[] =>
    replaySequence(some, L2).kernels.map(({ total }) => Number(total.get("dram-l2")?.reads));
  const [reads, alone] = [readsOf(planned), planned.map((one) => readsOf([one])[0] as number)];
  return launches.map((launch, i) => {
    const measured = launch.counters.get("dram_read_bytes") ?? 0;
    return { launch, reads: reads[i] as number, measured, cold: alone[i] as number };
  });
}

const total = (all: readonly Compared[], of: (one: Compared) => number): number => all.reduce((sum, one) => sum + of(one), 0);

test("kernels of a layer, one after another, read from DRAM what counters say, and not what they would alone", () => {
  const first = compared(512, "group8", slow ? 22 : 7);
  first.forEach(({ launch, reads, measured }, at) => {
    if (measured > 4e6) expect(Math.abs(reads / measured - 1), launch.label).toBeLessThan(at < 7 ? 0.03 : 0.06);
  });
  expect(Math.abs(total(first, ({ reads }) => reads) / total(first, ({ measured }) => measured) - 1)).toBeLessThan(0.01);
  // A residual add and the norm after it find nearly everything.
  for (const place of [5, 6]) {
    const { cold, measured, reads } = first[place] as Compared;
    expect(measured).toBeLessThan(0.51 * cold);
    expect(reads).toBeLessThan(0.51 * cold);
  }
});

const LONGER = [
  [512, "row"],
  [1024, "group8"],
  [1024, "row"],
  [2048, "group8"],
  [2048, "row"],
] as const;

test.runIf(slow).each(LONGER)("%d tokens, products in order %s: all kernels together within 4 %%", (tokens, order) => {
  const all = compared(tokens, order, 22);
  const real = total(all, ({ measured }) => measured);
  const error = Math.abs(total(all, ({ reads }) => reads) / real - 1);
  expect(error).toBeLessThan(0.04);
  expect(error).toBeLessThan(Math.abs(total(all, ({ cold }) => cold) / real - 1));
});
