// Builds the pages of the explorer into dist/explorer, a folder that any server can serve from any path: npm run explorer
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// Without a slash at its end: a module that two paths lead to would be two.
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const OUT = `${root}/dist/explorer`;
const TABLES = ["accumulators.bin", "intermediates.bin"];

/** What the command line asks of Node, as a page has it: files are those that were dropped on it. */
const SHIMS = { "node:events": "events", "node:process": "process", "node:fs": "files" };
const withoutNode = {
  name: "without-node",
  setup({ onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path: `${root}/explorer/node/${SHIMS[path] ?? "absent"}.ts` }));
    onResolve({ filter: /\/node\/input-file\.js$/ }, () => ({ path: `${root}/explorer/node/files.ts` }));
    onResolve({ filter: /\/c-reader\.js$/ }, () => ({ path: `${root}/explorer/node/absent.ts` }));
  },
};

const common = { bundle: true, minify: true, format: "esm", target: "es2023", platform: "browser", logLevel: "warning" };

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
export const { metafile } = await build({
  ...common,
  entryPoints: [`${root}/explorer/main.tsx`, `${root}/explorer/worker.ts`],
  outdir: OUT,
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  inject: [`${root}/explorer/node/inject.ts`],
  plugins: [withoutNode],
  metafile: true,
});

const { outputFiles } = await build({
  ...common,
  stdin: {
    contents: 'export { PAGE_STYLE } from "./src/report/page/style.ts"; export { CHART_STYLE } from "./src/report/chart-svg.ts";',
    resolveDir: root,
  },
  write: false,
});
const styles = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
const own = readFileSync(`${root}/explorer/style.css`, "utf8");
writeFileSync(`${OUT}/style.css`, `${styles.PAGE_STYLE}${styles.CHART_STYLE}\n${own}`);
copyFileSync(`${root}/explorer/index.html`, `${OUT}/index.html`);
for (const table of TABLES) copyFileSync(`${root}/src/bounds/potentials/${table}`, `${OUT}/${table}`);
