import type { NamedTile } from "./named-tile.js";
import { numbersOf, templateArguments } from "./template-arguments.js";

/**
 * Products of CUTLASS, by the names of its library and by the arguments of its templates.
 *
 * Source: NVIDIA/cutlass, python/cutlass_library/gemm_operation.py (procedural_name); include/cutlass/gemm/collective and
 * include/cutlass/gemm/threadblock for the templates.
 */
export function cutlassProduct(name: string): NamedTile | undefined {
  return /stream_k|StreamK|Grouped|PtrArray|sparse|Sparse/.test(name)
    ? undefined
    : (thirdByName(name) ?? third(name) ?? second(name));
}

/**
 * `cutlass3x_sm90_tensorop_…_128x256x64_2x1x1_0_tnn_align8_warpspecialized_pingpong_epi_tma`: tile and cluster as rows × columns of its
 * own C, whose letter is the last of three: of `n` a row-major C is the transpose.
 */
const THIRD = new RegExp(
  String.raw`cutlass3x_sm90_(?:tensorop|\w*gemm)\w*?_(?<a>\d+)x(?<b>\d+)x(?<k>\d+)_(?<ca>\d)x(?<cb>\d)x1_` +
    String.raw`(?<stages>\d+)_[nt]{2}(?<c>[nt])_align\d+`,
);

function thirdByName(name: string): NamedTile | undefined {
  const groups = THIRD.exec(name)?.groups;
  if (groups === undefined) return undefined;
  const { c, stages } = groups;
  // Zero stages are as many as fit.
  const known = stages === "0" ? undefined : Number(stages);
  const [a = 1, b = 1, k = 1, ca = 1, cb = 1] = ["a", "b", "k", "ca", "cb"].map((side) => Number(groups[side]));
  return turned(c === "n", [a, b], [ca, cb], { k, stages: known, launch: "persistent", loads: "bulk" });
}

type Sides = readonly [number, number];

function turned(
  transposed: boolean,
  [a, b]: Sides,
  [ca, cb]: Sides,
  rest: Omit<NamedTile, "rows" | "columns" | "cluster">,
): NamedTile {
  const [rows, columns] = transposed ? [b, a] : [a, b];
  return { rows, columns, cluster: transposed ? [cb, ca] : [ca, cb], ...rest };
}

/** `CollectiveMma<MainloopSm90TmaGmmaWarpSpecialized<stages, cluster, …>, tile, …>` beside a `CollectiveEpilogue` with the strides of C. */
function third(name: string): NamedTile | undefined {
  const [mainloop = "", shape = ""] = templateArguments(name, "CollectiveMma") ?? [];
  const policy = /MainloopSm90TmaGmma\w+/.exec(mainloop)?.[0];
  const [stages, cluster] = policy === undefined ? [] : (templateArguments(mainloop, policy) ?? []);
  const [a, b, k] = numbersOf(shape);
  const [ca, cb] = numbersOf(cluster ?? "");
  if (stages === undefined || k === undefined || a === undefined || b === undefined || ca === undefined || cb === undefined)
    return undefined;
  const strides = (templateArguments(name, "CollectiveEpilogue") ?? []).find((one) => /tuple<.*long/.test(one));
  if (strides === undefined) return undefined;
  // The stride of one word stands first where C is column-major.
  const transposed = /tuple<1,/.test(strides);
  return turned(transposed, [a, b], [ca, cb], { k, stages: Number(stages), launch: "persistent", loads: "bulk" });
}

/** `MmaMultistage<GemmShape<128, 128, 32>, …>`: templates of CUTLASS 2 write C row by row; a column-major one is turned outside them. */
function second(name: string): NamedTile | undefined {
  const template = /gemm::threadblock::(Mma(?:Multistage|Pipelined))</.exec(name)?.[1];
  if (template === undefined || /conv::|ImplicitGemm/.test(name)) return undefined;
  const [rows, columns, k] = numbersOf((templateArguments(name, template)?.[0] ?? "").replace(/^.*GemmShape/, ""));
  if (rows === undefined || columns === undefined || k === undefined) return undefined;
  const stages = template === "MmaPipelined" ? 2 : undefined;
  return { rows, columns, k, stages, launch: "swizzle", loads: "masked" };
}
