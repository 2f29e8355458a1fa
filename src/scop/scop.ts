import { InputError } from "../errors.js";
import { readDefinitions } from "./definitions.js";
import { nestsOf } from "./nest.js";
import { partsOf, type ScopPart, type UncoveredPart } from "./parts.js";
import type { ParseC, SyntaxNode } from "./syntax.js";
import { Uncovered } from "./syntax.js";
import { wordType } from "./word-type.js";

/** The workloads of a file, and what is none. */
export interface ScopFile {
  readonly parts: readonly ScopPart[];
  readonly uncovered: readonly UncoveredPart[];
}

/** What reads a file in C. */
export interface ScopOptions {
  readonly path: string;
  readonly parse: ParseC;
  /** Sizes and macros of the command line. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** The text of a file beside this one by its quoted name, where there is one. */
  readonly include?: ((name: string) => string | undefined) | undefined;
}

const MOST_INCLUDED = 32;

/**
 * The workloads between `#pragma scop` and `#pragma endscop` of a text in C: loops are recognised by what they compute, whatever their
 * names. Each part is a kernel of its own, which loads what parts before it stored.
 *
 * @throws InputError naming the file, where it has no scop, or a size is not defined
 */
export function readScops(text: string, { path, parse, defines = {}, include }: ScopOptions): ScopFile {
  let included = 0;
  const root = parse(text);
  const roots: SyntaxNode[] = [root];
  const scops = within(path, () =>
    readDefinitions(root, parse, defines, (name) => {
      included++;
      if (included > MOST_INCLUDED) throw new Uncovered(0, `more than ${MOST_INCLUDED} lines that include a file`);
      const inner = include?.(name);
      if (inner === undefined) return undefined;
      const found = parse(inner);
      if (!roots.includes(found)) roots.push(found);
      return found;
    }),
  );
  if (scops.length === 0) throw new InputError(path, "loops between #pragma scop and #pragma endscop", "none");
  const found = scops.map(({ start, end, line, definitions }) => {
    const scop = partsOf(nestsOf(text.slice(start, end), line, path, definitions), parse);
    const type = wordType(new Set(scop.arrays), roots, definitions);
    const typed = type === undefined ? {} : { dtype: type };
    return { ...scop, parts: scop.parts.map((part) => ({ ...part, fields: { ...part.fields, ...typed } })) };
  });
  const parts = found.flatMap((scop) => scop.parts);
  return { parts, uncovered: found.flatMap(({ uncovered }) => uncovered) };
}

/** What is not read outside scops is an error of the file. */
function within<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Uncovered)) throw error;
    throw new InputError(`${path}, line ${error.line}`, "C that is read here", error.message);
  }
}
