import { describe, expect } from "vitest";
import type { ConvolutionInstance } from "../../src/bounds/certificates/conv.js";
import { certificateToJson, type Json, toJson } from "../../src/bounds/certificates/json.js";
import { proveConvSegments } from "../../src/bounds/conv/segments.js";
import { convolutionInstance } from "../../src/bounds/conv/shape.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { type ConvWorkload, convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Machine } from "../../src/machines/machine.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { boundAlone, type PrintedBound, statedAbout } from "./forgeries/about.js";
import { describeForgeries, type Forgery } from "./forgeries/refusal.js";

/** Bounds that are proven for another workload, other sizes of words or another memory than their documents state. */

const WORDS = abstractMachine(500);
const here = "for this workload and machine";
const inside = "bounds[0].certificate.instance";

/** A bound of the first workload, stated of the second; or of the first machine, stated of the second. */
const ofWorkload = (
  ignored: string,
  id: string,
  of: Workload,
  stated: Workload,
  reason: string,
  path = inside,
  machine: Machine = WORDS,
): Forgery => {
  const interfaceId = machine.kind === "abstract" ? "slow-fast" : "l2-sm";
  return [ignored, statedAbout(boundAlone(of, machine, id, interfaceId), toJson(stated)), path, reason];
};

const ofMachine = (
  ignored: string,
  id: string,
  workload: Workload,
  of: Machine,
  stated: Machine,
  interfaceId: string,
  reason: string,
  path = inside,
): Forgery => {
  const right = boundAlone(workload, stated, "compulsory", interfaceId);
  const [{ fastMemory }] = right["bounds"] as unknown as readonly [PrintedBound];
  return [
    ignored,
    statedAbout(boundAlone(workload, of, id, interfaceId), toJson(workload), toJson(stated), fastMemory),
    path,
    reason,
  ];
};

const product = gemmWorkload({ m: 300, n: 200, k: 400 });
const chain = chainWorkload({ m: 300, k: 200, l: 250, n: 150 });
const long = multilayerChainWorkload({ m: 400, widths: [60, 70, 80, 90] });
const conv = convWorkload({ inChannels: 30, outChannels: 40, height: 30, kernel: 3, padding: 1 });
const rows = softmaxWorkload({ rows: 100, columns: 4000 });
const einsum = einsumWorkload({ text: "M[i,l] += X[i,j] * B[j,l] * C[l]", extents: { i: 200, j: 300, l: 400 } });

const UNEVEN = { heads: 2, dim: 8, causal: true, lengths: [2000, 40, 40, 600] };
const apart = attentionWorkload(UNEVEN);
const certificate = "bounds[0].certificate";
const noTheorem = "no theorem about this workload";
const patches = convWorkload({ inChannels: 30, outChannels: 40, height: 30, width: 32, kernel: [1, 3] });

const half = { ...H200, l2Bytes: H200.l2Bytes / 2 };
const large = gemmWorkload({ m: 40_000, n: 40_000, k: 40_000 });
const largeConv = convWorkload({ batch: 64, inChannels: 1024, outChannels: 1024, height: 112, kernel: 3, padding: 1 });
const fewer = { ...H200, sms: 66 };
const [whole, halved] = [H200, half].map(({ l2Bytes, sms }) => l2Bytes + sms * 524_288) as [number, number];

