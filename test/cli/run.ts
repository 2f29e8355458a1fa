import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command line in a folder, without a terminal. */
export function redblue(words: readonly string[], cwd?: string): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { encoding: "utf8", cwd, maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}
