// Runs one command line after another and sends back what each has printed. Ends with the test file that started it.
import { runProgram } from "../../dist/cli/program.js";

process.on("message", async ({ words, cwd }) => {
  process.chdir(cwd);
  process.exitCode = undefined;
  const printed = { stdout: "", stderr: "" };
  const own = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const stream of ["stdout", "stderr"]) {
    process[stream].write = (text) => {
      printed[stream] += text;
      return true;
    };
  }
  try {
    await runProgram(words);
  } finally {
    process.stdout.write = own.stdout;
    process.stderr.write = own.stderr;
  }
  process.send({ status: process.exitCode ?? 0, ...printed });
});
process.on("disconnect", () => process.exit(0));
