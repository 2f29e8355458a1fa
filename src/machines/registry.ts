import { checkInteger, checkText, InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import { A40 } from "./a40.js";
import { A100, A100_40GB } from "./a100.js";
import { B200 } from "./b200.js";
import { H20 } from "./h20.js";
import { H100, H100_L2, H100_PCIE } from "./h100.js";
import { H200, H200_L2 } from "./h200.js";
import type { L2Fit } from "./l2-fit.js";
import type { AbstractMachine, Accelerator, Gpu } from "./machine.js";
import { RTX_4090 } from "./rtx4090.js";
import { SN40L } from "./sn40l.js";
import { TPU_V1 } from "./tpu-v1.js";

/** The GPUs known by name, every figure with its source. */
export const GPUS: readonly Gpu[] = [A40, A100_40GB, A100, H100, H100_PCIE, H200, H20, B200, RTX_4090];
/** Machines other than GPUs, with one explicitly managed memory on the chip. */
export const ACCELERATORS: readonly Accelerator[] = [TPU_V1, SN40L];
/** GPUs and other machines, as `redblue gpus` lists them. */
export const MACHINES: readonly (Gpu | Accelerator)[] = [...GPUS, ...ACCELERATORS];

/** GPUs whose counters were read, by id. */
export const L2_FITS: Readonly<Record<string, L2Fit>> = { h200: H200_L2, h100: H100_L2 };

/** Other names of known machines, to their ids. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ["a100-80gb", "a100"],
  ["h100-sxm", "h100"],
  ["rtx-4090", "rtx4090"],
]);

function lookUp<M extends Gpu | Accelerator>(name: string, machines: readonly M[], subject: string): M {
  const lower = checkText(subject, name).toLowerCase();
  const id = ALIASES.get(lower) ?? lower;
  const found = machines.find((machine) => machine.id === id);
  if (found !== undefined) return found;
  const ids = machines.map((machine) => machine.id);
  const names = [...ids, ...[...ALIASES].filter(([, target]) => ids.includes(target)).map(([alias]) => alias)];
  throw new InputError(subject, `one of ${names.join(", ")}${didYouMean(name, names)}`, shown(name));
}

/**
 * The machine with this id or alias, case aside.
 *
 * @throws InputError about `subject` that lists the known names, and the nearest one where `name` looks like a slip.
 */
export function machineNamed(name: string, subject: string = "machine"): Gpu | Accelerator {
  return lookUp(name, MACHINES, subject);
}

/** As `machineNamed`, among the GPUs alone. */
export function gpuNamed(name: string, subject: string = "gpu"): Gpu {
  return lookUp(name, GPUS, subject);
}

/**
 * The GPU that a driver calls `NVIDIA A100-SXM4-80GB` or `NVIDIA GeForce RTX 4090`; undefined for one that is not known. The
 * name must hold every part of an id, and the id with most parts wins: `h100-pcie` over `h100`.
 */
export function gpuOfDevice(device: string): Gpu | undefined {
  const words = checkText("device", device)
    .toLowerCase()
    .split(/[\s-]+/);
  const names = [...GPUS.map(({ id }) => [id, id] as const), ...ALIASES].map(([name, id]) => ({ parts: name.split("-"), id }));
  const fitting = names.filter(({ parts }) => parts.every((part) => words.includes(part)));
  const best = fitting.sort((x, y) => y.parts.length - x.parts.length)[0];
  return GPUS.find(({ id }) => id === best?.id);
}

/** The two-level memory model with one fast memory of `fastWords` words, at least 1. */
export function abstractMachine(fastWords: number, subject: string = "fastWords"): AbstractMachine {
  checkInteger(subject, fastWords, 1);
  return { kind: "abstract", id: "abstract", name: `fast memory of ${fastWords} words`, fastWords };
}
