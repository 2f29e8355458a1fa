import { explainOptions } from "../../src/cli/commands/explain-flags.js";
import { machineFromFlags, renamed } from "../../src/cli/options.js";
import { readGapWords } from "../../src/cli/read-command.js";
import { productTypeOf } from "../../src/computation/operand-types.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { InputError, shown } from "../../src/errors.js";
import { planReplays, plansThatFit } from "../../src/plan/planned.js";
import { defaultL2, describeL2 } from "../../src/replay/l2/l2-model.js";
import type { LaunchCells } from "../../src/report/page/launch-grid.js";
import { launchCells, squareMeaning } from "../../src/report/page/launch-grid.js";
import { launchOf } from "../../src/report/page/page-data.js";
import { formatBytes, formatCapacity } from "../../src/report/units.js";
import type { Emit, Question } from "./view.js";

/** What one array did by each instant. */
export interface ArrayView {
  readonly name: string;
  /** Of what was read of it by then: percentages, and texts. */
  readonly missPercent: readonly number[];
  readonly said: readonly string[];
  /** Its share of the L2, in percent; absent where the cache does not tell. */
  readonly heldPercent?: readonly number[];
  readonly held?: readonly string[];
}

/** A launch at equally many instants from start to end. */
export interface LaunchParts {
  readonly launch: {
    readonly workload: string;
    readonly schedule: string;
    readonly cache: string;
    /** Every schedule of the workload, by label, with the words that choose it. */
    readonly choices: readonly { readonly label: string; readonly id: string; readonly order?: string }[];
    readonly instants: number;
    /** Bytes missed by each instant. */
    readonly missed: readonly string[];
    readonly grids: readonly (LaunchCells & { readonly array: string; readonly tiles: number; readonly meaning: string })[];
    readonly arrays: readonly ArrayView[];
  };
}

/** The launch of the schedule that the words of `redblue gap` name, else of the first: tile by tile, array by array. */
export async function launchAnswer({ words, progress }: Question, emit: Emit<LaunchParts>): Promise<void> {
  const { workload, flags } = await readGapWords(words);
  const machine = machineFromFlags(flags);
  if (machine.kind !== "gpu") throw new InputError("--gpu", "a GPU, whose launches have an order", shown(machine.id));
  const { l2 = defaultL2(machine, productTypeOf(workload)), resident: _, ...options } = explainOptions(workload, machine, flags);
  const plans = renamed(() => planReplays(workload, machine, options));
  const chosen = plans.find(({ fields }) => flags.schedule === undefined || fields["id"] === flags.schedule);
  if (chosen === undefined) {
    const ids = [...new Set(plans.map(({ fields }) => String(fields["id"])))];
    throw new InputError("--schedule", `one of ${ids.join(", ")} for this workload`, shown(flags.schedule));
  }
  progress(`replaying ${chosen.label}`);
  const { history, cache, label, columnsOf } = launchOf(workload, machine, chosen, l2);
  const bytes = (count: number): string => formatBytes(BigInt(Math.round(count)));
  emit("launch", {
    workload: describeWorkload(workload),
    schedule: label,
    cache: describeL2(cache, formatCapacity),
    choices: plansThatFit(workload, machine, { ...options, orders: undefined, schedule: undefined }).map(({ label, fields }) => ({
      label,
      id: String(fields["id"]),
      ...(fields["order"] === undefined ? {} : { order: String(fields["order"]) }),
    })),
    instants: history.missedBytes.length - 1,
    missed: history.missedBytes.map(bytes),
    grids: history.maps.flatMap((map) =>
      Array.from({ length: machine.dies ?? 1 }, (_, die) => {
        const visits = map.visits.map((visit) => (visit?.die === die ? visit : undefined));
        const grid = launchCells({ ...map, visits }, history, columnsOf(visits.length));
        const array = machine.dies === undefined ? map.array : `${map.array} on die ${die + 1}`;
        const tiles = visits.reduce((count, visit) => count + (visit === undefined ? 0 : 1), 0);
        return { ...grid, array, tiles, meaning: squareMeaning(grid) };
      }),
    ),
    arrays: history.arrays.map(({ name, readBytes, missBytes, heldBytes }) => ({
      name,
      missPercent: readBytes.map((read, i) => (read === 0 ? 0 : (100 * (missBytes[i] as number)) / read)),
      said: readBytes.map((read, i) => `${bytes(missBytes[i] as number)} of ${bytes(read)} missed`),
      ...(heldBytes === undefined
        ? {}
        : { heldPercent: heldBytes.map((held) => (100 * held) / cache.bytes), held: heldBytes.map(bytes) }),
    })),
  });
}
