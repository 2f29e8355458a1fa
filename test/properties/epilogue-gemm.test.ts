import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { EPILOGUE_STEPS, type EpilogueGemmWorkload, epilogueGemmWorkload } from "../../src/computation/fused/epilogue-gemm.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { workloadGraph } from "../../src/gap/pebbling.js";
import { liftableEpilogueProduct } from "../../src/lift/gpu/epilogue-product.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { epilogueProduct } from "../../src/schedules/gpu/gemm/epilogue-product.js";
import { verifyDocument } from "../../src/verify/document.js";
import { asRead, boundAlone, type PrintedBound, statedAbout } from "../bounds/forgeries/about.js";
import { expectRefusal } from "../bounds/forgeries/refusal.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { expectRefereed } from "../replay/refereed.js";
import { parameters, searching, tinyGpu } from "./arbitraries.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

const steps = fc.shuffledSubarray([...EPILOGUE_STEPS], { minLength: 1 });
const types = fc.constantFrom({}, { dataType: "fp8" }, { dataType: "fp32" }, { outputType: "fp8" });
const upTo = (most: number) => fc.record({ m: extent(most), n: extent(most), k: extent(most) });
const extent = (most: number) => fc.integer({ min: 1, max: most });
const workloads = (most: number) =>
  fc.tuple(upTo(most), steps, types).map(([extents, epilogue, own]) => epilogueGemmWorkload({ ...extents, epilogue, ...own }));

