import * as fc from "fast-check";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { accumulatorPotentials } from "../../src/bounds/potentials/accumulators.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import type { Computation } from "../../src/computation/computation.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmComputation } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import { edited, leaves } from "../bounds/edited.js";
import { smallConv } from "../computation/small-conv.js";
import { gemm } from "../properties/arbitraries.js";
import { forgedRecomputation } from "./forged-recomputation.js";

type Counts = Readonly<Record<string, number | string>>;

/** Certificates of one kind, right ones and wrong ones, for the checked checkers and `redblue verify` to agree on. */
export interface Forgeries {
  readonly certificates: fc.Arbitrary<readonly Json[]>;
  /** Theorems, with their forms, of which some are accepted. */
  readonly theorems: readonly string[];
}

const side = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 }));
const chains = fc.oneof(
  fc.record({ m: side, k: side, l: side, n: side }).map(chainWorkload),
  fc.record({ tokens: side, model: side, hidden: side, gated: fc.boolean() }).map(ffnWorkload),
);
const convolutions = fc.oneof(smallConv(9, 5, 5), smallConv(40, 7, 300), smallConv(300, 7, 2000), smallConv(5000, 13, 300));

/** A small fast memory half the time, a large one the other half. */
const setting = (capacity: number, memories: number) =>
  fc
    .record({
      capacity: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: capacity })).map(BigInt),
      memories: fc.oneof(fc.constant(1n), fc.integer({ min: 1, max: memories }).map(BigInt)),
      unit: fc.constantFrom("words" as const, "bytes" as const),
    })
    .map((figures) => ({ interface: "l2-sm", fastMemory: "any", ...figures }) as const);

export const FORGERIES: Readonly<Record<string, Forgeries>> = {
  products: {
    certificates: edits(gemm(1_000_000).map(gemmComputation), setting(2_000_000, 200)),
    theorems: [
      "compulsory",
      "gemm-memory-independent",
      "gemm-per-processor",
      ...bothForms("gemm-segments"),
      "gemm-whole-passes",
      "gemm-holding-cost two-arrays",
    ],
  },
  chains: {
    certificates: edits(chains, setting(2_000_000, 200)),
    theorems: [...bothForms("chain-fused"), "chain-recomputation amortized", "compulsory"],
  },
  convolutions: {
    certificates: edits(convolutions, setting(200_000, 20)),
    theorems: [
      "compulsory",
      "conv-memory-independent",
      "conv-per-processor",
      ...bothForms("conv-segments"),
      "conv-whole-passes",
      "conv-holding-cost",
    ],
  },
  "charged recomputation": {
    certificates: fc.array(forgedRecomputation, { minLength: 16, maxLength: 16 }),
    theorems: ["chain-recomputation amortized"],
  },
};

function bothForms(theorem: string): readonly string[] {
  return [`${theorem} amortized`, `${theorem} per-memory`];
}

/** The theorem of a certificate, and its form. */
export function theoremOf(json: Json): string {
  const { theorem, form } = json as unknown as Counts;
  return [theorem, ...(form === undefined ? [] : [form])].join(" ");
}

/** Certificates as the tool prints them, those for which there is a checked checker, and each with one of its fields changed, eight times. */
function edits(
  workloads: fc.Arbitrary<Workload | Computation>,
  settings: ReturnType<typeof setting>,
): fc.Arbitrary<readonly Json[]> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 8, maxLength: 8 });
  return fc.tuple(workloads, settings, changes).map(([workload, at, how]) =>
    proveBoundsInSetting(workload, at)
      .map(({ certificate }) => certificateToJson(certificate))
      .filter((json) => coqCertificate(json) !== undefined)
      .flatMap((json) => [json, ...how.flatMap(([which, kind]) => changed(json, which, kind))]),
  );
}

const CHANGES: readonly ((count: bigint) => bigint)[] = [
  (count) => count + 1n,
  (count) => (count === 0n ? 7n : count - 1n),
  (count) => 2n * count,
  (count) => count / 2n,
  () => 0n,
];

/** What stands in a certificate's text field in place of another. */
const names = accumulatorPotentials().map(({ id }) => id);
const OTHERS: Readonly<Record<string, string>> = {
  ...{ real: "whole", whole: "real", a: "b", b: "c", c: "a" },
  ...Object.fromEntries(names.map((id, i) => [id, names[(i + 1) % names.length] as string])),
};

/** A certificate with one of its counts, a method or the resident array changed, and the same with the counts that follow from it. */
function changed(json: Json, which: number, how: number): readonly Json[] {
  const paths = leaves(json).filter((path) => !["schema", "theorem", "form", "array", "share"].includes(String(path.at(-1))));
  const [path, change] = [paths[which % paths.length], CHANGES[how % CHANGES.length]];
  if (path === undefined || change === undefined) return [json];
  const other = edited(json, path, (leaf) => {
    return OTHERS[String(leaf)] ?? shown(change(BigInt(leaf as number | string)));
  });
  return [other, ...followed(other)];
}

const shown = (count: bigint): number | string => (count <= 9007199254740991n ? Number(count) : String(count));

/** What clock, reads and value come to, so that the theorem itself must decide. */
function followed(json: Json): readonly Json[] {
  const fields = json as unknown as Counts & {
    readonly instance: { readonly weights: Counts; readonly extents: Counts };
  };
  const { theorem, form, cut, laterSegments, writes } = fields;
  if (cut === undefined) return [];
  const clock = form === "amortized" ? BigInt(fields["clock"] ?? 0) : BigInt(cut) * BigInt(laterSegments ?? 0);
  const { weights, extents } = fields.instance;
  const [partial, output] = ["partial", "output"].map((name) => BigInt(weights[name] ?? 0)) as [bigint, bigint];
  const more = (left: bigint): bigint => (left > 0n ? left : 0n);
  if (theorem === "chain-recomputation") {
    const outputs = ["batch", "m", "n"].reduce((count, name) => count * BigInt(extents[name] ?? 0), 1n);
    return [{ ...(json as object), value: shown(more(clock - more(partial - output) * outputs)) }];
  }
  if (writes === undefined) return [{ ...(json as object), clock: shown(clock), value: shown(clock) }];
  if (output === 0n) return [];
  const reads = more(clock - (partial * BigInt(writes)) / output);
  return [{ ...(json as object), clock: shown(clock), reads: shown(reads), value: shown(reads + BigInt(writes)) }];
}
