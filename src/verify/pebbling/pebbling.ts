import { InputError } from "../../errors.js";
import type { Cdag } from "../../pebble/cdag.js";
import { cdagFromDocument } from "../../pebble/formats/json.js";
import type { ProvenGraphBound } from "../../pebble/graph-bounds/graph-bound.js";
import { verifyGraphBound } from "../../pebble/graph-bounds/verify.js";
import { type LegalPebbling, referee } from "../../pebble/referee.js";
import { type Game, type Move, placesOf, type TwoLevelGame, twoLevelGame } from "../../pebble/rules.js";
import { checkPrinted } from "../bound.js";
import { verifyCertificate } from "../certificate.js";
import { requireRequirements } from "../required.js";
import { count, type Fields, list, names, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { checkSpeaksAbout } from "../subject.js";
import { expandAgain } from "./expand-again.js";
import { boundaryOf, checkLevels, crossedAt, readHierarchy } from "./hierarchy.js";
import { isLeastCost } from "./least-cost.js";

/**
 * Checks a `redblue.pebbling/2` document: the referee replays the moves at exactly the cost claimed, every bound's certificate
 * holds for this graph and game, and no bound (in a hierarchy: no sum of bounds of all boundaries) is above that cost. That no
 * cheaper pebbling exists is thereby proven where a bound equals the cost; otherwise all cheaper positions of the game are looked
 * at, unless they are too many. The lower end of an interval likewise. Returns the number of certificates checked, and what is not. @throws Refused
 */
export function verifyPebbling(document: Fields): { readonly certificates: number; readonly notChecked?: readonly string[] } {
  const exact = document["exact"];
  if (typeof exact !== "boolean") throw new Refused("exact", "not true or false");
  requireOnly(document, [...DOCUMENT_FIELDS, ...(exact ? ["optimum"] : ["lower", "upper", "stopped"])], "document");
  const graph = readGraph(document);
  const game = readGame(document);
  const upper = count(document, exact ? "optimum" : "upper", "document");
  const lower = exact ? upper : count(document, "lower", "document");
  if (lower > upper) throw new Refused("lower", `above upper, ${upper}`);
  const replayed = checkMoves(graph, game, list(document["moves"], "moves"), upper);
  if (game.kind === "hierarchy") checkLevels(document, game, replayed);
  else if (document["levels"] !== undefined) throw new Refused("levels", "of a game without levels");
  const best = new Map<number, bigint>();
  const bounds = list(document["bounds"], "bounds");
  const formulas = bounds.filter((bound) => record(bound, "bounds")["interface"] !== undefined);
  bounds.forEach((entry, index) => {
    const bound = record(entry, `bounds[${index}]`);
    const path = `bounds[${index}]`;
    if (bound["kind"] === "not-applicable") {
      checkNotApplicable(bound, game, path);
      return;
    }
    const { seen, level, cost } = boundaryOf(game, bound, path);
    const { level: _, ...alone } = bound;
    const printed = game.kind === "hierarchy" ? alone : bound;
    const value =
      bound["interface"] === undefined
        ? checkGraphBound(graph, seen, printed, path)
        : checkFormula(document, seen, printed, path);
    const crossed = game.kind === "hierarchy" ? crossedAt(game, replayed)[level - 1] : undefined;
    if (crossed !== undefined && value > BigInt(crossed.loadedWords + crossed.storedWords))
      throw new Refused(`${path}.value`, "above the words that the moves transfer across that boundary");
    const most = best.get(level) ?? 0n;
    if (value * cost > most) best.set(level, value * cost);
  });
  const below = [...best.values()].reduce((sum, value) => sum + value, 0n);
  if (below > upper) throw new Refused("bounds", `together above the cost ${upper} of the pebbling`);
  if (formulas.length > 0 && graph.weights.some((weight) => weight !== 1))
    throw new Refused("graph.weights", "not all 1, as the theorems about the workload count");
  if (formulas.length > 0 || document["workload"] !== undefined) checkWorkloadGraph(document, graph);
  else if (document["expansion"] !== undefined) throw new Refused("expansion", "of no workload");
  const left = [...unproven(graph, game, lower, below), ...uncheckedClaims(document, bounds)];
  return { certificates: bounds.length + 1, ...(left.length === 0 ? {} : { notChecked: left }) };
}

/** That no pebbling costs less, where neither the bounds nor the positions of the game say so. */
function unproven(graph: Cdag, game: Game, least: bigint, proven: bigint): readonly string[] {
  if (least <= proven) return [];
  const isLeast = isLeastCost(graph, game, Number(least));
  if (isLeast === false) throw new Refused("moves", `a pebbling costs less than ${least}`);
  return isLeast === true
    ? []
    : [`that no pebbling costs less than ${least}: the bounds prove ${proven}, and there are too many positions to try`];
}

/** What documents say of the search and of bounds that they do not give. */
function uncheckedClaims(document: Fields, bounds: readonly unknown[]): readonly string[] {
  if (document["stopped"] !== undefined) text(document, "stopped", "document");
  const searched = document["states"] === undefined ? [] : ["how many states a search saw"];
  const stopped = document["stopped"] === undefined ? [] : ["why it stopped"];
  const apart = bounds.some((bound) => record(bound, "bounds")["kind"] === "not-applicable");
  return [...searched, ...stopped, ...(apart ? ["why some bounds do not apply"] : [])];
}

const DOCUMENT_FIELDS = ["schema", "workload", "expansion", "game", "graph", "exact", "levels", "states", "moves", "bounds"];

/** Says that a bound does not apply, and nothing else. */
function checkNotApplicable(bound: Fields, game: Game, path: string): void {
  requireOnly(bound, ["kind", "id", "reason", ...(game.kind === "hierarchy" ? ["level"] : [])], path);
  const id = text(bound, "id", path);
  if (!GRAPH_BOUNDS.includes(id)) throw new Refused(`${path}.id`, "no bound on graphs");
  text(bound, "reason", path);
}

const ANY_ORDER = ["compulsory", "dominator-chain", "hong-kung-lines", "disjoint-subgraphs"];
const GRAPH_BOUNDS = [...ANY_ORDER, "wavefront", "wavefront-sum", "wavefront-chain", "spectral"];

function readGraph(document: Fields): Cdag {
  requireOnly(record(document["graph"], "graph"), ["vertices", "edges", "outputs", "names", "weights"], "graph");
  try {
    return cdagFromDocument(document["graph"]);
  } catch (error) {
    if (error instanceof InputError) throw new Refused(`graph.${error.subject}`, error.message);
    throw error;
  }
}

function readGame(document: Fields): Game {
  const game = record(document["game"], "game");
  const flag = (name: "sliding" | "recomputation"): boolean => {
    const value = game[name];
    if (typeof value !== "boolean") throw new Refused(`game.${name}`, "not true or false");
    return value;
  };
  const rules = { sliding: flag("sliding"), recomputation: flag("recomputation") };
  if (game["capacities"] !== undefined) return readHierarchy(game, rules);
  requireOnly(game, ["fastWords", "processors", "sliding", "recomputation"], "game");
  const [fastWords, processors] = [count(game, "fastWords", "game", 1n), count(game, "processors", "game", 1n)];
  try {
    return twoLevelGame(Number(fastWords), { ...rules, processors: Number(processors) });
  } catch (error) {
    if (error instanceof InputError) throw new Refused("game", error.message);
    throw error;
  }
}

/** Pebbles of all fast memories together, a byte each, beyond which moves are not replayed. */
const MOST_PEBBLES = 2 ** 29;

function checkMoves(graph: Cdag, game: Game, moves: readonly unknown[], cost: bigint): LegalPebbling {
  const memories = game.kind === "hierarchy" ? placesOf(game).length : game.processors;
  if (memories * graph.vertexCount > MOST_PEBBLES) throw new Refused("moves", "of more pebbles than can be replayed");
  const lists = moves.map((move, i) => {
    const own = list(move, `moves[${i}]`);
    if (own.length > 4 || own.some((part) => typeof part !== "string" && typeof part !== "number"))
      throw new Refused(`moves[${i}]`, "not a kind and numbers");
    return own;
  });
  const verdict = referee(graph, game, lists as readonly unknown[] as readonly Move[]);
  if (!verdict.legal) throw new Refused(`moves[${verdict.index}]`, verdict.message);
  requireEqual(BigInt(verdict.cost), cost, "moves", "the cost of the moves");
  return verdict;
}

function checkGraphBound(graph: Cdag, game: TwoLevelGame, bound: Fields, path: string): bigint {
  const own = ["kind", "id", "value", "requires", "proof", "status", "certificate"];
  requireOnly(bound, own, path);
  requireEqual(text(bound, "kind", path), "bound", `${path}.kind`, "the kind");
  const value = count(bound, "value", path);
  const verdict = verifyGraphBound(graph, game, { ...bound, value } as unknown as ProvenGraphBound);
  if (!verdict.valid) throw new Refused(`${path}.certificate`, verdict.reason);
  requireEqual(text(bound, "status", path), "paper proof", `${path}.status`, "the proof status");
  const id = text(bound, "id", path);
  const computed = ANY_ORDER.includes(id) ? [] : ["no-recomputation"];
  requireRequirements(bound, "requires", ["inputs-at-start", ...computed, ...(game.sliding ? [] : ["no-sliding"])], path);
  const name = id.startsWith("wavefront") ? "wavefront" : id;
  requireEqual(text(bound, "proof", path), `proofs/graph-${name}.md`, `${path}.proof`, "the proof");
  return value;
}

function checkFormula(document: Fields, game: TwoLevelGame, bound: Fields, path: string): bigint {
  const workload = record(document["workload"], "workload");
  const verified = verifyCertificate(bound["certificate"], `${path}.certificate`);
  const [capacity, memories] = [BigInt(game.fastCapacity), BigInt(game.processors)];
  const shown = `${capacity} words on each of ${memories} processor(s)`;
  const memory = { interfaceId: "slow-fast", capacity, memories, shown, adds: false };
  const { interfaceId, scope } = checkPrinted(bound, verified, workload, memory, path);
  requireEqual(interfaceId, "slow-fast", `${path}.interface`, "the interface");
  if (scope === "class") throw new Refused(`${path}.certificate`, "is about a class of kernels, not about all pebblings");
  checkSpeaksAbout(verified, workload, true, memory, path);
  const required = names(bound["requires"], `${path}.requires`);
  const unmet = [...(game.recomputation ? ["no-recomputation"] : []), "whole-dense-operand"].find((id) => required.includes(id));
  if (unmet !== undefined) throw new Refused(`${path}.requires`, `'${unmet}', which the game does not meet`);
  return verified.value;
}

/** A workload's theorems are about its own graph only: the workload is expanded again, as the document says, and compared. */
function checkWorkloadGraph(document: Fields, graph: Cdag): void {
  const workload = record(document["workload"], "workload");
  const right = expandAgain(workload, record(document["expansion"] ?? {}, "expansion"), graph);
  const same = (x: ArrayLike<number>, y: ArrayLike<number>): boolean =>
    x.length === y.length && Array.from(x).every((value, i) => value === y[i]);
  const parts = ["predecessorOffsets", "predecessors", "isOutput", "weights"] as const;
  const other =
    parts.find((part) => !same(graph[part], right[part])) ??
    (graph.names?.some((name, v) => name !== right.names?.[v]) ? "names" : undefined);
  if (other !== undefined) throw new Refused("graph", `not the graph of the workload: its ${other} differ`);
}
