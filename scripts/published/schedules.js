/** Schedules that move less than a value in print, counted at one size. */
import {
  bestWordGemm,
  chainTotal,
  chainWorkload,
  gemmWorkload,
  handoverGemm,
  planWords,
  productTotal,
  triangularWorkload,
  wordChains,
} from "../../build/index.js";
import { bestOfLayer, LAYERS } from "../conv-layers.js";

/** C (m×n) with k far below √S by the library's own schedule, beside 2mnk/√S + mn. */
export function shortProduct() {
  const [m, n, k, s] = [4096, 4096, 16, 1024];
  const { id, words } = bestWordGemm(gemmWorkload({ m, n, k }), s);
  const moved = Number(words.a + words.b + words.c);
  return { moved, published: (2 * m * n * k) / Math.sqrt(s) + m * n, schedule: id, size: `${m}×${n}×${k}, S = ${s}` };
}

/** C (m×n) with k = 2√S by tiles that hand words over, beside 2mnk/√S + mn. */
export function productOfTwoRoots() {
  const [m, k, s] = [16_384, 256, 16_384];
  const found = handoverGemm(gemmWorkload({ m, n: m, k }), s);
  const published = (2 * m * m * k) / Math.sqrt(s) + m * m;
  return { moved: Number(productTotal(found)), published, schedule: found.id, size: `${m}×${m}×${k}, S = ${s}` };
}

/** One head of attention by rows of Q and O that stay, beside the sum of two products. */
export function attentionAsChain() {
  const [rows, dim, s] = [4096, 64, 51_200];
  const fused = wordChains(chainWorkload({ m: rows, k: dim, l: rows, n: dim }), s).find(({ id }) => id === "chain-fused");
  const moved = Number(chainTotal(fused.words));
  return {
    moved,
    published: (4 * rows * rows * dim) / Math.sqrt(s),
    schedule: fused.id,
    size: `N = ${rows}, d = ${dim}, S = ${s}`,
  };
}

/** A 1×1 layer whose weights stay, beside 2·products/√S + outputs. */
export function pointwiseLayer() {
  const layer = LAYERS.find(({ name }) => name === "ResNet-50 conv2 1×1");
  const { inChannels, outChannels, height, batch } = layer.options;
  const [s, outputs] = [131_072, batch * outChannels * height ** 2];
  const { cost, schedule } = bestOfLayer(layer, s);
  const published = (2 * outputs * inChannels) / Math.sqrt(s) + outputs;
  return { moved: Number(cost), published, schedule, size: `${layer.name}, ${batch} images, S = ${s}` };
}

/** The lower triangle of A·Aᵀ by triangle blocks, beside n²m/√S. */
export function syrkBlocks() {
  const [n, m, s] = [961, 1_000_000, 527];
  return inTriangleBlocks("syrk", { n, m }, s, (n * n * m) / Math.sqrt(s));
}

/** The lower triangle of A·Bᵀ + B·Aᵀ by triangle blocks, beside 2n²m/√S. */
export function syr2kBlocks() {
  const [n, m, s] = [131_072, 131_072, 16_384];
  return inTriangleBlocks("syr2k", { n, m }, s, (2 * n * n * m) / Math.sqrt(s));
}

/** Cholesky by panels and triangle blocks, beside n³/(3√S). */
export function choleskyBlocks() {
  const [n, s] = [131_072, 16_384];
  return inTriangleBlocks("cholesky", { n }, s, n ** 3 / (3 * Math.sqrt(s)));
}

function inTriangleBlocks(kind, extents, s, published) {
  const found = planWords(triangularWorkload(kind, extents), s).find(({ id }) => id === "triangle-blocks");
  const { reads, writes } = found.traffic.total.get("slow-fast");
  const sizes = Object.entries(extents).map(([name, extent]) => `${name} = ${extent}`);
  return { moved: Number(reads + writes), published, schedule: found.id, size: `${sizes.join(", ")}, S = ${s}` };
}

/**
 * A 3×3 convolution of stride 2, one class of taps after another: 4 taps of reuse 4, 2 and 2 of reuse 2, 1 of reuse 1. For a class a
 * block of accumulators, side × side pixels by `channels`, stays; for each input channel its inputs are held and its weights pass, or the other
 * way round; between classes accumulators are stored and loaded.
 */
export function stridedConvolution() {
  const [s, inChannels, outputs] = [2 ** 26, 2 ** 22, 2 ** 40];
  const classes = [
    [2, 2],
    [2, 1],
    [1, 2],
    [1, 1],
  ];
  let moved = 0;
  for (const [down, across] of classes) {
    const reuse = down * across;
    let least = Number.POSITIVE_INFINITY;
    const balanced = Math.floor((reuse * s) ** (1 / 4));
    for (let side = Math.max(1, balanced - 200); side <= balanced; side++) {
      const inputs = (side + down - 1) * (side + across - 1);
      const channels = Math.max(Math.floor((s - 1 - inputs) / side ** 2), Math.floor((s - 1) / (side ** 2 + reuse)));
      least = Math.min(least, (outputs / (side ** 2 * channels)) * inChannels * (inputs + reuse * channels));
    }
    moved += least;
  }
  moved += (2 * classes.length - 1) * outputs;
  const published = (2 * outputs * inChannels * 9) / Math.sqrt((9 / 4) * s) + outputs;
  return { moved, published, schedule: "class by class", size: "2^22 input channels, S = 2^26, far more outputs than S" };
}
