import type { ConvolutionInstance } from "../../../src/bounds/certificates/conv.js";

/** Bf16 words and fp32 accumulators on eight memories of 4001 bytes: the unit of all sizes is 2 bytes. */
export const wideConvolution: ConvolutionInstance = {
  channels: { batch: 4n, input: 30n, output: 40n },
  axes: [
    { extent: 28n, kernel: 3n, stride: 1n, padding: 1n },
    { extent: 28n, kernel: 3n, stride: 1n, padding: 1n },
  ],
  weights: { input: 2n, filter: 2n, partial: 4n, output: 2n },
  capacity: 4001n,
  memories: 8n,
};
