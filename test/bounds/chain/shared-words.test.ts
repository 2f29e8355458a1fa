import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { certificateToJson, type Json } from "../../../src/bounds/certificates/json.js";
import { proveFusedPerMemory } from "../../../src/bounds/chain/fused.js";
import { chainShape } from "../../../src/bounds/chain/shape.js";
import { sharedWordsCertificates } from "../../../src/bounds/chain/shared-words.js";
import { countingCertificate, inFinerUnits } from "../../../src/bounds/finer-units.js";
import { proveGemmSegments } from "../../../src/bounds/gemm/segments.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { attentionWorkload } from "../../../src/computation/attention.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import type { CheckedChain } from "../../../src/verify/chain/chain.js";
import { type ColumnSizes, partsOfWords } from "../../../src/verify/chain/shared-words.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { parameters } from "../../properties/arbitraries.js";
import { boundClaims, edited, expectEveryEditRefused } from "../edited.js";

const DECODING = { heads: 128, kvHeads: 1, queries: 1, keys: 4096, dim: 576, valueDim: 512 };
const PREFILL = { ...DECODING, queries: 1024 };
const latent = (options: typeof DECODING) => attentionWorkload({ ...options, valuesInKeys: true });
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const documentOf = (workload: Parameters<typeof boundWorkload>[0], machine: Parameters<typeof boundWorkload>[1]): Json =>
  asJson(boundsDocument(boundWorkload(workload, machine)));

test("the latent counts once, Q and O at their own widths", () => {
  const best = bestBounds(boundWorkload(attentionWorkload({ ...latent(DECODING), batch: 64 }), H200).bounds).get("dram-l2");
  expect(best).toMatchObject({ id: "compulsory", value: BigInt(2 * 64 * (4096 * 576 + 128 * (576 + 512))) });
});

test("the strip that loads a column of K once is the bound at leading order, whatever part of K is V", () => {
  for (const valueDim of [512, 384, 128]) {
    const workload = attentionWorkload({ heads: 1, queries: 2 ** 20, keys: 2 ** 20, dim: 512, valueDim, valuesInKeys: true });
    const fastWords = 2 ** 22;
    const rows = Math.floor(fastWords / (512 + valueDim + 1));
    const strip = Math.ceil(2 ** 20 / rows) * 2 ** 20 * 512 + 2 ** 20 * (512 + valueDim);
    const bound = bestBounds(boundWorkload(workload, abstractMachine(fastWords)).bounds).get("slow-fast");
    expect(bound?.id).toBe("chain-fused-finer-units");
    expect(strip / Number(bound?.value)).toBeLessThan(1.02);
  }
});

test("columns of B of two sizes count as columns of one by their sum, by their roots, or as the narrowest", () => {
  const parts = (columns: ColumnSizes, b: bigint, d: bigint, word = 64n, a = word): unknown =>
    partsOfWords({ a, b, d, k: 9n, n: 4n } as CheckedChain, columns, word, "bounds[0]");
  // Of nine columns four leave 64 − 28 for B: 4·36 + 5·64 = 464 in all, 4·√36 + 5·√64 = 64 by their roots.
  const most: Readonly<Record<ColumnSizes, bigint>> = { narrowest: 36n, summed: 51n, rooted: 50n };
  for (const [columns, b] of Object.entries(most) as [ColumnSizes, bigint][]) {
    expect(parts(columns, b, 28n), columns).toEqual({ b, d: 28n });
    expect(() => parts(columns, b + 1n, 28n), columns).toThrow(/b is more than words of which 28 of 64/);
    expect(() => parts(columns, 1n, 64n), columns).toThrow(/d is below 64/);
    expect(() => parts(columns, 1n, 28n, 64n, 128n), columns).toThrow(/a is 64/);
    // A column of which one unit is left for B.
    expect(parts(columns, 1n, 63n), columns).toEqual({ b: 1n, d: 63n });
  }
  // 9·√36 = 4·√36 + 5·√36: equal sizes are just as narrow.
  expect(parts("rooted", 36n, 0n, 36n)).toEqual({ b: 36n, d: 0n });
  expect(() => parts("rooted", 37n, 0n, 36n)).toThrow(/b is more/);
});

test("counting K and V apart would be above that strip", () => {
  const workload = attentionWorkload({ heads: 1, queries: 2 ** 20, keys: 2 ** 20, dim: 512 });
  const apart = bestBounds(boundWorkload(workload, abstractMachine(2 ** 22)).bounds).get("slow-fast");
  expect(Number(apart?.value)).toBeGreaterThan(1.5 * Math.ceil(2 ** 20 / Math.floor(2 ** 22 / 1025)) * 2 ** 20 * 512);
});

