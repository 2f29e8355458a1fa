import type { Command } from "commander";
import { describeGemm } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import type { Machine } from "../machines/machine.js";
import type { ReplayReport } from "../replay/document.js";
import { trafficDocument } from "../replay/document.js";
import { chooseL2 } from "../replay/l2-model.js";
import { replayTiledGemm, wordTraffic } from "../replay/replay.js";
import { trafficText } from "../report/traffic-text.js";
import { describeTiledGemm, tiledGemm } from "../schedules/tiled-gemm.js";
import { cosmaGemm, describeWordGemm, inputStationaryGemm } from "../schedules/word-gemm.js";
import type { GemmFlags, TiledFlags } from "./options.js";
import { addGemmFlags, addMachineFlags, addTiledFlags, gemmFromFlags, machineFromFlags, renamed } from "./options.js";
import { endProgress, heading, printJson, printText, progress } from "./output.js";
import { workloadCommand } from "./workload-command.js";

interface Flags extends GemmFlags, TiledFlags {
  readonly json?: true;
  readonly schedule?: string;
}

const EXAMPLES = [
  "redblue replay gemm --m 8192 --n 8192 --k 4096 --gpu h200 --order group:16",
  "redblue replay gemm --m 4096 --n 4096 --k 4096 --gpu h100 --tile 128x256x64 --order hilbert --l2-bytes 26214400 --json",
  "redblue replay gemm --m 20 --n 64 --k 3 --fast-words 34 --schedule input-stationary",
];

export function addReplayCommand(program: Command): void {
  workloadCommand<Flags>(program, {
    name: "replay",
    summary: "count the traffic of one schedule, interface by interface and array by array",
    examples: EXAMPLES,
    flags: (command) => {
      addTiledFlags(addMachineFlags(addGemmFlags(command)))
        .option("--schedule <id>", "schedule to replay (default tiled-gemm, or cosma with --fast-words)")
        .option("--json", "print one redblue.traffic/1 document");
    },
    run: (flags) => {
      const report = renamed(() => replayOne(flags));
      if (flags.json === true) printJson(trafficDocument(report));
      else printText([describeGemm(report.workload), trafficText(report, heading)].join("\n"));
      return 0;
    },
  });
}

function replayOne(flags: Flags): ReplayReport {
  const workload = gemmFromFlags(flags);
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
    return { workload, machine, schedule: describeWordGemm(schedule), traffic: wordTraffic(schedule) };
  }
  if (machine.kind === "gpu" && id === "tiled-gemm") {
    if (flags.order !== undefined && flags.order.length > 1) throw new InputError("--order", "one order", "several");
    const schedule = tiledGemm(workload, machine, { ...flags, order: flags.order?.[0] });
    const cache = chooseL2(machine, flags.cache, flags.l2Bytes);
    progress(`replaying ${id}`);
    try {
      return {
        workload,
        machine,
        schedule: describeTiledGemm(schedule),
        cache,
        traffic: replayTiledGemm(schedule, machine, cache),
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
