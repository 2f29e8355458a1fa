import type { Expression } from "./expression.js";

const SMALL: Readonly<Record<number, string>> = { 2: "²", 3: "³" };

/** `2·m·n·k/√S − 2·S`; `parseExpression` reads it back. */
export function plainText(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return `${expression.value}`;
    case "symbol":
      return expression.name;
    case "min":
      return `min(${expression.of.map(plainText).join(", ")})`;
    case "sum":
      return joined(expression.terms.map(({ minus, of }) => [minus, plainText(of)] as const));
    case "power": {
      const { numerator, denominator } = expression.exponent;
      const base = bracketed(expression.base, ["sum", "product", "power"]);
      if (denominator === 2 && numerator === 1) return `√${base}`;
      if (denominator > 1) return `${base}^(${numerator}/${denominator})`;
      return `${base}${SMALL[numerator] ?? `^${numerator}`}`;
    }
    case "product": {
      const { over, under } = expression;
      const factor = (one: Expression): string => bracketed(one, ["sum"]);
      const top = over.length === 0 ? "1" : over.map(factor).join("·");
      if (under.length === 0) return top;
      const bottom = under.map(factor).join("·");
      return `${top}/${under.length > 1 ? `(${bottom})` : bottom}`;
    }
  }
}

function bracketed(expression: Expression, kinds: readonly Expression["kind"][]): string {
  const text = plainText(expression);
  return kinds.includes(expression.kind) ? `(${text})` : text;
}

/** The first sign of a sum is part of its term only where it is a minus. */
function joined(terms: readonly (readonly [minus: boolean, text: string])[]): string {
  return terms.map(([minus, text], i) => `${i === 0 ? (minus ? "−" : "") : minus ? " − " : " + "}${text}`).join("");
}

const GREEK: Readonly<Record<string, string>> = { τ: "\\tau", κ: "\\kappa" };

/** `\frac{2mnk}{\sqrt{S}} - 2S`, for a paper. */
export function latexText(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return `${expression.value}`;
    case "symbol":
      return GREEK[expression.name] ?? (expression.name.length === 1 ? expression.name : `\\mathrm{${expression.name}}`);
    case "min":
      return `\\min(${expression.of.map(latexText).join(", ")})`;
    case "sum":
      return joined(expression.terms.map(({ minus, of }) => [minus, latexText(of)] as const)).replaceAll("−", "-");
    case "power": {
      const { numerator, denominator } = expression.exponent;
      const text = latexText(expression.base);
      if (denominator === 2 && numerator === 1) return `\\sqrt{${text}}`;
      const base = ["sum", "product", "power"].includes(expression.base.kind) ? `(${text})` : text;
      return `${base}^{${denominator === 1 ? numerator : `${numerator}/${denominator}`}}`;
    }
    case "product": {
      const { over, under } = expression;
      const side = (of: readonly Expression[]): string =>
        of.map((one) => (one.kind === "sum" && of.length > 1 ? `(${latexText(one)})` : latexText(one))).join(" ");
      if (under.length === 0) return side(over);
      return `\\frac{${over.length === 0 ? "1" : side(over)}}{${side(under)}}`;
    }
  }
}
