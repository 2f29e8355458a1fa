import type { Command } from "commander";
import type { Workload } from "../computation/workload.js";
import { describeWorkload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import type { PlannedReplay } from "../gap/planned.js";
import { explainPlanned, planReplays, rangeOfPlanned, replayPlanned } from "../gap/planned.js";
import type { AbstractMachine, Gpu } from "../machines/machine.js";
import type { ReplayReport } from "../replay/document.js";
import { trafficDocument } from "../replay/document.js";
import { chooseL2 } from "../replay/l2-model.js";
import { liftTileSchedule } from "../replay/lift-tile-schedule.js";
import { liftWordChain } from "../replay/lift-word-chain.js";
import { liftWordConv } from "../replay/lift-word-conv.js";
import { liftWordEinsum } from "../replay/lift-word-einsum.js";
import { liftWordFfn } from "../replay/lift-word-ffn.js";
import { liftWordGemm } from "../replay/lift-word-gemm.js";
import { liftWordLongChain } from "../replay/lift-word-long-chain.js";
import { liftWordSyrk } from "../replay/lift-word-syrk.js";
import type { LiftedReplay } from "../replay/lifted.js";
import { refereeLifted } from "../replay/lifted.js";
import {
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordFfnTraffic,
  wordLongChainTraffic,
  wordTraffic,
} from "../replay/replay.js";
import { trafficText } from "../report/traffic-text.js";
import type { WordChain } from "../schedules/word-chain.js";
import { describeWordChain, wordChains } from "../schedules/word-chain.js";
import type { WordConv } from "../schedules/word-conv.js";
import { describeWordConv, wordConvs } from "../schedules/word-conv.js";
import { describeWordEinsum, tiledEinsum } from "../schedules/word-einsum.js";
import type { WordFfn } from "../schedules/word-ffn.js";
import { describeWordFfn, wordFfns } from "../schedules/word-ffn.js";
import { cosmaGemm, describeWordGemm, inputStationaryGemm } from "../schedules/word-gemm.js";
import type { WordLongChain } from "../schedules/word-long-chain.js";
import { describeWordLongChain, wordLongChains } from "../schedules/word-long-chain.js";
import type { WordSyrk } from "../schedules/word-syrk.js";
import { describeWordSyrk, symmetricProduct, wordSyrks } from "../schedules/word-syrk.js";
import { didYouMean } from "../text/nearest-name.js";
import type { MachineFlags, TiledFlags } from "./options.js";
import {
  addClusterFlag,
  addMachineFlags,
  addRangeFlag,
  addTiledFlags,
  checkExecutionFlags,
  kernelOptions,
  machineFromFlags,
  renamed,
} from "./options.js";
import { endProgress, heading, printJson, printText, progress } from "./output.js";
import type { MixFlags } from "./replay-mix.js";
import { otherWorkload, printMix } from "./replay-mix.js";
import { withScheduleFile } from "./schedule-file.js";
import { SUMMARIES } from "./summaries.js";
import { workloadCommand } from "./workload-command.js";
import { WORKLOADS } from "./workloads.js";

interface Flags extends MachineFlags, TiledFlags, MixFlags {
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
  "redblue replay chain --m 8192 --k 1024 --l 4096 --n 1024 --gpu h200 --schedule chain-bands --band 4",
  "redblue replay attention --heads 16 --queries 4096 --dim 128 --gpu h200",
  "redblue replay attention --heads 16 --kv-heads 4 --queries 4096 --dim 128 --gpu a40 --explain",
  "redblue replay attention --heads 32 --kv-heads 8 --queries 1 --keys 32768 --dim 128 --gpu h200 --schedule flash-decoding",
  "redblue replay ffn --tokens 4096 --model 4096 --hidden 11008 --gated --gpu h200 --schedule ffn-bands --band 4",
  "redblue replay ffn --tokens 4096 --model 4096 --hidden 11008 --gated --gpu h200 --schedule dual-gemm --order group:8",
  "redblue replay attention --heads 2 --queries 32 --dim 8 --gpu h200 --tile 8x4 --l2-bytes 4096 --referee",
  "redblue replay conv --batch 8 --in-channels 128 --out-channels 128 --height 28 --kernel 3x3 --padding 1 --gpu h200 --cache lru",
  "redblue replay attention --heads 4 --queries 512 --dim 64 --gpu h200 --with layer.yaml --with-tile 64x64x32 --mix 1:2",
  'redblue replay einsum "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]" --extent i=8,j=7,k=6,l=5 --fast-words 40 --referee',
  "redblue replay gemm --m 20 --n 64 --k 3 --fast-words 34 --schedule input-stationary --referee",
  "redblue replay gemm --m 32 --n 32 --k 64 --gpu h200 --tile 16x16x16 --schedule split-k --splits 3 --reduction atomic --referee",
];

export function addReplayCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "replay",
    summary: SUMMARIES.replay,
    examples: EXAMPLES,
    workloads: WORKLOADS.filter(({ name }) => ["gemm", "chain", "ffn", "attention", "conv", "einsum"].includes(name)),
    flags: (command) => {
      addRangeFlag(addTiledFlags(addClusterFlag(addMachineFlags(command))))
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
          "--with <file>",
          "a second workload on the same SMs and L2 at the same time, in lock step (--cache lru if none is given)",
        )
        .option("--with-tile <tile>", "with --with: tile of the second kernel")
        .option("--mix <A:B>", "with --with: blocks of each kernel on an SM (default 1:1)")
        .option("--json", "print one redblue.traffic/1 document; with --with a redblue.mix/1 document");
    },
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
async function replayTwo(workload: Workload, flags: Flags, path: string): Promise<number> {
  const machine = machineFromFlags(flags);
  if (machine.kind !== "gpu") throw new InputError("--with", "a GPU for two kernels at once", machine.id);
  const stray = (["referee", "explain", "range"] as const).find((flag) => flags[flag] === true);
  if (stray !== undefined) throw new InputError("--with", "none of --referee, --explain, --range", `--${stray}`);
  if (flags.cluster !== undefined) throw new InputError("--with", "no --cluster beside it", `${flags.cluster.size} SMs`);
  const other = await otherWorkload(path);
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
  checkExecutionFlags(machine, flags);
  if (flags.cluster !== undefined && flags.cluster.shape === undefined)
    throw new InputError("--cluster", "rows x columns of tiles of C, such as 2x1, for a replay", String(flags.cluster.size));
  switch (machine.kind) {
    case "abstract":
      return replayWords(workload, machine, flags);
    case "gpu":
      return replayKernel(workload, machine, flags);
    case "accelerator":
      throw new InputError("--gpu", "a GPU: no schedule is known here yet for this machine", machine.id);
  }
}

