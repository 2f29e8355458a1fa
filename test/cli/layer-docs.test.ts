import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyNth } from "../properties/arbitraries.js";

const docs = new URL("../../docs/", import.meta.url);
const SLOW = process.env["REDBLUE_SLOW"] !== undefined;

function checked(script: string, ...words: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const path = new URL(`../../scripts/${script}`, import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [path, "--check", ...words], { encoding: "utf8" });
  return { status, stderr };
}

const pages = readdirSync(new URL("answers/", docs)).filter((name) => name.endsWith(".md"));

test("every answer has a figure that exists, a table and the command that makes them, and docs/layers.md names it", () => {
  expect(pages.length).toBeGreaterThanOrEqual(7);
  const index = readFileSync(new URL("layers.md", docs), "utf8");
  for (const page of pages) {
    const text = readFileSync(new URL(`answers/${page}`, docs), "utf8");
    const figures = [...text.matchAll(/\]\((figures\/[^)]+\.svg)\)/g)].map(([, path]) => path ?? "");
    expect(figures.length, page).toBeGreaterThan(0);
    for (const figure of figures) {
      expect(readFileSync(new URL(`answers/${figure}`, docs), "utf8"), figure).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    }
    expect(text, page).toMatch(/<!-- table \S+ -->\n\| .*\n\|(---\|)+\n\| /);
    expect(text, page).toContain(`node scripts/answers.js ${page.replace(".md", "")}`);
    expect(index, page).toContain(`(answers/${page})`);
  }
});

test("the plans of docs/layers.md move what the page says (node scripts/layer-table.js)", () => {
  const models = SLOW ? [] : everyNth(3, ["llama3-8b", "gpt3-6.7b", "gemma-2b", "sd15-unet", "sd15-residual"]);
  expect(checked("layer-table.js", ...models)).toEqual({ status: 0, stderr: "" });
});

test("answers are current (node scripts/answers.js)", () => {
  const some = SLOW ? [] : everyNth(2, ["distributed-shared-memory", "fusion-of-a-llama-layer"]);
  expect(checked("answers.js", ...some)).toEqual({ status: 0, stderr: "" });
});

test("scripts refuse names that they do not know", () => {
  for (const script of ["layer-table.js", "answers.js"]) expect(checked(script, "nothing").status).toBe(2);
});
