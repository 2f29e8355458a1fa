import { Command } from "commander";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addListCommand } from "../../src/cli/commands/lists.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { liftableTiledGemm } from "../../src/lift/gpu/products.js";
import { productGraph, range, refereeLifted } from "../../src/lift/lifted.js";
import { during, twoLevelReplay } from "../../src/lift/two-level/listing.js";
import { gpuNamed } from "../../src/machines/registry.js";
import type { Move } from "../../src/pebble/rules.js";
import { planOf } from "../../src/plan/kernel-choice.js";
import { KERNELS, kernelFamily, planReplays, replayPlanned } from "../../src/plan/planned.js";
import { planWords, TWO_LEVEL, twoLevelSchedules } from "../../src/plan/two-level.js";
import { wordTraffic } from "../../src/plan/two-level-traffic.js";
import { SCHEDULES } from "../../src/schedules/catalogue.js";
import { describeTiledGemm, layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { ScheduleEntry } from "../../src/schedules/schedule-entry.js";
import { expectRefereed } from "../replay/refereed.js";

afterEach(() => vi.restoreAllMocks());

function entryOf(id: string, machine: string): ScheduleEntry {
  return { id, workload: "gemm: a toy", machine, parameters: "none", source: "docs/architecture.md, recipes" };
}

/** What `redblue schedules ID` prints where these entries are listed. */
async function listed(entries: readonly ScheduleEntry[], id: string): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const program = new Command();
  addListCommand("schedules", entries)(program);
  await program.parseAsync(["schedules", id], { from: "user" });
  return write.mock.calls.map(([text]) => String(text)).join("");
}

describe("the recipe of docs/architecture.md, add a schedule, on a toy in the two-level memory model", () => {
  const ENTRY = entryOf("one-sum", "two-level");

  // The schedule's own file: one sum stays while all words that it needs come, two at a time.
  interface OneSum {
    readonly id: "one-sum";
    readonly workload: GemmWorkload;
    readonly words: { readonly a: bigint; readonly b: bigint; readonly c: bigint };
  }
  function oneSum(workload: GemmWorkload): OneSum {
    const { batch, m, n, k } = workload;
    const [outputs, inner] = [BigInt(batch * m * n), BigInt(k)];
    return { id: "one-sum", workload, words: { a: outputs * inner, b: outputs * inner, c: outputs } };
  }

  // Its lift.
  function liftOneSum({ workload, words }: OneSum, fastWords: number): ReturnType<typeof twoLevelReplay> {
    const product = productGraph(workload);
    const moves: Move[] = [];
    for (const b of range(0, workload.batch))
      for (const i of range(0, workload.m))
        for (const j of range(0, workload.n)) {
          for (const q of range(0, workload.k))
            during([product.a(b, i, q), product.b(b, q, j)], moves, () => moves.push(product.multiplyAdd(b, i, j, q)));
          product.finish(b, i, j, moves);
        }
    return twoLevelReplay(product.graph, fastWords, moves, words.a + words.b + words.c);
  }

  const family = twoLevelSchedules<GemmWorkload, OneSum>(["gemm"], {
    make: (workload, fastWords) => (fastWords < 3 ? [] : [oneSum(workload)]),
    describe: ({ id }) => ({ id }),
    traffic: wordTraffic,
    lift: liftOneSum,
  });

  test("it is listed with what it does and where it comes from", async () => {
    expect(await listed([...SCHEDULES, ENTRY], "one-sum")).toMatch(/^one-sum\n {2}workload: gemm: a toy\n {2}machine: two-level/);
  });

  test("it is planned after those that are known, its traffic is its formula, and the referee confirms every move", () => {
    const workload = gemmWorkload({ batch: 2, m: 3, n: 4, k: 5 });
    const plans = planWords(workload, 3, [...TWO_LEVEL, family]);
    expect(plans.slice(0, -1).map(({ id }) => id)).toEqual(planWords(workload, 3).map(({ id }) => id));
    const toy = plans.at(-1) ?? expect.fail("no plan");
    expect(toy.traffic.total.get("slow-fast")).toEqual({ reads: 240n, writes: 24n });
    expect(refereeLifted(toy.lift())).toMatchObject({ agrees: true, cost: 264n });
  });

  test("other workloads and machines do not ask it", () => {
    expect(planWords(gemmWorkload({ m: 3, n: 4, k: 5 }), 3).some(({ id }) => id === "one-sum")).toBe(false);
  });
});

describe("the recipe, add a schedule, on a toy kernel of a GPU", () => {
  const ENTRY = entryOf("toy-kernel", "GPU");
  const gpu = gpuNamed("h200");
  const family = kernelFamily<GemmWorkload>(["gemm"], ["stages"], (workload, on, { stages }) => [
    planOf(tiledGemm(workload, on, { tile: { bm: 16, bn: 16, bk: 16 }, stages }), on, "toy-kernel", {
      describe: (made) => ({ ...describeTiledGemm(made), id: "toy-kernel" }),
      layOut: layOutTiledGemm,
      lift: liftableTiledGemm,
    }),
  ]);

  test("it is listed, planned after those that are known, replayed and refereed", async () => {
    expect(await listed([...SCHEDULES, ENTRY], "toy-kernel")).toContain("machine: GPU");
    const workload = gemmWorkload({ m: 32, n: 32, k: 32 });
    const toy = planReplays(workload, gpu, {}, [...KERNELS, family]).at(-1) ?? expect.fail("no plan");
    expect(toy.fields).toMatchObject({ id: "toy-kernel", tile: "16x16x16" });
    const l2 = { policy: "lru", bytes: 4096 } as const;
    // A and B once each, and C stays in an L2 that has room for all, two bytes a word.
    expect(replayPlanned(toy, { ...l2, bytes: 2 ** 20 }).total.get("dram-l2")).toEqual({
      reads: 4096n,
      writes: 0n,
      dirtyAtEnd: 2048n,
    });
    expect(expectRefereed(toy.lift(), toy.slots, l2, () => []).length).toBeGreaterThan(1);
  });

  test("an option that no kernel of the workload takes is refused by the name of the flag", () => {
    const workload = gemmWorkload({ m: 32, n: 32, k: 32 });
    expect(() => planReplays(workload, gpu, { splits: 2 }, [family])).toThrow(/splits/);
    expect(planReplays(workload, gpu, { stages: 2 }, [family])[0]?.fields).toMatchObject({ stages: 2 });
  });
});

test("every schedule that is planned is listed, by its id, and no id twice", () => {
  const ids = SCHEDULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id } of planWords(gemmWorkload({ m: 64, n: 64, k: 8 }), 100)) expect(ids).toContain(id);
  for (const { fields } of planReplays(gemmWorkload({ m: 4096, n: 4096, k: 4096 }), gpuNamed("h200")))
    expect(ids).toContain(fields["id"]);
});
