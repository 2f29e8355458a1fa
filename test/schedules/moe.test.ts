import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { areMet } from "../../src/bounds/requirements.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { moeWorkload } from "../../src/computation/experts/moe.js";
import { rightTypeOf } from "../../src/computation/operand-types.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { liftableMoe } from "../../src/lift/gpu/moe.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays } from "../../src/plan/planned.js";
import { describeMoe, type MoeId, moe } from "../../src/schedules/gpu/experts/moe.js";
import { layOutMoe } from "../../src/schedules/gpu/experts/moe-layout.js";
import { verifyDocument } from "../../src/verify/document.js";
import { order, parameters } from "../properties/arbitraries.js";
import { expectRefereed } from "../replay/refereed.js";
import { bytesMoved } from "./schedule-facts.js";

const IDS: readonly MoeId[] = ["moe-permuted", "moe-gathered", "moe-scattered", "moe-fused"];

const tiles = fc.record({
  bm: fc.integer({ min: 1, max: 4 }),
  bn: fc.integer({ min: 1, max: 4 }),
  bk: fc.integer({ min: 1, max: 4 }),
});

/** Mixtures whose loads some routing has; stored words as wide as accumulators, or narrower. */
const mixtures = fc
  .record({
    rows: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
    topK: fc.integer({ min: 1, max: 3 }),
    model: fc.integer({ min: 1, max: 5 }),
    hidden: fc.integer({ min: 1, max: 5 }),
    gated: fc.boolean(),
    rightType: fc.constantFrom("bf16", "fp8"),
    outputType: fc.constantFrom("bf16", "fp32"),
  })
  .filter(({ rows, topK }) => {
    const all = rows.reduce((sum, row) => sum + row, 0);
    return all > 0 && all % topK === 0 && Math.max(...rows) * topK <= all;
  })
  .map(moeWorkload);

test.each(IDS)("%s moves each array as often as its kernels say", (id) => {
  fc.assert(
    fc.property(mixtures, tiles, order, (workload, tile, kind) => {
      const { rows, topK, model, hidden, gated, outputType } = workload;
      const { bm, bn } = tile;
      const moved = bytesMoved(layOutMoe(moe(id, workload, H200, { tile, order: kind })));
      const all = rows.reduce((sum, row) => sum + row, 0);
      const blockRows = rows.reduce((sum, row) => sum + Math.ceil(row / bm), 0);
      const [across, acrossY, word] = [Math.ceil(hidden / bn), Math.ceil(model / bn), outputType === "fp32" ? 4 : 2];
      const weights: readonly [number, number] = [BYTES_OF[rightTypeOf(workload)] * blockRows * model * hidden, 0];
      const [tokens, results] = [all / topK, word * all * model];
      const isApart = id === "moe-permuted" || id === "moe-gathered";
      const zeroes = !isApart && topK > 1 ? word * tokens * model : 0;
      expect(moved).toEqual({
        X: [2 * (id === "moe-permuted" ? 1 : across) * all * model, 0],
        ...(id === "moe-permuted" ? { XE: [2 * across * all * model, 2 * all * model] } : {}),
        ...(gated ? { Wg: weights } : {}),
        Wu: weights,
        ...(id === "moe-fused" ? {} : { H: [2 * acrossY * all * hidden, 2 * all * hidden] }),
        Wd: weights,
        ...(isApart ? { YE: [results, results] } : {}),
        Y: [0, isApart ? word * tokens * model : results + zeroes],
      });
    }),
    parameters(60),
  );
});

