// Cases of sums over independent parts: groups with rows of their own, one after the other in one memory.

import { proveBoundsInSetting } from "../../build/bounds/prove.js";
import { gemmWorkload, groupedGemmWorkload } from "../../build/index.js";
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

function groupedCase(random) {
  const drawn = drawSizes(random);
  const side = random.of([6, 40, 200]);
  const rows = Array.from({ length: random.whole(2, 6) }, () => (random.unit() < 0.2 ? 0 : random.scale(1, side)));
  if (rows.every((row) => row === 0)) rows[0] = 1;
  const [n, k, words] = [random.scale(1, side), random.scale(1, side), random.scale(3, random.of([12, 100, 2000]))];
  const workload = groupedGemmWorkload({ rows, n, k, ...drawn.types });
  const costs = rows.map((m) => {
    if (m === 0) return 0n;
    return least(
      wordGemms(gemmWorkload({ m, n, k }), words).map(
        ({ words: { a, b, c, cLoads = 0n } }) =>
          drawn.operand * (a + b) + drawn.output * (c - cLoads) + drawn.partial * 2n * cLoads,
      ),
    );
  });
  return { certificates: sumsOf(workload, drawn, words, random.of([1, 1, 2, 7])), cost: sum(costs) };
}

export const PART_CASES = { "independent-parts": groupedCase };
