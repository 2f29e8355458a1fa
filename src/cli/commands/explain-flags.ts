import type { Command } from "commander";
import type { Bound } from "../../bounds/bound.js";
import { bestReads } from "../../bounds/prove.js";
import { residentOf } from "../../bounds/warm-start.js";
import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import type { ExplainOptions } from "../../gap/breakdown/explained-gap.js";
import type { Machine } from "../../machines/machine.js";
import { chooseL2 } from "../../replay/l2/l2-model.js";
import { addAllFlag } from "../breadth-flags.js";
import type { MachineFlags, TiledFlags } from "../options.js";
import { addAssumeFlag, addClusterFlag, addMachineFlags, addTiledFlags, kernelOptions, ruleFromFlags } from "../options.js";
import { printRemark, progress } from "../output.js";
import { addPortFlags } from "../port-flags.js";
import type { ResidentFlag } from "../resident-flag.js";
import { addResidentFlag } from "../resident-flag.js";

/** Flags of commands that set a schedule beside bounds and explain the gap. */
export interface ExplainFlags extends MachineFlags, TiledFlags, ResidentFlag {
  readonly assume?: string;
  readonly schedule?: string;
  readonly measuredReads?: bigint;
  readonly range?: true;
  readonly all?: true;
}

export function addExplainFlags(command: Command): Command {
  return addResidentFlag(addAllFlag(addPortFlags(addTiledFlags(addAssumeFlag(addClusterFlag(addMachineFlags(command)))))))
    .option("--schedule <id|file>", "only this schedule (redblue schedules lists them), or a schedule file (docs/report.md)")
    .option("--measured-reads <bytes>", "DRAM reads that the hardware counted: the top of the explanation", bytes);
}

/** What the flags say about the schedules, their cache and the counter beside them. */
export function explainOptions(workload: Workload, machine: Machine, flags: ExplainFlags): ExplainOptions {
  if (flags.spillBytes !== undefined && flags.schedule === undefined)
    throw new InputError("--spill-bytes", "--schedule ID beside it: a compiler reports of one kernel", "none");
  const policy = flags.cache ?? (flags.range === true ? "partitioned" : undefined);
  const namesL2 = machine.kind === "gpu" && [policy, flags.l2Bytes, flags.execution].some((flag) => flag !== undefined);
  return {
    rule: ruleFromFlags(flags, machine),
    ...kernelOptions(flags),
    resident: flags.resident,
    all: flags.all,
    schedule: machine.kind === "gpu" ? flags.schedule : undefined,
    l2: namesL2 ? chooseL2(machine, productTypeOf(workload), policy, flags.l2Bytes, flags.execution) : undefined,
    explained: flags.schedule,
    measuredReads: flags.measuredReads,
    onReplay: (label) => progress(`replaying ${label}`),
  };
}

/** Exit status of a counter: 1, and a line on stderr, where it is below what any kernel reads from cold caches. */
export function statusOfReads(bounds: readonly Bound[], measured: bigint | undefined): 0 | 1 {
  const least = bestReads(bounds).get("dram-l2")?.reads;
  if (measured === undefined || least === undefined || measured >= least) return 0;
  const start = residentOf(bounds) === undefined ? "cold caches: a warm cache" : "this start: more in the L2";
  printRemark(
    `--measured-reads: ${measured} bytes are below the ${least} that any kernel reads from ${start}, or another workload`,
  );
  return 1;
}

function bytes(text: string): bigint {
  if (/^[1-9]\d{0,29}$/.test(text)) return BigInt(text);
  throw new InputError("--measured-reads", "a whole number of bytes", shown(text));
}
