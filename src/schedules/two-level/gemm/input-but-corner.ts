import type { GemmWorkload } from "../../../computation/gemm.js";
import { bigints } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { Corner } from "./corner.js";
import { cheapestCorner } from "./corner.js";
import type { WordGemm } from "./cosma.js";
import { cornerLines, panelCount } from "./serpentine-tiles.js";

export const INPUT_BUT_CORNER_ENTRY: ScheduleEntry = {
  id: "input-but-corner",
  workload:
    "gemm: panels of A (or B) a little larger than the memory stay but for a corner of each, whose partial sums are stored",
  machine: "two-level",
  parameters:
    "rows (or columns) of a panel, rows x columns of k of its corner, searched; listed where it moves less than every other",
  source: "derived here from input-stationary, for operands just larger than the memory; every move is refereed",
};

/**
 * Rows of A stay in panels a little larger than the memory, all but a corner of each: the corners first meet their few rows of B,
 * the partial sums are stored and come back when B passes their panel. Where A has S = mk words, m = k, a column of C pays
 * 2√2·S^¼ words for that, where tiles of C or a second panel pay √S.
 */
export interface InputCornerGemm {
  readonly id: "input-but-corner";
  readonly workload: GemmWorkload;
  readonly corner: Corner;
  /** Columns of B stay instead, and rows of A pass. */
  readonly transposed?: true;
  readonly words: Required<WordGemm["words"]>;
}

/**
 * Cost mk + (pk + w)·n + mn + 2cn with p panels and corners of w columns and c rows in all; or the same with B held. Undefined
 * where no such panels fit that would not fit whole.
 */
export function inputCornerGemm(workload: GemmWorkload, fastWords: number): InputCornerGemm | undefined {
  const { m, n } = workload;
  const rows = heldLines(workload, m, n, fastWords);
  const columns = heldLines(workload, n, m, fastWords);
  if (rows !== undefined && (columns === undefined || total(rows.words) <= total(columns.words))) {
    return { id: "input-but-corner", workload, ...rows };
  }
  if (columns === undefined) return undefined;
  const { a, b, c, cLoads } = columns.words;
  return { id: "input-but-corner", workload, corner: columns.corner, transposed: true, words: { a: b, b: a, c, cLoads } };
}

function heldLines({ batch, k }: GemmWorkload, lines: number, passing: number, fastWords: number) {
  const [products, inner, held, columns] = bigints(batch, k, lines, passing);
  const words = (corner: Corner): InputCornerGemm["words"] => {
    const cLoads = products * BigInt(cornerLines(corner.panels)) * columns;
    const b = products * (BigInt(panelCount(corner.panels)) * inner + BigInt(corner.width)) * columns;
    return { a: products * held * inner, b, c: products * held * columns + cLoads, cLoads };
  };
  const corner = cheapestCorner({ lines, inner: k, beside: 0, passing: k, keptSums: 0 }, fastWords, (one) => total(words(one)));
  return corner === undefined ? undefined : { corner, words: words(corner) };
}

function total({ a, b, c, cLoads }: InputCornerGemm["words"]): bigint {
  return a + b + c + cLoads;
}
