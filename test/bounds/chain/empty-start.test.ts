import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../../src/bounds/certificates/chain.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveFusedEmptyStart, proveFusedPerMemory } from "../../../src/bounds/chain/fused.js";
import { proveRecomputationAmortized, proveRecomputationEmptyStart } from "../../../src/bounds/chain/recomputation.js";
import { attentionWorkload } from "../../../src/computation/attention.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { ffnWorkload } from "../../../src/computation/ffn.js";
import { abstractMachine, gpuNamed } from "../../../src/machines/registry.js";
import { wordChains } from "../../../src/schedules/two-level/chain/schedules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { counted, parameters } from "../../properties/arbitraries.js";
import type { Change } from "../edited.js";
import { edited, expectEveryEditRefused, leaves } from "../edited.js";

const UNIT = { a: 1n, b: 1n, h: 1n, d: 1n, partial: 1n, output: 1n };

function chain(m: number, k: number, l: number, n: number, capacity: number, memories = 1, weights = UNIT): ChainInstance {
  const [M, K, L, N] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const extents = { batch: 1n, m: M, k: K, l: L, n: N, pairs: M * L, factors: 1n };
  return { extents, weights, capacity: BigInt(capacity), memories: BigInt(memories) };
}

describe("a memory more than the leading term", () => {
  test.each([2, 3, 5])("attention over keys that come %i times as many as the rows that fit", (passes) => {
    const [d, S] = [64, 1 << 18];
    const keys = (passes * S) / (2 * d);
    const value = Number(proveFusedEmptyStart(chain(keys, d, keys, d, S))?.value);
    expect(value / ((passes * passes + 1) * S)).toBeCloseTo(1, 5);
    const before = Number(proveFusedPerMemory(chain(keys, d, keys, d, S)).value);
    expect(value - before).toBeGreaterThan(0.18 * S);
  });

  test("recomputation: about S words more than without a segment given away", () => {
    const S = 1 << 14;
    for (const [m, k, l, n] of [
      [8192, 80, 128, 80],
      [8192, 160, 128, 160],
      [8192, 192, 512, 96],
    ] as const) {
      const instance = chain(m, k, l, n, S);
      const gain = Number(
        (proveRecomputationEmptyStart(instance)?.value ?? 0n) - (proveRecomputationAmortized(instance)?.value ?? 0n),
      );
      expect(gain).toBeGreaterThan(S);
      expect(gain).toBeLessThan(1.15 * S);
    }
  });
});

test("nothing is claimed of several memories: two may share what one does, and then neither pays for a first segment of S + T", () => {
  const one = chain(4096, 64, 4096, 64, 1 << 18);
  expect(proveFusedEmptyStart({ ...one, memories: 2n })).toBeUndefined();
  expect(proveRecomputationEmptyStart({ ...chain(8192, 160, 128, 160, 1 << 14), memories: 2n })).toBeUndefined();
  for (const certificate of [proveFusedEmptyStart(one), proveRecomputationEmptyStart(chain(8192, 160, 128, 160, 1 << 14))]) {
    if (certificate === undefined) throw new Error("no certificate");
    const json = certificateToJson(certificate);
    expect(() => verifyCertificate(json)).not.toThrow();
    expect(() => verifyCertificate(edited(json, ["instance", "memories"], () => 2))).toThrow(/memories/);
  }
});

const side = fc.integer({ min: 1, max: 300 });
const sizes = fc.constantFrom(1n, 2n, 4n);

test("at most what a schedule moves, and accepted by the checker", () => {
  const drawn = fc.tuple(side, side, side, side, fc.integer({ min: 6, max: 3000 }));
  let said = 0;
  fc.assert(
    fc.property(drawn, ([m, k, l, n, words]) => {
      const costs = wordChains(chainWorkload({ m, k, l, n }), words).map(({ words: w }) =>
        Object.values(w).reduce<bigint>((sum, moved) => sum + moved, 0n),
      );
      const instance = chain(m, k, l, n, words);
      for (const certificate of [proveFusedEmptyStart(instance), proveRecomputationEmptyStart(instance)]) {
        if (certificate === undefined) continue;
        said++;
        for (const cost of costs) expect(certificate.value <= cost).toBe(true);
        expect(verifyCertificate(certificateToJson(certificate)).value).toBe(certificate.value);
      }
    }),
    counted(150),
  );
  expect(said).toBeGreaterThan(100);
});

