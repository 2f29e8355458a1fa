// Runs Stryker on chosen mutants.
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { Stryker } from "@stryker-mutator/core";

const WORK = resolve("coverage/mutate");

/** Stryker's results for the mutants that were chosen, each tried against the tests of these globs that reach it. */
export async function tried(chosen, tests) {
  mkdirSync(WORK, { recursive: true });
  process.env["REDBLUE_SAMPLE"] = `${WORK}/sample.json`;
  process.env["REDBLUE_TESTS"] = tests.join("\n");
  writeFileSync(process.env["REDBLUE_SAMPLE"], JSON.stringify({ root: process.cwd(), keys: chosen.map(({ key }) => key) }));
  return await new Stryker({
    mutate: chosen.map(({ file, line, column, endLine, endColumn }) => `${file}:${line}:${column}-${endLine}:${endColumn}`),
    plugins: [resolve("scripts/mutate/plugins.js")],
    checkers: ["sample"],
    testRunner: "vitest-of-files",
    vitest: { configFile: "scripts/mutate/vitest.config.js" },
    coverageAnalysis: "perTest",
    concurrency: 1,
    timeoutMS: 10_000,
    timeoutFactor: 1.5,
    dryRunTimeoutMinutes: 60,
    reporters: ["progress-append-only", "survivors"],
    tempDirName: WORK,
    ignorePatterns: ["/build", "/dist", "/coverage", "/scripts/mutate/node_modules", "/proofs/coq"],
    allowConsoleColors: false,
    warnings: false,
  }).runMutationTest();
}
