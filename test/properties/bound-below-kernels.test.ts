import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { bytesOnChip } from "../../src/machines/levels.js";
import type { Gpu } from "../../src/machines/machine.js";
import { withClusters } from "../../src/machines/machine.js";
import type { PlannedReplay, PlanOptions } from "../../src/plan/planned.js";
import { replayPlanned } from "../../src/plan/planned.js";
import { arrayOfTile, collectTraffic } from "../../src/replay/collect.js";
import { smTraffic } from "../../src/replay/sm-traffic.js";
import type { ReplayedTraffic } from "../../src/replay/traffic.js";
import { clusterSize, parseClusterShape } from "../../src/schedules/tiles/cluster-shape.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { ADD, READ } from "../../src/schedules/tiles/tile-schedule.js";
import { counted, parameters, tinyGpu } from "./arbitraries.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

const extent = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }));
const types = fc.record({
  dataType: fc.constantFrom("bf16", "fp8", "fp32"),
  rightType: fc.constantFrom(undefined, undefined, "int8", "fp32", "int4", "fp6"),
  outputType: fc.constantFrom(undefined, "fp32", "bf16"),
  accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
});
const chain = fc.record({ m: extent, k: extent, l: extent, n: extent });
const block = fc.record({ tokens: extent, model: extent, hidden: extent, gated: fc.boolean() });
const attention = fc
  .record({
    batch: fc.integer({ min: 1, max: 2 }),
    kvHeads: fc.integer({ min: 1, max: 2 }),
    group: fc.integer({ min: 1, max: 3 }),
    queries: extent,
    keys: extent,
    dim: fc.integer({ min: 1, max: 128 }),
    causal: fc.boolean(),
  })
  .map(({ group, ...sizes }) => ({ ...sizes, heads: sizes.kvHeads * group }));

const fused: fc.Arbitrary<Workload> = fc.oneof(
  fc.tuple(chain, types).map(([sizes, words]) => chainWorkload({ ...sizes, ...words })),
  fc.tuple(block, types).map(([sizes, words]) => ffnWorkload({ ...sizes, ...words })),
  fc.tuple(attention, types).map(([sizes, words]) => attentionWorkload({ ...sizes, ...words })),
);

const rows: fc.Arbitrary<Workload> = fc
  .tuple(
    fc.constantFrom("elementwise", "softmax", "rmsnorm", "layernorm", "rotary", "norm-gemm"),
    extent,
    extent,
    extent,
    fc.integer({ min: 1, max: 3 }),
    types,
  )
  .map(([kind, rows, columns, third, few, words]) => {
    if (kind === "elementwise") return elementwiseWorkload({ rows, columns, inputs: few, ...words });
    if (kind === "softmax") return softmaxWorkload({ rows, columns, ...words });
    if (kind === "rotary") return rotaryWorkload({ rows, heads: few, dim: 2 * Math.ceil(columns / 2), ...words });
    if (kind !== "norm-gemm") return normWorkload(kind, { rows, columns, ...words });
    const headDim = few === 3 ? 0 : 4 * few;
    return normGemmWorkload({
      m: rows,
      n: headDim === 0 ? columns : headDim * Math.ceil(columns / 8),
      k: third,
      headDim,
      ...words,
    });
  });

const others: fc.Arbitrary<Workload> = fc
  .tuple(fc.boolean(), chain, fc.integer({ min: 1, max: 4 }), types)
  .map(([isConv, sizes, few, words]) => {
    const { m, k, l, n } = sizes;
    if (!isConv) return multilayerChainWorkload({ m, widths: [k, l, n, l], ...words });
    const [inChannels, outChannels, height, width] = [k, l, few + (m % 20), few + (n % 20)];
    return convWorkload({
      inChannels,
      outChannels,
      height,
      width,
      kernel: few,
      stride: 1 + (n % 2),
      padding: few > 1 ? m % 2 : 0,
      ...words,
    });
  });

