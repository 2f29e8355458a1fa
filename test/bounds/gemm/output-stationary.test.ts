import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ProductInstance } from "../../../src/bounds/certificates/gemm.js";
import { parseAccumulatorRule } from "../../../src/bounds/gemm/accumulator-home.js";
import { proveGemmOutputStationary } from "../../../src/bounds/gemm/output-stationary.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { CONDITIONS } from "../../../src/bounds/requirements.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { A100 } from "../../../src/machines/known/a100.js";
import { B200 } from "../../../src/machines/known/b200.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { withClusters } from "../../../src/machines/machine.js";
import { abstractMachine, GPUS } from "../../../src/machines/registry.js";
import { replayTileSchedule } from "../../../src/replay/replay.js";
import { layOutTiledGemm, tiledGemm } from "../../../src/schedules/gpu/gemm/tiled-gemm.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { gemm, parameters, tile } from "../../properties/arbitraries.js";
import { edited, leaves } from "../edited.js";

const sums = (bounds: ReturnType<typeof boundWorkload>["bounds"]) => bounds.find(({ id }) => id === "gemm-output-stationary");

test("whatever sets of outputs are the blocks, their rows and columns weigh at least the bound", () => {
  const side = fc.integer({ min: 1, max: 9 });
  const shape = fc.record({ m: side, n: side, k: side, batch: fc.integer({ min: 1, max: 3 }), a: side, b: side });
  fc.assert(
    fc.property(shape, fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat()), ({ m, n, k, batch, a, b }, most, keys) => {
      // Outputs in a random order, dealt into blocks of at most `most`.
      const outputs = Array.from({ length: batch * m * n }, (_, output) => ({ output, key: Number(keys.next().value) }));
      outputs.sort((x, y) => x.key - y.key);
      let bytes = 0;
      for (let first = 0; first < outputs.length; first += most) {
        const block = outputs.slice(first, first + most).map(({ output }) => output);
        const rows = new Set(block.map((output) => Math.floor(output / n)));
        const columns = new Set(block.map((output) => Math.floor(output / (m * n)) * n + (output % n)));
        bytes += k * (a * rows.size + b * columns.size);
      }
      const [extents, weights] = [
        { batch, m, n, k },
        { a, b, partial: 1, output: 1 },
      ].map((record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, BigInt(value)])));
      const instance = { extents, weights, capacity: BigInt(most), memories: 1n } as unknown as ProductInstance;
      const proven = proveGemmOutputStationary(instance, { home: "registers", sms: 1n, stages: 0n, sharedMemory: 0n });
      expect((proven?.reads ?? 0n) <= BigInt(bytes)).toBe(true);
    }),
    parameters(300),
  );
});

test("the largest block that stages leave is the one that enumeration finds", () => {
  const side = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 0, max: 70 }), (m, n, together) => {
      let most = 0;
      for (let r = 1; r <= m; r++) for (let c = 1; c <= n && r + c <= together; c++) most = Math.max(most, r * c);
      const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: 1n };
      const instance = { extents, weights: { a: 1n, b: 1n, partial: 1n, output: 1n }, capacity: 10_000n, memories: 1n };
      const proven = proveGemmOutputStationary(instance, {
        home: "registers",
        sms: 1n,
        stages: 2n,
        sharedMemory: 256n * BigInt(together),
      });
      expect(proven?.blockOutputs ?? 0n).toBe(BigInt(most));
    }),
    parameters(300),
  );
});

test("no tiled product of the project brings fewer bytes into the SMs", () => {
  fc.assert(
    fc.property(gemm(700), fc.constantFrom(...GPUS), tile, (workload, gpu, tile) => {
      const schedule = tiledGemm(workload, gpu, { tile, stages: 1 });
      const layout = layOutTiledGemm(schedule);
      fc.pre(layout.touches < 100_000);
      const l2 = { policy: "lru", bytes: 2 ** 26 } as const;
      const moved = replayTileSchedule(layout, gpu.sms * schedule.residency.ctasPerSm, l2).total.get("l2-sm");
      for (const name of gpu.tensorMemoryPerSmBytes > 0 ? ["mma", "tcgen05"] : ["mma"]) {
        // A kernel that sums in the other home is not of the class.
        if (name === "mma" && gpu.tensorMemoryPerSmBytes > 0 && tile.bm * tile.bn * 4 > 4 * gpu.registersPerSm) continue;
        const bound = sums(boundWorkload(workload, gpu, parseAccumulatorRule(name, gpu)).bounds);
        expect((bound?.reads ?? 0n) <= (moved?.reads ?? 0n)).toBe(true);
        expect((bound?.writes ?? 0n) <= (moved?.writes ?? 0n)).toBe(true);
      }
    }),
    parameters(80),
  );
});

test("256 × 256 sums fill an H200's registers: the bound is what such tiles bring, and stages cost", () => {
  const workload = gemmWorkload({ m: 8192, n: 8192, k: 4096 });
  const reads = (rule: string): bigint =>
    sums(boundWorkload(workload, H200, parseAccumulatorRule(rule, H200)).bounds)?.reads ?? 0n;
  expect(reads("wgmma")).toBe(2n * 32n * 8192n * 4096n * 2n);
  expect(reads("wgmma,stages:2")).toBe(reads("wgmma"));
  expect(reads("stages:4,wgmma")).toBe(BigInt(Math.ceil(16_384 * (1290 * 228 + Math.sqrt(8192 ** 2 - 1290 * 228 ** 2)))));
  expect(reads("wgmma,stages:8")).toBeGreaterThan(reads("wgmma,stages:4"));
});

