import { basename } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { dataTypeNamed, OPERAND_TYPES } from "../../computation/data-types.js";
import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import { formNamed, WORKLOAD_FORMS, workloadHint } from "../../computation/workload.js";
import type { WorkloadForm } from "../../computation/workload-kind.js";
import { camelCase } from "../../computation/workload-kind.js";
import { InputError, shown } from "../../errors.js";
import type { KernelMeaning } from "../../gap/profiled.js";
import { profiledHead, profiledKernels } from "../../gap/profiled-document.js";
import { profiledStep, USUAL_TOP } from "../../gap/step/profiled-step.js";
import type { StepGrouping } from "../../gap/step/step-summary.js";
import { STEP_GROUPINGS } from "../../gap/step/step-summary.js";
import type { Gpu } from "../../machines/machine.js";
import type { ProfiledKernel } from "../../measured/index.js";
import { checkWritable, writeWhole } from "../../node/output-file.js";
import { parquetBytes } from "../../node/parquet.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { chooseL2 } from "../../replay/l2/l2-model.js";
import { profilePage } from "../../report/page/profile-page.js";
import { profiledColumns, profiledCsv } from "../../report/profile/profiled-csv.js";
import { profiledText } from "../../report/profile/profiled-text.js";
import { formatLaunchOrder } from "../../schedules/tiles/launch-order.js";
import { examples } from "../examples.js";
import { readWorkloadFile } from "../input/files.js";
import type { KernelEntry } from "../input/kernel-map.js";
import { meaningFrom, patternFrom, readKernelMap, warmMeaningOf } from "../input/kernel-map.js";
import { readProfiles } from "../input/profile-file.js";
import { profiledGpu } from "../input/profiled-gpu.js";
import { withScheduleFile } from "../input/schedule-file.js";
import { parseYaml } from "../input/yaml.js";
import type { TiledFlags } from "../options.js";
import { addTiledFlags, wholeNumber } from "../options.js";
import { heading, printJsonList, printText } from "../output.js";
import { addPortFlags } from "../port-flags.js";
import { residentsFrom } from "../resident-flag.js";
import { SUMMARIES } from "../summaries.js";
import { addOverrides } from "../workload-command.js";
import { workloadFlags } from "../workload-flags.js";

interface Flags extends TiledFlags {
  readonly workload?: string;
  readonly kernel?: string;
  readonly schedule?: string;
  readonly resident?: string;
  readonly gpu?: string;
  readonly by?: StepGrouping;
  readonly top?: number;
  readonly dtype?: string;
  readonly json?: true;
  readonly csv?: true;
  readonly html?: string;
  readonly parquet?: string;
}

const TYPES = ["dtype", "output-dtype", "accumulator"] as const;

/** A range of this form names its own workload: `redblue {workload: gemm, m: 2048, n: 2048, k: 2048}`. */
const NAMED_RANGE = /^redblue\s*(\{.*\})$/s;

export function addNcuCommand(program: Command): void {
  const command = program
    .command("ncu")
    .summary(SUMMARIES.ncu)
    .description(
      "Read a profile (ncu --csv, a Chrome trace of PyTorch, or a table of Nsight Systems) and set each kernel beside its bounds and, " +
        "where its schedule is named, its replay. Kernels inside PyTorch's operators (emit_nvtx or a trace, record_shapes=True) need no " +
        "naming. Exit 1 when a counter is below a bound. 'redblue profile' is the same command.",
    )
    .argument(
      "<file...>",
      "page raw or details of 'ncu --csv', a trace (.json, .json.gz), or 'nsys stats --report cuda_gpu_trace --format csv'; several count as one",
    )
    .option(
      "--workload <name|file>",
      "what the kernels compute: a workload by name with its flags, a workload file, or a mapping file (docs/profiler.md)",
    )
    .option(
      "--kernel <pattern>",
      "the workload is that of the kernels whose name holds this text or matches /this/ (default: all)",
    )
    .option("--schedule <id|file>", "replay this schedule, or that of a schedule file, beside the counters")
    .option("--gpu <name|file>", "the GPU that was profiled (default: the device that the profile names)");
  addPortFlags(addTiledFlags(command))
    .addOption(
      new Option(
        "--resident <list>",
        "inputs that the kernel before left in the L2, comma-separated: A or A:16M (a field of a mapping file too)",
      ).argParser((text) => {
        residentsFrom(text);
        return text;
      }),
    )
    .addOption(
      new Option("--by <what>", "what a row of the step's table stands for (default work: launches that do the same)").choices([
        ...STEP_GROUPINGS,
      ]),
    )
    .option(
      "--top <N>",
      "rows of the step's table, and launches shown one by one (default 10; all of up to 8)",
      wholeNumber("--top"),
    )
    .option("--json", "print one redblue.ncu/2 document")
    .option("--csv", "print comma-separated values, a line a launch")
    .option("--parquet <file>", "write the table of --csv as a Parquet file")
    .option(
      "--html <file>",
      "write a page of the step: its time, kernels that open to bounds and replays, roofline, neighbours to fuse",
    );
  addOverrides(command, WORKLOAD_FORMS);
  command.addHelpText(
    "after",
    examples([
      "ncu --csv --page raw --nvtx --print-units base --metrics dram__bytes_read.sum,dram__bytes_write.sum," +
        "l1tex__m_xbar2l1tex_read_bytes.sum,l1tex__m_l1tex2xbar_write_bytes.sum,gpu__time_duration.sum " +
        "python3 train.py > kernels.csv",
      "redblue ncu kernels.csv --gpu h200 --workload gemm --m 2048 --n 2048 --k 2048 --kernel mm_kernel",
      "redblue ncu kernels.csv --gpu h200 --workload kernels.yaml --json",
      "redblue profile trace.json.gz --by module --top 20",
      "redblue profile trace.json.gz --html step.html",
      "redblue profile trace.json.gz --parquet launches.parquet",
    ]),
  );
  command.action(async (files: readonly string[], flags: Flags & Readonly<Record<string, unknown>>) => {
    process.exitCode = await run(files, flags);
  });
}