const product = (sizes: fc.Arbitrary<number>): fc.Arbitrary<Workload> =>
  fc.tuple(sizes, sizes, sizes, types).map(([m, n, k, words]) => gemmWorkload({ m, n, k, ...words }));

/** Kernels of a product whose slices of k meet in each way, and clusters. */
const productOptions: fc.Arbitrary<PlanOptions> = fc
  .record({
    schedule: fc.constantFrom("split-k", "weight-stationary", "stream-k", "input-stationary", "tiled-gemm", "persistent-gemm"),
    splits: fc.constantFrom(undefined, 1, 2, 3, 5),
    reduction: fc.constantFrom("serial" as const, "parallel" as const, "atomic" as const),
    cluster: fc.constantFrom("2x1", "1x2", "2x2", "4x1"),
    order: fc.constantFrom("row", "col", "hilbert"),
    tile: fc.constantFrom(undefined, "64x64x32", "64x256x64", "128x64x16"),
  })
  .map(({ schedule, splits, reduction, cluster, order, tile }) => {
    const common = { schedule, orders: [{ kind: order }], tile };
    if (schedule === "split-k" || schedule === "weight-stationary") return { ...common, splits, reduction };
    const isTiled = schedule === "tiled-gemm" || schedule === "persistent-gemm";
    return isTiled ? { ...common, cluster: parseClusterShape(cluster) } : common;
  });

/** The kernels that fit, on the GPU with its SMs in clusters where they are; none where the options do not fit. */
function kernelsOf(workload: Workload, given: Gpu, options: PlanOptions): readonly [Gpu, readonly PlannedReplay[]] {
  try {
    const gpu = options.cluster === undefined ? given : withClusters(given, clusterSize(options.cluster));
    return [gpu, replaysBesideBounds(workload, gpu, options)];
  } catch (error) {
    if (error instanceof InputError) return [given, []];
    throw error;
  }
}

/** Every part of every bound whose conditions a kernel meets is at most what it moves; returns how many kernels there were. */
function expectBelow(
  workload: Workload,
  given: Gpu,
  options: PlanOptions,
  trafficOf: (planned: PlannedReplay) => ReplayedTraffic | undefined,
): number {
  const [gpu, planned] = kernelsOf(workload, given, options);
  if (planned.length === 0) return 0;
  const { bounds } = boundWorkload(workload, gpu);
  let held = 0;
  for (const one of planned) {
    const traffic = trafficOf(one);
    if (traffic === undefined) continue;
    held++;
    for (const { what, claimed, moved } of comparisonsOfTraffic(bounds, traffic, conditionsMet(workload, one.fields))) {
      expect(moved >= claimed, `${what} = ${claimed} against ${moved} of ${one.label}`).toBe(true);
    }
  }
  return held;
}

function expectBoundsBelow(workload: Workload, gpu: Gpu, share: number, options: PlanOptions): void {
  // The bound's fast memory is everything on the chip, so no replayed L2 may be larger; a tile is at most 256 KiB.
  const bytes = Math.max(2 ** 18, Math.floor(share * bytesOnChip(gpu)));
  fc.pre(bytes <= bytesOnChip(gpu));
  expectBelow(workload, gpu, options, (planned) => replayPlanned(planned, { policy: "lru", bytes }));
}

const machines = fc.oneof(tinyGpu, fc.constant(H200));
const none = fc.constant<PlanOptions>({});
const shares = fc.double({ min: 0, max: 1, noNaN: true });

test("no bound is above the reads, the writes or the total of any kernel of a chain, a feed-forward block or attention", () => {
  fc.assert(fc.property(fused, machines, shares, none, expectBoundsBelow), parameters(60));
});

test("nor above those of a kernel of rows, or of a product of normalised rows", () => {
  fc.assert(fc.property(rows, machines, shares, none, expectBoundsBelow), parameters(100));
});

test("nor above those of a convolution or of a chain of three products", () => {
  fc.assert(fc.property(others, machines, shares, none, expectBoundsBelow), counted(15, 2000));
});

