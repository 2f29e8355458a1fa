import type { Command } from "commander";
import { InputError, shown } from "../../errors.js";
import { workloadGraph } from "../../gap/pebbling.js";
import type { Cdag } from "../../pebble/cdag.js";
import { toDot } from "../../pebble/formats/dot.js";
import { hyperDagFrom } from "../../pebble/formats/hyperdag.js";
import { cdagToDocument } from "../../pebble/formats/json.js";
import { didYouMean } from "../../text/nearest-name.js";
import { examples } from "../examples.js";
import { addGraphWorkloads, graphFile, readGraph } from "../input/graph-input.js";
import { printJson, printRemark } from "../output.js";
import { SUMMARIES } from "../summaries.js";

interface Flags {
  readonly format?: string;
  readonly reduction?: string;
}

const FORMATS = ["json", "hdag", "dot"] as const;
const EXAMPLES = [
  "redblue graph gemm --m 2 --n 2 --k 2 --format dot",
  "redblue graph gemm --m 3 --n 3 --k 3 --reduction tree --format hdag",
  "redblue graph chain --m 2 --k 1 --l 2 --n 1 --format dot",
  "redblue graph ffn --tokens 2 --model 1 --hidden 2 --gated",
  "redblue graph attention --heads 1 --queries 2 --dim 1 --softmax-block 2",
  "redblue graph conv --in-channels 1 --out-channels 2 --height 1 --width 3 --kernel 1x2",
  'redblue graph einsum "F[i] += P[i] * P[j]" --extent i=3,j=3 --format dot',
  "redblue graph softmax --rows 1 --columns 4 --softmax-block 2 --format dot",
  "redblue graph rmsnorm --rows 1 --columns 3 --format dot",
  "redblue graph layernorm --rows 1 --columns 3 --format hdag",
  "redblue graph elementwise --rows 1 --columns 2 --inputs 3 --format dot",
  "redblue graph rotary --rows 1 --dim 2 --format dot",
  "redblue graph norm-gemm --m 1 --n 2 --k 2 --head-dim 2 --format dot",
];

/** `redblue graph FILE` and `redblue graph WORKLOAD …`: reads, checks and writes graphs. */
export function addGraphCommand(program: Command): void {
  const parent = program
    .command("graph")
    .enablePositionalOptions()
    .summary(SUMMARIES.graph)
    .description("Check a graph file, or expand a workload into its CDAG, and write it as JSON, HyperDAG or DOT.")
    .argument("[file]", "a graph as JSON or HyperDAG (.hdag)")
    .addHelpText("after", examples([...EXAMPLES, "redblue graph graph.hdag --format json"]));
  addFormatFlag(parent).action((file: string | undefined, flags: Flags) => write(readGraph(graphFile(file)), flags));
  addGraphWorkloads<Flags>(parent, EXAMPLES, addFormatFlag, (workload, expansion, flags) => {
    write(workloadGraph(workload, expansion), flags);
  });
}

function addFormatFlag(command: Command): Command {
  return command.option("--format <name>", `${FORMATS.join(", ")} (default json)`);
}

function write(graph: Cdag, flags: Flags): void {
  const format = FORMATS.find((name) => name === (flags.format ?? "json"));
  if (format === undefined)
    throw new InputError(
      "--format",
      `one of ${FORMATS.join(", ")}${didYouMean(String(flags.format), FORMATS)}`,
      shown(flags.format),
    );
  if (format === "json") printJson(cdagToDocument(graph));
  else if (format === "dot") process.stdout.write(toDot(graph));
  else {
    const inner = graph.isOutput.findIndex(
      (flag, v) => flag === 1 && graph.successorOffsets[v] !== graph.successorOffsets[v + 1],
    );
    if (inner >= 0) printRemark(`warning: HyperDAG cannot say that vertex ${inner}, which has successors, is an output`);
    process.stdout.write(hyperDagFrom(graph));
  }
}
