import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { everyNth } from "../properties/arbitraries.js";
import { redblue, redblueAlone } from "./run.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "redblue-inputs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

function refused(words: string, message: string): void {
  const { status, stdout, stderr } = redblue(words.split(" "), folder);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^redblue: .*\n$/);
  expect(stderr).not.toContain("internal error");
}

const GEMM = "gemm --m 64 --n 64 --k 64 --gpu h200";

describe("a file that every command refuses by its kind or size", () => {
  truncateSync(openAndClose("huge.json"), 2 ** 25 + 1);
  truncateSync(openAndClose("huge.yaml"), 2 ** 20 + 1);
  truncateSync(openAndClose("huge.onnx"), 2 ** 29 + 1);
  writeFileSync(at("gemm.yaml"), "workload: gemm\nm: 64\nn: 64\nk: 64\n");
  symlinkSync("/dev/zero", at("zero.json"));
  symlinkSync("/dev/zero", at("zero.yaml"));
  symlinkSync("/dev/zero", at("zero.hdag"));
  symlinkSync("/dev/zero", at("zero.onnx"));
  symlinkSync("loop.json", at("loop.json"));
  const commands = (name: string): readonly string[] => [
    `bound ${name}.json --gpu h200`,
    `gap ${name}.yaml --gpu h200`,
    `bound gemm.yaml --gpu ${name}.json`,
    `gap ${GEMM} --schedule ${name}.yaml`,
    `verify ${name}.json`,
    `graph ${name}.hdag`,
    `pebble ${name}.json --fast 3`,
    `ncu ${name}.json --gpu h200`,
    `sweep ${name}.yaml --out points.csv`,
    `layer ${name}.onnx --gpu h200`,
    `layer sd15-residual --gpu h100 --plan ${name}.json`,
  ];
  test.each(commands("zero"))("%s", (words) => refused(words, "expected a readable file, found a device"));
  // Profiles are told by what is in them, and traces may be larger.
  test.each(commands("huge").filter((words) => !words.includes(".hdag") && !words.startsWith("ncu")))("%s", (words) =>
    refused(words, "expected a file of at most "),
  );
  test("ncu huge.json --gpu h200", () => refused("ncu huge.json --gpu h200", "expected a page of 'ncu --csv'"));
  test.each([
    ["verify /dev/null", "found a device"],
    [`verify ${folder}`, "found a folder"],
    ["verify loop.json", "found links that lead in a circle"],
    ["verify gemm.yaml/x.json", "found a file where its folder should be"],
    [`verify ${"x".repeat(300)}.json`, "found too long a name"],
  ])("%s", refused);

  function openAndClose(name: string): string {
    closeSync(openSync(at(name), "w"));
    return at(name);
  }
});

