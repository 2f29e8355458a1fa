import { InputError } from "../errors.js";

const SUBSCRIPTS = /^[A-Za-z\s,.]+(->[A-Za-z\s,.]*)?$/;

/**
 * The statement that numpy and torch write `ij,jk->ik`: `C[i,k] += A[i,j] * B[j,k]`. Without an arrow the output has, in order of
 * the alphabet, the indices that stand once. Any other text is returned as it is.
 *
 * @throws InputError for subscripts with an ellipsis.
 */
export function statementOfSubscripts(text: string): string {
  if (!SUBSCRIPTS.test(text) || !/,|->/.test(text)) return text;
  if (text.includes(".")) throw new InputError("einsum", "subscripts that name every index, such as bij,bjk->bik", "'...'");
  const [left = "", right] = text.replace(/\s/g, "").split("->");
  const operands = left.split(",");
  const letters = [...operands.join("")];
  const output =
    right ??
    letters
      .filter((letter) => letters.filter((one) => one === letter).length === 1)
      .sort()
      .join("");
  const written = (subscripts: string, array: number): string => `${ARRAYS[array]}[${[...subscripts].join(",")}]`;
  return `${written(output, operands.length)} += ${operands.map(written).join(" * ")}`;
}

/** Operands are A, B, …, and the output has the next letter. */
const ARRAYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
