import type { Command } from "commander";
import { THEOREMS } from "../../bounds/catalogue.js";
import { toJson } from "../../bounds/certificates/json.js";
import { REQUIREMENTS } from "../../bounds/requirements.js";
import { InputError, shown } from "../../errors.js";
import { withLevelsById } from "../../machines/figures.js";
import { bytesInside, bytesOnChip, describeInside, interfacesOf } from "../../machines/levels.js";
import type { Accelerator, Gpu, TreeMachine } from "../../machines/machine.js";
import { machineFromJson } from "../../machines/machine-file.js";
import { ACCELERATORS, GPUS, MACHINES, machineNamed, TREES } from "../../machines/registry.js";
import { CACHE_MODELS } from "../../replay/l2/l2-model.js";
import { interfaceLabel } from "../../report/interface-names.js";
import { textTable } from "../../report/table.js";
import { formatCapacity } from "../../report/units.js";
import { SCHEDULES } from "../../schedules/catalogue.js";
import { didYouMean, plainName } from "../../text/nearest-name.js";
import { examples } from "../examples.js";
import { readTextFile } from "../input/files.js";
import { printJson, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";

interface Flags {
  readonly json?: true;
  readonly fromFile?: string;
}

/** `redblue gpus`: the machines, or one of them. */
export function addGpusCommand(program: Command): void {
  program
    .command("gpus")
    .summary(SUMMARIES.gpus)
    .description("List the machines the tool knows, or show one with the source of every figure.")
    .argument("[name]", "show this machine")
    .option("--from-file <file>", "check a machine file of your own, a GPU or a tree of memories, and show it")
    .option("--json", "print JSON")
    .addHelpText("after", examples(["redblue gpus", "redblue gpus h200", "redblue gpus h200 --json", "redblue gpus xeon-8480"]))
    .action((name: string | undefined, flags: Flags) => {
      const { fromFile } = flags;
      if (fromFile !== undefined && name !== undefined) throw new InputError("--from-file", "either a name or a file", "both");
      const own = fromFile === undefined ? undefined : machineFromJson(readTextFile(fromFile), fromFile);
      const machines = own !== undefined ? [own] : name === undefined ? MACHINES : [machineNamed(name, "name")];
      if (flags.json === true) printJson({ schema: "redblue.machines/2", machines: machines.map(toJson) });
      else printText(name === undefined && own === undefined ? machineTable() : machines.map(machineDetails).join("\n"));
    });
}

interface Listed {
  readonly entries: readonly Entry[];
  readonly fields: readonly string[];
  readonly example: string;
  /** What the entries refer to, with ids of their own: shown by name, and listed after them. */
  readonly beside?: { readonly name: string; readonly entries: readonly Entry[] };
}

interface Entry {
  readonly id: string;
}

type ListName = "schedules" | "bounds" | "caches";

const LISTS: Readonly<Record<ListName, Listed>> = {
  schedules: { entries: SCHEDULES, fields: ["id", "workload", "machine", "parameters", "source"], example: "tiled-gemm" },
  bounds: {
    entries: THEOREMS,
    fields: ["id", "title", "statement", "requires", "proof", "status", "source", "meaning"],
    example: "no-l2-adds",
    beside: { name: "requirements", entries: Object.entries(REQUIREMENTS).map(([id, meaning]) => ({ id, meaning })) },
  },
  caches: { entries: CACHE_MODELS, fields: ["id", "title", "source"], example: "partitioned" },
};

/** `redblue schedules`, `bounds`, `caches`: what there is, all known here unless given, or one of it, with sources. */
export function addListCommand(name: ListName, entries: readonly Entry[] = LISTS[name].entries): (program: Command) => void {
  const schema = name === "bounds" ? "theorems" : name;
  const { fields, example, beside = { name: "others", entries: [] } } = LISTS[name];
  return (program) => {
    program
      .command(name)
      .summary(SUMMARIES[name])
      .description(`${SUMMARIES[name][0]?.toUpperCase()}${SUMMARIES[name].slice(1)}.`)
      .argument("[name]", "show this one")
      .option("--json", "print JSON")
      .addHelpText("after", examples([`redblue ${name}`, `redblue ${name} ${example}`, `redblue ${name} --json`]))
      .action((wanted: string | undefined, flags: Flags) => {
        const all = [...entries, ...beside.entries];
        const chosen = wanted === undefined ? all : [entryNamed(all, wanted)];
        const [own, others] = [entries, beside.entries].map((some) =>
          chosen.filter((entry) => some.includes(entry)).map(withoutFunctions),
        );
        const refers = (others ?? []).length > 0 ? { [beside.name]: toJson(others) } : {};
        if (flags.json === true) printJson({ schema: `redblue.${schema}/2`, [name]: toJson(own), ...refers });
        else printText(chosen.map((entry) => entryText(entry, fields)).join("\n\n"));
      });
  };
}

/** What an entry says; what it does has no place in a document. */
function withoutFunctions(entry: Entry): object {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value !== "function"));
}

