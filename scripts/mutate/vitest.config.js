// The tests that mutants are tried against: REDBLUE_TESTS has their globs, one a line.
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

/** Files that failed last time first, then the shortest: most mutants die early. */
class ShortestFirst extends BaseSequencer {
  async sort(files) {
    const known = ({ project, moduleId }) =>
      this.ctx.cache.getFileTestResults(`${project.name}:${moduleId.slice(this.ctx.config.root.length + 1)}`);
    const rank = (file) => (known(file)?.failed ? -1 : (known(file)?.duration ?? 0));
    return [...files].sort((x, y) => rank(x) - rank(y));
  }
}

export default defineConfig({
  cacheDir: "coverage/vite",
  test: {
    include: process.env["REDBLUE_TESTS"].split("\n"),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ["scripts/mutate/setup.js"],
    sequence: { sequencer: ShortestFirst },
  },
});
