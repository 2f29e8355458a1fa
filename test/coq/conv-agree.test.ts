import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import type { CoqCertificate } from "../../src/verify/coq/terms.js";
import { edited, leaves } from "../bounds/edited.js";
import { smallConv } from "../computation/small-conv.js";
import { parameters } from "../properties/arbitraries.js";
import { accepted } from "./accepted.js";
import { coqMissing, coqVerdicts } from "./coq.js";

const missing = coqMissing();
if (missing !== undefined) console.warn(`SKIPPED: the checkers of convolutions of Coq and TypeScript side by side (${missing})`);

type Counts = Readonly<Record<string, number | string>>;

const setting = fc
  .record({
    capacity: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200_000 })).map(BigInt),
    memories: fc.oneof(fc.constant(1n), fc.integer({ min: 2, max: 20 }).map(BigInt)),
    unit: fc.constantFrom("words" as const, "bytes" as const),
  })
  .map((figures) => ({ interface: "l2-sm", fastMemory: "any", ...figures }) as const);

const workload = fc.oneof(smallConv(9, 5, 5), smallConv(40, 7, 300), smallConv(300, 7, 2000), smallConv(5000, 13, 300));

/** Certificates of the machine-checked theorems about convolutions, as the tool prints them. */
const certificates: fc.Arbitrary<readonly Json[]> = fc.tuple(workload, setting).map(([conv, at]) =>
  proveBoundsInSetting(conv, at)
    .filter(({ certificate, status }) => status === "machine-checked" && certificate.theorem.startsWith("conv-"))
    .map(({ certificate }) => certificateToJson(certificate)),
);

const CHANGES: readonly ((count: bigint) => bigint)[] = [
  (count) => count + 1n,
  (count) => (count === 0n ? 7n : count - 1n),
  (count) => 2n * count,
  (count) => count / 2n,
  () => 0n,
];

const shown = (count: bigint): number | string => (count <= 9007199254740991n ? Number(count) : String(count));

/** A certificate with one of its counts changed, and the same with clock, reads and value that follow from it. */
function changed(json: Json, which: number, how: number): readonly Json[] {
  const paths = leaves(json).filter((path) => !["schema", "theorem", "form"].includes(String(path.at(-1))));
  const [path, change] = [paths[which % paths.length], CHANGES[how % CHANGES.length]];
  if (path === undefined || change === undefined) return [json];
  const other = edited(json, path, (leaf) => shown(change(BigInt(leaf as number | string))));
  return [other, ...followed(other)];
}

function followed(json: Json): readonly Json[] {
  const { theorem, cut, laterSegments, writes, instance } = json as unknown as Counts & {
    readonly instance: { readonly weights: Counts };
  };
  if (cut === undefined) return [];
  const clock = BigInt(cut) * BigInt(laterSegments ?? 0);
  if (theorem !== "conv-segments") return [{ ...(json as object), clock: shown(clock), value: shown(clock) }];
  const [partial, output] = ["partial", "output"].map((name) => BigInt(instance.weights[name] ?? 0)) as [bigint, bigint];
  if (output === 0n) return [];
  const left = clock - (partial * BigInt(writes ?? 0)) / output;
  const reads = left > 0n ? left : 0n;
  const value = shown(reads + BigInt(writes ?? 0));
  return [{ ...(json as object), clock: shown(clock), reads: shown(reads), value }];
}

test.skipIf(missing !== undefined)("certificates of convolutions pass both checkers or neither", () => {
  const { numRuns = 0, seed = Math.floor(Math.random() * 2 ** 31) } = parameters(20, 3_000);
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 2, maxLength: 2 });
  const samples = fc.sample(fc.tuple(certificates, edits), { numRuns, seed });
  for (let from = 0; from < samples.length; from += 250) {
    const all = samples
      .slice(from, from + 250)
      .flatMap(([good, how]) => good.flatMap((json) => [json, ...how.flatMap(([which, kind]) => changed(json, which, kind))]));
    const known = all.map((json): [Json, CoqCertificate | undefined] => [json, coqCertificate(json)]);
    const verdicts = coqVerdicts(known.flatMap(([, coq]) => coq ?? []));
    expect(verdicts).toHaveLength(all.length);
    const disputed = all.filter((json, i) => accepted(json) !== verdicts[i]).map((json) => JSON.stringify(json));
    expect(disputed, `seed ${seed}`).toEqual([]);
    const named = (json: Json) => ["theorem", "form"].flatMap((name) => (json as unknown as Counts)[name] ?? []).join(" ");
    const theorems = new Set(all.filter((_, i) => verdicts[i]).map(named));
    const covered = ["conv-memory-independent", "conv-per-processor", "conv-segments amortized", "conv-segments per-memory"];
    expect([...theorems].sort()).toEqual(covered);
    expect(verdicts).toContain(false);
  }
});
