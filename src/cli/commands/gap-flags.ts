import type { Command } from "commander";
import { InputError, shown } from "../../errors.js";
import type { SortKey } from "../../gap/row-order.js";
import { SORT_KEYS } from "../../gap/row-order.js";
import { addRangeFlag } from "../breadth-flags.js";
import type { ExplainFlags } from "./explain-flags.js";
import { addExplainFlags } from "./explain-flags.js";

/** Flags of `redblue gap`, and of the pages of the explorer that take its words. */
export interface GapFlags extends ExplainFlags {
  readonly json?: true;
  readonly interface?: string;
  readonly sort?: SortKey;
  readonly maxGap?: number;
  readonly explain?: true;
}

export function addGapFlags(command: Command): void {
  addRangeFlag(addExplainFlags(command))
    .option(
      "--interface <name>",
      "only this interface: dram-l2, l2-sm, slow-fast, l2-cluster of kernels in clusters (--cluster RxC), or l3-l2 of dies",
    )
    .option("--sort <key>", "which schedules come first: time (default), bytes over DRAM, energy of the bytes", sortKey)
    .option("--max-gap <ratio>", "exit 1 when a gap shown exceeds this ratio", ratio)
    .option("--explain", "where the gap of the first schedule shown comes from, factor by factor")
    .option("--json", "print one redblue.gap/2 document");
}

function sortKey(text: string): SortKey {
  const key = SORT_KEYS.find((known) => known === text);
  if (key === undefined) throw new InputError("--sort", SORT_KEYS.join(", "), shown(text));
  return key;
}

function ratio(text: string): number {
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1)) throw new InputError("--max-gap", "a ratio of at least 1, such as 1.5", shown(text));
  return value;
}
