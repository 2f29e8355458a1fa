import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mergeScript, shardScript } from "../../src/node/sweep/slurm.js";
import { redblue } from "../cli/run.js";
import { SlurmCluster, slurmMissing } from "./slurm-cluster.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "redblue-slurm-sweep-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const missing = slurmMissing();
if (missing !== undefined) console.warn(`SKIPPED: the sweep on a real Slurm (${missing})`);

const SWEEP = {
  command: ["node", "main.js", "sweep", "a plan.yaml", "--out", "it's.csv"],
  folder: "/",
  shards: 7,
  logFolder: "/logs",
  cpusPerShard: 2,
  options: [],
};

test("scripts are the plain shard and merge commands, quoted for the shell", () => {
  expect(shardScript(SWEEP)).toContain(
    `node main.js sweep 'a plan.yaml' --out 'it'\\''s.csv' --workers 2 --shard "$SLURM_ARRAY_TASK_ID/7"; do\n`,
  );
  expect(mergeScript(SWEEP)).toContain("--merge 7\n");
  for (const script of [shardScript(SWEEP), mergeScript(SWEEP)]) {
    expect(spawnSync("sh", ["-n"], { input: script, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  }
});

describe.skipIf(missing !== undefined)("on slurmctld, slurmd and munged", () => {
  let cluster: SlurmCluster;
  beforeAll(async () => {
    cluster = await SlurmCluster.start();
  });
  afterAll(async () => cluster?.stop());

  test("shards run side by side; one is killed half-way, one requeued; nothing is lost or doubled", async () => {
    // Large enough that a shard lives for a while, small enough for a test.
    const plan = join(folder, "plan.yaml");
    writeFileSync(
      plan,
      [
        "gpus: [h200, a100, h100]",
        "workloads:",
        "  - { workload: gemm, m: { from: 256, to: 4096, step: 256 }, n: [2048, 4096], k: [1024, 2048] }",
        "schedules:",
        "  - { schedule: tiled-gemm, order: [row, 'group:8'] }",
      ].join("\n"),
    );
    const [out, alone] = [join(folder, "slurm.csv"), join(folder, "alone.csv")];
    const words = ["sweep", plan, "--out", out, "--engine", "slurm", "--shards", "3", "--sbatch=--ntasks=1"];
    const submitted = spawnSync(process.execPath, [MAIN, ...words], { env: cluster.environment, encoding: "utf8" });
    expect(submitted, submitted.stderr).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/3 shards as job \d+, and job \d+/),
    });

    const state = (shard: number): string => join(`${out}.shards`, `${shard}-of-3.part`);
    const lines = (path: string): number => readFileSync(path, "utf8").split("\n").length;
    await cluster.until("two shards have results", () => lines(state(2)) > 10 && lines(state(3)) > 10);
    const before = [lines(state(2)), lines(state(3))];
    // As the kernel does when memory runs out: no warning, no clean-up.
    spawnSync("pkill", ["-KILL", "-f", `${out}.*--shard 2/3`]);
    const third = `${/as job (\d+)/.exec(submitted.stdout)?.[1]}_3`;
    cluster.run("scontrol", ["requeue", third]);
    await cluster.until(
      "the requeued shard waits",
      () => cluster.run("squeue", ["-h", "-j", third, "-o", "%T"]).trim() === "PENDING",
    );
    // Slurm holds a requeued job back for two minutes, which a test need not wait for.
    cluster.run("scontrol", ["update", `JobId=${third}`, "StartTime=now"]);
    await cluster.until("all jobs are done", () => cluster.run("squeue", ["-h"]).trim() === "");

    expect(existsSync(out), logsOf(`${out}.shards`)).toBe(true);
    expect(redblue(["sweep", plan, "--out", alone])).toMatchObject({ status: 0 });
    expect(readFileSync(out, "utf8")).toBe(readFileSync(alone, "utf8"));
    for (const [i, shard] of [2, 3].entries()) {
      const points = readFileSync(join(`${out}.shards`, `${shard}-of-3.jsonl`), "utf8")
        .split("\n")
        .slice(1, -1);
      expect(points.length).toBeGreaterThan((before[i] ?? 0) - 2);
      expect(new Set(points.map((line) => JSON.parse(line).point)).size).toBe(points.length);
    }
    expect(readFileSync(join(`${out}.shards`, "array-2.log"), "utf8")).toContain("Killed");
  });

  test("what sbatch refuses is one line with its reason", () => {
    const words = ["sweep", join(folder, "plan.yaml"), "--out", join(folder, "x.csv"), "--engine", "slurm", "--shards", "2"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words, "--sbatch=--partition=nowhere"], {
      env: cluster.environment,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/--engine slurm: expected a job that sbatch accepts, found .*partition/i);
  });
});

function logsOf(path: string): string {
  return readdirSync(path)
    .filter((name) => name.endsWith(".log"))
    .map((name) => `${name}:\n${readFileSync(join(path, name), "utf8")}`)
    .join("\n");
}
