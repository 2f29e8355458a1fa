import type { PlainCertificate } from "../../src/bounds/bound.js";
import { type Json, toJson } from "../../src/bounds/certificates/json.js";
import { proveChainFused } from "../../src/bounds/chain/fused.js";
import { chainShape } from "../../src/bounds/chain/shape.js";
import { proveIndependentParts } from "../../src/bounds/parts/independent-parts.js";
import { compulsoryCertificate } from "../../src/bounds/rows/compulsory.js";
import { type AttentionWorkload, attentionWorkload } from "../../src/computation/attention.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { boundAlone, type Fields, statedAbout } from "./forgeries/about.js";
import { describeForgeries, type Forgery } from "./forgeries/refusal.js";

/** Bounds of attention under another mask than their documents state, and masks that are none. */

const WORDS = abstractMachine(500);
const LIKE = { heads: 4, kvHeads: 2, dim: 30 } as const;
const DECODE = { ...LIKE, queries: 1, keys: 400 } as const;
const windowed = attentionWorkload({ ...LIKE, queries: 400, causal: true, window: 60, sinks: 4 });
const ragged = attentionWorkload({ ...LIKE, lengths: [300, 200, 200], queryLengths: [300, 200, 1], causal: true });
const prefixed = attentionWorkload({ ...LIKE, batch: 3, queries: 100, keys: 300, sharedPrefix: 150 });

const fused = (w: AttentionWorkload): Fields => boundAlone(w, WORDS, "chain-fused", "slow-fast");
const compulsory = (w: AttentionWorkload): Fields => boundAlone(w, WORDS, "compulsory", "slow-fast");
const stated = (document: Fields, changes: object): Fields =>
  statedAbout(document, { ...(document["workload"] as Fields), ...changes } as Json);
const without = (document: Fields, ...names: readonly string[]): Fields =>
  statedAbout(
    document,
    Object.fromEntries(Object.entries(document["workload"] as Fields).filter(([name]) => !names.includes(name))),
  );

const inside = "bounds[0].certificate.instance";
const pairs = (w: AttentionWorkload): bigint => chainShape(w, "words").extents.pairs;
const here = "for this workload and machine";
const rightPairs = (right: bigint, found: bigint): string => `pairs is ${right} ${here}, not ${found}`;
const arrays = "not the arrays of the workload";

describeForgeries(
  "the checker counts what a mask leaves",
  [fused(windowed), compulsory(windowed), fused(ragged), compulsory(ragged), fused(prefixed), compulsory(prefixed)],
  [
    [
      "a window of one key more",
      stated(fused(attentionWorkload({ ...LIKE, queries: 400, causal: true, window: 61, sinks: 4 })), windowed),
      inside,
      rightPairs(pairs(windowed), pairs(attentionWorkload({ ...LIKE, queries: 400, causal: true, window: 61, sinks: 4 }))),
    ],
    [
      "a window left off",
      stated(fused(attentionWorkload({ ...LIKE, queries: 400, causal: true })), windowed),
      inside,
      rightPairs(pairs(windowed), pairs(attentionWorkload({ ...LIKE, queries: 400, causal: true }))),
    ],
    [
      "sinks inside the window counted twice",
      stated(compulsory(attentionWorkload({ ...LIKE, queries: 1, keys: 65, causal: true })), { ...decoding(62), sinks: 4 }),
      "bounds[0].certificate",
      arrays,
    ],
    [
      "queries in the order of other lengths",
      stated(fused(ragged), { queryLengths: [1, 200, 300] }),
      inside,
      `m is 802 ${here}, not 1002`,
    ],
    ["a prefix that is not shared", without(compulsory(prefixed), "sharedPrefix"), "bounds[0].certificate", arrays],
    [
      "keys before the first window",
      stated(compulsory(attentionWorkload(DECODE)), decoding(100)),
      "bounds[0].certificate",
      arrays,
    ],
  ] as readonly Forgery[],
);

describeForgeries(
  "masks that are none",
  [],
  [
    [
      "a window without a causal mask",
      stated(compulsory(windowed), { causal: false }),
      "workload.window",
      "without a causal mask",
    ],
    ["a mask that is neither", stated(compulsory(windowed), { causal: 1 }), "workload.causal", "not true or false"],
    ["sinks without a window", without(compulsory(windowed), "window"), "workload.sinks", "without a window"],
    ["heads in uneven groups", stated(compulsory(windowed), { heads: 5 }), "workload.kvHeads", "does not divide the heads"],
    [
      "a prefix longer than a sequence",
      stated(compulsory(prefixed), { sharedPrefix: 301 }),
      "workload.sharedPrefix",
      "more than the keys of a sequence",
    ],
    ["query lengths alone", without(compulsory(ragged), "lengths"), "workload.queryLengths", "without lengths"],
    ["another number of sequences", stated(compulsory(ragged), { batch: 4 }), "workload.batch", "not the number of lengths"],
    ["lengths without queries", stated(compulsory(ragged), { queryLengths: [300] }), "workload.queryLengths", "not one a length"],
    ["other keys than the most", stated(compulsory(ragged), { keys: 301 }), "workload.keys", "not the most of the lengths"],
    [
      "other queries than the most",
      stated(compulsory(ragged), { queries: 301 }),
      "workload.queries",
      "not the most of the query lengths",
    ],
  ],
);

