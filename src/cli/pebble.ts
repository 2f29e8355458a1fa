import type { Command } from "commander";
import { InputError } from "../errors.js";
import type { PebblingOptions, PebblingReport } from "../gap/pebbling.js";
import { pebblingDocument, pebblingReport, workloadPebblingReport } from "../gap/pebbling.js";
import type { TwoLevelGame } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import { pebblingText } from "../report/pebbling-text.js";
import { addGraphWorkloads, graphFile, readGraph } from "./graph-input.js";
import { renamed, wholeNumber } from "./options.js";
import { endProgress, heading, printJson, printText, progress } from "./output.js";
import { examples } from "./workload-command.js";

interface Flags {
  readonly fast?: number;
  /** Commander turns `--no-slide` and `--no-recompute` into false. */
  readonly slide: boolean;
  readonly recompute: boolean;
  readonly processors?: number;
  readonly maxStates?: number;
  readonly seconds?: number;
  readonly moves?: true;
  readonly json?: true;
  readonly reduction?: string;
}

const EXAMPLES = [
  "redblue pebble gemm --m 2 --n 2 --k 2 --fast 4 --moves",
  "redblue pebble gemm --m 3 --n 2 --k 2 --fast 4 --reduction tree --json",
  "redblue pebble chain --m 2 --k 1 --l 2 --n 1 --fast 4",
  "redblue pebble ffn --tokens 2 --model 1 --hidden 2 --gated --fast 5",
  "redblue pebble attention --heads 1 --queries 2 --dim 1 --fast 5",
  'redblue pebble einsum "F[i] += P[i] * P[j]" --extent i=3,j=3 --fast 4',
];
const FILE_EXAMPLES = [...EXAMPLES, "redblue pebble graph.json --fast 3 --no-recompute", "redblue pebble graph.hdag --fast 8"];

/** `redblue pebble FILE` and `redblue pebble WORKLOAD …`: the least I/O of an explicit graph. */
export function addPebbleCommand(program: Command): void {
  const parent = program
    .command("pebble")
    .enablePositionalOptions()
    .summary("find the least I/O of an explicit graph: optimum or interval, pebbling, bounds")
    .description("Find the least I/O of the red-blue pebble game on a graph: the optimum with a pebbling, or an interval.")
    .argument("[file]", 'a graph: JSON { "vertices": N, "edges": [[from, to], …], "outputs": [v, …] }, or HyperDAG (.hdag)')
    .addHelpText("after", examples(FILE_EXAMPLES));
  addGameFlags(parent).action((file: string | undefined, flags: Flags) => {
    const game = gameFrom(flags);
    const graph = readGraph(graphFile(file));
    print(
      withProgress((onProgress) => pebblingReport(graph, game, { ...optionsFrom(flags), onProgress })),
      flags,
    );
  });
  addGraphWorkloads<Flags>(parent, EXAMPLES, addGameFlags, (workload, expansion, flags) => {
    const game = gameFrom(flags);
    print(
      withProgress((onProgress) => workloadPebblingReport(workload, game, expansion, { ...optionsFrom(flags), onProgress })),
      flags,
    );
  });
}

function addGameFlags(command: Command): Command {
  return command
    .option("--fast <S>", "words of fast memory (red pebbles)", wholeNumber("--fast"))
    .option("--no-slide", "a result may not take the place of an operand")
    .option("--no-recompute", "every vertex is computed at most once")
    .option("--processors <P>", "fast memories of S words each, one slow memory (default 1)", wholeNumber("--processors"))
    .option("--max-states <N>", "states the exact search may keep (default 20000000)", wholeNumber("--max-states"))
    .option(
      "--seconds <T>",
      "time for improving pebblings, and again for the exact search (default: a second's worth, and no limit)",
      wholeNumber("--seconds"),
    )
    .option("--moves", "print the pebbling")
    .option("--json", "print one redblue.pebbling/1 document");
}

function gameFrom(flags: Flags): TwoLevelGame {
  if (flags.fast === undefined) throw new InputError("--fast", "a whole number of words of at least 1", "nothing");
  return renamed(() =>
    twoLevelGame(flags.fast as number, {
      sliding: flags.slide,
      recomputation: flags.recompute,
      processors: flags.processors ?? 1,
    }),
  );
}

function optionsFrom(flags: Flags): PebblingOptions {
  const milliseconds = flags.seconds === undefined ? undefined : flags.seconds * 1000;
  return {
    limits: {
      ...(flags.maxStates === undefined ? {} : { maxStates: flags.maxStates }),
      ...(milliseconds === undefined ? {} : { maxMilliseconds: milliseconds }),
    },
    ...(milliseconds === undefined ? {} : { improveMilliseconds: milliseconds }),
  };
}

function withProgress(run: (onProgress: (done: number, best: number) => void) => PebblingReport): PebblingReport {
  try {
    return run((done, best) => progress(`pebblings tried: ${done}, least I/O so far: ${best} words`));
  } catch (error) {
    if (error instanceof InputError && error.subject === "fast capacity") {
      throw new InputError("--fast", error.expected, error.found);
    }
    throw error;
  } finally {
    endProgress();
  }
}

function print(report: PebblingReport, flags: Flags): void {
  if (flags.json === true) printJson(pebblingDocument(report, true));
  else printText(pebblingText(report, flags.moves === true, heading));
}
