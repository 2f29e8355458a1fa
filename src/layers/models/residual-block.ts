import type { DataType } from "../../computation/data-types.js";
import { GraphWriter } from "../graph-writer.js";
import type { ConvolutionWork, OperatorGraph } from "../operator-graph.js";
import type { ResidualCard } from "./model-card.js";

/** A convolutional residual block of a U-Net on `batch` images of `side` × `side` pixels, with the embedding of the time step. */
export function residualBlock(card: ResidualCard, batch: number, side: number, dataType: DataType): OperatorGraph {
  const writer = new GraphWriter(dataType);
  const { channels, timeWidth, kernel } = card;
  const normalise = (name: string, input: string): string =>
    writer.map(
      name,
      "group-normalisation",
      [input, writer.weight(`${name}.gain`, channels), writer.weight(`${name}.shift`, channels)],
      `${name}-result`,
    );
  const work: ConvolutionWork = {
    kind: "convolution",
    batch,
    inChannels: channels,
    outChannels: channels,
    height: side,
    width: side,
    kernel: [kernel, kernel],
    stride: [1, 1],
    padding: [(kernel - 1) / 2, (kernel - 1) / 2],
  };
  const convolve = (name: string, input: string, output: string): string => {
    const weights = [
      writer.weight(`${name}.weight`, channels * channels * kernel * kernel),
      writer.weight(`${name}.bias`, channels),
    ];
    return writer.operator(name, work, [input, ...weights], { name: output, words: batch * channels * side * side });
  };
  const x = writer.tensor("x", batch * channels * side * side);
  const time = writer.map("time-activation", "elementwise", [writer.tensor("time", batch * timeWidth)], "time-active");
  const shift = writer.product("time-product", time, batch, timeWidth, channels, "time-shift", true);
  const first = writer.map("first-activation", "elementwise", [normalise("first-norm", x)], "first-active");
  const inner = writer.map("time-add", "elementwise", [convolve("first-convolution", first, "convolved"), shift], "inner");
  const second = writer.map("second-activation", "elementwise", [normalise("second-norm", inner)], "second-active");
  const result = convolve("second-convolution", second, "result");
  writer.markOutput(writer.map("block-residual", "elementwise", [result, x], "y", [result, x]));
  return writer.finish(card.id);
}
