import { arrayNames, type ConvWorkload, rolesOf } from "../../computation/conv.js";
import { OPERAND_TYPES } from "../../computation/data-types.js";
import { groupedGemmWorkload } from "../../computation/experts/grouped-gemm.js";
import { type FfnWorkload, ffnWorkload } from "../../computation/ffn.js";
import { gemmWorkload } from "../../computation/gemm.js";
import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import { type PlannedReplay, type PlanOptions, planReplays } from "../../plan/planned.js";
import type { LaunchOrder } from "../../schedules/tiles/launch-order.js";
import { type Operator, type ScanWork, tensorNamed } from "../operator-graph.js";
import type { FormPaths } from "../plan/form-paths.js";
import { chainCores, isProduct, type KernelCore, productCores, productSides } from "./kernel-core.js";
import { convolutionCores, gradientCores, scanOf } from "./single-cores.js";

/** A workload whose schedules do all products of a kernel, and the arrays in which they are found there. */
export interface KernelWorkload {
  readonly workload: Workload;
  /** Kernels of it that may be used; all that fit where absent. */
  readonly schedules?: readonly string[];
  /** Arrays of the left operands, of the right ones and of the result, as the schedules name them. */
  readonly left: string;
  readonly right: readonly string[];
  readonly result: string;
  /** Arrays of other results that the same schedules store. */
  readonly otherResults?: readonly string[];
  /** Its schedules store what the kernel does not, and stand in where no others have what is asked. */
  readonly storesMore?: true;
  /** Tensors that stand for the left operand, and for each right one. */
  readonly leftOperands: readonly string[];
  readonly rightOperands: readonly string[];
  /** Tensors that stand for the result, side by side where there are several; undefined for what is not stored. */
  readonly results: readonly (string | undefined)[];
}

/** Operators that the schedules here compute tile by tile. */
export function productsOf(paths: FormPaths): readonly Operator[] {
  return paths.operators.filter(
    ({ work }) => isProduct(work) || ["convolution", "attention-backward", "grouped-gradient", "scan"].includes(work.kind),
  );
}

/** Every workload known here that is all the products of the kernel together. */
export function workloadsOf(paths: FormPaths): readonly KernelWorkload[] {
  const products = productsOf(paths);
  const all = new Set(products.map(({ name }) => name));
  const covers = (operators: readonly string[]): boolean =>
    operators.length === all.size && operators.every((name) => all.has(name));
  const chains = chainCores(paths);
  const found: KernelWorkload[] = [];
  const joined = joinedChain(chains, covers);
  if (joined !== undefined) found.push(joined);
  for (const core of gradientCores(paths)) if (covers(core.operators)) found.push(gradients(core));
  for (const core of [...productCores(paths, new Set()), ...convolutionCores(paths)]) {
    if (!covers(core.operators)) continue;
    const front = gatedFront(core, paths);
    if (front !== undefined) found.push(front);
    found.push({ ...singleStage(core), ...(front === undefined ? {} : { storesMore: true }) });
  }
  if (found.length === 0) found.push(...gatheredProducts(paths));
  const [only] = products;
  // A masked product as the unfused kernel does it, all of it; and operands of which the kernel makes words anew.
  if (found.length === 0 && products.length === 1 && only !== undefined)
    found.push(...(only.work.kind === "scan" ? scan(only, only.work, paths) : fullBox(only, paths)));
  return found;
}

/** A chain, a feed-forward block or an attention; several last products of one front count as one with their columns side by side. */
function joinedChain(
  chains: readonly KernelCore[],
  covers: (operators: readonly string[]) => boolean,
): KernelWorkload | undefined {
  const [first] = chains;
  if (first === undefined) return undefined;
  const fronts = first.operators.slice(0, -1);
  const alike = chains.every(
    ({ operators, middle, workload }) =>
      operators.slice(0, -1).join() === fronts.join() &&
      workload.kind === first.workload.kind &&
      middle.map((path) => path.at(-1)).join() === first.middle.map((path) => path.at(-1)).join(),
  );
  const lasts = chains.flatMap(({ operators }) => operators.slice(-1));
  if (!alike || !covers([...fronts, ...lasts])) return undefined;
  const { workload } = first;
  const operands = {
    leftOperands: ends(first.left),
    rightOperands: [...new Set(chains.flatMap(({ right }) => ends(right)))],
    results: chains.flatMap(storedOf),
  };
  if (workload.kind === "attention") {
    return {
      workload,
      schedules: ["flash-attention-2", "flash-attention-3", "flash-attention-4", "flash-decoding", "flash-attention-1"],
      ...operands,
      ...ATTENTION,
      ...(workload.valuesInKeys ? { right: ["K"] } : {}),
      ...(workload.sharedKeyColumns === undefined ? {} : { right: ["K", "KR", "V"] }),
    };
  }
  // Its other ways through a mixture are kernels one after the other. Rows are copies here, and each has a result of its own.
  if (workload.kind === "moe") return { workload, schedules: ["moe-fused"], ...operands, ...FFN };
  if (workload.kind === "ffn") return { workload, schedules: ["ffn-fused", "ffn-bands"], ...operands, ...FFN };
  if (workload.kind !== "chain") throw new RangeError(`no schedule of two stages for a ${workload.kind}`);
  const n = chains.reduce((sum, core) => sum + (core.workload.kind === "chain" ? core.workload.n : 0), 0);
  // All of them have whole rows of H, so that a normalisation may stand between; recomputing H tile by tile has not.
  const schedules = ["chain-fused-registers", "chain-fused-smem", "chain-bands"];
  return { workload: { ...workload, n }, schedules, ...operands, ...CHAIN };
}

