import { defineConfig } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Files that take longest, by their ends: last of all, they would leave the other worker idle. */
const LONGEST = [
  "coq/bound-file.test.ts",
  "cli/help.test.ts",
  "cli/docs.test.ts",
  "replay/lift.test.ts",
  "sweep/sweep.test.ts",
  "sweep/slurm.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    pool: "threads",
    // No test changes what it imports: one set of modules, loaded and compiled once, serves all files of a worker.
    isolate: false,
    // Two also on two cores, where one would be the default: many tests wait for a process of their own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});

export default config;
