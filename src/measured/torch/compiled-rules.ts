import { BYTES_OF } from "../../computation/data-types.js";
import { gemmWorkload } from "../../computation/gemm.js";
import { elementwiseWorkload } from "../../computation/row-workloads.js";
import { dimensions } from "../names/launch-grid.js";
import { countedBytes } from "../names/named-launch.js";
import { typesOr } from "./arguments.js";
import { wordsOf } from "./operator-range.js";
import type { Launch, Rule } from "./recognised-work.js";

/**
 * A kernel that `torch.compile` made of several operators: its arguments are tensors that it reads, then those that it writes, and some
 * that are both. Of as many words as the result each is presumed read or written whole; how many are written, the bytes out of the SMs
 * tell.
 *
 * Source: pytorch/pytorch, torch/_inductor/codegen/triton.py: names `triton_poi_fused_…`, `triton_red_…`, `triton_per_…` and the order of
 * `in_out_ptr`, `in_ptr`, `out_ptr`.
 */
export const compiled: Rule = (call, launch, facts, calls) => {
  const fused = `fused by torch.compile: ${/_fused_+(.*?)_\d+$/.exec(launch.name)?.[1] ?? launch.name}`;
  const tensors = call.sizes.filter((size) => size.length > 0);
  const result = tensors.at(-1);
  if (result === undefined) return { reason: fused };
  if (/^triton_tem_/.test(launch.name)) return template(call, launch, facts, calls) ?? { reason: fused };
  const { types, assumed } = typesOr(undefined, facts, call);
  const counted = countedBytes(launch, "l1tex__m_l1tex2xbar_write_bytes.sum");
  const stored = (counted ?? 0) / BYTES_OF[types.outputType];
  const possible = tensors.map(wordsOf).filter((one) => one <= stored * (1 + NEAR));
  const words = Math.max(pointwiseWords(launch, tensors), wordsOf(result), ...possible);
  const whole = tensors.filter((size) => wordsOf(size) === words).length;
  const written = counted === undefined ? whole : Math.ceil(stored / words - NEAR);
  const inputs = Math.max(0, whole - Math.max(1, written));
  const sides = { rows: 1, columns: words, ...types };
  const least = elementwiseWorkload({ ...sides, inputs: 0 });
  const told = "arguments of as many words as the result are read or written whole";
  return { workload: { ...least, inputs }, least, assumed: [...assumed, inputs === 0 ? "what is read counts nothing" : told] };
};

/** Of a tensor that is written more than once in parts. */
const NEAR = 0.01;

/** Words that the blocks of a pointwise kernel walk, a power of two each: those of its largest argument where that fits; else none. */
function pointwiseWords({ name, grid }: Launch, tensors: readonly (readonly number[])[]): number {
  const words = Math.max(...tensors.map(wordsOf));
  const [blocks, ...others] = dimensions(grid) ?? [0, 0, 0];
  const each = words / blocks;
  return /^triton_poi_/.test(name) && others.every((side) => side === 1) && Number.isInteger(Math.log2(each)) ? words : 0;
}

/** A product: among the arguments two matrices that make the last. */
const template: Rule = (call, launch, facts) => {
  if (!/_(?:add)?mm_/.test(launch.name) || /mm_.*mm_/.test(launch.name)) return undefined;
  const tensors = call.sizes.filter((size) => size.length >= 2);
  const result = tensors.at(-1) ?? [];
  const [a, b] = tensors;
  const k = a?.at(-1) ?? 0;
  if (a === undefined || b?.length !== 2 || tensors.length !== 3 || !b.includes(k)) return undefined;
  const [m, n] = [wordsOf(a) / k, wordsOf(b) / k];
  if (m * n !== wordsOf(result) || result.at(-1) !== n) return undefined;
  const { types, assumed } = typesOr(undefined, facts, call);
  return { workload: gemmWorkload({ m, n, k, ...types }), assumed };
};
