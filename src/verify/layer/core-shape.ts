import { count, type Fields, list, Refused, requireEqual, text } from "../shared/fields.js";
import { type CheckedOperator, rowsOfExperts, sidesOf } from "./graph.js";

const ATTENTION_EXTENTS = ["batch", "heads", "kvHeads", "queries", "keys", "dim"];
/** Fields that say which keys a query sees, or what else no operator has. */
const ATTENTION_OTHERS = [
  ...["causal", "window", "sinks", "lengths", "queryLengths", "sharedPrefix"],
  ...["valueDim", "valuesInKeys", "sharedKeyColumns"],
];
const CONVOLUTION_EXTENTS = ["batch", "inChannels", "outChannels", "height", "width"];
const CONVOLUTION_SIDES = ["kernel", "stride", "padding"];

/** The operators of a core, by what they read and make. */
export interface Stages {
  /** Operators whose left operand comes from memory. */
  readonly readers: readonly CheckedOperator[];
  /** Operators whose results are the core's. */
  readonly makers: readonly CheckedOperator[];
  /** The second stage of a chain. */
  readonly last?: CheckedOperator;
}

/** The operators are together the workload that the certificate is about. */
export function checkShape(operators: readonly CheckedOperator[], workload: Fields, path: string): Stages {
  const kind = text(workload, "kind", `${path}.workload`);
  if (kind === "conv") return checkConvolutionShape(operators, workload, path);
  if (kind === "attention-backward") return checkGradientShape(operators, workload, path);
  const sides = operators.map(({ work }) => sidesOf(work, path));
  const kinds = operators.map(({ work }) => work["kind"]);
  const is = (fields: Readonly<Record<string, bigint>>): void => {
    for (const [name, value] of Object.entries(fields)) {
      requireEqual(count(workload, name, `${path}.workload`), value, `${path}.workload.${name}`, name);
    }
  };
  const refuse = (): never => {
    throw new Refused(`${path}.operators`, `do not make up a ${kind}`);
  };
  const [first] = sides;
  if (first === undefined) return refuse();
  if (kind === "grouped-gemm" || kind === "moe") return checkExpertsShape(operators, workload, path);
  if (kinds.includes("grouped-product")) return refuse();
  if (kind === "gemm") {
    // One left operand lies one way for all of them.
    const turned = new Set(operators.map(({ work }) => work["leftTransposed"])).size;
    const alike = turned === 1 && sides.every(({ batch, m, k }) => batch === first.batch && m === first.m && k === first.k);
    const sharesWords = ({ work }: CheckedOperator): boolean =>
      work["kind"] === "scores" && work["sharedKeyColumns"] !== undefined;
    const whole = operators.every((one) => one.work["causal"] !== true && !sharesWords(one));
    const single = operators.length === 1 || (first.batch === 1n && kinds.every((one) => one === "product"));
    if (!alike || !whole || !single) return refuse();
    is({ batch: first.batch, m: first.m, k: first.k, n: sides.reduce((sum, { n }) => sum + n, 0n) });
    return { readers: operators, makers: operators };
  }
  const [last, fronts] = [operators.at(-1), operators.slice(0, -1)];
  const end = sides.at(-1);
  if (last === undefined || end === undefined || fronts.length === 0) return refuse();
  const stages = { readers: fronts, makers: [last], last };
  if (kind === "attention") {
    if (kinds.join() !== "scores,values") return refuse();
    for (const { work } of operators) {
      is(Object.fromEntries(ATTENTION_EXTENTS.map((name) => [name, count(work, name, path, 1n)])));
      for (const field of ATTENTION_OTHERS) if (work[field] !== workload[field]) return refuse();
    }
    return stages;
  }
  const upright = operators.every(({ work }) => work["leftTransposed"] === undefined);
  const plain =
    upright && kinds.every((one) => one === "product") && sides.every(({ batch, m }) => batch === 1n && m === first.m);
  const alike = sides.slice(0, -1).every(({ n, k }) => n === first.n && k === first.k);
  if (!plain || !alike || end.k !== first.n) return refuse();
  if (kind === "chain" && fronts.length === 1) {
    is({ m: first.m, k: first.k, l: first.n, n: end.n });
    return stages;
  }
  if (kind !== "ffn" || end.n !== first.k || fronts.length !== (workload["gated"] === true ? 2 : 1)) return refuse();
  is({ tokens: first.m, model: first.k, hidden: first.n });
  return stages;
}

