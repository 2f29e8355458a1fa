import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.js";
import { ALIASES, abstractMachine, GPUS, gpuNamed, MACHINES, machineNamed } from "../../src/machines/registry.js";
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
    expect(error.message).toContain("h100-sxm");
    expect(error.message).not.toContain("did you mean");
  });

  it.each([
    ["h2000", "h200"],
    ["H2OO", "h200 or h20"],
    ["h020", "h200 or h20"],
    ["rtx4900", "rtx4090"],
    ["a100-40g", "a100-40gb"],
    ["tpuv1", "tpu-v1"],
    ["sn40", "sn40l"],
    ["h100-scm", "h100-sxm"],
  ])("asks for %s whether %s was meant", (name, meant) => {
    expect(errorOf(() => machineNamed(name)).message).toContain(`(did you mean ${meant}?)`);
  });

  it("is not misled by names of object members", () => {
    for (const name of ["constructor", "__proto__", "toString", ""]) expect(() => machineNamed(name)).toThrow(InputError);
  });

  it("never throws anything but an InputError", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const known = MACHINES.some(({ id }) => id === name.toLowerCase()) || ALIASES.has(name.toLowerCase());
        if (!known) expect(errorOf(() => machineNamed(name)).message.length).toBeLessThan(400);
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
