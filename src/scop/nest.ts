import { InputError } from "../errors.js";
import type { Affine } from "./affine.js";
import { constant, plus } from "./affine.js";
import { checkTerms } from "./cancel.js";
import { affineOf, type Definitions } from "./definitions.js";
import { expressionOf, isZero, type Scope, wordOf } from "./expression.js";
import { type Action, type Expression, type Loop, wordsOf } from "./statement.js";
import { field, lineOf, type ParseC, partsOf, phrase, type SyntaxNode, Uncovered } from "./syntax.js";
import { declaratorsOf, declaredIn, refusalOf } from "./whole-scop.js";

const DEEPEST = 16;
const MOST_STATEMENTS = 256;
const MOST_WORDS = 256;

/** What stands in a scop at its outermost level: actions, or why they are not read. */
export interface Nest {
  /** From and to which line of the file. */
  readonly lines: readonly [number, number];
  readonly actions: readonly Action[] | Uncovered;
}

/**
 * The nests of a text between `#pragma scop` and `#pragma endscop`, which begins on line `first` of its file. Names of `parameters` stand
 * for whole numbers that are not known, as indices do.
 *
 * @throws InputError where the text is no C or a size is missing
 */
export function nestsOf(
  text: string,
  first: number,
  path: string,
  definitions: Definitions,
  parameters: readonly string[] = [],
): readonly Nest[] {
  const body = bodyOf(text, definitions.parse);
  if (body === undefined) throw new InputError(`${path}, line ${first}`, "statements in C after #pragma scop", "others");
  const written = writtenIn(body);
  for (const name of written) definitions.written.add(name);
  const refusal = refusalOf(body, written, definitions);
  const reader = new Reader({ definitions, indices: new Set(parameters), written }, declaredIn(body));
  // The text stands behind a line of its own.
  const inFile = (line: number): number => line + first - 2;
  return partsOf(body).flatMap((node): readonly Nest[] => {
    const lines = [inFile(lineOf(node)), inFile(lineOf(node) + node.text.split("\n").length - 1)] as const;
    try {
      const actions = reader.actions(node, 0);
      if (refusal !== undefined) throw refusal;
      return actions.length === 0 ? [] : [{ lines, actions: actions.map((one) => moved(one, inFile)) }];
    } catch (error) {
      if (!(error instanceof Uncovered)) throw error;
      return [{ lines, actions: new Uncovered(error.line === 0 ? lines[0] : inFile(error.line), error.message) }];
    }
  });
}

function bodyOf(text: string, parse: ParseC): SyntaxNode | undefined {
  const root = parse(`void scop() {\n${text}\n}`);
  const [only, another] = partsOf(root);
  return root.hasError || another !== undefined ? undefined : (only?.childForFieldName("body") ?? undefined);
}

function moved(action: Action, line: (line: number) => number): Action {
  if (action.kind === "assignment") return { ...action, line: line(action.line) };
  return { ...action, line: line(action.line), body: action.body.map((one) => moved(one, line)) };
}

/** Names that are assigned or declared outside the heads of loops. */
function writtenIn(body: SyntaxNode): ReadonlySet<string> {
  const written = new Set<string>();
  const pending: SyntaxNode[] = [body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const name = (what: SyntaxNode | null): void => {
      if (what?.type === "identifier") written.add(what.text);
    };
    if (node.type === "assignment_expression") name(node.childForFieldName("left"));
    if (node.type === "update_expression") name(node.childForFieldName("argument"));
    if (node.type === "init_declarator") name(node.childForFieldName("declarator"));
    const head = node.type === "for_statement" ? node.childForFieldName("body") : undefined;
    pending.push(...(head === undefined ? partsOf(node) : head === null ? [] : [head]));
  }
  return written;
}

class Reader {
  private readonly scope: Scope;
  private readonly declared: ReadonlySet<string>;
  private statements = 0;

  constructor(scope: Scope, declared: ReadonlySet<string>) {
    this.scope = scope;
    this.declared = declared;
  }

  actions(node: SyntaxNode, depth: number, scope = this.scope): readonly Action[] {
    switch (node.type) {
      case "compound_statement":
        return partsOf(node).flatMap((one) => this.actions(one, depth, scope));
      case "expression_statement":
        return partsOf(node).flatMap((one) => this.assignment(one, scope));
      case "declaration":
        return partsOf(node)
          .filter(({ type }) => type === "init_declarator")
          .map((one) => this.assigned(one, field(one, "declarator"), field(one, "value"), "=", scope));
      case "for_statement":
        return [this.loop(node, depth, scope)];
      case "preproc_call":
        if (field(node, "directive").text.replace(/\s/g, "") === "#pragma") return [];
    }
    throw new Uncovered(lineOf(node), `${phrase(node)}, which is neither a loop nor an assignment`);
  }

  /** `a = b = c` is `b = c` and `a = b`. */
  private assignment(node: SyntaxNode, scope: Scope): readonly Action[] {
    if (node.type !== "assignment_expression") throw new Uncovered(lineOf(node), `${phrase(node)}, which is no assignment`);
    const [left, right] = [field(node, "left"), field(node, "right")];
    const isChain = right.type === "assignment_expression";
    const before = isChain ? this.assignment(right, scope) : [];
    const value = isChain ? field(right, "left") : right;
    return [...before, this.assigned(node, left, value, field(node, "operator").text, scope)];
  }

