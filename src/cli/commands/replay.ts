import type { Command } from "commander";
import { boundWorkload } from "../../bounds/bounds-document.js";
import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import { describeWorkload, WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import type { ReplayReport } from "../../gap/replay-document.js";
import { trafficDocument } from "../../gap/replay-document.js";
import { scheduleTime } from "../../gap/schedule-time.js";
import type { LiftedReplay } from "../../lift/lifted.js";
import { refereeLifted } from "../../lift/lifted.js";
import { liftTileSchedule } from "../../lift/tile-schedule.js";
import type { AbstractMachine, Accelerator, Gpu, TreeMachine } from "../../machines/machine.js";
import { optionOfKernels, planAccelerator } from "../../plan/accelerator.js";
import { planCachedProducts } from "../../plan/cached-product.js";
import { explainPlanned, rangeOfPlanned, replayPlanned } from "../../plan/planned.js";
import type { PlannedWords } from "../../plan/two-level.js";
import { planWords } from "../../plan/two-level.js";
import { chooseL2 } from "../../replay/l2/l2-model.js";
import { trafficText } from "../../report/traffic-text.js";
import { timeBound } from "../../time/time-bound.js";
import { addRangeFlag } from "../breadth-flags.js";
import { namedAmong, plannedKernel } from "../input/named-kernel.js";
import type { MixFlags } from "../input/replay-mix.js";
import { printMix, secondKernel } from "../input/replay-mix.js";
import { withScheduleFile } from "../input/schedule-file.js";
import { printSequence } from "../input/sequence-plan.js";
import type { MachineFlags, TiledFlags } from "../options.js";
import {
  addClusterFlag,
  addMachineFlags,
  addTiledFlags,
  checkReplayFlags,
  kernelOptions,
  machineFromFlags,
  renamed,
} from "../options.js";
import { endProgress, heading, printJson, printText, progress } from "../output.js";
import { addPortFlags } from "../port-flags.js";
import type { ResidentFlag } from "../resident-flag.js";
import { addResidentFlag } from "../resident-flag.js";
import { SUMMARIES } from "../summaries.js";
import { workloadCommand } from "../workload-command.js";

interface Flags extends MachineFlags, TiledFlags, MixFlags, ResidentFlag {
  readonly json?: true;
  readonly schedule?: string;
  readonly referee?: true;
  readonly explain?: true;
}

const EXAMPLES = [
  "redblue replay gemm --m 8192 --n 8192 --k 4096 --gpu h200 --order group:16",
  "redblue replay gemm --m 4096 --n 4096 --k 4096 --gpu h100 --tile 128x256x64 --order hilbert --l2-bytes 26214400 --json",
  "redblue replay gemm --m 1024 --n 1024 --k 16384 --gpu h200 --schedule split-k --splits 4 --reduction parallel",
  "redblue replay gemm --m 4096 --n 4096 --k 1024 --gpu h200 --cluster 2x1 --range",
  "redblue replay gemm --m 4096 --n 4096 --k 4096 --gpu h100 --resident A",
  "redblue replay sequence.yaml --cache lru",
  "redblue replay gemm --m 4096 --n 4096 --k 512 --gpu h200 --schedule weight-stationary --band 8",
  "redblue replay gemm --m 4096 --n 2048 --k 2048 --dtype int8 --gpu tpu-v1",
  "redblue replay chain --m 8192 --k 1024 --l 4096 --n 1024 --gpu h200 --schedule chain-bands --band 4",
  "redblue replay attention --heads 16 --queries 4096 --dim 128 --gpu h200",
  "redblue replay attention --heads 16 --kv-heads 4 --queries 4096 --dim 128 --gpu a40 --explain",
  "redblue replay attention --heads 32 --kv-heads 8 --queries 1 --keys 32768 --dim 128 --gpu h200 --schedule flash-decoding",
  "redblue replay ffn --tokens 4096 --model 4096 --hidden 11008 --gated --gpu h200 --schedule ffn-bands --band 4",
  "redblue replay ffn --tokens 4096 --model 4096 --hidden 11008 --gated --gpu h200 --schedule dual-gemm --order group:8",
  "redblue replay attention --heads 2 --queries 32 --dim 8 --gpu h200 --tile 8x4 --l2-bytes 4096 --referee",
  "redblue replay conv --batch 8 --in-channels 128 --out-channels 128 --height 28 --kernel 3x3 --padding 1 --gpu h200 --cache lru",
  "redblue replay conv --in-channels 64 --out-channels 64 --height 56 --kernel 3 --padding 1 --gpu h200 --tile 8x16x64x32",
  "redblue replay ffn --tokens 4096 --model 4096 --hidden 14336 --gated --gpu sn40l",
  "redblue replay attention --heads 4 --queries 512 --dim 64 --gpu h200 --with layer.yaml --with-tile 64x64x32 --mix 1:2",
  'redblue replay attention --heads 8 --queries 512 --dim 64 --gpu a40 --tile 64x64 --with "ffn --tokens 512 --model 512 --hidden 1024 --tile 64x64x32"',
  'redblue replay einsum "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]" --extent i=8,j=7,k=6,l=5 --fast-words 40 --referee',
  "redblue replay stencil --dims 40 --steps 12 --fast-words 20 --referee",
  "redblue replay fft --points 64 --fast-words 9 --referee",
  "redblue replay scan --heads 2 --tokens 10 --state 3 --dim 4 --gpu h100 --schedule scan-ssd --tile 4x2 --referee",
  "redblue replay layernorm --rows 6 --columns 20 --fast-words 30 --referee",
  "redblue replay gemm --m 20 --n 64 --k 3 --fast-words 34 --schedule input-stationary --referee",
  "redblue replay softmax --rows 2048 --columns 131072 --gpu a100 --schedule row-two-passes",
  "redblue replay rmsnorm --rows 8 --columns 24 --gpu h200 --tile 2x8 --l2-bytes 256 --schedule row-two-passes --referee",
  "redblue replay layernorm --rows 8192 --columns 4096 --gpu h100 --schedule row-three-passes --json",
  "redblue replay elementwise --rows 4096 --columns 4096 --inputs 3 --gpu a100 --schedule elementwise-separate",
  "redblue replay rotary --rows 4096 --heads 32 --dim 128 --gpu a100 --schedule rotary-heads",
  "redblue replay norm-gemm --m 2048 --n 2048 --k 1024 --gpu a100 --schedule norm-gemm-prologue --order group:8",
  "redblue replay gemm --m 32 --n 32 --k 64 --gpu h200 --tile 16x16x16 --schedule split-k --splits 3 --reduction atomic --referee",
];

export function addReplayCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "replay",
    summary: SUMMARIES.replay,
    examples: EXAMPLES,
    workloads: WORKLOAD_FORMS,
    flags: (command) => {
      addResidentFlag(addRangeFlag(addPortFlags(addTiledFlags(addClusterFlag(addMachineFlags(command))))))
        .option(
          "--schedule <id|file>",
          "schedule to replay (redblue schedules lists them; default: the first that fits), or a schedule file (docs/report.md)",
        )
        .option(
          "--referee",
          "lift the replay to word-level moves and have the pebble game's referee confirm its counts (small sizes)",
        )
        .option(
          "--explain",
          "also what the steps saw of the L2 in lock step: hits of all operands, reuse distances, evictions (--cache lru if none is given)",
        )
        .option(
          "--with <workload>",
          "a second workload on the same SMs and L2 at the same time, in lock step (--cache lru if none is given): a file, or typed with " +
            'its own flags: "ffn --tokens 512 --model 4096 --hidden 11008"',
        )
        .option("--with-tile <tile>", "with --with: tile of the second kernel")
        .option("--mix <A:B>", "with --with: blocks of each kernel on an SM (default 1:1)")
        .option("--json", "print one redblue.traffic/2 document; with --with redblue.mix/2, of a plan redblue.sequence/2");
    },
    plan: printSequence,
    run: async (workload, given) => {
      const flags = await withScheduleFile(given);
      if (flags.with !== undefined) return replayTwo(workload, flags, flags.with);
      for (const [flag, given] of [
        ["--mix", flags.mix],
        ["--with-tile", flags.withTile],
      ] as const) {
        if (given !== undefined) throw new InputError(flag, "--with and a second workload beside it", "none");
      }
      const { report, lift } = renamed(() => replayOne(workload, flags));
      if (flags.referee === true) return renamed(() => refereed(lift()));
      if (flags.json === true) printJson(trafficDocument(report));
      else printText([describeWorkload(report.workload), trafficText(report, heading)].join("\n"));
      return 0;
    },
  });
}

