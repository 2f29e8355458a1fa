import { toApproximateNumber } from "../exact/rational.js";
import type { GapBreakdown, LevelId } from "../gap/breakdown/breakdown.js";
import type { Machine } from "../machines/machine.js";
import { wrapped } from "../text/text-lines.js";
import { interfaceName } from "./interface-names.js";
import { textTable } from "./table.js";
import { formatCount, formatRatio } from "./units.js";

export const LEVEL_NAMES: Readonly<Record<LevelId, string>> = {
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

/** The breakdown as a table, a level a line, then what to do first: the interface of `redblue gap --explain`. */
export function breakdownText(
  breakdown: GapBreakdown,
  machine: Machine,
  heading: (text: string) => string,
  columns: number,
): string {
  const unit = machine.kind === "abstract" ? "words" : "bytes";
  const { interface: interfaceId, counts, levels, steps, whole, headline } = breakdown;
  const what = counts === "reads" ? "reads" : "reads and writes";
  const table = textTable(
    [
      { title: "level", align: "left" },
      { title: unit, align: "right" },
      { title: "factor", align: "right" },
      { title: "", align: "left" },
    ],
    levels.map(({ id, label, amount }, i) => {
      const step = steps[i - 1];
      const factor = step === undefined ? "" : `${formatRatio(toApproximateNumber(step.factor))}${step.rises ? " up" : ""}`;
      return [LEVEL_NAMES[id], formatCount(amount, unit), factor, label];
    }),
  );
  const changes = steps.map(({ to, change }) => wrapped(`  ${LEVEL_NAMES[to]}: ${change}`, columns, "    "));
  const title = heading(`Where the gap comes from, ${interfaceName(interfaceId, machine.kind)} (${interfaceId}, ${what})`);
  const said = wrapped(`Whole gap ${formatRatio(toApproximateNumber(whole))}. ${headline}`, columns);
  return [title, table, said, ...changes].join("\n");
}
