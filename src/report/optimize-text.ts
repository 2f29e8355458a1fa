import { describeWorkload } from "../computation/workload.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { OptimizeReport } from "../gap/optimize.js";
import { bestOf, boundOfChoice } from "../gap/optimize.js";
import type { ScheduleChoice } from "../plan/schedule-space.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import { describeMachine } from "./gap-text.js";
import { textTable } from "./table.js";
import { formatBytes, formatCapacity, formatRatio } from "./units.js";

/** The best schedules found and why the search ended: the interface of `redblue optimize`. */
export function optimizeText(report: OptimizeReport, heading: (text: string) => string): string {
  const { question, bound, result } = report;
  const { workload, machine, l2, interface: interfaceId, within } = question;
  const best = bestOf(result).map((found) => ({ ...found, own: boundOfChoice(report, found.choice) }));
  const apart = best.some(({ own }) => own !== bound);
  const fit = result.tried.filter(({ cost }) => cost !== undefined).length;
  const other = interfaceId === "dram-l2" ? "l2-sm" : "dram-l2";
  const table = textTable(
    [
      { title: "schedule", align: "left" },
      { title: interfaceId, align: "right" },
      { title: "gap", align: "right" },
      ...(apart ? [{ title: "to", align: "left" } as const] : []),
      { title: other, align: "right" },
    ],
    best.map(({ choice, cost, own }) => [
      describeChoice(choice),
      formatBytes(cost[0] ?? 0n),
      formatRatio(quotientAsNumber(cost[0] ?? 0n, own.value)),
      ...(apart ? [own.id] : []),
      formatBytes(cost[1] ?? 0n),
    ]),
  );
  const ends = {
    goal:
      within === undefined
        ? "the best moves exactly what is proven to be needed, so nothing better exists"
        : `the best is within ${within} of the bound`,
    searched: "no change of one parameter of the best improves it",
    stopped: "stopped before its end; the same command goes on from here where --out names a file",
  };
  return [
    describeWorkload(workload),
    describeMachine(machine),
    `L2 replayed as ${describeL2(l2, formatCapacity)}`,
    "",
    heading(`Best schedules found, ${interfaceId}`),
    table,
    "",
    `Proven bound of every kernel ${formatBytes(bound.value)} (${bound.id}). Tried ${fit} schedules and ${result.tried.length - fit} ` +
      `that do not fit: ${ends[result.end]}.`,
  ].join("\n");
}

/** `tiled-gemm 128x256x64 group:8, 3 stages` */
export function describeChoice(choice: ScheduleChoice): string {
  const { schedule, tile, order, band, stages, splits, ...rest } = choice;
  const more = [
    ...(band === undefined ? [] : [`band ${band}`]),
    ...(splits === undefined ? [] : [`${splits} splits`]),
    ...(stages === undefined ? [] : [`${stages} stages`]),
    ...Object.entries(rest).map(([name, value]) => `${name} ${value}`),
  ];
  return [[schedule, tile, order].filter((part) => part !== undefined).join(" "), ...more].join(", ");
}
