import { InputError } from "../errors.js";
import type { Interface } from "../machines/machine.js";
import type { Move } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import { ChipMemory, SlotMemory } from "./block-memory.js";
import { BlockRun } from "./block-run.js";
import type { L2Model } from "./l2-model.js";
import type { LiftableKernel } from "./liftable-kernel.js";
import { wordsOfTiles } from "./liftable-kernel.js";
import type { LiftedReplay } from "./lifted.js";
import { walkLockStep } from "./lock-step.js";
import type { ReplayedTraffic } from "./traffic.js";
import { totalTraffic } from "./traffic.js";

/**
 * The replay of a kernel schedule as word-level moves, once per interface, in bytes. Into the SMs: every resident block is a
 * processor with its own room, everything else is slow memory. From DRAM: one fast memory that is the L2 and all blocks' room.
 *
 * @throws InputError naming `cache` for a model of the L2 that is no single fully associative memory in lock step.
 */
export function liftTileSchedule(
  kernel: LiftableKernel,
  slots: number,
  l2: L2Model,
  replayed: ReplayedTraffic,
): readonly [dram: LiftedReplay, sm: LiftedReplay] {
  if (l2.policy !== "lru" && l2.policy !== "fifo") {
    const expected =
      "lru or fifo for the referee: one fast memory without sets, copies, foresight or a clock, blocks in lock step";
    throw new InputError("cache", expected, l2.policy);
  }
  const { layout, graph, roomBytes } = kernel;
  const words = wordsOfTiles(kernel);
  const used = Math.min(slots, layout.blockCount);
  const intoSms: Move[] = [];
  const chip = new ChipMemory(graph, l2.bytes, l2.policy, words.placeOf);
  const places = Array.from({ length: used }, (_, slot) => new SlotMemory(intoSms, used > 1 ? slot : undefined));
  const running = new Map<number, BlockRun>();
  const writes = new Int32Array(layout.tileBytes.length);
  const written = (tiles: readonly number[]): readonly number[] =>
    tiles.flatMap((tile) => words.of(tile, writes[tile] as number));
  const read = (tiles: readonly number[]): readonly number[] =>
    tiles.flatMap((tile) => words.of(tile, (writes[tile] as number) - 1));
  walkLockStep(layout, slots, (slot, block, phase, step) => {
    let run = running.get(slot);
    if (phase === layout.phaseStart[block] && step === 0) {
      const tiles = tilesOfBlock(layout, block);
      run = new BlockRun(graph, [places[slot] as SlotMemory, chip], read(tiles.reads), written(tiles.writes));
      running.set(slot, run);
    }
    const tiles = tilesOfStep(layout, phase, step);
    run?.step(read(tiles.reads), written(tiles.writes));
    for (const tile of tiles.writes) writes[tile] = (writes[tile] as number) + 1;
  });
  chip.flush();
  const lifted = (face: Interface, capacity: number, processors: number, moves: readonly Move[]): LiftedReplay => {
    const traffic = replayed.total.get(face);
    if (traffic === undefined) throw new RangeError(`lift: no traffic over ${face}`);
    return {
      interface: face,
      unit: "bytes",
      graph,
      game: twoLevelGame(capacity, { processors }),
      moves,
      replayed: totalTraffic(traffic),
    };
  };
  return [lifted("dram-l2", l2.bytes + used * roomBytes, 1, chip.moves), lifted("l2-sm", roomBytes, used, intoSms)];
}

interface Tiles {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

function tilesOfStep(layout: TileSchedule, phase: number, step: number): Tiles {
  const [reads, writes]: [number[], number[]] = [[], []];
  for (let stream = layout.streamStart[phase] as number; stream < (layout.streamStart[phase + 1] as number); stream++) {
    const tile = (layout.streamBase[stream] as number) + step * (layout.streamStride[stream] as number);
    (layout.streamWrites[stream] === 1 ? writes : reads).push(tile);
  }
  return { reads, writes };
}

function tilesOfBlock(layout: TileSchedule, block: number): Tiles {
  const [reads, writes]: [number[], number[]] = [[], []];
  for (let phase = layout.phaseStart[block] as number; phase < (layout.phaseStart[block + 1] as number); phase++) {
    for (let step = 0; step < (layout.phaseSteps[phase] as number); step++) {
      const tiles = tilesOfStep(layout, phase, step);
      reads.push(...tiles.reads);
      writes.push(...tiles.writes);
    }
  }
  return { reads, writes };
}
