import { InputError, shown } from "../errors.js";

/** A list is given once: the parts of two would be mixed, or the first passed over in silence. */
export function once<T>(flag: string, parse: (text: string) => T): (text: string, previous?: T) => T {
  return (text, previous) => {
    if (previous !== undefined) throw new InputError(flag, "one list", "several");
    return parse(text);
  };
}

/** What a repeatable flag gives, behind what it gave before. @throws InputError where a value is there already. */
export function added<T>(
  flag: string,
  before: readonly T[] | undefined,
  more: readonly T[],
  nameOf: (value: T) => string = String,
): readonly T[] {
  const all = [...(before ?? []), ...more];
  const texts = all.map(nameOf);
  const again = texts.find((text, i) => texts.indexOf(text) < i);
  if (again !== undefined) throw new InputError(flag, "each value once", `${shown(again)} again`);
  return all;
}

/** Entries of a repeatable flag `name=value,…` beside those it gave before. @throws InputError where a name is there already. */
export function addedEntries<T>(
  flag: string,
  before: Readonly<Record<string, T>> | undefined,
  entries: readonly (readonly [name: string, value: T])[],
): Readonly<Record<string, T>> {
  const all = [...Object.entries(before ?? {}), ...entries];
  const names = all.map(([name]) => name);
  const again = names.find((name, i) => names.indexOf(name) < i);
  if (again !== undefined) throw new InputError(flag, "each name once", `${again} again`);
  return Object.fromEntries(all);
}
