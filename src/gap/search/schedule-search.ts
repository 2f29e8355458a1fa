import type { KernelSpace, ScheduleChoice } from "../../plan/schedule-space.js";
import { choiceKey } from "../../plan/schedule-space.js";

/** A choice and its cost; `undefined` where the kernel does not fit. */
export interface Tried<Cost> {
  readonly choice: ScheduleChoice;
  readonly cost: Cost | undefined;
}

/** A choice that fits. */
export interface Fitting<Cost> {
  readonly choice: ScheduleChoice;
  readonly cost: Cost;
}

/** What a search found and why it ended. */
export interface SearchResult<Cost> {
  readonly best: Fitting<Cost> | undefined;
  /** Every choice tried, in the order of the search. */
  readonly tried: readonly Tried<Cost>[];
  /** Choices whose least cost could not win any more, so that they were not tried. */
  readonly passedOver: number;
  /** Why it ended: a cost reached the goal, every neighbour of the best was tried, or it was stopped. */
  readonly end: "goal" | "searched" | "stopped";
}

/** A value, or one of another thread that may be stopped meanwhile. */
type Answer<T> = T | Promise<T | "stopped">;

/** What a search asks of its caller: costs, which of two is less, when to stop. */
export interface SearchOptions<Cost> {
  /** What a choice costs; called once a choice. */
  readonly costOf: (choice: ScheduleChoice) => Answer<Cost | undefined>;
  /** Negative where the first is less. */
  readonly compare: (one: Cost, other: Cost) => number;
  /** Whether one is so much less than another that the search goes on from it; where it is less at all by default. */
  readonly isBetter?: ((one: Cost, other: Cost) => boolean) | undefined;
  /** Ends the search. */
  readonly isGoal: (cost: Cost) => boolean;
  /** What a choice costs at least, in a number to sort by, cheaper to tell than its cost; undefined where it does not fit. */
  readonly leastOf?: ((choice: ScheduleChoice) => Answer<number | undefined>) | undefined;
  /** Whether a choice that costs this at least is worth trying beside the best one. */
  readonly mayWin?: ((least: number, best: Cost) => boolean) | undefined;
  /** Asked before each evaluation. */
  readonly stopped?: (() => boolean) | undefined;
}

/**
 * Looks for the schedule of least cost. For each kernel the first axis (its tiles) is tried with the values of the best choice so far on
 * every other; from its best a descent changes one axis at a time to its best value until none improves enough. Along an axis the choice
 * that may cost least comes first, and those that cannot win any more are passed over. The choices and their order follow from the
 * space and the costs alone.
 */
export async function searchSchedules<Cost>(
  spaces: readonly KernelSpace[],
  options: SearchOptions<Cost>,
): Promise<SearchResult<Cost>> {
  const search = new Search(options);
  for (const { schedule, axes } of spaces) {
    const names = Object.keys(axes);
    const start: ScheduleChoice = {
      schedule,
      ...Object.fromEntries(names.map((name) => [name, startOf(search.best?.choice[name], axes[name] ?? [])])),
    };
    const own: ScheduleChoice = { schedule, ...Object.fromEntries(names.map((name) => [name, (axes[name] ?? [])[0] ?? ""])) };
    const values = axes[names[0] ?? ""] ?? [];
    const near = await search.line(start, names[0] ?? "", values);
    // Values that were best for another kernel may leave this one no room.
    const noneFits = near.length === values.length && near.every(({ cost }) => cost === undefined);
    const [best] = search.ranked(noneFits ? await search.line(own, names[0] ?? "", values) : near);
    if (best !== undefined) await descend(search, best, axes);
    if (search.end !== undefined) break;
  }
  const { best, tried, passedOver, end } = search;
  return { best, tried, passedOver, end: end ?? "searched" };
}

function startOf(best: string | number | undefined, values: readonly (string | number)[]): string | number {
  return best !== undefined && values.includes(best) ? best : (values[0] ?? "");
}

