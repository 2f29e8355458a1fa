import { describeSumsInPlace } from "../bounds/gemm/kernel-classes.js";
import { bestBounds } from "../bounds/prove.js";
import { productTypeOf } from "../computation/operand-types.js";
import { quotientAsNumber, toApproximateNumber } from "../exact/rational.js";
import { timeGain } from "../gap/breakdown/breakdown-advice.js";
import type { GapReport, GapRow } from "../gap/gap.js";
import type { ScheduleTime } from "../gap/schedule-time.js";
import type { Interface } from "../machines/machine.js";
import { heldUp, whatBinds } from "./duration-text.js";
import { interfaceName } from "./interface-names.js";
import { formatBytes, formatRatio, formatSeconds } from "./units.js";

/** What the schedules of a GPU mean for the one who writes the kernel: time first, then bytes. */
export function adviceLines(report: GapReport): readonly string[] {
  return [...timeLines(report), ...byteAdvice(report)];
}

/** How far schedules are from the bounds on bytes, an interface after the other. */
export function byteAdvice(report: GapReport): readonly string[] {
  return interfacesOf(report).flatMap((id) => byteLines(report, id));
}

function interfacesOf({ rows }: GapReport): readonly Interface[] {
  return [...new Set(rows.map((row) => row.interface))];
}

/** The fastest schedule shown, how far it is from the least time, what binds it, and what fewer bytes could bring. */
export function timeLines(report: GapReport): readonly string[] {
  const { rows, least, workload } = report;
  const fastest = fastestRow(rows);
  if (fastest?.time === undefined || least === undefined) return [];
  const { time, label } = fastest;
  const seconds = toApproximateNumber(least.binding.seconds);
  const ratio = formatRatio(time.seconds / seconds);
  const least_ = `${ratio} the least time of any kernel (${formatSeconds(seconds)}, ${whatBinds(least.binding.id, productTypeOf(workload))})`;
  return [
    `${label} is the fastest shown: about ${formatSeconds(time.seconds)}, ${least_}. ${heldUp(time, workload)}`,
    fewerBytes(report, time),
  ];
}

/** The row of least estimated time, its DRAM row first; undefined where no row has a time. */
export function fastestRow(rows: readonly GapRow[]): GapRow | undefined {
  return rows.reduce<GapRow | undefined>(
    (least, row) =>
      row.time !== undefined && row.time.seconds < (least?.time?.seconds ?? Number.POSITIVE_INFINITY) ? row : least,
    undefined,
  );
}

/** Fewer bytes are worth what the interface costs in time beyond every other resource. */
function fewerBytes({ bounds, workload }: GapReport, time: ScheduleTime): string {
  const best = bestBounds(bounds);
  const gains = (["dram-l2", "l2-sm"] as const).flatMap((id) => {
    const gain = timeGain(time, id, best.get(id)?.value ?? 0n);
    return gain > 1
      ? [`fewer bytes ${id === "dram-l2" ? "over DRAM" : "into the SMs"} could bring up to ${formatRatio(gain)}`]
      : [];
  });
  if (gains.length === 0) {
    if (time.binds === "dram-l2") return "DRAM binds, and no kernel moves clearly fewer bytes over it.";
    if (time.binds === "l2-sm") return "The way into the SMs binds, and no kernel moves clearly fewer bytes over it.";
    const why = time.binds === time.busiest ? `: ${whatBinds(time.binds, productTypeOf(workload))}` : "";
    return `Fewer bytes would bring nothing${why}.`;
  }
  if (time.binds === "launch") return "Fewer bytes would bring little.";
  const text = gains.join("; ");
  const why =
    time.busiest === "matrix"
      ? "operands that arrive keep the tensor cores waiting"
      : whatBinds(time.busiest, productTypeOf(workload));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${why}.`;
}

/** What the fastest schedule shown moves, beside the range of all: a slower one that moves less is no advice. */
function byteLines(report: GapReport, id: Interface): readonly string[] {
  const rows = report.rows.filter((row) => row.interface === id);
  const totals = rows.map(({ total }) => total).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const [first, least, most] = [fastestRow(rows) ?? rows[0], totals[0], totals.at(-1)];
  const general = bestBounds(report.bounds).get(id);
  if (first === undefined || least === undefined || most === undefined || general === undefined) return [];
  const name = interfaceName(id, report.machine.kind);
  const over = (total: bigint): string => formatRatio(quotientAsNumber(total, general.value));
  const classes = [...reorderingGain(report, id, rows), ...ruledKernels(report, id, rows)];
  if (most === general.value) return [`${name}: every schedule moves exactly the bound; no kernel can move less.`];
  if (least === most) return [`${name}: every schedule moves ${over(least)} the bound of every kernel.`, ...classes];
  return [
    `${name}: ${first.label} moves ${over(first.total)} the bound of every kernel, those shown from ${over(least)} to ${over(most)}.`,
    ...classes,
  ];
}

/** A ratio within a sentence: 1.83. */
const plainRatio = (ratio: number): string => formatRatio(ratio).replace("×", "");

/** What another launch order of the tiled product's blocks could still win over its best order, and what only another kernel could. */
function reorderingGain(report: GapReport, interfaceId: Interface, rows: readonly GapRow[]): readonly string[] {
  const bound = report.bounds.find(({ id, interface: at }) => id === "gemm-one-cta-per-tile" && at === interfaceId);
  if (bound?.certificate.theorem !== "gemm-one-cta-per-tile") return [];
  // The bound is of this tile's blocks; others are shown too where they are faster.
  const { bm, bn } = bound.certificate.kernel.tile;
  const best = rows.find(
    ({ schedule }) => schedule["id"] === "tiled-gemm" && String(schedule["tile"]).startsWith(`${bm}x${bn}x`),
  );
  if (best === undefined) return [];
  const general = bestBounds(report.bounds).get(interfaceId)?.value ?? best.bound.value;
  const least = bound.value > general ? bound.value : general;
  const [order, kernel] = [quotientAsNumber(best.total, least), quotientAsNumber(least, general)];
  const others =
    kernel > 1.005
      ? `, another kernel by a further ${plainRatio(kernel)}`
      : least === general
        ? ", and no kernel moves less than that"
        : "";
  return [
    `No launch order of tiled-gemm's blocks moves less than ${formatBytes(least)} (${bound.id}). ` +
      (order > 1.005
        ? `Another order divides what ${best.label} moves by ${plainRatio(order)} at most${others}.`
        : `${best.label} moves no more${others}.`),
  ];
}

/** Fields of kernels whose sums pass through memory, or that keep an operand in shared memory beyond its stages. */
const OTHER_KERNELS = ["reduction", "streamTiles", "held"] as const;

/** What kernels that follow a rule of `--assume` must move, beside the best of them. */
function ruledKernels(report: GapReport, interfaceId: Interface, rows: readonly GapRow[]): readonly string[] {
  const best = rows.find(({ schedule }) => OTHER_KERNELS.every((field) => schedule[field] === undefined));
  const bound = report.bounds.find(({ id, interface: at }) => id === "gemm-output-stationary" && at === interfaceId);
  if (bound?.certificate.theorem !== "gemm-output-stationary" || best === undefined) return [];
  return [
    `Where ${describeSumsInPlace(bound.certificate)}, at least ${formatBytes(bound.value)} move (${bound.id}): ` +
      `${best.label} moves ${formatRatio(quotientAsNumber(best.total, bound.value))} that.`,
  ];
}
