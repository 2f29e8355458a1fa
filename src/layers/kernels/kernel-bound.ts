import type { Bound, Certificate, Setting } from "../../bounds/bound.js";
import { theoremOf } from "../../bounds/catalogue.js";
import { bestBounds, bestReads, proveBoundsInSetting } from "../../bounds/prove.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { maximum } from "../../exact/integer.js";
import { type GraphIndex, type Tensor, tensorBytes, tensorNamed } from "../operator-graph.js";
import { FormPaths } from "../plan/form-paths.js";
import { chainCores, type KernelCore, productCores } from "./kernel-core.js";
import { convolutionCores, gradientCores } from "./single-cores.js";

/** A core with the bound on it that the kernel's bound uses. */
export interface BoundedCore extends KernelCore {
  readonly bound: Bound;
  /** What is proven of loads alone for every kernel, and the bound that says so where `bound` does not. */
  readonly reads: bigint;
  readonly readsBound?: Bound;
  /** Bytes of results that the kernel need not store and the core's bound counts as stored. */
  readonly unstoredBytes: bigint;
}

/** A lower bound on the traffic of one kernel over one interface: its cores, and each other boundary tensor once. */
export interface KernelBound {
  readonly operators: readonly string[];
  readonly cores: readonly BoundedCore[];
  readonly value: bigint;
  /** Loads alone, at least. */
  readonly reads: bigint;
}

/** Proves bounds of kernels over one interface of one machine; remembers every computation it has bounded. */
export class KernelBounder {
  readonly setting: Setting;
  private readonly index: GraphIndex;
  private readonly kernels = new Map<string, KernelBound>();
  private readonly workloads = new Map<string, Proven>();

  constructor(index: GraphIndex, setting: Setting) {
    this.index = index;
    this.setting = setting;
  }

  /** The best bound of the kernel: with fused stages as one core, with single products, or compulsory traffic alone. */
  bound(operators: readonly string[]): KernelBound {
    const key = operators.join(" ");
    const known = this.kernels.get(key);
    if (known !== undefined) return known;
    const paths = new FormPaths(this.index, operators);
    const chains = chainCores(paths);
    const taken = new Set(chains.flatMap((core) => core.operators));
    const convolutions = [...convolutionCores(paths), ...gradientCores(paths)];
    const choices = [[...chains, ...productCores(paths, taken), ...convolutions]];
    if (chains.length > 0) choices.push([...productCores(paths, new Set()), ...convolutions]);
    const best = choices.map((cores) => this.withCores(operators, paths, cores)).reduce((a, b) => (b.value > a.value ? b : a));
    this.kernels.set(key, best);
    return best;
  }

  /** Boundary tensors once each: the bound without cores. */
  compulsory(operators: readonly string[]): KernelBound {
    return this.withCores(operators, new FormPaths(this.index, operators), []);
  }

  /** Keeps the cores that beat the compulsory traffic of what they name, as long as none shares a tensor with one kept. */
  private withCores(operators: readonly string[], paths: FormPaths, candidates: readonly KernelCore[]): KernelBound {
    const boundary = [...paths.boundary.inputs, ...paths.boundary.outputs];
    const inSlowMemory = (names: ReadonlySet<string>, side: readonly Tensor[]): bigint =>
      side.reduce((sum, tensor) => (names.has(tensor.name) ? sum + tensorBytes(tensor) : sum), 0n);
    const gains = candidates.map((core) => {
      const bounded = this.bounded(core);
      const names = storedNames(core);
      const loads = inSlowMemory(names.read, paths.boundary.inputs);
      const compulsory = loads + inSlowMemory(names.written, paths.boundary.outputs);
      const moreLoads = maximum(0n, bounded.reads - loads);
      return { core: bounded, moreLoads, gain: bounded.bound.value - bounded.unstoredBytes - compulsory };
    });
    gains.sort((a, b) => (a.gain < b.gain ? 1 : a.gain > b.gain ? -1 : 0));
    const cores: BoundedCore[] = [];
    const used = new Set<string>();
    let value = boundary.reduce((sum, tensor) => sum + tensorBytes(tensor), 0n);
    let reads = paths.boundary.inputs.reduce((sum, tensor) => sum + tensorBytes(tensor), 0n);
    for (const { core, gain, moreLoads } of gains) {
      const names = coreTensors(core);
      if (gain <= 0n || names.some((name) => used.has(name))) continue;
      for (const name of names) used.add(name);
      cores.push(core);
      value += gain;
      reads += moreLoads;
    }
    return { operators, cores, value, reads };
  }

  private bounded(core: KernelCore): BoundedCore {
    // Operators that read one tensor are one product; else its words may be in other places for each (proofs/fusion-plan.md, Lemma 1).
    const readOne = new Set(core.left.map((path) => path.at(-1))).size === 1;
    const key = `${readOne} ${JSON.stringify(core.workload)}`;
    const known = this.workloads.get(key) ?? this.prove(core.workload, readOne);
    this.workloads.set(key, known);
    const unstoredBytes = core.outputs.reduce((sum, { path, stored }) => {
      const { words } = tensorNamed(this.index, path[0] ?? "");
      return stored ? sum : sum + BigInt(words) * BigInt(BYTES_OF[core.workload.outputType]);
    }, 0n);
    return { ...core, ...known, unstoredBytes };
  }

  private prove(workload: KernelCore["workload"], readOne: boolean): Proven {
    const holds = (certificate: Certificate): boolean => {
      if (certificate.theorem === "independent-parts") return certificate.parts.every(holds);
      const { needsOneLeftOperand, needsIntermediateInPlace } = theoremOf(certificate);
      return !needsIntermediateInPlace && (readOne || !needsOneLeftOperand);
    };
    const bounds = proveBoundsInSetting(workload, this.setting).filter(({ certificate }) => holds(certificate));
    const bound = bestBounds(bounds).get(this.setting.interface);
    if (bound === undefined) throw new RangeError(`no bound on ${this.setting.interface}`);
    if (bound.reads !== undefined && bound.readsRequire === undefined) return { bound, reads: bound.reads };
    // The time of a kernel rests on its loads.
    const readsBound = bestReads(bounds).get(this.setting.interface);
    return { bound, reads: readsBound?.reads ?? 0n, ...(readsBound && { readsBound }) };
  }
}

type Proven = Pick<BoundedCore, "bound" | "reads" | "readsBound">;

/** Every tensor that stands for a word of the core. */
export function coreTensors(core: KernelCore): readonly string[] {
  return [...new Set([core.left, core.right, core.middle, core.outputs.map(({ path }) => path)].flat(2))];
}

/**
 * Boundary tensors whose loads, or stores, the core's bound counts. Stores of an operand's forms it does not: they are in slow
 * memory from the start.
 */
function storedNames(core: KernelCore): { readonly read: ReadonlySet<string>; readonly written: ReadonlySet<string> } {
  const read = new Set([...core.left, ...core.right].flatMap((path) => path.slice(0, 1)));
  const written = new Set([...core.middle, ...core.outputs.map(({ path }) => path)].flat());
  return { read, written };
}
