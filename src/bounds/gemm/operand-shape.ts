import { minimum } from "../../exact/integer.js";
import type { ProductInstance } from "../certificates/gemm.js";
import type { Lines } from "../shared/whole-passes.js";

/** A product as its slices see one operand that stays in memory: columns of C for A, rows of C for B. Words count as the narrowest. */
export interface ResidentOperand {
  readonly slices: bigint;
  /** Of the operand, for each slice: a row is a sum, a column a word of the other operand. */
  readonly rows: Lines;
  readonly columns: Lines;
  /** Words of the narrowest size that a memory has. */
  readonly fits: bigint;
  readonly word: bigint;
  readonly memories: bigint;
  /** Bytes, or words, of all outputs. */
  readonly stores: bigint;
  readonly compulsory: bigint;
}

export function residentOperand({ extents, weights, capacity, memories }: ProductInstance, resident: "a" | "b"): ResidentOperand {
  const { batch, m, n, k } = extents;
  const word = [weights.a, weights.b].reduce(minimum, weights.partial);
  const stores = weights.output * batch * m * n;
  const [tall, slices] = resident === "a" ? [m, n] : [n, m];
  return {
    slices: batch * slices,
    rows: { count: tall, weight: 1n },
    columns: { count: k, weight: 1n },
    fits: capacity / word,
    word,
    memories,
    stores,
    compulsory: batch * (weights.a * m * k + weights.b * k * n) + stores,
  };
}
