import type { ChainWorkload } from "../../../computation/chain.js";
import { InputError } from "../../../errors.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { ChainWords } from "./words.js";
import { NEVER_STORED } from "./words.js";

export const CHAIN_FUSED_ENTRY: ScheduleEntry = {
  id: "chain-fused",
  workload: "chain: rows of A and E stay, B and D stream, H never leaves",
  machine: "two-level",
  parameters: "rows held, searched",
  source: "proofs/chain-fused.md",
};

/**
 * Rows of A and the same rows of a block of E's columns stay; B's columns and D's rows stream; H never leaves. With several
 * blocks H is computed again for each: `chain-recompute`. FlashAttention's schedule, with one block.
 */
export interface FusedChain {
  readonly id: "chain-fused" | "chain-recompute";
  readonly workload: ChainWorkload;
  readonly rows: number;
  /** Columns of E in a block. */
  readonly width: number;
  readonly words: ChainWords;
}

/**
 * The fused strip with blocks of `width` columns of E: r(k + width) words stay, and either r entries of H and one streamed word, or
 * a column of B, one word of D and one entry of H, made again for each word of D. Undefined when not even one row fits.
 */
export function fusedChain(workload: ChainWorkload, fastWords: number, width: number): FusedChain | undefined {
  const { m, k, l, n } = workload;
  if (!Number.isSafeInteger(width) || width < 1 || width > n) throw new InputError("width", `1 to ${n}`, String(width));
  const rows = fusedRows(m, k, width, fastWords);
  if (rows < 1) return undefined;
  const [bm, bk, bl, bn] = bigints(m, k, l, n);
  const panels = ceilDivide(bm, BigInt(rows));
  const blocks = ceilDivide(bn, BigInt(width));
  const [b, d] = [blocks * panels * bk * bl, panels * bl * bn];
  const words: ChainWords = { ...NEVER_STORED, a: bm * bk, b, d, eStores: bm * bn };
  return { id: blocks === 1n ? "chain-fused" : "chain-recompute", workload, rows, width, words };
}

/** Rows of A, and of `width` columns of E, that can stay while columns of H are made and used one by one. */
export function fusedRows(m: number, k: number, width: number, fastWords: number): number {
  return Math.min(m, Math.max(rowsWithSums(fastWords, k, width), rowsWithColumns(fastWords, k, width)));
}

/** r(k + width) + r + 1 ≤ S */
export function rowsWithSums(fastWords: number, k: number, width: number): number {
  return Math.floor((fastWords - 1) / (k + width + 1));
}

/** r(k + width) + k + 2 ≤ S */
function rowsWithColumns(fastWords: number, k: number, width: number): number {
  return Math.floor((fastWords - 2 - k) / (k + width));
}
