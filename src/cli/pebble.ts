import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { GemmWorkload } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import type { PebblingReport } from "../gap/pebbling.js";
import { gemmPebblingReport, pebblingDocument, pebblingReport } from "../gap/pebbling.js";
import type { Cdag } from "../pebble/cdag.js";
import type { ExpansionOptions } from "../pebble/expand.js";
import { parseHyperDag } from "../pebble/formats/hyperdag.js";
import { parseCdagJson } from "../pebble/formats/json.js";
import type { TwoLevelGame } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import { pebblingText } from "../report/pebbling-text.js";
import { didYouMean } from "../text/nearest-name.js";
import { readTextFile } from "./files.js";
import { renamed, wholeNumber } from "./options.js";
import { endProgress, heading, printJson, printText, progress } from "./output.js";
import { examples } from "./workload-command.js";
import type { WorkloadFlags, WorkloadKind } from "./workloads.js";
import { addWorkloadFlags, WORKLOADS, workloadFromFlags } from "./workloads.js";

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
];
const FILE_EXAMPLES = [...EXAMPLES, "redblue pebble graph.json --fast 3 --no-recompute", "redblue pebble graph.hdag --fast 8"];

const GEMM = WORKLOADS.find(({ name }) => name === "gemm") as WorkloadKind;

/** `redblue pebble FILE` and `redblue pebble gemm …`: the least I/O of an explicit graph. */
export function addPebbleCommand(program: Command): void {
  const parent = program
    .command("pebble")
    .summary("find the least I/O of an explicit graph: optimum or interval, pebbling, bounds")
    .description("Find the least I/O of the red-blue pebble game on a graph: the optimum with a pebbling, or an interval.")
    .argument("[file]", 'a graph: JSON { "vertices": N, "edges": [[from, to], …], "outputs": [v, …] }, or HyperDAG (.hdag)')
    .enablePositionalOptions()
    .addHelpText("after", examples(FILE_EXAMPLES));
  addGameFlags(parent).action((file: string | undefined, flags: Flags) => {
    if (file === undefined || (!/\.(json|hdag)$/i.test(file) && !existsSync(file))) {
      const expected = `gemm, or a .json or .hdag file${file === undefined ? "" : didYouMean(file, ["gemm"])}`;
      throw new InputError("graph", expected, shown(file));
    }
    const graph = readGraph(file);
    print(
      withProgress((onProgress) => pebblingReport(graph, gameFrom(flags), { limits: limitsFrom(flags), onProgress })),
      flags,
    );
  });
  const gemm = parent
    .command("gemm")
    .summary("the CDAG of a matrix product at word level")
    .description("Least I/O of the CDAG of a matrix product, every word of weight 1.")
    .addHelpText("after", examples(EXAMPLES));
  addGameFlags(addWorkloadFlags(gemm, GEMM)).option(
    "--reduction <how>",
    "chain (default: multiply-adds), separate, or tree[:ARITY]",
  );
  gemm.action((flags: Flags) => {
    const workload = workloadFromFlags(GEMM, flags as unknown as WorkloadFlags) as GemmWorkload;
    const game = gameFrom(flags);
    const options = { limits: limitsFrom(flags) };
    print(
      withProgress((onProgress) => gemmPebblingReport(workload, game, expansionFrom(flags), { ...options, onProgress })),
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
    .option("--seconds <T>", "time the exact search may take (default: no limit)", wholeNumber("--seconds"))
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

function limitsFrom(flags: Flags): { maxStates?: number; maxMilliseconds?: number } {
  return {
    ...(flags.maxStates === undefined ? {} : { maxStates: flags.maxStates }),
    ...(flags.seconds === undefined ? {} : { maxMilliseconds: flags.seconds * 1000 }),
  };
}

function expansionFrom(flags: Flags): ExpansionOptions {
  const text = flags.reduction ?? "chain";
  if (text === "chain") return {};
  if (text === "separate") return { products: "separate" };
  const match = /^tree(?::([2-9]|[1-9]\d{1,3}))?$/.exec(text);
  if (match === null)
    throw new InputError("--reduction", "chain, separate, or tree:ARITY with an arity of at least 2", shown(text));
  return { products: "separate", reduction: { tree: Number(match[1] ?? 2) } };
}

function readGraph(file: string): Cdag {
  const text = readTextFile(file);
  return /\.hdag$/i.test(file) ? parseHyperDag(text, file) : parseCdagJson(text, file);
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
