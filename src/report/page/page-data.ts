import { budgeted } from "../../budget.js";
import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import type { GapBreakdown } from "../../gap/breakdown/breakdown.js";
import { breakdownCandidates } from "../../gap/breakdown/breakdown-candidates.js";
import type { ExplainOptions } from "../../gap/breakdown/explained-gap.js";
import { explainedRow, explainGap } from "../../gap/breakdown/explained-gap.js";
import type { CurveReport } from "../../gap/curve.js";
import { trafficCurve } from "../../gap/curve.js";
import type { GapReport } from "../../gap/gap.js";
import { gapReport } from "../../gap/gap.js";
import type { Gpu, Machine } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { replayPlanned } from "../../plan/planned.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { diesOf, lruL2 } from "../../replay/l2/l2-model.js";
import type { LaunchHistory } from "../../replay/launch-map.js";
import { launchHistory } from "../../replay/launch-map.js";
import type { ReplayedTraffic } from "../../replay/traffic.js";
import { parseTile } from "../../schedules/gpu/gemm/tiled-gemm.js";
import type { OperationCounts } from "../../time/operation-counts.js";
import { operationCounts } from "../../time/operation-counts.js";
import type { TimeBound } from "../../time/time-bound.js";

/** Everything that a report page shows. */
export interface PageData {
  readonly gap: GapReport;
  readonly breakdowns: readonly GapBreakdown[];
  /** Absent for a workload whose schedules have no curve. */
  readonly curve?: CurveReport;
  /** On a GPU. */
  readonly time?: TimeBound;
  readonly counts?: OperationCounts;
  readonly explained?: ExplainedSchedule;
}

/** The schedule that the breakdowns start from. */
export interface ExplainedSchedule extends Launch {
  readonly traffic: ReplayedTraffic;
}

/** What the launch of a schedule looks like. */
export interface Launch {
  readonly label: string;
  readonly history: LaunchHistory;
  /** The plain cache of the history. */
  readonly cache: L2Model;
  /** Columns of an output of so many tiles. */
  readonly columnsOf: (tiles: number) => number;
}

/** Gathers what a report page of a workload on a machine shows. */
export function pageData(workload: Workload, machine: Machine, options: ExplainOptions = {}): PageData {
  return budgeted(() => allData(workload, machine, options));
}

function allData(workload: Workload, machine: Machine, options: ExplainOptions): PageData {
  const gap = gapReport(workload, machine, options);
  const breakdowns = explainGap(gap, options);
  const curve = curveOf(workload, machine, options);
  const common = { gap, breakdowns, ...(curve === undefined ? {} : { curve }) };
  if (machine.kind !== "gpu" || gap.cache === undefined) return common;
  const timed = { ...common, ...(gap.least === undefined ? {} : { time: gap.least }), counts: operationCounts(workload) };
  const row = explainedRow(gap, options.explained);
  if (row === undefined || diesOf(gap.cache) !== undefined) return timed;
  const { chosen } = breakdownCandidates(workload, machine, options, row.schedule, gap.resident);
  return { ...timed, explained: explainedSchedule(workload, machine, chosen, gap.cache) };
}

function explainedSchedule(workload: Workload, gpu: Gpu, chosen: PlannedReplay, l2: L2Model): ExplainedSchedule {
  return { traffic: replayPlanned(chosen, l2), ...launchOf(workload, gpu, chosen, l2) };
}

/** The launch of a schedule through a plain cache: tile by tile when it ran and what it missed. */
export function launchOf(workload: Workload, gpu: Gpu, chosen: PlannedReplay, l2: L2Model): Launch {
  const plain = l2.policy === "partitioned" || l2.policy === "opt" ? lruL2(gpu) : l2;
  return {
    label: chosen.label,
    history: launchHistory(chosen.layOut(), chosen.slots, plain),
    cache: plain,
    columnsOf: (tiles) => Math.ceil(tiles / tileRows(workload, String(chosen.fields["tile"]), tiles)),
  };
}

/** The curve of a cold cache; undefined for a workload whose schedules have none. */
export function curveOf(workload: Workload, machine: Machine, options: ExplainOptions): CurveReport | undefined {
  try {
    const { l2: _, range: __, resident, ...plan } = options;
    // A curve is one of cold caches.
    if (resident !== undefined) return undefined;
    return trafficCurve(workload, machine, plan);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Rows of tiles in an output: a head a row in attention, a near square where its tiles have no rows and columns. */
function tileRows(workload: Workload, tile: string, tiles: number): number {
  switch (workload.kind) {
    case "gemm":
      return workload.batch * Math.ceil(workload.m / parseTile(tile).bm);
    case "epilogue-gemm":
    case "sparse-gemm":
    case "chain":
      return Math.ceil(workload.m / parseTile(tile).bm);
    case "attention":
    case "attention-backward":
      return workload.batch * workload.heads;
    default:
      return Math.ceil(Math.sqrt(tiles));
  }
}
