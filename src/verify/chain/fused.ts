import { largest, leastQuotient, readCut, traffic } from "../shared/amortized.js";
import { count, exactly, type Fields, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import { byForm } from "../shared/forms.js";
import { weighsAtMost } from "../shared/segment-check.js";
import type { CheckedTheorem } from "../theorem.js";
import { type CheckedChain, checkChainSegment, readChain, requireOneMemory, transientWeighsAtMost } from "./chain.js";

interface CheckedTraffic {
  readonly chain: CheckedChain;
  /** Only whole columns of A and B are counted. */
  readonly columns: "summed";
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** Second-stage products with H stored or transient. */
export const checkChainFused: CheckedTheorem["check"] = byForm({
  "per-memory": checkPerMemory,
  amortized: checkAmortized,
  "empty-start": checkEmptyStart,
});

const FIGURES = ["schema", "theorem", "form", "instance", "cut", "later", "clock", "reads", "writes", "value"];

/** Segments of T: V for stored and transient H, the least number of segments, clock, reads, writes, value. */
function checkPerMemory(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, [...FIGURES, "first", "laterSegments"], path);
  const chain = readChain(fields, path);
  const { cut, budget } = readCut(fields, chain.capacity, sizesOf(chain), chain.partial, path);
  const { budget: alone } = readCut(fields, 0n, sizesOf(chain), chain.partial, path);
  const first = checkChainSegment(chain, fields, "first", alone, path);
  const later = checkChainSegment(chain, fields, "later", budget, path);
  const left = chain.pairs * chain.n - chain.memories * first;
  const segments = count(fields, "laterSegments", path);
  if (left <= 0n || later === 0n) requireEqual(segments, 0n, `${path}.laterSegments`, "the number of later segments");
  else if (segments * later < left || (segments - 1n) * later >= left) {
    throw new Refused(`${path}.laterSegments`, `not the least number of segments of ${later} that hold ${left} products`);
  }
  return closing(fields, chain, exactly(fields, "clock", cut * segments, path), path);
}

/** T times what all segments are worth over what a budget of S + T can be worth, whatever the number of memories (proofs/amortized.md). */
function checkAmortized(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, FIGURES, path);
  const chain = readChain(fields, path);
  const { batch, m, l, n, h, d, partial } = chain;
  const { cut, budget } = readCut(fields, chain.capacity, sizesOf(chain), partial, path);
  const later = record(fields["later"], `${path}.later`);
  requireOnly(later, ["stored", "transient"], `${path}.later`);
  const second = { batch, m, n, k: l, a: h, b: d, c: partial };
  const stored = largest(later, "stored", (v) => weighsAtMost(second, v, budget), `${path}.later`);
  const transient = largest(later, "transient", (v) => transientWeighsAtMost(chain, v, budget), `${path}.later`);
  const held = stored > transient ? stored : transient;
  return closing(fields, chain, leastQuotient(fields, "clock", cut * chain.pairs * n, held + 1n, path), path);
}

/**
 * One memory that starts empty (proofs/empty-start.md): a first segment of U, in which every element of H is transient, and J segments of
 * T do not hold the work, so the clock comes to U + J·T. U must be the longest for which that is so.
 */
function checkEmptyStart(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, [...FIGURES, "firstCut", "laterSegments"], path);
  const chain = requireOneMemory(readChain(fields, path), path);
  const { partial, pairs, n } = chain;
  const { cut, budget } = readCut(fields, chain.capacity, sizesOf(chain), partial, path);
  const { cut: firstCut, budget: firstBudget, unit } = readCut(fields, 0n, sizesOf(chain), partial, path, "firstCut");
  const segments = count(fields, "laterSegments", path);
  const left = pairs * n - segments * checkChainSegment(chain, fields, "later", budget, path);
  if (left <= 0n) throw new Refused(`${path}.laterSegments`, "these segments hold all products");
  if (transientWeighsAtMost(chain, left, firstBudget)) throw new Refused(`${path}.firstCut`, "these segments hold all products");
  if (!transientWeighsAtMost(chain, left, firstBudget + unit)) throw new Refused(`${path}.firstCut`, "a longer one proves more");
  return closing(fields, chain, exactly(fields, "clock", firstCut + segments * cut, path), path);
}

const sizesOf = ({ a, b, h, d, partial }: CheckedChain): readonly bigint[] => [a, b, h, d, partial];

/** Loads are the clock less the starts of E's elements. */
function closing(fields: Fields, chain: CheckedChain, clock: bigint, path: string): CheckedTraffic {
  const outputs = chain.batch * chain.m * chain.n;
  return { chain, columns: "summed", ...traffic(fields, clock - chain.partial * outputs, chain.output * outputs, path) };
}
