import { describe, expect, it } from "vitest";
import { matrixProduct } from "../../src/pebble/families.js";
import { toDot } from "../../src/pebble/formats/dot.js";
import { hyperDagFrom, parseHyperDag } from "../../src/pebble/formats/hyperdag.js";
import { cdagToDocument, parseCdagJson } from "../../src/pebble/formats/json.js";

const PINS = "0 0\n0 2\n1 1\n1 2\n1 3\n2 2\n2 3\n";

describe("HyperDAG files", () => {
  const edges = [
    [0, 2],
    [1, 2],
    [1, 3],
    [2, 3],
  ];
  it("are read in the layout of version 1, with the communication weights of hyperedges", () => {
    const text = `%% MatrixMarket-like\n% HyperDAG file format v1\n3 4 7 pins\n0 5\n1 1 % words\n2 7\n0 0\n1 0\n2 1\n3 1\n${PINS}`;
    const graph = parseHyperDag(text, "a.hdag");
    expect(cdagToDocument(graph)).toEqual({ vertices: 4, edges, outputs: [3], weights: [5, 1, 7, 1] });
  });
  it("are read with vertex weights after the pins", () => {
    const graph = parseHyperDag(`3 4 7\n${PINS}0 9 1\n1 9 2\n2 9 3\n3 9 4\n`, "b.hdag");
    expect(cdagToDocument(graph)).toEqual({ vertices: 4, edges, outputs: [3], weights: [1, 2, 3, 4] });
  });
  it("are read with pins only, and with Windows line ends", () => {
    const graph = parseHyperDag(`% comment\n3 4 7\n${PINS}`.replaceAll("\n", "\r\n"), "c.hdag");
    expect(cdagToDocument(graph)).toEqual({ vertices: 4, edges, outputs: [3] });
  });

  it("are read back as they were written", () => {
    const graph = parseHyperDag(`3 4 7\n${PINS}0 9 1\n1 9 2\n2 9 3\n3 9 4\n`, "b.hdag");
    expect(parseHyperDag(hyperDagFrom(graph), "again.hdag")).toEqual(graph);
  });

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ["a cycle", "3 3 6\n0 0\n0 1\n1 1\n1 2\n2 2\n2 0\n", /^x\.hdag:7: .*2 -> 0, which closes a cycle/],
    ["a truncated file", `3 4 7\n${PINS.split("\n").slice(0, 5).join("\n")}\n`, /^x\.hdag:6: .*5 lines/],
    ["a dangling pin", "1 2 2\n0 0\n0 2\n", /^x\.hdag:3: expected a vertex below 2, found 2/],
    ["an unknown hyperedge", "1 2 2\n0 0\n1 1\n", /^x\.hdag:3: expected a hyperedge below 1, found 1/],
    ["a duplicate pin", "1 2 3\n0 0\n0 1\n0 1\n", /^x\.hdag:4: expected each pin once, found 0 -> 1, as on line 3/],
    ["the source twice", "1 2 3\n0 0\n0 1\n0 0\n", /^x\.hdag:4: expected each pin once, found 0 -> 0, as on line 2/],
    [
      "an edge of two hyperedges",
      "2 2 4\n0 0\n0 1\n1 0\n1 1\n",
      /^x\.hdag:5: expected each pin once, found 0 -> 1, as on line 3/,
    ],
    ["a word", "1 2 2\n0 0\n0 one\n", /^x\.hdag:3: .*'one'/],
    ["a fraction", "1 2 2\n0 0\n0 1.5\n", /^x\.hdag:3: .*'1.5'/],
    ["half a pin", "1 2 2\n0 0\n0\n", /^x\.hdag:3: /],
    ["a weight of 0", "1 2 2\n0 0\n0 1\n0 1 0\n1 1 1\n", /^x\.hdag:4: .*weight of at least 1, found 0/],
    ["a repeated weight line", "1 2 2\n0 0\n0 1\n0 1 1\n0 1 1\n", /^x\.hdag:5: .*once, found 0, as on line 4/],
    ["a short header", "1 2\n", /^x\.hdag:1: /],
    ["a header of billions", "1 9999999999 2\n0 0\n0 1\n", /^x\.hdag:1: expected 1 to/],
    ["a header of millions", "0 16777216 0\n", /^x\.hdag:1: expected 1 to 1048576 vertices, found 16777216/],
    ["nothing", "% only a comment\n", /^x\.hdag: .*no data line/],
  ];
  it.each(wrong)("with %s are refused, naming the line", (_what, text, message) => {
    expect(() => parseHyperDag(text, "x.hdag")).toThrow(message);
  });
});

