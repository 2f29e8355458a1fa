// Rates of the hot loops beside those of peers in the same run: npm run bench [-- CASE...] [--repeats N]
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cachesTrace } from "./bench/caches-trace.js";
import { coldStart } from "./bench/cold-start.js";
import { commands } from "./bench/commands.js";
import { layerBounds } from "./bench/layer-bounds.js";
import { layerPlans } from "./bench/layer-plans.js";
import { lruTrace } from "./bench/lru-trace.js";
import { oddTiles } from "./bench/odd-tiles.js";
import { productCurve } from "./bench/product-curve.js";
import { tiledReplay } from "./bench/tiled-replay.js";

const CASES = [lruTrace, cachesTrace, oddTiles, tiledReplay, productCurve, layerBounds, layerPlans, coldStart, commands];
const FEWEST_REPEATS = 3;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { repeats: { type: "string", default: "5" } } });
const repeats = Number(values.repeats);
const unknown = positionals.filter((name) => !CASES.some((known) => known.name === name));
if (!Number.isInteger(repeats) || repeats < FEWEST_REPEATS || unknown.length > 0) {
  console.error(
    `bench: cases are ${CASES.map(({ name }) => name).join(", ")}; --repeats takes a number from ${FEWEST_REPEATS} on`,
  );
  process.exit(2);
}

const built = new URL("../dist/index.js", import.meta.url);
if (!existsSync(built)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  execFileSync(process.execPath, ["scripts/build.js"], { cwd: root, stdio: "inherit" });
}
const redblue = await import(built.href);

console.log(`Node ${process.version} on ${process.arch}, ${repeats} interleaved repeats`);
for (const { name, run } of CASES) if (positionals.length === 0 || positionals.includes(name)) run(redblue, repeats);
