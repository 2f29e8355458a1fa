import type { ConvWorkload } from "../../computation/conv.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { orderedConvolution } from "../../pebble/conv-kernels.js";
import type { DirectConvKernel } from "../../schedules/gpu/conv/direct-conv.js";
import { directConvGrid, layOutDirectConv } from "../../schedules/gpu/conv/direct-conv.js";
import type { LiftableKernel, ListedTiles } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, range, runs, sumBytes } from "../lifted.js";

/** The moves of a direct convolution, ready for the referee. @throws InputError when it is too large to list. */
export function liftableDirectConv(schedule: DirectConvKernel): LiftableKernel {
  const { workload: w, tile, haloPixels } = schedule;
  const { down, across } = directConvGrid(schedule);
  const taps = range(0, w.kernel[0] * w.kernel[1]);
  const order = runs(w.inChannels, tile.bk).flatMap(([c0, c1]) =>
    taps.flatMap((tap) => range(c0, c1).map((channel) => ({ channel, tap }))),
  );
  const outputs = range(0, w.batch).flatMap((b) =>
    down.flatMap((rows) =>
      across.flatMap((columns) =>
        runs(w.outChannels, tile.bn).map((channels) =>
          range(...rows).flatMap((p) =>
            range(...columns).flatMap((q) => range(...channels).map((o) => `Out[${b},${o},${p},${q}]`)),
          ),
        ),
      ),
    ),
  );
  return {
    graph: orderedConvolution(w, () => order, MAXIMUM_LIFTED_VERTICES),
    layout: layOutDirectConv(schedule),
    cuts: [inputTiles(w, tile.bk), filterTiles(w, tile), { tiles: outputs }],
    roomBytes: tile.rows * tile.columns * tile.bn * sumBytes(w) + (haloPixels + tile.bn) * tile.bk * BYTES_OF[w.dataType],
  };
}

/** A pixel by a step of channels. */
function inputTiles(w: ConvWorkload, bk: number): ListedTiles {
  const pixels = range(0, w.batch * w.height * w.width);
  return {
    tiles: pixels.flatMap((pixel) => {
      const [x, line] = [pixel % w.width, Math.floor(pixel / w.width)];
      const [y, b] = [line % w.height, Math.floor(line / w.height)];
      return runs(w.inChannels, bk).map((channels) => range(...channels).map((c) => `In[${b},${c},${y},${x}]`));
    }),
  };
}

/** A tap by a step of input channels and a block of output channels. */
function filterTiles(w: ConvWorkload, { bn, bk }: { readonly bn: number; readonly bk: number }): ListedTiles {
  return {
    tiles: range(0, w.kernel[0]).flatMap((r) =>
      range(0, w.kernel[1]).flatMap((s) =>
        runs(w.inChannels, bk).flatMap((inputs) =>
          runs(w.outChannels, bn).map((outputs) =>
            range(...inputs).flatMap((c) => range(...outputs).map((o) => `W[${o},${c},${r},${s}]`)),
          ),
        ),
      ),
    ),
  };
}