describe("a pipe", () => {
  test("without a writer is given up", () => {
    spawnSync("mkfifo", [at("silent.json")]);
    refused("verify silent.json", "silent.json: expected a pipe that something is written to, found none that writes");
  });

  test("is read to its end, however late and slowly it comes", () => {
    const script = `mkfifo late.json; (sleep 0.5; exec 3> late.json; printf '{"work' >&3; sleep 0.5; printf 'load":"gemm","m":8,"n":8,"k":8}' >&3) &
      "${process.execPath}" "${MAIN}" bound late.json --gpu h200`;
    const { status, stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8", cwd: folder });
    expect([status, stdout]).toEqual([0, redblue("bound gemm --m 8 --n 8 --k 8 --gpu h200".split(" ")).stdout]);
  });
});

describe("YAML", () => {
  const nest = (depth: number): string => `m: ${"[".repeat(depth)}${"]".repeat(depth)}\n`;
  const lists = "abcdefghi"
    .split("")
    .map((name, i) => `${name}: &${name} [${Array(10).fill(i === 0 ? "x" : `*${"abcdefghi"[i - 1]}`)}]`);
  test.each([
    ["lists of lists of lists by aliases", lists.join("\n"), "expected at most 100 aliases"],
    ["a list inside itself", "&a [*a]", "line 1, column 5: expected no alias of what it stands in, found *a"],
    ["a workload inside itself", "&a {workload: gemm, m: *a}", "line 1, column 24: expected no alias of what it stands in"],
    ["an alias of nothing", "workload: *gemm", "expected at most 100 aliases, each of an anchor before it"],
    ["a field twice", "workload: gemm\nm: 1\nm: 2\n", "line 3, column 1: expected each field once, found 'm' again"],
    ["a field twice, as a number and as a text", 'workload: gemm\n1: 1\n"1": 2\n', "line 3, column 1: expected each field once"],
    ["a list as a field's name", "? [m]\n: 2\n", "line 1, column 3: expected a field's name"],
    ["a tag of its own", "workload: !js gemm\n", "line 1, column 11: expected YAML, found Unresolved tag: !js"],
    ["two documents", "workload: gemm\n---\nm: 1\n", "expected YAML, found Source contains multiple documents"],
    ["lists without end", nest(3000), "levels of nesting"],
    ["dashes without end", `m: ${"- ".repeat(3000)}\n`, "expected YAML"],
    [
      "very many fields",
      Array.from({ length: 10_000 }, (_, i) => `field${i}: ${i}\n`).join(""),
      "workload: expected one of gemm",
    ],
  ])("with %s", (_, text, message) => {
    writeFileSync(at("wrong.yaml"), text);
    refused("bound wrong.yaml --gpu h200", message);
  });
});

describe("workload and mapping files", () => {
  const fields = { workload: "gemm", m: 8, n: 8, k: 8 };
  test.each<readonly [string, string]>([
    ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
      (name) => [`{"workload":"gemm","m":8,"n":8,"k":8,"${name}":"1"}`, `w.json: ${name}: expected one of `] as const,
    ),
    ['{"workload":"constructor"}', "w.json: workload: expected one of gemm"],
    [JSON.stringify({ ...fields, dtype: "bf16", dataType: "fp8" }), "w.json: dataType: expected dtype: or dataType:, found both"],
    [
      JSON.stringify({ ...fields, outputType: "bf16", "output-dtype": "fp8" }),
      "expected outputType: or output-dtype:, found both",
    ],
    [JSON.stringify({ ...fields, kind: "chain" }), "w.json: expected workload: or kind:, found both"],
    [
      '{"workload":"attention","heads":8,"kv-heads":2,"kvHeads":4,"queries":8,"dim":8}',
      "expected kv-heads: or kvHeads:, found both",
    ],
    ['{"workload":"einsum","text":"C[i] += A[i]","extents":{"i":2,"__proto__":3}}', "extent __proto__: an index of the text"],
    [JSON.stringify({ ...fields, "\u001b[2Jm": 1 }), "w.json: '\"\\u001b[2Jm\"': expected one of "],
  ])("%s", (text, message) => {
    writeFileSync(at("w.json"), text);
    refused("bound w.json --fast-words 64", message);
  });

  test("an entry beside the list of kernels, or of a plan, is not passed over", () => {
    writeFileSync(at("map.json"), JSON.stringify({ kernels: [fields], kernel: "mm" }));
    writeFileSync(at("page.csv"), PAGE);
    refused("ncu page.csv --gpu h200 --workload map.json", "map.json: kernel: expected kernels: alone");
    writeFileSync(at("plan.json"), JSON.stringify({ kernels: [["a"]], id: "mine" }));
    refused("layer sd15-residual --gpu h100 --plan plan.json", "plan.json: id: expected kernels: alone");
  });
});

test("a regular expression that never ends is ended", () => {
  const text = PAGE.replace(/"[^"]*well"/, `"${"a".repeat(60)}b"`);
  writeFileSync(at("long.csv"), text);
  refused(
    "ncu long.csv --gpu h200 --workload gemm --m 8 --n 8 --k 8 --kernel /(a+)+$/",
    "--kernel: expected a regular expression that soon ends",
  );
});

