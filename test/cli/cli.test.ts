import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { CONDITIONS, REQUIREMENTS } from "../../src/bounds/requirements.js";
import { gpuToJson } from "../../src/machines/gpu-file.js";
import { H200 } from "../../src/machines/known/h200.js";
import { redblue, redblueAlone } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const SMALL = "gemm --m 512 --n 384 --k 256 --gpu h200".split(" ");

test.each([
  [0, ["gap", ...SMALL, "--json"]],
  [1, ["gap", ...SMALL, "--max-gap", "1"]],
  [2, ["gap", ...SMALL, "--tile", "7"]],
])("a process of its own ends with status %i and prints what one does that has run others before", (status, words) => {
  const alone = redblueAlone(words);
  expect(alone.status).toBe(status);
  expect(redblue(words)).toEqual(alone);
});

describe("what the contract promises of JSON", () => {
  test("gap: bounds, rows, and gap = traffic / bound", () => {
    const { status, stdout, stderr } = redblue(["gap", ...SMALL, "--json"]);
    expect([status, stderr]).toEqual([0, ""]);
    const document = JSON.parse(stdout);
    expect(document.schema).toBe("redblue.gap/2");
    expect(document.workload).toMatchObject({ kind: "gemm", m: 512, n: 384, k: 256 });
    // Five orders of the tiled product, a persistent, a split and a stream-K one, two that keep an operand, one with
    // another tile; each at two interfaces.
    expect(document.rows).toHaveLength(22);
    for (const row of document.rows) {
      expect(row.traffic).toBe(row.readBytes + row.writeBytes + (row.dirtyAtEndBytes ?? 0));
      expect(row.gap).toBe(row.traffic / row.bound);
      expect(row.bound).toBe(document.best[row.interface].value);
      expect(row.gap).toBeGreaterThanOrEqual(1);
    }
  });

  test("bound: every bound with what it requires, proof and certificate; the best is the largest that every kernel is bound by", () => {
    const document = JSON.parse(redblue(["bound", ...SMALL, "--json"]).stdout);
    expect(document.schema).toBe("redblue.bounds/2");
    for (const bound of document.bounds) {
      expect(bound.unit).toBe("bytes");
      expect(bound.proof).toMatch(/^proofs\/.*\.md$/);
      expect(readFileSync(new URL(`../../${bound.proof}`, import.meta.url), "utf8")).toContain(bound.certificate.theorem);
      for (const id of [...bound.requires, ...(bound.readsRequire ?? [])]) expect(Object.keys(REQUIREMENTS)).toContain(id);
      const isOfEvery = bound.scope === "total" && !CONDITIONS.some((id) => bound.requires.includes(id));
      if (isOfEvery) expect(bound.value).toBeLessThanOrEqual(document.best[bound.interface].value);
    }
  });

  test("replay: schedule resolved, traffic by interface and by array adding up", () => {
    const document = JSON.parse(redblue(["replay", ...SMALL, "--order", "group:4", "--json"]).stdout);
    expect(document.schema).toBe("redblue.traffic/2");
    expect(document.schedule).toMatchObject({ id: "tiled-gemm", order: "group:4", tile: "128x128x64", ctasPerSm: 2 });
    for (const interfaceId of ["dram-l2", "l2-sm"]) {
      const parts = Object.values<Record<string, Record<string, number>>>(document.byArray).map(
        (array) => array[interfaceId]?.["readBytes"] ?? 0,
      );
      expect(parts.reduce((x, y) => x + y)).toBe(document.traffic[interfaceId].readBytes);
    }
  });

  test("replay --explain: steps by the arrays they read, reuse distances, evictions", () => {
    const { status, stdout } = redblue(["replay", ...SMALL, "--explain", "--l2-bytes", "262144", "--json"]);
    expect(status).toBe(0);
    const { cache, traffic, explanation } = JSON.parse(stdout);
    expect(cache.policy).toBe("lru");
    expect(explanation.steps).toMatchObject([{ reads: ["A", "B"], steps: 48 }]);
    const [{ steps, allHit, someHit, noneHit }] = explanation.steps;
    expect(allHit + someHit + noneHit).toBe(steps);
    const first = explanation.reuse.reduce((sum: number, { firstBytes }: { firstBytes: number }) => sum + firstBytes, 0);
    expect(first).toBeLessThanOrEqual(traffic["dram-l2"].readBytes);
    expect(explanation.evictions.length).toBeGreaterThan(0);
    expect(redblue(["replay", ...SMALL, "--explain"]).stdout).toContain("What the steps saw");
  });

  test("replay estimates a duration, through a cache without a clock too", () => {
    const timed = JSON.parse(redblue(["replay", ...SMALL, "--json"]).stdout);
    const operations = 2 * timed.workload.m * timed.workload.n * timed.workload.k;
    expect(timed.operationsPerSecond).toBeCloseTo(operations / timed.estimatedSeconds, -3);
    expect(timed.percentOfPeak).toBeGreaterThan(0);
    expect(timed.leastSeconds).toBeLessThan(timed.estimatedSeconds);
    const counted = JSON.parse(redblue(["replay", ...SMALL, "--cache", "lru", "--json"]).stdout);
    expect(counted.estimatedSeconds / timed.estimatedSeconds).toBeGreaterThan(0.75);
    expect(counted.estimatedSeconds / timed.estimatedSeconds).toBeLessThan(1.25);
    const { stdout } = redblue(["replay", ...SMALL]);
    expect(stdout).toMatch(/^Estimated time [\d.]+ µs \([\d.]+ [GT]FLOP\/s\)\. .* at \d+ % of \w+ peak/m);
    expect(stdout).toMatch(/^Least time of any kernel \S+ \Ss \(.* bind\S?\): the estimate is [\d.]+× that\.$/m);
    expect(redblue(["replay", ...SMALL, "--cache", "lru"]).stdout).toMatch(/^Estimated time [\d.]+ µs/m);
  });

  test("replay says no share of a peak of a schedule that computes a part of the workload", () => {
    const ffn = "ffn --tokens 512 --model 256 --hidden 512 --gated --gpu h200 --schedule dual-gemm".split(" ");
    const part = JSON.parse(redblue(["replay", ...ffn, "--json"]).stdout);
    expect(part.estimatedSeconds).toBeGreaterThan(0);
    expect([part.binds, part.percentOfPeak, part.leastSeconds]).toEqual([undefined, undefined, undefined]);
    expect(redblue(["replay", ...ffn]).stdout).toMatch(/Estimated time \S+ µs, of the part/);
  });

  test("replay --with: two kernels at once, each beside what it moves alone", () => {
    const other = file("other.yaml", "workload: gemm\nm: 512\nn: 512\nk: 128\n");
    const words = ["replay", ..."attention --heads 4 --queries 512 --dim 64 --gpu h200".split(" "), "--with", other];
    const { status, stdout, stderr } = redblue([...words, "--mix", "1:2", "--with-tile", "64x64x32", "--json"]);
    expect([status, stderr]).toEqual([0, ""]);
    const { schema, kernels, traffic } = JSON.parse(stdout);
    expect(schema).toBe("redblue.mix/2");
    expect(kernels.map(({ ctasPerSm }: { ctasPerSm: number }) => ctasPerSm)).toEqual([1, 2]);
    const reads = kernels.map(
      (kernel: Record<string, Record<string, Record<string, number>>>) => kernel["traffic"]?.["dram-l2"]?.["readBytes"],
    );
    expect(reads[0] + reads[1]).toBe(traffic["dram-l2"].readBytes);
    expect(redblue(words).stdout).toContain("2 shared");
    expect(redblue([...words, "--cache", "partitioned"])).toMatchObject({ status: 2, stdout: "" });
    expect(redblue([...words, "--explain"]).stderr).toMatch(/--with: expected none of --referee, --explain, --range/);
    const withGpu = file("other-gpu.yaml", "workload: gemm\nm: 512\nn: 512\nk: 128\ngpu: a40\n");
    expect(redblue([...words.slice(0, -1), withGpu]).stderr).toMatch(/other-gpu.yaml: gpu: expected no machine/);
    const typed = (second: string) => redblue([...words.slice(0, -1), second, "--json"]);
    const same = redblue([...words, "--with-tile", "64x64x32", "--json"]);
    expect(typed("gemm 512 512 128 --tile 64x64x32")).toEqual(same);
    expect(typed(`${other} --tile 64x64x32`)).toEqual(same);
    const block = JSON.parse(typed("ffn --tokens 300 --model 128 --hidden 256 --band 2 --tile 64x64x32").stdout);
    expect(block.kernels[1].schedule).toMatchObject({ id: "ffn-bands", band: 2 });
    expect(Number(block.bounds["dram-l2"].value)).toBe(
      Number(block.bounds["dram-l2"].parts[0].value) + Number(block.bounds["dram-l2"].parts[1].value),
    );
    for (const [second, line] of [
      ["fnn --tokens 3", /^redblue: --with: workload: expected gemm, .*found 'fnn'/],
      ["ffn --tokens 3 --model 4", /^redblue: --with: --hidden: expected a whole number/],
      ["gemm 4 4 4 --gpu a40", /^redblue: --with: unknown option '--gpu'/],
      ["gemm 4 4 4 --hint b:evict-last", /^redblue: --with: --hint: expected none beside another kernel/],
      ["einsum ij,jk->ik --extent i=2,j=2,k=2", /^redblue: --with: workload: expected one with known schedules/],
      [
        "ffn --tokens 300 --model 4096 --hidden 4096 --tile 256x256x64 --stages 9",
        /^redblue: --with: tile: expected a tile whose stages fit/,
      ],
    ] as const) {
      const refused = typed(second);
      expect([refused.status, refused.stdout]).toEqual([2, ""]);
      expect(refused.stderr).toMatch(line);
      expect(refused.stderr.trim()).not.toContain("\n");
    }
  });

  test("the same input gives the same bytes", () => {
    expect(redblue(["gap", ...SMALL, "--json"]).stdout).toBe(redblue(["gap", ...SMALL, "--json"]).stdout);
  });

  test("counts above 2^53 − 1 are decimal strings", () => {
    const words = "bound gemm --m 9007199254740991 --n 9007199254740991 --k 3 --fast-words 100 --json".split(" ");
    expect(JSON.parse(redblue(words).stdout).best["slow-fast"].value).toMatch(/^\d{30,}$/);
  });

  test("lists are documents too", () => {
    for (const name of ["gpus", "schedules", "bounds", "caches"]) {
      const { status, stdout } = redblue([name, "--json"]);
      expect(status).toBe(0);
      expect(JSON.parse(stdout).schema).toMatch(/^redblue\./);
      expect(redblue([name]).stdout.length).toBeGreaterThan(40);
    }
    expect(redblue(["gpus", "h200"]).stdout).toContain("l2Bytes: 62914560");
  });
});

