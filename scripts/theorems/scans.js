// Cases of scans against schedules of the two-level memory model.

import { proveScanStates } from "../../build/bounds/recurrence/scan.js";
import { scanWorkload } from "../../build/index.js";
import { scanInWords, totalScanWords } from "../../build/schedules/two-level/scan.js";

/** A scan, what its schedule moves, and what is proven of kernels that form its states. */
export function scanCase(random) {
  const groups = random.whole(1, 3);
  const workload = scanWorkload({
    ...{ batch: random.whole(1, 2), groups, heads: groups * random.whole(1, 3) },
    ...{ tokens: random.scale(1, 5000), state: random.scale(1, 300), dim: random.scale(1, 300) },
    decay: random.of(["none", "head", "state", "channel"]),
    ...{ initialState: random.unit() < 0.5, finalState: random.unit() < 0.5 },
  });
  const words = random.scale(6, 40_000);
  const memories = BigInt(random.of([1, 1, 2, 3]));
  const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(words), memories, fastMemory: "" };
  return { certificates: proveScanStates(workload, setting), cost: totalScanWords(scanInWords(workload, words)) };
}
