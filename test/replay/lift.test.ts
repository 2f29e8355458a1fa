import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound, Setting } from "../../src/bounds/bound.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { AttentionWorkload } from "../../src/computation/attention.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convComputation, convolutionOfPass, convWorkload } from "../../src/computation/conv.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import {
  liftableAttentionPartialSoftmax,
  liftableAttentionUnfused,
  liftableFlashAttention,
  liftableFlashAttention1,
  liftableFlashDecoding,
} from "../../src/lift/gpu/attention.js";
import { liftableDirectConv } from "../../src/lift/gpu/conv.js";
import { liftableChain, liftableDualGemm, liftablePersistentGemm, liftableTiledGemm } from "../../src/lift/gpu/products.js";
import { liftableImplicitGemm, liftableSplitK, liftableStationaryGemm, liftableStreamK } from "../../src/lift/gpu/slices.js";
import { liftableChainRecompute, liftableFfnWhole, liftableStagesFused } from "../../src/lift/gpu/stages.js";
import type { AddOrder, LiftableKernel } from "../../src/lift/liftable-kernel.js";
import type { LiftedReplay } from "../../src/lift/lifted.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftTileSchedule } from "../../src/lift/tile-schedule.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { liftWordGemm } from "../../src/lift/two-level/gemm.js";
import { B200 } from "../../src/machines/known/b200.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Cdag } from "../../src/pebble/cdag.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { flashAttention1 } from "../../src/schedules/gpu/attention/flash-attention-1.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { flashAttention3 } from "../../src/schedules/gpu/attention/flash-attention-3.js";
import { flashAttention4 } from "../../src/schedules/gpu/attention/flash-attention-4.js";
import { flashDecoding } from "../../src/schedules/gpu/attention/flash-decoding.js";
import type { FlashTile } from "../../src/schedules/gpu/attention/flash-tile.js";
import { attentionPartialSoftmax } from "../../src/schedules/gpu/attention/partial-softmax.js";
import { persistentAttention } from "../../src/schedules/gpu/attention/persistent-attention.js";
import { attentionUnfused } from "../../src/schedules/gpu/attention/unfused.js";
import { chainBands } from "../../src/schedules/gpu/chain/bands.js";
import { dualGemm } from "../../src/schedules/gpu/chain/dual-gemm.js";
import { ffnWhole } from "../../src/schedules/gpu/chain/ffn-whole.js";
import { chainRecompute } from "../../src/schedules/gpu/chain/recompute.js";
import { chainSeparate } from "../../src/schedules/gpu/chain/separate.js";
import { stagesFused } from "../../src/schedules/gpu/chain/stages-fused.js";
import { directConvKernel } from "../../src/schedules/gpu/conv/direct-conv.js";
import { implicitGemm } from "../../src/schedules/gpu/gemm/implicit-gemm.js";
import { inputStationaryKernel } from "../../src/schedules/gpu/gemm/input-stationary.js";
import type { PersistentGemmOptions } from "../../src/schedules/gpu/gemm/persistent-gemm.js";
import { persistentGemm } from "../../src/schedules/gpu/gemm/persistent-gemm.js";
import { splitK } from "../../src/schedules/gpu/gemm/split-k.js";
import { streamK } from "../../src/schedules/gpu/gemm/stream-k.js";
import { tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { weightStationaryGemm } from "../../src/schedules/gpu/gemm/weight-stationary.js";
import { clusterSize } from "../../src/schedules/tiles/cluster-shape.js";
import { rowsWithSums } from "../../src/schedules/two-level/chain/fused.js";
import type { WordChain } from "../../src/schedules/two-level/chain/schedules.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { cosmaGemm, inputStationaryGemm } from "../../src/schedules/two-level/gemm/cosma.js";
import { generalConv } from "../computation/general-conv.js";
import { smallConv } from "../computation/small-conv.js";
import { counted, order, parameters } from "../properties/arbitraries.js";
import { expectRefereed } from "./refereed.js";

const side = fc.integer({ min: 1, max: 7 });
const extents = fc.record({ m: side, n: side, k: side, batch: fc.integer({ min: 1, max: 2 }) });

/** The line of the project: bound ≤ refereed schedule = replayed traffic. */
function expectLine(lifted: LiftedReplay, workload: ReturnType<typeof gemmWorkload>): void {
  expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
  const bounds = proveBoundsInSetting(gemmComputation(workload), {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(lifted.game.fastCapacity),
    memories: BigInt(lifted.game.processors),
    fastMemory: "words",
  });
  expect((bestBounds(bounds).get("slow-fast")?.value ?? 0n) <= lifted.replayed).toBe(true);
}

describe("every schedule, lifted to word-level moves, is accepted by the referee at exactly its replayed I/O", () => {
  test("cosma", () => {
    fc.assert(
      fc.property(extents, fc.integer({ min: 3, max: 60 }), (shape, fastWords) => {
        const workload = gemmWorkload(shape);
        expectLine(liftWordGemm(cosmaGemm(workload, fastWords), fastWords), workload);
      }),
      parameters(150),
    );
  });

  test("input-stationary, both variants and both orientations", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(extents, fc.integer({ min: 3, max: 60 }), (shape, fastWords) => {
        const workload = gemmWorkload(shape);
        const schedule = inputStationaryGemm(workload, fastWords);
        fc.pre(schedule !== undefined);
        seen.add(`${schedule.transposed ?? false} ${schedule.rows * (workload.k + 1) + 1 <= fastWords}`);
        expectLine(liftWordGemm(schedule, fastWords), workload);
      }),
      // A fixed seed: that all four variants come up is part of the test.
      { ...counted(80), seed: 7 },
    );
    expect(seen.size).toBe(4);
  });

  /** Words pass one by one beside sums, or rows and columns stay; of chains of one strip or tile. */
  function wordsPass(schedule: WordChain, fastWords: number): boolean {
    const { k } = schedule.workload;
    switch (schedule.id) {
      case "chain-tile-fused":
        return schedule.rows * schedule.columns + schedule.rows + 1 <= fastWords;
      case "chain-fused":
      case "chain-recompute":
      case "chain-partly-fused":
        return schedule.rows <= rowsWithSums(fastWords, k, schedule.width);
      default:
        return true;
    }
  }

  test("chains: separate, fused, recomputed, partly, by tiles and by parts, both ways to stream", () => {
    const seen = new Set<string>();
    const small = fc.record({ m: side, k: side, l: side, n: side });
    fc.assert(
      fc.property(small, fc.integer({ min: 5, max: 90 }), (shape, fastWords) => {
        const workload = chainWorkload(shape);
        const setting = {
          interface: "slow-fast",
          unit: "words",
          capacity: BigInt(fastWords),
          memories: 1n,
          fastMemory: "",
        } as const;
        const bounds = proveBoundsInSetting(workload, setting);
        for (const schedule of wordChains(workload, fastWords)) {
          const lifted = liftWordChain(schedule, fastWords);
          expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: chainTotal(schedule.words) });
          for (const bound of bounds) expect(bound.value <= lifted.replayed, bound.id).toBe(true);
          const streams = wordsPass(schedule, fastWords);
          seen.add(`${schedule.id} ${streams}`);
        }
      }),
      { ...counted(150), seed: 7 },
    );
    for (const met of ["chain-fused true", "chain-fused false", "chain-recompute true"]) expect(seen).toContain(met);
    for (const id of ["chain-separate", "chain-partly-stored", "chain-row-parts"]) expect(seen).toContain(`${id} true`);
    for (const id of ["chain-partly-fused", "chain-tile-fused"]) {
      for (const streams of [true, false]) expect(seen).toContain(`${id} ${streams}`);
    }
  });

  const tileSide = fc.integer({ min: 1, max: 3 });
  const productTile = fc.record({ bm: tileSide, bn: tileSide, bk: tileSide });
  const types = fc.record({
    dataType: fc.constantFrom("bf16", "fp8", "fp32", "fp64"),
    rightType: fc.constantFrom(undefined, undefined, "int8", "fp32"),
    outputType: fc.constantFrom(undefined, "fp32", "bf16", "fp8"),
    accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
  });
  const run = fc.record({
    slots: fc.integer({ min: 1, max: 6 }),
    l2Bytes: fc.integer({ min: 100, max: 900 }),
    policy: fc.constantFrom("lru", "fifo"),
    turn: fc.constantFrom(1, 1, 2, 5),
  });
  type Run = { readonly slots: number; readonly l2Bytes: number; readonly policy: "lru" | "fifo"; readonly turn: number };

  /** Both interfaces of a kernel agree with its replay, and no bound given is above them. */
  function expectRunRefereed(
    kernel: LiftableKernel,
    { slots, l2Bytes, policy, turn }: Run,
    boundsOf: (setting: Setting) => readonly Bound[],
  ): readonly LiftedReplay[] {
    // An L2 that cannot hold the largest tile is refused.
    const bytes = kernel.layout.tileBytes.reduce((least, tile) => Math.max(least, tile), l2Bytes);
    const l2 = { policy, bytes, ...(turn === 1 ? {} : { execution: { kind: "drift", steps: turn } as const }) };
    return expectRefereed(kernel, slots, l2, boundsOf);
  }

  test("tiled-gemm", () => {
    fc.assert(
      fc.property(extents, types, productTile, order, run, (shape, words, tile, kind, how) => {
        const workload = gemmWorkload({ ...shape, ...words });
        const schedule = tiledGemm(workload, H200, { tile, order: kind });
        expectRunRefereed(liftableTiledGemm(schedule), how, (setting) =>
          proveBoundsInSetting(gemmComputation(workload), setting),
        );
      }),
      parameters(100),
    );
  });

  test("persistent-gemm, tiles dealt out, every other one backwards or not, or taken", () => {
    const few = fc.integer({ min: 1, max: 3 });
    const walk = fc.constantFrom<Pick<PersistentGemmOptions, "scheduler" | "kOrder">>(
      { scheduler: "static" },
      { scheduler: "dynamic" },
      { kOrder: "sawtooth" },
    );
    fc.assert(
      fc.property(extents, types, productTile, order, run, few, walk, (shape, words, tile, kind, how, sms, walked) => {
        const workload = gemmWorkload({ ...shape, ...words });
        // Few SMs, so that a CTA walks many tiles.
        const gpu = { ...H200, sms };
        const schedule = persistentGemm(workload, gpu, { tile, order: kind, ctasPerSm: 1, ...walked });
        const kernel = liftablePersistentGemm(schedule);
        expectRunRefereed(kernel, { ...how, slots: sms }, (setting) => proveBoundsInSetting(gemmComputation(workload), setting));
      }),
      parameters(80),
    );
  });

  test.each(["serial", "parallel", "atomic"] as const)("split-k, %s", (reduction) => {
    fc.assert(
      fc.property(extents, types, productTile, order, run, fc.nat(6), (shape, words, tile, kind, how, more) => {
        const workload = gemmWorkload({ ...shape, ...words });
        const splits = 1 + (more % Math.ceil(workload.k / tile.bk));
        const kernel = liftableSplitK(splitK(workload, H200, { tile, order: kind, splits, reduction }));
        expectRunRefereed(kernel, how, (setting) => proveBoundsInSetting(gemmComputation(workload), setting));
      }),
      parameters(80),
    );
  });

  test("stream-k, tiles shared by several CTAs", () => {
    let shared = 0;
    const few = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(extents, types, productTile, order, run, few, (shape, words, tile, kind, how, sms) => {
        const workload = gemmWorkload({ ...shape, ...words });
        const schedule = streamK(workload, { ...H200, sms }, { tile, order: kind, ctasPerSm: 1 });
        const kernel = liftableStreamK(schedule);
        if (kernel.layout.arrays.length > 3) shared++;
        const slots = Math.max(sms, schedule.ctas);
        expectRunRefereed(kernel, { ...how, slots }, (setting) => proveBoundsInSetting(gemmComputation(workload), setting));
      }),
      { ...counted(120), seed: 7 },
    );
    expect(shared).toBeGreaterThan(20);
  });

  test("tiled-gemm in clusters: what enters a cluster once, and what each of its CTAs gets", () => {
    const shapeOf = fc.constantFrom(
      { rows: 2, columns: 1 },
      { rows: 1, columns: 2 },
      { rows: 2, columns: 2 },
      { rows: 4, columns: 1 },
    );
    fc.assert(
      fc.property(extents, types, productTile, order, run, shapeOf, (shape, words, tile, kind, how, cluster) => {
        const workload = gemmWorkload({ ...shape, ...words });
        const kernel = liftableTiledGemm(tiledGemm(workload, H200, { tile, order: kind, cluster }));
        const lifted = expectRunRefereed(kernel, how, (setting) => proveBoundsInSetting(gemmComputation(workload), setting));
        expect(lifted.map((one) => one.interface)).toEqual(["dram-l2", "l2-cluster", "l2-sm"]);
        const [, clusters, sms] = lifted as [LiftedReplay, LiftedReplay, LiftedReplay];
        expect(sms.replayed >= clusters.replayed).toBe(true);
        expect(sms.game.processors <= clusters.game.processors * clusterSize(cluster)).toBe(true);
      }),
      parameters(80),
    );
  });

  test("implicit-gemm, strides and padding, groups, dilated kernels and turned ones", () => {
    fc.assert(
      fc.property(generalConv(5, 3, 3), types, productTile, order, run, (shape, words, tile, kind, how) => {
        const { pass: _, ...forward } = shape;
        const workload = convWorkload({ ...(convolutionOfPass(shape) ?? forward), ...words });
        const kernel = liftableImplicitGemm(implicitGemm(workload, H200, { tile, order: kind }));
        expectRunRefereed(kernel, how, (setting) => [
          ...proveBoundsInSetting(convComputation(workload), setting),
          ...proveBoundsInSetting(workload, setting),
        ]);
      }),
      parameters(80),
    );
  });

  test.each(["weight-stationary", "input-stationary"])("%s, slices that meet in C, in a workspace or in the L2", (id) => {
    const few = fc.integer({ min: 1, max: 3 });
    const reduction = fc.constantFrom("serial" as const, "parallel" as const, "atomic" as const);
    fc.assert(
      fc.property(extents, types, productTile, order, run, few, reduction, (shape, words, tile, kind, how, pick, sums) => {
        const workload = gemmWorkload({ ...shape, ...words });
        const splits = Math.min(pick, Math.ceil(workload.k / tile.bk));
        const band = Math.min(pick, Math.ceil(id === "weight-stationary" ? workload.m / tile.bm : workload.n / tile.bn));
        const options = { tile, order: kind, band };
        const kernel =
          id === "weight-stationary"
            ? liftableStationaryGemm(weightStationaryGemm(workload, H200, { ...options, splits, reduction: sums }))
            : liftableStationaryGemm(inputStationaryKernel(workload, H200, options));
        // The bounds take partial sums to be as wide as the accumulators; those in C are as narrow as C.
        const narrow = id === "weight-stationary" && sums !== "parallel";
        const product = gemmComputation({ ...workload, accumulator: narrow ? workload.outputType : workload.accumulator });
        expectRunRefereed(kernel, how, (setting) => proveBoundsInSetting(product, setting));
      }),
      parameters(60),
    );
  });

  test("direct-conv, with strides, padding and filters that meet it", () => {
    const few = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(smallConv(5, 3, 4), types, productTile, few, order, run, (shape, words, tile, columns, kind, how) => {
        const workload = convWorkload({ ...shape, ...words });
        const rectangle = { rows: tile.bm, columns, bn: tile.bn, bk: tile.bk };
        const kernel = liftableDirectConv(directConvKernel(workload, H200, { tile: rectangle, order: kind }));
        expectRunRefereed(kernel, how, (setting) => proveBoundsInSetting(workload, setting));
      }),
      parameters(60),
    );
  });

  test("chain-separate and chain-bands", () => {
    const shape = fc.record({ m: side, k: side, l: side, n: side });
    fc.assert(
      fc.property(shape, types, productTile, order, run, fc.nat(6), (sizes, words, tile, kind, how, more) => {
        const workload = chainWorkload({ ...sizes, ...words });
        const band = 1 + (more % Math.ceil(workload.m / tile.bm));
        for (const schedule of [
          chainSeparate(workload, H200, { tile, order: kind }),
          chainBands(workload, H200, { tile, band }),
        ]) {
          expectRunRefereed(liftableChain(schedule), how, (setting) => proveBoundsInSetting(workload, setting));
        }
      }),
      parameters(60),
    );
  });

  test.each(["chain-fused-registers", "chain-fused-smem", "chain-recompute", "chain-bands in a Z"])("%s", (id) => {
    const shape = fc.record({ m: side, k: side, l: side, n: side });
    fc.assert(
      fc.property(shape, types, productTile, run, (sizes, words, tile, how) => {
        const workload = chainWorkload({ ...sizes, ...words });
        const kernel =
          id === "chain-recompute"
            ? liftableChainRecompute(chainRecompute(workload, H200, { tile }))
            : id === "chain-fused-registers"
              ? liftableStagesFused(stagesFused(id, "registers", workload, H200, { tile }))
              : id === "chain-fused-smem"
                ? liftableStagesFused(stagesFused(id, "shared memory", workload, H200, { tile }))
                : liftableChain(chainBands(workload, H200, { tile, serpentine: true }));
        // The rows of B that H in registers needs are as wide as H.
        expectRunRefereed(kernel, { ...how, l2Bytes: how.l2Bytes + 100 }, (setting) => proveBoundsInSetting(workload, setting));
      }),
      parameters(40),
    );
  });

  test.each(["ffn-separate", "ffn-bands", "ffn-fused"] as const)("%s", (id) => {
    const shape = fc.record({ tokens: side, model: side, hidden: side, gated: fc.boolean() });
    fc.assert(
      fc.property(shape, types, productTile, order, run, fc.nat(6), (sizes, words, tile, kind, how, more) => {
        const workload = ffnWorkload({ ...sizes, ...words });
        const band = 1 + (more % Math.ceil(workload.tokens / tile.bm));
        const sequence =
          id === "ffn-bands" ? { id, band, serpentine: more % 2 === 1 } : { id: "ffn-separate" as const, order: kind };
        const kernel =
          id === "ffn-fused"
            ? liftableStagesFused(stagesFused(id, "shared memory", workload, H200, { tile }))
            : liftableFfnWhole(ffnWhole(workload, H200, sequence, { tile }));
        expectRunRefereed(kernel, how, (setting) => proveBoundsInSetting(workload, setting));
      }),
      parameters(40),
    );
  });

  test("dual-gemm", () => {
    const shape = fc.record({ tokens: side, model: side, hidden: side });
    fc.assert(
      fc.property(shape, types, productTile, order, run, (sizes, words, tile, kind, how) => {
        const workload = ffnWorkload({ ...sizes, ...words, gated: true });
        const kernel = liftableDualGemm(dualGemm(workload, H200, { tile, order: kind }));
        // It is the first half of the block only: of its bounds, those of what it certainly does, one of its two products.
        expectRunRefereed(kernel, how, ({ unit, ...setting }) => {
          const { tokens: m, model: k, hidden: n, dataType } = workload;
          const product = gemmWorkload({ m, k, n, ...words, outputType: dataType });
          return proveBoundsInSetting(gemmComputation(product), { unit, ...setting });
        });
      }),
      parameters(60),
    );
  });

  test("flash-attention-2 and persistent attention, causal or not, grouped heads, every order of keys", () => {
    const turning = (keyOrder: "forward" | "backward") => (keyOrder === "forward" ? { keyOrder } : {});
    const shape = fc
      .record({
        batch: fc.integer({ min: 1, max: 2 }),
        heads: fc.integer({ min: 1, max: 4 }),
        kvHeads: fc.integer({ min: 1, max: 2 }),
        queries: side,
        keys: side,
        dim: fc.integer({ min: 1, max: 4 }),
        valueDim: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        valuesInKeys: fc.boolean(),
        sharedKeyColumns: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        causal: fc.boolean(),
      })
      .filter(({ heads, kvHeads, dim, valueDim = dim, valuesInKeys, sharedKeyColumns }) => {
        const shares = sharedKeyColumns !== undefined;
        return heads % kvHeads === 0 && !(valuesInKeys && (valueDim > dim || shares)) && !(shares && sharedKeyColumns >= dim);
      });
    const tile = fc.record({ bm: tileSide, bn: tileSide });
    const keyOrder = fc.constantFrom("forward", "backward");
    fc.assert(
      fc.property(shape, types, tile, keyOrder, run, (sizes, words, tileOf, keysIn, how) => {
        const types = sizes.valuesInKeys ? { ...words, rightType: undefined } : words;
        const workload = attentionWorkload({ ...sizes, ...types });
        const schedule = flashAttention2(workload, H200, { tile: tileOf, keyOrder: keysIn });
        expectRunRefereed(liftableFlashAttention(schedule), how, (setting) => proveBoundsInSetting(workload, setting));
        // The same in CTAs that take several query tiles, and turn round with each or do not.
        const persistent = persistentAttention(workload, { ...H200, sms: 2 }, { tile: tileOf, ctasPerSm: 1, ...turning(keysIn) });
        expectRunRefereed(liftableFlashAttention(persistent), how, (setting) => proveBoundsInSetting(workload, setting));
      }),
      parameters(80),
    );
  });

  const attention = fc
    .record({
      batch: fc.integer({ min: 1, max: 2 }),
      kvHeads: fc.integer({ min: 1, max: 2 }),
      group: fc.integer({ min: 1, max: 2 }),
      queries: fc.integer({ min: 1, max: 5 }),
      keys: fc.integer({ min: 1, max: 6 }),
      dim: fc.integer({ min: 1, max: 3 }),
      valueDim: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      inKeys: fc.boolean(),
      shares: fc.boolean(),
    })
    .map(({ group, kvHeads, ...sizes }) => ({ ...sizes, kvHeads, heads: group * kvHeads }));
  const flashTile = fc.record({ bm: tileSide, bn: tileSide });

  test.each<[string, (workload: AttentionWorkload, tile: FlashTile, pick: number) => LiftableKernel]>([
    ["flash-attention-1", (w, tile) => liftableFlashAttention1(flashAttention1(w, H200, { tile }))],
    [
      "flash-attention-3",
      (w, tile) =>
        liftableFlashAttention(flashAttention3({ ...w, dataType: "fp8" }, { ...H200, sms: 2 }, { tile, ctasPerSm: 1 })),
    ],
    [
      "flash-attention-4",
      (w, tile) =>
        liftableFlashAttention(flashAttention4({ ...w, dataType: "bf16" }, { ...B200, sms: 2 }, { tile, ctasPerSm: 1 })),
    ],
    ["attention-unfused", (w, tile) => liftableAttentionUnfused(attentionUnfused(w, H200, { tile }))],
    ["attention-partial-softmax", (w, tile) => liftableAttentionPartialSoftmax(attentionPartialSoftmax(w, H200, { tile }))],
    [
      "flash-decoding",
      (w, tile, pick) => {
        const splits = 1 + (pick % Math.ceil(w.keys / tile.bn));
        return liftableFlashDecoding(flashDecoding(w, H200, { tile, splits }));
      },
    ],
  ])("%s", (id, lift) => {
    fc.assert(
      fc.property(
        attention,
        types,
        flashTile,
        fc.boolean(),
        fc.nat(),
        run,
        ({ inKeys, shares, ...sizes }, words, tileOf, masked, pick, how) => {
          const { dim, valueDim = dim } = sizes;
          const isFused = !id.startsWith("attention-");
          const workload = attentionWorkload({
            ...sizes,
            ...words,
            valuesInKeys: inKeys && valueDim <= dim && isFused,
            ...(shares && !inKeys && dim > 1 && isFused ? { sharedKeyColumns: dim - 1 } : {}),
            // Latents have one type, and these take no words of four bytes.
            ...(inKeys ? { rightType: undefined } : {}),
            ...(id === "flash-attention-3" ? { dataType: "fp8", rightType: undefined } : {}),
            ...(id === "flash-attention-4" ? { dataType: "bf16", rightType: undefined } : {}),
            causal: masked,
          });
          expectRunRefereed(lift(workload, tileOf, pick), how, (setting) => proveBoundsInSetting(workload, setting));
        },
      ),
      parameters(60),
    );
  });
});

