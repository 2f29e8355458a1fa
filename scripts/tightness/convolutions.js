import { bestOfLayer, CAPACITIES, LAYERS } from "../conv-layers.js";
import { PANEL } from "./point.js";

const BORDERS =
  "inputs at the borders of blocks, counted in part and for 3×3 windows of stride 1 only, and stores of outputs beside 2·products/√(ρS)";

/** Layers of VGG-16 and ResNet-50, eight images. */
export function convolutionPoints() {
  return CAPACITIES.flatMap((fastWords) =>
    LAYERS.map((layer) => ({
      family: "convolutions",
      label: layer.name,
      fastWords,
      large: false,
      reason: justLarger(layer, fastWords) ? PANEL : BORDERS,
      best: () => bestOfLayer(layer, fastWords),
    })),
  );
}

/** A filter that would stay whole in a memory a quarter larger. */
function justLarger({ options: { inChannels, outChannels, kernel } }, fastWords) {
  const filter = inChannels * outChannels * kernel ** 2;
  return filter > fastWords && 4 * filter <= 5 * fastWords;
}
