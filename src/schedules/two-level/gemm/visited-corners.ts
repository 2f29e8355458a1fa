import type { GemmWorkload } from "../../../computation/gemm.js";
import { bigints } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { WordGemm } from "./cosma.js";

export const VISITED_CORNERS_ENTRY: ScheduleEntry = {
  id: "visited-corners",
  workload:
    "gemm: all of A (or B) stays but for two corners, which come back by turns between groups of columns; a group " +
    "meets one corner ahead and the other afterwards, and no sum is stored unfinished",
  machine: "two-level",
  parameters:
    "rows (or columns) held, rows x columns of k of a corner, columns of a group, searched; listed where it moves less than every other",
  source: "derived here from input-but-corner, for operands just larger than the memory; every move is refereed",
};

/**
 * All of A stays but for two corners in the same inner indices, which come back by turns, word by word, once between one group of
 * columns of B and the next. A group meets the one corner before it passes and the other afterwards: its words of B in the corners'
 * inner indices and its sums in the rows of one corner stay meanwhile. So each visit serves two groups, and what waits takes the same
 * room all the time. With d words more than there is room for beside a column that passes, corners of 3d/2 words cost a column about
 * (3√6/4)·√d = 1.84·√d words, where the corner of `all-but-corner` costs 2√2·√d.
 */
export interface VisitedCornersGemm {
  readonly id: "visited-corners";
  readonly workload: GemmWorkload;
  /** Rows and inner indices of each corner, and words of it that do not stay: all but the first few of its last row. */
  readonly corner: { readonly lines: number; readonly width: number; readonly missing: number };
  /** Columns that pass between two visits. */
  readonly group: number;
  /** Columns of B stay instead, and rows of A pass. */
  readonly transposed?: true;
  readonly words: WordGemm["words"];
}

type Shape = Pick<VisitedCornersGemm, "corner" | "group">;

/**
 * Cost kn + mn + mk and, of both corners by turns, a visit before, between and after groups of columns, the first of each not counted; or
 * the same with B held. Undefined where an operand fits beside what passes, as it may then stay whole, or no such corners make room.
 */
export function visitedCornersGemm(workload: GemmWorkload, fastWords: number): VisitedCornersGemm | undefined {
  const { m, n, k } = workload;
  const fits = (lines: number): boolean => lines * k + Math.min(lines, k) + 1 <= fastWords;
  if (fits(m) || fits(n)) return undefined;
  const rows = heldLines(workload, m, n, fastWords);
  const columns = heldLines(workload, n, m, fastWords);
  if (rows !== undefined && (columns === undefined || total(rows.words) <= total(columns.words))) {
    return { id: "visited-corners", workload, ...rows };
  }
  if (columns === undefined) return undefined;
  const { a, b, c } = columns.words;
  return { id: "visited-corners", workload, ...columns, transposed: true, words: { a: b, b: a, c } };
}

/** Words that pass with a column beside those that its group has there: of B one by one and all its sums, or of B together. */
export function passesWordByWord(lines: number, inner: number, corner: Pick<Shape["corner"], "lines" | "width">): boolean {
  return lines - corner.lines + 1 <= inner - corner.width;
}

/** Whether a corner's row comes back word by word, which all its new sums wait for, and not at once. */
export function comesWordByWord(width: number, group: number): boolean {
  return group + 1 <= width;
}

/** How often each of the two corners comes: the first before the first group, then by turns, and after the last. */
export function visitsOf(columns: number, group: number): readonly [number, number] {
  const groups = Math.ceil(columns / group);
  return [Math.floor(groups / 2) + 1, Math.ceil(groups / 2)];
}

function heldLines(
  { batch, k }: GemmWorkload,
  lines: number,
  passing: number,
  fastWords: number,
): (Shape & Pick<VisitedCornersGemm, "words">) | undefined {
  const held = { lines, inner: k, passing, lacking: lines * k - fastWords };
  if (!Number.isSafeInteger(lines * k)) return undefined;
  const shape = bestShape(held);
  if (shape === undefined) return undefined;
  const [first, second] = visitsOf(passing, shape.group);
  const [products, inner, all, columns] = bigints(batch, k, lines, passing);
  const again = BigInt(first - 1 + second - 1) * BigInt(shape.corner.missing);
  return {
    ...shape,
    words: { a: products * (all * inner + again), b: products * inner * columns, c: products * all * columns },
  };
}

