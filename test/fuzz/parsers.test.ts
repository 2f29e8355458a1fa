import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAccumulatorRule } from "../../src/bounds/gemm/accumulator-home.js";
import { formatTraceCsv, parseTraceCsv } from "../../src/caches/formats/csv.js";
import { formatDineroBinary, parseDineroBinary } from "../../src/caches/formats/dinero-binary.js";
import { formatDineroText, parseDineroText } from "../../src/caches/formats/dinero-text.js";
import { formatOracleGeneral, parseOracleGeneral } from "../../src/caches/formats/oracle-general.js";
import { parseCachePolicy } from "../../src/caches/parse-cache-policy.js";
import { readKernelMap } from "../../src/cli/input/kernel-map.js";
import { readScheduleFields } from "../../src/cli/input/schedule-fields.js";
import { readSweepPlan } from "../../src/cli/input/sweep-plan.js";
import { workloadOf } from "../../src/cli/input/workload-file.js";
import { parseYaml } from "../../src/cli/input/yaml.js";
import { wholeNumber } from "../../src/cli/options.js";
import { extentList } from "../../src/cli/workload-flags.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { formatEinsum, parseEinsum } from "../../src/computation/einsum-text.js";
import type { Workload } from "../../src/computation/workload.js";
import { WORKLOAD_FORMS } from "../../src/computation/workload.js";
import { parseMix } from "../../src/gap/mix.js";
import { parseObjective } from "../../src/layers/plan/objective.js";
import { planFromJson } from "../../src/layers/plan/plan-file.js";
import { gpuFromJson, gpuToJson } from "../../src/machines/gpu-file.js";
import { H200 } from "../../src/machines/known/h200.js";
import { countersOf, parseMeasuredLaunches, readNsightKernels } from "../../src/measured/index.js";
import { readResult } from "../../src/node/sweep/stored-result.js";
import { toDot } from "../../src/pebble/formats/dot.js";
import { hyperDagFrom, parseHyperDag } from "../../src/pebble/formats/hyperdag.js";
import { cdagToDocument, parseCdagJson } from "../../src/pebble/formats/json.js";
import { parseExecution } from "../../src/replay/execution.js";
import { parseFlashTile } from "../../src/schedules/gpu/attention/flash-tile.js";
import { formatTile, parseTile } from "../../src/schedules/gpu/gemm/gemm-tile.js";
import { parseRowTile } from "../../src/schedules/gpu/rows/tile.js";
import { formatClusterShape, parseClusterShape } from "../../src/schedules/tiles/cluster-shape.js";
import { formatLaunchOrder, parseLaunchOrder } from "../../src/schedules/tiles/launch-order.js";
import { parseJson } from "../../src/text/json-text.js";
import { verifyDocument } from "../../src/verify/document.js";
import { counted } from "../properties/arbitraries.js";
import { mutatedBytes, mutatedJson, mutatedText, parsed } from "./mutations.js";

/** Every parser takes any input: what it accepts is read back as it was written, the rest is refused in one short line. */

const example = (name: string): string => readFileSync(new URL(`../../docs/examples/${name}`, import.meta.url), "utf8");
const sample = (name: string): string => readFileSync(new URL(`../measured/nsight-samples/${name}.csv`, import.meta.url), "utf8");

/** In `npm run verify` 8000 cases of each, 100,000 and more in all. */
function fuzz<T>(name: string, inputs: fc.Arbitrary<T>, check: (input: T) => void | Promise<void>, most = 8000): void {
  test(name, async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => check(input)),
      counted(200, most),
    );
  });
}

