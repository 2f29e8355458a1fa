import { boxInside } from "./box.js";
import { convolutionFields } from "./convolution.js";
import { fieldsOfStatements } from "./einsum-of.js";
import type { Nest } from "./nest.js";
import { extentOf, shapeOf } from "./place.js";
import { type EinsumStatement, Products } from "./products.js";
import { type Action, addedProducts, assignmentsIn, isSameWord, type Loop, type Placed, wordsOf } from "./statement.js";
import { stencilFields } from "./stencil.js";
import { type ParseC, Uncovered } from "./syntax.js";
import { type Fields, fieldsByTemplate } from "./templates.js";
import { triangleFields } from "./triangle.js";

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

/** What recognises a nest whose results are no operands. */
const OTHERS: readonly ((nest: readonly Action[]) => Fields | undefined)[] = [stencilFields, triangleFields, convolutionFields];

/** More nests than this are several parts. */
const MOST_NESTS = 32;

/** The parts of a scop, what is none, and the names of its arrays. */
export function partsOf(
  nests: readonly Nest[],
  parse: ParseC,
): {
  readonly parts: readonly ScopPart[];
  readonly uncovered: readonly UncoveredPart[];
  readonly arrays: readonly string[];
} {
  const reader = new PartReader(parse);
  for (const nest of nests) reader.add(nest);
  reader.close();
  const actions = nests.flatMap((nest) => (nest.actions instanceof Uncovered ? [] : nest.actions));
  const words = assignmentsIn(actions).flatMap(({ target, value }) => [target, ...wordsOf(value)]);
  const arrays = words.filter(({ subscripts }) => subscripts.length > 0).map(({ array }) => array);
  return { parts: reader.parts, uncovered: reader.uncovered, arrays };
}

class PartReader {
  readonly parts: ScopPart[] = [];
  readonly uncovered: UncoveredPart[] = [];
  private readonly parse: ParseC;
  /** Nests of an einsum that may go on. */
  private open: readonly Nest[] = [];
  /** Arrays that nests before set to constants, with the words where they are known: none of them need be loaded. */
  private readonly constants = new Map<string, string | undefined>();

  constructor(parse: ParseC) {
    this.parse = parse;
  }

  add(nest: Nest): void {
    const { actions, lines } = nest;
    if (actions instanceof Uncovered) {
      this.refuse(nest, actions);
      return;
    }
    const all = assignmentsIn(actions);
    const isConstant = all.length > 0 && all.every(({ value }) => value.op === "scalar");
    const constant = this.constantRead(all);
    this.noteConstants(all);
    // A few words, whatever the sizes: what is before may be of no use after them.
    if (actions.every(({ kind }) => kind === "assignment")) {
      this.close();
      return;
    }
    if (isConstant || constant !== undefined) {
      const [line, reason] =
        constant === undefined
          ? [lines[0], "values of constants alone"]
          : [constant.line, `${constant.array}, which is set to constants before`];
      this.close();
      this.uncovered.push({ lines, line, reason });
      return;
    }
    const known = caught(() => fieldsByTemplate(actions, this.parse) ?? OTHERS.map((read) => read(actions)).find((one) => one));
    if (known instanceof Uncovered) {
      this.refuse(nest, known);
      return;
    }
    if (known !== undefined) {
      this.close();
      this.parts.push({ lines, fields: known, skipped: [] });
      return;
    }
    // As many of the last nests as are one part with this one; those before them are a part without it.
    let refused = new Uncovered(0, "");
    for (let from = Math.max(0, this.open.length - MOST_NESTS); from <= this.open.length; from++) {
      const together = [...this.open.slice(from), nest];
      const found = caught(() => productsOf(together));
      if (found instanceof Uncovered) refused = found;
      else if (together.length === 1 || isOnePart(found.statements)) {
        this.open = this.open.slice(0, from);
        this.close();
        this.open = together;
        return;
      }
    }
    this.refuse(nest, refused);
  }