describeForgeries("workloads and machines", [toJson(0)].slice(1), [
  ofWorkload(
    "how many rows there are",
    "gemm-segments",
    gemmWorkload({ ...product, m: 301 }),
    product,
    `m is 300 ${here}, not 301`,
  ),
  ofWorkload(
    "that a batch is no rows",
    "gemm-segments",
    gemmWorkload({ m: 150, n: 200, k: 400, batch: 2 }),
    product,
    `batch is 1 ${here}, not 2`,
  ),
  ofWorkload("the sides of a chain", "chain-fused", chainWorkload({ ...chain, l: 260 }), chain, `l is 250 ${here}, not 260`),
  ofWorkload(
    "a causal mask",
    "chain-fused",
    attentionWorkload({ heads: 4, kvHeads: 2, queries: 400, keys: 400, dim: 30 }),
    attentionWorkload({ heads: 4, kvHeads: 2, queries: 400, keys: 400, dim: 30, causal: true }),
    `pairs is 320800 ${here}, not 640000`,
  ),
  ofWorkload(
    "that heads share keys",
    "chain-fused",
    attentionWorkload({ heads: 4, kvHeads: 4, queries: 400, keys: 400, dim: 30 }),
    attentionWorkload({ heads: 4, kvHeads: 2, queries: 400, keys: 400, dim: 30 }),
    `batch is 2 ${here}, not 4`,
  ),
  ofWorkload(
    "that a front is not gated",
    "chain-fused",
    ffnWorkload({ tokens: 300, model: 200, hidden: 250, gated: true }),
    ffnWorkload({ tokens: 300, model: 200, hidden: 250 }),
    `factors is 1 ${here}, not 2`,
  ),
  ofWorkload(
    "the rows of a multi-layer chain",
    "multilayer-recomputation",
    multilayerChainWorkload({ m: 401, widths: [60, 70, 80, 90] }),
    long,
    `m is 400 ${here}, not 401`,
  ),
  ofWorkload(
    "the widths of a multi-layer chain",
    "multilayer-recomputation",
    multilayerChainWorkload({ m: 400, widths: [60, 70, 81, 90] }),
    long,
    "widths are 60,70,80,90 for this workload",
  ),
  ofWorkload(
    "how many images there are",
    "conv-segments",
    convWorkload({ ...conv, batch: 2 } as never),
    conv,
    "batch is 1, not 2",
  ),
  ofWorkload(
    "the channels of the inputs",
    "conv-segments",
    convWorkload({ ...conv, inChannels: 31 } as never),
    conv,
    "inChannels is 30, not 31",
  ),
  ofWorkload(
    "the size of images",
    "conv-segments",
    convWorkload({ ...conv, height: 31 } as never),
    conv,
    "extent is 30, not 31",
    `${inside}.axes[0]`,
  ),
  ofWorkload(
    "padding",
    "conv-segments",
    convWorkload({ ...conv, padding: [0, 1] } as never),
    conv,
    "padding is 1, not 0",
    `${inside}.axes[0]`,
  ),
  ofWorkload(
    "the stride",
    "conv-segments",
    convWorkload({ ...conv, stride: [1, 1] } as never),
    convWorkload({ ...conv, stride: [1, 2] } as never),
    "stride is 2, not 1",
    `${inside}.axes[1]`,
  ),
  ofWorkload(
    "an axis along which windows overlap",
    "gemm-segments",
    gemmWorkload({ m: 30 * 30, n: 40, k: 30 * 3 }),
    patches,
    noTheorem,
    certificate,
  ),
  ofWorkload(
    "keys that all sequences share",
    "independent-parts",
    apart,
    attentionWorkload({ ...UNEVEN, sharedPrefix: 40 }),
    noTheorem,
    certificate,
  ),
  ofWorkload(
    "values that lie in keys",
    "independent-parts",
    apart,
    attentionWorkload({ ...UNEVEN, valuesInKeys: true }),
    noTheorem,
    certificate,
  ),
  ofWorkload(
    "that keys and values have words of their own size",
    "independent-parts",
    apart,
    attentionWorkload({ ...UNEVEN, dataType: "bf16", rightType: "fp8" }),
    noTheorem,
    certificate,
  ),
  ofWorkload(
    "how many rows have statistics",
    "row-statistics",
    softmaxWorkload({ rows: 101, columns: 4000 }),
    rows,
    `rows is 100 ${here}, not 101`,
  ),
  ofWorkload(
    "vectors that all rows share",
    "row-statistics",
    { ...rows, kind: "layernorm" } as Workload,
    rows,
    `shared is 0 ${here}, not 2`,
  ),
  ofWorkload(
    "the extents of an einsum",
    "einsum-projective",
    einsumWorkload({ text: einsum.text, extents: { i: 200, j: 301, l: 400 } }),
    einsum,
    `indices is ${JSON.stringify([
      { index: "i", extent: "200" },
      { index: "j", extent: "300" },
      { index: "l", extent: "400" },
    ])} ${here}, not ${JSON.stringify([
      { index: "i", extent: "200" },
      { index: "j", extent: "301" },
      { index: "l", extent: "400" },
    ])}`,
  ),
  ofMachine(
    "words of the memory",
    "gemm-segments",
    product,
    abstractMachine(400),
    WORDS,
    "slow-fast",
    `capacity is 500 ${here}, not 400`,
  ),
  ofMachine("half of the L2", "gemm-segments", large, half, H200, "dram-l2", `capacity is ${whole} ${here}, not ${halved}`),
  ofMachine(
    "half of the L2 behind a convolution",
    "conv-segments",
    largeConv,
    half,
    H200,
    "dram-l2",
    `capacity is ${whole}, not ${halved}`,
  ),
  ofMachine("half of the SMs", "gemm-segments", large, fewer, H200, "l2-sm", `memories is 132 ${here}, not 66`),
  ofMachine("half of the SMs behind a convolution", "conv-segments", largeConv, fewer, H200, "l2-sm", "memories is 132, not 66"),
  ofMachine(
    "half of the SMs behind a chain",
    "chain-fused",
    chainWorkload({ m: 8192, k: 512, l: 8192, n: 512 }),
    fewer,
    H200,
    "l2-sm",
    `memories is 132 ${here}, not 66`,
  ),
]);

