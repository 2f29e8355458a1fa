/** Machines: GPUs, accelerators and the two-level memory model. */

export { gpuFromJson, gpuToJson } from "./gpu-file.js";
export { INTERFACE_DEFINITIONS } from "./interfaces.js";
export { bytesOnChip } from "./levels.js";
export type {
  AbstractMachine,
  Accelerator,
  FigureSource,
  Gpu,
  Interface,
  Machine,
  MemoryKind,
  TreeLevel,
  TreeMachine,
} from "./machine.js";
export { bytesPerSm, withClusters } from "./machine.js";
export { machineFromJson } from "./machine-file.js";
export { ACCELERATORS, abstractMachine, GPUS, gpuNamed, gpuOfDevice, MACHINES, machineNamed, TREES } from "./registry.js";
