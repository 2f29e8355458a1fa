import { oneLine } from "../errors.js";
import type { PebblingReport } from "../gap/pebbling.js";
import type { Cdag } from "../pebble/cdag.js";
import { formatMoves } from "../pebble/formats/moves.js";
import type { Move } from "../pebble/rules.js";
import { textTable } from "./table.js";
import { formatCount } from "./units.js";

/** Optimum or interval, every bound beside it, and on demand the pebbling: what `redblue pebble` prints. */
export function pebblingText(report: PebblingReport, withMoves: boolean, heading: (text: string) => string): string {
  const { graph, game } = report;
  const rules = [
    `${game.fastCapacity} words`,
    ...(game.processors > 1 ? [`on each of ${game.processors} processors`] : []),
    game.sliding ? "sliding" : "no sliding",
    game.recomputation ? "recomputation" : "no recomputation",
  ];
  const lines = [graphLine(graph), `Red-blue pebble game: ${rules.join(", ")}`, ""];
  const words = (value: bigint): string => `${formatCount(value, "words")} words`;
  if (report.after !== undefined) lines.push(`After ${report.after.length} move(s): ${formatMoves(report.after)}`);
  if (report.exact) lines.push(`Least I/O: ${words(report.upper)} (exact, ${report.states} states)`);
  else
    lines.push(`Least I/O: from ${words(report.lower)} to ${words(report.upper)}; the search stopped at its ${report.stopped}`);
  lines.push("", heading("Lower bounds"), boundTable(report));
  if (withMoves)
    lines.push(
      "",
      heading("A pebbling of this cost"),
      ...report.moves.map((move) => moveText(graph, move, (processor) => ` (processor ${processor})`)),
    );
  return lines.join("\n");
}

/** Sizes of a graph in one line. */
export function graphLine(graph: Cdag): string {
  const inputs = Array.from({ length: graph.vertexCount }, (_, v) => v).filter(
    (v) => graph.predecessorOffsets[v] === graph.predecessorOffsets[v + 1],
  ).length;
  return `${graph.vertexCount} vertices, ${graph.edgeCount} edges, ${inputs} inputs, ${graph.isOutput.reduce((x, y) => x + y, 0)} outputs`;
}

function boundTable(report: PebblingReport): string {
  const share = (value: bigint): string => (report.upper === 0n ? "" : (Number(value) / Number(report.upper)).toFixed(2));
  const rows = [
    ...report.graphBounds.map((bound) =>
      bound.kind === "bound"
        ? [bound.id, formatCount(bound.value, "words"), share(bound.value), bound.status, ""]
        : [bound.id, "", "", "", bound.reason],
    ),
    ...report.formulaBounds.map((bound) => [
      bound.id,
      formatCount(bound.value, "words"),
      share(bound.value),
      bound.status,
      "from the computation",
    ]),
  ];
  return textTable(
    [
      { title: "bound", align: "left" },
      { title: "words", align: "right" },
      { title: report.exact ? "of the optimum" : "of the upper end", align: "right" },
      { title: "status", align: "left" },
      { title: "", align: "left" },
    ],
    rows,
  );
}

/** A move with the names of its vertices; `place` words the processor or level. */
export function moveText(graph: Cdag, move: Move, place: (index: number) => string): string {
  const name = (vertex: number): string => oneLine(graph.names?.[vertex] ?? String(vertex));
  const index = move[0] === "slide" ? move[3] : move[2];
  const words = move[0] === "slide" ? `slide ${name(move[2])} to ${name(move[1])}` : `${move[0]} ${name(move[1])}`;
  return `${words}${index === undefined ? "" : place(index)}`;
}
