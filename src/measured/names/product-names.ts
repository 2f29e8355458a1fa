import type { GemmWorkload } from "../../computation/gemm.js";
import { cutlassProduct } from "./cutlass-names.js";
import { deepGemmProduct } from "./deep-gemm-names.js";
import { dimensions, identitySwizzle } from "./launch-grid.js";
import type { NamedLaunch, NamedSchedule } from "./named-launch.js";
import type { NamedTile } from "./named-tile.js";

interface NameRule {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => NamedTile;
  readonly example: string;
  readonly source: string;
}

/** cuBLAS writes C column by column, so the first side of its tiles and clusters runs along the columns of a row-major C. */
const OF_CUBLAS =
  "cuBLAS's own names; the tiles that they tell fill the grids of test/measured/profiles, the first side along the columns of C";

/** Names of libraries that are read by a pattern; those of templates by their arguments. */
export const PRODUCT_NAMES: readonly NameRule[] = [
  {
    pattern: new RegExp(
      String.raw`^nvjet_(?:sm90_)?[a-z]{3,5}_(?<a>\d+)x(?<b>\d+)_(?<k>\d+)x(?<stages>\d+)_(?<ca>\d+)x(?<cb>\d+)_[hv]_` +
        "(?!.*(?:splitK|2cta))(?:.*?(?<coop>coop[AB]))?(?:.*(?<bias>_bias))?(?:.*_[NT]{2}(?<c>[NT]))?",
    ),
    read: ({ a, b, k, stages, ca, cb, ...epilogue }) => ({
      ...sides(a, b, k, stages),
      cluster: [Number(cb), Number(ca)],
      launch: "persistent",
      loads: "bulk",
      ...(epilogue["bias"] === undefined ? {} : { epilogueBytesAColumn: biasBytes(epilogue) }),
    }),
    example: "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT",
    source:
      "bytes into the SMs of test/measured/profiles: whole tiles of this shape, exactly in most, within 2 % in all of 2^30 products and more",
  },
  {
    pattern:
      /cutlass_(?<arch>\d\d)_(?:wmma_)?(?:tensorop|simt)_\w*gemm\w*?_(?<a>\d+)x(?<b>\d+)(?:_sliced\dx\d)?(?:_(?<k>\d+)x(?<stages>\d+))?_[nt]{2}_align\d+/,
    read: ({ a, b, k, stages }) => ({
      ...(k === undefined ? { ...sides(a, b, "32", "2"), presumed: "k steps of 32 in two stages" } : sides(a, b, k, stages)),
      launch: "swizzle",
      loads: "masked",
    }),
    example: "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_tn_align8>(T1::Params)",
    source: `${OF_CUBLAS}; k steps of tiles without them: NVIDIA/cutlass, python/cutlass_library/generator.py, GenerateSM75`,
  },
  {
    pattern:
      /^(?:void )?(?:ampere|turing|volta|maxwell)_\w*gemm_(?!.*splitK)(?:[a-z]+\d+_)?(?<a>\d+)x(?<b>\d+)_(?:\w+_)?stages_(?<k>\d+)x(?<stages>\d+)_[nt]{2}/,
    read: ({ a, b, k, stages }) => ({ ...sides(a, b, k, stages), launch: "tiles", loads: "masked" }),
    example: "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn",
    source: OF_CUBLAS,
  },
  {
    pattern:
      /^sm8\d_xmma_gemm_\w+_[nt]{2}_n_tilesize(?<a>\d+)x(?<b>\d+)x(?<k>\d+)_stage(?<stages>\d+)_warpsize\w+?(?:execute_kernel|fused)/,
    read: ({ a, b, k, stages }) => ({ ...sides(a, b, k, stages), launch: "tiles", loads: "masked" }),
    example:
      "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x32_stage4_warpsize2x2x1_tensor16x8x16_execute_kernel__5x_cublas",
    source: OF_CUBLAS,
  },
  {
    pattern:
      /^sm90_xmma_gemm_\w+_[nt]{2}_n_tilesize(?<a>\d+)x(?<b>\d+)x(?<k>\d+)(?:_cgasize(?<ca>\d)x(?<cb>\d)x1)?_warpgroupsize\w+_segment_k_off_kernel/,
    read: ({ a, b, k, ca = "1", cb = "1" }) => ({
      ...sides(a, b, k),
      cluster: [Number(cb), Number(ca)],
      launch: "persistent",
      loads: "bulk",
    }),
    example:
      "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
    source: OF_CUBLAS,
  },
];