describe("a list that is given twice, or holds a value twice", () => {
  test.each([
    ["bound chain --m 8 --widths 4,4,4 --widths 2,2,2 --gpu h200", "--widths: expected one list, found several"],
    ["pebble gemm --m 1 --n 1 --k 1 --fast 3 --fast 4", "--fast: expected one list, found several"],
    ["pebble gemm --m 1 --n 1 --k 1 --fast 3,5 --level-costs 1,2 --level-costs 1,3", "--level-costs: expected one list"],
    ["curve gemm --m 64 --n 64 --k 64 --fast-words 64:128 --fast-words 64:256", "--fast-words: expected one list"],
    ["bound einsum C[i]+=A[i] --extent i=4 --extent i=5 --fast-words 8", "--extent: expected each name once, found i again"],
    ["layer model.onnx --dim a=1 --dim a=2 --gpu h200", "--dim: expected each name once, found a again"],
    [`time ${GEMM} --pj dram-l2=1 --pj dram-l2=2`, "--pj: expected each name once, found dram-l2 again"],
    [`gap ${GEMM} --order row,col --order row`, "--order: expected each value once, found 'row' again"],
    [`gap ${GEMM} --band 1,2,1`, "--band: expected each value once, found '1' again"],
  ])("%s", refused);
});

const PAGE =
  '"ID","Kernel Name","Block Size","Grid Size","CC","Metric Name","Metric Unit","Metric Value"\n"0","\u001b[31mred\u009b2J\nDRAM: all is well","(1)","(2)","9.0","dram__bytes_read.sum","byte","64"\n';
// biome-ignore lint/suspicious/noControlCharactersInRegex: nothing that a terminal obeys may be printed.
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe("what a file says is printed, not obeyed", () => {
  test("names of kernels in text and JSON", () => {
    writeFileSync(at("page.csv"), PAGE);
    const text = redblue(["ncu", "page.csv", "--gpu", "h200"], folder);
    expect(text.status).toBe(0);
    expect(text.stdout).not.toMatch(OBEYED);
    expect(text.stdout).toContain("0 \\u001b[31mred\\u009b2J\\u000aDRAM: all is well, grid (2)");
    const json = redblue(["ncu", "page.csv", "--gpu", "h200", "--json"], folder);
    expect(json.stdout).not.toMatch(OBEYED);
    expect(JSON.parse(json.stdout).kernels[0].name).toBe("\u001b[31mred\u009b2J\nDRAM: all is well");
  });

  test("names of vertices in a pebbling and in DOT", () => {
    const names = ["\u001b[2J", 'x"\n', "\u202e"];
    writeFileSync(
      at("named.json"),
      JSON.stringify({
        vertices: 3,
        edges: [
          [0, 2],
          [1, 2],
        ],
        outputs: [2],
        names,
      }),
    );
    for (const words of ["pebble named.json --fast 3 --moves", "graph named.json --format dot"]) {
      const { status, stdout } = redblue(words.split(" "), folder);
      expect(status).toBe(0);
      expect(stdout).not.toMatch(OBEYED);
    }
  });

  test("names of a machine, of fields and of files in errors", () => {
    writeFileSync(at("\u001b[2J.json"), '{"base":"h200","id":"\u001b[2J"}');
    refused("bound \u001b[2J.json --gpu h200", "\\u001b[2J.json: line 1");
    writeFileSync(at("gpu.json"), '{"base":"h200","id":"\\u001b[2J"}');
    refused(`bound ${GEMM.replace("h200", "gpu.json")}`, "gpu.json: id: expected one line of text, found '\\u001b[2J'");
    refused("verify \u001b[2Jnone.json", "\\u001b[2Jnone.json: expected a readable file, found no such file");
  });
});

