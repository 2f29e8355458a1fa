import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Certificate } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import { machineNamed } from "../../src/machines/registry.js";
import { coqFile } from "../../src/verify/coq/proof-file.js";
import { redblue } from "../cli/run.js";
import { everyNth } from "../properties/arbitraries.js";
import { coqc, coqMissing } from "./coq.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-bound-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const missing = coqMissing();
if (missing !== undefined) console.warn(`SKIPPED: what Coq says of bounds (${missing})`);

interface Bounds {
  readonly bounds: readonly { readonly id: string; readonly interface: string; readonly certificate: Fields }[];
}
type Fields = Readonly<Record<string, Json>>;

const provenWhole = (workload: Workload): Json => boundsDocument(boundWorkload(workload, machineNamed("h200", "gpu")));
/** Without what names tables, each of which takes Coq one to two minutes. */
function proven(workload: Workload): Json {
  const whole = provenWhole(workload) as unknown as Bounds;
  const bounds = whole.bounds.filter((bound) => !String(bound.certificate["theorem"]).endsWith("-holding-cost"));
  return { ...whole, bounds } as unknown as Json;
}
const DOCUMENT = proven(gemmWorkload({ m: 8192, n: 8192, k: 8192 }));

const CONVOLUTION = proven(
  convWorkload({ batch: 32, inChannels: 256, outChannels: 512, height: 56, kernel: 3, stride: 2, padding: 1 }),
);

/** A matrix product whose partial sums take 2 bytes and whose outputs take 4. */
const NARROW_SUMS = proven(
  gemmWorkload({ m: 8192, n: 8192, k: 8192, dataType: "fp16", accumulator: "fp16", outputType: "fp32" }),
);

/** Of a chain of 4096³·4096 on 64 memories of 2^18 words, or bytes: bf16, accumulators of 4 bytes. */
function wideChain(unit: "words" | "bytes"): Certificate {
  const setting = { interface: "l2-sm", unit, capacity: 2n ** 18n, memories: 64n, fastMemory: "any" } as const;
  const bounds = proveBoundsInSetting(chainWorkload({ m: 4096, k: 4096, l: 4096, n: 4096 }), setting);
  // With accumulators as wide as they are, whose last stores are narrower.
  return bounds.findLast(({ certificate }) => certificate.theorem === "chain-recomputation")?.certificate as Certificate;
}

function certificate(id: string, document = DOCUMENT): Fields {
  return (document as unknown as Bounds).bounds.find((bound) => bound.id === id)?.certificate as Fields;
}

function written(name: string, json: Json): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
}

test("theorems are named by id and interface and speak of the certificate's own figures; what is skipped is named", () => {
  const { text, theorems, leftOut } = coqFile(DOCUMENT);
  expect(theorems).toEqual(expect.arrayContaining(["gemm_segments_wide_accumulators_on_dram_l2", "gemm_per_processor_on_l2_sm"]));
  expect(text).toContain("(product (Z.to_nat 1) (Z.to_nat 8192) (Z.to_nat 8192) (Z.to_nat 8192))");
  for (const name of theorems) expect(text.slice(text.indexOf("Definition bounds"))).toContain(`@${name}`);
  for (const id of leftOut) expect(text.slice(0, text.indexOf("*)"))).toContain(id);
  expect(theorems.length + leftOut.length).toBe((DOCUMENT as unknown as Bounds).bounds.length);
});

test("asks that slow memory never adds for claims about loads, except compulsory ones, and for no other claim", () => {
  const fast = "no_slow_adds e -> ";
  const parts = (id: string, document = DOCUMENT): readonly string[] =>
    /\[\/\\ (.*), (.*)\n {4}& (.*)\]\./.exec(coqFile(certificate(id, document)).text)?.slice(1) ?? [];
  const costs = ["loads", "stores", "traffic"];
  for (const [id, document, premise] of [
    ["compulsory", DOCUMENT, ""],
    ["gemm-segments", DOCUMENT, fast],
    ["gemm-segments-wide-accumulators", DOCUMENT, fast],
    ["conv-segments", CONVOLUTION, fast],
  ] as const) {
    const { reads, writes, value } = certificate(id, document);
    const expected = [`${premise}${reads}`, writes, value].map((part, i) => `${part} <= Z.of_nat (${costs[i]} sizes e)`);
    expect(parts(id, document), id).toEqual(expected);
  }
  for (const id of ["gemm-per-processor", "gemm-memory-independent"]) {
    expect(coqFile(certificate(id)).text).toMatch(/ {2}legal sizes .* e ->\n {2}exists p, /);
  }
});

