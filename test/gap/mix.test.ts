import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CacheModel } from "../../src/caches/index.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import type { DataType } from "../../src/computation/data-types.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import { toApproximateNumber } from "../../src/exact/rational.js";
import type { MixReport } from "../../src/gap/mix.js";
import { parseMix, replayMix } from "../../src/gap/mix.js";
import type { MixBounds } from "../../src/gap/mix-bounds.js";
import { mixBounds } from "../../src/gap/mix-bounds.js";
import { mixDocument } from "../../src/gap/mix-document.js";
import { A40 } from "../../src/machines/known/a40.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu } from "../../src/machines/machine.js";
import type { PlannedReplay } from "../../src/plan/planned.js";
import { planReplays } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import type { Traffic } from "../../src/replay/traffic.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { timeBound } from "../../src/time/time-bound.js";
import { LineLru } from "../caches/line-lru.js";
import { parameters } from "../properties/arbitraries.js";

/** Two SMs, tiles of 4×4 words of 4 bytes. */
const GPU: Gpu = { ...H200, sms: 2 };
const WORD = 4;

function product(rows: number, columns: number, steps: number): PlannedReplay {
  const workload = gemmWorkload({ m: 4 * rows, n: 4 * columns, k: 4 * steps, dataType: "fp32" });
  return planReplays(workload, GPU, { tile: "4x4x4", orders: [{ kind: "row" }] })[0] as PlannedReplay;
}

test("two products at once move what plain loops over both kernels' places move", () => {
  const extent = fc.integer({ min: 1, max: 5 });
  const shape = fc.tuple(extent, extent, extent);
  const ctas = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(shape, shape, ctas, ctas, fc.integer({ min: 16, max: 600 }), (one, two, ctasOne, ctasTwo, words) => {
      const shapes = [one, two] as const;
      const cache = new LineLru(words, WORD);
      const names = new Map<string, number>();
      const touch = (name: string, array: number, write: boolean): void => {
        names.set(name, names.get(name) ?? names.size);
        cache.touch(names.get(name) as number, 16, array, write);
      };
      // Each place: its kernel, block and step. A kernel's blocks are dealt out in order as places fall free.
      const next = [0, 0];
      const deal = (kernel: number): number => {
        const [rows, columns] = shapes[kernel] as readonly [number, number, number];
        const block = next[kernel] as number;
        if (block === rows * columns) return -1;
        next[kernel] = block + 1;
        return block;
      };
      const kernels = [...Array(2 * ctasOne).fill(0), ...Array(2 * ctasTwo).fill(1)] as number[];
      const places = kernels.map((kernel) => ({ kernel, block: deal(kernel), step: 0 }));
      while (places.some(({ block }) => block >= 0)) {
        for (const place of places) {
          const { kernel, block, step } = place;
          if (block < 0) continue;
          const [, columns, steps] = shapes[kernel] as readonly [number, number, number];
          if (step < steps) {
            touch(`${kernel}A${Math.floor(block / columns)},${step}`, 3 * kernel, false);
            touch(`${kernel}B${step},${block % columns}`, 3 * kernel + 1, false);
            place.step++;
          } else {
            touch(`${kernel}C${block}`, 3 * kernel + 2, true);
            place.block = deal(kernel);
            place.step = 0;
          }
        }
      }
      const { kernels: found } = replayMix(product(...one), product(...two), GPU, [ctasOne, ctasTwo], {
        policy: "lru",
        bytes: words * WORD,
      });
      found.forEach(({ shared }, kernel) => {
        ["A", "B", "C"].forEach((name, at) => {
          const dram = shared.byArray.get(name)?.get("dram-l2");
          const array = 3 * kernel + at;
          expect([dram?.reads, dram?.writes, dram?.dirtyAtEnd].map(Number)).toEqual([
            cache.fetched.get(array) ?? 0,
            cache.writtenBack.get(array) ?? 0,
            cache.dirtyAtEnd(array),
          ]);
        });
      });
    }),
    parameters(150),
  );
});

test("attention beside a chain: parts add up, SMs are fed the same bytes, and with room for all neither notices the other", () => {
  const [attention] = planReplays(attentionWorkload({ heads: 4, queries: 700, dim: 64, causal: true }), H200);
  const chain = planReplays(chainWorkload({ m: 600, k: 200, l: 300, n: 100 }), H200, {
    schedule: "chain-bands",
    tile: "64x64x32",
    bands: [2],
  }).at(-1);
  if (attention === undefined || chain === undefined) throw new RangeError("no schedules");
  for (const bytes of [200_000, 2 ** 30]) {
    const { total, kernels } = replayMix(attention, chain, { ...H200, sms: 3 }, [1, 2], { policy: "lru", bytes });
    for (const interfaceId of ["dram-l2", "l2-sm"] as const) {
      const part = (which: "shared" | "alone"): bigint[] =>
        kernels.map((kernel) => {
          const traffic = kernel[which].total.get(interfaceId);
          return traffic === undefined ? 0n : totalTraffic(traffic);
        });
      const all = total.get(interfaceId);
      expect(all && totalTraffic(all)).toBe(part("shared").reduce((sum, one) => sum + one));
      if (interfaceId === "l2-sm" || bytes === 2 ** 30) expect(part("shared")).toEqual(part("alone"));
    }
  }
  expect(kernelNames(attention, chain)).toEqual([
    ["K", "LSE", "O", "Q", "V"],
    ["A", "B", "D", "E", "H"],
  ]);
});

