import type { DataType } from "../computation/data-types.js";
import { describeRows } from "../computation/experts/routing.js";
import { oneLine } from "../errors.js";
import type { Rational } from "../exact/rational.js";
import { add, quotientAsNumber, rational, toApproximateNumber } from "../exact/rational.js";
import type { KernelEstimate } from "../layers/kernels/kernel-estimate.js";
import type { KernelTraffic } from "../layers/kernels/kernel-traffic.js";
import type { LayerReport, PlanRow } from "../layers/layer-report.js";
import { estimatedSeconds, planTraffic } from "../layers/layer-report.js";
import { expectedExperts } from "../layers/models/expert-loads.js";
import type { Interface } from "../machines/machine.js";
import { describeMachine } from "./gap-text.js";
import { bindingName } from "./schedule-table.js";
import { warmLines } from "./sequence/warm-plan-text.js";
import { textTable } from "./table.js";
import { atClock, binds, termTable } from "./time-text.js";
import { formatBytes, formatRatio, formatSeconds } from "./units.js";

/** The interface of `redblue layer`: what must move, every plan, the best legal plan kernel by kernel, what more fusion could save. */
export function layerText(report: LayerReport, heading: (text: string) => string): string {
  const { workload, machine, rows } = report;
  const lines = [describeLayer(report), describeMachine(machine), ""];
  lines.push(
    heading("What must move between DRAM and the chip, whatever the plan"),
    sharesTable(report),
    ...phaseLines(report),
    "",
  );
  if (report.time !== undefined) {
    const { binding } = report.time;
    const longest = `At least ${formatSeconds(binding.seconds)}: ${binds(report.time, machine)}.`;
    lines.push(
      heading("Least time of each resource, whatever the plan (least amount over peak rate)"),
      termTable(report.time, machine),
    );
    lines.push(longest, "");
  }
  if (report.unsupported.length > 0) {
    lines.push(`Not known, so alone in a kernel and counted by their results only: ${report.unsupported.join(", ")}`, "");
  }
  lines.push(heading(proven(report)), plansTable(rows, report));
  lines.push(
    ...rows.filter(({ objections }) => objections.length > 0).map((row) => `  ${row.plan.id}: ${row.objections.join("; ")}`),
  );
  if (report.search !== undefined) {
    const { legalKernels, legalPlans, proven } = report.search;
    const how = proven ? ", exactly" : "; boundaries cost too many combinations to look at them all";
    lines.push(`  best: the least of ${legalPlans} legal launch sequences of ${legalKernels} legal kernels${how}`);
  } else lines.push("  no best plan: too many ways to order this graph's operators for the exact search");
  lines.push(...trafficLines(rows), ...warmLines(rows, heading));
  const best = rows.findLast(({ plan }) => plan.id === "best" || plan.id === "best-known");
  if (best !== undefined) lines.push("", heading(`Kernels of ${best.plan.id}`), kernelsTable(best, report));
  const fastest = fastestEstimated(rows);
  if (fastest !== undefined && fastest.plan.id !== best?.plan.id)
    lines.push("", heading(`Kernels of ${fastest.plan.id}, the fastest estimated`), kernelsTable(fastest, report));
  if (best !== undefined && best.steps.length > 0) {
    lines.push("", heading("What fusing two neighbours of it can save at most"), stepsTable(best));
  }
  if (report.parallel !== undefined) {
    const { gpus, tensorBytes, sentBytes, sentByBusiestBytes } = report.parallel;
    const sent = `at least ${formatBytes(sentBytes)} in all, ${formatBytes(sentByBusiestBytes)} by one GPU`;
    lines.push(
      "",
      `Between ${gpus} GPUs: two sums of ${formatBytes(tensorBytes)} each; ${sent}. The figures above are one GPU's share.`,
    );
  }
  lines.push("", `Sizes: ${workload.source}`);
  return lines.join("\n");
}

function proven({ rows, machine }: LayerReport): string {
  if (rows.every(({ seconds }) => seconds === undefined)) return "Plans and what they must move (proven)";
  return `Plans, what they must move and how long they must take (proven)${atClock({ id: "matrix" }, machine)}`;
}

function describeLayer({ workload: w, graph }: LayerReport): string {
  const parts = [`${oneLine(w.title)}: ${graph.operators.length} operators`];
  if (w.phase !== undefined) parts.push(w.phase);
  if (w.batch !== undefined && w.batch !== 1) parts.push(`batch ${w.batch}`);
  if (w.tokens !== undefined) parts.push(`${w.tokens} token(s)`);
  if (w.context !== undefined && w.context > 0) parts.push(`${w.context} in the cache`);
  if (w.form !== undefined) parts.push(`latent attention ${w.form}`);
  if (w.dataType !== undefined) parts.push(w.dataType);
  if (w.expertType !== undefined && w.expertType !== w.dataType) parts.push(`experts' weights ${w.expertType}`);
  return parts.join(", ");
}

