import type { Command } from "commander";
import { Option } from "commander";
import { coqFile } from "../bounds/coq/file.js";
import { verifyDocument } from "../bounds/verify/document.js";
import { examples } from "./examples.js";
import { readJsonFile } from "./files.js";
import { printJson, printText } from "./output.js";
import { SUMMARIES } from "./summaries.js";

export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .summary(SUMMARIES.verify)
    .description("Check every certificate of a document: exit 0 when all hold, 1 with the first that does not.")
    .argument("<file>", "a certificate, or what bound, gap, curve, time, pebble or layer printed with --json")
    .option("--json", "print one redblue.verdict/1 document")
    .addOption(
      new Option("--coq", "print a Coq file that states and proves the bounds that are machine-checked").conflicts("json"),
    )
    .addHelpText(
      "after",
      examples([
        "redblue bound gemm --m 4096 --n 4096 --k 16 --fast-words 1024 --json > bounds.json",
        "redblue verify bounds.json",
        "redblue verify bounds.json --coq > Bound.v",
      ]),
    )
    .action((file: string, flags: { readonly json?: true; readonly coq?: true }) => {
      const document = readJsonFile(file);
      const verdict = verifyDocument(document, file);
      if (flags.coq === true && verdict.valid) {
        const { text, theorems } = coqFile(document, file);
        if (theorems.length > 0) process.stdout.write(text);
        else process.stderr.write(`${file}: no bound in it is machine-checked\n`);
        process.exitCode = theorems.length > 0 ? 0 : 1;
        return;
      }
      if (flags.json === true) printJson({ schema: "redblue.verdict/1", ...verdict });
      else if (verdict.valid)
        printText([`${file}: ${verdict.certificates} certificate(s) hold`, ...leftToTrust(verdict)].join("\n"));
      else if (flags.coq === true) process.stderr.write(`${file}: ${verdict.path}: ${verdict.reason}\n`);
      else printText(`${file}: ${verdict.path}: ${verdict.reason}`);
      process.exitCode = verdict.valid ? 0 : 1;
    });
}

/** What no certificate says, a line each. */
function leftToTrust({ notChecked = [] }: { readonly notChecked?: readonly string[] }): readonly string[] {
  return notChecked.map((what) => `not checked: ${what}`);
}
