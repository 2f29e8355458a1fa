import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import type { MultilayerInstance } from "../../../src/bounds/certificates/multilayer.js";
import { proveMultilayerRecomputation } from "../../../src/bounds/multilayer/recomputation.js";
import { multilayerChainWorkload } from "../../../src/computation/multilayer-chain.js";
import { gpuNamed } from "../../../src/machines/registry.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { parameters } from "../../properties/arbitraries.js";
import { boundClaims, expectEveryEditRefused } from "../edited.js";

const ID = "multilayer-recomputation";
const ceil = (a: number, b: number): number => Math.ceil(a / b);

interface Sized {
  readonly m: number;
  readonly widths: readonly number[];
  readonly operand: number;
  readonly between: number;
  readonly partial: number;
  readonly output: number;
}

function instanceOf({ m, widths, ...sizes }: Sized, capacity: number, memories = 1): MultilayerInstance {
  const weights = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, BigInt(size)]));
  return {
    extents: { m: BigInt(m), widths: widths.map(BigInt) },
    weights: weights as unknown as MultilayerInstance["weights"],
    capacity: BigInt(capacity),
    memories: BigInt(memories),
  };
}

/** The cheapest of every product by itself, in tiles of sums or by rows of its left operand that stay, and every result stored. */
function apart({ m, widths, operand, between, partial, output }: Sized, capacity: number): number {
  let sum = 0;
  for (let q = 1; q < widths.length; q++) {
    const [inner, columns] = [widths[q - 1] as number, widths[q] as number];
    const left = q === 1 ? operand : between;
    let least = Number.POSITIVE_INFINITY;
    for (let rows = 1; rows <= m; rows = rows < 30 ? rows + 1 : Math.ceil(rows * 1.07)) {
      const tile = Math.min(columns, Math.floor((capacity - left) / (partial * rows + operand)));
      if (tile >= 1) least = Math.min(least, ceil(columns, tile) * m * inner * left + ceil(m, rows) * inner * columns * operand);
      if (rows * (left * inner + partial) + operand <= capacity)
        least = Math.min(least, m * inner * left + ceil(m, rows) * inner * columns * operand);
    }
    sum += least + m * columns * (q === widths.length - 1 ? output : between);
  }
  return sum;
}

const size = fc.constantFrom(1, 2, 4);
const sized = fc
  .record({
    m: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 100, max: 3000 })),
    widths: fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 20, max: 900 })), {
      minLength: 4,
      maxLength: 6,
    }),
    operand: size,
    partial: size,
    output: size,
  })
  // Intermediates are stored as operands or as sums, whichever is narrower.
  .map((c) => ({ ...c, between: Math.min(c.operand, c.partial) }));

describe(ID, () => {
  test("is at most what the products cost one by one, and its certificates hold", () => {
    fc.assert(
      fc.property(sized, fc.oneof(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 8000 })), (c, capacity) => {
        const certificate = proveMultilayerRecomputation(instanceOf(c, capacity));
        if (certificate === undefined) return;
        expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(certificate.value);
        const cost = apart(c, capacity);
        if (Number.isFinite(cost)) expect(certificate.value <= BigInt(cost), `${certificate.value} > ${cost}`).toBe(true);
      }),
      parameters(120),
    );
  });

  test("with all sizes w it is w times what words of one size prove, but for roots that searches round", () => {
    fc.assert(
      fc.property(sized, fc.integer({ min: 4, max: 3000 }), fc.integer({ min: 1, max: 3 }), size, (c, capacity, memories, w) => {
        const words = instanceOf({ ...c, operand: 1, between: 1, partial: 1, output: 1 }, capacity, memories);
        const bytes = instanceOf({ ...c, operand: w, between: w, partial: w, output: w }, capacity * w, memories);
        const proven = Number(proveMultilayerRecomputation(words)?.value ?? 0n) * w;
        const sized = Number(proveMultilayerRecomputation(bytes)?.value ?? 0n);
        expect(Math.abs(sized - proven)).toBeLessThanOrEqual(0.01 * proven);
      }),
      parameters(60),
    );
  });

  test("feed-forward blocks in a row on an H200: √2 times what narrow accumulators give; every edit refused", () => {
    const workload = multilayerChainWorkload({ m: 8192, widths: [4096, 14_336, 4096, 14_336, 4096] });
    const report = boundWorkload(workload, gpuNamed("h200"));
    const at = (id: string): bigint => report.bounds.find((bound) => bound.interface === "l2-sm" && bound.id === id)?.value ?? 0n;
    const ratio = Number(at(`${ID}-wide-accumulators`)) / Number(at(ID));
    expect(ratio).toBeGreaterThan(1.37);
    expect(ratio).toBeLessThan(1.43);
    const document = JSON.parse(JSON.stringify(boundsDocument(report)));
    const own = document.bounds.findIndex(
      (bound: { id: string; interface: string }) => bound.id === `${ID}-wide-accumulators` && bound.interface === "l2-sm",
    );
    const changes = [(leaf: unknown) => (typeof leaf === "number" ? leaf + 1 : `${String(leaf)}0`), () => 0, () => -1] as const;
    expectEveryEditRefused(
      document,
      boundClaims(document).filter((path) => path[1] === own),
      () => changes as never,
    );
  });

  test("meets tiles of the products within what stores and changes of stage cost", () => {
    const c = { m: 4000, widths: [3000, 4000, 3000, 4000], operand: 2, between: 2, partial: 4, output: 2 };
    const bound = Number(proveMultilayerRecomputation(instanceOf(c, 20_000))?.value);
    const ratio = apart(c, 20_000) / bound;
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.08);
  });
});
