import type { Move } from "../../pebble/rules.js";
import type { VisitedCornersGemm } from "../../schedules/two-level/gemm/visited-corners.js";
import { comesWordByWord, missingOf, passesWordByWord } from "../../schedules/two-level/gemm/visited-corners.js";
import type { OrderedSum, ProductVertices } from "../lifted.js";
import { range, runs, transposed } from "../lifted.js";
import { during, passing } from "./listing.js";

/** A (or, transposed, B) stays but for two corners, which come back by turns between groups of columns. */
export function listVisitedCorners(schedule: VisitedCornersGemm, product: ProductVertices, batch: number, moves: Move[]): void {
  const { workload, group } = schedule;
  const { k } = workload;
  const [lines, columns, oriented] =
    schedule.transposed === true ? [workload.n, workload.m, transposed(product)] : [workload.m, workload.n, product];
  const held: Held = { product: oriented, batch, k, lines, schedule };
  const staying = range(0, lines).flatMap((line) => range(awayOf(schedule, line), k).map((q) => oriented.a(batch, line, q)));
  const groups = runs(columns, group).map(([from, to]) => range(from, to));
  during(staying, moves, () => {
    visit(held, 0, [], groups[0] ?? [], moves);
    for (const [at, own] of groups.entries()) {
      for (const column of own) pass(held, at, column, moves);
      visit(held, at + 1, own, groups[at + 1] ?? [], moves);
    }
  });
}

/** Sums in the rows of the corner that its column meets after it has passed: the corner's inner indices come last. */
export function sumsMetAfterwards(schedule: VisitedCornersGemm): readonly OrderedSum[] {
  const { workload, corner, group } = schedule;
  const columns = schedule.transposed === true ? workload.m : workload.n;
  return range(0, columns).flatMap((column) =>
    linesOfVisit(schedule, Math.floor(column / group) + 1).map((line): OrderedSum => {
      const away = missingOf(corner, line % corner.lines);
      const order = [...range(away, workload.k), ...range(0, away)];
      return { cell: schedule.transposed === true ? [column, line] : [line, column], order };
    }),
  );
}

interface Held {
  readonly product: ProductVertices;
  readonly batch: number;
  readonly k: number;
  readonly lines: number;
  readonly schedule: VisitedCornersGemm;
}

/** Rows of the corner that comes at the visit of so many groups passed. */
function linesOfVisit({ corner: { lines } }: VisitedCornersGemm, at: number): readonly number[] {
  return at % 2 === 0 ? range(0, lines) : range(lines, 2 * lines);
}

/** Words of a row that do not stay, in its first inner indices. */
function awayOf({ corner }: VisitedCornersGemm, line: number): number {
  return line < 2 * corner.lines ? missingOf(corner, line % corner.lines) : 0;
}

/** Column of group `at`: it has met one corner, and what it has for the other stays. */
function pass({ product, batch, k, lines, schedule }: Held, at: number, column: number, moves: Move[]): void {
  const { corner } = schedule;
  const [ahead, afterwards] = [linesOfVisit(schedule, at), linesOfVisit(schedule, at + 1)];
  const others = range(2 * corner.lines, lines);
  const words = range(corner.width, k).map((q) => product.b(batch, q, column));
  const finish = (line: number): void => product.finish(batch, line, column, moves);
  // The sums of the corner to come begin with what stays of their row.
  const add = (line: number, q: number): void => {
    const skipped = afterwards.includes(line) ? awayOf(schedule, line) : 0;
    moves.push(product.multiplyAdd(batch, line, column, q - skipped));
  };
  if (passesWordByWord(lines, k, corner)) {
    const all = range(0, lines);
    for (const q of range(0, corner.width)) for (const line of all) if (q >= awayOf(schedule, line)) add(line, q);
    passing(words, moves, (at) => {
      for (const line of all) add(line, corner.width + at);
    });
    for (const line of [...ahead, ...others]) finish(line);
    return;
  }
  during(words, moves, () => {
    for (const line of [...ahead, ...others, ...afterwards]) {
      for (const q of range(awayOf(schedule, line), k)) add(line, q);
      if (!afterwards.includes(line)) finish(line);
    }
  });
}

/** A corner comes, finishes the sums of the group that has passed and begins those of the next. */
function visit(
  { product, batch, k, schedule }: Held,
  at: number,
  past: readonly number[],
  next: readonly number[],
  moves: Move[],
): void {
  const { corner, group } = schedule;
  const words = range(0, corner.width);
  for (const column of next) for (const q of words) moves.push(["load", product.b(batch, q, column)]);
  for (const line of linesOfVisit(schedule, at)) {
    const away = awayOf(schedule, line);
    const end = (column: number, q: number): void => {
      moves.push(product.multiplyAdd(batch, line, column, k - away + q));
    };
    const begin = (column: number, q: number): void => {
      moves.push(product.multiplyAdd(batch, line, column, q));
    };
    const finish = (column: number): void => product.finish(batch, line, column, moves);
    const row = range(0, away).map((q) => product.a(batch, line, q));
    if (past.length === 0 || comesWordByWord(corner.width, group)) {
      passing(row, moves, (q) => {
        for (const column of past) end(column, q);
        for (const column of next) begin(column, q);
      });
      past.forEach(finish);
    } else {
      during(row, moves, () => {
        for (const column of past) {
          for (const q of row.keys()) end(column, q);
          finish(column);
        }
        for (const column of next) for (const q of row.keys()) begin(column, q);
      });
    }
  }
  for (const column of past) for (const q of words) moves.push(["delete", product.b(batch, q, column)]);
}
