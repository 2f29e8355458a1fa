import type { Move } from "../../pebble/rules.js";
import type { SerpentineTiles, TwoPanels } from "../../schedules/two-level/gemm/serpentine-tiles.js";
import { placed } from "../../schedules/two-level/gemm/serpentine-tiles.js";
import type { Cell, OrderedSum, ProductVertices } from "../lifted.js";
import { range, renumbered, storeAndDrop, transposed } from "../lifted.js";
import { during, passing } from "./listing.js";

/** Rows or columns of a panel, those of its corner last. */
interface Panel {
  readonly lines: readonly number[];
  readonly corner: ReadonlySet<number>;
}

/** A tile by its panel beside the way and the one along it; sums of corners are not its own. */
interface Tile {
  readonly beside: Panel;
  readonly along: Panel;
  /** Every other tile. */
  readonly backwards: boolean;
}

/** Sums of every other tile, which are added up from the last product to the first; none where tiles hand nothing over. */
export function sumsOfOtherTiles(order: SerpentineTiles): readonly Cell[] {
  if (order.handed === 0) return [];
  const sums = tilesOf(order).flatMap((tile) => (tile.backwards ? ownSums(tile) : []));
  return order.transposed ? sums.map(([i, j]): Cell => [j, i]) : sums;
}

/**
 * Tile after tile of C but for the corners. The graph adds the sums of every other tile backwards. Corners that have added the inner
 * indices handed over `ahead` come for the others and go again.
 */
export function listSerpentine(
  order: SerpentineTiles,
  k: number,
  product: ProductVertices,
  batch: number,
  moves: Move[],
  ahead = false,
): void {
  const oriented = order.transposed ? transposed(product) : product;
  const { handed, waits } = order;
  const paired = order.pairs && (order.transposed ? "beside" : "along");
  const tiles = tilesOf(order);
  tiles.forEach((tile, index) => {
    const [before, after] = [tiles[index - 1], tiles[index + 1]];
    const steps: TileSteps = { tile, product: oriented, batch, k, handed, waits, ...(paired === undefined ? {} : { paired }) };
    if (before !== undefined) takeOver(steps, before, moves);
    else passWords(steps, 0, handed, moves);
    const corner = ahead ? cornerSums(tile) : [];
    for (const [i, j] of corner) moves.push(["load", oriented.sum(batch, i, j, 2 * handed - 1)]);
    passWords({ ...steps, withCorner: ahead }, handed, k - handed, moves);
    for (const [i, j] of corner) oriented.finish(batch, i, j, moves);
    if (after !== undefined) handOver(steps, after, moves);
    else {
      passWords(steps, k - handed, k, moves);
      for (const [i, j] of ownSums(tile)) oriented.finish(batch, i, j, moves);
    }
  });
}

/** Sums of all corners that add the inner indices handed over ahead of all tiles, with the order of their products. */
export function sumsAhead(order: SerpentineTiles, k: number): readonly OrderedSum[] {
  const { handed, transposed: down } = order;
  const between = range(handed, k - handed);
  const [forwards, backwards] = [between, [...between].reverse()].map((rest) => [...indicesAhead(order, k), ...rest]) as [
    number[],
    number[],
  ];
  return tilesOf(order).flatMap((tile) =>
    cornerSums(tile).map(
      ([i, j]): OrderedSum => ({
        cell: down ? [j, i] : [i, j],
        order: tile.backwards ? backwards : forwards,
      }),
    ),
  );
}

/** Of all corners together the products with the inner indices handed over, as a product of its own. */
export function productAhead(order: SerpentineTiles, k: number, product: ProductVertices): ProductVertices {
  const [rows, columns] = [order.rows, order.columns].map((panels) => cornersOf(panels).lines) as [number[], number[]];
  const indices = indicesAhead(order, k);
  const all = renumbered(product, {
    row: (i) => rows[i] as number,
    column: (j) => columns[j] as number,
    inner: (q) => indices[q] as number,
  });
  return {
    ...all,
    finish: (batch, i, j, moves) => storeAndDrop(all.sum(batch, i, j, indices.length - 1), moves),
  };
}

/** Inner indices handed over at either end of a tile. */
function indicesAhead({ handed }: SerpentineTiles, k: number): readonly number[] {
  return [...range(0, handed), ...range(k - handed, k)];
}

/** The corners' lines of all panels, as one panel. */
function cornersOf(panels: TwoPanels): Panel {
  return { lines: panelsOf(panels).flatMap(({ corner }) => [...corner]), corner: new Set() };
}

