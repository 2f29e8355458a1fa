import type { Unit } from "../../bounds/bound.js";
import { quotientAsNumber, toApproximateNumber } from "../../exact/rational.js";
import type { GapBreakdown } from "../../gap/breakdown/breakdown.js";
import { forMarkup } from "../../text/escape.js";
import { LEVEL_NAMES } from "../breakdown-text.js";
import { formatCount, formatRatio } from "../units.js";

/** A breakdown as bars from the left: what a level moves, and behind it what the step before it saved or added. */
export function waterfall(breakdown: GapBreakdown, unit: Unit): string {
  const most = breakdown.levels.reduce((largest, { amount }) => (amount > largest ? amount : largest), 1n);
  const percent = (amount: bigint): string => (100 * quotientAsNumber(amount, most)).toFixed(2);
  const rows = breakdown.levels.map(({ id, label, basis, amount }, i) => {
    const step = breakdown.steps[i - 1];
    const before = breakdown.levels[i - 1]?.amount ?? amount;
    const [low, high] = before < amount ? [before, amount] : [amount, before];
    const factor = step === undefined ? "" : `${formatRatio(toApproximateNumber(step.factor))}${step.rises ? " (up)" : ""}`;
    const kind = basis.startsWith("proven") ? "proven" : basis;
    return `<li><div class="level"><strong>${forMarkup(LEVEL_NAMES[id])}</strong> <span class="muted">${forMarkup(label)}</span></div>
<div class="amount"><span>${forMarkup(formatCount(amount, unit))}</span> <span class="factor">${factor}</span></div>
<div class="track" aria-hidden="true"><i class="saved${step?.rises === true ? " up" : ""}"
  style="left:${percent(low)}%;width:${percent(high - low)}%"></i><i class="bar ${kind}"
  style="width:${percent(amount)}%"></i></div>
${step === undefined ? "" : `<p class="change">${forMarkup(step.change)}</p>`}</li>`;
  });
  return `<ol class="waterfall">${rows.join("\n")}</ol>`;
}
