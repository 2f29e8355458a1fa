import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "../../src/bounds/requirements.js";
import { INTERFACE_DEFINITIONS } from "../../src/machines/interfaces.js";
import { everyNth } from "../properties/arbitraries.js";
import { redblue } from "./run.js";

const root = new URL("../../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/guide", "proofs"].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

const shown = pages.flatMap((page) =>
  [...read(page).matchAll(/```text\n\$ npx redblue ([^\n]*)\n([\s\S]*?)\n```/g)].map(
    ([, words = "", text = ""]) => [page, words, text] as const,
  ),
);

test("pages show what the tool prints", () => {
  expect(shown.map(([page]) => page)).toContain("README.md");
});

test.each(everyNth(3, shown))("%s: %s prints what is shown (node scripts/update-docs.js rewrites it)", (_page, words, text) => {
  const { status, stdout } = redblue(words.split(" "), fileURLToPath(root));
  expect([status, stdout.trimEnd()]).toEqual([0, text]);
});

test("every link between pages resolves", () => {
  let links = 0;
  for (const page of pages) {
    for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      expect(existsSync(new URL(target ?? "", new URL(page, root))), `${page}: ${target}`).toBe(true);
      links++;
    }
  }
  expect(links).toBeGreaterThan(10);
});

/** Anchors of a page, as GitHub makes them of its headings, and those that are set by hand. */
function anchors(text: string): ReadonlySet<string> {
  const headings = [...text.replace(/```[\s\S]*?```/g, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...headings, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id)]);
}

test("every anchor of a link to a page is one of its headings", () => {
  const wrong = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].flatMap(([, path = "", anchor = ""]) => {
      const target = path === "" ? new URL(page, root) : new URL(path, new URL(page, root));
      const found = target.pathname.endsWith(".md") && existsSync(target) && !anchors(readFileSync(target, "utf8")).has(anchor);
      return found ? [`${page}: ${path}#${anchor}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test("the guide lists what every bound may require and what each interface counts, and the tool prints as much", () => {
  const guide = ["interfaces", "requirements"].map((chapter) => read(`docs/guide/${chapter}.md`)).join("\n");
  const rows = [...guide.matchAll(/^\| `([a-z0-9-]+)` \| (.*) \|$/gm)].map(([, id, text]) => [id, text] as const);
  const printed = JSON.parse(redblue(["bounds", "--json"]).stdout);
  for (const [id, text] of [...Object.entries(REQUIREMENTS), ...Object.entries(INTERFACE_DEFINITIONS)]) {
    expect(
      rows.filter(([name, line]) => name === id && line === text),
      id,
    ).toHaveLength(1);
  }
  expect(printed.requirements).toEqual(Object.entries(REQUIREMENTS).map(([id, meaning]) => ({ id, meaning })));
});

test("every proof that a bound names exists", () => {
  for (const theorem of JSON.parse(redblue(["bounds", "--json"]).stdout).bounds) {
    expect(existsSync(new URL(theorem.proof, root)), theorem.proof).toBe(true);
  }
});
