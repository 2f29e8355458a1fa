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

/** In place of an array: what the program sets aside for lines with evict-last. */
const PERSISTING = "persisting";

/**
 * The schedule whose loads and stores carry hints, `ARRAY:HINT,…` such as `b:evict-last,c:evict-first`; with `persisting:31M` the program
 * sets 31 MiB of the L2 aside for lines with evict-last.
 *
 * @throws InputError naming `hint` for another text, an array that the schedule does not have, or one named twice
 */
export function withHints(schedule: TileSchedule, text: string): TileSchedule {
  const names = schedule.arrays.map(({ name }) => name);
  const hints = schedule.arrays.map((): EvictionHint => "normal");
  const seen = new Set<number>();
  let persistingBytes: number | undefined;
  for (const part of text.split(",")) {
    const [array = "", name = "", ...more] = part.split(":");
    if (array.trim().toLowerCase() === PERSISTING) {
      if (persistingBytes !== undefined) throw new InputError("hint", "each array once", shown(text));
      persistingBytes = bytesFrom(name.trim());
      continue;
    }
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
  if (persistingBytes !== undefined && !hints.includes("evict-last"))
    throw new InputError(
      "hint",
      "an array with evict-last for the bytes set aside, such as b:evict-last,persisting:31M",
      shown(text),
    );
  if (hints.every((hint) => hint === "normal")) return schedule;
  return { ...schedule, hints, ...(persistingBytes === undefined ? {} : { persistingBytes }) };
}

function bytesFrom(text: string): number {
  const [, digits, unit] = /^(\d{1,12})([km]?)$/i.exec(text) ?? [];
  if (digits === undefined) throw new InputError("hint", `${PERSISTING}:BYTES such as ${PERSISTING}:31M`, shown(text));
  return Number(digits) * 1024 ** " km".indexOf(unit?.toLowerCase() || " ");
}

/**
 * Hints that may save traffic, of the kinds whose effect on products was measured and met within a few per cent (docs/validation.md):
 * evict-first on what is only written, evict-last on one array that is read, with the driver's default set aside and with the most.
 * Evict-first on operands is not among them: such lines take the place of each other alone in an L2 full of those of earlier kernels.
 */
export function likelyHints({ arrays, streamBase, streamWrites }: TileSchedule, mostPersistingBytes: number): readonly string[] {
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
  return [
    ...(written.length === 0 ? [] : [first(written)]),
    ...last,
    ...last.map((hint) => `${hint},${PERSISTING}:${mostPersistingBytes}`),
  ];
}

/** What a hint must save of the DRAM bytes to be named: replays are off by 0.4 to 2.9 % of them at the median, and by 13 % at times. */
export const HINT_SAVES = 0.05;
