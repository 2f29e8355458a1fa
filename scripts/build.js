// Compiles src, module by module to build, for scripts, and bundled to dist, which is shipped; `npm ci` runs it through "prepare".
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { shipDeclarations } from "./build/declarations.js";

/** Chunks, and what modules look for beside themselves by `import.meta.url`, are neighbours here. */
const SHARED = "chunks";
const TABLES = ["accumulators.bin", "intermediates.bin"];
/** What tsc does not copy, for it compiles no JavaScript. */
const EXTRACTED = "verify/extracted/checkers.js";
const WORKERS = { "replay-worker": "src/node/replay-worker.ts", worker: "src/node/sweep/worker.ts" };
const LOOK_BESIDE_THEMSELVES = ["src/bounds/potentials/tables.ts", "src/node/replay-thread.ts", "src/node/sweep/run.ts"];
/**
 * Entries that the package does not export: the command line, its program for tests that run many commands in one process, and what
 * shares no chunk with more than itself needs, so that a bundler which cannot leave parts of a chunk out leaves whole chunks out.
 */
const INTERNAL = ["src/cli/main.ts", "src/cli/program.ts", "src/bounds/gemm/prove.ts"];

for (const folder of ["build", "dist"]) rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  stdio: "inherit",
});

const entries = Object.values(JSON.parse(readFileSync("package.json", "utf8")).exports).filter(
  ({ types }) => types !== undefined,
);
const sources = [...entries.map(({ default: path }) => path.replace("./dist/", "src/").replace(/\.js$/, ".ts")), ...INTERNAL];
const { metafile } = await build({
  entryPoints: [
    ...sources.map((path) => ({ in: path, out: path.replace(/^src\/|\.ts$/g, "") })),
    ...Object.entries(WORKERS).map(([name, path]) => ({ in: path, out: `${SHARED}/${name}` })),
  ],
  outdir: "dist",
  chunkNames: `${SHARED}/[name]-[hash]`,
  bundle: true,
  // 4 % less to download; names and lines stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  splitting: true,
  // Installed beside this package, and bundled by those who bundle it.
  packages: "external",
  platform: "node",
  format: "esm",
  target: "es2023",
  metafile: true,
  logLevel: "warning",
});

for (const module of LOOK_BESIDE_THEMSELVES) {
  const places = Object.entries(metafile.outputs).flatMap(([path, { inputs }]) => (module in inputs ? [dirname(path)] : []));
  if (places.join() !== `dist/${SHARED}`) throw new Error(`${module}: expected in dist/${SHARED} alone, found in '${places}'`);
}
copyFileSync(`src/${EXTRACTED}`, `build/${EXTRACTED}`);
for (const table of TABLES) {
  for (const folder of ["build/bounds/potentials", `dist/${SHARED}`])
    copyFileSync(`src/bounds/potentials/${table}`, join(folder, table));
}
for (const folder of ["build", "dist"]) chmodSync(`${folder}/cli/main.js`, 0o755);
shipDeclarations(entries.map(({ types }) => types));
await import("./explorer.js");
