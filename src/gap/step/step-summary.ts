import { describeWorkload } from "../../computation/workload.js";
import { toApproximateNumber } from "../../exact/rational.js";
import type { TimeTermId } from "../../time/time-term.js";
import type { ProfiledReport, ProfiledRow } from "../profiled.js";
import type { FusionRun } from "./fusion-runs.js";
import { fusionRuns } from "./fusion-runs.js";

/** What rows of a step's table stand for. */
export type StepGrouping = "work" | "operator" | "module" | "kernel";

export const STEP_GROUPINGS: readonly StepGrouping[] = ["work", "operator", "module", "kernel"];

/** Launches of one kind: the same work by the same kernel, the same operator, module, or kernel. */
export interface StepGroup {
  readonly title: string;
  /** What the launches compute, where that is one thing. */
  readonly work?: string;
  /** Id of the launch that stands for all: one whose schedule was replayed, else that with the most time above its least. */
  readonly launch: string;
  readonly launches: number;
  readonly seconds: number;
  /** The least time of all launches; absent where some have no workload. */
  readonly leastSeconds?: number;
  /** Resources that bind them, the longest first. */
  readonly binds: readonly TimeTermId[];
  /** Why launches have no workload. */
  readonly reason?: string;
}

/** A step of a profile as a whole. Seconds. */
export interface StepSummary {
  readonly launches: number;
  readonly seconds: number;
  /** Of the launches whose workload is known. */
  readonly knownSeconds: number;
  /** Of those of which it is known what they do, but no bound. */
  readonly namedSeconds: number;
  readonly leastSeconds: number;
  /** By time above the least, largest first; launches without a workload by their time, after the others. */
  readonly groups: readonly StepGroup[];
  /** Neighbours that one kernel could do, by what that would save. */
  readonly fusions: readonly FusionRun[];
}

/** Undefined where durations were not measured. */
export function stepSummary(report: ProfiledReport, grouping: StepGrouping = "work"): StepSummary | undefined {
  const timed = report.rows.flatMap((row) => (row.counters.nanoseconds === undefined ? [] : [row]));
  if (timed.length === 0) return undefined;
  const byKey = new Map<string, ProfiledRow[]>();
  for (const row of timed) {
    const key = keyOf(row, grouping);
    const list = byKey.get(key);
    if (list === undefined) byKey.set(key, [row]);
    else list.push(row);
  }
  const groups = [...byKey.values()].map((rows) => groupOf(rows, grouping)).sort((a, b) => rank(b) - rank(a));
  const known = timed.filter(({ meaning }) => meaning !== undefined);
  return {
    launches: timed.length,
    seconds: sum(timed, secondsOf),
    knownSeconds: sum(known, secondsOf),
    namedSeconds: sum(
      timed.filter(({ unrecognised }) => unrecognised?.named === true),
      secondsOf,
    ),
    leastSeconds: sum(known, leastOf),
    groups: [
      ...groups.filter(({ leastSeconds }) => leastSeconds !== undefined),
      ...groups.filter(({ leastSeconds }) => leastSeconds === undefined),
    ],
    fusions: fusionRuns(report.rows, report.machine),
  };
}

export function secondsOf({ counters }: ProfiledRow): number {
  return Number(counters.nanoseconds?.most ?? 0n) / 1e9;
}

export function leastOf({ meaning }: ProfiledRow): number {
  return meaning === undefined ? 0 : toApproximateNumber(meaning.time.binding.seconds);
}

function sum(rows: readonly ProfiledRow[], of: (row: ProfiledRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function operatorOf({ kernel, meaning, unrecognised }: ProfiledRow): string {
  return meaning?.recognised?.operator ?? unrecognised?.operator ?? meaning?.workload.kind ?? kernel.name;
}

function keyOf(row: ProfiledRow, grouping: StepGrouping): string {
  if (grouping !== "work") return titleOf(row, grouping);
  return JSON.stringify([operatorOf(row), row.kernel.name, row.meaning?.workload, row.unrecognised?.reason]);
}

function titleOf(row: ProfiledRow, grouping: StepGrouping): string {
  if (grouping === "kernel") return row.kernel.name;
  if (grouping === "module") return row.kernel.modules?.join(" > ") ?? "outside modules";
  return operatorOf(row);
}

function groupOf(rows: readonly ProfiledRow[], grouping: StepGrouping): StepGroup {
  const [first] = rows as [ProfiledRow];
  const most = rows.reduce((best, row) => (secondsOf(row) - leastOf(row) > secondsOf(best) - leastOf(best) ? row : best));
  const known = rows.every(({ meaning }) => meaning !== undefined);
  const work = grouping === "work" && first.meaning !== undefined ? describeWorkload(first.meaning.workload) : undefined;
  const bySeconds = new Map<TimeTermId, number>();
  for (const row of rows) {
    const resource = row.meaning?.time.binding.id;
    if (resource !== undefined) bySeconds.set(resource, (bySeconds.get(resource) ?? 0) + secondsOf(row));
  }
  const reasons = [...new Set(rows.flatMap(({ unrecognised }) => unrecognised?.reason ?? []))];
  return {
    title: titleOf(first, grouping),
    ...(work === undefined ? {} : { work }),
    launch: (rows.find(({ meaning }) => meaning?.schedule !== undefined) ?? most).kernel.id,
    launches: rows.length,
    seconds: sum(rows, secondsOf),
    ...(known ? { leastSeconds: sum(rows, leastOf) } : {}),
    binds: [...bySeconds].sort((a, b) => b[1] - a[1]).map(([resource]) => resource),
    ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
  };
}

function rank({ seconds, leastSeconds }: StepGroup): number {
  return seconds - (leastSeconds ?? 0);
}
