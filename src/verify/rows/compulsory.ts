import { exactly, type Fields, requireOnly } from "../shared/fields.js";
import type { Established } from "../theorem.js";
import { readArrays } from "./arrays.js";

/** Every input that is used once, and every output. @throws Refused */
export function checkCompulsory(fields: Fields, path: string): Established {
  requireOnly(fields, ["schema", "theorem", "inputs", "outputs", "reads", "writes", "value"], path);
  const arrays = (["inputs", "outputs"] as const).flatMap((name) =>
    readArrays(fields, name, name === "inputs" ? "input" : "output", path),
  );
  const total = (role: string): bigint => arrays.reduce((sum, x) => (x.role === role ? sum + x.words * x.wordSize : sum), 0n);
  const reads = exactly(fields, "reads", total("input"), path);
  const writes = exactly(fields, "writes", total("output"), path);
  return { reads, writes, value: exactly(fields, "value", reads + writes, path), arrays };
}
