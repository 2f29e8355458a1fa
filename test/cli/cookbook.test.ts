import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/cookbook.md", root), "utf8");
const recipes = [...page.matchAll(/^## (.*)\n[\s\S]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)\n```/gm)];

test("every question of the cookbook has its answer", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(10);
  expect(recipes).toHaveLength(page.match(/^## /gm)?.length ?? 0);
});

test.each(recipes.map(([, question, code, shown]) => [question, code, shown] as const))(
  "%s (node scripts/update-docs.js rewrites the answer)",
  async (_, code, shown) => {
    const lines = (code ?? "").split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeLessThan(20);
    // The package is imported by its own name, as a user's script does.
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code ?? ""], { cwd: root });
    expect(stdout.trimEnd()).toBe(shown);
  },
);
