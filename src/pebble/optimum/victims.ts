import { at } from "./bits.js";
import type { Instance } from "./instance.js";

/** Every set of candidates that frees `lack` words and has no member to spare. */
export function withVictims(
  { weights }: Instance,
  candidates: readonly number[],
  lack: number,
  use: (victims: readonly number[]) => void,
): void {
  const victims: number[] = [];
  const choose = (from: number, freed: number, lightest: number): void => {
    if (freed >= lack) {
      if (victims.length === 0 || freed - lightest < lack) use(victims);
      return;
    }
    for (let i = from; i < candidates.length; i++) {
      const x = candidates[i] as number;
      victims.push(x);
      choose(i + 1, freed + at(weights, x), Math.min(lightest, at(weights, x)));
      victims.pop();
    }
  };
  choose(0, 0, Number.POSITIVE_INFINITY);
}