/** The operators are products of the workload's experts: of one left operand, or the blocks of experts. */
function checkExpertsShape(operators: readonly CheckedOperator[], workload: Fields, path: string): Stages {
  const isBlock = workload["kind"] === "moe";
  const refuse = (): never => {
    throw new Refused(`${path}.operators`, `do not make up a ${isBlock ? "moe" : "grouped-gemm"}`);
  };
  const rows = rowsOfExperts(workload, `${path}.workload`).join();
  for (const { work } of operators)
    if (work["kind"] !== "grouped-product" || rowsOfExperts(work, path).join() !== rows) return refuse();
  const sides = operators.map(({ work }) => sidesOf(work, path));
  const is = (name: string, value: bigint | undefined): void => {
    if (count(workload, name, `${path}.workload`) !== value) refuse();
  };
  const [fronts, last] = isBlock ? [operators.slice(0, -1), operators.at(-1)] : [operators, undefined];
  const [first, end] = [sides[0], sides.at(-1)];
  const alike = sides.slice(0, fronts.length).every(({ n, k }) => k === first?.k && (!isBlock || n === first?.n));
  if (!alike) return refuse();
  if (last === undefined) {
    is("k", first?.k);
    is(
      "n",
      sides.reduce((sum, { n }) => sum + n, 0n),
    );
    return { readers: operators, makers: operators };
  }
  if (fronts.length !== (workload["gated"] === true ? 2 : 1) || end?.k !== first?.n || end?.n !== first?.k) return refuse();
  is("model", first?.k);
  is("hidden", first?.n);
  return { readers: fronts, makers: [last], last };
}

function checkGradientShape(operators: readonly CheckedOperator[], workload: Fields, path: string): Stages {
  const [operator, second] = operators;
  if (operator?.work["kind"] !== "attention-backward" || second !== undefined)
    throw new Refused(`${path}.operators`, "do not make up an attention-backward");
  for (const name of ATTENTION_EXTENTS) {
    const own = count(operator.work, name, path, 1n);
    requireEqual(count(workload, name, `${path}.workload`), own, `${path}.workload.${name}`, name);
  }
  for (const field of ATTENTION_OTHERS)
    if (operator.work[field] !== workload[field]) throw new Refused(`${path}.workload.${field}`, "not the operator's");
  return { readers: operators, makers: operators };
}

function checkConvolutionShape(operators: readonly CheckedOperator[], workload: Fields, path: string): Stages {
  const [operator, second] = operators;
  if (operator?.work["kind"] !== "convolution" || second !== undefined)
    throw new Refused(`${path}.operators`, "do not make up a conv");
  for (const name of CONVOLUTION_EXTENTS) {
    const own = count(operator.work, name, path, 1n);
    requireEqual(count(workload, name, `${path}.workload`), own, `${path}.workload.${name}`, name);
  }
  for (const name of ["groups", "dilation", "pass"]) {
    if (String(workload[name]) !== String(operator.work[name]))
      throw new Refused(`${path}.workload.${name}`, "not the operator's");
  }
  for (const name of CONVOLUTION_SIDES) {
    const [given, own] = [list(workload[name], `${path}.workload.${name}`), list(operator.work[name], `${path}.${name}`)];
    requireEqual(given.join(), own.join(), `${path}.workload.${name}`, name);
  }
  return { readers: operators, makers: operators };
}