/** An equal neighbour is no improvement: the first found of the best would be left with neighbours that nobody tried. */
async function descend<Cost>(search: Search<Cost>, from: Fitting<Cost>, axes: KernelSpace["axes"]): Promise<void> {
  const { compare, isBetter = (one, other) => compare(one, other) < 0 } = search.options;
  let best = from;
  for (let before: Fitting<Cost> | undefined; before !== best; ) {
    before = best;
    for (const [name, values] of Object.entries(axes)) {
      const [candidate] = search.ranked(await search.line(best.choice, name, values));
      if (search.end !== undefined) return;
      if (candidate !== undefined && isBetter(candidate.cost, best.cost)) best = candidate;
    }
  }
}

/** What has been tried, and whether to go on. */
class Search<Cost> {
  readonly options: SearchOptions<Cost>;
  best: Fitting<Cost> | undefined;
  end: "goal" | "stopped" | undefined;
  readonly #known: Map<string, Tried<Cost>> = new Map();
  readonly #least: Map<string, number | undefined> = new Map();
  readonly #passedOver: Set<string> = new Set();

  constructor(options: SearchOptions<Cost>) {
    this.options = options;
  }

  get tried(): readonly Tried<Cost>[] {
    return [...this.#known.values()];
  }

  get passedOver(): number {
    return this.#passedOver.size;
  }

  ranked(tried: readonly Tried<Cost>[]): readonly Fitting<Cost>[] {
    return ranked(tried, this.options.compare);
  }

  /** The choices that differ in one axis, as far as they are tried. */
  async line(choice: ScheduleChoice, name: string, values: readonly (string | number)[]): Promise<readonly Tried<Cost>[]> {
    const choices: { readonly choice: ScheduleChoice; readonly least: number | undefined }[] = [];
    for (const value of values) {
      const one = { ...choice, [name]: value };
      choices.push({ choice: one, least: await this.#leastOf(one) });
    }
    choices.sort((one, other) => (one.least ?? 0) - (other.least ?? 0));
    const line: Tried<Cost>[] = [];
    for (const { choice, least } of choices) {
      const tried = await this.#try(choice, least);
      if (tried !== undefined) line.push(tried);
    }
    return line;
  }

  async #leastOf(choice: ScheduleChoice): Promise<number | undefined> {
    const { leastOf, stopped } = this.options;
    const key = choiceKey(choice);
    if (leastOf === undefined || this.#known.has(key) || this.end !== undefined) return undefined;
    if (!this.#least.has(key)) {
      const least = stopped?.() === true ? "stopped" : await leastOf(choice);
      if (least === "stopped") this.end = "stopped";
      else this.#least.set(key, least);
    }
    return this.#least.get(key);
  }

  async #try(choice: ScheduleChoice, least: number | undefined): Promise<Tried<Cost> | undefined> {
    const key = choiceKey(choice);
    const known = this.#known.get(key);
    if (known !== undefined || this.end !== undefined) return known;
    const { costOf, compare, isGoal, mayWin, stopped } = this.options;
    if (least !== undefined && this.best !== undefined && mayWin?.(least, this.best.cost) === false) {
      this.#passedOver.add(key);
      return undefined;
    }
    const cost = stopped?.() === true ? "stopped" : await costOf(choice);
    if (cost === "stopped") {
      this.end = "stopped";
      return undefined;
    }
    const tried = { choice, cost };
    this.#known.set(key, tried);
    if (cost === undefined) return tried;
    if (this.best === undefined || compare(cost, this.best.cost) < 0) this.best = { choice, cost };
    if (isGoal(cost)) this.end = "goal";
    return tried;
  }
}

/** Those that fit, least cost first; of equal ones the first tried. */
export function ranked<Cost>(
  tried: readonly Tried<Cost>[],
  compare: (one: Cost, other: Cost) => number,
): readonly Fitting<Cost>[] {
  return tried
    .flatMap(({ choice, cost }) => (cost === undefined ? [] : [{ choice, cost }]))
    .sort((one, other) => compare(one.cost, other.cost));
}
