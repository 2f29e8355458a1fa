import { ScheduleWriter } from "./schedule-writer.js";
import { ADD, READ, type TiledArray, type TileSchedule, WRITE } from "./tile-schedule.js";

/** A tensor that passes a kernel once, in the order of its bytes. */
export interface StreamedTensor {
  readonly name: string;
  readonly bytes: number;
  readonly isWritten: boolean;
}

/** Parts of tensors begin at lines. */
const LINE_BYTES = 128;
/** Of the largest tensor that a block of a kernel without products passes. */
const PART_BYTES = 65_536;
/** Smaller tensors are read by one block. */
const LEAST_PART_BYTES = 32_768;

/** Tiles of the tensors, numbered from `first` on: of each, those that each of so many blocks touches. */
class Parts {
  readonly arrays: TiledArray[] = [];
  readonly bytes: number[] = [];
  readonly #tensors: readonly StreamedTensor[];
  readonly #tileOf: readonly Int32Array[];

  constructor(tensors: readonly StreamedTensor[], blocks: number, first: number) {
    this.#tensors = tensors;
    this.#tileOf = tensors.map(({ name, bytes }) => {
      const tileOf = new Int32Array(blocks).fill(-1);
      const firstTile = first + this.bytes.length;
      const parts = Math.max(1, Math.min(blocks, Math.ceil(bytes / LEAST_PART_BYTES)));
      for (let part = 0, from = 0; part < parts; part++) {
        const end = part + 1 === parts ? bytes : Math.floor(((part + 1) * bytes) / parts / LINE_BYTES) * LINE_BYTES;
        if (end === from) continue;
        tileOf[Math.floor((part * blocks) / parts)] = first + this.bytes.length;
        this.bytes.push(end - from);
        from = end;
      }
      this.arrays.push({ name, firstTile, tileCount: first + this.bytes.length - firstTile });
      return tileOf;
    });
  }

  /** A phase of what the block reads, or writes. */
  write(writer: ScheduleWriter, block: number, isWritten: boolean): void {
    const tiles = this.#tensors.flatMap((tensor, at) => {
      const tile = this.#tileOf[at]?.[block] ?? -1;
      return tensor.isWritten === isWritten && tile >= 0 ? [tile] : [];
    });
    if (tiles.length === 0) return;
    writer.phase(1, 0);
    for (const tile of tiles) isWritten ? writer.write(tile, 0) : writer.read(tile, 0);
  }
}

/** A kernel that reads and writes each tensor once, block after block, each an equal part of all of them. */
export function streamedOnce(tensors: readonly StreamedTensor[]): TileSchedule {
  const largest = tensors.reduce((most, { bytes }) => Math.max(most, bytes), 1);
  const blocks = Math.ceil(largest / PART_BYTES);
  const parts = new Parts(tensors, blocks, 0);
  const writer = new ScheduleWriter();
  for (let block = 0; block < blocks; block++) {
    parts.write(writer, block, false);
    parts.write(writer, block, true);
    writer.endBlock();
  }
  return writer.finish(parts.arrays, Int32Array.from(parts.bytes), undefined);
}

/** The schedule with tensors that its blocks read before, or write after, all else, an equal part each in launch order. */
export function withStreamed(schedule: TileSchedule, tensors: readonly StreamedTensor[]): TileSchedule {
  if (tensors.length === 0) return schedule;
  const { arrays, tileBytes, blockCount, phaseStart, phaseSteps, phaseWaits, waits, work } = schedule;
  const parts = new Parts(tensors, blockCount, tileBytes.length);
  const writer = new ScheduleWriter();
  for (let block = 0; block < blockCount; block++) {
    parts.write(writer, block, false);
    for (let phase = phaseStart[block] as number; phase < (phaseStart[block + 1] as number); phase++) {
      writer.phase(phaseSteps[phase] as number, work?.phaseOperations[phase] ?? 0);
      writeStreams(writer, schedule, phase);
      const [raised, awaited] = [phaseWaits?.raises[phase] ?? -1, phaseWaits?.waitsFor[phase] ?? -1];
      if (raised >= 0) writer.raise(raised);
      if (awaited >= 0) writer.waitFor(awaited, phaseWaits?.until[phase] ?? 0);
    }
    parts.write(writer, block, true);
    writer.endBlock();
  }
  return writer.finish([...arrays, ...parts.arrays], Int32Array.from([...tileBytes, ...parts.bytes]), work, waits);
}

function writeStreams(writer: ScheduleWriter, schedule: TileSchedule, phase: number): void {
  const { streamStart, streamBase, streamStride, streamWrites } = schedule;
  for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
    const [base, stride] = [streamBase[stream] as number, streamStride[stream] as number];
    if (streamWrites[stream] === READ) writer.read(base, stride);
    if (streamWrites[stream] === WRITE) writer.write(base, stride);
    if (streamWrites[stream] === ADD) writer.add(base, stride);
  }
}
