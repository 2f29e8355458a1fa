/** Convolution layers of VGG-16 and ResNet-50, for the tables of docs/convolution.md and docs/tightness.md. */
import {
  convOutputs,
  convWorkload,
  gemmWorkload,
  productTotal,
  proveBoundsInSetting,
  wordConvs,
  wordConvTotal,
  wordGemms,
} from "../build/index.js";
import { cheapest, largestBound, wordSetting } from "./tightness/point.js";

const BATCH = 8;
export const CAPACITIES = [16_384, 131_072];
const layer = (name, inChannels, outChannels, height, kernel, stride = 1, padding = (kernel - 1) >> 1) => ({
  name,
  options: { batch: BATCH, inChannels, outChannels, height, kernel, stride, padding },
});

export const LAYERS = [
  layer("VGG-16 conv1_1", 3, 64, 224, 3),
  layer("VGG-16 conv1_2", 64, 64, 224, 3),
  layer("VGG-16 conv2_1", 64, 128, 112, 3),
  layer("VGG-16 conv2_2", 128, 128, 112, 3),
  layer("VGG-16 conv3_1", 128, 256, 56, 3),
  layer("VGG-16 conv3_2", 256, 256, 56, 3),
  layer("VGG-16 conv4_1", 256, 512, 28, 3),
  layer("VGG-16 conv4_2", 512, 512, 28, 3),
  layer("VGG-16 conv5", 512, 512, 14, 3),
  layer("ResNet-50 conv1", 3, 64, 224, 7, 2),
  layer("ResNet-50 conv2 3×3", 64, 64, 56, 3),
  layer("ResNet-50 conv2 1×1", 64, 256, 56, 1),
  layer("ResNet-50 conv3 3×3/2", 128, 128, 56, 3, 2),
  layer("ResNet-50 conv3 3×3", 128, 128, 28, 3),
  layer("ResNet-50 conv3 1×1", 128, 512, 28, 1),
  layer("ResNet-50 conv3 1×1/2", 256, 512, 56, 1, 2),
  layer("ResNet-50 conv4 3×3/2", 256, 256, 28, 3, 2),
  layer("ResNet-50 conv4 3×3", 256, 256, 14, 3),
  layer("ResNet-50 conv4 1×1", 1024, 256, 14, 1),
  layer("ResNet-50 conv5 3×3/2", 512, 512, 14, 3, 2),
  layer("ResNet-50 conv5 3×3", 512, 512, 7, 3),
  layer("ResNet-50 conv5 1×1", 512, 2048, 7, 1),
];

/** The best bound and the cheapest schedule of a layer; a 1×1 convolution has those of the matrix product too. */
export function bestOfLayer({ options }, fastWords) {
  const workload = convWorkload(options);
  const schedules = wordConvs(workload, fastWords).map((found) => ({ schedule: found.id, cost: wordConvTotal(found) }));
  if (options.kernel === 1) {
    const [rows, columns] = convOutputs(workload);
    const product = gemmWorkload({ m: workload.batch * rows * columns, n: workload.outChannels, k: workload.inChannels });
    schedules.push(...wordGemms(product, fastWords).map((found) => ({ schedule: found.id, cost: productTotal(found) })));
  }
  return { ...largestBound(proveBoundsInSetting(workload, wordSetting(fastWords))), ...cheapest(schedules) };
}