interface Held {
  readonly lines: number;
  readonly inner: number;
  readonly passing: number;
  /** Words of all lines beyond those of the memory. */
  readonly lacking: number;
}

/** Corners tried along each side of the coarse grid; a finer one has so many times smaller steps, and so many of them each way. */
const GRID = 24;
const FINER = 4;

/** The cheapest corners found: on a coarse grid of rows and inner indices, then on finer ones around the best. */
function bestShape(held: Held): Shape | undefined {
  const { lines, inner, lacking } = held;
  const [mostLines, mostWidth] = [Math.floor(lines / 2), inner - 1];
  const all = Math.max(1, lacking + Math.min(lines, inner));
  // Sides beyond these hold more than twice the words that are best for long passes.
  const reach = Math.ceil(2.5 * Math.sqrt(all)) + 8;
  let best: (Shape & { readonly cost: number }) | undefined;
  const look = (height: number, width: number): void => {
    if (height < 1 || width < 1 || height > mostLines || width > mostWidth) return;
    const found = shapeOf(held, height, width);
    if (found !== undefined && (best === undefined || found.cost < best.cost)) best = found;
  };
  let [highStep, wideStep] = [mostLines, mostWidth].map((most) => Math.max(1, Math.ceil(Math.min(most, reach) / GRID))) as [
    number,
    number,
  ];
  for (let height = highStep; height <= Math.min(mostLines, reach); height += highStep)
    for (let width = wideStep; width <= Math.min(mostWidth, reach); width += wideStep) look(height, width);
  while (best !== undefined) {
    const { lines: height, width } = best.corner;
    if (highStep === 1 && wideStep === 1) break;
    [highStep, wideStep] = [Math.ceil(highStep / FINER), Math.ceil(wideStep / FINER)];
    for (let up = -FINER; up <= FINER; up++)
      for (let along = -FINER; along <= FINER; along++) look(height + up * highStep, width + along * wideStep);
  }
  return best && { corner: best.corner, group: best.group };
}

/** Corners of so many rows and inner indices with the fewest words missing, and groups as large and as even as fit. */
function shapeOf(
  { lines, inner, passing, lacking }: Held,
  height: number,
  width: number,
): (Shape & { readonly cost: number }) | undefined {
  const pass = passesWordByWord(lines, inner, { lines: height, width }) ? lines - height + 1 : inner - width;
  const most = 2 * height * width - lacking;
  // A group waits with its words of B and a corner's sums; while a corner is there two groups have words of B.
  const [waiting, meeting] = [height + width, height + 2 * width];
  const whileMeeting = Math.max(Math.floor((most - 1) / (meeting + 1)), Math.floor((most - width) / meeting));
  const largest = Math.min(Math.floor((most - pass) / waiting), whileMeeting, passing);
  if (largest < 1) return undefined;
  const groups = Math.ceil(passing / largest);
  const group = Math.ceil(passing / groups);
  const least = lacking + Math.max(pass + group * waiting, group * meeting + Math.min(group + 1, width));
  const missing = Math.ceil(least / 2);
  // Otherwise corners of a row less do as well.
  if (missing <= (height - 1) * width) return undefined;
  const [first, second] = visitsOf(passing, group);
  return { corner: { lines: height, width, missing }, group, cost: (first + second - 2) * missing };
}

function total({ a, b, c }: VisitedCornersGemm["words"]): bigint {
  return a + b + c;
}

/** Words of row `line` of a corner that do not stay, in its first inner indices. */
export function missingOf({ lines, width, missing }: VisitedCornersGemm["corner"], line: number): number {
  return line < lines - 1 ? width : missing - (lines - 1) * width;
}
