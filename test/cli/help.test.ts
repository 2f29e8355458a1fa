import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { SUMMARIES } from "../../src/cli/summaries.js";
import { everyNth } from "../properties/arbitraries.js";
import { redblue } from "./run.js";

const COMMANDS = Object.keys(SUMMARIES);
const WORKLOADS = [
  ...["gemm", "chain", "ffn", "attention", "conv", "einsum"],
  ...["elementwise", "softmax", "rmsnorm", "layernorm", "rotary", "norm-gemm"],
];

// The examples read the files of docs/examples and a trace, and write beside them.
const folder = mkdtempSync(join(tmpdir(), "redblue-help-"));
cpSync(fileURLToPath(new URL("../../docs/examples", import.meta.url)), folder, { recursive: true });
cpSync(fileURLToPath(new URL("../measured/profiles/unet.trace.json.gz", import.meta.url)), join(folder, "trace.json.gz"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands that README.md shows with what they print: docs.test.ts runs them. */
const shown = new Set(
  [...readFileSync(new URL("../../README.md", import.meta.url), "utf8").matchAll(/^\$ npx (redblue .*)$/gm)].map(
    ([, line]) => line,
  ),
);

function help(words: readonly string[]): string {
  const { status, stdout, stderr } = redblue([...words, "--help"]);
  expect([status, stderr], words.join(" ")).toEqual([0, ""]);
  return stdout;
}

function exampleLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^ {2}redblue /.test(line));
}

test("the help of all names every command with its summary, which is the one of the command itself", () => {
  const text = help([]);
  for (const [name, summary] of Object.entries(SUMMARIES)) {
    expect(text).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(text.replace(/\s+/g, " ")).toContain(summary);
  }
  expect(exampleLines(text).length).toBeGreaterThan(0);
});

test("the name alone prints the help of all", () => {
  expect(redblue([])).toEqual({ status: 0, stdout: help([]), stderr: "" });
});

test("help NAME says what NAME --help says", () => {
  expect(redblue(["help", "verify"]).stdout).toBe(help(["verify"]));
});

test("the help of a workload leaves out flags that only schedules of other workloads read, that of the command has them all", () => {
  const flagsOf = (words: readonly string[]): ReadonlySet<string> => new Set(help(words).match(/^ {2}--[a-z][a-z\d-]*/gm));
  const all = flagsOf(["gap"]);
  const leftOut = (workload: string): readonly string[] => {
    const own = flagsOf(["gap", workload]);
    return [...all].filter((flag) => !own.has(flag)).map((flag) => flag.slice(4));
  };
  const ofScheduleAlone = [
    "order",
    "band",
    "serpentine",
    "no-lse",
    "query-order",
    "key-order",
    "splits",
    "reduction",
    "scheduler",
    "k-order",
  ];
  expect(ofScheduleAlone.filter((flag) => !all.has(`  --${flag}`))).toEqual([]);
  const said = (workload: string) => leftOut(workload).filter((flag) => ofScheduleAlone.includes(flag));
  expect(said("gemm")).toEqual(["serpentine", "no-lse", "query-order", "key-order"]);
  expect(said("attention")).toEqual(["order", "band", "serpentine", "reduction", "scheduler", "k-order"]);
  expect(said("moe")).toEqual(ofScheduleAlone.filter((flag) => flag !== "order"));
  for (const workload of WORKLOADS)
    for (const flag of ["fast-words", "tile", "gpu", "json"]) expect(leftOut(workload)).not.toContain(flag);
});

describe("examples", () => {
  test.each(COMMANDS)("of %s and each workload it takes are there, and run as printed", (command) => {
    const text = help([command]);
    const lines = exampleLines(text);
    expect(lines.length).toBeGreaterThan(0);
    const own = WORKLOADS.filter((workload) => new RegExp(`^ {2}${workload} .*`, "m").test(text));
    for (const workload of own) {
      expect(
        lines.some((line) => line.startsWith(`  redblue ${command} ${workload} `)),
        `${command} ${workload}`,
      ).toBe(true);
    }
    // A cluster is not here, and `explore` serves until it is stopped (test/cli/explore.test.ts).
    const here = lines.filter((example) => !/--engine slurm|^ *redblue explore\b/.test(example) && !shown.has(example.trim()));
    // Of a sweep the last line merges what those before it left.
    for (const line of command === "sweep" ? here : everyNth(6, here)) {
      const words = [...line.replace(/>.*$/, "").matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word).slice(1);
      expect(redblue(words, folder), line).toMatchObject({ status: 0 });
    }
  });
});
