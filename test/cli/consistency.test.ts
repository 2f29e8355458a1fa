import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { formatRatio } from "../../src/report/units.js";
import { parameters } from "../properties/arbitraries.js";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-consistency-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: documents of many commands, whose fields the assertions name.
type Document = any;

function json(words: readonly string[]): Document {
  const { status, stdout, stderr } = redblue([...words, "--json"], folder);
  expect([status, stderr], words.join(" ")).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const extent = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 400 }), fc.constantFrom(64, 128, 256));
const narrow = fc.integer({ min: 1, max: 96 });
const types = fc.constantFrom(
  {},
  { dtype: "fp16" },
  { dtype: "fp32" },
  { dtype: "fp8", "output-dtype": "bf16" },
  { dtype: "int8" },
);

/** Workload files of every kind that has schedules on a GPU and on the two-level memory model, or on a GPU alone. */
const BOTH = [
  fc.record({ workload: fc.constant("gemm"), m: extent, n: extent, k: extent, batch: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ workload: fc.constant("chain"), m: extent, k: narrow, l: extent, n: narrow }),
  fc.record({ workload: fc.constant("chain"), m: extent, widths: fc.array(narrow, { minLength: 4, maxLength: 5 }) }),
  fc.record({ workload: fc.constant("ffn"), tokens: extent, model: narrow, hidden: extent, gated: fc.boolean() }),
  fc.record({
    workload: fc.constant("conv"),
    "in-channels": narrow,
    "out-channels": narrow,
    height: fc.integer({ min: 5, max: 20 }),
    kernel: fc.constantFrom("3x3", "1", "5x3"),
  }),
  fc.record({ workload: fc.constantFrom("softmax", "rmsnorm", "layernorm"), rows: extent, columns: extent }),
];
const GPU_ALONE = [
  fc.record({
    workload: fc.constant("attention"),
    heads: fc.constant(4),
    "kv-heads": fc.constantFrom(1, 2, 4),
    queries: fc.oneof(fc.constant(1), extent),
    keys: extent,
    dim: fc.constantFrom(32, 64, 128),
    causal: fc.boolean(),
  }),
  fc.record({ workload: fc.constant("elementwise"), rows: extent, columns: extent, inputs: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ workload: fc.constant("rotary"), rows: extent, heads: fc.integer({ min: 1, max: 6 }), dim: fc.constant(64) }),
  fc.record({ workload: fc.constant("norm-gemm"), m: extent, n: extent, k: extent }),
];
const onGpu = fc.record({
  workload: fc.tuple(fc.oneof(...BOTH, ...GPU_ALONE), types).map(([sizes, words]) => ({ ...sizes, ...words })),
  machine: fc.constantFrom("a40", "h100", "h200", "b200").map((gpu) => ["--gpu", gpu]),
  cache: fc.constantFrom("lru", "fifo"),
});
const onWords = fc.record({
  workload: fc.oneof(...BOTH),
  machine: fc
    .oneof(fc.integer({ min: 32, max: 300 }), fc.integer({ min: 300, max: 30_000 }))
    .map((words) => ["--fast-words", `${words}`]),
});

/** Flags of what a row says of its schedule. */
const FLAG_OF: Readonly<Record<string, string>> = {
  ...{ tile: "tile", order: "order", band: "band", splits: "splits", reduction: "reduction", scheduler: "scheduler" },
  ...{ kOrder: "k-order", queryOrder: "query-order", stages: "stages" },
};

function scheduleFields(schedule: Document): Readonly<Record<string, string | number>> {
  const given = Object.entries(FLAG_OF).flatMap(([field, flag]) =>
    schedule[field] === undefined ? [] : [[flag, schedule[field]]],
  );
  return { schedule: schedule.id, ...Object.fromEntries(given) };
}

function scheduleFlags(schedule: Document): readonly string[] {
  return Object.entries(scheduleFields(schedule)).flatMap(([flag, value]) => [`--${flag}`, `${value}`]);
}

