import { test } from "vitest";
import { proveGemmBlockScales } from "../../../src/bounds/gemm/block-scales.js";
import { proveGemmOneCtaPerTile } from "../../../src/bounds/gemm/one-cta-per-tile.js";
import { proveGemmOutputStationary } from "../../../src/bounds/gemm/output-stationary.js";
import { panelsOfBlocks } from "../../../src/bounds/gemm/panel-weight.js";
import { proveGemmPerProcessor, proveSegmentsPerMemory } from "../../../src/bounds/gemm/segments.js";
import { ceilDivide } from "../../../src/exact/integer.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";
import { WIDE, wide } from "../forgeries/wide-product.js";

{
  const own = wide(3000n, 2000n, 500n, 1_000_000n);
  const kernel = { tile: { bm: 128n, bn: 64n }, slots: 8n, inStep: false };
  const inStep = { ...kernel, inStep: true };
  /** With windows of so many blocks and a loss of its own at each cut between them. */
  const windowed = (
    window: bigint,
    of: typeof kernel,
    { capacity = own.capacity, unfinished = of.inStep ? 0n : 7n, cut = 0n } = {},
  ) => {
    const { m, n } = own.extents;
    const windows = ceilDivide(ceilDivide(m, 128n) * ceilDivide(n, 64n), window) + cut;
    const whole = m * n - (windows - 1n) * unfinished * 128n * 64n;
    const outputs = whole > 0n ? whole : 0n;
    const most = window * 128n * 64n < m * n ? window * 128n * 64n : m * n;
    const loads = panelsOfBlocks(own, outputs, most) - (windows - 1n) * capacity;
    const reads = loads > 0n ? loads : 0n;
    const writes = 2n * m * n;
    return forged(proveGemmOneCtaPerTile(own, of), { window, windows, outputs, reads, writes, value: reads + writes });
  };
  const right = proveGemmOneCtaPerTile(own, inStep);
  const { reads } = JSON.parse(JSON.stringify(windowed(128n, kernel))) as { readonly reads: number };
  describeForgeries(
    "gemm-one-cta-per-tile",
    [forged(right), windowed(128n, inStep), windowed(128n, kernel), windowed(1n, kernel)],
    [
      ["that blocks in step begin together", windowed(129n, inStep), "certificate.window", "not whole waves of 8"],
      ["that the last window may be short", windowed(128n, kernel, { cut: 1n }), "certificate.windows", "windows is 6, not 7"],
      [
        "that blocks may run across a cut",
        windowed(128n, kernel, { unfinished: 0n }),
        "certificate.outputs",
        "outputs is 5713280, not 6000000",
      ],
      [
        "what stays in the cache between windows",
        windowed(128n, kernel, { capacity: 0n }),
        "certificate.reads",
        `reads is ${reads}, not ${reads + 5_000_000}`,
      ],
      [
        "that there is one cache",
        forged(right, { instance: { ...own, memories: 2n } }),
        "certificate.instance.memories",
        "the number of caches is 1, not 2",
      ],
      [
        "that outputs are stored at their own size",
        forged(right, { writes: 24_000_000n, value: right.value + 12_000_000n }),
        "certificate.writes",
        "writes is 12000000, not 24000000",
      ],
      [
        "that the value is loads and stores",
        forged(right, { value: right.value + 1n }),
        "certificate.value",
        `value is ${right.value}, not ${right.value + 1n}`,
      ],
    ],
  );
  test("steps that are neither", () =>
    expectRefusal(
      forged(right, { kernel: { ...kernel, inStep: 1 as unknown as boolean } }),
      "certificate.kernel.inStep",
      "not true or false",
    ));
}

{
  const own = wide(3000n, 2000n, 500n, 262_144n);
  const kernel = { home: "registers", sms: 1n, stages: 4n, sharedMemory: 232_448n } as const;
  const right = proveGemmOutputStationary(own, kernel);
  const unstaged = proveGemmOutputStationary(own, { ...kernel, stages: 0n });
  const shallow = proveGemmOutputStationary(own, { ...kernel, stages: 3n });
  const narrowSums = proveGemmOutputStationary({ ...own, weights: { ...WIDE, partial: 8n } }, { ...kernel, stages: 0n });
  const few = (by: bigint) => forged(right, { value: (right?.value ?? 0n) + by });
  const { blockOutputs = 0n, reads = 0n, writes = 0n, value = 0n } = right ?? {};
  const tight = { ...own, capacity: 3n };
  describeForgeries(
    "gemm-output-stationary",
    [forged(right), forged(unstaged), forged(shallow), forged(narrowSums)],
    [
      [
        "that the home holds wide accumulators",
        forged(narrowSums, { instance: own }),
        "certificate.blockOutputs",
        "blockOutputs is 65536, not 32768",
      ],
      [
        "how many stages there are",
        forged(right, { stages: 3n }),
        "certificate.blockOutputs",
        `blockOutputs is ${shallow?.blockOutputs}, not ${blockOutputs}`,
      ],
      [
        "that a stage need not be there",
        forged(right, { stages: 0n }),
        "certificate.blockOutputs",
        `blockOutputs is 65536, not ${blockOutputs}`,
      ],
      [
        "that panels are rounded up",
        forged(right, { reads: reads + 1n, value: value + 1n }),
        "certificate.reads",
        `reads is ${reads}, not ${reads + 1n}`,
      ],
      [
        "that outputs are stored at their own size",
        forged(right, { writes: 2n * writes, value: value + writes }),
        "certificate.writes",
        `writes is ${writes}, not ${2n * writes}`,
      ],
      ["that the value is loads and stores", few(1n), "certificate.value", `value is ${value}, not ${value + 1n}`],
    ],
  );
  test("a home that is neither, and one that holds no sum", () => {
    expectRefusal(forged(right, { home: "shared" as "registers" }), "certificate.home", "neither registers nor tensor-memory");
    expectRefusal(forged(right, { instance: tight, blockOutputs: 1n }), "certificate", "no output fits a block");
  });
}

{
  const large = wide(900n, 800n, 700n, 40_001n);
  const product = proveSegmentsPerMemory(large);
  const scales = [{ array: "Sa", words: 1000n, wordSize: 1n }];
  const right = proveGemmBlockScales(product, scales);
  const busiest = proveGemmPerProcessor(large);
  const { reads = 0n, writes = 0n, value } = right;
  describeForgeries(
    "gemm-block-scales",
    [forged(right)],
    [
      [
        "that every scale is read",
        forged(right, { value: value - 1000n }),
        "certificate.value",
        `value is ${value}, not ${value - 1000n}`,
      ],
      [
        "that loads of scales are loads",
        forged(right, { reads: product.reads }),
        "certificate.reads",
        `reads is ${reads}, not ${product.reads}`,
      ],
      [
        "that scales are not stored",
        forged(right, { writes: writes + 1000n }),
        "certificate.writes",
        `writes is ${writes}, not ${writes + 1000n}`,
      ],
    ],
  );
  test("a bound on the busiest memory, and one with scales already, is not on the product", () => {
    const none = (named: string) => `no bound on all traffic of a product: '${named}'`;
    const inside = (certificate: unknown) => forged(right, { product: certificate as typeof product });
    const schema = { schema: "redblue.certificate/2" };
    expectRefusal(inside({ ...schema, ...busiest }), "certificate.product.theorem", none("gemm-per-processor"));
    expectRefusal(inside({ ...schema, ...right }), "certificate.product.theorem", none("gemm-block-scales"));
  });
}
