import { checkRowsApart, readScales, type ScaledOperand, type ScalesSubject } from "../scales.js";
import { count, type Fields, list, Refused } from "../shared/fields.js";
import type { CheckedPart, Verified } from "../verified.js";

type Extents = Readonly<Record<string, bigint>>;

/** Groups with rows of their own, each with weights of its own: products or fused chains of one shape but for the rows. */
export interface GroupsSubject {
  /** Of groups that have any, most first. */
  readonly rows: readonly bigint[];
  /** Groups that have a row of the input in common, and a row of the output where they add to one. */
  readonly topK: bigint;
  readonly isSummed: boolean;
  /** Extents of a group beside its number and its rows. */
  readonly extents: Extents;
  /** Words that a row of the input has, the weights of a group, and a row of the output. */
  readonly words: { readonly input: bigint; readonly weights: readonly bigint[]; readonly output: bigint };
}

/** What a workload of groups comes to. */
interface WorkOfGroups {
  readonly inputs: readonly bigint[];
  readonly scales: readonly ScalesSubject[];
  readonly outputs: readonly bigint[];
  readonly groups: GroupsSubject;
  readonly products: readonly Extents[];
  readonly chains?: readonly Extents[];
}

/** Sizes of words, and the memories, as a part's instance must have them. */
type Figures = Readonly<Record<"operand" | "right" | "accumulator" | "output" | "capacity" | "memories", bigint>> & {
  /** Scales, as arrays are shown. */
  readonly scales: readonly string[];
};

/** Groups, the words that all of them read and write, and their one product where they are a batch of equals. @throws Refused */
export function readGroups(kind: "grouped-gemm" | "moe", workload: Fields): WorkOfGroups {
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  const rows = readRows(workload, extent("topK"));
  const [all, number] = [rows.reduce((sum, row) => sum + row, 0n), BigInt(rows.length)];
  const tokens = all / extent("topK");
  checkRowsApart(workload);
  if (kind === "grouped-gemm") {
    const [n, k] = [extent("n"), extent("k")];
    const groups: GroupsSubject = {
      rows,
      topK: extent("topK"),
      isSummed: false,
      extents: { n, k },
      words: { input: k, weights: [k * n], output: n },
    };
    const inputs = [tokens * k, number * k * n];
    const scales = readScales(workload, [
      ["a", tokens, [1n, k]],
      ["b", number, [k, n]],
    ]);
    const words = { inputs, scales, outputs: [all * n], groups };
    // One height and rows of their own: a batch.
    const [m = 0n, last] = [rows[0], rows.at(-1)];
    if (m === last && tokens === all) return { ...words, products: [{ batch: number, m, n, k }] };
    return { ...words, products: [] };
  }
  const [k, l] = [extent("model"), extent("hidden")];
  const gated = workload["gated"];
  if (typeof gated !== "boolean") throw new Refused("workload.gated", "not true or false");
  const weights = Array.from({ length: gated ? 3 : 2 }, () => k * l);
  const extents = { k, l, n: k, factors: gated ? 2n : 1n };
  const groups: GroupsSubject = { rows, topK: extent("topK"), isSummed: true, extents, words: { input: k, weights, output: k } };
  const inputs = [tokens * k, ...weights.map((words) => number * words)];
  const scales = readScales(workload, [
    ["a", tokens, [1n, k]],
    ...weights.slice(1).map((): ScaledOperand => ["b", number, [k, l]]),
    ["b", number, [l, k]],
  ]);
  // One expert a token, and one height: a batch of blocks.
  const [m = 0n, last] = [rows[0], rows.at(-1)];
  const chains = m === last && tokens === all ? [{ batch: number, m, ...extents, pairs: all * l }] : [];
  return { inputs, scales, outputs: [tokens * k], groups, products: [], chains };
}

/** @throws Refused where the rows are no routing of tokens to different groups */
function readRows(workload: Fields, topK: bigint): readonly bigint[] {
  const entries = list(workload["rows"], "workload.rows");
  const rows = entries.map((_, i) => count(entries as unknown as Fields, `${i}`, "workload.rows")).filter((row) => row > 0n);
  rows.sort((x, y) => (x < y ? 1 : x > y ? -1 : 0));
  const all = rows.reduce((sum, row) => sum + row, 0n);
  const [most] = rows;
  if (most === undefined || all % topK !== 0n || most * topK > all)
    throw new Refused("workload.rows", `no rows of tokens that ${topK} groups read each`);
  return rows;
}

