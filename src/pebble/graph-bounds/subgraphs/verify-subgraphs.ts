import type { DisjointSubgraphsCertificate } from "../graph-bound.js";
import { demand, demandWords, type Facts } from "../verify-common.js";
import type { CheckedGame } from "../verify-flows.js";

/** Larger subgraphs, and more positions of all of them, are refused. */
/** Ways into a position that are looked at, at most, for each position of the limit. */
const LOOKS_A_POSITION = 16;

const MOST_INNER = 16;
const MOST_TARGETS = 20;
const MOST_POSITIONS = 4_000_000;

/** Transfers of vertices that are neither inputs nor outputs: the searches are made again, move by move. */
export function checkSubgraphs(facts: Facts, game: CheckedGame, certificate: DisjointSubgraphsCertificate): bigint {
  demand(
    facts.graph.weights.every((w) => w === 1),
    "the weights are not all 1",
  );
  const seen = new Set<number>();
  const proven = new Set<string>();
  let left = MOST_POSITIONS;
  let words = 0n;
  for (const { inner, targets, transfers, ...other } of certificate.subgraphs) {
    demand(Object.keys(other).length === 0, "an unknown field of a subgraph");
    demandWords(transfers);
    demand(inner.length <= MOST_INNER && targets.length <= MOST_TARGETS, "a subgraph too large to search");
    demand(new Set(targets).size === targets.length, "a target is listed twice");
    for (const v of inner) {
      demand(!seen.has(v), `vertex ${v} is listed twice`);
      seen.add(v);
      demand(
        facts.useful.has(v) && !facts.isInput(v) && !facts.isOutput(v),
        `vertex ${v} is not computed on the way to an output`,
      );
    }
    for (const v of targets) {
      demand(facts.useful.has(v) && !facts.isInput(v) && !inner.includes(v), `vertex ${v} cannot be a target`);
    }
    const shape = [inner, targets].map((list) => list.map((v) => reads(facts, inner, v)));
    const claim = JSON.stringify([shape, transfers]);
    if (!proven.has(claim)) {
      left -= positionsBelow(shape[0] as Reads[], shape[1] as Reads[], game, transfers, left);
      proven.add(claim);
    }
    words += BigInt(transfers);
  }
  return words;
}

/** What a vertex reads: inner vertices by their place in the list, and how many others. */
interface Reads {
  readonly own: readonly number[];
  readonly others: number;
}

function reads(facts: Facts, inner: readonly number[], v: number): Reads {
  const operands = facts.operands(v);
  const own = operands.filter((u) => inner.includes(u)).map((u) => inner.indexOf(u));
  return { own, others: operands.length - own.length };
}

/** A position as one number: bits of red, then of blue inner vertices, then of targets computed. */
interface Position {
  readonly red: number;
  readonly blue: number;
  readonly computed: number;
}

/**
 * Looks at every position that fewer than `transfers` loads and stores reach, and refuses if one has all targets. Pebbles are deleted only
 * where room is needed, since more pebbles never hurt.
 */
function positionsBelow(
  inner: readonly Reads[],
  targets: readonly Reads[],
  game: CheckedGame,
  transfers: number,
  limit: number,
): number {
  const all = 2 ** targets.length - 1;
  const found = new Set<number>();
  let now: Position[] = [];
  let next: Position[] = [];
  const keyOf = (red: number, blue: number, computed: number): number =>
    (computed * 2 ** inner.length + blue) * 2 ** inner.length + red;
  let [waiting, later] = [new Set<number>(), new Set<number>()];
  let looks = 0;
  const add = (list: Position[], red: number, blue: number, computed: number): void => {
    demand(++looks < LOOKS_A_POSITION * limit, "too many positions to look at");
    const settled = withTargets(red, computed);
    demand(settled !== all, "the targets can be computed with fewer transfers");
    const [key, queued] = [keyOf(red, blue, settled), list === now ? waiting : later];
    if (queued.has(key)) return;
    queued.add(key);
    list.push({ red, blue, computed: settled });
  };
  const withTargets = (red: number, computed: number): number =>
    targets.reduce((done, v, j) => {
      const room = game.capacity - sizeOf(red) - v.others - (game.sliding && v.others > 0 ? 0 : 1);
      return room >= 0 && v.own.every((u) => has(red, u)) ? done | (1 << j) : done;
    }, computed);
  add(now, 0, 0, 0);
  for (let spent = 0; spent < transfers; spent++) {
    const settled: Position[] = [];
    for (let position = now.pop(); position !== undefined; position = now.pop()) {
      const { red, blue, computed } = position;
      const key = keyOf(red, blue, computed);
      if (found.has(key)) continue;
      demand(found.size < limit, "too many positions to look at");
      found.add(key);
      settled.push(position);
      inner.forEach((v, i) => {
        if (has(red, i)) return;
        for (const rest of afterReading(red, v, game)) add(now, rest | (1 << i), blue, computed);
      });
      targets.forEach((v, j) => {
        if (has(computed, j)) return;
        for (const rest of afterReading(red, v, game)) add(now, rest, blue, computed | (1 << j));
      });
    }
    if (spent + 1 === transfers) break;
    for (const { red, blue, computed } of settled) {
      inner.forEach((_, i) => {
        if (has(red, i)) {
          if (!has(blue, i)) add(next, red, blue | (1 << i), computed);
        } else if (has(blue, i)) {
          for (const rest of without(red, [], sizeOf(red) + 1 - game.capacity)) add(next, rest | (1 << i), blue, computed);
        }
      });
    }
    // Nothing more can be reached, at any cost.
    if (next.length === 0) break;
    [now, next] = [next, now];
    [waiting, later] = [later, new Set<number>()];
  }
  return found.size;
}

/** What can stay red of inner vertices when one with these operands is computed; its own pebble is not among them. */
function afterReading(red: number, { own, others }: Reads, { capacity, sliding }: CheckedGame): readonly number[] {
  if (own.some((u) => !has(red, u))) return [];
  const lack = sizeOf(red) + others + 1 - capacity;
  // A slide takes the place of an operand from elsewhere, which is at hand again for nothing, or else of an inner one.
  if (sliding && others > 0) return without(red, own, lack - 1);
  const placed = without(red, own, lack);
  return sliding && lack > 0 ? [...placed, ...own.flatMap((u) => without(red & ~(1 << u), own, lack - 1))] : placed;
}

/** All sets that remain when `count` members that are not `kept` leave. */
function without(set: number, kept: readonly number[], count: number, from = 0): readonly number[] {
  if (count <= 0) return [set];
  const left: number[] = [];
  for (let i = from; i < MOST_INNER; i++) {
    if (has(set, i) && !kept.includes(i)) left.push(...without(set & ~(1 << i), kept, count - 1, i + 1));
  }
  return left;
}

function has(set: number, member: number): boolean {
  return ((set >>> member) & 1) === 1;
}

function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}