  private assigned(node: SyntaxNode, left: SyntaxNode, right: SyntaxNode, operator: string, scope: Scope): Action {
    this.count(node);
    const target = wordOf(left, scope);
    if (target === undefined) throw new Uncovered(lineOf(node), `${phrase(node)}, whose target is no word`);
    const given = expressionOf(right, scope);
    if (wordsOf(given).length > MOST_WORDS) throw new Uncovered(lineOf(node), `more than ${MOST_WORDS} words in a statement`);
    const local = [target, ...wordsOf(given)].find(({ array, subscripts }) => subscripts.length > 0 && this.declared.has(array));
    // Its values need be in no slow memory.
    if (local !== undefined) throw new Uncovered(lineOf(node), `${local.array}, an array that the scop declares`);
    checkTerms(node, operator, left, right, scope);
    if (operator === "*=" && isZero(right, scope.definitions))
      return { kind: "assignment", line: lineOf(node), target, value: given };
    return {
      kind: "assignment",
      line: lineOf(node),
      target,
      value: assignedValue(node, operator, { op: "word", word: target }, given),
    };
  }

  private loop(node: SyntaxNode, depth: number, scope: Scope): Loop {
    this.count(node);
    if (depth >= DEEPEST) throw new Uncovered(lineOf(node), `more than ${DEEPEST} loops in each other`);
    const { index, start } = startOf(node);
    const { definitions, indices, written } = scope;
    if (indices.has(index) || written.has(index) || definitions.objects.has(index))
      throw new Uncovered(lineOf(node), `the loop index ${index}, which is something else too`);
    const step = stepOf(node, index);
    const from = affineOf(start, indices, definitions);
    const limit = limitOf(node, index, step, indices, definitions);
    const inside = { ...scope, indices: new Set([...indices, index]) };
    const [low, high] = step === 1 ? [from, limit] : [limit, plus(from, constant(1))];
    const body = this.actions(field(node, "body"), depth + 1, inside);
    return { kind: "loop", line: lineOf(node), index, low, high, isDescending: step === -1, body };
  }

  private count(node: SyntaxNode): void {
    this.statements++;
    if (this.statements > MOST_STATEMENTS) throw new Uncovered(lineOf(node), `more than ${MOST_STATEMENTS} loops and statements`);
  }
}

function assignedValue(node: SyntaxNode, operator: string, own: Expression, given: Expression): Expression {
  const isScalar = given.op === "scalar";
  switch (operator) {
    case "=":
      return given;
    case "+=":
    case "-=":
      return isScalar ? own : { op: "sum", of: [own, ...(given.op === "sum" ? given.of : [given])] };
    case "*=":
      return isScalar ? own : { op: "product", of: [own, ...(given.op === "product" ? given.of : [given])] };
    case "/=":
      return isScalar ? own : { op: "quotient", of: [own, given] };
  }
  throw new Uncovered(lineOf(node), `${phrase(node)}, whose ${operator} is not read here`);
}

function startOf(node: SyntaxNode): { readonly index: string; readonly start: SyntaxNode } {
  const head = field(node, "initializer");
  if (head.type === "declaration" && declaratorsOf(head).length > 1)
    throw new Uncovered(lineOf(node), `${phrase(head)}, which starts more than one variable`);
  const declared = head.type === "declaration" ? field(head, "declarator") : undefined;
  const [index, start] =
    declared?.type === "init_declarator"
      ? [field(declared, "declarator"), field(declared, "value")]
      : head.type === "assignment_expression" && field(head, "operator").text === "="
        ? [field(head, "left"), field(head, "right")]
        : [];
  if (index?.type !== "identifier" || start === undefined)
    throw new Uncovered(lineOf(node), `${phrase(head)}, which starts no loop`);
  return { index: index.text, start };
}

function stepOf(node: SyntaxNode, index: string): 1 | -1 {
  const text = field(node, "update").text.replace(/\s/g, "");
  if ([`${index}++`, `++${index}`, `${index}+=1`, `${index}=${index}+1`].includes(text)) return 1;
  if ([`${index}--`, `--${index}`, `${index}-=1`, `${index}=${index}-1`].includes(text)) return -1;
  throw new Uncovered(lineOf(node), `${phrase(field(node, "update"))}, which is no step of one`);
}

/** One past the last value upwards; the last value downwards. */
function limitOf(node: SyntaxNode, index: string, step: 1 | -1, indices: ReadonlySet<string>, definitions: Definitions): Affine {
  const condition = field(node, "condition");
  const refuse = (): never => {
    throw new Uncovered(lineOf(node), `${phrase(condition)}, which ends no loop of this step`);
  };
  if (condition.type !== "binary_expression") return refuse();
  const [left, right] = [field(condition, "left"), field(condition, "right")];
  const isLeft = left.text === index;
  if (!isLeft && right.text !== index) return refuse();
  const operator = field(condition, "operator").text;
  const bound = affineOf(isLeft ? right : left, indices, definitions);
  const [open, closed] = isLeft === (step === 1) ? ["<", "<="] : [">", ">="];
  if (operator === closed) return step === 1 ? plus(bound, constant(1)) : bound;
  if (operator === open) return step === 1 ? bound : plus(bound, constant(1));
  return refuse();
}