/** Two kernels at once. */
async function replayTwo(workload: Workload, flags: Flags, text: string): Promise<number> {
  const machine = machineFromFlags(flags);
  if (machine.kind !== "gpu") throw new InputError("--with", "a GPU for two kernels at once", machine.id);
  const stray = (["referee", "explain", "range"] as const).find((flag) => flags[flag] === true);
  if (stray !== undefined) throw new InputError("--with", "none of --referee, --explain, --range", `--${stray}`);
  const port = { "--spill-bytes": flags.spillBytes, "--loads": flags.loads, "--hint": flags.hint, "--resident": flags.resident };
  const [alone] = Object.entries(port).filter(([, given]) => given !== undefined);
  if (alone !== undefined) throw new InputError("--with", `no ${alone[0]} beside it`, "both");
  if (flags.cluster !== undefined) throw new InputError("--with", "no --cluster beside it", `${flags.cluster.size} SMs`);
  const other = await secondKernel(text, flags.withTile);
  renamed(() => printMix(workload, plannedKernel(workload, machine, flags), other, machine, flags));
  return 0;
}

/** Reports what the referee says of every lifted interface; 1 when it disagrees. */
function refereed(lifted: readonly LiftedReplay[]): number {
  const verdicts = lifted.map((replay) => ({ replay, verdict: refereeLifted(replay) }));
  for (const { replay, verdict } of verdicts) {
    const { unit, game, adder } = replay;
    const places = adder === undefined ? `${game.processors} processor(s)` : `${adder} processor(s) and the adders of the L2`;
    const result = verdict.agrees
      ? `${verdict.moves} moves are legal within ${game.fastCapacity} ${unit} on ${places}, at exactly the replayed ${verdict.cost} ${unit}`
      : verdict.reason;
    printText(`${replay.interface}: ${result}`);
  }
  return verdicts.every(({ verdict }) => verdict.agrees) ? 0 : 1;
}

