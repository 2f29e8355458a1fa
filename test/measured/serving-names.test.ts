import { expect, test } from "vitest";
import { SERVING_KERNELS, servingOperator } from "../../src/measured/names/serving-names.js";
import { recogniseWork } from "../../src/measured/torch/operators.js";

const FACTS = { sizeOf: () => undefined, launched: () => false, dataType: "bf16" } as const;
const launch = (name: string) => ({ name, grid: "(1, 1, 1)", block: "(128, 1, 1)", metrics: [] });

test.each(SERVING_KERNELS.map((one) => [one.example, one] as const))("%s", (example, { operator, source }) => {
  expect(servingOperator(example)).toBe(operator);
  expect(source).toMatch(/^[\w-]+\/[\w-]+ /);
});

test("a kernel of a serving engine has its operator without a range, and no workload; other kernels have neither", () => {
  const found = recogniseWork(launch("void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(int)"), [], FACTS);
  expect(found).toMatchObject({ operator: "residual and rmsnorm", named: true, reason: expect.stringContaining("--workload") });
  expect(found?.workload).toBeUndefined();
  for (const name of ["mm_kernel", "my_rms_norm_kernel", "fused_moe_kernel_gptq_awq", "void at::native::reduce_kernel<512>(int)"])
    expect(recogniseWork(launch(name), [], FACTS)).toBeUndefined();
});

test("in a range that no rule knows the name speaks", () => {
  const call = { name: "unified_attention", sizes: [[64, 4096]], producers: [] };
  expect(recogniseWork(launch("kernel_unified_attention_2d"), [call], FACTS)).toMatchObject({ operator: "paged attention" });
  expect(recogniseWork(launch("some_kernel"), [call], FACTS)).toMatchObject({ reason: "no rule for unified_attention" });
});
