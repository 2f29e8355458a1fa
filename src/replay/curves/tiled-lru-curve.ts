import { OverLimit, spendSteps } from "../../budget.js";
import { LevelsCollector } from "../../caches/depth-levels.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { rightTypeOf } from "../../computation/operand-types.js";
import { checkInteger, InputError } from "../../errors.js";
import { stepBytes } from "../../schedules/gpu/gemm/block.js";
import { areWholeBytes } from "../../schedules/gpu/gemm/layout.js";
import type { TiledGemm } from "../../schedules/gpu/gemm/tiled-gemm.js";
import type { PanelTouch } from "../product-waves.js";
import { walkProductWaves } from "../product-waves.js";
import type { DirtyRemain, LruCurve } from "./lru-curve.js";

/** Of a block: looks into trees over panels and waves, and what is collected of them. */
const STEPS_A_BLOCK = 1000;

/**
 * The LRU curve of a tiled product in lock step without walking k: `walkedLruCurve` of its blocks, in closed form over the steps.
 *
 * A wave touches the same panels in every k step. So a panel's tile of step s returns after the other panels' tiles of that step
 * (`depth`), the tiles of later steps of the waves since its last one (`since`), the tiles of earlier steps of the waves up to
 * this one (`through`), and the outputs of the waves between: a depth linear in s. docs/traffic-curve.md has the steps.
 *
 * @throws OverLimit when the product has too many blocks, or its bytes do not count exactly in doubles.
 */
export function tiledLruCurve(schedule: TiledGemm, slots: number): LruCurve {
  checkInteger("slots", slots, 1);
  const { workload: w, tile } = schedule;
  if (w.scales !== undefined) throw new InputError("scales", "none: their tiles have no closed form (walkedLruCurve)", "some");
  if (!areWholeBytes(w)) throw new InputError("k", "whole bytes of packed words (walkedLruCurve takes others)", String(w.k));
  const blocks = w.batch * Math.ceil(w.m / tile.bm) * Math.ceil(w.n / tile.bn);
  const mostBytes = (blocks * stepBytes(tile, 1, w) * w.k) / tile.bk;
  spendSteps(STEPS_A_BLOCK * blocks, "the blocks of a replay");
  if (mostBytes > Number.MAX_SAFE_INTEGER) {
    const limit = "blocks that read fewer than 2^53 bytes together for a replay (bounds have no such limit)";
    throw new OverLimit("workload", limit, `${mostBytes.toExponential(1)} bytes`);
  }
  const fullSteps = Math.floor(w.k / tile.bk);
  const lastWords = w.k - fullSteps * tile.bk;
  const reads = [new LevelsCollector(), new LevelsCollector()] as const;
  const returning: PanelTouch[] = [];
  const waves = walkProductWaves(schedule, slots, (touch) => {
    const { array, extent, wave, lastWave, depth } = touch;
    if (lastWave < 0) reads[array].add(Number.POSITIVE_INFINITY, extent * w.k);
    else if (lastWave < wave) returning.push(touch);
    else {
      reads[array].add(depth * tile.bk, fullSteps * extent * tile.bk);
      if (lastWords > 0) reads[array].add(depth * lastWords, extent * lastWords);
    }
  });
  const outputsBefore = [0];
  for (const bytes of waves.outputBytes) outputsBefore.push((outputsBefore.at(-1) as number) + bytes);
  const outputs = (wave: number): number => outputsBefore[wave] as number;
  for (const { array, extent, wave, lastWave, depth, since, through } of returning) {
    const between = outputs(wave) - outputs(lastWave);
    const first = tile.bk * depth + (w.k - tile.bk) * since + between;
    reads[array].addLevel(first, tile.bk * (through - since), fullSteps, extent * tile.bk);
    if (lastWords > 0) {
      reads[array].add(lastWords * depth + (w.k - lastWords) * through + between, extent * lastWords);
    }
  }
  const total = outputs(waves.outputBytes.length);
  const remains = Array.from(waves.outputBytes, (bytes, wave): DirtyRemain => {
    const above = w.k * (waves.laterExtents[wave] as number) + total - outputs(wave + 1);
    return { level: 0, above, bytes };
  });
  const writes = new LevelsCollector();
  writes.add(Number.POSITIVE_INFINITY, total);
  const [tileRows, tileColumns] = [Math.min(tile.bm, w.m), Math.min(tile.bn, w.n)];
  const step = Math.min(tile.bk, w.k);
  return {
    arrays: [
      { name: "A", reads: reads[0].finish(), writes: [], remains: [] },
      { name: "B", reads: reads[1].finish(), writes: [], remains: [] },
      { name: "C", reads: [], writes: writes.finish(), remains },
    ],
    sm: {
      readBytes: Float64Array.of(waves.blockExtents[0] * w.k, waves.blockExtents[1] * w.k, 0),
      writeBytes: Float64Array.of(0, 0, total),
    },
    largestTileBytes: Math.max(
      tileRows * step * BYTES_OF[w.dataType],
      tileColumns * step * BYTES_OF[rightTypeOf(w)],
      tileRows * tileColumns * BYTES_OF[w.outputType],
    ),
  };
}
