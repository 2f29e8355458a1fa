import type { GroupedGemmWorkload } from "../computation/experts/grouped-gemm.js";
import type { MoeWorkload } from "../computation/experts/moe.js";
import { routedTokens } from "../computation/experts/routing.js";
import { bigints } from "../exact/integer.js";
import { checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { scaleWords, WordWriter } from "./word-writer.js";

/**
 * Expands products of groups, or a mixture of experts, at word level, with the routing of `routedTokens`. Words are `A[r,q]` with r the
 * token, or the row of all groups' rows one after the other; `B[g,q,j]`; `C[r,j]` with r a row of all groups'. Of a mixture `X[t,d]`, for the i-th
 * row of expert e `H[e,i,h]`, and `Y[t,d]`, to which the experts of a token add one after the other. Combine weights are not words.
 *
 * @throws InputError when the expansion would pass `maximumVertices`.
 */
export function expandGroups(w: GroupedGemmWorkload | MoeWorkload, options: ExpansionOptions = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  checkAccumulation({ reduction, products });
  const [n, k] = w.kind === "moe" ? bigints(w.hidden, w.model) : bigints(w.n, w.k);
  const [rows, groups] = [w.rows.reduce((sum, row) => sum + BigInt(row), 0n), BigInt(w.rows.filter((row) => row > 0).length)];
  const matrices = w.kind === "grouped-gemm" ? 1n : w.gated ? 3n : 2n;
  checkVertexCount(w.kind, rows * (2n * matrices * n * k + 3n * n + k) + groups * matrices * n * k, maximumVertices);
  const writer = new WordWriter(w, { reduction, products }, weights);
  if (w.kind === "moe") expandExperts(w, writer);
  else expandProducts(w, writer);
  return writer.build();
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

function expandProducts(w: GroupedGemmWorkload, writer: WordWriter): void {
  let row = 0;
  const scales = scaleWords(w, writer);
  routedTokens(w).forEach((tokens, g) => {
    for (const token of tokens) {
      for (const j of range(w.n)) {
        const terms = range(w.k).map((q) => [
          writer.input(`A[${token},${q}]`),
          writer.input(`B[${g},${q},${j}]`, writer.bytes.right),
          ...scales("a", "A", "", token, q),
          ...scales("b", "B", `${g},`, q, j),
        ]);
        writer.output(writer.products(`C[${row},${j}]`, terms, writer.bytes.output));
      }
      row++;
    }
  });
}

function expandExperts(w: MoeWorkload, writer: WordWriter): void {
  const sums = new Map<string, Term[]>();
  const scales = scaleWords(w, writer);
  routedTokens(w).forEach((tokens, e) => {
    tokens.forEach((token, i) => {
      const terms = expertTerms(w, writer, [e, i], (d) => [writer.input(`X[${token},${d}]`), ...scales("a", "X", "", token, d)]);
      for (const d of range(w.model)) {
        const word = `Y[${token},${d}]`;
        sums.set(word, [...(sums.get(word) ?? []), ...terms(d)]);
      }
    });
  });
  for (const [word, terms] of sums) writer.output(writer.products(word, terms, writer.bytes.output));
}

/** Words that meet in a product: an element of the intermediate, a weight, and their scales. */
type Term = readonly number[];

/**
 * The elements `H[e,i,h]` of the i-th row of expert e, from the words of its input with their scales, and the products that make word d of its
 * result. Scales of H are made of all elements of their blocks.
 */
export function expertTerms(
  w: MoeWorkload,
  writer: WordWriter,
  [e, i]: readonly [expert: number, row: number],
  input: (d: number) => readonly number[],
): (d: number) => readonly Term[] {
  const { operand, right } = writer.bytes;
  const scales = scaleWords(w, writer);
  const weight = (name: string, row: number, column: number): Term => [
    writer.input(`${name}[${e},${row},${column}]`, right),
    ...scales("b", name, `${e},`, row, column),
  ];
  const values = range(w.hidden).map((h) => {
    const front = (weights: string): readonly Term[] => range(w.model).map((d) => [...input(d), ...weight(weights, d, h)]);
    const name = `${e},${i},${h}`;
    const gate = w.gated ? writer.products(`G[${name}]`, front("Wg"), operand) : undefined;
    const up = writer.products(w.gated ? `U[${name}]` : `H[${name}]`, front("Wu"), operand);
    return gate === undefined ? up : writer.add(`H[${name}]`, operand, [gate, up]);
  });
  const block = w.scales?.a?.[1] ?? 1;
  const made = new Map<string, number>();
  const ofH = scaleWords(w, writer, (name, size) => {
    const at = Number(name.slice(name.lastIndexOf(",") + 1, -1)) * block;
    const known = made.get(name) ?? writer.add(name, size, values.slice(at, at + block));
    made.set(name, known);
    return known;
  });
  const scaled = values.map((value, h) => [value, ...ofH("a", "H", `${e},`, i, h)]);
  return (d) => scaled.map((words, h) => [...words, ...weight("Wd", h, d)]);
}
