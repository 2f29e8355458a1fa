import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import * as library from "../../src/index.js";

/** Everything that ECMAScript 2023 itself puts on the global object; a browser has all of it, and much that is not used here. */
const ECMASCRIPT_GLOBALS: ReadonlySet<string> = new Set(
  (
    "globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI " +
    "encodeURIComponent escape unescape AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView " +
    "Date Error EvalError FinalizationRegistry Float32Array Float64Array Function Int8Array Int16Array Int32Array Map Number " +
    "Object Promise Proxy RangeError ReferenceError RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError Uint8Array " +
    "Uint8ClampedArray Uint16Array Uint32Array URIError WeakMap WeakRef WeakSet Atomics JSON Math Reflect"
  ).split(" "),
);

/** The library as one browser script that leaves its exports in the global `redblue`; an import of Node fails the build. */
async function bundle(entry: string, format: "iife" | "esm"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "browser",
    target: "es2023",
    format,
    logLevel: "silent",
    ...(format === "iife" ? { globalName: "redblue" } : {}),
  });
  return outputFiles.map((file) => file.text).join("");
}

/** A realm with the globals of the language alone, which compiles no code from strings either, as under a strict page policy. */
function bareRealm(): object {
  const realm = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  for (const name of runInContext("Object.getOwnPropertyNames(globalThis)", realm) as readonly string[]) {
    if (!ECMASCRIPT_GLOBALS.has(name)) runInContext(`delete globalThis[${JSON.stringify(name)}]`, realm);
  }
  return realm;
}

/** What a page might ask, on GPU and two-level memory model. Runs in both worlds: it sees the library and the language only. */
function ask(redblue: typeof library): string {
  const { abstractMachine, boundsDocument, boundWorkload, gapDocument, gapReport, gemmWorkload, gpuNamed, verifyDocument } =
    redblue;
  const small = gemmWorkload({ m: 256, n: 256, k: 128 });
  const large = gemmWorkload({ m: 8192, n: 8192, k: 4096 });
  const documents = [
    boundsDocument(boundWorkload(large, abstractMachine(98_304))),
    gapDocument(gapReport(small, gpuNamed("h200"))),
    gapDocument(gapReport(small, abstractMachine(1024))),
  ];
  const verdicts = documents.map((document) => verifyDocument(JSON.parse(JSON.stringify(document))));
  return JSON.stringify({ documents, verdicts });
}

interface Answers {
  readonly documents: readonly {
    readonly schema: string;
    readonly bounds: readonly { readonly id: string }[];
    readonly rows?: readonly unknown[];
  }[];
  readonly verdicts: readonly library.Verdict[];
}

const needsTables = ({ id }: { readonly id: string }): boolean => id.includes("holding-cost");

describe("the library in a browser", () => {
  let script: string;
  beforeAll(async () => {
    script = await bundle("src/index.ts", "iife");
  });

  it("runs where nothing of Node is defined, with the tables that it is given", async () => {
    const realm = bareRealm();
    const present = runInContext(
      '["process", "require", "module", "Buffer", "global", "fetch", "console", "performance", "setTimeout"].filter((name) => name in globalThis)',
      realm,
    ) as readonly string[];
    expect(present.join(" ")).toBe("");
    runInContext(script, realm);
    const without = JSON.parse(runInContext(`(${ask.toString()})(redblue)`, realm) as string) as Answers;
    expect(without.documents.map(({ bounds }) => bounds.some(needsTables))).toEqual([false, false, false]);
    const { loadPotentials } = runInContext("redblue", realm) as typeof library;
    await loadPotentials(async (file) => readFileSync(`src/bounds/potentials/${file}`));
    const answers = runInContext(`(${ask.toString()})(redblue)`, realm) as string;
    expect(answers).toBe(ask(library));
    const { documents, verdicts } = JSON.parse(answers) as Answers;
    expect(verdicts).toMatchObject(documents.map(({ bounds }) => ({ valid: true, certificates: bounds.length })));
    expect(documents.map(({ rows }) => (rows ?? []).length)).toEqual([0, 26, 4]);
  });

  it("gives the error of the library, not of a missing global, for input it cannot use", () => {
    const realm = bareRealm();
    runInContext(script, realm);
    const message = runInContext(
      "try { redblue.gpuNamed('h2000') } catch (error) { error instanceof redblue.InputError && error.message }",
      realm,
    );
    expect(message).toContain("h200");
  });

  it("bundles as an ES module with every export", async () => {
    const module = await bundle("src/index.ts", "esm");
    const exported = /export \{([^}]*)\};\s*$/.exec(module)?.[1] ?? "";
    const names = exported.split(",").map((name) => name.trim().split(" as ").at(-1));
    expect(names.sort()).toEqual(Object.keys(library).sort());
  });

  it("would not bundle with an import of Node: the command line does not", async () => {
    await expect(bundle("src/cli/main.ts", "esm")).rejects.toThrow('Could not resolve "node:fs"');
  });
});
