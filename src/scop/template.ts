import type { Affine } from "./affine.js";
import { constant, isConstant, plus, substituted, term } from "./affine.js";
import { EXTREME } from "./expression.js";
import { type Action, addedProducts, type Expression, isRescaling, type Loop, type Reference } from "./statement.js";

/** What the names of a template stand for in a scop. */
interface Match {
  readonly sizes: ReadonlyMap<string, number>;
  /** Indices of the scop as sums of those of the template, which run the same way or, where order does not matter, the other. */
  readonly indices: ReadonlyMap<string, Affine>;
  readonly arrays: ReadonlyMap<string, Place>;
}

/** An array of the scop: dimension `d` of the template is its dimension `dimensions[d]`, there at `sign·x + shift`. */
interface Place {
  readonly array: string;
  readonly dimensions: readonly number[];
  readonly shifts: readonly ({ readonly sign: 1 | -1; readonly shift: number } | undefined)[];
}

/**
 * The sizes with which a template is the scop: the loops and statements in its order, with other names, dimensions exchanged or turned
 * round, and indices shifted. Undefined where it is not.
 */
export function sizesOf(template: readonly Action[], scop: readonly Action[]): ReadonlyMap<string, number> | undefined {
  const [first] = bodies(template, scop, { sizes: new Map(), indices: new Map(), arrays: new Map() });
  return first?.sizes;
}

/** Statements that change nothing but a scale do not count. */
function bodies(template: readonly Action[], scop: readonly Action[], match: Match): readonly Match[] {
  const [ours, theirs] = [template.filter(counts), scop.filter(counts)];
  if (ours.length !== theirs.length) return [];
  return ours.reduce<readonly Match[]>(
    (matches, one, at) => matches.flatMap((each) => actions(one, theirs[at] as Action, each)),
    [match],
  );
}

function counts(action: Action): boolean {
  return action.kind === "loop" ? action.body.some(counts) : !isRescaling(action);
}

function actions(template: Action, scop: Action, match: Match): readonly Match[] {
  if (template.kind === "loop") return scop.kind === "loop" ? loops(template, scop, match) : [];
  if (scop.kind === "loop") return [];
  return words(template.target, scop.target, match).flatMap((each) => values(template.value, scop.value, each));
}

function loops(template: Loop, scop: Loop, match: Match): readonly Match[] {
  const inScop = (sum: Affine): Affine => substituted(sum, (index) => match.indices.get(index));
  const known = (sum: Affine): Affine => withSizes(sum, match);
  const [low, high, ours, end] = [inScop(scop.low), inScop(scop.high), known(template.low), known(template.high)];
  const [only] = template.body;
  const isOfSums = template.body.length === 1 && only?.kind === "assignment" && isSum(only);
  const signs = isOfSums ? ([1, -1] as const) : [scop.isDescending ? (-1 as const) : (1 as const)];
  return signs.flatMap((sign) => {
    // The scop's index is sign·t + shift for t of the template.
    const shift = sign === 1 ? plus(low, ours, -1) : plus(plus(high, constant(1), -1), ours);
    if (!isConstant(shift)) return [];
    const theirs = sign === 1 ? plus(high, shift, -1) : plus(plus(shift, constant(1)), low, -1);
    const sized = sizes(end, theirs, match);
    if (sized === undefined) return [];
    const index = plus(shift, term(template.index), sign);
    const inside = { ...sized, indices: new Map([...sized.indices, [scop.index, index]]) };
    return bodies(template.body, scop.body, inside);
  });
}

function isSum(action: Action): boolean {
  if (action.kind === "loop") return false;
  if (addedProducts(action) !== undefined) return true;
  // In place: the target is one of the terms, and factors are other words of its array.
  return action.value.op === "sum" && action.value.of.length === 2 && action.value.of.some(({ op }) => op === "product");
}

/** The match in which the two are equal: a size of the template that is not known yet may say so. */
function sizes(template: Affine, scop: Affine, match: Match): Match | undefined {
  const rest = plus(scop, template, -1);
  if (isConstant(rest)) return rest.constant === 0 ? match : undefined;
  const [only, another] = rest.terms;
  if (only === undefined || another !== undefined || only[1] !== -1 || !isSize(only[0]) || rest.constant < 1) return undefined;
  return { ...match, sizes: new Map([...match.sizes, [only[0], rest.constant]]) };
}

/** Sizes of templates are named so. */
export const SIZES = ["N", "M"] as const;

function isSize(name: string): boolean {
  return SIZES.some((one) => one === name);
}

function withSizes(sum: Affine, match: Match): Affine {
  return substituted(sum, (name) => {
    const size = match.sizes.get(name);
    return size === undefined ? undefined : constant(size);
  });
}

function words(template: Reference, scop: Reference, match: Match): readonly Match[] {
  const rank = template.subscripts.length;
  if (scop.subscripts.length !== rank) return [];
  const known = match.arrays.get(template.array);
  if (known === undefined) {
    if ([...match.arrays.values()].some(({ array }) => array === scop.array)) return [];
    return orders(rank).flatMap((dimensions) =>
      placed(template, scop, { array: scop.array, dimensions, shifts: dimensions.map(() => undefined) }, match),
    );
  }
  return known.array === scop.array ? placed(template, scop, known, match) : [];
}

function placed(template: Reference, scop: Reference, place: Place, match: Match): readonly Match[] {
  const all = template.subscripts.map((subscript, dimension) => {
    const ours = withSizes(subscript, match);
    const theirs = substituted(scop.subscripts[place.dimensions[dimension] as number] as Affine, (name) =>
      match.indices.get(name),
    );
    const before = place.shifts[dimension];
    for (const sign of before === undefined ? ([1, -1] as const) : [before.sign]) {
      const shift = plus(theirs, ours, -sign);
      if (isConstant(shift) && (before === undefined || before.shift === shift.constant)) return { sign, shift: shift.constant };
    }
    return undefined;
  });
  if (all.includes(undefined)) return [];
  return [{ ...match, arrays: new Map([...match.arrays, [template.array, { ...place, shifts: all }]]) }];
}

function orders(rank: number): readonly (readonly number[])[] {
  return rank === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [Array.from({ length: rank }, (_, at) => at)];
}

function values(template: Expression, scop: Expression, match: Match): readonly Match[] {
  if (template.op === "scalar" || scop.op === "scalar") return template.op === scop.op ? [match] : [];
  if (template.op === "word" || scop.op === "word")
    return template.op === "word" && scop.op === "word" ? words(template.word, scop.word, match) : [];
  if (template.op !== scop.op || template.of.length !== scop.of.length) return [];
  if (template.op === "call" && scop.op === "call" && (template.name === EXTREME) !== (scop.name === EXTREME)) return [];
  const isOrdered = template.op === "quotient" || (template.op === "call" && template.name !== EXTREME);
  return inSomeOrder(template.of, scop.of, isOrdered, match);
}

function inSomeOrder(
  ours: readonly Expression[],
  theirs: readonly Expression[],
  isOrdered: boolean,
  match: Match,
): readonly Match[] {
  const [first, ...rest] = ours;
  if (first === undefined) return [match];
  return theirs.flatMap((one, at) => {
    if (isOrdered && at > 0) return [];
    return values(first, one, match).flatMap((each) => inSomeOrder(rest, theirs.toSpliced(at, 1), isOrdered, each));
  });
}
