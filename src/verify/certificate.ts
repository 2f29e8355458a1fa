import type { CheckedChain } from "./chain/chain.js";
import { checkChainBirths, checkChainTransients } from "./chain/chain.js";
import { checkBirthsCold, checkTransientsCold } from "./chain/empty-start.js";
import { checkChainSliceEnds } from "./chain/holding-cost.js";
import { checkChainMixed } from "./chain/mixed.js";
import { checkChainResidentLines } from "./chain/near-capacity.js";
import { checkChainBirthsWeighted } from "./chain/recomputation-weighted.js";
import { checkChainSlices } from "./chain/slices.js";
import { checkConvolutionBordersSteady, checkConvolutionSteady } from "./conv/amortized.js";
import { checkConvolutionBorders } from "./conv/borders.js";
import { checkConvolutionSliceEnds } from "./conv/holding-cost.js";
import type { CheckedConvolution } from "./conv/segments.js";
import { checkConvolution, checkConvolutionBusiest, checkConvolutionMemoryIndependent } from "./conv/segments.js";
import { checkConvolutionPasses } from "./conv/whole-passes.js";
import type { CheckedProjective } from "./einsum/projective.js";
import { checkProjective } from "./einsum/projective.js";
import type { CheckedRows } from "./einsum/row-statistics.js";
import { checkRowStatistics } from "./einsum/row-statistics.js";
import { checkRepeatedSliceEnds, checkSliceEnds } from "./gemm/holding-cost.js";
import { checkResidentOperand } from "./gemm/input-near-capacity.js";
import type { CheckedTraffic, ProductOfMachine } from "./gemm/instance.js";
import { readInstance } from "./gemm/instance.js";
import { checkIntervals } from "./gemm/intervals.js";
import type { CheckedWaveClass } from "./gemm/one-cta-per-tile.js";
import { checkWaveClass } from "./gemm/one-cta-per-tile.js";
import { checkResidentSums } from "./gemm/output-near-capacity.js";
import type { CheckedSumsInPlace } from "./gemm/output-stationary.js";
import { checkSumsInPlace } from "./gemm/output-stationary.js";
import { checkProductRandomCuts } from "./gemm/random-cuts.js";
import { checkProductRoom } from "./gemm/room.js";
import { checkBusiest, checkMemoryIndependent, checkSegments } from "./gemm/segments.js";
import { checkProductSlices } from "./gemm/slices.js";
import { checkProductPasses } from "./gemm/whole-passes.js";
import type { CheckedLongChain } from "./multilayer/chain.js";
import { checkLongChainLastPair, checkLongChainRows } from "./multilayer/chain.js";
import { checkLongChainPairs, checkLongChainStages } from "./multilayer/clock.js";
import { checkLongChainBirths, checkLongChainBirthsWeighted } from "./multilayer/recomputation.js";
import {
  checkBirthsSteady,
  checkBirthsWeightedSteady,
  checkIntervalsSteady,
  checkProductSteady,
  checkTransientsSteady,
} from "./shared/amortized.js";
import type { Fields } from "./shared/fields.js";
import { count, exactly, list, Refused, record, requireEqual, requireOnly, text } from "./shared/fields.js";

/**
 * The independent checker. It reads a certificate as untrusted JSON, knows the statement of each theorem (not how its numbers were
 * found), computes with bigint, or with doubles where a limit on sizes keeps them exact, and refuses anything that is not exactly
 * what the theorem yields.
 */

/** What a certificate that holds proves. */
export interface Verified {
  readonly theorem: string;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly instance?: ProductOfMachine;
  /** A product of an array with itself. */
  readonly repeated?: ProductOfMachine;
  readonly kernel?: CheckedWaveClass;
  readonly sums?: CheckedSumsInPlace;
  readonly chain?: CheckedChain;
  readonly longChain?: CheckedLongChain;
  readonly projective?: CheckedProjective;
  readonly convolution?: CheckedConvolution;
  readonly rows?: CheckedRows;
  readonly arrays?: readonly CheckedArray[];
  /** Of a product with scaled operands: the theorem about the product alone, and the arrays of scales. */
  readonly scaled?: { readonly theorem: string; readonly scales: readonly CheckedArray[] };
}

interface CheckedArray {
  readonly role: "input" | "output";
  readonly array: string;
  readonly words: bigint;
  readonly wordSize: bigint;
}

