import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H100 } from "../../src/machines/known/h100.js";
import { explainPlanned, lruCurveOf, planReplays, rangeOfPlanned, replayPlanned } from "../../src/plan/planned.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { withHints } from "../../src/schedules/tiles/eviction-hints.js";

const workload = gemmWorkload({ m: 4096, n: 4096, k: 512 });

function planned(hint?: string) {
  const plan = planReplays(workload, H100, { orders: [{ kind: "row" }], hint }).find(
    ({ fields }) => fields["id"] === "tiled-gemm",
  );
  if (plan === undefined) throw new Error("no tiled-gemm");
  return plan;
}

const reads = (hint?: string): number => Number(replayPlanned(planned(hint), partitionedL2(H100)).total.get("dram-l2")?.reads);

test("hints are an array's, in any case and by short names too", () => {
  const { hints, arrays } = withHints(planned().layOut(), "c:evict_first, B:last");
  expect(arrays.map(({ name }, i) => `${name} ${hints?.[i]}`)).toEqual(["A normal", "B evict-last", "C evict-first"]);
});

test.each([
  ["d:evict-first", "--hint: expected an array of A, B, C, found 'd'"],
  ["a:keep", "found 'a:keep'"],
  ["a", "found 'a'"],
  ["a:last:first", "found 'a:last:first'"],
  ["a:last,A:first", "expected each array once"],
  ["", "found ''"],
])("%j is refused by one line", (text, message) => {
  expect(() => planned(text).layOut()).toThrow(message.replace("--hint", "hint"));
});

test("hints that say nothing change nothing, and no hint changes what enters the SMs or what the referee sees", () => {
  const [plain, normal, first] = [undefined, "a:normal", "a:evict-first"].map((hint) =>
    replayPlanned(planned(hint), partitionedL2(H100)),
  );
  expect(normal?.total).toEqual(plain?.total);
  expect(first?.total.get("l2-sm")).toEqual(plain?.total.get("l2-sm"));
  const small = gemmWorkload({ m: 32, n: 32, k: 16 });
  const [hinted, other] = ["a:evict-first", undefined].map((hint) => planReplays(small, H100, { hint })[0]?.lift());
  expect(hinted).toEqual(other);
});

test("evict-first on an operand that running CTAs share costs DRAM reads beside evict-last on the other", () => {
  const shape = reads();
  expect(reads("b:evict-first,a:evict-last,c:evict-last")).toBeGreaterThan(shape);
});

test("only the L2 of two partitions knows hints: plain caches, curves and explanations refuse them, ranges have them", () => {
  const hinted = planned("c:evict-first");
  expect(() => replayPlanned(hinted, lruL2(H100))).toThrow("hint: expected --cache partitioned");
  expect(() => explainPlanned(hinted, lruL2(H100))).toThrow("hint: expected --cache partitioned");
  expect(() => lruCurveOf(hinted)).toThrow("hint: expected --cache partitioned");
  expect(rangeOfPlanned(hinted, partitionedL2(H100)).variants[0]?.replay.traffic.total).toEqual(
    replayPlanned(hinted, partitionedL2(H100)).total,
  );
});
