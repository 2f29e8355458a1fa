import { count, type Fields, list, Refused, record, text } from "./shared/fields.js";
import type { CheckedMemory } from "./subject.js";

/** One level of a machine that is a tree, as the checker reads it. */
export interface CheckedLevel {
  readonly fields: Fields;
  readonly id: string;
  readonly memories: bigint;
  /** Of one memory. */
  readonly bytes: bigint;
  readonly kinds: readonly string[];
}

/** The levels from the outside in: one memory first, then of each level a multiple of those outside it. @throws Refused */
export function levelsOf(machine: Fields): readonly CheckedLevel[] {
  const levels = list(machine["levels"], "machine.levels").map((entry, i): CheckedLevel => {
    const at = `machine.levels[${i}]`;
    const fields = record(entry, at);
    const held = record(fields["bytes"], `${at}.bytes`);
    const kinds = Object.keys(held);
    const bytes = kinds.reduce((sum, kind) => sum + count(held, kind, `${at}.bytes`), 0n);
    return { fields, id: text(fields, "id", at), memories: count(fields, "memories", at, 1n), bytes, kinds };
  });
  if (levels.length < 2) throw new Refused("machine.levels", "fewer than two levels");
  let around = 1n;
  levels.forEach(({ id, memories }, i) => {
    // An interface slow-fast counts words.
    if (!/^(?!slow$)[a-z][a-z0-9]*$/.test(id) || levels.findIndex((one) => one.id === id) < i)
      throw new Refused(`machine.levels[${i}].id`, "no name of a level, or one twice");
    if (i === 0 ? memories !== 1n : memories % around !== 0n)
      throw new Refused(`machine.levels[${i}].memories`, "not shared evenly by the memories outside");
    around = memories;
  });
  return levels;
}

/** The level inside an interface, and its place. @throws Refused */
export function innerLevel(levels: readonly CheckedLevel[], interfaceId: string, path: string): number {
  const index = levels.findIndex(({ id }, i) => i > 0 && `${levels[i - 1]?.id}-${id}` === interfaceId);
  if (index < 0) throw new Refused(`${path}.interface`, `a machine of kind 'tree' has no interface '${interfaceId}'`);
  return index;
}

/** Whether arrays lie spread over the memories of a level at the start and the end. @throws Refused */
export function isSpreadAt(machine: Fields, levels: readonly CheckedLevel[], index: number): boolean {
  if (machine["home"] === undefined) return false;
  const home = levels.findIndex(({ id }) => id === text(machine, "home", "machine"));
  if (home !== 0 && home !== 1) throw new Refused("machine.home", "neither of the two outermost levels");
  return home === 1 && index === 1;
}

/** Bytes of one memory of a level with all inside it. */
export function insideOf(levels: readonly CheckedLevel[], index: number): bigint {
  const around = levels[index]?.memories ?? 1n;
  return levels.slice(index).reduce((sum, { memories, bytes }) => sum + (memories / around) * bytes, 0n);
}

/** The fast memories behind an interface of a tree: each memory of the level inside with everything inside it. @throws Refused */
export function treeMemory(machine: Fields, interfaceId: string, path: string): CheckedMemory {
  const levels = levelsOf(machine);
  const index = innerLevel(levels, interfaceId, path);
  const inner = levels[index];
  if (inner === undefined) throw new Refused(`${path}.interface`, "no level");
  const capacity = insideOf(levels, index);
  const parts = levels.slice(index).flatMap(({ id, memories, kinds }) => {
    const each = memories / inner.memories;
    return kinds.length === 0 ? [] : [`${kinds.join(", ")} of ${each === 1n ? "" : `${each} `}${id}`];
  });
  const shown = `${inner.id} with all inside it, ${capacity} bytes (${parts.join("; ")}), on each of ${inner.memories}`;
  return {
    interfaceId,
    capacity,
    memories: inner.memories,
    shown,
    adds: levels.slice(0, index).some(({ fields }) => fields["adds"] !== false),
  };
}

/** The machine with so many bytes in each memory of its second level, in front of which the interface lies. @throws Refused */
export function withLevelBytes(machine: Fields, interfaceId: string, bytes: bigint): Fields {
  const levels = levelsOf(machine);
  if (innerLevel(levels, interfaceId, "document") !== 1) throw new Refused("interface", "not the outermost of the machine");
  const changed = levels.map(({ fields, kinds }, i) =>
    i === 1 ? { ...fields, bytes: { [kinds[0] ?? "cache"]: Number(bytes) } } : fields,
  );
  return { ...machine, levels: changed };
}
