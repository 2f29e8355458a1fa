import type { Bound } from "../bounds/bound.js";
import { fusionCriteria } from "../bounds/chain/fusion-criterion.js";
import { bestBounds } from "../bounds/prove.js";
import type { Resident } from "../computation/resident.js";
import type { Workload } from "../computation/workload.js";
import { describeWorkload } from "../computation/workload.js";
import { floorSquareRoot } from "../exact/integer.js";
import { quotientAsNumber } from "../exact/rational.js";
import { boundsToShow, kernelsBound } from "../gap/conditions.js";
import type { GapReport, GapRow, LeftOut } from "../gap/gap.js";
import { levelBytes } from "../machines/levels.js";
import type { Gpu, Interface, Machine, TreeLevel } from "../machines/machine.js";
import type { ScheduleFields } from "../plan/planned-replay.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import { wrapped } from "../text/text-lines.js";
import { adviceLines } from "./advice-text.js";
import { interfaceLabel, interfaceName, unitName } from "./interface-names.js";
import { scheduleTableText } from "./schedule-table.js";
import type { Grid } from "./table.js";
import { gridText } from "./table.js";
import { formatCapacity, formatCount, formatRatio } from "./units.js";

/** The bounds and every schedule beside them, then what that means: the interface of `redblue gap`. */
export function gapText(report: GapReport, heading: (text: string) => string, columns: number): string {
  return `${gapBoundsText(report, heading)}\n${gapRowsText(report, heading, columns)}`;
}

/** The first part of the text, which is known before anything is replayed. */
export function gapBoundsText(report: Omit<GapReport, "rows">, heading: (text: string) => string): string {
  const lines = [describeWorkload(report.workload), describeMachine(report.machine, report.resident)];
  if (report.cache !== undefined) {
    lines.push(`L2 replayed as ${describeL2(report.cache, formatCapacity)}`);
  }
  lines.push("", heading("What must move (proven)"), boundsTable(boundsToShow(report.bounds), report.machine));
  return lines.join("\n");
}

/** The rest of the text, for a terminal of so many columns. */
export function gapRowsText(report: GapReport, heading: (text: string) => string, columns: number): string {
  const lines: string[] = [];
  if (report.machine.kind === "gpu" && report.rows.length > 0) {
    lines.push("", heading("What schedules take and move"), scheduleTableText(report, columns));
  } else {
    for (const interfaceId of interfaceIds(report)) {
      const rows = report.rows.filter((row) => row.interface === interfaceId);
      const title = `What schedules move, ${interfaceName(interfaceId, report.machine.kind)} (${interfaceId})`;
      lines.push("", heading(title), gridText(trafficGrid(rows, bestBounds(report.bounds).get(interfaceId))));
    }
  }
  const told = (text: readonly string[]): readonly string[] => text.map((line) => wrapped(line, columns));
  for (const line of told(leftOutLines(report.leftOut ?? []))) lines.push("", line);
  const fit = scheduleFit(report.rows);
  if (fit.length > 0) lines.push("", ...told([...fit, ...driftCaution(report.rows.map(({ schedule }) => schedule))]));
  lines.push("", ...told(report.machine.kind === "abstract" ? wordsMeaning(report) : adviceLines(report)));
  const fusion = report.resident === undefined ? fusionLines(report.workload, report.machine) : [];
  if (fusion.length > 0)
    lines.push("", heading("Fusing the two products"), ...fusion.map((line) => wrapped(line, columns, "    ")));
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
    const name = workload.kind === "attention" && workload.valuesInKeys ? "k" : "k + n";
    const compared = `${name} = ${formatCount(sides, "words")} ${pays ? "<" : "≥"} 2√S = ${twice}`;
    return `  ${interfaceLabel(interfaceId, machine)}: ${compared}, S = ${formatCount(capacityWords, "words")} words: ${says}`;
  });
}

export function boundsTable(bounds: readonly Bound[], machine: Machine): string {
  return gridText(boundsGrid(bounds, machine));
}

/** Bounds a line each. Reads that require more than the bound itself are left empty. */
export function boundsGrid(bounds: readonly Bound[], machine: Machine): Grid {
  const some = bounds.some((bound) => kernelsBound(bound) !== "");
  return {
    columns: [
      { title: "interface", align: "left" },
      { title: "reads", align: "right" },
      { title: "writes", align: "right" },
      { title: "total", align: "right" },
      { title: "", align: "left" },
      { title: "theorem", align: "left" },
      { title: "status", align: "left" },
      ...(some ? [{ title: "holds for", align: "left" } as const] : []),
    ],
    rows: bounds.map((bound) => [
      interfaceLabel(bound.interface, machine),
      bound.reads === undefined || bound.readsRequire !== undefined ? "" : formatCount(bound.reads, bound.unit),
      bound.writes === undefined ? "" : formatCount(bound.writes, bound.unit),
      formatCount(bound.value, bound.unit),
      bound.scope !== "busiest"
        ? bound.scope === "class"
          ? "some kernels"
          : ""
        : machine.kind === "tree"
          ? `busiest ${bound.interface.split("-")[1]}`
          : bound.interface === "l2-cluster"
            ? "busiest cluster"
            : bound.interface === "l3-l2"
              ? "busiest die"
              : `busiest ${unitName(machine)}`,
      bound.id,
      bound.status,
      ...(some ? [bound.scope === "class" ? "its class" : kernelsBound(bound) || "every kernel"] : []),
    ]),
  };
}