describe("sizes of words", () => {
  type Types = { readonly dataType?: string; readonly outputType?: string; readonly accumulator?: string };
  /** A bound of the same workload with other types. */
  const typed = (
    ignored: string,
    id: string,
    make: (types: Types) => Workload,
    of: Types,
    stated: Types,
    reason: string,
    path = inside,
  ) => ofWorkload(ignored, id, make(of), make(stated), reason, path, H200);
  const gemm = (types: Types) => gemmWorkload({ m: 8192, n: 8192, k: 8192, ...types } as never);
  const chains = (types: Types) => chainWorkload({ m: 8192, k: 2048, l: 8192, n: 2048, ...types } as never);
  const layers = (types: Types) => multilayerChainWorkload({ m: 65_536, widths: [512, 512, 512, 512], ...types } as never);
  const convs = (types: Types) =>
    convWorkload({ batch: 64, inChannels: 512, outChannels: 512, height: 56, kernel: 3, padding: 1, ...types } as never);
  const [bf16, fp8, fp32] = [
    { dataType: "bf16" },
    { dataType: "fp8", outputType: "bf16" },
    { dataType: "bf16", outputType: "fp32" },
  ];
  const wide = { dataType: "bf16", accumulator: "fp64" };
  const partial = "partial is at most 4 for this workload, not 8";
  /** A bound of the convolution in fp8 with sizes of one's own. */
  const ofConv = (ignored: string, weights: Partial<ConvolutionInstance["weights"]>, reason: string): Forgery => {
    const setting = settingsOf(H200).find((one) => one.interface === "l2-sm") ?? expect.fail("no SMs");
    const own = convolutionInstance(convs(fp8) as ConvWorkload, setting);
    const proven = proveConvSegments({ ...own, weights: { ...own.weights, partial: 2n, ...weights } }) ?? expect.fail("nothing");
    const document = boundAlone(convs(fp8), H200, "conv-segments", "l2-sm");
    const [bound] = document["bounds"] as unknown as readonly [Json];
    const { value, reads, writes } = proven;
    const other = {
      ...(bound as object),
      ...(toJson({ value, reads, writes }) as object),
      certificate: certificateToJson(proven),
    };
    const best = { "l2-sm": { id: "conv-segments", value: toJson(value) } };
    return [ignored, { ...document, bounds: [other] as unknown as Json, best }, inside, reason];
  };
  describeForgeries(
    "of every family",
    // Elements of H are kept as accumulators where these are narrower.
    [boundAlone(chains({ dataType: "fp32", outputType: "fp32", accumulator: "fp16" }), H200, "chain-fused", "l2-sm")],
    [
      typed("the size of operands", "gemm-segments", gemm, bf16, fp8, `a is 1 ${here}, not 2`),
      typed("the size of outputs", "gemm-segments", gemm, fp32, bf16, `output is 2 ${here}, not 4`),
      typed("the size of accumulators", "gemm-segments-wide-accumulators", gemm, wide, bf16, partial),
      typed("the size of a chain's operands", "chain-fused", chains, bf16, fp8, `a is 1 ${here}, not 2`),
      typed("the size of a chain's accumulators", "chain-fused-wide-accumulators", chains, wide, bf16, partial),
      typed(
        "the size of a multi-layer chain's operands",
        "multilayer-recomputation",
        layers,
        bf16,
        fp8,
        `operand is 1 ${here}, not 2`,
      ),
      ofConv("the size of inputs", { input: 2n }, "the size of an input is 1, not 2"),
      ofConv("the size of weights", { filter: 2n }, "the size of a weight is 1, not 2"),
      typed("the size of a convolution's outputs", "conv-segments", convs, fp32, bf16, "the size of an output is 2, not 4"),
      typed("the size of a convolution's accumulators", "conv-segments-wide-accumulators", convs, wide, bf16, partial),
    ],
  );
});