test("as much as with a first segment of T but for what whole numbers decide in few words, and no more in a larger memory", () => {
  const weights = fc.record({ a: sizes, b: sizes, h: sizes, d: sizes, partial: sizes }).map((w) => ({ ...w, output: w.partial }));
  const drawn = fc.tuple(side, side, side, side, fc.integer({ min: 1000, max: 20_000 }), weights);
  fc.assert(
    fc.property(drawn, ([m, k, l, n, words, w]) => {
      const [small, large] = [chain(m, k, l, n, words, 1, w), chain(m, k, l, n, words + 4, 1, w)];
      const once = [m * k, k * l, l * n, m * n].map(BigInt);
      const compulsory = [w.a, w.b, w.d, w.partial].reduce((sum, size, array) => sum + size * (once[array] as bigint), 0n);
      const [transients, larger] = [small, large].map((one) => proveFusedEmptyStart(one)?.clock ?? 0n) as [bigint, bigint];
      const before = proveFusedPerMemory(small);
      // In few words whole numbers of products decide which T is best.
      if (before.clock > compulsory) expect(Number(transients)).toBeGreaterThanOrEqual(0.998 * Number(before.clock));
      if (larger > compulsory) expect(larger <= transients).toBe(true);
      const starts = proveRecomputationEmptyStart(small)?.clockWords ?? 0n;
      expect((proveRecomputationEmptyStart(large)?.clockWords ?? 0n) <= starts).toBe(true);
    }),
    parameters(150),
  );
});

// Cuts up to 64 capacities were tried: the larger memory tried a longer one, and found 335396 where the smaller had 335394.
test.each([
  { extents: [235, 118, 297, 2], words: 3488, weights: { a: 4n, b: 4n, h: 4n, d: 2n, partial: 4n, output: 4n } },
  { extents: [297, 171, 299, 3], words: 2276, weights: { a: 2n, b: 4n, h: 4n, d: 1n, partial: 1n, output: 1n } },
  { extents: [142, 65, 252, 5], words: 1001, weights: { a: 4n, b: 4n, h: 4n, d: 4n, partial: 1n, output: 1n } },
] as const)("a later segment may have any number of capacities: $extents in $words words", ({ extents, words, weights }) => {
  const [m, k, l, n] = extents;
  const [small, large] = [words, words + 4].map((capacity) => proveFusedEmptyStart(chain(m, k, l, n, capacity, 1, weights)));
  if (small === undefined || large === undefined) throw new Error("no certificate");
  for (const certificate of [small, large]) {
    expect(certificate.cut > 60n * certificate.instance.capacity).toBe(true);
    expect(verifyCertificate(certificateToJson(certificate)).value).toBe(certificate.value);
  }
  // Later segments with as many words as the larger memory's pay for four more each.
  expect(small.clock >= large.clock + 4n * large.laterSegments).toBe(true);
});

test("every edit of a certificate from an empty memory is refused", () => {
  const machines = [abstractMachine(1 << 14), gpuNamed("h100")];
  const workloads = [
    chainWorkload({ m: 8192, k: 80, l: 512, n: 80 }),
    attentionWorkload({ heads: 2, queries: 3000, keys: 2000, dim: 96, causal: true }),
    ffnWorkload({ tokens: 8192, model: 4096, hidden: 14_336, gated: true }),
  ];
  let seen = 0;
  for (const machine of machines) {
    for (const workload of workloads) {
      const document = boundsDocument(boundWorkload(workload, machine));
      const claims = leaves(document).filter((path) => {
        const { bounds } = document as unknown as { bounds: readonly { certificate: { form?: string } }[] };
        const form = path[0] === "bounds" ? bounds[path[1] as number]?.certificate.form : undefined;
        return form === "empty-start" && (path[2] === "certificate" || path[2] === "value");
      });
      seen += claims.length;
      const changes: readonly Change[] = [
        (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}0`),
        (leaf) => (typeof leaf === "number" ? leaf - 1 : ""),
        (leaf) => 2 * Number(leaf),
      ];
      expectEveryEditRefused(document, claims, () => changes);
    }
  }
  expect(seen).toBeGreaterThan(100);
});
