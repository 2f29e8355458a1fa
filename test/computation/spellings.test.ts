import { describe, expect, test } from "vitest";
import { convWorkload } from "../../src/computation/conv.js";
import type { DataType } from "../../src/computation/data-types.js";
import { BYTES_OF, dataTypeNamed, OPERAND_TYPES } from "../../src/computation/data-types.js";
import { statementOfSubscripts } from "../../src/computation/einsum-subscripts.js";
import { formNamed, WORKLOAD_FORMS } from "../../src/computation/workload.js";
import { nameKey } from "../../src/computation/workload-kind.js";

const TYPES = Object.keys(BYTES_OF) as DataType[];

test.each<readonly [string, DataType]>([
  ...(["bfloat16", "BF16", "torch.bfloat16"] as const).map((name) => [name, "bf16"] as const),
  ...(["half", "float16", "FP16"] as const).map((name) => [name, "fp16"] as const),
  ...(["float", "float32", "Float32"] as const).map((name) => [name, "fp32"] as const),
  ...(["e4m3", "e5m2", "FP8_E4M3", "float8_e4m3fn"] as const).map((name) => [name, "fp8"] as const),
  ["double", "fp64"],
  ["tf32", "tf32"],
  ...(["int4", "uint4", "u4", "i4"] as const).map((name) => [name, "int4"] as const),
  ...(["fp4", "e2m1"] as const).map((name) => [name, "fp4"] as const),
  ...(["fp6", "e3m2", "E2M3"] as const).map((name) => [name, "fp6"] as const),
])("%s is %s", (name, type) => {
  expect(dataTypeNamed("dtype", name, TYPES)).toBe(type);
});

test.each(["fp4", "nvfp4", "mxfp4", "int4", "uint4", "e2m1", "fp6", "e3m2"])(
  "%s is narrower than any type that every workload takes",
  (name) => {
    expect(() => dataTypeNamed("dtype", name, OPERAND_TYPES)).toThrow("types below 8 bits are for the operands of");
  },
);

test.each(["toString", "__proto__", "", "fp", "bf61", "int16"])("%s is no type", (name) => {
  expect(() => dataTypeNamed("dtype", name, TYPES)).toThrow(/^dtype: expected one of (?!.*below 8 bits)/);
});

describe("other names", () => {
  test("of workloads lead to one workload each, and none hides another's own", () => {
    const all = WORKLOAD_FORMS.flatMap(({ name, spellings }) => [name, ...Object.keys(spellings?.names ?? {})]);
    expect(new Set(all.map(nameKey)).size).toBe(all.length);
    for (const name of all) expect(formNamed(name.toUpperCase().replaceAll("-", "_"), WORKLOAD_FORMS), name).toBeDefined();
  });

  test.each(WORKLOAD_FORMS.map((form) => [form.name, form] as const))("of flags of %s lead to one flag each", (_, form) => {
    const fields = [...form.extents, ...form.switches, ...(form.sides ?? [])];
    const { idle = {}, refused = {}, shape = [] } = form.spellings ?? {};
    const all = [...fields.flatMap(({ flag, also = [] }) => [flag, ...also]), ...Object.keys(idle), ...Object.keys(refused)];
    expect(new Set(all.map(nameKey)).size).toBe(all.length);
    for (const flag of shape) expect(form.extents.map((extent) => extent.flag)).toContain(flag);
  });

  test("set fields that the form has", () => {
    for (const { name, extents, switches, texts = [], spellings } of WORKLOAD_FORMS) {
      const flags = [...extents, ...switches, ...texts].map(({ flag }) => nameKey(flag));
      for (const fields of Object.values(spellings?.names ?? {}))
        for (const field of Object.keys(fields)) expect(flags, name).toContain(nameKey(field));
    }
  });
});

test.each([
  ["ij,jk->ik", "C[i,k] += A[i,j] * B[j,k]"],
  ["ij,jk", "C[i,k] += A[i,j] * B[j,k]"],
  ["bij, bjk -> bik", "C[b,i,k] += A[b,i,j] * B[b,j,k]"],
  ["ij,jk,kl->il", "D[i,l] += A[i,j] * B[j,k] * C[k,l]"],
  ["Ij->I", "B[I] += A[I,j]"],
  ["i,i->", "C[] += A[i] * B[i]"],
  ["C[i] += A[i,j]", "C[i] += A[i,j]"],
])("the subscripts %s are the statement %s", (text, statement) => {
  expect(statementOfSubscripts(text)).toBe(statement);
});

describe("padding by name", () => {
  const conv = { inChannels: 2, outChannels: 2, height: 9, kernel: "5x3" };

  test("same leaves an output of the input's size, valid is none", () => {
    expect(convWorkload({ ...conv, padding: "same" }).padding).toEqual([2, 1]);
    expect(convWorkload({ ...conv, padding: "valid" })).toEqual(convWorkload(conv));
  });

  test("same is refused beside an even kernel or a stride", () => {
    expect(() => convWorkload({ ...conv, kernel: 2, padding: "same" })).toThrow(/padding: .*even kernel/);
    expect(() => convWorkload({ ...conv, stride: "1x2", padding: "same" })).toThrow(/padding: .*stride/);
  });
});
