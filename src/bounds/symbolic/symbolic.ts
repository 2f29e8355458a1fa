import type { Workload } from "../../computation/workload.js";
import type { Bound, ProofStatus } from "../bound.js";
import { THEOREMS } from "../catalogue.js";
import { type Json, toJson } from "../certificates/json.js";
import { proveBoundsInSetting } from "../prove.js";
import { areMet, EVERY_KERNEL } from "../requirements.js";
import { einsumFormulas } from "./einsum.js";
import { floorOf, isAtMost, isOrdered, type SymbolValues } from "./evaluate.js";
import { type Expression, parseExpression, substituted, symbolsIn } from "./expression.js";
import { FORMULAS, type FormulaText } from "./formulas.js";
import { latexText, plainText } from "./print.js";
import { symbolValues } from "./values.js";

/** A formula as text that `plainText` writes, and for a paper. */
export interface PrintedFormula {
  readonly plain: string;
  readonly latex: string;
}

/**
 * A lower bound on loads and stores in words, one fast memory of S words that starts empty: at least `formula`, that is `leading` less
 * terms of lower order, wherever all of `valid` hold.
 */
export interface SymbolicBound {
  readonly theorem: string;
  readonly formula: PrintedFormula;
  readonly leading: PrintedFormula;
  readonly valid: readonly PrintedFormula[];
  readonly proof: string;
  readonly status: ProofStatus;
}

/** A kind of workload, or the statements of an einsum. */
export type SymbolicSubject = Exclude<Workload["kind"], "einsum"> | { readonly text: string };

/** The bounds of a kind of workload as formulas, and what their symbols mean. */
export interface SymbolicBounds {
  /** `gemm`, or the statements of an einsum. */
  readonly workload: string;
  readonly symbols: Readonly<Record<string, string>>;
  readonly bounds: readonly SymbolicBound[];
}

interface Relation {
  readonly left: Expression;
  readonly right: Expression;
}

interface Parsed {
  readonly theorem: string;
  readonly leading: Expression;
  readonly whole: Expression;
  readonly valid: readonly Relation[];
}

/** Bounds as formulas: of a kind of workload, in its extents; of an einsum, in the extents of its indices. */
export function symbolicBounds(subject: SymbolicSubject): SymbolicBounds {
  const isText = typeof subject === "object";
  const parsed = parsedOf(subject);
  const used = new Set(parsed.flatMap(({ whole, valid }) => [whole, ...valid.flatMap(sidesOf)].flatMap(symbolsIn)));
  const meanings = isText
    ? [...used].filter((name) => name !== "S").map((name) => [name, `extent of index ${name}`] as const)
    : Object.entries(FORMULAS[subject].symbols);
  return {
    workload: isText ? subject.text : subject,
    symbols: Object.fromEntries([...meanings, ["S", "words of the fast memory"]].filter(([name = ""]) => used.has(name))),
    bounds: parsed.map(({ theorem, leading, whole, valid }) => ({
      theorem,
      formula: printed(whole),
      leading: printed(leading),
      valid: valid.map(({ left, right }) => ({
        plain: `${plainText(left)} ≤ ${plainText(right)}`,
        latex: `${latexText(left)} \\le ${latexText(right)}`,
      })),
      ...aboutTheorem(theorem),
    })),
  };
}

/** A formula at the sizes of one workload. */
export interface FormulaHere {
  readonly theorem: string;
  /** Whether every condition holds. */
  readonly holds: boolean;
  /** Of the formula, rounded down, where it holds. */
  readonly value?: bigint;
  /** Whether the formula is surely no more than the largest bound; true where it does not hold. */
  readonly isProven: boolean;
}

/** The formulas at the sizes of one workload. */
export interface SymbolicBoundsHere {
  readonly capacity: bigint;
  readonly formulas: readonly FormulaHere[];
  readonly largest: Bound;
}

/** The formulas of `symbolicBounds`, in that order, at the sizes of a workload and for S words, beside the largest bound there. */
export function formulasAt(workload: Workload, capacity: bigint): SymbolicBoundsHere {
  const subject = workload.kind === "einsum" ? workload : workload.kind;
  const parsed = parsedOf(subject);
  const extents =
    workload.kind === "einsum"
      ? Object.fromEntries(Object.entries(workload.extents).map(([index, extent]) => [index, BigInt(extent)]))
      : symbolValues(workload);
  const values: SymbolValues = { ...extents, S: capacity, L: BigInt((capacity - 1n).toString(2).length) };
  const fastMemory = `${capacity} words`;
  const setting = { interface: "slow-fast", unit: "words", capacity, memories: 1n, fastMemory } as const;
  const [first, ...others] = proveBoundsInSetting(workload, setting).filter(
    ({ scope, requires }) => scope === "total" && areMet(requires, EVERY_KERNEL),
  );
  const largest = others.reduce((x, y) => (y.value > x.value ? y : x), first as Bound);
  const formulas = parsed.map(({ theorem, whole, valid }): FormulaHere => {
    const holds = valid.every(({ left, right }) => isOrdered(left, right, values));
    if (!holds) return { theorem, holds, isProven: true };
    return { theorem, holds, value: floorOf(whole, values), isProven: isAtMost(whole, values, largest.value) };
  });
  return { capacity, formulas, largest };
}

/** The `redblue.symbolic/2` document; with sizes also what each formula comes to there, and the largest bound. */
export function symbolicDocument({ workload, symbols, bounds }: SymbolicBounds, here?: SymbolicBoundsHere): Json {
  const at = (i: number): object => {
    const { holds, value } = here?.formulas[i] ?? {};
    return holds === undefined ? {} : { holds, ...(value === undefined ? {} : { value }) };
  };
  return {
    schema: "redblue.symbolic/2",
    workload,
    symbols,
    bounds: toJson(bounds.map((bound, i) => ({ ...bound, ...at(i) }))),
    ...(here === undefined
      ? {}
      : { fastWords: toJson(here.capacity), largest: toJson({ id: here.largest.id, value: here.largest.value }) }),
  };
}

function parsedOf(subject: SymbolicSubject): readonly Parsed[] {
  if (typeof subject === "string") return FORMULAS[subject].formulas.map((one) => parse(one));
  return einsumFormulas(subject.text).flatMap(({ formulas, by }) => formulas.map((one) => parse(one, by)));
}

function parse({ theorem, leading, less, valid = [] }: FormulaText, by: ReadonlyMap<string, Expression> = new Map()): Parsed {
  const read = (text: string): Expression => substituted(parseExpression(text), by);
  const relation = (text: string): Relation => {
    const [left = "", right = ""] = text.split("≤");
    return { left: read(left), right: read(right) };
  };
  const whole = less === undefined ? leading : `${leading} − ${/ \+ /.test(less) ? `(${less})` : less}`;
  return { theorem, leading: read(leading), whole: read(whole), valid: valid.map(relation) };
}

function sidesOf({ left, right }: Relation): readonly Expression[] {
  return [left, right];
}

function printed(expression: Expression): PrintedFormula {
  return { plain: plainText(expression), latex: latexText(expression) };
}

function aboutTheorem(theorem: string): Pick<SymbolicBound, "proof" | "status"> {
  const found = THEOREMS.find(({ id }) => id === theorem);
  if (found === undefined) throw new RangeError(`no theorem ${theorem}`);
  return { proof: found.proof, status: found.status };
}
