#!/usr/bin/env node
import { runProgram } from "./program.js";

// A reader that stops early (`| head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
await runProgram(process.argv.slice(2));
