import type { Command } from "commander";
import type { Json } from "../../bounds/certificates/json.js";
import type { Workload } from "../../computation/workload.js";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import type { GapBreakdown } from "../../gap/breakdown/breakdown.js";
import { breakdownJson } from "../../gap/breakdown/breakdown.js";
import { explainGap } from "../../gap/breakdown/explained-gap.js";
import type { GapOptions, GapReport } from "../../gap/gap.js";
import { gapReport } from "../../gap/gap.js";
import { gapDocument } from "../../gap/gap-document.js";
import type { SortKey } from "../../gap/row-order.js";
import { SORT_KEYS } from "../../gap/row-order.js";
import { checkOneL2 } from "../../replay/l2/l2-model.js";
import { breakdownText } from "../../report/breakdown-text.js";
import { gapBoundsText, gapRowsText, gapText } from "../../report/gap-text.js";
import { INTERFACE_ALIASES } from "../../report/interface-names.js";
import { formatRatio } from "../../report/units.js";
import { didYouMean } from "../../text/nearest-name.js";
import { addRangeFlag } from "../breadth-flags.js";
import { withScheduleFile } from "../input/schedule-file.js";
import { checkReplayFlags, machineFromFlags, renamed } from "../options.js";
import { columns, endProgress, heading, printJson, printRemark, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";
import type { ExplainFlags } from "./explain-flags.js";
import { addExplainFlags, explainOptions, statusOfReads } from "./explain-flags.js";

interface Flags extends ExplainFlags {
  readonly json?: true;
  readonly interface?: string;
  readonly sort?: SortKey;
  readonly maxGap?: number;
  readonly explain?: true;
}

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
  "redblue gap softmax --rows 64 --columns 4096 --fast-words 1024",
  "redblue gap rmsnorm --rows 1024 --columns 4096 --gpu h200",
  "redblue gap layernorm --rows 2048 --columns 4096 --gpu a40",
  "redblue gap elementwise --rows 2048 --columns 14336 --gpu h100",
  "redblue gap rotary --rows 4096 --heads 32 --dim 128 --gpu a100",
  "redblue gap gemm --m 4096 --n 4096 --k 4096 --gpu h100 --resident A:16M",
  "redblue gap norm-gemm --m 2048 --n 2048 --k 1024 --head-dim 128 --gpu a100 --cache lru",
];

export function addGapCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "gap",
    summary: SUMMARIES.gap,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS,
    flags: (command) => {
      addRangeFlag(addExplainFlags(command))
        .option(
          "--interface <name>",
          "only this interface: dram-l2, l2-sm, slow-fast, l2-cluster of kernels in clusters (--cluster RxC), or l3-l2 of dies",
        )
        .option("--sort <key>", "which schedules come first: time (default), bytes over DRAM, energy of the bytes", sortKey)
        .option("--max-gap <ratio>", "exit 1 when a gap shown exceeds this ratio", ratio)
        .option("--explain", "where the gap of the first schedule shown comes from, factor by factor")
        .option("--json", "print one redblue.gap/2 document");
    },
    run: async (workload, given) => {
      const read = await withScheduleFile(given);
      const alias = INTERFACE_ALIASES.get(read.interface ?? "");
      const flags = alias === undefined ? read : { ...read, interface: alias };
      if (flags.measuredReads !== undefined && flags.explain !== true)
        throw new InputError("--measured-reads", "--explain beside it", "none");
      // A person sees the bounds while the replays run; a script gets all or nothing.
      const early = flags.json !== true && process.stdout.isTTY === true;
      let told = false;
      const onBounds = (proven: Omit<GapReport, "rows">): void => {
        printText(gapBoundsText(proven, heading));
        told = true;
      };
      const whole = makeReport(workload, flags, early ? onBounds : undefined);
      const report = selected(whole, flags);
      const breakdowns = flags.explain === true ? explained(whole, flags) : undefined;
      const unit = report.machine.kind === "abstract" ? "words" : "bytes";
      if (flags.json === true) {
        const document = gapDocument(report) as Record<string, Json>;
        printJson(
          breakdowns === undefined ? document : { ...document, breakdown: breakdowns.map((one) => breakdownJson(one, unit)) },
        );
      } else {
        const rows = told ? gapRowsText(report, heading, columns()) : gapText(report, heading, columns());
        printText([rows, ...(breakdowns ?? []).map((one) => breakdownText(one, unit, heading, columns()))].join("\n\n"));
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

function makeReport(workload: Workload, flags: Flags, onBounds: GapOptions["onBounds"]): GapReport {
  const machine = machineFromFlags(flags);
  checkReplayFlags(machine, flags);
  try {
    return renamed(() =>
      gapReport(workload, machine, {
        ...explainOptions(workload, machine, flags),
        range: flags.range,
        sort: flags.sort,
        onBounds,
      }),
    );
  } finally {
    endProgress();
  }
}

/** The breakdowns of the interfaces shown. */
function explained(report: GapReport, flags: Flags): readonly GapBreakdown[] {
  const options = explainOptions(report.workload, report.machine, flags);
  const { l2 } = options;
  if (l2 !== undefined) renamed(() => checkOneL2(l2, "--explain"));
  try {
    const breakdowns = renamed(() => explainGap(report, options));
    return breakdowns.filter((breakdown) => flags.interface === undefined || breakdown.interface === flags.interface);
  } finally {
    endProgress();
  }
}

/** Keeps the schedule and interface asked for. */
function selected(report: GapReport, flags: Flags): GapReport {
  const keep = (name: string, wanted: string | undefined, there: readonly string[]): void => {
    if (wanted === undefined || there.includes(wanted)) return;
    const names = [...new Set(there)];
    const expected = `one of ${names.join(", ")} for this workload and machine${didYouMean(wanted, names)}`;
    throw new InputError(name, expected, shown(wanted));
  };
  const refused = report.leftOut?.find(({ label }) => label.split(" ")[0] === flags.schedule);
  if (refused !== undefined && !report.rows.some(({ schedule }) => schedule["id"] === flags.schedule))
    throw new InputError("--schedule", `one that can be replayed; ${refused.label}: ${refused.reason}`);
  keep(
    "--schedule",
    flags.schedule,
    report.rows.map((row) => String(row.schedule["id"])),
  );
  keep(
    "--interface",
    flags.interface,
    report.rows.map((row) => row.interface),
  );
  const rows = report.rows.filter(
    (row) =>
      (flags.schedule === undefined || row.schedule["id"] === flags.schedule) &&
      (flags.interface === undefined || row.interface === flags.interface),
  );
  return { ...report, rows };
}

function sortKey(text: string): SortKey {
  const key = SORT_KEYS.find((known) => known === text);
  if (key === undefined) throw new InputError("--sort", SORT_KEYS.join(", "), shown(text));
  return key;
}

function ratio(text: string): number {
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1)) throw new InputError("--max-gap", "a ratio of at least 1, such as 1.5", shown(text));
  return value;
}