/** What the theorem's numbers are about, where it counts sums. */
export function countedBy(
  verified: Verified,
): ProductOfMachine | CheckedChain | CheckedLongChain | CheckedProjective | CheckedConvolution | undefined {
  const { instance, repeated, chain, longChain, projective, convolution } = verified;
  return instance ?? repeated ?? chain ?? longChain ?? projective ?? convolution;
}

/** Checks one `redblue.certificate/2` and returns what it establishes. @throws Refused with the path of the first field that is wrong. */
export function verifyCertificate(json: unknown, path = "certificate"): Verified {
  const fields = record(json, path);
  requireEqual(text(fields, "schema", path), "redblue.certificate/2", `${path}.schema`, "the schema");
  return verifyTheorem(fields, path);
}

function verifyTheorem(fields: Fields, path: string): Verified {
  const theorem = text(fields, "theorem", path);
  switch (theorem) {
    case "compulsory":
      return checkCompulsory(fields, path);
    case "product-segments":
      return { theorem, ...checkSegments(fields, path) };
    case "product-steady":
      return { theorem, ...checkProductSteady(fields, path) };
    case "product-intervals-steady":
      return { theorem, ...checkIntervalsSteady(fields, path) };
    case "block-scales":
      return checkBlockScales(fields, path);
    case "product-busiest":
      return { theorem, ...checkBusiest(fields, path) };
    case "product-intervals":
      return { theorem, ...checkIntervals(fields, path) };
    case "product-slices":
      return { theorem, ...checkProductSlices(fields, path) };
    case "product-slice-ends":
      return { theorem, ...checkSliceEnds(fields, path) };
    case "repeated-slice-ends":
      return { theorem, ...checkRepeatedSliceEnds(fields, path) };
    case "product-resident-sums":
      return { theorem, ...checkResidentSums(fields, path) };
    case "product-resident-operand":
      return { theorem, ...checkResidentOperand(fields, path) };
    case "product-passes":
      return { theorem, ...checkProductPasses(fields, path) };
    case "product-room":
      return { theorem, ...checkProductRoom(fields, path) };
    case "product-random-cuts":
      return { theorem, ...checkProductRandomCuts(fields, path) };
    case "product-memory-independent":
      return { theorem, ...checkMemoryIndependent(fields, path) };
    case "product-wave-class": {
      const known = ["window", "windows", "outputs", "reads", "writes", "value"];
      requireOnly(fields, ["schema", "theorem", "instance", "kernel", ...known], path);
      const instance = readInstance(fields, path);
      requireEqual(instance.memories, 1n, `${path}.instance.memories`, "the number of caches");
      return { theorem, instance, ...checkWaveClass(fields, instance, path) };
    }
    case "product-sums-in-place": {
      const known = ["home", "sms", "stages", "sharedMemory", "blockOutputs", "reads", "writes", "value"];
      requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
      const instance = readInstance(fields, path);
      return { theorem, instance, ...checkSumsInPlace(fields, instance, path) };
    }
    case "chain-transients":
      return { theorem, ...checkChainTransients(fields, path) };
    case "chain-transients-steady":
      return { theorem, ...checkTransientsSteady(fields, path) };
    case "chain-transients-cold":
      return { theorem, ...checkTransientsCold(fields, path) };
    case "chain-births-cold":
      return { theorem, ...checkBirthsCold(fields, path) };
    case "chain-resident-lines":
      return { theorem, ...checkChainResidentLines(fields, path) };
    case "chain-births-steady":
      return { theorem, ...checkBirthsSteady(fields, path) };
    case "chain-births-weighted-steady":
      return { theorem, ...checkBirthsWeightedSteady(fields, path) };
    case "chain-births":
      return { theorem, ...checkChainBirths(fields, path) };
    case "chain-births-weighted":
      return { theorem, ...checkChainBirthsWeighted(fields, path) };
    case "chain-mixed":
      return { theorem, ...checkChainMixed(fields, path) };
    case "chain-slices":
      return { theorem, ...checkChainSlices(fields, path) };
    case "chain-slice-ends":
      return { theorem, ...checkChainSliceEnds(fields, path) };
    case "long-chain-last-pair":
      return { theorem, ...checkLongChainLastPair(fields, path) };
    case "long-chain-births":
      return { theorem, ...checkLongChainBirths(fields, path) };
    case "long-chain-births-weighted":
      return { theorem, ...checkLongChainBirthsWeighted(fields, path) };
    case "long-chain-rows":
      return { theorem, ...checkLongChainRows(fields, path) };
    case "long-chain-pairs":
      return { theorem, ...checkLongChainPairs(fields, path) };
    case "long-chain-stages":
      return { theorem, ...checkLongChainStages(fields, path) };
    case "projective":
      return { theorem, ...checkProjective(fields, path) };
    case "convolution":
      return { theorem, ...checkConvolution(fields, path) };
    case "convolution-borders":
      return { theorem, ...checkConvolutionBorders(fields, path) };
    case "convolution-steady":
      return { theorem, ...checkConvolutionSteady(fields, path) };
    case "convolution-borders-steady":
      return { theorem, ...checkConvolutionBordersSteady(fields, path) };
    case "convolution-passes":
      return { theorem, ...checkConvolutionPasses(fields, path) };
    case "convolution-slice-ends":
      return { theorem, ...checkConvolutionSliceEnds(fields, path) };
    case "convolution-busiest":
      return { theorem, ...checkConvolutionBusiest(fields, path) };
    case "convolution-memory-independent":
      return { theorem, ...checkConvolutionMemoryIndependent(fields, path) };
    case "row-statistics":
      return { theorem, ...checkRowStatistics(fields, path) };
    default:
      throw new Refused(`${path}.theorem`, `no theorem '${theorem}'`);
  }
}

