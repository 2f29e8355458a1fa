import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, expect, test, vi } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { machineNamed } from "../../src/machines/registry.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import * as plain from "../../src/verify/document.js";
import { extractedAccepts } from "../../src/verify/extracted/extracted-checker.js";
import { verifyExtracted } from "../../src/verify/extracted/extracted-document.js";
import { redblue } from "../cli/run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-extracted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  readonly id: string;
  readonly interface: string;
  readonly status: string;
  readonly certificate: Readonly<Record<string, Json>>;
}

const WHOLE = boundsDocument(boundWorkload(gemmWorkload({ m: 512, n: 512, k: 512 }), machineNamed("h200", "gpu"))) as Json & {
  readonly bounds: readonly Printed[];
};
/** Without what names tables: each takes 20 s of a processor (potential-tables.test.ts). */
const DOCUMENT = {
  ...(WHOLE as object),
  bounds: WHOLE.bounds.filter(({ certificate }) => certificate["theorem"] !== "gemm-holding-cost"),
} as unknown as typeof WHOLE;
/** Of a chain, of which some theorems have a paper proof only. */
const CHAIN = boundsDocument(
  boundWorkload(chainWorkload({ m: 4096, k: 512, l: 4096, n: 512 }), machineNamed("h200", "gpu")),
) as typeof WHOLE;
const named = (status: string, document = DOCUMENT): readonly string[] =>
  document.bounds.filter((bound) => bound.status === status).map((bound) => `${bound.id} on ${bound.interface}`);

/** The document with a count of its `at`th certificate one higher. */
function raised(at: number, name: string): Json {
  const copy = structuredClone(DOCUMENT) as unknown as { readonly bounds: { certificate: Record<string, number> }[] };
  const certificate = copy.bounds[at]?.certificate as Record<string, number>;
  certificate[name] = Number(certificate[name]) + 1;
  return copy as unknown as Json;
}

function written(name: string, json: Json): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
}

test("names the certificates that extracted checkers accepted, the machine-checked ones, and the others", () => {
  for (const document of [DOCUMENT, CHAIN]) {
    const { valid, certificates } = plain.verifyDocument(document) as { readonly valid: boolean; readonly certificates: number };
    expect(verifyExtracted(document)).toEqual({
      ...{ valid, certificates },
      extracted: named("machine-checked", document),
      notExtracted: named("paper proof", document),
    });
  }
  expect(named("paper proof", CHAIN)).not.toEqual([]);
  const [compulsory] = DOCUMENT.bounds as [Printed];
  const lone = { valid: true, certificates: 1, extracted: ["compulsory"], notExtracted: [] };
  expect(verifyExtracted(compulsory.certificate)).toEqual(lone);
});

test("refuses what `verify` refuses, with its reason", () => {
  const wrong = raised(1, "value");
  expect(verifyExtracted(wrong)).toEqual(plain.verifyDocument(wrong));
  expect(verifyExtracted(wrong).valid).toBe(false);
  expect(() => verifyExtracted({ schema: "redblue.replay/2" })).toThrow(InputError);
});

test("refuses a certificate that only an extracted checker refuses", () => {
  const fooled = vi.spyOn(plain, "verifyDocument").mockReturnValue({ valid: true, certificates: 1 });
  try {
    const at = DOCUMENT.bounds.findIndex(({ id }) => id === "gemm-segments");
    const reason = "refused by check_product_segments, which Coq proves sound";
    expect(verifyExtracted(raised(at, "value"))).toEqual({ valid: false, path: `bounds[${at}].certificate`, reason });
  } finally {
    fooled.mockRestore();
  }
});

test("a record that the extracted file does not have, or with other fields, is an error and no verdict", () => {
  const coq = coqCertificate(DOCUMENT.bounds[0]?.certificate) ?? expect.fail("no checker");
  expect(() => extractedAccepts({ ...coq, check: "check_nothing" })).toThrow("check_nothing: not extracted");
  expect(() => extractedAccepts({ ...coq, term: { name: "CompulsoryCertificate", args: [1n] } })).toThrow("not of 1 arguments");
});

test("a page without Node checks a certificate", async () => {
  const contents = 'export { verifyExtracted } from "./src/verify/extracted/extracted-document.js";';
  const { outputFiles } = await build({
    ...{ stdin: { contents, resolveDir: process.cwd(), loader: "ts" }, bundle: true, write: false, logLevel: "silent" },
    ...{ platform: "browser", format: "iife", globalName: "page", target: "es2023" },
  });
  const certificate = JSON.stringify(DOCUMENT.bounds[1]?.certificate);
  const code = `${outputFiles[0]?.text}; JSON.stringify(page.verifyExtracted(JSON.parse(certificate)));`;
  const verdict = JSON.parse(runInNewContext(code, { certificate }) as string);
  expect(verdict).toMatchObject({ valid: true, extracted: ["gemm-segments"] });
});

test("verify --extracted prints both lists, and exits as verify does", () => {
  const { stdout, status } = redblue(["verify", written("chain.json", CHAIN), "--extracted"]);
  expect(status).toBe(0);
  expect(stdout).toContain(`accepted by extracted checkers: ${named("machine-checked", CHAIN).join(", ")}\n`);
  expect(stdout).toContain(`without an extracted checker: ${named("paper proof", CHAIN).join(", ")}\n`);
  const json = redblue(["verify", written("good.json", DOCUMENT), "--extracted", "--json"]).stdout;
  expect(JSON.parse(json)).toMatchObject({ valid: true, extracted: named("machine-checked") });
  const wrong = written("wrong.json", raised(1, "value"));
  expect(redblue(["verify", wrong, "--extracted"])).toEqual(redblue(["verify", wrong]));
  expect(redblue(["verify", wrong, "--extracted", "--coq"]).status).toBe(2);
});
