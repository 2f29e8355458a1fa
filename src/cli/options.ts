import type { Command } from "commander";
import { Option } from "commander";
import { ACCUMULATOR_RULES, parseAccumulatorRule } from "../bounds/gemm/accumulator-home.js";
import type { OutputStationaryRule } from "../bounds/prove.js";
import { InputError, shown } from "../errors.js";
import type { Machine } from "../machines/machine.js";
import { withClusters } from "../machines/machine.js";
import { abstractMachine } from "../machines/registry.js";
import type { PlanOptions } from "../plan/planned.js";
import type { Execution } from "../replay/execution.js";
import { EXECUTIONS, formatExecution, parseExecution } from "../replay/execution.js";
import type { KeyOrder, QueryOrder } from "../schedules/gpu/attention/flash-forward.js";
import { parseKeyOrder, parseQueryOrder } from "../schedules/gpu/attention/flash-forward.js";
import type { Loads } from "../schedules/gpu/gemm/box-padding.js";
import type { KOrder, TileScheduler } from "../schedules/gpu/gemm/persistent-gemm.js";
import { parseKOrder, parseTileScheduler } from "../schedules/gpu/gemm/persistent-gemm.js";
import type { SplitReduction } from "../schedules/gpu/gemm/split-k.js";
import { parseSplitReduction } from "../schedules/gpu/gemm/split-k.js";
import type { ClusterShape } from "../schedules/tiles/cluster-shape.js";
import { clusterSize, parseClusterShape } from "../schedules/tiles/cluster-shape.js";
import { DEALS } from "../schedules/tiles/deal.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { formatLaunchOrder, LAUNCH_ORDERS, parseLaunchOrder } from "../schedules/tiles/launch-order.js";
import { FLAG_SUBJECTS } from "./flag-subjects.js";
import { machineFromNameOrFile } from "./input/files.js";
import { added } from "./list-flags.js";

/** SMs of a cluster; with a shape the tiled product reads in such clusters too. */
export interface ClusterFlag {
  readonly size: number;
  readonly shape?: ClusterShape;
}

/** Flags that name a machine; undefined where not given. */
export interface MachineFlags {
  readonly gpu?: string;
  readonly fastWords?: number;
  readonly cluster?: ClusterFlag;
}

/** Flags of a tiled product and of the L2 it is replayed through. */
export interface TiledFlags {
  readonly tile?: string;
  readonly order?: readonly LaunchOrder[];
  readonly band?: readonly number[];
  readonly serpentine?: true;
  /** False with `--no-lse`. */
  readonly lse?: boolean;
  readonly queryOrder?: QueryOrder;
  readonly keyOrder?: KeyOrder;
  readonly stages?: number;
  readonly threads?: number;
  readonly ctasPerSm?: number;
  readonly kernelRate?: string;
  readonly spillBytes?: string;
  readonly hint?: string;
  readonly deal?: string;
  readonly cache?: string;
  readonly execution?: Execution;
  readonly range?: true;
  readonly l2Bytes?: number;
  readonly splits?: number;
  readonly reduction?: SplitReduction;
  readonly scheduler?: TileScheduler;
  readonly kOrder?: KOrder;
  readonly loads?: Loads;
}

/** A whole number from `least` to 2^53 − 1 in digits, `8k` for 8 · 1024, `2M` for 2 · 1024²; the error names the flag. */
export function wholeNumber(flag: string, least = 1): (text: string) => number {
  return (text) => {
    const [, digits, unit] = /^(\d{1,16})([kmg]?)$/i.exec(text) ?? [];
    const value = Number(digits) * 1024 ** " kmg".indexOf(unit?.toLowerCase() || " ");
    if (!Number.isSafeInteger(value) || value < least) {
      throw new InputError(flag, `a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}`, shown(text));
    }
    return value;
  };
}

/** Errors of library code name options without dashes; on the command line they are flags. */
export function renamed<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof InputError && FLAG_SUBJECTS.has(error.subject)) {
      throw new InputError(error.subject === "lse" ? "--no-lse" : `--${error.subject}`, error.expected, error.found);
    }
    throw error;
  }
}

export function addMachineFlags(command: Command): Command {
  return command
    .option("--gpu <name|file>", "a GPU by name (redblue gpus lists them) or a JSON file of your own")
    .option("--fast-words <S>", "instead of a GPU: one fast memory of S words", wholeNumber("--fast-words"));
}

/** For commands that bound traffic: what clusters of SMs load together has an interface of its own. */
export function addClusterFlag(command: Command): Command {
  return command.addOption(
    new Option(
      "--cluster <C|RxC>",
      "bound l2-cluster too: what enters clusters of C SMs that share by multicast or distributed shared memory; " +
        "RxC: tiled-gemm and persistent-gemm in clusters of R by C tiles of C, Rx1: flash-attention-3 in clusters of R query tiles",
    ).argParser(clusterFlag),
  );
}