function checkCompulsory(fields: Fields, path: string): Verified {
  requireOnly(fields, ["schema", "theorem", "inputs", "outputs", "reads", "writes", "value"], path);
  const arrays = (["inputs", "outputs"] as const).flatMap((name) =>
    readArrays(fields, name, name === "inputs" ? "input" : "output", path),
  );
  const total = (role: string): bigint => arrays.reduce((sum, x) => (x.role === role ? sum + x.words * x.wordSize : sum), 0n);
  const reads = exactly(fields, "reads", total("input"), path);
  const writes = exactly(fields, "writes", total("output"), path);
  return { theorem: "compulsory", reads, writes, value: exactly(fields, "value", reads + writes, path), arrays };
}

function readArrays(fields: Fields, name: string, role: CheckedArray["role"], path: string): readonly CheckedArray[] {
  return list(fields[name], `${path}.${name}`).map((entry, index) => {
    const at = `${path}.${name}[${index}]`;
    const array = record(entry, at);
    requireOnly(array, ["array", "words", "wordSize"], at);
    const [words, wordSize] = [count(array, "words", at, 1n), count(array, "wordSize", at, 1n)];
    return { role, array: text(array, "array", at), words, wordSize };
  });
}

const TOTALS: ReadonlyMap<string, (fields: Fields, path: string) => CheckedTraffic> = new Map([
  ["product-segments", checkSegments],
  ["product-intervals", checkIntervals],
  ["product-steady", checkProductSteady],
  ["product-intervals-steady", checkIntervalsSteady],
  ["product-slices", checkProductSlices],
  ["product-slice-ends", checkSliceEnds],
  ["product-resident-sums", checkResidentSums],
  ["product-resident-operand", checkResidentOperand],
  ["product-passes", checkProductPasses],
  ["product-room", checkProductRoom],
  ["product-random-cuts", checkProductRandomCuts],
]);

/** The bound on the product alone, by its own theorem, and every scale once. */
function checkBlockScales(fields: Fields, path: string): Verified {
  const at = `${path}.product`;
  const inner = record(fields["product"], at);
  const named = text(inner, "theorem", at);
  const product = TOTALS.get(named)?.(inner, at);
  if (product === undefined) throw new Refused(`${at}.theorem`, `no bound on all traffic of a product: '${named}'`);
  const { instance, reads, writes } = product;
  const apart = reads === undefined || writes === undefined ? undefined : { reads, writes };
  requireOnly(fields, ["schema", "theorem", "product", "scales", ...Object.keys(apart ?? {}), "value"], path);
  const scales = readArrays(fields, "scales", "input", path);
  const moved = scales.reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  const value = exactly(fields, "value", product.value + moved, path);
  const scaled = { theorem: named, scales };
  if (apart === undefined) return { theorem: "block-scales", instance, scaled, value };
  const parts = {
    reads: exactly(fields, "reads", apart.reads + moved, path),
    writes: exactly(fields, "writes", apart.writes, path),
  };
  return { theorem: "block-scales", instance, scaled, ...parts, value };
}
