import { tensorBytes } from "../../layers/operator-graph.js";
import { keptBytes, type TrainingReport } from "../../layers/training/training-report.js";
import { textTable } from "../table.js";
import { formatBytes, formatSeconds } from "../units.js";
import { layerText } from "./layer-text.js";

/** `redblue layer --training`: what is kept between the passes, what each recomputation keeps and moves, and both passes as layers. */
export function trainingText(report: TrainingReport, heading: (text: string) => string): string {
  const { recompute, kept, layers, forward, backward } = report;
  const all = keptBytes(kept);
  const title = (name: string) => ({ title: name, align: "right" as const });
  const table = textTable(
    [{ title: "tensor", align: "left" }, title("bytes")],
    [...kept.map((tensor) => [tensor.name, formatBytes(tensorBytes(tensor))]), ["together", formatBytes(all)]],
  );
  const ofModel = layers === undefined ? [] : [`All ${layers} layers of this kind: ${formatBytes(BigInt(layers) * all)}`];
  return [
    heading(`What the backward pass reads of the forward pass (--recompute ${recompute})`),
    ...[table, ...ofModel, ""],
    heading("What each recomputation keeps, and what both passes must move and take, whatever the plans"),
    choicesTable(report),
    "Other layers run between the passes: each starts from a cold L2.",
    "",
    heading("The forward pass"),
    ...[layerText(forward, heading), ""],
    heading("The backward pass"),
    layerText(backward, heading),
  ].join("\n");
}

function choicesTable({ choices }: TrainingReport): string {
  const timed = choices.some(({ seconds }) => seconds !== undefined);
  const title = (name: string) => ({ title: name, align: "right" as const });
  return textTable(
    [
      { title: "recompute", align: "left" },
      ...["kept", "dram-l2", "products"].map(title),
      ...(timed ? [title("least time")] : []),
      { title: "made again in the backward pass", align: "left" },
    ],
    choices.map(({ recompute, keptBytes: bytes, floorBytes, operations, seconds }) => [
      recompute,
      formatBytes(bytes),
      formatBytes(floorBytes),
      `${(Number(operations) / 1e9).toFixed(1)} GFLOP`,
      ...(timed ? [seconds === undefined ? "" : formatSeconds(seconds)] : []),
      MADE_AGAIN[recompute],
    ]),
  );
}

const MADE_AGAIN: Readonly<Record<TrainingReport["recompute"], string>> = {
  none: "nothing",
  attention: "probabilities of attention",
  pointwise: "these, and normalisations, rotations, functions element by element",
  full: "all but the layer's input",
};
