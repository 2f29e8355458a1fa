import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import type { Binding } from "../../gap/schedule-time.js";
import { scheduleTime } from "../../gap/schedule-time.js";
import type { Gpu } from "../../machines/machine.js";
import { planReplays, replayPlanned } from "../../plan/planned.js";
import { ORDER_OF_OTHERS } from "../../plan/products.js";
import type { ExecutionParameters } from "../../replay/event-driven/parameters.js";
import { executionParameters } from "../../replay/event-driven/parameters.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { partitionedL2 } from "../../replay/l2/l2-model.js";
import { replaySteps } from "../../replay/replay-steps.js";
import type { GraphIndex } from "../operator-graph.js";
import { FormPaths } from "../plan/form-paths.js";
import type { KernelWorkload } from "./kernel-replays.js";
import { productsOf, workloadsOf } from "./kernel-replays.js";
import type { KernelTraffic, Replay } from "./replayed-kernel.js";
import { once, sourcesOf, withTheRest } from "./replayed-kernel.js";

/** The estimated duration of a kernel of a layer, from a cold L2. */
export interface KernelEstimate {
  readonly schedule: string;
  readonly seconds: number;
  readonly binds: Binding;
}

interface TimedReplay extends Replay {
  readonly seconds: number;
  readonly binds: Binding;
}

/** Kernels of a product that are the fastest of most: with tiles handed out, and with its sums in equal parts. */
const PRODUCT_KERNELS: readonly string[] = ["persistent-gemm", "stream-k"];

/** Steps of a replay that takes two to three seconds; what is longer is not estimated. */
const MOST_STEPS = 10_000_000;

/** The kernels that are tried: of attention with few queries those that split the keys, else the one that the GPU was made for. */
function usualIds(workload: Workload, schedules: readonly string[] | undefined): readonly (string | undefined)[] {
  if (workload.kind === "gemm") return PRODUCT_KERNELS;
  if (workload.kind !== "attention") return schedules ?? [undefined];
  return workload.queries < 16 ? ["flash-decoding"] : ["flash-attention-3", "flash-attention-4", "flash-attention-2"];
}

/** Estimates kernels by replays in time of the usual kernels of their products; remembers what it has replayed. */
export class KernelEstimator {
  private readonly index: GraphIndex;
  private readonly gpu: Gpu;
  private readonly l2: L2Model;
  private readonly parameters: ExecutionParameters;
  private readonly replays = new Map<string, readonly TimedReplay[]>();
  private readonly kernels = new Map<string, KernelEstimate | undefined>();

  constructor(index: GraphIndex, gpu: Gpu) {
    this.index = index;
    this.gpu = gpu;
    this.l2 = partitionedL2(gpu);
    this.parameters = executionParameters(gpu);
  }

  /** The fastest of the usual schedules; undefined where none does all products of the kernel. */
  estimate(kernel: readonly string[]): KernelEstimate | undefined {
    const key = kernel.join(" ");
    if (!this.kernels.has(key)) this.kernels.set(key, this.fastest(kernel));
    return this.kernels.get(key);
  }

  private fastest(kernel: readonly string[]): KernelEstimate | undefined {
    const paths = new FormPaths(this.index, kernel);
    if (productsOf(paths).length === 0) return this.withBytes(once(paths), this.parameters.turnaroundSeconds, "launch");
    const found = workloadsOf(paths).flatMap((workload) => {
      const left = sourcesOf(paths, workload.leftOperands);
      const right = workload.rightOperands.map((operand) => sourcesOf(paths, [operand]));
      if (left.length === 0 || right.some((sources) => sources.length !== 1)) return [];
      return this.replaysOf(workload).map((replay) =>
        this.withBytes(withTheRest(paths, workload, replay, { left, right: right.flat() }), replay.seconds, replay.binds),
      );
    });
    return found.reduce<KernelEstimate | undefined>(
      (least, one) => (one.seconds < (least?.seconds ?? Number.POSITIVE_INFINITY) ? one : least),
      undefined,
    );
  }

  /** The replay's time, or that of all bytes of the kernel at sustained rates where it is longer. */
  private withBytes({ schedule, bytes, smReadBytes }: KernelTraffic, seconds: number, binds: Binding): KernelEstimate {
    const dram = Number(bytes.get("dram-l2") ?? 0n) / this.parameters.dramBytesPerSecond;
    const sm = Number(smReadBytes) / this.parameters.l2BytesPerSecond;
    const terms: readonly (readonly [number, Binding])[] = [
      [dram, "dram-l2"],
      [sm, "l2-sm"],
    ];
    const [longest, id] = terms.reduce((most, term) => (term[0] > most[0] ? term : most), [seconds, binds] as const);
    return { schedule, seconds: longest, binds: id };
  }

  private replaysOf({ workload, schedules }: KernelWorkload): readonly TimedReplay[] {
    const key = JSON.stringify([workload, schedules]);
    const known = this.replays.get(key);
    if (known !== undefined) return known;
    const replays = usualIds(workload, schedules).flatMap((schedule): readonly TimedReplay[] => {
      try {
        const orders = workload.kind === "gemm" ? [ORDER_OF_OTHERS] : undefined;
        const [planned] = planReplays(workload, this.gpu, { schedule, orders });
        // Operations are counted of a whole workload.
        if (planned === undefined || planned.fields["computes"] !== undefined) return [];
        if (replaySteps(planned.layOut()) > MOST_STEPS) return [];
        const traffic = replayPlanned(planned, this.l2);
        const time = scheduleTime(workload, this.gpu, planned, traffic);
        return time === undefined ? [] : [{ planned, traffic, seconds: time.seconds, binds: time.binds }];
      } catch (error) {
        if (error instanceof InputError) return [];
        throw error;
      }
    });
    this.replays.set(key, replays);
    return replays;
  }
}
