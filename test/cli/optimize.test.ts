import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import type { ChoiceCost } from "../../src/gap/search/choice-cost.js";
import type { SearchResult } from "../../src/gap/search/schedule-search.js";
import { searchSchedules } from "../../src/gap/search/schedule-search.js";
import { rememberIn } from "../../src/node/search-memory.js";
import type { KernelSpace, ScheduleChoice } from "../../src/plan/schedule-space.js";
import { choiceKey } from "../../src/plan/schedule-space.js";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-optimize-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const words = (text: string): readonly string[] => text.split(" ");

const PRODUCT = words("gemm --m 2048 --n 2048 --k 256 --gpu a100 --cache lru --l2-bytes 1048576");
const SEARCH = ["optimize", ...PRODUCT, "--tile", "128x128x64", "--objective", "dram-l2"];

test("a search presumes the rates of the family of kernels that is named, and says which", () => {
  const one = words("gemm --m 1024 --n 1024 --k 1024 --gpu h200 --schedule tiled-gemm --tile 128x128x64 --order row --stages 3");
  const found = ["triton", "library"].map((rate) => {
    const [best] = JSON.parse(redblue(["optimize", ...one, "--kernel-rate", rate, "--json"]).stdout).schedules;
    expect(best.schedule["kernel-rate"]).toBe(rate);
    return best.estimatedSeconds;
  });
  expect(found[1]).toBeLessThan(found[0]);
});

