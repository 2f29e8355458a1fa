import { describe, expect, test } from "vitest";
import { readGraph } from "../../src/verify/layer/graph.js";
import type { Fields } from "../../src/verify/shared/fields.js";

/** Tensors of an operator have the words that its extents say, kind by kind, by hand. */

type Tensors = readonly number[];

const ATTENTION = { batch: 2, heads: 4, kvHeads: 2, queries: 3, keys: 5, dim: 7, valueDim: 6, causal: false };
const grouped = { rows: [4, 0, 3], inner: 5, columns: 6 };
const convolution = {
  ...{ batch: 2, inChannels: 3, outChannels: 4, height: 8, width: 9 },
  ...{ kernel: [3, 3], stride: [1, 1], padding: [1, 1] },
};
const scan = { batch: 2, heads: 6, groups: 3, tokens: 7, state: 4, dim: 5, initialState: false };

const RIGHT: readonly (readonly [what: string, work: Fields, inputs: Tensors, outputs: Tensors])[] = [
  ["product", { kind: "product", batch: 2, rows: 3, inner: 5, columns: 7 }, [30, 70], [42]],
  ["product of each expert", { kind: "grouped-product", ...grouped }, [35, 60], [42]],
  ["gradient of each expert's weights", { kind: "grouped-gradient", ...grouped }, [35, 42], [60]],
  ["scores", { kind: "scores", ...ATTENTION }, [168, 140], [120]],
  ["scores under a mask", { kind: "scores", ...ATTENTION, causal: true }, [168, 140], [8 * (3 + 4 + 5)]],
  ["scores of keys in two tensors", { kind: "scores", ...ATTENTION }, [168, 100, 40], [120]],
  ["values", { kind: "values", ...ATTENTION }, [120, 120], [144]],
  ["gradients of values", { kind: "transposed-values", ...ATTENTION }, [120, 144], [120]],
  ["gradients of attention", { kind: "attention-backward", ...ATTENTION }, [168, 140, 120, 144, 24, 24], [168, 140, 120]],
  ["convolution", { kind: "convolution", ...convolution }, [2 * 3 * 72, 108], [2 * 4 * 72]],
  ["scan", { kind: "scan", ...scan }, [168, 168, 420, 84], [420, 240]],
  ["scan from states", { kind: "scan", ...scan, initialState: true }, [168, 168, 420, 84, 240], [420, 240]],
  [
    "scan from states, behind something else",
    { kind: "scan", ...scan, initialState: true },
    [168, 168, 420, 84, 9, 240],
    [420, 240],
  ],
];

/** A graph of one operator over tensors of so many words. */
function graphOf(work: Fields, inputs: Tensors, outputs: Tensors, more: object = {}): object {
  const named = (role: string, words: Tensors) => words.map((own, i) => ({ name: `${role}${i}`, words: own }));
  const [read, made] = [named("in", inputs), named("out", outputs)];
  const operator = {
    name: "only",
    inputs: read.map(({ name }) => name),
    outputs: made.map(({ name }) => name),
    carries: [],
    work,
  };
  return {
    name: "one",
    tensors: [...read, ...made].map((tensor) => ({ ...tensor, kind: "activation", dataType: "bf16", output: false })),
    operators: [{ ...operator, ...more }],
  };
}

/** Words beside those of the operands of a scan. */
const FREE = new Map([["scan from states, behind something else", 4]]);

describe("a graph has the tensors of", () => {
  test.each(RIGHT)("%s", (what, work, inputs, outputs) => {
    expect(readGraph(graphOf(work, inputs, outputs)).operators.get("only")?.work).toEqual(work);
    const wrong = (i: number, change: number): object => {
      const all = [...inputs, ...outputs].map((words, at) => words + (at === i ? change : 0));
      return graphOf(work, all.slice(0, inputs.length), all.slice(inputs.length));
    };
    for (const i of [...inputs, ...outputs].keys()) {
      if (i === FREE.get(what)) continue;
      for (const change of [-1, 1])
        expect(() => readGraph(wrong(i, change)), `tensor ${i}`).toThrow(
          "graph.operators[0]: its tensors do not have the words of its extents",
        );
    }
    expect(() => readGraph(graphOf({ ...work, mask: 1 }, inputs, outputs))).toThrow(
      "graph.operators[0].work.mask: unknown field",
    );
    expect(() => readGraph(graphOf(work, inputs, outputs, { carries: ["in0"] }))).toThrow("'in0' is not carried word by word");
    expect(() => readGraph(graphOf(work, inputs, outputs, { partial: ["in0"] }))).toThrow(
      "graph.operators[0].partial: of an operator that has none",
    );
  });
});

describe("what an operator hands on or leaves unread", () => {
  const carry = ["elementwise", "rotary", "normalisation", "group-normalisation", "reshape", "transpose", "copy"];
  const nothing = [
    ...["lookup", "selection", "unsupported", "other-convolution", "pooling"],
    ...["row-statistics", "gather", "combine"],
  ];
  const graph = (kind: string, more: object) => readGraph(graphOf({ kind }, [6, 6, 7], [6], more)).operators.get("only");

  test.each(carry)("%s may hand on an operand, word by word", (kind) => {
    expect(graph(kind, { carries: ["in1"] })?.carries).toEqual(["in1"]);
    for (const [carries, partial] of [[["in2"]], [["out0"]], [["in1"], ["in1"]]] as const)
      expect(() => graph(kind, { carries, ...(partial === undefined ? {} : { partial }) })).toThrow(
        "is not carried word by word",
      );
    expect(graph(kind, { partial: ["in1"] })?.partial).toEqual(["in1"]);
    expect(graph(kind, {})?.partial).toEqual([]);
    expect(() => graph(kind, { partial: ["out0"] })).toThrow("graph.operators[0].partial: 'out0' is no input");
  });

  test.each(nothing)("%s hands on nothing", (kind) => {
    expect(() => graph(kind, { carries: ["in1"] })).toThrow("'in1' is not carried word by word");
    const isAny = ["lookup", "selection", "unsupported"].includes(kind);
    expect(graph(kind, {})?.partial).toEqual(isAny ? ["in0", "in1", "in2"] : []);
    if (kind === "unsupported") expect(() => graph(kind, { partial: ["in1"] })).toThrow("of an operator that has none");
    else expect(graph(kind, { partial: ["in1"] })?.partial).toEqual(["in1"]);
  });
});