describe("a result that cannot be written to its end", () => {
  const limited = (blocks: number, words: string): ReturnType<typeof spawnSync> =>
    spawnSync("sh", ["-c", `ulimit -f ${blocks}; exec "${process.execPath}" "${MAIN}" ${words}`], {
      encoding: "utf8",
      cwd: folder,
    });

  test("leaves the file that was there, and no half of another", () => {
    writeFileSync(at("page.html"), "before");
    const before = readdirSync(folder);
    const { status, stderr } = limited(1, `report ${GEMM} --out page.html`);
    expect([status, stderr]).toEqual([
      2,
      "redblue: page.html: expected a file that can be written, found more bytes than a file may have\n",
    ]);
    expect(readFileSync(at("page.html"), "utf8")).toBe("before");
    expect(readdirSync(folder)).toEqual(before);
  });

  test("of a sweep goes on where it was once there is room", () => {
    writeFileSync(
      at("sizes.json"),
      JSON.stringify({
        "fast-words": [4096],
        workloads: [{ workload: "gemm", m: { from: 64, to: 128, step: 1 }, n: 64, k: 64 }],
      }),
    );
    const words = "sweep sizes.json --out sizes.jsonl --workers 1";
    const { status, stderr } = limited(16, words);
    expect([status, stderr]).toEqual([
      2,
      "redblue: sizes.jsonl.part: expected a file that can be written, found more bytes than a file may have\n",
    ]);
    const kept = readFileSync(at("sizes.jsonl.part"), "utf8").split("\n").slice(0, -1);
    expect(kept.length).toBeGreaterThan(1);
    expect(existsSync(at("sizes.jsonl"))).toBe(false);
    expect(redblueAlone(words.split(" "), folder)).toMatchObject({ status: 0, stdout: "sizes.jsonl: 65 rows of 65 points\n" });
    expect(existsSync(at("sizes.jsonl.part"))).toBe(false);
  });

  test("is written where a name is as long as names can be, and refused where it is longer", () => {
    const name = `${"x".repeat(250)}.html`;
    expect(redblue(`report ${GEMM} --out ${name}`.split(" "), folder).status).toBe(0);
    expect(existsSync(at(name))).toBe(true);
    refused(`report ${GEMM} --out x${name}`, "expected a file that can be written, found too long a name");
    refused(`sweep sizes.json --out ${"x".repeat(252)}.csv`, "expected a file that can be written, found too long a name");
  });

  test("goes through a link to the file it names", () => {
    writeFileSync(at("real.svg"), "before");
    symlinkSync("real.svg", at("link.svg"));
    expect(redblue(`curve ${GEMM} --svg link.svg`.split(" "), folder).status).toBe(0);
    expect(readFileSync(at("real.svg"), "utf8")).toMatch(/^<svg/);
  });
});

describe("the status is that of the answer", () => {
  const run = (words: string, streams: string): number | null =>
    spawnSync("sh", ["-c", `"${process.execPath}" "${MAIN}" ${words} ${streams}`], { cwd: folder }).status;
  writeFileSync(at("false.json"), '{"schema":"redblue.certificate/2"}');
  const limit = `gap ${GEMM} --explain --measured-reads 1`;
  test.each([
    [`bound ${GEMM}`, 0],
    ["verify false.json", 1],
    [limit, 1],
    ["verify none.json", 2],
  ])("%s", (words, status) => {
    for (const streams of everyNth(4, ["", "2>&-", ">&-", ">&- 2>&-", "2> /dev/full"]))
      expect([streams, run(words, `${streams || "> /dev/null"}`)]).toEqual([streams, status]);
  });

  test("where nobody reads it", () => {
    const script = (words: string, pipe: string): string =>
      `{ "${process.execPath}" "${MAIN}" ${words} ${pipe} ; echo $? > status; } | true; cat status`;
    const statusOf = (words: string, pipe: string): string =>
      spawnSync("sh", ["-c", script(words, pipe)], { cwd: folder, encoding: "utf8" }).stdout.trim();
    expect([statusOf(limit, ""), statusOf("verify false.json", ""), statusOf("verify none.json", "2>&1")]).toEqual([
      "1",
      "1",
      "2",
    ]);
  });
});

