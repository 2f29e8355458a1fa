import { InputError, shown } from "../../errors.js";
import type { EvictionHint, TileSchedule } from "./tile-schedule.js";

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
