import { ceilDivide, greatestCommonDivisor } from "../../exact/integer.js";
import { searchCut } from "./cut-search.js";

/** What a segment can hold at most, and what else a certificate says of it. */
interface Held {
  readonly most: bigint;
}

/** Work that memories of `capacity`, empty at the start, do in segments of T (proofs/gemm-segments.md). */
export interface SegmentGame<First extends Held, Later extends Held> {
  /** Sizes of all words that a memory can hold, the accumulator's last. */
  readonly sizes: readonly bigint[];
  readonly capacity: bigint;
  readonly memories: bigint;
  /** What is to be done by all memories together. */
  readonly work: bigint;
  /** What a first segment and a later one hold in so many words. */
  readonly held: (first: bigint, later: bigint) => { readonly first: First; readonly later: Later };
  /** The most of a segment of `budget` words in doubles, where later ones have `later`. */
  readonly roughly: (budget: number, later: number) => number;
  /** A clock below this is of no use. */
  readonly atLeast?: bigint;
}

interface SegmentCut<First, Later> {
  readonly cut: bigint;
  readonly first: First;
  readonly later: Later;
  readonly laterSegments: bigint;
  readonly clock: bigint;
}

/** The best T found: T · ceil((work − P·V0(T + w − g)) / V(S + T + w − g)), w an accumulator and g the unit of all sizes. */
export function searchSegments<First extends Held, Later extends Held>(
  game: SegmentGame<First, Later>,
): SegmentCut<First, Later> {
  const { sizes, memories, work, held, roughly } = game;
  const grain = sizes.reduce(greatestCommonDivisor);
  const capacity = game.capacity - (game.capacity % grain);
  const excess = (sizes.at(-1) ?? grain) - grain;
  const evaluate = (cut: bigint): SegmentCut<First, Later> => {
    const { first, later } = held(cut + excess, capacity + cut + excess);
    const left = work - memories * first.most;
    // V = 0: not even one product fits a segment, so no execution exists and nothing needs to be claimed.
    const laterSegments = left > 0n && later.most > 0n ? ceilDivide(left, later.most) : 0n;
    return { cut, first, later, laterSegments, clock: cut * laterSegments };
  };
  const [all, p, s, over] = [Number(work), Number(memories), Number(capacity), Number(excess)];
  return searchCut({
    evaluate,
    clockOf: ({ clock }) => clock,
    countOf: ({ laterSegments }) => laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) => {
      const later = s + cut + over;
      return all - p * roughly(cut + over, later) - (count - 1) * roughly(later, later);
    },
    ...(game.atLeast === undefined ? {} : { atLeast: game.atLeast }),
  });
}
