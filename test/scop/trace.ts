/** Words that statements in C read and write, one after another: `1` for a write. Arrays of C are arrays of JavaScript that tell. */
export interface Trace {
  readonly words: readonly number[];
  readonly writes: readonly boolean[];
}

/**
 * Runs C as JavaScript, of which these loops are a part. Variables are kept in registers: `variables` words beside the cache.
 *
 * @throws where the text is none
 */
export function traceOf(
  text: string,
  sizes: Readonly<Record<string, number>>,
): { readonly trace: Trace; readonly variables: number } {
  const [words, writes]: [number[], boolean[]] = [[], []];
  const ids = new Map<string, number>();
  const values = new Map<number, number>();
  const idOf = (place: string): number => {
    if (!ids.has(place)) ids.set(place, ids.size);
    return ids.get(place) as number;
  };
  const tell = (place: string, isWrite: boolean): number => {
    const id = idOf(place);
    words.push(id);
    writes.push(isWrite);
    return id;
  };
  const array = (place: string, rank: number): unknown =>
    new Proxy(
      {},
      {
        get: (_, index) =>
          rank > 1 ? array(`${place} ${String(index)}`, rank - 1) : (values.get(tell(`${place} ${String(index)}`, false)) ?? 1.5),
        set: (_, index, value) => {
          values.set(tell(`${place} ${String(index)}`, true), value);
          return true;
        },
      },
    );
  const ranks = new Map<string, number>();
  for (const [, name = "", subscripts = ""] of text.matchAll(/([A-Za-z_]\w*)((?:\[[^\]]*\])+)/g))
    ranks.set(name, subscripts.split("[").length - 1);
  const functions = { sqrt: Math.sqrt, fmin: Math.min };
  const known = new Set([...ranks.keys(), ...Object.keys(sizes), ...Object.keys(functions), "for", "double", "int"]);
  const variables = [...new Set(text.match(/[A-Za-z_]\w*/g))].filter((name) => !known.has(name));
  const body = text.replace(/\b(double|int) (?=[a-z])/g, "");
  const named = { ...Object.fromEntries([...ranks].map(([name, rank]) => [name, array(name, rank)])), ...sizes, ...functions };
  const run = new Function(...Object.keys(named), `let ${variables.map((name) => `${name} = 1.25`).join(", ")};\n${body}`);
  run(...Object.values(named));
  return { trace: { words, writes }, variables: variables.length };
}

/** Words loaded and stored through a cache of `capacity` words that evicts what is read or written last of all (Belady), all written at the end. */
export function trafficOf({ words, writes }: Trace, capacity: number): number {
  const next: number[] = [];
  const seen = new Map<number, number>();
  for (let at = words.length - 1; at >= 0; at--) {
    next[at] = seen.get(words[at] as number) ?? Number.POSITIVE_INFINITY;
    seen.set(words[at] as number, at);
  }
  const held = new Map<number, { next: number; isDirty: boolean }>();
  let moved = 0;
  words.forEach((word, at) => {
    const before = held.get(word);
    if (before === undefined) {
      if (writes[at] !== true) moved++;
      if (held.size >= capacity) {
        const [out, { isDirty }] = [...held].reduce((a, b) => (b[1].next > a[1].next ? b : a));
        held.delete(out);
        if (isDirty) moved++;
      }
    }
    held.set(word, { next: next[at] as number, isDirty: before?.isDirty === true || writes[at] === true });
  });
  return moved + [...held.values()].filter(({ isDirty }) => isDirty).length;
}
