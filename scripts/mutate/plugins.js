// Plugins of Stryker. The reporter prints each survivor at once. The checker passes the mutants of the sample alone: a range of code holds others as well. The runner is
// Stryker's own for Vitest, but counts what a file runs outside its tests, in the bodies of `describe` say, for each test of that file;
// Stryker would try such mutants against every test.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { CheckStatus } from "@stryker-mutator/api/check";
import { declareClassPlugin, declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { strykerPlugins as strykers } from "@stryker-mutator/vitest-runner";
import { inOneLine, keyOf } from "./sample.js";

class SampleChecker {
  async init() {
    const { root, keys } = JSON.parse(readFileSync(process.env["REDBLUE_SAMPLE"], "utf8"));
    this.root = root;
    this.keys = new Set(keys);
  }

  async check(mutants) {
    const verdict = (mutant) =>
      this.keys.has(keyOf(mutant, this.root))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: "not in the sample" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]));
  }

  group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

const [{ factory: createStrykersRunner }] = strykers;
createRunner.inject = createStrykersRunner.inject;
function createRunner(injector) {
  const runner = createStrykersRunner(injector);
  // Modules that a file loads are hit once a file when files are isolated; while mutants run, one set of modules serves all files.
  const isolate = (value) => {
    for (const project of runner.ctx.projects) project.config.isolate = value;
  };
  const dryRun = runner.dryRun.bind(runner);
  runner.dryRun = async (options) => {
    isolate(true);
    return dryRun(options);
  };
  runner.readMutantCoverage = () => ({ static: {}, perTest: Object.assign({}, ...runner.ctx.state.getFiles().map(hitsOfFile)) });
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async (options) => {
    isolate(false);
    // Stryker starts another process where a mutant takes too long, and leaves this one with a thread that never ends.
    const end = setTimeout(() => process.kill(process.pid, "SIGKILL"), options.timeout + 15_000);
    try {
      return await mutantRun({ ...options, mutantActivation: "static" });
    } finally {
      clearTimeout(end);
    }
  };
  return runner;
}

/** Hits of each test of a file, and of the file outside its tests. */
function hitsOfFile(file) {
  const { static: outside = {}, perTest = {} } = file.meta.mutantCoverage ?? {};
  const name = relative(process.cwd(), file.filepath);
  const hits = Object.fromEntries(testsOf(file).map((test) => [`${name}#${test}`, { ...outside }]));
  for (const [id, counts] of Object.entries(perTest)) {
    const all = hits[relative(process.cwd(), id)];
    if (all !== undefined) for (const [mutant, count] of Object.entries(counts)) all[mutant] = (all[mutant] ?? 0) + count;
  }
  return hits;
}

/** Names of the tests of a file or suite, with those of their suites, as Stryker writes them. */
function testsOf({ tasks }) {
  return tasks.flatMap((task) => (task.type === "suite" ? testsOf(task) : task.result === undefined ? [] : [nameOf(task)]));
}

const nameOf = ({ name, suite }) => (suite === undefined ? name : `${nameOf(suite)} ${name}`).trim();

class SurvivorReporter {
  onMutantTested({ status, fileName, location, replacement }) {
    if (status === "Survived" || status === "NoCoverage") {
      console.log(
        `${status} ${relative(process.cwd(), fileName)}:${location.start.line} ${inOneLine(replacement).slice(0, 100)}`,
      );
    }
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Reporter, "survivors", SurvivorReporter),
  declareClassPlugin(PluginKind.Checker, "sample", SampleChecker),
  declareFactoryPlugin(PluginKind.TestRunner, "vitest-of-files", createRunner),
];
