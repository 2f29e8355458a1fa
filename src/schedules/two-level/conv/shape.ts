/**
 * What a schedule in slices of output channels moves, near enough to choose by: `perSlice` words for each slice of at most
 * `channels`, `perChannel` for each output channel, stores of outputs skipped.
 */
export interface ConvShape {
  readonly channels: number;
  readonly perSlice: number;
  readonly perChannel: number;
}

/** Words that a shape loads for this many output channels. */
export function shapeCost({ channels, perSlice, perChannel }: ConvShape, outChannels: number): number {
  return Math.ceil(outChannels / channels) * perSlice + outChannels * perChannel;
}
