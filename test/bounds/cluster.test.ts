import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { proveGemmMemoryIndependent } from "../../src/bounds/gemm/memory-independent.js";
import { UNIT_WEIGHTS } from "../../src/bounds/gemm/shape.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { CONDITIONS, EVERY_KERNEL } from "../../src/bounds/requirements.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { rightTypeOf } from "../../src/computation/operand-types.js";
import { A100 } from "../../src/machines/known/a100.js";
import { B200 } from "../../src/machines/known/b200.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { bytesPerSm, withClusters } from "../../src/machines/machine.js";
import { tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { verifyDocument } from "../../src/verify/document.js";
import { counted, mixedGemm, parameters, tile } from "../properties/arbitraries.js";
import { edited, leaves } from "./edited.js";

test("a cluster of c SMs is one memory of c times an SM's, ceil(SMs / c) of them", () => {
  const setting = settingsOf(withClusters(H100, 8)).find((one) => one.interface === "l2-cluster");
  expect(setting).toMatchObject({ capacity: BigInt(8 * bytesPerSm(H100)), memories: 17n });
  expect(settingsOf(H100).map((one) => one.interface)).toEqual(["dram-l2", "l2-sm"]);
  // A CTA pair has two tensor memories.
  const pair = settingsOf(withClusters(B200, 2)).find((one) => one.interface === "l2-cluster");
  expect(pair?.capacity).toBe(2n * (262_144n + 262_144n + 262_144n));
});

test("sizes that the GPU does not have are refused", () => {
  expect(() => withClusters(A100, 2)).toThrow(/cluster: expected a GPU with clusters/);
  expect(() => withClusters(H100, 1)).toThrow(/cluster/);
  expect(() => withClusters(H100, 9)).toThrow(/from 2 to 8/);
});

test("no bound of l2-cluster is above what a tiled product with multicast brings into its clusters", () => {
  const shape = fc.constantFrom([2, 1], [1, 2], [2, 2], [4, 1], [4, 2], [8, 1]);
  fc.assert(
    fc.property(mixedGemm(700), tile, shape, (workload, tile, [down, across]) => {
      const [rows, columns] = [down ?? 1, across ?? 1];
      const gpu = withClusters(H200, rows * columns);
      // The kernel fits an SM, so that each SM of the cluster can hold its own tile.
      tiledGemm(workload, gpu, { tile, stages: 1 });
      const { m, n, k, batch } = workload;
      const [ofA, ofB] = [BYTES_OF[workload.dataType], BYTES_OF[rightTypeOf(workload)]];
      // Each cluster takes rows × columns neighbouring tiles: every panel of them enters once, whoever multicasts it.
      const [down1, across1] = [Math.ceil(m / (rows * tile.bm)), Math.ceil(n / (columns * tile.bn))];
      const reads = BigInt(batch * k) * (BigInt(across1 * m * ofA) + BigInt(down1 * n * ofB));
      const writes = BigInt(batch * m * n * BYTES_OF[workload.outputType]);
      for (const bound of boundWorkload(workload, gpu).bounds) {
        if (bound.interface !== "l2-cluster" || bound.scope !== "total") continue;
        expect(bound.value <= reads + writes, bound.id).toBe(true);
        if (bound.reads !== undefined) expect(bound.reads <= reads, bound.id).toBe(true);
      }
    }),
    parameters(150),
  );
});

const WORKLOADS = [
  gemmWorkload({ m: 8192, n: 8192, k: 8192 }),
  attentionWorkload({ heads: 32, queries: 16384, dim: 128 }),
  ffnWorkload({ tokens: 8192, model: 4096, hidden: 14336, gated: true }),
];

test.each(
  WORKLOADS.flatMap((workload) =>
    [EVERY_KERNEL, new Set(CONDITIONS)].map((met) => [workload.kind, met.size, workload, met] as const),
  ),
)("%s, %i conditions: less must enter larger clusters, and never more than the SMs one by one", (_, __, workload, met) => {
  const best = (size: number): bigint => {
    const bounds = bestBounds(boundWorkload(workload, withClusters(H100, size)).bounds, met);
    expect(bounds.get("l2-cluster")?.value).toBeDefined();
    return bounds.get("l2-cluster")?.value ?? 0n;
  };
  const alone = bestBounds(boundWorkload(workload, H100).bounds, met).get("l2-sm")?.value ?? 0n;
  const values = [2, 4, 8].map(best);
  expect(values[0]).toBeLessThan(alone);
  expect(values[1]).toBeLessThan(values[0] ?? 0n);
  expect(values[2]).toBeLessThan(values[1] ?? 0n);
});

test("documents with clusters verify, and no edit of the cluster's size or of a certificate does", () => {
  const document = boundsDocument(boundWorkload(gemmWorkload({ m: 4096, n: 4096, k: 4096 }), withClusters(H100, 4)));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const more = (leaf: Json): Json => (typeof leaf === "number" ? leaf + 1 : leaf);
  const inCluster = leaves(document).filter((path) => {
    if (path[0] === "machine") return path[1] === "clusterSize";
    const { bounds } = document as { readonly bounds: readonly { readonly interface: string; readonly scope: string }[] };
    const bound = bounds[Number(path[1])];
    // A bound on the busiest cluster counts partial sums at the narrower size, so a wider one proves as much.
    if (bound?.scope === "busiest" && path.at(-1) === "partial") return false;
    return path[0] === "bounds" && path[2] === "certificate" && bound?.interface === "l2-cluster";
  });
  expect(inCluster.length).toBeGreaterThan(40);
  for (const path of inCluster) {
    const changed = edited(document, path, more);
    if (JSON.stringify(changed) === JSON.stringify(document)) continue;
    expect(verifyDocument(changed).valid, path.join(".")).toBe(false);
  }
  for (const size of [1, 9, 132]) {
    expect(verifyDocument(edited(document, ["machine", "clusterSize"], () => size)).valid).toBe(false);
  }
});

describe("the memory-independent bound in every case of Al Daas et al. 2022", () => {
  // Words that the busiest of P memories reads and contributes to, for sides d1 ≥ d2 ≥ d3.
  const published = (sides: readonly number[], p: number): number => {
    const [d1 = 1, d2 = 1, d3 = 1] = [...sides].sort((x, y) => y - x);
    if (p <= d1 / d2) return (d1 * d2 + d1 * d3) / p + d2 * d3;
    if (p <= (d1 * d2) / d3 ** 2) return 2 * Math.sqrt((d1 * d2 * d3 ** 2) / p) + (d1 * d2) / p;
    return 3 * ((d1 * d2 * d3) / p) ** (2 / 3);
  };
  const side = fc.integer({ min: 1, max: 14 }).map((power) => 2 ** power);
  test("equals their formula, whichever side is the long one", () => {
    const cases = new Set<number>();
    fc.assert(
      fc.property(side, side, side, fc.integer({ min: 0, max: 14 }), (m, n, k, power) => {
        const p = 2 ** power;
        fc.pre(p <= m * n * k);
        const [d1 = 1, d2 = 1, d3 = 1] = [m, n, k].sort((x, y) => y - x);
        cases.add(p <= d1 / d2 ? 1 : p <= (d1 * d2) / d3 ** 2 ? 2 : 3);
        const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) };
        const instance = { extents, weights: UNIT_WEIGHTS, capacity: 0n, memories: BigInt(p) };
        const exact = published([m, n, k], p);
        const { value } = proveGemmMemoryIndependent(instance);
        expect(Number(value)).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        expect(Number(value)).toBeLessThan(exact * (1 + 1e-12) + 1);
      }),
      counted(300),
    );
    expect(cases.size).toBe(3);
  });
});
