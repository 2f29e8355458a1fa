import { describe, expect, it } from "vitest";
import { proveBounds } from "../../src/bounds/prove.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { bytesInside, interfacesOf, levelsOf } from "../../src/machines/levels.js";
import type { Machine, TreeMachine } from "../../src/machines/machine.js";
import { bytesPerSm, withClusters } from "../../src/machines/machine.js";
import { ACCELERATORS, abstractMachine, GPUS, gpuNamed, TREES } from "../../src/machines/registry.js";

/** The levels of a machine as a tree of its own, by other names. */
function asTree(machine: Machine): TreeMachine {
  const levels = levelsOf(machine).map(({ memories, bytes, adds }, i) => ({
    ...{ id: `level${i}`, memories, bytes: { cache: Object.values(bytes).reduce((sum, one) => sum + one, 0) } },
    ...(adds === undefined ? {} : { adds }),
  }));
  return { kind: "tree", id: "as-tree", name: "as a tree", levels, peakOperationsPerSecond: {}, sources: [] };
}

describe("every machine is levels", () => {
  it.each([...GPUS, ...ACCELERATORS, ...TREES].map((machine) => [machine.id, machine] as const))(
    "%s has an interface between each two, whose memory holds all inside",
    (_, machine) => {
      const levels = levelsOf(machine);
      const interfaces = interfacesOf(machine);
      expect(interfaces.map(({ inner }) => inner)).toEqual(levels.slice(1));
      expect(new Set(interfaces.map(({ id }) => id)).size).toBe(interfaces.length);
      interfaces.forEach(({ capacity, inner }, i) => {
        const next = interfaces[i + 1];
        const own = Object.values(inner.bytes).reduce((sum, bytes) => sum + bytes, 0);
        const inside = next === undefined ? 0 : next.capacity * (next.inner.memories / inner.memories);
        expect(capacity).toBeGreaterThanOrEqual(own + inside);
      });
    },
  );

  it.each(["h100", "mi300x", "b200", "tpu-v1"])("%s has the bounds of the tree of its levels", (id) => {
    const machine = [...GPUS, ...ACCELERATORS].find((one) => one.id === id);
    if (machine === undefined) throw new Error("no machine");
    const product = gemmWorkload({ m: 4096, n: 3000, k: 2000, dataType: "bf16" });
    const facts = (one: Machine) => {
      const ids = interfacesOf(one).map((at) => at.id);
      return proveBounds(product, one)
        .filter(({ scope }) => scope !== "class")
        .map(({ interface: at, value, scope, requires }) => [ids.indexOf(at), value, scope, requires]);
    };
    expect(facts(machine)).toEqual(facts(asTree(machine)));
  });

  it("clusters and dies of several sizes count as the fullest, and words of the two-level memory model as words", () => {
    const [h100, mi300x] = [gpuNamed("h100"), gpuNamed("mi300x")];
    // Eight clusters of 16 and one of 4, of whose even share no cluster could hold 16 SMs.
    const [, cluster, sm] = interfacesOf(withClusters({ ...h100, maximumClusterSize: 16 }, 16));
    expect([cluster?.id, cluster?.inner.memories, cluster?.capacity]).toEqual(["l2-cluster", 9, 16 * bytesPerSm(h100)]);
    expect(sm?.id).toBe("l2-sm");
    const uneven = { ...mi300x, sms: 305 };
    expect(bytesInside(levelsOf(uneven), 2)).toBe(4 * 2 ** 20 + 39 * bytesPerSm(uneven));
    expect(settingsOf(abstractMachine(1000))).toMatchObject([{ interface: "slow-fast", unit: "words", capacity: 1000n }]);
  });
});
