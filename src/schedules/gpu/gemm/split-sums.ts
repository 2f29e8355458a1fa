import { BYTES_OF } from "../../../computation/data-types.js";
import type { WordTypes } from "../../../computation/word-types.js";
import { InputError, shown } from "../../../errors.js";
import { didYouMean } from "../../../text/nearest-name.js";
import type { ScheduleWriter } from "../../tiles/schedule-writer.js";
import { kernelAfterKernel } from "../../tiles/tile-arrays.js";
import type { BlockWaits } from "../../tiles/tile-schedule.js";
import type { Workspace } from "./layout.js";

/**
 * How the slices of k come together.
 *
 * - `serial`: each slice but the first waits for the one before, reads its sums from C and writes them back (output words)
 * - `parallel`: every slice stores its sums in a workspace (accumulator words), a second kernel adds them up
 * - `atomic`: C is zeroed by a kernel before, every slice adds its sums in the L2 (output words)
 */
export type SplitReduction = "serial" | "parallel" | "atomic";

const REDUCTIONS: readonly SplitReduction[] = ["serial", "parallel", "atomic"];

/** Reads `serial`, `parallel` or `atomic`. @throws InputError naming `reduction`. */
export function parseSplitReduction(text: string): SplitReduction {
  const found = REDUCTIONS.find((reduction) => reduction === text);
  if (found === undefined)
    throw new InputError("reduction", `one of ${REDUCTIONS.join(", ")}${didYouMean(text, REDUCTIONS)}`, shown(text));
  return found;
}

/** What a kernel in slices adds to a schedule: the workspace, helper blocks beside its own, and their streams. */
export interface SplitSize {
  readonly workspace: Workspace | undefined;
  readonly helperBlocks: number;
  readonly helperStreams: number;
  /** Streams of all slices for their sums. */
  readonly sumStreams: number;
}

/** For `tiles` tiles of C, each in `splits` slices. */
export function splitSize(tiles: number, splits: number, reduction: SplitReduction, types: WordTypes): SplitSize {
  const parallel = reduction === "parallel";
  return {
    workspace: parallel ? { copies: splits, wordBytes: BYTES_OF[types.accumulator] } : undefined,
    helperBlocks: reduction === "serial" ? 0 : tiles,
    helperStreams: reduction === "serial" ? 0 : parallel ? tiles * (splits + 1) : tiles,
    sumStreams: tiles * splits + (reduction === "serial" ? tiles * (splits - 1) : 0),
  };
}

/** Writes the sums of slices, and the kernels that prepare or add them up. */
export class SplitSums {
  readonly #writer: ScheduleWriter;
  readonly #how: { readonly reduction: SplitReduction; readonly tiles: number; readonly splits: number };
  readonly #first: { readonly firstC: number; readonly firstWorkspace: number };

  constructor(
    writer: ScheduleWriter,
    how: { readonly reduction: SplitReduction; readonly tiles: number; readonly splits: number },
    first: { readonly firstC: number; readonly firstWorkspace: number },
  ) {
    this.#writer = writer;
    this.#how = how;
    this.#first = first;
  }

  /** The kernel before, where there is one. `tiles`: those of C in launch order. */
  before(tiles: Iterable<number>): void {
    if (this.#how.reduction !== "atomic") return;
    for (const c of tiles)
      this.#writer
        .phase(1, 0)
        .write(this.#first.firstC + c, 0)
        .endBlock();
  }

  /** The phase in which a block hands over the sums of a tile and slice. */
  handOver(c: number, slice: number): void {
    const { reduction, tiles } = this.#how;
    const { firstC, firstWorkspace } = this.#first;
    const writer = this.#writer.phase(1, 0);
    if (reduction === "atomic") writer.add(firstC + c, 0);
    else if (reduction === "parallel") writer.write(firstWorkspace + slice * tiles + c, 0);
    else {
      if (slice > 0) writer.waitFor(c, slice).read(firstC + c, 0);
      if (this.#how.splits > 1) writer.raise(c);
      writer.write(firstC + c, 0);
    }
  }

  /** The kernel after, where there is one. */
  after(order: Iterable<number>): void {
    const { reduction, tiles, splits } = this.#how;
    if (reduction !== "parallel") return;
    for (const c of order) {
      this.#writer.phase(1, 0);
      for (let slice = 0; slice < splits; slice++) this.#writer.read(this.#first.firstWorkspace + slice * tiles + c, 0);
      this.#writer.write(this.#first.firstC + c, 0).endBlock();
    }
  }

  /** What the kernels wait for, `blocks` being those of the slices. */
  waits(blocks: number): BlockWaits | undefined {
    const { reduction, tiles } = this.#how;
    if (reduction === "serial") return undefined;
    return kernelAfterKernel(reduction === "atomic" ? [tiles, blocks] : [blocks, tiles]);
  }
}
