import type { Command } from "commander";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import type { GapReport } from "../../gap/gap.js";
import { breakdownText } from "../../report/breakdown-text.js";
import { gapBoundsText, gapRowsText, gapText } from "../../report/gap-text.js";
import { formatRatio } from "../../report/units.js";
import { withScheduleFile } from "../input/schedule-file.js";
import { columns, heading, printJson, printRemark, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";
import { statusOfReads } from "./explain-flags.js";
import { gapAnswer, gapBreakdowns, gapJson } from "./gap-answer.js";
import type { GapFlags } from "./gap-flags.js";
import { addGapFlags } from "./gap-flags.js";

const EXAMPLES = [
  "redblue gap gemm --m 8192 --n 8192 --k 4096 --gpu h200",
  "redblue gap gemm --m 4096 --n 4096 --k 4096 --gpu a100 --tile 128x256x32 --order row,group:8,morton",
  "redblue gap gemm --m 1024 --n 1024 --k 64 --fast-words 4096 --json",
  "redblue gap chain --m 8192 --k 1024 --l 4096 --n 1024 --gpu h200",
  "redblue gap chain --m 4096 --k 64 --l 4096 --n 64 --fast-words 20000",
  "redblue gap chain --m 8192 --widths 64,1024,64,1024,64 --fast-words 16384",
  "redblue gap conv --in-channels 256 --out-channels 256 --height 56 --kernel 3x3 --padding 1 --fast-words 16384",
  "redblue gap attention --heads 16 --queries 4096 --dim 128 --gpu h200 --cache lru",
  "redblue gap gemm --m 4096 --n 4096 --k 4096 --gpu h200 --order row --explain",
  "redblue gap gemm --m 4096 --n 4096 --k 4096 --gpu a100 --order row --explain --measured-reads 700000000",
  'redblue gap einsum "H[i,j] += A[i,k] * B[k,j]; E[i,n] += H[i,j] * D[j,n]" --extent i=512,j=512,k=64,n=64 --fast-words 4096',
  'redblue gap einsum "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]" --extent i=512,j=512,k=512,l=64 --fast-words 4096',
  "redblue gap ffn --tokens 4096 --model 1024 --hidden 4096 --gated --gpu h200",
  "redblue gap softmax --rows 512 --columns 32768 --gpu a100 --cache lru",
  "redblue gap stencil --dims 2048x2048 --steps 64 --points 9 --fast-words 4096",
  "redblue gap fft --points 1048576 --fast-words 4097",
  "redblue gap scan --heads 80 --groups 1 --tokens 4096 --state 128 --dim 64 --gpu h100",
  "redblue gap softmax --rows 64 --columns 4096 --fast-words 1024",
  "redblue gap rmsnorm --rows 1024 --columns 4096 --gpu h200",
  "redblue gap layernorm --rows 2048 --columns 4096 --gpu a40",
  "redblue gap elementwise --rows 2048 --columns 14336 --gpu h100",
  "redblue gap rotary --rows 4096 --heads 32 --dim 128 --gpu a100",
  "redblue gap gemm --m 4096 --n 4096 --k 4096 --gpu h100 --resident A:16M",
  "redblue gap norm-gemm --m 2048 --n 2048 --k 1024 --head-dim 128 --gpu a100 --cache lru",
];

export function addGapCommand(program: Command): void {
  workloadCommand<GapFlags>(program, {
    name: "gap",
    summary: SUMMARIES.gap,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS,
    flags: addGapFlags,
    run: async (workload, given) => {
      const flags = await withScheduleFile(given);
      if (flags.measuredReads !== undefined && flags.explain !== true)
        throw new InputError("--measured-reads", "--explain beside it", "none");
      // A person sees the bounds while the replays run; a script gets all or nothing.
      const early = flags.json !== true && process.stdout.isTTY === true;
      let told = false;
      const onBounds = (proven: Omit<GapReport, "rows">): void => {
        printText(gapBoundsText(proven, heading));
        told = true;
      };
      const answer = gapAnswer(workload, flags, early ? { onBounds } : {});
      const { report } = answer;
      const breakdowns = flags.explain === true ? gapBreakdowns(answer, flags) : undefined;
      if (flags.json === true) printJson(gapJson(answer, breakdowns));
      else {
        const rows = told ? gapRowsText(report, heading, columns()) : gapText(report, heading, columns());
        printText(
          [rows, ...(breakdowns ?? []).map((one) => breakdownText(one, report.machine, heading, columns()))].join("\n\n"),
        );
      }
      if (statusOfReads(report.bounds, flags.measuredReads) === 1) return 1;
      const limit = flags.maxGap;
      const exceeded = limit === undefined ? undefined : report.rows.find((row) => row.gap > limit);
      if (exceeded === undefined || limit === undefined) return 0;
      printRemark(
        `--max-gap: ${exceeded.label} on ${exceeded.interface} is ${formatRatio(exceeded.gap)} the bound, above ${limit}`,
      );
      return 1;
    },
  });
}
