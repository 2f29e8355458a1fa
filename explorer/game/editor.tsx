import type { VNode } from "preact";
import type { GraphView } from "../answers/game.js";

interface Props {
  readonly graph: GraphView;
  readonly marked: ReadonlySet<number>;
  readonly selected: number;
  readonly onGraph: (graph: GraphView) => void;
  readonly onMarked: (marked: ReadonlySet<number>) => void;
}

/** Draws a graph: vertices are added over those that are marked, so that it never has a cycle. */
export function Editor({ graph, marked, selected, onGraph, onMarked }: Props): VNode {
  const { vertices, edges, outputs } = graph;
  const add = (): void => {
    const added = [...marked].map((u): [number, number] => [u, vertices]);
    onGraph({
      vertices: vertices + 1,
      edges: [...edges, ...added],
      outputs: [...outputs.filter((v) => !marked.has(v)), vertices],
    });
    onMarked(new Set());
  };
  const isOutput = outputs.includes(selected);
  const remove = (): void => {
    const moved = (v: number): number => (v > selected ? v - 1 : v);
    onGraph({
      vertices: vertices - 1,
      edges: edges.flatMap(([u, v]): [number, number][] => (u === selected || v === selected ? [] : [[moved(u), moved(v)]])),
      outputs: outputs.filter((v) => v !== selected).map(moved),
    });
    onMarked(new Set());
  };
  const mark = (): void => {
    const next = new Set(marked);
    if (!next.delete(selected)) next.add(selected);
    onMarked(next);
  };
  return (
    <fieldset class="editor">
      <legend>Draw a graph: mark operands, then add the vertex that is computed from them</legend>
      <button type="button" onClick={mark}>
        {marked.has(selected) ? "Unmark" : "Mark"} {selected}
      </button>
      <button type="button" onClick={add}>
        {marked.size === 0 ? "Add an input" : `Add a vertex over ${[...marked].join(", ")}`}
      </button>
      <button
        type="button"
        aria-pressed={isOutput}
        onClick={() => onGraph({ ...graph, outputs: isOutput ? outputs.filter((v) => v !== selected) : [...outputs, selected] })}
      >
        {selected} {isOutput ? "is an output" : "is no output"}
      </button>
      <button type="button" disabled={vertices === 1} onClick={remove}>
        Remove {selected}
      </button>
    </fieldset>
  );
}
