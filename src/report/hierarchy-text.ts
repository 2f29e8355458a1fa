import type { BoundaryReport, HierarchyReport } from "../gap/hierarchy-pebbling.js";
import { type HierarchyGame, memoriesAt, placesOf } from "../pebble/rules.js";
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
    `Memory hierarchy game: levels of ${levelsText(game)} words, ${rules.join(", ")}`,
    "",
    report.exact
      ? `Least cost over all boundaries: ${amount(report.upper)} (exact, ${report.states} states)`
      : `Least cost over all boundaries: from ${amount(report.lower)} to ${amount(report.upper)}; the search stopped at its ${report.stopped}`,
    "",
    heading("Words across each boundary, in this pebbling and at least in any"),
    boundaryTable(boundaries),
  ];
  if (withMoves) {
    const places = placesOf(game);
    const isTree = places.length > game.capacities.length;
    const place = (number: number): string => {
      const level = (places[number - 1]?.level ?? 0) + 1;
      const own = number - places.findIndex((one) => one.level === level - 1);
      return isTree && memoriesAt(game, level - 1) > 1 ? ` (level ${level}, memory ${own})` : ` (level ${level})`;
    };
    lines.push("", heading("A pebbling of this cost"), ...report.moves.map((move) => moveText(graph, move, place)));
  }
  return lines.join("\n");
}

/** `4, 8`; with several memories a level `2 × 4, 8`. */
function levelsText(game: HierarchyGame): string {
  const count = (level: number): string => (memoriesAt(game, level) === 1 ? "" : `${memoriesAt(game, level)} × `);
  return game.capacities.map((words, level) => `${count(level)}${words}`).join(", ");
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
