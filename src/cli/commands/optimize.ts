import { rmSync } from "node:fs";
import type { Command } from "commander";
import { Option } from "commander";
import { boundWorkload } from "../../bounds/bounds-document.js";
import { withinLimits } from "../../budget.js";
import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import { SEARCH_OBJECTIVES, searchObjective } from "../../gap/search/choice-cost.js";
import type { OptimizeReport } from "../../gap/search/optimize.js";
import { bestOf, optimizeDocument, optimizeSchedule } from "../../gap/search/optimize.js";
import type { Gpu } from "../../machines/machine.js";
import { checkWritable, writeWhole } from "../../node/output-file.js";
import { ReplayThread } from "../../node/replay-thread.js";
import { rememberIn } from "../../node/search-memory.js";
import { digest } from "../../node/sweep/digest.js";
import { VERSION } from "../../node/version.js";
import { planOne } from "../../plan/plan-one.js";
import type { KernelSpace, ScheduleChoice } from "../../plan/schedule-space.js";
import { scheduleSpace } from "../../plan/schedule-space.js";
import { withUsualChoices } from "../../plan/usual-choice.js";
import { HIDDEN_REASON } from "../../plan/usual-kernels.js";
import { chooseL2 } from "../../replay/l2/l2-model.js";
import { mostPersistingBytes } from "../../replay/l2/partitioned-l2-shape.js";
import { describeChoice, optimizeText } from "../../report/optimize-text.js";
import { formatClusterShape } from "../../schedules/tiles/cluster-shape.js";
import { likelyHints } from "../../schedules/tiles/eviction-hints.js";
import { formatLaunchOrder } from "../../schedules/tiles/launch-order.js";
import { didYouMean } from "../../text/nearest-name.js";
import { addAllFlag } from "../breadth-flags.js";
import { Ending } from "../ending.js";
import { gpuFromNameOrFile } from "../input/files.js";
import type { NamedSchedule } from "../input/schedule-fields.js";
import { readScheduleFields } from "../input/schedule-fields.js";
import { scheduleFileText } from "../input/schedule-file.js";
import type { ClusterFlag, TiledFlags } from "../options.js";
import { addShapeFlag, addTiledFlags, renamed, wholeNumber } from "../options.js";
import { columns, endProgress, heading, printJson, printText, progress } from "../output.js";
import type { ResidentFlag } from "../resident-flag.js";
import { addResidentFlag } from "../resident-flag.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";

interface Flags extends TiledFlags, ResidentFlag {
  readonly gpu?: string;
  readonly cluster?: ClusterFlag;
  readonly objective?: string;
  readonly schedule?: string;
  readonly all?: true;
  readonly within?: number;
  readonly seconds?: number;
  readonly out?: string;
  readonly json?: true;
}

const EXAMPLES = [
  "redblue optimize gemm --m 2048 --n 2048 --k 2048 --gpu a100 --tile 128x128x64 --seconds 20 --out best.yaml",
  "redblue optimize attention --heads 16 --queries 1024 --dim 128 --gpu a40 --objective l2-sm",
  "redblue optimize chain --m 4096 --k 512 --l 2048 --n 512 --gpu a100 --cache lru --schedule chain-bands --within 1.5",
  "redblue optimize ffn --tokens 2048 --model 512 --hidden 1024 --gated --gpu a100 --cache lru --tile 128x128x64",
  "redblue optimize conv --in-channels 64 --out-channels 64 --height 56 --kernel 3x3 --padding 1 --gpu a100 --cache lru",
];
const USUAL_SECONDS = 60;

