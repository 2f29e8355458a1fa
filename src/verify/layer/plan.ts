import { checkRequirements } from "../bound.js";
import { cacheBytes, fastMemory } from "../memory.js";
import type { Required } from "../required.js";
import { count, type Fields, list, names, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import type { CheckedMemory } from "../subject.js";
import { areSameNames, type CheckedGraph } from "./graph.js";
import { type CheckedKernel, checkKernel } from "./kernel.js";

/** A plan with its bounds as they are proven. */
export interface CheckedPlan {
  readonly path: string;
  readonly id: string;
  readonly kernels: readonly (readonly string[])[];
  /** Bytes over DRAM of the whole plan. */
  readonly dram: bigint | undefined;
  /** What each kernel must move into and out of the SMs. */
  readonly sms: readonly CheckedKernel[] | undefined;
  readonly certificates: number;
}

/** Checks a plan's kernels, a partition in launch order, and its bounds. */
export function checkPlan(graph: CheckedGraph, machine: Fields, plan: Fields, path: string): CheckedPlan {
  const kernels = list(plan["kernels"], `${path}.kernels`).map((kernel, j) => names(kernel, `${path}.kernels[${j}]`));
  checkPartition(graph, kernels, `${path}.kernels`);
  const bounds = list(plan["bounds"], `${path}.bounds`).map((bound, j) =>
    checkPlanBound(graph, machine, kernels, record(bound, `${path}.bounds[${j}]`), `${path}.bounds[${j}]`),
  );
  return {
    path,
    id: text(plan, "id", path),
    kernels,
    dram: bounds.find(({ interfaceId }) => interfaceId === "dram-l2")?.value,
    sms: bounds.find(({ interfaceId }) => interfaceId === "l2-sm")?.kernels,
    certificates: bounds.reduce((sum, bound) => sum + bound.certificates, 0),
  };
}

/** A kernel's bound must be about these operators. */
export function requireOperators(kernel: unknown, operators: readonly string[], path: string): void {
  const found = names(record(kernel, path)["operators"], `${path}.operators`);
  if (!areSameNames(found, operators)) throw new Refused(`${path}.operators`, "not the operators of the kernel");
}

/** Each operator in one kernel, no kernel reading what a later one makes. */
function checkPartition(graph: CheckedGraph, kernels: readonly (readonly string[])[], path: string): void {
  const kernelOf = new Map<string, number>();
  kernels.forEach((kernel, number) => {
    for (const name of kernel) {
      if (kernelOf.has(name) || !graph.operators.has(name))
        throw new Refused(`${path}[${number}]`, `'${name}' is unknown or in two kernels`);
      kernelOf.set(name, number);
    }
  });
  for (const [name, { inputs }] of graph.operators) {
    const own = kernelOf.get(name);
    if (own === undefined) throw new Refused(path, `'${name}' is in no kernel`);
    for (const tensor of inputs) {
      const maker = kernelOf.get(graph.makers.get(tensor) ?? "");
      if (maker !== undefined && maker > own) throw new Refused(path, `'${name}' runs before the kernel that makes '${tensor}'`);
    }
  }
}

const PLAN_BOUND_FIELDS = [
  "id",
  "interface",
  "scope",
  "unit",
  "value",
  "requires",
  "fastMemory",
  "proof",
  "status",
  "certificate",
];

function checkPlanBound(
  graph: CheckedGraph,
  machine: Fields,
  kernels: readonly (readonly string[])[],
  bound: Fields,
  path: string,
): Sum & { readonly interfaceId: string } {
  requireOnly(bound, PLAN_BOUND_FIELDS, path);
  requireEqual(text(bound, "unit", path), "bytes", `${path}.unit`, "the unit");
  const interfaceId = text(bound, "interface", path);
  if (interfaceId !== "dram-l2" && interfaceId !== "l2-sm")
    throw new Refused(`${path}.interface`, `no bound of a plan for '${interfaceId}'`);
  const certificate = record(bound["certificate"], `${path}.certificate`);
  const theorem = text(certificate, "theorem", `${path}.certificate`);
  requireEqual(theorem, "fusion-plan", `${path}.certificate.theorem`, "the theorem");
  requireEqual(text(bound, "id", path), theorem, `${path}.id`, "the id");
  requireEqual(text(bound, "proof", path), "proofs/fusion-plan.md", `${path}.proof`, "the proof");
  requireEqual(text(bound, "scope", path), "total", `${path}.scope`, "the scope");
  requireEqual(text(bound, "status", path), "paper proof", `${path}.status`, "the proof status");
  const at = `${path}.certificate`;
  const memory = fastMemory(machine, interfaceId, path);
  const sum =
    interfaceId === "l2-sm"
      ? sumOfKernels(graph, memory, kernels, certificate, at)
      : layerAndSpills(graph, machine, memory, kernels, certificate, at);
  requireEqual(count(certificate, "value", at), sum.value, `${at}.value`, "the sum");
  requireEqual(count(bound, "value", path), sum.value, `${path}.value`, "the proven value");
  checkRequirements(bound, requiredOfPlan(sum.presumed), memory, path);
  return { ...sum, interfaceId };
}

/** What a bound of a plan requires beside what its cores do. */
export function requiredOfPlan(cores: readonly string[]): Required {
  const own = ["kernel-boundaries", "kernels-in-sequence", "operators-as-given"];
  return { requires: [...new Set([...own, ...cores])], readsRequire: [] };
}

/** A plan's value with what the bounds on its cores require. */
interface Sum {
  readonly value: bigint;
  readonly presumed: readonly string[];
  readonly certificates: number;
  /** Kernel by kernel, into the SMs. */
  readonly kernels?: readonly CheckedKernel[];
}

function sumOfKernels(
  graph: CheckedGraph,
  memory: CheckedMemory,
  kernels: readonly (readonly string[])[],
  certificate: Fields,
  at: string,
): Sum {
  requireOnly(certificate, ["theorem", "kernels", "value"], at);
  const entries = list(certificate["kernels"], `${at}.kernels`);
  requireEqual(BigInt(entries.length), BigInt(kernels.length), `${at}.kernels`, "the number of kernels");
  const checked = entries.map((entry, i) => {
    const path = `${at}.kernels[${i}]`;
    requireOperators(entry, kernels[i] ?? [], path);
    return checkKernel(graph, entry, memory, path);
  });
  const value = checked.reduce((sum, kernel) => sum + kernel.value, 0n);
  const presumed = checked.flatMap(({ requires }) => requires);
  return { value, presumed, certificates: entries.length, kernels: checked };
}

function layerAndSpills(
  graph: CheckedGraph,
  machine: Fields,
  memory: CheckedMemory,
  kernels: readonly (readonly string[])[],
  certificate: Fields,
  at: string,
): Sum {
  requireOnly(certificate, ["theorem", "layer", "spills", "value"], at);
  const layer = checkWholeLayer(graph, certificate["layer"], memory, `${at}.layer`);
  const held = text(machine, "kind", "machine") === "gpu" ? cacheBytes(machine) : memory.capacity;
  const kernelOf = new Map(kernels.flatMap((kernel, number) => kernel.map((name) => [name, number] as const)));
  const counted = new Set(layer.counted);
  let value = layer.value;
  const spills = list(certificate["spills"], `${at}.spills`);
  spills.forEach((entry, i) => {
    const path = `${at}.spills[${i}]`;
    const spill = record(entry, path);
    requireOnly(spill, ["after", "tensors", "bytes"], path);
    const after = Number(count(spill, "after", path));
    let moved = 0n;
    for (const name of names(spill["tensors"], `${path}.tensors`)) {
      const tensor = graph.tensors.get(name);
      const maker = kernelOf.get(graph.makers.get(name) ?? "");
      const isUsedLater = [...(graph.readers.get(name) ?? [])].some(
        (user) => graph.operators.get(user)?.partial.includes(name) === false && (kernelOf.get(user) ?? 0) >= after,
      );
      if (tensor === undefined || maker === undefined || maker >= after || !isUsedLater)
        throw new Refused(`${path}.tensors`, `'${name}' is not alive there`);
      if (counted.has(name)) throw new Refused(`${path}.tensors`, `'${name}' is counted already`);
      counted.add(name);
      moved += tensor.bytes * (tensor.output ? 1n : 2n);
    }
    const bytes = moved > 2n * held ? moved - 2n * held : 0n;
    requireEqual(count(spill, "bytes", path), bytes, `${path}.bytes`, "what cannot stay");
    value += bytes;
  });
  return { value, presumed: layer.requires, certificates: 1 };
}

/** The layer as one kernel on the whole chip. */
export function checkWholeLayer(graph: CheckedGraph, layer: unknown, memory: CheckedMemory, at: string): CheckedKernel {
  const kernel = checkKernel(graph, layer, memory, at);
  requireOperators(layer, [...graph.operators.keys()], at);
  return kernel;
}
