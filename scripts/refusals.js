// Which refusals of the checker no test reaches, and which forgeries a second one refuses too: npm run verify -- refusals
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { plugin } from "./refusals/plugin.js";
import { sitesOf } from "./refusals/sites.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "redblue-refusals-"));
const found = join(folder, "found");
writeFileSync(found, "");
process.env.REDBLUE_REFUSALS = found;

const setup = join(root, "scripts/refusals/record.js");
const options = { root, watch: false, reporters: ["dot"], maxWorkers: 1, setupFiles: [setup], testTimeout: 86_400_000 };
// Random edits reach refusals by chance: what they reach does not count.
const vitest = await startVitest("test", ["test/bounds", "test/layers", "test/pebble", "test/coq", "test/gap"], options, {
  plugins: [plugin(root)],
});
await vitest.close();
const failed = process.exitCode ?? 0;

const reached = new Set(readFileSync(found, "utf8").split("\n"));
rmSync(folder, { recursive: true });
const sources = readdirSync(join(root, "src/verify"), { recursive: true }).filter((name) => name.endsWith(".ts"));
const sites = sources.sort().flatMap((name) => {
  const path = `src/verify/${name.replaceAll("\\", "/")}`;
  return sitesOf(path, readFileSync(join(root, path), "utf8"));
});
const missed = sites.filter(({ site }) => !reached.has(site));
for (const { site, text } of missed) console.log(`${site}: no test reaches ${text}`);
console.log(`refusals of the checker: ${sites.length}, reached by tests: ${sites.length - missed.length}`);
process.exitCode = failed || (missed.length > 0 ? 1 : 0);
