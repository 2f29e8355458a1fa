import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { breakdownJson } from "../../src/gap/breakdown/breakdown.js";
import { explainGap } from "../../src/gap/breakdown/explained-gap.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { pebblingDocument, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { A100 } from "../../src/machines/known/a100.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import { expectEveryEditRefused, leaves } from "./edited.js";

test("an explained gap verifies, and of its breakdown nothing but names, advice and what was replayed can be changed", () => {
  const workload = gemmWorkload({ m: 512, n: 512, k: 256 });
  const gpu = { ...A100, sms: 4, l2Bytes: 2 ** 18 };
  const options = { tile: "64x64x32", orders: [{ kind: "row" }] } as const;
  const report = gapReport(workload, gpu, options);
  const breakdown = explainGap(report, { ...options, measuredReads: 3_000_000n }).map((one) => breakdownJson(one, "bytes"));
  const document = JSON.parse(JSON.stringify({ ...(gapDocument(report) as object), breakdown })) as Json;
  const free = ["label", "change", "headline"];
  const claims = leaves(document).filter(
    (path) =>
      path[0] === "breakdown" && !free.includes(String(path.at(-1))) && !(path[2] === "levels" && path.at(-1) === "basis"),
  );
  expect(claims.length).toBeGreaterThan(30);
  expectEveryEditRefused(document, claims, () => [
    (leaf) => (typeof leaf === "number" ? leaf + 1 : typeof leaf === "boolean" ? !leaf : `${leaf}1`),
    (leaf) => (typeof leaf === "number" ? leaf / 2 : "2/1"),
  ]);
});

test("a pebbling that wastes a load is no optimum, though legal and of the cost it says", () => {
  const report = workloadPebblingReport(gemmWorkload({ m: 2, n: 2, k: 2 }), twoLevelGame(4));
  const document = JSON.parse(JSON.stringify(pebblingDocument(report, true))) as {
    readonly optimum: number;
    readonly moves: readonly (readonly [string, number])[];
  };
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const [first] = document.moves;
  if (first?.[0] !== "load") throw new Error("the first move is no load");
  const wasteful = { ...document, optimum: document.optimum + 1, moves: [first, ...document.moves] };
  expect(verifyDocument(wasteful)).toEqual({
    valid: false,
    path: "moves",
    reason: `a pebbling costs less than ${document.optimum + 1}`,
  });
});
