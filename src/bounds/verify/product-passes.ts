import type { Fields } from "./fields.js";
import { count, Refused, requireOnly, text } from "./fields.js";
import { divisor, floorOfRoot } from "./integers.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance } from "./product-instance.js";

/** 2²⁰: parts of a byte, or word. */
const PART = 1048576n;

/** p·φ(fits) + φ(what is left over), slice by slice, as proofs/product-passes.md, section 4, rounds it. */
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
  const cells = across * along;
  const passes = (cells - (cells % fits)) / fits;
  if (passes === 0n) throw new Refused(`${path}.resident`, "less than one memory");
  /** Weight over PART of `wide` a row and `deep` a column, at most `across` and `along` of them, that have so many cells. */
  const covering = (some: bigint): bigint => {
    // Equal weights of rows and columns, c²·deep = some·wide, unless that is more of a kind than there is.
    if (some * wide > deep * along * along) return (PART * (deep * along * along + wide * some)) / along;
    if (some * deep > wide * across * across) return (PART * (wide * across * across + deep * some)) / across;
    return floorOfRoot(4n * wide * deep * some * PART * PART);
  };
  const own = passes * covering(fits) + covering(cells % fits) - (resident === "c" ? 0n : sum * across * PART);
  const stores = resident === "c" ? 0n : output * batch * m * n;
  const proven = (slices * own + PART - 1n) / PART + stores;
  const value = count(fields, "value", path);
  if (own <= 0n || value !== proven) throw new Refused(`${path}.value`, `the theorem proves ${proven}`);
  return { instance, value };
}
