import { count, exactly, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";

/** A projective instance as the checker reads it; `partial` and `output` beside it as in the other theorems. */
export interface CheckedProjective {
  readonly indices: readonly { readonly index: string; readonly extent: bigint }[];
  readonly inputs: readonly {
    readonly array: string;
    readonly wordSize: bigint;
    readonly accesses: readonly (readonly string[])[];
  }[];
  readonly target: { readonly array: string; readonly indices: readonly string[] };
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** An array in the inequality points^q ≤ constant · ∏ words^power. */
interface Factor {
  readonly name: string;
  readonly weight: bigint;
  readonly words: bigint;
  readonly power: bigint;
}

interface Inequality {
  readonly root: bigint;
  readonly constant: bigint;
  readonly factors: readonly Factor[];
  readonly points: bigint;
}

/** Exponents over a larger common denominator than this are refused: nothing needs them, and powers would explode. */
const LARGEST_ROOT = 1000n;
const LARGEST_EXPONENT = 64n;
const MOST_INDICES = 1000;
const LARGEST_POWER = 4_000_000n;

const CUT_FIELDS = ["cut", "firstSaturated", "saturated", "firstSegmentProducts", "segmentProducts", "laterSegments", "clock"];

/** Exponents cover every index; V0 and V are the maxima they allow; the least number of segments; clock, reads, writes, value. */
export function checkProjective(
  fields: Fields,
  path: string,
): { projective: CheckedProjective; reads: bigint; writes: bigint; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "exponents", ...CUT_FIELDS, "reads", "writes", "value"], path);
  const projective = readInstance(fields, path);
  const inequality = readInequality(fields, projective, path);
  const unit = [projective.partial, ...projective.inputs.map((input) => input.wordSize)].reduce(divisor);
  const cut = count(fields, "cut", path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const capacity = projective.capacity - (projective.capacity % unit);
  const overshoot = projective.partial - unit;
  const first = checkMaximum(fields, "firstSegmentProducts", "firstSaturated", inequality, cut + overshoot, path);
  const later = checkMaximum(fields, "segmentProducts", "saturated", inequality, capacity + cut + overshoot, path);
  const left = inequality.points - projective.memories * first;
  const segments = count(fields, "laterSegments", path);
  if (left <= 0n || later === 0n) requireEqual(segments, 0n, `${path}.laterSegments`, "the number of later segments");
  else if (segments * later < left || (segments - 1n) * later >= left) {
    throw new Refused(`${path}.laterSegments`, `not the least number of segments of ${later} that hold ${left} products`);
  }
  const clock = exactly(fields, "clock", cut * segments, path);
  const groups = extentOf(projective, projective.target.indices);
  const fewest = clock - projective.partial * groups;
  const reads = exactly(fields, "reads", fewest > 0n ? fewest : 0n, path);
  const writes = exactly(fields, "writes", projective.output * groups, path);
  return { projective, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

/** Is `claimed` the whole part of the largest segment of this weight? The arrays it holds whole are named; the rest share a level. */
function checkMaximum(
  fields: Fields,
  name: string,
  saturatedName: string,
  { root, constant, factors, points }: Inequality,
  budget: bigint,
  path: string,
): bigint {
  const claimed = count(fields, name, path);
  const full = texts(fields[saturatedName], `${path}.${saturatedName}`);
  const order = factors.filter((factor) => full.includes(factor.name)).map((factor) => factor.name);
  if (order.join() !== full.join())
    throw new Refused(`${path}.${saturatedName}`, "not arrays of the inequality, each once and in order");
  const open = factors.filter((factor) => !full.includes(factor.name));
  const held = factors.filter((factor) => full.includes(factor.name));
  const rest = budget - held.reduce((sum, { weight, words }) => sum + weight * words, 0n);
  if (open.length === 0) {
    if (rest < 0n) throw new Refused(`${path}.${saturatedName}`, `these arrays weigh more than ${budget}`);
    requireEqual(claimed, points, `${path}.${name}`, "the number of products when everything fits");
    return claimed;
  }
  // Level rest/powers for a unit of exponent: whole arrays would take at least their size at it, the others less than theirs.
  const powers = open.reduce((sum, { power }) => sum + power, 0n);
  const reaches = ({ weight, words, power }: Factor): boolean => power * rest >= weight * words * powers;
  if (rest <= 0n || !held.every(reaches))
    throw new Refused(`${path}.${saturatedName}`, "an array that the segment need not hold whole");
  if (open.some(reaches)) throw new Refused(`${path}.${saturatedName}`, "lacks an array that the segment holds whole");
  const larger = [rest, powers, ...factors.flatMap(({ weight, words }) => [weight, words])].reduce((x, y) => (x > y ? x : y));
  const exponents = factors.reduce((sum, { power }) => sum + power, 0n);
  checkSmallEnough(2n * exponents * bitsOf(larger) + root * bitsOf(points), `${path}.exponents`);
  let [most, over] = [constant, 1n];
  for (const { words, power } of held) most *= words ** power;
  for (const { weight, power } of open) {
    most *= (power * rest) ** power;
    over *= (powers * weight) ** power;
  }
  const fits = (products: bigint): boolean => products ** root * over <= most;
  if (claimed > points) throw new Refused(`${path}.${name}`, `more than all ${points} products`);
  if (!fits(claimed)) throw new Refused(`${path}.${name}`, `${claimed} products do not fit weight ${budget}`);
  if (claimed < points && fits(claimed + 1n))
    throw new Refused(`${path}.${name}`, `${claimed + 1n} products fit weight ${budget}`);
  return claimed;
}

/** Powers of so many bits are refused: they take minutes. */
function checkSmallEnough(bits: bigint, path: string): void {
  if (bits > LARGEST_POWER) throw new Refused(path, `powers of more than ${LARGEST_POWER} bits`);
}

function bitsOf(value: bigint): bigint {
  return 4n * BigInt(value.toString(16).length);
}

/** Reads the exponents, checks that they cover every index, and brings them to one denominator. */
function readInequality(fields: Fields, projective: CheckedProjective, path: string): Inequality {
  const at = `${path}.exponents`;
  const exponents = record(fields["exponents"], at);
  requireOnly(exponents, ["inputs", "output", "extents"], at);
  const ofInputs = list(exponents["inputs"], `${at}.inputs`).map((entry, i) =>
    list(entry, `${at}.inputs[${i}]`).map((value, a) => fraction(value, `${at}.inputs[${i}][${a}]`)),
  );
  const ofExtents = list(exponents["extents"], `${at}.extents`).map((value, i) => fraction(value, `${at}.extents[${i}]`));
  const ofOutput = fraction(exponents["output"], `${at}.output`);
  const { inputs, target, indices } = projective;
  const aligned = ofInputs.length === inputs.length && inputs.every((input, i) => input.accesses.length === ofInputs[i]?.length);
  if (!aligned || ofExtents.length !== indices.length) throw new Refused(at, "not one for each access and index");
  const all = [...ofInputs.flat(), ofOutput, ...ofExtents];
  const root = all.reduce((common, { under }) => (common / divisor(common, under)) * under, 1n);
  if (root > LARGEST_ROOT) throw new Refused(at, `over a common denominator above ${LARGEST_ROOT}`);
  const scaled = ({ over, under }: Fraction): bigint => over * (root / under);
  indices.forEach(({ index }, i) => {
    let cover = scaled(ofExtents[i] as Fraction);
    inputs.forEach(({ accesses }, j) => {
      accesses.forEach((access, a) => {
        if (access.includes(index)) cover += scaled(ofInputs[j]?.[a] as Fraction);
      });
    });
    if (target.indices.includes(index)) cover += scaled(ofOutput);
    if (cover < root) throw new Refused(at, `those of the index ${index} sum to less than 1`);
  });
  const bits = indices.reduce((sum, { extent }, i) => sum + bitsOf(extent) * scaled(ofExtents[i] as Fraction), 0n);
  checkSmallEnough(bits, `${at}.extents`);
  const factors = [
    ...inputs.map(({ array, wordSize, accesses }, j) => ({
      name: array,
      weight: wordSize,
      words: boxOf(projective, accesses),
      power: (ofInputs[j] ?? []).reduce((sum, exponent) => sum + scaled(exponent), 0n),
    })),
    { name: target.array, weight: projective.partial, words: extentOf(projective, target.indices), power: scaled(ofOutput) },
  ];
  return {
    root,
    constant: indices.reduce((product, { extent }, i) => product * extent ** scaled(ofExtents[i] as Fraction), 1n),
    factors: factors.filter(({ power }) => power > 0n),
    points: indices.reduce((product, { extent }) => product * extent, 1n),
  };
}

function readInstance(fields: Fields, path: string): CheckedProjective {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["indices", "inputs", "output", "weights", "capacity", "memories"], at);
  if (list(instance["indices"], `${at}.indices`).length > MOST_INDICES)
    throw new Refused(`${at}.indices`, `more than ${MOST_INDICES}`);
  const indices = list(instance["indices"], `${at}.indices`).map((value, i) => {
    const entry = record(value, `${at}.indices[${i}]`);
    requireOnly(entry, ["index", "extent"], `${at}.indices[${i}]`);
    return { index: text(entry, "index", `${at}.indices[${i}]`), extent: count(entry, "extent", `${at}.indices[${i}]`, 1n) };
  });
  const inputs = list(instance["inputs"], `${at}.inputs`).map((value, i) => {
    const here = `${at}.inputs[${i}]`;
    const entry = record(value, here);
    requireOnly(entry, ["array", "wordSize", "accesses"], here);
    const accesses = list(entry["accesses"], `${here}.accesses`).map((access, a) => texts(access, `${here}.accesses[${a}]`));
    return { array: text(entry, "array", here), wordSize: count(entry, "wordSize", here, 1n), accesses };
  });
  const output = record(instance["output"], `${at}.output`);
  requireOnly(output, ["array", "indices"], `${at}.output`);
  const target = { array: text(output, "array", `${at}.output`), indices: texts(output["indices"], `${at}.output.indices`) };
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["partial", "output"], `${at}.weights`);
  const projective = {
    indices,
    inputs,
    target,
    partial: count(weights, "partial", `${at}.weights`, 1n),
    output: count(weights, "output", `${at}.weights`, 1n),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
  checkForm(projective, at);
  return projective;
}

/** The hypotheses on the form of the statement. */
function checkForm({ indices, inputs, target }: CheckedProjective, at: string): void {
  const distinct = (names: readonly string[], path: string): void => {
    if (new Set(names).size !== names.length) throw new Refused(path, "names something twice");
  };
  const names = indices.map(({ index }) => index);
  distinct(names, `${at}.indices`);
  distinct([...inputs.map(({ array }) => array), target.array], `${at}.inputs`);
  const accesses = inputs.flatMap((input) => input.accesses);
  if (accesses.length < 2) throw new Refused(`${at}.inputs`, "fewer than two operands");
  for (const access of [...accesses, target.indices]) {
    distinct(access, at);
    if (access.some((index) => !names.includes(index))) throw new Refused(at, "an access with an index that has no extent");
  }
  const read = new Set(accesses.flat());
  if (names.some((index) => !read.has(index))) throw new Refused(`${at}.indices`, "an index in no operand");
  for (const { accesses: own } of inputs) {
    if (own.length === 0 || own.some((access) => access.length !== own[0]?.length)) {
      throw new Refused(`${at}.inputs`, "accesses of one array that differ in rank");
    }
  }
}

/** Words of the smallest box that holds all accesses to an array. */
function boxOf(projective: CheckedProjective, accesses: readonly (readonly string[])[]): bigint {
  const sides = (accesses[0] ?? []).map((_, dimension) =>
    accesses.map((access) => extentOf(projective, [access[dimension] ?? ""])).reduce((x, y) => (x > y ? x : y)),
  );
  return sides.reduce((words, side) => words * side, 1n);
}

function extentOf({ indices }: CheckedProjective, names: readonly string[]): bigint {
  return indices.reduce((product, { index, extent }) => (names.includes(index) ? product * extent : product), 1n);
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** `"p"` or `"p/q"` in lowest terms, not negative. */
function fraction(value: unknown, path: string): Fraction {
  const match = typeof value === "string" ? /^(0|[1-9]\d{0,5})(?:\/([1-9]\d{0,5}))?$/.exec(value) : null;
  if (match?.[1] === undefined) throw new Refused(path, "not a fraction such as 1/2");
  const [over, under] = [BigInt(match[1]), BigInt(match[2] ?? "1")];
  if (match[2] === "1" || divisor(over, under) !== 1n) throw new Refused(path, "not in lowest terms");
  if (over > LARGEST_EXPONENT * under) throw new Refused(path, `above ${LARGEST_EXPONENT}`);
  return { over, under };
}

function texts(value: unknown, path: string): readonly string[] {
  return list(value, path).map((entry, i) => {
    if (typeof entry !== "string") throw new Refused(`${path}[${i}]`, "not a text");
    return entry;
  });
}
