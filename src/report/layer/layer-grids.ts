import type { DataType } from "../../computation/data-types.js";
import type { Rational } from "../../exact/rational.js";
import { add, quotientAsNumber, rational, toApproximateNumber } from "../../exact/rational.js";
import type { KernelEstimate } from "../../layers/kernels/kernel-estimate.js";
import type { KernelTraffic } from "../../layers/kernels/kernel-traffic.js";
import type { LayerReport, PlanRow } from "../../layers/layer-report.js";
import { estimatedSeconds, planTraffic } from "../../layers/layer-report.js";
import type { Interface } from "../../machines/machine.js";
import { bindingName } from "../schedule-table.js";
import type { Grid } from "../table.js";
import { formatBytes, formatRatio, formatSeconds } from "../units.js";

/** The best plan found; of a backward pass, where none is searched, the one with FlashAttention. */
export function bestRow({ workload, rows }: LayerReport): PlanRow | undefined {
  const found = rows.findLast(({ plan }) => plan.id === "best" || plan.id === "best-known");
  return found ?? (workload.pass === "backward" ? rows.find(({ plan }) => plan.id === "flash") : undefined);
}

/** What of a layer must move, by what it is. */
export function sharesGrid({ workload, shares, timeShares }: LayerReport): Grid {
  const total = shares.weightBytes + shares.cacheBytes + shares.activationBytes;
  const times =
    timeShares === undefined ? [] : [timeShares.weights, timeShares.cache, timeShares.activations, timeShares.arithmetic];
  const allTime = times.reduce(add, rational(0));
  const time = (seconds: Rational | undefined): readonly string[] =>
    seconds === undefined ? [] : [formatSeconds(seconds), percent(toApproximateNumber(seconds), toApproximateNumber(allTime))];
  const row = (name: string, bytes: bigint, seconds: Rational | undefined): readonly string[] => [
    name,
    formatBytes(bytes),
    percent(Number(bytes), Number(total)),
    ...time(seconds),
  ];
  return {
    columns: [
      { title: "what", align: "left" },
      { title: "bytes", align: "right" },
      { title: "share", align: "right" },
      ...(timeShares === undefined
        ? []
        : [{ title: "time", align: "right" } as const, { title: "share", align: "right" } as const]),
    ],
    rows: [
      row("weights", shares.weightBytes, timeShares?.weights),
      row("KV cache", shares.cacheBytes, timeShares?.cache),
      row(
        workload.pass === "backward" ? "activations, gradients" : "activations",
        shares.activationBytes,
        timeShares?.activations,
      ),
      ...(timeShares === undefined ? [] : [["arithmetic", "", "", ...time(timeShares.arithmetic)]]),
    ],
  };
}

/** The plans, a line each. */
export function plansGrid(report: LayerReport): Grid {
  const { rows } = report;
  const interfaceIds: readonly Interface[] = rows[0]?.bounds.map((bound) => bound.interface) ?? [];
  const replayed = rows.some(({ traffic }) => traffic !== undefined);
  const timed = rows.some(({ seconds }) => seconds !== undefined);
  const estimated = rows.some(({ estimates }) => estimates !== undefined);
  const estimate = (row: PlanRow): string => {
    const seconds = estimatedSeconds(row);
    return seconds === undefined ? "–" : formatSeconds(seconds);
  };
  return {
    columns: [
      { title: "plan", align: "left" },
      { title: "kernels", align: "right" },
      ...interfaceIds.flatMap((name) => [
        { title: name, align: "right" } as const,
        ...(replayed ? [{ title: "best known", align: "right" } as const, { title: "gap", align: "right" } as const] : []),
      ]),
      { title: "over the floor", align: "right" },
      ...(timed ? [{ title: "least time", align: "right" } as const] : []),
      ...(estimated ? [{ title: "estimated", align: "right" } as const] : []),
      { title: "", align: "left" },
    ],
    rows: rows.map((row) => [
      row.plan.id,
      String(row.plan.kernels.length),
      ...row.bounds.flatMap((bound) => {
        if (!replayed) return [formatBytes(bound.value)];
        const known = planTraffic(row, bound.interface);
        const shown = known === undefined ? ["–", ""] : [formatBytes(known), formatRatio(quotientAsNumber(known, bound.value))];
        return [formatBytes(bound.value), ...shown];
      }),
      formatRatio(quotientAsNumber(dramBound(row), report.floorBytes)),
      ...(timed ? [row.seconds === undefined ? "" : formatSeconds(row.seconds)] : []),
      ...(estimated ? [estimate(row)] : []),
      row.plan.title,
    ]),
  };
}

