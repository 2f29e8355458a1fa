import { bestBounds, boundWorkload } from "../../build/bounds/index.js";
import { sparseGemmWorkload } from "../../build/computation/index.js";
import { attentionWorkload, bytesPerSm, gpuNamed, planReplays, replayPlanned } from "../../build/index.js";
import { cheapest } from "./point.js";

const GPU = gpuNamed("h100");
const LRU = { policy: "lru", bytes: GPU.l2Bytes };
const REASON = "a kernel's tiles leave room for stages of operands, and its accumulators are wide";

const SPARSE = [1024, 2048, 4096, 8192].flatMap((side) => [
  { m: side, n: side, k: side },
  { m: side, n: 1024, k: 4096 },
]);
/** Heads of 128 columns, 8 of keys and values. */
const WINDOWS = [512, 1024, 4096].flatMap((window) => [8192, 32_768].map((queries) => ({ window, queries })));
/** Of 128 heads, with latents of 512 + 64 words: decoding, and a part of a prompt. */
const LATENTS = [1, 64].flatMap((queries) =>
  [1024, 8192, 65_536].map((keys) => ({ queries, keys: Math.max(keys, queries), batch: queries === 1 ? 8 : 1 })),
);

/**
 * Kernels that the two-level memory model has no schedule of: bytes into and out of the SMs of an H100, by the bound of every kernel and
 * by the kernel and tile that move least.
 */
export function kernelPoints() {
  const onSms = (family, label, make, tiles) => ({
    ...{ family, label: `${label}, SMs of h100`, fastWords: bytesPerSm(GPU), unit: "bytes", large: false, reason: REASON },
    best: () => leastOf(make(), tiles),
  });
  return [
    ...SPARSE.map((extents) =>
      onSms(
        "2:4 sparse products",
        Object.values(extents).join(" × "),
        () => sparseGemmWorkload({ ...extents, sparse: "b:2:4" }),
        [...["128x256x64", "256x128x64", "128x128x64"]],
      ),
    ),
    ...WINDOWS.map(({ window, queries }) =>
      onSms(
        "sliding windows",
        `${queries} queries, a window of ${window}`,
        () => attentionWorkload({ heads: 32, kvHeads: 8, queries, dim: 128, causal: true, window }),
        ["128x64", "256x64", "192x64"],
      ),
    ),
    ...LATENTS.map(({ queries, keys, batch }) =>
      onSms(
        "latent attention",
        `${batch} × ${queries} queries, ${keys} keys`,
        () =>
          attentionWorkload({ ...{ batch, heads: 128, kvHeads: 1, queries, keys, dim: 576, valueDim: 512 }, valuesInKeys: true }),
        ["64x64", "64x32", "128x64"],
      ),
    ),
  ];
}

function leastOf(workload, tiles) {
  const { value, id, status } = bestBounds(boundWorkload(workload, GPU).bounds).get("l2-sm");
  const schedules = [{}, ...tiles.map((tile) => ({ tile }))].flatMap((options) => plansWith(workload, options));
  const costs = schedules.map((plan) => {
    const { reads, writes } = replayPlanned(plan, LRU).total.get("l2-sm");
    return { schedule: `${plan.fields.id} ${plan.fields.tile}`, cost: reads + writes };
  });
  return { bound: value, theorem: id, status, ...cheapest(costs) };
}

/** None where the tile fits no kernel. */
function plansWith(workload, options) {
  try {
    return planReplays(workload, GPU, options);
  } catch {
    return [];
  }
}
