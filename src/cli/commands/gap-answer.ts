import type { Json } from "../../bounds/certificates/json.js";
import type { Workload } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import type { GapBreakdown } from "../../gap/breakdown/breakdown.js";
import { breakdownJson } from "../../gap/breakdown/breakdown.js";
import { explainGap } from "../../gap/breakdown/explained-gap.js";
import type { GapOptions, GapReport } from "../../gap/gap.js";
import { gapReport } from "../../gap/gap.js";
import { gapDocument } from "../../gap/gap-document.js";
import { checkOneL2 } from "../../replay/l2/l2-model.js";
import { interfaceNamed } from "../../report/interface-names.js";
import { didYouMean } from "../../text/nearest-name.js";
import { checkReplayFlags, machineFromFlags, renamed } from "../options.js";
import { endProgress } from "../output.js";
import { explainOptions } from "./explain-flags.js";
import type { GapFlags } from "./gap-flags.js";

/** A report whole, and with the schedule and interface asked for alone. */
export interface GapAnswer {
  readonly whole: GapReport;
  readonly report: GapReport;
}

/** What is told while a report is made. */
export type GapHooks = Pick<GapOptions, "onBounds" | "onReplay">;

/** @throws InputError for flags that contradict each other or the machine, and for a schedule or interface that is not there */
export function gapAnswer(workload: Workload, flags: GapFlags, hooks: GapHooks = {}): GapAnswer {
  const machine = machineFromFlags(flags);
  checkReplayFlags(machine, flags);
  try {
    const whole = renamed(() =>
      gapReport(workload, machine, {
        ...explainOptions(workload, machine, flags),
        range: flags.range,
        sort: flags.sort,
        ...hooks,
      }),
    );
    return { whole, report: selected(whole, flags) };
  } finally {
    endProgress();
  }
}

/** The breakdowns of the interfaces shown. */
export function gapBreakdowns({ whole }: GapAnswer, flags: GapFlags): readonly GapBreakdown[] {
  const options = explainOptions(whole.workload, whole.machine, flags);
  const { cache } = whole;
  if (cache !== undefined) renamed(() => checkOneL2(cache, "--explain"));
  const interfaceId = interfaceOf(flags, whole);
  try {
    const breakdowns = renamed(() => explainGap(whole, options));
    return breakdowns.filter((breakdown) => interfaceId === undefined || breakdown.interface === interfaceId);
  } finally {
    endProgress();
  }
}

/** The `redblue.gap/2` document, with the breakdowns where there are any. */
export function gapJson({ report }: GapAnswer, breakdowns?: readonly GapBreakdown[]): Json {
  const document = gapDocument(report) as Record<string, Json>;
  if (breakdowns === undefined) return document;
  const unit = report.machine.kind === "abstract" ? "words" : "bytes";
  return { ...document, breakdown: breakdowns.map((one) => breakdownJson(one, unit)) };
}

/** The id of the interface asked for, which the field may call otherwise on the machine. */
function interfaceOf({ interface: name }: GapFlags, { machine }: GapReport): string | undefined {
  return name === undefined ? undefined : interfaceNamed(name, machine);
}

/** Keeps the schedule and interface asked for. */
function selected(report: GapReport, flags: GapFlags): GapReport {
  const interfaceId = interfaceOf(flags, report);
  const keep = (name: string, wanted: string | undefined, there: readonly string[]): void => {
    if (wanted === undefined || there.includes(wanted)) return;
    const names = [...new Set(there)];
    const expected = `one of ${names.join(", ")} for this workload and machine${didYouMean(wanted, names)}`;
    throw new InputError(name, expected, shown(wanted));
  };
  const refused = report.leftOut?.find(({ label }) => label.split(" ")[0] === flags.schedule);
  if (refused !== undefined && !report.rows.some(({ schedule }) => schedule["id"] === flags.schedule))
    throw new InputError("--schedule", `one that can be replayed; ${refused.label}: ${refused.reason}`);
  keep(
    "--schedule",
    flags.schedule,
    report.rows.map((row) => String(row.schedule["id"])),
  );
  keep(
    "--interface",
    interfaceId,
    report.rows.map((row) => row.interface),
  );
  const rows = report.rows.filter(
    (row) =>
      (flags.schedule === undefined || row.schedule["id"] === flags.schedule) &&
      (interfaceId === undefined || row.interface === interfaceId),
  );
  return { ...report, rows };
}