/** Bounds and gap: the same bounds, rows that add up, and no row below what is proven, in either direction. */
function checkGap(words: readonly string[], replay: readonly string[], unit: string): Document {
  const bound = json(["bound", ...words]);
  const gap = json(["gap", ...words, ...replay]);
  expect(gap.best).toEqual(bound.best);
  const totals = bound.bounds.filter((one: Document) => one.scope === "total");
  const most = (interfaceId: string, field: string): number =>
    Math.max(0, ...totals.filter((one: Document) => one.interface === interfaceId).map((one: Document) => one[field] ?? 0));
  for (const [interfaceId, { value }] of Object.entries<Document>(bound.best)) expect(value).toBe(most(interfaceId, "value"));
  for (const row of gap.rows) {
    const [reads, writes] = [row[`read${unit}`], row[`write${unit}`] + (row[`dirtyAtEnd${unit}`] ?? 0)];
    expect(row.traffic).toBe(reads + writes);
    expect(row.gap).toBe(row.traffic / row.bound);
    expect([row.bound, row.boundId]).toEqual([bound.best[row.interface].value, bound.best[row.interface].id]);
    expect(row.traffic).toBeGreaterThanOrEqual(row.bound);
    expect(reads).toBeGreaterThanOrEqual(most(row.interface, "reads"));
    expect(writes).toBeGreaterThanOrEqual(most(row.interface, "writes"));
  }
  writeFileSync(join(folder, "gap.json"), JSON.stringify(gap));
  expect(redblue(["verify", "gap.json"], folder).status).toBe(0);
  return gap;
}

/** The text has the gaps of every row: a table an interface in the two-level memory model, else a line a schedule, or for several orders. */
function checkText(words: readonly string[], gap: Document): void {
  const { stdout } = redblue(["gap", ...words], folder);
  const gaps = (rows: readonly Document[]): readonly string[] => rows.map((row) => formatRatio(row.gap));
  if (gap.machine.kind === "abstract") {
    const [, table] = stdout.split("(slow-fast)\n");
    const lines = table?.split("\n\n")[0]?.split("\n").slice(1) ?? [];
    expect(lines.map((line) => line.split(/\s+/).at(-1))).toEqual(gaps(gap.rows));
    return;
  }
  const lines = stdout.split("What schedules take and move\n")[1]?.split("\n") ?? [];
  for (const rows of rowsBySchedule(gap)) {
    const own = lines.filter((line) => line.startsWith(rows[0].schedule.id));
    const shown = own.map((line) => line.split(/\s{2,}/));
    expect(shown.some((cells) => gaps(rows).every((one) => cells.includes(one)))).toBe(true);
  }
}

