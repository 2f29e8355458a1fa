import { checkInteger, InputError, shown } from "../errors.js";
import { BYTES_OF } from "./data-types.js";
import type { Workload } from "./workload.js";

/** Extents of each kind, at least 1. */
const EXTENTS: Readonly<Record<Workload["kind"], readonly string[]>> = {
  gemm: ["batch", "m", "n", "k"],
  chain: ["m", "k", "l", "n"],
  "long-chain": ["m"],
  ffn: ["tokens", "model", "hidden"],
  attention: ["batch", "heads", "kvHeads", "queries", "keys", "dim"],
  conv: ["batch", "inChannels", "outChannels", "height", "width"],
  einsum: [],
  elementwise: ["rows", "columns", "inputs"],
  softmax: ["rows", "columns"],
  rmsnorm: ["rows", "columns"],
  layernorm: ["rows", "columns"],
  rotary: ["rows", "heads", "dim"],
  "norm-gemm": ["m", "n", "k"],
};

/**
 * Workloads are plain objects, and a script may copy one and set another extent in it; what proves or replays takes none that the
 * constructors would refuse for its extents or types.
 *
 * @throws InputError naming the extent, `dtype`, `output-dtype`, `accumulator` or `workload`.
 */
export function checkWorkload(workload: Workload): void {
  const known = Object.keys(EXTENTS);
  const kind: unknown = (workload as { readonly kind?: unknown } | null | undefined)?.kind;
  if (typeof kind !== "string" || !known.includes(kind))
    throw new InputError("workload", `one of kind ${known.join(", ")}`, shown(kind));
  const fields = workload as unknown as Readonly<Record<string, unknown>>;
  for (const name of EXTENTS[workload.kind]) checkInteger(asFlag(name), fields[name], 1);
  if (workload.kind === "long-chain") for (const width of workload.widths) checkInteger("widths", width, 1);
  if (workload.kind === "norm-gemm") checkInteger("head-dim", workload.headDim, 0);
  if (workload.kind === "attention" && workload.heads % workload.kvHeads !== 0)
    throw new InputError("heads", `a multiple of kv-heads, ${workload.kvHeads}`, String(workload.heads));
  if (workload.kind === "conv") {
    for (const side of [...workload.kernel, ...workload.stride]) checkInteger("kernel and stride", side, 1);
    for (const side of workload.padding) checkInteger("padding", side, 0);
  }
  if (workload.kind === "einsum") return;
  for (const [name, flag] of TYPES) {
    const type = fields[name];
    if (typeof type !== "string" || !Object.hasOwn(BYTES_OF, type))
      throw new InputError(flag, `one of ${Object.keys(BYTES_OF).join(", ")}`, shown(type));
  }
}

const TYPES = [
  ["dataType", "dtype"],
  ["outputType", "output-dtype"],
  ["accumulator", "accumulator"],
] as const;

/** `inChannels` as `in-channels`. */
function asFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
