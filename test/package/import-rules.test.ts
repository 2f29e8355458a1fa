import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The rooms of the house from the ground up; an import points down. */
const ROOMS: readonly string[] = [
  "errors",
  "budget",
  "text",
  "exact",
  "computation",
  "scop",
  "machines",
  "pebble",
  "bounds",
  "verify",
  "time",
  "schedules",
  "caches",
  "replay",
  "lift",
  "measured",
  "plan",
  "gap",
  "layers",
  "sweep",
  "report",
  "index",
  "node",
  "cli",
];
const SINGLE_FILES: ReadonlySet<string> = new Set(["errors", "budget", "index"]);

const CONFIGURATION = resolve(".dependency-cruiser.cjs");
const require = createRequire(import.meta.url);
const CRUISE = resolve("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** A file of the toy project: what it imports and which rule each import breaks. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly breaks: readonly string[];
}

const leafOf = (room: string): string => (SINGLE_FILES.has(room) ? `src/${room}.ts` : `src/${room}/leaf.ts`);

function directionEdges(): readonly Edge[] {
  return ROOMS.flatMap((upper, height) =>
    ROOMS.slice(0, height).flatMap((lower): readonly Edge[] => {
      const kernels = ["computation", "machines", "pebble", "bounds", "schedules"];
      const down: Edge = {
        from: SINGLE_FILES.has(upper) ? `src/${upper}.ts` : `src/${upper}/down.ts`,
        to: leafOf(lower),
        breaks: [
          ...(upper === "caches" && kernels.includes(lower) ? ["caches-know-no-kernels"] : []),
          ...(upper === "verify" && lower === "bounds" ? ["verify-imports-no-theorem"] : []),
        ],
      };
      const up: Edge = {
        from: SINGLE_FILES.has(lower) ? `src/${lower}.ts` : `src/${lower}/up.ts`,
        to: leafOf(upper),
        breaks: [`${lower}-imports-downwards`],
      };
      // Both ways between two single files would be a cycle.
      return SINGLE_FILES.has(upper) && SINGLE_FILES.has(lower) ? [down] : [down, up];
    }),
  );
}

const OTHER_EDGES: readonly Edge[] = [
  { from: "src/exact/wrapper.ts", to: "fraction.js", breaks: [] },
  { from: "src/bounds/fraction.ts", to: "fraction.js", breaks: ["fraction-js-has-one-owner"] },
  { from: "src/bounds/linear-program/solve.ts", to: "javascript-lp-solver", breaks: [] },
  { from: "src/bounds/cover.ts", to: "javascript-lp-solver", breaks: ["javascript-lp-solver-has-one-owner"] },
  { from: "src/cli/command.ts", to: "commander", breaks: [] },
  { from: "src/report/command.ts", to: "commander", breaks: ["commander-has-one-owner"] },
  { from: "src/cli/file.ts", to: "yaml", breaks: [] },
  { from: "src/measured/nsight/file.ts", to: "csv-parse", breaks: [] },
  { from: "src/text/table.ts", to: "csv-parse", breaks: ["csv-parse-has-one-owner"] },
  { from: "src/layers/onnx/file.ts", to: "protobufjs", breaks: [] },
  { from: "src/text/proto.ts", to: "protobufjs", breaks: ["protobufjs-has-one-owner"] },
  { from: "src/node/parser.ts", to: "web-tree-sitter", breaks: [] },
  { from: "src/scop/parser.ts", to: "web-tree-sitter", breaks: ["web-tree-sitter-has-one-owner"] },
  { from: "src/text/file.ts", to: "yaml", breaks: ["yaml-has-one-owner"] },
  { from: "src/report/scale.ts", to: "d3-scale", breaks: [] },
  { from: "src/report/shape.ts", to: "d3-shape", breaks: [] },
  { from: "src/gap/scale.ts", to: "d3-scale", breaks: ["d3-scale-has-one-owner"] },
  { from: "src/cli/shape.ts", to: "d3-shape", breaks: ["d3-shape-has-one-owner"] },
  { from: "src/cli/disk.ts", to: "node:fs", breaks: [] },
  { from: "src/node/disk.ts", to: "node:fs", breaks: [] },
  { from: "src/replay/disk.ts", to: "node:fs", breaks: ["runs-in-a-browser"] },
  { from: "src/gap/disk.ts", to: "path", breaks: ["runs-in-a-browser"] },
  { from: "src/verify/check.ts", to: "src/bounds/potentials/accumulators.ts", breaks: [] },
  { from: "src/verify/check.ts", to: "src/bounds/catalogue.ts", breaks: ["verify-imports-no-theorem"] },
  { from: "src/verify/check.ts", to: "src/verify/shared/fields.ts", breaks: [] },
  { from: "src/verify/check.ts", to: "src/exact/leaf.ts", breaks: [] },
  { from: "src/verify/check.ts", to: "src/bounds/leaf.ts", breaks: ["verify-imports-no-theorem"] },
  // A cycle is reported once, at its first file.
  { from: "src/gap/hen.ts", to: "src/gap/egg.ts", breaks: [] },
  { from: "src/gap/egg.ts", to: "src/gap/hen.ts", breaks: ["no-cycles"] },
  { from: "src/attic/up.ts", to: "src/errors.ts", breaks: ["no-room-from"] },
  { from: "src/cli/attic.ts", to: "src/attic/leaf.ts", breaks: ["no-room-to"] },
  { from: "src/cli/gone.ts", to: "src/cli/missing.js", breaks: ["no-unresolved"] },
  { from: "src/cli/tests.ts", to: "test/helper.ts", breaks: ["source-imports-source"] },
  { from: "src/cli/tool.ts", to: "build-tool", breaks: ["declared-packages-only"] },
  { from: "explorer/answers/answer.ts", to: "src/cli/leaf.ts", breaks: [] },
  { from: "explorer/answers/answer.ts", to: "explorer/pages/page.ts", breaks: ["answers-draw-nothing"] },
  { from: "src/cli/page.ts", to: "explorer/pages/page.ts", breaks: ["source-imports-source"] },
];

