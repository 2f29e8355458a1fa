import { productTypeOf } from "../../computation/operand-types.js";
import type { Workload } from "../../computation/workload.js";
import { WORKLOAD_FORMS } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import { parseMix, replayMix } from "../../gap/mix.js";
import { mixDocument } from "../../gap/mix-document.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { planReplays } from "../../plan/planned.js";
import type { Execution } from "../../replay/execution.js";
import { formatExecution } from "../../replay/execution.js";
import { chooseL2 } from "../../replay/l2/l2-model.js";
import { mixText } from "../../report/mix-text.js";
import { heading, printJson, printText } from "../output.js";
import { workloadFromFlags } from "../workload-flags.js";
import { readWorkloadFlags } from "./workload-file.js";

export interface MixFlags {
  readonly with?: string;
  readonly mix?: string;
  readonly withTile?: string;
  readonly cache?: string;
  readonly l2Bytes?: number;
  readonly execution?: Execution;
  readonly json?: true;
}

/** `--with FILE --mix 1:1`: the planned kernel and the file's, at once, through a plain cache in lock step. */
export function printMix(workload: Workload, first: PlannedReplay, second: Workload, gpu: Gpu, flags: MixFlags): void {
  if (flags.execution !== undefined && flags.execution.kind !== "lock-step")
    throw new InputError("execution", "lock-step for two kernels at once", formatExecution(flags.execution));
  const cache = chooseL2(gpu, productTypeOf(workload), flags.cache ?? "lru", flags.l2Bytes);
  if (cache.policy === "partitioned")
    throw new InputError("cache", "a plain cache for two kernels at once, such as lru", "partitioned");
  const orders = second.kind === "gemm" ? { orders: [{ kind: "row" }] as const } : {};
  const other = planReplays(second, gpu, { ...orders, tile: flags.withTile })[0];
  if (other === undefined) throw new InputError("--with", "a workload that has a schedule", second.kind);
  const question = { workloads: [workload, second], gpu, cache } as const;
  const report = replayMix(first, other, gpu, parseMix(flags.mix ?? "1:1"), cache);
  if (flags.json === true) printJson(mixDocument(question, report));
  else printText(mixText(question, report, heading));
}

/** The workload of `--with`: the same kinds as a replay's; the machine comes from the command line. */
export async function otherWorkload(path: string): Promise<Workload> {
  const kinds = WORKLOAD_FORMS.filter(({ name }) => name === "gemm" || name === "chain" || name === "attention");
  const { kind, flags } = await readWorkloadFlags(path, kinds, {});
  for (const field of ["gpu", "fastWords"]) {
    if (flags[field] !== undefined)
      throw new InputError(`${path}: ${field}`, "no machine: both kernels run on --gpu", shown(flags[field]));
  }
  return workloadFromFlags(kind, flags);
}
