import * as fc from "fast-check";
import type { ConvWorkload } from "../../src/computation/conv.js";
import { convWorkload } from "../../src/computation/conv.js";

/** Convolutions in groups, with dilated kernels, and their gradients; every stride and padding in reach. */
export function generalConv(largestInput: number, largestKernel: number, largestChannels = 2): fc.Arbitrary<ConvWorkload> {
  const axis = fc
    .record({ kernel: fc.integer({ min: 1, max: largestKernel }), step: fc.integer({ min: 1, max: 4 }) })
    .chain(({ kernel, step }) => {
      const dilation = kernel === 1 ? 1 : step;
      const span = dilation * (kernel - 1) + 1;
      return fc.integer({ min: 0, max: span - 1 }).chain((padding) => {
        const least = Math.max(padding > 0 ? dilation : 1, span - 2 * padding);
        return fc.record({
          ...{ kernel: fc.constant(kernel), dilation: fc.constant(dilation), padding: fc.constant(padding) },
          stride: fc.integer({ min: 1, max: largestKernel + 2 }),
          extent: fc.integer({ min: least, max: Math.max(least, largestInput) }),
        });
      });
    });
  const channels = fc.integer({ min: 1, max: largestChannels });
  const few = fc.integer({ min: 1, max: 2 });
  return fc
    .record({
      ...{ rows: axis, columns: axis, batch: few, groups: few, inputs: channels, outputs: channels },
      pass: fc.constantFrom("forward", "data-gradient", "weight-gradient"),
    })
    .map(({ rows, columns, batch, groups, inputs, outputs, pass }) => {
      const sides = (name: "kernel" | "stride" | "padding" | "dilation") => [rows[name], columns[name]];
      return convWorkload({
        ...{ batch, groups, pass, height: rows.extent, width: columns.extent },
        ...{ inChannels: groups * inputs, outChannels: groups * outputs },
        ...{ kernel: sides("kernel"), stride: sides("stride"), padding: sides("padding"), dilation: sides("dilation") },
      });
    });
}
