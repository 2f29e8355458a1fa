import { arrayNamed, type Computation } from "../computation/computation.js";
import { BITS_OF, type DataType, isPacked } from "../computation/data-types.js";
import { gemmComputation, gemmWorkload } from "../computation/gemm.js";
import { type NormGemmWorkload, normGemmTables } from "../computation/norm-gemm.js";
import type { AskedResident } from "../computation/resident.js";
import { wordTypesOf } from "../computation/word-types.js";
import { statedComputation, type Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Gpu, Interface, Machine } from "../machines/machine.js";
import type { Bound, Certificate, Setting } from "./bound.js";
import { boundFrom } from "./bound-from.js";
import { theoremOf } from "./catalogue.js";
import type { ChainInstance } from "./certificates/chain.js";
import type { OneCtaPerTile } from "./certificates/gemm.js";
import { attentionBackwardCertificates } from "./chain/backward.js";
import { chainCertificates, multilayerCertificates } from "./chain/certificates.js";
import { chainShape, type FusedWorkload } from "./chain/shape.js";
import { commonColumnsCertificates, sharedWordsCertificates } from "./chain/shared-words.js";
import { convCertificates } from "./conv/certificates.js";
import { certificatesFor, statementCertificates } from "./einsum/certificates.js";
import { scaledStatement } from "./gemm/block-scales.js";
import { epilogueGemmCertificates } from "./gemm/epilogue.js";
import { proveGemmOneCtaPerTile } from "./gemm/one-cta-per-tile.js";
import { type OutputStationary, proveGemmOutputStationary } from "./gemm/output-stationary.js";
import { productExtents, productWeightsInBytes } from "./gemm/shape.js";
import { sparseGemmCertificates } from "./gemm/sparse.js";
import { proveCompulsoryLayered, proveLayeredSegments } from "./layered/segments.js";
import { multilayerChainShape } from "./multilayer/shape.js";
import { groupedGemmCertificates } from "./parts/grouped-gemm.js";
import { moeCertificates } from "./parts/moe.js";
import { sequenceSums } from "./parts/sequences.js";
import { proveCompulsoryScan, proveScanStates } from "./recurrence/scan.js";
import { areMet, type Condition, EVERY_KERNEL, type Requirement } from "./requirements.js";
import { compulsoryCertificate, proveCompulsory } from "./rows/compulsory.js";
import { proveCompulsoryRows, proveRowStatistics } from "./rows/statistics.js";
import { withNarrowSums } from "./shared/partial-sum-sizes.js";
import { settingsOf } from "./shared/setting.js";
import { inWholeBytes } from "./shared/whole-bytes.js";
import { spreadBounds } from "./spread-arrays.js";
import { some } from "./theorem.js";
import { proveCompulsoryTriangular, proveTriangularSegments } from "./triangular/segments.js";
import { warmBounds } from "./warm-start.js";

/** Where accumulators stay, and the stages of the pipeline (0n: nothing presumed). */
export type OutputStationaryRule = Omit<OutputStationary, "sms" | "sharedMemory">;

/**
 * Every bound of the project that applies to a workload, or to the statements of a computation, on the machine, interface by interface.
 *
 * @param asked input arrays, or parts of them, that an earlier kernel left in the L2 (or the fast memory)
 * @throws InputError naming `resident` for an array that is no input, one named twice, or more than it or the L2 has
 */
export function proveBounds(
  subject: Workload | Computation,
  machine: Machine,
  asked: readonly AskedResident[] = [],
): readonly Bound[] {
  // Residents of the dense operand may be words that no kept word meets, in some patterns and in others not.
  if (asked.length > 0 && "kind" in subject && subject.kind === "sparse-gemm")
    throw new InputError("resident", "none of a product with a sparse operand", asked.map(({ array }) => array).join(", "));
  const bounds = settingsOf(machine).flatMap((setting) => proveBoundsInSetting(subject, setting));
  return warmBounds(bounds, asked, machine);
}

