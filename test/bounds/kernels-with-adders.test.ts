import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds, bestReads } from "../../src/bounds/prove.js";
import { CONDITIONS } from "../../src/bounds/requirements.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { gapReport } from "../../src/gap/gap.js";
import { H100 } from "../../src/machines/known/h100.js";
import { bytesPerSm } from "../../src/machines/machine.js";

/** What a kernel moves through the ports of all SMs, counted by hand. */
interface Cost {
  readonly reads: number;
  readonly writes: number;
}

const ALL = new Set(CONDITIONS);

function boundsIntoSms(workload: Workload): readonly Bound[] {
  return boundWorkload(workload, H100).bounds.filter((bound) => bound.interface === "l2-sm");
}

/** The best total and the best reads of every kernel are at most the cost of this one. */
function expectBelow(bounds: readonly Bound[], { reads, writes }: Cost): void {
  expect(Number(bestBounds(bounds).get("l2-sm")?.value)).toBeLessThanOrEqual(reads + writes);
  expect(Number(bestReads(bounds).get("l2-sm")?.reads)).toBeLessThanOrEqual(reads);
}

// An SM of an H100 holds 524288 bytes. Words of A and B are bf16 unless fp32 is said, partial sums fp32.
describe("no bound of every kernel is above a kernel that adds in the L2", () => {
  // A CTA holds 64 steps of k of 256 columns of B, 2 MiB/64; A passes it once for each of the 32 groups of columns.
  test("gemm 16384×8192×8192: tiles of B stay in shared memory, A passes them", () => {
    const workload = gemmWorkload({ m: 16384, n: 8192, k: 8192, outputType: "fp32" });
    const kernel = { schedule: "weight-stationary", reduction: "atomic", tile: "64x256x64", orders: [{ kind: "row" }] } as const;
    const { bounds, rows } = gapReport(workload, H100, { ...kernel, l2: { policy: "lru", bytes: H100.l2Bytes } });
    const row = rows.find((one) => one.interface === "l2-sm");
    const [a, b] = [16384 * 8192 * 2, 8192 * 8192 * 2];
    expect(Number(row?.traffic.reads)).toBe((8192 / 256) * a + b);
    expectBelow(bounds, { reads: (8192 / 256) * a + b, writes: Number(row?.traffic.writes) });
    expect(row?.bound.requires).not.toContain("no-l2-adds");
    const sharper = bestReads(bounds, ALL).get("l2-sm");
    expect(Number(sharper?.reads)).toBeGreaterThan((8192 / 256) * a + b);
    expect([...(sharper?.requires ?? []), ...(sharper?.readsRequire ?? [])]).toContain("no-l2-adds");
  });

  // 4 × 8 tiles of 724 × 361 words of B, one in an SM, with the 361 sums of a row of C and a word of A. Each row of A
  // passes the 8 tiles of its part of k; each output is sent by the 4 tiles of its column.
  test("gemm 1000000×2888×2896: a tile of B in each SM, A passes, C is added in the L2", () => {
    const [m, n, k] = [1_000_000, 2888, 2896];
    expect(724 * 361 * 2 + 361 * 4 + 2).toBeLessThanOrEqual(bytesPerSm(H100));
    const cost = { reads: (n / 361) * m * k * 2 + k * n * 2, writes: (k / 724) * m * n * 4 };
    expect(cost.reads + cost.writes).toBe(92_560_727_296);
    const bounds = boundsIntoSms(gemmWorkload({ m, n, k, outputType: "fp32" }));
    expectBelow(bounds, cost);
    const sharper = bestBounds(bounds, ALL).get("l2-sm");
    expect(Number(sharper?.value)).toBeGreaterThan(cost.reads + cost.writes);
    expect(sharper?.requires).toContain("no-l2-adds");
    // Not only where partial sums are wider than results: here they are not.
    expect(sharper?.requires).not.toContain("wide-partial-sums");
  });

  // 129 SMs hold 508 or 509 columns of B with their rows of D, a row of A, the sums of a row of E and an element of H. Every row of A passes each of them, every output is sent by each.
  test("chain 65536, 256, 65536, 256: weights of both stages stay, E is added in the L2", () => {
    const [m, k, l, n] = [65536, 256, 65536, 256];
    const slices = 129;
    expect(Math.ceil(l / slices) * (k + n) * 2 + k * 2 + n * 4 + 4).toBeLessThanOrEqual(bytesPerSm(H100));
    expect(slices).toBeLessThanOrEqual(H100.sms);
    const cost = { reads: slices * m * k * 2 + (k + n) * l * 2, writes: slices * m * n * 4 };
    expect(cost.reads).toBe(4_395_630_592);
    const bounds = boundsIntoSms(chainWorkload({ m, k, l, n, outputType: "fp32" }));
    expectBelow(bounds, cost);
    const sharper = bestReads(bounds, ALL).get("l2-sm");
    expect(Number(sharper?.reads)).toBeGreaterThan(cost.reads);
    expect([...(sharper?.requires ?? []), ...(sharper?.readsRequire ?? [])]).toContain("no-l2-adds");
  });
});

