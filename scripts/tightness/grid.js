import { attentionPoints } from "./attention.js";
import { chainPoints } from "./chains.js";
import { convolutionPoints } from "./convolutions.js";
import { feedForwardPoints } from "./feed-forward.js";
import { groupedPoints } from "./grouped.js";
import { kernelPoints } from "./kernels.js";
import { linearAlgebraPoints, stencilPoints, transformPoints } from "./linear-algebra.js";
import { multilayerChainPoints } from "./multilayer-chains.js";
import { productPoints } from "./products.js";

/** The fixed grid, family by family. */
export function gridPoints() {
  return [
    ...productPoints(),
    ...chainPoints(),
    ...multilayerChainPoints(),
    ...attentionPoints(),
    ...feedForwardPoints(),
    ...convolutionPoints(),
    ...groupedPoints(),
    ...linearAlgebraPoints(),
    ...stencilPoints(),
    ...transformPoints(),
    ...kernelPoints(),
  ];
}

/** The point with its best bound, its cheapest schedule and their ratio. */
export function measure(point) {
  const best = point.best();
  if (best.cost < best.bound)
    throw new Error(`${point.label}: ${best.theorem} ${best.bound} above ${best.schedule} ${best.cost}`);
  return { ...point, ...best, ratio: Number(best.cost) / Number(best.bound) };
}
