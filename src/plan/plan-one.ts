import type { Workload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { didYouMean } from "../text/nearest-name.js";
import type { PlannedReplay, PlanOptions } from "./planned.js";
import { planReplays } from "./planned.js";
import { ORDER_OF_OTHERS } from "./products.js";

/**
 * The one replay that a schedule's id and options mean.
 *
 * @throws InputError where no schedule of that id is known for the whole workload, it does not fit, or the options mean several.
 */
export function planOne(id: string, workload: Workload, gpu: Gpu, options: PlanOptions): PlannedReplay {
  // Beside the tiled product a kernel of a product has one usual order.
  const usual = workload.kind === "gemm" && id !== "tiled-gemm" ? { orders: options.orders ?? [ORDER_OF_OTHERS] } : {};
  const planned = planReplays(workload, gpu, { ...options, ...usual, schedule: id });
  const ids = [...new Set(planned.map(({ fields }) => String(fields["id"])))];
  const [first, second] = planned.filter(({ fields }) => fields["id"] === id);
  if (first === undefined) {
    throw new InputError("schedule", `one of ${ids.join(", ")} for this workload${didYouMean(id, ids)}`, shown(id));
  }
  if (second !== undefined) {
    throw new InputError("schedule", "its launch order or band (order: group:8, band: 4)", `${first.label}, ${second.label}, …`);
  }
  const part = first.fields["computes"];
  // Its traffic must not stand beside bounds of the whole.
  if (part !== undefined)
    throw new InputError("schedule", `a schedule of the whole ${workload.kind}`, `${id}, which computes ${part}`);
  return first;
}
