import type { Bound } from "../bounds/bound.js";
import { fusionCriteria } from "../bounds/chain/fusion-criterion.js";
import { describeSumsInPlace } from "../bounds/gemm/kernel-classes.js";
import { bestBounds } from "../bounds/prove.js";
import type { Workload } from "../computation/workload.js";
import { describeWorkload } from "../computation/workload.js";
import { floorSquareRoot } from "../exact/integer.js";
import { quotientAsNumber } from "../exact/rational.js";
import { boundsToShow, kernelsBound } from "../gap/conditions.js";
import type { GapReport, GapRow, LeftOut } from "../gap/gap.js";
import type { Interface, Machine } from "../machines/machine.js";
import type { ScheduleFields } from "../plan/planned-replay.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import { STILL_DIRTY, STILL_DIRTY_MEANS, textTable } from "./table.js";
import { formatBytes, formatCapacity, formatCount, formatRatio } from "./units.js";

export const INTERFACE_NAMES: Readonly<Record<Interface, string>> = {
  "dram-l2": "DRAM to chip",
  "l2-cluster": "L2 into clusters",
  "l2-sm": "L2 into the SMs",
  "smem-tensor": "shared memory to tensor cores",
  "slow-fast": "slow to fast memory",
};

/** The bounds and every schedule beside them, then what that means: the interface of `redblue gap`. */
export function gapText(report: GapReport, heading: (text: string) => string): string {
  return `${gapBoundsText(report, heading)}\n${gapRowsText(report, heading)}`;
}

/** The first part of the text, which is known before anything is replayed. */
export function gapBoundsText(report: Omit<GapReport, "rows">, heading: (text: string) => string): string {
  const lines = [describeWorkload(report.workload), describeMachine(report.machine)];
  if (report.cache !== undefined) {
    lines.push(`L2 replayed as ${describeL2(report.cache, formatCapacity)}`);
  }
  lines.push("", heading("What must move (proven)"), boundsTable(boundsToShow(report.bounds)));
  return lines.join("\n");
}

/** The rest of the text. */
export function gapRowsText(report: GapReport, heading: (text: string) => string): string {
  const lines: string[] = [];
  for (const interfaceId of interfaceIds(report)) {
    const rows = report.rows.filter((row) => row.interface === interfaceId);
    lines.push(
      "",
      heading(`What schedules move, ${INTERFACE_NAMES[interfaceId]} (${interfaceId})`),
      trafficTable(rows, bestBounds(report.bounds).get(interfaceId)),
    );
    if (rows.some(({ traffic }) => traffic.dirtyAtEnd !== undefined)) lines.push(STILL_DIRTY_MEANS);
  }
  for (const line of leftOutLines(report.leftOut ?? [])) lines.push("", line);
  const fit = scheduleFit(report.rows);
  if (fit !== undefined) lines.push("", fit, ...driftCaution(report.rows.map(({ schedule }) => schedule)));
  lines.push("", ...meaning(report));
  const fusion = fusionLines(report.workload, report.machine);
  if (fusion.length > 0) lines.push("", heading("Fusing the two products"), ...fusion);
  return lines.join("\n");
}

/** A line for each reason, with all that it keeps out. */
export function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  return [...new Set(leftOut.map(({ reason }) => reason))].map((reason) => {
    const labels = leftOut.filter((one) => one.reason === reason).map(({ label }) => label);
    return `${labels.join(", ")} ${labels.length === 1 ? "is" : "are"} skipped: ${reason}`;
  });
}

/** A sentence an interface: k + n against 2√S, and what that says about keeping H; nothing where it does not decide. */
export function fusionLines(workload: Workload, machine: Machine): readonly string[] {
  return [...fusionCriteria(workload, machine)].map(([interfaceId, { sides, capacityWords, pays }]) => {
    const twice = formatCount(floorSquareRoot(4n * capacityWords), "words");
    const says = pays
      ? "at leading order strips that keep H move less than two tiled products"
      : "at leading order strips that keep H move no less than two tiled products";
    const compared = `k + n = ${formatCount(sides, "words")} ${pays ? "<" : "≥"} 2√S = ${twice}`;
    return `  ${interfaceId}: ${compared}, S = ${formatCount(capacityWords, "words")} words: ${says}`;
  });
}

