import { valueDimOf } from "../../computation/attention.js";
import { convOutputs } from "../../computation/conv.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { forwardOf } from "../../computation/fused/attention-backward.js";
import { scanArrays, scanType, scanWords } from "../../computation/recurrence/scan.js";
import { ceilDivide, maximum } from "../../exact/integer.js";
import type { Interface } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { type ReplayedTraffic, type Traffic, totalTraffic } from "../../replay/traffic.js";
import { type Tensor, tensorBytes } from "../operator-graph.js";
import type { FormPaths } from "../plan/form-paths.js";
import { type KernelWorkload, productsOf } from "./kernel-replays.js";

/**
 * Where the bytes come from. `replay`: a schedule's tiles through the L2; what is not an operand of it (residuals, vectors, other
 * results) by formula. `once`: no product, each tensor crosses once. `phases`: no schedule of the whole kernel is known, and it runs
 * those of its parts one after another between barriers of its grid.
 */
export type TrafficBasis = "replay" | "once" | "phases";

/** Bytes that the best schedule known here moves for one kernel, its L2 cold, by interface. */
export interface KernelTraffic {
  readonly schedule: string;
  readonly basis: TrafficBasis;
  readonly bytes: ReadonlyMap<Interface, bigint>;
  /** The part of them that a replay has counted. */
  readonly replayedBytes: ReadonlyMap<Interface, bigint>;
  /** Of the bytes into the SMs those that are loads. */
  readonly smReadBytes: bigint;
  /** Operators in front of a product that the schedule does again for each tile that reads their result, and how often. */
  readonly recomputed: readonly { readonly operator: string; readonly times: bigint }[];
  /** The parts, in order. */
  readonly phases?: readonly { readonly operators: readonly string[]; readonly schedule: string }[];
  /** The schedule that was replayed. */
  readonly chosen?: ChosenSchedule;
  /** The phases with their own traffic. */
  readonly parts?: readonly { readonly operators: readonly string[]; readonly traffic: KernelTraffic }[];
}

/** A schedule, the workload that it computes, and the tensors that its operands come from. */
export interface ChosenSchedule {
  readonly found: KernelWorkload;
  readonly planned: PlannedReplay;
  readonly sources: Sources;
}

/** Interfaces that a kernel of a GPU is counted on. */
export const INTERFACES: readonly ("dram-l2" | "l2-sm")[] = ["dram-l2", "l2-sm"];

/** A schedule and what its replay counted. */
export interface Replay {
  readonly planned: PlannedReplay;
  readonly traffic: ReplayedTraffic;
}

