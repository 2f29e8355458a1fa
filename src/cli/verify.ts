import type { Command } from "commander";
import { verifyDocument } from "../bounds/verify/document.js";
import { readJsonFile } from "./files.js";
import { printJson, printText } from "./output.js";
import { examples } from "./workload-command.js";

export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .summary("check certificates with code that shares nothing with the theorems")
    .description("Check every certificate of a document: exit 0 when all hold, 1 with the first that does not.")
    .argument("<file>", "a certificate, a bounds document or a gap document (JSON)")
    .option("--json", "print one redblue.verdict/1 document")
    .addHelpText(
      "after",
      examples([
        "redblue bound gemm --m 4096 --n 4096 --k 16 --fast-words 1024 --json > bounds.json && redblue verify bounds.json",
      ]),
    )
    .action((file: string, flags: { readonly json?: true }) => {
      const verdict = verifyDocument(readJsonFile(file), file);
      if (flags.json === true) printJson({ schema: "redblue.verdict/1", ...verdict });
      else if (verdict.valid) printText(`${file}: ${verdict.certificates} certificate(s) hold`);
      else printText(`${file}: ${verdict.path}: ${verdict.reason}`);
      process.exitCode = verdict.valid ? 0 : 1;
    });
}
