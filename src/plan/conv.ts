import { arrayNames, type ConvWorkload, convolutionOfPass, isDense } from "../computation/conv.js";
import { InputError } from "../errors.js";
import { liftableDirectConv } from "../lift/gpu/conv.js";
import { liftableImplicitGemm } from "../lift/gpu/slices.js";
import type { Gpu } from "../machines/machine.js";
import {
  describeDirectConv,
  directConvKernel,
  layOutDirectConv,
  parseDirectConvTile,
} from "../schedules/gpu/conv/direct-conv.js";
import { parseTile } from "../schedules/gpu/gemm/gemm-tile.js";
import { describeImplicitGemm, implicitGemm, layOutImplicitGemm } from "../schedules/gpu/gemm/implicit-gemm.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../schedules/tiles/launch-order.js";
import { CHAIN_ORDERS } from "./chains.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";

/** Options of the kernels of convolutions. */
export interface ConvPlanOptions {
  /** Only this kernel; default: each that fits. */
  readonly schedule?: string | undefined;
  /** `BMxBNxBK` of `implicit-gemm`, `ROWSxCOLUMNSxBNxBK` of `direct-conv`. */
  readonly tile?: string | undefined;
  readonly orders?: readonly LaunchOrder[] | undefined;
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

/**
 * A gradient that is a convolution has that convolution's kernels.
 *
 * @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option; for other gradients.
 */
export function planConvs(w: ConvWorkload, gpu: Gpu, options: ConvPlanOptions): readonly PlannedReplay[] {
  const forward = forwardOf(w);
  const names = arrayNames(w.pass);
  const plans = planForward(forward, gpu, options);
  if (forward === w) return plans;
  // The turned convolution reads dOut and writes dIn.
  const renamed: Readonly<Record<string, string>> = { In: names.Out, W: names.W, Out: names.In };
  return plans.map((plan) => ({
    ...plan,
    layOut: () => {
      const layout = plan.layOut();
      return { ...layout, arrays: layout.arrays.map((array) => ({ ...array, name: renamed[array.name] ?? array.name })) };
    },
  }));
}

/** The convolution whose schedules a pass has. @throws InputError naming `pass` where it has none. */
export function forwardOf(w: ConvWorkload): ConvWorkload {
  const forward = convolutionOfPass(w);
  if (forward !== undefined) return forward;
  const expected = "forward, or data-gradient at stride 1, for a schedule (bounds of every pass: redblue bound)";
  throw new InputError("pass", expected, w.pass ?? "forward");
}

function planForward(w: ConvWorkload, gpu: Gpu, options: ConvPlanOptions): readonly PlannedReplay[] {
  const { orders = CHAIN_ORDERS, stages, threads, ctasPerSm } = options;
  const block = { stages, threads, ctasPerSm };
  // A tile of four sides is a rectangle with its channels, one of three a product's.
  const sides = options.tile?.split("x").length;
  const kernels = {
    "implicit-gemm": () => {
      const tile = options.tile === undefined ? undefined : parseTile(options.tile);
      const kernel = { describe: describeImplicitGemm, layOut: layOutImplicitGemm, lift: liftableImplicitGemm };
      return orders.map((order) =>
        planOf(implicitGemm(w, gpu, { ...block, tile, order }), gpu, `implicit-gemm ${formatLaunchOrder(order)}`, kernel),
      );
    },
    "direct-conv": () => {
      if (!isDense(w)) throw new InputError("schedule", "implicit-gemm for groups or dilated kernels", "direct-conv");
      const tile = options.tile === undefined ? undefined : parseDirectConvTile(options.tile);
      const kernel = { describe: describeDirectConv, layOut: layOutDirectConv, lift: liftableDirectConv };
      return orders.map((order) =>
        planOf(directConvKernel(w, gpu, { ...block, tile, order }), gpu, `direct-conv ${formatLaunchOrder(order)}`, kernel),
      );
    },
  };
  if (options.schedule !== undefined || sides === undefined) return chooseKernels(kernels, options.schedule);
  if (sides !== 3 && sides !== 4) {
    const expected = "BMxBNxBK for implicit-gemm or ROWSxCOLUMNSxBNxBK for direct-conv";
    throw new InputError("tile", expected, `'${options.tile}'`);
  }
  return sides === 4 ? kernels["direct-conv"]() : kernels["implicit-gemm"]();
}