/** The corners of all tiles, as one tile. */
export function listCorners(
  { rows, columns }: SerpentineTiles,
  k: number,
  product: ProductVertices,
  batch: number,
  moves: Move[],
): void {
  const tile: Tile = { beside: cornersOf(rows), along: cornersOf(columns), backwards: false };
  passWords({ tile, product, batch, k, handed: 0, waits: [] }, 0, k, moves);
  for (const [i, j] of ownSums(tile)) product.finish(batch, i, j, moves);
}

interface TileSteps {
  readonly tile: Tile;
  readonly product: ProductVertices;
  readonly batch: number;
  readonly k: number;
  readonly handed: number;
  readonly waits: readonly number[];
  readonly paired?: Step["side"];
  /** Sums of the corner pass too: they have added the inner indices handed over, at both ends. */
  readonly withCorner?: boolean;
}

function tilesOf({ rows, columns, transposed: down }: SerpentineTiles): readonly Tile[] {
  const [besides, alongs] = [panelsOf(down ? columns : rows), panelsOf(down ? rows : columns)];
  const back = [...alongs].reverse();
  return besides
    .flatMap((beside, panel) => (panel % 2 === 0 ? alongs : back).map((along) => ({ beside, along })))
    .map((tile, index) => ({ ...tile, backwards: index % 2 === 1 }));
}

function panelsOf(panels: TwoPanels): readonly Panel[] {
  return placed(panels).map(({ first, lines, corner }) => {
    const cut = range(first, first + corner);
    return { lines: [...range(first + corner, first + lines), ...cut], corner: new Set(cut) };
  });
}

function isOwn(beside: Panel, along: Panel, i: number, j: number): boolean {
  return !(beside.corner.has(i) && along.corner.has(j));
}

function ownSums({ beside, along }: Tile): readonly Cell[] {
  return beside.lines.flatMap((i) => along.lines.filter((j) => isOwn(beside, along, i, j)).map((j): Cell => [i, j]));
}

function cornerSums({ beside, along }: Tile): readonly Cell[] {
  return [...beside.corner].flatMap((i) => [...along.corner].map((j): Cell => [i, j]));
}

/** Inner index of the product that a tile's sums add as their number `at`. */
function innerIndex({ tile, k }: TileSteps, at: number): number {
  return tile.backwards ? k - 1 - at : at;
}

/**
 * Products from `first` to `beyond` of all sums, or of those of a square of so many lines: of each inner index the shorter side stays while
 * the other passes.
 */
function passWords(steps: TileSteps, first: number, beyond: number, moves: Move[], square?: number): void {
  const { tile, product, batch, handed, withCorner = false } = steps;
  const [rows, columns] = [tile.beside.lines.slice(0, square), tile.along.lines.slice(0, square)];
  const holdsRows = rows.length <= columns.length;
  for (const at of range(first, beyond)) {
    const q = innerIndex(steps, at);
    const ofRow = (i: number): number => product.a(batch, i, q);
    const ofColumn = (j: number): number => product.b(batch, q, j);
    const held = holdsRows ? rows.map(ofRow) : columns.map(ofColumn);
    const others = holdsRows ? columns : rows;
    during(held, moves, () => {
      passing(others.map(holdsRows ? ofColumn : ofRow), moves, (outer) => {
        for (const inner of holdsRows ? rows : columns) {
          const [i, j] = (holdsRows ? [inner, others[outer]] : [others[outer], inner]) as [number, number];
          if (isOwn(tile.beside, tile.along, i, j)) moves.push(product.multiplyAdd(batch, i, j, at));
          else if (withCorner) moves.push(product.multiplyAdd(batch, i, j, at + handed));
        }
      });
    });
  }
}

/** A line, and those across it whose sums with it are next. */
interface Step {
  readonly side: "beside" | "along";
  readonly line: number;
  readonly across: readonly number[];
}

/**
 * Squares, one line more on one side and then on the other; beyond the shorter side, one line after another of the longer. Both lines of
 * a pair are one after the other.
 */
function squares({ beside, along }: Tile, paired?: Step["side"]): readonly Step[] {
  const steps: Step[] = [];
  let [rows, columns] = [0, 0];
  while (rows < beside.lines.length || columns < along.lines.length) {
    const [midRows, midColumns] = [paired === "beside" && rows % 2 === 1, paired === "along" && columns % 2 === 1];
    const rowIsNext = rows <= columns && rows < beside.lines.length && !midColumns;
    if (columns === along.lines.length || rowIsNext || midRows) {
      const line = beside.lines[rows++] as number;
      steps.push({ side: "beside", line, across: along.lines.slice(0, columns).filter((j) => isOwn(beside, along, line, j)) });
    } else {
      const line = along.lines[columns++] as number;
      steps.push({ side: "along", line, across: beside.lines.slice(0, rows).filter((i) => isOwn(beside, along, i, line)) });
    }
  }
  return steps;
}

