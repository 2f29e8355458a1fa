import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PAGE = new URL("../../docs/life-of-a-bound.md", import.meta.url);
const page = readFileSync(PAGE, "utf8");
const cwd = fileURLToPath(new URL("../../", import.meta.url));

const scripts = [...page.matchAll(/^## ([^\n]*)\n(?:(?!^## )[\s\S])*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)\n```/gm)];

test("the bound is shown as certificate, as verdict and as theorem", () => {
  expect(scripts.map(([, heading]) => heading)).toEqual(["The certificate", "The checker", "The theorem in Coq"]);
});

test.each(scripts.map(([, heading, code, shown]) => [heading, code, shown] as const))(
  "%s is what the library gives (node scripts/update-docs.js rewrites it)",
  async (_, code = "", shown) => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd });
    expect(stdout.trimEnd()).toBe(shown);
  },
);

test("what the page names in a file stands in that file", () => {
  const named = [...page.matchAll(/\[`(\w+)`\]\(([^)#]+)\)/g), ...page.matchAll(/`(\w+)` in \[[^\]]+\]\(([^)#]+)\)/g)];
  expect(named.length).toBeGreaterThan(10);
  for (const [, name = "", path = ""] of named) {
    expect(readFileSync(new URL(path, PAGE), "utf8"), path).toMatch(new RegExp(`\\b${name}\\b`));
  }
});
