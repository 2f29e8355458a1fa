// Rewrites the figures of docs/trust.md: theorems by who checked their proofs, rows of hardware counters, and scores of mutants. `node scripts/trust.js`
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { THEOREMS } from "../build/bounds/catalogue.js";
import { table } from "./mutate/score.js";

const root = new URL("../", import.meta.url);
const page = new URL("docs/trust.md", root);

const ids = (status) => THEOREMS.filter((theorem) => theorem.status === status);
const line = (title, list) => `| ${title} | ${list.length} | ${list.map(({ id }) => `\`${id}\``).join(", ")} |`;
const theorems = [
  "| proof | theorems | ids |",
  "|---|---|---|",
  line("checked by Coq, with the checker of its certificates", ids("machine-checked")),
  line("on paper, with a certificate that the checker verifies", ids("paper proof")),
].join("\n");

const rows = readdirSync(new URL("data/", root))
  .filter((name) => name.endsWith(".csv"))
  .map((name) => [
    name,
    readFileSync(new URL(`data/${name}`, root), "utf8")
      .trimEnd()
      .split("\n").length - 1,
  ]);
const counters = `${rows.length} files of \`data\` hold ${rows.reduce((sum, [, count]) => sum + count, 0)} launches on two GPUs.`;

const mutants = table(JSON.parse(readFileSync(new URL("test/mutation/results.json", root), "utf8")));

const before = readFileSync(page, "utf8");
const block = (text, name, content) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open, close) => `${open}${content}\n${close}`,
  );
const blocks = { theorems, counters, mutants };
writeFileSync(
  page,
  Object.entries(blocks).reduce((text, [name, content]) => block(text, name, content), before),
);
