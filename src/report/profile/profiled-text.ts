import { describeWorkload } from "../../computation/workload.js";
import { oneLine } from "../../errors.js";
import { quotientAsNumber, toApproximateNumber } from "../../exact/rational.js";
import type { ProfiledInterface, ProfiledReport, ProfiledRow, UncountedInterface } from "../../gap/profiled.js";
import type { StepSummary } from "../../gap/step/step-summary.js";
import type { KernelCounters, MeasuredTraffic, Quantity } from "../../measured/index.js";
import { NSIGHT_METRICS } from "../../measured/index.js";
import { totalTraffic } from "../../replay/traffic.js";
import type { TimeBound } from "../../time/time-bound.js";
import { durationLines } from "../duration-text.js";
import { describeMachine, residentText } from "../gap-text.js";
import { interfaceName } from "../interface-names.js";
import { textTable } from "../table.js";
import { binds } from "../time-text.js";
import { formatBytes, formatRatio, formatSeconds } from "../units.js";
import { stepText } from "./step-text.js";

/** A profile as one step: its table, and the launches that are shown one by one. */
export interface StepView {
  readonly summary: StepSummary;
  readonly top: number;
  readonly rows: readonly ProfiledRow[];
}

/** Each kernel's counters beside bounds and replay, then what cannot be compared and why: the interface of `redblue ncu`. */
export function profiledText(report: ProfiledReport, heading: (text: string) => string, step?: StepView): string {
  const lines = [describeMachine(report.machine)];
  if (step !== undefined) lines.push("", heading("The step, by time above the least"), ...stepText(step.summary, step.top));
  for (const row of step?.rows ?? report.rows) lines.push("", ...kernelLines(row, heading));
  return [...lines, "", ...remarks(report)].join("\n");
}

/** One launch: its counters or duration beside bounds, replay and least time. */
export function kernelLines(
  { kernel, counters, meaning, unrecognised }: ProfiledRow,
  heading: (text: string) => string,
): readonly string[] {
  const time = counters.nanoseconds === undefined ? "" : `, ${Number(counters.nanoseconds.most) / 1000} µs`;
  const name = kernel.name.length > 80 ? `${kernel.name.slice(0, 77)}…` : kernel.name;
  const title = heading(oneLine(`${kernel.id} ${name}, grid ${kernel.grid}${time}`));
  // Where the ranges are read, the line of the work says what is in them.
  const read = meaning?.recognised !== undefined || unrecognised !== undefined;
  const ranges = kernel.ranges.length === 0 || read ? [] : [oneLine(`NVTX ${kernel.ranges.join(" > ")}`)];
  if (meaning === undefined) {
    const why = unrecognised === undefined ? [] : [`${unrecognised.operator}: ${unrecognised.reason}.`];
    return [title, ...ranges, ...why, unmappedTable([...counters.traffic])];
  }
  const { recognised } = meaning;
  const presumed =
    recognised === undefined || recognised.assumed.length === 0 ? "" : ` (presumed: ${recognised.assumed.join("; ")})`;
  const work = `${recognised === undefined ? "" : `${recognised.operator}: `}${describeWorkload(meaning.workload)}${presumed}`;
  return [
    title,
    ...ranges,
    meaning.resident === undefined ? work : `${work}; ${residentText(meaning.resident, "L2", "bytes")}`,
    counters.traffic.size === 0 ? uncountedTable(meaning.uncounted) : mappedTable(meaning, counters),
    binding(meaning.time, counters),
    ...estimateLines(meaning, counters),
    ...(meaning.scheduleNote === undefined ? [] : [meaning.scheduleNote]),
  ];
}

/** The estimated time of the schedule that is named, and how far the measured duration is from it. */
function estimateLines(
  { workload, estimate }: NonNullable<ProfiledRow["meaning"]>,
  { nanoseconds }: KernelCounters,
): readonly string[] {
  if (estimate === undefined) return [];
  const [line = ""] = durationLines(estimate, workload);
  if (nanoseconds === undefined) return [line];
  return [`${line} Measured ${formatRatio(Number(nanoseconds.most) / 1e9 / estimate.seconds)} the estimate.`];
}

/** The resource that binds the workload on this GPU, and how far the measured duration is from it. */
function binding(time: TimeBound, { nanoseconds }: KernelCounters): string {
  const least = toApproximateNumber(time.binding.seconds);
  if (least === 0) return "Nothing takes time for certain: it need read nothing, and what it writes may stay in the L2.";
  const measured = nanoseconds === undefined ? "" : `; measured ${formatRatio(Number(nanoseconds.most) / 1e9 / least)} that`;
  return `${binds(time, time.machine)}: at least ${formatSeconds(least)}${measured}.`;
}

function unmappedTable(measured: readonly (readonly [string, MeasuredTraffic])[]): string {
  if (measured.length === 0) return "No bytes were counted.";
  return textTable(
    [
      { title: "interface", align: "left" },
      { title: "measured reads", align: "right" },
      { title: "writes", align: "right" },
    ],
    measured.map(([interfaceId, one]) => [interfaceId, readsOrAll(one), bytes(one.writes)]),
  );
}

