import type { Fields } from "../shared/fields.js";
import { Refused, text } from "../shared/fields.js";
import type { ProductOfMachine } from "./instance.js";

/** A product as its slices see the operand that a certificate says stays in memory; words count as the narrowest. */
export interface Resident {
  readonly across: bigint;
  readonly slices: bigint;
  readonly narrowest: bigint;
  readonly places: bigint;
}

export function readResident(fields: Fields, path: string, instance: ProductOfMachine): Resident {
  const { batch, m, n, a, b, partial: sum, capacity } = instance;
  const resident = text(fields, "resident", path);
  if (resident !== "a" && resident !== "b") throw new Refused(`${path}.resident`, `neither a nor b: '${resident}'`);
  const [across, slices] = resident === "a" ? [m, batch * n] : [n, batch * m];
  const narrowest = a < b ? (a < sum ? a : sum) : b < sum ? b : sum;
  return { across, slices, narrowest, places: (capacity - (capacity % narrowest)) / narrowest };
}