/** A sum of these parts, stated of the sequences of three lengths. */
function summed(parts: readonly PlainCertificate[], printed: object = {}): Fields {
  const template = fused(ragged);
  const certificate = proveIndependentParts(parts);
  const { value, reads, writes } = certificate;
  const [bound] = template["bounds"] as readonly Fields[];
  return {
    ...template,
    bounds: [
      {
        ...bound,
        ...{ id: "independent-parts", proof: "proofs/independent-parts.md", status: "paper proof" },
        ...(toJson({ value, reads, writes }) as Fields),
        ...printed,
        certificate: { schema: "redblue.certificate/2", ...(toJson(certificate) as Fields) },
      } as Json,
    ],
    best: { "slow-fast": { id: "independent-parts", value: toJson(value) } },
  };
}

const sized = (size: "a" | "d" | "output" | "h" | "capacity", more: bigint) => part(300, 300, 1, { [size]: more });

/** The chain of some sequences of one shape. */
function part(queries: number, keys: number, batch = 1, changes: Readonly<Record<string, bigint>> = {}): PlainCertificate {
  const { extents, weights } = chainShape(attentionWorkload({ ...LIKE, batch, queries, keys, causal: true }), "words");
  const { capacity = 500n, memories = 1n, batch: heads = extents.batch, ...sizes } = changes;
  const found = proveChainFused({
    ...{ extents: { ...extents, batch: heads }, weights: { ...weights, ...sizes } },
    ...{ capacity, memories },
  }).at(-1);
  if (found === undefined) throw new Error("nothing proven");
  return found;
}

function rest(...sequences: readonly (readonly [queries: number, keys: number])[]): PlainCertificate {
  const shapes = sequences.map(([queries, keys]) =>
    chainShape(attentionWorkload({ ...LIKE, queries, keys, causal: true }), "words"),
  );
  const sum = (of: "inputs" | "outputs", at: number): bigint =>
    shapes.reduce((all, shape) => all + (shape[of][at]?.words ?? 0n), 0n);
  return compulsoryCertificate(
    ["Q", "K", "V"].map((array, at) => ({ array, words: sum("inputs", at), wordSize: 1n })),
    [{ array: "O", words: sum("outputs", 0), wordSize: 1n }],
  );
}

const WIDE = {
  id: "independent-parts-wide-accumulators",
  requires: ["classical-algebra", "no-algebra-across-stages", "stated-intermediate", "wide-partial-sums"],
};
const PART = "bounds[0].certificate.parts[0]";
const TOO_MANY = "sequences that the workload has not, or not so often";

describeForgeries(
  "parts are sequences of the workload, each once",
  [summed([part(300, 300), rest([200, 200], [1, 200])]), summed([part(200, 200), part(300, 300), rest([1, 200])])],
  [
    ["a sequence twice", summed([part(300, 300), part(300, 300)]), "bounds[0].certificate.parts[1].instance", TOO_MANY],
    ["two sequences of a length that one has", summed([part(300, 300, 2)]), `${PART}.instance`, TOO_MANY],
    ["a sequence of another length", summed([part(301, 301)]), `${PART}.instance`, TOO_MANY],
    [
      "a rest that has a part",
      summed([part(300, 300), rest([300, 300], [1, 200])]),
      "bounds[0].certificate.parts[1]",
      /no other part/,
    ],
    ["two rests", summed([part(300, 300), rest([200, 200]), rest([1, 200])]), "bounds[0].certificate.parts[1]", /no other part/],
    ["other words", summed([sized("a", 2n)]), `${PART}.instance`, `a is 1 ${here}, not 2`],
    ["another memory", summed([sized("capacity", 400n)]), `${PART}.instance`, `capacity is 500 ${here}, not 400`],
    ["wider sums", summed([part(300, 300, 1, { partial: 2n })], WIDE), `${PART}.instance`, "partial is at most 1, not 2"],
  ],
);

function decoding(window: number): AttentionWorkload {
  return attentionWorkload({ ...DECODE, causal: true, window });
}
