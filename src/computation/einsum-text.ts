import { InputError, shown } from "../errors.js";
import type { Access, Statement } from "./computation.js";
import { access, indicesOf } from "./computation.js";

const SUBJECT = "einsum";

/** More than this are surely a mistake, and the exponent program stays small. */
const MOST_INDICES = 16;
const MOST_OPERANDS = 8;
const MOST_STATEMENTS = 16;

/** `C[i,j] += A[i,k] * B[k,j]` for statements of plain indices, with `; ` between them. */
export function formatEinsum(statements: readonly Statement[]): string {
  const written = (reference: Access): string => `${reference.array}[${indicesOf(reference).join(",")}]`;
  const line = ({ output, operands }: Statement): string => `${written(output)} += ${operands.map(written).join(" * ")}`;
  return statements.map(line).join("; ");
}

/**
 * Reads statements with `;` between them: an output, `+=` (or `=`), and operands with `*` between; every access is a name and
 * plain indices in square brackets, each at most once. An array is written by one statement, and read only by later ones.
 *
 * @throws InputError naming the column, counted from 1.
 */
export function parseEinsum(text: string): readonly Statement[] {
  const reader = new Reader(text);
  const statements: Statement[] = [];
  do statements.push(readStatement(reader, statements));
  while (reader.skip(";") && !reader.atEnd());
  if (statements.length > MOST_STATEMENTS) {
    throw new InputError(SUBJECT, `at most ${MOST_STATEMENTS} statements`, `${statements.length}`);
  }
  const indices = indicesOfStatements(statements).length;
  if (indices > MOST_INDICES) throw new InputError(SUBJECT, `at most ${MOST_INDICES} indices`, `${indices}`);
  return statements;
}

/** In order of appearance. */
export function indicesOfStatements(statements: readonly Statement[]): readonly string[] {
  return [...new Set(statements.flatMap(({ output, operands }) => [output, ...operands]).flatMap(indicesOf))];
}

/** Where an index first stands in a text that was read: `einsum, column 5`. */
export function columnOfIndex(text: string, index: string): string {
  const inside = /\[[^\]]*\]/g;
  for (const { 0: brackets, index: at } of text.matchAll(inside)) {
    const found = new RegExp(`(?<![A-Za-z0-9_])${index}(?![A-Za-z0-9_])`).exec(brackets);
    if (found !== null) return `${SUBJECT}, column ${at + found.index + 1}`;
  }
  return SUBJECT;
}

function readStatement(reader: Reader, before: readonly Statement[]): Statement {
  const accesses = before.flatMap(({ output, operands }) => [output, ...operands]);
  const ranked = (from: string, reference: Access): Access => {
    const first = accesses.find(({ array }) => array === reference.array);
    accesses.push(reference);
    if (first === undefined || first.dimensions.length === reference.dimensions.length) return reference;
    const ranks = `${first.dimensions.length} and ${reference.dimensions.length}`;
    throw new InputError(from, `as many indices in every access to ${reference.array}`, ranks);
  };
  const column = reader.column();
  const output = ranked(column, reader.access());
  for (const { output: other, operands } of before) {
    if (other.array === output.array) throw new InputError(column, "an array that no other statement writes", output.array);
    if (operands.some(({ array }) => array === output.array)) {
      throw new InputError(column, "an array that is not read before it is written", output.array);
    }
  }
  if (!reader.skip("+=") && !reader.skip("=")) reader.refuse("+= after the output");
  const operands: Access[] = [];
  do {
    const from = reader.column();
    const operand = ranked(from, reader.access());
    if (operand.array === output.array) {
      throw new InputError(from, "an output that is no operand", `${output.array} on both sides`);
    }
    operands.push(operand);
  } while (reader.skip("*"));
  if (!reader.atEnd() && !reader.sees(";")) reader.refuse("* and an operand, ; and a statement, or the end");
  const read = new Set(operands.flatMap(indicesOf));
  for (const index of indicesOf(output)) {
    if (!read.has(index)) throw new InputError(column, "every index of the output in some operand", `${index} on the left only`);
  }
  if (operands.length > MOST_OPERANDS) throw new InputError(column, `at most ${MOST_OPERANDS} operands`, `${operands.length}`);
  return { output, operands };
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
      this.refuse(`[ after ${array}: functions such as ${array}(…) are not known here`);
    }
    if (!this.skip("[")) this.refuse(`[ after ${array}`);
    const indices: string[] = [];
    if (this.skip("]")) return access(array);
    do {
      const before = this.column();
      const index = this.name(`an index in ${array}: only plain indices are supported`);
      if (indices.includes(index)) throw new InputError(before, `each index once in ${array}`, `${index} again`);
      indices.push(index);
    } while (this.skip(","));
    if (!this.skip("]")) this.refuse(`, or ] in ${array}: only plain indices are supported`);
    return access(array, ...indices);
  }

  /** Passes over the token if it is next. */
  skip(token: string): boolean {
    if (!this.sees(token)) return false;
    this.at += token.length;
    return true;
  }

  sees(token: string): boolean {
    this.spaces();
    return this.text.startsWith(token, this.at);
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

  /** Of the next token. */
  column(): string {
    this.spaces();
    return `${SUBJECT}, column ${this.at + 1}`;
  }
}
