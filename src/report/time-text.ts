import { describeWorkload } from "../computation/workload.js";
import { floor, rational } from "../exact/rational.js";
import type { Machine } from "../machines/machine.js";
import type { EnergyEstimate } from "../time/energy.js";
import { smClock } from "../time/peak-rates.js";
import type { TimeBound } from "../time/time-bound.js";
import type { NamedTermId, TimeTerm, TimeTermId } from "../time/time-term.js";
import { describeMachine } from "./gap-text.js";
import type { Grid } from "./table.js";
import { gridText, textTable } from "./table.js";
import { formatBytes, formatJoules, formatOperations, formatSeconds } from "./units.js";

const TERM_NAMES: Readonly<Record<NamedTermId, string>> = {
  "dram-l2": "DRAM to chip",
  "l3-l2": "last-level cache into the dies",
  "l2-sm": "L2 into the SMs",
  matrix: "matrix products",
  special: "functions and plain",
  plain: "plain operations",
};

/** Name of a resource for people. */
export function termName(id: TimeTermId): string {
  return Object.hasOwn(TERM_NAMES, id) ? TERM_NAMES[id as NamedTermId] : id.replace("-", " into ");
}

/** The interface of `redblue time`: each resource with its least time, the one that binds, and the energy estimate. */
export function timeText(time: TimeBound, energy: EnergyEstimate, heading: (text: string) => string): string {
  const { binding } = time;
  return [
    describeWorkload(time.workload),
    describeMachine(time.machine),
    "",
    heading("Least time of each resource (least amount over peak rate)"),
    termTable(time, time.machine),
    ...time.leftOut.map(({ id, reason }) => `skipped: ${termName(id)}: ${reason}`),
    "",
    `At least ${formatSeconds(binding.seconds)}: ${binds(time, time.machine)}.`,
    "",
    heading("Energy of moving the proven bytes (an estimate: the energies are not proven)"),
    energyTable(energy),
    "",
    heading("Assumptions"),
    ...time.terms.map(({ id, assumption }) => `  ${termName(id)}: ${assumption}`),
    "  bytes: what the named theorems presume (redblue bound lists it)",
    ...energy.terms.map(({ id, source }) => `  energy, ${id}: ${source}`),
  ].join("\n");
}

/** Stands beside a time that a card may beat by clocks above the nominal one. */
export function atClock({ id }: Pick<TimeTerm, "id">, machine: Machine): string {
  return id !== "dram-l2" && machine.kind === "gpu" && smClock(machine)?.isNominal === true ? " (at the nominal clock)" : "";
}

/** `matrix products bind`, `DRAM to chip binds`; of what is known, where the rate of another resource is not. */
export function binds({ binding: term, leftOut }: Pick<TimeBound, "binding" | "leftOut">, machine: Machine): string {
  const unknown = leftOut.filter(({ unknown }) => unknown === true).map(({ id }) => termName(id));
  const known = unknown.length === 0 ? "" : `; of what is known, since nothing is of ${unknown.join(", ")}`;
  return `${termName(term.id)} bind${term.unit === "bytes" ? "s" : ""}${atClock(term, machine)}${known}`;
}

export function termTable(time: Pick<TimeBound, "terms">, machine: Machine): string {
  return gridText(termGrid(time, machine));
}

/** A row a resource: its least amount, peak and time. */
export function termGrid(time: Pick<TimeBound, "terms">, machine: Machine): Grid {
  const amount = ({ unit, amount }: TimeTerm): string =>
    unit === "bytes" ? formatBytes(amount) : formatOperations(rational(amount));
  const rate = ({ unit, perSecond }: TimeTerm): string =>
    unit === "bytes" ? `${formatBytes(floor(perSecond))}/s` : `${formatOperations(perSecond)}/s`;
  return {
    columns: [
      { title: "resource", align: "left" },
      { title: "at least", align: "right" },
      { title: "peak", align: "right" },
      { title: "least time", align: "right" },
      { title: "theorem", align: "left" },
    ],
    rows: time.terms.map((term) => [
      termName(term.id),
      amount(term),
      rate(term),
      `${formatSeconds(term.seconds)}${atClock(term, machine)}`,
      term.boundId ?? "counted",
    ]),
  };
}

function energyTable({ terms, joules }: EnergyEstimate): string {
  return textTable(
    [
      { title: "what", align: "left" },
      { title: "amount", align: "right" },
      { title: "pJ each", align: "right" },
      { title: "energy", align: "right" },
    ],
    [
      ...terms.map(({ id, amount, picojoules, joules: energy }) => [
        id,
        id === "operation" ? formatOperations(rational(amount)) : formatBytes(amount),
        String(picojoules),
        formatJoules(energy),
      ]),
      ["together", "", "", formatJoules(joules)],
    ],
  );
}
