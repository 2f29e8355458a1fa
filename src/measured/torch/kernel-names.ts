import type { Loads } from "../../schedules/gpu/gemm/box-padding.js";

/** The schedule of a product as a library's kernel name has it. Tiles are rows × columns × k of a row-major C. */
export interface NamedProduct {
  readonly tile: string;
  readonly stages: number;
  /** Rows × columns of tiles; absent without clusters. */
  readonly cluster?: string;
  readonly loads: Loads;
}

interface NameRule {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string>>) => NamedProduct;
  readonly example: string;
  readonly source: string;
}

/**
 * Libraries write C column by column, so the first side of a tile or cluster runs along the columns of a row-major C.
 */
const NAME_RULES: readonly NameRule[] = [
  {
    pattern: /^nvjet_(?:sm90_)?[a-z]{3}_(?<n>\d+)x(?<m>\d+)_(?<k>\d+)x(?<stages>\d+)_(?<cn>\d+)x(?<cm>\d+)_[hv]_(?!.*splitK)/,
    read: ({ n, m, k, stages, cn, cm }) => ({
      tile: `${m}x${n}x${k}`,
      stages: Number(stages),
      loads: "bulk",
      ...(Number(cn) * Number(cm) > 1 ? { cluster: `${cm}x${cn}` } : {}),
    }),
    example: "nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT",
    source:
      "bytes into the SMs of test/measured/profiles: whole tiles of this shape, exactly in most, within 2 % in all of 2^30 products and more",
  },
];

/** What the name of a product's kernel says of its schedule; undefined for a name that no rule knows. */
export function namedProduct(kernel: string): NamedProduct | undefined {
  for (const { pattern, read } of NAME_RULES) {
    const groups = pattern.exec(kernel)?.groups;
    if (groups !== undefined) return read(groups);
  }
  return undefined;
}
