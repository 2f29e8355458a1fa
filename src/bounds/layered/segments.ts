import { BYTES_OF } from "../../computation/data-types.js";
import { type LayeredWorkload, layerWords } from "../../computation/layered/layered.js";
import { ceilDivide, maximum, minimum } from "../../exact/integer.js";
import type { Setting, Unit } from "../bound.js";
import type { CompulsoryCertificate, LayeredInstance, LayeredSegmentsCertificate } from "../certificates/others.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { growths } from "./growth.js";

const sizeIn = (unit: Unit, type: keyof typeof BYTES_OF): bigint => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));

/** Compulsory traffic: the first layer is loaded and the last one stored. */
export function proveCompulsoryLayered(w: LayeredWorkload, unit: Unit): CompulsoryCertificate {
  const words = layerWords(w);
  return compulsoryCertificate(
    [{ array: "In", words, wordSize: sizeIn(unit, w.dataType) }],
    [{ array: "Out", words, wordSize: sizeIn(unit, w.outputType) }],
  );
}

/**
 * Values in layers by segments of T loads (proofs/layered-segments.md): what a segment completes first follows from S + T words, or is among
 * them, and of the N counted values V(X) are X words or follow from them. With O outputs, on P memories that start empty,
 *
 *     Q ≥ T · ceil((N − P·V(T)) / V(S + T)) + O.
 *
 * Without recomputation a segment has T loads and stores, and either S + T/2 words that its values follow from or fewer, or as few that
 * what is computed later follows from: Q ≥ T · ceil((N − P·V(⌊(S + T)/2⌋)) / V(S + ⌊T/2⌋)).
 *
 * Survives any order, partial sums, sliding, and, the first, recomputation. None where no segment is filled.
 */
export function proveLayeredSegments(w: LayeredWorkload, setting: Setting): readonly LayeredSegmentsCertificate[] {
  const instance = instanceOf(w, setting);
  const capacityWords = setting.capacity / instance.weights.word;
  return THEOREMS.flatMap((theorem) => {
    const found = cutsTried(capacityWords)
      .flatMap((cut) => atCut(theorem, w, instance, capacityWords, cut))
      .reduce<LayeredSegmentsCertificate | undefined>((x, y) => (x === undefined || y.value > x.value ? y : x), undefined);
    return found === undefined ? [] : [found];
  });
}

const THEOREMS = ["layered-segments", "layered-without-recomputation"] as const;

function atCut(
  theorem: (typeof THEOREMS)[number],
  w: LayeredWorkload,
  instance: LayeredInstance,
  capacityWords: bigint,
  cut: bigint,
): readonly LayeredSegmentsCertificate[] {
  const isOnce = theorem === "layered-without-recomputation";
  const [first, later] = isOnce ? [(capacityWords + cut) / 2n, capacityWords + cut / 2n] : [cut, capacityWords + cut];
  return growths(w, later).flatMap(({ margin, counted, most }): readonly LayeredSegmentsCertificate[] => {
    const [firstSegmentValues, segmentValues] = [most(first) + first, most(later) + later];
    const left = counted - instance.memories * firstSegmentValues;
    if (left <= 0n || segmentValues === 0n) return [];
    const laterSegments = ceilDivide(left, segmentValues);
    const moved = instance.weights.word * cut * laterSegments;
    const numbers = { capacityWords, cut, margin, firstSegmentValues, segmentValues, laterSegments };
    if (isOnce) return [{ theorem, instance, ...numbers, value: moved }];
    const writes = instance.weights.output * layerWords(w);
    return [{ theorem, instance, ...numbers, reads: moved, writes, value: moved + writes }];
  });
}

function instanceOf(w: LayeredWorkload, { unit, capacity, memories }: Setting): LayeredInstance {
  const output = sizeIn(unit, w.outputType);
  const word = [w.dataType, w.accumulator].map((type) => sizeIn(unit, type)).reduce(minimum, output);
  const common = { weights: { word, output }, capacity, memories };
  if (w.kind === "fft") return { kind: "fft", points: BigInt(w.points), ...common };
  const { kind, neighbours, radius, steps } = w;
  return { kind, dims: w.dims.map(BigInt), steps: BigInt(steps), radius: BigInt(radius), neighbours, ...common };
}

/** Small T one by one, and shares and multiples of S, the best ones of leading order among them. */
function cutsTried(capacityWords: bigint): readonly bigint[] {
  const few = Array.from({ length: 32 }, (_, i) => BigInt(i + 1));
  const shares = Array.from({ length: 61 }, (_, i) => BigInt(Math.round(2 ** (i / 4 - 5) * 4096)));
  return [...few, ...[...shares, 3n * 4096n, 7n * 4096n].map((share) => maximum(1n, (capacityWords * share) / 4096n))];
}
