import type { DataType } from "../../computation/data-types.js";
import type { Workload } from "../../computation/workload.js";
import type { ProfiledKernel } from "../nsight/kernels.js";
import type { OperatorCall, Producer } from "./operator-range.js";

/** What a kernel computes, as far as the ranges around it and its name say. */
export interface RecognisedWork {
  /** The operator that the user wrote: the outermost that PyTorch names. */
  readonly operator: string;
  readonly workload?: Workload;
  /** What was presumed because neither ranges nor name say it. */
  readonly assumed: readonly string[];
  /**
   * Counters may refute it: something was presumed, or an argument is, or may be, a view that no kernel made, which may repeat words or
   * show another argument.
   */
  readonly refutable: boolean;
  /** What the kernel does even where views repeat words: the workload where counters refute the one above. */
  readonly least?: Workload;
  /** Why there is no workload. */
  readonly reason?: string;
  /** Without a workload: what the kernel does is known all the same, and the reason says what a bound lacks. */
  readonly named?: boolean;
}

/** What a profile says of a launch beside the ranges around it. */
export type Launch = Pick<ProfiledKernel, "name" | "grid" | "block" | "metrics">;

/** What other kernels of the step say of the tensors of this one. */
export interface StepFacts {
  /** Extents of the result of a call, as those that read it name them. */
  readonly sizeOf: (id: number) => readonly number[] | undefined;
  /** Whether a kernel of the profile ran in this call: its results are tensors of their own, not views. */
  readonly launched: (id: number) => boolean;
  /** The type presumed where nothing says. */
  readonly dataType: DataType;
}

/** What a rule says of a kernel. */
export interface Found {
  readonly workload?: Workload;
  readonly assumed?: readonly string[];
  readonly least?: Workload;
  readonly reason?: string;
  /** Not even what the kernel does is known. */
  readonly unknown?: true;
}

/** Of the call in whose range the kernel ran; `calls` are all around it, outermost first. */
export type Rule = (call: OperatorCall, launch: Launch, facts: StepFacts, calls: readonly OperatorCall[]) => Found | undefined;

/** Presumed of arguments that no kernel of the profile made. */
export const WHOLE_VIEWS = "views that repeat no words";

export const ONE_TENSOR = "one tensor as two operands";

/** Kernels beside the one that does the work: sums of parts, layouts, workspaces. */
const HELPERS = new RegExp(
  [
    ...["splitKreduce", "reduce_kernel", "ReduceSplitK", "reduce_wgrad", "combine_kernel", "compute_dot_do_o", "convert_dq"],
    ...["elementwise", "memset", "copy", "init_device", "NhwcKernel", "NchwKernel", "Padding", "tensorTransform"],
  ].join("|"),
  "i",
);

/** A kernel that helps the one that does the work; undefined for any other. */
export function helper({ name }: Launch, call: OperatorCall): Found | undefined {
  return HELPERS.test(name) ? { reason: `helps ${call.name}` } : undefined;
}

/** A kernel of an operator that no rule reads. */
export function noRule(call: OperatorCall): Found {
  return { reason: `no rule for this kernel of ${call.name}`, unknown: true };
}

export function isRepeated(producers: readonly (Producer | undefined)[]): boolean {
  const named = producers.filter((one) => one !== undefined);
  return distinct(named) < named.length;
}

/** Each tensor once: two whose makers are not named may be one. */
export function distinct(tensors: readonly (Producer | undefined)[]): number {
  const named = new Set(tensors.flatMap((one) => (one === undefined ? [] : [`${one.id},${one.place}`])));
  return named.size + (tensors.some((one) => one === undefined) ? 1 : 0);
}