function dramBound({ bounds }: PlanRow): bigint {
  return bounds.find((bound) => bound.interface === "dram-l2")?.value ?? 0n;
}

function interfaceId({ machine }: LayerReport): Interface {
  return machine.kind === "gpu" ? "l2-sm" : "dram-l2";
}

/** The kernels of a plan, a line each. */
export function kernelsGrid({ plan, bounds, traffic, times, estimates }: PlanRow, report: LayerReport): Grid {
  const name = interfaceId(report);
  // An ONNX file may mix types; only fp32 is named apart.
  const type = report.workload.dataType ?? "bf16";
  const inSms = bounds.find((bound) => bound.interface === "l2-sm");
  return {
    columns: [
      { title: "kernel", align: "left" },
      ...(inSms === undefined ? [] : [{ title: "l2-sm", align: "right" } as const]),
      ...(times === undefined
        ? []
        : [{ title: "least time", align: "right" } as const, { title: "binds", align: "left" } as const]),
      ...(estimates === undefined
        ? []
        : [
            { title: "estimated", align: "right" } as const,
            { title: "binds", align: "left" } as const,
            { title: "by", align: "left" } as const,
          ]),
      ...(traffic === undefined
        ? []
        : [
            { title: "best known", align: "right" } as const,
            { title: "replayed", align: "right" } as const,
            { title: "schedule", align: "left" } as const,
          ]),
    ],
    rows: plan.kernels.map((kernel, i) => {
      const [known, time] = [traffic?.[i], times?.[i]];
      return [
        kernel.join(" + "),
        ...(inSms?.interface === "l2-sm" ? [formatBytes(inSms.kernels[i]?.value ?? 0n)] : []),
        ...(time === undefined ? [] : [formatSeconds(time.seconds), bindingName(time.binds, type)]),
        ...(estimates === undefined ? [] : estimateCells(estimates[i], type)),
        ...(traffic === undefined ? [] : knownCells(known, name)),
      ];
    }),
  };
}

function estimateCells(estimate: KernelEstimate | undefined, type: DataType): readonly string[] {
  if (estimate === undefined) return ["–", "", "no short replay known"];
  return [formatSeconds(estimate.seconds), bindingName(estimate.binds, type), estimate.schedule];
}

function knownCells(known: KernelTraffic | undefined, name: Interface): readonly string[] {
  const bytes = known?.bytes.get(name);
  if (known === undefined || bytes === undefined) return ["–", "", "none known"];
  const again = known.recomputed.filter(({ operator }) => /norm/i.test(operator));
  const counted = again.map(({ operator, times }) => `; ${operator} ${times} times`).join("");
  return [formatBytes(bytes), percent(Number(known.replayedBytes.get(name) ?? 0n), Number(bytes)), `${known.schedule}${counted}`];
}

/** What fusing two neighbours of a plan can save at most. */
export function stepsGrid({ steps }: PlanRow): Grid {
  return {
    columns: [
      { title: "fuse", align: "left" },
      { title: "at most", align: "right" },
      { title: "why not", align: "left" },
    ],
    rows: steps.map((step) => [
      `${step.first.at(-1)} | ${step.second[0]}`,
      formatBytes(step.gainAtMostBytes),
      step.objection ?? "legal",
    ]),
  };
}

/** `12.5 %`; nothing of nothing. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}
