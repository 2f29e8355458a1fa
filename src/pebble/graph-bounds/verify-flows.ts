import type {
  DominatorChainCertificate,
  HongKungCertificate,
  Instant,
  WavefrontCertificate,
  WavefrontChainCertificate,
} from "./graph-bound.js";
import { demand, demandWords, type Facts, spend } from "./verify-common.js";

/** What the checker is told about the game. */
export interface CheckedGame {
  /** Words of all fast memories together. */
  readonly capacity: number;
  readonly sliding: boolean;
}

/** Loads proven by a chain of instants. */
export function checkDominatorChain(facts: Facts, game: CheckedGame, certificate: DominatorChainCertificate): bigint {
  const { instants, flows } = certificate;
  demand(instants.length === flows.length, "one flow an instant is needed");
  demandFew(facts, instants);
  const first = instants[0];
  let loads = 0n;
  for (const v of first === undefined ? facts.useful : happened(facts, first)) {
    if (facts.isInput(v) && facts.usefulUses(v).length > 0) loads += BigInt(facts.weight(v));
  }
  instants.forEach((instant, j) => {
    const next = instants[j + 1];
    const done = next === undefined ? facts.useful : happened(facts, next);
    if (next !== undefined) {
      demand(next.vertex !== instant.vertex && facts.ancestors(next.vertex).has(instant.vertex), "the instants are not in order");
    }
    const paths = (flows[j] ?? []).map(({ vertices, amount }) => {
      demandWords(amount);
      return { vertices, amount };
    });
    const total = dominatorWords(facts, awaited(facts, instant), done, paths);
    const room = BigInt(game.capacity) - reserved(facts, game, instant);
    if (total > room) loads += total - room;
  });
  return loads;
}

/** Loads proven by breakpoints on disjoint lines. */
export function checkHongKung(facts: Facts, game: CheckedGame, certificate: HongKungCertificate): bigint {
  const { segmentLoads, lines } = certificate;
  demandFew(facts, lines);
  demandWords(segmentLoads);
  demand(
    facts.graph.weights.every((w) => w === 1),
    "the weights are not all 1",
  );
  const dominator = game.capacity + segmentLoads;
  const seen = new Set<number>();
  let incidences = 0;
  for (const { vertices, breakpoints, witnesses } of lines) {
    checkPath(facts, vertices, () => true);
    for (const v of vertices) {
      demand(!seen.has(v), `vertex ${v} is on two lines`);
      seen.add(v);
      facts.demandPebbled(v);
    }
    const places = breakpoints.map((v) => vertices.indexOf(v));
    demand(
      places.every((place, j) => place >= 0 && (j === 0 || place > (places[j - 1] as number))),
      "the breakpoints do not follow the line",
    );
    breakpoints.forEach((v, j) => {
      if (j === 0) return;
      const u = breakpoints[j - 1] as number;
      const instant: Instant = { vertex: u, moment: facts.isInput(u) ? "after" : "before" };
      const paths = (witnesses[j - 1] ?? []).map((path) => ({ vertices: path, amount: 1 }));
      const total = dominatorWords(facts, awaited(facts, instant), facts.ancestors(v), paths);
      demand(total > BigInt(dominator), `breakpoints ${u} and ${v} may share a part`);
    });
    incidences += breakpoints.length;
  }
  const parts = BigInt(Math.ceil(incidences / dominator));
  return parts < 2n ? 0n : BigInt(game.capacity) + BigInt(segmentLoads) * (parts - 1n) + 1n;
}

/** Transfers beyond the compulsory ones proven by wavefronts. */
export function checkWavefronts(facts: Facts, game: CheckedGame, certificate: WavefrontCertificate): bigint {
  demandFew(facts, certificate.wavefronts);
  const paidInAll = new Map<number, number>();
  let gain = 0n;
  for (const { instant, charge, flow } of certificate.wavefronts) {
    demand(charge === 1 || charge === 2, "a charge is 1 or 2");
    const paid = new Map<number, number>();
    const total = wavefrontWords(facts, happened(facts, instant), awaited(facts, instant), facts.useful, flow, (v, amount) => {
      spend(paid, v, amount, charge * facts.weight(v));
      spend(paidInAll, v, amount, (facts.isInput(v) || facts.isOutput(v) ? 1 : 2) * facts.weight(v));
    });
    gain += total - BigInt(charge) * (BigInt(game.capacity) - reserved(facts, game, instant));
  }
  return gain;
}

