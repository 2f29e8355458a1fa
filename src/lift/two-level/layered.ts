import { layerCount, layerWords } from "../../computation/layered/layered.js";
import type { StencilWorkload } from "../../computation/layered/stencil.js";
import { expandLayered } from "../../pebble/layered/expand-layered.js";
import { type Move, slideMove } from "../../pebble/rules.js";
import type { LayeredWords } from "../../schedules/two-level/layered.js";
import { totalWords } from "../../schedules/two-level/layered.js";
import { type Cells, keptCells, ownCells, readCells, type SkewedAxis, tilesAt } from "../../schedules/two-level/skewed-axis.js";
import { checkListed, type LiftedReplay, MAXIMUM_LIFTED_VERTICES, range } from "../lifted.js";
import { twoLevelReplay } from "./listing.js";

/** The moves of a schedule of a stencil or a transform. @throws InputError when there are too many values to list. */
export function liftLayered(schedule: LayeredWords, fastWords: number): LiftedReplay {
  const { workload: w } = schedule;
  checkListed(layerWords(w) * BigInt(layerCount(w)), "values to lift");
  const moves = w.kind === "stencil" ? skewedMoves(w, schedule.tile) : blockMoves(w.points, layerCount(w), schedule.tile);
  return twoLevelReplay(expandLayered(w, { maximumVertices: MAXIMUM_LIFTED_VERTICES }), fastWords, moves, totalWords(schedule));
}

/** Blocks of points whose numbers differ in the digits of a few layers; the first of two values makes room for the second. */
function blockMoves(points: number, layers: number, block: number): readonly Move[] {
  const moves: Move[] = [];
  const most = Math.log2(block);
  for (let before = 0; before < layers; before += most) {
    const depth = Math.min(most, layers - before);
    const [low, size] = [2 ** before, 2 ** depth];
    for (const start of range(0, points / size)) {
      const first = Math.floor(start / low) * low * size + (start % low);
      const own = range(0, size).map((i) => first + i * low);
      for (const i of own) moves.push(["load", before * points + i]);
      for (const layer of range(before, before + depth)) {
        for (const i of own) {
          const other = i + 2 ** layer;
          if (Math.floor(i / 2 ** layer) % 2 === 1) continue;
          const at = (value: number): number => layer * points + value;
          moves.push(["compute", at(points + i)], slideMove(at(points + other), at(other), undefined), ["delete", at(i)]);
        }
      }
      for (const i of own) moves.push(["store", (before + depth) * points + i], ["delete", (before + depth) * points + i]);
    }
  }
  return moves;
}

/** Tile by tile through all steps, cells from the last to the first, so that what none reads any more leaves. */
function skewedMoves({ dims, steps, radius }: StencilWorkload, tile: number): readonly Move[] {
  const moves: Move[] = [];
  const axes = dims.map((extent): SkewedAxis => ({ extent, radius, tile }));
  const cells = dims.reduce((all, extent) => all * extent, 1);
  const numbered = (ranges: readonly Cells[]): readonly number[] =>
    ranges.reduce<readonly number[]>(
      (found, [from, to], axis) => found.flatMap((i) => range(from, to).map((x) => i * (dims[axis] as number) + x)),
      [0],
    );
  const tiles = axes.reduce<readonly (readonly number[])[]>(
    (found, axis) => found.flatMap((one) => range(0, tilesAt(axis, steps)[1]).map((at) => [...one, at])),
    [[]],
  );
  for (const at of tiles) {
    const of = (cellsOf: (axis: SkewedAxis, at: number, step: number) => Cells, step: number): readonly number[] =>
      numbered(axes.map((axis, i) => cellsOf(axis, at[i] as number, step)));
    let held = new Set<number>();
    for (const step of range(1, steps + 1)) {
      const own = of(ownCells, step);
      const vertex = (i: number): number => (step - 1) * cells + i;
      if (own.length > 0) {
        for (const i of of(readCells, step)) {
          if (!held.has(i)) moves.push(["load", vertex(i)]);
          held.add(i);
        }
        listStep(moves, own, { held, dims, radius, vertex, cells });
      }
      for (const i of held) moves.push(["delete", vertex(i)]);
      held = new Set(own);
      const kept = new Set(step === steps ? [] : of(keptCells, step));
      for (const i of own) if (!kept.has(i)) moves.push(["store", vertex(i) + cells]);
    }
    for (const i of held) moves.push(["delete", steps * cells + i]);
  }
  return moves;
}

interface Step {
  readonly held: Set<number>;
  readonly dims: readonly number[];
  readonly radius: number;
  readonly vertex: (cell: number) => number;
  readonly cells: number;
}

/** New cells from the last to the first; an old one leaves when those that read it are made: no row below reaches its row. */
function listStep(moves: Move[], own: readonly number[], { held, dims, radius, vertex, cells }: Step): void {
  const row = dims.slice(1).reduce((all, extent) => all * extent, 1);
  let beyond = Number.POSITIVE_INFINITY;
  for (const i of [...own].reverse()) {
    const last = Math.floor(i / row) + radius;
    if (last < beyond) {
      for (const old of held) if (Math.floor(old / row) > last) drop(old);
      beyond = last;
    }
    moves.push(["compute", vertex(i) + cells]);
  }

  function drop(old: number): void {
    moves.push(["delete", vertex(old)]);
    held.delete(old);
  }
}
