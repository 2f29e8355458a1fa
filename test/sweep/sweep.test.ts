import { spawn } from "node:child_process";
import { appendFileSync, existsSync, linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { readSweepPlan } from "../../src/cli/input/sweep-plan.js";
import { rememberIn } from "../../src/node/search-memory.js";
import { choiceKey } from "../../src/plan/schedule-space.js";
import { redblue } from "../cli/run.js";
import { until } from "../cli/until.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "redblue-sweep-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const PLAN = `
gpus: [h200, a100]
workloads:
  - workload: gemm
    m: { from: 256, to: 1024, times: 2 }
    n: [256, 512]
    k: 128
    schedules:
      - { schedule: tiled-gemm, order: [row, "group:8"] }
  - { workload: attention, heads: 4, queries: [256, 512], dim: 64 }
`;
const plan = at("plan.yaml");
writeFileSync(plan, PLAN);
/** 3 × 2 products on 2 GPUs in 2 orders, 2 attentions on 2 GPUs; an interface each. */
const [POINTS, ROWS] = [24 + 4, 2 * (24 + 4)];

function lines(path: string): readonly Record<string, string | number>[] {
  const text = readFileSync(path, "utf8").trimEnd().split("\n");
  return text.map((line) => JSON.parse(line));
}

describe("a plan", () => {
  test("is the product of its lists, the last turning fastest", () => {
    const read = readSweepPlan("p", {
      "fast-words": [64, { from: 1 }][0],
      workloads: [{ workload: "gemm", m: [2, 3], n: { from: 4, to: 10, step: 3 }, k: 5 }],
      schedules: [{ schedule: ["cosma", "input-stationary"] }],
    });
    expect(read.points).toBe(12);
    const points = Array.from({ length: 12 }, (_, i) => read.pointAt(i));
    const seen = points.map(({ workload, schedule }) => (workload.kind === "gemm" ? [workload.m, workload.n, schedule?.id] : []));
    expect(seen.slice(0, 4)).toEqual([
      [2, 4, "cosma"],
      [2, 4, "input-stationary"],
      [2, 7, "cosma"],
      [2, 7, "input-stationary"],
    ]);
    expect(new Set(seen.map(String)).size).toBe(12);
    expect(points.map(({ point }) => point)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });

  test.each([
    ["no machine", { workloads: [{ workload: "gemm", m: 1, n: 1, k: 1 }] }, /gpus: \[h200, …\] or fast-words.*found neither/],
    ["an unknown field", { gpu: ["h200"], workloads: [] }, /p: gpu: expected one of gpus.*did you mean gpus/],
    ["an unknown GPU", { gpus: ["h300"], workloads: [] }, /--gpu: expected one of .*did you mean/],
    ["no workloads", { gpus: ["h200"], workloads: [] }, /workloads: expected a list that is not empty/],
    [
      "an unknown workload",
      { gpus: ["h200"], workloads: [{ workload: "gem" }] },
      /workloads\[0\]: workload: expected one of gemm/,
    ],
    [
      "a negative extent",
      { gpus: ["h200"], workloads: [{ workload: "gemm", m: -1, n: 1, k: 1 }] },
      /workloads\[0\]: m: expected a whole number/,
    ],
    ["an empty list", { gpus: ["h200"], workloads: [{ workload: "gemm", m: [], n: 1, k: 1 }] }, /m: expected at least one value/],
    [
      "a range without step",
      { gpus: ["h200"], workloads: [{ workload: "gemm", m: { from: 1, to: 2 }, n: 1, k: 1 }] },
      /m: expected a range/,
    ],
    [
      "a range backwards",
      { gpus: ["h200"], workloads: [{ workload: "gemm", m: { from: 3, to: 2, step: 1 }, n: 1, k: 1 }] },
      /range that is not empty/,
    ],
    [
      "an unknown cache",
      { gpus: ["h200"], workloads: [{ workload: "gemm", m: 1, n: 1, k: 1 }], caches: ["lfu"] },
      /cache: expected/,
    ],
    [
      "a tile without a schedule",
      { gpus: ["h200"], workloads: [{ workload: "gemm", m: 1, n: 1, k: 1 }], schedules: [{ tile: "64x64x64" }] },
      /schedule: beside tile:/,
    ],
  ])("with %s is refused", (_, content, message) => {
    expect(() => readSweepPlan("p", content)).toThrow(message);
  });
});

test("JSON lines, CSV and Parquet hold the same rows; gaps and certificates agree with redblue bound", async () => {
  for (const ending of ["jsonl", "csv", "parquet"]) {
    const { status, stderr } = redblue(["sweep", plan, "--out", at(`all.${ending}`), "--certificates", at("certificates.jsonl")]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(existsSync(at(`all.${ending}.part`))).toBe(false);
  }
  const rows = lines(at("all.jsonl"));
  expect(rows).toHaveLength(ROWS);
  expect(new Set(rows.map((row) => row["point"])).size).toBe(POINTS);
  const products = rows.filter((row) => row["workload"] === "gemm");
  for (const row of products)
    expect(row["leastSeconds"]).toBeLessThan(Number(row["estimatedSeconds"] ?? Number.POSITIVE_INFINITY));
  expect(products.some((row) => row["binds"] !== undefined && Number(row["percentOfPeak"]) > 0)).toBe(true);
  for (const row of products) expect(row["gap"]).toBe(Number(row["traffic"]) / Number(row["bound"]));
  expect(rows.filter((row) => row["workload"] === "attention").every((row) => row["traffic"] === undefined)).toBe(true);

  const table = readFileSync(at("all.csv"), "utf8").trimEnd().split("\n");
  const column = table[0]?.split(",").indexOf("bound") ?? -1;
  expect(table.slice(1).map((line) => Number(line.split(",")[column]))).toEqual(rows.map((row) => row["bound"]));
  const bytes = readFileSync(at("all.parquet"));
  const stored = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
  expect(stored.map((row) => Number(row["bound"]))).toEqual(rows.map((row) => row["bound"]));
  expect(stored.map((row) => row["gap"] ?? undefined)).toEqual(rows.map((row) => row["gap"]));

  const certificates = new Map(lines(at("certificates.jsonl")).map((one) => [one["id"], one["certificate"]] as const));
  expect(rows.every((row) => certificates.has(row["certificate"] ?? ""))).toBe(true);
  const [first] = products;
  const words = `bound gemm --m ${first?.["m"]} --n ${first?.["n"]} --k 128 --gpu ${first?.["machine"]} --json`.split(" ");
  const bounds: readonly { interface: string; value: number; certificate: object }[] = JSON.parse(redblue(words).stdout).bounds;
  expect(bounds.map(({ certificate }) => certificate)).toContainEqual(certificates.get(first?.["certificate"] ?? ""));
  writeFileSync(at("one.json"), JSON.stringify(certificates.get(first?.["certificate"] ?? "")));
  expect(redblue(["verify", at("one.json")]).status).toBe(0);
});

test("shards are deterministic and idempotent, and merge to what one run gives", () => {
  redblue(["sweep", plan, "--out", at("alone.csv")]);
  for (const i of [3, 1, 2, 2]) expect(redblue(["sweep", plan, "--out", at("sharded.csv"), "--shard", `${i}/3`]).status).toBe(0);
  expect(redblue(["sweep", plan, "--out", at("sharded.csv"), "--merge", "3"]).status).toBe(0);
  expect(readFileSync(at("sharded.csv"), "utf8")).toBe(readFileSync(at("alone.csv"), "utf8"));
  const early = redblue(["sweep", plan, "--out", at("early.csv"), "--merge", "2"]);
  expect(early).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("1-of-2.jsonl: expected a finished shard"),
  });
  writeFileSync(at("other.yaml"), PLAN.replace("k: 128", "k: 256"));
  const foreign = redblue(["sweep", at("other.yaml"), "--out", at("sharded.csv"), "--merge", "3"]);
  expect(foreign).toMatchObject({ status: 2, stderr: expect.stringContaining("expected the state of this plan and shard") });
});

test("a state with a torn last line goes on from its whole lines; a state of another plan is refused", () => {
  redblue(["sweep", plan, "--out", at("torn.csv"), "--shard", "1/1"]);
  const complete = readFileSync(at("torn.csv.shards/1-of-1.jsonl"), "utf8").split("\n");
  writeFileSync(at("torn.csv.shards/1-of-1.part"), `${complete.slice(0, 11).join("\n")}\n{"point":2`);
  rmSync(at("torn.csv.shards/1-of-1.jsonl"));
  expect(redblue(["sweep", plan, "--out", at("torn.csv"), "--shard", "1/1", "--workers", "1"]).status).toBe(0);
  const again = readFileSync(at("torn.csv.shards/1-of-1.jsonl"), "utf8").trimEnd().split("\n");
  expect(again.slice(0, 11)).toEqual(complete.slice(0, 11));
  expect(
    again
      .slice(1)
      .map((line) => JSON.parse(line).point)
      .sort((x, y) => x - y),
  ).toEqual(Array.from({ length: POINTS }, (_, i) => i));
  writeFileSync(at("odd.csv.part"), "{}\n");
  expect(redblue(["sweep", plan, "--out", at("odd.csv")])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("the state of this plan"),
  });
});

