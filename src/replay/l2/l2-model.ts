import { CACHE_POLICIES, type CacheModel, type CachePolicy, formatCachePolicy, parseCachePolicy } from "../../caches/index.js";
import type { DataType } from "../../computation/data-types.js";
import { rateOf } from "../../computation/operand-types.js";
import { checkInteger, InputError, shown } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import type { ExecutionParameters } from "../event-driven/parameters.js";
import { executionParameters } from "../event-driven/parameters.js";
import type { Execution, WalkedExecution } from "../execution.js";
import { checkExecution } from "../execution.js";

/** The L2 and the blocks' time as the replay models them. */
export type L2Model = PlainL2Model | PartitionedL2Model;

/** A cache without a clock; blocks in lock step unless said otherwise. */
export type PlainL2Model = CacheModel & {
  readonly execution?: WalkedExecution;
  /** Dies with a cache of `bytes` each, in front of one LRU of `l3Bytes`; absent where one cache serves all SMs. */
  readonly dies?: number;
  readonly l3Bytes?: number;
};

/** An L2 in parts, with a clock: two partitions that copy from each other, or those of dies, and blocks that drift apart. */
export interface PartitionedL2Model {
  readonly policy: "partitioned";
  /** Both partitions together; of one die, where dies have an L2 each. */
  readonly bytes: number;
  readonly execution: Execution;
  readonly parameters: ExecutionParameters;
}

/** What `redblue caches` lists. */
export const CACHE_MODELS: readonly { readonly id: string; readonly title: string; readonly source: string }[] = [
  {
    id: "partitioned",
    title:
      "blocks run by events in time through two partitions with near copies of far data and hashed sets of 32, or through an LRU a die " +
      "(default of GPUs with two partitions or with dies)",
    source: "fitted to an H200 and an H100 (docs/validation.md), derived for other GPUs",
  },
  ...CACHE_POLICIES.map(({ form, title, source }) => ({ id: form, title: `${title}; blocks in turns`, source })),
];

/**
 * The part of a two-partition L2 that holds distinct data in a cache without partitions. A line that an SM of the other side
 * reads is kept a second time on that side; on an H200 a buffer reread by one SM each falls out half at 40 MB of 60.
 */
const DISTINCT_SHARE = { numerator: 2, denominator: 3 };

/** Bytes of a plain cache that stands for a GPU's L2: all of it, or two thirds where two partitions copy from each other. */
function plainL2Bytes(gpu: Gpu): number {
  const copies = (gpu.l2Partitions ?? 1) > 1;
  const bytes = checkInteger("l2-bytes", gpu.l2Bytes, 1);
  return copies ? Math.floor((bytes * DISTINCT_SHARE.numerator) / DISTINCT_SHARE.denominator) : bytes;
}

/** The plain model: LRU, blocks in lock step. @throws InputError naming `l2-bytes` of a GPU that has none. */
export function lruL2(gpu: Gpu): PlainL2Model {
  return { policy: "lru", bytes: plainL2Bytes(gpu), ...levelsOf(gpu) };
}

/** How the caches of a GPU with a last-level cache are divided. */
function levelsOf({ dies = 1, l3Bytes }: Gpu): Pick<PlainL2Model, "dies" | "l3Bytes"> {
  return l3Bytes === undefined ? {} : { dies, l3Bytes };
}

/** Dies with an L2 each behind a last-level cache; undefined where one L2 serves all SMs. */
export function diesOf(model: L2Model): number | undefined {
  return model.policy === "partitioned" ? model.parameters.dies?.count : model.dies;
}

/** @throws InputError naming `gpu` where the L2s of dies would be taken for one cache */
export function checkOneL2(model: L2Model, what: string): void {
  const dies = diesOf(model);
  if (dies !== undefined)
    throw new InputError("gpu", `one without a last-level cache for ${what}`, `L2s of ${dies} die(s) behind one`);
}

