import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound, Certificate } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../src/bounds/certificates/chain.js";
import type { ProductInstance } from "../../src/bounds/certificates/gemm.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveFusedPerMemory } from "../../src/bounds/chain/fused.js";
import { proveRecomputationAmortized } from "../../src/bounds/chain/recomputation.js";
import { proveGemmSegments } from "../../src/bounds/gemm/segments.js";
import { overSumSizes } from "../../src/bounds/shared/partial-sum-sizes.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import type { Workload } from "../../src/computation/workload.js";
import type { Machine } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { expand } from "../../src/pebble/expand.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { parameters, searching, tinyGpu } from "../properties/arbitraries.js";
import { boundClaims, expectEveryEditRefused } from "./edited.js";

type Proven = Certificate | undefined;

/** The largest bound over each interface: the same machine with wider sums may have no smaller ones. */
function best(workload: Workload, machine: Machine): ReadonlyMap<string, Bound> {
  const found = new Map<string, Bound>();
  for (const bound of boundWorkload(workload, machine).bounds) {
    if (bound.scope === "total" && bound.value > (found.get(bound.interface)?.value ?? -1n)) found.set(bound.interface, bound);
  }
  return found;
}

const extent = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4000 }));
const operand = fc.constantFrom("fp8", "bf16", "fp32", "fp64");
const kinds = fc.tuple(extent, extent, extent, extent, operand, operand);
const builders: Readonly<Record<string, (e: readonly number[], types: object) => Workload>> = {
  gemm: ([m = 1, n = 1, k = 1], types) => gemmWorkload({ m, n, k, ...types }),
  chain: ([m = 1, n = 1, k = 1, l = 1], types) => chainWorkload({ m, n, k, l, ...types }),
  "multilayer-chain": ([m = 1, a = 1, b = 1, c = 1], types) => multilayerChainWorkload({ m, widths: [a, b, c, a], ...types }),
  conv: ([a = 1, b = 1, c = 1], types) =>
    convWorkload({
      inChannels: 1 + (a % 200),
      outChannels: 1 + (b % 200),
      height: 3 + (c % 40),
      kernel: 3,
      padding: 1,
      ...types,
    }),
  einsum: ([i = 1, j = 1, k = 1, l = 1], types) =>
    einsumWorkload({
      text: "T[i,j,k] += A[i,l] * B[j,l] * C[k,l]",
      extents: { i: 1 + (i % 99), j: 1 + (j % 99), k, l },
      ...types,
    }),
};

describe("wider accumulators never lower a bound", () => {
  test.each(Object.entries(builders))("%s", (name, build) => {
    fc.assert(
      fc.property(kinds, tinyGpu, ([a, b, c, d, dataType, outputType], machine) => {
        const at = (accumulator: string): ReadonlyMap<string, Bound> =>
          best(build([a + 1, b, c, d], { dataType, outputType, accumulator }), machine);
        const [half, single, double] = [at("fp16"), at("fp32"), at("fp64")];
        for (const interfaceId of half.keys()) {
          const values = [half, single, double].map((bounds) => bounds.get(interfaceId)?.value ?? -1n) as [
            bigint,
            bigint,
            bigint,
          ];
          expect(values[0] <= values[1] && values[1] <= values[2], `${name} ${interfaceId}: ${values.join(" ")}`).toBe(true);
        }
      }),
      parameters(5, 300),
    );
  });
});

test("fp64 sums of tf32 words stored as fp8 are counted between the two, and the checker refuses every edit", () => {
  const workload = chainWorkload({
    ...{ m: 3259, k: 24, l: 1566, n: 13_734 },
    ...{ dataType: "tf32", outputType: "fp8", accumulator: "fp64" },
  });
  const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, gpuNamed("a40")))));
  const partials = document.bounds.map((bound: { certificate: { instance?: { weights: { partial?: number } } } }) =>
    String(bound.certificate.instance?.weights.partial ?? ""),
  );
  const at = partials.findIndex((partial: string) => partial === "2" || partial === "4");
  expect(at).toBeGreaterThan(0);
  const changes = [(leaf: unknown) => (typeof leaf === "number" ? leaf + 1 : `${String(leaf)}0`), () => 0, () => 8, () => 16];
  expectEveryEditRefused(
    document,
    boundClaims(document).filter((path) => path[1] === at),
    () => changes as never,
  );
  const narrower = chainWorkload({ ...workload, accumulator: "fp32" });
  for (const [interfaceId, bound] of best(narrower, gpuNamed("a40"))) {
    expect(bound.value <= (best(workload, gpuNamed("a40")).get(interfaceId)?.value ?? -1n), interfaceId).toBe(true);
  }
});

