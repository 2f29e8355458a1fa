import { maximum } from "../../exact/integer.js";
import type { Certificate } from "../bound.js";
import type { ChainInstance } from "../certificates/chain.js";
import type { LongChainInstance, LongChainRowsCertificate } from "../certificates/multilayer.js";
import { proveLongChainLastPair } from "../multilayer/last-pair.js";
import { proveLongChainPairs } from "../multilayer/pairs.js";
import { proveLongChainBirths, proveLongChainBirthsWeighted } from "../multilayer/recomputation.js";
import { proveLongChainRows } from "../multilayer/rows.js";
import { proveLongChainStages } from "../multilayer/stages.js";
import { overSumSizes, widthOfResults, withNarrowSums, withSums } from "../shared/partial-sum-sizes.js";
import { proveChainBirthsSteady, proveChainBirthsWeightedSteady, proveChainTransientsSteady } from "./amortized.js";
import { proveChainBirthsCold, proveChainTransientsCold } from "./empty-start.js";
import { proveChainTransients } from "./fused.js";
import { proveChainSliceEnds } from "./holding-cost.js";
import { proveChainMixed } from "./mixed/mixed.js";
import { proveChainResidentLines } from "./near-capacity.js";
import { proveChainBirths } from "./recomputation.js";
import { proveChainBirthsWeighted } from "./recomputation-weighted.js";
import { proveChainSlices } from "./slices.js";

/** Certificates of every theorem about fused chains of two products that says something here. */
export function chainCertificates(instance: ChainInstance): readonly Certificate[] {
  const narrow = withNarrowSums(instance);
  const certificates: Certificate[] = [...overSumSizes(instance, proveChainTransients)];
  const births = proveChainBirths(narrow);
  if (births !== undefined && births.clockWords > 0n) certificates.push(births);
  certificates.push(...overSumSizes(instance, weightedBirths, widthOfResults(instance.weights, true)));
  certificates.push(...(instance.memories > 1n ? steadyCertificates(instance, narrow) : coldCertificates(instance, narrow)));
  const slices = proveChainSlices(narrow);
  if (slices !== undefined) certificates.push(slices);
  certificates.push(...overSumSizes(instance, proveChainSliceEnds, widthOfResults(instance.weights, true)));
  const beat = certificates.reduce((most, { value }) => maximum(most, value), 0n);
  const mixed = proveChainMixed(narrow, beat);
  if (mixed !== undefined) certificates.push(mixed);
  return certificates;
}

/** Of one memory only: which of many start empty, and which of them hold what, is not known. */
function coldCertificates(instance: ChainInstance, narrow: ChainInstance): readonly Certificate[] {
  const others = [proveChainBirthsCold(narrow), proveChainResidentLines(narrow)];
  return [...overSumSizes(instance, proveChainTransientsCold), ...others.filter((certificate) => certificate !== undefined)];
}

/** For one memory the other counts say as much: they may choose T where their last segment is short. */
function steadyCertificates(instance: ChainInstance, narrow: ChainInstance): readonly Certificate[] {
  const births = proveChainBirthsSteady(narrow);
  const weighted = (sized: ChainInstance, beat: bigint) =>
    sizesAreEqual(sized) ? undefined : proveChainBirthsWeightedSteady(sized, beat);
  return [
    ...overSumSizes(instance, proveChainTransientsSteady),
    ...(births === undefined ? [] : [births]),
    ...overSumSizes(instance, weighted, widthOfResults(instance.weights, true)),
  ];
}

/** `chain-births` is the same then as `chain-births-weighted`. */
function sizesAreEqual({ weights }: ChainInstance): boolean {
  const { a, b, h, d, partial, output } = weights;
  return [b, h, d, partial, output].every((size) => size === a);
}

function weightedBirths(instance: ChainInstance, beat: bigint): Certificate | undefined {
  if (sizesAreEqual(instance)) return undefined;
  const certificate = proveChainBirthsWeighted(instance, beat);
  return certificate === undefined || certificate.value === 0n ? undefined : certificate;
}

/** The same for chains of three products and more. */
export function longChainCertificates(instance: LongChainInstance): readonly Certificate[] {
  const narrow = withNarrowSums(instance);
  const certificates: Certificate[] = [...overSumSizes(instance, proveLongChainLastPair)];
  const births = proveLongChainBirths(narrow);
  const rows = bestRows(narrow, withSums(instance, instance.weights.between));
  if (births !== undefined && births.clockWords > 0n) certificates.push(births);
  const width = widthOfResults(instance.weights, true);
  certificates.push(...overSumSizes(instance, weightedLongBirths, width));
  if (rows.clockWords > 0n) certificates.push(rows);
  const pairs = proveLongChainPairs(narrow);
  if (pairs !== undefined) certificates.push(pairs);
  const stages = proveLongChainStages(narrow);
  if (stages !== undefined) certificates.push(stages);
  return certificates;
}

/** With sums as narrow as outputs, and with sums as wide as intermediates where outputs are narrower still. */
function bestRows(narrow: LongChainInstance, wide: LongChainInstance): LongChainRowsCertificate {
  const found = proveLongChainRows(narrow);
  if (wide.weights.partial <= narrow.weights.partial) return found;
  const other = proveLongChainRows(wide);
  return other.value > found.value ? other : found;
}

function weightedLongBirths(instance: LongChainInstance, beat: bigint): Certificate | undefined {
  const { operand, between, partial, output } = instance.weights;
  if ([between, partial, output].every((size) => size === operand)) return undefined;
  const certificate = proveLongChainBirthsWeighted(instance, beat);
  return certificate === undefined || certificate.laterSegments === 0n ? undefined : certificate;
}
