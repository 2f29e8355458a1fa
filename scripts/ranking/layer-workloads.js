import { attentionWorkload } from "../../build/computation/attention.js";
import { convWorkload } from "../../build/computation/conv.js";
import { gemmWorkload } from "../../build/computation/gemm.js";
import { MODEL_CARDS } from "../../build/layers/models/model-cards.js";
import { modelLayer } from "../../build/layers/models/model-layer.js";

/** Above so many multiply-adds a replay takes too long for many cases. */
const MOST = 2 ** 38;

/** A product, attention or convolution of a layer of some model, in some phase. */
export function drawLayerWorkload(random) {
  for (;;) {
    const card = random.of(MODEL_CARDS);
    const options = card.kind === "decoder" ? decoderOptions(random) : { batch: random.of([1, 2, 4]) };
    const { graph } = modelLayer(card.id, options);
    const workloads = graph.operators.flatMap(({ work }) => workloadOf(work));
    const fitting = workloads.filter(({ operations }) => operations <= MOST);
    if (fitting.length === 0) continue;
    const layer = [card.id, ...Object.entries(options).map((pair) => pair.join("="))].join(" ");
    return { workload: random.of(fitting).workload, layer };
  }
}

function decoderOptions(random) {
  const phase = random.of(["prefill", "decode"]);
  const sizes =
    phase === "decode"
      ? { batch: random.of([1, 4, 16, 64, 128]), context: random.of([1024, 4096, 8192]) }
      : { batch: 1, tokens: random.of([128, 512, 1024, 2048, 4096]) };
  return { phase, ...sizes };
}

function workloadOf(work) {
  switch (work.kind) {
    case "product": {
      const { batch, rows: m, columns: n, inner: k } = work;
      return [{ workload: gemmWorkload({ batch, m, n, k }), operations: batch * m * n * k }];
    }
    case "scores": {
      const { batch, heads, kvHeads, queries, keys, dim, causal } = work;
      const operations = 2 * batch * heads * queries * keys * dim;
      return [{ workload: attentionWorkload({ batch, heads, kvHeads, queries, keys, dim, causal }), operations }];
    }
    case "convolution": {
      const { kind: _, ...sizes } = work;
      const { batch, inChannels, outChannels, height, width, kernel } = sizes;
      const operations = batch * inChannels * outChannels * height * width * kernel[0] * kernel[1];
      return [{ workload: convWorkload(sizes), operations }];
    }
    default:
      return [];
  }
}
