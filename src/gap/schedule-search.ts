import type { KernelSpace, ScheduleChoice } from "../plan/schedule-space.js";
import { choiceKey } from "../plan/schedule-space.js";

/** Bytes over the interface searched for, then over the others: the first to differ decides. */
export type Cost = readonly bigint[];

/** A choice and its cost; `undefined` where the kernel does not fit. */
export interface Tried {
  readonly choice: ScheduleChoice;
  readonly cost: Cost | undefined;
}

/** A choice that fits. */
interface Fitting {
  readonly choice: ScheduleChoice;
  readonly cost: Cost;
}

/** What a search found and why it ended. */
export interface SearchResult {
  readonly best: Tried | undefined;
  /** Every choice tried, in the order of the search. */
  readonly tried: readonly Tried[];
  /** Why it ended: nothing below the goal can be, every neighbour of the best was tried, or it was stopped. */
  readonly end: "goal" | "searched" | "stopped";
}

export interface SearchOptions {
  /** What a choice costs; called once a choice. It may say that the search was stopped meanwhile. */
  readonly costOf: (choice: ScheduleChoice) => Cost | undefined | Promise<Cost | undefined | "stopped">;
  /** A first cost at or below this ends the search. */
  readonly goal: bigint;
  /** Asked before each evaluation. */
  readonly stopped?: () => boolean;
}

/** Tiles from which each kernel's descent starts. */
const STARTS = 3;

/**
 * Looks for the schedule that moves least. For each kernel the first axis (its tiles) is tried with the first value of every other;
 * from its best few a descent changes one axis at a time to its best value until none improves. The choices and their order follow
 * from the space and the costs alone.
 */
export async function searchSchedules(spaces: readonly KernelSpace[], options: SearchOptions): Promise<SearchResult> {
  const search = new Search(options);
  for (const { schedule, axes } of spaces) {
    const names = Object.keys(axes);
    const start: ScheduleChoice = { schedule, ...Object.fromEntries(names.map((name) => [name, axes[name]?.[0] ?? ""])) };
    const first = await search.line(start, names[0] ?? "", axes[names[0] ?? ""] ?? []);
    for (const fitting of ranked(first).slice(0, STARTS)) await descend(search, fitting, axes);
    if (search.end !== undefined) break;
  }
  return { best: ranked(search.tried)[0], tried: search.tried, end: search.end ?? "searched" };
}

/** An equal neighbour is no improvement: the first found of the best would be left with neighbours that nobody tried. */
async function descend(search: Search, from: Fitting, axes: KernelSpace["axes"]): Promise<void> {
  let best = from;
  for (let before: Fitting | undefined; before !== best; ) {
    before = best;
    for (const [name, values] of Object.entries(axes)) {
      const [candidate] = ranked(await search.line(best.choice, name, values));
      if (search.end !== undefined) return;
      if (candidate !== undefined && compareCosts(candidate.cost, best.cost) < 0) best = candidate;
    }
  }
}

/** What has been tried, and whether to go on. */
class Search {
  readonly #known: Map<string, Tried> = new Map();
  readonly #options: SearchOptions;
  end: "goal" | "stopped" | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  get tried(): readonly Tried[] {
    return [...this.#known.values()];
  }

  /** The choices that differ in one axis. */
  async line(choice: ScheduleChoice, name: string, values: readonly (string | number)[]): Promise<readonly Tried[]> {
    const line: Tried[] = [];
    for (const value of values) {
      const tried = await this.#try({ ...choice, [name]: value });
      if (tried !== undefined) line.push(tried);
    }
    return line;
  }

  async #try(choice: ScheduleChoice): Promise<Tried | undefined> {
    const key = choiceKey(choice);
    const known = this.#known.get(key);
    if (known !== undefined || this.end !== undefined) return known;
    const { costOf, goal, stopped } = this.#options;
    const cost = stopped?.() === true ? "stopped" : await costOf(choice);
    if (cost === "stopped") {
      this.end = "stopped";
      return undefined;
    }
    const tried = { choice, cost };
    this.#known.set(key, tried);
    if ((tried.cost?.[0] ?? goal + 1n) <= goal) this.end = "goal";
    return tried;
  }
}

/** Those that fit, least cost first; of equal ones the first tried. */
export function ranked(tried: readonly Tried[]): readonly Fitting[] {
  return tried
    .flatMap(({ choice, cost }) => (cost === undefined ? [] : [{ choice, cost }]))
    .sort((one, other) => compareCosts(one.cost, other.cost));
}

function compareCosts(one: Cost, other: Cost): number {
  for (const [i, value] of one.entries()) {
    const against = other[i] ?? 0n;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}
