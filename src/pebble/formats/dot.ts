import { oneLine } from "../../errors.js";
import type { Cdag } from "../cdag.js";
import { isInput, predecessorsOf } from "../rules.js";

/** Graphviz text of a graph, drawn upwards: inputs as boxes, outputs with a double rim, weights other than 1 in the label. */
export function toDot(graph: Cdag): string {
  const lines = ["digraph cdag {", "  rankdir=BT;"];
  for (let v = 0; v < graph.vertexCount; v++) {
    const weight = graph.weights[v] as number;
    const label = `${graph.names?.[v] ?? v}${weight === 1 ? "" : ` (${weight})`}`;
    const shape = isInput(graph, v) ? "box" : "ellipse";
    lines.push(`  ${v} [label=${quoted(label)}, shape=${shape}${graph.isOutput[v] === 1 ? ", peripheries=2" : ""}];`);
  }
  for (let v = 0; v < graph.vertexCount; v++) for (const u of predecessorsOf(graph, v)) lines.push(`  ${u} -> ${v};`);
  return `${[...lines, "}"].join("\n")}\n`;
}

function quoted(text: string): string {
  return `"${oneLine(text).replace(/[\\"]/g, "\\$&")}"`;
}
