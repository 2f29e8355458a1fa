import type { Fields } from "../shared/fields.js";
import { count, Refused, requireOnly, text } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { leastOfParts, PART } from "../shared/whole-passes.js";
import type { CheckedTraffic } from "./instance.js";
import { readInstance } from "./instance.js";

/** p·φ(fits) + φ(what is left over), slice by slice, as proofs/gemm-whole-passes.md rounds it. */
export function checkProductPasses(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "fits", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial: sum, output } = instance;
  const resident = text(fields, "resident", path);
  const used = instance.capacity - (instance.capacity % divisor(divisor(a, b), sum));
  let [word, slices, across, along, wide, deep] = [a, batch * n, m, k, sum, b];
  if (resident === "b") [word, slices, across, deep] = [b, batch * m, n, a];
  else if (resident === "c") {
    if (sum > output) throw new Refused(`${path}.instance.weights.partial`, "sums wider than their last store");
    [word, slices, along, wide, deep] = [sum, batch * k, n, a, b];
  } else if (resident !== "a") throw new Refused(`${path}.resident`, `neither a, b nor c: '${resident}'`);

  const fits = count(fields, "fits", path, 1n);
  if (fits * word < used || (fits - 1n) * word >= used) throw new Refused(`${path}.fits`, "not the words of a memory");
  if (across * along < fits) throw new Refused(`${path}.resident`, "less than one memory");
  const own = leastOfParts([across, wide], [along, deep], fits) - (resident === "c" ? 0n : sum * across * PART);
  const stores = resident === "c" ? 0n : output * batch * m * n;
  const proven = (slices * own + PART - 1n) / PART + stores;
  const value = count(fields, "value", path);
  if (own <= 0n || value !== proven) throw new Refused(`${path}.value`, `the theorem proves ${proven}`);
  return { instance, value };
}
