import type { DataType } from "../../computation/data-types.js";
import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import type { Gpu } from "../../machines/machine.js";
import type { ProfiledKernel } from "../../measured/index.js";
import { recogniseStep } from "../../measured/index.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { defaultL2 } from "../../replay/l2/l2-model.js";
import type { KernelMeaning, ProfiledReport, ProfiledRow } from "../profiled.js";
import { profiledReport } from "../profiled.js";
import { meaningOfWork, withNamedSchedule } from "./recognised-meaning.js";
import type { StepGrouping, StepSummary } from "./step-summary.js";
import { leastOf, secondsOf, stepSummary } from "./step-summary.js";

/** What is said of a profile beside its file, and how much of it is shown. */
export interface ProfiledStepOptions {
  /** What the user says of a kernel goes before what its ranges say. */
  readonly named?: (kernel: ProfiledKernel) => KernelMeaning | undefined;
  /** Presumed of words whose type nothing says; default bf16. */
  readonly dataType?: DataType | undefined;
  /** Default `work`. */
  readonly by?: StepGrouping | undefined;
  /** Launches shown one by one, and replayed where their names tell a schedule; default 10. */
  readonly top?: number | undefined;
  readonly cache?: (workload: Workload) => L2Model;
}

/** A profile as one step. */
export interface ProfiledStep {
  readonly report: ProfiledReport;
  /** Absent for a single launch, without durations, and for counters where no kernel is recognised. */
  readonly summary?: StepSummary;
  /** The launches with the most time above their least, in the order of the profile; one of each kind. */
  readonly shown: readonly ProfiledRow[];
}

/** Rows of the step's table, and launches shown, where nothing else is asked. */
export const USUAL_TOP = 10;

/** So few launches are all shown. */
const FEW = 8;

/**
 * Every kernel of a profile beside its bounds: what it computes is said by the user, or read from PyTorch's ranges and kernel
 * names. Launches that are shown and whose names tell a schedule also stand beside its replay.
 *
 * @throws InputError for a counter that is no number, or a named workload that cannot be bounded or replayed.
 */
export function profiledStep(
  kernels: readonly ProfiledKernel[],
  origin: string,
  machine: Gpu,
  options: ProfiledStepOptions = {},
): ProfiledStep {
  const { named = () => undefined, by, top } = options;
  const cache = options.cache ?? ((workload: Workload): L2Model => defaultL2(machine, productTypeOf(workload)));
  const works = recogniseStep(kernels, options.dataType);
  const bounded = profiledReport(kernels, origin, machine, (kernel) => named(kernel) ?? meaningOfWork(works.get(kernel)), cache);
  const places = shownPlaces(bounded.rows, top);
  const rows = [...bounded.rows];
  for (const place of places) {
    const { kernel, counters, meaning } = rows[place] as ProfiledRow;
    if (meaning?.recognised === undefined) continue;
    const found = withNamedSchedule(
      { workload: meaning.workload, recognised: meaning.recognised },
      kernel,
      counters,
      machine,
      cache(meaning.workload),
    );
    if (found.scheduleNote === undefined) continue;
    rows[place] = profiledReport([kernel], origin, machine, () => found, cache).rows[0] as ProfiledRow;
  }
  const report = { ...bounded, rows };
  // Counters without operators are shown launch by launch; durations alone say something together.
  const together = works.size > 0 || rows.every(({ counters }) => counters.traffic.size === 0);
  const summary = kernels.length > 1 && together ? stepSummary(report, by) : undefined;
  return { report, ...(summary === undefined ? {} : { summary }), shown: places.map((place) => rows[place] as ProfiledRow) };
}

function shownPlaces(rows: readonly ProfiledRow[], top: number | undefined): readonly number[] {
  if (top === undefined && rows.length <= FEW) return rows.map((_, place) => place);
  const seen = new Set<string>();
  return rows
    .map((row, place) => ({ place, above: row.meaning === undefined ? 0 : secondsOf(row) - leastOf(row), row }))
    .filter(({ row }) => row.meaning !== undefined)
    .sort((a, b) => b.above - a.above)
    .filter(({ row }) => {
      const kind = JSON.stringify([row.kernel.name, row.meaning?.workload]);
      return !seen.has(kind) && seen.add(kind) !== undefined;
    })
    .slice(0, top ?? USUAL_TOP)
    .map(({ place }) => place)
    .sort((a, b) => a - b);
}
