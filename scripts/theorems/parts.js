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

function productCost(extents, words, { operand, output, partial }) {
  const moved = wordGemms(gemmWorkload(extents), words).map(
    ({ words: { a, b, c, cLoads = 0n } }) => operand * (a + b) + output * (c - cLoads) + partial * 2n * cLoads,
  );
  return least(moved);
}

function compulsoryOf({ rows, n, k, topK }, { operand, output }) {
  const all = rows.reduce((x, y) => x + y, 0);
  const groups = rows.filter((row) => row > 0).length;
  return operand * BigInt((all / topK) * k + groups * k * n) + output * BigInt(all * n);
}

function groupedCase(random) {
  const drawn = drawSizes(random);
  const side = random.of([6, 40, 200]);
  const rows = Array.from({ length: random.whole(2, 6) }, () => (random.unit() < 0.2 ? 0 : random.scale(1, side)));
  if (rows.every((row) => row === 0)) rows[0] = 1;
  const [n, k, words] = [random.scale(1, side), random.scale(1, side), random.scale(3, random.of([12, 100, 2000]))];
  const workload = groupedGemmWorkload({ rows, n, k, ...drawn.types });
  const costs = rows.map((m) => (m === 0 ? 0n : productCost({ m, n, k }, words, drawn)));
  return { certificates: sumsOf(workload, drawn, words, random.of([1, 1, 2, 7])), cost: sum(costs) };
}

/** Rows gathered by K groups each, or a mixture of experts: at most what groups one after the other cost, each by itself. */
function sharedCase(random) {
  const drawn = drawSizes(random);
  const topK = random.of([1, 2, 3, 4]);
  const experts = topK + random.whole(0, 4);
  const tokens = random.scale(1, random.of([6, 40, 100]));
  const skew = random.of([undefined, "zipf:0.8", "zipf:1.5"]);
  const [inner, other] = [random.scale(1, random.of([6, 40, 100])), random.scale(1, random.of([6, 40, 100]))];
  const words = random.scale(8, random.of([30, 300, 2000]));
  const memories = random.of([1, 1, 2, 7]);
  const routed = { experts, topK, tokens, skew, ...drawn.types };
  const { operand, output, partial } = drawn;
  if (random.unit() < 0.5) {
    const workload = groupedGemmWorkload({ ...routed, n: other, k: inner, gather: true });
    const costs = workload.rows.map((m) => (m === 0 ? 0n : productCost({ m, n: other, k: inner }, words, drawn)));
    // All of the tokens stay where they fit, beside a word of B and the sum of a word of C.
    const stay = tokens * inner + 2 <= words ? [compulsoryOf(workload, drawn)] : [];
    return { certificates: sumsOf(workload, drawn, words, memories), cost: least([sum(costs), ...stay]) };
  }
  const workload = moeWorkload({ ...routed, model: inner, hidden: other });
  const widest = partial > output ? partial : output;
  const costs = workload.rows.map((m) => {
    if (m === 0) return 0n;
    const block = ffnWorkload({ tokens: m, model: inner, hidden: other, gated: true });
    const moved = wordFfns(block, words).map(
      ({ words: { x, front, hStores, hLoads, wd, y } }) => operand * (x + front + wd + hStores + hLoads) + widest * y,
    );
    return least(moved);
  });
  // The results of experts after a token's first go on from what is stored.
  const again = BigInt(tokens * inner * (topK - 1)) * widest;
  return { certificates: sumsOf(workload, drawn, words, memories), cost: sum(costs) + again };
}

const drawCase = (random) => (random.unit() < 0.5 ? groupedCase(random) : sharedCase(random));

export const PART_CASES = { "independent-parts": drawCase };
