import { type Fields, Refused, requireOnly, text } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { type CheckedSlices, checkWholePasses } from "../shared/whole-passes.js";
import { type CheckedTraffic, readInstance } from "./instance.js";

/** Columns of C for A, rows of C for B, inner indices for C: slices of one kind. */
export function checkGemmWholePasses(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "fits", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial: sum, output } = instance;
  const resident = text(fields, "resident", path);
  const used = instance.capacity - (instance.capacity % divisor(divisor(a, b), sum));
  let [word, stores] = [a, output * batch * m * n];
  let kind: CheckedSlices = { slices: batch * n, rows: [m, sum], columns: [k, b], free: sum * m };
  if (resident === "b") {
    word = b;
    kind = { slices: batch * m, rows: [n, sum], columns: [k, a], free: sum * n };
  } else if (resident === "c") {
    if (sum > output) throw new Refused(`${path}.instance.weights.partial`, "sums wider than their last store");
    [word, stores] = [sum, 0n];
    kind = { slices: batch * k, rows: [m, a], columns: [n, b], free: 0n };
  } else if (resident !== "a") throw new Refused(`${path}.resident`, `neither a, b nor c: '${resident}'`);
  return { instance, value: checkWholePasses(fields, { used, word, kinds: [kind], times: 1n, stores }, path) };
}