function sharesTable({ shares, timeShares, floorBytes, machine }: LayerReport): string {
  const total = shares.weightBytes + shares.cacheBytes + shares.activationBytes;
  const times =
    timeShares === undefined ? [] : [timeShares.weights, timeShares.cache, timeShares.activations, timeShares.arithmetic];
  const allTime = times.reduce(add, rational(0));
  const time = (seconds: Rational | undefined): readonly string[] =>
    seconds === undefined ? [] : [formatSeconds(seconds), percent(toApproximateNumber(seconds), toApproximateNumber(allTime))];
  const row = (name: string, bytes: bigint, seconds: Rational | undefined): readonly string[] => [
    name,
    formatBytes(bytes),
    percent(Number(bytes), Number(total)),
    ...time(seconds),
  ];
  const table = textTable(
    [
      { title: "what", align: "left" },
      { title: "bytes", align: "right" },
      { title: "share", align: "right" },
      ...(timeShares === undefined
        ? []
        : [{ title: "time", align: "right" } as const, { title: "share", align: "right" } as const]),
    ],
    [
      row("weights", shares.weightBytes, timeShares?.weights),
      row("KV cache", shares.cacheBytes, timeShares?.cache),
      row("activations", shares.activationBytes, timeShares?.activations),
      ...(timeShares === undefined ? [] : [["arithmetic", "", "", ...time(timeShares.arithmetic)]]),
    ],
  );
  const seconds = Number(floorBytes) / machine.dramBytesPerSecond;
  const floor = `Floor ${formatBytes(floorBytes)}: ${(seconds * 1e6).toFixed(1)} µs at ${machine.dramBytesPerSecond / 1e9} GB/s`;
  if (timeShares === undefined) return `${table}\n${floor}`;
  const timed = `Time: kernels of ${timeShares.plan} at peak rates, each from a cold L2; where bytes bind one, split like the bytes it must move`;
  return `${table}\n${timed}\n${floor}`;
}

/** What binds: DRAM or arithmetic, by the rated peaks; and the cache against the rest in decoding. */
function phaseLines(report: LayerReport): readonly string[] {
  const { workload, shares, floorBytes, machine, cacheLeadsAt, loopedBytes } = report;
  const lines: string[] = [];
  const peak = workload.dataType === undefined ? undefined : machine.peakOperationsPerSecond[workload.dataType];
  if (peak !== undefined) {
    const [arithmetic, memory] = [Number(shares.operations) / peak, Number(floorBytes) / machine.dramBytesPerSecond];
    const binds = arithmetic > memory ? "arithmetic binds" : "DRAM binds";
    lines.push(
      `Arithmetic ${(Number(shares.operations) / 1e9).toFixed(1)} GFLOP: ${(arithmetic * 1e6).toFixed(1)} µs at the rated peak; ${binds}`,
    );
  }
  lines.push(...expertLines(report));
  if (cacheLeadsAt !== undefined) {
    lines.push(`The KV cache is the larger part of these bytes from a context of ${cacheLeadsAt} tokens on`);
  }
  if (loopedBytes !== undefined) {
    const layers = `All ${workload.layers} layers looped in one kernel: at least ${formatBytes(loopedBytes)} of DRAM traffic`;
    lines.push(`${layers} (weights and cache of each, activations at the ends only)`);
  }
  return lines;
}

/** Experts whose weights are read with the loads stated, and how many a router that chooses at random would reach. */
function expertLines({ workload: { topK = 1, skew }, graph }: LayerReport): readonly string[] {
  const work = graph.operators.find((one) => one.work.kind === "grouped-product")?.work;
  if (work?.kind !== "grouped-product") return [];
  const { rows } = work;
  const loads = skew === undefined ? "equal loads" : `loads by ${skew}`;
  const expected = expectedExperts(rows, topK).toFixed(1);
  return [
    `${describeRows(rows, "experts")} (${loads}): only their weights are read; ` +
      `tokens that choose at random, in these proportions, would reach ${expected} on average (estimate)`,
  ];
}

/** Which of the known figures a replay counted, and what else the schedules do. */
function trafficLines(rows: readonly PlanRow[]): readonly string[] {
  const known = rows.flatMap(({ traffic }) => traffic ?? []).filter((kernel) => kernel !== undefined);
  if (known.length === 0) return [];
  const sum = (of: (kernel: (typeof known)[number]) => ReadonlyMap<Interface, bigint>): bigint =>
    known.reduce((total, kernel) => total + (of(kernel).get("l2-sm") ?? 0n), 0n);
  const [replayed, all] = [sum(({ replayedBytes }) => replayedBytes), sum(({ bytes }) => bytes)];
  return [
    `  best known: products and attention by replay, each kernel from a cold L2 in lock step: ${percent(Number(replayed), Number(all))} ` +
      "of these bytes into the SMs;",
    "  norms, elementwise operators, residuals and vectors by formula: each tensor once, a vector once a tile that uses it",
  ];
}

