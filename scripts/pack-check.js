// Packs the project, installs the tarball in an empty folder and uses it as a stranger would: npm run pack:check [-- --built]
//
// With --built it packs what `npm ci` has just built.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const { name, version, exports: entries } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What a tarball may hold, and what it must. */
const WELCOME = [
  /^package\.json$/,
  /^README\.md$/,
  /^(LICENSE|CHANGELOG\.md|CITATION\.cff)$/,
  /^schemas\/[a-z-]+\.json$/,
  /^dist\/.+\.js$/,
  /^dist\/.+\.d\.ts$/,
  /^dist\/explorer\/(index\.html|style\.css)$/,
  /^(docs|proofs)\/.+\.(md|svg|png|v)$/,
  /^dist\/chunks\/(accumulators|intermediates)\.bin$/,
  /^proofs\/coq\/(_CoqProject|build\.sh|extraction\/integers\.(js|ml))$/,
  /^docs\/examples\/.+\.(c|csv|hdag|json|onnx|yaml)$/,
];
const UNWELCOME = /\.(test|spec|bench)\.|\.map$|(^|\/)(test|tests|fixtures|coverage|node_modules)\//;
const NEEDED = [
  "package.json",
  "README.md",
  "LICENSE",
  "dist/index.js",
  "dist/index.d.ts",
  "dist/cli/main.js",
  "dist/explorer/index.html",
  "dist/chunks/accumulators.bin",
  "dist/chunks/intermediates.bin",
  "schemas/definitions.json",
  "proofs/coq/Model.v",
  "proofs/coq/build.sh",
];

const LIBRARY_USE = `
const report = gapReport(gemmWorkload({ m: 256, n: 256, k: 64 }), gpuNamed("h200"));
const verdict = verifyDocument(JSON.parse(JSON.stringify(gapDocument(report))));
if (report.rows.length === 0 || !verdict.valid) throw new Error(JSON.stringify(verdict));
if (!report.bounds.some(({ id }) => id === "gemm-holding-cost")) throw new Error("the tables of potentials were not found");
console.log(verdict.certificates);
`;
const NAMES = "gapDocument, gapReport, gemmWorkload, gpuNamed, verifyDocument";

const TYPED_USE = `
import type { GapReport, GapRow, Verdict } from "${name}";
import { gapDocument, gapReport, gemmWorkload, gpuNamed, InputError, verifyDocument } from "${name}";

const report: GapReport = gapReport(gemmWorkload({ m: 256, n: 256, k: 64 }), gpuNamed("h200"));
const totals: readonly bigint[] = report.rows.map((row: GapRow) => row.total);
const verdict: Verdict = verifyDocument(gapDocument(report));
// @ts-expect-error an extent is a number: were the types lost on the way, nothing would be wrong here
gemmWorkload({ m: "256", n: 256, k: 64 });
export const seen: readonly unknown[] = [totals, verdict, InputError];
${moduleNames()
  .map((entry, i) => `export type * as _${i} from "${entry}";`)
  .join("\n")}
`;

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "redblue-pack-")));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
const consumer = join(temporary, "consumer");

essential("the tarball holds what is meant to be shipped and nothing else", () => {
  if (!process.argv.includes("--built")) run(process.execPath, ["scripts/build.js"], root);
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", temporary], root));
  const paths = packed.files.map((file) => file.path);
  const wrong = paths.filter((path) => UNWELCOME.test(path) || !WELCOME.some((pattern) => pattern.test(path)));
  const missing = NEEDED.filter((path) => !paths.includes(path));
  if (wrong.length + missing.length > 0) throw new Error(`not welcome: ${wrong.join(" ")}; missing: ${missing.join(" ")}`);
  return `${paths.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`;
});

essential("npm installs the tarball in an empty folder", () => {
  mkdirSync(consumer);
  write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const tarball = join(temporary, `${name}-${version}.tgz`);
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", tarball]);
  const installed = readdirSync(join(consumer, "node_modules")).filter((entry) => !entry.startsWith("."));
  return installed.join(" ");
});

