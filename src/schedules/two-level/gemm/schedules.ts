import type { GemmWorkload } from "../../../computation/gemm.js";
import { checkInteger } from "../../../errors.js";
import type { CornerGemm } from "./all-but-corner.js";
import { cornerGemm } from "./all-but-corner.js";
import type { WordGemm } from "./cosma.js";
import { bestWordGemm, cosmaGemm, inputStationaryGemm, weightStationaryWords } from "./cosma.js";
import type { OutputCornerGemm } from "./output-but-corner.js";
import { outputCornerGemm } from "./output-but-corner.js";
import type { PanelsGemm } from "./panel-handover.js";
import { panelHandoverGemm } from "./panel-handover.js";
import type { RowPartsGemm } from "./row-parts.js";
import { rowPartsGemm } from "./row-parts.js";
import type { HandoverGemm } from "./tile-handover.js";
import { handoverGemm } from "./tile-handover.js";
import type { VisitedCornersGemm } from "./visited-corners.js";
import { visitedCornersGemm } from "./visited-corners.js";

/** A word-level schedule of a product. */
export type WordProduct =
  | WordGemm
  | HandoverGemm
  | RowPartsGemm
  | OutputCornerGemm
  | CornerGemm
  | PanelsGemm
  | VisitedCornersGemm;

/**
 * Schedules of a product that fit the fast memory; those of several shapes or orders only where they beat those before them.
 *
 * @throws InputError naming `fast-words` when none fits.
 */
export function wordGemms(workload: GemmWorkload, fastWords: number): readonly WordProduct[] {
  checkInteger("fast-words", fastWords, 1);
  const held = inputStationaryGemm(workload, fastWords);
  const one: readonly WordGemm[] = [
    cosmaGemm(workload, fastWords),
    ...(held === undefined ? [] : [held]),
    weightStationaryWords(workload, fastWords),
  ];
  return othersOf(workload, fastWords).reduce<readonly WordProduct[]>(withBetter, one);
}

/** Schedules of more than one shape that fit. */
function othersOf(workload: GemmWorkload, fastWords: number): readonly WordProduct[] {
  return [handoverGemm, outputCornerGemm, cornerGemm, panelHandoverGemm, visitedCornersGemm, rowPartsGemm].flatMap(
    (schedule) => schedule(workload, fastWords) ?? [],
  );
}

function withBetter(schedules: readonly WordProduct[], next: WordProduct): readonly WordProduct[] {
  return schedules.every((schedule) => productTotal(next) < productTotal(schedule)) ? [...schedules, next] : schedules;
}

/** The cheapest of all but `weight-stationary`, hardly ever the best. @throws InputError naming `fast-words` when none fits. */
export function bestWordProduct(workload: GemmWorkload, fastWords: number): WordProduct {
  checkInteger("fast-words", fastWords, 1);
  return othersOf(workload, fastWords).reduce<WordProduct>(
    (best, next) => (productTotal(next) < productTotal(best) ? next : best),
    bestWordGemm(workload, fastWords),
  );
}

/** Words loaded and stored. */
export function productTotal({ words }: Pick<WordProduct, "words">): bigint {
  return words.a + words.b + words.c + (words.cLoads ?? 0n);
}

/** What is held: rows (and columns) of a panel, tile or block, and of the corner that it lacks, or that adds inner indices ahead. */
interface Shape {
  readonly id: WordProduct["id"];
  readonly rows: number;
  readonly columns?: number;
  readonly corner?: string;
  /** Two that come back, and columns that pass from one visit to the next. */
  readonly corners?: string;
  readonly group?: number;
  readonly ahead?: string;
  /** Inner indices whose words a tile leaves to the next, and how many of them wait for room. */
  readonly handed?: number;
  readonly waiting?: number;
  readonly transposed?: true;
}

/** The parameters as documents print them. */
export function describeWordProduct(schedule: WordProduct): Readonly<Record<string, string | number | boolean>> {
  if (schedule.id !== "row-parts") return { ...shapeOf(schedule) };
  const { id, parts, transposed } = schedule;
  const [first, last] = parts;
  const cut = transposed === true ? { columns: first.workload.n } : { rows: first.workload.m };
  return { id, ...cut, first: shapeText(first), last: shapeText(last) };
}

function shapeOf(schedule: Exclude<WordProduct, RowPartsGemm>): Shape {
  const { id } = schedule;
  if (id === "output-but-corner" || id === "tile-handover") {
    const { rows, columns, handed, waits, transposed } = schedule.tiles;
    const [[high], [wide]] = [rows, columns];
    return {
      id,
      rows: high.lines,
      columns: wide.lines,
      ...(id === "tile-handover" ? {} : { corner: `${high.corner}x${wide.corner}` }),
      ...(id === "tile-handover" && schedule.ahead !== undefined ? { ahead: `${high.corner}x${wide.corner}` } : {}),
      ...(handed === 0 ? {} : { handed }),
      ...(waits.length === 0 ? {} : { waiting: waits.length }),
      ...(handed > 0 && transposed ? { transposed } : {}),
    };
  }
  const transposed = schedule.transposed === undefined ? {} : { transposed: schedule.transposed };
  if (id === "all-but-corner" || id === "panel-handover") {
    const { panels, width } = schedule.corner;
    const [{ lines, corner }] = panels;
    return {
      id,
      rows: lines,
      ...(width === 0 ? {} : { corner: `${corner}x${width}` }),
      ...(id === "panel-handover" ? { handed: schedule.handed } : {}),
      ...transposed,
    };
  }
  if (id === "visited-corners") {
    const { workload, corner, group } = schedule;
    const rows = schedule.transposed === true ? workload.n : workload.m;
    return { id, rows, corners: `${corner.lines}x${corner.width}`, group, ...transposed };
  }
  const { rows, columns } = schedule;
  return { id, rows, ...(columns === undefined ? {} : { columns }), ...transposed };
}

/** In one line: `cosma 127x128`, `all-but-corner 128 less 10x13`, or both parts of two. */
export function productText(schedule: WordProduct): string {
  if (schedule.id !== "row-parts") return shapeText(schedule);
  const { id, parts, transposed } = schedule;
  return `${id} ${transposed === true ? "by columns, " : ""}${parts.map(shapeText).join(" and ")}`;
}

function shapeText(schedule: Exclude<WordProduct, RowPartsGemm>): string {
  const { id, rows, columns, corner, corners, group, ahead, handed, waiting, transposed } = shapeOf(schedule);
  const lacks = corner === undefined ? "" : ` less ${corner}`;
  const comes = corners === undefined ? "" : ` less two of ${corners}, one every ${group}`;
  const late = waiting === undefined ? "" : `, ${waiting} of them late`;
  const first = ahead === undefined ? "" : `, corners of ${ahead} ahead`;
  const hands = handed === undefined ? "" : `, ${handed} handed over${late}${first}`;
  return `${id} ${rows}${columns === undefined ? "" : `x${columns}`}${lacks}${comes}${hands}${transposed === true ? " transposed" : ""}`;
}
