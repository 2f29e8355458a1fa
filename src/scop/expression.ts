import { affineOf, type Definitions } from "./definitions.js";
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
      return word === undefined ? SCALAR : { op: "word", word };
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
      return combined(node, field(node, "operator").text, of(field(node, "left")), of(field(node, "right")));
    case "conditional_expression":
      return chosen(node, of);
    case "call_expression": {
      const name = field(node, "function").text;
      // A macro may read words that its arguments do not name.
      if (/\[/.test(scope.definitions.functions.get(name) ?? ""))
        throw new Uncovered(lineOf(node), `${phrase(node)}, a macro with subscripts`);
      const parts = partsOf(field(node, "arguments")).map(of);
      return parts.every(({ op }) => op === "scalar") ? SCALAR : { op: "call", name: calledName(name), of: parts };
    }
  }
  throw new Uncovered(lineOf(node), `${phrase(node)}, which is not read here`);
}

/** Sums and products without what is constant in them, quotients by words. */
function combined(node: SyntaxNode, operator: string, left: Expression, right: Expression): Expression {
  const isScalar = [left, right].map(({ op }) => op === "scalar");
  switch (operator) {
    case "+":
    case "-":
      return flattened("sum", left, right);
    case "*":
      if ([field(node, "left"), field(node, "right")].some(isZero)) break;
      return flattened("product", left, right);
    case "/":
      return isScalar[1] ? left : { op: "quotient", of: [left, right] };
  }
  throw new Uncovered(lineOf(node), `${phrase(node)}, which is not read here`);
}

/** Whether the text is a zero: it has no word in a product. */
export function isZero({ text }: SyntaxNode): boolean {
  return /^[\s(]*0*\.?0*[fFlL]?[\s)]*$/.test(text) && text.includes("0");
}

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
  if (base.type !== "identifier" || /\[/.test(definitions.objects.get(name) ?? ""))
    throw new Uncovered(lineOf(node), `${phrase(node)}, which is no array by its name`);
  if (subscripts.length === 0 && !written.has(name)) return undefined;
  return { array: name, subscripts: subscripts.map((one) => affineOf(one, indices, definitions)) };
}

const MOST_DIMENSIONS = 8;
