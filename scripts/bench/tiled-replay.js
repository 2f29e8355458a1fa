import { interleave } from "./measure.js";
import { millionsPerSecond, printTable } from "./print.js";

/** One replay takes milliseconds, less than the compiler takes to settle. */
const REPLAYS_A_REPEAT = 10;

/** A whole kernel: 8192×8192×4096 in bf16, group:8, on an H200. Laying out the blocks is timed apart from the replay. */
export const tiledReplay = {
  name: "replay",
  run: ({ lruL2, gemmWorkload, gpuNamed, layOutTiledGemm, replayTileSchedule, tiledGemm }, repeats) => {
    const gpu = gpuNamed("h200");
    const schedule = tiledGemm(gemmWorkload({ m: 8192, n: 8192, k: 4096 }), gpu, { order: { kind: "group", height: 8 } });
    const layout = layOutTiledGemm(schedule);
    const slots = gpu.sms * schedule.residency.ctasPerSm;
    const results = interleave(
      [
        { name: "layOutTiledGemm", run: () => layOutTiledGemm(schedule) },
        { name: "replayTileSchedule", run: () => replayTileSchedule(layout, slots, lruL2(gpu)) },
      ],
      REPLAYS_A_REPEAT * repeats,
    );
    console.log(`replay: 8192×8192×4096 group:8 on ${gpu.id}, ${layout.touches} touches, ${slots} blocks at once`);
    printTable([
      ["", "best ms", "median ms", "best M touches/s", "median M touches/s"],
      ...results.map(({ name, best, median }) => [
        name,
        (best * 1000).toFixed(1),
        (median * 1000).toFixed(1),
        millionsPerSecond(layout.touches, best),
        millionsPerSecond(layout.touches, median),
      ]),
    ]);
  },
};
