import { defineConfig } from "vitest/config";

const config: ReturnType<typeof defineConfig> = defineConfig({
  // What `npm ci` leaves alone: the next run starts with the files that took longest in the last one.
  cacheDir: "coverage",
  test: {
    include: ["test/**/*.test.ts"],
    // No test comes near it, however busy the machine: it ends what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: "threads",
    // No test changes what it imports: one set of modules, loaded and compiled once, serves all files of a worker.
    isolate: false,
    // Two also on two cores, where one would be the default: many tests wait for a process of their own.
    maxWorkers: 2,
  },
});

export default config;
