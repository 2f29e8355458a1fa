import { checkInteger, checkText, InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import { A40 } from "./known/a40.js";
import { A100, A100_40GB } from "./known/a100.js";
import { MANAGED } from "./known/accelerators.js";
import { B200 } from "./known/b200.js";
import { CARDS } from "./known/cards.js";
import { H20 } from "./known/h20.js";
import { H100, H100_L2, H100_PCIE } from "./known/h100.js";
import { H200, H200_L2 } from "./known/h200.js";
import { INSTINCTS } from "./known/instinct.js";
import { RTX_4090 } from "./known/rtx4090.js";
import { SN40L } from "./known/sn40l.js";
import { TPU_V1 } from "./known/tpu-v1.js";
import { TREES } from "./known/trees.js";
import type { L2Fit } from "./l2-fit.js";
import type { AbstractMachine, Accelerator, Gpu, TreeMachine } from "./machine.js";

const NVIDIA: readonly Gpu[] = [A40, A100_40GB, A100, H100, H100_PCIE, H200, H20, B200, RTX_4090, ...CARDS];
/** The GPUs known by name, every figure with its source, by compute capability, AMD's last. */
export const GPUS: readonly Gpu[] = [
  ...[...NVIDIA].sort((a, b) => Number(a.computeCapability) - Number(b.computeCapability)),
  ...INSTINCTS,
];
/** Machines other than GPUs, with one explicitly managed memory on the chip. */
export const ACCELERATORS: readonly Accelerator[] = [TPU_V1, SN40L, ...MANAGED];
/** GPUs and other machines, as `redblue gpus` lists them. */
export const MACHINES: readonly (Gpu | Accelerator | TreeMachine)[] = [...GPUS, ...ACCELERATORS, ...TREES];
export { TREES };

/** GPUs whose counters were read, by id. */
export const L2_FITS: Readonly<Record<string, L2Fit>> = { h200: H200_L2, h100: H100_L2 };

/** Other names of known machines, to their ids; those that drivers print are among them. */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a100: "a100-80gb a100-sxm a100-sxm4 a100-sxm-80gb a100-sxm4-80gb a100-80gb-sxm a100-80gb-sxm4",
    "a100-40gb": "a100-sxm-40gb a100-sxm4-40gb a100-40gb-sxm a100-40gb-sxm4 a100-pcie-40gb a100-40gb-pcie",
    h100: "h100-sxm h100-sxm5 h100-80gb h100-80gb-hbm3 h100-sxm-80gb h100-sxm5-80gb h100-80gb-sxm h100-80gb-sxm5",
    "h100-pcie": "h100-pcie-80gb h100-80gb-pcie",
    h200: "h200-sxm h200-sxm5 h200-141gb h200-sxm-141gb h200-141gb-sxm h200-141gb-hbm3e",
    b200: "b200-sxm b200-180gb b200-192gb",
    rtx4090: "rtx-4090 4090",
    rtx3090: "rtx-3090 3090",
    rtx5090: "rtx-5090 5090",
    v100: "v100-sxm2 v100-sxm2-32gb v100-32gb",
    gh200: "gh200-480gb gh200-96gb gh200-96gb-hbm3",
    gb10: "dgx-spark",
    "tpu-v6e": "trillium",
    trainium2: "trn2",
    "rtx-pro-6000": "rtx-pro-6000-blackwell rtx-pro-6000-blackwell-workstation-edition pro-6000",
  }).flatMap(([id, names]) => names.split(" ").map((name) => [name, id] as const)),
);

/** GPUs that people ask for and that have no file here: no known name is near to theirs. */
const ELSEWHERE = /^(a[12]6?|a20|a6000|a800|h800|l40|t4|p100|b100|(rtx)?(2080|30[678]0|40[6-8]0|50[678]0)|mi\d{3}[axp]?)(?!\d)/;

/** A name without maker, series, case and separators: `NVIDIA H100 80GB HBM3` as `h10080gbhbm3`. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/\b(nvidia|geforce|tesla|amd|instinct|google|sambanova|aws|intel)\b/g, "")
    .replace(/[\s_-]+/g, "");
}

const IDS: ReadonlyMap<string, string> = new Map([
  ...MACHINES.flatMap(({ id, name }) => [id, name].map((one) => [keyOf(one), id] as const)),
  ...[...ALIASES].map(([alias, id]) => [keyOf(alias), id] as const),
]);

function lookUp<M extends Gpu | Accelerator | TreeMachine>(
  name: string,
  machines: readonly M[],
  subject: string,
  orElse = "",
): M {
  const key = keyOf(checkText(subject, name));
  const found = machines.find((machine) => machine.id === IDS.get(key));
  if (found !== undefined) return found;
  const [, major, minor] = /^(?:sm|cc|compute)?(\d{1,2})\.?(\d)[af]?$/.exec(key) ?? [];
  const alike = machines.filter((one) => one.kind === "gpu" && one.computeCapability === `${major}.${minor}`);
  const ids = (alike.length === 0 ? machines : alike).map(({ id }) => id);
  const names = [...ids, ...[...ALIASES].filter(([, target]) => ids.includes(target)).map(([alias]) => alias)];
  const which = alike.length === 0 ? "" : `, the GPUs of compute capability ${major}.${minor} known here`;
  const slip = alike.length > 0 || ELSEWHERE.test(key) ? "" : didYouMean(name, names);
  throw new InputError(subject, `one of ${ids.join(", ")}${which}${orElse}${slip}`, shown(name));
}

/**
 * The machine with this id or alias; case, separators and the maker's name aside.
 *
 * @throws InputError about `subject` that lists the known ids, what else is taken (`orElse`), and the nearest name where `name`
 * looks like a slip.
 */
export function machineNamed(name: string, subject: string = "machine", orElse: string = ""): Gpu | Accelerator | TreeMachine {
  return lookUp(name, MACHINES, subject, orElse);
}

/** As `machineNamed`, among the GPUs alone. */
export function gpuNamed(name: string, subject: string = "gpu"): Gpu {
  return lookUp(name, GPUS, subject);
}

/**
 * The GPU that a driver calls `NVIDIA A100-SXM4-80GB` or `NVIDIA GeForce RTX 4090`; undefined for one that is not known, such as a
 * variant with other figures (`NVIDIA H100 NVL`).
 */
export function gpuOfDevice(device: string): Gpu | undefined {
  const id = IDS.get(keyOf(checkText("device", device)));
  return GPUS.find((gpu) => gpu.id === id);
}

/** The two-level memory model with one fast memory of `fastWords` words, at least 1. */
export function abstractMachine(fastWords: number, subject: string = "fastWords"): AbstractMachine {
  checkInteger(subject, fastWords, 1);
  return { kind: "abstract", id: "abstract", name: `fast memory of ${fastWords} words`, fastWords };
}
