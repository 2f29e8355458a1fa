import { describeRows } from "../../computation/experts/routing.js";
import { describeWorkload } from "../../computation/workload.js";
import { oneLine } from "../../errors.js";
import { scanOf } from "../../layers/kernels/single-cores.js";
import type { LayerReport, PlanRow } from "../../layers/layer-report.js";
import { estimatedSeconds } from "../../layers/layer-report.js";
import { expectedExperts } from "../../layers/models/expert-loads.js";
import type { Interface } from "../../machines/machine.js";
import { describeMachine } from "../gap-text.js";
import { warmLines } from "../sequence/warm-plan-text.js";
import { gridText } from "../table.js";
import { atClock, binds, termTable } from "../time-text.js";
import { formatBytes, formatSeconds } from "../units.js";
import { bestRow, kernelsGrid, percent, plansGrid, sharesGrid, stepsGrid } from "./layer-grids.js";

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
  lines.push(heading(proven(report)), gridText(plansGrid(report)));
  lines.push(
    ...rows.filter(({ objections }) => objections.length > 0).map((row) => `  ${row.plan.id}: ${row.objections.join("; ")}`),
  );
  if (report.search !== undefined) {
    const { legalKernels, legalPlans, proven } = report.search;
    const how = proven ? ", exactly" : "; boundaries cost too many combinations to look at them all";
    lines.push(`  best: the least of ${legalPlans} legal launch sequences of ${legalKernels} legal kernels${how}`);
  } else lines.push("  no best plan: too many ways to order this graph's operators for the exact search");
  lines.push(...trafficLines(rows), ...warmLines(rows, heading));
  const best = bestRow(report);
  if (best !== undefined) lines.push("", heading(`Kernels of ${best.plan.id}`), gridText(kernelsGrid(best, report)));
  const fastest = fastestEstimated(rows);
  if (fastest !== undefined && fastest.plan.id !== best?.plan.id)
    lines.push("", heading(`Kernels of ${fastest.plan.id}, the fastest estimated`), gridText(kernelsGrid(fastest, report)));
  if (best !== undefined && best.steps.length > 0) {
    lines.push("", heading("What fusing two neighbours of it can save at most"), gridText(stepsGrid(best)));
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

/** One line about a layer. */
export function describeLayer({ workload: w, graph }: LayerReport): string {
  const parts = [`${oneLine(w.title)}: ${graph.operators.length} operators`];
  if (w.pass !== undefined) parts.push(`${w.pass} pass`);
  if (w.phase !== undefined) parts.push(w.phase);
  if (w.batch !== undefined && w.batch !== 1) parts.push(`batch ${w.batch}`);
  if (w.tokens !== undefined) parts.push(`${w.tokens} token(s)`);
  if (w.context !== undefined && w.context > 0) parts.push(`${w.context} in the cache`);
  if (w.form !== undefined) parts.push(`latent attention ${w.form}`);
  if (w.dataType !== undefined) parts.push(w.dataType);
  if (w.expertType !== undefined && w.expertType !== w.dataType) parts.push(`experts' weights ${w.expertType}`);
  return parts.join(", ");
}

function sharesTable(report: LayerReport): string {
  const { timeShares, floorBytes, machine } = report;
  const table = gridText(sharesGrid(report));
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
  lines.push(...expertLines(report), ...scanLines(report));
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

/** The scan of a state space as a workload of its own, with the commands that take it. */
function scanLines({ graph, workload: { dataType = "bf16" }, machine }: LayerReport): readonly string[] {
  const work = graph.operators.find((one) => one.work.kind === "scan")?.work;
  if (work?.kind !== "scan") return [];
  const { batch, heads, groups, tokens, state, dim, initialState } = work;
  const extents = Object.entries({ batch, heads, groups, tokens, state, dim }).map(([name, value]) => `--${name} ${value}`);
  const states = initialState ? "--initial-state --final-state" : "--final-state";
  const on = machine.kind === "gpu" ? ` --dtype ${dataType} --gpu ${machine.id}` : "";
  return [
    `Its scan: ${describeWorkload(scanOf(work, dataType))}`,
    `  alone: redblue gap scan ${extents.join(" ")} ${states}${on}`,
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

/** The plan of the least estimated time among those whose every kernel has one. */
function fastestEstimated(rows: readonly PlanRow[]): PlanRow | undefined {
  return rows.reduce<PlanRow | undefined>((least, row) => {
    const [seconds, before] = [estimatedSeconds(row), least && estimatedSeconds(least)];
    return seconds !== undefined && (before === undefined || seconds < before) ? row : least;
  }, undefined);
}
