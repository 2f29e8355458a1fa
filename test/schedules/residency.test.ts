import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { Gpu } from "../../src/machines/machine.js";
import { checkResidentTogether, residency } from "../../src/schedules/tiles/residency.js";
import type { BlockResources } from "../../src/schedules/tiles/tile-schedule.js";

const gpu: Gpu = {
  ...H100,
  sharedMemoryPerSmBytes: 10_000,
  sharedMemoryPerBlockBytes: 9_000,
  reservedSharedMemoryPerBlockBytes: 1_000,
  registersPerSm: 8_192,
  maximumRegistersPerThread: 64,
  maximumThreadsPerSm: 512,
  maximumBlocksPerSm: 6,
};
const block = (threads: number, registersPerThread: number, sharedMemoryBytes: number): BlockResources => ({
  threads,
  registersPerThread,
  sharedMemoryBytes,
});
const resident = (...args: Parameters<typeof block>): unknown => residency(block(...args), gpu, "T");

describe("blocks of one kernel on an SM", () => {
  test("are as many as its shared memory holds with what is reserved for each", () => {
    expect(resident(32, 8, 4_000)).toEqual({ ctasPerSm: 2, limitedBy: "shared memory" });
    expect(resident(32, 8, 4_001)).toEqual({ ctasPerSm: 1, limitedBy: "shared memory" });
    expect(resident(32, 8, 9_000)).toEqual({ ctasPerSm: 1, limitedBy: "shared memory" });
    expect(() => resident(32, 8, 9_001)).toThrow("a tile whose stages fit the 9000 bytes of shared memory");
    expect(() => residency(block(32, 8, 9_000), { ...gpu, reservedSharedMemoryPerBlockBytes: 1_001 }, "T")).toThrow(
      "a block that fits the shared memory of one SM",
    );
  });

  test("are as many as its registers hold, given in units of eight a thread", () => {
    expect(resident(128, 16, 0)).toEqual({ ctasPerSm: 4, limitedBy: "registers" });
    expect(resident(128, 17, 0)).toEqual({ ctasPerSm: 2, limitedBy: "registers" });
    expect(resident(128, 24, 0)).toEqual({ ctasPerSm: 2, limitedBy: "registers" });
    expect(resident(128, 64, 0)).toEqual({ ctasPerSm: 1, limitedBy: "registers" });
    expect(() => resident(128, 65, 0)).toThrow("accumulators within 64 registers a thread");
    expect(() => resident(256, 64, 0)).toThrow("a block that fits the registers of one SM");
  });

  test("are as many as its threads and its blocks allow", () => {
    expect(resident(170, 8, 0)).toEqual({ ctasPerSm: 3, limitedBy: "threads" });
    expect(resident(171, 8, 0)).toEqual({ ctasPerSm: 2, limitedBy: "threads" });
    expect(resident(32, 8, 0)).toEqual({ ctasPerSm: 6, limitedBy: "blocks" });
  });

  test("are as many as asked for, up to what fits", () => {
    expect(residency(block(32, 8, 4_000), gpu, "T", 2)).toEqual({ ctasPerSm: 2, limitedBy: "given" });
    expect(() => residency(block(32, 8, 4_000), gpu, "T", 3)).toThrow(InputError);
    expect(() => residency(block(32, 8, 4_000), gpu, "T", 0)).toThrow(InputError);
  });
});

describe("blocks of several kernels on an SM", () => {
  const together = (blocks: readonly BlockResources[], counts: readonly number[]) => () =>
    checkResidentTogether(blocks, counts, gpu);
  test.each([
    ["bytes of shared memory", [block(32, 8, 1_000), block(32, 8, 2_000)], [2, 2], [block(32, 8, 1_000), block(32, 8, 2_001)]],
    ["registers", [block(32, 64, 0), block(64, 9, 0)], [2, 4], [block(32, 64, 0), block(64, 17, 0)]],
    ["threads", [block(100, 8, 0), block(156, 8, 0)], [2, 2], [block(100, 8, 0), block(157, 8, 0)]],
  ] as const)("may fill its %s to the last and not exceed them", (what, blocks, counts, more) => {
    expect(together(blocks, counts)).not.toThrow();
    expect(together(more, counts)).toThrow(`${what} of an SM`);
  });

  test("are no more than an SM has places", () => {
    const small = [block(32, 8, 0), block(32, 8, 0)];
    expect(together(small, [2, 4])).not.toThrow();
    expect(together(small, [3, 4])).toThrow("6 blocks of an SM");
    expect(together(small, [6])).not.toThrow();
  });
});