/** A word-level schedule on the textbook machine. */
function replayWords(workload: Workload, machine: AbstractMachine, flags: Flags): Replay {
  const { fastWords } = machine;
  if (flags.explain === true) throw new InputError("--explain", "a GPU for it", "--fast-words");
  if (workload.kind === "gemm") {
    const id = chosen(flags.schedule ?? "cosma", ["cosma", "input-stationary"]);
    const schedule = id === "cosma" ? cosmaGemm(workload, fastWords) : inputStationaryGemm(workload, fastWords);
    if (schedule === undefined) {
      throw new InputError("--fast-words", `at least ${workload.k + 2} words, a row of A and two more`, String(fastWords));
    }
    const report = { workload, machine, schedule: describeWordGemm(schedule), traffic: wordTraffic(schedule) };
    return { report, lift: () => [liftWordGemm(schedule, fastWords)] };
  }
  if (workload.kind === "conv") {
    const schedules = wordConvs(workload, fastWords);
    const ids = schedules.map((schedule) => schedule.id);
    const id = chosen(flags.schedule ?? "direct-conv", ids);
    const schedule = schedules.find((candidate) => candidate.id === id) as WordConv;
    const report = { workload, machine, schedule: describeWordConv(schedule), traffic: wordConvTraffic(schedule) };
    return { report, lift: () => [liftWordConv(schedule, fastWords)] };
  }
  if (workload.kind === "ffn" && workload.gated) {
    const schedules = wordFfns(workload, fastWords);
    const ids = schedules.map((schedule) => schedule.id);
    const id = chosen(flags.schedule ?? "ffn-separate", ids);
    const schedule = schedules.find((candidate) => candidate.id === id) as WordFfn;
    const report = { workload, machine, schedule: describeWordFfn(schedule), traffic: wordFfnTraffic(schedule) };
    return { report, lift: () => [liftWordFfn(schedule, fastWords)] };
  }
  if (workload.kind === "long-chain") {
    const schedules = wordLongChains(workload, fastWords);
    const ids = schedules.map((schedule) => schedule.id);
    const id = chosen(flags.schedule ?? ids[0] ?? "", ids);
    const schedule = schedules.find((candidate) => candidate.id === id) as WordLongChain;
    const report = { workload, machine, schedule: describeWordLongChain(schedule), traffic: wordLongChainTraffic(schedule) };
    return { report, lift: () => [liftWordLongChain(schedule, fastWords)] };
  }
  const symmetric = workload.kind === "einsum" ? symmetricProduct(workload) : undefined;
  if (workload.kind === "einsum" && symmetric !== undefined) {
    const schedules = wordSyrks(workload, symmetric, fastWords);
    const ids = schedules.map((schedule) => schedule.id);
    const id = chosen(flags.schedule ?? "triangle-blocks", ids);
    const schedule = schedules.find((candidate) => candidate.id === id) as WordSyrk;
    const report = { workload, machine, schedule: describeWordSyrk(schedule), traffic: wordEinsumTraffic(schedule) };
    return { report, lift: () => [liftWordSyrk(schedule)] };
  }
  if (workload.kind === "einsum") {
    const schedule = tiledEinsum(workload, fastWords);
    chosen(flags.schedule ?? schedule.id, [schedule.id]);
    const report = { workload, machine, schedule: describeWordEinsum(schedule), traffic: wordEinsumTraffic(schedule) };
    return { report, lift: () => [liftWordEinsum(schedule, fastWords)] };
  }
  if (workload.kind !== "chain") {
    throw new InputError("workload", "gemm, chain, ffn --gated, conv or einsum with --fast-words", workload.kind);
  }
  const schedules = wordChains(workload, fastWords);
  const ids = schedules.map((schedule) => schedule.id);
  const id = chosen(flags.schedule ?? ids[0] ?? "", ids);
  const schedule = schedules.find((candidate) => candidate.id === id) as WordChain;
  const report = { workload, machine, schedule: describeWordChain(schedule), traffic: wordChainTraffic(schedule) };
  return { report, lift: () => [liftWordChain(schedule, fastWords)] };
}

