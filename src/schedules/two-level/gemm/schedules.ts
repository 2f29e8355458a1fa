import type { GemmWorkload } from "../../../computation/gemm.js";
import { checkInteger } from "../../../errors.js";
import { cheapestOf, withBetter } from "../choice.js";
import type { WordGemm } from "./cosma.js";
import { bestWordGemm, cosmaGemm, inputStationaryGemm, weightStationaryWords } from "./cosma.js";
import type { InputCornerGemm } from "./input-but-corner.js";
import { inputCornerGemm } from "./input-but-corner.js";
import type { OutputCornerGemm } from "./output-but-corner.js";
import { outputCornerGemm } from "./output-but-corner.js";
import type { HandoverGemm } from "./tile-handover.js";
import { handoverGemm } from "./tile-handover.js";
import type { VisitedCornersGemm } from "./visited-corners.js";
import { visitedCornersGemm } from "./visited-corners.js";

/** A two-level schedule of a product. */
export type WordProduct = WordGemm | HandoverGemm | OutputCornerGemm | InputCornerGemm | VisitedCornersGemm;

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
  return othersOf(workload, fastWords).reduce<readonly WordProduct[]>((all, next) => withBetter(all, next, productTotal), one);
}

/** Schedules of more than one shape that fit. */
function othersOf(workload: GemmWorkload, fastWords: number): readonly WordProduct[] {
  return [handoverGemm, outputCornerGemm, inputCornerGemm, visitedCornersGemm].flatMap(
    (schedule) => schedule(workload, fastWords) ?? [],
  );
}

/** The cheapest of all but `weight-stationary`, hardly ever the best. @throws InputError naming `fast-words` when none fits. */
export function bestWordProduct(workload: GemmWorkload, fastWords: number): WordProduct {
  checkInteger("fast-words", fastWords, 1);
  const usual = bestWordGemm(workload, fastWords);
  return cheapestOf([usual, ...othersOf(workload, fastWords)], productTotal) ?? usual;
}

/** Words loaded and stored. */
export function productTotal({ words }: Pick<WordProduct, "words">): bigint {
  return words.a + words.b + words.c + (words.cLoads ?? 0n);
}

/** The parameters as documents print them: what is held, rows (and columns) of a panel, tile or block, and of its corners. */
export function describeWordProduct(schedule: WordProduct): Readonly<Record<string, string | number | boolean>> {
  const { id } = schedule;
  if (id === "output-but-corner" || id === "tile-handover") {
    const { rows, columns, handed, waits, transposed } = schedule.tiles;
    const [[high], [wide]] = [rows, columns];
    const corner = `${high.corner}x${wide.corner}`;
    return {
      id,
      rows: high.lines,
      columns: wide.lines,
      ...(id === "output-but-corner" ? { corner } : schedule.ahead === undefined ? {} : { ahead: corner }),
      ...(handed === 0 ? {} : { handed }),
      ...(waits.length === 0 ? {} : { waiting: waits.length }),
      ...(handed > 0 && transposed ? { transposed } : {}),
    };
  }
  const transposed = schedule.transposed === undefined ? {} : { transposed: schedule.transposed };
  if (id === "input-but-corner") {
    const { panels, width } = schedule.corner;
    const [{ lines, corner }] = panels;
    return { id, rows: lines, corner: `${corner}x${width}`, ...transposed };
  }
  if (id === "visited-corners") {
    const { workload, corner, group } = schedule;
    const rows = schedule.transposed === true ? workload.n : workload.m;
    return { id, rows, corners: `${corner.lines}x${corner.width}`, group, ...transposed };
  }
  const { rows, columns } = schedule;
  return { id, rows, ...(columns === undefined ? {} : { columns }), ...transposed };
}

/** In one line: `cosma 127x128`, `output-but-corner 130x130 less 10x13`. */
export function productText(schedule: WordProduct): string {
  const { id, rows, columns, corner, corners, group, ahead, handed, waiting, transposed } = describeWordProduct(schedule);
  const lacks = corner === undefined ? "" : ` less ${corner}`;
  const comes = corners === undefined ? "" : ` less two of ${corners}, one every ${group}`;
  const late = waiting === undefined ? "" : `, ${waiting} of them late`;
  const first = ahead === undefined ? "" : `, corners of ${ahead} ahead`;
  const hands = handed === undefined ? "" : `, ${handed} handed over${late}${first}`;
  return `${id} ${rows}${columns === undefined ? "" : `x${columns}`}${lacks}${comes}${hands}${transposed === true ? " transposed" : ""}`;
}