test("it is never the best of its interface, and documents with it verify", () => {
  const report = boundWorkload(gemmWorkload({ m: 8192, n: 8192, k: 4096 }), B200, parseAccumulatorRule("tcgen05,stages:3", B200));
  const best = bestBounds(report.bounds, new Set(CONDITIONS)).get("l2-sm");
  expect(best?.id).toBe("gemm-holding-cost-wide-accumulators");
  expect(best?.value).toBeLessThan(sums(report.bounds)?.value ?? 0n);
  const document = boundsDocument(report);
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const last = report.bounds.length - 1;
  const claims = leaves(document).filter((path) => path[0] === "bounds" && path[1] === last);
  expect(claims.length).toBeGreaterThan(20);
  for (const path of claims) {
    const changed = edited(document, path, (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}x`));
    if (path.at(-1) !== "stages") expect(verifyDocument(changed).valid, path.join(".")).toBe(false);
  }
  for (const figure of ["tensorMemoryPerSmBytes", "sharedMemoryPerSmBytes"]) {
    expect(verifyDocument(edited(document, ["machine", figure], (leaf) => Number(leaf) * 2)).valid).toBe(false);
  }
  // A B200 has as much room in registers: the certificate then is of the kernels that sum there, and holds for them.
  const inRegisters = sums(boundWorkload(report.workload, B200, parseAccumulatorRule("mma,stages:3", B200)).bounds);
  expect(inRegisters?.value).toBe(sums(report.bounds)?.value);
  const registers = edited(document, ["bounds", last, "certificate", "home"], () => "registers");
  expect(verifyDocument(registers)).toMatchObject({ valid: true });
  expect(verifyDocument(edited(registers, ["machine", "registersPerSm"], (leaf) => 2 * Number(leaf))).valid).toBe(false);
});

test("a cluster's SMs hold a block together: less enters a pair than two SMs, and its document verifies", () => {
  const pair = withClusters(B200, 2);
  const report = boundWorkload(gemmWorkload({ m: 8192, n: 8192, k: 4096 }), pair, parseAccumulatorRule("tcgen05,stages:4", pair));
  const [cluster, sm] = report.bounds.filter(({ id }) => id === "gemm-output-stationary");
  expect([cluster?.interface, sm?.interface]).toEqual(["l2-cluster", "l2-sm"]);
  // 362 × 362 sums: rows and columns of both SMs share the operands.
  expect(Number(sm?.reads) / Number(cluster?.reads)).toBeGreaterThan(1.4);
  expect(cluster?.requires).toEqual(["classical-algebra", "sums-in-place", "operands-per-block"]);
  const document = boundsDocument(report);
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  for (const path of leaves(document).filter(
    ([top, index, part]) => top === "bounds" && index === report.bounds.length - 2 && part === "certificate",
  )) {
    const changed = edited(document, path, (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}x`));
    if (path.at(-1) !== "stages") expect(verifyDocument(changed).valid, path.join(".")).toBe(false);
  }
});

test("stages are of the kernels that a certificate is about: others stand where theirs prove no less, and nowhere else", () => {
  const workload = gemmWorkload({ m: 8192, n: 8192, k: 4096 });
  const of = (stages: number) => boundWorkload(workload, H200, parseAccumulatorRule(`wgmma,stages:${stages}`, H200));
  const value = (stages: number): bigint => sums(of(stages).bounds)?.value ?? -1n;
  for (const [own, other] of [
    [2, 1],
    [4, 3],
    [3, 4],
    [8, 4],
    [4, 8],
  ] as const) {
    const document = boundsDocument(of(own));
    const last = of(own).bounds.length - 1;
    const changed = edited(document, ["bounds", last, "certificate", "stages"], () => other);
    expect(verifyDocument(changed).valid, `${own} as ${other}`).toBe(value(own) === value(other));
  }
});

test.each([
  ["tcgen05", H200, /tensor memory for tcgen05.*h200/],
  ["wgmma", A100, /compute capability 9\.0 for wgmma.*a100/],
  ["wgmma,wgmma", H200, /each once/],
  ["wgmma,mma", H200, /each once/],
  ["stages:4", H200, /where the sums stay/],
  ["wgmma,stages:0", H200, /each once/],
  ["toString", H200, /each once/],
  ["mma", abstractMachine(9), /a GPU for mma/],
])("--assume %s is refused with the reason", (rule, machine, reason) => {
  expect(() => parseAccumulatorRule(rule, machine)).toThrow(reason);
});

test("a workload that is no product has no such bound, and nor have stages that hold no row", () => {
  const chain = chainWorkload({ m: 8, k: 8, l: 8, n: 8 });
  expect(() => boundWorkload(chain, H200, parseAccumulatorRule("wgmma", H200))).toThrow(/assume: .*matrix product.*chain/);
  const product = gemmWorkload({ m: 8, n: 8, k: 8 });
  expect(() => boundWorkload(product, H200, parseAccumulatorRule("wgmma,stages:1000", H200))).toThrow(/assume/);
});
