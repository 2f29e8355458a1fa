import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordEinsum } from "../../src/lift/two-level/einsum.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { tiledEinsum, wordEinsumTotal } from "../../src/schedules/two-level/einsum.js";
import { bestWordGemm } from "../../src/schedules/two-level/gemm/cosma.js";
import { parameters } from "../properties/arbitraries.js";

const TEXTS: readonly string[] = [
  "C[i,j] += A[i,k] * B[k,j]",
  "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]",
  "F[i] += P[i] * Q[j]",
  "Y[i] += A[i,j] * X[j]",
  "D[i,j] += A[i,k,l] * B[k,l,j]",
  "T[i,j,k] += A[i,l] * B[j,l] * C[k,l]",
  "Z[i,j] += A[i] * B[j]",
  "S[] += A[i,j] * B[j,i]",
  "C[a,b] += A[a,c,d,e] * B[b,c] * D[d,e]",
];

const statement = fc
  .record({ text: fc.constantFrom(...TEXTS), sides: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 5, maxLength: 5 }) })
  .map(({ text, sides }) => {
    const indices = [...new Set([...text.matchAll(/[a-l](?=[,\]])/g)].map(([index]) => index))];
    return einsumWorkload({ text, extents: Object.fromEntries(indices.map((index, i) => [index, sides[i] ?? 1])) });
  });

test("the moves are legal within S words and cost exactly what the schedule counts; each sum has each of its products once", () => {
  fc.assert(
    fc.property(statement, fc.integer({ min: 4, max: 50 }), (workload, fastWords) => {
      const schedule = tiledEinsum(workload, fastWords);
      const lifted = liftWordEinsum(schedule, fastWords);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
      // The products of each chain, walked from its output, against those of the statement.
      const { graph } = lifted;
      const names = graph.names ?? [];
      const predecessors = (vertex: number): readonly number[] =>
        Array.from(graph.predecessors.subarray(graph.predecessorOffsets[vertex], graph.predecessorOffsets[vertex + 1]));
      const [output, ...operands] = schedule.accesses;
      const found: string[] = [];
      names.forEach((name, vertex) => {
        if (graph.isOutput[vertex] !== 1) return;
        for (let at: number | undefined = vertex; at !== undefined; ) {
          const below: readonly number[] = predecessors(at);
          found.push([name, ...below.filter((one) => predecessors(one).length === 0).map((one) => names[one])].sort().join(" "));
          at = below.find((one) => predecessors(one).length > 0);
        }
      });
      const indices = Object.keys(workload.extents);
      let all: readonly Readonly<Record<string, number>>[] = [{}];
      for (const index of indices) {
        all = all.flatMap((point) =>
          Array.from({ length: workload.extents[index] ?? 0 }, (_, value) => ({ ...point, [index]: value })),
        );
      }
      const right = all.map((point) =>
        [output, ...operands]
          .map((access) => `${access?.array}[${access?.indices.map((index) => point[index]).join(",")}]`)
          .sort()
          .join(" "),
      );
      expect(found.sort()).toEqual([...right].sort());
    }),
    parameters(25),
  );
});

test("no bound is above it", () => {
  const large = fc
    .record({
      text: fc.constantFrom(...TEXTS),
      sides: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 5, maxLength: 5 }),
    })
    .map(({ text, sides }) => {
      const indices = [...new Set([...text.matchAll(/[a-l](?=[,\]])/g)].map(([index]) => index))];
      return einsumWorkload({ text, extents: Object.fromEntries(indices.map((index, i) => [index, sides[i] ?? 1])) });
    });
  fc.assert(
    fc.property(large, fc.integer({ min: 4, max: 3000 }), (workload, fastWords) => {
      const best = bestBounds(boundWorkload(workload, abstractMachine(fastWords)).bounds).get("slow-fast");
      const total = wordEinsumTotal(tiledEinsum(workload, fastWords));
      expect((best?.value ?? 0n) <= total, `${best?.id} = ${best?.value} > ${total}`).toBe(true);
    }),
    parameters(15),
  );
});

// Of 1,355 random products with sides up to 500 and up to 5,000 words, 10 were further than 2 % from the better of the two.
describe("of a product it moves about what the better of COSMA's tile and rows that stay does", () => {
  const ratio = (m: number, n: number, k: number, fastWords: number): number => {
    const { words } = bestWordGemm(gemmWorkload({ m, n, k }), fastWords);
    const workload = einsumWorkload({ text: "C[i,j] += A[i,k] * B[k,j]", extents: { i: m, j: n, k } });
    return Number(wordEinsumTotal(tiledEinsum(workload, fastWords))) / Number(words.a + words.b + words.c);
  };

  test.each([
    [500, 500, 500, 1024],
    [300, 40, 500, 100],
    [500, 400, 20, 3000],
    [7, 500, 500, 4096],
  ])("within 2 %% for %i×%i×%i in %i words", (m, n, k, fastWords) => {
    expect(ratio(m, n, k, fastWords)).toBeLessThanOrEqual(1.02);
  });

  test.each([
    [65, 301, 61, 1024, 1.025],
    [357, 148, 492, 3132, 1.0717],
  ])("but not for %i×%i×%i in %i words", (m, n, k, fastWords, found) => {
    expect(ratio(m, n, k, fastWords)).toBeCloseTo(found, 3);
  });
});

describe("how near it comes", () => {
  test.each([
    ["MTTKRP", "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", { i: 512, j: 512, k: 512, l: 64 }, 4096, 1.03],
    ["n-body", "F[i] += P[i] * Q[j]", { i: 100_000, j: 100_000 }, 1024, 1.02],
    ["matrix and vector", "Y[i] += A[i,j] * X[j]", { i: 1000, j: 1000 }, 100, 1.01],
  ])("%s", (_, text, extents, fastWords, ratio) => {
    const workload = einsumWorkload({ text, extents });
    const best = bestBounds(boundWorkload(workload, abstractMachine(fastWords)).bounds).get("slow-fast")?.value ?? 1n;
    expect(Number(wordEinsumTotal(tiledEinsum(workload, fastWords))) / Number(best)).toBeLessThan(ratio);
  });
});

test("several statements, an array read twice, and too few words are refused", () => {
  const extents = { i: 4, j: 4, k: 4 };
  const refused = (text: string, words: number): unknown => {
    try {
      return tiledEinsum(einsumWorkload({ text, extents }), words);
    } catch (error) {
      return error instanceof InputError ? error.subject : error;
    }
  };
  expect(refused("C[i,j] += A[i,k] * B[k,j]; D[i,k] += C[i,j] * E[j,k]", 20)).toBe("text");
  expect(refused("C[i,j] += A[i,k] * A[k,j]", 20)).toBe("text");
  expect(refused("C[i,j] += A[i,k] * B[k,j]", 2)).toBe("fast-words");
});
