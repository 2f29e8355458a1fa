import { expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { replayAgain } from "../../src/gap/replay-again.js";
import { bytesInside, bytesOnChip, levelsOf } from "../../src/machines/levels.js";
import { bytesPerSm, withOneCache } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/index.js";

const MI300X = gpuNamed("mi300x") as ReturnType<typeof gpuNamed> & { readonly dies: number; readonly l3Bytes: number };
const PRODUCT = gemmWorkload({ m: 1000, n: 700, k: 900, dataType: "bf16" });
const MIB = 2 ** 20;

type Fields = Record<string, unknown>;
const asJson = (document: unknown): Fields => JSON.parse(JSON.stringify(document)) as Fields;

test("fast memories count everything inside: the chip with all caches, a die with its L2 and compute units", () => {
  expect(bytesOnChip(MI300X)).toBe(256 * MIB + 8 * 4 * MIB + 304 * bytesPerSm(MI300X));
  expect(bytesInside(levelsOf(MI300X), 2)).toBe(4 * MIB + 38 * bytesPerSm(MI300X));
  expect(bytesOnChip(withOneCache(MI300X))).toBe(bytesOnChip(MI300X));
  // The fullest die counts where they differ.
  expect(bytesInside(levelsOf({ ...MI300X, sms: 305 }), 2)).toBe(4 * MIB + 39 * bytesPerSm(MI300X));
  expect(bytesPerSm(MI300X)).toBe(512 * 1024 + 64 * 1024 + 32 * 1024 + 12_800 + 16 * 1024);
});

test.each([
  ["product", PRODUCT],
  ["attention", attentionWorkload({ batch: 1, heads: 2, queries: 700, keys: 700, dim: 128, causal: false })],
] as const)("the checker accepts the bounds of a %s at every interface of a MI300X", (_, workload) => {
  const document = boundsDocument(boundWorkload(workload, MI300X));
  expect(verifyDocument(asJson(document))).toMatchObject({ valid: true });
});

test.each([
  ["dies", 4],
  ["l2Bytes", 8 * MIB],
  ["l3Bytes", 128 * MIB],
  ["sms", 152],
] as const)("the checker refuses the bounds of another %s", (field, value) => {
  const document = asJson(boundsDocument(boundWorkload(PRODUCT, MI300X)));
  document["machine"] = { ...(document["machine"] as Fields), [field]: value };
  expect(verifyDocument(document)).toMatchObject({ valid: false });
});

test("the checker knows no way into dies on a GPU without a last-level cache", () => {
  const document = asJson(boundsDocument(boundWorkload(PRODUCT, MI300X)));
  const { dies: _, l3Bytes: __, ...machine } = document["machine"] as Fields;
  document["machine"] = machine;
  document["bounds"] = (document["bounds"] as Fields[]).filter((bound) => bound["interface"] === "l3-l2");
  expect(JSON.stringify(verifyDocument(document))).toContain("has no interface 'l3-l2'");
});

test("private L2s must pass no less than one shared L2 of the same total", () => {
  const shared = { ...MI300X, dies: 1, l2Bytes: 32 * MIB };
  const large = gemmWorkload({ m: 8192, n: 8192, k: 8192, dataType: "bf16" });
  const into = (gpu: typeof MI300X): bigint => {
    const setting = settingsOf(gpu).find((one) => one.interface === "l3-l2");
    if (setting === undefined) throw new Error("no interface");
    return bestBounds(proveBoundsInSetting(large, setting)).get("l3-l2")?.value ?? 0n;
  };
  expect(into(MI300X)).toBeGreaterThan(into(shared));
});

test("nothing is said of the way into dies from a warm start, and the checker refuses it", () => {
  const cold = boundWorkload(PRODUCT, MI300X).bounds.filter((bound) => bound.interface === "l3-l2");
  const warm = boundWorkload(PRODUCT, MI300X, undefined, [{ array: "A" }]);
  expect(warm.bounds.map((bound) => bound.interface)).not.toContain("l3-l2");
  const forged = asJson(boundsDocument({ ...warm, bounds: [...warm.bounds, ...cold] }));
  expect(JSON.stringify(verifyDocument(forged))).toContain("nothing is known from a warm start");
});

test("times and gaps on dies check out, and their replays come out again", () => {
  const small = gemmWorkload({ m: 700, n: 900, k: 300, dataType: "bf16" });
  const least = timeBound(small, MI300X);
  expect(verifyDocument(asJson(timeDocument(least, energyEstimate(least.bounds, operationCounts(small), MI300X))))).toMatchObject(
    { valid: true },
  );
  const document = asJson(gapDocument(gapReport(small, MI300X, { schedule: "tiled-gemm", deal: "runs" })));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  expect(replayAgain(document)).toMatchObject({ valid: true });
});
