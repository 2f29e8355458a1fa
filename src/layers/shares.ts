import { matrixOperations } from "./operations.js";
import type { GraphIndex } from "./operator-graph.js";
import { boundaryOf, tensorBytes } from "./operator-graph.js";

/** What the layer must move between DRAM and the chip, by what it is. */
export interface Shares {
  readonly weightBytes: bigint;
  /** Keys and values read from the cache, and the new ones written. */
  readonly cacheBytes: bigint;
  readonly activationBytes: bigint;
  /** Multiply-adds counted as two. */
  readonly operations: bigint;
}

export function sharesOf(index: GraphIndex): Shares {
  const { inputs, outputs } = boundaryOf(index, new Set(index.graph.operators.map(({ name }) => name)));
  const isCacheWrite = (name: string): boolean => index.producer.get(name)?.work.kind === "copy";
  let [weightBytes, cacheBytes, activationBytes] = [0n, 0n, 0n];
  for (const tensor of inputs) {
    if (tensor.kind === "weight") weightBytes += tensorBytes(tensor);
    else if (tensor.kind === "cache") cacheBytes += tensorBytes(tensor);
    else activationBytes += tensorBytes(tensor);
  }
  for (const tensor of outputs) {
    if (isCacheWrite(tensor.name)) cacheBytes += tensorBytes(tensor);
    else activationBytes += tensorBytes(tensor);
  }
  const operations = index.graph.operators.reduce((sum, operator) => sum + (matrixOperations(index, operator)?.count ?? 0n), 0n);
  return { weightBytes, cacheBytes, activationBytes, operations };
}
