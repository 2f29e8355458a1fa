import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-fields-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(file: string, content: string, words: string): ReturnType<typeof redblue> {
  writeFileSync(join(folder, file), content);
  return redblue(words.split(" "), folder);
}
const schedule = ({ stdout }: ReturnType<typeof redblue>): unknown => JSON.parse(stdout).schedule;

const ATTENTION = "replay attention --heads 2 --queries 512 --dim 128 --gpu h200 --cache lru --json --schedule s.yaml";

test("a schedule file knows clusters, query orders and the log-sum-exp; flags win over it", () => {
  const fields = "schedule: flash-attention-3\ncluster: 2x1\nlse: false\nquery-order: longest-first\n";
  expect(schedule(run("s.yaml", fields, ATTENTION))).toMatchObject({
    id: "flash-attention-3",
    cluster: "2x1",
    lse: false,
    queryOrder: "longest-first",
  });
  const turning = "schedule: persistent-attention\nkey-order: sawtooth\n";
  expect(schedule(run("s.yaml", turning, ATTENTION))).toMatchObject({ id: "persistent-attention", keyOrder: "sawtooth" });
  expect(schedule(run("s.yaml", turning, `${ATTENTION} --key-order backward`))).toMatchObject({ keyOrder: "backward" });
  writeFileSync(join(folder, "s.yaml"), fields);
  const flags = `${ATTENTION} --query-order ascending --cluster 4x1`;
  expect(schedule(run("s.yaml", fields, flags))).toMatchObject({ cluster: "4x1", lse: false, queryOrder: "ascending" });
});

test("and bands walked in a Z, and tiles that pass a held one", () => {
  const chain = "replay chain --m 512 --k 128 --l 256 --n 128 --gpu h200 --cache lru --json --schedule s.yaml";
  expect(schedule(run("s.yaml", "schedule: chain-bands\nband: 2\nserpentine: true\n", chain))).toMatchObject({
    band: 2,
    serpentine: true,
  });
  const gemm = "replay gemm --m 512 --k 128 --n 256 --gpu h200 --cache lru --json --schedule s.yaml";
  expect(schedule(run("s.yaml", "schedule: weight-stationary\nband: 2\n", gemm))).toMatchObject({ band: 2 });
});

test("values that are none are one line with the field's name", () => {
  const refused = (fields: string): string => {
    const { status, stdout, stderr } = run("s.yaml", `schedule: flash-attention-3\n${fields}\n`, ATTENTION);
    expect([status, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    return stderr;
  };
  expect(refused("lse: 3")).toContain("s.yaml: lse: expected true or false, found 3");
  expect(refused("serpentine: yes please")).toContain("s.yaml: serpentine: expected true or false");
  expect(refused("cluster: 2")).toContain("s.yaml: cluster: expected a text");
  expect(refused("cluster: two")).toContain("cluster: expected rows x columns");
  expect(refused("query-order: up")).toContain("query-order: expected one of ascending");
  expect(refused("key-order: up")).toContain("key-order: expected one of forward, backward, sawtooth");
  expect(refused("execution: events")).toContain("s.yaml: execution: expected one of schedule, tile");
});

test("a plan knows executions and the range of DRAM reads, and the bound of its clusters", () => {
  const plan = [
    "gpus: [h200]",
    "workloads: [{ workload: gemm, m: 256, n: 256, k: 128 }]",
    "schedules: [{ schedule: tiled-gemm, order: row, cluster: 2x1 }]",
  ].join("\n");
  const rows = (more: string): readonly Record<string, unknown>[] => {
    rmSync(join(folder, "rows.jsonl"), { force: true });
    expect(run("plan.yaml", `${plan}\n${more}\n`, "sweep plan.yaml --out rows.jsonl --workers 1")).toMatchObject({ status: 0 });
    const lines = readFileSync(join(folder, "rows.jsonl"), "utf8").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const executed = rows('executions: [lock-step, "drift:4", longest-first]');
  expect([...new Set(executed.map(({ execution }) => execution))]).toEqual(["lock-step", "drift:4", "longest-first"]);
  expect(executed.filter((row) => row["interface"] === "l2-cluster")).toHaveLength(3);
  const ranged = rows("range: true").find((row) => row["interface"] === "dram-l2");
  expect(Number(ranged?.["leastReads"])).toBeLessThanOrEqual(Number(ranged?.["reads"]));
  expect(Number(ranged?.["mostReads"])).toBeGreaterThanOrEqual(Number(ranged?.["reads"]));
  for (const [line, message] of [
    ["executions: [x]", "plan.yaml: executions: expected one of events"],
    ["range: 3", "plan.yaml: range: expected true or false"],
    ["range: true\nexecutions: [events]", "plan.yaml: range: expected no executions: beside it"],
  ] as const) {
    const { status, stderr } = run("plan.yaml", `${plan}\n${line}\n`, "sweep plan.yaml --out other.jsonl");
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});
