import { InputError } from "../errors.js";
import type { Affine } from "./affine.js";
import { constant, isConstant, plus, term } from "./affine.js";
import { field, lineOf, type ParseC, partsOf, phrase, type SyntaxNode, Uncovered } from "./syntax.js";

/** Sizes and macros, as the preprocessor has them. */
export interface Definitions {
  readonly parse: ParseC;
  /** Texts of macros without arguments; those of the command line win. */
  readonly objects: Map<string, string>;
  readonly given: ReadonlySet<string>;
  /** Texts of macros with arguments. */
  readonly functions: Map<string, string>;
  /** Parts of expressions that may still be read: a definition of definitions can have more than any file. */
  readonly work: { left: number };
}

export const MOST_WORK = 1_000_000;

/** From the start of the text after `#pragma scop` to `#pragma endscop`. */
export interface ScopRange {
  readonly start: number;
  readonly end: number;
  /** Of the first line after the pragma, from 1. */
  readonly line: number;
  /** As they are there. */
  readonly definitions: Definitions;
}

const DEEPEST = 100;
const MOST_SCOPS = 64;

/** Where the scops of a file are, with its definitions and those of what it includes. `include` has the root of a file by its quoted name. */
export function readDefinitions(
  root: SyntaxNode,
  parse: ParseC,
  given: Readonly<Record<string, string>>,
  include: (name: string) => SyntaxNode | undefined,
): readonly ScopRange[] {
  const objects = new Map(Object.entries(given));
  const definitions: Definitions = {
    parse,
    objects,
    given: new Set(objects.keys()),
    functions: new Map(),
    work: { left: MOST_WORK },
  };
  const scops: (Omit<ScopRange, "end"> & { end?: number })[] = [];
  const walk = (node: SyntaxNode, depth: number, isMain: boolean): void => {
    if (depth > DEEPEST) throw new Uncovered(lineOf(node), `more than ${DEEPEST} levels of nesting`);
    const inside = (nodes: readonly (SyntaxNode | null)[]): void => {
      for (const child of nodes) if (child !== null) walk(child, depth + 1, isMain);
    };
    switch (node.type) {
      case "preproc_include": {
        const path = /^"([^"]+)"$/.exec(field(node, "path").text)?.[1];
        const included = path === undefined ? undefined : include(path);
        if (included !== undefined) walk(included, depth + 1, false);
        return;
      }
      case "preproc_def": {
        const name = field(node, "name").text;
        if (!definitions.given.has(name)) objects.set(name, node.childForFieldName("value")?.text.trim() ?? "");
        return;
      }
      case "preproc_function_def":
        definitions.functions.set(field(node, "name").text, node.childForFieldName("value")?.text ?? "");
        return;
      case "preproc_ifdef":
      case "preproc_if":
      case "preproc_elif": {
        const alternative = node.childForFieldName("alternative");
        if (!isTaken(node, definitions)) {
          if (alternative !== null) walk(alternative, depth + 1, isMain);
          return;
        }
        const condition = node.childForFieldName("condition") ?? node.childForFieldName("name");
        inside(node.children.filter((child) => !isSame(child, alternative) && !isSame(child, condition)));
        return;
      }
      case "preproc_call": {
        const [directive, argument] = [field(node, "directive").text, node.childForFieldName("argument")?.text.trim()];
        if (directive === "#undef" && argument !== undefined && !definitions.given.has(argument)) objects.delete(argument);
        const open = scops.at(-1);
        if (!isMain || directive.replace(/\s/g, "") !== "#pragma") return;
        if (argument === "scop") scops.push({ start: node.endIndex, line: lineOf(node) + 1, definitions: copyOf(definitions) });
        else if (argument === "endscop" && open !== undefined && open.end === undefined) open.end = node.startIndex;
        if (scops.length > MOST_SCOPS) throw new Uncovered(lineOf(node), `more than ${MOST_SCOPS} scops`);
        return;
      }
      default:
        if (HOLDERS.has(node.type)) inside(node.children);
    }
  };
  walk(root, 0, true);
  return scops.flatMap((one) => (one.end === undefined ? [] : [{ ...one, end: one.end }]));
}

function copyOf({ objects, functions, ...others }: Definitions): Definitions {
  return { ...others, objects: new Map(objects), functions: new Map(functions) };
}

/** What lines of the preprocessor may stand in. */
const HOLDERS = new Set([
  ...["translation_unit", "function_definition", "compound_statement", "preproc_else", "ERROR", "linkage_specification"],
  ...["declaration_list", "for_statement", "while_statement", "do_statement", "if_statement", "else_clause"],
]);

function isSame(a: SyntaxNode | null, b: SyntaxNode | null): boolean {
  return a !== null && b !== null && a.startIndex === b.startIndex && a.endIndex === b.endIndex;
}

