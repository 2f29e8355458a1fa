import { rowInputs } from "../../computation/row-workloads.js";
import { expandRows } from "../../pebble/expand-rows.js";
import type { Move } from "../../pebble/rules.js";
import { slideMove } from "../../pebble/rules.js";
import type { WordRows } from "../../schedules/two-level/rows.js";
import { totalWords } from "../../schedules/two-level/rows.js";
import type { LiftedReplay } from "../lifted.js";
import { MAXIMUM_LIFTED_VERTICES, range, runs, vertexNamed } from "../lifted.js";
import { twoLevelReplay } from "./listing.js";

/** The moves of a schedule of rows in the two-level memory model. @throws InputError when there are too many words to list. */
export function liftWordRows(schedule: WordRows, fastWords: number): LiftedReplay {
  const { workload: w, rows: together, held } = schedule;
  const graph = expandRows(w, { ownMaximum: true, maximumVertices: MAXIMUM_LIFTED_VERTICES });
  const named = vertexNamed(graph);
  const moves: Move[] = [];
  const vectors = rowInputs(w)
    .slice(1)
    .map(({ name }) => name);
  const last = w.columns - 1;
  for (const [first, beyond] of runs(w.rows, together)) {
    const rows = range(first, beyond);
    // Words stay column by column, so that one of gain and shift serves those that do.
    const stays = (row: number, column: number): boolean => column * rows.length + (row - first) < held;
    for (const column of range(0, w.columns)) {
      for (const row of rows) {
        const x = named(`X[${row},${column}]`);
        moves.push(["load", x]);
        const keeps = stays(row, column);
        if (w.kind === "softmax") listSoftmax(moves, named, row, column, keeps);
        else {
          for (const sum of w.kind === "rmsnorm" ? ["V"] : ["S", "V"]) {
            const partial = (q: number): number => named(q === last ? `${sum}[${row}]` : `${sum}[${row}]#${q}`);
            moves.push(column === 0 ? ["compute", partial(0)] : slideMove(partial(column), partial(column - 1), undefined));
          }
          if (!keeps) moves.push(["delete", x]);
        }
      }
    }
    for (const column of range(0, w.columns)) {
      const shared = vectors.map((name) => named(`${name}[0,${column}]`));
      for (const word of shared) moves.push(["load", word]);
      for (const row of rows) {
        const [x, y] = [named(`X[${row},${column}]`), named(`Y[${row},${column}]`)];
        if (!stays(row, column)) moves.push(["load", x]);
        moves.push(slideMove(y, x, undefined), ["store", y], ["delete", y]);
      }
      for (const word of shared) moves.push(["delete", word]);
    }
    for (const row of rows) {
      const names = {
        softmax: [`M[${row}]@${last}`, `L[${row}]@${last}`],
        rmsnorm: [`V[${row}]`],
        layernorm: [`S[${row}]`, `V[${row}]`],
      };
      for (const name of names[w.kind]) moves.push(["delete", named(w.columns === 1 ? only(name, row) : name)]);
    }
  }
  return twoLevelReplay(graph, fastWords, moves, totalWords(schedule));
}

/** The new maximum, the factor in the place of the old one, the exponential (in the place of a word that leaves) and the sum. */
function listSoftmax(moves: Move[], named: (name: string) => number, row: number, column: number, keeps: boolean): void {
  const x = named(`X[${row},${column}]`);
  const [maximum, power] = [maximumName(row, column), `E[${row},${column}]`];
  moves.push(["compute", named(maximum)]);
  if (column > 0) moves.push(slideMove(named(`R[${row}]@${column}`), named(maximumName(row, column - 1)), undefined));
  moves.push(keeps ? ["compute", named(power)] : slideMove(named(power), x, undefined));
  if (column === 0) return;
  const before = column === 1 ? `E[${row},0]` : `L[${row}]@${column - 1}`;
  moves.push(slideMove(named(`L[${row}]@${column}`), named(before), undefined));
  moves.push(["delete", named(`R[${row}]@${column}`)], ["delete", named(power)]);
}

function maximumName(row: number, column: number): string {
  return column === 0 ? `M[${row}]@0#0` : `M[${row}]@${column}`;
}

/** The statistics of a row of one word: its copy, and its exponential. */
function only(name: string, row: number): string {
  if (name.startsWith("M")) return maximumName(row, 0);
  return name.startsWith("L") ? `E[${row},0]` : name;
}
