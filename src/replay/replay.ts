import { createCache } from "../caches/index.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { TiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import { layOutTiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import type { WordChain } from "../schedules/two-level/chain/schedules.js";
import type { WordConv } from "../schedules/two-level/conv/schedules.js";
import type { WordEinsum } from "../schedules/two-level/einsum.js";
import type { WordFfn } from "../schedules/two-level/ffn/schedules.js";
import type { WordProduct } from "../schedules/two-level/gemm/schedules.js";
import type { WordLongChain } from "../schedules/two-level/multilayer/schedules.js";
import type { WordRows } from "../schedules/two-level/rows.js";
import { arrayOfTile, collectTraffic } from "./collect.js";
import { lruTrafficAt } from "./curves/lru-curve.js";
import { tiledLruCurve } from "./curves/tiled-lru-curve.js";
import { replayEvents } from "./event-driven/replay.js";
import { checkExecution, stepsOfTurn } from "./execution.js";
import type { L2Model } from "./l2/l2-model.js";
import { isLruInLockStep } from "./l2/l2-model.js";
import { replayLockStep } from "./lock-step.js";
import { issued } from "./longest-first.js";
import type { ReplayedTraffic, Traffic } from "./traffic.js";

/** Replays a tiled product on a GPU: every SM's blocks at once through one L2. */
export function replayTiledGemm(schedule: TiledGemm, gpu: Gpu, l2: L2Model): ReplayedTraffic {
  const slots = gpu.sms * schedule.residency.ctasPerSm;
  const inClosedForm = isLruInLockStep(l2) && schedule.workload.scales === undefined;
  const closed = inClosedForm ? lruTrafficAt(tiledLruCurve(schedule, slots), [l2.bytes])[0] : undefined;
  return closed ?? replayTileSchedule(layOutTiledGemm(schedule), slots, l2);
}

/** Replays any tile schedule with `slots` blocks at a time. */
export function replayTileSchedule(launched: TileSchedule, slots: number, l2: L2Model): ReplayedTraffic {
  if (l2.policy === "partitioned") {
    const { traffic, seconds } = replayEvents(launched, slots, l2.parameters, { execution: l2.execution });
    return seconds === undefined ? traffic : { ...traffic, seconds };
  }
  if (l2.execution !== undefined) checkExecution(l2.execution);
  const layout = issued(launched, l2.execution);
  const arrayOf = arrayOfTile(layout);
  const cache = createCache(l2, layout.tileBytes, arrayOf, layout.arrays.length);
  const sm = replayLockStep(layout, slots, arrayOf, cache, undefined, stepsOfTurn(l2.execution));
  return collectTraffic(layout, cache.traffic(), sm);
}

/** The counts of a word-level schedule on the textbook machine; it manages its fast memory itself. */
export function wordTraffic(schedule: WordProduct): ReplayedTraffic {
  const { a, b, c, cLoads = 0n } = schedule.words;
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  return {
    total: face(a + b + cLoads, c),
    byArray: new Map([
      ["A", face(a, 0n)],
      ["B", face(b, 0n)],
      ["C", face(cLoads, c)],
    ]),
  };
}

/** The same for an einsum statement. */
export function wordEinsumTraffic({ words }: Pick<WordEinsum, "words">): ReplayedTraffic {
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  const sum = (part: "loads" | "stores"): bigint => words.reduce((all, one) => all + one[part], 0n);
  return {
    total: face(sum("loads"), sum("stores")),
    byArray: new Map(words.map(({ array, loads, stores }) => [array, face(loads, stores)])),
  };
}

/** The same for a chain. */
export function wordChainTraffic({ words }: WordChain): ReplayedTraffic {
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  return {
    total: face(words.a + words.b + words.hLoads + words.d + words.eLoads, words.hStores + words.eStores),
    byArray: new Map([
      ["A", face(words.a, 0n)],
      ["B", face(words.b, 0n)],
      ["H", face(words.hLoads, words.hStores)],
      ["D", face(words.d, 0n)],
      ["E", face(words.eLoads, words.eStores)],
    ]),
  };
}

/** The same for a chain of three products or more. */
export function wordLongChainTraffic({ words }: WordLongChain): ReplayedTraffic {
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  const all = [...words.values()];
  const sum = (of: "loads" | "stores"): bigint => all.reduce((total, one) => total + one[of], 0n);
  return {
    total: face(sum("loads"), sum("stores")),
    byArray: new Map([...words].map(([array, { loads, stores }]) => [array, face(loads, stores)] as const)),
  };
}

/** The same for a gated feed-forward block; Wg and Wu are counted together. */
export function wordFfnTraffic({ words }: WordFfn): ReplayedTraffic {
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  return {
    total: face(
      words.x + words.front + words.unfinished + words.hLoads + words.wd + words.yLoads,
      words.unfinished + words.hStores + words.y,
    ),
    byArray: new Map([
      ["X", face(words.x, 0n)],
      ["Wg, Wu", face(words.front, 0n)],
      ...(words.unfinished === 0n ? [] : [["G, U", face(words.unfinished, words.unfinished)] as const]),
      ["H", face(words.hLoads, words.hStores)],
      ["Wd", face(words.wd, 0n)],
      ["Y", face(words.yLoads, words.y)],
    ]),
  };
}

/** The same for a softmax or a normalisation; gain and shift are counted together. */
export function wordRowTraffic({ words }: WordRows): ReplayedTraffic {
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  return {
    total: face(words.x + words.shared, words.y),
    byArray: new Map([
      ["X", face(words.x, 0n)],
      ...(words.shared === 0n ? [] : [["gain, shift", face(words.shared, 0n)] as const]),
      ["Y", face(0n, words.y)],
    ]),
  };
}

/** The same for a convolution. */
export function wordConvTraffic({ words }: WordConv): ReplayedTraffic {
  const face = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> => new Map([["slow-fast", { reads, writes }]]);
  return {
    total: face(words.inputs + words.weights + words.sums, words.outputs),
    byArray: new Map([
      ["In", face(words.inputs, 0n)],
      ["W", face(words.weights, 0n)],
      ["Out", face(words.sums, words.outputs)],
    ]),
  };
}
