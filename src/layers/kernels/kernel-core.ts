import { type AttentionWorkload, attentionWorkload, valueDimOf } from "../../computation/attention.js";
import { type ChainWorkload, chainWorkload } from "../../computation/chain.js";
import type { ConvWorkload } from "../../computation/conv.js";
import { type DataType, OPERAND_TYPES } from "../../computation/data-types.js";
import { type GroupedGemmWorkload, groupedGemmWorkload } from "../../computation/experts/grouped-gemm.js";
import { type MoeWorkload, moeWorkload } from "../../computation/experts/moe.js";
import { type FfnWorkload, ffnWorkload } from "../../computation/ffn.js";
import type { AttentionBackwardWorkload } from "../../computation/fused/attention-backward.js";
import { type GemmWorkload, gemmWorkload } from "../../computation/gemm.js";
import {
  type AttentionWork,
  type GroupedProductWork,
  type Operator,
  type ProductWork,
  tensorNamed,
  type Work,
} from "../operator-graph.js";
import type { FormPaths, OutputForms, Path } from "../plan/form-paths.js";

/** A computation of the theorems found inside a kernel, with the tensors that stand for its arrays (proofs/fusion-plan.md). */
export interface KernelCore {
  readonly workload:
    | GemmWorkload
    | ChainWorkload
    | FfnWorkload
    | AttentionWorkload
    | AttentionBackwardWorkload
    | ConvWorkload
    | GroupedGemmWorkload
    | MoeWorkload;
  /** Products (or scores, values, a convolution, gradients of an attention); of a chain first the front ones, then the last. */
  readonly operators: readonly string[];
  /** For each operator that reads a left operand from memory: a boundary input and its forms up to that operand. */
  readonly left: readonly Path[];
  /** The same for every right operand. */
  readonly right: readonly Path[];
  /** In a chain: from the result of each front operator to the last one's left operand. */
  readonly middle: readonly Path[];
  /** From the result of each last operator to a boundary output, or the result alone where none is a form of it. */
  readonly outputs: readonly OutputForms[];
}

interface Found {
  readonly operator: Operator;
  readonly work: ProductWork | GroupedProductWork | AttentionWork;
  readonly type: DataType;
  readonly left?: Path;
  readonly right?: readonly Path[];
}

/** Cores of fused stages (chains, gated blocks, attention) whose operands come from memory. */
export function chainCores(paths: FormPaths): readonly KernelCore[] {
  const all = found(paths);
  const fronts = new Map(all.flatMap((one) => (isFront(one) ? [[one.operator.outputs[0] ?? "", one] as const] : [])));
  return all.flatMap((last) => {
    if (last.right === undefined) return [];
    const core = chainOf(paths, last, frontsOf(paths, last, fronts));
    return core === undefined || !isLegal(core) ? [] : [core];
  });
}

/** Cores of single products; those that read one left operand become one product. `taken` operators are skipped. */
export function productCores(paths: FormPaths, taken: ReadonlySet<string>): readonly KernelCore[] {
  const groups = new Map<string, Found[]>();
  for (const one of found(paths)) {
    if (taken.has(one.operator.name) || one.left === undefined || one.right === undefined) continue;
    const { work } = one;
    if (work.kind !== "product" && work.kind !== "grouped-product" && work.causal) continue;
    // Theorems on products know no words that batches have in common.
    if (work.kind === "scores" && work.sharedKeyColumns !== undefined) continue;
    const shared = work.kind === "grouped-product" || (work.kind === "product" && work.batch === 1);
    const key = shared
      ? `${one.left[0]} ${work.rows} ${work.inner} ${one.type} ${work.kind} ${isTransposed(work)}`
      : one.operator.name;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const together = productOf(paths, group);
    return isLegal(together) ? [together] : group.map((one) => productOf(paths, [one])).filter(isLegal);
  });
}

function isTransposed(work: Work): boolean {
  return work.kind === "product" && work.leftTransposed === true;
}