/** Boundary inputs that stand for the operands. */
export interface Sources {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * The schedule's tiles by replay; a left operand made of several tensors reads each of them where the schedule reads one. What else
 * the kernel reads crosses once, a vector of a fused operator once a tile that uses it; its results are stored once.
 */
export function withTheRest(
  paths: FormPaths,
  found: KernelWorkload,
  { planned, traffic }: Replay,
  sources: Sources,
): KernelTraffic {
  const operands = new Set([...sources.left, ...sources.right]);
  const results = [found.result, ...(found.otherResults ?? [])];
  const again = BigInt(sources.left.length - 1);
  const rest = paths.boundary.inputs.filter(({ name }) => !operands.has(name));
  const outputs = sum(paths.boundary.outputs.map(tensorBytes));
  const statistics = sum(readForStatistics(paths, [...found.leftOperands, ...found.rightOperands]));
  const at = (array: string, interfaceId: Interface): Traffic =>
    traffic.byArray.get(array)?.get(interfaceId) ?? { reads: 0n, writes: 0n };
  const [bytes, replayedBytes] = [new Map<Interface, bigint>(), new Map<Interface, bigint>()];
  let smReadBytes = 0n;
  for (const interfaceId of INTERFACES) {
    const inside = [...traffic.byArray.keys()].filter((array) => !results.includes(array));
    const moved = sum(inside.map((array) => totalTraffic(at(array, interfaceId)))) + again * at(found.left, interfaceId).reads;
    const moving = sum(results.map((array) => totalTraffic(at(array, interfaceId))));
    const stored = maximum(0n, moving - resultBytes(found));
    const beside =
      sum(rest.map((tensor) => tensorBytes(tensor) * (interfaceId === "l2-sm" ? timesRead(paths, tensor, planned) : 1n))) +
      statistics;
    bytes.set(interfaceId, moved + stored + beside + outputs);
    replayedBytes.set(interfaceId, moved + stored + (outputs < resultBytes(found) ? outputs : resultBytes(found)));
    if (interfaceId === "l2-sm") {
      const all = [...traffic.byArray.keys()].map((array) => at(array, interfaceId).reads);
      smReadBytes = sum(all) + again * at(found.left, interfaceId).reads + beside;
    }
  }
  const readAgain = (array: string, tensors: readonly string[]): bigint => {
    const own = sum(tensors.map((name) => tensorBytesOf(paths, name)));
    return own === 0n ? 1n : ceilDivide(at(array, "l2-sm").reads, own);
  };
  const times = readAgain(found.left, sources.left.slice(0, 1));
  const recomputed = madeInside(paths, found.leftOperands).map((operator) => ({ operator, times }));
  const tile = planned.fields["tile"];
  const chosen = { found, planned, sources };
  const first = statistics === 0n ? "" : " after a pass for statistics";
  const schedule = `${tile === undefined ? planned.label : `${planned.label}, ${tile}`}${first}`;
  return { schedule, basis: "replay", bytes, replayedBytes, smReadBytes, recomputed: times > 1n ? recomputed : [], chosen };
}

/** A stored result of the workload, which the kernel stores in this form or another. */
function resultBytes({ workload, result }: KernelWorkload): bigint {
  if (workload.kind === "scan") {
    const stored = scanArrays(workload).filter(({ role }) => role === "output");
    return sum(stored.map((array) => scanWords(workload, array) * BigInt(BYTES_OF[scanType(workload, array)])));
  }
  const width = BigInt(BYTES_OF[workload.kind === "einsum" ? "bf16" : workload.outputType]);
  return width * resultWords(workload, result);
}

function resultWords(workload: KernelWorkload["workload"], result: string): bigint {
  const product = (...extents: readonly number[]): bigint => extents.reduce((words, extent) => words * BigInt(extent), 1n);
  switch (workload.kind) {
    case "gemm":
      return product(workload.batch, workload.m, workload.n);
    case "grouped-gemm":
      return product(
        workload.rows.reduce((sum, rows) => sum + rows, 0),
        workload.n,
      );
    case "moe":
      return product(
        workload.rows.reduce((sum, rows) => sum + rows, 0),
        workload.model,
      );
    case "chain":
      return product(workload.m, workload.n);
    case "ffn":
      return product(workload.tokens, result === "H" ? workload.hidden : workload.model);
    case "attention":
      return product(workload.batch, workload.heads, workload.queries, valueDimOf(workload));
    case "attention-backward": {
      const rows = product(workload.batch, workload.heads, workload.queries, workload.dim);
      return rows + product(workload.batch, workload.kvHeads, workload.keys, workload.dim + valueDimOf(forwardOf(workload)));
    }
    case "conv": {
      const { batch, inChannels, outChannels, height, width, kernel, groups = 1, pass } = workload;
      if (pass === "data-gradient") return product(batch, inChannels, height, width);
      return pass === undefined
        ? product(batch, outChannels, ...convOutputs(workload))
        : product(outChannels, inChannels / groups, ...kernel);
    }
    default:
      throw new RangeError(`no kernel of a layer is a ${workload.kind}`);
  }
}

/**
 * How often the blocks of a schedule read what is no operand: a vector as long as a row of the left operand by every tile, one as long
 * as a row of the result by every row of tiles; a tensor of full size once.
 */
function timesRead(paths: FormPaths, { kind, words }: Tensor, planned: PlannedReplay): bigint {
  const [bm, bn] = String(planned.fields["tile"] ?? "")
    .split("x")
    .map(Number);
  const product = productsOf(paths)[0]?.work;
  if (kind !== "weight" || product?.kind !== "product" || bm === undefined || bn === undefined) return 1n;
  const rows = ceilDivide(BigInt(product.rows), BigInt(bm));
  if (words === product.inner) return rows * ceilDivide(BigInt(product.columns), BigInt(bn));
  return words < product.rows * product.columns ? rows : 1n;
}

/**
 * Bytes of the pass before the tiles, up to a barrier of the grid, in which a normalisation over more than a row takes its statistics;
 * those of rows are taken along by the tiles.
 */
function readForStatistics(paths: FormPaths, operands: readonly string[]): readonly bigint[] {
  return statisticsSources(paths, operands).map((name) => tensorBytesOf(paths, name));
}

/** Boundary inputs that are read for statistics before the tiles. */
export function statisticsSources(paths: FormPaths, operands: readonly string[]): readonly string[] {
  const inputs = madeInside(paths, operands).flatMap((name) => {
    const operator = paths.index.operator.get(name);
    return operator?.work.kind === "group-normalisation" ? operator.inputs.slice(0, 1) : [];
  });
  return sourcesOf(paths, inputs);
}

/** Operators of the kernel that make an operand. */
function madeInside(paths: FormPaths, operands: readonly string[]): readonly string[] {
  const inside = new Set(paths.operators.map(({ name }) => name));
  const found: string[] = [];
  const queue = [...operands];
  for (const tensor of queue) {
    const maker = paths.index.producer.get(tensor);
    if (maker === undefined || !inside.has(maker.name) || found.includes(maker.name)) continue;
    found.push(maker.name);
    queue.push(...maker.inputs);
  }
  return found.reverse();
}

/** Without a product each word of the boundary crosses once: a strip of rows is held, and statistics are taken along. */
export function once(paths: FormPaths): KernelTraffic {
  const { inputs, outputs } = paths.boundary;
  const [reads, writes] = [sum(inputs.map(tensorBytes)), sum(outputs.map(tensorBytes))];
  const none = new Map<Interface, bigint>(INTERFACES.map((interfaceId) => [interfaceId, 0n]));
  const bytes = new Map<Interface, bigint>(INTERFACES.map((interfaceId) => [interfaceId, reads + writes]));
  return { schedule: "each tensor once", basis: "once", bytes, replayedBytes: none, smReadBytes: reads, recomputed: [] };
}

/** Boundary inputs that reach one of the operands word by word. */
export function sourcesOf(paths: FormPaths, operands: readonly string[]): readonly string[] {
  const reaches = ({ name, dataType }: Tensor): boolean =>
    operands.some((operand) => paths.between(name, operand, dataType) !== undefined);
  return paths.boundary.inputs.filter(reaches).map(({ name }) => name);
}

function tensorBytesOf(paths: FormPaths, name: string): bigint {
  const tensor = paths.index.tensor.get(name);
  return tensor === undefined ? 0n : tensorBytes(tensor);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
