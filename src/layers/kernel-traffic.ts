import type { GemmWorkload } from "../computation/gemm.js";
import { gemmWorkload } from "../computation/gemm.js";
import { planReplays, replayPlanned } from "../gap/planned.js";
import type { Gpu, Interface } from "../machines/machine.js";
import { bytesPerSm } from "../machines/machine.js";
import type { L2Model } from "../replay/l2-model.js";
import { lruL2 } from "../replay/l2-model.js";
import { FormPaths } from "./form-paths.js";
import { chainCores, productCores, productSides } from "./kernel-core.js";
import { STRIP_ROWS, stripBytes } from "./legality.js";
import type { GraphIndex, Operator } from "./operator-graph.js";
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
  private readonly replays = new Map<string, ReadonlyMap<Interface, bigint>>();

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
    const [planned] = planReplays(workload, this.gpu, options);
    if (planned === undefined) return undefined;
    const reads = this.replays.get(key) ?? readBytes(replayPlanned(planned, this.l2).total);
    this.replays.set(key, reads);
    // The schedule reads the products' operands; every other boundary tensor crosses once.
    const operands = new Set(products.flatMap(({ inputs, work }) => (work.kind === "product" ? inputs.slice(0, 2) : inputs)));
    const once = this.boundaryBytes(
      paths,
      (name) => !paths.boundary.inputs.some((input) => input.name === name) || !isOperand(paths, operands, name),
    );
    return { schedule: planned.label, bytes: new Map([...reads].map(([face, bytes]) => [face, bytes + once])) };
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

/** Is the boundary input an operand of a product, or does it reach one word by word? */
function isOperand(paths: FormPaths, operands: ReadonlySet<string>, name: string): boolean {
  const type = paths.index.tensor.get(name)?.dataType;
  return type !== undefined && [...operands].some((operand) => paths.between(name, operand, type) !== undefined);
}

function readBytes(total: ReadonlyMap<Interface, { readonly reads: bigint }>): ReadonlyMap<Interface, bigint> {
  return new Map([...total].map(([face, { reads }]) => [face, reads]));
}

/** A masked product as the unfused kernel does it: all of it. */
function fullBox({ work }: Operator): GemmWorkload {
  if (work.kind !== "product" && work.kind !== "scores" && work.kind !== "values") throw new RangeError("no product");
  return gemmWorkload(productSides(work));
}
