import { floorSquareRoot, minimum } from "../../exact/integer.js";
import type { Certificate, PlainCertificate } from "../bound.js";
import type { ChainInstance } from "../certificates/chain.js";
import { inFinerUnits } from "../finer-units.js";
import { countsWideAccumulators } from "../requirements-of.js";
import { certificatesOf, type TheoremOf, theoremAmong } from "../theorem.js";
import { CHAIN_THEOREMS } from "./theorems.js";

/** How a word of B that is a word of D too is divided, in parts of 1/`units` byte (or word), and the theorems that may use it. */
interface Division {
  readonly units: bigint;
  readonly b: bigint;
  readonly d: bigint;
  readonly theorems: readonly string[];
}

const theoremOf: TheoremOf = theoremAmong(CHAIN_THEOREMS);

/**
 * Certificates of a chain whose words of D are the first `n` words of the columns of B (proofs/finer-units.md): of each theorem the best
 * over a few divisions of a word, with partial sums counted no wider than results, and wider. `instance` has whole words.
 */
export function sharedWordsCertificates(instance: ChainInstance): readonly Certificate[] {
  const best = new Map<string, Certificate>();
  for (const { units, b, d, theorems } of divisionsOf(instance)) {
    const finer = { ...instance, weights: { ...inUnits(instance.weights, units), b, d }, capacity: units * instance.capacity };
    for (const { id, prove } of CHAIN_THEOREMS) {
      if (prove === undefined || !theorems.includes(id)) continue;
      for (const certificate of prove(finer) as readonly PlainCertificate[]) {
        if (isOfUnequalColumns({ b, d }, finer.weights.a) && !allowsUnequalColumns(certificate)) continue;
        const key = `${id} ${countsWideAccumulators(certificate, theoremOf)}`;
        const made = inFinerUnits(certificate, units);
        if (made.value > (best.get(key)?.value ?? -1n)) best.set(key, made);
      }
    }
  }
  return [...best.values()];
}

/** Theorems that hold as they stand where chains of a batch have words of B in common. */
const OF_COMMON_COLUMNS: readonly string[] = ["chain-fused", "chain-recomputation"];

/** Certificates of chains side by side that have the words of some rows of B in common (proofs/finer-units.md, Theorem 4). */
export function commonColumnsCertificates(instance: ChainInstance): readonly Certificate[] {
  const theorems = CHAIN_THEOREMS.filter(({ id }) => OF_COMMON_COLUMNS.includes(id));
  return certificatesOf(theorems, instance)
    .filter(allowsUnequalColumns)
    .map((certificate) => inFinerUnits(certificate, 1n));
}

/** Are columns of B counted as one size although those without a partner in D weigh a whole word? */
function isOfUnequalColumns({ b, d }: Pick<Division, "b" | "d">, word: bigint): boolean {
  return b + d > word;
}

/** With an empty start every word counts as the narrowest. */
function allowsUnequalColumns(certificate: PlainCertificate): boolean {
  return certificate.theorem === "chain-fused" || ("form" in certificate && certificate.form === "amortized");
}

function inUnits(weights: ChainInstance["weights"], units: bigint): ChainInstance["weights"] {
  return Object.fromEntries(Object.entries(weights).map(([name, size]) => [name, units * size])) as unknown as typeof weights;
}

/** A part is so many of a word where no smaller number makes it whole. */
const MOST_UNITS = 64n;

/**
 * Halves for every theorem, which is best at k = n. For `chain-fused` the sizes b and d with b : d = a : e, e of a sum of E, and k·b + n·d
 * the weight of a column; for `chain-recomputation` a half, and columns that weigh as the mean of their roots.
 */
function divisionsOf({ extents: { k, n }, weights }: ChainInstance): readonly Division[] {
  const { a, b: word, partial, output } = weights;
  const half = word % 2n === 0n ? 1n : 2n;
  const halves = {
    units: half,
    b: (word * half) / 2n,
    d: (word * half) / 2n,
    theorems: CHAIN_THEOREMS.map(({ id }) => id as string),
  };
  const units = MOST_UNITS;
  const whole = units * word;
  const proportional = [...new Set([output, partial])].map((e) => {
    const d = minimum((k * whole * e) / (k * a + n * e), whole - 1n);
    return { units, b: (k * whole - n * d) / k, d, theorems: ["chain-fused"] };
  });
  // k·√b ≤ n·√(w/2) + (k − n)·√w
  const root = floorSquareRoot((n * n * whole) / 2n) + floorSquareRoot((k - n) ** 2n * whole);
  const rooted = { units, b: root ** 2n / k ** 2n, d: whole / 2n, theorems: ["chain-recomputation"] };
  return k === n && a === partial ? [halves] : [halves, ...proportional, ...(k === n ? [] : [rooted])];
}
