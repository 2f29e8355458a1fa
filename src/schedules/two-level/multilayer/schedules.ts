import { chainWorkload } from "../../../computation/chain.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import type { MultilayerChainWorkload } from "../../../computation/multilayer-chain.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { WordChain } from "../chain/schedules.js";
import { describeWordChain, wordChains } from "../chain/schedules.js";
import { chainTotal } from "../chain/words.js";
import { cheapestOf } from "../choice.js";
import type { WordProduct } from "../gemm/schedules.js";
import { bestWordProduct, productText, productTotal } from "../gemm/schedules.js";
import type { FusedRows } from "./rows.js";
import { fusedRowsOf, fusedRowsTotal } from "./rows.js";

export const MULTILAYER_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "multilayer-rows",
    workload:
      "chain --widths: a panel of rows goes through all products; weights stream past it, or stay while its rows are turned",
    machine: "two-level",
    parameters:
      "rows of the panel, as many as fit; all weights stay where they fit beside a row, or all but a corner of the first, searched",
    source: "proofs/multilayer.md; depth-first execution of layers",
  },
  {
    id: "multilayer-parts",
    workload:
      "chain --widths: the cheapest cut into single products, fused pairs and fused rows; what passes between parts is stored",
    machine: "two-level",
    parameters: "the cut, by dynamic programming",
    source: "the schedules of products and chains; every move is refereed",
  },
];

/** Consecutive products of a chain, run before the next part begins: what passes between parts is stored and loaded. */
export type MultilayerChainPart =
  | { readonly kind: "product"; readonly first: number; readonly last: number; readonly product: WordProduct }
  | { readonly kind: "pair"; readonly first: number; readonly last: number; readonly chain: WordChain }
  | FusedRows;

/**
 * A word-level schedule of a chain of three products or more: every product alone, all of them fused by rows, or the cheapest cut into
 * parts, each a product, a pair or fused rows.
 */
export interface WordMultilayerChain {
  readonly id: "multilayer-separate" | "multilayer-rows" | "multilayer-parts";
  readonly workload: MultilayerChainWorkload;
  readonly parts: readonly MultilayerChainPart[];
  /** Words of each array, in the order X0, W1, X1, …. */
  readonly words: ReadonlyMap<string, { readonly loads: bigint; readonly stores: bigint }>;
}

/** Every word-level schedule that fits S words; the parts only where they beat the others. @throws InputError naming `fast-words`. */
export function wordMultilayerChains(workload: MultilayerChainWorkload, fastWords: number): readonly WordMultilayerChain[] {
  checkInteger("fast-words", fastWords, 1);
  const products = workload.widths.length - 1;
  const singles = Array.from({ length: products }, (_, q) => productPart(workload, q + 1, fastWords));
  const separate = scheduleOf("multilayer-separate", workload, singles);
  const whole = fusedRowsOf(workload, 1, products, fastWords);
  const rows = whole === undefined ? [] : [scheduleOf("multilayer-rows", workload, [whole])];
  const parts = scheduleOf("multilayer-parts", workload, cheapestParts(workload, singles, fastWords));
  const beaten = [separate, ...rows].every((other) => multilayerChainTotal(parts) < multilayerChainTotal(other));
  return [separate, ...rows, ...(beaten ? [parts] : [])];
}

/** All words that cross. */
export function multilayerChainTotal({ words }: Pick<WordMultilayerChain, "words">): bigint {
  return [...words.values()].reduce((sum, { loads, stores }) => sum + loads + stores, 0n);
}

/** The parameters as documents print them. */
export function describeWordMultilayerChain(schedule: WordMultilayerChain): Readonly<Record<string, string>> {
  return { id: schedule.id, parts: schedule.parts.map(describePart).join("; ") };
}

function describePart(part: MultilayerChainPart): string {
  const products = part.first === part.last ? `W${part.first}` : `W${part.first}…W${part.last}`;
  switch (part.kind) {
    case "product":
      return `${products} ${productText(part.product)}`;
    case "pair": {
      const { id, ...rest } = describeWordChain(part.chain);
      return `${products} ${id} ${Object.values(rest).join("x")}`;
    }
    case "rows":
      return `${products} ${rowsText(part)}`;
  }
}

