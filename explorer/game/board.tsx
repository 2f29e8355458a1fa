import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isInput, predecessorsOf } from "../../src/pebble/rules.js";
import { layoutOf, neighbour } from "./layout.js";
import { type Action, actionsAt, nameOf, type Table, usualAction, wordsOfMove } from "./table.js";

interface Props {
  readonly table: Table;
  readonly selected: number;
  /** Vertices that are marked as operands of the next one, where a graph is drawn. */
  readonly marked?: ReadonlySet<number>;
  readonly onSelect: (vertex: number) => void;
  readonly onAction: (action: Action) => void;
  readonly onKey: (key: string) => boolean;
}

/** The graph from left to right. Each vertex is a button: arrows go from one to another, a second press makes its usual move. */
export function Board({ table, selected, marked, onSelect, onAction, onKey }: Props): VNode {
  const { graph } = table;
  const layout = useMemo(() => layoutOf(graph), [graph]);
  const here = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    if (isMoved.current) here.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    isMoved.current = false;
  }, [selected]);
  const x = (v: number): number => (layout.places[v]?.column ?? 0) + 0.5;
  const y = (v: number): number => (layout.places[v]?.row ?? 0) + 0.5;
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = event.key.startsWith("Arrow") ? neighbour(layout, selected, event.key) : undefined;
    if (next !== undefined) {
      isMoved.current = true;
      onSelect(next);
    } else if (!event.key.startsWith("Arrow") && !onKey(event.key)) return;
    event.preventDefault();
  };
  const [width, height] = [layout.columns.length, layout.rows];
  const edges = Array.from({ length: graph.vertexCount }, (_, v) => v).flatMap((v) =>
    Array.from(predecessorsOf(graph, v), (u) => ({ u, v })),
  );
  return (
    <div
      class="board"
      role="application"
      aria-label="Graph: arrow keys go from vertex to vertex"
      ref={here}
      onKeyDown={press}
      style={{ minWidth: `${58 * width}px`, maxWidth: `${190 * width}px`, height: `${64 * height + 8}px` }}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {edges.map(({ u, v }) => (
          <line x1={x(u)} y1={y(u)} x2={x(v)} y2={y(v)} class={u === selected || v === selected ? "near" : undefined} />
        ))}
      </svg>
      {Array.from({ length: graph.vertexCount }, (_, v) => (
        <button
          type="button"
          class={classOf(table, v, selected, marked)}
          tabIndex={v === selected ? 0 : -1}
          aria-label={said(table, v, marked)}
          aria-pressed={v === selected}
          data-vertex={v}
          style={{ left: `${(100 * x(v)) / width}%`, top: `${(100 * y(v)) / height}%` }}
          onClick={() => {
            const usual = v === selected ? usualAction(table, v, actionsAt(table, v)) : undefined;
            if (v !== selected || marked !== undefined) onSelect(v);
            else if (usual !== undefined) onAction(usual);
          }}
        >
          <i />
          <span>{nameOf(graph, v)}</span>
        </button>
      ))}
    </div>
  );
}

function classOf({ graph, position }: Table, v: number, selected: number, marked?: ReadonlySet<number>): string {
  const classes = [
    "vertex",
    position.fast[0]?.[v] === 1 ? "red" : "",
    position.slow[v] === 1 ? "blue" : "",
    graph.isOutput[v] === 1 ? "output" : "",
    isInput(graph, v) ? "input" : "",
    v === selected ? "selected" : "",
    marked?.has(v) === true ? "marked" : "",
  ];
  return classes.filter((one) => one !== "").join(" ");
}

/** What a screen reader says of a vertex. */
function said(table: Table, v: number, marked?: ReadonlySet<number>): string {
  const { graph, position } = table;
  const operands = Array.from(predecessorsOf(graph, v), (u) => nameOf(graph, u)).join(", ");
  const kind = isInput(graph, v) ? "input" : `${graph.isOutput[v] === 1 ? "output" : "intermediate"} of ${operands}`;
  const places = [
    ...(position.fast[0]?.[v] === 1 ? ["in fast memory"] : []),
    ...(position.slow[v] === 1 ? ["in slow memory"] : []),
  ].join(" and ");
  const usual = marked === undefined ? usualAction(table, v, actionsAt(table, v)) : undefined;
  return [
    nameOf(graph, v),
    kind,
    places === "" ? "nowhere" : places,
    ...(marked?.has(v) === true ? ["marked"] : []),
    ...(usual === undefined ? [] : [`press: ${wordsOfMove(graph, usual.move)}`]),
  ].join(", ");
}