const ATTENTION = { left: "Q", right: ["K", "V"], result: "O" } as const;
const FFN = { left: "X", right: ["Wg", "Wu", "Wd"], result: "Y" } as const;
const CHAIN = { left: "A", right: ["B", "D"], result: "E" } as const;

function singleStage(core: KernelCore): KernelWorkload {
  const only = core.workload.kind === "grouped-gemm" ? { schedules: ["grouped-gemm-persistent"] } : {};
  const operands = { leftOperands: ends(core.left), rightOperands: ends(core.right), results: storedOf(core) };
  return core.workload.kind === "conv"
    ? { workload: core.workload, ...arraysOfConvolution(core.workload), ...operands }
    : { workload: core.workload, left: "A", right: ["B"], result: "C", ...operands, ...only };
}

function arraysOfConvolution({ pass }: ConvWorkload): Pick<KernelWorkload, "left" | "right" | "result"> {
  const { operands, sums } = rolesOf(pass);
  const names = arrayNames(pass);
  return { left: names[operands[0]], right: [names[operands[1]]], result: names[sums] };
}

/** The backward pass of an attention, whose kernels store three results. */
function gradients(core: KernelCore): KernelWorkload {
  return {
    workload: core.workload,
    schedules: ["flash-attention-2-backward", "flash-attention-3-backward", "attention-backward-two-passes"],
    left: "Q",
    right: ["K", "V", "dO", "L", "D"],
    result: "dQ",
    otherResults: ["dK", "dV"],
    leftOperands: ends(core.left),
    rightOperands: ends(core.right),
    results: storedOf(core),
  };
}

/** Two products of equal width whose results meet word by word, so that only one of them need be stored. */
function gatedFront({ workload, operators, left, right, outputs }: KernelCore, paths: FormPaths): KernelWorkload | undefined {
  const [first, second] = operators.map((name) => paths.index.operator.get(name)?.work);
  const stored = outputs.filter((one) => one.stored).length;
  const alike = first?.kind === "product" && second?.kind === "product" && first.columns === second.columns;
  if (workload.kind !== "gemm" || operators.length !== 2 || !alike || stored !== 1) return undefined;
  const { m, k, n, dataType } = workload;
  const block: FfnWorkload = ffnWorkload({ tokens: m, model: k, hidden: n / 2, gated: true, dataType });
  const results = outputs.flatMap((one) => (one.stored ? one.path.slice(-1) : []));
  const operands = { leftOperands: ends(left), rightOperands: ends(right), results };
  return { workload: block, schedules: ["dual-gemm"], left: "X", right: ["Wg", "Wu"], result: "H", ...operands };
}

/** Products of experts with one left operand, whose rows the kernel gathers itself: their columns side by side. */
function gatheredProducts(paths: FormPaths): readonly KernelWorkload[] {
  const products = productsOf(paths);
  const works = products.flatMap(({ work }) => (work.kind === "grouped-product" ? [work] : []));
  const [first] = works;
  const [left, ...others] = new Set(products.map(({ inputs }) => inputs[0]));
  const gather = paths.operators.find(({ work, outputs }) => work.kind === "gather" && outputs[0] === left);
  const [source] = gather?.inputs ?? [];
  if (first === undefined || source === undefined || works.length < products.length || others.length > 0) return [];
  const rightOperands = products.flatMap(({ inputs }) => inputs.slice(1, 2));
  const types = new Set([source, ...rightOperands].map((name) => tensorNamed(paths.index, name).dataType));
  const [dataType = "bf16"] = types;
  const rows = first.rows.reduce((sum, count) => sum + count, 0);
  const topK = (rows * first.inner) / tensorNamed(paths.index, source).words;
  // No product of these rows in another order, and no packed or scaled weights.
  if (types.size !== 1 || !OPERAND_TYPES.includes(dataType) || !Number.isInteger(topK)) return [];
  const n = works.reduce((sum, { columns }) => sum + columns, 0);
  const workload = groupedGemmWorkload({ rows: first.rows, topK, gather: true, n, k: first.inner, dataType });
  const schedules = ["grouped-gemm-persistent"];
  const results = products.map(({ outputs }) => storedAs(paths, outputs[0]));
  return [{ workload, schedules, left: "A", right: ["B"], result: "C", leftOperands: [source], rightOperands, results }];
}

