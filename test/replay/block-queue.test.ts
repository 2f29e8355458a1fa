import { expect, test } from "vitest";
import { BlockQueue } from "../../src/replay/block-queue.js";

test("each kernel's blocks go to its own slots, in launch order, and the machine is left as it was", () => {
  const machine = { blockStart: [0, 2, 5], slotStart: [0, 1, 3] };
  for (let round = 0; round < 2; round++) {
    const queue = new BlockQueue(5, 3, machine);
    expect([0, 1, 2, 0, 1, 0, 2].map((slot) => queue.take(slot))).toEqual([0, 2, 3, 1, 4, -1, -1]);
  }
  const alone = new BlockQueue(3, 2);
  expect([1, 0, 1, 0].map((slot) => alone.take(slot))).toEqual([0, 1, 2, -1]);
});

test("block i goes to die i mod dies, also where the slots of another are free", () => {
  const queue = new BlockQueue(7, 4, { dies: 3 });
  expect([0, 3, 3, 0, 1, 2, 1, 2, 1].map((slot) => queue.take(slot))).toEqual([0, 3, 6, -1, 1, 2, 4, 5, -1]);
});
