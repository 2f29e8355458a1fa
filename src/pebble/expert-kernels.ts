import type { MoeWorkload } from "../computation/experts/moe.js";
import { routedTokens } from "../computation/experts/routing.js";
import { bigints } from "../exact/integer.js";
import type { Cdag } from "./cdag.js";
import { expertTerms } from "./expand-groups.js";
import { checkVertexCount } from "./iteration-box.js";
import { scaleWords, WordWriter } from "./word-writer.js";

/**
 * The graph of a mixture of experts whose kernels keep results of each expert, vertices weighing their bytes. Words are named as
 * `expandGroups` names them, copies of rows of X `XE[e,i,d]`, and results of expert e `YE[e,i,d]`. Where results are added in the L2, the
 * s-th expert of a token adds `Y[t,d]+s`, and `Y[t,d]@v` is the word after v additions, which come in the order `adders` gives.
 *
 * @throws InputError when it has more than `maximumVertices`
 */
export function expertsApart(
  w: MoeWorkload,
  how: {
    readonly copiesRows: boolean;
    /** Of a word of Y the experts of its token, by their places among them; absent where a kernel adds results up. */
    readonly adders?: ((token: number, column: number) => readonly number[]) | undefined;
  },
  maximumVertices: number,
): Cdag {
  const [model, hidden, rows] = [...bigints(w.model, w.hidden), w.rows.reduce((sum, row) => sum + BigInt(row), 0n)] as const;
  checkVertexCount(
    "moe",
    3n * model * hidden * (rows + BigInt(w.rows.length)) + rows * (3n * hidden + 6n * model),
    maximumVertices,
  );
  const writer = new WordWriter(w);
  const { operand, output } = writer.bytes;
  const ofTokens = scaleWords(w, writer);
  const copied = new Map<string, number>();
  // Copies of rows have copies of their scales.
  const scalesOf = (e: number, i: number, token: number, d: number): readonly number[] => {
    const words = ofTokens("a", "X", "", token, d);
    if (!how.copiesRows) return words;
    let at = 0;
    return scaleWords(w, writer, (name, size) => {
      const copy = copied.get(name) ?? writer.add(name, size, [words[at] as number]);
      copied.set(name, copy);
      at++;
      return copy;
    })("a", "XE", `${e},`, i, d);
  };
  const results = new Map<string, { readonly token: number; readonly column: number; readonly parts: number[] }>();
  routedTokens(w).forEach((tokens, e) => {
    tokens.forEach((token, i) => {
      const copies = Array.from({ length: w.model }, (_, d) => {
        const word = writer.input(`X[${token},${d}]`);
        return how.copiesRows ? writer.add(`XE[${e},${i},${d}]`, operand, [word]) : word;
      });
      const terms = expertTerms(w, writer, [e, i], (d) => [copies[d] as number, ...scalesOf(e, i, token, d)]);
      copies.forEach((_, column) => {
        const word = `Y[${token},${column}]`;
        const known = results.get(word) ?? { token, column, parts: [] };
        const name = how.adders === undefined ? `YE[${e},${i},${column}]` : `${word}+${known.parts.length}`;
        known.parts.push(writer.products(name, terms(column), output));
        results.set(word, known);
      });
    });
  });
  for (const [word, { token, column, parts }] of results) {
    if (how.adders === undefined) writer.output(addedUp(writer, word, parts));
    else {
      let sum = writer.preset(`${word}@0`, output);
      how.adders(token, column).forEach((s, v) => {
        sum = writer.add(`${word}@${v + 1}`, output, [sum, parts[s] as number]);
      });
      writer.output(sum);
    }
  }
  return writer.build();
}

/** The sum of results, or the scaled result of a token's one expert. */
function addedUp(writer: WordWriter, word: string, parts: readonly number[]): number {
  const { output } = writer.bytes;
  if (parts.length === 1) return writer.add(word, output, parts);
  const vertex = writer.terms(word, parts);
  writer.complete(vertex, word, output);
  return vertex;
}
