// Prints what the package weighs, in bytes, beside the limits that test/package/size.test.ts holds: npm run size (needs a build)
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files that a page loads only when a theorem asks for them: no module imports one. */
const TABLE = /\.bin$/;

const BUNDLES = {
  "bound of one product, gzipped": {
    limit: 60_000,
    code: 'export { boundToJson, gemmWorkload, gpuNamed, proveGemmBounds } from "./dist/bounds/index.js";',
  },
  "bound of any workload, gzipped": {
    limit: 98_000,
    code: 'export { boundToJson, gemmWorkload, gpuNamed, proveBounds } from "./dist/bounds/index.js";',
  },
  "everything but ONNX and tables, gzipped": { limit: 545_000, code: 'export * from "./dist/index.js";' },
};
const TABLES = { name: "all tables, gzipped", limit: 600_000 };
const TARBALL = { name: "tarball", limit: 2_560_000 };
const IMPORT = { name: "CPU seconds to import the root", limit: 0.15 };

/** Gzipped bytes of a browser bundle, and of each file in it without the others. */
export async function bundleSize(code) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    target: "es2023",
    logLevel: "silent",
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const files = Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]);
  return { bytes: gzipped(outputFiles[0].contents), files: files.sort(([, x], [, y]) => y - x) };
}

/** Every size with its limit; the time is skipped unless asked for. */
export async function sizes() {
  const bundles = await Promise.all(
    Object.entries(BUNDLES).map(async ([name, { limit, code }]) => ({ name, limit, ...(await bundleSize(code)) })),
  );
  const files = readdirSync(`${root}/dist`, { recursive: true }).map((path) => `${root}/dist/${path}`);
  // The explorer's copies are not shipped.
  const tables = files
    .filter((path) => TABLE.test(path) && !path.includes("/explorer/"))
    .map((path) => [basename(path), gzipped(readFileSync(path))]);
  const pack = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" });
  return [
    ...bundles,
    { ...TABLES, bytes: tables.reduce((sum, [, bytes]) => sum + bytes, 0), files: tables },
    { ...TARBALL, bytes: JSON.parse(pack)[0].size, files: [] },
  ];
}

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The least of several runs. */
function cpuSeconds(code) {
  const seconds = () => {
    const script = `${code}; const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6);`;
    return Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" }));
  };
  return Math.min(...Array.from({ length: 5 }, seconds));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const FILES = 12;
  for (const { name, bytes, limit, files } of await sizes()) {
    console.log(`${bytes > limit ? "ABOVE" : "ok   "}  ${name}: ${bytes} of at most ${limit}`);
    if (process.argv.includes("--files"))
      for (const [path, own] of files.slice(0, FILES)) console.log(`         ${own}  ${path}`);
  }
  const seconds = cpuSeconds('await import("./dist/index.js")') - cpuSeconds("");
  console.log(`${seconds > IMPORT.limit ? "ABOVE" : "ok   "}  ${IMPORT.name}: ${seconds.toFixed(3)} of at most ${IMPORT.limit}`);
}
