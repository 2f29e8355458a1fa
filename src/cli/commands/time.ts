import type { Command } from "commander";
import type { Json } from "../../bounds/certificates/json.js";
import { toJson } from "../../bounds/certificates/json.js";
import type { Workload } from "../../computation/workload.js";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import { scheduleTime, scheduleTimeFields } from "../../gap/schedule-time.js";
import type { Accelerator, Gpu, TreeMachine } from "../../machines/machine.js";
import { OPTION_NAMES, replayPlanned } from "../../plan/planned.js";
import { partitionedL2 } from "../../replay/l2/l2-model.js";
import type { EstimatedSchedule } from "../../report/schedule-time-text.js";
import { scheduleTimeText } from "../../report/schedule-time-text.js";
import { timeText } from "../../report/time-text.js";
import type { EnergyFigures } from "../../time/energy.js";
import { energyEstimate } from "../../time/energy.js";
import { operationCounts } from "../../time/operation-counts.js";
import { timeBound } from "../../time/time-bound.js";
import { timeDocument } from "../../time/time-document.js";
import { machineFromNameOrFile } from "../input/files.js";
import { plannedKernel } from "../input/named-kernel.js";
import { addedEntries } from "../list-flags.js";
import type { ClusterFlag, TiledFlags } from "../options.js";
import { addScheduleFlags, addShapeFlag, kernelOptions, renamed } from "../options.js";
import { endProgress, heading, printJson, printText, progress } from "../output.js";
import { addPortFlags } from "../port-flags.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";

interface Flags extends TiledFlags {
  readonly gpu?: string;
  readonly cluster?: ClusterFlag;
  readonly schedule?: string;
  readonly pj?: EnergyFigures;
  readonly json?: true;
}

const EXAMPLES = [
  "redblue time gemm --m 8192 --n 8192 --k 4096 --gpu h200",
  "redblue time attention --heads 32 --kv-heads 8 --queries 16384 --dim 128 --causal --gpu h100",
  "redblue time ffn --tokens 8192 --model 4096 --hidden 14336 --gated --gpu a100 --pj dram-l2=31.36,operation=0.5 --json",
  "redblue time chain --m 8192 --k 1024 --l 4096 --n 1024 --gpu b200",
  "redblue time conv --batch 32 --in-channels 64 --out-channels 64 --height 56 --kernel 3x3 --padding 1 --gpu h100",
  'redblue time einsum "C[i,j] += A[i,k] * B[k,j]" --extent i=4096,j=4096,k=1024 --gpu h200',
  'redblue time einsum "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]" --extent i=512,j=512,k=512,l=64 --gpu h100',
  "redblue time softmax --rows 4096 --columns 32768 --gpu h200",
  "redblue time rmsnorm --rows 8192 --columns 4096 --gpu h200",
  "redblue time layernorm --rows 8192 --columns 4096 --gpu a100",
  "redblue time elementwise --rows 8192 --columns 14336 --gpu h100",
  "redblue time rotary --rows 8192 --heads 32 --dim 128 --gpu h100",
  "redblue time norm-gemm --m 4096 --n 4096 --k 4096 --gpu h200",
  "redblue time gemm --m 8192 --n 8192 --k 4096 --gpu h200 --schedule tiled-gemm --tile 128x256x64 --order group:16",
];

export function addTimeCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "time",
    summary: SUMMARIES.time,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS,
    flags: (command) => {
      command
        .option("--gpu <name|file>", "a GPU by name (redblue gpus lists them) or a JSON file of your own")
        .option("--pj <list>", "picojoules a byte of dram-l2, l2-sm, and an operation, e.g. dram-l2=31.4,operation=0.5", energies)
        .option("--schedule <id>", "also the estimated time of this schedule (redblue schedules lists them)")
        .option("--json", "print one redblue.time/2 document");
      addShapeFlag(addPortFlags(addScheduleFlags(command)));
    },
    run: (workload, flags) => {
      if (flags.gpu === undefined) throw new InputError("--gpu", "a GPU (such as --gpu h200)", "nothing");
      const gpu = machineFromNameOrFile(flags.gpu);
      const time = renamed(() => timeBound(workload, gpu));
      const energy = energyEstimate(time.bounds, operationCounts(workload), gpu, flags.pj);
      const estimated = estimatedSchedule(workload, gpu, flags);
      if (flags.json === true) {
        const estimate = estimated === undefined ? {} : { estimate: estimateJson(estimated) };
        printJson({ ...timeDocument(time, energy), ...estimate });
      } else {
        const lines = [timeText(time, energy, heading)];
        if (estimated !== undefined) lines.push(scheduleTimeText(estimated, time, heading));
        printText(lines.join("\n\n"));
      }
      return 0;
    },
  });
}

/** The schedule that the flags name, replayed in time. */
function estimatedSchedule(
  workload: Workload,
  gpu: Gpu | Accelerator | TreeMachine,
  flags: Flags,
): EstimatedSchedule | undefined {
  if (flags.schedule === undefined) {
    const given = kernelOptions(flags);
    const stray = [
      ["tile", "tile"],
      ["threads", "threads"],
      ["ctasPerSm", "ctas-per-sm"],
      ["spillBytes", "spill-bytes"],
      ...OPTION_NAMES,
    ] as const;
    const [, name] = stray.find(([option]) => given[option] !== undefined) ?? [];
    if (name !== undefined) throw new InputError(`--${name}`, "--schedule ID beside it", "none");
    return undefined;
  }
  if (gpu.kind !== "gpu") throw new InputError("--schedule", "a GPU for it", gpu.id);
  return renamed(() => {
    const planned = plannedKernel(workload, gpu, flags);
    const part = planned.fields["computes"];
    if (part !== undefined)
      throw new InputError("schedule", `a schedule of the whole ${workload.kind}`, `${planned.label}, which computes ${part}`);
    const cache = partitionedL2(gpu);
    progress(`replaying ${planned.label}`);
    try {
      const time = scheduleTime(workload, gpu, planned, replayPlanned(planned, cache));
      if (time === undefined) throw new InputError("schedule", "one whose replay keeps time", planned.label);
      return { label: planned.label, fields: planned.fields, cache, time };
    } finally {
      endProgress();
    }
  });
}

function estimateJson({ fields, cache, time }: EstimatedSchedule): Json {
  return { schedule: fields, cache: toJson(cache), ...scheduleTimeFields(time), loads: toJson(time.loads) };
}

/** Reads `dram-l2=31.4,operation=0.5`, repeatable. */
function energies(text: string, previous: EnergyFigures | undefined): EnergyFigures {
  const entries = text.split(",").map((entry) => {
    const [, name, value] = /^(dram-l2|l2-sm|operation)=(\d{1,6}(?:\.\d{1,6})?)$/.exec(entry.trim()) ?? [];
    if (name === undefined) throw new InputError("--pj", "a list such as dram-l2=31.4,l2-sm=124,operation=0.5", shown(text));
    return [name, Number(value)] as const;
  });
  return addedEntries("--pj", previous, entries);
}