describe("a state that no run of the plan stored", () => {
  const tiny = at("tiny.json");
  writeFileSync(tiny, JSON.stringify({ "fast-words": [256, 512], workloads: [{ workload: "gemm", m: [8, 16], n: 8, k: 8 }] }));
  const run = (...words: string[]): ReturnType<typeof redblue> => redblue(["sweep", tiny, "--out", at("tiny.csv"), ...words]);
  const [first, second] = [1, 2].map((i) => at(`tiny.csv.shards/${i}-of-2.jsonl`)) as [string, string];
  run("--shard", "1/2");
  run("--shard", "2/2");
  const right = readFileSync(first, "utf8");
  const [header = "", zero = "", two = ""] = right.split("\n");
  const withRow = (change: (row: Record<string, unknown>) => unknown): string => {
    const result = JSON.parse(zero);
    return [header, JSON.stringify({ ...result, rows: result.rows.map(change) }), two, ""].join("\n");
  };
  const cases: readonly (readonly [string, string, string])[] = [
    ["nothing", "", "1-of-2.jsonl: expected a finished shard (remove the file to start again), found no result of point 0"],
    ["another text", "garbage\n", "expected the state of this plan and shard (remove the file to start again), found 'garbage'"],
    [
      "the state of an earlier version",
      right.replace("/2", "/1"),
      "1-of-2.jsonl: expected a document of redblue 0.2, found redblue.sweep-state/1, which redblue 0.1 reads",
    ],
    ["the other shard", readFileSync(second, "utf8"), "expected the state of this plan and shard"],
    ["another plan's header", right.replace(/"plan":"./, '"plan":"_'), "expected the state of this plan and shard"],
    [
      "garbage behind its header",
      `${header}\ngarbage\n${two}\n`,
      "1-of-2.jsonl: line 2: expected what a run of this plan stores",
    ],
    ["a point skipped", `${header}\n${two}\n`, "found no result of point 0"],
    ["a torn line at its end", `${right}{"point":`, "expected whole lines, found a torn one at its end"],
    ["a result without its point", right.replace('{"point":0,', "{"), "line 2: expected what a run of this plan stores"],
    [
      "a point of the other shard",
      right.replaceAll('"point":0', '"point":1'),
      "line 2: expected a point of shard 1/2, of 4 points, found 1",
    ],
    [
      "a point beyond the plan",
      right.replaceAll('"point":2', '"point":4'),
      "line 3: expected a point of shard 1/2, of 4 points, found 4",
    ],
    ["a row of another point", withRow((row) => ({ ...row, point: 2 })), "found a row of point 2 under point 0"],
    ["a row that says no point", withRow(({ point: _, ...row }) => row), "found a row of point nothing under point 0"],
    ["a row that is a list", withRow(() => []), "line 2: expected what a run of this plan stores"],
    ["a row twice", right.replace(/"rows":\[(.*?)\],"cert/, '"rows":[$1,$1],"cert'), "found two rows of 'slow-fast'"],
    [
      "another certificate under the same id",
      right.replace(/"certificate":\{"/, '"certificate":{"x":1,"'),
      "found a certificate under another id",
    ],
    [
      "a row without its certificate",
      right.replace(/"certificates":\[\{.*?\}\]\}$/m, '"certificates":[]}'),
      "found a row without its certificate",
    ],
  ];
  test.each(cases)("%s: is no finished shard, nor merged", (_, text, message) => {
    for (const words of [
      ["--shard", "1/2"],
      ["--merge", "2"],
    ]) {
      writeFileSync(first, text);
      const { status, stdout, stderr } = run(...words);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(readFileSync(first, "utf8")).toBe(text);
    }
  });
  test("a point twice is merged with the same rows, and refused with others", () => {
    writeFileSync(first, `${right}${zero}\n`);
    expect(run("--merge", "2").status).toBe(0);
    writeFileSync(first, `${right}${zero.replace(/"bound":/, '"bound":1')}\n`);
    expect(run("--merge", "2")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("found point 0 again, with other rows"),
    });
    writeFileSync(first, right);
    expect(run("--shard", "1/2")).toMatchObject({ status: 0, stderr: `${first}: this shard is finished\n` });
  });
  test("a search's costs that are none are refused, and an unfinished line is dropped", () => {
    const path = at("best.yaml.part");
    const header = '{"schema":"redblue.sweep-state/2","plan":"p","points":0,"shard":"search"}';
    const choice = { schedule: "tiled-gemm" };
    const row = (dram: string): string =>
      `{"point":0,"rows":[{"choice":${JSON.stringify(choiceKey(choice))},"dram":${dram},"sm":"34"}],"certificates":[]}`;
    for (const [first, found] of [
      ['"12"', undefined],
      ['"x"', "found 'x'"],
      ["-1", "found -1"],
      ["true", "found true"],
    ] as const) {
      writeFileSync(path, `${header}\n${row(first)}\n{"poi`);
      const memory = rememberIn(path, "p");
      if (found === undefined) expect(memory.known(choice)).toEqual({ cost: { dram: 12n, sm: 34n } });
      else
        expect(() => memory.known(choice)).toThrow(
          `expected costs that a search stores (remove the file to start again), ${found}`,
        );
      memory.close();
      expect(readFileSync(path, "utf8")).toBe(`${header}\n${row(first)}\n`);
    }
  });
});

test("no result is written onto a file that the sweep reads or keeps", () => {
  const own = at("own.csv");
  redblue(["sweep", plan, "--out", own, "--shard", "1/2"]);
  const shard = readFileSync(`${own}.shards/1-of-2.jsonl`, "utf8");
  linkSync(plan, at("same-plan.csv"));
  symlinkSync(`${own}.shards`, at("shards"));
  for (const [flag, path] of [
    ["--certificates", `${own}.part`],
    ["--certificates", plan],
    ["--certificates", `${own}.shards/1-of-2.jsonl`],
    ["--certificates", at("shards/2-of-2.part")],
    ["--certificates", at("./sub/../own.csv")],
    ["--certificates", ""],
    ["--out", at("same-plan.csv")],
  ] as const) {
    const words = flag === "--out" ? [flag, path] : ["--out", own, flag, path];
    const { status, stdout, stderr } = redblue(["sweep", plan, ...words]);
    expect([path, status, stdout]).toEqual([path, 2, ""]);
    expect(stderr).toContain(`${flag}: expected a file of its own, found `);
  }
  expect(readFileSync(plan, "utf8")).toBe(PLAN);
  expect(readFileSync(`${own}.shards/1-of-2.jsonl`, "utf8")).toBe(shard);
});

test("Ctrl-C leaves a state that the same command finishes", async () => {
  const many = at("many.yaml");
  writeFileSync(
    many,
    "gpus: [h200, a100]\nworkloads: [{ workload: gemm, m: { from: 64, to: 2048, step: 64 }, n: [2048, 4096], k: 2048 }]\nschedules: [{ schedule: tiled-gemm, order: row }]\n",
  );
  const words = [MAIN, "sweep", many, "--out", at("many.jsonl"), "--workers", "1"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const state = `${at("many.jsonl")}.part`;
  await until("twenty lines are there", () => existsSync(state) && readFileSync(state, "utf8").split("\n").length >= 20);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(errors).toContain("the same command goes on from there");
  expect(existsSync(at("many.jsonl"))).toBe(false);
  expect(readFileSync(state, "utf8").split("\n").length).toBeLessThan(128);
  appendFileSync(state, "");
  expect(redblue(words.slice(1)).status).toBe(0);
  expect(new Set(lines(at("many.jsonl")).map((row) => row["point"])).size).toBe(128);
});

test("a point that cannot be is a row that says why; the others are there", () => {
  writeFileSync(
    at("misfit.yaml"),
    "gpus: [a40]\nworkloads: [{ workload: gemm, m: 512, n: 512, k: 64 }]\nschedules: [{ schedule: tiled-gemm, tile: [64x64x32, 512x512x128], order: row }]\n",
  );
  expect(redblue(["sweep", at("misfit.yaml"), "--out", at("misfit.jsonl")]).status).toBe(0);
  const rows = lines(at("misfit.jsonl"));
  expect(rows.map((row) => row["note"] !== undefined)).toEqual([false, false, true]);
});

test.each([
  [["sweep", plan], /--out/],
  [["sweep", plan, "--out", at("x.txt")], /--out: expected a file ending in .parquet, .csv or .jsonl/],
  [["sweep", plan, "--out", at("x.csv"), "--shard", "4/3"], /--shard: expected i\/n/],
  [["sweep", plan, "--out", at("x.csv"), "--engine", "pbs", "--shards", "2"], /--engine: expected threads or slurm/],
  [["sweep", plan, "--out", at("x.csv"), "--engine", "slurm"], /--shards: expected the number of jobs/],
  [["sweep", plan, "--out", at("x.csv"), "--shards", "2"], /--shards: expected --engine slurm/],
  [["sweep", plan, "--out", at("no/such/folder/x.csv")], /no\/such\/folder/],
  [["sweep", plan, "--out", at("y.csv"), "--certificates", at("no/such/folder/c.jsonl")], /no\/such\/folder/],
  [["sweep", plan, "--out", at("z.jsonl"), "--certificates", at("z.jsonl")], /--certificates: expected a file of its own/],
])("%j is refused in one line", (words, message) => {
  const { status, stdout, stderr } = redblue(words);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect([existsSync(at("y.csv")), existsSync(at("z.jsonl"))]).toEqual([false, false]);
});