/** Schedules of one interface, a line each. */
export function trafficGrid(rows: readonly GapRow[], general: Bound | undefined): Grid {
  const unit = rows[0]?.bound.unit ?? "bytes";
  const apart = rows.some((row) => row.bound !== general);
  return {
    columns: [
      { title: "schedule", align: "left" },
      { title: "reads", align: "right" },
      { title: "writes", align: "right" },
      { title: "total", align: "right" },
      { title: "gap", align: "right" },
      ...(apart ? [{ title: "to", align: "left" } as const] : []),
    ],
    rows: rows.map((row) => [
      row.label,
      formatCount(row.traffic.reads, unit),
      formatCount(row.traffic.writes, unit),
      formatCount(row.total, unit),
      formatRatio(row.gap),
      ...(apart ? [row.bound.id] : []),
    ]),
  };
}

/** What one block takes and what stops an SM from running one more; a line for each answer, kernels named where there are several. */
function scheduleFit(rows: readonly GapRow[]): readonly string[] {
  const kernelsOf = new Map<string, Set<string>>();
  for (const { schedule } of rows.filter(({ schedule }) => schedule["ctasPerSm"] !== undefined)) {
    const fit = fitOf(schedule);
    kernelsOf.set(fit, (kernelsOf.get(fit) ?? new Set()).add(String(schedule["id"])));
  }
  return [...kernelsOf].map(([fit, ids]) => (kernelsOf.size === 1 ? fit : `${[...ids].join(", ")}: ${fit}`));
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

/** What the best schedule of the two-level memory model leaves. */
function wordsMeaning({ rows, bounds }: GapReport): readonly string[] {
  const best = rows.reduce<GapRow | undefined>(
    (least, row) => (least === undefined || row.total < least.total ? row : least),
    undefined,
  );
  if (best === undefined) return [];
  const moved = `${best.label} moves ${formatRatio(best.gap)} the bound (${best.bound.id}).`;
  const [kernels, general] = [kernelsBound(best.bound), bestBounds(bounds).get(best.interface)];
  if (kernels === "" || general === undefined) return [`${moved} No schedule can save more.`];
  const most = formatRatio(quotientAsNumber(best.total, general.value));
  return [`${moved} With ${kernels} no schedule can save more; none at all saves more than ${most} (${general.id}).`];
}

function interfaceIds(report: GapReport): readonly Interface[] {
  return [...new Set(report.rows.map((row) => row.interface))];
}

/** One line for people, with what lies in its fast memory at the start. */
export function describeMachine(machine: Machine, resident: readonly Resident[] = []): string {
  if (resident.length > 0) {
    const holder = machine.kind === "gpu" ? "L2" : "fast memory";
    const unit = machine.kind === "abstract" ? "words" : "bytes";
    return `${describeMachine(machine)}; ${residentText(resident, holder, unit)}`;
  }
  switch (machine.kind) {
    case "abstract":
      return `One fast memory of ${formatCount(BigInt(machine.fastWords), "words")} words`;
    case "gpu":
      return `${machine.name}: ${machine.sms} ${unitName(machine)}s, ${cachesText(machine)}, DRAM ${machine.dramBytesPerSecond / 1e9} GB/s`;
    case "accelerator":
      return `${machine.name}: DRAM ${machine.dramBytesPerSecond / 1e9} GB/s`;
    case "tree":
      return `${machine.name}: ${machine.levels.map(levelText).join(", ")}`;
  }
}

/** `in the L2 at the start: A 16.8 MB`. */
export function residentText(resident: readonly Resident[], holder: string, unit: "words" | "bytes"): string {
  const arrays = resident.map(({ array, size }) => `${array} ${formatCount(size, unit)}`);
  return `in the ${holder} at the start: ${arrays.join(", ")}`;
}

/** `56 × l2 of 2 MiB`; a level that holds nothing by its number alone. */
function levelText(level: TreeLevel): string {
  const bytes = levelBytes(level);
  const count = level.memories === 1 ? level.id : `${level.memories} × ${level.id}`;
  return bytes === 0 ? count : `${count} of ${formatCapacity(bytes)}`;
}

function cachesText({ dies, l2Bytes, l3Bytes }: Gpu): string {
  const l2 = dies === undefined ? `L2 ${formatCapacity(l2Bytes)}` : `${dies} dies with an L2 of ${formatCapacity(l2Bytes)} each`;
  return l3Bytes === undefined ? l2 : `${l2}, last-level cache ${formatCapacity(l3Bytes)}`;
}
