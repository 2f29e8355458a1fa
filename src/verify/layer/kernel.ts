import { count, type Fields, list, names, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import type { CheckedMemory } from "../subject.js";
import { workloadKind } from "../workload-fields.js";
import { checkCoreBound } from "./core-certificate.js";
import { checkShape } from "./core-shape.js";
import { areSameNames, type CheckedGraph, type CheckedOperator, isOfWeights } from "./graph.js";

/** Value of a kernel's bound, and the tensors its cores have counted. */
export interface CheckedKernel {
  readonly value: bigint;
  /** Loads alone (proofs/fusion-plan.md, Lemma 2). */
  readonly reads: bigint;
  readonly counted: ReadonlySet<string>;
  /** What the bounds on its cores require. */
  readonly requires: readonly string[];
}

/** The operators of a kernel with what it reads from memory and what it must leave there. */
export interface Kernel {
  readonly graph: CheckedGraph;
  readonly inside: ReadonlySet<string>;
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
}

/** Checks one kernel's bound: its cores stand in the graph, share no tensor, are proven; the rest is each boundary tensor once. */
export function checkKernel(graph: CheckedGraph, value: unknown, memory: CheckedMemory, path: string): CheckedKernel {
  const fields = record(value, path);
  requireOnly(fields, ["operators", "cores", "value"], path);
  const kernel = readKernel(graph, names(fields["operators"], `${path}.operators`));
  const counted = new Set<string>();
  const covered = new Set<string>();
  const requires: string[] = [];
  const bytes = (name: string): bigint => graph.tensors.get(name)?.bytes ?? 0n;
  const together = (names: Iterable<string>): bigint => [...new Set(names)].reduce((sum, name) => sum + bytes(name), 0n);
  let total = 0n;
  let reads = together(kernel.inputs);
  list(fields["cores"], `${path}.cores`).forEach((entry, i) => {
    const core = checkCore(kernel, record(entry, `${path}.cores[${i}]`), memory, `${path}.cores[${i}]`);
    for (const name of core.named) {
      if (counted.has(name)) throw new Refused(`${path}.cores[${i}]`, `'${name}' is counted by another core already`);
      counted.add(name);
    }
    for (const name of core.covered) covered.add(name);
    requires.push(...core.requires);
    total += core.value;
    const once = together(core.sources);
    if (core.reads > once) reads += core.reads - once;
  });
  for (const name of kernel.inputs) if (!covered.has(`load ${name}`)) total += bytes(name);
  for (const name of kernel.outputs) if (!covered.has(`store ${name}`)) total += bytes(name);
  requireEqual(count(fields, "value", path), total, `${path}.value`, "the sum of cores and boundary tensors");
  return { value: total, reads, counted, requires };
}

export function readKernel(graph: CheckedGraph, operators: readonly string[]): Kernel {
  const inside = new Set(operators);
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  for (const name of inside) {
    const operator = graph.operators.get(name);
    const read = (operator?.inputs ?? []).filter((tensor) => !operator?.partial.includes(tensor));
    for (const tensor of read) if (!inside.has(graph.makers.get(tensor) ?? "")) inputs.add(tensor);
    for (const tensor of operator?.outputs ?? []) {
      const isReadOutside = [...(graph.readers.get(tensor) ?? [])].some((reader) => !inside.has(reader));
      if (isReadOutside || graph.tensors.get(tensor)?.output === true) outputs.add(tensor);
    }
  }
  return { graph, inside, inputs, outputs };
}

interface CheckedCore {
  readonly value: bigint;
  readonly reads: bigint;
  /** Boundary tensors that operands come from. */
  readonly sources: readonly string[];
  readonly named: ReadonlySet<string>;
  /** What the bound on the core presumes. */
  readonly requires: readonly string[];
  /** `load NAME` and `store NAME` of the boundary tensors that the core's bound counts. */
  readonly covered: readonly string[];
}

const CORE_FIELDS = [
  "operators",
  "left",
  "right",
  "middle",
  "outputs",
  "workload",
  "unstoredBytes",
  "certificate",
  "readsCertificate",
];

function checkCore(kernel: Kernel, core: Fields, memory: CheckedMemory, path: string): CheckedCore {
  requireOnly(core, CORE_FIELDS, path);
  const workload = readCoreWorkload(core["workload"], `${path}.workload`);
  const operators = names(core["operators"], `${path}.operators`).map((name) => {
    const found = kernel.inside.has(name) ? kernel.graph.operators.get(name) : undefined;
    if (found === undefined) throw new Refused(`${path}.operators`, `'${name}' is not in the kernel`);
    return found;
  });
  if (new Set(operators).size !== operators.length) throw new Refused(`${path}.operators`, "an operator twice");
  const dataType = text(workload, "dataType", `${path}.workload`);
  requireEqual(text(workload, "outputType", `${path}.workload`), dataType, `${path}.workload.outputType`, "the type of results");
  const isGradient = workload["kind"] === "attention-backward";
  const paths = (field: string): readonly (readonly string[])[] =>
    list(core[field], `${path}.${field}`).map((entry, i, { length }) => {
      const [forms, at] = [names(entry, `${path}.${field}[${i}]`), `${path}.${field}[${i}]`];
      // L and D are as wide as sums, and read as they are.
      const isStatistic = isGradient && field === "right" && i >= length - 2;
      if (isStatistic && forms.length !== 1) throw new Refused(at, "not a tensor as it is in memory");
      return checkPath(kernel, isStatistic ? text(workload, "accumulator", `${path}.workload`) : dataType, forms, at);
    });
  const [left, right, middle] = [paths("left"), paths("right"), paths("middle")];
  const stages = checkShape(operators, workload, path);
  const outputs = list(core["outputs"], `${path}.outputs`).map((entry, i) => {
    const at = `${path}.outputs[${i}]`;
    const forms = record(entry, at);
    requireOnly(forms, ["path", "stored"], at);
    if (typeof forms["stored"] !== "boolean") throw new Refused(`${at}.stored`, "not true or false");
    return { path: checkPath(kernel, dataType, names(forms["path"], `${at}.path`), `${at}.path`), stored: forms["stored"] };
  });

  const rightsOf = ({ work, inputs }: CheckedOperator): readonly string[] =>
    isOfWeights(work) || work["kind"] === "convolution" ? inputs.slice(1, 2) : inputs.slice(1);
  requireEnds(
    left,
    stages.readers.map(({ inputs }) => inputs[0] ?? ""),
    "last",
    `${path}.left`,
  );
  // Words of V that are words of K come from memory as these.
  const isShared = workload["valuesInKeys"] === true;
  const rights = (isShared ? operators.slice(0, 1) : operators).flatMap(rightsOf);
  const own = isShared ? operators.flatMap(rightsOf).find((name) => !rights.includes(name)) : undefined;
  if (own !== undefined) throw new Refused(`${path}.operators`, `'${own}' has values that are no keys`);
  requireEnds(right, rights, "last", `${path}.right`);
  requireEnds(
    outputs.map((forms) => forms.path),
    stages.makers.flatMap(({ outputs }) => (isGradient ? outputs : outputs.slice(0, 1))),
    "first",
    `${path}.outputs`,
  );
  if (stages.last === undefined) requireEqual(BigInt(middle.length), 0n, `${path}.middle`, "the number of paths between stages");
  else {
    requireEnds(
      middle,
      stages.readers.map((operator) => operator.outputs[0] ?? ""),
      "first",
      `${path}.middle`,
    );
    requireEnds(
      middle,
      stages.readers.map(() => stages.last?.inputs[0] ?? ""),
      "last",
      `${path}.middle`,
    );
  }
  for (const side of [left, right]) {
    for (const [first] of side)
      if (!kernel.inputs.has(first ?? "")) throw new Refused(path, `'${first}' does not come from memory`);
  }
  if (stages.readers.length > 1 && new Set(left.map(([first]) => first)).size > 1)
    throw new Refused(`${path}.left`, "several left operands");

  const results = new Set<string>();
  let unstored = 0n;
  for (const { path: forms, stored } of outputs) {
    if (stored ? !kernel.outputs.has(forms.at(-1) ?? "") : forms.length !== 1)
      throw new Refused(`${path}.outputs`, "does not end in memory");
    if (!stored) unstored += kernel.graph.tensors.get(forms[0] ?? "")?.bytes ?? 0n;
    for (const name of forms) {
      if (results.has(name)) throw new Refused(`${path}.outputs`, `'${name}' stands for two results`);
      results.add(name);
    }
  }
  const sources = new Set([...left, ...right].flat());
  // Left paths stand for one array and may meet; a right path that met another, or a left one, would make one word two.
  const operands = [left.flat(), ...right].flatMap((names) => [...new Set(names)]);
  if (operands.length !== sources.size) throw new Refused(`${path}.right`, "one tensor stands for two operands");
  const clash = [...results, ...middle.flat()].find((name) => sources.has(name));
  if (clash !== undefined) throw new Refused(path, `'${clash}' stands for an operand and a result`);

  requireEqual(count(core, "unstoredBytes", path), unstored, `${path}.unstoredBytes`, "the bytes of results that stay");
  const readOne = new Set(stages.readers.map(({ inputs }) => inputs[0])).size === 1;
  const { value, reads, requires } = checkCoreBound(core, workload, memory, readOne, path);
  const origins = [...left, ...right].map(([first]) => first ?? "");
  const loads = origins.map((name) => `load ${name}`);
  const stores = [...results, ...middle.flat()].map((name) => `store ${name}`);
  return {
    value: value - unstored,
    reads,
    sources: origins,
    requires,
    named: new Set([...sources, ...results, ...middle.flat()]),
    covered: [...loads, ...stores],
  };
}

const CORE_KINDS: readonly string[] = [
  ...["gemm", "chain", "ffn", "attention", "attention-backward", "conv", "grouped-gemm", "moe"],
];

/** What a core's workload says is held against its operators, which have no scales. */
function readCoreWorkload(value: unknown, path: string): Fields {
  const workload = record(value, path);
  if (!CORE_KINDS.includes(workloadKind(workload, path))) throw new Refused(`${path}.kind`, "no core of a kernel");
  // Gathered rows are another operator's results.
  if (workload["topK"] !== undefined) requireEqual(count(workload, "topK", path), 1n, `${path}.topK`, "the experts of a row");
  if (workload["rightType"] !== undefined) throw new Refused(`${path}.rightType`, "the tensors of a core have one type");
  if (workload["scales"] !== undefined) throw new Refused(`${path}.scales`, "no operator of a layer has scales");
  return workload;
}

/** Each tensor is made from the one before, word by word, inside the kernel, and all are of the core's type. */
function checkPath(kernel: Kernel, dataType: string, path: readonly string[], at: string): readonly string[] {
  path.forEach((name, i) => {
    const tensor = kernel.graph.tensors.get(name);
    if (tensor === undefined || tensor.dataType !== dataType) throw new Refused(at, `'${name}' is no tensor of type ${dataType}`);
    if (i === 0) return;
    const maker = kernel.graph.makers.get(name) ?? "";
    const operator = kernel.inside.has(maker) ? kernel.graph.operators.get(maker) : undefined;
    const carries = operator?.outputs[0] === name ? operator.carries : [];
    if (!carries.includes(path[i - 1] ?? "")) throw new Refused(at, `'${name}' is not made from '${path[i - 1]}' word by word`);
  });
  if (path.length === 0) throw new Refused(at, "empty");
  return path;
}

function requireEnds(paths: readonly (readonly string[])[], ends: readonly string[], side: "first" | "last", at: string): void {
  const found = paths.map((path) => (side === "first" ? path[0] : path.at(-1)) ?? "");
  if (!areSameNames(found, ends)) throw new Refused(at, `does not ${side === "first" ? "begin" : "end"} at ${ends.join(", ")}`);
}
