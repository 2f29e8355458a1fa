import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveGemmOutputNearCapacity } from "../../../src/bounds/gemm/output-near-capacity.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { parameters } from "../../properties/arbitraries.js";
import { edited, expectEveryForgeryRefused } from "../edited.js";
import { cheapest, instance } from "../two-level-products.js";

function proven(m: number, n: number, k: number, capacity: number): number {
  return Number(proveGemmOutputNearCapacity(instance(m, n, k, capacity))?.value ?? 0n);
}

describe("gemm-output-near-capacity", () => {
  test("within 2 % of the best schedule where C takes exactly the memory and k is long", () => {
    const [own, best] = [proven(128, 128, 1024, 16384), cheapest(128, 128, 1024, 16384)];
    expect(own).toBeLessThanOrEqual(best);
    expect(best / own).toBeLessThan(1.02);
    const report = boundWorkload(gemmWorkload({ m: 128, n: 128, k: 1024 }), abstractMachine(16384));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "gemm-output-near-capacity" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("nothing beyond compulsory traffic where C fits beside a row and a column, in several memories, or where k is short", () => {
    expect(proveGemmOutputNearCapacity(instance(128, 128, 1024, 128 * 128 + 128))).toBeUndefined();
    expect(proveGemmOutputNearCapacity({ ...instance(128, 128, 1024, 16384), memories: 2n })).toBeUndefined();
    expect(proveGemmOutputNearCapacity(instance(128, 128, 40, 16384))).toBeUndefined();
  });

  test("words of one size count as words; wide accumulators on a chip", () => {
    const bytes = proveGemmOutputNearCapacity({
      ...instance(128, 128, 1024, 32768),
      weights: { a: 2n, b: 2n, partial: 2n, output: 2n },
    });
    expect(Number(bytes?.value) / 2 - proven(128, 128, 1024, 16384)).toBeLessThan(1);
    const chip = { ...instance(6144, 6144, 16384, 121_634_816), weights: { a: 2n, b: 2n, partial: 4n, output: 2n } };
    expect(Number(proveGemmOutputNearCapacity(chip)?.value) / (2 * (2 * 6144 * 16384 + 6144 * 6144))).toBeGreaterThan(1.13);
  });

  test("never above a schedule where the outputs nearly fit", () => {
    const side = fc.integer({ min: 4, max: 60 });
    const missing = fc.integer({ min: -60, max: 2000 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 5000 }), missing, (m, n, k, away) => {
        const capacity = Math.max(3, m * n - away);
        expect(proven(m, n, k, capacity)).toBeLessThanOrEqual(cheapest(m, n, k, capacity));
      }),
      parameters(300),
    );
  });

  test("does not rise with the memory, nor fall as k grows", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 300 }), (k, more) => {
        const extra = (inner: number, capacity: number) => proven(100, 90, inner, capacity) - (190 * inner + 9000);
        expect(proven(100, 90, k, 8000)).toBeGreaterThanOrEqual(proven(100, 90, k, 8000 + more));
        if (proven(100, 90, k, 8000) > 0) expect(extra(k + 1, 8000)).toBeGreaterThanOrEqual(extra(k, 8000));
      }),
      parameters(100),
    );
  });

  test("a forged certificate is refused", () => {
    const certificate = proveGemmOutputNearCapacity(instance(130, 128, 1024, 16384));
    expect(certificate).toBeDefined();
    if (certificate === undefined) return;
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "gemm-output-near-capacity" });
    expectEveryForgeryRefused(document);
    const more = edited(document, ["missing"], (missing) => Number(missing) + 1);
    expect(() => verifyCertificate(more as Record<string, Json>)).toThrow("more sums than are away");
    const memories = edited(document, ["instance", "memories"], () => 2);
    expect(() => verifyCertificate(memories as Record<string, Json>)).toThrow("one memory");
  });
});

/** One slice of m rows and n columns: in which steps each word is present, and in which step each pair meets. */
interface Slice {
  readonly rows: readonly (readonly boolean[])[];
  readonly columns: readonly (readonly boolean[])[];
  readonly meeting: readonly (readonly number[])[];
  readonly steps: number;
}