describe("verify", () => {
  const bounds = redblue(["bound", ...SMALL, "--json"]).stdout;

  test("what the tool printed verifies, an edited certificate exits 1 and names the field", () => {
    expect(redblue(["verify", file("good.json", bounds)])).toMatchObject({ status: 0, stderr: "" });
    const edited = JSON.parse(bounds);
    edited.bounds[1].certificate.cut += 2;
    const outcome = redblue(["verify", file("edited.json", JSON.stringify(edited))]);
    expect(outcome.status).toBe(1);
    expect(outcome.stdout).toContain("bounds[1].certificate");
    const verdict = JSON.parse(redblue(["verify", file("edited.json", JSON.stringify(edited)), "--json"]).stdout);
    expect(verdict).toMatchObject({ schema: "redblue.verdict/2", valid: false });
  });

  test("what no certificate says of a gap is named, and --replay replays it: the same numbers, or exit 1 with the row", () => {
    const gap = redblue([
      "gap",
      "gemm",
      "--m",
      "256",
      "--n",
      "256",
      "--k",
      "64",
      "--gpu",
      "a100",
      "--cache",
      "lru",
      "--json",
    ]).stdout;
    const path = file("gap.json", gap);
    expect(redblue(["verify", path]).stdout.split("\n").slice(1)).toEqual([
      "not checked: that the schedules move the traffic beside the bounds",
      "not checked: estimated times and the least time (redblue time --json has its terms)",
      "not checked: what the widest tile moves",
      "",
    ]);
    expect(redblue(["verify", path, "--replay"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^.*certificate\(s\) hold, \d+ row\(s\) replayed again are the same\nnot checked: estimated times .*\nnot checked: what the widest tile moves\n$/,
      ),
    });
    const forged = JSON.parse(gap);
    const [row] = forged.rows;
    Object.assign(row, { readBytes: row.readBytes + 64, traffic: row.traffic + 64, gap: (row.traffic + 64) / row.bound });
    const other = file("forged.json", JSON.stringify(forged));
    expect(redblue(["verify", other]).status).toBe(0);
    const outcome = redblue(["verify", other, "--replay"]);
    expect(outcome).toMatchObject({ status: 1, stdout: expect.stringContaining("rows[0].readBytes: replayed again it is") });
    expect(JSON.parse(redblue(["verify", other, "--replay", "--json"]).stdout)).toMatchObject({ valid: false });
    const unfit = redblue(["verify", file("good.json", bounds), "--replay"]);
    expect(unfit).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^[^\n]*redblue\.gap\/2[^\n]*\n$/) });
  });

  test("a truncated file is exit 2 with line and column", () => {
    const outcome = redblue(["verify", file("cut.json", bounds.slice(0, bounds.length / 2))]);
    expect(outcome).toMatchObject({ status: 2, stdout: "" });
    expect(outcome.stderr).toMatch(/cut\.json: line \d+, column \d+/);
  });
});

