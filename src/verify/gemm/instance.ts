import { count, type Fields, record, requireOnly } from "../shared/fields.js";

/** A matrix product before memories of one size, as the checker reads it. */
export interface ProductOfMachine {
  readonly batch: bigint;
  readonly m: bigint;
  readonly n: bigint;
  readonly k: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** What a certificate about such a product proves. */
export interface CheckedTraffic {
  readonly instance: ProductOfMachine;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
}

export function readInstance(fields: Fields, path: string): ProductOfMachine {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["extents", "weights", "capacity", "memories"], at);
  const extents = record(instance["extents"], `${at}.extents`);
  requireOnly(extents, ["batch", "m", "n", "k"], `${at}.extents`);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["a", "b", "partial", "output"], `${at}.weights`);
  const extent = (name: string): bigint => count(extents, name, `${at}.extents`, 1n);
  const weight = (name: string): bigint => count(weights, name, `${at}.weights`, 1n);
  return {
    batch: extent("batch"),
    m: extent("m"),
    n: extent("n"),
    k: extent("k"),
    a: weight("a"),
    b: weight("b"),
    partial: weight("partial"),
    output: weight("output"),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
}