interface Replay {
  readonly report: ReplayReport;
  readonly lift: () => readonly LiftedReplay[];
}

function replayOne(workload: Workload, flags: Flags): Replay {
  const machine = machineFromFlags(flags);
  checkReplayFlags(machine, flags);
  if (flags.cluster !== undefined && flags.cluster.shape === undefined)
    throw new InputError("--cluster", "rows x columns of tiles of C, such as 2x1, for a replay", String(flags.cluster.size));
  if (flags.resident !== undefined && machine.kind !== "gpu")
    throw new InputError("--resident", "a GPU, whose L2 is replayed (redblue bound takes any machine)", machine.id);
  switch (machine.kind) {
    case "abstract":
      return replayWords(workload, machine, flags);
    case "gpu":
      return replayKernel(workload, machine, flags);
    case "accelerator":
      return replayAccelerator(workload, machine, flags);
    case "tree":
      return replayTree(workload, machine, flags);
  }
}

/** A product in tiles through the caches of a tree. */
function replayTree(workload: Workload, machine: TreeMachine, flags: Flags): Replay {
  const { tile, orders, bands, ...others } = kernelOptions(flags);
  const stray = flags.explain === true ? "explain" : bands === undefined ? optionOfKernels(others) : "band";
  if (stray !== undefined) throw new InputError(`--${stray}`, "a GPU for it", machine.id);
  if (flags.referee === true) throw new InputError("--referee", "a GPU or --fast-words", machine.id);
  if (orders !== undefined && orders.length > 1) throw new InputError("--order", "one order", "several");
  const [planned] = renamed(() => planCachedProducts(workload, machine, { tile, orders }));
  if (planned === undefined) throw new RangeError("replayTree: no schedule");
  if (flags.schedule !== undefined) namedAmong(flags.schedule, [String(planned.fields["id"])]);
  return { report: { workload, machine, schedule: planned.fields, traffic: planned.replay() }, lift: () => [] };
}

