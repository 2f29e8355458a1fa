import { BYTES_OF } from "../computation/data-types.js";
import type { GemmWorkload } from "../computation/gemm.js";
import type { Cdag } from "./cdag.js";
import { checkVertexCount } from "./iteration-box.js";
import { VertexWriter } from "./vertex-writer.js";

/** How the sums of slices of k meet in memory. */
export type SliceMeeting = "in C" | "in a workspace";

/**
 * The product as kernels with k in slices of `perSlice` evaluate it, vertices weighing their bytes. In C: the first slice leaves
 * `C[0,1]@0`, each later one adds its own sums and leaves `C[0,1]@1`, …, in output words. In a workspace: slice s leaves
 * `partials[s,0,1]` in accumulator words (of batch element b `partials[s,b,0,1]`), and `C[0,1]` is their sum.
 *
 * @throws InputError with more than `maximumVertices`.
 */
export function splitProduct(w: GemmWorkload, perSlice: number, meeting: SliceMeeting, maximumVertices: number): Cdag {
  const { batch, m, n, k } = w;
  const slices = Math.ceil(k / perSlice);
  checkVertexCount("gemm", BigInt(batch) * BigInt(m * k + k * n + m * n * (k + 2 * slices)), maximumVertices);
  const [operand, sum, output] = [BYTES_OF[w.dataType], BYTES_OF[w.accumulator], BYTES_OF[w.outputType]];
  const writer = new VertexWriter();
  for (let b = 0; b < batch; b++) {
    const lead = batch > 1 ? `${b},` : "";
    const words = (array: string, rows: number, columns: number): readonly number[] =>
      Array.from({ length: rows * columns }, (_, at) =>
        writer.add(`${array}[${lead}${Math.floor(at / columns)},${at % columns}]`, operand, []),
      );
    const [as, bs] = [words("A", m, k), words("B", k, n)];
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        const word = `C[${lead}${i},${j}]`;
        const sums = Array.from({ length: slices }, (_, s) => {
          let before: readonly number[] = [];
          for (let q = s * perSlice; q < Math.min(k, (s + 1) * perSlice); q++) {
            before = [writer.add(`${word}#${q}`, sum, [...before, as[i * k + q] as number, bs[q * n + j] as number])];
          }
          return before[0] as number;
        });
        writer.output(
          meeting === "in C"
            ? meetInC(writer, word, output, sums)
            : meetInWorkspace(writer, { lead, word, i, j, sum, output }, sums),
        );
      }
    }
  }
  return writer.build();
}

function meetInC(writer: VertexWriter, word: string, output: number, sums: readonly number[]): number {
  writer.complete(sums[0] as number, `${word}@0`, output);
  return sums.reduce((before, own, s) => (s === 0 ? own : writer.add(`${word}@${s}`, output, [before, own])), 0);
}

function meetInWorkspace(
  writer: VertexWriter,
  of: {
    readonly lead: string;
    readonly word: string;
    readonly i: number;
    readonly j: number;
    readonly sum: number;
    readonly output: number;
  },
  sums: readonly number[],
): number {
  const { lead, word, i, j, sum, output } = of;
  sums.forEach((own, s) => {
    writer.complete(own, `partials[${s},${lead}${i},${j}]`, sum);
  });
  const total = sums.reduce((before, own, s) => (s === 0 ? own : writer.add(`${word}+${s}`, sum, [before, own])), 0);
  // One slice alone is copied.
  const whole = sums.length === 1 ? writer.add(word, output, [total]) : total;
  writer.complete(whole, word, output);
  return whole;
}
