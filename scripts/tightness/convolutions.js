import { bestOfLayer, CAPACITIES, LAYERS } from "../conv-layers.js";

/** Layers of VGG-16 and ResNet-50, eight images. */
export function convolutionPoints() {
  return CAPACITIES.flatMap((fastWords) =>
    LAYERS.map((layer) => ({
      family: "convolutions",
      label: layer.name,
      fastWords,
      large: false,
      reason: "inputs at the borders of blocks, which no theorem counts, and stores of outputs beside 2·products/√(ρS)",
      best: () => bestOfLayer(layer, fastWords),
    })),
  );
}