/** A word-level schedule on the two-level memory model. */
function replayWords(workload: Workload, machine: AbstractMachine, flags: Flags): Replay {
  if (flags.explain === true) throw new InputError("--explain", "a GPU for it", "--fast-words");
  const schedules = planWords(workload, machine.fastWords);
  const ids = schedules.map(({ id }) => id);
  if (workload.kind === "gemm" && flags.schedule === "input-stationary" && !ids.includes(flags.schedule)) {
    const needs = `at least ${workload.k + 2} words, a row of A and two more`;
    throw new InputError("--fast-words", needs, String(machine.fastWords));
  }
  const id = namedAmong(flags.schedule ?? ids[0] ?? "", ids);
  const { fields, traffic, lift } = schedules.find((one) => one.id === id) as PlannedWords;
  return { report: { workload, machine, schedule: fields, traffic }, lift: () => [lift()] };
}

/** A schedule of a machine with explicitly managed memories. */
function replayAccelerator(workload: Workload, machine: Accelerator, flags: Flags): Replay {
  const { cache, l2Bytes, explain } = flags;
  const stray = Object.entries({ "--cache": cache, "--l2-bytes": l2Bytes, "--explain": explain }).find(
    ([, value]) => value !== undefined,
  );
  if (stray !== undefined) throw new InputError(stray[0], "a GPU for it", machine.id);
  if (flags.band !== undefined && flags.band.length > 1) throw new InputError("--band", "one band", "several");
  const planned = planAccelerator(workload, machine, { ...kernelOptions(flags), schedule: flags.schedule })[0];
  if (planned === undefined) throw new RangeError("replayAccelerator: no schedule");
  const report = { workload, machine, schedule: planned.fields, traffic: planned.traffic };
  return { report, lift: () => [planned.lift()] };
}

/** A kernel schedule on a GPU. */
function replayKernel(workload: Workload, gpu: Gpu, flags: Flags): Replay {
  const warm = flags.resident === undefined ? undefined : boundWorkload(workload, gpu, undefined, flags.resident);
  const resident = warm?.resident;
  const schedule = plannedKernel(workload, gpu, flags, resident);
  // Moves follow a replay step by step, so the referee's replay runs in lock step.
  const usual = flags.referee === true || flags.explain === true ? "lru" : flags.range === true ? "partitioned" : undefined;
  const policy = flags.cache ?? usual;
  const cache = chooseL2(gpu, productTypeOf(workload), policy, flags.l2Bytes, flags.execution);
  progress(`replaying ${schedule.label}`);
  try {
    const traffic = replayPlanned(schedule, cache);
    // Operations and least times are those of the whole workload.
    const time = schedule.fields["computes"] === undefined ? scheduleTime(workload, gpu, schedule, traffic) : undefined;
    const timed = time === undefined ? {} : { time, least: timeBound(workload, gpu, warm?.bounds) };
    const explained = flags.explain === true ? { explanation: explainPlanned(schedule, cache) } : {};
    const ranged = flags.range === true ? { range: rangeOfPlanned(schedule, cache) } : {};
    return {
      report: { workload, machine: gpu, resident, schedule: schedule.fields, cache, traffic, ...timed, ...ranged, ...explained },
      lift: () => liftTileSchedule(schedule.lift(), schedule.slots, cache, traffic),
    };
  } finally {
    endProgress();
  }
}
