import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { A40 } from "../../src/machines/known/a40.js";
import { H200 } from "../../src/machines/known/h200.js";
import { formatTile, layOutTiledGemm, parseTile, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { mixedGemm, parameters, tile } from "../properties/arbitraries.js";

// What the compiled kernels of data/h200.csv got on an H200.
test.each([
  ["128x128x64", 2],
  ["64x64x64", 4],
  ["128x256x64", 1],
])("tile %s: %i CTAs per SM on an H200", (name, expected) => {
  const schedule = tiledGemm(gemmWorkload({ m: 4096, n: 4096, k: 4096 }), H200, { tile: parseTile(name) });
  expect(schedule.residency.ctasPerSm).toBe(expected);
});

test("the tiles of each array cover it exactly: sizes add up, ragged edges included", () => {
  fc.assert(
    fc.property(mixedGemm(300), tile, (workload, tile) => {
      const layout = layOutTiledGemm(tiledGemm(workload, H200, { tile, stages: 1 }));
      const bytes = (name: string): number => {
        const array = layout.arrays.find((candidate) => candidate.name === name);
        if (array === undefined) return -1;
        return layout.tileBytes.subarray(array.firstTile, array.firstTile + array.tileCount).reduce((sum, b) => sum + b, 0);
      };
      const { batch, m, n, k } = workload;
      const sizes = { fp64: 8, fp32: 4, tf32: 4, bf16: 2, fp16: 2, fp8: 1, e8m0: 1, int64: 8, int32: 4, int8: 1 };
      const size: Readonly<Record<string, number>> = sizes;
      expect(bytes("A")).toBe(batch * m * k * (size[workload.dataType] as number));
      expect(bytes("B")).toBe(batch * k * n * (size[workload.rightType ?? workload.dataType] as number));
      expect(bytes("C")).toBe(batch * m * n * (size[workload.outputType] as number));
      expect(layout.tileBytes.every((b) => b > 0)).toBe(true);
    }),
    parameters(150),
  );
});

test("a tile beyond shared memory, registers or a GPU's blocks is refused with both figures", () => {
  const workload = gemmWorkload({ m: 512, n: 512, k: 512 });
  const refused = (name: string, gpu = H200, options = {}): string => {
    try {
      tiledGemm(workload, gpu, { tile: parseTile(name), ...options });
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as InputError).message;
    }
    return "accepted";
  };
  expect(refused("256x256x128")).toContain("393216");
  expect(refused("256x256x64", A40)).toContain("101376");
  expect(refused("256x512x16", H200, { threads: 128 })).toContain("registers");
  expect(refused("128x128x64", H200, { ctasPerSm: 3 })).toContain("from 1 to 2");
  expect(refused("128x128x64", H200, { threads: 100 })).toContain("warps");
});

test("the default tile is the largest usual one that fits", () => {
  const tileOn = (dataType: string, gpu = H200): string =>
    formatTile(tiledGemm(gemmWorkload({ m: 99, n: 99, k: 99, dataType }), gpu).tile);
  expect(tileOn("bf16")).toBe("128x128x64");
  expect(tileOn("fp64", A40)).toBe("64x64x32");
});

test.each(["", "128", "128x128", "128x128x64x2", "0x1x1", "ax1x1", "-1x2x3", "128x128x99999"])("'%s' is not a tile", (text) => {
  expect(() => parseTile(text)).toThrow(InputError);
});

test("a product too large to walk is refused, not started", () => {
  const workload = gemmWorkload({ m: 10 ** 7, n: 10 ** 7, k: 10 ** 7 });
  expect(() => layOutTiledGemm(tiledGemm(workload, H200))).toThrow(/tile touches/);
});
