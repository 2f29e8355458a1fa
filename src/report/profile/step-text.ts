import type { StepGroup, StepSummary } from "../../gap/step/step-summary.js";
import type { Column } from "../table.js";
import { textTable } from "../table.js";
import { termName } from "../time-text.js";
import { formatBytes, formatRatio, formatSeconds } from "../units.js";

/** What a row of the table stands for. */
export function groupTitle({ title, work, reason }: StepGroup): string {
  const what = work === undefined ? title : `${title}: ${work}`;
  return reason === undefined ? what : `${what} (${reason})`;
}

/** The whole step in one or two sentences. */
export function stepLine(step: StepSummary): string {
  const all = `${step.launches} launches took ${formatSeconds(step.seconds)}.`;
  if (step.knownSeconds === 0) return all;
  const percent = (seconds: number): string => `${((100 * seconds) / step.seconds).toFixed(1)} %`;
  return (
    `${all} The work of ${percent(step.knownSeconds)} of that is known; it takes at least ` +
    `${formatSeconds(step.leastSeconds)}, and took ${formatRatio(step.knownSeconds / step.leastSeconds)} that.` +
    (step.namedSeconds === 0 ? "" : ` ${percent(step.namedSeconds)} more is recognised, but has no bound.`)
  );
}

const COLUMNS: readonly Column[] = [
  { title: "time", align: "right" },
  { title: "share", align: "right" },
  { title: "least", align: "right" },
  { title: "above", align: "right" },
  { title: "of least", align: "right" },
  { title: "binds", align: "left" },
  { title: "launches", align: "right" },
  { title: "operator", align: "left" },
];

const WIDEST_WORK = 76;

/** A step of a profile: its kinds of launches by the time above their least, what is not known, and neighbours to fuse. */
export function stepText(step: StepSummary, top: number): readonly string[] {
  const percent = (seconds: number): string => `${((100 * seconds) / step.seconds).toFixed(1)} %`;
  const row = (group: StepGroup): readonly string[] => {
    const { seconds, leastSeconds, binds, launches } = group;
    const note = groupTitle(group);
    return [
      ...[formatSeconds(seconds), percent(seconds)],
      ...(leastSeconds === undefined
        ? ["", "", "", ""]
        : [
            ...[formatSeconds(leastSeconds), formatSeconds(Math.max(0, seconds - leastSeconds))],
            ...[leastSeconds === 0 ? "" : formatRatio(seconds / leastSeconds), binds.map((id) => termName(id)).join(", ")],
          ]),
      ...[String(launches), note.length > WIDEST_WORK ? `${note.slice(0, WIDEST_WORK - 1)}…` : note],
    ];
  };
  const shown = step.groups.slice(0, top);
  const rest = step.groups.slice(top);
  const total = (list: readonly StepGroup[], of: (group: StepGroup) => number): number =>
    list.reduce((sum, group) => sum + of(group), 0);
  const more =
    rest.length === 0
      ? []
      : [
          [
            ...[
              formatSeconds(total(rest, ({ seconds }) => seconds)),
              percent(total(rest, ({ seconds }) => seconds)),
              "",
              "",
              "",
              "",
            ],
            ...[String(total(rest, ({ launches }) => launches)), `${rest.length} other kinds`],
          ],
        ];
  return [textTable(COLUMNS, [...shown.map(row), ...more]), stepLine(step), ...fusionLines(step, top)];
}

function fusionLines({ fusions }: StepSummary, top: number): readonly string[] {
  if (fusions.length === 0) return [];
  const all = fusions.reduce((sum, { seconds, fusedSeconds }) => sum + seconds - fusedSeconds, 0);
  return [
    "",
    `Fusing launches that only walk rows, one after another over the same rows, would save up to ${formatSeconds(all)} in all:`,
    ...fusions.slice(0, top).map(({ first, last, operators, seconds, measuredBytes, fusedBytes, fusedSeconds }) => {
      const chain = operators.length > 8 ? [...operators.slice(0, 7), "…"] : operators;
      return (
        `  ${first} to ${last} (${chain.join(", ")}): ${formatSeconds(seconds)}${measuredBytes === 0n ? "" : ` and ${formatBytes(measuredBytes)} of DRAM`}; ` +
        `one kernel moves ${formatBytes(BigInt(fusedBytes))}, ${formatSeconds(fusedSeconds)} at the rated bandwidth`
      );
    }),
  ];
}
