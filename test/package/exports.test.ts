import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import * as root from "../../src/index.js";

interface Entry {
  readonly types: string;
  readonly default: string;
}

const { exports: all } = JSON.parse(readFileSync("package.json", "utf8")) as {
  exports: Readonly<Record<string, Entry | string>>;
};
const entries = Object.entries(all).flatMap(([path, entry]) => (typeof entry === "string" ? [] : [[path, entry] as const]));
const sourceOf = ({ default: path }: Entry): string => path.replace("./dist/", "../../src/").replace(/\.js$/, ".ts");

describe("the entries of the package", () => {
  it("are the root and seven rooms", () => {
    const rooms = ["bounds", "verify", "caches", "replay", "pebble", "layers", "onnx"].map((room) => `./${room}`);
    expect(entries.map(([path]) => path)).toEqual([".", ...rooms]);
  });

  it.each(entries)("%s has a module and its declarations", async (path, entry) => {
    expect(existsSync(entry.default)).toBe(true);
    expect(existsSync(entry.types)).toBe(true);
    const names = Object.keys((await import(sourceOf(entry))) as object);
    expect(names.length).toBeGreaterThan(0);
    // ONNX is the one that the root leaves out: its reader is large.
    if (path !== "./onnx") expect(names.filter((name) => !(name in root))).toEqual([]);
  });

  it("resolve by the name of the package, and nothing beneath them does", () => {
    const { resolve } = createRequire(import.meta.url);
    for (const [path] of entries) expect(resolve(path.replace(".", "redblue"))).toContain("/dist/");
    expect(resolve("redblue/schemas/gap.json")).toContain("schemas");
    for (const deep of ["dist/index.js", "caches/lru", "bounds/index.js", "schemas/documents.ts", "src/index.ts"]) {
      expect(() => resolve(`redblue/${deep}`)).toThrow(expect.objectContaining({ code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }));
    }
  });
});
