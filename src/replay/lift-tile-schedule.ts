import { InputError } from "../errors.js";
import type { Interface } from "../machines/machine.js";
import type { Move } from "../pebble/rules.js";
import { twoLevelGame } from "../pebble/rules.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import { ADD, WRITE } from "../schedules/tile-schedule.js";
import { ChipMemory, SlotMemory } from "./block-memory.js";
import { BlockRun } from "./block-run.js";
import type { L2Model } from "./l2-model.js";
import type { LiftableKernel } from "./liftable-kernel.js";
import { wordsOfTiles } from "./liftable-kernel.js";
import type { LiftedReplay } from "./lifted.js";
import { walkLockStep } from "./lock-step.js";
import { issued } from "./longest-first.js";
import type { ReplayedTraffic } from "./traffic.js";
import { totalTraffic } from "./traffic.js";

/**
 * The replay of a kernel schedule as word-level moves, once per interface, in bytes. Into the SMs: every resident block is a
 * processor with its own room, everything else is slow memory. From DRAM: one fast memory that is the L2 and all blocks' room.
 *
 * @throws InputError naming `cache` for a model of the L2 that is no single fully associative memory in lock step.
 */
export function liftTileSchedule(
  launched: LiftableKernel,
  slots: number,
  l2: L2Model,
  replayed: ReplayedTraffic,
): readonly [dram: LiftedReplay, sm: LiftedReplay] {
  if (l2.policy !== "lru" && l2.policy !== "fifo") {
    const expected =
      "lru or fifo for the referee: one fast memory without sets, copies, foresight or a clock, blocks in lock step";
    throw new InputError("cache", expected, l2.policy);
  }
  if (l2.execution?.kind === "drift") throw new InputError("execution", "lock-step for the referee", "drift");
  const kernel: LiftableKernel = { ...launched, layout: issued(launched.layout, l2.execution) };
  const { layout, graph, roomBytes } = kernel;
  const words = wordsOfTiles(kernel);
  const used = Math.min(slots, layout.blockCount);
  const intoSms: Move[] = [];
  const chip = new ChipMemory(graph, l2.bytes, l2.policy, words.placeOf);
  const places = Array.from({ length: used }, (_, slot) => new SlotMemory(intoSms, used > 1 ? slot : undefined));
  const running = new Map<number, BlockRun>();
  const writtenBefore = versions(kernel, slots);
  const written = (tiles: readonly TouchedTile[]): readonly number[] =>
    tiles.flatMap((touched) => words.of(touched.tile, writtenBefore(touched)));
  const read = (tiles: readonly TouchedTile[]): readonly number[] =>
    tiles.flatMap((touched) => words.of(touched.tile, writtenBefore(touched) - 1));
  walkLockStep(layout, slots, (slot, block, phase, step) => {
    let run = running.get(slot);
    if (step === 0 && beginsRun(kernel, block, phase)) {
      const tiles = tilesOfRun(kernel, block, phase);
      run = new BlockRun(graph, [places[slot] as SlotMemory, chip], read(tiles.reads), written(tiles.writes));
      running.set(slot, run);
    }
    const tiles = tilesOfStep(layout, phase, step);
    run?.step(read(tiles.reads), written(tiles.writes));
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

interface TouchedTile {
  readonly tile: number;
  readonly phase: number;
  readonly step: number;
}

interface Tiles {
  readonly reads: readonly TouchedTile[];
  readonly writes: readonly TouchedTile[];
}

/** How often a tile of a rewritten array has been written when a step touches it; 0 of other arrays. */
function versions({ layout, rewritten }: LiftableKernel, slots: number): (touched: TouchedTile) => number {
  if (rewritten === undefined) return () => 0;
  const again = layout.arrays.filter(({ name }) => rewritten.has(name));
  const key = ({ tile, phase, step }: TouchedTile): string => `${tile} ${phase} ${step}`;
  const count = new Int32Array(layout.tileBytes.length);
  const before = new Map<string, number>();
  walkLockStep(layout, slots, (_slot, _block, phase, step) => {
    const { reads, writes } = tilesOfStep(layout, phase, step);
    for (const touched of [...reads, ...writes]) {
      const counts = again.some(({ firstTile, tileCount }) => touched.tile >= firstTile && touched.tile < firstTile + tileCount);
      if (counts) before.set(key(touched), count[touched.tile] as number);
    }
    for (const { tile } of writes) count[tile] = (count[tile] as number) + 1;
  });
  return (touched) => before.get(key(touched)) ?? 0;
}

function tilesOfStep(layout: TileSchedule, phase: number, step: number): Tiles {
  const [reads, writes]: [TouchedTile[], TouchedTile[]] = [[], []];
  for (let stream = layout.streamStart[phase] as number; stream < (layout.streamStart[phase + 1] as number); stream++) {
    const tile = (layout.streamBase[stream] as number) + step * (layout.streamStride[stream] as number);
    if (layout.streamWrites[stream] === ADD) {
      throw new InputError("schedule", "a kernel that adds in its SMs for the referee", "adds in the L2");
    }
    (layout.streamWrites[stream] === WRITE ? writes : reads).push({ tile, phase, step });
  }
  return { reads, writes };
}

/** Whether a block starts on new outputs. */
function beginsRun({ layout, walksTiles }: LiftableKernel, block: number, phase: number): boolean {
  if (phase === layout.phaseStart[block]) return true;
  if (walksTiles !== true) return false;
  return tilesOfStep(layout, phase - 1, 0).writes.length > 0 && tilesOfStep(layout, phase, 0).reads.length > 0;
}

/** From a phase that begins a run up to the next that does. */
function tilesOfRun(kernel: LiftableKernel, block: number, first: number): Tiles {
  const [reads, writes]: [TouchedTile[], TouchedTile[]] = [[], []];
  const { layout } = kernel;
  const end = layout.phaseStart[block + 1] as number;
  for (let phase = first; phase < end && (phase === first || !beginsRun(kernel, block, phase)); phase++) {
    for (let step = 0; step < (layout.phaseSteps[phase] as number); step++) {
      const tiles = tilesOfStep(layout, phase, step);
      reads.push(...tiles.reads);
      writes.push(...tiles.writes);
    }
  }
  return { reads, writes };
}
