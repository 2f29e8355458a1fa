import { defineConfig } from "vitest/config";

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    pool: "threads",
    // Two also on two cores, where one would be the default: many tests wait for a process of their own.
    maxWorkers: 2,
  },
});

export default config;