/**
 * A random execution of one slice: words come and go; a pair that has not met may meet where both are present, at most one in a step.
 * At the end everything left is brought together pair by pair, in the order of `finish`.
 */
function execute(m: number, n: number, moves: readonly number[], finish: boolean): Slice {
  const rows = Array.from({ length: m }, (): boolean[] => []);
  const columns = Array.from({ length: n }, (): boolean[] => []);
  const meeting = rows.map(() => columns.map(() => -1));
  const words = [...rows, ...columns];
  const here = words.map(() => false);
  let steps = 0;
  const step = (pair?: readonly [number, number]): void => {
    words.forEach((stays, word) => {
      stays.push(here[word] === true);
    });
    if (pair !== undefined) (meeting[pair[0]] as number[])[pair[1]] = steps;
    steps += 1;
  };
  const unmet = (): [number, number][] =>
    meeting.flatMap((row, i) => row.flatMap((at, j): [number, number][] => (at < 0 ? [[i, j]] : [])));
  for (const move of moves) {
    const word = move % words.length;
    if (move % 3 > 0) here[word] = move % 3 === 1;
    const ready = unmet().filter(([i, j]) => here[i] === true && here[m + j] === true);
    step(move % 5 === 0 ? undefined : ready[move % Math.max(1, ready.length)]);
  }
  const left = finish ? unmet() : unmet().sort((x, y) => x[1] - y[1]);
  for (const [i, j] of left) {
    here[i] = true;
    here[m + j] = true;
    step([i, j]);
    if (moves.length % 2 === 0) here[i] = false;
  }
  return { rows, columns, meeting, steps };
}

const staysOf = (word: readonly boolean[]): number => word.filter((present, at) => present && word[at - 1] !== true).length;

/** The crossing step of proofs/gemm-output-near-capacity.md, Lemma 1: when the single word whose stay begins last is first used. */
function crossing({ rows, columns, meeting }: Slice): number {
  const used = [
    ...meeting.map((row) => Math.min(...row)),
    ...columns.map((_, j) => Math.min(...meeting.map((row) => row[j] ?? 0))),
  ];
  const single = [...rows, ...columns].flatMap((word, index) =>
    staysOf(word) === 1 ? [{ index, begins: word.indexOf(true) }] : [],
  );
  const last = single.reduce((most, one) => (one.begins > most.begins ? one : most), { index: 0, begins: -1 });
  return used[last.index] as number;
}

describe("the lemmas of gemm-output-near-capacity on random executions of a slice", () => {
  const side = fc.integer({ min: 1, max: 6 });
  const moves = fc.array(fc.nat(10_000), { maxLength: 120 });

  test("a crossing holds min(m, n) + 1 words less those that stay more than once; what is met at another time costs rows and columns", () => {
    fc.assert(
      fc.property(side, side, moves, fc.boolean(), fc.nat(), fc.nat(), (m, n, some, finish, before, after) => {
        const slice = execute(m, n, some, finish);
        const words = [...slice.rows, ...slice.columns];
        const extra = words.reduce((sum, word) => sum + staysOf(word) - 1, 0);
        const held = (at: number): number => words.filter((word) => word[at] === true).length;
        const at = crossing(slice);
        expect(held(at)).toBeGreaterThanOrEqual(Math.min(m, n) + 1 - extra);
        // Steps b' ≤ t ≤ b, or beyond the ends.
        const early = (before % (at + 2)) - 1;
        const late = at + (after % (slice.steps - at + 1));
        const times = slice.meeting.flat();
        const cover = (pairs: number): number => Math.ceil(2 * Math.sqrt(pairs));
        const paid = cover(times.filter((time) => time > late).length) + cover(times.filter((time) => time < early).length);
        const inMemory = (late < slice.steps ? held(late) : 0) + (early >= 0 ? held(early) : 0);
        expect(extra + inMemory).toBeGreaterThanOrEqual(Math.min(paid, m, n));
      }),
      parameters(3000),
    );
  });
});
