import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { profiledReport } from "../../src/gap/profiled.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { readNsightKernels, uncountedAtPort } from "../../src/measured/index.js";

/** Launches of scripts/counters/sm-port.cu: bytes that passed the SMs' ports, known from the kernel, and what was counted. */
const [header = [], ...rows] = readFileSync(new URL("../../data/h100-sm-port.csv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split(","));
const figure = (row: readonly string[], column: string): number => Number(row[header.indexOf(column)]);
/** A sum for each of 32·256 threads, and a sector for each of 32 CTAs, leave at the end of every kernel. */
const RESULTS = 32 * 256 * 4 + 32 * 32;

describe("counters of an H100 at the SMs' ports", () => {
  const ports = rows.map((row) => ({
    kind: row[0] ?? "",
    launch: row.slice(0, 3).join(" "),
    rounds: figure(row, "rounds"),
    arriving: figure(row, "arriving_bytes"),
    leaving: figure(row, "leaving_bytes"),
    reads: figure(row, "l1tex__m_xbar2l1tex_read_bytes.sum"),
    writes: figure(row, "l1tex__m_l1tex2xbar_write_bytes.sum") - RESULTS,
  }));

  test("no launch has less counted than passed, in either direction", () => {
    expect(ports).toHaveLength(165);
    for (const { launch, arriving, leaving, reads, writes } of ports) {
      expect(reads, launch).toBeGreaterThanOrEqual(arriving);
      expect(writes, launch).toBeGreaterThanOrEqual(leaving);
    }
  });

  test("whole sectors from and to the L2, another SM or a multicast are counted once at each port, exactly", () => {
    const whole = ports.filter(({ kind }) => !/sparse|one-word|sm-red-u32/.test(kind));
    expect(new Set(whole.map(({ kind }) => kind)).size).toBe(29);
    for (const { launch, arriving, leaving, reads, writes } of whole)
      expect([reads, writes], launch).toEqual([arriving, leaving]);
  });

  test("a lone word counts as a sector of 32 bytes, and an add in another SM's memory is answered", () => {
    for (const { kind, launch, arriving, leaving, reads, writes } of ports) {
      if (/sparse|one-word/.test(kind)) expect([reads, writes], launch).toEqual([8 * arriving, 8 * leaving]);
      if (kind === "sm-red-u32") expect([reads, writes], launch).toEqual([2 * arriving, 2 * leaving]);
    }
  });

  test("sectors looked up in the L2 see no word between SMs, and a multicast word once", () => {
    for (const [i, { kind, launch }] of ports.entries()) {
      const row = rows[i] ?? [];
      const bytes = 32 * figure(row, "lts__t_sectors_srcunit_tex.sum") - RESULTS;
      if (kind.startsWith("sm-")) expect(bytes, launch).toBe(0);
      if (kind.startsWith("multicast")) expect(bytes, launch).toBe((32 * 16384 * figure(row, "rounds")) / figure(row, "cluster"));
    }
  });
});

describe("counters that may miss words of a port", () => {
  const page = readFileSync(new URL("nsight-samples/raw-metrics.csv", import.meta.url), "utf8");
  const details = readFileSync(new URL("nsight-samples/details-metrics.csv", import.meta.url), "utf8");
  const launches = (text: string) => readNsightKernels(text, "page");
  const blackwell = (text: string): string => text.replaceAll('"9.0"', '"10.0"');

  test("the size of clusters is read where the page has it", () => {
    expect(launches(page).map(({ clusterSize }) => clusterSize)).toEqual([0, 2, 2, 0]);
    expect(launches(details).map(({ clusterSize }) => clusterSize)).toEqual([undefined, undefined, undefined, undefined]);
    const full = readFileSync(new URL("nsight-samples/details-full.csv", import.meta.url), "utf8");
    expect(launches(full).map(({ clusterSize }) => clusterSize)).toEqual([0, 2, 2, 0]);
  });

  test.each([
    ["9.0, where they were measured", page, [false, false, false, false]],
    ["8.0, which has no clusters", details.replaceAll('"9.0"', '"8.0"'), [false, false, false, false]],
    ["10.0: launches with clusters", blackwell(page), [false, true, true, false]],
    ["10.0: launches of which the page does not say", blackwell(details), [true, true, true, true]],
    ["12.0: launches with clusters", page.replaceAll('"9.0"', '"12.0"'), [false, true, true, false]],
    ["no compute capability: launches with clusters", page.replaceAll('"9.0"', '"?"'), [false, true, true, false]],
  ])("compute capability %s", (_, text, uncounted) => {
    expect(launches(text).map((kernel) => uncountedAtPort(kernel) !== undefined)).toEqual(uncounted);
  });

  test("no bound is set beside them, and the reason is given", () => {
    const workload = gemmWorkload({ m: 2048, n: 4096, k: 4096 });
    const { rows: reported } = profiledReport(launches(blackwell(page)), "page", gpuNamed("b200"), () => ({ workload }));
    const compared = reported.map(({ meaning }) => meaning?.interfaces.map((one) => one.interface));
    expect(compared).toEqual([["dram-l2", "l2-sm"], ["dram-l2"], ["dram-l2"], ["dram-l2", "l2-sm"]]);
    const [reason] = reported[1]?.meaning?.notCompared ?? [];
    expect(reason).toMatchObject({ interface: "l2-sm", reason: expect.stringMatching(/10\.0 .* has clusters of 2$/) });
  });
});