/**
 * Parts are batches of groups, each of which has a group of its own with at least its rows, and the compulsory traffic of what is left:
 * whole groups, rows beyond those of a batch, and every scale. @throws Refused
 */
export function checkPartsOfGroups(parts: readonly CheckedPart[], groups: GroupsSubject, figures: Figures, path: string): void {
  const at = (i: number): string => `${path}.certificate.parts[${i}]`;
  const shares = sharesOf(groups, figures, path);
  const batches = parts.flatMap(({ verified }, i) =>
    verified.arrays === undefined ? batchOf(verified, groups, figures, shares, at(i)) : [],
  );
  batches.sort((x, y) => (x.rows < y.rows ? 1 : x.rows > y.rows ? -1 : 0));
  let next = 0;
  let covered = 0n;
  for (const { rows, number } of batches) {
    // The groups with the most rows are for the batches with the most rows.
    next += Number(number);
    const last = groups.rows[next - 1];
    if (last === undefined || last < rows)
      throw new Refused(`${path}.certificate.parts`, "more groups, or rows, than the workload has");
    covered += number * rows;
  }
  const rests = parts.flatMap(({ verified: { arrays } }, i) => (arrays === undefined ? [] : [{ arrays, i }]));
  const left = groups.rows.reduce((sum, rows) => sum + rows, 0n) - covered;
  const whole = BigInt(groups.rows.length - next);
  const inputs = [
    { role: "input", words: left * groups.words.input, wordSize: shares.input },
    ...groups.words.weights.map((words) => ({ role: "input", words: whole * words, wordSize: figures.right })),
  ];
  const outputs = [{ role: "output", words: left * groups.words.output, wordSize: shares.output }];
  const shown = (arrays: readonly { readonly role: string; readonly words: bigint; readonly wordSize: bigint }[]) =>
    arrays.flatMap(({ role, words, wordSize }) => (words > 0n ? [`${role} ${words}×${wordSize}`] : []));
  const right = [...shown(inputs), ...figures.scales, ...shown(outputs)];
  for (const { arrays, i } of rests) {
    if (rests.length > 1 || shown(arrays).join() !== right.join())
      throw new Refused(at(i), "not the arrays that no other part is about");
  }
}

/** Sizes to a group of what several groups share, each an equal part of it. */
type Shares = Readonly<Record<"input" | "output" | "accumulator", bigint>>;

/** @throws Refused where a part is no whole number of units */
function sharesOf({ topK, isSummed }: GroupsSubject, { operand, output, accumulator }: Figures, path: string): Shares {
  const share = (size: bigint): bigint => {
    if (size % topK !== 0n)
      throw new Refused(`${path}.certificate`, `a part of 1/${topK} of ${size} is no whole number of units`);
    return size / topK;
  };
  const ofSum = (size: bigint): bigint => (isSummed ? share(size) : size);
  return { input: share(operand), output: ofSum(output), accumulator: ofSum(accumulator) };
}

/** So many groups of so many rows, of the workload's shape before the machine's memories. */
function batchOf(verified: Verified, groups: GroupsSubject, figures: Figures, shares: Shares, at: string) {
  const { operand, right: weights, accumulator, capacity, memories } = figures;
  const found = (verified.chain ?? verified.instance) as Extents | undefined;
  if (found === undefined || verified.repeated !== undefined) throw new Refused(at, "no theorem about this workload");
  const { batch: number = 0n, m: rows = 0n, partial = 0n } = found;
  const { l } = groups.extents;
  const h = operand < accumulator ? operand : accumulator;
  const chained: Extents = l === undefined ? {} : { pairs: number * rows * l, h, d: weights };
  const right: Extents = {
    ...groups.extents,
    ...chained,
    a: shares.input,
    b: weights,
    output: shares.output,
    capacity,
    memories,
  };
  for (const [name, value] of Object.entries(right)) {
    if (found[name] !== value)
      throw new Refused(`${at}.instance`, `${name} is ${value} for this workload and machine, not ${found[name]}`);
  }
  // Sums that count for less only relax the game.
  if (partial > shares.accumulator)
    throw new Refused(`${at}.instance`, `partial is at most ${shares.accumulator} for this workload, not ${partial}`);
  if ((l === undefined) !== (verified.chain === undefined)) throw new Refused(at, "no theorem about this workload");
  if (number > BigInt(groups.rows.length)) throw new Refused(`${at}.instance`, "more groups than the workload has");
  return [{ number, rows }];
}
