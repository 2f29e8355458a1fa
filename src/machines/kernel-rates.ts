import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import type { FigureSource } from "./machine.js";

/**
 * How near to a GPU's rates a family of kernels comes: shares of published rates, and seconds. One set for all GPUs of its family;
 * `sources` says what each was fitted to.
 */
export interface KernelRate {
  readonly id: KernelRateId;
  /** Of the tensor cores' rated peak, while they run. */
  readonly matrixShare: number;
  /** Of the special-function units' peak, which exponentials of a softmax take beside the products. */
  readonly specialShare: number;
  /** How long bytes that arrive in shared memory keep the tensor cores from it, beside the time in which they arrive. */
  readonly arrivalShare: number;
  /** From the end of a step of a product to the next where a block is alone on its SM. */
  readonly pauseSeconds: number;
  /**
   * From the start of a step of attention to the next of its block, beside the time of its operations: product, maximum, exponentials, sum
   * and product wait for each other.
   */
  readonly softmaxChainSeconds: number;
  /** More of it where warps share the keys of a row, and join their maxima and sums in shared memory: of fewer than 16 rows a warp. */
  readonly softmaxJoinSeconds: number;
  /** What comparing a score with a mask takes beside its exponential, as a share of it. */
  readonly maskShare: number;
  /** How much of a step of attention has passed when a tile of keys is read and its only buffer is free for the next. */
  readonly bufferShare: number;
  /** Least time of a chunk of a scan, whose loads, decays, products and new state wait for each other, and of a token that updates a state. */
  readonly chunkChainSeconds: number;
  readonly tokenChainSeconds: number;
  /** From a block's last sums to their bytes in the L2, beside the time of the bytes. */
  readonly epilogueSeconds: number;
  readonly sources: readonly FigureSource[];
}

export type KernelRateId = "triton" | "library" | "flash-attention-3" | "flash-attention-4";

const MICROSECOND = 1e-6;

/** Loops over tiles as Triton compiles them: the default, since most of the schedules here are written so. */
const TRITON_RATE: KernelRate = {
  id: "triton",
  matrixShare: 0.99,
  specialShare: 0.55,
  arrivalShare: 0.75,
  pauseSeconds: 0.06 * MICROSECOND,
  softmaxChainSeconds: 0.56 * MICROSECOND,
  softmaxJoinSeconds: 0.4 * MICROSECOND,
  maskShare: 0.55,
  bufferShare: 0.4,
  chunkChainSeconds: 2.4 * MICROSECOND,
  tokenChainSeconds: 1.2 * MICROSECOND,
  epilogueSeconds: 1 * MICROSECOND,
  sources: [
    {
      field: "matrixShare, pauseSeconds",
      source: "products of data/h200.csv and data/h100-times.csv: 128x128 and 128x256 tiles",
    },
    {
      field: "specialShare, softmaxChainSeconds",
      source:
        "attention of data/h200-times.csv and data/h100-times.csv with one block and with several blocks an SM: 0.45 to 0.75 µs",
    },
    {
      field: "softmaxJoinSeconds, bufferShare",
      source: "decode attention of the same files, few blocks and many: 0.3 to 0.5 µs; 0.35 to 0.5 of a step",
    },
    {
      field: "maskShare",
      source:
        "causal beside plain attention of as many steps: 0.25 to 0.29 µs a step of 128x64 or 64x128, 0.45 to 0.6 of its exponentials",
    },
    {
      field: "chunkChainSeconds, tokenChainSeconds",
      source: "kernels of data/h200-scans.csv without spills: 2.1 to 3.4 µs a chunk, 0.8 to 1.8 µs a token",
    },
    { field: "epilogueSeconds", source: "products of data/h100-times.csv under 20 µs; tiles of persistent products" },
  ],
};

/** Specialised warps, bulk copies and epilogues under the next tile's loads, as in vendors' libraries. */
const LIBRARY_RATE: KernelRate = {
  id: "library",
  matrixShare: 0.8,
  specialShare: 1,
  arrivalShare: 0,
  pauseSeconds: 0,
  softmaxChainSeconds: 0,
  softmaxJoinSeconds: 0,
  maskShare: 0,
  bufferShare: 0,
  chunkChainSeconds: 0,
  tokenChainSeconds: 0,
  epilogueSeconds: 0.5 * MICROSECOND,
  sources: [
    {
      field: "matrixShare",
      source: "cublas-mm of data/h200.csv from 4096 on: 76 to 82 % of the rated peak over the whole kernel",
    },
    { field: "specialShare", source: "sdpa-cudnn of data/h200.csv: 152 µs at heads of 64, 213 µs at 128" },
    { field: "*", source: "chosen: specialised warps hide what a compiler's loop waits for" },
  ],
};

/** Hand-written kernels whose warps run the softmax of one tile under the products of another: faster than a compiler's loop. */
const FLASH_3_RATE: KernelRate = {
  ...LIBRARY_RATE,
  id: "flash-attention-3",
  matrixShare: 0.98,
  specialShare: 1.05,
  sources: [
    {
      field: "matrixShare, specialShare",
      source:
        "Shah et al., FlashAttention-3, arXiv:2407.08608, figure 5: 497 and 648 TFLOP/s at heads of 64 and 128 and 16384 keys on an H100",
    },
    { field: "*", source: "those of libraries" },
  ],
};

/** More exponentials than the special-function units have: the others are polynomials. */
const FLASH_4_RATE: KernelRate = {
  ...FLASH_3_RATE,
  id: "flash-attention-4",
  specialShare: 2.3,
  sources: [
    {
      field: "specialShare",
      source:
        "github.com/Dao-AILab/flash-attention/pull/2280: 1535 TFLOP/s without a mask and 1418 with at heads of 128 and 8192 keys",
    },
    { field: "*", source: "those of flash-attention-3" },
  ],
};

const OF_SCHEDULE: Readonly<Record<string, KernelRate>> = {
  "flash-attention-3": FLASH_3_RATE,
  "flash-attention-4": FLASH_4_RATE,
};

/** What estimates of a schedule presume where no family is named. */
export function rateOfSchedule(id: string): KernelRate {
  return OF_SCHEDULE[id] ?? USUAL_KERNEL_RATE;
}

const RATES: Readonly<Record<string, KernelRate>> = { triton: TRITON_RATE, library: LIBRARY_RATE };

/** The family of kernels that estimates of time presume where none is named. */
export const USUAL_KERNEL_RATE: KernelRate = TRITON_RATE;

/** Reads `triton` or `library`. @throws InputError naming `kernel-rate`. */
export function kernelRateNamed(text: string): KernelRate {
  const names = Object.keys(RATES);
  if (!Object.hasOwn(RATES, text)) {
    throw new InputError("kernel-rate", `one of ${names.join(", ")}${didYouMean(text, names)}`, shown(text));
  }
  return RATES[text] as KernelRate;
}
