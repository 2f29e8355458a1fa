import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { groupedGemmWorkload } from "../../src/computation/experts/grouped-gemm.js";
import { InputError } from "../../src/errors.js";
import { liftableGroupedGemm } from "../../src/lift/gpu/grouped-gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays } from "../../src/plan/planned.js";
import { type GroupedGemmId, groupedGemm, layOutGroupedGemm } from "../../src/schedules/gpu/gemm/grouped-gemm.js";
import { order, parameters } from "../properties/arbitraries.js";
import { expectRefereed } from "../replay/refereed.js";
import { bytesMoved } from "./schedule-facts.js";

const IDS: readonly GroupedGemmId[] = [
  "grouped-gemm-persistent",
  "grouped-gemm-contiguous",
  "grouped-gemm-masked",
  "grouped-gemm-separate",
];

const shapes = fc.record({
  rows: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 2, maxLength: 4 }).filter((rows) => rows.some((row) => row > 0)),
  n: fc.integer({ min: 1, max: 7 }),
  k: fc.integer({ min: 1, max: 7 }),
  bm: fc.integer({ min: 1, max: 4 }),
  bn: fc.integer({ min: 1, max: 4 }),
  bk: fc.integer({ min: 1, max: 4 }),
});

test.each(IDS)("%s reads the rows of a group for each tile column of B, and B for each of its rows of tiles", (id) => {
  fc.assert(
    fc.property(shapes, order, ({ rows, n, k, bm, bn, bk }, kind) => {
      const workload = groupedGemmWorkload({ rows, n, k, outputType: "fp32" });
      const layout = layOutGroupedGemm(groupedGemm(id, workload, H200, { tile: { bm, bn, bk }, order: kind }));
      const sum = (of: (row: number) => number): number => rows.reduce((all, row) => all + of(row), 0);
      const blockRows = sum((row) => Math.ceil(row / bm));
      const isPadded = id === "grouped-gemm-contiguous" || id === "grouped-gemm-masked";
      const held = isPadded ? blockRows * bm : sum((row) => row);
      expect(bytesMoved(layout)).toEqual({
        A: [2 * Math.ceil(n / bn) * held * k, 0],
        B: [2 * blockRows * k * n, 0],
        C: [0, 4 * held * n],
      });
    }),
    parameters(60),
  );
});

test("tiles of one group stand next to each other where groups come one after the other", () => {
  const workload = groupedGemmWorkload({ rows: [4, 0, 2, 3], n: 4, k: 2 });
  const first = (id: GroupedGemmId): readonly number[] => {
    const layout = layOutGroupedGemm(groupedGemm(id, workload, H200, { tile: { bm: 2, bn: 2, bk: 2 }, order: { kind: "col" } }));
    return Array.from(
      { length: layout.blockCount },
      (_, b) => layout.streamBase[layout.streamStart[layout.phaseStart[b] ?? 0] ?? 0] ?? -1,
    );
  };
  // Rows of tiles: 0 and 1 of the first group, 2, then 3 and 4.
  expect(first("grouped-gemm-persistent")).toEqual([0, 1, 0, 1, 2, 2, 3, 4, 3, 4]);
  expect(first("grouped-gemm-contiguous")).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});

test("launches of groups wait for each other, tiles of one launch do not", () => {
  const workload = groupedGemmWorkload({ rows: [4, 0, 2], n: 4, k: 2 });
  const waiting = (id: GroupedGemmId) =>
    layOutGroupedGemm(groupedGemm(id, workload, H200, { tile: { bm: 2, bn: 4, bk: 2 } })).waits;
  expect(waiting("grouped-gemm-persistent")).toBeUndefined();
  expect([...(waiting("grouped-gemm-separate")?.waitsFor ?? [])]).toEqual([-1, -1, 0]);
});