describe("workload files and GPU files", () => {
  test("a convolution from a file, from its own document and from flags is the same, and its bounds verify", () => {
    const words =
      "bound conv --in-channels 64 --out-channels 32 --height 28 --kernel 3x3 --stride 2 --padding 1 --gpu h200 --json";
    const { status, stdout } = redblue(words.split(" "));
    expect(status).toBe(0);
    expect(redblue(["verify", file("conv.json", stdout)]).status).toBe(0);
    const text = "in-channels: 64\nout-channels: 32\nheight: 28\nkernel: [3, 3]\nstride: 2\npadding: 1x1\n";
    for (const content of [`workload: conv\n${text}`, JSON.stringify(JSON.parse(stdout).workload)]) {
      expect(redblue(["bound", file("conv.yaml", content), "--gpu", "h200", "--json"]).stdout).toBe(stdout);
    }
    expect(redblue(["bound", file("bad.yaml", "workload: conv\nkernel: { a: 3 }\n")]).stderr).toMatch(
      /kernel: expected one number or two/,
    );
  });

  test("YAML and JSON say the same as flags, and flags win", () => {
    const yaml = file("w.yaml", "workload: gemm\nm: 512\nn: 384\nk: 256\ngpu: h200\n");
    const json = file("w.json", JSON.stringify({ kind: "gemm", m: 512, n: 384, k: 9, gpu: "a100" }));
    const flags = redblue(["gap", ...SMALL, "--json"]).stdout;
    expect(redblue(["gap", yaml, "--json"]).stdout).toBe(flags);
    expect(redblue(["gap", json, "--k", "256", "--gpu", "h200", "--json"]).stdout).toBe(flags);
  });

  test("a GPU of one's own", () => {
    const path = file("gpu.json", gpuToJson({ ...H200, id: "mine", name: "Mine", sms: 7 }));
    const document = JSON.parse(redblue(["bound", ..."gemm --m 64 --n 64 --k 64 --gpu".split(" "), path, "--json"]).stdout);
    expect(document.machine).toMatchObject({ id: "mine", sms: 7 });
    const broken = file("broken.json", gpuToJson(H200).replace('"sms": 132', '"sms": -1'));
    const outcome = redblue(["bound", ..."gemm --m 64 --n 64 --k 64 --gpu".split(" "), broken]);
    expect(outcome).toMatchObject({ status: 2, stdout: "" });
    expect(outcome.stderr).toContain("broken.json: sms");
  });
});

