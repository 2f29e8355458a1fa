import type { Computation } from "../computation/computation.js";
import { maximum, minimum } from "../exact/integer.js";
import type { Interface, Machine } from "../machines/machine.js";
import type { Bound, Certificate, ChainInstance, ProductInstance, Setting } from "./bound.js";
import { assumptionsOf, boundId, theoremOf } from "./catalogue.js";
import { proveChainBirths } from "./chain-births.js";
import { proveChainMixed } from "./chain-mixed.js";
import type { FusedWorkload } from "./chain-shape.js";
import { chainShape } from "./chain-shape.js";
import { proveChainTransients } from "./chain-transients.js";
import { compulsoryCertificate, proveCompulsory } from "./compulsory.js";
import { proveProductIntervals } from "./product-intervals.js";
import { proveProductMemoryIndependent } from "./product-memory-independent.js";
import { proveProductBusiest, proveProductSegments } from "./product-segments.js";
import { productExtents, productWeightsInBytes, UNIT_WEIGHTS } from "./product-shape.js";
import { proveProjective } from "./projective.js";
import { projectiveInstance } from "./projective-shape.js";
import { settingsOf } from "./setting.js";

/** Every bound of the project that applies to the computation on the machine, interface by interface. */
export function proveBounds(computation: Computation, machine: Machine): readonly Bound[] {
  return settingsOf(machine).flatMap((setting) => proveBoundsInSetting(computation, setting));
}

/** The same for one interface given by hand: any number of memories of any capacity. */
export function proveBoundsInSetting(computation: Computation, setting: Setting): readonly Bound[] {
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
  const instance: ChainInstance = { extents, weights, capacity, memories };
  const narrow: ChainInstance = { ...instance, weights: { ...weights, partial: minimum(weights.partial, weights.output) } };
  const certificates: Certificate[] = [compulsoryCertificate(inputs, outputs), proveChainTransients(narrow)];
  if (weights.partial > weights.output) certificates.push(proveChainTransients(instance));
  const births = proveChainBirths(narrow);
  if (births !== undefined && births.clockWords > 0n) certificates.push(births);
  const beat = certificates.reduce((most, { value }) => maximum(most, value), 0n);
  const mixed = proveChainMixed(narrow, beat);
  if (mixed !== undefined) certificates.push(mixed);
  return certificates.map((certificate) => boundFrom(certificate, setting));
}

/** The largest bound on the traffic over each interface, summed over its memories. */
export function bestBounds(bounds: readonly Bound[]): ReadonlyMap<Interface, Bound> {
  const best = new Map<Interface, Bound>();
  for (const bound of bounds) {
    if (bound.scope !== "total") continue;
    const previous = best.get(bound.interface);
    if (previous === undefined || bound.value > previous.value) best.set(bound.interface, bound);
  }
  return best;
}

/** The largest proven read part over each interface: what measured reads may be held against. */
export function bestReads(bounds: readonly Bound[]): ReadonlyMap<Interface, bigint> {
  const best = new Map<Interface, bigint>();
  for (const bound of bounds) {
    if (bound.scope !== "total" || bound.reads === undefined) continue;
    if (bound.reads > (best.get(bound.interface) ?? -1n)) best.set(bound.interface, bound.reads);
  }
  return best;
}

function certificatesFor(computation: Computation, setting: Setting): readonly Certificate[] {
  const certificates: Certificate[] = [proveCompulsory(computation, setting.unit)];
  const shape = productExtents(computation);
  if (shape === undefined) return [...certificates, ...projectiveCertificates(computation, setting)];
  const weights = setting.unit === "words" ? UNIT_WEIGHTS : productWeightsInBytes(computation, shape.arrays);
  const { batch, m, n, k } = shape;
  const { capacity, memories } = setting;
  const instance: ProductInstance = { extents: { batch, m, n, k }, weights, capacity, memories };
  // Counting a sum as narrow as its output only relaxes the game, and needs no assumption about the width of sums.
  const narrow: ProductInstance = { ...instance, weights: { ...weights, partial: minimum(weights.partial, weights.output) } };
  certificates.push(proveProductSegments(narrow));
  if (weights.partial > weights.output) certificates.push(proveProductSegments(instance));
  const intervals = proveProductIntervals(narrow);
  // A clock of 0 says nothing: no cut fits in the work there is.
  if (intervals.clockWords > 0n) certificates.push(intervals);
  if (memories > 1n) certificates.push(proveProductBusiest(narrow), proveProductMemoryIndependent(narrow));
  return certificates;
}

/** One projective statement that is no matrix product; nothing where the theorem says no more than compulsory traffic can. */
function projectiveCertificates(computation: Computation, setting: Setting): readonly Certificate[] {
  const instance = projectiveInstance(computation, setting);
  if (instance === undefined) return [];
  const { partial, output } = instance.weights;
  const narrow = { ...instance, weights: { partial: minimum(partial, output), output } };
  const proven = (partial > output ? [narrow, instance] : [narrow]).map(proveProjective);
  return proven.filter((certificate) => certificate !== undefined);
}

function boundFrom(certificate: Certificate, setting: Setting): Bound {
  const theorem = theoremOf(certificate);
  const parts = "reads" in certificate ? { reads: certificate.reads, writes: certificate.writes } : {};
  return {
    id: boundId(certificate),
    interface: setting.interface,
    scope: theorem.scope,
    unit: setting.unit,
    value: certificate.value,
    ...parts,
    assumptions: assumptionsOf(certificate, setting.fastMemory),
    proof: theorem.proof,
    certificate,
  };
}
