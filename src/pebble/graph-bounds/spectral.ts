import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { at } from "./arrays.js";
import { compulsoryBound } from "./compulsory.js";
import { symmetricEigenvalues } from "./eigenvalues.js";
import {
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundLimits,
  notApplicable,
  pooledCapacity,
  requirements,
  type SpectralCertificate,
} from "./graph-bound.js";
import { boundaryLaplacian, LAPLACIAN_SCALE } from "./laplacian.js";
import { usefulPart } from "./useful.js";
import { verifySpectrum } from "./verify-spectrum.js";

/** Factorisations that one certificate may ask of its checker. */
const MAXIMUM_SHIFTS = 40;

/**
 * The spectral bound of Jain and Zaharia (SPAA'20), sharpened: `k` segments of the order of computation, borders charged
 * through the `k` smallest eigenvalues of a Laplacian, above the compulsory traffic. Eigenvalues are found in floating point and
 * their lower bounds then proven by inertia counts (Sylvester) with an exact residual; a claim whose proof fails is dropped.
 * Unit weights; no recomputation; sliding and placing alike.
 */
export function spectralBound(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound {
  const useful = usefulPart(graph);
  if (game.recomputation) return notApplicable("spectral", "it holds without recomputation only");
  if (graph.weights.some((w) => w !== 1)) return notApplicable("spectral", "it needs unit weights");
  if (useful.vertices.length > limits.spectralVertices) {
    return notApplicable("spectral", `more than ${limits.spectralVertices} useful vertices`);
  }
  const compulsory = compulsoryBound(graph, game);
  if (compulsory.kind !== "bound") return compulsory;
  const laplacian = boundaryLaplacian(graph, useful);
  const eigenvalues = symmetricEigenvalues(laplacian.size, laplacian.entries);
  const capacity = pooledCapacity(game);
  let best = { gain: 0n, certificate: { kind: "spectral", segments: 1, spectrum: [] } as SpectralCertificate };
  for (const segments of promisingSegments(laplacian.size, eigenvalues, capacity)) {
    const certificate: SpectralCertificate = { kind: "spectral", segments, spectrum: shifts(eigenvalues, segments) };
    const gain = spectralGain(laplacian.size, capacity, certificate);
    if (gain > best.gain) best = { gain, certificate };
  }
  if (best.gain > 0n) best = certified(graph, laplacian.size, capacity, best.certificate);
  return {
    kind: "bound",
    id: "spectral",
    value: compulsory.value + best.gain,
    requires: requirements(game, "forbidden"),
    proof: "proofs/graph-spectral.md",
    status: "paper proof",
    certificate: best.certificate,
  };
}

/** Keeps the claims that an inertia count proves; the segments were chosen for all of them. */
function certified(
  graph: Cdag,
  size: number,
  capacity: number,
  { segments, spectrum }: SpectralCertificate,
): { gain: bigint; certificate: SpectralCertificate } {
  const kept = spectrum.filter((claim) => verifySpectrum(graph, [claim]));
  const certificate: SpectralCertificate = { kind: "spectral", segments, spectrum: kept };
  const gain = spectralGain(size, capacity, certificate);
  return gain > 0n ? { gain, certificate } : { gain, certificate: { kind: "spectral", segments: 1, spectrum: [] } };
}

/** Numbers of segments worth certifying: the few best by the floating-point eigenvalues. */
function promisingSegments(size: number, eigenvalues: Float64Array, capacity: number): number[] {
  const estimates: { segments: number; gain: number }[] = [];
  let sum = 0;
  for (let k = 1; k <= size; k++) {
    sum += Math.max(0, at(eigenvalues, k - 1)) / LAPLACIAN_SCALE;
    const gain = Math.floor(size / k) * sum - 2 * (k - 1) * capacity;
    if (k > 1 && gain > -1) estimates.push({ segments: k, gain });
  }
  estimates.sort((a, b) => b.gain - a.gain || a.segments - b.segments);
  return estimates.slice(0, 8).map((estimate) => estimate.segments);
}

/** Claims on the `segments` smallest eigenvalues, each a little below the value found; close ones share a claim. */
function shifts(eigenvalues: Float64Array, segments: number): SpectralCertificate["spectrum"] {
  const margin = 8 * eigenvalues.length;
  for (let width = 1; ; width *= 2) {
    const claims: { shift: number; below: number }[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < segments; i++) {
      const value = at(eigenvalues, i);
      if (value - last <= width || value <= 2 * margin) continue;
      claims.push({ shift: Math.floor(value) - margin, below: i });
      last = value;
    }
    if (claims.length <= MAXIMUM_SHIFTS) return claims;
  }
}

/** `ceil(sum of segment length times eigenvalue bound) - 2 (k - 1) S`, at least 0, in exact integers. */
function spectralGain(size: number, capacity: number, certificate: SpectralCertificate): bigint {
  const { segments, spectrum } = certificate;
  const long = size % segments;
  let scaled = 0n;
  for (let i = 0; i < segments; i++) {
    let eigenvalue = 0;
    for (const { shift, below } of spectrum) if (below <= i) eigenvalue = Math.max(eigenvalue, shift);
    scaled += BigInt(eigenvalue) * BigInt(Math.floor(size / segments) + (i < long ? 1 : 0));
  }
  const scale = BigInt(LAPLACIAN_SCALE);
  const gain = (scaled + scale - 1n) / scale - 2n * BigInt(segments - 1) * BigInt(capacity);
  return gain > 0n ? gain : 0n;
}
