import type { Computation } from "../computation/computation.js";
import type { ConvWorkload } from "../computation/conv.js";
import { gemmComputation, gemmWorkload } from "../computation/gemm.js";
import type { LongChainWorkload } from "../computation/long-chain.js";
import type { NormGemmWorkload } from "../computation/norm-gemm.js";
import { normGemmTables } from "../computation/norm-gemm.js";
import type { RowWorkload } from "../computation/row-workloads.js";
import { checkInteger } from "../errors.js";
import type { Gpu, Interface, Machine } from "../machines/machine.js";
import type { Bound, Certificate, Setting } from "./bound.js";
import { boundId, theoremOf } from "./catalogue.js";
import type { WaveClass } from "./certificates/gemm.js";
import { chainCertificates, longChainCertificates } from "./chain/certificates.js";
import type { FusedWorkload } from "./chain/shape.js";
import { chainShape } from "./chain/shape.js";
import { proveConvolutionBordersSteady, proveConvolutionSteady } from "./conv/amortized.js";
import { proveConvolutionBorders } from "./conv/borders.js";
import { proveConvolutionSliceEnds } from "./conv/holding-cost.js";
import { proveConvolution, proveConvolutionBusiest, proveConvolutionMemoryIndependent } from "./conv/segments.js";
import { convolutionArrays, convolutionAsProduct, convolutionInstance } from "./conv/shape.js";
import { proveConvolutionPasses } from "./conv/whole-passes.js";
import { certificatesFor, productCertificates, statementCertificates } from "./einsum/certificates.js";
import { scaledStatement } from "./gemm/block-scales.js";
import { proveProductWaveClass } from "./gemm/one-cta-per-tile.js";
import type { SumsInPlace } from "./gemm/output-stationary.js";
import { proveProductSumsInPlace } from "./gemm/output-stationary.js";
import { productExtents, productWeightsInBytes } from "./gemm/shape.js";
import { longChainShape } from "./multilayer/shape.js";
import type { Condition } from "./requirements.js";
import { areMet, EVERY_KERNEL } from "./requirements.js";
import { requirementsOf } from "./requirements-of.js";
import { compulsoryCertificate, proveCompulsory } from "./rows/compulsory.js";
import { proveCompulsoryRows, proveRowStatistics } from "./rows/statistics.js";
import { overSumSizes, withNarrowSums } from "./shared/partial-sum-sizes.js";
import { settingsOf } from "./shared/setting.js";

/** Where sums stay, and the stages of the pipeline (0n: nothing presumed). */
export type SumsInPlaceRule = Omit<SumsInPlace, "sms" | "sharedMemory">;

/** Every bound of the project that applies to the computation on the machine, interface by interface. */
export function proveBounds(computation: Computation, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveBoundsInSetting(computation, setting));
}

/** The same for one interface given by hand: any number of memories of any capacity. */
export function proveBoundsInSetting(computation: Computation, setting: Setting): readonly Bound[] {
  for (const [index, extent] of Object.entries(computation.extents)) checkInteger(`extent ${index}`, extent, 1);
  return certificatesFor(computation, setting).map((certificate) => boundFrom(certificate, setting));
}

/** Every bound of the project that applies to a fused chain, feed-forward block or attention on the machine. */
export function proveFusedBounds(workload: FusedWorkload, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveFusedBoundsInSetting(workload, setting));
}

/** The same for one interface given by hand. */
export function proveFusedBoundsInSetting(workload: FusedWorkload, setting: Setting): readonly Bound[] {
  const { extents, weights, inputs, outputs } = chainShape(workload, setting.unit);
  const { capacity, memories } = setting;
  const chain = chainCertificates({ extents, weights, capacity, memories });
  return [compulsoryCertificate(inputs, outputs), ...chain].map((certificate) => boundFrom(certificate, setting));
}

/** Every bound of the project that applies to a chain of three products or more on the machine. */
export function proveLongChainBounds(workload: LongChainWorkload, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveLongChainBoundsInSetting(workload, setting));
}

