// Cases of sums over independent parts: groups with rows of their own, one after the other in one memory.

import { proveBoundsInSetting } from "../../build/bounds/prove.js";
import { ffnWorkload, gemmWorkload, groupedGemmWorkload, moeWorkload } from "../../build/index.js";
import { wordFfns } from "../../build/schedules/two-level/ffn/schedules.js";
import { wordGemms } from "../../build/schedules/two-level/gemm/schedules.js";

const BYTES = { bf16: 2n, fp8: 1n, fp32: 4n, fp16: 2n };
const least = (values) => values.reduce((x, y) => (y < x ? y : x));
const most = (values) => values.reduce((x, y) => (y > x ? y : x));
const sum = (values) => values.reduce((x, y) => x + y, 0n);

/** Word types, and their sizes: 1 each in half of the cases. */
function drawSizes(random) {
  const types = {
    dataType: random.of(["bf16", "fp8", "fp32"]),
    outputType: random.of(["bf16", "fp8", "fp32"]),
    accumulator: random.of(["fp16", "fp32"]),
  };
  const unit = random.unit() < 0.5;
  const size = (name) => (unit ? 1n : BYTES[types[name]]);
  return { types, unit, operand: size("dataType"), output: size("outputType"), partial: size("accumulator") };
}

/** The sums of a workload's bounds, before memories of so many words of the widest size. */
function sumsOf(workload, { unit, operand, output, partial }, words, memories) {
  const capacity = BigInt(words) * most([operand, output, partial]);
  const setting = {
    interface: "slow-fast",
    unit: unit ? "words" : "bytes",
    capacity,
    memories: BigInt(memories),
    fastMemory: "",
  };
  return proveBoundsInSetting(workload, setting).flatMap(({ certificate }) =>
    (certificate.inner ?? certificate).theorem === "independent-parts" ? [certificate] : [],
  );
}

/** Mostly of a size with the largest: short extents leave compulsory traffic as all that is known. */
const drawExtent = (random, largest) => random.scale(random.of([1, 1 + (largest >> 2), 1 + (largest >> 2)]), largest);

function productCost(extents, words, { operand, output, partial }) {
  const moved = wordGemms(gemmWorkload(extents), words).map(
    ({ words: { a, b, c, cLoads = 0n } }) => operand * (a + b) + output * (c - cLoads) + partial * 2n * cLoads,
  );
  return least(moved);
}

function groupedCase(random) {
  const drawn = drawSizes(random);
  const side = random.of([6, 12, 30]);
  const extent = () => drawExtent(random, side);
  const rows = Array.from({ length: random.whole(2, 3) }, () => (random.unit() < 0.2 ? 0 : extent()));
  if (rows.every((row) => row === 0)) rows[0] = 1;
  const [n, k, words] = [extent(), extent(), random.scale(3, random.of([6, 20, 60]))];
  const workload = groupedGemmWorkload({ rows, n, k, ...drawn.types });
  const costs = rows.map((m) => (m === 0 ? 0n : productCost({ m, n, k }, words, drawn)));
  return { certificates: sumsOf(workload, drawn, words, random.of([1, 1, 2, 7])), cost: sum(costs) };
}

/** The experts of each token: K different ones, drawn alone, by skewed loads, or the same for neighbours. */
function drawRouting(random, experts, topK) {
  const tokens = drawExtent(random, random.of([6, 15, 40]));
  const skew = random.of([0, 0.8, 1.5]);
  const alike = random.of([1, 1, 4, tokens]);
  const routing = [];
  for (let token = 0; token < tokens; token++) {
    if (token % alike > 0) routing.push(routing[token - 1]);
    else {
      const places = Array.from({ length: experts }, (_, e) => [random.unit() ** ((e + 1) ** skew), e]);
      places.sort(([x], [y]) => y - x);
      routing.push(places.slice(0, topK).map(([, e]) => e));
    }
  }
  return routing;
}

/** Weights that strips of so many tokens read, in groups: each expert of a strip once. Tokens come as they are, or by their experts. */
function groupsOfStrips(routing, height) {
  const sorted = routing.toSorted((x, y) => (x.join() < y.join() ? -1 : 1));
  const touched = (tokens) => {
    let groups = 0;
    for (let first = 0; first < tokens.length; first += height)
      groups += new Set(tokens.slice(first, first + height).flat()).size;
    return groups;
  };
  return BigInt(Math.min(touched(routing), touched(sorted)));
}

/** Of strips that stay with all they need, a token of them in so many bytes, the least that moves: input and output once, weights each strip. */
function costOfStrips(routing, capacity, { token, beside, weights, once }) {
  const fit = Number((capacity - beside) / token);
  return fit < 1 ? [] : [once + weights * groupsOfStrips(routing, Math.min(fit, routing.length))];
}

/**
 * Rows gathered by K groups each, or a mixture of experts, by some routing: at most what groups one after the other cost, each by itself, and
 * strips of tokens that all of their experts work on while they stay.
 */
function sharedCase(random) {
  const drawn = drawSizes(random);
  const topK = random.of([1, 1, 2, 3]);
  const experts = topK + random.whole(0, 1);
  const routing = drawRouting(random, experts, topK);
  const tokens = routing.length;
  const rows = Array.from({ length: experts }, (_, e) => routing.filter((own) => own.includes(e)).length);
  const [inner, other] = [drawExtent(random, random.of([6, 12, 30])), drawExtent(random, random.of([6, 12, 30]))];
  const words = random.scale(4, random.of([8, 20, 60]));
  const memories = random.of([1, 1, 2, 7]);
  const { types, operand, output, partial } = drawn;
  const capacity = BigInt(words) * most([operand, output, partial]);
  const widest = most([partial, output]);
  const [wide, high] = [BigInt(inner), BigInt(other)];
  if (random.unit() < 0.5) {
    const workload = groupedGemmWorkload({ rows, topK, n: other, k: inner, gather: true, ...types });
    const costs = rows.map((m) => (m === 0 ? 0n : productCost({ m, n: other, k: inner }, words, drawn)));
    // Rows of A and a sum each, beside a word of B.
    const strips = costOfStrips(routing, capacity, {
      ...{ token: wide * operand + widest, beside: operand, weights: wide * high * operand },
      once: BigInt(tokens) * (wide * operand + BigInt(topK) * high * output),
    });
    return { certificates: sumsOf(workload, drawn, words, memories), cost: least([sum(costs), ...strips]) };
  }
  const workload = moeWorkload({ rows, topK, model: inner, hidden: other, ...types });
  const costs = rows.map((m) => {
    if (m === 0) return 0n;
    const block = ffnWorkload({ tokens: m, model: inner, hidden: other, gated: true });
    const moved = wordFfns(block, words).map(
      ({ words: { x, front, hStores, hLoads, wd, y } }) => operand * (x + front + wd + hStores + hLoads) + widest * y,
    );
    return least(moved);
  });
  // The results of experts after a token's first go on from what is stored.
  const again = BigInt(tokens * inner * (topK - 1)) * widest;
  // Rows of X and Y and both sums of an element of H, beside a weight.
  const strips = costOfStrips(routing, capacity, {
    ...{ token: wide * (operand + widest) + 2n * most([operand, partial]), beside: operand },
    ...{ weights: 3n * wide * high * operand, once: BigInt(tokens) * wide * (operand + output) },
  });
  return { certificates: sumsOf(workload, drawn, words, memories), cost: least([sum(costs) + again, ...strips]) };
}

const drawCase = (random) => (random.unit() < 0.5 ? groupedCase(random) : sharedCase(random));

export const PART_CASES = { "independent-parts": drawCase };
