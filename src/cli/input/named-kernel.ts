import type { Resident } from "../../computation/resident.js";
import type { Workload } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { planReplays } from "../../plan/planned.js";
import { didYouMean } from "../../text/nearest-name.js";
import type { MachineFlags, TiledFlags } from "../options.js";
import { kernelOptions } from "../options.js";

/** Flags that name one kernel schedule. */
export type KernelFlags = Omit<TiledFlags, "l2Bytes"> & Pick<MachineFlags, "cluster"> & { readonly schedule?: string };

/** The one kernel schedule that the flags name, after a kernel that left `resident` in the L2. */
export function plannedKernel(workload: Workload, gpu: Gpu, flags: KernelFlags, resident?: readonly Resident[]): PlannedReplay {
  if (flags.order !== undefined && flags.order.length > 1) throw new InputError("--order", "one order", "several");
  if (flags.band !== undefined && flags.band.length > 1) throw new InputError("--band", "one band", "several");
  const named = flags.schedule ?? impliedKernel(workload, flags);
  const orders = workload.kind === "gemm" || workload.kind === "conv" ? (flags.order ?? [{ kind: "row" } as const]) : flags.order;
  const bands = named !== undefined && named === BANDED[workload.kind] ? (flags.band ?? [1]) : flags.band;
  const planned = planReplays(workload, gpu, { ...kernelOptions(flags), orders, bands, schedule: named, resident });
  const ids = [...new Set(planned.map(({ fields }) => String(fields["id"])))];
  const id = namedAmong(named ?? ids[0] ?? "", ids);
  return planned.find(({ fields }) => fields["id"] === id) as PlannedReplay;
}

/** The kernel that is meant where none is named: the one that knows a flag given, else a product's tiled one, else the first. */
function impliedKernel({ kind }: Workload, flags: KernelFlags): string | undefined {
  if (kind === "gemm") return "tiled-gemm";
  if (kind === "attention" && flags.splits !== undefined) return "flash-decoding";
  if (kind === "attention" && flags.cluster !== undefined) return "flash-attention-3";
  if (kind === "attention" && flags.keyOrder === "sawtooth") return "persistent-attention";
  return flags.band === undefined && flags.serpentine === undefined ? undefined : BANDED[kind];
}

/** The kernel that `--band` alone means. */
const BANDED: Readonly<Partial<Record<Workload["kind"], string>>> = { chain: "chain-bands", ffn: "ffn-bands" };

/** The id where it is known. @throws InputError naming `--schedule`. */
export function namedAmong(id: string, known: readonly string[]): string {
  if (!known.includes(id)) {
    throw new InputError(
      "--schedule",
      `one of ${known.join(", ")} for this workload and machine${didYouMean(id, known)}`,
      shown(id),
    );
  }
  return id;
}
