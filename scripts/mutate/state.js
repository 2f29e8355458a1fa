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
