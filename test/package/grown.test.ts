import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import type * as library from "../../src/index.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-grown-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces the first text by the second, which must be there once. */
type Edit = readonly [before: string, after: string];

interface Recipe {
  /** Files of the mathematics, with their text. */
  readonly own: Readonly<Record<string, string>>;
  /** Other files of `src`, with what is edited in them: three at most. */
  readonly edited: Readonly<Record<string, readonly Edit[]>>;
}

/** The library with a recipe of docs/architecture.md followed. */
async function grown(name: string, { own, edited }: Recipe): Promise<typeof library> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: 'export * from "./src/index.ts";', resolveDir: resolve(".") },
    ...{ bundle: true, format: "esm", platform: "browser", outfile, logLevel: "silent" },
    plugins: [
      {
        name: "recipe",
        setup(under) {
          under.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
            const file = join(resolveDir, path).replace(/\.js$/, ".ts");
            return Object.keys(own).some((one) => resolve(one) === file) ? { path: file } : undefined;
          });
          under.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const written = Object.entries(own).find(([file]) => resolve(file) === path)?.[1];
            const changes = Object.entries(edited).find(([file]) => resolve(file) === path)?.[1] ?? [];
            let contents = written ?? readFileSync(path, "utf8");
            for (const [before, after] of changes) {
              expect(contents.split(before), `${path}: ${before}`).toHaveLength(2);
              contents = contents.replace(before, after);
            }
            return { contents, loader: "ts", resolveDir: dirname(path) };
          });
        },
      },
    ],
  });
  return (await import(pathToFileURL(outfile).href)) as typeof library;
}