const EDGES: readonly Edge[] = [...directionEdges(), ...OTHER_EDGES];

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

describe("the rules about imports", () => {
  const project = mkdtempSync(join(tmpdir(), "redblue-imports-"));
  let violations: readonly Violation[];

  beforeAll(() => {
    writeProject(project);
    violations = cruise(project);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it("refuse every import that they forbid and no other", () => {
    const found = violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${targetOf(to)}`);
    const expected = EDGES.flatMap(({ from, to, breaks }) => breaks.map((rule) => `${rule}: ${from} -> ${targetOf(to)}`));
    expect(found.sort()).toEqual(expected.sort());
  });

  it("are each broken once here", () => {
    const { forbidden } = require(CONFIGURATION) as { readonly forbidden: readonly { readonly name: string }[] };
    const broken = new Set(EDGES.flatMap(({ breaks }) => breaks));
    expect(forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
  });
});

/** A target of the report under the name that an edge gives it, `node:` aside. */
function targetOf(path: string): string {
  return /node_modules\/([^/]+)\//.exec(path)?.[1] ?? path.replace(/^(node:|(\.\.\/)+)/, "");
}

function writeProject(folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const { dependencies, peerDependencies } = require(resolve("package.json")) as Readonly<Record<string, object>>;
  const packages = Object.keys({ ...dependencies, ...peerDependencies });
  write(
    "package.json",
    JSON.stringify({
      type: "module",
      dependencies: Object.fromEntries(packages.map((name) => [name, "1.0.0"])),
      devDependencies: { "build-tool": "1.0.0" },
    }),
  );
  write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2023" }, include: ["src", "explorer"] }),
  );
  for (const name of [...packages, "build-tool"]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", exports: "./index.js" }));
    write(`node_modules/${name}/index.js`, "export default 1;\n");
  }
  const files = new Map<string, string[]>();
  for (const { from, to } of EDGES) {
    files.set(from, [...(files.get(from) ?? []), to]);
    if (/^(src|test|explorer)\/.+\.ts$/.test(to) && !files.has(to)) files.set(to, []);
  }
  for (const [path, targets] of files) {
    const imports = targets.map((to) => `import type {} from ${JSON.stringify(specifier(path, to))};\n`);
    write(path, `${imports.join("")}export {};\n`);
  }
}

/** How the file at `from` names `to`: relative and with the compiled extension inside the project. */
function specifier(from: string, to: string): string {
  if (!/^(src|test|explorer)\//.test(to)) return to;
  return `${"../".repeat(from.split("/").length - 1)}${to.replace(/\.ts$/, ".js")}`;
}

function cruise(folder: string): readonly Violation[] {
  const flags = ["--config", CONFIGURATION, "--output-type", "json", "src", "explorer"];
  let printed: string;
  try {
    printed = execFileSync(process.execPath, [CRUISE, ...flags], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
  } catch (error) {
    // Violations give a status of their own.
    printed = (error as { readonly stdout: string }).stdout;
  }
  return (JSON.parse(printed) as { readonly summary: { readonly violations: readonly Violation[] } }).summary.violations;
}
