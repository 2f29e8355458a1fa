import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MACHINES } from "../../src/machines/registry.js";
import { SCHEDULES } from "../../src/schedules/catalogue.js";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-completion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = redblue(["completion", "bash"]).stdout;

/** What bash offers for the last of the words, by the script. */
function offered(...words: readonly string[]): readonly string[] {
  const typed = ["redblue", ...words].map((word) => `'${word}'`).join(" ");
  const asked = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _redblue; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", `set -u\n${script}\n${asked}`], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((word) => word !== "");
}

test("bash completes commands, then the workloads a command takes", () => {
  expect(offered("")).toEqual(expect.arrayContaining(["gap", "bound", "sweep", "verify", "completion"]));
  expect(offered("rep")).toEqual(["replay", "report"]);
  expect(offered("gap", "")).toEqual(expect.arrayContaining(["gemm", "chain", "attention", "conv"]));
  expect(offered("pebble", "e")).toEqual(["elementwise", "einsum"]);
  expect(offered("--debug", "bound", "ff")).toEqual(["ffn", "fft"]);
});

test("bash completes the flags of the command and workload at hand", () => {
  expect(offered("gap", "gemm", "--max")).toEqual(["--max-gap"]);
  expect(offered("bound", "attention", "--kv")).toEqual(["--kv-heads", "--kv-dtype"]);
  expect(offered("gap", "gemm", "--m", "64", "--kv")).toEqual([]);
  expect(offered("sweep", "plan.yaml", "--sh")).toEqual(["--shard", "--shards"]);
});

test("bash completes names that a flag or a list takes, and leaves numbers and files alone", () => {
  expect(offered("gap", "gemm", "--gpu", "")).toEqual(MACHINES.map(({ id }) => id));
  expect(offered("replay", "gemm", "--schedule", "")).toEqual(SCHEDULES.map(({ id }) => id));
  expect(offered("replay", "gemm", "--order", "h")).toEqual(["hilbert", "horizontal"]);
  expect(offered("bounds", "chain-f")).toEqual(["chain-fused"]);
  expect(offered("gpus", "b")).toEqual(["b200", "b300"]);
  expect(offered("gap", "gemm", "--m", "")).toEqual([]);
  expect(offered("verify", "")).toEqual([]);
});

test.each(["zsh", "fish"])("the script of %s names every command, and parses where the shell is installed", (shell) => {
  const { status, stdout } = redblue(["completion", shell]);
  expect(status).toBe(0);
  for (const word of ["gap", "sweep", "h200", "tiled-gemm", "kv-heads"]) expect(stdout).toContain(word);
  const path = join(folder, shell);
  writeFileSync(path, stdout);
  const parsed = spawnSync(shell, ["-n", path], { encoding: "utf8" });
  if (parsed.error === undefined) expect([parsed.status, parsed.stderr]).toEqual([0, ""]);
});
