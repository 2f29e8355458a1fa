import { bestBounds } from "../bounds/prove.js";
import { productTypeOf } from "../computation/operand-types.js";
import { describeWorkload } from "../computation/workload.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { SearchObjective } from "../gap/search/choice-cost.js";
import type { OptimizeReport } from "../gap/search/optimize.js";
import { bestOf, boundsOfChoice, goalOf, INDISTINCT } from "../gap/search/optimize.js";
import { knowsHints } from "../plan/planned.js";
import type { ScheduleChoice } from "../plan/schedule-space.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import { HINT_SAVES } from "../schedules/tiles/eviction-hints.js";
import { wrapped } from "../text/text-lines.js";
import { describeMachine, leftOutLines } from "./gap-text.js";
import { bindingName } from "./schedule-table.js";
import { textTable } from "./table.js";
import { formatBytes, formatCapacity, formatRatio, formatSeconds } from "./units.js";

const LEAST: Readonly<Record<SearchObjective, string>> = {
  time: "least estimated time first",
  "dram-l2": "fewest bytes over DRAM first",
  "l2-sm": "fewest bytes into the SMs first",
  energy: "least energy of the bytes first",
};

const GOALS: Readonly<Record<SearchObjective, string>> = {
  time: "least time of any kernel",
  "dram-l2": "bound of every kernel over DRAM",
  "l2-sm": "bound of every kernel into the SMs",
  energy: "energy of the bytes that are proven",
};

/** The best schedules found and why the search ended: the interface of `redblue optimize`. */
export function optimizeText(report: OptimizeReport, heading: (text: string) => string, columns: number): string {
  const { question, bounds } = report;
  const { workload, gpu, l2, objective, resident, leftOut = [] } = question;
  const best = bestOf(report);
  const timed = best.some(({ cost }) => cost.time !== undefined);
  const table = textTable(
    [
      { title: "schedule", align: "left" },
      ...(timed ? ([right("time"), { title: "binds", align: "left" }, right("of peak")] as const) : []),
      right("DRAM"),
      right("gap"),
      right("SMs"),
      right("gap"),
    ],
    best.map(({ choice, cost: { time, dram, sm } }) => {
      const own = boundsOfChoice(report, choice);
      const gap = (bytes: bigint, at: "dram-l2" | "l2-sm"): string =>
        formatRatio(quotientAsNumber(bytes, own.get(at)?.value ?? bytes));
      const timeCells =
        time === undefined
          ? ["", "", ""]
          : [formatSeconds(time.seconds), bindingName(time.binds, productTypeOf(workload)), `${time.percentOfPeak.toFixed(0)} %`];
      return [
        describeChoice(choice),
        ...(timed ? timeCells : []),
        ...[formatBytes(dram), gap(dram, "dram-l2"), formatBytes(sm), gap(sm, "l2-sm")],
      ];
    }),
  );
  const proven = bestBounds(bounds);
  const bytes = (["dram-l2", "l2-sm"] as const).flatMap((at) => {
    const bound = proven.get(at);
    return bound === undefined ? [] : [`${formatBytes(bound.value)} ${at === "dram-l2" ? "over DRAM" : "into the SMs"}`];
  });
  const least = goalOf({ question, bounds, least: report.least });
  return [
    describeWorkload(workload),
    describeMachine(gpu, resident),
    `L2 replayed as ${describeL2(l2, formatCapacity)}`,
    "",
    heading(`Best schedules found, ${LEAST[objective]}`),
    table,
    "",
    wrapped(
      `Every kernel takes ${formatSeconds(report.least.binding.seconds)} and moves ${bytes.join(" and ")} at least (proven).` +
        (objective === "time" && best[0]?.cost.time !== undefined
          ? ` The best found takes ${formatRatio(best[0].cost.time.seconds / least)} that time.`
          : ""),
      columns,
    ),
    wrapped(searchLine(report), columns),
    ...hintLines(report).map((line) => wrapped(line, columns)),
    ...leftOutLines(leftOut).map((line) => wrapped(line, columns)),
  ].join("\n");
}

const right = (title: string) => ({ title, align: "right" }) as const;

/** How many were tried, and why the search ended. */
function searchLine({ question: { objective, within }, result }: OptimizeReport): string {
  const fit = result.tried.filter(({ cost }) => cost !== undefined).length;
  const not = result.tried.length - fit;
  const ends = {
    goal:
      within !== undefined
        ? `the best is within ${within} of the ${GOALS[objective]}`
        : objective === "time"
          ? "the best takes the least time of any kernel, so nothing better exists"
          : "the best moves exactly what is proven to be needed, so nothing better exists",
    searched:
      objective === "time"
        ? `no change of one parameter of the best, or of one within ${100 * INDISTINCT} % of it, improves it by more than ${100 * INDISTINCT} %`
        : "no change of one parameter of the best improves it",
    stopped: "stopped before its end; the same command goes on from here where --out names a file",
  };
  const why =
    objective === "time"
      ? `their steps alone take as long as the best, less ${100 * INDISTINCT} %`
      : "what they move at least is more than the best moves";
  const passed = result.passedOver === 0 ? "" : ` ${result.passedOver} were not replayed: ${why}.`;
  return `Tried ${fit} schedules${not === 0 ? "" : ` and ${not} that do not fit`}: ${ends[result.end]}.${passed}`;
}

/** Of eviction hints, where the search came to them. */
function hintLines({ question: { l2, objective, hintsOf }, result, hintsTried }: OptimizeReport): readonly string[] {
  if (hintsOf === undefined || objective === "l2-sm") return [];
  if (!knowsHints(l2))
    return ["No eviction hints were tried: rules for them were measured on an H100 and are used for H100 and H200 alone."];
  if (hintsTried === 0) return [];
  const found = result.tried.filter(({ choice }) => choice["hint"] !== undefined).length;
  const those = found === 0 ? "none" : `${found}, shown with \`hint\`,`;
  return [
    `Eviction hints: of ${hintsTried} tried with the best schedules, ${those} saved ${100 * HINT_SAVES} % of the DRAM bytes at no cost in time. ` +
      "Evict-last beside evict-first is not tried: there replays are far from counters.",
  ];
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
