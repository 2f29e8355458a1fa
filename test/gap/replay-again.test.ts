import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import type { GapOptions } from "../../src/gap/gap.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { replayAgain } from "../../src/gap/replay-again.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import { TPU_V1 } from "../../src/machines/known/tpu-v1.js";
import type { Machine } from "../../src/machines/machine.js";
import { withClusters } from "../../src/machines/machine.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { chooseL2 } from "../../src/replay/l2/l2-model.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited } from "../bounds/edited.js";

const documentOf = (workload: Workload, machine: Machine, options: GapOptions = {}): Json =>
  JSON.parse(JSON.stringify(gapDocument(gapReport(workload, machine, options)))) as Json;

const product = gemmWorkload({ m: 384, n: 256, k: 128 });
const attention = attentionWorkload({ heads: 2, queries: 512, dim: 64, causal: true });
const lru = { l2: chooseL2(A100, "bf16", "lru") };

test.each<[string, () => Json]>([
  ["a product in time", () => documentOf(product, H100, { range: true, orders: [{ kind: "row" }] })],
  ["a product in clusters", () => documentOf(product, withClusters(H100, 2), { cluster: { rows: 2, columns: 1 } })],
  [
    "CTAs asked for, in drift",
    () =>
      documentOf(product, A100, {
        ctasPerSm: 1,
        stages: 2,
        l2: chooseL2(A100, "bf16", "fifo", 300_000, { kind: "drift", steps: 3 }),
      }),
  ],
  ["a random cache", () => documentOf(product, A100, { l2: chooseL2(A100, "bf16", "random:7", 200_000) })],
  ["sets", () => documentOf(product, A100, { l2: chooseL2(A100, "bf16", "set:16", 2 ** 20) })],
  [
    "attention, the longest first",
    () => documentOf(attention, A100, { lse: false, l2: chooseL2(A100, "bf16", "lru", undefined, { kind: "longest-first" }) }),
  ],
  ["a chain", () => documentOf(chainWorkload({ m: 512, k: 64, l: 256, n: 64 }), A100, { ...lru, serpentine: true })],
  ["a gated block", () => documentOf(ffnWorkload({ tokens: 256, model: 128, hidden: 256, gated: true }), A100, lru)],
  [
    "a convolution",
    () => documentOf(convWorkload({ inChannels: 64, outChannels: 64, height: 14, kernel: 3, padding: 1 }), A100, lru),
  ],
  ["rows", () => documentOf(softmaxWorkload({ rows: 256, columns: 2048 }), A100, lru)],
  ["normalised rows", () => documentOf(normGemmWorkload({ m: 256, n: 256, k: 128, headDim: 64 }), A100, lru)],
  ["the two-level memory model", () => documentOf(product, abstractMachine(700))],
  ["a systolic array", () => documentOf(gemmWorkload({ m: 512, n: 512, k: 256, dataType: "int8" }), TPU_V1)],
])("every row of a gap document is what its schedule moves again: %s", (_, make) => {
  const document = make();
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const { rows } = document as { readonly rows: readonly Json[] };
  expect(replayAgain(document)).toEqual({ valid: true, rows: rows.length });
});

interface Row {
  readonly readBytes: number;
  readonly dirtyAtEndBytes: number;
  readonly traffic: number;
  readonly bound: number;
}

test("numbers that add up, lie above the bound and were never replayed pass the certificates and not the replay", () => {
  const document = documentOf(product, H100);
  const { rows } = document as unknown as { readonly rows: readonly Row[] };
  const forged = (change: (row: Row) => Partial<Row>): Json => {
    const changed = rows.map((row, i) => {
      const { traffic, bound, ...parts } = { ...row, ...(i === 0 ? change(row) : {}) };
      return { ...parts, traffic, bound, gap: traffic / bound };
    });
    return { ...(document as object), rows: changed } as unknown as Json;
  };
  const more = forged(({ readBytes, traffic }) => ({ readBytes: readBytes + 64, traffic: traffic + 64 }));
  const moved = forged(({ readBytes, dirtyAtEndBytes }) => ({ readBytes: readBytes + 2, dirtyAtEndBytes: dirtyAtEndBytes - 2 }));
  for (const document of [more, moved]) {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(replayAgain(document)).toMatchObject({ valid: false, path: "rows[0].readBytes" });
  }
});

test("times of rows are unchecked claims where no least time stands beside them, too", () => {
  const { leastSeconds: _, leastBinds: __, ...document } = documentOf(product, H100) as Record<string, Json>;
  const verdict = verifyDocument(document);
  expect(verdict).toMatchObject({
    valid: true,
    notChecked: expect.arrayContaining([expect.stringContaining("estimated times")]),
  });
});

test("a family of kernels other than the usual one is a field of the schedule, and its times are replayed again", () => {
  const timesOf = (kernelRate?: string): readonly unknown[] => {
    const document = documentOf(product, H100, { orders: [{ kind: "row" }], kernelRate });
    expect(replayAgain(document)).toMatchObject({ valid: true });
    return (document as { rows: readonly { estimatedSeconds: unknown }[] }).rows.map(({ estimatedSeconds }) => estimatedSeconds);
  };
  expect(timesOf("library")).not.toEqual(timesOf());
});

test("another schedule, order, range or interface of the same numbers is refused", () => {
  const document = documentOf(product, H100, { range: true, orders: [{ kind: "row" }], ctasPerSm: 1 });
  for (const [path, value] of [
    ["order", "diagonal"],
    ["order", 7],
    ["stages", "3"],
    ["stages", -1],
    ["tile", null],
    ["id", "stream-k"],
    ["id", "unheard-of"],
    ["registersPerThread", 1],
    ["ctasPerSm", 100],
    ["tile", "128x128"],
    ["splits", 7],
  ] as const) {
    const changed = edited(document, ["rows", 0, "schedule", path], () => value as Json);
    expect(replayAgain(changed), path).toMatchObject({ valid: false, path: expect.stringMatching(/^rows\[\d\]\./) });
  }
  for (const schedule of [null, "tiled-gemm", [], {}]) {
    const changed = edited(document, ["rows", 0, "schedule"], () => schedule as Json);
    expect(replayAgain(changed)).toMatchObject({ valid: false, path: "rows[0].schedule" });
  }
  const ranged = edited(document, ["rows", 0, "range", "readBytes", "most"], (most) => (most as number) + 1);
  expect(replayAgain(ranged)).toMatchObject({ valid: false, path: "rows[0].range" });
  const elsewhere = edited(document, ["rows", 0, "interface"], () => "l2-cluster");
  expect(replayAgain(elsewhere)).toMatchObject({ valid: false, path: "rows[0].interface" });
});

test("a cache that is no model of this machine, another machine and another document are input that cannot be used", () => {
  const document = documentOf(product, H100);
  for (const path of [
    ["cache", "parameters", "missSeconds"],
    ["cache", "parameters", "ways"],
    ["cache", "bytes"],
    ["machine", "sms"],
  ]) {
    const changed = edited(document, path, (value) => (value as number) / 2);
    expect(() => replayAgain(changed, "gap.json"), path.join(".")).toThrow(InputError);
  }
  for (const other of [
    null,
    {},
    [],
    { ...(document as object), schema: "redblue.curve/2" },
    { ...(document as object), machine: null },
  ])
    expect(() => replayAgain(other, "gap.json")).toThrow(/^gap\.json/);
});