function isTaken(node: SyntaxNode, definitions: Definitions): boolean {
  if (node.type !== "preproc_ifdef") return conditionValue(field(node, "condition"), definitions, 0) !== 0;
  return definitions.objects.has(field(node, "name").text) === (node.children[0]?.type !== "#ifndef");
}

/** A whole number in a condition of the preprocessor, where names without a definition are 0. */
function conditionValue(node: SyntaxNode, definitions: Definitions, depth: number): number {
  checkWork(node, definitions, depth);
  const of = (one: SyntaxNode): number => conditionValue(one, definitions, depth + 1);
  const [first] = partsOf(node);
  switch (node.type) {
    case "number_literal":
      return wholeNumber(node) ?? 0;
    case "identifier": {
      const inner = defined(node.text, definitions);
      return inner === undefined ? 0 : of(inner);
    }
    case "preproc_defined":
      return first !== undefined && definitions.objects.has(first.text) ? 1 : 0;
    case "parenthesized_expression":
      return first === undefined ? 0 : of(first);
    case "unary_expression": {
      const value = of(field(node, "argument"));
      return field(node, "operator").text === "!" ? Number(value === 0) : -value;
    }
    case "binary_expression": {
      const apply = LOGIC[field(node, "operator").text];
      if (apply !== undefined) return Number(apply(of(field(node, "left")), of(field(node, "right"))));
    }
  }
  throw new Uncovered(lineOf(node), `a condition that is not read: ${phrase(node)}`);
}

function checkWork(node: SyntaxNode, { work }: Definitions, depth: number): void {
  work.left--;
  if (depth > DEEPEST || work.left < 0) throw new Uncovered(lineOf(node), "an expression too deep to read");
}

const LOGIC: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  "&&": (a, b) => a !== 0 && b !== 0,
  "||": (a, b) => a !== 0 || b !== 0,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
};

function wholeNumber({ text }: SyntaxNode): number | undefined {
  return /^(0|[1-9]\d*)[uUlL]*$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** The expression that a name is defined as. */
function defined(name: string, { objects, parse }: Definitions): SyntaxNode | undefined {
  const text = objects.get(name);
  if (text === undefined || text === "") return undefined;
  const root = parse(`int x = (${text}\n);`);
  const declarator = partsOf(root)[0]?.childForFieldName("declarator");
  return root.hasError ? undefined : (declarator?.childForFieldName("value") ?? undefined);
}

/**
 * A sum of the indices and sizes of an expression.
 *
 * @throws Uncovered where it is none; InputError naming a size that is not defined
 */
export function affineOf(node: SyntaxNode, indices: ReadonlySet<string>, definitions: Definitions, depth = 0): Affine {
  checkWork(node, definitions, depth);
  const of = (one: SyntaxNode): Affine => affineOf(one, indices, definitions, depth + 1);
  const refuse = (): never => {
    throw new Uncovered(lineOf(node), `${phrase(node)}, which is no sum of loop indices and whole numbers`);
  };
  switch (node.type) {
    case "number_literal":
      return constant(wholeNumber(node) ?? refuse());
    case "identifier": {
      if (indices.has(node.text)) return term(node.text);
      const inner = defined(node.text, definitions);
      if (inner !== undefined) return of(inner);
      // PolyBench calls a size N in loops by _PB_N.
      const size = node.text.replace(/^_PB_/, "");
      const value = definitions.objects.get(size);
      if (value !== undefined && /^\d+$/.test(value)) return constant(Number(value));
      throw new InputError(`size ${size}`, `a #define of it, or --define ${size}=1000`, "none");
    }
    case "parenthesized_expression":
    case "cast_expression":
      return of(node.childForFieldName("value") ?? partsOf(node)[0] ?? refuse());
    case "unary_expression":
      return field(node, "operator").text === "-" ? plus(constant(0), of(field(node, "argument")), -1) : refuse();
    case "call_expression": {
      const [first] = partsOf(field(node, "arguments"));
      return field(node, "function").text === "POLYBENCH_LOOP_BOUND" && first !== undefined ? of(first) : refuse();
    }
    case "binary_expression": {
      const [left, right] = [of(field(node, "left")), of(field(node, "right"))];
      switch (field(node, "operator").text) {
        case "+":
          return plus(left, right);
        case "-":
          return plus(left, right, -1);
        case "*":
          if (isConstant(left)) return plus(constant(0), right, left.constant);
          return isConstant(right) ? plus(constant(0), left, right.constant) : refuse();
        case "/": {
          const isWhole = isConstant(left) && isConstant(right) && left.constant >= 0 && right.constant > 0;
          return isWhole ? constant(Math.floor(left.constant / right.constant)) : refuse();
        }
      }
    }
  }
  return refuse();
}
