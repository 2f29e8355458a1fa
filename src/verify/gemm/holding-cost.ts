import { type Fields, requireEqual, requireOnly } from "../shared/fields.js";
import { byForm, type Check } from "../shared/forms.js";
import { checkHoldingCost } from "../shared/holding-cost.js";
import type { Established } from "../theorem.js";
import { type CheckedTraffic, readInstance } from "./instance.js";

/** Words of each operand in one place, or one array as both operands, each of its words in two places. */
export const checkGemmHoldingCost: Check<Established> = byForm<Established>({
  "two-arrays": (fields, path) => checkPlaces(fields, 1n, path),
  "one-array": (fields, path) => {
    const { instance, value } = checkPlaces(fields, 2n, path);
    requireEqual(instance.b, instance.a, `${path}.instance.weights.b`, "the size of the array's words");
    return { repeated: instance, value };
  },
});

/** mn outputs that meet all of k slices, whose words weigh √(wA·wB) = wA·wB/√(wA·wB) a product, over the places of each. */
function checkPlaces(fields: Fields, places: bigint, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "form", "instance", "room", "potentials", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, a, b } = instance;
  const outputs = batch * m * n;
  const words = { top: outputs * k * a * b, below: places };
  const sliced = { ...instance, words, under: a * b, full: { top: outputs, below: 1n }, outputs, operands: [a, b] };
  return { instance, value: checkHoldingCost(fields, sliced, path) };
}
