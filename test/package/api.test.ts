import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "redblue-api-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Reflection {
  readonly name: string;
  readonly children?: readonly Reflection[];
  readonly signatures?: readonly Reflection[];
  readonly comment?: object;
  readonly target?: number;
}

const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
const outputs = ["--json", join(folder, "api.json"), "--out", join(folder, "api"), "--treatWarningsAsErrors"];
execFileSync(process.execPath, [typedoc, ...outputs], { cwd: root, stdio: "pipe" });
const { children: modules = [] }: Reflection = JSON.parse(readFileSync(join(folder, "api.json"), "utf8"));
const pagesOf = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const pages = pagesOf(join(folder, "api"));

test("everything that the package exports has a docstring that says more than what it throws", () => {
  const named = modules.flatMap(({ children = [] }) => children).filter(({ target }) => target === undefined);
  expect(named.length).toBeGreaterThan(300);
  const said = ({ comment, signatures = [] }: Reflection): boolean =>
    [comment, ...signatures.map((one) => one.comment)].some((one) => (one as { summary?: readonly unknown[] })?.summary?.length);
  expect(named.filter((one) => !said(one)).map(({ name }) => name)).toEqual([]);
});

test("no page of the API has 20,000 words", () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) {
    const words = readFileSync(join(folder, "api", page), "utf8")
      .split(/\s+/)
      .filter((word) => /[A-Za-z]/.test(word));
    expect(words.length, page).toBeLessThan(20_000);
  }
});

test("docs/api is what the docstrings say (npm run docs:api rewrites it)", () => {
  expect([...pagesOf(join(root, "docs/api"))].sort()).toEqual([...pages].sort());
  for (const page of pages) {
    expect(readFileSync(join(root, "docs/api", page), "utf8"), page).toBe(readFileSync(join(folder, "api", page), "utf8"));
  }
});
