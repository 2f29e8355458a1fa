import { count, type Fields, Refused, record, requireEqual, text } from "../shared/fields.js";
import type { CheckedProjective } from "./projective.js";
import { type Access, type CheckedStatements, readStatementChains, type Statement } from "./statement-chains.js";

/** What a document's einsum comes to: words of its arrays, and the theorems' subjects in it. */
export interface EinsumSubject {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  /** Statements from inputs to an output: as matrix products where they are, and as they are. */
  readonly products: readonly Readonly<Record<string, bigint>>[];
  /** Those whose operands are one array. */
  readonly repeated: readonly Readonly<Record<string, bigint>>[];
  readonly statements: readonly StatementForm[];
  /** Two statements that are a fused chain. */
  readonly chains: readonly Readonly<Record<string, bigint>>[];
  /** Three and more. */
  readonly multilayerChains: readonly { readonly m: bigint; readonly widths: readonly bigint[] }[];
  /** All statements as they are written. */
  readonly written: readonly Statement[];
  readonly extentOf: (index: string) => bigint;
}

interface StatementForm extends Pick<CheckedProjective, "indices" | "target"> {
  readonly inputs: readonly Omit<CheckedProjective["inputs"][number], "wordSize">[];
}

/** Longer texts are refused: statements and indices are compared with each other. */
const LONGEST_TEXT = 50_000;

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Reads the statements of a workload of kind `einsum` from its text, `C[i,j] += A[i,k] * B[k,j]; …` with exactly these spaces, and extents. */
export function readEinsum(workload: Fields): EinsumSubject {
  const source = text(workload, "text", "workload");
  if (source.length > LONGEST_TEXT) throw new Refused("workload.text", `longer than ${LONGEST_TEXT} characters`);
  const statements = source.split("; ").map(readStatement);
  const indices = [...new Set(statements.flatMap(({ operands }) => operands).flatMap((operand) => operand.indices))];
  const given = record(workload["extents"], "workload.extents");
  requireEqual(BigInt(Object.keys(given).length), BigInt(indices.length), "workload.extents", "the number of indices");
  const extents = new Map(indices.map((index) => [index, count(given, index, "workload.extents", 1n)]));
  const extentOf = (index: string): bigint => extents.get(index) ?? 0n;
  const accesses = statements.flatMap(({ target, operands }) => [...operands, target]);
  const words = new Map<string, bigint>();
  for (const { array } of accesses) {
    const shapes = new Set(accesses.filter((other) => other.array === array).map((other) => other.indices.map(extentOf).join()));
    if (shapes.size !== 1) throw new Refused("workload.text", `accesses to ${array} that differ in shape`);
    const own = accesses.find((other) => other.array === array) as Access;
    words.set(
      array,
      own.indices.reduce((product, index) => product * extentOf(index), 1n),
    );
  }
  const made = statements.map(({ target }) => target.array);
  if (new Set(made).size !== made.length) throw new Refused("workload.text", "an array written by two statements");
  statements.forEach(({ operands }, s) => {
    if (operands.some(({ array }) => made.indexOf(array) >= s))
      throw new Refused("workload.text", "a word read before it is written");
  });
  const isInput = (array: string): boolean => !made.includes(array);
  const isRead = (array: string): boolean =>
    statements.some(({ operands }) => operands.some((operand) => operand.array === array));
  const sizes = (names: readonly string[]): readonly bigint[] => names.map((name) => words.get(name) ?? 0n);
  const alone = statements.filter(
    ({ target, operands }) => !isRead(target.array) && operands.every((operand) => isInput(operand.array)),
  );
  const chains = readStatementChains(statements, extentOf);
  const products = (repeated: boolean) =>
    alone
      .map(({ target, operands }) => asProduct(operands, target, repeated, extentOf))
      .filter((product) => product !== undefined);
  return {
    inputs: sizes([...words.keys()].filter(isInput)),
    outputs: sizes(made.filter((array) => !isRead(array))),
    products: products(false),
    repeated: products(true),
    statements: alone.map((statement) => formOf(statement, extentOf)),
    chains: chains.filter(({ widths }) => widths.length === 3).map(asPair),
    // Chains side by side are no cheaper than one with their rows together, whose W are the same for all.
    multilayerChains: chains
      .filter(({ widths }) => widths.length > 3)
      .map(({ batch, rows, widths }) => ({ m: batch * rows, widths })),
    written: statements,
    extentOf,
  };
}

