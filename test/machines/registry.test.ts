import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.js";
import { ALIASES, abstractMachine, GPUS, gpuNamed, gpuOfDevice, MACHINES, machineNamed } from "../../src/machines/registry.js";
import { parameters } from "../properties/arbitraries.js";

function errorOf(action: () => unknown): InputError {
  try {
    action();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("machineNamed", () => {
  it("finds every machine by its id, in any case", () => {
    for (const machine of MACHINES) {
      expect(machineNamed(machine.id)).toBe(machine);
      expect(machineNamed(machine.id.toUpperCase())).toBe(machine);
    }
  });

  it.each([
    ["a100-80gb", "a100"],
    ["H100-SXM", "h100"],
    ["RTX-4090", "rtx4090"],
    ["RTX 4090", "rtx4090"],
    ["4090", "rtx4090"],
    ["NVIDIA GeForce RTX 4090", "rtx4090"],
    ["H100 SXM", "h100"],
    ["H100_SXM5", "h100"],
    ["NVIDIA H100 80GB HBM3", "h100"],
    ["NVIDIA H100 PCIe", "h100-pcie"],
    ["NVIDIA A100-SXM4-80GB", "a100"],
    ["NVIDIA A100-SXM4-40GB", "a100-40gb"],
    ["NVIDIA A100-PCIE-40GB", "a100-40gb"],
    ["H200 SXM", "h200"],
    ["tpuv1", "tpu-v1"],
    ["SambaNova SN40L", "sn40l"],
  ])("takes %s for %s", (alias, id) => {
    expect(machineNamed(alias).id).toBe(id);
  });

  it("has no alias that hides an id or leads nowhere", () => {
    const ids = MACHINES.map(({ id }) => id);
    for (const [alias, id] of ALIASES) {
      expect(ids).not.toContain(alias);
      expect(ids).toContain(id);
    }
  });

  it("lists the known names when it finds none, and suggests none when none is near", () => {
    const error = errorOf(() => machineNamed("cray-1", "--gpu"));
    expect(error.subject).toBe("--gpu");
    expect(error.found).toBe("'cray-1'");
    for (const { id } of MACHINES) expect(error.expected).toContain(id);
    expect(error.message).not.toContain("did you mean");
  });

  it.each([
    ["h2000", "h200"],
    ["H2OO", "h200 or h20"],
    ["h020", "h200 or h20"],
    ["rtx4900", "rtx4090"],
    ["a100-40g", "a100-40gb"],
    ["sn40", "sn40l"],
    ["h100-scm", "h100-sxm"],
  ])("asks for %s whether %s was meant", (name, meant) => {
    expect(errorOf(() => machineNamed(name)).message).toContain(`(did you mean ${meant}?)`);
  });

  it.each(["A2", "L40", "P100", "Tesla V100-SXM2-16GB", "RTX 3080", "MI300A", "MI308X", "NVIDIA A16"])(
    "knows no %s, and takes its name for no slip of another",
    (name) => {
      const { message } = errorOf(() => machineNamed(name, "--gpu", ", or a file"));
      expect(message).toContain("wse-2, or a file, found");
    },
  );

  it.each([
    "NVIDIA H100 NVL",
    "NVIDIA A100 80GB PCIe",
    "NVIDIA H100 80GB HBM3 MIG 1g.10gb",
    "NVIDIA GH200 144G HBM3e",
    "RTX 4090 D",
  ])("does not take %s, whose figures differ, for the GPU with a name like it", (name) => {
    expect(() => machineNamed(name)).toThrow(InputError);
    expect(gpuOfDevice(name)).toBeUndefined();
  });

  it.each(["sm_90", "sm90a", "9.0"])("lists the GPUs of the compute capability %s", (name) => {
    expect(errorOf(() => machineNamed(name)).expected).toBe(
      "one of h100, h100-pcie, h200, h20, gh200, the GPUs of compute capability 9.0 known here",
    );
  });

  it("is not misled by names of object members", () => {
    for (const name of ["constructor", "__proto__", "toString", ""]) expect(() => machineNamed(name)).toThrow(InputError);
  });

  it("never throws anything but an InputError", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        try {
          expect(MACHINES).toContain(machineNamed(name));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as InputError).message.length).toBeLessThan(400);
        }
      }),
      parameters(100),
    );
  });
});

describe("gpuNamed", () => {
  it("knows GPUs only", () => {
    expect(gpuNamed("H200").id).toBe("h200");
    const error = errorOf(() => gpuNamed("tpu-v1"));
    expect(error.expected).not.toContain("sn40l");
    for (const { id } of GPUS) expect(error.expected).toContain(id);
  });
});

describe("abstractMachine", () => {
  it("holds the words it is given", () => {
    expect(abstractMachine(1024)).toEqual({
      kind: "abstract",
      id: "abstract",
      name: "fast memory of 1024 words",
      fastWords: 1024,
    });
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53])("refuses %s words", (words) => {
    const error = errorOf(() => abstractMachine(words, "--fast-words"));
    expect(error.message).toBe(`--fast-words: expected a whole number of at least 1, found ${words}`);
  });
});
