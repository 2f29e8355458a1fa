import { numberOf, type Scope, wordOf } from "./expression.js";
import { field, lineOf, partsOf, phrase, type SyntaxNode, Uncovered } from "./syntax.js";

/** A coefficient, and the sum of the sizes of what it is the sum of. */
interface Coefficient {
  readonly value: number;
  readonly size: number;
}

/** Coefficients of products, by the factors' names in order. */
type Terms = ReadonlyMap<string, Coefficient>;

const MOST_TERMS = 1024;
const LEAST = 1e-9;

/**
 * Checks that no term of a sum is taken away again, as in `x - x`: then nothing is read of it.
 *
 * @throws Uncovered naming the statement
 */
export function checkTerms(node: SyntaxNode, operator: string, left: SyntaxNode, right: SyntaxNode, scope: Scope): void {
  const reader = new TermReader(node, scope);
  const given = reader.terms(right);
  if (operator === "+=" || operator === "-=") reader.sum(reader.terms(left), given, operator === "+=" ? 1 : -1);
}

class TermReader {
  private readonly statement: SyntaxNode;

  private readonly scope: Scope;

  constructor(statement: SyntaxNode, scope: Scope) {
    this.statement = statement;
    this.scope = scope;
  }

  terms(node: SyntaxNode): Terms {
    const atom = factor(node.text.replace(/\s/g, ""));
    switch (node.type) {
      case "number_literal": {
        const value = numberOf(node.text);
        return value === undefined || !Number.isFinite(value) ? atom : new Map([["[]", { value, size: Math.abs(value) }]]);
      }
      case "parenthesized_expression":
      case "cast_expression": {
        const [inner] = [node.childForFieldName("value"), ...partsOf(node)].filter((one) => one !== null);
        return inner === undefined ? atom : this.terms(inner);
      }
      case "unary_expression": {
        const inner = this.terms(field(node, "argument"));
        const sign = { "-": -1, "+": 1 }[field(node, "operator").text];
        return sign === undefined ? atom : this.sum(new Map(), inner, sign);
      }
      case "binary_expression": {
        const [left, right] = [this.terms(field(node, "left")), this.terms(field(node, "right"))];
        const operator = field(node, "operator").text;
        if (operator === "+" || operator === "-") return this.sum(left, right, operator === "+" ? 1 : -1);
        if (operator === "*") return this.product(left, right);
        return operator === "/" ? this.quotient(left, right, field(node, "right")) : atom;
      }
      case "identifier":
      case "subscript_expression": {
        const word = wordOf(node, this.scope);
        const subscripts = word?.subscripts.map(({ constant, terms }) => [constant, [...terms].sort()]);
        return word === undefined ? atom : factor(JSON.stringify([word.array, subscripts]));
      }
      case "call_expression":
        for (const part of partsOf(field(node, "arguments"))) this.terms(part);
        return atom;
      case "conditional_expression":
        for (const part of partsOf(node)) this.terms(part);
    }
    return atom;
  }

  /** Left and a multiple of right. */
  sum(left: Terms, right: Terms, times: number): Terms {
    const found = new Map(left);
    for (const [key, { value, size }] of right) {
      const before = found.get(key) ?? { value: 0, size: 0 };
      this.set(found, key, before.value + times * value, before.size + Math.abs(times) * size);
    }
    return found;
  }

  private product(left: Terms, right: Terms): Terms {
    if (left.size * right.size > MOST_TERMS) this.refuse();
    const found = new Map<string, Coefficient>();
    for (const [ofLeft, a] of left)
      for (const [ofRight, b] of right) {
        const key = JSON.stringify([...JSON.parse(ofLeft), ...JSON.parse(ofRight)].sort());
        const before = found.get(key) ?? { value: 0, size: 0 };
        this.set(found, key, before.value + a.value * b.value, before.size + a.size * b.size);
      }
    return found;
  }

  private quotient(left: Terms, right: Terms, divisor: SyntaxNode): Terms {
    const number = right.size === 1 ? right.get("[]")?.value : undefined;
    if (number !== undefined) return this.sum(new Map(), left, 1 / number);
    if (right.size === 1 && [...right.keys()].every((key) => left.has(key))) this.refuse();
    return this.product(left, factor(`1/${divisor.text.replace(/\s/g, "")}`));
  }

  private set(terms: Map<string, Coefficient>, key: string, value: number, size: number): void {
    terms.set(key, { value, size });
    if (terms.size > MOST_TERMS || (size > 0 && !(Math.abs(value) > LEAST * size))) this.refuse();
  }

  private refuse(): never {
    throw new Uncovered(lineOf(this.statement), `${phrase(this.statement)}, in which terms may cancel`);
  }
}

function factor(name: string): Terms {
  return new Map([[JSON.stringify([name]), { value: 1, size: 1 }]]);
}
