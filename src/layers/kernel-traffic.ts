import { convOutputs } from "../computation/conv.js";
import { BYTES_OF } from "../computation/data-types.js";
import { ceilDivide, maximum } from "../exact/integer.js";
import type { PlannedReplay } from "../gap/planned.js";
import { replayPlanned } from "../gap/planned.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { L2Model } from "../replay/l2-model.js";
import { lruL2 } from "../replay/l2-model.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import { bestPlan } from "./best-plan.js";
import { FormPaths } from "./form-paths.js";
import type { KernelWorkload } from "./kernel-replays.js";
import { plansOf, productsOf, workloadsOf } from "./kernel-replays.js";
import { KernelClock } from "./kernel-time.js";
import type { Objective } from "./objective.js";
import type { GraphIndex, Operator, Tensor } from "./operator-graph.js";
import { indexGraph, tensorBytes } from "./operator-graph.js";

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
}

const FACES: readonly ("dram-l2" | "l2-sm")[] = ["dram-l2", "l2-sm"];

/** Traffic of kernels on one GPU, by replay where a schedule of the project computes them; remembers what it has replayed. */
export class KernelReplayer {
  private readonly index: GraphIndex;
  private readonly gpu: Gpu;
  private readonly l2: L2Model;
  private readonly objective: Objective;
  private readonly clock: KernelClock;
  private readonly replays = new Map<string, readonly Replay[]>();
  private readonly wholes = new Map<string, KernelTraffic | undefined>();
  private readonly kernels = new Map<string, KernelTraffic | undefined>();

  constructor(index: GraphIndex, gpu: Gpu, objective: Objective = "l2-sm") {
    this.index = index;
    this.gpu = gpu;
    this.l2 = lruL2(gpu);
    this.objective = objective;
    this.clock = new KernelClock(index, gpu);
  }

  /** The best schedule known: of the whole kernel, or of its parts between barriers. Undefined where a part is not known. */
  traffic(kernel: readonly string[]): KernelTraffic | undefined {
    const key = kernel.join(" ");
    if (!this.kernels.has(key)) {
      this.kernels.set(key, this.better([this.whole(kernel), kernel.length > 1 ? this.phases(kernel) : undefined], kernel));
    }
    return this.kernels.get(key);
  }

  /** The same from schedules of the whole kernel alone. */
  whole(kernel: readonly string[]): KernelTraffic | undefined {
    const key = kernel.join(" ");
    if (!this.wholes.has(key)) {
      const paths = new FormPaths(this.index, kernel);
      const candidates =
        productsOf(paths).length === 0 ? [once(paths)] : workloadsOf(paths).flatMap((found) => this.replayed(paths, found));
      this.wholes.set(key, this.better(candidates, kernel));
    }
    return this.wholes.get(key);
  }

  /** What the search over plans adds up: the objective first, bytes over the other interface deciding between equals. */
  cost(kernel: readonly string[], traffic: KernelTraffic): bigint {
    const [dram, sm] = [traffic.bytes.get("dram-l2") ?? 0n, traffic.bytes.get("l2-sm") ?? 0n];
    if (this.objective === "l2-sm") return (sm << SECOND_BITS) + dram;
    if (this.objective === "dram-l2") return (dram << SECOND_BITS) + sm;
    const load = { dramBytes: dram, smReadBytes: traffic.smReadBytes, operators: kernel };
    return (this.clock.ticks(this.clock.time(load).seconds) << SECOND_BITS) + sm;
  }

  private better(candidates: readonly (KernelTraffic | undefined)[], kernel: readonly string[]): KernelTraffic | undefined {
    let best: KernelTraffic | undefined;
    for (const one of candidates) {
      if (one !== undefined && (best === undefined || this.cost(kernel, one) < this.cost(kernel, best))) best = one;
    }
    return best;
  }

