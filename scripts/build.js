// Compiles src to dist and copies the tables of potentials; `npm ci` runs it through "prepare".
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
rmSync("dist", { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" });
const TABLES = "bounds/potentials";
for (const file of readdirSync(`src/${TABLES}`)) {
  if (file.endsWith(".bin")) copyFileSync(`src/${TABLES}/${file}`, `dist/${TABLES}/${file}`);
}
if (existsSync("dist/cli/main.js")) chmodSync("dist/cli/main.js", 0o755);

// The package is smaller by a fifth: docstrings are read from declarations, and those of the entries only.
const declared = declarationsOf(JSON.parse(readFileSync("package.json", "utf8")).exports);
for (const name of readdirSync("dist", { recursive: true })) {
  const path = join("dist", name);
  if (path.endsWith(".d.ts") && !declared.has(path)) rmSync(path);
  if (path.endsWith(".js")) writeFileSync(path, withoutComments(readFileSync(path, "utf8")));
}

function withoutComments(code) {
  return transformSync(code, { format: "esm", target: "es2023" }).code;
}

/** Declaration files that a user's compiler can reach. */
function declarationsOf(entries) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path) || !existsSync(path)) return;
    found.add(path);
    for (const [, from] of readFileSync(path, "utf8").matchAll(/"(\.[^"]+)\.js"/g)) visit(join(dirname(path), `${from}.d.ts`));
  };
  for (const { types } of Object.values(entries)) if (types !== undefined) visit(join(types));
  return found;
}
