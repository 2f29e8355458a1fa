import type { Command } from "commander";
import type { GemmWorkload } from "../computation/gemm.js";
import { describeGemm } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import type { Machine } from "../machines/machine.js";
import type { ReplayReport } from "../replay/document.js";
import { trafficDocument } from "../replay/document.js";
import { chooseL2 } from "../replay/l2-model.js";
import { liftTiledGemm } from "../replay/lift-tiled-gemm.js";
import { liftWordGemm } from "../replay/lift-word-gemm.js";
import type { LiftedReplay } from "../replay/lifted.js";
import { refereeLifted } from "../replay/lifted.js";
import { replayTiledGemm, wordTraffic } from "../replay/replay.js";
import { trafficText } from "../report/traffic-text.js";
import { describeTiledGemm, tiledGemm } from "../schedules/tiled-gemm.js";
import { cosmaGemm, describeWordGemm, inputStationaryGemm } from "../schedules/word-gemm.js";
import type { MachineFlags, TiledFlags } from "./options.js";
import { addMachineFlags, addTiledFlags, machineFromFlags, renamed } from "./options.js";
import { endProgress, heading, printJson, printText, progress } from "./output.js";
import { workloadCommand } from "./workload-command.js";
import { WORKLOADS } from "./workloads.js";

interface Flags extends MachineFlags, TiledFlags {
  readonly json?: true;
  readonly schedule?: string;
  readonly referee?: true;
}

const EXAMPLES = [
  "redblue replay gemm --m 8192 --n 8192 --k 4096 --gpu h200 --order group:16",
  "redblue replay gemm --m 4096 --n 4096 --k 4096 --gpu h100 --tile 128x256x64 --order hilbert --l2-bytes 26214400 --json",
  "redblue replay gemm --m 20 --n 64 --k 3 --fast-words 34 --schedule input-stationary --referee",
];

export function addReplayCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "replay",
    summary: "count the traffic of one schedule, interface by interface and array by array",
    examples: EXAMPLES,
    workloads: WORKLOADS.filter(({ name }) => name === "gemm"),
    flags: (command) => {
      addTiledFlags(addMachineFlags(command))
        .option("--schedule <id>", "schedule to replay (default tiled-gemm, or cosma with --fast-words)")
        .option(
          "--referee",
          "lift the replay to word-level moves and have the pebble game's referee confirm its counts (small sizes)",
        )
        .option("--json", "print one redblue.traffic/1 document");
    },
    run: (workload, flags) => {
      const { report, lift } = renamed(() => replayOne(workload as GemmWorkload, flags));
      if (flags.referee === true) return renamed(() => refereed(lift()));
      if (flags.json === true) printJson(trafficDocument(report));
      else printText([describeGemm(report.workload), trafficText(report, heading)].join("\n"));
      return 0;
    },
  });
}

/** Reports what the referee says of every lifted interface; 1 when it disagrees. */
function refereed(lifted: readonly LiftedReplay[]): number {
  const verdicts = lifted.map((replay) => ({ replay, verdict: refereeLifted(replay) }));
  for (const { replay, verdict } of verdicts) {
    const { fastCapacity, processors } = replay.game;
    const result = verdict.agrees
      ? `${verdict.moves} moves are legal within ${fastCapacity} words on ${processors} processor(s), at exactly the replayed ${verdict.words} words`
      : verdict.reason;
    printText(`${replay.interface}: ${result}`);
  }
  return verdicts.every(({ verdict }) => verdict.agrees) ? 0 : 1;
}

interface Replay {
  readonly report: ReplayReport;
  readonly lift: () => readonly LiftedReplay[];
}

function replayOne(workload: GemmWorkload, flags: Flags): Replay {
  const machine = machineFromFlags(flags);
  const id = flags.schedule ?? (machine.kind === "abstract" ? "cosma" : "tiled-gemm");
  if (machine.kind === "abstract" && (id === "cosma" || id === "input-stationary")) {
    const schedule = id === "cosma" ? cosmaGemm(workload, machine.fastWords) : inputStationaryGemm(workload, machine.fastWords);
    if (schedule === undefined) {
      throw new InputError(
        "--fast-words",
        `at least ${workload.k + 2} words, a row of A and two more`,
        String(machine.fastWords),
      );
    }
    const report = { workload, machine, schedule: describeWordGemm(schedule), traffic: wordTraffic(schedule) };
    return { report, lift: () => [liftWordGemm(schedule, machine.fastWords)] };
  }
  if (machine.kind === "gpu" && id === "tiled-gemm") {
    if (flags.order !== undefined && flags.order.length > 1) throw new InputError("--order", "one order", "several");
    const schedule = tiledGemm(workload, machine, { ...flags, order: flags.order?.[0] });
    const cache = chooseL2(machine, flags.cache, flags.l2Bytes);
    progress(`replaying ${id}`);
    try {
      const traffic = replayTiledGemm(schedule, machine, cache);
      const slots = machine.sms * schedule.residency.ctasPerSm;
      return {
        report: { workload, machine, schedule: describeTiledGemm(schedule), cache, traffic },
        lift: () => liftTiledGemm(schedule, slots, cache, traffic),
      };
    } finally {
      endProgress();
    }
  }
  throw new InputError("--schedule", `one of ${schedulesOn(machine).join(", ")} on this machine`, shown(id));
}

function schedulesOn(machine: Machine): readonly string[] {
  return machine.kind === "gpu" ? ["tiled-gemm"] : machine.kind === "abstract" ? ["cosma", "input-stationary"] : ["(none yet)"];
}