const FILES: readonly unknown[] = [
  { workload: "gemm", m: 64, n: 32, k: 16, batch: 2, dtype: "fp8", "output-dtype": "bf16", scales: "a:1x16,b:16x16" },
  { workload: "gemm", m: 64, n: 32, k: 16, scales: { a: [1, 16], dataType: "fp32" }, accumulator: "fp32" },
  { kind: "chain", m: 4, k: 5, l: 6, n: 7, dataType: "bf16" },
  { workload: "chain", m: 4, widths: [5, 6, 7] },
  { workload: "ffn", tokens: 4, model: 5, hidden: 6, gated: true },
  { workload: "attention", heads: 4, "kv-heads": 2, queries: 8, keys: 9, dim: 4, causal: true },
  { workload: "attention", heads: 4, "kv-heads": 1, queries: 8, dim: 6, "value-dim": 4, "values-in-keys": true },
  { workload: "conv", "in-channels": 2, outChannels: 3, height: 5, kernel: "3x2", stride: 2, padding: [1, 0] },
  { workload: "softmax", rows: 3, columns: 4 },
  { workload: "rotary", rows: 3, dim: 4 },
  { workload: "norm-gemm", m: 4, n: 4, k: 5, "head-dim": 2 },
  { workload: "einsum", text: "C[i,j] += A[i,k] * B[k,j]", extents: { i: 2, j: 3, k: 4 } },
];
const TEXTS = FILES.map((file) => JSON.stringify(file));
const made = (content: unknown): Workload => {
  const { kind, flags } = workloadOf("w", content, WORKLOAD_FORMS);
  return kind.make(flags);
};
const readsBack = (workload: Workload | undefined): void => {
  if (workload === undefined) return;
  // A document of ours names the workload again, but that there is no rotary embedding.
  const { headDim, ...fields } = { headDim: undefined, ...workload };
  const document = headDim === undefined || headDim === 0 ? fields : { ...fields, headDim };
  expect(made(JSON.parse(JSON.stringify(document)))).toEqual(workload);
};

describe("workloads", () => {
  fuzz("JSON text", mutatedText(...TEXTS), async (text) => readsBack(await parsed(() => made(parseJson(text, "w.json")))));
  fuzz("fields", mutatedJson(...FILES), async (content) => readsBack(await parsed(() => made(content))));
  const yaml = TEXTS.map((text) => text.replaceAll('"', "").replaceAll(":", ": ").slice(1, -1).replaceAll(",", "\n"));
  fuzz("YAML text", mutatedText(...yaml, "a: &a [1]\nb: *a\n", example("plan.yaml")), async (text) => {
    const value = await parsed(() => parseYaml(text, "w.yaml"));
    // It is plain data, without a circle.
    expect(() => JSON.stringify(value)).not.toThrow();
    readsBack(await parsed(() => made(value)));
  });
  const statements = ["C[i,j] += A[i,k] * B[k,j]", "H[i,l] += A[i,k] * B[k,l]; O[i] = max(H[i,l], 0)", "F[i] += P[i] * P[j]"];
  fuzz("einsum text", mutatedText(...statements), async (text) => {
    const read = await parsed(() => parseEinsum(text));
    if (read !== undefined) expect(parseEinsum(formatEinsum(read))).toEqual(read);
    await parsed(() => einsumWorkload({ text, extents: { i: 2, j: 3, k: 4, l: 5 } }));
  });
});

