import type { Command } from "commander";
import { Option } from "commander";
import { replayAgain } from "../../gap/replay-again.js";
import { coqFile } from "../../verify/coq/proof-file.js";
import type { Verdict } from "../../verify/document.js";
import { UNRANGED, UNREPLAYED, verifyDocument } from "../../verify/document.js";
import { type ExtractedVerdict, verifyExtracted } from "../../verify/extracted/extracted-document.js";
import { examples } from "../examples.js";
import { readJsonFile } from "../input/files.js";
import { endProgress, printJson, printRemark, printText, progress } from "../output.js";
import { SUMMARIES } from "../summaries.js";

interface Flags {
  readonly json?: true;
  readonly coq?: true;
  readonly replay?: true;
  readonly extracted?: true;
}

export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .summary(SUMMARIES.verify)
    .description("Check every certificate of a document: exit 0 when all hold, 1 with the first that does not.")
    .argument("<file>", "a certificate, or what bound, gap, curve, time, pebble or layer printed with --json")
    .option("--json", "print one redblue.verdict/2 document")
    .option("--replay", "of a gap document: replay its schedules again and compare every number")
    .addOption(
      new Option("--coq", "print a Coq file that states and proves the bounds that are machine-checked").conflicts([
        "json",
        "replay",
      ]),
    )
    .addOption(
      new Option("--extracted", "check with the checkers too that Coq proves sound, extracted from the proofs").conflicts("coq"),
    )
    .addHelpText(
      "after",
      examples([
        "redblue bound gemm --m 4096 --n 4096 --k 16 --fast-words 1024 --json > bounds.json",
        "redblue verify bounds.json",
        "redblue verify bounds.json --extracted",
        "redblue verify bounds.json --coq > Bound.v",
      ]),
    )
    .action((file: string, flags: Flags) => {
      const document = readJsonFile(file);
      const proven: ExtractedVerdict | Verdict = (flags.extracted === true ? verifyExtracted : verifyDocument)(document, file);
      const verdict = flags.replay === true && proven.valid ? replayed(proven, document, file) : proven;
      if (flags.coq === true && verdict.valid) {
        const { text, theorems } = coqFile(document, file);
        if (theorems.length > 0) process.stdout.write(text);
        else printRemark(`${file}: no bound in it is machine-checked`);
        process.exitCode = theorems.length > 0 ? 0 : 1;
        return;
      }
      if (flags.json === true) printJson({ schema: "redblue.verdict/2", ...verdict });
      else if (verdict.valid) printText([held(file, verdict), ...byExtracted(verdict), ...leftToTrust(verdict)].join("\n"));
      else if (flags.coq === true) printRemark(`${file}: ${verdict.path}: ${verdict.reason}`);
      else printText(`${file}: ${verdict.path}: ${verdict.reason}`);
      process.exitCode = verdict.valid ? 0 : 1;
    });
}

type Held = Extract<Verdict, { readonly valid: true }> &
  Partial<Extract<ExtractedVerdict, { readonly valid: true }>> & { readonly rows?: number };

/** The verdict with the rows of a gap document replayed, which then need not be trusted. */
function replayed(proven: Held, document: unknown, file: string): Held | Extract<Verdict, { readonly valid: false }> {
  try {
    const again = replayAgain(document, file, (label) => progress(`replaying ${label}`));
    if (!again.valid) return again;
    const { notChecked = [], ...holds } = proven;
    const left = notChecked.filter((what) => what !== UNREPLAYED && what !== UNRANGED);
    return { ...holds, rows: again.rows, ...(left.length === 0 ? {} : { notChecked: left }) };
  } finally {
    endProgress();
  }
}

function held(file: string, { certificates, rows }: Held): string {
  return `${file}: ${certificates} certificate(s) hold${rows === undefined ? "" : `, ${rows} row(s) replayed again are the same`}`;
}

/** Which certificates code that is proven has accepted, and which it cannot read. */
function byExtracted({ extracted, notExtracted }: Held): readonly string[] {
  if (extracted === undefined || notExtracted === undefined) return [];
  return [
    `accepted by extracted checkers: ${extracted.length === 0 ? "none" : extracted.join(", ")}`,
    ...(notExtracted.length === 0 ? [] : [`without an extracted checker: ${notExtracted.join(", ")}`]),
  ];
}

/** What nothing here confirms, a line each. */
function leftToTrust({ notChecked = [] }: Held): readonly string[] {
  return notChecked.map((what) => `not checked: ${what}`);
}
