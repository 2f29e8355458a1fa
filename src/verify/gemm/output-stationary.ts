import { count, exactly, type Fields, Refused, requireOnly, text } from "../shared/fields.js";
import type { Established } from "../theorem.js";
import { readInstance } from "./instance.js";
import { leastPanels } from "./panels.js";

/** Bytes of k that a stage holds of each row and column: the widest swizzle of shared memory. */
const STAGE_ROW_BYTES = 128n;

const CLAIMS = ["home", "sms", "stages", "sharedMemory", "blockOutputs", "reads", "writes", "value"];

/** Bytes into the SMs of kernels that sum in place: outputs of a block, reads, writes, value. @throws Refused */
export function checkGemmOutputStationary(fields: Fields, path: string): Established {
  requireOnly(fields, ["schema", "theorem", "instance", ...CLAIMS], path);
  const instance = readInstance(fields, path);
  const home = text(fields, "home", path);
  if (home !== "registers" && home !== "tensor-memory") throw new Refused(`${path}.home`, "neither registers nor tensor-memory");
  const number = (name: string, least = 0n): bigint => count(fields, name, path, least);
  const sums = { home, sms: number("sms", 1n), stages: number("stages"), sharedMemory: number("sharedMemory") } as const;
  const { batch, m, n, a, b } = instance;
  // A stage has 128 bytes of a row and of a column: as much of k in both.
  if (sums.stages > 0n && a !== b) throw new Refused(`${path}.stages`, "operands of two sizes");
  let block = instance.capacity / instance.partial;
  if (m * n < block) block = m * n;
  if (sums.stages > 0n) {
    const staged = mostWithin(m, n, sums.sharedMemory / (STAGE_ROW_BYTES * sums.stages));
    if (staged < block) block = staged;
  }
  if (block < 1n) throw new Refused(path, "no output fits a block");
  const blockOutputs = exactly(fields, "blockOutputs", block, path);
  const reads = exactly(fields, "reads", leastPanels(instance, batch * m * n, blockOutputs), path);
  const writes = exactly(fields, "writes", instance.output * batch * m * n, path);
  return { instance, sums, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

/** The most r·c with r ≤ m, c ≤ n, r + c ≤ together: a side at half, or at its end, or the other at its end. */
function mostWithin(m: bigint, n: bigint, together: bigint): bigint {
  let most = 0n;
  for (const r of [together / 2n, m, together - n]) {
    if (r < 1n || r > m) continue;
    const c = together - r < n ? together - r : n;
    if (c > 0n && r * c > most) most = r * c;
  }
  return most;
}
