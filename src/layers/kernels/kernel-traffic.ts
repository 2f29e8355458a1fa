import type { Gpu, Interface } from "../../machines/machine.js";
import { replayPlanned } from "../../plan/planned.js";
import { type L2Model, lruL2 } from "../../replay/l2/l2-model.js";
import { type GraphIndex, indexGraph, type Operator } from "../operator-graph.js";
import { bestPlan } from "../plan/best-plan.js";
import { FormPaths } from "../plan/form-paths.js";
import type { Objective } from "../plan/objective.js";
import { type KernelWorkload, plansOf, productsOf, workloadsOf } from "./kernel-replays.js";
import { KernelClock } from "./kernel-time.js";
import { INTERFACES, type KernelTraffic, once, type Replay, sourcesOf, withTheRest } from "./replayed-kernel.js";

export type { KernelTraffic, TrafficBasis } from "./replayed-kernel.js";

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
      const of = (isMore: boolean): readonly KernelTraffic[] =>
        workloadsOf(paths)
          .filter(({ storesMore = false }) => storesMore === isMore)
          .flatMap((found) => this.replayed(paths, found));
      const own = productsOf(paths).length === 0 ? [once(paths)] : of(false);
      const candidates = own.length === 0 ? of(true) : own;
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
      new Map(INTERFACES.map((interfaceId) => [interfaceId, sum((traffic) => of(traffic).get(interfaceId) ?? 0n)]));
    return {
      schedule: `${parts.length} phases between grid barriers`,
      basis: "phases",
      bytes: onEach(({ bytes }) => bytes),
      replayedBytes: onEach(({ replayedBytes }) => replayedBytes),
      smReadBytes: sum(({ smReadBytes }) => smReadBytes),
      recomputed: parts.flatMap(({ traffic }) => traffic.recomputed),
      parts,
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
