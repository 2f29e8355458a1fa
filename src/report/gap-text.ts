import type { Bound } from "../bounds/bound.js";
import { bestBounds } from "../bounds/prove.js";
import { describeWorkload } from "../computation/workload.js";
import type { GapReport, GapRow } from "../gap/gap.js";
import type { Interface, Machine } from "../machines/machine.js";
import { describeL2 } from "../replay/l2-model.js";
import { textTable } from "./table.js";
import { formatBytes, formatCapacity, formatCount, formatRatio } from "./units.js";

export const INTERFACE_NAMES: Readonly<Record<Interface, string>> = {
  "dram-l2": "DRAM to chip",
  "l2-cluster": "L2 into clusters",
  "l2-sm": "L2 into the SMs",
  "smem-tensor": "shared memory to tensor cores",
  "slow-fast": "slow to fast memory",
};

/** The bounds and every schedule beside them, then what that means: the face of `redblue gap`. */
export function gapText(report: GapReport, heading: (text: string) => string): string {
  const lines = [describeWorkload(report.workload), describeMachine(report.machine)];
  if (report.cache !== undefined) {
    lines.push(`L2 replayed as ${describeL2(report.cache, formatCapacity)}`);
  }
  lines.push("", heading("What must move (proven)"), boundsTable([...bestBounds(report.bounds).values()]));
  for (const face of faces(report)) {
    const rows = report.rows.filter((row) => row.interface === face);
    lines.push("", heading(`What schedules move, ${INTERFACE_NAMES[face]} (${face})`), trafficTable(rows));
  }
  const fit = scheduleFit(report.rows);
  if (fit !== undefined) lines.push("", fit);
  lines.push("", ...meaning(report));
  return lines.join("\n");
}

export function boundsTable(bounds: readonly Bound[]): string {
  return textTable(
    [
      { title: "interface", align: "left" },
      { title: "reads", align: "right" },
      { title: "writes", align: "right" },
      { title: "total", align: "right" },
      { title: "", align: "left" },
      { title: "theorem", align: "left" },
    ],
    bounds.map((bound) => [
      bound.interface,
      bound.reads === undefined ? "" : formatCount(bound.reads, bound.unit),
      bound.writes === undefined ? "" : formatCount(bound.writes, bound.unit),
      formatCount(bound.value, bound.unit),
      bound.scope === "busiest" ? "busiest SM" : "",
      bound.id,
    ]),
  );
}

function trafficTable(rows: readonly GapRow[]): string {
  const unit = rows[0]?.bound.unit ?? "bytes";
  const dirty = rows.some((row) => row.traffic.dirtyAtEnd !== undefined);
  return textTable(
    [
      { title: "schedule", align: "left" },
      { title: "reads", align: "right" },
      { title: "writes", align: "right" },
      ...(dirty ? [{ title: "dirty at end", align: "right" } as const] : []),
      { title: "total", align: "right" },
      { title: "gap", align: "right" },
    ],
    rows.map((row) => [
      row.label,
      formatCount(row.traffic.reads, unit),
      formatCount(row.traffic.writes, unit),
      ...(dirty ? [formatCount(row.traffic.dirtyAtEnd ?? 0n, unit)] : []),
      formatCount(row.total, unit),
      formatRatio(row.gap),
    ]),
  );
}

function scheduleFit(rows: readonly GapRow[]): string | undefined {
  const schedule = rows[0]?.schedule;
  if (schedule === undefined || schedule["tile"] === undefined) return undefined;
  const { tile, ctasPerSm, limitedBy, sharedMemoryBytes, threads } = schedule;
  const why = limitedBy === "given" ? "as given" : `limited by ${limitedBy}`;
  return `Tile ${tile}: ${ctasPerSm} CTA(s) per SM, ${why}; ${threads} threads, ${formatCapacity(Number(sharedMemoryBytes))} of shared memory each.`;
}

/** A sentence an interface: the best and worst order against the bound, and what that says about order against kernel. */
function meaning(report: GapReport): readonly string[] {
  return faces(report).flatMap((face) => {
    const rows = report.rows.filter((row) => row.interface === face).sort((x, y) => x.gap - y.gap);
    const [best, worst] = [rows[0], rows.at(-1)];
    if (best === undefined || worst === undefined) return [];
    const name = INTERFACE_NAMES[face];
    if (report.machine.kind === "abstract") {
      return [`${best.label} moves ${formatRatio(best.gap)} the bound (${best.bound.id}); no schedule can save more than that.`];
    }
    if (worst.total === worst.bound.value)
      return [`${name}: every order moves exactly the bound; there is nothing left to save.`];
    if (best.total === worst.total) {
      return [
        `${name}: every order moves ${formatRatio(best.gap)} the bound, ${formatBytes(best.total)}; only another tile or kernel changes that.`,
      ];
    }
    const same = best.schedule["id"] === worst.schedule["id"];
    const choice = same ? "launch order alone" : "the choice of kernel and order";
    const gain = Number((worst.total * 1000n) / best.total) / 1000;
    return [
      `${name}: ${best.label} moves ${formatRatio(best.gap)} the bound, ${worst.label} ${formatRatio(worst.gap)}; ${choice} is worth ${formatRatio(gain)}, at most ${formatRatio(best.gap)} is left for any kernel to save.`,
    ];
  });
}

function faces(report: GapReport): readonly Interface[] {
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