/** The one kernel schedule that the flags name. */
function plannedKernel(workload: Workload, gpu: Gpu, flags: Flags): PlannedReplay {
  if (flags.order !== undefined && flags.order.length > 1) throw new InputError("--order", "one order", "several");
  if (flags.band !== undefined && flags.band.length > 1) throw new InputError("--band", "one band", "several");
  const usual = workload.kind === "gemm" ? "tiled-gemm" : flags.band === undefined ? undefined : BANDED[workload.kind];
  const named = flags.schedule ?? usual;
  const orders = workload.kind === "gemm" || workload.kind === "conv" ? (flags.order ?? [{ kind: "row" } as const]) : flags.order;
  const bands = named !== undefined && named === BANDED[workload.kind] ? (flags.band ?? [1]) : flags.band;
  const planned = planReplays(workload, gpu, { ...kernelOptions(flags), orders, bands, schedule: named });
  const ids = [...new Set(planned.map(({ fields }) => String(fields["id"])))];
  const id = chosen(named ?? ids[0] ?? "", ids);
  return planned.find(({ fields }) => fields["id"] === id) as PlannedReplay;
}

/** The kernel that `--band` alone means. */
const BANDED: Readonly<Partial<Record<Workload["kind"], string>>> = { chain: "chain-bands", ffn: "ffn-bands" };

/** A kernel schedule on a GPU. */
function replayKernel(workload: Workload, gpu: Gpu, flags: Flags): Replay {
  const schedule = plannedKernel(workload, gpu, flags);
  // Moves follow a replay step by step, so the referee's replay runs in lock step.
  const usual = flags.referee === true || flags.explain === true ? "lru" : flags.range === true ? "partitioned" : undefined;
  const policy = flags.cache ?? usual;
  const cache = chooseL2(gpu, workload.dataType, policy, flags.l2Bytes, flags.execution);
  progress(`replaying ${schedule.label}`);
  try {
    const traffic = replayPlanned(schedule, cache);
    const explained = flags.explain === true ? { explanation: explainPlanned(schedule, cache) } : {};
    const ranged = flags.range === true ? { range: rangeOfPlanned(schedule, cache) } : {};
    return {
      report: { workload, machine: gpu, schedule: schedule.fields, cache, traffic, ...ranged, ...explained },
      lift: () => liftTileSchedule(schedule.lift(), schedule.slots, cache, traffic),
    };
  } finally {
    endProgress();
  }
}

function chosen(id: string, known: readonly string[]): string {
  if (!known.includes(id)) {
    throw new InputError(
      "--schedule",
      `one of ${known.join(", ")} for this workload and machine${didYouMean(id, known)}`,
      shown(id),
    );
  }
  return id;
}