/** Products with one left operand as one product, their right operands side by side. */
function productOf(paths: FormPaths, group: readonly Found[]): KernelCore {
  const [first] = group as readonly [Found];
  const left = group.flatMap((one) => (one.left === undefined ? [] : [one.left]));
  const right = group.flatMap((one) => one.right ?? []);
  const results = group.map(({ operator }) => operator.outputs[0] ?? "");
  return {
    workload: productWorkload(
      group.map(({ work }) => work),
      first.type,
    ),
    operators: group.map(({ operator }) => operator.name),
    left,
    right,
    middle: [],
    outputs: paths.distinctOutputs(results, [...left, ...right].flat()),
  };
}

/** Columns side by side. */
function productWorkload(works: readonly Found["work"][], dataType: DataType): GemmWorkload | GroupedGemmWorkload {
  const [first] = works as readonly [Found["work"]];
  const n = works.reduce((sum, work) => sum + (work.kind === "grouped-product" ? work.columns : productSides(work).n), 0);
  if (first.kind === "grouped-product") return groupedGemmWorkload({ rows: first.rows, n, k: first.inner, dataType });
  const { batch, m, k } = productSides(first);
  return gemmWorkload({ batch, m, n, k, dataType });
}

/** No tensor stands for words of two arrays of the core. */
export function isLegal({ left, right, middle, outputs }: KernelCore): boolean {
  const arrays = [left.flat(), ...right, middle.flat(), ...outputs.map(({ path }) => path)].map((names) => new Set(names));
  return new Set(arrays.flatMap((names) => [...names])).size === arrays.reduce((sum, names) => sum + names.size, 0);
}

/** Extents of one operator as a batched product. */
export function productSides(work: ProductWork | AttentionWork): { batch: number; m: number; n: number; k: number } {
  if (work.kind === "product") return { batch: work.batch, m: work.rows, n: work.columns, k: work.inner };
  const rows = (work.heads / work.kvHeads) * work.queries;
  const [n, k] = work.kind === "scores" ? [work.keys, work.dim] : [valueDimOf(work), work.keys];
  if (work.kind === "transposed-values") return { batch: work.batch * work.kvHeads, m: work.keys, n, k: rows };
  return { batch: work.batch * work.kvHeads, m: rows, n, k };
}

export function isProduct(work: Work): work is Found["work"] {
  return ["product", "grouped-product", "scores", "values", "transposed-values"].includes(work.kind);
}

/** The kernel's products, scores and values of one data type, with the forms of their operands where these come from memory. */
function found(paths: FormPaths): readonly Found[] {
  return paths.operators.flatMap((operator) => {
    const { work } = operator;
    if (!isProduct(work)) return [];
    const [left, ...others] = operator.inputs;
    const rights = work.kind === "product" || work.kind === "grouped-product" ? others.slice(0, 1) : others;
    const types = new Set([...operator.inputs.slice(0, 1), ...rights, ...operator.outputs].map((name) => typeOf(paths, name)));
    const [type] = types;
    if (left === undefined || type === undefined || types.size !== 1 || !OPERAND_TYPES.includes(type)) return [];
    const leftPath = paths.fromMemory(left, type);
    const rightPaths = rights.map((name) => paths.fromMemory(name, type));
    const right = rightPaths.every((path) => path !== undefined) ? rightPaths : undefined;
    return [{ operator, work, type, ...(leftPath && { left: leftPath }), ...(right && { right }) }];
  });
}

/** A product whose operands come from memory. */
interface Source extends Found {
  readonly left: Path;
  readonly right: readonly Path[];
}

interface Front extends Source {
  readonly middle: Path;
}

function isFront(one: Found): one is Source {
  return one.left !== undefined && one.right !== undefined;
}

