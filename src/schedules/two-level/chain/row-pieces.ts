import type { ChainWorkload } from "../../../computation/chain.js";
import { linesForRoom } from "../gemm/serpentine-tiles.js";
import { rowsWithSums } from "./fused.js";
import type { ChainWords } from "./words.js";
import { chainTotal } from "./words.js";

/**
 * The fused strip in fewer panels than have room for all rows: what room a panel leaves has a piece of a further row, its words of A
 * with some of its sums of E, and later panels have the others. A further row's words of A are loaded once a piece, its entries of H
 * made once a piece and never stored. Panels hand columns over as by `chain-panel-handover`, those with a piece fewer.
 */
export interface PiecesChain {
  readonly id: "chain-row-pieces";
  readonly workload: ChainWorkload;
  /** Rows that each panel has whole. */
  readonly rows: number;
  readonly panels: number;
  /** Pieces of a further row, one a panel from the first panel on. */
  readonly pieces: number;
  /** Whether all entries of a column of H stay, or are made again for each word of D. */
  readonly entriesStay: boolean;
  /** Columns of H handed over to and from a panel with a piece, and between two without. */
  readonly handed: readonly [number, number];
  readonly words: ChainWords;
}

/** Whole rows of a panel less than the most that fit, and pieces more than the fewest, that are tried. */
const FEWER_TRIED = 3;
const MORE_PIECES = 3;

type Shape = Omit<PiecesChain, "id" | "workload" | "words">;

/** Cost mk + (k + n)(ql − the columns handed over) + xk(c − 1) + mn with q panels and x further rows of c pieces, the cheapest. Undefined where no row is further. */
export function piecesChain(workload: ChainWorkload, fastWords: number): PiecesChain | undefined {
  const { m, k, n } = workload;
  let best: PiecesChain | undefined;
  for (const entriesStay of [true, false]) {
    const most = entriesStay ? rowsWithSums(fastWords, k, n) : Math.floor((fastWords - 2 - k) / (k + n));
    for (let rows = Math.min(m - 1, most); rows > Math.max(0, most - FEWER_TRIED); rows--) {
      for (const shape of shapesOf(workload, rows, entriesStay, fastWords)) {
        const words = wordsOf(workload, shape);
        if (best === undefined || chainTotal(words) < chainTotal(best.words)) {
          best = { id: "chain-row-pieces", workload, ...shape, words };
        }
      }
    }
  }
  return best;
}

/** Shapes with so many whole rows: as many panels as leave a further row, in the fewest pieces that fit and in a few more. */
function shapesOf(workload: ChainWorkload, rows: number, entriesStay: boolean, fastWords: number): readonly Shape[] {
  const { m, k, l, n } = workload;
  const panels = Math.ceil(m / rows) - 1;
  const further = m - panels * rows;
  const left = fastWords - rows * (k + n);
  // With A a further row has an entry that stays if all do.
  const sums = left - (entriesStay ? rows + 2 : k + 2) - k;
  if (panels < 2 || sums < 1) return [];
  const handed = (room: number): number => Math.min(linesForRoom(room), rows, Math.floor(l / 2));
  const fewest = Math.ceil(n / sums);
  const most = Math.min(n, fewest + MORE_PIECES, Math.floor(panels / further));
  return Array.from({ length: Math.max(0, most - fewest + 1) }, (_, more) => {
    const pieces = fewest + more;
    return { rows, panels, pieces, entriesStay, handed: [handed(left - k - Math.ceil(n / pieces)), handed(left)] as const };
  });
}

function wordsOf(workload: ChainWorkload, { rows, panels, pieces, handed }: Shape): ChainWords {
  const [m, k, l, n] = [workload.m, workload.k, workload.l, workload.n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const further = workload.m - panels * rows;
  // As `handedAt` says turn by turn.
  const withPieces = Math.min(panels - 1, further * pieces);
  const saved = BigInt(withPieces) * BigInt(handed[0]) + BigInt(panels - 1 - withPieces) * BigInt(handed[1]);
  const columns = BigInt(panels) * l - saved;
  return {
    a: m * k + BigInt(further) * BigInt(pieces - 1) * k,
    b: columns * k,
    hLoads: 0n,
    hStores: 0n,
    d: columns * n,
    eLoads: 0n,
    eStores: m * n,
  };
}

/** Columns handed over from panel `turn` to the next. */
export function handedAt({ pieces, handed }: Pick<PiecesChain, "pieces" | "handed">, further: number, turn: number): number {
  return turn < further * pieces ? handed[0] : handed[1];
}

/** The further row of which a panel has a piece, and from and past which column of E. Undefined for panels without. */
export function pieceOf(
  { workload, rows, panels, pieces }: PiecesChain,
  panel: number,
): { readonly row: number; readonly from: number; readonly past: number } | undefined {
  const row = panels * rows + Math.floor(panel / pieces);
  if (row >= workload.m) return undefined;
  const part = panel % pieces;
  const [least, more] = [Math.floor(workload.n / pieces), workload.n % pieces];
  const from = part * least + Math.min(part, more);
  return { row, from, past: from + least + (part < more ? 1 : 0) };
}
