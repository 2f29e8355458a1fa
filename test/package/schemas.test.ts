import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import { redblue } from "../cli/run.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const published = join(root, "schemas");
const folder = mkdtempSync(join(tmpdir(), "redblue-schemas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const jsonOf = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, "utf8"));
const names = readdirSync(published).filter((name) => name.endsWith(".json") && name !== "definitions.json");
// The library writes tuples with optional places, which strict mode would refuse.
const ajv = new Ajv({ strict: true, strictTuples: false, allowUnionTypes: true });
ajv.addSchema(jsonOf(join(published, "definitions.json")), "definitions.json");
const validators: ReadonlyMap<string, ValidateFunction> = new Map(
  names.map((name) => [`redblue.${name.replace(".json", "")}/2`, ajv.compile(jsonOf(join(published, name)))]),
);

const GEMM = "gemm --m 512 --n 512 --k 256";
const PLAN = join(folder, "plan.json");
writeFileSync(PLAN, JSON.stringify({ "fast-words": [256], workloads: [{ workload: "gemm", m: 8, n: 8, k: 8 }] }));

const OTHER = join(folder, "other.yaml");
writeFileSync(OTHER, "workload: gemm\nm: 256\nn: 256\nk: 256\n");

/** Commands by the kind of document that they print. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  bounds: [
    `bound ${GEMM} --gpu h200`,
    `bound ${GEMM} --batch 3 --fast-words 1024`,
    "bound gemm --m 1000003 --n 1000003 --k 1000003 --fast-words 65536",
    "bound gemm --m 4096 --n 4096 --k 4096 --gpu h200 --assume wgmma,stages:4",
    "bound gemm --m 512 --n 512 --k 512 --dtype fp8 --output-dtype bf16 --scales a:1x128,b:128x128 --gpu h200",
    "bound chain --m 512 --k 64 --l 512 --n 64 --gpu h200",
    "bound chain --m 512 --k 64 --l 512 --n 64 --fast-words 2048",
    "bound chain --m 512 --widths 64,512,64,128 --gpu h200",
    "bound chain --m 512 --widths 64,512,64,128 --fast-words 4096",
    "bound attention --heads 8 --queries 1024 --keys 1024 --dim 64 --gpu a100",
    "bound ffn --tokens 512 --model 256 --hidden 1024 --gated --gpu b200",
    "bound conv --in-channels 64 --out-channels 64 --height 28 --kernel 3x3 --padding 1 --gpu h200",
    "bound conv --in-channels 64 --out-channels 64 --height 28 --kernel 3x3 --padding 1 --fast-words 2048",
    "bound einsum C[i,j]+=A[i,k]*B[k,j] --extent i=32,j=32,k=32 --fast-words 512",
    "bound softmax --rows 512 --columns 4096 --gpu h200",
    "bound rmsnorm --rows 512 --columns 4096 --gpu h200",
    "bound norm-gemm --m 512 --n 512 --k 256 --gpu h200",
    "bound elementwise --rows 512 --columns 512 --gpu h200",
    "bound scan --tokens 512 --state 64 --dim 64 --final-state --fast-words 256",
    "bound rotary --rows 512 --heads 4 --dim 128 --gpu h200",
    `bound ${GEMM} --gpu sn40l`,
  ],
  symbolic: ["bound conv --symbolic", `bound ${GEMM} --fast-words 1024 --symbolic`],
  gap: [
    `gap ${GEMM} --gpu h200`,
    `gap ${GEMM} --fast-words 1024`,
    `gap ${GEMM} --gpu h200 --explain --range`,
    `gap ${GEMM} --gpu a40 --cache lru --explain`,
    "gap attention --heads 1 --queries 512 --keys 512 --dim 64 --gpu h200",
  ],
  curve: [`curve ${GEMM} --gpu a40 --cache opt`, `curve ${GEMM} --fast-words 64:1024`],
  traffic: [
    `replay ${GEMM} --gpu h200 --range`,
    `replay ${GEMM} --gpu a40 --cache lru --explain`,
    `replay ${GEMM} --fast-words 1024`,
  ],
  mix: [`replay ${GEMM} --gpu h200 --cache lru --with ${OTHER}`],
  sequence: [`replay ${join(root, "docs/examples/sequence.yaml")} --cache lru`],
  optimum: [`optimize gemm --m 2048 --n 2048 --k 256 --l2-bytes 1048576 --gpu a100 --cache lru --tile 128x128x64`],
  pebbling: [
    "pebble gemm --m 2 --n 2 --k 2 --fast 4",
    "pebble gemm --m 2 --n 2 --k 1 --fast 3,5",
    "pebble attention --heads 1 --queries 1 --keys 2 --dim 1 --fast 5 --softmax-block 2",
    "pebble gemm --m 3 --n 3 --k 3 --fast 5 --max-states 50",
    `pebble ${join(root, "docs/examples/graph.json")} --fast 3`,
  ],
  time: [`time ${GEMM} --gpu h200`],
  layer: [
    "layer llama3-8b --gpu h100 --tokens 64",
    "layer llama3-8b --gpu sn40l --tokens 64",
    "layer gpt3-6.7b --gpu a100 --tokens 64 --replay --warm",
    "layer llama3-70b --phase decode --batch 4 --context 1000 --gpus 8 --gpu h200",
  ],
  training: ["layer llama3-8b --gpu h100 --tokens 64 --training"],
  ncu: [
    `ncu ${join(root, "test/measured/nsight-samples/details-metrics.csv")} --gpu h200 --workload ${join(root, "docs/examples/kernels.yaml")}`,
  ],
  machines: ["gpus", "gpus h200"],
  models: ["layer --list"],
  theorems: ["bounds", "bounds no-l2-adds"],
  schedules: ["schedules"],
  caches: ["caches"],
  verdict: [`verify ${join(root, "docs/examples/bounds.json")}`],
};

/** What is wrong with a document, a line each. */
function faults(document: unknown): readonly string[] {
  const { schema } = document as { readonly schema: string };
  const validate = validators.get(schema);
  if (validate === undefined) return [`no schema for ${schema}`];
  if (validate(document)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

describe("documents follow the published schemas", () => {
  const cases = Object.entries(DOCUMENTS).flatMap(([kind, commands]) => commands.map((command) => [kind, command] as const));
  test.each(cases)("%s of redblue %s", (kind, command) => {
    const { stdout, stderr } = redblue([...command.split(" "), "--json"]);
    expect(stdout, stderr).not.toBe("");
    const document = JSON.parse(stdout);
    expect(document.schema).toBe(`redblue.${kind}/2`);
    expect(faults(document).slice(0, 20)).toEqual([]);
  });

  test("certificate inside bounds", () => {
    const { bounds } = jsonOf(join(root, "docs/examples/bounds.json")) as { bounds: readonly { certificate: object }[] };
    expect(bounds.map(({ certificate }) => faults(certificate))).toEqual(bounds.map(() => []));
  });

  test("sweep-state on the first line of a shard", () => {
    expect(redblue(["sweep", PLAN, "--out", join(folder, "rows.csv"), "--shard", "1/1"]).status).toBe(0);
    const [header = ""] = readFileSync(join(folder, "rows.csv.shards/1-of-1.jsonl"), "utf8").split("\n");
    expect(faults(JSON.parse(header))).toEqual([]);
  });

  test("every published schema has a document here", () => {
    const kinds = [...Object.keys(DOCUMENTS), "certificate", "sweep-state"].map((kind) => `redblue.${kind}/2`);
    expect(kinds.sort()).toEqual([...validators.keys()].sort());
  });
});

test("a field that no type has, or one too few, is refused", () => {
  const document = jsonOf(join(root, "docs/examples/bounds.json"));
  expect(faults(document)).toEqual([]);
  expect(faults({ ...document, extra: 1 })).not.toEqual([]);
  const { best: _, ...less } = document;
  expect(faults(less)).not.toEqual([]);
});

test("the schemas are what the types of the documents give (npm run schemas rewrites them)", () => {
  execFileSync(process.execPath, [join(root, "scripts/schemas.js"), folder]);
  for (const name of [...names, "definitions.json"]) {
    expect(readFileSync(join(folder, name), "utf8"), name).toBe(readFileSync(join(published, name), "utf8"));
  }
});
