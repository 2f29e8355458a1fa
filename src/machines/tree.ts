import type { DataType } from "../computation/data-types.js";
import type { FigureSource, Interface } from "./machine.js";

/** What a memory of a level is made of. */
export type MemoryKind = "dram" | "cache" | "scratchpad" | "registers" | "tensorMemory";

/** The memories of one level of a tree: all alike, each in front of as many memories of the next level inside. */
export interface TreeLevel {
  /** Lower-case letters and digits: interfaces are named `outer-inner`. */
  readonly id: string;
  /** How many there are in the machine: a multiple of those of the level outside, which share them evenly. */
  readonly memories: number;
  /** Bytes of one memory by kind; none for a network, or for a group whose members share what the level inside has. */
  readonly bytes: Readonly<Partial<Record<MemoryKind, number>>>;
  readonly lineBytes?: number;
  readonly sectorBytes?: number;
  /** The most bytes that pass the port of one memory to the level outside in a second, both ways together; absent where not known. */
  readonly bytesPerSecond?: number;
  readonly latencyCycles?: number;
  /** Whether it adds partial sums that the level inside sends; absent: it may. */
  readonly adds?: boolean;
  /** Whether a word that it sends can reach several memories of the level inside at once; it then passes the port of each. */
  readonly multicasts?: boolean;
  /** Whether its memories pass words to each other; a word then passes two of their ports. */
  readonly siblings?: boolean;
}

/** A machine as a tree of memories from the outside in, with compute at the innermost. Sizes in bytes, rates per second. */
export interface TreeMachine {
  readonly kind: "tree";
  readonly id: string;
  readonly name: string;
  readonly clockHz?: number;
  /** From the outside in, two at least; the outermost has one memory and holds all arrays, unless `home` says otherwise. */
  readonly levels: readonly TreeLevel[];
  /**
   * The level where arrays lie, the outermost where absent. With the second level each array is spread over its memories, evenly and
   * with one copy of a word, at the start and at the end; the outermost is then a network.
   */
  readonly home?: string;
  /** Dense peak rates of the whole machine in multiply-adds counted as two operations, by operand type. */
  readonly peakOperationsPerSecond: Readonly<Partial<Record<DataType, number>>>;
  readonly sources: readonly FigureSource[];
}

/** What lies behind one interface of a tree. */
export interface TreeInterface {
  readonly id: Interface;
  readonly outer: TreeLevel;
  readonly inner: TreeLevel;
  /** Bytes that one memory of the inner level holds with all memories inside it. */
  readonly capacity: number;
  /** Whether arrays lie spread over the memories of the inner level. */
  readonly isSpread: boolean;
}

/** Bytes of one memory of the level itself. */
export function levelBytes(level: TreeLevel): number {
  return Object.values(level.bytes).reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes of one memory of level `index` and of every memory inside it. */
export function bytesInside({ levels }: Pick<TreeMachine, "levels">, index: number): number {
  const around = levels[index]?.memories ?? 1;
  return levels.slice(index).reduce((sum, level) => sum + (level.memories / around) * levelBytes(level), 0);
}

/** The interfaces of a tree from the outside in, one between each two levels. */
export function interfacesOf(machine: Pick<TreeMachine, "levels" | "home">): readonly TreeInterface[] {
  return machine.levels.slice(1).flatMap((inner, i) => {
    const outer = machine.levels[i];
    if (outer === undefined) return [];
    const isSpread = i === 0 && machine.home === inner.id;
    return [{ id: `${outer.id}-${inner.id}` as const, outer, inner, capacity: bytesInside(machine, i + 1), isSpread }];
  });
}

/** The memories behind an interface, for people and documents. */
export function describeInside(machine: Pick<TreeMachine, "levels">, { inner, capacity }: TreeInterface): string {
  const from = machine.levels.indexOf(inner);
  const parts = machine.levels.slice(from).flatMap((level) => {
    const held = Object.keys(level.bytes).join(", ");
    const each = level.memories / inner.memories;
    return held === "" ? [] : [each === 1 ? `${held} of ${level.id}` : `${held} of ${each} ${level.id}`];
  });
  return `${inner.id} with all inside it, ${capacity} bytes (${parts.join("; ")}), on each of ${inner.memories}`;
}

/** The tree with `bytes` in each memory of its second level, all of the first kind that it is made of. */
export function withLevelBytes(machine: TreeMachine, bytes: number): TreeMachine {
  const [outermost, second, ...inside] = machine.levels;
  if (outermost === undefined || second === undefined) return machine;
  const [kind = "cache"] = Object.keys(second.bytes);
  return { ...machine, levels: [outermost, { ...second, bytes: { [kind]: bytes } }, ...inside] };
}
