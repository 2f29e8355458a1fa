// Compiles src to dist and copies the tables of potentials; `npm ci` runs it through "prepare".
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
rmSync("dist", { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
const TABLES = "bounds/potentials";
for (const file of readdirSync(`src/${TABLES}`)) {
  if (file.endsWith(".bin")) copyFileSync(`src/${TABLES}/${file}`, `dist/${TABLES}/${file}`);
}
if (existsSync("dist/cli/main.js")) chmodSync("dist/cli/main.js", 0o755);
