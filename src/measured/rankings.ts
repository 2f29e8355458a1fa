import { quantiles } from "./error-table.js";
import type { MeasuredLaunch } from "./measured-rows.js";
import type { ValidatedLaunch } from "./validation.js";

/** What replays put first among the measured launches of one computation. */
export interface Ranking {
  readonly computation: string;
  readonly launches: readonly ValidatedLaunch[];
  /** By DRAM bytes; and by time, where durations were measured and estimated. */
  readonly dram: Choice;
  readonly time?: Choice;
}

export interface Choice {
  readonly chosen: ValidatedLaunch;
  readonly best: ValidatedLaunch;
  /** Measured of the chosen over measured of the best, less 1. */
  readonly regret: number;
}

/** Parameters of a launch that say how, not what. */
const SCHEDULE = new Set("order BM BN BK warps stages ctas splits reduction korder keyorder wave block hints".split(" "));

/** A kernel of one product may stand beside any other, and one of attention likewise. */
const FAMILIES: readonly (readonly [family: string, kinds: RegExp])[] = [
  ["product", /^triton-(mm|persistent|stream-k|split-k)$/],
  ["product of hints.cu", /^cuda-hint$/],
  ["attention", /^triton-(flash|persistent-flash|flash-decode)$/],
];

/** The launches by what they compute, groups of two and more. */
export function rankings(rows: readonly ValidatedLaunch[]): readonly Ranking[] {
  const groups = new Map<string, ValidatedLaunch[]>();
  for (const row of rows) {
    const key = computationOf(row.launch);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups].flatMap(([computation, launches]): readonly Ranking[] => {
    if (launches.length < 2) return [];
    const dram = choiceOf(
      launches,
      ({ dram }) => Number(dram.reads + dram.writes),
      ({ launch: { counters } }) => (counters.get("dram_read_bytes") ?? 0) + (counters.get("dram_write_bytes") ?? 0),
    );
    const timed = launches.every(({ seconds, durationError }) => seconds !== undefined && durationError !== undefined);
    if (!timed) return [{ computation, launches, dram }];
    const measured = ({ launch }: ValidatedLaunch): number => launch.counters.get("duration_ns") as number;
    return [{ computation, launches, dram, time: choiceOf(launches, ({ seconds }) => seconds as number, measured) }];
  });
}

/** A line a kernel and one for all: groups, and the regret of the choice as `median / 90th percentile / worst` in per cent. */
export function rankingTable(found: readonly Ranking[]): string {
  const families = [...new Set(found.map(({ computation }) => familyIn(computation)))];
  const lines = ["| kernels of | groups | launches | regret in DRAM bytes | regret in time |", "|---|---|---|---|---|"];
  for (const family of [...families, "all"]) {
    const own = found.filter(({ computation }) => family === "all" || familyIn(computation) === family);
    const launches = own.reduce((sum, one) => sum + one.launches.length, 0);
    const [dram, time] = [own.map((one) => one.dram.regret), own.flatMap((one) => one.time?.regret ?? [])];
    lines.push(`| ${family} | ${own.length} | ${launches} | ${quantiles(dram)} | ${quantiles(time)} |`);
  }
  return lines.join("\n");
}

function choiceOf(
  rows: readonly ValidatedLaunch[],
  replayed: (row: ValidatedLaunch) => number,
  measured: (row: ValidatedLaunch) => number,
): Choice {
  const least = (value: typeof measured) => rows.reduce((leader, row) => (value(row) < value(leader) ? row : leader));
  const [chosen, best] = [least(replayed), least(measured)];
  return { chosen, best, regret: measured(chosen) / measured(best) - 1 };
}

function computationOf({ kind, parameters }: MeasuredLaunch): string {
  const family = FAMILIES.find(([, kinds]) => kinds.test(kind))?.[0] ?? kind.replace(/^triton-/, "");
  // In chains and dual products the rows are those of a band.
  const isBand = parameters.has("M");
  const sizes = [...parameters].filter(([name]) => !SCHEDULE.has(name) && !(name === "rows" && isBand));
  return `${family}: ${sizes.map((pair) => pair.join("=").replace(/=$/, "")).join(" ")}`;
}

function familyIn(computation: string): string {
  return computation.slice(0, computation.indexOf(":"));
}