  private phases(kernel: readonly string[]): KernelTraffic | undefined {
    const part = indexGraph(partOf(this.index, kernel));
    const found = bestPlan(part, this.gpu, (one) => {
      const traffic = this.whole(one);
      return traffic === undefined ? undefined : this.cost(one, traffic);
    });
    if (found === undefined || found.plan.length === 1) return undefined;
    const parts = found.plan.map((operators) => ({ operators, traffic: this.whole(operators) as KernelTraffic }));
    const sum = (of: (traffic: KernelTraffic) => bigint): bigint => parts.reduce((total, { traffic }) => total + of(traffic), 0n);
    const onEach = (of: (traffic: KernelTraffic) => ReadonlyMap<Interface, bigint>): ReadonlyMap<Interface, bigint> =>
      new Map(FACES.map((face) => [face, sum((traffic) => of(traffic).get(face) ?? 0n)]));
    return {
      schedule: `${parts.length} phases between grid barriers`,
      basis: "phases",
      bytes: onEach(({ bytes }) => bytes),
      replayedBytes: onEach(({ replayedBytes }) => replayedBytes),
      smReadBytes: sum(({ smReadBytes }) => smReadBytes),
      recomputed: parts.flatMap(({ traffic }) => traffic.recomputed),
      phases: parts.map(({ operators, traffic }) => ({ operators, schedule: traffic.schedule })),
    };
  }

  /** Every schedule of the workload with what the kernel moves beside it. */
  private replayed(paths: FormPaths, found: KernelWorkload): readonly KernelTraffic[] {
    const left = sourcesOf(paths, found.leftOperands);
    const right = found.rightOperands.map((operand) => sourcesOf(paths, [operand]));
    // An operand that is made of nothing read word by word, or of several tensors on the right, has no schedule here.
    if (left.length === 0 || right.some((sources) => sources.length !== 1)) return [];
    return this.replaysOf(found).map((replay) => withTheRest(paths, found, replay, { left, right: right.flat() }));
  }

  private replaysOf(found: KernelWorkload): readonly Replay[] {
    const key = JSON.stringify([found.workload, found.schedules]);
    const known = this.replays.get(key);
    if (known !== undefined) return known;
    const replays = plansOf(found, this.gpu).map((planned) => ({ planned, traffic: replayPlanned(planned, this.l2) }));
    this.replays.set(key, replays);
    return replays;
  }
}

/** Bits for the sum that decides between equals: no layer moves 2^80 bytes. */
const SECOND_BITS = 80n;

interface Replay {
  readonly planned: PlannedReplay;
  readonly traffic: ReplayedTraffic;
}