/** Bounds a line each. Reads that require more than the bound itself are left empty. */
export function boundsTable(bounds: readonly Bound[]): string {
  const some = bounds.some((bound) => kernelsBound(bound) !== "");
  return textTable(
    [
      { title: "interface", align: "left" },
      { title: "reads", align: "right" },
      { title: "writes", align: "right" },
      { title: "total", align: "right" },
      { title: "", align: "left" },
      { title: "theorem", align: "left" },
      { title: "status", align: "left" },
      ...(some ? [{ title: "holds for", align: "left" } as const] : []),
    ],
    bounds.map((bound) => [
      bound.interface,
      bound.reads === undefined || bound.readsRequire !== undefined ? "" : formatCount(bound.reads, bound.unit),
      bound.writes === undefined ? "" : formatCount(bound.writes, bound.unit),
      formatCount(bound.value, bound.unit),
      bound.scope !== "busiest"
        ? bound.scope === "class"
          ? "some kernels"
          : ""
        : bound.interface === "l2-cluster"
          ? "busiest cluster"
          : "busiest SM",
      bound.id,
      bound.status,
      ...(some ? [bound.scope === "class" ? "its class" : kernelsBound(bound) || "every kernel"] : []),
    ]),
  );
}

function trafficTable(rows: readonly GapRow[], general: Bound | undefined): string {
  const unit = rows[0]?.bound.unit ?? "bytes";
  const apart = rows.some((row) => row.bound !== general);
  const dirty = rows.some((row) => row.traffic.dirtyAtEnd !== undefined);
  const ranged = rows.some((row) => row.range !== undefined);
  return textTable(
    [
      { title: "schedule", align: "left" },
      { title: "reads", align: "right" },
      { title: "writes", align: "right" },
      ...(dirty ? [{ title: STILL_DIRTY, align: "right" } as const] : []),
      { title: "total", align: "right" },
      { title: "gap", align: "right" },
      ...(apart ? [{ title: "to", align: "left" } as const] : []),
      ...(ranged ? [{ title: "reads on hardware", align: "right" } as const] : []),
    ],
    rows.map((row) => [
      row.label,
      formatCount(row.traffic.reads, unit),
      formatCount(row.traffic.writes, unit),
      ...(dirty ? [formatCount(row.traffic.dirtyAtEnd ?? 0n, unit)] : []),
      formatCount(row.total, unit),
      formatRatio(row.gap),
      ...(apart ? [row.bound.id] : []),
      ...(row.range === undefined ? [] : [`${formatBytes(row.range.leastBytes)} – ${formatBytes(row.range.mostBytes)}`]),
    ]),
  );
}

/** What one block takes and what stops an SM from running one more; a line for each answer, kernels named where there are several. */
function scheduleFit(rows: readonly GapRow[]): string | undefined {
  const kernelsOf = new Map<string, Set<string>>();
  for (const { schedule } of rows.filter(({ schedule }) => schedule["ctasPerSm"] !== undefined)) {
    const fit = fitOf(schedule);
    kernelsOf.set(fit, (kernelsOf.get(fit) ?? new Set()).add(String(schedule["id"])));
  }
  if (kernelsOf.size === 0) return undefined;
  const lines = [...kernelsOf].map(([fit, ids]) => (kernelsOf.size === 1 ? fit : `${[...ids].join(", ")}: ${fit}`));
  return lines.join("\n");
}

/** Said of replays that keep CTAs in step which a GPU does not (docs/validation.md). */
export function driftCaution(schedules: readonly ScheduleFields[]): readonly string[] {
  const drifts = schedules.some(
    ({ id, keyOrder, ctasPerSm }) => id === "persistent-attention" && keyOrder === "sawtooth" && Number(ctasPerSm) > 1,
  );
  if (!drifts) return [];
  return [
    "persistent-attention: CTAs that share an SM drift apart, and a sawtooth then saves less than replayed, or nothing; --ctas-per-sm 1 keeps them in step.",
  ];
}

function fitOf(schedule: ScheduleFields): string {
  const { tile, ctasPerSm, limitedBy, sharedMemoryBytes, threads } = schedule;
  const why = limitedBy === "given" ? "as given" : `limited by ${limitedBy}`;
  return `Tile ${tile}: ${ctasPerSm} CTA(s) per SM, ${why}; ${threads} threads, ${formatCapacity(Number(sharedMemoryBytes))} of shared memory each.`;
}