describe("machines and schedules", () => {
  const gpus = [gpuToJson(H200), '{"base":"h200","l2Bytes":4096,"name":"small","latencyCycles":{"l1":30}}'];
  fuzz("machine text", mutatedText(...gpus), async (text) => {
    const gpu = await parsed(() => gpuFromJson(text, "g.json"));
    if (gpu !== undefined) expect(gpuFromJson(gpuToJson(gpu), "g.json")).toEqual(gpu);
  });
  fuzz("machine fields", mutatedJson(...gpus.map((text) => JSON.parse(text))), async (value) => {
    const gpu = await parsed(() => gpuFromJson(JSON.stringify(value), "g.json"));
    if (gpu !== undefined) expect(gpuFromJson(gpuToJson(gpu), "g.json")).toEqual(gpu);
  });
  const schedule = {
    schedule: "tiled-gemm",
    tile: "128x128x64",
    order: "group:8",
    band: 2,
    splits: 3,
    cluster: "2x1",
    lse: false,
  };
  fuzz("schedule fields", mutatedJson(schedule, { ...schedule, serpentine: true, "query-order": "ascending" }), async (value) => {
    if (typeof value !== "object" || value === null) return;
    const fields = value as Readonly<Record<string, unknown>>;
    const named = await parsed(() => readScheduleFields("s.yaml", fields));
    if (named !== undefined) expect(named.id).toBe(fields["schedule"]);
  });
  const plan = {
    "fast-words": [64, 128],
    workloads: [{ workload: "gemm", m: [2, 3], n: { from: 4, to: 10, step: 3 }, k: 5 }],
    schedules: [{ schedule: ["cosma", "input-stationary"] }],
  };
  fuzz("sweep plans", mutatedJson(plan), async (content) => {
    const read = await parsed(() => readSweepPlan("p.yaml", content));
    if (read !== undefined) for (const point of [0, read.points - 1]) await parsed(() => read.pointAt(point));
  });
  fuzz(
    "kernel maps and plans of fusion",
    mutatedJson({ kernels: [["a", "b"], ["c"]] }, { kernels: [FILES[0]] }),
    async (value) => {
      await parsed(() => readKernelMap("map.yaml", value));
      const read = await parsed(() => planFromJson(value, "plan.json"));
      if (read !== undefined) expect(planFromJson({ kernels: read.kernels }, "plan.json")).toEqual(read);
    },
  );
  const flags = [
    "group:8",
    "128x128x64",
    "2x1",
    "random:3",
    "set:8",
    "lock-step:4",
    "i=64,j=32",
    "wgmma,stages:4",
    "time",
    "64",
    "1:3",
  ];
  fuzz("values of flags", mutatedText(...flags, "lru", "row", "hilbert", "partitioned", "128x64"), async (text) => {
    const tile = await parsed(() => parseTile(text));
    if (tile !== undefined) expect(parseTile(formatTile(tile))).toEqual(tile);
    const order = await parsed(() => parseLaunchOrder(text));
    if (order !== undefined) expect(parseLaunchOrder(formatLaunchOrder(order))).toEqual(order);
    const shape = await parsed(() => parseClusterShape(text));
    if (shape !== undefined) expect(parseClusterShape(formatClusterShape(shape))).toEqual(shape);
    const number = await parsed(() => wholeNumber("--m")(text));
    if (number !== undefined) expect(BigInt(number)).toBe(BigInt(text));
    for (const parse of [parseFlashTile, parseRowTile, parseCachePolicy, parseExecution, parseMix, parseObjective])
      await parsed(() => parse(text) as unknown);
    await parsed(() => parseAccumulatorRule(text, H200));
    await parsed(() => extentList("--extent")(text));
  });
});

describe("graphs", () => {
  const graph = {
    vertices: 4,
    edges: [
      [0, 2],
      [1, 2],
      [2, 3],
    ],
    outputs: [3],
    names: ["a", "b", "c", "d"],
    weights: [1, 2, 3, 1],
  };
  const seeds = [JSON.stringify(graph), JSON.stringify(graph, undefined, 1), example("graph.json")];
  fuzz("JSON", mutatedText(...seeds), async (text) => {
    const read = await parsed(() => parseCdagJson(text, "g.json"));
    if (read === undefined) return;
    expect(cdagToDocument(parseCdagJson(JSON.stringify(cdagToDocument(read)), "g.json"))).toEqual(cdagToDocument(read));
    expect(toDot(read)).toMatch(/^[^\p{Cc}\p{Cs}]*$/mu);
  });
  fuzz("JSON fields", mutatedJson(graph), async (value) => {
    const read = await parsed(() => parseCdagJson(JSON.stringify(value), "g.json"));
    if (read !== undefined)
      expect(cdagToDocument(read)).toEqual({
        ...cdagToDocument(read),
        ...(value as object),
        edges: expect.anything(),
        outputs: expect.anything(),
      });
  });
  const pins = "% c\n2 3 4\n0 0\n0 2\n1 1\n1 2\n";
  fuzz("HyperDAG", mutatedText(pins, `${pins}0 1 1\n1 1 2\n2 1 3\n`, example("graph.hdag")), async (text) => {
    const read = await parsed(() => parseHyperDag(text, "g.hdag"));
    if (read !== undefined) expect(parseHyperDag(hyperDagFrom(read), "g.hdag")).toEqual(read);
  });
});