test("a replay that miscounts is caught", () => {
  const lifted = liftWordGemm(cosmaGemm(gemmWorkload({ m: 3, n: 3, k: 3 }), 10), 10);
  expect(refereeLifted({ ...lifted, replayed: lifted.replayed - 1n })).toMatchObject({ agrees: false });
  expect(refereeLifted({ ...lifted, moves: lifted.moves.slice(1) })).toMatchObject({ agrees: false });
  expect(refereeLifted({ ...lifted, game: { ...lifted.game, fastCapacity: 5 } })).toMatchObject({ agrees: false });
});

test("a graph in another order of keys does not fit the block, and a consumer that does not wait finds nothing to load", () => {
  const l2 = { policy: "lru", bytes: 4096 } as const;
  const attention = attentionWorkload({ heads: 1, queries: 2, keys: 8, dim: 2 });
  const flash = (keyOrder: "forward" | "backward"): LiftableKernel =>
    liftableFlashAttention(flashAttention2(attention, H200, { tile: { bm: 2, bn: 1 }, keyOrder }));
  const otherOrder = { ...flash("backward"), graph: flash("forward").graph };
  const separate = chainSeparate(chainWorkload({ m: 4, k: 9, l: 2, n: 2 }), H200, { tile: { bm: 2, bn: 2, bk: 1 } });
  const chain = liftableChain(separate);
  const { waits, ...eager } = chain.layout;
  expect(waits).toBeDefined();
  for (const [kernel, rule] of [
    [otherOrder, /fast-memory-exceeded/],
    [{ ...chain, layout: eager }, /load-needs-a-copy-outside/],
  ] as const) {
    const lifted = liftTileSchedule(kernel, 8, l2, replayTileSchedule(kernel.layout, 8, l2));
    const verdict = refereeLifted(lifted[1] as LiftedReplay);
    expect(verdict.agrees ? "agrees" : verdict.reason).toMatch(rule);
  }
});

