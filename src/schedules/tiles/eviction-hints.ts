import { InputError, shown } from "../../errors.js";
import type { EvictionHint, TileSchedule } from "./tile-schedule.js";
import { READ } from "./tile-schedule.js";

const HINTS: ReadonlyMap<string, EvictionHint> = new Map([
  ["normal", "normal"],
  ["evict-first", "evict-first"],
  ["first", "evict-first"],
  ["evict-last", "evict-last"],
  ["last", "evict-last"],
]);

/**
 * The schedule whose loads and stores carry hints, `ARRAY:HINT,…` such as `b:evict-last,c:evict-first`.
 *
 * @throws InputError naming `hint` for another text, an array that the schedule does not have, or one named twice
 */
export function withHints(schedule: TileSchedule, text: string): TileSchedule {
  const names = schedule.arrays.map(({ name }) => name);
  const hints = schedule.arrays.map((): EvictionHint => "normal");
  const seen = new Set<number>();
  for (const part of text.split(",")) {
    const [array = "", name = "", ...more] = part.split(":");
    const hint = HINTS.get(name.trim().toLowerCase().replaceAll("_", "-"));
    if (hint === undefined || more.length > 0)
      throw new InputError(
        "hint",
        "ARRAY:HINT with a hint of evict-first, evict-last or normal, such as b:evict-last",
        shown(part),
      );
    const index = names.findIndex((one) => one.toLowerCase() === array.trim().toLowerCase());
    if (index < 0) throw new InputError("hint", `an array of ${names.join(", ")}`, shown(array));
    if (seen.has(index)) throw new InputError("hint", "each array once", shown(text));
    seen.add(index);
    hints[index] = hint;
  }
  return hints.every((hint) => hint === "normal") ? schedule : { ...schedule, hints };
}

/**
 * Hints that may save traffic, of the kinds whose effect on products was measured and met within a few per cent (docs/validation.md):
 * evict-first on what is only written, evict-last on one array that is read, evict-first on all. Evict-last beside evict-first is not among
 * them: there replays are too far from counters.
 */
export function likelyHints({ arrays, streamBase, streamWrites }: TileSchedule): readonly string[] {
  const read = new Set<number>();
  const arrayOf = (tile: number): number =>
    arrays.findIndex(({ firstTile, tileCount }) => tile >= firstTile && tile < firstTile + tileCount);
  streamBase.forEach((tile, stream) => {
    if (streamWrites[stream] === READ) read.add(arrayOf(tile));
  });
  const first = (names: readonly string[]): string => names.map((name) => `${name}:evict-first`).join(",");
  const names = arrays.map(({ name }) => name);
  const written = names.filter((_, array) => !read.has(array));
  const last = names.filter((_, array) => read.has(array)).map((name) => `${name}:evict-last`);
  return [...(written.length === 0 ? [] : [first(written)]), ...last, first(names)];
}

/** What a hint must save of the DRAM bytes to be named: replays are off by 0.4 to 2.9 % of them at the median, and by 13 % at times. */
export const HINT_SAVES = 0.05;