/** Operators whose results have forms that are the left operand of `last`, in the graph's order. */
function frontsOf(paths: FormPaths, last: Found, fronts: ReadonlyMap<string, Source>): readonly Front[] {
  const [operand = ""] = last.operator.inputs;
  const rank = ({ operator }: Found): number => paths.index.rank.get(operator.name) ?? 0;
  const reached = [...paths.forms(operand, last.type)].flatMap((form) => fronts.get(form) ?? []);
  return reached
    .filter(({ operator }) => operator !== last.operator)
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((front) => {
      const middle = paths.between(front.operator.outputs[0] ?? "", operand, last.type);
      return middle === undefined ? [] : [{ ...front, middle }];
    });
}

function chainOf(paths: FormPaths, last: Found, fronts: readonly Front[]): KernelCore | undefined {
  const [first] = fronts;
  if (first === undefined) return undefined;
  if (first.work.kind === "scores" && last.work.kind === "values") {
    const { kind: _, ...shape } = last.work;
    const same = JSON.stringify({ ...first.work, kind: "values" }) === JSON.stringify(last.work);
    const workload = attentionWorkload({ ...shape, dataType: last.type });
    // Words of V that are words of K come from memory as these.
    const own = shape.valuesInKeys
      ? last.right?.filter((path) => !first.right.some((of) => of.join() === path.join()))
      : undefined;
    if (!same || (own !== undefined && own.length > 0)) return undefined;
    return assembled(paths, workload, [first], shape.valuesInKeys ? { ...last, right: [] } : last);
  }
  if (first.work.kind === "grouped-product") return expertsOf(paths, last, fronts);
  if (first.work.kind !== "product" || last.work.kind !== "product") return undefined;
  if (isTransposed(first.work) || isTransposed(last.work)) return undefined;
  const { rows, inner, columns } = first.work;
  if (first.work.batch !== 1 || last.work.batch !== 1 || last.work.inner !== columns) return undefined;
  const second = secondFront(first, fronts);
  if (second !== undefined && inner === last.work.columns) {
    const gated = ffnWorkload({ tokens: rows, model: inner, hidden: columns, gated: true, dataType: last.type });
    return assembled(paths, gated, [first, second], last);
  }
  const plain = chainWorkload({ m: rows, k: inner, l: columns, n: last.work.columns, dataType: last.type });
  return assembled(paths, plain, [first], last);
}

/** Another front like the first: that of a gated block. */
function secondFront(first: Front, fronts: readonly Front[]): Front | undefined {
  const alike = ({ work, left, type }: Front): boolean =>
    JSON.stringify(work) === JSON.stringify(first.work) && left[0] === first.left[0] && type === first.type;
  return fronts.find((one) => one.work !== first.work && alike(one));
}

/** Blocks of experts, whose rows are copies of tokens' and have results of their own. */
function expertsOf(paths: FormPaths, last: Found, fronts: readonly Front[]): KernelCore | undefined {
  const [first] = fronts;
  if (first?.work.kind !== "grouped-product" || last.work.kind !== "grouped-product") return undefined;
  const { rows, inner, columns } = first.work;
  if (String(last.work.rows) !== String(rows) || last.work.inner !== columns || last.work.columns !== inner) return undefined;
  const second = secondFront(first, fronts);
  const sizes = { rows, model: inner, hidden: columns, gated: second !== undefined, dataType: last.type };
  return assembled(paths, moeWorkload(sizes), second === undefined ? [first] : [first, second], last);
}

function assembled(paths: FormPaths, workload: KernelCore["workload"], fronts: readonly Front[], last: Found): KernelCore {
  const left = fronts.map((front) => front.left);
  const right = [...fronts.flatMap((front) => front.right), ...(last.right ?? [])];
  const middle = fronts.map((front) => front.middle);
  return {
    workload,
    operators: [...fronts.map(({ operator }) => operator.name), last.operator.name],
    left,
    right,
    middle,
    outputs: paths.distinctOutputs([last.operator.outputs[0] ?? ""], [...left, ...right, ...middle].flat()),
  };
}

/** The type of a tensor. */
export function typeOf(paths: FormPaths, name: string): DataType {
  return tensorNamed(paths.index, name).dataType;
}
