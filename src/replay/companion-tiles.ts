import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { READ } from "../schedules/tiles/tile-schedule.js";

/** Companions have at most this share of the bytes of the tiles that they are read with. */
const SMALL_SHARE = 1 / 8;

/** Of all bytes touched, those of companions where one of the two is read without the other. */
const APART_SHARE = 0.001;

/** What the search for companions needs to know of a schedule's arrays. */
export interface TouchedArray {
  /** Of its largest tile. */
  readonly bytes: number;
  /** How often one of its tiles is touched. */
  readonly touches: number;
}

/**
 * The companion of each tile, or −1: a small tile that nearly every step which reads one of the two reads with it, as a kernel reads
 * the scales of an operand's tile. Nothing writes either. Undefined where there are none.
 */
export function companionTiles(
  schedule: TileSchedule,
  arrayOfTile: Uint8Array,
  touched: readonly TouchedArray[],
): Int32Array | undefined {
  const written = writtenArrays(schedule, arrayOfTile);
  const allBytes = touched.reduce((sum, { touches, bytes }) => sum + touches * bytes, 0);
  const companionOf = new Int32Array(schedule.tileBytes.length).fill(-1);
  let found = false;
  touched.forEach(({ bytes, touches }, small) => {
    for (const [host, { bytes: hostBytes }] of touched.entries()) {
      if (touches === 0 || written[small] === 1 || written[host] === 1 || bytes > SMALL_SHARE * hostBytes) continue;
      if (bytes * leastApart(schedule, arrayOfTile, small, host) > APART_SHARE * allBytes) continue;
      const walk = (visit: PairVisitor): void => visitPairs(schedule, arrayOfTile, small, host, visit);
      const hosts = usualHosts(walk, schedule, small);
      if (bytes * touchesApart(walk, hosts) > APART_SHARE * allBytes || !join(companionOf, hosts)) continue;
      found = true;
      break;
    }
  });
  return found ? companionOf : undefined;
}

/** A step's tile of one array and of another; −1 where it reads none. */
type PairVisitor = (tile: number, host: number) => void;

/** Tiles of an array and the hosts of all of them. */
interface Hosts {
  readonly firstTile: number;
  readonly hostOf: Int32Array;
}

function writtenArrays({ streamBase, streamWrites }: TileSchedule, arrayOfTile: Uint8Array): Uint8Array {
  const written = new Uint8Array(256);
  streamWrites.forEach((kind, stream) => {
    if (kind !== READ) written[arrayOfTile[streamBase[stream] as number] as number] = 1;
  });
  return written;
}

/** In place of a stream that a phase has not. */
const NONE = -1;

/** Every step that reads a tile of either array; of several in a step, each with each. */
function visitPairs(schedule: TileSchedule, arrayOfTile: Uint8Array, small: number, host: number, visit: PairVisitor): void {
  const { phaseSteps, streamStart, streamBase, streamStride } = schedule;
  const arrayOf = (stream: number): number => arrayOfTile[streamBase[stream] as number] as number;
  const visitSteps = (phase: number, own: number, other: number): void => {
    const steps = phaseSteps[phase] as number;
    const tile = own === NONE ? NONE : (streamBase[own] as number);
    const hostTile = other === NONE ? NONE : (streamBase[other] as number);
    const stride = own === NONE ? 0 : (streamStride[own] as number);
    const hostStride = other === NONE ? 0 : (streamStride[other] as number);
    for (let step = 0; step < steps; step++) visit(tile + step * stride, hostTile + step * hostStride);
  };
  for (let phase = 0; phase < phaseSteps.length; phase++) {
    const start = streamStart[phase] as number;
    const end = streamStart[phase + 1] as number;
    let [owns, others] = [0, 0];
    for (let stream = start; stream < end; stream++) {
      if (arrayOf(stream) === small) owns++;
      else if (arrayOf(stream) === host) others++;
    }
    for (let stream = start; stream < end && owns + others > 0; stream++) {
      if (arrayOf(stream) === host && owns === 0) visitSteps(phase, NONE, stream);
      if (arrayOf(stream) !== small) continue;
      if (others === 0) visitSteps(phase, stream, NONE);
      for (let other = start; other < end && others > 0; other++) {
        if (arrayOf(other) === host) visitSteps(phase, stream, other);
      }
    }
  }
}

/** Steps that must read one without the other, by their numbers alone: of several in a step each has one partner at most. */
function leastApart(schedule: TileSchedule, arrayOfTile: Uint8Array, small: number, host: number): number {
  const { phaseSteps, streamStart, streamBase } = schedule;
  let apart = 0;
  for (let phase = 0; phase < phaseSteps.length; phase++) {
    let [owns, others] = [0, 0];
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      const array = arrayOfTile[streamBase[stream] as number] as number;
      if (array === small) owns++;
      else if (array === host) others++;
    }
    apart += (phaseSteps[phase] as number) * (others === 0 ? owns : owns * others - Math.min(owns, others));
  }
  return apart;
}

/** For each tile of the small array the host of most of its touches, where there is one (Boyer and Moore's majority vote). */
function usualHosts(walk: (visit: PairVisitor) => void, { arrays }: TileSchedule, small: number): Hosts {
  const { firstTile = 0, tileCount = 0 } = arrays[small] ?? {};
  const hostOf = new Int32Array(tileCount).fill(-1);
  const votes = new Int32Array(tileCount);
  walk((tile, host) => {
    if (tile < 0) return;
    const at = tile - firstTile;
    if (votes[at] === 0) hostOf[at] = host;
    votes[at] = (votes[at] as number) + (hostOf[at] === host ? 1 : -1);
  });
  return { firstTile, hostOf };
}

/** Steps that read a tile without its host, or a host without its tile. */
function touchesApart(walk: (visit: PairVisitor) => void, { firstTile, hostOf }: Hosts): number {
  const isHost = new Uint8Array(hostOf.reduce((most, host) => Math.max(most, host), 0) + 1);
  for (const host of hostOf) if (host >= 0) isHost[host] = 1;
  let apart = 0;
  walk((tile, host) => {
    if (tile < 0 ? isHost[host] === 1 : hostOf[tile - firstTile] !== host) apart++;
  });
  return apart;
}

/** Enters companions; false where a tile has no host, or a host two companions. */
function join(companionOf: Int32Array, { firstTile, hostOf }: Hosts): boolean {
  if (new Set(hostOf).size < hostOf.length || hostOf.some((host) => host < 0 || companionOf[host] !== -1)) return false;
  hostOf.forEach((host, at) => {
    companionOf[host] = firstTile + at;
  });
  return true;
}
