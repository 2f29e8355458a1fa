import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redblue } from "./run.js";

const CHAIN = ["chain", "--m", "65536", "--k", "100", "--l", "65536", "--n", "100", "--fast-words", "10000"];

test("a chain at k + n = 2√S: the best bound verifies, and the fusion criterion is printed", () => {
  const json = redblue(["bound", ...CHAIN, "--json"]);
  expect(json.status).toBe(0);
  const document = JSON.parse(json.stdout);
  expect(document.best["slow-fast"].id).toBe("chain-recomputation");
  expect(document.fusion).toEqual({ "slow-fast": { sides: 200, capacityWords: 10_000, pays: false } });
  const folder = mkdtempSync(join(tmpdir(), "redblue-"));
  const file = join(folder, "bounds.json");
  writeFileSync(file, json.stdout);
  const { status } = redblue(["verify", file]);
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
  const words = "slow-fast: k + n = 200 ≥ 2√S = 200, S = 10,000 words";
  expect(redblue(["bound", ...CHAIN]).stdout).toContain(words);
  expect(redblue(["gap", ...CHAIN]).stdout).toContain(words);
});
