import { fftLayers } from "../../computation/layered/fft.js";
import { type LayeredWorkload, layerCount, layerWords } from "../../computation/layered/layered.js";
import type { StencilWorkload } from "../../computation/layered/stencil.js";
import type { Cdag } from "../cdag.js";
import type { ExpansionOptions } from "../expand.js";
import { checkVertexCount } from "../iteration-box.js";
import { WordWriter } from "../word-writer.js";

/**
 * Expands a stencil or a transform into its CDAG: value i of layer t is vertex `i + t·(values of a layer)`, layer 0 the inputs. Cells of a
 * grid are numbered with the last dimension fastest.
 *
 * @throws InputError when the expansion would pass `maximumVertices`
 */
export function expandLayered(w: LayeredWorkload, options: Pick<ExpansionOptions, "weights" | "maximumVertices"> = {}): Cdag {
  const { weights = "unit", maximumVertices = 1_000_000 } = options;
  const [layers, width] = [layerCount(w), layerWords(w)];
  checkVertexCount(w.kind, width * BigInt(layers + 1), maximumVertices);
  const graph = new WordWriter(w, undefined, weights);
  const operands = w.kind === "fft" ? butterfly(w.points) : neighbourhoods(w);
  const name = w.kind === "fft" ? (i: number): string => `${i}` : (i: number): string => cellOf(w.dims, i).join(",");
  let before: readonly number[] = [];
  for (let t = 0; t <= layers; t++) {
    const at = before;
    before = Array.from({ length: Number(width) }, (_, i) => {
      if (t === 0) return graph.input(`In[${name(i)}]`);
      const values = operands(i, t).map((own) => at[own] as number);
      return t === layers
        ? graph.add(`Out[${name(i)}]`, graph.bytes.output, values)
        : graph.add(`U${t}[${name(i)}]`, graph.bytes.sum, values);
    });
  }
  for (const vertex of before) graph.output(vertex);
  return graph.build();
}

/** Layer t joins values whose numbers differ in digit t − 1. */
function butterfly(points: number): (i: number, layer: number) => readonly number[] {
  const half = 2 ** (fftLayers({ points }) - 1);
  return (i, layer) => {
    const distance = Math.min(half, 2 ** (layer - 1));
    return [i, Math.floor(i / distance) % 2 === 0 ? i + distance : i - distance];
  };
}

function neighbourhoods({ dims, radius, neighbours }: StencilWorkload): (i: number) => readonly number[] {
  const steps = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius);
  const all = dims.reduce<readonly (readonly number[])[]>(
    (found, _) => found.flatMap((one) => steps.map((s) => [...one, s])),
    [[]],
  );
  const offsets = neighbours === "box" ? all : all.filter((one) => one.filter((step) => step !== 0).length <= 1);
  return (i) => {
    const cell = cellOf(dims, i);
    return offsets.flatMap((offset) =>
      numberOf(
        dims,
        cell.map((x, axis) => x + (offset[axis] as number)),
      ),
    );
  };
}

function cellOf(dims: readonly number[], i: number): readonly number[] {
  const cell: number[] = [];
  let rest = i;
  for (const extent of [...dims].reverse()) {
    cell.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return cell;
}

/** The number of a cell; none outside the grid. */
function numberOf(dims: readonly number[], cell: readonly number[]): readonly number[] {
  if (cell.some((x, axis) => x < 0 || x >= (dims[axis] as number))) return [];
  return [cell.reduce((number, x, axis) => number * (dims[axis] as number) + x, 0)];
}
