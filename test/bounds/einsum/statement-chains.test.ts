import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound, Setting } from "../../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import type { EinsumWorkload } from "../../../src/computation/einsum.js";
import { einsumComputation, einsumWorkload } from "../../../src/computation/einsum.js";
import { multilayerChainWorkload } from "../../../src/computation/multilayer-chain.js";
import { abstractMachine, MACHINES } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { wordChains } from "../../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../../src/schedules/two-level/chain/words.js";
import { multilayerChainTotal, wordMultilayerChains } from "../../../src/schedules/two-level/multilayer/schedules.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { counted, parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import { boundClaims, edited, expectEveryEditRefused } from "../edited.js";
import { smallProgram } from "../small-programs.js";

type Figures = readonly (readonly [string, bigint])[];
const figuresOf = (bounds: readonly Bound[]): Figures => bounds.map(({ id, value }) => [id, value]);

const figures = (workload: EinsumWorkload, setting: Setting): Figures =>
  figuresOf(proveBoundsInSetting(einsumComputation(workload), setting));

const THREE = "H1[i,b] += X[i,a] * W1[a,b]; H2[i,c] += H1[i,b] * W2[b,c]; Y[i,d] += H2[i,c] * W3[c,d]";
const EXTENTS = { i: 9000, a: 70, b: 200, c: 60, d: 90 };

describe("three statements that are a chain have the bounds of chain --widths", () => {
  const right = figuresOf(proveBoundsInSetting(multilayerChainWorkload({ m: 9000, widths: [70, 200, 60, 90] }), inWords(500)));

  test("which are more than compulsory here", () => {
    const chains = ["last-pair", "recomputation", "whole-rows", "stages"].map((id) => `multilayer-${id}`);
    expect(right.map(([id]) => id)).toEqual(["compulsory", ...chains]);
  });

  test.each([
    THREE,
    "H1[i,b] += W1[a,b] * X[i,a]; H2[i,c] += W2[b,c] * H1[i,b]; Y[i,d] += W3[c,d] * H2[i,c]",
    // The transposed chain Y = W3·(W2·(W1·X)).
    "H1[b,i] += W1[b,a] * X[a,i]; H2[c,i] += W2[c,b] * H1[b,i]; Y[d,i] += W3[d,c] * H2[c,i]",
    "H1[b,i] += X[i,a] * W1[a,b]; H2[i,c] += W2[c,b] * H1[b,i]; Y[d,i] += H2[i,c] * W3[c,d]",
  ])("%s", (text) => {
    expect(figures(einsumWorkload({ text, extents: EXTENTS }), inWords(500))).toEqual(right);
  });

  test("with an index used again for other columns: it is one of its own in each statement", () => {
    const text = "H[i,b] += X[i,a] * U[a,b]; G[i,a] += H[i,b] * V[b,a]; Y[i,b] += G[i,a] * W[a,b]";
    const own = multilayerChainWorkload({ m: 900, widths: [70, 60, 70, 60] });
    const found = figures(einsumWorkload({ text, extents: { i: 900, a: 70, b: 60 } }), inWords(300));
    expect(found).toEqual(figuresOf(proveBoundsInSetting(own, inWords(300))));
  });

  test("in bytes on every machine", () => {
    for (const machine of MACHINES) {
      const types = { dataType: "fp8", outputType: "fp32", accumulator: "fp32" } as const;
      const statements = boundWorkload(einsumWorkload({ text: THREE, extents: EXTENTS, ...types }), machine);
      const own = boundWorkload(multilayerChainWorkload({ m: 9000, widths: [70, 200, 60, 90], ...types }), machine);
      expect(figuresOf(statements.bounds)).toEqual(figuresOf(own.bounds));
    }
  });
});

/** A chain as statements: rows and columns of several indices, some of the rows in a W too, everything else at random. */
interface Written {
  readonly workload: EinsumWorkload;
  readonly rows: number;
  readonly batch: number;
  readonly widths: readonly number[];
  /** No W has an index of a row: the inputs are those of a chain. */
  readonly plain: boolean;
}

