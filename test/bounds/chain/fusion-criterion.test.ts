import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { fusionCriteria } from "../../../src/bounds/chain/fusion-criterion.js";
import { attentionWorkload } from "../../../src/computation/attention.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { ffnWorkload } from "../../../src/computation/ffn.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { H100 } from "../../../src/machines/known/h100.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { fusionLines } from "../../../src/report/gap-text.js";
import { fusedChain } from "../../../src/schedules/two-level/chain/fused.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { parameters } from "../../properties/arbitraries.js";
import { expectRefusal } from "../forgeries/refusal.js";

const long = { m: 4096, l: 4096 };

test("k + n < 2√S is decided exactly, on both sides of equality", () => {
  const pays = (k: number, n: number, words: number): boolean | undefined =>
    fusionCriteria(chainWorkload({ ...long, k, n }), abstractMachine(words)).get("slow-fast")?.pays;
  expect(pays(100, 100, 10_000)).toBe(false);
  expect(pays(100, 99, 10_000)).toBe(true);
  expect(pays(100, 100, 10_001)).toBe(true);
  expect(pays(150, 49, 10_000)).toBe(true);
});

test("the checker refuses a criterion that says otherwise, on both sides of equality", () => {
  for (const [n, right] of [
    [100, false],
    [99, true],
  ] as const) {
    const document = boundsDocument(boundWorkload(chainWorkload({ ...long, k: 100, n }), abstractMachine(10_000))) as object;
    const { fusion } = document as { readonly fusion: Readonly<Record<"slow-fast", object>> };
    expect(fusion["slow-fast"]).toMatchObject({ pays: right });
    const said = (pays: boolean) => ({ ...document, fusion: { "slow-fast": { ...fusion["slow-fast"], pays } } });
    const asRead = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;
    expect(verifyDocument(asRead(said(right)))).toMatchObject({ valid: true });
    expectRefusal(asRead(said(!right)), "fusion.slow-fast.pays", "not what sides and capacity give");
  }
});

test("it is absent where it decides nothing: short m or l, and workloads without an intermediate", () => {
  const machine = abstractMachine(10_000);
  expect(fusionCriteria(chainWorkload({ m: 100, k: 9, l: 4096, n: 9 }), machine).size).toBe(0);
  expect(fusionCriteria(chainWorkload({ m: 4096, k: 9, l: 100, n: 9 }), machine).size).toBe(0);
  expect(fusionCriteria(chainWorkload({ m: 101, k: 9, l: 101, n: 9 }), machine).size).toBe(1);
  const product = gemmWorkload({ m: 4096, n: 4096, k: 64 });
  expect(fusionCriteria(product, machine).size).toBe(0);
  expect(boundsDocument(boundWorkload(product, machine))).not.toHaveProperty("fusion");
});

test("attention pays in shared memory, a wide feed-forward block does not, and both are printed", () => {
  const attention = attentionWorkload({ heads: 8, queries: 16_384, dim: 128 });
  const ffn = ffnWorkload({ tokens: 65_536, model: 8192, hidden: 28_672, gated: true });
  const pays = (workload: typeof attention | typeof ffn): readonly (boolean | undefined)[] => {
    const criteria = fusionCriteria(workload, H100);
    return [criteria.get("dram-l2")?.pays, criteria.get("l2-sm")?.pays];
  };
  expect(pays(attention)).toEqual([true, true]);
  expect(pays(ffn)).toEqual([false, false]);
  expect(fusionLines(attention, H100).join("\n")).toMatch(/l2-sm: k \+ n = 256 < 2√S = 1,024, S = 262,144 words: .* move less/);
  expect(boundsDocument(boundWorkload(ffn, H100))).toMatchObject({ fusion: { "l2-sm": { sides: 16_384, pays: false } } });
});

test("latents are loaded once in a strip, so their columns alone are compared, and the checker agrees", () => {
  const latent = attentionWorkload({
    heads: 128,
    kvHeads: 1,
    queries: 64,
    keys: 4096,
    dim: 576,
    valueDim: 512,
    valuesInKeys: true,
  });
  expect(fusionLines(latent, H100).join("\n")).toMatch(/l2-sm: k = 576 < 2√S = 1,024, S = 262,144 words: .* move less/);
  const document = boundsDocument(boundWorkload(latent, H100));
  expect(document).toMatchObject({ fusion: { "l2-sm": { sides: 576, pays: true } } });
  expect(verifyDocument(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
});

test("what it compares: fused strips cost less than 2ml(k+n)/√S where it says so, clear of the crossing", () => {
  const side = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 2000, max: 20_000 }), (k, n, words) => {
      const workload = chainWorkload({ m: 1_000_000, k, l: 1_000_000, n });
      const crossing = (k + n) / (2 * Math.sqrt(words));
      fc.pre(crossing < 0.8 || crossing > 1.25);
      const strip = fusedChain(workload, words, n);
      const tiled = (2 * 1e12 * (k + n)) / Math.sqrt(words);
      const cost = strip === undefined ? Number.POSITIVE_INFINITY : Number(strip.words.b + strip.words.d);
      expect(fusionCriteria(workload, abstractMachine(words)).get("slow-fast")?.pays).toBe(cost < tiled);
    }),
    parameters(100),
  );
});
