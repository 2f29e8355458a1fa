import { describe, expect, it } from "vitest";
import { figurePaths, pathsOf } from "../../src/machines/figures.js";
import { MACHINES } from "../../src/machines/registry.js";

describe.each(MACHINES.map((machine) => [machine.id, machine] as const))("the sources of %s", (_, machine) => {
  const paths = figurePaths(machine);
  const sourced = machine.sources.flatMap(pathsOf);

  it("name every figure", () => {
    expect(paths.filter((path) => !sourced.includes(path))).toEqual([]);
  });

  it("name no figure that does not exist", () => {
    expect(sourced.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("name each figure once and say something", () => {
    expect(sourced.length).toBe(new Set(sourced).size);
    expect(machine.sources.filter(({ source }) => source.trim() === "")).toEqual([]);
  });
});

it("figure paths reach into nested records and pass over texts and lists", () => {
  const machine = MACHINES.find(({ id }) => id === "tpu-v1");
  expect(machine === undefined ? [] : figurePaths(machine)).toEqual([
    "clockHz",
    "onChipBytes.unifiedBuffer",
    "onChipBytes.accumulators",
    "onChipBytes.weightFifo",
    "onChipBytes.weightTiles",
    "matrixUnit.rows",
    "matrixUnit.columns",
    "dramBytes",
    "dramBytesPerSecond",
    "hostBytesPerSecond",
    "peakOperationsPerSecond.int8",
  ]);
});
