import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { replayAgain } from "../../src/gap/replay-again.js";
import type { TreeMachine } from "../../src/machines/machine.js";
import { TREES } from "../../src/machines/registry.js";
import { planCachedProducts } from "../../src/plan/cached-product.js";
import { TreeCaches } from "../../src/replay/l2/tree-caches.js";
import { verifyDocument } from "../../src/verify/index.js";
import { parameters } from "../properties/arbitraries.js";
import { comparisonsOfTraffic } from "../properties/held-bounds.js";

const TILE = 64;

/** Two levels of lists, least recent first, and what passes the ports of each. */
class PlainTree {
  readonly reads: number[];
  readonly writes: number[];
  readonly #held: { tile: number; dirty: boolean }[][][];

  constructor(
    readonly levels: readonly { readonly memories: number; readonly tiles: number }[],
    readonly slots: number,
  ) {
    this.reads = levels.map(() => 0);
    this.writes = levels.map(() => 0);
    this.#held = levels.map(({ memories }) => Array.from({ length: memories }, () => []));
  }

  touch(level: number, tile: number, slot: number, write: boolean): void {
    const at = this.levels[level];
    if (at === undefined) return;
    if (at.tiles === 0) {
      this.#pass(level, tile, slot, write);
      return;
    }
    const held = this.#held[level]?.[Math.floor(slot / (this.slots / at.memories))] ?? [];
    const found = held.find((one) => one.tile === tile);
    if (found !== undefined) held.splice(held.indexOf(found), 1);
    else if (held.length === at.tiles) {
      const old = held.shift();
      if (old?.dirty) this.#pass(level, old.tile, slot, true);
    }
    held.push({ tile, dirty: write || found?.dirty === true });
    if (found === undefined && !write) this.#pass(level, tile, slot, false);
  }

  finish(): void {
    for (let level = this.levels.length - 1; level >= 0; level--)
      this.#held[level]?.forEach((held, memory) => {
        const slot = memory * (this.slots / (this.levels[level]?.memories ?? 1));
        for (const { tile, dirty } of held.sort((one, other) => one.tile - other.tile))
          if (dirty) this.#pass(level, tile, slot, true);
      });
  }

  #pass(level: number, tile: number, slot: number, write: boolean): void {
    const counts = write ? this.writes : this.reads;
    counts[level] = (counts[level] ?? 0) + TILE;
    this.touch(level - 1, tile, slot, write);
  }
}

test("counts at every level what plain lists of tiles count", () => {
  const shape = fc.record({
    fans: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    tiles: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 }),
    inOne: fc.integer({ min: 1, max: 2 }),
  });
  // A tile is written by one slot and read by none after that, as by a product.
  const touches = fc.array(fc.tuple(fc.nat(15), fc.nat(53), fc.boolean()), { maxLength: 150 });
  fc.assert(
    fc.property(shape, touches, ({ fans, tiles, inOne }, list) => {
      const counts = fans.map((_, i) => fans.slice(0, i + 1).reduce((all, fan) => all * fan, 1));
      const slots = (counts.at(-1) ?? 1) * inOne;
      const levels = counts.map((memories, i) => ({ memories, tiles: tiles[i] ?? 0 }));
      const sizes = levels.map((level) => ({ memories: level.memories, bytes: level.tiles * TILE }));
      const caches = new TreeCaches(sizes, slots, new Int32Array(16 * slots + 16).fill(TILE), new Uint8Array(16 * slots + 16), 1);
      const plain = new PlainTree(levels, slots);
      for (const [tile, slot, write] of list) {
        const own = write ? 16 + (tile % 16) * slots + (slot % slots) : tile;
        if (write) caches.write(own, slot % slots);
        else caches.read(own, slot % slots);
        plain.touch(levels.length - 1, own, slot % slots, write);
      }
      plain.finish();
      const passed = caches.finish();
      expect(passed.map(({ reads }) => reads[0])).toEqual(plain.reads);
      expect(passed.map(({ writes }) => writes[0])).toEqual(plain.writes);
    }),
    parameters(200),
  );
});