/** For commands that search or draw kernels in clusters. */
export function addShapeFlag(command: Command): Command {
  return command.addOption(
    new Option("--cluster <RxC>", "tiled-gemm, persistent-gemm or flash-attention-3 in clusters of R by C CTAs").argParser(
      clusterFlag,
    ),
  );
}

function clusterFlag(text: string): ClusterFlag {
  if (!text.includes("x")) return { size: wholeNumber("--cluster", 2)(text) };
  const shape = renamed(() => parseClusterShape(text));
  return { size: clusterSize(shape), shape };
}

/** For commands that bound traffic: rules of the hardware that some kernels follow, each with a bound of its own. */
export function addAssumeFlag(command: Command): Command {
  return command.option(
    "--assume <rules>",
    `bound also the products whose sums stay where an instruction has them: ${ACCUMULATOR_RULES}`,
  );
}

/** The rule of `--assume`, undefined where not given. */
export function ruleFromFlags(flags: { readonly assume?: string }, machine: Machine): OutputStationaryRule | undefined {
  const { assume } = flags;
  return assume === undefined ? undefined : renamed(() => parseAccumulatorRule(assume, machine));
}

/** Flags of a kernel schedule and of the L2 it is replayed through. */
export function addTiledFlags(command: Command): Command {
  return addScheduleFlags(command)
    .option(
      "--cache <policy>",
      "model of the L2: partitioned, lru, fifo, random, set:WAYS, opt, … (redblue caches; default: partitioned where the GPU is, else lru)",
    )
    .addOption(
      new Option(
        "--execution <how>",
        `how blocks that run at once share time: ${EXECUTIONS} (a turn of STEPS steps a block); default: events where the L2 is partitioned, else lock-step`,
      ).argParser((text) => renamed(() => parseExecution(text))),
    )
    .option("--l2-bytes <bytes>", "capacity of the replayed L2 (default from the GPU)", wholeNumber("--l2-bytes"));
}

export function addScheduleFlags(command: Command): Command {
  const orders = (text: string, previous: readonly LaunchOrder[] | undefined): readonly LaunchOrder[] =>
    added(
      "--order",
      previous,
      text.split(",").map((order) => renamed(() => parseLaunchOrder(order))),
      formatLaunchOrder,
    );
  const bands = (text: string, previous: readonly number[] | undefined): readonly number[] =>
    added("--band", previous, text.split(",").map(wholeNumber("--band")));
  return command
    .option(
      "--tile <BMxBNxBK>",
      "tile of a CTA (default 128x128x64 where it fits); BMxBN for attention, ROWSxCOLUMNSxBNxBK for direct-conv, ROWSxCOLUMNS of a step for kernels of rows",
    )
    .addOption(new Option("--order <list>", `launch order(s), comma-separated: ${LAUNCH_ORDERS}`).argParser(orders))
    .addOption(
      new Option(
        "--band <list>",
        "tile rows of a band of chain-bands or ffn-bands, comma-separated (default 1,2,4,8,16); tiles that a held " +
          "tile of weight-stationary or input-stationary makes; on tpu-v1 rows of A that pass a weight tile, on sn40l rows in flight",
      ).argParser(bands),
    )
    .option("--serpentine", "walk every second band of chain-bands or ffn-bands backwards, in a Z")
    .option("--no-lse", "leave out the log-sum-exp that flash-attention-2 to -4 and persistent-attention store")
    .addOption(
      new Option(
        "--query-order <order>",
        "launch order of flash-attention-2 to -4 and persistent-attention: ascending, longest-first, head-sections, heads-fastest",
      ).argParser((text) => renamed(() => parseQueryOrder(text))),
    )
    .addOption(
      new Option(
        "--key-order <order>",
        "how CTAs walk the keys: forward, backward (default of flash-attention-2), sawtooth (of persistent-attention: both by turns)",
      ).argParser((text) => renamed(() => parseKeyOrder(text))),
    )
    .option(
      "--splits <count>",
      "slices of k of split-k or parts of the keys of flash-decoding (default: as many as fill the GPU), or slices of k of weight-stationary (as few as fit)",
      wholeNumber("--splits"),
    )
    .addOption(
      new Option(
        "--reduction <how>",
        "how split-k and weight-stationary add up slices of k: serial (default), parallel, atomic",
      ).argParser((text) => renamed(() => parseSplitReduction(text))),
    )
    .addOption(
      new Option("--scheduler <how>", "how persistent-gemm hands out tiles: static (default), dynamic").argParser((text) =>
        renamed(() => parseTileScheduler(text)),
      ),
    )
    .addOption(
      new Option(
        "--k-order <order>",
        "how CTAs of persistent-gemm walk k: forward (default), sawtooth (every other tile backwards)",
      ).argParser((text) => renamed(() => parseKOrder(text))),
    )
    .option("--stages <count>", "operand tiles in flight (default 3); costs shared memory", wholeNumber("--stages"))
    .option("--threads <count>", "threads of a CTA (default from the tile)", wholeNumber("--threads"))
    .option("--ctas-per-sm <count>", "resident CTAs per SM (default: as many as fit)", wholeNumber("--ctas-per-sm"))
    .option(
      "--hint <list>",
      "what loads and stores of an array tell the L2, comma-separated: b:evict-last,c:evict-first (--cache partitioned)",
    )
    .option("--deal <how>", `how blocks are remapped for dies with an L2 each (mi300x): ${DEALS}`)
    .option(
      "--kernel-rate <family>",
      "whose rates estimates of time presume: triton (loops as a compiler writes them) or library (as cuBLAS and cuDNN); " +
        "default: triton, but flash-attention-3 and -4 have their own",
    );
}

