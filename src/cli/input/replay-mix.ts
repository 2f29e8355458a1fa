import { CommanderError } from "commander";
import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import { parseMix, replayMix } from "../../gap/mix.js";
import { mixDocument } from "../../gap/mix-document.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import type { Execution } from "../../replay/execution.js";
import { formatExecution } from "../../replay/execution.js";
import { checkOneL2, chooseL2 } from "../../replay/l2/l2-model.js";
import { mixText } from "../../report/mix-text.js";
import { addScheduleFlags } from "../options.js";
import { heading, printJson, printText } from "../output.js";
import { askedWorkload, quietProgram } from "../quiet-program.js";
import { plainWords } from "../typed-words.js";
import { isThere } from "./files.js";
import type { KernelFlags } from "./named-kernel.js";
import { plannedKernel } from "./named-kernel.js";

export interface MixFlags {
  readonly with?: string;
  readonly mix?: string;
  readonly withTile?: string;
  readonly cache?: string;
  readonly l2Bytes?: number;
  readonly execution?: Execution;
  readonly json?: true;
}

/** The kernel of `--with`. */
export interface SecondKernel {
  readonly workload: Workload;
  readonly flags: KernelFlags;
}

/** `--with WORKLOAD --mix 1:1`: the planned kernel and another, at once, through a plain cache in lock step. */
export function printMix(workload: Workload, first: PlannedReplay, second: SecondKernel, gpu: Gpu, flags: MixFlags): void {
  if (flags.execution !== undefined && flags.execution.kind !== "lock-step")
    throw new InputError("execution", "lock-step for two kernels at once", formatExecution(flags.execution));
  const cache = chooseL2(gpu, productTypeOf(workload), flags.cache ?? "lru", flags.l2Bytes);
  if (cache.policy === "partitioned")
    throw new InputError("cache", "a plain cache for two kernels at once, such as lru", "partitioned");
  checkOneL2(cache, "two kernels at once");
  const other = planned(second, gpu);
  const question = { workloads: [workload, second.workload], gpu, cache } as const;
  const report = replayMix(first, other, gpu, parseMix(flags.mix ?? "1:1"), cache);
  if (flags.json === true) printJson(mixDocument(question, report));
  else printText(mixText(question, report, heading));
}

/**
 * The workload of `--with`, a file or typed as after `redblue replay`, and the flags of its schedule: `ffn --tokens 512 --model 4096
 * --hidden 11008 --band 4`. The machine comes from the command line.
 *
 * @throws InputError that names `--with`
 */
export async function secondKernel(text: string, tile: string | undefined): Promise<SecondKernel> {
  const program = quietProgram();
  const words = isThere(text) ? [text] : text.trim().split(/\s+/);
  const read = askedWorkload<KernelFlags>(program, "replay", (command) => {
    addScheduleFlags(command).option("--schedule <id>", "");
  });
  try {
    await program.parseAsync(plainWords(["replay", ...words], program), { from: "user" });
    for (const field of ["gpu", "fastWords"] as const) {
      const given = (read()?.flags as Readonly<Record<string, unknown>> | undefined)?.[field];
      if (given !== undefined)
        throw new InputError(`${words[0]}: ${field}`, "no machine: both kernels run on --gpu", shown(given));
    }
    if (read()?.flags.hint !== undefined) throw new InputError("--hint", "none beside another kernel", shown(read()?.flags.hint));
  } catch (error) {
    throw error instanceof CommanderError ? new InputError("--with", error.message.replace(/^error: /, "")) : ofWith(error);
  }
  const asked = read();
  if (asked === undefined) throw new InputError("--with", "a workload", shown(text));
  return tile === undefined ? asked : { ...asked, flags: { ...asked.flags, tile } };
}

function planned({ workload, flags }: SecondKernel, gpu: Gpu): PlannedReplay {
  try {
    return plannedKernel(workload, gpu, flags);
  } catch (error) {
    throw ofWith(error);
  }
}

/** The error, which says of a flag of the second kernel that it is not one of the first. */
function ofWith(error: unknown): unknown {
  return error instanceof InputError ? new InputError(`--with: ${error.subject}`, error.expected, error.found) : error;
}
