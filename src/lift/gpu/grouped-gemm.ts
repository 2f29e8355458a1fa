import { tokensOf } from "../../computation/experts/routing.js";
import { InputError } from "../../errors.js";
import { expandGroups } from "../../pebble/expand-groups.js";
import { type GroupedGemm, isPadded, layOutGroupedGemm } from "../../schedules/gpu/gemm/grouped-gemm.js";
import { layOutGroups, productOfAll } from "../../schedules/gpu/gemm/grouped-layout.js";
import { scaleBytesOfStep, scaleTiles } from "../../schedules/gpu/gemm/scale-tiles.js";
import type { LiftableKernel, ListedTiles, TileCut } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, range } from "../lifted.js";
import { productRoom } from "./products.js";

/**
 * The moves of a kernel of products of groups, ready for the referee.
 *
 * @throws InputError when the products are too large to list, or rows are padded: those are no words of the products.
 */
export function liftableGroupedGemm(schedule: GroupedGemm): LiftableKernel {
  const { workload: w, tile } = schedule;
  if (isPadded(schedule) && w.rows.some((rows) => rows % tile.bm !== 0))
    throw new InputError("tile", "a height that divides the rows of every group for the referee", `${tile.bm} rows`);
  const { blockRows } = layOutGroups(w, tile, false);
  let before = 0;
  const offsets = w.rows.map((rows) => {
    before += rows;
    return before - rows;
  });
  const listed = (name: string, extent: number, side: number): ListedTiles => ({
    tiles: blockRows.flatMap(({ group, first, rows }) => {
      const start = (offsets[group] as number) + first;
      return range(0, Math.ceil(extent / side)).map((at) => {
        const columns = range(at * side, Math.min(extent, (at + 1) * side));
        return range(start, start + rows).flatMap((row) => columns.map((column) => `${name}[${row},${column}]`));
      });
    }),
  });
  const leads = w.rows.flatMap((rows, g) => (rows === 0 ? [] : [`${g},`]));
  const scales = scaleTiles(productOfAll(w), tile);
  const gathered: TileCut = { rows: [tokensOf(w), 1], columns: [w.k, tile.bk] };
  return {
    graph: expandGroups(w, { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES }),
    layout: layOutGroupedGemm(schedule),
    cuts: [
      w.topK > 1 ? gathered : listed("A", w.k, tile.bk),
      { rows: [w.k, tile.bk], columns: [w.n, tile.bn], leads },
      listed("C", w.n, tile.bn),
      ...scales.map(({ name, operand, rows, columns }): TileCut | ListedTiles => {
        if (operand === "b") return { rows, columns, leads };
        return w.topK > 1 ? { rows: gathered.rows, columns } : listed(name, ...columns);
      }),
    ],
    walksTiles: true,
    roomBytes: productRoom(w, tile, 1) + scaleBytesOfStep(productOfAll(w), tile),
  };
}