test("a lone certificate has one theorem; equal names are told apart", () => {
  expect(coqFile(certificate("gemm-per-processor")).theorems).toEqual(["gemm_per_processor_bound"]);
  const [bound] = (DOCUMENT as unknown as Bounds).bounds;
  const twice = coqFile({ schema: "redblue.bounds/2", bounds: [bound, bound] }).theorems;
  expect(twice).toEqual(["compulsory_on_dram_l2", "compulsory_on_dram_l2_2"]);
});

test("what goes into a file is read as strictly as a certificate", () => {
  const good = certificate("gemm-segments");
  for (const broken of [{ value: "12" }, { value: 1.5 }, { method: "Real" }, { instance: 3 }]) {
    expect(() => coqFile({ ...good, ...broken })).toThrow(InputError);
  }
  const bound = { id: "x *) Axiom", interface: "dram-l2", certificate: good };
  expect(() => coqFile({ schema: "redblue.bounds/2", bounds: [bound] })).toThrow("not a name");
  expect(() => coqFile({ schema: "redblue.pebbling/2" })).toThrow(InputError);
});

test("verify --coq writes the file, or nothing and the reason", () => {
  const good = written("good.json", DOCUMENT);
  expect(redblue(["verify", good, "--coq"])).toEqual({ status: 0, stdout: coqFile(DOCUMENT).text, stderr: "" });
  const wrong = written("wrong.json", { ...certificate("gemm-segments"), value: 1 });
  expect(redblue(["verify", wrong, "--coq"])).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("value") });
  const einsum = proven(
    einsumWorkload({ text: "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", extents: { i: 64, j: 64, k: 64, l: 64 } }),
  ) as unknown as Bounds;
  const paper = written("paper.json", einsum.bounds.find(({ id }) => id === "einsum-projective")?.certificate as Fields);
  expect(redblue(["verify", paper, "--coq"])).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("no bound in it is machine-checked"),
  });
  expect(redblue(["verify", good, "--coq", "--json"])).toMatchObject({ status: 2, stdout: "" });
});

/** The same theorems as of 8192³, by other sides of them. */
const short: readonly (readonly [string, Json])[] =
  process.env["REDBLUE_SLOW"] === "1"
    ? [
        ["a product with a short inner extent", proven(gemmWorkload({ m: 65536, n: 65536, k: 320 }))],
        ["a product with holding costs", provenWhole(gemmWorkload({ m: 8192, n: 8192, k: 8192 }))],
        [
          "a convolution with holding costs",
          provenWhole(
            convWorkload({ batch: 32, inChannels: 256, outChannels: 512, height: 56, kernel: 3, stride: 2, padding: 1 }),
          ),
        ],
      ]
    : [];

/** Theorems that charge recomputation, in the documents that have any. */
const RECOMPUTATION: Readonly<Record<string, readonly string[]>> = {
  "attention over 131072 keys": ["chain_recomputation_on_l2_sm"],
  SwiGLU: ["dram_l2", "l2_sm"].flatMap((at) => [
    `chain_recomputation_on_${at}`,
    `chain_recomputation_wide_accumulators_on_${at}`,
  ]),
};

