import { readCut, traffic } from "../shared/amortized.js";
import type { Fields } from "../shared/fields.js";
import { count, exactly, Refused, requireEqual, requireOnly } from "../shared/fields.js";
import { rootAtMost } from "../shared/integers.js";
import type { CheckedChain } from "./chain.js";
import { checkChainSegment, readChain, transientWeighsAtMost } from "./chain.js";

/**
 * One memory that starts empty (proofs/empty-start.md): a first segment of U and J segments of T do not hold the work, so the clock
 * comes to U + J·T. U must be the longest for which that is so.
 */

/** Second-stage products; in the first segment every element of H is transient. */
export function checkTransientsCold(
  fields: Fields,
  path: string,
): { readonly chain: CheckedChain; readonly reads: bigint; readonly writes: bigint; readonly value: bigint } {
  const known = ["firstCut", "cut", "later", "laterSegments", "clock", "reads", "writes", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const chain = readOneMemory(fields, path);
  const { batch, m, n, a, b, h, d, partial, output, pairs } = chain;
  const { cut, budget } = readCut(fields, chain.capacity, [a, b, h, d, partial], partial, path);
  const { cut: firstCut, budget: firstBudget, unit } = readCut(fields, 0n, [a, b, h, d, partial], partial, path, "firstCut");
  const segments = count(fields, "laterSegments", path);
  const left = pairs * n - segments * checkChainSegment(chain, fields, "later", budget, path);
  if (left <= 0n) throw new Refused(`${path}.laterSegments`, "these segments hold all products");
  if (transientWeighsAtMost(chain, left, firstBudget)) throw new Refused(`${path}.firstCut`, "these segments hold all products");
  if (!transientWeighsAtMost(chain, left, firstBudget + unit)) throw new Refused(`${path}.firstCut`, "a longer one proves more");
  const clock = exactly(fields, "clock", firstCut + segments * cut, path);
  return { chain, ...traffic(fields, clock - partial * batch * m * n, output * batch * m * n, path) };
}

/** Births in words of the narrowest size, with the condition on T that recomputation needs. */
export function checkBirthsCold(fields: Fields, path: string): { readonly chain: CheckedChain; readonly value: bigint } {
  const known = ["wordSize", "capacityWords", "firstCut", "cut", "laterSegments", "clockWords", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const chain = readOneMemory(fields, path);
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

/** Of several memories all but one may do nothing, and which is not known. */
function readOneMemory(fields: Fields, path: string): CheckedChain {
  const chain = readChain(fields, path);
  requireEqual(chain.memories, 1n, `${path}.instance.memories`, "the number of memories");
  return chain;
}
