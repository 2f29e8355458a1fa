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
  /** Macros with arguments: whether one does no more than pass them on, to a function of numbers or as they are. */
  readonly functions: Map<string, boolean>;
  /** Names that a scop assigns to, which are no sizes there. */
  readonly written: Set<string>;
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
    written: new Set(),
    work: { left: MOST_WORK },
  };
  const scops: (Omit<ScopRange, "end"> & { end?: number })[] = [];
  const walk = (node: SyntaxNode, depth: number, isMain: boolean): void => {
    if (depth > DEEPEST) throw new Uncovered(lineOf(node), `more than ${DEEPEST} levels of nesting`);
    const inside = (nodes: readonly (SyntaxNode | null)[]): void => {
      for (const child of nodes) if (child !== null) walk(child, depth + 1, isMain);
    };
    const open = isMain ? scops.at(-1) : undefined;
    if (open !== undefined && open.end === undefined && /^preproc_(?!call)/.test(node.type))
      throw new Uncovered(lineOf(node), `${phrase(node)} inside a scop`);
    switch (node.type) {
      case "preproc_include": {
        const path = /^"([^"]+)"$/.exec(field(node, "path").text)?.[1];
        const included = path === undefined ? undefined : include(path);
        if (included !== undefined) walk(included, depth + 1, false);
        return;
      }
      case "preproc_def": {
        const name = field(node, "name").text;
        if (!definitions.given.has(name)) objects.set(name, textOf(node));
        return;
      }
      case "preproc_function_def":
        definitions.functions.set(field(node, "name").text, passesOn(field(node, "parameters").text, textOf(node)));
        return;
      case "preproc_elifdef":
        throw new Uncovered(lineOf(node), `${phrase(node)}, a condition that is not read`);
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
        const directive = field(node, "directive").text.replace(/\s/g, "");
        const argument = withoutComments(node.childForFieldName("argument")?.text ?? "");
        if (directive === "#undef") {
          if (open !== undefined && open.end === undefined) throw new Uncovered(lineOf(node), `${phrase(node)} inside a scop`);
          if (!definitions.given.has(argument)) objects.delete(argument);
          definitions.functions.delete(argument);
        }
        if (!isMain || directive !== "#pragma") return;
        if (argument === "scop") scops.push({ start: node.endIndex, line: lineOf(node) + 1, definitions: copyOf(definitions) });
        else if (argument === "endscop" && open !== undefined && open.end === undefined) open.end = node.startIndex;
        if (scops.length > MOST_SCOPS) throw new Uncovered(lineOf(node), `more than ${MOST_SCOPS} scops`);
        return;
      }
      default:
        if (HOLDERS.has(node.type)) inside(node.children);
        else if (!node.type.startsWith("#") && DEFINING.test(node.text))
          throw new Uncovered(lineOf(node), "a line of the preprocessor within a declaration");
    }
  };
  walk(root, 0, true);
  return scops.flatMap((one) => (one.end === undefined ? [] : [{ ...one, end: one.end }]));
}

function copyOf({ objects, functions, ...others }: Definitions): Definitions {
  return { ...others, objects: new Map(objects), functions: new Map(functions), written: new Set() };
}

const DEFINING = /^[ \t]*#[ \t]*(define|undef|include|if|el|endif|pragma[ \t]+(end)?scop)/m;

function withoutComments(text: string): string {
  return text
    .replace(/\\\r?\n/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/\/\/.*/, "")
    .trim();
}

function textOf(node: SyntaxNode): string {
  return withoutComments(node.childForFieldName("value")?.text ?? "");
}

/** Functions of numbers that headers of PolyBench call by macros. */
const FUNCTIONS = /^(sqrt|exp|pow|fabs)[fl]?$/;

/** Whether a macro with `(x, y)` is `x`, `x##f`, or one of the functions of the same arguments. */
function passesOn(parameters: string, value: string): boolean {
  const [names, body] = [parameters, value].map((text) => text.replace(/[\s()]/g, ""));
  if (names === undefined || body === undefined || !/^\w+(,\w+)*$/.test(names)) return false;
  const called = body.endsWith(names) ? body.slice(0, body.length - names.length) : undefined;
  const isPasted = !names.includes(",") && body.startsWith(`${names}##`) && /^##[fFlL]?$/.test(body.slice(names.length));
  return isPasted || (called === "" && !names.includes(",")) || (called !== undefined && FUNCTIONS.test(called));
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
  return isDefined(field(node, "name").text, definitions) === (node.children[0]?.type !== "#ifndef");
}

function isDefined(name: string, { objects, functions }: Definitions): boolean {
  return objects.has(name) || functions.has(name);
}

/** A whole number in a condition of the preprocessor, where names without a definition are 0. */
function conditionValue(node: SyntaxNode, definitions: Definitions, depth: number): number {
  checkWork(node, definitions, depth);
  const of = (one: SyntaxNode): number => conditionValue(one, definitions, depth + 1);
  const refuse = (): never => {
    throw new Uncovered(lineOf(node), `a condition that is not read: ${phrase(node)}`);
  };
  const [first] = partsOf(node);
  switch (node.type) {
    case "number_literal":
      return wholeNumber(node) ?? refuse();
    case "identifier": {
      const inner = defined(node, node.text, definitions);
      return inner === undefined ? 0 : of(inner);
    }
    case "preproc_defined":
      return first !== undefined && isDefined(first.text, definitions) ? 1 : 0;
    case "parenthesized_expression":
      return first === undefined ? 0 : of(first);
    case "unary_expression": {
      const value = of(field(node, "argument"));
      const { text } = field(node, "operator");
      return text === "!" ? Number(value === 0) : text === "-" ? -value : refuse();
    }
    case "binary_expression": {
      const apply = LOGIC[field(node, "operator").text];
      if (apply !== undefined) return Number(apply(of(field(node, "left")), of(field(node, "right"))));
    }
  }
  return refuse();
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

/** What a macro's text is where it stands in an expression as if it stood in brackets. */
const WHOLE = new Set(["number_literal", "identifier", "parenthesized_expression", "call_expression"]);

/** The expression that a name is defined as; undefined where it is not, or as nothing. @throws Uncovered for other texts */
export function defined(node: SyntaxNode, name: string, { objects, functions, parse }: Definitions): SyntaxNode | undefined {
  const text = objects.get(name);
  if (functions.has(name)) throw new Uncovered(lineOf(node), `${name}, a macro with arguments`);
  if (text === undefined || text === "") return undefined;
  const root = parse(`int x = (${text}\n);`);
  const bracket = partsOf(root)[0]?.childForFieldName("declarator")?.childForFieldName("value") ?? null;
  const [value, another] = bracket === null ? [] : partsOf(bracket);
  if (root.hasError || value === undefined || another !== undefined || !WHOLE.has(value.type))
    throw new Uncovered(lineOf(node), `${name}, a macro that is no number, name or expression in brackets`);
  return value;
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
      // PolyBench calls a size N in loops by _PB_N.
      const size = node.text.replace(/^_PB_/, "");
      for (const name of [node.text, size]) {
        if (definitions.written.has(name)) throw new Uncovered(lineOf(node), `${name} as a size, which is assigned to`);
        const inner = defined(node, name, definitions);
        if (inner !== undefined) return of(inner);
      }
      throw new InputError(`size ${size}`, `a #define of it, or --define ${size}=1000`, "none");
    }
    case "parenthesized_expression":
      return of(partsOf(node)[0] ?? refuse());
    case "cast_expression":
      return /^(int|long|ptrdiff_t)$/.test(field(node, "type").text) ? of(field(node, "value")) : refuse();
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
