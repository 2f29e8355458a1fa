import { defineConfig } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Files that take longest, by their ends, the longest first: last of all, they would leave the other worker idle. */
const LONGEST = [
  "coq/bound-file.test.ts",
  "cli/help.test.ts",
  "replay/lift.test.ts",
  "properties/multilayer-chain-bounds.test.ts",
  "properties/fused-below-optimum.test.ts",
  "sweep/slurm.test.ts",
  "cli/docs.test.ts",
  "sweep/sweep.test.ts",
  "pebble/reference-optima.test.ts",
  "cli/cookbook.test.ts",
  "bounds/einsum/statement-chains.test.ts",
  "properties/theorems-below-optimum.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.findIndex((end) => moduleId.endsWith(end));
      return index < 0 ? LONGEST.length : index;
    };
    const sorted = await super.sort(files);
    return sorted.sort((x, y) => rank(x) - rank(y));
  }
}

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "threads",
    // No test changes what it imports: one set of modules, loaded and compiled once, serves all files of a worker.
    isolate: false,
    // Three also on two cores, where one would be the default: many tests wait for a process of their own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});

export default config;