/** A schedule replayed alone moves what its rows say, over every interface, and its arrays move it together. */
function checkReplay(words: readonly string[], rows: readonly Document[]): void {
  const { traffic, byArray } = json(["replay", ...words]);
  for (const row of rows) {
    const whole = traffic[row.interface];
    for (const [field, value] of Object.entries<number>(whole)) {
      expect(row[field]).toBe(value);
      const parts = Object.values<Document>(byArray).map((array) => array[row.interface]?.[field] ?? 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(value);
    }
  }
}

/** The factors of a breakdown make the whole gap, from the row explained down to the bound. */
function checkBreakdown(words: readonly string[]): void {
  const { breakdown, rows, best } = json(["gap", ...words, "--explain"]);
  const fraction = (text: string): readonly bigint[] => `${text}/1`.split("/").slice(0, 2).map(BigInt);
  for (const { interface: interfaceId, levels, steps, whole } of breakdown) {
    const factors = steps.map((step: Document) => fraction(step.factor));
    const [over, under] = [0, 1].map((i) =>
      factors.reduce((product: bigint, factor: bigint[]) => product * (factor[i] ?? 0n), 1n),
    );
    const [p, q] = fraction(whole);
    expect((over ?? 0n) * (q ?? 0n)).toBe((under ?? 0n) * (p ?? 0n));
    const value = (level: Document): number => level.bytes ?? level.words;
    expect(value(levels[0])).toBe(rows.find((row: Document) => row.interface === interfaceId).traffic);
    expect(value(levels.at(-1))).toBe(best[interfaceId].value);
    for (const level of levels) expect(value(level)).toBeGreaterThanOrEqual(best[interfaceId].value);
  }
}

function rowsBySchedule(gap: Document): readonly (readonly Document[])[] {
  const keys = [...new Set<string>(gap.rows.map((row: Document) => JSON.stringify(row.schedule)))];
  return keys.map((key) => gap.rows.filter((row: Document) => JSON.stringify(row.schedule) === key));
}

test("on a GPU bound, gap, its text, replay, sweep, optimize, time and the breakdown say the same of a workload", () => {
  fc.assert(
    fc.property(onGpu, fc.nat(), ({ workload, machine, cache }, pick) => {
      writeFileSync(join(folder, "w.json"), JSON.stringify(workload));
      const words = ["w.json", ...machine];
      const through = ["--cache", cache];
      const gap = checkGap(words, through, "Bytes");
      checkText([...words, ...through], gap);
      const schedules = rowsBySchedule(gap);
      const rows = schedules[pick % schedules.length] ?? [];
      const { schedule } = rows[0];
      checkReplay([...words, ...through, ...scheduleFlags(schedule)], rows);
      if (pick % 3 === 0) checkBreakdown([...words, ...through]);

      const { widths, ...sizes } = workload as { readonly widths?: readonly number[] };
      const point = { ...sizes, ...(widths === undefined ? {} : { widths: [widths] }), schedules: [scheduleFields(schedule)] };
      writeFileSync(join(folder, "plan.json"), JSON.stringify({ gpus: [machine[1]], workloads: [point], caches: [cache] }));
      expect(redblue(["sweep", "plan.json", "--out", "points.jsonl", "--workers", "1"], folder).stderr).toBe("");
      const points: Document[] = readFileSync(join(folder, "points.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const swept = points.map((one) => [one.interface, one.reads, one.traffic, one.bound, one.theorem, one.gap]);
      expect(swept).toEqual(rows.map((row) => [row.interface, row.readBytes, row.traffic, row.bound, row.boundId, row.gap]));

      const { terms, binds } = json(["time", ...words]);
      const nanoseconds = ({ seconds }: Document): number =>
        Number(`${seconds}`.split("/")[0]) / Number(`${seconds}/1`.split("/")[1]);
      expect(nanoseconds(terms.find((term: Document) => term.id === binds))).toBe(Math.max(...terms.map(nanoseconds)));
      for (const { id, boundId } of terms.filter((term: Document) => term.boundId !== undefined))
        expect(gap.bounds.some((one: Document) => one.id === boundId && one.interface === id)).toBe(true);

      if (workload.workload !== "gemm") return;
      const searched = json(["optimize", ...words, ...through, ...scheduleFlags(schedule)]);
      expect(searched.best).toEqual(gap.best);
      expect(searched.schedules[0].traffic["dram-l2"].traffic).toBe(rows.find((row) => row.interface === "dram-l2").traffic);
    }),
    parameters(3, 200),
  );
});

test("on the two-level memory model bound, gap, its text, replay and curve say the same of a workload", () => {
  fc.assert(
    fc.property(onWords, fc.nat(), ({ workload, machine }, pick) => {
      writeFileSync(join(folder, "w.json"), JSON.stringify(workload));
      const words = ["w.json", ...machine];
      const gap = checkGap(words, [], "Words");
      checkText(words, gap);
      const schedules = rowsBySchedule(gap);
      const rows = schedules[pick % schedules.length] ?? [];
      checkReplay([...words, "--schedule", rows[0].schedule.id], rows);

      const size = Number(machine[1]);
      const curve = json(["curve", "w.json", "--fast-words", `${size}:${size}`]);
      const [{ bounds }] = curve.points;
      const values = bounds.filter((one: Document) => one.scope === "total").map((one: Document) => one.value);
      expect(Math.max(...values)).toBe(gap.best["slow-fast"].value);
      for (const { schedule, points } of curve.curves) {
        const row = gap.rows.find((one: Document) => one.schedule.id === schedule.id);
        if (row !== undefined) for (const one of points) expect(one.traffic).toBe(row.traffic);
      }
    }),
    parameters(3, 200),
  );
});