async function run(files: readonly string[], given: Flags & Readonly<Record<string, unknown>>): Promise<number> {
  const flags = await withScheduleFile(given);
  checkOutputs(flags);
  const kernels = await readProfiles(files);
  const file = files.join(", ");
  const gpu = profiledGpu(flags.gpu, kernels, file);
  const entries = await entriesFrom(flags);
  const named = new Map<ProfiledKernel, KernelMeaning>();
  for (const kernel of kernels) {
    const meaning = meaningFrom(entries, kernel, WORKLOAD_FORMS, gpu) ?? (await meaningOfRanges(kernel, file, gpu));
    if (meaning !== undefined) named.set(kernel, meaning);
  }
  if (flags.workload !== undefined && named.size === 0) {
    const names = [...new Set(kernels.map(({ name }) => name.slice(0, 40)))];
    throw new InputError(
      flags.kernel === undefined ? "--workload" : "--kernel",
      `a kernel of ${file} (${names.join(", ")})`,
      "none",
    );
  }
  const cache = (workload: Workload): L2Model =>
    chooseL2(gpu, productTypeOf(workload), flags.cache, flags.l2Bytes, flags.execution);
  const { report, summary, shown } = profiledStep(kernels, file, gpu, {
    named: (kernel) => named.get(kernel),
    dataType: flags.dtype === undefined ? undefined : dataTypeNamed("dtype", flags.dtype, OPERAND_TYPES),
    by: flags.by,
    top: flags.top,
    cache,
  });
  const top = flags.top ?? USUAL_TOP;
  if (flags.html !== undefined) {
    if (summary === undefined) throw new InputError("--html", "a profile of several launches with durations", file);
    const page = profilePage({ title: files.map((path) => basename(path)).join(", "), report, step: summary, top });
    writeWhole(flags.html, page);
    printText(`${flags.html}: ${new TextEncoder().encode(page).length} bytes`);
  } else if (flags.parquet !== undefined) {
    writeWhole(flags.parquet, await parquetBytes(profiledColumns(report)));
    printText(`${flags.parquet}: ${report.rows.length} launches`);
  } else if (flags.json === true) printJsonList(profiledHead(report, summary), "kernels", profiledKernels(report));
  else if (flags.csv === true) printText(profiledCsv(report));
  else printText(profiledText(report, heading, summary === undefined ? undefined : { summary, top, rows: shown }));
  return report.rows.some(({ meaning }) => meaning?.interfaces.some(({ belowBound }) => belowBound)) ? 1 : 0;
}

/** One form of output, and a file that can be written. */
function checkOutputs({ html, json, csv, parquet }: Flags): void {
  const [first, second] = Object.entries({ "--html": html, "--json": json, "--csv": csv, "--parquet": parquet }).filter(
    ([, given]) => given !== undefined,
  );
  if (first !== undefined && second !== undefined) throw new InputError(second[0], `no ${first[0]} beside it`, "both");
  if (html !== undefined && !/\.html?$/i.test(html)) throw new InputError("--html", "a file ending in .html", shown(html));
  if (parquet !== undefined && !/\.parquet$/i.test(parquet))
    throw new InputError("--parquet", "a file ending in .parquet", shown(parquet));
  const path = html ?? parquet;
  if (path !== undefined) checkWritable(path);
}

