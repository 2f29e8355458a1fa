import type { RowDealer } from "../../schedules/two-level/row-sets.js";
import type { Cell } from "../lifted.js";
import { range, runs } from "../lifted.js";

/** Rows whose words stay together, and the pairs of them that are taken there, the larger row first; a row may be paired with itself. */
export interface RowSet {
  readonly rows: readonly number[];
  readonly pairs: readonly Cell[];
}

/** Sets of some ascending rows that have every pair of rows once, each row with itself too, as the dealer cuts them. */
export function rowSets(rows: readonly number[], dealer: RowDealer): readonly RowSet[] {
  const { cut } = dealer.deal(rows.length);
  if (cut.kind === "whole") return [{ rows, pairs: pairsWithin(rows) }];
  if (cut.kind === "pairs") {
    const blocks = blocksOf(rows, cut.blocks);
    const two = blocks.flatMap((own, at) => blocks.slice(0, at).map((other): readonly (readonly number[])[] => [other, own]));
    return [
      ...two.map((set) => ({ rows: set.flat(), pairs: pairsBetween(set) })),
      ...blocks.map((own) => ({ rows: own, pairs: pairsWithin(own) })),
    ];
  }
  if (cut.kind === "plane") {
    const { differences } = cut;
    const blocks = blocksOf(rows, differences.length * (differences.length - 1) + 1);
    return blocks.map((own, x) => {
      const set = differences.map((difference) => blocks[(difference + x) % blocks.length] as readonly number[]);
      const all = ascending(set.flat());
      return { rows: all, pairs: [...pairsBetween(set), ...pairsWithin(own)].sort(([i, j], [k, l]) => i - k || j - l) };
    });
  }
  const { groupRows, lines } = cut;
  const groups = runs(rows.length, groupRows).map(([first, beyond]) => rows.slice(first, beyond));
  const blocks = groups.map((group) => blocksOf(group, lines));
  const apart = range(0, lines).flatMap((x) =>
    range(0, lines).flatMap((y): readonly RowSet[] => {
      const set = blocks.map((own, g) => own[g === 0 ? y : (x + y * (g - 1)) % lines] as readonly number[]);
      const used = set.filter(({ length }) => length > 0);
      return used.length > 1 ? [{ rows: used.flat(), pairs: pairsBetween(used) }] : [];
    }),
  );
  return [...apart, ...groups.flatMap((group) => rowSets(group, dealer))];
}

/** Runs as even as can be, the longer ones first; some have no row where there are more runs than rows. */
function blocksOf(rows: readonly number[], count: number): readonly (readonly number[])[] {
  const [least, longer] = [Math.floor(rows.length / count), rows.length % count];
  const start = (block: number): number => block * least + Math.min(block, longer);
  return range(0, count).map((block) => rows.slice(start(block), start(block + 1)));
}

function pairsWithin(rows: readonly number[]): readonly Cell[] {
  return rows.flatMap((i, at) => rows.slice(0, at + 1).map((j): Cell => [i, j]));
}

/** Pairs of rows of different blocks. */
function pairsBetween(blocks: readonly (readonly number[])[]): readonly Cell[] {
  return blocks.flatMap((own, at) =>
    blocks.slice(0, at).flatMap((other) => own.flatMap((i) => other.map((j): Cell => (i > j ? [i, j] : [j, i])))),
  );
}

function ascending(rows: readonly number[]): readonly number[] {
  return [...rows].sort((x, y) => x - y);
}
