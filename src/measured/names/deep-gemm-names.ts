import type { GemmWorkload } from "../../computation/gemm.js";
import type { NamedTile } from "./named-tile.js";
import { templateArguments } from "./template-arguments.js";

/** Places of what is read among the arguments of a kernel's template. */
interface Places {
  readonly count: number;
  readonly n: number;
  readonly k: number;
  readonly groups: number;
  readonly tile: number;
  readonly stages: number;
  readonly multicast: number;
  readonly onA: number;
  readonly type: number;
}

/**
 * DeepGEMM compiles N, K and the tile into its kernels.
 *
 * Source: deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/fp8_gemm.cuh and impls/sm90_fp8_gemm_1d2d.cuh.
 */
const PLACES: Readonly<Record<string, Places>> = {
  fp8_gemm_kernel: { count: 14, n: 0, k: 1, tile: 2, groups: 7, stages: 8, multicast: 11, onA: 12, type: 13 },
  sm90_fp8_gemm_1d2d_impl: { count: 18, n: 2, k: 3, groups: 4, tile: 5, stages: 11, multicast: 14, onA: 15, type: 17 },
};

/** A product that DeepGEMM computes: N, K and the tile of its name; absent for groups of products. N and K of 0 are not compiled in. */
export interface DeepGemmName extends NamedTile {
  readonly shape: readonly [n: number, k: number];
}

export function deepGemmName(name: string): DeepGemmName | undefined {
  const found = Object.entries(PLACES).find(([template]) => name.includes(`${template}<`) && name.includes("GemmType"));
  if (found === undefined) return undefined;
  const [template, places] = found;
  const list = templateArguments(name, template) ?? [];
  const number = (place: number): number => Number(/\d+$/.exec(list[place] ?? "")?.[0] ?? Number.NaN);
  const [rows, columns, k] = [0, 1, 2].map((side) => number(places.tile + side)) as [number, number, number];
  const shape = [number(places.n), number(places.k)] as const;
  if (list.length < places.count || number(places.groups) !== 1 || number(places.type) !== 0) return undefined;
  if (![rows, columns, k].every((side) => side > 0) || !shape.every((side) => side >= 0)) return undefined;
  const ctas = number(places.multicast);
  // A tile of A that is multicast is shared by tiles of one row.
  const cluster = number(places.onA) === 1 ? ([1, ctas] as const) : ([ctas, 1] as const);
  const stages = number(places.stages);
  return { shape, rows, columns, k, stages, cluster, launch: "persistent", loads: "bulk", order: "deepgemm" };
}

/** Undefined where the name has another shape. */
export function deepGemmProduct(name: string, { n, k }: GemmWorkload): NamedTile | undefined {
  const found = deepGemmName(name);
  if (found === undefined) return undefined;
  const { shape, ...tile } = found;
  return [n, k].every((extent, at) => shape[at] === 0 || shape[at] === extent) ? tile : undefined;
}
