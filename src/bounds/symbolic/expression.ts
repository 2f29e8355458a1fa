/** Formulas of bounds: sums, products, quotients, powers with rational exponents, and the least of several. */
export type Expression =
  | { readonly kind: "number"; readonly value: bigint }
  | { readonly kind: "symbol"; readonly name: string }
  | { readonly kind: "sum"; readonly terms: readonly Term[] }
  | { readonly kind: "product"; readonly over: readonly Expression[]; readonly under: readonly Expression[] }
  | { readonly kind: "power"; readonly base: Expression; readonly exponent: Exponent }
  | { readonly kind: "min"; readonly of: readonly Expression[] };

interface Term {
  readonly minus: boolean;
  readonly of: Expression;
}

interface Exponent {
  readonly numerator: number;
  readonly denominator: number;
}

const TOKEN = /\s*([A-Za-zτκ][A-Za-z0-9]*|\d+|[-−+*·/^()√²³,])/y;

/**
 * Reads `2·m·n·k/√S − 2·S`: `·` or `*`, `/` from left to right, `√` and `^` (a whole number, or two in brackets: `S^(2/3)`) on what stands
 * beside them, `min(a, b)`.
 *
 * @throws RangeError for any other text: formulas are this project's own
 */
export function parseExpression(text: string): Expression {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new RangeError(`parseExpression: ${text}`);
    tokens.push(token);
  }
  const reader = new Reader(tokens);
  const found = reader.sum();
  if (!reader.atEnd()) throw new RangeError(`parseExpression: ${text}`);
  return found;
}

class Reader {
  private at = 0;
  constructor(private readonly tokens: readonly string[]) {}

  atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  private take(...wanted: readonly string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.at++;
    return token;
  }

  private expect(token: string): void {
    if (this.take(token) === undefined) throw new RangeError(`parseExpression: ${token} expected in ${this.tokens.join("")}`);
  }

  sum(): Expression {
    const terms = [{ minus: false, of: this.product() }];
    for (let sign = this.take("+", "-", "−"); sign !== undefined; sign = this.take("+", "-", "−")) {
      terms.push({ minus: sign !== "+", of: this.product() });
    }
    return sumOf(terms);
  }

  private product(): Expression {
    const [over, under] = [[this.factor()], [] as Expression[]];
    for (let sign = this.take("·", "*", "/"); sign !== undefined; sign = this.take("·", "*", "/")) {
      (sign === "/" ? under : over).push(this.factor());
    }
    return productOf(over, under);
  }

  private factor(): Expression {
    if (this.take("√") !== undefined) return { kind: "power", base: this.factor(), exponent: { numerator: 1, denominator: 2 } };
    const base = this.atom();
    const small = this.take("²", "³");
    if (small !== undefined) return { kind: "power", base, exponent: { numerator: small === "²" ? 2 : 3, denominator: 1 } };
    return this.take("^") === undefined ? base : { kind: "power", base, exponent: this.exponent() };
  }

  private exponent(): Exponent {
    if (this.take("(") === undefined) return { numerator: Number(this.tokens[this.at++]), denominator: 1 };
    const numerator = Number(this.tokens[this.at++]);
    const denominator = this.take("/") === undefined ? 1 : Number(this.tokens[this.at++]);
    this.expect(")");
    return { numerator, denominator };
  }

  private atom(): Expression {
    if (this.take("(") !== undefined) {
      const inside = this.sum();
      this.expect(")");
      return inside;
    }
    const token = this.tokens[this.at++] ?? "";
    if (/^\d+$/.test(token)) return { kind: "number", value: BigInt(token) };
    if (!/^[A-Za-zτκ]/.test(token)) throw new RangeError(`parseExpression: ${token} in ${this.tokens.join("")}`);
    if (token !== "min") return { kind: "symbol", name: token };
    this.expect("(");
    const of = [this.sum()];
    while (this.take(",") !== undefined) of.push(this.sum());
    this.expect(")");
    return { kind: "min", of };
  }
}

/** Sums inside one another are one. */
function sumOf(terms: readonly Term[]): Expression {
  const all = terms.flatMap(({ minus, of }) =>
    of.kind === "sum" ? of.terms.map((term) => ({ minus: term.minus !== minus, of: term.of })) : [{ minus, of }],
  );
  const [only] = all;
  return all.length === 1 && only !== undefined && !only.minus ? only.of : { kind: "sum", terms: all };
}

/** Products and quotients inside one another are one, without factors of 1. */
function productOf(over: readonly Expression[], under: readonly Expression[]): Expression {
  const parts = (sign: "over" | "under", of: readonly Expression[]): readonly Expression[] =>
    of.flatMap((one) => (one.kind === "product" ? one[sign] : sign === "over" ? [one] : []));
  const isOne = (one: Expression): boolean => one.kind === "number" && one.value === 1n;
  const all = [...parts("over", over), ...parts("under", under)].filter((one) => !isOne(one));
  const below = [...parts("under", over), ...parts("over", under)].filter((one) => !isOne(one));
  const [only] = all;
  if (all.length <= 1 && below.length === 0) return only ?? { kind: "number", value: 1n };
  return { kind: "product", over: all, under: below };
}

/** The names in an expression, each once, in order of appearance. */
export function symbolsIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "number":
      return [];
    case "symbol":
      return [expression.name];
    case "power":
      return symbolsIn(expression.base);
    case "sum":
      return [...new Set(expression.terms.flatMap(({ of }) => symbolsIn(of)))];
    case "product":
      return [...new Set([...expression.over, ...expression.under].flatMap(symbolsIn))];
    case "min":
      return [...new Set(expression.of.flatMap(symbolsIn))];
  }
}

/** The expression with other expressions in the place of some names. */
export function substituted(expression: Expression, by: ReadonlyMap<string, Expression>): Expression {
  const inside = (one: Expression): Expression => substituted(one, by);
  switch (expression.kind) {
    case "number":
      return expression;
    case "symbol":
      return by.get(expression.name) ?? expression;
    case "power": {
      const base = inside(expression.base);
      const isOne = base.kind === "number" && base.value === 1n;
      return isOne ? base : { ...expression, base };
    }
    case "sum":
      return sumOf(expression.terms.map(({ minus, of }) => ({ minus, of: inside(of) })));
    case "product":
      return productOf(expression.over.map(inside), expression.under.map(inside));
    case "min":
      return { ...expression, of: expression.of.map(inside) };
  }
}
