import type { Bound, Setting } from "../../src/bounds/bound.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { attentionComputation } from "../../src/computation/attention.js";
import { chainComputation } from "../../src/computation/chain.js";
import type { Access, Computation } from "../../src/computation/computation.js";
import { arrayNamed, extentOf, indicesOf } from "../../src/computation/computation.js";
import { convComputation } from "../../src/computation/conv.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { einsumComputation } from "../../src/computation/einsum.js";
import { ffnComputation } from "../../src/computation/ffn.js";
import { gemmComputation } from "../../src/computation/gemm.js";
import { multilayerChainComputation } from "../../src/computation/multilayer-chain.js";
import type { Workload } from "../../src/computation/workload.js";
import type { PortGroup, PortProblem } from "./port-machine.js";

/**
 * How wide a kernel's partial sums are. `wide`: as the accumulator, everywhere. `rounded`: as a result whenever they pass a port.
 * `narrow`: as a result everywhere.
 */
export type SumWidth = "wide" | "rounded" | "narrow";

export const SUM_WIDTHS: readonly SumWidth[] = ["wide", "rounded", "narrow"];

/** A workload as products of words, with the loop indices of each product: its statement first. */
export interface ExpandedWorkload {
  readonly problem: (setting: Pick<Setting, "capacity" | "memories">, width: SumWidth) => PortProblem;
  readonly points: readonly (readonly number[])[];
  /** Bytes of an accumulator. */
  readonly accumulator: number;
  /** Bytes of all arrays. */
  readonly bytes: number;
  /** Bytes that one product needs at least, with what its operands may be made of. */
  readonly leastBytes: number;
}

export type ProductWorkload = Extract<
  Workload,
  { readonly kind: "gemm" | "einsum" | "chain" | "ffn" | "attention" | "conv" | "multilayer-chain" }
>;

function computationOf(workload: ProductWorkload): Computation {
  switch (workload.kind) {
    case "gemm":
      return gemmComputation(workload);
    case "einsum":
      return einsumComputation(workload);
    case "chain":
      return chainComputation(workload);
    case "ffn":
      return ffnComputation(workload);
    case "attention":
      return attentionComputation({ ...workload, causal: false });
    case "conv":
      return convComputation(workload);
    case "multilayer-chain":
      return multilayerChainComputation(workload);
  }
}

/** Every bound of the workload on memories whose slow memory adds. */
export function boundsWithAdders(workload: ProductWorkload, capacity: number, memories: number): readonly Bound[] {
  const setting: Setting = {
    interface: "l2-sm",
    unit: "bytes",
    capacity: BigInt(capacity),
    memories: BigInt(memories),
    fastMemory: "",
  };
  switch (workload.kind) {
    case "gemm":
    case "einsum":
      return proveBoundsInSetting(computationOf(workload), setting);
    case "chain":
    case "ffn":
    case "attention":
      return proveBoundsInSetting(workload, setting);
    case "conv":
      return proveBoundsInSetting(workload, setting);
    case "multilayer-chain":
      return proveBoundsInSetting(workload, setting);
  }
}

/** Enumerates a workload; a causal mask leaves out the elements of the intermediate that no query sees. */
export function expandWorkload(workload: ProductWorkload): ExpandedWorkload {
  const computation = computationOf(workload);
  const isSeen = seenBy(workload);
  const [ids, inputs, groups] = [new Map<string, number>(), [] as string[], [] as string[]];
  const read: { readonly operands: readonly string[]; readonly group: string }[] = [];
  const points: (readonly number[])[] = [];
  const names = Object.keys(computation.extents);
  computation.statements.forEach((statement, stage) => {
    const own = names.filter((name) => [statement.output, ...statement.operands].some((one) => indicesOf(one).includes(name)));
    for (const point of box(own.map((name) => extentOf(computation, name)))) {
      const at = Object.fromEntries(own.map((name, i) => [name, point[i] as number]));
      const operands = statement.operands.map((one) => wordOf(computation, one, at));
      const group = wordOf(computation, statement.output, at);
      if (group === undefined || operands.some((one) => one === undefined) || !isSeen(at)) continue;
      points.push([stage, ...names.map((name) => at[name] ?? 0)]);
      read.push({ operands: operands as string[], group });
    }
  });
  const arrayOf = (word: string) => arrayNamed(computation, word.split(" ")[0] as string);
  for (const { operands, group } of read) {
    for (const word of [...operands, group]) {
      const list = arrayOf(word).role === "input" ? inputs : groups;
      if (!ids.has(word)) ids.set(word, list.push(word) - 1);
    }
  }
  const idOf = (word: string): number => (ids.get(word) as number) + (arrayOf(word).role === "input" ? 0 : inputs.length);
  const held = BYTES_OF[computation.accumulator];
  const sizeOf = (word: string): number => {
    const { role, dataType } = arrayOf(word);
    return role === "intermediate" ? Math.min(BYTES_OF[dataType], held) : BYTES_OF[dataType];
  };
  const products = read.map(({ operands, group }) => ({ operands: operands.map(idOf), group: ids.get(group) as number }));
  const sized = (word: string, width: SumWidth): PortGroup => {
    const complete = sizeOf(word);
    const narrow = Math.min(held, complete);
    return {
      held: width === "narrow" ? narrow : held,
      moved: width === "wide" ? held : narrow,
      complete,
      isOutput: arrayOf(word).role === "output",
    };
  };
  const words = inputs.map(sizeOf);
  return {
    problem: ({ capacity, memories }, width) => ({
      words,
      groups: groups.map((word) => sized(word, width)),
      products,
      capacity: Number(capacity),
      memories: Number(memories),
    }),
    points,
    accumulator: held,
    bytes: [...words, ...groups.map(sizeOf)].reduce((sum, size) => sum + size, 0),
    leastBytes: Math.max(...words) * 2 * computation.statements.length + held * computation.statements.length,
  };
}

function* box(extents: readonly number[]): Generator<readonly number[]> {
  const point = extents.map(() => 0);
  const count = extents.reduce((product, extent) => product * extent, 1);
  for (let at = 0; at < count; at++) {
    let rest = at;
    for (let i = extents.length - 1; i >= 0; i--) {
      point[i] = rest % (extents[i] as number);
      rest = Math.floor(rest / (extents[i] as number));
    }
    yield [...point];
  }
}

/** The name of the word that an access reads at a point; undefined in the padding. */
function wordOf(
  computation: Computation,
  { array, dimensions }: Access,
  at: Readonly<Record<string, number>>,
): string | undefined {
  const { shape } = arrayNamed(computation, array);
  const place = dimensions.map(({ terms, padding = 0 }) =>
    terms.reduce((sum, { index, stride }) => sum + stride * (at[index] as number), -padding),
  );
  const isInside = place.every((position, i) => position >= 0 && position < (shape[i] as number));
  return isInside ? `${array} ${place.join()}` : undefined;
}

/** Query i of a causal mask sees the first i + 1 + keys − queries keys. */
function seenBy(workload: ProductWorkload): (at: Readonly<Record<string, number>>) => boolean {
  if (workload.kind !== "attention" || !workload.causal) return () => true;
  const { queries, keys } = workload;
  return ({ i = 0, j = 0 }) => j <= i + keys - queries;
}