/** The same for one interface given by hand: any number of memories of any capacity. */
export function proveBoundsInSetting(subject: Workload | Computation, setting: Setting): readonly Bound[] {
  const bounds = inWholeBytes(typesOf(subject), setting, (inParts) => allCertificates(subject, inParts)).map((certificate) =>
    boundFrom(certificate, setting, theoremOf),
  );
  const further = requiredOfWorkload(subject);
  const all = further.length === 0 ? bounds : bounds.map((bound) => ({ ...bound, requires: [...bound.requires, ...further] }));
  return setting.isSpread === true ? spreadBounds(all, setting.memories) : all;
}

/** What all bounds on a workload require of operands that kernels change before a product, or of a residual. */
function requiredOfWorkload(subject: Workload | Computation): readonly Requirement[] {
  if (!("kind" in subject)) return [];
  if (subject.kind === "norm-gemm") return ["normalised-word-size"];
  if (subject.kind === "sparse-gemm") return ["pattern-in-metadata"];
  if (subject.kind === "epilogue-gemm") return subject.epilogue.includes("residual") ? ["residual-kept"] : [];
  const isScaled = (subject.kind === "grouped-gemm" || subject.kind === "moe") && subject.scales !== undefined;
  return isScaled ? ["scaled-operand-size"] : [];
}

/** Types of the words of a subject. */
function typesOf(subject: Workload | Computation): readonly DataType[] {
  if ("kind" in subject) return wordTypesOf(subject);
  return subject.arrays.map(({ dataType }) => dataType);
}

function allCertificates(subject: Workload | Computation, setting: Setting): readonly Certificate[] {
  if (!("kind" in subject)) return certificatesFor(subject, setting);
  const { unit, units, capacity, memories } = setting;
  switch (subject.kind) {
    case "conv":
      return convCertificates(subject, setting);
    case "multilayer-chain": {
      const { extents, weights, inputs, outputs } = multilayerChainShape(subject, unit);
      return [compulsoryCertificate(inputs, outputs), ...multilayerCertificates({ extents, weights, capacity, memories })];
    }
    case "chain":
    case "ffn":
    case "attention": {
      const { extents, weights, inputs, outputs } = chainShape(subject, unit, units);
      const certificates = chainCertificatesOf(subject);
      const sums = subject.kind === "attention" ? sequenceSums(subject, setting) : [];
      return [compulsoryCertificate(inputs, outputs), ...certificates({ extents, weights, capacity, memories }), ...sums];
    }
    case "epilogue-gemm":
      return epilogueGemmCertificates(subject, setting);
    case "sparse-gemm":
      return sparseGemmCertificates(subject, setting);
    case "attention-backward":
      return attentionBackwardCertificates(subject, setting);
    case "grouped-gemm":
      return groupedGemmCertificates(subject, setting);
    case "moe":
      return moeCertificates(subject, setting);
    case "norm-gemm":
      return normGemmCertificates(subject, setting);
    case "elementwise":
    case "softmax":
    case "rmsnorm":
    case "layernorm":
    case "rotary":
      return [proveCompulsoryRows(subject, unit), ...some(proveRowStatistics(subject, setting))];
    case "syrk":
    case "syr2k":
    case "symm":
    case "trmm":
    case "trsm":
    case "cholesky":
    case "lu":
    case "gram-schmidt":
    case "floyd-warshall":
      return [proveCompulsoryTriangular(subject, unit), ...proveTriangularSegments(subject, setting)];
    case "stencil":
    case "fft":
      return [proveCompulsoryLayered(subject, unit), ...proveLayeredSegments(subject, setting)];
    case "scan":
      return [proveCompulsoryScan(subject, setting), ...proveScanStates(subject, setting)];
    default:
      return allCertificates(statedComputation(subject), setting);
  }
}

/** The theorems on chains, as far as they hold with the words that the workload's arrays have in common. */
function chainCertificatesOf(subject: FusedWorkload): (instance: ChainInstance) => readonly Certificate[] {
  if (subject.kind !== "attention") return chainCertificates;
  if (subject.sharedKeyColumns !== undefined) return commonColumnsCertificates;
  return subject.valuesInKeys === true ? sharedWordsCertificates : chainCertificates;
}

