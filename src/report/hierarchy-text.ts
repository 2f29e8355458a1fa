import type { BoundaryReport, HierarchyReport } from "../gap/hierarchy-pebbling.js";
import { graphLine, moveText } from "./pebbling-text.js";
import { textTable } from "./table.js";
import { formatCount } from "./units.js";

/** Optimum or interval, the words across every boundary and the bounds of each, and on demand the pebbling. */
export function hierarchyText(report: HierarchyReport, withMoves: boolean, heading: (text: string) => string): string {
  const { graph, game, boundaries } = report;
  const rules = [game.sliding ? "sliding" : "no sliding", game.recomputation ? "recomputation" : "no recomputation"];
  const isPriced = boundaries.some(({ cost }) => cost !== 1);
  const unit = isPriced ? "" : " words";
  const amount = (value: bigint): string => `${formatCount(value, "words")}${unit}`;
  const lines = [
    graphLine(graph),
    `Memory hierarchy game: levels of ${game.capacities.join(", ")} words, ${rules.join(", ")}`,
    "",
    report.exact
      ? `Least cost over all boundaries: ${amount(report.upper)} (exact, ${report.states} states)`
      : `Least cost over all boundaries: from ${amount(report.lower)} to ${amount(report.upper)}; the search stopped at its ${report.stopped}`,
    "",
    heading("Words across each boundary, in this pebbling and at least in any"),
    boundaryTable(boundaries),
  ];
  if (withMoves) {
    const place = (level: number): string => ` (level ${level})`;
    lines.push("", heading("A pebbling of this cost"), ...report.moves.map((move) => moveText(graph, move, place)));
  }
  return lines.join("\n");
}

function boundaryTable(boundaries: readonly BoundaryReport[]): string {
  const right = ["loads", "stores", "cost of a word", "at least", "words in front"];
  const rows = boundaries.map(({ level, loadedWords, storedWords, cost, best, capacityInFront, ...bounds }) => [
    `level ${level} to ${level === boundaries.length ? "slow memory" : `level ${level + 1}`}`,
    ...[loadedWords, storedWords, cost].map(String),
    formatCount(best, "words"),
    String(capacityInFront),
    [...bounds.graphBounds.flatMap((b) => (b.kind === "bound" ? [b] : [])), ...bounds.formulaBounds].find((b) => b.value === best)
      ?.id ?? "",
  ]);
  return textTable(
    [
      { title: "boundary", align: "left" },
      ...right.map((title) => ({ title, align: "right" as const })),
      { title: "by", align: "left" },
    ],
    rows,
  );
}