const written = (largest: number, products: { min: number; max: number }): fc.Arbitrary<Written> =>
  fc
    .record({
      extents: fc.uniqueArray(fc.integer({ min: 1, max: largest }), { minLength: 1, maxLength: 4 }),
      rows: fc.array(fc.record({ pick: fc.nat(3), shared: fc.constantFrom(0, 0, 0, 1, 2, 5, 127, 127) }), { maxLength: 2 }),
      columns: fc.array(fc.array(fc.nat(3), { maxLength: 2 }), { minLength: products.min + 1, maxLength: products.max + 1 }),
      seed: fc.nat(),
    })
    .map(({ extents, rows, columns, seed }) => {
      const at = (pick: number): number => extents[pick % extents.length] as number;
      const random = generator(seed);
      const last = columns.length - 1;
      const used = new Set<string>();
      const line = (q: number): string => {
        // Names of the statement: of those for an extent any, so that they mean other things elsewhere.
        const taken = new Set<string>();
        const name = (extent: number): string => {
          for (;;) {
            const own = `e${extent}x${random(6)}`;
            if (taken.has(own)) continue;
            taken.add(own);
            used.add(own);
            return own;
          }
        };
        const row = rows.map(({ pick, shared }) => ({ index: name(at(pick)), inW: ((shared >> q) & 1) === 1 }));
        const before = (columns[q] as number[]).map((pick) => name(at(pick)));
        const after = (columns[q + 1] as number[]).map((pick) => name(at(pick)));
        const own = row.map(({ index }) => index);
        const weight = [...row.filter(({ inW }) => inW).map(({ index }) => index), ...before, ...after];
        const read = q === 0 ? shuffled([...own, ...before], random) : ordered(orders[q] as number[], [...own, ...before]);
        orders[q + 1] = shuffled([...own, ...after].keys(), random);
        const target = ordered(orders[q + 1] as number[], [...own, ...after]);
        const operands = [`X${q}[${read}]`, `${q % 2 === 0 ? "V" : "W"}${q}[${shuffled(weight, random)}]`];
        return `X${q + 1}[${target}] += ${shuffled(operands, random).join(" * ")}`;
      };
      const orders: number[][] = [];
      const text = Array.from({ length: last }, (_, q) => line(q)).join("; ");
      const product = (factors: readonly number[]): number => factors.reduce((x, y) => x * y, 1);
      const all = (1 << last) - 1;
      const batch = product(rows.filter(({ shared }) => (shared & all) === all).map(({ pick }) => at(pick)));
      const m = product(rows.map(({ pick }) => at(pick)));
      const named = Object.fromEntries([...used].map((name) => [name, Number(/^e(\d+)x/.exec(name)?.[1])]));
      return { text, named, batch, rows: m / batch, widths: columns.map((picks) => product(picks.map(at))), rowsOf: rows, all };
    })
    .filter(({ named }) => Object.keys(named).length <= 16)
    .map(({ text, named, batch, rows, widths, rowsOf, all }) => ({
      workload: einsumWorkload({ text, extents: named }),
      batch,
      rows,
      widths,
      plain: rowsOf.every(({ shared }) => (shared & all) === 0),
    }));

function generator(seed: number): (below: number) => number {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

function shuffled<T>(values: Iterable<T>, random: (below: number) => number): T[] {
  const left = [...values];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(random(left.length), 1));
  return out;
}

function ordered<T>(order: readonly number[], values: readonly T[]): T[] {
  return order.map((position) => values[position] as T);
}

test("however rows, columns, operands and indices are named and ordered, the bounds are those of the chain", () => {
  const seen = new Set<string>();
  const memory = fc.record({ words: fc.integer({ min: 3, max: 3000 }), memories: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(written(40, { min: 2, max: 5 }), memory, ({ workload, rows, batch, widths, plain }, { words, memories }) => {
      const setting = inWords(words, memories);
      const [k, l, n] = widths as [number, number, number];
      const own =
        widths.length === 3
          ? batch > 1
            ? undefined
            : proveBoundsInSetting(chainWorkload({ m: rows, k, l, n }), setting)
          : proveBoundsInSetting(multilayerChainWorkload({ m: batch * rows, widths }), setting);
      const found = figures(workload, setting);
      for (const [id] of found) seen.add(id);
      // More words of weights than the chain has are compulsory where rows have weights of their own.
      if (own !== undefined) expect(found.slice(plain ? 0 : 1)).toEqual(figuresOf(own).slice(plain ? 0 : 1));
      else expect(found.length).toBeGreaterThan(1);
    }),
    counted(60),
  );
  expect([...seen].filter((id) => id.startsWith("multilayer")).length).toBe(4);
});

test("rows that have weights of their own cost no less than the bounds: every chain of the batch by itself, by every schedule", () => {
  const sides = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.record({ widths: sides, m: fc.integer({ min: 1, max: 200 }), batch: fc.integer({ min: 2, max: 9 }), own: fc.nat(31) }),
      fc.integer({ min: 3, max: 2000 }),
      ({ widths, m, batch, own }, words) => {
        const statements = widths.slice(1).map((_, q) => {
          const b = ((own >> q) & 1) === 1 ? "b," : "";
          return `X${q + 1}[b,i,j${q + 1}] += X${q}[b,i,j${q}] * W${q}[${b}j${q},j${q + 1}]`;
        });
        const columns = Object.fromEntries(widths.map((width, q) => [`j${q}`, width]));
        const workload = einsumWorkload({ text: statements.join("; "), extents: { b: batch, i: m, ...columns } });
        const [k, l, n] = widths as [number, number, number];
        const costs =
          widths.length === 3
            ? wordChains(chainWorkload({ m, k, l, n }), words).map((schedule) => chainTotal(schedule.words))
            : wordMultilayerChains(multilayerChainWorkload({ m, widths }), words).map(multilayerChainTotal);
        for (const [id, value] of figures(workload, inWords(words))) {
          for (const cost of costs) expect(value <= BigInt(batch) * cost, `${id} of ${workload.text}`).toBe(true);
        }
      },
    ),
    parameters(75),
  );
});

