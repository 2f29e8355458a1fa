import { type Command, Option } from "commander";
import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import { hierarchyDocument, hierarchyReport, workloadHierarchyReport } from "../../gap/hierarchy-pebbling.js";
import type { PebblingOptions, PebblingReport } from "../../gap/pebbling.js";
import { pebblingDocument, pebblingReport, workloadPebblingReport } from "../../gap/pebbling.js";
import type { Cdag } from "../../pebble/cdag.js";
import type { AttentionExpansion } from "../../pebble/expand-attention.js";
import { parseMoves } from "../../pebble/formats/moves.js";
import type { Game, Move, TwoLevelGame } from "../../pebble/rules.js";
import { hierarchyGame, twoLevelGame } from "../../pebble/rules.js";
import { hierarchyText } from "../../report/hierarchy-text.js";
import { pebblingText } from "../../report/pebbling-text.js";
import { examples } from "../examples.js";
import { addGraphWorkloads, graphFile, readGraph } from "../input/graph-input.js";
import { once } from "../list-flags.js";
import { renamed, wholeNumber } from "../options.js";
import { endProgress, heading, printJson, printText, progress } from "../output.js";
import { SUMMARIES } from "../summaries.js";

/** The exact search ends here unless told otherwise: where it has not answered in a minute it seldom does in ten. */
const SECONDS = 60;

/** Flags of `redblue pebble`. */
export interface PebbleFlags {
  readonly fast?: readonly number[];
  readonly levelCosts?: readonly number[];
  /** Commander turns `--no-slide` and `--no-recompute` into false. */
  readonly slide: boolean;
  readonly recompute: boolean;
  readonly processors?: readonly number[];
  readonly maxStates?: number;
  readonly seconds?: number;
  readonly after?: readonly Move[];
  readonly moves?: true;
  readonly json?: true;
  readonly reduction?: string;
}

const EXAMPLES = [
  "redblue pebble gemm --m 2 --n 2 --k 2 --fast 4 --moves",
  "redblue pebble gemm --m 3 --n 2 --k 2 --fast 4 --reduction tree --json",
  "redblue pebble gemm --m 2 --n 2 --k 1 --fast 3,5 --level-costs 1,10",
  "redblue pebble gemm --m 2 --n 2 --k 1 --fast 3,5 --processors 2",
  "redblue pebble chain --m 2 --k 1 --l 2 --n 1 --fast 4",
  "redblue pebble ffn --tokens 2 --model 1 --hidden 2 --gated --fast 5",
  "redblue pebble attention --heads 1 --queries 2 --dim 1 --fast 5",
  "redblue pebble conv --in-channels 1 --out-channels 2 --height 1 --width 3 --kernel 1x2 --fast 4",
  'redblue pebble einsum "F[i] += P[i] * P[j]" --extent i=3,j=3 --fast 4',
  "redblue pebble softmax --rows 1 --columns 4 --softmax-block 4 --fast 4",
  "redblue pebble rmsnorm --rows 1 --columns 5 --fast 4 --moves",
  "redblue pebble layernorm --rows 1 --columns 3 --fast 6",
  "redblue pebble elementwise --rows 1 --columns 3 --inputs 2 --fast 3",
  "redblue pebble rotary --rows 1 --dim 4 --fast 6",
  "redblue pebble norm-gemm --m 1 --n 2 --k 2 --fast 5",
];
const FILE_EXAMPLES = [
  ...EXAMPLES,
  "redblue pebble graph.json --fast 3 --no-recompute",
  "redblue pebble graph.json --fast 4 --no-slide --after l0,l1,c4 --moves",
  "redblue pebble graph.hdag --fast 8",
];

/** A game as words ask for it, on a graph or on that of a workload. */
export interface AskedGame {
  readonly game: Game;
  readonly flags: PebbleFlags;
  readonly on: Cdag | { readonly workload: Workload; readonly expansion: AttentionExpansion };
}

/** `redblue pebble FILE` and `redblue pebble WORKLOAD …`: the least I/O of an explicit graph, printed unless told otherwise. */
export function addPebbleCommand(program: Command, run: (asked: AskedGame) => void = answer): void {
  const parent = program
    .command("pebble")
    .enablePositionalOptions()
    .summary(SUMMARIES.pebble)
    .description("Find the least I/O of the red-blue pebble game on a graph: the optimum with a pebbling, or an interval.")
    .argument("[file]", 'a graph: JSON { "vertices": N, "edges": [[from, to], …], "outputs": [v, …] }, or HyperDAG (.hdag)')
    .addHelpText("after", examples(FILE_EXAMPLES));
  addGameFlags(parent).action((file: string | undefined, flags: PebbleFlags) => {
    run({ game: gameFrom(flags), flags, on: readGraph(graphFile(file)) });
  });
  addGraphWorkloads<PebbleFlags>(parent, EXAMPLES, addGameFlags, (workload, expansion, flags) => {
    run({ game: gameFrom(flags), flags, on: { workload, expansion } });
  });
}