test("two kernels at once take no less than the longer alone and no more than one after the other, less where they want other resources", () => {
  const { l2Bytes: bytes } = H200;
  const reading = softmaxWorkload({ rows: 16_384, columns: 4096 });
  const product = gemmWorkload({ m: 4096, n: 4096, k: 2048 });
  const plans = [product, reading].map((workload) => planReplays(workload, H200)[0] as PlannedReplay);
  const timeOf = (first?: PlannedReplay, second?: PlannedReplay): readonly [both: number, sooner: number, later: number] => {
    if (first === undefined || second === undefined) throw new RangeError("no schedules");
    const { seconds = Number.NaN, kernels } = replayMix(first, second, H200, [1, 1], { policy: "lru", bytes });
    const alone = kernels.map((kernel) => kernel.alone.seconds ?? Number.NaN).sort((x, y) => x - y);
    return [seconds, alone[0] ?? Number.NaN, alone[1] ?? Number.NaN];
  };
  const share = ([both, sooner, later]: readonly [number, number, number]): number => {
    expect(both).toBeGreaterThanOrEqual(later);
    expect(both).toBeLessThanOrEqual(sooner + later);
    return both / (sooner + later);
  };
  const mixed = share(timeOf(...plans));
  expect(share(timeOf(plans[1], plans[0]))).toBeCloseTo(mixed, 2);
  expect(mixed).toBeLessThan(share(timeOf(plans[0], plans[0])));
});

function kernelNames(first: PlannedReplay, second: PlannedReplay): string[][] {
  const workloads = [
    attentionWorkload({ heads: 4, queries: 700, dim: 64 }),
    chainWorkload({ m: 600, k: 200, l: 300, n: 100 }),
  ] as const;
  const cache = { policy: "lru", bytes: 2 ** 20 } as const;
  const document = mixDocument({ workloads, gpu: H200, cache }, replayMix(first, second, H200, [1, 1], cache));
  const { kernels } = JSON.parse(JSON.stringify(document));
  return kernels.map(({ byArray }: { byArray: object }) => Object.keys(byArray).sort());
}

test("two kernels move at least the sum of their bounds over each interface, with an L2 of any size", () => {
  const extent = fc.integer({ min: 1, max: 60 });
  const gemm = fc.record({ m: extent, n: extent, k: extent }).map((sizes) => gemmWorkload({ ...sizes, dataType: "fp32" }));
  const chain = fc.record({ m: extent, k: extent, l: extent, n: extent }).map(chainWorkload);
  const attention = fc
    .record({ heads: fc.integer({ min: 1, max: 3 }), queries: extent, dim: fc.constant(16) })
    .map(attentionWorkload);
  const rows = fc.record({ rows: extent, columns: extent }).map(softmaxWorkload);
  const workload: fc.Arbitrary<Workload> = fc.oneof(gemm, chain, attention, rows);
  fc.assert(
    fc.property(workload, workload, fc.integer({ min: 2048, max: 20_000 }), (one, other, bytes) => {
      const gpu = { ...H200, sms: 2, l2Bytes: bytes, registersPerSm: 32_768 };
      const tiles: Readonly<Partial<Record<Workload["kind"], string>>> = { attention: "16x16", softmax: "1x64" };
      const plan = (workload: Workload) => planReplays(workload, gpu, { tile: tiles[workload.kind] ?? "16x16x16" })[0];
      const report = replayMix(plan(one) as PlannedReplay, plan(other) as PlannedReplay, gpu, [1, 1], { policy: "lru", bytes });
      const proven = mixBounds({ workloads: [one, other], gpu }, report);
      expect([...(proven?.bounds.keys() ?? [])].sort()).toEqual(["dram-l2", "l2-sm"]);
      for (const [interfaceId, { value, parts }] of proven?.bounds ?? []) {
        expect(value).toBe(parts[0].value + parts[1].value);
        expect(totalTraffic(report.total.get(interfaceId) as Traffic)).toBeGreaterThanOrEqual(value);
      }
      expect(report.seconds).toBeGreaterThanOrEqual(toApproximateNumber((proven as MixBounds).least.seconds));
    }),
    parameters(40),
  );
});

