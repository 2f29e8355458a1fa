import { maximum, minimum } from "../../exact/integer.js";
import type { ProductInstance, SumsHome, SumsInPlaceCertificate } from "../certificates/gemm.js";
import { panelsOfBlocks } from "./panel-weight.js";
import { STAGE_ROW_BYTES } from "./stage-row.js";

/** Where a kernel keeps its sums, and how deep its pipeline is; `stages` 0 presumes nothing about that. */
export interface SumsInPlace {
  readonly home: SumsHome;
  /** SMs that hold a block of outputs: 1, or those of a cluster. */
  readonly sms: bigint;
  readonly stages: bigint;
  /** Bytes of shared memory in these SMs: holds `stages` copies of a block's operand tiles. */
  readonly sharedMemory: bigint;
}

/**
 * Kernels that sum each output in place (proofs/gemm-output-stationary.md): in the registers (mma, wgmma) or the tensor memory (tcgen05) of
 * one SM from its first product to its last, a block of outputs of one SM or cluster at a time, and fetch the operands of each block anew. With
 * f the least panels of a rectangle of outputs,
 *
 *     bytes into the SMs (or clusters) ≥ floor(E/M)·f(M) + f(E mod M),     E = batch·mn,     M = min(mn, capacity / wC, most of r·c),
 *
 * where s stages of 128 bytes a row and column in shared memory leave r + c ≤ sharedMemory / 128s. `instance.capacity` is that of the
 * sums' home in the SMs of a block, `weights.partial` the accumulator's width.
 *
 * Undefined where the home, or a stage, does not hold a single output.
 */
export function proveProductSumsInPlace(instance: ProductInstance, kernel: SumsInPlace): SumsInPlaceCertificate | undefined {
  const { batch, m, n } = instance.extents;
  const sums = instance.capacity / instance.weights.partial;
  const staged = kernel.stages === 0n ? m * n : mostStaged(m, n, kernel.sharedMemory / (STAGE_ROW_BYTES * kernel.stages));
  const blockOutputs = [m * n, sums, staged].reduce(minimum);
  if (blockOutputs < 1n) return undefined;
  const reads = panelsOfBlocks(instance, batch * m * n, blockOutputs);
  const writes = instance.weights.output * batch * m * n;
  return { theorem: "product-sums-in-place", instance, ...kernel, blockOutputs, reads, writes, value: reads + writes };
}

/** The most outputs r·c with r ≤ m, c ≤ n and r + c ≤ `together`. */
function mostStaged(m: bigint, n: bigint, together: bigint): bigint {
  const short = [m, n, together / 2n].reduce(minimum);
  return short * maximum(0n, minimum(maximum(m, n), together - short));
}