function plansTable(rows: readonly PlanRow[], report: LayerReport): string {
  const interfaceIds: readonly Interface[] = rows[0]?.bounds.map((bound) => bound.interface) ?? [];
  const replayed = rows.some(({ traffic }) => traffic !== undefined);
  const timed = rows.some(({ seconds }) => seconds !== undefined);
  const estimated = rows.some(({ estimates }) => estimates !== undefined);
  const estimate = (row: PlanRow): string => {
    const seconds = estimatedSeconds(row);
    return seconds === undefined ? "–" : formatSeconds(seconds);
  };
  return textTable(
    [
      { title: "plan", align: "left" },
      { title: "kernels", align: "right" },
      ...interfaceIds.flatMap((name) => [
        { title: name, align: "right" } as const,
        ...(replayed ? [{ title: "best known", align: "right" } as const, { title: "gap", align: "right" } as const] : []),
      ]),
      { title: "over the floor", align: "right" },
      ...(timed ? [{ title: "least time", align: "right" } as const] : []),
      ...(estimated ? [{ title: "estimated", align: "right" } as const] : []),
      { title: "", align: "left" },
    ],
    rows.map((row) => [
      row.plan.id,
      String(row.plan.kernels.length),
      ...row.bounds.flatMap((bound) => {
        if (!replayed) return [formatBytes(bound.value)];
        const known = planTraffic(row, bound.interface);
        const shown = known === undefined ? ["–", ""] : [formatBytes(known), formatRatio(quotientAsNumber(known, bound.value))];
        return [formatBytes(bound.value), ...shown];
      }),
      formatRatio(quotientAsNumber(dramBound(row), report.floorBytes)),
      ...(timed ? [row.seconds === undefined ? "" : formatSeconds(row.seconds)] : []),
      ...(estimated ? [estimate(row)] : []),
      row.plan.title,
    ]),
  );
}

/** The plan of the least estimated time among those whose every kernel has one. */
function fastestEstimated(rows: readonly PlanRow[]): PlanRow | undefined {
  return rows.reduce<PlanRow | undefined>((least, row) => {
    const [seconds, before] = [estimatedSeconds(row), least && estimatedSeconds(least)];
    return seconds !== undefined && (before === undefined || seconds < before) ? row : least;
  }, undefined);
}

function dramBound({ bounds }: PlanRow): bigint {
  return bounds.find((bound) => bound.interface === "dram-l2")?.value ?? 0n;
}

function interfaceId({ machine }: LayerReport): Interface {
  return machine.kind === "gpu" ? "l2-sm" : "dram-l2";
}

function kernelsTable({ plan, bounds, traffic, times, estimates }: PlanRow, report: LayerReport): string {
  const name = interfaceId(report);
  // An ONNX file may mix types; only fp32 is named apart.
  const type = report.workload.dataType ?? "bf16";
  const inSms = bounds.find((bound) => bound.interface === "l2-sm");
  return textTable(
    [
      { title: "kernel", align: "left" },
      ...(inSms === undefined ? [] : [{ title: "l2-sm", align: "right" } as const]),
      ...(times === undefined
        ? []
        : [{ title: "least time", align: "right" } as const, { title: "binds", align: "left" } as const]),
      ...(estimates === undefined
        ? []
        : [
            { title: "estimated", align: "right" } as const,
            { title: "binds", align: "left" } as const,
            { title: "by", align: "left" } as const,
          ]),
      ...(traffic === undefined
        ? []
        : [
            { title: "best known", align: "right" } as const,
            { title: "replayed", align: "right" } as const,
            { title: "schedule", align: "left" } as const,
          ]),
    ],
    plan.kernels.map((kernel, i) => {
      const [known, time] = [traffic?.[i], times?.[i]];
      return [
        kernel.join(" + "),
        ...(inSms?.interface === "l2-sm" ? [formatBytes(inSms.kernels[i]?.value ?? 0n)] : []),
        ...(time === undefined ? [] : [formatSeconds(time.seconds), bindingName(time.binds, type)]),
        ...(estimates === undefined ? [] : estimateCells(estimates[i], type)),
        ...(traffic === undefined ? [] : knownCells(known, name)),
      ];
    }),
  );
}

function estimateCells(estimate: KernelEstimate | undefined, type: DataType): readonly string[] {
  if (estimate === undefined) return ["–", "", "no short replay known"];
  return [formatSeconds(estimate.seconds), bindingName(estimate.binds, type), estimate.schedule];
}

function knownCells(known: KernelTraffic | undefined, name: Interface): readonly string[] {
  const bytes = known?.bytes.get(name);
  if (known === undefined || bytes === undefined) return ["–", "", "none known"];
  const again = known.recomputed.filter(({ operator }) => /norm/i.test(operator));
  const counted = again.map(({ operator, times }) => `; ${operator} ${times} times`).join("");
  return [formatBytes(bytes), percent(Number(known.replayedBytes.get(name) ?? 0n), Number(bytes)), `${known.schedule}${counted}`];
}

function stepsTable({ steps }: PlanRow): string {
  return textTable(
    [
      { title: "fuse", align: "left" },
      { title: "at most", align: "right" },
      { title: "why not", align: "left" },
    ],
    steps.map((step) => [
      `${step.first.at(-1)} | ${step.second[0]}`,
      formatBytes(step.gainAtMostBytes),
      step.objection ?? "legal",
    ]),
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}
