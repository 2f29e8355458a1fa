import type { Unit } from "../bounds/bound.js";
import { toApproximateNumber } from "../exact/rational.js";
import type { GapLadder, RungId } from "../gap/ladder.js";
import { INTERFACE_NAMES } from "./gap-text.js";
import { textTable } from "./table.js";
import { formatCount, formatRatio } from "./units.js";

export const RUNG_NAMES: Readonly<Record<RungId, string>> = {
  measured: "measured",
  schedule: "this schedule",
  "ideal-replacement": "ideal replacement",
  "best-order": "best launch order",
  "best-schedule": "best schedule known",
  "sums-in-place": "sums in place",
  "class-bound": "any launch order",
  "condition-bound": "bound under conditions",
  bound: "proven bound",
};

/** The ladder as a table, a rung a line, then what to do first: the face of `redblue gap --explain`. */
export function ladderText(ladder: GapLadder, unit: Unit, heading: (text: string) => string): string {
  const { interface: face, counts, rungs, steps, whole, headline } = ladder;
  const what = counts === "reads" ? "reads" : "reads and writes";
  const table = textTable(
    [
      { title: "rung", align: "left" },
      { title: unit, align: "right" },
      { title: "factor", align: "right" },
      { title: "", align: "left" },
    ],
    rungs.map(({ id, label, amount }, i) => {
      const step = steps[i - 1];
      const factor = step === undefined ? "" : `${formatRatio(toApproximateNumber(step.factor))}${step.rises ? " up" : ""}`;
      return [RUNG_NAMES[id], formatCount(amount, unit), factor, label];
    }),
  );
  const changes = steps.map(({ to, change }) => `  ${RUNG_NAMES[to]}: ${change}`);
  const title = heading(`Where the gap comes from, ${INTERFACE_NAMES[face]} (${face}, ${what})`);
  return [title, table, `Whole gap ${formatRatio(toApproximateNumber(whole))}. ${headline}`, ...changes].join("\n");
}
