// Prints the table of docs/convolution.md: layers of VGG-16 and ResNet-50, bound beside schedule; with --write puts it there.
import { readFileSync, writeFileSync } from "node:fs";
import {
  convOutputs,
  convProducts,
  convWorkload,
  cosmaGemm,
  directConvInWords,
  directConvTotal,
  gemmWorkload,
  inputStationaryGemm,
  proveConvolutionBoundsInSetting,
} from "../dist/index.js";

const BATCH = 8;
const CAPACITIES = [16_384, 131_072];
const layer = (name, inChannels, outChannels, height, kernel, stride = 1, padding = (kernel - 1) >> 1) => ({
  name,
  options: { batch: BATCH, inChannels, outChannels, height, kernel, stride, padding },
});

const LAYERS = [
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

/** The cheapest schedule known; a 1×1 convolution has those of the matrix product too. */
function cheapest(workload, fastWords) {
  const direct = { id: "direct-conv", words: directConvTotal(directConvInWords(workload, fastWords)) };
  if (workload.kernel[0] > 1) return direct;
  const [rows, columns] = convOutputs(workload);
  const product = gemmWorkload({ m: workload.batch * rows * columns, n: workload.outChannels, k: workload.inChannels });
  const asProduct = [cosmaGemm(product, fastWords), inputStationaryGemm(product, fastWords)].flatMap((found) =>
    found === undefined ? [] : [{ id: found.id, words: found.words.a + found.words.b + found.words.c }],
  );
  return [direct, ...asProduct].reduce((x, y) => (y.words < x.words ? y : x));
}

function row({ name, options }, fastWords) {
  const workload = convWorkload(options);
  const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(fastWords), memories: 1n, fastMemory: "" };
  const bounds = proveConvolutionBoundsInSetting(workload, setting);
  const best = bounds.reduce((x, y) => (y.value > x.value ? y : x));
  const [rows, columns] = convOutputs(workload);
  const outputs = workload.batch * workload.outChannels * rows * columns;
  const reuse = (options.kernel / options.stride) ** 2;
  // Their practical form, with the window's reuse at least 1.
  const published = (2 * Number(convProducts(workload))) / Math.sqrt(Math.max(1, reuse) * fastWords) + outputs;
  const schedule = cheapest(workload, fastWords);
  const millions = (words) => (Number(words) / 1e6).toFixed(2);
  const ratio = (Number(schedule.words) / Number(best.value)).toFixed(2);
  const cells = [name, millions(best.value), best.id, millions(published), millions(schedule.words), schedule.id, ratio];
  return { line: `| ${cells.join(" | ")} |`, ratio: Number(ratio), below: Number(schedule.words) < published };
}

const blocks = CAPACITIES.map((fastWords) => {
  const rows = LAYERS.map((entry) => row(entry, fastWords));
  const ratios = rows.map(({ ratio }) => ratio).sort((x, y) => x - y);
  const at = (share) => ratios[Math.ceil(share * ratios.length) - 1].toFixed(2);
  return [
    `### ${fastWords} words`,
    "",
    "| layer | bound | theorem | 2·products/√(RS) + outputs | best schedule | which | schedule/bound |",
    "|---|---|---|---|---|---|---|",
    ...rows.map(({ line }) => line),
    "",
    `Schedule over bound: median ${at(0.5)}, 90th percentile ${at(0.9)}, largest ${at(1)}. On ${rows.filter(({ below }) => below).length} of ${rows.length} layers the schedule moves less than the published form.`,
  ].join("\n");
});
const table = `${blocks.join("\n\n")}\n`;
if (process.argv[2] === "--write") {
  const page = new URL("../docs/convolution.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(/(<!-- layers -->\n)[\s\S]*?(<!-- end -->)/, (_, open, close) => `${open}${table}${close}`),
  );
} else process.stdout.write(table);
