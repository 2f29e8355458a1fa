import type { GemmWorkload } from "../computation/gemm.js";
import { gemmWorkload } from "../computation/gemm.js";
import { planReplays, replayPlanned } from "../gap/planned.js";
import type { Gpu, Interface } from "../machines/machine.js";
import { bytesPerSm } from "../machines/machine.js";
import type { L2Model } from "../replay/l2-model.js";
import { lruL2 } from "../replay/l2-model.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { FormPaths } from "./form-paths.js";
import { chainCores, productCores, productSides } from "./kernel-core.js";
import { STRIP_ROWS, stripBytes } from "./legality.js";
import type { GraphIndex, Operator, Tensor } from "./operator-graph.js";
import { tensorBytes } from "./operator-graph.js";

/** Bytes that the best schedule known here moves for one kernel, its L2 cold, by interface. */
export interface KernelTraffic {
  readonly schedule: string;
  readonly bytes: ReadonlyMap<Interface, bigint>;
}

/** Shared memory that strips leave for the weights that stream by. */
const STREAM_BYTES = 64 * 1024;

/** Traffic of kernels on one GPU, by replay where a schedule of the project computes them; remembers what it has replayed. */
export class KernelReplayer {
  private readonly index: GraphIndex;
  private readonly gpu: Gpu;
  private readonly l2: L2Model;
  private readonly replays = new Map<string, ReplayedTraffic>();

  constructor(index: GraphIndex, gpu: Gpu) {
    this.index = index;
    this.gpu = gpu;
    this.l2 = lruL2(gpu);
  }

  /** Undefined where no schedule is known: several dependent products whose strip of rows does not fit one SM. */
  traffic(kernel: readonly string[]): KernelTraffic | undefined {
    const paths = new FormPaths(this.index, kernel);
    const products = paths.operators.filter(({ work }) => ["product", "scores", "values"].includes(work.kind));
    if (products.length === 0) return { schedule: "each tensor once", bytes: this.onEachInterface(this.boundaryBytes(paths)) };
    const [chain] = chainCores(paths);
    if (chain?.workload.kind === "attention" && products.length === 2) return this.replayed(paths, chain.workload, products);
    const [core, other] = productCores(paths, new Set());
    if (core !== undefined && other === undefined && core.operators.length === products.length && core.workload.kind === "gemm") {
      return this.replayed(paths, core.workload, products);
    }
    const [single] = products;
    if (products.length === 1 && single !== undefined) return this.replayed(paths, fullBox(single), products);
    return this.strips(paths, products);
  }

  private replayed(
    paths: FormPaths,
    workload: Parameters<typeof planReplays>[0],
    products: readonly Operator[],
  ): KernelTraffic | undefined {
    if (workload.kind === "attention" && workload.dim > 256) return undefined;
    const key = JSON.stringify(workload);
    const options = workload.kind === "gemm" ? { orders: [{ kind: "group", height: 8 } as const] } : {};
    const id = workload.kind === "attention" ? "flash-attention-2" : "tiled-gemm";
    const planned = planReplays(workload, this.gpu, options).find(({ fields }) => fields["id"] === id);
    if (planned === undefined) return undefined;
    const replayed = this.replays.get(key) ?? replayPlanned(planned, this.l2);
    this.replays.set(key, replayed);
    // The schedule reads the products' operands, the left one anew for each tensor that it is made of; the rest crosses once.
    const lefts = products.flatMap(({ inputs }) => inputs.slice(0, 1));
    const rights = products.flatMap(({ inputs, work }) => inputs.slice(1, work.kind === "product" ? 2 : undefined));
    const leftSources = sourcesOf(paths, lefts);
    const operands = new Set([...leftSources, ...sourcesOf(paths, rights)]);
    const isOutput = (name: string): boolean => paths.boundary.outputs.some((output) => output.name === name);
    const once = this.boundaryBytes(paths, (name) => isOutput(name) || !operands.has(name));
    const again = BigInt(Math.max(0, leftSources.length - 1));
    const leftArray = workload.kind === "attention" ? "Q" : "A";
    const bytes = [...replayed.total].map(([face, { reads }]) => {
      const leftReads = replayed.byArray.get(leftArray)?.get(face)?.reads ?? 0n;
      return [face, reads + again * leftReads + once] as const;
    });
    return { schedule: planned.label, bytes: new Map(bytes) };
  }

  /** Strips of rows held in one SM, every weight streamed past each of them. */
  private strips(paths: FormPaths, products: readonly Operator[]): KernelTraffic | undefined {
    if (products.some(({ work }) => work.kind !== "product" || work.batch !== 1)) return undefined;
    const inside = new Set(paths.operators.map(({ name }) => name));
    const held = stripBytes(this.index, paths.operators, inside);
    const strips = Math.floor((bytesPerSm(this.gpu) - STREAM_BYTES) / held);
    if (strips < 1) return undefined;
    const rows = Math.max(...products.map(({ work }) => (work.kind === "product" ? work.rows : 0)));
    const passes = BigInt(Math.ceil(rows / (strips * STRIP_ROWS)));
    const weights = paths.boundary.inputs
      .filter(({ kind }) => kind === "weight")
      .reduce((sum, tensor) => sum + tensorBytes(tensor), 0n);
    const all = this.boundaryBytes(paths);
    const bytes = new Map<Interface, bigint>([
      ["l2-sm", all + (passes - 1n) * weights],
      // Blocks walk the weights together: one pass over them for each wave of blocks.
      ["dram-l2", all + ((passes + BigInt(this.gpu.sms) - 1n) / BigInt(this.gpu.sms) - 1n) * weights],
    ]);
    return { schedule: `strips of ${strips * STRIP_ROWS} rows`, bytes };
  }

  private boundaryBytes(paths: FormPaths, counts: (name: string) => boolean = () => true): bigint {
    const { inputs, outputs } = paths.boundary;
    return [...inputs, ...outputs].reduce((sum, tensor) => (counts(tensor.name) ? sum + tensorBytes(tensor) : sum), 0n);
  }

  private onEachInterface(bytes: bigint): ReadonlyMap<Interface, bigint> {
    return new Map<Interface, bigint>([
      ["dram-l2", bytes],
      ["l2-sm", bytes],
    ]);
  }
}

/** Boundary inputs that reach one of the operands word by word. */
function sourcesOf(paths: FormPaths, operands: readonly string[]): readonly string[] {
  const reaches = ({ name, dataType }: Tensor): boolean =>
    operands.some((operand) => paths.between(name, operand, dataType) !== undefined);
  return paths.boundary.inputs.filter(reaches).map(({ name }) => name);
}

/** A masked product as the unfused kernel does it: all of it. */
function fullBox({ work }: Operator): GemmWorkload {
  if (work.kind !== "product" && work.kind !== "scores" && work.kind !== "values") throw new RangeError("no product");
  return gemmWorkload(productSides(work));
}