/** What the flags say of a kernel, as plans take it. */
export function kernelOptions(flags: Omit<TiledFlags, "cache" | "l2Bytes"> & Pick<MachineFlags, "cluster">): PlanOptions {
  const { tile, order, band, serpentine, lse, queryOrder, keyOrder, stages, threads, ctasPerSm } = flags;
  const { splits, reduction, scheduler, kOrder, loads, kernelRate, spillBytes, hint, deal } = flags;
  const others = {
    splits,
    reduction,
    scheduler,
    kOrder,
    loads,
    kernelRate,
    spillBytes,
    hint,
    deal,
    cluster: flags.cluster?.shape,
  };
  const ofAttention = { lse: lse === false ? false : undefined, queryOrder, keyOrder };
  return { tile, orders: order, bands: band, serpentine, ...others, ...ofAttention, stages, threads, ctasPerSm };
}

/** @throws InputError for flags that mean nothing to the machine, or that contradict each other. */
export function checkReplayFlags(machine: Machine, flags: Omit<TiledFlags, "l2Bytes"> & { readonly l2Bytes?: unknown }): void {
  const { execution, range, cache, l2Bytes } = flags;
  if (range === true && execution !== undefined) {
    throw new InputError("--range", "no --execution beside it: it runs several", formatExecution(execution));
  }
  if (machine.kind === "gpu") return;
  const ofCaches = { "--execution": execution, "--range": range, "--cache": cache, "--l2-bytes": l2Bytes };
  const stray = Object.entries({ ...ofCaches, ...(machine.kind === "abstract" ? ofKernels(flags) : {}) }).find(
    ([, value]) => value !== undefined,
  );
  if (stray !== undefined)
    throw new InputError(stray[0], "a GPU for it", machine.kind === "abstract" ? "--fast-words" : machine.id);
}

/** Flags of kernels that the schedules of the two-level memory model, which are searched, do not take. */
function ofKernels(flags: Omit<TiledFlags, "l2Bytes">): Readonly<Record<string, unknown>> {
  const { tile, order, band, serpentine, splits, reduction, scheduler, kOrder, lse, stages, threads } = flags;
  const ofOrder = { "--tile": tile, "--order": order, "--band": band, "--serpentine": serpentine };
  const ofProducts = { "--splits": splits, "--reduction": reduction, "--scheduler": scheduler, "--k-order": kOrder };
  const orders = { "--query-order": flags.queryOrder, "--key-order": flags.keyOrder };
  const ofAttention = { "--no-lse": lse === false ? lse : undefined, ...orders };
  const ofBlocks = { "--stages": stages, "--threads": threads, "--ctas-per-sm": flags.ctasPerSm, "--loads": flags.loads };
  return { ...ofOrder, ...ofProducts, ...ofAttention, ...ofBlocks };
}

/** The machine the flags name: `--gpu`, or `--fast-words`. @throws InputError when neither or both are given. */
export function machineFromFlags(flags: MachineFlags): Machine {
  if (flags.gpu !== undefined && flags.fastWords !== undefined) {
    throw new InputError("--fast-words", "either --gpu or --fast-words", "both");
  }
  if (flags.cluster !== undefined && flags.fastWords !== undefined) {
    throw new InputError("--cluster", "a GPU, which has SMs", "--fast-words");
  }
  if (flags.fastWords !== undefined) return abstractMachine(flags.fastWords, "--fast-words");
  if (flags.gpu === undefined) throw new InputError("--gpu", "a GPU (such as --gpu h200) or --fast-words S", "nothing");
  const machine = machineFromNameOrFile(flags.gpu);
  const { cluster } = flags;
  if (cluster === undefined) return machine;
  if (machine.kind !== "gpu") throw new InputError("--cluster", "a GPU, which has SMs", machine.id);
  return renamed(() => withClusters(machine, cluster.size));
}
