import type { Fields } from "./fields.js";
import { count, Refused, record, requireEqual, text } from "./fields.js";
import type { CheckedProjective } from "./projective.js";

/** What a document's einsum comes to: words of its arrays, its form, and its extents as a matrix product if it is one. */
export interface EinsumSubject {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  readonly product?: Readonly<Record<string, bigint>>;
  readonly projective: Pick<CheckedProjective, "indices" | "target"> & {
    readonly inputs: readonly Omit<CheckedProjective["inputs"][number], "wordSize">[];
  };
}

interface Access {
  readonly array: string;
  readonly indices: readonly string[];
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Reads the statement of a workload of kind `einsum` from its text, `C[i,j] += A[i,k] * B[k,j]` with exactly these spaces, and extents. */
export function readEinsum(workload: Fields): EinsumSubject {
  const sides = text(workload, "text", "workload").split(" += ");
  const [left, right] = sides;
  if (left === undefined || right === undefined || sides.length !== 2)
    throw new Refused("workload.text", "not one statement with +=");
  const target = readAccess(left);
  const operands = right.split(" * ").map(readAccess);
  const indices = [...new Set(operands.flatMap((operand) => operand.indices))];
  const given = record(workload["extents"], "workload.extents");
  requireEqual(BigInt(Object.keys(given).length), BigInt(indices.length), "workload.extents", "the number of indices");
  const extents = new Map(indices.map((index) => [index, count(given, index, "workload.extents", 1n)]));
  const extentOf = (index: string): bigint => extents.get(index) ?? 0n;
  const size = (access: Access): bigint => access.indices.reduce((words, index) => words * extentOf(index), 1n);
  const inputs = [...new Set(operands.map(({ array }) => array))].map((array) => {
    const own = operands.filter((operand) => operand.array === array);
    const shape = ({ indices: used }: Access): string => used.map(extentOf).join();
    if (own.some((access) => shape(access) !== shape(own[0] as Access)))
      throw new Refused("workload.text", `accesses to ${array} that differ in shape`);
    return { array, own, words: size(own[0] as Access) };
  });
  if (target.indices.some((index) => !extents.has(index))) throw new Refused("workload.text", "an output index in no operand");
  if (inputs.some(({ array }) => array === target.array)) throw new Refused("workload.text", "an output that is an operand");
  const product = asProduct(operands, target, extentOf);
  return {
    inputs: inputs.map(({ words }) => words),
    outputs: [size(target)],
    ...(product === undefined ? {} : { product }),
    projective: {
      indices: indices.map((index) => ({ index, extent: extentOf(index) })),
      inputs: inputs.map(({ array, own }) => ({ array, accesses: own.map((access) => access.indices) })),
      target,
    },
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

/** Two different operands with every index in exactly two or all three of the accesses. */
function asProduct(
  operands: readonly Access[],
  output: Access,
  extentOf: (index: string) => bigint,
): Readonly<Record<string, bigint>> | undefined {
  const [a, b] = operands;
  if (a === undefined || b === undefined || operands.length !== 2 || a.array === b.array) return undefined;
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
  sizes: { readonly operand: bigint; readonly sums: readonly bigint[]; readonly output: bigint },
  memory: { readonly capacity: bigint; readonly memories: bigint },
  path: string,
): void {
  const at = `${path}.certificate.instance`;
  const { projective } = subject;
  const right: Partial<CheckedProjective> = {
    indices: projective.indices,
    inputs: projective.inputs.map(({ array, accesses }) => ({ array, wordSize: sizes.operand, accesses })),
    target: projective.target,
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
  if (!sizes.sums.includes(found.partial)) {
    throw new Refused(at, `partial is ${sizes.sums[0]} for this workload, not ${found.partial}`);
  }
}
