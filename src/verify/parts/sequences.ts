import { Refused } from "../shared/fields.js";
import type { CheckedPart } from "../verified.js";

type Extents = Readonly<Record<string, bigint>>;

/** Sequences of attention that share no word: of each shape how many, one as a chain of its key-value heads, and its words. */
export interface SequencesSubject {
  readonly many: bigint;
  readonly chain: Extents;
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
}

/** Sizes of words, and the memories, as a part's instance must have them. */
type Figures = Readonly<Record<"operand" | "accumulator" | "output" | "capacity" | "memories", bigint>>;

/**
 * Parts are chains of some sequences of one shape, no more than the workload has, and the compulsory traffic of all other sequences.
 * @throws Refused
 */
export function checkPartsOfSequences(
  parts: readonly CheckedPart[],
  sequences: readonly SequencesSubject[],
  { operand, accumulator, output, capacity, memories }: Figures,
  path: string,
): void {
  const shapeOf = ({ m, k, l, n }: Extents, pairs: bigint): string => [m, k, l, n, pairs].join();
  const left = new Map<string, { many: bigint } & SequencesSubject>();
  for (const one of sequences) {
    const shape = shapeOf(one.chain, one.chain["pairs"] ?? 0n);
    left.set(shape, { ...one, many: one.many + (left.get(shape)?.many ?? 0n) });
  }
  const sizes = { a: operand, b: operand, d: operand, h: operand < accumulator ? operand : accumulator, output };
  parts.forEach(({ verified: { chain, arrays } }, i) => {
    if (arrays !== undefined) return;
    const at = `${path}.certificate.parts[${i}].instance`;
    const heads = sequences[0]?.chain["batch"] ?? 1n;
    if (chain === undefined || chain.batch % heads !== 0n) throw new Refused(at, "no theorem about whole sequences");
    const many = chain.batch / heads;
    const one = left.get(shapeOf({ ...chain }, chain.pairs / many));
    if (one === undefined || chain.pairs % many !== 0n || one.many < many)
      throw new Refused(at, "sequences that the workload has not, or not so often");
    left.set(shapeOf(one.chain, one.chain["pairs"] ?? 0n), { ...one, many: one.many - many });
    for (const [name, value] of Object.entries({ ...sizes, factors: 1n, capacity, memories })) {
      const found = ({ ...chain } as Extents)[name];
      if (found !== value) throw new Refused(at, `${name} is ${value} for this workload and machine, not ${found}`);
    }
    // Sums that count for less only relax the game.
    if (chain.partial > accumulator) throw new Refused(at, `partial is at most ${accumulator}, not ${chain.partial}`);
  });
  const words = (of: (one: SequencesSubject) => readonly bigint[], wordSize: bigint, role: string): readonly string[] =>
    [...left.values()]
      .reduce<readonly bigint[]>((sum, one) => of(one).map((own, i) => own * one.many + (sum[i] ?? 0n)), [])
      .map((all) => `${role} ${all}×${wordSize}`);
  const right = [...words(({ inputs }) => inputs, operand, "input"), ...words(({ outputs }) => outputs, output, "output")];
  const rests = parts.flatMap(({ verified: { arrays } }, i) => (arrays === undefined ? [] : [{ arrays, i }]));
  for (const { arrays, i } of rests) {
    const found = arrays.map(({ role, words: own, wordSize }) => `${role} ${own}×${wordSize}`);
    if (rests.length > 1 || found.join() !== right.join())
      throw new Refused(`${path}.certificate.parts[${i}]`, "not the arrays that no other part is about");
  }
}
