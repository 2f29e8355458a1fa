#!/usr/bin/env node
import { runProgram } from "./program.js";

// A reader that stops early (`| head`) is no error: the command ends with the status of its answer.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`redblue: standard output: expected to be written, found ${error.code}\n`);
  process.exit(2);
});
// Nobody can be told that nobody can be told anything; the status says it.
process.stderr.on("error", () => undefined);
await runProgram(process.argv.slice(2));
