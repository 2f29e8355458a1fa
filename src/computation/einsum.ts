import { checkInteger, InputError, shown } from "../errors.js";
import type { ArrayRole, ArraySpecification, Computation, Statement } from "./computation.js";
import { indicesOf } from "./computation.js";
import { statementOfSubscripts } from "./einsum-subscripts.js";
import { columnOfIndex, formatEinsum, indicesOfStatements, parseEinsum } from "./einsum-text.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { typesIn } from "./workload-kind.js";

/** Statements such as `C[i,j] += A[i,k] * B[k,j]` with the extent of every index. */
export interface EinsumWorkload extends WordTypes {
  readonly kind: "einsum";
  /** The statements with spaces as `formatEinsum` sets them. */
  readonly text: string;
  /** In order of appearance in the text. */
  readonly extents: Readonly<Record<string, number>>;
}

/** Statements as text, and the extent of every index in them. */
export interface EinsumOptions extends WordTypeOptions {
  readonly text: string;
  readonly extents: Readonly<Record<string, number>>;
}

/**
 * A checked einsum: extents from 1 to 2^53 - 1, one for each index; all accesses to one array agree in its shape; bf16
 * operands and output and fp32 sums unless given.
 *
 * @throws InputError naming the column of the text, the index or the array.
 */
export function einsumWorkload(options: EinsumOptions): EinsumWorkload {
  const statements = parseEinsum(statementOfSubscripts(options.text));
  const indices = indicesOfStatements(statements);
  const [missing, ...others] = indices.filter((index) => !Object.hasOwn(options.extents, index));
  if (missing !== undefined) {
    const names = [missing, ...others];
    const expected = `${others.length === 0 ? "an extent of the index" : "extents of the indices"} ${names.join(", ")}`;
    const example = names.map((index) => `${index}=64`).join(",");
    throw new InputError(columnOfIndex(options.text, missing), `${expected}, such as ${example}`, "none");
  }
  for (const index of indices) checkInteger(`extent ${index}`, options.extents[index], 1);
  for (const name of Object.keys(options.extents)) {
    if (!indices.includes(name)) throw new InputError(`extent ${name}`, `an index of the text (${indices.join(", ")})`);
  }
  const extents = Object.fromEntries(indices.map((index) => [index, options.extents[index] as number]));
  for (const { operands } of statements) for (const { array } of operands) shapeOf(statements, array, extents);
  return { kind: "einsum", text: formatEinsum(statements), extents, ...wordTypes(options) };
}

/**
 * The statements over one array a name: what is never written is an input, what is written and read again an intermediate, the
 * rest outputs.
 */
export function einsumComputation(workload: EinsumWorkload): Computation {
  const statements = parseEinsum(workload.text);
  const names = new Set(statements.flatMap(({ output, operands }) => [...operands, output]).map(({ array }) => array));
  const array = (name: string): ArraySpecification => {
    const role = roleOf(statements, name);
    return {
      name,
      role,
      dataType: role === "output" ? workload.outputType : workload.dataType,
      shape: shapeOf(statements, name, workload.extents),
    };
  };
  return {
    name: "einsum",
    statements,
    arrays: [...names].map(array),
    extents: workload.extents,
    accumulator: workload.accumulator,
  };
}

function roleOf(statements: readonly Statement[], name: string): ArrayRole {
  if (!statements.some(({ output }) => output.array === name)) return "input";
  return statements.some(({ operands }) => operands.some(({ array }) => array === name)) ? "intermediate" : "output";
}

/** One line for people: `C[i,j] += A[i,k] * B[k,j], i=64, j=64, k=32, bf16, fp32 accumulators`. */
export function describeEinsum(workload: EinsumWorkload): string {
  const extents = Object.entries(workload.extents).map(([index, extent]) => `${index}=${extent}`);
  return [workload.text, ...extents, describeTypes(workload)].join(", ");
}

/** Extents of an array's dimensions. @throws InputError when two accesses disagree. */
function shapeOf(statements: readonly Statement[], name: string, extents: Readonly<Record<string, number>>): readonly number[] {
  const all = statements.flatMap(({ output, operands }) => [output, ...operands]);
  const accesses = all.filter((reference) => reference.array === name).map(indicesOf);
  const first = accesses[0] ?? [];
  return first.map((index, dimension) => {
    const shown = accesses.map((indices) => indices[dimension] ?? index);
    const other = shown.find((candidate) => extents[candidate] !== extents[index]);
    if (other !== undefined) {
      const found = `${index}=${extents[index]} and ${other}=${extents[other]}`;
      throw new InputError(`array ${name}`, `one extent for dimension ${dimension} in every access`, found);
    }
    return extents[index] as number;
  });
}

/** How the workload is named, checked and described. */
export const einsumKind: WorkloadKind<EinsumWorkload> = {
  kind: "einsum",
  extents: [],
  describe: describeEinsum,
  computation: einsumComputation,
  form: {
    name: "einsum",
    summary: "einsum-like statements, as text",
    extents: [],
    switches: [],
    argument: { name: "text", what: 'statements with ; between, e.g. "C[i,j] += A[i,k] * B[k,j]", or "ik,kj->ij"' },
    record: { flag: "extent", what: "extent of every index, e.g. i=64,j=64,k=32" },
    make: (flags) => {
      const [text, extents] = [flags["text"], flags["extent"] ?? {}];
      if (typeof text !== "string") throw new InputError("text", 'a statement such as "C[i,j] += A[i,k] * B[k,j]"', shown(text));
      return einsumWorkload({ text, extents: extents as Readonly<Record<string, number>>, ...typesIn(flags) });
    },
  },
};
