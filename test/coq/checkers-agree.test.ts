import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmComputation } from "../../src/computation/gemm.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import type { CoqCertificate } from "../../src/verify/coq/terms.js";
import { edited, leaves } from "../bounds/edited.js";
import { gemm, parameters } from "../properties/arbitraries.js";
import { accepted } from "./accepted.js";
import { coqMissing, coqVerdicts } from "./coq.js";

const missing = coqMissing();
if (missing !== undefined) console.warn(`SKIPPED: the checkers of Coq and TypeScript side by side (${missing})`);

const setting = fc
  .record({
    capacity: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2_000_000 })).map(BigInt),
    memories: fc.oneof(fc.constant(1n), fc.integer({ min: 1, max: 200 }).map(BigInt)),
  })
  .map((figures) => ({ interface: "l2-sm", unit: "bytes", fastMemory: "any", ...figures }) as const);

const side = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 }));
const fused = fc.oneof(
  fc.record({ m: side, k: side, l: side, n: side }).map(chainWorkload),
  fc.record({ tokens: side, model: side, hidden: side, gated: fc.boolean() }).map(ffnWorkload),
);

/** Certificates of products and chains as the tool prints them, those for which there is a checked checker. */
const certificates: fc.Arbitrary<readonly Json[]> = fc
  .oneof(
    fc.tuple(gemm(1_000_000), setting).map(([workload, at]) => proveBoundsInSetting(gemmComputation(workload), at)),
    fc.tuple(fused, setting).map(([workload, at]) => proveBoundsInSetting(workload, at)),
  )
  .map((bounds) =>
    bounds.map(({ certificate }) => certificateToJson(certificate)).filter((json) => coqCertificate(json) !== undefined),
  );

const CHANGES: readonly ((count: bigint) => bigint)[] = [
  (count) => count + 1n,
  (count) => (count === 0n ? 7n : count - 1n),
  (count) => 2n * count,
  (count) => count / 2n,
  () => 0n,
];

/** What stands in a certificate's text field in place of another. */
const OTHERS: Readonly<Record<string, string>> = { real: "whole", whole: "real", a: "b", b: "c", c: "a" };

/** A certificate with one of its counts, a method or the resident array changed. */
function changed(json: Json, which: number, how: number): Json {
  const paths = leaves(json).filter((path) => !["schema", "theorem", "form", "array"].includes(String(path.at(-1))));
  const path = paths[which % paths.length];
  const change = CHANGES[how % CHANGES.length];
  if (path === undefined || change === undefined) return json;
  return edited(json, path, (leaf) => OTHERS[String(leaf)] ?? shown(change(BigInt(leaf as number | string))));
}

const shown = (count: bigint): number | string => (count <= 9007199254740991n ? Number(count) : String(count));

/** Where a value follows from other counts: with that which the changed counts come to, so that the theorem decides. */
function followed(json: Json): readonly Json[] {
  const { theorem, clock: given } = json as Record<string, string | number>;
  if (theorem !== "chain-recomputation") return [json];
  const [clock, lost] = [BigInt(given ?? 0), narrowerOutputs(json)];
  return [json, { ...(json as object), value: shown(clock > lost ? clock - lost : 0n) }];
}

/** What the stores of finished outputs are narrower than as many accumulators. */
function narrowerOutputs(json: Json): bigint {
  const { instance } = json as unknown as { readonly instance: Record<"extents" | "weights", Record<string, string | number>> };
  const [partial, output] = [instance.weights["partial"], instance.weights["output"]].map((size) => BigInt(size ?? 0)) as [
    bigint,
    bigint,
  ];
  const outputs = ["batch", "m", "n"].reduce((count, name) => count * BigInt(instance.extents[name] ?? 0), 1n);
  return partial > output ? (partial - output) * outputs : 0n;
}

test.skipIf(missing !== undefined)("the checked checkers and `redblue verify` accept and refuse the same certificates", () => {
  const { numRuns: certificatesInAll = 0, seed = Math.floor(Math.random() * 2 ** 31) } = parameters(200);
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 3, maxLength: 3 });
  // A sample has about four certificates, each with three edits; 250 samples make one file of Coq.
  const samples = fc.sample(fc.tuple(certificates, edits), { numRuns: Math.ceil(certificatesInAll / 16), seed });
  for (let from = 0; from < samples.length; from += 250) {
    const all = samples
      .slice(from, from + 250)
      .flatMap(([good, how]) =>
        good.flatMap((json) => [json, ...how.flatMap(([which, kind]) => followed(changed(json, which, kind)))]),
      );
    const known = all.flatMap((json): [Json, CoqCertificate][] => {
      const coq = coqCertificate(json);
      return coq === undefined ? [] : [[json, coq]];
    });
    const verdicts = coqVerdicts(known.map(([, coq]) => coq));
    const disputed = known.filter(([json], i) => accepted(json) !== verdicts[i]).map(([json]) => JSON.stringify(json));
    expect(disputed, `seed ${seed}`).toEqual([]);
    expect(verdicts).toHaveLength(known.length);
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  }
});
