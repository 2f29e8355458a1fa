import type { Json } from "../../src/bounds/certificates/json.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { explainOptions } from "../../src/cli/commands/explain-flags.js";
import type { GapAnswer } from "../../src/cli/commands/gap-answer.js";
import { gapAnswer, gapBreakdowns, gapJson } from "../../src/cli/commands/gap-answer.js";
import type { GapFlags } from "../../src/cli/commands/gap-flags.js";
import { readGapWords } from "../../src/cli/read-command.js";
import { InputError } from "../../src/errors.js";
import { quotientAsNumber, toApproximateNumber } from "../../src/exact/rational.js";
import type { GapBreakdown } from "../../src/gap/breakdown/breakdown.js";
import type { GapReport } from "../../src/gap/gap.js";
import { describeL2 } from "../../src/replay/l2/l2-model.js";
import { byteAdvice, fastestRow, timeLines } from "../../src/report/advice-text.js";
import { LEVEL_NAMES } from "../../src/report/breakdown-text.js";
import { chartInPage } from "../../src/report/chart-svg.js";
import { curveChart } from "../../src/report/curve-chart.js";
import { leftOutLines, trafficGrid } from "../../src/report/gap-text.js";
import { interfaceName } from "../../src/report/interface-names.js";
import { curveOf } from "../../src/report/page/page-data.js";
import { rooflineChart } from "../../src/report/roofline-chart.js";
import { scheduleTable } from "../../src/report/schedule-table.js";
import { formatCapacity, formatCount, formatRatio } from "../../src/report/units.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import type { Emit, Question, TableView, Titled } from "./view.js";

/** One amount of a breakdown. Widths are percentages of the largest amount. */
export interface LevelView {
  readonly name: string;
  readonly label: string;
  readonly basis: string;
  readonly amount: string;
  readonly width: number;
  /** Of the level above, where there is one. */
  readonly before?: number;
  readonly factor: string;
  readonly change: string;
}

/** What replays add to the bounds, part by part. */
export interface KernelParts {
  readonly schedules: {
    readonly lead: readonly string[];
    readonly tables: readonly Titled<TableView>[];
    /** Bytes of the first schedule beside what must move. Widths are percentages. */
    readonly interfaces: readonly {
      readonly name: string;
      readonly moved: string;
      readonly least: string;
      readonly percent: number;
    }[];
  };
  readonly breakdowns: readonly Titled<readonly LevelView[]>[];
  /** SVG; absent where there is none. */
  readonly roofline?: string;
  readonly curve?: string;
  /** The document that `redblue gap --explain --json` prints, or `redblue gap --json` where nothing is explained. */
  readonly document: Json;
}

/** Replays and explains the words of `redblue gap`. */
export async function kernelAnswer({ words, progress }: Question, emit: Emit<KernelParts>): Promise<void> {
  const { workload, flags } = await readGapWords(words);
  const onReplay = (label: string): void => progress(`replaying ${label}`);
  const answer = gapAnswer(workload, flags, { onReplay });
  const { report } = answer;
  emit("schedules", schedulesOf(report));
  progress("explaining the gap");
  const breakdowns = breakdownsOf(answer, flags);
  emit(
    "breakdowns",
    (breakdowns ?? []).map((one) => ({ title: titleOf(one), content: levelsOf(one, unitOf(report)) })),
  );
  emit("document", gapJson(answer, breakdowns));
  progress("traffic against the size of the fast memory");
  const curve = curveOf(workload, report.machine, explainOptions(workload, report.machine, flags));
  const { least } = report;
  if (least !== undefined) {
    const labels = curve?.series.map(({ label }) => label);
    const chart = rooflineChart(least, report.rows, operationCounts(workload), labels);
    if (chart !== undefined) emit("roofline", chartInPage(chart));
  }
  if (curve !== undefined) emit("curve", chartInPage(curveChart(curve)));
}

/** None where the command line explains none: on GPUs of dies, for instance. */
function breakdownsOf(answer: GapAnswer, flags: GapFlags): readonly GapBreakdown[] | undefined {
  try {
    return gapBreakdowns(answer, flags);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function unitOf({ machine }: GapReport): "bytes" | "words" {
  return machine.kind === "abstract" ? "words" : "bytes";
}

function schedulesOf(report: GapReport): KernelParts["schedules"] {
  const best = bestBounds(report.bounds);
  const first = fastestRow(report.rows) ?? report.rows[0];
  const shown = report.rows.filter(({ schedule, label }) => schedule === first?.schedule && label === first.label);
  return {
    lead: leadOf(report),
    tables: tablesOf(report),
    interfaces: shown.map(({ interface: id, total, bound }) => {
      const least = best.get(id) ?? bound;
      return {
        name: interfaceName(id, report.machine.kind),
        moved: formatCount(total, least.unit),
        least: formatCount(least.value, least.unit),
        percent: 100 * quotientAsNumber(least.value, total > least.value ? total : least.value),
      };
    }),
  };
}

/** The fastest schedule beside the least time, else the least gap. */
function leadOf(report: GapReport): readonly string[] {
  const row = fastestRow(report.rows);
  if (row?.time !== undefined && report.least !== undefined) {
    const ratio = row.time.seconds / toApproximateNumber(report.least.binding.seconds);
    return [`${formatRatio(ratio)} the least time`, ...timeLines(report)];
  }
  const [first] = [...report.rows].sort((one, other) => one.gap - other.gap);
  return first === undefined ? [] : [`${formatRatio(first.gap)} the proven bound`, `${first.label} on ${first.interface}.`];
}

function tablesOf(report: GapReport): readonly Titled<TableView>[] {
  const skipped = leftOutLines(report.leftOut ?? []);
  if (report.machine.kind === "gpu") {
    const { columns, rows, notes } = scheduleTable(report, Number.POSITIVE_INFINITY);
    const through = report.cache === undefined ? "its cache" : describeL2(report.cache, formatCapacity);
    const lines = [...notes, ...byteAdvice(report), ...skipped];
    return [{ title: `Replayed through ${through}`, content: { columns, rows, notes: lines } }];
  }
  return [...new Set(report.rows.map((row) => row.interface))].map((id) => {
    const rows = report.rows.filter((row) => row.interface === id);
    return {
      title: `${interfaceName(id, report.machine.kind)} (${id}), move by move`,
      content: { ...trafficGrid(rows, bestBounds(report.bounds).get(id)), notes: skipped },
    };
  });
}

function titleOf({ interface: id, counts }: GapBreakdown): string {
  return `${interfaceName(id)} (${id}${counts === "reads" ? ", reads" : ""})`;
}

function levelsOf({ levels, steps }: GapBreakdown, unit: "bytes" | "words"): readonly LevelView[] {
  const most = levels.reduce((largest, { amount }) => (amount > largest ? amount : largest), 1n);
  const width = (amount: bigint): number => 100 * quotientAsNumber(amount, most);
  return levels.map(({ id, label, basis, amount }, i) => {
    const [step, above] = [steps[i - 1], levels[i - 1]];
    return {
      name: LEVEL_NAMES[id],
      label,
      basis: basis.startsWith("proven") ? "proven" : basis,
      amount: formatCount(amount, unit),
      width: width(amount),
      ...(above === undefined ? {} : { before: width(above.amount) }),
      factor: step === undefined ? "" : `${formatRatio(toApproximateNumber(step.factor))}${step.rises ? " (up)" : ""}`,
      change: step?.change ?? "",
    };
  });
}
