import type { Command } from "commander";
import { THEOREMS } from "../bounds/catalogue.js";
import { toJson } from "../bounds/certificate-json.js";
import type { Accelerator, Gpu } from "../machines/machine.js";
import { ACCELERATORS, GPUS, MACHINES, machineNamed } from "../machines/registry.js";
import { CACHE_MODELS } from "../replay/l2-model.js";
import { textTable } from "../report/table.js";
import { formatCapacity } from "../report/units.js";
import { SCHEDULES } from "../schedules/catalogue.js";
import { printJson, printText } from "./output.js";
import { examples } from "./workload-command.js";

interface Flags {
  readonly json?: true;
}

/** `redblue gpus`, `schedules`, `bounds`, `caches`: what there is, with sources. */
export function addListCommands(program: Command): void {
  program
    .command("gpus")
    .summary("list machines, or show one with the source of every figure")
    .description("List the machines the tool knows, or show one with the source of every figure.")
    .argument("[name]", "show this machine")
    .option("--json", "print JSON")
    .addHelpText("after", examples(["redblue gpus", "redblue gpus h200"]))
    .action((name: string | undefined, flags: Flags) => {
      const machines = name === undefined ? MACHINES : [machineNamed(name, "name")];
      if (flags.json === true) printJson({ schema: "redblue.machines/1", machines: machines.map(toJson) });
      else printText(name === undefined ? machineTable() : machines.map(machineDetails).join("\n"));
    });
  list(program, "schedules", "schedules that can be replayed", SCHEDULES, ["id", "workload", "machine", "parameters", "source"]);
  list(program, "bounds", "theorems behind the bounds", THEOREMS, ["id", "title", "statement", "proof", "trust", "source"]);
  list(program, "caches", "cache models of a replay", CACHE_MODELS, ["id", "title", "source"]);
}

function list(program: Command, name: string, what: string, entries: readonly object[], fields: readonly string[]): void {
  program
    .command(name)
    .summary(`list the ${what}`)
    .description(`List the ${what}.`)
    .option("--json", "print JSON")
    .addHelpText("after", examples([`redblue ${name}`]))
    .action((flags: Flags) => {
      if (flags.json === true) {
        printJson({ schema: `redblue.${name}/1`, [name]: entries });
        return;
      }
      const blocks = entries.map((entry) => {
        const [id, ...rest] = fields.map((field) => String((entry as Readonly<Record<string, unknown>>)[field] ?? ""));
        return [id, ...rest.map((text, i) => `  ${fields[i + 1]}: ${text}`)].join("\n");
      });
      printText(blocks.join("\n\n"));
    });
}

function machineTable(): string {
  const gpus = GPUS.map((gpu) => [
    gpu.id,
    gpu.name,
    String(gpu.sms),
    formatCapacity(gpu.sharedMemoryPerSmBytes),
    formatCapacity(gpu.l2Bytes),
    `${gpu.dramBytesPerSecond / 1e9} GB/s`,
  ]);
  const others = ACCELERATORS.map((machine) => {
    const onChip = Object.values(machine.onChipBytes).reduce((sum, bytes) => sum + bytes, 0);
    return [machine.id, machine.name, "", formatCapacity(onChip), "", `${machine.dramBytesPerSecond / 1e9} GB/s`];
  });
  const titles = ["id", "name", "SMs", "shared/SM or chip", "L2", "DRAM"];
  const columns = titles.map((title, i) => ({ title, align: i < 2 ? ("left" as const) : ("right" as const) }));
  return textTable(columns, [...gpus, ...others]);
}

function machineDetails(machine: Gpu | Accelerator): string {
  const flat = (value: unknown, path: string): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === "" ? key : `${path}.${key}`))
      : [`${path}: ${value}`];
  const { sources, ...figures } = machine;
  return [...flat(figures, ""), "", "sources:", ...sources.map(({ field, source }) => `  ${field}: ${source}`)].join("\n");
}