export function addOptimizeCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "optimize",
    summary: SUMMARIES.optimize,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS.filter(({ name }) =>
      ["gemm", "grouped-gemm", "moe", "chain", "ffn", "attention", "conv", "scan"].includes(name),
    ),
    flags: (command) => {
      const gpu = command.option("--gpu <name|file>", "a GPU by name (redblue gpus lists them) or a JSON file of your own");
      addResidentFlag(addShapeFlag(addAllFlag(addTiledFlags(gpu))))
        .option(
          "--objective <name>",
          "what to make least: time (default where the GPU's rates are known, else dram-l2), bytes over dram-l2 or l2-sm, or energy of the bytes",
        )
        .addOption(new Option("--interface <name>").hideHelp().argParser(refuseInterface))
        .option("--schedule <id>", "search this kernel only; --tile, --order, … narrow the search likewise")
        .option("--within <ratio>", "end when the best is within this ratio of the least time or of the bound", ratio)
        .option("--seconds <count>", `end after this time (default ${USUAL_SECONDS})`, wholeNumber("--seconds"))
        .option("--out <file>", "write the best as a schedule file for --schedule (.yaml); FILE.part keeps an unfinished search")
        .option("--json", "print one redblue.optimum/2 document");
    },
    run: async (workload, flags) => {
      if (flags.gpu === undefined) throw new InputError("--gpu", "a GPU (such as --gpu h200)", "nothing");
      if (flags.out !== undefined && !/\.ya?ml$/i.test(flags.out))
        throw new InputError("--out", "a file ending in .yaml", shown(flags.out));
      if (flags.out !== undefined) checkWritable(flags.out);
      const ending = new Ending(flags.seconds ?? USUAL_SECONDS);
      const report = await search(workload, flags, ending).finally(() => ending.settle());
      const [best] = bestOf(report);
      if (best === undefined && report.result.end !== "stopped")
        throw new InputError("--tile", "a kernel that fits the GPU", `${report.result.tried.length} that do not`);
      if (flags.json === true) printJson(optimizeDocument(report));
      else printText(optimizeText(report, heading, columns()));
      if (flags.out !== undefined && best !== undefined) {
        writeWhole(
          flags.out,
          scheduleFileText(
            best.choice,
            `found by redblue optimize; ${best.cost.dram} bytes over dram-l2, ${best.cost.sm} into SMs`,
          ),
        );
      }
      return ending.status;
    },
  });
}

async function search(workload: Workload, flags: Flags, ending: Ending): Promise<OptimizeReport> {
  const gpu = gpuFromNameOrFile(flags.gpu ?? "");
  if (gpu.kind !== "gpu") throw new InputError("--gpu", "a GPU: no schedule is known here yet for this machine", gpu.id);
  const l2 = renamed(() => chooseL2(gpu, productTypeOf(workload), flags.cache, flags.l2Bytes, flags.execution));
  const objective = renamed(() => searchObjective(flags.objective, gpu, productTypeOf(workload)));
  const all = flags.all === true || flags.schedule !== undefined || objective !== "time";
  const { shown: searched, hidden } = renamed(() => withUsualChoices(scheduleSpace(workload), workload, gpu, all));
  const spaces = narrowed(searched, flags);
  const resident = flags.resident && renamed(() => boundWorkload(workload, gpu, undefined, flags.resident).resident);
  const warm = resident === undefined ? [] : [resident.map(({ array, size }) => `${array}:${size}`)];
  const identity = JSON.stringify([VERSION, workload, gpu, l2, objective, spaces, ...warm]);
  const part = flags.out === undefined ? undefined : `${flags.out}.part`;
  const memory = part === undefined ? undefined : rememberIn(part, digest(identity));
  const thread = new ReplayThread(ending.signal);
  try {
    const setting = { workload, gpu, l2, objective, resident };
    const report = await optimizeSchedule({
      ...setting,
      spaces,
      leftOut: hidden.map(({ schedule }) => ({ label: schedule, reason: HIDDEN_REASON })),
      within: flags.within,
      costOf: (choice) => thread.costOf({ ...named(choice), ...setting }),
      leastOf: (choice, proven) => thread.leastOf({ ...named(choice), ...setting }, proven),
      hintsOf: (choice) => hintsOf(choice, workload, gpu),
      stopped: () => ending.signal.aborted,
      known: memory?.known,
      onResult: memory?.keep,
      onTry: (choice, tried) => progress(`${tried}: ${describeChoice(choice)}`),
    });
    memory?.close();
    if (part !== undefined && report.result.end !== "stopped") rmSync(part, { force: true });
    return report;
  } finally {
    endProgress();
    await thread.end();
  }
}

function refuseInterface(name: string): never {
  const meant = SEARCH_OBJECTIVES.find((objective) => objective === name) ?? "dram-l2";
  throw new InputError("--interface", `--objective ${meant} in its place`, shown(name));
}

function named(choice: ScheduleChoice): NamedSchedule {
  const schedule = readScheduleFields("schedule", choice);
  if (schedule === undefined) throw new RangeError("a choice without a schedule");
  return schedule;
}

