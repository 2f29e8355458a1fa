#!/usr/bin/env node
import { runProgram } from "./program.js";

// A reader that stops early (`| head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`redblue: standard output: expected to be written, found ${error.code}\n`);
  process.exit(2);
});
await runProgram(process.argv.slice(2));