/** Transfers beyond the compulsory ones proven by wavefronts at successive instants. */
export function checkWavefrontChain(facts: Facts, game: CheckedGame, certificate: WavefrontChainCertificate): bigint {
  demandFew(facts, certificate.links);
  let gain = 0n;
  let fresh: ReadonlySet<number> = facts.useful;
  certificate.links.forEach(({ instant, charge, flow }, j) => {
    demand(charge === 1 || charge === 2, "a charge is 1 or 2");
    const next = certificate.links[j + 1]?.instant;
    const pending = awaited(facts, instant);
    if (next !== undefined) {
      demand(next.vertex !== instant.vertex && facts.ancestors(next.vertex).has(instant.vertex), "the instants are not in order");
    }
    const until = next === undefined ? facts.useful : happened(facts, next);
    const paid = new Map<number, number>();
    const total = wavefrontWords(facts, happened(facts, instant), pending, until, flow, (v, amount) => {
      const isStored = charge === 2 && fresh.has(v) && !facts.isInput(v) && !facts.isOutput(v);
      spend(paid, v, amount, (isStored ? 2 : 1) * facts.weight(v));
    });
    const holdingCost = BigInt(charge) * (BigInt(game.capacity) - reserved(facts, game, instant));
    if (total > holdingCost) gain += total - holdingCost;
    fresh = pending;
  });
  return gain;
}

/**
 * Flow from what is done to what is pending and computed by the end of the interval. A step along an edge, which must lead
 * to a vertex computed by then, is paid by the vertex it leaves; a step back to an operand is free.
 */
function wavefrontWords(
  facts: Facts,
  done: ReadonlySet<number>,
  pending: ReadonlySet<number>,
  until: ReadonlySet<number>,
  flow: WavefrontCertificate["wavefronts"][number]["flow"],
  pay: (vertex: number, amount: number) => void,
): bigint {
  let total = 0n;
  for (const { vertices, amount } of flow) {
    demandWords(amount);
    const last = vertices.at(-1) as number;
    demand(vertices.length >= 2, "a path of fewer than two vertices");
    demand(done.has(vertices[0] as number), "a path that does not begin at a value computed or loaded before");
    demand(pending.has(last) && until.has(last), "a path that does not end at a value computed in the interval");
    vertices.slice(1).forEach((b, i) => {
      const a = vertices[i] as number;
      demand(facts.useful.has(a) && facts.useful.has(b), `vertex ${a} or ${b} is not on a path to an output`);
      if (facts.hasEdge(b, a)) return;
      demand(facts.hasEdge(a, b) && until.has(b), `no edge joins ${a} to ${b} in the interval`);
      pay(a, amount);
    });
    total += BigInt(amount);
  }
  return total;
}

/** Flow from the inputs, outside `pending`, to operands of vertices in both sets: no dominator of these is lighter. */
function dominatorWords(
  facts: Facts,
  pending: ReadonlySet<number>,
  done: ReadonlySet<number>,
  paths: readonly { readonly vertices: readonly number[]; readonly amount: number }[],
): bigint {
  const through = new Map<number, number>();
  let total = 0n;
  for (const { vertices, amount } of paths) {
    checkPath(facts, vertices, (v) => !pending.has(v));
    demand(
      facts.usefulUses(vertices.at(-1) as number).some((s) => pending.has(s) && done.has(s)),
      "a path that does not end at an operand of the interval",
    );
    for (const v of vertices) spend(through, v, amount, facts.weight(v));
    total += BigInt(amount);
  }
  return total;
}

/** A path along edges that begins at an input and keeps to allowed useful vertices. */
function checkPath(facts: Facts, vertices: readonly number[], isAllowed: (v: number) => boolean): void {
  vertices.forEach((v, i) => {
    demand(facts.useful.has(v) && isAllowed(v), `vertex ${v} may not be on a path here`);
    demand(i === 0 ? facts.isInput(v) : facts.hasEdge(vertices[i - 1] as number, v), `vertex ${v} does not continue its path`);
  });
  demand(vertices.length > 0, "an empty path");
}

/** What has been pebbled by the instant in every execution. */
function happened(facts: Facts, instant: Instant): Set<number> {
  facts.demandPebbled(instant.vertex);
  const done = facts.ancestors(instant.vertex);
  if (instant.moment !== "after") {
    demand(instant.moment === "before" && !facts.isInput(instant.vertex), "an instant that does not exist");
    done.delete(instant.vertex);
  }
  return done;
}

/** Every instant walks the graph: a vertex has no more than two. */
function demandFew(facts: Facts, instants: readonly unknown[]): void {
  demand(facts.useful.size <= MOST_WALKED && instants.length <= 2 * facts.useful.size, "too many instants to walk the graph for");
}

const MOST_WALKED = 4000;

/** What is first pebbled after the instant in every execution. */
function awaited(facts: Facts, instant: Instant): Set<number> {
  facts.demandPebbled(instant.vertex);
  demand(instant.moment === "after" || instant.moment === "before", "an instant that does not exist");
  const pending = facts.descendants(instant.vertex);
  if (instant.moment === "after") pending.delete(instant.vertex);
  return pending;
}

/** Words kept free at the instant: without sliding, room for the value about to be placed. */
function reserved(facts: Facts, game: CheckedGame, instant: Instant): bigint {
  return instant.moment === "before" && !game.sliding ? BigInt(facts.weight(instant.vertex)) : 0n;
}
