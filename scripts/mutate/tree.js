// A copy of src and test as JavaScript, the mutants of some folders in it, each behind a switch of scripts/mutate/state.js.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";

const OPTIONS = {
  loader: "ts",
  format: "esm",
  target: "node20",
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, target: "es2023" } },
};
const HEADER = /function stryNS_9fa48\(\)[\s\S]*?return isActive\(id\);\s*\}/;
const address = (name) => JSON.stringify(pathToFileURL(resolve("scripts/mutate", name)).href);

/** Writes the copy to a folder; `instrumented` has the code with mutants by file, as Stryker wrote it. */
export async function writeTree(folder, instrumented) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of readdirSync(".")) {
    if (/^(\..*|src|test|coverage|node_modules)$/.test(name)) continue;
    link(name, join(folder, name));
  }
  write(join(folder, "node_modules/vitest/package.json"), JSON.stringify({ type: "module", exports: "./index.js" }));
  write(join(folder, "node_modules/vitest/index.js"), `export * from ${address("vitest.js")};\n`);
  for (const path of ["src", "test"].flatMap(filesOf)) {
    if (!path.endsWith(".ts") || path.endsWith(".d.ts")) {
      link(path, join(folder, path));
      continue;
    }
    const mutants = instrumented.get(path);
    const source = mutants === undefined ? readFileSync(path, "utf8") : switched(mutants);
    write(join(folder, path.replace(/ts$/, "js")), (await transform(source, { ...OPTIONS, sourcefile: path })).code);
  }
}

/** Stryker's switches, which look up objects and names, become comparisons and counts: most of the code is run far more often than mutated. */
function switched(code) {
  const body = code
    .replace(HEADER, "")
    .replace(/^((?:export )?const \w+) = (new (?:Weak)?Map<.*>\(\));$/gm, "$1 = cache_($2);")
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, "(mutant_.id === $1 && reached_())")
    .replace(/stryCov_9fa48\(([^)]*)\)/g, (_, ids) => `(${ids.replace(/"(\d+)"/g, "hits_[$1]++")})`);
  return `import { mutant as mutant_, hits as hits_, isReached as reached_, cache as cache_ } from ${address("state.js")};\n${body}`;
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function link(path, at) {
  mkdirSync(dirname(at), { recursive: true });
  if (!existsSync(at)) symlinkSync(resolve(path), at);
}