/** A sentence an interface: the best and worst order against the bound, and what that says about order against kernel. */
function meaning(report: GapReport): readonly string[] {
  return interfaceIds(report).flatMap((interfaceId) => {
    const rows = report.rows.filter((row) => row.interface === interfaceId).sort((x, y) => Number(x.total - y.total));
    const [best, worst] = [rows[0], rows.at(-1)];
    const general = bestBounds(report.bounds).get(interfaceId);
    if (best === undefined || worst === undefined || general === undefined) return [];
    const name = INTERFACE_NAMES[interfaceId];
    const left = ({ total }: GapRow): string => formatRatio(quotientAsNumber(total, general.value));
    const others = [...likeKernels(best, general), ...ruledKernels(report, interfaceId, rows)];
    if (report.machine.kind === "abstract") {
      return [`${best.label} moves ${formatRatio(best.gap)} the bound (${best.bound.id}). No schedule can save more.`];
    }
    if (worst.total === general.value) return [`${name}: every order moves exactly the bound; no kernel can move less.`];
    if (best.total === worst.total) {
      return [
        `${name}: every order moves ${left(best)} the bound of every kernel, ${formatBytes(best.total)}; only another tile or kernel changes that.`,
        ...others,
      ];
    }
    const same = best.schedule["id"] === worst.schedule["id"];
    const choice = same ? "Launch order changes" : "Kernel and launch order change";
    const gain = Number((worst.total * 1000n) / best.total) / 1000;
    return [
      `${name}: ${best.label} moves ${left(best)} the bound of every kernel, ${worst.label} ${left(worst)}. ${choice} ` +
        `the traffic by up to ${formatRatio(gain)}. No kernel can move less than 1/${plainRatio(quotientAsNumber(best.total, general.value))} of the best.`,
      ...reorderingGain(report, interfaceId, rows),
      ...others,
    ];
  });
}

/** What kernels that meet the same conditions must move, where that is more than every kernel must. */
function likeKernels({ label, bound, gap }: GapRow, general: Bound): readonly string[] {
  if (bound === general) return [];
  return [
    `Kernels with ${kernelsBound(bound)} move at least ${formatBytes(bound.value)} (${bound.id}): ${label} moves ${formatRatio(gap)} that.`,
  ];
}

/** A ratio within a sentence: 1.83. */
const plainRatio = (ratio: number): string => formatRatio(ratio).replace("×", "");

/** What another launch order of the tiled product's blocks could still win over its best order, and what only another kernel could. */
function reorderingGain(report: GapReport, interfaceId: Interface, byTotal: readonly GapRow[]): readonly string[] {
  const bound = report.bounds.find(({ id, interface: at }) => id === "gemm-one-cta-per-tile" && at === interfaceId);
  const best = byTotal.find(({ schedule }) => schedule["id"] === "tiled-gemm");
  if (bound === undefined || best === undefined) return [];
  const general = bestBounds(report.bounds).get(interfaceId)?.value ?? best.bound.value;
  const least = bound.value > general ? bound.value : general;
  const [order, kernel] = [quotientAsNumber(best.total, least), quotientAsNumber(least, general)];
  return [
    `No launch order of tiled-gemm's blocks moves less than ${formatBytes(least)} (${bound.id}). Another order divides what ` +
      `${best.label} moves by ${plainRatio(order)} at most, another kernel by a further ${plainRatio(kernel)}.`,
  ];
}

/** Fields of kernels whose sums pass through memory, or that keep an operand in shared memory beyond its stages. */
const OTHER_KERNELS = ["reduction", "streamTiles", "held"] as const;

/** What kernels that follow a rule of `--assume` must move, beside the best of them. */
function ruledKernels(report: GapReport, interfaceId: Interface, byTotal: readonly GapRow[]): readonly string[] {
  const best = byTotal.find(({ schedule }) => OTHER_KERNELS.every((field) => schedule[field] === undefined));
  const bound = report.bounds.find(({ id, interface: at }) => id === "gemm-output-stationary" && at === interfaceId);
  if (bound?.certificate.theorem !== "gemm-output-stationary" || best === undefined) return [];
  return [
    `Where ${describeSumsInPlace(bound.certificate)}, at least ${formatBytes(bound.value)} move (${bound.id}): ` +
      `${best.label} moves ${formatRatio(quotientAsNumber(best.total, bound.value))} that.`,
  ];
}

function interfaceIds(report: GapReport): readonly Interface[] {
  return [...new Set(report.rows.map((row) => row.interface))];
}

/** One line about a machine. */
export function describeMachine(machine: Machine): string {
  switch (machine.kind) {
    case "abstract":
      return `One fast memory of ${formatCount(BigInt(machine.fastWords), "words")} words`;
    case "gpu":
      return `${machine.name}: ${machine.sms} SMs, L2 ${formatCapacity(machine.l2Bytes)}, DRAM ${machine.dramBytesPerSecond / 1e9} GB/s`;
    case "accelerator":
      return `${machine.name}: DRAM ${machine.dramBytesPerSecond / 1e9} GB/s`;
  }
}