interface Sources {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * The schedule's tiles by replay; a left operand made of several tensors reads each of them where the schedule reads one. What else
 * the kernel reads crosses once, a vector of a fused operator once a tile that uses it; its results are stored once.
 */
function withTheRest(paths: FormPaths, found: KernelWorkload, { planned, traffic }: Replay, sources: Sources): KernelTraffic {
  const operands = new Set([...sources.left, ...sources.right]);
  const again = BigInt(sources.left.length - 1);
  const rest = paths.boundary.inputs.filter(({ name }) => !operands.has(name));
  const outputs = sum(paths.boundary.outputs.map(tensorBytes));
  const at = (array: string, face: Interface): Traffic => traffic.byArray.get(array)?.get(face) ?? { reads: 0n, writes: 0n };
  const [bytes, replayedBytes] = [new Map<Interface, bigint>(), new Map<Interface, bigint>()];
  let smReadBytes = 0n;
  for (const face of FACES) {
    const inside = [...traffic.byArray.keys()].filter((array) => array !== found.result);
    const moved = sum(inside.map((array) => totalTraffic(at(array, face)))) + again * at(found.left, face).reads;
    const stored = maximum(0n, totalTraffic(at(found.result, face)) - resultBytes(found));
    const beside = sum(rest.map((tensor) => tensorBytes(tensor) * (face === "l2-sm" ? timesRead(paths, tensor, planned) : 1n)));
    bytes.set(face, moved + stored + beside + outputs);
    replayedBytes.set(face, moved + stored + (outputs < resultBytes(found) ? outputs : resultBytes(found)));
    if (face === "l2-sm") {
      const all = [...traffic.byArray.keys()].map((array) => at(array, face).reads);
      smReadBytes = sum(all) + again * at(found.left, face).reads + beside;
    }
  }
  const readAgain = (array: string, tensors: readonly string[]): bigint => {
    const own = sum(tensors.map((name) => tensorBytesOf(paths, name)));
    return own === 0n ? 1n : ceilDivide(at(array, "l2-sm").reads, own);
  };
  const times = readAgain(found.left, sources.left.slice(0, 1));
  const recomputed = madeInside(paths, found.leftOperands).map((operator) => ({ operator, times }));
  const tile = planned.fields["tile"];
  const schedule = tile === undefined ? planned.label : `${planned.label}, ${tile}`;
  return { schedule, basis: "replay", bytes, replayedBytes, smReadBytes, recomputed: times > 1n ? recomputed : [] };
}

/** A stored result of the workload, which the kernel stores in this form or another. */
function resultBytes({ workload, result }: KernelWorkload): bigint {
  const width = BigInt(BYTES_OF[workload.kind === "einsum" ? "bf16" : workload.outputType]);
  return width * resultWords(workload, result);
}

function resultWords(workload: KernelWorkload["workload"], result: string): bigint {
  const product = (...extents: readonly number[]): bigint => extents.reduce((words, extent) => words * BigInt(extent), 1n);
  switch (workload.kind) {
    case "gemm":
      return product(workload.batch, workload.m, workload.n);
    case "chain":
      return product(workload.m, workload.n);
    case "ffn":
      return product(workload.tokens, result === "H" ? workload.hidden : workload.model);
    case "attention":
      return product(workload.batch, workload.heads, workload.queries, workload.dim);
    case "conv":
      return product(workload.batch, workload.outChannels, ...convOutputs(workload));
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
function once(paths: FormPaths): KernelTraffic {
  const { inputs, outputs } = paths.boundary;
  const [reads, writes] = [sum(inputs.map(tensorBytes)), sum(outputs.map(tensorBytes))];
  const none = new Map<Interface, bigint>(FACES.map((face) => [face, 0n]));
  const bytes = new Map<Interface, bigint>(FACES.map((face) => [face, reads + writes]));
  return { schedule: "each tensor once", basis: "once", bytes, replayedBytes: none, smReadBytes: reads, recomputed: [] };
}

/** Boundary inputs that reach one of the operands word by word. */
function sourcesOf(paths: FormPaths, operands: readonly string[]): readonly string[] {
  const reaches = ({ name, dataType }: Tensor): boolean =>
    operands.some((operand) => paths.between(name, operand, dataType) !== undefined);
  return paths.boundary.inputs.filter(reaches).map(({ name }) => name);
}

/** The operators of a kernel as a graph of their own: what they read comes from outside, what others read must be left in memory. */
function partOf(index: GraphIndex, kernel: readonly string[]): GraphIndex["graph"] {
  const inside = new Set(kernel);
  const operators = index.graph.operators.filter(({ name }) => inside.has(name));
  const named = new Set(operators.flatMap(({ inputs, outputs }: Operator) => [...inputs, ...outputs]));
  const isReadOutside = (name: string): boolean => (index.consumers.get(name) ?? []).some((user) => !inside.has(user.name));
  const tensors = index.graph.tensors.filter(({ name }) => named.has(name));
  const kept = tensors.map((tensor) => ({ ...tensor, output: tensor.output || isReadOutside(tensor.name) }));
  return { name: index.graph.name, tensors: kept, operators };
}

function tensorBytesOf(paths: FormPaths, name: string): bigint {
  const tensor = paths.index.tensor.get(name);
  return tensor === undefined ? 0n : tensorBytes(tensor);
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
