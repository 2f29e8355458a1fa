import type { ScalesSubject } from "../scales.js";
import { bytesOf, count, type Fields, Refused, requireEqual, text } from "../shared/fields.js";
import type { CheckedArray, Verified } from "../verified.js";

/** A scan as a document's workload says it. */
export interface ScanSubject {
  readonly extents: Readonly<Record<"batch" | "heads" | "groups" | "tokens" | "state" | "dim", bigint>>;
  readonly decay: string;
  readonly initialState: boolean;
  readonly finalState: boolean;
  /** Words of each array that the recurrence uses, by its name, and the field of the workload that has their type. */
  readonly arrays: readonly (readonly [name: string, role: CheckedArray["role"], words: bigint, type: string])[];
}

/** @throws Refused */
export function readExtents(workload: Fields): ScanSubject {
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  const flag = (name: string): boolean => {
    const value = workload[name];
    if (typeof value !== "boolean") throw new Refused(`workload.${name}`, "not true or false");
    return value;
  };
  const [batch, heads, groups] = [extent("batch"), extent("heads"), extent("groups")];
  const [tokens, state, dim] = [extent("tokens"), extent("state"), extent("dim")];
  if (heads % groups !== 0n) throw new Refused("workload.groups", "no divisor of heads");
  const decay = text(workload, "decay", "workload");
  const [initialState, finalState] = [flag("initialState"), flag("finalState")];
  // Without a state before it the first token multiplies none.
  const decayed = initialState ? tokens : tokens - 1n;
  const all = batch * heads;
  const decays = new Map([
    ["none", 0n],
    ["head", all * decayed],
    ["state", all * decayed * state],
    ["channel", all * tokens * dim],
  ]).get(decay);
  if (decays === undefined) throw new Refused("workload.decay", "none of none, head, state, channel");
  const table = decay === "channel" && decayed > 0n ? heads * state * dim : 0n;
  const arrays: ScanSubject["arrays"] = [
    ["Q", "input", batch * groups * tokens * state, "dataType"],
    ["K", "input", batch * groups * tokens * state, "dataType"],
    ["V", "input", all * tokens * dim, "dataType"],
    ["D", "input", decays, "dataType"],
    ["A", "input", table, "dataType"],
    ["H0", "input", initialState ? all * state * dim : 0n, "accumulator"],
    ["Y", "output", all * tokens * dim, "outputType"],
    ["HT", "output", finalState ? all * state * dim : 0n, "accumulator"],
  ];
  return {
    extents: { batch, heads, groups, tokens, state, dim },
    ...{ decay, initialState, finalState },
    arrays: arrays.filter(([, , words]) => words > 0n),
  };
}

/** Refuses a certificate about another scan, or about other sizes of words. @throws Refused */
export function checkSameScan(
  verified: Verified,
  subject: ScanSubject,
  size: (type: string) => bigint,
  sizes: Readonly<Record<string, bigint>>,
  path: string,
): void {
  const { scan, instance } = verified;
  if (scan === undefined || instance === undefined) return;
  const { batch, heads, groups, tokens, state, dim } = subject.extents;
  const at = `${path}.certificate`;
  requireEqual(scan.form, subject.finalState ? "stored-state" : "recurrence", `${at}.form`, "the form");
  requireEqual(scan.groups, batch * groups, at, "groups");
  const accumulator = size("accumulator");
  const right = {
    ...{ batch: 1n, m: state, n: (heads / groups) * dim, k: tokens },
    ...{ a: size("dataType"), b: size("dataType"), output: accumulator, ...sizes },
  };
  for (const [name, value] of Object.entries(right))
    requireEqual(instance[name as keyof typeof right & keyof typeof instance], value, `${at}.product.instance`, name);
  // Sums that count for less only relax the game.
  if (instance.partial > accumulator)
    throw new Refused(`${at}.product.instance`, `partial is at most ${accumulator} for this workload, not ${instance.partial}`);
  const beside = subject.arrays.filter(([name]) => !["K", "V", "H0", "HT"].includes(name));
  const expected = beside.map(([name, role, words, type]) => `${role} ${name} ${words}×${size(type)}`);
  const found = scan.others.map(({ role, array, words, wordSize }) => `${role} ${array} ${words}×${wordSize}`);
  if (found.join() !== expected.join()) throw new Refused(at, "not the arrays of the workload");
}

/** A scan: arrays of operands, then states, which have the type of the accumulators. @throws Refused */
export function readScan(workload: Fields): {
  readonly inputs: readonly bigint[];
  readonly scales: readonly ScalesSubject[];
  readonly outputs: readonly bigint[];
  readonly ownOutputs: readonly ScalesSubject[];
  readonly scan: ScanSubject;
} {
  const scan = readExtents(workload);
  const of = (role: string, isState: boolean): readonly bigint[] =>
    scan.arrays.flatMap(([, own, words, type]) => (own === role && (type === "accumulator") === isState ? [words] : []));
  const states = (role: string): readonly ScalesSubject[] =>
    of(role, true).map((words) => ({ words, sizeIn: (units) => bytesOf(workload, "accumulator", "workload", units) }));
  return {
    inputs: of("input", false),
    scales: states("input"),
    outputs: of("output", false),
    ownOutputs: states("output"),
    scan,
  };
}