const nine = Object.fromEntries([..."abcdei"].map((index) => [index, 9]));

describe("what is no chain gets compulsory traffic only", () => {
  test.each([
    [
      "an intermediate that is read twice in it",
      "H[i,b] += X[i,a] * U[a,b]; G[b,c] += H[i,b] * V[i,c]; Y[i,c] += H[i,b] * G[b,c]",
    ],
    ["weights that are made", "H[i,b] += X[i,a] * U[a,b]; V[b,c] += A[b,d] * B[d,c]; Y[i,c] += H[i,b] * V[b,c]"],
    ["X times a product of weights", "V[a,c] += U[a,b] * W[b,c]; H[i,c] += X[i,a] * V[a,c]; Y[i,d] += H[i,c] * Z[c,d]"],
    ["the same weights twice", "H[i,b] += X[i,a] * U[a,b]; G[i,c] += H[i,b] * V[b,c]; Y[i,d] += G[i,c] * V[c,d]"],
    ["weights that are X0", "H[i,b] += X[i,a] * U[a,b]; G[i,c] += H[i,b] * V[b,c]; Y[i,d] += G[i,c] * X[c,d]"],
    ["a scale of columns between", "H[i,b] += X[i,a] * U[a,b]; G[i,b] += H[i,b] * s[b]; Y[i,c] += G[i,b] * W[b,c]"],
    ["a copy between", "H[i,b] += X[i,a] * U[a,b]; G[i,b] += H[i,b]; Y[i,c] += G[i,b] * W[b,c]"],
    ["a third operand", "H[i,b] += X[i,a] * U[a,b]; G[i,c] += H[i,b] * V[b,c] * s[c]; Y[i,d] += G[i,c] * W[c,d]"],
    ["a last X that is read", "H[i,b] += X[i,a] * U[a,b]; G[i,c] += H[i,b] * V[b,c]; Y[i,d] += G[i,c] * W[c,d]; z[i] += Y[i,d]"],
    ["rows that are summed", "H[i,b] += X[i,a] * U[a,b]; G[i,c] += H[i,b] * V[b,c]; Y[c,d] += G[i,c] * W[i,d]"],
    ["rows summed in the middle", "H[i,b] += X[i,a] * U[a,b]; G[b,c] += H[i,b] * V[i,c]; Y[b,d] += G[c,b] * W[c,d]"],
    ["heads that are summed", "H[e,i,b] += X[e,i,a] * U[e,a,b]; G[e,i,c] += H[e,i,b] * V[e,b,c]; Y[i,d] += G[e,i,c] * W[e,c,d]"],
    ["columns that are kept", "H[i,b,e] += X[i,a] * U[a,b,e]; G[i,c,e] += H[i,b,e] * V[b,c]; Y[i,d,e] += G[i,c,e] * W[c,d]"],
    ["a sum of one operand's own", "H[i,b] += X[i,a] * U[a,b,e]; G[i,c] += H[i,b] * V[b,c]; Y[i,d] += G[i,c] * W[c,d]"],
    ["rows that one X lacks", "H[b] += X[i,a] * U[a,b]; G[i,c] += H[b] * V[b,c,i]; Y[i,d] += G[i,c] * W[c,d]"],
  ])("%s", (_, text) => {
    const used = Object.entries(nine).filter(([index]) => new RegExp(`[[,]${index}[\\],]`).test(text));
    const workload = einsumWorkload({ text, extents: Object.fromEntries(used) });
    expect(figures(workload, inWords(9)).map(([id]) => id)).toEqual(["compulsory"]);
    const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, abstractMachine(9)))));
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    // The checker does not take it for a chain either.
    const genuine = einsumWorkload({ text: THREE, extents: { i: 9, a: 9, b: 9, c: 9, d: 9 } });
    const chain = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(genuine, abstractMachine(9)))));
    const [compulsory] = document.bounds;
    const forged = { ...chain, workload: document.workload, bounds: [compulsory, ...chain.bounds.slice(1)] };
    expect(verifyDocument(forged)).toMatchObject({
      valid: false,
      reason: expect.stringContaining("no theorem about this workload"),
    });
  });
});

