import type { Accelerator, Gpu, Interface, Machine, NamedInterface, TreeLevel, TreeMachine } from "./machine.js";
import { bytesPerSm, cachesOf } from "./machine.js";

/** A level of any machine. */
export interface Level extends Omit<TreeLevel, "bytes"> {
  /** Of one memory, by kind or by name. */
  readonly bytes: Readonly<Record<string, number>>;
  /** The interface to the level outside, where it is not called `outer-inner`. */
  readonly port?: NamedInterface;
  /** The most memories of the next level inside one of these, where that is not an even share, rounded up. */
  readonly mostInside?: number;
}

/** What lies behind one interface of a machine. */
export interface MachineInterface {
  readonly id: Interface;
  readonly outer: Level;
  readonly inner: Level;
  /** Bytes, or words of the two-level memory model, that one memory of the inner level holds with all memories inside it. */
  readonly capacity: number;
  /** Whether a level outside adds partial sums, or may: all levels outside are slow memory together. */
  readonly adds: boolean;
  /** Whether arrays lie spread over the memories of the inner level. */
  readonly isSpread: boolean;
}

/** The levels of any machine from the outside in: the one place where a machine becomes memories. */
export function levelsOf(machine: Machine): readonly Level[] {
  switch (machine.kind) {
    case "tree":
      return machine.levels as readonly Level[];
    case "gpu":
      return gpuLevels(machine);
    case "accelerator":
      return [DRAM, { id: "chip", memories: 1, bytes: machine.onChipBytes, port: "dram-l2" }];
    case "abstract":
      return [
        { id: "slow", memories: 1, bytes: {}, adds: false },
        { id: "fast", memories: 1, bytes: { words: machine.fastWords } },
      ];
  }
}

const DRAM: Level = { id: "dram", memories: 1, bytes: {}, adds: false };

function gpuLevels(gpu: Gpu): readonly Level[] {
  const { dies = 1, l2Bytes, l3Bytes, sms, clusterSize = 1 } = gpu;
  const cluster = { id: "cluster", memories: Math.ceil(sms / clusterSize), bytes: {}, mostInside: clusterSize };
  const chip = l3Bytes === undefined ? [] : [{ id: "l3", memories: 1, bytes: { cache: l3Bytes }, port: "dram-l2" as const }];
  return [
    DRAM,
    ...chip,
    { id: "l2", memories: dies, bytes: { cache: l2Bytes } },
    ...(clusterSize === 1 ? [] : [cluster]),
    { id: "sm", memories: sms, bytes: { held: bytesPerSm(gpu) }, port: "l2-sm" },
  ];
}

/** Bytes of one memory of the level itself. */
export function levelBytes(level: Pick<Level, "bytes">): number {
  return Object.values(level.bytes).reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes of one memory of level `index` and of every memory inside it, of the fullest where levels are not shared evenly. */
export function bytesInside(levels: readonly Level[], index: number): number {
  const around = levels[index];
  return levels.slice(index).reduce((sum, level) => sum + inOne(around, level) * levelBytes(level), 0);
}

/** How many memories of a level one memory of a level around it has at most. */
function inOne(around: Level | undefined, level: Level): number {
  if (around === undefined || around === level) return 1;
  return around.mostInside ?? Math.ceil(level.memories / around.memories);
}

/** The interfaces of a machine from the outside in, one between each two levels. */
export function interfacesOf(machine: Machine): readonly MachineInterface[] {
  const levels = levelsOf(machine);
  return levels.slice(1).flatMap((inner, i) => {
    const outer = levels[i];
    if (outer === undefined) return [];
    return [
      {
        id: inner.port ?? (`${outer.id}-${inner.id}` as const),
        ...{ outer, inner, capacity: bytesInside(levels, i + 1) },
        adds: levels.slice(0, i + 1).some(({ adds }) => adds !== false),
        isSpread: i === 0 && machine.kind === "tree" && machine.home === inner.id,
      },
    ];
  });
}

/** The memories behind an interface, for people and documents. */
export function describeInside(machine: Machine, one: MachineInterface): string {
  switch (machine.kind) {
    case "tree":
      return insideTree(machine, one);
    case "gpu":
      return insideGpu(machine, one);
    case "accelerator":
      return `everything on the chip, ${one.capacity} bytes: ${Object.keys(one.inner.bytes).join(", ")}`;
    case "abstract":
      return `${one.capacity} words`;
  }
}

function insideTree({ levels }: TreeMachine, { inner, capacity }: MachineInterface): string {
  const from = levels.findIndex(({ id }) => id === inner.id);
  const parts = levels.slice(from).flatMap((level) => {
    const held = Object.keys(level.bytes).join(", ");
    const each = level.memories / inner.memories;
    return held === "" ? [] : [each === 1 ? `${held} of ${level.id}` : `${held} of ${each} ${level.id}`];
  });
  return `${inner.id} with all inside it, ${capacity} bytes (${parts.join("; ")}), on each of ${inner.memories}`;
}

function insideGpu(gpu: Gpu, { id, inner: { memories, mostInside }, capacity }: MachineInterface): string {
  const { sms, tensorMemoryPerSmBytes } = gpu;
  const inSm = tensorMemoryPerSmBytes > 0 ? "registers, L1/shared and tensor memory" : "registers and L1/shared memory";
  if (id === "dram-l2") return `everything on the chip, ${capacity} bytes: ${cachesOf(gpu)} and the ${inSm} of ${sms} SMs`;
  if (id === "l3-l2")
    return `L2 and the ${inSm} of ${Math.ceil(sms / memories)} SMs of one die, ${capacity} bytes, on each of ${memories} dies`;
  if (id === "l2-cluster") {
    const each = `${inSm} of a cluster of ${mostInside} SMs, ${capacity} bytes`;
    return `${each}, on each of ${memories} clusters of the same SMs throughout`;
  }
  return `${inSm} of one SM, ${capacity} bytes, on each of ${memories} SMs`;
}

/** Bytes the whole chip can hold: its caches and every SM, or all its memories. Caches do not contain the SMs' memories. */
export function bytesOnChip(machine: Gpu | Accelerator): number {
  return bytesInside(levelsOf(machine), 1);
}

/** The tree with `bytes` in each memory of its second level, all of the first kind that it is made of. */
export function withLevelBytes(machine: TreeMachine, bytes: number): TreeMachine {
  const [outermost, second, ...inside] = machine.levels;
  if (outermost === undefined || second === undefined) return machine;
  const [kind = "cache"] = Object.keys(second.bytes);
  return { ...machine, levels: [outermost, { ...second, bytes: { [kind]: bytes } }, ...inside] };
}