describe("products with an epilogue", () => {
  test.each(["epilogue-fused", "epilogue-separate"] as const)("%s is refereed", (id) => {
    const tile = fc.record({ bm: extent(4), bn: extent(4), bk: extent(4) });
    const run = fc.record({ slots: extent(6), bytes: fc.integer({ min: 100, max: 600 }) });
    fc.assert(
      fc.property(workloads(7), tile, run, (w, tileOf, { slots, bytes }) => {
        const kernel = liftableEpilogueProduct(epilogueProduct(id, w, H200, { tile: tileOf }));
        const largest = kernel.layout.tileBytes.reduce((most, one) => Math.max(most, one), bytes);
        expectRefereed(kernel, slots, { policy: "lru", bytes: largest }, (setting) => proveBoundsInSetting(w, setting));
      }),
      parameters(30),
    );
  });

  test("no bound is above what a kernel moves", () => {
    fc.assert(
      fc.property(workloads(500), fc.oneof(tinyGpu, fc.constant(H200)), (w, gpu) => {
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

  test("no bound is above the optimum of a small graph", () => {
    fc.assert(
      fc.property(upTo(2), steps, fc.nat(3), (extents, epilogue, spare) => {
        fc.pre(extents.m * extents.n * extents.k <= 4);
        const w = epilogueGemmWorkload({ ...extents, epilogue });
        const rules = { sliding: true, recomputation: true, processors: 1 };
        const graph = workloadGraph(w);
        const fastWords = minimumCapacity(graph, rules) + spare;
        const found = findOptimum(graph, twoLevelGame(fastWords, rules), searchLimits(rules, 20_000));
        const cost = BigInt(found.exact ? found.optimum : found.upper);
        const setting = { interface: "slow-fast", unit: "words", fastMemory: "words" } as const;
        for (const bound of proveBoundsInSetting(w, { ...setting, capacity: BigInt(fastWords), memories: 1n }))
          expect(bound.value <= cost, `${bound.id} = ${bound.value} > ${cost}`).toBe(true);
      }),
      searching(8),
    );
  });

  test("documents hold, and say nothing of another epilogue", () => {
    fc.assert(
      fc.property(workloads(60), steps, fc.constantFrom(H100, abstractMachine(500)), (w, other, machine) => {
        const document = asRead(boundsDocument(boundWorkload(w, machine)));
        expect(verifyDocument(document)).toMatchObject({ valid: true });
        const arrays = (of: readonly string[]) => of.filter((step) => !["relu", "gelu", "silu"].includes(step)).join();
        fc.pre(arrays(w.epilogue) !== arrays(other) && machine.kind === "gpu");
        const [m, n] = [w.m, w.n];
        // Rows and columns of one size, or single, may have arrays of one size.
        fc.pre(m !== n && m > 1 && n > 1);
        const changed = { ...(document["workload"] as object), epilogue: other };
        const isSame = words(w.epilogue, w) === words(other, w);
        expect(verifyDocument({ ...document, workload: changed as never }).valid).toBe(
          isSame && w.epilogue.includes("residual") === other.includes("residual"),
        );
      }),
      parameters(5),
    );
  });
});

/** Words, and bytes of a word, of what epilogues read, in order. */
function words(epilogue: readonly string[], { m, n, dataType, accumulator }: EpilogueGemmWorkload): string {
  const [operand, scale] = [BYTES_OF[dataType], BYTES_OF[accumulator]];
  const of: Readonly<Record<string, string>> = {
    bias: `${n} of ${operand}`,
    residual: `${m * n} of ${operand}`,
    "row-scale": `${m} of ${scale}`,
    "column-scale": `${n} of ${scale}`,
    mask: `${m * n} of 1`,
    quantise: `1 of ${scale}`,
  };
  return epilogue.flatMap((step) => of[step] ?? []).join();
}

describe("what an epilogue costs", () => {
  const [m, n, k] = [1024, 2048, 512];
  const w = epilogueGemmWorkload({ m, n, k, epilogue: "bias,residual,gelu" });
  const read = BigInt(2 * (n + m * n));

  test("is its arrays, once, on top of the product", () => {
    const plain = boundWorkload(gemmWorkload({ m, n, k }), H100).bounds;
    const own = boundWorkload(w, H100).bounds;
    for (const interfaceId of ["dram-l2", "l2-sm"]) {
      const best = (bounds: typeof own, ids: readonly string[]) =>
        bounds
          .filter((bound) => bound.interface === interfaceId && ids.includes(bound.id))
          .reduce((most, { value }) => (value > most ? value : most), 0n);
      const of = best(plain, ["gemm-segments", "gemm-whole-passes"]);
      expect(best(own, ["gemm-block-scales"]) >= of + read).toBe(true);
      expect(best(own, ["compulsory"])).toBe(best(plain, ["compulsory"]) + read);
    }
  });

  test("in a kernel of its own is the product again, out and in", () => {
    const moved = (schedule: string) => {
      const [plan] = planReplays(w, H100, { schedule, tile: "128x128x32" });
      if (plan === undefined) throw new Error(schedule);
      return replayPlanned(plan, { policy: "lru", bytes: 2 ** 24 }).total.get("l2-sm");
    };
    const [fused, separate] = [moved("epilogue-fused"), moved("epilogue-separate")];
    const product = BigInt(2 * m * n);
    // A bias comes with every tile of its columns.
    expect(fused?.reads).toBe(BigInt((m / 128) * n * k * 2 + (n / 128) * m * k * 2 + (m / 128) * n * 2) + product);
    expect(separate?.reads).toBe((fused?.reads ?? 0n) + product);
    expect(separate?.writes).toBe((fused?.writes ?? 0n) + product);
  });

  test("is refused where an array is counted twice, is skipped, or its place is not stated", () => {
    const own = boundAlone(w, H100, "gemm-block-scales", "l2-sm");
    const stated = own["workload"] as object;
    const about = (epilogue: readonly unknown[]) => statedAbout(own, { ...stated, epilogue } as never);
    const reason = "not the scales of the workload";
    for (const epilogue of [
      ["bias", "gelu"],
      ["residual", "bias", "gelu"],
      ["bias", "mask", "gelu"],
    ]) {
      expect(verifyDocument(about(epilogue)).valid).toBe(false);
    }
    expectRefusal(about(["bias", "residual", "mask"]), "bounds[0].certificate.scales", reason);
    expectRefusal(about(["residual", "residual"]), "workload.epilogue[1]", "no step, or one twice");
    expectRefusal(about(["residual", "tanh"]), "workload.epilogue[1]", "no step, or one twice");
    const plain = boundAlone(epilogueGemmWorkload({ m, n, k, epilogue: "bias" }), H100, "gemm-block-scales", "l2-sm");
    expectRefusal(
      { ...plain, workload: { ...(plain["workload"] as object), epilogue: [] } as never },
      "workload.epilogue",
      "no steps",
    );
    const [bound] = own["bounds"] as unknown as readonly PrintedBound[];
    const silent = { ...bound, requires: bound?.requires.filter((one) => one !== "residual-kept") };
    expectRefusal({ ...own, bounds: [silent as never] }, "bounds[0].requires", "lacks 'residual-kept'");
  });

  test("refuses steps that are none, or twice", () => {
    for (const epilogue of ["bias,bias", "tanh", "", "quantise:fp9", "quantise:fp8,quantise"])
      expect(() => epilogueGemmWorkload({ m: 1, n: 1, k: 1, epilogue })).toThrow(/epilogue|fp9/);
    expect(() => epilogueGemmWorkload({ m: 1, n: 1, k: 1, epilogue: "quantise:fp8", outputType: "bf16" })).toThrow(
      /output-dtype/,
    );
    expect(epilogueGemmWorkload({ m: 1, n: 1, k: 1, epilogue: "quantise:fp8" }).outputType).toBe("fp8");
  });
});