describe("JSON graphs", () => {
  it("are read back as they were written", () => {
    const document = cdagToDocument(matrixProduct(2, 2, 2));
    expect(cdagToDocument(parseCdagJson(JSON.stringify(document), "g.json"))).toEqual(document);
  });

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    [
      "a syntax error",
      '{ "vertices": 2,\n"edges": [[0, 1]],\n"outputs": [1]\n oops }',
      /^g\.json: line 4, column 2: expected a comma or .}., found .o./,
    ],
    [
      "an end too early",
      '{ "vertices": 2,\n"edges": [[0, 1]',
      /^g\.json: line 2, column 17: expected a comma or .]., found the end/,
    ],
    ["a cycle", '{ "vertices": 2, "edges": [\n[0, 1],\n[1, 0]], "outputs": [1] }', /^g\.json:3: edges\[1\]: .*closes a cycle/],
    ["a dangling edge", '{ "vertices": 2, "edges": [\n[0, 2]], "outputs": [1] }', /^g\.json:2: edges\[0\]\[1\]: .*found 2/],
    [
      "a duplicate edge",
      '{ "vertices": 2, "edges": [\n[0, 1],\n[0, 1]], "outputs": [1] }',
      /^g\.json:3: edges\[1\]: .*as in edges\[0\]/,
    ],
    ["a text for a vertex", '{ "vertices": 2, "edges": [[0, 1]],\n "outputs": ["1"] }', /^g\.json:2: outputs\[0\]: /],
    ["no outputs", '{ "vertices": 2, "edges": [[0, 1]] }', /^g\.json: outputs: .*found nothing/],
    ["a fractional weight", '{ "vertices": 1, "edges": [], "outputs": [0],\n"weights": [0.5] }', /^g\.json:2: weights\[0\]: /],
    ["a list", "[]", /^g\.json: document: /],
    [
      "a field twice",
      '{ "vertices": 1, "edges": [], "outputs": [0],\n"vertices": 2 }',
      /^g\.json: line 2, column 1: expected each field once/,
    ],
    [
      "an unknown field",
      '{ "vertices": 1, "edges": [], "outputs": [0], "weigths": [1] }',
      /^g\.json: document: .*did you mean weights/,
    ],
    [
      "a name that every object has",
      '{ "vertices": 1, "edges": [], "outputs": [0], "__proto__": {} }',
      /^g\.json: document: .*__proto__/,
    ],
    [
      "sixteen million vertices",
      '{ "vertices": 16777216, "edges": [], "outputs": [0] }',
      /^g\.json:1: vertices: expected a whole number up to 1048576/,
    ],
    ["half a vertex", '{ "vertices": 1.5, "edges": [], "outputs": [] }', /^g\.json:1: vertices: .*found 1.5/],
  ];
  it.each(wrong)("with %s are refused, naming the line", (_what, text, message) => {
    expect(() => parseCdagJson(text, "g.json")).toThrow(message);
  });
});

describe("DOT export", () => {
  it("draws inputs as boxes and outputs with a double rim", () => {
    expect(toDot(matrixProduct(1, 1, 1))).toBe(
      [
        "digraph cdag {",
        "  rankdir=BT;",
        '  0 [label="A0[0,0]", shape=box];',
        '  1 [label="A1[0,0]", shape=box];',
        '  2 [label="C[0,0]", shape=ellipse, peripheries=2];',
        "  0 -> 2;",
        "  1 -> 2;",
        "}",
        "",
      ].join("\n"),
    );
  });
});