function mappedTable(
  { interfaces, notCompared }: NonNullable<ProfiledRow["meaning"]>,
  { traffic }: Pick<KernelCounters, "traffic">,
): string {
  const replayed = interfaces.some(({ replay }) => replay !== undefined);
  return textTable(
    [
      { title: "interface", align: "left" },
      { title: "measured reads", align: "right" },
      { title: "writes", align: "right" },
      { title: "compared", align: "left" },
      { title: "bound", align: "right" },
      { title: "gap", align: "right" },
      { title: "theorem", align: "left" },
      ...(replayed
        ? [{ title: "replayed reads", align: "right" } as const, { title: "measured/replayed", align: "right" } as const]
        : []),
    ],
    [
      ...interfaces.map(({ interface: interfaceId, measured, compared, bound, boundValue, gap, belowBound, replay }) => [
        interfaceId,
        readsOrAll(measured),
        bytes(measured.writes),
        compared,
        formatBytes(boundValue),
        `${formatRatio(gap)}${belowBound ? " BELOW" : ""}`,
        bound.id,
        ...(replay === undefined ? [] : [formatBytes(replay.traffic.reads), replay.measuredOverReplayed.toFixed(3)]),
      ]),
      ...notCompared.map(({ interface: interfaceId }) => {
        const measured = traffic.get(interfaceId) ?? { metrics: [] };
        return [interfaceId, readsOrAll(measured), bytes(measured.writes), "no"];
      }),
    ],
  );
}

function uncountedTable(interfaces: readonly UncountedInterface[]): string {
  const replayed = interfaces.some(({ replay }) => replay !== undefined);
  return textTable(
    [
      { title: "interface", align: "left" },
      { title: "bound", align: "right" },
      { title: "theorem", align: "left" },
      ...(replayed ? [{ title: "replayed", align: "right" } as const, { title: "gap", align: "right" } as const] : []),
    ],
    interfaces.map(({ interface: interfaceId, bound, replay }) => {
      const all = replay && totalTraffic(replay);
      return [
        ...[interfaceId, formatBytes(bound.value), bound.id],
        ...(all === undefined ? [] : [formatBytes(all), formatRatio(quotientAsNumber(all, bound.value))]),
      ];
    }),
  );
}

function readsOrAll({ reads, total }: MeasuredTraffic): string {
  return reads === undefined && total !== undefined ? `${bytes(total)} in all` : bytes(reads);
}

function bytes(quantity: Quantity | undefined): string {
  if (quantity === undefined) return "";
  return `${quantity.least === quantity.most ? "" : "~"}${formatBytes((quantity.least + quantity.most) / 2n)}`;
}

/** What the figures presume, and what cannot be compared. */
export function remarks({ rows }: ProfiledReport): readonly string[] {
  const compared = rows.flatMap(({ meaning }) => meaning?.interfaces ?? []);
  const low = compared.filter(({ belowBound }) => belowBound);
  const counted = rows.some(({ counters }) => counters.traffic.size > 0);
  const lines = counted ? countedRemarks(rows, compared) : durationRemarks(rows);
  if (rows.some(({ meaning, unrecognised }) => meaning === undefined && unrecognised === undefined)) {
    lines.push(
      `Kernels without a workload are shown with their ${counted ? "counters" : "durations"} alone: name them in a mapping file or by NVTX ranges.`,
    );
  }
  const reasons = new Map<string, string[]>();
  for (const { kernel, meaning } of rows) {
    for (const { interface: interfaceId, reason } of meaning?.notCompared ?? []) {
      const why = `no bound stands beside the counters of ${interfaceId}: ${reason}.`;
      reasons.set(why, [...(reasons.get(why) ?? []), kernel.id]);
    }
  }
  for (const [why, ids] of reasons) lines.push(`Kernel ${listed(ids)}: ${why}`);
  for (const { interface: interfaceId, bound } of low) {
    lines.push(
      `${interfaceName(interfaceId)}: a counter is below ${bound.id}: the caches were warm, the kernel does other work ` +
        "than its mapping says, or it ran on another GPU.",
    );
  }
  return lines;
}

/** Of a file with durations alone. */
function durationRemarks(rows: readonly ProfiledRow[]): string[] {
  const under = rows.filter(
    ({ meaning, counters }) =>
      meaning !== undefined && Number(counters.nanoseconds?.most ?? 0n) / 1e9 < toApproximateNumber(meaning.time.binding.seconds),
  );
  return [
    "The file has durations alone. Bounds and least times are those from cold caches; in a run the L2 may still hold what the kernel " +
      "before left there.",
    ...(under.length === 0
      ? []
      : [`${under.length} launches took less than that: kernels ${listed(under.map(({ kernel }) => kernel.id))}.`]),
    "Presumed throughout: operands of a product, of attention and of a cat are different tensors.",
  ];
}

function listed(ids: readonly string[]): string {
  return ids.length > 8 ? `${ids.slice(0, 8).join(", ")}, …` : ids.join(", ");
}

function countedRemarks(rows: readonly ProfiledRow[], compared: readonly ProfiledInterface[]): string[] {
  const lines = [
    "DRAM is compared by reads: outputs may still be dirty in the L2 when a kernel ends, so measured writes are no upper limit on what it must write.",
    "The bounds assume that nothing is cached at the start: profile with --cache-control all (the profiler's default), " +
      "or the last kernel's data are read for free.",
  ];
  if (compared.some(({ interface: interfaceId }) => interfaceId === "l2-sm")) {
    lines.push(
      "Bytes into the SMs are counted at the SMs. Sectors looked up in the L2 (lts__t_sectors) are another figure: " +
        "requests of neighbouring SMs merge before it, and an L2 in two partitions looks far hits up twice.",
    );
  }
  if (rows.some(({ counters }) => missing(counters.traffic.get("dram-l2")) || missing(counters.traffic.get("l2-sm")))) {
    lines.push(
      `Some counters are missing or rounded; all are read with: ncu --print-units base --metrics ${NSIGHT_METRICS.join(",")}`,
    );
  }
  return lines;
}

function missing(measured: MeasuredTraffic | undefined): boolean {
  if (measured?.reads === undefined || measured.writes === undefined) return true;
  return measured.reads.least !== measured.reads.most;
}
