import { type DataType, sizeOf } from "../../computation/data-types.js";
import { type ScalesOfGroups, scaleWords } from "../../computation/experts/group-scales.js";
import { classesOfRows, type Routing } from "../../computation/experts/routing.js";
import { rightTypeOf } from "../../computation/operand-types.js";
import type { WordTypes } from "../../computation/word-types.js";
import { maximum, minimum } from "../../exact/integer.js";
import type { Certificate, PartsCertificate, PlainCertificate, Setting } from "../bound.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { inFinerUnits } from "../finer-units.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import type { TheoremOf } from "../theorem.js";
import { bestPartSums, type PartCandidates, type RestOf } from "./best-parts.js";
import { type RowClass, rowClasses } from "./classes.js";

/** Sizes of words of a group: of its input, its weights and its output, of a partial sum and of an element of an intermediate. */
export interface GroupSizes {
  readonly input: bigint;
  readonly weights: bigint;
  readonly output: bigint;
  readonly partial: bigint;
  readonly between: bigint;
}

type NamedWords = readonly [array: string, words: bigint];

/** Work of groups with rows of their own, each with weights of its own. */
export interface Groups {
  readonly workload: Routing & WordTypes;
  /** Words of a row of the input, of the weights of a group, and of a row of the output. */
  readonly input: NamedWords;
  readonly weights: readonly NamedWords[];
  readonly output: NamedWords;
  /** Scales of rows of the input and of weights, which no part has. */
  readonly scales: readonly ScalesOfGroups[];
  /** The output has a row a token, to which its groups add. */
  readonly isSummed: boolean;
  /** Groups of more different heights are proven together. */
  readonly mostClasses: number;
  /** Bounds of so many groups of so many rows. */
  readonly certificates: (one: RowClass, sizes: GroupSizes, setting: Setting) => readonly PlainCertificate[];
  /** Words that one memory holds when nothing moves twice, beside the input and the weights of a group. */
  readonly beside: (sizes: GroupSizes) => bigint;
  readonly theoremOf: TheoremOf;
}

/**
 * Everything known of groups: those of one height are one batch, and batches of different heights independent parts. A row of the input that
 * K groups read, or of the output that K add to, is 1/K of its size to each: sizes are then in parts of 1/K byte, or word.
 */
export function groupCertificates(groups: Groups, setting: Setting): readonly Certificate[] {
  const { rows, topK } = groups.workload;
  const exact = classesOfRows(rows).map(([height, number]) => ({ rows: height, groups: number }));
  const sizes = sizesOf(groups.workload, setting);
  const units = BigInt(topK);
  const [inputs, outputs] = arraysOf(groups, sizes, exact, [], units);
  const compulsory = compulsoryCertificate([...inputs, ...scalesOf(groups, setting)], outputs);
  const [only] = exact;
  if (topK > 1) {
    const ofSum = (size: bigint): bigint => (groups.isSummed ? size : units * size);
    const { input, weights, output, partial, between } = sizes;
    const shares: GroupSizes = {
      input,
      weights: units * weights,
      output: ofSum(output),
      partial: ofSum(partial),
      between: units * between,
    };
    const sums = partSums(groups, exact, shares, { ...setting, capacity: units * setting.capacity }, units);
    return [compulsory, ...sums.map((sum) => inFinerUnits(sum, units))];
  }
  const apart = exact.length > 1 || groups.scales.length > 0 ? partSums(groups, exact, sizes, setting) : [];
  const own = exact.length === 1 && only !== undefined ? groups.certificates(only, sizes, setting) : [];
  return [compulsory, ...own, ...apart];
}

function partSums(
  groups: Groups,
  exact: readonly RowClass[],
  sizes: GroupSizes,
  setting: Setting,
  shared: bigint = 1n,
): readonly PartsCertificate[] {
  const { mostClasses, certificates, beside, theoremOf } = groups;
  const classes = rowClasses(
    exact.map((one) => [one.rows, one.groups]),
    mostClasses,
  );
  const parts = classes.map((one): PartCandidates => {
    const [inputs, outputs] = arraysOf(groups, sizes, [one], []);
    const least = compulsoryCertificate(inputs, outputs);
    // One memory that holds what a group reads moves nothing twice.
    if (least.reads / BigInt(one.groups) + beside(sizes) <= setting.capacity) return [least];
    return [least, ...certificates(one, sizes, setting).filter((proven) => theoremOf(proven).scope === "total")];
  });
  const restOf: RestOf = (isLeft) => {
    const covered = classes.filter((_, part) => !isLeft(part));
    const [inputs, outputs] = arraysOf(groups, sizes, exact, covered);
    const left = [...inputs, ...scalesOf(groups, setting, shared)];
    return left.length + outputs.length === 0 ? undefined : compulsoryCertificate(left, outputs);
  };
  return bestPartSums(parts, restOf, setting, theoremOf);
}

function sizesOf(types: WordTypes, { unit, units }: Setting): GroupSizes {
  const size = (type: DataType): bigint => (unit === "words" ? 1n : sizeOf(type, units));
  const [operand, partial] = [size(types.dataType), size(types.accumulator)];
  // An intermediate may be kept as accumulators or rounded to the operands' type, whichever is narrower.
  const weights = size(rightTypeOf(types));
  return { input: operand, weights, output: size(types.outputType), partial, between: minimum(operand, partial) };
}

/** Every scale once, in parts of 1/`parts` byte, or word. */
function scalesOf({ scales }: Groups, { unit, units }: Setting, parts: bigint = 1n): CompulsoryCertificate["inputs"] {
  return scales.map((one) => ({
    array: one.name,
    words: scaleWords(one),
    wordSize: parts * (unit === "words" ? 1n : sizeOf(one.dataType, units)),
  }));
}

/** Words that move at least once of some groups, without those of the classes that have bounds of their own; `shared` groups read one row. */
function arraysOf(
  { input, weights, output, isSummed }: Groups,
  sizes: GroupSizes,
  groups: readonly RowClass[],
  without: readonly RowClass[],
  shared: bigint = 1n,
): readonly [CompulsoryCertificate["inputs"], CompulsoryCertificate["outputs"]] {
  const left = (of: (one: RowClass) => bigint): bigint =>
    groups.reduce((sum, one) => sum + of(one), 0n) - without.reduce((sum, one) => sum + of(one), 0n);
  const rows = left((one) => BigInt(one.rows) * BigInt(one.groups));
  const number = left((one) => BigInt(one.groups));
  const listed = ([array, words]: NamedWords, times: bigint, wordSize: bigint): CompulsoryCertificate["inputs"] =>
    times === 0n ? [] : [{ array, words: times * words, wordSize }];
  return [
    [...listed(input, rows / shared, sizes.input), ...weights.flatMap((one) => listed(one, number, sizes.weights))],
    listed(output, isSummed ? rows / shared : rows, sizes.output),
  ];
}

/** The wider of a partial sum and a stored output. */
export function widestSum({ partial, output }: GroupSizes): bigint {
  return maximum(partial, output);
}