test("columns that heads share count once as compulsory, and in segments as if they were each head's own", () => {
  const shape = { heads: 128, queries: 4096, dim: 192, valueDim: 128 };
  const [own, shared] = [{}, { sharedKeyColumns: 64 }].map((one) =>
    boundWorkload(attentionWorkload({ ...shape, ...one }), H200),
  ) as [ReturnType<typeof boundWorkload>, ReturnType<typeof boundWorkload>];
  const worth = ({ bounds }: typeof own, id: string, at: string) =>
    bounds.find((bound) => bound.id === id && bound.interface === at)?.value;
  expect(worth(own, "compulsory", "dram-l2")).toBe(BigInt(2 * 4096 * 128 * (192 + 192 + 128 + 128)));
  expect(worth(shared, "compulsory", "dram-l2")).toBe(BigInt(2 * 4096 * (128 * (192 + 128 + 128 + 128) + 64)));
  expect(worth(shared, "chain-fused-finer-units", "l2-sm")).toBe(worth(own, "chain-fused", "l2-sm"));
  expect(shared.bounds.map(({ id, status }) => [id, status])).toContainEqual(["chain-fused-finer-units", "paper proof"]);
  const theorems = new Set(shared.bounds.map(({ certificate }) => countingCertificate(certificate).theorem));
  expect([...theorems].sort()).toEqual(["chain-fused", "chain-recomputation", "compulsory"]);
});

describe("the checker", () => {
  const document = documentOf(latent(PREFILL), abstractMachine(100_000));

  test("refuses every edit of what is claimed, but for what a deriver may choose", () => {
    // Another cut, or a smaller part of a word, may prove as much once it is rounded up to whole words.
    const settled = boundClaims(document).filter((path) => !/^(cut|firstCut|b|d|partial)$/.test(String(path.at(-1))));
    expectEveryEditRefused(document, settled, () => [
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}0`),
      (leaf) => (typeof leaf === "number" ? 2 * leaf : ""),
    ]);
  });

  test("refuses the certificates for another workload: values of their own, or another width", () => {
    const { valueDim: _, ...square } = PREFILL;
    const changes = [
      { valuesInKeys: undefined },
      { valueDim: 256 },
      { valueDim: 640 },
      { valuesInKeys: 1 },
      { valuesInKeys: false },
    ];
    for (const change of changes) {
      const workload = { ...(document as { readonly workload: object }).workload, ...change };
      expect(verifyDocument(asJson({ ...(document as object), workload })), JSON.stringify(change)).toMatchObject({
        valid: false,
      });
    }
    expect(verifyDocument(documentOf(attentionWorkload({ ...square, valuesInKeys: true }), H200))).toMatchObject({ valid: true });
  });

  test("refuses divisions of a word that come to more than the word, or leave nothing of it", () => {
    const workload = latent(PREFILL);
    const { extents, weights } = chainShape(workload, "words");
    const capacity = 100_000n;
    const right = sharedWordsCertificates({ extents, weights, capacity, memories: 1n });
    expect(right.map(({ theorem }) => theorem)).toContain("finer-units");
    const given = documentOf(workload, abstractMachine(Number(capacity)));
    for (const [b, d, reason] of [
      [40, 40, "b is more"],
      [1, 64, "d is below"],
      [64, 1, "b is more"],
    ] as const) {
      const finer = { ...weights, a: 64n, b: BigInt(b), h: 64n, d: BigInt(d), partial: 64n, output: 64n };
      const forged = proveForged({ extents, weights: finer, capacity: 64n * capacity, memories: 1n });
      const bounds = (given as { readonly bounds: readonly { readonly id: string }[] }).bounds;
      const index = bounds.findIndex(({ id }) => id === "chain-fused-finer-units");
      const { value, reads, writes } = forged as { value: bigint; reads: bigint; writes: bigint };
      const mutated = edited(given, ["bounds", index], (bound) =>
        asJson({
          ...(bound as object),
          ...{ value: Number(value), reads: Number(reads), writes: Number(writes) },
          certificate: certificateToJson(forged),
        }),
      );
      expect(JSON.stringify(verifyDocument(mutated)), `${b} and ${d}`).toContain(reason);
    }
  });
});

/** By the deriver of chain-fused, whatever the division. */
function proveForged(instance: Parameters<typeof proveFusedPerMemory>[0]) {
  return inFinerUnits(proveFusedPerMemory(instance), 64n);
}

test("any certificate in finer units is checked as it is inside, and proves no more than in whole ones", () => {
  const side = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(side, side, side, fc.bigInt(8n, 4000n), fc.bigInt(1n, 9n), (m, n, k, capacity, units) => {
      const [extents, sizes] = [
        { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) },
        { a: 2n, b: 1n, partial: 4n, output: 2n },
      ];
      const weightsIn = (u: bigint) => ({ a: 2n * u, b: u, partial: 4n * u, output: 2n * u });
      const instanceIn = (u: bigint) => ({ extents, weights: weightsIn(u), capacity: u * capacity, memories: 1n });
      const whole = proveGemmSegments({ ...instanceIn(1n), weights: sizes });
      const inner = proveGemmSegments(instanceIn(units));
      if (whole === undefined || inner === undefined) return;
      const finer = inFinerUnits(inner, units);
      const json = asJson(certificateToJson(finer)) as Record<string, Json>;
      expect(verifyCertificate(json)).toMatchObject({ value: finer.value, units });
      for (const name of ["value", "reads", "writes"])
        expect(() => verifyCertificate({ ...json, [name]: Number(json[name]) + 1 })).toThrow();
      for (const wrong of [0, Number(units) + 1]) {
        if (finer.value > 1n) expect(() => verifyCertificate({ ...json, units: wrong })).toThrow();
      }
      expect(() => verifyCertificate({ ...json, inner: json })).toThrow("no theorem 'finer-units'");
    }),
    parameters(30),
  );
});