async function entriesFrom(flags: Flags & Readonly<Record<string, unknown>>): Promise<readonly KernelEntry[]> {
  const { workload } = flags;
  const named = workload === undefined ? undefined : formNamed(workload, WORKLOAD_FORMS);
  const kind = named?.form;
  if (workload === undefined || kind !== undefined || /\.(json|ya?ml)$/i.test(workload)) checkHasUse(flags, kind);
  if (workload === undefined) return [];
  const kernel = flags.kernel === undefined ? {} : { kernel: patternFrom("--kernel", flags.kernel) };
  const schedule = scheduleFields(flags);
  if (kind === undefined) {
    if (!/\.(json|ya?ml)$/i.test(workload)) {
      const names = WORKLOAD_FORMS.map(({ name }) => name);
      const expected = `${names.join(", ")}, or a .json or .yaml file${workloadHint(workload, WORKLOAD_FORMS)}`;
      throw new InputError("--workload", expected, shown(workload));
    }
    const entries = readKernelMap(workload, await readWorkloadFile(workload));
    return entries.map((entry) => ({ ...kernel, ...entry, fields: { ...entry.fields, ...schedule } }));
  }
  // --kernel names kernels of the profile here, and the text of an einsum has no flag.
  if (kind.argument !== undefined || workloadFlags(kind).includes("kernel"))
    throw new InputError("--workload", `${kind.name} in a workload file, which the flags here cannot name`, "its name");
  const own = workloadFlags(kind).map((flag) => [flag, flags[camelCase(flag)]] as const);
  const types = TYPES.map((flag) => [flag, flags[camelCase(flag)]] as const);
  const given = [...own, ...types].filter(([, value]) => value !== undefined);
  return [
    {
      subject: "--workload",
      ...kernel,
      fields: { workload: kind.name, ...named?.fields, ...Object.fromEntries(given), ...schedule },
    },
  ];
}

/** Flags of a workload stand beside its name, those of a schedule beside a workload. @throws InputError for one that says nothing. */
function checkHasUse(flags: Flags & Readonly<Record<string, unknown>>, kind: WorkloadForm<Workload> | undefined): void {
  if (flags.workload === undefined) {
    const [stray] = Object.keys(scheduleFields(flags));
    if (flags.kernel !== undefined || stray !== undefined)
      throw new InputError(
        flags.kernel === undefined ? `--${stray === "lse" ? "no-lse" : stray}` : "--kernel",
        "--workload beside it",
        "none",
      );
  }
  // Without a workload the type is that of words of which nothing says it.
  const own = new Set([
    "kernel",
    ...(flags.workload === undefined ? ["dtype"] : []),
    ...(kind === undefined ? [] : [...workloadFlags(kind), ...TYPES]),
  ]);
  const stray = [...WORKLOAD_FORMS.flatMap(workloadFlags), ...TYPES].find(
    (flag) => !own.has(flag) && flags[camelCase(flag)] !== undefined,
  );
  if (stray !== undefined)
    throw new InputError(`--${stray}`, "beside it the name of a workload that has it, as --workload", shown(flags.workload));
}

function scheduleFields(flags: Flags): Readonly<Record<string, unknown>> {
  const one = <T>(flag: string, list: readonly T[] | undefined): T | undefined => {
    if (list !== undefined && list.length > 1) throw new InputError(flag, "one", "several");
    return list?.[0];
  };
  const order = one("--order", flags.order);
  const fields = {
    schedule: flags.schedule,
    tile: flags.tile,
    order: order === undefined ? undefined : formatLaunchOrder(order),
    band: one("--band", flags.band),
    stages: flags.stages,
    threads: flags.threads,
    "ctas-per-sm": flags.ctasPerSm,
    splits: flags.splits,
    reduction: flags.reduction,
    scheduler: flags.scheduler,
    "k-order": flags.kOrder,
    serpentine: flags.serpentine,
    lse: flags.lse === false ? false : undefined,
    "query-order": flags.queryOrder,
    "key-order": flags.keyOrder,
    "spill-bytes": flags.spillBytes,
    loads: flags.loads,
    resident: flags.resident,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The innermost NVTX range that names a workload. */
async function meaningOfRanges(kernel: ProfiledKernel, file: string, gpu: Gpu): Promise<KernelMeaning | undefined> {
  for (const range of kernel.ranges.toReversed()) {
    const [, fields] = NAMED_RANGE.exec(range) ?? [];
    if (fields === undefined) continue;
    const subject = `${file}: range of kernel ${kernel.id}`;
    const content = await parseYaml(fields, subject);
    return warmMeaningOf(subject, content as Readonly<Record<string, unknown>>, WORKLOAD_FORMS, gpu);
  }
  return undefined;
}
