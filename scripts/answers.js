// Rewrites the tables and figures of docs/answers from what the library computes. --check only compares; names of pages limit it.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { backward } from "./answers/backward.js";
import { cache } from "./answers/cache.js";
import { distributed } from "./answers/distributed.js";
import { epilogues } from "./answers/epilogues.js";
import { expertFusion } from "./answers/expert-fusion.js";
import { experts } from "./answers/experts.js";
import { ffnFlow } from "./answers/ffn-flow.js";
import { fusion } from "./answers/fusion.js";
import { latents } from "./answers/latents.js";
import { prefetch } from "./answers/prefetch.js";
import { privateL2s } from "./answers/private-l2s.js";
import { room } from "./answers/room.js";
import { sharedMemory } from "./answers/shared-memory.js";
import { splitK } from "./answers/split-k.js";
import { warmLayer } from "./answers/warm-layer.js";
import { windows } from "./answers/windows.js";

const PAGES = [
  room,
  cache,
  fusion,
  ffnFlow,
  sharedMemory,
  distributed,
  splitK,
  latents,
  expertFusion,
  experts,
  windows,
  backward,
  epilogues,
  warmLayer,
  privateL2s,
  prefetch,
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: "boolean", default: false } } });
const unknown = positionals.find((name) => !PAGES.some(({ page }) => page === name));
if (unknown !== undefined) {
  console.error(`answers: expected pages ${PAGES.map(({ page }) => page).join(", ")}, found '${unknown}'`);
  process.exit(2);
}

const docs = new URL("../docs/answers/", import.meta.url);
const stale = [];

function settle(path, after) {
  const url = new URL(path, docs);
  let before;
  try {
    before = readFileSync(url, "utf8");
  } catch {
    before = undefined;
  }
  if (before === after) return;
  if (values.check) stale.push(path);
  else writeFileSync(url, after);
}

for (const { page, tables, figures } of PAGES.filter(({ page }) => positionals.length === 0 || positionals.includes(page))) {
  const path = `${page}.md`;
  const text = readFileSync(new URL(path, docs), "utf8");
  const written = new Set();
  const after = text.replace(/<!-- table (\S+) -->\n[\s\S]*?<!-- end -->/g, (_, name) => {
    written.add(name);
    return `<!-- table ${name} -->\n${tables[name]()}\n<!-- end -->`;
  });
  const missing = Object.keys(tables).find((name) => !written.has(name));
  if (missing !== undefined) throw new Error(`docs/answers/${path} has no place for table ${missing}`);
  settle(path, after);
  for (const [name, figure] of Object.entries(figures)) {
    if (!text.includes(`(figures/${name}.svg)`)) throw new Error(`docs/answers/${path} does not show figures/${name}.svg`);
    settle(`figures/${name}.svg`, figure());
  }
}
if (stale.length > 0) {
  console.error(`stale in docs/answers: ${stale.join(", ")} (node scripts/answers.js)`);
  process.exit(1);
}
