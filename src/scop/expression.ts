import { affineOf, type Definitions, defined } from "./definitions.js";
import type { Expression, Reference } from "./statement.js";
import { field, lineOf, partsOf, phrase, type SyntaxNode, Uncovered } from "./syntax.js";

/** What names stand for where an expression is read. */
export interface Scope {
  readonly definitions: Definitions;
  readonly indices: ReadonlySet<string>;
  /** Variables that the scop writes. */
  readonly written: ReadonlySet<string>;
}

const DEEPEST = 200;
const SCALAR: Expression = { op: "scalar" };

/** What an expression computes of words. @throws Uncovered where it does what is not read here */
export function expressionOf(node: SyntaxNode, scope: Scope, depth = 0): Expression {
  if (depth > DEEPEST) throw new Uncovered(lineOf(node), `an expression of more than ${DEEPEST} levels`);
  const of = (one: SyntaxNode): Expression => expressionOf(one, scope, depth + 1);
  switch (node.type) {
    case "number_literal":
    case "char_literal":
      return SCALAR;
    case "identifier":
    case "subscript_expression": {
      const word = wordOf(node, scope);
      if (word !== undefined) return { op: "word", word };
      if (scope.definitions.objects.has(node.text) && constantOf(node, scope.definitions) === undefined)
        throw new Uncovered(lineOf(node), `${node.text}, a macro that is no number`);
      return SCALAR;
    }
    case "parenthesized_expression":
    case "cast_expression":
      return of(node.childForFieldName("value") ?? onlyPart(node));
    case "unary_expression": {
      const { text } = field(node, "operator");
      if (text === "-" || text === "+") return of(field(node, "argument"));
      break;
    }
    case "binary_expression":
      return combined(node, of(field(node, "left")), of(field(node, "right")), scope.definitions);
    case "conditional_expression":
      return chosen(node, of);
    case "call_expression": {
      const name = field(node, "function").text;
      // A macro may read other words than its arguments, or fewer.
      if (scope.definitions.functions.get(name) === false)
        throw new Uncovered(lineOf(node), `${phrase(node)}, a macro that is not read here`);
      const parts = partsOf(field(node, "arguments")).map(of);
      return parts.every(({ op }) => op === "scalar") ? SCALAR : { op: "call", name: calledName(name), of: parts };
    }
  }
  throw new Uncovered(lineOf(node), `${phrase(node)}, which is not read here`);
}

/** Sums and products without what is constant in them, quotients by words. */
function combined(node: SyntaxNode, left: Expression, right: Expression, definitions: Definitions): Expression {
  const operator = field(node, "operator").text;
  const isScalar = [left, right].map(({ op }) => op === "scalar");
  switch (operator) {
    case "+":
    case "-":
      return flattened("sum", left, right);
    case "*":
      if ([field(node, "left"), field(node, "right")].some((one) => isZero(one, definitions))) break;
      return flattened("product", left, right);
    case "/":
      return isScalar[1] ? left : { op: "quotient", of: [left, right] };
  }
  throw new Uncovered(lineOf(node), `${phrase(node)}, which is not read here`);
}

/** Whether it is a constant zero: then a product has no other word. */
export function isZero(node: SyntaxNode, definitions: Definitions): boolean {
  return constantOf(node, definitions) === 0;
}

/** The value of an expression of numbers and macros; undefined for others. */
function constantOf(node: SyntaxNode, definitions: Definitions, depth = 0): number | undefined {
  if (depth > DEEPEST) return undefined;
  const of = (one: SyntaxNode): number | undefined => constantOf(one, definitions, depth + 1);
  switch (node.type) {
    case "number_literal":
      return numberOf(node.text) ?? 1;
    case "char_literal":
      return node.text === "'\\0'" ? 0 : 1;
    case "identifier": {
      const inner = definitions.objects.has(node.text) ? defined(node, node.text, definitions) : undefined;
      return inner === undefined ? undefined : of(inner);
    }
    case "parenthesized_expression":
      return of(onlyPart(node));
    case "cast_expression":
      return of(field(node, "value"));
    case "unary_expression":
      return signed(field(node, "operator").text, of(field(node, "argument")));
    case "call_expression": {
      const [argument, another] = partsOf(field(node, "arguments"));
      const isPassed = definitions.functions.get(field(node, "function").text) === true && another === undefined;
      return isPassed && argument !== undefined ? of(argument) : undefined;
    }
    case "binary_expression": {
      const [left, right] = [of(field(node, "left")), of(field(node, "right"))];
      const apply = ARITHMETIC[field(node, "operator").text];
      return left === undefined || right === undefined ? undefined : apply?.(left, right);
    }
  }
  return undefined;
}

