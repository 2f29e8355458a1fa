import { InputError, shown } from "../errors.js";
import type { Cost } from "../gap/schedule-search.js";
import type { ScheduleChoice } from "../plan/schedule-space.js";
import { choiceKey } from "../plan/schedule-space.js";
import type { StateHeader } from "./sweep/state.js";
import { SweepState, storedResults } from "./sweep/state.js";

export interface SearchMemory {
  readonly known: (choice: ScheduleChoice) => { readonly cost: Cost | undefined } | undefined;
  readonly keep: (choice: ScheduleChoice, cost: Cost | undefined) => void;
  readonly close: () => void;
}

/** Costs on disk while a search runs, in the form of a sweep's state. @throws InputError where the file is of another search. */
export function rememberIn(path: string, plan: string): SearchMemory {
  const header: StateHeader = { schema: "redblue.sweep-state/2", plan, points: 0, shard: "search" };
  const state = SweepState.open(path, header);
  const stored = new Map(storedResults({ path, header }).flatMap(({ rows }) => rows.map((row) => [String(row["choice"]), row])));
  let point = stored.size;
  return {
    known: (choice) => {
      const row = stored.get(choiceKey(choice));
      if (row === undefined) return undefined;
      const cost = [row["first"], row["second"]].flatMap((cell) => (cell === undefined ? [] : [costOf(cell, path)]));
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

function costOf(cell: string | number | boolean, path: string): bigint {
  if (!/^\d{1,30}$/.test(String(cell)))
    throw new InputError(path, "costs that a search stores (remove the file to start again)", shown(cell));
  return BigInt(String(cell));
}