/** The default: in time where the GPU has two partitions or dies and a rate for the operands is known, else the plain model. */
export function defaultL2(gpu: Gpu, operand: DataType): L2Model {
  const inParts = gpu.l2Partitions === 2 || gpu.l3Bytes !== undefined;
  const timed = inParts && rateOf(gpu.peakOperationsPerSecond, operand) !== undefined;
  return timed ? partitionedL2(gpu) : lruL2(gpu);
}

/** The model with a clock; `bytes` in place of the GPU's own L2. @throws InputError naming `execution`, `l2-bytes` or `sms`. */
export function partitionedL2(gpu: Gpu, execution: Execution = { kind: "events", seed: 0 }, bytes?: number): PartitionedL2Model {
  checkExecution(execution);
  const parameters = executionParameters(bytes === undefined ? gpu : { ...gpu, l2Bytes: bytes });
  return { policy: "partitioned", bytes: parameters.partitionBytes * parameters.partitions, execution, parameters };
}

/** The model with the user's choices; @throws InputError naming `cache`, `l2-bytes` or `execution`. */
export function chooseL2(gpu: Gpu, operand: DataType, policy?: string, bytes?: number, execution?: Execution): L2Model {
  if (bytes !== undefined) checkInteger("l2-bytes", bytes, 1);
  if (gpu.l3Bytes !== undefined && policy !== undefined && policy !== "lru" && policy !== "partitioned")
    throw new InputError("cache", `partitioned or lru for ${gpu.id}: L2s of dies in front of a last-level cache`, shown(policy));
  if ((policy ?? defaultL2(gpu, operand).policy) === "partitioned") return partitionedL2(gpu, execution, bytes);
  const cache = { ...plainPolicy(policy ?? "lru"), bytes: bytes ?? plainL2Bytes(gpu), ...levelsOf(gpu) };
  if (execution === undefined) return cache;
  if (execution.kind === "events") {
    throw new InputError(
      "execution",
      `lock-step, drift:STEPS or longest-first through ${formatCachePolicy(cache)}, which has no clock`,
      "events",
    );
  }
  return { ...cache, execution };
}

/** @throws InputError that lists the model of two partitions beside the plain caches. */
export function plainPolicy(text: string): CachePolicy {
  return parseCachePolicy(text, ["partitioned"]);
}

/** Whether a model's counts have a closed form for regular schedules. */
export function isLruInLockStep(model: L2Model): boolean {
  return model.policy === "lru" && model.dies === undefined && (model.execution ?? { kind: "lock-step" }).kind === "lock-step";
}

/** One line for people. */
export function describeL2(model: L2Model, size: (bytes: number) => string): string {
  const { execution } = model;
  const longest = execution?.kind === "longest-first" ? ", the longest issued first" : "";
  const blocks = execution?.kind === "drift" ? `blocks in turns of ${execution.steps} step(s)` : `blocks in lock step${longest}`;
  const inDies = (each: string, dies: number, l3Bytes: number): string =>
    `${dies === 1 ? "" : `${dies} dies, on each `}${each}; last-level cache ${size(l3Bytes)}`;
  if (model.policy !== "partitioned") {
    const { dies = 1, l3Bytes, bytes } = model;
    const each = `${formatCachePolicy(model)} of ${size(bytes)}`;
    return `${l3Bytes === undefined ? each : inDies(each, dies, l3Bytes)}, ${blocks}`;
  }
  const { partitions, partitionBytes, basis, dies } = model.parameters;
  const timed = model.execution.kind === "events" || model.execution.kind === "longest-first";
  const trust = basis === "fitted" ? "fitted to this GPU" : "parameters derived from the H200";
  const parts =
    dies === undefined
      ? `${partitions} partition(s) of ${size(partitionBytes)}`
      : inDies(`lru of ${size(partitionBytes)}`, dies.count, dies.l3Bytes);
  return `${parts}, ${timed ? `event-driven${longest}` : blocks} (${trust})`;
}
