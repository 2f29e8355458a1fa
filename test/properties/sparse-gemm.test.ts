import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Certificate } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { boundToJson, type Json } from "../../src/bounds/certificates/json.js";
import { proveGemmSegments } from "../../src/bounds/gemm/segments.js";
import { proveGemmSparseSegments } from "../../src/bounds/gemm/sparse.js";
import { proveGemmWholePasses } from "../../src/bounds/gemm/whole-passes.js";
import { bestBounds, proveBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { areMet, EVERY_KERNEL } from "../../src/bounds/requirements.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { sparseGemmWorkload } from "../../src/computation/sparse/sparse-gemm.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { pebblingDocument, workloadGraph, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { liftableSparseProduct } from "../../src/lift/gpu/sparse-product.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine, gpuNamed } from "../../src/machines/registry.js";
import type { Cdag } from "../../src/pebble/cdag.js";
import { parseCdagJson } from "../../src/pebble/formats/json.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { referee } from "../../src/pebble/referee.js";
import { type Move, minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { sparseProduct } from "../../src/schedules/gpu/gemm/sparse-product.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";
import { asRead, boundAlone, statedAbout } from "../bounds/forgeries/about.js";
import { describeForgeries, expectRefusal, forged } from "../bounds/forgeries/refusal.js";
import { wide } from "../bounds/forgeries/wide-product.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { expectRefereed } from "../replay/refereed.js";
import { parameters, searching, tinyGpu } from "./arbitraries.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

const extent = (most: number) => fc.integer({ min: 1, max: most });
const operand = fc.constantFrom("a:2:4", "b:2:4");
const types = fc.constantFrom({}, { dataType: "fp8" }, { dataType: "fp8", outputType: "bf16" }, { outputType: "fp32" });
const workloads = (most: number, eighths: number) =>
  fc
    .tuple(extent(most), extent(most), extent(eighths), operand, types)
    .map(([m, n, k, sparse, own]) => sparseGemmWorkload({ m, n, k: 8 * k, sparse, ...own }));

/** One memory of so many words. */
const wordsOf = (words: number, memories = 1) =>
  ({
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(words),
    memories: BigInt(memories),
    fastMemory: "words",
  }) as const;

describe("products with a sparse operand", () => {
  test("the tiled kernel is refereed", () => {
    const tile = fc.record({ bm: extent(4), bn: extent(4), bk: fc.constantFrom(8, 16) });
    fc.assert(
      fc.property(workloads(7, 3), tile, extent(6), (w, tileOf, slots) => {
        const kernel = liftableSparseProduct(sparseProduct(w, H200, { tile: tileOf }));
        const bytes = kernel.layout.tileBytes.reduce((most, one) => Math.max(most, one), 200);
        expectRefereed(kernel, slots, { policy: "lru", bytes }, (setting) => proveBoundsInSetting(w, setting));
      }),
      parameters(30),
    );
  });

  test("no bound is above what a kernel moves", () => {
    fc.assert(
      fc.property(workloads(500, 60), fc.oneof(tinyGpu, fc.constant(H200)), (w, gpu) => {
        const { bounds } = boundWorkload(w, gpu);
        for (const planned of replaysBesideBounds(w, gpu, {})) {
          const traffic = replayPlanned(planned, { policy: "lru", bytes: 2 ** 18 });
          for (const { what, claimed, moved } of comparisonsOfTraffic(bounds, traffic, conditionsMet(w, planned.fields)))
            expect(moved >= claimed, `${what} = ${claimed} against ${moved} of ${planned.label}`).toBe(true);
        }
      }),
      parameters(20, 2000),
    );
  });

  test("no bound is above the optimum of the sample pattern", () => {
    fc.assert(
      fc.property(extent(2), extent(2), operand, fc.nat(3), (m, n, sparse, spare) => {
        fc.pre(m * n <= 2);
        const w = sparseGemmWorkload({ m, n, k: 8, sparse });
        const rules = { sliding: true, recomputation: true, processors: 1 };
        const graph = workloadGraph(w);
        const words = minimumCapacity(graph, rules) + spare;
        const found = findOptimum(graph, twoLevelGame(words, rules), searchLimits(rules, 20_000));
        const cost = BigInt(found.exact ? found.optimum : found.upper);
        const report = asRead(pebblingDocument(workloadPebblingReport(w, twoLevelGame(words, rules)), true));
        expect(verifyDocument(report)).toMatchObject({ valid: true });
        for (const bound of proveBoundsInSetting(w, wordsOf(words)).filter(({ requires }) => areMet(requires, EVERY_KERNEL)))
          expect(bound.value <= cost, `${bound.id} = ${bound.value} > ${cost}`).toBe(true);
      }),
      searching(8),
    );
  });
});

/** The graph of a product of which column j of B keeps the rows `kept[j]`, without metadata; words of A that none takes are no vertices. */
function graphOf(m: number, kept: readonly (readonly number[])[]): Cdag {
  const names = new Map<string, number>();
  const edges: [number, number][] = [];
  const vertex = (name: string, from: readonly number[] = []): number => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const id = names.size;
    names.set(name, id);
    for (const source of from) edges.push([source, id]);
    return id;
  };
  const outputs: number[] = [];
  for (let i = 0; i < m; i++) {
    kept.forEach((rows, j) => {
      let sum: number | undefined;
      for (const q of rows)
        sum = vertex(`C${i},${j},${q}`, [vertex(`A${i},${q}`), vertex(`B${q},${j}`), ...(sum === undefined ? [] : [sum])]);
      outputs.push(sum as number);
    });
  }
  return parseCdagJson(JSON.stringify({ vertices: names.size, edges, outputs }), "graph");
}

describe("whichever words are kept", () => {
  const rowsOf = (k: number, keptRows: number) =>
    fc.shuffledSubarray(
      Array.from({ length: k }, (_, q) => q),
      { minLength: keptRows, maxLength: keptRows },
    );
  const patterns = fc
    .record({ m: extent(3), n: extent(3), k: extent(5), keptRows: extent(3) })
    .filter(({ m, n, k, keptRows }) => keptRows <= k && m * n * keptRows <= 9)
    .chain(({ m, n, k, keptRows }) =>
      fc.array(rowsOf(k, keptRows), { minLength: n, maxLength: n }).map((kept) => ({ m, n, keptRows, kept })),
    );

  test("no segment bound is above the optimum", () => {
    fc.assert(
      fc.property(
        patterns,
        fc.integer({ min: 3, max: 9 }),
        fc.integer({ min: 1, max: 2 }),
        ({ m, n, keptRows, kept }, words, memories) => {
          fc.pre(memories === 1 || m * n * keptRows <= 3);
          const game = twoLevelGame(words, { processors: memories });
          const graph = graphOf(m, kept);
          fc.pre(words >= minimumCapacity(graph, game));
          const found = findOptimum(graph, game, searchLimits(game));
          const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(keptRows) };
          const weights = { a: 1n, b: 1n, partial: 1n, output: 1n };
          const instance = { extents, weights, capacity: BigInt(words), memories: BigInt(memories) };
          const { value } = proveGemmSparseSegments(proveGemmSegments(instance), []);
          const cost = BigInt(found.exact ? found.optimum : found.upper);
          expect(value <= cost, `${value} > ${cost} of ${JSON.stringify({ m, kept, words, memories })}`).toBe(true);
        },
      ),
      searching(60),
    );
  });

  test("no set of products has more points than its projections allow", () => {
    // Lemma 3 of the proof: a at most mκ, though A has more words.
    fc.assert(
      fc.property(patterns, fc.infiniteStream(fc.boolean()), ({ m, n, keptRows, kept }, draws) => {
        const points = kept.flatMap((rows, j) => rows.flatMap((q) => Array.from({ length: m }, (_, i) => [i, q, j] as const)));
        const chosen = points.filter(() => draws.next().value === true);
        const words = (...sides: readonly (0 | 1 | 2)[]) =>
          new Set(chosen.map((point) => sides.map((side) => point[side]).join())).size;
        const [a, b, c, v] = [Math.min(words(0, 1), m * keptRows), words(1, 2), words(0, 2), chosen.length];
        expect(v * v <= a * b * c && v <= n * a && v <= m * b && v <= keptRows * c).toBe(true);
      }),
      parameters(100),
    );
  });

  test("half of the dense operand is never read where all columns keep the same rows", () => {
    const [k, keptRows] = [8, 4];
    const graph = graphOf(1, [[0, 1, 4, 5]]);
    // Vertices in the order in which they are named: a word of A, one of B, the sum so far.
    const step = (at: number): readonly Move[] => [
      ["load", 3 * at],
      ["load", 3 * at + 1],
      ["compute", 3 * at + 2],
      ["delete", 3 * at],
      ["delete", 3 * at + 1],
      ...(at === 0 ? [] : ([["delete", 3 * at - 1]] as const)),
    ];
    const verdict = referee(graph, twoLevelGame(4), [...[0, 1, 2, 3].flatMap(step), ["store", 11]]);
    if (!verdict.legal) throw new Error(verdict.message);
    const moved = verdict.boundaries.reduce((sum, { loadedWords, storedWords }) => sum + loadedWords + storedWords, 0);
    expect(moved).toBe(2 * keptRows + 1);
    const w = sparseGemmWorkload({ m: 1, n: 1, k, sparse: "b:2:4" });
    const bounds = proveBoundsInSetting(w, wordsOf(4));
    // With the byte of metadata, which this graph has not.
    expect(bestBounds(bounds).get("slow-fast")?.value).toBe(BigInt(moved + 1));
    const whole = bounds.find(({ id }) => id === "gemm-sparse-whole-operand");
    expect(whole).toMatchObject({
      value: BigInt(moved + 1 + k - keptRows),
      requires: ["whole-dense-operand", "pattern-in-metadata"],
    });
  });
});

describe("what sparsity saves", () => {
  const [m, n, k] = [4096, 2048, 1024];
  const w = sparseGemmWorkload({ m, n, k, sparse: "2:4" });

  test("half of one operand, less two bits a kept word", () => {
    const all = bestBounds(proveBounds(w, H100), conditionsMet(w, { id: "sparse-tiled" })).get("dram-l2");
    expect(all).toMatchObject({ reads: BigInt(2 * m * k + k * n + (k * n) / 8), writes: BigInt(2 * m * n) });
    expect(bestBounds(proveBounds(w, H100)).get("dram-l2")?.reads).toBe(BigInt(m * k + k * n + (k * n) / 8));
  });

  test("half of the products: the bound of as many dense ones, and the metadata", () => {
    const dense = bestBounds(proveBounds(gemmWorkload({ m, n, k: k / 2 }), H100).filter(({ id }) => id === "gemm-segments"));
    const own = bestBounds(proveBounds(w, H100).filter(({ id }) => id === "gemm-sparse-segments"));
    expect(own.get("l2-sm")?.value).toBe((dense.get("l2-sm")?.value ?? 0n) + BigInt((k * n) / 8));
    const { terms } = timeBound(w, H100);
    expect(terms.find(({ id }) => id === "matrix")).toMatchObject({ amount: BigInt(m) * BigInt(n) * BigInt(k) });
  });

  test.each(["a:2:4", "b:2:4"])("a tiled kernel reads the dense operand whole: %s", (sparse) => {
    const [plan] = planReplays(sparseGemmWorkload({ m, n, k, sparse }), H100, { schedule: "sparse-tiled", tile: "128x128x64" });
    const reads = plan && replayPlanned(plan, { policy: "lru", bytes: 2 ** 24 }).total.get("l2-sm")?.reads;
    const [ofA, ofB] = [(n / 128) * m * k, (m / 128) * n * k];
    expect(reads).toBe(BigInt(sparse === "a:2:4" ? ofA + ofA / 8 + 2 * ofB : 2 * ofA + ofB + ofB / 8));
  });
});

describe("documents", () => {
  test("hold, and say nothing of another pattern, operand or a dense product", () => {
    fc.assert(
      fc.property(workloads(60, 8), fc.constantFrom(H100, abstractMachine(500)), (w, machine) => {
        const document = asRead(boundsDocument(boundWorkload(w, machine)));
        expect(verifyDocument(document)).toMatchObject({ valid: true });
        const { sparse, ...rest } = w;
        const other = sparse === "a:2:4" ? "b:2:4" : "a:2:4";
        expect(verifyDocument({ ...document, workload: { ...w, sparse: other } }).valid).toBe(false);
        expect(verifyDocument({ ...document, workload: { ...rest, kind: "gemm", batch: 1 } }).valid).toBe(false);
      }),
      parameters(10),
    );
    const w = sparseGemmWorkload({ m: 64, n: 64, k: 64, sparse: "a:2:4" });
    const time = timeBound(w, H100);
    const energy = energyEstimate(time.bounds, operationCounts(w), H100);
    expect(verifyDocument(asRead(timeDocument(time, energy)))).toMatchObject({ valid: true });
  });

  test("refuse what no pattern gives", () => {
    const own = boundAlone(
      sparseGemmWorkload({ m: 512, n: 256, k: 512, sparse: "b:2:4" }),
      H100,
      "gemm-sparse-segments",
      "l2-sm",
    );
    const stated = own["workload"] as object;
    const about = (changes: object) => statedAbout(own, { ...stated, ...changes } as Json);
    expectRefusal(about({ sparse: "b:1:4" }), "workload.sparse", "no sparse operand that is known");
    expectRefusal(about({ k: 516 }), "workload.k", "not a multiple of 8");
    expectRefusal(about({ dataType: "fp32" }), "workload.dataType", "no type with 2:4 sparsity");
    expectRefusal(about({ k: 1024 }), "bounds[0].certificate.metadata", "not the metadata of the workload");
    const [bound] = own["bounds"] as unknown as readonly { readonly requires: readonly string[] }[];
    const silent = (without: string) => ({ ...bound, requires: bound?.requires.filter((one) => one !== without) });
    expectRefusal(
      { ...own, bounds: [silent("pattern-in-metadata") as never] },
      "bounds[0].requires",
      "lacks 'pattern-in-metadata'",
    );
  });

  test("refuse a bound on kernels that load the dense operand whole, of pebblings that need not", () => {
    const w = sparseGemmWorkload({ m: 1, n: 1, k: 8, sparse: "b:2:4" });
    const game = twoLevelGame(5);
    const document = asRead(pebblingDocument(workloadPebblingReport(w, game), true));
    const words = wordsOf(5);
    const whole = proveBoundsInSetting(w, { ...words, fastMemory: "5 words on each of 1 processor(s)" }).find(
      ({ id }) => id === "gemm-sparse-whole-operand",
    );
    const bounds = [...(document["bounds"] as readonly Json[]), whole === undefined ? null : boundToJson(whole)] as never;
    const at = (bounds as readonly Json[]).length - 1;
    expectRefusal({ ...document, bounds }, `bounds[${at}].requires`, "'whole-dense-operand', which the game does not meet");
  });

  test("refuse a bound of dense products about a sparse one", () => {
    const dense = boundAlone(gemmWorkload({ m: 512, n: 256, k: 256 }), H100, "gemm-segments", "l2-sm");
    const { workload } = boundAlone(sparseGemmWorkload({ m: 512, n: 256, k: 512, sparse: "b:2:4" }), H100, "compulsory", "l2-sm");
    const [bound] = dense["bounds"] as unknown as readonly { readonly requires: readonly string[] }[];
    const about = { ...dense, bounds: [{ ...bound, requires: [...(bound?.requires ?? []), "pattern-in-metadata"] } as never] };
    expectRefusal(statedAbout(about, workload as Json), "bounds[0].certificate", "no theorem about this workload");
  });

  test("refuse all of the dense operand as compulsory for every kernel", () => {
    const w = sparseGemmWorkload({ m: 512, n: 256, k: 512, sparse: "b:2:4" });
    const own = boundAlone(w, H100, "gemm-sparse-whole-operand", "dram-l2");
    const [bound] = own["bounds"] as unknown as readonly { readonly certificate: Record<string, Json>; readonly value: Json }[];
    const claimed = {
      ...bound,
      id: "compulsory",
      proof: "proofs/compulsory.md",
      status: "machine-checked",
      requires: ["pattern-in-metadata"],
    };
    const certificate = { ...bound?.certificate, theorem: "compulsory" };
    const document = {
      ...own,
      bounds: [{ ...claimed, certificate } as never],
      best: { "dram-l2": { id: "compulsory", value: bound?.value } },
    };
    expectRefusal(document as never, "bounds[0].certificate", "not the arrays of the workload");
    const requires = ["whole-dense-operand"];
    const dense = { ...own, bounds: [{ ...bound, requires } as never] };
    const workload = boundAlone(gemmWorkload({ m: 512, n: 256, k: 512 }), H100, "compulsory", "dram-l2")["workload"] as Json;
    expectRefusal(statedAbout(dense, workload), "bounds[0].certificate", "no theorem about this workload");
  });
});

{
  const one = wide(3000n, 2000n, 500n, 1_000_000n);
  const metadata = [{ array: "metadata", words: 250_000n, wordSize: 1n }];
  const right = proveGemmSparseSegments(proveGemmSegments(one), metadata);
  const passes = proveGemmWholePasses(one) as unknown as typeof right.product;
  describeForgeries(
    "gemm-sparse-segments",
    [forged(right as Certificate)],
    [
      [
        "that slices of a sparse product are no grids",
        forged(right, { product: passes, value: passes.value + 250_000n }),
        "certificate.product.theorem",
        "the theorem on the product is gemm-segments, not gemm-whole-passes",
      ],
      [
        "that metadata is loaded once",
        forged(right, { reads: right.reads + 1n, value: right.value + 1n }),
        "certificate.reads",
        `reads is ${right.reads}, not ${right.reads + 1n}`,
      ],
      [
        "that metadata is not stored",
        forged(right, { writes: right.writes + 1n }),
        "certificate.writes",
        `writes is ${right.writes}, not ${right.writes + 1n}`,
      ],
      [
        "that the value is the product's and the metadata",
        forged(right, { value: right.value + 1n }),
        "certificate.value",
        `value is ${right.value}, not ${right.value + 1n}`,
      ],
    ],
  );
}

describe("input", () => {
  const own = { m: 64, n: 64, k: 64, sparse: "b:2:4" };
  test.each([
    [{ ...own, sparse: "b:1:2" }, /^sparse: expected b:2:4 or a:2:4/],
    [{ ...own, sparse: "c:2:4" }, /^sparse: /],
    [{ ...own, k: 60 }, /^k: expected a multiple of 8/],
    [{ ...own, dataType: "fp32" }, /^dtype: expected one of bf16, fp16, fp8, int8/],
  ])("%j is refused", (options, message) => {
    expect(() => sparseGemmWorkload(options)).toThrow(message);
  });

  test("nothing is known from a warm start, on GPUs without such units, or of steps within a byte of metadata", () => {
    const w = sparseGemmWorkload(own);
    expect(() => proveBounds(w, H100, [{ array: "A" }])).toThrow(/^resident: expected none of a product with a sparse operand/);
    expect(() => sparseProduct(w, gpuNamed("v100"))).toThrow(/^sparse: expected a GPU whose matrix units/);
    expect(() => sparseProduct(w, H100, { tile: { bm: 64, bn: 64, bk: 12 } })).toThrow(/^tile BK: expected a multiple of 8/);
    expect(sparseProduct(w, gpuNamed("mi300x")).id).toBe("sparse-tiled");
  });
});