/** The rows of a panel and its steps, equal ones that follow one another together. */
function rowsText({ rows, steps, corner }: FusedRows): string {
  if (corner !== undefined) return `weights but ${corner.height}x${corner.width}`;
  if (steps.every(({ weights }) => weights === "stay")) return "weights";
  const kinds = steps.map(({ first, last, weights }) => (first < last ? `pairs ${weights}` : weights));
  const ends = kinds.flatMap((kind, index) => (kind === kinds[index + 1] ? [] : [index]));
  const texts = ends.map((end, run) => `${end - (ends[run - 1] ?? -1)} ${kinds[end]}`);
  return `rows ${rows} (${texts.join(", ")})`;
}

function productPart(workload: MultilayerChainWorkload, q: number, fastWords: number): MultilayerChainPart {
  const [k, n] = [workload.widths[q - 1], workload.widths[q]] as [number, number];
  const product = bestWordProduct(gemmWorkload({ m: workload.m, n, k }), fastWords);
  return { kind: "product", first: q, last: q, product };
}

/** The cheapest fused schedule of products q and q + 1; undefined where none fits. */
function pairPart(workload: MultilayerChainWorkload, q: number, fastWords: number): MultilayerChainPart | undefined {
  const [k, l, n] = workload.widths.slice(q - 1, q + 2) as [number, number, number];
  const fused = wordChains(chainWorkload({ m: workload.m, k, l, n }), fastWords).filter(({ id }) => id !== "chain-separate");
  const chain = cheapestOf(fused, ({ words }) => chainTotal(words));
  return chain && { kind: "pair", first: q, last: q + 1, chain };
}

function cheapestParts(
  workload: MultilayerChainWorkload,
  singles: readonly MultilayerChainPart[],
  fastWords: number,
): readonly MultilayerChainPart[] {
  // Parts of the first q products.
  const best: { readonly cost: bigint; readonly parts: readonly MultilayerChainPart[] }[] = [{ cost: 0n, parts: [] }];
  for (let last = 1; last <= singles.length; last++) {
    const single = singles[last - 1];
    const ending = Array.from({ length: last - 1 }, (_, f) => fusedRowsOf(workload, f + 1, last, fastWords));
    const candidates = [single, ...ending, last > 1 ? pairPart(workload, last - 1, fastWords) : undefined];
    const extended = candidates.flatMap((part) => {
      const before = part === undefined ? undefined : best[part.first - 1];
      return part === undefined || before === undefined
        ? []
        : [{ cost: before.cost + partTotal(part), parts: [...before.parts, part] }];
    });
    const least = cheapestOf(extended, ({ cost }) => cost);
    if (least === undefined) throw new InputError("fast-words", "at least 3 words", String(fastWords));
    best.push(least);
  }
  return best.at(-1)?.parts ?? [];
}

function partTotal(part: MultilayerChainPart): bigint {
  switch (part.kind) {
    case "product":
      return productTotal(part.product);
    case "pair":
      return chainTotal(part.chain.words);
    case "rows":
      return fusedRowsTotal(part);
  }
}

function scheduleOf(
  id: WordMultilayerChain["id"],
  workload: MultilayerChainWorkload,
  parts: readonly MultilayerChainPart[],
): WordMultilayerChain {
  const words = new Map<string, { loads: bigint; stores: bigint }>();
  const count = (array: string, loads: bigint, stores: bigint): void => {
    const before = words.get(array) ?? { loads: 0n, stores: 0n };
    words.set(array, { loads: before.loads + loads, stores: before.stores + stores });
  };
  for (const part of parts) {
    const { first, last } = part;
    if (part.kind === "product") {
      const { a, b, c, cLoads = 0n } = part.product.words;
      count(`X${first - 1}`, a, 0n);
      count(`W${first}`, b, 0n);
      count(`X${last}`, cLoads, c);
    } else if (part.kind === "pair") {
      const { a, b, hLoads, hStores, d, eLoads, eStores } = part.chain.words;
      count(`X${first - 1}`, a, 0n);
      count(`W${first}`, b, 0n);
      count(`X${first}`, hLoads, hStores);
      count(`W${last}`, d, 0n);
      count(`X${last}`, eLoads, eStores);
    } else {
      count(`X${first - 1}`, part.input, 0n);
      for (const [index, loads] of part.weights.entries()) count(`W${first + index}`, loads, 0n);
      count(`X${last}`, 0n, part.output);
      const sums = part.corner?.sums ?? 0n;
      count(`X${first}`, sums, sums);
    }
  }
  return { id, workload, parts, words };
}