describe("redblue optimize", () => {
  const whole = redblue([...SEARCH, "--out", "best.yaml"], folder);

  test("finds nothing worse than the rows of gap, and says why it ended", () => {
    expect(whole).toMatchObject({ status: 0, stderr: "" });
    // Weights that stay move exactly the bound here; the tiled product alone does not.
    expect(whole.stdout).toContain("the best moves exactly what is proven to be needed, so nothing better exists");
    const tiled = redblue([...SEARCH, "--schedule", "tiled-gemm"]);
    expect(tiled.stdout).toContain("no change of one parameter of the best improves it");
    const { schedules, best, end, objective } = JSON.parse(redblue([...SEARCH, "--json"]).stdout);
    expect([end, objective]).toEqual(["goal", "dram-l2"]);
    const rows = JSON.parse(redblue(["gap", ...PRODUCT, "--json"]).stdout).rows.filter(
      (row: { interface: string }) => row.interface === "dram-l2",
    );
    const found = schedules[0].traffic["dram-l2"];
    for (const row of rows) expect(found.traffic).toBeLessThanOrEqual(row.traffic);
    expect(found.gap).toBe(found.traffic / best["dram-l2"].value);
    expect(found.gap).toBeGreaterThanOrEqual(1);
  });

  test.each([
    "gemm --m 1024 --n 1024 --k 512 --gpu h100",
    "gemm --m 1024 --n 1024 --k 512 --gpu a40",
    "gemm --m 1024 --n 1024 --k 512 --gpu h100 --cache lru",
  ])("takes the least time where rates are known, with a clock or without, and passes over what cannot win: %s", (line) => {
    const asked = words(line);
    const { schedules, objective, least, passedOver } = JSON.parse(redblue(["optimize", ...asked, "--json"]).stdout);
    expect(objective).toBe("time");
    expect(passedOver).toBeGreaterThan(0);
    const seconds: readonly number[] = schedules.map(({ estimatedSeconds }: { estimatedSeconds: number }) => estimatedSeconds);
    expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
    expect(seconds[0]).toBeGreaterThanOrEqual(least.seconds);
    const { rows } = JSON.parse(redblue(["gap", ...asked, "--json"]).stdout);
    expect(seconds[0]).toBeLessThanOrEqual(1.01 * rows[0].estimatedSeconds);
    expect(schedules[0]).toMatchObject({ binds: expect.any(String), percentOfPeak: expect.any(Number) });
  });

  test("says which kernels it does not search", () => {
    const asked = words("optimize gemm --m 8192 --n 8192 --k 256 --gpu a40 --cache lru --tile 128x128x64 --stages 2 --order row");
    expect(redblue([...asked, "--all"]).stdout).not.toContain("skipped");
    const { stdout } = redblue(asked);
    expect(stdout).toContain("weight-stationary, input-stationary are skipped: at this size other kernels are faster");
  });

  // Here a fused block fits by a tile with short steps alone, and one query a head leaves SMs idle but for parts of the keys.
  test.each([
    "ffn --tokens 381 --model 32 --hidden 577 --dtype fp8 --output-dtype bf16 --gpu rtx4090",
    "attention --heads 4 --kv-heads 1 --queries 1 --keys 620 --dim 128 --gpu a100",
  ])("nor where the tile or kernel of gap is none of the usual ones: %s", (line) => {
    const asked = [...words(line), "--cache", "lru", "--json"];
    const rows = JSON.parse(redblue(["gap", ...asked]).stdout).rows.filter(
      (row: { interface: string }) => row.interface === "l2-sm",
    );
    const { schedules } = JSON.parse(redblue(["optimize", ...asked, "--objective", "l2-sm"]).stdout);
    for (const row of rows) expect(schedules[0].traffic["l2-sm"].traffic).toBeLessThanOrEqual(row.traffic);
  });

  test("takes the band and slices of a kernel that chooses them itself in a search", () => {
    const asked = words(
      "gemm --m 64 --n 1 --k 128 --gpu a40 --cache lru --schedule weight-stationary --band 1 --splits 1 --json",
    );
    const { schedules, best } = JSON.parse(redblue(["optimize", ...asked]).stdout);
    expect(schedules[0].schedule).toMatchObject({ schedule: "weight-stationary", band: 1, splits: 1 });
    expect(schedules[0].traffic["dram-l2"].traffic).toBeGreaterThanOrEqual(best["dram-l2"].value);
  });

  test("searches every kernel that can walk the keys as asked", () => {
    const attention =
      "attention --heads 1 --queries 64 --dim 64 --gpu h200 --cache lru --tile 64x64 --objective dram-l2 --json --key-order";
    const found = (order: string): ReadonlySet<string> => {
      const { schedules } = JSON.parse(redblue(["optimize", ...words(`${attention} ${order}`)]).stdout);
      for (const { schedule } of schedules) expect(schedule["key-order"]).toBe(order);
      return new Set(schedules.map(({ schedule }: { schedule: { schedule: string } }) => schedule.schedule));
    };
    expect(found("forward")).toEqual(new Set(["flash-attention-2", "persistent-attention"]));
    expect(found("sawtooth")).toEqual(new Set(["persistent-attention"]));
  });

  test("its file is a schedule for replay, gap and sweep, which move what it says", () => {
    const file = readFileSync(join(folder, "best.yaml"), "utf8");
    const bytes = Number(/; (\d+) bytes over dram-l2, /.exec(file)?.[1]);
    const { traffic } = JSON.parse(redblue(["replay", ...PRODUCT, "--schedule", "best.yaml", "--json"], folder).stdout);
    const { readBytes, writeBytes, dirtyAtEndBytes } = traffic["dram-l2"];
    expect(readBytes + writeBytes + dirtyAtEndBytes).toBe(bytes);
    const { rows, breakdown } = JSON.parse(
      redblue(["gap", ...PRODUCT, "--schedule", "best.yaml", "--explain", "--json"], folder).stdout,
    );
    expect(rows[0]).toMatchObject({ interface: "dram-l2", traffic: bytes });
    expect(breakdown[0].levels[0]).toMatchObject({ id: "schedule", bytes });
    writeFileSync(
      join(folder, "plan.yaml"),
      "gpus: [a100]\nworkloads: [{ workload: gemm, m: 2048, n: 2048, k: 256 }]\nschedules: [best.yaml]\ncaches: [lru]\nl2-bytes: [1048576]\n",
    );
    expect(redblue(words("sweep plan.yaml --out points.jsonl --workers 1"), folder).status).toBe(0);
    const [point] = readFileSync(join(folder, "points.jsonl"), "utf8").split("\n");
    expect(JSON.parse(point ?? "")).toMatchObject({ interface: "dram-l2", traffic: bytes });
  });

  test("goes on from the costs of an interrupted search, a torn line dropped; those of another are refused", async () => {
    const path = join(folder, "memory.part");
    const spaces: readonly KernelSpace[] = [{ schedule: "tiled-gemm", axes: { tile: ["a", "b", "c"], stages: [1, 2, 3, 4] } }];
    const costOf = ({ tile, stages }: ScheduleChoice): ChoiceCost | undefined => {
      if (tile === "b" && stages === 1) return undefined;
      const dram = 2n ** 60n + BigInt(choiceKey({ tile: tile ?? "", stages: stages ?? 0 }).length % 7);
      const time = { seconds: 1 / Number(stages), binds: "matrix", busiest: "matrix", percentOfPeak: 7 } as const;
      return tile === "c" ? { dram, sm: BigInt(stages ?? 0), time } : { dram, sm: BigInt(stages ?? 0) };
    };
    const compare = (one: ChoiceCost, other: ChoiceCost): number => Number(one.dram - other.dram || one.sm - other.sm);
    const isGoal = (): boolean => false;
    const run = async (most: number): Promise<{ readonly result: SearchResult<ChoiceCost>; readonly fresh: number }> => {
      const memory = rememberIn(path, "plan");
      let fresh = 0;
      const remembered = (choice: ScheduleChoice): ChoiceCost | undefined => {
        const before = memory.known(choice);
        if (before !== undefined) return before.cost;
        fresh++;
        memory.keep(choice, costOf(choice));
        return costOf(choice);
      };
      const result = await searchSchedules(spaces, { costOf: remembered, compare, isGoal, stopped: () => fresh >= most });
      memory.close();
      return { result, fresh };
    };
    expect((await run(2)).result.end).toBe("stopped");
    appendFileSync(path, '{"point":9,"rows":[{"cho');
    const { result, fresh } = await run(99);
    expect(result).toEqual(await searchSchedules(spaces, { costOf, compare, isGoal }));
    expect(fresh).toBe(result.tried.length - 2);
    expect(() => rememberIn(path, "another plan")).toThrow(InputError);
  });

  test.each([
    [words("gemm --m 8 --n 8 --k 8 --gpu h200 --schedule tilde-gemm"), "did you mean"],
    [words("gemm --m 8 --n 8 --k 8 --gpu h200 --interface l2-sm"), "--interface: expected --objective l2-sm in its place"],
    [words("gemm --m 8 --n 8 --k 8 --gpu h200 --objective speed"), "--objective: expected one of time, dram-l2, l2-sm, energy"],
    [
      words("gemm --m 8 --n 8 --k 8 --dtype fp8 --gpu a40 --objective time"),
      "--objective: expected a GPU with a known rate for fp8",
    ],
    [words("gemm --m 8 --n 8 --k 8 --gpu h200 --out best.txt"), "--out: expected a file ending in .yaml"],
    [
      words("attention --heads 1 --queries 64 --dim 64 --gpu h200 --splits 2"),
      "--schedule: expected flags that one kernel knows",
    ],
    [
      words("attention --heads 1 --queries 64 --dim 64 --gpu h200 --schedule flash-attention-2 --key-order sawtooth"),
      "--schedule: expected flags that one kernel knows",
    ],
    [words("gemm --m 256 --n 256 --k 64 --gpu h200 --tile 1024x1024x64"), "--tile: expected a kernel that fits"],
  ])("refuses %s", (given, message) => {
    const { status, stdout, stderr } = redblue(["optimize", ...given], folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("redblue gap --explain", () => {
  test("a breakdown an interface in text and JSON, from the counter down", () => {
    const flags = [...PRODUCT, "--order", "row", "--explain", "--measured-reads", "90000000"];
    const { breakdown } = JSON.parse(redblue(["gap", ...flags, "--json"]).stdout);
    expect(breakdown.map((one: { interface: string }) => one.interface)).toEqual(["dram-l2", "l2-sm"]);
    expect(breakdown[0]).toMatchObject({
      counts: "reads",
      levels: [{ id: "measured", bytes: 90_000_000 }, { id: "schedule" }, {}, {}, {}, {}],
    });
    const text = redblue(["gap", ...flags, "--interface", "dram-l2"]).stdout;
    expect(text).toContain("Where the gap comes from, DRAM to chip (dram-l2, reads)");
    expect(text).not.toContain("Where the gap comes from, L2 into the SMs");
  });

  test("a counter below the bound is answered with 1, as redblue ncu does", () => {
    const words = ["gap", ..."gemm --m 64 --n 64 --k 64 --gpu a100 --cache lru --explain --measured-reads".split(" ")];
    const { status, stderr } = redblue([...words, "16383"]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^--measured-reads: 16383 bytes are below the 16384 .*\n$/)]);
    expect(redblue([...words, "16384"])).toMatchObject({ status: 0, stderr: "" });
  });

  test.each([
    [["--measured-reads", "100"], "--measured-reads: expected --explain beside it"],
    [["--schedule", "missing.yaml"], "missing.yaml: expected a readable file"],
  ])("refuses %s", (given, message) => {
    const { status, stdout, stderr } = redblue(["gap", ...PRODUCT, ...given], folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test("a schedule file with a field that is none is refused with the nearest name", () => {
    writeFileSync(join(folder, "wrong.yaml"), "schedule: tiled-gemm\norders: row\n");
    const { status, stderr } = redblue(["replay", ...PRODUCT, "--schedule", "wrong.yaml"], folder);
    expect(status).toBe(2);
    expect(stderr).toContain("wrong.yaml: orders");
    expect(stderr).toContain("did you mean order");
  });
});
