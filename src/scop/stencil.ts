import { isConstant, isEqual, plus, shiftedIndex, term } from "./affine.js";
import { type Action, type Assignment, type Loop, wordsOf } from "./statement.js";
import type { Fields } from "./templates.js";

/** A sweep over the inside of a grid, which computes each cell of one array from cells of another. */
interface Sweep {
  readonly to: string;
  readonly from: string;
  readonly loops: readonly Loop[];
  /** Where cells are read, from the cell that is computed. */
  readonly offsets: readonly (readonly number[])[];
}

/**
 * The fields of the stencil that a nest is: a loop over time of sweeps, each from the array that the last one wrote into another, over
 * one box of cells that stays. A sweep that copies is no step. Undefined for others, as for sweeps in place.
 */
export function stencilFields(nest: readonly Action[]): Fields | undefined {
  const [time, another] = nest;
  if (time?.kind !== "loop" || another !== undefined || !isConstant(time.low) || !isConstant(time.high)) return undefined;
  const sweeps = time.body.map((action) => sweepOf(action, time.index));
  const [first] = sweeps;
  if (first === undefined || !sweeps.every((one) => one !== undefined && isSameBox(one, first))) return undefined;
  const all = sweeps as readonly Sweep[];
  const isCycle = all.every(({ from, to }, at) => from !== to && to === all[(at + 1) % all.length]?.from);
  const computing = all.filter(({ offsets }) => !isCopy(offsets));
  const [one] = computing;
  // Two arrays in turn: three would keep cells of earlier steps.
  if (!isCycle || one === undefined || new Set(all.map(({ to }) => to)).size !== 2) return undefined;
  const shapes = computing.map(({ offsets }) => shapeOf(offsets));
  const [shape] = shapes;
  if (shape === undefined || shapes.some((other) => other?.points !== shape.points || other.radius !== shape.radius))
    return undefined;
  const dims = one.loops.map(({ low, high }) => high.constant - low.constant);
  const steps = (time.high.constant - time.low.constant) * computing.length;
  return { workload: "stencil", dims, steps, ...shape };
}

function isCopy(offsets: readonly (readonly number[])[]): boolean {
  return offsets.length === 1 && offsets[0]?.every((one) => one === 0) === true;
}

function sweepOf(action: Action, time: string): Sweep | undefined {
  const loops: Loop[] = [];
  let inside: Action | undefined = action;
  while (inside?.kind === "loop") {
    loops.push(inside);
    inside = inside.body.length === 1 ? inside.body[0] : undefined;
  }
  if (inside === undefined || loops.length < 1 || loops.length > 3) return undefined;
  if (!loops.every(({ low, high }) => isConstant(low) && isConstant(high))) return undefined;
  const order = loopsByDimension(inside, loops);
  if (order === undefined) return undefined;
  const reads = wordsOf(inside.value);
  const from = reads[0]?.array;
  if (from === undefined || reads.some(({ array }) => array !== from)) return undefined;
  const offsets = reads.map(({ subscripts }) =>
    subscripts.map((one, dimension) => {
      const cell = (inside as Assignment).target.subscripts[dimension];
      return cell === undefined ? term(time) : plus(one, cell, -1);
    }),
  );
  const isPlain = offsets.every((one) => one.length === loops.length && one.every(isConstant));
  if (!isPlain) return undefined;
  const numbers = new Map(offsets.map((one) => one.map((offset) => offset.constant)).map((one) => [one.join(), one]));
  return { to: inside.target.array, from, loops: order, offsets: [...numbers.values()] };
}

/** The loop of each subscript of the target, where each is the index of another loop. */
function loopsByDimension({ target }: Assignment, loops: readonly Loop[]): readonly Loop[] | undefined {
  const found = target.subscripts.map((one) => {
    const plain = shiftedIndex(one);
    return plain === undefined || plain.shift !== 0 ? undefined : loops.find(({ index }) => index === plain.index);
  });
  return found.length === loops.length && new Set(found).size === loops.length && !found.includes(undefined)
    ? (found as readonly Loop[])
    : undefined;
}

function isSameBox(one: Sweep, other: Sweep): boolean {
  return (
    one.loops.length === other.loops.length &&
    one.loops.every(({ low, high }, dimension) => {
      const beside = other.loops[dimension] as Loop;
      return isEqual(low, beside.low) && isEqual(high, beside.high);
    })
  );
}

/** The largest box, else star, whose cells are all read; what is read beside it may stay away from a bound. */
function shapeOf(offsets: readonly (readonly number[])[]): { readonly points: number; readonly radius: number } | undefined {
  const read = new Set(offsets.map((one) => one.join()));
  const rank = offsets[0]?.length ?? 0;
  const axes = (radius: number): number[][] =>
    Array.from({ length: rank }, (_, axis) =>
      [radius, -radius].map((at) => Array.from({ length: rank }, (__, d) => (d === axis ? at : 0))),
    ).flat();
  const has = (cells: readonly (readonly number[])[]): boolean => cells.every((cell) => read.has(cell.join()));
  if (!has([Array(rank).fill(0)])) return undefined;
  const box = (radius: number): readonly (readonly number[])[] => {
    const side = Array.from({ length: 2 * radius + 1 }, (_, at) => at - radius);
    return Array.from({ length: rank }).reduce<readonly number[][]>(
      (cells) => cells.flatMap((cell) => side.map((at) => [...cell, at])),
      [[]],
    );
  };
  const largest = (cells: (radius: number) => readonly (readonly number[])[]): number => {
    let radius = 0;
    while (read.size > 2 * rank * radius && has(cells(radius + 1))) radius++;
    return radius;
  };
  const [ofBox, ofStar] = [rank > 1 ? largest(box) : 0, largest(axes)];
  if (ofBox > 0) return { points: (2 * ofBox + 1) ** rank, radius: ofBox };
  return ofStar > 0 ? { points: 2 * rank * ofStar + 1, radius: ofStar } : undefined;
}
