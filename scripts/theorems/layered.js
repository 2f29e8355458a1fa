// Cases of stencils and transforms against schedules of the two-level memory model.

import { proveLayeredSegments } from "../../build/bounds/layered/segments.js";
import { fftWorkload, stencilWorkload } from "../../build/index.js";
import { layeredWords, totalWords } from "../../build/schedules/two-level/layered.js";

function drawWorkload(random) {
  if (random.unit() < 0.2) return fftWorkload({ points: 2 ** random.whole(1, 24) });
  const dimensions = random.whole(1, 3);
  const most = [5000, 400, 80][dimensions - 1];
  const radius = random.of([1, 1, 2, 3]);
  const points = random.unit() < 0.5 ? (2 * radius + 1) ** dimensions : 2 * radius * dimensions + 1;
  return stencilWorkload({
    dims: Array.from({ length: dimensions }, () => random.scale(1, most)),
    ...{ steps: random.scale(1, 300), radius, points },
  });
}

/** A layered workload, what its schedule moves, and what is proven of schedules that compute nothing twice too. */
export function layeredCase(theorem, random) {
  const workload = drawWorkload(random);
  // Room for the least tile.
  const least = workload.kind === "fft" ? 3 : [14, 160, 1900][workload.dims.length - 1];
  const words = random.scale(least, 60_000);
  const memories = BigInt(random.of([1, 1, 2, 3]));
  const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(words), memories, fastMemory: "" };
  const certificates = proveLayeredSegments(workload, setting).filter((one) => one.theorem === theorem);
  return { certificates, cost: totalWords(layeredWords(workload, words)) };
}
