import { InputError } from "../errors.js";
import type { Interface } from "../machines/machine.js";
import type { Cdag } from "../pebble/cdag.js";
import { type Move, twoLevelGame } from "../pebble/rules.js";
import { stepsOfTurn } from "../replay/execution.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { walkLockStep } from "../replay/lock-step.js";
import { issued } from "../replay/longest-first.js";
import { type ReplayedTraffic, totalTraffic } from "../replay/traffic.js";
import { BOX_PADDING } from "../schedules/gpu/gemm/box-padding.js";
import { ADD, READ, type TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { type BlockMemory, ChipMemory, SlotMemory } from "./block-memory.js";
import { BlockRun } from "./block-run.js";
import type { LiftableKernel } from "./liftable-kernel.js";
import type { LiftedReplay } from "./lifted.js";
import { addOrder, TouchedWords } from "./touches.js";

/**
 * The replay of a kernel schedule as word-level moves, once per interface, in bytes: from DRAM, where one fast memory is the L2 and
 * all blocks' room; into the blocks, each a processor with its own room and everything else slow memory; and, where blocks are
 * clusters, into their CTAs likewise. Adds in the L2 are the work of one processor more, behind the interface.
 *
 * @throws InputError naming `cache` for a model of the L2 that is no single fully associative memory of words.
 */
export function liftTileSchedule(
  launched: LiftableKernel,
  slots: number,
  l2: L2Model,
  replayed: ReplayedTraffic,
): readonly LiftedReplay[] {
  if (l2.policy !== "lru" && l2.policy !== "fifo") {
    const expected = "lru or fifo for the referee: one fast memory without sets, copies, foresight or a clock";
    throw new InputError("cache", expected, l2.policy);
  }
  if (l2.execution?.kind === "longest-first" && launched.layout.streamWrites.includes(ADD))
    throw new InputError("execution", "another for the referee where slices are added in the L2", "longest-first");
  const kernel: LiftableKernel = { ...launched, layout: issued(launched.layout, l2.execution) };
  const { layout, roomBytes, ctaRoomBytes } = kernel;
  const turn = stepsOfTurn(l2.execution);
  const graph = typeof kernel.graph === "function" ? kernel.graph(addOrder(layout, slots, turn)) : kernel.graph;
  const words = new TouchedWords(kernel, graph);
  const used = Math.min(slots, layout.blockCount);
  const ctas = ctaRoomBytes === undefined ? 0 : mostOutputs(layout);
  const chip = new ChipMemory(graph, l2.bytes, l2.policy, (word) => words.placeOf(word));
  const adds = layout.streamWrites.includes(ADD);
  const ofBlocks = placesOf(used, adds);
  const ofCtas = placesOf(used * ctas, false);
  const running = new Map<number, readonly BlockRun[]>();
  walkLockStep(
    layout,
    slots,
    (slot, block, phase, step) => {
      if (step === 0 && beginsRun(kernel, block, phase)) {
        const memories = [ofBlocks.places[slot] as SlotMemory, chip];
        running.set(slot, beginRuns(graph, wordsOfRun(kernel, words, block, phase), memories, ofCtas.places, slot * ctas, ctas));
      }
      const touched = words.step(phase, step);
      const additions = touched.parts.map(({ tile, words: parts }) => words.additions(tile, parts));
      for (const run of running.get(slot) ?? []) run.step(touched, touched.writes.flat(), additions);
    },
    undefined,
    turn,
  );
  chip.flush();
  const lifted = (
    interfaceId: Interface,
    capacity: number,
    processors: number,
    moves: readonly Move[],
    adder = -1,
  ): LiftedReplay => {
    const traffic = replayed.total.get(interfaceId);
    if (traffic === undefined) throw new RangeError(`lift: no traffic over ${interfaceId}`);
    return {
      interface: interfaceId,
      unit: "bytes",
      graph,
      game: twoLevelGame(capacity, { processors }),
      ...(adder < 0 ? {} : { adder }),
      moves,
      // Zeros of boxes are no words, so no moves.
      replayed: totalTraffic(traffic) - (replayed.byArray.get(BOX_PADDING)?.get(interfaceId)?.reads ?? 0n),
    };
  };
  const fromDram = lifted("dram-l2", l2.bytes + used * roomBytes, 1, chip.moves);
  const intoBlocks = (interfaceId: Interface): LiftedReplay =>
    lifted(interfaceId, roomBytes, ofBlocks.processors, ofBlocks.moves, adds ? used : -1);
  if (ctaRoomBytes === undefined) return [fromDram, intoBlocks("l2-sm")];
  return [fromDram, intoBlocks("l2-cluster"), lifted("l2-sm", ctaRoomBytes, ofCtas.processors, ofCtas.moves)];
}

interface Places {
  readonly moves: Move[];
  readonly places: readonly SlotMemory[];
  readonly processors: number;
}

/** Processors side by side, and perhaps one behind them that adds in the L2; a lone one goes without a number in its moves. */
function placesOf(count: number, adds: boolean): Places {
  const moves: Move[] = [];
  const processors = count + (adds ? 1 : 0);
  const places = Array.from({ length: count }, (_, at) => new SlotMemory(moves, processors > 1 ? at : undefined, count));
  return { moves, places, processors };
}

interface RunWords {
  readonly reads: readonly number[];
  /** What it writes or adds, tile by tile. */
  readonly results: readonly (readonly number[])[];
}

/** The runs of a block: its own and, of a cluster, those of its CTAs, each with the words that its tile needs. */
function beginRuns(
  graph: Cdag,
  { reads, results }: RunWords,
  memories: readonly BlockMemory[],
  ctaPlaces: readonly SlotMemory[],
  firstCta: number,
  ctas: number,
): readonly BlockRun[] {
  const whole = new BlockRun(graph, memories, reads, results.flat());
  if (ctas === 0) return [whole];
  const ofCta = (tile: readonly number[], at: number): BlockRun =>
    new BlockRun(graph, [ctaPlaces[firstCta + at] as SlotMemory], reads, tile, "only what it needs");
  return [whole, ...results.map(ofCta)];
}

/** The most tiles that one block writes. */
function mostOutputs({ blockCount, phaseStart, phaseSteps, streamStart, streamWrites }: TileSchedule): number {
  let most = 0;
  for (let block = 0; block < blockCount; block++) {
    let outputs = 0;
    for (let phase = phaseStart[block] as number; phase < (phaseStart[block + 1] as number); phase++) {
      const kinds = streamWrites.subarray(streamStart[phase], streamStart[phase + 1]);
      outputs += (phaseSteps[phase] as number) * kinds.filter((kind) => kind !== READ).length;
    }
    most = Math.max(most, outputs);
  }
  return most;
}

/** Whether a block starts on new outputs. */
function beginsRun({ layout, walksTiles }: LiftableKernel, block: number, phase: number): boolean {
  if (phase === layout.phaseStart[block]) return true;
  if (walksTiles !== true) return false;
  const kinds = (at: number): Uint8Array => layout.streamWrites.subarray(layout.streamStart[at], layout.streamStart[at + 1]);
  return kinds(phase - 1).some((kind) => kind !== READ) && kinds(phase).includes(READ);
}

/** From a phase that begins a run up to the next that does. */
function wordsOfRun(kernel: LiftableKernel, words: TouchedWords, block: number, first: number): RunWords {
  const [reads, results]: [number[], (readonly number[])[]] = [[], []];
  const { layout } = kernel;
  const end = layout.phaseStart[block + 1] as number;
  for (let phase = first; phase < end && (phase === first || !beginsRun(kernel, block, phase)); phase++) {
    for (let step = 0; step < (layout.phaseSteps[phase] as number); step++) {
      const touched = words.step(phase, step);
      for (const word of touched.reads) reads.push(word);
      results.push(...touched.writes, ...touched.parts.map((part) => part.words));
    }
  }
  return { reads, results };
}
