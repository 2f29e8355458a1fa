// What mutated code and the process that runs it share: which mutant is active, and how often each place was reached.

/** `id` of the active mutant; it may be reached `left` times more, after which it is taken for one that never ends. */
export const mutant = { id: -1, left: Number.POSITIVE_INFINITY, endless: false };

/** Whether the mutant is active; called where its id is. */
export function isReached() {
  if (--mutant.left >= 0) return true;
  mutant.endless = true;
  throw new Error("a mutant was reached too often");
}

/** Times that each mutant was reached, by id. */
export const hits = new Uint32Array(100_000);

const added = [];

/** A map in which modules keep what they computed: what it is given while a mutant is active is forgotten with it. */
export function cache(map) {
  const set = map.set.bind(map);
  map.set = (key, value) => {
    if (mutant.id >= 0) added.push([map, key]);
    return set(key, value);
  };
  return map;
}

export function forget() {
  for (const [map, key] of added.splice(0)) map.delete(key);
}
