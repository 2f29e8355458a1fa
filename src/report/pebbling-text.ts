import type { PebblingReport } from "../gap/pebbling.js";
import type { Cdag } from "../pebble/cdag.js";
import type { Move } from "../pebble/rules.js";
import { textTable } from "./table.js";
import { formatCount } from "./units.js";

/** Optimum or interval, every bound beside it, and on demand the pebbling: what `redblue pebble` prints. */
export function pebblingText(report: PebblingReport, withMoves: boolean, heading: (text: string) => string): string {
  const { graph, game } = report;
  const inputs = Array.from({ length: graph.vertexCount }, (_, v) => v).filter(
    (v) => graph.predecessorOffsets[v] === graph.predecessorOffsets[v + 1],
  ).length;
  const rules = [
    `${game.fastCapacity} words`,
    ...(game.processors > 1 ? [`on each of ${game.processors} processors`] : []),
    game.sliding ? "sliding" : "no sliding",
    game.recomputation ? "recomputation" : "no recomputation",
  ];
  const lines = [
    `${graph.vertexCount} vertices, ${graph.edgeCount} edges, ${inputs} inputs, ${graph.isOutput.reduce((x, y) => x + y, 0)} outputs`,
    `Red-blue pebble game: ${rules.join(", ")}`,
    "",
  ];
  const words = (value: bigint): string => `${formatCount(value, "words")} words`;
  if (report.exact) lines.push(`Least I/O: ${words(report.upper)} (exact, ${report.states} states)`);
  else
    lines.push(`Least I/O: from ${words(report.lower)} to ${words(report.upper)}; the search stopped at its ${report.stopped}`);
  lines.push("", heading("Lower bounds"), boundTable(report));
  if (withMoves) lines.push("", heading("A pebbling of this cost"), ...report.moves.map((move) => moveText(graph, move)));
  return lines.join("\n");
}

function boundTable(report: PebblingReport): string {
  const share = (value: bigint): string => (report.upper === 0n ? "" : (Number(value) / Number(report.upper)).toFixed(2));
  const rows = [
    ...report.graphBounds.map((bound) =>
      bound.kind === "bound"
        ? [bound.id, formatCount(bound.value, "words"), share(bound.value), ""]
        : [bound.id, "", "", bound.reason],
    ),
    ...report.formulaBounds.map((bound) => [
      bound.id,
      formatCount(bound.value, "words"),
      share(bound.value),
      "from the computation",
    ]),
  ];
  return textTable(
    [
      { title: "bound", align: "left" },
      { title: "words", align: "right" },
      { title: report.exact ? "of the optimum" : "of the upper end", align: "right" },
      { title: "", align: "left" },
    ],
    rows,
  );
}

function moveText(graph: Cdag, move: Move): string {
  const name = (vertex: number): string => graph.names?.[vertex] ?? String(vertex);
  return move[0] === "slide"
    ? `slide ${name(move[2])} to ${name(move[1])}${place(move[3])}`
    : `${move[0]} ${name(move[1])}${place(move[2])}`;
}

function place(processor: number | undefined): string {
  return processor === undefined ? "" : ` (processor ${processor})`;
}
