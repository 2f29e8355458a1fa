import type { FfnWorkload } from "../../../computation/ffn.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import { checkInteger, InputError } from "../../../errors.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { StoredCorner } from "../chain/stored-corner.js";
import { cheapestCorners, rowsInCorners } from "../chain/stored-corner.js";
import type { Slice, StripExtents } from "../chain/strips.js";
import { cheapestSlice, describeSlice, sliceWeights } from "../chain/strips.js";
import { cheapestOf, sumOfWords, withBetter } from "../choice.js";
import type { WordGemm } from "../gemm/cosma.js";
import { bestWordGemm } from "../gemm/cosma.js";
import type { WordProduct } from "../gemm/schedules.js";
import { bestWordProduct, productText } from "../gemm/schedules.js";
import type { WordFront } from "./front.js";
import { bestFront, frontText, rowsOfX, unfinishedIn } from "./front.js";

export const FFN_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "ffn-partly-stored",
    workload: "ffn --gated: rows of X stay, and sums of Y for all but a corner; H of its rows is stored, the corner is a product",
    machine: "two-level",
    parameters: "rows of X held, columns of Y in the corner and tile of the rest, searched",
    source: "derived here, as chain-partly-stored; every move is refereed",
  },
  {
    id: "ffn-slice-stays",
    workload:
      "ffn --gated: rows of X and a block of Y's columns stay, the front again for each block; a slice of the weights stays throughout",
    machine: "two-level",
    parameters: "rows, width, columns of the front + rows of Wd that stay, searched; listed where it moves less than every other",
    source: "derived here, as chain-slice-stays; every move is refereed",
  },
  {
    id: "ffn-row-parts",
    workload: "ffn --gated: full panels of ffn-fused for the first rows, ffn-separate for the others",
    machine: "two-level",
    parameters: "rows of the first part, searched; listed where it moves less than every other",
    source: "derived here, as chain-row-parts; every move is refereed",
  },
];

/** Words moved by a schedule of a gated feed-forward block in the two-level memory model, array by array. */
export type FfnWords = {
  readonly x: bigint;
  /** Wg and Wu together. */
  readonly front: bigint;
  /** Partial sums of G and U that are stored, and come back. */
  readonly unfinished: bigint;
  readonly hStores: bigint;
  readonly hLoads: bigint;
  readonly wd: bigint;
  /** Partial sums of Y that come back. */
  readonly yLoads: bigint;
  readonly y: bigint;
};

/** Of a schedule whose H never leaves. */
const NEVER_STORED: Omit<FfnWords, "x" | "front" | "wd" | "y"> = { unfinished: 0n, hStores: 0n, hLoads: 0n, yLoads: 0n };

/** What every schedule of a gated block has. */
interface Counted {
  readonly workload: FfnWorkload;
  readonly words: FfnWords;
  readonly total: bigint;
}

/** The front, then the product of H and Wd by its best schedule. */
export interface SeparateFfn extends Counted {
  readonly id: "ffn-separate";
  readonly front: WordFront;
  readonly back: WordProduct;
}

/** Rows of X and of Y stay; column p of Wg and of Wu makes column p of H, which meets row p of Wd and is dropped. */
export interface FusedFfn extends Counted {
  readonly id: "ffn-fused";
  readonly rows: number;
}

/**
 * The fused strip with all rows of X, and of Y all but a corner in every panel: some columns of as many rows as there is no room for.
 * H of these rows is stored, and the corners are a product of their own that loads it.
 */
export interface PartlyStoredFfn extends Counted {
  readonly id: "ffn-partly-stored";
  readonly corner: StoredCorner;
  /** The product of the stored rows of H and the corner's columns of Wd. */
  readonly rest: WordGemm;
}

/**
 * Rows of X and of a block of Y's columns stay, in equal panels; with several blocks the front is computed again for each. What room
 * is left has a slice of the weights that is loaded once for all panels and blocks.
 */
export interface SliceFfn extends Counted {
  readonly id: "ffn-slice-stays";
  readonly slice: Slice;
}

/**
 * The first rows in full fused panels, the others with H stored: where X and Y of all rows are some panels and a half, rows that store
 * H pass their weights once for X and once for Y, twice as many at a time.
 */
export interface RowPartsFfn extends Counted {
  readonly id: "ffn-row-parts";
  /** First and last rows, each a block of its own. */
  readonly parts: readonly [FusedFfn, SeparateFfn];
}

/** A word-level schedule of a feed-forward block. */
export type WordFfn = SeparateFfn | FusedFfn | PartlyStoredFfn | SliceFfn | RowPartsFfn;

/**
 * The word-level schedules of a gated block that fit S words, each with the best parameters found; a slice that stays and row parts
 * only where they move less than those before them.
 *
 * @throws InputError naming `gated` for a plain block (a chain: see `wordChains`), `fast-words` when the separate one does not fit.
 */
export function wordFfns(workload: FfnWorkload, fastWords: number): readonly WordFfn[] {
  checkInteger("fast-words", fastWords, 1);
  if (!workload.gated) throw new InputError("gated", "a gated block; a plain one is a chain", "a plain block");
  const fused = fusedFfn(workload, fastWords);
  const stored = partlyStoredFfn(workload, fastWords);
  const usual = [separateFfn(workload, fastWords), fused, stored].filter((schedule) => schedule !== undefined);
  const others = [sliceFfn, rowPartsFfn].map((make) => make(workload, fastWords));
  return others.reduce<readonly WordFfn[]>((found, next) => withBetter(found, next, ({ total }) => total), usual);
}

function separateFfn(workload: FfnWorkload, fastWords: number): SeparateFfn {
  const { tokens, model, hidden } = workload;
  const back = bestWordProduct(gemmWorkload({ m: tokens, n: model, k: hidden }), fastWords);
  return separateBy(workload, bestFront(workload, fastWords), back);
}

