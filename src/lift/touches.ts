import type { Cdag } from "../pebble/cdag.js";
import { walkLockStep } from "../replay/lock-step.js";
import { ADD, READ, type TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { type AddOrder, type LiftableKernel, type TileWords, wordsOfTiles } from "./liftable-kernel.js";

/** A word that a block adds to another in the L2: `after` = `before` + `part`. */
export interface Addition {
  readonly part: number;
  readonly before: number;
  readonly after: number;
}

/** The words of one step, in the order of its tiles. */
export interface StepWords {
  readonly reads: readonly number[];
  /** Of those that serve several steps, the array. */
  readonly lasting: ReadonlyMap<number, string>;
  /** Tile by tile. */
  readonly writes: readonly (readonly number[])[];
  /** What the step adds to tiles in the L2. */
  readonly parts: readonly { readonly tile: number; readonly words: readonly number[] }[];
}

/** Which words each step touches; of tiles that are written again and again, the version that launch order gives. */
export class TouchedWords {
  readonly #layout: TileSchedule;
  readonly #words: TileWords;
  readonly #lasting: readonly { readonly name: string; readonly firstTile: number; readonly tileCount: number }[];
  /** First touch of each phase, and of each touch the version read or written, or the number of the adder. */
  readonly #firstTouch: Int32Array;
  readonly #version: Int32Array;
  /** Additions to each tile so far. */
  readonly #added: Int32Array;

  constructor(kernel: LiftableKernel, graph: Cdag) {
    const { layout } = kernel;
    this.#layout = layout;
    this.#words = wordsOfTiles(kernel, graph);
    this.#lasting = layout.arrays.filter(({ name }) => kernel.lasting?.has(name) === true);
    this.#added = new Int32Array(layout.tileBytes.length);
    ({ firstTouch: this.#firstTouch, version: this.#version } = versionsOf(layout));
  }

  placeOf(word: number): number {
    return this.#words.placeOf(word);
  }

  step(phase: number, step: number): StepWords {
    const [reads, writes]: [number[], (readonly number[])[]] = [[], []];
    const parts: { tile: number; words: readonly number[] }[] = [];
    const lasting = new Map<number, string>();
    const { streamStart, streamBase, streamStride, streamWrites } = this.#layout;
    const [first, end] = [streamStart[phase] as number, streamStart[phase + 1] as number];
    for (let stream = first; stream < end; stream++) {
      const tile = (streamBase[stream] as number) + step * (streamStride[stream] as number);
      const version = this.#version[(this.#firstTouch[phase] as number) + step * (end - first) + stream - first] as number;
      if (streamWrites[stream] === ADD) parts.push({ tile, words: this.#words.added(tile, version) });
      else if (streamWrites[stream] !== READ) writes.push(this.#words.of(tile, version));
      else {
        const words = this.#words.of(tile, version);
        reads.push(...words);
        const array = this.#lasting.find(({ firstTile, tileCount }) => tile >= firstTile && tile < firstTile + tileCount);
        if (array !== undefined) for (const word of words) lasting.set(word, array.name);
      }
    }
    return { reads, lasting, writes, parts };
  }

  /** The next addition to a tile, word by word. */
  additions(tile: number, parts: readonly number[]): readonly Addition[] {
    const before = this.#words.of(tile, this.#added[tile] as number);
    this.#added[tile] = (this.#added[tile] as number) + 1;
    const after = this.#words.of(tile, this.#added[tile] as number);
    return parts.map((part, at) => ({ part, before: before[at] as number, after: after[at] as number }));
  }
}

/** Of each touch in launch order: writes of its tile before it, where it reads with the additions and less one; where it adds, these. */
function versionsOf(layout: TileSchedule): { readonly firstTouch: Int32Array; readonly version: Int32Array } {
  const { phaseSteps, streamStart, streamBase, streamStride, streamWrites, tileBytes, touches } = layout;
  const [written, added] = [new Int32Array(tileBytes.length), new Int32Array(tileBytes.length)];
  const firstTouch = new Int32Array(phaseSteps.length + 1);
  const version = new Int32Array(touches);
  let touch = 0;
  phaseSteps.forEach((steps, phase) => {
    firstTouch[phase] = touch;
    for (let step = 0; step < steps; step++) {
      for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
        const tile = (streamBase[stream] as number) + step * (streamStride[stream] as number);
        const counts = streamWrites[stream] === ADD ? added : written;
        const count = counts[tile] as number;
        version[touch++] = streamWrites[stream] === READ ? count + (added[tile] as number) - 1 : count;
        if (streamWrites[stream] !== READ) counts[tile] = count + 1;
      }
    }
  });
  return { firstTouch, version };
}

/** In which order blocks add to each tile in lock step. */
export function addOrder(layout: TileSchedule, slots: number, turn: number): AddOrder {
  const { firstTouch, version } = versionsOf(layout);
  const { streamStart, streamBase, streamStride, streamWrites } = layout;
  const adders = new Map<number, number[]>();
  const visit = (_slot: number, _block: number, phase: number, step: number): void => {
    const [first, end] = [streamStart[phase] as number, streamStart[phase + 1] as number];
    for (let stream = first; stream < end; stream++) {
      if (streamWrites[stream] !== ADD) continue;
      const tile = (streamBase[stream] as number) + step * (streamStride[stream] as number);
      const adder = version[(firstTouch[phase] as number) + step * (end - first) + stream - first] as number;
      const known = adders.get(tile);
      if (known === undefined) adders.set(tile, [adder]);
      else known.push(adder);
    }
  };
  walkLockStep(layout, slots, visit, undefined, turn);
  return (tile) => adders.get(tile) ?? [];
}
