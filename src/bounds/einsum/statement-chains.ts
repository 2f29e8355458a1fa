import { type Access, arrayNamed, type Computation, extentOf, indicesOf, type Statement } from "../../computation/computation.js";
import { isProjective } from "../gemm/shape.js";

/**
 * Statements that are a chain of products Xq = X(q−1)·Wq, q = 1, …, r, r ≥ 2: X0 and the W different inputs, Xr an output
 * (proofs/einsum-statements.md, section 4).
 */
export interface StatementChain {
  readonly x0: string;
  readonly weights: readonly string[];
  readonly intermediates: readonly string[];
  readonly output: string;
  /** Extents of the rows that every W has an index of: chains side by side. */
  readonly batch: bigint;
  /** Of the other rows of X0, …, Xr. */
  readonly rows: bigint;
  /** w0, …, wr: columns of X0, …, Xr. */
  readonly widths: readonly bigint[];
}

/** The chains of a computation, one at most for each output: transposed, operands swapped, indices renamed, batched in any way. */
export function statementChains(computation: Computation): readonly StatementChain[] {
  return computation.statements.flatMap((last) => {
    const statements = statementsBehind(computation, last);
    const [left, right] = statements?.[0]?.operands ?? [];
    if (statements === undefined || left === undefined || right === undefined) return [];
    const chain = asChain(computation, statements, left) ?? asChain(computation, statements, right);
    return chain === undefined ? [] : [chain];
  });
}

/** Two statements or more, each the only one that makes an operand of the next, from inputs to the output of the last. */
function statementsBehind(computation: Computation, last: Statement): readonly Statement[] | undefined {
  const isInput = ({ array }: Access): boolean => arrayNamed(computation, array).role === "input";
  if (arrayNamed(computation, last.output.array).role !== "output") return undefined;
  const found: Statement[] = [];
  const inputs: string[] = [];
  let next: Statement | undefined = last;
  while (next !== undefined) {
    const { operands }: Statement = next;
    if (operands.length !== 2 || !isProjective(next)) return undefined;
    found.unshift(next);
    inputs.push(...operands.filter(isInput).map(({ array }) => array));
    const made = operands.filter((operand) => !isInput(operand)).map(({ array }) => array);
    if (made.length > 1) return undefined;
    const before: readonly Statement[] = computation.statements.slice(0, computation.statements.indexOf(next));
    next = before.find(({ output }) => output.array === made[0]);
  }
  return found.length > 1 && inputs.length === found.length + 1 && new Set(inputs).size === inputs.length ? found : undefined;
}

/**
 * Indices are of their statement, so that of a later one get a name of their own, but those by which an X is read the names by which
 * it was written. Then every index must be in all X (a row, whichever W have it), or in Wq, Xq and W(q+1) alone (a column of Xq).
 */
function asChain(computation: Computation, statements: readonly Statement[], x0: Access): StatementChain | undefined {
  const extents = new Map<string, bigint>();
  const [x, w]: [Named[], Named[]] = [[], []];
  statements.forEach(({ operands, output }, q) => {
    const isX = ({ array }: Access): boolean => array === (q === 0 ? x0.array : x[q]?.array);
    const [read, weight] = [operands.find(isX), operands.find((operand) => !isX(operand))] as [Access, Access];
    const written = new Map(indicesOf(read).map((index, dimension) => [index, x[q]?.indices[dimension]] as const));
    const named = (access: Access): Named => {
      const indices = indicesOf(access).map((index) => {
        const name = written.get(index) ?? `${index} of statement ${q}`;
        extents.set(name, BigInt(extentOf(computation, index)));
        return name;
      });
      return { array: access.array, indices };
    };
    if (q === 0) x.push(named(read));
    w.push(named(weight));
    x.push(named(output));
  });
  let [batch, rows] = [1n, 1n];
  const widths = x.map(() => 1n);
  for (const [index, extent] of extents) {
    const inX = x.flatMap(({ indices }, q) => (indices.includes(index) ? [q] : []));
    const inW = w.flatMap(({ indices }, q) => (indices.includes(index) ? [q] : []));
    const [q = 0, ...others] = inX;
    if (inX.length === x.length) {
      if (inW.length === w.length) batch *= extent;
      else rows *= extent;
    } else if (inX.length === 0 || others.length > 0 || inW.join() !== columnsOf(q, w.length)) return undefined;
    else widths[q] = (widths[q] ?? 1n) * extent;
  }
  const intermediates = x.slice(1, -1).map(({ array }) => array);
  const [weights, output] = [w.map(({ array }) => array), x.at(-1)?.array ?? ""];
  return { x0: x0.array, weights, intermediates, output, batch, rows, widths };
}

interface Named {
  readonly array: string;
  readonly indices: readonly string[];
}

/** Which W, counted from 0, share the columns of Xq. */
function columnsOf(q: number, weights: number): string {
  return [q - 1, q].filter((at) => at >= 0 && at < weights).join();
}