test("nor above those of a product, however its slices of k meet and in whatever clusters", () => {
  fc.assert(fc.property(product(extent), machines, shares, productOptions, expectBoundsBelow), counted(30, 2000));
});

test("nor is one into SMs or clusters above what a product larger than they are moves", () => {
  let kernels = 0;
  const large = fc.constantFrom(300, 1000, 2048, 4096, 8192, 20_000);
  fc.assert(
    fc.property(product(large), fc.constantFrom(H100, H200), productOptions, (workload, gpu, options) => {
      kernels += expectBelow(workload, gpu, options, ({ layOut, label }) => {
        const { m, n, k } = workload as { m: number; n: number; k: number };
        // Some 64³ products a touch.
        if (m * n * k > 2 ** 18 * 150_000) return undefined;
        const layout = layOut();
        expect(layout.touches, label).toBeGreaterThan(0);
        return intoSms(layout);
      });
    }),
    { seed: 1, ...counted(12, 300) },
  );
  expect(kernels).toBeGreaterThan(3);
});

/** What passes the ports of SMs and clusters: no L2 is needed for it. */
function intoSms(layout: TileSchedule): ReplayedTraffic {
  const nothing = new Float64Array(layout.arrays.length);
  const dram = { readBytes: nothing, writeBytes: nothing, dirtyAtEndBytes: nothing };
  const { total, byArray } = collectTraffic(layout, dram, smTraffic(layout, arrayOfTile(layout)));
  return { total: new Map([...total].filter(([interfaceId]) => interfaceId !== "dram-l2")), byArray };
}

/** The result of each kind of workload whose kernels hand partial sums over. */
const RESULTS: Readonly<Record<string, string>> = { gemm: "C", chain: "E", ffn: "Y", attention: "O", conv: "Out" };

/** The conditions that a layout meets by its streams: it adds in the L2, or stores a tile of the result more than once. */
function conditionsOf(workload: Workload, layout: TileSchedule): readonly string[] {
  const result = layout.arrays.find(({ name }) => name === RESULTS[workload.kind]);
  const stores = new Map<number, number>();
  const { phaseSteps, streamStart, streamBase, streamStride, streamWrites } = layout;
  phaseSteps.forEach((steps, phase) => {
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      if (streamWrites[stream] === READ) continue;
      for (let step = 0; step < steps; step++) {
        const tile = (streamBase[stream] as number) + step * (streamStride[stream] as number);
        stores.set(tile, (stores.get(tile) ?? 0) + 1);
      }
    }
  });
  if (result === undefined) throw new RangeError(`no result among ${layout.arrays.map(({ name }) => name).join()}`);
  const { firstTile, tileCount } = result;
  const handsOver = [...stores].some(([tile, times]) => times > 1 && tile >= firstTile && tile < firstTile + tileCount);
  const isNarrower = BYTES_OF[workload.outputType] < BYTES_OF[workload.accumulator];
  return [
    ...(layout.streamWrites.includes(ADD) ? [] : ["no-l2-adds"]),
    ...(handsOver && isNarrower ? [] : ["wide-partial-sums"]),
  ];
}

test("a schedule meets the conditions that its streams do", () => {
  const seen = new Set<string>();
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(product(extent), productOptions) },
    { weight: 1, arbitrary: fc.tuple(fused, none) },
  );
  fc.assert(
    fc.property(some, machines, ([workload, options], given) => {
      for (const planned of kernelsOf(workload, given, options)[1]) {
        const found = conditionsOf(workload, planned.layOut());
        // That a layout computes nothing twice, loads an operand whole or goes token by token, no stream says.
        const unseen: readonly string[] = ["no-recomputation", "whole-dense-operand", "recurrence-order"];
        const met = [...conditionsMet(workload, planned.fields)].filter((condition) => !unseen.includes(condition));
        expect(met, planned.label).toEqual(found);
        seen.add(found.join());
      }
    }),
    { ...counted(400, 2000), seed: 1 },
  );
  expect([...seen].sort()).toEqual(["", "no-l2-adds", "no-l2-adds,wide-partial-sums", "wide-partial-sums"]);
});
