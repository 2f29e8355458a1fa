import type { ChainWorkload } from "../../../computation/chain.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import { checkInteger } from "../../../errors.js";
import { cheapestOf, withBetter } from "../choice.js";
import type { WordProduct } from "../gemm/schedules.js";
import { bestWordProduct, productText } from "../gemm/schedules.js";
import type { CornerChain } from "./all-but-corner.js";
import { cornerChain } from "./all-but-corner.js";
import type { FusedChain } from "./fused.js";
import { fusedChain } from "./fused.js";
import type { HandoverChain } from "./panel-handover.js";
import { panelHandoverChain } from "./panel-handover.js";
import type { PartlyFusedChain } from "./partly-fused.js";
import { partlyFusedChain, promisingWidths } from "./partly-fused.js";
import type { PartlyStoredChain } from "./partly-stored.js";
import { partlyStoredChains } from "./partly-stored.js";
import type { RowPartsChain } from "./row-parts.js";
import { rowPartsChain } from "./row-parts.js";
import type { SliceChain } from "./slice-stays.js";
import { sliceChain } from "./slice-stays.js";
import { describeSlice } from "./strips.js";
import type { TileFusedChain } from "./tile-fused.js";
import { tileFusedChain } from "./tile-fused.js";
import type { UnevenChain } from "./uneven-blocks.js";
import { describeUneven, unevenChain } from "./uneven-blocks.js";
import type { ChainWords } from "./words.js";
import { chainTotal } from "./words.js";

/**
 * Two products one after the other, each by its best word-level schedule; H is stored and loaded. With k between about √S and
 * 2√S that is a strip of A rows, then tiles of E.
 */
export interface SeparateChain {
  readonly id: "chain-separate";
  readonly workload: ChainWorkload;
  readonly first: WordProduct;
  readonly second: WordProduct;
  readonly words: ChainWords;
}

/** A word-level schedule of a chain. */
export type WordChain =
  | SeparateChain
  | FusedChain
  | PartlyFusedChain
  | PartlyStoredChain
  | TileFusedChain
  | RowPartsChain
  | CornerChain
  | SliceChain
  | UnevenChain
  | HandoverChain;

/**
 * Every word-level schedule of a chain that fits S words, each with the best parameters found; row parts, a slice that stays, panels that
 * hand over, panels without a corner and uneven blocks only where they beat those before them.
 */
export function wordChains(workload: ChainWorkload, fastWords: number): readonly WordChain[] {
  checkInteger("fast-words", fastWords, 1);
  const widths = new Set<number>();
  for (let blocks = 1; blocks <= Math.min(workload.n, 64); blocks++) widths.add(Math.ceil(workload.n / blocks));
  const strips = [...widths].flatMap((width) => fusedChain(workload, fastWords, width) ?? []);
  const partly = promisingWidths(workload, fastWords).flatMap((width) => partlyFusedChain(workload, fastWords, width) ?? []);
  const stored = partlyStoredChains(workload, fastWords);
  const tile = tileFusedChain(workload, fastWords);
  const equal: readonly WordChain[] = [
    separateChain(workload, fastWords),
    ...cheapest(strips.filter(({ id }) => id === "chain-fused")),
    ...cheapest(strips.filter(({ id }) => id === "chain-recompute")),
    ...cheapest(partly),
    ...cheapest(stored),
    ...(tile === undefined ? [] : [tile]),
  ];
  const makers = [rowPartsChain, sliceChain, panelHandoverChain, cornerChain, unevenChain];
  const others = makers.map((make) => make(workload, fastWords));
  return others.reduce<readonly WordChain[]>((found, next) => withBetter(found, next, moved), equal);
}

function moved({ words }: WordChain): bigint {
  return chainTotal(words);
}

function cheapest<Schedule extends WordChain>(schedules: readonly Schedule[]): readonly Schedule[] {
  const best = cheapestOf(schedules, moved);
  return best === undefined ? [] : [best];
}

/** Two products, one after the other, each by its best schedule. @throws InputError naming `fast-words` when a product does not fit. */
export function separateChain(workload: ChainWorkload, fastWords: number): SeparateChain {
  const { m, k, l, n } = workload;
  const first = bestWordProduct(gemmWorkload({ m, n: l, k }), fastWords);
  const second = bestWordProduct(gemmWorkload({ m, n, k: l }), fastWords);
  const words: ChainWords = {
    a: first.words.a,
    b: first.words.b,
    hStores: first.words.c,
    hLoads: second.words.a + (first.words.cLoads ?? 0n),
    d: second.words.b,
    eLoads: second.words.cLoads ?? 0n,
    eStores: second.words.c,
  };
  return { id: "chain-separate", workload, first, second, words };
}

/** The parameters as documents print them. */
export function describeWordChain(schedule: WordChain): Readonly<Record<string, string | number>> {
  switch (schedule.id) {
    case "chain-separate":
      return { id: schedule.id, first: productText(schedule.first), second: productText(schedule.second) };
    case "chain-partly-fused": {
      const { id, rows, width, handed, rest } = schedule;
      return { id, rows, width, handed, rest: productText(rest) };
    }
    case "chain-partly-stored":
      return { id: schedule.id, ...schedule.corner, rest: productText(schedule.rest) };
    case "chain-row-parts": {
      const [first, last] = schedule.parts;
      return { id: schedule.id, rows: first.workload.m, first: partText(first), last: partText(last) };
    }
    case "chain-all-but-corner": {
      const { panels, width } = schedule.corner;
      const [{ lines, corner }] = panels;
      return { id: schedule.id, [schedule.holds === "rows" ? "rows" : "columns"]: lines, corner: `${corner}x${width}` };
    }
    case "chain-slice-stays":
      return { id: schedule.id, ...describeSlice(schedule.slice) };
    case "chain-panel-handover": {
      const { rows, handed, front, back } = schedule;
      return { id: schedule.id, rows, handed, slice: `${front}+${back}` };
    }
    case "chain-uneven-blocks":
      return { id: schedule.id, ...describeUneven(schedule) };
    case "chain-tile-fused":
      return { id: schedule.id, rows: schedule.rows, columns: schedule.columns };
    default:
      return { id: schedule.id, rows: schedule.rows, width: schedule.width };
  }
}

function partText(part: FusedChain | TileFusedChain): string {
  return `${part.id} ${part.rows}x${part.id === "chain-tile-fused" ? part.columns : part.width}`;
}
