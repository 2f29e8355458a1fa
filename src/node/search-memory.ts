import type { Cost } from "../gap/schedule-search.js";
import type { ScheduleChoice } from "../gap/schedule-space.js";
import { choiceKey } from "../gap/schedule-space.js";
import { resultsSoFar, SweepState } from "./sweep/state.js";

export interface SearchMemory {
  readonly known: (choice: ScheduleChoice) => { readonly cost: Cost | undefined } | undefined;
  readonly keep: (choice: ScheduleChoice, cost: Cost | undefined) => void;
  readonly close: () => void;
}

/** Costs on disk while a search runs, in the form of a sweep's state. @throws InputError where the file is of another search. */
export function rememberIn(path: string, plan: string): SearchMemory {
  const state = SweepState.open(path, { schema: "redblue.sweep-state/1", plan, points: 0, shard: "search" });
  const stored = new Map(resultsSoFar(path).flatMap(({ rows }) => rows.map((row) => [String(row["choice"]), row] as const)));
  let point = stored.size;
  return {
    known: (choice) => {
      const row = stored.get(choiceKey(choice));
      if (row === undefined) return undefined;
      const cost = [row["first"], row["second"]].flatMap((cell) => (cell === undefined ? [] : [BigInt(String(cell))]));
      return { cost: cost.length === 0 ? undefined : cost };
    },
    keep: (choice, cost) => {
      const [first, second] = cost ?? [];
      const cells = { ...(first === undefined ? {} : { first }), ...(second === undefined ? {} : { second }) };
      state.append([{ point: point++, rows: [{ choice: choiceKey(choice), ...cells }], certificates: [] }]);
    },
    close: () => state.close(),
  };
}
