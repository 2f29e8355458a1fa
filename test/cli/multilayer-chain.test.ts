import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const CHAIN = ["chain", "--m", "8192", "--widths", "64,1024,64,1024,64", "--fast-words", "16384"];

function inFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "redblue-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("chains of three products and more", () => {
  test("bounds verify, an edited document does not, and the document is a workload file", () => {
    const { status, stdout } = redblue(["bound", ...CHAIN, "--json"]);
    expect(status).toBe(0);
    const document = JSON.parse(stdout);
    expect(document.workload).toMatchObject({ kind: "multilayer-chain", m: 8192, widths: [64, 1024, 64, 1024, 64] });
    expect(document.best["slow-fast"].id).toBe("multilayer-stages");
    inFolder((folder) => {
      const file = join(folder, "bounds.json");
      writeFileSync(file, stdout);
      expect(redblue(["verify", file]).status).toBe(0);
      writeFileSync(file, JSON.stringify({ ...document, workload: { ...document.workload, widths: [64, 1024, 64, 1024, 65] } }));
      expect(redblue(["verify", file]).status).toBe(1);
      writeFileSync(file, JSON.stringify(document.workload));
      const again = redblue(["bound", file, "--fast-words", "16384", "--json"]);
      expect(JSON.parse(again.stdout)).toEqual(document);
    });
  });

  test("the same chain as statements has the same bounds, which verify; so do those beside its pebbling", () => {
    const text = "P[i,b] += X[i,a] * T[a,b]; Q[c,i] += U[b,c] * P[i,b]; R[i,b] += Q[c,i] * V[c,b]; Y[i,a] += R[i,b] * W[b,a]";
    const statements = ["bound", "einsum", text, "--extent", "i=8192,a=64,b=1024,c=64", "--fast-words", "16384", "--json"];
    const { status, stdout } = redblue(statements);
    expect(status).toBe(0);
    const found = JSON.parse(stdout);
    const chain = JSON.parse(redblue(["bound", ...CHAIN, "--json"]).stdout);
    expect(found.best).toEqual(chain.best);
    expect(found.bounds.slice(1)).toEqual(chain.bounds.slice(1));
    inFolder((folder) => {
      const file = join(folder, "bounds.json");
      writeFileSync(file, stdout);
      expect(redblue(["verify", file]).status).toBe(0);
      const shared = found.workload.text.replace("V[c,b]", "U[b,c]").replace("Q[c,i] * U", "Q[b,i] * U");
      writeFileSync(file, JSON.stringify({ ...found, workload: { ...found.workload, text: shared } }));
      expect(redblue(["verify", file]).status).toBe(1);
      const small = ["pebble", "einsum", text, "--extent", "i=1,a=2,b=2,c=2", "--fast", "6", "--json"];
      const pebbled = redblue(small);
      expect(JSON.parse(pebbled.stdout).bounds.map(({ id }: { id: string }) => id)).toContain("multilayer-last-pair");
      writeFileSync(file, pebbled.stdout);
      expect(redblue(["verify", file]).status).toBe(0);
    });
  });

  test("gap: fused rows, or the cheapest cut, stand beside the bound; a replay is refereed", () => {
    const gapOf = (chain: readonly string[]): { schedule: { id: string; parts: string }; gap: number }[] =>
      JSON.parse(redblue(["gap", ...chain, "--json"]).stdout).rows;
    const rows = gapOf(CHAIN);
    expect(rows.map(({ schedule }) => schedule.id)).toEqual(["multilayer-separate", "multilayer-rows"]);
    expect(rows[1]?.schedule.parts).toBe("W1…W4 rows 127 (2 pairs stream)");
    expect(rows[1]?.gap).toBeLessThan(1.17);
    const alike = gapOf(["chain", "--m", "8192", "--widths", "128,128,128,128", "--fast-words", "16384"]);
    expect(alike.map(({ schedule }) => schedule.id)).toEqual(["multilayer-separate", "multilayer-rows", "multilayer-parts"]);
    const small = ["chain", "--m", "9", "--widths", "3,5,4,6", "--fast-words", "30"];
    const replay = redblue(["replay", ...small, "--schedule", "multilayer-rows", "--referee"]);
    expect([replay.status, replay.stderr]).toEqual([0, ""]);
    expect(replay.stdout).toMatch(/moves are legal/);
  });

  test("a graph's optimum with the theorems beside; its document verifies", () => {
    const { status, stdout } = redblue("pebble chain --m 2 --widths 1,2,2,1 --fast 5 --json".split(" "));
    expect(status).toBe(0);
    const document = JSON.parse(stdout);
    expect(document.optimum).toBe(17);
    inFolder((folder) => {
      const file = join(folder, "pebbling.json");
      writeFileSync(file, stdout);
      expect(redblue(["verify", file]).status).toBe(0);
    });
  });

  test("three widths are k, l, n", () => {
    const widths = redblue("bound chain --m 64 --widths 3,4,5 --fast-words 20 --json".split(" "));
    expect(widths.stdout).toBe(redblue("bound chain --m 64 --k 3 --l 4 --n 5 --fast-words 20 --json".split(" ")).stdout);
  });

  test.each([
    ["--widths 64,64", /^redblue: --widths: expected three widths or more/],
    ["--widths 64,x,64", /--widths: expected a whole number/],
    ["--widths 64,0,64,64", /--widths: expected a whole number/],
    ["--widths 64,64,64,64 --k 3", /--k: expected --widths or --k, --l and --n, found both/],
    [`--widths ${Array.from({ length: 66 }, () => 2).join(",")}`, /widths: expected 4 to 65 widths/],
    ["--widths", /widths/],
  ])("%s: one line and status 2", (flags, message) => {
    const { status, stdout, stderr } = redblue([..."bound chain --m 64 --fast-words 20".split(" "), ...flags.split(" ")]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("kernels on a GPU: products alone and all in one kernel, both above the bound", () => {
    const { status, stdout } = redblue("gap chain --m 8192 --widths 64,128,128,64 --gpu h100 --json".split(" "));
    expect(status).toBe(0);
    const { rows } = JSON.parse(stdout) as {
      rows: { schedule: { id: string }; interface: string; traffic: number; bound: number }[];
    };
    const ids = new Set(rows.map(({ schedule }) => schedule.id));
    expect([...ids].sort()).toEqual(["multilayer-fused-smem", "multilayer-separate"]);
    for (const { traffic, bound } of rows) expect(traffic).toBeGreaterThanOrEqual(bound);
    const [fused, separate] = [...ids]
      .sort()
      .map((id) => rows.find((row) => row.schedule.id === id && row.interface === "dram-l2"));
    expect(fused?.traffic).toBeLessThan(separate?.traffic ?? 0);
  });

  test("a kernel that does not fit: one line and status 2", () => {
    const flags = "gap chain --m 64 --widths 64,65536,65536,64 --gpu h100 --schedule multilayer-fused-smem";
    const { status, stderr } = redblue(flags.split(" "));
    expect(status).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