/** A scan, whose schedules keep states in 32 bits wherever the layer's have fewer. */
function scan({ inputs, outputs }: Operator, work: ScanWork, paths: FormPaths): readonly KernelWorkload[] {
  const [leftOperand = "", ...others] = inputs;
  const { dataType } = tensorNamed(paths.index, leftOperand);
  return [
    {
      workload: scanOf(work, dataType),
      schedules: ["scan-recurrent", "scan-chunks-fused", "scan-chunks", "scan-ssd"],
      left: "Q",
      right: ["K", "V", "D", ...(work.initialState ? ["H0"] : [])],
      result: "Y",
      otherResults: ["HT"],
      leftOperands: [leftOperand],
      rightOperands: [...others.slice(0, 3), ...(work.initialState ? others.slice(-1) : [])],
      results: outputs.map((name) => storedAs(paths, name)),
    },
  ];
}

function fullBox({ work, inputs, outputs }: Operator, paths: FormPaths): readonly KernelWorkload[] {
  if (!isProduct(work) || work.kind === "grouped-product") return [];
  // Schedules of products have right operands of each batch's own.
  if (work.kind === "scores" && work.sharedKeyColumns !== undefined) return [];
  const [leftOperand = "", ...others] = inputs;
  const { dataType } = tensorNamed(paths.index, leftOperand);
  if (!OPERAND_TYPES.includes(dataType)) return [];
  const workload = gemmWorkload({ ...productSides(work), dataType });
  const rightOperands = work.kind === "product" ? others.slice(0, 1) : others;
  return [
    {
      workload,
      left: "A",
      right: ["B"],
      result: "C",
      leftOperands: [leftOperand],
      rightOperands,
      results: [storedAs(paths, outputs[0])],
    },
  ];
}

/** The result where it is a boundary output itself. */
function storedAs({ boundary }: FormPaths, result: string | undefined): string | undefined {
  return boundary.outputs.find(({ name }) => name === result)?.name;
}

/** The boundary outputs that are forms of its results. */
function storedOf({ outputs }: KernelCore): readonly (string | undefined)[] {
  return outputs.map(({ path, stored }) => (stored ? path.at(-1) : undefined));
}

/** The operands at the ends of paths. */
function ends(paths: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => path.slice(-1)))];
}

/** Tiles of products worth a look beside the usual one. */
const TILES: readonly string[] = ["128x256x64", "256x128x64", "64x256x64"];
/** The same with the columns of two products side by side. */
const TILES_OF_TWO: readonly string[] = ["128x128x64", "256x64x64", "64x128x64"];
const ORDERS: readonly LaunchOrder[] = [8, 16].map((height) => ({ kind: "group", height }));

/** Every plan of a schedule that fits the GPU. */
export function plansOf({ workload, schedules }: KernelWorkload, gpu: Gpu): readonly PlannedReplay[] {
  const tiles = schedules === undefined ? TILES : schedules.includes("dual-gemm") ? TILES_OF_TWO : [];
  // Of a product's kernels those that split its sums, or hand out the same tiles in another way, never move less.
  const ids = schedules ?? [workload.kind === "gemm" ? "tiled-gemm" : undefined];
  const options: readonly PlanOptions[] = [
    ...ids.map((schedule) => ({ schedule, ...(NO_LSE.includes(schedule) ? { lse: false } : {}) })),
    ...tiles.map((tile) => ({ tile, schedule: ids[0], orders: ORDERS })),
  ];
  return options.flatMap((one) => attempt(() => planReplays(workload, gpu, one)));
}

/** Kernels that can leave out the log-sum-exp, which inference does not need. */
const NO_LSE: readonly (string | undefined)[] = ["flash-attention-2", "flash-attention-3", "flash-attention-4"];

function attempt(plans: () => readonly PlannedReplay[]): readonly PlannedReplay[] {
  try {
    return plans();
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}
