import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import type { ProvenGraphBound, SpectralCertificate } from "./graph-bound.js";
import { checkSubgraphs } from "./subgraphs/verify-subgraphs.js";
import { demand, Facts, Refusal } from "./verify-common.js";
import { checkDominatorChain, checkHongKung, checkWavefrontChain, checkWavefronts } from "./verify-flows.js";
import { verifySpectrum } from "./verify-spectrum.js";

/** Whether a certificate of a graph holds, and if not why. */
export type GraphBoundVerdict = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/**
 * Checks a bound against its certificate alone: nothing of the search that found it is called. Valid means that the
 * certificate, with the theorem of its proof document, implies at least the claimed value for this graph and game.
 */
export function verifyGraphBound(graph: Cdag, game: TwoLevelGame, bound: ProvenGraphBound): GraphBoundVerdict {
  try {
    const proven = provenValue(new Facts(graph), game, bound);
    demand(typeof bound.value === "bigint" && bound.value <= proven, `the certificate proves ${proven}, not ${bound.value}`);
    return { valid: true };
  } catch (error) {
    if (error instanceof Refusal || error instanceof TypeError) return { valid: false, reason: error.message };
    throw error;
  }
}

/** What a certificate of each kind says, its kind beside it. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["compulsory", ["inputs", "outputs"]],
  ["dominator-chain", ["instants", "flows"]],
  ["hong-kung-lines", ["segmentLoads", "lines"]],
  ["disjoint-subgraphs", ["subgraphs"]],
  ["wavefront", ["wavefronts"]],
  ["wavefront-chain", ["links"]],
  ["spectral", ["segments", "spectrum"]],
]);

/** Matrices of more rows are refused: factoring them takes minutes. */
const MOST_ROWS = 1000;

function provenValue(facts: Facts, game: TwoLevelGame, bound: ProvenGraphBound): bigint {
  const { id, certificate } = bound;
  const known = ["kind", ...(FIELDS.get(certificate.kind) ?? [])];
  const other = Object.keys(certificate).find((name) => !known.includes(name));
  demand(other === undefined, `an unknown field ${other}`);
  const checked = { capacity: game.fastCapacity * game.processors, sliding: game.sliding };
  const expected = id === "wavefront-sum" ? "wavefront" : id;
  demand(certificate.kind === expected, `a certificate of kind ${certificate.kind} under a bound ${id}`);
  switch (certificate.kind) {
    case "compulsory":
      return listed(facts, certificate.inputs, "input") + listed(facts, certificate.outputs, "output");
    case "dominator-chain":
      return checkDominatorChain(facts, checked, certificate) + stores(facts);
    case "hong-kung-lines":
      return checkHongKung(facts, checked, certificate) + stores(facts);
    case "disjoint-subgraphs":
      return loads(facts) + stores(facts) + checkSubgraphs(facts, checked, certificate);
    case "wavefront":
      demand(!game.recomputation, "the bound holds without recomputation only");
      return loads(facts) + stores(facts) + checkWavefronts(facts, checked, certificate);
    case "wavefront-chain":
      demand(!game.recomputation, "the bound holds without recomputation only");
      return loads(facts) + stores(facts) + checkWavefrontChain(facts, checked, certificate);
    case "spectral":
      demand(!game.recomputation, "the bound holds without recomputation only");
      return loads(facts) + stores(facts) + checkSpectral(facts, checked.capacity, certificate);
    default:
      throw new Refusal("no kind of certificate");
  }
}

/** Words of a list of distinct compulsory transfers. */
function listed(facts: Facts, vertices: readonly number[], side: "input" | "output"): bigint {
  demand(new Set(vertices).size === vertices.length, "a vertex is listed twice");
  let words = 0n;
  for (const v of vertices) {
    const counts = side === "input" ? facts.isInput(v) && facts.usefulUses(v).length > 0 : facts.isOutput(v) && !facts.isInput(v);
    demand(facts.useful.has(v) && counts, `vertex ${v} is no compulsory ${side}`);
    words += BigInt(facts.weight(v));
  }
  return words;
}

function loads(facts: Facts): bigint {
  return listed(
    facts,
    [...facts.useful].filter((v) => facts.isInput(v) && facts.usefulUses(v).length > 0),
    "input",
  );
}

function stores(facts: Facts): bigint {
  return listed(
    facts,
    [...facts.useful].filter((v) => facts.isOutput(v) && !facts.isInput(v)),
    "output",
  );
}

/** Transfers beyond the compulsory ones proven by the spectrum. */
function checkSpectral(facts: Facts, capacity: number, certificate: SpectralCertificate): bigint {
  const { segments, spectrum } = certificate;
  demand(
    facts.graph.weights.every((w) => w === 1),
    "the weights are not all 1",
  );
  const size = [...facts.useful].filter((v) => !facts.isInput(v)).length;
  if (segments === 1) return 0n;
  demand(size <= MOST_ROWS, `more than ${MOST_ROWS} computed vertices`);
  demand(Number.isSafeInteger(segments) && segments > 1 && segments <= size, "a number of segments out of range");
  demand(verifySpectrum(facts.graph, spectrum), "a claim on the spectrum does not hold");
  let units = 0n;
  for (let i = 0; i < segments; i++) {
    const eigenvalue = Math.max(0, ...spectrum.filter(({ below }) => below <= i).map(({ shift }) => shift));
    const length = Math.floor((size + segments - 1 - i) / segments);
    units += BigInt(eigenvalue) * BigInt(length);
  }
  const words = (units + 2n ** 20n - 1n) / 2n ** 20n;
  return words - 2n * BigInt(segments - 1) * BigInt(capacity);
}
