import type { Fields } from "../shared/fields.js";
import { Refused, requireOnly } from "../shared/fields.js";
import { beyondCompulsory, requireBeyond } from "../shared/near-capacity.js";
import type { CheckedTraffic } from "./instance.js";
import { readInstance } from "./instance.js";
import { readResident } from "./operand-shape.js";

/** The hypotheses, and the least whole number that proofs/gemm-input-near-capacity.md allows. */
export function checkResidentOperand(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "missing", "rent", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, output } = instance;
  if (batch !== 1n || instance.memories !== 1n) throw new Refused(`${path}.instance`, "one batch element, one memory");
  const { across, slices, narrowest, places } = readResident(fields, path, instance);
  const side = across < k ? across : k;
  const extra = beyondCompulsory(fields, path, { held: across * k, slices, side, places, narrowest });
  return { instance, value: requireBeyond(fields, path, a * m * k + b * k * n + output * m * n, extra) };
}