/** Those of the product (proofs/gemm-norm.md), and the tables of a normalised product count as compulsory. */
function normGemmCertificates(workload: NormGemmWorkload, setting: Setting): readonly Certificate[] {
  const product = gemmComputation(gemmWorkload({ ...workload, batch: 1 }));
  const { inputs, outputs } = proveCompulsory(product, setting.unit);
  const wordSize = inputs[0]?.wordSize ?? 1n;
  const tables = normGemmTables(workload).map(([array, words]) => ({ array, words, wordSize }));
  return [compulsoryCertificate([...inputs, ...tables], outputs), ...statementCertificates(product, setting)];
}

/**
 * The bound on DRAM traffic of every kernel of a class for a product, whatever its launch order, behind a cache of `cacheBytes`;
 * undefined where the computation is no matrix product.
 */
export function proveOneCtaPerTileBound(computation: Computation, kernel: OneCtaPerTile, cacheBytes: bigint): Bound | undefined {
  const product = scaledStatement(computation)?.unscaled ?? computation;
  const shape = productExtents(product);
  if (shape === undefined) return undefined;
  const { arrays, ...extents } = shape;
  const fastMemory = `the cache, ${cacheBytes} bytes`;
  const setting: Setting = { interface: "dram-l2", unit: "bytes", capacity: cacheBytes, memories: 1n, fastMemory };
  const [certificate] = inWholeBytes(typesOf(product), setting, ({ capacity, memories, units }) => {
    const weights = productWeightsInBytes(product, arrays, units);
    return [proveGemmOneCtaPerTile(withNarrowSums({ extents, weights, capacity, memories }), kernel)];
  });
  return certificate === undefined ? undefined : boundFrom(certificate, setting, theoremOf);
}

/**
 * The bounds on bytes into the SMs, and into clusters where the GPU is taken in clusters, of every kernel for a product whose accumulators
 * stay in place; none where the computation is no matrix product or not one sum fits.
 */
export function proveOutputStationaryBounds(computation: Computation, gpu: Gpu, kernel: OutputStationaryRule): readonly Bound[] {
  const product = scaledStatement(computation)?.unscaled ?? computation;
  const shape = productExtents(product);
  if (shape === undefined) return [];
  const { arrays, ...extents } = shape;
  const types = typesOf(product);
  const [ofA, ofB] = [arrays.a, arrays.b].map((name) => BITS_OF[arrayNamed(product, name).dataType]);
  if (kernel.stages > 0n && (ofA !== ofB || types.some(isPacked)))
    throw new InputError("assume", "operands of one size, of whole bytes, for stages of 128 bytes of a row", "others");
  const home = kernel.home === "registers" ? 4 * gpu.registersPerSm : gpu.tensorMemoryPerSmBytes;
  const sizes = [...new Set([gpu.clusterSize ?? 1, 1])];
  return sizes.flatMap((size) => {
    const [capacity, memories] = [BigInt(size * home), BigInt(Math.ceil(gpu.sms / size))];
    const sharedMemory = BigInt(size * gpu.sharedMemoryPerSmBytes);
    const fastMemory = `${home} bytes for accumulators in each of ${gpu.sms} SMs`;
    const interfaceId = size === 1 ? "l2-sm" : "l2-cluster";
    const setting: Setting = { interface: interfaceId, unit: "bytes", capacity, memories, fastMemory };
    return inWholeBytes(types, setting, ({ units = 1n, ...inParts }) => {
      const weights = productWeightsInBytes(product, arrays, units);
      const instance = { extents, weights, capacity: inParts.capacity, memories };
      const held = { ...kernel, sms: BigInt(size), sharedMemory: sharedMemory * units };
      return some(proveGemmOutputStationary(instance, held));
    }).map((certificate) => boundFrom(certificate, setting, theoremOf));
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
