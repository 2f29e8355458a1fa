import type { Command } from "commander";
import { Option } from "commander";
import type { Workload } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import { type CapacityRange, rangeAround } from "../../gap/capacity-grid.js";
import { CURVE_POLICIES, type CurvePolicy, type CurveReport, trafficCurve } from "../../gap/curve.js";
import { curveDocument } from "../../gap/curve-document.js";
import { abstractMachine } from "../../machines/registry.js";
import { checkWritable, writeWhole } from "../../node/output-file.js";
import { chartSvg } from "../../report/chart-svg.js";
import { curveChart } from "../../report/curve-chart.js";
import { curveCsv, curveText } from "../../report/curve-text.js";
import { didYouMean } from "../../text/nearest-name.js";
import { addAllFlag } from "../breadth-flags.js";
import { once } from "../list-flags.js";
import type { ClusterFlag, TiledFlags } from "../options.js";
import {
  addScheduleFlags,
  addShapeFlag,
  checkReplayFlags,
  kernelOptions,
  machineFromFlags,
  renamed,
  wholeNumber,
} from "../options.js";
import { endProgress, heading, printJson, printText, progress } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";
import { REPLAYED } from "../workload-flags.js";

interface Flags extends Omit<TiledFlags, "l2Bytes"> {
  readonly gpu?: string;
  readonly cluster?: ClusterFlag;
  /** A plain number from a workload file. */
  readonly fastWords?: CapacityRange | number;
  readonly l2Bytes?: CapacityRange;
  readonly schedule?: string;
  readonly all?: true;
  readonly perDoubling?: number;
  readonly json?: true;
  readonly csv?: true;
  readonly svg?: string;
}

const EXAMPLES = [
  "redblue curve gemm --m 8192 --n 8192 --k 2048 --gpu h200",
  "redblue curve gemm --m 4096 --n 4096 --k 4096 --gpu a40 --order row,group:8 --cache opt --csv",
  "redblue curve gemm --m 512 --n 512 --k 64 --fast-words 64:65536 --per-doubling 1",
  "redblue curve chain --m 8192 --k 1024 --l 4096 --n 1024 --gpu a100 --band 1,4,16 --svg chain.svg",
  "redblue curve ffn --tokens 2048 --model 512 --hidden 1024 --gated --gpu a100 --band 1,4",
  "redblue curve conv --batch 4 --in-channels 64 --out-channels 64 --height 28 --kernel 3 --padding 1 --gpu a40",
  "redblue curve attention --heads 16 --queries 4096 --dim 128 --gpu h100 --l2-bytes 1048576:67108864 --json",
  "redblue curve softmax --rows 2048 --columns 8192 --gpu a100",
  "redblue curve rmsnorm --rows 2048 --columns 8192 --gpu h200 --schedule row-two-passes --csv",
  "redblue curve layernorm --rows 256 --columns 8192 --gpu a40 --schedule row-two-passes --cache opt",
  "redblue curve elementwise --rows 2048 --columns 8192 --gpu a40",
  "redblue curve rotary --rows 2048 --heads 32 --dim 128 --gpu a40",
  "redblue curve norm-gemm --m 2048 --n 2048 --k 1024 --gpu a100 --order row,group:8",
];

export function addCurveCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "curve",
    summary: SUMMARIES.curve,
    examples: EXAMPLES,
    workloads: REPLAYED,
    flags: (command) => {
      addAllFlag(
        addScheduleFlags(
          addShapeFlag(command)
            .option("--gpu <name|file>", "a GPU by name (redblue gpus lists them) or a JSON file of your own")
            .addOption(
              new Option("--fast-words <from:to>", "instead of a GPU: sizes of the one fast memory, in words").argParser(
                once("--fast-words", range("--fast-words", 3)),
              ),
            ),
        ),
      )
        .option("--cache <policy>", `replacement of the L2: ${CURVE_POLICIES.join(" or ")} (default lru)`)
        .addOption(
          new Option(
            "--l2-bytes <from:to>",
            "sizes of the L2 (default a sixteenth to sixteen times the GPU's; one number: around it)",
          ).argParser(once("--l2-bytes", range("--l2-bytes", 1))),
        )
        .option("--per-doubling <count>", "points in a doubling: 1, 2, 4, 8 or 16 (default 4)", wholeNumber("--per-doubling"))
        .option("--schedule <id>", "only this schedule (redblue schedules lists them)")
        .option("--json", "print one redblue.curve/2 document")
        .option("--csv", "print comma-separated values")
        .option("--svg <file>", "draw the curves into this file, both axes logarithmic");
    },
    run: (workload, flags) => {
      if (flags.json === true && flags.csv === true) throw new InputError("--csv", "either --json or --csv", "both");
      if (flags.svg !== undefined) checkWritable(flags.svg);
      const report = renamed(() => makeReport(workload, flags));
      if (flags.svg !== undefined) writeWhole(flags.svg, chartSvg(curveChart(report)));
      if (flags.json === true) printJson(curveDocument(report));
      else printText(flags.csv === true ? curveCsv(report) : curveText(report, heading));
      return 0;
    },
  });
}

function makeReport(workload: Workload, flags: Flags): CurveReport {
  const { fastWords, gpu, l2Bytes, schedule, perDoubling } = flags;
  const words = typeof fastWords === "number" ? rangeAround(fastWords, 3) : fastWords;
  const machine = machineFromFlags({
    ...(gpu === undefined ? {} : { gpu }),
    ...(words === undefined ? {} : { fastWords: words.to }),
    ...(flags.cluster === undefined ? {} : { cluster: flags.cluster }),
  });
  if (flags.cluster !== undefined && flags.cluster.shape === undefined)
    throw new InputError("--cluster", "rows x columns, such as 2x1, for a curve", String(flags.cluster.size));
  checkReplayFlags(machine, flags);
  try {
    return trafficCurve(workload, machine.kind === "abstract" ? abstractMachine(machine.fastWords) : machine, {
      ...{ ...kernelOptions(flags), all: flags.all, schedule, perDoubling },
      policy: policyNamed(flags.cache),
      range: words ?? l2Bytes,
      onSchedule: (label) => progress(`replaying ${label}`),
    });
  } finally {
    endProgress();
  }
}

function policyNamed(name: string | undefined): CurvePolicy | undefined {
  const known = CURVE_POLICIES.find((policy) => policy === name);
  if (name !== undefined && known === undefined) {
    throw new InputError(
      "--cache",
      `${CURVE_POLICIES.join(" or ")}, whose curve is one pass${didYouMean(name, CURVE_POLICIES)}`,
      shown(name),
    );
  }
  return known;
}

/** Reads `FROM:TO`, or one number for a range around it. */
function range(flag: string, least: number): (text: string) => CapacityRange {
  return (text) => {
    const [from, to, ...rest] = text.split(":");
    const number = wholeNumber(flag, least);
    if (to === undefined) return rangeAround(number(from ?? ""), least);
    if (rest.length > 0 || number(to) < number(from ?? ""))
      throw new InputError(flag, "FROM:TO with FROM at most TO", shown(text));
    return { from: number(from ?? ""), to: number(to) };
  };
}