describe("the checker of documents", () => {
  const workload = gemmWorkload({ m: 600, n: 500, k: 900, accumulator: "fp64", outputType: "fp8" });
  const machine = { ...gpuNamed("h200"), sms: 1, l2Bytes: 4096 };

  /** A document of the one bound with sums of so many bytes, honestly proven and printed. */
  function documentWith(partial: bigint): unknown {
    const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, machine))));
    const index = document.bounds.findIndex((bound: { id: string }) => bound.id === "gemm-segments-wide-accumulators");
    const own = document.bounds[index];
    const { capacity, memories } = own.certificate.instance;
    const { m, n, k } = workload;
    const instance: ProductInstance = {
      extents: { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) },
      weights: { a: 2n, b: 2n, partial, output: 1n },
      capacity: BigInt(capacity),
      memories: BigInt(memories),
    };
    const certificate = proveGemmSegments(instance);
    const [value, reads, writes] = [certificate.value, certificate.reads, certificate.writes].map(Number);
    const id = partial > 1n ? "gemm-segments-wide-accumulators" : "gemm-segments";
    const size = partial > 1n ? "wide-partial-sums" : "stated-partial-sums";
    const requires = own.requires.map((one: string) => (one === "wide-partial-sums" ? size : one));
    const bound = { ...own, id, value, reads, writes, requires, certificate: certificateToJson(certificate) };
    const { [own.interface]: definition } = document.interfaces;
    // Of every kernel a bound with wide partial sums is none, so none is the best.
    const best = partial > 1n ? {} : { [own.interface]: { id, value } };
    return { ...document, interfaces: { [own.interface]: definition }, bounds: [bound], best };
  }

  test("takes any size of sums up to the accumulator's, and no other", () => {
    for (const partial of [1n, 2n, 3n, 4n, 5n, 7n, 8n])
      expect(verifyDocument(documentWith(partial))).toMatchObject({ valid: true });
    for (const partial of [9n, 10n, 16n, 64n]) {
      expect(verifyDocument(documentWith(partial))).toMatchObject({ valid: false, path: "bounds[0].certificate.instance" });
    }
  });

  test("refuses a size that the printed requirements do not allow", () => {
    const document = documentWith(4n) as { bounds: { requires: string[] }[] };
    const requires = document.bounds[0]?.requires.map((id) => (id === "wide-partial-sums" ? "stated-partial-sums" : id));
    const changed = { ...document, bounds: [{ ...document.bounds[0], requires }] };
    expect(verifyDocument(changed)).toMatchObject({
      valid: false,
      path: "bounds[0].requires",
      reason: "lacks 'wide-partial-sums'",
    });
  });
});

test("a bound with sums counted at any size is at most the optimum with sums at their own", () => {
  const types = fc.record({ dataType: operand, outputType: operand, accumulator: fc.constantFrom("fp16", "fp32", "fp64") });
  const side = fc.integer({ min: 1, max: 2 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 3 }), types, fc.integer({ min: 8, max: 48 }), (m, n, k, given, bytes) => {
      const workload = gemmWorkload({ m, n, k, ...given });
      const graph = expand(gemmComputation(workload), { weights: "bytes" });
      const game = twoLevelGame(bytes);
      fc.pre(bytes >= minimumCapacity(graph, game));
      const found = findOptimum(graph, game, searchLimits(game));
      const least = BigInt(found.exact ? found.optimum : found.upper);
      const [a, partial, output] = [given.dataType, given.accumulator, given.outputType].map((type) =>
        BigInt(BYTES_OF[type as keyof typeof BYTES_OF]),
      ) as [bigint, bigint, bigint];
      for (let size = 1n; size <= partial; size++) {
        const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) };
        const weights = { a, b: a, partial: size, output };
        const { value } = proveGemmSegments({ extents, weights, capacity: BigInt(bytes), memories: 1n });
        expect(value <= least, `sums of ${size}: ${value} > ${least}`).toBe(true);
      }
    }),
    searching(20),
  );
});

test("the best size is never worse than any one size that was tried, and certificates hold", () => {
  const size = fc.constantFrom(1n, 2n, 4n, 8n);
  fc.assert(
    fc.property(kinds, size, size, size, fc.integer({ min: 60, max: 90_000 }), ([m, k, l, n], a, partial, output, bytes) => {
      const [rows, inner, columns, last] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
      const extents = { batch: 1n, m: rows, k: inner, l: columns, n: last, pairs: rows * columns, factors: 1n };
      const weights = { a, b: a, h: a < partial ? a : partial, d: a, partial, output };
      const instance: ChainInstance = { extents, weights, capacity: BigInt(bytes), memories: 1n };
      for (const prove of [proveFusedPerMemory, proveRecomputationAmortized] as readonly ((one: ChainInstance) => Proven)[]) {
        const found = overSumSizes(instance, prove);
        const [narrow, wide] = [partial < output ? partial : output, partial].map(
          (sums) => prove({ ...instance, weights: { ...weights, partial: sums } })?.value ?? 0n,
        ) as [bigint, bigint];
        const most = found.reduce((x, { value }) => (value > x ? value : x), 0n);
        expect(most >= narrow && most >= wide).toBe(true);
        expect(found.length).toBeLessThanOrEqual(2);
        for (const certificate of found) {
          expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(certificate.value);
        }
      }
    }),
    parameters(40),
  );
});
