import { InputError, shown } from "../errors.js";
import type { ChoiceCost } from "../gap/search/choice-cost.js";
import type { ScheduleChoice } from "../plan/schedule-space.js";
import { choiceKey } from "../plan/schedule-space.js";
import type { StateHeader } from "./sweep/state.js";
import { SweepState, storedResults } from "./sweep/state.js";

export interface SearchMemory {
  readonly known: (choice: ScheduleChoice) => { readonly cost: ChoiceCost | undefined } | undefined;
  readonly keep: (choice: ScheduleChoice, cost: ChoiceCost | undefined) => void;
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
      return { cost: row["dram"] === undefined ? undefined : costOf(row, path) };
    },
    keep: (choice, cost) => {
      const bytes = cost === undefined ? {} : { dram: String(cost.dram), sm: String(cost.sm) };
      const cells = { ...bytes, ...cost?.time };
      state.append([{ point: point++, rows: [{ choice: choiceKey(choice), ...cells }], certificates: [] }]);
    },
    close: () => state.close(),
  };
}

type Cells = Readonly<Record<string, string | number | boolean>>;

function costOf({ choice: _, dram, sm, ...time }: Cells, path: string): ChoiceCost {
  for (const cell of [dram, sm]) {
    if (!/^\d{1,30}$/.test(String(cell)))
      throw new InputError(path, "costs that a search stores (remove the file to start again)", shown(cell));
  }
  const bytes = { dram: BigInt(String(dram)), sm: BigInt(String(sm)) };
  return time["seconds"] === undefined ? bytes : { ...bytes, time: time as unknown as NonNullable<ChoiceCost["time"]> };
}