const GEMM = ["gemm", "--m", "3", "--n", "3", "--k", "3"];
// The words typed, and what the one line must name.
const CONV = ["conv", "--in-channels", "4", "--out-channels", "4", "--height", "8"];

const PLAN = fileURLToPath(new URL("../../docs/examples/plan.yaml", import.meta.url));

const BAD: readonly (readonly [readonly string[], RegExp])[] = [
  [["gap", "gemm", "--m", "0", "--n", "3", "--k", "3", "--gpu", "h200"], /--m: .*from 1.*'0'/],
  [["gap", "gemm", "--m", "-4", "--n", "3", "--k", "3", "--gpu", "h200"], /--m: .*'-4'/],
  [["gap", "gemm", "--m", "1.5", "--n", "3", "--k", "3", "--gpu", "h200"], /--m: .*'1\.5'/],
  [["gap", "gemm", "--m", "1e3", "--n", "3", "--k", "3", "--gpu", "h200"], /--m: .*'1e3'/],
  [["gap", "gemm", "--m", "NaN", "--n", "3", "--k", "3", "--gpu", "h200"], /--m: .*'NaN'/],
  [["gap", "gemm", "--m", "9007199254740992", "--n", "3", "--k", "3", "--gpu", "h200"], /--m: .*9007199254740991/],
  [["gap", "gemm", "--m", "3", "--n", "3", "--gpu", "h200"], /--k: .*nothing/],
  [
    ["replay", "gemm", "--m", "999999999", "--n", "999999999", "--k", "999999999", "--gpu", "h200"],
    /steps of replays: .*tile touches/,
  ],
  [["gap", ...GEMM], /--gpu: .*nothing/],
  [["gap", ...GEMM, "--gpu", "h2000"], /--gpu: .*did you mean h200.*'h2000'/],
  [["gap", ...GEMM, "--gpu", "nowhere.json"], /nowhere\.json: .*no such file/],
  [["gap", ...GEMM, "--gpu", "h200", "--fast-words", "9"], /--fast-words: .*both/],
  [["bound", ...GEMM, "--gpu", "a100", "--assume", "wgmma"], /--assume: .*9\.0.*a100/],
  [["gap", ...GEMM, "--gpu", "h100", "--assume", "hgmma"], /--assume: .*wgmma.*'hgmma'/],
  [["bound", "ffn", "--tokens", "8", "--model", "8", "--hidden", "8", "--gpu", "h100", "--assume", "wgmma"], /--assume: .*ffn/],
  [["bound", ...GEMM, "--gpu", "a100", "--cluster", "2"], /--cluster: .*with clusters.*a100/],
  [["bound", ...GEMM, "--gpu", "h100", "--cluster", "16"], /--cluster: .*from 2 to 8/],
  [["bound", ...GEMM, "--gpu", "h100", "--cluster", "1"], /--cluster: .*'1'/],
  [["bound", ...GEMM, "--fast-words", "9", "--cluster", "2"], /--cluster: .*a GPU/],
  [["gap", ...GEMM, "--gpu", "h200", "--dtype", "bf61"], /--dtype: .*bf16.*'bf61'/],
  [["gap", ...GEMM, "--gpu", "h200", "--accumulator", "bf16"], /--accumulator: .*'bf16'/],
  [["gap", ...GEMM, "--gpu", "h200", "--order", "zigzag"], /--order: .*hilbert.*'zigzag'/],
  [["gap", ...GEMM, "--gpu", "h200", "--order", "row,group:0"], /--order: .*'group:0'/],
  [["gap", ...GEMM, "--gpu", "h200", "--tile", "128x128"], /--tile: .*BMxBNxBK/],
  [["gap", ...GEMM, "--gpu", "h200", "--tile", "512x512x64"], /--tile: .*shared memory.*393216/],
  [["gap", ...GEMM, "--gpu", "h200", "--tile", "256x256x16", "--threads", "128"], /--tile: .*registers/],
  [["gap", ...GEMM, "--gpu", "h200", "--ctas-per-sm", "3"], /--ctas-per-sm: .*from 1 to 2/],
  [["gap", ...GEMM, "--gpu", "h200", "--cache", "plru"], /--cache: .*lru.*'plru'/],
  [
    ["gap", "gemm", "--m", "999", "--n", "999", "--k", "999", "--gpu", "h200", "--cache", "lru", "--l2-bytes", "100"],
    /--l2-bytes: .*largest tile/,
  ],
  [
    ["gap", "gemm", "--m", "999", "--n", "999", "--k", "999", "--gpu", "h200", "--l2-bytes", "100"],
    /--l2-bytes: .*at least 4096/,
  ],
  [["bound", "einsum", "C[i,j] += A[i,k] * B[2*k,j]", "--extent", "i=2,j=2,k=2", "--fast-words", "9"], /einsum, column 22: /],
  [
    ["optimize", "einsum", "F[i] += P[i] * Q[j]", "--extent", "i=8,j=8"],
    /optimize: expected gemm, chain, ffn, attention, conv, grouped-gemm, moe, scan, or a file, found einsum/,
  ],
  [
    ["gap", "einsum", "F[i] += P[i] * Q[j]", "--extent", "i=8,j=8", "--gpu", "h200"],
    /workload: expected one with known schedules for a replay .*, found einsum/,
  ],
  [
    ["gap", "einsum", "C[i,j] += A[i,k] * A[k,j]", "--extent", "i=8,j=8,k=8", "--fast-words", "9"],
    /text: expected arrays that are read once, for tiles, found A twice/,
  ],
  [
    ["bound", "einsum", "C[i] += A[i,k]; C[i] += B[i]", "--extent", "i=2,k=2", "--fast-words", "9"],
    /einsum, column 17: .*found C/,
  ],
  [["bound", "einsum", "C[i,j] += A[i]", "--extent", "i=2,j=2", "--fast-words", "9"], /einsum, column 1: .*j on the left only/],
  [
    ["bound", "einsum", "C[i] += exp(A[i])", "--extent", "i=2", "--fast-words", "9"],
    /einsum, column 12: .*functions such as exp/,
  ],
  [["bound", "einsum", "C[i] += A[i", "--extent", "i=2", "--fast-words", "9"], /einsum, column 12: .*\] in A/],
  [["bound", "einsum", "C[i] += A[i]", "--extent", "i=0", "--fast-words", "9"], /--extent i: .*found '0'/],
  [["bound", "einsum", "C[i] += A[i]", "--extent", "i=9007199254740992", "--fast-words", "9"], /--extent i: .*9007199254740991/],
  [["bound", ...CONV, "--fast-words", "9"], /--kernel: expected rows and columns such as 3x3, found nothing/],
  [["bound", ...CONV, "--kernel", "3by3", "--fast-words", "9"], /--kernel: expected one number .* found '3by3'/],
  [["bound", ...CONV, "--kernel", "3x3", "--padding", "1x3", "--fast-words", "9"], /--padding: expected less than .* found 3/],
  [["bound", ...CONV, "--kernel", "9x3", "--fast-words", "9"], /--height: expected at least 9, for a kernel of 9, found 8/],
  [["gap", ...CONV, "--kernel", "3x3", "--fast-words", "9"], /--fast-words: expected at least 11 words/],
  [["gap", ...CONV, "--kernel", "3x3", "--gpu", "h200", "--tile", "512x512x64"], /--tile: .*shared memory/],
  [["gap", ...CONV, "--kernel", "3x3", "--gpu", "h200", "--schedule", "filter-stationary"], /--schedule: .*implicit-gemm/],
  [
    ["bound", "einsum", "F[i] += P[i] * Q[j]", "--extent", "i=8", "--fast-words", "9"],
    /column 18: expected an extent of the index j/,
  ],
  [
    ["bound", "einsum", "S[] += A[i] * B[i] * C[i] * D[i]", "--extent", "i=8", "--fast-words", "3"],
    /--fast-words: expected at least 4 words, the operands of one product of S, found 3/,
  ],
  [["gap", ...GEMM, "--gpu", "h200", "--max-gap", "0.5"], /--max-gap/],
  [["gap", ...GEMM, "--gpu", "h200", "--schedule", "magic"], /--schedule: .*tiled-gemm.*'magic'/],
  [["gap", ...GEMM, "--gpu", "tpu-v1"], /--dtype: expected int8/],
  [["gap", ...GEMM, "--gpu", "sn40l"], /workload: expected chain or ffn/],
  [["gap", ...GEMM, "--fast-words", "2"], /--fast-words: .*3 words/],
  [["bound", ...GEMM, "--fast-words", "0"], /--fast-words/],
  [["replay", ...GEMM, "--fast-words", "4", "--schedule", "input-stationary"], /--fast-words: .*5 words/],
  [["gap", "gem"], /workload: .*did you mean gemm/],
  [["gap"], /workload/],
  [["gap", ...GEMM, "--gpus", "h200"], /--gpus.*--gpu/],
  [["gpa"], /gpa.*gap/],
  [["verify"], /missing required argument 'file' \(see redblue verify --help\)/],
  [["gap", "gemm", "8", "8", "8", "8", "--gpu", "h200"], /gemm: expected 3 numbers \(m, n, k\), found 8 8 8 8/],
  [["gap", "gemm", "file.txt", "--gpu", "h200"], /too many arguments.*\(see redblue gap gemm --help\)/],
  [["xyzzy"], /unknown command 'xyzzy' \(see redblue --help\)/],
  [["help", "gpa"], /help: .*did you mean gap/],
  [["gap", ...GEMM, "--gpu", "h200", "--schedule", "tiled-gem"], /--schedule: .*did you mean tiled-gemm/],
  [["gap", ...GEMM, "--gpu", "h200", "--interface", "dram-l3"], /--interface: .*did you mean dram-l2/],
  [["gap", ...GEMM, "--gpu", "h200", "--order", "hilbrt"], /--order: .*did you mean hilbert/],
  [["gap", ...GEMM, "--gpu", "h200", "--order", "row,grup:8"], /--order: .*did you mean group/],
  [["gap", ...GEMM, "--gpu", "h200", "--cache", "partitoned"], /--cache: .*did you mean partitioned/],
  [["gap", ...GEMM, "--gpu", "h200", "--cache", "ranodm:7"], /--cache: .*did you mean random/],
  [["bound", ...GEMM, "--gpu", "h100", "--assume", "wgma"], /--assume: .*did you mean wgmma/],
  [["bound", ...GEMM, "--gpu", "h100", "--dtype", "bf61"], /--dtype: .*did you mean bf16/],
  [["bounds", "chain-fussed"], /name: .*did you mean chain-fused/],
  [["schedules", "splitk"], /name: .*did you mean split-k/],
  [["caches", "lruu"], /name: .*did you mean lru/],
  [["completion", "bsh"], /shell: .*did you mean bash/],
  [["curve", ...GEMM, "--gpu", "h200", "--cache", "lruu"], /--cache: .*did you mean lru/],
  [["graph", ...GEMM, "--format", "dott"], /--format: .*did you mean dot/],
  [["graph", ...GEMM, "--reduction", "tre"], /--reduction: .*did you mean tree/],
  [["sweep", PLAN, "--out", "x.csv", "--engine", "slrum"], /--engine: .*did you mean slurm/],
  [["sweep", PLAN, "--out", "x.parqet"], /--out: .*\.parquet/],
  [
    ["replay", ...GEMM, "--gpu", "h200", "--schedule", "persistent-gemm", "--scheduler", "dynamc"],
    /--scheduler: .*did you mean dynamic/,
  ],
  [["verify", "/no/such/file"], /no such file/],
  [["replay", ...SMALL, "--mix", "1:1"], /--mix: expected --with/],
  [["replay", ...SMALL, "--with", "/no/such/file.yaml"], /no such file/],
  [["replay", ...SMALL, "--range", "--cache", "lru"], /--cache: expected partitioned for a range/],
  [["replay", ...SMALL, "--range", "--execution", "drift:2"], /--range: expected no --execution/],
  [["gap", ...GEMM, "--fast-words", "999", "--range"], /--range: expected a GPU/],
  [["replay", ...SMALL, "--cluster", "2"], /--cluster: expected rows x columns/],
  [["replay", ...SMALL, "--cluster", "3x0"], /--cluster: expected rows x columns/],
  [["replay", ...SMALL, "--cluster", "4x4"], /--cluster: expected a whole number from 2 to 8, found 16/],
  [["replay", ...SMALL, "--cluster", "2x1", "--schedule", "split-k"], /--cluster: expected schedule tiled-gemm/],
  [["replay", ...SMALL, "--cluster", "2x1", "--referee"], /computation gemm: expected an expansion of at most \d+ vertices/],
  [["replay", ...SMALL, "--execution", "drift"], /--execution: expected one of .*drift:STEPS.*'drift'/],
  [["replay", ...SMALL, "--execution", "events", "--cache", "lru"], /--execution: .*lru, which has no clock/],
  [["replay", ...SMALL, "--execution", "drift:2", "--cache", "lru", "--explain"], /--execution: expected lock-step/],
  [["gap", ...GEMM, "--fast-words", "999", "--execution", "lock-step"], /--execution: expected a GPU/],
  [["replay", ...SMALL, "--explain", "--cache", "opt"], /--cache: expected an online policy/],
  [["replay", ...SMALL, "--explain", "--cache", "partitioned"], /--cache: expected a plain cache/],
  [["replay", ..."gemm --m 9 --n 9 --k 9 --fast-words 99 --explain".split(" ")], /--explain: expected a GPU/],
  [["gpus", "h2000"], /did you mean h200/],
];

