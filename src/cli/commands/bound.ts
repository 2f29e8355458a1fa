import type { Command } from "commander";
import { boundsDocument, boundWorkload } from "../../bounds/bounds-document.js";
import { describeWorkload, WORKLOAD_FORMS } from "../../computation/workload.js";
import { boundsToShow } from "../../gap/conditions.js";
import { boundsTable, describeMachine, fusionLines } from "../../report/gap-text.js";
import { classLines, requirementLines } from "../../report/requirement-text.js";
import type { MachineFlags } from "../options.js";
import { addAssumeFlag, addClusterFlag, addMachineFlags, machineFromFlags, renamed, ruleFromFlags } from "../options.js";
import { heading, printJson, printText } from "../output.js";
import type { ResidentFlag } from "../resident-flag.js";
import { addResidentFlag } from "../resident-flag.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";

interface Flags extends MachineFlags, ResidentFlag {
  readonly assume?: string;
  readonly json?: true;
}

const EXAMPLES = [
  "redblue bound gemm --m 8192 --n 8192 --k 4096 --gpu h200",
  "redblue bound gemm --m 4096 --n 4096 --k 16 --fast-words 1024 --json > bounds.json",
  "redblue bound gemm --m 4096 --n 7168 --k 2048 --dtype fp8 --output-dtype bf16 --scales a:1x128,b:128x128 --gpu h200",
  "redblue bound attention --heads 32 --kv-heads 8 --queries 16384 --dim 128 --causal --gpu h100",
  "redblue bound ffn --tokens 8192 --model 4096 --hidden 14336 --gated --gpu h200",
  "redblue bound gemm --m 8192 --n 8192 --k 4096 --gpu h100 --cluster 2 --assume wgmma,stages:4",
  "redblue bound chain --m 65536 --k 64 --l 65536 --n 64 --fast-words 50000",
  "redblue bound chain --m 65536 --widths 4096,14336,4096,14336,4096 --gpu h200",
  "redblue bound conv --batch 32 --in-channels 64 --out-channels 64 --height 56 --kernel 3x3 --padding 1 --fast-words 4096",
  'redblue bound einsum "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]" --extent i=512,j=512,k=512,l=64 --fast-words 4096',
  'redblue bound einsum "S[h,i,j] += Q[h,i,d] * K[h,j,d]; O[h,i,e] += S[h,i,j] * V[h,j,e]" --extent h=8,i=4096,j=4096,d=64,e=64 --gpu h100',
  "redblue bound softmax --rows 64 --columns 4096 --fast-words 1024",
  "redblue bound rmsnorm --rows 8192 --columns 4096 --gpu h200",
  "redblue bound layernorm --rows 8192 --columns 4096 --gpu a100",
  "redblue bound elementwise --rows 8192 --columns 14336 --gpu h200",
  "redblue bound rotary --rows 8192 --heads 32 --dim 128 --gpu h200",
  "redblue bound gemm --m 4096 --n 4096 --k 4096 --gpu h100 --resident A",
  "redblue bound norm-gemm --m 4096 --n 4096 --k 4096 --head-dim 128 --gpu h200",
];

export function addBoundCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "bound",
    summary: SUMMARIES.bound,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS,
    flags: (command) => {
      addResidentFlag(addAssumeFlag(addClusterFlag(addMachineFlags(command)))).option(
        "--json",
        "print one redblue.bounds/2 document with certificates",
      );
    },
    run: (workload, flags) => {
      const machine = machineFromFlags(flags);
      const report = renamed(() => boundWorkload(workload, machine, ruleFromFlags(flags, machine), flags.resident));
      if (flags.json === true) {
        printJson(boundsDocument(report));
        return 0;
      }
      const best = boundsToShow(report.bounds);
      const ruled = report.bounds.filter(({ scope }) => scope === "class");
      const lines = [
        describeWorkload(workload),
        describeMachine(machine, report.resident),
        "",
        heading("Every bound"),
        boundsTable(report.bounds),
      ];
      lines.push("", heading("Best of each interface"), boundsTable(best), "");
      lines.push(heading("What they count and require"), ...requirementLines(best, machine));
      for (const bound of ruled) lines.push("", heading(`What ${bound.id} requires`), ...classLines(bound));
      const fusion = report.resident === undefined ? fusionLines(report.workload, report.machine) : [];
      if (fusion.length > 0) lines.push("", heading("Fusing the two products"), ...fusion);
      printText(lines.join("\n"));
      return 0;
    },
  });
}
