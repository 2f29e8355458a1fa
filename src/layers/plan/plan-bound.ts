import type { Setting } from "../../bounds/bound.js";
import { settingsOf } from "../../bounds/shared/setting.js";
import { InputError } from "../../errors.js";
import { bytesOnChip } from "../../machines/levels.js";
import { type Accelerator, cacheBytes, type Gpu, type Interface, type Machine } from "../../machines/machine.js";
import { coreTensors, type KernelBound, KernelBounder } from "../kernels/kernel-bound.js";
import { type GraphIndex, readsEveryWord, type Tensor, tensorBytes } from "../operator-graph.js";
import type { BoundaryCosts } from "./best-plan.js";
import type { FusionPlan } from "./fusion-plan.js";

/** Tensors that are alive between two kernels, beyond what the L2 can hold: they must be stored and loaded again. */
export interface Spill {
  /** Kernels that have run. */
  readonly after: number;
  readonly tensors: readonly string[];
  readonly bytes: bigint;
}

/** A lower bound on the traffic of a whole plan over one interface (proofs/fusion-plan.md). */
export type PlanBound =
  | { readonly interface: "l2-sm"; readonly value: bigint; readonly kernels: readonly KernelBound[] }
  | { readonly interface: "dram-l2"; readonly value: bigint; readonly layer: KernelBound; readonly spills: readonly Spill[] };

/** Proves bounds of plans over one graph on one machine. */
export class PlanBounder {
  readonly index: GraphIndex;
  readonly machine: Gpu | Accelerator;
  private readonly kernelBounders: ReadonlyMap<Interface, KernelBounder>;
  private withoutCores: KernelBound | undefined;

  /** @throws InputError for the two-level memory model: a plan is about kernels on a chip. */
  constructor(index: GraphIndex, machine: Machine) {
    if (machine.kind === "abstract") throw new InputError("gpu", "a GPU or an accelerator", "the two-level memory model");
    if (machine.kind === "tree") throw new InputError("gpu", "a GPU or an accelerator", machine.id);
    this.index = index;
    this.machine = machine;
    this.kernelBounders = new Map(
      settingsOf(machine).map((setting: Setting) => [setting.interface, new KernelBounder(index, setting)]),
    );
  }

  /** The L2's interface into the SMs is absent where the chip has one memory. */
  bounds(plan: FusionPlan): readonly PlanBound[] {
    const atSms = this.atSms(plan);
    return [this.atDram(plan), ...(atSms === undefined ? [] : [atSms])];
  }

  /** Kernel by kernel into the SMs; undefined where the chip has one memory. */
  atSms(plan: FusionPlan): PlanBound | undefined {
    const sm = this.kernelBounders.get("l2-sm");
    if (sm === undefined) return undefined;
    const kernels = plan.kernels.map((kernel) => sm.bound(kernel));
    return { interface: "l2-sm", value: kernels.reduce((sum, { value }) => sum + value, 0n), kernels };
  }

  /** The layer as one kernel on the whole chip, and what cannot stay between kernels. */
  atDram(plan: FusionPlan): PlanBound {
    const kernelOf = new Map(plan.kernels.flatMap((kernel, number) => kernel.map((name) => [name, number] as const)));
    return this.dramFrom({ count: plan.kernels.length - 1, doneAt: (name) => kernelOf.get(name) ?? 0 });
  }

  /** Bound of one kernel at the SMs, or at the chip's memory from empty; of one without SMs the latter. */
  kernel(operators: readonly string[], interfaceId: "l2-sm" | "dram-l2" = "l2-sm"): KernelBound {
    const bounder = this.kernelBounders.get(interfaceId) ?? this.kernelBounders.get("dram-l2");
    if (bounder === undefined) throw new RangeError("no interface");
    return bounder.bound(operators);
  }

  /** What the whole layer must move, whatever the plan: all of it as one kernel on the whole chip. */
  floor(): KernelBound {
    const bounder = this.kernelBounders.get("dram-l2");
    if (bounder === undefined) throw new RangeError("no interface to DRAM");
    return bounder.bound(this.index.graph.operators.map(({ name }) => name));
  }