/** Of a literal of C; undefined for hexadecimal ones with a point, which are some number but 0. */
export function numberOf(text: string): number | undefined {
  const plain = text.replace(/'/g, "").replace(/^0[xX]/, "0x");
  const value = Number(plain.startsWith("0x") ? plain.replace(/[uUlL]+$/, "") : plain.replace(/[uUlLfF]+$/, ""));
  return Number.isNaN(value) ? undefined : value;
}

function signed(operator: string, value: number | undefined): number | undefined {
  return value === undefined || !/^[+-]$/.test(operator) ? undefined : operator === "-" ? -value || 0 : value;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

/** Of one operator, in one list, as sums and products are in any order. */
function flattened(op: "sum" | "product", ...parts: readonly Expression[]): Expression {
  const all = parts.flatMap((part) => (part.op === op ? part.of : [part])).filter((part) => part.op !== "scalar");
  return all.length > 1 ? { op, of: all } : (all[0] ?? SCALAR);
}

/** `a < b ? a : b` is the less of two; any other choice is a function of all that is read. */
function chosen(node: SyntaxNode, of: (one: SyntaxNode) => Expression): Expression {
  const branches = [field(node, "consequence"), field(node, "alternative")];
  const condition = inner(field(node, "condition"));
  const operator = condition.type === "binary_expression" ? field(condition, "operator").text : "";
  if (!/^([<>]=?|[=!]=)$/.test(operator)) throw new Uncovered(lineOf(node), `${phrase(condition)}, which is not read here`);
  const sides = [field(condition, "left"), field(condition, "right")];
  if (sides.every((one) => of(one).op === "scalar"))
    throw new Uncovered(lineOf(node), `${phrase(condition)}, a condition that reads no word`);
  const text = (one: SyntaxNode | undefined): string => inner(one as SyntaxNode).text.replace(/\s/g, "");
  const [a, b] = branches.map(text);
  const [x, y] = sides.map(text);
  const isExtreme = /[<>]/.test(operator) && ((a === x && b === y) || (a === y && b === x));
  if (isExtreme) return { op: "call", name: EXTREME, of: branches.map(of) };
  return { op: "call", name: "?", of: [...sides, ...branches].map(of) };
}

function inner(node: SyntaxNode): SyntaxNode {
  let found = node;
  while (found.type === "parenthesized_expression") found = onlyPart(found);
  return found;
}

function onlyPart(node: SyntaxNode): SyntaxNode {
  const [first, second] = partsOf(node);
  if (first === undefined || second !== undefined) throw new Uncovered(lineOf(node), `${phrase(node)}, which is not read here`);
  return first;
}

/** The less or the greater of two. */
export const EXTREME = "min or max";

function calledName(name: string): string {
  return /^f?(min|max)[fl]?$/i.test(name) ? EXTREME : name;
}

/** A word of an array, or a variable that the scop writes; undefined for other variables. @throws Uncovered */
export function wordOf(node: SyntaxNode, { definitions, indices, written }: Scope): Reference | undefined {
  let base = node;
  const subscripts: SyntaxNode[] = [];
  while (base.type === "subscript_expression") {
    subscripts.unshift(field(base, "index"));
    base = field(base, "argument");
    if (subscripts.length > MOST_DIMENSIONS) throw new Uncovered(lineOf(node), `more than ${MOST_DIMENSIONS} subscripts`);
  }
  const name = base.text;
  const isMacro = definitions.objects.has(name) || definitions.functions.has(name);
  if (base.type !== "identifier" || !/^[A-Za-z_]\w*$/.test(name) || (isMacro && (subscripts.length > 0 || written.has(name))))
    throw new Uncovered(lineOf(node), `${phrase(node)}, which is no array by its name`);
  if (subscripts.length === 0 && !written.has(name)) return undefined;
  return { array: name, subscripts: subscripts.map((one) => affineOf(one, indices, definitions)) };
}

const MOST_DIMENSIONS = 8;
