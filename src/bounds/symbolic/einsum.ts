import { type Computation, indicesOf, type Statement } from "../../computation/computation.js";
import { einsumComputation, einsumWorkload } from "../../computation/einsum.js";
import { statementOfSubscripts } from "../../computation/einsum-subscripts.js";
import { indicesOfStatements, parseEinsum } from "../../computation/einsum-text.js";
import { floorRoot, greatestCommonDivisor } from "../../exact/integer.js";
import { add, multiply, parseRational, type Rational, rational, subtract } from "../../exact/rational.js";
import type { Setting } from "../bound.js";
import type { ProjectiveCertificate } from "../certificates/einsum.js";
import { proveEinsumProjective } from "../einsum/projective.js";
import { projectiveInstance } from "../einsum/shape.js";
import { statementChains } from "../einsum/statement-chains.js";
import { standaloneStatements } from "../einsum/subprogram.js";
import { productExtents } from "../gemm/shape.js";
import type { Expression } from "./expression.js";
import { parseExpression } from "./expression.js";
import type { FormulaText, KindFormulas } from "./formulas.js";
import { CHAIN_FORMULAS, GEMM_FORMULAS } from "./formulas.js";

/** Formulas whose symbols stand for products of the indices of a text. */
export interface IndexedFormulas {
  readonly formulas: readonly FormulaText[];
  readonly by: ReadonlyMap<string, Expression>;
}

const PRIMES: readonly number[] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/** Formulas of statements as text, in the extents of their indices. */
export function einsumFormulas(text: string): readonly IndexedFormulas[] {
  const written = statementOfSubscripts(text);
  const statements = parseEinsum(written);
  const primes = primesOf(statements);
  const computation = einsumComputation(einsumWorkload({ text: written, extents: Object.fromEntries(primes) }));
  const using = ({ formulas }: KindFormulas, extents: Readonly<Record<string, bigint>>): IndexedFormulas => ({
    formulas: formulas.filter(({ theorem }) => theorem !== "compulsory"),
    by: new Map(Object.entries(extents).map(([name, extent]) => [name, named(extent, primes)])),
  });
  const parts = statements.length === 1 ? [computation] : standaloneStatements(computation);
  const ofParts = parts.map((part) => {
    const product = productExtents(part);
    if (product === undefined) return { formulas: projectiveFormulas(part), by: new Map() };
    const { batch, m, n, k } = product;
    return using(GEMM_FORMULAS, { b: batch, m, n, k });
  });
  const ofChains = statementChains(computation)
    .filter(({ weights, batch }) => weights.length === 2 && batch === 1n)
    .map(({ rows, widths: [k = 1n, l = 1n, n = 1n] }) => using(CHAIN_FORMULAS, { m: rows, k, l, n }));
  return [{ formulas: [compulsoryOf(computation)], by: new Map() }, ...ofParts, ...ofChains];
}

/** A prime for the extent of each index, so that a product of extents says of which: one for indices of one dimension of an array. */
function primesOf(statements: readonly Statement[]): ReadonlyMap<string, number> {
  const indices = indicesOfStatements(statements);
  const primes = new Map(indices.map((index, i) => [index, PRIMES[i] ?? 1] as const));
  const first = new Map<string, string>();
  for (const { array, dimensions } of statements.flatMap(({ output, operands }) => [output, ...operands])) {
    dimensions.forEach(({ terms }, dimension) => {
      const [index, key] = [terms[0]?.index ?? "", `${array} ${dimension}`];
      const [mine, shared] = [primes.get(index) ?? 1, primes.get(first.get(key) ?? index) ?? 1];
      first.set(key, index);
      for (const [other, prime] of primes) if (prime === mine) primes.set(other, shared);
    });
  }
  return primes;
}

/** Indices of one prime have one extent, so any of them will do. */
function named(extent: bigint, primes: ReadonlyMap<string, number>): Expression {
  let rest = extent;
  const names = [...primes].filter(([, prime]) => {
    const divides = rest % BigInt(prime) === 0n;
    if (divides) rest /= BigInt(prime);
    return divides;
  });
  return parseExpression(names.length === 0 ? "1" : names.map(([name]) => name).join("·"));
}

