import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeWorkload } from "../../src/computation/workload.js";
import { profiledStep } from "../../src/gap/step/profiled-step.js";
import { secondsOf } from "../../src/gap/step/step-summary.js";
import { H100 } from "../../src/machines/known/h100.js";
import { countersOf, namedSchedule, readNsightKernels, recogniseStep } from "../../src/measured/index.js";

/** Steps of scripts/profiles/step.py on an H100, page raw of Nsight Compute, the first launches of the longer ones. */
const profile = (name: string) => {
  const path = new URL(`profiles/${name}.csv`, import.meta.url);
  return readNsightKernels(readFileSync(path, "utf8"), `${name}.csv`);
};

describe.each([
  ["llama", 86, 0.99, 0.97],
  ["gpt2-training", 106, 0.99, 0.93],
  ["vit-training", 96, 0.98, 0.9],
  ["unet-training", 140, 0.99, 0.93],
  ["resnet50", 70, 0.99, 0.9],
  ["llama-compiled", 28, 0.98, 0.92],
] as const)("a step of %s", (name, launches, share, scheduled) => {
  const kernels = profile(name);
  const { report, summary } = profiledStep(kernels, name, H100, { top: 0 });
  const ofTime = (chosen: (row: (typeof report.rows)[number]) => boolean): number =>
    report.rows.filter(chosen).reduce((sum, row) => sum + secondsOf(row), 0) /
    report.rows.reduce((sum, row) => sum + secondsOf(row), 0);

  test("is known for the most part of its time, and recognised for all but 2 %", () => {
    expect(report.rows).toHaveLength(launches);
    expect(ofTime(({ meaning }) => meaning !== undefined)).toBeGreaterThan(share);
    expect(ofTime(({ meaning, unrecognised }) => meaning !== undefined || unrecognised?.named === true)).toBeGreaterThan(0.98);
  });

  test("has names that tell schedules", () => {
    const named = ({ kernel, meaning }: (typeof report.rows)[number]): boolean =>
      meaning !== undefined && namedSchedule(kernel, meaning.workload) !== undefined;
    expect(ofTime(named)).toBeGreaterThan(scheduled);
  });

  test("has no counter below a bound, and no duration below the least time", () => {
    for (const { kernel, meaning } of report.rows) {
      for (const one of meaning?.interfaces ?? [])
        expect(one.belowBound, `${kernel.id} ${kernel.name} ${one.interface}`).toBe(false);
    }
  });

  test("the table's rows add up to the step", () => {
    if (summary === undefined) throw new Error("no summary");
    const { groups } = summary;
    const total = (of: (group: (typeof groups)[number]) => number): number => groups.reduce((sum, group) => sum + of(group), 0);
    expect(total((group) => group.launches)).toBe(launches);
    expect(total((group) => group.seconds)).toBeCloseTo(summary.seconds, 12);
    expect(summary.seconds).toBeGreaterThan(summary.knownSeconds - 1e-12);
  });
});

test("products of cuBLAS bring whole tiles into the SMs, clusters rounded up, as their names say", () => {
  const ratios = ["llama", "gpt2-training", "vit-training"].flatMap((name) => {
    const kernels = profile(name);
    const works = recogniseStep(kernels);
    return kernels.flatMap((kernel) => {
      const workload = works.get(kernel)?.workload;
      const named = workload && namedSchedule(kernel, workload);
      // Masked loads move words alone, and hit in the L1.
      if (
        workload?.kind !== "gemm" ||
        named?.tile === undefined ||
        named.loads !== "bulk" ||
        workload.m * workload.n * workload.k < 2 ** 30
      )
        return [];
      const [bm = 1, bn = 1, bk = 1] = named.tile.split("x").map(Number);
      const [rows = 1, columns = 1] = (named.cluster ?? "1x1").split("x").map(Number);
      const whole = (extent: number, side: number, together: number): number =>
        Math.ceil(Math.ceil(extent / side) / together) * together;
      const tiles = workload.batch * whole(workload.m, bm, rows) * whole(workload.n, bn, columns);
      const bytes = 2 * tiles * (bm + bn) * Math.ceil(workload.k / bk) * bk + (named.epilogueBytes ?? 0);
      const counted = kernel.metrics.find(({ name: metric }) => metric === "l1tex__m_xbar2l1tex_read_bytes.sum")?.text;
      return [Number(counted?.replaceAll(",", "")) / bytes];
    });
  });
  expect(ratios.length).toBeGreaterThan(60);
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.0005);
});

