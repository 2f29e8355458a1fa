import type { Command } from "commander";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import { checkWritable, writeWhole } from "../../node/output-file.js";
import { pageData } from "../../report/page/page-data.js";
import { reportPage } from "../../report/page/report-page.js";
import { withScheduleFile } from "../input/schedule-file.js";
import { checkReplayFlags, machineFromFlags, renamed } from "../options.js";
import { endProgress, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";
import type { ExplainFlags } from "./explain-flags.js";
import { addExplainFlags, explainOptions, statusOfReads } from "./explain-flags.js";

interface Flags extends ExplainFlags {
  readonly out?: string;
}

const EXAMPLES = [
  "redblue report gemm --m 2048 --n 2048 --k 2048 --gpu h200 --order row --out report.html",
  "redblue report attention --heads 8 --queries 1024 --dim 64 --gpu h100 --schedule flash-attention-2 --out report.html",
  "redblue report chain --m 4096 --k 512 --l 2048 --n 512 --gpu a100 --schedule chain-bands --out report.html",
  "redblue report gemm --m 512 --n 512 --k 512 --fast-words 4096 --out report.html",
  "redblue report conv --in-channels 64 --out-channels 64 --height 56 --kernel 3x3 --padding 1 --gpu a100 --out report.html",
];

export function addReportCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "report",
    summary: SUMMARIES.report,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS.filter(({ name }) => ["gemm", "chain", "attention", "conv"].includes(name)),
    flags: (command) => {
      addExplainFlags(command).option("--out <file>", "the page to write (.html)");
    },
    run: async (workload, given) => {
      const flags = await withScheduleFile(given);
      const { out } = flags;
      if (out === undefined || !/\.html?$/i.test(out)) throw new InputError("--out", "a file ending in .html", out ?? "nothing");
      checkWritable(out);
      const machine = machineFromFlags(flags);
      checkReplayFlags(machine, flags);
      try {
        const data = renamed(() => pageData(workload, machine, explainOptions(workload, machine, flags)));
        const page = reportPage(data);
        writeWhole(out, page);
        endProgress();
        printText(`${out}: ${new TextEncoder().encode(page).length} bytes`);
        return statusOfReads(data.gap.bounds, flags.measuredReads);
      } finally {
        endProgress();
      }
    },
  });
}