/** The ids of cache models are forms such as `random[:SEED]`; what stands before their first bracket or colon is enough. */
function entryNamed(entries: readonly Entry[], wanted: string): Entry {
  const found = entries.find(({ id }) => id === wanted || plainName(id) === wanted);
  if (found !== undefined) return found;
  const names = entries.map(({ id }) => plainName(id));
  throw new InputError("name", `one of ${names.join(", ")}${didYouMean(wanted, names)}`, shown(wanted));
}

function entryText(entry: Entry, fields: readonly string[]): string {
  const values = new Map(
    Object.entries(entry).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
  const lines = fields.filter((field) => field !== "id" && values.has(field)).map((field) => `  ${field}: ${values.get(field)}`);
  return [entry.id, ...lines].join("\n");
}

function machineTable(): string {
  const gpus = GPUS.map((gpu) => [
    gpu.id,
    gpu.name,
    gpu.computeCapability,
    String(gpu.sms),
    formatCapacity(gpu.sharedMemoryPerSmBytes),
    formatCapacity(gpu.l2Bytes),
    `${gpu.dramBytesPerSecond / 1e9} GB/s`,
  ]);
  const others = ACCELERATORS.map((machine) => {
    return [
      machine.id,
      machine.name,
      "",
      "",
      formatCapacity(bytesOnChip(machine)),
      "",
      `${machine.dramBytesPerSecond / 1e9} GB/s`,
    ];
  });
  const trees = TREES.map((machine) => [
    ...[machine.id, machine.name, "", "", formatCapacity(bytesInside(machine.levels, 1)), "", rateText(machine)],
  ]);
  const titles = ["id", "name", "capability", "SMs", "shared/SM or chip", "L2", "DRAM"];
  const columns = titles.map((title, i) => ({ title, align: i < 2 ? ("left" as const) : ("right" as const) }));
  return textTable(columns, [...gpus, ...others, ...trees]);
}

/** The rate of the outermost interface of a tree. */
function rateText({ levels }: TreeMachine): string {
  const [inner] = levels.slice(1);
  return inner?.bytesPerSecond === undefined ? "" : `${(inner.memories * inner.bytesPerSecond) / 1e9} GB/s`;
}

function machineDetails(machine: Gpu | Accelerator | TreeMachine): string {
  const flat = (value: unknown, path: string): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === "" ? key : `${path}.${key}`))
      : [`${path}: ${value}`];
  const { sources, ...figures } = machine;
  const shown = machine.kind === "tree" ? withLevelsById(figures as typeof machine) : figures;
  const interfaces = interfacesOf(machine).map((one) => `  ${interfaceLabel(one.id, machine)}: ${describeInside(machine, one)}`);
  const cited = sources.map(({ field, source }) => `  ${field}: ${source}`);
  return [...flat(shown, ""), "", "interfaces:", ...interfaces, "", "sources:", ...cited].join("\n");
}