/** Such a front and back at their exact cost. */
export function separateBy(workload: FfnWorkload, front: WordFront, back: WordProduct): SeparateFfn {
  const { tokens, hidden } = workload;
  const words: FfnWords = {
    x: front.x,
    front: front.weights,
    unfinished: unfinishedIn(front),
    hStores: BigInt(tokens) * BigInt(hidden),
    hLoads: back.words.a,
    wd: back.words.b,
    yLoads: back.words.cLoads ?? 0n,
    y: back.words.c,
  };
  return { id: "ffn-separate", workload, front, back, words, total: totalOf(words) };
}

/** Cost mk + ceil(m/r)·l(2k + n) + mn, n the model's width again. Undefined when not even one row fits. */
function fusedFfn(workload: FfnWorkload, fastWords: number): FusedFfn | undefined {
  const { tokens, model, hidden } = workload;
  const rows = Math.min(tokens, rowsOfX(fastWords, model, model));
  if (rows < 1) return undefined;
  const [m, k, l] = bigints(tokens, model, hidden);
  const panels = ceilDivide(m, BigInt(rows));
  const words: FfnWords = { ...NEVER_STORED, x: m * k, front: 2n * panels * k * l, wd: panels * l * k, y: m * k };
  return { id: "ffn-fused", workload, rows, words, total: totalOf(words) };
}

/**
 * Cost mk + ⌈m/r⌉·l(2k + n) + ρl + mn and what the rest loads, with ρ rows of H stored, by the cheapest panels and corners found.
 * Undefined when every panel finishes none of its rows, or all.
 */
function partlyStoredFfn(workload: FfnWorkload, fastWords: number): PartlyStoredFfn | undefined {
  const extents = ffnStrips(workload);
  const [m, k, l] = bigints(workload.tokens, workload.model, workload.hidden);
  const costed = cheapestCorners(extents, fastWords).map((corner): PartlyStoredFfn => {
    const stored = rowsInCorners(extents, corner, fastWords) ?? 0;
    const rest = bestWordGemm(gemmWorkload({ m: stored, n: corner.width, k: workload.hidden }), fastWords);
    const panels = ceilDivide(m, BigInt(corner.rows));
    const stores = { hStores: BigInt(stored) * l, hLoads: rest.words.a, wd: panels * l * k + rest.words.b };
    const words: FfnWords = { ...NEVER_STORED, x: m * k, front: 2n * panels * k * l, ...stores, y: m * k };
    return { id: "ffn-partly-stored", workload, corner, rest, words, total: totalOf(words) };
  });
  return cheapestOf(costed, ({ total }) => total);
}

/** Numbers of full panels in the first part that are tried. */
const FULL_PANELS_TRIED = 4;

/** The sum of both parts' costs. Undefined where all rows fit in one panel, or not one does. */
export function rowPartsFfn(workload: FfnWorkload, fastWords: number): RowPartsFfn | undefined {
  const { tokens } = workload;
  const rows = fusedFfn(workload, fastWords)?.rows ?? tokens;
  let best: RowPartsFfn | undefined;
  for (let panels = 1; panels <= FULL_PANELS_TRIED && panels * rows < tokens; panels++) {
    const first = fusedFfn({ ...workload, tokens: panels * rows }, fastWords);
    const last = separateFfn({ ...workload, tokens: tokens - panels * rows }, fastWords);
    if (first === undefined) continue;
    const words = sumOfWords(first.words, last.words);
    const total = totalOf(words);
    if (best === undefined || total < best.total) best = { id: "ffn-row-parts", workload, parts: [first, last], words, total };
  }
  return best;
}

/**
 * Cost mk + 2k(Pl − (P − 1)s) + k(pl − (p − 1)t) + mk with p panels, P passes over Wg and Wu, s of their columns and t rows of Wd that
 * stay. Undefined where one panel holds all, or none fits.
 */
export function sliceFfn(workload: FfnWorkload, fastWords: number): SliceFfn | undefined {
  const extents = ffnStrips(workload);
  const slice = cheapestSlice(extents, fastWords);
  if (slice === undefined) return undefined;
  const { front, back } = sliceWeights(extents, slice);
  const rows = BigInt(workload.tokens) * BigInt(workload.model);
  const words: FfnWords = { ...NEVER_STORED, x: rows, front, wd: back, y: rows };
  return { id: "ffn-slice-stays", workload, slice, words, total: totalOf(words) };
}

export function ffnStrips({ tokens, model, hidden }: FfnWorkload): StripExtents {
  return { m: tokens, k: model, front: 2 * model, l: hidden, n: model, sums: 2 };
}

function totalOf(words: FfnWords): bigint {
  return Object.values(words).reduce((sum, one) => sum + one, words.unfinished);
}

/** The parameters as documents print them. */
export function describeWordFfn(schedule: WordFfn): Readonly<Record<string, string | number>> {
  switch (schedule.id) {
    case "ffn-fused":
      return { id: schedule.id, rows: schedule.rows };
    case "ffn-partly-stored":
      return { id: schedule.id, ...schedule.corner, rest: productText(schedule.rest) };
    case "ffn-slice-stays":
      return { id: schedule.id, ...describeSlice(schedule.slice) };
    case "ffn-row-parts": {
      const [{ workload, rows }, last] = schedule.parts;
      return { id: schedule.id, rows: workload.tokens, panel: rows, ...separateText(last) };
    }
    case "ffn-separate":
      return { id: schedule.id, ...separateText(schedule) };
  }
}

function separateText({ front, back }: SeparateFfn): Readonly<Record<"front" | "back", string>> {
  return { front: frontText(front), back: productText(back) };
}
