import { bytesOnChip } from "../../machines/levels.js";
import { type Move, twoLevelGame } from "../../pebble/rules.js";
import type { SystolicGemm } from "../../schedules/gpu/gemm/systolic-gemm.js";
import { type LiftedReplay, productGraph, range, runs } from "../lifted.js";
import { during, wordsOfRows } from "../two-level/listing.js";

/**
 * The moves of a systolic array's product between DRAM and the chip, in bytes, in the order the schedule makes them.
 *
 * @throws InputError when the product has too many scalar products to list.
 */
export function liftSystolicGemm(schedule: SystolicGemm): LiftedReplay {
  const { workload: w, machine, rows, arrayRows, arrayColumns, bytes } = schedule;
  const product = productGraph(w, "bytes");
  const moves: Move[] = [];
  for (const batch of range(0, w.batch)) {
    for (const [i0, i1] of runs(w.m, rows)) {
      const rowsOfA = range(i0, i1);
      during(wordsOfRows(product, rowsOfA, w.k, batch), moves, () => {
        for (const [j0, j1] of runs(w.n, arrayColumns)) {
          const columns = range(j0, j1);
          for (const inner of runs(w.k, arrayRows).map((run) => range(...run))) {
            const tile = inner.flatMap((q) => columns.map((j) => product.b(batch, q, j)));
            during(tile, moves, () => {
              for (const i of rowsOfA)
                for (const q of inner) for (const j of columns) moves.push(product.multiplyAdd(batch, i, j, q));
            });
          }
          for (const i of rowsOfA) for (const j of columns) product.finish(batch, i, j, moves);
        }
      });
    }
  }
  const { a, b, c } = bytes.dram;
  return {
    interface: "dram-l2",
    unit: "bytes",
    graph: product.graph,
    game: twoLevelGame(bytesOnChip(machine)),
    moves,
    replayed: a + b + c,
  };
}
