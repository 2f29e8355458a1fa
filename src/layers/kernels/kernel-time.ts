import type { DataType } from "../../computation/data-types.js";
import { maximum, minimum } from "../../exact/integer.js";
import { divide, floor, multiply, type Rational, rational } from "../../exact/rational.js";
import { cacheBytes, type Gpu } from "../../machines/machine.js";
import { peakDramRate, peakMatrixRate, peakSmRate } from "../../time/peak-rates.js";
import { boundaryOf, type GraphIndex, type Tensor, tensorBytes } from "../operator-graph.js";
import type { KernelBound } from "./kernel-bound.js";
import { matrixOperations } from "./matrix-operations.js";

/** What can bind a kernel of a layer. */
export type KernelTimeTerm = "dram-l2" | "l2-sm" | "matrix";

/** The least time of a kernel on a GPU: for each resource what must pass through it over its peak rate. */
export interface KernelTime {
  readonly terms: Readonly<Record<KernelTimeTerm, Rational>>;
  readonly binds: KernelTimeTerm;
  /** The longest of the terms. */
  readonly seconds: Rational;
}

/** Bytes and matrix operations of a kernel. */
export interface KernelLoad {
  readonly dramBytes: bigint;
  /** Loads into the SMs: they have a port of their own. */
  readonly smReadBytes: bigint;
  readonly operators: readonly string[];
}

const TERMS: readonly KernelTimeTerm[] = ["matrix", "dram-l2", "l2-sm"];

/** Turns what kernels move and compute into time at peak rates that no run passes. A rate that is not known takes no time. */
export class KernelClock {
  private readonly index: GraphIndex;
  private readonly gpu: Gpu;
  private readonly matrixRates = new Map<DataType, Rational | undefined>();
  private readonly dramRate: Rational;
  private readonly smRate: Rational | undefined;
  /** Every time of this clock is a whole number of these parts of a second. */
  private readonly ticksPerSecond: bigint;

  constructor(index: GraphIndex, gpu: Gpu) {
    this.index = index;
    this.gpu = gpu;
    this.dramRate = peakDramRate(gpu);
    this.smRate = peakSmRate(gpu);
    for (const operator of index.graph.operators) {
      const type = matrixOperations(index, operator)?.dataType;
      if (type !== undefined) this.matrixRates.set(type, peakMatrixRate(gpu, type, type === "fp64" ? "fp64" : "fp32"));
    }
    const rates = [this.dramRate, this.smRate, ...this.matrixRates.values()];
    this.ticksPerSecond = rates.reduce((product, rate) => (rate === undefined ? product : product * rate.numerator), 1n);
  }

  /**
   * The least time of a kernel of a plan (proofs/fusion-plan.md, Theorem 4): reads into the SMs, operations of its products, and
   * DRAM less what an L2 may hold for it before it begins and keep of it when it ends.
   */
  least(atSms: KernelBound, atDram: KernelBound): KernelTime {
    const { inputs, outputs } = this.boundaryBytes(atDram.operators);
    const dramBytes = maximum(0n, atDram.value - this.heldOf(inputs) - this.heldOf(outputs));
    return this.time({ dramBytes, smReadBytes: atSms.reads, operators: atSms.operators });
  }

  /** The same with all of its DRAM bytes counted, as from a cold L2: no bound in a plan, but what its parts are in proportion. */
  cold(atSms: KernelBound, atDram: KernelBound): KernelTime {
    return this.time({ dramBytes: atDram.value, smReadBytes: atSms.reads, operators: atSms.operators });
  }

  /** Time of a whole plan's DRAM traffic from a cold L2, which may keep results of the layer at its end. */
  dramSeconds(value: bigint): Rational {
    const { outputs } = this.boundaryBytes(this.index.graph.operators.map(({ name }) => name));
    return divide(rational(maximum(0n, value - this.heldOf(outputs))), this.dramRate);
  }

  private boundaryBytes(operators: readonly string[]): { readonly inputs: bigint; readonly outputs: bigint } {
    const { inputs, outputs } = boundaryOf(this.index, new Set(operators));
    const bytes = (tensors: readonly Tensor[]): bigint => tensors.reduce((sum, tensor) => sum + tensorBytes(tensor), 0n);
    return { inputs: bytes(inputs), outputs: bytes(outputs) };
  }

  private heldOf(bytes: bigint): bigint {
    return minimum(bytes, BigInt(cacheBytes(this.gpu)));
  }

  /** The time that a load takes when every resource runs at its peak and beside the others. */
  time({ dramBytes, smReadBytes, operators }: KernelLoad): KernelTime {
    const terms: Record<KernelTimeTerm, Rational> = {
      "dram-l2": divide(rational(dramBytes), this.dramRate),
      "l2-sm": this.smRate === undefined ? rational(0) : divide(rational(smReadBytes), this.smRate),
      matrix: this.matrixSeconds(operators),
    };
    const ticks = (term: KernelTimeTerm): bigint => this.ticks(terms[term]);
    const binds = TERMS.reduce((longest, term) => (ticks(term) > ticks(longest) ? term : longest));
    return { terms, binds, seconds: terms[binds] };
  }

  /** Whole ticks of this clock: times compare and add up exactly. */
  ticks(seconds: Rational): bigint {
    return floor(multiply(seconds, rational(this.ticksPerSecond)));
  }

  private matrixSeconds(operators: readonly string[]): Rational {
    const counts = new Map<DataType, bigint>();
    for (const name of operators) {
      const operator = this.index.operator.get(name);
      const found = operator === undefined ? undefined : matrixOperations(this.index, operator);
      if (found !== undefined) counts.set(found.dataType, (counts.get(found.dataType) ?? 0n) + found.count);
    }
    // Types on the same unit share its time; taking the longest alone never says too much.
    let longest = rational(0);
    for (const [type, count] of counts) {
      const rate = this.matrixRates.get(type);
      const seconds = rate === undefined ? rational(0) : divide(rational(count), rate);
      if (this.ticks(seconds) > this.ticks(longest)) longest = seconds;
    }
    return longest;
  }
}