describe("bad input is exit 2, nothing on stdout, one line on stderr that names it", () => {
  test.each(BAD.map(([words, line]) => [words.join(" "), words, line] as const))("%s", (_, words, line) => {
    const { status, stdout, stderr } = redblue(words);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(line);
    expect(stderr).not.toMatch(/at .*\.js:\d+/);
  });

  test.each([
    ["unknown-field.yaml", "workload: gemm\nm: 3\nn: 3\nkk: 3\n", /kk: .*did you mean k/],
    ["not-gemm.yaml", "workload: correlation\n", /workload: .*gemm/],
    ["bad.yaml", "workload: [gemm\n", /bad\.yaml: line/],
    ["fraction.json", '{"workload":"gemm","m":1.5,"n":1,"k":1}', /m: .*1\.5/],
    ["list.json", "[1,2]", /an object/],
    ["cut.json", '{"workload":"gemm","m":', /line 1, column 24/],
  ])("workload file %s", (name, content, line) => {
    const { status, stdout, stderr } = redblue(["gap", file(name, content), "--gpu", "h200"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(line);
  });

  test("--debug adds the stack", () => {
    expect(redblue(["gap", ...GEMM, "--gpu", "h2000", "--debug"]).stderr).toMatch(/at .*\.js:\d+/);
  });
});

test("--assume adds the bound of kernels that keep their sums in place, and says what it presumes", () => {
  const shown = redblue("gap gemm --m 2048 --n 2048 --k 512 --gpu h200 --order row --assume wgmma,stages:4".split(" ")).stdout;
  expect(shown).toMatch(
    /Where sums of 4 byte\(s\) stay in the registers of one SM[\s\S]* at least \S+ MB move \(gemm-output-stationary\): tiled-gemm row moves/,
  );
  const bound = redblue("bound gemm --m 2048 --n 2048 --k 512 --gpu b200 --assume tcgen05".split(" ")).stdout;
  expect(bound).toContain("some kernels  gemm-output-stationary");
  expect(bound).not.toMatch(/gemm-output-stationary .*every kernel/);
  expect(bound).toMatch(
    /What gemm-output-stationary requires\n(?: {2}.*\n)* {2}sums-in-place: a sum stays in the accumulators of one SM/,
  );
});

test("--max-gap exits 1 when a gap shown exceeds it, and 0 otherwise", () => {
  const words = "gap gemm --m 4096 --n 4096 --k 4096 --gpu h200 --order group:8 --interface dram-l2".split(" ");
  expect(redblue([...words, "--max-gap", "1.01"])).toMatchObject({ status: 1, stderr: expect.stringContaining("--max-gap") });
  expect(redblue([...words, "--max-gap", "50"]).status).toBe(0);
});
