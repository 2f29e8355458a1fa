import { InputError } from "../../errors.js";
import { bytesOnChip, bytesPerDie, bytesPerSm, cachesOf, type Gpu, type Machine, onChipBytes } from "../../machines/machine.js";
import { describeInside, interfacesOf } from "../../machines/tree.js";
import type { Setting } from "../bound.js";

/** A product needs one word of each operand and its sum at the same time, unless the sum replaces one of them. */
const MINIMUM_FAST_WORDS = 3;

/**
 * The interfaces of a machine as fast memories in front of a slow one. For DRAM everything on the chip is the fast memory:
 * the L2 does not contain the SMs' registers and shared memory.
 */
export function settingsOf(machine: Machine): readonly Setting[] {
  switch (machine.kind) {
    case "abstract":
      if (!(Number.isSafeInteger(machine.fastWords) && machine.fastWords >= MINIMUM_FAST_WORDS)) {
        throw new InputError(
          "fast-words",
          `at least ${MINIMUM_FAST_WORDS} words, what one product needs`,
          `${machine.fastWords}`,
        );
      }
      return [
        {
          interface: "slow-fast",
          unit: "words",
          capacity: BigInt(machine.fastWords),
          memories: 1n,
          fastMemory: `${machine.fastWords} words`,
        },
      ];
    case "gpu": {
      const perSm = bytesPerSm(machine);
      const inSm =
        machine.tensorMemoryPerSmBytes > 0 ? "registers, L1/shared and tensor memory" : "registers and L1/shared memory";
      return [
        {
          interface: "dram-l2",
          unit: "bytes",
          capacity: BigInt(bytesOnChip(machine)),
          memories: 1n,
          fastMemory: `everything on the chip, ${bytesOnChip(machine)} bytes: ${cachesOf(machine)} and the ${inSm} of ${machine.sms} SMs`,
        },
        ...dieSettings(machine, inSm),
        ...clusterSettings(machine, inSm),
        {
          interface: "l2-sm",
          unit: "bytes",
          capacity: BigInt(perSm),
          memories: BigInt(machine.sms),
          fastMemory: `${inSm} of one SM, ${perSm} bytes, on each of ${machine.sms} SMs`,
        },
      ];
    }
    case "tree":
      return interfacesOf(machine).map((one) => ({
        interface: one.id,
        unit: "bytes",
        capacity: BigInt(one.capacity),
        memories: BigInt(one.inner.memories),
        fastMemory: describeInside(machine, one),
        // All levels outside are slow memory together.
        adds: machine.levels.slice(0, machine.levels.indexOf(one.inner)).some(({ adds }) => adds !== false),
        isSpread: one.isSpread,
      }));
    case "accelerator": {
      const bytes = onChipBytes(machine);
      return [
        {
          interface: "dram-l2",
          unit: "bytes",
          capacity: BigInt(bytes),
          memories: 1n,
          fastMemory: `everything on the chip, ${bytes} bytes: ${Object.keys(machine.onChipBytes).join(", ")}`,
        },
      ];
    }
  }
}

/** The interface between a last-level cache and the dies: one memory a die of its L2 and all its SMs, which pass each other nothing but through their ports. */
function dieSettings(gpu: Gpu, inSm: string): readonly Setting[] {
  const { dies = 1, sms, l3Bytes } = gpu;
  if (l3Bytes === undefined) return [];
  const capacity = bytesPerDie(gpu);
  const fastMemory = `L2 and the ${inSm} of ${Math.ceil(sms / dies)} SMs of one die, ${capacity} bytes, on each of ${dies} dies`;
  return [{ interface: "l3-l2", unit: "bytes", capacity: BigInt(capacity), memories: BigInt(dies), fastMemory }];
}

/**
 * The interface into clusters of c SMs that share by multicast and distributed shared memory: for what enters a cluster it is one
 * memory of c times an SM's size. Groups of at most c SMs, the same throughout: ceil(SMs / c) of them hold all there is.
 */
function clusterSettings(gpu: Gpu, inSm: string): readonly Setting[] {
  const size = gpu.clusterSize ?? 1;
  if (size === 1) return [];
  const clusters = Math.ceil(gpu.sms / size);
  const capacity = size * bytesPerSm(gpu);
  return [
    {
      interface: "l2-cluster",
      unit: "bytes",
      capacity: BigInt(capacity),
      memories: BigInt(clusters),
      fastMemory: `${inSm} of a cluster of ${size} SMs, ${capacity} bytes, on each of ${clusters} clusters of the same SMs throughout`,
    },
  ];
}