/** The same for one interface given by hand. */
export function proveLongChainBoundsInSetting(workload: LongChainWorkload, setting: Setting): readonly Bound[] {
  const { extents, weights, inputs, outputs } = longChainShape(workload, setting.unit);
  const { capacity, memories } = setting;
  const chain = longChainCertificates({ extents, weights, capacity, memories });
  return [compulsoryCertificate(inputs, outputs), ...chain].map((certificate) => boundFrom(certificate, setting));
}

/** Every bound of the project that applies to a convolution on the machine. */
export function proveConvolutionBounds(workload: ConvWorkload, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveConvolutionBoundsInSetting(workload, setting));
}

/** The same for one interface given by hand. A convolution that is a matrix product has the theorems of one. */
export function proveConvolutionBoundsInSetting(workload: ConvWorkload, setting: Setting): readonly Bound[] {
  const instance = convolutionInstance(workload, setting);
  const { inputs, outputs } = convolutionArrays(workload, setting.unit);
  const certificates: Certificate[] = [compulsoryCertificate(inputs, outputs)];
  const extents = convolutionAsProduct(instance);
  const { input, filter, partial, output } = instance.weights;
  if (extents !== undefined) {
    const { capacity, memories } = setting;
    const weights = { a: input, b: filter, partial, output };
    certificates.push(...productCertificates({ extents, weights, capacity, memories }));
  } else {
    certificates.push(...overSumSizes(instance, proveConvolution), ...overSumSizes(instance, proveConvolutionBorders));
    certificates.push(...overSumSizes(instance, proveConvolutionSliceEnds), ...overSumSizes(instance, proveConvolutionPasses));
    if (setting.memories > 1n) {
      certificates.push(...overSumSizes(instance, proveConvolutionSteady));
      certificates.push(...overSumSizes(instance, proveConvolutionBordersSteady));
      const busiest = proveConvolutionBusiest(instance);
      certificates.push(...(busiest === undefined ? [] : [busiest]), proveConvolutionMemoryIndependent(instance));
    }
  }
  return certificates.map((certificate) => boundFrom(certificate, setting));
}

/** Every bound of the project that applies to a kernel of rows on the machine. */
export function proveRowBounds(workload: RowWorkload, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveRowBoundsInSetting(workload, setting));
}

/** The same for one interface given by hand. */
export function proveRowBoundsInSetting(workload: RowWorkload, setting: Setting): readonly Bound[] {
  const statistics = proveRowStatistics(workload, setting);
  const certificates = [proveCompulsoryRows(workload, setting.unit), ...(statistics === undefined ? [] : [statistics])];
  return certificates.map((certificate) => boundFrom(certificate, setting));
}

/** Every bound of the project that applies to a normalised product on the machine. */
export function proveNormGemmBounds(workload: NormGemmWorkload, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveNormGemmBoundsInSetting(workload, setting));
}

/** The same for one interface given by hand: those of the product (proofs/gemm-norm.md), and its tables count as compulsory. */
export function proveNormGemmBoundsInSetting(workload: NormGemmWorkload, setting: Setting): readonly Bound[] {
  const product = gemmComputation(gemmWorkload({ ...workload, batch: 1 }));
  const { inputs, outputs } = proveCompulsory(product, setting.unit);
  const wordSize = inputs[0]?.wordSize ?? 1n;
  const tables = normGemmTables(workload).map(([array, words]) => ({ array, words, wordSize }));
  const certificates = [compulsoryCertificate([...inputs, ...tables], outputs), ...statementCertificates(product, setting)];
  return certificates.map((certificate) => {
    const bound = boundFrom(certificate, setting);
    return { ...bound, requires: [...bound.requires, "normalised-word-size"] };
  });
}

/**
 * The bound on DRAM traffic of every kernel of a class for a product, whatever its launch order, behind a cache of `cacheBytes`;
 * undefined where the computation is no matrix product.
 */
