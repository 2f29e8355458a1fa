import { describe, expect, test } from "vitest";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { fftWorkload } from "../../src/computation/layered/fft.js";
import type { LayeredWorkload } from "../../src/computation/layered/layered.js";
import { stencilWorkload } from "../../src/computation/layered/stencil.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { formulaBoundsOf } from "../../src/gap/pebbling.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { expandLayered } from "../../src/pebble/layered/expand-layered.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { everyNth } from "./arbitraries.js";

const stencil = (dims: readonly number[], steps: number, points?: number) => stencilWorkload({ dims, steps, points });
const GAMES = [true, false].map((recomputation) => ({ sliding: true, recomputation, processors: 1 }));

/** The largest bound that holds in a game. */
function largest(workload: LayeredWorkload, capacity: number, recomputation: boolean) {
  const setting = { interface: "slow-fast", unit: "words", fastMemory: "", capacity: BigInt(capacity), memories: 1n } as const;
  const bounds = proveBoundsInSetting(workload, setting);
  for (const { certificate, value } of bounds) {
    expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(value);
  }
  const game = twoLevelGame(capacity, { sliding: true, recomputation, processors: 1 });
  const holding = formulaBoundsOf(workload, expandLayered(workload), game);
  expect(holding.length).toBe(bounds.filter(({ requires }) => !recomputation || !requires.includes("no-recomputation")).length);
  return holding.reduce((x, y) => (y.value > x.value ? y : x));
}

const SMALL: readonly LayeredWorkload[] = [
  ...[3, 4, 5].flatMap((cells) => [1, 2, 3].map((steps) => stencil([cells], steps))),
  ...[stencil([5], 2, 5), stencil([8], 2), stencil([2, 3], 2, 5), stencil([3, 3], 1, 9)],
  ...[2, 4, 8].map((points) => fftWorkload({ points })),
];

describe("bounds of stencils and transforms are below the optimum", () => {
  const cases = SMALL.flatMap((one) => GAMES.flatMap((game) => [0, 1, 3].map((spare) => [one, game, spare] as const)));
  test.each(everyNth(9, cases).map(([w, ...rest]) => [describeWorkload(w), w, ...rest] as const))("%s %#", (_, w, how, spare) => {
    const graph = expandLayered(w);
    const capacity = minimumCapacity(graph, how) + spare;
    const found = findOptimum(graph, twoLevelGame(capacity, how), { maxStates: 400 });
    const { id, value } = largest(w, capacity, how.recomputation);
    expect(value <= BigInt(found.exact ? found.optimum : found.upper), `${id} ${value} at ${capacity}`).toBe(true);
  });
});

describe("segments prove more than compulsory traffic, and less than the best pebbling found", () => {
  const cases: readonly (readonly [LayeredWorkload, number, boolean, string])[] = [
    [stencil([40], 30), 4, true, "layered-segments"],
    [stencil([40], 30), 4, false, "layered-without-recomputation"],
    [stencil([32], 24, 5), 6, true, "layered-segments"],
    [stencil([16, 16], 8), 6, true, "layered-segments"],
    [fftWorkload({ points: 64 }), 3, true, "layered-segments"],
    [fftWorkload({ points: 256 }), 4, false, "layered-without-recomputation"],
  ];
  test.each(cases)("%# %o, S = %i, recomputation %o: %s", (workload, capacity, recomputation, theorem) => {
    const graph = expandLayered(workload);
    const game = twoLevelGame(capacity, { sliding: true, recomputation, processors: 1 });
    const { verdict } = heuristicPebbling(graph, game, { trials: 0 });
    const { id, value } = largest(workload, capacity, recomputation);
    expect(id).toBe(theorem);
    expect(value <= BigInt(verdict.cost), `${value} of ${verdict.cost}`).toBe(true);
    if (process.env["SHOW"]) console.log(describeWorkload(workload), capacity, recomputation, value, verdict.cost);
  });
});
