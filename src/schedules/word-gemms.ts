import type { GemmWorkload } from "../computation/gemm.js";
import type { WordGemm } from "./word-gemm.js";
import { bestWordGemm, cosmaGemm, inputStationaryGemm, weightStationaryWords } from "./word-gemm.js";
import type { CornerGemm } from "./word-gemm-corner.js";
import { cornerGemm } from "./word-gemm-corner.js";
import type { OutputCornerGemm } from "./word-gemm-output-corner.js";
import { outputCornerGemm } from "./word-gemm-output-corner.js";
import type { RowPartsGemm } from "./word-gemm-row-parts.js";
import { rowPartsGemm } from "./word-gemm-row-parts.js";

/** A word-level schedule of a product that finishes its sums in one go: of one shape, in two parts, or in tiles less their corners. */
export type PlainProduct = WordGemm | RowPartsGemm | OutputCornerGemm;

/** A word-level schedule of a product. */
export type WordProduct = PlainProduct | CornerGemm;

/**
 * Schedules of a product that fit the fast memory; row parts, and tiles or panels without a corner, only where they beat those before them.
 *
 * @throws InputError naming `fast-words` when none fits.
 */
export function wordGemms(workload: GemmWorkload, fastWords: number): readonly WordProduct[] {
  const held = inputStationaryGemm(workload, fastWords);
  const one: readonly WordGemm[] = [
    cosmaGemm(workload, fastWords),
    ...(held === undefined ? [] : [held]),
    weightStationaryWords(workload, fastWords),
  ];
  const plain = withBetter<WordProduct>(one, rowPartsGemm(workload, fastWords));
  return withBetter(withBetter(plain, outputCornerGemm(workload, fastWords)), cornerGemm(workload, fastWords));
}

function withBetter<Schedule extends WordProduct>(
  schedules: readonly Schedule[],
  next: Schedule | undefined,
): readonly Schedule[] {
  const better = next !== undefined && schedules.every((schedule) => productTotal(next) < productTotal(schedule));
  return better ? [...schedules, next] : schedules;
}

/** The cheapest without sums that come back. @throws InputError naming `fast-words` when none fits. */
export function bestWordProduct(workload: GemmWorkload, fastWords: number): PlainProduct {
  const others = [rowPartsGemm(workload, fastWords), outputCornerGemm(workload, fastWords)];
  return others.reduce<PlainProduct>(
    (best, next) => (next !== undefined && productTotal(next) < productTotal(best) ? next : best),
    bestWordGemm(workload, fastWords),
  );
}

/** Words loaded and stored. */
export function productTotal({ words }: Pick<WordProduct, "words">): bigint {
  return words.a + words.b + words.c + (words.cLoads ?? 0n);
}

/** The parameters as documents print them. */
export function describeWordProduct(schedule: WordProduct): Readonly<Record<string, string | number | boolean>> {
  if (schedule.id === "all-but-corner") return describeCorner(schedule);
  if (schedule.id === "output-but-corner") return { id: schedule.id, ...largestTile(schedule) };
  if (schedule.id !== "row-parts") return describeWordGemm(schedule);
  const { id, parts, transposed } = schedule;
  const [first, last] = parts;
  const cut = transposed === true ? { columns: first.workload.n } : { rows: first.workload.m };
  return { id, ...cut, first: shapeText(first), last: shapeText(last) };
}

function describeCorner({ id, corner, transposed }: CornerGemm): Readonly<Record<string, string | number | boolean>> {
  const { lines, height, width } = corner;
  return { id, rows: lines, corner: `${height}x${width}`, ...(transposed === undefined ? {} : { transposed }) };
}

/** The tile of most rows and columns, and its corner. */
function largestTile({ rows: [tall], columns: [wide] }: OutputCornerGemm) {
  return { rows: tall.lines, columns: wide.lines, corner: `${tall.corner}x${wide.corner}` };
}

function describeWordGemm({ id, rows, columns, transposed }: WordGemm): Readonly<Record<string, string | number | boolean>> {
  return { id, rows, ...(columns === undefined ? {} : { columns }), ...(transposed === undefined ? {} : { transposed }) };
}

/** In one line: `cosma 127x128`, `output-but-corner 128x128 less 10x13`, or both parts of two. */
export function productText(schedule: PlainProduct): string {
  if (schedule.id === "output-but-corner") {
    const { rows, columns, corner } = largestTile(schedule);
    return `${schedule.id} ${rows}x${columns} less ${corner}`;
  }
  if (schedule.id !== "row-parts") return shapeText(schedule);
  const { id, parts, transposed } = schedule;
  return `${id} ${transposed === true ? "by columns, " : ""}${parts.map(shapeText).join(" and ")}`;
}

function shapeText({ id, rows, columns, transposed }: WordGemm): string {
  return `${id} ${rows}${columns === undefined ? "" : `x${columns}`}${transposed === true ? " transposed" : ""}`;
}