describe("recipes of docs/architecture.md, followed on toys", () => {
  test("add a machine: its file, and its name in the registry", async () => {
    const recipe: Recipe = {
      own: {
        "src/machines/known/toy.ts": `
          import { H100 } from "./h100.js";
          export const TOY = { ...H100, id: "toy", name: "Toy GPU", sms: 4 };`,
      },
      edited: {
        "src/machines/registry.ts": [
          ["const GPUS: readonly Gpu[] = [", "const GPUS: readonly Gpu[] = [TOY, "],
          [
            'import { TPU_V1 } from "./known/tpu-v1.js";',
            'import { TPU_V1 } from "./known/tpu-v1.js";import { TOY } from "./known/toy.js";',
          ],
        ],
      },
    };
    const { boundsDocument, boundWorkload, gemmWorkload, gpuNamed, planReplays, verifyDocument } = await grown("machine", recipe);
    const workload = gemmWorkload({ m: 512, n: 512, k: 256 });
    const report = boundWorkload(workload, gpuNamed("toy"));
    expect(report.bounds[0]?.fastMemory).toContain("4 SMs");
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    expect(planReplays(workload, gpuNamed("toy")).length).toBeGreaterThan(0);
  });

  test("add a workload: its file, the list of workloads, and the checker's two tables", async () => {
    const recipe: Recipe = {
      own: {
        "src/computation/outer.ts": `
          import { access, checkExtent } from "./computation.js";
          import { sizedForm } from "./workload-kind.js";
          import { wordTypes } from "./word-types.js";
          export const outerWorkload = (options) =>
            ({ kind: "outer", m: checkExtent("m", options.m), n: checkExtent("n", options.n), ...wordTypes(options) });
          export const outerKind = {
            kind: "outer",
            extents: ["m", "n"],
            describe: ({ m, n }) => \`outer product \${m}×\${n}\`,
            computation: ({ m, n, dataType, outputType, accumulator }) => ({
              name: "outer",
              statements: [{ output: access("C", "i", "j"), operands: [access("x", "i"), access("y", "j")] }],
              arrays: [
                { name: "x", role: "input", dataType, shape: [m] },
                { name: "y", role: "input", dataType, shape: [n] },
                { name: "C", role: "output", dataType: outputType, shape: [m, n] },
              ],
              extents: { i: m, j: n },
              accumulator,
            }),
            form: sizedForm({
              name: "outer",
              summary: "outer product C = x · y",
              extents: [{ flag: "m", what: "words of x" }, { flag: "n", what: "words of y" }],
              make: outerWorkload,
            }),
          };`,
      },
      edited: {
        "src/computation/workload.ts": [
          ["  einsumKind,\n]", "  einsumKind,\n  outerKind,\n]"],
          [
            'import { normGemmKind } from "./norm-gemm.js";',
            'import { normGemmKind } from "./norm-gemm.js";import { outerKind } from "./outer.js";',
          ],
        ],
        "src/verify/workload-fields.ts": [
          ['  ["softmax", ["rows", "columns"]],', '  ["softmax", ["rows", "columns"]],["outer", ["m", "n"]],'],
        ],
        "src/verify/subject.ts": [
          [
            "  return readTriangular(kind, workload) ?? readLayered(kind, workload) ?? readRowsSubject(kind, workload);",
            '  if (kind === "outer") return { inputs: [extent("m"), extent("n")], outputs: [extent("m") * extent("n")], products: [{ batch: 1n, m: extent("m"), n: extent("n"), k: 1n }] };\n  return readRowsSubject(kind, workload);',
          ],
        ],
      },
    };
    const { abstractMachine, boundsDocument, boundWorkload, describeWorkload, gpuNamed, operationCounts, verifyDocument } =
      await grown("workload", recipe);
    const outer = {
      kind: "outer",
      m: 64,
      n: 32,
      dataType: "bf16",
      outputType: "bf16",
      accumulator: "fp32",
    } as unknown as Parameters<typeof boundWorkload>[0];
    expect(describeWorkload(outer)).toBe("outer product 64×32");
    for (const machine of [abstractMachine(64), gpuNamed("h200")]) {
      const report = boundWorkload(outer, machine);
      expect(report.bounds[0]?.certificate.theorem).toBe("compulsory");
      expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    }
    expect(operationCounts(outer).matrix).toBe(2n * 64n * 32n);
    expect(() => boundWorkload({ ...outer, n: 0 } as never, abstractMachine(64))).toThrow(/n: expected/);
  });

  test("add a theorem: its derivation and its check, two lists, and its type of certificate", async () => {
    const recipe: Recipe = {
      own: {
        // Every output is stored once.
        "src/bounds/gemm/toy.ts": `
          export function proveGemmToy(instance) {
            const { batch, m, n } = instance.extents;
            return [{ theorem: "gemm-toy", instance, value: batch * m * n * instance.weights.output }];
          }`,
        "src/verify/gemm/toy.ts": `
          import { exactly, requireOnly } from "../shared/fields.js";
          import { readInstance } from "./instance.js";
          export function checkGemmToy(fields, path) {
            requireOnly(fields, ["schema", "theorem", "instance", "value"], path);
            const instance = readInstance(fields, path);
            const { batch, m, n, output } = instance;
            return { instance, value: exactly(fields, "value", batch * m * n * output, path) };
          }`,
      },
      // The type of its certificate, in src/bounds/certificates/gemm.ts, is the third file.
      edited: {
        "src/bounds/gemm/theorems.ts": [
          [
            "export const GEMM_THEOREMS: readonly ProvableTheorem<ProductInstance>[] = [",
            `import { proveGemmToy } from "./toy.js";
             export const GEMM_THEOREMS: readonly ProvableTheorem<ProductInstance>[] = [
             { id: "gemm-toy", title: "Toy", statement: "Q ≥ mn", scope: "total", proof: "proofs/gemm-toy.md",
               status: "paper proof", source: "this test", requires: ["classical-algebra"], prove: proveGemmToy },`,
          ],
        ],
        "src/verify/gemm/theorems.ts": [
          [
            "export const GEMM: Readonly<Record<string, CheckedTheorem>> = {",
            `import { checkGemmToy } from "./toy.js";
             export const GEMM: Readonly<Record<string, CheckedTheorem>> = {
             "gemm-toy": { scope: "total", proof: "proofs/gemm-toy.md", status: "paper proof", requires: ["classical-algebra"],
               check: checkGemmToy },`,
          ],
        ],
      },
    };
    const { abstractMachine, boundsDocument, boundWorkload, gemmWorkload, THEOREMS, verifyDocument } = await grown(
      "theorem",
      recipe,
    );
    expect(THEOREMS.map(({ id }) => id)).toContain("gemm-toy");
    const document = JSON.parse(
      JSON.stringify(boundsDocument(boundWorkload(gemmWorkload({ m: 30, n: 20, k: 10 }), abstractMachine(50)))),
    );
    const bound = document.bounds.find(({ id }: { readonly id: string }) => id === "gemm-toy");
    expect(bound).toMatchObject({ value: 600, status: "paper proof", requires: ["classical-algebra", "stated-partial-sums"] });
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    bound.value = bound.certificate.value = 601;
    expect(verifyDocument(document)).toMatchObject({ valid: false });
  });
});
