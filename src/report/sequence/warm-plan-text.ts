import { quotientAsNumber } from "../../exact/rational.js";
import type { PlanRow } from "../../layers/layer-report.js";
import { totalTraffic } from "../../replay/traffic.js";
import { STILL_DIRTY, textTable } from "../table.js";
import { formatBytes } from "../units.js";

const NOTHING = { reads: 0n, writes: 0n, dirtyAtEnd: 0n };

/** Plans whose kernels run one after another through one L2: what each moves there beside the same from cold L2s, and the last plan's kernels. */
export function warmLines(rows: readonly PlanRow[], heading: (text: string) => string): readonly string[] {
  const warm = rows.filter(({ warm: one }) => one !== undefined);
  const last = warm.at(-1);
  if (last?.warm === undefined) return [];
  const title = (name: string) => ({ title: name, align: "right" as const });
  const plans = textTable(
    [{ title: "plan", align: "left" }, ...["reads", "written back", STILL_DIRTY, "each kernel cold", "saved"].map(title)],
    warm.map((row) => {
      const total = row.warm?.total ?? NOTHING;
      const cold = (row.warm?.cold ?? []).reduce((sum, one) => sum + totalTraffic(one), 0n);
      const saved = cold === 0n ? 0 : 100 * (1 - quotientAsNumber(totalTraffic(total), cold));
      const cells = [total.reads, total.writes, total.dirtyAtEnd, cold].map(formatBytes);
      return [row.plan.id, ...cells, `${saved.toFixed(1)} %`];
    }),
  );
  const kernels = textTable(
    [{ title: "kernel", align: "left" }, ...["reads", "written back", STILL_DIRTY, "alone, cold"].map(title)],
    last.plan.kernels.map((kernel, at) => {
      const { reads, writes, dirtyAtEnd } = last.warm?.kernels[at] ?? NOTHING;
      const cold = totalTraffic(last.warm?.cold[at] ?? NOTHING);
      return [kernel.join(" + "), ...[reads, writes, dirtyAtEnd, cold].map(formatBytes)];
    }),
  );
  return [
    "",
    heading("DRAM traffic of best known schedules, one kernel after another through one L2 (replays in lock step)"),
    plans,
    "",
    heading(`Kernels of ${last.plan.id} through one L2`),
    kernels,
    "Written back: while the kernel ran, also what earlier ones wrote. Still dirty: in the L2 when it ended.",
  ];
}
