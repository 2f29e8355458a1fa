import type { Interface, TreeLevel, TreeMachine } from "./machine.js";

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