test("a kernel that computes a part of its workload has no bound beside another", () => {
  const ffn = ffnWorkload({ tokens: 64, model: 64, hidden: 64, gated: true });
  const [part] = planReplays(ffn, H200, { schedule: "dual-gemm", tile: "64x64x32" });
  const report = replayMix(part as PlannedReplay, product(2, 2, 2), H200, [1, 1], { policy: "lru", bytes: 2 ** 20 });
  expect(
    mixBounds({ workloads: [ffn, gemmWorkload({ m: 8, n: 8, k: 8, dataType: "fp32" })], gpu: H200 }, report),
  ).toBeUndefined();
});

test("the least time of two kernels on one unit is that of both, on units of their own that of the longer", () => {
  const least = (...types: readonly DataType[]): number => {
    const workloads = types.map((dataType) => gemmWorkload({ m: 4096, n: 4096, k: 4096, dataType })) as [Workload, Workload];
    const [one, other] = workloads.map((workload) => planReplays(workload, H200, { tile: "64x64x32" })[0] as PlannedReplay);
    const kernels = [one, other].map((planned) => ({ planned })) as unknown as MixReport["kernels"];
    return toApproximateNumber((mixBounds({ workloads, gpu: H200 }, { total: new Map(), kernels }) as MixBounds).least.seconds);
  };
  const alone = (dataType: DataType) =>
    toApproximateNumber(timeBound(gemmWorkload({ m: 4096, n: 4096, k: 4096, dataType }), H200).binding.seconds);
  expect(least("bf16", "bf16")).toBeCloseTo(2 * alone("bf16"), 9);
  expect(least("bf16", "fp64")).toBe(alone("fp64"));
});

test("blocks that do not fit on an SM together, and mixes that are none, are refused by name", () => {
  const [attention] = planReplays(attentionWorkload({ heads: 4, queries: 512, dim: 128 }), A40);
  const [gemm] = planReplays(gemmWorkload({ m: 512, n: 512, k: 512 }), A40);
  if (attention === undefined || gemm === undefined) throw new RangeError("no schedules");
  const lru = { policy: "lru", bytes: 2 ** 22 } as const;
  expect(() => replayMix(attention, gemm, A40, [1, 1], lru)).toThrow(/mix: expected blocks that fit together .* shared memory/);
  expect(() => replayMix(attention, gemm, A40, [0, 1], lru)).toThrow(InputError);
  for (const text of ["1", "1:0", "1:2:3", "a:b", "1000:1"]) expect(() => parseMix(text)).toThrow(InputError);
  expect(parseMix("2:1")).toEqual([2, 1]);
});

test("beside another kernel CTAs still wait midway: slices of a serial split-k read no sums before they are stored", () => {
  const beside = product(2, 2, 3);
  for (const schedule of ["split-k", "stream-k"]) {
    const workload = gemmWorkload({ m: 24, n: 20, k: 80, dataType: "fp32" });
    const options = {
      schedule,
      tile: "4x4x4",
      orders: [{ kind: "row" as const }],
      ...(schedule === "split-k" ? { splits: 4 } : {}),
    };
    const sliced = planReplays(workload, { ...H200, sms: 7 }, options)[0] as PlannedReplay;
    const pairs = [[sliced, beside] as const, [beside, sliced] as const];
    for (const [at, [first, second]] of pairs.entries()) {
      const report = replayMix(first, second, { ...H200, sms: 7 }, [1, 1], { policy: "lru", bytes: 2 ** 20 });
      // With room for everything sums that were stored before are still there.
      for (const [array, interfaceIds] of report.kernels[at]?.shared.byArray ?? []) {
        const read = array === "A" || array === "B" ? BigInt(WORD * 80 * (array === "A" ? 24 : 20)) : 0n;
        expect([schedule, array, interfaceIds.get("dram-l2")?.reads]).toEqual([schedule, array, read]);
      }
    }
  }
});

test("what two kernels at once are not replayed in is refused by name", () => {
  const plain = product(2, 2, 2);
  const workload = gemmWorkload({ m: 32, n: 32, k: 32 });
  const clustered = planReplays(workload, GPU, { schedule: "tiled-gemm", tile: "4x4x4", cluster: { rows: 2, columns: 1 } })[0];
  const mix = (second: PlannedReplay, model: CacheModel) => () => replayMix(plain, second, GPU, [1, 1], model);
  const lru = { policy: "lru", bytes: 2 ** 20 } as const;
  expect(mix(clustered as PlannedReplay, lru)).toThrow(/^cluster: /);
  expect(mix(plain, { ...lru, execution: { kind: "drift", steps: 4 } } as CacheModel)).toThrow(/^execution: /);
  expect(mix(plain, partitionedL2(H200) as unknown as CacheModel)).toThrow(/^cache: /);
});