const XEON = TREES.find(({ id }) => id === "xeon-8480") as TreeMachine;
const EPYC = TREES.find(({ id }) => id === "epyc-9654") as TreeMachine;

/** With caches so small that they matter to small products. */
function shrunk(machine: TreeMachine, share: number): TreeMachine {
  const levels = machine.levels.map((level, i) => {
    const isCache = i > 0 && i < machine.levels.length - 1 && level.bytes.cache !== undefined;
    return isCache ? { ...level, bytes: { cache: Math.max(2 ** 14, Math.floor((level.bytes.cache ?? 0) * share)) } } : level;
  });
  return { ...machine, levels };
}

test("no bound is above what a product moves through the caches of a CPU, whatever its tile and their sizes", () => {
  const extent = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 60, max: 400 }));
  const tile = fc.constantFrom(undefined, "16x16x16", "64x32x8");
  const machine = fc.tuple(fc.constantFrom(XEON, EPYC), fc.constantFrom(1, 1 / 64, 1 / 1024));
  fc.assert(
    fc.property(
      extent,
      extent,
      extent,
      fc.constantFrom("fp32", "bf16"),
      tile,
      machine,
      (m, n, k, dataType, asked, [of, share]) => {
        const cpu = shrunk(of, share);
        const subject = gemmWorkload({ m, n, k, dataType: dataType as "fp32" | "bf16" });
        const { bounds } = boundWorkload(subject, cpu);
        for (const { label, fields, replay } of planCachedProducts(subject, cpu, { tile: asked ?? "32x32x16" })) {
          for (const { what, claimed, moved } of comparisonsOfTraffic(bounds, replay(), conditionsMet(subject, fields)))
            expect(moved >= claimed, `${what} = ${claimed} against ${moved} of ${label}`).toBe(true);
        }
      },
    ),
    parameters(30),
  );
});

test("caches that shrink move no less, and caches that hold all move each word once", () => {
  const subject = gemmWorkload({ m: 512, n: 512, k: 512, dataType: "fp32" });
  const movedBy = (machine: TreeMachine) => {
    const [plan] = planCachedProducts(subject, machine, { tile: "64x64x32", orders: [{ kind: "row" }] });
    return [...(plan?.replay().total ?? [])].map(([, { reads, writes }]) => reads + writes);
  };
  const [whole, less] = [movedBy(XEON), movedBy(shrunk(XEON, 1 / 256))];
  whole.forEach((bytes, i) => {
    expect(less[i]).toBeGreaterThanOrEqual(bytes);
  });
  expect(whole[0]).toBe(BigInt(3 * 512 * 512 * 4));
});

test("a gap on a CPU has its product at every interface, is checked, and its replays come out again", () => {
  const subject = gemmWorkload({ m: 300, n: 200, k: 100, dataType: "fp32" });
  const report = gapReport(subject, EPYC);
  const own = report.rows.filter(({ label }) => label === "tiled-gemm row").map((row) => row.interface);
  expect(own).toEqual(["dram-socket", "socket-l3", "l3-l2", "l2-core"]);
  const document = JSON.parse(JSON.stringify(gapDocument(report))) as Record<string, unknown>;
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  expect(replayAgain(document, "gap.json")).toMatchObject({ valid: true });
});

test("machines without caches, other workloads and tiles too large say so", () => {
  const [subject, pod] = [gemmWorkload({ m: 64, n: 64, k: 64, dataType: "fp32" }), TREES.find(({ id }) => id === "h100-pod-8")];
  expect(() => planCachedProducts(subject, pod as TreeMachine)).toThrow("gpu: expected a tree with caches between slow memory");
  expect(() => planCachedProducts(subject, XEON, { tile: "512x512x32" })).toThrow(
    "tile: expected sums and slices within the 114688",
  );
  expect(gapReport(subject, pod as TreeMachine).leftOut?.map(({ label }) => label)).toContain("tiled-gemm");
});
