import type { Access, ArrayRole, Computation, Statement } from "../computation/computation.js";
import { arrayNamed, extentOf, indicesOf } from "../computation/computation.js";
import { BYTES_OF } from "../computation/data-types.js";
import { minimum } from "../exact/integer.js";
import type { ChainInstance, Setting } from "./bound.js";
import type { ChainExtents } from "./chain-shape.js";

/**
 * Parts of a computation of several statements that are computations of their own (proofs/statements.md): leaving out every step of
 * the others turns an execution of the whole into one of the part that costs no more, so each bound of a part is one of the whole.
 */

/** The statements from inputs to an output, each alone. */
export function standaloneStatements(computation: Computation): readonly Computation[] {
  return computation.statements
    .filter(
      ({ output, operands }) => hasRole(computation, output, "output") && operands.every((x) => hasRole(computation, x, "input")),
    )
    .map((statement) => {
      const names = [...statement.operands, statement.output].map(({ array }) => array);
      return { ...computation, statements: [statement], arrays: computation.arrays.filter(({ name }) => names.includes(name)) };
    });
}

/** The pairs of statements that are a fused chain, H (m×l) = A (m×k) · B (k×l), E (m×n) = H · D (l×n), batched and transposed in any way. */
export function chainedStatements(computation: Computation, setting: Setting): readonly ChainInstance[] {
  const size = (type: keyof typeof BYTES_OF): bigint => (setting.unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const sizeOf = (name: string): bigint => size(arrayNamed(computation, name).dataType);
  return computation.statements.flatMap((second) =>
    computation.statements.flatMap((first) => {
      const chain = asChain(computation, first, second);
      if (chain === undefined) return [];
      const { a, b, h, d, e, extents } = chain;
      const partial = size(computation.accumulator);
      const weights = {
        a: sizeOf(a.array),
        b: sizeOf(b.array),
        h: minimum(sizeOf(h.array), partial),
        d: sizeOf(d.array),
        partial,
        output: sizeOf(e.array),
      };
      return [{ extents, weights, capacity: setting.capacity, memories: setting.memories }];
    }),
  );
}

interface Chain {
  readonly a: Access;
  readonly b: Access;
  readonly h: Access;
  readonly d: Access;
  readonly e: Access;
  readonly extents: ChainExtents;
}

/**
 * Every index must be of one kind: in all five accesses (batch), in A, H and E (m), A and B (k), B, H and D (l), D and E (n). H is
 * read with the indices it is written with, in order.
 */
function asChain(computation: Computation, first: Statement, second: Statement): Chain | undefined {
  const h = first.output;
  const d = second.operands.find(({ array }) => array !== h.array);
  const read = second.operands.find(({ array }) => array === h.array);
  const [left, right] = first.operands;
  if (left === undefined || right === undefined || d === undefined || read === undefined) return undefined;
  if (first.operands.length !== 2 || second.operands.length !== 2 || indicesOf(read).join() !== indicesOf(h).join())
    return undefined;
  const inputs = [left, right, d];
  if (!inputs.every((access) => hasRole(computation, access, "input"))) return undefined;
  if (new Set(inputs.map(({ array }) => array)).size !== 3 || !hasRole(computation, second.output, "output")) return undefined;
  for (const [a, b] of [
    [left, right],
    [right, left],
  ] as const) {
    const extents = chainExtents(computation, [a, b, h, d, second.output]);
    if (extents !== undefined) return { a, b, h, d, e: second.output, extents };
  }
  return undefined;
}

const KINDS: Readonly<Record<string, "batch" | "m" | "k" | "l" | "n">> = {
  "11111": "batch",
  "10101": "m",
  "11000": "k",
  "01110": "l",
  "00011": "n",
};

/** `accesses` are A, B, H, D and E. */
function chainExtents(computation: Computation, accesses: readonly Access[]): ChainExtents | undefined {
  const used = accesses.map((access) => new Set(indicesOf(access)));
  const extents = { batch: 1n, m: 1n, k: 1n, l: 1n, n: 1n };
  for (const index of new Set(accesses.flatMap(indicesOf))) {
    const kind = KINDS[used.map((indices) => (indices.has(index) ? "1" : "0")).join("")];
    if (kind === undefined) return undefined;
    extents[kind] *= BigInt(extentOf(computation, index));
  }
  return { ...extents, pairs: extents.batch * extents.m * extents.l, factors: 1n };
}

function hasRole(computation: Computation, { array }: Access, role: ArrayRole): boolean {
  return arrayNamed(computation, array).role === role;
}
