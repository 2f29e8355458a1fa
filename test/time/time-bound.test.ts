import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { elementwiseWorkload } from "../../src/computation/row-workloads.js";
import { compare, divide, formatRational, multiply, rational, rationalFromDouble } from "../../src/exact/rational.js";
import { B200 } from "../../src/machines/known/b200.js";
import { H20 } from "../../src/machines/known/h20.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu } from "../../src/machines/machine.js";
import { GPUS, gpuNamed } from "../../src/machines/registry.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { anyGpu, gemm, parameters } from "../properties/arbitraries.js";

test("a double becomes the rational it is", () => {
  expect(formatRational(rationalFromDouble(0.5))).toBe("1/2");
  expect(formatRational(rationalFromDouble(1.98e9))).toBe("1980000000");
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (value) => {
      const { numerator, denominator } = rationalFromDouble(value);
      // Twice a power of two still divides exactly, so the quotient comes back.
      expect(Number(numerator) / Number(denominator) === value || Math.abs(value) < 1e-250).toBe(true);
    }),
    parameters(100),
  );
  expect(() => rationalFromDouble(Number.NaN)).toThrow(RangeError);
});

describe("operations of a workload", () => {
  test("a product, a chain and a plain block count two an element and product, and no functions", () => {
    expect(operationCounts(gemmWorkload({ m: 3, n: 5, k: 7, batch: 2 }))).toMatchObject({ matrix: 420n, special: 0n, plain: 0n });
    expect(operationCounts(chainWorkload({ m: 2, k: 3, l: 5, n: 7 }))).toMatchObject({ matrix: 200n, special: 0n });
    expect(operationCounts(ffnWorkload({ tokens: 2, model: 3, hidden: 5 }))).toMatchObject({ matrix: 120n, special: 0n });
  });

  test("SwiGLU: two products in front, a special function and two multiplications an element of H", () => {
    expect(operationCounts(ffnWorkload({ tokens: 2, model: 3, hidden: 5, gated: true }))).toMatchObject({
      matrix: 180n,
      special: 10n,
      plain: 20n,
    });
  });

  test("softmax: exponentials of the pairs that exist under a mask, a division a row", () => {
    const full = attentionWorkload({ heads: 2, queries: 4, keys: 4, dim: 8 });
    expect(operationCounts(full)).toMatchObject({ matrix: 2n * 32n * 16n, special: 32n + 8n, plain: 96n });
    expect(operationCounts({ ...full, causal: true })).toMatchObject({ special: 20n + 8n, plain: 60n });
  });

  test("elementwise: X1·X2 + X3 is one operation an element, as is the sum of two operands, and one operand needs none", () => {
    const plain = (inputs: number) => operationCounts(elementwiseWorkload({ rows: 3, columns: 5, inputs })).plain;
    expect([1, 2, 3, 4, 5, 64].map(plain)).toEqual([0n, 15n, 15n, 30n, 30n, 32n * 15n]);
  });

  test("a convolution: two operations a tap that meets an input, none with the padding", () => {
    const sizes = { batch: 2, inChannels: 3, outChannels: 5, height: 4, width: 6, kernel: 3 } as const;
    expect(operationCounts(convWorkload(sizes))).toMatchObject({ matrix: 2n * 2n * 15n * 9n * 2n * 4n, special: 0n, plain: 0n });
    // Of 3 taps a side the first and the last output of 4 or 6 lack one.
    expect(operationCounts(convWorkload({ ...sizes, padding: 1 }))?.matrix).toBe(2n * 2n * 15n * (4n * 3n - 2n) * (6n * 3n - 2n));
    expect(timeBound(convWorkload({ ...sizes, height: 200, inChannels: 512, outChannels: 512 }), H200).binding.id).toBe("matrix");
  });

  test("scales of operands count nothing: tensor cores may apply them", () => {
    const plain = gemmWorkload({ m: 300, n: 200, k: 100, dataType: "fp8" });
    const scaled = gemmWorkload({ m: 300, n: 200, k: 100, dataType: "fp8", scales: "a:1x32,b:32x1" });
    expect(operationCounts(scaled)).toEqual(operationCounts(plain));
  });
});

test("the bound is the largest of its terms, each exactly amount over rate, on every GPU", () => {
  fc.assert(
    fc.property(gemm(20_000), anyGpu, (workload, gpu) => {
      const { terms, binding } = timeBound(workload, gpu);
      for (const { amount, perSecond, seconds } of terms) {
        expect(multiply(seconds, perSecond)).toEqual(rational(amount));
        expect(compare(seconds, binding.seconds)).not.toBe(1);
      }
    }),
    parameters(60),
  );
});

test("a rate is never below the rated peak, up to the rounding of ratings", () => {
  for (const gpu of GPUS) {
    expect(gpu.dramPeakBytesPerSecond ?? gpu.dramBytesPerSecond).toBeGreaterThanOrEqual(gpu.dramBytesPerSecond);
    const clock = gpu.maximumClockHz ?? gpu.clockHz;
    if (clock === undefined) continue;
    for (const [type, rated] of Object.entries(gpu.peakOperationsPerSecond)) {
      const rate = gpu.operationsPerSmCycle[type as "bf16"] ?? 0;
      expect(rate * gpu.sms * clock * 1.005, `${gpu.id} ${type}`).toBeGreaterThanOrEqual(rated);
    }
  }
});

