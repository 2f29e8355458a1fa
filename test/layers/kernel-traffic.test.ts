import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { KernelReplayer } from "../../src/layers/kernels/kernel-traffic.js";
import { layerReport, planTraffic } from "../../src/layers/layer-report.js";
import { MODEL_CARDS } from "../../src/layers/models/model-cards.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { OBJECTIVES } from "../../src/layers/plan/objective.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { lruL2 } from "../../src/replay/l2/l2-model.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { everyNth } from "../properties/arbitraries.js";

/** The least total over an interface of a workload's schedules of these names, straight from the replays. */
function least(
  workload: Parameters<typeof planReplays>[0],
  schedules: readonly string[],
  interfaceId: "dram-l2" | "l2-sm",
  more = {},
): bigint {
  const totals = schedules.flatMap((schedule) =>
    planReplays(workload, H100, { schedule, ...more }).map((plan) => {
      const traffic = replayPlanned(plan, lruL2(H100)).total.get(interfaceId);
      if (traffic === undefined) throw new Error(`no traffic on ${interfaceId}`);
      return totalTraffic(traffic);
    }),
  );
  return totals.reduce((a, b) => (b < a ? b : a));
}

test("attention in one kernel moves what the best of its replays moves, on the interface that is searched for", () => {
  const { graph } = modelLayer("llama3-8b", { tokens: 1024 });
  const kernel = ["scores", "softmax-statistics", "softmax", "values"];
  const workload = attentionWorkload({ batch: 1, heads: 32, kvHeads: 8, queries: 1024, keys: 1024, dim: 128, causal: true });
  for (const objective of ["l2-sm", "dram-l2"] as const) {
    const found = new KernelReplayer(indexGraph(graph), H100, objective).traffic(kernel);
    const flash = least(workload, ["flash-attention-2", "flash-attention-3"], objective, { lse: false });
    const others = least(workload, ["flash-attention-1", "flash-decoding"], objective);
    expect(found?.bytes.get(objective)).toBe(flash < others ? flash : others);
    expect(found?.replayedBytes.get(objective)).toBe(found?.bytes.get(objective));
  }
});

test("a whole feed-forward block is a replay of its own, with the residual read beside it", () => {
  const tokens = 2048;
  const { graph } = modelLayer("llama3-8b", { tokens });
  const kernel = ["up-product", "gate-product", "activation", "gate-multiply", "down-product", "ffn-residual"];
  const found = new KernelReplayer(indexGraph(graph), H100, "dram-l2").whole(kernel);
  const block = ffnWorkload({ tokens, model: 4096, hidden: 14336, gated: true });
  const residual = BigInt(tokens * 4096 * 2);
  expect(found?.bytes.get("dram-l2")).toBe(least(block, ["ffn-bands"], "dram-l2") + residual);
  expect(found?.schedule).toMatch(/^ffn-bands/);
});

test("the front half of a gated block stores its result once, whatever the schedule", () => {
  const tokens = 1024;
  const { graph } = modelLayer("llama3-8b", { tokens });
  const found = new KernelReplayer(indexGraph(graph), H100).traffic([
    "up-product",
    "gate-product",
    "activation",
    "gate-multiply",
  ]);
  const halves = BigInt(tokens * 14336 * 2);
  const merged =
    least(gemmWorkload({ m: tokens, n: 2 * 14336, k: 4096 }), ["tiled-gemm"], "l2-sm", { tile: "128x256x64" }) - halves;
  const dual = least(ffnWorkload({ tokens, model: 4096, hidden: 14336, gated: true }), ["dual-gemm"], "l2-sm");
  expect(found?.bytes.get("l2-sm")).toBe(merged < dual ? merged : dual);
});

test("vectors of a fused norm are read by every tile, and the norm is counted as often as tiles need it", () => {
  const { graph } = modelLayer("llama3-8b", { tokens: 1024 });
  const replayer = new KernelReplayer(indexGraph(graph), H100);
  const plain = replayer.traffic(["q-product"]);
  const fused = replayer.traffic(["attention-norm", "q-product"]);
  const [rows, columns] = String(plain?.schedule.split(", ")[1]).split("x").map(Number) as [number, number];
  const tiles = (1024 / rows) * (4096 / columns);
  const gain = BigInt(4096 * 2);
  // The normalised rows are stored besides, for the other two products.
  const stored = BigInt(1024 * 4096 * 2);
  expect((fused?.bytes.get("l2-sm") ?? 0n) - (plain?.bytes.get("l2-sm") ?? 0n)).toBe(BigInt(tiles) * gain + stored);
  expect(fused?.recomputed).toEqual([{ operator: "attention-norm", times: BigInt(4096 / columns) }]);
  expect(plain?.recomputed).toEqual([]);
});