test("adds to C count for the SMs as stores of their sums alone, and in another order of adders the moves are illegal", () => {
  const tile = { bm: 2, bn: 2, bk: 2 };
  const workload = gemmWorkload({ m: 4, n: 4, k: 8, outputType: "fp32" });
  const kernel = liftableSplitK(splitK(workload, H200, { tile, splits: 4, reduction: "atomic" }));
  const l2 = { policy: "lru", bytes: 10 ** 6 } as const;
  const replayed = replayTileSchedule(kernel.layout, 4, l2);
  const [, sm] = liftTileSchedule(kernel, 4, l2, replayed) as [LiftedReplay, LiftedReplay];
  expect(sm.adder).toBe(4);
  // C once as zeros and once a slice; the operands of 4 tiles over all of k.
  expect(refereeLifted(sm)).toMatchObject({ agrees: true, cost: BigInt(5 * 16 * 4 + 4 * 2 * 2 * 8 * 2) });
  const { adder, ...counted } = sm;
  expect(refereeLifted(counted)).toMatchObject({ agrees: false });
  const build = kernel.graph as (order: AddOrder) => Cdag;
  const other = { ...kernel, graph: (order: AddOrder) => build((c) => [...order(c)].reverse()) };
  expect(refereeLifted((liftTileSchedule(other, 4, l2, replayed) as [LiftedReplay, LiftedReplay])[1])).toMatchObject({
    agrees: false,
  });
});

