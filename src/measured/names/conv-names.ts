import type { ConvWorkload } from "../../computation/conv.js";
import { convOutputs } from "../../computation/conv.js";
import { dimensions, identitySwizzle } from "./launch-grid.js";
import type { NamedLaunch, NamedSchedule } from "./named-launch.js";
import { countedBytes } from "./named-launch.js";
import type { NamedTile } from "./named-tile.js";
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
  if (product?.launch === "persistent" && workload.kernel.every((side) => side === 1))
    return namedPointwise(product, launch, workload);
  const rule = CONV_NAMES.find(({ pattern }) => pattern.test(launch.name));
  const groups = rule?.pattern.exec(launch.name)?.groups;
  if (rule === undefined || groups === undefined || groups["a"] === undefined) return undefined;
  const [pixels, channels] = [Number(groups["a"]), Number(groups["b"])];
  const { rows, columns } = tilesOf(workload, pixels, channels);
  const found = {
    id: "implicit-gemm",
    tile: `${pixels}x${channels}x${groups["k"]}`,
    ...(groups["stages"] === undefined ? {} : { stages: Number(groups["stages"]) }),
  };
  const lacking =
    workload.inChannels % CHANNELS_TOGETHER !== 0
      ? `channels are filled up to ${CHANNELS_TOGETHER}`
      : groups["segments"] === "on"
        ? "tiles are cut into segments of the sums"
        : undefined;
  const named = lacking === undefined ? found : { ...found, notReplayed: lacking };
  if (rule.launch === "persistent")
    return { ...named, boxBytes: bytesOfBoxes(workload, [pixels, channels, Number(groups["k"])]) };
  const [x, y, z] = dimensions(launch.grid) ?? [0, 0, 0];
  const swizzle = rule.launch === "swizzle" ? identitySwizzle(x, y, rows, columns) : undefined;
  if (z !== 1 || (rule.launch === "swizzle" ? swizzle === undefined : x * y !== rows * columns)) return undefined;
  return swizzle === undefined ? named : { ...named, order: swizzle };
}

function tilesOf(workload: ConvWorkload, pixels: number, channels: number): { readonly rows: number; readonly columns: number } {
  const [outputRows, outputColumns] = convOutputs(workload);
  return {
    rows: Math.ceil((workload.batch * outputRows * outputColumns) / pixels),
    columns: Math.ceil(workload.outChannels / channels),
  };
}

type ConvTile = readonly [pixels: number, channels: number, k: number];

/** Tiles of so many pixels are delivered with 64 bytes more for each pixel that a tap has beyond the left or right border. */
const PIXELS_WITH_BORDERS = 256;
const BORDER_BYTES = 64;

/**
 * Bytes into the SMs of whole boxes, two a word.
 *
 * Source: the bytes into the SMs of test/measured/profiles, within 0.05 %.
 */
function bytesOfBoxes(workload: ConvWorkload, [pixels, channels, k]: ConvTile): number {
  const { rows, columns } = tilesOf(workload, pixels, channels);
  const { batch, kernel, stride, padding, width, inChannels, dilation = [1, 1] } = workload;
  const steps = Math.ceil(inChannels / k);
  const boxes = 2 * rows * columns * (pixels + channels) * kernel[0] * kernel[1] * steps * k;
  if (pixels !== PIXELS_WITH_BORDERS) return boxes;
  const [outputRows, outputColumns] = convOutputs(workload);
  const beyond = Array.from({ length: outputColumns * kernel[1] }, (_, at) => {
    const column = Math.floor(at / kernel[1]) * stride[1] + (at % kernel[1]) * dilation[1] - padding[1];
    return column < 0 || column >= width ? 1 : 0;
  }).reduce<number>((sum, one) => sum + one, 0);
  return boxes + batch * outputRows * beyond * kernel[0] * steps * columns * BORDER_BYTES;
}

/** How far bytes may be from those of whole boxes. */
const NEAR = 0.001;

/**
 * A product of cuBLAS with one tap. Its tile's first side runs along what is contiguous in the output, pixels or channels: the bytes into
 * the SMs may tell which.
 */
function namedPointwise(product: NamedTile, launch: NamedLaunch, workload: ConvWorkload): NamedSchedule {
  const counted = countedBytes(launch, "l1tex__m_xbar2l1tex_read_bytes.sum");
  const { rows: second, columns: first, k, stages } = product;
  const [ofSecond, ofFirst] = product.cluster ?? [1, 1];
  const ways = (
    [
      [first, second, ofFirst, ofSecond],
      [second, first, ofSecond, ofFirst],
    ] as const
  ).map(([pixels, channels, a, b]) => {
    const { rows, columns } = tilesOf(workload, pixels, channels);
    const whole = (tiles: number, together: number): number => Math.ceil(tiles / together) * together;
    const boxBytes = 2 * whole(rows, a) * whole(columns, b) * (pixels + channels) * Math.ceil(workload.inChannels / k) * k;
    return { tile: `${pixels}x${channels}x${k}`, boxBytes };
  });
  const told = ways.filter(({ boxBytes }) => counted !== undefined && Math.abs(counted / boxBytes - 1) < NEAR);
  const usual = { id: "implicit-gemm", ...(stages === undefined ? {} : { stages }) };
  const [one] = told;
  if (one !== undefined && told.length === 1) return { ...usual, ...one };
  const notReplayed = "neither name nor bytes into the SMs say whether pixels or channels run along its first side";
  return { ...usual, tile: `${first}x${second}x${k}`, notReplayed };
}