test("a chain inside a larger program, and several with common statements, each count for the whole", () => {
  const text = `${THREE}; s[i] += H1[i,b] * v[b]; Z[i,e] += H1[i,b] * U[b,e]`;
  const ids = figures(einsumWorkload({ text, extents: { ...EXTENTS, e: 50 } }), inWords(500)).map(([id]) => id);
  expect(ids.filter((id) => id.startsWith("multilayer")).length).toBe(4);
  // X·W1·v and X·W1·U.
  expect(ids.filter((id) => id === "chain-fused").length).toBeGreaterThanOrEqual(2);
});

const PROGRAMS: readonly string[] = [
  "H[i,p] += A[i,q] * B[q,p]; G[i,r] += H[i,p] * C[p,r]; E[i,j] += G[i,r] * D[r,j]",
  "H[p,i] += B[p,q] * A[q,i]; G[i,q] += H[p,i] * C[q,p]; E[p,i] += D[p,q] * G[i,q]",
  "H[i,p] += A[i,q] * B[q,p]; G[i,r] += H[i,p] * C[p,r]; E[i,j] += G[i,r] * D[r,j]; s[i] += H[i,p] * v[p]",
  "H[b,i,p] += A[b,i,q] * B[b,q,p]; G[b,i,r] += H[b,i,p] * C[p,r]; E[b,i,j] += G[b,i,r] * D[b,r,j]",
  "H[p] += A[q] * B[q,p]; G[r] += H[p] * C[p,r]; E[j] += G[r] * D[r,j]; s[] += H[p] * H[p]",
];

test("no bound is above the optimum of a small program, nor above any pebbling found", () => {
  let solved = 0;
  const memory = fc.record({ spare: fc.nat(6), processors: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(smallProgram(PROGRAMS, 3), memory, (workload, { spare, processors }) => {
      const computation = einsumComputation(workload);
      const graph = expand(computation);
      const least = minimumCapacity(graph, { sliding: true });
      const game = twoLevelGame(least + spare, { sliding: true, recomputation: true, processors });
      const { cost: cheapest, exact } = cheapestFound(graph, game, { trials: 10, vertices: 20 });
      if (exact) solved++;
      for (const { id, value } of proveBoundsInSetting(computation, inWords(least + spare, processors))) {
        expect(value <= BigInt(cheapest), `${id} of ${workload.text}`).toBe(true);
      }
    }),
    counted(30, 2_000),
  );
  expect(solved).toBeGreaterThan(0);
});

test("every certificate verifies, on every machine", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        written(300, { min: 2, max: 6 }).map(({ workload }) => workload),
        smallProgram(PROGRAMS, 50_000),
      ),
      anyMachine,
      expectVerifies,
    ),
    parameters(20),
  );
});

describe("the checker reads the chain from the text itself", () => {
  const workload = einsumWorkload({ text: THREE, extents: { i: 90, a: 8, b: 12, c: 7, d: 9 } });
  const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, abstractMachine(40))))) as Json;

  test("every edit of a claim is refused", () => {
    const changes = [(leaf: Json): Json => (typeof leaf === "number" ? leaf + 1 : leaf)];
    const fewer = (leaf: Json): Json => (typeof leaf === "number" ? Math.max(0, leaf - 1) : leaf);
    expectEveryEditRefused(document, boundClaims(document), () => [...changes, fewer]);
  });

  test.each([
    THREE.replace("H2[i,c] * W3[c,d]", "H2[i,c] * W1[c,d]"),
    THREE.replace("H2[i,c] * W3[c,d]", "H1[i,b] * W3[b,d]"),
    THREE.replace("* W2[b,c]", "* W2[b,c] * s[b]"),
    THREE.replaceAll("H2[i,c]", "H2[c,i]").replace("H2[c,i] * W3[c,d]", "H2[i,c] * W3[c,d]"),
    THREE.split("; ").slice(0, 2).join("; "),
    `${THREE}; z[i] += Y[i,d]`,
  ])("another program: %s", (text) => {
    expect(verifyDocument(edited(document, ["workload", "text"], () => text))).toMatchObject({ valid: false });
  });

  test.each(["i", "a", "b", "c", "d"])("another extent of %s", (index) => {
    expect(verifyDocument(edited(document, ["workload", "extents", index], (leaf) => Number(leaf) + 1))).toMatchObject({
      valid: false,
    });
  });
});
