import * as fc from "fast-check";
import type { ConvWorkload } from "../../src/computation/conv.js";
import { convWorkload } from "../../src/computation/conv.js";

/** Convolutions with inputs and kernels up to these sides, every stride and padding in reach. */
export function smallConv(largestInput: number, largestKernel: number, largestChannels = 3): fc.Arbitrary<ConvWorkload> {
  const axis = fc.integer({ min: 1, max: largestKernel }).chain((kernel) =>
    fc.integer({ min: 0, max: kernel - 1 }).chain((padding) =>
      fc.record({
        kernel: fc.constant(kernel),
        padding: fc.constant(padding),
        stride: fc.integer({ min: 1, max: largestKernel + 1 }),
        extent: fc.integer({ min: Math.max(1, kernel - 2 * padding), max: Math.max(kernel, largestInput) }),
      }),
    ),
  );
  const channels = fc.integer({ min: 1, max: largestChannels });
  return fc
    .record({ rows: axis, columns: axis, batch: fc.integer({ min: 1, max: 2 }), inChannels: channels, outChannels: channels })
    .map(({ rows, columns, batch, inChannels, outChannels }) =>
      convWorkload({
        batch,
        inChannels,
        outChannels,
        height: rows.extent,
        width: columns.extent,
        kernel: [rows.kernel, columns.kernel],
        stride: [rows.stride, columns.stride],
        padding: [rows.padding, columns.padding],
      }),
    );
}
