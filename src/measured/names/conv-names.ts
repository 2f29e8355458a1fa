import type { ConvWorkload } from "../../computation/conv.js";
import { convOutputs } from "../../computation/conv.js";
import { dimensions, identitySwizzle } from "./launch-grid.js";
import type { NamedLaunch, NamedSchedule } from "./named-launch.js";
import { tileOfName } from "./product-names.js";

interface ConvRule {
  readonly pattern: RegExp;
  /** As of products; a grid of `persistent` kernels says nothing of tiles. */
  readonly launch: "tiles" | "swizzle" | "persistent";
  readonly example: string;
}

/**
 * Names of cuDNN's implicit products: the first side of a tile runs along the outputs of all images, the second along their channels. The
 * data gradient is one too.
 *
 * Source: the bytes into the SMs of test/measured/profiles, which are whole tiles within 3 %.
 */
export const CONV_NAMES: readonly ConvRule[] = [
  {
    pattern:
      /^sm90_xmma_[fd](?:prop|grad)_implicit_gemm_\w+_tilesize(?<a>\d+)x(?<b>\d+)x(?<k>\d+)_warpgroupsize\w+_segment_k_(?<segments>on|off)_kernel/,
    launch: "persistent",
    example:
      "sm90_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize256x64x32_warpgroupsize1x1x1_g1_execute_segment_k_off_kernel__5x_cudnn",
  },
  {
    pattern:
      /^sm8\d_xmma_[fd](?:prop|grad)_implicit_gemm_\w+_tilesize(?<a>\d+)x(?<b>\d+)x(?<k>\d+)_stage(?<stages>\d+)_warpsize\w+_execute_kernel/,
    launch: "tiles",
    example:
      "sm80_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_tilesize64x32x64_stage5_warpsize2x2x1_g1_tensor16x8x16_execute_kernel__5x_cudnn",
  },
  {
    pattern:
      /cutlass_tensorop_\w+(?:fprop|dgrad)_\w+?_(?<a>\d+)x(?<b>\d+)_(?<k>\d+)x(?<stages>\d+)_nhwc_(?:unity_stride_)?align8/,
    launch: "swizzle",
    example:
      "void cutlass__5x_cudnn::Kernel<cutlass_tensorop_bf16_s16816fprop_optimized_bf16_128x128_32x5_nhwc_align8>(T1::Params)",
  },
];

/** Words of channels that are loaded together: fewer are filled up, which no replay here counts. */
const CHANNELS_TOGETHER = 8;

export function namedConvolution(launch: NamedLaunch, workload: ConvWorkload): NamedSchedule | undefined {
  const product = tileOfName(launch.name);
  if (product?.launch === "persistent" && workload.kernel.every((side) => side === 1)) {
    const tile = `${product.columns}x${product.rows}x${product.k}`;
    return {
      id: "implicit-gemm",
      tile,
      notReplayed: "the name does not say whether pixels or channels run along its first side",
    };
  }
  const rule = CONV_NAMES.find(({ pattern }) => pattern.test(launch.name));
  const groups = rule?.pattern.exec(launch.name)?.groups;
  if (rule === undefined || groups === undefined || groups["a"] === undefined) return undefined;
  const [outputRows, outputColumns] = convOutputs(workload);
  const rows = Math.ceil((workload.batch * outputRows * outputColumns) / Number(groups["a"]));
  const columns = Math.ceil(workload.outChannels / Number(groups["b"]));
  const found = {
    id: "implicit-gemm",
    tile: `${groups["a"]}x${groups["b"]}x${groups["k"]}`,
    ...(groups["stages"] === undefined ? {} : { stages: Number(groups["stages"]) }),
  };
  const lacking =
    workload.inChannels % CHANNELS_TOGETHER !== 0
      ? `channels are filled up to ${CHANNELS_TOGETHER}`
      : groups["segments"] === "on"
        ? "tiles are cut into segments of the sums"
        : undefined;
  const named = lacking === undefined ? found : { ...found, notReplayed: lacking };
  if (rule.launch === "persistent") return named;
  const [x, y, z] = dimensions(launch.grid) ?? [0, 0, 0];
  const swizzle = rule.launch === "swizzle" ? identitySwizzle(x, y, rows, columns) : undefined;
  if (z !== 1 || (rule.launch === "swizzle" ? swizzle === undefined : x * y !== rows * columns)) return undefined;
  return swizzle === undefined ? named : { ...named, order: swizzle };
}
