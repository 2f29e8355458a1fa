import { checkInteger, InputError, shown } from "../errors.js";
import type { Access, ArraySpecification, Computation, Statement } from "./computation.js";
import { access, indicesOf } from "./computation.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";

/** One statement such as `C[i,j] += A[i,k] * B[k,j]` with the extent of every index. */
export interface EinsumWorkload extends WordTypes {
  readonly kind: "einsum";
  /** The statement with spaces as `formatEinsum` sets them. */
  readonly text: string;
  /** In order of appearance in the text. */
  readonly extents: Readonly<Record<string, number>>;
}

export interface EinsumOptions extends WordTypeOptions {
  readonly text: string;
  readonly extents: Readonly<Record<string, number>>;
}

const SUBJECT = "einsum";

/** More indices or operands than this are surely a mistake, and the exponent program stays small. */
const MOST_INDICES = 16;
const MOST_OPERANDS = 8;

/**
 * A checked einsum: extents from 1 to 2^53 - 1, one for each index; all accesses to one array agree in its shape; bf16
 * operands and output and fp32 sums unless given.
 *
 * @throws InputError naming the column of the text, the index or the array.
 */
export function einsumWorkload(options: EinsumOptions): EinsumWorkload {
  const statement = parseEinsum(options.text);
  const indices = indicesOfStatement(statement);
  for (const index of indices) {
    const extent = Object.hasOwn(options.extents, index) ? options.extents[index] : undefined;
    if (extent === undefined)
      throw new InputError(`extent ${index}`, `a whole number of at least 1 for the index ${index}`, "nothing");
    checkInteger(`extent ${index}`, extent, 1);
  }
  for (const name of Object.keys(options.extents)) {
    if (!indices.includes(name)) throw new InputError(`extent ${name}`, `an index of the statement (${indices.join(", ")})`);
  }
  const extents = Object.fromEntries(indices.map((index) => [index, options.extents[index] as number]));
  for (const reference of statement.operands) shapeOf(statement, reference.array, extents);
  return { kind: "einsum", text: formatEinsum(statement), extents, ...wordTypes(options) };
}

/** The statement over one input array per name on the right and the output on the left. */
export function einsumComputation(workload: EinsumWorkload): Computation {
  const statement = parseEinsum(workload.text);
  const array = (name: string, role: "input" | "output"): ArraySpecification => ({
    name,
    role,
    dataType: role === "input" ? workload.dataType : workload.outputType,
    shape: shapeOf(statement, name, workload.extents),
  });
  const inputs = [...new Set(statement.operands.map((operand) => operand.array))];
  return {
    name: "einsum",
    statements: [statement],
    arrays: [...inputs.map((name) => array(name, "input")), array(statement.output.array, "output")],
    extents: workload.extents,
    accumulator: workload.accumulator,
  };
}

/** One line for people: `C[i,j] += A[i,k] * B[k,j], i=64, j=64, k=32, bf16, fp32 accumulators`. */
export function describeEinsum(workload: EinsumWorkload): string {
  const extents = Object.entries(workload.extents).map(([index, extent]) => `${index}=${extent}`);
  return [workload.text, ...extents, describeTypes(workload)].join(", ");
}

/** `C[i,j] += A[i,k] * B[k,j]` for a statement of plain indices. */
export function formatEinsum(statement: Statement): string {
  const written = (reference: Access): string => `${reference.array}[${indicesOf(reference).join(",")}]`;
  return `${written(statement.output)} += ${statement.operands.map(written).join(" * ")}`;
}

/**
 * Reads one statement: an output, `+=` (or `=`), and operands with `*` between them; every access is a name and plain indices
 * in square brackets, each at most once.
 *
 * @throws InputError naming the column, counted from 1.
 */
export function parseEinsum(text: string): Statement {
  const reader = new Reader(text);
  const output = reader.access();
  if (!reader.skip("+=") && !reader.skip("=")) reader.refuse("+= after the output");
  const operands = [reader.access()];
  while (reader.skip("*")) operands.push(reader.access());
  if (reader.skip(";") && !reader.atEnd()) reader.refuse("one statement; several are not supported", "a second one");
  if (!reader.atEnd()) reader.refuse("* and an operand, or the end");
  const statement: Statement = { output, operands };
  checkStatement(statement);
  return statement;
}

function checkStatement(statement: Statement): void {
  const { output, operands } = statement;
  const read = new Set(operands.flatMap(indicesOf));
  for (const index of indicesOf(output)) {
    if (!read.has(index)) throw new InputError(SUBJECT, "every index of the output in some operand", `${index} on the left only`);
  }
  for (const operand of operands) {
    if (operand.array === output.array) {
      throw new InputError(SUBJECT, "an output that is no operand", `${output.array} on both sides`);
    }
    const first = operands.find((other) => other.array === operand.array);
    if (first !== undefined && first.dimensions.length !== operand.dimensions.length) {
      const ranks = `${first.dimensions.length} and ${operand.dimensions.length}`;
      throw new InputError(SUBJECT, `as many indices in every access to ${operand.array}`, ranks);
    }
  }
  if (operands.length > MOST_OPERANDS) throw new InputError(SUBJECT, `at most ${MOST_OPERANDS} operands`, `${operands.length}`);
  const indices = indicesOfStatement(statement).length;
  if (indices > MOST_INDICES) throw new InputError(SUBJECT, `at most ${MOST_INDICES} indices`, `${indices}`);
}

function indicesOfStatement(statement: Statement): readonly string[] {
  return [...new Set([statement.output, ...statement.operands].flatMap(indicesOf))];
}

/** Extents of an array's dimensions. @throws InputError when two accesses disagree. */
function shapeOf(statement: Statement, name: string, extents: Readonly<Record<string, number>>): readonly number[] {
  const accesses = [statement.output, ...statement.operands].filter((reference) => reference.array === name).map(indicesOf);
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

/** Walks over the text, skipping spaces; errors name the column. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Array name and indices. */
  access(): Access {
    const array = this.name("an array such as A[i,k]");
    if (this.skip("(")) {
      this.at--;
      this.refuse(`[ after ${array}: functions are not supported`);
    }
    if (!this.skip("[")) this.refuse(`[ after ${array}`);
    const indices: string[] = [];
    if (this.skip("]")) return access(array);
    do {
      const before = this.column();
      const index = this.name("an index");
      if (indices.includes(index)) throw new InputError(before, `each index once in ${array}`, `${index} again`);
      indices.push(index);
    } while (this.skip(","));
    if (!this.skip("]")) this.refuse(`, or ] in ${array}: only plain indices are supported`);
    return access(array, ...indices);
  }

  /** Passes over the token if it is next. */
  skip(token: string): boolean {
    this.spaces();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  atEnd(): boolean {
    this.spaces();
    return this.at >= this.text.length;
  }

  refuse(expected: string, found?: string): never {
    this.spaces();
    const rest = this.text.slice(this.at, this.at + 20);
    throw new InputError(this.column(), expected, found ?? (rest === "" ? "the end of the text" : shown(rest)));
  }

  private name(expected: string): string {
    this.spaces();
    const found = /^[A-Za-z][A-Za-z0-9_]*/.exec(this.text.slice(this.at))?.[0];
    if (found === undefined) this.refuse(expected);
    this.at += found.length;
    return found;
  }

  private spaces(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }

  private column(): string {
    this.spaces();
    return `${SUBJECT}, column ${this.at + 1}`;
  }
}
