import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.js";
import { figurePaths, pathsOf } from "../../src/machines/figures.js";
import { gpuFromJson, gpuToJson } from "../../src/machines/gpu-file.js";
import { H200 } from "../../src/machines/known/h200.js";
import { bytesOnChip } from "../../src/machines/levels.js";
import { GPUS } from "../../src/machines/registry.js";
import { parameters } from "../properties/arbitraries.js";

function messageOf(text: string): string {
  try {
    gpuFromJson(text, "my.json");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "accepted";
}

/** The message for an H200 file with some fields replaced; undefined leaves a field out. */
function messageWith(changes: Record<string, unknown>): string {
  return messageOf(JSON.stringify({ ...H200, ...changes }));
}

describe("a GPU file", () => {
  it.each(GPUS.map((gpu) => [gpu.id, gpu] as const))("of %s reads back as the same GPU", (_, gpu) => {
    const text = gpuToJson(gpu);
    expect(gpuFromJson(text, "my.json")).toEqual(gpu);
    expect(gpuToJson(gpuFromJson(text, "my.json"))).toBe(text);
  });

  it.each(GPUS.map((gpu) => [gpu.id, gpu] as const))("of %s may be what redblue gpus prints of it", (_, gpu) => {
    const document = (machines: unknown): string => JSON.stringify({ schema: "redblue.machines/2", machines });
    expect(gpuFromJson(document([gpu]), "my.json")).toEqual(gpu);
    expect(messageOf(document([gpu, gpu]))).toBe("my.json: machines: expected a list of one machine, found 2");
    expect(messageOf(document(undefined))).toBe("my.json: machines: expected a list of one machine, found nothing");
  });

  it("round-trips any changed GPU, every figure of which has a source", () => {
    const changes = fc.record(
      {
        name: fc.stringMatching(/^[A-Za-z]{1,20}$/),
        sms: fc.integer({ min: 8, max: 2 ** 16 }),
        l2Bytes: fc.integer({ min: 128, max: 2 ** 36 }),
        tensorMemoryPerSmBytes: fc.integer({ min: 0, max: 2 ** 30 }),
        l2Partitions: fc.integer({ min: 1, max: 1024 }),
        clockHz: fc.double({ min: 1e8, max: 1e11, noNaN: true }),
        maximumClockHz: fc.constant(1e11),
        latencyCycles: fc.record({ l1: fc.constant(31.5), dram: fc.integer({ min: 1, max: 1e5 }) }, { requiredKeys: [] }),
        peakOperationsPerSecond: fc.record({ fp8: fc.constant(1e15), int32: fc.constant(2e13) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...GPUS), changes, (base, fields) => {
        const gpu = gpuFromJson(JSON.stringify({ base: base.id, ...fields }), "my.json");
        expect(gpuFromJson(gpuToJson(gpu), "other.json")).toEqual(gpu);
        expect(gpu.sources.flatMap(pathsOf).toSorted()).toEqual(figurePaths(gpu).toSorted());
        expect(Number.isSafeInteger(bytesOnChip(gpu))).toBe(true);
      }),
      parameters(100),
    );
  });

  it("takes the figures it does not give from its base", () => {
    const gpu = gpuFromJson('{"base":"H200","l2Bytes":120000000,"name":"bigger L2"}', "my.json");
    expect(gpu).toMatchObject({ kind: "gpu", id: "h200-changed", name: "bigger L2", l2Bytes: 120_000_000, sms: 132 });
    expect({ ...gpu, id: H200.id, name: H200.name, l2Bytes: H200.l2Bytes, sources: [] }).toEqual({ ...H200, sources: [] });
  });

  it("does not attribute its own figures to the base's sources", () => {
    const gpu = gpuFromJson(
      '{"base":"h200","l2Bytes":120000000,"latencyCycles":{"l1":30},"sources":[{"field":"latencyCycles.l1","source":"my bench"}]}',
      "my.json",
    );
    const sourceOf = (path: string): readonly string[] =>
      gpu.sources.filter((entry) => pathsOf(entry).includes(path)).map(({ source }) => source);
    expect(sourceOf("l2Bytes")).toEqual(["my.json"]);
    expect(sourceOf("latencyCycles.l1")).toEqual(["my bench"]);
    expect(sourceOf("sms")).toEqual(H200.sources.filter((entry) => pathsOf(entry).includes("sms")).map(({ source }) => source));
  });

  it("does not take the driver's limit of its base beside a clock of its own", () => {
    const gpu = gpuFromJson('{"base":"h100","clockHz":2e9}', "my.json");
    expect(gpu).not.toHaveProperty("maximumClockHz");
    expect(gpu.sources.flatMap(pathsOf)).not.toContain("maximumClockHz");
    expect(gpuFromJson('{"base":"h100","sms":64}', "my.json").maximumClockHz).toBe(1.98e9);
  });

  it("lends latencies and peak rates one by one", () => {
    const gpu = gpuFromJson('{"base":"a100","latencyCycles":{"l1":30},"peakOperationsPerSecond":{"fp8":1e15}}', "my.json");
    expect(gpu.latencyCycles).toMatchObject({ l1: 30, l2Near: 205 });
    expect(gpu.peakOperationsPerSecond).toMatchObject({ fp8: 1e15, bf16: 312e12 });
  });

  it("does not pass under its base's name once changed", () => {
    expect(gpuFromJson('{"base":"h200","sms":4,"l2Bytes":4096}', "my.json")).toMatchObject({
      id: "h200-changed",
      name: "NVIDIA H200 SXM, changed: sms, l2Bytes",
    });
    expect(gpuFromJson('{"base":"h200"}', "my.json")).toEqual(H200);
  });

  it("needs neither kind nor sources nor optional figures", () => {
    const {
      kind: _kind,
      sources: _sources,
      clockHz: _clock,
      maximumClockHz: _highest,
      l2Partitions: _partitions,
      ...rest
    } = H200;
    const gpu = gpuFromJson(JSON.stringify(rest), "my.json");
    expect(gpu).not.toHaveProperty("clockHz");
    expect(gpu).not.toHaveProperty("maximumClockHz");
    expect(gpu).not.toHaveProperty("l2Partitions");
    expect(gpu.sources).toEqual([{ field: figurePaths(gpu).join(", "), source: "my.json" }]);
  });
});

describe("a GPU file is refused with its name, the field, what was found and what would be accepted:", () => {
  const integers = Object.entries(H200).filter(([field, value]) => Number.isInteger(value) && !field.endsWith("PerSecond"));

  it.each(integers.filter(([field]) => !/clockHz/i.test(field)).map(([field]) => field))("whole number %s", (field) => {
    for (const [value, found] of [
      [-1, "-1"],
      [1.5, "1.5"],
      ["132", "'132'"],
      [null, "null"],
      [2 ** 53, "9007199254740992"],
    ]) {
      const message = messageWith({ [String(field)]: value });
      expect(message).toMatch(new RegExp(`^my\\.json: ${field}: expected a whole number from [01] to \\d+, found `));
      expect(message.endsWith(`found ${found}`)).toBe(true);
    }
    if (field !== "l2Partitions") expect(messageWith({ [field]: undefined })).toMatch(/ found nothing$/);
  });

  it.each([
    ["clockHz", "a number from 100000000 to 100000000000"],
    ["maximumClockHz", "a number from 100000000 to 100000000000"],
    ["dramBytesPerSecond", "a number from 1000000000 to 1000000000000000"],
    ["dramPeakBytesPerSecond", "a number from 1000000000 to 1000000000000000"],
    ["l2BytesPerSecond", "a number from 1000000000 to 10000000000000000"],
  ])("rate %s, as far as there is none of it", (field, expected) => {
    for (const value of ["0", "-1", "1000", "1e17", "1e999", "-1e999", '"fast"', "null"]) {
      const found = value.replace("1e999", "Infinity").replace("1e17", "100000000000000000").replaceAll('"', "'");
      expect(messageOf(`{"base":"h200","${field}":${value}}`)).toBe(`my.json: ${field}: expected ${expected}, found ${found}`);
    }
  });

  it.each([
    [
      { dramBytesPerSecond: undefined },
      "my.json: dramBytesPerSecond: expected a number from 1000000000 to 1000000000000000, found nothing",
    ],
    [{ kind: "accelerator" }, "my.json: kind: expected 'gpu', found 'accelerator'"],
    [{ id: "" }, "my.json: id: expected one line of text, found ''"],
    [{ id: undefined }, "my.json: id: expected one line of text, found nothing"],
    [{ name: "two\nlines" }, "my.json: name: expected one line of text, found 'two\\u000alines'"],
    [{ id: "\u001b[31mred" }, "my.json: id: expected one line of text, found '\\u001b[31mred'"],
    [{ computeCapability: 9 }, "my.json: computeCapability: expected a string such as '9.0' or 'gfx942', found 9"],
    [{ latencyCycles: [] }, "my.json: latencyCycles: expected an object with some of the fields l1, sharedMemory,"],
    [{ latencyCycles: { l1: -3 } }, "my.json: latencyCycles.l1: expected a number from 1 to 100000, found -3"],
    [{ latencyCycles: { l2near: 3 } }, "my.json: latencyCycles.l2near: expected a known field (did you mean l2Near?)"],
    [
      { peakOperationsPerSecond: { fp15: 1 } },
      "my.json: peakOperationsPerSecond.fp15: expected a known field (did you mean fp16?), found an unknown one",
    ],
    [
      { peakOperationsPerSecond: { bf16: "1" } },
      "my.json: peakOperationsPerSecond.bf16: expected a number from 1000000000 to 10000000000000000000, found '1'",
    ],
    [{ l2bytes: 1 }, "my.json: l2bytes: expected a known field (did you mean l2Bytes?), found an unknown one"],
    [{ "two\nlines": 1 }, "my.json: '\"two\\nlines\"': expected one of the fields kind, id, name,"],
    [{ colour: 1 }, "my.json: colour: expected one of the fields kind, id, name,"],
    [{ base: "h2000" }, "my.json: base: expected one of v100,"],
    [{ base: 200 }, "my.json: base: expected the name of a known GPU, found 200"],
    [{ base: "tpu-v1" }, "my.json: base: expected one of v100,"],
    [{ sources: {} }, "my.json: sources: expected a list of objects with the fields field and source, found {}"],
    [{ sources: [{ field: "sms" }] }, "my.json: sources[0].source: expected one line of text, found nothing"],
    [
      { sources: [{ field: "sms, l2Byte", source: "x" }] },
      "my.json: sources[0].field: expected a figure of this machine (did you mean l2Bytes?), found 'l2Byte'",
    ],
    [
      { sharedMemoryPerBlockBytes: 233_472 },
      "my.json: sharedMemoryPerBlockBytes: expected at most 232448 (sharedMemoryPerSmBytes less what is reserved for the block), found 233472",
    ],
    [{ sharedMemoryPerSmBytes: 300_000 }, "my.json: sharedMemoryPerSmBytes: expected at most 262144"],
    [{ clockHz: 2e9, maximumClockHz: 1.9e9 }, "my.json: clockHz: expected at most 1900000000 (maximumClockHz), found 2000000000"],
    [{ l2SectorBytes: 33 }, "my.json: l2SectorBytes: expected a divisor of l2LineBytes (128), found 33"],
    [{ maximumThreadsPerBlock: 4096 }, "my.json: maximumThreadsPerBlock: expected at most 2048"],
  ])("%j", (changes, message) => {
    expect(messageWith(changes)).toContain(message);
  });

  it.each([
    ["[]", "my.json: expected an object with some of the fields kind,"],
    ["null", "my.json: expected an object with some of the fields kind,"],
    ['{"base": "h200",\n "l2Bytes": 12', "my.json: line 2, column 15: expected a comma or '}', found the end of the text"],
    ['{"base":"h200","sms":1,"sms":2}', "my.json: line 1, column 24: expected each field once, found 'sms' again"],
    ['{"base":"h200","__proto__":{"sms":1}}', "my.json: __proto__: expected one of the fields kind,"],
    ['{"base":"h200","sms":9007199254740993}', "my.json: sms: expected a whole number from 1 to 65536, found 9007199254740992"],
  ])("%j", (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it("never with anything but an InputError", () => {
    const field = fc.constantFrom(...Object.keys(H200), "base", "other");
    fc.assert(
      fc.property(fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.constant("h200"))), (fields) => {
        messageOf(JSON.stringify(fields));
        messageOf(JSON.stringify({ base: "h200", ...fields }));
      }),
      parameters(100),
    );
  });
});
