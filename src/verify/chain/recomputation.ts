import { leastWhere, readCut } from "../shared/amortized.js";
import { count, exactly, type Fields, Refused, requireOnly } from "../shared/fields.js";
import { byForm } from "../shared/forms.js";
import { atLeastZero, divisor, rootAtMost } from "../shared/integers.js";
import type { CheckedTheorem } from "../theorem.js";
import { type CheckedChain, readChain, requireOneMemory } from "./chain.js";

interface Checked {
  readonly chain: CheckedChain;
  /** Inner indices one by one; from an empty start every word counts as the narrowest. */
  readonly columns?: "rooted";
  readonly value: bigint;
}

/** The closed form in which recomputation of H is charged, with the condition on T that it needs. */
export const checkChainRecomputation: CheckedTheorem["check"] = byForm({
  amortized: checkAmortized,
  "empty-start": checkEmptyStart,
});

/** Every word at its own size, whatever the number of memories (proofs/amortized.md). */
function checkAmortized(fields: Fields, path: string): Checked {
  requireOnly(fields, ["schema", "theorem", "form", "instance", "cut", "clock", "value"], path);
  const chain = readChain(fields, path);
  const { k, n, pairs, factors, a, b, h, d, partial: s, output } = chain;
  const sizes = [a, b, h, d, s];
  const widest = sizes.reduce((p, q) => (p > q ? p : q));
  const { cut, budget: x } = readCut(fields, chain.capacity, sizes, widest, path);
  // The least whole clock with √β + √β' ≤ clock·16X·(S + T) + γ; none where k is too short for recomputation.
  const long = 256n * k * k * a * b < 27n * s * x;
  const paid = 16n * x * (x - widest + sizes.reduce(divisor));
  const first = 27n * x * a * b * s * (16n * cut * pairs * factors * k) ** 2n;
  const second = 27n * x * d * s * (h < s ? h : s) * (16n * cut * pairs * n) ** 2n;
  const gamma = 27n * cut * factors * s * x * pairs;
  const clock = leastWhere(fields, "clock", (sum) => long || rootsAtMost(first, second, sum * paid + gamma), path);
  const lost = s > output ? (s - output) * chain.batch * chain.m * n : 0n;
  return { chain, columns: "rooted", value: exactly(fields, "value", atLeastZero(clock - lost), path) };
}

/** One memory that starts empty, in words of the narrowest size (proofs/empty-start.md). */
function checkEmptyStart(fields: Fields, path: string): Checked {
  const known = ["wordSize", "capacityWords", "firstCut", "cut", "laterSegments", "clockWords", "value"];
  requireOnly(fields, ["schema", "theorem", "form", "instance", ...known], path);
  const chain = requireOneMemory(readChain(fields, path), path);
  const { k, n, pairs, factors } = chain;
  const sizes = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output];
  const narrowest = sizes.reduce((p, q) => (p < q ? p : q));
  const word = exactly(fields, "wordSize", narrowest, path);
  const capacity = exactly(fields, "capacityWords", chain.capacity / word, path);
  const [cut, firstCut] = [count(fields, "cut", path, 1n), count(fields, "firstCut", path, 1n)];
  const segments = count(fields, "laterSegments", path);
  const x = capacity + cut;
  if (256n * k * k < 27n * x) throw new Refused(`${path}.cut`, "16k < 3√3·√(S+T)");
  // 16·pairs·(fk + n)·√(27X) ≤ 16U² + 16JX² + 27fX·pairs: then the segments may do all the work.
  const beta = 27n * x * (16n * pairs * (factors * k + n)) ** 2n;
  const holds = (first: bigint): boolean =>
    rootAtMost(beta, 16n * first * first + 16n * segments * x * x + 27n * factors * x * pairs);
  if (holds(firstCut)) throw new Refused(`${path}.firstCut`, "these segments may do all the work");
  if (!holds(firstCut + 1n)) throw new Refused(`${path}.firstCut`, "a longer one proves more");
  const clock = exactly(fields, "clockWords", firstCut + segments * cut, path);
  return { chain, value: exactly(fields, "value", word * clock, path) };
}

/** √x + √y ≤ bound, by squaring twice. */
function rootsAtMost(x: bigint, y: bigint, bound: bigint): boolean {
  const left = bound * bound - x - y;
  return bound >= 0n && left >= 0n && 4n * x * y <= left * left;
}
