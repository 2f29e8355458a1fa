import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";

/** Values of a schedule file's fields: the point of a search, and what a result is written as. */
export type ScheduleChoice = Readonly<Record<string, string | number>>;

/** One kernel and the values of each of its fields, the usual one first. */
export interface KernelSpace {
  readonly schedule: string;
  readonly axes: Readonly<Record<string, readonly (string | number)[]>>;
}

const PRODUCT_TILES = [
  "128x128x64",
  "128x256x64",
  "256x128x64",
  "64x128x64",
  "128x64x64",
  "64x256x64",
  "256x64x64",
  "256x256x32",
  "256x192x64",
  "192x256x64",
  "64x64x64",
];
const ORDERS = [
  ...["group:8", "row", "col", "group:2", "group:4", "group:16", "group:32", "hilbert", "morton"],
  ...["serpentine:4", "serpentine:8", "serpentine:16", "raster-m:4", "raster-m:8"],
];
const RECTANGLES = [
  "8x16x128x64",
  "8x16x128x32",
  "8x16x64x64",
  "16x16x64x32",
  "16x16x128x32",
  "8x8x128x64",
  "8x8x64x64",
  "4x8x64x32",
];
const BANDS = [1, 2, 3, 4, 6, 8, 12, 16, 32];
const STAGES = [3, 2, 4];
const PRODUCT = { tile: PRODUCT_TILES, order: ORDERS, stages: STAGES };

const QUERY_ORDERS = ["ascending", "longest-first", "head-sections"];
const KEY_ORDERS = ["sawtooth", "backward"];

/** Kernels that fit a workload on a GPU, and what a search may choose of each; the first value of an axis is where it starts. */
export function scheduleSpace(workload: Workload): readonly KernelSpace[] {
  switch (workload.kind) {
    case "gemm":
      return [
        { schedule: "tiled-gemm", axes: PRODUCT },
        { schedule: "persistent-gemm", axes: { ...PRODUCT, "k-order": ["forward", "sawtooth"] } },
        { schedule: "stream-k", axes: PRODUCT },
        { schedule: "split-k", axes: { ...PRODUCT, splits: [2, 3, 4, 8, 16] } },
        { schedule: "weight-stationary", axes: PRODUCT },
        { schedule: "input-stationary", axes: { ...PRODUCT, tile: [...PRODUCT_TILES, "32x64x32", "16x64x32"] } },
      ];
    case "grouped-gemm": {
      const axes = { ...PRODUCT, tile: [...PRODUCT_TILES, "128x160x64", "64x160x64", "64x256x128"] };
      return ["grouped-gemm-persistent", "grouped-gemm-contiguous", "grouped-gemm-masked"].map((schedule) => ({
        schedule,
        axes,
      }));
    }
    case "moe": {
      const ordered = { tile: PRODUCT_TILES, order: ["row", "col", "group:8"], stages: STAGES };
      return [
        ...["moe-permuted", "moe-gathered", "moe-scattered"].map((schedule) => ({ schedule, axes: ordered })),
        { schedule: "moe-fused", axes: { tile: [...PRODUCT_TILES, "32x64x64", "16x128x64"], stages: STAGES } },
      ];
    }
    case "chain":
      return [
        { schedule: "chain-separate", axes: { tile: PRODUCT_TILES, order: ORDERS, stages: STAGES } },
        { schedule: "chain-bands", axes: { tile: PRODUCT_TILES, band: BANDS, stages: STAGES } },
        { schedule: "chain-fused-smem", axes: { tile: PRODUCT_TILES, stages: STAGES } },
        { schedule: "chain-fused-registers", axes: { tile: PRODUCT_TILES, stages: STAGES } },
        { schedule: "chain-recompute", axes: { tile: PRODUCT_TILES, stages: STAGES } },
      ];
    case "ffn":
      return [
        { schedule: "ffn-separate", axes: { tile: PRODUCT_TILES, order: ORDERS, stages: STAGES } },
        { schedule: "ffn-bands", axes: { tile: PRODUCT_TILES, band: BANDS, stages: STAGES } },
        { schedule: "ffn-fused", axes: { tile: PRODUCT_TILES, stages: STAGES } },
      ];
    case "conv":
      return [
        { schedule: "implicit-gemm", axes: PRODUCT },
        { schedule: "direct-conv", axes: { tile: RECTANGLES, order: ORDERS, stages: [2, 3, 4] } },
      ];
    case "attention": {
      const tiles = ["128x64", "128x128", "64x64", "64x128", "128x32", "192x64", "192x128", "256x64", "256x128"];
      // Of wide heads one tile of K and V may be all that fits.
      const buffers = workload.dim > 128 ? [3, 2, 1] : STAGES;
      const wide = ["128x128", "128x176", "192x128", "192x192", "128x80", "128x64", "256x64"];
      return [
        { schedule: "flash-attention-2", axes: { tile: tiles, "query-order": QUERY_ORDERS, stages: buffers } },
        {
          schedule: "persistent-attention",
          axes: { tile: tiles, "query-order": QUERY_ORDERS, "key-order": KEY_ORDERS, stages: buffers },
        },
        { schedule: "flash-attention-3", axes: { tile: wide, "query-order": QUERY_ORDERS, stages: [2, 1, 3] } },
        {
          schedule: "flash-attention-4",
          axes: { tile: ["256x128", "256x64"], "query-order": QUERY_ORDERS, stages: [2, 1, 3] },
        },
        { schedule: "flash-decoding", axes: { tile: tiles, splits: [2, 4, 8, 16, 32], stages: STAGES } },
      ];
    }
    case "epilogue-gemm":
      return ["epilogue-fused", "epilogue-separate"].map((schedule) => ({ schedule, axes: PRODUCT }));
    case "sparse-gemm":
      return [{ schedule: "sparse-tiled", axes: PRODUCT }];
    case "scan": {
      const tile = ["64x64", "128x64", "64x128", "128x128", "64x32", "32x64", "256x64", "32x32", "16x64"];
      const ids = ["scan-recurrent", "scan-chunks-fused", "scan-chunks", "scan-ssd"];
      return ids.map((schedule) => ({ schedule, axes: { tile, stages: [2, 1, 3] } }));
    }
    case "attention-backward": {
      const axes = {
        tile: ["64x128", "128x128", "80x128", "64x64", "128x64", "64x96", "64x192", "32x128", "32x256"],
        stages: STAGES,
      };
      return ["flash-attention-2-backward", "flash-attention-3-backward", "attention-backward-two-passes"].map((schedule) => ({
        schedule,
        axes,
      }));
    }
    default:
      throw new InputError(
        "workload",
        "gemm, grouped-gemm, moe, chain, ffn, conv, scan or attention for a search",
        workload.kind,
      );
  }
}

/** A choice as one text, the same for the same choice. */
export function choiceKey(choice: ScheduleChoice): string {
  return Object.entries(choice)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
