import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import type { EinsumWorkload } from "../../src/computation/einsum.js";
import { einsumComputation, einsumWorkload } from "../../src/computation/einsum.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { einsumForm } from "../../src/plan/einsum-forms.js";
import { planWords } from "../../src/plan/two-level.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { counted } from "../properties/arbitraries.js";

const of = (text: string, extents: Readonly<Record<string, number>>): EinsumWorkload => einsumWorkload({ text, extents });
const side = fc.integer({ min: 1, max: 6 });

/** What slow memory and the fast one exchange, array by array. */
function moved(plan: ReturnType<typeof planWords>[number]): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    [...plan.traffic.byArray].map(([name, interfaceIds]) => [name, totalTraffic(interfaceIds.get("slow-fast") ?? none)]),
  );
}

const none = { reads: 0n, writes: 0n };

test.each([
  ["C[i,j] += A[i,k] * B[k,j]", { i: 5, j: 7, k: 3 }, gemmWorkload({ m: 5, n: 7, k: 3 }), ["A", "B", "C"]],
  [
    "Z[j,b,i] += Q[b,i,k,l] * P[b,l,j,k]",
    { b: 2, i: 5, j: 7, k: 3, l: 2 },
    gemmWorkload({ batch: 2, m: 5, n: 7, k: 6 }),
    ["Q", "P", "Z"],
  ],
  [
    "H[j,i] += A[k,i] * B[k,j]; E[i,n] += D[n,l] * H[l,i]",
    { i: 5, j: 7, l: 7, k: 3, n: 2 },
    chainWorkload({ m: 5, k: 3, l: 7, n: 2 }),
    ["A", "B", "H", "D", "E"],
  ],
  [
    "X[i,b] += I[i,a] * U[a,b]; Y[i,c] += X[i,b] * V[b,c]; Z[i,d] += Y[i,c] * W[c,d]",
    { i: 9, a: 2, b: 3, c: 4, d: 5 },
    multilayerChainWorkload({ m: 9, widths: [2, 3, 4, 5] }),
    ["I", "X", "Y", "Z", "U", "V", "W"],
  ],
])("%s is what has schedules of its own", (text, extents, workload, names) => {
  const form = einsumForm(of(text, extents));
  expect(form?.workload).toEqual(workload);
  expect([...(form?.names.values() ?? [])]).toEqual(names);
  const plans = planWords(of(text, extents), 30);
  for (const plan of planWords(workload, 30)) {
    const same = plans.find(({ id }) => id === plan.id);
    expect(same?.traffic.total).toEqual(plan.traffic.total);
    const renamed = Object.entries(moved(plan)).map(([name, words]) => [form?.names.get(name), words]);
    expect(moved(same ?? expect.fail(plan.id))).toEqual(Object.fromEntries(renamed));
  }
});

test.each([
  // D is of every row its own: a chain for bounds, but D does not stay for other rows.
  ["H[i,j] += A[i,k] * B[k,j]; E[i,n] += H[i,j] * D[i,j,n]", { i: 5, j: 7, k: 3, n: 2 }],
  ["H[b,i,j] += A[b,i,k] * B[b,k,j]; E[b,i,n] += H[b,i,j] * D[b,j,n]", { b: 2, i: 5, j: 7, k: 3, n: 2 }],
  ["C[i,j] += A[i,k] * B[k,j]; F[i,n] += A[i,k] * G[k,n]", { i: 5, j: 7, k: 3, n: 2 }],
  ["M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", { i: 5, j: 4, k: 3, l: 2 }],
  ["H[i,j] += A[i,k] * B[k,j]; G[i] += A[i,k] * V[k]; E[i,n] += H[i,j] * D[j,n]", { i: 5, j: 7, k: 3, n: 2 }],
])("%s is not", (text, extents) => {
  expect(einsumForm(of(text, extents))).toBeUndefined();
  expect(planWords(of(text, extents), 30)).toHaveLength(1);
});

const statements = fc.constantFrom(
  "C[i,j] += A[i,k] * B[k,j]; F[i,n] += A[i,k] * G[k,n]",
  "H[i,j] += A[i,k] * B[k,j]; E[i,n] += H[i,j] * D[i,j,n]",
  "H[b,i,j] += A[b,i,k] * B[b,k,j]; E[b,i,n] += H[b,i,j] * D[b,j,n]",
  "H[j] += A[j,k]; E[i] += H[j] * F[i]",
  "H[i,j] += A[i,k] * B[k,j]; P[i] += H[i,j] * V[j]; E[j] += H[i,j] * U[i]",
  "H[j,i] += A[k,i] * B[k,j]; E[i,n] += D[n,j] * H[j,i]",
  "C[i,j] += A[i,k] * B[k,j]",
);

test("every plan of a text is refereed move by move at its own count, and no bound is above it", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      statements,
      fc.record({ b: fc.integer({ min: 1, max: 3 }), i: side, j: side, k: side, n: side }),
      fc.integer({ min: 5, max: 40 }),
      (text, sides, words) => {
        const used = Object.entries(sides).filter(([index]) => new RegExp(`\\b${index}\\b`).test(text));
        const workload = of(text, Object.fromEntries(used));
        const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(words), memories: 1n, fastMemory: "" } as const;
        const bounds = proveBoundsInSetting(einsumComputation(workload), setting);
        for (const { id, traffic, lift } of planWords(workload, words)) {
          const total = totalTraffic(traffic.total.get("slow-fast") ?? none);
          expect(refereeLifted(lift()), `${id}: ${text}`).toMatchObject({ agrees: true, cost: total });
          for (const bound of bounds) expect(bound.value <= total, `${bound.id} above ${id}: ${text}`).toBe(true);
          seen.add(id);
        }
      },
    ),
    counted(60),
  );
  for (const id of ["statements-separate", "tiled-einsum", "chain-separate", "cosma"]) expect(seen).toContain(id);
});