  /** What a plan's DRAM bound is above the floor, as a function of the points between its kernels. */
  boundaries(): BoundaryCosts {
    const known = new Map<ReadonlySet<string>, { readonly least: bigint; readonly pays: boolean }>();
    const above = (sets: readonly ReadonlySet<string>[]): bigint => this.dramFrom(pointsAt(sets)).value - this.floor().value;
    const at = (done: ReadonlySet<string>): { readonly least: bigint; readonly pays: boolean } => {
      const value = known.get(done) ?? {
        least: above([done]),
        pays: this.floors().some((layer) => this.spills(pointsAt([done]), layer).length > 0),
      };
      known.set(done, value);
      return value;
    };
    return { pays: (done) => at(done).pays, least: (done) => at(done).least, of: above };
  }

  /** The better of two: a tensor counts in a core of the floor or as one that does not stay between kernels. */
  private dramFrom(points: Points): Extract<PlanBound, { readonly interface: "dram-l2" }> {
    const [first, ...others] = this.floors().map((layer) => {
      const spills = this.spills(points, layer);
      const value = spills.reduce((sum, { bytes }) => sum + bytes, layer.value);
      return { interface: "dram-l2", value, layer, spills } as const;
    });
    if (first === undefined) throw new RangeError("no floor");
    return others.reduce((best, one) => (one.value > best.value ? one : best), first);
  }

  private spills(points: Points, layer: KernelBound): readonly Spill[] {
    return spillsAt(this.index, points, heldBetweenKernels(this.machine), new Set(layer.cores.flatMap(coreTensors)));
  }

  /** Of the layer as one kernel: the best bound, and the one without cores. */
  private floors(): readonly KernelBound[] {
    const floor = this.floor();
    if (floor.cores.length === 0) return [floor];
    this.withoutCores ??= this.kernelBounders.get("dram-l2")?.compulsory(floor.operators);
    return this.withoutCores === undefined ? [floor] : [floor, this.withoutCores];
  }
}

/** What can stay on the chip from one kernel to the next: the L2 of a GPU, all memory of an accelerator. */
function heldBetweenKernels(machine: Gpu | Accelerator): bigint {
  return BigInt(machine.kind === "gpu" ? cacheBytes(machine) : bytesOnChip(machine));
}

/** Points between kernels in their order, and at which of them each operator is done first; `count` where at none. */
interface Points {
  readonly count: number;
  readonly doneAt: (operator: string) => number;
}

/** Points by what is done there, fewer operators first. */
function pointsAt(sets: readonly ReadonlySet<string>[]): Points {
  const doneAt = (name: string): number => {
    const first = sets.findIndex((done) => done.has(name));
    return first < 0 ? sets.length : first;
  };
  return { count: sets.length, doneAt };
}

/** Spills of tensors outside `claimed` at points of a launch order, each tensor counted at one point: that with the most bytes first. */
function spillsAt(index: GraphIndex, { count, doneAt }: Points, held: bigint, claimed: ReadonlySet<string>): readonly Spill[] {
  const alive = Array.from({ length: count }, (): Tensor[] => []);
  const lives = new Map<string, readonly [from: number, to: number]>();
  for (const tensor of index.graph.tensors) {
    const maker = index.producer.get(tensor.name);
    if (maker === undefined || claimed.has(tensor.name)) continue;
    const readers = (index.consumers.get(tensor.name) ?? []).filter((reader) => readsEveryWord(reader, tensor.name));
    const life = [doneAt(maker.name), readers.reduce((last, { name }) => Math.max(last, doneAt(name)), 0)] as const;
    lives.set(tensor.name, life);
    for (let at = life[0]; at < life[1]; at++) alive[at]?.push(tensor);
  }
  const left = alive.map((tensors) => tensors.reduce((sum, tensor) => sum + movedBytes(tensor), 0n));
  const counted = new Set<string>();
  const spills: Spill[] = [];
  for (;;) {
    const at = left.reduce((most, bytes, i) => (bytes > (left[most] ?? 0n) ? i : most), 0);
    const bytes = (left[at] ?? 0n) - 2n * held;
    if (bytes <= 0n) return spills.sort((a, b) => a.after - b.after);
    const tensors = (alive[at] ?? []).filter(({ name }) => !counted.has(name));
    for (const tensor of tensors) {
      counted.add(tensor.name);
      const [from, to] = lives.get(tensor.name) ?? [0, 0];
      for (let i = from; i < to; i++) left[i] = (left[i] ?? 0n) - movedBytes(tensor);
    }
    spills.push({ after: at + 1, tensors: tensors.map(({ name }) => name), bytes });
  }
}

/** A word that is not held was stored and is loaded again; an output's store is compulsory anyway. Each held byte saves two at most. */
function movedBytes(tensor: Tensor): bigint {
  return tensorBytes(tensor) * (tensor.output ? 1n : 2n);
}
