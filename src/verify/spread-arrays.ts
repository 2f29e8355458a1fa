import { count, exactly, type Fields, Refused, record, requireEqual, requireOnly } from "./shared/fields.js";
import { innerLevel, isSpreadAt, levelsOf } from "./tree.js";
import type { Verified } from "./verified.js";
import type { BoundOfDocument } from "./warm-start.js";

export const SPREAD_ARRAYS = "spread-arrays";

/** Where the proof stands, which is on paper whatever the theorem inside has. */
export const SPREAD_ARRAYS_PROOF = { proof: "proofs/spread-arrays.md", status: "paper proof" } as const;

/** Suffix of the id of a bound on executions whose arrays lie spread over the fast memories. */
export const SPREAD_ARRAYS_SUFFIX = "-spread-arrays";

/** What such a bound requires beside what the theorem inside does. */
export const SPREAD_EVENLY = "spread-evenly";

/**
 * What the certificate inside proves less the bytes that the memories hold. Whether these are the workload's is for `checkSpread`.
 * @throws Refused
 */
export function checkSpreadArrays(fields: Fields, verify: (inner: Fields, path: string) => Verified, path: string): Verified {
  const at = `${path}.inner`;
  const { reads: _, writes: __, ...inner } = verify(record(fields["inner"], at), at);
  requireOnly(fields, ["schema", "theorem", "memories", "held", "inner", "value"], path);
  const [memories, held] = [count(fields, "memories", path, 1n), count(fields, "held", path)];
  const value = exactly(fields, "value", inner.value > held ? inner.value - held : 0n, path);
  return { ...inner, value, spread: { memories, held } };
}

/**
 * At the interface into memories that hold the arrays every bound takes them as spread, by the sizes of the compulsory bound, whose arrays
 * are those of the workload; at no other interface does one. @throws Refused
 */
export function checkSpread(bounds: readonly (BoundOfDocument & { readonly scope: string })[], machine: Fields): void {
  for (const { verified, interfaceId, path, scope } of bounds) {
    const { spread } = verified;
    const here = memoriesOfHome(machine, interfaceId, path);
    if (here === undefined) {
      if (spread !== undefined) throw new Refused(`${path}.certificate`, "arrays do not lie in the memories of this interface");
      continue;
    }
    if (spread === undefined) throw new Refused(`${path}.certificate`, "arrays lie in the memories of this interface");
    requireEqual(spread.memories, here, `${path}.certificate.memories`, "the number of memories");
    if (scope === "class") throw new Refused(`${path}.certificate`, "a class of kernels, of which nothing is known here");
    const held = heldBytes(bounds, interfaceId, scope === "busiest" ? here : 1n);
    requireEqual(spread.held, held, `${path}.certificate.held`, "what the memories hold");
  }
}

function memoriesOfHome(machine: Fields, interfaceId: string, path: string): bigint | undefined {
  if (machine["kind"] !== "tree") return undefined;
  const levels = levelsOf(machine);
  const index = innerLevel(levels, interfaceId, path);
  return isSpreadAt(machine, levels, index) ? levels[index]?.memories : undefined;
}

function heldBytes(bounds: readonly BoundOfDocument[], interfaceId: string, memories: bigint): bigint {
  const compulsory = bounds.find(({ verified, interfaceId: id }) => verified.arrays !== undefined && id === interfaceId);
  if (compulsory === undefined) throw new Refused("bounds", "no compulsory bound that says what the arrays hold");
  const { arrays = [], units = 1n } = compulsory.verified;
  return arrays.reduce((sum, { words, wordSize }) => {
    const share = ((words + memories - 1n) / memories) * wordSize;
    return sum + (share + units - 1n) / units;
  }, 0n);
}