describe("a word that passes from SM to SM leaves one port and arrives at another", () => {
  // Two halves of k, each of 8 tiles of 724 × 361 words of B. One SM of a pair sends its fp32 sums of a row to the other, which
  // adds them as they arrive, rounds and stores bf16.
  test("gemm 1000000×2888×1448, bf16: pairs of SMs pass fp32 sums", () => {
    const [m, n, k] = [1_000_000, 2888, 1448];
    const [a, b] = [(n / 361) * m * k * 2, k * n * 2];
    const passed = m * n * 4;
    // Counted as one delivery, as the words into the SMs alone are.
    expect(a + b + passed + m * n * 2).toBe(40_504_363_648);
    const cost = { reads: a + b + passed, writes: passed + m * n * 2 };
    expect(cost.reads + cost.writes).toBe(52_056_363_648);
    const bounds = boundsIntoSms(gemmWorkload({ m, n, k }));
    // It meets every condition: its sums are wide wherever they go, and SMs add.
    const sharpest = bestBounds(bounds, ALL).get("l2-sm");
    expect(sharpest?.id).toBe("gemm-holding-cost-wide-accumulators");
    expect(Number(sharpest?.value)).toBeLessThanOrEqual(cost.reads + cost.writes);
    expect(Number(bestReads(bounds, ALL).get("l2-sm")?.reads)).toBeLessThanOrEqual(cost.reads);
    // If both round their sums and send bf16 to be added in the L2, they meet none.
    const rounded = { reads: a + b, writes: 2 * m * n * 2 };
    expect(rounded.reads + rounded.writes).toBe(34_728_363_648);
    expectBelow(bounds, rounded);
    expect(Number(sharpest?.value)).toBeGreaterThan(rounded.reads + rounded.writes);
    expect(sharpest?.requires).toEqual(expect.arrayContaining(["no-l2-adds", "wide-partial-sums"]));
  });

  // Tiles of 361 × 361 words of B, then of D, stay in turn with the 361 sums of a row and a word of A, or of H. A passes
  // the 128 tiles of its part of k, H the 4 tiles of its part of l. An element of H has 4 parts and one of E has 128.
  test("chain 46208, 1444, 46208, 1444, fp32: tiles of weights stay, sums of both stages meet in the L2, or in SMs", () => {
    const [m, k, l, n] = [46208, 1444, 46208, 1444];
    expect((361 * 361 + 361 + 1) * 4).toBeLessThanOrEqual(bytesPerSm(H100));
    const loads = 4 * ((l / 361) * m * k + k * l + (n / 361) * m * l + l * n);
    const [ofH, ofE] = [(k / 361) * m * l * 4, (l / 361) * m * n * 4];
    const added = { reads: loads, writes: ofH + ofE };
    expect(added.reads + added.writes).toBe(137_185_267_712);
    const bounds = boundsIntoSms(chainWorkload({ m, k, l, n, dataType: "fp32" }));
    expectBelow(bounds, added);
    const sharper = bestBounds(bounds, ALL).get("l2-sm");
    expect(sharper?.id).toBe("chain-holding-cost");
    expect(Number(sharper?.value)).toBeGreaterThan(added.reads + added.writes);
    expect(sharper?.requires).toContain("no-l2-adds");
    // From SM to SM all parts of a sum but the last arrive at another port.
    const passed = { reads: loads + ofH + ofE - 4 * m * (l + n), writes: ofH + ofE };
    expect(Number(sharper?.value)).toBeLessThanOrEqual(passed.reads + passed.writes);
    expect(Number(bestReads(bounds, ALL).get("l2-sm")?.reads)).toBeLessThanOrEqual(passed.reads);
  });
});
