import type { Bound } from "../bounds/bound.js";
import type { Json } from "../bounds/certificate-json.js";
import { toJson } from "../bounds/certificate-json.js";
import type { BoundsReport } from "../bounds/document.js";
import { boundsDocument, boundWorkload } from "../bounds/document.js";
import { bestBounds } from "../bounds/prove.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { InputError } from "../errors.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { Gpu, Interface, Machine } from "../machines/machine.js";
import { trafficFields } from "../replay/document.js";
import type { L2Model } from "../replay/l2-model.js";
import { defaultL2 } from "../replay/l2-model.js";
import { replayTiledGemm, wordTraffic } from "../replay/replay.js";
import type { Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import type { LaunchOrder } from "../schedules/launch-order.js";
import { formatLaunchOrder } from "../schedules/launch-order.js";
import type { TiledGemmOptions } from "../schedules/tiled-gemm.js";
import { describeTiledGemm, tiledGemm } from "../schedules/tiled-gemm.js";
import { cosmaGemm, describeWordGemm, inputStationaryGemm } from "../schedules/word-gemm.js";

type ScheduleFields = Readonly<Record<string, string | number | boolean>>;

/** One schedule on one interface, beside the best bound of that interface. */
export interface GapRow {
  readonly schedule: ScheduleFields;
  /** Short name for tables: `tiled-gemm group:16`. */
  readonly label: string;
  readonly interface: Interface;
  readonly traffic: Traffic;
  readonly total: bigint;
  readonly bound: Bound;
  /** total / bound, a double for display and sorting. */
  readonly gap: number;
}

export interface GapReport extends BoundsReport {
  readonly cache?: L2Model;
  readonly rows: readonly GapRow[];
}

export interface GapOptions extends Omit<TiledGemmOptions, "order"> {
  /** Launch orders to compare; the usual five unless given. */
  readonly orders?: readonly LaunchOrder[] | undefined;
  readonly l2?: L2Model | undefined;
  /** Called before each replay, for progress lines. */
  readonly onReplay?: ((label: string) => void) | undefined;
}

/** The orders a kernel writer meets first. */
export const USUAL_ORDERS: readonly LaunchOrder[] = [
  { kind: "row" },
  { kind: "col" },
  { kind: "group", height: 8 },
  { kind: "group", height: 16 },
  { kind: "hilbert" },
];

/**
 * Sets every bound of a product beside the traffic of concrete schedules on the machine. Traffic includes what is still dirty
 * in the L2 at the end, because bounds count every output as stored.
 */
export function gapReport(workload: GemmWorkload, machine: Machine, options: GapOptions = {}): GapReport {
  const report = boundWorkload(workload, machine);
  const best = bestBounds(report.bounds);
  switch (machine.kind) {
    case "gpu": {
      const l2 = options.l2 ?? defaultL2(machine);
      return { ...report, cache: l2, rows: gpuRows(workload, machine, l2, best, options) };
    }
    case "abstract":
      return { ...report, rows: wordRows(workload, machine.fastWords, best) };
    case "accelerator":
      throw new InputError(
        "gpu",
        "a GPU: no schedule is known here yet for this machine (bounds are: redblue bound)",
        machine.id,
      );
  }
}

function gpuRows(
  workload: GemmWorkload,
  gpu: Gpu,
  l2: L2Model,
  best: ReadonlyMap<Interface, Bound>,
  options: GapOptions,
): readonly GapRow[] {
  const { orders = USUAL_ORDERS, onReplay, l2: _, ...tiled } = options;
  const schedules = orders.map((order) => tiledGemm(workload, gpu, { ...tiled, order }));
  return schedules.flatMap((schedule) => {
    const label = `${schedule.id} ${formatLaunchOrder(schedule.order)}`;
    onReplay?.(label);
    const { total } = replayTiledGemm(schedule, gpu, l2);
    return [...total].map(([face, traffic]) => row(describeTiledGemm(schedule), label, face, traffic, best));
  });
}

function wordRows(workload: GemmWorkload, fastWords: number, best: ReadonlyMap<Interface, Bound>): readonly GapRow[] {
  const schedules = [cosmaGemm(workload, fastWords), inputStationaryGemm(workload, fastWords)];
  return schedules.flatMap((schedule) =>
    schedule === undefined
      ? []
      : [...wordTraffic(schedule).total].map(([face, traffic]) =>
          row(describeWordGemm(schedule), schedule.id, face, traffic, best),
        ),
  );
}

function row(
  schedule: ScheduleFields,
  label: string,
  face: Interface,
  traffic: Traffic,
  best: ReadonlyMap<Interface, Bound>,
): GapRow {
  const bound = best.get(face);
  if (bound === undefined) throw new RangeError(`no bound for interface ${face}`);
  const total = totalTraffic(traffic);
  return { schedule, label, interface: face, traffic, total, bound, gap: quotientAsNumber(total, bound.value) };
}

/** The `redblue.gap/1` document: a bounds document with rows. */
export function gapDocument(report: GapReport): Json {
  const unit = report.machine.kind === "abstract" ? "Words" : "Bytes";
  return {
    ...(boundsDocument(report) as Record<string, Json>),
    schema: "redblue.gap/1",
    ...(report.cache === undefined ? {} : { cache: toJson(report.cache) }),
    rows: report.rows.map((entry) => ({
      schedule: entry.schedule,
      interface: entry.interface,
      ...(trafficFields(entry.traffic, unit) as Record<string, Json>),
      traffic: toJson(entry.total),
      bound: toJson(entry.bound.value),
      boundId: entry.bound.id,
      gap: entry.gap,
    })),
  };
}
