import type { DataType } from "../../computation/data-types.js";
import { type Boundary, boundaryOf, type GraphIndex, type Operator, operatorsNamed, tensorNamed } from "../operator-graph.js";

/** Tensors of which each is a form of the one before: made from it word by word. */
export type Path = readonly string[];

/** Forms of an operator's result; `stored` when the last one is a boundary output. */
export interface OutputForms {
  readonly path: Path;
  readonly stored: boolean;
}

/** Where the words of tensors inside one kernel come from and end up, all forms of one data type. */
export class FormPaths {
  readonly index: GraphIndex;
  readonly boundary: Boundary;
  readonly operators: readonly Operator[];
  private readonly within: ReadonlySet<string>;
  private readonly inputs: ReadonlySet<string>;
  private readonly outputs: ReadonlySet<string>;

  constructor(index: GraphIndex, kernel: readonly string[]) {
    this.index = index;
    this.within = new Set(kernel);
    this.boundary = boundaryOf(index, this.within);
    this.operators = operatorsNamed(index, kernel);
    this.inputs = new Set(this.boundary.inputs.map(({ name }) => name));
    this.outputs = new Set(this.boundary.outputs.map(({ name }) => name));
  }

  /** From a boundary input to the tensor; undefined where the kernel makes its words from others. */
  fromMemory(tensor: string, type: DataType): Path | undefined {
    return this.backwards(tensor, type, (name) => this.inputs.has(name));
  }

  /** Whether the kernel reads the tensor from memory. */
  isRead(tensor: string): boolean {
    return this.inputs.has(tensor);
  }

  /** From one tensor of the kernel to a later one. */
  between(first: string, last: string, type: DataType): Path | undefined {
    return this.backwards(last, type, (name) => name === first);
  }

  /** For each result the nearest boundary output that is a form of it, no tensor in two paths nor among those `taken` already. */
  distinctOutputs(results: readonly string[], taken: readonly string[]): readonly OutputForms[] {
    const used = new Set(taken);
    return results.map((result) => {
      const path = this.forwards(result, used);
      for (const name of path ?? [result]) used.add(name);
      return path === undefined ? { path: [result], stored: false } : { path, stored: true };
    });
  }

  /** Tensors that a tensor is a form of, itself first, nearer ones before those that they come from. */
  *forms(tensor: string, type: DataType): Generator<string> {
    for (const { form } of this.walk(tensor, type)) yield form;
  }

  private backwards(tensor: string, type: DataType, isStart: (name: string) => boolean): Path | undefined {
    const next = new Map<string, string>();
    for (const { form, into } of this.walk(tensor, type)) {
      if (into !== undefined) next.set(form, into);
      if (!isStart(form)) continue;
      const path = [form];
      for (let at = next.get(form); at !== undefined; at = next.get(at)) path.push(at);
      return path;
    }
    return undefined;
  }

  /** Each form once: along a residual stream there are as many ways back as subsets of its sums. */
  private *walk(tensor: string, type: DataType): Generator<{ readonly form: string; readonly into: string | undefined }> {
    const seen = new Set<string>();
    const waiting: { readonly form: string; readonly into: string | undefined }[] = [{ form: tensor, into: undefined }];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const { form } = step;
      if (seen.has(form) || tensorNamed(this.index, form).dataType !== type) continue;
      seen.add(form);
      yield step;
      const producer = this.index.producer.get(form);
      // What is carried is carried into the first output; others (statistics beside a norm, say) are forms of nothing.
      if (producer === undefined || !this.within.has(producer.name) || producer.outputs[0] !== form) continue;
      for (const carried of producer.carries.toReversed()) waiting.push({ form: carried, into: form });
    }
  }

  private forwards(result: string, used: ReadonlySet<string>): Path | undefined {
    const type = tensorNamed(this.index, result).dataType;
    let frontier: readonly Path[] = [[result]];
    while (frontier.length > 0) {
      const free = frontier.filter((path) => !used.has(path.at(-1) ?? ""));
      const end = free.find((path) => this.outputs.has(path.at(-1) ?? ""));
      if (end !== undefined) return end;
      frontier = free.flatMap((path) => {
        const last = path.at(-1) ?? "";
        const next = (this.index.consumers.get(last) ?? []).filter(
          ({ name, carries }) => this.within.has(name) && carries.includes(last),
        );
        return next
          .flatMap(({ outputs }) => outputs.slice(0, 1))
          .filter((name) => tensorNamed(this.index, name).dataType === type)
          .map((name) => [...path, name]);
      });
    }
    return undefined;
  }
}
