import { type Affine, constant } from "./affine.js";
import type { Action, Loop } from "./statement.js";

/** First value and one past the last, of each index. */
type Ranges = ReadonlyMap<string, readonly [number, number]>;

const MOST_CHOICES = 3;
const CHOICES = ["all", "lower", "upper"] as const;
type Choice = (typeof CHOICES)[number];

/**
 * The nest with constant bounds: a box of iterations inside its own, whose traffic is no more. Each index in bounds of other loops keeps all
 * of its range, or the lower or the upper half, whichever has most iterations. Undefined where no bounds depend on indices, or those of
 * many do.
 */
export function boxInside(nest: readonly Action[]): readonly Action[] | undefined {
  const inBounds = [...new Set(loopsIn(nest).flatMap(({ low, high }) => [...low.terms.keys(), ...high.terms.keys()]))];
  if (inBounds.length === 0 || inBounds.length > MOST_CHOICES) return undefined;
  const choices = inBounds.reduce<readonly ReadonlyMap<string, Choice>[]>(
    (all, index) => all.flatMap((before) => CHOICES.map((choice) => new Map([...before, [index, choice]]))),
    [new Map()],
  );
  const boxes = choices.flatMap((choice) => boxed(nest, new Map(), choice) ?? []);
  return boxes.reduce<Boxed | undefined>((best, one) => (best === undefined || one.points > best.points ? one : best), undefined)
    ?.nest;
}

interface Boxed {
  readonly nest: readonly Action[];
  readonly points: number;
}

function loopsIn(actions: readonly Action[]): readonly Loop[] {
  return actions.flatMap((action) => (action.kind === "loop" ? [action, ...loopsIn(action.body)] : []));
}

function boxed(actions: readonly Action[], ranges: Ranges, choices: ReadonlyMap<string, Choice>): Boxed | undefined {
  let points = 0;
  const nest: Action[] = [];
  for (const action of actions) {
    if (action.kind === "assignment") {
      points += 1;
      nest.push(action);
      continue;
    }
    const [low, high] = [extreme(action.low, ranges, 1), extreme(action.high, ranges, -1)];
    const [first, end] = part(low, high, choices.get(action.index) ?? "all");
    if (end <= first) return undefined;
    const body = boxed(action.body, new Map([...ranges, [action.index, [first, end]]]), choices);
    if (body === undefined) return undefined;
    points += body.points * (end - first);
    nest.push({ ...action, low: constant(first), high: constant(end), body: body.nest });
  }
  return { nest, points };
}

function part(first: number, end: number, choice: Choice): readonly [number, number] {
  const middle = Math.floor((first + end) / 2);
  return choice === "all" ? [first, end] : choice === "lower" ? [first, middle] : [middle, end];
}

/** The largest value of a sum over the ranges, or with sign -1 the least. */
function extreme({ constant: start, terms }: Affine, ranges: Ranges, sign: 1 | -1): number {
  return [...terms].reduce((sum, [index, times]) => {
    const [first, end] = ranges.get(index) ?? [0, 1];
    return sum + times * (times * sign > 0 ? end - 1 : first);
  }, start);
}
