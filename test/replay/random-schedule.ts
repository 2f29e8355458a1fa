import { ScheduleWriter } from "../../src/schedules/tiles/schedule-writer.js";
import type { BlockWaits, TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { randomStream } from "../pebble/support/random-graphs.js";

type Step = (writer: ScheduleWriter) => void;

const TILES = 24;

/**
 * A schedule of up to nine blocks with phases of every kind over three arrays: loads, products with and without writes, stores,
 * adds. Blocks and phases wait for counters that earlier blocks raise.
 */
export function randomSchedule(seed: number): TileSchedule {
  const random = randomStream(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const chance = (share: number): boolean => random() < share;
  const blocks = 1 + below(9);
  const steps: Step[] = [];
  const size = { blocks, phases: 0, streams: 0 };
  /** How often each counter is raised by the blocks so far. */
  const raised = [0, 0];
  const waits = { counterCount: 2, raises: none(blocks), waitsFor: none(blocks), until: new Int32Array(blocks) };
  const [waitsForBlocks, waitsForPhases, computes] = [chance(0.5), chance(0.5), chance(0.8)];
  const blockRaised = [0, 0];
  for (let block = 0; block < blocks; block++) {
    const before = [...raised];
    if (waitsForBlocks) {
      const counter = below(2);
      if (chance(0.4)) {
        waits.waitsFor[block] = counter;
        waits.until[block] = below((blockRaised[counter] as number) + 1);
      }
      const raises = below(3) - 1;
      waits.raises[block] = raises;
      if (raises >= 0) blockRaised[raises] = (blockRaised[raises] as number) + 1;
    }
    const phases = 1 + below(5);
    for (let phase = 0; phase < phases; phase++) {
      size.phases++;
      const [length, works] = [1 + below(4), computes && chance(0.6)];
      steps.push((writer) => writer.phase(length, works ? 1000 : 0));
      for (let stream = 1 + below(3); stream > 0; stream--) {
        size.streams++;
        const kind = (["read", "read", "read", "write", "add"] as const)[below(5)] as "read" | "write" | "add";
        const stride = below(3) - 1;
        const base = 4 + below(TILES - 8);
        steps.push((writer) => writer[kind](base, stride));
      }
      if (waitsForPhases && chance(0.5)) {
        const counter = below(2);
        raised[counter] = (raised[counter] as number) + 1;
        steps.push((writer) => writer.raise(counter));
      }
      if (waitsForPhases && phase > 0 && chance(0.5)) {
        const counter = below(2);
        const until = below((before[counter] as number) + 1);
        steps.push((writer) => writer.waitFor(counter, until));
      }
    }
    steps.push((writer) => writer.endBlock());
  }
  const writer = new ScheduleWriter(size);
  for (const step of steps) step(writer);
  const tileBytes = Int32Array.from({ length: TILES }, () => 256 * (1 + below(3)));
  const arrays = [0, 1, 2].map((i) => ({ name: "ABC"[i] as string, firstTile: 8 * i, tileCount: 8 }));
  const work = { kind: chance(0.5) ? "product" : "attention", operandType: "bf16", stages: 1 + below(4) } as const;
  const given: BlockWaits | undefined = waitsForBlocks ? waits : undefined;
  return writer.finish(arrays, tileBytes, computes ? { ...work, exponentialsPerOperation: 0.1 } : undefined, given);
}

function none(count: number): Int32Array {
  return new Int32Array(count).fill(-1);
}
