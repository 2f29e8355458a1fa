import { type Fields, Refused, requireOnly, text } from "../shared/fields.js";
import { beyondCompulsory, requireBeyond } from "../shared/near-capacity.js";
import { type CheckedTraffic, readInstance } from "./instance.js";

/** The hypotheses, and the least whole number that proofs/gemm-input-near-capacity.md, section 6, allows; words count as the narrowest. */
export function checkGemmInputNearCapacity(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "missing", "holdingCost", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial: sum, output, capacity } = instance;
  if (batch !== 1n || instance.memories !== 1n) throw new Refused(`${path}.instance`, "one batch element, one memory");
  const resident = text(fields, "resident", path);
  if (resident !== "a" && resident !== "b") throw new Refused(`${path}.resident`, `neither a nor b: '${resident}'`);
  const [across, slices] = resident === "a" ? [m, n] : [n, m];
  const narrowest = a < b ? (a < sum ? a : sum) : b < sum ? b : sum;
  const places = (capacity - (capacity % narrowest)) / narrowest;
  const side = across < k ? across : k;
  const extra = beyondCompulsory(fields, path, { held: across * k, slices, side, places, narrowest });
  return { instance, value: requireBeyond(fields, path, a * m * k + b * k * n + output * m * n, extra) };
}