describe("plans of kernels, and what lies in the L2 before one", () => {
  const kernel = { workload: "gemm", m: 128, n: 128, k: 128, schedule: "tiled-gemm", order: "row" };
  test.each<readonly [unknown, string, string]>([
    [{ kernels: [] }, "--gpu h200", "plan.json: kernels: expected a list of workloads with schedules"],
    [{ kernels: [kernel] }, "", "--gpu: expected a GPU (such as --gpu h200), here or in the plan"],
    [{ kernels: [kernel], tile: "1x1" }, "--gpu h200", "plan.json: tile: expected gpu: and kernels: alone"],
    [{ kernels: [kernel] }, "--gpu h200 --tile 64x64x32", "--execution and --json alone beside a plan of kernels, found --tile"],
    [{ kernels: [kernel] }, "--gpu h200 --resident A", "alone beside a plan of kernels, found --resident"],
    [{ kernels: [kernel] }, "--gpu tpu-v1", "expected a GPU, whose L2 the kernels share"],
    [{ kernels: [{ ...kernel, gpu: "h200" }] }, "--gpu h200", "kernels[0]: gpu: expected gpu: beside kernels:"],
    [{ kernels: [{ ...kernel, resident: "A" }] }, "--gpu h200", "kernels[0]: resident: expected one of "],
    [{ kernels: [kernel, { ...kernel, prefetch: 3 }] }, "--gpu h200", "kernels[1]: prefetch: expected inputs such as B or B:16M"],
    [{ kernels: [kernel, { ...kernel, prefetch: "B:x" }] }, "--gpu h200", "kernels[1]: prefetch: expected "],
    [{ kernels: [kernel, { ...kernel, "prefetch-after": 0.5 }] }, "--gpu h200", "kernels[1]: prefetch-after: expected a share"],
    [{ kernels: [{ ...kernel, prefetch: "B" }] }, "--gpu h200", "plan: kernel 1: prefetch: expected none of the first kernel"],
    [{ kernels: [{ ...kernel, arrays: { A: { array: "x", stride: 1 } } }] }, "--gpu h200", "A: stride: expected one of array, "],
    [{ kernels: [{ ...kernel, arrays: { A: 1 } }] }, "--gpu h200", "A: expected a name, or { array: NAME, "],
    [{ kernels: [{ ...kernel, arrays: { D: "x" } }] }, "--gpu h200", "plan: kernel 1: arrays: expected some of A, B, C"],
    [{ kernels: [kernel] }, "--gpu h200 --cache no", "--cache: expected"],
  ])("refuses %j %s", (plan, flags, message) => {
    writeFileSync(at("plan.json"), JSON.stringify(plan));
    refused(`replay plan.json ${flags}`.trim(), message);
  });

  test("a workload file says what the kernel before left, for commands that know it", () => {
    writeFileSync(at("warm.yaml"), "workload: gemm\nm: 256\nn: 256\nk: 256\nresident: A:64k\n");
    expect(redblue(["bound", "warm.yaml", "--gpu", "h200"], folder).stdout).toContain("-warm-start");
    refused("curve warm.yaml --gpu h200", "warm.yaml: resident: expected one of");
    writeFileSync(at("warm.yaml"), "workload: gemm\nm: 256\nn: 256\nk: 256\nresident: A:x\n");
    refused("bound warm.yaml --gpu h200", "--resident: expected a whole number");
  });

  test("a warm layer is one of replays", () => {
    refused("layer llama3-8b --gpu h200 --warm", "--warm: expected --replay beside it, found none");
  });
});