test.each(IDS)("%s, lifted to moves of words, is legal at exactly its replayed traffic, and no bound is above it", (id) => {
  fc.assert(
    fc.property(
      shapes,
      fc.record({ slots: fc.integer({ min: 1, max: 5 }), l2Bytes: fc.integer({ min: 1, max: 400 }) }),
      order,
      fc.record({
        isGathered: fc.boolean(),
        scaled: fc.constantFrom("", "a", "b", "ab"),
        longer: fc.integer({ min: 1, max: 3 }),
      }),
      ({ rows, n, k, bm, bn, bk }, { slots, l2Bytes }, kind, { isGathered, scaled, longer }) => {
        const isPadded = id === "grouped-gemm-contiguous" || id === "grouped-gemm-masked";
        // Padded rows are no words; gathered ones are of kernels without them.
        const own = isPadded ? rows.map((row) => Math.floor(row / 2) * bm) : rows;
        fc.pre(own.some((row) => row > 0));
        const all = own.reduce((x, y) => x + y, 0);
        const gathers = isGathered && !isPadded && all % 2 === 0 && Math.max(...own) <= all / 2;
        const types = l2Bytes % 2 === 0 ? {} : { rightType: "fp8" };
        const scales = {
          ...(scaled.includes("a") ? { a: [1, longer * bk] } : {}),
          ...(scaled.includes("b") ? { b: [bk, longer * bn] } : {}),
        };
        const workload = groupedGemmWorkload({
          ...{ rows: own, n, k, ...types },
          ...(scaled === "" ? {} : { scales, zeroType: longer === 1 ? "int8" : undefined }),
          ...(gathers ? { topK: 2 } : {}),
        });
        const schedule = groupedGemm(id, workload, H200, { tile: { bm, bn, bk }, order: kind });
        const kernel = liftableGroupedGemm(schedule);
        const l2 = { policy: "lru", bytes: Math.max(l2Bytes, ...kernel.layout.tileBytes) } as const;
        expectRefereed(kernel, slots, l2, (setting) => proveBoundsInSetting(workload, setting));
      },
    ),
    parameters(12),
  );
});

test("a tile reads the scales of its rows and of its group's block of B once each, gathered rows their own", () => {
  const options = { rows: [4, 0, 2], n: 6, k: 8, dataType: "fp8", scales: "a:1x4,b:4x3" };
  const moved = (topK: number) =>
    bytesMoved(
      layOutGroupedGemm(
        groupedGemm("grouped-gemm-persistent", groupedGemmWorkload({ ...options, rows: [topK + 1, topK + 1], topK }), H200, {
          tile: { bm: 2, bn: 3, bk: 2 },
        }),
      ),
    );
  // Two columns of tiles read two scales of each row; so many rows of tiles two scales of each of two columns, 4 bytes each.
  expect(moved(1)).toMatchObject({ SA: [4 * 2 * 4 * 2, 0], SB: [4 * 2 * 2 * 2, 0] });
  expect(moved(2)).toMatchObject({ SA: [4 * 2 * 6 * 2, 0], SB: [4 * 4 * 2 * 2, 0] });
});

test("packed weights take their bits, whole bytes along k", () => {
  const workload = groupedGemmWorkload({ rows: [4, 0, 2], n: 6, k: 9, dataType: "w4a16" });
  const layout = layOutGroupedGemm(groupedGemm("grouped-gemm-persistent", workload, H200, { tile: { bm: 2, bn: 2, bk: 4 } }));
  // Three rows of tiles, each with columns of 9 words of half a byte, and three columns of tiles for each row of A.
  expect(bytesMoved(layout)).toEqual({ A: [2 * 3 * 6 * 9, 0], B: [3 * 6 * 5, 0], C: [0, 2 * 6 * 6] });
});

test("padded rows are no words for the referee", () => {
  const workload = groupedGemmWorkload({ rows: [3], n: 4, k: 2 });
  const lift = (): unknown =>
    liftableGroupedGemm(groupedGemm("grouped-gemm-masked", workload, H200, { tile: { bm: 2, bn: 2, bk: 2 } }));
  expect(lift).toThrow(InputError);
  expect(lift).toThrow("a height that divides the rows of every group");
});

test("every kernel is planned with the usual orders; gathered rows are read by those without a layout of copies", () => {
  const extents = { experts: 4, topK: 2, tokens: 256, n: 512, k: 256 };
  const ids = (gather: boolean): readonly string[] => [
    ...new Set(planReplays(groupedGemmWorkload({ ...extents, gather }), H200).map(({ fields }) => String(fields["id"]))),
  ];
  expect(ids(false)).toEqual(IDS);
  expect(ids(true)).toEqual(["grouped-gemm-persistent", "grouped-gemm-separate"]);
});
