import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson, toJson } from "../../src/bounds/certificates/json.js";
import { parseAccumulatorRule } from "../../src/bounds/gemm/accumulator-home.js";
import { proveGemmOneCtaPerTile } from "../../src/bounds/gemm/one-cta-per-tile.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { convWorkload } from "../../src/computation/conv.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { elementwiseWorkload, rotaryWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, type Path } from "./edited.js";
import { boundAlone, type PrintedBound, statedAbout } from "./forgeries/about.js";
import { describeForgeries, expectRefusal } from "./forgeries/refusal.js";

/** Classes of kernels about another memory than the machine has, and workloads that are none. */

const WORDS = abstractMachine(500);
const here = "for this workload and machine";
const inside = "bounds[0].certificate.instance";
const long = multilayerChainWorkload({ m: 400, widths: [60, 70, 80, 90] });
const conv = convWorkload({ inChannels: 30, outChannels: 40, height: 30, kernel: 3, padding: 1 });

describe("a class of kernels", () => {
  const extents = { batch: 1n, m: 8192n, n: 8192n, k: 8192n };
  const kernel = { tile: { bm: 128n, bn: 128n }, slots: 264n, inStep: false };
  const workload = gemmWorkload({ m: 8192, n: 8192, k: 8192 });
  const document = (capacity: number, partial = 2n) => {
    const weights = { a: 2n, b: 2n, partial, output: 2n };
    const certificate = proveGemmOneCtaPerTile({ extents, weights, capacity: BigInt(capacity), memories: 1n }, kernel);
    const { value, reads, writes } = certificate;
    const bound = {
      ...{ id: "gemm-one-cta-per-tile", interface: "dram-l2", scope: "class", unit: "bytes", value, reads, writes },
      requires: ["classical-algebra", "one-block-per-tile", "blocks-apart"],
      ...{ fastMemory: `the cache, ${capacity} bytes`, proof: "proofs/gemm-one-cta-per-tile.md", status: "paper proof" },
    };
    const right = boundAlone(workload, H200, "compulsory", "dram-l2");
    return {
      ...right,
      bounds: [{ ...(toJson(bound) as object), certificate: certificateToJson(certificate) }] as never,
      best: {},
    };
  };
  describeForgeries(
    "one block per tile",
    [document(H200.l2Bytes), document(H200.l2Bytes + 7)],
    [
      [
        "half of the L2",
        document(H200.l2Bytes / 2),
        "bounds[0].certificate.instance.capacity",
        "less than the L2 of the machine",
      ],
      [
        "a byte of the L2",
        document(H200.l2Bytes - 1),
        "bounds[0].certificate.instance.capacity",
        "less than the L2 of the machine",
      ],
      ["that accumulators stay in the SMs", document(H200.l2Bytes, 4n), inside, "partial is 2, not 4"],
    ],
  );
  test("bytes into the SMs", () => {
    const other = edited(document(H200.l2Bytes) as Json, ["bounds", 0, "interface"], () => "l2-sm");
    expectRefusal(other, "bounds[0].interface", "the interface is dram-l2, not l2-sm");
  });

  const rule = (gpu: typeof H200) => parseAccumulatorRule("wgmma,stages:3", gpu);
  const stationary = (gpu: typeof H200) => boundAlone(workload, gpu, "gemm-output-stationary", "l2-sm", rule(gpu));
  const ofSums = stationary(H200);
  const small = { ...H200, sharedMemoryPerSmBytes: 131_072 };
  const registers = { ...H200, registersPerSm: 32_768 };
  const [{ fastMemory }] = ofSums["bounds"] as unknown as readonly [PrintedBound];
  const stated = (gpu: typeof H200) => statedAbout(stationary(gpu), toJson(workload), toJson(H200), fastMemory);
  describeForgeries(
    "accumulators in place",
    [ofSums],
    [
      [
        "shared memory for stages",
        stated(small),
        "bounds[0].certificate.sharedMemory",
        `shared memory is ${H200.sharedMemoryPerSmBytes}, not 131072`,
      ],
      ["registers", stated(registers), inside, `capacity is 262144 ${here}, not 131072`],
    ],
  );
  test("SMs of a block, and bytes over DRAM", () => {
    const two = edited(ofSums as Json, ["bounds", 0, "certificate", "sms"], () => 2);
    expectRefusal(two, "bounds[0].certificate.sms", "the number of SMs of a block is 1, not 2");
    expectRefusal(
      edited(ofSums as Json, ["bounds", 0, "interface"], () => "dram-l2"),
      "bounds[0].interface",
      "neither l2-sm nor l2-cluster",
    );
  });
});

describe("workloads that are none", () => {
  const set = (workload: Workload, path: Path, value: unknown) =>
    edited(boundAlone(workload, WORDS, "compulsory", "slow-fast") as Json, ["workload", ...path], () => value as Json);
  const attention = attentionWorkload({ heads: 4, kvHeads: 2, queries: 40, keys: 40, dim: 30 });
  test.each<[Json, string, string]>([
    [
      set(ffnWorkload({ tokens: 30, model: 20, hidden: 25, gated: true }), ["gated"], "yes"),
      "workload.gated",
      "not true or false",
    ],
    [set(attention, ["causal"], 1), "workload.causal", "not true or false"],
    [set(attention, ["kvHeads"], 3), "workload.kvHeads", "does not divide the heads"],
    [set(long, ["widths"], [60, 70, 80]), "workload.widths", "not a list of four to 1000 widths"],
    [set(long, ["widths"], "60,70,80,90"), "workload.widths", "not a list of four to 1000 widths"],
    [set(normGemmWorkload({ m: 30, n: 40, k: 20 }), ["headDim"], 3), "workload.headDim", "no even divisor of n"],
    [set(normGemmWorkload({ m: 30, n: 40, k: 20 }), ["headDim"], 6), "workload.headDim", "no even divisor of n"],
    [set(rotaryWorkload({ rows: 30, heads: 4, dim: 20 }), ["dim"], 21), "workload.dim", "odd"],
    [set(elementwiseWorkload({ rows: 30, columns: 40, inputs: 2 }), ["inputs"], 65), "workload.inputs", "above 64"],
    [set(conv, ["kernel"], [0, 3]), "workload.kernel", "a side below 1"],
    [set(conv, ["stride"], [1, 0]), "workload.kernel", "a side below 1"],
    [set(conv, ["kernel"], [3]), "workload.kernel", "not one for each axis"],
    [set(gemmWorkload({ m: 300, n: 200, k: 400 }), ["kind"], "qr"), "workload.kind", "no theorem here is about it"],
  ])("%#", (document, path, reason) => expectRefusal(document, path, reason));

  test("scales of another product", () => {
    const scaled = (a: readonly [number, number]) =>
      gemmWorkload({ m: 300, n: 200, k: 400, dataType: "fp8", scales: { dataType: "fp32", a } });
    const document = boundAlone(scaled([1, 32]), WORDS, "gemm-block-scales", "slow-fast");
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expectRefusal(
      statedAbout(document, toJson(scaled([1, 64]))),
      "bounds[0].certificate.scales",
      "not the scales of the workload",
    );
    expectRefusal(
      statedAbout(document, toJson(gemmWorkload({ m: 300, n: 200, k: 400, dataType: "fp8" }))),
      "bounds[0].certificate.scales",
      "not the scales of the workload",
    );
  });
});