describe("traces", () => {
  fuzz("CSV", mutatedText("time,id,size,op\n0,5,1,r\n1,6,2,w\n", "id\n1\n2\n1\n"), async (text) => {
    const read = await parsed(() => parseTraceCsv(text));
    if (read !== undefined) expect(parseTraceCsv(formatTraceCsv(read.trace, read))).toEqual(read);
  });
  fuzz("Dinero text", mutatedText("r 1f80 80\nw 0xABC 4\n", "2 10\n1 ff\n"), async (text) => {
    const read = await parsed(() => parseDineroText(text));
    if (read !== undefined) expect(parseDineroText(formatDineroText(read))).toEqual(read);
  });
  fuzz("Dinero binary", mutatedBytes(Uint8Array.of(128, 0, 0, 0, 4, 0, 1, 0, 132, 0, 0, 0, 8, 0, 0, 0)), async (bytes) => {
    const read = await parsed(() => parseDineroBinary(bytes));
    if (read !== undefined) expect(parseDineroBinary(formatDineroBinary(read))).toEqual(read);
  });
  const oracle = formatOracleGeneral(parseTraceCsv("id\n7\n8\n7\n").trace);
  fuzz("oracleGeneral", mutatedBytes(oracle), async (bytes) => {
    const read = await parsed(() => parseOracleGeneral(bytes));
    if (read !== undefined) expect(parseOracleGeneral(formatOracleGeneral(read.trace, read))).toEqual(read);
  });
});

describe("profiles and measured launches", () => {
  const details = sample("details-metrics").split("\n").slice(0, 9).join("\n");
  // The rows of page raw are long: the identity and a few metrics are enough.
  const raw =
    '"ID","Kernel Name","Block Size","Grid Size","CC","dram__bytes_read.sum"\n"","","","","","Mbyte"\n"0","k","(1)","(2)","9.0","16.79"\n';
  fuzz("profiler CSV", mutatedText(details, raw, example("kernels.csv").split("\n").slice(0, 8).join("\n")), async (text) => {
    const kernels = (await parsed(() => readNsightKernels(text, "k.csv"))) ?? [];
    expect(new Set(kernels.map(({ id }) => id)).size).toBe(kernels.length);
    for (const kernel of kernels) {
      const counters = await parsed(() => countersOf(kernel, "k.csv"));
      for (const { reads, writes } of counters?.traffic.values() ?? [])
        for (const one of [reads, writes]) if (one !== undefined) expect(one.least >= 0n && one.least <= one.most).toBe(true);
    }
  });
  const table = 'workload,kernel,dram_read_bytes\ntriton-mm|M=64|N=64,mm,128\n"a,b|M=1",mm,\n';
  fuzz("measured launches", mutatedText(table), async (text) => {
    const launches = (await parsed(() => parseMeasuredLaunches(text, "m.csv"))) ?? [];
    for (const { counters } of launches) for (const value of counters.values()) expect(Number.isSafeInteger(value)).toBe(true);
  });
});

describe("documents and states", () => {
  const bounds: unknown = JSON.parse(example("bounds.json"));
  fuzz(
    "documents for verify",
    mutatedJson(bounds),
    async (value) => {
      const verdict = await parsed(() => verifyDocument(value, "d.json"));
      if (verdict?.valid === false) expect(`${verdict.path}${verdict.reason}`).toMatch(/^[^\p{Cc}\p{Cs}]{1,802}$/u);
    },
    4000,
  );
  fuzz(
    "text of documents",
    mutatedText(JSON.stringify(bounds)),
    async (text) => {
      await parsed(() => verifyDocument(parseJson(text, "d.json"), "d.json"));
    },
    4000,
  );
  fuzz(
    "lines of a sweep's state",
    mutatedText('{"point":3,"rows":[{"point":3,"interface":"l2-sm","bound":5}],"certificates":[]}'),
    async (text) => {
      const read = await parsed(() => readResult(text, "s: line 2"));
      if (read !== undefined) expect(readResult(JSON.stringify(read), "s: line 2")).toEqual(read);
    },
  );
  fuzz("JSON", mutatedText('{"a":[1,-2.5e3,"x\\u0041\\n",true,null,{"b":{}}]}', "[[],{}]"), async (text) => {
    const value = await parsed(() => parseJson(text, "j.json"));
    if (value !== undefined) expect(value).toEqual(JSON.parse(text));
  });
});