/** Hints whose replay is worth it; none where the schedule is too large to be laid out. */
function hintsOf(choice: ScheduleChoice, workload: Workload, gpu: Gpu): readonly string[] {
  const { id, options } = named(choice);
  return withinLimits(() => likelyHints(planOne(id, workload, gpu, options).layOut(), mostPersistingBytes(gpu.l2Bytes))) ?? [];
}

/** Fields that these kernels choose themselves in a search, and take where given. */
const UNSEARCHED: Readonly<Record<string, readonly string[]>> = {
  "weight-stationary": ["band", "splits"],
  "input-stationary": ["band"],
  "flash-attention-2": ["key-order"],
};

/** Only the kernel named, and only the values of the flags; kernels that do not know a flag fall away. */
function narrowed(spaces: readonly KernelSpace[], flags: Flags): readonly KernelSpace[] {
  const ids = spaces.map(({ schedule }) => schedule);
  if (flags.schedule !== undefined && !ids.includes(flags.schedule)) {
    throw new InputError("--schedule", `one of ${ids.join(", ")}${didYouMean(flags.schedule, ids)}`, shown(flags.schedule));
  }
  const given: Readonly<Record<string, readonly (string | number)[] | undefined>> = {
    tile: flags.tile === undefined ? undefined : [flags.tile],
    order: flags.order?.map(formatLaunchOrder),
    band: flags.band,
    splits: flags.splits === undefined ? undefined : [flags.splits],
    stages: flags.stages === undefined ? undefined : [flags.stages],
    "query-order": flags.queryOrder === undefined ? undefined : [flags.queryOrder],
    "key-order": flags.keyOrder === undefined ? undefined : [flags.keyOrder],
    "k-order": flags.kOrder === undefined ? undefined : [flags.kOrder],
  };
  const fixed: Readonly<Record<string, string | number | undefined>> = {
    threads: flags.threads,
    "ctas-per-sm": flags.ctasPerSm,
    "kernel-rate": flags.kernelRate,
  };
  const stray = (["serpentine", "range", "hint"] as const).find((flag) => flags[flag] !== undefined);
  if (stray !== undefined) throw new InputError(`--${stray}`, "none of it in a search", "given");
  if (flags.lse === false) throw new InputError("--no-lse", "none of it in a search", "given");
  if (flags.cluster !== undefined && flags.cluster.shape === undefined)
    throw new InputError("--cluster", "rows x columns, such as 2x1, for a search", String(flags.cluster.size));
  const own: Readonly<Record<"reduction" | "scheduler" | "cluster", readonly string[]>> = {
    reduction: ["split-k", "weight-stationary"],
    scheduler: ["persistent-gemm"],
    cluster: ["tiled-gemm", "persistent-gemm", "flash-attention-3"],
  };
  const texts = {
    reduction: flags.reduction,
    scheduler: flags.scheduler,
    cluster: flags.cluster?.shape === undefined ? undefined : formatClusterShape(flags.cluster.shape),
  };
  const narrow = spaces.flatMap(({ schedule, axes }): readonly KernelSpace[] => {
    if (flags.schedule !== undefined && schedule !== flags.schedule) return [];
    const beside = Object.entries(given).filter(([name, values]) => values !== undefined && axes[name] === undefined);
    if (beside.some(([name]) => !UNSEARCHED[schedule]?.includes(name))) return [];
    // Its CTAs have one query tile each, and nothing to turn round for.
    if (schedule === "flash-attention-2" && flags.keyOrder === "sawtooth") return [];
    const single = [
      ...beside.flatMap(([name, values]) => (values === undefined ? [] : [[name, values] as const])),
      ...Object.entries(fixed).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]] as const])),
    ];
    for (const name of ["reduction", "scheduler", "cluster"] as const) {
      const value = texts[name];
      if (value === undefined) continue;
      if (!own[name].includes(schedule)) return [];
      single.push([name, [value]]);
    }
    const values = Object.entries(axes).map(([name, usual]) => [name, given[name] ?? usual] as const);
    return [{ schedule, axes: Object.fromEntries([...values, ...single]) }];
  });
  if (narrow.length === 0) throw new InputError("--schedule", "flags that one kernel knows", "none that knows all");
  return narrow;
}

function ratio(text: string): number {
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1)) throw new InputError("--within", "a ratio of at least 1, such as 1.1", shown(text));
  return value;
}
