import { layerWords } from "../computation/layered/layered.js";
import type { Interface } from "../machines/machine.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import type { WordChain } from "../schedules/two-level/chain/schedules.js";
import type { WordConv } from "../schedules/two-level/conv/schedules.js";
import type { WordEinsum } from "../schedules/two-level/einsum.js";
import type { WordFfn } from "../schedules/two-level/ffn/schedules.js";
import type { WordProduct } from "../schedules/two-level/gemm/schedules.js";
import type { LayeredWords } from "../schedules/two-level/layered.js";
import type { WordMultilayerChain } from "../schedules/two-level/multilayer/schedules.js";
import type { WordRows } from "../schedules/two-level/rows.js";
import type { ScanWords } from "../schedules/two-level/scan.js";

/** Words of each array between slow and fast memory, and of all: a two-level schedule manages its fast memory itself. */
function traffic(arrays: readonly (readonly [array: string, reads: bigint, writes: bigint])[]): ReplayedTraffic {
  const crossing = (reads: bigint, writes: bigint): ReadonlyMap<Interface, Traffic> =>
    new Map([["slow-fast", { reads, writes }]]);
  const sum = (of: 1 | 2): bigint => arrays.reduce((all, array) => all + array[of], 0n);
  return {
    total: crossing(sum(1), sum(2)),
    byArray: new Map(arrays.map(([array, reads, writes]) => [array, crossing(reads, writes)])),
  };
}

/** Of a product. */
export function wordTraffic({ words }: Pick<WordProduct, "words">): ReplayedTraffic {
  return traffic([
    ["A", words.a, 0n],
    ["B", words.b, 0n],
    ["C", words.cLoads ?? 0n, words.c],
  ]);
}

/** Of an einsum statement. */
export function wordEinsumTraffic({ words }: Pick<WordEinsum, "words">): ReplayedTraffic {
  return traffic(words.map(({ array, loads, stores }) => [array, loads, stores]));
}

/** Of a stencil or a transform. */
export function wordLayeredTraffic({ workload, inputs, loads, stores }: LayeredWords): ReplayedTraffic {
  return traffic([
    ["In", inputs, 0n],
    ["U", loads, stores],
    ["Out", 0n, layerWords(workload)],
  ]);
}

/** Of a scan. */
export function wordScanTraffic({ words }: Pick<ScanWords, "words">): ReplayedTraffic {
  return traffic(words);
}

/** Of a chain. */
export function wordChainTraffic({ words }: Pick<WordChain, "words">): ReplayedTraffic {
  return traffic([
    ["A", words.a, 0n],
    ["B", words.b, 0n],
    ["H", words.hLoads, words.hStores],
    ["D", words.d, 0n],
    ["E", words.eLoads, words.eStores],
  ]);
}

/** Of a chain of three products or more. */
export function wordMultilayerChainTraffic({ words }: Pick<WordMultilayerChain, "words">): ReplayedTraffic {
  return traffic([...words].map(([array, { loads, stores }]) => [array, loads, stores]));
}

/** Of a gated feed-forward block; Wg and Wu are counted together. */
export function wordFfnTraffic({ words }: Pick<WordFfn, "words">): ReplayedTraffic {
  return traffic([
    ["X", words.x, 0n],
    ["Wg, Wu", words.front, 0n],
    ...(words.unfinished === 0n ? [] : [["G, U", words.unfinished, words.unfinished] as const]),
    ["H", words.hLoads, words.hStores],
    ["Wd", words.wd, 0n],
    ["Y", words.yLoads, words.y],
  ]);
}

/** Of softmax or a normalisation. */
export function wordRowTraffic({ words }: Pick<WordRows, "words">): ReplayedTraffic {
  return traffic([
    ["X", words.x, 0n],
    ...(words.shared === 0n ? [] : [["gain, shift", words.shared, 0n] as const]),
    ["Y", 0n, words.y],
  ]);
}

/** Of a convolution. */
export function wordConvTraffic({ words }: Pick<WordConv, "words">): ReplayedTraffic {
  return traffic([
    ["In", words.inputs, 0n],
    ["W", words.weights, 0n],
    ["Out", words.sums, words.outputs],
  ]);
}