/** Every input and every output once. */
function compulsoryOf({ statements, arrays }: Computation): FormulaText {
  const all = statements.flatMap(({ output, operands }) => [output, ...operands]);
  const words = arrays
    .filter(({ role }) => role !== "intermediate")
    .map(({ name }) => indicesOf(all.find(({ array }) => array === name) ?? { array: name, dimensions: [] }).join("·") || "1");
  return { theorem: "compulsory", leading: words.join(" + ") };
}

const LARGE = 1n << 40n;

/**
 * points·c/S^(σ−1) less T, c = (σ − 1)^(σ−1)/∏ s^s, at the cut T = S/(σ − 1), for the exponents s of the arrays, σ their sum, that are
 * best where every extent is large. S is rounded up to a multiple of the numerator of σ − 1, so that T is whole.
 */
function projectiveFormulas(part: Computation): readonly FormulaText[] {
  const setting: Setting = { interface: "slow-fast", unit: "words", capacity: 1n << 24n, memories: 1n, fastMemory: "" };
  const small = projectiveInstance(part, setting);
  if (small === undefined) return [];
  const instance = { ...small, indices: small.indices.map(({ index }) => ({ index, extent: LARGE })) };
  const certificate = proveEinsumProjective(instance);
  if (certificate === undefined || certificate.exponents.extents.some((exponent) => exponent !== "0")) return [];
  const powers = powersOf(certificate).filter((power) => power.numerator > 0n);
  const excess = subtract(powers.reduce(add), rational(1));
  const { numerator, denominator } = excess;
  if (numerator <= 0n) return [];
  const memory = numerator === 1n ? "S" : `(S + ${numerator - 1n})`;
  const points = instance.indices.map(({ index }) => index).join("·");
  return [
    {
      theorem: "einsum-projective",
      leading: `${constantOf(powers, excess)}·${points}/${raised(memory, excess)}`,
      less: numerator === 1n ? `${denominator}·S` : `${denominator}·${memory}/${numerator}`,
    },
  ];
}

/** (σ − 1)^(σ−1)/∏ s^s, as a root of the least degree. */
function constantOf(powers: readonly Rational[], excess: Rational): string {
  const degree = powers.reduce((common, { denominator }) => leastMultiple(common, denominator), excess.denominator);
  const toDegree = (base: Rational, inverse: boolean): Rational => {
    const [top, bottom] = inverse ? [base.denominator, base.numerator] : [base.numerator, base.denominator];
    const times = (base.numerator * degree) / base.denominator;
    return rational(top ** times, bottom ** times);
  };
  const { numerator, denominator } = powers.map((power) => toDegree(power, true)).reduce(multiply, toDegree(excess, false));
  for (let left = 1n; ; left++) {
    if (degree % left !== 0n) continue;
    const taken = Number(degree / left);
    const [top, bottom] = [floorRoot(numerator, taken), floorRoot(denominator, taken)];
    if (top ** BigInt(taken) !== numerator || bottom ** BigInt(taken) !== denominator) continue;
    return raised(bottom === 1n ? `${top}` : `(${top}/${bottom})`, rational(1, left));
  }
}

function leastMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}

/** The exponent of each array, over all accesses to it. */
function powersOf({ exponents }: ProjectiveCertificate): readonly Rational[] {
  const read = (text: string): Rational => parseRational(text) ?? rational(0);
  return [...exponents.inputs.map((some) => some.map(read).reduce(add, rational(0))), read(exponents.output)];
}

function raised(name: string, { numerator, denominator }: Rational): string {
  if (numerator === 1n && denominator === 1n) return name;
  if (numerator === 1n && denominator === 2n) return `√${name}`;
  return `${name}^${denominator === 1n ? numerator : `(${numerator}/${denominator})`}`;
}
