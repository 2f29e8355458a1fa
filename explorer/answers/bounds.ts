import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { machineFromFlags, renamed, ruleFromFlags } from "../../src/cli/options.js";
import type { AskedGap } from "../../src/cli/read-command.js";
import { readGapWords } from "../../src/cli/read-command.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { boundsToShow } from "../../src/gap/conditions.js";
import { boundsGrid, describeMachine } from "../../src/report/gap-text.js";
import { interfaceName } from "../../src/report/interface-names.js";
import { binds, termGrid } from "../../src/report/time-text.js";
import { formatCount, formatSeconds } from "../../src/report/units.js";
import { timeBound } from "../../src/time/time-bound.js";
import type { Emit, Question, TableView } from "./view.js";

/** What is proven of a workload, which takes a few milliseconds. */
export interface BoundsParts {
  readonly bounds: {
    readonly workload: string;
    readonly machine: string;
    /** Of GPUs. */
    readonly least?: { readonly time: string; readonly binds: string; readonly terms: TableView };
    /** The best bound of each interface. */
    readonly interfaces: readonly { readonly name: string; readonly least: string; readonly theorem: string }[];
    readonly all: TableView;
  };
}

/** The bounds of the words of `redblue gap`. */
export async function boundsAnswer({ words }: Question, emit: Emit<BoundsParts>): Promise<void> {
  emit("bounds", boundsOf(await readGapWords(words)));
}

function boundsOf({ workload, flags }: AskedGap): BoundsParts["bounds"] {
  const machine = machineFromFlags(flags);
  const { bounds, resident } = renamed(() => boundWorkload(workload, machine, ruleFromFlags(flags, machine), flags.resident));
  const time = machine.kind === "gpu" ? timeBound(workload, machine, bounds) : undefined;
  return {
    workload: describeWorkload(workload),
    machine: describeMachine(machine, resident),
    ...(time === undefined
      ? {}
      : {
          least: {
            time: formatSeconds(time.binding.seconds),
            binds: binds(time, machine),
            terms: { ...termGrid(time, machine), notes: time.leftOut.map(({ id, reason }) => `skipped: ${id}: ${reason}`) },
          },
        }),
    interfaces: [...bestBounds(bounds)].map(([id, { value, unit, id: theorem }]) => ({
      name: interfaceName(id, machine.kind),
      least: formatCount(value, unit),
      theorem,
    })),
    all: { ...boundsGrid(boundsToShow(bounds), machine), notes: [] },
  };
}