describe.skipIf(missing !== undefined)("Coq", () => {
  test.each<readonly [string, Json]>(
    everyNth(2, [
      ...short,
      ["a product of 8192³", DOCUMENT],
      ["a product whose partial sums are narrower than its outputs", NARROW_SUMS],
      [
        "attention over 131072 keys",
        proven(attentionWorkload({ heads: 32, kvHeads: 8, queries: 131072, dim: 128, causal: true })),
      ],
      ["a convolution of four classes of taps", CONVOLUTION],
      ["SwiGLU", proven(ffnWorkload({ tokens: 8192, model: 4096, hidden: 14336, gated: true }))],
    ]),
  )("proves every theorem about %s, without axioms", (name, document) => {
    const { text, theorems } = coqFile(document);
    expect(theorems.length).toBeGreaterThanOrEqual(6);
    const charged = theorems.filter((theorem) => theorem.startsWith("chain_recomputation"));
    expect(charged).toEqual(RECOMPUTATION[name] ?? []);
    expect(coqc(text)).toEqual({ status: 0, stdout: "Closed under the global context\n", stderr: "" });
  });

  test("refuses a file whose certificate claims one more", () => {
    const good = certificate("gemm-segments");
    const { status, stderr } = coqc(coqFile({ ...good, value: Number(good["value"]) + 1 }).text);
    expect(status).toBe(1);
    expect(stderr).toContain("Error");
  });

  // In one file, as Coq takes longest to begin.
  test("refuses figures raised, each at its theorem's check, which holds for the certificate as it was", () => {
    const modules = forged().flatMap(([good, wrong], i) => [
      moduleOf(`Good${i}`, good, ""),
      moduleOf(`Wrong${i}`, wrong, "Fail "),
    ]);
    expect(inOneFile(modules)).toMatchObject({ status: 0, stderr: "" });
    // Silent about commands that fail as they should, Coq is not about one that should not.
    const [[good]] = forged() as [readonly [Fields, Fields]];
    const harmless = inOneFile([moduleOf("Good", good, "Fail ")]);
    expect(harmless).toMatchObject({ status: 1, stderr: expect.stringContaining("The command has not failed") });
  });
});

/** Certificates and what claims more than they prove: a figure one higher, a segment more with all that follows, a width overlooked. */
function forged(): readonly (readonly [good: Fields, wrong: Fields])[] {
  const raised = [
    ["gemm-segments", "value"],
    ["gemm-segments", "reads"],
    ["gemm-memory-independent", "value"],
    ["gemm-whole-passes", "value"],
    ["gemm-whole-passes", "fits"],
    ["conv-segments", "value"],
    ["conv-segments", "segmentWorth"],
    ["conv-per-processor", "value"],
    ["conv-memory-independent", "share"],
    ["conv-whole-passes", "value"],
    ["conv-whole-passes", "fits"],
  ] as const;
  const [ofWords, ofBytes] = [certificateToJson(wideChain("words")), certificateToJson(wideChain("bytes"))] as [Fields, Fields];
  const figure = (of: Fields, name: string): number => Number(of[name]);
  const raisedClock = (of: Fields): Fields => ({ ...of, clock: figure(of, "clock") + 1, value: figure(of, "value") + 1 });
  return [
    ...raised.map(([id, field]): readonly [Fields, Fields] => {
      const good = certificate(id, id.startsWith("conv-") ? CONVOLUTION : DOCUMENT);
      return [good, { ...good, [field]: figure(good, field) + 1 }];
    }),
    [ofWords, raisedClock(ofWords)],
    [ofBytes, raisedClock(ofBytes)],
    [ofBytes, { ...ofBytes, value: figure(ofBytes, "clock") }],
  ];
}

/** The file of a certificate as a module, up to the check of its one theorem, with a command before it; and what it imports. */
function moduleOf(name: string, fields: Fields, command: string): { readonly text: string; readonly imports: readonly string[] } {
  const check = /(have check : [^.]* by vm_compute\.)[\s\S]*?Qed\./;
  const { text } = coqFile(fields);
  const [, imports = "", body = ""] = /Redblue Require Import (.*)\.\n.*\n([\s\S]*)Definition bounds/.exec(text) ?? [];
  expect(body).toMatch(check);
  return {
    text: `Module ${name}.\n${body.replace(check, `${command}$1\nAbort.`)}\nEnd ${name}.`,
    imports: imports.split(" "),
  };
}

function inOneFile(modules: readonly ReturnType<typeof moduleOf>[]): ReturnType<typeof coqc> {
  const head = [
    'Set Warnings "-all".',
    "From Coq Require Import ZArith.",
    "From mathcomp Require Import all_ssreflect.",
    `From Redblue Require Import ${[...new Set(modules.flatMap(({ imports }) => imports))].join(" ")}.`,
    "Local Open Scope Z_scope.",
  ];
  return coqc([...head, ...modules.map(({ text }) => text)].join("\n"));
}
