import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { H200 } from "../../src/machines/known/h200.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import type { KeyOrder } from "../../src/schedules/gpu/attention/flash-forward.js";
import { describeFlashForward, layOutFlashForward, parseKeyOrder } from "../../src/schedules/gpu/attention/flash-forward.js";
import { persistentAttention } from "../../src/schedules/gpu/attention/persistent-attention.js";
import { parameters } from "../properties/arbitraries.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

const few = fc.integer({ min: 1, max: 3 });
const length = fc.integer({ min: 1, max: 40 });
const side = fc.integer({ min: 1, max: 12 });
const keyOrders = fc.constantFrom<KeyOrder>("forward", "backward", "sawtooth");

test("it moves into the SMs what flash-attention-2 moves, tile by tile, whatever its order of keys", () => {
  const shapes = fc.record({ batch: few, kvHeads: few, queries: length, keys: length, dim: few, causal: fc.boolean() });
  fc.assert(
    fc.property(shapes, few, fc.record({ bm: side, bn: side }), keyOrders, fc.boolean(), (shape, group, tile, keyOrder, lse) => {
      const workload = attentionWorkload({ ...shape, heads: shape.kvHeads * group });
      const sms = 3;
      const gpu = { ...H200, sms };
      const options = { tile, lse, ctasPerSm: 1 };
      const schedule = persistentAttention(workload, gpu, { ...options, keyOrder });
      const layout = layOutFlashForward(schedule);
      expect(bytesMoved(layout)).toEqual(bytesMoved(layOutFlashForward(flashAttention2(workload, gpu, options))));
      expect(layout.blockCount).toBe(schedule.ctas);
      const tiles = workload.batch * workload.heads * Math.ceil(workload.queries / tile.bm);
      expect(schedule.ctas).toBe(Math.min(sms, tiles));
      // Dealt out in turn: no CTA has more than one tile more than another.
      const written = touchesOf(layout).filter(({ array }) => array === "O");
      const counts = Array.from({ length: layout.blockCount }, (_, cta) => written.filter(({ block }) => block === cta).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      expect(new Set(written.map((touch) => touch.tile)).size).toBe(tiles);
    }),
    parameters(100),
  );
});

test("a sawtooth turns at the end of every tile of a CTA", () => {
  const workload = attentionWorkload({ heads: 1, queries: 7, keys: 6, dim: 1 });
  const keys = (keyOrder: KeyOrder, block: number): string =>
    touchesOf(
      layOutFlashForward(persistentAttention(workload, { ...H200, sms: 2 }, { tile: { bm: 1, bn: 2 }, keyOrder, ctasPerSm: 1 })),
    )
      .filter((touch) => touch.block === block && touch.array === "V")
      .map((touch) => touch.tile)
      .join("");
  expect([keys("sawtooth", 0), keys("sawtooth", 1)]).toEqual(["012210012210", "012210012"]);
  expect([keys("forward", 1), keys("backward", 1)]).toEqual(["012012012", "210210210"]);
});

test("where K and V are twice the cache, a sawtooth reads each round's second half only", () => {
  const [queries, keys, dim] = [64, 64, 16];
  const workload = attentionWorkload({ heads: 1, queries, keys, dim });
  // Half of K and V, beside a tile of Q and one of O.
  const bytes = 2 * dim * keys + 4 * 2 * dim;
  const reads = (keyOrder: KeyOrder): number => {
    const options = { tile: { bm: 4, bn: 1 }, keyOrder, ctasPerSm: 1, lse: false };
    const layout = layOutFlashForward(persistentAttention(workload, { ...H200, sms: 1 }, options));
    return Number(replayTileSchedule(layout, 1, { policy: "lru", bytes }).total.get("dram-l2")?.reads);
  };
  const [operand, rounds] = [2 * dim * keys, queries / 4];
  expect(reads("forward")).toBe(2 * dim * queries + 2 * operand * rounds);
  const sawtooth = reads("sawtooth") - 2 * dim * queries;
  expect(sawtooth).toBeLessThan(operand * (rounds + 1) * 1.1);
  expect(sawtooth).toBeGreaterThanOrEqual(operand * (rounds + 1));
});

test("what it is called, and what does not fit", () => {
  const workload = attentionWorkload({ heads: 8, queries: 4096, dim: 128 });
  expect(describeFlashForward(persistentAttention(workload, H200))).toMatchObject({
    id: "persistent-attention",
    keyOrder: "sawtooth",
    ctas: 256,
  });
  expect(() => flashAttention2(workload, H200, { keyOrder: "sawtooth" })).toThrow(/^key-order: .*persistent-attention/);
  expect(() => persistentAttention(workload, H200, { tile: { bm: 256, bn: 256 } })).toThrow(/^tile: /);
  expect(() => parseKeyOrder("zigzag")).toThrow(/^key-order: expected one of forward, backward, sawtooth/);
});