test.each(IDS)(
  "%s, lifted to moves of words, is legal at exactly its replayed traffic, and no bound it must obey is above",
  (id) => {
    fc.assert(
      fc.property(
        mixtures,
        tiles,
        fc.record({ slots: fc.integer({ min: 1, max: 5 }), l2Bytes: fc.integer({ min: 1, max: 400 }) }),
        order,
        fc.constantFrom("", "a", "b", "ab"),
        (unscaled, { bm, bn, bk }, { slots, l2Bytes }, kind, scaled) => {
          // A tile of H makes the scales of whole blocks of it.
          const tile = scaled.includes("a") ? { bm, bk, bn: bk * Math.max(1, Math.floor(bn / bk)) } : { bm, bn, bk };
          const scales = {
            ...(scaled.includes("a") ? { a: [1, slots === 1 ? 1 : tile.bn] } : {}),
            ...(scaled.includes("b") ? { b: [2 * bk, tile.bn] } : {}),
          };
          const { dataType, rightType, rows } = unscaled;
          const types = { dataType, rightType, zeroType: slots === 2 ? "int8" : undefined };
          const workload = scaled === "" ? unscaled : moeWorkload({ ...unscaled, ...types, rows, scales });
          const schedule = moe(id, workload, H200, { tile, order: kind });
          const kernel = liftableMoe(schedule);
          const met = conditionsMet(workload, describeMoe(schedule));
          const l2 = { policy: "lru", bytes: Math.max(l2Bytes, ...kernel.layout.tileBytes) } as const;
          expectRefereed(kernel, slots, l2, (setting) =>
            proveBoundsInSetting(workload, setting).filter(({ requires }) => areMet(requires, met)),
          );
        },
      ),
      parameters(15),
    );
  },
);

test.each(["int8", undefined] as const)(
  "scales of X stay for the steps that they serve, and come again with each column of H; zero points: %s",
  (zeroType) => {
    for (const hidden of [2, 3, 4]) {
      const scales = { a: [1, 2], b: [2, 2] };
      const types = { dataType: "bf16", rightType: "bf16", outputType: "bf16", zeroType };
      const workload = moeWorkload({ rows: [1], topK: 1, model: 3, hidden, gated: false, ...types, scales });
      const kernel = liftableMoe(moe("moe-fused", workload, H200, { tile: { bm: 1, bn: 2, bk: 1 } }));
      const l2 = { policy: "lru", bytes: Math.max(...kernel.layout.tileBytes) } as const;
      expect(expectRefereed(kernel, 2, l2, () => [])).toHaveLength(2);
    }
  },
);

test("one launch waits for all blocks of the one before", () => {
  const workload = moeWorkload({ rows: [2, 0, 3, 1], topK: 2, model: 4, hidden: 4 });
  const blocks = (id: MoeId): readonly number[] => {
    const { waits } = layOutMoe(moe(id, workload, H200, { tile: { bm: 2, bn: 2, bk: 2 } }));
    return Array.from(
      { length: waits?.counterCount ?? 0 },
      (_, launch) => waits?.raises.filter((one) => one === launch).length ?? 0,
    );
  };
  // Rows of tiles: one of the first expert, two of the third, one of the last; two columns of either product; three tokens.
  expect(blocks("moe-permuted")).toEqual([4, 8, 8, 3]);
  expect(blocks("moe-gathered")).toEqual([8, 8, 3]);
  expect(blocks("moe-scattered")).toEqual([3, 8, 8]);
  expect(blocks("moe-fused")).toEqual([3, 4]);
});

test("the kernel that keeps rows of H is planned where they fit, the others always", () => {
  const ids = (hidden: number): readonly string[] => [
    ...new Set(
      planReplays(moeWorkload({ experts: 4, topK: 2, tokens: 512, model: 256, hidden }), H200).map(({ fields }) =>
        String(fields["id"]),
      ),
    ),
  ];
  expect(ids(512)).toEqual(IDS);
  expect(ids(16384)).toEqual(IDS.slice(0, 3));
});

test.each([
  ["moe-gathered", 2, "adds results up that were stored", false],
  ["moe-scattered", 2, "adds them in the L2", false],
  ["moe-scattered", 1, "stores the one result of each token", true],
])(
  "%s with %i expert(s) a token %s: the bound beside it presumes wide accumulators or not, as the checker finds too",
  (schedule, topK, _, isWide) => {
    const workload = moeWorkload({ rows: [4096, 4096], topK, model: 256, hidden: 4096, gated: false });
    const l2 = { policy: "lru", bytes: 2 ** 25 } as const;
    const report = gapReport(workload, { ...H200, sms: 8 }, { schedule, orders: [{ kind: "row" }], l2 });
    const beside = report.rows.find((row) => row.interface === "l2-sm")?.bound;
    expect(beside?.requires.includes("wide-partial-sums")).toBe(isWide);
    expect(
      report.bounds.some(({ value, requires }) => requires.includes("wide-partial-sums") && value > (beside?.value ?? 0n)),
    ).toBe(!isWide);
    expect(verifyDocument(JSON.parse(JSON.stringify(gapDocument(report))))).toMatchObject({ valid: true });
  },
);
