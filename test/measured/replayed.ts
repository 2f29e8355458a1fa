import { readFileSync } from "node:fs";
import type { Gpu } from "../../src/machines/machine.js";
import type { MeasuredLaunch, ValidatedLaunch } from "../../src/measured/index.js";
import { parseMeasuredLaunches, REPLAYABLE_KINDS, validateLaunch } from "../../src/measured/index.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";

type Numbers = readonly (number | null)[];

/** A launch's label, and what it moves by events through the partitioned L2 and in lock step through one LRU. */
type Row = readonly [label: string, events: Numbers, lru: Numbers];

interface ReplayedFile {
  readonly file: string;
  readonly gpu: string;
  readonly rows: readonly Row[];
}

const { columns, files } = JSON.parse(readFileSync(new URL("./replayed.json", import.meta.url), "utf8")) as {
  readonly columns: readonly string[];
  readonly files: readonly ReplayedFile[];
};

/** Files of launches whose replays are written down in replayed.json (`node scripts/replayed.js` rewrites it). */
export const REPLAYED: readonly ReplayedFile[] = files;

/** Launches of a known schedule. */
export function replayable(file: string): readonly MeasuredLaunch[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  return parseMeasuredLaunches(text, file).filter(({ kind }) => REPLAYABLE_KINDS.includes(kind));
}

/** Replays of a file's launches as they are written down; replayed.test.ts replays a share of them again, all in `npm run verify`. */
export function replayedLaunches(file: string): {
  readonly events: readonly ValidatedLaunch[];
  readonly lru: readonly ValidatedLaunch[];
} {
  const rows = files.find((entry) => entry.file === file)?.rows ?? [];
  const launches = replayable(file);
  if (rows.length !== launches.length) throw new Error(`replayed.json: ${rows.length} of ${launches.length} launches of ${file}`);
  const of = (model: 1 | 2): readonly ValidatedLaunch[] =>
    launches.map((launch, i) => {
      const row = rows[i] as Row;
      if (row[0] !== launch.label) throw new Error(`replayed.json: ${row[0]} in the place of ${launch.label}`);
      return validatedLaunch(launch, row[model]);
    });
  return { events: of(1), lru: of(2) };
}

function validatedLaunch(launch: MeasuredLaunch, numbers: Numbers): ValidatedLaunch {
  const named = Object.fromEntries(columns.map((name, i) => [name, numbers[i]]).filter(([, value]) => value !== null));
  const {
    "dram.reads": dramReads,
    "dram.writes": dramWrites,
    "sm.reads": smReads,
    "sm.writes": smWrites,
    ...errors
  } = named as Record<string, number>;
  const bytes = (count: number | undefined): bigint => BigInt(count as number);
  return {
    launch,
    dram: { reads: bytes(dramReads), writes: bytes(dramWrites) },
    sm: { reads: bytes(smReads), writes: bytes(smWrites) },
    ...(errors as unknown as Pick<ValidatedLaunch, "dramReadError" | "smReadError">),
  };
}

/** The same by a replay now. */
export function replayNow(launch: MeasuredLaunch, gpu: Gpu): readonly [events: ValidatedLaunch, lru: ValidatedLaunch] {
  return [validateLaunch(launch, gpu, partitionedL2(gpu)), validateLaunch(launch, gpu, lruL2(gpu))];
}