/** Words of a line that pass from tile to tile, those of the tile's sums' products from `first` to `beyond`. */
function wordsOf(steps: TileSteps, side: Step["side"], line: number, first: number, beyond: number): readonly number[] {
  const { product, batch } = steps;
  return range(first, beyond).map((at) => {
    const q = innerIndex(steps, at);
    return side === "beside" ? product.a(batch, line, q) : product.b(batch, q, line);
  });
}

function addHanded(
  { product, batch }: TileSteps,
  { side, line, across }: Step,
  first: number,
  beyond: number,
  moves: Move[],
  then?: (sum: Cell) => void,
): void {
  for (const other of across) {
    const [i, j] = side === "beside" ? [line, other] : [other, line];
    for (const at of range(first, beyond)) moves.push(product.multiplyAdd(batch, i, j, at));
    then?.([i, j]);
  }
}

/** An inner index that waits: its place from the end at which the neighbour is, and the lines of its square. */
interface Late {
  readonly place: number;
  readonly lines: number;
}

function lateOnes({ handed, waits }: TileSteps): readonly Late[] {
  return waits.map((lines, index) => ({ place: handed - waits.length + index, lines }));
}

/** Inner indices that pass while the square of the step with this number is there: a square of t × t has 2t steps. */
function passingAt({ handed, waits }: TileSteps, step: number): number {
  return handed - waits.filter((lines) => 2 * lines > step).length;
}

/** Words of the inner indices that come, or go, at the step: those of all lines of their square; `at` is where the sums add them. */
function lateWords(steps: TileSteps, step: number, at: (late: Late) => number): readonly number[] {
  const due = lateOnes(steps).filter(({ lines }) => 2 * lines === step);
  return due.flatMap((late) =>
    (["beside", "along"] as const).flatMap((side) =>
      steps.tile[side].lines.slice(0, late.lines).flatMap((line) => wordsOf(steps, side, line, at(late), at(late) + 1)),
    ),
  );
}

/** The side whose lines two neighbours share. */
function sharedSide(one: Tile, other: Tile): Step["side"] {
  return one.beside === other.beside ? "beside" : "along";
}

/** The last products of all sums, which leave; the words of the lines that the next tile shares stay. */
function handOver(steps: TileSteps, next: Tile, moves: Move[]): void {
  const { tile, product, batch, k, handed, paired } = steps;
  const at = ({ place }: Late): number => k - 1 - place;
  for (const late of [...lateOnes(steps)].reverse()) passWords(steps, at(late), at(late) + 1, moves, late.lines);
  for (const [number, step] of squares(tile, paired).entries()) {
    for (const word of lateWords(steps, number, at)) moves.push(["load", word]);
    const first = k - passingAt(steps, number);
    for (const word of wordsOf(steps, step.side, step.line, first, k)) moves.push(["load", word]);
    addHanded(steps, step, first, k, moves, ([i, j]) => product.finish(batch, i, j, moves));
  }
  const dropped = sharedSide(tile, next) === "beside" ? "along" : "beside";
  for (const line of tile[dropped].lines)
    for (const word of wordsOf(steps, dropped, line, k - handed, k)) moves.push(["delete", word]);
}

/** The first products of all sums, in the opposite order; a line's words go once its sums are there. */
function takeOver(steps: TileSteps, before: Tile, moves: Move[]): void {
  const { tile, handed, paired } = steps;
  const at = ({ place }: Late): number => place;
  const loaded = sharedSide(tile, before) === "beside" ? "along" : "beside";
  for (const line of tile[loaded].lines) for (const word of wordsOf(steps, loaded, line, 0, handed)) moves.push(["load", word]);
  for (const [number, step] of [...squares(tile, paired).entries()].reverse()) {
    const beyond = passingAt(steps, number);
    addHanded(steps, step, 0, beyond, moves);
    for (const word of wordsOf(steps, step.side, step.line, 0, beyond)) moves.push(["delete", word]);
    for (const word of lateWords(steps, number, at)) moves.push(["delete", word]);
  }
  for (const late of lateOnes(steps)) passWords(steps, at(late), at(late) + 1, moves, late.lines);
}
