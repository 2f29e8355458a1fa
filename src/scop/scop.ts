import { InputError } from "../errors.js";
import { boxInside } from "./box.js";
import { convolutionFields } from "./convolution.js";
import { readDefinitions } from "./definitions.js";
import { fieldsOfStatements } from "./einsum-of.js";
import { type Nest, nestsOf } from "./nest.js";
import { Cut, type EinsumStatement, Products } from "./products.js";
import { type Action, assignmentsIn } from "./statement.js";
import { stencilFields } from "./stencil.js";
import type { ParseC, SyntaxNode } from "./syntax.js";
import { Uncovered } from "./syntax.js";
import { type Fields, fieldsByTemplate } from "./templates.js";
import { triangleFields } from "./triangle.js";
import { wordType } from "./word-type.js";

/** Loops of a scop that are one workload. */
export interface ScopPart {
  /** First and last line in the file. */
  readonly lines: readonly [number, number];
  /** As a workload file has them. */
  readonly fields: Fields;
  /** Lines in it that the workload skips, which can only add traffic. */
  readonly skipped: readonly number[];
  /** The workload is a box of iterations inside those of the loops. */
  readonly isInside?: true;
}

/** Loops of a scop that are no workload here, and why. */
export interface UncoveredPart {
  readonly lines: readonly [number, number];
  readonly line: number;
  readonly reason: string;
}

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

/** What recognises a nest whose results are no operands. */
const OTHERS: readonly ((nest: readonly Action[]) => Fields | undefined)[] = [stencilFields, triangleFields, convolutionFields];

const MOST_INCLUDED = 32;

/**
 * The workloads between `#pragma scop` and `#pragma endscop` of a text in C: loops are recognised by what they compute, whatever their
 * names. Each part is a kernel of its own, which loads what parts before it stored.
 *
 * @throws InputError naming the file, where it has no scop, or a size is not defined
 */
export function readScops(text: string, { path, parse, defines = {}, include }: ScopOptions): ScopFile {
  const included = new Set<string>();
  const root = parse(text);
  const roots: SyntaxNode[] = [root];
  const scops = within(path, () =>
    readDefinitions(root, parse, defines, (name) => {
      const inner = included.has(name) || included.size >= MOST_INCLUDED ? undefined : include?.(name);
      included.add(name);
      if (inner === undefined) return undefined;
      const found = parse(inner);
      roots.push(found);
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

function partsOf(nests: readonly Nest[], parse: ParseC): ScopFile & { readonly arrays: readonly string[] } {
  const parts: ScopPart[] = [];
  const uncovered: UncoveredPart[] = [];
  const arrays: string[] = [];
  let open: { readonly nests: readonly Nest[]; readonly products: Products } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const { nests: of, products } = open;
    const lines = [of[0]?.lines[0] ?? 0, of.at(-1)?.lines[1] ?? 0] as const;
    const { statements, skipped } = products;
    if (statements.length > 0) parts.push({ lines, fields: fieldsOfStatements(statements), skipped });
    else if (skipped[0] !== undefined) uncovered.push({ lines, line: skipped[0], reason: "no sums of products over a loop" });
    open = undefined;
  };
  const refuse = ({ lines, actions }: Nest, { line, message }: Uncovered): void => {
    close();
    const statements = actions instanceof Uncovered ? [] : statementsInside(actions);
    if (statements.length > 0) {
      parts.push({ lines, fields: fieldsOfStatements(statements), skipped: [], isInside: true });
      return;
    }
    uncovered.push({ lines, line: line === 0 ? lines[0] : line, reason: message });
  };
  for (const nest of nests) {
    const { actions, lines } = nest;
    // A few words, whatever the sizes.
    if (!(actions instanceof Uncovered) && actions.every(({ kind }) => kind === "assignment")) continue;
    if (actions instanceof Uncovered) {
      refuse(nest, actions);
      continue;
    }
    arrays.push(...assignmentsIn(actions).map(({ target }) => target.array));
    try {
      const fields = fieldsByTemplate(actions, parse) ?? OTHERS.map((read) => read(actions)).find((found) => found !== undefined);
      if (fields !== undefined) {
        close();
        parts.push({ lines, fields, skipped: [] });
        continue;
      }
      open = { nests: [...(open?.nests ?? []), nest], products: productsOf([...(open?.nests ?? []), nest]) };
    } catch (error) {
      if (!(error instanceof Uncovered)) throw error;
      const isCut = error instanceof Cut && open !== undefined;
      close();
      if (!isCut) {
        refuse(nest, error);
        continue;
      }
      try {
        open = { nests: [nest], products: productsOf([nest]) };
      } catch (again) {
        if (!(again instanceof Uncovered)) throw again;
        refuse(nest, again);
      }
    }
  }
  close();
  return { parts, uncovered, arrays };
}

/** Of a box of iterations inside those of a nest; none where that has no sums of products either. */
function statementsInside(nest: readonly Action[]): readonly EinsumStatement[] {
  const box = boxInside(nest);
  if (box === undefined) return [];
  const products = new Products();
  try {
    products.add(assignmentsIn(box));
  } catch (error) {
    if (!(error instanceof Uncovered)) throw error;
    return [];
  }
  return products.statements;
}

function productsOf(nests: readonly Nest[]): Products {
  const products = new Products();
  for (const { actions } of nests) products.add(assignmentsIn(actions as readonly Action[]));
  return products;
}