function asPair({ batch, rows: m, widths }: CheckedStatements): Readonly<Record<string, bigint>> {
  const [k, l, n] = widths as [bigint, bigint, bigint];
  return { batch, m, k, l, n, pairs: batch * m * l, factors: 1n };
}

function readStatement(written: string): Statement {
  const [left, right, ...more] = written.split(" += ");
  if (left === undefined || right === undefined || more.length > 0) throw new Refused("workload.text", "not statements with +=");
  const [target, operands] = [readAccess(left), right.split(" * ").map(readAccess)];
  if (target.indices.some((index) => !operands.some((operand) => operand.indices.includes(index))))
    throw new Refused("workload.text", "an output index in no operand");
  return { target, operands };
}

function formOf({ target, operands }: Statement, extentOf: (index: string) => bigint): StatementForm {
  const names = [...new Set(operands.map(({ array }) => array))];
  const indices = [...new Set(operands.flatMap((operand) => operand.indices))];
  return {
    indices: indices.map((index) => ({ index, extent: extentOf(index) })),
    inputs: names.map((array) => ({
      array,
      accesses: operands.filter((operand) => operand.array === array).map((access) => access.indices),
    })),
    target,
  };
}

/** `A[i,k]`: a name and different indices. */
function readAccess(written: string): Access {
  const [, array = "", list = ""] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(written) ?? [];
  const indices = list === "" ? [] : list.split(",");
  if (![array, ...indices].every((name) => NAME.test(name)) || new Set(indices).size !== indices.length) {
    throw new Refused("workload.text", `'${written}' is no access such as A[i,k]`);
  }
  return { array, indices };
}

/** Two operands, different ones or one array, with every index in exactly two or all three of the accesses. */
function asProduct(
  operands: readonly Access[],
  output: Access,
  repeated: boolean,
  extentOf: (index: string) => bigint,
): Readonly<Record<string, bigint>> | undefined {
  const [a, b] = operands;
  if (a === undefined || b === undefined || operands.length !== 2 || (a.array === b.array) !== repeated) return undefined;
  const product = { batch: 1n, m: 1n, n: 1n, k: 1n };
  for (const index of new Set([...a.indices, ...b.indices])) {
    const [inA, inB, inC] = [a, b, output].map((access) => access.indices.includes(index));
    const kind = inA && inB ? (inC ? "batch" : "k") : inC ? (inA ? "m" : "n") : undefined;
    if (kind === undefined) return undefined;
    product[kind] *= extentOf(index);
  }
  return product;
}

/** Refuses a projective certificate whose statement, sizes or memory are not the document's. */
export function checkSameStatement(
  found: CheckedProjective,
  subject: EinsumSubject,
  sizes: { readonly operand: bigint; readonly output: bigint },
  memory: { readonly capacity: bigint; readonly memories: bigint },
  path: string,
): void {
  const at = `${path}.certificate.instance`;
  const statement = subject.statements.find(({ target }) => target.array === found.target.array) ?? subject.statements[0];
  if (statement === undefined) throw new Refused(at, "no statement from inputs to an output");
  const right: Partial<CheckedProjective> = {
    indices: statement.indices,
    inputs: statement.inputs.map(({ array, accesses }) => ({ array, wordSize: sizes.operand, accesses })),
    target: statement.target,
    output: sizes.output,
    capacity: memory.capacity,
    memories: memory.memories,
  };
  const shown = (value: unknown): string => JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}` : part));
  for (const [name, expected] of Object.entries(right)) {
    const claimed = (found as unknown as Fields)[name];
    if (shown(claimed) === shown(expected)) continue;
    throw new Refused(at, `${name} is ${shown(expected)} for this workload and machine, not ${shown(claimed)}`);
  }
}
