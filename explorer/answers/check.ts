import { readJsonFile } from "../../src/cli/input/files.js";
import { coqFile } from "../../src/verify/coq/proof-file.js";
import { verifyDocument } from "../../src/verify/document.js";
import type { Emit, Question } from "./view.js";

/** What `redblue verify FILE` says, with `--extracted` and with `--coq`. */
export interface CheckParts {
  readonly verdict: {
    readonly holds: boolean;
    /** What holds, or the first field that does not and why. */
    readonly lines: readonly string[];
  };
  /** The Coq file; empty where no bound of the document is machine-checked. */
  readonly coq: { readonly text: string; readonly theorems: readonly string[] };
}

/** Checks a dropped document by the words of `redblue verify`. */
export async function checkAnswer({ words }: Question, emit: Emit<CheckParts>): Promise<void> {
  const file = words.find((word) => !word.startsWith("--")) ?? "";
  const document = readJsonFile(file);
  if (words.includes("--coq")) {
    const { text, theorems } = coqFile(document, file);
    return emit("coq", { text, theorems });
  }
  if (!words.includes("--extracted")) return emit("verdict", shown(verifyDocument(document, file)));
  const { verifyExtracted } = await import("../../src/verify/extracted/extracted-document.js");
  const verdict = verifyExtracted(document, file);
  emit("verdict", shown(verdict, verdict.valid ? verdict : undefined));
}

function shown(
  verdict: ReturnType<typeof verifyDocument>,
  by?: { readonly extracted: readonly string[]; readonly notExtracted: readonly string[] },
): CheckParts["verdict"] {
  if (!verdict.valid) return { holds: false, lines: [`${verdict.path}: ${verdict.reason}`] };
  return {
    holds: true,
    lines: [
      `${verdict.certificates} certificate(s) hold`,
      ...(by === undefined ? [] : [`accepted by extracted checkers: ${by.extracted.join(", ") || "none"}`]),
      ...(by === undefined || by.notExtracted.length === 0
        ? []
        : [`without an extracted checker: ${by.notExtracted.join(", ")}`]),
      ...(verdict.notChecked ?? []).map((what) => `not checked: ${what}`),
    ],
  };
}