test("attention and convolutions bring whole boxes into the SMs, filled up at edges and in narrow heads", () => {
  const found = ["llama", "gpt2-training", "vit-training", "unet-training", "resnet50"].flatMap((name) => {
    const kernels = profile(name);
    const works = recogniseStep(kernels);
    return kernels.flatMap((kernel) => {
      const workload = works.get(kernel)?.workload;
      const named = workload && namedSchedule(kernel, workload);
      if (named?.boxBytes === undefined || named.notReplayed !== undefined) return [];
      const counted = countersOf(kernel, name).traffic.get("l2-sm")?.reads?.most ?? 0n;
      return [{ id: named.id, ratio: Number(counted) / named.boxBytes }];
    });
  });
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(["persistent-attention", "implicit-gemm"]));
  expect(found.length).toBeGreaterThan(20);
  for (const { id, ratio } of found) expect(Math.abs(ratio - 1), id).toBeLessThan(0.0005);
});

test("launches of Llama are read as what they are", () => {
  const kernels = profile("llama");
  const works = recogniseStep(kernels);
  const found = (part: string): readonly string[] => [
    ...new Set(
      kernels.flatMap((kernel) => {
        const work = works.get(kernel);
        return work?.workload !== undefined && work.operator === part ? [describeWorkload(work.workload)] : [];
      }),
    ),
  ];
  expect(found("linear")).toEqual([
    "C (2048×4096) = A (2048×4096) · B (4096×4096), bf16, fp32 accumulators",
    "C (2048×1024) = A (2048×4096) · B (4096×1024), bf16, fp32 accumulators",
    "C (2048×14336) = A (2048×4096) · B (4096×14336), bf16, fp32 accumulators",
    "C (2048×4096) = A (2048×14336) · B (14336×4096), bf16, fp32 accumulators",
    "C (2048×32000) = A (2048×4096) · B (4096×32000), bf16, fp32 accumulators",
  ]);
  expect(found("scaled_dot_product_attention")).toEqual([
    "causal attention, batch 1, 32 heads on 8 of K and V, 2048 queries, 2048 keys, dim 128, bf16, fp32 accumulators",
  ]);
});

test("the replay of a product that its name describes stands beside the counters", () => {
  const { shown } = profiledStep(profile("llama"), "llama", H100, { top: 4 });
  const row = shown.find(({ kernel }) => kernel.name === "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT");
  const beside = new Map(row?.meaning?.interfaces.map((one) => [one.interface, one.replay?.measuredOverReplayed]));
  expect(beside.get("l2-sm")).toBeCloseTo(1, 3);
  expect(Math.abs((beside.get("dram-l2") ?? 0) - 1)).toBeLessThan(0.03);
  expect(row?.meaning?.scheduleNote).toContain("the nearest");
});

test("a norm is one run, and one kernel of torch.compile in its place moves and takes what is predicted", () => {
  const { summary } = profiledStep(profile("llama"), "llama", H100, { top: 1 });
  const [first, last] = ["1", "76"].map((id) => summary?.fusions.find((run) => run.first === id));
  expect(first).toMatchObject({ last: "8", operators: ["to", "pow", "mean", "add", "rsqrt", "mul", "to", "mul"] });
  expect(last).toMatchObject({ last: "84", launches: 9 });
  const fused = profile("llama-compiled");
  const measured = (name: string): { readonly seconds: number; readonly reads: number } => {
    const kernel = fused.find((one) => one.name.startsWith(`triton_red_fused__${name}`));
    if (kernel === undefined) throw new Error(`no ${name}`);
    const { traffic, nanoseconds } = countersOf(kernel, "llama-compiled");
    return { seconds: Number(nanoseconds?.most) / 1e9, reads: Number(traffic.get("dram-l2")?.reads?.most) };
  };
  for (const [run, name, tensorsRead] of [
    [first, "to_copy_add_embedding_mean_mul_pow_rsqrt_0", 1],
    [last, "to_copy__unsafe_view_add_mean_mul_pow_rsqrt_7", 2],
  ] as const) {
    const { seconds, reads } = measured(name);
    expect(run?.fusedBytes).toBe((tensorsRead + 1) * 2048 * 4096 * 2 + 4096 * 2);
    expect(Math.abs(reads / (tensorsRead * 2048 * 4096 * 2) - 1)).toBeLessThan(0.03);
    expect(seconds / (run?.fusedSeconds ?? 0)).toBeGreaterThan(1);
    expect(seconds / (run?.fusedSeconds ?? 0)).toBeLessThan(1.3);
    expect((run?.seconds ?? 0) / seconds).toBeGreaterThan(9);
  }
});

test("neighbours that only walk rows move less as one kernel", () => {
  const { summary } = profiledStep(profile("llama"), "llama", H100, { top: 1 });
  expect(summary?.fusions.length).toBeGreaterThan(5);
  for (const { measuredBytes, fusedBytes, seconds, fusedSeconds } of summary?.fusions ?? []) {
    expect(fusedBytes).toBeGreaterThan(0);
    expect(fusedSeconds).toBeLessThan(seconds);
    // What one kernel must move was moved by the many, but for words that were still in the L2 at the end.
    expect(Number(measuredBytes)).toBeGreaterThan(fusedBytes * 0.4);
  }
});