/**
 * A warp reads eight words of a bias at a time, 16 of 32 bytes of a sector. Along the rows of accumulators, of names that end with `T`, each
 * word is one warp's; along their columns it is that of every warp: of both warp groups where these share the rows (`coopA`).
 *
 * Source: bytes into the SMs of test/measured/profiles, exactly, of twelve kinds of launches.
 */
function biasBytes({ coop, c }: Readonly<Record<string, string | undefined>>): number {
  const warps = c === "T" ? 1 : coop === "coopA" ? 8 : 4;
  return 4 * warps;
}

function sides(
  first: string | undefined,
  second: string | undefined,
  k: string | undefined,
  stages?: string,
): Pick<NamedTile, "rows" | "columns" | "k" | "stages"> {
  return {
    rows: Number(second),
    columns: Number(first),
    k: Number(k),
    stages: stages === undefined ? undefined : Number(stages),
  };
}

/** The schedule of a product; undefined for a name that no rule knows, and for one whose tiles do not make up the grid. */
export function namedProduct(launch: NamedLaunch, workload: GemmWorkload): NamedSchedule | undefined {
  const tile = tileOfName(launch.name) ?? cutlassProduct(launch.name) ?? deepGemmProduct(launch.name, workload);
  return tile && laidOut(tile, launch, workload);
}

/** The tile of a name that is read by a pattern. */
export function tileOfName(name: string): NamedTile | undefined {
  for (const { pattern, read } of PRODUCT_NAMES) {
    const groups = pattern.exec(name)?.groups;
    if (groups !== undefined) return read(groups);
  }
  return undefined;
}

function laidOut(tile: NamedTile, launch: NamedLaunch, { m, n, batch }: GemmWorkload): NamedSchedule | undefined {
  const { stages, cluster, loads, order, presumed, epilogueBytesAColumn: each } = tile;
  const usual = {
    tile: `${tile.rows}x${tile.columns}x${tile.k}`,
    ...(stages === undefined ? {} : { stages }),
    ...(presumed === undefined ? {} : { presumed }),
    ...(each === undefined ? {} : { epilogueBytes: batch * Math.ceil(m / tile.rows) * n * each }),
  };
  if (tile.launch === "persistent") {
    const clusters = cluster === undefined || cluster[0] * cluster[1] === 1 ? {} : { cluster: cluster.join("x") };
    return { id: "persistent-gemm", ...usual, ...clusters, loads, ...(order === undefined ? {} : { order }) };
  }
  const grid = dimensions(launch.grid);
  if (grid === undefined) return undefined;
  const [x, y, z] = grid;
  const [rows, columns] = [Math.ceil(m / tile.rows), Math.ceil(n / tile.columns)];
  const swizzle = tile.launch === "swizzle" ? identitySwizzle(x, y, rows, columns) : undefined;
  if (tile.launch === "swizzle" ? swizzle === undefined : x * y !== rows * columns) return undefined;
  const told = swizzle === undefined ? {} : { order: swizzle };
  if (z === batch) return { id: "tiled-gemm", ...usual, ...told };
  // Slices of k of one product; those of several cannot be told from products.
  return batch === 1 ? { id: "split-k", ...usual, ...told, splits: z, reduction: "parallel" } : undefined;
}