test("operands that a cluster shares enter it once: taken twice, the referee counts more than the replay", () => {
  const schedule = tiledGemm(gemmWorkload({ m: 8, n: 8, k: 8 }), H200, {
    tile: { bm: 2, bn: 2, bk: 2 },
    cluster: { rows: 2, columns: 2 },
  });
  const kernel = liftableTiledGemm(schedule);
  const l2 = { policy: "lru", bytes: 10 ** 6 } as const;
  const [, clusters, sms] = liftTileSchedule(kernel, 4, l2, replayTileSchedule(kernel.layout, 4, l2)) as [
    LiftedReplay,
    LiftedReplay,
    LiftedReplay,
  ];
  expect([clusters.replayed, sms.replayed]).toEqual([2n * (64n * 2n * 2n + 64n), 2n * (64n * 4n * 2n + 64n)]);
  expect(refereeLifted({ ...clusters, moves: sms.moves, game: sms.game })).toMatchObject({ agrees: false });
});

test("other models of the L2 and large products are not lifted", () => {
  const kernel = liftableTiledGemm(tiledGemm(gemmWorkload({ m: 4, n: 4, k: 4 }), H200));
  const replayed = replayTileSchedule(kernel.layout, 1, { policy: "lru", bytes: 10 ** 6 });
  expect(() => liftTileSchedule(kernel, 1, { policy: "opt", bytes: 10 ** 6 }, replayed)).toThrow(/^cache: .*lru or fifo/);
  expect(() => liftTileSchedule(kernel, 1, partitionedL2(H200), replayed)).toThrow(/^cache: .*partitioned/);
  const large = gemmWorkload({ m: 999, n: 999, k: 999 });
  expect(() => liftWordGemm(cosmaGemm(large, 99), 99)).toThrow(InputError);
  expect(() => liftableTiledGemm(tiledGemm(large, H200))).toThrow(/at most 6000000 vertices/);
});