  /** An operand that nests before set to constants, except where this one sums up in all of its words. */
  private constantRead(all: readonly Placed[]): { readonly array: string; readonly line: number } | undefined {
    for (const one of all) {
      const { target, value, loops, line } = one;
      const read = wordsOf(value).find((word) => !isSameWord(word, target) && this.constants.has(word.array));
      if (read !== undefined) return { array: read.array, line };
      const shape = shapeOf(target, loops);
      const isSum = addedProducts(one) !== undefined;
      if (isSum && shape !== undefined && this.constants.get(target.array) === shape) this.constants.delete(target.array);
    }
    return undefined;
  }

  private noteConstants(all: readonly Placed[]): void {
    // First values of sums are of the same words.
    const place = ({ target, loops }: Placed): string => `${target.array} ${shapeOf(target, loops)}`;
    const sums = new Set(all.flatMap((one) => (addedProducts(one) === undefined ? [] : place(one))));
    for (const one of all) {
      const { target, value, loops } = one;
      // Functions of constants are constants too.
      const isConstant = wordsOf(value).every(({ array }) => array !== target.array && this.constants.has(array));
      if (!isConstant || sums.has(place(one))) continue;
      const shape = shapeOf(target, loops);
      const isSame = !this.constants.has(target.array) || this.constants.get(target.array) === shape;
      this.constants.set(target.array, isSame ? shape : undefined);
    }
  }

  /** Ends the part that is open. */
  close(): void {
    const [first, last] = [this.open[0], this.open.at(-1)];
    if (first === undefined || last === undefined) return;
    const { statements, skipped } = productsOf(this.open);
    const lines = [first.lines[0], last.lines[1]] as const;
    this.open = [];
    if (statements.length > 0) this.parts.push({ lines, fields: fieldsOfStatements(statements), skipped });
    else if (skipped[0] !== undefined)
      this.uncovered.push({ lines, line: skipped[0], reason: "no sums of products over a loop" });
  }

  private refuse({ lines, actions }: Nest, { line, message }: Uncovered): void {
    this.close();
    const box = actions instanceof Uncovered ? undefined : boxInside(actions);
    const inside = caught(() => statementsOf(box ?? []));
    if (!(inside instanceof Uncovered) && inside.length > 0)
      this.parts.push({ lines, fields: fieldsOfStatements(inside), skipped: [], isInside: true });
    else this.uncovered.push({ lines, line: line === 0 ? lines[0] : line, reason: message });
  }
}

function caught<T>(call: () => T): T | Uncovered {
  try {
    return call();
  } catch (error) {
    if (error instanceof Uncovered) return error;
    throw error;
  }
}

function productsOf(nests: readonly Nest[]): Products {
  const products = new Products();
  for (const { actions } of nests) products.add(assignmentsIn(actions as readonly Action[]));
  return products;
}

function statementsOf(nest: readonly Action[]): readonly EinsumStatement[] {
  const products = new Products();
  products.add(assignmentsIn(nest));
  return products.statements;
}

/**
 * Whether statements of several nests are bounded well as one: where none has more products than some array has words, and words that
 * they share count once, or where each is of the result before it.
 */
function isOnePart(statements: readonly EinsumStatement[]): boolean {
  const size = (loops: Iterable<Loop>): number => [...new Set(loops)].reduce((all, loop) => all * (extentOf(loop) ?? 1), 1);
  const isLight = statements.every(({ output, operands }) => {
    const accesses = [output, ...operands].map(({ loops }) => loops);
    return size(accesses.flat()) <= Math.max(...accesses.map(size));
  });
  const results = statements.map(({ output }) => output.array);
  const isChain = statements.every(({ operands }, at) => {
    const read = operands.map(({ array }) => results.indexOf(array)).filter((from) => from >= 0);
    return at === 0 ? read.length === 0 : read.length === 1 && read[0] === at - 1;
  });
  return isLight || isChain;
}
