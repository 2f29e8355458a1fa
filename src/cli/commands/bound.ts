import type { Command } from "commander";
import { boundsDocument, boundWorkload } from "../../bounds/bounds-document.js";
import type { SymbolicSubject } from "../../bounds/symbolic/symbolic.js";
import { formulasAt, symbolicBounds, symbolicDocument } from "../../bounds/symbolic/symbolic.js";
import { checkOwnValues } from "../../bounds/symbolic/values.js";
import type { Workload } from "../../computation/workload.js";
import { checkWorkload, describeWorkload, WORKLOAD_FORMS } from "../../computation/workload.js";
import type { WorkloadFields, WorkloadForm } from "../../computation/workload-kind.js";
import { InputError, shown } from "../../errors.js";
import { boundsToShow } from "../../gap/conditions.js";
import { boundsTable, describeMachine, fusionLines } from "../../report/gap-text.js";
import { classLines, requirementLines } from "../../report/requirement-text.js";
import { symbolicText } from "../../report/symbolic-text.js";
import type { MachineFlags } from "../options.js";
import { addAssumeFlag, addClusterFlag, addMachineFlags, machineFromFlags, renamed, ruleFromFlags } from "../options.js";
import { heading, printJson, printText } from "../output.js";
import type { ResidentFlag } from "../resident-flag.js";
import { addResidentFlag } from "../resident-flag.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";
import { workloadFromFlags } from "../workload-flags.js";

interface Flags extends MachineFlags, ResidentFlag {
  readonly assume?: string;
  readonly json?: true;
  readonly symbolic?: true;
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
  "redblue bound attention --pass backward --heads 32 --queries 4096 --dim 128 --causal --gpu h100",
  "redblue bound gemm --m 4096 --n 4096 --k 4096 --epilogue bias,residual,gelu --gpu h100",
  "redblue bound norm-gemm --m 4096 --n 4096 --k 4096 --head-dim 128 --gpu h200",
  "redblue bound gemm --symbolic",
  "redblue bound syrk --n 4096 --m 4096 --fast-words 65536",
  "redblue bound cholesky --n 8192 --dtype fp64 --gpu h200",
  "redblue bound stencil --dims 8192x8192 --steps 100 --points 9 --dtype fp64 --gpu h100",
  "redblue bound fft --points 1048576 --fast-words 4096",
  "redblue bound mamba2 --heads 80 --groups 1 --tokens 8192 --state 128 --dim 64 --final-state --gpu h100",
  'redblue bound einsum "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]" --symbolic',
  "redblue bound chain --m 65536 --k 64 --l 65536 --n 64 --fast-words 50000 --symbolic",
];

export function addBoundCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "bound",
    summary: SUMMARIES.bound,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS,
    flags: (command) => {
      addResidentFlag(addAssumeFlag(addClusterFlag(addMachineFlags(command))))
        .option("--symbolic", "formulas in the extents and the words S of one fast memory; with --fast-words their values beside")
        .option("--json", "print one redblue.bounds/2 document with certificates, or one of redblue.symbolic/2");
    },
    withoutExtents: (kind, flags) => (flags.symbolic === true ? printFormulas(kind, flags) : undefined),
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
        boundsTable(report.bounds, machine),
      ];
      lines.push("", heading("Best of each interface"), boundsTable(best, machine), "");
      lines.push(heading("What they count and require"), ...requirementLines(best, machine));
      for (const bound of ruled) lines.push("", heading(`What ${bound.id} requires`), ...classLines(bound));
      const fusion = report.resident === undefined ? fusionLines(report.workload, report.machine) : [];
      if (fusion.length > 0) lines.push("", heading("Fusing the two products"), ...fusion);
      printText(lines.join("\n"));
      return 0;
    },
  });
}

/** Formulas of a workload, without extents; with a fast memory also what they come to at the extents given. */
function printFormulas(kind: WorkloadForm<Workload>, flags: Flags & WorkloadFields): number {
  const other = (["gpu", "resident", "assume", "cluster"] as const).find((flag) => flags[flag] !== undefined);
  if (other !== undefined) throw new InputError(`--${other}`, "--fast-words, or nothing, beside --symbolic", "both");
  const words = flags.fastWords;
  const here =
    words === undefined ? undefined : renamed(() => formulasAt(checked(workloadFromFlags(kind, flags)), BigInt(words)));
  renamed(() => checkOwnValues(flags));
  const bounds = symbolicBounds(subjectOf(kind, flags));
  if (flags.json === true) printJson(symbolicDocument(bounds, here));
  else printText(symbolicText(bounds, heading, here));
  return 0;
}

function checked(workload: Workload): Workload {
  checkWorkload(workload);
  return workload;
}

/**
 * What a form makes, as its name says; of an einsum its text, a chain of three products where it has four widths or more, and a product
 * with an epilogue or a sparse operand where it is given one.
 */
function subjectOf({ name }: WorkloadForm<Workload>, { text, widths, epilogue, sparse }: WorkloadFields): SymbolicSubject {
  if (name === "einsum") {
    if (typeof text !== "string") throw new InputError("text", 'a statement such as "C[i,j] += A[i,k] * B[k,j]"', shown(text));
    return { text };
  }
  if (name === "chain" && Array.isArray(widths) && widths.length > 3) return "multilayer-chain";
  if (name === "gemm" && sparse !== undefined) return "sparse-gemm";
  if (name === "gemm" && epilogue !== undefined) return "epilogue-gemm";
  return name as Exclude<Workload["kind"], "einsum">;
}
