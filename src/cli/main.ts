#!/usr/bin/env node
import { createRequire } from "node:module";
import { Command, CommanderError } from "commander";
import { InputError } from "../errors.js";
import { addBoundCommand } from "./bound.js";
import { addCurveCommand } from "./curve.js";
import { addGapCommand } from "./gap.js";
import { addGraphCommand } from "./graph.js";
import { addListCommands } from "./lists.js";
import { addNcuCommand } from "./ncu.js";
import { addOptimizeCommand } from "./optimize.js";
import { addPebbleCommand } from "./pebble.js";
import { addReplayCommand } from "./replay.js";
import { addReportCommand } from "./report.js";
import { addSweepCommand } from "./sweep.js";
import { addTimeCommand } from "./time.js";
import { addVerifyCommand } from "./verify.js";
import { examples } from "./workload-command.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

function buildProgram(): Command {
  const program = new Command("redblue")
    .description(
      "How many bytes must a GPU kernel move, how many does its schedule move, and where does the difference come from?",
    )
    .version(version, "--version")
    .option("--debug", "print the stack of an error")
    .addHelpText("after", examples(["redblue gap gemm --m 8192 --n 8192 --k 4096 --gpu h200", "redblue gap gemm --help"]));
  // Inherited by the commands below: errors are thrown, and printed once, here.
  program
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  addGapCommand(program);
  addBoundCommand(program);
  addTimeCommand(program);
  addReplayCommand(program);
  addCurveCommand(program);
  addOptimizeCommand(program);
  addReportCommand(program);
  addPebbleCommand(program);
  addGraphCommand(program);
  addNcuCommand(program);
  addSweepCommand(program);
  addVerifyCommand(program);
  addListCommands(program);
  return program;
}

async function main(): Promise<void> {
  const debug = process.argv.includes("--debug");
  try {
    await buildProgram().parseAsync(process.argv.filter((word) => word !== "--debug"));
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = 2;
    const known = error instanceof InputError || error instanceof CommanderError;
    const message = error instanceof Error ? error.message : String(error);
    const line = message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
    process.stderr.write(`redblue: ${known ? line : `internal error: ${line} (--debug shows where)`}\n`);
    if (debug && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}

// A reader that stops early (`| head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
await main();
