import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import { compare, rational } from "../../src/exact/rational.js";
import type { Accelerator } from "../../src/machines/machine.js";
import { ACCELERATORS } from "../../src/machines/registry.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";

type Fields = Record<string, unknown>;

const machineNamed = (id: string): Accelerator => ACCELERATORS.find((machine) => machine.id === id) as Accelerator;

function documentOf(workload: Parameters<typeof timeBound>[0], machine: Accelerator): Fields {
  const time = timeBound(workload, machine);
  const document = timeDocument(time, energyEstimate(time.bounds, operationCounts(workload), machine));
  return JSON.parse(JSON.stringify(document)) as Fields;
}

const PRODUCT = gemmWorkload({ m: 512, n: 512, k: 512, dataType: "int8" });

test.each(ACCELERATORS.map((machine) => [machine.id, machine] as const))("the checker accepts the times of %s", (_, machine) => {
  expect(verifyDocument(documentOf(PRODUCT, machine))).toMatchObject({ valid: true });
  expect(verifyDocument(documentOf(softmaxWorkload({ rows: 64, columns: 64 }), machine))).toMatchObject({ valid: true });
});

test("products take their operations over the rated peak, and types without one say so", () => {
  const { terms } = timeBound(PRODUCT, machineNamed("tpu-v5e"));
  expect(terms.find(({ id }) => id === "matrix")?.perSecond).toEqual(rational(394_000_000_000_000n));
  const { leftOut } = timeBound(PRODUCT, machineNamed("sn40l"));
  expect(leftOut).toContainEqual({ id: "matrix", reason: "a rate for int8 is not known for this machine", unknown: true });
  expect(leftOut).toContainEqual({ id: "l2-sm", reason: "no interface of this machine" });
});

test("the host's link of a TPU v1 counts beside its DRAM: activations come over it", () => {
  const [dram] = timeBound(PRODUCT, machineNamed("tpu-v1")).terms;
  expect(dram?.perSecond).toEqual(rational(65_500_000_000n));
  const { hostBytesPerSecond: _, ...without } = machineNamed("tpu-v1");
  const [slower] = timeBound(PRODUCT, without).terms;
  expect(dram !== undefined && slower !== undefined && compare(dram.seconds, slower.seconds) <= 0).toBe(true);
});

test.each([
  ["dramBytesPerSecond", 1e12],
  ["hostBytesPerSecond", 1e9],
  ["peakOperationsPerSecond", { int8: 1e12 }],
  ["onChipBytes", { unifiedBuffer: 1 }],
] as const)("the checker refuses times of a TPU v1 with another %s", (field, value) => {
  const document = documentOf(PRODUCT, machineNamed("tpu-v1"));
  document["machine"] = { ...(document["machine"] as Fields), [field]: value };
  expect(verifyDocument(document)).toMatchObject({ valid: false });
});