test("a kernel without a schedule of its own runs its parts between barriers, cut in the best way", () => {
  const writer = new GraphWriter("bf16");
  const a = writer.product("a", writer.tensor("x", 256 * 512), 256, 512, 512, "a-result");
  const b = writer.product("b", a, 256, 512, 512, "b-result");
  const c = writer.product("c", b, 256, 512, 512, "c-result");
  writer.markOutput(writer.map("end", "elementwise", [c], "y"));
  const replayer = new KernelReplayer(indexGraph(writer.finish("three products")), A100);
  const all = ["a", "b", "c", "end"];
  const whole = replayer.traffic(all);
  expect(replayer.whole(all)).toBeUndefined();
  expect(whole?.basis).toBe("phases");
  const cost = (...kernels: readonly (readonly string[])[]): bigint | undefined => {
    const bytes = kernels.map((kernel) => replayer.whole(kernel)?.bytes.get("l2-sm"));
    return bytes.includes(undefined) ? undefined : bytes.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n);
  };
  // Every way to cut a row of four.
  const cuts = Array.from({ length: 7 }, (_, mask) => mask + 1).map((mask) => {
    const kernels: string[][] = [[]];
    all.forEach((name, i) => {
      if (i > 0 && (mask >> (i - 1)) & 1) kernels.push([]);
      kernels.at(-1)?.push(name);
    });
    return cost(...kernels);
  });
  const leastCut = cuts.filter((one) => one !== undefined).reduce((x, y) => (y < x ? y : x));
  expect(whole?.bytes.get("l2-sm")).toBe(leastCut);
  expect(whole?.phases?.flatMap(({ operators }) => operators)).toEqual(all);
});

/** One of each kind: grouped heads, all heads with biases, head norms, result norms, a U-Net's two blocks. */
const SOME = ["llama3-8b", "gpt3-6.7b", "qwen3-8b", "gemma2-9b", "sd15-unet", "sd15-residual"];

test("every preset of every model has a known schedule on both interfaces, none below its kernel's bound", () => {
  const some = everyNth(2, SOME);
  for (const { id, kind } of MODEL_CARDS.filter((card) => process.env["REDBLUE_SLOW"] !== undefined || some.includes(card.id))) {
    const { workload, graph } = modelLayer(id, { tokens: kind === "decoder" ? 128 : 256 });
    const report = layerReport(workload, graph, H100, { replay: true, search: false });
    for (const row of report.rows) {
      for (const interfaceId of ["dram-l2", "l2-sm"] as const)
        expect(planTraffic(row, interfaceId), `${id} ${row.plan.id}`).toBeDefined();
      const inSms = row.bounds.find((bound) => bound.interface === "l2-sm");
      if (inSms?.interface !== "l2-sm") throw new Error("no bound at the SMs");
      inSms.kernels.forEach(({ value, reads, operators }, i) => {
        const known = row.traffic?.[i];
        expect(known?.bytes.get("l2-sm"), `${id} ${row.plan.id}: ${operators}`).toBeGreaterThanOrEqual(value);
        expect(known?.smReadBytes, `${id} ${row.plan.id}: ${operators}`).toBeGreaterThanOrEqual(reads);
        expect(known?.replayedBytes.get("l2-sm"), `${id} ${operators}`).toBeLessThanOrEqual(known?.bytes.get("l2-sm") ?? 0n);
      });
      // Cold for each kernel, so no less than the whole plan must move.
      const dram = row.bounds.find((bound) => bound.interface === "dram-l2");
      expect(planTraffic(row, "dram-l2"), `${id} ${row.plan.id}`).toBeGreaterThanOrEqual(dram?.value ?? 0n);
    }
  }
});

test("the best known plan for an objective is no worse than any preset, nor than the best for another one", () => {
  const { workload, graph } = modelLayer("sd15-unet", { tokens: 1024 });
  const known = new Map(
    OBJECTIVES.map((objective) => {
      const { rows } = layerReport(workload, graph, A100, { replay: true, objective });
      return [objective, rows];
    }),
  );
  for (const interfaceId of ["l2-sm", "dram-l2"] as const) {
    const own = known.get(interfaceId)?.find(({ plan }) => plan.id === "best-known");
    const bytes = own === undefined ? undefined : planTraffic(own, interfaceId);
    for (const rows of known.values()) {
      for (const row of rows)
        expect(planTraffic(row, interfaceId), `${interfaceId} ${row.plan.id}`).toBeGreaterThanOrEqual(bytes ?? 0n);
    }
  }
});