export function proveWaveClassBound(computation: Computation, kernel: WaveClass, cacheBytes: bigint): Bound | undefined {
  const product = scaledStatement(computation)?.unscaled ?? computation;
  const shape = productExtents(product);
  if (shape === undefined) return undefined;
  const { arrays, ...extents } = shape;
  const instance = withNarrowSums({
    extents,
    weights: productWeightsInBytes(product, arrays),
    capacity: cacheBytes,
    memories: 1n,
  });
  return boundFrom(proveProductWaveClass(instance, kernel), {
    interface: "dram-l2",
    unit: "bytes",
    capacity: cacheBytes,
    memories: 1n,
    fastMemory: `the cache, ${cacheBytes} bytes`,
  });
}

/**
 * The bounds on bytes into the SMs, and into clusters where the GPU is taken in clusters, of every kernel for a product that sums in
 * place; none where the computation is no matrix product or not one sum fits.
 */
export function proveSumsInPlaceBounds(computation: Computation, gpu: Gpu, kernel: SumsInPlaceRule): readonly Bound[] {
  const product = scaledStatement(computation)?.unscaled ?? computation;
  const shape = productExtents(product);
  if (shape === undefined) return [];
  const { arrays, ...extents } = shape;
  const weights = productWeightsInBytes(product, arrays);
  const home = kernel.home === "registers" ? 4 * gpu.registersPerSm : gpu.tensorMemoryPerSmBytes;
  const sizes = [...new Set([gpu.clusterSize ?? 1, 1])];
  return sizes.flatMap((size) => {
    const [capacity, memories] = [BigInt(size * home), BigInt(Math.ceil(gpu.sms / size))];
    const sharedMemory = BigInt(size * gpu.sharedMemoryPerSmBytes);
    const instance = { extents, weights, capacity, memories };
    const certificate = proveProductSumsInPlace(instance, { ...kernel, sms: BigInt(size), sharedMemory });
    if (certificate === undefined) return [];
    const fastMemory = `${home} bytes for sums in each of ${gpu.sms} SMs`;
    const face = size === 1 ? "l2-sm" : "l2-cluster";
    return [boundFrom(certificate, { interface: face, unit: "bytes", capacity, memories, fastMemory })];
  });
}

/**
 * The largest bound on the traffic over each interface, summed over its memories, that holds for every kernel that meets the
 * conditions given: without any, for every kernel of today's GPUs.
 */
export function bestBounds(bounds: readonly Bound[], met: ReadonlySet<Condition> = EVERY_KERNEL): ReadonlyMap<Interface, Bound> {
  const best = new Map<Interface, Bound>();
  for (const bound of bounds) {
    if (bound.scope !== "total" || !areMet(bound.requires, met)) continue;
    const previous = best.get(bound.interface);
    if (previous === undefined || bound.value > previous.value) best.set(bound.interface, bound);
  }
  return best;
}

/** The bound with the largest read part over each interface, likewise: what measured reads may be held against. */
export function bestReads(
  bounds: readonly Bound[],
  met: ReadonlySet<Condition> = EVERY_KERNEL,
): ReadonlyMap<Interface, Bound & { readonly reads: bigint }> {
  const best = new Map<Interface, Bound & { readonly reads: bigint }>();
  for (const bound of bounds) {
    const { reads, requires, readsRequire = [] } = bound;
    if (bound.scope !== "total" || reads === undefined || !areMet([...requires, ...readsRequire], met)) continue;
    if (reads > (best.get(bound.interface)?.reads ?? -1n)) best.set(bound.interface, { ...bound, reads });
  }
  return best;
}

function boundFrom(certificate: Certificate, setting: Setting): Bound {
  const theorem = theoremOf(certificate);
  const form = "form" in certificate ? theorem.forms?.[String(certificate.form)] : undefined;
  const { reads, writes } = "reads" in certificate ? certificate : {};
  const parts = reads === undefined || writes === undefined ? {} : { reads, writes };
  return {
    id: boundId(certificate),
    interface: setting.interface,
    scope: theorem.scope,
    unit: setting.unit,
    value: certificate.value,
    ...parts,
    ...requirementsOf(certificate, setting.interface),
    fastMemory: setting.fastMemory,
    proof: form?.proof ?? theorem.proof,
    trust: form?.trust ?? theorem.trust,
    certificate,
  };
}
