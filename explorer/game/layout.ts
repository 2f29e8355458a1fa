import type { Cdag } from "../../src/pebble/cdag.js";
import { isInput, predecessorsOf, successorsOf } from "../../src/pebble/rules.js";

/** Vertices in columns from the left: an edge goes to a column further right. */
export interface Layout {
  readonly columns: readonly (readonly number[])[];
  readonly rows: number;
  /** By vertex: its column, and its row from 0, between two rows where its column is short. */
  readonly places: readonly { readonly column: number; readonly row: number }[];
}

/** So often columns are put in the order of their neighbours, from the left and from the right in turn. */
const SWEEPS = 6;

/** Computed vertices lie as deep as their longest path, inputs right before their first use. */
export function layoutOf(graph: Cdag): Layout {
  const depth = new Array<number>(graph.vertexCount).fill(0);
  for (const v of graph.topologicalOrder)
    for (const u of predecessorsOf(graph, v)) depth[v] = Math.max(depth[v] ?? 0, (depth[u] ?? 0) + 1);
  for (let v = 0; v < graph.vertexCount; v++) {
    const uses = Array.from(successorsOf(graph, v), (w) => depth[w] ?? 0);
    if (isInput(graph, v) && uses.length > 0) depth[v] = Math.min(...uses) - 1;
  }
  const columns: number[][] = Array.from({ length: Math.max(...depth) + 1 }, () => []);
  for (const [v, d] of depth.entries()) columns[d]?.push(v);
  const row = new Array<number>(graph.vertexCount).fill(0);
  const rows = Math.max(...columns.map((column) => column.length));
  const settle = (column: readonly number[]): void =>
    column.forEach((v, i) => {
      row[v] = i + (rows - column.length) / 2;
    });
  columns.forEach(settle);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const column of isForward ? columns : columns.toReversed()) {
      const pull = (v: number): number => {
        const near = [...(isForward ? predecessorsOf(graph, v) : successorsOf(graph, v))];
        return near.length === 0 ? (row[v] ?? 0) : near.reduce((sum, u) => sum + (row[u] ?? 0), 0) / near.length;
      };
      const pulls = new Map(column.map((v) => [v, pull(v)] as const));
      column.sort((v, w) => (pulls.get(v) ?? 0) - (pulls.get(w) ?? 0) || v - w);
      settle(column);
    }
  }
  return { columns, rows, places: depth.map((column, v) => ({ column, row: row[v] ?? 0 })) };
}

/** Where an arrow key leads: up and down within the column, left and right to the nearest row of the next one. */
export function neighbour({ columns, places }: Layout, vertex: number, key: string): number | undefined {
  const here = places[vertex];
  if (here === undefined) return undefined;
  const column = columns[here.column] ?? [];
  if (key === "ArrowUp") return column[column.indexOf(vertex) - 1];
  if (key === "ArrowDown") return column[column.indexOf(vertex) + 1];
  const next = columns[here.column + (key === "ArrowRight" ? 1 : -1)] ?? [];
  const distance = (v: number): number => Math.abs((places[v]?.row ?? 0) - here.row);
  return next.reduce<number | undefined>((best, v) => (best === undefined || distance(v) < distance(best) ? v : best), undefined);
}
