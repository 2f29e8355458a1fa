import { maximum } from "../../exact/integer.js";
import type { ConvolutionInstance, SegmentForm } from "../certificates/conv.js";
import { searchSteadySegments } from "../shared/amortized-cut.js";
import { searchSegments } from "../shared/segments.js";

/** What the products of segments can be worth. */
export interface SegmentWorths<Chosen> {
  /** All products. */
  readonly worth: bigint;
  /** What a certificate chooses where later segments have so many words, and the most of a segment, exactly and in doubles. */
  readonly at: (later: number) => {
    readonly chosen: Chosen;
    readonly most: (budget: bigint) => bigint;
    readonly roughly: (budget: number) => number;
  };
}

/** What a certificate of either form says beside its instance and its prices. */
export type ProvenForm<Chosen> = Chosen &
  SegmentForm & {
    readonly cut: bigint;
    readonly segmentWorth: bigint;
    readonly clock: bigint;
    readonly reads: bigint;
    readonly writes: bigint;
    readonly value: bigint;
  };

/** The best cut with the first segment of each memory given away, and the best with none, as far as they prove something. */
export function provenForms<Chosen>(
  instance: ConvolutionInstance,
  worths: SegmentWorths<Chosen>,
  outputs: bigint,
  beat: bigint,
): readonly ProvenForm<Chosen>[] {
  const { input, filter, partial, output } = instance.weights;
  const writes = output * outputs;
  const first = perMemory(instance, worths, worths.worth, beat - writes + partial * outputs);
  const reads = maximum(0n, first.clock - partial * outputs);
  const value = reads + writes;
  const amortized = searchSteadySegments({
    sizes: [input, filter, partial],
    partial,
    output,
    outputs,
    capacity: instance.capacity,
    work: worths.worth,
    all: worths.worth,
    held: (budget) => {
      const { chosen, most } = worths.at(Number(budget));
      return { ...chosen, segmentWorth: most(budget) };
    },
    mostOf: ({ segmentWorth }) => segmentWorth,
    roughly: (budget) => worths.at(budget).roughly(budget),
    beat: first.laterSegments === 0n ? beat : maximum(beat, value),
  });
  return [
    ...(first.laterSegments === 0n ? [] : [{ ...first, form: "per-memory" as const, reads, writes, value }]),
    ...(amortized === undefined ? [] : [{ ...amortized, form: "amortized" as const }]),
  ];
}

/** The first of the largest; writes are the same, so that it has the most reads too. */
export function bestOf<Proven extends { readonly value: bigint }>(tried: readonly Proven[]): Proven | undefined {
  return tried.reduce<Proven | undefined>((x, y) => (x === undefined || y.value > x.value ? y : x), undefined);
}

interface PerMemoryCut {
  readonly cut: bigint;
  readonly firstSegmentWorth: bigint;
  readonly segmentWorth: bigint;
  readonly laterSegments: bigint;
  readonly clock: bigint;
}

/** The best cut of segments for products worth `work`. */
export function perMemory<Chosen>(
  { weights, capacity, memories }: Pick<ConvolutionInstance, "weights" | "capacity" | "memories">,
  worths: SegmentWorths<Chosen>,
  work: bigint,
  atLeast = 0n,
): Chosen & PerMemoryCut {
  const { cut, first, later, laterSegments, clock } = searchSegments({
    sizes: [weights.input, weights.filter, weights.partial],
    capacity,
    memories,
    work,
    held: (budget, ofLater) => {
      const { chosen, most } = worths.at(Number(ofLater));
      return { first: { most: most(budget) }, later: { most: most(ofLater), chosen } };
    },
    roughly: (budget, later) => worths.at(later).roughly(budget),
    atLeast,
  });
  return { ...later.chosen, cut, firstSegmentWorth: first.most, segmentWorth: later.most, laterSegments, clock };
}
