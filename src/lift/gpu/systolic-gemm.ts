import type { Move } from "../../pebble/rules.js";
import { twoLevelGame } from "../../pebble/rules.js";
import type { SystolicGemm } from "../../schedules/gpu/gemm/systolic-gemm.js";
import type { LiftedReplay } from "../lifted.js";
import { ProductGraph, range, runs } from "../lifted.js";

/**
 * The moves of a systolic array's product between DRAM and the chip, in bytes, in the order the schedule makes them.
 *
 * @throws InputError when the product has too many scalar products to list.
 */
export function liftSystolicGemm(schedule: SystolicGemm): LiftedReplay {
  const { workload: w, machine, rows, arrayRows, arrayColumns, bytes } = schedule;
  const product = new ProductGraph(w, "bytes");
  const moves: Move[] = [];
  for (const batch of range(0, w.batch)) {
    for (const [i0, i1] of runs(w.m, rows)) {
      const waiting = range(i0, i1).flatMap((i) => range(0, w.k).map((q) => product.a(batch, i, q)));
      for (const a of waiting) moves.push(["load", a]);
      for (const [j0, j1] of runs(w.n, arrayColumns)) {
        for (const [q0, q1] of runs(w.k, arrayRows)) {
          const tile = range(q0, q1).flatMap((q) => range(j0, j1).map((j) => product.b(batch, q, j)));
          for (const b of tile) moves.push(["load", b]);
          for (const i of range(i0, i1)) {
            for (const q of range(q0, q1)) for (const j of range(j0, j1)) moves.push(product.multiplyAdd(batch, i, j, q));
          }
          for (const b of tile) moves.push(["delete", b]);
        }
        for (const i of range(i0, i1)) {
          for (const j of range(j0, j1)) {
            const c = product.sum(batch, i, j, w.k - 1);
            moves.push(["store", c], ["delete", c]);
          }
        }
      }
      for (const a of waiting) moves.push(["delete", a]);
    }
  }
  const { a, b, c } = bytes.dram;
  return {
    interface: "dram-l2",
    unit: "bytes",
    graph: product.graph,
    game: twoLevelGame(Object.values(machine.onChipBytes).reduce((sum, size) => sum + size, 0)),
    moves,
    replayed: a + b + c,
  };
}