/** The report on a game of one fast memory or of several that are alike. */
export function twoLevelReport({ on, flags }: AskedGame, game: TwoLevelGame, options: PebblingOptions): PebblingReport {
  const all = flags.after === undefined ? options : { ...options, after: flags.after };
  return "workload" in on ? workloadPebblingReport(on.workload, game, on.expansion, all) : pebblingReport(on, game, all);
}

function addGameFlags(command: Command): Command {
  return command
    .option(
      "--fast <S>",
      "words of fast memory (red pebbles); S1,S2,… for the levels of a hierarchy, innermost first",
      wordList("--fast", 1),
    )
    .option(
      "--level-costs <c1,c2,…>",
      "with levels: cost of a word across the boundary behind each (default 1)",
      wordList("--level-costs", 0),
    )
    .option("--no-slide", "a result may not take the place of an operand")
    .option("--no-recompute", "every vertex is computed at most once")
    .option(
      "--processors <P>",
      "fast memories of S words each, one slow memory (default 1); with levels P1,P2,… memories of each, the first ones compute",
      wordList("--processors", 1),
    )
    .option("--max-states <N>", "states the exact search may keep (default 20000000)", wholeNumber("--max-states"))
    .option(
      "--seconds <T>",
      `time for improving pebblings, and again for the exact search; stopped, it answers with an interval (default: a second's worth, and ${SECONDS})`,
      wholeNumber("--seconds"),
    )
    .addOption(
      new Option("--after <moves>", "the least I/O of games that begin so: l0,l1,c4,s4,d0 loads, computes, stores, deletes")
        .argParser(once("--after", (text: string) => parseMoves(text, "--after")))
        .conflicts("json"),
    )
    .option("--moves", "print the pebbling")
    .option("--json", "print one redblue.pebbling/2 document");
}

/** Whole numbers separated by commas. */
function wordList(flag: string, least: number): (text: string, previous?: number[]) => number[] {
  return once(flag, (text) => text.split(",").map(wholeNumber(flag, least)));
}

function gameFrom(flags: PebbleFlags): Game {
  const [first, ...outer] = flags.fast ?? [];
  if (first === undefined) throw new InputError("--fast", "a whole number of words of at least 1", "nothing");
  const rules = { sliding: flags.slide, recomputation: flags.recompute };
  const [processors = 1, ...sharing] = flags.processors ?? [];
  if (outer.length === 0) {
    if (sharing.length > 0) throw new InputError("--processors", "one number with one fast memory", flags.processors?.join(","));
    if (flags.levelCosts !== undefined) throw new InputError("--level-costs", "levels: --fast S1,S2,…", "one fast memory");
    return renamed(() => twoLevelGame(first, { ...rules, processors }));
  }
  const costs = flags.levelCosts === undefined ? {} : { costs: flags.levelCosts };
  // Levels without a number have one memory.
  const memories = [processors, ...sharing, ...outer.slice(sharing.length).map(() => 1)];
  const tree = memories.every((count) => count === 1) ? {} : { memories };
  return atFlags(() => hierarchyGame([first, ...outer], { ...rules, ...costs, ...tree }));
}

function optionsFrom(flags: PebbleFlags): PebblingOptions {
  return {
    limits: {
      ...(flags.maxStates === undefined ? {} : { maxStates: flags.maxStates }),
      maxMilliseconds: (flags.seconds ?? SECONDS) * 1000,
    },
    ...(flags.seconds === undefined ? {} : { improveMilliseconds: flags.seconds * 1000 }),
  };
}

/** Runs the report of the game, with a line of progress, and prints it. */
function answer(asked: AskedGame): void {
  const { game, flags, on } = asked;
  const onProgress = (done: number, best: number): void => progress(`pebblings tried: ${done}, least I/O so far: ${best} words`);
  const options = { ...optionsFrom(flags), onProgress };
  const withMoves = flags.moves === true;
  if (game.kind === "hierarchy") {
    if (flags.after !== undefined) throw new InputError("--after", "one fast memory: --fast S", "levels");
    const found = atFlags(() =>
      "workload" in on ? workloadHierarchyReport(on.workload, game, on.expansion, options) : hierarchyReport(on, game, options),
    );
    if (flags.json === true) printJson(hierarchyDocument(found));
    else printText(hierarchyText(found, withMoves, heading));
    return;
  }
  const found = atFlags(() => twoLevelReport(asked, game, options));
  if (flags.json === true) printJson(pebblingDocument(found, true));
  else printText(pebblingText(found, withMoves, heading));
}

const FLAG_OF_SUBJECT: Readonly<Record<string, string>> = {
  "fast capacity": "--fast",
  costs: "--level-costs",
  memories: "--processors",
  "moves already made": "--after",
};

/** Ends the progress line and lets errors of the library name the flag. */
function atFlags<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const flag = FLAG_OF_SUBJECT[error.subject.replace(/\[.*/, "")];
    throw flag === undefined ? error : new InputError(flag, error.expected, error.found);
  } finally {
    endProgress();
  }
}
