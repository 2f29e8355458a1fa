import type { Command } from "commander";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import { timeText } from "../../report/time-text.js";
import type { EnergyFigures } from "../../time/energy.js";
import { energyEstimate } from "../../time/energy.js";
import { operationCounts } from "../../time/operation-counts.js";
import { timeBound } from "../../time/time-bound.js";
import { timeDocument } from "../../time/time-document.js";
import { gpuFromNameOrFile } from "../input/files.js";
import { addedEntries } from "../list-flags.js";
import { renamed } from "../options.js";
import { heading, printJson, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";

interface Flags {
  readonly gpu?: string;
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
        .option("--json", "print one redblue.time/2 document");
    },
    run: (workload, flags) => {
      if (flags.gpu === undefined) throw new InputError("--gpu", "a GPU (such as --gpu h200)", "nothing");
      const gpu = gpuFromNameOrFile(flags.gpu);
      if (gpu.kind !== "gpu") throw new InputError("--gpu", "a GPU: peak rates of other machines are not known here", gpu.id);
      const time = renamed(() => timeBound(workload, gpu));
      const energy = energyEstimate(time.bounds, operationCounts(workload), gpu, flags.pj);
      if (flags.json === true) printJson(timeDocument(time, energy));
      else printText(timeText(time, energy, heading));
      return 0;
    },
  });
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
