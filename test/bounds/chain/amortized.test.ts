import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../../src/bounds/certificates/chain.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveChainFused, proveFusedAmortized, proveFusedPerMemory } from "../../../src/bounds/chain/fused.js";
import { proveChainRecomputation, proveRecomputationAmortized } from "../../../src/bounds/chain/recomputation.js";
import { chainSegment } from "../../../src/bounds/chain/segment.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { CONDITIONS } from "../../../src/bounds/requirements.js";
import { attentionWorkload } from "../../../src/computation/attention.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { gpuNamed } from "../../../src/machines/registry.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { parameters } from "../../properties/arbitraries.js";
import type { Change } from "../edited.js";
import { edited, expectEveryEditRefused, leaves } from "../edited.js";

const UNIT = { a: 1n, b: 1n, h: 1n, d: 1n, partial: 1n, output: 1n };

function chain(m: number, k: number, l: number, n: number, capacity: number, memories: number): ChainInstance {
  const [M, K, L, N] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const extents = { batch: 1n, m: M, k: K, l: L, n: N, pairs: M * L, factors: 1n };
  return { extents, weights: UNIT, capacity: BigInt(capacity), memories: BigInt(memories) };
}

const near = (value: bigint, expected: number): number => Math.abs(Number(value) / expected - 1);

describe("the leading terms, whatever the number of memories", () => {
  const S = 1 << 20;
  test.each([1, 2, 132, 10_000])("%i memories", (memories) => {
    const attention = chain(16_384, 128, 16_384, 128, S, memories);
    expect(near(proveFusedAmortized(attention)?.value ?? 0n, (16_384 * 256) ** 2 / S)).toBeLessThan(1e-4);
    const wide = proveRecomputationAmortized(chain(16_384, 8192, 16_384, 8192, S, memories))?.value ?? 0n;
    // The best T is a little above 2S, for which this is the figure.
    const figure = 16_384 ** 2 * ((2 * 16_384) / 1024 - 9 / 8);
    expect(near(wide, figure)).toBeLessThan(3e-4);
    expect(Number(wide)).toBeGreaterThan(figure);
  });
});

test("with many memories a form that gives segments away says less, with one it says as much: the better form is offered", () => {
  const many = chain(9000, 128, 9000, 128, 200_000, 132);
  expect(proveFusedAmortized(many)?.value).toBeGreaterThan(proveFusedPerMemory(many).value);
  expect(proveChainFused(many).map(({ form }) => form)).toEqual(["amortized"]);
  const one = { ...many, memories: 1n };
  expect(Number(proveFusedAmortized(one)?.value) / Number(proveFusedPerMemory(one).value)).toBeLessThan(1.0001);
  // From an empty start one memory moves about a memory more, which has a paper proof: both are offered, the machine-checked one first.
  for (const [first, second, ...others] of [
    proveChainFused(one),
    proveChainRecomputation(chain(8192, 160, 128, 160, 1 << 14, 1)),
  ]) {
    expect([second?.form, others]).toEqual(["empty-start", []]);
    expect(["per-memory", "amortized"]).toContain(first?.form);
    expect(second?.value).toBeGreaterThan(first?.value ?? 0n);
  }
});

test("a certificate under the name of another form is refused, and so is a form that no theorem has", () => {
  const one = chain(4096, 64, 4096, 64, 1 << 15, 1);
  for (const certificate of [
    ...[proveFusedPerMemory(one), proveFusedAmortized(one), ...proveChainFused(one)],
    ...proveChainRecomputation(chain(8192, 160, 128, 160, 1 << 14, 1)),
  ]) {
    const json = certificateToJson(certificate as NonNullable<typeof certificate>);
    expect(() => verifyCertificate(json)).not.toThrow();
    for (const form of ["per-memory", "amortized", "empty-start", "steady", "constructor"]) {
      if (form !== certificate?.form) expect(() => verifyCertificate(edited(json, ["form"], () => form)), form).toThrow();
    }
    const { form, ...formless } = json as Record<string, unknown>;
    expect(() => verifyCertificate(formless), `${form}`).toThrow("form");
  }
});

test("what a segment can hold grows at least in proportion to its budget", () => {
  const side = fc.bigInt({ min: 1n, max: 3000n });
  const size = fc.constantFrom(1n, 2n, 4n, 8n);
  const budgets = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 6n }));
  fc.assert(
    fc.property(side, side, side, side, fc.tuple(size, size, size, size), budgets, (m, k, l, n, [a, b, h, c], [x, y]) => {
      const [small, large] = x < y ? [x, y] : [y, x];
      const extents = { batch: 1n, m, k, l, n, pairs: m * l, factors: 1n };
      const weights = { a, b, h, d: b, partial: c, output: c };
      const held = (budget: bigint): bigint => {
        const { stored, transient } = chainSegment(extents, weights, c, budget);
        return stored > transient ? stored : transient;
      };
      // Rounded down, and no more than there is.
      if (held(large) < m * l * n) expect(held(small) * large < (held(large) + 1n) * small).toBe(true);
    }),
    parameters(200),
  );
});

test("figures of an H100: bytes into its SMs", () => {
  const machine = gpuNamed("h100");
  const best = (workload: Parameters<typeof boundWorkload>[0]): readonly [string | undefined, number] => {
    const bound = bestBounds(boundWorkload(workload, machine).bounds, new Set(CONDITIONS)).get("l2-sm");
    return [bound?.id, Number(bound?.value)];
  };
  const [id, bytes] = best(attentionWorkload({ heads: 16, queries: 4096, keys: 4096, dim: 128 }));
  expect(id).toBe("chain-fused-wide-accumulators");
  expect(bytes / 173.0e6).toBeCloseTo(1, 3);
  const wide = chainWorkload({ m: 8192, k: 1024, l: 8192, n: 1024 });
  const amortized = boundWorkload(wide, machine).bounds.find(
    ({ id, interface: interfaceId }) => id === "chain-recomputation-wide-accumulators" && interfaceId === "l2-sm",
  );
  expect(Number(amortized?.value) / 1.21e9).toBeCloseTo(1, 3);
  expect(best(wide)[0]).toBe("chain-holding-cost-wide-accumulators");
  expect(best(wide)[1] / Number(amortized?.value)).toBeGreaterThan(1.05);
});

test("every edit of an amortized certificate is refused", () => {
  for (const workload of [
    chainWorkload({ m: 2000, k: 1500, l: 2100, n: 1200 }),
    attentionWorkload({ heads: 2, queries: 2000, keys: 1800, dim: 96, causal: true }),
  ]) {
    const document = boundsDocument(boundWorkload(workload, gpuNamed("h100")));
    const { bounds } = document as unknown as { bounds: readonly { certificate: { form?: string } }[] };
    const claims = leaves(document).filter(
      (path) =>
        path[0] === "bounds" &&
        bounds[path[1] as number]?.certificate.form === "amortized" &&
        (path[2] === "certificate" || path[2] === "value"),
    );
    expect(claims.length).toBeGreaterThan(30);
    // The best T has neighbours that prove as much; far ones do not.
    const far: readonly Change[] = [(leaf) => 2 * Number(leaf), (leaf) => 16 * Math.round(Number(leaf) / 32)];
    const next: readonly Change[] = [
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}0`),
      (leaf) => (typeof leaf === "number" ? leaf - 1 : ""),
    ];
    expectEveryEditRefused(document, claims, (path) => (path.at(-1) === "cut" ? far : next));
  }
});
