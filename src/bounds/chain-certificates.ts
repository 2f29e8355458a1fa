import { maximum, minimum } from "../exact/integer.js";
import type { Certificate } from "./bound.js";
import type { ChainInstance } from "./certificates/chains.js";
import type { LongChainInstance } from "./certificates/long-chains.js";
import { proveChainBirths } from "./chain-births.js";
import { proveChainBirthsWeighted } from "./chain-births-weighted.js";
import { proveChainMixed } from "./chain-mixed.js";
import { proveChainTransients } from "./chain-transients.js";
import { proveLongChainBirths, proveLongChainBirthsWeighted } from "./long-chain-births.js";
import { proveLongChainLastPair } from "./long-chain-last-pair.js";
import { proveLongChainRows } from "./long-chain-rows.js";

/** Certificates of every theorem about fused chains of two products that says something here. */
export function chainCertificates(instance: ChainInstance): readonly Certificate[] {
  const { weights } = instance;
  const narrow: ChainInstance = { ...instance, weights: { ...weights, partial: minimum(weights.partial, weights.output) } };
  const certificates: Certificate[] = [proveChainTransients(narrow)];
  if (weights.partial > weights.output) certificates.push(proveChainTransients(instance));
  const births = proveChainBirths(narrow);
  if (births !== undefined && births.clockWords > 0n) certificates.push(births);
  certificates.push(...[narrow, ...(weights.partial > weights.output ? [instance] : [])].flatMap(weightedBirths));
  const beat = certificates.reduce((most, { value }) => maximum(most, value), 0n);
  const mixed = proveChainMixed(narrow, beat);
  if (mixed !== undefined) certificates.push(mixed);
  return certificates;
}

/** Nothing where all sizes are equal: `chain-births` is the same then. */
function weightedBirths(instance: ChainInstance): readonly Certificate[] {
  const { a, b, h, d, partial, output } = instance.weights;
  if ([b, h, d, partial, output].every((size) => size === a)) return [];
  const certificate = proveChainBirthsWeighted(instance);
  return certificate === undefined || certificate.value === 0n ? [] : [certificate];
}

/** The same for chains of three products and more. */
export function longChainCertificates(instance: LongChainInstance): readonly Certificate[] {
  const { weights } = instance;
  const narrow: LongChainInstance = { ...instance, weights: { ...weights, partial: minimum(weights.partial, weights.output) } };
  const certificates: Certificate[] = [proveLongChainLastPair(narrow)];
  if (weights.partial > weights.output) certificates.push(proveLongChainLastPair(instance));
  const births = proveLongChainBirths(narrow);
  const rows = proveLongChainRows(narrow);
  if (births !== undefined && births.clockWords > 0n) certificates.push(births);
  certificates.push(...[narrow, ...(weights.partial > weights.output ? [instance] : [])].flatMap(weightedLongBirths));
  if (rows.clockWords > 0n) certificates.push(rows);
  return certificates;
}

function weightedLongBirths(instance: LongChainInstance): readonly Certificate[] {
  const { operand, between, partial, output } = instance.weights;
  if ([between, partial, output].every((size) => size === operand)) return [];
  const certificate = proveLongChainBirthsWeighted(instance);
  return certificate === undefined || certificate.laterSegments === 0n ? [] : [certificate];
}
