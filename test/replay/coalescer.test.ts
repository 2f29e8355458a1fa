import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { Coalescer } from "../../src/replay/event-driven/coalescer.js";
import { executionParameters, gpcOfSms } from "../../src/replay/event-driven/parameters.js";

const parameters = executionParameters(H100);
const { coalescing } = parameters;
if (coalescing === undefined) throw new Error("no coalescing on an H100");

/** The share that leaves the L2 when so many SMs of a GPC ask for the same tiles, each this long after the one before it. */
function leaving(sms: number, secondsApart: number, gpcOf: (sm: number) => number = () => 0): number {
  const coalescer = new Coalescer(8, parameters);
  for (let tile = 0; tile < 16; tile++) {
    for (let sm = 0; sm < sms; sm++) {
      const now = tile * 1e-3 + sm * secondsApart;
      coalescer.ask(gpcOf(sm), tile, 16_384, now, now + parameters.nearHitSeconds);
    }
  }
  return coalescer.takeShare();
}

test.each(["data/h100-coalescing.csv", "data/h200-coalescing.csv"])(
  "of %s the replay has the share that leaves the L2 within 0.13",
  (file) => {
    const lines = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1);
    let compared = 0;
    for (const line of lines) {
      const [experiment = "", ...figures] = line.split(",");
      const [sms = 0, , bytes = 1, sectors = 0] = figures.map(Number);
      const [kind = "", size = 0, delay = 0] = experiment.split(":").map((part, i) => (i === 0 ? part : Number(part)));
      // Neighbours in number lie in one GPC, and so do pairs of neighbours.
      if (sms < 100 || (kind !== "gpc" && size !== 2)) continue;
      compared++;
      expect(Math.abs(leaving(Number(size), Number(delay) * 1e-9) - (32 * sectors) / bytes), experiment).toBeLessThan(0.13);
    }
    expect(compared).toBeGreaterThan(15);
  },
);

test("SMs of two GPCs do not meet, nor do requests a way apart", () => {
  expect(leaving(8, 0, (sm) => sm)).toBe(1);
  expect(leaving(2, 2 * coalescing.waySeconds)).toBe(1);
  expect(leaving(2, 0)).toBeCloseTo(1 - coalescing.joinShare / 2, 12);
});

test("a step reads faster the more requests meet, and never faster than an SM's port", () => {
  const coalescer = new Coalescer(8, parameters);
  const alone = coalescer.readFactor(1);
  expect(alone).toBeCloseTo(parameters.l2BytesPerSecond / coalescing.leavingBytesPerSecond, 12);
  for (let sm = 0; sm < 1000; sm++) coalescer.ask(0, 0, 16_384, 0, 0);
  expect(coalescer.readFactor(1)).toBeLessThan(alone);
  expect(coalescer.readFactor(0)).toBe(parameters.l2BytesPerSecond / parameters.portBytesPerSecond);
});

test("six GPCs of 16 SMs and two of 18 on an H100 and an H200; where nothing was measured requests do not meet", () => {
  for (const gpu of [H100, H200]) {
    const sizes = new Array<number>(8).fill(0);
    for (const gpc of gpcOfSms(executionParameters(gpu))) sizes[gpc] = (sizes[gpc] ?? 0) + 1;
    expect(sizes).toEqual([16, 16, 16, 16, 16, 16, 18, 18]);
  }
  const a100 = executionParameters(gpuNamed("a100"));
  const coalescer = new Coalescer(8, a100);
  coalescer.ask(0, 0, 100, 0, 0);
  coalescer.ask(0, 0, 100, 0, 0);
  expect([coalescer.takeShare(), coalescer.readFactor(1)]).toEqual([1, 1]);
});