check("the command prints its version", () => {
  const printed = run("npx", ["--no-install", name, "--version"]).trim();
  if (printed !== version) throw new Error(`printed ${printed}, not ${version}`);
  return printed;
});

check("the command sets bounds beside traffic", () => {
  const flags = ["--m", "256", "--n", "256", "--k", "64", "--gpu", "h200", "--json"];
  const { schema, rows } = JSON.parse(run(join("node_modules", ".bin", name), ["gap", "gemm", ...flags]));
  if (schema !== "redblue.gap/2" || rows.length === 0) throw new Error(`${schema} with ${rows.length} rows`);
  return `${schema}, ${rows.length} rows`;
});

check("an ES module imports the library", () => {
  write("use.mjs", `import { ${NAMES} } from "${name}";\n${LIBRARY_USE}`);
  return `${run(process.execPath, ["use.mjs"]).trim()} certificates verified`;
});

check("a CommonJS module requires the library", () => {
  write("use.cjs", `const { ${NAMES} } = require("${name}");\n${LIBRARY_USE}`);
  return `${run(process.execPath, ["--no-warnings", "use.cjs"]).trim()} certificates verified`;
});

for (const [module, resolution] of [
  ["nodenext", "nodenext"],
  ["preserve", "bundler"],
]) {
  check(`TypeScript with moduleResolution ${resolution} knows the types`, () => {
    write("use.ts", TYPED_USE);
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2023", "--lib", "es2023"];
    run(process.execPath, [tsc, ...strict, "--module", module, "--moduleResolution", resolution, "use.ts"]);
    return "strict, declarations of packages checked too, no types of Node around";
  });
}

check("every entry of the package can be imported", () => {
  const paths = moduleNames();
  write("entries.mjs", paths.map((path) => `import * as _${path.replace(/\W/g, "_")} from "${path}";`).join("\n"));
  run(process.execPath, ["entries.mjs"]);
  return paths.join(" ");
});

check("package.json can be read through the package", () => {
  write("manifest.mjs", `import m from "${name}/package.json" with { type: "json" };\nconsole.log(m.version);\n`);
  const read = run(process.execPath, ["--no-warnings", "manifest.mjs"]).trim();
  if (read !== version) throw new Error(`read ${read}, not ${version}`);
  return read;
});

check("deep imports are refused", () => {
  const deep = [
    "dist/index.js",
    "dist/caches/lru.js",
    "caches/lru",
    "schemas/documents.ts",
    "dist/cli/main.js",
    "dist/chunks/accumulators.bin",
    "dist/chunks/intermediates.bin",
    "src/index.ts",
  ].map((path) => `${name}/${path}`);
  write(
    "deep.mjs",
    `for (const path of ${JSON.stringify(deep)}) {
      const code = await import(path).then(() => "imported", (error) => error.code);
      if (code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") throw new Error(path + ": " + code);
    }`,
  );
  run(process.execPath, ["deep.mjs"]);
  return deep.join(" ");
});

/** What a user imports modules by. */
function moduleNames() {
  return Object.keys(entries).flatMap((entry) => (/json$/.test(entry) ? [] : [entry.replace(".", name)]));
}

function write(file, text) {
  writeFileSync(join(consumer, file), text);
}

/** Output of a command; what it printed goes into the error when it fails. */
function run(command, args, cwd = consumer) {
  // The npm that runs this script hands its own project down in the environment.
  const environment = Object.entries(process.env).filter(
    ([variable]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(variable),
  );
  try {
    return execFileSync(command, args, {
      cwd,
      env: Object.fromEntries(environment),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
  }
}

/** Prints what was checked and what was seen; the exit status tells whether a check failed. */
function check(promise, action) {
  try {
    console.log(`ok      ${promise} (${action()})`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED  ${promise}\n${error.message}`);
  }
}

/** A check without which the later ones would look at something else. */
function essential(promise, action) {
  check(promise, action);
  if (process.exitCode === 1) process.exit();
}
