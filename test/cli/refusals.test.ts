import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../docs/examples", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "redblue-refusals-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const name of ["kernels.csv", "model.onnx", "plan.yaml"]) copyFileSync(join(EXAMPLES, name), join(folder, name));
writeFileSync(join(folder, "gemm.yaml"), "workload: gemm\nm: 64\nn: 64\nk: 64\n");
writeFileSync(join(folder, "utf16.json"), Buffer.from('\ufeff{"workload":"gemm"}', "utf16le"));
writeFileSync(join(folder, "bytes.json"), Buffer.from([0x7b, 0xff, 0xfe, 0x22]));
writeFileSync(join(folder, "infinite.json"), '{"workload":"gemm","m":1e400,"n":8,"k":8}');
writeFileSync(join(folder, "slip.json"), '{"workload":"gem","m":8,"n":8,"k":8}');
writeFileSync(join(folder, "stray.json"), '{"workload":"gemm","m":8,"n":8,"k":8,"kk":3}');
const FOLDERS = ["folder.html", "folder.yaml", "folder.csv"];
for (const name of FOLDERS) mkdirSync(join(folder, name));

const GEMM = "gemm --m 64 --n 64 --k 64 --gpu h200";
const SCALES = "--scales a:1x64,b:64x64";

describe("one line that names what is wrong, status 2, nothing on stdout", () => {
  test.each([
    // A flag that would say nothing is refused.
    ["gap gemm.yaml --gpu h200 --heads 4", "--heads: expected a flag of gemm"],
    ["bound gemm.yaml --gpu h200 --causal", "--causal: expected a flag of gemm"],
    ["ncu kernels.csv --gpu h200 --tile 128x128x64", "--tile: expected --workload beside it"],
    ["ncu kernels.csv --gpu h200 --no-lse", "--no-lse: expected --workload beside it"],
    ["ncu kernels.csv --gpu h200 --m 8", "--m: expected beside it the name of a workload"],
    ["ncu kernels.csv --gpu h200 --workload gemm.yaml --m 8", "--m: expected beside it the name of a workload"],
    ["ncu kernels.csv --gpu h200 --workload gemm --m 8 --heads 3", "--heads: expected beside it the name"],
    ["ncu kernels.csv --gpu h200 --workload conv --in-channels 8", "--workload: expected conv in a workload file"],
    ["layer model.onnx --gpu h200 --dim batch=1,tokens=16,token=2", "--dim token: expected an extent that model.onnx names"],
    // What is said of the input is so.
    [`gap ${GEMM} --cache lur`, "--cache: expected one of partitioned, lru, "],
    [`replay ${GEMM} --l2-bytes 1`, "--l2-bytes: expected at least 4096, a set a partition, found fewer"],
    [`replay ${GEMM} --no-lse`, "--no-lse: expected attention for it, found gemm"],
    ["layer llama3-9b --gpu h200", "model: expected one of llama2-7b"],
    ["bound infinite.json --gpu h200", "infinite.json: m: expected a whole number from 1 to 9007199254740991, found Infinity"],
    ["bound slip.json --gpu h200", "(did you mean gemm?), found 'gem'"],
    ["bound stray.json --gpu h200", "(did you mean k?), found another field"],
    ["bound utf16.json --gpu h200", "utf16.json: expected a text in UTF-8, found one in UTF-16"],
    ["verify bytes.json", "bytes.json: expected a text in UTF-8, found bytes that are none"],
    ["gap einsum M[i]+=X[i,j]*B[j] --extent i=4,j=4 --gpu h200", "--fast-words), found einsum"],
  ])("%s", (line, message) => {
    const { status, stdout, stderr } = redblue(line.split(" "), folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^redblue: .*\n$/);
    expect(stderr).not.toContain("internal error");
  });
});

describe("a result that cannot be written is refused before the work, and leaves nothing", () => {
  test.each([
    [`report ${GEMM} --out none/page.html`, "no folder to put it in"],
    [`report ${GEMM} --out folder.html`, "found a folder"],
    [`report ${GEMM} --out gemm.yaml/page.html`, "a file where its folder should be"],
    [`curve ${GEMM} --svg none/curve.svg`, "no folder to put it in"],
    [`optimize ${GEMM} --out none/best.yaml`, "no folder to put it in"],
    [`optimize ${GEMM} --out folder.yaml`, "found a folder"],
    ["sweep plan.yaml --out none/points.csv", "no folder to put it in"],
    ["sweep plan.yaml --out none/points.csv --shard 1/2", "no folder to put it in"],
    ["sweep plan.yaml --out folder.csv", "found a folder"],
    ["sweep plan.yaml --out points.csv --certificates none/all.jsonl", "no folder to put it in"],
  ])("%s", (line, message) => {
    const before = readdirSync(folder);
    const { status, stdout, stderr } = redblue(line.split(" "), folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^redblue: \S+: expected a file that can be written, found .*\n$/);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(before);
    for (const name of FOLDERS) expect(readdirSync(join(folder, name))).toEqual([]);
  });
});

test("a byte order mark before a file's text is no part of it", () => {
  writeFileSync(join(folder, "mark.json"), `\ufeff${JSON.stringify({ workload: "gemm", m: 64, n: 64, k: 64 })}`);
  const marked = redblue(["bound", "mark.json", "--gpu", "h200"], folder);
  expect(marked).toEqual(redblue(["bound", "gemm.yaml", "--gpu", "h200"], folder));
  expect(marked.status).toBe(0);
});

test("ncu takes every flag of a workload it names", () => {
  const words = `ncu kernels.csv --gpu h200 --workload gemm --m 2048 --n 2048 --k 2048 --kernel mm_kernel ${SCALES} --json`;
  const [kernel] = JSON.parse(redblue(words.split(" "), folder).stdout).kernels;
  expect(kernel.workload.scales).toBeDefined();
});

test.skipIf(!existsSync("/dev/full"))("a full disk under stdout is one line and status 2", () => {
  const line = `"${process.execPath}" "${MAIN}" gpus > /dev/full`;
  const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  expect([status, stderr]).toEqual([2, "redblue: standard output: expected to be written, found ENOSPC\n"]);
});

test("a file that was there is whole until the new one is", () => {
  const path = join(folder, "page.html");
  writeFileSync(path, "before");
  expect(redblue(["report", ...GEMM.split(" "), "--out", "page.html"], folder).status).toBe(0);
  expect(readFileSync(path, "utf8")).toMatch(/^<!doctype html>/i);
  expect(readdirSync(folder).filter((name) => name.endsWith(".draft"))).toEqual([]);
});
