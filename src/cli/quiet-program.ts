import { Command } from "commander";
import type { Workload } from "../computation/workload.js";
import { WORKLOAD_FORMS } from "../computation/workload.js";
import { workloadCommand } from "./workload-command.js";

/** A program that prints nothing and ends nothing: for words that are read and not run. */
export function quietProgram(): Command {
  const program = new Command("redblue").enablePositionalOptions().exitOverride();
  return program.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
}

/** Adds a command that takes a workload; returns what it was asked for, once the program has read words, or undefined. */
export function askedWorkload<Flags>(
  program: Command,
  name: string,
  addFlags: (command: Command) => void,
): () => { readonly workload: Workload; readonly flags: Flags } | undefined {
  let asked: { readonly workload: Workload; readonly flags: Flags } | undefined;
  workloadCommand<Flags>(program, {
    name,
    summary: "",
    examples: [],
    workloads: WORKLOAD_FORMS,
    flags: addFlags,
    run: async (workload, flags) => {
      asked = { workload, flags };
      return 0;
    },
  });
  return () => asked;
}
