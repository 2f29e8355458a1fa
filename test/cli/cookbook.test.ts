import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { everyNth } from "../properties/arbitraries.js";

const root = new URL("../../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(`docs/${name}`, root), "utf8");
const page = read("cookbook.md");
const recipesOf = (text: string): readonly RegExpExecArray[] => [
  ...text.matchAll(/^## (.*)\n[\s\S]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)\n```/gm),
];
const recipes = recipesOf(page);
const script = recipesOf(read("quickstart.md").replace(/^[\s\S]*(?=^## One script)/m, ""));

test("every question of the cookbook has its answer", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(10);
  expect(recipes).toHaveLength(page.match(/^## /gm)?.length ?? 0);
});

test("the quickstart has a script", () => {
  expect(script).toHaveLength(1);
});

test.each(everyNth(3, [...recipes, ...script]).map(([, question, code, shown]) => [question, code, shown] as const))(
  "%s (node scripts/update-docs.js rewrites the answer)",
  async (_, code, shown) => {
    const lines = (code ?? "").split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeLessThan(20);
    // The package is imported by its own name, as a user's script does.
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code ?? ""], { cwd: root });
    expect(stdout.trimEnd()).toBe(shown);
  },
);
