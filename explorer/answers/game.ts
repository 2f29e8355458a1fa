import { type AskedGame, twoLevelReport } from "../../src/cli/commands/pebble.js";
import { readPebbleWords } from "../../src/cli/read-pebble.js";
import { InputError } from "../../src/errors.js";
import { type PebblingReport, workloadGraph } from "../../src/gap/pebbling.js";
import type { Cdag } from "../../src/pebble/cdag.js";
import { cdagToDocument } from "../../src/pebble/formats/json.js";
import type { Move, TwoLevelGame } from "../../src/pebble/rules.js";
import type { Emit, Question } from "./view.js";

/** The document of a graph, as `redblue graph` prints it. */
export interface GraphView {
  readonly vertices: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly outputs: readonly number[];
  readonly names?: readonly string[];
  readonly weights?: readonly number[];
}

/** The least words of a game, exactly or as an interval, and moves that cost `upper`. */
export interface FoundView {
  readonly isExact: boolean;
  readonly lower: number;
  readonly upper: number;
  readonly moves: readonly Move[];
  readonly stopped?: string;
}

export interface GameParts {
  readonly board: { readonly graph: GraphView; readonly game: TwoLevelGame };
  readonly found: FoundView;
  /** The best bound and what proves it; absent where none applies. */
  readonly bound: { readonly words: number; readonly id: string };
}

export interface HintParts {
  readonly rest: FoundView;
}

/** More vertices than these are no game for people. */
const MOST_VERTICES = 80;
const LIMITS = { maxStates: 2_000_000, maxBytes: 2 ** 28, maxMilliseconds: 20_000 };

/** The board that the words of `redblue pebble` ask for, then its optimum and its bound. */
export async function gameAnswer({ words, progress }: Question, emit: Emit<GameParts>): Promise<void> {
  const { asked, game, graph } = await readGame(words);
  emit("board", { graph: cdagToDocument(graph) as unknown as GraphView, game });
  progress("searching for the optimum");
  const { after: _, ...flags } = asked.flags;
  const report = twoLevelReport({ ...asked, flags }, game, { limits: LIMITS });
  emit("found", found(report));
  const bounds = [...report.graphBounds.flatMap((one) => (one.kind === "bound" ? [one] : [])), ...report.formulaBounds];
  const best = bounds.reduce<(typeof bounds)[number] | undefined>(
    (most, one) => (most === undefined || one.value > most.value ? one : most),
    undefined,
  );
  if (best !== undefined) emit("bound", { words: Number(best.value), id: best.id });
}

/** The optimum of the games that begin with the moves of `--after`. */
export async function hintAnswer({ words }: Question, emit: Emit<HintParts>): Promise<void> {
  const { asked, game } = await readGame(words);
  const flags = { ...asked.flags, after: asked.flags.after ?? [] };
  emit("rest", found(twoLevelReport({ ...asked, flags }, game, { limits: LIMITS })));
}

async function readGame(words: readonly string[]): Promise<{
  readonly asked: AskedGame;
  readonly game: TwoLevelGame;
  readonly graph: Cdag;
}> {
  const asked = await readPebbleWords(words);
  const { game, on } = asked;
  if (game.kind === "hierarchy" || game.processors > 1)
    throw new InputError("--fast", "one fast memory: the page plays no other game", "several");
  const graph = "workload" in on ? workloadGraph(on.workload, { ...on.expansion, maximumVertices: 10_000 }) : on;
  if (graph.vertexCount > MOST_VERTICES)
    throw new InputError("graph", `at most ${MOST_VERTICES} vertices to play on`, String(graph.vertexCount));
  return { asked, game, graph };
}

/** Deletions at the end change nothing. */
function found({ exact, lower, upper, moves, stopped }: PebblingReport): FoundView {
  return {
    isExact: exact,
    lower: Number(lower),
    upper: Number(upper),
    moves: moves.slice(0, moves.findLastIndex(([kind]) => kind !== "delete") + 1),
    ...(stopped === undefined || exact ? {} : { stopped }),
  };
}