test("rates take the highest clock that the driver allows, or say that the clock is nominal", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 4096 });
  const matrix = (gpu: Gpu) => timeBound(workload, gpu).terms.find(({ id }) => id === "matrix");
  // An RTX 4090 runs above its nominal boost clock of 2520 MHz: 128 SMs do 512 operations a cycle each.
  expect(matrix(gpuNamed("rtx4090"))?.perSecond).toEqual(rational(128n * 512n * 3_165_000_000n));
  expect(matrix(gpuNamed("rtx4090"))?.assumption).toMatch(/ at 3165 MHz \(the highest clock that the driver allows\)$/);
  expect(matrix(gpuNamed("h100-pcie"))?.perSecond).toEqual(rational(114n * 4096n * 1_755_000_000n));
  for (const { id, assumption } of timeBound(attentionWorkload({ heads: 2, queries: 256, dim: 64 }), gpuNamed("h100-pcie"))
    .terms) {
    if (id !== "dram-l2") expect(assumption, id).toContain("at 1755 MHz (nominal: the driver's limit is not confirmed)");
  }
});

test("no clock is below the nominal one", () => {
  for (const gpu of GPUS) expect(gpu.maximumClockHz ?? Infinity, gpu.id).toBeGreaterThanOrEqual(gpu.clockHz ?? 0);
  expect(GPUS.filter(({ maximumClockHz }) => maximumClockHz === undefined).map(({ id }) => id)).toEqual([
    "h100-pcie",
    "h20",
    "b200",
    "gb200",
    "gb300",
  ]);
});

test("what is not known is skipped and said: the H20 has no clock, the B200 no width of the SMs' port", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 4096 });
  expect(timeBound(workload, H20).terms.map(({ id }) => id)).toEqual(["dram-l2"]);
  expect(timeBound(workload, H20).leftOut[0]?.reason).toContain("clock");
  const { leftOut } = timeBound(workload, B200);
  expect(leftOut.find(({ id }) => id === "l2-sm")?.reason).toContain("port");
});

test("decoding is bound by DRAM, a large product by arithmetic, short-headed attention by its exponentials", () => {
  const binds = (workload: Parameters<typeof timeBound>[0]): string => timeBound(workload, H200).binding.id;
  expect(binds(attentionWorkload({ heads: 32, queries: 1, keys: 8192, dim: 128 }))).toBe("dram-l2");
  expect(binds(gemmWorkload({ m: 8192, n: 8192, k: 8192 }))).toBe("matrix");
  expect(binds(attentionWorkload({ heads: 16, queries: 16384, dim: 32 }))).toBe("special");
});

test("a kernel that computes some exponentials by polynomials takes no less, and the best share of them takes just as long", () => {
  const workload = attentionWorkload({ heads: 16, queries: 4096, dim: 64 });
  const { special, plain } = operationCounts(workload);
  const bound = timeBound(workload, B200).terms.find(({ id }) => id === "special");
  // Cycles of one SM: 16 functions, or 256 plain operations, 4 for each exponential that is a polynomial.
  const cycles = (polynomials: number): number =>
    Math.max((Number(special) - polynomials) / 16, (Number(plain) + 4 * polynomials) / 256);
  const least = (4 * Number(special) + Number(plain)) / (4 * 16 + 256);
  const seconds = (Number(bound?.seconds.numerator) / Number(bound?.seconds.denominator)) * 148 * (B200.clockHz ?? 0);
  expect(seconds).toBeCloseTo(least, 3);
  for (let share = 0; share <= 1; share += 1 / 64) expect(cycles(share * Number(special))).toBeGreaterThanOrEqual(least - 1e-3);
  expect(cycles(Number(special) - 16 * least)).toBeCloseTo(least, 3);
});

test("outputs that may stay in the L2 are not waited for", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 1 });
  const dram = timeBound(workload, H200).terms[0];
  // 32 MiB of output fit the 60 MiB of L2: only the reads count.
  expect(dram?.amount).toBe(2n * 2n * 4096n);
  expect(timeBound(gemmWorkload({ m: 16384, n: 16384, k: 1 }), H200).terms[0]?.amount).toBe(
    2n * 16384n ** 2n + 65_536n - 62_914_560n,
  );
});

test("energy: proven bytes times picojoules, own figures first, operations where given", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 1 });
  const { bounds } = timeBound(workload, H200);
  const counts = operationCounts(workload);
  const bytes = 2n * (2n * 4096n + 4096n ** 2n);
  const own = energyEstimate(bounds, counts, H200, { "dram-l2": 10, "l2-sm": 0, operation: 0.5 });
  expect(own.joules).toEqual(divide(rational(bytes * 10n + 4096n ** 2n), rational(10n ** 12n)));
  expect(own.terms.map(({ id, source }) => `${id} ${source}`)).toEqual(["dram-l2 given", "l2-sm given", "operation given"]);
  const usual = energyEstimate(bounds, counts, H200);
  expect(usual.terms.map(({ id, picojoules }) => [id, picojoules])).toEqual([
    ["dram-l2", 31.36],
    ["l2-sm", 123.75],
  ]);
  expect(usual.terms[0]?.source).toContain("HBM2");
});
