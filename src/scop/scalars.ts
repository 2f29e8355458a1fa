import {
  type Action,
  type Assignment,
  assignmentsIn,
  type Expression,
  isSameWord,
  type Reference,
  wordsOf,
} from "./statement.js";

/**
 * The actions with sums in place: `w = a; for (…) w -= …; X = w / b;` is `X = a; for (…) X -= …; X = X / b;` where nothing else uses the
 * variable w. That no product reads X is left to what recognises the result.
 */
export function withSumsInPlace(actions: readonly Action[]): readonly Action[] {
  const variables = new Set(variablesOf(actions));
  return [...variables].reduce((all, variable) => {
    const moved = inBody(all, variable);
    return variablesOf(moved).includes(variable) ? all : moved;
  }, actions);
}

/** Arrays without dimensions, once for each use. */
function variablesOf(actions: readonly Action[]): readonly string[] {
  const words = assignmentsIn(actions).flatMap(({ target, value }) => [target, ...wordsOf(value)]);
  return words.filter(({ subscripts }) => subscripts.length === 0).map(({ array }) => array);
}

function inBody(actions: readonly Action[], variable: string): readonly Action[] {
  const body = actions.map((action) => (action.kind === "loop" ? { ...action, body: inBody(action.body, variable) } : action));
  for (let at = 0; at + 2 < body.length; at++) {
    const [start, loop, end] = body.slice(at, at + 3) as [Action, Action, Action];
    if (start.kind !== "assignment" || loop.kind !== "loop" || end.kind !== "assignment") continue;
    if (start.target.array !== variable || wordsOf(start.value).some(({ array }) => array === variable)) continue;
    const place = placeOfSum(start, end);
    if (place === undefined) continue;
    const moved = [start, loop, end].map((one) => replaced(one, start.target, place)).filter((one) => !isIdle(one));
    return inBody([...body.slice(0, at), ...moved, ...body.slice(at + 3)], variable);
  }
  return body;
}

/** The word that a variable's sum ends in, at once or divided by another. */
function placeOfSum(start: Assignment, end: Assignment): Reference | undefined {
  if (end.target.array === start.target.array) return undefined;
  const sum = end.value.op === "quotient" ? end.value.of[0] : end.value;
  const isOnce = wordsOf(end.value).filter((word) => isSameWord(word, start.target)).length === 1;
  return sum?.op === "word" && isSameWord(sum.word, start.target) && isOnce ? end.target : undefined;
}

function isIdle(action: Action): boolean {
  return action.kind === "assignment" && action.value.op === "word" && isSameWord(action.value.word, action.target);
}

function replaced(action: Action, from: Reference, to: Reference): Action {
  const word = (one: Reference): Reference => (isSameWord(one, from) ? to : one);
  const value = (one: Expression): Expression => {
    if (one.op === "scalar") return one;
    return one.op === "word" ? { op: "word", word: word(one.word) } : { ...one, of: one.of.map(value) };
  };
  if (action.kind === "assignment") return { ...action, target: word(action.target), value: value(action.value) };
  return { ...action, body: action.body.map((one) => replaced(one, from, to)) };
}
