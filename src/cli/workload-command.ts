import type { Command } from "commander";
import { didYouMean } from "../text/nearest-name.js";
import { checkIsWorkloadFile } from "./files.js";
import type { GemmFlags } from "./options.js";
import { flagsWithFile } from "./workload-file.js";

/** A command that takes a workload: by name with flags, or a file. */
export interface WorkloadCommand<Flags> {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly flags: (command: Command) => void;
  /** Does the work and returns the exit status. */
  readonly run: (flags: Flags) => number | Promise<number>;
}

const WORKLOADS = ["gemm"] as const;

/** Adds `redblue NAME gemm …` and `redblue NAME FILE …`, both with the same flags. */
export function workloadCommand<Flags extends GemmFlags>(program: Command, definition: WorkloadCommand<Flags>): void {
  const finish = async (flags: Flags): Promise<void> => {
    process.exitCode = await definition.run(flags);
  };
  const parent = program
    .command(definition.name)
    .summary(definition.summary)
    .description(`${definition.summary[0]?.toUpperCase()}${definition.summary.slice(1)}.`)
    .argument("[file]", "a workload as JSON or YAML, e.g. { workload: gemm, m: 8192, n: 8192, k: 4096 }")
    .addHelpText("after", examples(definition.examples));
  definition.flags(parent);
  parent.action(async (file: string | undefined, flags: Flags) => {
    const path = checkIsWorkloadFile(file, WORKLOADS, (name) => didYouMean(name, WORKLOADS));
    await finish(await flagsWithFile(path, flags));
  });
  const gemm = parent
    .command("gemm")
    .summary("matrix product C (m×n) = A (m×k) · B (k×n)")
    .description(`${definition.summary}: matrix product C (m×n) = A (m×k) · B (k×n)`)
    .addHelpText("after", examples(definition.examples));
  definition.flags(gemm);
  gemm.action(async () => finish(gemm.optsWithGlobals<Flags>()));
}

export function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
